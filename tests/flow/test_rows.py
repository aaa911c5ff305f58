"""Rows of observations and assumptions, each on evidence of one message: what it strikes out, and what that rests on."""

import json
from collections.abc import Sequence

import pytest

from mqforensics.flow.answer import Answer
from mqforensics.flow.engine import XMITQ, common_end
from mqforensics.flow.model import Literal, Path, Place
from mqforensics.flow.observations import OBSERVATIONS, sign
from mqforensics.flow.possible import kinds
from mqforensics.words.places import reasons
from tests.flow.shadow import answers
from tests.questions.production import (  # fmt: skip
    CTQ,
    HUB,
    SENT,
    A,
    B,
    C,
    X,
    all_of,
    browse,
    chs,
    clustered,
    here,
    letter,
    local,
    member,
    msg_id,
    none,
    qmgr,
    qstatus,
    rcvr,
    remote,
    run,
    sdr,
    thing,
)
from tests.questions.production import xmitq as queue_to_b
from tests.simulated.ask import ask, forget
from tests.simulated.run import Task, judged
from tests.simulated.wide import World

AT_TEN = {"put_time": "2026-04-14T10:00:00Z", "persistence": 1}
BEFORE, AFTER = "2026-04-14;{0}TIME=09.00.00", "2026-04-14;{0}TIME=10.10.00"


def put_and_got(put: str, got: str, more: str = "") -> str:
    times = [f"{stem}DATE={when.format(stem)}" for stem, when in (("LPUT", put), ("LGET", got)) if when]
    return ";".join([*times, more])


def told(files: dict[str, str], assume: Sequence[str] = (), **asked) -> Answer:
    case = {"walk": [{"queue": "R", "queue_manager": A, **asked}], "zone": {A: "UTC", B: "UTC"}, "assume": list(assume)}
    made = {name: text.encode() for name, text in files.items()}
    return next(answers({"case.json": json.dumps(case).encode(), **made}))


def strikes(said: Answer, code: str) -> set[str]:
    """The observations that strike out every place of a code."""
    rows = [row for row in said.possible if row.code == code]
    assert rows and not any(row.open for row in rows), rows
    return {key for row in rows for key in row.by}


def keys(said: Answer) -> set[str]:
    return {one.key for one in said.assumes}


EMPTY = queue_to_b(X, "CURDEPTH=0;IPPROCS=1")
IDLE = chs("STOPPED", C, X, B, "LSTMSGDA=2026-04-14;LSTMSGTI=09.00.00;CHSTADA=2026-04-14;CHSTATI=09.00.00")


def test_a_depth_of_zero_rules_out_a_put_that_is_not_committed():
    said = told(here(remote(), EMPTY, sdr(), chs()), assume=["COMMITTED=open"], **AT_TEN)
    rows = [row for row in said.possible if (row.code, row.object) == ("UNCOMMITTED", X)]
    assert rows and all(not row.open and "nothing_put_open" in row.by for row in rows), rows


def test_two_ends_without_an_exit_rule_it_out():
    files = {"a.txt": run(A, *SENT), "b.txt": run(B, local("L", "CURDEPTH=1"), rcvr(C, "MSGEXIT="), qmgr(B))}
    bare = {"a.txt": run(A, remote(), queue_to_b(X), sdr(C, X, "MSGEXIT="), chs()), "b.txt": files["b.txt"]}
    assert "no_exit_named" in strikes(told(bare, **AT_TEN), "TAKEN_BY_EXIT")
    less = told({"a.txt": bare["a.txt"]}, **AT_TEN)
    assert not any("no_exit_named" in row.by for row in less.possible if row.code == "TAKEN_BY_EXIT")


def test_without_a_later_look_at_the_partner_the_answer_says_that_nothing_left_since():
    got = qstatus(X, put_and_got(AFTER, BEFORE, "CURDEPTH=3;UNCOM=NO"))
    files = {
        "a.txt": run(
            A, remote(), queue_to_b(X, "CURDEPTH=3;IPPROCS=0"), got, sdr(), chs("RETRYING"), at="2026-04-14T10:20:00Z"
        )
    }
    alone = told(files, **AT_TEN)
    assert alone.code in ("WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING") and ("NOTHING_SINCE", A, X) in {
        one[:1] + one[2:4] for one in alone.assumes
    }
    came = chs("RUNNING", C, more="CHLTYPE=RCVR;RQMNAME=" + A + ";CHSTADA=2026-04-14;CHSTATI=10.24.58")
    later = run(B, local("L", "CURDEPTH=3"), rcvr(C), came, at="2026-04-14T10:31:00Z")
    assert told({**files, "b.txt": later}, **AT_TEN).code == "UNKNOWN"
    undated = run(B, local("L", "CURDEPTH=3"), rcvr(C), came, at="")
    assert told({**files, "b.txt": undated}, **AT_TEN).code == "UNKNOWN"


@pytest.mark.parametrize(("depth", "is_out"), [(1, True), (2, False)])
def test_the_one_message_that_is_older_is_another_one(depth, is_out):
    state = qstatus("R", put_and_got(AFTER, AFTER, f"CURDEPTH={depth};MSGAGE=7200;UNCOM=NO"))
    said = told(here(local("R", f"CURDEPTH={depth}"), state), **AT_TEN)
    there = [row for row in said.possible if (row.code, row.object) == ("DELIVERED", "R")]
    assert all(row.open is not is_out for row in there)
    assert not is_out or "only_an_older_one" in {key for row in there for key in row.by}


def test_what_left_a_transmission_queue_before_an_older_message_tells_nothing_of_its_order():
    older = qstatus(X, put_and_got(BEFORE, AFTER, "CURDEPTH=3;MSGAGE=7200"))
    said = told(here(remote(), queue_to_b(X, "CURDEPTH=3"), older, sdr(), chs()), **AT_TEN)
    assert said.code == "UNKNOWN" or "FIFO" in keys(said)


@pytest.mark.parametrize("doubtful", ["NO", "YES"])
def test_a_channel_that_is_down_since_the_put_has_the_message_in_no_batch(doubtful):
    down = chs("STOPPED", C, X, B, f"INDOUBT={doubtful};LSTMSGDA=2026-04-14;LSTMSGTI=09.00.00;CHSTADA=2026-04-14;CHSTATI=09.00.00")  # fmt: skip
    said = told(here(remote(), queue_to_b(X, "CURDEPTH=3;IPPROCS=0"), sdr(), down), **AT_TEN)
    assert strikes(said, "IN_DOUBT") & {"down_before", "not_in_doubt", "batch_is_older"}
    untimed = told(here(remote(), queue_to_b(X, "CURDEPTH=3;IPPROCS=0"), sdr(), chs("STOPPED", C, X, B, "INDOUBT=YES")))
    assert any(row.code == "IN_DOUBT" and row.open for row in untimed.possible), "it may have been put just before"


