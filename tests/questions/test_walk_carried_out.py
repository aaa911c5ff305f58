"""What was changed by a command in a session is no longer as the displays before it show it."""

import pytest

from tests.questions.walk_cases import DONE, SENT, A, B, C, Made, X, local, remote, sender, session, show, status
from tests.questions.walked import walked

STATUS = "DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [show("QS", DONE)]
CLEAR, CLEARED = "CLEAR QLOCAL({})", "AMQ8022I: IBM MQ queue cleared."
STARTED = f"START CHANNEL({C})", "AMQ8018I: Start IBM MQ channel accepted."
STOPPED = f"STOP CHANNEL({C})", "AMQ8019I: Stop IBM MQ channel accepted."
REQUEST = {"persistence": 1, "expiry": -1, "put_time": "2026-01-02T09:59:50Z"}
WAITS = remote(), local(X, "CURDEPTH=3;USAGE=XMITQ"), sender()


def queue(depth):
    return local(
        "L",
        f"PUT=ENABLED;CURDEPTH={depth};MAXDEPTH=5000;USAGE=NORMAL;CUSTOM=;NPMCLASS=NORMAL;ALTDATE=2025-06-01;ALTTIME=09.00.00",
    )


def put(*answers, **known):
    return walked(Made("", [session(A, *answers, time=known.get("time"))], REQUEST), queue="L").verdict


def test_a_queue_that_was_cleared_was_not_read():
    time = "2026-01-02T10:00:10Z"
    assert put(queue(0), STATUS, time=time).code == "CONSUMED"
    for answers in (
        [(CLEAR.format("L"), CLEARED), queue(0), STATUS],
        [queue(9), (CLEAR.format("L"), CLEARED), queue(0), STATUS],
    ):
        found = put(*answers, time=time)
        assert found.code == "UNKNOWN"
        assert "L of QM.A was cleared (CLEAR QLOCAL(L)): a message that was there then was deleted" in found.statement
        lines = session(A, *answers, time=time).split("\n")
        assert any("CLEAR" in lines[place.line - 1] for place in found.places)
    other = put((CLEAR.format("OTHER"), CLEARED), queue(0), STATUS, time=time)
    failed = put((CLEAR.format("L"), "AMQ8148E: IBM MQ object in use."), queue(0), STATUS, time=time)
    assert {other.code, failed.code} == {"CONSUMED"}


def test_a_queue_that_was_cleared_before_the_put_had_no_message_of_it():
    before = session(A, (CLEAR.format("L"), CLEARED), time="2026-01-02T08:00:00Z")
    after = session(A, queue(0), STATUS, time="2026-01-02T10:00:10Z")
    assert walked(Made("", [before, after], REQUEST), queue="L").verdict.code == "CONSUMED"


def test_a_queue_that_was_deleted_holds_nothing():
    gone = "DELETE QLOCAL(L) PURGE", "AMQ8007I: IBM MQ queue deleted."
    found = put(queue(1), gone)
    assert found.code == "UNKNOWN"
    assert "L of QM.A was deleted with its messages (DELETE QLOCAL(L))" in found.statement


def test_what_was_on_a_transmission_queue_that_was_cleared_waits_no_more():
    found = walked(Made("", [session(A, *WAITS, status("STOPPED"), (CLEAR.format(X), CLEARED))])).verdict
    assert found.code == "CLEARED" and found.statement.startswith("Probably")
    assert f"{X} of QM.A was cleared" in found.statement
    shown = local(X, "CURDEPTH=0;USAGE=XMITQ")
    sent = walked(Made("", [session(A, remote(), (CLEAR.format(X), CLEARED), shown, sender(), status())])).verdict
    assert sent.code == "UNKNOWN"
    assert f"{X} of QM.A was cleared" in sent.statement


@pytest.mark.parametrize(("before", "command", "code"), [
    ("STOPPED", STARTED, "CHANNEL_NOT_RUNNING"), ("RUNNING", STOPPED, "WAITING_ON_XMITQ"),
])  # fmt: skip
def test_a_channel_that_was_started_or_stopped_is_not_as_it_was_shown(before, command, code):
    assert walked(Made("", [session(A, *WAITS, status(before))])).verdict.code in (code, "UNKNOWN")
    found = walked(Made("", [session(A, *WAITS, status(before), command)])).verdict
    assert found.code == "UNKNOWN"
    assert f"is {before}" not in found.statement
    assert f"QM.A accepted {command[0]}, and the evidence has no later status of {C}" in found.statement
    assert not any("START CHANNEL" in one.command for one in found.next)


def test_of_one_session_the_later_display_counts():
    later = local(X, "CURDEPTH=0;USAGE=XMITQ")
    arrived = session(B, local("L", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=5000"))
    shown = [remote(), local(X, "CURDEPTH=3;USAGE=XMITQ"), sender(), status("STOPPED"), STARTED, later, status()]
    found = walked(Made("", [session(A, *shown), arrived]))
    as_sent = walked(Made("", [session(A, *SENT), arrived]))
    assert (found.verdict.code, found.verdict.statement) == (as_sent.verdict.code, as_sent.verdict.statement)
