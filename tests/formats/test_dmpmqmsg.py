import re
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqforensics.formats import dmpmqmsg, tables
from mqforensics.formats.file_slice import FileSlice
from tests.writers.amqsbcg import BLANK
from tests.writers.cases import dlh
from tests.writers.qload import unload

SLOW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAME = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%/", max_size=28)
LONG = st.integers(-(2**31), 2**31 - 1)
MESSAGE = st.fixed_dictionaries({
    "Version": st.sampled_from([1, 2]), "Report": LONG, "Encoding": st.sampled_from([273, 546]), "Expiry": LONG,
    "CodedCharSetId": st.sampled_from([819, 1208]), "Format": st.sampled_from(["", "MQSTR"]), "Priority": LONG,
    "MsgId": st.binary(min_size=24, max_size=24), "CorrelId": st.binary(min_size=24, max_size=24),
    "ReplyToQ": NAME, "ReplyToQMgr": NAME, "AccountingToken": st.binary(min_size=32, max_size=32),
    "ApplIdentityData": st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=32),
    "ApplOriginData": st.sampled_from(["", "A", "AB C"]), "PutApplType": LONG, "PutApplName": NAME,
    "GroupId": st.binary(min_size=24, max_size=24), "OriginalLength": LONG, "data": st.binary(max_size=400),
})  # fmt: skip
MESSAGES = st.lists(MESSAGE, min_size=1, max_size=4)
VERSION_2 = ("GroupId", "MsgSeqNumber", "Offset", "MsgFlags", "OriginalLength")
LETTERS = st.lists(st.sampled_from([b"A", b" ", b'"', b"~", b"<", b">", b"\xe9", b"\0", b"X "]), max_size=60).map(
    b"".join
)
ONE = {"Format": "MQSTR", "MsgId": bytes(range(24)), "data": b"Hello, queue!"}


def rows(data: bytes, **of) -> list[dict]:
    found = []
    for row in dmpmqmsg.read(FileSlice(data, "unloaded.txt", **of)):
        found += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    return found


def md_of(message: dict) -> dict:
    md = {**BLANK, **{name: value for name, value in message.items() if name in BLANK}}
    md = {name: value.rstrip(" ") if isinstance(value, str) else value for name, value in md.items()}
    return md | dict.fromkeys(VERSION_2) if md["Version"] == 1 else md


def known(md: dict | None) -> dict | None:
    return md and {name: md.get(name) for name in BLANK}


def assert_partition(found: list[dict], data: bytes, offset: int = 0) -> None:
    at = offset
    for row in found:
        assert row["offset"] == at and row["length"] > 0
        at += row["length"]
    assert at == offset + len(data)


@pytest.mark.parametrize("options", ["", "a", "A", "Aa", "p", "c", "i", "H", "Hic"])
@SLOW
@given(messages=MESSAGES, letters=LETTERS, width=st.sampled_from([10, 25, 60]))
def test_any_message_is_read_as_it_was_unloaded(options, messages, letters, width):
    messages[0]["data"] = letters
    data = unload(messages, "ANY.QUEUE", options, width)
    found = rows(data)
    assert [known(row["md"]) for row in found] == [md_of(message) for message in messages]
    assert [row["data"] for row in found] == [message["data"] for message in messages]
    assert [row["number"] for row in found] == list(range(1, len(messages) + 1))
    assert {row["queue"] for row in found} == {None if "H" in options else "ANY.QUEUE"}
    assert [row["missing"] for row in found] == [0] * len(messages)
    assert_partition(found, data)


@SLOW
@given(messages=MESSAGES)
def test_many_messages_at_once_are_read_as_few(messages):
    few, many = rows(unload(messages)), rows(unload(messages * 40))
    assert len(many) == 40 * len(few)
    for row, like in zip(many, few * 40, strict=True):
        assert (known(row["md"]), row["data"], row["put_time"]) == (known(like["md"]), like["data"], like["put_time"])
    assert_partition(many, unload(messages * 40))


