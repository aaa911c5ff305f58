"""Commands: what was asked for, how commands are typed and echoed, and how a script or a shell calls runmqsc.

What was asked for gives an absence its meaning. Words that no quotes hold are upper case to MQ. In a DISPLAY every
keyword with a value narrows the answer, and so do the words of `SCOPES`; every other word is an attribute asked for. In
any other command a keyword says what to do, and is an attribute.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from mqforensics.formats.mqsc import keywords

VERB = {
    name: whole
    for whole, names in {
        "DISPLAY": ("DISPLAY", "DISPL", "DISP", "DIS"), "DEFINE": ("DEFINE", "DEF"), "ALTER": ("ALTER", "ALT"),
        "DELETE": ("DELETE", "DEL"), "START": ("START", "STA"), "STOP": ("STOP", "STO"),
    }.items()
    for name in names
}  # fmt: skip
"""The verbs that have a short form, by each form."""
SCOPES = frozenset(("CURRENT", "SAVED", "SHORT", "CLUSINFO"))
"""Bare words of a DISPLAY that choose what the evidence shows, as a value would."""
HEAD = re.compile(r"\s*([A-Za-z]+)\s+([A-Za-z]+)(?![\w.])\s*")
WORD = re.compile(r"([A-Za-z][A-Za-z0-9]*)\s*")
BLANK = re.compile(r"[\s,;]*")
TOKEN = re.compile(r"'((?:[^']|'')*+)('?)|[()]|[^'()]+")
BLANKS = re.compile(r"\s+")


@dataclass(slots=True)
class Command:
    """A command that was typed or echoed, and whether the end of its answer was seen."""

    text: str
    places: Sequence[tuple[int, int]] = ()
    """Of a command over lines, the line number by the position in `text` from which it holds."""
    ended: bool = False
    broken: bool = False
    """Whether something in its answer could not be read."""

    def line_at(self, position: int) -> int:
        """The number of the line that a position of `text` is on."""
        return self.places[bisect_right(self.places, position, key=itemgetter(0)) - 1][1]

    @property
    def asked(self) -> dict | None:
        """The struct `asked` of the objects table; None for what is not a whole MQSC command."""
        return parse_command(self.text)


@lru_cache(maxsize=4096)
def parse_command(command: str | None) -> dict | None:
    """`verb`, `word`, `name`, `filters` and `attributes` of a command; None where it is none, or is not all there."""
    head = HEAD.match(command or "")
    if not head or command.rstrip().endswith(("+", "-", "\\")):
        return None
    verb, word = head[1].upper(), head[2].upper()
    if not re.fullmatch(keywords.VERBS, verb):
        return None
    verb, word = VERB.get(verb, verb), keywords.WORDS.get(word, word)
    name, at = _value(command, head.end()) if command.startswith("(", head.end()) else (None, head.end())
    filters, attributes = {}, []
    at = BLANK.match(command, at).end()
    while at < len(command):
        found = WORD.match(command, at)
        if not found:
            return None
        key, at, value = found[1].upper(), found.end(), None
        if command.startswith("(", at):
            value, at = _value(command, at)
        if verb == "DISPLAY" and (value is not None or key in SCOPES):
            filters[key] = value or ""
        else:
            attributes.append(key)
        at = BLANK.match(command, at).end()
    return {"verb": verb, "word": word, "name": name, "filters": filters, "attributes": attributes}


def value(text: str, at: int) -> tuple[list[tuple[str, bool]], int, bool]:
    """A value from its opening bracket on: its parts, each with whether it was quoted; its end; whether it has one.

    What stands in quotes is taken as it is, with doubled quotes made single; everything else is upper case.
    """
    parts, depth, begin = [], 0, at
    for token in TOKEN.finditer(text, at):
        if token.start() != begin:
            break
        begin = token.end()
        if token[1] is not None:
            parts.append((token[1].replace("''", "'"), True))
            if not token[2]:
                break
            continue
        depth += (token[0] == "(") - (token[0] == ")")
        if not depth:
            return parts, token.end(), True
        if token.start() != at:
            parts.append((token[0].upper(), False))
    return parts, len(text), False


def _value(command: str, at: int) -> tuple[str, int]:
    parts, end, _ = value(command, at)
    return "".join(text if quoted else BLANKS.sub(" ", text) for text, quoted in parts).strip(), end


PROGRAM = re.compile(r"(?<![\w.-])runmqsc(?:\.exe)?(?![\w.\]-])", re.I)
ARGUMENT = r"""(?:'[^']*+'|"[^"]*+"|[^\s'"<>|&;()]++)"""
CALLED_FOR = re.compile(
    rf"""["']?(?:\s++-(?:[cenvx]|[fmruw]\s*+{ARGUMENT}))*+\s++(["']?)(?![%/])([\w./%]{{1,48}}+)\1["']?\s*+"""
    r"(?:$|[<>|&;)]|[12]>)", re.A,
)  # fmt: skip
"""All of a call up to what the shell does with it; `%QM%` is a variable, not a name."""
PROMPT = re.compile(r"[$#>|%]")
SHOWN = re.compile(
    r"[$#>|%]\s*+((?:[efz]?grep|[gmn]?awk|sed|head|tail|cut|find(?:str)?|sort|uniq|sls|select-string|cat|type|more|less"
    r"|get-content)\b.*)", re.I,
)  # fmt: skip
"""Another program that shows what a session printed earlier."""
THEN = re.compile(r"(?:\|[|&]?|&&|;)\s*+([^\s;|&)]*+)")
INTO = re.compile(r"<\(|\$\(|`")
"""A call whose output something else takes."""
PASSING = frozenset((
    "", "runmqsc", "runmqsc.exe", "tee", "tee-object", "cat", "type", "get-content", "more", "less", "echo", "date",
    "exit", "done", "fi",
))  # fmt: skip
"""Programs after a call that leave out nothing of what it prints."""


