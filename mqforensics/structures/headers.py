"""The headers that can stand before a message's data: which Format names them and how they are told apart."""

from typing import NamedTuple

from mqforensics.structures.charsets import EBCDIC
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


def byte_order(word: bytes) -> str | None:
    """The byte order that a Version word proves; None when it can be no small number in either order."""
    number = int.from_bytes(word, "big")
    if 0 < number < 10:
        return "big"
    number = int.from_bytes(word, "little")
    return "little" if 0 < number < 10 else None
