import hashlib
import re
import struct

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqforensics.formats import NAMES, format_module, mqmessage
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import MESSAGES as SCHEMA
from tests.writers.amqsbcg import BLANK
from tests.writers.cases import dlh
from tests.writers.shown import java, mqmd, q_hex, q_long, saved, screens, trace_rows

SLOW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAME = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%/", max_size=28)
LONG = st.integers(-(2**31), 2**31 - 1)
MESSAGE = st.fixed_dictionaries({
    "Version": st.sampled_from([1, 2]), "Report": LONG, "MsgType": st.sampled_from([1, 2, 4, 8, 65536]),
    "Expiry": st.integers(-1, 99999), "Feedback": LONG, "Encoding": st.sampled_from([273, 546, 785]),
    "CodedCharSetId": st.sampled_from([819, 1208, 500]), "Format": st.sampled_from(["", "MQSTR", "MYFORMAT"]),
    "Priority": st.integers(0, 9), "Persistence": st.integers(0, 1), "MsgId": st.binary(min_size=24, max_size=24),
    "CorrelId": st.binary(min_size=24, max_size=24), "BackoutCount": st.integers(0, 9), "ReplyToQ": NAME,
    "ReplyToQMgr": NAME, "AccountingToken": st.binary(min_size=32, max_size=32), "PutApplType": LONG,
    "PutApplName": NAME, "GroupId": st.binary(min_size=24, max_size=24), "data": st.binary(max_size=300),
})  # fmt: skip
MESSAGES = st.lists(MESSAGE, min_size=1, max_size=4)
SECOND = ("GroupId", "MsgSeqNumber", "Offset", "MsgFlags", "OriginalLength")
ONE = {
    "Format": "MQSTR",
    "MsgId": bytes(range(24)),
    "PutDate": "20260622",
    "PutTime": "14245461",
    "data": b"Hello, queue!",
}


def rows(data: bytes, file: str = "saved.bin", **of) -> list[dict]:
    found = list(mqmessage.read(FileSlice(data, file, **of)))
    pa.RecordBatch.from_pylist(found, SCHEMA)
    return found


def assert_partition(found: list[dict], data: bytes) -> None:
    at = 0
    for row in found:
        assert row["offset"] == at and row["length"] > 0
        at += row["length"]
    assert at == len(data)


def md_of(message: dict) -> dict:
    md = {**BLANK, **{name: value for name, value in message.items() if name in BLANK}}
    md = {name: value.rstrip(" ") if isinstance(value, str) else value for name, value in md.items()}
    return {k: v for k, v in md.items() if md["Version"] > 1 or k not in SECOND}


def letter(reason: int = 2053, **more) -> tuple[dict, dict]:
    header, fields = dlh(reason, "ORDERS", "QM2", 546, 1208, "2026010112000000")
    return ONE | {"Format": "MQDEAD", "data": header + b"an order", **more}, fields


