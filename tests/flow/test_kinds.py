"""The kinds of evidence behind verdicts that were wrong, each a named test; and what a textbook settles.

Where the cases beside the checkout are there, each kind is tried on the incidents that showed it.
"""

import json

import pytest

from tests.conftest import SHARED
from tests.questions import production
from tests.questions.production import (
    CTQ,
    HELD,
    HUB,
    A,
    B,
    C,
    D,
    X,
    all_of,
    browse,
    chs,
    clustered,
    csqutil,
    here,
    letter,
    local,
    logged,
    member,
    msg_id,
    none,
    qmgr,
    qstatus,
    rcvr,
    remote,
    run,
    sdr,
    sent,
    thing,
    xmitq,
)
from tests.questions.production_rules import DLQ_AT_B
from tests.questions.walk_evidence import gather

KINDS = {
    "A: a later look at the receiving end shows a session or a message": ("u14a", "w14a", "y14h"),
    "B: a put is shown after the alteration that inhibits": ("w04a",),
    "C: depth 0 with a unit of work open is not gone": ("d05", "t07c"),
    "D: a cause is checked against who says it": ("x23", "t14b"),
    "E: a report by CorrelId alone is of some message with it": ("u06a",),
    "F: with less evidence never a surer verdict": ("y05d", "t10b"),
    "G: whose queue a dump is, as another question found": ("d44", "h01", "d43"),
}
PASSED = "LPUTDATE=2026-04-14;LPUTTIME=10.00.00;LGETDATE=2026-04-14;LGETTIME=10.00.01;CURDEPTH=0"
AT_TEN = {"put_time": "2026-04-14T10:00:00Z", "persistence": 1}


def walk_of(files, **asked):
    made = {name: text.encode() for name, text in files.items()}
    request = {"queue": "R", "queue_manager": production.A, **asked}
    return gather({**made, "case.json": json.dumps({"walk": [request]}).encode()})[0]


@pytest.mark.parametrize(("kind", "prefix"), [(kind, one) for kind, several in KINDS.items() for one in several])
def test_no_incident_of_a_kind_is_told_wrong(kind, prefix):
    folders = sorted(SHARED.glob(f"cases/{prefix}_*")) if SHARED.is_dir() else []
    if not folders:
        pytest.skip("no cases beside this checkout")
    for folder in folders:
        files = {one.name: one.read_bytes() for one in folder.iterdir()}
        truth = files.pop("TRUTH.md").decode()
        right = truth.partition("Expected verdict:")[2].partition("\n")[0]
        code = gather(files)[0].verdict.code
        assert code == "UNKNOWN" or code in right, (kind, folder.name, truth)


def test_a_message_at_rest_at_the_end_of_a_clean_route_is_delivered():
    at_b = local("L", "CURDEPTH=1;IPPROCS=0"), qstatus("L", "CURDEPTH=1;IPPROCS=0;UNCOM=NO"), *DLQ_AT_B
    walk = walk_of(sent(*at_b, local("DLQ", "CURDEPTH=0")))
    assert (walk.verdict.code, walk.verdict.at) == ("DELIVERED", (production.B, "L")), walk.verdict.statement
    assert walk.finding.degree == "probable" and "WHEN" in {one.key for one in walk.finding.assumes}


@pytest.mark.parametrize(("key", "asked"), [("WHEN", {}), ("PUT_TIME", {"put_time": "2026-03-02T09:00:00Z"})])
def test_the_time_of_the_put_is_asked_of_the_first_queue_that_can_show_it(key, asked):
    files = here(remote(), xmitq(X, "CURDEPTH=7;IPPROCS=0"), sdr(), none(f"DISPLAY CHSTATUS({C})"))
    [one] = {one.command for one in walk_of(files, **asked).finding.assumes if one.key == key}
    assert f"QSTATUS('{X}')" in one and one.endswith(f"runmqsc {production.A}"), one


def test_seven_messages_behind_a_channel_without_a_current_status_wait_for_it():
    files = here(remote(), xmitq(X, "CURDEPTH=7;IPPROCS=0"), sdr(), none(f"DISPLAY CHSTATUS({C})"))
    walk = walk_of(files)
    assert (walk.verdict.code, walk.verdict.at) == ("CHANNEL_NOT_RUNNING", (production.A, C)), walk.verdict.statement


def test_a_queue_that_was_put_to_after_its_alteration_does_not_refuse_for_sure():
    queue = xmitq(X, "PUT=DISABLED;CURDEPTH=0"), qstatus(X, PASSED)
    walk = walk_of({"a.txt": run(production.A, remote(), *queue, sdr(), chs())}, **AT_TEN)
    assert walk.verdict.code != "PUT_REFUSED", walk.verdict.statement


