"""A message that a reader has found, as a row of the messages table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mqforensics import structures

Gap = tuple[int, int | None]


def message_row(
    place: tuple[str, int, int],
    *,
    number: int | None = None,
    queue: str | None = None,
    md: Mapping[str, Any] | None = None,
    data: bytes | None = None,
    dlh: Mapping[str, Any] | None = None,
    gaps: Sequence[Gap] = (),
    notes: Iterable[str] = (),
    is_exact: bool = True,
    secrets: bool = False,
) -> dict[str, Any]:
    """The row of a message at `place` (file, offset, length).

    `gaps` are (offset, length) in `data`; a length of None says that no evidence shows it. `data` that is not exact, or
    that has a gap before its end, is not given as the message's bytes; its body is what is known of it. Nor is data
    with a password in one of its headers, unless `secrets` asks for it.
    """
    known = [gap for gap in gaps if gap[1] is not None and gap[0] < len(data or b"")]
    decoded = {"notes": [], "headers": None}
    if data is not None:
        decoded = structures.message(md, data, dlh=dlh, gaps=known, secrets=secrets)
    said = [*notes, *decoded.pop("notes")]
    lost = None if any(length is None for _, length in gaps) else sum(length for _, length in gaps)
    is_hidden = not secrets and structures.secrets(decoded["headers"] or ())
    is_whole = is_exact and not gaps and data is not None
    return {
        **dict(zip(("file", "offset", "length"), place, strict=True)),
        "number": number,
        "queue": queue,
        "md": dict(md) if md else None,
        "put_time": structures.put_time(md.get("PutDate"), md.get("PutTime")) if md else None,
        **decoded,
        "data": data if is_exact and not known and not is_hidden else None,
        "data_length": len(data) if is_whole else None,
        "missing": lost if data is not None and is_exact else None,
        "gaps": [{"offset": offset, "length": length} for offset, length in gaps],
        "error": "; ".join(said) or None,
    }


def unreadable_row(place: tuple[str, int, int], error: str) -> dict[str, Any]:
    """The one row of bytes that hold no message; `error` says what they are."""
    return {**dict(zip(("file", "offset", "length"), place, strict=True)), "error": error}
