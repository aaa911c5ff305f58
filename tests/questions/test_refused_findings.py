"""The answer on the sample cases, what events and dead letters add, and repeats counted."""

import json
from datetime import timedelta

import pytest
from pyspark.sql import Row

from mqforensics import open_case, refused
from mqforensics.codes.refusals import causes
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.estate import Estate
from mqforensics.questions import ask
from mqforensics.questions.finding import PAST
from mqforensics.questions.refused.findings import _headline, _is_over, _message_channel, _scan, _scans, _urgency
from tests.writers.amqsbcg import dump
from tests.writers.cases import letter
from tests.writers.refused_cases import SCENES, START, blocked, definitions, ended, go, lacking, logged


def of_channel(code, first, kind=None, *, gate="NETWORK", channel="QM1.QM2", **entries):
    """Whether a failure is over: `entries` are the last times of messages, in minutes after it."""
    shown = [{"file": "d", "line": 1, "queue_manager": "QM1", "type": "CHANNEL", "name": "QM1.QM2", "times": {},
              "attributes": {"CHLTYPE": kind, "CONNAME": "far(1414)"}}] if kind else []  # fmt: skip
    told = [Entry(message, None if message == "AMQ9202" else "QM1.QM2", "QM1", "far", 1, START + timedelta(minutes=after),
                  "", "l", 1) for message, after in entries.items()]  # fmt: skip
    row = Row(code=code, gate=gate, queue_manager="QM1", channel=channel, host="far", address=None, application=None,
              user=None, last_seconds=(START + timedelta(minutes=first)).timestamp())  # fmt: skip
    estate = Estate(shown)
    return (name := _message_channel(row, estate)) and _is_over(row, name, told, estate)


@pytest.mark.parametrize(("told", "is_over"), [
    (("TLS_CERTIFICATE_BAD", 0, "SDR", {"AMQ9633": 0, "AMQ9002": 40, "AMQ9202": 90}), True),
    (("TLS_CERTIFICATE_BAD", 0, None, {"AMQ9633": 0, "AMQ9002": 40, "AMQ9202": 90}), True),
    (("PARTNER_NOT_AVAILABLE", 90, "SDR", {"AMQ9633": 0, "AMQ9002": 40, "AMQ9202": 90}), False),
    (("TLS_CERTIFICATE_BAD", 0, "SDR", {"AMQ9002": 40, "AMQ9202": 40.5}), False),
    (("CONNECTION_RESET", 0, "SVRCONN", {"AMQ9002": 40}), False),
    (("CONNECTION_RESET", 0, None, {"AMQ9545": 40}), False),
    (("DISCINT_EXPIRED", 0, "SDR", {"AMQ9545": 0}), True),
    (("DISCINT_EXPIRED", 0, "SVRCONN", {"AMQ9545": 0}), False),
])  # fmt: skip
def test_what_a_message_channel_has_survived_is_no_present_fault(told, is_over):
    *named, entries = told
    assert bool(of_channel(*named, **entries)) is is_over


def test_a_failure_that_names_only_the_host_is_of_the_one_channel_that_calls_it():
    entries = {"AMQ9202": 0, "AMQ9002": 5}
    assert (
        of_channel("PARTNER_NOT_AVAILABLE", 0, "SDR", channel=None, **entries) == " Channel QM1.QM2 has worked since."
    )
    assert of_channel("NOT_MQ", 0, "SDR", channel=None, **entries) is None


@pytest.mark.parametrize(("code", "message", "after", "answered"), [
    ("PARTNER_NOT_AVAILABLE", "AMQ9526", 18, True), ("PARTNER_NOT_AVAILABLE", "AMQ9526", -18, False),
    ("PARTNER_NOT_AVAILABLE", "AMQ9213", 18, False), ("TLS_CERTIFICATE_BAD", "AMQ9526", 18, False),
])  # fmt: skip
def test_a_partner_that_answers_is_there_again(code, message, after, answered):
    said = of_channel(code, 0, "SDR", **{"AMQ9202": 0, message: after})
    assert said == (f" The other end has answered since (see {message})." if answered else None)


VALUES = "CLNTUSER(orders) ADDRESS(pc7.example)"


def event(reason, name, qualifier, at=START, **data):
    told = {"queueMgrName": "QM1", "reasonQualifier": qualifier, **data}
    return json.dumps({
        "eventSource": {"objectName": "SYSTEM.ADMIN.CHANNEL.EVENT", "objectType": "Queue", "queueMgr": "QM1"},
        "eventType": {"name": "Channel Event", "value": 46}, "eventReason": {"name": name, "value": reason},
        "eventCreation": {"timeStamp": f"{at:%Y-%m-%dT%H:%M:%S}Z", "epoch": int(at.timestamp())},
        "eventData": told,
    }, indent=2) + "\n"  # fmt: skip


