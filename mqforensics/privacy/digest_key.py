"""The key of digests: what `--redact all` puts over the SHA-256 and the size of each file, and `verify` takes again.

Without it a short secret in a small file is found by trying: a hundred thousand guesses take less than a second.
"""

import os
import secrets
from pathlib import Path

from mqforensics.errors import MQForensicsError

LEAST = 16
"""Bytes of a key: fewer can be tried."""
MOST = 4096
NEW = 32
NAME = "mqforensics-digest-key"


class DigestKeyExpected(MQForensicsError, ValueError):
    """The file of a key of digests: at least 16 bytes, and not in the folder of the report."""


def read(path: str | os.PathLike) -> bytes:
    """The key in a file, without blanks around it. Raises `DigestKeyExpected`."""
    try:
        with open(path, "rb") as stream:
            key = stream.read(MOST).strip()
    except OSError as problem:
        raise DigestKeyExpected(f"expected the file of a digest key, got {path}: {problem.strerror}") from None
    if len(key) < LEAST:
        raise DigestKeyExpected(f"expected a digest key of at least {LEAST} bytes in {path}, got {len(key)}")
    return key


def key_beside(folder: str | os.PathLike) -> Path:
    """Where the key of a report is kept that was given none: beside its folder, never in it."""
    out = Path(os.path.abspath(folder))
    return out.with_name(f"{out.name}.key")


def for_report(folder: str | os.PathLike, given: str | os.PathLike | None) -> bytes:
    """The key in the file that is given, or that of the report that was there before, or a new one beside the folder.

    The new file is for this user alone. Raises `DigestKeyExpected`.
    """
    if given is None:
        return _beside(folder)
    if Path(os.path.realpath(given)).is_relative_to(os.path.realpath(folder)):
        raise DigestKeyExpected(f"expected a digest key outside of the report's folder {folder}, got {given}")
    return read(given)


def _beside(folder: str | os.PathLike) -> bytes:
    path = key_beside(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError:
        if path.is_symlink():
            raise DigestKeyExpected(f"expected a digest key at {path}, got a link") from None
        return read(path)
    key = f"{NAME} {secrets.token_hex(NEW)}".encode()  # a key in a case is known by its name, and never evidence
    with os.fdopen(file, "wb") as stream:
        stream.write(key + b"\n")
    return key
