"""Constants by number and by name, and options by their bits."""

import csv
from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import codes
from mqforensics.codes import FamilyNotFound, family


def test_forward_and_back():
    assert codes.name("MQRC", 2035) == codes.name("mqrc_", 2035) == "MQRC_NOT_AUTHORIZED"
    assert codes.code("mqrc_not_authorized") == 2035
    assert codes.name("MQRC", 1) is None
    assert codes.code("MQRC_NO_SUCH_THING") is None is codes.code("NOT_A_FAMILY")


def test_formats_are_text():
    assert codes.name("MQFMT", "MQDEAD  ") == "MQFMT_DEAD_LETTER_HEADER"
    assert codes.code("MQFMT_STRING") == "MQSTR"


def test_the_usual_name_of_those_that_share_a_number():
    assert codes.name("MQRC", 2192) == "MQRC_STORAGE_MEDIUM_FULL"
    assert codes.code("MQRC_PAGESET_FULL") == 2192
    assert codes.name("MQAT", 6) == "MQAT_UNIX"


@pytest.mark.parametrize("unknown", ["MQNOPE", "", "../mqrc", "reasons/mqrc"])
def test_an_unknown_family_raises(unknown):
    with pytest.raises(FamilyNotFound, match="expected a family"):
        codes.name(unknown, 1)


def test_flags():
    assert codes.flags("MQGMO", 8225) == ["MQGMO_WAIT", "MQGMO_BROWSE_NEXT", "MQGMO_FAIL_IF_QUIESCING"]
    assert codes.flags("MQRO", 0x0700 | 64) == ["MQRO_PASS_CORREL_ID", "MQRO_COA_WITH_FULL_DATA"]
    assert codes.flags("MQOO", 0) == []


def test_bits_without_a_name_are_kept():
    assert codes.flags("MQMO", 1 | 1 << 20) == ["MQMO_MATCH_MSG_ID", "0x00100000"]
    assert codes.flags("MQMO", -1)[-1] == "0xFFFFFFC0"


@given(st.integers(0, 2**32 - 1), st.sampled_from(["MQGMO", "MQPMO", "MQOO", "MQRO", "MQMF", "MQMO", "MQCO", "MQCNO"]))
def test_flags_name_every_bit_once(value, family):
    named = codes.flags(family, value)
    bits = [int(name, 16) if name.startswith("0x") else codes.code(name) & 0xFFFFFFFF for name in named]
    assert reduce(or_, bits, 0) == value == sum(bits)


@pytest.mark.parametrize(
    "family", ["MQRC", "MQRCCF", "MQFB", "MQAT", "MQRO", "MQMF", "MQMT", "MQENC", "MQCCSI", "MQPER", "MQFMT"]
)
def test_against_the_reference(samples, family):
    path = samples.parent / "reference" / "codes" / f"{family.lower()}.csv"
    for row in csv.DictReader(path.read_text().splitlines()):
        value = row["code"].rstrip() if family == "MQFMT" else int(row["code"])
        assert codes.code(row["name"]) == value
        assert codes.name(family, value) is not None


@pytest.mark.parametrize(
    "name", ["../../../tmp/evil", "mqcc" + " " * 300, "mqcc\0", "amq", "MQFB_RANGES", "/etc/passwd", ""]
)
def test_a_name_out_of_evidence_is_no_path(name):
    assert codes.code(f"{name}_X") is None
    with pytest.raises(FamilyNotFound):
        family(name)