class TestRaw:
    @pytest.mark.parametrize(("order", "codec"), [("<", "ascii"), (">", "ascii"), (">", "cp500"), ("<", "cp500")])
    @SLOW
    @given(messages=MESSAGES)
    def test_any_messages_are_read_as_they_were_saved(self, order, codec, messages):
        data = saved(messages, order=order, codec=codec)
        found = rows(data)
        assert [row["md"] for row in found] == [md_of(message) for message in messages]
        assert [row["data"] for row in found] == [message["data"] for message in messages]
        assert [row["number"] for row in found] == list(range(1, len(messages) + 1))
        assert mqmessage.sniff(data) == 100
        assert_partition(found, data)

    @SLOW
    @given(messages=MESSAGES)
    def test_without_a_delimiter_a_message_ends_where_the_next_begins(self, messages):
        data = saved(messages, delimiter=b"")
        found = rows(data)
        assert [(row["md"], row["data"]) for row in found] == [(md_of(m), m["data"]) for m in messages]
        assert all("where the next MQMD begins" in row["error"] for row in found[:-1])
        assert_partition(found, data)

    def test_properties_beside_the_messages_are_theirs(self):
        first = ONE | {"properties": {"usr.colour": "red"}}
        second = ONE | {"properties": {"usr.count(dt='i4')": "7", "jms.Dst": "queue:///A=B"}}
        data = saved([first, ONE, second])
        found = rows(data)
        assert [row["data"] for row in found] == [ONE["data"]] * 3
        assert found[0]["properties"]["usr.colour"] == "red" and not found[1]["properties"]
        assert (found[2]["properties"]["usr.count"], found[2]["properties"]["jms.Dst"]) == ("7", "queue:///A=B")
        assert mqmessage.sniff(data) == 100
        assert_partition(found, data)

    def test_a_delimiter_of_their_own_is_pointed_at_and_kept(self):
        found = rows(saved([ONE, ONE, ONE | {"data": b"last"}], delimiter=b"@@@@"))
        assert found[0]["data"] == b"Hello, queue!@@@@"
        assert "maybe a delimiter" in found[1]["error"] and found[2]["error"] is None

    @pytest.mark.parametrize("properties", [{}, {"usr.colour": "red"}])
    def test_a_common_ending_is_told_of_a_whole_file_alone(self, properties):
        """Whether the last message has saved properties makes no difference."""
        ended = saved([ONE | {"data": data} for data in (b"one@@@@", b"two@@@@", b"three@@@@")], delimiter=b"")
        data = ended + b"#@%@#" + saved([ONE | {"properties": properties}])
        told = [["maybe a delimiter" in (row["error"] or "") for row in rows(data, offset=at)] for at in (0, 5000)]
        assert told == [[True, True, False, False], [False] * 4]  # the third message's end is stated

    def test_the_descriptor_in_a_transmission_header_begins_no_message(self):
        header = b"XQH " + b"\x01\0\0\0" + b"Q2".ljust(48) + b"QM2".ljust(48) + mqmd(ONE | {"Version": 1})
        found = rows(saved([ONE | {"Format": "MQXMIT", "data": header + b"body"}, ONE]))
        assert [row["body"] for row in found] == [b"body", ONE["data"]]
        assert found[0]["headers"][0]["StrucId"] == "XQH"

    def test_bytes_like_a_descriptor_begin_no_message(self):
        fake = b"MD  \x01\0\0\0" + bytes([0xFF]) * 400
        (row,) = rows(saved([ONE | {"data": b"text " + fake}]))
        assert row["data"] == b"text " + fake

    def test_a_dead_letter_is_decoded(self):
        message, _ = letter()
        (row,) = rows(saved([message]))
        assert (row["dlh"]["Reason"], row["body_text"], row["error"]) == (2053, "an order", None)

    def test_what_stands_before_the_first_descriptor_is_said(self):
        (row,) = rows(b"junk" + saved([ONE]))
        assert "4 bytes stand before the first MQMD" in row["error"] and row["offset"] == 0
        assert mqmessage.sniff(b"junk" + saved([ONE])) == 0

    @pytest.mark.parametrize("name", ["raw_md1_be_ebcdic.bin", "raw_md2_le_dlh_le.bin"])
    def test_samples(self, samples, name):
        (row,) = rows((samples / "amqsbcg_generated" / name).read_bytes())
        assert row["dlh"]["DestQName"] == "TARGET.QUEUE" and row["md"]["PutApplName"] == "amqsput"
        assert row["body_text"] in ("HELLO", '{"order":42}') and row["error"] is None


