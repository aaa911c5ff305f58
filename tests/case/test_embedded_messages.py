import pytest

from mqforensics import browse_timeline, open_case
from tests.writers.amqsbcg import dump
from tests.writers.event_cases import STORY, as_json, as_pcf


def test_a_dump_of_the_trace_queue_tells_the_same_calls(spark, samples, tmp_path):
    body = (samples / "trace_generated" / "pcf_m1.bin").read_bytes()
    start = next(
        at for at in range(0, len(body), 4) if body[at : at + 8] in (b"\0\0\0\x1a\0\0\0$", b"\x1a\0\0\0$\0\0\0")
    )
    order = 546 if body[start] else 273
    trace = {"Format": "MQADMIN", "Encoding": order, "CodedCharSetId": 819, "data": body[start:]}
    (tmp_path / "dumped").mkdir()
    (tmp_path / "dumped" / "trace.txt").write_text(dump([trace], "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE"))
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "trace.bin").write_bytes(body)
    dumped, raw = open_case(spark, tmp_path / "dumped"), open_case(spark, tmp_path / "raw")
    assert dumped.has("calls")
    same = ("verb", "time", "queue", "msg_id", "priority", "reason", "options")
    assert dumped.calls.orderBy("number").select(*same).collect() == raw.calls.orderBy("number").select(*same).collect()
    assert browse_timeline(dumped.calls).count() == browse_timeline(raw.calls).count()


def test_a_dump_of_another_queue_has_no_calls(spark, tmp_path):
    (tmp_path / "q1.txt").write_text(dump([{"data": b"a"}], "Q1"))
    case = open_case(spark, tmp_path)
    assert not case.has("calls") and case.calls.count() == 0


@pytest.mark.parametrize("saved", [False, True])
def test_events_in_a_dump_are_events(spark, tmp_path, saved):
    made = [{"Format": "MQEVENT", "Encoding": 546, "CodedCharSetId": 1208, "data": as_pcf(one)} for one in STORY]
    plain = {"Format": "MQSTR", "Encoding": 546, "CodedCharSetId": 1208, "data": b"MQEVENT"}
    (tmp_path / "perfm.txt").write_text(dump([*made, plain], "SYSTEM.ADMIN.PERFM.EVENT"))
    if saved:
        (tmp_path / "amqsevt.json").write_bytes(as_json())
    case = open_case(spark, tmp_path)
    found = case.events.where("file = 'perfm.txt'").orderBy("number").collect()
    assert case.has("events") and case.events.count() == len(STORY) * (1 + saved)
    assert [row.reason for row in found] == [one[2][2] for one in STORY] and not any(row.error for row in found)


def test_statistics_in_a_dump_are_events(spark, tmp_path):
    told = [one for one in STORY if one[1][2] in (164, 165, 166, 167, 168)]
    made = [{"Format": "MQADMIN", "Encoding": 546, "CodedCharSetId": 1208, "data": as_pcf(one)} for one in told]
    (tmp_path / "statistics.txt").write_text(dump(made, "SYSTEM.ADMIN.STATISTICS.QUEUE"))
    with open_case(spark, tmp_path) as case:
        assert told and case.has("events") and {row.category for row in case.events.collect()} == {"STATISTICS"}


@pytest.mark.parametrize("code", ["utf-16", "utf-16-be", "cp1047"])
def test_events_in_a_dump_of_any_code_are_events(spark, tmp_path, code):
    made = [{"Format": "MQEVENT", "Encoding": 546, "CodedCharSetId": 1208, "data": as_pcf(one)} for one in STORY]
    (tmp_path / "perfm.txt").write_bytes(dump(made, "SYSTEM.ADMIN.PERFM.EVENT").encode(code))
    with open_case(spark, tmp_path) as case:
        assert case.has("events") and case.events.count() == len(STORY)


@pytest.mark.parametrize("size", [1 << 16, (1 << 20) - 4])
def test_events_far_behind_others_in_a_dump_are_events(spark, tmp_path, size):
    made = {"Format": "MQEVENT", "Encoding": 546, "CodedCharSetId": 1208, "data": as_pcf(STORY[0])}
    events = dump([made], "E")
    before = dump([{"data": b"a" * 100}], "Q1")
    fill = size - len(before) - events.index("MQEVENT")
    (tmp_path / "both.txt").write_text(before + "\n" * fill + events)
    with open_case(spark, tmp_path) as case:
        assert case.has("events") and not case.has("calls") and case.events.count() == 1
