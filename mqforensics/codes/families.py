"""Families of MQ constants: a CSV beside this file for each, read when first asked for."""

import re
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.errors import MQForensicsError

FAMILY = re.compile(r"mq[a-z0-9]{1,8}")


class FamilyNotFound(MQForensicsError, LookupError):
    """No family of constants has this name."""


class Family(NamedTuple):
    """The constants of one family; of names that share a number the first one is the usual one."""

    names: dict[int | str, str]
    codes: dict[str, int | str]
    bits: tuple[tuple[int, str], ...]
    """Flags with the most bits first, so that `…_WITH_FULL_DATA` is found before its parts."""


@cache
def family(name: str) -> Family:
    """The constants of `MQRC`, `MQGMO` …; raises FamilyNotFound."""
    stem = name.rstrip("_").lower()
    try:
        # A name may come from evidence: it is no path.
        table = csv_tables.rows(__package__, f"{stem}.csv") if FAMILY.fullmatch(stem) else None
    except FileNotFoundError:
        table = None
    if table is None:
        raise FamilyNotFound(f"expected a family of MQ constants such as MQRC or MQGMO, got {name!r}")
    number = str if stem == "mqfmt" else int
    codes = {row["name"]: number(row["code"]) for row in table}
    names: dict[int | str, str] = {}
    for constant, value in codes.items():
        names.setdefault(value, constant)
    return Family(names, codes, () if number is str else _bits(names))


def name(family_name: str, code: int | str) -> str | None:
    """Name of a constant: `name("MQGMO", 32)` is `MQGMO_BROWSE_NEXT`; None when the family has no such number."""
    return family(family_name).names.get(code.rstrip() if isinstance(code, str) else code)


def code(constant: str) -> int | str | None:
    """Number of a constant by its whole name, in any case; None when there is none. A format's is a text."""
    wanted = constant.strip().upper()
    try:
        return family(wanted.partition("_")[0]).codes.get(wanted)
    except FamilyNotFound:
        return None


def flags(family_name: str, value: int) -> list[str]:
    """Names of the options in `value`, lowest bit first; bits without a name stay as one hexadecimal number.

    An option that is made of several bits is named once (`MQRO_COA_WITH_DATA`), and 0 has no names.
    """
    rest, found = value & 0xFFFFFFFF, []
    for bits, option in family(family_name).bits:
        if bits & rest == bits:
            found.append((bits, option))
            rest &= ~bits
    named = [option for _, option in sorted(found, key=lambda pair: pair[0] & -pair[0])]
    return [*named, f"0x{rest:08X}"] if rest else named


def _bits(names: dict[int, str]) -> tuple[tuple[int, str], ...]:
    flags = [(code & 0xFFFFFFFF, name) for code, name in names.items() if code and not name.endswith("_MASK")]
    return tuple(sorted(flags, key=lambda flag: (-flag[0].bit_count(), flag[0])))
