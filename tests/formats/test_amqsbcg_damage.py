"""Dumps as people hand them over: whatever was done to them, what is read is what was there, and the rest is a gap."""

import random
import re

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mqforensics.formats import amqsbcg, hexdata, identify
from mqforensics.formats.amqsbcg import tolerant
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import MESSAGES
from tests.writers import shapes
from tests.writers.amqsbcg import BLANK, dump
from tests.writers.cases import dlh

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ID = bytes(range(65, 89))
TEXT = b"Order 4711: two crates of oranges, one of limes."
ROWS = re.compile(r"(?m)^[0-9A-F]{8}:[^\n]*")


def rows(text: str | bytes) -> list[dict]:
    data = text if isinstance(text, bytes) else text.encode()
    found = []
    for row in amqsbcg.read(FileSlice(data, "dump.txt")):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    at = 0
    for row in found:
        assert row["offset"] == at and row["length"] > 0
        at += row["length"]
    assert at == len(data)
    return pa.Table.from_pylist(found, MESSAGES).to_pylist(maps_as_pydicts="strict")


def one(text: str | bytes) -> dict:
    [row] = rows(text)
    return row


def plain(data: bytes = TEXT, **md) -> str:
    return dump([{"Format": "MQSTR", "MsgId": ID, "data": data, **md}], "ORDERS")


def letter(data: bytes = b"an order", level: str = "v7", reason: int = 2053) -> str:
    header, fields = dlh(reason, "ORDERS.IN", "QM2", 546, 1208, "2026010112000000")
    message = {"Format": "MQDEAD", "MsgId": ID, "data": header + data}
    if level == "p944":
        message |= {"data": data, "dlh": {**fields, "ReasonName": "MQRC_Q_FULL"}}
    return dump([message], "DLQ", level)


def known(row: dict) -> dict[int, int]:
    """Each known byte of a message of which nothing is a header, by its offset."""
    gaps = [(gap["offset"], gap["length"]) for gap in row["gaps"]]
    size = len(row["body"]) + sum(length for _, length in gaps)
    places = [at for at in range(size) if not any(start <= at < start + length for start, length in gaps)]
    return dict(zip(places, row["body"], strict=True))


def nth_row(text: str, n: int) -> str:
    return ROWS.findall(text)[n]