@pytest.fixture(scope="module")
def folder(spark, tmp_path_factory):
    """Log, event and client's text of one failure, 40 repeats of another, an address that only an event names, and a
    dead letter whose put the log tells."""
    folder = tmp_path_factory.mktemp("mixed")
    one = [blocked("AMQ9777E", "APP.SVRCONN", "pc7.example (192.0.2.7)", VALUES), ended("APP.SVRCONN", "pc7.example")]
    entries = [(START + timedelta(milliseconds=n), 7, *what) for n, what in enumerate(one)]
    again = START + timedelta(hours=1)
    for n in range(40):
        entries += [(again + timedelta(seconds=10 * n), 8, *lacking("web", "ORDERS.IN", "queue", "get"))]
    late = START + timedelta(hours=9)
    entries += [(late, 9, *lacking("chan", "PAYROLL.IN", "queue", "put setall"))]
    (folder / "AMQERR01.LOG").write_text(logged("text", "QM1", entries))
    events = event(2577, "Channel Blocked", "Channel Blocked Noaccess", channelName="APP.SVRCONN",
                   connectionName="192.0.2.7", clientUserId="orders", applName="shop.jar")  # fmt: skip
    events += event(2577, "Channel Blocked", "Channel Blocked Address", START + timedelta(hours=3),
                    connectionName="203.0.113.9")  # fmt: skip
    events += event(2578, "Channel Blocked Warning", "Channel Blocked Noaccess", channelName="OTHER")
    (folder / "events.json").write_text(events)
    (folder / "client.log").write_text(go(START, "MQCONNX", 2035, "MQRC_NOT_AUTHORIZED"))
    dead = letter(2035, "PAYROLL.IN", "QM1", 546, 1208, "pay", late, late, 3, "payfeed", "batch7", "QM2")
    (folder / "dlq.txt").write_text(dump([dead], "DLQ", "v7"))
    (folder / "definitions.txt").write_text(definitions("QM1", **SCENES["chlauth_address"]["definitions"]))
    return folder


@pytest.fixture(scope="module")
def rows(spark, folder):
    return {(row.code, row.user): row for row in refused(open_case(spark, folder)).collect()}


def test_log_event_and_client_s_text_of_one_failure_are_one_row(rows):
    row = rows["CHLAUTH_NOACCESS", "orders"]
    assert {at.file for at in row.evidence} == {"AMQERR01.LOG", "events.json", "client.log", "definitions.txt"}
    assert (row["count"], row.application, row.host, row.gate) == (1, "shop.jar", "pc7.example", "CHLAUTH")
    assert row.record == SCENES["chlauth_address"]["truth"]["record"]


def test_repeats_are_one_row_with_their_count(rows):
    assert rows["NO_AUTHORITY", "web"]["count"] == 40


def test_what_only_an_event_tells_is_a_row_and_a_warning_is_none(rows):
    row = rows["CHLAUTH_BLOCKED_ADDRESS", None]
    assert (row.address, row.channel, row.gate, row.record) == ("203.0.113.9", None, "CHLAUTH", None)
    assert "OTHER" not in {row.channel for row in rows.values()}


@pytest.mark.parametrize(("options", "permission", "said"), [
    (8208, "put", " The user lacks put on IN."), ({"options": 2064, "optionsString": ["out", "setall"]}, "put setall", " It asked for put and setall on IN, and lacks at least one of them."),
    ("0x00000810", "put setall", "lacks at least one"), (1, "get", " The user lacks get on IN."), (8 + 32, "browse inq", "lacks at least one"),
    (4096 + 16, None, "may not open the object."), ("?", None, "may not open the object."),
])  # fmt: skip
def test_the_open_options_of_an_event_tell_what_was_asked_for(spark, tmp_path, options, permission, said):
    told = event(
        2035, "Not Authorized", "Open Not Authorized", queueName="IN", userIdentifier="ann", openOptions=options
    )
    (tmp_path / "e.json").write_text(told)
    with open_case(spark, tmp_path) as case:
        [row] = refused(case).collect()
        assert row.permission == permission and row.object == "IN"
        assert said in ask(case, "refused").findings[0].statement


def test_of_a_queue_of_another_queue_manager_no_permission_is_told(spark, tmp_path):
    (tmp_path / "e.json").write_text(event(2035, "Not Authorized", "Open Not Authorized", queueName="IN", userIdentifier="ann",
                                           openOptions=16, objectQueueMgrName="QM2"))  # fmt: skip
    with open_case(spark, tmp_path) as case:
        assert [row.permission for row in refused(case).collect()] == [None]


