"""Which message of a dump is the one asked for, and what its replies and reports prove: of whom, where, and when."""

import json
from datetime import datetime, timedelta

import pytest

import mqforensics
from mqforensics.questions import walk as ask
from tests.questions.test_walk import message
from tests.questions.walk_cases import (
    ID,
    SENT,
    A,
    B,
    H,
    Made,
    X,
    at_a,
    local,
    qmgr,
    remote,
    sent_to,
    session,
    status,
)  # fmt: skip
from tests.questions.walk_evidence import gather
from tests.questions.walked import walked
from tests.writers.amqsbcg import dump

PUT = "2026-01-02T09:00:01Z"
NOON = datetime.fromisoformat("2026-01-02T12:00:00Z")
OWN, SESSION_ID, OTHER = bytes.fromhex(ID), b"S" * 24, b"R" * 24
REPLY, REPORT = 2, 4
BACK = local(A, "USAGE=XMITQ;CURDEPTH=1"), status("STOPPED", "B.TO.A", A, A)
THERE = sent_to(local("L", "CURDEPTH=0"), *BACK, qmgr(B, "DEADQ=DLQ"))
QMGR, PROGRAM = 7, 6
COA, COD, EXPIRED, PAN = 259, 260, 258, 275


def on_its_way(queue=A, to=("ANSWERS", A), put=NOON, **inside):
    """A message on a transmission queue, with what the descriptor inside of its header has."""
    known = {"MsgId": ID, "CorrelId": "00" * 24, "MsgType": "8", "Feedback": "0", **inside}
    header = {
        "RemoteQName": to[0],
        "RemoteQMgrName": to[1],
        **{f"MsgDesc.{key}": value for key, value in known.items()},
    }
    outside = message(queue, None, put=put, MsgId=OTHER, CorrelId=bytes.fromhex(known["MsgId"]), Format="MQXMIT")
    return {**outside, "headers": [{"StrucId": "XQH", "fields": list(header.items())}]}


def said(messages, sessions=THERE, **asked):
    return walked(Made("", sessions, messages=messages), **{"msg_id": ID, **asked}).verdict


# What is the message


@pytest.mark.parametrize("own", [ID, "52" * 24])
@pytest.mark.parametrize(
    ("kind", "feedback", "right"),
    [(REPLY, 0, "CONSUMED"), (REPORT, COA, "DELIVERED"), (REPORT, COD, "CONSUMED"), (REPORT, EXPIRED, "EXPIRED")],
)
def test_an_answer_that_waits_on_its_way_back_is_not_the_message(own, kind, feedback, right):
    answer = on_its_way(MsgId=own, CorrelId=ID, MsgType=str(kind), Feedback=str(feedback))
    found = said([answer])
    assert found.code == right and "on its way to ANSWERS" in found.statement, found.statement
    assert not any(one.effect == "changes" for one in found.next)


def test_a_reply_that_is_asked_for_itself_is_the_message_on_its_way():
    waits = at_a(remote(), local(X, "USAGE=XMITQ;CURDEPTH=1"), status("STOPPED"))
    reply = on_its_way(X, ("L", B), MsgType="2")
    found = said([reply], waits)
    assert found.code == "CHANNEL_NOT_RUNNING" and f"{X}.txt" in {one.file for one in found.places}
    assert said([reply], sent_to(local("L", "CURDEPTH=1"), qmgr(B, "DEADQ=DLQ"))).code != "CONSUMED"


@pytest.mark.parametrize("queue", [X, A])
@pytest.mark.parametrize("kind", [8, REPLY, REPORT])
def test_without_its_header_a_message_on_a_transmission_queue_has_its_identifier_outside(queue, kind):
    bare = {**on_its_way(queue), "headers": []}
    bare["md"]["MsgType"] = kind
    waits = at_a(remote(), local(X, "USAGE=XMITQ;CURDEPTH=1"), status("STOPPED"))
    found = said([bare], [*waits, session(B, *BACK)])
    told = f"It is in the dump of {queue}" if queue == X or kind == 8 else "or a reply that took over its MsgId is on"
    is_placed = found.code == "CHANNEL_NOT_RUNNING" and f"{queue}.txt" in {one.file for one in found.places}
    assert told in found.statement or is_placed, found.statement


@pytest.mark.parametrize(("correl", "report", "right"), [(OWN, None, "CONSUMED"), (SESSION_ID, 0xC0, "CONSUMED"),
                                                          (SESSION_ID, None, "UNKNOWN")])  # fmt: skip
