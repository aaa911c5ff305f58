"""Rules of state and proof, each by its sentence: what a piece of evidence says of one message, and what it does not."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.objects import checks
from mqforensics.objects.fact import Span
from mqforensics.objects.resolution import resolve
from mqforensics.questions.walk.links import put_just_before_capture
from tests.objects.evidence import estate, rows
from tests.questions.plain_rows import walk_rows
from tests.questions.test_walk import message
from tests.questions.walk_cases import (
    GET,
    ID,
    SENT,
    A,
    B,
    C,
    H,
    Made,
    X,
    at_a,
    local,
    qmgr,
    receiver,
    remote,
    sender,
    sent_to,
    session,
    show,
    status,
)  # fmt: skip
from tests.questions.walked import walked

NOW, PUT = "2026-01-02T10:00:00Z", "2026-01-02T09:00:01Z"
AT = Span(*[datetime(2026, 1, 2, 9, 0, 1, tzinfo=UTC)] * 2)
ALTERED = "ALTDATE=2026-01-{};ALTTIME={}"


def queue_status(name, **known):
    cells = {"QUEUE": name, "TYPE": "QUEUE", "CURDEPTH": "1", "UNCOM": "NO", "MONQ": "MEDIUM", **known}
    return f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL", [show("QS", ";".join(f"{k}={v}" for k, v in cells.items()))]


def code(sessions, messages=(), **request):
    return walked(Made("", sessions, messages=list(messages)), **request).verdict.code


# A fact holds at a moment or over an interval


def test_an_earlier_capture_that_brackets_the_put_gives_the_value_from_before_the_alteration():
    def capture(put, altered, stamp):
        return B, stamp, local("L", f"PUT={put};{altered}")

    was = capture("DISABLED", ALTERED.format("01", "08.00.00"), "2026-01-02T09:30:00Z")
    is_ = capture("ENABLED", ALTERED.format("02", "09.45.00"), NOW)
    found = estate(was, is_, clocks={B: timedelta()})
    assert checks.puts(found, B, ["L"], AT).holds is True
    assert checks.puts(estate(is_, clocks={B: timedelta()}), B, ["L"], AT).holds is None


def test_a_definition_that_was_captured_before_the_put_tells_nothing_of_it():
    found = estate((B, "2026-01-02T08:30:00Z", local("L", f"PUT=DISABLED;{ALTERED.format('01', '08.00.00')}")))
    assert checks.puts(found, B, ["L"], AT).holds is None


@pytest.mark.parametrize("age", ["999999999", ""])
def test_an_age_at_its_cap_or_blank_does_not_say_that_the_oldest_message_is_younger(age):
    known = {"MSGAGE": age, "LPUTDATE": "2026-01-02", "LPUTTIME": "09.00.01", "LGETDATE": "", "LGETTIME": ""}
    sessions = [session(A, remote(), local(X, "CURDEPTH=1"), queue_status(X, **known), sender(), status("STOPPED"),
                        time=NOW)]  # fmt: skip
    assert code(sessions, put_time=PUT) in ("CHANNEL_NOT_RUNNING", "UNKNOWN")


def test_a_blank_last_put_is_not_never():
    blank = {"LPUTDATE": "", "LPUTTIME": "", "LGETDATE": "", "LGETTIME": "", "MONQ": "OFF"}
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9"), queue_status("L", CURDEPTH="0", **blank))
    assert code(sessions) == "UNKNOWN"


def test_no_place_is_named_whose_depth_was_seen_to_be_0():
    empty = [session(A, remote(), local(X, "CURDEPTH=0"), sender(), status("STOPPED"))]
    assert code(empty) == "UNKNOWN"


# A put that is refused at the source leaves no trace


@pytest.mark.parametrize("shut", ["R", X])
def test_put_disabled_anywhere_in_the_source_chain_refuses_the_put(shut):
    definition = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};"
                                         f"PUT={'DISABLED' if shut == 'R' else 'ENABLED'}")]  # fmt: skip
    queue = local(X, f"CURDEPTH=5;PUT={'DISABLED' if shut == X else 'ENABLED'}")
    assert code(at_a(definition, queue, sender(), status("STOPPED"))) == "PUT_REFUSED"


def test_a_cluster_queue_is_put_inhibited_at_its_owner_and_looked_at_there():
    owned = f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B};CLUSQT=QLOCAL;PUT=DISABLED"
    way = f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=RUNNING;XMITQ=CTQ"
    sessions = at_a(("DISPLAY QCLUSTER(R)", [show("Q", owned)]), ("DISPLAY CLUSQMGR(*)", [show("CLUS", way)]))
    found = walked(Made("", sessions)).verdict
    assert found.code == "PUT_REFUSED"
    assert f"R at {B} is put-inhibited (PUT(DISABLED)), as {A} knows it" in found.statement
    assert [one.on for one in found.next] == [B]


def test_what_the_cluster_alone_tells_of_a_queue_is_told_of_it():
    owned = f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B};CLUSQT=QLOCAL;PUT=ENABLED"
    way = f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=RUNNING;XMITQ=CTQ"
    empty = local("CTQ", "USAGE=XMITQ;CURDEPTH=0;PUT=ENABLED"), status("RUNNING", "TO.B", "CTQ")
    sessions = at_a(("DISPLAY QCLUSTER(R)", [show("Q", owned)]), ("DISPLAY CLUSQMGR(*)", [show("CLUS", way)]), *empty)
    found = walked(Made("", sessions)).verdict
    assert (
        f"R at {B} is known only from cluster records (CLUSQT(QLOCAL)), and no display of {B} shows it"
        in found.statement
    )


def test_a_queue_that_should_be_a_transmission_queue_is_displayed_itself():
    found = walked(Made("", at_a(remote(), local(X, "USAGE=NORMAL;CURDEPTH=0;PUT=ENABLED")))).verdict
    assert found.code == "REMOTE_DEFINITION_WRONG" and f"QLOCAL('{X}') USAGE" in found.next[0].command, found.next


@pytest.mark.parametrize(
    ("copy", "right"),
    [("PUT=DISABLED;CURDEPTH=0", "PUT_REFUSED"), ("PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9", "UNKNOWN"),
     ("PUT=ENABLED", "UNKNOWN")],
)  # fmt: skip
@pytest.mark.parametrize("service", ["MUSTDUP", "BESTEF"])
def test_a_copy_that_must_be_put_and_cannot_be_fails_the_put_itself(copy, right, service):
    queue = local("R", f"PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;STREAMQ=R.COPY;STRMQOS={service}")
    found = walked(Made("", at_a(queue, local("R.COPY", copy)))).verdict
    assert found.code == (right if service == "MUSTDUP" else "UNKNOWN"), found.statement
    told = right == "PUT_REFUSED" and service == "MUSTDUP"
    assert ("must put a copy of each message to R.COPY" in found.statement) == told, found.statement


def test_a_copy_whose_queue_is_full_now_is_told_of():
    copy, why = "PUT=ENABLED;CURDEPTH=9;MAXDEPTH=9", "R.COPY at QM.A is full (CURDEPTH(9) of MAXDEPTH(9))"
    queue = local("R", f"PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;STREAMQ=R.COPY;STRMQOS=MUSTDUP;{ALT}")
    found = walked(Made("", [session(A, queue, local("R.COPY", f"{copy};{ALT}"), time=NOW)]), put_time=PUT).verdict
    assert found.code == "UNKNOWN" and f"(STRMQOS(MUSTDUP)), and {why}" in found.statement, found.statement


def test_a_dead_letter_queue_that_is_shown_not_to_be_defined_is_not_said_to_be_there():
    gone = "DISPLAY QUEUE(DLQ)", "AMQ8147E: IBM MQ object DLQ not found."
    found = estate((B, NOW, qmgr(B, "DEADQ=DLQ"), gone), clocks={B: timedelta()})
    assert checks.dead_letter_queue(found, B).usable is False
    then = checks.dead_letter_queue(estate((B, NOW, qmgr(B, "DEADQ=DLQ;" + ALTERED.format("01", "08.00.00")), gone),
                                           clocks={B: timedelta()}), B, AT)  # fmt: skip
    assert (then.usable, "is not defined; the evidence does not show since when" in then.said) == (None, True), (
        then.said
    )


@pytest.mark.parametrize(
    ("times", "told"),
    [
        (ALTERED.format("02", "09.45.00") + ";CRDATE=2026-01-02;CRTIME=09.45.00", "was created 2026-01-02 09:45:00"),
        (ALTERED.format("02", "09.45.00") + ";CRDATE=2026-01-01;CRTIME=08.00.00", "what was altered is not recorded"),
        ("DESCR=", "the evidence does not show since when"),
    ],
)
def test_of_an_alteration_since_the_put_only_its_time_is_known(times, told):
    found = estate((B, NOW, local("L", f"PUT=ENABLED;{times}")), clocks={B: timedelta()})
    assert told in checks.puts(found, B, ["L"], AT).said


# Whose queue, which queue manager


def test_a_dead_letter_that_a_queue_manager_itself_put_names_it():
    both = [session(A, *SENT, qmgr(A, "DEADQ=DLQ")), session(B, receiver(), qmgr(B, "DEADQ=DLQ"))]
    own = message()
    own["dlh"] |= {"PutApplType": 7, "PutApplName": B}
    assert code(both, [message()]) == "UNKNOWN"
    found = walked(Made("", both, messages=[own])).verdict
    assert (found.code, found.at) == ("ON_DLQ", (B, "DLQ")), found.statement


@pytest.mark.parametrize(("putters", "right"), [((B,), "ON_DLQ"), ((A, B), "UNKNOWN"), (("QM.ELSE",), "UNKNOWN")])
def test_what_a_queue_manager_put_on_its_dead_letter_queue_itself_names_it_for_all_that_a_dump_has(putters, right):
    both = [session(A, *SENT, qmgr(A, "DEADQ=DLQ")), session(B, receiver(), qmgr(B, "DEADQ=DLQ"))]
    others = [message(MsgId=bytes(24), number=place) for place, _ in enumerate(putters, 2)]
    for one, by in zip(others, putters, strict=True):
        one["dlh"] |= {"PutApplType": 7, "PutApplName": by}
    assert code(both, [message(), *others], msg_id=ID) == right


@pytest.mark.parametrize(
    ("by", "depth", "right"),
    [("amqrmppa", "CURDEPTH=9", "ON_DLQ"), ("MQ1ACHIN", "CURDEPTH=9", "ON_DLQ"), ("BRIDGE", "CURDEPTH=9", "UNKNOWN"),
     (None, "CURDEPTH=9", "UNKNOWN"), ("amqrmppa", "CURDEPTH=1", "UNKNOWN")],
)  # fmt: skip
def test_of_two_dead_letter_queues_of_a_name_the_reason_tells_only_where_a_channel_put_it_and_no_depth_says_else(
    by, depth, right
):
    both = [session(A, *SENT, qmgr(A, "DEADQ=DLQ"), local("DLQ", depth)), session(B, receiver(), qmgr(B, "DEADQ=DLQ"))]
    own = message()
    own["dlh"] |= {"PutApplType": 6, "PutApplName": by}
    assert code(both, [own], msg_id=ID) == right


def test_the_command_line_of_a_dump_names_it_too():
    both = [session(A, *SENT, qmgr(A, "DEADQ=DLQ")), session(B, receiver(), qmgr(B, "DEADQ=DLQ"))]
    assert code(both, [message()]) == "UNKNOWN"
    found = walked(Made("", both, messages=[{**message(), "dump_queue_manager": B}])).verdict
    assert (found.code, found.at) == ("ON_DLQ", (B, "DLQ")), found.statement


def test_one_identifier_in_the_dumps_of_two_queues_does_not_tell_where_the_message_is():
    sessions = sent_to(local("L", "CURDEPTH=1"), local("DLQ", "CURDEPTH=1"), qmgr(B, "DEADQ=DLQ"))
    both = [message(), message("L", None)]
    assert code(sessions, both, msg_id=ID) == "UNKNOWN"


@pytest.mark.parametrize(("there", "right"), [("1", "DELIVERED"), ("0", "UNKNOWN"), ("7", "UNKNOWN")])
def test_of_two_queues_that_had_it_the_one_that_is_empty_now_has_it_no_more(there, right):
    sessions = sent_to(local("L", f"PUT=ENABLED;CURDEPTH={there};MAXDEPTH=9"), local("DLQ", "CURDEPTH=0"),
                       qmgr(B, "DEADQ=DLQ"))  # fmt: skip
    found = walked(Made("", sessions, messages=[message(), message("L", None)]), msg_id=ID).verdict
    assert found.code == right, found.statement
    assert "DLQ" in found.statement


def test_a_message_that_a_dump_of_its_destination_has_came_there():
    sessions = [session(A, *SENT, qmgr(A, "DEADQ=A.DLQ")),
                session(B, local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9"), qmgr(B, "DEADQ=DLQ"))]  # fmt: skip
    found = walked(Made("", sessions, messages=[message("L", None)]), msg_id=ID).verdict
    assert (found.code, found.at) == ("UNKNOWN", (B, "L"))
    assert "it was got, expired or was lost in a restart since, or the dump is later" in found.statement
    assert "DLQ" not in found.statement
    own = message("L", None, Persistence=1)
    found = walked(Made("", sessions, messages=[own]), msg_id=ID, persistence=1, expiry=-1).verdict
    assert "it was got since, or the dump is later" in found.statement


@pytest.mark.parametrize(("feedback", "code"), [(258, "EXPIRED"), (260, "CONSUMED"), (275, "CONSUMED")])
@pytest.mark.parametrize(("minutes", "depth", "is_since"), [(-30, 1, True), (30, 1, False), (-30, 2, False)])
def test_a_report_that_it_is_gone_is_told_beside_a_dump_that_has_it_and_does_not_stand_against_a_later_one(
    feedback, code, minutes, depth, is_since
):
    sessions = [
        session(A, *SENT, time=NOW),
        session(B, local("L", f"CURDEPTH={depth}"), qmgr(B, "DEADQ=DLQ"), time=NOW),
    ]
    put = datetime.fromisoformat(NOW) + timedelta(minutes=minutes)
    report = message("REPLY", None, put=put, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=feedback)
    found = walked(Made("", sessions, messages=[message("L", None), report]), msg_id=ID).verdict
    assert found.code == ("UNKNOWN" if is_since else code), found.statement
    assert "dump L.txt of L" in found.statement if is_since else "A dump of L has it, too" in found.statement
    assert {"L.txt", "REPLY.txt"} <= {place.file for place in found.places}


@pytest.mark.parametrize(("minutes", "right"), [(-30, "CONSUMED"), (30, "UNKNOWN")])
def test_a_message_that_was_dead_lettered_after_its_report_is_not_just_consumed(minutes, right):
    noon = datetime.fromisoformat(NOW)
    dead = {**message(put=noon + timedelta(minutes=minutes))}
    dead["dlh"] |= {"PutApplType": 6, "PutApplName": "amqrmppa"}
    report = message("REPLY", None, put=noon, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=260)
    sessions = sent_to(local("L", "CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"))
    assert code(sessions, [dead, report], msg_id=ID) == right


def test_of_two_messages_of_one_identifier_the_one_put_at_the_time_asked_for_counts():
    put = datetime.fromisoformat(PUT)
    dead = message(put=put)
    dead["dlh"] |= {"PutApplType": 6, "PutApplName": "amqrmppa"}
    other = message("L", None, put=put + timedelta(minutes=9))
    sessions = sent_to(local("L", "CURDEPTH=1"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1"))
    assert code(sessions, [dead, other], msg_id=ID) == "UNKNOWN"
    assert code(sessions, [dead, other], msg_id=ID, put_time=PUT) == "ON_DLQ"


def test_a_message_on_the_backout_queue_of_its_destination_is_told_to_be_there():
    shown = local("L", "CURDEPTH=0;BOQNAME=L.BO;BOTHRESH=5"), local("L.BO", "CURDEPTH=1")
    found = walked(Made("", sent_to(*shown), messages=[message("L.BO", None)]), msg_id=ID).verdict
    assert (found.code, found.at) == ("DELIVERED", (B, "L.BO")), found.statement
    assert "it is on L.BO, the BOQNAME of L: " in found.statement, found.statement
    assert any("QSTATUS('L') TYPE(HANDLE)" in one.command and one.on == B for one in found.next), found.next
    assert "another of its identifier" not in found.statement, "no time was asked for"


def test_a_reply_that_took_the_identifier_over_stands_against_no_report():
    reply = message("ANSWERS", None, MsgType=2)
    report = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=260)
    found = walked(Made("", sent_to(local("L", "CURDEPTH=0")), messages=[reply, report]), msg_id=ID).verdict
    assert found.code == "CONSUMED" and "has it, too" not in found.statement


def test_who_got_a_message_is_told_though_a_dump_of_its_destination_has_it_too():
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9"))
    got = {**GET, "options": ["MQGMO_SYNCPOINT"], "application": "billing"}
    found = walked(Made("", sessions, messages=[message("L", None)], calls=[got]), msg_id=ID).verdict
    assert found.code == "UNKNOWN" and "was got by billing under syncpoint" in found.statement, found.statement


@pytest.mark.parametrize(("time", "right"), [("2026-01-01T08:00:00Z", "UNKNOWN"), (NOW, "ON_DLQ")])
def test_an_early_depth_does_not_tell_which_of_two_queues_has_the_message(time, right):
    sessions = [session(A, *SENT, time=NOW), session(B, local("L", "CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"), time=NOW),
                session(B, local("DLQ", "CURDEPTH=1"), time=time)]  # fmt: skip
    both = [message(), message("L", None)]
    assert code(sessions, both, msg_id=ID, put_time=PUT) == right


def test_a_dead_letter_queue_that_was_empty_before_the_put_says_nothing_of_its_dump():
    then, now = "2026-01-01T08:00:00Z", NOW
    for time, said in ((then, "does not show whose queue that is"), (now, "was seen to be empty")):
        sessions = [session(A, *SENT, time=now), session(B, receiver(), time=now),
                    *(session(one, qmgr(one, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0"), time=time) for one in (B, H))]  # fmt: skip
        found = walked(Made("", sessions, messages=[message()]), msg_id=ID, put_time=PUT).verdict
        assert (found.code, said in found.statement) == ("UNKNOWN", True), found.statement


def test_an_empty_dead_letter_queue_of_the_sender_is_not_the_one_of_a_receiver_that_is_not_shown():
    there = session(A, *SENT, qmgr(A, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0"), time=NOW)
    found = walked(Made("", [there], messages=[message()]), msg_id=ID).verdict
    assert found.code == "UNKNOWN" and f"does not show whose queue that is ({A} has one" in found.statement, (
        found.statement
    )
    assert f'echo "DISPLAY QMGR DEADQ" | runmqsc {B}' in [one.command for one in found.next]


def test_where_no_way_is_shown_an_empty_queue_of_that_name_is_not_taken_for_that_of_who_the_letter_was_for():
    there = session(B, qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0"))
    made = Made("", [session(A, qmgr(A, "DEADQ=OTHER")), there], messages=[message(dead=("L", "QM.FAR", 2053))])
    found = walked(made, msg_id=ID).verdict
    assert (
        found.code == "UNKNOWN" and f"does not show whose queue that is ({B} has one of that name)" in found.statement
    ), found.statement
    assert 'echo "DISPLAY QMGR DEADQ" | runmqsc QM.FAR' in [one.command for one in found.next]


@pytest.mark.parametrize("asked", [{}, {"msg_id": ID}])
def test_the_depth_of_the_end_does_not_tell_of_a_hub_whose_dead_letter_queue_is_not_shown(asked):
    sessions = [session(A, remote(xmitq=H), local(H), sender("A.TO.H", H), status("RUNNING", "A.TO.H", H, H), time=NOW),
                session(B, local("L", "CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1"), time=NOW)]  # fmt: skip
    found = walked(Made("", sessions, messages=[message()]), **asked).verdict
    assert (
        found.code == "UNKNOWN" and f"does not show whose queue that is ({B} has one of that name)" in found.statement
    ), found.statement
    assert f'echo "DISPLAY QMGR DEADQ" | runmqsc {H}' in [one.command for one in found.next]


@pytest.mark.parametrize(("reason", "browsed"), [(2218, A), (2051, B)])
def test_of_dead_letter_queues_of_one_name_that_of_the_end_is_browsed_that_gives_the_reason(reason, browsed):
    sessions = [session(one, *rows_, qmgr(one, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1"), time=NOW)
                for one, rows_ in ((A, SENT), (B, [local("L", "CURDEPTH=0")]))]  # fmt: skip
    found = walked(Made("", sessions, messages=[message(dead=("L", B, reason))])).verdict
    assert found.code == "UNKNOWN" and f"amqsbcg DLQ {browsed}" in [one.command for one in found.next], found.next


@pytest.mark.parametrize("request_", [{"put_time": PUT}, {"msg_id": ID}])
@pytest.mark.parametrize(("minutes", "printed", "told"), [
    (-3, B, f"it was on DLQ of {B} when that was dumped (2026-01-02 09:57:00 UTC), and that queue was seen to be empty "
            "since: it was got from there or moved on."),
    (-3, None, f"it was on DLQ of {B} when that was dumped (2026-01-02 09:57:00 UTC)"),
    (None, B, "it was got from there or moved on since, or the dump is later."),
])  # fmt: skip
def test_a_dead_letter_whose_queue_was_seen_to_be_empty_since_its_dump_was_there_and_is_no_more(
    minutes, printed, told, request_
):
    there = session(B, receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0"), time=NOW)
    one = message(put=AT.first) | {"dump_queue_manager": printed}
    made = Made("", [session(A, *SENT, time=NOW), there], messages=[made_at(one, minutes) if minutes else one])
    found = walked(made, **request_).verdict
    assert found.code == "UNKNOWN" and told[1:] in found.statement, found.statement
    assert "It is on" not in found.statement and "not shown" not in found.statement


@pytest.mark.parametrize(("minutes", "told"), [(None, "since, or the dump is later."), (-3, "since: it has left it.")])
@pytest.mark.parametrize("put", ["ENABLED", "DISABLED"])
def test_a_transmission_queue_that_had_the_message_and_is_empty_now_is_told_of(minutes, told, put):
    source = [
        ("DISPLAY QREMOTE(R)", [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT={put}")]),
        *SENT[1:],
    ]
    header = {"StrucId": "XQH", "fields": {"RemoteQName": "L", "RemoteQMgrName": B, "MsgDesc.MsgId": bytes.fromhex(ID)}}
    one = {**message(X, None), "headers": [header]}
    made = Made("", [session(A, *source, time=NOW)], messages=[made_at(one, minutes) if minutes else one])
    found = walked(made, msg_id=ID, persistence=1).verdict
    assert f"It was on {X} of {A}, for L at {B}, when that was dumped (" in found.statement, found.statement
    assert found.statement.endswith(told) and one["file"] in {place.file for place in found.places}
    assert found.code != "PUT_REFUSED"


def made_at(one, minutes, **more):
    """A message of a dump that was made so many minutes after the captures."""
    return {**one, "captured": datetime.fromisoformat(NOW).replace(tzinfo=None) + timedelta(minutes=minutes), "zone": "UTC",
            **more}  # fmt: skip


@pytest.mark.parametrize(("home", "dead", "right"), [(3, 9, "ON_DLQ"), (9, 3, "DELIVERED"), (3, 3, "UNKNOWN")])
def test_of_two_dumps_that_have_the_message_the_later_one_counts(home, dead, right):
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=1"), local("DLQ", "CURDEPTH=1"), qmgr(B, "DEADQ=DLQ"))
    both = [made_at(message(), dead), made_at(message("L", None), home)]
    found = walked(Made("", sessions, messages=both), msg_id=ID).verdict
    assert found.code == right, found.statement
    assert ("has it, too, but from before" in found.statement) == (right != "UNKNOWN"), found.statement
    assert code(sessions, [both[0], message("L", None)], msg_id=ID) == "UNKNOWN"


@pytest.mark.parametrize(("asked", "seconds", "right"), [
    ({"msg_id": ID}, 100, "UNKNOWN"), ({"put_time": PUT}, 100, "UNKNOWN"), ({"msg_id": ID}, 4000, "ON_DLQ"),
])  # fmt: skip
def test_a_dead_letter_queue_whose_oldest_message_came_after_a_dump_no_longer_has_it(asked, seconds, right):
    there = session(B, local("L", "CURDEPTH=0;PUT=DISABLED"), receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=4"),
                    queue_status("DLQ", CURDEPTH="4", MSGAGE=str(seconds)), time=NOW)  # fmt: skip
    one = made_at(message(put=AT.first), -30)
    found = walked(Made("", [session(A, *SENT, time=NOW), there], messages=[one]), **asked).verdict
    assert found.code == right, found.statement
    assert ("the oldest message that its status shows came later" in found.statement) == (right == "UNKNOWN")


@pytest.mark.parametrize("queue", [X, "L", "DLQ"])
@pytest.mark.parametrize("got", ["09.50.00", "09.10.00"])
def test_what_was_got_since_a_dump_may_have_been_the_message(queue, got):
    shown = {X: "USAGE=XMITQ;CURDEPTH=0", "L": "PUT=ENABLED;CURDEPTH=0", "DLQ": "CURDEPTH=0"}
    shown[queue] = shown[queue].replace("CURDEPTH=0", "CURDEPTH=3")
    status_ = queue_status(queue, CURDEPTH="3", LGETDATE=DAY, LGETTIME=got)
    source, end = [remote(), local(X, shown[X]), sender(), status()], [local("L", shown["L"]), local("DLQ", shown["DLQ"]),
                                                                    qmgr(B, "DEADQ=DLQ")]  # fmt: skip
    (source if queue == X else end).append(status_)
    sessions = [session(A, *source, time=NOW), session(B, *end, time=NOW)]
    one = made_at(message(queue, ("L", B, 2051) if queue == "DLQ" else None, put=AT.first), -30)
    found = walked(Made("", sessions, messages=[one]), log=ZONES, msg_id=ID).verdict
    right = {X: "WAITING_ON_XMITQ", "L": "DELIVERED", "DLQ": "ON_DLQ"}[queue]
    assert found.code == ("UNKNOWN" if got > "09.30" else right), found.statement
    assert ("messages were got from that queue since" in found.statement) == (got > "09.30"), found.statement


@pytest.mark.parametrize(("others", "right"), [("1", "UNKNOWN"), ("0", "UNKNOWN")])
def test_a_shared_transmission_queue_that_holds_only_those_of_other_channels_no_longer_has_it(others, right):
    shared = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
    member = [show("CLUS", f"CLUSQMGR={one};CHANNEL=TO.{one};CLUSTER=C;XMITQ={shared}") for one in (B, H)]
    states = [status(state, f"TO.{one}", shared, one, f";XQMSGSA={count}") for one, state, count in (
        (B, "RUNNING", "0"), (H, "RETRYING", others))]  # fmt: skip
    here = session(A, local(shared, "USAGE=XMITQ;CURDEPTH=1"), ("DISPLAY CLUSQMGR(*)", member), *states, time=NOW)
    header = {"StrucId": "XQH", "fields": {"RemoteQName": "R", "RemoteQMgrName": B, "MsgDesc.MsgId": ID}}
    known = {"MsgId": b"O" * 24, "CorrelId": bytes.fromhex(ID), "Format": "MQXMIT"}
    one = {**message(shared, None, put=AT.first, **known), "headers": [header]}
    found = walked(Made("", [here], messages=[one]), msg_id=ID).verdict
    assert found.code == right, found.statement
    assert (f"is for other channels than TO.{B}" in found.statement) == (others == "1"), found.statement


@pytest.mark.parametrize(("depth", "state", "minutes", "right"), [
    (5, "RUNNING", None, "UNKNOWN"), (1, "RUNNING", None, "WAITING_ON_XMITQ"), (5, "STOPPED", None, "CHANNEL_NOT_RUNNING"),
    (5, "RUNNING", 3, "WAITING_ON_XMITQ"),
])  # fmt: skip
def test_from_a_queue_that_held_others_since_a_running_channel_may_have_sent_what_an_undated_dump_shows(
    depth, state, minutes, right
):
    here = session(A, remote(), local(X, f"USAGE=XMITQ;CURDEPTH={depth}"), sender(), status(state), time=NOW)
    header = {"StrucId": "XQH", "fields": {"RemoteQName": "L", "RemoteQMgrName": B, "MsgDesc.MsgId": ID}}
    one = {**message(X, None, put=AT.first), "headers": [header]}
    found = walked(Made("", [here], messages=[made_at(one, minutes) if minutes else one]), msg_id=ID).verdict
    assert found.code == right, found.statement
    assert ("it may have been sent since" in found.statement) == (right == "UNKNOWN"), found.statement


@pytest.mark.parametrize(("depth", "more", "minutes", "right"), [
    (5, "IPPROCS=1", None, "UNKNOWN"), (1, "IPPROCS=1", None, "DELIVERED"), (5, "IPPROCS=0", None, "DELIVERED"),
    (5, "IPPROCS=1", 3, "DELIVERED"), (5, "IPPROCS=1;GET=DISABLED", None, "DELIVERED"),
])  # fmt: skip
def test_from_a_destination_that_is_read_and_held_others_since_what_an_undated_dump_shows_may_be_taken(
    depth, more, minutes, right
):
    there = session(B, local("L", f"PUT=ENABLED;CURDEPTH={depth};{more}"), time=NOW)
    one = message("L", None, put=AT.first)
    made = Made("", [session(A, *SENT, time=NOW), there], messages=[made_at(one, minutes) if minutes else one])
    found = walked(made, msg_id=ID).verdict
    assert found.code == right, found.statement
    assert ("it may have been got since" in found.statement) == (right == "UNKNOWN"), found.statement


def test_whoever_has_a_queue_of_the_name_is_browsed_for_dead_letters_on_no_dead_letter_queue():
    there = session(B, local("L", "CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"), local("PARKED", "CURDEPTH=5"))
    found = walked(Made("", [session(A, *SENT), there], messages=[message("PARKED")]), msg_id=ID).verdict
    assert found.code == "UNKNOWN" and f"amqsbcg PARKED {B}" in [one.command for one in found.next], found.next


@pytest.mark.parametrize(("home", "dead", "at", "too"), [
    (-3, -9, (B, "L"), f"A dump of DLQ of {B} has it, too, but from before."),
    (-9, -3, (B, "DLQ"), f"A dump of L of {B} has it, too, but from before."),
    (-3, None, (B, "DLQ"), f"A dump of L of {B} has it, too, but that queue was seen to be empty."),
])  # fmt: skip
def test_of_dumps_of_queues_that_are_empty_now_the_last_is_told_first_and_the_others_too(home, dead, at, too):
    sessions = [session(A, *SENT, time=NOW), session(B, local("L", "PUT=ENABLED;CURDEPTH=0"), local("DLQ", "CURDEPTH=0"),
                                                     qmgr(B, "DEADQ=DLQ"), time=NOW)]  # fmt: skip
    both = [made_at(message(), dead) if dead else message(), made_at(message("L", None), home)]
    found = walked(Made("", sessions, messages=both), msg_id=ID).verdict
    assert (found.code, found.at) == ("UNKNOWN", at) and too in found.statement, found.statement


@pytest.mark.parametrize(("minutes", "right"), [(-3, "DELIVERED"), (3, "UNKNOWN")])
def test_a_queue_that_was_empty_before_its_dump_may_have_the_message_after(minutes, right):
    sessions = [session(A, *SENT, time=NOW), session(B, qmgr(B, "DEADQ=DLQ"), local("L", "PUT=ENABLED;CURDEPTH=1"),
                                                     local("DLQ", "CURDEPTH=0"), time=NOW)]  # fmt: skip
    both = [made_at(message(), minutes), message("L", None)]
    assert code(sessions, both, msg_id=ID) == right


def test_a_message_that_was_there_before_its_queue_was_seen_to_be_empty_has_gone_since():
    sessions = [session(A, *SENT, time=NOW), session(B, local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9"), time=NOW)]
    for minutes, open_ in ((-3, False), (None, True)):
        own = message("L", None) if minutes is None else made_at(message("L", None), minutes)
        found = walked(Made("", sessions, messages=[own]), msg_id=ID).verdict
        assert found.code == "UNKNOWN" and ("or the dump is later" in found.statement) == open_, found.statement


@pytest.mark.parametrize(("minutes", "right"), [(-90, "DELIVERED"), (-3, "UNKNOWN"), (3, "UNKNOWN")])
def test_a_dump_from_long_before_the_captures_says_nothing_of_a_message_put_while_they_were_made(minutes, right):
    there = session(B, local("L", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=9;USAGE=NORMAL"), time=NOW)
    early = datetime.fromisoformat(PUT) - timedelta(hours=9)
    other = made_at(message("L", None, put=early, MsgId=bytes(23) + b"9"), minutes)
    assert code([session(A, *SENT, time=NOW), there], [other], msg_id=ID) == right


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (9, "not in L2.txt, which is later: it was got or moved on since"),
        (-9, ""),
        (None, "does not show which was made later"),
    ],
)
def test_a_dump_of_its_queue_without_the_message_counts_unless_it_is_from_before(minutes, said):
    other = message("L", None, MsgId=bytes(23) + b"9") | {"file": "L2.txt"}
    other = other if minutes is None else made_at(other, minutes)
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=1"))
    found = walked(Made("", sessions, messages=[made_at(message("L", None), 0), other]), msg_id=ID).verdict
    assert found.code == ("UNKNOWN" if said else "DELIVERED") and said in found.statement, found.statement


@pytest.mark.parametrize("request_", [{}, {"msg_id": ID}])
def test_the_walk_names_the_owner_that_the_depth_of_a_dead_letter_queue_tells(request_):
    there = local("L", "PUT=ENABLED;CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0")
    sessions = [session(A, *SENT, qmgr(A, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")), session(B, *there)]
    found = walked(Made("", sessions, messages=[message()]), **request_).verdict
    assert found.code == "UNKNOWN" and f"DLQ, by its depth that of {A}" in found.statement, found.statement


@pytest.mark.parametrize("queue", ["L", "DLQ"])
def test_a_depth_of_nothing_is_no_evidence_of_a_message_that_a_later_dump_has(queue):
    there = local("L", "CURDEPTH=0;PUT=ENABLED"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0;PUT=ENABLED")
    sessions = [session(A, *SENT, time=NOW), session(B, *there, time=NOW)]
    own = (
        message(put=datetime.fromisoformat(PUT))
        if queue == "DLQ"
        else message("L", None, put=datetime.fromisoformat(PUT))
    )
    found = walked(Made("", sessions, messages=[made_at(own, 9)]), msg_id=ID).verdict
    lines = [sessions[1].splitlines()[at.line - 1] for at in found.places if at.file == "1.txt"]
    assert found.code == ("ON_DLQ" if queue == "DLQ" else "DELIVERED") and not any(
        "CURDEPTH(0)" in line for line in lines
    )


@pytest.mark.parametrize(("depth", "name", "minutes", "known", "says"), [
    (0, "L", 9, False, "dump of L at QM.B that is later than its displayed depth has 1 message (2026-01-02 10:09:00 UTC)"),
    (0, "L", 9, True, ""), (0, "L", -9, False, ""), (0, "L", None, False, ""), (1, "L", 9, False, ""),
    (0, X, 9, False, f"dump of {X} at QM.A that is later than its displayed depth has 1 message"),
])  # fmt: skip
def test_a_later_dump_overrides_the_depth_that_was_displayed_before(depth, name, minutes, known, says):
    there = local("L", f"CURDEPTH={depth};PUT=ENABLED;MAXDEPTH=9")
    other = message(name, None, put=datetime.fromisoformat(PUT), MsgId=bytes(23) + b"9")
    other = made_at(other, minutes) if minutes else other
    sessions = [session(A, *SENT, time=NOW), session(B, there, time=NOW)]
    found = walked(Made("", sessions, messages=[other]), **({"msg_id": ID} if known else {})).verdict
    assert (says in found.statement) if says else ("later than its displayed" not in found.statement), found.statement
    assert not says or (f"{name} of {A} has CURDEPTH(0)" not in found.statement and found.code == "UNKNOWN")


def test_an_empty_dump_behind_that_of_the_message_says_that_it_is_there_no_more():
    own, sessions = made_at(message("L", None), 0), sent_to(local("L", "PUT=ENABLED;CURDEPTH=1"))
    none = {
        **dict.fromkeys(own),
        **{name: own[name] for name in ("file", "queue")},
        "offset": 900,
        "error": "no messages on queue L",
    }
    for minutes, right in (
        (9, "which is later: it was got"),
        (-9, "is on its destination"),
        (None, "does not show which was made later"),
    ):
        later = none if minutes is None else made_at(none, minutes)
        found = walked(Made("", sessions, messages=[own, later]), msg_id=ID).verdict
        assert right in found.statement, found.statement
        assert (found.code == "DELIVERED") == (right == "is on its destination")
    failed = made_at({**none, "error": "MQOPEN failed: CompCode 2, reason 2035; no message was read"}, 9)
    assert code(sessions, [own, failed], msg_id=ID) == "DELIVERED"


@pytest.mark.parametrize(
    ("minutes", "at"), [(-3, "2026-01-02T09:57:00Z"), (9, "2026-01-02T10:09:00Z"), (-600, "2026-01-02T10:00:00Z")]
)
def test_what_a_dump_shows_is_said_for_when_it_was_made(minutes, at):
    sessions = [session(A, *SENT, time=NOW), session(B, local("L", "PUT=ENABLED;CURDEPTH=1"), time=NOW)]
    own = made_at(message("L", None, put=datetime.fromisoformat(PUT)), minutes)  # long before its put it is of no dump
    made = walked(Made("", sessions, messages=[own]), msg_id=ID)
    assert (made.verdict.code, made.as_of) == ("DELIVERED", at)


def test_the_time_of_another_dump_of_the_file_is_not_the_verdict_s():
    sessions = [session(A, *SENT, time=NOW), session(B, local("L", "PUT=ENABLED;CURDEPTH=1"), time=NOW)]
    put = datetime.fromisoformat(PUT)
    other = made_at(message(X, None, put=put) | {"file": "s.txt", "number": 1}, -3)
    made = walked(
        Made("", sessions, messages=[other, message("L", None, put=put) | {"file": "s.txt", "number": 1}]), msg_id=ID
    )
    assert (made.verdict.code, made.as_of) == ("DELIVERED", "2026-01-02T10:00:00Z"), made.verdict.statement


def test_a_message_that_its_dump_has_and_that_was_got_since_is_not_said_to_be_there():
    young = queue_status(
        "L", CURDEPTH="1", LPUTDATE=DAY, LPUTTIME="09.59.00", LGETDATE=DAY, LGETTIME="09.58.00", MSGAGE="60"
    )
    there = session(B, local("L", "PUT=ENABLED;CURDEPTH=1"), young, time=NOW)
    for minutes, right in ((-9, "UNKNOWN"), (None, "DELIVERED")):
        own = message("L", None, put=datetime.fromisoformat(PUT))
        own = own if minutes is None else made_at(own, minutes)
        found = walked(Made("", [session(A, *SENT, time=NOW), there], messages=[own]), log=ZONES, msg_id=ID).verdict
        assert found.code == right, found.statement


@pytest.mark.parametrize(
    ("size", "report", "right", "told"),
    [(0, 0x01000000, "UNKNOWN", "It should be on a dead-letter queue"), (0, None, "UNKNOWN", "Unless it asked to be"),
     (1, None, "UNKNOWN", "Unless it asked to be"), (250, None, "UNKNOWN", "Unless it asked to be"),
     (250, 0x07000000, "UNKNOWN", "It should be on"), (100, 0x0F000000, "RETURNED_TO_SENDER", "came back"),
     (0, 0x09000000, "UNKNOWN", "It asked to be discarded"), (250, 0x0F000000, "RETURNED_TO_SENDER", "came back")],
)  # fmt: skip
def test_an_exception_report_proves_that_the_message_was_refused(size, report, right, told):
    back = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=2053)
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5"), qmgr(B, "DEADQ=DLQ"))
    made = Made("", sessions, messages=[{**back, "data_length": size}])
    found = walked(made, msg_id=ID, report=report).verdict
    assert found.code == right and told in found.statement, found.statement
    assert right != "UNKNOWN" or f"amqsbcg DLQ {B}" in [one.command for one in found.next]


@pytest.mark.parametrize("report", [None, 0x0F000000])
def test_a_report_that_is_itself_a_dead_letter_says_nothing_of_where_the_original_is(report):
    back = message("DLQ", ("REPLY", A, 2087), MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=2053)
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5"), qmgr(B, "DEADQ=DLQ"))
    found = walked(Made("", sessions, messages=[{**back, "data_length": 250}]), msg_id=ID, report=report).verdict
    assert found.code == "UNKNOWN" and "That report is itself dead-lettered" in found.statement, found.statement


def test_an_early_depth_says_nothing_of_a_dump_of_a_later_message():
    then, now = "2026-01-02T08:00:00Z", "2026-01-02T12:00:00Z"
    asked = {"msg_id": ID, "put_time": PUT}
    for time, right in ((then, "DELIVERED"), (now, "UNKNOWN")):
        sessions = [session(A, *SENT, time=now), session(B, local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9"), time=time)]
        assert code(sessions, [message("L", None)], **asked) == right


def test_a_queue_that_was_full_since_before_the_put_cites_its_last_put():
    full_ = local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5;" + ALTERED.format("01", "08.00.00"))
    was = queue_status("L", CURDEPTH="5", LPUTDATE="2026-01-02", LPUTTIME="08.00.00")
    found = checks.full(estate((B, NOW, full_, was), clocks={B: timedelta()}), B, "L", AT)
    lines = [one.line for one in found.places]
    assert found.holds is True and lines == [15, 10, 17], found


def test_how_much_a_queue_took_then_is_not_told_by_an_alteration_since():
    was = queue_status("L", CURDEPTH="5", LPUTDATE="2026-01-02", LPUTTIME="08.00.00")
    altered = local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5;" + ALTERED.format("02", "11.00.00"))
    found = checks.full(estate((B, NOW, altered, was), clocks={B: timedelta()}), B, "L", AT)
    assert found.holds is None and "it was altered 2026-01-02 11:00:00" in found.said, found
    before = local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=9;" + ALTERED.format("01", "08.00.00"))
    early = (B, "2026-01-02T10:30:00Z", before, was)
    found = checks.full(estate(early, (B, NOW, altered, was), clocks={B: timedelta()}), B, "L", AT)
    assert found.holds is None and "it had MAXDEPTH(9) then" in found.said, found


# What keeps messages on a transmission queue


DAY = "2026-01-02"
WAITING = queue_status(X, CURDEPTH="6", UNCOM="2", LPUTDATE=DAY, LPUTTIME="09.00.01", LGETDATE=DAY, LGETTIME="08.00.00",
                       MSGAGE="4000")  # fmt: skip
OPEN = "PUT=ENABLED;CURDEPTH=6;MAXDEPTH=5000;MAXMSGL=4194304;USAGE=XMITQ;" + ALTERED.format("01", "08.00.00")
BATCH = ";CURMSGS=2;INDOUBT=YES;LSTMSGDA=2026-01-02;LSTMSGTI={}"


ZONES = [{"file": "a.LOG", "line": 1, "message": "AMQ8004", "queue_manager": one, "time": AT.first.replace(hour=8),
          "time_text": "2026-01-02 08:00:01", "time_note": None, "inserts": {}, "text": ""} for one in (A, B)]  # fmt: skip
"""What shows that both hosts are in the zone of UTC."""


def put_at(*answers, before=()):
    """The walk of a message with a put time, from a queue manager whose host is in the zone of UTC.

    `before`: what was captured an hour before the put.
    """
    definition = remote()[0], [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;"
                                         + ALTERED.format("01", "08.00.00"))]  # fmt: skip
    sessions = [session(A, definition, local(X, OPEN), WAITING, *answers, time=NOW)]
    sessions += [session(A, *before, time="2026-01-02T08:00:00Z")] if before else []
    return walked(Made("", sessions, {"persistence": 1}), log=ZONES[:1], put_time=PUT).verdict


def test_a_batch_that_was_sent_before_the_put_has_not_the_message():
    found = put_at(sender(), status("RETRYING", more=BATCH.format("08.30.00")))
    assert found.code == "CHANNEL_NOT_RUNNING", found.statement
    assert "is in doubt about a batch" in found.statement


def test_what_nothing_was_got_of_has_no_message_in_a_batch():
    found = put_at(sender(), status("RETRYING", more=BATCH.format("09.00.02")))
    assert found.code == "CHANNEL_NOT_RUNNING" and "An older batch" not in found.statement, found.statement


def test_what_is_not_committed_is_not_laid_at_the_channels_door():
    found = put_at(sender(), status("RUNNING", more=";CURMSGS=0"))
    assert found.code == "WAITING_ON_XMITQ" and f"{X} of {A}" in found.statement
    assert "Puts that are not committed cannot be sent yet (UNCOM(2)" in found.statement
    assert "has not sent it" not in found.statement
    assert ['"DISPLAY', "CONN(*)"] in [one.command.split()[1:3] for one in found.next]


def test_that_no_channel_served_before_the_put_does_not_say_that_none_does():
    none = f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {X})", "AMQ8147E: IBM MQ object * not found."
    assert put_at(none).code == "WAITING_ON_XMITQ", "its put may not be committed"
    early = put_at(before=[none])
    assert (early.code, "No channel serves" in early.statement) == ("WAITING_ON_XMITQ", False), early.statement


def test_a_receiver_that_another_sender_uses_is_not_the_far_end():
    other = f"CHANNEL={C};CHLTYPE=RCVR;CURRENT;RQMNAME=QM.OTHER;STATUS=PAUSED"
    sessions = [session(A, remote(), local(X, "CURDEPTH=6"), sender(), status()),
                session(B, (f"DISPLAY CHSTATUS({C})", [show("CHS", other)]))]  # fmt: skip
    assert "PAUSED" not in walked(Made("", sessions)).verdict.statement


@pytest.mark.parametrize(
    ("sending", "receiving", "told"),
    [("RUNNING", "PAUSED", f"At {B}, {C} is PAUSED: it tries again to put a message. L at {B} is full"),
     ("RETRYING", "STOPPED", f"At {B}, {C} is STOPPED.")],
)  # fmt: skip
def test_what_is_shown_of_the_other_end_is_told(sending, receiving, told):
    there = f"CHANNEL={C};CHLTYPE=RCVR;CURRENT;RQMNAME={A};STATUS={receiving}"
    sessions = [
        session(A, remote(), local(X, "CURDEPTH=6"), sender(), status(sending)),
        session(B, local("L", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5"), (f"DISPLAY CHSTATUS({C})", [show("CHS", there)])),
    ]
    assert told in walked(Made("", sessions)).verdict.statement


@pytest.mark.parametrize(
    ("time", "told"),
    [(NOW, f"has CURDEPTH(6). {C} is STOPPED"),
     ("2026-01-02T08:00:00Z", f"{C} is STOPPED, by a capture that is from before the put"),
     (None, f"has CURDEPTH(6), by a capture that may be from before the put. {C} is STOPPED, by a capture")],
)  # fmt: skip
def test_the_weaker_truth_of_queue_and_channel_is_said_where_the_message_cannot_be_placed(time, told):
    sessions = [session(A, remote(), local(X, "CURDEPTH=6"), sender(), status("STOPPED"), time=time)]
    found = walked(Made("", sessions), put_time=PUT).verdict
    assert found.code == ("CHANNEL_NOT_RUNNING" if time != "2026-01-02T08:00:00Z" else "UNKNOWN"), found.statement
    assert told in found.statement, found.statement


# Names


ZOS = "CSQM4{}I +CSQ1 {}"


def zos(manager, *objects):
    lines = [f"CSQU120I Connecting to {manager}", f"CSQU055I Target queue manager is {manager}"]
    for command, number, text in objects:
        lines += [command, "CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000", ZOS.format(number, text),
                  "CSQ9022I +CSQ1 CSQMDRTS ' DISPLAY' NORMAL COMPLETION"]  # fmt: skip
    return "\n".join(lines) + "\n"


def of_group(igq, name="MQ1B"):
    from mqforensics.objects.estate import Estate

    text = zos(
        "MQ1A",
        ("DISPLAY QMGR QSGNAME IGQ DEFXMITQ", "09", f"QMNAME(MQ1A) QSGNAME(QSG1) IGQ({igq}) DEFXMITQ( )"),
        ("DISPLAY QREMOTE(R)", "08", f"QUEUE(R) TYPE(QREMOTE) RNAME(L) RQMNAME({name}) XMITQ( )"),
        ("DISPLAY QUEUE(L)", "01", "QUEUE(L) TYPE(QLOCAL) CURDEPTH(0) USAGE(NORMAL)"),
    )
    return resolve(Estate(rows(text)), "R", "MQ1A")


def test_with_intra_group_queuing_no_transmission_queue_of_that_name_is_needed():
    assert of_group("ENABLED").end.kind == "unknown"
    assert "queue-sharing group" in of_group("ENABLED").end.said
    assert "queue-sharing group" not in of_group("DISABLED").end.said


def test_the_name_of_the_own_queue_sharing_group_is_resolved_here():
    assert of_group("ENABLED", "QSG1").end.kind == "destination"


def member(name, stamp, shown, *more):
    stamped = zos(name, ("DISPLAY QMGR ALL", "09", f"QMNAME({name}) QSGNAME(QSG1) DEADQ( )"), (
        "DISPLAY QUEUE(R)", "01", f"QUEUE(R) TYPE(QLOCAL) QSGDISP(SHARED) PUT(ENABLED) {shown} MAXDEPTH(9) USAGE(NORMAL)"), *more)  # fmt: skip
    return f"CSQU001I CSQUTIL Queue Manager Utility - 2026-01-02 {stamp}\n{stamped}"


def test_what_another_member_shows_of_a_shared_queue_is_said_to_be_its_and_of_its_time():
    walk = walked(Made("", [member("MQ1A", "14:31:00", "CURDEPTH(1)"), member("MQ2A", "14:40:00", "CURDEPTH(0)")],
                       {"queue_manager": "MQ1A"}), put_time="2026-01-02T14:30:00Z")  # fmt: skip
    assert "R of MQ1A has CURDEPTH(0) (shown by MQ2A)" in walk.verdict.statement, walk.verdict.statement
    assert walk.as_of == "2026-01-02T14:40:00"
    own = walked(Made("", [member("MQ1A", "14:41:00", "CURDEPTH(1)"), member("MQ2A", "14:40:00", "CURDEPTH(0)")],
                      {"queue_manager": "MQ1A"}), put_time="2026-01-02T14:30:00Z")  # fmt: skip
    assert "R of MQ1A has CURDEPTH(1)" in own.verdict.statement and own.as_of == "2026-01-02T14:41:00"


@pytest.mark.parametrize(("status", "since", "known", "right"), [
    ("STATUS(FAILED) FAILDATE(2026-01-02) FAILTIME(14.25.10)", "since 2026-01-02 14:25:10", True, "PUT_REFUSED"),
    ("STATUS(FAILED) FAILDATE(2026-01-02) FAILTIME(14.25.10)", "puts fail with 2373 while it is so", False, "UNKNOWN"),
    ("STATUS(FAILED) FAILDATE(2026-01-02) FAILTIME(14.35.10)", "puts fail with 2373 while it is so", True, "UNKNOWN"),
    ("STATUS(ACTIVE)", "", True, "UNKNOWN"), ("TYPE(CONNECT) STATUS(FAILED)", "", True, "UNKNOWN"),
])  # fmt: skip
def test_a_structure_that_has_failed_takes_no_puts_to_its_queues(status, since, known, right):
    structure = "DISPLAY CFSTATUS(*)", "93", f"CFSTATUS(APP1) {status}"
    shown = member("MQ1A", "14:40:00", "CURDEPTH(0) CFSTRUCT(APP1)", structure)
    clock = [{**ZONES[0], "queue_manager": "MQ1A"}] * known
    found = walked(Made("", [shown], {"queue_manager": "MQ1A"}), log=clock, put_time="2026-01-02T14:30:00Z").verdict
    assert found.code == right and since in found.statement, found.statement
    assert ("structure APP1 of R has failed (STATUS(FAILED)" in found.statement) == bool(since)


def test_where_nothing_is_shown_of_a_channel_on_zos_its_initiator_is_asked_for():
    shown = zos("MQ1A", ("DISPLAY QUEUE(R)", "08", f"QUEUE(R) TYPE(QREMOTE) RNAME(L) RQMNAME({B}) XMITQ({X})"),
                ("DISPLAY QUEUE(X)", "01", f"QUEUE({X}) TYPE(QLOCAL) CURDEPTH(4) USAGE(XMITQ)"),
                ("DISPLAY CHANNEL(*)", "14", f"CHANNEL({C}) CHLTYPE(SDR) XMITQ({X}) CONNAME(b)"))  # fmt: skip
    found = walked(Made("", [shown], {"queue_manager": "MQ1A"})).verdict
    assert found.code == "UNKNOWN" and any(one.command == "+cpf DISPLAY CHINIT" for one in found.next)


def test_rname_is_resolved_by_the_target_with_the_same_table():
    there = sent_to(("DISPLAY QALIAS(L)", [show("Q", "QUEUE=L;TYPE=QALIAS;TARGET=M;TARGTYPE=QUEUE;PUT=ENABLED")]),
                    local("M", "PUT=ENABLED;CURDEPTH=3;MAXDEPTH=9;USAGE=NORMAL"))  # fmt: skip
    found = walked(Made("", there)).verdict
    assert (found.code, found.at) == ("DELIVERED", (B, "M")), found.statement


# A stream queue, a unit of work, an expiry


def test_an_open_and_empty_queue_refuses_everything_while_its_must_dup_copy_fails():
    target = local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;STREAMQ=S;STRMQOS=MUSTDUP;USAGE=NORMAL")
    times = {"LPUTDATE": "2026-01-02", "LPUTTIME": "09.59.58", "LGETDATE": "2026-01-02", "LGETTIME": "09.59.59"}
    known = target, queue_status("L", CURDEPTH="0", IPPROCS="1", MSGAGE="0", **times)
    shut = local("S", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9")
    sessions = [session(A, *SENT, time=NOW), session(B, *known, shut, time="2026-01-02T10:00:05Z")]
    assert code(sessions) != "CONSUMED"


def test_an_uncommitted_get_is_not_yet_consumed():
    times = {"LPUTDATE": "2026-01-02", "LPUTTIME": "09.59.58", "LGETDATE": "2026-01-02", "LGETTIME": "09.59.59"}
    for uncom, said in (("1", "UNKNOWN"), ("YES", "UNKNOWN")):
        there = queue_status("L", CURDEPTH="0", IPPROCS="1", MSGAGE="0", UNCOM=uncom, **times)
        sessions = [session(A, *SENT, time=NOW),
                    session(B, local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;BOQNAME="), there, time="2026-01-02T10:00:05Z")]  # fmt: skip
        assert code(sessions) == said


def test_a_batch_in_doubt_may_hold_what_an_empty_transmission_queue_does_not_show():
    held = status("RETRYING", more=";INDOUBT=YES;CURMSGS=2")
    assert code(at_a(remote(), local(X, "CURDEPTH=0"), sender(), held), persistence=1) in ("IN_DOUBT", "UNKNOWN")
    assert code(at_a(remote(), local(X, "CURDEPTH=0"), sender(), held), persistence=1) != "CONSUMED"


def test_a_reply_hint_is_void_where_nothing_was_put_towards_that_queue_manager():
    """A name that is not defined is a reply's only if a message went to its queue manager."""

    def asked(last):
        there = queue_status(B, CURDEPTH="0", LPUTDATE=last and "2026-01-01", LPUTTIME=last)
        none = ("DISPLAY CLUSQMGR(*)", "AMQ8147E: IBM MQ object * not found.")
        here = (("DISPLAY QUEUE(R)", "AMQ8147E: IBM MQ object R not found."), none, local(B, "USAGE=XMITQ;CURDEPTH=0"),
                there, sender(xmitq=B), status(xmitq=B))  # fmt: skip
        return [session(A, *here, time=NOW), session(B, local("R", "CURDEPTH=0"), time=NOW)]

    assert code(asked("08.00.00")) == "NOT_DEFINED"
    assert code(asked("")) == "NOT_DEFINED"
    assert code([asked("")[0].replace("MONQ(MEDIUM)", "MONQ(OFF)   "), asked("")[1]]) == "UNKNOWN"


