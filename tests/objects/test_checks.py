"""What is known of a queue's room and of a channel's state, then and now, in words and with the lines that show it."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.objects import checks
from mqforensics.objects.commands import without_shell
from mqforensics.objects.fact import Span
from tests.objects.evidence import estate
from tests.questions.walk_cases import NO_STATUS, NOT_FOUND, A, B, C, X, local, sender, show, status

EARLY, NOW = "2026-03-02T13:00:00Z", "2026-03-02T15:00:00Z"


def at(hour, minute=0):
    return Span(*[datetime(2026, 3, 2, hour, minute, tzinfo=UTC)] * 2)


def known(*captures):
    return estate(*captures, clocks={A: timedelta(), B: timedelta()})


def altered(hour):
    return f";ALTDATE=2026-03-02;ALTTIME={hour:02}.00.00"


def queue_status(**shown):
    return "DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [
        show("QS", ";".join(f"{k}={v}" for k, v in {"QUEUE": "L", "TYPE": "QUEUE", **shown}.items()))
    ]


def last_put(hour, **more):
    return queue_status(LPUTDATE="2026-03-02", LPUTTIME=f"{hour:02}.30.00", **more)


FULL = "CURDEPTH=10;MAXDEPTH=10;PUT=ENABLED"
IS_FULL = "L at QM.B is full (CURDEPTH(10) of MAXDEPTH(10))"


@pytest.mark.parametrize(("shown", "when", "holds", "said"), [
    ([local("L", FULL + altered(9))], None, True, IS_FULL),
    ([local("L", FULL + altered(9)), last_put(10, CURDEPTH="10")], at(14), True, IS_FULL),
    ([local("L", FULL + altered(9))], at(14), None, IS_FULL),  # it may have been filled since
    ([local("L", FULL + altered(14)), last_put(10, CURDEPTH="10")], at(12), None,
     f"{IS_FULL}, but it was altered 2026-03-02 14:00:00 by its clock, and what was altered is not recorded"),
    ([local("L", FULL), last_put(10, CURDEPTH="10")], at(12), None, f"{IS_FULL}, and the evidence does not show since when"),
    ([local("L", FULL + altered(9)), last_put(14, CURDEPTH="10", LGETDATE="2026-03-02", LGETTIME="10.00.00")], at(12), None,
     f"{IS_FULL}, but accepted messages after this one: it may be among them"),
    ([local("L", FULL + altered(9)), last_put(14, CURDEPTH="10", LGETDATE="2026-03-02", LGETTIME="14.00.00")], at(12), None, IS_FULL),
])  # fmt: skip
def test_whether_a_queue_that_is_full_now_was_full_then(shown, when, holds, said):
    found = checks.full(known((B, NOW, *shown)), B, "L", when)
    assert (found.holds, found.said, found.code, found.object) == (holds, said, 2053, "L")


def test_a_queue_that_had_another_limit_then_may_have_had_room():
    then, now = (
        (B, EARLY, local("L", "MAXDEPTH=20;CURDEPTH=1" + altered(9))),
        (B, NOW, local("L", FULL + altered(14)), last_put(10, CURDEPTH="10")),
    )
    found = checks.full(known(then, now), B, "L", at(12))
    assert (found.holds, found.said) == (None, f"{IS_FULL}, but it had MAXDEPTH(20) then")


@pytest.mark.parametrize(
    ("size", "most", "holds"),
    [("5", "5", True), ("6", "5", True), ("4", "5", False), ("0", "0", False), ("x", "5", False)],
)
def test_a_file_that_is_as_large_as_it_may_be_takes_no_more(size, most, holds):
    found = checks.file_full(known((B, NOW, queue_status(CURFSIZE=size, CURMAXFS=most))), B, "L")
    assert found.holds is holds and bool(found.places) is holds
    assert found.said == (
        f"puts to L at QM.B fail with 2056: its file has its full size (CURFSIZE({size}), CURMAXFS({most}) MB)"
        if holds
        else ""
    )


@pytest.mark.parametrize(("shown", "when", "holds", "said"), [
    ([local("L", "PUT=DISABLED" + altered(9))], None, True, "L at QM.B is put-inhibited (PUT(DISABLED))"),
    ([local("L", "PUT=DISABLED" + altered(9))], at(12), True, "L at QM.B is put-inhibited (PUT(DISABLED))"),
    ([local("L", "PUT=DISABLED" + altered(13))], at(12), None,
     "L at QM.B: PUT(DISABLED), but it was altered 2026-03-02 13:00:00 by its clock, and what was altered is not recorded"),
    ([local("L", f"PUT=DISABLED;CRDATE=2026-03-02;CRTIME=13.00.00{altered(13)}")], at(12), None,
     "L at QM.B was created 2026-03-02 13:00:00 by its clock"),
    ([local("L", "PUT=DISABLED")], at(12), None, "L at QM.B: PUT(DISABLED), and the evidence does not show since when"),
    ([local("L", "PUT=DISABLED" + altered(9)), last_put(13)], at(12), None,
     "L at QM.B is put-inhibited (PUT(DISABLED)), but was put to 2026-03-02 13:30:00 by its clock"),
    ([local("L", "PUT=DISABLED" + altered(9)), last_put(11)], at(12), True, "L at QM.B is put-inhibited (PUT(DISABLED))"),
    ([local("L", "PUT=ENABLED" + altered(9))], at(12), False, ""),
    ([local("L", "MAXDEPTH=1")], None, None, ""),
])  # fmt: skip
def test_whether_a_queue_was_put_inhibited_then(shown, when, holds, said):
    found = checks.puts(known((B, NOW, *shown)), B, ["L"], when)
    assert (found.holds, found.said) == (holds, said)
    assert [without_shell(one) for one in found.next] == ["DISPLAY QUEUE('L') PUT DESCR ALTDATE ALTTIME"]


def test_what_an_earlier_capture_shows_held_until_the_alteration():
    early, late = (local("L", f"PUT={put}{altered(hour)}") for put, hour in (("DISABLED", 9), ("ENABLED", 14)))
    found = checks.puts(known((B, EARLY, early), (B, NOW, late)), B, ["L"], at(12))
    assert (found.holds, found.said) == (True, "L at QM.B was put-inhibited (PUT(DISABLED), now PUT(ENABLED))")
    assert [one.file for one in found.places] == ["0.txt", "1.txt"]


@pytest.mark.parametrize(("answers", "value", "said"), [
    ([status()], "RUNNING", f"{C} is RUNNING"), ([status("RETRY")], "RETRY", f"{C} is RETRY"),
    ([(f"DISPLAY CHSTATUS({C})", NO_STATUS)], "INACTIVE", f"{C} is INACTIVE"),
    ([], None, f"the evidence does not show the state of {C}"), ([sender()], None, f"the evidence does not show the state of {C}"),
    ([(f"DISPLAY CHSTATUS({C})", [*status()[1], *status("STOPPED", xmitq="Y")[1]])], None,
     f"the state of {C} contradicts itself (RUNNING, STOPPED)"),
    ([(f"DISPLAY CHSTATUS({C}) WHERE(STATUS EQ RUNNING)", NO_STATUS)], None, f"the evidence shows of the state of {C} only that it is not RUNNING"),
    ([status("RUNNIN")], None, f"the state of {C} cannot be read (RUNNIN)"), ([status("*******")], None, f"the state of {C} cannot be read (*******)"),
    ([(f"DISPLAY CHSTATUS({C}) SAVED", [show("CHS", f"CHANNEL={C};CHLTYPE=SDR;SAVED;STATUS=RUNNING")])], None,
     f"the evidence does not show the state of {C}"),
    ([(f"DISPLAY CHSTATUS({C})", [show("CHS", f"CHANNEL={C};CHLTYPE=RCVR;CURRENT;STATUS=RUNNING")])], None,
     f"the evidence does not show the state of {C}"),
])  # fmt: skip
def test_the_state_of_a_channel(answers, value, said):
    found = checks.state(known((A, NOW, *answers)), A, C)
    assert (found.channel, found.value, found.said) == (C, value, said) and bool(found.places) == (value is not None or "read" in said
                                                                                           or "only" in said or "itself" in said)  # fmt: skip


@pytest.mark.parametrize(("captures", "when", "value"), [
    ([(EARLY, status("STOPPED")), (NOW, status())], None, "RUNNING"), ([(EARLY, status("STOPPED")), (NOW, status())], at(14), "RUNNING"),
    ([(EARLY, status("STOPPED"))], at(14), None), ([(EARLY, status()), (NOW, (f"DISPLAY CHSTATUS({C})", NO_STATUS))], None, "INACTIVE"),
    ([(NOW, status()), (EARLY, (f"DISPLAY CHSTATUS({C})", NO_STATUS))], None, "RUNNING"),
])  # fmt: skip
def test_the_state_of_a_channel_is_that_of_the_newest_capture(captures, when, value):
    assert checks.state(known(*((A, stamp, shown) for stamp, shown in captures)), A, C, at=when).value == value


@pytest.mark.parametrize(("uncom", "shared", "open_"), [
    ("YES", "", True), ("NO", "", False), ("3", "", True), ("0", "", False), ("?", "", None), ("NO", "QSGDISP=SHARED", None), ("YES", "QSGDISP=SHARED", True),
])  # fmt: skip
def test_whether_a_unit_of_work_is_open(uncom, shared, open_):
    assert (
        checks.has_open_unit(known((B, NOW, local("L", shared or "CURDEPTH=0"), queue_status(UNCOM=uncom))), B, "L")
        is open_
    )


@pytest.mark.parametrize(
    ("kind", "is_one"),
    [("RCVR", True), ("RQSTR", True), ("CLUSRCVR", True), ("SDR", False), ("SVRCONN", False), (None, True)],
)
def test_the_receiving_end_of_a_channel(kind, is_one):
    shown = f"CHANNEL={C}{f';CHLTYPE={kind}' if kind else ''};DESCR=x"
    found = known((B, NOW, (f"DISPLAY CHANNEL({C})", [show("CHL", shown)])))
    assert (len(checks.receivers(found, B, C)), checks.receivers(found, None, C)) == (int(is_one), [])


@pytest.mark.parametrize(("answers", "commands"), [
    ([], [f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{X}')"]), ([sender()], [f"DISPLAY CHSTATUS('{C}') ALL"]),
    ([sender(), sender("A2")], [f"DISPLAY CHSTATUS('{C}') ALL", "DISPLAY CHSTATUS('A2') ALL"]),
])  # fmt: skip
def test_what_shows_whether_a_channel_takes_messages_from_a_transmission_queue(answers, commands):
    assert [without_shell(one) for one in checks.ask_channels(known((A, NOW, *answers)), A, X)] == commands


SENDERS = "DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=SDR;XMITQ=QM.C")]


@pytest.mark.parametrize(("answers", "when", "count"), [
    ([("DISPLAY CHANNEL(*)", NOT_FOUND.format("*"))], None, 1), ([SENDERS], None, 1), ([SENDERS], at(14), 1), ([SENDERS], at(16), 0),
    ([("DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=SDR")])], None, 0),  # its XMITQ is not shown
    ([("DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=RCVR")])], None, 1), ([("DISPLAY CHANNEL(A*)", SENDERS[1])], None, 0),
    ([SENDERS, local(X, "CLCHNAME=CL.*;USAGE=XMITQ")], None, 0),
])  # fmt: skip
def test_which_lines_prove_that_no_channel_serves_a_transmission_queue(answers, when, count):
    assert len(checks.lines_without_server(known((A, NOW, *answers)), A, X, when)) == count
