import json
import shutil
from datetime import UTC, datetime

import pandas as pd
import pytest

from mqforensics import open_case
from mqforensics.objects.estate import Estate
from mqforensics.questions.browse import (
    answer,
    arrivals,
    as_calls,
    browse_timeline,
    browses,
    findings_of,
    late_messages,
    remedies,
    simulate_browse,
    steps,
    story,
    sweeps,
    traffic,
)
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.findings import delivery_orders
from mqforensics.questions.browse.positions_at import Order
from mqforensics.questions.browse.remaining_messages import remaining_messages
from mqforensics.questions.browse.world import START
from mqforensics.words.browse import IF_THEN

TELLING = ("amqsevt_944.json", "amqsevt_944_array.json", "amqsevt_944_compact.jsonl", "amqsevt_944_text.txt",
           "amqsevt_944_text_d.txt", "amqsactz_verbose.txt", "amqsactz_1LS.txt")  # fmt: skip
D = bytes.fromhex("414D5120514D3120202020202020202065E6EE9B00000004")


def call(verb, at, message=None, options=None, *, thread="7", reason=0, duration=0, queue="Q", **more):
    """A row of the calls table; `at` in seconds, `message` as (MsgId, priority)."""
    msg_id, priority = message or (None, None)
    return {
        "time": START + pd.Timedelta(seconds=at), "time_exact": 1, "queue_manager": "QM1", "process": "1",
        "thread": thread, "handle": "2", "verb": verb, "options_value": options, "queue": queue, "msg_id": msg_id,
        "priority": priority, "reason": reason, "comp_code": 2 if reason else 0, "duration": duration, **more,
    }  # fmt: skip


def table(spark, *rows):
    return as_calls(spark, pd.DataFrame([{"number": at, **row} for at, row in enumerate(rows)]))


def rows_of(timeline):
    return {bytes(row.msg_id): row for row in timeline.collect()}


