"""Processes of our own that run none of the code that lies about: not from the working directory, not from evidence.

Python looks for modules where it was started: `pandas.py` in the folder of a case would be run instead of pandas, in
the kernel of a report and in Spark's workers. They are started with a safe path (as `python -P`), and are informed
where this package is.
"""

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.abc import MetaPathFinder
from pathlib import Path

from mqforensics.errors import FolderExpected
from mqforensics.files.system import ENDING, NO_LINK

PACKAGES = {"site-packages", "dist-packages"}
PREFIX = "mqforensics-"
PLAIN = re.compile(r"(?:(?![,\"'\\])[ -~])+")
"""What the path of a temporary folder may be: Spark takes a list apart at commas, and Java its options at quotes."""
PATIENCE = 1
"""So many seconds a program has to end when it is asked to."""
ATTEMPTS = 100
"""So often a folder is removed, every 50 ms, until it stays away."""


def python_path() -> str:
    """PYTHONPATH for a process of our own: this package, and what the caller's has, without the working directory."""
    own = Path(__file__).resolve().parents[2]
    given = [os.path.abspath(place) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    here = os.getcwd()
    kept = [place for place in given if place != here or place == str(own)]
    return os.pathsep.join(dict.fromkeys(([] if own.name in PACKAGES else [str(own)]) + kept))


@contextmanager
def without(*modules: str) -> Iterator[None]:
    """What is imported in here finds none of these modules, but those that are loaded already."""
    hiding = _Hiding(modules)
    sys.meta_path.insert(0, hiding)
    try:
        yield
    finally:
        sys.meta_path.remove(hiding)


class _Hiding(MetaPathFinder):
    """Says that there are no such modules: compiled code, too, takes this for what it is."""

    def __init__(self, modules: Sequence[str]):
        self.modules = modules

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        if fullname in self.modules:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


@contextmanager
def isolated_environment(**more: str | None) -> Iterator[None]:
    """What is started in here has a safe path, and `more` in its environment; a name with None is not in it."""
    wanted = {"PYTHONSAFEPATH": "1", "PYTHONPATH": python_path(), **more}
    before = {name: os.environ.get(name) for name in wanted}
    _set_environment(wanted)
    try:
        yield
    finally:
        _set_environment(before)


def _set_environment(wanted: Mapping[str, str | None]) -> None:
    for name, value in wanted.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


@contextmanager
def errors_to(path: Path, is_all: bool = False) -> Iterator[None]:
    """What is started in here inherits, and keeps, the file `path` for its error output; only this user can read it.

    `is_all`: for its standard output, too.
    """
    streams = {2: sys.stderr, **({1: sys.stdout} if is_all else {})}
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINK, 0o600)
    kept = {}
    for number, stream in streams.items():
        stream.flush()
        kept[number] = os.dup(number)
        os.dup2(log, number)
    try:
        yield
    finally:
        for number, stream in streams.items():
            stream.flush()
            os.dup2(kept[number], number)
            os.close(kept[number])
        os.close(log)


@cache
def private_folder() -> Path:
    """A folder that only this user can look into; it goes with this process. Raises `FolderExpected`."""
    folder = _made()
    atexit.register(_remove, folder)
    return Path(folder)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder that only this user can look into; it goes at the end, whatever happens. Raises `FolderExpected`."""
    folder = _made()
    try:
        yield Path(folder)
    finally:
        _remove(folder)


def _made() -> str:
    place = tempfile.gettempdir()
    if not PLAIN.fullmatch(place):
        raise FolderExpected(
            "expected a temporary folder (TMPDIR) that Java can read: printable ASCII without comma, quotation mark, "
            f"apostrophe or backslash, got {place!r}"
        )
    return tempfile.mkdtemp(prefix=PREFIX)


def _remove(folder: str) -> None:
    """Remove a folder into which a process that is just ending may still write."""
    for _ in range(ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            return
        time.sleep(0.05)


@contextmanager
def interruptible() -> Iterator[None]:
    """Who is asked to end in here (SIGTERM, SIGHUP) is interrupted, and so leaves nothing that is unfinished."""

    def interrupt(*_) -> None:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN)  # asked once more it would leave what it is about to remove
        raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    heeded = [one for one in ENDING if is_main and signal.getsignal(one) is signal.SIG_DFL]
    for one in heeded:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one in heeded:
            signal.signal(one, signal.SIG_DFL)


def end_group(group: int | None) -> None:
    """End every process of a group that this process started, Java among them, but never its own group."""
    if group and hasattr(os, "killpg") and group != os.getpgrp():
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def run_with_children(
    command: Sequence[str], folder: Path, started: Callable[[subprocess.Popen], object] = lambda process: None
) -> int:
    """Run a program in `folder` until it ends, and give its exit code; interrupted, end it and all that it has started.

    `started` is called with the process once it runs, and may work while it does.

    It is asked to end first, and has `PATIENCE` seconds for it. What a terminal sends on Ctrl-C comes to us alone.
    """
    import psutil

    process = subprocess.Popen(command, cwd=folder, start_new_session=True)
    try:
        started(process)
        return process.wait()
    finally:
        if process.poll() is None:
            running = [psutil.Process(process.pid)]
            running += running[0].children(recursive=True)
            process.terminate()
            _, left = psutil.wait_procs(running, PATIENCE)
            for one in left:
                with suppress(psutil.Error):
                    one.kill()
            psutil.wait_procs(left, PATIENCE)
