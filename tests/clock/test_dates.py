"""Dates as programs print them: one table of months, one moment, one order of day and month."""

from calendar import month_abbr, month_name
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.clock.dates import calendar_day, moment, month, months, orders, short_months
from mqforensics.clock.zone_names import difference, offset_text


def test_a_month_is_known_by_its_name_and_by_its_first_three_letters():
    assert [month(name) for name in month_name[1:]] == [month(name) for name in month_abbr[1:]] == list(range(1, 13))
    assert [month(name) for name in ("MAR", "Mär", "März", "OKTOBER", "août", "Sept")] == [3, 3, 3, 10, 8, 9]
    assert month("Monday") is None and month("") is None


def test_no_short_name_contradicts_a_name():
    assert all(months()[name] == nth for short, nth in short_months().items() for name in months() if name == short)
    assert all(len(short) == 3 for short in short_months())


@given(st.datetimes(min_value=datetime(1000, 1, 1)))
def test_a_moment_is_read_as_it_was_printed(at):
    hour = (f"{at:%H}", f"{at:%M}", f"{at:%S}", f"{at:%f}")
    assert moment((f"{at:%Y}", f"{at:%m}", f"{at:%d}"), hour) == at
    half = "PM" if at.hour >= 12 else "AM"
    twelve = (str(at.hour % 12 or 12), *hour[1:])
    assert moment((at.year, month_abbr[at.month], at.day), twelve, half) == at


@pytest.mark.parametrize(("day", "hour"), [
    (("2024", "02", "30"), ("0", "0", "0")), (("2024", "00", "01"), ("0", "0", "0")), (("2024", "Foo", "01"), ("0", "0", "0")),
    (("0000", "01", "01"), ("0", "0", "0")), (("2024", "01", "01"), ("24", "0", "0")), (("2024", "01", "01"), ("0", "0", "60")),
    (None, ("0", "0", "0")), (("2024", "01", "01"), None),
])  # fmt: skip
def test_what_no_calendar_or_clock_has_is_no_moment(day, hour):
    assert moment(day, hour) is None


def test_a_year_of_two_digits_is_of_this_century():
    assert moment(("24", "3", "5")) == datetime(2024, 3, 5) and calendar_day("2024", "MAR", "5") == date(2024, 3, 5)


@pytest.mark.parametrize(("printed", "days"), [
    (("05", "/", "03", "24"), [(24, 5, 3), (24, 3, 5)]), (("05", ".", "03", "2024"), [(2024, 3, 5)]),
    (("2024", "-", "03", "05"), [(2024, 3, 5)]), (("13", "/", "03", "2024"), [(2024, 3, 13)]),
    (("03", "/", "13", "2024"), [(2024, 3, 13)]), (("5", "/", "5", "2024"), [(2024, 5, 5)]), (("13", "/", "14", "2024"), []),
])  # fmt: skip
def test_the_days_that_a_date_in_numbers_can_mean(printed, days):
    assert orders(*printed) == days


@given(st.integers(-1439, 1439))
def test_a_difference_from_utc_is_read_as_it_is_written(east):
    text = offset_text(east)
    assert difference(text) == difference(f"GMT{text}") == difference(text.replace(":", "")) == east


@pytest.mark.parametrize("text", ["", "UTC", "+24:00", "2", "+02:60", "CET", "+2:0"])
def test_another_text_is_no_difference(text):
    assert difference(text) is None