A, B, C, LATE, E, G = (b"A", 4), (b"B", 4), (b"C", 3), (b"D", 5), (b"E", 5), (b"G", 4)
OPEN = call("MQOPEN", 0, options=mq.OPEN_QUEUE_AGENT)
PUT_A = call("MQPUT", 0, A, thread="3")
PUTS = [call("MQPUT", -3 + at, message, thread="3") for at, message in enumerate((A, B, C))]
PUT_LATE = call("MQPUT", 1.5, LATE, thread="9")
SEED_5 = [
    *PUTS, OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST), PUT_LATE,
    call("MQGET", 2, B, mq.BROWSE_NEXT), call("MQGET", 4, C, mq.BROWSE_NEXT),
    call("MQGET", 6, None, mq.BROWSE_NEXT, reason=2033), call("MQGET", 8, LATE, mq.BROWSE_FIRST),
]  # fmt: skip
LOOKER = [call("MQOPEN", 1.6, options=0x2008, thread="77"), call("MQGET", 1.7, LATE, mq.BROWSE_FIRST, thread="77")]
MORE_BITS = 0x4000 | 0x2000000 | 0x2000
COMMITTED = [
    call("MQPUT", 0.5, A, mq.PUT_SYNCPOINT, thread="3"), OPEN, call("MQPUT", 1, B, thread="9"),
    call("MQGET", 2, B, mq.BROWSE_FIRST), call("MQPUT", 3, G, thread="9"), call("MQGET", 4, G, mq.BROWSE_NEXT),
    call("MQGET", 8, A, mq.BROWSE_FIRST),
]  # fmt: skip
TO_THE_SECOND = {**call("MQCMIT", 2, thread="3"), "time_exact": 1_000_000}
UNDER = 0x100
"""MQGMO_MSG_UNDER_CURSOR."""
WAITED = mq.BROWSE_FIRST | mq.WAIT
HOUR_AGO = {"put_time": START - pd.Timedelta(seconds=3600)}
GOT_AGAIN = [
    call(verb, at + later, A if verb == "MQGET" else None, mq.WAIT | mq.SYNCPOINT if verb == "MQGET" else None,
         **HOUR_AGO)
    for at in (1, 1.2, 1.4) for verb, later in (("MQGET", 0), ("MQBACK", 0.1))
]  # fmt: skip
TWO = PUT_A, call("MQPUT", 0.2, B, thread="3")
FIFO_AT = {"fifo": START - pd.Timedelta(days=9), "fifo since": START + pd.Timedelta(seconds=9)}
"""Since when a queue manager shows the queue as FIFO; the messages are put at the start."""
SCENARIOS = {
    "seed 5": SEED_5,
    "put not committed": [row | {"options_value": mq.PUT_SYNCPOINT} if row is PUT_LATE else row for row in SEED_5],
    "put not traced": [
        row | ({"put_time": START + pd.Timedelta(seconds=1.5)} if row["msg_id"] == b"D" else {})
        for row in SEED_5 if row is not PUT_LATE
    ],
    "a plain browser too": [*SEED_5, *LOOKER],
    "more bits": [row | {"options_value": row["options_value"] | MORE_BITS} if row["verb"] == "MQGET" else row
                  for row in SEED_5],
    "browses that go up": [
        *PUTS, OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST), PUT_LATE, call("MQPUT", 1.6, E, thread="9"),
        call("MQGET", 2, B, mq.BROWSE_NEXT), call("MQGET", 4, C, mq.BROWSE_NEXT),
        call("MQGET", 6, LATE, mq.BROWSE_NEXT), call("MQGET", 8, E, mq.BROWSE_FIRST),
    ],
    "it might be fifo": [
        *PUTS, OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST), PUT_LATE, call("MQGET", 2, B, mq.BROWSE_NEXT),
        call("MQGET", 4, LATE, mq.BROWSE_FIRST),
    ],
    "late commit": [*COMMITTED, call("MQCMIT", 2.5, thread="3")],
    "late commit to the second": [*COMMITTED, TO_THE_SECOND, call("MQPUT", 2.75, (b"X", 4), thread="3")],
    "no commit": COMMITTED, "gone by": [call("MQPUT", 0.5, A, thread="3"), *COMMITTED[1:]],
    "trace begins late": [PUT_A, call("MQGET", 9, B, mq.BROWSE_NEXT), call("MQGET", 9.1, A, mq.BROWSE_NEXT)],
    "nothing meanwhile": [
        PUT_A, OPEN, call("MQGET", 0.5, A, mq.BROWSE_FIRST), call("MQGET", 4, None, mq.BROWSE_NEXT, reason=2033),
        call("MQGET", 8, C, mq.BROWSE_NEXT),
        call("MQGET", 9, B, mq.BROWSE_NEXT, put_time=START + pd.Timedelta(seconds=1)),
    ],
    "session alone": [PUT_A, OPEN, call("MQGET", 9, A, mq.SYNCPOINT)],
    "no put time": [OPEN, call("MQGET", 9, A, mq.BROWSE_FIRST)],
    "wait without duration": [
        OPEN, call("MQGET", 1, A, WAITED, duration=None), call("MQPUT", 3, A, thread="3"),
        call("MQGET", 3.2, B, mq.BROWSE_NEXT),
    ],
    "trace begins after the put": [
        OPEN, call("MQGET", 0.3, A, mq.BROWSE_FIRST, **HOUR_AGO), call("MQGET", 0.5, B, mq.BROWSE_NEXT, **HOUR_AGO),
    ],
    "a loop after the trace began": [OPEN, *GOT_AGAIN],
    "never taken": SEED_5[:-1], "put and backed out": [
        *SEED_5[:-1], call("MQPUT", 1.6, E, mq.PUT_SYNCPOINT, thread="9"), call("MQBACK", 1.7, thread="9"),
    ],
    "got by id": [*TWO, OPEN, call("MQGET", 0.5, B, mq.WAIT), call("MQGET", 6, A, mq.WAIT)],
    "got in turn": [*TWO, OPEN, call("MQGET", 0.5, A, mq.WAIT), call("MQGET", 6, B, mq.WAIT)],
    "got by priority": [*TWO, call("MQPUT", 0.3, LATE, thread="3"), OPEN, call("MQGET", 0.5, LATE, mq.WAIT), call("MQGET", 6, B, mq.WAIT)],
    "fifo": SEED_5, "fifo since": SEED_5, "fifo elsewhere": SEED_5,
    "truncated": [PUT_A, OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST, reason=2079, comp_code=1)],
    "got under the cursor": [
        *PUTS[:1], OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST), call("MQGET", 1.1, A, UNDER), PUT_LATE,
        call("MQPUT", 1.6, B, thread="9"), call("MQGET", 2, B, mq.BROWSE_NEXT), call("MQGET", 2.1, B, UNDER),
        call("MQGET", 6, None, mq.BROWSE_NEXT, reason=2033), call("MQGET", 8, LATE, mq.BROWSE_FIRST),
    ],
    "too small a buffer": [PUT_A, OPEN, call("MQGET", 1, A, mq.BROWSE_FIRST, reason=2080, comp_code=1)],
}  # fmt: skip