WAY = remote(via=""), qmgr(A, f"DEFXMITQ={X}"), queue_to_b(X, "CURDEPTH=4;IPPROCS=0"), sdr(), chs("STOPPED")


def test_the_default_transmission_queue_is_the_way_where_nobody_showed_another_one():
    said = told(here(*WAY))
    assert (said.code, said.queue_manager) == ("CHANNEL_NOT_RUNNING", A) and "DEFAULT_WAY" in keys(said), said
    shown = told(here(none(f"DISPLAY QUEUE({B}) ALL"), none("DISPLAY CLUSQMGR(*)"), *WAY))
    assert shown.code == said.code and "DEFAULT_WAY" not in keys(shown)


def test_a_name_that_is_not_defined_may_be_one_of_a_cluster():
    said = told(here(none("DISPLAY QUEUE(R) ALL"), qmgr(A)))
    assert said.code == "NOT_DEFINED" and "NO_CLUSTER" in keys(said), said
    other = {"a.txt": run(A, none("DISPLAY QUEUE(R) ALL"), qmgr(A)), "b.txt": run(B, member(A, "CL.A"), qmgr(B))}
    assert told(other).code == "UNKNOWN", "the records of another queue manager show it in a cluster"


def test_an_answer_without_the_name_of_its_object_may_show_a_cluster():
    shown = here(none("DISPLAY QUEUE(R) ALL"), qmgr(A), sdr("A.TO.Z", "QM.Z"))
    assert told(shown).code == "NOT_DEFINED"
    [line] = [one for one in shown["a.txt"].splitlines() if one.strip().startswith("CHANNEL(A.TO.Z)")]
    lost = told({"a.txt": shown["a.txt"].replace(line + "\n", "")})
    assert lost.code == "UNKNOWN" and "NO_CLUSTER" not in keys(lost), lost


def test_a_restart_is_that_of_one_queue_manager():
    started = "DISPLAY QMSTATUS ALL", [("QMSTATUS", {"QMNAME": B, "STATUS": "RUNNING", "STARTDA": "2026-04-14", "STARTTI": "10.15.00"})]  # fmt: skip
    files = {"a.txt": run(A, *SENT), "b.txt": run(B, local("L", "CURDEPTH=1"), rcvr(), qmgr(B), started)}
    said = told(files, put_time="2026-04-14T10:00:00Z", persistence=0)
    left = {(row.code, row.queue_manager): row.open for row in said.possible if row.code == "LOST_WITH_RESTART"}
    assert left == {("LOST_WITH_RESTART", A): False, ("LOST_WITH_RESTART", B): True}, left


def test_an_open_unit_of_work_says_nothing_of_a_put_that_was_backed_out():
    said = told(here(remote(), queue_to_b(X, "CURDEPTH=2;IPPROCS=0"), qstatus(X, put_and_got(AFTER, BEFORE, "CURDEPTH=2;UNCOM=1")), sdr(), IDLE), **AT_TEN)  # fmt: skip
    assert not any(row.code == "ROLLED_BACK" and row.open for row in said.possible)
    assert "NOT_BACKED_OUT" in keys(said) and "COMMITTED" not in {one.key for one in said.assumes if one.object == X}


AT_SEVEN = {"put_time": "2026-04-14T10:00:07Z", "persistence": 1}
IN_ITS_SECOND = put_and_got("2026-04-14;{0}TIME=10.00.07", BEFORE, "CURDEPTH=1;UNCOM=NO")


@pytest.mark.parametrize(("put", "code"), [(IN_ITS_SECOND, "DELIVERED"), (put_and_got(AFTER, BEFORE, "CURDEPTH=1;UNCOM=NO"), "UNKNOWN")])  # fmt: skip
def test_the_last_put_in_the_second_of_the_put_was_not_refused(put, code):
    """Counter-world: another one was put in that second, and this one refused; then LAST_PUT, which is printed, fails."""
    opened = local("R", "CURDEPTH=1;IPPROCS=0;ALTDATE=2026-04-14;ALTTIME=10.20.00")
    said = told(here(opened, qstatus("R", put)), **AT_SEVEN)
    assert said.code == code, said
    assert "LAST_PUT" in keys(said) or code == "UNKNOWN"
    refused = [row for row in said.possible if row.code == "PUT_REFUSED"]
    assert all(row.open is (code == "UNKNOWN") for row in refused), refused


def test_the_seconds_of_a_last_put_tell_the_zone_of_its_host():
    state = qstatus(
        "R", put_and_got("2026-04-14;{0}TIME=05.00.07", "2026-04-14;{0}TIME=04.00.00", "CURDEPTH=1;UNCOM=NO")
    )
    case = {"walk": [{"queue": "R", "queue_manager": A, **AT_SEVEN}]}
    files = here(local("R", "CURDEPTH=1;IPPROCS=0"), state)
    said = next(
        answers({"case.json": json.dumps(case).encode(), **{one: text.encode() for one, text in files.items()}})
    )
    assert said.code == "DELIVERED" and "ZONE" not in keys(said), said
    assert not any(one.key == "ZONE" for one in said.available) and "LAST_PUT" in {one.key for one in said.available}


@pytest.mark.parametrize(("put", "code"), [("10.00.07", "UNKNOWN"), ("10.00.00", "UNKNOWN")])
def test_a_last_put_of_a_dead_letter_queue_is_not_told_from_others_of_its_second(put, code):
    state = qstatus("DLQ", put_and_got(f"2026-04-14;{{0}}TIME={put}", "", "CURDEPTH=1"))
    files = {"a.txt": run(A, *SENT), "b.txt": run(B, local("DLQ", "CURDEPTH=1"), state, qmgr(B, "DEADQ=DLQ"))}
    assert "LAST_PUT" not in keys(told(files, **AT_SEVEN)) and told(files, **AT_SEVEN).code == code


