"""The text of a body by its CCSID, and what fits when the CCSID cannot be right."""

import codecs
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.structures.body import body_text
from mqforensics.structures.charsets import charsets, decode

ENGLISH = "Order 4711: 3 pieces, deliver to Mr. Smith by 2026-06-22."
GERMAN = "Größe 42, Straße 7 äöüß"
TEXTS = {
    943: "日本語テキスト abc", 932: "日本語テキスト", 954: "日本語", 33722: "日本語", 1386: "你好世界 abc", 1381: "你好世界",
    936: "你好", 950: "繁體中文", 949: "한국어", 970: "한국어", 5488: "你好世界", 54936: "你好世界", 1251: "Привет, мир",
    915: "Привет", 866: "Привет", 1253: "Ελλάδα", 912: "Łódź", 852: "Łódź", 1250: "Łódź", 1025: "Привет", 870: "Łódź",
    875: "Ελλάδα", 923: "10 €", 1252: "10 € – “x”", 858: "10 €", 1140: "10 €", 1141: "10 € äöü", 1148: "10 €",
    5348: "10 €", 1208: "日本語 €", 930: "ABC 123", 937: "abc 123",
}  # fmt: skip


@pytest.mark.parametrize("ccsid", sorted(TEXTS))
def test_text_in_its_own_ccsid(ccsid):
    charset = charsets()[ccsid]
    data = TEXTS[ccsid].encode(charset.codec)
    assert body_text([data], "MQSTR", "big", ccsid) == (TEXTS[ccsid], [])


@pytest.mark.parametrize("ccsid", [37, 273, 277, 278, 280, 284, 285, 297, 500, 1047, *range(1140, 1150)])
def test_every_western_ebcdic(ccsid):
    data = GERMAN.encode(charsets()[ccsid].codec)
    assert body_text([data], "MQSTR", "big", ccsid) == (GERMAN, [])


@pytest.mark.parametrize("ccsid", [1200, 13488, 17584])
@pytest.mark.parametrize("order", ["big", "little"])
def test_wide_text_in_the_order_of_encoding(ccsid, order):
    data = "Größe 日本語".encode("utf-16-be" if order == "big" else "utf-16-le")
    assert body_text([data], "MQSTR", order, ccsid) == ("Größe 日本語", [])


def test_wide_text_in_the_other_order():
    data = ENGLISH.encode("utf-16-le")
    assert body_text([data], "MQSTR", "big", 1200) == (
        ENGLISH, ["CodedCharSetId 1200 big-endian stated, but the bytes fit 1200 little-endian"]
    )  # fmt: skip


@given(st.text(st.characters(codec="cp500", exclude_categories=("Cc",)), min_size=1))
def test_ebcdic_that_has_letters(text):
    text = "Ab1 " + text
    assert body_text([text.encode("cp500")], "MQSTR", "big", 500) == (text, [])


@given(
    st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1),
    st.sampled_from([None, "MQSTR", "", "MYFORMAT"]),
)
def test_utf8(text, format):
    assert body_text([text.encode()], format, "little", 1208) == (text, [])


@pytest.mark.parametrize(("text", "codec", "stated", "fits"), [
    (ENGLISH, "ascii", 500, 819), (ENGLISH, "ascii", 37, 819), ("HELLO", "ascii", 500, 819), (GERMAN, "utf-8", 500, 1208),
    (ENGLISH, "cp500", 819, 500), (ENGLISH, "cp500", 1208, 500), (ENGLISH, "cp500", 850, 500),
    ("HELLO WORLD", "cp500", 819, 500), (GERMAN, "latin-1", 1208, 819), ("10 € a pièce", "cp1252", 1208, 1252),
])  # fmt: skip
@pytest.mark.parametrize("format", ["MQSTR", "", "MYFORMAT"])
def test_a_ccsid_that_cannot_be_right(text, codec, stated, fits, format):
    found = body_text([text.encode(codec)], format, "big", stated)
    assert found == (text, [f"CodedCharSetId {stated} stated, but the bytes fit {fits}"])


@pytest.mark.parametrize("ccsid", [819, 437, 850, 1208, 1252, 943])
@pytest.mark.parametrize("text", [ENGLISH, "a", "{}", "<a/>\r\n\t"])
def test_ascii_text_is_never_doubted(ccsid, text):
    assert body_text([text.encode()], "MQSTR", "big", ccsid) == (text, [])


