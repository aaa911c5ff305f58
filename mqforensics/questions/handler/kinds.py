"""Kinds of messages: those that match the same rules and whose puts would fare alike, however different they are.

A message's part in matching is which patterns each of its fields matches, and what becomes of the puts that rules would
try for it. Both are worked out for whole columns of distinct values, so that a table of many rules costs a million
messages little more than a table of few.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from mqforensics.formats.dlqrules import PATTERNS, Rule
from mqforensics.objects.puts import OF_A_PUT
from mqforensics.questions.handler.passes import FWD, IGNORE, RETRY, Step
from mqforensics.questions.handler.patterns import Patterns, dictionary_codes, distinct_rows
from mqforensics.questions.handler.targets import AUTHORITY, NOT_AUTHORIZED, Fate, Place, Targets
from mqforensics.structures import MQDLH

ORDER = tuple(PATTERNS)
MATCHES = -1
DEST, REPLY = ("DestQName", "DestQMgrName"), ("ReplyToQ", "ReplyToQMgr")
FROM_DEST, FROM_REPLY = ("&DESTQ", "&DESTQM"), ("&REPLYQ", "&REPLYQM")
KEPT = 1 << 16
"""Targets whose fate is remembered."""


class Kinds(NamedTuple):
    """The kinds among some messages: `of_row` is the kind of each; the others have a row a kind, a column a rule.

    `failed`: place in `ORDER` of the keyword that keeps the rule from matching, or `MATCHES`; `fates`: number of what
    becomes of the rule's put; `reasons`: the MQDLH.Reason where a put may fail for the same, else None.
    """

    of_row: np.ndarray
    failed: np.ndarray
    fates: np.ndarray
    reasons: list[int | None]


@dataclass
class Sorter:
    """Sorts messages into kinds, for one rules table and one set of targets."""

    rules: Sequence[Rule]
    targets: Targets
    fates: list[tuple[Fate, bool]] = field(default_factory=lambda: [(Fate(), False)])
    """What may become of a put, and whether it is to where the message was to go; the first belongs to no put."""
    numbers: dict[tuple[Fate, bool], int] = field(default_factory=dict)
    routes: dict[tuple, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        used = [name for name in ORDER if any(name in rule.patterns for rule in self.rules)]
        self.patterns = {name: Patterns.of([rule.patterns.get(name) for rule in self.rules]) for name in used}
        putting = [at for at, rule in enumerate(self.rules) if rule.action in (FWD, RETRY)]
        self.by_reply = [at for at in putting if _takes(self.rules[at], FROM_REPLY)]
        self.by_dest = [at for at in putting if at not in self.by_reply]
        told = {fate.reason for fate in self.targets.failing.values()}
        self.reasons = sorted({NOT_AUTHORIZED, *OF_A_PUT, *told} - {None})
        self.lengths = sorted({length + header for length in self.targets.longest for header in (0, MQDLH.length)})

    def kinds(self, table: pa.Table) -> Kinds:
        """The kinds of the messages in a table of the columns that `dry_run.fields` names."""
        classes = {name: self._classes(name, table) for name in self.patterns}
        lengths = self._lengths(table)
        routes = [self._routes(self.by_dest, DEST, lengths, table)]
        routes += [self._routes(self.by_reply, DEST + REPLY, lengths, table)] if self.by_reply else []
        reasons = self._reasons(table)
        of_row, first = distinct([*(c for c, _ in classes.values()), *(r for r, _ in routes), reasons])
        failed = np.full((len(first), len(self.rules)), MATCHES, dtype=np.int8)
        for name in reversed(self.patterns):
            numbers, hits = classes[name]
            failed[~hits[numbers[first]][:, self.patterns[name].of_rule]] = ORDER.index(name)
        fates = sum(found[numbers[first]] for numbers, found in routes)
        named = [self.reasons[at] if at >= 0 else None for at in reasons[first].tolist()]
        return Kinds(of_row, failed, fates, named)

    def steps(self, kinds: Kinds, kind: int) -> tuple[Step, ...]:
        """The rules that messages of a kind may meet, in their order, each with what becomes of its put."""
        found = []
        for at in np.flatnonzero(kinds.failed[kind] == MATCHES).tolist():
            # Not even a put that works ends the list: others may use up its tries where a counter is shared.
            found.append(self.step(at, int(kinds.fates[kind, at])))
            if found[-1].action == IGNORE:
                break
        return tuple(found)

    def meet_last(self, kinds: Kinds) -> np.ndarray:
        """Which kinds the last rule takes in the end, should every put before it fail; IGNORE lets none go on."""
        matching = kinds.failed == MATCHES
        ignoring = [at for at, rule in enumerate(self.rules[:-1]) if rule.action == IGNORE]
        return matching[:, -1:].any(axis=1) & ~matching[:, ignoring].any(axis=1)

    def rooms(self, kinds: Kinds, kind: int) -> set[Place]:
        """The queues of known depth on which messages of a kind may come to be."""
        matching = np.flatnonzero(kinds.failed[kind] == MATCHES).tolist()
        return {self.fates[int(kinds.fates[kind, at])][0].room for at in matching} - {None}

    def step(self, at: int, fate: int) -> Step:
        """One rule with what becomes of its put."""
        return Step(at, self.rules[at].action, self.rules[at].retry, *self.fates[fate])

    def _classes(self, name: str, table: pa.Table) -> tuple[np.ndarray, np.ndarray]:
        codes, values = dictionary_codes(table.column(PATTERNS[name].field.partition(".")[2]))
        hits, of_value = distinct_rows(self.patterns[name].hits(name, values))
        return of_value[codes], hits

    def _reasons(self, table: pa.Table) -> np.ndarray:
        codes, values = dictionary_codes(table.column("Reason"))
        place = {reason: at for at, reason in enumerate(self.reasons)}
        return np.array([place.get(value, -1) for value in values.to_pylist()], dtype=np.int64)[codes]

    def _lengths(self, table: pa.Table) -> np.ndarray:
        """For each message the place in `lengths` that its length does not exceed; -1 where it is not known."""
        given = table.column("length").to_pandas().to_numpy(dtype=float, na_value=np.nan)
        return np.where(np.isnan(given), -1, np.searchsorted(self.lengths, given))

    def _routes(
        self, rules: list[int], fields: tuple[str, ...], lengths: np.ndarray, table: pa.Table
    ) -> tuple[np.ndarray, np.ndarray]:
        parts = [dictionary_codes(table.column(name)) for name in fields]
        of_row, first = distinct([lengths, *(codes for codes, _ in parts)])
        names = zip(*(values.take(pa.array(codes[first])).to_pylist() for codes, values in parts), strict=True)
        routes = [self._route(rules, at, one) for at, one in zip(lengths[first].tolist(), names, strict=True)]
        found, of_route = distinct_rows(np.stack(routes))
        return of_route[of_row], found

    def _route(self, rules: list[int], length: int, names: tuple[str | None, ...]) -> np.ndarray:
        key = (len(names), length, *names)
        if key not in self.routes:
            if len(self.routes) > KEPT:
                self.routes.clear()
            self.routes[key] = np.zeros(len(self.rules), dtype=np.int32)
            for at in rules:
                self.routes[key][at] = self._fate(self.rules[at], self._length(self.rules[at], length), names)
        return self.routes[key]

    def _length(self, rule: Rule, at: int) -> int | None:
        """A length that stands for all messages of this place in `lengths`, as the rule puts them."""
        if at < 0:
            return None
        kept = rule.action == FWD and rule.header == "YES"
        longest = self.lengths[at] if at < len(self.lengths) else max(self.lengths, default=0) + 1
        return longest - (0 if kept else MQDLH.length)

    def _fate(self, rule: Rule, length: int | None, names: tuple[str | None, ...]) -> int:
        values = {word: name or "" for word, name in zip(FROM_DEST + FROM_REPLY, names, strict=False)}
        place = values["&DESTQ"], values["&DESTQM"]
        to = place if rule.action == RETRY else (values.get(rule.fwdq, rule.fwdq), values.get(rule.fwdqm, rule.fwdqm))
        fate = self.targets.fate(*to, length)
        if rule.putaut == "CTX" and fate.passes == 0 and AUTHORITY not in fate.assumed:
            # The authority is that of the user in each message.
            fate = fate._replace(assumed=(*fate.assumed, AUTHORITY))
        found = fate, to == place
        number = self.numbers.setdefault(found, len(self.fates))
        self.fates += [found] if number == len(self.fates) else []
        return number


def _takes(rule: Rule, names: tuple[str, ...]) -> bool:
    return rule.action == FWD and (rule.fwdq in names or rule.fwdqm in names)


def distinct(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Number of each row's combination of values, and the first row of each combination."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        narrow = pd.factorize(column)[0]
        codes = pd.factorize(codes * (int(narrow.max(initial=0)) + 1) + narrow)[0]
    return codes, np.unique(codes, return_index=True)[1]