def test_an_open_unit_of_work_keeps_a_message_from_being_consumed():
    read = "CURDEPTH=0;IPPROCS=1;UNCOM=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.00;LGETDATE=2026-04-14;LGETTIME=10.00.01"
    walk = walk_of(sent(local("L", "CURDEPTH=0;IPPROCS=1"), qstatus("L", read), *DLQ_AT_B), **AT_TEN)
    assert walk.verdict.code != "CONSUMED", walk.verdict.statement


CALLED = [
    ("AMQ9558E", f"The remote channel '{C}' on host 'b.test (10.9.9.9) (1414)' is not currently available.", C),
    ("AMQ9520E", "Channel not defined remotely.", C),
    ("AMQ9999E", f"Channel '{C}' to host 'b.test (10.9.9.9) (1414)' ended abnormally.", C),
]


@pytest.mark.parametrize("entry", CALLED)
@pytest.mark.parametrize(("writer", "is_cause"), [("QM.TEST", False), (A, True)])
def test_what_an_end_writes_that_calls_is_no_cause_by_a_third_queue_manager(entry, writer, is_cause):
    """The other end is not in the evidence: it may have written what it saw of itself, and nothing of a call."""
    held = xmitq(X, "CURDEPTH=5"), sdr(), chs("RETRYING", partner="")
    files = {**here(remote(), *held), "e.log": logged(writer, ("2026-04-14T10:25:00Z", *entry))}
    walk = walk_of(files)
    assert walk.verdict.code == "CHANNEL_NOT_RUNNING"
    assert (entry[0][:7] in walk.finding.statement) is is_cause, walk.finding.statement


@pytest.mark.parametrize(("altered", "is_elsewhere"), [("2025-11-03", True), ("2026-04-15", False)])
def test_a_channel_that_the_partner_has_is_not_said_to_be_missing_there(altered, is_elsewhere):
    entry = "2026-04-14T10:25:00Z", "AMQ9520E", "Channel not defined remotely.", C
    far = run(B, rcvr(more=f"ALTDATE={altered}"), at="2026-04-15T20:00:00Z")
    walk = walk_of({**here(remote(), *HELD), "b.txt": far, "e.log": logged(A, entry)})
    said = walk.finding.statement
    assert (f"CONNAME leads to a queue manager without {C}, and {B} has it" in said) is is_elsewhere, said
    assert (f"no channel of this name is defined at {B}" in said) is not is_elsewhere, said
    first = walk.finding.next[0]
    assert (first.on, "LSSTATUS" in first.command) == (B, is_elsewhere), walk.finding.next


@pytest.mark.parametrize(("begun", "code"), [("19.19.40", "UNKNOWN"), ("08.00.00", "CHANNEL_NOT_RUNNING")])
def test_a_session_seen_later_at_the_other_end_may_have_taken_what_waited(begun, code):
    """A: no clock of a host is shown; only a session that is known to be older leaves the sending end as it was."""
    put = {"put_time": "2026-04-14T10:00:00Z", "persistence": 1}
    held = "LPUTDATE=2026-04-14;LPUTTIME=19.00.05;LGETDATE=2026-04-14;LGETTIME=18.41.10;MSGAGE=509;CURDEPTH=2"
    near = remote(), xmitq(X, "CURDEPTH=2"), qstatus(X, held), sdr()
    asked = chs("RETRYING", partner="", more="LSTMSGDA=2026-04-14;LSTMSGTI=18.41.10")
    since = f"CHLTYPE=RCVR;RQMNAME={A};CHSTADA=2026-04-14;CHSTATI={begun};LSTMSGDA=2026-04-14;LSTMSGTI=19.20.01"
    read = "LPUTDATE=2026-04-14;LPUTTIME=19.20.01;LGETDATE=2026-04-14;LGETTIME=19.20.02;CURDEPTH=0;IPPROCS=1"
    read = read if code == "UNKNOWN" else read.replace("19.20", "08.20")
    since = since if code == "UNKNOWN" else since.replace("19.20", "08.20")
    far = local("L"), qstatus("L", read), rcvr(), chs(more=since), qmgr(B, "DEADQ=DLQ")
    for stamp in ("2026-04-14T10:08:30Z", None) if code == "UNKNOWN" else ("2026-04-14T10:08:30Z",):
        files = {"a.txt": run(A, *near, asked, at=stamp), "b.txt": run(B, *far, at="2026-04-14T10:31:30Z")}
        walk = walk_of(files, **put)
        assert walk.verdict.code == code, (stamp, walk.finding.statement)


