"""What the last put, the last get and the oldest message of a queue prove of one message, and what they do not."""

from datetime import UTC, datetime

import pytest

from tests.questions.walk_cases import (
    NO_STATUS,
    NOT_FOUND,
    SENT,
    A,
    B,
    Made,
    X,
    local,
    remote,
    sender,
    session,
    show,
    status,
)
from tests.questions.walked import walked

ALT = "ALTDATE=2025-11-01;ALTTIME=08.00.00"
AT, NOON = "2026-01-02T09:00:01Z", "2026-01-02T12:00:00Z"
CLOCK = [{"file": "a.LOG", "line": 1, "message": "AMQ9002", "queue_manager": A, "time_text": "2026-01-02 05:00:00",
          "time": datetime(2026, 1, 2, 5, tzinfo=UTC)}]  # fmt: skip


def queue_status(name, hour, got="", **known):
    """The status of a queue that was last put to and got from at these times of the day."""
    cells = {"QUEUE": name, "TYPE": "QUEUE", "CURDEPTH": "3", "UNCOM": "NO", "MONQ": "MEDIUM", "IPPROCS": "0", **known}
    cells |= {"LPUTDATE": "2026-01-02", "LPUTTIME": hour, "LGETDATE": got and "2026-01-02", "LGETTIME": got}
    return f"DISPLAY QSTATUS({name}) TYPE(QUEUE)", [
        show("QS", ";".join(f"{key}={value}" for key, value in cells.items()))
    ]


def started(day, hour):
    return "DISPLAY QMSTATUS STARTDA STARTTI", [show("QMS", f"QMNAME={A};STARTDA={day};STARTTI={hour}")]


def stopped(*shown):
    """The walk of a message put at 09:00:01 over a transmission queue whose channel is stopped."""
    queue = local(X, f"USAGE=XMITQ;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;MONQ=QMGR;{ALT}")
    route = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME=QM.B;XMITQ={X};PUT=ENABLED;{ALT}")]
    captured = session(A, route, queue, sender(more=ALT), status("STOPPED"), *shown, time="2026-01-02T12:00:00Z")
    return walked(Made("", [captured]), log=CLOCK, put_time=AT, persistence=1).finding


def assumed(found):
    """The keys of what a finding assumes."""
    return {one.key for one in found.assumes}


@pytest.mark.parametrize(("shown", "assumes"), [
    ((queue_status(X, "10.00.00"),), "NO_RESTART"),
    ((queue_status(X, "10.00.00"), started("2026-01-02", "09.30.00")), "STANDS"),
    ((queue_status(X, "10.00.00"), started("2026-01-01", "09.30.00")), "NO_RESTART"),
    ((queue_status(X, "10.00.00"), queue_status("OTHER", "08.00.00")), "NO_RESTART"),
    ((queue_status(X, "10.00.00", MSGAGE="10799"),), "NO_RESTART"),
    ((queue_status(X, "10.00.00", MSGAGE="5000"),), None),
    ((queue_status(X, "09.00.01"),), "NO_RESTART"),
    ((queue_status(X, "10.00.00", got="08.00.00"),), ""),
])  # fmt: skip
def test_a_blank_last_get_says_nothing_of_before_the_queue_manager_was_started(shown, assumes):
    found = stopped(*shown)
    assert found.code == ("UNKNOWN" if assumes is None else "CHANNEL_NOT_RUNNING"), found.statement
    assert assumes is None or assumed(found) & {"NO_RESTART", "STANDS"} == {assumes} - {""}
    assert assumes is not None or "START CHANNEL" not in str(found.next)


@pytest.mark.parametrize(("altered", "stands"), [("ALTDATE=2026-01-02;ALTTIME=09.30.00", True), (ALT, False)])
def test_a_last_get_that_was_perhaps_not_kept_when_the_message_was_put_is_no_sign_that_nothing_was_got(altered, stands):
    manager = "DISPLAY QMGR MONQ ALTDATE ALTTIME", [show("QMGR", f"QMNAME={A};MONQ=MEDIUM;{altered}")]
    found = stopped(queue_status(X, "10.00.00"), started("2026-01-01", "09.30.00"), manager)
    assert found.code == "CHANNEL_NOT_RUNNING" and ("STANDS" in assumed(found)) == stands, found.statement


