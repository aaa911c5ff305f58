"""What is to be run next is written as the shell of its host takes it."""

import shutil

from mqforensics import open_case
from mqforensics.questions import ask, found
from tests.writers.cases import SAMPLES

PLATFORM = """Starting MQSC for queue manager {}.

     1 : DISPLAY QMGR PLATFORM
AMQ8408I: Display Queue Manager details.
   QMNAME({})                              PLATFORM({})
"""


def test_a_queue_manager_on_windows_gets_what_its_shells_take(spark, tmp_path):
    case = tmp_path / "case"
    shutil.copytree(SAMPLES / "walk_full_queue", case)
    for name, platform in (("QMMEX01", "WINDOWSNT"), ("QMSTL01", "UNIX")):
        (case / f"{name}.platform.txt").write_text(PLATFORM.format(name, name, platform))
    with open_case(spark, case) as read:
        steps = [step for finding in found(read) for step in finding.row[-1] if "runmqsc" in step.command]
        shown = ask(read, "walk").tables["The steps"].where("next like '%runmqsc QMMEX01%'").collect()
    begun = {name: {step.command.partition('"')[0] for step in steps if step.on == name} for name in ("QMMEX01", "QMSTL01")}
    assert begun["QMMEX01"] == {"cmd /c "} and begun["QMSTL01"] <= {"echo "}
    assert shown and all(row.next.startswith('cmd /c "') for row in shown)
