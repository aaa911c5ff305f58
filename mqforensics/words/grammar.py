"""Numbers, lists and times as a sentence has them."""

from collections.abc import Sequence
from datetime import UTC, datetime


def count(number: int, noun: str, several: str = "") -> str:
    """`1 message`, `2 messages`; `several`: the plural, where it is not the noun with an `s`."""
    return f"{number} {noun if number == 1 else several or noun + 's'}"


def by_number(number: int, one: str, several: str) -> str:
    """The word for one thing, or the word for several or none."""
    return one if number == 1 else several


def were(number: int) -> str:
    """`was` or `were`."""
    return by_number(number, "was", "were")


def times(number: int) -> str:
    """Nothing for once, ` twice`, ` 3 times`."""
    return "" if number == 1 else " twice" if number == 2 else f" {number} times"


def in_series(things: Sequence[str], most: int = 4) -> str:
    """`A`, `A and B`, `A, B and C`, `A, B, C and 4 more`."""
    shown = list(things[:most])
    if len(things) > most:
        shown.append(f"{len(things) - most} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def of_manager(name: str | None) -> str:
    """` of QM.A`, or nothing where the evidence does not show which queue manager."""
    return f" of {name}" if name else ""


def at_manager(name: str | None) -> str:
    """` at QM.A`, or nothing where the evidence does not show which queue manager."""
    return f" at {name}" if name else ""


def at_time(time: datetime | None) -> str:
    """`at 2026-03-02 09:14:07 UTC`, or `at an unknown time`."""
    return f"at {time:%F %T} UTC" if time else "at an unknown time"


def when(first: float | None, last: float | None = None) -> str:
    """` at 09:14:07 UTC on 2026-03-02`, ` from … to … UTC on 2026-03-02`, or nothing; seconds since 1970, UTC."""
    if first is None:
        return ""
    begin = datetime.fromtimestamp(first, UTC)
    end = begin if last is None else datetime.fromtimestamp(last, UTC)
    if f"{begin:%F %T}" == f"{end:%F %T}":
        return f" at {begin:%T} UTC on {begin:%F}"
    if begin.date() == end.date():
        return f" from {begin:%T} to {end:%T} UTC on {begin:%F}"
    return f" from {begin:%F %T} to {end:%F %T} UTC"


def since_time(first: float | None) -> str:
    """` since 2026-03-02 09:14:07 UTC`, or nothing; seconds since 1970, UTC."""
    return "" if first is None else f" since {datetime.fromtimestamp(first, UTC):%F %T} UTC"


def impact(affected: str, first: float | None = None, applications: Sequence[str] = ()) -> str:
    """Whom it concerns: how many of what, since when, and the applications that the evidence names for them."""
    several = "s" * (len(applications) != 1)
    named = f" Application{several}: {in_series(applications)}." if applications else ""
    return f"Affected: {affected}{since_time(first)}.{named}"


def capital(said: str) -> str:
    """The sentence with a capital at its beginning."""
    return said[:1].upper() + said[1:]
