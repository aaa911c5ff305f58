"""A verdict is said for the time at which what it rests on was displayed, not for that of another capture."""

import pytest

from mqforensics.objects.estate import Estate
from mqforensics.questions.walk.broken_channels import broken
from tests.questions.walk_cases import A, B, Made, local, qstatus, remote, sender, session, status
from tests.questions.walked import read, walked

EARLY, LATE = "2026-01-02T10:00:00Z", "2026-01-02T13:00:00Z"
WAITS = remote(), local("QM.B.XMIT", "CURDEPTH=1;USAGE=XMITQ"), sender(), status("RETRYING")
OTHER = session(A, local("OTHER", "CURDEPTH=4"), time=LATE)


@pytest.mark.parametrize("stamp", [EARLY, None])
def test_the_capture_of_another_object_is_no_time_of_this_verdict(stamp):
    made = Made("", [session(A, *WAITS, time=stamp), OTHER])
    found = walked(made)
    assert (found.verdict.code, found.as_of) == ("CHANNEL_NOT_RUNNING", stamp)
    estate = Estate(row for place, text in enumerate(made.sessions) for row in read(f"{place}.txt", text.encode()))
    assert [one.as_of for one in broken(estate, []) if one.code == "CHANNEL_NOT_RUNNING"] == [stamp]


def test_of_what_has_to_hold_together_the_oldest_counts():
    definitions, depth, state = WAITS[:1], WAITS[1:3], WAITS[3:]
    between = "2026-01-02T10:20:00Z"
    made = Made(
        "",
        [
            session(A, *definitions, time="2026-01-01T09:00:00Z"),
            session(A, *depth, time=EARLY),
            session(A, *state, time=between),
        ],
    )
    found = walked(made)
    assert (found.verdict.code, found.as_of) == ("CHANNEL_NOT_RUNNING", EARLY)


def test_a_refused_put_and_an_arrival_are_of_the_display_of_their_queue():
    shut = session(A, remote(), local("QM.B.XMIT", "CURDEPTH=0;PUT=DISABLED"), time=EARLY)
    found = walked(Made("", [shut, OTHER]))
    assert (found.verdict.code, found.as_of) == ("PUT_REFUSED", EARLY)
    sent = session(A, remote(), local("QM.B.XMIT"), sender(), status(), time=EARLY)
    there = local("L", "PUT=ENABLED;CURDEPTH=3;MAXDEPTH=5000")
    came = walked(Made("", [sent, session(B, there, time=EARLY), session(B, local("Z"), time=LATE)]))
    assert (came.verdict.code, came.as_of) == ("DELIVERED", EARLY)


def test_what_is_open_is_open_as_of_the_last_display_of_its_queue():
    before = session(
        A, remote(), local("QM.B.XMIT", "CURDEPTH=0"), qstatus("QM.B.XMIT", "09.00.00", "09.00.00"), time=EARLY
    )
    found = walked(Made("", [before, OTHER]), put_time="2026-01-02T10:30:00Z")
    assert (found.verdict.code, found.as_of) == ("UNKNOWN", EARLY)
