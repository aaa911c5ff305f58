"""Programmable command format: a header (MQCFH) and its parameters, by name, groups nested."""

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from mqforensics import codes
from mqforensics.privacy.secrets import is_secret
from mqforensics.structures.charsets import charset
from mqforensics.structures.layouts import SIGN, layout
from mqforensics.structures.pcf_values import READERS, Filter

CFH_LENGTH = 36
SELECTORS = {
    "number": ("MQIA", "MQIACF", "MQIACH", "MQIAMO", "MQIAMO64"),
    "long number": ("MQIAMO64", "MQIA", "MQIACF", "MQIACH", "MQIAMO"),
    "text": ("MQCA", "MQCACF", "MQCACH", "MQCAMO"),
    "bytes": ("MQBACF",),
    "group": ("MQGACF",),
}
"""Families of constants that name a parameter, by the kind of its value; their numbers hardly overlap."""


class Kind(NamedTuple):
    """How a type of parameter is laid out."""

    structure: str
    fixed: int
    """Length without the variable part."""
    value: str


KINDS = {
    3: Kind("MQCFIN", 16, "number"), 4: Kind("MQCFST", 20, "text"), 5: Kind("MQCFIL", 16, "number"),
    6: Kind("MQCFSL", 24, "text"), 9: Kind("MQCFBS", 16, "bytes"), 13: Kind("MQCFIF", 20, "number"),
    14: Kind("MQCFSF", 24, "text"), 15: Kind("MQCFBF", 20, "bytes"), 20: Kind("MQCFGR", 16, "group"),
    23: Kind("MQCFIN64", 24, "long number"), 25: Kind("MQCFIL64", 16, "long number"),
}  # fmt: skip
DEPTH = 32
"""Groups inside groups; deeper ones are damage."""
COMMANDS = frozenset((1, 2, 7, 8, 10, 12, 16, 17, 18, 19, 21, 22, 26, 27))
"""What Type of an MQCFH can be."""


class Parameter(NamedTuple):
    """One parameter; a group's value is the list of its parameters, a filter's is a Filter."""

    name: str
    code: int
    type: int
    value: Any


def begins_pcf(data: bytes, offset: int = 0) -> str | None:
    """The byte order of the MQCFH that begins at `offset`; None when there is none."""
    for order in SIGN:
        kind, length, version = (int.from_bytes(data[offset + at : offset + at + 4], order) for at in (0, 4, 8))
        if length == CFH_LENGTH and kind in COMMANDS and 1 <= version <= 3:
            return order
    return None


def pcf(data: bytes, order: str | None = None, ccsid: int | None = None) -> dict[str, Any] | None:
    """A PCF message: the fields of its MQCFH, `CommandName`, `Parameters`, `ByteOrder`, `length` and `notes`.

    `order` and `ccsid` are what the message says; the byte order that the bytes prove is believed before it.
    None when `data` does not begin with a whole MQCFH.
    """
    found = begins_pcf(data)
    if found is None or len(data) < CFH_LENGTH:
        return None
    head = layout("MQCFH").read(data, 0, found)
    notes = [f"MQCFH is {found}-endian although Encoding says {order}-endian"] if order not in (None, found) else []
    parameters, end = _nested(data, CFH_LENGTH, found, ccsid, head["ParameterCount"], notes)
    name = codes.name("MQCMD", head["Command"])
    return {**head, "CommandName": name, "Parameters": parameters, "ByteOrder": found, "length": end, "notes": notes}


def properties(parameters: list[Parameter]) -> dict[str, str]:
    """Parameters as a flat map of texts; a group's name goes before its parameters', repeats are numbered."""
    return dict(_flat(parameters, ""))


def name_counter() -> Callable[[str], str]:
    """A function that returns a name as it is the first time, then as `name[2]`, `name[3]` …"""
    seen: Counter[str] = Counter()

    def name_it(name: str) -> str:
        seen[name] += 1
        return name if seen[name] == 1 else f"{name}[{seen[name]}]"

    return name_it


def _flat(parameters: list[Parameter], prefix: str) -> Iterator[tuple[str, str]]:
    names = name_counter()
    for parameter in parameters:
        name = names(parameter.name)
        if parameter.type == 20:
            yield from _flat(parameter.value, f"{prefix}{name}.")
        else:
            yield prefix + name, value_text(parameter.value)