@pytest.fixture(scope="module")
def scenarios(spark):
    """Every scenario under a queue manager of its own: one Spark job for all of them."""
    rows = [{**row, "queue_manager": name} for name, rows in SCENARIOS.items() for row in rows]
    return table(spark, *rows)


@pytest.fixture(scope="module")
def told(scenarios):
    """The timeline's row of a message in a scenario."""
    orders = [Order(name, "Q", "FIFO", since) for name, since in FIFO_AT.items()]
    timeline = browse_timeline(scenarios, msgdlvsq=orders)
    rows = {(row.queue_manager, bytes(row.msg_id)): row for row in timeline.collect()}
    return lambda name, msg_id: rows[name, msg_id]


@pytest.fixture(scope="module")
def seed_5(spark):
    calls = table(spark, *SEED_5)
    return calls, browse_timeline(calls).persist()


def test_seed_5_out_of_its_calls(seed_5):
    late = rows_of(seed_5[1])[b"D"]
    assert (late.reason, late.delay, late.skipped, late.first_by) == ("CURSOR_SKIP", 6.5, 6.5, "BROWSE_FIRST")
    assert (late.browsed_before, late.put_after, late.no_message) == (2, 0, 1)
    assert bytes(late.cursor.msg_id) == b"A" and late.cursor.priority == 4
    assert [at.number for at in late.evidence] == [5, 4, 9]  # the put, the cursor's browse, the BROWSE_FIRST
    assert late.why.startswith("It came with priority 5 in front of a cursor that was on priority 4. ")
    assert late.why.endswith("returned it to the head of the queue after 6.5 s.")
    assert late.total is None and late.get_time is None


def test_the_story_in_steps(seed_5):
    calls, timeline = seed_5
    told = [(step.title, [(name, arrow) for name, _, arrow, _ in step.rows]) for step in steps(story(timeline, calls))]
    a, b, c, d = (f"{n:02X}" for n in b"ABCD")
    assert told == [
        (f"BROWSE_FIRST: message {a}", [(a, True), (b, False), (c, False)]),
        (f"{d} (priority 5) becomes visible", [(d, False), (a, True), (b, False), (c, False)]),
        (f"BROWSE_NEXT: message {b}", [(d, False), (a, False), (b, True), (c, False)]),
        (f"BROWSE_NEXT: message {c}", [(d, False), (a, False), (b, False), (c, True)]),
        ("BROWSE_NEXT: 2033, no message available", [(d, False), (a, False), (b, False), (c, True)]),
        (f"BROWSE_FIRST: message {d}", [(d, True), (a, False), (b, False), (c, False)]),
    ]


def test_sweeps_run_from_one_browse_first_to_the_next(scenarios):
    found = sweeps(scenarios).where("queue_manager = 'a plain browser too'").sort("start", "thread").collect()
    assert [(r.thread, r.sweep, r.begins_with, r.browses, r.messages, r.no_message, r.manner) for r in found] == [
        ("7", 2, "BROWSE_FIRST", 4, 3, 1, "sweeping cursor"),
        ("77", 2, "BROWSE_FIRST", 1, 1, 0, "plain browser"),
        ("7", 3, "BROWSE_FIRST", 1, 1, 0, "sweeping cursor"),
    ]
    assert browses(scenarios).where("consumer = false").count() == 1


