"""Every reader against Spark's own text reader on the same file.

`python tests/benchmarks/bench_formats.py [MEGABYTES] [RUNS] [NAME …]` makes a file of each shape (default 160 MB, dumps
of eleven well-formed shapes and of damaged ones, and a file for each other reader), and in one session runs both by
turns: every column of every row into nothing, against `sum(length(value))` of the text reader, which cuts a dump at each
message and any other file at its lines. Prints a Markdown table.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from mqforensics import session

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks.generated import DUMPS, OTHERS, SEPARATOR, write

HEAD = (
    "| file | MB | rows | text s | decode s | MB/s | decode / text (least to most) | at most |\n"
    "|---|---|---|---|---|---|---|---|"
)
DUMP, OTHER = 2.0, 4.0
"""So many times what the text reader takes is the most that an undamaged dump may take, and any other undamaged file."""


def seconds(action: Callable[[], object]) -> float:
    """How long it takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def compare(spark: SparkSession, name: str, path: Path, runs: int) -> str:
    """One line of the table."""
    form = OTHERS[name][0] if name in OTHERS else "amqsbcg"

    def text() -> None:
        reader = spark.read if name in OTHERS else spark.read.option("lineSep", SEPARATOR)
        reader.text(str(path)).agg(F.sum(F.length("value"))).collect()

    def decode() -> None:
        spark.read.format(form).load(str(path)).write.format("noop").mode("overwrite").save()

    rows, errors = spark.read.format(form).load(str(path)).agg(F.count("*"), F.count("error")).first()
    text()
    times = [(seconds(text), seconds(decode)) for _ in range(runs)]
    ratios = sorted(decoding / reading for reading, decoding in times)
    reading, decoding = (statistics.median(column) for column in zip(*times, strict=True))
    size = path.stat().st_size / 1e6
    bar = OTHER if name in OTHERS else None if errors or name.endswith("quoted by mail") else DUMP
    return (
        f"| {name} | {size:.0f} | {rows}{f' ({errors} with an error)' if errors else ''} | {reading:.2f} | {decoding:.2f} "
        f"| {size / decoding:.0f} | {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) |"
        f" {bar or 'damaged'} |"
    )


def main(megabytes: str = "160", runs: str = "3", *names: str) -> None:
    """Make each file, compare, print."""
    spark = session(spark_driver_memory="6g")
    print(HEAD, flush=True)
    for name in names or (*DUMPS, *OTHERS):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "evidence.txt"
            write(name, path, float(megabytes))
            print(compare(spark, name, path, int(runs)), flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
