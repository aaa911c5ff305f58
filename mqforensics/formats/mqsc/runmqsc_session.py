"""What runmqsc, CSQUTIL and dspmq print, read line by line by a small state machine.

`Frame` reads what stands around the objects: banners, trailers, echoes, prompts, dates; it tells whose, when, why.
Cells are taken only under a message that shows an object; every other message, an echo, a trailer or prose ends the
object. A message of a failed command is its own row, as is the reply to one that changed something.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from mqforensics.formats.capture_stamps import ALONE, BY_DATE, is_of_now
from mqforensics.formats.mqsc import dspmq, dspmqaut, dspmqspl, dspmqtrn, keywords, rdqm, setmqaut, zos_replies
from mqforensics.formats.mqsc.capture_lines import Line, cells, left_cell, open_cell, printed_cells, scan, two_cells
from mqforensics.formats.mqsc.captured_object import DONE, ERROR, IS_NAME, Record
from mqforensics.formats.mqsc.command_parser import (
    HEAD,
    JOINTS,
    TYPED,
    Call,
    Command,
    is_change,
    is_failure,
    join_lines,
    named_object,
    parse_call,
)
from mqforensics.formats.mqsc.script import GENERATED, MANAGER, take_attributes

BANNER = re.compile(r"\s*Starting MQSC for queue manager\s*(\S*?)\.\s*$")
LIKE_A_BANNER = re.compile(r"Starting|MQSC|[Qq]ueue [Mm]anager", re.A)
"""What is left of a banner that cannot be read any more: what follows it is another queue manager's, perhaps."""
PRODUCT = re.compile(r"\s*5\d{3}-\w{3}\s.{0,40}Copyright IBM")
TRAILER = re.compile(
    r"\s*(?:(No|One|\d+) MQSC commands? read\.|(?:No|One|\d+) commands? ha(?:s|ve) a syntax error\."
    r"|(?:All|One|No|\d+) valid MQSC commands? (?:were|could not be) processed\.)\s*$"
)
COUNTS = {"No": "0", "One": "1"}
ECHO = re.compile(r"\s*(\d{1,9}) : ?(.*)$")
MORE = re.compile(r"\s*:(?: (.*))?$")
NEAR = 3
"""So many lines above a date the command stands that printed it, at most."""
WORDS = re.compile(
    r"(?!\s|[Ee][Nn][Dd]\s*$|-*More-|[^\s()]*\)|[A-Z][A-Z0-9]*\(|(?:.MQ|A.Q|AM.|MQ|AQ|AM)\S{0,2}\d{3})"
    r"(?=[\W\d_]*[^\W\d_].*\w)"
)
"""Somebody's words, which may be of another queue manager; no line of a display that a paste has wrapped or damaged."""


