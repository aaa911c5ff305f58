import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqforensics import structures
from mqforensics.formats import amqsbcg
from mqforensics.formats.amqsbcg import tolerant
from mqforensics.formats.amqsbcg.wellformed import at_once
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.message_columns import times
from tests.formats import amqsbcg_model as strict
from tests.writers.amqsbcg import BLANK, LEVELS, dump, swap
from tests.writers.cases import dlh

NAME = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%/", max_size=48)
MESSAGE = st.fixed_dictionaries({
    "Report": st.integers(-(2**31), 2**31 - 1), "Encoding": st.sampled_from([273, 546]), "Expiry": st.integers(-1, 9999),
    "CodedCharSetId": st.sampled_from([819, 1208]), "Format": st.sampled_from(["", "MQSTR"]),
    "Priority": st.integers(0, 9), "Persistence": st.integers(0, 1), "MsgId": st.binary(min_size=24, max_size=24),
    "CorrelId": st.binary(min_size=24, max_size=24), "BackoutCount": st.integers(0, 99), "ReplyToQ": NAME,
    "ReplyToQMgr": NAME, "AccountingToken": st.binary(min_size=32, max_size=32), "PutApplType": st.integers(-1, 70000),
    "GroupId": st.binary(min_size=24, max_size=24), "data": st.binary(max_size=1200),
})  # fmt: skip
MESSAGES = st.lists(MESSAGE, min_size=1, max_size=4)


def rows(data: bytes, **of) -> list[dict]:
    found = []
    for row in amqsbcg.read(FileSlice(data, "dump.txt", **of)):
        found += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    return found


def assert_partition(found: list[dict], data: bytes) -> None:
    at = 0
    for row in found:
        assert row["offset"] == at and row["length"] > 0
        at += row["length"]
    assert at == len(data)


def md_of(message: dict) -> dict:
    md = {**BLANK, **{name: value for name, value in message.items() if name in BLANK}}
    return {name: value.rstrip(" ") if isinstance(value, str) else value for name, value in md.items()}


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(messages=MESSAGES, extra=st.sampled_from([0, 2, 10]))
def test_any_message_is_read_as_it_was_printed(level, messages, extra):
    data = dump(messages, "ANY.QUEUE", level, extra).encode()
    found = rows(data)
    assert [row["md"] for row in found] == [md_of(message) for message in messages]
    assert [row["data"] for row in found] == [message["data"] for message in messages]
    assert {row["queue"] for row in found} == {"ANY.QUEUE"}
    assert_partition(found, data)


@settings(max_examples=30, deadline=None)
@given(messages=MESSAGES)
def test_both_readers_agree_on_what_the_program_prints(messages):
    text = dump(messages).encode()
    for record in re.split(rb"\n(?= MQGET of message)", text)[1:]:
        exact, found = strict.record(record + b"\n"), tolerant.read_damaged(record)
        assert exact is not None
        assert (found.data, found.gaps, found.notes) == (exact.data, [], [])
        named = dict(zip(strict.HEAD.names, exact.head, strict=True))
        assert found.fields["MsgId"].hex().upper().encode() == named["MsgId"]
        assert str(found.fields["Report"]).encode() == named["Report"]


@settings(max_examples=60, deadline=None)
@given(messages=MESSAGES, cut=st.floats(0, 1), begin=st.floats(0, 0.5))
def test_a_dump_cut_anywhere_is_read_to_the_last_byte(messages, cut, begin):
    whole = dump(messages).encode()
    data = whole[int(len(whole) * begin) : max(int(len(whole) * cut), 1)]
    assert_partition(rows(data), data)


@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_rows_that_say_what_is_wrong(data):
    found = rows(data)
    assert_partition(found, data)
    assert all(row["error"] for row in found)