@SLOW
@given(
    lines=st.lists(st.sampled_from(["one", "", "two words", "é", "\0", '~"<']), max_size=6),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_text_lines_are_marked_as_lossy(lines, end):
    data = end.join(lines).encode()
    (row,) = rows(unload([ONE | {"data": data}], options="t"))
    assert "original line ends are lost" in row["error"]
    assert row["data"] is None and row["data_length"] is None
    assert row["body"].translate(None, b"\r\n") == data.translate(None, b"\r\n")


@SLOW
@given(
    messages=MESSAGES, options=st.sampled_from(["", "a", "p", "t", "ic"]), cut=st.floats(0, 1), begin=st.floats(0, 0.6)
)
def test_a_file_cut_anywhere_is_read_to_the_last_byte(messages, options, cut, begin):
    whole = unload(messages, options=options)
    data = whole[int(len(whole) * begin) : max(int(len(whole) * cut), 1)]
    assert_partition(rows(data), data)


@SLOW
@given(data=st.lists(st.sampled_from([
    b"A VER 2\n", b"A MSI 41", b"X ", b"4142", b"\n", b" ", b"\r", b"...", b"**", b'S "a~', b'"', b"T x", b"N\n", b"* Queue = A\n",
    b"> ", b"A XYZ 1\n", b"<", b"\xff\xfe", b"\xc1\x40\xe5\xc5\xd9\x40", b"A VER 99999999999\n", b"A PTD 20269999\n",
]), max_size=40).map(b"".join))  # fmt: skip
def test_no_bytes_make_the_reader_fail(data):
    found = rows(data)
    assert_partition(found, data)
    dmpmqmsg.sniff(data)
    pa.RecordBatch.from_pylist(found, tables.MESSAGES)


@SLOW
@given(messages=MESSAGES, options=st.sampled_from(["", "a", "H", "i", "p"]), cuts=st.lists(st.floats(0, 1), max_size=3))
def test_a_split_file_reads_as_the_whole(messages, options, cuts):
    data = unload(messages * 3, "SPLIT.QUEUE", options)
    starts = [match.start(1) for match in dmpmqmsg.START.finditer(data)][1:]  # a header alone is no stretch
    edges = sorted({0, len(data), *(min((s for s in starts if s >= c * len(data)), default=len(data)) for c in cuts)})
    found, context = [], {}
    for begin, end in pairwise(edges):
        found += rows(data[begin:end], offset=begin, after=data[end : end + 1], context=context)
        context = dmpmqmsg.context_after(data[begin:end], context)
    whole = rows(data)
    names = ("number", "queue", "data", "body", "error", "missing")
    assert [[known(r["md"]), *(r[n] for n in names)] for r in found] == [
        [known(r["md"]), *(r[n] for n in names)] for r in whole
    ]
    assert_partition(found, data)


@SLOW
@given(messages=MESSAGES, cuts=st.lists(st.integers(0, 4000), max_size=6))
def test_what_is_carried_does_not_depend_on_the_cuts(messages, cuts):
    data = unload(messages * 4, "CARRIED")
    context = {}
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)], strict=True):
        context = dmpmqmsg.context_after(data[begin:end], context)
    assert context == dmpmqmsg.context_after(data, {})
    assert (context["count"], context["queue"]) == (str(4 * len(messages)), "CARRIED")


def test_a_dead_letter_is_decoded():
    header, fields = dlh(2053, "ORDERS", "QM2", 546, 1208, "2026010112000000")
    (row,) = rows(unload([ONE | {"Format": "MQDEAD", "data": header + b"body"}]))
    assert (row["dlh"]["Reason"], row["dlh"]["DestQName"]) == (2053, "ORDERS")
    assert (row["body"], row["body_text"], row["error"]) == (b"body", "body", None)
    assert fields["Reason"] == row["dlh"]["Reason"]


@pytest.mark.parametrize("recode", [
    lambda text: text.replace(b"\n", b"\r\n"),
    lambda text: text.replace(b"\n", b"\r"),
    lambda text: text.replace(b"\n", b"\n\n"),
    lambda text: re.sub(rb"\n+", b"\n", text),
    lambda text: re.sub(rb" +\n", b"\n", text),
    lambda text: re.sub(rb"^", b"> ", text, flags=re.M),
    lambda text: re.sub(rb"^", b"2026-01-01 12:00:00 INFO  ", text, flags=re.M),
    lambda text: re.sub(rb"^", b"dump.txt:12:", text, flags=re.M),
    lambda text: b"\xef\xbb\xbf" + text,
    lambda text: text.decode().encode("utf-16"),
    lambda text: text.decode().encode("utf-16-be"),
    lambda text: text.decode().encode("cp500"),
    lambda text: b"$ dmpmqmsg -m QM1 -i Q1 -f stdout\n" + text + b"$ exit\n",
])  # fmt: skip
def test_files_that_went_through_something_are_read(recode):
    letters = {"ReplyToQ": "ANSWERS", "PutDate": "20260622", "PutTime": "14245461"}
    messages = [ONE | letters, ONE | letters | {"data": bytes(60)}, ONE | letters | {"data": b"end"}]
    whole = recode(unload(messages))
    assert dmpmqmsg.sniff(whole) >= 60
    found = rows(whole)
    assert [row["data"] for row in found] == [message["data"] for message in messages]
    assert {(row["md"]["ReplyToQ"], row["md"]["MsgId"], row["queue"]) for row in found} == {
        ("ANSWERS", ONE["MsgId"], "Q1")
    }
    assert_partition(found, whole)


