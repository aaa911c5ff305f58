"""Whether the receiving end of a channel has committed the batch that its sending end is in doubt about."""

from datetime import timedelta

import pytest

from mqforensics.objects import batch
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, C, show

EARLY, NOW = "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z"
UNIT, OTHER, NONE = "1A0E2F", "1A0E2E", "000000"


def status(kind, *more):
    return f"DISPLAY CHSTATUS({C}) ALL", [show("CHS", ";".join((f"CHANNEL={C};CHLTYPE={kind};STATUS=RETRYING", *more)))]


def sending(unit=UNIT, *more):
    return status("SDR", f"CURLUWID={unit};INDOUBT=YES", *more)


def receiving(unit, partner=A):
    return status("RCVR", f"RQMNAME={partner};LSTLUWID={unit}")


LAST_SENT = "LSTMSGDA=2026-03-02;LSTMSGTI=14.10.00"


@pytest.mark.parametrize(("sent", "received", "stamps", "holds"), [
    (sending(), receiving(UNIT), (NOW, NOW), True), (sending(), receiving(UNIT), (NOW, EARLY), True),
    (sending(), receiving(OTHER), (EARLY, NOW), False), (sending(), receiving(OTHER), (NOW, EARLY), None),  # it may have come since
    (sending(UNIT, LAST_SENT), receiving(OTHER), (NOW, NOW), False), (sending(UNIT, LAST_SENT), receiving(OTHER), (NOW, EARLY), None),
    (sending(NONE), receiving(UNIT), (EARLY, NOW), None), (sending(), receiving(NONE), (EARLY, NOW), None),
    (sending(), receiving(UNIT, "QM.C"), (EARLY, NOW), None), (sending(), receiving(UNIT, ""), (EARLY, NOW), True),
    (sending(), status("SDR", f"LSTLUWID={UNIT}"), (EARLY, NOW), None), (sending(), status("RCVR", "RQMNAME=QM.A"), (EARLY, NOW), None),
])  # fmt: skip
def test_what_the_receiving_end_shows_of_a_batch_in_doubt(sent, received, stamps, holds):
    known = estate((A, stamps[0], sent), (B, stamps[1], received), clocks={A: timedelta(), B: timedelta()})
    found = batch.receiver_committed(known, A, B, C)
    assert found.holds is holds
    assert found.said == {
        True: f"{B} has committed that batch: LSTLUWID({UNIT}), as CURLUWID({UNIT}) at {A}",
        False: f"{B} has not committed that batch: LSTLUWID({OTHER}), not CURLUWID({UNIT}) of {A}", None: "",
    }[holds]  # fmt: skip
    assert holds is None or [place.shows for place in found.places] == ["CURLUWID", "LSTLUWID"]


@pytest.mark.parametrize(("more", "units"), [
    (["CURRENT", "SAVED"], [UNIT]), (["SAVED"], [OTHER]), (["SHORT"], []), (["CURRENT", "SHORT"], [UNIT]), (["SAVED", "SHORT"], [OTHER]),
])  # fmt: skip
def test_what_is_saved_of_a_channel_counts_where_nothing_current_is_shown(more, units):
    shown = [status("SDR", one, f"CURLUWID={UNIT if one == 'CURRENT' else OTHER}") for one in more]
    known = estate((A, NOW, *shown, status("RCVR", "CURRENT", "CURLUWID=FF")))
    assert [row.attributes["CURLUWID"] for row in batch.status(known, A, [C])] == units


@pytest.mark.parametrize(("unit", "is_one"), [(UNIT, True), (NONE, False), ("", False), (None, False)])
def test_zeros_name_no_unit_of_work(unit, is_one):
    assert batch.is_one(unit) is is_one
