"""Cases whose verdict is UNKNOWN, until the scripts of `collect` have run where the estate answers.

The scripts run in a shell whose `runmqsc` and `amqsbcg` show the simulated estate, and write down what they were asked.
"""

import json
import re
import subprocess

import pytest

from mqforensics.tools.collect import EVERYTHING, browsed_queues, scripts_for
from tests.grammar import mqsc as grammar
from tests.simulated import printers
from tests.simulated.ask import ask, forget, rows_of
from tests.simulated.incidents import incident
from tests.simulated.run import UNKNOWN
from tests.simulated.truth import agrees

SEEDS = (3, 6, 10, 11, 21, 23, 27, 29, 64)
"""Each ends in another verdict."""
ROUNDS = 3
NOT_SIMULATED = ("CHLAUTH", "AUTHINFO", "AUTHREC")
RUNMQSC = """#!/bin/sh
cat > "$HERE/stdin"
echo "runmqsc $*" >> "$HERE/called"
cat "$HERE/stdin" >> "$HERE/called"
if [ "$(cat "$HERE/stdin")" = "DISPLAY QMGR DEADQ" ]; then cat "$HERE/$1/dlq"; else cat "$HERE/$1/all"; fi
"""
AMQSBCG = """#!/bin/sh
echo "amqsbcg $*" >> "$HERE/called"
cat "$HERE/$2/$1"
"""
DATE = """#!/bin/sh
cat "$HERE/now"
"""


def tools(folder):
    folder.mkdir()
    for name, text in (("runmqsc", RUNMQSC), ("amqsbcg", AMQSBCG), ("date", DATE)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return folder


def answers(estate, manager, asked, queues, place):
    """What the programs will show of a queue manager."""
    owner, folder = estate.managers[manager], place / manager
    folder.mkdir(exist_ok=True)
    shown = [line for line in asked if line.split()[1].partition("(")[0] not in NOT_SIMULATED]
    (folder / "all").write_text(printers.session(estate, manager, shown, date=False))
    (folder / "dlq").write_text(printers.session(estate, manager, ["DISPLAY QMGR DEADQ"], date=False))
    for queue in {owner.deadq, *queues} & set(owner.queues):
        (folder / queue).write_text(printers.browse(estate, manager, queue, call=False))
    (place / "now").write_text(f"{owner.clock.utc(estate.now):%Y-%m-%dT%H:%M:%SZ}\n")


def named(files, estate):
    """The queue managers that the case names, as its own or as where a message goes."""
    [asked] = json.loads(files["case.json"])["walk"]
    found = {asked["queue_manager"], asked.get("object_queue_manager")}
    for name, data in files.items():
        for row in rows_of(name, data)[1] if name != "case.json" else []:
            shown = row.get("attributes") or {}
            found |= {row.get("queue_manager"), shown.get("RQMNAME"), shown.get("CLUSQMGR")}
    return sorted(found & set(estate.managers))


def run(estate, manager, steps, place):
    """Run the script of one queue manager; it asks what it says, of that queue manager alone."""
    queues = browsed_queues(steps, manager)
    script = place / f"{manager}.sh"
    script.write_text(scripts_for(manager, EVERYTHING, queues=queues)[script.name])
    lines = re.search(r"<<'MQSC'\n(.*?)\nMQSC\n", script.read_text(), re.S)[1].splitlines()
    assert all(grammar.looks(grammar.parse(line, "distributed")) for line in lines)
    answers(estate, manager, lines, queues, place)
    environment = {"PATH": f"{place / 'bin'}:/usr/bin:/bin", "HERE": str(place), "MQ_DATA_PATH": str(place / "none")}
    subprocess.run(["sh", script, place / "out"], check=True, env=environment, cwd=place)
    dead = estate.managers[manager].deadq
    called = (place / "called").read_text().splitlines()
    (place / "called").unlink()
    expected = [f"runmqsc {manager}", *lines, f"runmqsc {manager}", "DISPLAY QMGR DEADQ"]
    assert called == expected + [f"amqsbcg {queue} {manager}" for queue in ([dead] if dead else []) + queues]


def gathered(estate, files, steps, place):
    """The case with what the scripts write of each queue manager that it names."""
    for manager in named(files, estate):
        run(estate, manager, steps, place)
    return files | {path.name: path.read_bytes() for path in sorted((place / "out").iterdir())}


def settled(seed, place):
    """What was said before and after, and what is true."""
    case = incident(seed)
    forget()
    tools(place / "bin")
    first = min(case.files)
    files = {"case.json": case.case_json, first: case.files[first]}
    before = after = ask(files)[0]
    for _ in range(ROUNDS):
        if after.code == UNKNOWN:
            files = gathered(case.estate, files, [command for command, _ in after.next], place)
            after = ask(files)[0]
    return before, after, case


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_scripts_gather_settles_a_verdict(seed, tmp_path):
    before, after, case = settled(seed, tmp_path)
    assert before.code == UNKNOWN
    assert after.code != UNKNOWN and agrees(after[:3], case.acceptable), (after, case.story)