@pytest.mark.parametrize(("maker", "code"), [(B, "ON_DLQ"), (A, "UNKNOWN")])
def test_a_reply_that_kept_the_queue_manager_of_its_request_was_put_where_its_identifier_was_made(maker, code):
    way = xmitq(A, "TRIGDATA=B.TO.A"), sdr("B.TO.A", A), chs("RUNNING", "B.TO.A", A, A), qmgr(B)
    home = none("DISPLAY QUEUE(REPLY)"), rcvr("B.TO.A"), qmgr(A, "DEADQ=A.DLQ"), local("A.DLQ", "CURDEPTH=1")
    dead = letter("20260414100000", 2085, ("REPLY", A), id_=msg_id(7, maker), MsgType=2, ReplyToQMgr=A)
    files = {"b.txt": run(B, *way), "a.txt": run(A, *home), "d.txt": browse("A.DLQ", dead, on=A)}
    walk = walk_of(files, queue="REPLY", queue_manager=B, object_queue_manager=A, **AT_TEN)
    assert walk.verdict.code == code, walk.finding.statement
    assert (" Answers to it go to" in walk.finding.statement) == (code == "UNKNOWN"), walk.finding.statement


REPLIED = xmitq(A, "TRIGDATA=B.TO.A"), sdr("B.TO.A", A), chs("RUNNING", "B.TO.A", A, A), qmgr(B)
GONE_AT_HOME = none("DISPLAY QUEUE(REPLY) ALL"), none("DISPLAY CLUSQMGR(*)"), rcvr("B.TO.A"), qmgr(A, "DEADQ=A.DLQ")


def test_only_a_definition_can_be_wrong_a_name_of_the_application_is_not_known_there():
    home = *GONE_AT_HOME, local("A.DLQ", "CURDEPTH=1")
    files = {"b.txt": run(B, *REPLIED), "a.txt": run(A, *home)}
    named = walk_of(files, queue="REPLY", queue_manager=B, object_queue_manager=A, **AT_TEN)
    assert (named.verdict.code, named.verdict.at) == ("ON_DLQ", (A, "A.DLQ")), named.finding.statement
    assert "REPLY is not defined at QM.A" in named.finding.statement, named.finding.statement
    files["b.txt"] = run(B, remote("R", "REPLY", A, A), *REPLIED)
    defined = walk_of(files, queue_manager=B, **AT_TEN)
    assert defined.verdict.code == "REMOTE_DEFINITION_WRONG", defined.finding.statement


def test_a_dead_letter_that_may_be_another_leaves_open_its_own_place_and_what_is_usual():
    dead = letter("20260414100000", 2085, ("REPLY", A), id_=msg_id(7, A), MsgType=2, ReplyToQMgr=A)
    files = {"b.txt": run(B, *REPLIED), "d.txt": browse("A.DLQ", dead, on=A)}
    files["a.txt"] = run(A, *GONE_AT_HOME, local("A.DLQ", "CURDEPTH=1"))
    walk = walk_of(files, queue="REPLY", queue_manager=B, object_queue_manager=A, **AT_TEN)
    left = {(one.code, one.queue_manager) for one in walk.finding.possible if one.open}
    assert walk.verdict.code == "UNKNOWN" and ("ON_DLQ", A) in left, left
    assert left.isdisjoint({("TAKEN_BY_EXIT", B), ("UNCOMMITTED", B), ("IN_DOUBT", B), ("PUT_REFUSED", B)}), left


def test_what_a_reader_holds_in_a_unit_of_work_is_not_said_to_be_got_for_good():
    looping = "CURDEPTH=0;IPPROCS=1;UNCOM=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.00;LGETDATE=2026-04-14;LGETTIME=10.29.58"
    seen = "2026-04-14T10:20:00Z\n" + browse("L", letter("20260414100000", BackoutCount=811), on=B)
    files = {**sent(local("L", "BOTHRESH=0;IPPROCS=1"), qstatus("L", looping), *DLQ_AT_B), "l.txt": seen}
    said = walk_of(files, msg_id=msg_id(1), **AT_TEN).finding.statement
    assert "that get may not be committed (UNCOM(1))" in said and "it was got." not in said, said


