"""Sail says what Spark says, goes with its process, and is reached by nobody else."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

import mqforensics
from mqforensics import open_case, report, sail, session
from mqforensics.privacy.redaction import MODES
from mqforensics.questions import NAMES
from mqforensics.session import ENGINE, FOR_SAIL, SAIL, SPARK, EngineExpected, chosen, engine, has_java
from mqforensics.spark_compat import rows_of
from mqforensics.tools.names_of_case import names_of
from mqforensics.views.case_tables import column_names, page_of, readable
from mqforensics.views.grid import Order
from tests.conftest import SHARED
from tests.simulated import equal
from tests.writers.cases import SAMPLES

TABLES = ("messages", "objects", "log", "events", "calls", "rules")
usable = pytest.mark.skipif(
    not sail.is_installed(),
    reason="no Sail here that takes this PySpark: pip install '.[quick]'",
)
ALL = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())
ASKED = ALL if os.environ.get("MQFORENSICS_EVERY") else [
    "browse_priority_delay", "changes_put_inhibited", "dlq_mixed", "handler_mixed", "poison_loop",
    "refused_chlauth_address", "walk_dlq_2051", "walk_retrying_channel",
]  # fmt: skip
"""Together they are asked every question; MQFORENSICS_EVERY=1 asks all sample cases."""
ANSWERS = """
import json, sys
from mqforensics import engine, open_case, session
from mqforensics.questions import answers
from mqforensics.spark_compat import rows_of
from mqforensics.tools.names_of_case import names_of
spark, told = session("sail"), {}
for path in sys.argv[1:]:
    with open_case(spark, path) as case:
        told[path] = {name: [one.headline, one.findings] for name, one in answers(case).items()}
        told[path]["tables"] = {table: sorted(json.dumps(row.asDict(recursive=True), sort_keys=True, default=str)
                                              for row in rows_of(getattr(case, table)))
                                for table in ("messages", "objects", "log", "events", "calls", "rules")}
        told[path]["hidden"] = sorted(names_of(case))
print(json.dumps([engine(spark), told], default=str))
"""
TABS = """
import json, sys
from mqforensics import session
from mqforensics.views.investigation import Investigation
desk, told = Investigation(session("sail"), case=sys.argv[1], output=sys.argv[2]), {}
desk.wait()
for at, title in enumerate(desk.tabs.titles):
    desk.tabs.selected_index = at
    desk.wait()
    told[title] = desk.bar.problem
pages = {}
for name in desk.tables.which.options:
    desk.tables.which.value = name
    desk.wait()
    told[name], pages[name] = desk.bar.problem, desk.tables.grid.rows.to_dict("records")