def test_a_handle_that_only_browses_is_no_consumer(told):
    assert told("a plain browser too", b"D").delay == 6.5


def test_bits_are_looked_at_not_equality(told):
    assert told("more bits", b"D").reason == "CURSOR_SKIP"


def test_a_queue_that_is_defined_fifo_has_no_skip(seed_5):
    assert rows_of(browse_timeline(seed_5[0], msgdlvsq={"Q": "FIFO"}))[b"D"].reason != "CURSOR_SKIP"


def test_a_queue_whose_browses_go_up_is_taken_for_fifo(told):
    assert [told("browses that go up", name).reason for name in (b"D", b"E")] == ["BACKLOG", "BACKLOG"]
    assert told("browses that go up", b"E").effective_priority == 0


def test_what_a_get_left_for_one_put_later_did_not_wait_behind_that(told):
    assert [told("got in turn", b"B").reason, told("got by priority", b"B").reason] == ["BACKLOG"] * 2
    left = told("got by id", b"A")
    assert left.reason == "UNKNOWN" and left.why.startswith("The consumer was given one put later first, although")
    assert "did not match the consumer's MsgId, CorrelId or selector" in left.why and "not committed" not in left.why


def test_of_a_queue_whose_only_order_shown_is_a_later_fifo_a_skip_is_told_with_that_condition(told):
    assert told("fifo since", b"D").why.endswith(IF_THEN) and IF_THEN not in told("fifo elsewhere", b"D").why


def test_a_definition_counts_at_its_own_queue_manager_from_its_alteration_on(told):
    reasons = {name: told(name, b"D").reason for name in (*FIFO_AT, "fifo elsewhere")}
    # In a FIFO queue nothing stands behind a cursor that gets a 2033: what it did not return was not there for it.
    assert reasons == {"fifo": "UNKNOWN", "fifo since": "CURSOR_SKIP", "fifo elsewhere": "CURSOR_SKIP"}


def test_what_a_cursor_did_not_find_before_a_2033_did_not_wait_behind_others(told):
    row = told("nothing meanwhile", b"B")
    assert row.reason == "UNKNOWN" and "got 2033 (no message available) meanwhile" in row.why
    assert "the putter's clock is behind" in row.why and "MSGDLVSQ" not in row.why


def test_a_put_outside_a_unit_of_work_is_not_called_uncommitted(told):
    row = told("gone by", b"A")
    assert row.reason == "UNKNOWN" and "not committed" not in row.why and "It was locked" in row.why
    assert "It was not committed yet, or was locked" in told("no commit", b"A").why


def test_definitions_that_contradict_each_other_or_tell_no_alteration_declare_no_order():
    def row(manager, sequence, file="a", **times):
        return {"file": file, "line": 1, "queue_manager": manager, "type": "QLOCAL", "name": "Q",
                "attributes": {"MSGDLVSQ": sequence}, "times": times}  # fmt: skip

    at = datetime(2026, 1, 5, 12)
    rows = [row("QM1", "FIFO", ALT=at), row("QM2", "FIFO"), row("QM3", "FIFO", ALT=at),
            row("QM3", "PRIORITY", "b", ALT=at)]  # fmt: skip
    [order] = delivery_orders(Estate(rows))
    assert order[:3] == ("QM1", "Q", "FIFO") and order.since >= at.replace(tzinfo=UTC)


def test_of_the_time_before_the_trace_nothing_is_said(told):
    for name, untraced in ((b"A", 3600), (b"B", 3600)):
        row = told("trace begins after the put", name)
        assert (row.reason, row.untraced) == ("UNKNOWN", untraced)
        assert "nothing of its consumer in the first 3600.0 s" in row.why


def test_a_loop_that_the_trace_shows_is_told_whatever_was_before(told):
    row = told("a loop after the trace began", b"A")
    assert (row.reason, row.untraced, row.gets) == ("REDELIVERY", 3600, 3)
    assert "nothing of its consumer in the first 3600.0 s" in row.why and "taken 3 times" in row.why


