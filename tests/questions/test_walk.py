"""The walk without Spark: every verdict, what it rests on, and what the evidence must show for it."""

import json
import re
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from mqforensics.case.settings import walks_asked
from mqforensics.flow.model import laws
from mqforensics.objects.commands import CHANGES, LOOKS
from mqforensics.questions.walk import (
    ExpiryExpected,
    MsgIdExpected,
    PersistenceExpected,
    PutTimeExpected,
    ReportExpected,
    asked_for,
    owners_of_dumps,
)
from mqforensics.questions.walk import steps as walk_steps
from mqforensics.questions.walk.verdicts import FEEDBACK, SEVERITY
from mqforensics.words.places import contradictions
from tests.questions.plain_rows import walk_rows
from tests.questions.walk_cases import (
    ALL_STATUS,
    CASES,
    DOUBT,
    ID,
    NOT_FOUND,
    OPEN_QUEUE,
    PERSISTENT,
    SENT,
    SHUT,
    UNKNOWN,
    A,
    B,
    C,
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
from tests.questions.walk_evidence import gather
from tests.questions.walked import SAMPLES, TRUTH, files_of, walked

DAY = datetime(2026, 1, 2, 9, 0, tzinfo=UTC)
FULL_RETURN = 0x0F000000
"""Report options of a message that asks to be sent back and discarded."""


def verdict(name, **request):
    files = files_of(name)
    asked = json.loads(files["case.json"])
    asked["walk"][0].update(request)
    return gather({**files, "case.json": json.dumps(asked).encode()})[0].verdict


def assumed(walk):
    """The keys of what the finding of a walk assumes."""
    return {one.key for one in walk.finding.assumes}


def left(walk):
    """The places that the finding of a walk leaves open."""
    return {(one.code, one.queue_manager, one.object) for one in walk.finding.possible if one.open}


# Verdicts


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_is_right(name):
    found = walked(CASES[name]).verdict
    assert found.code == CASES[name].right, found.statement


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_the_evidence_does_not_tell_is_unknown_with_a_command_that_looks(name):
    found = walked(Made("UNKNOWN", UNKNOWN[name])).verdict
    assert found.code == "UNKNOWN", found.statement
    assert found.next
    assert {one.effect for one in found.next} == {LOOKS}


@pytest.mark.parametrize("name", TRUTH)
def test_sample_cases(name):
    walks = gather(files_of(name))
    assert [one.verdict.code for one in walks] == [TRUTH[name]]
    assert TRUTH[name] in (SAMPLES / name / "TRUTH.md").read_text()


def test_the_first_scenario_of_the_support_document_shows_all_eight_steps():
    found = list(walk_steps.steps(gather(files_of("walk_no_dlq"))[0]))
    assert [step.step for step in found] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert all(step.places for step in found if step.step <= 8)
    labels = [step.label for step in found[:6]]
    assert labels == ["QREMOTE", "depth 0", "channel", "RUNNING", "depth 0, cannot accept it", "no DLQ"]


def test_the_second_scenario_of_the_support_document_ends_in_2051():
    walk = gather(files_of("walk_dlq_2051"))[0]
    assert "2051 MQRC_PUT_INHIBITED" in walk.verdict.statement
    assert any("little-endian" in step.means + step.found for step in walk_steps.steps(walk))
    assert "endian" not in walk.verdict.statement
    assert ("DLQ.txt", None, 1) in walk.verdict.places
    assert walk.verdict.at == ("QM_VER75", "DLQ")


def test_the_first_scenario_with_a_persistent_message_is_never_discarded():
    found = verdict("walk_no_dlq", persistence=1)
    assert found.code == "UNKNOWN"
    assert "Q6 at QM_VER75 is put-inhibited (PUT(DISABLED))" in found.statement


def test_without_its_persistence_the_first_scenario_is_probably_discarded():
    found = verdict("walk_no_dlq", persistence=None)
    assert found.code == "DISCARDED" and found.statement.startswith("Probably ")


def test_the_network_error_is_in_the_verdict():
    found = verdict("walk_retrying_channel")
    assert "AMQ9202" in found.statement
    assert "RETRYING" in found.statement
    assert any(place.file == "AMQERR01.LOG" for place in found.places)


def test_the_second_hop_breaks_and_why():
    walk = gather(files_of("walk_two_hops"))[0]
    assert [hop.manager for hop in walk.route.hops] == ["QMLON01", "QMHUB"]
    assert walk.verdict.at == ("QMHUB", "QMHUB.QMROM01")
    assert "INACTIVE" in walk.verdict.statement
    assert "NOTRIGGER" in walk.verdict.statement


def test_every_verdict_has_a_severity_and_a_sentence():
    proved = {code for code, _ in FEEDBACK.values()} | {law.code for law in laws().values() if law.code}
    more = {"CHANNEL_NOT_RUNNING", "NO_CHANNEL", "RETURNED_TO_SENDER", "UNKNOWN"}
    assert proved | more == set(contradictions()) < set(SEVERITY)


@pytest.mark.parametrize("name", [*CASES])
def test_every_verdict_cites_its_lines_says_what_it_assumes_and_what_would_contradict_it(name):
    found = walked(CASES[name])
    assert found.verdict.places
    assert all(place.line or place.number for place in found.verdict.places)
    assert found.finding.against
    assert "WHEN" in assumed(found) or "trace" in found.finding.statement


def test_a_message_that_asks_to_be_sent_back_is_not_lost():
    files = files_of("walk_no_dlq")
    asked = walks_asked(json.loads(files["case.json"]))[0]
    said = {}
    for report in (None, 0, 0x0F000000):
        files["case.json"] = json.dumps({"walk": {**asked, "report": report}}).encode()
        said[report] = gather(files)[0].finding
    assert {key: one.code for key, one in said.items()} == {None: "DISCARDED", 0: "DISCARDED", 0x0F000000: "UNKNOWN"}
    keys = {key: {made.key for made in one.assumes} for key, one in said.items()}
    assert "NO_REPORT_OPTIONS" in keys[None] and "NO_REPORT_OPTIONS" not in keys[0]
    assert "reply-to queue" in str(said[0x0F000000].possible)


def test_a_finding_says_what_it_is_about_and_for_which_time():
    found = gather(files_of("walk_stopped_channel"))[0].finding
    assert (found.queue_manager, found.object) == ("QMLON01", "QMLON01.QMPAR01")
    assert re.fullmatch(r"2026-\d\d-\d\dT\d\d:\d\d:\d\dZ", found.as_of)


def test_quoted_lines_are_the_attributes_own():
    files = files_of("walk_no_dlq")
    lines = {name: data.decode().splitlines() for name, data in files.items()}
    places = gather(files)[0].verdict.places
    cited = " ".join(lines[place.file][place.line - 1] for place in places if place.line)
    for value in ("PUT(DISABLED)", "DEADQ( )", "CURDEPTH(0)", "NPMSPEED(FAST)", "RQMNAME(QM_VER75)"):
        assert value in cited


# The message itself


def message(queue="DLQ", dead=("L", B, 2051), number=1, put=DAY, **md):
    known = {"MsgId": bytes.fromhex(ID), "CorrelId": bytes(24), "MsgType": 8, "Feedback": 0, "Persistence": 0, **md}
    dlh = dead and {"DestQName": dead[0], "DestQMgrName": dead[1], "Reason": dead[2], "ByteOrder": "little"}
    return {
        "file": f"{queue}.txt", "number": number, "queue": queue, "md": known, "dlh": dlh, "put_time": put,
        "dlq_time": dlh and put, "headers": [], "data_length": 250,
    }  # fmt: skip


DEAD = sent_to(SHUT, receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=5000"))


@pytest.mark.parametrize("request_", [{}, {"msg_id": ID}, {"put_time": "2026-01-02T09:00:01Z"}])
def test_a_dead_letter_for_the_destination(request_):
    found = walked(Made("", DEAD, messages=[message()]), **request_).verdict
    assert (found.code, found.at) == ("ON_DLQ", (B, "DLQ")), found.statement
    assert ("is probably on a dead-letter queue" in found.statement) == ("put_time" in request_), (
        "no identifier ties it"
    )


def test_the_queue_that_an_alias_stands_for_is_asked_why_it_was_full():
    alias = "DISPLAY QALIAS(L)", [show("Q", "QUEUE=L;TYPE=QALIAS;TARGET=L.BASE;TARGTYPE=QUEUE;PUT=ENABLED")]
    there = sent_to(alias, receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=5000"))
    found = walked(Made("", there, messages=[message(dead=("L", B, 2053))]), msg_id=ID).verdict
    assert found.code == "ON_DLQ" and "QSTATUS('L.BASE')" in found.next[0].command, found.next


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (2, "is a segment"),
        (4, "is a segment"),
        (8, "belongs to a group"),
        (24, "belongs to a group"),
        (0, ""),
        (None, ""),
    ],
)
def test_a_part_of_a_message_or_of_a_group_is_told_to_be_one(flags, told):
    there = sent_to(local("L", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=9;USAGE=NORMAL"))
    found = walked(Made("", there, messages=[message("L", None, MsgFlags=flags)]), msg_id=ID).verdict
    assert found.code == "DELIVERED" and "its identifier is in the dump." in found.statement, found.statement
    assert found.statement.endswith("in the dump.") != bool(told) and (
        f"It {told}: a get of whole" in found.statement
    ) == bool(told)


@pytest.mark.parametrize(("request_", "told"), [({"msg_id": ID}, {("DLQ.txt", "DLQ"): B}), ({}, {})])
def test_the_way_of_a_message_tells_whose_the_dump_is_that_shows_it(request_, told):
    made = walked(Made("", DEAD, messages=[message()]), **request_)
    case = SimpleNamespace(made={(asked_for.__wrapped__,): [made]})
    assert made.verdict.code == "ON_DLQ" and owners_of_dumps(case) == told


@pytest.mark.parametrize(
    ("other", "request_"),
    [
        ({"dead": ("M", B, 2051)}, {}),
        ({"dead": ("L", "QM.Z", 2051)}, {}),
        ({"Persistence": 1}, {}),
        ({}, {"msg_id": "42" * 24}),
        ({}, {"put_time": "2026-01-02T12:00:00Z"}),
        ({"queue": "OTHER.DLQ"}, {}),
    ],
)
def test_a_dead_letter_of_another_message(other, request_):
    found = walked(Made("", DEAD, messages=[message(**other)]), **request_).verdict
    assert found.code != "ON_DLQ", found.statement


@pytest.mark.parametrize(
    ("put_time", "right", "told"),
    [
        ("2026-01-02T09:00:01Z", "ON_DLQ", "is probably (its identifier cannot be read there) on"),
        (None, "UNKNOWN", "Its identifier cannot be read: it may be the message."),
        ("2026-01-02T12:00:00Z", "UNKNOWN", "Cannot tell where"),
    ],
)
def test_a_dead_letter_without_its_identifier_is_probably_the_message_that_was_put_then(put_time, right, told):
    found = walked(Made("", DEAD, messages=[message(MsgId=None)]), msg_id=ID, put_time=put_time).verdict
    assert found.code == right and told in found.statement, found.statement
    assert ("amqsbcg DLQ QM.B" in [one.command for one in found.next]) == (right == "ON_DLQ")


BY_A, BY_OTHER = (f"AMQ {name:12}".encode() + bytes(range(8)) for name in (A, "QM.AT"))
TEST = session("QM.AT", qmgr("QM.AT", "DEADQ="))


@pytest.mark.parametrize("put_time", ["2026-01-02T09:00:01Z", None])
@pytest.mark.parametrize(
    ("known", "right"),
    [
        ({"MsgId": BY_A, "ReplyToQMgr": A}, "ON_DLQ"),
        ({"MsgId": BY_A, "ReplyToQMgr": "QM.AT"}, "ON_DLQ"),
        ({"MsgId": BY_OTHER, "ReplyToQMgr": "QM.AT"}, "another"),
        ({"MsgId": BY_OTHER, "ReplyToQMgr": ""}, "another"),
        ({"ReplyToQMgr": "QM.AT"}, "may have been put there"),
        ({"ReplyToQMgr": "AN.ALIAS"}, "ON_DLQ"),
    ],
)
def test_a_dead_letter_that_was_put_at_another_queue_manager_is_not_the_message(known, right, put_time):
    dead = message(**known)
    dead["dlh"] |= {"PutApplName": "amqrmppa", "PutApplType": 6}
    found = walked(Made("", [*DEAD, TEST], messages=[dead]), **{"put_time": put_time} if put_time else {}).verdict
    assert (found.code == "ON_DLQ") == (right == "ON_DLQ"), found.statement
    assert (right in found.statement) == (right not in ("ON_DLQ", "another")), found.statement
    assert ("DLQ has" in found.statement) == (right != "another"), found.statement


def test_a_dead_letter_of_a_queue_manager_that_is_not_shown_is_not_told_to_be_the_message_of_that_time():
    dead = message(MsgId=BY_OTHER)
    dead["dlh"] |= {"PutApplName": "amqrmppa", "PutApplType": 6}
    found = walked(Made("", DEAD, messages=[dead]), put_time="2026-01-02T09:00:01Z").verdict
    assert found.code == "UNKNOWN" and "Its MsgId was made by QM.AT: it may have been put there" in found.statement, (
        found.statement
    )


def test_an_answer_may_have_been_given_the_identifier_of_its_request():
    dead = message(MsgId=BY_OTHER, MsgType=2)
    dead["dlh"] |= {"PutApplName": "amqrmppa", "PutApplType": 6}
    found = walked(Made("", DEAD, messages=[dead]), put_time="2026-01-02T09:00:01Z").verdict
    assert found.code == "ON_DLQ", found.statement


@pytest.mark.parametrize(
    ("known", "code"),
    [
        ({"MsgId": bytes(23) + b"\1"}, "UNKNOWN"),
        ({"MsgId": None}, "DELIVERED"),
        ({"MsgId": b"\x41" * 20}, "DELIVERED"),
    ],
)
def test_a_dump_with_an_identifier_that_cannot_be_read_may_hold_the_message(known, code):
    there = sent_to(local("L", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=9;USAGE=NORMAL"))
    found = walked(Made("", there, messages=[message("L", None, **known)]), msg_id=ID).verdict
    assert found.code == code and found.statement.startswith("Probably ") == (code == "DELIVERED"), found.statement
    assert any("amqsbcg L" in one.command for one in found.next) == (code == "DELIVERED")


@pytest.mark.parametrize(("reason", "code"), [(2051, "ON_DLQ"), (2053, "UNKNOWN")])
def test_of_dead_letters_of_one_second_any_may_be_the_message_where_all_share_queue_and_reason(reason, code):
    other = message(dead=("L", B, reason), number=2, MsgId=bytes(24))
    walk = walked(Made("", DEAD, messages=[message(), other]), put_time="2026-01-02T09:00:01Z")
    found = walk.verdict
    assert found.code == code, found.statement
    assert ("DLQ has 2 messages for L" in found.statement) == (code == "ON_DLQ"), found.statement
    assert ("IDENTITY" in {one.key for one in walk.finding.assumes}) == (code == "ON_DLQ")


def test_dead_letters_of_another_day_are_of_other_messages():
    old = [session(A, *SENT, time="2026-03-02T14:00:00Z"), *DEAD[1:]]
    assert walked(Made("", old, messages=[message()])).verdict.code != "ON_DLQ"


@pytest.mark.parametrize(("program", "kind", "may_be"), [("amqrmppa", 6, False), (B, 7, False), ("shop", 28, True)])
def test_when_a_program_dead_lettered_is_told_by_a_clock_of_its_own(program, kind, may_be):
    old, one = [session(A, *SENT, time="2026-01-03T15:00:00Z"), *DEAD[1:]], message()
    one["dlh"] |= {"PutApplName": program, "PutApplType": kind}
    assert (walked(Made("", old, messages=[one])).verdict.code == "ON_DLQ") == may_be


def test_dead_letters_of_a_queue_that_takes_messages_again_are_older():
    open_again = sent_to(local("L", OPEN_QUEUE.format(0, "")), receiver(), qmgr(B, "DEADQ=DLQ"))
    assert walked(Made("", open_again, messages=[message()])).verdict.code == "UNKNOWN"


def test_the_same_name_at_both_ends_proves_nothing_without_a_depth():
    both = [
        session(A, *SENT, qmgr(A, "DEADQ=DLQ")),
        session(B, SHUT, receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=5000")),
    ]  # fmt: skip
    assert walked(Made("", both, messages=[message()])).verdict.code == "UNKNOWN"
    told = [session(A, *SENT, qmgr(A, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0")), both[1]]
    assert walked(Made("", told, messages=[message()])).verdict.at == (B, "DLQ")


def test_a_message_too_big_for_the_channel_is_on_the_senders_queue():
    sent = [session(A, *SENT, qmgr(A, "DEADQ=A.DLQ")), session(B, local("L"), qmgr(B, "DEADQ=B.DLQ"))]
    found = walked(Made("", sent, messages=[message("A.DLQ", ("L", B, 2218))])).verdict
    assert (found.code, found.at) == ("ON_SENDER_DLQ", (A, "A.DLQ")), found.statement


@pytest.mark.parametrize(("expiry", "warned"), [(6000, True), (-1, False), (None, False)])
def test_that_browsing_removes_what_has_expired_is_told_of_a_message_that_can_expire(expiry, warned):
    sent = [session(A, *SENT), session(B, local("L", OPEN_QUEUE.format(1, "")), receiver())]
    found = walked(Made("", sent, PERSISTENT), expiry=expiry).verdict
    assert any("amqsbcg L" in one.command for one in found.next), found
    assert ("Browsing a queue removes what has expired" in found.statement) == warned, found.statement


@pytest.mark.parametrize(("kind", "platform", "code"), [
    (6, "UNIX", "ON_DLQ"), (8, "UNIX", "UNKNOWN"), (8, "OS400", "ON_DLQ"), (2, "UNIX", "UNKNOWN"), (6, "WINDOWSNT", "UNKNOWN"),
    (99, "UNIX", "ON_DLQ"), (8, "", "ON_DLQ"),
])  # fmt: skip
def test_a_channel_of_another_platform_dead_letters_nothing_at_a_queue_manager(kind, platform, code):
    shown = qmgr(B, f"DEADQ=DLQ;PLATFORM={platform}" if platform else "DEADQ=DLQ")
    dead = message(MsgId=bytes.fromhex(ID))
    dead["dlh"] |= {"PutApplType": kind, "PutApplName": "amqrmppa"}
    found = walked(
        Made("", [session(A, *SENT), session(B, SHUT, receiver(), shown)], messages=[dead]), msg_id=ID
    ).verdict
    assert found.code == code, found.statement


def test_a_reason_of_a_sending_channel_on_the_queue_of_the_receiving_end_is_not_the_senders():
    sent = [session(A, *SENT, qmgr(A, "DEADQ=A.DLQ")), session(B, local("L"), qmgr(B, "DEADQ=B.DLQ"))]
    for reason in (2110, 2218, 271):
        dead = message("B.DLQ", ("L", B, reason)) | {"dump_queue_manager": B}
        found = walked(Made("", sent, messages=[dead])).verdict
        assert found.code == "UNKNOWN" and f"does not show that {B} sends it on" in found.statement, found


def test_what_cannot_arrive_may_be_a_dead_letter():
    gone = ("DISPLAY QUEUE(L)", NOT_FOUND.format("L"))
    takes = local("DLQ", "PUT=ENABLED;CURDEPTH=1;MAXDEPTH=5000;MAXMSGL=4194304;USAGE=NORMAL")
    said = {}
    for known in ((), (qmgr(B, "DEADQ=DLQ"), takes)):
        walk = walked(Made("", [session(A, *SENT), session(B, gone, receiver(), *known)]))
        assert "L is not defined" in walk.verdict.statement, walk.verdict
        said[walk.verdict.code] = walk
    assert ("ON_DLQ", B, None) in left(said["UNKNOWN"])
    assert "on the dead-letter queue DLQ of QM.B" in said["REMOTE_DEFINITION_WRONG"].verdict.statement


def test_whether_a_message_is_in_the_batch_in_doubt_or_waits_behind_it():
    held = status("RETRYING", more=DOUBT.format("YES"), command=ALL_STATUS)
    walk = walked(Made("", at_a(remote(), local(X, "CURDEPTH=5"), held), PERSISTENT))
    assert {("IN_DOUBT", A, C), ("WAITING_ON_XMITQ", A, X)} <= left(walk) and walk.verdict.code == "UNKNOWN"
    for told in ("has CURDEPTH(5)", "in doubt about a batch (INDOUBT(YES), CURMSGS(2))"):
        assert told in walk.verdict.statement, walk.verdict.statement


def test_a_report_beside_a_message_that_cannot_be_read_is_not_the_last_word():
    arrived = {"MsgType": 4, "Feedback": 259, "CorrelId": bytes.fromhex(ID), "MsgId": bytes(23) + b"\1"}
    sent = [session(A, *SENT), session(B, local("L", "CURDEPTH=0"))]
    first, second = message("REPLY", None, **arrived), message("REPLY", None, number=2, MsgId=bytes(24))
    assert walked(Made("", sent, messages=[first, second]), msg_id=ID).verdict.code == "DELIVERED"
    second["md"]["CorrelId"] = None
    found = walked(Made("", sent, messages=[first, second]), msg_id=ID).verdict
    assert found.code == "UNKNOWN" and "did arrive" in found.statement, found


def test_a_local_instance_of_a_cluster_queue_is_the_destination_only_where_it_is_preferred():
    own = local("R", "CLUSTER=C;CLWLUSEQ=QMGR;CURDEPTH=2;IPPROCS=0")
    said = {use: walked(Made("", [session(A, own, *([qmgr(A, f"CLWLUSEQ={use}")] if use else []))])).verdict
            for use in ("LOCAL", "ANY", "")}  # fmt: skip
    either = {use: "messages may go to either" in one.statement for use, one in said.items()}
    assert either == {"LOCAL": False, "ANY": True, "": True} and said[""].code == "UNKNOWN"
    assert any("QCLUSTER" in one.command for one in said[""].next)


def test_in_doubt_both_ends_are_asked_before_anything_is_resolved():
    found = walked(CASES["in doubt"]).verdict
    asked = [(one.on, one.command) for one in found.next if "SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO" in one.command]
    assert [on for on, _ in asked] == [A, B] and not any("RESOLVE" in one.command for one in found.next)


def test_a_message_exit_runs_at_both_ends_so_its_reason_is_not_taken_for_one_end():
    sent = [session(A, *SENT, qmgr(A, "DEADQ=A.DLQ")), session(B, local("L"), receiver(), qmgr(B, "DEADQ=B.DLQ"))]
    codes = {
        queue: walked(Made("", sent, messages=[message(queue, ("L", B, 268))])).verdict.code
        for queue in ("A.DLQ", "B.DLQ")
    }
    assert codes == {"A.DLQ": "UNKNOWN", "B.DLQ": "ON_DLQ"}


def test_a_channel_that_does_not_convert_gives_no_reason_of_conversion():
    sent = [
        session(A, remote(), local(X), sender(more="NPMSPEED=FAST;CONVERT=NO"), status(), qmgr(A, "DEADQ=A.DLQ")),
        session(B, local("L"), qmgr(B, "DEADQ=B.DLQ")),
    ]
    assert walked(Made("", sent, messages=[message("A.DLQ", ("L", B, 2110))])).verdict.code == "UNKNOWN"


@pytest.mark.parametrize(
    ("feedback", "code"),
    [(258, "EXPIRED"), (259, "DELIVERED"), (260, "CONSUMED"), (275, "CONSUMED"), (276, "CONSUMED"), (2053, "RETURNED_TO_SENDER")],
)  # fmt: skip
def test_a_report_proves_what_its_feedback_says(feedback, code):
    report = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=feedback)
    made = Made("", [session(A, *SENT, local("REPLY", "CURDEPTH=1")), session(B, local("L", OPEN_QUEUE.format(0, "")))],
                messages=[report])  # fmt: skip
    assert walked(made, msg_id=ID, report=FULL_RETURN).verdict.code == code


@pytest.mark.parametrize(
    ("feedback", "code", "told"),
    [(260, "CONSUMED", "does not show on which queue that was"), (276, "CONSUMED", "does not show on which queue that was"),
     (2053, "RETURNED_TO_SENDER", "does not show whose queue that is")],
)  # fmt: skip
def test_a_report_proves_it_though_the_queue_is_not_shown(feedback, code, told):
    report = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=feedback)
    found = walked(Made("", at_a(*SENT), messages=[report]), msg_id=ID, report=FULL_RETURN).verdict
    assert (found.code, found.at[0]) == (code, None)
    assert told in found.statement


def test_where_on_its_way_a_message_expired_is_not_made_up():
    report = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=258)
    for far in ([session(B, local("L"))], [session(B, qmgr(B, "DEADQ="))]):
        found = walked(Made("", [session(A, remote(xmitq="")), *far], messages=[report]), msg_id=ID).verdict
        assert (found.code, found.at) == ("EXPIRED", (None, None)), found


@pytest.mark.parametrize("feedback", [0, 256, 262, 265, 65536])
def test_any_other_report_proves_nothing(feedback):
    report = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=4, Feedback=feedback)
    without = walked(Made("", DEAD), msg_id=ID).verdict.code
    assert walked(Made("", DEAD, messages=[report]), msg_id=ID).verdict.code in (without, "UNKNOWN")


def test_a_reply_proves_that_the_message_was_taken():
    reply = message("REPLY", None, MsgId=bytes(24), CorrelId=bytes.fromhex(ID), MsgType=2)
    assert walked(Made("", DEAD, messages=[reply]), msg_id=ID).verdict.code == "CONSUMED"


def test_a_failed_put_in_a_trace_is_a_refusal():
    call = {"file": "t", "number": 4, "verb": "MQPUT", "msg_id": bytes.fromhex(ID), "comp_code": 2, "reason": 2053,
            "queue": "R", "queue_manager": A}  # fmt: skip
    found = walked(Made("", DEAD, calls=[call]), msg_id=ID).verdict
    assert (found.code, found.at) == ("PUT_REFUSED", (A, "R"))


# Replies, requests


REPLY = (
    session(A, ("DISPLAY QUEUE(R)", "AMQ8147E: IBM MQ object R not found."),
            ("DISPLAY CLUSQMGR(*)", "AMQ8147E: IBM MQ object * not found."), local(B, "USAGE=XMITQ;CURDEPTH=2"),
            sender(xmitq=B), status("STOPPED", xmitq=B)),
    session(B, local("R", "CURDEPTH=0")),
)  # fmt: skip


def test_a_reply_goes_to_the_queue_manager_of_replytoqmgr():
    found = walked(Made("", [*REPLY]), object_queue_manager=B).verdict
    assert (found.code, found.at) == ("CHANNEL_NOT_RUNNING", (A, C)), found.statement


def test_a_queue_of_a_partner_may_be_that_of_a_reply():
    found = walked(Made("", [*REPLY])).verdict
    assert found.code == "UNKNOWN"
    assert "reply" in found.statement


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"persistence": 3}, PersistenceExpected),
        ({"msg_id": "12"}, MsgIdExpected),
        ({"correl_id": "zz"}, MsgIdExpected),
        ({"put_time": "yesterday"}, PutTimeExpected),
        ({"expiry": "soon"}, ExpiryExpected),
        ({"report": "MQRO_DISCARD_MSG"}, ReportExpected),
    ],
)
def test_a_request_that_cannot_be_one(asked, error):
    with pytest.raises(error):
        walk_rows([], asked=[{"queue": "R", "queue_manager": A, **asked}])


def test_a_request_without_a_queue_manager_is_followed_where_its_queue_is_defined():
    made = Made("", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status("STOPPED")))
    assert walked(made, queue_manager=None).request.queue_manager == A


