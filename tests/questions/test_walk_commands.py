"""Every command that the walk suggests is one that its platform takes."""

import re

import pytest

from mqforensics.objects.commands import CLOCK
from tests.grammar import mqsc
from tests.grammar.shell import suggested
from tests.questions.walk_cases import CASES, UNKNOWN, Made
from tests.questions.walk_evidence import gather
from tests.questions.walked import TRUTH, files_of, walked

IBM_I = re.compile(r"CALL PGM\(QMQM/AMQSBCG4\) PARM\('[A-Za-z0-9._/%]{1,48}' '[A-Za-z0-9._/%]{1,48}'\)")


def check(command):
    if command.command.startswith("+cpf "):
        mqsc.parse(command.command, "zos")
    elif command.command.startswith("echo "):
        text, _, program = command.command.partition('" | ')
        mqsc.parse(text.removeprefix('echo "'))
        assert program.startswith("runmqsc")
    elif command.command.startswith("CALL "):
        assert IBM_I.fullmatch(command.command)
    elif command.command.startswith(("amqsbcg ", "amqsbcgc ")):
        assert len(command.command.split()) == 3
    elif command.command in (CLOCK, "D T"):
        assert suggested(command.command)
    else:
        mqsc.parse(command.command, "ibmi")


@pytest.mark.parametrize("name", [*CASES, *UNKNOWN])
def test_of_a_made_case(name):
    made = CASES[name] if name in CASES else Made("UNKNOWN", UNKNOWN[name])
    for command in walked(made).finding.row[-1]:
        check(command)


@pytest.mark.parametrize("name", TRUTH)
def test_of_a_sample_case(name):
    for command in gather(files_of(name))[0].finding.row[-1]:
        check(command)


def test_of_the_incidents(samples):
    root = samples.parent / "cases"
    if not root.is_dir():
        pytest.skip("no incidents beside this checkout")
    for path in sorted(path for path in root.iterdir() if path.is_dir()):
        for walk in gather({one.name: one.read_bytes() for one in path.iterdir() if one.name != "TRUTH.md"}):
            assert walk.verdict.code != "UNKNOWN" or walk.verdict.next, path.name
            for command in walk.finding.row[-1]:
                check(command)
