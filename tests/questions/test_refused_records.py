"""What displays add to a refusal: the attribute that decided, and what stands there of the same user, port or address."""

from datetime import UTC, datetime

import pytest
from pyspark.sql import Row

from mqforensics.formats import mqsc
from mqforensics.formats.stretch import Stretch
from mqforensics.objects.clocks import Zone
from mqforensics.objects.estate import Estate
from mqforensics.objects.security import by_queue_manager
from mqforensics.questions.refused import decided, joined, table
from mqforensics.questions.refused.answer import _status

AT = datetime(2026, 3, 2, 9, 14, 7, tzinfo=UTC)
HERE = Zone(0.0, datetime(2026, 3, 1), datetime(2026, 3, 3))


def displayed(*cells, command="DISPLAY CHANNEL(*) ALL", message="AMQ8414I: Display Channel details."):
    shown = "".join(f"   {cell}\n" for cell in cells)
    return list(mqsc.read(Stretch(
        f"Starting MQSC for queue manager QM1.\n     1 : {command}\n{message}\n{shown}One MQSC command read.\n".encode(), file="a",
    )))  # fmt: skip


def decide(rows, zones=None, **told):
    row = {**dict.fromkeys(("time", *joined.IDENTITY)), "queue_manager": "QM1", "time": AT, **told}
    return decided.decide(row, by_queue_manager(rows, zones or {}))


@pytest.mark.parametrize(("words", "cells", "record"), [
    ("AMQ9637", ("SSLCAUTH(OPTIONAL)", "SSLPEER(CN=web*)"), "CHANNEL(APP) SSLPEER(CN=web*)"),
    ("AMQ9637", ("SSLCAUTH(REQUIRED)", "SSLPEER(CN=web*)"), "CHANNEL(APP) SSLCAUTH(REQUIRED)"),
    ("AMQ9637", ("SSLCAUTH(OPTIONAL)", "SSLPEER( )"), None),
    ("AMQ9637", ("SSLPEER(CN=web*)",), None),
    ("AMQ9642", ("SSLCAUTH(REQUIRED)", "SSLPEER(CN=web*)"), None),
])  # fmt: skip
def test_a_pattern_of_names_asks_for_a_certificate_as_well(words, cells, record):
    rows = displayed("CHANNEL(APP)", "CHLTYPE(SVRCONN)", "ALTDATE(2026-01-12)", "ALTTIME(09.20.01)", *cells)
    assert decide(rows, code="TLS_NO_CERTIFICATE", words=words, channel="APP").record == record


@pytest.mark.parametrize(("words", "record"), [("AMQ9502", "CHANNEL(HUB.IN) CHLTYPE(RCVR)"), ("AMQ9547", None)])
def test_the_type_of_the_channel_decides_where_it_is_the_own_one(words, record):
    rows = displayed("CHANNEL(HUB.IN)", "CHLTYPE(RCVR)", "ALTDATE(2026-01-12)", "ALTTIME(09.20.01)")
    assert decide(rows, code="CHANNEL_TYPE", words=words, channel="HUB.IN").record == record


@pytest.mark.parametrize(("told", "says"), [
    ({"user": "nobody1"}, "CHANNEL(HUB.IN) has MCAUSER(nobody1); whether it came over that is not shown."),
    ({"user": "web"}, None), ({"user": None}, None), ({"user": "nobody1", "channel": "OTHER"}, None),
])  # fmt: skip
def test_the_channel_that_sets_a_user_is_named(told, says):
    rows = displayed("CHANNEL(HUB.IN)", "CHLTYPE(RCVR)", "MCAUSER(nobody1)")
    said = decide(rows, code="USER_NOT_SET", words="AMQ9557", **told)
    assert (says in said.likely and ("a", 6) in said.places) if says else "MCAUSER" not in said.likely


@pytest.mark.parametrize(("start", "zone", "told"), [
    ("09.30.00", HERE, True), ("08.30.00", HERE, False), ("08.30.00", None, True), ("09.30.00", None, True),
])  # fmt: skip
def test_a_listener_that_was_started_later_may_not_have_listened(start, zone, told):
    rows = displayed("LISTENER(L1)", "STATUS(RUNNING)", "PORT(1414)", "STARTDA(2026-03-02)", f"STARTTI({start})",
                     command="DISPLAY LSSTATUS(*) ALL", message="AMQ8631I: Display listener status details.")  # fmt: skip
    asked = {"code": "HOST_NOT_AVAILABLE", "words": "client 2538", "queue_manager": None}
    said = decide(rows, {"QM1": zone} if zone else None, port="1414", **asked).likely
    assert ("whether it listened before that is not shown" in said) == told
    assert "started" not in decide(rows, port="1415", **asked).likely


@pytest.mark.parametrize(("since", "address", "zone", "told"), [
    ("09.30.00", "192.0.2.7", HERE, True), ("09.10.00", "192.0.2.7", HERE, False), ("09.30.00", "192.0.2.8", HERE, False),
    ("09.30.00", "192.0.2.7", None, False), ("09.30.00", None, HERE, False),
])  # fmt: skip
def test_a_channel_that_runs_from_the_same_address_since_is_told(since, address, zone, told):
    rows = displayed("CHANNEL(APP)", "CHLTYPE(SVRCONN)", "CHSTADA(2026-03-02)", f"CHSTATI({since})", "CONNAME(192.0.2.7)",
                     "CURRENT", "STATUS(RUNNING)", command="DISPLAY CHSTATUS(*) ALL",
                     message="AMQ8417I: Display Channel Status details.")  # fmt: skip
    row = {**dict.fromkeys(table.COLUMNS), "queue_manager": "QM1", "channel": "APP", "code": "CHLAUTH_NOACCESS"}
    row |= {"address": address, "last_seconds": AT.timestamp()}
    assert _status(Row(**row), Estate(rows), zone).holds == (told or None)