def test_what_is_not_committed_is_said_with_the_depth():
    answers = local("R", "CURDEPTH=0;IPPROCS=2"), qstatus("R", "CURDEPTH=0;UNCOM=3;IPPROCS=2")
    walk = walk_of(here(*answers))
    assert walk.verdict.code == "UNKNOWN"
    assert "CURDEPTH(0), and a get of it is not committed (UNCOM(3))" in walk.finding.statement, walk.finding.statement


def test_a_message_that_circles_is_not_said_to_stay_where_it_was_put():
    near = remote("R", "BACK"), xmitq(X), sdr(), chs(), rcvr("B.TO.A")
    far = (
        remote("BACK", "R", A, A),
        xmitq(A, "TRIGDATA=B.TO.A"),
        sdr("B.TO.A", A),
        chs("RUNNING", "B.TO.A", A, A),
        rcvr(),
    )
    walk = walk_of({"a.txt": run(A, *near), "b.txt": run(B, *far)})
    assert (walk.verdict.code, walk.verdict.at) == ("REMOTE_DEFINITION_WRONG", (A, "R"))
    said = walk.finding.statement
    assert "goes round and round: the definitions lead in a circle" in said and "cannot leave" not in said, said
    assert [(one.on, "QSTATUS" in one.command) for one in walk.finding.next] == [(B, True)]


@pytest.mark.parametrize(
    ("answers", "stem"),
    [((remote(via="BANK.XMITQ"), none("DISPLAY QUEUE(BANK.XMITQ)")), "BANK"),
     ((all_of("QALIAS", "R", "TARGET=PAYMENTS"), none("DISPLAY QUEUE(PAYMENTS)"), none("DISPLAY CLUSQMGR(*)")), "PAYM")],
)  # fmt: skip
def test_what_may_be_misspelt_is_looked_for_by_the_name_that_is_missing(answers, stem):
    walk = walk_of(here(*answers, qmgr(A)))
    assert walk.verdict.code == "REMOTE_DEFINITION_WRONG", walk.finding.statement
    assert f"DISPLAY QUEUE({stem}*) TYPE" in walk.finding.next[0].command, walk.finding.next


def test_a_queue_at_the_end_of_a_way_may_have_been_opened_as_that_of_a_reply():
    """Whether the queue manager is in a cluster is not in the evidence, so its name alone may lead somewhere."""
    held = none("DISPLAY QUEUE(REPLY)"), xmitq(A, "CURDEPTH=2;TRIGDATA=B.TO.A"), sdr("B.TO.A", A), qmgr(B)
    files = {"b.txt": run(B, *held), "a.txt": run(A, local("REPLY"), qmgr(A))}
    said = walk_of(files, queue="REPLY", queue_manager=B).finding.statement
    assert f"REPLY is a queue of {A}, to which {B} has a transmission queue" in said, said


@pytest.mark.parametrize(("takes", "said"), [("ENABLED", False), ("DISABLED", True)])
def test_who_is_known_to_be_in_the_group_is_not_said_to_be_so_perhaps(takes, said):
    group = "SYSTEM.QSG.TRANSMIT.QUEUE"
    one, other = (f"QSGNAME=QSG7;IGQ={igq};PLATFORM=MVS" for igq in ("ENABLED", takes))
    near = remote(manager="MQ7B", via=""), local(group, "USAGE=XMITQ;QSGDISP=SHARED;CURDEPTH=6"), qmgr("MQ7A", one)
    files = {"a.txt": csqutil("MQ7A", *near), "b.txt": csqutil("MQ7B", local("L"), qmgr("MQ7B", other))}
    told = walk_of(files, queue_manager="MQ7A").finding.statement
    assert (
        f"MQ7B is in the queue-sharing group of MQ7A (QSGNAME(QSG7), IGQ(ENABLED)), so messages go over {group}" in told
    )
    assert "which has CURDEPTH(6)" in told and ("MQ7B has IGQ(DISABLED), so its agent takes none" in told) is said, told


@pytest.mark.parametrize(("later", "code"), [(True, "CONSUMED"), (False, "DELIVERED")])
def test_an_older_capture_says_nothing_of_what_was_got_after_it(later, code):
    """The first capture shows no get since the put, the next one a get and nothing left."""
    put = "LPUTDATE=2026-04-14;LPUTTIME=10.00.00"
    before = f"{put};LGETDATE=2026-04-14;LGETTIME=09.00.00;CURDEPTH=4;MSGAGE=300"
    after = f"{put};LGETDATE=2026-04-14;LGETTIME=13.30.00;CURDEPTH=0"
    files = {"first.txt": run(A, local("R", "CURDEPTH=4"), qstatus("R", before), at="2026-04-14T10:05:00Z")}
    if later:
        files["next.txt"] = run(A, local("R"), qstatus("R", after), at="2026-04-14T14:00:00Z")
    walk = walk_of(files, **AT_TEN)
    assert walk.verdict.code == code, walk.finding.statement


