"""What systems differ in: the calls that Windows lacks stand here, so that everything else imports there."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
try:
    import resource
except ImportError:  # Windows
    resource = None

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Opens no link at the end of a path, where the system can tell."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a process to end."""


def memory_limit() -> int | None:
    """So many bytes of address space this process may have (`ulimit -v`); None without a limit."""
    most = resource.getrlimit(resource.RLIMIT_AS)[0] if resource else -1
    return None if most < 0 else most


def read_at(file: int, size: int, offset: int) -> bytes:
    """So many bytes of an open file from `offset` on; several readers of one file do not move each other's position."""
    if hasattr(os, "pread"):
        return os.pread(file, size, offset)
    before = os.lseek(file, 0, os.SEEK_CUR)
    try:
        os.lseek(file, offset, os.SEEK_SET)
        return os.read(file, size)
    finally:
        os.lseek(file, before, os.SEEK_SET)


def set_mode(file: int, path: str | os.PathLike, mode: int) -> None:
    """Give an open file this mode, whatever the umask; Windows has but one bit of it."""
    if hasattr(os, "fchmod"):
        os.fchmod(file, mode)
    else:
        os.chmod(path, mode)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process of the kit is in here for `folder`; where the system has no such locks, at once."""
    if fcntl is None:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
