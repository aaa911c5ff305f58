"""What a row of a log says of a time that gives no UTC time."""

from datetime import UTC, datetime

import pytest

from mqforensics.clock.timestamps import LOCAL, note, time_columns, utc


@pytest.mark.parametrize(("text", "said"), [
    (None, "the entry has no time"), ("", "the entry has no time"), ("noon", LOCAL),
    ("02/03/26 14:05:00", f"{LOCAL}; ambiguous: 02/03/26 may be month or day first"),
    ("25/03/2026 14:05", f"{LOCAL}, day first"), ("03/25/2026 14:05", f"{LOCAL}, month first"),
    ("2026-03-25 14:05", LOCAL), ("25.03.2026 14:05", LOCAL),
    ("03/25/2026 02:05 PM", f"{LOCAL}, month first"),
    ("25/03/2026 14:05 CST", "local time; more than one zone is called CST"),
    ("25/03/2026 14:05 GMT", "GMT, but its date is in a local form"),
])  # fmt: skip
def test_a_printed_time_says_what_is_not_known_of_it(text, said):
    assert note(text) == said


@pytest.mark.parametrize(("text", "hour"), [
    ("2026-03-25T14:05:00Z", 14), ("2026-03-25T14:05:00,5+02:00", 12), ("2026-03-25T14:05:00", None), ("noon", None),
    (None, None), ("0001-01-01T00:00:00+14:00", None),
])  # fmt: skip
def test_only_a_time_with_its_zone_is_in_utc(text, hour):
    assert (utc(text) and utc(text).hour) == hour


def test_a_row_has_a_note_only_without_a_utc_time():
    known = time_columns("2026-03-25T14:05:00+02:00", "25/03/2026 14:05")
    assert known == {
        "time": datetime(2026, 3, 25, 12, 5, tzinfo=UTC), "time_text": "25/03/2026 14:05", "time_note": None
    }  # fmt: skip
    unknown = time_columns(None, "25/03/2026 14:05")
    assert (unknown["time"], unknown["time_note"]) == (None, f"{LOCAL}, day first")
    assert time_columns("noon", None)["time_text"] == "noon"
