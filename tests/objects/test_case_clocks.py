"""What the two ends of a channel show of the clocks of their hosts."""

from datetime import datetime, timedelta

import pytest

from mqforensics.clock.offsets import Bound, Zone
from mqforensics.objects.case_clocks import of_channels
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, C, show

NOW = "2026-03-02T15:00:00Z"
DAY = datetime(2026, 3, 2)
ZONES = {A: Zone(0.0, DAY, DAY), B: Zone(7200.0, DAY, DAY)}
SENT = {
    "CHLTYPE": "SDR",
    "RQMNAME": B,
    "CURSEQNO": "7",
    "CURLUWID": "1A",
    "LSTLUWID": "19",
    "LSTMSGDA": "2026-03-02",
    "LSTMSGTI": "14.00.00",
}
CAME = {**SENT, "CHLTYPE": "RCVR", "RQMNAME": A, "CURLUWID": "00", "LSTLUWID": "1A", "LSTMSGTI": "16.00.05"}


def bounds(sent=SENT, came=CAME, zones=ZONES):
    shown = [(f"DISPLAY CHSTATUS({C}) ALL", [show("CHS", ";".join(f"{key}={value}" for key, value in {"CHANNEL": C, **one}.items()))])
             for one in (sent, came)]  # fmt: skip
    return of_channels(
        estate((A, NOW, shown[0]), (B, NOW, shown[1]), clocks={A: timedelta(), B: timedelta(hours=2)}), zones
    )


def test_a_message_was_sent_before_it_arrived():
    assert bounds() == [Bound(A, B, 5.0 + 2.0)], "by the stamp of a second, and as much for the moment of the call"
    assert bounds(came={**CAME, "LSTMSGTI": "15.59.50"}) == [Bound(A, B, -10.0 + 2.0)], "then the clock of B is behind"


@pytest.mark.parametrize(("sent", "came"), [
    ({"CURSEQNO": "8"}, {}), ({"CURSEQNO": "0"}, {"CURSEQNO": "0"}), ({}, {"LSTLUWID": "1B"}), ({"CURLUWID": "00", "LSTLUWID": "00"}, {"LSTLUWID": "00"}),
    ({"RQMNAME": "QM.C"}, {}), ({}, {"RQMNAME": "QM.C"}), ({}, {"CHLTYPE": "SDR"}), ({}, {"CHLTYPE": "SVRCONN"}), ({"LSTMSGTI": ""}, {}),
])  # fmt: skip
def test_two_ends_that_may_show_two_messages_show_nothing(sent, came):
    assert bounds({**SENT, **sent}, {**CAME, **came}) == []


def test_a_clock_whose_zone_is_not_known_then_shows_nothing():
    assert bounds(zones={A: ZONES[A]}) == [] == bounds(zones={})
    past = DAY - timedelta(days=100)
    assert bounds(zones={A: ZONES[A], B: Zone(7200.0, past, past)}) == []