@pytest.mark.parametrize(("other", "code"), [("DISABLED", "PUT_REFUSED"), ("ENABLED", "UNKNOWN")])
def test_where_every_instance_of_a_cluster_queue_is_shut_its_put_is_refused(other, code):
    instances = clustered("R", (B, "PUT=DISABLED"), (D, f"PUT={other}"))
    members = member(B, "CL.B"), member(D, "CL.D")
    walk = walk_of(here(instances, *members, local(CTQ, "USAGE=XMITQ;IPPROCS=1"), qmgr(A)))
    assert walk.verdict.code == code, walk.finding.statement
    if code == "PUT_REFUSED":
        assert "R" in walk.verdict.at and "so the put fails (2268)" in walk.finding.statement, walk.finding.statement


@pytest.mark.parametrize(("entry", "asked"), [("AMQ9631E", "SSLCIPH"), ("AMQ9547E", "CHLTYPE")])
def test_what_differs_between_two_ends_is_asked_of_the_end_that_is_not_in_the_evidence(entry, asked):
    files = {**here(remote(), *HELD), "b.log": logged(B, ("2026-04-14T10:25:00Z", entry, "The ends differ.", C))}
    first = walk_of(files).finding.next[0]
    assert (first.on, f"DISPLAY CHANNEL('{C}') {asked}" in first.command) == (B, True), first


def test_what_fills_up_a_queue_that_refuses_is_said():
    full = "CURDEPTH=5000;MAXDEPTH=5000;IPPROCS=0"
    deep = "CURDEPTH=5000;LPUTDATE=2026-04-14;LPUTTIME=09.55.00;LGETDATE=2026-04-14;LGETTIME=08.00.00;MSGAGE=9000"
    walk = walk_of(here(remote(), xmitq(X, full), qstatus(X, deep), sdr(), chs("RETRYING", partner="")), **AT_TEN)
    assert (walk.verdict.code, walk.verdict.at) == ("PUT_REFUSED", (A, X)), walk.finding.statement
    assert "is full" in walk.finding.statement and f"{C} is RETRYING." in walk.finding.statement, walk.finding.statement


@pytest.mark.parametrize(("put", "is_said"), [("20260414100000", True), ("20260413100000", False)])
def test_a_letter_that_the_backout_queue_refused_at_that_time_is_said(put, is_said):
    """The JMS classes give it another MsgId: whether it is the message, its content alone shows."""
    read = local("L", "BOQNAME=L.BACK;BOTHRESH=3;IPPROCS=1"), qstatus("L", PASSED), qmgr(B, "DEADQ=DLQ"), local("DLQ")
    full = local("L.BACK", "CURDEPTH=900;MAXDEPTH=900")
    dead = letter(put, 2053, ("L.BACK", B), id_=msg_id(8, B), by="MQ JMS client", by_type=28)
    files = {**sent(*read, full), "d.txt": browse("DLQ", dead, on=B)}
    walk = walk_of(files, msg_id=msg_id(1), **AT_TEN)
    assert walk.verdict.code == "UNKNOWN"
    said = "DLQ has one for L.BACK with 2053 MQRC_Q_FULL that was put then."
    assert (said in walk.finding.statement) is is_said, walk.finding.statement


def test_what_may_have_refused_a_message_is_said_where_it_may_be_lost():
    """The alteration and the put are two seconds apart, by the clocks of two hosts."""
    shut = local("L", "PUT=DISABLED;ALTDATE=2026-04-14;ALTTIME=09.59.58")
    before = "LPUTDATE=2026-04-14;LPUTTIME=09.59.00;LGETDATE=2026-04-14;LGETTIME=10.09.00;CURDEPTH=0;IPPROCS=1"
    walk = walk_of(sent(shut, qstatus("L", before), qmgr(B, "DEADQ="), rcvr()), **{**AT_TEN, "persistence": 0})
    assert walk.verdict.code == "UNKNOWN" and "PUT(DISABLED)" in walk.finding.statement, walk.finding.statement


