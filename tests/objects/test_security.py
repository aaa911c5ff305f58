"""When a security record was altered by a clock of another zone, and the command that shows which record wins."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.clock.offsets import Zone
from mqforensics.objects.chlauth import Peer
from mqforensics.objects.security import altered_after, runcheck, surely_altered_after

TIME = datetime(2026, 3, 2, 10, tzinfo=UTC)
LOCAL = datetime(2026, 3, 2, 12)
"""The same moment in a zone two hours ahead."""
ZONE = Zone(7200.0, LOCAL, LOCAL)


@pytest.mark.parametrize(
    ("hours", "may", "surely"), [(-1, False, False), (1, True, True), (-20, False, False), (20, True, True)]
)
def test_a_known_zone_tells_whether_a_record_was_altered_after_a_time(hours, may, surely):
    altered = LOCAL + timedelta(hours=hours)
    assert (altered_after(altered, TIME, ZONE), surely_altered_after(altered, TIME, ZONE)) == (may, surely)


@pytest.mark.parametrize(
    ("hours", "may", "surely"), [(-20, False, False), (-3, True, False), (3, True, False), (20, True, True)]
)
def test_an_unknown_zone_leaves_open_what_is_within_it(hours, may, surely):
    altered = TIME.replace(tzinfo=None) + timedelta(hours=hours)
    assert (altered_after(altered, TIME), surely_altered_after(altered, TIME)) == (may, surely)


def test_of_no_time_nothing_is_sure():
    assert altered_after(None, TIME) and altered_after(LOCAL, None)
    assert not surely_altered_after(None, TIME) and not surely_altered_after(LOCAL, None)


@pytest.mark.parametrize(
    ("peer", "asked"),
    [
        (Peer("APP", "10.1.1.1", user="app"), "ADDRESS('10.1.1.1') CLNTUSER('app')"),
        (Peer("A.TO.B", "10.1.1.1", user="app", queue_manager="QMA"), "ADDRESS('10.1.1.1') QMNAME('QMA')"),
        (Peer("APP", "10.1.1.1", user="app", certificate="CN=app"), "CLNTUSER('app') SSLPEER('CN=app')"),
    ],
)
def test_the_winning_record_is_asked_for_by_the_user_or_the_queue_manager(peer, asked):
    [made] = runcheck(peer, "QMB")
    assert asked in made.command and "MATCH(RUNCHECK)" in made.command and made.on == "QMB"
    assert runcheck(peer._replace(address=None), "QMB") == []