def test_a_message_that_nobody_had_by_the_end_of_the_trace_is_told(scenarios, told):
    assert told("put and backed out", b"E").visible_by == "MQBACK"
    calls = scenarios.where("queue_manager in ('never taken', 'put and backed out', 'seed 5')")
    found = {row.queue_manager: row for row in remaining_messages(browse_timeline(calls), calls, late=1)}
    assert set(found) == {"never taken", "put and backed out"}
    for row in found.values():
        assert (row.messages, bytes(row.worst.msg_id), row.waited) == (1, b"D", 4.5)
        assert (row.given, row.newer, row.nothing) == (2, 0, 1)
    assert remaining_messages(browse_timeline(calls), calls, late=5) == []
    told = findings_of(browse_timeline(calls), calls).where("code = 'NOT_TAKEN'").collect()
    assert len(told) == 2 and all("for at least 4.5 s. MsgId 44, priority 5," in row.statement for row in told)


def test_of_a_message_that_one_consumer_came_for_late_it_is_told_what_others_browsed_meanwhile(spark):
    late = [
        call("MQOPEN", 0, options=mq.OPEN_QUEUE_AGENT, thread="8"),
        call("MQGET", 8, LATE, mq.BROWSE_FIRST, thread="8"),
    ]
    said = " Other consumers browsed there 3 times meanwhile, and got 2033 (no message available) 1 time."
    for rows, told in ((SEED_5[:-1], True), ([PUT_LATE], False)):
        calls = table(spark, *rows, *late)
        [found] = [row for row in findings_of(browse_timeline(calls), calls).collect() if row.code == "DISPATCH"]
        assert "asked for no message for 6.5 s" in found.statement and (said in found.statement) == told, (
            found.statement
        )


def test_a_skip_that_a_fifo_queue_could_have_had_too_says_so(told):
    assert told("it might be fifo", b"D").why.endswith("with MSGDLVSQ(FIFO) it was a backlog.")


def test_a_late_commit_is_told_by_the_mqcmit(told):
    late = told("late commit", b"A")
    assert (late.reason, late.uncommitted, late.skipped) == ("LATE_COMMIT_SKIP", 2.0, 5.5)
    assert late.visible_by == "MQCMIT" and late.visible_within == 0
    assert "of them put later" not in late.why


def test_a_commit_told_to_the_second_is_bounded_by_its_connections_calls(told):
    late = told("late commit to the second", b"A")
    assert (late.reason, late.uncommitted, late.visible_within) == ("LATE_COMMIT_SKIP", 1.5, 0.75)
    assert "after 5.25 to 6.0 s" in late.why


@pytest.mark.parametrize(("name", "by"), [("put not committed", "no MQCMIT"), ("put not traced", "no MQPUT")])
def test_a_skip_of_a_message_that_may_have_been_committed_later_is_told_with_that_condition(scenarios, told, name, by):
    late = told(name, b"D")
    assert (late.reason, late.visible_by, late.visible_within) == ("CURSOR_SKIP", by, 6.5)
    assert late.why.startswith("The trace has no ") and "What follows holds if that was at its put." in late.why
    timeline = browse_timeline(scenarios.where(scenarios.queue_manager.isin(name, "seed 5")))
    sure, unsure = sorted(findings_of(timeline).where("code = 'CURSOR_SKIP'").collect(), key=lambda row: row.severity)
    assert (sure.severity, unsure.severity) == ("critical", "warning")
    assert "although a consumer browsed" in sure.statement and "If committed at the put" in unsure.statement
    assert "If committed at the put" in unsure.statement and unsure.queue_manager == name


def test_without_an_mqcmit_the_reason_is_unknown_and_says_so(told):
    late = told("no commit", b"A")
    assert (late.reason, late.visible_by) == ("UNKNOWN", "no MQCMIT")
    assert "Trace the putting application too" in late.why


def test_a_trace_that_begins_too_late_is_unknown(told):
    late = told("trace begins late", b"A")
    assert late.reason == "UNKNOWN" and "Start the trace before" in late.why


def test_a_session_without_its_browser_is_unknown(told):
    late = told("session alone", b"A")
    assert late.reason == "UNKNOWN" and "Trace the browsing connection too" in late.why