def test_csqutil_dates_what_it_prints_by_its_heading():
    text = "CSQU001I CSQUTIL Queue Manager Utility - 2026-01-02 10:00:12\n" + zos(
        "MQ1A", ("DISPLAY QLOCAL(L)", "01", "QUEUE(L) TYPE(QLOCAL) CURDEPTH(0)")
    )
    [row] = [row for row in rows(text) if row["type"] == "QLOCAL"]
    assert row["captured"] == datetime(2026, 1, 2, 10, 0, 12) and row["zone"] is None


@pytest.mark.parametrize("number", ["01", "07", "99"])
def test_a_cluster_queue_is_one_whatever_the_number_of_its_message(number):
    text = zos(
        "MQ1A", ("DISPLAY QCLUSTER(L)", number, "QUEUE(L) TYPE(QCLUSTER) CLUSTER(CL) CLUSQMGR(MQ1B) PUT(ENABLED)")
    )
    assert [(row["type"], row["name"]) for row in rows(text)] == [("QCLUSTER", "L")]


@pytest.mark.parametrize("number", ["41", "99"])
def test_a_cluster_queue_manager_is_one_too(number):
    [row] = rows(
        zos("MQ1A", ("DISPLAY CLUSQMGR(*)", number, "CLUSQMGR(MQ1B) CHANNEL(CL.MQ1B) CLUSTER(CL) STATUS(RUNNING)"))
    )
    assert (row["type"], row["name"]) == ("CLUSQMGR", "MQ1B")