HARMLESS = {
    "notes after rows": lambda text: ROWS.sub(lambda m: m[0] + "   ← here 'begins' DEAD BEEF", text),
    "notes after values": lambda text: re.sub(r"(?m)^(  [A-Z]\w+ +: '[^'\n]*')$", r"\1  <-- this one", text),
    "prompts around": lambda text: f"bash-4.2$ amqsbcg ORDERS QM1\n{text}mqm@host:~$ exit\n",
    "prompt glued": lambda text: text.rstrip("\n") + "[mqm@host ~]$ ",
    "markdown fence": lambda text: "See:\n\n```text\n" + text.replace("\n****", "\n```\n```\n****", 1) + "\n```\nThanks!\n",
    "indented": lambda text: "".join(f"      {line}\n" for line in text.split("\n")),
    "tab indented and quoted": lambda text: "".join(f">> \t{line}\n" for line in text.split("\n")),
    "container log": lambda text: "".join(f"dlq-7d9f | 2026-11-20T10:00:00.123Z deadbeef: {line}\n" for line in text.split("\n")),
    "json log time": lambda text: "".join(f"[20260101: 120000] {line}\n" for line in text.split("\n")),
    "collapsed by a browser": lambda text: "\n".join(re.sub(" +", " ", line).strip() for line in text.split("\n")),
    "no blank lines": lambda text: re.sub(r"\n\s*\n", "\n", text),
    "trailing blanks cut": lambda text: re.sub(r"(?m) +$", "", text),
    "a bullet rule": lambda text: text.replace("**********************", "* * *").replace("****", "\\*\\*\\*\\*"),
    "curly and mixed quotes": lambda text: re.sub(r"'([^'\n]*)'", "'\\1’", text),
    "doubled rows": lambda text: ROWS.sub(lambda m: f"{m[0]}\n{m[0]}", text),
    "other lines between": lambda text: re.sub(r"\n(?=0000)", "\nAMQ9002I: Channel 'TO.QM2' is starting.\n12345678: job done\n", text),
    "form feeds and old Mac lines": lambda text: text.replace("\n", "\r"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "non-breaking blanks": lambda text: text.replace(" ", "\u00a0"),
    "text column without quotes": lambda text: re.sub(r"(?m)^([0-9A-F]{8}:.{41}) '(.*)'$", r"\1  \2", text),
    "rows in reverse": lambda text: re.sub(r"(?m)(?:^[0-9A-F]{8}:[^\n]*\n)+", lambda m: "".join(reversed(m[0].splitlines(True))), text),
}  # fmt: skip


@pytest.mark.parametrize("damage", HARMLESS.values(), ids=HARMLESS)
def test_what_can_be_undone_loses_nothing(damage):
    text = damage(plain())
    row = one(text)
    assert identify(text if isinstance(text, bytes) else text.encode()) == "amqsbcg"
    assert (row["data"], row["missing"], row["gaps"], row["data_length"]) == (TEXT, 0, [], len(TEXT))
    assert (row["md"]["MsgId"], row["md"]["Format"], row["md"]["PutApplName"]) == (ID, "MQSTR", "amqsput")
    assert {name for name, value in row["md"].items() if value is None} == set()
    assert row["queue"] == "ORDERS" and not re.search("differ|unknown|left out", row["error"] or "")


@pytest.mark.parametrize("damage", HARMLESS.values(), ids=HARMLESS)
def test_a_dead_letter_header_in_text_survives_the_same(damage):
    row = one(damage(letter(TEXT, "p944")))
    assert (row["dlh"]["Reason"], row["dlh"]["DestQName"], row["body"], row["missing"]) == (2053, "ORDERS.IN", TEXT, 0)
    assert row["data_length"] == 172 + len(TEXT) and row["md"]["MsgId"] == ID


def test_elided_rows_are_a_gap():
    text = plain(bytes(range(256)))
    lines = ROWS.findall(text)
    row = one(text.replace("\n".join(lines[2:14]), "..."))
    assert row["gaps"] == [{"offset": 32, "length": 192}] and (row["missing"], row["data_length"]) == (192, 256)
    assert "192 of 256 bytes" in row["error"] and row["data"] is None
    assert row["body"] == bytes(range(32)) + bytes(range(224, 256))


def test_an_elided_end_is_a_gap_up_to_the_stated_length():
    text = plain(bytes(200))
    row = one(text.replace("\n".join(ROWS.findall(text)[3:]), "  ...(cut)"))
    assert (row["gaps"], row["missing"], row["data_length"]) == ([{"offset": 48, "length": 152}], 152, 200)


def test_a_row_cut_by_an_ellipsis_keeps_what_stands_before_it():
    text = plain()
    row = one(text.replace(nth_row(text, 1), nth_row(text, 1)[:26] + "...   'two"))
    assert row["gaps"] == [{"offset": 22, "length": 10}] and row["missing"] == 10


@pytest.mark.parametrize("mask", ["**** ****", "xxxx XXXX", "#### ####", "???? ????"])
def test_a_mask_is_a_gap_of_its_width(mask):
    text = plain()
    masked = nth_row(text, 1)[:16] + mask + nth_row(text, 1)[25:]
    row = one(text.replace(nth_row(text, 1), masked))
    assert row["gaps"] == [{"offset": 18, "length": 4}] and row["data"] is None


def test_a_mask_of_another_width_leaves_open_what_comes_after_it():
    text = plain()
    masked = nth_row(text, 1)[:16] + "***" + nth_row(text, 1)[25:]
    row = one(text.replace(nth_row(text, 1), masked))
    assert row["gaps"] == [{"offset": 18, "length": 14}] and "does not add up" in row["error"]


@pytest.mark.parametrize("change", [lambda cells: cells[:15] + cells[20:], lambda cells: cells[:15] + cells[10:]])
def test_a_row_with_a_cell_too_few_or_too_many_is_not_believed(change):
    text = plain()
    row = one(text.replace(nth_row(text, 1), change(nth_row(text, 1))))
    assert row["gaps"] == [{"offset": 16, "length": 16}] and "does not add up" in row["error"]


def test_a_short_last_row_with_a_cell_lost_is_not_believed():
    text = plain(TEXT[:40])
    row = one(text.replace(nth_row(text, 2), nth_row(text, 2)[:10] + nth_row(text, 2)[15:]))
    assert row["gaps"] == [{"offset": 32, "length": 8}] and row["body"] == TEXT[:32]


def test_masked_values_are_unknown_and_named():
    text = plain(UserIdentifier="secret").replace("'secret      '", "'******'x").replace("Priority : 0", "Priority : *")
    text = text.replace(ID.hex().upper(), ID.hex().upper()[:20] + "*" * 28).replace("Expiry   : -1", "Expiry   : ...")
    row = one(text)
    unknown = {name for name, value in row["md"].items() if value is None}
    assert unknown == {"MsgId", "Priority", "UserIdentifier", "Expiry"} and row["data"] == TEXT
    assert "cut or masked, so unknown: Expiry, Priority, MsgId, UserIdentifier" in row["error"]


def test_elided_lines_of_the_descriptor_are_not_in_the_text():
    text = re.sub(r"(?s)  MsgId : .*?  PutDate", "  ...\n  PutDate", plain())
    row = one(text)
    assert row["md"]["MsgId"] is None and row["md"]["PutDate"] == "20260101" and row["data"] == TEXT
    assert "not in the text, so unknown: MsgId, CorrelId" in row["error"]


def test_interleaved_dumps_are_not_mixed():
    first = plain(b"A" * 32, Priority=1).split("\n")
    second = plain(b"B" * 32, Priority=2, MsgId=ID[::-1]).split("\n")
    text = "\n".join(line for pair in zip(first, second, strict=True) for line in pair)
    found = rows(text)
    for row in found:
        if row["md"]:
            assert row["md"]["Priority"] is None and row["md"]["MsgId"] is None
            assert row["md"]["PutApplName"] in (None, "amqsput")
        assert not row["body"]
    assert any("there twice and different, so unknown: Priority, MsgId" in (row["error"] or "") for row in found)


def test_rows_without_offset_stand_where_they_fit():
    text = plain()
    row = one(text.replace(nth_row(text, 1), nth_row(text, 1)[10:]))
    assert row["data"] == TEXT and "without an offset" in row["error"]
    row = one(ROWS.sub(lambda m: m[0][10:], text))
    assert row["data"] == TEXT and "without an offset" in row["error"]


def test_rows_without_offset_that_fit_nowhere_are_left_out():
    text = plain()
    lines = ROWS.findall(text)
    row = one(text.replace("\n".join(lines[:2]), lines[1][10:]))  # one row gone, the other without its offset
    assert row["gaps"] == [{"offset": 0, "length": 32}] and "fit nowhere" in row["error"]


def test_eight_cells_alone_are_a_row():
    text = plain()
    assert one(text.replace(nth_row(text, 1), nth_row(text, 1)[11:50].strip()))["data"] == TEXT


def test_a_paste_of_rows_alone_is_a_fragment():
    text = "\n".join(ROWS.findall(letter(TEXT)))
    row = one(text)
    assert row["md"] is None and row["dlh"]["Reason"] == 2053 and row["body"] == TEXT
    assert row["data_length"] is None and "no length is stated" in row["error"]
    assert "no message descriptor" in row["error"]


@pytest.mark.parametrize("number", ["", "12:", "dlq.txt:", "dlq.txt-"])
def test_what_grep_leaves_of_many_dead_letters_is_as_many_rows(number):
    text = "".join(letter(TEXT, "p944", reason) for reason in (2053, 2035, 2053))
    kept = [number + line for line in text.splitlines() if re.match(" +Reason ", line)]
    found = rows("\n".join(kept) + "\n")
    assert [row["dlh"]["Reason"] for row in found] == [2053, 2035, 2053]
    assert all(row["md"] is None and row["data"] in (None, b"") and "fragment" in row["error"] for row in found)
    assert amqsbcg.sniff("\n".join(kept).encode()) >= 20


def test_grep_for_the_whole_header_leaves_headers():
    wanted = re.compile(r"StrucId  : 'DLH|Reason |DestQ")
    text = "".join(letter(TEXT, "p944", reason) for reason in (2053, 2035))
    found = rows("\n".join(line for line in text.splitlines() if wanted.search(line)))
    assert [(row["dlh"]["Reason"], row["dlh"]["DestQName"]) for row in found] == [
        (2053, "ORDERS.IN"),
        (2035, "ORDERS.IN"),
    ]


def test_a_header_whose_title_is_lost_is_still_outside_of_the_rows():
    row = one(letter(TEXT, "p944").replace("****Dead Letter Header****", ""))
    assert (row["dlh"]["Reason"], row["body"], row["data_length"]) == (2053, TEXT, 172 + len(TEXT))
    assert row["md"]["Format"] == "MQDEAD" and row["dlh"]["Format"] == "MQSTR"


def test_hex_and_text_that_differ_are_said():
    text = quoted(plain())
    row = one(text.replace("4F72 6465", "4F72 5858"))  # OrXX in the hex, Orde in the column
    assert "hex and text column differ in row 00000000" in row["error"]
    assert row["data"] == b"OrXX" + TEXT[4:]
    row = one(text.replace("'Order 4711: two '", "'Order 4711: ten '"))
    assert "differ in row 00000000" in row["error"] and row["data"] == TEXT


def test_a_single_row_that_was_edited_is_said():
    assert "differ in row" in one(quoted(plain(b"Hello Q1")).replace("4865", "4A65"))["error"]


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.split("\n"))


