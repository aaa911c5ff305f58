"""What a "not found", or a name that a listing lacks, proves: it depends on the command that was asked.

A filter that the asker chose (TYPE, WHERE, CHLTYPE, CONNAME …), an answer that is cut, an echo that is lost, another
spelling of the name: each of them leaves the object possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from mqforensics.objects.fact import Place, Row
from mqforensics.privacy.masked_evidence import is_masked

NOT_FOUND = ("AMQ8147", "AMQ8420", "AMQ8227", "CSQM125", "CSQM297")
QUEUE_TYPES = ("QLOCAL", "QREMOTE", "QALIAS")
WAYS = ("QLOCAL", "QREMOTE")
"""Types of a queue that takes messages for the queue manager of its name: a transmission queue, or an alias of it."""
HIDES = ("AMQ8135", "AMQ8149", "CSQ9016")
"""Not authorised, damaged: anyone refused once may not see other objects in a listing."""
HARMLESS = {
    "QUEUE": {"TYPE": ("ALL", "QUEUE", "*"), "CLUSINFO": ("",), "QSGDISP": ("LIVE", "ALL")},
    "QLOCAL": {"QSGDISP": ("LIVE", "ALL")},
    "QREMOTE": {"QSGDISP": ("LIVE", "ALL")},
    "QALIAS": {"QSGDISP": ("LIVE", "ALL")},
    "QCLUSTER": {},
    "CLUSQMGR": {},
    "CHANNEL": {"CHLTYPE": ("ALL", "*"), "TYPE": ("ALL", "*"), "QSGDISP": ("LIVE", "ALL")},
    "CHSTATUS": {"CURRENT": ("",)},
    "QSTATUS": {"TYPE": ("QUEUE",)},
}
"""Filters that leave nothing out of an answer, by the word of the command."""
NARROWS = (
    "WHERE", "TYPE", "CHLTYPE", "CONNAME", "XMITQ", "CLUSTER", "CLUSNL", "TARGTYPE", "STGCLASS", "CFSTRUCT", "PSID",
    "SAVED", "SHORT", "MONITOR", "CHLDISP", "CMDSCOPE", "QSGDISP",
)  # fmt: skip
"""Words that narrow an answer."""


@dataclass(frozen=True)
class Absence:
    """An answer that has no object of a name: `word` and `pattern` of the command, the filters that narrowed it."""

    row: Row
    word: str
    pattern: str
    filters: dict = field(default_factory=dict)
    listed: frozenset = frozenset()
    """The names that the answer has."""

    @property
    def place(self) -> Place:
        """Where the answer is; of a listing that lacks the name, cited for the command that it answers."""
        there = self.row.place()
        return Place(*there, shows=self.row.command) if self.listed else there

    def covers(self, name: str | None) -> bool:
        """Whether the command asked for objects of this name, and found none; of no name nothing is known."""
        if name is None:
            return False
        stem = self.pattern[:-1] if self.pattern.endswith("*") else None
        asked = name == self.pattern if stem is None else name.startswith(stem)
        return asked and name not in self.listed

    @property
    def narrowed(self) -> dict:
        """The filters that may have hidden an object."""
        harmless = HARMLESS.get(self.word, {})
        return {key: value for key, value in self.filters.items() if value not in harmless.get(key, ())}

    def may_hide(self, told: Mapping[str, str | None]) -> bool:
        """Whether a filter may have hidden an object with these attributes."""
        passed = [f"{key} EQ {value}" for key, value in told.items() if value]
        asked = (value if key == "WHERE" else f"{key} EQ {value}" for key, value in self.narrowed.items())
        return any(" ".join(one.split()) not in passed for one in asked)


def absences(rows: Iterable[Row]) -> Iterator[Absence]:
    """Every failed search and every complete generic listing among the rows of one queue manager.

    With `CLUSINFO` a question about queues is one about the queues of the cluster as well.
    """
    for one in _absences(rows):
        yield one
        if one.word == "QUEUE" and "CLUSINFO" in one.filters:
            told = {key: value for key, value in one.filters.items() if key not in ("CLUSINFO", "TYPE", "QSGDISP")}
            yield replace(one, word="QCLUSTER", filters=told)


def _absences(rows: Iterable[Row]) -> Iterator[Absence]:
    rows, lists = list(rows), {}
    partial = {row.capture for row in rows if row.type == "ERROR" and (row.message or "")[:7] in HIDES}
    for row in rows:
        asked = row.asked
        if not asked or asked["verb"] != "DISPLAY" or row.source:
            continue
        if row.capture in partial and (asked["name"] or "*").endswith("*"):
            continue
        if row.type == "ERROR":
            if is_not_found(row) and _answers(row) and not _cut(asked):
                yield _absence(row, asked)
        elif (asked["name"] or "").endswith("*"):
            lists.setdefault((row.file, row.run, row.command), []).append(row)
    for listing in lists.values():
        if all(row.whole and row.name and not row.error and not is_masked(row.name) for row in listing):
            yield _absence(listing[0], listing[0].asked, frozenset(row.name for row in listing))


def is_not_found(row: Row) -> bool:
    """Whether a row is the message that no object of the name asked for was found."""
    return row.type == "ERROR" and (row.message or "")[:7] in NOT_FOUND


def _cut(asked) -> bool:
    # An echo may be cut: no name is left of it, or a word that would have begun a filter.
    words = [word for word in asked["attributes"] or [] if word != "ALL"]
    return not asked["name"] or any(name.startswith(word) for word in words for name in NARROWS)


def _answers(row: Row) -> bool:
    # A message that names another object answers another command, whose echo is lost.
    named, asked = row.name, row.asked["name"]
    return named is None or asked is None or named.strip("()") in ("*", asked) or named.upper() == asked.upper()


def _absence(row: Row, asked, listed: frozenset = frozenset()) -> Absence:
    word, filters = asked["word"], dict(asked["filters"] or {})
    kind = filters.get("TYPE", "").upper()
    if word == "QUEUE" and kind in (*QUEUE_TYPES, "QCLUSTER"):
        word, filters = kind, {key: value for key, value in filters.items() if key != "TYPE"}
    return Absence(row, word, asked["name"] or "*", filters, listed)


def proof(
    found: Iterable[Absence], words: Iterable[str], name: str, told: Mapping[str, str | None] = MappingProxyType({})
) -> list[Absence]:
    """The answers that prove that no object of `name` is there: of any of `words`, with no filter that matters.

    `told`: what such an object is known to have.
    """
    return [one for one in found if one.word in words and one.covers(name) and not one.may_hide(told)]


def no_queue(found: Iterable[Absence], name: str, types: Iterable[str] = QUEUE_TYPES) -> list[Absence]:
    """The answers that prove that no queue of `name` is defined: one for every type, or one for each of `types`."""
    found = list(found)
    every = proof(found, ("QUEUE",), name)
    each = [proof(found, (kind,), name) for kind in types]
    return every or ([one for some in each for one in some] if all(each) else [])


def no_server(found: Iterable[Absence], xmitq: str) -> list[Absence]:
    """The answers that prove that no sender or server channel is defined for an ordinary transmission queue."""
    return [
        one for one in found
        if one.word == "CHANNEL" and one.pattern == "*" and not one.listed and not one.may_hide({"XMITQ": xmitq})
    ]  # fmt: skip