@pytest.mark.parametrize(("hour", "code_"), [("09.59.40", "CHANNEL_NOT_RUNNING"), ("01.00.00", "UNKNOWN")])
def test_a_message_put_while_the_captures_were_taken_is_on_no_queue_whose_last_put_is_of_another_hour(hour, code_):
    known = {"MSGAGE": "90000", "LPUTDATE": "2026-01-02", "LPUTTIME": hour, "LGETDATE": "", "LGETTIME": ""}
    fresh = sender(), status("STOPPED", more=";CHSTADA=2026-01-02;CHSTATI=09.59.55")
    assert code([session(A, remote(), local(X, "CURDEPTH=1"), queue_status(X, **known), *fresh, time=NOW)]) == code_


def test_a_stamp_and_a_last_put_of_clocks_that_may_differ_prove_no_age():
    known = {"LPUTDATE": "2026-01-02", "LPUTTIME": "05.00.00", "LGETDATE": "", "LGETTIME": ""}
    found = walked(Made("", [session(A, remote(), local(X, "CURDEPTH=1"), queue_status(X, **known), time=NOW)]))
    assert put_just_before_capture(found.trail, A, X) is None
    older = {**known, "LPUTDATE": "2025-12-31"}
    found = walked(Made("", [session(A, remote(), local(X, "CURDEPTH=1"), queue_status(X, **older), time=NOW)]))
    assert put_just_before_capture(found.trail, A, X) is False


