"""A pattern of a rules table against a field of a message.

A field is padded with blanks to its length. `*` stands for any characters or none, `?` for one character that is no
trailing blank; leading and embedded blanks count, trailing ones do not; upper and lower case differ.
"""

ANY, ONE = "*", "?"


def matches(pattern: str, value: str | None, length: int) -> bool:
    """Whether the field of `length` characters with this value matches the pattern."""
    kept = (value or "").rstrip(" ")
    return _walk(pattern.rstrip(" "), kept.ljust(length), len(kept))


def _walk(pattern: str, padded: str, significant: int) -> bool:
    # After a mismatch only the last `*` needs to take one character more: what came before it cannot do better.
    at, here, star, back = 0, 0, -1, 0
    while True:
        if at == len(pattern) and here >= significant:
            return True
        if at < len(pattern) and pattern[at] == ANY:
            star, back, at = at, here, at + 1
        elif at < len(pattern) and here < len(padded) and _same(pattern[at], padded[here], here < significant):
            at, here = at + 1, here + 1
        elif star >= 0 and back < len(padded):
            back += 1
            at, here = star + 1, back
        else:
            return False


def _same(expected: str, there: str, significant: bool) -> bool:
    return significant if expected == ONE else expected == there


def covers(wide: str, narrow: str) -> bool:
    """Whether everything that `narrow` matches, `wide` matches too; False when that is not certain."""
    reached = {0}
    for there in narrow.rstrip(" "):
        reached = _after(_stars(reached, wide), wide, there)
    return len(wide) in _stars(reached, wide)


def _stars(reached: set[int], wide: str) -> set[int]:
    found = set(reached)
    for at in sorted(reached):
        while at < len(wide) and wide[at] == ANY:
            at += 1
            found.add(at)
    return found


def _after(reached: set[int], wide: str, there: str) -> set[int]:
    # A `*` of the narrow pattern is only inside a `*` of the wide one; a `?` also inside a `?`.
    kept = {at for at in reached if at < len(wide) and wide[at] == ANY}
    one = {at + 1 for at in reached if at < len(wide) and _takes(wide[at], there)}
    return kept | one


def _takes(expected: str, there: str) -> bool:
    return there != ANY and expected != ANY and (expected == there or (expected == ONE and there != " "))