def test_where_nothing_was_put_to_any_queue_the_put_failed():
    """Counter-world: a queue that it went to was deleted since; then NOT_CLEARED or UNALTERED fails where it is named."""
    moved = remote(more="ALTDATE=2026-04-14;ALTTIME=10.20.00")
    states = [qstatus(name, put_and_got(BEFORE, BEFORE, "CURDEPTH=0;UNCOM=NO;MONQ=MEDIUM"))[1][0] for name in (X, "Y")]
    files = run(A, moved, queue_to_b(X, "CURDEPTH=0"), sdr(), chs(), ("DISPLAY QSTATUS(*) TYPE(QUEUE) ALL", states))
    said = told({"a.txt": files}, **AT_TEN)
    assert (said.code, said.object) == ("PUT_REFUSED", "R") and "nothing_put" in strikes(said, "UNKNOWN"), said
    some = run(
        A, moved, queue_to_b(X, "CURDEPTH=0"), sdr(), chs(), (f"DISPLAY QSTATUS({X}) TYPE(QUEUE) ALL", states[:1])
    )
    assert told({"a.txt": some}, **AT_TEN).code == "UNKNOWN", "it may have gone to a queue that is not listed"


@pytest.mark.parametrize(("depth", "monq", "is_out"), [(0, "MEDIUM", True), (1, "MEDIUM", False), (0, "OFF", False)])
def test_a_monitored_queue_without_a_last_put_was_put_to_never_since_its_queue_manager_started(depth, monq, is_out):
    """Counter-world: the queue manager was started since the put; then NO_RESTART, which is printed, fails."""
    moved = remote(more="ALTDATE=2026-04-14;ALTTIME=10.20.00")
    never = f"LPUTDATE=;LPUTTIME=;LGETDATE=;LGETTIME=;CURDEPTH={depth};UNCOM=NO;MONQ={monq}"
    states = [qstatus(name, never)[1][0] for name in (X, "Y")]
    files = run(
        A, moved, queue_to_b(X, f"CURDEPTH={depth}"), sdr(), chs(), ("DISPLAY QSTATUS(*) TYPE(QUEUE) ALL", states)
    )
    said = told({"a.txt": files}, **AT_TEN)
    assert any("nothing_put" in row.by for row in said.possible) is is_out
    assert "NO_RESTART" in keys(said) or not is_out


@pytest.mark.parametrize(("tenths", "code"), [(600, "EXPIRED"), (36000, "DELIVERED")])
def test_an_expiry_is_over_or_not_when_the_queue_was_looked_at(tenths, code):
    """Counter-world for EXPIRED: it was got before; the last get, or no reader since, must strike that out."""
    state = qstatus("R", put_and_got(AFTER, BEFORE, "CURDEPTH=1;UNCOM=NO"))
    said = told(here(local("R", "CURDEPTH=1;IPPROCS=0"), state), expiry=tenths, **AT_TEN)
    assert said.code == code, said
    assert (
        {"not_expired_yet"} <= strikes(said, "EXPIRED")
        if code == "DELIVERED"
        else {"expired_by_then"} <= strikes(said, "DELIVERED")
    )


@pytest.mark.parametrize("has_it", [False, True])
def test_a_message_that_an_undated_dump_lacks_may_have_expired_since_the_display(has_it):
    """The display is from before the end of its life; the dump shows no time, and may be from after it."""
    state = qstatus("R", put_and_got(AFTER, BEFORE, "CURDEPTH=1;UNCOM=NO"))
    seen = browse("R", letter("20260414100000" if has_it else "20260414101000", serial=1 if has_it else 2), on=A)
    files = {**here(local("R", "CURDEPTH=1;IPPROCS=0"), state), "dump.txt": seen}
    case = {"walk": {"queue": "R", "queue_manager": A, "expiry": 36000, "msg_id": msg_id(1), **AT_TEN}, "zone": "UTC"}
    made = {"case.json": json.dumps(case), **files}
    forget()
    [said] = ask({name: text.encode() for name, text in made.items()})
    assert said.code == ("DELIVERED" if has_it else "EXPIRED"), said


def test_a_cap_of_the_destination_does_not_let_a_message_expire_before_it_comes_there():
    files = {"a.txt": run(A, remote(), queue_to_b(X, "CURDEPTH=1;IPPROCS=0"), sdr(), IDLE), "b.txt": run(B, local("L", "CUSTOM=CAPEXPRY(600)"))}  # fmt: skip
    said = told(files, **AT_TEN)
    rows = {row.object: row.open for row in said.possible if row.code == "EXPIRED"}
    assert rows[X] is False and said.code == "CHANNEL_NOT_RUNNING", said


@pytest.mark.parametrize("made", ["2026-01-05", ""])
def test_a_cluster_queue_that_existed_led_to_itself_whatever_was_altered(made):
    known = f"CRDATE={made};CRTIME={'09.00.00' if made else ''}"
    owned = "ALTDATE=2026-04-14;ALTTIME=10.20.00"
    files = {
        "a.txt": run(A, clustered("R", B, more=owned), member(B, "TO.B"), queue_to_b(CTQ, "CURDEPTH=0")),
        "b.txt": run(B, local("R", f"CLUSTER=CL;{known};CURDEPTH=1;{owned}")),
    }
    said = told(files, **AT_TEN)
    assert any(row.open for row in said.possible if row.code == "UNKNOWN") == (not made), said


def test_two_ways_over_one_transmission_queue_have_the_channels_of_both():
    """Counter-world: the channel to one of two instances sent nothing, and the one to the other sent the message."""
    idle, busy = ("LSTMSGDA=2026-04-14;LSTMSGTI=" + time for time in ("09.00.00", "10.05.00"))
    ways = [member(B, "TO.B", f"XMITQ={CTQ}"), member("QM.D", "TO.D", f"XMITQ={CTQ}")]
    states = [chs("RUNNING", f"TO.{one[-1]}", CTQ, one, told) for one, told in ((B, busy), ("QM.D", idle))]
    files = run(A, clustered("R", B, "QM.D"), *ways, queue_to_b(CTQ, "CURDEPTH=0"), *states)
    said = told({"a.txt": files, "b.txt": run(B, local("R", "CURDEPTH=1"))}, **AT_TEN)
    assert not any("channel_idle" in row.by for row in said.possible), said


def test_an_empty_queue_that_was_looked_at_again_may_have_got_the_message_between():
    """It waited behind a transmission queue that was closed for gets until after the first look."""
    assert judged(2100480, task=Task(World(True))).among == "left"


def test_what_was_altered_while_the_captures_were_made_may_have_been_otherwise_at_the_put():
    assert judged(2300714, task=Task(World(True))).said.code == "UNKNOWN"


