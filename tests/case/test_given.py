"""What a person knows of a case: taken from a caller with good errors, from case.json with a note of what cannot be used."""

import json
from datetime import UTC, datetime

import pytest

from mqforensics import open_case
from mqforensics.case.given import AssumptionExpected, ZoneExpected, as_texts, from_arguments, merge, of_case_json
from mqforensics.clock.zones import zone_of
from mqforensics.validation import NameExpected, TimeExpected


@pytest.mark.parametrize(("text", "first", "last"), [
    ("Europe/Berlin", "2026-07-01T06:00", "2026-07-01T06:00"), ("+02:00", "2026-07-01T06:00", "2026-07-01T06:00"),
    ("-0330", "2026-07-01T11:30", "2026-07-01T11:30"), ("UTC", "2026-07-01T08:00", "2026-07-01T08:00"),
    ("UTC+5:30", "2026-07-01T02:30", "2026-07-01T02:30"), ("JST", "2026-06-30T23:00", "2026-06-30T23:00"),
])  # fmt: skip
def test_a_zone_makes_utc_of_a_local_time(text, first, last):
    made = zone_of(text).utc(datetime(2026, 7, 1, 8))
    assert [one.strftime("%Y-%m-%dT%H:%M") for one in made] == [first, last]


def test_the_hour_that_comes_twice_is_two_moments():
    first, last = zone_of("Europe/Berlin").utc(datetime(2026, 10, 25, 2, 30))
    assert (last - first).total_seconds() == 3600


@pytest.mark.parametrize(
    "text",
    ["CST", "BST", "IST", "Mars", "../../etc/passwd", "/etc/localtime", "+15:00", "", "+2:99", "Europe/" + "x" * 300],
)
def test_what_is_no_one_zone_is_none(text):
    assert zone_of(text) is None
    with pytest.raises(ZoneExpected, match="expected a time zone such as Europe/Berlin"):
        from_arguments(text)


@pytest.mark.parametrize(("wrong", "error"), [
    ({"zone": 5}, ZoneExpected), ({"zone": {"": "UTC"}}, NameExpected), ({"zone": ["=UTC"]}, None), ({"captured": "yesterday"}, TimeExpected),
    ({"captured": [1]}, TimeExpected), ({"assume": {"NOEXIT": "shown"}}, AssumptionExpected), ({"assume": "NO_EXIT"}, AssumptionExpected),
    ({"assume": {"NO_EXIT": 5}}, AssumptionExpected), ({"assume": "NO_EXPIRY=300"}, AssumptionExpected), ({"assume": 7}, AssumptionExpected), ({"assume": {"ZONE": "Mars"}}, ZoneExpected),
])  # fmt: skip
def test_the_caller_s_mistake_is_named_after_what_was_expected(wrong, error, tmp_path):
    (tmp_path / "a.txt").write_text("nothing")
    with pytest.raises(error or NameExpected, match="expected"):
        open_case(None, tmp_path, **wrong)


def test_each_form_says_the_same_and_goes_through_texts_unchanged():
    at = datetime(2026, 3, 2, 13, 30, tzinfo=UTC)
    forms = [
        from_arguments({"QM1": "Europe/Berlin"}, {"QM1": "2026-03-02T14:30:00+01:00"}, {"NO_EXIT": "shown"}),
        from_arguments(["QM1=Europe/Berlin"], {"QM1": at}, ["NO_EXIT=shown"]),
        from_arguments("QM1=Europe/Berlin", "QM1=2026-03-02T13:30:00Z", [{"key": "NO_EXIT", "holds": True}]),
    ]
    assert forms[0] == forms[1] == forms[2]
    texts = as_texts({"QM1": "Europe/Berlin"}, {"QM1": at}, {"NO_EXIT": "shown"})
    assert from_arguments(**texts) == forms[0] and as_texts(**texts) == texts
    assert as_texts() == {}