@pytest.mark.parametrize("text", ["Привет", "ПРИВЕТ МИР", "Ωμέγα", "ЖЖЖЖЖЖЖЖЖЖ"])
@pytest.mark.parametrize("ccsid", [1251, 915, 866, 1253, 813])
def test_letters_beyond_ascii_are_no_ebcdic(text, ccsid):
    try:
        data = text.encode(charsets()[ccsid].codec)
    except UnicodeEncodeError:
        return
    assert body_text([data], "MQSTR", "big", ccsid) == (text, [])


def test_binary_is_no_text():
    data = bytes(range(256))
    for ccsid in (37, 500, 819, 1208, 1200, 943, None, 0, 99999):
        assert body_text([data], "", "big", ccsid) == (None, [])
    assert body_text([b"\0\0\0\2abcd\0\0\0\1"], "MQIMSVS", "big", 819) == (None, [])


def test_what_must_be_text_keeps_its_control_characters():
    assert body_text([b"a\x1cb\x02"], "MQSTR", "big", 819) == ("a\x1cb\x02", [])
    assert body_text([b"abc\0"], "MQSTR", "big", 819) == ("abc\0", [])


def test_strings_among_binary_fields_show_a_lie():
    data = b"\0\0\0\2\0\0\0\1UNKNOWN\0\0\0\x0a23092026\0CARTER"
    text, notes = body_text([data], "MQSTR", "big", 500)
    assert text == data.decode("latin-1") and notes == ["CodedCharSetId 500 stated, but the bytes fit 819"]


def test_bytes_that_nothing_fits():
    data = "你好世界".encode("gb18030")
    assert body_text([data], "MQSTR", "big", 1208) == (None, ["the body is not valid in CodedCharSetId 1208"])


def test_a_character_that_is_cut():
    data = "日本".encode()[:-1]
    assert body_text([data], "MQSTR", "big", 1208) == (
        "日\ufffd", ["the body's last character is cut: 2 of its bytes are there"]
    )  # fmt: skip


def test_no_codec():
    assert body_text([b"\x81\x82\x83"], "MQSTR", "big", 1364) == (None, ["no codec for CodedCharSetId 1364"])
    text, notes = body_text([ENGLISH.encode("cp500")], "MQSTR", "big", 939)
    assert text == ENGLISH and notes == ["no codec for CodedCharSetId 939, but the bytes fit 500"]
    assert body_text([b"\x0e\x45\x46\x0f"], "MQSTR", "big", 930)[0] is None


@pytest.mark.parametrize("ccsid", [None, 0, -2])
def test_nothing_stated_nothing_noted(ccsid):
    assert body_text([ENGLISH.encode("cp500")], "MQSTR", None, ccsid) == (ENGLISH, [])


def test_an_empty_body():
    assert body_text([b""], "MQSTR", "big", 819) == ("", [])
    assert body_text([b""], "", "big", 819) == (None, [])
    assert body_text([], "", "big", 819) == (None, [])


def test_missing_bytes_are_marked():
    assert body_text([b"hel", b"rld"], "MQSTR", "big", 819) == ("hel\ufffdrld", [])


@given(
    st.binary(max_size=60),
    st.sampled_from([*charsets(), None, 0, -1, 99999]),
    st.sampled_from(["MQSTR", "", None]),
    st.sampled_from(["big", "little", None]),
)
def test_any_bytes(data, ccsid, format, order):
    text, notes = body_text([data], format, order, ccsid)
    assert text is None or isinstance(text, str)
    assert len(notes) <= 1


@pytest.mark.parametrize("charset", charsets().values(), ids=str)
def test_every_codec_exists(charset):
    assert codecs.lookup(charset.codec_for("big"))
    if charset.kind in ("ascii", "multi"):
        assert decode(b"Ab1 .", charset.ccsid) == "Ab1 ."
    if charset.is_ebcdic:
        assert decode(b"\xc1\xf1\x40\x4b", charset.ccsid) == "A1 ."
    if charset.kind in ("ascii", "ebcdic"):  # fields are sliced after decoding
        assert len(bytes(range(256)).decode(charset.codec, "replace")) == 256


def test_sample_whose_ccsid_is_a_lie(samples):
    dump = (samples / "amqsbcg" / "013.txt").read_text()
    rows = re.findall(r"^[0-9A-F]{8}:  ((?:[0-9A-F]{2,4} )+)", dump, re.MULTILINE)
    data = bytes.fromhex("".join(rows))
    text, notes = body_text([data], "MQSTR", "big", 500)
    assert "CARTER/E" in text and notes == ["CodedCharSetId 500 stated, but the bytes fit 819"]
