"""A million undelivered messages with attributes of their own, and the audit of 10,000 channels.

Run: `python -m tests.benchmarks.bench_delivery [--messages 1000000] [--channels 10000]`.
"""

import argparse
import time

from mqforensics import delivery, session
from mqforensics.questions.delivery import lossy_channels

ATTEMPTS = (
    "cast(id % 2 AS int) persistence", "if(id % 11 = 0, 251658240, 0) report", "if(id % 11 = 0, 'REPLY', '') reply_to_q",
    "'QM1' reply_to_qmgr", "cast(if(id % 3 = 0, 2053, 2085) AS int) reason", "if(id % 5 = 0, 'NORMAL', 'FAST') NPMSPEED",
    "if(id % 7 = 0, 'NO', 'YES') USEDLQ", "if(id % 2 = 0, '', 'DLQ') DEADQ", "concat('CH', id % 100) CHANNEL",
    "'RCVR' CHLTYPE", "3 MRRTY", "1000 MRTMR",
)  # fmt: skip
DEFINITIONS = (
    "concat('QM', id % 50, '.txt') file", "id offset", "1L length", "cast(id AS int) line",
    "concat('QM', id % 50) queue_manager", "if(id < 50, 'QMGR', 'CHANNEL') type",
    "if(id < 50, concat('QM', id), concat('TO.', id)) name",
    "if(id < 50, map('DEADQ', if(id % 5 = 0, '', 'DLQ')), map('CHLTYPE', 'RCVR', 'NPMSPEED', "
    "if(id % 3 = 0, 'NORMAL', 'FAST'), 'USEDLQ', if(id % 7 = 0, 'NO', 'YES'), 'MSGEXIT', '')) attributes",
    "string(null) message", "string(null) command", "string(null) time", "string(null) error",
)  # fmt: skip
LIMIT = 60.0
"""Seconds for a million messages, or for the audit; two cores with nothing else to do need a fraction of it."""


def seconds(run) -> float:
    """Time that `run` takes."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--channels", type=int, default=10_000)
    asked = parser.parse_args()
    spark = session()
    attempts = spark.range(asked.messages).selectExpr(*ATTEMPTS)
    answers = delivery(attempts, None, {"QMNAME": "QM2", "CMDLEVEL": 943}, partner={"DEADQ": ""})
    objects = spark.range(asked.channels + 50).selectExpr(*DEFINITIONS)
    timed = {
        "fates": lambda: answers.groupBy("fate").count().collect(),
        "answers": lambda: answers.write.format("noop").mode("overwrite").save(),
        "audit": lambda: lossy_channels(objects).collect(),
    }
    for name, run in timed.items():
        cold, warm = seconds(run), seconds(run)
        count = asked.channels if name == "audit" else asked.messages
        print(f"{name}: {count} in {warm:.1f} s ({count / warm:,.0f} a second), the first time {cold:.1f} s")
        assert warm <= LIMIT, f"{name} took {warm:.1f} s, more than {LIMIT:.0f}"


if __name__ == "__main__":
    main()
