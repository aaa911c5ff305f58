"""A stretch of a file: what a format's `read` is given."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mqforensics.formats.paste.clean_text import CleanText

SECRETS = "secrets"
"""`true` in the context: the passwords inside headers are asked for, and with them the data that they are in."""


@dataclass(frozen=True)
class FileSlice:
    """Bytes of one evidence file, from `offset` on; rows read from it partition exactly these bytes.

    A stretch is a whole file unless the format lets large files be split (`START`);
    then it begins at the file's beginning or at a match of `START`, and ends before another or at the end.
    """

    data: bytes
    file: str = ""
    offset: int = 0
    line: int = 1
    """Number of the line that `data` begins with, counted from 1."""
    after: bytes = b""
    """Up to the format's `LOOKAHEAD` bytes that follow, for a record that ends beyond the stretch."""
    context: Mapping[str, str] = field(default_factory=dict)
    """What the format's `context_after` kept of everything before the stretch, and `SECRETS`."""

    clean: CleanText | None = None
    """Where `data` is of the clean text of a file: that; `offset` and `line` are of the clean text then."""

    left_out: int = 0
    """Bytes of a line that is too long to be read; `data` is empty then."""

    def place(self, begin: int, end: int) -> dict:
        """`file`, `offset` and `length` of the row that `data[begin:end]` is of."""
        return {"file": self.file, "offset": self.offset + begin, "length": end - begin}

    @property
    def stamps(self) -> Mapping[int, str]:
        """When lines were printed, by their numbers, where what was taken off before them says this."""
        return self.clean.stamps if self.clean else {}

    @property
    def shows_secrets(self) -> bool:
        """Whether the caller has asked for the passwords inside headers."""
        return self.context.get(SECRETS) == "true"
