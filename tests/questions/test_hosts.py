"""What is to be run next is written as the shell of its host takes it."""

import shutil

import pytest

from mqforensics import open_case
from mqforensics.objects.case_evidence import estate
from mqforensics.questions import all_findings
from mqforensics.questions.walk.steps import rows
from tests.questions.walk_evidence import gather
from tests.questions.walked import files_of
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES, dlh

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
        steps = [step for finding in all_findings(read) for step in finding.row[-1] if "runmqsc" in step.command]
    begun = {
        name: {step.command.partition('"')[0] for step in steps if step.on == name} for name in ("QMMEX01", "QMSTL01")
    }
    assert begun["QMMEX01"] == {"cmd /c "} and begun["QMSTL01"] <= {"echo "}


@pytest.mark.parametrize(
    ("platform", "begins"), [("WINDOWSNT", 'cmd /c "echo '), ("OS400", "DISPLAY "), ("MVS", "+cpf ")]
)
def test_so_does_the_table_of_the_walk(platform, begins):
    told = {"QMLON01.platform.txt": PLATFORM.format("QMLON01", "QMLON01", platform).encode()}
    for walk in gather(files_of("walk_stopped_channel") | told):
        shown = [row[-1] for row in rows(walk) if row[-1] and not row[-1].endswith("| runmqsc QMPAR01")]
        assert shown and all(command.startswith(begins) for command in shown)


@pytest.mark.parametrize(("kind", "program", "call", "begins"), [
    (8, "AMQRMPPA  QMQM      204411", "CALL PGM(QMQM/AMQSBCG4) PARM('MY.DLQ' 'QM1')\n", "DISPLAY "),
    (11, "amqrmppa.exe", "C:\\>amqsbcg MY.DLQ QM1\n", 'cmd /c "echo DISPLAY '), (6, "amqrmppa", "$ amqsbcg MY.DLQ QM1\n", 'echo "DISPLAY '),
    (2, "QM1CHIN", "//D EXEC PGM=CSQ4BCG1,PARM=('MY.DLQ QM1')\n", "+cpf DISPLAY "),
])  # fmt: skip
def test_a_channel_that_dead_letters_tells_what_the_queue_manager_of_the_dump_runs_on(
    spark, tmp_path, kind, program, call, begins
):
    header, fields = dlh(2218, "PAY.IN", "QM2", 546, 1208, "2026030209142000", appl_type=kind, appl=program)
    (tmp_path / "dlq.txt").write_text(
        call + dump([{"Format": "MQDEAD", "data": header + b"1", "dlh": fields}], "MY.DLQ")
    )
    with open_case(spark, tmp_path) as case:
        steps = [
            step for finding in all_findings(case) for step in finding.row[-1] if step.on and "CHANNEL" in step.command
        ]
        assert bool(estate(case).platform("QM1")) is (begins != 'echo "DISPLAY ')
    assert steps and all(step.on.startswith("QM1") and step.command.startswith(begins) for step in steps)
