"""Who takes messages from a queue: what keeps them from it, and what a status cannot tell."""

from datetime import UTC, datetime

import pytest

from mqforensics.objects import puts, readers
from mqforensics.objects.commands import without_shell
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Span
from mqforensics.questions.errors import UNITS
from mqforensics.questions.walk.broken_channels import broken
from tests.objects.evidence import rows
from tests.questions.test_walk_rules import ALTERED, PUT, ZONES, queue_status
from tests.questions.walk_cases import NOT_FOUND, A, Made, local, session, show
from tests.questions.walked import walked

NOW = "2026-01-02T10:00:00Z"
LAIN = {"CURDEPTH": "3", "LPUTDATE": "2026-01-02", "LPUTTIME": "09.00.01", "LGETDATE": "", "LGETTIME": ""}
TRIGGERED = "GET=ENABLED;IPPROCS=0;TRIGGER;INITQ=I"


def test_open_units_of_work_are_asked_for_by_one_command():
    [asked] = readers.units_command(Estate(()), "QM1")
    assert readers.UNITS in asked.command and UNITS is readers.UNITS
    _, [_, work] = puts._open_unit_note(Estate(()), "QM1", "Q", "UNCOM(3)")
    assert work == asked


def told(more, *answers, **lain):
    """The walk of a message that was put to a local queue in the last put of its status."""
    queue = local(
        "L",
        f"PUT=ENABLED;CURDEPTH=3;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;{more};" + ALTERED.format("01", "08.00.00"),
    )
    made = session(A, queue, queue_status("L", **{**LAIN, **lain}), *answers, time=NOW)
    return walked(Made("L", [made], {"persistence": 0}), log=ZONES[:1], put_time=PUT, queue="L").verdict


def started(time):
    return "DISPLAY QMSTATUS ALL", [show("QMS", f"QMNAME={A};STATUS=RUNNING;STARTDA=2026-01-02;STARTTI={time}")]


def test_why_nobody_takes_what_is_on_its_destination_is_told():
    plain = told("GET=ENABLED;IPPROCS=1")
    assert plain.code == "DELIVERED" and plain.statement.endswith("has CURDEPTH(3).")
    assert "Nothing can be got from L (GET(DISABLED))" in told("GET=DISABLED;IPPROCS=1").statement
    found = told(TRIGGERED, local("I", "CURDEPTH=1;IPPROCS=0"))
    assert "It triggers by INITQ(I), which no program reads (IPPROCS(0))" in found.statement
    assert "triggers" not in told(TRIGGERED, local("I", "CURDEPTH=1;IPPROCS=1")).statement


def test_a_start_since_the_put_leaves_no_last_get_to_go_by():
    for time, code in (("08.00.00", "DELIVERED"), ("09.30.00", "UNKNOWN")):
        found = told("GET=ENABLED;IPPROCS=1", started(time))
        assert found.code == code and ("nonpersistent" in found.statement) == (code == "UNKNOWN"), found.statement


@pytest.mark.parametrize(("time", "persistence", "npmclass", "code"), [
    ("09.30.00", 0, "NORMAL", "UNKNOWN"), ("09.30.00", 1, "NORMAL", "CONSUMED"), ("08.30.00", 0, "NORMAL", "CONSUMED"),
    ("09.30.00", 0, "HIGH", "CONSUMED"),
])  # fmt: skip
def test_a_message_that_a_start_of_its_queue_manager_may_have_ended_was_not_surely_taken(
    time, persistence, npmclass, code
):
    more = f"CUSTOM=;NPMCLASS={npmclass};" + ALTERED.format("01", "08.00.00")
    queue = local("L", f"PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;BOQNAME=;{more}")
    last = {"LPUTDATE": "2026-01-02", "LPUTTIME": "09.40.00", "LGETDATE": "2026-01-02", "LGETTIME": "09.40.01"}
    made = session(A, queue, queue_status("L", CURDEPTH="0", IPPROCS="1", **last), started(time), time=NOW)
    asked = {"persistence": persistence, "expiry": -1}
    found = walked(Made("L", [made], asked), log=ZONES[:1], put_time=PUT, queue="L").verdict
    assert found.code == code and ("then was lost" in found.statement) == (code == "UNKNOWN"), found.statement


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
    assert not readers.restart_since(Estate(rows(session(A, started("09.30.00")))), A, at).holds


