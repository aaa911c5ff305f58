"""The headers that can stand before a message's data: which Format names them and how they are distinguished."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mqforensics.codes.code_pages import EBCDIC
from mqforensics.structures.layouts import Layout, layout


class Header(NamedTuple):
    """A header by the eye-catcher it begins with."""

    eye: str
    formats: tuple[str, ...]
    layouts: dict[int, str]
    """Its layout for each Version."""
    secrets: tuple[str, ...] = ()

    def layout(self, version: int) -> Layout:
        """The layout of a Version; of one that is not known, the newest."""
        return layout(self.layouts.get(version) or self.layouts[max(self.layouts)])


HEADERS = (
    Header("DLH ", ("MQDEAD",), {1: "MQDLH"}),
    Header("XQH ", ("MQXMIT",), {1: "MQXQH"}),
    Header("MDE ", ("MQHMDE",), {2: "MQMDE"}),
    Header("RFH ", ("MQHRF", "MQHRF2"), {1: "MQRFH", 2: "MQRFH2"}),
    Header("IIH ", ("MQIMS",), {1: "MQIIH"}, ("Authenticator",)),
    Header("CIH ", ("MQCICS",), {1: "MQCIH1", 2: "MQCIH2"}, ("Authenticator",)),
    Header("RMH ", ("MQHREF",), {1: "MQRMH"}),
    Header("WIH ", ("MQHWIH",), {1: "MQWIH"}),
    Header("DH  ", ("MQHDIST",), {1: "MQDH"}),
    Header("EPH ", ("MQHEPCF",), {1: "MQEPH"}),
    Header("SAPH", ("MQHSAP",), {1: "MQSAPH"}, ("Password",)),
    Header("TM  ", ("MQTRIG",), {1: "MQTM"}),
    Header("TMC ", ("MQTRIG",), {1: "MQTMC", 2: "MQTMC2"}),
)
EYES = {header.eye.encode(codec): (header, codec == EBCDIC) for header in HEADERS for codec in ("ascii", EBCDIC)}
FORMATS = {name: header for header in HEADERS for name in header.formats}
PCF_FORMATS = frozenset(("MQADMIN", "MQEVENT", "MQPCF"))
UNMISTAKABLE = ("DLH ", "XQH ")
"""Headers that are believed even where Format does not say that they are there."""


VERSIONS = {number.to_bytes(4, order): (order, number) for order in ("big", "little") for number in range(1, 10)}
"""Every Version word that proves a byte order."""


def version_of(header: Header, word: bytes, order: str | None) -> tuple[str, int]:
    """Byte order and Version of a header by its Version word; the Version is 0 where that cannot be one.

    The Version of an MQTMC is text and proves no order: then the one that was reported so far is returned.
    """
    if header.eye == "TMC ":
        digits = word.translate(None, b" \0\x40")
        return order or "big", digits[0] & 15 if len(digits) == 1 else 0
    return VERSIONS.get(word, ("big", 0))


RFH, RFH2 = layout("MQRFH"), layout("MQRFH2")
NAME_VALUES = ("NameValueString", "NameValueData")
"""Fields that have the text of the properties."""
PARAMETERS = "Parameters"
"""A field of MQCFH and MQEPH that is None where one of the parameters of PCF is a password."""
HIDES = (*NAME_VALUES, PARAMETERS)
BEFORE = {"RFH": RFH, "EPH": layout("MQEPH"), "CFH": layout("MQCFH")}
"""The fixed part of headers by StrucId, before what may hold a password."""
WITH_SECRETS = {header.eye.rstrip(): header for header in HEADERS if header.secrets}


def passwords(headers: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str, int, int]]:
    """Each header that has room for a password, the password's name, and its offset and length in the data."""
    for entry in headers:
        if header := WITH_SECRETS.get(entry["StrucId"]):
            places = header.layout(max(header.layouts)).places
            for name in header.secrets:
                yield entry, name, entry["offset"] + places[name][0], places[name][1]


def secrets(headers: Iterable[Mapping[str, Any]], length: int | None = None) -> list[tuple[int, int]]:
    """Where passwords are in a message's data, as (offset, length), by the headers that `message` has found.

    One that is known to be blank is none; in `fields` it is the empty text. Of an MQRFH, MQRFH2 or MQEPH with a
    property that is a password it is all that follows the fixed part; of an MQCFH, all up to the data's `length`.
    """
    headers = list(headers)
    fixed = [(at, size) for entry, name, at, size in passwords(headers) if entry["fields"].get(name) != ""]
    return fixed + [_variable(entry, length) for entry in headers if _is_hidden(entry["fields"])]


def _is_hidden(fields: Mapping[str, str | None]) -> bool:
    return any(value is None and name.startswith(HIDES) for name, value in fields.items())


def _variable(entry: Mapping[str, Any], length: int | None) -> tuple[int, int]:
    fixed = (RFH2 if "NameValueCCSID" in entry["fields"] else BEFORE[entry["StrucId"]]).length
    stop = max(length or 0, entry["offset"] + fixed) if entry["StrucId"] == "CFH" else entry["offset"] + entry["length"]
    return entry["offset"] + fixed, stop - entry["offset"] - fixed
