"""The formats by name, and which of them a file is.

A format is a module with these names:

- `NAME`: what `spark.read.format` knows it by; `TABLE`: the table of `tables.SCHEMAS` its rows belong to.
- `sniff(head) -> int`: how sure (0–100) the first bytes of a file are of this format.
- `read(stretch) -> Iterator[dict | pyarrow.RecordBatch]`: the rows; never raises on bad evidence.
- `START` (optional): compiled bytes regex; where its first group (or it) begins, a large file may be split.
- `boundary(data, offset, near) -> int` (optional): where to split a file from `offset` on, for a format in which what
  `START` finds may be far away: that if it is at most `near` bytes away, else what is nearly as good, else the end.
- `carry(data, context, start=0, stop=None) -> context` (optional): what a later stretch must know of the bytes before
  it, `data[start:stop]` of a file's bytes or mmap, after what `context` knows.
- `AS_FOUND` (optional): true where the reader judges the file itself: only what it cannot have is taken off.
- `LOOKAHEAD` (optional): how many bytes after a stretch its last records may need.
- `BINARY` (optional): true where its data has no lines, so that none is too long.
- `BY_NAME` (optional): true where the name of a file tells something of its rows: its copy may be another's.
"""

from functools import cache
from importlib import import_module

from mqforensics.formats.paste.clean_text import clean_text

NAMES = (
    "amqsbcg", "dmpmqmsg", "mqmessage", "mqsc", "qmini", "amqerr", "clientlog", "fdc", "event", "activity", "jmstrace",
    "dlqrules",
)  # fmt: skip
HEAD = 1 << 16
SURE_ENOUGH = 20


@cache
def named(name: str):
    """The module of the format `name`."""
    if name not in NAMES:
        raise ValueError(f"expected one of the formats {', '.join(NAMES)}, got {name!r}")
    return import_module(f"{__name__}.{name}")


def identify(head: bytes) -> str | None:
    """Name of the format that a file with these first bytes is in; None when none is likely."""
    heads = {as_found: clean.data if (clean := clean_text(head, as_found)) else head for as_found in (True, False)}
    scores = ((module.sniff(heads[is_as_found(module)]), name) for name in NAMES if (module := named(name)))
    score, name = max(scores)
    return name if score >= SURE_ENOUGH else None


def is_as_found(module) -> bool:
    """Whether a format reads a file as it was found, whatever it was saved in and typed with."""
    return getattr(module, "AS_FOUND", False)


def is_by_name(name: str) -> bool:
    """Whether what a file in the format `name` tells depends on what the file is called, or where it lies."""
    return getattr(named(name), "BY_NAME", False)


def table_of(name: str | None) -> str | None:
    """The table that the rows of the format `name` belong to; None for no format."""
    return named(name).TABLE if name else None