def test_a_message_without_any_put_time_is_not_called_late(told):
    row = told("no put time", b"A")
    assert row.reason is None and row.delay is None and "TraceLevel=MEDIUM" in row.why


def test_a_wait_without_a_duration_ends_no_earlier_than_its_messages_put(told):
    row = told("wait without duration", b"A")
    assert 0 <= row.delay <= 0.2 and row.reason is None


def test_a_truncated_message_was_given_and_one_that_failed_was_not(told):
    assert told("truncated", b"A").delay == 1
    assert told("too small a buffer", b"A").first_time is None


def test_a_msg_id_that_is_used_again_is_another_message(spark):
    puts = [call("MQPUT", at, A, thread="3") for at in (0, 10)]
    gets = [call("MQGET", at, A, mq.WAIT | mq.SYNCPOINT) for at in (0.5, 12)]
    told = browse_timeline(table(spark, OPEN, puts[0], gets[0], puts[1], gets[1])).sort("put_time").collect()
    assert [(row.total, row.gets) for row in told] == [(0.5, 1), (2.0, 1)]


def test_times_that_are_the_ends_of_calls(spark):
    rows = [OPEN, call("MQPUT", 3, A, thread="3"), call("MQGET", 3, A, WAITED, duration=2_000_000)]
    assert rows_of(browse_timeline(table(spark, *rows), time_is="end"))[b"A"].delay == 0
    with pytest.raises(ValueError, match="time_is of 'begin' or 'end'"):
        browse_timeline(table(spark, OPEN), time_is="middle")


def test_what_counts_as_late_is_the_callers(seed_5):
    assert rows_of(browse_timeline(seed_5[0], late=7))[b"D"].reason is None


def test_an_empty_table_has_no_messages(spark):
    calls = table(spark, OPEN).where("false")
    assert browse_timeline(calls).count() == 0 and sweeps(calls).count() == 0
    assert story(browse_timeline(calls), calls) is None


@pytest.fixture(scope="module")
def generated(spark, samples, tmp_path_factory):
    """The same story in every form, each file a queue manager's of its own, so that one Spark job reads them all."""
    from pyspark.sql import functions as F

    case = open_case(spark, samples / "trace_generated")
    calls = case.calls.where(F.col("file").isin(*TELLING)).withColumn("queue_manager", F.col("file"))
    return {name: row for row in browse_timeline(calls).where(F.col("msg_id") == F.lit(D)).collect()
            for name in [row.queue_manager]}  # fmt: skip


@pytest.mark.parametrize("name", TELLING)
def test_one_cursor_skip_of_16_39_s_in_every_form(generated, name):
    late = generated[name]
    assert (late.reason, late.delay, late.priority, late.first_by) == ("CURSOR_SKIP", 16.39, 5, "BROWSE_FIRST")
    assert (late.browsed_before, late.put_after, late.no_message) == (11, 9, 2)


def test_all_forms_in_one_case_are_one_story(spark, samples, tmp_path):
    for name in ("amqsevt_944.json", "amqsactz_verbose.txt", "amqsactz_1LS.txt", "amqsact_944_summary.txt"):
        shutil.copy(samples / "trace_generated" / name, tmp_path)
    found = [row for row in answer(open_case(spark, tmp_path)).findings if row.code == "CURSOR_SKIP"]
    assert len(found) == 1 and found[0].severity == "critical"
    assert found[0].statement.startswith(
        "1 message waited up to 16.39 s on PAYMENTS.IN although a consumer browsed the queue. It arrived where the browse cursor had already passed"
    )
    assert (
        found[0].next[0].command
        == "echo \"DISPLAY QLOCAL('PAYMENTS.IN') MSGDLVSQ DEFPRTY ALTDATE ALTTIME CURDEPTH\" | runmqsc QM1"
    )
    assert all(at.number for at in found[0].evidence)


def test_a_summary_is_context_only_and_says_so(spark, samples, tmp_path):
    shutil.copy(samples / "trace_generated" / "amqsact_944_summary.txt", tmp_path)
    [found] = answer(open_case(spark, tmp_path)).findings
    assert (found.code, found.severity) == ("CONTEXT_ONLY", "info")
    assert [(at.file, at.number) for at in found.evidence] == [("amqsact_944_summary.txt", 1)]