LAST = "LPUTDATE=2026-01-02;LPUTTIME=09.59.00;LGETDATE=2026-01-02;LGETTIME={}"
OLD = "QUEUE=L;TYPE=QUEUE;CURDEPTH=40;IPPROCS={};UNCOM={};MSGAGE={};QTIME={},5;"


@pytest.mark.parametrize(("open_", "uncom", "age", "waits", "got", "said"), [
    (2, "NO", 5000, 5, "08.00.00", "may wait for others"), (2, "NO", 5000, 5, "09.59.30", None),
    (2, "NO", 5000, 999999999, "09.59.30", "points to readers (IPPROCS(2))"), (0, "NO", 5000, 5, "08.00.00", None),
    (2, "NO", 5, 999999999, "08.00.00", None), (2, "40", 0, 5, "08.00.00", None),
])  # fmt: skip
def test_messages_that_wait_for_long_though_a_program_has_their_queue_open(open_, uncom, age, waits, got, said):
    status = "DISPLAY QSTATUS(*) ALL", [show("QS", OLD.format(open_, uncom, age, waits) + LAST.format(got))]
    found = broken(Estate(rows(session(A, local("L", "USAGE=NORMAL;GET=ENABLED"), status, time=NOW))), [])
    assert [said in one.statement for one in found] == [True] * bool(said), found
    assert not said or found[0].code == ("READ_SLOWLY" if "points" in said else "NOT_READ")


def test_who_holds_a_queue_of_which_nothing_is_got_is_named_and_not_asked_for():
    waits = "DISPLAY QSTATUS(*) ALL", [show("QS", OLD.format(1, "NO", 5000, 5) + LAST.format("08.00.00"))]
    held = "QUEUE=L;TYPE=HANDLE;APPLTAG=oldjob;USERID=bob;CONNAME=192.0.2.9;INPUT=EXCL"
    handles = "DISPLAY QSTATUS(L) TYPE(HANDLE) ALL", [show("QS", held)]
    text = session(A, local("L", "USAGE=NORMAL;GET=ENABLED"), waits, handles, time=NOW)
    [one] = broken(Estate(rows(text)), [])
    assert "oldjob (USERID(bob), CONNAME(192.0.2.9), INPUT(EXCL))" in one.statement, one.statement
    assert not any("TYPE(HANDLE)" in each.command for each in one.next) and one.next


def test_messages_of_which_none_is_committed_for_long_cannot_be_got():
    shown = (OLD + LAST).format(1, "40", 0, 5, "09.58.00").replace("LPUTTIME=09.59.00", "LPUTTIME=09.00.00")
    unit = show("CONN", "CONN=A1;TYPE=CONN;APPLTAG=batch;UOWSTATE=ACTIVE")
    status = ("DISPLAY QSTATUS(*) ALL", [show("QS", shown)]), ("DISPLAY CONN(*) ALL", [unit])
    text = session(A, local("L", "USAGE=NORMAL;GET=ENABLED"), *status, time="2026-01-03T10:00:00Z")
    [one] = broken(Estate(rows(text)), [])
    assert one.code == "NOT_READ" and "UNCOM(40)" in one.statement and "batch" in one.statement