# Traces: a get under syncpoint may come back, a put that failed may have been put again


def traced(*calls, whole=False):
    told = {"file": "t", "msg_id": bytes.fromhex(ID), "comp_code": 0, "options": [], "queue": "L", "queue_manager": B}
    made = [{**told, "number": number, **call} for number, call in enumerate(calls, 1)]
    there = local("L", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9")
    found = walked(Made("", sent_to(there), calls=made), msg_id=ID).verdict
    return found if whole else found.code


GOT = {"verb": "MQGET"}
UNDER_SYNCPOINT = {"verb": "MQGET", "options": ["MQGMO_WAIT", "MQGMO_SYNCPOINT"]}
FAILED = {"verb": "MQPUT", "comp_code": 2, "reason": 2053, "queue": "R", "queue_manager": A}
PUT_WELL = {"verb": "MQPUT", "queue": "R", "queue_manager": A}


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        ([GOT], {"CONSUMED"}),
        ([UNDER_SYNCPOINT], {"UNKNOWN"}),
        ([UNDER_SYNCPOINT, UNDER_SYNCPOINT], {"UNKNOWN"}),
        ([{**GOT, "options": ["MQGMO_NO_SYNCPOINT"]}], {"CONSUMED"}),
        ([{**GOT, "options": ["MQGMO_BROWSE_FIRST"]}], {"UNKNOWN"}),
        ([{**GOT, "comp_code": 2, "reason": 2033}], {"UNKNOWN"}),
        ([{**GOT, "comp_code": 1, "reason": 2080}], {"UNKNOWN"}),
        ([{**GOT, "comp_code": 1, "reason": 2079}], {"CONSUMED"}),
        ([{**GOT, "comp_code": 1, "reason": 2119}], {"CONSUMED"}),
        ([{**GOT, "comp_code": None}], {"UNKNOWN"}),
        ([{**GOT, "options": None}], {"UNKNOWN"}),
        ([{**GOT, "verb": "MQCALLBACK"}], {"CONSUMED"}),
        ([FAILED], {"PUT_REFUSED"}),
        ([FAILED, PUT_WELL], {"UNKNOWN"}),
        ([FAILED, PUT_WELL, GOT], {"CONSUMED"}),
        ([PUT_WELL, UNDER_SYNCPOINT, GOT], {"CONSUMED"}),
    ],
)
def test_a_trace_proves_no_more_than_its_calls(calls, codes):
    assert traced(*calls) in codes


