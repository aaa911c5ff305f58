"""Whoever ends a verb, with Ctrl-C or SIGTERM, is left with no process, no folder and nothing that is half written."""

import os
import shutil
import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.dependencies import ROOT
from tests.writers.cases import SAMPLES

# Who runs the tests in the background, or under nohup, has their programs ignore these signals.
START = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from mqforensics.__main__ import main; sys.exit(main())"
CASE = str(SAMPLES / "dlq_mixed")
VERBS = {
    "report": ["report", CASE, "-o", "out"], "report md": ["report", CASE, "--format", "md", "-o", "out"], "decode": ["decode", CASE],
    "collect": ["collect", CASE, "-o", "out"], "dry-run": ["rules", "dry-run", "table", CASE, "-o", "out.csv"],
    "propose": ["rules", "propose", CASE, "-o", "out.rul"], "lab": ["lab", CASE, "-o", "out"], "explain": ["explain"],
}  # fmt: skip
WAITED_FOR = {"lab": "jupyterlab", "explain": "", "decode": ""}
"""What a verb has started when it is ended, else Java; what starts nothing is ended while it waits for its pipe."""
AT_MOST = 2 * (1 + os.getloadavg()[0] / (os.cpu_count() or 1))
"""Two seconds, on a machine that has nothing else to do."""


def started(process, name):
    """The processes of a verb, when what it waits for has run for a moment."""
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and process.poll() is None:
        children = psutil.Process(process.pid).children(recursive=True)
        if not name or any(
            name in " ".join(child.cmdline()) for child in children if child.status() != psutil.STATUS_ZOMBIE
        ):
            time.sleep(5)
            return psutil.Process(process.pid).children(recursive=True)
        time.sleep(0.2)
    raise AssertionError(f"{name} did not start: {process.communicate()}")


@pytest.mark.slow
@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT], ids=lambda asked: asked.name)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_that_is_ended_leaves_nothing(verb, asked, tmp_path):
    place, scratch = tmp_path / "place", tmp_path / "tmp"
    place.mkdir(), scratch.mkdir()
    (place / "table").write_text("REASON(MQRC_Q_FULL) ACTION(RETRY)\n")
    given = {
        "PYTHONPATH": str(ROOT),
        "TMPDIR": str(scratch),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
        "BROWSER": "true",
    }
    process = subprocess.Popen([sys.executable, "-P", "-c", START, *VERBS[verb]], cwd=place, env={**os.environ, **given},
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)  # fmt: skip
    children = started(process, WAITED_FOR.get(verb, "java"))
    begun = time.monotonic()
    os.killpg(process.pid, asked) if asked == signal.SIGINT else process.send_signal(asked)
    _, said = process.communicate(timeout=60)
    took = time.monotonic() - begun
    print(f"{verb} ended {took:.2f} s after {asked.name}")
    _, alive = psutil.wait_procs(children, 3)
    assert (process.returncode, [one.name() for one in alive], list(scratch.iterdir())) == (130, [], [])
    assert said.splitlines()[-1] == "mqforensics: cancelled" and "Traceback" not in said
    shutil.rmtree(place / "out" / ".ipynb_checkpoints", ignore_errors=True)
    left = {path.relative_to(place).as_posix() for path in place.rglob("*")} - {"table"}
    assert left <= ({"out", "out/investigate.ipynb"} if verb == "lab" else set())
    assert took < AT_MOST


INTERRUPTED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
wanted, sys.argv = sys.argv[1], ["mqforensics", "explain", "AMQ9777"]
sys.meta_path.insert(0, Finder())
from mqforensics.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("loaded", "said"),
    [("mqforensics.session", ""), ("mqforensics.case.settings", ""), ("mqforensics.tools.explain", "mqforensics: cancelled\n")],
    ids=["package", "command line", "verb"],
)  # fmt: skip
def test_who_is_interrupted_while_it_loads_says_nothing_of_python(loaded, said, tmp_path):
    """Before a verb begins it ends by the signal, which a shell calls 130, too."""
    command = [sys.executable, "-P", "-c", INTERRUPTED, loaded]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    ended = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (ended.returncode in (130, -signal.SIGINT), ended.stdout, ended.stderr) == (True, "", said)
    assert not list(tmp_path.iterdir())
