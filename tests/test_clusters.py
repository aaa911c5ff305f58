"""Every cluster says what the local Spark says: tables row by row, findings word by word."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from functools import cache
from pathlib import Path

import pyspark
import pytest

from mqforensics import dead_letters, open_case
from mqforensics.formats import NAMES as FORMATS
from mqforensics.formats.tables import SCHEMAS
from mqforensics.questions import NAMES as QUESTIONS
from mqforensics.session import sharing
from mqforensics.source import UNSEEN
from tests.clusters import ask
from tests.writers.cases import SAMPLES

pytestmark = pytest.mark.slow

ROOT = SAMPLES.parent
ALL = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())
FEW = {
    "standalone": ["walk_dlq_2051"],
    "local-cluster[2,1,512]": ["browse_priority_delay", "changes_put_inhibited"],
    "connect": ["handler_forward", "poison_loop", "log_mixed"],
}
"""The clusters, and the cases whose findings are asked of each: together those of every question. Tables are asked of
all cases. `MQFORENSICS_EVERY=1 pytest tests/test_clusters.py` asks every cluster for the findings of all.
"""
NAMES = {master: ALL if os.environ.get("MQFORENSICS_EVERY") else names for master, names in FEW.items()}
ZIPPED = ("standalone", "connect")
"""The clusters whose executors have no kit but get it as a zip."""
WITHOUT_KIT = """#!/bin/sh
PYTHONPATH={packages}:$(printf %s "$PYTHONPATH" | tr : '\\n' | grep -vxF {root} | paste -sd: -)
export PYTHONPATH
exec {python} -S "$@"
"""
"""A Python with all packages, but not with those that a `.pth` file or the environment lead to: not with the kit."""


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_", "PYTHON"))}
    quick = f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC{sharing()}"  # many JVMs that live a minute, on few cores
    return {**kept, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONPATH": str(ROOT), "JDK_JAVA_OPTIONS": quick, **more}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    return tmp_path_factory.mktemp("clusters")


@pytest.fixture(scope="module")
def kit(workplace):
    """The kit as one file, made as the README says."""
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-c", workplace / "mqforensics.zip", "mqforensics"], cwd=ROOT, check=True
    )
    return workplace / "mqforensics.zip"


@pytest.fixture(scope="module")
def python(workplace):
    """The Python of executors that have no kit of their own."""
    path = workplace / "python"
    path.write_text(WITHOUT_KIT.format(packages=sysconfig.get_path("purelib"), root=ROOT, python=sys.executable))
    path.chmod(0o700)
    return path


@pytest.fixture(scope="module")
def standalone(workplace):
    """A master and two workers on this machine, each a JVM of its own; gives the URL."""
    spark = Path(pyspark.__file__).parent
    own = environment(SPARK_HOME=str(spark), SPARK_DAEMON_MEMORY="128m", SPARK_WORKER_DIR=str(workplace / "work"),
                      SPARK_DAEMON_JAVA_OPTS="-Dspark.master.rest.enabled=false")  # fmt: skip
    del own["PYTHONPATH"]
    started = []

    def start(kind, *more):
        log = workplace / f"{kind}{len(started)}.log"
        command = [spark / "bin" / "spark-class", f"org.apache.spark.deploy.{kind.lower()}.{kind}"]
        places = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        with log.open("w") as out:
            started.append(subprocess.Popen([*command, *places, *more], stdout=out, stderr=out, env=own, cwd=workplace))
        return log

    try:
        url = logged(start("Master"), r"Starting Spark master at (spark://\S+)")
        for log in [start("Worker", "-c", "1", "-m", "600m", url) for _ in range(2)]:
            logged(log, "Successfully registered with (master)")
        yield url
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def logged(log, pattern, seconds=60):
    for _ in range(seconds * 10):
        found = re.search(pattern, log.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def hidden(workplace):
    """Evidence at a path that means another place in every process: executors do not see it."""
    shutil.copytree(SAMPLES / "dlq_put_inhibited", workplace / "here" / "hidden")
    return "/proc/self/cwd/hidden"


@pytest.fixture(scope="module")
def told(request, workplace, kit, python, hidden):
    """A function that gives what one cluster says, asked once by a process of its own."""

    @cache
    def told(master):
        given = {"master": master, "folder": str(SAMPLES), "names": NAMES[master]}
        own = environment(PYSPARK_PYTHON=sys.executable)
        if master in ZIPPED:
            given["kit"], own["PYSPARK_PYTHON"] = str(kit), str(python)
        if master == "standalone":
            url, signs = request.getfixturevalue("standalone"), workplace / "signs"
            signs.mkdir()
            given |= {"master": url, "unseen": hidden, "signs": str(signs)}
        command = [sys.executable, "-m", "tests.clusters.ask", json.dumps(given)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=2400, env=own, cwd=workplace / "here")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return told


@pytest.fixture(scope="module")
def local(spark):
    names = sorted({*ask.LOST.split(), *(name for names in NAMES.values() for name in names)})
    return {**ask.asked(spark, str(SAMPLES), names), "source": ask.by_file(ask.read(spark, str(SAMPLES)))}


@pytest.mark.parametrize("master", NAMES)
def test_tables_and_findings_are_the_local_ones(told, local, master):
    there = told(master)
    assert there["tables"] == local["tables"] and set(there["tables"]) == set(SCHEMAS)
    assert there["source"] == local["source"]
    assert there["findings"] == {name: local["findings"][name] for name in NAMES[master]}


def test_together_they_are_asked_every_question_and_every_format(local):
    asked = {
        json.loads(one)["question"] for names in NAMES.values() for name in names for one in local["findings"][name]
    }
    assert asked == set(QUESTIONS)
    with open_case(None, SAMPLES) as case:
        assert {name for name in case.formats.values() if name} == set(FORMATS)


@pytest.mark.parametrize("master", ZIPPED)
def test_executors_get_the_kit_as_a_zip(told, master):
    assert all("mqforensics.zip/mqforensics/" in home for home in told(master)["homes"])


def test_what_executors_cannot_see_is_said(told):
    [error] = told("standalone")["unseen"]
    assert error.endswith(UNSEEN)


def test_a_worker_and_an_executor_killed_in_the_middle_change_nothing(told, local, workplace):
    lost = told("standalone")["lost"]
    killed = {path.name for path in (workplace / "signs").iterdir()}
    assert killed == {"python worker", "ExecutorBackend", "deploy.worker.Worker"}
    assert lost["rows"] == local["source"]
    assert lost["findings"] == local["findings"][ask.LOST]


def test_connect_has_no_jvm_and_tells_how_far_work_is(told, spark):
    there = told("connect")
    with open_case(spark, SAMPLES / "dlq_mixed") as case:
        letters = dead_letters(case.messages).collect()
        assert there["bytes"] == [row.bytes for row in case.inventory.collect()]
    assert ".connect." in there["spark"] and len(letters) == 300
    assert there["letters"] == sorted([row.number, row.reason_name] for row in letters)
    assert there["heard"][0] >= 16 and there["heard"][1] and there["cancelled"]