def value_text(value: Any) -> str:
    """A parameter's value as text: lists with commas, bytes in hexadecimal, a filter with its operator."""
    if isinstance(value, Filter):
        return f"{value.operator} {value_text(value.value)}"
    if isinstance(value, list):
        return ", ".join(map(value_text, value))
    return value.hex().upper() if isinstance(value, bytes) else str(value)


def _nested(data, at, order, ccsid, count, notes) -> tuple[list[Parameter], int]:
    """Parameters from `at` on; a stack of open groups instead of recursion, because depth is the evidence's."""
    top: list[Parameter] = []
    open_ = [(top, count)]
    while at < len(data):
        while open_ and len(open_[-1][0]) >= open_[-1][1]:
            open_.pop()
        if not open_:
            break
        parameter, length = _parameter(data, at, order, ccsid, notes)
        if parameter is None:
            return top, at
        open_[-1][0].append(parameter)
        if parameter.type == 20:
            if len(open_) > DEPTH:
                notes.append(f"PCF groups are nested more than {DEPTH} deep at offset {at}")
                return top, at
            open_.append((parameter.value, int.from_bytes(data[at + 12 : at + 16], order, signed=True)))
        at += length
    if len(top) < count:
        notes.append(f"MQCFH announces {count} parameters, {len(top)} are there")
    return top, at


def _parameter(data, at, order, ccsid, notes) -> tuple[Parameter | None, int]:
    head = data[at : at + 12]
    if len(head) < 12:
        notes.append(f"PCF parameter at offset {at} is cut")
        return None, 0
    kind_code, length, code = struct.unpack(SIGN[order] + "3i", head)
    kind = KINDS.get(kind_code)
    if length < (kind.fixed if kind else 12) or at + length > len(data):
        notes.append(f"StrucLength {length} of the PCF parameter at offset {at} cannot be right")
        return None, 0
    block = data[at : at + length]
    if kind is None:
        notes.append(f"PCF parameter at offset {at} is of the unknown type {kind_code}")
        return Parameter(str(code), code, kind_code, block[12:]), length
    value = READERS[kind.structure](block, SIGN[order], ccsid)
    return Parameter(parameter_name(kind.value, code), code, kind_code, value), length


def parameter_name(value: str, code: int) -> str:
    """Name of a parameter by the kind of its value (a key of SELECTORS); its number where it has none."""
    return next((name for family in SELECTORS[value] if (name := codes.name(family, code))), str(code))


OWN_CCSID = {4: 12, 6: 12, 14: 16}
"""Where a parameter states the CCSID of its text, by its type."""
MASK = {False: b"*", True: b"\x5c"}
"""The sign in ASCII and in EBCDIC."""
EMPTY = {False: b" \0*", True: b"\x40\0\x5c"}
"""What a value is made of that is blank or masked already."""


def passwords(data: bytes, ccsid: int | None = None) -> Iterator[tuple[int, int, bytes]]:
    """The values of texts that are a password: (offset, length, the sign that masks them).

    They are found by their heads wherever they stand, so that damage before one does not show it. One that is blank or
    masked already is none.
    """
    for order in SIGN:
        done = 0
        for found in _password_heads(order).finditer(data):
            at = found.start()
            if at < done:  # inside of a value
                continue
            kind, length = (int.from_bytes(data[at + place : at + place + 4], order) for place in (0, 4))
            begin, own = at + KINDS[kind].fixed, at + OWN_CCSID[kind]
            stop = min(at + length if length >= KINDS[kind].fixed else len(data), len(data))
            known = charset(int.from_bytes(data[own : own + 4], order) or ccsid)
            is_ebcdic = known is not None and known.is_ebcdic
            if data[begin:stop].strip(EMPTY[is_ebcdic]):
                done = stop
                yield begin, stop - begin, MASK[is_ebcdic]


@cache
def _password_heads(order: str) -> re.Pattern[bytes]:
    families = (codes.family(family).codes for family in SELECTORS["text"])
    named = {code for family in families for name, code in family.items() if is_secret(name)}
    kinds, names = (b"|".join(re.escape(one.to_bytes(4, order)) for one in some) for some in (OWN_CCSID, sorted(named)))
    return re.compile(b"(?s)(?=(?:" + kinds + b").{4}(?:" + names + b"))")
