"""Decoding a large amqsbcg dump against Spark's own text reader cutting the same file into records.

`python tests/benchmarks/bench_amqsbcg.py [MEGABYTES] [RUNS]` makes the dump, runs both by turns in one session and prints
the times and their ratio: every column of every message, against `sum(length(value))` of the records.
"""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from pyspark.sql import functions as F

from mqforensics import session

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.writers.amqsbcg import message
from tests.writers.cases import dlh

SEPARATOR = "MQGET of message number "
HEAD = "\nAMQSBCG0 - starts here\n**********************\n \n MQOPEN - 'SYSTEM.DEAD.LETTER.QUEUE'\n \n \n"
TAIL = " \n No more messages \n MQCLOSE\n MQDISC"


def make(path: Path, megabytes: int) -> int:
    """Write a dump of dead letters with 0.2 to 1.2 kB of text; gives the number of messages."""
    dice = random.Random(1)
    pool = [record(dice, 10_000_000 + n) for n in range(256)]
    size, count = 0, 0
    with open(path, "w", newline="\n") as out:
        out.write(HEAD)
        while size < megabytes * 1_000_000:
            count += 1
            at = count % len(pool)
            size += out.write(pool[at].replace(str(10_000_000 + at), str(count), 1))
        out.write(TAIL)
    return count


def record(dice: random.Random, number: int) -> str:
    """One dead letter as text."""
    encoding = dice.choice([273, 546])
    header, _ = dlh(dice.choice([2035, 2051, 2053, 2085]), "ORDERS.IN", "QMHUB", encoding, 819, at="2026030107300000")
    text = " ".join(dice.choice(["order", "4711", "accepted", "amount"]) for _ in range(dice.randrange(40, 200)))
    return message(number, {
        "Format": "MQDEAD", "Encoding": encoding, "CodedCharSetId": 819, "MsgId": dice.randbytes(24),
        "data": header + text.encode(),
    })  # fmt: skip


def seconds(action) -> float:
    """How long it takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def main(megabytes: int = 640, runs: int = 3) -> None:
    """Make the dump, run both by turns, print."""
    spark = session(spark_driver_memory="6g")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dlq.txt"
        count = make(path, megabytes)
        size = path.stat().st_size / 1e6

        def text() -> None:
            spark.read.text(str(path), lineSep=SEPARATOR).agg(F.sum(F.length("value"))).collect()

        def decode() -> None:
            spark.read.format("amqsbcg").load(str(path)).write.format("noop").mode("overwrite").save()

        found = spark.read.format("amqsbcg").load(str(path)).agg(F.count("dlh"), F.count("error")).first()
        print(f"{size:.0f} MB, {count} messages; decoded {found[0]} dead letters, {found[1]} errors")
        times = [(seconds(text), seconds(decode)) for _ in range(runs)]
    reader, decoder = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"spark.read.text cutting records : {reader:6.2f} s  {size / reader:6.0f} MB/s")
    print(f"decoding every column           : {decoder:6.2f} s  {size / decoder:6.0f} MB/s  {count / decoder:8.0f} messages/s")
    print(f"ratio                           : {decoder / reader:6.2f}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
