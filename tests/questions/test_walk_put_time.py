"""A dump tells messages apart by the times at which they were put, where nobody knows an identifier."""

import json

import pytest

from tests.questions.production import NO_DLQ, SENT, A, B, X, local, qstatus, rcvr, remote, run, sdr, sent, xmitq
from tests.questions.production_prints import alias, browse, chs, in_transit, letter, msg_id, qmgr
from tests.simulated import ask as kit

PUT, OTHER = "20260414100000", "20260414093000"
DEEP = local("L", "CURDEPTH=2"), qstatus("L", "CURDEPTH=2;UNCOM=YES"), *NO_DLQ
HELD = {
    "a.txt": run(A, remote(), xmitq(X, "CURDEPTH=2"), sdr(), chs(), qmgr(A, "DEADQ=A.DLQ")),
    "b.txt": run(B, local("L"), *NO_DLQ),
}


def said(files, **known):
    asked = {"queue": "R", "queue_manager": A, "persistence": 1, "put_time": "2026-04-14T10:00:00Z"} | known
    case = {"walk": [{key: value for key, value in asked.items() if value is not None}]}
    kit.forget()
    (one,) = kit.ask({name: text.encode() for name, text in files.items()} | {"case.json": json.dumps(case).encode()})
    return one


def keys(one):
    return {each["key"] for each in one.assumes}


def open_places(one):
    return {row[:3] for row in one.possible if row[3]}


def test_the_one_message_of_that_second_is_the_message():
    files = {**sent(*DEEP), "l.txt": browse("L", letter(OTHER), letter(PUT, serial=2), on=B)}
    one = said(files)
    assert one[:3] == ("DELIVERED", B, "L") and "IDENTITY" in keys(one), one.statement
    # Of two of that second on one queue either is there.
    files["l.txt"] = browse("L", letter(PUT), letter(PUT, serial=2), on=B)
    assert said(files)[:3] == ("DELIVERED", B, "L")
    # A transmission queue names where each of its messages goes.
    files = {**HELD, "x.txt": browse(X, in_transit(OTHER), in_transit(PUT, serial=2), on=A)}
    one = said(files)
    assert one[:3] == ("WAITING_ON_XMITQ", A, X) and "IDENTITY" in keys(one), one.statement


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([letter(PUT, Persistence=0)], id="not persistent"),
        pytest.param([letter(PUT, id_=msg_id(9, "QM.OTHER"))], id="put at another queue manager of the case"),
    ],
)
def test_what_may_be_another_message_is_not_taken_for_it(messages):
    files = {**sent(*DEEP), "l.txt": browse("L", *messages, on=B), "o.txt": run("QM.OTHER", qmgr("QM.OTHER"))}
    one = said(files)
    assert "IDENTITY" not in keys(one) or one.code == "UNKNOWN", one.statement
    assert one[:3] != ("DELIVERED", B, "L") or "IDENTITY" not in keys(one)


def test_a_dump_with_messages_of_other_times_alone_lacks_the_message():
    """Counter-world: the time that a person gave is wrong by half an hour; PUT_TIME is printed for that."""
    files = {**sent(*DEEP), "l.txt": browse("L", letter(OTHER), letter(OTHER, serial=2), on=B)}
    one = said(files)
    assert ("DELIVERED", B, "L") not in open_places(one) and "PUT_TIME" in keys(one)
    close = {**files, "l.txt": browse("L", letter(OTHER), letter("20260414100012", serial=2), on=B)}
    assert ("DELIVERED", B, "L") in open_places(said(close)), "twelve seconds are no other time"
    unread = letter(OTHER, serial=2) | {"PutDate": "????????"}
    assert ("DELIVERED", B, "L") in open_places(said({**files, "l.txt": browse("L", unread, on=B)}))
    assert ("DELIVERED", B, "L") in open_places(said(files, put_time=None)), "no time tells them apart"


def test_what_a_dump_lacks_and_the_depth_counts_is_not_committed():
    here = {"a.txt": run(A, local("R", "CURDEPTH=2"), qstatus("R", "CURDEPTH=2;UNCOM=YES;MSGAGE=1800"), qmgr(A))}
    one = said({**here, "r.txt": browse("R", letter(OTHER), on=A)})
    assert open_places(one) == {("UNCOMMITTED", A, "R")}, one.statement


def test_a_dump_that_was_cut_off_lacks_nothing():
    whole = browse("L", letter(OTHER), letter(OTHER, serial=2), on=B)
    files = {**sent(*DEEP), "l.txt": whole[: whole.index("MQGET")]}
    one = said(files)
    assert ("DELIVERED", B, "L") in open_places(one) or one.code == "DELIVERED", one.statement
    files["l.txt"] = whole[: whole.index("\n", whole.rindex("length - "))]
    one = said(files)
    assert ("DELIVERED", B, "L") in open_places(one) or one.code == "DELIVERED", one.statement


def test_where_the_way_ends_in_a_topic_what_lines_exclude_is_excluded():
    files = sent(alias("L", "PRICES", "TARGTYPE=TOPIC"), rcvr(), qmgr(B))
    one = said(files)
    shut = {row[:2] for row in one.possible if not row[3]}
    assert one.code == "UNKNOWN" and shut, "not every place is left because one is not known"
    assert len(open_places(one)) > 1


def test_a_message_of_a_dump_of_a_transmission_queue_has_not_left_as_too_long():
    files = {**HELD, "x.txt": browse(X, in_transit(PUT, serial=2), on=A)}
    sender = sdr(more="MAXMSGL=4")
    dead = local("A.DLQ", "CURDEPTH=1"), qmgr(A, "DEADQ=A.DLQ")
    files["a.txt"] = run(A, remote(), xmitq(X, "CURDEPTH=1"), sender, chs(), *dead)
    one = said(files)
    assert ("ON_SENDER_DLQ", A, "A.DLQ") not in open_places(one), one.statement
    without = {name: text for name, text in files.items() if name != "x.txt"}
    assert ("ON_SENDER_DLQ", A, "A.DLQ") in open_places(said(without))


def test_of_two_looks_without_a_date_neither_says_that_the_message_left():
    """Found as 6207860: the channel was stopped for hours, and the message came between the two."""
    away = {"before.txt": run(B, local("L", "CURDEPTH=0"), at=None), "b.txt": run(B, local("L", "CURDEPTH=1"), at=None)}
    sender = {"a.txt": run(A, *SENT, qmgr(A, "DEADQ=A.DLQ"), at=None)}
    one = said({**sender, **away, "l.txt": browse("L", letter(PUT), on=B)})
    assert one[:3] != ("CONSUMED", B, "L"), one.statement


@pytest.mark.parametrize(
    ("made", "cut", "is_asked"),
    [
        pytest.param("2026-04-14T09:45:00Z", False, True, id="from before the put"),
        pytest.param("2026-04-14T10:31:00Z", False, False, id="from after it"),
        pytest.param("2026-04-14T10:31:00Z", True, True, id="cut off"),
    ],
)
def test_a_dump_is_asked_for_unless_one_of_after_the_put_is_there(made, cut, is_asked):
    here = run(A, local("R", "CURDEPTH=2"), qstatus("R", "CURDEPTH=2;UNCOM=YES;MSGAGE=1800"), qmgr(A))
    text = f"{made}\n{browse('R', letter(OTHER), letter(OTHER, serial=2), on=A)}"
    files = {"a.txt": here, "r.txt": text[: text.index("\n", text.rindex("length - "))] if cut else text}
    assert (f"amqsbcg R {A}" in [command for command, _ in said(files).next]) == is_asked
