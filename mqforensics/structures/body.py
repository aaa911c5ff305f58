"""Whether a message's body is text, and in which character set."""

from collections.abc import Sequence

from mqforensics.structures.charsets import charset, charsets, decode

TEXT_FORMATS = frozenset(("MQSTR",))
CONTROLS = bytes(b for b in range(32) if b not in b"\t\n\f\r") + b"\x7f"
CONTROL_CHARACTERS = {c for c in map(chr, (*range(32), *range(127, 160))) if c not in "\t\n\f\r\x85"}
LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
EBCDIC_TEXT = frozenset(bytes(LETTERS).decode("latin-1").encode("cp500")) | {0x40}


def body_text(
    parts: Sequence[bytes], format: str | None, order: str | None, ccsid: int | None
) -> tuple[str | None, list[str]]:
    """The body as text, or None when it is not text; and what is to be said of its character set.

    `parts` are the known stretches of the body; where bytes between them are missing the text has U+FFFD.
    """
    data = parts[0] if len(parts) == 1 else b"".join(parts)
    if not data:
        return ("" if format in TEXT_FORMATS else None), []
    known = charset(ccsid)
    if known and known.kind in ("ascii", "multi") and data.isascii() and data.translate(None, CONTROLS) == data:
        return "\ufffd".join(part.decode("ascii") for part in parts), []
    return _searched(parts, data, format in TEXT_FORMATS, order, ccsid)


def _searched(parts, data, must, order, ccsid):
    known = charset(ccsid)
    stated = decode(data, ccsid, order)
    if known and stated is not None and _printable(stated) and not _other_script(data, known):
        return _joined(parts, ccsid, order), []
    fit = _fit(data, order)
    if fit is None or (not must and not _printable(decode(data, *fit) or "\0")):
        if must and stated is not None:
            return stated, []
        return None, ([_no_codec(ccsid)] if must else [])
    if fit[0] == ccsid and fit[1] == order:
        return _joined(parts, *fit), []
    told = f"CodedCharSetId {ccsid} stated" if known else (_no_codec(ccsid) if ccsid else "no CodedCharSetId stated")
    note = f"{told}, but the bytes fit {fit[0]}" + (f" {fit[1]}-endian" if charsets()[fit[0]].kind == "wide" else "")
    return _joined(parts, *fit), [note]


def _joined(parts, ccsid, order):
    if len(parts) == 1:
        return decode(parts[0], ccsid, order)
    codec = charsets()[ccsid].codec_for(order)
    return "\ufffd".join(part.decode(codec, "replace") for part in parts)


def _printable(text):
    return CONTROL_CHARACTERS.isdisjoint(text)


def _other_script(data, known):
    if known.is_ebcdic:
        return data.isascii() and 2 * sum(map(data.count, LETTERS)) >= len(data)
    if known.kind != "ascii" or len(data) < 8 or b" " in data:
        return False
    return 10 * sum(b in EBCDIC_TEXT for b in data) >= 9 * len(data)


def _fit(data, order):
    if len(data) % 2 == 0 and b"\0" in data:
        for zeros, wide in ((data[::2], "big"), (data[1::2], "little")):
            if 4 * zeros.count(0) >= 3 * len(zeros) and 4 * (data.count(0) - zeros.count(0)) < len(zeros):
                return 1200, wide
    ascii_letters = sum(map(data.count, LETTERS))
    ebcdic_letters = sum(b in EBCDIC_TEXT for b in data)
    if ebcdic_letters > 2 * ascii_letters:
        return 500, order
    if data.isascii():
        return 819, order
    return (1208 if decode(data, 1208) is not None else 819), order


def _no_codec(ccsid):
    return f"no codec for CodedCharSetId {ccsid}"
