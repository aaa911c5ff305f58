"""How the time line grows with the evidence, in time and in memory.

`python tests/benchmarks/bench_timeline.py [MILLIONS …]` (default 0.25 0.5 1) makes a case of each size of mixed evidence
(error logs, activity traces, dumps, displays), and writes its whole time line, sorted, into nothing, each size in a
process of its own with the same small heap. Prints rows, megabytes, seconds (of these: after the evidence was decoded),
rows a second, the processor seconds of all its processes and these a row as a multiple of the first size's (on a machine
that does other work, too, they tell more than a clock), the most memory that the JVM and a Python worker held, and the
load of the machine. 10 million rows need some 8 GB of disk for the case, and as much again for what Spark keeps
and sorts.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from mqforensics import formats, open_case, session, source, timeline
from mqforensics.formats.file_slice import FileSlice
from tests.benchmarks.bench_browse import ALONE, is_mine, peak
from tests.benchmarks.generated import pieces, write

SPENT = "spent"
SHARES = {"error log in JSON": 0.45, "activity trace in JSON": 0.45, "plain": 0.05, "runmqsc": 0.05}
"""What part of the rows each kind of evidence has."""


def bytes_a_row(name: str) -> float:
    """How long the evidence of one row is."""
    data = b"".join(pieces(name))
    module = formats.format_module(formats.identify(data[: formats.HEAD]))
    rows = sum(getattr(row, "num_rows", 1) for row in source.rows(module, FileSlice(data, name)))
    return len(data) / rows


def make(folder: Path, rows: float) -> None:
    """A case of about so many rows."""
    for nth, (name, share) in enumerate(SHARES.items()):
        write(name, folder / f"evidence_{nth}.txt", rows * share * bytes_a_row(name) / 1e6)


def measure(folder: str, first: str) -> None:
    """Write the time line of one case, print one line; `first`: seconds a row of the first size, 0 when it is this."""
    spark = session(spark_driver_memory="2g")
    case = open_case(spark, folder)
    begin = time.perf_counter()
    rows = sum(getattr(case, table).count() for table in ("messages", "log", "calls", "objects"))
    decoded = time.perf_counter()
    timeline(case).write.format("noop").mode("overwrite").save()
    end = time.perf_counter()
    took, size = end - begin, sum(one.stat().st_size for one in Path(folder).iterdir()) / 1e6
    spent = processor_seconds()
    ratio = spent / rows / (float(first) or spent / rows)
    print(f"| {rows:,} | {size:.0f} | {took:.1f} | {end - decoded:.1f} | {rows / took:,.0f} | {spent:.0f} | {ratio:.2f} | "
          f"{peak('java'):.0f} | {peak('python'):.0f} | {os.getloadavg()[1]:.1f} |", flush=True)  # fmt: skip
    (Path(folder).parent / SPENT).write_text(str(spent / rows))
    spark.stop()


def processor_seconds() -> float:
    """What this process, the JVM and all Python workers have used so far, those that ended included."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if is_mine(stat.parent.name):
                ticks += sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main(*millions: str) -> None:
    """Make each case and measure it in a process of its own."""
    print(
        "| rows | MB | s | of these the line | rows/s | processor s | of these a row | JVM MB | a worker MB | load |\n"
        + "|---" * 10
        + "|",
        flush=True,
    )
    first = "0"
    for size in millions or ("0.25", "0.5", "1"):
        with tempfile.TemporaryDirectory() as place:
            (folder := Path(place) / "case").mkdir()
            make(folder, 1e6 * float(size))
            subprocess.run([sys.executable, __file__, ALONE, str(folder), first], check=True)
            first = first if float(first) else (Path(place) / SPENT).read_text()


if __name__ == "__main__":
    if ALONE in sys.argv:
        measure(*[one for one in sys.argv[1:] if one != ALONE])
    else:
        main(*sys.argv[1:])