def column(text: str, change) -> str:
    return quoted(re.sub(r"(?m)^([0-9A-F]{8}:.{41} ')(.*)'$", lambda m: f"{m[1]}{change(m[2], m[1])}'", text))


def as_ebcdic(_: str, row: str) -> str:
    data = bytes.fromhex(row[10:50]).decode("cp500")
    return "".join(sign if sign.isascii() and sign.isprintable() else "." for sign in data).ljust(16)


@pytest.mark.parametrize("change", [
    lambda text, _: "." * 16, lambda text, _: "*" * 16, lambda text, _: "", as_ebcdic,
    lambda text, _: text.replace("[", "Ä").replace(":", "."), lambda text, _: text.rstrip(),
], ids=["all dots", "masked", "empty", "EBCDIC machine", "other code page", "blanks cut"])  # fmt: skip
@pytest.mark.parametrize("data", [TEXT, "Bestellung [4711]: zwei Kisten".encode("cp500")], ids=["ASCII", "EBCDIC"])
def test_a_text_column_of_another_machine_is_no_contradiction(change, data):
    row = one(column(plain(data, CodedCharSetId=819 if data == TEXT else 500), change))
    assert row["error"] is None and row["data"] == data


def test_a_text_column_in_no_known_character_set_is_said_to_check_nothing():
    row = one(column(plain(), lambda text, _: "".join(chr((ord(c) - 32 + 40) % 90 + 33) for c in text)))
    assert "checks nothing" in row["error"] and row["data"] == TEXT


