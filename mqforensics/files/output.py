"""Files that are there when all of them is written, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mqforensics.errors import require_file


@contextmanager
def whole(path: str | os.PathLike) -> Iterator[Path]:
    """A file beside `path` to write to, which takes its place in the end; of what fails nothing is left.

    Raises `FileExpected`.
    """
    require_file(path)
    unfinished = Path(path).with_name(Path(path).name + ".part")
    try:
        yield unfinished
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