# Commands


def test_a_stopped_channel_is_looked_at_before_it_is_started():
    found = walked(CASES["stopped"]).finding.row[-1]
    assert [one.effect for one in found] == [LOOKS] * (len(found) - 1) + [CHANGES]
    assert "DESCR SSLCIPH" in found[0].command and "START" in found[-1].command


@pytest.mark.parametrize(("events", "asked"), [
    (None, "DISPLAY QMGR CMDEV"), ("ENABLED", "amqsbcg SYSTEM.ADMIN.COMMAND.EVENT"), ("DISABLED", "SAVED INDOUBT"),
])  # fmt: skip
def test_why_a_channel_was_stopped_is_asked_before_it_is_started(events, asked):
    kept = sender(more="DESCR=kept for the audit;SSLCIPH=;ALTDATE=2025-01-02;ALTTIME=09.00.00")
    told = [qmgr(A, f"CMDEV={events}")] if events else []
    found = walked(Made("", at_a(remote(), local(X, "CURDEPTH=5"), kept, status("STOPPED"), *told))).verdict
    assert "DESCR(kept for the audit). Look for AMQ9528 in the error log" in found.statement
    assert "SAVED INDOUBT" in found.next[0].command and "START" in found.next[-1].command
    assert any(asked in one.command for one in found.next[:2])


