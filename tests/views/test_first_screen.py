"""What is on the first screen, and in which order, in a process of its own; prints how long each took."""

import json
import subprocess
import sys

from tests.writers.cases import SAMPLES

SCRIPT = """
import json, sys, time
from mqforensics import session
from mqforensics.views.investigation import Investigation
begun = time.perf_counter()
spark = session()
started = time.perf_counter()
desk = Investigation(spark, case=sys.argv[1], output=sys.argv[2])
inventory = time.perf_counter()
assert "dlq.txt" in desk.inventory.value
def seconds_until(done):
    while not done() and time.perf_counter() < inventory + 300:
        time.sleep(0.02)
    return time.perf_counter() - started
told = {"spark": started - begun, "inventory": inventory - started}
told["letters"] = seconds_until(lambda: len(desk.letters.grid.rows))
told["answer"] = seconds_until(lambda: desk.headline.value)
desk.wait()
told["rows"] = desk.letters.grid.total
print(json.dumps(told))
"""


def test_the_inventory_is_there_before_the_first_dead_letters(tmp_path):
    command = [sys.executable, "-c", SCRIPT, str(SAMPLES / "dlq_mixed"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=True)
    took = json.loads(done.stdout.splitlines()[-1])
    print(took)
    assert took["rows"] == 300
    assert took["inventory"] < took["letters"] <= took["answer"]
