"""A zone with its rules: what a local time can be in UTC."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.clock.zones import is_ambiguous, zone_of


def hours(*numbers: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(hours=one) for one in numbers)


def test_an_hour_that_comes_twice_is_two_moments_in_utc():
    berlin = zone_of("Europe/Berlin")
    twice = datetime(2026, 10, 25, 2, 30)
    assert berlin.east(twice) == hours(1, 2)
    assert berlin.utc(twice) == (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
    assert berlin.east(datetime(2026, 7, 1)) == hours(2, 2) and berlin.east(datetime(2026, 1, 1)) == hours(1, 1)


@pytest.mark.parametrize(("text", "east"), [("UTC", 0), (" Z ", 0), ("+02:00", 2), ("-05:00", -5), ("+14:00", 14)])
def test_a_zone_that_is_no_name_of_a_place_is_the_same_all_year(text, east):
    zone = zone_of(text)
    assert {zone.east(datetime(2026, month, 1)) for month in range(1, 13)} == {hours(east, east)}


@pytest.mark.parametrize("text", ["CST", "IST", "BST", "+15:00", "-15:00", "Nowhere/Town", "../etc", ""])
def test_what_names_no_zone_or_several_is_none(text):
    assert zone_of(text) is None


def test_a_short_name_of_several_zones_is_ambiguous():
    assert is_ambiguous("CST") and is_ambiguous(" IST ") and not is_ambiguous("UTC") and not is_ambiguous("Nowhere")
