"""Any pasted text: what it is, what it says, and what to ask next; without Spark, for a few lines at a time."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import pyarrow as pa

from mqforensics import codes, source
from mqforensics.codes.habits import SAID, said_in
from mqforensics.files.kinds import UNKNOWN, context
from mqforensics.formats import is_as_found, named, table_of
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.recognition import Recognised, parts, recognised
from mqforensics.formats.sections import Section
from mqforensics.formats.stretch import Stretch
from mqforensics.validation import DATA, validated

BESIDE = "log", "objects"
"""Tables whose texts may name a reason that no row tells."""
SHOWN = 8
"""So many records of a text are told; the rest are counted."""
LONGEST = 300
NAMED = 20
"""So many different numbers and reasons of a text that is no evidence are told."""
KINDS = {
    "messages": "messages of a dump", "objects": "definitions or status", "log": "an error log or a client's error",
    "events": "events of a queue manager", "calls": "a trace of MQI calls", "rules": "rules of a dead-letter handler",
}  # fmt: skip
NUMBER = re.compile(r"\b(?:AMQ\d{4}[A-Z]?|CSQ[A-Z]\d{3}[A-Z]?|JMS[CFW]MQ\d{4}|JMSC[CS]\d{4})\b", re.I)
ERROR_ID = re.compile(r"\b0x[1-9A-F]000(\d{4})\b", re.I)
"""The number of a message as an event's errorId has it ("Events and clocks", 2.3)."""
BARE = re.compile(r"^[5-9]\d{3}(?=[A-Z]?: [A-Z])", re.M)
"""One without its AMQ, as mails and consoles have it; told where the kit knows it."""
FINDING = re.compile(r"[A-Z][A-Z_]{3,40}")
TELLING = ("STATUS", "SUBSTATE", "PUT", "GET", "CURDEPTH", "MAXDEPTH", "IPPROCS", "XMITQ", "RQMNAME", "RNAME", "TARGET",
           "DEADQ", "MCAUSER", "SSLCIPH", "INDOUBT", "USAGE")  # fmt: skip
"""Attributes that are told of an object, because they decide most."""
OF_MANAGER = ("QMGR", "QMSTATUS")
"""What has the name of its queue manager."""
NOTHING = "Nothing in it is known: paste the whole entry, display or dump, with the line before it and the one after."


@dataclass(frozen=True)
class Explanation:
    """What a text is and says, a line each; `known`: whether anything in it was recognised."""

    what: str
    says: tuple[str, ...]
    known: bool

    def __str__(self) -> str:
        return "\n".join((self.what, *self.says))


