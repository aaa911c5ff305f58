"""A folder, a file or an archive as the tables of a case; settings that come with it are checked.

To read: `settings` and `given` (what `case.json` and the caller say), `case`, `embedded_messages`, `plain_rows` (the
same without an engine).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mqforensics.case.case import CASE, NOTES, Case, evidence, open_case

__all__ = ["CASE", "NOTES", "Case", "evidence", "open_case"]


def __getattr__(name: str):
    # Loaded on first use: the command line knows the settings of a case before it needs the formats.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.case"), name)