def test_a_channel_that_retries_is_not_started():
    made = Made("", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status("RETRYING")))
    assert {one.effect for one in walked(made).verdict.next} == {LOOKS}


def test_a_twin_channel_that_runs_speaks_for_the_queue():
    made = Made(
        "", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status("STOPPED"), sender("TWIN"), status(name="TWIN"))
    )
    found = walked(made).verdict
    assert found.code == "WAITING_ON_XMITQ"
    assert "TWIN is RUNNING" in found.statement
    assert f"{C} is RUNNING" not in found.statement


def test_on_zos_commands_are_for_the_console():
    text = "\n".join([
        "CSQU055I Target queue manager is QM.A", "DISPLAY QUEUE(R) ALL",
        "CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000",
        "CSQM408I !QM.A QUEUE(R) TYPE(QREMOTE) QSGDISP(QMGR) PUT(ENABLED) RNAME(L) RQMNAME(QM.B) XMITQ( )",
        "CSQ9022I !QM.A CSQMDRTS ' DISPLAY QUEUE' NORMAL COMPLETION", "",
    ])  # fmt: skip
    found = walked(Made("", [text])).verdict
    assert found.next[0].command.startswith("+cpf DISPLAY")
    assert "runmqsc" not in found.next[0].command


@pytest.mark.parametrize("name", ["persistence", "put_time"])
def test_time_and_persistence_matter(name):
    late = {"put_time": "2026-03-02T09:00:00Z"} if name == "put_time" else PERSISTENT
    assert walked(CASES["discarded, put inhibited"], **late).verdict.code == "UNKNOWN"


