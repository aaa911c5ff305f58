"""A message of z/OS in a job log: MQ's own (CSQ…), and RACF's refusal (ICH408I)."""

import re
from datetime import date
from mmap import mmap

from mqforensics.clock import timestamps
from mqforensics.formats.mqsc.zos_replies import PREFIX
from mqforensics.formats.paste import zos_consoles

ID = re.compile(r"(CSQ[A-Z0-9]\d{3}|ICH408)([IWEDA])\b")
_HEAD = re.compile(r"[ \t]{1,9}([+%!#&@$A-Z0-9][\w#@$]{0,8})[ \t]{1,9}(CSQ\w{1,12})[ \t]")
_NEXT = re.compile(r"\n[^\n]{0,60}?\b(?:IRR|IEF|IEA|ICH|DSN|BPX)\w?\d{3,4}[A-Z]\b")
TIMELESS = "local time of day, its date is not on the line"
NAMES = (
    ("channel", r"\b(?i:channel)(?: name)?[ :=]{1,2}'?([A-Z0-9][A-Z0-9._/%]{0,19})(?=[\s,;.')]|$)"),
    ("connection",
     r"\b(?i:connection|conname|connection name)[ :=]{1,2}'?"
     r"((?=\S{0,100}[\d.])[\w.\-:]{1,100}(?:\s?\(\d{1,5}\))?)(?=[\s,;')]|$)"),
    ("queue_manager", r"\bconnect to queue manager ([A-Z0-9._%/]{1,48})"),
    ("remote_queue_manager", r"\(queue manager ([A-Z0-9._%/]{1,48})\)"),
    ("queue", r"\b(?i:queue)(?:-name)?[ =]([A-Z0-9][A-Z0-9._%/]{1,47})(?=[\s,;)]|$)"),
    ("protocol", r"\bTRPTYPE=(\w{1,8})"), ("return_code", r"\bRC=([0-9A-Fa-f]{1,8})"),
    ("detail", r"\breason=([0-9A-Fa-f]{1,8})\b"), ("comp_code", r"\bMQCC=(\d)\b"), ("reason", r"\bMQRC=(\d{1,5})\b"),
    ("sent", r"\bsent=(\d{1,10})\b"), ("expected", r"\bexpected=(\d{1,10})\b"),
)  # fmt: skip
RACF = (
    ("user", r"\bUSER\((\S{1,8})\s{0,8}\)"), ("group", r"\bGROUP\((\S{1,8})\s{0,8}\)"),
    ("job", r"\bJOB\((\S{1,8})\s{0,8}\)"), ("object", r"(\S{1,246})\s{1,9}CL\("),
    ("class", r"\bCL\((\S{1,8})\s{0,8}\)"), ("profile", r"\bACCESS AUTHORITY FROM (\S{1,246})"),
    ("intent", r"\bACCESS INTENT\((\w{1,8})\s{0,8}\)"), ("allowed", r"\bACCESS ALLOWED\((\w{1,8})\s{0,8}\)"),
)  # fmt: skip
WORDS = {
    "CSQX501": r"no longer active|ended|stopped", "CSQX500": r"start|active", "CSQX548": r"dead-letter|sent to local",
    "CSQX544": r"not put|dead-letter|destination",
}  # fmt: skip
"""Words of which a message has one, whatever it names ("IBM MQ for z/OS messages"): what lacks all is not a message."""
OTHER_WORDS = "the words of the line are not those of {}: ask for the job log, this is not a message of the product"
_WORDS = {code: re.compile(words, re.I) for code, words in WORDS.items()}
_NAMES, _RACF = (tuple((key, re.compile(pattern)) for key, pattern in table) for table in (NAMES, RACF))


def zos_row(data: bytes, printed: bytes) -> dict:
    """The row of one message; lines without an id of their own go on with it.

    Its queue manager is that of the command prefix, as this is usually chosen; in answers to commands it is read so,
    too.
    """
    text = _own(data).decode("utf-8", "replace")
    id_ = ID.search(text)
    body = text[id_.end() :]
    following = _NEXT.search(body)
    body = body[: following.start()] if following and id_[1] != "ICH408" else body
    head = _HEAD.match(body)
    inserts = {"command_prefix": head[1], "csect": head[2]} if head else {}
    joined = " ".join((body[head.end() :] if head else body).split())
    for key, pattern in _RACF if id_[1] == "ICH408" else _NAMES:
        if hit := pattern.search(joined):
            inserts.setdefault(key, hit[1])
    prefix = PREFIX.match(f"{head[1]} ") if head else None
    time = printed.decode("ascii", "replace").strip()
    row = {
        "time": None, "time_text": time or None, "message": id_[1], "severity": id_[2], "text": joined or None,
        "time_note": TIMELESS if time else timestamps.note(None),
        "queue_manager": inserts.get("queue_manager") or (prefix[1] if prefix else None),
        "user": inserts.get("user"), "inserts": inserts or None,
    }  # fmt: skip
    for column in ("comp_code", "reason"):
        row[column] = int(inserts[column]) if column in inserts else None
    if joined and joined.isascii() and id_[1] in _WORDS and not _WORDS[id_[1]].search(joined):
        row |= {"message": None, "severity": None, "inserts": None, "error": OTHER_WORDS.format(id_[0])}
    return row


def _own(data: bytes) -> bytes:
    """The lines of one message without what a console put before the further ones, as far as they are its own."""
    first, *others = data.split(b"\n")
    before = zos_consoles.further_lines(first)
    own = [zos_consoles.TIED.sub(b"", first) if before else first]
    for line in others:
        if zos_consoles.head(line) or zos_consoles.date_line(line):
            break
        rest = (before and before.match(line)) or zos_consoles.GOES_ON.match(line)
        own.append(line[rest.end() :] if rest else line)
    return b"\n".join(own)


def last_day(data: bytes | mmap, start: int, stop: int) -> dict[str, str]:
    """`day`: the job and the date of the last line of dates, if there is one."""
    at = data.rfind(zos_consoles.DAY_SIGN, start, stop)
    told = zos_consoles.date_line(_line_at(data, at)) if at >= 0 else None
    return {"day": f"{told[0].decode()} {told[1]}"} if told else {}


def _line_at(data: bytes | mmap, at: int) -> bytes:
    """The line that a date stands on."""
    return data[max(data.rfind(b"\n", 0, at) + 1, at - 60) : at + 40].split(b"\n")[0]


class Days:
    """Of which day the messages of a job's log are, as its lines of dates tell; asked for with growing positions."""

    def __init__(self, data: bytes, known: str | None = None):
        self._data, self._at = data, data.find(zos_consoles.DAY_SIGN)
        job, _, day = (known or "").partition(" ")
        self.of = {job.encode(): date.fromisoformat(day)} if day else {}

    def until(self, position: int) -> dict[bytes, date]:
        """The date of each job at a position."""
        while 0 <= self._at < position:
            told = zos_consoles.date_line(_line_at(self._data, self._at))
            self.of |= dict([told]) if told else {}
            self._at = self._data.find(zos_consoles.DAY_SIGN, self._at + 1)
        return self.of

    def time(self, line: bytes, position: int, stamp: str | None) -> dict[str, str]:
        """The time of a message with its date, where one is reported; `stamp`: what is known of it without the line."""
        head = zos_consoles.head(line)
        time = (head.time(self.until(position)) if head else None) or stamp
        return {"time_text": time, "time_note": timestamps.LOCAL} if time else {}
