"""Any pasted text: what it is, what it says, and what to ask next; without Spark, for a few lines at a time."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any, NamedTuple

import pyarrow as pa

from mqforensics import codes, source
from mqforensics.case.given import OPEN, Given
from mqforensics.case.given import SHOWN as HOLDS
from mqforensics.case.given import from_arguments as given_by
from mqforensics.codes.client_failures import failure
from mqforensics.codes.defaults import differing
from mqforensics.codes.exit_codes import exit_code
from mqforensics.codes.reason_parser import SAID, said_in
from mqforensics.codes.refusals import CLIENT
from mqforensics.files.context_kinds import UNKNOWN, context
from mqforensics.flow.assumptions import assumption, rules
from mqforensics.formats import format_module, is_as_found, table_of
from mqforensics.formats.api import traits
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.mqsc import NOT_READ
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.recognition import Recognised, parts, recognise
from mqforensics.formats.sections import Section
from mqforensics.objects.commands import Command
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row
from mqforensics.objects.first_steps import first_step
from mqforensics.plaintext import shortened
from mqforensics.questions.errors.client_reasons import NO_MESSAGE
from mqforensics.questions.errors.trouble_events import display_of_event, tells_of_trouble
from mqforensics.questions.refused import signs
from mqforensics.questions.refused.explanation import looked_at_first
from mqforensics.validation import DATA, validated

SEVERAL = re.compile(rb"[\s={(<]")
"""What a text has that is more than one word."""
SHOWN = 8
"""So many different things of a text are named, the gravest and newest first; the rest are counted."""
NAMES, FEW_ALIKE = "It names ", 3
"""How the line of what an entry names begins; of more entries that differ in it alone, only the first counts."""
TIMES = re.compile(r"\d+ times: ")
LONGEST = 300
NAMED = 20
"""So many different numbers and reasons of a text that is not evidence are named."""
KINDS = {
    "messages": "messages of a dump", "objects": "definitions or status", "log": "an error log or a client's error",
    "events": "events of a queue manager", "calls": "a trace of MQI calls", "rules": "rules of a dead-letter handler",
}  # fmt: skip
NUMBER = re.compile(r"\b(?:AMQ\d{4}[A-Z]?|CSQ[A-Z]\d{3}[A-Z]?|JMS[CFW]MQ\d{4}|JMSC[CS]\d{4})\b", re.I)
ERROR_ID = re.compile(r"\b0x[1-9A-F]000(\d{4})\b", re.I)
"""The number of a message as an event's errorId has it ("Events and clocks", 2.3)."""
HEXED = re.compile(r"AMQ8101[A-Z]?: [^\n(]{1,60}\(([0-9A-F]{2,4})\)")
"""A reason as the control commands print it, in hexadecimal."""
BARE = re.compile(r"^[5-9]\d{3}(?=[A-Z]?: [A-Z])", re.M)
"""One without its AMQ, as mails and consoles have it; told where the kit knows it."""
FINDING = re.compile(r"[A-Z][A-Z_]{3,40}")
TELLING = ("STATUS", "SUBSTATE", "PUT", "GET", "CURDEPTH", "MAXDEPTH", "IPPROCS", "XMITQ", "RQMNAME", "RNAME", "TARGET",
           "DEADQ", "MCAUSER", "SSLCIPH", "INDOUBT", "USAGE", "HAROLE", "HASTATUS", "HACURRENTLOCATION", "DRROLE",
           "DRSTATUS", "CONNAME", "USERSRC", "AUTHADD", "AUTHLIST", "NODESTATUS")  # fmt: skip
"""Attributes that are reported of an object, because they decide most."""
CAUSE = "cause"
"""The role of an entry that shows why somebody was refused."""
OF_MANAGER = ("QMGR", "QMSTATUS")
"""What has the name of its queue manager."""
GRAVE, WARNS, PLAIN, INFORMS = range(4)
RANKS = {"E": GRAVE, "S": GRAVE, "T": GRAVE, "F": GRAVE, "1": GRAVE, "2": GRAVE, "W": WARNS, "3": WARNS, "I": INFORMS,
         "D": INFORMS, "N": INFORMS, "4": INFORMS}  # fmt: skip
