"""Processes of our own that run none of the code that lies about: not from the working directory, not from evidence.

Python looks for modules where it was started: `pandas.py` in the folder of a case would be run instead of pandas, in
the kernel of a report and in Spark's workers. They are started with a safe path (as `python -P`), and are told where
this package is.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import mqforensics

PACKAGES = {"site-packages", "dist-packages"}


def python_path() -> str:
    """PYTHONPATH for a process of our own: this package, and what the caller's has, without the working directory."""
    own = Path(mqforensics.__file__).resolve().parents[1]
    given = [os.path.abspath(place) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    here = os.getcwd()
    kept = [place for place in given if place != here or place == str(own)]
    return os.pathsep.join(dict.fromkeys(([] if own.name in PACKAGES else [str(own)]) + kept))


@contextmanager
def isolated(**more: str) -> Iterator[None]:
    """What is started in here has a safe path, and `more` in its environment."""
    wanted = {"PYTHONSAFEPATH": "1", "PYTHONPATH": python_path(), **more}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@contextmanager
def errors_to(path: Path) -> Iterator[None]:
    """What is started in here inherits, and keeps, the file `path` for its error output; only this user can read it."""
    sys.stderr.flush()
    kept = os.dup(2)
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    os.dup2(log, 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)
        os.close(log)


@cache
def private_folder() -> Path:
    """A folder that only this user can look into; it goes with this process."""
    folder = tempfile.mkdtemp(prefix="mqforensics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
