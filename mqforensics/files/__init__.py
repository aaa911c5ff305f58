"""Folders, archives and remote stores: opened once, hashed as they are read; outputs written whole or not at all.

To read: `listing`, `archives`, `remote`, `word_documents`, `context_kinds` (what no format reads), `output`,
`signature`, `isolation` (processes of our own), `system` (what systems differ in).
"""

from mqforensics.errors import FileRefused
from mqforensics.files.listing import (
    INSIDE,
    NESTING,
    NO_EVIDENCE,
    SKIPPED,
    Digest,
    File,
    clean,
    distinct,
    files,
)

__all__ = ["INSIDE", "NESTING", "NO_EVIDENCE", "SKIPPED", "Digest", "File", "FileRefused", "clean", "distinct", "files"]
