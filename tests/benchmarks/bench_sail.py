"""Large dumps on Sail and on Spark: time and memory, each engine in a process of its own.

`python -m tests.benchmarks.bench_sail [MEGABYTES] [RUNS] [NAME …]` makes a dump of each shape (default 160 MB, plain and
JMS), opens it as a case, and asks for how many messages it has and how long their data is, then every question of the
kit, in an environment in which both engines are. Memory is the most that the processes of an engine have at once, as the system counts what is shared
by parts (PSS). Prints a Markdown table.
"""

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from mqforensics import open_case, session
from mqforensics.questions import answers

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks.generated import write

ENGINES = ("spark", "sail")
HEAD = (
    "| dump | MB | engine | session s | first s | again s | every question s | memory MB "
    "| Sail / Spark: session and first | again | every question |\n|---|---|---|---|---|---|---|---|---|---|---|"
)


def memory() -> int:
    """What this process and all that it has started hold, in bytes."""
    total = 0
    for one in (psutil.Process(), *psutil.Process().children(recursive=True)):
        try:
            total += one.memory_full_info().pss
        except psutil.Error:
            continue
    return total


def ask(engine: str, path: str, runs: int) -> None:
    """In a process of its own: print the seconds of the session's start and of each run, and the most memory."""
    begin = time.perf_counter()
    spark, most, ended = session(engine), [0], threading.Event()
    print(f"{time.perf_counter() - begin:.2f}", end=" ", flush=True)

    def watch() -> None:
        while not ended.wait(0.2):
            most[0] = max(most[0], memory())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    for _ in range(runs):
        begin = time.perf_counter()
        with open_case(spark, path) as case:
            told = case.messages.selectExpr("count(*)", "sum(length(data))", "count(md.MsgId)").collect()
        print(f"{time.perf_counter() - begin:.2f}", end=" ", flush=True)
    begin = time.perf_counter()
    with open_case(spark, path) as case:
        answers(case)
    print(f"{time.perf_counter() - begin:.2f}", end=" ", flush=True)
    ended.set()
    print(most[0] // 1_000_000, *told[0])


def main(megabytes: str = "160", runs: str = "3", *names: str) -> None:
    """Make each dump, ask both engines, print."""
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or ("plain", "JMS"):
            path, of = Path(folder) / "dump.txt", {}
            write(name, path, float(megabytes))
            for engine in ENGINES:
                command = [sys.executable, "-m", "tests.benchmarks.bench_sail", "--", engine, str(path), runs]
                ran = subprocess.run(command, capture_output=True, text=True, check=True)
                begun, *times, every, most, count, size, ids = ran.stdout.split()
                again = min(map(float, times[1:] or times))
                of[engine] = float(begun) + float(times[0]), again, float(every), (count, size, ids)
                ratios = [f"{of['sail'][at] / of['spark'][at]:.2f}" if engine == "sail" else "" for at in range(3)]
                print(f"| {name} | {path.stat().st_size / 1e6:.0f} | {engine} | {begun} | {times[0]} | {again:.2f} "
                      f"| {every} | {most} | {' | '.join(ratios)} |", flush=True)  # fmt: skip
            if of["sail"][3] != of["spark"][3]:
                raise SystemExit(f"they differ: {of}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--"]:
        ask(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main(*sys.argv[1:])
