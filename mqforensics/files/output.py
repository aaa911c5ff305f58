"""The one way to write a file: new, exclusive, through no link, renamed into place, with a mode that no umask changes.

Evidence and temporary folders may hold links that a stranger planted. So a file is made under a name that nobody can
guess, and takes its place only when all of it is written: of what fails nothing is left, and what was there stays.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mqforensics.errors import FileExpected, FolderExpected
from mqforensics.files.system import alone_in, set_mode

PRIVATE, SCRIPT, FOLDER = 0o600, 0o700, 0o700
"""The modes of a file, of a script and of a folder that the kit makes: only this user can look into them."""
UNFINISHED = ".mqforensics-"
"""How the name of what is not finished begins."""


def require_file(path: str | os.PathLike) -> None:
    """Raise `FileExpected`, before any work, where no file can be written."""
    path = Path(path)
    if not path.parent.is_dir():
        raise FileExpected(f"expected a file to write to in a folder that is there, got {path}")
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        mode = stat.S_IFREG
    if stat.S_ISDIR(mode):
        raise FileExpected(f"expected a file to write to, got the folder {path}")
    if stat.S_ISLNK(mode):
        raise FileExpected(f"expected a file to write to, got the link {path}: name the file that it leads to")
    if not stat.S_ISREG(mode):
        raise FileExpected(f"expected a file to write to, got {path}, which is a device, a pipe or a socket")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise FileExpected(f"expected a file to write to, got {path}: its folder cannot be written to")


def require_folder(path: str | os.PathLike, *names: str) -> None:
    """Raise `FolderExpected`, before any work, where no folder can be made or written to.

    `names`: the files that will be written into it; raises `FileExpected` where one of them cannot be.
    """
    path = Path(path)
    place = next(one for one in (path, *path.absolute().parents) if os.path.lexists(one))
    if place == path and path.is_symlink():
        raise FolderExpected(f"expected a folder to write to, got the link {path}: name the folder that it leads to")
    if not place.is_dir():
        raise FolderExpected(f"expected a folder to write to, got {path}: {place} is not a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise FolderExpected(f"expected a folder to write to, got {path}: {place} cannot be written to")
    for name in names if path.is_dir() else ():
        require_file(path / name)


def make_folder(path: str | os.PathLike) -> Path:
    """The folder `path`, made with its parents where it is not there. Raises `FolderExpected`."""
    if Path(path).is_dir():
        return Path(path)
    require_folder(path)
    for place in reversed((Path(path), *Path(path).parents)):
        if not place.is_dir():
            place.mkdir(mode=FOLDER, exist_ok=True)
    return Path(path)


@contextmanager
def new_file(path: str | os.PathLike, mode: int = PRIVATE, **text: str) -> Iterator[IO]:
    """A stream to write the file `path` with, which takes its place at the end; of what fails nothing is left.

    It takes bytes, or with `encoding` (`errors`, `newline`) text. Raises `FileExpected`.
    """
    require_file(path)
    path = Path(path)
    handle, unfinished = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    try:
        with open(handle, "w" if text else "wb", **text) as stream:
            set_mode(stream.fileno(), unfinished, mode)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        require_file(path)  # it may have become a link or a device meanwhile
        os.replace(unfinished, path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise


def write_file(path: str | os.PathLike, content: str | bytes, mode: int = PRIVATE) -> Path:
    """Write all of a file; text as UTF-8, its lines as they are, what no UTF-8 can hold as `\\udce9`."""
    if isinstance(content, str):
        content = content.encode("utf-8", "backslashreplace")
    with new_file(path, mode) as stream:
        stream.write(content)
    return Path(path)


@contextmanager
def new_files(folder: str | os.PathLike, *names: str) -> Iterator[Path]:
    """A private folder, whose files take their places in `folder` together at the end; of what fails nothing is left.

    `names`: the files that belong together: one that is not written again is removed. Raises `FolderExpected`, and
    `FileExpected` where one of them cannot be written.
    """
    out = Path(folder)
    require_folder(out, *names)
    beside = next(place for place in (out.absolute().parent, *out.absolute().parents) if place.is_dir())
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=out if out.is_dir() else beside) as built:
        yield Path(built)
        made = sorted(Path(built).iterdir())
        for path in made:
            with open(path, "rb+") as whole:
                set_mode(whole.fileno(), path, SCRIPT if path.suffix == ".sh" else PRIVATE)
                os.fsync(whole.fileno())
        make_folder(out)
        with alone_in(out):  # of two into one folder the files of one stay together
            for path in made:
                require_file(out / path.name)
            for path in made:
                os.replace(path, out / path.name)
            for name in {*names} - {path.name for path in made}:
                (out / name).unlink(missing_ok=True)
