"""What stands around the objects in a capture: banners, trailers, echoes, prompts, dates. It tells whose, when, why."""

import re

from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.asked import Command
from mqforensics.formats.mqsc.call import Call, called
from mqforensics.formats.mqsc.commands import JOINTS, TYPED, joined
from mqforensics.formats.mqsc.lines import Line
from mqforensics.formats.mqsc.record import IS_NAME, Record
from mqforensics.formats.stamps import ALONE, BY_DATE, is_of_now

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
            self.run, self.time = line.number, None
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
            self.time = found[1]

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
        self._typed(command, line.number)

    def _typed(self, command: str, number: int) -> None:
        self.close()
        self.command = Command(command.strip(), [(0, number)], broken=self.cut)
        self.answered, self.reply, self.used = False, None, True
        self.commands, self.stray = self.commands + 1, None

    def _continued(self, line: Line, found: re.Match) -> None:
        self.close()
        if self.command:
            self.command.text = joined(self.command.text, found[1] or "")

    def prose(self, line: Line) -> None:
        """Take a line that is nothing else: a typed command, or words."""
        self.close()
        typed = TYPED.match(line.text)
        call = called(line.text, typed.start(1) if typed else None)
        if call:
            self._call(line, call)
        elif self.reply and self.reply.number in keywords.SYNTAX:
            self.reply = None
        elif typed:
            if self.command:
                self.command.ended = True
            self._typed(typed[1], line.number)
        elif self.command and self.command.text.endswith(JOINTS) and not self.answered:
            self.command.text = joined(self.command.text, line.text)
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
