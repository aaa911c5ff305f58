"""The walk without Spark: every verdict, what it rests on, and that lost evidence never makes it wrong."""

import json

import pytest

from mqforensics.questions.walk import core
from mqforensics.questions.walk.core import MsgIdExpected, PersistenceExpected, follow, requests
from mqforensics.questions.walk.diary import Entry
from mqforensics.questions.walk.facts import Row, Seen, fact, moment
from mqforensics.questions.walk.letters import Letter, Mail
from mqforensics.questions.walk.words import CONTRADICTED, SEVERITY
from mqforensics.questions.walk.world import World
from tests.questions.walk_cases import (
    CASES,
    FULL,
    ID,
    OPEN_QUEUE,
    PERSISTENT,
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
    qstatus,
    receiver,
    remote,
    sender,
    sent_to,
    session,
    status,
)  # fmt: skip
from tests.questions.walk_evidence import gather
from tests.questions.walked import SAMPLES, TRUTH, files_of, rows, walked


def verdict(name, **request):
    files = files_of(name)
    asked = json.loads(files["case.json"])
    asked["walk"][0].update(request)
    return gather({**files, "case.json": json.dumps(asked).encode()})[0].verdict


# Verdicts


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_is_right(name):
    assert walked(CASES[name]).verdict.code == CASES[name].right


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_the_evidence_does_not_tell_is_unknown_with_a_command(name):
    found = walked(Made("UNKNOWN", UNKNOWN[name]))
    assert found.verdict.code == "UNKNOWN", found.verdict.statement
    assert "runmqsc QM." in found.verdict.next or "amqsbcg" in found.verdict.next


@pytest.mark.parametrize("name", TRUTH)
def test_sample_cases(name):
    walks = gather(files_of(name))
    assert [one.verdict.code for one in walks] == [TRUTH[name]]
    assert TRUTH[name] in (SAMPLES / name / "TRUTH.md").read_text()


def test_the_first_scenario_of_seed_1_shows_all_eight_steps():
    walk = gather(files_of("walk_no_dlq"))[0]
    assert [step.step for step in walk.steps] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert all(step.evidence for step in walk.steps if step.step <= 8)
    labels = [step.label for step in walk.steps[:6]]
    assert labels == ["QREMOTE", "depth 0", "channel", "RUNNING", "depth 0, cannot take it", "no DLQ"]


def test_the_second_scenario_of_seed_1_ends_in_2051():
    walk = gather(files_of("walk_dlq_2051"))[0]
    assert "2051 MQRC_PUT_INHIBITED" in walk.verdict.statement
    assert "little-endian" in walk.verdict.statement
    assert [step.step for step in walk.steps] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert ("DLQ.txt", None, 1) in walk.verdict.evidence


def test_the_first_scenario_with_a_persistent_message_is_never_discarded():
    found = verdict("walk_no_dlq", persistence=1)
    assert found.code == "WAITING_ON_XMITQ"
    assert "contradicts" in found.statement


def test_without_its_persistence_the_first_scenario_is_unknown():
    found = verdict("walk_no_dlq", persistence=None)
    assert found.code == "UNKNOWN"
    assert "DEFPSIST" in found.next


def test_the_network_error_is_in_the_verdict():
    found = verdict("walk_retrying_channel")
    assert "AMQ9202" in found.statement
    assert "RETRYING" in found.statement
    assert any(place.file == "AMQERR01.LOG" for place in found.evidence)


def test_the_second_hop_breaks():
    walk = gather(files_of("walk_two_hops"))[0]
    assert [hop.manager for hop in walk.route.hops] == ["QMLON01", "QMHUB"]
    assert walk.verdict.at == ("QMHUB", "QMHUB.QMROM01")
    assert "INACTIVE" in walk.verdict.statement


def test_every_verdict_has_a_severity_and_is_reached_by_a_test():
    reached = {made.right for made in CASES.values()} | set(TRUTH.values())
    others = {"UNKNOWN", "ON_SENDER_DLQ", "RETURNED_TO_SENDER", "BACKED_OUT"}
    assert reached | others == set(SEVERITY)
    assert set(CONTRADICTED) == set(SEVERITY) - {"UNKNOWN"}


@pytest.mark.parametrize("name", [*CASES])
def test_every_verdict_cites_its_lines_and_says_what_would_contradict_it(name):
    found = walked(CASES[name])
    assert found.verdict.evidence
    assert all(place.line or place.number for place in found.verdict.evidence)
    assert "contradicted by" in found.finding.statement
    assert found.finding.next


# The message itself, in dumps


