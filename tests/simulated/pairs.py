"""Two looks at the same queue managers: `python -m tests.simulated.pairs N` asks what changed between N of each kind.

Of half of the pairs of queue managers one attribute of one definition is another at the second look; of all of them
hours of traffic have changed what changes by itself. All lie in two cases, so that Spark reads them once.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from mqforensics import changes, open_case, session
from tests.simulated import evidence, planted, printers

CELL = re.compile(r"\b([A-Z]+)\(([^()]*)\)|\b(NOTRIGGER|TRIGGER|SHARE|NOHARDENBO)\b")
KINDS = {"AMQ8409": "QUEUE", "AMQ8414": "CHANNEL", "AMQ8408": "QMGR"}
"""By the message of a block: which definitions it shows."""
KEPT = ("QUEUE", "TYPE", "CHANNEL", "CHLTYPE", "QMNAME", "QMID", "CURDEPTH", "IPPROCS", "OPPROCS", "VERSION", "CRDATE", "CRTIME",
        "ALTDATE", "ALTTIME", "TRIGTYPE")  # fmt: skip
"""What names an object, and what is no definition."""
OTHER = {"ENABLED": "DISABLED", "DISABLED": "ENABLED", "YES": "NO", "NO": "YES", "TRIGGER": "NOTRIGGER", "NOTRIGGER": "TRIGGER",
         "SHARE": "NOSHARE", "NOHARDENBO": "HARDENBO"}  # fmt: skip
NAMED = {"NOTRIGGER": "TRIGGER", "NOHARDENBO": "HARDENBO"}


def looks(seed: int) -> tuple[dict[str, str], dict[str, str]]:
    """What two queue managers showed before and after hours of traffic, by their names."""
    dice = random.Random(f"pairs {seed}")
    made = planted._pair(seed, dice, f"{seed:04}")
    planted._traffic(made, dice)
    shown = []
    for at in (planted.BEGIN + planted.HOUR, planted.END):
        made.estate.run_until(at)
        shown.append({name: printers.session(made.estate, name, evidence.WHOLE) for name in made.names})
    return shown[0], shown[1]


def altered(text: str, dice: random.Random) -> tuple[str, tuple]:
    """A session of which one attribute is another, and (type, object, attribute, before, after)."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        if line.startswith("AMQ"):
            kind, names = KINDS.get(line[:7]), {}
        for cell in CELL.finditer(line) if line.startswith("   ") and " : " not in line and at else ():
            names.setdefault(cell[1], (cell[2] or "").strip())
            if kind and (cell[3] or cell[1]) not in KEPT:
                found.append((at + cell.start(), cell[0], cell, kind, names))
        at += len(line)
    place, whole, cell, kind, names = dice.choice(found)
    if cell[3]:
        key, before, after = NAMED.get(whole, whole), whole, OTHER[whole]
        new = after
    else:
        key, before = cell[1], cell[2].strip()
        after = OTHER.get(before) or (str(int(before) + 1) if before.isdigit() else f"{before}X")
        new = f"{key}({after})"
    about = {"QUEUE": (names.get("TYPE"), names.get("QUEUE")), "CHANNEL": ("CHANNEL", names.get("CHANNEL"))}
    type_, name = about.get(kind) or ("QMGR", names.get("QMNAME"))
    return text[:place] + new + text[place + len(whole) :], (type_, name, key, before, after)


def written(folder: Path, count: int, first: int = 0) -> set[tuple]:
    """`count` pairs with a change and as many without as the cases `before` and `after`; what changed."""
    expected = set()
    for name in ("before", "after"):
        (folder / name).mkdir()
    for seed in range(first, first + count):
        before, after = looks(seed)
        dice = random.Random(f"altered {seed}")
        changed = dice.choice(sorted(after))
        after[changed], told = altered(after[changed], dice)
        expected.add((changed, *told))
        for name in before:
            (folder / "before" / f"{name}_1.txt").write_text(before[name])
            (folder / "after" / f"{name}_2.txt").write_text(after[name])
    return expected


def told(frame) -> list[tuple]:
    """What `changes` says, as `written` gives it; other kinds with their kind."""
    return [
        (row.queue_manager, row.type, row.object, row.attribute, row.before, row.after) if row.kind == "definition"
        else (row.queue_manager, row.type, row.object, row.attribute, row.kind) for row in frame.collect()
    ]  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulated.pairs", description="Pairs of cases, one attribute changed."
    )
    parser.add_argument("number", type=int)
    given = parser.parse_args(arguments)
    spark, began = session(), time.time()
    with tempfile.TemporaryDirectory() as folder:
        expected = written(Path(folder), given.number)
        found = told(changes(open_case(spark, Path(folder) / "before"), open_case(spark, Path(folder) / "after")))
    print(f"{given.number} changes among {2 * given.number} pairs of looks: {len(expected & set(found))} named, "
          f"{len(expected - set(found))} missed, {len(found) - len(expected & set(found))} invented; {time.time() - began:.0f} s")  # fmt: skip
    for one in [*sorted(expected - set(found))[:10], *[one for one in found if one not in expected][:10]]:
        print("   ", "missed" if one in expected else "invented", *one)
    return 0 if set(found) == expected and len(found) == len(expected) else 1


if __name__ == "__main__":
    sys.exit(main())
