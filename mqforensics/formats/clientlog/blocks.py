"""Where one printed error begins and ends in an application's log: its head line, message, hints and stack.

A log line with a time or a level begins a record, and an error never crosses one. Where nothing has a time, the shape
of an exception chain tells what belongs together: a message id that stands there already begins the next error.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mqforensics import codes
from mqforensics.codes import explain
from mqforensics.codes.reason_parser import NUMBER, reasons_in
from mqforensics.formats.clientlog import failure_patterns
from mqforensics.formats.literal_search import NONE, LiteralSearch

LONGEST = 1 << 16
"""Bytes that one error may have; what is longer is cut there, and says this."""
REACH = 1 << 15
"""Bytes above a message in which the head line of its record is looked for."""
PLAIN_ABOVE, PLAIN_BELOW = 3, 40

_QUOTED = rb"[ \t]{0,40}(?:[>#*][ \t]?){0,4}(?:[\w.\-]{1,80}[ \t]{1,20}\|[ \t])?"
_STAMP = (
    rb"\[?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,]|\d{8}T\d{6}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4},?[T ]{1,4}\d{1,2}[:.]\d\d"
    rb"|\d\d:\d\d:\d\d[.,:\] ]|(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} {1,2}\d{1,2},? (?:\d{4},? )?\d{1,2}:\d\d"
    rb"|<\d{1,3}>|\{[ \t]?\")"
)
_LEVEL = (
    rb"\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE|NOTICE)\b|(?:FATA|ERRO|WARN|INFO|DEBU) ?\["
    rb"|level=|time=|ts=|\[Nest\]"
)
JAVA_LOG = rb"[^\[\n]{10,80}?\d[:.]\d\d[:.]\d\d[^\[\n]{0,24}\[[^\]\n]{1,200}\] com\.ibm\.(?:mq|msg\.client)\."
"""A line of `mqjms.log`: a date in the form of the locale, the thread, a class of the product."""
TIMED = re.compile(_QUOTED + _STAMP)
HEAD = re.compile(_QUOTED + b"(?:" + _STAMP + b"|" + _LEVEL + b"|" + JAVA_LOG + b")")
ID = re.compile(
    rb"(?<![\w.])(?:(?:JMS(?:WMQ|CMQ|FMQ|MQ|CC|CS)|MQJMS|XMS(?:WMQ|CC)?|CWSMQ|CWSJY|WMSG)\d{4}[EWI]?(?=: )"
    rb"|MQJE\d{3}(?=: )|(?<=\()AMQ4\d{3}(?=\))|MQWB\d{4}[EW](?=: )|CWW(?:[A-Z]{2}\d{4}[EW]|KS\d{4}A)(?=: )"
    rb"|CTGSK\d{4}[EW](?=[: ])"
    rb"|BIP\d{4}[EWS](?=: [^\n]{0,160}(?:[Qq]ueue manager|MQ\b)))"
)
REASON = re.compile(
    rb"MQCC ?= ?(?:MQCC_[FW]|\[?[12])|CC=[12];RC=\d|\bMQ[A-Z0-9]{2,8} (?:call )?(?:ended|failed|returned) with reason"
    rb"|(?i:\bcomp(?:letion)?\.? ?(?:code)?)\s{0,2}[:=]?\s{0,2}'?[12]'?"
    rb"(?: \('MQCC_\w{2,10}'\))?[,;.]?\s{1,2}(?i:reason)|ompletion code of '?[12]'? and reason"
    rb"|\bReason[ :=]{1,3}\d{4} ?- ?MQRC_[A-Z]|AMQ8101[A-Z]?: [^\n(]{1,60}\([0-9A-F]{2,4}\)"
    rb"|\"mqrc\": ?[1-9]|errorCode=\d{4}, ?reason=MQRC|\.MQException\b[^\n]{0,120}?(?:[Rr]eason\b|MQRC_[A-Z])"
)
NAMED = re.compile(
    rb"(?<![=\w])MQRC_[A-Z_0-9]{3,40}['\")]?[ :=,]{0,3}[\[(]?\d{4}\b|(?<!\d)\d{4}[ :=,]{0,3}[\[(]?['\"]?MQRC_[A-Z]"
    rb"|\bMQRC[ :=]{1,2}\d{4}\b|\bMQ reason code(?: of)?[ :=]{1,2}'?\d{4}\b"
)
"""A reason that a person may have written as well: only a log's own line, or an exception, makes an error of it."""
SIGNAL = re.compile(b"(?:" + ID.pattern + b"|" + REASON.pattern + b"|" + failure_patterns.SIGNS + b")")
"""What only a program that has failed at a call of MQ prints."""
_EITHER = re.compile(b"(?P<signal>" + SIGNAL.pattern + b")|" + NAMED.pattern)
_LITERALS = (
    b"JMS", b"XMS", b"CWS", b"CWW", b"CTGSK", b"WMSG", b"MQJ", b"MQWB", b"BIP", b"(AMQ4", b"AMQ8101", b"MQCC", b";RC=",
    b"eason", b'"mqrc"', b"errorCode=", b".MQException", b"MQRC", *failure_patterns.LITERALS,
)  # fmt: skip
"""Each of the above has one of these, at most `BEFORE` bytes behind its beginning and `BEHIND` before its end."""
BEFORE, BEHIND = 120, 200
_STACK = re.compile(
    rb"[ \t>#*]{0,40}(?:at [\w.$<]|\.\.\. \d+ (?:more|common)|--- End of |File \"|Traceback \(|\^$"
    rb"|[A-Za-z]{0,20} ?: [\w.$/@]{1,200}\.[\w$<>]{1,80}\([\w.$ ]{1,80}(?::\d+)?\))"
)
_UNCAUGHT = re.compile(rb"(?:/|[A-Z]:\\|node:|file:)[^\s:]{1,300}:\d+[ \t]*$", re.M)
"""Where Node begins to print what nobody caught."""
_CHAIN = re.compile(
    rb"[ \t>#*]{0,40}(?i:caused by|linked exception|inner exception|nested exception|--->|wrapped by|root cause"
    rb"|suppressed:)"
)
_THROWN = re.compile(
    rb"[ \t>#*]{0,40}(?:Exception in thread [^\n]{0,80}? )?[\w.$]{1,200}(?:Exception|Error)(?:[:\[\s]|$)"
)
_GOES_ON = re.compile(
    rb"[ \t>#*]{0,40}(?i:explanation|severity|action|user action|message|source|errorcode|response)\s?[:=]"
)
_PARTED = re.compile(rb"[ \t>#*]{0,40}(?:==|---|\$ |Sample AMQ\w+(?:\.JS)? start|MQ[A-Z]{2,8} )")
_PROGRAM = re.compile(
    rb"[^\n]{0,200}?\bamqs(?:put|get|bcg|gbr|pub|sub)c?(?:\.js|\.exe)?(?: |$)"
    rb"|[ \t]{0,40}Sample AMQ\w{1,20}(?:\.JS)? start"
)
_SERVER = re.compile(rb"[ \t>#*]{0,40}(?P<id>AMQ\d{4,5})(?P<letter>[A-Z])?: ?")
_BLANK = re.compile(rb"[ \t\r>#*]*$", re.M)
_NAME = re.compile(rb"\bMQRC_[A-Z][A-Z_0-9]{2,60}")
_NUMBER = re.compile(rb"(?i:reason|RC)(?: code)?(?: of)?[ :='(\[]{1,4}(?:MQRC_\w{1,40} ?\[?)?(\d{4})\b")


