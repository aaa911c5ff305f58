"""Commands as they are typed and echoed, and what a message says of the command that it answers."""

import re

from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.asked import Command

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


def failed(message: str, words: str) -> bool:
    """Whether a message says that a command failed: by its number, by its severity, by its English words."""
    if message[:7] in keywords.HELP or message[:7] in keywords.TYPES:
        return False
    if message[:7] in keywords.FAILED or message[7:] in ("E", "S", "T"):
        return True
    return message[7:] != "W" and bool(NOT_DONE.search(words))


def changed(message: str, command: Command | None) -> bool:
    """Whether a message that tells of no failure is the reply to a command that changes something."""
    asked = command.asked if command else None
    if not asked or asked["verb"] in keywords.LOOKING or message[:7] in keywords.HELP:
        return False
    # Without a letter only the number tells that it is no failure.
    return message.endswith("I") or keywords.CHANGED.get(message[:7]) == asked["verb"]


def named(words: str, command: str | None) -> str | None:
    """The object that the words of a message name, or the command that it answers."""
    for pattern in NAMED:
        found = pattern.search(words)
        if found:
            return found[1].strip()
    about = ABOUT.match(command or "")
    return about[3].strip() if about and about[3] else None


def joined(command: str, more: str) -> str:
    """A command and its next line: `+` goes on at the first character, `-` at the first column; no comments."""
    command = command.rstrip()
    if more.lstrip().startswith("*"):
        return command
    if command.endswith(("+", "\\")):
        return command[:-1] + more.strip()
    if command.endswith("-"):
        return command[:-1] + more.rstrip()
    return f"{command} {more.strip()}".strip()
