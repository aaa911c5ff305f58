"""MQSC source: scripts of DEFINE, ALTER and SET commands, and what dmpmqcfg writes.

A comment line begins with `*`, wherever it stands; `+` and `-` continue a command; strings in quotes keep their case
and double their quotes; everything else is upper case to MQ. Every command is its own row: it says what was to be
defined, not what was.
"""

import re
from dataclasses import dataclass, field
from difflib import get_close_matches

from mqforensics.formats.mqsc import keywords, setmqaut
from mqforensics.formats.mqsc.capture_lines import Line, scan
from mqforensics.formats.mqsc.captured_object import Record
from mqforensics.formats.mqsc.command_parser import Command, value

COMMAND = re.compile(rf"\s*(DEFINE|DEF|ALTER|ALT|SET)\s+({'|'.join(keywords.WORDS)})\b", re.I)
MISSPELT = re.compile(r"\s*(DEFINE|DEF|ALTER|ALT)\s+([A-Za-z]{4,12})\s*\(\s*'?([\w./%]{1,48})'?\s*\)", re.I)
"""A command like those above about no object type."""
NEAR = 0.75
"""How like a word of MQSC one must be to be a misspelt one."""
NO_TYPE = "{given} is not an object type (near: {meant})"
NO_CHLTYPE = "CHLTYPE({given}) is not a channel type (near: {meant})"
COMMENT = re.compile(r"\s*\*")
MANAGER = re.compile(r"\s*\*\s*Queue manager name:\s*(\S+)", re.I)
GENERATED = re.compile(r"\s*\*\s*Script generated on\s+(\d{4}-\d\d-\d\d)\s+at\s+([\d.:]+)", re.I)
WORD = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*(\(?)")
SHOWN = re.compile(r"\s*\*\s+([A-Z][A-Z0-9]*)\((.*)\)\s*[+-]?\s*$")
"""An attribute that dmpmqcfg writes as a comment: it is the default, or cannot be set."""


@dataclass
class Script:
    """Feed it lines, then call `end`; `records` are the definitions in their order."""

    records: list[Record] = field(default_factory=list)
    manager: str | None = None
    time: str | None = None
    begin: Line | None = None
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    shown: list[tuple[str, str, int]] = field(default_factory=list)
    """What comments of dmpmqcfg say of the object, with their lines."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Line number by the position in the command from which it holds."""
    joint: str = ""

    def feed(self, line: Line) -> None:
        """Take one line."""
        text = line.text.rstrip()
        if COMMENT.match(text):
            self._comment(text, line.number)
        elif setmqaut.CALL.match(text) and not self.joint:
            self.records.append(self._authority(line, text))
        elif text:
            self.begin = self.begin or line
            self.places.append((self.size, line.number))
            text = text if self.joint == "-" else text.lstrip()
            self.joint = text[-1:] if text.endswith(("+", "-")) else ""
            self.pieces.append(text[:-1] if self.joint else text)
            self.size += len(self.pieces[-1])
            if not self.joint:
                self.end()

    def end(self) -> None:
        """Take the command that is complete, or that the file ends in."""
        begin, text, places, shown = self.begin, "".join(self.pieces).strip().removesuffix(";"), self.places, self.shown
        self.begin, self.pieces, self.size, self.places, self.shown, self.joint = None, [], 0, [], [], ""
        found = COMMAND.match(text)
        if begin and found:
            self.records.append(self._record(begin, Command(text.rstrip(), places), found))
            for key, value_shown, number in shown:
                self.records[-1].add(key, value_shown, number)
        elif begin and (missed := MISSPELT.match(text)) and (meant := _near(missed[2])):
            record = Record(begin.at, begin.number, type="ERROR", name=missed[3], command=Command(text, places))
            record.queue_manager, record.time = self.manager, begin.time or self.time
            record.errors.append(NO_TYPE.format(given=missed[2].upper(), meant=meant))
            self.records.append(record)

    def _comment(self, text: str, number: int) -> None:
        manager, generated = MANAGER.match(text), GENERATED.match(text)
        shown = SHOWN.match(text) if self.time else None
        if manager:
            self.manager = manager[1]
        elif generated:
            self.time = f"{generated[1]} {generated[2]}"
        elif shown and self.begin:
            self.shown.append((shown[1], _plain(shown[2]), number))
        elif shown and self.records and self.records[-1].command:
            for cell in scan(text.strip("*+- \t")) or []:
                self.records[-1].add(*cell, number)

    def _authority(self, line: Line, text: str) -> Record:
        text = setmqaut.without_prompt(text)
        record = Record(line.at, line.number, type=setmqaut.TYPE, command=Command(text, [(0, line.number)]))
        record.queue_manager, record.time = self.manager, line.time or self.time
        setmqaut.fill(record, text)
        return record

    def _record(self, begin: Line, command: Command, found: re.Match) -> Record:
        record = Record(begin.at, begin.number, type=keywords.WORDS[found[2].upper()], command=command)
        record.queue_manager, record.time = self.manager, begin.time or self.time
        take_attributes(record, command, found.start(2))
        own = record.attributes.pop(found[2].upper(), None)
        record.lines.pop(found[2].upper(), None)
        record.name = own or (setmqaut.profile(record) if record.type == setmqaut.TYPE else None)
        if record.type == "QMGR":
            record.name = self.manager
        given = record.attributes.get("CHLTYPE", "").upper()
        if (
            given
            and given not in keywords.CHANNEL_TYPES
            and (near := get_close_matches(given, keywords.CHANNEL_TYPES, 1))
        ):
            record.errors.append(NO_CHLTYPE.format(given=given, meant=near[0]))
        return record


def _near(word: str) -> str | None:
    """What a word that is not an object type is near: another, or a channel type with the command that has it."""
    near = get_close_matches(word.upper(), [*keywords.WORDS, *keywords.CHANNEL_TYPES], 1, NEAR)
    if not near or near[0] in keywords.WORDS:
        return near[0] if near else None
    return f"CHANNEL(…) CHLTYPE({near[0]})"


def _plain(shown: str) -> str:
    parts, _, closed = value(f"({shown})", 0)
    return "".join(text for text, _ in parts).strip() if closed else shown


def take_attributes(record: Record, command: Command, at: int) -> None:
    """Give a record what a command says from a position of its text on, each with its line."""
    text = command.text
    while at < len(text):
        word = WORD.match(text, at)
        if not word:
            record.errors.append(f"not MQSC: {text[at:].strip()[:40]}")
            return
        begin, at = word.start(1), word.end()
        shown = ""
        if word[2]:
            parts, at, closed = value(text, at - 1)
            if not closed:
                record.errors.append(f"{word[1].upper()}( has no closing bracket or quote")
                return
            # A list may hold several strings; each is taken whole, brackets and all.
            shown = "".join(part if quoted else part.strip() for part, quoted in parts).strip()
        record.attributes[word[1].upper()] = shown
        record.lines[word[1].upper()] = command.line_at(begin)
