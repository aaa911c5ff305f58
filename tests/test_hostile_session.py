"""The session: it listens on the loopback alone, answers only who knows its secret, and leaves other sessions alone."""

import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mqforensics import session as start
from mqforensics.files import isolation
from mqforensics.files.isolation import PLAIN, errors_to, isolated_environment, private_folder, python_path
from mqforensics.session import LOCAL, SHORT, SOCKETS, local_settings

ROOT = Path(__file__).resolve().parents[1]


def listening():
    """Address and port of every socket that this process or a child of it listens on."""
    ours, parents = {os.getpid()}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    lines = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True).stdout.splitlines()
    of_ours = [line for line in lines if any(f"pid={process}," in line for process in ours)]
    return [line.split()[3].rpartition(":")[::2] for line in of_ours]


@pytest.mark.skipif(not shutil.which("ss"), reason="needs ss")
def test_nothing_of_a_session_listens_but_on_the_loopback(spark):
    assert spark.range(9, numPartitions=3).rdd.map(lambda row: row.id).sum() == 36  # with workers
    found = listening()
    assert found and {address.strip("[]").removeprefix("::ffff:") for address, _ in found} <= {"127.0.0.1", "::1"}


@pytest.mark.skipif(not shutil.which("ss"), reason="needs ss")
def test_a_process_without_the_secret_gets_nothing(spark):
    words = (b"p\norg.apache.spark\ne\n", b"\0\0\0\x15GET / HTTP/1.0\r\n\r\n", b"c\nt\ngetClass\ne\n", b"\0" * 64)
    for _, port in listening():
        for word in words:
            try:
                with socket.create_connection(("127.0.0.1", int(port)), timeout=1) as knock:
                    knock.settimeout(0.3)
                    knock.sendall(word)
                    answer = knock.recv(4096)
            except OSError:
                continue
            assert b"spark" not in answer.lower() and not answer.startswith(b"!y"), (port, word, answer)
    assert spark.range(3).count() == 3


def test_workers_are_spoken_to_in_a_folder_that_is_its_owners_alone(spark):
    folder = Path(spark.conf.get(f"{SOCKETS}.dir"))
    assert spark.conf.get(f"{SOCKETS}.enabled") == "true" and folder == private_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_where_a_folder_has_too_long_a_name_for_sockets_they_are_of_the_network(tmp_path, monkeypatch):
    monkeypatch.setitem(local_settings.__globals__, "private_folder", lambda: tmp_path / ("x" * SHORT))
    assert not any(name.startswith(SOCKETS) for name in local_settings())


def test_a_session_authenticates_and_shows_utc(spark):
    assert all(spark.conf.get(key) == LOCAL[key] for key in ("spark.authenticate", "spark.driver.bindAddress"))
    assert spark.conf.get("spark.sql.session.timeZone") == "UTC"
    assert Path(spark.conf.get("spark.local.dir")).parent == private_folder()


def test_a_session_of_ones_own_keeps_its_zone_and_is_warned(spark):
    from mqforensics import register

    spark.conf.set("spark.sql.session.timeZone", "Europe/Rome")
    try:
        with pytest.warns(UserWarning, match="shows times in Europe/Rome"):
            assert register(spark) is spark
        assert spark.conf.get("spark.sql.session.timeZone") == "Europe/Rome"
    finally:
        spark.conf.set("spark.sql.session.timeZone", "UTC")


def test_a_cluster_keeps_its_settings(monkeypatch):
    given = {}

    class Builder:
        def config(self, key, value):
            given[key] = value
            return self

        def appName(self, _):
            return self

        def master(self, master):
            given["master"] = master
            return self

        def getOrCreate(self):
            raise InterruptedError

    monkeypatch.setattr("pyspark.sql.SparkSession", type("Session", (), {"builder": Builder()}))
    with pytest.raises(InterruptedError):
        start(master="spark://far:7077", spark_executor_memory="2g")
    assert given["master"] == "spark://far:7077" and given["spark.executor.memory"] == "2g"
    assert not set(given) & (set(local_settings()) - {"spark.sql.session.timeZone"})


