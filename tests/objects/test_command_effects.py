"""A command that was carried out ends what displays before it show; lines order one session."""

from datetime import UTC, datetime

import pytest

from mqforensics.objects import command_effects
from mqforensics.objects.absence import no_queue
from mqforensics.objects.checks import refuses
from mqforensics.objects.fact import Row, Span
from tests.objects.evidence import estate, rows
from tests.questions.walk_cases import NO_STATUS, NOT_FOUND, B, C, local, qmgr, session, show, status

EARLY, LATE = "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z"
CLEARED, DELETED = "AMQ8022I: IBM MQ queue cleared.", "AMQ8007I: IBM MQ queue deleted."
CREATED, CHANGED = "AMQ8006I: IBM MQ queue created.", "AMQ8008I: IBM MQ queue changed."
STARTED, STOPPED = "AMQ8018I: Start IBM MQ channel accepted.", "AMQ8019I: Stop IBM MQ channel accepted."
FULL = local("L", "PUT=DISABLED;CURDEPTH=7;ALTDATE=2026-01-01;ALTTIME=10.00.00;NOTRIGGER")
DEPTHS = ("QLOCAL", "QSTATUS")


def value(found, attribute, name="L", types=DEPTHS):
    return found.fact(B, types, name, attribute).value


@pytest.mark.parametrize(("command", "reply", "depth", "put"), [
    ("CLEAR QLOCAL(L)", CLEARED, None, "DISABLED"),
    ("CLEAR QL(L)", CLEARED, None, "DISABLED"),
    ("CLEAR QLOCAL(L)", "AMQ8148E: IBM MQ object in use.", "7", "DISABLED"),
    ("CLEAR QLOCAL(OTHER)", CLEARED, "7", "DISABLED"),
    ("DELETE QLOCAL(L) PURGE", DELETED, None, None),
    ("ALTER QLOCAL(L) PUT(ENABLED)", CHANGED, "7", "ENABLED"),
    ("ALTER QLOCAL(L) PUT(ENABLED)", "AMQ8147E: IBM MQ object L not found.", "7", "DISABLED"),
    ("DEFINE QLOCAL(L) REPLACE", CREATED, "7", None),
])  # fmt: skip
def test_a_command_on_a_queue_ends_what_was_shown_of_it(command, reply, depth, put):
    for captures in ([(B, EARLY, FULL, (command, reply))], [(B, EARLY, FULL), (B, LATE, (command, reply))]):
        found = estate(*captures)
        assert (value(found, "CURDEPTH"), value(found, "PUT")) == (depth, put)


def test_what_is_shown_after_a_command_counts_and_what_was_shown_before_a_later_one():
    after = estate((B, EARLY, ("CLEAR QLOCAL(L)", CLEARED), FULL))
    assert value(after, "CURDEPTH") == "7"
    earlier = estate((B, EARLY, ("CLEAR QLOCAL(L)", CLEARED)), (B, LATE, FULL))
    assert value(earlier, "CURDEPTH") == "7"
    unordered = estate((B, None, ("CLEAR QLOCAL(L)", CLEARED)), (B, None, FULL))
    assert value(unordered, "CURDEPTH") == "7"
    elsewhere = estate((B, EARLY, FULL), ("QM.C", LATE, ("CLEAR QLOCAL(L)", CLEARED)))
    assert value(elsewhere, "CURDEPTH") == "7"


def test_an_altered_queue_keeps_what_was_not_altered_and_when_is_not_known():
    found = estate((B, EARLY, FULL, ("ALTER QL(L) TRIGGER", CHANGED), ("ALTER QL(L) PUT(ENABLED)", CHANGED)))
    [row] = found.newest(found.of(B, ("QLOCAL",), "L"))
    assert {"TRIGGER", "CURDEPTH"} <= row.attributes.keys()
    assert "NOTRIGGER" not in row.attributes
    assert (row.attributes["PUT"], row.altered) == ("ENABLED", None)
    assert [one.value for one in found.fact(B, ("QLOCAL",), "L", "PUT").older][:1] == ["DISABLED"]


def test_a_defined_queue_is_missing_no_more_and_a_deleted_one_is_shown_no_more():
    gone = "DISPLAY QUEUE(L)", NOT_FOUND.format("L")
    assert no_queue(estate((B, EARLY, gone)).absences(B), "L")
    found = estate((B, EARLY, gone, ("DEFINE QLOCAL(L) MAXDEPTH(9)", CREATED)))
    assert not no_queue(found.absences(B), "L")
    assert value(found, "MAXDEPTH") == "9"
    assert not estate((B, EARLY, FULL, ("DELETE QLOCAL(L)", DELETED))).of(B, ("QLOCAL",), "L")


