"""The kit on Spark Connect, whose client has no JVM: a server and a client in a process of their own."""

import json
import os
import subprocess
import sys

import pytest

from mqforensics import dead_letters, findings, open_case
from tests.writers.cases import SAMPLES

CASES = ("dlq_mixed", "walk_dlq_2051", "browse_priority_delay")
SCRIPT = """
import json, sys
from pyspark.sql import SparkSession
from mqforensics import dead_letters, findings, open_case, register
from mqforensics.progress import CANCELLED, Work

spark = register(SparkSession.builder.remote("local[2]").getOrCreate())
folder, *names = sys.argv[1:]
cases = {name: open_case(spark, f"{folder}/{name}") for name in names}
told = {
    "kind": type(spark).__module__,
    "source": spark.read.format("amqsbcg").load(f"{folder}/dlq_mixed/dlq.txt").count(),
    "letters": sorted([row.number, row.reason_name] for row in dead_letters(cases["dlq_mixed"].messages).collect()),
    "findings": {name: [[row.code, row.statement] for row in findings(case).collect()] for name, case in cases.items()},
    "bytes": [row.bytes for row in cases["dlq_mixed"].inventory.collect()],
}
heard = []
work = Work(spark, spark.range(0, 3_000_000_000, 1, 16).selectExpr("sum(hash(id))").collect, heard.append).start()
work.wait(200)
told["heard"] = [max(step.tasks for step in heard), max(step.share for step in heard) > 0]
work = Work(spark, spark.range(0, 10**13, 1, 8).selectExpr("sum(hash(id))").collect)
work.told = lambda step: work.cancel()
told["cancelled"] = work.run().state == CANCELLED
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told():
    here = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
    command = [sys.executable, "-c", SCRIPT, str(SAMPLES), *CASES]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=500, check=True, env={**here, "PYSPARK_PYTHON": sys.executable}
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_it_is_connect(told):
    assert ".connect." in told["kind"]


def test_tables_and_findings_are_the_same(told, spark):
    cases = {name: open_case(spark, SAMPLES / name) for name in CASES}
    letters = dead_letters(cases["dlq_mixed"].messages).collect()
    assert told["source"] == len(letters) == 300
    assert told["letters"] == sorted([row.number, row.reason_name] for row in letters)
    assert told["bytes"] == [row.bytes for row in cases["dlq_mixed"].inventory.collect()]
    for name, case in cases.items():
        assert told["findings"][name] == [[row.code, row.statement] for row in findings(case).collect()], name


def test_work_tells_how_far_it_is_and_can_be_cancelled(told):
    assert told["heard"][0] >= 16 and told["heard"][1] and told["cancelled"]
