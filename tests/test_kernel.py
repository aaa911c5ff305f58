"""The kernel of a report loads while the report gets ready, and nothing of it stays behind."""

import json
import os
import pkgutil
import subprocess
import sys
import time

import psutil
import pytest
from jupyter_core.utils import run_sync
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager

from mqforensics import kernel, questions, sail
from mqforensics.errors import CaseEmpty
from mqforensics.files.isolation import isolated_environment
from mqforensics.report import report
from mqforensics.session import ENGINE, SPARK, has_java
from tests.test_ending import START
from tests.writers.cases import SAMPLES


@pytest.fixture(autouse=True)
def engine(monkeypatch):
    if has_java():
        monkeypatch.setenv(ENGINE, SPARK)


def test_it_ends_with_its_block(tmp_path):
    with kernel.ready_kernel(tmp_path, SAMPLES / "walk_no_dlq") as ready:
        assert ready.poll() is None
    assert ready.returncode is not None and not psutil.pid_exists(ready.pid)


def test_it_says_how_much_there_is_to_read(tmp_path):
    code = (
        "import sys; from pathlib import Path; from mqforensics import kernel\n"
        "with kernel.ready_kernel(Path(sys.argv[1]), sys.argv[2]) as ready:\n"
        "    print(kernel.required_evidence('/not/there', ready))\n"
        "print({'numpy', 'pyspark', 'mqforensics.formats'} & sys.modules.keys())"
    )
    command = [sys.executable, "-c", code, str(tmp_path), str(SAMPLES / "walk_no_dlq")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told == [kernel.required_evidence(SAMPLES / "walk_no_dlq"), "set()"]


def test_what_it_cannot_read_is_looked_at_again(tmp_path):
    """Whoever waits for it then says what is wrong."""
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with kernel.ready_kernel(tmp_path, tmp_path / "case") as ready:
        with pytest.raises(CaseEmpty, match=r"picture\.png"):
            kernel.required_evidence(tmp_path / "case", ready)
        assert ready.poll() is None


def test_it_ends_where_nobody_wants_it(tmp_path):
    with kernel.ready_kernel(tmp_path, SAMPLES / "walk_no_dlq") as ready:
        ready.stdin.close()
        assert ready.wait(60) == 0


def test_all_that_it_leaves_is_in_the_folder_of_the_report(tmp_path):
    told = kernel.environment(tmp_path)
    assert told.pop(sail.CONNECT) is None  # an engine of its own, whichever this process has
    assert {str(tmp_path)} == {place[: len(str(tmp_path))] for place in told.values()}
    assert kernel.kernels(tmp_path)().connection_file == str(tmp_path / "connection.json")


def test_its_environment_is_for_it_alone(monkeypatch):
    monkeypatch.setenv(sail.CONNECT, "1")
    with isolated_environment(**{sail.CONNECT: None}, MORE="more"):
        assert (os.environ.get(sail.CONNECT), os.environ["MORE"]) == (None, "more")
    assert (os.environ[sail.CONNECT], os.environ.get("MORE")) == ("1", None)


def test_a_kernel_that_ended_too_soon_is_replaced(monkeypatch, tmp_path):
    """Where the process that got ready has ended, the report starts a kernel as Jupyter does."""
    begun = kernel.subprocess.Popen

    def ended(command, **how):
        if kernel.__name__ not in command:
            return begun(command, **how)
        process = begun([sys.executable, "-c", "pass"], **how)
        process.wait()
        return process

    monkeypatch.setattr(kernel.subprocess, "Popen", ended)
    page = report(SAMPLES / "walk_no_dlq", tmp_path / "report")
    assert json.loads((page.parent / "findings.json").read_bytes())["findings"]


def test_every_room_is_loaded_before_several_threads_ask_for_them():
    code = "import sys, mqforensics.questions as q; q.load(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    rooms = [one.name for one in pkgutil.iter_modules(questions.__path__, "mqforensics.questions.") if one.ispkg]
    assert rooms and not set(rooms) - set(loaded)


def test_an_interrupted_report_leaves_no_process(tmp_path):
    # What a shell starts in the background ignores Ctrl-C, and its children with it.
    command = [sys.executable, "-c", START, "report", str(SAMPLES / "walk_no_dlq"), "-o", str(tmp_path / "r")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    next(line for line in process.stderr if "Reading" in line)
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    begun = time.monotonic()
    process.send_signal(2)
    assert process.wait(60) == 130
    process.stderr.close()
    took = time.monotonic() - begun
    psutil.wait_procs(children, 2)
    assert not [one for one in children if one.is_running() and one.status() != psutil.STATUS_ZOMBIE] and took < 20


def test_jupyterlab_takes_the_kernel_that_got_ready(tmp_path):
    with kernel.ready_kernel(tmp_path, "", ("ipykernel.kernelapp",)) as ready:
        manager = kernel.taking(ready, ServerKernelManager)(connection_file=str(tmp_path / "kernel.json"))
        run_sync(manager.start_kernel)(cwd=str(tmp_path))
        assert manager.provisioner.pid == ready.pid
        client = manager.blocking_client()
        client.start_channels(hb=False)
        client.wait_for_ready(timeout=60)
        said = []
        client.execute_interactive("import os; print(os.getcwd(), os.getpid(), 'IPYTHONDIR' in os.environ)",
                                   output_hook=said.append, timeout=60)  # fmt: skip
        client.stop_channels()
        run_sync(manager.shutdown_kernel)(now=True)
    told = [one["content"]["text"].split() for one in said if one["msg_type"] == "stream"]
    assert told == [[str(tmp_path), str(ready.pid), "False"]]
    assert not psutil.pid_exists(ready.pid)
