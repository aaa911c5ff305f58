"""The files of a case, wherever they lie: in a folder, behind a glob, inside a zip or a gz; each is a name to open."""

import glob
import gzip
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from mqforensics.errors import CaseNotFound

COPY = 1 << 20
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
INSIDE = "!/"
"""Between an archive and the name of a file in it."""
SKIPPED = {"__MACOSX", ".git", ".ipynb_checkpoints"}


@dataclass(frozen=True)
class File:
    """One file of evidence: `name` as rows cite it, `path` on disk, `member` inside the archive at `path`."""

    name: str
    path: str
    size: int
    member: str | None = None
    packed: bool = False

    @property
    def seekable(self) -> bool:
        """Whether reading may begin in the middle at no cost."""
        return not (self.packed or self.member)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The file's content from its first byte, unpacked."""
        with ExitStack() as opened:
            if self.member:
                stream = opened.enter_context(opened.enter_context(zipfile.ZipFile(self.path)).open(self.member))
            else:
                stream = opened.enter_context(open(self.path, "rb"))
            yield opened.enter_context(gzip.open(stream)) if self.packed else stream

    @contextmanager
    def mapped(self) -> Iterator[bytes | mmap]:
        """The whole content to slice and search, in memory where touched; what is packed goes to a scratch file."""
        with ExitStack() as opened:
            stream = opened.enter_context(self.open() if not self.seekable else open(self.path, "rb"))  # noqa: SIM115
            if not self.seekable:
                scratch = opened.enter_context(TemporaryFile())
                shutil.copyfileobj(stream, scratch, COPY)
                scratch.flush()
                stream = scratch
            size = os.fstat(stream.fileno()).st_size
            yield opened.enter_context(mmap(stream.fileno(), 0, access=ACCESS_READ)) if size else b""

    def head(self, length: int) -> bytes:
        """The first bytes; none when the archive is broken."""
        try:
            with self.open() as stream:
                return stream.read(length)
        except (OSError, EOFError, zipfile.BadZipFile, RuntimeError):
            return b""


def files(path: str | os.PathLike) -> list[File]:
    """Every file under `path`: a folder, a file, a glob, or a zip or gz of them, in the order of their names.

    Raises `CaseNotFound` when there is nothing at `path`.
    """
    path = os.fspath(path).removeprefix("file://")
    if os.path.isdir(path):
        found = [file for name in _names(path) for file in _file(os.path.join(path, name), name)]
    elif os.path.exists(path):
        found = list(_file(path, os.path.basename(path)))
    else:
        found = [file for name in sorted(glob.glob(path, recursive=True)) for file in files(name)]
    if not found and not os.path.exists(path):
        raise CaseNotFound(f"expected a folder, a file or a glob of evidence, found nothing at {path}")
    return found


def _names(folder: str) -> list[str]:
    inside = (p.relative_to(folder) for p in Path(folder).rglob("*") if p.is_file())
    return sorted(
        p.as_posix() for p in inside if not SKIPPED.intersection(p.parts) and not p.name.startswith(".")
    )


def _file(path: str, name: str) -> Iterator[File]:
    size = os.path.getsize(path)
    with open(path, "rb") as stream:
        magic = stream.read(4)
    if magic == ZIP and zipfile.is_zipfile(path):
        yield from _members(path, name)
    else:
        yield File(name, path, size, packed=magic.startswith(GZIP))


def _members(path: str, name: str) -> Iterator[File]:
    with zipfile.ZipFile(path) as archive:
        for member in sorted(archive.infolist(), key=lambda m: m.filename):
            if member.is_dir() or SKIPPED.intersection(Path(member.filename).parts):
                continue
            with archive.open(member) as stream:
                packed = stream.read(2) == GZIP
            yield File(f"{name}{INSIDE}{member.filename}", path, member.file_size, member.filename, packed)