def test_a_message_that_waits_may_have_expired_there_though_the_depth_counts_it():
    """CURDEPTH counts what has expired until somebody browses the queue."""
    files = here(remote(), queue_to_b(X, "CURDEPTH=5"), sdr(), chs("RUNNING"))
    assert told(files, ["NO_EXPIRY=shown"]).code == "WAITING_ON_XMITQ"
    said = told(files, expiry=600)
    assert said.code == "UNKNOWN" and {row.code for row in said.possible if row.open} >= {"WAITING_ON_XMITQ", "EXPIRED"}


def test_a_batch_of_others_is_told_by_the_line_that_shows_when_the_channel_sent_last():
    doubt = "INDOUBT=YES;CURMSGS=2;LSTMSGDA=2026-04-14;LSTMSGTI=08.00.00"
    files = here(remote(), queue_to_b(X, "CURDEPTH=3;IPPROCS=0"), sdr(), chs("RETRYING", C, X, B, doubt))
    for asked in ({}, AT_TEN):
        rows = [row for row in told(files, **asked).possible if "batch_is_older" in row.by]
        assert all("LSTMSGTI" in {line.shows for line in row.lines} for row in rows) and (rows or asked), asked


def test_every_sentence_is_of_an_observation_that_is_there():
    kept = {one.key for one in OBSERVATIONS} | {"last_put_is_it"}
    assert set(reasons()) <= kept


def test_a_queue_manager_may_be_a_copy_until_its_qmid_is_shown_again():
    """Counter-world: one display is of a copy that was restored for tests, and the message is at the other one."""
    way = remote(), queue_to_b(X, "CURDEPTH=4;IPPROCS=0"), sdr(), chs("STOPPED")
    said = told(here(*way, qmgr(A)))
    assert said.code == "CHANNEL_NOT_RUNNING"
    assert ("SAME_ESTATE", A) in {(one.key, one.queue_manager) for one in said.assumes}
    twice = {name: run(A, *way, qmgr(A, "QMID=A_2025-07-14_00.26.40")) for name in ("a.txt", "b.txt")}
    assert told(twice).code == said.code and "SAME_ESTATE" not in keys(told(twice))


def test_a_channel_that_was_looked_at_first_may_have_sent_since():
    """Counter-world: the message waited at the first look of a file and had been sent by the second."""
    first = run(A, remote(), sdr(), chs("RUNNING", more="LSTMSGDA=2026-04-14;LSTMSGTI=09.00.00"), at="")
    altered = "CURDEPTH=0;IPPROCS=1;ALTDATE=2026-04-14;ALTTIME=10.20.00"
    second = run(A, queue_to_b(X, altered), qstatus(X, "CURDEPTH=0;UNCOM=NO"), at="")
    said = told({"a.txt": first + second}, **AT_TEN)
    assert not {one.key for one in said.assumes} & {"NOTHING_SINCE"}
    assert said.code == "UNKNOWN" or ("STANDS", C) in {(one.key, one.object) for one in said.assumes}


READ_AT = "CURDEPTH=0;IPPROCS=1;UNCOM=NO"
THEN = put_and_got("2026-04-14;{0}TIME=10.00.10", "", "CURDEPTH=1;MSGAGE=1790")
"""The one message of a queue came to it three seconds after a put at seven seconds past ten."""


def of_b(*shown: tuple, put: str = "2026-04-14;{0}TIME=09.40.00", got: str = "2026-04-14;{0}TIME=09.40.01") -> str:
    """A run at B whose destination was last put to and got from then, with a dead-letter queue."""
    return run(
        B, local("L", READ_AT), qstatus("L", put_and_got(put, got, READ_AT)), rcvr(), qmgr(B, "DEADQ=B.DLQ"), *shown
    )


def sent_by_a(last: str = "LSTMSGDA=2026-04-14;LSTMSGTI=10.00.09", channel: str = "") -> str:
    passed = put_and_got("2026-04-14;{0}TIME=10.00.07", "2026-04-14;{0}TIME=10.00.08", "IPPROCS=1")
    return run(A, remote(), queue_to_b(X, "IPPROCS=1"), qstatus(X, passed), sdr(more=channel), chs(more=last), qmgr(A, "DEADQ=A.DLQ"))  # fmt: skip


def test_what_was_dead_lettered_in_the_seconds_of_the_put_may_be_the_message():
    lettered = of_b(local("B.DLQ", "CURDEPTH=1"), qstatus("B.DLQ", THEN))
    said = told({"a.txt": sent_by_a(), "b.txt": lettered}, **AT_SEVEN)
    assert (said.code, said.queue_manager, said.object) == ("ON_DLQ", B, "B.DLQ"), said
    busy = "2026-04-14;{0}TIME=10.29.40", "2026-04-14;{0}TIME=10.29.41"
    other = of_b(local("B.DLQ", "CURDEPTH=1"), qstatus("B.DLQ", THEN), put=busy[0], got=busy[1])
    open_ = told({"a.txt": sent_by_a(), "b.txt": other}, **AT_SEVEN)
    left = {(row.code, row.object) for row in open_.possible if row.open}
    assert open_.code == "UNKNOWN" and {("ON_DLQ", "B.DLQ"), ("CONSUMED", "L")} <= left, left


def test_what_breaks_a_policy_is_not_said_to_be_got():
    errors = "SYSTEM.PROTECTION.ERROR.QUEUE"
    read = "2026-04-14;{0}TIME=10.00.10", "2026-04-14;{0}TIME=10.00.11"
    plain = told({"a.txt": sent_by_a(), "b.txt": of_b(put=read[0], got=read[1])}, **AT_SEVEN)
    assert plain.code == "CONSUMED" and "NO_AMS" in keys(plain), plain
    shown = of_b(local(errors, "CURDEPTH=1"), qstatus(errors, THEN), put=read[0], got=read[1])
    said = told({"a.txt": sent_by_a(), "b.txt": shown}, **AT_SEVEN)
    assert said.code == "UNKNOWN" and {"CONSUMED", "MOVED"} <= {row.code for row in said.possible if row.open}, said


def test_a_channel_that_sent_nothing_may_have_got_what_it_cannot_send():
    dead = local("A.DLQ", "CURDEPTH=1"), qstatus("A.DLQ", put_and_got("2026-04-14;{0}TIME=10.00.08", "", "CURDEPTH=1"))
    near = sent_by_a("LSTMSGDA=2026-04-14;LSTMSGTI=09.40.00", "MAXMSGL=1048576") + run(A, *dead)
    said = told({"a.txt": near, "b.txt": of_b()}, **AT_SEVEN)
    assert (said.code, said.queue_manager, said.object) == ("ON_SENDER_DLQ", A, "A.DLQ"), said


