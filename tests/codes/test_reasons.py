"""What is said of the reasons that an MQDLH can hold."""

import csv

import pytest

from mqforensics import codes

COMMON = (2009, 2016, 2030, 2031, 2033, 2035, 2051, 2053, 2056, 2058, 2059, 2079, 2080, 2082, 2085, 2087, 2189, 2192,
          2218, 2249, 2268, 2270, 2362, 2364)  # fmt: skip


@pytest.mark.parametrize(
    "code", [*COMMON, 265, 266, 267, 268, 271, 277, 280, 281, 296, 321, 407, 612, 65536, 70000, -3]
)
def test_a_reason_is_explained(code):
    assert codes.meaning(code).endswith(".")
    assert codes.cause(code).endswith(".") or codes.cause(code).endswith(")")


def test_every_reason_that_an_mqdlh_can_hold(samples):
    path = samples.parent / "reference" / "codes" / "mqdlh_reasons.csv"
    for row in csv.DictReader(path.read_text().splitlines()):
        if not row["code"].isdigit():
            continue
        code = int(row["code"])
        assert codes.reason_name(code) == row["name"]
        assert codes.meaning(code)
        assert codes.retried_by_mca(code) == (row["retry"] == "mca-default")
        assert codes.may_pass(code) == bool(row["retry"])


def test_the_mca_retries_three_reasons():
    assert [code for code in range(3000) if codes.retried_by_mca(code)] == [2051, 2053, 2192]


def test_ranges():
    assert codes.reason_name(321) == "MQFB_IMS_FIRST..LAST (OTMA sense code 21 = X'15')"
    assert codes.reason_name(612) == "MQFB_IMS_NACK_1A_REASON_FIRST..LAST (OTMA sense X'1A', reason 12)"
    assert "70000" in codes.reason_name(70000)
    assert codes.reason_name(-3) == "exit reason -3"


def test_what_is_no_reason():
    assert codes.reason_name(None) is None is codes.reason_name(2000)
    assert codes.meaning(2000) is None is codes.cause(2000)
    assert not codes.may_pass(2000)
