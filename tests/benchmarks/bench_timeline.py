"""How the time line grows with the evidence, in time and in memory.

`python tests/benchmarks/bench_timeline.py [MILLIONS …]` (default 0.25 0.5 1) makes a case of each size of mixed evidence
(error logs, activity traces, dumps, displays), and writes its whole time line, sorted, into nothing, each size in a
process of its own. Prints rows, seconds, rows a second, and the most memory that the JVM and a Python worker held.
10 million rows need some 10 GB of disk for the case, and as much again for what Spark keeps and sorts.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from mqforensics import formats, open_case, session, source, timeline
from mqforensics.formats.stretch import Stretch
from tests.benchmarks.bench_browse import ALONE, peak
from tests.benchmarks.generated import pieces, write

SHARES = {"error log in JSON": 0.45, "activity trace in JSON": 0.45, "plain": 0.05, "runmqsc": 0.05}
"""What part of the rows each kind of evidence has."""


def bytes_a_row(name: str) -> float:
    """How long the evidence of one row is."""
    data = b"".join(pieces(name))
    module = formats.named(formats.identify(data[: formats.HEAD]))
    rows = sum(getattr(row, "num_rows", 1) for row in source.rows(module, Stretch(data, name)))
    return len(data) / rows


def make(folder: Path, rows: float) -> None:
    """A case of about so many rows."""
    for nth, (name, share) in enumerate(SHARES.items()):
        write(name, folder / f"evidence_{nth}.txt", rows * share * bytes_a_row(name) / 1e6)


def measure(folder: str) -> None:
    """Write the time line of one case, print one line."""
    spark = session(spark_driver_memory="2g")
    case = open_case(spark, folder)
    begin = time.perf_counter()
    timeline(case).write.format("noop").mode("overwrite").save()
    took = time.perf_counter() - begin
    rows = sum(getattr(case, table).count() for table in ("messages", "log", "calls", "objects"))
    size = sum(one.stat().st_size for one in Path(folder).iterdir()) / 1e6
    print(f"| {rows:,} | {size:.0f} | {took:.1f} | {rows / took:,.0f} | {peak('java'):.0f} | {peak('python'):.0f} |", flush=True)
    spark.stop()


def main(*millions: str) -> None:
    """Make each case and measure it in a process of its own."""
    print("| rows | MB | s | rows/s | JVM MB | a worker MB |\n|---|---|---|---|---|---|", flush=True)
    for size in millions or ("0.25", "0.5", "1"):
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), 1e6 * float(size))
            subprocess.run([sys.executable, __file__, ALONE, folder], check=True)


if __name__ == "__main__":
    if ALONE in sys.argv:
        measure(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
