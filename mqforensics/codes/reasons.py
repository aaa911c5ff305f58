"""What a reason means: a completion reason (MQRC), or a feedback code where an MQDLH can hold one."""

from dataclasses import dataclass
from functools import cache

from mqforensics import csv_tables
from mqforensics.codes.families import family

FAMILIES = ("MQRC", "MQFB", "MQRCCF")
"""Where the name of a reason is looked for, in this order; their numbers do not overlap but for 0."""
RANGE_ENDS = {301, 399, 600, 855, 900, 999, 999999999}
"""Constants that only mark where a range of reasons begins or ends."""


@dataclass(frozen=True)
class Reason:
    """One reason, and how it was found; `code` is None when nothing fits and `note` says what is near."""

    code: int | None
    name: str | None = None
    family: str | None = None
    """`MQRC`, `MQFB`, `MQRCCF`, `application` or `exit`."""
    hex: str | None = None
    byte_order: str | None = None
    """`big` or `little` when the reason was given as the bytes of a dump."""
    meaning: str | None = None
    cause: str | None = None
    note: str | None = None

    def __str__(self) -> str:
        head = f"{self.code} {self.hex} {self.name}" if self.code is not None else None
        order = f"read as {self.byte_order}-endian bytes" if self.byte_order else None
        lines = [head, self.meaning, self.cause, order, self.note]
        return "\n".join(line for line in lines if line)


@cache
def _texts() -> dict[int, dict[str, str]]:
    rows = (row for name in ("mqfb.csv", "mqrc.csv") for row in csv_tables.rows(__package__, name))
    return {int(row["code"]): row for row in rows if row["meaning"]}


@cache
def _ranges() -> list[tuple[int, int, dict[str, str]]]:
    return [(int(row["first"]), int(row["last"]), row) for row in csv_tables.rows(__package__, "mqfb_ranges.csv")]


@cache
def exact(code: int) -> tuple[str, str] | None:
    """Family and name of a reason that has its own constant."""
    if code in RANGE_ENDS:
        return None
    for reasons in FAMILIES:
        if name := family(reasons).names.get(code):
            return reasons, name
    return None


def _range(code: int) -> dict[str, str] | None:
    return next((row for first, last, row in _ranges() if first <= code <= last), None)


@cache
def reason(code: int) -> Reason | None:
    """The reason with this number, by its constant or by the range that it lies in."""
    if found := exact(code):
        text = _texts().get(code, {})
        return Reason(code, found[1], found[0], hex_code(code), None, text.get("meaning"), text.get("cause"))
    if row := _range(code):
        name = row["name"].format(code=code, n=code - (600 if code >= 600 else 300))
        return Reason(code, name, row["family"], hex_code(code), None, row["meaning"], row["cause"])
    return None


def hex_code(code: int) -> str:
    """A reason as the command `mqrc` writes it."""
    return f"0x{code & 0xFFFFFFFF:08x}"


def reason_name(code: int | None) -> str | None:
    """Name of a reason as an MQDLH may hold it: MQRC, else feedback, else PCF, else the range it lies in."""
    found = reason(code) if code is not None else None
    return found.name if found else None


def numbered(code: int) -> str:
    """A reason's number and, where it has one, its name."""
    return f"{code} {reason_name(code) or ''}".rstrip()


def meaning(code: int) -> str | None:
    """What the reason says, in one sentence; None where the kit has no its own words for it."""
    found = reason(code)
    return found.meaning if found else None


def cause(code: int) -> str | None:
    """What usually is behind the reason and where to look first."""
    found = reason(code)
    return found.cause if found else None


def retried_by_mca(code: int) -> bool:
    """Whether a receiving channel without a message-retry exit tries the put again (MRRTY, MRTMR)."""
    return _texts().get(code, {}).get("retry") == "mca"


def may_pass(code: int) -> bool:
    """Whether the reason can go away by itself, so that putting the message again later may work (our judgement)."""
    return _texts().get(code, {}).get("retry") in ("mca", "later")