def test_of_a_queue_that_a_session_defined_something_is_shown():
    gone = "DISPLAY QLOCAL(L)", NOT_FOUND
    defined = refuses(estate((B, EARLY, gone, ("DEFINE QLOCAL(L)", CREATED))), B, ["L"])
    assert (
        defined.holds is None and "the evidence does not show whether messages can be put on L at QM.B" in defined.said
    )
    assert [(one.file, one.line) for one in defined.places] == [("0.txt", 9)]
    assert "the evidence shows nothing of L at QM.B" in refuses(estate((B, EARLY, qmgr(B, ""))), B, ["L"]).said


@pytest.mark.parametrize(("command", "reply", "state"), [
    (f"START CHANNEL({C})", STARTED, None), (f"STOP CHL({C})", STOPPED, None),
    (f"START CHANNEL({C})", "AMQ9514E: Channel in use.", "STOPPED"), ("START CHANNEL(OTHER)", STARTED, "STOPPED"),
])  # fmt: skip
def test_a_command_on_a_channel_ends_what_its_status_showed(command, reply, state):
    found = estate((B, EARLY, status("STOPPED"), (command, reply)))
    assert found.fact_of(found.statuses(B, C), "STATUS").value == state
    assert command_effects.changes_state(found, B, C).holds is (state is None)
    again = estate((B, EARLY, status("STOPPED"), (command, reply), status("RUNNING")))
    assert again.fact_of(again.statuses(B, C), "STATUS").value == "RUNNING"
    assert not command_effects.changes_state(again, B, C).holds


def test_a_started_channel_is_no_longer_without_status():
    none = f"DISPLAY CHSTATUS({C})", NO_STATUS
    assert estate((B, EARLY, none)).absences(B)
    assert not estate((B, EARLY, none, (f"START CHANNEL({C})", STARTED))).absences(B)


def test_an_altered_queue_manager_shows_what_was_set():
    found = estate((B, EARLY, qmgr(B, "DEADQ= "), ("ALTER QMGR DEADQ(B.DLQ)", "AMQ8005I: queue manager changed.")))
    assert found.manager(B, "DEADQ").value == "B.DLQ"
    assert [(one.file, one.line) for one in found.manager(B, "DEADQ").places] == [("0.txt", 9)]


def test_within_one_session_a_later_display_of_the_same_queue_counts():
    more = "DISPLAY QSTATUS(L) TYPE(QUEUE)", [show("QS", "QUEUE=L;TYPE=QUEUE;CURDEPTH=0")]
    found = estate((B, None, FULL, more))
    assert found.fact(B, DEPTHS, "L", "CURDEPTH").value == "0"
    assert found.fact(B, DEPTHS, "L", "PUT").value == "DISABLED"
    # Two instances in one answer are both there.
    both = f"DISPLAY CHSTATUS({C})", [*status("RUNNING")[1], *status("RETRYING", xmitq="OTHER.X")[1]]
    shown = estate((B, None, both))
    assert shown.fact_of(shown.statuses(B, C), "STATUS").conflict


@pytest.mark.parametrize(("command", "reply", "said"), [
    ("CLEAR QLOCAL(L)", CLEARED, "was cleared (CLEAR QLOCAL(L)): a message that was there then was deleted"),
    ("DELETE QLOCAL(L) PURGE", DELETED, "was deleted with its messages (DELETE QLOCAL(L)): a message that was there then was deleted"),
    ("DELETE QLOCAL(L)", DELETED, ""), ("CLEAR QLOCAL(OTHER)", CLEARED, ""), ("CLEAR QLOCAL(L)", "AMQ8148E: IBM MQ object in use.", ""),
])  # fmt: skip
def test_what_is_said_of_messages_that_a_command_deleted(command, reply, said):
    moments = {None: True, 13: True, 16: False}
    for hour, counts in moments.items():
        at = hour and Span(*[datetime(2026, 3, 2, hour, tzinfo=UTC)] * 2)
        found = command_effects.was_cleared(estate((B, LATE, (command, reply))), B, "L", at)
        assert (found.holds, found.said, len(found.places)) == ((True, said, 1) if said and counts else (False, "", 0))


