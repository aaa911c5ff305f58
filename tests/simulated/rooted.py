"""Whether the root of planted incidents is named, or nothing: `python -m tests.simulated.rooted N [--seed S] [--jobs J]`.

What Spark gathers of a case is gathered here once more, in plain Python, so that many incidents cost little. Of each
fourth incident the look before is left out, so that there is no change to be seen. A queue for notes that was never
defined fills a dead-letter queue of its own in some of them: nothing may be told to begin with it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from typing import NamedTuple

from mqforensics.clock.offsets import Bound, Zone, apart, zones
from mqforensics.objects.case_clocks import of_channels
from mqforensics.objects.estate import Estate
from mqforensics.questions.causes import Story
from mqforensics.questions.changes.expected_changes import BY_ITSELF, JUDGED_NOT, STATUS
from mqforensics.questions.timeline import case_stories
from tests.simulated.ask import forget, rows_of
from tests.simulated.planted import Planted, planted

KINDS = {
    "altered PUT": ("change", "inhibited"), "altered RNAME": ("change",), "altered MAXMSGL": ("change",),
    "queue deleted": ("change",), "reader stopped": ("unread",), "channel broke:": ("broken",),
    "channel stopped": ("stopped",),
}  # fmt: skip
"""By what was planted: the kinds of root that name it."""
LOCAL = "%m/%d/%Y %I:%M:%S %p"
"""How the error logs of the simulated queue managers print the time of their host."""


class Told(NamedTuple):
    """How one incident came out: the stories that name its root, and those that name anything else."""

    seed: int
    made: Planted
    right: list[Story]
    wrong: list[Story]


def sorted_out(made: Planted, found: list[Story]) -> tuple[list[Story], list[Story]]:
    """The stories that begin with what was planted, and the others."""
    _, what, manager, name = made.root
    kinds = next(kinds for words, kinds in KINDS.items() if what.startswith(words))
    right = [
        one for one in found if (one.root.queue_manager, one.root.object) == (manager, name) and one.root.kind in kinds
    ]
    return right, [one for one in found if one not in right]


def collected(seed: int, made: Planted) -> dict[str, bytes]:
    """The files of an incident; of each fourth only what was collected after it."""
    return {name: data for name, data in made.files.items() if not (seed % 4 == 3 and "before" in name)}


def told(seed: int) -> Told:
    """Ask for the stories of one incident."""
    made = planted(seed)
    forget()
    return Told(seed, made, *sorted_out(made, stories(collected(seed, made))))


def stories(files: dict[str, bytes]) -> list[Story]:
    """The stories of a case, gathered without Spark."""
    tables: dict[str, list] = defaultdict(list)
    for name, data in files.items():
        table, rows = rows_of(name, data)
        tables[table] += rows
    objects, messages, log = tables["objects"], tables["messages"], tables["log"]
    managers = sorted({row["queue_manager"] for row in objects + log if row.get("queue_manager")})
    owners, known = _owners(objects, messages), _zones(log)
    estate = Estate(objects)
    most = apart(managers, _bounds(messages, owners, managers) + of_channels(estate, known))
    return case_stories.stories_of_rows(
        estate, _changed(objects, known), _letters(messages, owners), _kinds(log, known), known, most
    )


def _owners(objects: list, messages: list) -> dict[str, str]:
    holders = defaultdict(set)
    for row in objects:
        if row["type"] == "QLOCAL":
            holders[row["name"]].add(row["queue_manager"])
    return {row["file"]: min(holders[row["queue"]]) for row in messages if len(holders[row["queue"]]) == 1}


def _zones(log: list) -> dict[str, Zone]:
    shown = defaultdict(list)
    for row in log:
        if row.get("time") and row.get("queue_manager"):
            local = datetime.strptime(row["time_text"], LOCAL)
            shown[row["queue_manager"]].append(
                Zone((local - row["time"].replace(tzinfo=None)).total_seconds(), local, local)
            )
    return zones(shown)


def _bounds(messages: list, owners: dict, managers: list[str]) -> list[Bound]:
    made = []
    for row in messages:
        if row.get("dlh") and row.get("put_time"):
            id_ = bytes(row["md"]["MsgId"])
            origin = next(name for name in managers if id_[4:16].decode().strip() == name)
            seconds = (row["dlq_time"] - row["put_time"]).total_seconds() + 0.01
            if origin != owners[row["file"]]:
                made.append(Bound(origin, owners[row["file"]], seconds))
    return made


def _letters(messages: list, owners: dict) -> list[case_stories.Letters]:
    found = defaultdict(list)
    for row in messages:
        if dlh := row.get("dlh"):
            found[row["file"], row["queue"], dlh["Reason"], dlh["DestQName"], dlh["DestQMgrName"]].append(row)
    return [
        case_stories.Letters(owners.get(file), queue, reason, dest, manager or "", len(rows),
                      min(row["dlq_time"].timestamp() for row in rows), owners.get(file) or file, file, rows[0]["number"])
        for (file, queue, reason, dest, manager), rows in found.items()
    ]  # fmt: skip


def _kinds(log: list, known: dict[str, Zone]) -> list[case_stories.Kind]:
    found = defaultdict(list)
    for row in log:
        inserts = dict(row.get("inserts") or {})
        about = inserts.get("queue") or inserts.get("destination")
        message = None if row.get("reason") else row.get("message")
        found[row.get("queue_manager"), message, row.get("reason"), inserts.get("channel"), about].append(row)
    made = []
    for key, rows in found.items():
        times = [row["time"].timestamp() for row in rows if row.get("time")]
        made.append(
            case_stories.Kind(
                *key,
                len(rows),
                min(times, default=None),
                max(times, default=None),
                rows[0]["file"],
                rows[0]["line"],
                None,
            )
        )
    return made


def _changed(objects: list, known: dict[str, Zone]) -> list[dict]:
    """What differs between the looks before and after, as rows of `changes`."""
    looks = defaultdict(dict)
    for row in objects:
        looks["before" in row["file"]][row["queue_manager"], row["type"], row["name"]] = row
    made = []
    for key, old in looks[True].items():
        new = looks[False].get(key)
        times, zone = dict(old["times"] or {}), known.get(key[0])
        captured = (
            datetime.fromtimestamp(old["captured"].replace(tzinfo=UTC).timestamp() + zone.ahead, UTC) if zone else None
        )
        earliest = captured.replace(tzinfo=None) if captured else times.get("ALT")
        base = {
            "queue_manager": key[0],
            "type": key[1],
            "object": key[2],
            "who": None,
            "evidence": [],
            "earliest": earliest,
        }
        if new is None and key[1] not in STATUS:
            made.append({**base, "attribute": None, "before": None, "after": None, "kind": "vanished", "latest": None})
        elif new is not None and key[1] not in STATUS:
            was, now = dict(old["attributes"] or {}), dict(new["attributes"] or {})
            latest = dict(new["times"] or {}).get("ALT")
            made += [
                {**base, "attribute": name, "before": was[name], "after": now[name], "kind": "definition", "latest": latest}
                for name in was.keys() & now.keys() - BY_ITSELF - JUDGED_NOT if was[name] != now[name]
            ]  # fmt: skip
    return made


def report(results: list[Told]) -> str:
    """The wrong ones with their stories, then how many are named, by kind."""
    lines = []
    for one in results:
        lines += [f"WRONG seed {one.seed}: {one.made.story}: told {case_stories.in_words(each)}" for each in one.wrong]
    came = [one for one in results if one.made.chain]
    lines.append(f"{len(results)} incidents, {len(came)} of which something came: {sum(len(one.wrong) for one in results)} wrong roots, "
                 f"the root named in {sum(bool(one.right) for one in results)}")  # fmt: skip
    named, every = (Counter(next(words for words in KINDS if one.made.root[1].startswith(words)) for one in some)
                    for some in ([one for one in came if one.right], came))  # fmt: skip
    links = Counter(len(one.right[0].effects) for one in results if one.right)
    lines += [f"    {kind}: {named[kind]} of {count}" for kind, count in sorted(every.items())]
    return "\n".join([*lines, "links of a story: " + ", ".join(f"{n}: {count}" for n, count in sorted(links.items()))])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulated.rooted", description="Roots of planted incidents.")
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    began, seeds = time.time(), range(given.seed, given.seed + given.number)
    with ProcessPoolExecutor(given.jobs) as pool:
        results = list(pool.map(told, seeds, chunksize=5))
    print(report(results))
    print(f"{time.time() - began:.0f} s")
    return 1 if any(one.wrong for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
