"""The bytes behind the layers of archives (zip, tar, gz, one inside the other) as streams, within stated limits."""

import errno
import gzip
import io
import os
import tarfile
import weakref
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import BinaryIO, NamedTuple

from mqforensics.errors import FileRefused
from mqforensics.files import remote, word_documents
from mqforensics.files.system import read_at

MEMBERS = 20_000
"""So many members of one archive are read, those of the archives inside it among them."""
UNPACKED = 32 << 30
"""The members of one archive may have so many bytes together."""
RATIO, RATIO_FROM = 250, 64 << 20
"""What opens to more than `RATIO_FROM` bytes may have at most `RATIO` times its packed size."""
COPY, SPOOLED = 1 << 18, 1 << 24
DIRECTORY = MEMBERS * 400
"""Bytes of a zip's directory that are read."""
BROKEN = Exception
"""What the readers of archives raise on a damaged one: there is no end of it."""
ELSEWHERE = (remote.OBJECT, remote.STREAM)
"""The kinds of layers that lead to no archive but to another place."""
Fingerprint = tuple[int, ...]


class Layer(NamedTuple):
    """One step into an archive: `gz`, member `at` of a `zip`, `size` bytes at `at` of a `tar`, the text of a `word`.

    The first may be a step to another place than this machine's disk: to `name` in the filesystem of the URL `path`.
    """

    kind: str
    at: int = 0
    size: int = 0
    name: str = ""


def error_text(problem: BaseException) -> str:
    """What went wrong, without the path that it went wrong with."""
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def fingerprint_of(known: os.stat_result) -> Fingerprint:
    """What tells whether a file on disk is still the one that it was."""
    return (known.st_size, known.st_mtime_ns, known.st_ctime_ns, known.st_ino, known.st_dev)


class _Window(io.RawIOBase):
    """`size` bytes of an open file from `start` on, with its own position."""

    def __init__(self, file: BinaryIO, start: int, size: int, owns: bool = False):
        self.file, self.start, self.size, self.at = file, start, size, 0
        if owns:
            weakref.finalize(self, file.close)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.file.fileno()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.at = max(0, offset + (0, self.at, self.size)[whence])
        return self.at

    def tell(self) -> int:
        return self.at

    def readinto(self, buffer) -> int:
        wanted = max(0, min(len(buffer), self.size - self.at))
        piece = read_at(self.file.fileno(), wanted, self.start + self.at)
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)


class Sparing:
    """A stream for tarfile, which would take a header of any size into memory."""

    def __init__(self, stream: BinaryIO):
        self.seek, self.tell, self._read = stream.seek, stream.tell, stream.read

    def read(self, size: int = -1) -> bytes:
        """So many bytes, of a bounded number. Raises `tarfile.ReadError`."""
        if not 0 <= size <= RATIO_FROM:
            raise tarfile.ReadError(f"a header of {size} bytes")
        return self._read(size)


@contextmanager
def content(path: str, layers: tuple[Layer, ...], size: int = -1) -> Iterator[BinaryIO]:
    """The bytes behind `layers`, from the first one on; `size` limits what is read of a file that grows."""
    with ExitStack() as opened:
        if not layers:
            file = opened.enter_context(open(path, "rb"))
            yield io.BufferedReader(_Window(file, 0, _size(path) if size < 0 else size))
            return
        *outer, last = layers
        if last.kind in ELSEWHERE:
            yield opened.enter_context(remote.open_file(path, last.name))
        elif last.kind == "zip":
            archive = zip_file(path, tuple(outer), now(path, layers))
            member = archive.infolist()[last.at]
            if member.filename != last.name:
                raise FileRefused("its archive changed after the case was opened")
            yield opened.enter_context(archive.open(member))
        elif last.kind == "word":
            yield io.BytesIO(word_documents.text(opened.enter_context(content(path, tuple(outer), size))))
        elif last.kind == "tar":
            base = opened.enter_context(window(path, tuple(outer), -1))
            yield io.BufferedReader(_Window(base.raw.file, base.raw.start + last.at, last.size))
        else:
            yield opened.enter_context(gzip.open(opened.enter_context(content(path, tuple(outer)))))


@contextmanager
def window(path: str, layers: tuple[Layer, ...], size: int) -> Iterator[io.BufferedReader]:
    """The bytes behind `layers` as a window on a file: on the one on disk, or on a scratch file."""
    if layers:
        scratch = _unpacked(path, layers, now(path, layers))
        yield io.BufferedReader(_Window(scratch, 0, scratch.size))
    else:
        with content(path, (), size) as file:
            yield file