@pytest.mark.parametrize("shape", ["  MsgId : X'{}'", "MsgId: {}", "  MsgId : {}"])
def test_a_simulator_is_not_a_dump(shape):
    text = re.sub(r"(?m)^  MsgId .*$", shape.format("414d5120514d31202020202020202020"), plain())
    text = ROWS.sub("Hello", text)
    row = one(text)
    assert (row["md"], row["body"], row["dlh"]) == (None, b"", None) or (row["md"], row["body"], row["dlh"]) == (
        None,
        None,
        None,
    )
    assert "not the output of amqsbcg" in row["error"] and "simulator" in row["error"]


def test_an_identifier_cut_short_is_no_simulator():
    row = one(plain().replace(f"X'{ID.hex().upper()}'", f"X'{ID.hex().upper()[:32]}'"))
    assert row["md"]["MsgId"] is None and row["md"]["Format"] == "MQSTR" and row["data"] == TEXT


@pytest.mark.parametrize("change", [
    lambda text: text.replace("Priority : 0", "Priority : 99999999999"),
    lambda text: text.replace("message number 1", "message number 123456789012345678901234567890"),
    lambda text: text.replace("length - 48 of 48", "length - 48 of 999999999999999999999"),
    lambda text: text.replace("00000010:", "FFFFFFF0:"),
    lambda text: text.replace("00000010:", "7FFFFFF0:").replace("length - ", "width - "),
])  # fmt: skip
def test_numbers_that_cannot_be_are_not_taken(change):
    row = one(change(plain()))
    assert row["md"]["Format"] == "MQSTR" and row["error"] and len(row["body"]) <= len(TEXT)


