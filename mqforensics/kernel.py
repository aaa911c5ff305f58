"""The process that a notebook of ours runs in: it loads what the cells need while a report looks at its evidence, or
while JupyterLab starts.

`python -P -m mqforensics.kernel ENGINE EVIDENCE MODULE…` loads, says on a line how much evidence there is, and starts
Sail where that will answer. Then it reads from standard input, as a line of JSON, what a kernel of Jupyter is started
with: its arguments, environment and folder. It ends where that stream ends without one.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

from mqforensics import sail
from mqforensics.errors import CaseEmpty
from mqforensics.files import remote
from mqforensics.files.isolation import end_group, errors_to, isolated_environment
from mqforensics.session import SAIL, SPARK, asked_for, chosen
from mqforensics.words.grammar import count

LOG, REACHED_BY = "kernel.log", "connection.json"
LOADED = ("mqforensics.views.page", "mqforensics.views.notes", "mqforensics.tools.compare", "mqforensics.report",
          "ipykernel.kernelapp")  # fmt: skip
"""What every notebook of a report imports, and the kernel itself."""
CONNECT = "pyspark.sql.connect.session"
ONE_THREAD = "OPENBLAS_NUM_THREADS"
"""Asks numpy for one thread alone: a process with several cannot be copied."""
BRIEFLY = 0.02
"""Seconds that a client waits whether a kernel which has answered says more; Jupyter's own waits 0.2."""
PARENT = "JPY_PARENT_PID"
"""Tells a kernel of Jupyter with which process it ends."""
DRAWS_INTO = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
"""What a kernel of Jupyter tells matplotlib, which looks at it as it is loaded."""


def environment(work: Path) -> dict[str, str | None]:
    """The environment with which all that a kernel leaves is in the folder `work`, and goes with it.

    It has an engine of its own, whichever this process has.
    """
    named = {"JUPYTER_PATH": "", "JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython", "TMPDIR": ""}
    return {name: str(work / place) for name, place in named.items()} | {sail.CONNECT: None}


@contextmanager
def ready_kernel(
    work: Path, evidence: str | os.PathLike, modules: Sequence[str] = LOADED
) -> Iterator[subprocess.Popen]:  # fmt: skip
    """A process that gets ready to be the kernel for `evidence` and loads `modules`; it ends with this block.

    `evidence` is blank where there is none yet.
    """
    path = os.fspath(evidence)
    local = "" if remote.is_remote(path) else path  # asking elsewhere for sizes would be waited for
    engine = SAIL if (asked_for() or chosen(local or None)) == SAIL else SPARK
    command = [sys.executable, "-P", "-m", __name__, engine, local, *modules]
    with (
        isolated_environment(**environment(work), **{PARENT: str(os.getpid()), ONE_THREAD: "1"}),
        errors_to(work / LOG, is_all=True),
    ):
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )  # fmt: skip
    try:
        yield process
    finally:
        with process:  # waits for it
            end_group(process.pid)


def required_evidence(case: str | os.PathLike, ready: subprocess.Popen | None = None) -> str:
    """How much there is to read, as a sentence; raises `CaseEmpty` where it is nothing, and what `Case` raises.

    The kernel that is `ready` has looked at it already, and knows what each file is when a cell asks; where it found
    nothing to read, this process looks for itself.
    """
    told: Any = ready and ready.stdout
    if told and (said := told.readline().decode().strip()):
        return said
    from mqforensics.case import Case  # here: whoever gets the answer needs no formats

    found = Case(None, case)
    if not any(found.formats.values()):
        names = ", ".join(file.name for file in found.files[:5]) or "an empty folder"
        place = remote.mask_urls(os.fspath(case))
        raise CaseEmpty(f"expected evidence of IBM MQ at {place}, found none that the kit can read: {names}")
    size = sum(file.size or 0 for file in found.files) / 1e6
    return f"Reading {count(len(found.files), 'file')}, {size:.1f} MB."


def kernels(work: Path, ready: subprocess.Popen | None = None, meanwhile: Callable[[], object] = lambda: None) -> type:
    """A manager of kernels that leaves none of the processes that a kernel has started; its first kernel is `ready`.

    How they are reached is in the folder `work`, and goes with it. `meanwhile` is called, in a thread, as soon as the
    kernel is at work.
    """
    from jupyter_client.asynchronous.client import AsyncKernelClient
    from jupyter_client.manager import AsyncKernelManager
    from traitlets import default

    class Client(AsyncKernelClient):
        async def wait_for_ready(self, timeout: float | None = None) -> None:
            channel = self.iopub_channel
            patient = channel.get_msg
            # It waits that long for one message more, when there is none.
            channel.get_msg = lambda timeout: patient(timeout=min(timeout, BRIEFLY))
            try:
                await super().wait_for_ready(timeout)
            finally:
                del channel.get_msg
            Thread(target=meanwhile, daemon=True).start()

    class Kernels(taking(ready, AsyncKernelManager)):
        @default("connection_file")
        def _reached_by(self) -> str:
            return str(work / REACHED_BY)

        @default("client_factory")
        def _clients(self) -> type:
            return Client

    return Kernels


def taking(ready: subprocess.Popen | None, kind: type) -> type:
    """A manager of kernels of this kind, whose first kernel is `ready`; it ends all that a kernel has started."""
    waiting = [ready] if ready else []

    class Taking(kind):
        async def _async_launch_kernel(self, kernel_cmd: list[str], **kw: Any) -> None:
            if not waiting or waiting[0].poll() is not None:
                await super()._async_launch_kernel(kernel_cmd, **kw)
                return
            own: Any = self.provisioner  # one on this machine
            process, folder = waiting.pop(), str(kw.get("cwd") or os.getcwd())
            own.process, own.pid, own.pgid, own.cwd = process, process.pid, process.pid, folder
            wanted: Any = process.stdin
            told = {"arguments": kernel_cmd[kernel_cmd.index("-f") :], "environment": kw["env"], "folder": folder}
            with suppress(BrokenPipeError):  # whoever waits for its answer sees that it has ended
                os.write(wanted.fileno(), json.dumps(told).encode() + b"\n")
            self._reconcile_connection_info(own.connection_info)

        async def _async_kill_kernel(self, restart: bool = False) -> None:
            group = getattr(self.provisioner, "pgid", None)
            await super()._async_kill_kernel(restart)
            end_group(group)

    return Taking


def _load(engine: str, evidence: str, modules: Sequence[str], telling: BinaryIO) -> None:
    os.environ.update(DRAWS_INTO)
    import_module("pandas")
    with telling, suppress(Exception):  # whoever asked looks then, too, and says what is wrong
        telling.write(required_evidence(evidence).encode() if evidence else b"")
    import_module("mqforensics.questions").load()
    if engine == SAIL:
        sail.start_ahead()  # with all of that, which its functions need
    for name in (*modules, *([CONNECT] if engine == SAIL else [])):
        import_module(name)


def main() -> None:
    """Load, wait for what the kernel is started with, and be that kernel."""
    gc.disable()  # what is loaded stays: looking for garbage among it takes a fifth of the time
    telling = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    engine, evidence, *modules = sys.argv[1:]
    _load(engine, evidence, modules, telling)
    gc.freeze()
    gc.enable()
    line = sys.stdin.buffer.readline()
    if not line:
        return
    told = json.loads(line)
    for name in set(environment(Path())) - told["environment"].keys():
        os.environ.pop(name, None)
    os.environ.update(told["environment"])
    os.chdir(told["folder"])
    sys.argv[1:] = told["arguments"]
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()


if __name__ == "__main__":
    main()