class Frame:
    """The state of a capture between its lines; `run` is the line that the session began on.

    `managers`: queue manager by run, as far as a banner or a command line names it; `commands`: how many there were.
    """

    def __init__(self, first: int = 1):
        self.managers, self.commands = {}, 0
        self.block: Record | None = None
        """The object that cells belong to."""
        self.reply: Record | None = None
        """The failure that more lines of the same reply belong to."""
        self.maybe: tuple[Line, str] | None = None
        """A message that nobody knows, which shows an object if cells follow."""
        self.command: Command | None = None
        self.answered = False
        self.run, self.used, self.ended, self.hint = first, False, False, None
        self.echo, self.time = 0, None
        self.stamped = False
        """Whether the session has its own stamp, which goes before the time at which a logger wrote its lines."""
        self.above = self.last = -NEAR, ""
        """The line with text before this one, and this one, with their numbers; usual lines are not among them."""
        self.doubtful: set[int] = set()
        """Runs that begin on what may be a damaged banner."""
        self.begun: int | None = None
        """Where the product's own line began the session, until a record is of it."""
        self.cut = False
        """Whether the command line that started this session, or one before it, had another program take lines out."""
        self.stray: int | None = None
        """The line that ended an answer without being known as an end."""
        self.kinds = (
            (BANNER, self._banner), (PRODUCT, self._product), (TRAILER, self._trailer), (ECHO, self._echo),
            (MORE, self._continued), (ALONE, self._date), (BY_DATE, self._date),
        )  # fmt: skip

    def open(self, line: Line, manager: str | None = None, hint: str | None = None) -> None:
        """Begin another session on a line; nothing is known of it but the queue manager, if that."""
        self.close()
        if self.used:
            self.run, self.time, self.stamped = line.number, None, False
        self.managers.pop(self.run, None)
        self.used, self.ended = False, False
        self.echo, self.command, self.answered, self.hint = 0, None, False, hint
        if manager or hint:
            self.managers[self.run] = manager or hint

    def close(self) -> None:
        """No more cells for the object that was open."""
        self.block, self.maybe = None, None

    def _banner(self, line: Line, found: re.Match) -> None:
        self.open(line, (found[1] if IS_NAME(found[1]) else None) if found[1] else self._called())

    def _product(self, line: Line, found: re.Match) -> None:
        self.begun = line.at
        self.open(line, hint=self._called())

    def _called(self) -> str | None:
        # The command line that started a session says nothing of the session after it.
        return None if self.used else self.hint

    def _call(self, line: Line, call: Call) -> None:
        self.open(line, hint=call.manager)
        self.cut = call.cut

    def _date(self, line: Line, found: re.Match) -> None:
        if self.used:
            self.open(line)
        if self.above[0] < line.number - NEAR or is_of_now(self.above[1]):
            self.time, self.stamped = found[1], True

    def _trailer(self, line: Line, found: re.Match) -> None:
        self.close()
        if self.command and found[1] and COUNTS.get(found[1], found[1]) == str(self._sent()):
            self.command.ended = True
        self.ended = self.used = True

    def _sent(self) -> int:
        # The command that ends a session has an echo and is not counted.
        return self.echo - bool(self.command and self.command.text.upper() == "END")

    def _echo(self, line: Line, found: re.Match) -> None:
        self.echoed(line, int(found[1]), found[2])

    def echoed(self, line: Line, echo: int, command: str) -> None:
        """Take a command by its echo's number."""
        if echo <= self.echo:
            self.open(line)
        elif self.command and echo == self.echo + 1:
            self.command.ended = True
        self.echo = echo
        self.typed(command, line.number)

    def typed(self, command: str, number: int) -> None:
        """Take a command that somebody typed."""
        self.close()
        self.command = Command(command.strip(), [(0, number)], broken=self.cut)
        self.answered, self.reply, self.used = False, None, True
        self.commands, self.stray = self.commands + 1, None

    def _continued(self, line: Line, found: re.Match) -> None:
        self.close()
        if self.command:
            self.command.text = join_lines(self.command.text, found[1] or "")

    def prose(self, line: Line) -> None:
        """Take a line that is nothing else: a typed command, or words."""
        self.close()
        typed = TYPED.match(line.text)
        call = parse_call(line.text, typed.start(1) if typed else None)
        if call:
            self._call(line, call)
        elif self.reply and self.reply.number in keywords.SYNTAX:
            self.reply = None
        elif typed:
            if self.command:
                self.command.ended = True
            self.typed(typed[1], line.number)
        elif self.command and self.command.text.endswith(JOINTS) and not self.answered:
            self.command.text = join_lines(self.command.text, line.text)
        else:
            self._words(line)

    def _words(self, line: Line) -> None:
        # What is shown after somebody's words may be of another queue manager: of whose is not known.
        if self.command:
            self.command.broken = True
        named = self.run in self.doubtful or self.managers.get(self.run)
        if (self.answered and WORDS.match(line.text)) or (LIKE_A_BANNER.search(line.text) and (self.used or named)):
            self.used = True
            self.open(line)
            if named:
                self.doubtful.add(self.run)


