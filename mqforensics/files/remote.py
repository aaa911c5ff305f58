"""Evidence that lies elsewhere: `s3://…`, `https://…` and what else fsspec reads, as names to list and streams to open.

What opens it is asked to fsspec on every machine that reads (its environment or configuration), or stands in the URL.
Nothing in the evidence has it: a URL is in the evidence `masked`, and so is what a library says of one.
"""

import io
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email.utils import parsedate_to_datetime
from errno import ENOENT
from functools import lru_cache
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from mqforensics.errors import FileRefused, SchemeExpected

SCHEME = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*::)*([A-Za-z][A-Za-z0-9+.-]*)://")
USER = re.compile(r"://[^\s/]*@")
ASKED = re.compile(r"(://[^\s?#'\"<>]*)([?#][^\s'\"<>]*)?")
BEHIND = "MQFORENSICS_BEHIND"
"""In the environment of a report's kernel: the path that the report names, a newline, the URL behind it."""
BLOCK = 2 << 20
"""So many bytes are asked for at once."""
STEP = re.compile(r"[^;\x00-\x20]*")
"""A part of a path as servers read it: some leave out what follows `;` or a control character."""
FOLDERS = 20_000
"""So many folders are looked into; a web server could make up more."""
TIMES = ("LastModified", "Last-Modified", "last_modified", "mtime", "updated")
STAMPS = ("ETag", "etag", "Content-MD5", "content_md5", "md5Hash", "Digest", "generation")
"""What a filesystem may tell by which a file can be seen to have changed; the first that it tells counts."""
OBJECT, STREAM = "object", "stream"
"""What is read in any range of its bytes, and what is read from its first byte on: a web server may know no ranges."""
PORTS = {"http": 80, "https": 443}
FRESH = 5
"""For so many seconds what is known of a file holds while the members of an archive are opened."""


class RemoteFile(NamedTuple):
    """One file: its `name` under the URL, its `place` in the filesystem, `OBJECT` or `STREAM`, and size, time in ns (0:
    not known) and stamp.
    """

    name: str
    place: str
    kind: str
    known: tuple[int, ...] = (0, 0, 0)
    problem: str | None = None


def is_remote(path: str) -> bool:
    """Whether a path is a URL that this machine's own files do not answer."""
    return bool(SCHEME.match(path)) and not path.startswith("file://")


def behind(path: str) -> str:
    """The URL behind a path of which a report was asked to name no more; any other path as it is."""
    named, _, url = os.environ.get(BEHIND, "").partition("\n")
    return url if url and path == named else path


def mask_urls(text: str) -> str:
    """A text without what opens the URLs in it: users, passwords, and what is asked of a server."""
    return ASKED.sub(lambda url: url[1] + ("?***" if url[2] else ""), USER.sub("://***@", text))


def name_of(url: str) -> str:
    """The last part of a URL's path; its host where there is none."""
    parts = urlsplit(url.split("::")[-1])
    return PurePosixPath(unquote(parts.path)).name or parts.netloc.rpartition("@")[2]


def list_files(url: str) -> list[RemoteFile]:
    """Every file at a URL: a folder (on a web server with `/` at its end), a file, or a pattern with `*` or `[`.

    Raises `FileNotFoundError` when nothing is there, `SchemeExpected`, and `FileRefused` when it cannot be looked at.
    """
    with _plainly():
        filesystem, place = _filesystem(url)
        filesystem.invalidate_cache()
        is_web = _is_web(filesystem)
        if is_web and url.endswith("/"):
            return list(_walked(filesystem, place, place))
        try:
            there = {place: filesystem.info(place)}
            base = place  # of a file alone its own name is left
        except FileNotFoundError:
            if not re.search(r"[*[]", place):
                raise
            there = filesystem.glob(place, detail=True)
            base = re.split(r"[*[]", place)[0].rpartition("/")[0]
        there = {at: info for at, info in there.items() if not is_web or _is_inside(at, url)}
        if not there:
            raise FileNotFoundError
        found = []
        for at, info in there.items():
            is_folder = info["type"] == "directory"
            found += _walked(filesystem, at, base) if is_folder else [_found(filesystem, at, info, base)]
        return found


@contextmanager
def open_file(url: str, place: str) -> Iterator[BinaryIO]:
    """The bytes of a file. Raises `FileNotFoundError`, `SchemeExpected` or `FileRefused`; so does reading it."""
    with _plainly():
        filesystem, _ = _filesystem(url)
        file = filesystem.open(place, "rb", block_size=0 if _is_web(filesystem) else BLOCK)
    with file:
        yield io.BufferedReader(_Plain(file))


def fingerprint(url: str, place: str) -> tuple[int, ...]:
    """What tells whether a file is still the one that was listed, asked for now. Raises as `opened` does."""
    with _plainly():
        filesystem, _ = _filesystem(url)
        filesystem.invalidate_cache()
        return _known(filesystem.info(place))


def cached_fingerprint(url: str, place: str) -> tuple[int, ...]:
    """`fingerprint`, as it was a few seconds ago."""
    return _lately_known(url, place, int(time.monotonic() / FRESH))


@lru_cache(maxsize=64)
def _lately_known(url: str, place: str, when: int) -> tuple[int, ...]:
    return fingerprint(url, place)