@pytest.mark.parametrize(("command", "reply"), [("START CHANNEL", STARTED), ("STOP CHANNEL", STOPPED)])
def test_what_is_said_of_a_command_that_no_status_follows(command, reply):
    found = command_effects.changes_state(estate((B, EARLY, status("STOPPED"), (f"{command}({C})", reply))), B, C)
    assert (
        found.said == f"QM.B accepted {command}({C}), and the evidence has no later status of {C}"
        and len(found.places) == 1
    )


DEFINE = "DEFINE QLOCAL(L) MAXDEPTH(9)", CREATED


@pytest.mark.parametrize(("answers", "are_told"), [
    ([DEFINE], [True]), ([FULL], [False]), ([FULL, ("ALTER QLOCAL(L) PUT(ENABLED)", CHANGED)], [False, False]),
    ([("ALTER QLOCAL(L) PUT(ENABLED)", CHANGED)], [True]),
])  # fmt: skip
def test_what_a_command_sets_is_no_display(answers, are_told):
    found = estate((B, EARLY, *answers)).of(B, ("QLOCAL",), "L")
    assert [command_effects.is_told(row) for row in found] == are_told


def test_a_command_that_sets_less_does_not_supersede_a_display_that_shows_more():
    found = estate((B, EARLY, FULL), (B, LATE, ("ALTER QLOCAL(L) MAXDEPTH(9)", CHANGED)))
    assert {value(found, "MAXDEPTH"), value(found, "PUT")} == {"9", "DISABLED"}
    assert len(found.newest(found.of(B, ("QLOCAL",), "L"))) == 2


@pytest.mark.parametrize(("one", "other", "follows"), [
    (FULL, ("DISPLAY QUEUE(L)", [show("Q", "QUEUE=L;TYPE=QLOCAL;CURDEPTH=1")]), True),
    (FULL, local("OTHER"), False), (FULL, qmgr(B, "DEADQ="), False),
    (FULL, ("DISPLAY QSTATUS(L)", [show("QS", "QUEUE=L;TYPE=QUEUE;CURDEPTH=0")]), True),
    (status(), (f"DISPLAY CHSTATUS({C}) SAVED", [show("CHS", f"CHANNEL={C};CHLTYPE=SDR;SAVED;XMITQ=X")]), False),
    (status(), status("STOPPED"), True), (status(), status("STOPPED", xmitq="OTHER"), False),
])  # fmt: skip
def test_what_stands_further_down_in_a_session_follows_what_it_shows_again(one, other, follows):
    first, last = (row for row in rows(session(B, one, other)) if row["type"] != "ERROR")
    assert command_effects.follows(Row.of(last), Row.of(first)) is follows and not command_effects.follows(
        Row.of(first), Row.of(last)
    )


@pytest.mark.parametrize(("command", "reply", "word", "attributes"), [
    ("DEFINE QLOCAL(L) MAXDEPTH(9)", CREATED, "QLOCAL", {"TYPE": "QLOCAL", "QUEUE": "L", "MAXDEPTH": "9"}),
    ("DEFINE QALIAS(L) TARGET(M)", CREATED, "QALIAS", {"TYPE": "QALIAS", "QUEUE": "L", "TARGET": "M"}),
    ("DEFINE CHANNEL(L) CHLTYPE(RCVR)", "AMQ8014I: IBM MQ channel created.", "CHANNEL", {"CHLTYPE": "RCVR"}),
    ("ALTER QMGR DEADQ(D)", "AMQ8005I: IBM MQ queue manager changed.", "QMGR", {"DEADQ": "D"}),
    ("DEFINE QLOCAL(L) LIKE(M) MAXDEPTH(9) REPLACE", CREATED, "QLOCAL", {"TYPE": "QLOCAL", "QUEUE": "L", "MAXDEPTH": "9"}),
])  # fmt: skip
def test_what_a_command_alone_shows_is_what_it_sets(command, reply, word, attributes):
    [row] = estate((B, EARLY, (command, reply))).of(B, (word,), B if word == "QMGR" else "L")
    assert row.attributes == attributes


def test_a_deleted_queue_has_no_handles_left():
    handles = "DISPLAY QSTATUS(L) TYPE(HANDLE) ALL", [show("QS", "QUEUE=L;TYPE=HANDLE;APPLTAG=app;INPUT=SHARED")]
    assert estate((B, EARLY, handles)).of(B, ("HANDLE",), "L")
    assert not estate((B, EARLY, handles, ("DELETE QLOCAL(L)", DELETED))).of(B, ("HANDLE",), "L")
    assert estate((B, EARLY, handles, ("DELETE QLOCAL(OTHER)", DELETED))).of(B, ("HANDLE",), "L")