HEADER = re.compile(r"\s*(AMQ\d{4}[A-Z]?):\s*(.*)$", re.S)
PARTS = re.compile(
    r"(?<=\s)(?=AMQ\d{4}[A-Z]?: |Starting MQSC for queue manager |\d{1,6} : [A-Za-z]"
    r"|(?:No|One|\d{1,6}) MQSC commands? read\.|(?:No|One|\d{1,6}) commands? ha(?:s|ve) a syntax error\."
    r"|(?:All|One|No|\d{1,6}) valid MQSC commands? (?:were|could not be) processed\.)"
)
"""Where the lines of a session begin whose line ends are lost."""
BANNER_WORDS = "Starting MQSC"
NUMBERLESS = re.compile(r"\s*Display [A-Za-z -]{3,60} details\.\s*$")
"""The line above an object, whose number a page or a mail has eaten."""
BARE = re.compile(r"\s*(?:QUEUE|CHANNEL|QMNAME|CONN)\([^)]*\)\s+[A-Z][A-Z0-9]{1,20}[( ]")
"""How an object begins whose first line is lost: the attribute that names it, and one more beside it."""
INLINE = re.compile(r"\s(?=[A-Z][A-Z0-9]*\()")
DISPLAY = re.compile(r"\s*DIS", re.I)
NAMED_BY = {name: frozenset(key for kind, key, _ in keywords.KEYS if kind == name) for name, _, _ in keywords.KEYS}
NAMING = frozenset(key for _, key, _ in keywords.KEYS)
LIST = "NAMES"
"""The one attribute whose value is printed over several lines."""
LIST_LINE = re.compile(r"[\w./%,\s]*\)?\s*$")
HANDLE_KEYS = ("TYPE", "OBJNAME")
CELLS, NOTHING = "cells", "nothing"
USUAL = re.compile(r"[ -~]*")


@lru_cache(maxsize=1 << 14)
def classify_line(text: str) -> tuple[str | re.Pattern | None, dict[str, str] | tuple[int, str] | str | None]:
    """What a line is that stands as runmqsc prints it, with its cells, its number and command, or its message.

    None for any other.

    Sessions say the same again and again, so most lines are looked up.
    """
    text = text.removesuffix("\r")
    if text.startswith("   ") and (taken := printed_cells(text)):
        return CELLS, dict(taken)
    if not USUAL.fullmatch(text) or "AMQ" in text[1:] or BANNER_WORDS in text[1:]:
        return None, None
    if not text.strip():
        return NOTHING, None
    if found := ECHO.match(text):
        return ECHO, (int(found[1]), found[2])
    if TRAILER.match(text):
        return TRAILER, None
    found = HEADER.match(text)
    if not found or found[1][:7] not in keywords.TYPES or INLINE.search(found[2]) or is_failure(found[1], found[2]):
        return None, None
    return HEADER, found[1]


@lru_cache
def foreign_keys(number: str) -> frozenset[str]:
    """Keys that may begin another object than the one that a message shows, though it has none of the name."""
    handles = ("OBJNAME",) if number in keywords.HANDLES else ()
    return frozenset((*keywords.INTRUDERS.get(keywords.TYPES.get(number), ()), *handles))