def _filesystem(url: str) -> tuple[Any, str]:
    scheme = SCHEME.match(url)[0]
    try:
        from fsspec.core import url_to_fs

        return url_to_fs(url, **_staying(url))
    except ImportError as problem:
        is_fsspec = (problem.name or "").startswith("fsspec")
        needs = "pip install 'mqforensics[remote]'" if is_fsspec else str(problem)
        raise SchemeExpected(f"expected what reads {scheme} on this machine: {needs}") from None
    except ValueError as problem:
        raise SchemeExpected(f"expected a URL that fsspec reads, got {scheme}: {mask_urls(str(problem))}") from None


def _staying(url: str) -> dict[str, dict]:
    """Options of what reads the web: it follows no redirect out of the folder of `url`."""
    found = [one for one in url.split("::") if one.startswith(("http://", "https://"))]
    if not found:
        return {}
    from fsspec.config import conf

    protocol = found[-1].partition(":")[0]
    given = conf.get(protocol, {}).get("client_kwargs", {})
    return {protocol: {"client_kwargs": {**given, "trace_configs": [_watch(found[-1])]}}}


@lru_cache(maxsize=64)
def _watch(url: str):
    from aiohttp import TraceConfig

    async def refuse(session, context, asked) -> None:
        to = urljoin(str(asked.url), asked.response.headers.get("Location", ""))
        if not _is_inside(to, url):
            raise FileRefused(
                f"it leads to {mask_urls(to)}, which is not in the folder of {mask_urls(url)}: not followed"
            )

    watch = TraceConfig()
    watch.on_request_redirect.append(refuse)
    return watch


def _is_inside(place: str, url: str) -> bool:
    """Whether a URL is of the same server as `url` and in its folder, also when all that is quoted is unquoted."""
    try:
        (origin, path), (own, folder) = _place(place), _place(re.split(r"[*[]", url)[0])
    except ValueError:  # a port that is no number
        return False
    steps = [STEP.match(step)[0] for step in path.split("/")]
    return origin == own and ".." not in steps and path.startswith(folder.rpartition("/")[0] + "/")


def _place(url: str) -> tuple[tuple, str]:
    parts = urlsplit(url)
    path, before = parts.path.replace("\\", "/"), None
    while path != before:
        before, path = path, unquote(path).replace("\\", "/")
    return (parts.scheme.lower(), parts.hostname, parts.port or PORTS.get(parts.scheme.lower())), path or "/"


def _is_web(filesystem) -> bool:
    return "http" in filesystem.protocol


def _walked(filesystem, folder: str, base: str) -> Iterator[RemoteFile]:
    waiting, seen = [folder], 0
    while waiting:
        inside, seen = waiting.pop(), seen + 1
        if seen > FOLDERS:
            yield RemoteFile(_name(filesystem, inside, base), inside, OBJECT, problem=f"more than {FOLDERS} folders")
            return
        try:
            entries = filesystem.ls(inside, detail=True)
        except Exception as problem:
            told = f"the folder cannot be read: {_error_text(problem)}"
            yield RemoteFile(_name(filesystem, inside, base), inside, OBJECT, problem=told)
            continue
        for entry in entries:
            place = entry["name"]
            if not _name(filesystem, place, inside):  # a folder's own mark, a web page's link to itself
                continue
            if _is_web(filesystem) and not _is_inside(place, base):
                continue
            if entry["type"] == "directory":
                waiting.append(place)
            else:
                yield _found(filesystem, place, entry, base)


def _found(filesystem, place: str, info: dict, base: str) -> RemoteFile:
    name = _name(filesystem, place, base) or name_of(place)
    try:
        info = info if info.get("size") is not None else filesystem.info(place)
    except Exception as problem:
        why = problem.__cause__ if isinstance(problem, FileNotFoundError) else None
        return RemoteFile(name, place, OBJECT, problem=_error_text(why or problem))
    is_stream = _is_web(filesystem) or info.get("size") is None
    return RemoteFile(name, place, STREAM if is_stream else OBJECT, _known(info))


def _name(filesystem, place: str, base: str) -> str:
    if _is_web(filesystem):
        place, base = (unquote(urlsplit(one).path) for one in (place, base))
    return place.strip("/").removeprefix(base.strip("/")).strip("/")


def _known(info: dict) -> tuple[int, ...]:
    at, stamp = (next((info[name] for name in names if info.get(name)), None) for names in (TIMES, STAMPS))
    return (info.get("size") or 0, _nanoseconds(at), int(sha256(str(stamp).encode()).hexdigest()[:15], 16))


def _nanoseconds(at: object) -> int:
    try:
        at = parsedate_to_datetime(at) if isinstance(at, str) else at
        return int(at.timestamp() if isinstance(at, datetime) else float(at)) * 10**9  # some lists tell no more
    except (TypeError, ValueError, OverflowError):
        return 0


@contextmanager
def _plainly() -> Iterator[None]:
    """What goes wrong in here is reported without what opens the URL, also in a traceback."""
    try:
        yield
    except (SchemeExpected, FileRefused):
        raise
    except FileNotFoundError as problem:
        why = problem.__cause__ or problem.__context__
        raise FileNotFoundError(ENOENT, _error_text(why) if why else os.strerror(ENOENT)) from None
    except Exception as problem:
        raise FileRefused(_error_text(problem)) from None


def _error_text(problem: BaseException) -> str:
    return mask_urls(" ".join(str(problem).split())) or type(problem).__name__


class _Plain(io.RawIOBase):
    """A file of fsspec; what goes wrong while it is read is `FileRefused`, never the end of the file."""

    def __init__(self, file: BinaryIO):
        self.file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def readinto(self, buffer) -> int:
        try:
            piece = self.file.read(len(buffer))
        except Exception as problem:
            raise FileRefused(_error_text(problem)) from None
        buffer[: len(piece)] = piece
        return len(piece)