class TestBodies:
    @pytest.mark.parametrize(("order", "codec"), [(546, 1208), (273, 819), (785, 500)])
    def test_a_dead_letter_header_alone(self, order, codec):
        header, _ = dlh(2035, "ORDERS", "QM2", order, codec, "2026010112000000")
        (row,) = rows(header + b"body")
        assert row["md"] is None and row["dlh"]["Reason"] == 2035 and row["data"] == header + b"body"
        assert "the MQMD is absent" in row["error"] and "MQDLH" in row["error"]
        assert mqmessage.sniff(header) == 90

    def test_a_transmission_header_alone(self):
        header = b"XQH " + b"\0\0\0\x01" + b"Q2".ljust(48) + b"QM2".ljust(48) + mqmd(ONE | {"Version": 1}, ">")
        (row,) = rows(header + b"body")
        assert row["md"] is None and row["body"] == b"body" and "MQXQH" in row["error"]

    def test_delimited_bodies_are_as_many_rows(self):
        header, _ = dlh(2035, "ORDERS", "QM2", 546, 1208, "2026010112000000")
        data = b"#@%@#".join([header + b"one", header + b"two", b"three"])
        found = rows(data)
        assert [row["body"] for row in found] == [b"one", b"two", b"three"]
        assert_partition(found, data)

    @pytest.mark.parametrize("name", ["pymqi_pcf_with_cfif.dat", "pymqi_pcf_with_cfsf.dat", "pymqi_single_rfh2.dat"])
    def test_samples(self, samples, name):
        data = (samples / "other" / name).read_bytes()
        (row,) = rows(data)
        assert row["md"] is None and row["data"] == data and row["headers"][0]["StrucId"] in ("CFH", "RFH")
        assert mqmessage.sniff(data) >= 70

    def test_a_file_name_tells_of_the_descriptor(self):
        digest = hashlib.sha1(ONE["MsgId"], usedforsecurity=False).hexdigest()
        (row,) = rows(b'{"a":1}', f"dump/2026062214245461-{digest}-8-1mqmmqstramqsput")
        assert row["md"] == {
            "PutDate": "20260622", "PutTime": "14245461", "MsgType": 8, "Expiry": -1, "Format": "MQSTR",
        }  # fmt: skip
        assert (row["body_text"], str(row["put_time"])) == ('{"a":1}', "2026-06-22 14:24:54.610000+00:00")
        assert digest in row["error"] and "mqmmqstramqsput" in row["error"]
        (row,) = rows(b"x", f"2026062214245461-{digest}-8300mqmamqsput")
        assert row["md"] == {"PutDate": "20260622", "PutTime": "14245461"}

    @pytest.mark.parametrize(("data", "said"), [
        (b"help text\n", "text without any MQ message"), (b" \n", "no text"), (bytes(range(256)), "no MQMD and no MQ header"),
        (b"Sample AMQSBCG0 start\n", "not the output of amqsbcg"),
    ])  # fmt: skip
    def test_anything_else_is_one_row_that_says_what_it_is(self, data, said):
        (row,) = rows(data)
        assert said in row["error"] and row.get("md") is None and row.get("body") is None
        assert mqmessage.sniff(data) == 0
        assert_partition([row], data)


class TestVerticalHex:
    @SLOW
    @given(
        records=st.lists(
            st.binary(min_size=20, max_size=71).filter(lambda b: b.count(0xC1) >= 0), min_size=1, max_size=4
        )
    )
    def test_any_records_are_read_as_they_were_shown(self, records):
        records = [b"\xc4\xd3\xc8\x40\xc1\xc2\xc3\xc4" + record[8:] for record in records]
        text = screens(records).encode("latin-1")
        found = rows(text)
        assert [row["data"] for row in found] == records
        assert [row["number"] for row in found] == list(range(1, len(records) + 1))
        assert {row["queue"] for row in found} == {"DEAD.QUEUE"}
        assert_partition(found, text)

    def test_a_screen_that_is_full_may_not_show_all(self):
        header, _ = dlh(2035, "AMQ.1234", "QMZ1", 785, 500, "2026010112000000")
        (row,) = rows(screens([header + b"x"]).encode("latin-1"))
        assert row["data"] == header[:72] and row["gaps"] == [{"offset": 72, "length": None}]
        assert (row["dlh"]["Reason"], row["dlh"]["DestQName"], row["dlh"]["DestQMgrName"]) == (2035, "AMQ.1234", None)

    def test_a_screen_further_right_lacks_what_is_left_of_it(self):
        (row,) = rows(screens([b"\xc1\xc2\xc3\xc4\xc5"]).replace("Col 1 ", "Col 73").encode("latin-1"))
        assert row["gaps"] == [{"offset": 0, "length": 72}] and row["body"] == b"\xc1\xc2\xc3\xc4\xc5"

    def test_sample(self, samples):
        data = (samples / "other" / "zos_vertical_hex_dlq.txt").read_bytes()
        found = rows(data)
        assert mqmessage.sniff(data) >= 60
        assert [(r["number"], r["queue"], r["dlh"]["Reason"], r["dlh"]["DestQName"]) for r in found] == [
            (number, "CSQ2.DEAD.QUEUE", 2035, "AMQ.D6752F9683A49DE0") for number in (1, 2)
        ]
        assert_partition(found, data)