@validated(text=DATA)
def explain(text: str | bytes) -> Explanation:
    """What a pasted text is, what it says, and what to look at next.

    Anything that the kit reads, of any length that fits on a screen; else the AMQ and CSQ numbers and the reasons in
    it: `explain("AMQ9202")`. The code of a finding, too: `explain("ON_DLQ")`.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else bytes(text)
    found = recognised(data) if len(data.split(None, 2)) > 1 else Recognised(None)
    whole = parts(data, found)
    rows = [row for part in whole for row in _rows(data, part)]
    said = [line for table, row in rows[:SHOWN] for line in TOLD[table](row)]
    if said and rows[0][0] in BESIDE:
        named = (codes.mqrc(one).code for one in _reasons(data.decode("utf-8", "replace")))
        more = (_reason(code) for code in named if code is not None)
        said += [line for line in dict.fromkeys(more) if not _is_said(line, said)]
    if said:
        more = [f"And {len(rows) - SHOWN} more."] if len(rows) > SHOWN else []
        kinds = {part.format: KINDS[table_of(part.format)] for part in whole}
        what = " and ".join(f"{words} ({kind})" for kind, words in kinds.items())
        return Explanation(f"This looks like {what}.", (*said, *more), True)
    clean = clean_text(data)
    data = clean.data if clean else data
    what, names = context(data, ""), tuple(dict.fromkeys(_named_in(data.decode("utf-8", "replace"))))
    if data and not what.startswith(UNKNOWN):
        return Explanation(f"This looks like {what}, which the kit does not read.", names, True)
    if names:
        return Explanation("It names:", names, True)
    return Explanation(NOTHING, (), False)


def _is_said(line: str, said: Collection[str]) -> bool:
    """Whether lines tell of the number or name with which this one begins."""
    return any(one.startswith(line.split()[0].rstrip(".:")) for one in said)


def _rows(data: bytes, part: Section) -> Iterator[tuple[str, Mapping]]:
    """Each row of a part with its table."""
    module = named(part.format)
    clean = clean_text(data, is_as_found(module))
    text = clean.data if clean else data
    stretch = Stretch(text[part.start : part.end], "pasted text", part.start, part.line, clean=clean)
    for row in source.rows(module, stretch):
        of = row.to_pylist(maps_as_pydicts="lossy") if isinstance(row, pa.RecordBatch) else [row]
        yield from ((table_of(part.format), one) for one in of)


def _message(row: Mapping) -> Iterator[str]:
    md, dlh = row.get("md"), row.get("dlh")
    if dlh:
        meant = f"{dlh.get('DestQName') or 'a queue'} at {dlh.get('DestQMgrName') or 'a queue manager'}"
        reason = dlh.get("Reason")
        yield f"A dead letter, meant for {meant}: {'its reason is not shown.' if reason is None else _reason(reason)}"
    elif md:
        put = f", put {md['PutDate']} {md['PutTime']} (UTC)" if md.get("PutDate") and md.get("PutTime") else ""
        yield f"A message of {md.get('PutApplName') or 'an application'}{put}."
    if md and md.get("BackoutCount"):
        yield f"It was backed out {md['BackoutCount']} times."
    if row.get("error"):
        yield f"Its record: {row['error']}"


def _entry(row: Mapping) -> Iterator[str]:
    if row.get("message"):
        yield _number(row["message"]) or row["message"]
    if row.get("reason"):
        yield _reason(row["reason"])
    named = {key: value for key, value in (row.get("inserts") or {}).items() if value}
    if named:
        yield "It names " + ", ".join(f"{key} {value}" for key, value in list(named.items())[:SHOWN]) + "."


def _object(row: Mapping) -> Iterator[str]:
    if row.get("type") == "ERROR":
        yield f"A command that failed: {row.get('error')}"
    elif row.get("type"):
        shown = [f"{key}({row['attributes'][key]})" for key in TELLING if key in (row.get("attributes") or {})]
        name = row.get("name") or (row["type"] in OF_MANAGER and row.get("queue_manager"))
        yield f"{row['type']} {name or 'without its name'}: {' '.join(shown) or 'no state'}"


def _event(row: Mapping) -> Iterator[str]:
    yield f"{row.get('event') or row.get('category')}: {row.get('object') or row.get('channel') or ''}".rstrip(": ")
    if row.get("reason"):
        yield _reason(row["reason"])


def _call(row: Mapping) -> Iterator[str]:
    if row.get("verb"):
        yield f"{row['verb']} on {row.get('queue') or 'no queue'} by {row.get('application') or 'an application'}."
    if row.get("reason"):
        yield _reason(row["reason"])


def _rule(row: Mapping) -> Iterator[str]:
    words = " ".join(f"{key}({value})" for key, value in (row.get("keywords") or {}).items())
    yield row.get("error") or f"{row.get('kind')}: {words}"


TOLD: dict[str, Callable[[Mapping], Iterator[str]]] = {
    "messages": _message, "log": _entry, "objects": _object, "events": _event, "calls": _call, "rules": _rule,
}  # fmt: skip
"""How a row of each table is told."""


def _named_in(text: str) -> Iterator[str]:
    bare = [*_first(BARE, text), *(found[1] for found in ERROR_ID.finditer(text[: 1 << 16]))]
    known = [f"AMQ{digits}" for digits in bare if _number(f"AMQ{digits}")]
    for number in dict.fromkeys([*(found.upper() for found in _first(NUMBER, text)), *known]):
        yield _number(number) or f"{number}: a message of the product; the kit has no words of its own for it."
    for said in _reasons(text):
        if (identity := ERROR_ID.fullmatch(said)) and f"AMQ{identity[1]}" in known:
            continue
        known = codes.mqrc(said)
        if known.code is not None:
            yield _reason(known.code)
    if not NUMBER.search(text) and not SAID.search(text):
        known = codes.mqrc(text.strip()) if 0 < len(text.strip()) <= LONGEST else None
        if known and known.code is not None:
            yield str(known)
        yield from _finding(text.strip())


def _finding(text: str) -> Iterator[str]:
    if FINDING.fullmatch(text):
        from mqforensics.questions.meanings import meanings_of  # rooms are read only where a finding is meant

        for one in meanings_of(text):
            yield f"{one.code}, a finding of \"{one.title}\" ({one.severity}): {one.says} {one.then}"


def _reasons(text: str) -> list[str]:
    return list(islice(dict.fromkeys(said_in(text[: 1 << 16])), NAMED))


def _first(pattern: re.Pattern, text: str) -> list[str]:
    """The first few different ones: what is misspelled is compared with every name, which takes its time."""
    return list(islice(dict.fromkeys(found[0] for found in pattern.finditer(text[: 1 << 16])), NAMED))


def _number(number: str) -> str | None:
    told = codes.explain(number)
    return str(told) if told.meaning else None


def _reason(code: int) -> str:
    name, meaning, cause = codes.reason_name(code), codes.meaning(code), codes.cause(code)
    return " ".join(filter(None, (f"{code} {name or ''}".rstrip() + ".", meaning, cause)))