class Call(NamedTuple):
    """What a command line says of the session that it starts; `cut`: another program shows perhaps a part of it."""

    manager: str | None
    cut: bool


def parse_call(text: str, end: int | None = None) -> Call | None:
    """The call on a line, before `end`, or the program that shows what one printed; None where there is neither.

    The queue manager is known only where the call can be read from end to end and stands after a prompt, or alone.
    """
    word = PROGRAM.search(text, 0, len(text) if end is None else end)
    if not word:
        shown = SHOWN.search(text) if end is None else None
        return Call(None, _cuts(f";{shown[1]}")) if shown else None
    before, rest = text[: word.start()], text[word.end() :]
    if before.endswith(("/", "\\")):
        before = before.rpartition(" ")[0]
    found = CALLED_FOR.match(rest) if not before.strip() or PROMPT.search(before) else None
    cut = _cuts(rest) or bool(INTO.search(before))
    return Call(found[2] if found and not PROGRAM.search(rest) else None, cut)


def _cuts(commands: str) -> bool:
    programs = (one.strip("\"'`").rpartition("/")[2].lower() for one in THEN.findall(commands))
    return any(program not in PASSING for program in programs)


WORDS = "|".join(keywords.WORDS)
TYPED = re.compile(rf"(?:.{{0,60}}[$#>])?\s*(?:[^\w\s(),]\w{{1,7}}\s+)?((?:{keywords.VERBS})\s+(?:{WORDS})\b.*)$", re.I)
JOINTS = ("+", "-", "\\")
"""What a command ends in that goes on; the last is of the shell that typed it."""
ABOUT = re.compile(rf"\s*({keywords.VERBS})\s+({WORDS})\s*(?:\(\s*'?([^')]*)'?\s*\))?", re.I)
NAMED = (
    re.compile(r"object (\S+) not found"),
    re.compile(r"[Cc]hannel '([^']+)'"),
    re.compile(rf"\b(?:{WORDS})\s{{0,20}}\(([^)]{{1,256}})\)"),
)
NOT_DONE = re.compile(
    r"\bnot (?:found|authorized|allowed|available|active|valid)\b|does not exist|already exists|in use\b|damaged"
    r"|\berror\b|\bfailed\b|\bNO .{0,120} FOUND MATCHING\b|ABNORMAL COMPLETION",
    re.I,
)


def is_failure(message: str, words: str) -> bool:
    """Whether a message says that a command failed: by its number, by its severity, by its English words."""
    if message[:7] in keywords.HELP or message[:7] in keywords.TYPES:
        return False
    if message[:7] in keywords.FAILED or message[7:] in ("E", "S", "T"):
        return True
    return message[7:] != "W" and bool(NOT_DONE.search(words))


def is_change(message: str, command: Command | None) -> bool:
    """Whether a message that tells of no failure is the reply to a command that changes something."""
    asked = command.asked if command else None
    if not asked or asked["verb"] in keywords.LOOKING or message[:7] in keywords.HELP:
        return False
    # Without a letter only the number tells that it is no failure.
    return message.endswith("I") or keywords.CHANGED.get(message[:7]) == asked["verb"]


def named_object(words: str, command: str | None) -> str | None:
    """The object that the words of a message name, or the command that it answers."""
    for pattern in NAMED:
        found = pattern.search(words)
        if found:
            return found[1].strip()
    about = ABOUT.match(command or "")
    return about[3].strip() if about and about[3] else None


def join_lines(command: str, more: str) -> str:
    """A command and its next line: `+` goes on at the first character, `-` at the first column; no comments."""
    command = command.rstrip()
    if more.lstrip().startswith("*"):
        return command
    if command.endswith(("+", "\\")):
        return command[:-1] + more.strip()
    if command.endswith("-"):
        return command[:-1] + more.rstrip()
    return f"{command} {more.strip()}".strip()
