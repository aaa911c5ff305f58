"""What a report takes beyond Spark's own start, and beyond reading, and how often it decodes what it reads.

`python tests/benchmarks/bench_report.py [MEGABYTES] [RUNS]` (default 500 2) times, each in processes of its own and by
turns: a notebook that starts Spark and counts ten rows, the report of a small sample case, and the report of a case that
is one dump of JMS dead letters. Then Spark's text reader on that dump, the findings of small cases in one warm session
(the median of the last rounds of several), and how often each stretch of the dump was decoded for its report (counted apart: counting costs time).
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks.generated import SEPARATOR, write

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "sample_dumps" / "dlq_put_inhibited"
WARM = (
    "dlq_mixed",
    "dlq_put_inhibited",
    "walk_stopped_channel",
    "handler_mixed",
    "poison_loop",
    "refused_chlauth_address",
)
EMPTY = """
import nbformat, papermill, sys
cell = "from pyspark.sql import SparkSession; SparkSession.builder.master('local[*]').getOrCreate().range(10).count()"
nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)], metadata={"kernelspec": {
    "name": "python3", "display_name": "Python", "language": "python"}}), sys.argv[1])
papermill.execute_notebook(sys.argv[1], sys.argv[1], progress_bar=False)
"""
TEXT = """
import sys, time
from pyspark.sql import functions as F
from mqforensics import session
spark, taken = session(), []
for _ in range(4):
    begin = time.perf_counter()
    spark.read.option("lineSep", sys.argv[2]).text(sys.argv[1]).agg(F.sum(F.length("value"))).collect()
    taken.append(time.perf_counter() - begin)
print(sorted(taken)[1])
"""
FINDINGS = """
import statistics, sys, time
from mqforensics import findings, open_case, session
spark, taken = session(), {path: [] for path in sys.argv[1:]}
for path in 8 * sys.argv[1:]:
    begin = time.perf_counter()
    with open_case(spark, path) as case:
        findings(case).collect()
    taken[path].append(time.perf_counter() - begin)
for path, seconds in taken.items():
    print(f"{statistics.median(seconds[-3:]):.2f}", path.rsplit("/", 1)[-1])
"""
COUNTING = """
import os
from mqforensics import source
read = source.Reader.read
def counted(self, partition):
    with open(os.environ["STRETCHES"], "a") as out:
        out.writelines(f"{part.file.name} {part.start}\\n" for part in partition.parts)
    yield from read(self, partition)
source.Reader.read = counted
"""
"""A `sitecustomize`: every Python process writes down which stretch of which file it decodes."""


def seconds(*command: object, **environment: str) -> float:
    """How long a Python process takes."""
    begin = time.perf_counter()
    said(*command, **environment)
    return time.perf_counter() - begin


def said(*command: object, **environment: str) -> str:
    """What a Python process prints."""
    path = os.pathsep.join(filter(None, (environment.pop("PYTHONPATH", ""), str(ROOT), os.environ.get("PYTHONPATH"))))
    words = [sys.executable, *map(str, command)]
    env = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run(
        words, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return done.stdout


def decodes(case: Path, folder: Path) -> Counter:
    """How often each stretch of a case is decoded for its report."""
    (folder / "sitecustomize.py").write_text(COUNTING)
    log = folder / "stretches"
    said(*report(case, folder / "counted"), PYTHONPATH=str(folder), STRETCHES=str(log))
    return Counter(log.read_text().splitlines())


def report(case: Path, out: Path) -> tuple:
    """The command that makes a report."""
    return "-m", "mqforensics", "report", case, "-o", out


def main(megabytes: str = "500", runs: str = "2") -> None:
    """Time all, print a table."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        large = folder / "case"
        large.mkdir()
        size = write("JMS", large / "dlq.txt", float(megabytes)) / 1e6
        timed: dict[str, Callable[[], float]] = {
            "empty": lambda: seconds("-c", EMPTY, folder / "empty.ipynb"),
            "small": lambda: seconds(*report(SMALL, folder / "small")),
            "large": lambda: seconds(*report(large, folder / "large")),
        }
        turns = [{name: run() for name, run in timed.items()} for _ in range(int(runs))]
        empty, small, whole = (statistics.median(turn[name] for turn in turns) for name in timed)
        text = float(said("-c", TEXT, large / "dlq.txt", SEPARATOR))
        again = decodes(large, folder)
        print("| what | s | |\n|---|---|---|")
        print(f"| a notebook that starts Spark and counts ten rows | {empty:.1f} | |")
        print(f"| report of {SMALL.name} | {small:.1f} | {small / empty:.2f} times the empty notebook |")
        print(f"| text reader, {size:.0f} MB | {text:.2f} | |")
        print(
            f"| report of {size:.0f} MB of JMS dead letters | {whole:.1f} | {(whole - small) / text:.1f} times the text reader beyond the small report |"
        )
        print(
            f"| stretches of that dump | {len(again)} | decoded {min(again.values())} to {max(again.values())} times |"
        )
        for line in said("-c", FINDINGS, *(ROOT / "sample_dumps" / name for name in WARM)).splitlines():
            taken, name = line.split()
            print(f"| findings of {name}, in a warm session | {taken} | |")


if __name__ == "__main__":
    main(*sys.argv[1:])
