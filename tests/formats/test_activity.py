"""Activity traces: the samples as a person reads them, one story from every program, and any cut of any trace."""

import pickle
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import activity
from mqforensics.formats.activity import parameter_labels, pcf_records
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import CALLS
from tests.linear import assert_in_line
from tests.writers import traces
from tests.writers.traces import Call, Record, amqsact, amqsaxe, amqsevt, messages

PLACE = ("file", "offset", "length")
SUMMARY = "amqsact_944_summary.txt"
WHOLE = (
    "amqsevt_944.json", "amqsevt_944_array.json", "amqsevt_944_compact.jsonl", "amqsevt_944_text.txt",
    "amqsevt_944_text_d.txt", "amqsactz_verbose.txt",
)  # fmt: skip
D = b"AMQ QM1         " + bytes.fromhex("65E6EE9B00000004")


def read(data, **known):
    """The rows, which are a partition of the data and fit into the table."""
    data = data.encode() if isinstance(data, str) else data
    rows = []
    for row in activity.read(FileSlice(data, "f", **known)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    at = known.get("offset", 0)
    for row in rows:
        assert (row["offset"], row["length"] > 0) == (at, True)
        at += row["length"]
    assert at == known.get("offset", 0) + len(data)
    pa.RecordBatch.from_pylist(rows, CALLS)
    assert not [key for row in rows for key in row if key not in CALLS.names]
    return rows


def calls(data, **known):
    return [{key: value for key, value in row.items() if key not in PLACE} for row in read(data, **known)]


def when(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture(scope="module")
def generated(samples):
    return {path.name: path.read_bytes() for path in (samples / "trace_generated").iterdir()}


# The samples, by hand -----------------------------------------------------------------------------------------------


def test_a_browse_is_read_as_a_person_reads_it(generated):
    row = calls(generated["amqsevt_944.json"])[15]
    assert row == {
        "number": 16, "time": when("2024-03-05T10:00:01"), "time_exact": 1, "time_note": None,
        "queue_manager": "QM1", "application": "WebSphere MQ JMS", "process": "8123", "thread": "7",
        "connection": None, "channel": "WAS.SVRCONN", "handle": "2", "verb": "MQGET",
        "options": ["MQGMO_BROWSE_FIRST", "MQGMO_ACCEPT_TRUNCATED_MSG", "MQGMO_FAIL_IF_QUIESCING"],
        "options_value": 0x2050, "queue": "PAYMENTS.IN", "msg_id": D[:-1] + b"\1", "correl_id": bytes(24),
        "priority": 4, "persistence": 1, "backout_count": None, "put_time": when("2024-03-05T10:00:00.200"),
        "comp_code": 0, "reason": 0, "duration": 90, "wait_interval": None, "msg_length": 212, "error": None,
    }  # fmt: skip


def test_a_browse_that_waited_in_vain_tells_its_wait_and_no_message(generated):
    row = calls(generated["amqsevt_944.json"])[28]
    assert (row["verb"], row["reason"], row["comp_code"], row["wait_interval"]) == ("MQGET", 2033, 2, 1200)
    assert row["options"][:2] == ["MQGMO_WAIT", "MQGMO_BROWSE_NEXT"]
    assert (row["time"], row["duration"]) == (when("2024-03-05T10:00:16.425"), 1_210_000)
    assert {row[key] for key in ("msg_id", "correl_id", "priority", "persistence", "put_time")} == {None}
    assert row["queue"] == "PAYMENTS.IN"


def test_an_open_has_its_options_and_the_second_its_neighbours_tell(generated):
    row = calls(generated["amqsevt_944.json"])[14]
    assert (row["verb"], row["options_value"], row["handle"]) == ("MQOPEN", 8362, "2")
    assert row["options"] == [
        "MQOO_INPUT_SHARED", "MQOO_BROWSE", "MQOO_INQUIRE", "MQOO_SAVE_ALL_CONTEXT", "MQOO_FAIL_IF_QUIESCING",
    ]  # fmt: skip
    assert (row["time"], row["time_exact"]) == (when("2024-03-05T10:00:00"), 1_000_000)
    assert "UTC+00:00" in row["time_note"]


@pytest.mark.parametrize("name", WHOLE)
def test_every_program_tells_the_same_story(generated, name):
    expected, found = calls(generated["amqsevt_944.json"]), calls(generated[name])
    connections = {"65E6EE0000000011": 14, "65E6EE0000000022": 16, "65E6EE0000000033": 6}
    told = [row.pop("connection") for row in found]
    assert {c: told.count(c) for c in set(told)} == (connections if "amqsactz" in name else {None: 36})
    assert found == [{key: value for key, value in row.items() if key != "connection"} for row in expected]


def test_one_line_a_call_agrees_in_all_that_it_carries(generated):
    same = ("number", "time", "time_exact", "thread", "handle", "verb", "queue", "msg_id", "priority", "reason",
            "queue_manager", "application", "process", "channel")  # fmt: skip
    expected, found = calls(generated["amqsevt_944.json"]), calls(generated["amqsactz_1LS.txt"])
    assert [[row.get(key) for key in same] for row in found] == [[row[key] for key in same] for row in expected]
    for row, other in zip(found, expected, strict=True):
        assert row["options_value"] == (None if row["verb"] == "MQPUT" else other["options_value"])
        assert "taken as UTC" in row["time_note"]


def test_reports_below_the_lines_are_no_calls(generated):
    rows = calls(generated["amqsactz_r_report.txt"])
    assert [row["number"] for row in rows] == list(range(1, 37))
    assert all(row["options"] is None for row in rows)


def test_the_summary_is_context_and_says_so(generated):
    rows = calls(generated[SUMMARY])
    assert len(rows) == 36
    assert all(row["error"].startswith("context only") and "amqsact -v" in row["error"] for row in rows)
    assert (rows[15]["verb"], rows[15]["thread"], rows[15]["handle"], rows[15]["time_exact"]) == (
        "MQGET",
        "7",
        "2",
        1_000_000,
    )


@pytest.mark.parametrize(("name", "begin", "connection"), [
    ("pcf_m1.bin", 0, "65E6EE0000000011"), ("pcf_m3.bin", 30, "65E6EE0000000033"),
])  # fmt: skip
def test_raw_messages_tell_the_same(generated, name, begin, connection):
    found = calls(generated[name])
    expected = calls(generated["amqsevt_944.json"])[begin : begin + len(found)]
    for number, (row, other) in enumerate(zip(found, expected, strict=True), 1):
        assert row == {**other, "number": number, "connection": connection}


def test_the_exit_log_tells_the_same_messages(generated):
    rows = calls(generated["amqsaxe_944_ApiTrace.8123.7.log"])
    assert [row["options_value"] for row in rows] == [0x2050, 0x2060, 0x2060, 0x2060, 0x2061, 0x2050]
    assert [row["reason"] for row in rows] == [0, 0, 0, 2033, 2033, 0]
    assert [row["priority"] for row in rows] == [4, 4, 3, None, None, 5]
    assert [row["time"] for row in rows][:4] == [
        when("2024-03-05T10:00:01"), when("2024-03-05T10:00:02"), when("2024-03-05T10:00:03"),
        when("2024-03-05T10:00:03.010"),
    ]  # fmt: skip
    assert (rows[4]["wait_interval"], rows[4]["duration"], rows[3]["wait_interval"]) == (3000, 3_000_000, None)
    browsed = {row["msg_id"]: row for row in calls(generated["amqsevt_944.json"]) if row["verb"] == "MQGET"}
    for row in rows:
        if row["reason"] == 0:
            other = browsed[row["msg_id"]]
            assert [row[k] for k in ("priority", "put_time", "queue")] == [
                other[k] for k in ("priority", "put_time", "queue")
            ]
    assert {(r["process"], r["thread"], r["handle"], r["connection"], r["queue"]) for r in rows} == {
        ("8123", "7", "2", "0x20007", "PAYMENTS.IN")
    }


def test_message_d_from_every_program_that_carries_it(generated):
    for name in (*WHOLE, "amqsactz_1LS.txt"):
        mine = [row for row in calls(generated[name]) if row["msg_id"] == D]
        assert [(row["verb"], row["priority"], row["reason"]) for row in mine] == [
            ("MQPUT", 5, 0), ("MQGET", 5, 0), ("MQGET", 5, 0),
        ]  # fmt: skip
        put, browsed, _ = (row["time"] for row in mine)
        assert browsed - put == timedelta(seconds=16.39)


SHORT = {
    "amqsact_summary_meshiq2020.txt": (7, "MQCONNX", "context only"),
    "amqsact_verbose_ibmdocs_testqm.txt": (1, None, "the header of an activity trace record"),
    "amqsact_verbose_put_meshiq2020.txt": (1, "MQPUT", None),
    "strmqtrc_aix_90.txt": (1, None, "a trace of the product's own code"),
    "strmqtrc_windows_90_counter.txt": (1, None, "a trace of the product's own code"),
    "strmqtrc_windows_93.txt": (1, None, "a trace of the product's own code"),
    "qstatus_checkmk_v75.txt": (1, None, "no MQI call"),
}


@pytest.mark.parametrize("name", SHORT)
def test_what_people_pasted(samples, name):
    count, verb, error = SHORT[name]
    rows = read((samples / "trace" / name).read_bytes())
    assert (len(rows), rows[0].get("verb")) == (count, verb)
    assert rows[0]["error"] is error or rows[0]["error"].startswith(error)


def test_a_summary_off_a_web_page(samples):
    rows = read((samples / "trace" / "amqsact_summary_meshiq2020.txt").read_bytes())
    assert [row["reason"] for row in rows] == [0, 0, 0, 0, 2053, 0, 0]
    assert (rows[4]["comp_code"], rows[4]["handle"], rows[4]["queue"]) == (2, "2", "Sample. Queue")
    assert rows[0]["handle"] is None


def test_a_header_alone_tells_whose_it_is(samples):
    (row,) = read((samples / "trace" / "amqsact_verbose_ibmdocs_testqm.txt").read_bytes())
    assert (row["queue_manager"], row["connection"]) == ("TESTQM", "B5F642512000E601")


def test_only_activity_traces_are_taken_for_one(samples):
    mine = re.compile(r"trace_generated/(amqs|pcf)|trace/(amqsact|strmqtrc)|mqtrace_hex|route/dspmqrte")
    for path in samples.rglob("*"):
        if path.is_file() and path.suffix != ".gz":
            score = activity.sniff(path.read_bytes()[: 1 << 16])
            assert (score > 0) == bool(mine.search(path.as_posix())), (path.name, score)


# Names of the constants, and what time may be spent ------------------------------------------------------------------


def with_constants(text):
    names = {parameter_labels.key(constant): constant for constant, _ in parameter_labels.FIELDS} | {
        "activityTrace": "MQGACF_ACTIVITY_TRACE"
    }
    text = re.sub(r'"(\w+)"(\s*:)', lambda m: f'"{names.get(m[1], m[1])}"{m[2]}', text)
    text = re.sub(r'("MQIACF_OPERATION_ID"\s*:\s*)"(\w+)"', lambda m: f'{m[1]}"MQXF_{m[2].upper()}"', text)
    return text.replace('"Activity Trace"', '"MQCMD_ACTIVITY_TRACE"')


@pytest.mark.parametrize("cut", [None, -200])
def test_json_with_the_names_of_the_constants_tells_the_same(samples, cut):
    text = (samples / "trace_generated" / "amqsevt_944.json").read_text()[:cut]
    plain, constants = read(text.encode()), read(with_constants(text).encode())
    assert len(plain) == 36 and activity.sniff(with_constants(text).encode()) == 100
    for row, other in zip(plain, constants, strict=True):
        same = row.keys() - {"offset", "length", "error"}
        assert {name: row[name] for name in same} == {name: other[name] for name in same}


EVENT = b'{"eventSource" : {},"eventType":{"name":"Activity Trace","value":209},"eventData":{"activityTrace":['
WORST = {
    "digits": lambda n: b"1" * n, "operation": lambda n: b"MonitoringType:\nOperation Id:\nMQI Operation: " + b"5" * n, "line ends": lambda n: b"\n" * n, "blanks": lambda n: b" " * n,
    "sources": lambda n: b'{"eventSource"' * (n // 14), "types": lambda n: b'"eventType" : {' * (n // 15),
    "calls": lambda n: EVENT + b'{"operationId":"Get"},' * (n // 22), "names": lambda n: EVENT + b'"operationId"' * (n // 13),
    "nested": lambda n: EVENT + b'{"a":' * (n // 5), "nested calls": lambda n: EVENT + b'{"operationId":[{' * (n // 17),
    "a long number": lambda n: EVENT + b'{"operationId":"Get","hobj":' + b"9" * n + b"}]}}",
    "a long text": lambda n: EVENT + b'{"operationId":"Get","hobj":"' + b"9" * n + b'"}]}}',
    "heads": lambda n: b"**** Message #1 (1 Bytes) on Queue Q ****\n" * (n // 43),
    "calls in text": lambda n: b"**** Message #1 (1 Bytes)\n" + b"  ACTIVITY TRACE\n" * (n // 17),
    "amqsact": lambda n: b"MonitoringType: MQI Activity Trace\n" * (n // 35), "1LS": lambda n: b"1LS= Opr(MQXF_GET) " * (n // 19),
    "exits": lambda n: b"MQAPI Trace\n START " + b"MQGET\n BEFORE \n" * (n // 14), "rules": lambda n: b"=" * n,
    "blanks in a kind": lambda n: b"**** Message #1 (1 Bytes)\nEvent Type : x" + b" " * n + b"y\n",
    "blanks in a line": lambda n: b"1LS= Opr(MQXF_GET) RC(0)" + b" " * n + b"x\n",
    "blanks in a header": lambda n: b"MQAPI Trace\n START \n  ApplName: x" + b" " * n + b"y\nMQGET\n BEFORE \n",
    "PCF": lambda n: (b"\x1a\0\0\0\x24\0\0\0\x01\0\0\0\xd1\0\0\0" + b"\0" * 20) * (n // 36),
}  # fmt: skip


@pytest.mark.parametrize("kind", WORST)
def test_time_grows_in_line_with_size(kind):
    def work(data):
        activity.sniff(data[:65536])
        list(activity.read(FileSlice(data)))

    assert_in_line(work, WORST[kind](1 << 15), WORST[kind](1 << 17), quick=0.05)


# Our own story, in any zone -----------------------------------------------------------------------------------------

T0 = 1_709_632_800_000_000
VERBS = ("MQGET", "MQPUT", "MQOPEN", "MQCMIT", "MQBACK", "MQCLOSE")


@st.composite
def one_call(draw, time):
    verb = draw(st.sampled_from(VERBS))
    if verb in ("MQCMIT", "MQBACK"):
        return Call(verb, time, draw(st.integers(0, 10**7)))
    named = {"hobj": draw(st.integers(2, 5)), "object": "IN.ALIAS", "resolved": "IN"}
    if verb in ("MQOPEN", "MQCLOSE"):
        return Call(verb, time, 150, options=draw(st.integers(0, 0x3FFF)), **(named | {"resolved": None}))
    options = draw(st.sampled_from([0x2010, 0x2020, 0x2021, 0x2002]))
    if verb == "MQGET" and draw(st.booleans()):
        return Call(
            verb, time, 10, options=options, reason=2033, comp=2, wait=draw(st.integers(0, 5000)), length=0, **named
        )
    return Call(
        verb, time, 10, options=options, wait=3000, msg=draw(st.binary(min_size=24, max_size=24)),
        priority=draw(st.integers(0, 9)), put=time - 10_000 * draw(st.integers(0, 999)), length=draw(st.integers(0, 9999)), **named,
    )  # fmt: skip


@st.composite
def a_trace(draw, most=4):
    zone = draw(st.sampled_from([0, 3600, -18_000, 19_800, 20_700]))
    records, time = [], T0
    for number in range(draw(st.integers(1, most))):
        calls = []
        for _ in range(draw(st.integers(0, 5))):
            time += draw(st.integers(1, 3_000_000))
            calls.append(draw(one_call(time)))
        channel = draw(st.sampled_from([None, "WAS.SVRCONN"]))
        connection = bytes([0x65, 0xE6, 0xEE, 0, 0, 0, 1, number + 1])
        records.append(
            Record(
                pid=4711 + number, tid=number + 1, channel=channel, connection=connection, zone=zone, calls=tuple(calls)
            )
        )
    return records


WRITERS = {
    "json": amqsevt.evt_json,
    "compact": amqsevt.evt_compact,
    "array": amqsevt.evt_array,
    "text": amqsevt.evt_text,
    "text -d": lambda records: amqsevt.evt_text(records, named=True),
    "verbose": amqsact.act_verbose,
    "one line": amqsact.actz_1ls,
    "summary": amqsact.act_summary,
    "pcf": messages.pcf_short,
    "pcf big-endian": lambda records: messages.pcf_short(records, ">"),
    "exit": lambda records: "".join(amqsaxe.exit_log(record) for record in records if record.calls),
}
FULL = [name for name in WRITERS if name not in ("one line", "summary", "exit")]


def test_the_writers_print_what_the_programs_print(generated):
    """Our story out of the readers, printed again, is the story: the two are each other's inverse."""
    wanted = re.sub(rb"\s+", b" ", generated["amqsevt_944_compact.jsonl"])
    made = re.sub(rb"\s+", b" ", amqsevt.evt_compact([Record(calls=(Call("MQCMIT", T0 + 1, 1500),))]).encode())
    for piece in (b'"compCode" : { "name" : "Ok", "value" : 0 }', b'"operationId" : "Cmit"', b'"activityTrace" : [ { '):
        assert piece in wanted and piece in made


@settings(max_examples=40, deadline=None)
@given(a_trace())
def test_what_was_written_is_read(records):
    written = [(record, call) for record in records for call in record.calls]
    exact = any(call.verb in traces.EXACT for _, call in written)
    for name in FULL:
        rows = [row for row in calls(WRITERS[name](records)) if row.get("number")]
        assert len(rows) == len(written), name
        for row, (record, call) in zip(rows, written, strict=True):
            found = call.msg is not None
            assert (row["verb"], row["process"], row["thread"]) == (call.verb, str(record.pid), str(record.tid)), name
            assert (row["reason"], row["comp_code"], row["duration"]) == (call.reason, call.comp, call.duration)
            assert row["handle"] == (None if call.hobj is None else str(call.hobj))
            assert row["options_value"] == call.options
            assert row["msg_id"] == (call.msg or None) and row["priority"] == (call.priority if found else None)
            assert row["wait_interval"] == (call.wait if call.verb == "MQGET" and call.options & 1 else None)
            put = traces.at(call.put // 10_000 * 10_000) if found else None
            assert row["put_time"] == put
            if call.verb in traces.EXACT:
                assert (row["time"], row["time_exact"]) == (traces.at(call.at), 1)
            elif exact:
                assert (row["time"], row["time_exact"]) == (traces.at(call.at // 10**6 * 10**6), 1_000_000)
            else:
                assert "taken as UTC" in row["time_note"]


@settings(max_examples=25, deadline=None)
@given(a_trace(most=1))
def test_the_exit_log_is_read(records):
    (record,) = records
    if not record.calls:
        return
    rows = calls(amqsaxe.exit_log(record))
    assert [(row["verb"], row["time"], row["reason"], row["duration"]) for row in rows] == [
        (call.verb, traces.at(call.at), call.reason, call.duration) for call in record.calls
    ]
    for row, call in zip(rows, record.calls, strict=True):
        if call.verb == "MQGET":
            assert (row["options_value"], row["msg_id"]) == (call.options, call.msg)
            assert row["wait_interval"] == (call.wait if call.options & 1 else None)


# Cuts, damage, encodings --------------------------------------------------------------------------------------------


def pieces(data, cuts):
    """Stretches as the source makes them: cut at marks, each with what `context_after` kept of everything before."""
    marks = sorted({match.start(match.lastindex or 0) for match in activity.START.finditer(data)})
    bounds = [0, *sorted({marks[cut % len(marks)] for cut in cuts} if marks else ()), len(data)]
    context = {}
    for start, end in pairwise(bounds):
        if start < end:
            yield data[start:end], {"offset": start, "after": data[end:], "context": context}
            middle = start + (end - start) * 2 // 3  # context_after may be called with any bytes in a row
            context = activity.context_after(data[middle:end], activity.context_after(data[start:middle], context))


@settings(max_examples=60, deadline=None)
@given(a_trace(), st.sampled_from(sorted(WRITERS)), st.lists(st.integers(0, 10**6), max_size=4))
def test_a_cut_trace_has_the_same_rows(records, writer, cuts):
    data = WRITERS[writer](records)
    data = data.encode() if isinstance(data, str) else data
    whole = read(data) if data else []
    assert [row for part, known in pieces(data, cuts) for row in read(part, **known)] == whole
    pickle.dumps(activity.context_after(data, {}))


def test_samples_can_be_cut_anywhere_they_may(generated):
    for name in (*WHOLE, "amqsactz_1LS.txt", "amqsaxe_944_ApiTrace.8123.7.log", SUMMARY):
        data = generated[name]
        parts = list(pieces(data, range(100)))
        assert len(parts) == (6 if "amqsaxe" in name else 3), name
        assert [row for part, known in parts for row in read(part, **known)] == read(data)


@settings(max_examples=150, deadline=None)
@given(a_trace(), st.sampled_from(sorted(WRITERS)), st.data())
def test_damage_never_raises(records, writer, data):
    good = WRITERS[writer](records)
    good = bytearray(good.encode() if isinstance(good, str) else good)
    for _ in range(data.draw(st.integers(1, 6))):
        if good:
            at = data.draw(st.integers(0, len(good) - 1))
            end = at + data.draw(st.integers(0, 60))
            good[at:end] = data.draw(st.binary(max_size=8))
    read(bytes(good))
    activity.sniff(bytes(good))
    activity.context_after(bytes(good), {})


IN_COLUMNS = ("json", "compact", "array", "text", "text -d", "verbose")


def one_by_one(data):
    """The rows as they are without columns of many records."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(activity.Reading, "together", lambda *_: None)
        return read(data)


@pytest.mark.parametrize("name", WHOLE)
def test_records_of_a_whole_trace_are_read_as_columns(generated, name, monkeypatch):
    one = one_by_one(generated[name])
    monkeypatch.setattr(activity.Reading, "one_by_one", lambda *_: pytest.fail("read one by one"))
    assert read(generated[name]) == one


@settings(max_examples=150, deadline=None)
@given(a_trace(most=3), st.sampled_from(IN_COLUMNS), st.data())
def test_columns_say_what_records_one_by_one_say(records, writer, data):
    lines = WRITERS[writer](records).encode().split(b"\n")
    for _ in range(data.draw(st.integers(0, 5))):
        at = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        label, colon, _ = lines[at].partition(b":")
        odd = data.draw(st.sampled_from(ODD_VALUES))
        lines[at : at + 1] = data.draw(
            st.sampled_from(
                [[b""], [lines[at]] * 2, [lines[other], lines[at]], [label + colon + odd], [label + colon + odd + b","]]
            )
        )
    rows = read(b"\n".join(lines))
    assert rows == one_by_one(b"\n".join(lines))


ODD_VALUES = [
    b" null", b" 7", b" -0", b" 99999999999999999999", b' "x"', b' ""', b' "0x10"', b" 1.5", b" Inf", b" NaN", b" true", b" 'a b'",
    b' "\xc3\xa4"', b" \xff", b' { "name" : "x", "value" : 3 }', b' { "value" : null }', b" [ 1 ]", b' "\\u0041\\\\"',
    b' "2026-03-10"', b" 00:00:61", b"  414D 5120 'AMQ '", b" MQGET", b' "Get"', b" 9223372036854775807",
]  # fmt: skip


@pytest.mark.parametrize("writer", ["json", "verbose"])
@pytest.mark.parametrize("odd", ODD_VALUES)
def test_an_odd_value_in_any_line_is_read_alike(writer, odd):
    lines = WRITERS[writer](STORY).encode().split(b"\n")
    for at, line in enumerate(lines):
        label, colon, _ = line.partition(b":")
        for end in (b"", b",") if writer == "json" else (b"",):
            data = b"\n".join([*lines[:at], label + colon + odd + end, *lines[at + 1 :]])
            assert read(data) == one_by_one(data), line


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_noise_is_one_row(noise):
    rows = read(noise)
    assert len(rows) == (1 if noise else 0)
    assert activity.sniff(noise) == 0


STORY = [Record(zone=3600, calls=(
    Call("MQOPEN", T0, options=8362, hobj=2, object="IN"),
    Call("MQGET", T0 + 1_250_000, options=0x2050, hobj=2, object="IN", resolved="IN", msg=D, priority=5, length=3),
    Call("MQCMIT", T0 + 2_000_000),
))]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("writer", ["json", "text", "verbose", "one line"])
def test_text_in_another_encoding(writer, encoding):
    text = WRITERS[writer](STORY)
    assert calls(text.encode(encoding)) == calls(text)
    assert activity.sniff(text.encode(encoding)) >= 95


@pytest.mark.parametrize("writer", ["json", "text", "verbose", "one line", "exit", "summary"])
def test_lines_that_end_as_on_windows(writer):
    text = WRITERS[writer](STORY)
    assert calls(text.replace("\n", "\r\n")) == calls(text)


def test_one_line_calls_without_any_header_are_each_their_own():
    records = [
        STORY[0],
        Record(pid=99, appl="C:\\Program Files (x86)\\a.exe", connection=bytes(7) + b"\2", calls=STORY[0].calls),
    ]
    rows = calls(amqsact.actz_1ls(records, heads=False))
    assert [(row["process"], row["connection"]) for row in rows] == [("4711", "65E6EE0000000011")] * 3 + [
        ("99", "0000000000000002")
    ] * 3
    assert rows[5]["application"] == "C:\\Program Files (x86)\\a.exe"


def test_a_cut_event_keeps_the_calls_that_are_whole():
    text = amqsevt.evt_json(STORY)
    rows = calls(text[: text.index('"msgId"') + 20])
    assert [(row["verb"], row["number"]) for row in rows] == [("MQOPEN", 1), ("MQGET", 2)]
    assert rows[0]["error"] is None and rows[0]["queue_manager"] == "QM1" and rows[0]["process"] == "4711"
    assert rows[1]["error"].startswith("this call is not whole JSON") and rows[1]["priority"] == 5


def test_a_commit_before_any_exact_call_leans_on_a_later_record():
    records = [Record(zone=7200, calls=(Call("MQCMIT", T0),)), Record(zone=7200, calls=STORY[0].calls)]
    for writer in FULL:
        first = calls(WRITERS[writer](records))[0]
        assert (first["time"], first["time_exact"]) == (traces.at(T0), 1_000_000), writer
        assert "UTC+02:00" in first["time_note"]


def test_another_queue_managers_zone_tells_nothing():
    records = [Record(qm="QM9", zone=7200, calls=(Call("MQCMIT", T0),)), Record(zone=7200, calls=STORY[0].calls)]
    row = calls(amqsevt.evt_json(records))[0]
    assert row["time"] == traces.at(T0 + 7_200_000_000) and "taken as UTC" in row["time_note"]


def test_a_queue_is_the_one_that_an_alias_resolved_to():
    get = Call("MQGET", T0, options=0x2020, hobj=2, object="IN.ALIAS", resolved="IN", msg=D, length=1)
    none = Call("MQGET", T0 + 10, options=0x2020, hobj=2, object="IN.ALIAS", reason=2033, comp=2)
    rows = calls(amqsevt.evt_json([Record(calls=(get, none))]))
    assert [row["queue"] for row in rows] == ["IN", "IN"]


def test_events_that_are_no_trace_say_so():
    other = '{\n"eventSource" : { "objectName": "SYSTEM.ADMIN.QMGR.EVENT" },\n"eventType" : { "name" : "Queue Mgr Event" },\n"eventData" : { }\n}\n'
    rows = read(other + amqsevt.evt_json(STORY))
    assert rows[0]["error"] == "an event with no activity trace in it: Queue Mgr Event"
    assert [row.get("number") for row in rows] == [None, 1, 2, 3]


def test_calls_out_of_a_message_body():
    body = messages.pcf(STORY[0])
    which, columns = pcf_records.calls([(b"no message", None), (body, traces.correl_id(STORY[0]))])
    rows = pa.table(columns).to_pylist()
    assert which.tolist() == [1, 1, 1]
    assert [row["verb"] for row in rows] == ["MQOPEN", "MQGET", "MQCMIT"]
    assert {row["connection"] for row in rows} == {"65E6EE0000000011"} and rows[1]["msg_id"] == D
    assert len(pcf_records.calls([(b"no message", None)])[0]) == 0


def test_numbers_beyond_their_column_are_no_numbers():
    text = amqsevt.evt_json(STORY).replace('"priority" : 5', f'"priority" : {2**40}')
    assert read(text)[1]["priority"] is None
    assert read(amqsevt.evt_json(STORY).replace('"QM1"', '"\\ud800"'))[0]["queue_manager"] == "?"
