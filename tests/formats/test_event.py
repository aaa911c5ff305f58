"""Events in every program's spelling are the same rows; damaged ones say so; none raises or takes too long."""

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import source
from mqforensics.formats import activity, event
from mqforensics.formats.event.evpcf import event as from_pcf
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.tables import EVENTS
from tests.linear import assert_in_line
from tests.writers import event_cases
from tests.writers.event_cases import STORY, as_json, as_pcf, as_text

COLUMNS = (
    "queue_manager", "category", "event", "reason", "qualifier", "object_type", "object", "channel", "connection",
    "user", "application", "error",
)  # fmt: skip
TRUE = [
    ("QMPORT", "COMMAND", "COMMAND_MQSC", 2412, None, "QUEUE", "PORT.IN", None, None, "mqops", None, None),
    ("QMPORT", "CONFIG", "CONFIG_CHANGE_OBJECT", 2368, None, "QUEUE", "PORT.IN", None, None, "mqops", None, None),
    ("QMPORT", "CONFIG", "CONFIG_CHANGE_OBJECT", 2368, None, "QUEUE", "PORT.IN", None, None, "mqops", None, None),
    ("QMPORT", "QMGR", "PUT_INHIBITED", 2051, None, "QUEUE", "PORT.IN", "CARGO.TO.PORT", "10.9.1.4", None, "amqrmppa", None),
    ("QMPORT", "CHANNEL", "CHANNEL_STOPPED", 2283, "CHANNEL_STOPPED_ERROR", None, None, "CARGO.TO.PORT", "10.9.1.4", None,
     None, None),
    ("QMPORT", "PERFM", "Q_FULL", 2053, None, "QUEUE", "PORT.WAIT", None, None, None, None, None),
    ("QMPORT", "STATISTICS", "STATISTICS_Q", 0, None, "QUEUE", "PORT.WAIT", None, None, None, None, None),
]  # fmt: skip
WRITTEN = {
    "json": as_json(), "compact": as_json(form="compact"), "array": as_json(form="array"), "json -d": as_json(names="d"),
    "go": as_json(names="go"), "go, compact": as_json(names="go", form="compact"), "text": as_text(), "text -d": as_text(constants=True),
    "json, CRLF": as_json().replace(b"\n", b"\r\n"), "text, UTF-16": as_text().decode().encode("utf-16"),
}  # fmt: skip


def read(data, **known):
    rows = list(source.rows(event, FileSlice(data, "f", **known)))
    at = known.get("offset", 0)
    for row in rows:
        assert row["offset"] == at and row["length"] > 0
        at += row["length"]
    assert at == known.get("offset", 0) + len(data)
    return pa.Table.from_pylist(rows, EVENTS).to_pylist(maps_as_pydicts="strict")


@pytest.mark.parametrize("how", WRITTEN)
def test_every_spelling_gives_the_same_rows(how):
    rows = read(WRITTEN[how])
    assert [tuple(row[name] for name in COLUMNS) for row in rows] == TRUE
    assert [row["number"] for row in rows] == [*range(1, 8)]
    assert [row["time"] for row in rows] == [event_cases.START + timedelta(seconds=one[0]) for one in STORY]
    assert [row["fields"].get("ObjectState") for row in rows][1:3] == ["Before Change", "After Change"]
    assert rows[5]["fields"]["MQIA_MSG_DEQ_COUNT"] == "0"
    assert rows[6]["fields"]["MQGACF_Q_STATISTICS_DATA.MQIAMO_PUTS_FAILED"] == "312"
    assert event.sniff(WRITTEN[how]) >= 90 and not activity.sniff(WRITTEN[how])


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_message_itself_gives_the_same_row(order):
    at = datetime(2026, 6, 2, tzinfo=UTC)
    for one, true in zip(STORY, TRUE, strict=True):
        row = from_pcf(as_pcf(one, order), at, event_cases.CORREL)
        assert tuple(row[name] for name in COLUMNS) == true and row["time"] == at
        assert row["fields"].get("ObjectState") == one[3]
        assert row["fields"]["CorrelId"] == event_cases.CORREL.hex().upper()


@pytest.mark.parametrize("data", [b"", b"x" * 36, as_pcf(STORY[3])[:35], b"\0" * 400])
def test_what_is_no_event_message_is_none(data):
    assert from_pcf(data) is None


def test_a_cut_message_says_so():
    assert "PCF parameter" in from_pcf(as_pcf(STORY[3])[:60])["error"]


def test_a_list_of_queues_is_about_none_of_them():
    group = STORY[6][4][-1]
    several = (*STORY[6][:4], [*STORY[6][4], (group[0], [("MQCA_Q_NAME", "OTHER")])])
    row = from_pcf(as_pcf(several))
    assert row["object"] is None and row["fields"]["MQGACF_Q_STATISTICS_DATA[2].MQCA_Q_NAME"] == "OTHER"


