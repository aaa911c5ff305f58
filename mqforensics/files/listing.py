"""The files of a case, in folders, archives (zip, tar, gz, Word, one in the other) and elsewhere, each a name to open.

Nothing is ever unpacked to a place that evidence names: a member is read through its archive, or through a scratch
file without a name. What cannot or may not be read is a `File` whose `problem` says why; it has no content, and the
others are read. What an archive may open to is limited by the constants here and in `layers`.
"""

import glob
import os
import re
import stat
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import PurePath
from typing import BinaryIO, NamedTuple

from mqforensics.errors import CaseNotFound, FileRefused
from mqforensics.files import remote, word_documents
from mqforensics.files.archives import (
    BROKEN,
    ELSEWHERE,
    MEMBERS,
    UNPACKED,
    Fingerprint,
    Layer,
    Sparing,
    content,
    error_text,
    fingerprint_of,
    head,
    limit,
    now,
    part_of,
    pieces,
    scratch_of,
    too_large,
    window,
    zip_file,
)  # fmt: skip

NESTING = 4
"""So many archives may lie inside each other."""
IN_MEMORY = 64 << 20
"""A file up to this size is read at once; a larger one is mapped, and one that is read in parts."""
BEYOND = 1 << 20
"""What is read of a part of a file elsewhere, beyond its end: the first record after it is known by it."""
KNOWN_BY = 512
"""So many first bytes tell an archive from another file."""
INSIDE = "!/"
"""Between an archive and the name of a file in it."""
NO_EVIDENCE = "left out: its name shows that it is not evidence"
SKIPPED = {"__MACOSX", ".git", ".ipynb_checkpoints"}
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a zip's member may be packed: only these are unpacked piece by piece."""


class Digest(NamedTuple):
    """What reading a whole file tells: the hash and number of its bytes, and what is wrong with it."""

    sha256: str | None
    size: int
    problem: str | None