print(json.dumps([told, pages], default=str))
"""
WAITING = """
import sys, time
from mqforensics import session
session("sail")
print("there", flush=True)
time.sleep(60)
"""


def python(code, *arguments, **more):
    root = str(Path(mqforensics.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root} | more
    environment.pop(sail.CONNECT, None)
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, env=environment
    )


def differences(spark, paths):
    """What Sail answers otherwise than the session: (case, question or table) of each; all that was asked too."""
    asked, local = python(ANSWERS, *paths), {}
    for path in paths:
        with open_case(spark, path) as case:
            answers = mqforensics.questions.answers(case)
            local[path] = {name: [one.headline, one.findings] for name, one in answers.items()}
            local[path]["tables"] = {table: rows(getattr(case, table)) for table in TABLES}
            local[path]["hidden"] = sorted(names_of(case))
    name, told = json.loads(asked.communicate()[0].splitlines()[-1])
    assert name == SAIL and asked.returncode == 0
    here = json.loads(json.dumps(local, default=str))
    differ = [(path, one) for path in paths for one in {*here[path], *told[path]}
              if told[path].get(one) != here[path].get(one)]  # fmt: skip
    return differ, {one for path in paths for one in told[path]}


def rows(frame):
    return sorted(json.dumps(row.asDict(recursive=True), sort_keys=True, default=str) for row in rows_of(frame))


@pytest.fixture
def classic(spark):
    if engine(spark) == SAIL:
        pytest.skip("the suite runs on Sail itself")
    return spark


@usable
def test_each_question_is_answered_as_by_spark(classic):
    differ, asked = differences(classic, [str(SAMPLES / name) for name in ASKED])
    assert not differ and asked == {*NAMES, "tables", "hidden"}


@usable
def test_each_tab_of_the_desk_is_read_and_messages_as_by_spark(classic, tmp_path):
    path = str(SAMPLES / "walk_dlq_2051")
    asked, here = python(TABS, path, str(tmp_path)), {}
    with open_case(classic, path) as case:
        for name in ("messages", "dead_letters"):
            frame = readable(case, name)
            here[name] = page_of(frame.select(*column_names(frame)), Order(column_names(frame)[0])).to_dict("records")
    problems, pages = json.loads(asked.communicate()[0].splitlines()[-1])
    assert not any(problems.values()), problems
    assert len(problems) > len(pages) > len(here)
    assert {name: pages[name] for name in here} == json.loads(json.dumps(here, default=str))


@usable
@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.skipif(not has_java(), reason="no Java here for Spark")
def test_a_redacted_report_says_what_that_of_spark_says(monkeypatch, tmp_path, mode):
    told = []
    (tmp_path / "digests").write_bytes(b"d" * 32)
    keys = {"key": b"k" * 16, "digest_key": tmp_path / "digests" if mode == "all" else None}
    for name in (SAIL, SPARK):
        monkeypatch.setenv(ENGINE, name)
        report.report(SAMPLES / "walk_no_dlq", tmp_path / name, redact=mode, **keys)
        found = json.loads((tmp_path / name / report.FINDINGS).read_text())
        told.append({key: one for key, one in found.items() if key != "outputs"})
    assert told[0] == told[1] and told[0]["findings"] and "incomplete" not in told[0]


@usable
@pytest.mark.slow
def test_cases_of_others_are_answered_as_by_spark(classic):
    found = sorted(map(str, (SHARED / "cases").iterdir())) if SHARED.is_dir() else []
    if not found:
        pytest.skip("no cases beside this checkout")
    assert not differences(classic, [path for path in found if os.path.isdir(path)])[0]


@usable
@pytest.mark.slow
@pytest.mark.skipif(not has_java(), reason="no Java here for Spark")
def test_simulated_cases_are_answered_as_by_spark(capsys):
    assert equal.main(["300"]) == 0, capsys.readouterr().out


@usable
def test_it_goes_with_its_process_and_has_a_network_of_its_own():
    asked = python(WAITING)
    assert asked.stdout.readline() == "there\n"
    [server] = [one for one in psutil.Process(asked.pid).children() if sail.SERVER in one.cmdline()]
    try:
        listening = [line.split() for line in Path(f"/proc/{server.pid}/net/tcp").read_text().splitlines()[1:]]
        [port] = {int(row[1].partition(":")[2], 16) for row in listening if row[3] == "0A"}
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=2)
        way_in = Path(server.cmdline()[-1])
        assert way_in.is_socket() and way_in.stat().st_mode & 0o77 == 0 == way_in.parent.stat().st_mode & 0o77
    finally:
        asked.send_signal(signal.SIGKILL)
        asked.wait()
    deadline = time.monotonic() + 10
    while server.is_running() and server.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE


OTHER_ACCOUNT = """
import encodings.idna, os, socket, sys  # what another account may not load
import grpc
os.environ["SPARK_CONNECT_MODE_ENABLED"] = "1"
from pyspark.sql.connect.client import DefaultChannelBuilder
from pyspark.sql.connect.session import SparkSession
way_in, port, process, evidence, account = sys.argv[1:]

class Channel(DefaultChannelBuilder):
    def toChannel(self):
        return self._insecure_channel(f"unix:{way_in}")

def read():
    to = Channel("sc://localhost", [("grpc.default_authority", "localhost")])
    grpc.channel_ready_future(to.toChannel()).result(5)
    return SparkSession.builder.channelBuilder(to).create().read.text(evidence).count()

def reach():
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(way_in)

