"""The dead-letter handler's rules on single messages: every line of what is known of its matching, a test."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats.dlqrules import parse_rules
from mqforensics.formats.mqsc.command_parser import parse_command
from mqforensics.questions.handler.batches import DryRun
from mqforensics.questions.handler.handled_dumps import how_it_runs
from mqforensics.questions.handler.passes import Step, play
from mqforensics.questions.handler.patterns import covers, matches, text_hits
from mqforensics.questions.handler.result import NOTES
from mqforensics.questions.handler.subject import Subject
from mqforensics.questions.handler.target_queues import definitions
from mqforensics.questions.handler.targets import FOR_EVER, Fate, targets_of
from tests.questions.handler_model import batch
from tests.questions.handler_model import matches as plainly

SEED_1 = "INPUTQM(' ') INPUTQ(' ')\nDESTQ(Q6) ACTION(FWD) FWDQ(Q7) FWDQM('') HEADER(NO)\n"
MD = {
    "MsgType": 8, "Feedback": 0, "Format": "MQDEAD", "Encoding": 546, "CodedCharSetId": 437, "Persistence": 0,
    "CorrelId": bytes(24), "ReplyToQ": "", "ReplyToQMgr": "", "UserIdentifier": "fred", "ApplIdentityData": "",
    "PutApplType": 6, "PutApplName": "amqsput",
}  # fmt: skip
DLH = {
    "Reason": 2051, "DestQName": "Q6", "DestQMgrName": "QM_VER75", "Encoding": 273, "CodedCharSetId": 819,
    "Format": "MQSTR", "PutApplName": "amqrmppa",
}  # fmt: skip


def letter(number=1, file="dlq", msg_id=None, dead=True, **fields):
    """A dead letter; fields of the MQDLH by their names, those of the MQMD with `md_` before them."""
    md = {**MD, "MsgId": msg_id or number.to_bytes(24, "big")}
    md |= {name[3:]: value for name, value in fields.items() if name.startswith("md_")}
    dlh = {**DLH, **{name: value for name, value in fields.items() if not name.startswith("md_")}}
    dlh = {name: value for name, value in dlh.items() if name in NAMES} if dead else None
    return {"file": file, "number": number, "offset": 1000 * number, "md": md, "dlh": dlh}


NAMES = ("Reason", "DestQName", "DestQMgrName", "Encoding", "CodedCharSetId", "Format")


def fare(text, *messages, objects=(), failing=None, **options):
    """What becomes of the messages, a dict each, in the order of their numbers."""
    table = parse_rules(text)
    known = targets_of(table, definitions(objects), failing, user=options.pop("user", ""))
    run = DryRun(table, known, **options)
    rows = [row for made in run([batch(messages or [letter()])]) for row in made.to_pylist()]
    return sorted(rows, key=lambda row: row["number"])


def outcome(text, *messages, **options):
    """Outcome, line, queue and attempts of the one message."""
    (row,) = fare(text, *messages, **options)
    return row["outcome"], row["rule_line"], row["queue"], row["attempts"]


def fires(pattern, message):
    """Whether a rule with the pattern fires for the message."""
    return fare(f"{pattern} ACTION(DISCARD)\n", message)[0]["outcome"] == "DISCARDED"


# What is compared with what


@pytest.mark.parametrize(
    ("pattern", "fields"),
    [("DESTQ(Q9)", {"DestQName": "Q9"}), ("DESTQM(QM9)", {"DestQMgrName": "QM9"}), ("REASON(2085)", {"Reason": 2085}),
     ("FORMAT(MQHRF2)", {"Format": "MQHRF2"})],
)  # fmt: skip
def test_of_the_mqdlh(pattern, fields):
    assert fires(pattern, letter(**fields))
    assert not fires(pattern, letter())


def test_format_is_the_original_one_not_mqdead():
    assert fires("FORMAT(MQSTR)", letter())
    assert not fires("FORMAT(MQDEAD)", letter())


@pytest.mark.parametrize(
    ("pattern", "fields"),
    [("APPLNAME('put')", {"md_PutApplName": "put"}), ("APPLTYPE(11)", {"md_PutApplType": 11}),
     ("APPLIDAT('x y')", {"md_ApplIdentityData": "x y"}), ("USERID('bob')", {"md_UserIdentifier": "bob"}),
     ("REPLYQ(R)", {"md_ReplyToQ": "R"}), ("REPLYQM(QM9)", {"md_ReplyToQMgr": "QM9"}), ("MSGTYPE(1)", {"md_MsgType": 1}),
     ("FEEDBACK(259)", {"md_Feedback": 259}), ("PERSIST(1)", {"md_Persistence": 1})],
)  # fmt: skip
def test_of_the_mqmd(pattern, fields):
    assert fires(pattern, letter(**fields))
    assert not fires(pattern, letter())


def test_applname_is_who_put_the_message_not_who_put_it_on_the_queue():
    assert fires("APPLNAME('amqsput')", letter())
    assert not fires("APPLNAME('amqrmppa')", letter())


# Patterns


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        ("q6", "Q6", False), ("Q6", "Q6", True), ("Q6", "Q6  ", True), (" Q6", "Q6", False), ("A B", "A B", True),
        ("A B", "AB", False), ("*", "", True), ("Q*", "Q", True), ("*6", "Q6", True), ("Q*6", "Q6", True),
        ("?", "Q", True), ("?", "", False), ("Q?", "Q", False), ("Q??", "Q 6", True), ("?*", "R", True),
        ("?*", "", False), ("Q *", "Q", True), ("Q6?*", "Q6", False), ("*Q*Q*", "Q", False), ("", "", True),
        ("X" * 8 + "*", "X" * 8, True), ("X" * 8 + "?", "X" * 8, False),
    ],
)  # fmt: skip
def test_matching(pattern, value, expected):
    assert matches(pattern, value, 8) is expected
    assert text_hits(pattern, pa.array([value.rstrip(" ")]), 8).to_pylist() == [expected]


texts = st.text("AB ?*", max_size=8)


@settings(max_examples=600, deadline=None)
@given(texts, st.text("AB ", max_size=8))
def test_matching_agrees_with_the_slow_model(pattern, value):
    pattern, value = pattern.rstrip(" "), value.rstrip(" ")
    expected = plainly(pattern, value.ljust(8))
    assert matches(pattern, value, 8) is expected
    assert text_hits(pattern, pa.array([value]), 8).to_pylist() == [expected]


@settings(max_examples=600, deadline=None)
@given(texts, texts, st.text("AB ", max_size=8))
def test_a_pattern_that_covers_another_matches_all_that_it_matches(wide, narrow, value):
    if covers(wide, narrow) and matches(narrow, value, 8):
        assert matches(wide, value, 8)


@pytest.mark.parametrize(
    ("wide", "narrow"), [("*", "A*"), ("A*", "AB*"), ("A?", "AB"), ("*B", "A?B"), ("?*", "A"), ("A*", "A")]
)
def test_covers(wide, narrow):
    assert covers(wide, narrow)
    assert not covers(narrow, wide)


def test_replyq_tells_whether_there_is_a_reply_queue():
    assert fires("REPLYQ('?*')", letter(md_ReplyToQ="R"))
    assert not fires("REPLYQ('?*')", letter(md_ReplyToQ=""))


# Order, counters, budgets


def test_first_match_wins_in_file_order():
    assert outcome("DESTQ(X) ACTION(DISCARD)\nACTION(FWD) FWDQ(A)\nACTION(FWD) FWDQ(B)\n") == ("FORWARDED", 2, "A", 1)


def test_budget_is_cumulative_over_the_matching_rules():
    text = (
        "ACTION(RETRY) RETRY(3)\nREASON(1) ACTION(RETRY) RETRY(9)\nACTION(FWD) FWDQ(A) RETRY(2)\nACTION(FWD) FWDQ(B)\n"
    )
    assert outcome(text, failing={"Q6": 2051, "A": 2053}) == ("FORWARDED", 4, "B", 6)
    assert outcome(text, failing={"Q6": (2051, 2)}) == ("RETRIED", 1, "Q6", 3)
    assert outcome(text, failing={"Q6": 2051, "A": (2053, 4)}) == ("FORWARDED", 3, "A", 5)


def test_no_rule_left_is_ignore():
    text = "ACTION(RETRY) RETRY(2)\nACTION(FWD) FWDQ(A)\n"
    assert outcome(text, failing={"*": 2053}) == ("IGNORED", 2, "A", 3)


def test_no_match_is_ignore():
    (row,) = fare("DESTQ(X) ACTION(DISCARD)\n")
    assert (row["outcome"], row["rule_line"], row["action"], row["attempts"]) == ("NO_RULE", None, "IGNORE", 0)


def test_ignore_applies_at_once():
    assert outcome("ACTION(IGNORE)\nACTION(DISCARD)\n") == ("IGNORED", 1, None, 0)
    assert outcome("ACTION(RETRY) RETRY(2)\nACTION(IGNORE) RETRY(5)\n", failing=["Q6"]) == ("IGNORED", 2, None, 2)


def test_enormous_budgets_cost_nothing():
    text = "ACTION(RETRY) RETRY(999999999)\nACTION(DISCARD)\n"
    assert outcome(text, failing=["Q6"]) == ("DISCARDED", 2, None, 1_000_000_000)


def test_messages_of_the_same_ids_share_a_counter():
    same = [letter(number, msg_id=b"S" * 24) for number in (1, 2, 3)]
    rows = fare("ACTION(RETRY) RETRY(2)\n", *same, failing=["Q6"])
    assert [row["attempts"] for row in rows] == [1, 1, 0]
    assert {row["outcome"] for row in rows} == {"IGNORED"}
    other = [letter(number, msg_id=b"S" * 24, md_CorrelId=bytes([number] * 24)) for number in (1, 2, 3)]
    assert [row["attempts"] for row in fare("ACTION(RETRY) RETRY(2)\n", *other, failing=["Q6"])] == [2, 2, 2]


def test_shared_counter_is_forgotten_when_one_of_the_messages_leaves():
    same = [letter(1, msg_id=b"S" * 24), letter(2, msg_id=b"S" * 24, DestQName="Q8")]
    rows = fare("ACTION(RETRY) RETRY(2)\n", *same, failing=["Q6"])
    assert [(row["outcome"], row["attempts"]) for row in rows] == [("IGNORED", 3), ("RETRIED", 1)]


def test_two_dumps_of_one_message_share_no_counter():
    twice = [letter(1, "before", b"S" * 24), letter(1, "after", b"S" * 24)]
    assert [row["attempts"] for row in fare("ACTION(RETRY) RETRY(2)\n", *twice, failing=["Q6"])] == [2, 2]


def test_a_message_without_header_takes_no_part_in_a_counter():
    same = [letter(1, msg_id=b"S" * 24, dead=False), letter(2, msg_id=b"S" * 24)]
    assert [row["attempts"] for row in fare("ACTION(RETRY) RETRY(2)\n", *same, failing=["Q6"])] == [0, 2]


def test_counters_are_in_memory_only_so_a_restart_begins_at_the_first_rule():
    text = "ACTION(RETRY) RETRY(2)\nACTION(IGNORE)\n"
    assert fare(text, failing=["Q6"]) == fare(text, failing=["Q6"])


def test_handler_stopped_after_some_passes():
    text = "ACTION(RETRY) RETRY(5)\n"
    assert outcome(text, failing=["Q6"], rounds=3) == ("WAITING", 1, "Q6", 3)
    assert outcome(text, failing=["Q6"], rounds=5) == ("IGNORED", 1, "Q6", 5)


# Puts


def test_retry_takes_the_mqdlh_off_and_restores_the_three_fields():
    (row,) = fare("ACTION(RETRY)\n")
    assert (row["queue"], row["queue_manager"], row["header"]) == ("Q6", "QM_VER75", "NO")
    assert (row["Format"], row["Encoding"], row["CodedCharSetId"]) == ("MQSTR", 273, 819)


def test_forward_without_header_restores_the_three_fields():
    (row,) = fare("ACTION(FWD) FWDQ(A) HEADER(NO)\n")
    assert (row["Format"], row["Encoding"], row["CodedCharSetId"]) == ("MQSTR", 273, 819)


def test_forward_with_header_keeps_mqdlh_and_mqmd():
    (row,) = fare("ACTION(FWD) FWDQ(A)\n")
    assert (row["header"], row["Format"], row["Encoding"], row["CodedCharSetId"]) == ("YES", "MQDEAD", 546, 437)


@pytest.mark.parametrize(
    ("names", "expected"),
    [("FWDQ(A)", ("A", "")), ("FWDQ(A) FWDQM(QM9)", ("A", "QM9")), ("FWDQ(&DESTQ)", ("Q6", "")),
     ("FWDQ(&DESTQ) FWDQM(&DESTQM)", ("Q6", "QM_VER75")), ("FWDQ(&REPLYQ) FWDQM(&REPLYQM)", ("R", "QMR"))],
)  # fmt: skip
def test_names_from_the_message(names, expected):
    (row,) = fare(f"ACTION(FWD) {names}\n", letter(md_ReplyToQ="R", md_ReplyToQMgr="QMR"))
    assert (row["queue"], row["queue_manager"]) == expected


def test_blank_reply_queue_cannot_be_put_to():
    (row,) = fare("ACTION(FWD) FWDQ(&REPLYQ)\n")
    assert (row["outcome"], row["failed_with"]) == ("IGNORED", 2085)


def test_authority_of_the_put():
    assert fare("ACTION(RETRY) PUTAUT(CTX)\n")[0]["authority"] == "CTX fred"
    assert fare("ACTION(RETRY)\n")[0]["authority"] == "DEF"
    assert fare("ACTION(DISCARD) PUTAUT(CTX)\n")[0]["authority"] is None


def test_amq8722_is_suppressed_for_the_same_failure_at_the_same_place():
    assert fare("ACTION(RETRY)\n", failing={"Q6": 2051})[0]["message"] is None
    assert fare("ACTION(RETRY)\n", failing={"Q6": 2053})[0]["message"] == "AMQ8722"
    assert fare("ACTION(FWD) FWDQ(A)\n", failing={"A": 2051})[0]["message"] == "AMQ8722"
    assert fare("ACTION(FWD) FWDQ(&DESTQ) FWDQM(&DESTQM)\n", failing={"Q6": 2051})[0]["message"] is None


def test_tries_are_an_interval_apart():
    assert fare("RETRYINT(30)\nACTION(RETRY) RETRY(9)\n", failing={"Q6": (2051, 4)})[0]["seconds"] == 120
    assert parse_rules("RETRYINT(30)\nACTION(DISCARD)\n").rescan_interval == 300


def test_message_without_mqdlh_stays_and_is_reported():
    (row,) = fare("ACTION(DISCARD)\n", letter(dead=False))
    assert (row["outcome"], row["message"], row["rule_line"]) == ("NOT_A_DEAD_LETTER", "AMQ8721", None)


def test_table_with_an_error_processes_nothing():
    text = "ACTION(DISCARD)\nACTION(FWD)\n"
    assert fare(text)[0]["outcome"] == "NOT_STARTED"
    assert fare(text, despite_errors=True)[0]["outcome"] == "DISCARDED"


def test_why_the_rules_before_did_not_fire():
    text = "DESTQ(X) ACTION(IGNORE)\nDESTQ(Q6) REASON(1) ACTION(IGNORE)\nACTION(RETRY)\nACTION(DISCARD)\n"
    (row,) = fare(text, failing={"Q6": 2053})
    assert [NOTES[note] for note in row["failed"]] == ["DESTQ", "REASON", "matched, the put failed"]
    assert row["tries"] == "line 3: 1 put failed with 2053 MQRC_Q_FULL"


# What the evidence says of a put


def queue(name, kind="QLOCAL", manager="QM1", command="DISPLAY QUEUE(*) ALL", **attributes):
    told = {"command": command, "asked": parse_command(command), "whole": True, "run": 1, "file": "q.txt"}
    return {"type": kind, "name": name, "queue_manager": manager, "attributes": attributes, **told}


GOOD = {"PUT": "ENABLED", "CURDEPTH": "0", "MAXDEPTH": "5000", "MAXMSGL": "4194304"}


@pytest.mark.parametrize(
    ("objects", "failed_with", "assumed"),
    [
        ([], None, "no queue of this queue manager"),
        ([queue("A", **GOOD)], None, "authority to put there; the evidence lacks puts there by other programs"),
        ([queue("A", **GOOD | {"PUT": "DISABLED"})], 2051, None),
        ([queue("A", **GOOD | {"CURDEPTH": "5000"})], 2053, "gets from the full queue"),
        ([queue("A", PUT="ENABLED", MAXDEPTH="10"), queue("A", "QSTATUS", CURDEPTH="10")], 2053, "gets from the full"),
        ([queue("A", PUT="ENABLED")], None, "CURDEPTH or MAXDEPTH of the target queue; the evidence lacks MAXMSGL"),
        ([queue("A", **GOOD | {"MAXMSGL": "99"})], None, "the evidence lacks the length of the message"),
        ([queue("B", **GOOD)], 2085, "the evidence does not show whether QM1 is in a cluster"),
        ([queue("B", **GOOD), queue("*", "ERROR", command="DISPLAY CLUSQMGR(*)") | {"message": "AMQ8147E"}], 2085, None),
        ([queue("B", command="DISPLAY QLOCAL(B)", **GOOD)], None, "the evidence does not show what A is at QM1"),
        ([queue("A", "ERROR", command="DISPLAY QUEUE(A)") | {"message": "AMQ8147E"}, queue("Z", command="x")], 2085,
         "the evidence does not show whether QM1 is in a cluster"),
        ([queue("A", "ERROR", command="DISPLAY QLOCAL(A)") | {"message": "AMQ8147E"}, queue("Z", command="x")], None,
         "A is not a local queue of QM1, and the evidence does not show whether it is another kind"),
        ([queue("B", command="DISPLAY QUEUE(*) TYPE(QALIAS)", **GOOD)], None, "the evidence does not show what A is at QM1"),
        ([queue("B", command="DISPLAY QUEUE(*) WHERE(CURDEPTH GT 0)", **GOOD)], None, "the evidence does not show what A is at QM1"),
        ([queue("A", "QALIAS", PUT="ENABLED", TARGET="B", TARGTYPE="QUEUE"), queue("B", **GOOD)], None, "authority"),
        ([queue("A", "QALIAS", PUT="ENABLED", TARGET="B", TARGTYPE="QUEUE")], 2082, "the evidence does not show whether QM1 is in a cluster"),
        ([queue("A", "QALIAS", PUT="ENABLED", TARGET="B", TARGTYPE="QUEUE"), queue("B", **GOOD | {"PUT": "DISABLED"})], 2051, None),
        ([queue("A", "QREMOTE", PUT="ENABLED", RNAME="R", RQMNAME="QM2", XMITQ="QM2"), queue("QM2", **GOOD)], None, "authority"),
        ([queue("A", "QREMOTE", PUT="ENABLED", RNAME="R", RQMNAME="QM2", XMITQ="")], None, "its default transmission queue"),
    ],
)  # fmt: skip
def test_put_by_the_evidence(objects, failed_with, assumed):
    (row,) = fare("INPUTQM(QM1)\nACTION(FWD) FWDQ(A)\n", objects=objects)
    assert (row["outcome"], row["failed_with"]) == ("IGNORED" if failed_with else "FORWARDED", failed_with)
    assert (assumed or "") in (row["assumed"] or "") and bool(row["assumed"]) == bool(assumed)


def fates(text, *messages, **options):
    """Outcome, queue and reason of the last failure of each message."""
    return [(row["outcome"], row["queue"], row["failed_with"]) for row in fare(text, *messages, **options)]


def test_depth_moves_with_each_put_and_the_rest_fall_to_the_next_rule():
    text = "INPUTQM(QM1)\nDESTQ(Q6) ACTION(FWD) FWDQ(A)\nACTION(DISCARD)\n"
    rows = fare(text, *map(letter, (1, 2, 3)), objects=[queue("A", **GOOD | {"CURDEPTH": "4999"})])
    assert [(row["outcome"], row["failed_with"]) for row in rows] == [
        ("FORWARDED", None), ("DISCARDED", 2053), ("DISCARDED", 2053),
    ]  # fmt: skip
    assert "puts there by other programs" in rows[0]["assumed"] and "gets from the full queue" in rows[1]["assumed"]


def test_an_alias_and_its_queue_have_one_room():
    objects = [
        queue("A", **GOOD | {"CURDEPTH": "4998"}),
        queue("B", "QALIAS", PUT="ENABLED", TARGET="A", TARGTYPE="QUEUE"),
    ]
    text = "INPUTQM(QM1)\nDESTQ(Q6) ACTION(FWD) FWDQ(A)\nACTION(FWD) FWDQ(B)\n"
    messages = [letter(1), letter(2, DestQName="Q7"), letter(3)]
    assert [row["outcome"] for row in fare(text, *messages, objects=objects)] == ["FORWARDED", "FORWARDED", "IGNORED"]


def test_each_dump_fills_the_queue_anew():
    objects = [queue("A", **GOOD | {"CURDEPTH": "4999"})]
    rows = fare("INPUTQM(QM1)\nACTION(FWD) FWDQ(A)\n", letter(1, "one"), letter(2, "two"), objects=objects)
    assert [row["outcome"] for row in rows] == ["FORWARDED", "FORWARDED"]


@pytest.mark.parametrize(("header", "length", "failed_with"), [
    ("YES", 1000, None), ("YES", 1001, 2030), ("NO", 1172, None), ("NO", 1173, 2030),
])  # fmt: skip
def test_a_message_longer_than_maxmsgl_fails_with_2030(header, length, failed_with):
    text = f"INPUTQM(QM1)\nACTION(FWD) FWDQ(A) HEADER({header})\n"
    (row,) = fare(text, letter() | {"data_length": length}, objects=[queue("A", **GOOD | {"MAXMSGL": "1000"})])
    assert row["failed_with"] == failed_with


def test_a_transmission_queue_needs_room_for_its_header():
    objects = [
        queue("A", "QREMOTE", PUT="ENABLED", RNAME="R", RQMNAME="QM2", XMITQ="QM2"),
        queue("QM2", **GOOD | {"MAXMSGL": "1000"}),
    ]
    rows = [
        fare("INPUTQM(QM1)\nACTION(FWD) FWDQ(A)\n", letter() | {"data_length": n}, objects=objects)[0]
        for n in (572, 573)
    ]
    assert [row["failed_with"] for row in rows] == [None, 2030]


@pytest.mark.parametrize(("listed", "context", "expected"), [
    ("PUT,PASSALL", "DEF", None), ("ALLMQI", "DEF", None), ("PUT", "DEF", "authority"), ("ALL", "CTX", "authority"),
])  # fmt: skip
def test_authority_that_is_shown_for_the_handlers_user_is_not_assumed(listed, context, expected):
    record = queue("A", "AUTHREC", PROFILE="A", OBJTYPE="QUEUE", ENTITY="mqm1", ENTTYPE="PRINCIPAL", AUTHLIST=listed)
    text = f"INPUTQM(QM1)\nACTION(FWD) FWDQ(A) PUTAUT({context})\n"
    (row,) = fare(text, objects=[queue("A", **GOOD), record | {"line": 7}], user="mqm1")
    assert ("authority" in row["assumed"]) == bool(expected) and row["outcome"] == "FORWARDED"


def test_authority_is_not_known_so_a_retry_of_2035_is_assumed_not_said():
    (row,) = fare(
        "INPUTQM(QM1)\nACTION(RETRY)\n", letter(Reason=2035, DestQMgrName="QM1"), objects=[queue("Q6", **GOOD)]
    )
    assert row["outcome"] == "RETRIED" and "authority to put there" in row["assumed"]


def test_put_to_another_queue_manager_goes_by_its_transmission_queue():
    text = "INPUTQM(QM1)\nACTION(FWD) FWDQ(A) FWDQM(QM2)\n"
    full = queue("QM2", USAGE="XMITQ", **GOOD | {"CURDEPTH": "5000"})
    assert fare(text, objects=[full])[0]["failed_with"] == 2053
    assert "QM1 has no queue QM2" in fare(text, objects=[queue("B", **GOOD)])[0]["assumed"]


def test_a_put_that_names_another_queue_manager_of_the_case_is_not_refused_by_its_queues():
    text = "INPUTQM(QM1)\nACTION(FWD) FWDQ(A) FWDQM(QM2)\n"
    objects = [queue("QM2", USAGE="XMITQ", **GOOD), queue("A", manager="QM2", **GOOD | {"PUT": "DISABLED"})]
    assert fates(text, objects=objects) == [("FORWARDED", "A", None)]
    shut = queue("QM2", USAGE="XMITQ", **GOOD | {"PUT": "DISABLED"})
    assert fates(text, objects=[shut, objects[1]]) == [("IGNORED", "A", 2051)]


def test_an_alias_that_may_be_one_of_a_topic_is_not_taken_for_one_of_a_queue():
    objects = [queue("A", "QALIAS", PUT="ENABLED", TARGET="B"), queue("B", **GOOD | {"PUT": "DISABLED"})]
    (row,) = fare("INPUTQM(QM1)\nACTION(FWD) FWDQ(A)\n", objects=objects)
    assert (
        row["outcome"] == "FORWARDED"
        and row["assumed"] == "the evidence does not show the target of the alias A at QM1"
    )


def test_queue_that_the_table_promises_is_not_missing():
    text = "* DEFINE QLOCAL('A')\nINPUTQM(QM1)\nACTION(FWD) FWDQ(A)\n"
    (row,) = fare(text, objects=[queue("B", **GOOD)])
    assert row["outcome"] == "FORWARDED" and "before the handler starts" in row["assumed"]


def test_caller_knows_better_than_the_evidence():
    objects = [queue("A", **GOOD)]
    text = "INPUTQM(QM1)\nACTION(FWD) FWDQ(A) FWDQM(QM1)\n"
    assert fare(text, objects=objects, failing={"A": 2035})[0]["failed_with"] == 2035
    assert fare(text, objects=objects, failing={"A@QM1": 2035})[0]["failed_with"] == 2035
    assert fare(text, objects=objects, failing={"A@QM2": 2035})[0]["outcome"] == "FORWARDED"


# Seeds


def test_seed_1_its_rules_table_on_its_dead_letter():
    (row,) = fare(SEED_1)
    assert (row["outcome"], row["queue"], row["queue_manager"], row["header"]) == ("FORWARDED", "Q7", "", "NO")
    assert (row["Format"], row["rule_line"], row["attempts"]) == ("MQSTR", 2, 1)


def test_seed_1_messages_for_other_queues_stay():
    assert fare(SEED_1, letter(DestQName="Q5"))[0]["outcome"] == "NO_RULE"


def test_seed_3_note_1_messages_without_mqdlh_remain_and_are_reported():
    rows = fare("ACTION(DISCARD)\n", letter(1), letter(2, dead=False))
    assert [(row["outcome"], row["message"]) for row in rows] == [("DISCARDED", None), ("NOT_A_DEAD_LETTER", "AMQ8721")]


def test_seed_3_note_2_an_action_only_rule_takes_what_the_others_left():
    rows = fare(
        "DESTQ(Q6) ACTION(RETRY)\nACTION(DISCARD)\n", letter(1), letter(2, DestQName="Q5"), letter(3, dead=False)
    )
    assert [row["outcome"] for row in rows] == ["RETRIED", "DISCARDED", "NOT_A_DEAD_LETTER"]


def test_seed_3_note_3_an_invalid_table_is_flagged_and_does_nothing():
    table = parse_rules("ACTION(DISCARD)\nDESTQ(Q6)\n")
    assert [(error.number, error.line) for error in table.errors] == [(8759, 2)]
    assert fare("ACTION(DISCARD)\nDESTQ(Q6)\n")[0]["outcome"] == "NOT_STARTED"


def test_seed_3_note_4_content_header_and_descriptor_are_not_altered():
    (row,) = fare("ACTION(FWD) FWDQ(A) HEADER(YES)\n")
    assert (row["Format"], row["Encoding"], row["CodedCharSetId"]) == ("MQDEAD", 546, 437)


def test_what_one_messages_put_rests_on_the_others_of_its_counter_rest_on():
    unsure, sure = Step(0, "RETRY", 1, Fate(FOR_EVER, 2053, ("its depth later",))), Step(1, "FWD", 1)
    first, second, other = play([[unsure, sure], [sure], [sure]], counters=[0, 0, 1])
    assert first.assumed == second.assumed == ("its depth later",) and other.assumed == ()


def told(row):
    """The notes on the rules of a row, in words."""
    return [NOTES[note] for note in row["failed"]]


def test_a_rule_that_waits_for_its_turn_is_not_used_up_by_others():
    text = "DESTQ(Q6) ACTION(RETRY) RETRY(5)\nDESTQ(Q6) ACTION(FWD) FWDQ(Q7)\n"
    (row,) = fare(text, failing={"Q6": 2051}, rounds=2)
    assert (row["outcome"], row["attempts"]) == ("WAITING", 2)
    assert told(row) == ["matched, the put failed", "matched, its next try comes after the handler was stopped"]
    (row,) = fare(text, failing={"Q6": 2051}, rounds=0)
    assert (
        row["outcome"] == "WAITING" and told(row) == ["matched, its next try comes after the handler was stopped"] * 2
    )
    # Of messages that share a counter the others do use up tries.
    twins = [letter(number, msg_id=bytes(23) + b"x") for number in (1, 2, 3)]
    rows = fare(
        "ACTION(RETRY) RETRY(2)\nACTION(FWD) FWDQ(Q7) RETRY(9)\n", *twins, failing={"Q6": 2051, "Q7": 2053}, rounds=1
    )
    assert [told(row)[0] for row in rows] == ["matched, the put failed"] * 2 + [
        "matched, its tries used up by others of the same MsgId and CorrelId"]  # fmt: skip


def test_an_expiry_is_assumed_not_to_have_passed():
    (kept,), (expires,) = fare("ACTION(RETRY)\n"), fare("ACTION(RETRY)\n", letter(md_Expiry=600))
    assert "Expiry" not in kept["assumed"] and expires["assumed"].endswith(
        "the message has an Expiry and may have expired"
    )
    assert "Expiry" in fare("ACTION(DISCARD)\n", letter(md_Expiry=600))[0]["assumed"]
    assert fare("ACTION(DISCARD)\n")[0]["assumed"] is None


def test_csudlqh_logs_no_message_of_runmqdlq():
    table = parse_rules("DESTQ(Q6) ACTION(FWD) FWDQ(Q7)\n", platform="zos")
    run = DryRun(table, targets_of(table, definitions(()), {"Q7": 2053}))
    rows = [row for made in run([batch([letter(1), letter(2, dead=False)])]) for row in made.to_pylist()]
    assert [row["message"] for row in rows] == [None, None] and rows[0]["outcome"] == "IGNORED"
    wrong = parse_rules("ACTION(\n", platform="zos")
    assert wrong.errors and not [one for one in (*wrong.errors, wrong.verdict) if "AMQ" in str(one)]
    assert "AMQ8758" in str(parse_rules("ACTION(\n").verdict)


def test_how_the_handler_runs_and_is_stopped_and_what_it_leaves_as_it_is():
    table = parse_rules("INPUTQ(DLQ) INPUTQM(QM1) WAIT(30)\nACTION(FWD) FWDQ(OTHER) HEADER(YES)\n", file="dlq.rules")
    [found] = how_it_runs(Subject(table, targets_of(table, definitions(()), {}), "DLQ", "DLQ", "QM1"))
    for said in ("Ctrl-Z only suspends it", "ps shows", "WAIT(30)", "passes all context", "+passall", "protected payload does not hide",
                 "arrive while it runs are not guaranteed"):  # fmt: skip
        assert said in found.statement, said
    assert [(one.command, one.effect) for one in found.next][-1] == ("runmqdlq DLQ QM1 < dlq.rules", "changes")
