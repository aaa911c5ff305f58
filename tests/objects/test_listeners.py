"""Which ports listeners have, and what a call of another port shows."""

import pytest

from mqforensics.objects.listeners import on_port
from tests.formats.mqsc_printer import two_columns
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, B

NOW = "2026-03-02T15:00:00Z"
NONE_RUNS = "No listener of QM.B is known to run; one that was started by hand may not be shown"
CALLED = "Port 1414 was called, on which the evidence has no listener: "


def statuses(*each):
    shown = [
        ["AMQ8631I: Display listener status details.", *two_columns([one.split("=") for one in text.split(";")])]
        for text in each
    ]
    return "DISPLAY LSSTATUS(*) ALL", shown


@pytest.mark.parametrize(("answers", "holds", "said", "lines"), [
    ([], False, "", 0), ([statuses("LISTENER=L1;STATUS=RUNNING;PORT=1414")], True, "L1 of QM.B listens on port 1414", 1),
    ([statuses("LISTENER=L1;PORT=1414")], True, "L1 of QM.B listens on port 1414", 1),
    ([statuses("LISTENER=L1;STATUS=RUNNING;PORT=1415")], True, f"{CALLED}L1 of QM.B has PORT(1415)", 1),
    ([statuses("LISTENER=L1;STATUS=RUNNING;PORT=1415", "LISTENER=L2;STATUS=RUNNING;PORT=1414")], True, "L2 of QM.B listens on port 1414", 1),
    ([statuses("LISTENER=L1;STATUS=RUNNING")], None, "", 0),  # it may be the port that was called
    ([statuses("LISTENER=L1;STATUS=STOPPING;PORT=1414")], True, NONE_RUNS, 2),
    ([("DISPLAY LSSTATUS(*)", NOT_FOUND.format("*"))], True, NONE_RUNS, 1), ([("DISPLAY LSSTATUS(L1)", NOT_FOUND.format("L1"))], False, "", 0),
    ([statuses(*(f"LISTENER=L{place};STATUS=RUNNING;PORT=150{place}" for place in range(5)))], True,
     f"{CALLED}{', '.join(f'L{place} of QM.B has PORT(150{place})' for place in range(3))} and 2 more have others", 3),
])  # fmt: skip
def test_what_listeners_show_of_a_port_that_was_called(answers, holds, said, lines):
    found = on_port(estate((B, NOW, *answers)), B, "1414")
    assert (found.holds, found.said, len(found.places)) == (holds, said, lines)