class TestTraceHex:
    @SLOW
    @given(data=st.binary(min_size=17, max_size=200), fill=st.integers(0, 6), suppress=st.booleans())
    def test_any_buffer_is_read_as_it_was_traced(self, data, fill, suppress):
        data = data[:16] + b"\0" * 16 * fill + data[16:]
        text = trace_rows(data, suppress=suppress).encode()
        (row,) = rows(text)
        assert row["data"] == data
        assert suppress or mqmessage.sniff(text) == 60

    def test_a_descriptor_is_read(self):
        (row,) = rows(trace_rows(mqmd(ONE) + ONE["data"]).encode())
        assert (row["md"], row["data"]) == (md_of(ONE), ONE["data"])

    def test_buffers_follow_each_other(self):
        text = (trace_rows(b"a" * 40) + "call ended\n" + trace_rows(b"b" * 32)).encode()
        found = rows(text)
        assert [row["data"] for row in found] == [b"a" * 40, b"b" * 32]
        assert_partition(found, text)

    def test_rows_left_out_are_gaps(self):
        lines = trace_rows(b"c" * 64).splitlines()
        (row,) = rows("\n".join([lines[0], lines[3]]).encode())
        assert row["gaps"] == [{"offset": 16, "length": 32}] and row["body"] == b"c" * 32 and row["data"] is None

    def test_sample(self, samples):
        (row,) = rows((samples / "other" / "mqtrace_hex.txt").read_bytes())
        assert row["gaps"] == [{"offset": 0, "length": 448}]
        assert row["body"][8:16] == bytes.fromhex("c4d6e3c2c3e3d6d5") and len(row["body"]) == 64


class TestJava:
    @pytest.mark.parametrize("kind", ["amqsbcg", "trace"])
    @SLOW
    @given(messages=MESSAGES)
    def test_any_messages_are_read_as_they_were_printed(self, kind, messages):
        messages = [{**m, "Version": 2, "data": m["data"] + b"." * (kind == "trace")} for m in messages]
        text = java(messages, "JAVA.QUEUE", kind).encode()
        found = rows(text)
        assert [row["md"] for row in found] == [md_of(message) for message in messages]
        assert [row["data"] for row in found] == [message["data"] for message in messages]
        assert {row["queue"] for row in found} == {"JAVA.QUEUE"}
        assert mqmessage.sniff(text) == 100
        assert_partition(found, text)

    def test_data_that_is_cut_is_missing(self):
        text = java([ONE | {"data": bytes(100)}], rows="trace")
        (row,) = rows(text[: text.index("0x0000")].encode() + trace_rows(bytes(32), "").encode())
        assert (row["missing"], row["gaps"]) == (68, [{"offset": 32, "length": 68}])


class TestQ:
    @SLOW
    @given(messages=MESSAGES, dead=st.booleans())
    def test_any_messages_are_read_as_they_were_formatted(self, messages, dead):
        _, fields = letter()
        messages = [{**m, "Version": 2, "data": m["data"] + b"."} for m in messages]
        shown = [m | {"Format": "MQDEAD", "dlh": fields} for m in messages] if dead else messages
        text = q_long(shown).encode()
        found = rows(text)
        assert [row["md"] for row in found] == [md_of(message) for message in shown]
        assert [row["body"] for row in found] == [message["data"] for message in messages]
        assert [row["data_length"] for row in found] == [len(m["data"]) + 172 * dead for m in messages]
        assert {row["data"] is None for row in found} == {dead}
        if dead:
            assert {(row["dlh"]["Reason"], row["dlh"]["DestQName"]) for row in found} == {(2053, "ORDERS")}
        assert mqmessage.sniff(text) == 100
        assert_partition(found, text)

    def test_data_shown_as_text_is_text(self):
        _, fields = letter()
        (row,) = rows(q_long([ONE | {"dlh": fields, "data": b'{"Total: 5"}'}], hexadecimal=False).encode())
        assert (row["body"], row["data"], row["body_text"]) == (None, None, '{"Total: 5"}')
        assert row["dlh"]["Reason"] == 2053 and "bytes are not known" in row["error"]

    @SLOW
    @given(messages=st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=4))
    def test_any_rows_are_read_as_they_were_printed(self, messages):
        text = "".join(map(q_hex, messages)).encode()
        found = rows(text)
        assert [row["data"] for row in found] == messages
        assert mqmessage.sniff(text) == 70
        assert_partition(found, text)

    def test_a_header_alone_is_read(self):
        text = q_long([ONE | {"dlh": letter()[1], "data": b"x"}])
        text = text[text.index("[  173 bytes] Dead") :].encode()
        (row,) = rows(text)
        assert row["md"] is None and row["dlh"]["DestQName"] == "ORDERS" and "MQMD is absent" in row["error"]


