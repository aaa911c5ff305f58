"""A log of a million entries with 200,000 refusals: reading it, and summing its refusals up.

Run: `python -m tests.benchmarks.bench_refused [--entries 1000000]`.
"""

import argparse
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from mqforensics import open_case, refused, session
from tests.writers.refused_cases import START, blocked, ended, lacking, logged

CLIENTS = 500
MOST = 2.0
"""Summing up may take so many times what reading alone takes."""


def write(folder: Path, entries: int) -> int:
    """A log in which one entry in five is a refusal, of clients of their own; the size in bytes."""
    path = folder / "AMQERR01.LOG"
    with path.open("w") as out:
        for block in range(entries // 10):
            client = block % CLIENTS
            at, address = START + timedelta(milliseconds=700 * block), f"10.1.{client // 250}.{client % 250}"
            noise = "AMQ9002I", "Channel program started.", ["A channel began."], {"C1": "APP.SVRCONN"}
            told = [
                blocked("AMQ9777E", "APP.SVRCONN", address, f"CLNTUSER(user{client % 40})"),
                ended("APP.SVRCONN", address), lacking(f"user{client % 40}", "ORDERS.IN", "queue", "put"),
            ]  # fmt: skip
            out.write(logged("text", "QM1", [
                (at + timedelta(milliseconds=n), 10 + n % 3 if n < 7 else client + 20, *(noise if n < 7 else told[n - 7]))
                for n in range(10)
            ]))  # fmt: skip
    return path.stat().st_size


def seconds(run) -> float:
    """Time that `run` takes."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = write(Path(folder), asked.entries)
        spark = session()
        read = seconds(lambda: open_case(spark, folder).log.write.format("noop").mode("overwrite").save())
        counted = []
        took = seconds(lambda: counted.extend(refused(open_case(spark, folder)).select("count").collect()))
    total = sum(row["count"] for row in counted)
    print(f"{asked.entries} entries, {size >> 20} MiB: read in {read:.1f} s; {total} refusals in {len(counted)} rows, "
          f"reading too, in {took:.1f} s ({took / read:.2f} times)")  # fmt: skip
    assert total == asked.entries // 5 and took <= MOST * read, "slower than in line with reading"


if __name__ == "__main__":
    main()