"""How grave an entry is, by the first letter of its severity."""
TROUBLE = re.compile(
    r"(?i)retrying|stopped|paused|binding|initiali[sz]ing|unexpected|ended|degraded|not available|unavailable|offline"
    r"|quiescing|inactive|standby elsewhere|mixed|partial|inconsistent"
)
"""Values of a status that say that something does not run as it should."""
STATES = ("STATUS", "HASTATUS", "DRSTATUS", "NODESTATUS", "SUBSTATE")
READ_AS_DATA = (
    "The program reads the header as its data. Set PROPCTL(NONE) on the queue, get with MQGMO_NO_PROPERTIES, or begin "
    "behind the header: its StrucLength says where."
)
UNDATED = datetime.min.replace(tzinfo=UTC)
RFH1 = 32
"""Bytes of an MQRFH before its name-value string; an MQRFH2 has more."""
COLLECTOR = re.compile(r"(?:Comment|Arith|Char)Insert\d")
"""Inserts without a meaning of their own: the sentence that they stand in says them."""
SAYS = re.compile(r"['\d]")
"""What a sentence has that names something."""
NO_NAMES = ("failure", "chain", "product", "platform", "class", "method", "java", "stack", "level", "build", "fdc")
"""Inserts that name nothing that a reader could look for."""
ALTERED = ("ALTDATE", "ALTTIME", "CRDATE", "CRTIME", "REPLACE", "NOREPLACE", "QMID", "TYPE", "QTYPE")
"""What tells of no setting."""
ATTRIBUTES = 16
"""So many attributes of an object are named."""
SENTENCE = 400
"""So much of a product's sentence is displayed."""
ID = r"(?:AMQ|CSQ[A-Z]|JMS[A-Z]{2,3}|MQJE|XMS[A-Z]{0,3}|BIP|CWW[A-Z]{2}|CWSJY)\d{3,5}[A-Z]?"
LETTERS = "EWISTCAD"
"""What a message's number may end in: how grave it is, not which message."""
NO_WORDS = "a message of the product; the kit has no words of its own for it."
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
def explain(text: str | bytes, zone: Any = None, captured: Any = None, assume: Any = None) -> Explanation:
    """What a pasted text is, what it says, and what to look at next.

    Anything that the kit reads, of any length that fits on a screen; else the AMQ and CSQ numbers and the reasons in
    it: `explain("AMQ9202")`. The code of a finding or the key of an assumption, too: `explain("ON_DLQ")`. With the
    `zone` of its host the times of a display are reported in UTC; `captured` and `assume` as `open_case` has them.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else bytes(text)
    given = given_by(zone, captured, assume)
    found = recognise(data) if SEVERAL.search(data.strip()) else Recognised(None)
    whole = parts(data, found)
    told = list(chain.from_iterable(_told(_rows(data, part)) for part in whole))
    clean = clean_text(data)
    words = (clean.data if clean else data).decode("utf-8", "replace")
    said = list(_in_order(told))
    said += _in_utc(data, whole, given) if given else []
    if said:
        if not any(one.is_doubted for one in told):
            said += [line for line in _beside(words, whole) if not _is_said(line, said)]
        kinds = {part.format: KINDS[table_of(part.format)] for part in whole}
        what = " and ".join(f"{words} ({kind})" for kind, words in kinds.items())
        return Explanation(f"This looks like {what}.", (*said, *_first_steps(told)), True)
    what, names = context(data, ""), tuple(dict.fromkeys(_named_in(words)))
    if data and not what.startswith(UNKNOWN):
        return Explanation(f"This looks like {what}, which the kit does not read.", names, True)
    if names:
        return Explanation("It names:", names, True)
    return Explanation(NOTHING, (), False)


def _in_utc(data: bytes, whole: Iterable[Section], given: Given) -> Iterator[str]:
    """The times that displays print by the clocks of their hosts in UTC, where a zone is given."""
    rows = [row for part in whole if table_of(part.format) == "objects" for _, row in _rows(data, part)][:SHOWN]
    estate = Estate(rows, given=given)
    for row in map(Row.of, rows):
        zone = given.zone(row.queue_manager)
        spans = {stem: estate.moment(row, stem) for stem in row.times} if zone else {}
        told = [f"{stem} {span.first:%Y-%m-%dT%H:%M:%SZ}" for stem, span in spans.items() if span.first == span.last]
        if told:
            yield f"In UTC, with the zone {zone.name} as you say: {row.name or row.type} {', '.join(told)}."


class RowSummary(NamedTuple):
    """What a row says: its lines, how grave it is, when it was, and the command to run first."""

    lines: tuple[str, ...]
    rank: int
    time: datetime
    step: tuple[str, ...]
    is_doubted: bool
    """Whether a number is printed there that is not the product's."""
    told_by: str | None = None
    """Of a refusal in a log: that a client tells it, else what its entry is to it: its cause or what follows."""


