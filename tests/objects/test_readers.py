"""Who takes messages from a queue: what keeps them from it, and what a status cannot tell."""

from datetime import UTC, datetime

import pytest

from mqforensics.objects import readers
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Span
from mqforensics.questions.walk.broken import broken
from tests.objects.evidence import rows
from tests.questions.test_walk_rules import ALTERED, PUT, ZONES, queue_status
from tests.questions.walk_cases import A, Made, local, qmgr, session, show
from tests.questions.walked import walked

NOW = "2026-01-02T10:00:00Z"
LAIN = {"CURDEPTH": "3", "LPUTDATE": "2026-01-02", "LPUTTIME": "09.00.01", "LGETDATE": "", "LGETTIME": ""}
TRIGGERED = "GET=ENABLED;IPPROCS=0;TRIGGER;INITQ=I"


def told(more, *answers, **lain):
    """The walk of a message that was put to a local queue in the last put of its status."""
    queue = local("L", f"PUT=ENABLED;CURDEPTH=3;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;{more};" + ALTERED.format("01", "08.00.00"))
    made = session(A, queue, queue_status("L", **{**LAIN, **lain}), *answers, time=NOW)
    return walked(Made("L", [made], {"persistence": 0}), log=ZONES[:1], put_time=PUT, queue="L").verdict


def started(time):
    return "DISPLAY QMSTATUS ALL", [show("QMS", f"QMNAME={A};STATUS=RUNNING;STARTDA=2026-01-02;STARTTI={time}")]


def test_why_nobody_takes_what_is_on_its_destination_is_told():
    plain = told("GET=ENABLED;IPPROCS=1")
    assert plain.code == "DELIVERED" and plain.statement.endswith("on L at QM.A.")
    assert "Nothing can be got from L (GET(DISABLED))" in told("GET=DISABLED;IPPROCS=1").statement
    found = told(TRIGGERED, local("I", "CURDEPTH=1;IPPROCS=0"))
    assert "It triggers by INITQ(I), which no program reads (IPPROCS(0))" in found.statement
    assert "triggers" not in told(TRIGGERED, local("I", "CURDEPTH=1;IPPROCS=1")).statement


def test_a_start_since_the_put_leaves_no_last_get_to_go_by():
    for time, code in (("08.00.00", "DELIVERED"), ("09.30.00", "UNKNOWN")):
        found = told("GET=ENABLED;IPPROCS=1", started(time))
        assert found.code == code and ("non-persistent" in found.statement) == (code == "UNKNOWN"), found.statement


@pytest.mark.parametrize(("time", "persistence", "npmclass", "code"), [
    ("09.30.00", 0, "NORMAL", "UNKNOWN"), ("09.30.00", 1, "NORMAL", "CONSUMED"), ("08.30.00", 0, "NORMAL", "CONSUMED"),
    ("09.30.00", 0, "HIGH", "CONSUMED"),
])  # fmt: skip
def test_a_message_that_a_start_of_its_queue_manager_may_have_ended_was_not_surely_taken(time, persistence, npmclass, code):
    more = f"CUSTOM=;NPMCLASS={npmclass};" + ALTERED.format("01", "08.00.00")
    queue = local("L", f"PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;BOQNAME=;{more}")
    last = {"LPUTDATE": "2026-01-02", "LPUTTIME": "09.40.00", "LGETDATE": "2026-01-02", "LGETTIME": "09.40.01"}
    made = session(A, queue, queue_status("L", CURDEPTH="0", IPPROCS="1", **last), started(time), time=NOW)
    asked = {"persistence": persistence, "expiry": -1}
    found = walked(Made("L", [made], asked), log=ZONES[:1], put_time=PUT, queue="L").verdict
    assert found.code == code and ("then was lost" in found.statement) == (code == "UNKNOWN"), found.statement


def test_monitoring_that_is_off_is_why_a_queue_tells_no_last_put():
    def asked(queue, manager):
        text = session(A, qmgr(A, f"MONQ={manager}"), local("L", f"CURDEPTH=1;MONQ={queue}"))
        return readers.unmonitored(Estate(rows(text)), A, "L").holds

    assert [asked("QMGR", "OFF"), asked("OFF", "HIGH"), asked("QMGR", "HIGH"), asked("LOW", "OFF")] == [True, True, False, False]


def test_a_get_that_is_not_committed_may_come_back():
    text = show("Q", "QUEUE=L;TYPE=QLOCAL;PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;" + ALTERED.format("01", "08.00.00"))
    unit = show("CONN", "CONN=A1;TYPE=CONN;APPLTAG=batch;UOWSTATE=ACTIVE")
    status = queue_status("L", CURDEPTH="0", UNCOM="1", LPUTDATE="2026-01-02", LPUTTIME="09.00.01")
    made = session(A, ("DISPLAY QLOCAL(L)", [text]), status, ("DISPLAY CONN(*) ALL", [unit]), time=NOW)
    found = walked(Made("L", [made], {}), log=ZONES[:1], put_time=PUT, queue="L").verdict
    assert found.code == "UNKNOWN" and "a get of it is not committed (UNCOM(1))" in found.statement
    later = [line.replace("CURDEPTH(0)", "CURDEPTH( )") for line in status[1][0]]
    made = session(A, ("DISPLAY QLOCAL(L)", [text]), (status[0], [later]), time=NOW)
    apart = walked(Made("L", [made], {}), log=ZONES[:1], put_time=PUT, queue="L").verdict
    assert "a get of it" not in apart.statement, "another answer shows the depth: a put may have come between"
    assert "unit of work: batch" in found.statement


@pytest.mark.parametrize(
    ("more", "wanted"),
    [("CURDEPTH=5;GET=DISABLED", True), (f"CURDEPTH=5;{TRIGGERED}", True), (f"CURDEPTH=0;{TRIGGERED}", False),
     ("CURDEPTH=5;IPPROCS=0;NOTRIGGER", False), (f"CURDEPTH=5;{TRIGGERED};TRIGTYPE=DEPTH;TRIGDPTH=9", False)],
)  # fmt: skip
def test_a_queue_whose_reader_nobody_starts_is_told_unasked(more, wanted):
    found = broken(Estate(rows(session(A, local("L", more), local("I", "CURDEPTH=1;IPPROCS=0")))), [])
    assert [(one.code, one.object) for one in found if one.code == "NOT_READ"] == [("NOT_READ", "L")] * wanted


def test_when_a_queue_manager_was_started_is_not_guessed():
    at = Span(*[datetime(2026, 1, 2, 9, 0, 1, tzinfo=UTC)] * 2)
    assert not readers.restarted(Estate(rows(session(A, started("09.30.00")))), A, at).holds