def test_a_reply_that_took_the_identifier_over_is_not_the_message(correl, report, right):
    found = said([message("ANSWERS", None, put=NOON, MsgType=REPLY, CorrelId=correl)], report=report)
    assert found.code == right, found.statement
    assert right == "CONSUMED" or "or a reply that took over its MsgId is on ANSWERS" in found.statement


def test_a_reply_that_was_rolled_back_too_often_is_no_answer_to_itself():
    shown = sent_to(local("L", "CURDEPTH=0;BOQNAME=L.BO;BOTHRESH=5"), local("L.BO", "CURDEPTH=1"))
    found = said([message("L.BO", None, MsgType=REPLY)], shown)
    assert found.code == "DELIVERED" and "it is on L.BO, the BOQNAME of L" in found.statement, found.statement


@pytest.mark.parametrize(("put", "put_time", "report", "right"), [
    (NOON, PUT, 0x40, "CONSUMED"), (NOON, PUT, None, "UNKNOWN"), (NOON, None, None, "UNKNOWN"),
    (datetime.fromisoformat(PUT) + timedelta(seconds=1), PUT, None, "CONSUMED"),
])  # fmt: skip
def test_a_reply_by_the_correlation_identifier_alone_is_said_to_be_one(put, put_time, report, right):
    reply = message("ANSWERS", None, put=put, MsgId=OTHER, MsgType=REPLY, CorrelId=SESSION_ID)
    found = said([reply], msg_id=None, correl_id=SESSION_ID.hex(), put_time=put_time, report=report)
    assert found.code == right and "reply with its CorrelId is on ANSWERS" in found.statement, found.statement
    assert right == "CONSUMED" or "others may have that, too" in found.statement


def test_replies_to_other_messages_of_its_correlation_identifier_leave_the_verdict():
    others = [message("ANSWERS", None, put=NOON + timedelta(hours=hours), MsgId=OTHER, MsgType=REPLY, CorrelId=SESSION_ID)
              for hours in (-48, 1)]  # fmt: skip
    waits = at_a(remote(), local(X, "USAGE=XMITQ;CURDEPTH=1"), status("STOPPED"))
    asked = {"msg_id": None, "correl_id": SESSION_ID.hex()}
    alone = said([], waits, **asked)
    assert said(others[:1], waits, put_time=PUT, **asked).statement == said([], waits, put_time=PUT, **asked).statement
    assert said(others, waits, **asked).code == alone.code


@pytest.mark.parametrize(("report", "right"), [(0x40, "EXPIRED"), (None, "UNKNOWN"), (0, "UNKNOWN")])
def test_a_report_has_the_correlation_identifier_where_that_was_asked_for(report, right):
    expired = message("ANSWERS", None, put=NOON, MsgId=OTHER, CorrelId=SESSION_ID, MsgType=REPORT, Feedback=EXPIRED)
    assert said([expired], correl_id=SESSION_ID.hex(), report=report).code == right


def test_a_dump_of_a_queue_of_another_queue_manager_is_said_to_be_of_that():
    elsewhere = {**message("L", None), "dump_queue_manager": H}
    found = said([elsewhere])
    assert (found.code, found.at) == ("UNKNOWN", (H, "L")) and f"on L of {H}" in found.statement
    both = [message("L", None), elsewhere]
    sessions = [*sent_to(local("L", "CURDEPTH=1")), session(H, local("L", "CURDEPTH=1"))]
    found = said([{**both[0], "dump_queue_manager": B}, {**both[1], "file": "h.txt"}], sessions)
    assert found.code == "UNKNOWN" and f"L of {B} and L of {H}" in found.statement, found.statement


