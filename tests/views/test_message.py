import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.structures import pack
from mqforensics.views.chain import chain, spoken
from mqforensics.views.hexdump import hexdump
from mqforensics.views.message import MessageViewer, descriptor, message
from mqforensics.views.parts import parts, spans
from mqforensics.views.payload import MOST, payload, pretty
from tests.linear import assert_in_line
from tests.views.made import dead, ims, row

TAG = re.compile(r"<[^>]*>")


def lines(shown):
    """The lines of a hex dump without tags: (offset, hex digits, text)."""
    body = re.search(r"<pre class='hex'>(.*?)</pre>", shown.data, re.S)[1]
    plain = [html.unescape(TAG.sub("", line)) for line in body.split("\n")]
    return [(int(line[2:10], 16), line[12:52].replace(" ", ""), line[54:]) for line in plain]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=70), st.booleans())
def test_the_hex_is_the_bytes_and_every_byte_has_one_meaning(payload, with_header):
    data = dead(payload) if with_header else payload
    one = row(data, None if with_header else {"Format": "MQSTR"})
    covered = [offset for span in spans(one) for offset in range(span.offset, span.offset + span.length)]
    assert covered == list(range(len(data)))
    if data:
        shown = lines(hexdump(one))
        assert "".join(hex_ for _, hex_, _ in shown) == data.hex().upper()
        assert [at for at, _, _ in shown] == list(range(0, len(data), 16))


@pytest.mark.parametrize(("order", "ccsid"), [("little", 1208), ("big", 819), ("big", 500)])
def test_the_reason_is_named_where_its_bytes_are(order, ccsid):
    data = dead(order=order, ccsid=ccsid, payload="hello".encode("cp500" if ccsid == 500 else "ascii"))
    one = row(data, {"Encoding": 546 if order == "little" else 273, "CodedCharSetId": ccsid})
    assert 'title="MQDLH.Reason = 2053 (MQRC_Q_FULL: ' in hexdump(one).data
    assert "hello" in "".join(text for _, _, text in lines(hexdump(one)))


def test_a_password_is_nowhere_to_be_seen():
    one = row(ims(), {"Format": "MQIMS"})
    assert b"S3CRETPW" in one["data"]
    for shown in (message(one), hexdump(one), chain(one), payload(one)):
        assert "S3CRETPW" not in TAG.sub("", shown.data) and "S3CRETPW" not in shown.data
        assert b"S3CRETPW".hex().upper() not in TAG.sub("", shown.data).replace(" ", "")
    assert "█" in hexdump(one).data and "Authenticator = hidden" in hexdump(one).data


def test_missing_bytes_are_question_marks():
    one = row(dead(b"abcdef"), gaps=[{"offset": 172, "length": 2}], missing=2)
    shown = hexdump(one).data
    assert "".join(hex_ for _, hex_, _ in lines(hexdump(one))).endswith("????63646566")
    assert "2 bytes of this message are not in the evidence" in shown


def test_what_stands_behind_missing_bytes_is_shown_at_its_own_offset():
    whole = row(dead(b"hello world"))
    gaps = [{"offset": 100, "length": 4}, {"offset": 174, "length": 4}, {"offset": 182, "length": 1}]
    one = {**whole, "data": None, "body": b"heworld"[:-1], "gaps": gaps, "missing": 9}
    shown = hexdump(one)
    assert "".join(hex_ for _, hex_, _ in lines(shown)) == (b"he".hex() + "??" * 4 + b"worl".hex()).upper()
    assert lines(shown)[0][0] == 172 and "The first 172 bytes appear as fields" in shown.data


def test_a_long_message_is_shown_from_where_one_wants():
    one = row(dead(bytes(range(256)) * 40))
    shown = hexdump(one, start=4099, length=32)
    assert [at for at, _, _ in lines(shown)] == [4096, 4112]
    assert "Bytes 4096 to 4127 of 10412." in shown.data
    assert lines(hexdump(one, start=10**9))[-1][0] == 10411 // 16 * 16


def test_a_header_that_was_printed_as_fields():
    dlh = {"StrucId": "DLH", "offset": 0, "length": 172, "Encoding": 546, "CodedCharSetId": 1208, "Format": "MQSTR",
           "fields": {"Version": "1", "Reason": "2053"}}  # fmt: skip
    one = row(b"payload", {"Format": "MQSTR"}) | {"data": None, "headers": [dlh], "body": b"payload"}
    assert [(part.name, part.offset) for part in parts(one)] == [("MQDLH", 0), ("payload", 172)]
    assert lines(hexdump(one))[0][:2] == (172, b"payload".hex().upper())
    assert "The first 172 bytes appear as fields" in hexdump(one).data