SHARED = "QSGDISP=SHARED"
GROUP = "DISPLAY QMGR QSGNAME PLATFORM", [show("QMGR", f"QMNAME={A};QSGNAME=QSGA;PLATFORM=MVS")]


@pytest.mark.parametrize(("disposition", "code"), [(SHARED, "UNKNOWN"), ("QSGDISP=QMGR", "DELIVERED")])
def test_of_a_shared_queue_a_member_tells_of_its_own_readers_puts_and_gets_only(disposition, code):
    queue = local(
        "L", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;{disposition};{ALT}"
    )
    held = queue_status("L", "11.59.50", got="08.00.00", **dict([disposition.split("=")]))
    member = "DISPLAY QMGR QSGNAME PLATFORM", [show("QMGR", f"QMNAME={B};QSGNAME=QSGA;PLATFORM=MVS")]
    sessions = [
        session(A, *SENT, time="2026-01-02T11:59:50Z"),
        session(B, member, queue, held, time="2026-01-02T12:00:00Z"),
    ]
    found = walked(Made("", sessions), persistence=1).verdict
    assert found.code == code, found.statement
    assert ("No program has L open" in found.statement) == (code == "DELIVERED"), found.statement


def test_a_put_to_a_shared_queue_by_another_member_is_not_in_the_last_put_of_this_one():
    queue = local(X, f"USAGE=XMITQ;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;{SHARED};{ALT}")
    route = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME=QM.B;XMITQ={X};PUT=ENABLED;{ALT}")]
    here = queue_status(X, "08.00.00", got="07.00.00", QSGDISP="SHARED")
    captured = session(A, GROUP, route, queue, sender(more=ALT), status("STOPPED"), here, time="2026-01-02T12:00:00Z")
    found = walked(Made("", [captured]), log=CLOCK, put_time=AT, persistence=1).verdict
    assert found.code == "UNKNOWN" and "never" not in found.statement and "nothing was" not in found.statement
    status_ = [one.command for one in found.next if "STATUS" in one.command]
    assert status_ and all(one.endswith("CMDSCOPE(*)") for one in status_), found.next


@pytest.mark.parametrize(("altered", "code"), [("2025-11-01", "CHANNEL_NOT_RUNNING"), ("2026-01-02", "UNKNOWN")])
def test_a_way_that_the_queue_manager_chose_is_that_of_its_attributes_at_the_put(altered, code):
    route = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME=QM.B;XMITQ=;PUT=ENABLED;{ALT}")]
    manager = "DISPLAY QMGR ALL", [show("QMGR", f"QMNAME={A};DEFXMITQ={X};ALTDATE={altered};ALTTIME=11.00.00")]
    queue = local(X, f"USAGE=XMITQ;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;MONQ=MEDIUM;{ALT}")
    answers = (route, manager, ("DISPLAY QUEUE(QM.B)", NOT_FOUND.format("QM.B")), queue, sender(more=ALT), status("STOPPED"),
               queue_status(X, "09.00.01", got="08.00.00"))  # fmt: skip
    made = Made("", [session(A, *answers, time="2026-01-02T12:00:00Z")])
    found = walked(made, log=CLOCK, put_time=AT, persistence=1).verdict
    assert found.code == code, found.statement


