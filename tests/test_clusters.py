"""Every cluster says what the local Spark says: tables row by row, findings word by word."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pyspark
import pytest

from mqforensics import dead_letters, open_case
from mqforensics.formats import NAMES as FORMATS
from mqforensics.formats.tables import SCHEMAS
from mqforensics.questions import NAMES as QUESTIONS
from mqforensics.source import UNSEEN
from tests.clusters import ask
from tests.writers.cases import SAMPLES

ROOT = SAMPLES.parent
ALL = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())
FEW = {
    "standalone": ["walk_dlq_2051"],
    "local-cluster[2,1,512]": ["browse_priority_delay", "changes_put_inhibited"],
    "connect": ["handler_forward", "poison_loop", "log_mixed"],
}
"""The clusters, and the cases whose findings are asked of each: together those of every question. Tables are asked of
all cases. `ALL_CASES=1 pytest tests/test_clusters.py` asks every cluster for the findings of all.
"""
NAMES = {master: ALL if os.environ.get("ALL_CASES") else names for master, names in FEW.items()}
WITHOUT_KIT = """#!/bin/sh
PYTHONPATH={packages}:$(printf %s "$PYTHONPATH" | tr : '\\n' | grep -vxF {root} | paste -sd: -)
export PYTHONPATH
exec {python} -S "$@"
"""
"""A Python with all packages, but not with those that a `.pth` file or the environment lead to: not with the kit."""


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_", "PYTHON"))}
    quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # many JVMs that live a minute, on few cores
    return {**kept, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONPATH": str(ROOT), "JDK_JAVA_OPTIONS": quick, **more}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    return tmp_path_factory.mktemp("clusters")


@pytest.fixture(scope="module")
def kit(workplace):
    """The kit as one file, made as the README says."""
    subprocess.run([sys.executable, "-m", "zipfile", "-c", workplace / "mqforensics.zip", "mqforensics"], cwd=ROOT, check=True)
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


@pytest.fixture(scope="module", params=NAMES)
def told(request, workplace, kit, python, hidden):
    """What one cluster says, asked by a process of its own."""
    given = {"master": request.param, "folder": str(SAMPLES), "names": NAMES[request.param]}
    own = environment(PYSPARK_PYTHON=sys.executable)
    if request.param in ("standalone", "connect"):
        given["kit"], own["PYSPARK_PYTHON"] = str(kit), str(python)
    if request.param == "standalone":
        signs = workplace / "signs"
        signs.mkdir()
        given |= {"master": request.getfixturevalue("standalone"), "unseen": hidden, "signs": str(signs)}
    done = subprocess.run([sys.executable, "-m", "tests.clusters.ask", json.dumps(given)], capture_output=True, text=True,
                          timeout=1500, env=own, cwd=workplace / "here")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {"asked": given, **json.loads(done.stdout.splitlines()[-1])}


@pytest.fixture(scope="module")
def local(spark):
    names = sorted({*ask.LOST.split(), *(name for names in NAMES.values() for name in names)})
    return {**ask.asked(spark, str(SAMPLES), names), "source": ask.by_file(ask.read(spark, str(SAMPLES)))}


def test_tables_and_findings_are_the_local_ones(told, local):
    assert told["tables"] == local["tables"] and set(told["tables"]) == set(SCHEMAS)
    assert told["source"] == local["source"]
    assert told["findings"] == {name: local["findings"][name] for name in told["asked"]["names"]}


def test_together_they_are_asked_every_question_and_every_format(local):
    asked = {json.loads(one)["question"] for names in NAMES.values() for name in names for one in local["findings"][name]}
    assert asked == set(QUESTIONS)
    with open_case(None, SAMPLES) as case:
        assert {name for name in case.formats.values() if name} == set(FORMATS)


@pytest.mark.parametrize("told", ["standalone", "connect"], indirect=True)
def test_executors_get_the_kit_as_a_zip(told):
    assert all("mqforensics.zip/mqforensics/" in home for home in told["homes"])


@pytest.mark.parametrize("told", ["standalone"], indirect=True)
def test_what_executors_cannot_see_is_said(told):
    assert len(told["unseen"]) == 1 and told["unseen"][0].endswith(UNSEEN)


@pytest.mark.parametrize("told", ["standalone"], indirect=True)
def test_a_worker_and_an_executor_killed_in_the_middle_change_nothing(told, local):
    killed = {path.name for path in Path(told["asked"]["signs"]).iterdir()}
    assert killed == {"python worker", "ExecutorBackend", "deploy.worker.Worker"}
    assert told["lost"]["rows"] == local["source"]
    assert told["lost"]["findings"] == local["findings"][ask.LOST]


@pytest.mark.parametrize("told", ["connect"], indirect=True)
def test_connect_has_no_jvm_and_tells_how_far_work_is(told, spark):
    with open_case(spark, SAMPLES / "dlq_mixed") as case:
        letters = dead_letters(case.messages).collect()
        assert told["bytes"] == [row.bytes for row in case.inventory.collect()]
    assert ".connect." in told["spark"] and len(letters) == 300
    assert told["letters"] == sorted([row.number, row.reason_name] for row in letters)
    assert told["heard"][0] >= 16 and told["heard"][1] and told["cancelled"]
