"""With which states of dspmq no client gets in, and when that was."""

from datetime import UTC, datetime

import pytest

from mqforensics.objects import sentences
from mqforensics.objects.run_states import run_states
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, show

EARLY, NOW = "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z"


def state(of, manager=B):
    return "DISPLAY QMSTATUS", [show("QMS", f"QMNAME={manager};STATUS={of}")]


@pytest.mark.parametrize(("of", "meaning"), [
    ("Running", None), ("Status not available", None), ("Running elsewhere", sentences.ANOTHER_HOST),
    ("Running as standby", sentences.STANDBY_ONLY), ("RUNNING AS STANDBY", sentences.STANDBY_ONLY), ("Replica", sentences.REPLICA_ONLY),
    ("Ended normally", sentences.NOT_THERE), ("Ended unexpectedly", sentences.NOT_THERE), ("Ending immediately", sentences.WAS_ENDING),
    ("Quiescing", sentences.WAS_ENDING), ("Starting", sentences.WAS_STARTING),
])  # fmt: skip
def test_what_a_state_means_for_a_client(of, meaning):
    found = run_states(estate((B, NOW, state(of))))
    assert {name: (one.status, one.meaning) for name, one in found.items()} == ({B: (of, meaning)} if meaning else {})


def test_the_newest_display_counts_and_says_when_it_was():
    known = estate((B, EARLY, state("Running")), (B, NOW, state("Ended normally")), (A, NOW, state("Running", A)))
    [(name, found)] = run_states(known).items()
    assert (name, found.at, found.place.file) == (B, datetime(2026, 3, 2, 15, tzinfo=UTC), "1.txt")
    assert run_states(estate((B, EARLY, state("Ended normally")), (B, NOW, state("Running")))) == {}


def test_displays_that_contradict_each_other_say_nothing_and_one_without_a_date_no_time():
    assert run_states(estate((B, None, state("Ended normally")), (B, None, state("Running")))) == {}
    [found] = run_states(estate((B, None, state("Ended normally")))).values()
    assert (found.meaning, found.at) == (sentences.NOT_THERE, None)
