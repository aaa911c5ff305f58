"""What runmqsc, CSQUTIL and dspmq print, read line by line by a small state machine.

Cells are taken only under a message that shows an object; every other message, an echo, a trailer or prose
ends the object. A message of a failed command is a row of its own.
"""

import re

from mqforensics.formats.mqsc import dspmq, keywords, zos
from mqforensics.formats.mqsc.asked import Command
from mqforensics.formats.mqsc.cells import cells, scan, two, unclosed
from mqforensics.formats.mqsc.commands import TYPED, failed, named
from mqforensics.formats.mqsc.frame import TRAILER, Frame
from mqforensics.formats.mqsc.lines import Line
from mqforensics.formats.mqsc.record import ERROR, Record

HEADER = re.compile(r"\s*(AMQ\d{4}[A-Z]?):\s*(.*)$", re.S)
HEADERS = re.compile(r"(?<=\s)(?=AMQ\d{4}[A-Z]?: )")
INLINE = re.compile(r"\s(?=[A-Z][A-Z0-9]*\()")
DISPLAY = re.compile(r"\s*DIS", re.I)
NAMING = frozenset(key for _, key, _ in keywords.KEYS)
LIST = "NAMES"
"""The one attribute whose value is printed over several lines."""
LIST_LINE = re.compile(r"[\w./%,\s]*\)?$")


class Session(Frame):
    """Feed it lines; `records` are the objects and the failed commands in their order.

    `columns`: whether the capture kept its layout.
    """

    def __init__(self, columns: bool = True):
        super().__init__()
        self.columns, self.records, self.names = columns, [], []
        self.kinds = (
            (HEADER, self._header),
            (zos.MESSAGE, lambda line, found: zos.take(self, line, found)),
            (dspmq.MANAGER, lambda line, found: dspmq.take(self, line)),
            (dspmq.MEMBER, lambda line, found: dspmq.member(self, line)),
            *self.kinds,
        )

    def feed(self, line: Line) -> None:
        """Take one line; several messages on it are taken one after the other."""
        at = 0
        for part in HEADERS.split(line.text) if "AMQ" in line.text[1:] else [line.text]:
            self._feed(line._replace(text=part, at=line.at + at))
            at += len(part.encode())

    def start(self, line: Line, message: str | None, **known) -> Record:
        """Begin the row of an object."""
        self.close()
        record = Record(line.at, line.number, message, command=self.command, time=self.time, session=self.run, **known)
        self.records.append(record)
        self.block, self.reply, self.used, self.answered = record, None, True, True
        return record

    def error(self, line: Line, message: str, words: str, command: Command | None) -> Record:
        """The row of a command that failed."""
        typed = command.text if command else None
        record = self.start(line, message, type=ERROR, name=named(words, typed))
        record.errors.append(f"{message}: {words}" + (f" Command: {typed}" if typed else ""))
        self.block, self.reply = None, record
        return record

    def take(self, line: Line, taken: list[tuple[str, str]]) -> None:
        """Give cells to the object that is open, or to the next one that they begin."""
        for place, (key, value) in enumerate(taken):
            if not place and self._another(key):
                self.start(line, self.block.message, again=True)
            elif key in self.block.attributes and self.block.number in keywords.HANDLES and key in ("TYPE", "OBJNAME"):
                name = self.block.name or self.block.attributes.get("CONN")
                self.start(line, self.block.message, type="HANDLE", name=name)
            self.block.add(key, value, line.number)

    def _feed(self, line: Line) -> None:
        if not line.text.strip():
            return None
        if self.ended and not TRAILER.match(line.text):
            self.open()
        self.time = line.time or self.time
        if self.names:
            return self._list(line)
        for pattern, take in self.kinds:
            found = pattern.match(line.text)
            if found:
                return take(line, found)
        if self.block or self.maybe:
            return self.cells(line)
        return self._headless(line) or self.prose(line)

    def _headless(self, line: Line) -> bool:
        # The answer to a DISPLAY whose header line is lost is evidence all the same, if its columns stand.
        asked = self.command and not self.answered and DISPLAY.match(self.command.text)
        taken = two(line.text.strip()) if asked else None
        if not taken or taken[0][0] not in NAMING:
            return False
        self.start(line, None, again=True).errors.append("the header line of this object is lost")
        self.take(line, taken)
        return True

    def _header(self, line: Line, found: re.Match) -> None:
        message, words = found[1], found[2].strip()
        self.close()
        inline = INLINE.search(words)
        taken = scan(words[inline.end() :]) if inline else None
        if failed(message, words):
            return self._failed(line, message, words)
        self.reply = None
        if message[:7] in keywords.TYPES or taken:
            self.start(line, message)
            return self.take(line, taken) if taken else None
        self.answered = True
        if message[:7] not in keywords.HELP:
            self.maybe = line, message
        return None

    def cells(self, line: Line) -> None:
        """Take a line under a message: cells, or the end of the object."""
        taken = cells(line.text, self.columns)
        if taken and self.maybe:
            self.start(*self.maybe)
        if taken:
            return self.take(line, taken)
        cut = None if TYPED.match(line.text) or self.maybe else unclosed(line.text)
        if not cut:
            return self.prose(line)
        if cut[0] == LIST:
            self.names = [cut[1].strip()]
        else:
            self.block.errors.append(f"line {line.number}: {cut[0]}( has no closing bracket")
        return None

    def _list(self, line: Line) -> None:
        if not LIST_LINE.match(line.text):
            self.block.errors.append(f"{LIST}( has no closing bracket before line {line.number}")
            self.names = []
            return self._feed(line)
        value = line.text.strip()
        self.names.append(value.removesuffix(")").strip())
        if value.endswith(")"):
            self.block.add(LIST, "".join(self.names), line.number)
            self.names = []
        return None

    def _another(self, key: str) -> bool:
        kind, own = keywords.TYPES.get(self.block.number), self.block.attributes
        naming = {naming for name, naming, _ in keywords.KEYS if name == kind}
        if key in keywords.INTRUDERS.get(kind, ()) and naming & own.keys():
            return True
        return key in own and (key in naming or key == next(iter(own)))

    def _failed(self, line: Line, message: str, words: str) -> None:
        if message[:4] != "AMQ8" and (self.answered or not self.command):
            return
        command = None if self.answered else self.command
        record = self.error(line, message, words, command)
        record.command = command
        # A damaged object is told of before the others are shown, and is not among them.
        if command and record.number == "AMQ8149":
            command.broken = True
        self.answered = record.number != "AMQ8149"