def test_more_rows_than_the_length_line_says_are_kept_and_said():
    row = one(plain().replace("48 of 48", "40 of 40"))
    assert row["body"] == TEXT and "the rows show 48 bytes, the length line 40" in row["error"]


def test_a_row_far_beyond_the_data_is_left_out():
    text = plain()
    row = one(text.replace(nth_row(text, 2), nth_row(text, 2).replace("00000020:", "00000200:")))
    assert row["gaps"] == [{"offset": 32, "length": 16}] and "beyond the data: row 00000200" in row["error"]


MESSAGE = st.fixed_dictionaries({
    "Report": st.integers(-(2**31), 2**31 - 1), "Expiry": st.integers(-1, 99999), "CodedCharSetId": st.just(819),
    "Priority": st.integers(0, 9), "MsgId": st.binary(min_size=24, max_size=24), "Format": st.just("BYTES"),
    "ReplyToQ": st.text("ABCXYZ0189._%/", max_size=48), "data": st.binary(max_size=200),
})  # fmt: skip


def assert_nothing_made_up(row: dict, message: dict) -> None:
    truth = {**BLANK, **message}
    for name, value in (row["md"] or {}).items():
        expected = truth[name].rstrip() if isinstance(truth[name], str) else truth[name]
        assert value is None or value == expected, name
    if row["body"]:
        for at, byte in known(row).items():
            assert message["data"][at] == byte


@SLOW
@given(message=MESSAGE, begin=st.floats(0, 1), keep=st.floats(0, 1), mail=st.booleans())
def test_a_dump_cut_at_both_ends_has_nothing_made_up(message, begin, keep, mail):
    text = quoted(dump([message])) if mail else dump([message])
    begin = int(len(text) * begin) if begin > 0.5 else 0
    for row in rows(text[begin : max(int(len(text) * keep), begin + 1)] or "x"):
        if "without an offset" in (row["error"] or ""):
            assert row["body"] in message["data"]
        else:
            assert_nothing_made_up(row, message)


@pytest.mark.parametrize("keep", ("length - ", "****   Message", "Priority :"))
def test_a_message_whose_length_was_cut_off_is_said_not_to_be_whole(keep):
    text = plain()
    assert one(text)["error"] is None
    assert "length of the message is not in the dump" in one(text[: text.index(keep)])["error"]


def test_a_dump_that_breaks_off_between_two_messages_says_so_of_its_last_one():
    text = dump([{"Format": "MQSTR", "MsgId": ID, "data": TEXT}] * 3, "ORDERS")
    assert [row["error"] for row in rows(text)] == [None] * 3
    cut = text[: text.rindex(" MQGET of message number")]
    *others, last = rows(cut)
    assert "breaks off" in last["error"] and last["data"] == TEXT and [row["error"] for row in others] == [None]
    behind = rows(cut + text)
    assert [bool(row["error"]) for row in behind] == [False, True, False, False, False], "another dump begins there"
    assert one(plain()[plain().index(" MQGET") :].split(" \n No more")[0])["error"] is None, "an excerpt has no end"


@SLOW
@given(message=MESSAGE, lost=st.sets(st.integers(0, 60), max_size=12), seed=st.integers(0, 999))
def test_lost_doubled_and_masked_lines_have_nothing_made_up(message, lost, seed):
    assume(message["data"])
    dice, out = random.Random(seed), []
    for number, line in enumerate(quoted(dump([message])).split("\n")):
        if number in lost and "length" not in line and "****" not in line and "MQGET" not in line:
            kind = dice.randrange(4)
            at = dice.randrange(12, 60) if len(line) > 60 else len(line)
            out += [[], [line, line], ["> ..."], [line[:at] + "..."]][kind]
        else:
            out.append(line)
    row = one("\n".join(out))
    assert_nothing_made_up(row, message)
    assert row["missing"] == sum(gap["length"] for gap in row["gaps"])
    assert row["missing"] + len(row["body"]) == len(message["data"])