class Session(Frame):
    """Feed it lines; `records` are the objects and the commands that failed or changed something, in order.

    `columns`: whether the capture kept its layout.
    """

    def __init__(self, columns: bool = True, first: int = 1):
        super().__init__(first)
        self.announced: int | None = None
        self.seen = 0
        """How many messages a reply of z/OS is to have, and has had."""
        self.counted: list[tuple[int, Command]] = []
        """Of each reply of z/OS, how many more messages it announced than there are, and its command."""
        self.prefix: str | None = None
        """The queue manager that the command prefix of z/OS names."""
        self.columns, self.records, self.names = columns, [], []
        self.resumed, self.heard = None, None
        """The run that was open before the first line, and the queue manager that its objects have named."""
        self.called: dict[str, str] | None = None
        """The options of the command that shows authorities next."""
        self.foreign: frozenset[str] = frozenset()
        """Keys that may begin another object than the one that is open."""
        self.kinds = (
            (HEADER, self._header),
            (NUMBERLESS, self._numberless),
            (zos_replies.MESSAGE, lambda line, found: zos_replies.take(self, line, found)),
            (zos_replies.END, lambda line, found: zos_replies.take_after_object(self, line)),
            (dspmq.MANAGER, lambda line, found: dspmq.take(self, line)),
            (dspmq.MEMBER, lambda line, found: dspmq.member(self, line)),
            (dspmqaut.CALL, lambda line, found: dspmqaut.call(self, line, found)),
            (dspmqaut.ENTITY, lambda line, found: dspmqaut.entity(self, line, found)),
            (dspmqtrn.CALL, lambda line, found: dspmqtrn.call(self, line, found)),
            (dspmqtrn.XID, lambda line, found: dspmqtrn.xid(self, line, found)),
            (dspmqtrn.LISTED, lambda line, found: dspmqtrn.take_in_cells(self, line, found)),
            (dspmqtrn.CELL, lambda line, found: dspmqtrn.cells(self, line, found)),
            (rdqm.CALL, lambda line, found: rdqm.call(self, line, found)),
            (rdqm.LABEL, lambda line, found: rdqm.label(self, line, found)),
            (rdqm.ONLINE, lambda line, found: rdqm.online(self, line, found)),
            (setmqaut.CALL, lambda line, found: setmqaut.take_setmqaut(self, line, found)),
            (dspmqspl.CALL, lambda line, found: dspmqspl.call(self, line, found)),
            (dspmqspl.HEAD, lambda line, found: self.close()),
            (dspmqspl.SET, lambda line, found: dspmqspl.take_setmqspl(self, line, found)),
            (dspmqspl.NAME, lambda line, found: dspmqspl.policy(self, line, found)),
            (dspmqspl.FIELD, lambda line, found: dspmqspl.field(self, line, found)),
            (dspmqspl.MEMBER, lambda line, found: dspmqspl.member(self, line, found)),
            (dspmqaut.WORD, lambda line, found: dspmqaut.word(self, line, found)),
            *self.kinds,
        )

    def feed(self, line: Line) -> None:
        """Take one line; several on it, their ends lost, are taken one after the other."""
        text = line.text
        if not ("AMQ" in text[1:] or BANNER_WORDS in text[1:]) or self._shown(text):
            return self._feed(line)
        # The text is the end of the line; of one that is no UTF-8 the places are near, and in order.
        left = len(text.encode("utf-8", "replace"))
        for part in PARTS.split(text):
            self._feed(line._replace(text=part, at=line.at + max(line.size - left, 0)))
            left -= len(part.encode("utf-8", "replace"))
        return None

    def _shown(self, text: str) -> bool:
        # A value is a stranger's text: what looks like a message in it is none.
        return bool(self.block and self.columns and cells(text))

    @property
    def is_open(self) -> bool:
        """Whether an object's header line is taken for what it says: in a run that goes on, layout and all."""
        return self.columns and not (self.ended or self.names)

    def printed(self, what: tuple, text: str, at: int, number: int) -> bool:
        """Take a line by what `classify_line` says that it is: cells of the open object, an echo, an object's header
        line.

        False where it is none of these, or not the usual one: `feed` reads it with all the care there is.
        """
        kind, shown = what
        if kind is CELLS:
            block = self.block
            if block is None or self.names or not self.columns or not self.foreign.isdisjoint(shown):
                return False
            if not block.attributes.keys().isdisjoint(shown):
                return False
            block.attributes.update(shown)
            block.lines.update(dict.fromkeys(shown, number))
        elif kind is ECHO and not (self.ended or self.names):
            self.echoed(Line(at, number, text), *shown)
        elif kind is HEADER and not (self.ended or self.names):
            self.start(Line(at, number, text), shown)
        else:
            return kind is NOTHING
        return True

    def start(self, line: Line, message: str | None, **known) -> Record:
        """Begin the row of an object."""
        self.close()
        record = Record(line.at, line.number, message, command=self.command, time=self.time, session=self.run, **known)
        record.begin, self.begun = self.begun, None
        self.records.append(record)
        self.block, self.reply, self.used, self.answered, self.stray = record, None, True, True, None
        self.foreign = foreign_keys(record.number)
        return record

    def passed(self, echoes: Iterable[tuple[int, str]]) -> list[Command | None]:
        """Take echoes that go on counting, and their answers, which are whole; gives the command before, and theirs."""
        self.close()
        commands, last = [self.command], self.echo
        for echo, text in echoes:
            if commands[-1] and echo == last + 1:
                commands[-1].ended = True
            commands.append(Command(text, broken=self.cut))
            last = echo
        self.commands += len(commands) - 1
        self.command, self.echo = commands[-1], last
        self.begun = self.reply = self.stray = None
        self.used = self.answered = True
        return commands

    def error(self, line: Line, message: str, words: str, command: Command | None) -> Record:
        """The row of a command that failed."""
        typed = command.text if command else None
        record = self.start(line, message, type=ERROR, name=named_object(words, typed))
        record.errors.append(f"{message}: {words}" + (f" Command: {typed}" if typed else ""))
        self.block, self.reply = None, record
        return record

    def done(self, line: Line, message: str) -> bool:
        """Begin the row of a command that was carried out and changes something; False where the reply is of none."""
        command = None if self.answered or self.cut else self.command
        if not is_change(message, command):
            return False
        asked = command.asked
        record = self.start(line, message, type=DONE, name=asked["name"])
        self.block = None
        whole = Command(command.text.rstrip("; "), command.places)
        take_attributes(record, whole, HEAD.match(whole.text).start(2))
        typed = next(iter(record.attributes))
        if typed != asked["word"]:
            record.attributes = {asked["word"]: record.attributes.pop(typed), **record.attributes}
            record.lines[asked["word"]] = record.lines.pop(typed)
        return True

    def take(self, line: Line, taken: list[tuple[str, str]]) -> None:
        """Give cells to the object that is open, or to the next one that they begin."""
        for place, (key, value) in enumerate(taken):
            if key in HANDLE_KEYS and self.block.number in keywords.HANDLES and self._another_handle(key):
                name = self.block.name or self.block.attributes.get("CONN")
                self.start(line, self.block.message, type="HANDLE", name=name)
            elif not place and self._another(key):
                self.start(line, self.block.message, again=True)
            self.block.add(key, value, line.number)

    def _feed(self, line: Line) -> None:
        if not line.text.strip():
            return None
        self.above, self.last = self.last, (line.number, line.text)
        if self.ended and not TRAILER.match(line.text):
            self.open(line)
        self.time = self.time if self.stamped else line.time or self.time
        if self.names:
            return self._list(line)
        for pattern, take in self.kinds:
            found = pattern.match(line.text)
            if found:
                return take(line, found)
        if self.block or self.maybe:
            return self.cells(line)
        return self._headless(line) or self._orphan(line) or self.prose(line)

    def _orphan(self, line: Line) -> bool:
        # Cells after a line that could not be read: whose they are is not certain, so they are nobody's.
        if self.stray is None or not cells(line.text, self.columns):
            return False
        last = self.records[-1]
        last.errors.append(f"line {self.stray} cannot be read; what stands from there to the next object is left out")
        self.stray = None
        return True

    def prose(self, line: Line) -> None:
        """Take a line that is nothing else; under an object it may be a damaged line of it."""
        self.stray = line.number if self.block else self.stray
        super().prose(line)

    def _headless(self, line: Line) -> bool:
        # The answer to a DISPLAY whose header line is lost is evidence all the same, if its columns stand.
        asked = self.command and not self.answered and DISPLAY.match(self.command.text)
        is_bare = not self.command and BARE.match(line.text)
        taken = cells(line.text, False) if is_bare else two_cells(line.text.strip()) if asked else None
        if not taken or taken[0][0] not in NAMING:
            return False
        record = self.start(line, None, again=True)
        if asked:
            record.errors.append("the header line of this object is lost")
        self.take(line, taken)
        return True

    def _numberless(self, line: Line, found: re.Match) -> None:
        self.close()
        self.maybe = line, None

    def _header(self, line: Line, found: re.Match) -> None:
        message, words = found[1], found[2].strip()
        self.close()
        if message[:7] == dspmqtrn.MESSAGE:
            return dspmqtrn.transaction(self, line, message, words)
        inline = INLINE.search(words)
        taken = scan(words[inline.end() :]) if inline else None
        if is_failure(message, words):
            return self._failed(line, message, words)
        self.reply = None
        if message[:7] in keywords.TYPES or taken:
            self.start(line, message)
            return self.take(line, taken) if taken else None
        if self.done(line, message):
            return None
        self.answered = True
        if message[:7] not in keywords.HELP:
            self.maybe = line, message
        return None

    def cells(self, line: Line) -> None:
        """Take a line under a message: cells, or the end of the object."""
        taken = cells(line.text, self.columns)
        if self.columns and self.block and (not taken or len(taken) == 1):
            left = left_cell(line.text)
            if left:
                self.block.errors.append(f"line {line.number}: what stands after {left[0]} cannot be read")
                taken = [left]
        if taken and self.maybe:
            self.start(*self.maybe)
        if taken:
            return self.take(line, taken)
        cut = None if TYPED.match(line.text) or self.maybe else open_cell(line.text)
        if not cut:
            return self.prose(line)
        if cut[0] == LIST:
            before = cells(line.text[: line.text.rindex(f"{LIST}(")], self.columns)
            if before:
                self.take(line, before)
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

    def _another_handle(self, key: str) -> bool:
        # With TYPE(*) the handles follow what the connection itself shows; only TYPE(HANDLE) begins with one.
        own = self.block.attributes
        return key in own or (key == "OBJNAME" and own.get("TYPE", "HANDLE") != "HANDLE")

    def _another(self, key: str) -> bool:
        kind, own = keywords.TYPES.get(self.block.number), self.block.attributes
        naming = NAMED_BY.get(kind, frozenset())
        if key in keywords.INTRUDERS.get(kind, ()) and naming & own.keys():
            return True
        return key in own and (key in naming or key == next(iter(own)))

    def _failed(self, line: Line, message: str, words: str) -> None:
        if message[:4] != "AMQ8" and (self.answered or not self.command):
            return
        # Where lines were taken out, the command that it answers may be among them.
        command = None if self.answered or self.cut else self.command
        if command and setmqaut.is_one(command.text) and self.records and self.records[-1].command is command:
            self.records.pop()  # what the command would have given it did not give
        record = self.error(line, message, words, command)
        record.command = command
        # A damaged object is told of before the others are shown, and is not among them.
        if command and record.number == "AMQ8149":
            command.broken = True
        self.answered = record.number != "AMQ8149"


PRINTED = (
    BANNER, TRAILER, HEADER, ECHO, zos_replies.MESSAGE, dspmq.MANAGER, dspmqaut.ENTITY, dspmqspl.NAME, dspmqspl.SET,
    dspmqtrn.LISTED, NUMBERLESS, BARE, rdqm.LABEL, rdqm.ONLINE,
)  # fmt: skip


def is_printed(line: Line) -> bool:
    """Whether a session prints such a line."""
    return any(sign.match(part) for part in PARTS.split(line.text) for sign in PRINTED)


def is_source(line: Line, before: bool) -> bool:
    """Whether a line is source, as the one `before` it was or not."""
    # In a capture of sessions, commands are echoes; only dmpmqcfg's own heading says that source follows.
    if GENERATED.match(line.text) or MANAGER.match(line.text):
        return True
    return before and not is_printed(line)
