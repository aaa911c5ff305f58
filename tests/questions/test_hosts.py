"""What is to be run next is written as the shell of its host takes it."""

import shutil

import pytest

from mqforensics import open_case
from mqforensics.questions import found
from mqforensics.questions.walk.steps import rows
from tests.questions.walk_evidence import gather
from tests.questions.walked import files_of
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
    begun = {name: {step.command.partition('"')[0] for step in steps if step.on == name} for name in ("QMMEX01", "QMSTL01")}
    assert begun["QMMEX01"] == {"cmd /c "} and begun["QMSTL01"] <= {"echo "}


@pytest.mark.parametrize(("platform", "begins"), [("WINDOWSNT", 'cmd /c "echo '), ("OS400", "DISPLAY "), ("MVS", "+cpf ")])
def test_so_does_the_table_of_the_walk(platform, begins):
    told = {"QMLON01.platform.txt": PLATFORM.format("QMLON01", "QMLON01", platform).encode()}
    for walk in gather(files_of("walk_stopped_channel") | told):
        shown = [row[-1] for row in rows(walk) if row[-1] and not row[-1].endswith("| runmqsc QMPAR01")]
        assert shown and all(command.startswith(begins) for command in shown)