class Block(NamedTuple):
    """One error: where it begins and ends, and whether it was cut at the longest that is read."""

    begin: int
    end: int
    is_cut: bool = False
    is_prose: bool = False
    """Whether only somebody's sentence names a reason there."""


def blocks(data: bytes, taken: Sequence[tuple[int, int]] = ()) -> Iterator[Block]:
    """The errors of a log in file order, outside what is `taken` (ranges of entries that a queue manager wrote)."""
    floor = at = entry = 0
    needles = LiteralSearch(data, _LITERALS)
    while signal := _signal(data, needles, at):
        line = data.rfind(b"\n", floor, signal.start()) + 1 or floor
        while entry < len(taken) and taken[entry][1] <= line:
            floor = max(floor, taken[entry][1])
            entry += 1
        if entry < len(taken) and taken[entry][0] <= line and not _is_thrown(data, line):
            at = max(signal.end(), _line_end(data, line))
            continue
        following = entry + (entry < len(taken) and taken[entry][0] <= line)
        stop = taken[following][0] if following < len(taken) else len(data)
        if not signal["signal"] and not HEAD.match(data, line) and not _is_thrown(data, line):
            at = _line_end(data, line)
            yield Block(line, min(at, line + LONGEST), is_prose=True)
            floor = at
            continue
        if following > entry:  # inside an entry, whose own first line is no part of the error
            floor = max(floor, min(_line_end(data, taken[entry][0]), line))
        begin = _begin(data, line, floor)
        end = _end(data, begin, line, max(stop, line + 1))
        yield Block(begin, min(end, begin + LONGEST), end > begin + LONGEST)
        floor = at = max(end, signal.end())


def sentences(data: bytes) -> Iterator[Block]:
    """The lines of a text in which somebody names a reason or a message of the product, however he writes it."""
    begin = 0
    while begin < len(data):
        end = _line_end(data, begin)
        text = data[begin : min(end, begin + LONGEST)].decode("utf-8", "replace")
        if next(reasons_in(text), None) is not None or any(explain(found[0]).title for found in NUMBER.finditer(text)):
            yield Block(begin, min(end, begin + LONGEST), is_prose=True)
        begin = end


def _signal(data: bytes, needles: LiteralSearch, at: int) -> re.Match[bytes] | None:
    """The first sign of an error at or after `at`."""
    while (hit := needles.after(at)) < NONE:
        if signal := _EITHER.search(data, max(at, hit - BEFORE), hit + BEHIND):
            return signal
        at = hit + 1
    return None


def _is_thrown(data: bytes, line: int) -> bool:
    return bool(_THROWN.match(data, line) or _CHAIN.match(data, line))


