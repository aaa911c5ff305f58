"""What a caller can do wrong; bad evidence never raises, it becomes a row with an `error`."""

import os
from pathlib import Path


class MQForensicsError(Exception):
    """The base of every error the kit raises."""


class JavaNotFound(MQForensicsError, RuntimeError):
    """Spark has no Java to run on."""


class CaseNotFound(MQForensicsError, FileNotFoundError):
    """The path of a case names nothing that can be read."""


class CaseEmpty(MQForensicsError, ValueError):
    """A case holds no file that the kit can use."""


class FileRefused(MQForensicsError, OSError):
    """A file of a case cannot be read, or opens to more than is allowed."""


class SchemeExpected(MQForensicsError, ValueError):
    """A URL of evidence has a scheme that nothing on this machine reads."""


class FolderExpected(MQForensicsError, ValueError):
    """What is to be written to is no folder, and none can be made there."""


class FileExpected(MQForensicsError, ValueError):
    """What is to be written to is no file, and none can be made there."""


def require_file(path: str | os.PathLike) -> None:
    """Raise `FileExpected`, before any work, where no file can be written."""
    if Path(path).is_dir():
        raise FileExpected(f"expected a file to write to, got the folder {path}")
    if not Path(path).parent.is_dir():
        raise FileExpected(f"expected a file to write to in a folder that is there, got {path}")


def require_folder(path: str | os.PathLike) -> None:
    """Raise `FolderExpected`, before any work, where no folder can be made or written to."""
    place = next(one for one in (Path(path), *Path(path).absolute().parents) if os.path.lexists(one))
    if not place.is_dir():
        raise FolderExpected(f"expected a folder to write to, got {path}: {place} is no folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise FolderExpected(f"expected a folder to write to, got {path}: {place} cannot be written to")