@pytest.mark.parametrize("how", [as_json, as_text])
def test_names_beyond_ascii_keep_their_bytes(how):
    application = "\u00e0 \u0605\u00c5 \U00018820"
    one = (*STORY[3][:4], [*STORY[3][4][:3], ("MQCACF_APPL_NAME", application)])
    assert read(how([one]))[0]["application"] == application


def test_lines_are_the_file_s():
    rows = read(as_json(form="compact"), offset=7, line=5)
    assert [row["line"] for row in rows] == [*range(5, 12)]


def test_a_damaged_event_costs_no_other():
    whole = as_json()
    rows = read(whole.replace(b'"queueName": "PORT.IN",\n    "applType"', b'"queueName: "PORT.IN",\n    "applType"', 1))
    assert len(rows) == 7 and [bool(row["error"]) for row in rows] == [False] * 3 + [True] + [False] * 3
    assert (rows[3]["category"], rows[3]["reason"], rows[3]["channel"]) == ("QMGR", 2051, "CARGO.TO.PORT")


def test_a_cut_file_keeps_what_is_whole():
    rows = read(as_json()[:-40])
    assert len(rows) == 7 and rows[6]["error"] and not rows[5]["error"]


HEAD = '{"eventSource": {}, "eventType": {"value": 46}, "eventReason": {"value": 2283}, "eventData": '


@pytest.mark.parametrize(
    "data",
    [
        HEAD + value + "}"
        for value in (
            '{"channelName": "\\ud800"}', '{"a": %s1}' % ("9" * 5000), '{"a": 99999999999999999999}', "[]", "null", '"x"',
            '{"a": [[1], {"b": 1}, null]}', '{"a": {"value": {"value": {}}}}', '{"a": {"name": [], "value": {}}}',
        )
    ]
    + ['{"eventSource": 1, "eventType": ' + '{"a":' * 50_000, '{"eventSource":{"a":1},"eventData":' + '{"a":' * 900 + "1" + "}" * 901],
)  # fmt: skip
def test_what_json_may_hold_never_raises(data):
    assert len(read(data.encode())) == 1


def test_a_password_leaves_only_when_it_is_asked_for():
    data = json.dumps({"eventSource": {}, "eventType": {"value": 43}, "eventReason": {"value": 2369},
                       "eventData": {"ldapPassword": "hunter42", "sslCryptoHardware": "hunter42"}}).encode()  # fmt: skip
    assert "hunter" not in str(read(data)) and "hunter" in str(read(data, context={SECRETS: "true"}))


def test_the_sample_case_is_as_it_was_made():
    for name, made in event_cases.FILES.items():
        assert (event_cases.FOLDER / name).read_bytes() == made()


EXPECTED = {
    "2051": ("QMGR", "PUT_INHIBITED", "APP.REPLY", None), "2053": ("PERFM", "Q_FULL", "EVT.HI", None),
    "2085": ("QMGR", "UNKNOWN_OBJECT_NAME", "A.MISSING.QUEUE", None), "2196": ("QMGR", "UNKNOWN_XMIT_Q", "EVT.RMT", None),
    "2222": ("QMGR", "Q_MGR_ACTIVE", None, None), "2224": ("PERFM", "Q_DEPTH_HIGH", "EVT.HI", None),
    "2279": ("CHANNEL", "CHANNEL_STOPPED_BY_USER", None, "NHARAPP.SVCQM"),
    "2282": ("CHANNEL", "CHANNEL_STARTED", None, "NHARAPP.SVCQM"),
    "2283": ("CHANNEL", "CHANNEL_STOPPED", None, "NHARAPP.SVCQM"),
    "2367": ("CONFIG", "CONFIG_CREATE_OBJECT", "EVT.RMT", None), "2368": ("CONFIG", "CONFIG_CHANGE_OBJECT", "APP.REPLY", None),
    "2369": ("CONFIG", "CONFIG_DELETE_OBJECT", "EVT.CFG", None), "2412": ("COMMAND", "COMMAND_MQSC", "APP.REPLY", None),
}  # fmt: skip


def test_real_events_read_as_a_person_reads_them(samples):
    for path in (samples / "events").glob("*.json"):
        [row] = read(path.read_bytes())
        found = tuple(row[name] for name in ("category", "event", "object", "channel"))
        assert (found, row["queue_manager"], row["error"]) == (EXPECTED[path.name[:4]], "NHARAPP", None)
        assert row["reason"] == int(path.name[:4]) and row["time"].year == 2026


def test_only_events_are_taken_for_some(samples):
    for path in samples.rglob("*"):
        if path.is_file() and path.suffix != ".gz" and path.parent.name != "pasted2":
            score = event.sniff(path.read_bytes()[:65536])
            traced = "amqsevt_944" in path.name
            assert (score > 0) == ((path.parent.name == "events" and path.suffix == ".json") or traced), path
            assert score < 60 or not traced


