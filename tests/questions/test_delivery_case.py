"""The sample case of channels, read as a case is: what its TRUTH.md says is what the audit finds."""

import pytest

from mqforensics import open_case
from mqforensics.questions.delivery import answer, losing_combinations
from mqforensics.questions.delivery.combinations import CIRCUMSTANCES
from tests.writers.delivery_case import FILES, FOLDER


@pytest.fixture(scope="module")
def found(spark):
    return answer(open_case(spark, FOLDER)).findings


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_as_they_were_made(name):
    assert (FOLDER / name).read_text() == FILES[name]


def test_the_truth_is_found(found):
    truth = [line.split("|") for line in (FOLDER / "TRUTH.md").read_text().splitlines() if line.startswith("| `")]
    said = {}
    for one in found:
        for channel in [cells[1].strip(" `") for cells in truth]:
            if channel in one.statement:
                said[channel] = one.code
    expected = {
        "can lose": "CAN_LOSE_MESSAGES", "not known": "MAY_LOSE_MESSAGES_UNKNOWN",
        "loses only what is under way when the channel fails": "FAST_MESSAGES_IN_FLIGHT",
    }  # fmt: skip
    for cells in truth:
        assert said.get(cells[1].strip(" `")) == expected.get(cells[3].split(":")[0].strip()), cells


def test_each_finding_rests_on_lines_that_say_so(found):
    lines = {name: text.splitlines() for name, text in FILES.items()}
    for one in found:
        assert one.evidence
        for place in one.evidence:
            said = lines[place.file][place.line - 1]
            assert any(
                name in said
                for name in ("NPMSPEED", "USEDLQ", "DEADQ", "CHLTYPE", "PUT(DISABLED)", "PUT(ENABLED)", "CURDEPTH")
            ), place
    [depot] = [f for f in found if f.object == "HARBOUR.TO.DEPOT"]
    quoted = [lines[e.file][e.line - 1].strip() for e in depot.evidence]
    assert any("DEADQ( )" in line for line in quoted) and any("NPMSPEED(FAST)" in line for line in quoted)
    assert {e.file for e in depot.evidence} == {"QM.DEPOT.txt", "QM.HARBOUR.txt"}


def test_only_a_fast_channel_without_a_dead_letter_queue_loses_a_message_unless_its_sender_asks(spark):
    rows = losing_combinations(spark).collect()
    kept = [row for row in rows if row.asked != "MQRO_DISCARD_MSG alone"]
    assert {row.message for row in kept} == {"nonpersistent"}
    unasked = [row for row in rows if row.end == "sending" or row.asked != "MQRO_DISCARD_MSG alone"]
    assert {row.speed for row in unasked} == {"FAST"}
    assert {row.dead_letter_queue for row in unasked} == set(CIRCUMSTANCES["dead_letter_queue"]) - {"takes the message"}
    assert len(unasked) == 3 * 4 + 3 * 2 and len(rows) == len(unasked) + 2 * 2 * 4
    assert all(row.fate == "DISCARDED" and row.source for row in rows)
