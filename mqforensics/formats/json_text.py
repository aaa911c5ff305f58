"""JSON as it stands in evidence: values at places of a text, and what can be read of one that is not whole.

Libraries for JSON refuse what is damaged, or invent what is missing, and tell no places.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

DECODER = json.JSONDecoder(strict=False)
PAIR = re.compile(
    r'"(\w{1,80})"\s{0,9}:\s{0,9}'
    r'(?:"((?:[^"\\]|\\.){0,9999}+)"|(-?\d{1,30})|\{[^{}]{0,200}"value"\s{0,9}:\s{0,9}(-?\d{1,30}))',
    re.S,
)
"""A key and its value: a text, a number, or the number of what is printed by name and number."""
EFFORT = 4
"""How many times the text's length may be spent in vain."""
LINES = 64
"""The decoder counts the lines before a mistake: so many characters for the price of one."""


class NotJson(ValueError):
    """No whole value of JSON begins at a place of a text."""


class Values:
    """The values that begin at places of a text, until too much was spent without one."""

    def __init__(self, text: str):
        self.text, self._left = text, EFFORT * len(text)

    def at(self, begin: int) -> tuple[Any, int]:
        """The value that begins there and where it ends; raises NotJson."""
        try:
            return DECODER.raw_decode(self.text, begin)
        except json.JSONDecodeError as error:
            self._left -= error.pos - begin + begin // LINES
            raise NotJson(str(error)) from None
        except (ValueError, RecursionError) as error:
            self._left -= len(self.text) // 16
            raise NotJson(str(error)) from None

    @property
    def is_spent(self) -> bool:
        """Whether to look no further."""
        return self._left < 0


def pairs(text: str) -> Iterator[tuple[str, str | int]]:
    """The keys of a damaged value with the texts and numbers that are whole, in the order of the text."""
    for key, raw, number, named in PAIR.findall(text):
        yield key, int(number or named) if number or named else _unescaped(raw)


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    try:
        return json.loads(f'"{raw}"', strict=False)
    except ValueError:
        return raw