def test_what_a_batch_in_doubt_gave_back_was_sent_again():
    doubtful = "INDOUBT=YES;CURMSGS=1;LSTMSGDA=2026-04-14;LSTMSGTI=10.00.09"
    first = run(A, remote(), queue_to_b(X), qstatus(X, put_and_got("2026-04-14;{0}TIME=10.00.07", "2026-04-14;{0}TIME=10.00.08")), sdr(), chs("RETRYING", more=doubtful), at="2026-04-14T10:10:00Z")  # fmt: skip
    again = sent_by_a("LSTMSGDA=2026-04-14;LSTMSGTI=10.20.01;CHSTATI=10.19.59").replace("10.00.08", "10.20.00")
    there = put_and_got("2026-04-14;{0}TIME=10.20.01", "2026-04-14;{0}TIME=09.50.00", "CURDEPTH=1;MSGAGE=599")
    far = run(B, local("L", "CURDEPTH=1"), qstatus("L", there), rcvr(), qmgr(B, "DEADQ=B.DLQ"))
    said = told({"one.txt": first, "two.txt": again, "b.txt": far}, **AT_SEVEN)
    assert (said.code, said.queue_manager, said.object) == ("DELIVERED", B, "L"), said


def test_a_capture_without_the_put_that_another_shows_is_from_before_it():
    early = put_and_got("2026-04-14;{0}TIME=09.20.00", "2026-04-14;{0}TIME=09.20.01")
    late = put_and_got("2026-04-14;{0}TIME=10.00.07", "2026-04-14;{0}TIME=09.20.01", "CURDEPTH=4;MSGAGE=1790")
    state = "LSTMSGDA=2026-04-14;LSTMSGTI=09.20.01"
    files = {"one.txt": run(A, remote(), queue_to_b(X), qstatus(X, early), sdr(), chs(more=state), at=None),
             "two.txt": run(A, remote(), queue_to_b(X, "CURDEPTH=4"), qstatus(X, late), sdr(), chs("STOPPED", more=state), at=None)}  # fmt: skip
    said = told(files, **AT_SEVEN)
    assert (said.code, said.queue_manager) == ("CHANNEL_NOT_RUNNING", A), said


def test_only_a_known_clock_tells_that_a_queue_was_cleared_before_the_put():
    read = "2026-04-14;{0}TIME=06.00.10", "2026-04-14;{0}TIME=04.00.00"
    cleared = "CLEAR QLOCAL(L)", "AMQ8022I: IBM MQ queue cleared."
    far = run(B, cleared, local("L", "CURDEPTH=0"), qstatus("L", put_and_got(*read)), rcvr(), qmgr(B, "DEADQ=B.DLQ"), at="2026-04-14 06:30:00")  # fmt: skip
    case = {"walk": [{"queue": "R", "queue_manager": A, **AT_SEVEN}]}
    files = {"a.txt": sent_by_a().encode(), "b.txt": far.encode(), "case.json": json.dumps(case).encode()}
    said = next(answers(files))
    assert ("CLEARED", B) in {(row.code, row.queue_manager) for row in said.possible if row.open}, said


def test_a_queue_that_was_cleared_has_what_came_before_no_more():
    held = put_and_got("2026-04-14;{0}TIME=10.00.08", BEFORE, "CURDEPTH=7;MSGAGE=1792")
    clear = [local("L", "CURDEPTH=7"), qstatus("L", held), ("CLEAR QLOCAL(L)", "AMQ8022I: IBM MQ queue cleared.")]
    rest = local("L", "CURDEPTH=0"), rcvr(), qmgr(B, "DEADQ=B.DLQ")
    said = told({"a.txt": sent_by_a(), "b.txt": run(B, *clear, *rest)}, **AT_SEVEN)
    assert (said.code, said.queue_manager, said.object) == ("CLEARED", B, "L"), said
    assert "cleared_then" in strikes(said, "DELIVERED")
    failed = "CLEAR QLOCAL(L)", "AMQ8148E: IBM MQ object in use."
    said = told({"a.txt": sent_by_a(), "b.txt": run(B, *clear[:2], failed, *rest[1:])}, **AT_SEVEN)
    assert (said.code, said.object) == ("DELIVERED", "L"), said


UNIT, BEFORE_IT = "4A1F0D2E10000602", "4A1F0D2E10000601"


@pytest.mark.parametrize(("last", "code"), [(UNIT, "DELIVERED"), (BEFORE_IT, "IN_DOUBT")])
def test_a_batch_that_the_receiving_end_has_committed_is_in_doubt_at_one_end_only(last, code):
    doubtful = f"INDOUBT=YES;CURMSGS=2;CURLUWID={UNIT};LSTLUWID={BEFORE_IT};LSTMSGDA=2026-04-14;LSTMSGTI=10.00.08"
    got = qstatus(X, put_and_got("2026-04-14;{0}TIME=10.00.07", "2026-04-14;{0}TIME=10.00.08", "UNCOM=2"))
    near = run(A, remote(), queue_to_b(X), got, sdr(), chs("RETRYING", more=doubtful))
    saved = f"CHLTYPE=RCVR;RQMNAME={A};LSTLUWID={last};INDOUBT=NO;-STATUS;-CURRENT;SAVED"
    there = put_and_got("2026-04-14;{0}TIME=10.00.08", BEFORE, "CURDEPTH=2;MSGAGE=1792")
    none_came = put_and_got(BEFORE, BEFORE)
    held = (local("L", "CURDEPTH=2"), qstatus("L", there)) if last == UNIT else (local("L"), qstatus("L", none_came))
    far = run(B, *held, rcvr(), all_of("CHSTATUS", C, saved), qmgr(B, "DEADQ=B.DLQ"))
    said = told({"a.txt": near, "b.txt": far}, **AT_SEVEN)
    assert said.code == code, said
    assert last != UNIT or "batch_arrived" in strikes(said, "IN_DOUBT")