WAYS = {
    "port": lambda: socket.create_connection(("127.0.0.1", int(port)), 2), "socket": reach, "read": read,
    "network": lambda: open(f"/proc/{process}/ns/net").close(), "file": lambda: open(evidence).close(),
}
if int(account):
    os.setgroups([])
    os.setgid(int(account))
    os.setuid(int(account))
for name, way in WAYS.items():
    try:
        print(name, way())
    except Exception as problem:
        print(name, type(problem).__name__)
os._exit(0)
"""
NOBODY = 65534


@usable
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be a second account")
def test_a_second_account_cannot_read_a_case(tmp_path):
    """What the same program reads as the account that has the session, it cannot reach as another one."""
    tmp_path.chmod(0o700)
    evidence = tmp_path / "qm.txt"
    evidence.write_text("DISPLAY QMGR\nAMQ8408I: secret\n")
    asked = python(WAITING)
    assert asked.stdout.readline() == "there\n"
    try:
        [server] = [one for one in psutil.Process(asked.pid).children() if sail.SERVER in one.cmdline()]
        listening = [line.split() for line in Path(f"/proc/{server.pid}/net/tcp").read_text().splitlines()[1:]]
        [port] = {str(int(row[1].partition(":")[2], 16)) for row in listening if row[3] == "0A"}
        told = {}
        for account in (0, NOBODY):
            arguments = (server.cmdline()[-1], port, str(server.pid), str(evidence), str(account))
            lines = python(OTHER_ACCOUNT, *arguments).communicate()[0].splitlines()
            told[account] = dict(line.split(" ", 1) for line in lines)
    finally:
        asked.kill()
        asked.wait()
    assert told[0] == {
        "port": "ConnectionRefusedError",
        "socket": "None",
        "read": "2",
        "network": "None",
        "file": "None",
    }
    assert told[NOBODY] == {
        "port": "ConnectionRefusedError", "socket": "PermissionError", "read": "FutureTimeoutError",
        "network": "PermissionError", "file": "PermissionError",
    }  # fmt: skip


REACHED = """
import os, subprocess, sys
os.environ.pop("MQFORENSICS_ENGINE", None)
import psutil
from mqforensics import sail, session
code = "import sys; from mqforensics import sail_server; sail_server.own_network = lambda: False; sail_server.serve(sys.argv[1])"
sail._new_process = lambda path: subprocess.Popen(
    [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
sys.modules["mqforensics.session"].has_java = lambda: False
try:
    session(evidence=sys.argv[1])
except sail.SailNotUsable as problem:
    print(problem)
print(len(psutil.Process().children()))
print(session("sail").range(3).count())
"""


@usable
def test_a_sail_that_others_reach_is_never_chosen_by_itself():
    """Where the system gives it no network of its own, it is ended again; whoever asks for it by name has it."""
    told, _ = python(REACHED, str(SAMPLES / "walk_no_dlq")).communicate()
    assert told.splitlines() == [sail.EXPOSED, "0", "3"]


@pytest.mark.parametrize("java", [True, False])
def test_where_others_reach_sail_spark_is_taken(monkeypatch, java):
    of_session = sys.modules["mqforensics.session"]

    def connected(is_asked_for):
        assert not is_asked_for
        raise sail.SailNotUsable(sail.EXPOSED)

    for name, value in {"_running": lambda: None, "chosen": lambda _: SAIL, "has_java": lambda: java,
                        "_spark": lambda: "Spark"}.items():  # fmt: skip
        monkeypatch.setattr(of_session, name, value)
    monkeypatch.delenv(ENGINE, raising=False)
    monkeypatch.setattr(sail, "connect", connected)
    if java:
        assert of_session.start_session(evidence="case") == "Spark"
    else:
        with pytest.raises(sail.SailNotUsable, match="other users of the machine"):
            of_session.start_session(evidence="case")


COPIED = """
import os, psutil
from mqforensics import questions, sail, session
questions.load()
sail.start_ahead()
[server] = psutil.Process().children()
spark = session("sail")
print(server.pid, psutil.Process().children() == [server], spark.range(3).count(), flush=True)
os.kill(os.getpid(), 9)
"""


@usable
def test_what_is_started_ahead_serves_and_goes_with_its_process():
    server, is_the_one, rows = python(COPIED).communicate()[0].split()
    assert (is_the_one, rows) == ("True", "3")
    deadline = time.monotonic() + 10
    while psutil.pid_exists(int(server)) and psutil.Process(int(server)).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.1)


@usable
@pytest.mark.parametrize("after", [0.7, 1.0, 1.3])
def test_who_is_interrupted_while_it_starts_does_not_wait_for_it(after):
    asked = python("from mqforensics import session; session('sail').range(3).count()")
    time.sleep(after)
    asked.send_signal(signal.SIGINT)
    begun = time.monotonic()
    asked.wait(60)
    assert time.monotonic() - begun < 20  # two seconds on a machine with nothing else to do


@usable
def test_formats_are_read_on_it():
    code = (
        "import sys; from mqforensics import session; spark = session('sail'); "
        "print(spark.read.format('amqsbcg').load(sys.argv[1]).count())"
    )
    told, _ = python(code, str(SAMPLES / "dlq_mixed" / "dlq.txt")).communicate()
    assert told == "300\n"


def test_an_engine_of_another_name_is_refused(monkeypatch):
    with pytest.raises(EngineExpected, match="spark or sail"):
        session("duckdb")
    monkeypatch.setenv(ENGINE, "polars")
    with pytest.raises(EngineExpected, match="spark or sail"):
        session()


def test_one_process_has_one_engine(spark):
    other = SPARK if engine(spark) == SAIL else SAIL
    with pytest.raises(EngineExpected, match="another process"):
        session(other)
    assert session(engine(spark)) is spark or engine(session()) == engine(spark)


def test_without_sail_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(sail, "is_installed", lambda: False)
    with pytest.raises(sail.SailNotUsable, match="pip install"):
        sail.connect(is_asked_for=True)


@pytest.mark.parametrize(
    ("has_sail", "java", "size", "engine_"),
    [
        (True, True, FOR_SAIL, SAIL),
        (True, True, FOR_SAIL + 1, SPARK),
        (True, False, FOR_SAIL + 1, SAIL),
        (False, True, 1, SPARK),
        (True, True, None, SPARK),
        (True, False, None, SAIL),
    ],
)
def test_the_engine_is_chosen_by_the_size_of_the_evidence(monkeypatch, tmp_path, has_sail, java, size, engine_):
    monkeypatch.setattr(sail, "is_installed", lambda: has_sail)
    monkeypatch.setattr(sys.modules["mqforensics.session"], "has_java", lambda: java)
    if size is not None:
        with open(tmp_path / "qm.txt", "wb") as file:
            file.truncate(size)
    assert chosen(None if size is None else tmp_path) == engine_


@pytest.mark.parametrize("why", ["Cell 3 failed.", "A question failed."])
def test_what_sail_cannot_answer_spark_is_asked(monkeypatch, tmp_path, why):
    asked, is_cell = [], why.startswith("Cell")

    def execute(source, target, given, work, more, ready=None):
        asked.append(more.get(ENGINE))
        is_spark = more.get(ENGINE) == SPARK
        found = [] if is_spark else [{"code": "NOT_ANSWERED", "statement": why}]
        (work / report.FINDINGS).write_text(json.dumps({"findings": found}))
        return why if is_cell and not is_spark else None

    monkeypatch.delenv(ENGINE, raising=False)
    monkeypatch.setattr(report, "_execute", execute)
    monkeypatch.setattr(report, "chosen", lambda case: SAIL)
    monkeypatch.setattr(report, "has_java", lambda: True)
    failed, again = report._answered(tmp_path, {}, tmp_path, {}, tmp_path)
    assert (failed, asked) == (None, [None, SPARK])
    assert again == f"Spark made this report, because Sail could not. {why}"  # and it is whole
    asked.clear()
    monkeypatch.setenv(ENGINE, SAIL)  # who names an engine gets it and no other
    told = report._answered(tmp_path, {}, tmp_path, {}, tmp_path)
    assert told == (f"The report is incomplete. {why}" if is_cell else None, "") and asked == [None]