def test_what_spark_prints_goes_to_a_file_that_nobody_can_plant(spark, tmp_path):
    log = private_folder() / "spark.log"
    assert stat.S_IMODE(private_folder().stat().st_mode) == 0o700 and stat.S_IMODE(log.stat().st_mode) == 0o600
    (tmp_path / "planted").symlink_to(tmp_path / "target")
    with pytest.raises(OSError), errors_to(tmp_path / "planted"):
        pass
    assert not (tmp_path / "target").exists()


def test_a_process_of_ours_looks_for_no_module_where_it_is_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pandas.py").write_text("raise SystemExit(7)")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", ".", str(ROOT), "lib"]))
    assert python_path().split(os.pathsep) == [str(ROOT), str(tmp_path / "lib")]
    with isolated_environment():
        done = subprocess.run([sys.executable, "-c", "import pandas, mqforensics"])
    assert done.returncode == 0 and "PYTHONSAFEPATH" not in os.environ
    assert os.environ["PYTHONPATH"].startswith(os.pathsep)


def test_an_installed_package_needs_no_path(monkeypatch, tmp_path):
    installed = tmp_path / "site-packages" / "mqforensics" / "files" / "isolation.py"
    monkeypatch.setattr(isolation, "__file__", str(installed))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert python_path() == ""


def test_a_worker_that_is_killed_is_started_again(spark, tmp_path):
    from mqforensics import open_case
    from tests.writers.amqsbcg import dump

    (tmp_path / "dlq.txt").write_text(dump([{"data": b"a"}] * 5, "DLQ"))
    case = open_case(spark, tmp_path)
    assert case.messages.count() == 5
    daemons = subprocess.run(
        ["pgrep", "-f", "-P", str(_jvm()), "pyspark"], capture_output=True, text=True
    ).stdout.split()
    for process in daemons:
        os.kill(int(process), 9)
    assert open_case(spark, tmp_path).messages.count() == 5


def _jvm():
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    named = {int(child) for path in children for child in path.read_text().split()}
    return next(child for child in named if "java" in Path(f"/proc/{child}/comm").read_text())


@pytest.mark.parametrize(
    ("verb", "gigabytes"),
    [(["report", "-o", "out"], 0.5), (["report", "-o", "out"], 1.9), (["report", "-o", "out"], 3)],
)
def test_too_little_memory_is_one_sentence_and_exit_2(verb, gigabytes, tmp_path):
    """As `ulimit -v` does."""
    most = int(gigabytes * (1 << 30))
    start = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({most}, {most})); import sys; from mqforensics.__main__ import main; sys.exit(main())"
    asked = [verb[0], str(ROOT / "sample_dumps" / "dlq_put_inhibited"), *verb[1:]]
    done = subprocess.run([sys.executable, "-P", "-c", start, *asked], capture_output=True, text=True, cwd=tmp_path, timeout=300,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"})  # fmt: skip
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "ulimit -v" in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a,b", b"c\xe9"])
def test_a_temporary_folder_that_java_cannot_be_told_is_said_before_any_work(name, tmp_path):
    place = os.path.join(os.fsencode(tmp_path), os.fsencode(name))
    os.mkdir(place)
    start = "import sys; from mqforensics.__main__ import main; sys.exit(main())"
    asked = ["report", str(ROOT / "sample_dumps" / "dlq_put_inhibited"), "-o", "out"]
    done = subprocess.run([sys.executable, "-P", "-c", start, *asked], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environb, b"PYTHONPATH": os.fsencode(ROOT), b"TMPDIR": place})  # fmt: skip
    assert done.returncode == 2 and "TMPDIR" in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr, (
        done.stderr
    )
    assert not (tmp_path / "out").exists() and not os.listdir(place)


def test_what_java_can_be_told():
    assert all(PLAIN.fullmatch(one) for one in ("/tmp", "/var/a b{c}$d/%e;f", "C:/x"))
    assert not any(PLAIN.fullmatch(one) for one in ("a,b", 'a"b', "a'b", "a\\b", "ü", "a\nb", "\udce9", ""))