def test_a_message_put_after_the_captures_is_not_placed_by_them():
    made = Made(
        "", [session(A, remote(), local(X, "CURDEPTH=5"), sender(), status("STOPPED"), time="2026-01-02T08:00:00Z")]
    )
    assert walked(made).verdict.code == "CHANNEL_NOT_RUNNING"
    assert walked(made, put_time="2026-01-02T09:00:00Z").verdict.code == "UNKNOWN"


def queue_status(name, depth, put, got, more=""):
    text = f"QUEUE={name};TYPE=QUEUE;CURDEPTH={depth};IPPROCS=0;LGETDATE=2026-01-02;LGETTIME={got};" \
           f"LPUTDATE=2026-01-02;LPUTTIME={put};UNCOM=NO{more}"  # fmt: skip
    return f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL", [show("QS", text)]


ALTERED = ";ALTDATE=2025-12-01;ALTTIME=09.00.00"


@pytest.mark.parametrize(
    ("put", "got", "code"),
    [
        ("09.00.00", "08.00.00", "CHANNEL_NOT_RUNNING"),
        ("08.59.00", "08.00.00", "UNKNOWN"),
        ("09.30.00", "09.20.00", "UNKNOWN"),
    ],
)  # fmt: skip
def test_a_message_is_on_a_transmission_queue_if_nothing_was_got_since_its_put(put, got, code):
    definition = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X};PUT=ENABLED{ALTERED}"
    made = Made("", [session(
        A, ("DISPLAY QREMOTE(R) ALL", [show("Q", definition)]),
        local(X, f"CURDEPTH=5;MAXDEPTH=5000;MAXMSGL=4194304;PUT=ENABLED;USAGE=XMITQ{ALTERED}"),
        queue_status(X, 5, put, got), sender(), status("STOPPED", more=";CHSTADA=2026-01-02;CHSTATI=09.39.55"),
        time="2026-01-02T09:40:00Z",
    )])  # fmt: skip
    found = walked(made, put_time="2026-01-02T09:00:00Z", persistence=1).verdict
    assert found.code == code, found.statement