def test_the_chain_says_offsets_and_what_follows():
    one = row(dead(pack("MQRFH2", {"StrucId": "RFH ", "Version": 2, "StrucLength": 36, "Encoding": 546,
              "CodedCharSetId": 1208, "Format": "MQSTR", "NameValueCCSID": 1208}, "little") + b"text", Format="MQHRF2"))  # fmt: skip
    said = "MQMD; then MQDLH at 0, 172 bytes; then MQRFH at 172, 36 bytes; then payload at 208, 4 bytes"
    assert spoken(one) == said and said in chain(one).data
    assert "172–207 (0xAC–0xCF)" in chain(one).data and "then: MQHRF2, CCSID 1208, little-endian" in chain(one).data


def test_the_descriptor_is_in_words():
    told = descriptor(row(dead())).set_index("field")["in words"]
    assert told["Expiry"] == "1 h 5 s left when it was read"
    assert told["Persistence"].startswith("persistent") and told["BackoutCount"] == "rolled back 2 times"
    assert "discard it" in told["Report"]


def test_a_row_without_anything_is_shown_too():
    empty = {
        "file": "x",
        "number": None,
        "md": None,
        "dlh": None,
        "headers": None,
        "data": None,
        "body": None,
        "error": "torn",
    }
    assert "not in the evidence" in message(empty).data and "torn" in message(empty).data


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ('{"a": [1, {"b": null}]}', "JSON", '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}'),
        ("<a><b>1</b><c/></a>", "XML", "<a>\n  <b>1</b>\n  <c/>\n</a>"),
        ("<?xml version='1.0'?><a x='1'><!-- n --><b></b></a>", "XML",
         "<?xml version='1.0'?>\n<a x='1'>\n  <!-- n -->\n  <b></b>\n</a>"),
        ("<a><b></a></b>", "Text that begins like XML", "<a><b></a></b>"),
        ("{not json", "Text that begins like JSON", "{not json"),
        ("[" * 100_000, "Text that begins like JSON", "[" * 100_000),
        ("plain\0", "Text", "plain"),
    ],
)  # fmt: skip
def test_a_payload_is_laid_out(text, kind, shown):
    assert pretty(text) == (kind, shown)


@settings(max_examples=100, deadline=None)
@given(st.text('<>/ab!-[]{}" \n', max_size=40))
def test_laying_out_never_fails_and_never_loses_a_sign(text):
    kind, shown = pretty(text)
    if kind != "JSON":
        assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", text)


def test_entities_are_not_expanded():
    bomb = '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'
    assert "xxxxxxxxxxxxxxx" not in pretty(bomb)[1]


def test_pcf_is_laid_out_by_name():
    head = pack("MQCFH", {"Type": 1, "StrucLength": 36, "Version": 1, "Command": 2, "MsgSeqNumber": 1, "Control": 1,
                          "ParameterCount": 1}, "little")  # fmt: skip
    name = pack(
        "MQCFST", {"Type": 4, "StrucLength": 24, "Parameter": 2016, "CodedCharSetId": 1208, "StringLength": 3}, "little"
    )
    shown = payload(row(head + name + b"Q1 \0", {"Format": "MQADMIN"})).data
    assert "MQCA_Q_NAME" in shown and "Q1" in shown and "MQCMD_INQUIRE_Q_MGR" in shown


def test_markup_in_a_payload_is_only_text():
    shown = message(row(dead(b"<script>alert(1)</script>"))).data
    assert "<script>" not in shown


def test_the_viewer_without_a_browser():
    viewer = MessageViewer()
    assert viewer.value is None
    viewer.show(row(dead(bytes(6000))))
    assert viewer.value == ("made.txt", 7) and "2053 MQRC_Q_FULL" in viewer.page.value
    viewer.turn(2048)
    assert "00000800" in viewer.page.value and "Bytes 2048 to 4095 of 6172" in viewer.page.value
    viewer.turn(-(10**6))
    assert "Bytes 0 to 2047" in viewer.page.value
    viewer.show(None)
    assert viewer.value is None and viewer.page.value == ""


HOSTILE = ("<![CDATA[", "<!--", "<!-- >", "<?", "<a", "<a>", "</a>", "<", "<a b='", "<a/>", '{"a":', "[", "[1,", '"')


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("before", ["<a>", "[" * 900])
def test_a_payload_is_laid_out_in_linear_time_and_little_memory(piece, before):
    small, large = (before + piece * (size // len(piece)) for size in (40_000, 160_000))
    assert_in_line(pretty, small, large)
    assert len(pretty(large)[1]) < MOST + 100_000


def test_what_is_nested_deep_and_long_is_not_laid_out_whole():
    value = "[" * 900 + "1," * 200_000 + "1" + "]" * 900
    kind, shown = pretty(value)
    assert kind == "JSON" and MOST < len(shown) < MOST + 10_000
    assert "more than 1000000 characters" in payload({"body_text": value}).data
