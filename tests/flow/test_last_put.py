"""What times of a last put say: of a message whose put time nobody knows, of a queue without one, of dead letters."""

import json

import pytest

from tests.flow.test_kinds import PASSED, A, B, X, chs, local, qmgr, qstatus, rcvr, remote, run, sdr, xmitq
from tests.questions.production_rules import DLQ_AT_B
from tests.questions.walk_evidence import gather

OF_TODAY = "CURDEPTH=0;LPUTDATE=2026-04-14;LPUTTIME={at}"
"""The last put of another queue, which shows that its capture is hours after the one asked for."""
ARRIVED = "CURDEPTH=1;IPPROCS=0;UNCOM=NO;LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-13;LGETTIME=10.00.00"
SENT_AT_TEN = "STATUS=RUNNING;CHSTADA=2026-04-14;CHSTATI=09.00.00;LSTMSGDA=2026-04-14;LSTMSGTI=10.00.01"


def looked_at(at_a="13.00.00", at_b="13.00.10", status=PASSED, arrived=ARRIVED, said=(), **asked):
    """A message that may have passed over the transmission queue at ten, and both ends by looks at one."""
    way = remote(), xmitq(X, "CURDEPTH=0;IPPROCS=1"), qstatus(X, status), sdr(), chs(SENT_AT_TEN)
    end = local("L", "CURDEPTH=1;IPPROCS=0"), qstatus("L", arrived), *DLQ_AT_B, rcvr()
    a = run(A, *way, qmgr(A), qstatus("OTHER", OF_TODAY.format(at=at_a)))
    b = run(B, *end, qstatus("OTHER", OF_TODAY.format(at=at_b)))
    case = {"walk": [{"queue": "R", "queue_manager": A, **asked}], "assume": list(said)}
    return gather({"a.txt": a.encode(), "b.txt": b.encode(), "case.json": json.dumps(case).encode()})[0]


def test_the_last_put_says_when_a_message_was_put_that_nobody_timed():
    walk = looked_at()
    assert (walk.verdict.code, walk.verdict.at, walk.finding.degree) == ("DELIVERED", (B, "L"), "probable")
    [when] = [one for one in walk.finding.assumes if one.key == "WHEN"]
    assert (when.queue_manager, when.object, when.value) == (A, X, "2026-04-14 10:00:00")
    told = f"The message was the last one put to {X}, at 2026-04-14 10:00:00 local time."
    assert (when.text, when.class_) == (told, "C")


@pytest.mark.parametrize("said", ["WHEN=open", f"WHEN:{A}:R=open", f"WHEN:{A}:{X}=open"])
def test_a_last_put_is_not_taken_for_the_message_s_where_somebody_doubts_it(said):
    walk = looked_at(said=[said])
    assert (walk.verdict.code, walk.finding.degree) == ("UNKNOWN", "open")
    assert "WHEN" not in {one.key for one in walk.finding.assumes}


def test_what_was_got_since_the_last_put_was_consumed():
    got = ARRIVED.replace("CURDEPTH=1", "CURDEPTH=0").replace("LGETDATE=2026-04-13", "LGETDATE=2026-04-14")
    walk = looked_at(arrived=got.replace("LGETTIME=10.00.00", "LGETTIME=10.00.09").replace("IPPROCS=0", "IPPROCS=1"))
    assert (walk.verdict.code, walk.verdict.at, walk.finding.degree) == ("CONSUMED", (B, "L"), "probable")


def test_local_times_hours_apart_of_hosts_of_unknown_zones_show_another_zone():
    walk = looked_at(at_b="21.00.10", arrived=ARRIVED.replace("10.00.01", "18.00.01"))
    assert (walk.verdict.code, walk.finding.degree) == ("DELIVERED", "probable")
    assert "ZONE" not in {one.key for one in walk.finding.assumes}


# A queue without a last put


def unput(monitored, at_a=(), dlq="CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.01"):
    """A message that was sent at ten, and its queue, which shows no time of a last put; a dead-letter queue at B."""
    queue = f"CURDEPTH=0;IPPROCS=1;UNCOM=NO;LPUTDATE=;LPUTTIME=;LGETDATE=;LGETTIME=;MONQ={monitored}"
    at_b = local("L", "CURDEPTH=0;IPPROCS=1;ALTDATE=2026-01-15;ALTTIME=04.53.20"), qstatus("L", queue)
    b = run(
        B, *at_b, qmgr(B, "DEADQ=DLQ;MONQ=MEDIUM"), local("DLQ", dlq.partition(";")[0]), qstatus("DLQ", dlq), rcvr()
    )
    way = remote(), xmitq(X, "CURDEPTH=0"), qstatus(X, PASSED), sdr(), chs(SENT_AT_TEN), qmgr(A, "DEADQ=A.DLQ")
    case = {"walk": [{"queue": "R", "queue_manager": A, "put_time": "2026-04-14T10:00:00Z", "persistence": 1}]}
    files = {"a.txt": run(A, *way, *at_a).encode(), "b.txt": b.encode(), "case.json": json.dumps(case).encode()}
    return gather(files)[0]


@pytest.mark.parametrize("monitored", ["LOW", "MEDIUM", "HIGH"])
def test_nothing_was_put_to_a_monitored_queue_without_a_last_put(monitored):
    walk = unput(monitored)
    assert (walk.verdict.code, walk.verdict.at) == ("ON_DLQ", (B, "DLQ")), walk.verdict.statement
    assert "NO_RESTART" in {one.key for one in walk.finding.assumes}


def test_a_queue_that_is_not_monitored_shows_no_last_put():
    assert unput("OFF").verdict.code == "UNKNOWN"


NOTHING_AT_B = "CURDEPTH=0;UNCOM=NO;LPUTDATE=2026-04-13;LPUTTIME=10.00.00"


@pytest.mark.parametrize(("at_a", "code"), [
    ((local("A.DLQ", "CURDEPTH=1"), qstatus("A.DLQ", "CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.00")), "ON_SENDER_DLQ"),
    ((local("A.DLQ", "CURDEPTH=0"),), "UNKNOWN"),
    ((local("A.DLQ", "CURDEPTH=1"), qstatus("A.DLQ", "CURDEPTH=1;LPUTDATE=2026-04-13;LPUTTIME=10.00.00")), "UNKNOWN"),
])  # fmt: skip
def test_messages_on_the_sender_s_dead_letter_queue_speak_for_what_went_nowhere_else(at_a, code):
    assert unput("HIGH", at_a, NOTHING_AT_B).verdict.code == code


@pytest.mark.parametrize("units", ["\u00b2", "9" * 5000])
def test_a_count_of_units_of_work_that_is_no_number_is_none(units):
    walk = looked_at(arrived=ARRIVED.replace("UNCOM=NO", f"UNCOM={units}"), put_time="2026-04-14T10:00:00Z")
    assert walk.verdict.code in ("DELIVERED", "UNKNOWN")
