"""The formats by name, and which of them a file is.

`api` says what a format is. To read: `api` and `file_slice`, `tables` and `column_meanings`, `paste` (what people put
around evidence), `recognition` and `sections` (what a file is), then a room a format; what several of them use is
beside them: columns of lines in `columnar`, messages in `message_rows` and `message_columns`, hex in `hexrows`,
`hexdata`, `hex_text_check` and `gap_budget`, `labels`, `capture_stamps` and `invalid_timestamps` (dates),
`literal_search`, `line_counter`, `qmgr_directory`.
"""

from functools import cache
from importlib import import_module

from mqforensics.formats.api import Format, traits
from mqforensics.formats.paste.clean_text import clean_text

NAMES = (
    "amqsbcg", "dmpmqmsg", "mqmessage", "mqsc", "qmini", "amqerr", "clientlog", "fdc", "event", "activity", "jmstrace",
    "dlqrules",
)  # fmt: skip
HEAD = 1 << 16
SURE_ENOUGH = 20


@cache
def format_module(name: str) -> Format:
    """The module of the format `name`."""
    if name not in NAMES:
        raise ValueError(f"expected one of the formats {', '.join(NAMES)}, got {name!r}")
    module = import_module(f"{__name__}.{name}")
    if not isinstance(module, Format):
        raise TypeError(f"expected NAME, TABLE, sniff and read in the format {name}")
    return module


def identify(head: bytes) -> str | None:
    """Name of the format that a file with these first bytes is in; None when none is likely."""
    heads = {as_found: clean.data if (clean := clean_text(head, as_found)) else head for as_found in (True, False)}
    scores = ((module.sniff(heads[is_as_found(module)]), name) for name in NAMES if (module := format_module(name)))
    score, name = max(scores)
    return name if score >= SURE_ENOUGH else None


def is_as_found(module: Format) -> bool:
    """Whether a format reads a file as it was found, whatever it was saved in and typed with."""
    return traits(module).RAW_INPUT


def is_by_name(name: str) -> bool:
    """Whether what a file in the format `name` tells depends on what the file is called, or where it lies."""
    return traits(format_module(name)).BY_NAME


def table_of(name: str | None) -> str | None:
    """The table that the rows of the format `name` belong to; None for no format."""
    return format_module(name).TABLE if name else None