def at_b(verb, queue, code=0, options=(), **more):
    return {
        "verb": verb,
        "queue": queue,
        "comp_code": 2 if code else 0,
        "reason": code,
        "options": options,
        "application": "mca",
        **more,
    }


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ([at_b("MQGET", "L", options=["MQGMO_BROWSE_NEXT"])], "was on L of QM.B when mca looked at it"),
        ([at_b("MQGET", "L", code=2080, comp_code=1)], "was on L of QM.B when mca looked at it"),
        ([at_b("MQPUT1", "L", 2051)], "reached QM.B: mca failed to put it to L, with 2051"),
        (
            [at_b("MQPUT1", "L", 2051), at_b("MQPUT1", "DEAD")],
            "was put to DEAD of QM.B by mca, after a put to L had failed with 2051",
        ),
    ],
)
def test_what_a_trace_of_the_other_queue_manager_has_is_no_longer_on_the_way(calls, said):
    stopped = session(A, remote(), local(X, "CURDEPTH=4"), sender(), status("STOPPED"))
    told = {"file": "t", "msg_id": bytes.fromhex(ID), "queue_manager": B}
    made = [{**told, "number": number, **call} for number, call in enumerate(calls, 1)]
    found = walked(Made("", [stopped], calls=made), msg_id=ID).verdict
    assert found.code == "UNKNOWN" and said in found.statement, found.statement
    assert walked(Made("", [stopped]), msg_id=ID).verdict.code == "CHANNEL_NOT_RUNNING"


OF_ONE = {"process": "7", "thread": "1"}
DONE = {"comp_code": 0, "msg_id": None, "queue": None, **OF_ONE}


@pytest.mark.parametrize(
    ("later", "code", "said"),
    [
        ([{"verb": "MQCMIT"}], "CONSUMED", "the MQGET and the MQCMIT behind it"),
        ([{"verb": "MQBACK"}], "UNKNOWN", "rolled back"),
        ([{"verb": "MQCMIT", "comp_code": 2, "reason": 2003}], "UNKNOWN", "rolled back"),
        ([{"verb": "MQBACK"}, {"verb": "MQCMIT"}], "UNKNOWN", "rolled back"),
        ([{"verb": "MQCMIT", "thread": "2"}], "UNKNOWN", "does not show whether that was committed"),
        ([{"verb": "MQCMIT", "file": "u"}], "UNKNOWN", "does not show whether that was committed"),
        ([{"verb": "MQCMIT", "comp_code": None}], "UNKNOWN", "does not show whether that was committed"),
        ([{"verb": None, "error": "torn"}, {"verb": "MQCMIT"}], "UNKNOWN", "does not show whether that was committed"),
        ([{"verb": "MQDISC"}, {"verb": "MQCMIT"}], "UNKNOWN", "does not show whether that was committed"),
        ([{"verb": "XACOMMIT"}], "UNKNOWN", "does not show whether that was committed"),
    ],
)
def test_the_first_end_of_its_unit_of_work_tells_what_became_of_a_get_under_syncpoint(later, code, said):
    found = traced({**UNDER_SYNCPOINT, **OF_ONE}, *({**DONE, **call} for call in later), whole=True)
    assert found.code == code and said in found.statement, found.statement


def test_a_queue_whose_usage_is_not_shown_is_called_by_what_it_is_taken_for():
    def said(usage):
        return walked(
            Made("", [session(A, remote(), local(X, f"CURDEPTH=3{usage}"), sender(), status("STOPPED"))])
        ).verdict.statement

    assert f"{X} of {A}, the XMITQ of the definition R (the evidence lacks USAGE)" in said("")
    assert f"{X} of {A} has" in said(";USAGE=XMITQ") and "not shown" not in said(";USAGE=XMITQ")


# Lost: only what surely went that way


ALT = "ALTDATE=2025-11-01;ALTTIME=08.00.00"
LATER = "ALTDATE=2026-01-02;ALTTIME=09.45.00"
SESSION = ";CHSTADA=2025-12-30;CHSTATI=08.00.00;LSTMSGDA={};LSTMSGTI=09.00.02"
SENT_SINCE, SENT_BEFORE = SESSION.format("2026-01-02"), SESSION.format("2025-12-31")
PUT_BEFORE = {"CURDEPTH": "0", "LPUTDATE": "2025-12-31", "LPUTTIME": "09.00.00"}


def lost(**changed):
    return lost_message(**changed).verdict


def lost_message(definition=ALT, known=(), sent=SENT_SINCE, exits="", speed="FAST", dead="", sdr=ALT, **request):
    """A fast message for a queue that is closed, at a queue manager without a dead-letter queue."""
    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{definition}"
    ends = ";".join(("CHLTYPE=RCVR", f"NPMSPEED={speed}", "USEDLQ=YES", ALT, *exits.split()))
    there = local("L", f"PUT=DISABLED;CURDEPTH=0;{ALT}"), qmgr(B, f"DEADQ={dead};{ALT}"), receiver(more=ends)
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), local(X, f"CURDEPTH=0;{ALT}"), *known
    own = "MSGEXIT=" if exits else "DESCR="
    channel = sender(more=f"NPMSPEED=FAST;USEDLQ=YES;{sdr};{own}"), status(more=sent)
    sessions = [session(A, *here, *channel, time=NOW), session(B, *there, time="2026-01-02T12:00:00Z")]
    return walked(Made("", sessions), **{"put_time": PUT, "persistence": 0, **request})


def test_what_went_a_way_that_is_shown_for_its_time_is_lost():
    assert lost().code == "DISCARDED"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"known": [queue_status(X, **PUT_BEFORE)]}, f"nothing was put to {X} of {A} since the put"),
        ({"definition": LATER}, "the evidence does not show where it led then"),
        ({"sent": SENT_BEFORE}, ""),
        ({"exits": "MREXIT=RETRYX"}, ""),
        ({"exits": "MSGEXIT=FILTER"}, "MSGEXIT(FILTER)"),
    ],
)
def test_what_may_have_gone_another_way_is_not(changed, said):
    found = lost(**changed)
    assert found.code == "UNKNOWN" and said in found.statement, found.statement


@pytest.mark.parametrize("began", ["2025-12-30", "2026-01-02"])
def test_whatever_a_session_agreed_what_its_queue_does_not_hold_now_was_not_kept(began):
    sent = SENT_SINCE.replace("2025-12-30", began).replace("08.00.00", "09.50.00") + ";NPMSPEED=FAST;INDOUBT=NO"
    found = lost_message(sent=sent, sdr=LATER, known=[qmgr(A, "DEADQ=")]).finding
    assert (found.code, found.queue_manager, found.object) == ("DISCARDED", None, None)
    # The definition of the channel was altered: MAXMSGL too, maybe.
    assert f"discarded the message put to R at {A} at one of these queues: {X} of {A} and L of {B}." in found.statement
    assert all(one.on for one in found.next), found.next


@pytest.mark.parametrize(("state", "told"), [("STOPPED", False), ("PAUSED", True)])
def test_why_the_far_end_is_held_is_told_by_its_state_and_not_by_its_name(state, told):
    name = "PAUSED.TO.B"
    far = f"DISPLAY CHSTATUS({name})", [show("CHS", f"CHANNEL={name};CHLTYPE=RCVR;STATUS={state};RQMNAME={A}")]
    shut = local("L", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9")
    here = remote(), local(X, "CURDEPTH=5"), sender(name), status("RUNNING", name)
    found = walked(Made("", [session(A, *here), session(B, shut, far)])).verdict
    assert f"{name} is {state}" in found.statement and ("put-inhibited" in found.statement) == told, found.statement


def test_of_an_end_whose_definition_is_not_shown_no_exit_is_assumed():
    agreed = status(more=";NPMSPEED=FAST")
    here = remote(), local(X), sender(more="NPMSPEED=FAST;USEDLQ=YES;MSGEXIT="), agreed
    there = local("L", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9"), qmgr(B, "DEADQ=")
    found = walked(Made("", [session(A, *here), session(B, *there)])).finding
    assert found.code == "DISCARDED" and "NO_EXIT" in {one.key for one in found.assumes}, found.assumes


@pytest.mark.parametrize(
    ("put", "known", "right", "told"),
    [
        (PUT, {"CURDEPTH": "0", "IPPROCS": "1", "LPUTTIME": "09.00.12", "LGETTIME": "09.00.13"}, "MOVED",
         "is empty (CURDEPTH(0), IPPROCS(1), last put 2026-01-02 09:00:12"),
        (PUT, {"CURDEPTH": "3", "LPUTTIME": "08.00.00"}, "UNKNOWN", "No usual way explains the evidence"),
        (None, {"CURDEPTH": "3", "LPUTTIME": "01.00.00"}, "UNKNOWN", "put-inhibited"),
        (PUT, {"CURDEPTH": "3", "LPUTTIME": "09.00.12"}, "ON_DLQ", "put-inhibited"),
    ],
)  # fmt: skip
def test_what_a_dead_letter_queue_shows_tells_whether_the_message_should_be_there(put, known, right, told):
    state = queue_status("DLQ", LPUTDATE=DAY, LGETDATE=DAY, **known)
    shut = local("L", f"PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9;BOTHRESH=3;BOQNAME=L.BO;{ALT}")
    there = shut, qmgr(B, f"DEADQ=DLQ;{ALT}"), state
    there += (local("DLQ", f"PUT=ENABLED;CURDEPTH={known['CURDEPTH']};MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;{ALT}"),)
    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}"
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), local(X, f"CURDEPTH=0;{ALT}"), sender(), status(more=SENT_SINCE)
    made = Made("", [session(A, *here, time=NOW), session(B, *there, receiver(), time=NOW)])
    found = walked(made, log=ZONES, put_time=put, persistence=1).verdict
    assert found.code == right and told in found.statement, found.statement
    assert right != "MOVED" or "L.BO" not in found.statement, "it was never on L"


def test_what_was_so_when_the_message_was_put_is_told_as_past_with_what_is_so_now():
    def there(put, dead, altered, time):
        ends = f"CHLTYPE=RCVR;NPMSPEED=FAST;USEDLQ=YES;{ALT}"
        shown = local("L", f"PUT={put};CURDEPTH=0;MAXDEPTH=9;{altered}"), qmgr(B, f"DEADQ={dead};{altered}")
        return session(B, *shown, receiver(more=ends), time=time)

    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}"
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), local(X, f"CURDEPTH=0;{ALT}")
    here += sender(more=f"NPMSPEED=FAST;USEDLQ=YES;{ALT}"), status(more=SENT_SINCE)
    was, is_ = (
        there("DISABLED", "", ALT, "2026-01-02T09:30:00Z"),
        there("ENABLED", "DLQ", LATER, "2026-01-02T12:00:00Z"),
    )
    found = walked(Made("", [session(A, *here, time=NOW), was, is_]), log=ZONES, put_time=PUT, persistence=0).verdict
    assert found.code == "DISCARDED", found.statement
    assert f"L at {B} was put-inhibited (PUT(DISABLED), now PUT(ENABLED))" in found.statement
    assert f"{B} had no dead-letter queue (DEADQ blank, now DEADQ(DLQ))" in found.statement
    assert {"1.txt", "2.txt"} <= {place.file for place in found.places}


