"""Sail: an engine without Java for small evidence, which takes the same PySpark code over Spark Connect.

It runs in a its own process and goes with the process that started it. Sail asks nobody for a secret, and anyone who
reaches its port reads files and runs code as its user. So that process has a network of its own (Linux, where a user
may make one), in which Sail's port is; the only way in is a socket in the private folder of the session.
"""

import gc
import importlib
import os
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from mqforensics.errors import MQForensicsError
from mqforensics.files.isolation import errors_to, isolated_environment, private_folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TAKEN = (4, 2)
"""The last PySpark that Sail 0.7 takes."""
SERVER = "mqforensics.sail_server"
CONNECT = "SPARK_CONNECT_MODE_ENABLED"
"""With this in its environment PySpark makes columns for Spark Connect: set in the process that has such a session."""
EXPOSED = (
    "There is no Java, and on this system other users of the machine could read the evidence through Sail's port. "
    "Install Java 17, or accept that with --engine sail."
)
PRIVATE, OPEN = "private", "open"
"""What the server tells of its port: only this user reaches it, or everybody on this machine."""
INSTALL = "expected Sail: pip install 'mqforensics[quick]'"
LONGEST = 100
"""So many bytes the path of a socket may have."""


class SailNotUsable(MQForensicsError, RuntimeError):
    """Sail is not installed, or does not start here."""


def is_installed() -> bool:
    """Whether Sail is there, and a PySpark that it takes, with what that needs to speak to it."""
    if not all(map(find_spec, ("pysail", "grpc"))):
        return False
    from importlib.metadata import version  # which reads mail, and takes as long as all else of this module

    return tuple(map(int, version("pyspark").split(".")[:2])) <= TAKEN


_NUMBERS = count(1)


class Server:
    """Sail, started and not yet waited for; it ends with this process, or with `stop`."""

    def __init__(self, is_copy: bool = False):
        """`is_copy`: of this process as it is, with all that it has loaded; it must have one thread."""
        self.socket = private_folder() / f"sail{next(_NUMBERS)}"  # an earlier one may be there, stopped or not
        if not is_installed():
            raise SailNotUsable(INSTALL)
        if len(os.fsencode(self.socket)) > LONGEST:
            raise SailNotUsable(f"expected a folder for temporary files with a shorter path, got {self.socket.parent}")
        quiet = {"RUST_LOG": "error", "OPENBLAS_NUM_THREADS": "1", "SAIL_PARQUET__PUSHDOWN_FILTERS": "false"}
        with isolated_environment(**quiet), errors_to(private_folder() / "sail.log"):
            self.process = _Copy(str(self.socket)) if is_copy else _new_process(str(self.socket))

    @property
    @cache  # noqa: B019  (one server a process)
    def is_private(self) -> bool:
        """Whether nobody but this user reaches it; waits until it is there. Raises `SailNotUsable`."""
        told = self.process.stdout.readline().strip()
        if told not in (PRIVATE, OPEN):
            raise SailNotUsable(f"Sail did not start; its log: {_end_of(private_folder() / 'sail.log')}")
        return told == PRIVATE

    def stop(self) -> None:
        """End it and what it works at."""
        self.process.kill()
        self.process.wait()


def _new_process(path: str) -> subprocess.Popen:
    command = [sys.executable, "-P", "-m", SERVER, path]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )  # fmt: skip


class _Copy:
    """A copy of this process that serves; it has what the server needs of a `Popen`."""

    def __init__(self, path: str):
        wanted, self.stdin = os.pipe()
        told, telling = os.pipe()
        self.stdout = os.fdopen(told)
        self.pid = os.fork()
        if self.pid == 0:
            gc.freeze()
            gc.enable()  # whoever loads may have it off
            self._serve(path, wanted, telling)
        os.close(wanted)
        os.close(telling)

    def _serve(self, path: str, wanted: int, telling: int) -> NoReturn:
        try:
            os.setsid()
            os.dup2(wanted, 0)
            os.dup2(telling, 1)
            for one in (wanted, telling, self.stdin):  # of its own end of what it waits for it would never see the end
                os.close(one)
            importlib.import_module(SERVER).serve(path)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        os.waitpid(self.pid, 0)


_OWN: list["SparkSession"] = []
_AHEAD: list[Server] = []


def start_ahead() -> None:
    """Start the Sail of the first session that this process will ask for, where it can be started.

    This process must have one thread: what it has loaded then, Sail has too, where the system copies processes.
    """
    with suppress(SailNotUsable):  # whoever asks for the session hears of it
        _AHEAD.append(Server(is_copy=sys.platform == "linux"))


def session() -> "SparkSession | None":
    """The session on Sail that this process has started, and not stopped."""
    return next((one for one in _OWN if not one.is_stopped), None)


def connect(is_asked_for: bool) -> "SparkSession":
    """A session of PySpark on a Sail of this process's own.

    Raises `SailNotUsable` where Sail and PySpark are of versions that do not go together, and, unless Sail was asked
    for, where this system gives it no separate network: other users of the machine could read the evidence then.
    """
    server = _AHEAD.pop() if _AHEAD else Server()
    importlib.import_module("pyspark.sql.connect.session")  # takes as long as the server
    if not server.is_private and not is_asked_for:
        server.stop()
        raise SailNotUsable(EXPOSED)
    # From here on it goes with this process alone: PySpark's last words would wait minutes for one that is gone.
    return _session_on(server)


def _session_on(server: Server) -> "SparkSession":
    from pyspark.sql.connect.client import DefaultChannelBuilder
    from pyspark.sql.connect.session import SparkSession

    class Local(DefaultChannelBuilder):
        def toChannel(self):
            return self._insecure_channel(f"unix:{server.socket}")

    os.environ[CONNECT] = "1"
    try:
        # The name that gRPC would give the server is the path of the socket, which Sail takes for none.
        to = Local("sc://localhost", [("grpc.default_authority", "localhost")])
        spark = SparkSession.builder.channelBuilder(to).create()
        spark.conf.set("spark.sql.session.timeZone", "UTC")
    except Exception as problem:
        del os.environ[CONNECT]
        raise SailNotUsable(f"expected a Sail that takes this PySpark: {problem}") from problem
    _OWN[:] = [spark]
    return spark


def is_own(spark: "SparkSession | None") -> bool:
    """Whether it is the session on Sail that this process has started."""
    return any(spark is one for one in _OWN)


def _end_of(log: Path) -> str:
    lines = log.read_text(errors="replace").split("\n") if log.exists() else []
    return next((line for line in reversed(lines) if line.strip()), "it is empty")
