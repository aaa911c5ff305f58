"""What is on the first screen, and in which order, in a process of its own; prints how long each took."""

import json
import subprocess
import sys

from tests.writers.cases import SAMPLES

SCRIPT = """
import json, sys, time
from mqforensics.views.investigation import Investigation
begun = time.perf_counter()
desk = Investigation(None, case=sys.argv[1], output=sys.argv[2])
assert "dlq.txt" in desk.inventory.value and desk.case is None
def seconds_until(done):
    while not done() and time.perf_counter() < begun + 300:
        time.sleep(0.02)
    return time.perf_counter() - begun
told = {"inventory": seconds_until(lambda: True)}
told["engine"] = seconds_until(lambda: desk.spark)
told["answer"] = seconds_until(lambda: desk.overview.page.value)
desk.wait()
told["read"] = desk.letters.grid.total
desk.tabs.selected_index = 1
desk.wait()
told["rows"] = desk.letters.grid.total
print(json.dumps(told))
"""


def test_the_files_are_there_before_an_engine_and_the_answer_before_any_list(tmp_path):
    command = [sys.executable, "-c", SCRIPT, str(SAMPLES / "dlq_mixed"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=True)
    took = json.loads(done.stdout.splitlines()[-1])
    print(took)
    assert took["read"] is None and took["rows"] == 300
    assert took["inventory"] < took["engine"] < took["answer"]
