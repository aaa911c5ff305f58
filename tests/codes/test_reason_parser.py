"""mqrc() takes every way in which people write a reason."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import codes
from mqforensics.codes import ReasonExpected, mqrc
from tests.linear import assert_in_line

HABITS = [
    (2035, 2035, None),
    ("2035", 2035, None),
    (" 2035 ", 2035, None),
    ("0x000007f3", 2035, None),
    ("0x7F3", 2035, None),
    ("7F3", 2035, None),
    ("07F3", 2035, None),
    ("x7F3", 2035, None),
    ("x07F3", 2035, None),
    ("x'7F3'", 2035, None),
    ("X'000007F3'", 2035, None),
    ("7F3h", 2035, None),
    ("000007F3", 2035, None),
    ("0000 07F3", 2035, "big"),
    ("00 00 07 F3", 2035, "big"),
    (b"\x00\x00\x07\xf3", 2035, "big"),
    ("F307 0000", 2035, "little"),
    ("F3070000", 2035, "little"),
    ("2508 0000", 2085, "little"),
    ("0x25080000", 2085, "little"),
    ("25080000", 2085, "little"),
    ("0308 0000", 2051, "little"),
    ("0x00000803", 2051, None),
    ("0803", 2051, None),
    ("2051", 2051, None),
    ("MQRC_NOT_AUTHORIZED", 2035, None),
    ("mqrc_not_authorized", 2035, None),
    ("NOT_AUTHORIZED", 2035, None),
    ("not authorized", 2035, None),
    ("2035 0x000007f3 MQRC_NOT_AUTHORIZED", 2035, None),
    ("MQFB_TM_ERROR", 266, None),
    ("xmit_q_msg_error", 271, None),
    (266, 266, None),
    ("MQRCCF_CFH_TYPE_ERROR", 3001, None),
    (3001, 3001, None),
    ("0", 0, None),
    ("0000 0000", 0, None),
    ("-5", -5, None),
    ("850", 850, None),
    ("900", 900, None),
    (65536, 65536, None),
    ("00000000:  444C 4820 0100 0000 2508 0000 5133 2020", 2085, "little"),
    ("C4D3C840 00000001 000007F3", 2035, "big"),
    (numpy.int32(2053), 2053, None),
]
MISPRINTED = [
    ("0000 007F3", 2035, "big"), ("0308 00000", 2051, "little"), ("2508 00000", 2085, "little"),
    ("0000007F3", 2035, None), ("0x0000007f3", 2035, None),
    ("00000000:  444C 4820 0000 0001 0000 007F3 4157 442E", 2035, "big"),
    ("444C 4820 0100 0000 0308 00000 5136 2020", 2051, "little"),
]  # fmt: skip
SAID = [
    ("RC=2035", 2035), ("rc2035", 2035), ("reason code 2035", 2035), ("Reason: 2059", 2059), ("reason(2053)", 2053),
    ("MQRC 2035", 2035), ("CC=2 RC=2085", 2085), ("completion code 2, reason 2195", 2195), ("2035 (07F3)", 2035),
    ("2035 / 07F3", 2035), ("07F3 (2035)", 2035), ("2035 x'7F3'", 2035), ("2009 (0x000007D9)", 2009),
    ("CC=2;RC=2035;AMQ9776", 2035), ("AMQ9776 2035", 2035), ("AMQ9202 and MQRC_Q_FULL", 2053),
]  # fmt: skip


@pytest.mark.parametrize(("written", "code", "order"), HABITS)
def test_every_habit(written, code, order):
    found = mqrc(written)
    assert (found.code, found.byte_order) == (code, order)
    assert found.name == codes.reason_name(code)


@pytest.mark.parametrize(("written", "code", "order"), MISPRINTED)
def test_a_zero_too_many_leaves_one_reading(written, code, order):
    """The document "Handling undelivered messages" prints `0000 007F3`."""
    found = mqrc(written)
    assert (found.code, found.byte_order) == (code, order)


@pytest.mark.parametrize(("written", "code"), SAID)
def test_a_reason_said_in_words_or_in_two_ways(written, code):
    assert mqrc(written).code == code


@pytest.mark.parametrize("written", ["2035 and 2085", "2035, 2085", "RC=2035 RC=2085", "reason codes 2035, 2059"])
def test_several_reasons_are_none_of_them(written):
    found = mqrc(written)
    assert found.code is None and "ask for each" in found.note


def test_the_number_of_a_message_is_no_reason_and_is_told():
    alone, both = mqrc("AMQ9544"), mqrc("CC=2;RC=2035;AMQ9776")
    assert alone.code is None and "AMQ9544 is a message: " in alone.note
    assert "AMQ9776 is a message: A channel authentication record blocks the user." in str(both)
    assert mqrc("ORA-2035").code is None and mqrc("AMQ0000").code is None


def test_it_reads_like_the_command():
    assert str(mqrc("0x7f3")).splitlines()[0] == "2035 0x000007f3 MQRC_NOT_AUTHORIZED"
    assert "read as little-endian bytes" in str(mqrc("0308 0000"))


@pytest.mark.parametrize(
    "written", [2000, "2000", "0x110", "MQRC_NOT_AUTORIZED", "", "zz", "²", 10**30, "65535x", b"\xff"]
)
def test_what_nothing_matches_says_so(written):
    found = mqrc(written)
    assert found.code is None and found.name is None and found.hex is None
    assert found.note.startswith("no reason is ")
    assert str(found) == found.note


def test_the_nearest_is_named():
    assert "2001 MQRC_ALIAS_BASE_Q_TYPE_ERROR" in mqrc(2000).note
    assert "MQRC_NOT_AUTHORIZED (2035)" in mqrc("NOT_AUTORIZED").note
    assert "272" in mqrc("0x110").note


def test_a_number_printed_without_its_bytes_swapped():
    found = mqrc(84410368)  # as a dump of 9.3.4 or later prints a header from a big-endian host
    assert (found.code, found.family) == (84410368, "application")
    assert "2053 MQRC_Q_FULL" in found.note


def test_bytes_that_are_a_reason_in_both_orders_say_it():
    assert "65536 MQFB_APPL_FIRST" in mqrc("0000 0100").note


@pytest.mark.parametrize("wrong", [None, 2035.0, True, [2035], object()])
def test_a_wrong_type_raises(wrong):
    with pytest.raises(ReasonExpected, match="expected a reason"):
        mqrc(wrong)
    assert issubclass(ReasonExpected, TypeError)


REASONS = sorted(code for code in codes.family("MQRC").names if code > 2000)


@given(st.sampled_from(REASONS), st.sampled_from(["{0}", "0x{0:x}", "{0:08X}", "x'{0:X}'", "{0:#010X}"]))
def test_every_reason_comes_back(code, habit):
    assert mqrc(habit.format(code)).code == code


@given(st.sampled_from(REASONS), st.sampled_from(["big", "little"]))
def test_every_reason_comes_back_from_its_bytes(code, order):
    found = mqrc(code.to_bytes(4, order).hex(" ", 2))
    assert (found.code, found.byte_order) == (code, order)


@given(st.sampled_from(REASONS))
def test_there_and_back(code):
    assert mqrc(str(mqrc(code))).code == code
    assert mqrc(mqrc(code).name).code == code


@given(st.one_of(st.integers(), st.text(max_size=20), st.binary(max_size=8)))
def test_it_never_raises_for_an_unknown_code(x):
    found = mqrc(x)
    assert (found.code is None) == (found.name is None)
    assert found.code is not None or found.note


def test_digits_that_are_no_reason_in_decimal_say_that_they_were_read_as_hexadecimal():
    assert mqrc("1000").note == "read as hexadecimal; decimal 1000 is not a reason of MQ" and mqrc("2035").note is None


@pytest.mark.parametrize(
    "text", ["02" * 40_000 + "!", "0 " * 40_000 + "!", "x'" + "A" * 80_000, "MQRC_" + "A" * 80_000]
)
def test_a_text_of_any_length_is_looked_up_at_once(text):
    assert_in_line(lambda data: mqrc(data.decode()), text[: len(text) // 4].encode() + b"!", text.encode())
