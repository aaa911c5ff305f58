"""What a message's data holds: its headers, the properties in them, and the body as bytes and as text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mqforensics.privacy.mask import STARS
from mqforensics.privacy.secrets import is_secret
from mqforensics.structures.body import body_text
from mqforensics.structures.chain import Chain
from mqforensics.structures.headers import EYES, NAME_VALUES, PARAMETERS, passwords
from mqforensics.structures.pcf import passwords as pcf_passwords

AMS = b"PDMQ"
AMS_NOTE = "the body is protected by Advanced Message Security: it cannot be read without its keys"
MAY_BE_PASSWORDS = "what follows them has a mask, because passwords may be in it"
BLANKS = (b" \0", b"\x40\0")
"""What a name without any characters is made of, in ASCII and in EBCDIC."""


def message(
    md: Mapping[str, Any] | None,
    data: bytes,
    *,
    dlh: Mapping[str, Any] | None = None,
    gaps: Iterable[Sequence[int]] = (),
    secrets: bool = False,
) -> dict[str, Any]:
    """What a message's data holds: its headers one by one, and the body after them.

    `md`: Encoding, CodedCharSetId and Format of the MQMD; without them the data speaks for itself. `dlh`: an MQDLH
    that a dump printed as text and took out of the data; it is the first header then. `gaps`: (offset, length) of
    bytes in `data` that are filler; a field that touches one is None, and the body has the known bytes only.
    `secrets`: show the passwords inside headers; else they are None, unless they are blank; a property that is one has
    a mask, and its header no text of its properties; a parameter of PCF that is one has a mask in the body, too.
    They are in `data` all the same: what `structures.secrets(headers)` tells of may not leave with it.

    Keys of the result: `dlh`, `dlq_time`, `headers`, `properties`, `body`, `body_text` as in the table of messages;
    and `notes`, what is to be said of them. Of a PCF message the MQCFH is a header and its
    parameters are the body, named in the properties.
    """
    chain = Chain(md or {}, data, gaps, secrets)
    if dlh is not None:
        chain.printed(dlh)
    while chain.step():
        pass
    if not secrets:
        _show_blank(chain)
        _hide_properties(chain)
        _hide_parameters(chain)
    parts = chain.rest()
    body = parts[0] if len(parts) == 1 else b"".join(parts)
    return {
        "dlh": chain.dlh, "dlq_time": chain.dlq_time, "headers": chain.headers, "properties": chain.properties,
        "body": body, "body_text": _text(parts, body, chain), "notes": chain.notes,
    }  # fmt: skip


def _show_blank(chain: Chain) -> None:
    """Most programs leave the password blank: that is not a secret."""
    for entry, name, offset, length in passwords(chain.headers):
        header, at = entry["offset"] - chain.base, offset - chain.base
        whole = at + length <= len(chain.data) and not (chain.gaps and chain.gaps.touch(at, length))
        _, is_ebcdic = EYES[chain.data[header : header + 4]]
        if whole and not chain.data[at : at + length].strip(BLANKS[is_ebcdic]):
            entry["fields"][name] = ""


def _hide_properties(chain: Chain) -> None:
    named = [name for name, value in chain.properties.items() if value and is_secret(name)]
    if named:
        chain.properties.update(dict.fromkeys(named, STARS))
        for entry in chain.headers:
            if entry["StrucId"] == "RFH":
                texts = [name for name in entry["fields"] if name.startswith(NAME_VALUES)]
                entry["fields"].update(dict.fromkeys(texts))


def _hide_parameters(chain: Chain) -> None:
    for entry in chain.headers:
        if entry["StrucId"] in ("CFH", "EPH"):
            at = entry["offset"] - chain.base
            stop = len(chain.data) if entry["StrucId"] == "CFH" else at + entry["length"]
            if any(pcf_passwords(chain.data[at:stop], chain.ccsid)):
                entry["fields"][PARAMETERS] = None
    if chain.pcf_at is not None:
        hidden = bytearray(chain.data)
        for at, length, sign in pcf_passwords(chain.data[chain.pcf_at :], chain.ccsid):
            hidden[chain.pcf_at + at : chain.pcf_at + at + length] = sign * length
        if chain.gaps and (lost := [stop for _, stop in chain.gaps.spans if stop > chain.pcf_at]):
            # The name of a parameter may be among the bytes that are missing.
            hidden[lost[0] :] = b"*" * (len(hidden) - lost[0])
            chain.notes.append(MAY_BE_PASSWORDS)
        chain.data = bytes(hidden)


def _text(parts: Sequence[bytes], body: bytes, chain: Chain) -> str | None:
    if body.startswith(AMS):
        chain.notes.append(AMS_NOTE)
        return None
    if chain.is_pcf:
        return None
    text, notes = body_text(parts, chain.format, chain.order, chain.ccsid)
    chain.notes += notes
    return text