@pytest.mark.parametrize(("shown", "code"), [(True, "ON_DLQ"), (False, "UNKNOWN")])
def test_of_queue_managers_in_the_evidence_the_name_of_the_dead_letter_queue_tells_the_owner(shown, code):
    """G: the hub's onward channel has never run, so who comes after it is not in the evidence."""
    deep = 1 if shown else 3  # as many as the dump has, or others
    onward = xmitq(B, "CURDEPTH=5000;TRIGDATA=HUB.TO.B"), chs("RETRYING", "HUB.TO.B", B, partner="")
    hub = rcvr("A.TO.HUB"), *onward, qmgr(HUB, "DEADQ=HUB.LOST"), local("HUB.LOST", f"CURDEPTH={deep}")
    near = remote(via="HUB"), xmitq("HUB", "TRIGDATA=A.TO.HUB"), chs("RUNNING", "A.TO.HUB", "HUB", HUB)
    far = [qmgr(B, "DEADQ=B.LOST")] * shown
    files = {"a.txt": run(A, *near, qmgr(A)), "h.txt": run(HUB, *hub), "b.txt": run(B, local("L"), *far)}
    walk = walk_of({**files, "d.txt": browse("HUB.LOST", letter("20260414100000", 2053))}, msg_id=msg_id(1))
    assert walk.verdict.code == code, walk.finding.statement
    if shown:
        assert walk.verdict.at == (HUB, "HUB.LOST") and "OWNER" in {one.key for one in walk.finding.assumes}


@pytest.mark.parametrize(("state", "code"), [("RETRYING", "CHANNEL_NOT_RUNNING"), ("RUNNING", "UNKNOWN")])
def test_a_channel_with_a_state_shows_the_transmission_queue_that_it_serves(state, code):
    """Nobody displayed the queue: the definition names the queue manager alone, and the status names the queue."""
    walk = walk_of(here(remote(via=""), chs(state, via=B, partner="")))
    assert walk.verdict.code == code, walk.finding.statement
    assert "does not show how" not in walk.finding.statement, walk.finding.statement


def test_of_a_letter_whose_owner_is_not_in_the_evidence_the_owner_is_asked_first():
    near = remote(), chs("RUNNING", partner="")
    files = {**here(*near), "d.txt": browse("LOST", letter("20260414100000", 2035))}
    walk = walk_of(files, put_time="2026-04-14T10:00:00Z")
    assert walk.verdict.code == "UNKNOWN" and "does not show whose queue that is" in walk.finding.statement
    first = walk.finding.next[0]
    assert (first.on, "DISPLAY QMGR DEADQ" in first.command) == (B, True), walk.finding.next


@pytest.mark.parametrize(
    ("dead", "code", "said"),
    [
        ("DEADQ=", "DISCARDED", "because its channel could not send it"),
        ("DEADQ=DLQ", "ON_SENDER_DLQ", "is on the dead-letter queue DLQ of the sending queue manager"),
    ],
)
def test_what_a_channel_is_too_short_for_is_at_the_sending_end(dead, code, said):
    since = "LSTMSGDA=2026-04-14;LSTMSGTI=09.00.00;CHSTADA=2026-04-14;CHSTATI=09.00.00;INDOUBT=NO"
    end = sdr(C, X, "MAXMSGL=1000;NPMSPEED=FAST"), chs("RUNNING", C, X, B, since), qmgr(A, dead)
    state = qstatus(X, f"{PASSED};UNCOM=NO")
    found = walk_of(
        here(remote(), xmitq(X, "CURDEPTH=0;IPPROCS=1"), state, *end), **{**AT_TEN, "persistence": 0}
    ).verdict
    assert found.code == code and said in found.statement, found.statement
    assert f"{C} of {A} takes messages of up to 1000 bytes (MAXMSGL)" in found.statement


FLEETING = {**AT_TEN, "persistence": 0}
AT_NINE = "LPUTDATE=2026-04-14;LPUTTIME=09.00.00;LGETDATE=2026-04-14;LGETTIME=09.00.01"


@pytest.mark.parametrize(("at", "code"), [("10:00:02", "LOST_IN_TRANSIT"), ("08:00:02", "UNKNOWN")])
def test_a_channel_that_broke_as_it_sent_a_fast_message_lost_it(at, code):
    """Nothing came to the queue since. A channel that broke hours before says nothing of this message."""
    state = "LSTMSGDA=2026-04-14;LSTMSGTI=10.00.00;CHSTADA=2026-04-14;CHSTATI=06.00.04"
    near = remote(), xmitq(X, "CURDEPTH=0"), qstatus(X, PASSED.replace("10.00.01", "10.00.00")), sdr(), chs(more=state)
    far = local("L"), qstatus("L", AT_NINE), *DLQ_AT_B
    broke = logged(A, (f"2026-04-14T{at}Z", "AMQ9999E", f"Channel '{C}' to host 'b.example' ended abnormally.", C))
    files = {"a.txt": run(A, *near, qmgr(A, "DEADQ=A.DLQ")), "b.txt": run(B, *far), "e.log": broke}
    walk = walk_of(files, **FLEETING)
    assert walk.verdict.code == code, walk.verdict.statement
    assert (f"{C} broke then (AMQ9999" in walk.verdict.statement) is (code != "UNKNOWN")


