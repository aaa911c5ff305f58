"""MQSC source: scripts of DEFINE, ALTER and SET commands, and what dmpmqcfg writes.

A comment line begins with `*`, wherever it stands; `+` and `-` continue a command; strings in quotes keep their case
and double their quotes; everything else is upper case to MQ. Every command is a row of its own: it says what was to be
defined, not what was.
"""

import re
from dataclasses import dataclass, field

from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.asked import Command
from mqforensics.formats.mqsc.lines import Line
from mqforensics.formats.mqsc.record import Record

COMMAND = re.compile(rf"\s*(DEFINE|DEF|ALTER|ALT|SET)\s+({'|'.join(keywords.WORDS)})\b", re.I)
COMMENT = re.compile(r"\s*\*")
MANAGER = re.compile(r"\s*\*\s*Queue manager name:\s*(\S+)", re.I)
GENERATED = re.compile(r"\s*\*\s*Script generated on\s+(\d{4}-\d\d-\d\d)\s+at\s+([\d.:]+)", re.I)
WORD = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*(\(?)")
STRING = re.compile(r"\s*'((?:[^']|'')*)'\s*")
NAMING = {"AUTHREC": "PROFILE"}
"""Types whose object an attribute names."""


@dataclass
class Script:
    """Feed it lines, then call `end`; `records` are the definitions in their order."""

    records: list[Record] = field(default_factory=list)
    manager: str | None = None
    time: str | None = None
    begin: Line | None = None
    text: str = ""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Line number by the position in `text` from which it holds."""
    joint: str = ""

    def feed(self, line: Line) -> None:
        """Take one line."""
        text = line.text.rstrip()
        if COMMENT.match(text):
            self._comment(text)
        elif text:
            self.begin = self.begin or line
            self.places.append((len(self.text), line.number))
            self.text += text if self.joint == "-" else text.lstrip()
            self.joint = self.text[-1:] if self.text.endswith(("+", "-")) else ""
            if self.joint:
                self.text = self.text[:-1]
            else:
                self.end()

    def end(self) -> None:
        """Take the command that is complete, or that the file ends in."""
        begin, text, places = self.begin, self.text.strip().removesuffix(";"), self.places
        self.begin, self.text, self.places, self.joint = None, "", [], ""
        found = COMMAND.match(text)
        if begin and found:
            self.records.append(self._record(begin, Command(text, places), found))

    def _comment(self, text: str) -> None:
        manager, generated = MANAGER.match(text), GENERATED.match(text)
        if manager:
            self.manager = manager[1]
        elif generated:
            self.time = f"{generated[1]} {generated[2]}"

    def _record(self, begin: Line, command: Command, found: re.Match) -> Record:
        record = Record(begin.at, begin.number, type=keywords.WORDS[found[2].upper()], command=command)
        record.queue_manager, record.time = self.manager, begin.time or self.time
        _attributes(record, command, found.start(2))
        own = record.attributes.pop(found[2].upper(), None)
        record.lines.pop(found[2].upper(), None)
        record.name = own or record.attributes.get(NAMING.get(record.type, ""))
        if record.type == "QMGR":
            record.name = self.manager
        return record


def _attributes(record: Record, command: Command, at: int) -> None:
    text = command.text
    while at < len(text.rstrip()):
        word = WORD.match(text, at)
        if not word:
            record.errors.append(f"not MQSC: {text[at:].strip()[:40]}")
            return
        begin, at = word.start(1), word.end()
        value = ""
        if word[2]:
            value, at = _value(text, at)
            if value is None:
                record.errors.append(f"{word[1].upper()}( has no closing bracket or quote")
                return
        record.attributes[word[1].upper()] = value
        record.lines[word[1].upper()] = command.line_at(begin)


def _value(text: str, at: int) -> tuple[str | None, int]:
    # A list may hold several strings; each is taken whole, brackets and all.
    out, depth = "", 1
    while at < len(text):
        string = STRING.match(text, at)
        if string:
            out, at = out + string[1].replace("''", "'"), string.end()
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return out.strip(), at + 1
        out, at = out + text[at].upper(), at + 1
    return None, at