@pytest.mark.parametrize("name", ["ReplyToQ", "ReplyToQMgr", "PutApplName", "UserIdentifier", "Format"])
@pytest.mark.parametrize("count", [2, 3])
def test_a_line_that_stands_there_several_times_is_no_longer_name(name, count):
    lines = dump([{**BLANK, "ReplyToQ": "A", "data": b"x" * 20}]).split("\n")
    at = next(n for n, line in enumerate(lines) if line.lstrip().startswith(f"{name} "))
    row = one("\n".join(lines[:at] + [lines[at]] * count + lines[at + 1 :]))
    assert_nothing_made_up(row, {"ReplyToQ": "A", "data": b"x" * 20})
    assert row["md"][name] is not None


def test_the_text_column_of_a_converted_file_is_no_contradiction(samples):
    row = one((samples / "amqsbcg_damaged/ibmi_ebcdic_text.txt").read_bytes())
    assert "differ" not in (row["error"] or "") and row["dlh"]["Reason"] == 2051


def test_no_sample_contradicts_itself(samples):
    for path in sorted(samples.glob("amqsbcg*/*.txt")):
        for row in rows(path.read_bytes()):
            assert "hex and text column differ" not in (row.get("error") or ""), path.name


@pytest.mark.parametrize("before", ["> ", "    ", ">> \t"])
def test_what_mail_put_before_each_line_is_undone_at_once(before):
    text = "".join(f"{before}{line}\n" for line in shapes.dump("JMS", 20).split("\n"))
    begin = text.index(f"{before} MQGET")
    record = text[begin : text.index(f"{before} MQGET", begin + 1)].encode()
    assert tolerant.without_prefixes(record).startswith(b" MQGET of message number 1,")
    assert tolerant.without_prefixes(record.replace(b"\n" + before.encode(), b"\nnote: ", 1)) is None
    assert [row["error"] for row in rows(text)] == [None] * 20


def test_a_row_whose_hex_was_changed_is_said_in_a_dump_that_is_otherwise_as_printed():
    whole = shapes.dump("UTF-8 with umlauts", 3)
    row = next(line for line in whole.split("\n") if line.startswith("00000020"))
    changed = whole.replace(row, row.replace(row[11:15], "4142"))
    assert "row 00000020: one of them was changed" in rows(changed)[0]["error"]


@pytest.mark.parametrize("before", ["> ", ">> ", "\t"])
def test_a_dump_quoted_by_mail_is_read_in_stretches_as_it_is_read_whole(before):
    text = re.sub("(?m)^", before, shapes.dump("JMS", 12)).encode()
    whole, cut = rows(text), amqsbcg.START.search(text, len(text) // 2).start(1)
    context = amqsbcg.context_after(text, {}, 0, cut)
    after = text[cut : cut + 1]
    parts = FileSlice(text[:cut], after=after), FileSlice(text[cut:], offset=cut, context=context)
    batches = [batch for part in parts for batch in amqsbcg.read(part)]
    found = pa.Table.from_batches(batches).to_pylist()
    assert len(whole) == 12
    assert found == pa.Table.from_batches(list(amqsbcg.read(FileSlice(text)))).to_pylist()


def test_a_message_quoted_after_one_as_printed_is_a_message_of_its_own():
    text = plain() + re.sub("(?m)^", "> ", letter())
    assert [row["dlh"] is not None for row in rows(text)] == [False, True]


@pytest.mark.parametrize("shape", ["JMS", "binary", "UTF-8 with umlauts", "EBCDIC"])
def test_unbroken_rows_are_laid_out_as_any_rows_are(shape, monkeypatch):
    text = re.sub("(?m)^  Priority.*\n", "", shapes.dump(shape, 12))
    quick = rows(text)
    assert quick != rows(shapes.dump(shape, 12)) and all(row["data"] is not None for row in quick)
    monkeypatch.setattr(hexdata, "_unbroken", lambda rows: None)
    assert rows(text) == quick


def test_a_message_that_has_lost_the_line_with_its_number_is_still_a_message():
    text = dump([{"Format": "MQSTR", "MsgId": bytes([nth]) * 24, "data": TEXT} for nth in (1, 2, 3)])
    lines = [line for line in text.split("\n") if "message number 3" not in line]
    found = rows("\n".join(lines))
    assert [row["number"] for row in found] == [1, 2, None]
    assert [row["md"]["MsgId"][0] for row in found] == [1, 2, 3]
