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


SAYS = {
    2270: ("No instance", "removed", "REFRESH CLUSTER", "stopped or unreachable is not the cause", "avoided"),
    2086: ("not valid here", "not local", "2087"), 2152: ("distribution list", "ObjectName"),
    2153: ("distribution list", "ObjectQMgrName"), 2035: ("PUTAUT(DEF)", "+setall", "alternate-user", "CHLAUTH", "AMQ8077"),
    2087: ("XMITQ may be blank", "2196", "ReplyToQMgr", "RQMNAME"), 2192: ("z/OS", "2056"),
    2336: ("command", "not valid", "2339"), 2052: ("Only a dynamic queue",), 2101: ("linear or replicated", "recovered"),
    2051: ("why it was disabled",), 2092: ("the name is wrong", "Never turn an application's queue"),
    298: ("password or PassTicket",), 294: ("length field runs past",), 2056: ("QSTATUS", "CURFSIZE CURMAXFS", "disk"),
}  # fmt: skip
LOOKED_UP = (2363, 2371, 2381, 2391, 2392, 2398, 2400, 2543, 2548, 2577, 2583, 2594, 2005, 2010, 2026, 2027, 2044, 2186,
             2193, 2208, 2260, 2373)  # fmt: skip


@pytest.mark.parametrize("code", SAYS)
def test_meaning_and_cause_say_what_the_product_does(code):
    told = f"{codes.meaning(code)} {codes.cause(code)}"
    assert [words for words in SAYS[code] if words not in told] == []


@pytest.mark.parametrize("code", LOOKED_UP)
def test_reasons_that_people_look_up_have_a_meaning_and_a_cause(code):
    assert codes.meaning(code).endswith(".") and codes.cause(code).endswith(".")