def test_a_file_without_newlines_is_read():
    whole = re.sub(rb" *\n+", b" ", unload([ONE], options="H"))
    (row,) = rows(whole)
    assert row["data"] == ONE["data"] and row["md"]["MsgId"] == ONE["MsgId"]


@pytest.mark.parametrize(("line", "gap", "said"), [
    (b"X 48656C6C****2C20717565756521", [{"offset": 4, "length": 2}], "2 bytes are masked at offset 4"),
    (b"X 48656C6C...21                                       <Hello, queue!>", [{"offset": 4, "length": 8}], "8 bytes are elided"),
    (b"X 48656C6C...21", [{"offset": 4, "length": None}], "an unknown number of bytes is elided at offset 4"),
    (b"X 48656C6C6", [{"offset": 4, "length": None}], "a line ends within a byte at offset 4"),
    (b"X 48656C6C\n...", [{"offset": 4, "length": None}], "a line of the data is left out at offset 4"),
    (b'S "Hell', [{"offset": 4, "length": None}], "a string has no closing quote at offset 4"),
])  # fmt: skip
def test_hidden_bytes_are_gaps(line, gap, said):
    text = unload([ONE])
    text = text[: text.index(b"\nX ") + 1] + line + b"\n\n"
    (row,) = rows(text)
    assert row["gaps"] == gap and said in row["error"]
    assert row["body"].startswith(b"Hell")
    assert row["missing"] == gap[0]["length"]


def test_an_elided_row_is_as_wide_as_a_full_one():
    full, short = b"41" * 25, b"42" * 9
    (row,) = rows(b"A VER 2\nX " + full + b"\nX 4343...44\nX " + short + b"\n\n")
    assert row["gaps"] == [{"offset": 27, "length": 22}] and row["body"] == b"A" * 25 + b"CCD" + b"B" * 9
    (row,) = rows(b"A VER 2\nX 4343...44\nX " + short + b"\n\n")
    assert row["gaps"] == [{"offset": 2, "length": None}] and row["body"] == b"CC"
    assert "10 bytes come after a gap of unknown length" in row["error"]


def test_hidden_attributes_are_not_known():
    text = unload([ONE]).replace(ONE["MsgId"].hex().upper().encode(), b"41****").replace(b"A ENC 546", b"A ENC ...")
    (row,) = rows(text)
    assert (row["md"]["MsgId"], row["md"]["Encoding"]) == (None, None)
    assert "the value of MSI is hidden" in row["error"]


def test_a_message_without_its_descriptor_has_none():
    first, second = rows(unload([ONE, ONE], options="N"))
    assert first["md"] is None and first["data"] == ONE["data"] == second["data"]
    assert "N line" in first["error"]
    (row,) = rows(b"X 48656C6C6F\n")
    assert (row["md"], row["data"]) == (None, b"Hello") and "the MQMD is absent" in row["error"]


def test_a_file_that_ends_in_a_full_line_may_be_cut():
    text = unload([ONE | {"data": bytes(100)}])
    assert "may be cut" in rows(text[:-1])[0]["error"]
    assert rows(text)[0]["error"] is None
    assert "may be cut" in rows(text[: text.rindex(b"X ") - 1])[0]["error"]


def test_the_exit_adds_one_to_the_version_and_repeats_its_header():
    head = b"* QLOAD Version: 1.9 format generated Invenire Aude Exit Data Extractor\n* Remote Queue :  %s   \n\n"
    message = unload([ONE], options="H")
    text = head % b"FIRST" + message + head % b"SECOND" + message[: message.index(b"\nX ") + 1] + b"\n"
    first, second = rows(text)
    assert [first["queue"], second["queue"]] == ["FIRST", "SECOND"]
    assert (first["md"]["Version"], first["data"], second["data"]) == (1, ONE["data"], b"")
    assert second["offset"] == len(head % b"FIRST" + message) - 1


