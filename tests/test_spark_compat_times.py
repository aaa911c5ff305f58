"""Times are UTC wherever they come to Python, whatever clock the machine has."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import mqforensics

ROOT = Path(mqforensics.__file__).parent
BY_THE_MACHINE = ("toPandas", "toLocalIterator", "collect")
ASK = """
import sys
from datetime import UTC, datetime
from mqforensics import session
from mqforensics.spark_compat import each_row_of, moment, pandas_of, rows_of
spark = session(spark_ui_enabled="false", master="local[1]")
told = spark.sql("SELECT timestamp'2026-01-31 23:30:00Z' AS t, struct(timestamp'2026-07-01 00:00:00Z' AS t) AS s, "
                 "array(timestamp'2026-03-29 01:30:00Z') AS a, map('k', timestamp'2026-10-25 00:30:00Z') AS m, 1 AS n")
for row in (*rows_of(told), *each_row_of(told)):
    print(row.asDict(recursive=True))
print(pandas_of(told).iloc[0].t)
for at in (datetime(2026, 1, 31, 23, 30), datetime(2026, 1, 31, 23, 30, tzinfo=UTC)):
    print(told.where(told.t == moment(at)).count())
"""


def test_nothing_takes_times_by_the_clock_of_the_machine():
    """`collect` and its like give local times: one place asks them."""
    found = []
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            is_asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
            if is_asked and node.func.attr in BY_THE_MACHINE and path.name != "spark_compat.py":
                found.append((str(path.relative_to(ROOT)), node.lineno))
    assert not found


def test_times_are_the_same_under_any_zone():
    said = set()
    for zone in ("UTC", "Asia/Kolkata", "America/St_Johns"):
        environment = {**os.environ, "TZ": zone}
        ran = subprocess.run(
            [sys.executable, "-P", "-c", ASK], env=environment, capture_output=True, text=True, check=True
        )
        said.add(ran.stdout)
    [told] = said
    assert told.count("datetime.datetime(2026, 1, 31, 23, 30)") == 2 and "2026, 7, 1, 0, 0" in told
    assert "2026, 3, 29, 1, 30" in told and "2026, 10, 25, 0, 30" in told
    assert told.splitlines()[-3:] == ["2026-01-31 23:30:00", "1", "1"]