def letter(**known):
    usual = {"file": "d.txt", "numbers": (1,), "queue": "DLQ", "destination": "L", "destination_manager": B, "reason": 2051}
    return Letter(**{**usual, **known})


DEAD = sent_to(SHUT, receiver(), qmgr(B, "DEADQ=DLQ"))


def test_a_dead_letter_for_the_destination():
    found = walked(Made("", DEAD, letters=[letter(persistence=0)])).verdict
    assert (found.code, found.at) == ("ON_DLQ", (B, "DLQ"))


@pytest.mark.parametrize(
    "other",
    [{"destination": "M"}, {"destination_manager": "QM.Z"}, {"persistence": 1}],
)
def test_a_dead_letter_of_another_message(other):
    made = Made("", DEAD, letters=[letter(**{"persistence": 0, **other})], dumped={"DLQ": 1})
    assert walked(made).verdict.code == "UNKNOWN"


def test_reasons_of_the_sending_end():
    found = walked(Made("", DEAD, letters=[letter(reason=2218, persistence=0)])).verdict
    assert (found.code, found.at[0]) == ("ON_SENDER_DLQ", A)


def test_messages_there_and_dead_letters_too():
    made = Made("", sent_to(local("L", OPEN_QUEUE.format(3, ""))), letters=[letter(persistence=0)])
    assert walked(made).verdict.code == "UNKNOWN"


def test_the_message_by_its_id_wherever_it_lies():
    asked = {"msg_id": ID}
    arrived = sent_to(local("L", OPEN_QUEUE.format(0, "L.BO")))
    itself = {"reason": None, "same": "MsgId", "destination": None}
    for queue, code in (("L", "DELIVERED"), ("L.BO", "BACKED_OUT"), ("ELSEWHERE", "UNKNOWN"), (X, "WAITING_ON_XMITQ")):
        made = Made("", arrived, asked, [letter(queue=queue, on_xmitq=queue == X, **itself)])
        assert walked(made).verdict.code == code
    assert walked(Made("", DEAD, asked, [letter(same="MsgId")])).verdict.code == "ON_DLQ"
    report = letter(reason=None, same="CorrelId", msg_type=4, feedback=2051, queue="REPLIES")
    assert walked(Made("", DEAD, asked, [report])).verdict.code == "RETURNED_TO_SENDER"


def test_with_an_id_other_messages_prove_nothing():
    asked = {"msg_id": ID}
    assert walked(Made("", DEAD, asked, [letter()])).verdict.code == "UNKNOWN"
    there = sent_to(local("L", OPEN_QUEUE.format(3, "")))
    assert walked(Made("", there, asked, dumped={"L": 3})).verdict.code == "UNKNOWN"


# Contradictions and times

BEFORE, AFTER = "2026-01-02T10:00:00Z", "2026-01-02T10:30:00Z"


def test_both_sides_of_a_contradiction_are_shown():
    found = walked(Made("", UNKNOWN["two depths"])).verdict
    assert "CURDEPTH(0)" in found.statement
    assert "CURDEPTH(3)" in found.statement
    assert len({place.line for place in found.evidence}) >= 2


def test_the_newer_of_two_snapshots_counts():
    old = session(A, local(X, "CURDEPTH=3"), time=BEFORE)
    new = session(A, remote(), local(X, "CURDEPTH=0"), sender(), status(), time=AFTER)
    for sessions in ([old, new], [new, old]):
        walk = walked(Made("", [*sessions, session(B, local("L", OPEN_QUEUE.format(1, "")))]))
        assert walk.verdict.code == "DELIVERED"
        assert "(3)" in next(step.found for step in walk.steps if step.step == 2)


def test_status_from_before_the_put_says_nothing():
    sessions = [session(A, *[remote(), local(X, "CURDEPTH=3"), sender(), status("STOPPED")], time=BEFORE)]
    assert walked(Made("", sessions)).verdict.code == "CHANNEL_NOT_RUNNING"
    assert walked(Made("", sessions, {"put_time": "2026-01-02T10:10:00"})).verdict.code == "UNKNOWN"


def entry(message, when, channel=C, manager=A):
    return Entry(message, channel, manager, None, 1, moment(when), "text", "AMQERR01.LOG", 7)