def _begin(data: bytes, line: int, floor: int) -> int:
    """The head line of the record that a message at `line` belongs to, else the top of its stack."""
    if HEAD.match(data, line):
        return line
    begin, at, plain, blank = line, line, 0, 0
    is_thrown = _is_thrown(data, line)
    while at > floor and line - at < REACH:
        above = max(data.rfind(b"\n", floor, at - 1) + 1, floor)
        if HEAD.match(data, above):
            return above if is_thrown or not blank else begin
        if _BLANK.match(data, above, at - 1):
            blank += 1
            if blank > 1 or not is_thrown:
                break
        elif _STACK.match(data, above, at) or _is_thrown(data, above):
            begin, plain, blank = above, 0, 0
        elif _PROGRAM.match(data, above, at - 1):
            begin = above
        elif _UNCAUGHT.match(data, above, at):
            return above
        elif plain < PLAIN_ABOVE and not blank and not _PARTED.match(data, above):
            plain += 1
        else:
            break
        at = above
    return begin


def _end(data: bytes, begin: int, line: int, stop: int) -> int:
    """Where the error ends whose first message is on the line at `line`."""
    has_head = begin < line or bool(HEAD.match(data, begin))
    end = min(_line_end(data, line), stop)
    seen = _Seen(data[begin:line][-LONGEST:], data[line : min(end, line + LONGEST)])
    at, is_blank, plain, after_stack = end, False, 0, False
    limit = min(stop, begin + LONGEST)
    while at < limit and not HEAD.match(data, at):
        below = _line_end(data, at)
        text = data[at : min(below, at + LONGEST)]
        if _BLANK.match(data, at, below):
            is_blank, at = True, below
            continue
        if is_blank and _UNCAUGHT.match(data, at, below):
            break
        if _STACK.match(data, at, below):
            plain = 0
        elif server := _SERVER.match(text):
            if not seen.quotes(server, text):
                break
        elif SIGNAL.search(text):
            if not seen.goes_on(text, has_head, is_blank) and not (has_head and after_stack and seen.tells_again(text)):
                break
        elif not seen.reasons and seen.ids and NAMED.match(text, len(text) - len(text.lstrip())):
            plain = 0  # the reason, on a line of its own
        elif _CHAIN.match(text) or (not is_blank and _THROWN.match(text)) or _GOES_ON.match(text):
            plain = 0
        elif is_blank or _PARTED.match(text) or plain == PLAIN_BELOW:
            break
        else:
            plain += 1
        seen.add(text)
        after_stack = bool(_STACK.match(text)) or (after_stack and text[:1] in b" \t")
        end = at = below
        is_blank = False
    return min(end, stop)


class _Seen:
    """What a block has named so far."""

    def __init__(self, *texts: bytes):
        self.ids: set[bytes] = set()
        self.server_ids: set[bytes] = set()
        self.reasons: set[bytes] = set()
        self.named: set[bytes] = set()
        self.started: set[bytes] = set()
        self.text = b""
        for text in texts:
            self.add(text)

    def add(self, text: bytes) -> None:
        self.ids.update(ID.findall(text))
        self.server_ids.update(re.findall(rb"AMQ\d{4,5}", text))
        self.reasons.update(_NUMBER.findall(text))
        self.named.update(str(codes.code(name.decode())).encode() for name in _NAME.findall(text))
        self.started.update(_started(text))
        self.text = text if b"jmqi" in text else self.text

    def quotes(self, server: re.Match[bytes], text: bytes) -> bool:
        """Whether a line that begins with a server's id is the client's own: it prints no severity with it."""
        return not server["letter"] and (b"jmqi." in text or server["id"] in self.server_ids)

    def tells_again(self, text: bytes) -> bool:
        """Whether an exception under a stack is the error of the head line, printed again as Python does."""
        return _is_thrown(text, 0) and bool(set(_NUMBER.findall(text)) & self.reasons)

    def goes_on(self, text: bytes, has_head: bool, is_blank: bool) -> bool:
        """Whether a line with its own message is the same error told on."""
        if _CHAIN.match(text):
            return True
        ids, reasons = set(ID.findall(text)), set(_NUMBER.findall(text))
        if not is_blank and not _is_thrown(text, 0) and b"jmqi" in self.text:
            return True  # a long exception, wrapped
        if has_head and not is_blank and ids:
            started = _started(text)
            return not started or (started[0] not in self.started and (not self.ids or started[0][:6] == b"JMSCMQ"))
        if reasons and self.reasons and not reasons & self.reasons:
            return False
        if not ids and not is_blank and not _is_thrown(text, 0) and reasons & self.named:
            return True  # what the exception calls by its name, its program prints as a number
        if ids:
            return not {id_[:6] for id_ in ids} & {id_[:6] for id_ in self.ids}
        return bool(self.ids) and not is_blank


def _started(text: bytes) -> list[bytes]:
    """The id that a line begins with: a program without a log of its own prints one such line an error."""
    found = ID.match(text, len(text) - len(text.lstrip()))
    return [found[0]] if found else []


def _line_end(data: bytes, at: int) -> int:
    return data.find(b"\n", at) + 1 or len(data)
