"""A report is the same bytes whatever machine makes it: its zone, locale, folders, cores, and in how many parts Spark reads."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.dependencies import ROOT
from tests.writers.cases import SAMPLES

# The cores of a process are those of its Java and of its kernel too.
START = "import os, sys; os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:int(sys.argv.pop(1))]); from mqforensics.__main__ import main; sys.exit(main())"
MACHINES = (
    ("plain", {"TZ": "UTC", "LC_ALL": "C.UTF-8"}, "999", ""),
    ("one core", {"TZ": "Asia/Kolkata", "LC_ALL": "C", "LANG": "tr_TR.UTF-8"}, "1", "spark.sql.files.maxPartitionBytes 4096\nspark.sql.files.openCostInBytes 1\n"),
    ("a b{c}é", {"TZ": "America/St_Johns", "LC_ALL": "POSIX", "LANGUAGE": "de"}, "2", "spark.sql.files.minPartitionNum 9\nspark.default.parallelism 7\n"),
)  # fmt: skip
"""A folder for all of it, the environment, at most how many cores, what Spark is told on this machine."""
PARTS = """
import json, sys
import mqforensics.source
cores, shuffled, split, case = sys.argv[1:]
mqforensics.source.SPLIT = int(split)
tasks, parts = mqforensics.source.Reader.tasks, []
mqforensics.source.Reader.tasks = lambda *given: parts.append(made := tasks(*given)) or made
from mqforensics import dead_letters, findings, open_case, session
from mqforensics.spark_compat import rows_of
spark = session(master=f"local[{cores}]", spark_sql_shuffle_partitions=shuffled, spark_ui_enabled="false")
with open_case(spark, case) as opened:
    said = {"findings": [row.asDict(recursive=True) for row in rows_of(findings(opened))]}
    said["dead letters"] = sorted(str(row) for row in rows_of(dead_letters(opened)))
    said["messages"] = sorted(str(row) for row in rows_of(opened.messages))
said["parts"] = sum(map(len, parts))
print(json.dumps(said, default=str))
"""


@pytest.mark.slow
@pytest.mark.parametrize("sample", ["browse_priority_delay", "dlq_mixed"])
def test_a_report_is_the_same_under_any_zone_locale_path_and_number_of_cores_and_parts(sample, tmp_path):
    made = []
    for name, environment, cores, settings in MACHINES:
        folder = tmp_path / name
        shutil.copytree(SAMPLES / sample, folder / sample)
        (folder / "conf").mkdir()
        (folder / "conf" / "spark-defaults.conf").write_text(settings)
        given = {**os.environ, "PYTHONPATH": str(ROOT), "SPARK_CONF_DIR": str(folder / "conf"), **environment}
        command = [sys.executable, "-P", "-c", START, cores, "report", str(folder / sample), "-o", str(folder / "out")]
        subprocess.run(command, env=given, check=True, cwd=folder)
        made.append({path.name: path.read_bytes() for path in sorted((folder / "out").iterdir())})
    assert json.loads(made[0]["findings.json"])["findings"] and len(made[0]) == 3
    for other in made[1:]:
        assert {name: other[name] == data for name, data in made[0].items()} == dict.fromkeys(made[0], True)


@pytest.mark.slow
def test_findings_and_tables_are_the_same_in_any_number_of_parts():
    said = []
    for cores, shuffled, split in (("1", "1", "4000000"), ("3", "7", "90000")):
        ran = subprocess.run([sys.executable, "-P", "-c", PARTS, cores, shuffled, split, str(SAMPLES / "dlq_mixed")],
                             env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True, check=True)  # fmt: skip
        said.append(json.loads(ran.stdout.splitlines()[-1]))
    one, other = said
    assert one.pop("parts") < other.pop("parts") and one["findings"] and one == other