def test_a_log_that_is_newer_than_the_status():
    sessions = [session(A, *[remote(), local(X, "CURDEPTH=3"), sender(), status()], time=BEFORE)]
    assert walked(Made("", sessions), log=[entry("AMQ9999", AFTER)]).verdict.code == "UNKNOWN"
    assert walked(Made("", sessions), log=[entry("AMQ9999", "2026-01-02T09:00:00Z")]).verdict.code == "WAITING_ON_XMITQ"
    assert walked(Made("", sessions), log=[entry("AMQ9999", AFTER, "OTHER")]).verdict.code == "WAITING_ON_XMITQ"
    again = [entry("AMQ9999", AFTER), entry("AMQ9002", "2026-01-02T10:40:00Z")]
    assert walked(Made("", sessions), log=again).verdict.code == "WAITING_ON_XMITQ"


def test_times_as_the_evidence_prints_them():
    assert moment("2020-04-03T17:27:02+0200") == moment("2020-04-03T15:27:02Z")
    assert moment("Wed Oct  2 14:55:02 UTC 2013") == moment("2013-10-02 14:55:02 UTC")
    assert moment("Wed Oct  2 02:55:02 PM EDT 2013").tzinfo is None
    assert moment("2025-10-14 10.27.34").hour == 10
    assert moment("soon") is None


def test_a_definition_in_source_gives_way_to_what_is_shown():
    shown = Row("a", 1, A, "QLOCAL", "Q", {}, "AMQ8409I")
    source = Row("b", 1, A, "QLOCAL", "Q", {}, None, "DEFINE QLOCAL(Q)")
    assert fact([Seen("1", shown), Seen("2", source)]).value == "1"
    assert fact([Seen("2", source), Seen("3", source._replace(line=9))]).value == "3"
    assert fact([Seen("1", shown), Seen("2", shown._replace(line=2))]).conflict


# What is asked for


def test_without_a_request_every_remote_definition_is_walked():
    world = World(rows([session(A, remote("R1"), remote("R2"), remote("ALIAS", rname="")), session(B, remote("R3"))]))
    assert [(one.queue, one.queue_manager, one.asked) for one in requests(world, [])] == [
        ("R1", A, False), ("R2", A, False), ("R3", B, False)
    ]  # fmt: skip


def test_an_unasked_walk_that_tells_nothing_is_no_alarm():
    world = World(rows(at_a(remote())))
    walk = follow(world, requests(world, [])[0], Mail())
    assert (walk.finding.code, walk.finding.severity) == ("UNKNOWN", "info")


def test_a_queue_alone_is_looked_for():
    world = World(rows(sent_to(local("L"))))
    assert [one.queue_manager for one in requests(world, [{"queue": "R"}])] == [A]
    assert [one.queue_manager for one in requests(world, [{"queue": "NOBODY.S"}])] == [""]
    assert [one.queue for one in requests(world, [{"queue_manager": A, "persistence": "yes"}])] == ["R"]


def test_what_a_caller_may_not_ask():
    with pytest.raises(MsgIdExpected):
        requests(World([]), [{"queue": "Q", "msg_id": "12"}])
    with pytest.raises(PersistenceExpected):
        requests(World([]), [{"queue": "Q", "persistence": 7}])


@pytest.mark.parametrize("text", [ID, ID.lower(), f"X'{ID}'", f"ID:{ID}", bytes.fromhex(ID)])
def test_message_ids_in_every_habit(text):
    assert requests(World([]), [{"queue": "Q", "msg_id": text}])[0].msg_id == ID


def test_an_attribute_that_is_not_shown_is_no_default():
    for lost in ("PUT=ENABLED;", "MAXDEPTH=5000;"):
        found = walked(Made("", sent_to(local("L", OPEN_QUEUE.format(3, "").replace(lost, ""))))).verdict
        assert found.code == "UNKNOWN", lost


# Never


def test_persistent_messages_are_never_discarded_whatever_is_lost():
    for made in CASES.values():
        assert walked(Made("", made.sessions, PERSISTENT, made.letters)).verdict.code != "DISCARDED"


def test_steps_without_an_answer_say_what_to_run():
    for sessions in UNKNOWN.values():
        for step in walked(Made("", sessions)).steps:
            assert step.state in ("ok", "break", "unknown", "contradiction", "note")
            if step.step == 10:
                assert step.next
    assert core.QUESTION == "walk"


def test_the_full_queue_and_its_numbers_are_named():
    found = walked(Made("", sent_to(FULL, receiver(), qmgr(B, "DEADQ=")))).verdict
    assert "CURDEPTH(10) of MAXDEPTH(10)" in found.statement


def test_qstatus_alone_tells_the_depth():
    put = local("L", "PUT=ENABLED", "DISPLAY QLOCAL(L) PUT")
    sessions = sent_to(qstatus("L", "10.00.01", "10.00.00"), put)
    assert walked(Made("", sessions)).verdict.code == "CONSUMED"