@pytest.mark.parametrize(("altered", "told"), [(ALT, True), (LATER, False)])
def test_a_queue_that_was_there_at_the_put_and_is_no_more_was_deleted_since(altered, told):
    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}"
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), local(X, f"CURDEPTH=0;{ALT}"), sender(), status(more=SENT_SINCE)
    was = session(B, local("L", f"PUT=ENABLED;CURDEPTH=1;{altered}"), time="2026-01-02T09:50:00Z")
    gone = session(B, ("DISPLAY QUEUE(L)", "AMQ8147E: IBM MQ object L not found."), time="2026-01-02T12:00:00Z")
    found = walked(Made("", [session(A, *here, time=NOW), was, gone]), log=ZONES, put_time=PUT).verdict
    deleted = f"L was defined at {B} when the message was put: it was deleted since"
    assert found.code == "UNKNOWN" and (deleted in found.statement) == told, found.statement
    assert not any(one.command.startswith("amqsbcg L ") for one in found.next), "it cannot be browsed any more"
    assert ("CURDEPTH(1): the message may have gone with it" in found.statement) == told, found.statement


@pytest.mark.parametrize(("time", "early"), [("2026-01-02T08:00:00Z", True), ("2026-01-02T12:00:00Z", False)])
def test_an_absence_from_before_the_put_is_told_as_one_and_asked_again(time, early):
    gone = session(B, ("DISPLAY QUEUE(L) ALL", "AMQ8147E: IBM MQ object L not found."), ("DISPLAY CLUSQMGR(*)",
                   "AMQ8147E: IBM MQ object * not found."), time=time)  # fmt: skip
    here = session(
        A,
        ("DISPLAY QREMOTE(R)", [show("Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};{ALT}")]),
        local(X, f"CURDEPTH=0;{ALT}"),
        sender(),
        status(more=SENT_SINCE),
        time=NOW,
    )
    found = walked(Made("", [here, gone]), log=ZONES, put_time=PUT).verdict
    assert ("that is from before the put" in found.statement) == early, found.statement
    asked = [one.command for one in found.next if "DISPLAY QUEUE('L') ALL" in one.command and one.on == B]
    assert bool(asked) == early


