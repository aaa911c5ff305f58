"""What a file is, however far down its first known line stands: one way for a case and for `explain`.

The first bytes mostly tell. Where they do not, one pass over the whole file looks for what only known lines have: an
application's log has its error of MQ at its end. RE2 makes that pass at the speed of reading, for all formats at once;
what it finds is then identified as the first bytes of a file are. A short text that is nothing else and names a
reason, as a mail does, is a log of one sentence.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from mmap import mmap
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.files.context_kinds import UNKNOWN, context
from mqforensics.formats import HEAD, clientlog, format_module, identify, is_as_found
from mqforensics.formats.paste.clean_text import LARGEST, clean_text
from mqforensics.formats.sections import Section, sections

FOUND_LATE = ("amqsbcg", "mqsc", "amqerr", "clientlog", "fdc", "event", "activity", "jmstrace")
"""Formats whose evidence may stand below other text; the others judge a file from its first line on."""
SIGNS = (
    r"AMQ[A-Z]{0,2}[0-9]{4}", r"CSQ[A-Z0-9][0-9]{3}[IWEDA]", r"ICH408I", r"\bBIP[0-9]{4}[EWI]",
    r"CWW[A-Z]{2}[0-9]{4}[EWIA]", r"CTGSK[0-9]{4}[EW]",
    r"(?:JMS(?:WMQ|CMQ|FMQ|MQ|CC|CS)|MQJMS|XMS(?:WMQ|CC)?|CWSMQ|CWSJY|WMSG)[0-9]{4}",
    r"MQJE[0-9]{3}", r"MQ(?:RC|CC)(?:_[A-Z]|[ :=]{1,3}(?:MQ|\[|[0-9]))", r"RC=[0-9]{4}", r"\.MQException\b",
    r"\bMQI Error\b", r"[Cc]omp(?:letion)?\.? ?(?:[Cc]ode)?[ :=']{1,4}[12]",
    r"\bMQ[A-Z0-9]{2,8} (?:call )?(?:ended|failed|returned) with", r"\bmqrc\b", r"errorCode=[0-9]{4}",
    r"libmqi?[cm]_?\w*\.so", r"\bmqi?c(?:xa)?(?:32|64)?\.dll", r"mqjbnd", r"\bMQ(?:SCO|CD|CNO) ",
    r"com[./]ibm[./](?:mq|msg[./]client)[./]", r"javax?/jms/", r"jakarta/jms/", r"\"ibm_[a-z]+Id\"",
    r"Process\([0-9]", r"\bQMNAME\(", r"MQSC", r"\* Script generated on",
    r"(?i:\b(?:define|alter) (?:q\w*|channel|chl|listener|topic|namelist|process) ?\()",
    r"has the following authorizations", r"TranNum\(", r"First Failure Symptom Report", r"START FFST",
    r"AMQ[0-9.]+FDC", r"- starts here", r"MQGET of message number", r"Message descriptor", r"\*{4} Message #",
    r"Event Type {1,99}:", r"\"eventData\"", r"MonitoringType:", r"MQXF_", r"TimeStamp +TID",
    r"Using queue manager name: ", r"queue manager",
)  # fmt: skip
"""What no known line of those formats is without, as RE2 and Python both read it."""
_SIGN = "|".join(SIGNS)
_PLACES = re.compile(_SIGN.encode())
PIECE = 1 << 20
"""Bytes that are looked at in one go; a piece ends where a line does."""
ABOVE = 1 << 12
"""Bytes above a sign in which its record may begin that tell what it is."""
REACH = 1 << 15
"""Bytes above a sign from which a large file is read: the head line of a record may stand so far above."""


class Recognised(NamedTuple):
    """The format of a file, and where its first known line stands: 0 where the first bytes tell."""

    format: str | None
    at: int = 0


def recognise(data: bytes | mmap) -> Recognised:
    """The format of a whole file."""
    head = data[:HEAD]
    name = _of_head(head)
    if name or not _is_text(head):
        return Recognised(name)
    if len(data) < HEAD:
        return Recognised(clientlog.NAME if _is_named(head) else None)
    if len(data) == HEAD:
        return Recognised(None)
    return next(_late(data), Recognised(None))


_of_head = lru_cache(64)(identify)
"""A report's kernel looks at files before its cells ask what they are."""


def parts(data: bytes | mmap, found: Recognised) -> list[Section]:
    """The parts of a whole file, each of one format, of its clean text where it has one; none for what is unknown.

    `found`: what `recognised` gave for it. A file that is too large to be cleaned is one part, which begins where its
    first known record may.
    """
    if not found.format:
        return []
    if len(data) > LARGEST:
        return [_large(data, found)]
    clean = clean_text(bytes(data), is_as_found(format_module(found.format)))
    text = clean.data if clean else bytes(data)
    return sections(text, found.format) or [Section(found.format, 0, len(text), 1)]


def _large(data: bytes | mmap, found: Recognised) -> Section:
    begin = data.rfind(b"\n", 0, max(found.at - REACH, 0)) + 1
    return Section(found.format, begin, len(data), 1 + _lines(data, begin))


def _lines(data: bytes | mmap, end: int) -> int:
    return sum(data[at : min(at + PIECE, end)].count(b"\n") for at in range(0, end, PIECE))


def _is_text(head: bytes) -> bool:
    return b"\0" not in head[:4096]


def _is_named(text: bytes) -> bool:
    return context(text, "").startswith(UNKNOWN) and clientlog.names(text)


def _late(data: bytes | mmap) -> Iterator[Recognised]:
    """Where known lines begin below unknown ones, and what they are."""
    for begin, end in _pieces(data):
        at = begin
        while found := _PLACES.search(data, at, end):
            line = data.rfind(b"\n", begin if at > begin else max(begin - ABOVE, 0), max(found.start() - ABOVE, 0)) + 1
            name = identify(data[line : found.start() + HEAD])
            if name in FOUND_LATE:
                yield Recognised(name, found.start())
            at = found.start() + HEAD - ABOVE


def _pieces(data: bytes | mmap) -> Iterator[tuple[int, int]]:
    """The pieces of a file that have a sign; of a line that is longer than a piece the first piece alone."""
    begin, is_inside = 0, False
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + PIECE) + 1
        was_inside, is_inside = is_inside, not end
        end = end or min(begin + PIECE, len(data))
        if was_inside and is_inside:
            begin = end
            continue
        if pc.match_substring_regex(pa.array([data[begin:end]], pa.large_binary()), pattern=_SIGN)[0].as_py():
            yield begin, end
        begin = end
