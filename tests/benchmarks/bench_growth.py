"""How decoding grows with a dump, in time and in memory, and what a second core is worth.

`python tests/benchmarks/bench_growth.py [SHAPE] [GIGABYTES …]` (default JMS, 0.25 0.5 1 2) makes a dump of each size and
decodes every column into nothing, each size in a process of its own; one of a gigabyte on one core, too. Prints seconds
(the first time, and the median of three more), MB/s, and the most memory that the JVM and a Python worker held.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from mqforensics import session
from tests.benchmarks.bench_browse import ALONE, peak
from tests.benchmarks.generated import write

ONE, ALL = "local[1]", "local[*]"
CORES = 1
"""The size, in gigabytes, at which a core is compared with all: what a job costs whatever it reads weighs little."""


def measure(path: str, master: str) -> None:
    """Decode one file, print one line; on one core everything is, Java and Python."""
    if master == ONE:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    spark = session(master=master, spark_driver_memory="2g")

    def decode() -> float:
        begin = time.perf_counter()
        spark.read.format("amqsbcg").load(path).write.format("noop").mode("overwrite").save()
        return time.perf_counter() - begin

    first, second = decode(), statistics.median(decode() for _ in range(3))
    size = Path(path).stat().st_size / 1e6
    print(
        f"| {size / 1000:.2f} GB | {master} | {first:.1f} | {second:.1f} | {size / second:.0f} | {peak('java'):.0f} "
        f"| {peak('python'):.0f} |", flush=True,
    )  # fmt: skip
    spark.stop()


def main(shape: str = "JMS", *sizes: str) -> None:
    """Make each file and decode it in a process of its own."""
    print(
        "| size | master | first s | again s | MB/s | JVM MB | a worker MB |\n|---|---|---|---|---|---|---|", flush=True
    )
    for size in map(float, sizes or ("0.25", "0.5", "1", "2")):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dlq.txt"
            write(shape, path, 1000 * size)
            for master in (ONE, ALL) if size == CORES else (ALL,):
                subprocess.run([sys.executable, __file__, ALONE, str(path), master], check=True)


if __name__ == "__main__":
    if ALONE in sys.argv:
        measure(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