def test_case_json_is_quoted_and_what_cannot_be_used_is_told(tmp_path):
    text = (
        '{\n "zone": {\n  "QM1": "Europe/Paris",\n  "QM2": "Mars"\n },\n "assume": {"NO_EXIT": "shown", "FOO": "x"}\n}'
    )
    (tmp_path / "case.json").write_text(text)
    case = open_case(None, tmp_path)
    assert case.given.zone("QM1").name == "Europe/Paris" and case.given.zone("QM2") is None
    assert case.given.line("zone", "QM1")[:2] == ("case.json", 3)
    assert case.given.line("assume", case.given.of("NO_EXIT")).line == 6
    assert case._settings == ({}, "left out, because it cannot be used: 'zone.QM2', 'assume.FOO'")


def test_the_caller_is_right_where_both_speak_of_one_thing():
    own, _ = of_case_json(
        {"zone": {"QM1": "UTC", "QM2": "UTC"}}, b'{"zone": {"QM1": "UTC", "QM2": "UTC"}}', "case.json"
    )
    both = merge(from_arguments({"QM1": "Europe/Berlin"}, assume={"ROOM": "open"}), own)
    assert (both.zone("QM1").name, both.zone("QM2").name) == ("Europe/Berlin", "UTC")
    assert both.line("zone", "QM1") is None and both.line("zone", "QM2") is not None and both.names == {"QM1"}
    assert merge(from_arguments("JST"), own).zone("QM2").name == "JST"


@pytest.mark.parametrize(
    "said",
    [[], "x", 5, {"zone": {"a": []}}, {"assume": [None, 5, {"key": 5}]}, {"captured": {"a": {}}}, {"zone": [[]]}],
)
def test_nothing_in_case_json_raises(said):
    whole = said if isinstance(said, dict) else {"zone": said, "captured": said, "assume": said}
    made, left_out = of_case_json(whole, json.dumps(whole).encode(), "case.json")
    assert not made.zones and not made.captured and not made.said and (left_out or said == [])


def test_an_assumption_is_about_what_it_names():
    known = from_arguments(assume=["NOT_CLEARED:QM1:PAY.IN=open", "NO_EXIT=shown"])
    assert known.of("NOT_CLEARED", "QM1", "PAY.IN").said == "open" and known.of("NOT_CLEARED", "QM1", "OTHER") is None
    assert known.of("NO_EXIT", "QM9", "ANY").said == "shown"


@pytest.mark.parametrize("text, left", [
    ('{"zone": "UTC", "zone": "Asia/Tokyo"}', "'zone'"), ('{"captured": {"QM1": "2026-03-02T14:30Z", "QM1": "2026-03-03T14:30Z"}}', "'QM1'"),
    ('{"zone": ["QM1=UTC", "QM1=Asia/Tokyo"]}', "'zone'"), ('{"assume": ["NO_EXIT=shown", "NO_EXIT=open"]}', "'assume.NO_EXIT'"),
    ('{"assume": {"NO_EXIT": "shown", "NO_EXIT": "open"}}', "'NO_EXIT'"), ('{"\\u007aone": "UTC", "zone": "Asia/Tokyo"}', "'zone'"),
])  # fmt: skip
def test_of_what_case_json_says_twice_nothing_is_taken(text, left, tmp_path):
    (tmp_path / "case.json").write_text(text)
    case = open_case(None, tmp_path)
    assert not case.given and left in f"{case._settings[1]}"


def test_a_caller_who_says_two_things_of_one_is_told():
    for said, error in (
        ({"zone": ["QM1=UTC", "QM1=Asia/Tokyo"]}, NameExpected),
        ({"assume": ["NO_EXIT=shown", "NO_EXIT=open"]}, AssumptionExpected),
    ):
        with pytest.raises(error, match="expected one"):
            from_arguments(**said)
    assert from_arguments(zone=["QM1=UTC", "QM1=UTC"], assume=["NO_EXIT=shown"] * 2)