@pytest.mark.parametrize(
    ("encode", "mark"),
    [
        (lambda text: text.replace("\n", "\r\n").encode(), 0),
        (lambda text: b"\xef\xbb\xbf" + text.encode(), 3),
        (lambda text: b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le"), 2),
        (lambda text: text.encode("utf-16-be"), 0),
    ],
    ids=["crlf", "bom", "utf-16-le", "utf-16-be"],
)
def test_how_the_file_was_saved_makes_no_difference(encode, mark):
    messages = [{"data": b"first"}, {"data": b"second" * 40}]
    data = encode(dump(messages, "Q1"))
    found = rows(data)
    assert [row["data"] for row in found] == [b"first", b"second" * 40]
    assert [row["error"] for row in found] == [None, None]
    assert_partition(found, data)


def test_each_message_has_the_queue_of_its_own_dump():
    data = (dump([{"data": b"a"}], "Q.A") + dump([{"data": b"b"}, {"data": b"c"}], "Q.B", "p944")).encode()
    assert [row["queue"] for row in rows(data)] == ["Q.A", "Q.B", "Q.B"]


def test_a_stretch_from_the_middle_knows_the_queue_before_it():
    data = dump([{"data": b"a"}, {"data": b"b"}], "Q.A").encode()
    middle = data.index(b" MQGET of message number 2")
    context = amqsbcg.context_after(data[:middle], {})
    [row] = rows(data[middle:], offset=middle, context=context)
    assert (row["queue"], row["number"], row["offset"]) == ("Q.A", 2, middle)


def test_a_cut_through_the_line_that_names_the_queue_loses_nothing():
    data = dump([{"data": b"a"}], "Q.A").encode()
    line = data.index(b"\n MQOPEN")
    for middle in range(line, data.index(b"\n", line + 1) + 1):
        assert amqsbcg.context_after(data, amqsbcg.context_after(data, {}, 0, middle), middle, len(data)) == {
            "queue": "Q.A"
        }


@pytest.mark.parametrize(
    ("above", "right"),
    [
        ("$ date\nTue Nov 17 10:31:00 CET 2026\n$ amqsbcg Q.A QM1\n", "2026-11-17 10:31:00 +01:00"),
        ("> 2026-11-17T10:31:00Z\r\n> \r\n", "2026-11-17 10:31:00 UTC"),
        ("[2026-11-17 10:31:00] $ amqsbcg Q.A QM1\n", "2026-11-17 10:31:00 None"),
        ("Tue Nov 17 10:31:00 2026\n=== the dump ===\n", "2026-11-17 10:31:00 None"),
        ("2026-11-17 10:31:00\nOne MQSC command read.\n$ amqsbcg Q.A QM1\n", "None None"),
        ("2026-02-31 10:31:00\n", "None None"),
        ("$ date; amqsbcg Q.A QM1\nTue Nov 17 10:31:00 CET 2026\n", "2026-11-17 10:31:00 +01:00"),
        ("$ date -r old.txt\nTue Nov 17 10:31:00 CET 2026\n$ amqsbcg Q.A QM1\n", "None None"),
        ("$ uptime -s\n2026-11-17 10:31:00\n$ amqsbcg Q.A QM1\n", "None None"),
        ("$ cat when.txt\n\n2026-11-17T10:31:00Z\n", "None None"),
        ("", "None None"),
    ],
)
def test_a_dump_was_made_when_the_date_above_it_says(above, right):
    data = (above + dump([{"data": b"a"}, {"data": b"b"}], "Q.A") + dump([{"data": b"c"}], "Q.B")).encode()
    assert [f"{row['captured']} {row['zone']}" for row in rows(data)] == [right, right, "None None"]
    middle = data.index(b" MQGET of message number 2")
    first = rows(data[middle:], offset=middle, context=amqsbcg.context_after(data[:middle], {}))[0]
    assert f"{first['captured']} {first['zone']}" == right


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_empty_dump_beside_others_is_a_row_of_its_own(level, end):
    def at(hour):
        return f"\n2026-11-17T{hour}:00:00Z\n$ amqsbcg Q.A QM1\n"

    two, none = dump([{"data": b"a"}, {"data": b"b"}], "Q.A", level), dump([], "Q.A", level)
    cases = {(two, none): ["1 10", "2 10", "None 11"], (none, two): ["None 10", "1 11", "2 11"],
             (none, none): ["None 10", "None 11"]}  # fmt: skip
    for texts, right in cases.items():
        data = "".join(at(10 + nth) + text for nth, text in enumerate(texts)).replace("\n", end).encode()
        found = rows(data)
        assert_partition(found, data)
        assert [f"{row['number']} {row['captured'].hour}" for row in found] == right
        for row in (one for one in found if one["number"] is None):
            assert (row["md"], row["error"], row["queue"]) == (None, "no messages on queue Q.A", "Q.A")
        assert {(row["zone"], row["dump_queue_manager"]) for row in found} == {("UTC", "QM1")}
        first = data.find(b" MQGET of message number")
        pieces = [rows(data[:first]), rows(data[first:], offset=first, context=amqsbcg.context_after(data[:first], {}))]
        joined = [(row.get("number"), row["captured"]) for piece in pieces for row in piece]
        assert first < 0 or texts[0] != none or joined == [(row["number"], row["captured"]) for row in found]


def test_words_of_the_program_inside_a_message_name_no_queue():
    words = b"MQOPEN - 'QQ'..." + b"AMQSBCG0 - start" + b"AMQSBCG4 - start"
    message = {"PutApplName": "MQOPEN - 'B'", "data": words}
    data = (CALLED + dump([message, message], "Q.A")).encode()
    assert data.count(b"MQOPEN - 'QQ'") == 2
    found = rows(data)
    assert [(row["queue"], row["dump_queue_manager"]) for row in found] == [("Q.A", "QM1")] * 2
    assert amqsbcg.context_after(data, {}) == {"queue": "Q.A", "dump_queue_manager": "QM1"}


@pytest.mark.parametrize("end", ["'\n", "\n", "'", ""])
def test_a_last_row_cut_short_is_never_taken_for_a_whole_one(end):
    message = {"Format": "MQSTR", "CodedCharSetId": 819, "data": b"0123456789abcdef" * 3}
    whole = dump([message, message], "Q.A", "v7")
    last = whole.rindex("'0123456789abcdef'")
    for length in range(17):
        data = (whole[: last + 1 + length] + end).encode()
        assert bulk_took(data) == [True, end == "'\n"]
        assert rows(data)[1]["data"] in (None, message["data"])


def bulk_took(data):
    begins = [match.start(1) for match in amqsbcg.START.finditer(data)]
    spots = np.array([*begins, len(data)])
    return np.isin(np.arange(len(begins)), at_once(data, spots[:-1], spots[1:]).numbers).tolist()


@pytest.mark.parametrize(("encoding", "swapped"), [(546, False), (273, True)])
def test_a_printed_dead_letter_header_is_the_same_as_one_in_the_hex(encoding, swapped):
    header, fields = dlh(2053, "Q.FULL", "QM9", encoding, 819, at="2026010110000000")
    common = {"Format": "MQDEAD", "Encoding": encoding, "CodedCharSetId": 819}
    [in_hex] = rows(dump([{**common, "data": header + b"text"}], level="v7").encode())
    [printed] = rows(dump([{**common, "data": b"text", "dlh": fields, "swapped": swapped}], level="p944").encode())
    for name in ("dlh", "dlq_time", "data", "body", "body_text", "data_length", "missing", "error"):
        assert printed[name] == in_hex[name], name
    assert printed["dlh"]["Reason"] == 2053 and printed["error"] is None
    assert printed["dlh"]["ByteOrder"] == ("big" if swapped else "little")


def test_swapping_is_its_own_inverse():
    assert swap(swap(2051)) == 2051 and swap(2051) == 0x03080000


def test_a_truncated_message_says_what_is_not_there():
    [row] = rows(dump([{"data": b"x" * 40, "length": 100}]).encode())
    assert (row["data_length"], row["missing"], row["gaps"]) == (100, 60, [{"offset": 40, "length": 60}])
    assert "60 of 100 bytes" in row["error"] and row["body"] == b"x" * 40


def test_masked_and_missing_rows_are_gaps_and_nothing_is_made_up():
    lines = dump([{"data": bytes(range(64))}]).split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("00000010:"))
    lines[at] = lines[at].replace("1011 1213", "**** ****")
    del lines[at + 1]
    [row] = rows("\n".join(lines).encode())
    assert row["gaps"] == [{"offset": 16, "length": 4}, {"offset": 32, "length": 16}]
    assert row["missing"] == 20 and row["data"] is None
    assert row["body"] == bytes(range(16)) + bytes(range(20, 32)) + bytes(range(48, 64))


