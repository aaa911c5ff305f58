"""The process that a report's notebook runs in: it loads what the cells need while the report looks at its evidence.

`python -P -m mqforensics.kernel [sail]` loads, and starts Sail where that will answer. Then it reads from standard
input, as a line of JSON, what a kernel of Jupyter is started with: its arguments, environment and folder. It ends where
that stream ends without one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from mqforensics import sail
from mqforensics.files.isolation import end_group, errors_to, isolated
from mqforensics.files.remote import is_remote
from mqforensics.session import SAIL, asked_for, chosen

LOG = "kernel.log"
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


def places(work: Path) -> dict[str, str]:
    """The environment with which all that a kernel leaves is in the folder `work`, and goes with it."""
    named = {"JUPYTER_PATH": "", "JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython", "TMPDIR": ""}
    return {name: str(work / place) for name, place in named.items()}


@contextmanager
def started(work: Path, evidence: str | os.PathLike) -> Iterator[subprocess.Popen]:
    """A process that gets ready to be the kernel for `evidence`; it ends with this block."""
    local = None if is_remote(os.fspath(evidence)) else evidence  # asking elsewhere for sizes would be waited for
    engine = [SAIL] if (asked_for() or chosen(local)) == SAIL else []
    command = [sys.executable, "-P", "-m", __name__, *engine]
    with isolated(**places(work), **{PARENT: str(os.getpid()), ONE_THREAD: "1"}), errors_to(work / LOG, is_all=True):
        process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield process
    finally:
        with process:  # waits for it
            end_group(process.pid)


def kernels(ready: subprocess.Popen | None = None, meanwhile: Callable[[], object] = lambda: None) -> type:
    """A manager of kernels that leaves none of the processes that a kernel has started; its first kernel is `ready`.

    `meanwhile` is called, in a thread, as soon as the kernel is at work.
    """
    from jupyter_client.asynchronous.client import AsyncKernelClient
    from jupyter_client.manager import AsyncKernelManager
    from traitlets import default

    waiting = [ready] if ready else []

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

    class Kernels(AsyncKernelManager):
        @default("client_factory")
        def _clients(self) -> type:
            return Client

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

    return Kernels


def _load(engine: str) -> None:
    os.environ.update(DRAWS_INTO)
    import_module("pandas")
    import_module("mqforensics.questions").load()
    if engine == SAIL:
        sail.start_ahead()  # with all of that, which its functions need
    for name in (*LOADED, *([CONNECT] if engine == SAIL else [])):
        import_module(name)


def main() -> None:
    """Load, wait for what the kernel is started with, and be that kernel."""
    _load(sys.argv[-1])
    line = sys.stdin.buffer.readline()
    if not line:
        return
    told = json.loads(line)
    os.environ.update(told["environment"])
    os.chdir(told["folder"])
    sys.argv[1:] = told["arguments"]
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()


if __name__ == "__main__":
    main()
