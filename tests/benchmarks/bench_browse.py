"""How the time and the memory of a browse-cursor timeline grow with the calls.

`python tests/benchmarks/bench_browse.py [MILLIONS ...]` (default 1 3 10) makes a trace's calls of each size, on QUEUES
queues with a sweeping cursor each, and has every message's timeline made, each size in a process of its own with the
same small heap. Prints seconds, calls a second, the most memory that the JVM and a Python worker held, and how many
messages were late.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from mqforensics import browse_timeline, session, simulate_browse
from mqforensics.questions.browse import as_calls, traffic

QUEUES = 8
SESSION = {
    "spark_driver_memory": "1g",
    "spark_sql_shuffle_partitions": "32",
}
ALONE = "--alone"


def one_run(spark: SparkSession) -> tuple[DataFrame, float]:
    """The calls of ten minutes on one queue, one message in twenty urgent, and how long they take in seconds."""
    urgent = [at + 37 for at in range(0, 600_000, 3_000)]
    arrivals = traffic(every=160, lasting=600_000, urgent=urgent)
    calls = simulate_browse(arrivals, service_time=120, call_time=0.1).calls
    seconds = (calls["time"].max() - calls["time"].min()).total_seconds() + 60
    return as_calls(spark, calls), seconds


def trace(spark: SparkSession, path: str, millions: float) -> int:
    """Write the calls of a trace: the run again and again, each time later or on another queue."""
    run, seconds = one_run(spark)
    run = run.persist()
    times = max(1, round(millions * 1_000_000 / run.count()))
    turn = F.floor(F.col("turn") / QUEUES).cast("int")
    later = F.make_dt_interval(secs=turn * F.lit(seconds))
    queue = (F.col("turn") % QUEUES).cast("string")
    copies = run.crossJoin(spark.range(times).withColumnRenamed("id", "turn"))
    moved = copies.withColumns({
        "time": F.col("time") + later, "put_time": F.col("put_time") + later, "number": F.col("turn") * 1_000_000 + F.col("number"),
        "queue": F.concat("queue", queue), "connection": F.concat("connection", queue),
        "msg_id": F.concat("msg_id", F.col("turn").cast("string").cast("binary")),
    })  # fmt: skip
    moved.drop("turn").write.parquet(path)
    run.unpersist()
    return spark.read.parquet(path).count()


def measure(millions: float) -> None:
    """Make the calls and the timeline, print one line."""
    with tempfile.TemporaryDirectory() as folder:
        spark = session(**SESSION)
        calls = trace(spark, f"{folder}/calls", millions)
        begin = time.perf_counter()
        timeline = browse_timeline(spark.read.parquet(f"{folder}/calls"))
        late, longest = timeline.where("reason = 'CURSOR_SKIP'").agg(F.count("*"), F.max("delay")).first()
        spent = time.perf_counter() - begin
        print(f"{calls:10d} calls  {spent:7.1f} s  {calls / spent:8.0f} calls/s  JVM at most {peak('java'):5.0f} MB  "
              f"a worker {peak('python'):4.0f} MB  {late} passed by, at most {longest:.1f} s", flush=True)  # fmt: skip
        spark.stop()


def peak(name: str) -> float:
    """The most memory that a process of this name under this one (java, or a Python worker) has held, in megabytes."""
    listed = subprocess.run(["ps", "-eo", "pid,comm"], capture_output=True, text=True, check=True).stdout
    named = [line.split()[0] for line in listed.splitlines()[1:] if line.split()[1].startswith(name)]
    return max((held_at_most(pid) for pid in named if pid != str(os.getpid()) and is_mine(pid)), default=float("nan"))


def is_mine(pid: str) -> bool:
    """Whether the process has this one among its ancestors."""
    while pid not in ("0", "1"):
        if int(pid) == os.getpid():
            return True
        pid = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]
    return False


def held_at_most(pid: str) -> float:
    """VmHWM of a process in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    given = [value for value in sys.argv[1:] if value != ALONE]
    if ALONE in sys.argv:
        measure(float(given[0]))
    else:
        for size in given or ("1", "3", "10"):
            subprocess.run([sys.executable, __file__, ALONE, size], check=True)
