"""One message that a text shows."""

from dataclasses import dataclass, field
from typing import Any

Gap = tuple[int, int | None]


@dataclass(slots=True)
class PrintedMessage:
    """A message and where its text begins; `data` is None where the text does not show the bytes.

    `dlh`: an MQDLH shown as fields, whose bytes are not in `data`. `text`: data shown as text only.
    """

    begin: int
    number: int | None = None
    queue: str | None = None
    md: dict[str, Any] | None = None
    dlh: dict[str, Any] | None = None
    data: bytes | None = None
    gaps: list[Gap] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    text: str | None = None
    length: int | None = None
    """The length of the data that the text states."""