@pytest.mark.parametrize(("more", "said"), [
    ("TRIGGER;PROCESS=", "names no process"), ("TRIGGER;PROCESS=P", "PROCESS(P), which is not defined"),
    ("TRIGGER;PROCESS=Q", None), ("NOTRIGGER;PROCESS=Q;TRIGTYPE=DEPTH;TRIGDPTH=2", "once it has triggered"),
    ("NOTRIGGER;PROCESS=Q;TRIGTYPE=FIRST", None), ("PROCESS=", None),
])  # fmt: skip
def test_a_queue_that_triggers_no_program_is_told(more, said):
    process = (
        "DISPLAY PROCESS(*)",
        [["AMQ8407I: Display Process details.", "   PROCESS(Q)                              APPLICID(run)"]],
    )
    answers = local("L", f"CURDEPTH=5;IPPROCS=0;INITQ=I;{more}"), local("I", "CURDEPTH=0;IPPROCS=1"), process
    found = broken(Estate(rows(session(A, *answers))), [])
    assert [said in one.statement for one in found] == [True] * bool(said), found
    assert not said or found[0].next[0].effect == "looks"


def test_a_queue_whose_file_is_full_and_that_nobody_reads_is_told():
    for size, codes in ((2048, ["NOT_READ"]), (2047, [])):
        status = (
            "DISPLAY QSTATUS(*) ALL",
            [show("QS", f"QUEUE=L;TYPE=QUEUE;CURDEPTH=9;IPPROCS=0;CURFSIZE={size};CURMAXFS=2048")],
        )
        found = broken(Estate(rows(session(A, local("L", "USAGE=NORMAL;GET=ENABLED"), status))), [])
        assert [one.code for one in found] == codes and ("2056" in found[0].statement if codes else True)


def test_a_message_on_a_queue_that_nobody_can_read_is_a_warning():
    assert told("GET=DISABLED;IPPROCS=1").severity == "warning" and told("GET=ENABLED;IPPROCS=1").severity is None


NO_READER = "No program has L open for input (IPPROCS(0))."
PROCESSES = "DISPLAY PROCESS(*) APPLTYPE APPLICID"
WOULD = "IPPROCS=0;TRIGGER;INITQ=J"


@pytest.mark.parametrize(("more", "said", "asked"), [
    ("GET=DISABLED", "Nothing can be got from L (GET(DISABLED)).", ["DISPLAY QLOCAL('L') GET DESCR ALTDATE ALTTIME"]),
    ("IPPROCS=0", NO_READER, []), ("IPPROCS=1", "", []), ("IPPROCS=0;QSGDISP=SHARED", "", []), ("PUT=ENABLED", "", []),
    (TRIGGERED, f"{NO_READER} It triggers by INITQ(I), which no program reads (IPPROCS(0)).", ["DISPLAY QLOCAL('I') IPPROCS CURDEPTH"]),
    ("IPPROCS=0;TRIGGER;INITQ=GONE", f"{NO_READER} It triggers by INITQ(GONE), which is not defined.",
     ["DISPLAY QLOCAL('GONE') IPPROCS CURDEPTH"]),
    ("IPPROCS=0;NOTRIGGER;INITQ=J;TRIGTYPE=DEPTH;PROCESS=P",
     f"{NO_READER} L is NOTRIGGER with TRIGTYPE(DEPTH): that is how a queue is left once it has triggered.",
     ["DISPLAY QLOCAL('L') TRIGTYPE TRIGDPTH INITQ PROCESS ALTDATE ALTTIME", "ALTER QLOCAL('L') TRIGGER"]),
    ("IPPROCS=0;NOTRIGGER;INITQ=J;TRIGTYPE=FIRST;PROCESS=P", NO_READER, []),
    (f"{WOULD};PROCESS=", f"{NO_READER} It triggers, but names no process to start (PROCESS blank).", [PROCESSES]),
    (f"{WOULD};PROCESS=P", f"{NO_READER} It triggers PROCESS(P), which is not defined.", [PROCESSES]),
    (f"{WOULD};PROCESS=Q", NO_READER, []), (f"{WOULD};PROCESS=;USAGE=XMITQ", NO_READER, []),  # a channel is started without a process
    (f"{WOULD};PROCESS=Q;TRIGTYPE=NONE", f"{NO_READER} L triggers nothing: TRIGTYPE(NONE).", []),
    (f"{WOULD};PROCESS=Q;TRIGTYPE=DEPTH;TRIGDPTH=4", f"{NO_READER} L triggers from a depth of 4 on (TRIGTYPE(DEPTH)), and has CURDEPTH(3).", []),
    (f"{WOULD};PROCESS=Q;TRIGTYPE=DEPTH;TRIGDPTH=3", NO_READER, []),
    (f"{WOULD};PROCESS=Q;TRIGMPRI=4", f"{NO_READER} L triggers only for TRIGMPRI(4) and above, which its messages may not have.", []),
])  # fmt: skip
def test_why_nobody_reads_a_queue_word_for_word(more, said, asked):
    gone = [("DISPLAY PROCESS(P)", NOT_FOUND.format("P")), ("DISPLAY QUEUE(GONE)", NOT_FOUND.format("GONE"))]
    shown = local("L", f"CURDEPTH=3;{more}"), local("I", "IPPROCS=0"), local("J", "IPPROCS=1"), *gone
    found = readers.nobody_reads(Estate(rows(session(A, *shown))), A, "L")
    assert (found.holds, found.said, [without_shell(one) for one in found.next]) == (bool(said), said, asked)
    assert bool(found.places) is bool(said)