def test_an_empty_trace_asks_for_one_of_its_own_queue_manager(spark, tmp_path):
    event = {"eventSource": {"objectName": "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE", "objectType": "Queue", "queueMgr": "QM7"},
             "eventType": {"name": "Activity Trace", "value": 209}, "eventReason": {"name": "None", "value": 0},
             "eventCreation": {"timeStamp": "2026-03-02T14:30:00Z", "epoch": 1772461800},
             "eventData": {"queueMgrName": "QM7", "applName": "amqsget", "processId": 12, "activityTrace": []}}  # fmt: skip
    (tmp_path / "trace.json").write_text(json.dumps(event, indent=1))
    [found] = answer(open_case(spark, tmp_path)).findings
    [asked] = found.next
    assert asked.command.startswith("amqsevt -m QM7 -q SYSTEM.ADMIN.TRACE") and (asked.on, asked.effect) == (
        "QM7",
        "looks",
    )


def test_a_put_that_failed_or_names_no_message_is_no_message(spark):
    told = table(spark, call("MQPUT", 0, A, thread="3", reason=2053), call("MQPUT", 1, thread="3"), *PUTS[1:])
    assert set(rows_of(browse_timeline(told))) == {B[0], C[0]}


@pytest.mark.parametrize(("reason", "by"), [(0, "MQCMIT"), (2003, "no MQCMIT"), (2009, "no MQCMIT")])
def test_a_commit_counts_when_it_worked(spark, reason, by):
    put = call("MQPUT", 0, A, mq.PUT_SYNCPOINT, thread="3")
    told = table(spark, put, call("MQCMIT", 1, thread="3", reason=reason), call("MQGET", 9, A, mq.WAIT))
    assert rows_of(browse_timeline(told))[A[0]].visible_by == by


def test_a_case_without_traces_has_no_such_findings(spark, tmp_path):
    assert answer(open_case(spark, tmp_path)) is None


def test_a_case_may_say_what_counts_as_late(spark, samples, tmp_path):
    shutil.copy(samples / "trace_generated" / "amqsevt_944.json", tmp_path)
    (tmp_path / "case.json").write_text('{"browse": {"late": 10}}')
    assert [row.code for row in answer(open_case(spark, tmp_path)).findings] == ["CURSOR_SKIP"]


def test_a_traces_arrivals_can_be_played_again(spark):
    run = simulate_browse(traffic(every=1500), queue="ORDERS")
    timeline = browse_timeline(as_calls(spark, run.calls)).persist()
    assert [row.reason for row in late_messages(timeline).collect()] == ["CURSOR_SKIP"]
    again = arrivals(timeline, "ORDERS")
    table = remedies(again, queue="ORDERS").set_index("remedy")["followed"]
    assert table["as it is"] == 30.2 and table["eoqTimeout 1000"] == 0


def test_findings_of_punctual_messages_are_none(spark):
    run = simulate_browse(traffic(every=1500, urgent=()))
    assert findings_of(browse_timeline(as_calls(spark, run.calls))).isEmpty()


def test_a_put_after_its_get_tells_of_two_clocks_and_of_no_delay(spark):
    early = call("MQGET", 2, A, mq.SYNCPOINT, put_time=START + pd.Timedelta(seconds=62))
    [found] = findings_of(browse_timeline(table(spark, OPEN, early))).collect()
    assert found.code == "CLOCKS_DIFFER" and "up to 60.0 s before the time of the put" in found.statement


def test_a_message_that_is_browsed_and_then_got_under_the_cursor_is_one_message(told):
    row = told("got under the cursor", b"D")
    others = {
        one["msg_id"] for one in SCENARIOS["got under the cursor"]
        if one["verb"] == "MQGET" and one["msg_id"] not in (None, b"D") and one["time"] >= PUT_LATE["time"]
    }  # fmt: skip
    assert (row.reason, row.browsed_before, row.put_after) == ("CURSOR_SKIP", len(others), 1)
    assert "The cursor returned 1 other message first, 1 of them put later." in row.why