def test_rows_that_contradict_each_other_are_a_gap():
    text = dump([{"data": b"A" * 32}])
    row = next(line for line in text.split("\n") if line.startswith("00000010:"))
    [found] = rows(text.replace(row, f"{row}\n{row.replace('4141', '4242')}").encode())
    assert found["gaps"] == [{"offset": 16, "length": 16}] and "different bytes" in found["error"]


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.split("\n"))


def collapsed(text: str) -> str:
    return "\n".join(re.sub(" +", " ", line).strip() for line in text.split("\n"))


DAMAGE = {
    "mail quote": quoted,
    "log prefix": lambda text: "".join(f"2026-01-01T00:00:00.000Z /run.sh: {line}\n" for line in text.split("\n")),
    "tabs": lambda text: text.replace("    ", "\t"),
    "collapsed": collapsed,
    "curly": lambda text: re.sub(r"'([^'\n]*)'", "‘\\1’", text),
    "markdown": lambda text: text.replace("*", "\\*"),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "nbsp": lambda text: text.replace("  ", "\u00a0 "),
    "lower case hex": lambda text: re.sub(r"(?m)^[0-9A-F]{8}:.{41}", lambda m: m[0].lower(), text),
    "no text column": lambda text: re.sub(r"(?m)^([0-9A-F]{8}:.{41}) *'.*'$", r"\1", text),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_mail_and_consoles_do_to_a_dump_loses_nothing(damage):
    header, _ = dlh(2051, "Q6", "QM2", 546, 819, at="2026010110000000")
    letters = [
        {"Format": "MQDEAD", "Encoding": 546, "CodedCharSetId": 819, "MsgId": bytes(range(24)), "data": header + text}
        for text in (b"first letter, long enough for two rows", b"second")
    ]
    data = damage(dump(letters, "DLQ")).encode()
    found = rows(data)
    assert [row["body"] for row in found] == [b"first letter, long enough for two rows", b"second"]
    assert [row["dlh"]["Reason"] for row in found] == [2051, 2051]
    assert [row["md"]["MsgId"] for row in found] == [bytes(range(24))] * 2
    assert [row["queue"] for row in found] == ["DLQ", "DLQ"]
    assert_partition(found, data)


def test_a_dump_without_any_newline_is_still_one_message():
    data = dump([{"Format": "MQSTR", "data": b"all on one line, more than a row"}]).replace("\n", " ").encode()
    [row] = rows(data)
    assert row["body"] == b"all on one line, more than a row" and row["md"]["Format"] == "MQSTR"


PLAIN = {
    "conn_2059": (0, "2059"), "open_2085": (0, "2085"), "get_2016": (0, "2016"), "noargs": (0, "without a queue name"),
    "props_bad": (0, "wrong option"), "truncated_v6": (0, "2080"), "empty_queue": (0, "no messages on queue Q1"),
    "get_2009": (1, "2009"), "zero_length": (1, None), "long_pages": (2, "1208"), "props_v7": (2, None),
    "props_p944": (2, None), "mbcs": (1, None), "md_nulpad": (1, None), "bin_c_locale": (1, None), "xmitq": (1, None),
}  # fmt: skip
REASONS = {
    "dlq_be_on_le_p944": (2053, "big"), "dlq_ebcdic_v7": (2051, "big"), "dlq_le_p944": (2085, "little"),
    "dlq_le_v6": (2085, "little"), "dlq_le_v7": (2085, "little"), "dlq_le_v7_ibmi": (2085, "little"),
    "dlq_nulpad_p944": (2035, "little"),
}  # fmt: skip


@pytest.mark.parametrize("stem", PLAIN)
def test_program_output_without_dead_letters(samples, stem):
    for path in samples.glob(f"amqsbcg_generated/{stem}*.txt"):
        found = rows(path.read_bytes())
        count, says = PLAIN[stem]
        assert sum(row.get("md") is not None for row in found) == count, path.name
        assert_partition(found, path.read_bytes())
        if says:
            assert says in found[-1]["error"]
        else:
            assert [row["error"] for row in found] == [None] * count


@pytest.mark.parametrize("stem", REASONS)
def test_program_output_of_dead_letters(samples, stem):
    [row] = rows((samples / f"amqsbcg_generated/{stem}.txt").read_bytes())
    assert (row["dlh"]["Reason"], row["dlh"]["ByteOrder"], row["error"]) == (*REASONS[stem], None)
    assert row["data_length"] == 172 + len(row["body"])


def test_every_level_shows_the_same_dead_letter(samples):
    levels = [rows((samples / f"amqsbcg_generated/dlq_le_{v}.txt").read_bytes())[0] for v in ("v6", "v7", "p944")]
    for name in ("md", "dlh", "data", "body_text", "put_time"):
        assert levels[0][name] == levels[1][name] == levels[2][name]


DAMAGED = ("crlf", "hexlower", "logprefix", "mailquote", "nbsp", "row_dup", "stripped", "tabs", "utf8_bom")


@pytest.mark.parametrize("stem", DAMAGED)
def test_damaged_copies_give_the_message_that_was_damaged(samples, stem):
    data = (samples / f"amqsbcg_damaged/{stem}.txt").read_bytes()
    [row], [intact] = rows(data), rows((samples / "amqsbcg_generated/dlq_le_v7.txt").read_bytes())
    for name in ("md", "dlh", "body", "missing", "put_time", "dlq_time"):
        assert row[name] == intact[name], name
    assert_partition([row], data)


PASTED = {
    "003": (1, b"Hello Q1"), "005": (1, b"I put in QL.A"), "006": (1, b"I send a message from QMC."),
    "008": (1, b"This is my message"), "010": (2, b"Test message 1"), "013": (1, None), "015": (1, None),
    "017": (1, None), "018": (1, None), "019": (0, None), "020": (0, None), "021": (0, None), "024": (0, None),
    "026": (1, None), "027": (1, None),
}  # fmt: skip


@pytest.mark.parametrize("stem", PASTED)
def test_pastes_of_real_dumps(samples, stem):
    data = (samples / f"amqsbcg/{stem}.txt").read_bytes()
    found = rows(data)
    count, body = PASTED[stem]
    assert sum(row.get("md") is not None for row in found) == count
    assert_partition(found, data)
    if body:
        assert found[0]["body"] == body


def test_a_capture_that_ends_early_counts_what_is_missing(samples):
    [row] = rows((samples / "amqsbcg/013.txt").read_bytes())
    assert (row["data_length"], row["missing"], len(row["data"])) == (920, 360, 560)
    assert "CodedCharSetId 500" in row["error"]


def test_only_dumps_are_taken_for_dumps(samples):
    others = [
        p for folder in ("mqsc", "errlog", "rules", "trace", "trace_generated") for p in samples.glob(f"{folder}/*")
    ]
    assert {p.name for p in others if amqsbcg.sniff(p.read_bytes()[:65536])} == set()
    assert amqsbcg.sniff((samples / "amqsbcg/021.txt").read_bytes()) == 0
    for path in samples.glob("amqsbcg_generated/*.txt"):
        assert amqsbcg.sniff(path.read_bytes()) == (0 if path.name.startswith("qload") else 100)


def test_put_times_of_a_batch_are_those_of_one_message():
    dates = ["20260101", "20260230", "", "2026010", "20251231"]
    clocks = ["12000000", "12000000", "", "12", "23595999"]
    batch = times(pa.array(dates), pa.array(clocks)).to_pylist()
    assert batch == [structures.put_time(date, clock) for date, clock in zip(dates, clocks, strict=True)]


def test_reading_is_total_for_every_sample(samples):
    for path in samples.glob("*/*"):
        data = path.read_bytes()[:200_000]
        assert_partition(rows(data), data)


def test_any_line_may_be_lost():
    from tests.writers.cases import content

    for name in ("dlq_put_inhibited/dlq.txt", "dlq_unknown_object/dlq.txt"):
        lines = content(name).split(b"\n")
        for lost in range(len(lines)):
            data = b"\n".join(lines[:lost] + lines[lost + 1 :])
            assert_partition(rows(data), data)


@pytest.mark.parametrize("number", ["31202020202", "4294967295", "-2147483649", "99999999999999999999999"])
def test_a_number_that_four_bytes_cannot_hold_is_unknown(number):
    data = dump([{"Report": 7, "data": b"a"}, {"data": b"b"}]).replace("Report   : 7", f"Report   : {number}").encode()
    first, second = rows(data)
    assert first["md"]["Report"] is None and "Report" in first["error"] and first["body"] == b"a"
    assert second["md"]["Report"] == 0 and second["error"] is None


def test_a_row_that_claims_to_be_far_away_costs_nothing():
    data = dump([{"data": b"A" * 32}]).replace("00000010:", "FFFFFFF0:").encode()
    [row] = rows(data)
    assert row["missing"] == 16 and "FFFFFFF0" in row["error"]


NAMES = ("ReplyToQ", "ReplyToQMgr", "UserIdentifier", "ApplIdentityData", "PutApplName", "ApplOriginData")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("value", ["'", "''", "a'b", "'  X", "x'", "' : '"])
@pytest.mark.parametrize("body", [b"", b"some text"])
def test_a_name_may_hold_quotes(level, value, body):
    header, shown = dlh(2085, "IT'S", "Q'", 546, 819, at="2026030107300000")
    names = {name: value[: 4 if name == "ApplOriginData" else 9] for name in NAMES}
    message = {**names, "Format": "MQDEAD", "CodedCharSetId": 819, "data": header + body}
    if level == "p944":
        message |= {"data": body, "dlh": {**shown, "PutApplName": "o'clock"}}
    [row] = rows(dump([message], level=level).encode())
    assert {name: row["md"][name] for name in NAMES} == {name: text.rstrip() for name, text in names.items()}
    assert (row["body_text"], row["error"]) == (body.decode(), None)
    assert (row["dlh"]["DestQName"], row["dlh"]["DestQMgrName"], len(row["data"])) == ("IT'S", "Q'", 172 + len(body))


CALLED = "$ amqsbcg Q.A QM1\n"


@pytest.mark.parametrize(
    ("before", "owner"),
    [
        (CALLED, "QM1"),
        ("[mqm@host bin]$ /opt/mqm/samp/bin/amqsbcg Q.A QM1\n", "QM1"),
        ("amqsbcgc 'Q.A' 'QM1' 1\n", "QM1"),
        ("C:\\>amqsbcg Q.A QM1\r\n", "QM1"),
        ("===> CALL PGM(QMQM/AMQSBCG4) PARM('Q.A' 'QM1')\n", "QM1"),
        ("call qmqm/amqsbcg4 parm(Q.A QM1)\n", "QM1"),
        ("CALL PGM(QMQM/AMQSBCG4) PARM('Q.B' 'QM1')\n", None),
        ("CALL PGM(QMQM/AMQSBCG4) PARM('Q.A')\n", None),
        ("//D EXEC PGM=CSQ4BCG1,PARM=('Q.A QM1')\n", "QM1"),
        ("//D EXEC PGM=CSQ4BCG1,REGION=0M,\n//  PARM='QM1 Q.A'\n", "QM1"),
        ("//D EXEC PGM=CSQ4BCG1,PARM=('QM1 Q.B')\n", None),
        ("", None),
        ("$ amqsbcg Q.OTHER QM1\n", None),
        ("$ amqsbcg Q.A\n", None),
        ("$ amqsget Q.A QM1\n", None),
        (CALLED + "AMQSBCG0 - starts here\nMQCONN failed with CompCode:2, Reason:2059\n", None),
    ],
)
def test_the_command_line_before_a_dump_names_its_queue_manager(before, owner):
    found = rows((before + dump([{"data": b"x"}, {"data": b"y"}], "Q.A")).encode())
    assert [row["dump_queue_manager"] for row in found] == [owner, owner]
    assert [row["queue"] for row in found] == ["Q.A", "Q.A"]


@pytest.mark.parametrize(("called", "queue", "owner"), [
    ("", None, None), ("$ amqsbcg REPLY QM2\n", "REPLY", "QM2"), ("$ amqsget REPLY QM2\n", None, None),
])  # fmt: skip
def test_a_dump_whose_queue_is_lost_is_of_what_its_own_command_line_names(called, queue, owner):
    one, other = (dump([{"data": data}], "Q.A") for data in (b"x", b"y"))
    data = (CALLED + one + called + other.replace(" MQOPEN - 'Q.A'", " ***")).encode()
    wanted = [("Q.A", "QM1"), (queue, owner)]
    assert [(row["queue"], row["dump_queue_manager"]) for row in rows(data)] == wanted
    middle = data.rindex(b" MQGET of message number 1")
    [last] = rows(data[middle:], offset=middle, context=amqsbcg.context_after(data, {}, 0, middle))
    assert (last["queue"], last["dump_queue_manager"]) == wanted[1]


@pytest.mark.parametrize("more", ["", "$ amqsbcg Q.B QM2\n" + dump([{"data": b"c"}], "Q.B")])
def test_a_stretch_from_the_middle_knows_whose_queue_it_is(more):
    data = (CALLED + dump([{"data": b"a"}, {"data": b"b"}], "Q.A") + more).encode()
    middle = data.index(b" MQGET of message number 2")
    found = rows(data[middle:], offset=middle, context=amqsbcg.context_after(data, {}, 0, middle))
    assert [row["dump_queue_manager"] for row in found] == ["QM1", "QM2"][: len(found)]
