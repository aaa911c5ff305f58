"""Which defined name is nearly the one that was asked for: they differ in capitals, or in one letter.

Names of MQ tell capitals apart. That a name is like another one is reported as a fact; whether it was meant is not
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SHORTEST = 3
"""A part of a name with fewer letters is like any other: A.TO.B and A.TO.C are two names."""
_PARTS = re.compile(r"[./_%]")


def capitals(name: str, names: Iterable[str | None]) -> list[str]:
    """The names that differ from this one in nothing but capitals."""
    return sorted({one for one in names if one and one != name and one.upper() == name.upper()})


def near_name(name: str | None, names: Iterable[str | None]) -> str | None:
    """The one name that differs from this one in capitals or else in one letter; None for none or for several."""
    if not name:
        return None
    others = {one for one in names if one}
    found = capitals(name, others) or sorted(one for one in others if _one_letter(name.upper(), one.upper()))
    return found[0] if len(found) == 1 and name not in others else None


def _one_letter(one: str, other: str) -> bool:
    """Whether one letter is another one, is missing, or two are exchanged; digits count things and are no letters."""
    parts, others = _PARTS.split(one), _PARTS.split(other)
    differ = [(a, b) for a, b in zip(parts, others, strict=False) if a != b]
    if len(parts) != len(others) or len(differ) != 1 or min(map(len, differ[0])) < SHORTEST:
        return False
    a, b = differ[0]
    begin = next((at for at, (c, d) in enumerate(zip(a, b, strict=False)) if c != d), min(len(a), len(b)))
    rest, left = a[begin:], b[begin:]
    if len(a) == len(b):
        exchanged = rest[:2] == left[:2][::-1] and rest[2:] == left[2:]
        return exchanged or (rest[1:] == left[1:] and not (rest[0].isdigit() and left[0].isdigit()))
    more, less = (rest, left) if len(a) > len(b) else (left, rest)
    return more[1:] == less and not more[0].isdigit()