@pytest.mark.parametrize(("more", "code", "said", "asked"), [
    ((), "DELIVERED", "R of QM.A has CURDEPTH(3). ", "amqsbcg R"),
    ((queue_status("R", "09.00.01", UNCOM="1"),), "UNKNOWN", "puts or gets of it are not committed (UNCOM(1))", "amqsbcg R"),
    ((queue_status("R", "09.00.01", UNCOM="NO", QSGDISP="SHARED"),), "UNKNOWN", "R of QM.A has CURDEPTH(3)", "CMDSCOPE(*)"),
])  # fmt: skip
def test_an_open_handle_is_no_sign_that_a_put_is_not_committed(more, code, said, asked):
    queue = local("R", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;OPPROCS=1;{ALT}")
    found = walked(Made("", [session(A, queue, *more, time="2026-01-02T12:00:00Z")]), log=CLOCK, put_time=AT).finding
    assert found.code == code and said in found.statement, found.statement
    assert ("COMMITTED" in assumed(found)) == ("UNCOM(1)" not in said) and asked in found.next[0].command


@pytest.mark.parametrize(("threshold", "put", "code"), [
    (3, "09.00.02", "UNKNOWN"), (3, "08.00.00", "CONSUMED"), (0, "09.00.02", "CONSUMED"),
])  # fmt: skip
def test_without_a_backout_queue_what_is_rolled_back_too_often_may_be_on_the_dead_letter_queue(threshold, put, code):
    queue = local("R", f"USAGE=NORMAL;CURDEPTH=0;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=1;BOQNAME=;"
                       f"BOTHRESH={threshold};CUSTOM=;{ALT}")  # fmt: skip
    dead = local("DLQ", f"USAGE=NORMAL;CURDEPTH=1;IPPROCS=0;{ALT}")
    manager = "DISPLAY QMGR ALL", [show("QMGR", f"QMNAME={A};DEADQ=DLQ;{ALT}")]
    read = queue_status("R", "09.00.01", got="09.00.02", CURDEPTH="0", IPPROCS="1")
    answers = (manager, queue, dead, read, queue_status("DLQ", put, CURDEPTH="1"))
    made = Made("", [session(A, *answers, time="2026-01-02T12:00:00Z")])
    found = walked(made, log=CLOCK, put_time=AT, persistence=1, expiry=-1).verdict
    assert found.code == code, found.statement
    assert (found.next[0].command == "amqsbcg DLQ QM.A") == (code == "UNKNOWN")
    assert ("Readers of R put what they back out too often on DLQ" in found.statement) == (code == "UNKNOWN")


@pytest.mark.parametrize(("deep", "got", "known", "request_", "code", "told"), [
    (3, "11.59.58", {"MSGAGE": "5"}, {}, "CONSUMED", "was got from its destination R of QM.A"),
    (0, "08.00.00", {}, {"expiry": 3000}, "EXPIRED", "expired on R of QM.A"),
    (0, "09.00.02", {}, {"expiry": 3000}, "UNKNOWN", "R of QM.A has CURDEPTH(0)"),
])  # fmt: skip
def test_what_the_last_get_and_the_oldest_message_exclude_is_told(deep, got, known, request_, code, told):
    queue = local(
        "R", f"USAGE=NORMAL;CURDEPTH={deep};MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=2;CUSTOM=;{ALT}"
    )
    put = "11.59.58" if deep else "09.00.01"
    answers = queue, queue_status("R", put, got=got, CURDEPTH=str(deep), **known)
    made = Made("", [session(A, *answers, time="2026-01-02T12:00:00Z")])
    found = walked(made, log=CLOCK, put_time=AT, persistence=1, **request_).verdict
    assert found.code == code and told in found.statement, found.statement
    assert not any(one.command.startswith("amqsbcg R ") for one in found.next)


@pytest.mark.parametrize(("start", "told"), [("2026-01-01", True), ("2026-01-02", False)])
def test_the_age_of_a_message_proves_nothing_after_a_start_of_the_queue_manager(start, told):
    queue = local("R", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;{ALT}")
    answers = queue, queue_status("R", "11.00.00", MSGAGE="9000"), started(start, "09.30.00")
    made = Made("", [session(A, *answers, time="2026-01-02T12:00:00Z")])
    found = walked(made, log=CLOCK, put_time=AT, persistence=1).verdict
    assert found.code == "UNKNOWN", "before the start somebody may have read it"
    assert ("the oldest message on R of QM.A came after the put" in found.statement) == told, found.statement


@pytest.mark.parametrize(("log", "hour", "kept", "told"), [
    (CLOCK, "09.30.00", "NORMAL", f"{A} was started since (2026-01-02 09:30:00 by its clock)"),
    (CLOCK, "08.30.00", "NORMAL", ""),
])  # fmt: skip
def test_of_an_empty_queue_without_times_the_start_of_its_queue_manager_is_told(log, hour, kept, told):
    queue = local(
        "R", f"USAGE=NORMAL;CURDEPTH=0;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;NPMCLASS={kept};{ALT}"
    )
    status_ = queue_status("R", "", CURDEPTH="0", LPUTDATE="")
    made = Made("", [session(A, queue, status_, started("2026-01-02", hour), time=NOON)])
    found = walked(made, log=log, put_time=AT, persistence=0).verdict
    assert found.code == "UNKNOWN" and told in found.statement, found.statement
    assert ("started since" in found.statement) == bool(told)
    assert ("a nonpersistent message that was on R then was lost" in found.statement) == bool(told)


def clustered(early, late, put="09.00.01", more=""):
    """The walk of a message to a cluster queue whose instances two captures show; that of B is empty and was read."""

    def known(owners):
        each = [
            f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={owner};CLUSQT=QLOCAL;PUT=ENABLED;{ALT}" for owner in owners
        ]
        return "DISPLAY QCLUSTER(R) ALL", [show("Q", one) for one in each]

    members = [f"CLUSQMGR={owner};CHANNEL=TO.{owner};CLUSTER=CL;STATUS=RUNNING;XMITQ=X.{owner};{more if owner == B else ''}"
               for owner in (B, "QM.D")]  # fmt: skip
    way = "DISPLAY CLUSQMGR(*) ALL", [show("CLUS", one) for one in members]
    passed = [
        one
        for owner in (B, "QM.D")
        for one in (
            local(f"X.{owner}", f"USAGE=XMITQ;CURDEPTH=0;MAXDEPTH=9000;PUT=ENABLED;{ALT}"),
            queue_status(f"X.{owner}", "09.00.01", got="09.00.02", CURDEPTH="0"),
        )
    ]
    end = local("R", f"USAGE=NORMAL;CURDEPTH=0;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=1;{ALT}")
    sessions = [
        session(A, known(early), time="2026-01-02T08:00:00Z"),
        session(A, known(late), way, *passed, time="2026-01-02T12:00:00Z"),
        session(B, end, queue_status("R", put, got="09.00.03", CURDEPTH="0", IPPROCS="1"), time="2026-01-02T12:00:00Z"),
    ]
    clocks = [CLOCK[0], {**CLOCK[0], "queue_manager": B}]
    return walked(Made("", sessions), log=clocks, put_time=AT, persistence=1, expiry=-1).verdict


def test_an_instance_that_was_known_before_the_put_and_is_no_more_may_have_the_message():
    assert "R is a cluster queue of QM.B, QM.D" in clustered((B, "QM.D"), (B,)).statement
    assert "R is a cluster queue" not in clustered((B,), (B,)).statement


@pytest.mark.parametrize(("put", "told"), [("DISABLED", True), ("ENABLED", False)])
def test_of_several_instances_it_is_told_what_their_channels_do_and_that_none_takes_messages(put, told):
    each = [f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={one};CLUSQT=QLOCAL;PUT={put};{ALT}" for one in (B, "QM.D")]
    members = [f"CLUSQMGR={one};CHANNEL=TO.{one};CLUSTER=CL;STATUS=RUNNING" for one in (B, "QM.D")]
    state = "CHANNEL=TO.QM.D;CHLTYPE=CLUSSDR;CONNAME=d;CURRENT;STATUS=RETRYING;XQMSGSA=4"
    answers = (
        ("DISPLAY QCLUSTER(R) ALL", [show("Q", one) for one in each]),
        ("DISPLAY CLUSQMGR(*) ALL", [show("CLUS", one) for one in members]),
        ("DISPLAY CHSTATUS(TO.QM.D) ALL", [show("CHS", state)]),
    )  # fmt: skip
    made = Made("", [session(A, *answers, time="2026-01-02T12:00:00Z")])
    said = walked(made, log=CLOCK, put_time=AT).verdict.statement
    assert "TO.QM.B to QM.B is RUNNING, TO.QM.D to QM.D is RETRYING with XQMSGSA(4)" in said
    assert ("all of them as put-inhibited, so the put fails" in said) == told, said


def test_an_instance_that_was_not_put_to_since_is_left_out_and_a_suspended_one_is_asked_last():
    found = clustered((B, "QM.D"), (B, "QM.D"), put="08.00.00")
    assert found.code == "UNKNOWN" and found.next[0].on == "QM.D", found.next
    found = clustered((B, "QM.D"), (B, "QM.D"), more="SUSPEND=YES")
    assert "QM.B is suspended" in found.statement and found.next[0].on == "QM.D", found.next


@pytest.mark.parametrize(("trigger", "told"), [
    ("TRIGTYPE=DEPTH;TRIGDPTH=100", "X triggers from a depth of 100 on (TRIGTYPE(DEPTH)), and has CURDEPTH(3)"),
    ("TRIGTYPE=DEPTH;TRIGDPTH=2", ""), ("TRIGTYPE=NONE", "X triggers nothing: TRIGTYPE(NONE)"),
    ("TRIGTYPE=FIRST;TRIGMPRI=5", "X triggers only for TRIGMPRI(5) and above"), ("TRIGTYPE=FIRST;TRIGMPRI=0", ""),
])  # fmt: skip
def test_what_keeps_a_queue_from_triggering_is_told_of_a_channel_and_of_a_reader(trigger, told):
    terms = f"CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;TRIGGER;INITQ=SYSTEM.CHANNEL.INITQ;{trigger};{ALT}"
    route = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME=QM.B;XMITQ={X};PUT=ENABLED;{ALT}")]
    running = "DISPLAY QMSTATUS ALL", [show("QMS", f"QMNAME={A};CHINIT=RUNNING")]
    none = "DISPLAY CHSTATUS(*)", NO_STATUS
    here = (
        route,
        local(X, f"USAGE=XMITQ;{terms}"),
        sender(more=ALT),
        none,
        running,
        queue_status(X, "09.00.01", got="08.00.00"),
    )
    found = walked(
        Made("", [session(A, *here, time="2026-01-02T12:00:00Z")]), log=CLOCK, put_time=AT, persistence=1
    ).verdict
    assert found.code == "CHANNEL_NOT_RUNNING" and told.replace("X ", f"{X} ", 1) in found.statement, found.statement
    assert "CHINIT" not in str(found.next), "what is shown is not asked"
    here = local("R", f"USAGE=NORMAL;{terms}"), queue_status("R", "09.00.01", got="08.00.00")
    found = walked(
        Made("", [session(A, *here, time="2026-01-02T12:00:00Z")]), log=CLOCK, put_time=AT, persistence=1
    ).verdict
    assert found.code == "DELIVERED" and told.replace("X ", "R ", 1) in found.statement, found.statement
    assert told or "triggers" not in found.statement


@pytest.mark.parametrize(("deep", "code"), [(2, "UNKNOWN"), (0, "REMOTE_DEFINITION_WRONG")])
def test_a_circle_of_definitions_is_told_wherever_the_message_is(deep, code):
    back = "DISPLAY QREMOTE(L)", [show("Q", f"QUEUE=L;TYPE=QREMOTE;RNAME=R;RQMNAME={A};XMITQ=BACK;PUT=ENABLED;{ALT}")]
    returns = status("RUNNING", "B.TO.A", "BACK", A)
    takes = f"USAGE=XMITQ;PUT=ENABLED;MAXDEPTH=9;MAXMSGL=4194304;{ALT};CURDEPTH="
    way = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}")]
    sessions = [session(A, way, local(X, f"{takes}{deep}"), sender(), status("RUNNING"), time=NOON),
                session(B, back, local("BACK", f"{takes}1"), sender("B.TO.A", "BACK"), returns, time=NOON)]  # fmt: skip
    found = walked(Made("", sessions), put_time=AT).verdict
    assert found.code == code and "he definitions lead in a circle back to QM.A." in found.statement, found


def test_a_program_with_an_open_unit_of_work_is_named_and_not_asked_for_again():
    work = "DISPLAY CONN(*) ALL", [show("CONN", "CONN=1;APPLTAG=batchput;UOWSTATE=ACTIVE")]
    queue = local("R", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;{ALT}")
    here = session(A, queue, queue_status("R", "09.00.01", UNCOM="3"), work, time="2026-01-02T12:00:00Z")
    found = walked(Made("", [here]), log=CLOCK, put_time=AT).verdict
    assert "Programs with an open unit of work: batchput" in found.statement
    assert not any("CONN(*)" in one.command for one in found.next)


@pytest.mark.parametrize(("queues", "channels", "states", "said", "first"), [
    ((9, 0), (0, 0), ("RETRYING", "RUNNING"), "CLWLRANK puts QM.B before the others", B),
    ((9, 0), (0, 1), ("RUNNING", "RUNNING"), "CLWLRANK puts QM.D before the others", "QM.D"),
    ((0, 0), (0, 0), ("RETRYING", "RUNNING"), "what is opened again goes to QM.D", "QM.D"),
    ((0, 0), (0, 0), ("RUNNING", "INACTIVE"), "CLWLPRTY puts QM.B before the others while the channels are so", B),
    ((0, 0), (0, 0), ("RETRYING", "STOPPED"), "", None), ((0, None), (0, 0), ("RETRYING", "RUNNING"), "", None),
])  # fmt: skip
def test_what_goes_before_the_state_of_a_channel_and_what_comes_after_it_is_told(queues, channels, states, said, first):
    owners = B, "QM.D"
    rank = [f";CLWLRANK={one}" if one is not None else "" for one in queues]
    each = [f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={owner};CLUSQT=QLOCAL;PUT=ENABLED;CLWLPRTY={9 * (owner == B)};{ALT}{more}"
            for owner, more in zip(owners, rank, strict=True)]  # fmt: skip
    members = [f"CLUSQMGR={owner};CHANNEL=TO.{owner};CLUSTER=CL;STATUS={state};CLWLRANK={rank};CLWLPRTY=0"
               for owner, state, rank in zip(owners, states, channels, strict=True)]  # fmt: skip
    answers = (
        ("DISPLAY QCLUSTER(R) ALL", [show("Q", one) for one in each]),
        ("DISPLAY CLUSQMGR(*) ALL", [show("CLUS", one) for one in members]),
    )
    there = [session(owner, local("R", "USAGE=NORMAL;CURDEPTH=2;PUT=ENABLED")) for owner in owners]
    found = walked(Made("", [session(A, *answers), *there])).verdict
    assert found.code == "UNKNOWN" and said in found.statement, found.statement
    assert ("before the others" in found.statement or "opened again" in found.statement) == bool(said), found.statement
    assert [one.on for one in found.next if one.command.startswith("amqsbcg R ")][:1] == [first] * bool(first)


def test_an_instance_that_is_put_inhibited_is_not_passed_over_in_silence():
    each = [
        f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={owner};CLUSQT=QLOCAL;PUT={put};{ALT}"
        for owner, put in (("QM.D", "DISABLED"), (B, "ENABLED"))
    ]
    shown = session(A, ("DISPLAY QCLUSTER(R) ALL", [show("Q", one) for one in each]), time="2026-01-02T12:00:00Z")
    walk = walked(Made("", [shown]), log=CLOCK, put_time=AT)
    [stop] = walk.route.stops
    assert stop.means == f"R is a cluster queue of {B}; that of QM.D is put-inhibited" and len(stop.places) == 2


@pytest.mark.parametrize(
    ("put", "got", "told"),
    [("09.00.03", "08.00.00", True), ("09.00.03", "09.30.00", False), ("08.30.00", "08.00.00", False)],
)
@pytest.mark.parametrize("clock", [[], CLOCK])
def test_without_the_zone_of_its_host_a_last_put_is_assumed_to_be_that_of_the_message(put, got, told, clock):
    queue = local("R", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;IPPROCS=0;{ALT}")
    made = Made(
        "",
        [session(A, queue, queue_status("R", put, got=got, CURDEPTH="3", MSGAGE="20000"), time="2026-01-02T12:00:00Z")],
    )
    found = walked(made, log=clock, put_time=AT, persistence=1).finding
    assert (found.code == "DELIVERED") == told, found.statement
    assert ("LAST_PUT" in assumed(found)) == (told and not clock)


BOTH = [*CLOCK, {**CLOCK[0], "queue_manager": B}]
"""What shows that the hosts of both queue managers are in one zone."""


def sent(left, then, *shown, cap="", **known):
    """The walk of a message put at 09:00:01 that has left its transmission queue, last got from at `left`, for L at B.

    That was captured at `then`, the transmission queue at noon; `shown`: what B shows besides L and its status.
    """
    route = (
        remote()[0],
        [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;CUSTOM={cap};{ALT}")],
    )
    queue = local(X, f"USAGE=XMITQ;CURDEPTH=0;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;{ALT}")
    none = "DISPLAY QMGR ALL", [show("QMGR", f"QMNAME={A};DEADQ=;{ALT}")]
    here = session(A, route, queue, sender(more=ALT), status("RUNNING"), none,
                   queue_status(X, "09.00.01", got=left, CURDEPTH="0"), time="2026-01-02T12:00:00Z")  # fmt: skip
    deep = local("L", f"USAGE=NORMAL;CURDEPTH=3;MAXDEPTH=9000;MAXMSGL=4194304;PUT=ENABLED;CUSTOM=;{ALT}")
    none = "DISPLAY QMGR ALL", [show("QMGR", f"QMNAME={B};DEADQ=;{ALT}")]
    there = session(B, deep, none, *shown, time=f"2026-01-02T{then}Z")
    return walked(Made("", [here, there]), log=BOTH, put_time=AT, persistence=1, **known).finding


@pytest.mark.parametrize(("left", "told"), [("10.59.00", False), ("09.00.02", True)])
def test_behind_a_transmission_queue_a_message_may_be_younger_than_its_put(left, told):
    status_ = queue_status("L", "11.30.00", got="08.00.00", MSGAGE="3600")
    found = sent(left, "12:01:00", status_)
    assert found.code == ("UNKNOWN" if told else "DELIVERED"), found.statement


@pytest.mark.parametrize(
    ("left", "then", "stands"),
    [("09.00.02", "11:00:00", True), ("11.30.00", "11:00:00", True), ("11.30.00", "12:00:30", False)],
)
def test_what_is_shown_of_before_a_message_left_the_queue_before_it_does_not_tell_of_it(left, then, stands):
    found = sent(left, then, queue_status("L", "10.00.00", got="08.00.00"))
    assert found.code == "DELIVERED" and ("STANDS" in assumed(found)) == stands, found.statement


@pytest.mark.parametrize(("cap", "late"), [("CAPEXPRY(50)", True), ("CAPEXPRY(999999)", False)])
def test_a_queue_on_the_way_limits_how_long_a_message_lives(cap, late):
    found = sent("09.00.02", "12:01:00", queue_status("L", "10.00.00", got="08.00.00"), cap=cap)
    assert found.code == ("EXPIRED" if late else "DELIVERED"), found.statement
    assert ("expired on its way" in found.statement) == late