@lru_cache(maxsize=4)
def zip_file(path: str, layers: tuple[Layer, ...], then: Fingerprint) -> zipfile.ZipFile:
    """A zip, of whose file on disk `then` is the fingerprint."""
    # Kept open: to open it anew for each member would read its directory as often as it has members.
    if layers:
        scratch = _unpacked(path, layers, then)
        whole = _Window(scratch, 0, scratch.size)
    else:
        whole = _Window(open(path, "rb"), 0, then[0], owns=True)  # noqa: SIM115
    stream = io.BufferedReader(whole)
    if _directory_size(stream, whole.size) > DIRECTORY:
        raise FileRefused(f"its directory has more than {DIRECTORY} bytes")
    return zipfile.ZipFile(stream)


def _directory_size(stream: BinaryIO, size: int) -> int:
    stream.seek(max(0, size - (1 << 16) - 22))
    tail = stream.read()
    at = tail.rfind(b"PK\x05\x06")
    if at >= 20 and tail[at - 20 : at - 16] == b"PK\x06\x07":
        stream.seek(int.from_bytes(tail[at - 12 : at - 4], "little"))
        return int.from_bytes(stream.read(56)[40:48], "little")
    return int.from_bytes(tail[at + 12 : at + 16], "little") if at >= 0 else 0


@lru_cache(maxsize=4)
def _unpacked(path: str, layers: tuple[Layer, ...], then: Fingerprint) -> _Window:
    """An archive that lies inside another, or under a gz, on a scratch file; of a damaged one what can be read."""
    with content(path, layers, then[0]) as stream:
        scratch = scratch_of(stream, limit(layers, then[0]))
    size = scratch.seek(0, os.SEEK_END)
    scratch.fileno()  # from now on it lies on disk
    scratch.flush()
    return _Window(scratch, 0, size, owns=True)


def scratch_of(stream: BinaryIO, limit: int) -> SpooledTemporaryFile:
    """A file without a name with what can be read of `stream`."""
    scratch = SpooledTemporaryFile(max_size=SPOOLED)  # noqa: SIM115
    try:
        for piece in pieces(stream, limit):
            scratch.write(piece)
        scratch.flush()
    except FileRefused:
        scratch.close()
        raise
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            scratch.close()
            raise FileRefused("no space to unpack it") from problem
    except BROKEN:
        pass  # `digest` tells of it
    return scratch


def part_of(stream: BinaryIO, start: int, end: int, size: int) -> BinaryIO:
    """A file without a name, of `size` bytes, that has those of `stream` from `start` to `end`."""
    at, end = stream.seek(start), min(end, size)
    with ExitStack() as opened:
        scratch = opened.enter_context(TemporaryFile())
        scratch.truncate(size)
        scratch.seek(start)
        while at < end:
            piece = stream.read(min(SPOOLED, end - at))
            if not piece:
                raise FileRefused(f"it had {size} bytes when it was listed and ends at {at} now")
            at += scratch.write(piece)
        scratch.seek(0)
        opened.pop_all()
    return scratch


def pieces(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """What can be read of a stream. Raises `FileRefused` beyond `limit` bytes."""
    done = 0
    while piece := stream.read1(COPY):  # read() would lose what comes before the damage
        done += len(piece)
        if done > limit:
            raise FileRefused(f"it opens to more than {limit} bytes, the limit for its packed size: it is not read")
        yield piece


def limit(layers: tuple[Layer, ...], size: int) -> int:
    """How many bytes may come out; `size` is that of a packed gz, a member of a zip has been judged by its own."""
    is_gz = bool(layers) and layers[-1].kind == "gz"
    return min(UNPACKED, max(RATIO_FROM, RATIO * size)) if is_gz else UNPACKED


def too_large(size: int, packed: int) -> str | None:
    """Why a member of an archive is not read that opens to too much; None where it is."""
    if size > RATIO_FROM and size > RATIO * packed:
        return f"it opens to more than {RATIO} times its packed size: it is not read"
    return f"it opens to more than {UNPACKED} bytes: it is not read" if size > UNPACKED else None


def head(stream: BinaryIO, length: int) -> bytes:
    """The first bytes of a stream, as far as it can be read."""
    first = b""
    try:
        while len(first) < length and (piece := stream.read1(length - len(first))):
            first += piece
    except BROKEN:
        if not first:
            raise
    return first


def _size(path: str) -> int:
    return os.stat(path).st_size


def now(path: str, layers: tuple[Layer, ...] = ()) -> Fingerprint:
    """The fingerprint of the file that `layers` are of, as it is now, or was a few seconds ago elsewhere."""
    is_elsewhere = layers and layers[0].kind in ELSEWHERE
    return remote.cached_fingerprint(path, layers[0].name) if is_elsewhere else fingerprint_of(os.stat(path))