def test_a_dead_letter_with_2035_and_the_entry_of_its_put_are_one_row(rows):
    row = rows["NO_AUTHORITY", "chan"]
    assert (row.gate, row.object, row.application, row.permission) == ("MCA", "PAYROLL.IN", "amqrmppa", "put setall")
    assert {"dlq.txt", "AMQERR01.LOG"} <= {at.file for at in row.evidence}
    assert len(rows) == 4


def test_the_answer_counts_by_gate_and_quotes_the_lines(spark, folder):
    answer = ask(open_case(spark, folder), "refused")
    assert answer.headline.startswith("User ") and " was refused " in answer.headline
    assert answer.headline.endswith("In all, 43 refusals in 4 kinds.")
    gates = {one["gate"]: one["count"] for one in answer.figures["gates"]}
    assert gates == {"NETWORK": 0, "TLS": 0, "LIMIT": 0, "CHLAUTH": 2, "CONNAUTH": 0, "AUTHORITY": 40, "MCA": 1}
    (blocked_,) = [one for one in answer.findings if one.code == "CHLAUTH_NOACCESS"]
    assert blocked_.as_of == "2026-03-02T09:14:07.120000Z" and blocked_.object == "APP.SVRCONN"
    assert all(at.text for at in blocked_.evidence)
    assert [one.effect for one in blocked_.next] == ["looks", "looks", "changes"]


def test_the_headline_is_of_what_is_urgent_not_of_what_is_common():
    def row(gate, count, seconds, cause):
        known = dict.fromkeys((
            "user", "application", "address", "host", "channel", "queue_manager", "object", "code", "permission", "record",
            "local_time",
        ))  # fmt: skip
        return Row(**known, gate=gate, count=count, seconds=seconds, last_seconds=seconds, cause=cause)

    probes, old = (
        row("NETWORK", 9, 1000 * 3600.0, "A probe closed."),
        row("AUTHORITY", 1, 900 * 3600.0, "No authority."),
    )
    full = row("LIMIT", 2, 999 * 3600.0, "All channels are in use.")
    told = sorted([probes, old, full], key=lambda one: _urgency(one, None, 1000 * 3600 - PAST.total_seconds()))
    assert [one.cause for one in told] == ["All channels are in use.", "A probe closed.", "No authority."]
    assert _headline(told, told, []) == (
        "A client was refused twice at 15:00:00 UTC on 1970-02-11. All channels are in use. In all, 12 refusals in 3 kinds."
    )
    assert _headline(told, [probes], []) == (
        "The connection with an address that the evidence does not show failed 9 times"
        " at 16:00:00 UTC on 1970-02-11. A probe closed."
    )


def test_what_is_only_likely_is_a_sentence_and_no_note():
    for one in causes().values():
        assert not one.likely.startswith(("RLIST", "The log of", "The code")), one
        assert not (one.likely and one.note)
        assert not one.likely or (one.likely[0].isupper() and one.likely.endswith("."))
    assert causes()["AMQ9638", ""].note.startswith("The log of")


def tried(names, address, seconds=0.0, apart=1.0):
    """A failure for each name of a channel that is not defined, one after another."""
    place = Row(file="AMQERR01.LOG", line=7, number=None, text=None)
    return [
        Row(code="CHANNEL_NOT_DEFINED", channel=name, queue_manager="QM1", address=address, host=None,
            seconds=seconds + nth * apart, last_seconds=seconds + nth * apart, evidence=[place],
            next=[("DISPLAY CHANNEL(*) CHLTYPE", "QM1", "looks")])
        for nth, name in enumerate(names)
    ]  # fmt: skip


GUESSED = ["SYSTEM.ADMIN.SVRCONN", "DEV.APP.SVRCONN", *(f"CHANNEL{nth}" for nth in range(14))]


@pytest.mark.parametrize(("rows", "scans"), [
    (tried(GUESSED, "192.0.2.9"), 1), (tried(GUESSED, None), 1), (tried(GUESSED, None, apart=86400), 0),
    (tried(GUESSED[:4], "192.0.2.9"), 0), ([*tried(GUESSED, "192.0.2.9"), *tried(GUESSED[:6], "192.0.2.8")], 2),
    (tried(["APP.SVRCON"] * 9, "192.0.2.9"), 0),
])  # fmt: skip
def test_many_names_of_channels_from_one_address_are_one_finding(rows, scans):
    found = _scans(rows)
    assert len(found) == scans
    for one in map(_scan, found):
        assert one.code == "CHANNEL_NAMES_TRIED" and one.queue_manager == "QM1" and "of QM1" in one.statement
    if scans == 1:
        assert "16 names of channels" in _scan(found[0]).statement