def _told(rows: Iterable[tuple[str, Mapping]]) -> Iterator[RowSummary]:
    for table, row in rows:
        if lines := tuple(TOLD[table](row)):
            step = _step(table, row)
            time = row.get("time") if table in ("log", "events") else None
            is_doubted = table == "log" and bool(row.get("error")) and not (row.get("message") or row.get("reason"))
            sign = signs.of_log(defaultdict(lambda: None, row)) if table == "log" else None
            by = sign and (sign.kind if sign.kind == CLIENT else sign.role)
            yield RowSummary(
                lines, _rank(table, row), time or UNDATED, tuple(one.command for one in step), is_doubted, by
            )


SIGNS = {"log": signs.of_log, "events": signs.of_event}
"""What reads a refusal out of a row of a table."""


def _step(table: str, row: Mapping) -> list[Command]:
    """What to run first for a row, as the questions of a case decide it."""
    looks = looked_at_first(row, SIGNS[table]) if table in SIGNS else None
    if looks is not None:
        return looks[:1]
    if table == "events":
        return display_of_event(row)[:1] if tells_of_trouble(row) else []
    if row.get("reason") == NO_MESSAGE:
        return []
    return first_step(row.get("reason"), row.get("inserts") or row, row.get("queue_manager"))


def _rank(table: str, row: Mapping) -> int:
    if table == "log":
        severity = str(row.get("severity") or "")[:1].upper()
        failed = row.get("reason") or row.get("error") or _exit_code(row)
        return GRAVE if failed else RANKS.get(severity, PLAIN)
    if table == "objects":
        values = [(row.get("attributes") or {}).get(key, "") for key in STATES]
        return GRAVE if row.get("type") == "ERROR" or any(map(TROUBLE.search, values)) else PLAIN
    failed = row.get("dlh") or row.get("reason") or row.get("comp_code") or (row.get("error") and table != "rules")
    return GRAVE if failed else PLAIN


def _exit_code(row: Mapping) -> bool:
    return (row.get("inserts") or {}).get("exit_code") not in (None, "0")


def _in_order(told: list[RowSummary]) -> Iterator[str]:
    """The lines of the gravest and newest first, each once, and how many more there are.

    Entries that differ in what they name alone, as those of a scan do, are one where they are many.
    """
    count = Counter(one.lines for one in told)
    newest = sorted(told, key=lambda one: one.time, reverse=True)
    kinds = list(dict.fromkeys(one.lines for one in sorted(newest, key=lambda one: one.rank)))
    alike: dict[tuple, list[tuple]] = {}
    for lines in kinds:
        alike.setdefault(_without_names(lines) or lines, []).append(lines)
    told_as = [([of[0]], of) if len(of) > FEW_ALIKE else (of, []) for of in alike.values()]
    others = {lines[0]: of for lines, of in told_as if of}
    left = [one for one in kinds if any(one in lines for lines, _ in told_as)]
    for lines in left[:SHOWN]:
        first, *rest = lines
        times = sum(count[one] for one in others.get(lines, [lines]))
        yield f"{times} times: {first}" if times > 1 else first
        yield from rest
        if lines in others:
            yield f"The other {times - count[lines]} differ in what they name."
    if left[SHOWN:]:
        yield f"And {sum(count[lines] for lines in left[SHOWN:])} more."


def _without_names(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if not line.startswith(NAMES))


def _beside(text: str, whole: list[Section]) -> Iterator[str]:
    """What a text names beside what its rows say, if the kit has words for it; a failure report lists much."""
    if all(part.format == "fdc" for part in whole):
        return
    yield from (line for line in _named_in(text) if not line.endswith((NO_WORDS, "_")) and len(line.split()) > 2)


def _first_steps(told: list[RowSummary]) -> list[str]:
    """The command of the gravest and newest thing that has one."""
    newest = sorted(told, key=lambda one: one.time, reverse=True)
    first = sorted(newest, key=lambda one: one.rank)
    leading = next((one for one in first if one.step), None)
    cause = next((one for one in first if one.step and one.told_by == CAUSE), None)
    # The log of the queue manager that refused a client says more than the client does, and a cause more than a result.
    leading = cause if cause and leading and leading.told_by else leading
    step = leading.step if leading else ()
    return [f"First step: {command}" for command in step]


def _is_said(line: str, said: Collection[str]) -> bool:
    """Whether lines tell of the number or name with which this one begins."""
    return any(TIMES.sub("", one).startswith(line.split()[0].rstrip(".:")) for one in said)