@pytest.mark.parametrize(("at", "is_open"), [("10:20:00", True), ("06:00:00", False)])
def test_a_start_that_a_log_shows_may_have_cost_a_nonpersistent_message(at, is_open):
    near = {"a.txt": run(A, remote(), xmitq(X), qstatus(X, PASSED), sdr(), chs(), qmgr(A, "DEADQ=A.DLQ"))}
    far = run(B, local("L"), qstatus("L", "CURDEPTH=0"), *DLQ_AT_B)
    start = logged(B, (f"2026-04-14T{at}Z", "AMQ8003I", f"IBM MQ queue manager '{B}' started using V9.3.0.5.", ""))
    walk = walk_of({**near, "b.txt": far, "e.log": start}, **FLEETING)
    assert "LOST_WITH_RESTART" not in walk.verdict.code
    rows = {
        (row.queue_manager, row.object): row.open for row in walk.finding.possible if row.code == "LOST_WITH_RESTART"
    }
    assert rows[B, "L"] is is_open, rows
    named = f"{B} was started at 2026-04-14 {at} UTC, according to its log (AMQ8003)" in walk.finding.statement
    assert named is is_open, walk.finding.statement


@pytest.mark.parametrize("state", ["PAUSED", "RUNNING"])
def test_a_receiving_end_that_is_paused_is_named_where_a_retry_is_left(state):
    """B is full and tries for hours; nothing shows since when its channel waits."""
    near = run(A, remote(), xmitq(X), qstatus(X, PASSED), sdr(), chs(), qmgr(A, "DEADQ=A.DLQ"))
    end = f"CHLTYPE=RCVR;RQMNAME={A};STATUS={state};SUBSTATE=RECEIVE"
    full = local("L", "CURDEPTH=500;MAXDEPTH=500"), qstatus("L", f"{AT_NINE};CURDEPTH=500")
    far = run(B, *full, rcvr(more="MRRTY=100;MRTMR=60000"), chs(more=end), qmgr(B, "DEADQ=DLQ"), local("DLQ"))
    walk = walk_of({"a.txt": near, "b.txt": far}, **AT_TEN)
    said = f"{C} at {B} is PAUSED (MRRTY(100), MRTMR(60000)): it waits to put a message again."
    retried = [row.open for row in walk.finding.possible if row.code == "RETRYING"]
    assert (said in walk.verdict.statement, any(retried)) == (state == "PAUSED",) * 2, walk.verdict.statement
    dumps = [one.command for one in walk.verdict.next if one.command.startswith("amqsbcg L ")]
    assert state != "PAUSED" or not dumps, walk.verdict.next


@pytest.mark.parametrize(("reason", "is_said"), [(2362, True), (2053, False)])
def test_what_was_backed_out_too_often_is_named_where_its_queue_has_no_backout_queue(reason, is_said):
    """A JMS client puts it to the dead-letter queue under an identifier of its own, for the queue that it read."""
    read = "LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-14;LGETTIME=10.00.04;CURDEPTH=0;IPPROCS=1"
    far = local("L", "BOTHRESH=3;IPPROCS=1"), qstatus("L", read), *DLQ_AT_B, local("DLQ", "CURDEPTH=1")
    given_up = letter("20260414100000", reason, serial=77, by="MQ JMS ConnectionConsumer", by_type=28)
    files = {**sent(*far), "d.txt": browse("DLQ", given_up, on=B)}
    walk = walk_of(files, msg_id=msg_id(1), **AT_TEN)
    said = "DLQ has one for L with 2362 MQRC_BACKOUT_THRESHOLD_REACHED that was put then."
    assert (said in walk.verdict.statement) is is_said, walk.verdict.statement