TEXTS = [
    saved([ONE, letter()[0], ONE | {"properties": {"usr.a": "b"}}]), saved([ONE], order=">", codec="cp500"),
    letter()[0]["data"], screens([b"\xc4\xd3\xc8\x40" * 20]).encode("latin-1"), trace_rows(mqmd(ONE)).encode(),
    java([ONE, letter()[0]]).encode(), java([ONE], rows="trace").encode(), q_hex(bytes(range(99))).encode(),
    q_long([ONE | {"dlh": letter()[1]}]).encode(), java([ONE]).encode("utf-16"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    whole=st.sampled_from(TEXTS),
    begin=st.floats(0, 0.7),
    cut=st.floats(0, 1),
    noise=st.binary(max_size=8),
    at=st.floats(0, 1),
)
def test_evidence_cut_or_damaged_anywhere_is_read_to_the_last_byte(whole, begin, cut, noise, at):
    data = whole[int(len(whole) * begin) : max(int(len(whole) * cut), 1)]
    spot = int(len(data) * at)
    data = data[:spot] + noise + data[spot + len(noise) // 2 :]
    assert_partition(rows(data), data)
    mqmessage.sniff(data)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_samples_cut_anywhere_are_read_to_the_last_byte(samples, data):
    path = data.draw(
        st.sampled_from(sorted(p for p in samples.rglob("*") if p.is_file() and p.stat().st_size < 60_000))
    )
    whole = path.read_bytes()
    begin = data.draw(st.integers(0, len(whole) - 1))
    piece = whole[begin : data.draw(st.integers(begin + 1, len(whole)))]
    assert_partition(rows(piece), piece)


def test_no_other_evidence_is_taken_for_it(samples):
    ours = {
        "raw_md1_be_ebcdic.bin", "raw_md2_le_dlh_le.bin", "pymqi_pcf_with_cfif.dat", "pymqi_pcf_with_cfsf.dat",
        "pymqi_single_rfh2.dat", "mqtrace_hex.txt", "zos_vertical_hex_dlq.txt",
    }  # fmt: skip
    heads = {
        p.name: p.read_bytes()[: 1 << 16] for p in samples.rglob("*") if p.is_file() and p.parent.name != "pasted2"
    }
    assert {name for name, head in heads.items() if mqmessage.sniff(head)} == ours
    for name in ours:
        scores = {format: format_module(format).sniff(heads[name]) for format in NAMES}
        assert max(scores, key=scores.get) == "mqmessage", scores


def test_the_front_of_a_text_dump_is_not_taken(samples):
    for path in samples.glob("amqsbcg*/*.txt"):
        text = path.read_bytes()
        assert mqmessage.sniff(text) == 0, path.name
        assert not re.search(rb"MQMD is absent", (rows(text)[0]["error"] or "").encode()) or "0000000" in text.decode(
            "latin-1"
        )


def printed(data: bytes, text: str = "") -> list[dict]:
    """The rows of a log line in which Python prints a message."""
    return list(mqmessage.read(FileSlice(f"2026-03-02 got {text or repr(data)} from SHOP.IN\n".encode(), "app.log")))


RFH2 = (
    struct.pack("<4sii ii8sii", b"RFH ", 2, 36 + 4 + 32, 546, 1208, b"MQSTR   ", 0, 1208)
    + struct.pack("<i", 32)
    + b"<jms><Dst>queue:///A</Dst></jms>"
)


@pytest.mark.parametrize(("data", "text", "body", "properties"), [
    (RFH2 + b"Hello", "", "Hello", {"jms.Dst": "queue:///A"}),
    ("SHOP.REPLY  ORDER 17".encode("cp500"), "", "SHOP.REPLY  ORDER 17", {}),
    (None, "u'RFH \\x02\\x00\\x00\\x00\\ufffd\\x00'", None, {}),
])  # fmt: skip
def test_a_message_as_python_prints_it(data, text, body, properties):
    (row,) = printed(data, text)
    assert (row["body_text"], row["properties"] or {}) == (body, properties) and "MQMD is absent" in row["error"]
    assert mqmessage.sniff((text or repr(data)).encode()) >= 40 and ("bytes are lost" in row["error"]) == bool(text)


@pytest.mark.parametrize(
    "text", ["b'hello world, this is ASCII'", r"b'\x00\x01\x02\x03\x04\x05\x06\x07\x08'", "it's RFH 2"]
)
def test_other_bytes_of_python_are_no_message(text):
    assert mqmessage.sniff(text.encode()) == 0