@dataclass(frozen=True)
class File:
    """One file of evidence: `name` as rows cite it, `path` on disk (or a URL), `layers` of archives above its content.

    `size` in bytes (packed, for a gz; 0 where a server does not tell), `problem`: why it has no content here.
    `fingerprint` tells whether the file on disk, or elsewhere, is still the one that was listed.
    """

    name: str
    path: str
    size: int
    layers: tuple[Layer, ...] = ()
    problem: str | None = None
    fingerprint: Fingerprint = field(default=(), repr=False)

    @property
    def seekable(self) -> bool:
        """Whether reading may begin in the middle at no cost."""
        return all(layer.kind == remote.OBJECT for layer in self.layers) and not self.problem

    @property
    def modified(self) -> datetime | None:
        """When the file on disk was last written, in UTC; None where that is not known."""
        if not self.fingerprint or not self.fingerprint[1]:
            return None
        return datetime.fromtimestamp(self.fingerprint[1] // 1000 / 1e6, UTC)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The content from its first byte, unpacked. Raises `FileRefused`; reading a damaged archive raises, too."""
        if self.problem:
            raise FileRefused(f"{self.name}: {self.problem}")
        with ExitStack() as opened:
            try:
                stream = opened.enter_context(content(self.path, self.layers, self.size))
            except BROKEN as problem:
                raise FileRefused(f"{self.name}: {error_text(problem)}") from problem
            yield stream

    @contextmanager
    def mapped(self, start: int = 0, end: int | None = None) -> Iterator[bytes | mmap]:
        """The content to slice and search; of a damaged archive what comes before the damage. Raises `FileRefused`.

        Of a file elsewhere that has an `end` here, and is `seekable`, only the bytes from `start` to a while after it.
        """
        with ExitStack() as opened:
            stream = opened.enter_context(self.open())
            if self.layers and end is not None:
                stream, size = opened.enter_context(part_of(stream, start, end + BEYOND, self.size)), self.size
            elif self.layers:
                stream = opened.enter_context(scratch_of(stream, limit(self.layers, self.size)))
                size = stream.seek(0, os.SEEK_END)
                stream.seek(0)
            else:
                size = min(self.size, os.fstat(stream.fileno()).st_size)
            if size <= IN_MEMORY and end is None:
                yield stream.read(size)
            else:
                yield opened.enter_context(mmap(stream.fileno(), size, access=ACCESS_READ))

    def head(self, length: int) -> bytes:
        """The first bytes; none when it cannot be read."""
        return _head(self, length) if self._is_elsewhere else self._head(length)

    @property
    def _is_elsewhere(self) -> bool:
        return bool(self.layers) and self.layers[0].kind in ELSEWHERE

    def _head(self, length: int) -> bytes:
        try:
            with self.open() as stream:
                return head(stream, length)
        except BROKEN:
            return b""

    def digest(self) -> Digest:
        """SHA-256 and size of the content, and what reading all of it showed to be wrong. Never raises.

        The file on disk must still have the time, size and place that it was listed with: what was written in between
        is reported, so that rows and hash are never taken for one and the same content when they may not be.
        """
        if self.problem:
            return Digest(None, self.size, self.problem)
        whole, size, problem = sha256(), 0, None
        try:
            with self.open() as stream:
                for piece in pieces(stream, limit(self.layers, self.size)):
                    whole.update(piece)
                    size += len(piece)
        except FileRefused as refused:
            return Digest(None, size, str(refused).removeprefix(f"{self.name}: "))
        except BROKEN as damage:
            problem = f"damaged after {size} bytes, which were read: {error_text(damage)}"
        return Digest(whole.hexdigest(), size, self._changed() or problem)

    def _changed(self) -> str | None:
        try:
            is_here = not self._is_elsewhere
            now = fingerprint_of(os.stat(self.path)) if is_here else remote.fingerprint(self.path, self.layers[0].name)
        except OSError as problem:
            return f"it was there when the case was opened and cannot be read any more: {error_text(problem)}"
        if not self.fingerprint or now == self.fingerprint:
            return None
        before, after = self.fingerprint[0], now[0]
        if after > before and not self.layers:
            return f"it grew from {before} to {after} bytes after the case was opened; the first {before} were read"
        return "it changed after the case was opened: rows and hash may be of different contents"


@lru_cache(maxsize=512)
def _head(file: File, length: int) -> bytes:
    return file._head(length)  # asked for several times, and each time costs a request


def files(path: str | os.PathLike) -> list[File]:
    """Every file under `path`: a folder, a file, a glob, an archive or a URL of them, in the order of their names.

    No two have one name. Links are not followed, beyond `path` itself. Raises `CaseNotFound` when nothing is there;
    of a URL that cannot be looked at `SchemeExpected` or `FileRefused`.
    """
    path = remote.behind(os.fspath(path)).removeprefix("file://")
    if remote.is_remote(path):
        found = _elsewhere(path)
    elif os.path.isdir(path):
        found = _folder(path)
    elif os.path.exists(path):
        found = _listed(path, os.path.basename(path), follow=True)
    else:
        base = os.path.dirname(re.split(r"[*?[]", path)[0])
        names = sorted(glob.glob(path, recursive=True))
        if not names:
            raise CaseNotFound(f"expected a folder, a file or a glob of evidence, found nothing at {path}")
        found = (file for name in names for file in _globbed(name, os.path.relpath(name, base or ".")))
    return list(distinct(found))


def _elsewhere(url: str) -> Iterator[File]:
    try:
        found = sorted(remote.list_files(url), key=lambda one: _in_order(one.name))
    except FileNotFoundError as problem:
        raise CaseNotFound(
            f"expected evidence, found nothing at {remote.mask_urls(url)}: {error_text(problem)}"
        ) from None
    except FileRefused as problem:
        raise FileRefused(f"{remote.mask_urls(url)}: {problem}") from None
    for one in found:
        layer = Layer(one.kind, name=one.place)
        problem = one.problem or _left_out(one.name)
        yield from _Unpacking().files(File(clean(one.name), url, one.known[0], (layer,), problem, one.known))


def _globbed(path: str, name: str) -> Iterator[File]:
    return _folder(path, name + "/") if os.path.isdir(path) and not os.path.islink(path) else _listed(path, name)


def distinct(found: Iterable[File]) -> Iterator[File]:
    """Files of which no two have one name: a second one gets a number."""
    taken = set()
    for file in found:
        name, number = file.name, 1
        while name in taken:
            number += 1
            name = f"{file.name} ({number})"
        taken.add(name)
        yield file if name == file.name else replace(file, name=name)


def _folder(folder: str, before: str = "") -> Iterator[File]:
    found = [(place.removeprefix(folder).lstrip("/"), place, problem) for place, problem in _walked(folder)]
    for name, place, problem in sorted(found, key=lambda one: _in_order(one[0])):
        if problem:
            yield File(clean(before + name), place, 0, problem=problem)
        else:
            yield from _listed(place, before + name)


def _in_order(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _left_out(name: str, is_folder: bool = False) -> str | None:
    parts = PurePath(name).parts or ("",)
    is_hidden = parts[-1].startswith(".") and not is_folder
    return None if SKIPPED.isdisjoint(parts) and not is_hidden else NO_EVIDENCE


def _walked(folder: str) -> Iterator[tuple[str, str | None]]:
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        try:
            entries = list(os.scandir(inside))
        except OSError as problem:
            yield inside, f"the folder cannot be read: {error_text(problem)}"
            continue
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            problem = _left_out(entry.name, is_folder)
            if is_folder and not problem:
                waiting.append(entry.path)
            else:
                yield entry.path, problem


def _listed(path: str, name: str, follow: bool = False) -> Iterator[File]:
    """The file at `path`, or what is in it when it is an archive."""
    name, path = clean(name), os.path.join(os.getcwd(), path)  # an executor of a cluster has another working directory
    try:
        known = os.stat(path, follow_symlinks=follow)
        problem = _unfit(path, known.st_mode)
        if not problem:
            open(path, "rb").close()
    except OSError as error:
        yield File(name, path, 0, problem=error_text(error))
        return
    file = File(name, path, known.st_size, problem=problem, fingerprint=fingerprint_of(known))
    yield from [file] if problem else _Unpacking().files(file)


def _unfit(path: str, mode: int) -> str | None:
    if stat.S_ISLNK(mode):
        there = os.path.exists(path)
        return "a link: it is not followed" if there else "a link to nothing"
    return None if stat.S_ISREG(mode) else "no regular file but a device, a pipe or a socket: it is not opened"


def clean(name: str) -> str:
    """A file's name as text that every table can hold: bytes that are no UTF-8 as `\\xe9`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace") if not name.isascii() else name


class _Unpacking:
    """What one file on disk opens to, counted against the limits."""

    def __init__(self):
        self.members = self.bytes = 0

    def files(self, file: File) -> Iterator[File]:
        """The file itself, or the files in it."""
        if file.problem:
            yield file
            return
        try:
            with content(file.path, file.layers, file.size) as stream:
                kind = _kind(head(stream, KNOWN_BY))
        except BROKEN as problem:
            yield replace(file, problem=f"it cannot be read: {error_text(problem)}")
            return
        if kind and sum(layer.kind in KINDS for layer in file.layers) + (kind in KINDS) > NESTING:
            yield replace(file, problem=f"more than {NESTING} archives inside each other: it is not opened")
        elif kind == "gz" and file.layers and file.layers[-1].kind == "gz":
            yield replace(file, problem="a gz inside a gz: it is not opened")
        elif kind == "gz":
            yield from self.files(replace(file, layers=(*file.layers, Layer("gz"))))
        elif kind:
            yield from self._archive(file, kind)
        else:
            yield file

    def _archive(self, file: File, kind: str) -> Iterator[File]:
        seen = 0
        try:
            for member in KINDS[kind](file):
                seen += 1
                if self.members >= MEMBERS:
                    yield replace(file, problem=f"more than {MEMBERS} members: those after them are not read")
                    return
                yield from self._member(member)
        except BROKEN as problem:
            told = f"a damaged {kind} archive, read up to member {seen}: {error_text(problem)}"
            yield replace(file, problem=told)

    def _member(self, member: File) -> Iterator[File]:
        self.members += 1
        if not member.problem:
            self.bytes += member.size
            if self.bytes > UNPACKED:
                member = replace(member, problem=f"its archive opens to more than {UNPACKED} bytes: it is not read")
        yield from self.files(member)


def _kind(head: bytes) -> str | None:
    if head.startswith(b"\x1f\x8b"):
        return "gz"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    return "tar" if head[257:262] == b"ustar" else None


def _zip_members(file: File) -> Iterator[File]:
    archive = zip_file(file.path, file.layers, now(file.path, file.layers))
    numbered = sorted(enumerate(archive.infolist()), key=lambda one: one[1].filename)
    parts = word_documents.parts(archive.namelist())
    for at, member in numbered:
        if member.is_dir() or SKIPPED.intersection(PurePath(member.filename).parts):
            continue
        layers = (*file.layers, Layer("zip", at, member.compress_size, member.filename))
        layers += (Layer("word"),) * parts.get(member.filename, False)
        name = f"{file.name}{INSIDE}{clean(member.filename)}"
        problem = _refused(member) or (None if parts.get(member.filename, True) else NO_EVIDENCE)
        yield File(name, file.path, member.file_size, layers, problem, file.fingerprint)


def _refused(member: zipfile.ZipInfo) -> str | None:
    if member.flag_bits & 1:
        return "encrypted: it cannot be read without its password"
    if member.compress_type not in METHODS:
        return f"packed by the method {member.compress_type}, which is not read"
    return too_large(member.file_size, member.compress_size)


def _tar_members(file: File) -> Iterator[File]:
    with (
        window(file.path, file.layers, file.size) as stream,
        tarfile.TarFile(fileobj=Sparing(stream), errors="surrogateescape") as archive,
    ):
        for member in archive:
            archive.members.clear()  # else each stays in memory
            if member.isdir() or SKIPPED.intersection(PurePath(member.name).parts):
                continue
            layers = (*file.layers, Layer("tar", member.offset_data, member.size))
            problem = None if member.isreg() and not member.issparse() else "a link, a device or a sparse file"
            name = f"{file.name}{INSIDE}{clean(member.name)}"
            yield File(name, file.path, member.size, layers, problem, file.fingerprint)


KINDS = {"zip": _zip_members, "tar": _tar_members}
"""The archives that hold members, each with its reader; a gz holds one content."""
