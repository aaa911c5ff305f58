"""A command parsed once: what was asked for is what gives an absence its meaning.

Words that no quotes hold are upper case to MQ. In a DISPLAY every keyword with a value narrows the answer, and so do
the words of `SCOPES`; every other word is an attribute asked for. In any other command a keyword says what to do, and
is an attribute.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

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
"""Bare words of a DISPLAY that choose what is shown, as a value would."""
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
        """The struct `asked` of the objects table; None for what is no whole MQSC command."""
        return parsed(self.text)


@lru_cache(maxsize=4096)
def parsed(command: str | None) -> dict | None:
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