@pytest.mark.parametrize(("flags", "is_segments"), [((2, 4), True), ((2, 0), False), ((8, 8), False)])
def test_segments_of_a_message_on_two_queues_are_not_told_of_as_two_states_of_one(flags, is_segments):
    first, last = message(MsgFlags=flags[0]), message("L", None, MsgFlags=flags[1])
    found = said([first, last], sent_to(local("L", "CURDEPTH=1"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")))
    assert found.code == "UNKNOWN" and ("is in segments, of which dumps of DLQ of" in found.statement) == is_segments, (
        found.statement
    )
    assert ("which was made later" in found.statement) != is_segments


def test_a_message_of_its_identifier_that_was_put_at_another_time_may_be_another():
    sessions = [*THERE, session(H, local("COPY", "CURDEPTH=1"))]
    copy = message("COPY", None, put=datetime.fromisoformat(PUT) + timedelta(seconds=65), PutApplName="bridge")
    found = said([copy], sessions, put_time=PUT)
    assert found.code == "UNKNOWN" and "or another of its identifier is in a dump" in found.statement, found.statement
    assert "2026-01-02 09:01:06 UTC by bridge" in found.statement


# When


@pytest.mark.parametrize(("minutes", "is_of_it"), [(-60 * 48, False), (-3, False), (-1, True), (5, True)])
@pytest.mark.parametrize("kind", ["reply", COA, COD, EXPIRED, 2051, "dead"])
def test_what_is_from_before_the_put_is_of_another_message(kind, minutes, is_of_it):
    put = datetime.fromisoformat(PUT) + timedelta(minutes=minutes)
    answer = {"MsgId": OTHER, "CorrelId": OWN, "MsgType": REPLY if kind == "reply" else REPORT}
    one = message(put=put) if kind == "dead" else message("ANSWERS", None, put=put, **answer, Feedback=kind)
    sessions = sent_to(local("L", "CURDEPTH=0"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1"))
    found = said([one], sessions, put_time=PUT)
    assert ("may be an earlier one" in found.statement) != is_of_it, found.statement
    assert is_of_it or (found.code == "UNKNOWN" and f"{put:%Y-%m-%d %H:%M:%S} UTC" in found.statement)
    assert not any(one.effect == "changes" for one in found.next)


def test_what_is_from_before_the_put_says_nothing_beside_the_message():
    earlier = message("ANSWERS", None, put=NOON - timedelta(days=2), MsgId=OTHER, CorrelId=OWN, MsgType=REPLY)
    sessions = sent_to(local("L", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=9"))
    assert (
        said([earlier, message("L", None, put=datetime.fromisoformat(PUT))], sessions, put_time=PUT).code == "DELIVERED"
    )


@pytest.mark.parametrize(("minutes", "right"), [(-30, "UNKNOWN"), (1, "CONSUMED")])
def test_a_message_that_was_put_after_an_answer_is_not_sure_to_be_what_was_answered(minutes, right):
    reply = message("ANSWERS", None, put=NOON + timedelta(minutes=minutes), MsgId=OTHER, CorrelId=OWN, MsgType=REPLY)
    assert said([reply, message("L", None, put=NOON)], sent_to(local("L", "CURDEPTH=2"))).code == right


# Who, and where


def report(feedback, by=None, kind=QMGR, **known):
    by = {"PutApplName": by, "PutApplType": kind} if by else {}
    return message(
        "ANSWERS", None, put=NOON, MsgId=OTHER, CorrelId=OWN, MsgType=REPORT, Feedback=feedback, **by, **known
    )


@pytest.mark.parametrize(("by", "kind", "is_delivered"), [
    ("reader", PROGRAM, True), ("reader", 28, True), (B, QMGR, False), ("amqrmppa", PROGRAM, False), ("reader", 0, False),
    ("MQ1ACHIN", 2, False), (None, None, False),
])  # fmt: skip
def test_an_exception_report_of_an_application_is_not_of_a_channel(by, kind, is_delivered):
    found = said([report(2110, by, kind)], report=0x01000000)
    assert found.code == "UNKNOWN" and ("came to reader: a report" in found.statement) == is_delivered, found.statement
    assert ("could not be delivered" in found.statement) != is_delivered
    assert any("DLQ" in one.command for one in found.next) != is_delivered


def test_a_report_with_a_feedback_of_its_application_is_told():
    found = said([report(65999, "reader", PROGRAM)])
    assert found.code == "UNKNOWN" and "reader" in found.statement and "65999" in found.statement, found.statement


@pytest.mark.parametrize(("feedback", "right"), [(COA, "DELIVERED"), (COD, "CONSUMED")])
def test_a_report_is_of_the_queue_manager_that_made_it(feedback, right):
    found = said([report(feedback, H)])
    assert (found.code, found.at) == (right, (H, None)) and f"That was at {H}" in found.statement, found.statement
    assert said([report(feedback, B)]).at == (B, "L")
    assert said([report(feedback, H)], at_a(*SENT)).at == (H, None)


def test_a_message_expired_at_the_queue_manager_that_says_so():
    found = said([report(EXPIRED, A)])
    assert (found.code, found.at) == ("EXPIRED", (A, None)) and "route leads" not in found.statement, found.statement


def test_a_queue_manager_that_could_not_deliver_is_asked_for_its_own_dead_letters():
    sessions = [*THERE, session(H, qmgr(H, "DEADQ=H.DLQ"), local("H.DLQ", "CURDEPTH=1"))]
    found = said([report(2053, H)], sessions, report=0x01000000)
    assert (found.code, found.at) == ("UNKNOWN", (H, None)) and f"an exception report of {H}" in found.statement
    assert f"amqsbcg H.DLQ {H}" in [one.command for one in found.next]


def test_where_the_dead_letter_queue_of_who_could_not_deliver_is_empty_that_is_told_and_no_other_is_browsed():
    sessions = [*THERE, session(B, local("DLQ", "CURDEPTH=0;IPPROCS=1"))]
    found = said([report(2053, B)], sessions, report=0x01000000)
    assert f"DLQ of {B} is empty (CURDEPTH(0), IPPROCS(1)): if it came, it was got since." in found.statement, (
        found.statement
    )
    assert {one.on for one in found.next} == {B}


def test_a_report_that_an_exit_stopped_the_message_is_told():
    found = said([report(268, B)])
    assert found.code == "UNKNOWN" and "says 268 MQFB_STOPPED_BY_MSG_EXIT" in found.statement, found.statement


# Spark


def header(to, manager, **md):
    """An MQXQH with a descriptor of version 1, little-endian."""
    known = {
        "MsgType": 8,
        "Feedback": 0,
        "MsgId": OWN,
        "CorrelId": bytes(24),
        "PutApplType": QMGR,
        "PutApplName": B,
        **md,
    }
    numbers = [1, 0, known["MsgType"], -1, known["Feedback"], 546, 1208]
    ints = b"".join(one.to_bytes(4, "little", signed=True) for one in numbers)
    named = b"MQSTR   " + bytes(4) + (1).to_bytes(4, "little") + known["MsgId"] + known["CorrelId"] + bytes(4)
    text = b" " * 96 + b"user".ljust(12) + bytes(32) + b" " * 32 + known["PutApplType"].to_bytes(4, "little")
    text += known["PutApplName"].encode().ljust(28) + b"20260102" + b"12000000" + b" " * 4
    places = to.encode().ljust(48) + manager.encode().ljust(48)
    return b"XQH " + (1).to_bytes(4, "little") + places + b"MD  " + ints + named + text


@pytest.mark.parametrize(("asked", "right"), [({"msg_id": ID}, "CONSUMED"), ({"msg_id": ID, "put_time": "2026-01-05"}, "UNKNOWN"),
                                               ({"correl_id": ID, "put_time": PUT, "report": 64}, "CONSUMED"),
                                               ({"correl_id": ID}, "UNKNOWN")])  # fmt: skip
def test_the_tables_and_the_plain_rows_say_the_same_of_answers(spark, tmp_path, asked, right):
    back = {"Format": "MQXMIT", "MsgId": OTHER, "CorrelId": OWN, "PutDate": "20260102",
            "data": header("ANSWERS", A, MsgType=REPORT, Feedback=COD, CorrelId=OWN) + b"done"}  # fmt: skip
    named = {"data": b"done", "MsgId": b"Q" * 24, "CorrelId": OWN, "MsgType": REPLY, "PutDate": "20260102"}
    texts = {f"{place}.txt": text for place, text in enumerate(THERE)}
    texts |= {
        "back.dmp": dump([back, {**back, "data": b""}], A),
        "answers.dmp": dump([named, {**named, "MsgType": 8}], "ANSWERS"),
    }
    texts["case.json"] = json.dumps({"walk": {"queue": "R", "queue_manager": A, **asked}})
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    with mqforensics.open_case(spark, tmp_path) as case:
        [made] = ask.walks(case)
    [pure] = gather({name: text.encode() for name, text in sorted(texts.items())})
    assert made.verdict == pure.verdict and made.verdict.code == right, made.verdict.statement
    letters = [sorted(one.trail.mail.letters, key=lambda letter: (letter.file, letter.number)) for one in (made, pure)]
    assert letters[0] == letters[1]


def test_a_report_in_a_dump_that_does_not_name_its_queue_is_one_all_the_same():
    found = said([message(None, None, put=NOON, MsgId=OTHER, CorrelId=bytes.fromhex(ID), MsgType=REPORT, Feedback=COA)])
    assert found.code == "DELIVERED" and "feedback 259 on a queue that is not named" in found.statement, found.statement