def test_the_other_program_writes_windows_lines():
    text = unload([ONE, ONE], options="i").replace(b"DMPMQMSG Version:8.0", b"QLOAD (Dotc.MQ.Dump)")
    found = rows(text.replace(b"\n", b"\r\n"))
    assert [row["data"] for row in found] == [ONE["data"]] * 2 and found[0]["queue"] == "Q1"


@pytest.mark.parametrize(("data", "said"), [
    (unload([]), "without any message"), (b"help text\n", "no message of dmpmqmsg"), (b" \n", "no text"),
])  # fmt: skip
def test_a_file_without_messages_is_one_row(data, said):
    (row,) = rows(data)
    assert said in row["error"] and row.get("md") is None
    assert_partition([row], data)


def test_every_sample_is_read(samples):
    for path in sorted(samples.rglob("*")):
        if path.is_file() and path.suffix not in (".gz", ".md"):
            data = path.read_bytes()
            assert_partition(rows(data), data)


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
    ours = {p.name for p in samples.rglob("*") if "qload" in p.name or p.name.startswith("dmpmqmsg")}
    claimed = {p.name for p in samples.rglob("*") if p.is_file() and dmpmqmsg.sniff(p.read_bytes()[: 1 << 16])}
    assert claimed == ours


def test_variants_of_a_file_agree(samples):
    files = sorted((samples / "amqsbcg_generated").glob("qload_*"))
    assert files
    plain = rows((samples / "amqsbcg_generated" / "qload_hex.txt").read_bytes())
    for path in files:
        found = rows(path.read_bytes())
        assert [known(row["md"]) for row in found] == [known(row["md"]) for row in plain]
        if "text_dt" not in path.name:
            assert [row["data"] for row in found] == [row["data"] for row in plain]


def test_a_real_export_without_header_is_read(samples):
    (row,) = rows((samples / "other" / "dmpmqmsg_real_aci.txt").read_bytes())
    assert (row["md"]["PutApplName"], row["md"]["CodedCharSetId"], row["data_length"]) == ("MIROPHV01", 500, 888)
    assert row["data"].startswith(bytes.fromhex("0000000200000001000000025541"))


def test_a_fragment_of_a_dead_letter_is_read(samples):
    (row,) = rows((samples / "other" / "dmpmqmsg_dlh_fragment.txt").read_bytes())
    assert row["dlh"]["Reason"] == 2051 and row["gaps"] == [{"offset": 23, "length": 2}]


@pytest.mark.parametrize("count", [1, 100])
@pytest.mark.parametrize(
    ("created", "right"), [("Fri Nov 20 20:05:11 2026", "2026-11-20 20:05:11"), ("by a program", "None"), ("", "None")]
)
def test_the_header_tells_when_an_export_was_made(count, created, right):
    one = dmpmqmsg.lines(BLANK | {"MsgId": bytes(range(24))}, b"Hello")
    data = (
        f"* DMPMQMSG Version:9.3 Created:{created}\n* Qmgr = QM1\n\n" + one * count + "* QLOAD Version:8.0\n" + one
    ).encode()
    found = rows(data)
    assert [str(row["captured"]) for row in found] == [right] * count + ["None"]
    assert {row["zone"] for row in found} == {None}
    middle = found[count - 1]["offset"]
    rest = rows(data[middle:], offset=middle, context=dmpmqmsg.context_after(data, {}, 0, middle))
    assert str(rest[0]["captured"]) == right


@pytest.mark.parametrize("count", [1, 100])
def test_the_header_names_the_queue_manager_that_an_export_is_of(count):
    one = dmpmqmsg.lines(BLANK | {"MsgId": bytes(range(24))}, b"Hello")
    data = (dmpmqmsg.header("QM1", "DLQ") + one * count + dmpmqmsg.header(None, None) + "A VER 1\nX 4142\n\n").encode()
    wanted = [("DLQ", "QM1")] * count + [(None, None)]
    found = rows(data)
    assert [(row["queue"], row["dump_queue_manager"]) for row in found] == wanted
    middle = found[-1]["offset"] - found[-2]["length"] if count > 1 else 0
    rest = rows(data[middle:], offset=middle, context=dmpmqmsg.context_after(data, {}, 0, middle))
    assert [(row["queue"], row["dump_queue_manager"]) for row in rest] == wanted[-2:]
    [empty] = rows(dmpmqmsg.header("QM1", "DLQ").encode())
    assert (empty["queue"], empty["dump_queue_manager"], empty.get("md")) == ("DLQ", "QM1", None)