@pytest.mark.parametrize(("deep", "more", "enough"), [
    (1, "", True), (0, "", False), (4, "TRIGTYPE=DEPTH;TRIGDPTH=4", True), (3, "TRIGTYPE=DEPTH;TRIGDPTH=4", False),
    (3, "TRIGTYPE=FIRST;TRIGDPTH=4", True), (1, "TRIGTYPE=DEPTH", True),
])  # fmt: skip
def test_how_many_messages_trigger_a_reader(deep, more, enough):
    assert (
        readers.deep_enough(Estate(rows(session(A, local("L", f"CURDEPTH={deep};{more}".strip(";"))))), A, "L")
        is enough
    )


def handle(*cells):
    return show("QS", ";".join(("QUEUE=L;TYPE=HANDLE", *cells)))


def test_who_has_a_queue_open_is_named_with_the_way():
    each = [handle("APPLTAG=app", "USERID=u", "PID=7", "INPUT=SHARED"), handle("APPLTAG=excl", "CONNAME=10.1.1.1", "CHANNEL=C", "INPUT=EXCL"),
            handle("APPLTAG=browser", "INPUT=NO"), handle("INPUT=SHARED")]  # fmt: skip
    known = Estate(rows(session(A, ("DISPLAY QSTATUS(L) TYPE(HANDLE) ALL", each))))
    every = readers.open_by(known, A, "L")
    assert (
        every.said == "app (USERID(u), PID(7), INPUT(SHARED)), excl (CONNAME(10.1.1.1), CHANNEL(C), INPUT(EXCL))"
        and len(every.places) == 2
    )
    assert readers.open_by(known, A, "L", readers.EXCLUSIVE).said == "excl (CONNAME(10.1.1.1), CHANNEL(C), INPUT(EXCL))"
    assert not readers.open_by(known, A, "OTHER").holds


def test_programs_with_an_open_unit_of_work_are_named_since_when():
    each = [show("CONN", f"CONN=A{place};TYPE=CONN;{text}") for place, text in enumerate((
        "APPLTAG=batch;UOWSTATE=ACTIVE;UOWSTDA=2026-01-02;UOWSTTI=09.00.00", "APPLTAG=app;UOWSTATE=ACTIVE", "APPLTAG=idle;UOWSTATE=NONE", "UOWSTATE=ACTIVE"))]  # fmt: skip
    assert readers.units(Estate(rows(session(A, ("DISPLAY CONN(*) ALL", each)))), A) == [
        "app",
        "batch (since 2026-01-02 09.00.00 by its clock)",
    ]
