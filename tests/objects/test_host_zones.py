"""What the heading of a log entry shows of the zone of its host, beside its time in UTC."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.objects.host_zones import ShownOffset, last_of, offset

NOON = datetime(2026, 5, 14, 12, 0, 5, tzinfo=UTC)
QUARTER = timedelta(minutes=15)


@pytest.mark.parametrize(("heading", "hours"), [
    ("05/14/26 14:00:05 - Process(1.1)", 2), ("14.05.2026 14:00:05 - Process(1.1)", 2), ("2026-05-14 14:00:05", 2), ("05/14/2026 02:00:05 PM", 2),
    ("05/14/26 17:45:05", 5.75), ("05/14/26 04:30:05", -7.5), ("05/15/26 02:00:05", 14), ("05/14/26 14:00:07", 2), ("05/14/26 12:00:05", 0),
    ("05/14/26 14:00:08", None), ("05/14/26 14:07:05", None), ("05/15/26 03:00:05", None), ("2026-05-14T12:00:05.000Z", None), ("", None), (None, None),
    ("AMQ9999E: Channel ended", None),
])  # fmt: skip
def test_what_a_heading_shows(heading, hours):
    assert offset(heading, NOON) == ([] if hours is None else [timedelta(hours=hours)])


@given(
    st.integers(-48, 56),
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),
    st.sampled_from(["%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H.%M.%S"]),
)
def test_every_zone_of_whole_quarters_is_found_again_or_left_open(quarters, utc, form):
    local = utc.replace(microsecond=0) + quarters * QUARTER
    found = offset(local.strftime(form), utc.replace(microsecond=0, tzinfo=UTC))
    assert found in ([quarters * QUARTER], []) and (found or local.day <= 12), (
        "only where day and month may be each other"
    )


def test_the_last_of_several_zones_of_a_host_counts():
    day = datetime(2026, 3, 29)
    shown = [
        ShownOffset("A", timedelta(hours=hours), day + timedelta(days=at), day + timedelta(days=at))
        for hours, at in ((2, 1), (1, 0))
    ]
    assert last_of([*shown, shown[1]._replace(queue_manager="B")]) == {"A": timedelta(hours=2), "B": timedelta(hours=1)}