def _rows(data: bytes, part: Section) -> Iterator[tuple[str, Mapping]]:
    """Each row of a part with its table."""
    module = format_module(part.format)
    clean = clean_text(data, is_as_found(module))
    text = clean.data if clean else data
    after = b"" if part.end is None else text[part.end : part.end + traits(module).LOOKAHEAD]
    stretch = FileSlice(text[part.start : part.end], "pasted text", part.start, part.line, after, clean=clean)
    for row in source.rows(module, stretch):
        of = row.to_pylist(maps_as_pydicts="lossy") if isinstance(row, pa.RecordBatch) else [row]
        yield from ((table_of(part.format), one) for one in of)


def _message(row: Mapping) -> Iterator[str]:
    md, dlh = row.get("md"), row.get("dlh")
    if dlh:
        meant = f"{dlh.get('DestQName') or 'a queue'} at {dlh.get('DestQMgrName') or 'a queue manager'}"
        reason = dlh.get("Reason")
        yield f"A dead-lettered message for {meant}: {'its reason is missing.' if reason is None else _reason(reason)}"
    elif md:
        put = f", put {md['PutDate']} {md['PutTime']} (UTC)" if md.get("PutDate") and md.get("PutTime") else ""
        yield f"A message of {md.get('PutApplName') or 'an application'}{put}."
    elif row.get("headers") or row.get("body_text"):
        yield from _data(row)
    if md and md.get("BackoutCount"):
        yield f"It was backed out {md['BackoutCount']} times."
    if row.get("error"):
        yield f"Its record: {row['error']}"


def _data(row: Mapping) -> Iterator[str]:
    """A message's data without its MQMD: the headers in it, and where a JMS program sent it."""
    chain_ = [f"MQ{one['StrucId']}".replace("MQRFH", "MQRFH2" if one.get("length", 0) > RFH1 else "MQRFH")
              for one in row.get("headers") or ()]  # fmt: skip
    properties = row.get("properties") or {}
    to = properties.get("jms.Dst") or properties.get("Dst")
    what = f"The data of a message begin with {', '.join(chain_)}" if chain_ else "The data of a message are text"
    yield f"{what}{f': a JMS message for {to}' if to else ''}."
    if chain_ and chain_[0].startswith("MQRFH"):
        yield READ_AS_DATA
    if row.get("body_text"):
        yield f"Its text: {_one_line(row['body_text'])}"


def _entry(row: Mapping) -> Iterator[str]:
    if row.get("message"):
        yield _number(row["message"]) or " ".join(filter(None, (row["message"], *_own_words(row))))
    elif known := failure((row.get("inserts") or {}).get("failure")):
        yield str(known)
    elif not row.get("reason") and row.get("text"):
        yield _one_line(row["text"])
    if row.get("reason"):
        yield _reason(row["reason"])
    if row.get("error"):
        yield f"Of it: {row['error']}."
    given = row.get("inserts") or {}
    if meant := exit_code(given.get("command"), given.get("exit_code")):
        yield meant
    given = (row.get("inserts") or {}).items()
    named = {key: value for key, value in given if value and not COLLECTOR.match(key) and key not in NO_NAMES}
    if not named and row.get("message") and _number(row["message"]):
        yield from (one for one in _own_words(row, ()) if SAYS.search(one))
    if named:
        yield NAMES + ", ".join(f"{key} {value}" for key, value in list(named.items())[:SHOWN]) + "."


def _own_words(row: Mapping, more: tuple[str, ...] = ("explanation", "action")) -> Iterator[str]:
    """The sentence of an entry, and `more` of it, as the product printed them."""
    text = row.get("text") or ""
    sentence = re.search(rf"{re.escape(row['message'])}[A-Z]?:? ?([^\n]+)", text)
    yield _one_line(sentence[1].removesuffix('",') if sentence else text)
    for name in more:
        if row.get(name):
            yield f"{name.capitalize()}: {_one_line(row[name])}"


def _one_line(text: str) -> str:
    return shortened(" ".join(text.split()), SENTENCE + 1)


def _object(row: Mapping) -> Iterator[str]:
    if not row.get("type") and row.get("error") and NOT_READ in row["error"]:
        yield f"It is {row['error']}."
    if row.get("type") == "ERROR":
        yield f"A command that failed: {row.get('error')}"
    elif row.get("type"):
        name = row.get("name") or (row["type"] in OF_MANAGER and row.get("queue_manager"))
        called = f" {name}" if name else "" if row["type"] in OF_MANAGER else " without its name"
        yield f"{row['type']}{called}: {_shown(row)}"
        if row.get("error"):
            yield f"Its record: {row['error']}"


