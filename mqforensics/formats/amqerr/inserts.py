"""The inserts of a message by name: out of its English text, else by the number that its language-neutral insert has.

`PATTERNS`: message ids, the name of an insert and the text around it. `NUMBERS`: which ArithInsert (A1, A2) or
CommentInsert (C1–C3) of a message holds it, from the message reference: its insert_1 and insert_2 are the ArithInserts,
insert_3 to insert_5 the CommentInserts.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from mqforensics import codes as numbers

CODE = r"\(?X"
PATTERNS = (
    ("AMQ9544", "location", r"location of the queue is (\d)"),
    ("AMQ9544", "pid", r"\(PID\) of the processing program was '(.*?)'"),
    ("AMQ9202", "host", r"[Rr]emote host '?(.*?)'? not available"),
    ("AMQ9202", "channel", r"for channel \(?([A-Za-z0-9._/%]{1,20})\)? was not successful"),
    ("AMQ9202 AMQ9206 AMQ9208", "return_code", rf"(?:is|was) (\d+) {CODE}"),
    ("AMQ9206", "host", r"sending data to host '?(.*?)'?\.(?:\s|$)"),
    ("AMQ9207", "host", r"from host '(.*?)'(?=[\s.,])|from host ([^\s']+(?: \([^)]*\))*)"),
    ("AMQ9208", "host", r"receive from host '?(.*?)'?\.(?:\s|$)"),
    ("AMQ9209", "host", r"[Cc]onnection to host '(.*?)'"),
    ("AMQ9213", "protocol", r"communications error for (\S+) occurred"),
    ("AMQ9271", "host", r"remote end of the connection was '(.*?)'"),
    ("AMQ9213 AMQ9271", "call", r"return code from the (.*?) call was"),
    ("AMQ9213 AMQ9271", "return_code", rf"call was (\d+) {CODE}"),
    ("AMQ9999", "host", r"to host '(.*?)'|host name is '(.*?)'"),
    ("AMQ9999", "pid", r"process ID (\d+(?:\(\d+\))?)"),
    ("AMQ9507", "host", r"in-doubt with host '(.*?)'"),
    ("AMQ9509 AMQ9599", "object", r"queue manager object '(.*?)' on"),
    ("AMQ9599", "user", r"by user '(.*?)' failed"),
    ("AMQ9508", "queue_manager", r"attempt to queue manager '(.*?)'"),
    ("AMQ9510", "queue", r"from queue '(.*?)' on"),
    ("AMQ9511", "queue", r"to queue '(.*?)' on"),
    ("AMQ9509 AMQ9599 AMQ9510 AMQ9511", "queue_manager", r"on queue manager '(.*?)'"),
    ("AMQ9526", "sent", r"sequence number (\d+) has been sent"),
    ("AMQ9526", "expected", r"sequence number (\d+) was expected"),
    ("AMQ9565", "queue_manager", r"queue manager '(.*?)'"),
    ("AMQ7310", "queue", r"report message on queue '?(.*?)'? on queue manager"),
    ("AMQ7310", "queue_manager", r"on queue manager '?(.*?)'? failed"),
    ("AMQ7463 AMQ7466", "queue_manager", r"log for queue manager '?(.*?)'? is"),
    ("AMQ7472", "object", r"Object '?(.*?)'?, type"),
    ("AMQ7472", "type", r"type (\w+) damaged"),
    ("AMQ8504 AMQ8506", "queue", r"queue '?(\S+?)'?, failed"),
    ("AMQ8507", "dlh_reason", r"MQDLH reason code was '?(\d+)"),
    ("AMQ8708", "queue", r"INPUTQ\((.*?)\)"),
    ("AMQ8722", "rule", r"[Rr]ule (\d+)"),
    ("AMQ9508 AMQ9509 AMQ9510 AMQ9511 AMQ9599 AMQ7310 AMQ8504 AMQ8506 AMQ8507 AMQ8509", "reason",
     r"[Rr]eason code (?:was )?'?(\d+)"),
    ("AMQ8722", "reason", r"[Rr]eason (\d+)"),
    ("AMQ8077", "user", r"Entity '(.*?)' has"),
    ("AMQ8077", "object", r"access object (\S.*? \[\w+\])"),
    ("AMQ8077", "authority", r"permissions are unauthorized: ([a-z ]{1,200})"),
    ("AMQ9557", "user", r"failed for '(.*?)'\.|User I[Dd] '(.*?)' failed"),
    ("AMQ9557", "comp_code", r"CompCode (\d)\b"),
    ("AMQ9557", "reason", r"Reason (\d{1,5})\b"),
    ("AMQ9557", "mqcsp_user", r"in the MQCSP block was '([^']{1,1024})'"),
    ("AMQ9557", "uid_user", r"in the UID header was '([^']{1,64})'"),
    ("AMQ9776 AMQ9777", "connection", r"blocked from address '(.*?)'"),
    ("AMQ9776 AMQ9777", "values", r"active values of the channel were '([^']{1,4000})'"),
    ("AMQ5534", "user", r"User ID '(.*?)'"),
    ("AMQ5540", "program", r"Application '(.*?)' did not"),
    ("AMQ9631", "cipher_required", r"local channel definition is '(.*?)'"),
    ("AMQ9631", "cipher", r"during the SSL handshake is '(.*?)'"),
    ("AMQ9633 AMQ9637 AMQ9639 AMQ9641 AMQ9642", "host", r"remote host (?:name )?is '(.*?)'"),
    ("AMQ9633", "certificate", r"could not be validated are '(.{1,2000}?)'\."),
)  # fmt: skip
COMMON = (
    ("AMQ9", "channel",
     r"(?:[Cc]hannel (?:program |(?:name )?is )?|[Kk]anal(?:programm\w{0,2})? |[Cc]anale? |チャネル ?|通道 ?|채널 ?)"
     r"'(.*?)'"),
)  # fmt: skip
"""For every id that begins so; in the languages whose word for a channel stands before its name as in English."""
QUOTES = re.compile(
    r"[„“”‘’‚](?=[^\s„“”‘’‚])([^„“”‘’‚\n]{1,400}?)[“”‘’]|[«»「『](?=\S)([^«»「」『』\n]{1,400}?)[«»」』]"
    r"|''(?=[^\s'])([^'\n]{1,400})''"
)
"""What is between the quotation marks of other languages and of word processors, and between doubled ones."""
NAMES = frozenset(("channel", "queue", "queue_manager"))
"""Inserts that have no blank: where a quotation mark is lost, a name ends at the first."""
REASONED = frozenset(("AMQ7310", "AMQ9509", "AMQ9510", "AMQ9511", "AMQ9599"))
"""Messages whose one number is a reason, in whatever language."""
NUMBERS = (
    ("AMQ9202", "host=C1 protocol=C2 channel=C3 return_code=A1"),
    ("AMQ9206 AMQ9208", "host=C1 protocol=C2 call=C3 return_code=A1"),
    ("AMQ9209", "host=C1 protocol=C2 channel=C3"),
    ("AMQ9213", "protocol=C1 return_code=A1"),
    ("AMQ9507", "channel=C1 host=C2"),
    ("AMQ9509", "object=C2 queue_manager=C3 reason=A1"),
    ("AMQ9510 AMQ9511", "queue=C2 queue_manager=C3 reason=A1"),
    ("AMQ9526", "channel=C1 sent=A1 expected=A2"),
    ("AMQ9544", "channel=C1 location=A1"),
    ("AMQ9999", "channel=C1 pid=C2 host=C3"),
    ("AMQ5534", "user=C1 program=C2 detail=C3"),
    ("AMQ5540", "program=C1"),
    ("AMQ5542", "user=C1 object=C2 setting=C3"),
    ("AMQ8077", "user=C1 object=C2 authority=C3"),
    ("AMQ9203 AMQ9205", "host=C1 protocol=C2"),
    ("AMQ9508", "queue_manager=C2 reason=A1"),
    ("AMQ9557", "comp_code=A1 reason=A2 user=C1 mqcsp_user=C2 uid_user=C3"),
    ("AMQ9616", "cipher=C1 host=C2"),
    ("AMQ9631", "channel=C1 cipher_required=C2 cipher=C3"),
    ("AMQ9633", "channel=C1 certificate=C2 host=C3 return_code=A1"),
    ("AMQ9637 AMQ9641 AMQ9642", "channel=C1 host=C2"),
    ("AMQ9776 AMQ9777", "channel=C1 connection=C2 values=C3"),
    ("AMQ9001 AMQ9002 AMQ9271 AMQ9503 AMQ9506 AMQ9514 AMQ9519 AMQ9520 AMQ9524 AMQ9527 AMQ9528 AMQ9533 AMQ9534 "
     "AMQ9545 AMQ9547 AMQ9558 AMQ9636 AMQ9654", "channel=C1"),
)  # fmt: skip
SAID = ("AMQ9508", "AMQ9509", "AMQ9510", "AMQ9511")
"""Of these the sentence counts before the numbers: whether the first text is the channel or the object is reported in
two ways, and no entry of the product that shows it is at hand."""

_PATTERNS: dict[str, list[tuple[str, re.Pattern]]] = {}
for _ids, _name, _pattern in PATTERNS:
    for _id in _ids.split():
        _PATTERNS.setdefault(_id, []).append((_name, re.compile(_pattern.replace("(.*?)", "(.{0,400}?)"))))
_COMMON = [(prefix, name, re.compile(pattern.replace("(.*?)", "(.{0,400}?)"))) for prefix, name, pattern in COMMON]
_QUOTED, _DOUBLY = re.compile(r"'([^']{1,64})'"), re.compile(r'"([^"\s]{1,20})"')
_CUT = re.compile(r"([A-Za-z0-9._/%]{1,48}) ")
_NUMBER = re.compile(r"(?<![\w.'(\[:/-])\d{4}(?![\w'):/-]|\.\d)")
_ONLY_CHANNEL = {id_ for ids, named in NUMBERS for id_ in ids.split() if named == "channel=C1"}
_FULL = {"A": "ArithInsert", "C": "CommentInsert"}
_NUMBERS = {
    id_: [(name, _FULL[at[0]] + at[1]) for name, at in (item.split("=") for item in named.split())]
    for ids, named in NUMBERS
    for id_ in ids.split()
}


def inserts_by_name(message: str | None, texts: Iterable[str | None], printed: dict[str, str]) -> dict[str, str]:
    """Every insert of an entry: `printed` as it is, and by name what the number of an insert or the text tells."""
    numbered = {name: printed[insert] for name, insert in _NUMBERS.get(message, ()) if _holds(insert, printed)}
    out = printed | ({} if message in SAID else numbered)
    wanted = [(name, pattern) for name, pattern in _patterns(message or "") if name not in out]
    if not wanted and message not in _ONLY_CHANNEL:
        return out
    text = _quoted(" ".join(" ".join(filter(None, texts)).split()))
    for name, pattern in wanted:
        if name not in out and (hit := pattern.search(text)):
            value = next(filter(None, hit.groups()), "")
            if name in NAMES and (cut := _CUT.match(value)):
                value = cut[1]
            if value:
                out[name] = value
    return numbered | _of_any_language(message, text, numbered | out) | out


def _of_any_language(message: str | None, text: str, known: dict[str, str]) -> dict[str, str]:
    """What a message can mean alone, whatever its words: such a one names nothing else, or has no other number."""
    if message in _ONLY_CHANNEL and "channel" not in known:
        only = set(_QUOTED.findall(text) or _DOUBLY.findall(text))
        return {"channel": only.pop()} if len(only) == 1 else {}
    if message in REASONED and "reason" not in known:
        only = {digits for digits in _NUMBER.findall(text) if numbers.reason_name(int(digits))}
        return {"reason": only.pop()} if len(only) == 1 else {}
    return {}


def _quoted(text: str) -> str:
    """The text with plain quotation marks where it has others."""
    if text.isascii() and "''" not in text:
        return text
    return QUOTES.sub(lambda found: f"'{next(filter(None, found.groups()))}'", text)


def _holds(insert: str, printed: dict[str, str]) -> bool:
    # Numbers print 0 and texts nothing when a message was written without its inserts.
    return bool(printed.get(insert)) and (printed[insert] != "0" or insert[0] == "C")


def codes(inserts: dict[str, str]) -> tuple[int | None, int | None]:
    """The completion and the reason code among inserts."""
    if "reason" not in inserts and "comp_code" not in inserts:
        return None, None
    found = (inserts.get("comp_code", ""), inserts.get("reason", ""))
    return tuple(int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None for text in found)


@lru_cache(maxsize=4096)
def _patterns(message: str) -> list[tuple[str, re.Pattern]]:
    common = [(name, pattern) for prefix, name, pattern in _COMMON if message.startswith(prefix)]
    return _PATTERNS.get(message, []) + common
