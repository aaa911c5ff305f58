"""A message's data without its MQMD: what the data says of itself, and what a file's name says."""

import re
from typing import Any

from mqforensics import codes, structures
from mqforensics.formats.message_rows import message_row
from mqforensics.formats.mqmessage.raw import DELIMITER

ABSENT = "the MQMD is absent"
SAVED = re.compile(r"(?:^|[/\\])(\d{8})(\d{8})-([0-9a-f]{40})-(?:(\d+)-1)?([0-9a-z-]*)$")
"""A name that punch-q gives: put date and time, the SHA-1 of MsgId, MsgType, Expiry, user, format and application."""


def first_header(data: bytes) -> str | None:
    """The header or structure that data begins with, as `MQDLH`; None for anything else."""
    headers = structures.message(None, data[:4096])["headers"]
    return f"MQ{headers[0]['StrucId']}" if headers else None


def fields_of_name(file: str) -> tuple[dict[str, Any], list[str]] | None:
    """What of an MQMD a file's name tells, and what is to be said of it; None when it is not such a name."""
    found = SAVED.search(file)
    if not found:
        return None
    date, time, digest, kind, rest = found.groups()
    md: dict[str, Any] = {"PutDate": date, "PutTime": time}
    if kind:  # before an Expiry that is not -1 no one can tell where MsgType ends
        md |= {"MsgType": int(kind), "Expiry": -1}
    formats = {name for name in codes.family("MQFMT").names if name and name.lower() in rest}
    longest = {name for name in formats if not any(name in other and name != other for other in formats)}
    if len(longest) == 1:
        md["Format"] = longest.pop()
    told = f"MQMD only as far as the file's name tells: SHA-1 of MsgId {digest}, user, format and application {rest!r}"
    return md, [told]


def body(data: bytes, place: tuple[str, int, int], number: int | None = None, secrets: bool = False) -> dict[str, Any]:
    """The row of a message's data without MQMD; `secrets` as in `found.row`."""
    known = fields_of_name(place[0])
    if known:
        return message_row(place, number=number, md=known[0], data=data, notes=known[1], secrets=secrets)
    header = first_header(data)
    begins = f": the data begins with an {header}" if header else ""
    return message_row(place, number=number, data=data, notes=[ABSENT + begins], secrets=secrets)


def split(data: bytes) -> list[tuple[int, bytes]]:
    """Where each of the bodies in a delimited file begins, and its bytes; nothing follows a delimiter at the end."""
    found: list[tuple[int, bytes]] = []
    at = 0
    for piece in data.split(DELIMITER):
        found.append((at, piece))
        at += len(piece) + len(DELIMITER)
    return found[:-1] if len(found) > 1 and not found[-1][1] else found