def test_what_is_on_the_dead_letter_queue_since_the_put_may_be_the_message():
    since = put_and_got("2026-04-14;{0}TIME=10.29.40", "", "CURDEPTH=9;MSGAGE={}")
    busy = {"put": "2026-04-14;{0}TIME=10.29.20", "got": "2026-04-14;{0}TIME=10.29.21"}
    codes = {}
    for age in ("1790", "30"):
        lettered = local("B.DLQ", "CURDEPTH=9"), qstatus("B.DLQ", since.replace("{}", age))
        codes[age] = told({"a.txt": sent_by_a(), "b.txt": of_b(*lettered, **busy)}, **AT_SEVEN).code
    assert codes == {"1790": "UNKNOWN", "30": "CONSUMED"}, "the oldest of them came long after the put"


def test_a_lost_name_of_the_dead_letter_queue_is_not_taken_for_none():
    busy = {"put": "2026-04-14;{0}TIME=10.29.40", "got": "2026-04-14;{0}TIME=10.29.41"}
    whole = of_b(local("B.DLQ", "CURDEPTH=1"), qstatus("B.DLQ", THEN), **busy)
    for line in (one for one in whole.splitlines() if "DEADQ(" in one or "QUEUE(B.DLQ)" in one):
        said = told({"a.txt": sent_by_a(), "b.txt": whole.replace(line + "\n", "", 1)}, **AT_SEVEN)
        assert said.code == "UNKNOWN", (line, said)


def test_a_fast_message_that_a_channel_sent_last_before_it_broke_may_be_lost():
    fast = {"put_time": "2026-04-14T10:00:07Z", "persistence": 0}
    near = sent_by_a()
    broken = near.replace("STATUS(RUNNING)", "STATUS(RETRYING)")
    assert broken != near
    said = told({"a.txt": broken, "b.txt": of_b()}, **fast)
    assert ("LOST_IN_TRANSIT", C) in {(row.code, row.object) for row in said.possible if row.open}, said
    read = of_b(put="2026-04-14;{0}TIME=10.00.09", got="2026-04-14;{0}TIME=10.00.10")
    later = broken.replace("LSTMSGTI(10.00.09)", "LSTMSGTI(10.20.09)")
    assert told({"a.txt": later, "b.txt": read}, **fast).code == "CONSUMED"


def test_a_hub_that_lacks_the_way_makes_no_definition_wrong():
    hub = none(f"DISPLAY QUEUE({B}) ALL"), none("DISPLAY CLUSQMGR(*)"), rcvr("A.TO.HUB"), qmgr(HUB, "DEADQ=H.DLQ")
    dead = local("H.DLQ", "CURDEPTH=1"), qstatus("H.DLQ", THEN)
    passed = put_and_got("2026-04-14;{0}TIME=10.00.07", "2026-04-14;{0}TIME=10.00.08", "IPPROCS=1")
    way = remote(via=HUB), queue_to_b(HUB, "IPPROCS=1;TRIGDATA=A.TO.HUB"), qstatus(HUB, passed)
    near = run(A, *way, sdr("A.TO.HUB", HUB), chs("RUNNING", "A.TO.HUB", HUB, HUB), qmgr(A))
    said = told({"a.txt": near, "h.txt": run(HUB, *hub, *dead), "b.txt": of_b()}, **AT_SEVEN)
    assert (said.code, said.object, said.code_of_cause) == ("ON_DLQ", "H.DLQ", None), said
    unknown = told({"a.txt": near, "h.txt": run(HUB, *hub, *dead)}, **AT_SEVEN)
    assert unknown.code_of_cause == "REMOTE_DEFINITION_WRONG", "the name may be misspelt"
    assert "NOT_THERE" in {one.key for one in unknown.assumes} - {one.key for one in said.assumes}