def test_without_its_persistence_it_is_told_what_refuses_the_message():
    sessions = sent_to(local("L", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=5000"), receiver(), qmgr(B, "DEADQ="))
    found = walked(Made("", sessions), persistence=None).verdict
    assert "put-inhibited" in found.statement, found.statement


def test_a_model_queue_holds_nothing():
    model = (
        "DISPLAY QUEUE(R) ALL",
        [show("Q", "QUEUE=R;TYPE=QMODEL;DEFTYPE=TEMPDYN;GET=ENABLED;PUT=ENABLED;USAGE=NORMAL")],
    )
    found = walked(Made("", at_a(model))).verdict
    assert found.code == "UNKNOWN" and f"R is a model queue of {A} and holds no messages" in found.statement
    assert "DEFTYPE NE PREDEFINED" in found.next[0].command


def test_what_never_left_is_on_no_dead_letter_queue():
    none = ("DISPLAY QUEUE(R)", "AMQ8147E: IBM MQ object R not found."), qmgr(A, f"DEADQ=A.DLQ;REPOS=;REPOSNL=;{ALT}")
    none += (("DISPLAY CLUSQMGR(*)", "AMQ8147E: IBM MQ object * not found."),)
    found = walked(Made("", [session(A, *none, time=NOW)]), log=ZONES, put_time=PUT).verdict
    assert found.code == "NOT_DEFINED"
    assert not any("DLQ" in one.command for one in found.next), found.next


@pytest.mark.parametrize(("expiry", "right"), [(None, "CONSUMED"), (-1, "CONSUMED")])
def test_a_message_on_a_stream_queue_is_a_copy_which_tells_that_it_came_but_not_how_long_it_lives(expiry, right):
    main = local("R", f"PUT=ENABLED;CURDEPTH=0;IPPROCS=0;MAXDEPTH=9;USAGE=NORMAL;BOQNAME=;CUSTOM=;STREAMQ=COPIES;{ALT}")
    state = queue_status("R", CURDEPTH="0", IPPROCS="0", LPUTDATE=DAY, LPUTTIME="09.00.01", LGETDATE=DAY,
                         LGETTIME="09.00.30")  # fmt: skip
    mirror = local("COPIES", f"PUT=ENABLED;CURDEPTH=1;MAXDEPTH=9;USAGE=NORMAL;{ALT}")
    made = Made("", [session(A, main, state, mirror, time=NOW)], messages=[message("COPIES", None, Expiry=-1)])
    found = walked(made, log=ZONES, put_time=PUT, msg_id=ID, persistence=1, expiry=expiry).verdict
    assert (found.code, found.at) == (right, (A, "R")), found.statement
    assert f"A copy of it is on COPIES, the STREAMQ of R: it was put to R of {A}." in found.statement


def test_what_goes_in_a_batch_is_not_said_to_be_lost():
    found = lost(speed="NORMAL")
    assert found.code == "UNKNOWN" and "lost" not in found.statement


@pytest.mark.parametrize(
    ("report", "right"), [(0x08000000, "DISCARDED"), (0x0F000000, "RETURNED_TO_SENDER"), (0, "ON_DLQ")]
)
def test_a_message_that_asked_to_be_discarded_is_on_no_dead_letter_queue(report, right):
    found = lost(dead="DLQ", persistence=1, report=report)
    assert found.code == right, found.statement
    assert ("The message asked for that (MQRO_DISCARD_MSG)" in found.statement) == (right == "DISCARDED")


@pytest.mark.parametrize(
    ("changed", "right"),
    [
        ({}, "PUT_REFUSED"), ({"reason": 2033}, "UNKNOWN"), ({"time": AT.first + timedelta(minutes=5)}, "UNKNOWN"),
        ({"inserts": {"destination": "OTHER"}}, "UNKNOWN"), ({"queue_manager": B}, "UNKNOWN"),
    ],
)  # fmt: skip
def test_a_put_that_the_log_of_an_application_tells_to_have_failed_was_probably_the_message(changed, right):
    row = {
        "file": "app.log",
        "line": 7,
        "message": "JMSWMQ2007",
        "reason": 2053,
        "time": AT.first,
        "time_note": None,
        "queue_manager": None,
        "inserts": {"destination": "queue:///R?persistence=2"},
        "text": "",
        **changed,
    }
    queue = local("R", f"PUT=ENABLED;CURDEPTH=4;MAXDEPTH=9;USAGE=NORMAL;{ALT}")
    found = walked(Made("", [session(A, queue, time=NOW)]), log=[*ZONES, row], put_time=PUT).verdict
    assert found.code == right, found.statement
    assert ("was probably refused: the log of an application has 2053 MQRC_Q_FULL for R" in found.statement) == (
        right != "UNKNOWN")  # fmt: skip


ALIAS = "DISPLAY QUEUE(R)", [show("Q", f"QUEUE=R;TYPE=QALIAS;TARGET=T;TARGTYPE=TOPIC;PUT=ENABLED;{ALT}")]


def topic(pub="ASPARENT", altered=ALT):
    return "DISPLAY TOPIC(T) ALL", [show("TOPIC", f"TOPIC=T;TYPE=LOCAL;PUB={pub};SUB=ASPARENT;TOPICSTR=a/b;{altered}")]


@pytest.mark.parametrize(
    ("to", "scheme", "gets"),
    [
        ("a/b", "TOPIC", True), ("a/#", "TOPIC", True), ("+/b", "TOPIC", True), ("#", "TOPIC", True),
        ("#/b/#", "TOPIC", True), ("a", "TOPIC", False), ("+", "TOPIC", False), ("a/b/c", "TOPIC", False),
        ("a*", "TOPIC", False), ("a*", "CHAR", True), ("a?b", "CHAR", True), ("a?", "CHAR", False),
    ],
)  # fmt: skip
def test_a_publication_goes_to_the_subscriptions_of_its_topic_string(to, scheme, gets):
    sub = show("SUB", f"SUB=S;DEST=L;DESTQMGR={A};TOPICOBJ=;TOPICSTR={to};WSCHEMA={scheme};SUBTYPE=ADMIN")
    made = Made("", at_a(ALIAS, topic(), ("DISPLAY SUB(*) ALL", [sub]), local("L", "PUT=DISABLED;CURDEPTH=3")))
    found = walked(made).verdict
    assert found.code == "UNKNOWN" and "is published to a/b." in found.statement, found.statement
    assert (f"S to L at {A} (CURDEPTH(3), takes none now)" in found.statement) == gets
    assert ("No subscription in the evidence is to that" in found.statement) == (not gets)


def instead(cells, more):
    """The cells with `more` in place of those of the same names."""
    told = [one for text in (cells, more) for one in text.split(";") if one]
    return ";".join(dict(zip((one.partition("=")[0] for one in told), told, strict=True)).values())


def subscription(name="S", to="a/b", dest="L", more=""):
    return show("SUB", instead(
        f"SUB={name};DEST={dest};DESTQMGR={A};TOPICOBJ=;TOPICSTR={to};WSCHEMA=TOPIC;SUBTYPE=ADMIN;{ALT}", more))  # fmt: skip


def topics(more="", above="", name="T"):
    own = show("TOPIC", instead(f"TOPIC={name};TYPE=LOCAL;PUB=ASPARENT;TOPICSTR=a/b;{ALT}", more))
    return "DISPLAY TOPIC(*) ALL", [own, show("TOPIC", instead(f"TOPIC=UP;TYPE=LOCAL;TOPICSTR=a;{ALT}", above))]


def publication(subs, *shown, at=PUT, listing="DISPLAY SUB(*) ALL", tree=None, messages=(), **queue):
    made = [session(A, ALIAS, tree or topics(), (listing, subs), local("L", queue.pop("l", "PUT=ENABLED;CURDEPTH=3")),
                    *shown, time=NOW)]  # fmt: skip
    request = queue.pop("request", {})
    made = Made("", made, messages=list(messages))
    return walked(made, **({"log": ZONES, "put_time": at} if at else {}), **request).verdict


@pytest.mark.parametrize(("seconds", "of", "told"), [(1, A, True), (60, A, False), (1, B, False)])
def test_a_dead_letter_that_was_put_with_a_publication_is_probably_the_copy_of_a_subscription(seconds, of, told):
    dead = message("DLQ", ("L", of, 2053), put=AT.first + timedelta(seconds=seconds))
    found = publication([subscription(), subscription("R", dest="M")], messages=[dead])
    said = "DLQ has one for L with 2053 MQRC_Q_FULL that was put then: probably a copy of it"
    assert found.code == "UNKNOWN" and (said in found.statement) == told, found.statement
    assert (found.places[0].file == dead["file"]) == told


@pytest.mark.parametrize(("more", "tree", "but"), [
    ("", None, ""),
    ("CRDATE=2026-01-02;CRTIME=09.30.00", None, "it was created after the put"),
    ("CRDATE=2026-01-02;CRTIME=08.30.00", None, ""),
    (LATER, None, "it was altered since the put"),
    ("REQONLY=YES", None, "REQONLY(YES): it gets none unasked"),
    ("SELECTOR=Colour IS NULL;SELTYPE=STANDARD", None, "it gets only what its SELECTOR takes"),
    ("SUBTYPE=PROXY", topics("PUBSCOPE=QMGR"), f"PUBSCOPE(QMGR) keeps what is published at {A}"),
    ("SUBTYPE=PROXY", topics("PUBSCOPE=ASPARENT", "PUBSCOPE=QMGR"), f"PUBSCOPE(QMGR) keeps what is published at {A}"),
    ("SUBTYPE=ADMIN", topics("PUBSCOPE=QMGR"), ""),
    ("TOPICSTR=a/#", topics("WILDCARD=BLOCK"), "WILDCARD(BLOCK) of the topic object T keeps its wildcard out"),
    ("TOPICSTR=a/b/#", topics("WILDCARD=BLOCK"), ""), ("TOPICSTR=a/#", topics("", "WILDCARD=BLOCK"), ""),
    ("TOPICSTR=a/#", topics("WILDCARD=PASSTHRU"), ""),
])  # fmt: skip
def test_of_a_subscription_that_matches_what_keeps_its_copy_from_it_is_told(more, tree, but):
    found = publication([subscription(more=more)], tree=tree)
    assert found.code == "UNKNOWN" and "What matches it: S to L" in found.statement, found.statement
    assert (f", but {but}." if but else "does not show whether it") in found.statement and (
        ", but " in found.statement
    ) == bool(but)
    assert "goes to" not in found.statement and "The evidence does not show whether it got a copy" in found.statement


def test_nothing_came_to_a_queue_whose_last_put_is_older_than_the_publication():
    for last, told in (("08.00.00", True), ("09.00.02", False)):
        status = queue_status("L", CURDEPTH="0", LPUTDATE="2026-01-02", LPUTTIME=last)
        said = publication([subscription()], status).statement
        assert (
            "nothing was put to its queue since the put" in said
        ) == told and f"last put 2026-01-02 {last[:2]}:" in said


def test_what_is_displayed_of_a_subscription_is_its_resolved_topic_string():
    found = publication([subscription("S", "a/b/c", more="TOPICOBJ=T"), subscription("R", "a/b", more="TOPICOBJ=T")])
    assert "What matches it: R to L" in found.statement and "S to" not in found.statement


def test_a_topic_above_may_take_no_publications():
    refused = publication([subscription()], tree=topics("", "PUB=DISABLED"))
    assert refused.code == "PUT_REFUSED" and "of the topic object UP above it" in refused.statement
    for tree in (topics("PUB=ENABLED", "PUB=DISABLED"), topics("", f"PUB=DISABLED;{LATER}")):
        assert publication([subscription()], tree=tree).code == "UNKNOWN"
    since = publication([subscription()], tree=topics(LATER, "PUB=DISABLED"))
    assert since.code == "UNKNOWN", "the nearer one was altered: it may have had PUB(ENABLED)"
    alone = "DISPLAY TOPIC(T*) ALL", topics("", "PUB=DISABLED")[1]
    assert publication([subscription()], tree=alone).code == "UNKNOWN", "a topic between the two may be enabled"


def test_a_topic_that_was_shut_since_the_publication_may_have_sent_copies():
    found = publication([subscription()], tree=topics(f"PUB=DISABLED;{LATER}"))
    assert "takes no publications now" in found.statement and "What matches it: S to L" in found.statement


@pytest.mark.parametrize(("tree", "fails"), [
    ("PMSGDLV=ALLAVAIL;NPMSGDLV=ALL;USEDLQ=NO", True), ("PMSGDLV=ALLAVAIL;NPMSGDLV=ALLAVAIL;USEDLQ=NO", False),
    ("PMSGDLV=ALL;NPMSGDLV=ALL;USEDLQ=YES", False),
])  # fmt: skip
def test_one_queue_that_takes_none_may_fail_the_whole_publication(tree, fails):
    both = [subscription(), subscription("R", dest="M")]
    found = publication(
        both, local("M", "PUT=ENABLED"), qmgr(A, "DEADQ=DLQ"), tree=topics(tree), l="PUT=DISABLED;CURDEPTH=3"
    )
    assert ("USEDLQ(NO) the whole put fails while L takes none" in found.statement) == fails
    assert ("goes to the dead-letter queue DLQ" in found.statement) == ("USEDLQ=YES" in tree)


@pytest.mark.parametrize(("tree", "durable", "persistence", "said"), [
    ("PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "YES", 1, "With PMSGDLV(ALL) and"),
    ("PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "YES", 0, ""), ("PMSGDLV=ALLAVAIL;NPMSGDLV=ALL", "YES", 1, ""),
    ("PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "YES", None, "If it is persistent, with PMSGDLV(ALL) and"),
    ("PMSGDLV=ALLDUR;NPMSGDLV=ALL", "YES", None, "With PMSGDLV(ALLDUR) and NPMSGDLV(ALL) and"),
    ("PMSGDLV=ALLDUR;NPMSGDLV=ALL", "NO", None, "If it is nonpersistent, with NPMSGDLV(ALL) and"),
    ("PMSGDLV=ALLDUR;NPMSGDLV=ALL", "NO", 1, ""), ("PMSGDLV=ALLDUR;NPMSGDLV=ALL", "YES", 1, "With PMSGDLV(ALLDUR) and"),
])  # fmt: skip
def test_what_fails_a_publication_goes_by_its_persistence_and_the_durability_of_the_subscription(
    tree, durable, persistence, said
):  # fmt: skip
    subs = [subscription(more=f"DURABLE={durable}"), subscription("R", dest="M", more="DURABLE=YES")]
    found = publication(
        subs, local("M", "PUT=ENABLED"), tree=topics(f"{tree};USEDLQ=NO"), l="PUT=DISABLED;CURDEPTH=3",
        request={"persistence": persistence})  # fmt: skip
    assert ("the whole put fails" in found.statement) == bool(said), found.statement
    assert f". {said}" in found.statement


def topic_status(more, text="a/b"):
    return f"DISPLAY TPSTATUS('{text}') TYPE(TOPIC) ALL", [
        show("TPS", f"TOPICSTR={text};ADMIN=T;COMMINFO=C;SUB=ENABLED;{more}")
    ]


ALL_OR_NONE = "PMSGDLV=ALL;NPMSGDLV=ALL;USEDLQ=NO"


@pytest.mark.parametrize(("tree", "status", "text", "fails"), [
    ("", ALL_OR_NONE, "a/b", True), ("", ALL_OR_NONE, "c", False), (ALL_OR_NONE, "", "a/b", True),
    (ALL_OR_NONE, "PMSGDLV=ALLDUR;NPMSGDLV=ALLAVAIL;USEDLQ=YES", "a/b", True),  # its own object defines it
])  # fmt: skip
def test_what_no_object_of_a_topic_string_defines_its_status_tells(tree, status, text, fails):
    shown = [topic_status(status, text)] if status else []
    found = publication(
        [subscription()], *shown, qmgr(A, "DEADQ=DLQ"), tree=topics(tree), l=f"PUT=DISABLED;CURDEPTH=3;{ALT}"
    )
    assert ("the whole put fails while L takes none (2502): nobody gets it." in found.statement) == fails, (
        found.statement
    )
    assert "The evidence does not show whether it got a copy" not in found.statement or not fails
    assert ("It was so at the put" in found.statement) == (tree != "")
    assert ("goes to the dead-letter queue DLQ, unless" in found.statement) == (not fails)


def test_a_status_that_takes_no_publications_is_of_its_time():
    said = publication([subscription()], topic_status("PUB=DISABLED")).statement
    assert "takes no publications now (PUB(DISABLED) in the status of a/b); it may have taken them then" in said


@pytest.mark.parametrize(("altered", "right"), [(ALT, "PUT_REFUSED"), (LATER, "UNKNOWN")])
def test_a_queue_manager_without_publish_subscribe_takes_no_publications(altered, right):
    found = publication([subscription()], qmgr(A, f"PSMODE=DISABLED;{altered}"))
    assert found.code == right and f"(PSMODE(DISABLED) of {A})" in found.statement, found.statement


@pytest.mark.parametrize(
    ("time", "late", "told"), [("08.00.00", False, True), ("08.00.00", True, True), ("09.00.02", True, False)]
)
def test_the_status_of_a_subscription_is_no_other_one_and_tells_its_last_message(time, late, told):
    status = (
        "DISPLAY SBSTATUS(*)",
        [show("SBS", f"SUB=S;SUBID=41;NUMMSGS=3;TOPICSTR=a/b;LMSGDATE=2026-01-02;LMSGTIME={time}")],
    )
    made = [
        session(
            A, ALIAS, topics(), ("DISPLAY SUB(*) ALL", [subscription()]), local("L"), *[status] * (not late), time=NOW
        )
    ]
    made += [session(A, status, time="2026-01-02T10:20:00Z")] * late
    said = walked(Made("", made), log=ZONES, put_time=PUT).verdict.statement
    assert (
        f"What matches it: S to L at {A} (CURDEPTH(0), last message of the subscription 2026-01-02 {time[:2]}:" in said
    )
    assert said.count("S to L") == 1 and "An earlier capture" not in said
    assert ("nothing was published to it since the put" in said) == told


def test_a_subscription_of_which_the_status_alone_is_shown_is_told_of():
    status = "DISPLAY SBSTATUS(*)", [show("SBS", "SUB=S;SUBID=41;NUMMSGS=3;TOPICSTR=a/b")]
    assert "What matches it: S. " in publication([subscription("R", "x")], status).statement


@pytest.mark.parametrize(("own", "said"), [
    ("SUBID=41", f"S to L at {A} (CURDEPTH(3), last message of the subscription 2026-01-02 09:00:02). Its status shows subscribers "
                 "without a definition here: SUBID(42) (of user app, SUBTYPE API, last message 2026-01-02 09:00:02). The evidence does not show which of them"),
    ("", f"S to L at {A} (CURDEPTH(3)). The evidence does not show whether it"),
])  # fmt: skip
def test_the_status_of_a_topic_string_shows_its_subscribers(own, said):
    each = [
        show("TPS", f"TOPICSTR=a/b;SUBID={one};SUBUSER=app;LMSGDATE=2026-01-02;LMSGTIME=09.00.02;SUBTYPE=API")
        for one in (41, 42)
    ]
    found = publication([subscription(more=own)], ("DISPLAY TPSTATUS('a/b') TYPE(SUB)", each))
    assert found.code == "UNKNOWN" and said in found.statement, found.statement


FAR = "DISPLAY QREMOTE(FAR)", [show("Q", f"QUEUE=FAR;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X}")]


@pytest.mark.parametrize(("shown", "dest", "said", "browsed"), [
    ([FAR, local(X, "CURDEPTH=4;USAGE=XMITQ"), sender(), status("STOPPED")], "FAR",
     f"S to FAR at {A}, over {X} (CURDEPTH(4)), {C} is STOPPED", X),
    ([FAR], "FAR", f"S to FAR at {A}, over {X}. ", X),
    ([("DISPLAY QALIAS(AL)", [show("Q", "QUEUE=AL;TYPE=QALIAS;TARGET=L;TARGTYPE=QUEUE")])], "AL",
     f"S to AL at {A}, which leads to L (CURDEPTH(3))", "L"),
    ([("DISPLAY QALIAS(AL)", [show("Q", "QUEUE=AL;TYPE=QALIAS;TARGET=T;TARGTYPE=TOPIC")])], "AL",
     f"S to AL at {A} (an alias of a topic: each copy is refused with 2480). A copy that a queue does not take goes to the dead-letter queue DLQ", None),
])  # fmt: skip
def test_where_the_queue_of_a_subscription_leads_is_followed(shown, dest, said, browsed):
    found = publication([subscription(dest=dest)], *shown, qmgr(A, "DEADQ=DLQ"))
    assert said in found.statement, found.statement
    assert [one.command for one in found.next if "amqsbcg" in one.command] == [f"amqsbcg {browsed} {A}"] * bool(browsed)


def test_a_subscription_whose_queue_is_gone_has_none_to_browse():
    gone = "DISPLAY QUEUE(GONE)", "AMQ8147E: IBM MQ object GONE not found."
    found = publication([subscription(dest="GONE")], gone)
    assert f"S to GONE at {A} (no queue of {A} now)" in found.statement, found.statement
    assert not [one for one in found.next if "amqsbcg" in one.command]


def test_what_a_scope_keeps_at_the_queue_manager_its_subscribers_elsewhere_do_not_get():
    there = session(B, ("DISPLAY SUB(*) ALL", [subscription("FAR", more=f"DESTQMGR={B}")]), time=NOW)
    here = session(
        A, ALIAS, topics("PUBSCOPE=QMGR;CLUSTER=CL"), ("DISPLAY SUB(*) ALL", [subscription(to="x")]), time=NOW
    )
    said = walked(Made("", [here, there]), log=ZONES, put_time=PUT).verdict.statement
    assert f"at {A}, and PUBSCOPE(QMGR) keeps what is published there, so that FAR at {B} gets none" in said


def test_that_nobody_subscribes_takes_a_listing_with_proxies_and_is_of_its_time():
    other = [subscription(to="x")]
    assert "is discarded" in publication(other, at=None).statement
    assert "may have been deleted" in publication(other).statement
    clustered = topics("CLUSTER=CL")
    assert "proxy subscriptions" in publication(other, at=None, tree=clustered).statement
    every = "DISPLAY SUB(*) SUBTYPE(ALL) ALL"
    assert "is discarded" in publication(other, at=None, tree=clustered, listing=every).statement


def test_a_subscription_that_is_gone_was_there_before():
    old = session(A, ("DISPLAY SUB(*) ALL", [subscription("OLD")]), time="2026-01-02T08:50:00Z")
    new = session(A, ALIAS, topics(), ("DISPLAY SUB(*) ALL", [subscription(to="x")]), local("L"), time=NOW)
    said = walked(Made("", [old, new]), log=ZONES, put_time=PUT).verdict.statement
    assert "An earlier capture has what matched and is gone since: OLD to L" in said and "thrown" not in said


@pytest.mark.parametrize(("altered", "right"), [(ALT, "PUT_REFUSED"), (LATER, "UNKNOWN")])
def test_a_topic_that_takes_no_publications_refuses_the_put(altered, right):
    made = Made("", [session(A, ALIAS, topic("DISABLED", altered), time=NOW)])
    found = walked(made, log=ZONES, put_time=PUT).verdict
    assert found.code == right and "PUB(DISABLED)" in found.statement, found.statement


@pytest.mark.parametrize(
    ("known", "right"),
    [
        ({}, "CHANNEL_NOT_RUNNING"), ({"CURDEPTH": "2"}, "UNKNOWN"), ({"LPUTTIME": "09.30.00"}, "UNKNOWN"),
        ({"MSGAGE": "3700"}, "UNKNOWN"),
    ],
)  # fmt: skip
def test_the_one_message_that_was_put_then_is_still_there_though_a_batch_with_it_was_rolled_back(known, right):
    state = queue_status(X, **{"UNCOM": "NO", "LPUTDATE": DAY, "LPUTTIME": "09.00.01", "LGETDATE": DAY,
                               "LGETTIME": "09.59.40", "MSGAGE": "3599", **known})  # fmt: skip
    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}"
    queue = local(X, f"{OPEN.replace('CURDEPTH=6', 'CURDEPTH=' + known.get('CURDEPTH', '1'))}")
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), queue, state, sender(), status("RETRYING")
    found = walked(Made("", [session(A, *here, time=NOW)]), log=ZONES, put_time=PUT, persistence=1).verdict
    assert found.code == right, found.statement


def test_of_a_message_of_the_past_no_status_is_asked_for_that_is_shown():
    state = queue_status("R", CURDEPTH="0", IPPROCS="1", MSGAGE="0", LPUTDATE=DAY, LPUTTIME="09.30.00", LGETDATE=DAY,
                         LGETTIME="09.30.00")  # fmt: skip
    queue = local("R", f"PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;BOQNAME=;CUSTOM=;{ALT}")
    made = Made("", [session(A, queue, state, time=NOW)])
    found = walked(made, log=ZONES, put_time=PUT, persistence=1).verdict
    assert [one.command.split(")")[1] for one in found.next] == [" TYPE(HANDLE"], found.next


@pytest.mark.parametrize(("queue", "told"), [("DLQ", True), ("OTHER", False)])
def test_where_a_handler_may_have_put_a_dead_letter_is_told_by_its_rules(queue, told):
    table = (
        f"INPUTQ('{queue}') INPUTQM('{B}')\nREASON(2051) ACTION(RETRY) RETRY(5)\nACTION(FWD) FWDQ(KEEP) HEADER(YES)\n"
    )
    state = queue_status("DLQ", CURDEPTH="0", IPPROCS="1", LPUTDATE=DAY, LPUTTIME="09.00.12", LGETDATE=DAY,
                         LGETTIME="09.00.13")  # fmt: skip
    there = local("L", f"PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9;{ALT}"), qmgr(B, f"DEADQ=DLQ;{ALT}"), state, receiver()
    there += (local("DLQ", f"PUT=ENABLED;CURDEPTH=0;IPPROCS=1;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;{ALT}"),)
    name = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;{ALT}"
    here = ("DISPLAY QREMOTE(R)", [show("Q", name)]), local(X, f"CURDEPTH=0;{ALT}"), sender(), status(more=SENT_SINCE)
    made = Made("", [session(A, *here, time=NOW), session(B, *there, time=NOW)])
    rules = [{"file": "dlq.rules", "offset": 0, "text": table}]
    found = walked(made, log=ZONES, rules=rules, put_time=PUT, persistence=1).verdict
    said = "The rules of its handler in dlq.rules may put it again where it was meant for or forward it to KEEP."
    assert (said in found.statement) == told, found.statement


@pytest.mark.parametrize(("named", "told"), [("", True), (H, False)])
def test_what_a_session_shows_that_does_not_name_its_queue_manager_is_told_and_taken_for_nobody_s(named, told):
    found = walked(Made("", [session(named, remote(), local(X, "CURDEPTH=5"), sender(), status("STOPPED"))])).verdict
    assert found.code == "UNKNOWN" and f"does not show what R is at {A}" in found.statement, found.statement
    assert ("a session that does not name its queue manager shows one of that name" in found.statement) is told
    assert any(at.file == "0.txt" for at in found.places) is told


@pytest.mark.parametrize(("minute", "told"), [(0, True), (20, False)])
def test_dead_letters_that_came_as_the_message_was_put_are_told_wherever_its_destination_leaves_it_open(minute, told):
    here = remote(), local(X), sender(), status()
    there = local("L", "PUT=ENABLED;CURDEPTH=1;IPPROCS=1"), receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=2")
    entry = {**ZONES[0], "queue_manager": B, "message": "AMQ9544", "time": AT.first + timedelta(minutes=minute),
             "time_text": f"2026-01-02 09:{minute:02}:01", "inserts": {"channel": C}}  # fmt: skip
    made = Made("", [session(A, *here, time=NOW), session(B, *there, time=NOW)])
    found = walked(made, log=[*ZONES, entry], put_time=PUT, persistence=1).verdict
    said = f"DLQ of {B}"
    assert (found.code, said in found.statement) == ("UNKNOWN", told), found.statement


# What may have become of a message on its way


FAR = ("PUT=ENABLED;CURDEPTH=0;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;{};" + ALTERED.format("01", "08.00.00")).format
TAKEN = queue_status(
    "L", CURDEPTH="0", IPPROCS="1", LPUTDATE=DAY, LPUTTIME="09.30.00", LGETDATE=DAY, LGETTIME="09.30.00"
)

TAKEN_BEFORE = queue_status("L", CURDEPTH="0", IPPROCS="1", LPUTDATE=DAY, LPUTTIME="08.30.00", LGETDATE=DAY,
                            LGETTIME="08.30.00")  # fmt: skip


def sent_on(more="CUSTOM=", log=(), there=None, **request):
    """The walk of a message that came over an empty transmission queue to a queue that was read since."""
    way = show(
        "Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;" + ALTERED.format("01", "08.00.00")
    )
    gone = queue_status(X, CURDEPTH="0", LPUTDATE=DAY, LPUTTIME="09.30.00", LGETDATE=DAY, LGETTIME="09.30.00")
    here = session(A, ("DISPLAY QREMOTE(R)", [way]), local(X, FAR(more).replace("NORMAL", "XMITQ")), gone, sender(),
                   status("RUNNING"), qmgr(A, "DEADQ="), time=NOW)  # fmt: skip
    there = session(
        B, local("L", FAR("CUSTOM=")), there or TAKEN, receiver(), qmgr(B, "DEADQ="), time="2026-01-02T10:01:00Z"
    )
    return walked(Made("", [here, there], {"expiry": -1, **request}), log=[*ZONES, *log], put_time=PUT).verdict


@pytest.mark.parametrize(
    ("dead", "dumped", "browsed"), [("DLQ", False, True), ("DLQ", True, False), ("", False, False)]
)
def test_where_goes_what_a_full_destination_refuses_is_said_too(dead, dumped, browsed):
    full = queue_status("L", CURDEPTH="9", LPUTDATE=DAY, LPUTTIME="09.30.00", LGETDATE=DAY, LGETTIME="09.20.00")
    there = session(B, local("L", "PUT=ENABLED;CURDEPTH=9;MAXDEPTH=9;USAGE=NORMAL"), full, receiver(), qmgr(B, f"DEADQ={dead}"),
                    local("DLQ", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=50"), time=NOW)  # fmt: skip
    here = session(A, *SENT, qmgr(A, "DEADQ="), time=NOW)
    letters = [message(MsgId=bytes(23) + b"9")] if dumped else []
    found = walked(Made("", [here, there], messages=letters), msg_id=ID, put_time=PUT).verdict
    assert found.code == "UNKNOWN" and "L at QM.B is full" in found.statement, found.statement
    assert (f"DLQ of {B}" in found.statement) == browsed, found.statement


@pytest.mark.parametrize(("depth", "age", "got", "right"), [
    ("3", "3590", "08.00.00", "CHANNEL_NOT_RUNNING"), ("3", "2000", "08.00.00", "UNKNOWN"), ("0", "0", "08.00.00", "UNKNOWN"),
    ("0", "0", "09.00.30", "DISCARDED"),
])  # fmt: skip
def test_a_message_has_not_gone_on_from_a_queue_that_nothing_was_got_from_since(depth, age, got, right):
    fast = "NPMSPEED=FAST;USEDLQ=YES;" + ALTERED.format("01", "08.00.00")
    waits = queue_status(X, CURDEPTH=depth, LPUTDATE=DAY, LPUTTIME="09.20.00", LGETDATE=DAY, LGETTIME=got, MSGAGE=age)
    way = show(
        "Q", f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED;" + ALTERED.format("01", "08.00.00")
    )
    here = session(A, ("DISPLAY QREMOTE(R)", [way]), local(X, OPEN.replace("CURDEPTH=6", f"CURDEPTH={depth}")), waits,
                   sender(more=fast), status("RETRYING"), qmgr(A, "DEADQ="), time=NOW)  # fmt: skip
    shut = FAR("CUSTOM=").replace("ENABLED", "DISABLED")
    gate = qmgr(B, "DEADQ=;" + ALTERED.format("01", "08.00.00"))
    there = session(B, local("L", shut), receiver(more=fast), gate, time="2026-01-02T10:00:30Z")
    found = walked(Made("", [here, there]), log=ZONES, put_time=PUT, persistence=0, report=0).verdict
    assert found.code == right, found.statement
    assert right == "DISCARDED" or f"{C} is RETRYING" in found.statement or depth == "0", found.statement
    assert (right == "UNKNOWN") == ("nothing was got from" in found.statement), found.statement


@pytest.mark.parametrize(("put", "got", "told"), [("09.30.00", "08.20.00", True), ("09.30.00", "09.20.00", False)])
def test_a_queue_that_is_full_now_and_lost_none_since_may_have_the_message(put, got, told):
    shown = queue_status("R", CURDEPTH="9", LPUTDATE=DAY, LPUTTIME=put, LGETDATE=DAY, LGETTIME=got)
    queue = local(
        "R", "PUT=ENABLED;CURDEPTH=9;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;" + ALTERED.format("01", "08.00.00")
    )
    found = walked(Made("", [session(A, queue, shown, time=NOW)]), log=ZONES, put_time=PUT).verdict
    assert found.code == "UNKNOWN" and "is full" in found.statement, found.statement
    assert ("but accepted messages after this one: it may be among them" in found.statement) is told, found.statement


@pytest.mark.parametrize(
    ("put", "right"), [("09.30.00", "UNKNOWN"), ("09.00.01", "DELIVERED"), ("08.30.00", "PUT_REFUSED")]
)
def test_a_queue_that_was_put_to_since_was_not_inhibited_throughout(put, right):
    shut = "PUT=DISABLED;CURDEPTH=1;MAXDEPTH=9;MAXMSGL=4194304;USAGE=NORMAL;" + ALTERED.format("01", "08.00.00")
    told = queue_status("R", CURDEPTH="1", LPUTDATE=DAY, LPUTTIME=put, LGETDATE=DAY, LGETTIME="08.20.00")
    found = walked(Made("", [session(A, local("R", shut), told, time=NOW)]), log=ZONES, put_time=PUT).verdict
    assert found.code == right, found.statement


@pytest.mark.parametrize(("put", "zone", "right"), [
    ("09.30.00", "Z", "UNKNOWN"), ("09.30.00", "", "UNKNOWN"), ("08.30.00", "Z", "PUT_REFUSED"), ("08.30.00", "", "PUT_REFUSED"),
])  # fmt: skip
def test_a_queue_that_was_put_to_after_a_capture_that_shows_it_inhibited_takes_messages_again(put, zone, right):
    shut = session(A, local("R", "PUT=DISABLED;CURDEPTH=1;MAXDEPTH=9"), time=f"2026-01-02T09:00:00{zone}")
    since = session(A, queue_status("R", LPUTDATE=DAY, LPUTTIME=put), time=f"2026-01-02T10:00:00{zone}")
    found = walked(Made("", [shut, since]), log=ZONES).verdict
    assert found.code == right, found.statement


@pytest.mark.parametrize(
    ("state", "here", "told"), [("STOPPED", 0, True), ("RUNNING", 0, False), ("STOPPED", 2, False)]
)
def test_where_it_is_open_whether_it_left_what_waits_further_on_is_told(state, here, told):
    sessions = [
        session(A, remote(xmitq=H), local(H, f"USAGE=XMITQ;CURDEPTH={here}"), sender("A.TO.H", H),
                status(name="A.TO.H", xmitq=H, partner=H)),
        session(H, local(B, "USAGE=XMITQ;CURDEPTH=3"), sender("H.TO.B", B), status(state, "H.TO.B", B), time=NOW),
    ]  # fmt: skip
    found = walked(Made("", sessions), put_time=PUT).verdict
    assert found.code == ("CHANNEL_NOT_RUNNING" if told else "UNKNOWN"), found.statement
    assert found.at == ((H, "H.TO.B") if told else found.at)


@pytest.mark.parametrize(("persistence", "told"), [(0, True), (1, False), (None, True)])
def test_a_fast_message_that_never_came_may_have_been_lost_with_the_channel_that_broke(persistence, told):
    broke = {**ZONES[0], "message": "AMQ9999", "time": AT.first + timedelta(seconds=2), "inserts": {"channel": C}}
    found = sent_on(log=[broke], persistence=persistence, there=TAKEN_BEFORE)
    assert found.code == ("LOST_IN_TRANSIT" if told else "UNKNOWN"), found.statement
    assert (f"lost on its way, and {C} broke then (AMQ9999)" in found.statement) is told, found.statement


@pytest.mark.parametrize(("second", "told"), [(2, True), (50, True), (-300, False), (3000, False)])
def test_a_channel_that_broke_as_a_fast_message_was_sent_is_named(second, told):
    broke = {**ZONES[0], "message": "AMQ9206", "time": AT.first + timedelta(seconds=second), "inserts": {"channel": C}}
    found = sent_on(log=[broke], persistence=0)
    assert (f"and {C} broke then (AMQ9206)" in found.statement) is told, found.statement
    assert "broke" not in sent_on(log=[broke], persistence=1).statement


def test_which_queue_on_the_way_limits_how_long_a_message_lives_is_told():
    found = sent_on("CUSTOM=CAPEXPRY(600)", persistence=1)
    assert found.code == "UNKNOWN" and f"expires after 60 seconds (CAPEXPRY of {X} at {A})" in found.statement


def test_a_depth_that_may_be_from_before_the_put_is_told_as_one():
    shown = local("L", "PUT=ENABLED;CURDEPTH=3;MAXDEPTH=9")
    for time, when in ((None, "may be"), ("2026-01-02T08:00:00Z", "is")):
        found = walked(Made("L", [session(A, shown, time=time)], {}), put_time=PUT, queue="L").verdict
        said = f"L of {A} has CURDEPTH(3), by a capture that {when} from before the put."
        assert found.code == "UNKNOWN" and said in found.statement, found.statement


# One message in several dumps


def test_copies_of_one_message_in_several_dumps_are_one_message():
    sessions = sent_to(
        local("L", "CURDEPTH=5;MAXDEPTH=5"), receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")
    )
    twice = [message(), {**message(), "file": "later.txt"}]
    found = walked(Made("", sessions, messages=twice), put_time=PUT).verdict
    assert (found.code, found.at) == ("ON_DLQ", (B, "DLQ")), found.statement
    assert "DLQ has a message for L" in found.statement and len([one for one in found.places if one.number]) == 2
    other = {**message(), "file": "later.txt", "put_time": datetime(2026, 1, 2, 9, 0, 2, tzinfo=UTC)}
    several = walked(Made("", sessions, messages=[*twice, other]), put_time=PUT).verdict
    assert several.code == "ON_DLQ" and "DLQ has 2 messages for L" in several.statement, several.statement


def test_of_several_messages_put_to_one_queue_each_verdict_says_of_which_it_is():
    other = "42" * 24
    asked = [{"queue": "R", "queue_manager": A, "msg_id": one, "put_time": PUT} for one in (ID, other)]
    asked += [{**asked[1], "put_time": NOW}, {"queue": "Q", "queue_manager": A, "msg_id": ID}]
    found = [one.verdict.statement for one in walk_rows([], asked=asked)]
    assert found[0].startswith(f"Cannot tell where the message put to R at {A} (MsgId {ID}, put {PUT}) is.")
    assert found[2].startswith(f"Cannot tell where the message put to R at {A} (MsgId {other}, put {NOW}) is.")
    assert (
        found[3].startswith(f"Cannot tell where the message put to Q at {A} is.")
        and len({one.name for one in walk_rows([], asked=asked)}) == 4
    )


# A name is no address


@pytest.mark.parametrize("own", ["A_1", "A_2"])
@pytest.mark.parametrize("put_time", [None, PUT])
def test_which_of_two_queue_managers_of_one_name_took_the_put_is_not_known(own, put_time):
    held = remote(), local(X, "CURDEPTH=4"), sender(), status("STOPPED"), qmgr(A, "QMID=A_1")
    first = session(A, *held, time="2026-01-02T09:59:00Z")
    later = session(A, *SENT, qmgr(A, f"QMID={own}"), time=NOW)
    there = session(B, local("L", "CURDEPTH=1"), receiver(), qmgr(B, "DEADQ=;QMID=B_1"), time=NOW)
    found = walked(Made("", [first, later, there]), put_time=put_time).verdict
    is_other = own != "A_1"
    assert ("QMID(A_1)" in found.statement and "QMID(A_2)" in found.statement) == is_other, found.statement
    assert (f"what R is at {A}: the captures belong to 2 queue managers" in found.statement) == is_other
    asked = [f'echo "DISPLAY QMGR QMID" | runmqsc {A}']
    assert ([one.command for one in found.next] == asked) == is_other, found.next
    assert not is_other or found.code == "UNKNOWN"


def test_which_of_two_queue_managers_of_one_name_a_channel_leads_to_is_not_known():
    ends = [session(B, local("L", f"CURDEPTH={own}"), receiver(), qmgr(B, f"QMID=B_{own}"), time=NOW) for own in "12"]
    found = walked(Made("", [session(A, *SENT, qmgr(A, "QMID=A_1"), time=NOW), *ends])).verdict
    assert found.code == "UNKNOWN" and found.next[0].command == f'echo "DISPLAY QMGR QMID" | runmqsc {B}', found
    assert f"2 queue managers named {B}" in found.statement, found.statement
    named = walked(Made("", [session(A, *SENT, time=NOW), *ends]), queue="L", object_queue_manager=B, queue_manager=B)
    assert named.verdict.code == "UNKNOWN" and f"2 queue managers named {B}" in named.verdict.statement


def test_a_queue_that_only_queue_managers_of_one_name_have_is_asked_for_by_that_name():
    ends = [row for own in "12" for row in rows(session(B, local("L"), qmgr(B, f"QMID=B_{own}"), time=NOW), own)]
    [one] = walk_rows(ends, asked=[{"queue": "L"}])
    assert f"2 queue managers named {B} (QMID(B_1) in 1 and QMID(B_2) in 2)" in one.verdict.statement