@pytest.mark.parametrize(("depth", "code"), [("0", "CONSUMED"), ("1", "DELIVERED")])
def test_what_arrived_for_certain_and_is_there_no_more_was_got(depth, code):
    """E: a confirmation of arrival says that the message came to its destination, and not that it still is there."""
    read = f"LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-14;LGETTIME=10.00.02;CURDEPTH={depth};IPPROCS=1"
    read = read if depth == "0" else read.replace("LGETTIME=10.00.02", "LGETTIME=09.00.00") + ";MSGAGE=1799"
    far = local("L", f"CURDEPTH={depth};IPPROCS=1"), qstatus("L", read), *DLQ_AT_B
    report = letter("20260414100001", serial=9, MsgType=4, Feedback=259, CorrelId=bytes.fromhex(msg_id(1)), PutApplType=7,
                    PutApplName=B)  # fmt: skip
    walk = walk_of({**sent(*far), "r.txt": browse("REPORTS", report, on=A)}, msg_id=msg_id(1), **AT_TEN)
    assert (walk.verdict.code, walk.verdict.at) == (code, (B, "L")), walk.verdict.statement


@pytest.mark.parametrize(("sender", "code"), [("QM.ELSE", "CONSUMED"), (A, "UNKNOWN")])
def test_only_a_channel_on_the_way_that_is_paused_keeps_the_message_on_its_way(sender, code):
    read = "LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-14;LGETTIME=10.00.02;CURDEPTH=0;IPPROCS=1"
    instances = [
        thing("CHSTATUS", C, f"CHLTYPE=RCVR;CONNAME=10.20.0.{number};RQMNAME={name};STATUS={state}")[1]
        for number, (name, state) in enumerate([(A, "RUNNING"), (sender, "PAUSED")])
    ]
    status = f"DISPLAY CHSTATUS({C}) ALL", [("CHSTATUS", one) for one in instances]
    walk = walk_of(sent(local("L", "IPPROCS=1"), qstatus("L", read), *DLQ_AT_B, status), **AT_TEN)
    assert walk.verdict.code == code, walk.verdict.statement


def test_a_queue_that_was_deleted_with_its_messages_is_said_to_be():
    held = "CURDEPTH=4;LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-14;LGETTIME=09.00.00;MSGAGE=1799"
    deleted = "DELETE QLOCAL(L) PURGE", "AMQ8007I: IBM MQ queue deleted."
    walk = walk_of(sent(local("L", "CURDEPTH=4"), qstatus("L", held), deleted, *DLQ_AT_B), **AT_TEN)
    assert walk.verdict.code != "DELIVERED" and f"L of {B} was deleted" in walk.verdict.statement, (
        walk.verdict.statement
    )


def test_the_other_end_of_a_channel_that_does_not_name_it_is_asked_where_the_message_is_for():
    """What waits came after the message, and the retrying channel prints no RQMNAME."""
    state = "LPUTDATE=2026-04-14;LPUTTIME=10.29.00;LGETDATE=2026-04-14;LGETTIME=10.25.00;MSGAGE=300;CURDEPTH=4"
    down = chs("RETRYING", partner="", more="LSTMSGDA=2026-04-14;LSTMSGTI=10.25.00;CHSTADA=2026-04-14;CHSTATI=10.26.00")
    walk = walk_of(here(remote(), xmitq(X, "CURDEPTH=4"), qstatus(X, state), sdr(), down), **AT_TEN)
    assert walk.verdict.code == "UNKNOWN"
    assert (B, f"DISPLAY CHANNEL('{C}')" in walk.verdict.next[0].command) == (walk.verdict.next[0].on, True), (
        walk.verdict.next
    )


def test_what_a_reply_proves_is_certain_though_it_names_no_queue():
    reply = letter("20260414100003", serial=9, MsgType=2, CorrelId=bytes.fromhex(msg_id(1)), PutApplName="server")
    walk = walk_of({**here(*production.SENT), "r.txt": browse("REPLY", reply, on=A)}, msg_id=msg_id(1), **AT_TEN)
    assert (walk.verdict.code, walk.finding.degree) == ("CONSUMED", "certain"), walk.verdict.statement


@pytest.mark.parametrize("lost", [None, "a.txt", "b.txt"])
def test_an_expiry_report_of_a_message_on_its_way_is_no_surer_with_less_evidence(lost):
    report = {"MsgType": 4, "Feedback": 258, "CorrelId": bytes.fromhex(msg_id(1)), "PutApplType": 7, "PutApplName": A}
    files = {
        **production.sent(local("L"), rcvr()),
        "r.txt": browse("REPLY", letter("20260414100003", serial=9, **report), on=A),
    }
    walk = walk_of({name: text for name, text in files.items() if name != lost}, msg_id=msg_id(1), **AT_TEN)
    found = walk.finding
    assert (found.code, found.queue_manager, found.object, found.degree) == ("EXPIRED", A, None, "certain"), found
    assert not found.assumes
