"""A million dead letters against a table of 200 rules: at most three times what decoding them alone costs.

Run: `python -m tests.benchmarks.bench_handler [--messages 1000000] [--rules 200]`. Needs about 100 MB of disk: one
dump of 20,000 messages that appears under many names.
"""

import argparse
import os
import random
import tempfile
import time
from pathlib import Path

from mqforensics import dry_run, session
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh

EACH = 20_000
LIMIT = 3.0
REASONS = (2030, 2035, 2051, 2053, 2082, 2085, 2087, 2189, 266, 268)
AT = "2026031209142233"


def messages(count: int):
    """Dead letters for three hundred queues, each with an id of its own and a reply queue as unique as JMS makes them."""
    dice = random.Random(17)
    for number in range(count):
        header, fields = dlh(dice.choice(REASONS), f"APP{dice.randrange(300):03}.IN", "QM1", 546, 1208, AT)
        yield {
            "Format": "MQDEAD", "MsgId": number.to_bytes(24, "big"), "ReplyToQ": f"AMQ.{number:012X}",
            "PutApplName": f"app{dice.randrange(40)}", "UserIdentifier": f"user{dice.randrange(25)}",
            "Persistence": dice.randrange(2), "data": header + b"x" * 200, "dlh": fields,
        }  # fmt: skip


def rules(count: int) -> str:
    """Rules of every kind of pattern, the last one for all the rest."""
    dice, lines = random.Random(4), ["INPUTQM('QM1') INPUTQ('DLQ')"]
    for number in range(count - 1):
        patterns = [f"REASON({dice.choice(REASONS)})", f"DESTQ(APP{number:03}.*)", f"APPLNAME('app{number % 40}')"]
        patterns += [f"REPLYQ(*{number:02X})", f"USERID('?ser{number % 25}')", f"DESTQ(*{number:03}.IN)"]
        chosen = dice.sample(patterns[:5], 2) if number % 7 else [patterns[5], patterns[0]]
        action = ("ACTION(RETRY) RETRY(3)", f"ACTION(FWD) FWDQ(DEAD.{number})", "ACTION(DISCARD)")[number % 3]
        lines.append(f"{' '.join(chosen)} {action}")
    return "\n".join([*lines, "ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)"]) + "\n"


def files(folder: Path, count: int) -> int:
    """Write the dumps; gives how many messages they hold."""
    first = folder / "dump.txt"
    first.write_text(dump(messages(min(EACH, count)), "DLQ", "v7"), encoding="latin-1", newline="\n")
    for at in range(1, max(count // EACH, 1)):
        os.link(first, folder / f"dump{at:03}.txt")
    return max(count // EACH, 1) * min(EACH, count)


def seconds(frame) -> float:
    """Time until every row was made."""
    begin = time.perf_counter()
    frame.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--rules", type=int, default=200)
    given = parser.parse_args()
    spark = session()
    with tempfile.TemporaryDirectory() as folder:
        made = files(Path(folder), given.messages)
        case = spark.read.format("amqsbcg").load(folder)
        seconds(case.limit(10))
        alone = seconds(case)
        tried = seconds(dry_run(case, rules(given.rules), failing={"APP001.IN": 2053, "DEAD.4": 2051}))
    print(
        f"{made} messages, {given.rules} rules: decoding {alone:.1f} s, dry run {tried:.1f} s, {tried / alone:.2f} times"
    )
    assert tried <= LIMIT * alone, f"expected at most {LIMIT} times, got {tried / alone:.2f}"


if __name__ == "__main__":
    main()