@given(st.binary(max_size=300), st.integers(0, 2000), st.sampled_from(sorted(WRITTEN)))
def test_damage_never_raises_and_covers_every_byte(junk, at, how):
    data = WRITTEN[how]
    read(data[:at] + junk + data[at:])
    read(data[at:])
    read(junk or b"x")


def test_stretches_give_the_rows_of_the_whole():
    for how in ("json", "compact", "text", "text -d"):
        data = WRITTEN[how] * 3
        cuts = [0, *(m.start(m.lastindex) for m in event.START.finditer(data)), len(data)]
        found, context, line = [], {}, 1
        for begin, end in pairwise(cuts):
            found += read(data[begin:end], offset=begin, line=line, context=context)
            line += data[begin:end].count(b"\n")
            context = event.context_after(data, context, begin, end)
        whole = read(data)
        assert [(r["offset"], r["line"], r["event"], r["number"]) for r in found] == [
            (r["offset"], r["line"], r["event"], r["number"]) for r in whole
        ]


WORST = {
    "objects": lambda n: b'{"eventSource":' * (n // 15),
    "lists": lambda n: b'{"eventSource":[' * 500 + b"0," * (n // 2),
    "open text": lambda n: b'{"eventSource":"' + b"x" * n,
    "blanks": lambda n: b'{"eventSource"' + b" " * n,
    "brackets": lambda n: b"{" * n,
    "digits": lambda n: b"1" * n,
    "heads": lambda n: b"**** Message #1 (1 Bytes) on Queue Q ****\n" * (n // 43),
    "a long line": lambda n: b"**** Message #1 (1 Bytes) on Queue Q ****\n  a" + b" " * n + b"b\n",
    "deep": lambda n: b"**** Message #1 (1 Bytes) on Queue Q ****\n" + b"\n".join(b" " * (i % 300) + b"a" for i in range(n // 150)),
    "types": lambda n: b'"eventType" : {' * (n // 15),
}  # fmt: skip


@pytest.mark.parametrize("kind", WORST)
def test_time_grows_in_line_with_size(kind):
    def work(data):
        event.sniff(data[:65536])
        list(event.read(FileSlice(data)))

    assert_in_line(work, WORST[kind](1 << 15), WORST[kind](1 << 17), quick=0.05)


@pytest.mark.parametrize(("text", "expected"), [
    ("MQCFH [type: 2, strucLength: 36, version: 2, command: 41 (MQCMD_INQUIRE_Q_STATUS), msgSeqNumber: 1, control: 1, compCode: 0, reason: 0, parameterCount: 2]\n"
     "MQCFST [type: 4, strucLength: 68, parameter: 2016 (MQCA_Q_NAME), codedCharSetId: 819, stringLength: 48, string: SHOP.IN                 ]\n"
     "MQCFIN [type: 3, strucLength: 16, parameter: 3 (MQIA_CURRENT_Q_DEPTH), value: 7]\n",
     [("reply", "INQUIRE_Q_STATUS", "SHOP.IN", 0, 0, {"MQCA_Q_NAME": "SHOP.IN", "MQIA_CURRENT_Q_DEPTH": "7"})]),
    ("DEBUG got PCFMessage:\nMQCFH [type: 2, strucLength: 36, version: 1, command: 13 (MQCMD_INQUIRE_Q), msgSeqNumber: 1, control: 1, compCode: 2, reason: 2085, parameterCount: 1]\n"
     "MQCFST [type: 4, strucLength: 68, parameter: 2016 (MQCA_Q_NAME), codedCharSetId: 819, stringLength: 48, string: SHOP.OUT]\n",
     [("reply", "UNKNOWN_OBJECT_NAME", "SHOP.OUT", 2085, 2, {"MQCA_Q_NAME": "SHOP.OUT"})]),
    ("MQCFH [type: 1, strucLength: 36, version: 1, command: 25 (MQCMD_INQUIRE_CHANNEL), msgSeqNumber: 1, control: 1, compCode: 0, reason: 0, parameterCount: 1]\n"
     "MQCFIL [type: 5, strucLength: 20, parameter: 1015 (MQIACF_CHANNEL_ATTRS), count: 2, values: {1501, 1511}]\n",
     [("command", "INQUIRE_CHANNEL", None, 0, 0, {"MQIACF_CHANNEL_ATTRS": "{1501, 1511}"})]),
])  # fmt: skip
def test_a_pcf_message_as_java_prints_it(text, expected):
    assert event.sniff(text.encode()) >= 80
    assert [
        (row["category"], row["event"], row["object"], row["reason"], row["comp_code"], row["fields"])
        for row in read(text.encode())
    ] == expected
