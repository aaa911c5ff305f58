"""JMS traces: the real one as a person reads it, blocks in any order and zone, and any cut of any trace."""

import gzip
import pickle
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import jmstrace
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.jmstrace import trace_lines as trace_lines
from mqforensics.formats.jmstrace.trace_lines import zone_by_put_time, zone_info
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.tables import CALLS
from tests.writers.jms import Made, Writer, agent, header, trace
from tests.writers.traces import Call, at

PLACE = ("file", "offset", "length")
T0 = 1_709_632_800_000_000
NOTHING = "no MQI call begins in these bytes of the trace"
MSG = b"AMQ QM1         " + bytes.fromhex("65E6EE9B00000004")


def read(data, **known):
    """The rows, which are a partition of the data and fit into the table."""
    data = data.encode() if isinstance(data, str) else data
    rows = []
    for row in jmstrace.read(FileSlice(data, "f", **known)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    at_ = known.get("offset", 0)
    for row in rows:
        assert (row["offset"], row["length"] > 0) == (at_, True)
        at_ += row["length"]
    assert at_ == known.get("offset", 0) + len(data)
    pa.RecordBatch.from_pylist(rows, CALLS)
    assert not [key for row in rows for key in row if key not in CALLS.names]
    return rows


def when(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def get(time, options=0x2021, **known):
    told = {"hobj": 6, "object": "IN", "wait": 5000, "msg": MSG, "priority": 5, "length": 212} | known
    return Call("MQGET", time, options=options, **told)


def none(time, duration=5_000_000, options=0x2021):
    return Call("MQGET", time, duration, options, 6, "IN", reason=2033, comp=2, wait=5000, length=0)


# The real trace -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(samples):
    data = gzip.decompress((samples / "trace" / "jmstrace_935_full.log.gz").read_bytes())
    return data, read(data)


def test_every_call_of_the_real_trace_once(real):
    """The blocks were counted by hand with grep; two spiOpen have none on return."""
    _, rows = real
    assert Counter(row["verb"] for row in rows) == {
        "MQCLOSE": 51, "MQOPEN": 51, "MQINQ": 50, "MQCONNX": 37, "MQDISC": 37, "MQGET": 3, "MQPUT": 2, "MQCMIT": 1,
        "MQBACK": 1,
    }  # fmt: skip
    assert [row["number"] for row in rows] == list(range(1, 234))
    assert {row["time_note"] for row in rows} == {None} and {row["time_exact"] for row in rows} == {1000}
    assert {(row["process"], row["application"]) for row in rows} == {("9916", "PCFUniformClusterTest")}
    assert {row["queue_manager"] for row in rows if row["queue_manager"]} == {"QM1", "QM2", "QM3"}


def test_a_get_of_the_real_trace(real):
    row = next(row for row in real[1] if row["verb"] == "MQGET")
    assert {key: value for key, value in row.items() if key not in PLACE} == {
        "number": 188, "time": when("2025-09-09T11:22:56.817"), "time_exact": 1000, "time_note": None,
        "queue_manager": "QM1", "application": "PCFUniformClusterTest", "process": "9916", "thread": "00000001",
        "connection": "BEB3BD6800A90040", "channel": None, "handle": "6", "verb": "MQGET",
        "options": ["MQGMO_WAIT", "MQGMO_NO_SYNCPOINT", "MQGMO_FAIL_IF_QUIESCING", "MQGMO_CONVERT",
                    "MQGMO_PROPERTIES_FORCE_MQRFH2"],
        "options_value": 0x2006005, "queue": "AMQ.68BEBEB62380B201",
        "msg_id": bytes.fromhex("414D5120514D31202020202020202020BEB3BD6809070040"),
        "correl_id": bytes.fromhex("414D5120514D31202020202020202020BEB3BD6802A90040"),
        "priority": 0, "persistence": 0, "backout_count": 0, "put_time": when("2025-09-09T11:22:56.810"),
        "comp_code": 0, "reason": 0, "duration": 26_000, "wait_interval": 30_000, "msg_length": 136, "error": None,
    }  # fmt: skip


def test_an_open_without_a_block_on_return_has_the_handle_it_set(real):
    """What it opened is got from below, with the handle that the setter shows."""
    first, second = (row for row in real[1] if row["error"])
    assert first["error"] == second["error"] == "the trace shows when this call ended, not how"
    assert (first["handle"], first["queue"], first["options_value"]) == ("4", "SYSTEM.ADMIN.COMMAND.QUEUE", 8240)
    assert (second["handle"], second["queue"], second["options_value"]) == ("6", "AMQ.68BEBEB62380B201", 8196)
    assert first["duration"] == 49_000 and first["reason"] is None


def test_the_real_trace_in_pieces(real):
    data = real[0]
    half = data[: 9 << 20]
    whole = read(half)
    cut = [row for part, known in pieces(half, range(0, len(half), 1 << 20)) for row in read(part, **known)]
    assert [row for row in cut if row.get("verb")] == same_places(whole, cut)
    assert len(whole) > 30


def same_places(whole, cut):
    """Rows of the whole, with the lengths that they have when a cut ends them."""
    lengths = {row["offset"]: row["length"] for row in cut}
    starts = {row.get("number"): row["offset"] for row in cut}
    return [{**row, "offset": starts[row["number"]], "length": lengths[starts[row["number"]]]} for row in whole]


BLOCKS = {
    "MQBACK": [("MQBACK", None, 10_000)],
    "MQCLOSE": [("MQCLOSE", "2", 19_000)],
    "MQCMIT": [("MQCMIT", None, 10_000)],
    "MQINQ": [("MQINQ", "2", 21_000)],
    "MQOPEN": [("MQOPEN", "2", 41_000), ("MQOPEN", "2", 25_000)],
    "jmqiGet": [("MQGET", "6", 26_000), ("MQGET", "6", 30_000), ("MQGET", "6", 24_000)],
    "jmqiPutMessageWithProps": [("MQPUT", "4", 15_000), ("MQPUT", "4", 14_000)],
}


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_alone(samples, name):
    rows = read((samples / "trace" / f"jmstrace_935_{name}_blocks.trc").read_bytes())
    assert [(row["verb"], row["handle"], row["duration"]) for row in rows] == BLOCKS[name]
    if name.startswith("jmqiPut"):
        assert rows[0]["time"] == when("2025-09-09T11:22:56.798")
        assert "put times" in rows[0]["time_note"] and "UTC+00:00" in rows[0]["time_note"]
    else:
        assert rows[0]["time"] is None and rows[0]["time_note"].startswith("local time 2025-09-09 11:22:")


def test_the_head_of_a_trace_has_no_call_yet(samples):
    for name in ("head400.trc", "mqjavaclient_head400.trc", "mqtrace_111255_head300.log"):
        (row,) = read((samples / "trace" / f"jmstrace_935_{name}").read_bytes())
        assert row["error"] == NOTHING and "verb" not in row


@pytest.mark.parametrize("prefix", [
    "2026-03-10T08:00:20.{:09} ", "[pod/was-0/app] ", "was-1  | ", "{:6}  ",
])  # fmt: skip
def test_a_trace_is_read_behind_what_a_container_or_an_editor_puts_before_its_lines(prefix):
    plain = trace([Made(get(T0)), Made(none(T0 + 9_000))])
    pasted = "".join(prefix.format(number) + line for number, line in enumerate(plain.splitlines(True), 1)).encode()
    clean = clean_text(pasted)
    assert clean.data.rstrip() == plain.encode().rstrip() and jmstrace.sniff(clean.data) == 100
    assert clean_text(plain.encode()) is None


def test_the_servers_notice_is_context(samples):
    (row,) = read((samples / "trace" / "was_CWSJY0003W_JMSCC0108.txt").read_bytes())
    assert row["error"].startswith("context only: JMSCC0108")


def test_only_client_traces_are_taken_for_one(samples):
    for path in samples.rglob("*"):
        if path.is_file() and path.suffix != ".gz":
            score = jmstrace.sniff(path.read_bytes()[: 1 << 16])
            assert (score > 0) == path.name.startswith(("jmstrace_", "was_")), (path.name, score)


# Calls of our own ---------------------------------------------------------------------------------------------------


@st.composite
def a_thread(draw, thread):
    made, time = [], T0 + draw(st.integers(0, 50)) * 1000
    for _ in range(draw(st.integers(0, 6))):
        time += draw(st.integers(1, 40)) * 1000
        length = draw(st.integers(0, 3000)) * 1000
        verb = draw(st.sampled_from(["MQGET", "MQGET", "2033", "MQPUT", "MQOPEN", "MQCLOSE", "MQCMIT"]))
        if verb in ("MQGET", "MQPUT"):
            put = time // 10_000 * 10_000 - (0 if verb == "MQPUT" else 10_000 * draw(st.integers(0, 500)))
            call = Call(verb, time, length, draw(st.sampled_from([0x2010, 0x2021, 0x2002])), 6, "IN", wait=5000,
                        msg=draw(st.binary(min_size=24, max_size=24)).ljust(24, b"\1"), priority=draw(st.integers(0, 9)),
                        put=put, length=9)  # fmt: skip
        elif verb == "2033":
            call = none(time, length)
        else:
            known = {} if verb == "MQCMIT" else {"options": draw(st.integers(0, 0x3FFF)), "hobj": 6, "object": "IN"}
            call = Call(verb, time, length, **known)
        ending = draw(st.sampled_from(["", "", "", "", "silent"]))
        made.append(Made(call, thread, nested=draw(st.booleans()), silent=ending == "silent"))
        time += length
    return made


@st.composite
def a_trace(draw, zones=("UTC", "Europe/Berlin", "Asia/Kathmandu")):
    made = [one for thread in range(1, draw(st.integers(2, 4))) for one in draw(a_thread(thread))]
    return made, draw(st.sampled_from(zones))


def begun(made):
    return sorted(made, key=lambda one: one.call.at)


@settings(max_examples=60, deadline=None)
@given(a_trace())
def test_what_was_traced_is_read(story):
    made, zone = story
    rows = read(trace(made, zone))
    if not made:
        assert [row["error"] for row in rows] == [NOTHING]
        return
    found = {(row["thread"], row["time"]): row for row in rows}
    assert len(found) == len(rows) == len(made)
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    for one in made:
        call, row = one.call, found[f"{one.thread:08}", at(one.call.at)]
        assert (row["verb"], row["duration"], row["time_note"]) == (call.verb, call.duration, None)
        assert (row["connection"], row["queue_manager"]) == ("BEB3BD6800A90040", "QM1")
        assert row["options_value"] == call.options and row["application"] == "OrderConsumer"
        if one.silent:
            assert row["reason"] is None and row["msg_id"] is None
            assert row["error"] == "the trace shows when this call ended, not how"
            continue
        assert (row["reason"], row["comp_code"], row["error"]) == (call.reason, call.comp, None)
        assert row["msg_id"] == call.msg and row["priority"] == (None if call.msg is None else call.priority)
        assert row["handle"] == (None if call.hobj is None else str(call.hobj)) and row["queue"] == call.object
        waits = call.verb == "MQGET" and call.options & 1
        assert row["wait_interval"] == (call.wait if waits else None)
        if call.put is not None:
            assert row["put_time"] == at(call.put)


def test_a_layer_below_is_the_same_call_but_another_call_inside_is_not():
    outer = Made(get(T0, duration=50_000), nested=True)
    assert len(read(trace([outer]))) == 1
    inside = Made(Call("MQCMIT", T0 + 10_000, 5_000))
    assert [row["verb"] for row in read(trace([outer, inside]))] == ["MQGET", "MQCMIT"]


def test_a_call_whose_return_is_lost_does_not_swallow_the_next():
    for lost in (Made(get(T0), lost=True), Made(Call("MQOPEN", T0, options=8, hobj=6, object="IN"), silent=True)):
        rows = read(trace([lost, Made(get(T0 + 9_000)), Made(none(T0 + 20_000))]))
        assert [row["verb"] for row in rows][1:] == ["MQGET", "MQGET"]
        assert rows[0]["reason"] is None and [row["reason"] for row in rows[1:]] == [0, 2033]


def test_a_call_that_never_returns_says_so():
    text = trace([Made(none(T0, 60_000_000))])
    (row,) = read(text[: text.index(" <<]") - 400])
    assert row["error"] == "the trace does not show this call's return"
    assert (row["options_value"], row["wait_interval"], row["duration"]) == (0x2021, 5000, None)
    assert row["queue"] == "IN" and row["msg_id"] is None


def test_waits_in_two_threads_at_once_pair_with_their_own_returns():
    rows = read(trace([Made(none(T0, 5_000_000), 1), Made(none(T0 + 1000, 2_000_000), 2)]))
    assert [(row["thread"], row["duration"]) for row in rows] == [("00000001", 5_000_000), ("00000002", 2_000_000)]


def test_a_servers_log_tells_the_same_with_the_zone_on_each_line():
    made = [Made(get(T0, duration=4_000)), Made(none(T0 + 10_000)), Made(Call("MQCMIT", T0 + 6_000_000, 1_000))]
    made.insert(0, Made(Call("MQOPEN", T0 - 9_000, 2_000, 0x2A, 6, "IN"), silent=True))
    own, server = read(trace(made)), read(trace(made, "Europe/Berlin", head=False, server="CET"))
    assert jmstrace.sniff(trace(made, "Europe/Berlin", head=False, server="CET").encode()) == 70
    ignored = {*PLACE, "thread", "process", "application", "handle", "duration", "error"}
    for row, other in zip(server, own, strict=True):
        assert {k: v for k, v in row.items() if k not in ignored} == {
            k: v for k, v in other.items() if k not in ignored
        }
    assert server[1]["duration"] == 4_000 and server[1]["handle"] == "6"


# Zones --------------------------------------------------------------------------------------------------------------


def test_only_what_can_be_the_name_of_a_zone_is_looked_up(monkeypatch):
    assert (
        zone_info("America/Argentina/Buenos_Aires") and zone_info("Etc/GMT+5") and zone_info("Europe/Nowhere") is None
    )
    monkeypatch.setattr(trace_lines, "ZoneInfo", lambda name: pytest.fail(f"{name} was looked up"))
    for name in (
        "Europ" + "</usr>" * 900,
        "Europe/" + "x/" * 900,
        "a.b/c",
        "Europe/../etc",
        "/etc/passwd",
        "os/path.py",
    ):
        assert zone_info(name) is None


def test_a_zone_that_stands_for_several_is_no_zone():
    assert zone_info("CST") is None and zone_info("IST") is None and zone_info("../../etc/passwd") is None
    assert zone_info("GMT+05:30").utcoffset(None) == timedelta(hours=5, minutes=30)
    text = trace([Made(get(T0))]).replace(":-  UTC", ":-  IST").replace("UTC 2024", "IST 2024")
    (row,) = read(text)
    assert row["time"] is None and "in the zone IST, which is not one zone" in row["time_note"]


def test_the_date_of_the_header_tells_the_zone_where_no_property_does():
    text = trace([Made(get(T0))], "Europe/Berlin").replace("Europe/Berlin", "")
    assert read(text)[0]["time"] == at(T0)


def test_put_times_betray_the_zone_where_no_header_does():
    put = Call("MQPUT", T0 + 20_000, 1_000, 0x42, 6, "OUT", msg=MSG, priority=4, put=T0 + 20_000, length=9)
    rows = read(trace([Made(get(T0, duration=4_000)), Made(put)], "Asia/Kathmandu", head=False))
    assert [row["time"] for row in rows] == [at(T0), at(T0 + 20_000)]
    assert {row["time_note"] for row in rows} == {"UTC by the put times of messages put here: local time is UTC+05:45"}
    assert zone_by_put_time(datetime(2024, 3, 5, 10, 7), datetime(2024, 3, 5, 10, tzinfo=UTC)) is None


def test_an_hour_that_comes_twice_is_noted():
    autumn = int(datetime(2024, 10, 27, 0, 30, tzinfo=UTC).timestamp()) * 10**6
    (row,) = read(trace([Made(get(autumn))], "Europe/Berlin"))
    assert row["time"] == at(autumn) and "twice" in row["time_note"]


def test_a_second_program_in_the_same_file_has_its_own_header():
    text = trace([Made(get(T0, duration=4_000))]) + trace([Made(get(T0, duration=4_000))], "Europe/Berlin").replace(
        "9916", "77"
    )
    rows = read(text)
    assert [(row["process"], row["time"]) for row in rows] == [("9916", at(T0)), ("77", at(T0))]


# The agent's plain lines --------------------------------------------------------------------------------------------


def test_the_agents_lines_are_a_browse_where_there_is_no_block():
    writer = Writer()
    lines = [
        *agent(at(T0), 5, ["- browsing first message", "- browsing without waiting"], "Browsed message: length= 212", writer=writer),
        *agent(at(T0 + 10_000), 5, ["- browsing next message", "- browsing with wait for 5000"], "MQRC_NO_MSG_AVAILABLE", 5000, writer),
        *agent(at(T0 + 9_000_000), 5, ["- browsing next message", "- browsing without waiting"], None, writer=writer),
    ]  # fmt: skip
    first, second, third = read(header("UTC") + "".join(lines))
    assert [row["options"] for row in (first, second, third)] == [
        ["MQGMO_BROWSE_FIRST"], ["MQGMO_WAIT", "MQGMO_BROWSE_NEXT"], ["MQGMO_BROWSE_NEXT"],
    ]  # fmt: skip
    assert [row["reason"] for row in (first, second, third)] == [0, 2033, None]
    assert (first["msg_length"], second["wait_interval"], second["duration"]) == (212, 5000, 5_000_000)
    assert (first["time"], first["verb"]) == (at(T0), "MQGET")
    assert "plain lines" in first["time_note"] and third["error"]


def test_the_agents_lines_are_no_second_call_where_there_is_a_block():
    made = trace([Made(get(T0), 5)])
    said = "".join(agent(at(T0), 5, ["- browsing first message", "- browsing without waiting"], None))
    head, body = made.split("=" * 170 + "\n")
    rows = read(head + "=" * 170 + "\n" + said + body)
    assert [(row["verb"], row["options_value"]) for row in rows] == [("MQGET", 0x2021)]
    other = read(head + "=" * 170 + "\n" + said.replace("00000005", "00000006") + body)
    assert [row["thread"] for row in other] == ["00000006", "00000005"]


# Cuts, damage, encodings --------------------------------------------------------------------------------------------


def pieces(data, cuts):
    """Stretches as the source makes them: cut at marks, each with what `context_after` kept of everything before."""
    marks = [match.start() for match in jmstrace.START.finditer(data)]
    bounds = [0, *sorted({marks[cut % len(marks)] for cut in cuts} if marks else ()), len(data)]
    context = {}
    for start, end in pairwise(bounds):
        if start < end:
            yield data[start:end], {"offset": start, "after": data[end:], "context": context}
            middle = start + (end - start) * 2 // 3  # context_after may be called with any bytes in a row
            context = jmstrace.context_after(data[middle:end], jmstrace.context_after(data[start:middle], context))


@settings(max_examples=80, deadline=None)
@given(a_trace(), st.booleans(), st.lists(st.integers(0, 10**6), max_size=5))
def test_a_cut_trace_has_the_same_calls(story, plain, cuts):
    made, zone = story
    data = trace(made, zone)
    if plain:
        said = agent(at(T0), 7, ["- browsing first message", "- browsing without waiting"], "MQRC_NO_MSG_AVAILABLE")
        data += "".join(said)
    data = data.encode()
    whole = [{k: v for k, v in row.items() if k != "length"} for row in read(data) if "verb" in row]
    cut = [row for part, known in pieces(data, cuts) for row in read(part, **known)]
    found = [{k: v for k, v in row.items() if k not in ("length", "offset")} for row in cut if "verb" in row]
    assert found == [{k: v for k, v in row.items() if k != "offset"} for row in whole]
    assert all(row["error"] == NOTHING for row in cut if "verb" not in row)
    pickle.dumps(jmstrace.context_after(data, {}))


@settings(max_examples=150, deadline=None)
@given(a_trace(), st.data())
def test_damage_never_raises(story, data):
    good = bytearray(trace(*story).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at_ = data.draw(st.integers(0, len(good)))
        good[at_ : at_ + data.draw(st.integers(0, 300))] = data.draw(st.binary(max_size=8))
    read(bytes(good))
    jmstrace.sniff(bytes(good))
    jmstrace.context_after(bytes(good), {})


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_noise_is_one_row(noise):
    assert len(read(noise)) == (1 if noise else 0)
    assert jmstrace.sniff(noise) == 0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_trace_in_another_encoding(encoding):
    text = trace([Made(get(T0, duration=4_000)), Made(none(T0 + 10_000))], "Europe/Berlin")
    plain, other = read(text), read(text.encode(encoding))
    assert [{k: v for k, v in row.items() if k not in PLACE} for row in other] == [
        {k: v for k, v in row.items() if k not in PLACE} for row in plain
    ]
    assert jmstrace.sniff(text.encode(encoding)) == 100


def test_lines_that_end_as_on_windows():
    text = trace([Made(get(T0, duration=4_000), nested=True), Made(none(T0 + 10_000))], "Europe/Berlin")
    assert [{**row, "offset": 0, "length": 0} for row in read(text.replace("\n", "\r\n"))] == [
        {**row, "offset": 0, "length": 0} for row in read(text)
    ]