STOPPED = chs("STOPPED", C, X, B, "LSTMSGDA=2026-04-14;LSTMSGTI=10.05.00;CHSTADA=2026-04-14;CHSTATI=09.00.00")
SHORT = sdr(C, X, "MAXMSGL=1000"), STOPPED, qmgr(A, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=3")


@pytest.mark.parametrize(("put", "is_out"), [(BEFORE, True), (AFTER, False)])
def test_what_a_channel_cannot_send_is_not_on_a_dead_letter_queue_that_nothing_was_put_to(put, is_out):
    state = qstatus("DLQ", put_and_got(put, "", "CURDEPTH=3;UNCOM=NO"))
    paths = [one for one in told(here(remote(), EMPTY, *SHORT, state), **AT_TEN).every if one.code == "ON_SENDER_DLQ"]
    assert paths and all(("last_put_before" in {one.by for one in path.strikes}) is is_out for path in paths)


def test_a_dead_letter_of_the_sender_may_have_been_moved_and_a_fast_channel_may_have_thrown_it_away():
    said = told(here(remote(), EMPTY, *SHORT), assume=["NOT_MOVED=open"], **{**AT_TEN, "persistence": 0})
    left = {(row.code, row.queue_manager, row.object) for row in said.possible if row.open}
    assert {("ON_SENDER_DLQ", A, "DLQ"), ("MOVED", A, "DLQ")} <= left
    lost = [row for row in said.possible if (row.code, row.queue_manager, row.object) == ("DISCARDED", A, X)]
    assert lost and all(not row.open and "dead_letters_used_by_sender" in row.by for row in lost)
    off = sdr(C, X, "MAXMSGL=1000;USEDLQ=NO")
    said = told(here(remote(), EMPTY, off, *SHORT[1:]), **{**AT_TEN, "persistence": 0})
    assert ("DISCARDED", A, X) in {(row.code, row.queue_manager, row.object) for row in said.possible if row.open}


def test_a_message_waits_on_its_transmission_queue_be_its_put_committed_or_not():
    state = qstatus(X, put_and_got(AFTER, BEFORE, "CURDEPTH=1;UNCOM=1"))
    said = told(here(remote(), queue_to_b(X, "CURDEPTH=1"), state, sdr(), STOPPED), **AT_TEN)
    assert (said.code, said.queue_manager, said.object) == ("WAITING_ON_XMITQ", A, X)
    assert {row.code for row in said.possible if row.open} == {"WAITING_ON_XMITQ", "UNCOMMITTED"}
    committed = qstatus(X, put_and_got(AFTER, BEFORE, "CURDEPTH=1;UNCOM=NO"))
    said = told(here(remote(), queue_to_b(X, "CURDEPTH=1"), committed, sdr(), STOPPED), **AT_TEN)
    assert said.code == "CHANNEL_NOT_RUNNING" and not any(
        row.open for row in said.possible if row.code == "UNCOMMITTED"
    )


def test_what_a_law_says_of_a_queue_is_covered_by_the_messages_that_wait_there():
    """A put that is not committed waits like the others; one that a full queue refused is held up by the same channel."""
    waits, other = (Path(("xmitq_stays",), ()).ends(Place(XMITQ, A, name), "WAITING_ON_XMITQ") for name in (X, "OTHER"))
    uncommitted = Path(("put_uncommitted",), ()).ends(Place(XMITQ, A, X), "UNCOMMITTED")
    full, shut = (Path((law,), ()).ends(Place("application", A, X), "PUT_REFUSED")
                  for law in ("put_refused_full", "put_refused_inhibited"))  # fmt: skip
    said = ("WAITING_ON_XMITQ", A, X, XMITQ)
    assert (
        common_end([waits, uncommitted]) == common_end([waits, full]) == common_end([full, waits, uncommitted]) == said
    )
    assert common_end([waits, uncommitted], ("WAITING_ON_XMITQ",)) == said
    assert not common_end([waits, full], ("WAITING_ON_XMITQ",)) and not common_end([waits, shut])
    assert not common_end([other, uncommitted]) and common_end([uncommitted]) == ("UNCOMMITTED", A, X, XMITQ)


@pytest.mark.parametrize("code", [code for code, kind in kinds().items() if code != "UNKNOWN"])
def test_only_what_the_table_of_places_says_so_of_is_a_verdict_without_its_place(code):
    each = [Path(("put",), ()).ends(Place("somewhere", *at), code) for at in ((A, "Q1"), (B, "Q2"))]
    assert common_end(each) == ((code, None, None, "somewhere") if code in ("EXPIRED", "DISCARDED") else None)
    assert common_end(each[:1])[:3] == (code, A, "Q1")


def test_every_attribute_that_led_the_message_was_so_at_the_put():
    """Counter-world: nobody altered RNAME, and XMITQ named another queue at the put."""
    undated = (
        "DISPLAY QREMOTE(R) RNAME RQMNAME XMITQ",
        [thing("QREMOTE", "R", f"RNAME=L;RQMNAME={B};XMITQ={X}", only=True)],
    )
    said = told(here(undated, queue_to_b(X, "CURDEPTH=4;IPPROCS=0"), sdr(), chs("STOPPED"), qmgr(A)), **AT_TEN)
    altered = [one for one in said.assumes if (one.key, one.object) == ("UNALTERED", "R")]
    assert altered and not any(one.attribute for one in altered), said.assumes


def test_each_channel_of_a_transmission_queue_may_have_the_exit_that_takes_a_message():
    second = sdr("A.TO.B.NEW", more="MSGEXIT=LOGEXIT"), chs("RUNNING", "A.TO.B.NEW")
    near = run(A, remote(), queue_to_b(X, "IPPROCS=2"), sdr(), chs("STOPPED"), *second, qmgr(A, "DEADQ=A.DLQ"))
    said = told({"a.txt": near, "b.txt": of_b()}, **AT_SEVEN)
    exits = {row.object: row.open for row in said.possible if row.code == "TAKEN_BY_EXIT"}
    assert exits == {C: False, "A.TO.B.NEW": True}, said.possible


SINCE = "2026-04-14;{0}TIME=10.00.11"


def test_what_breaks_a_policy_goes_to_the_queue_of_what_breaks_policies():
    errors, moved = "SYSTEM.PROTECTION.ERROR.QUEUE", {}
    for last in (BEFORE, SINCE):
        shown = local(errors, "CURDEPTH=1"), qstatus(errors, put_and_got(last, "", "CURDEPTH=1"))
        read = {"put": "2026-04-14;{0}TIME=10.00.10", "got": "2026-04-14;{0}TIME=10.00.11"}
        said = told({"a.txt": sent_by_a(), "b.txt": of_b(*shown, **read)}, **AT_SEVEN)
        moved[last] = [(row.open, row.by) for row in said.possible if (row.code, row.object) == ("MOVED", errors)]
    assert moved == {BEFORE: [(False, ("last_put_before",))], SINCE: [(True, ())]}, moved


def test_what_a_queue_that_gave_nothing_has_given_since_a_later_look_may_show():
    """Counter-world: somebody altered GET between this look and that at the next queue manager, and the channel sent."""
    shut = run(A, remote(), queue_to_b(X, "GET=DISABLED;CURDEPTH=4"), sdr(), chs("STOPPED"), at="2026-04-14T10:10:00Z")
    alone = told({"a.txt": shut}, **AT_TEN)
    assert alone.code == "CHANNEL_NOT_RUNNING", alone
    later = told(
        {"a.txt": shut, "b.txt": of_b(put="2026-04-14;{0}TIME=10.29.40", got="2026-04-14;{0}TIME=10.29.41")}, **AT_TEN
    )
    gone = [row for row in later.possible if (row.code, row.object) == ("CONSUMED", "L")]
    assert all(row.open or "STANDS" in {one.key for one in row.rests} for row in gone), later


@pytest.mark.parametrize(
    ("shown", "settled"),
    [("CRDATE=2026-04-13;CRTIME=10.00.00", True), ("", True), ("CRDATE=2026-04-14;CRTIME=10.20.00", False)],
)
def test_a_queue_that_no_display_shows_to_be_older_may_have_been_created_since(shown, settled):
    read = put_and_got("2026-04-14;{0}TIME=10.29.00", "2026-04-14;{0}TIME=10.29.01", "IPPROCS=1")
    far = run(
        B,
        local("L", f"IPPROCS=1;{shown}" if shown else "IPPROCS=1;-CRDATE;-CRTIME"),
        qstatus("L", read),
        rcvr(),
        qmgr(B, "DEADQ=B.DLQ"),
    )
    said = told({"a.txt": sent_by_a(), "b.txt": far}, **AT_SEVEN)
    defined = [one for one in said.assumes if (one.key, one.object, one.value) == ("UNALTERED", "L", "defined")]
    assert (said.code == "CONSUMED", bool(defined)) == (settled, settled and not shown), said


WERE_WRONG = (6602680, 6609163, 6608852, 6700577, 6702450, 6702807, 6800017, 6802423, 6901448, 6903675, 7006241, 7007231,
              7007939, 7202257, 7205426, 7206226, 7209725, 7505403, 7906071, 7906947, 9306563, 9308634, 9603637, 9608954, 9706773, 9801109, 9802057, 10108319, 10201735, 10409940, 10508628, 10602816, 10701722, 10709617, 11103685, 11202257, 12208234)  # fmt: skip


WERE_STRUCK_OUT = (10102212, 10305652, 10502874, 10509574, 10604003, 10605114, 10606564, 11003974, 11104374, 11105967,
                   11107251, 11300930, 12000128)  # fmt: skip
"""The true place was struck out though nothing was false that this rested on."""


@pytest.mark.parametrize("seed", WERE_STRUCK_OUT)
def test_the_true_place_is_left_or_what_took_it_away_is_false(seed):
    made = judged(seed, task=Task(World(True)))
    assert made.right and made.among != "struck", made.said


@pytest.mark.parametrize("seed", WERE_WRONG)
def test_an_incident_that_was_wrong_is_right_or_prints_what_fails_there(seed):
    made = judged(seed, task=Task(World(True)))
    assert made.right or made.false, made.said


@pytest.mark.parametrize(("quality", "shut", "is_refused"), [
    ("MUSTDUP", "DISABLED", True), ("MUSTDUP", "ENABLED", False), ("BESTEF", "DISABLED", False),
])  # fmt: skip
def test_a_put_whose_copy_must_be_streamed_to_a_closed_queue_was_refused(quality, shut, is_refused):
    """Counter-world: the copy was given up and the message put; that is what BESTEF says."""
    since = "ALTDATE=2026-04-13;ALTTIME=09.00.00"
    queue = local("R", f"CURDEPTH=0;IPPROCS=0;MAXDEPTH=9;PUT=ENABLED;STREAMQ=M;STRMQOS={quality};{since}")
    copy = local("M", f"PUT={shut};CURDEPTH=0;MAXDEPTH=9;{since}")
    said = told({"a.txt": run(A, queue, copy, at="2026-04-14T10:20:00Z")}, **AT_TEN)
    assert ((said.code, said.object) == ("PUT_REFUSED", "R")) is is_refused, said
    assert is_refused or said.code == "UNKNOWN"


@pytest.mark.parametrize(("stamps", "as_of"), [
    (["2026-04-14T10:20:00Z"], "2026-04-14T10:20:00Z"), (["2026-04-14T12:20:00+02:00"], "2026-04-14T12:20:00+02:00"),
    (["2026-04-14T10:20:00"], "2026-04-14T10:20:00"), (["2026-04-14T10:20:00Z", "2026-04-14T10:30:00Z"], "2026-04-14T10:30:00Z"),
])  # fmt: skip
def test_an_answer_is_as_of_its_newest_capture_by_the_clock_that_this_shows(stamps, as_of):
    files = {f"{place}.txt": run(A, local("R", "CURDEPTH=0;IPPROCS=1"), at=at) for place, at in enumerate(stamps)}
    assert told(files, **AT_TEN).as_of == as_of


@pytest.mark.parametrize(("units", "code"), [("1", "DELIVERED"), ("NO", "UNKNOWN")])
def test_an_empty_queue_of_which_a_unit_of_work_had_got_a_message_rules_nothing_out(units, code):
    """That the later look shows no unit of work says nothing of the earlier one: what was got may have come back."""
    early = run(
        A, local("R", "CURDEPTH=0;IPPROCS=1"), qstatus("R", f"CURDEPTH=0;UNCOM={units}"), at="2026-04-14T10:20:00Z"
    )
    late = run(A, local("R", "CURDEPTH=1;IPPROCS=0"), qstatus("R", "CURDEPTH=1;UNCOM=NO"))
    said = told({"early.txt": early, "late.txt": late}, **AT_TEN)
    assert said.code == code, said.possible


@pytest.mark.parametrize(("depth", "got", "code"), [
    (1, "LGETDATE=;LGETTIME=", "UNCOMMITTED"), (2, "LGETDATE=;LGETTIME=", "UNKNOWN"),
    (1, "LGETDATE=2026-04-13;LGETTIME=10.00.00", "UNKNOWN"),
])  # fmt: skip
def test_where_nothing_was_ever_got_an_open_unit_of_work_put_what_is_there(depth, got, code):
    state = f"CURDEPTH={depth};UNCOM=1;IPPROCS=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.00;{got};MONQ=MEDIUM"
    said = told(here(local("R", f"CURDEPTH={depth};IPPROCS=1"), qstatus("R", state)), **AT_TEN)
    assert said.code == code, said.possible


@pytest.mark.parametrize(("held", "is_out"), [(2, True), (3, False), (0, False)])
def test_what_the_batch_in_doubt_has_of_an_empty_queue_does_not_wait_on_it(held, is_out):
    """UNCOM counts what is not committed, a put or a get; where it is the count of the batch, it is the batch."""
    doubt = f"INDOUBT=YES;CURMSGS={held};LSTMSGDA=2026-04-14;LSTMSGTI=10.00.09"
    last = put_and_got("2026-04-14;{0}TIME=10.05.00", "2026-04-14;{0}TIME=10.05.01", "CURDEPTH=0;UNCOM=2;IPPROCS=0")
    files = here(remote(), queue_to_b(X, "CURDEPTH=0"), qstatus(X, last), sdr(), chs("RETRYING", C, X, B, doubt))
    paths = [one for one in told(files, **AT_TEN).every if one.code == "WAITING_ON_XMITQ"]
    by_depth = [one.rests for path in paths for one in path.strikes if one.by == "depth_zero"]
    assert paths and any("COMMITTED" not in {taken.key for taken in rests} for rests in by_depth) is is_out, by_depth


@pytest.mark.parametrize(
    ("replies", "shows"),
    [
        ({"REPLY.Q": "10.00.12"}, ["LPUTTIME"]),
        ({"REPLY.Q": "10.00.12", "OTHER.Q": "10.00.13"}, ["LPUTTIME", "LPUTTIME"]),
        ({"REPLY.Q": "09.00.00"}, []),
        ({"REPLY.Q": None}, ["CURDEPTH"]),
        ({"REPLY.Q": None, "OTHER.Q": None}, []),
        ({"A.DLQ": "10.00.12"}, []),
        ({}, []),
    ],
)
def test_the_sign_of_what_was_sent_back_is_a_queue_off_the_way_that_was_put_to_since(replies, shows):
    """Where no last put is shown, it is the only such queue with messages."""
    states = [
        qstatus(name, f"CURDEPTH=1;UNCOM=NO;LPUTDATE={'2026-04-14' if at else ''};LPUTTIME={at or ''}")
        for name, at in replies.items()
    ]
    facts = told({"a.txt": sent_by_a() + run(A, *states), "b.txt": of_b()}, **AT_SEVEN).facts
    assert [line.shows for line in sign(facts, Literal("return_asked", B, "L"))] == shows
