"""The names of zones: one table, and no UTC time for a name that several zones share."""

from datetime import datetime

import pytest

from mqforensics.clock.dates import printed_moment
from mqforensics.clock.zone_names import OFFSETS, minutes, names
from mqforensics.formats.jmstrace.trace_lines import zone_info


@pytest.mark.parametrize("name", ["BST", "IST", "CST", "EST", "MST", "PST", "AST", "GST", "SST", "CDT"])
def test_a_name_that_several_zones_share_gives_no_utc_time(name):
    assert minutes(name) is None and len(names()[name]) > 1
    assert zone_info(name) is None
    assert printed_moment(f"2026-03-02 10:00:00 {name}") == (datetime(2026, 3, 2, 10), None)


@pytest.mark.parametrize(
    ("name", "zone", "east"), [("CEST", "+02:00", 120), ("EDT", "-04:00", -240), ("JST", "+09:00", 540)]
)
def test_a_name_of_one_zone_means_the_same_in_every_format(name, zone, east):
    assert minutes(name) == east
    assert printed_moment(f"2026-03-02 10:00:00 {name}") == (datetime(2026, 3, 2, 10), zone)
    assert zone_info(name).utcoffset(None).total_seconds() == east * 60


def test_every_name_has_differences_that_zones_have():
    exist = {int(one.total_seconds() // 60) for one in OFFSETS}
    assert all(found <= exist | {660} for found in names().values())
    assert minutes("no zone") is None and minutes(None) is None and minutes("Z") == 0


@pytest.mark.parametrize("stamp", [None, "", "no date", "Mon Xxx  2 10:01:00 UTC 2026", "2026-13-02 10:01:00"])
def test_what_no_stamp_shows_has_no_moment_and_no_zone(stamp):
    assert printed_moment(stamp) == (None, None)