def _shown(row: Mapping) -> str:
    """What decides most of an object, then what its definition sets that is not the product's default."""
    has, name = row.get("attributes") or {}, row.get("name")
    first = {key: has[key] for key in TELLING if key in has}
    others = differing(row["type"], {key: value for key, value in has.items() if key not in first})
    others = {key: value for key, value in others.items() if key not in ALTERED and (value != name or not value)}
    told = [f"{key}({value})" if value or key in first else key for key, value in {**first, **others}.items()]
    more = f" and {len(told) - ATTRIBUTES} more" if len(told) > ATTRIBUTES else ""
    return " ".join(told[:ATTRIBUTES]) + more if told else "the product's defaults"


def _event(row: Mapping) -> Iterator[str]:
    kind = f"A {row['category']} of PCF, " if row.get("category") in ("command", "reply") else ""
    about = row.get("object") or row.get("channel") or ""
    yield f"{kind}{row.get('event') or row.get('category')}: {about}".rstrip(": ")
    if kind and row.get("fields"):
        yield "It says " + ", ".join(f"{key} {value}" for key, value in list(row["fields"].items())[:SHOWN]) + "."
    if row.get("reason"):
        yield _reason(row["reason"])


def _call(row: Mapping) -> Iterator[str]:
    if row.get("verb"):
        where = f" at {row['queue_manager']}" if row.get("queue_manager") else ""
        where += f" over channel {row['channel']}" if row.get("channel") else ""
        if row["verb"] == "ROUTE":
            yield f"The message came through {row.get('queue')}{where}."
        else:
            by = row.get("application") or "an application"
            yield f"{row['verb']} on {row.get('queue') or 'no queue'}{where} by {by}."
    elif row.get("error"):
        yield f"{row['error'][:1].upper()}{row['error'][1:]}."
    if row.get("reason"):
        yield _reason(row["reason"])


def _rule(row: Mapping) -> Iterator[str]:
    words = " ".join(f"{key}({value})" for key, value in (row.get("keywords") or {}).items())
    yield row.get("error") or f"{row.get('kind')}: {words}"


TOLD: dict[str, Callable[[Mapping], Iterator[str]]] = {
    "messages": _message, "log": _entry, "objects": _object, "events": _event, "calls": _call, "rules": _rule,
}  # fmt: skip
"""How a row of each table is reported."""


def _named_in(text: str) -> Iterator[str]:
    bare = [*_first(BARE, text), *(found[1] for found in ERROR_ID.finditer(text[: 1 << 16]))]
    known = [f"AMQ{digits}" for digits in bare if _number(f"AMQ{digits}")]
    for number in dict.fromkeys([*(found.upper() for found in _first(NUMBER, text)), *known]):
        own = re.search(rf"(?i:{number})[A-Z]?[: ] ?([^\n]{{8,}})", text)
        yield _number(number) or (f"{number.rstrip(LETTERS)} {_one_line(own[1])}" if own else f"{number}: {NO_WORDS}")
    for said in (*_reasons(text), *(f"0x{found[1]}" for found in HEXED.finditer(text[: 1 << 16]))):
        if (identity := ERROR_ID.fullmatch(said)) and f"AMQ{identity[1]}" in known:
            continue
        known = codes.mqrc(said)
        if known.code is not None and known.family not in ("application", "exit"):  # such a number is anybody's
            yield _reason(known.code)
    if not NUMBER.search(text) and not SAID.search(text):
        known = codes.mqrc(text.strip()) if 0 < len(text.strip()) <= LONGEST else None
        if known and known.code is not None:
            yield str(known)
        yield from _finding(text.strip().upper())


def _finding(text: str) -> Iterator[str]:
    if rule := rules().get(text):
        made = assumption(text, "QM1", "NAME", "ATTRIBUTE", class_="")
        yield f"{text}, an assumption: {made.text} Source: {rule.source}."
        if made.command:
            yield f"Check (read-only): {made.command}"
        said = f"{text}=Europe/Berlin" if text == "ZONE" else f"{text}={HOLDS}"
        yield f"If you know that it holds: --assume {said}. To see the answer without it: --assume {text}={OPEN}."
    if FINDING.fullmatch(text):
        from mqforensics.questions.meanings import meanings_of  # rooms are read only where a finding is meant

        for one in meanings_of(text):
            yield f'{one.code}, a finding of "{one.title}" ({one.severity}): {one.says} {one.then}'


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
