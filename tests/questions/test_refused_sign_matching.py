"""What a client prints, joined to what the queue manager's log tells: by a time without a zone, by what it knows alone."""

from datetime import timedelta

import pytest

from mqforensics import open_case, refused
from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects.security import by_queue_manager
from mqforensics.questions.refused import answer as ask
from mqforensics.questions.refused import sign_matching
from mqforensics.questions.refused.connection_endings import ENDED, IDLE, STARTED, UNBOUND, _endings, ending_of
from tests.writers.refused_cases import ENDED as ENDED_BY
from tests.writers.refused_cases import START, lacking, logged, unset
from tests.writers.traces import Call, Record
from tests.writers.traces.amqsact import act_verbose

BLOCKED = "AMQ9777E", "Channel was blocked", ["See."], {"C1": "TEST.SVRCONN", "C2": "pc9 (192.0.2.9)",
                                                        "C3": "CLNTUSER(bob) ADDRESS(pc9)"}  # fmt: skip
REJECTED = "AMQ5534E", "User ID 'orders' authentication failed", ["See."], {"C1": "orders", "C2": "orders.jar"}
CLOSED = "AMQ9665E", "SSL connection closed by remote end of channel '????'.", ["See."], {"C1": "????"}
REFUSED = ("{} ERROR JMSWMQ2013: Not let in to QueueManager 'QM1' with connection mode 'Client' and host name 'mq1(1414)'.\n"
           "Caused by: com.ibm.mq.MQException: JMSCMQ0001: call failed with compcode '2' ('MQCC_FAILED') reason '2035' "
           "('MQRC_NOT_AUTHORIZED').\n")  # fmt: skip
HANDSHAKE = ("{} ERROR JMSWMQ0018: Failed to connect to queue manager 'QM1' with connection mode 'Client' and host name "
             "'mq1(1414)'.\nCaused by: com.ibm.mq.MQException: JMSCMQ0001: call failed with compcode '2' "
             "('MQCC_FAILED') reason '2397' ('MQRC_JSSE_ERROR').\nCaused by: com.ibm.mq.jmqi.JmqiException: "
             "CC=2;RC=2397;AMQ9771: SSL handshake failed. [1=javax.net.ssl.SSLHandshakeException[{}],"
             "3=mq1/192.0.2.1:1414 (mq1),4=SSLSocket.startHandshake]\n")  # fmt: skip
TRUST = "PKIX path building failed: unable to find valid certification path to requested target"


def rows_of(spark, folder, log, client):
    folder.mkdir()
    entries = [(START + timedelta(seconds=at), pid, *one) for pid, (at, one) in enumerate(log, 7)]
    (folder / "AMQERR01.LOG").write_text(logged("text", "QM1", entries))
    (folder / "client.log").write_text(client)
    return {row.code: row for row in refused(open_case(spark, folder)).collect()}


def found(spark, folder, log, client):
    rows = rows_of(spark, folder, log, client)
    return {code: {one.file for one in row.evidence} for code, row in rows.items()}


def refusal(manager, host, user, channel, address):
    """The two lines that one thread writes of a refused password."""
    ended = (
        ENDED_BY[0],
        ENDED_BY[1].format(channel=channel, host=address),
        ["See above."],
        {"C1": channel, "C3": address},
    )
    rejected = "AMQ5534E", f"User ID '{user}' authentication failed", ["See."], {"C1": user, "C2": f"{user}.jar"}
    lines = logged("json", manager, [(START, 7, *rejected), (START + timedelta(milliseconds=1), 7, *ended)])
    return lines.replace("mqhost1", host).splitlines(keepends=True)


UNAUTHORIZED = "AMQ8077W", "Entity 'ann' has insufficient authority to access object RATES.Q [queue]", ["See."], {
    "C1": "ann", "C2": "RATES.Q [queue]", "C3": "put"}  # fmt: skip
UNOPENED = ("{} ERROR JMSWMQ2008: Failed to open MQ queue 'RATES.Q'.\nCaused by: com.ibm.mq.MQException: JMSCMQ0001: call "
            "failed with compcode '2' ('MQCC_FAILED') reason '2035' ('MQRC_NOT_AUTHORIZED').\n")  # fmt: skip


@pytest.mark.parametrize("files", [("trace",), ("trace", "log"), ("trace", "client"), ("trace", "log", "client")])
def test_a_call_that_a_trace_shows_refused_is_of_the_refusal_that_others_tell(spark, tmp_path, files):
    begun = int(START.timestamp() * 1_000_000)
    calls = (
        Call("MQOPEN", begun, options=0x2010, reason=2035, comp=2, object="RATES.Q"),
        Call("MQGET", begun + 9, reason=2033, comp=2),
    )
    told = {
        "trace": act_verbose([Record(qm="QM1", appl="booker", calls=calls)]),
        "log": logged("text", "QM1", [(START, 7, *UNAUTHORIZED)]), "client": UNOPENED.format(f"{START:%Y-%m-%dT%H:%M:%SZ}"),
    }  # fmt: skip
    for name in files:
        (tmp_path / name).write_text(told[name])
    with open_case(spark, tmp_path) as case:
        (row,) = refused(case).collect()
        said = ask(case).findings[0].statement
    assert {one.file for one in row.evidence} == set(files)
    assert (row.queue_manager, row.object, row.permission, row.reason) == ("QM1", "RATES.Q", "put", 2035)
    assert row.code == ("NO_AUTHORITY" if "log" in files else "OPEN_NOT_AUTHORIZED")
    assert "The user lacks put on RATES.Q." in said and "application booker" in said.lower()


@pytest.mark.parametrize(("verb", "reason", "code"), [
    ("MQCONNX", 2035, "NOT_AUTHORIZED"), ("MQPUT1", 2035, "OPEN_NOT_AUTHORIZED"), ("MQGET", 2009, "CONNECTION_BROKEN"),
    ("MQSUB", 2035, None), ("MQPUT", 2053, None),
])  # fmt: skip
def test_a_failed_call_is_told_by_what_it_was_refused(spark, tmp_path, verb, reason, code):
    call = Call(verb, int(START.timestamp() * 1_000_000), reason=reason, comp=2, object="RATES.Q")
    (tmp_path / "act.txt").write_text(act_verbose([Record(qm="QM1", appl="booker", calls=(call,))]))
    with open_case(spark, tmp_path) as case:
        assert [row.code for row in refused(case).collect()] == ([code] if code else [])


@pytest.mark.parametrize(("second", "unnamed"), [(("QM2", "mqhost1"), False), (("QM1", "mqhost2"), False), (("QM2", "mqhost2"), False),
                                                 (("QM1", "mqhost1"), True)])  # fmt: skip
def test_what_two_writers_put_in_one_stream_with_the_same_thread_is_not_one_attempt(spark, tmp_path, second, unnamed):
    one, two = (
        refusal("QM1", "mqhost1", "ann", "A.SVRCONN", "192.0.2.7"),
        refusal(*second, "bob", "B.SVRCONN", "192.0.2.9"),
    )
    lines = (
        [one[0].replace('"QM1"', "null"), one[1]]
        if unnamed
        else [line for pair in zip(one, two, strict=True) for line in pair]
    )
    (tmp_path / "pods.log").write_text("".join(lines))
    rows = {
        (row.queue_manager, row.user, row.channel, row.address) for row in refused(open_case(spark, tmp_path)).collect()
    }
    told = {("QM1", "ann", "A.SVRCONN", "192.0.2.7")}
    assert rows == (told if unnamed else told | {(second[0], "bob", "B.SVRCONN", "192.0.2.9")})


NO_GET = lacking("bob", "ORDERS", "queue", "get")
OPENING = REFUSED.replace("JMSWMQ2013: Not let in to QueueManager 'QM1' with connection mode 'Client' and host name "
                          "'mq1(1414)'", "JMSWMQ2008: Failed to open MQ queue '{}'").format  # fmt: skip


def test_a_refused_connection_and_a_refused_queue_are_two_failures(spark, tmp_path):
    at = f"{START:%Y-%m-%dT%H:%M:%S}.220Z"
    log, client = {"AMQERR01.LOG"}, {"client.log"}
    assert found(spark, tmp_path / "a", [(0, NO_GET)], REFUSED.format(at)) == {
        "NO_AUTHORITY": log,
        "NOT_AUTHORIZED": client,
    }
    assert found(spark, tmp_path / "b", [(0, NO_GET)], OPENING(at, "ORDERS")) == {"NO_AUTHORITY": log | client}
    both = found(spark, tmp_path / "c", [(0, BLOCKED)], OPENING(at, "ORDERS"))
    assert both == {"CHLAUTH_NOACCESS": log, "OPEN_NOT_AUTHORIZED": client}, "who opens a queue was let in"


def test_what_only_seconds_join_is_probable_and_keeps_its_time(spark, tmp_path):
    local = (START - timedelta(hours=11, minutes=30)).strftime("%Y-%m-%d %H:%M:%S.220")
    row = rows_of(spark, tmp_path / "a", [(0, BLOCKED)], REFUSED.format(local))["CHLAUTH_NOACCESS"]
    assert "One text at 2026-03-01 21:44:07 (zone unknown) names no user, channel or queue" in row.against
    assert rows_of(spark, tmp_path / "b", [(0, NO_GET)], OPENING(local, "ORDERS"))["NO_AUTHORITY"].against is None
    early = (START - timedelta(days=3)).strftime("%Y-%m-%d %H:%M:%S.220")
    apart = rows_of(spark, tmp_path / "c", [(0, BLOCKED)], REFUSED.format(early))
    assert set(apart) == {"CHLAUTH_NOACCESS", "NOT_AUTHORIZED"}, "no zone of the earth is three days apart"
    assert apart["NOT_AUTHORIZED"].local_time == "2026-02-27 09:14:07 (zone unknown)"


def test_a_time_without_a_zone_is_known_but_for_quarters_of_an_hour(spark, tmp_path):
    both = [(-1447, BLOCKED), (0, REJECTED)]
    for place, form in enumerate(("%Y-%m-%dT%H:%M:%S,220", "%Y-%m-%d %H:%M:%S.220")):
        local = (START + timedelta(hours=5, minutes=30)).strftime(form)
        rows = found(spark, tmp_path / str(place), both, REFUSED.format(local))
        assert rows == {"CHLAUTH_NOACCESS": {"AMQERR01.LOG"}, "CONNAUTH_REJECTED": {"AMQERR01.LOG", "client.log"}}
    other = (START + timedelta(minutes=7)).strftime("%Y-%m-%d %H:%M:%S.220")
    assert set(found(spark, tmp_path / "other", both, REFUSED.format(other))) > {"NOT_AUTHORIZED"}
    two = found(
        spark, tmp_path / "two", [(-1800, BLOCKED), (0, REJECTED)], REFUSED.format(START.strftime("%Y-%m-%d %H:%M:%S"))
    )
    assert "NOT_AUTHORIZED" in two, "half an hour apart, both fit"


@pytest.mark.parametrize(
    ("thrown", "code"), [(TRUST, "TLS_CERTIFICATE_BAD"), ("handshake_failure", "TLS_CLOSED_BY_PEER")]
)
def test_what_the_other_end_says_itself_counts_before_that_it_closed(spark, tmp_path, thrown, code):
    client = HANDSHAKE.format(START.strftime("%Y-%m-%dT%H:%M:%S.220Z"), thrown)
    assert found(spark, tmp_path / "a", [(0, CLOSED)], client) == {code: {"AMQERR01.LOG", "client.log"}}


def test_a_client_s_text_that_only_the_time_ties_to_a_refusal_is_probable_with_both_times(spark, tmp_path):
    utc = f"{START + timedelta(seconds=2):%Y-%m-%dT%H:%M:%S}.220Z"
    told = rows_of(spark, tmp_path / "a", [(0, BLOCKED)], REFUSED.format(utc))
    assert set(told) == {"CHLAUTH_NOACCESS"}
    assert "One text at 2026-03-02 09:14:09 UTC names no user" in told["CHLAUTH_NOACCESS"].against
    row = rows_of(spark, tmp_path / "b", [(0, NO_GET)], OPENING(utc, "ORDERS"))["NO_AUTHORITY"]
    assert row.against is None, "the queue ties them"


CIPHER = ("AMQ9631E", "The CipherSpec negotiated does not match that of channel 'TEST.SVRCONN'.", ["See."],
          {"C1": "TEST.SVRCONN", "C2": "ONE", "C3": "OTHER"})  # fmt: skip
BAD = "AMQ9633E", "Bad SSL certificate for channel '????'.", ["See."], {"C1": "????", "C3": "pc9 (192.0.2.9)"}
ALERT = "Received fatal alert: handshake_failure"
JMQI = ("{} ERROR com.ibm.mq.jmqi.JmqiException: CC=2;RC=2397;AMQ9204: Connection to host '{host}(1414)' rejected. "
        "[1=com.ibm.mq.jmqi.JmqiException[CC=2;RC=2397;AMQ9771: SSL handshake failed. [1=javax.net.ssl."
        "SSLHandshakeException[{}],3={host}/192.0.2.1:1414 ({host}),4=SSLSocket.startHandshake]],3={host}(1414)]\n")  # fmt: skip


@pytest.mark.parametrize(("entry", "thrown", "host", "joined_as"), [
    (CIPHER, ALERT, "mqhost1.example", "TLS_CIPHER_DIFFERS"), (CIPHER, ALERT, "farhost", None), (BAD, TRUST, "mqhost1", None),
])  # fmt: skip
def test_a_client_that_called_another_host_or_refused_itself_keeps_its_own_row(
    spark, tmp_path, entry, thrown, host, joined_as
):
    client = JMQI.format(f"{START:%Y-%m-%dT%H:%M:%S}.220Z", thrown, host=host)
    rows = (
        found(spark, tmp_path / "a", [(0, entry)], client)
        if joined_as
        else rows_apart(spark, tmp_path / "a", entry, client)
    )
    assert rows == ({joined_as: {"AMQERR01.LOG", "client.log"}} if joined_as else [{"AMQERR01.LOG"}, {"client.log"}])


def rows_apart(spark, folder, entry, client):
    folder.mkdir()
    (folder / "AMQERR01.LOG").write_text(logged("text", "QM1", [(START, 7, *entry)]))
    (folder / "client.log").write_text(client)
    return sorted(
        ({one.file for one in row.evidence} for row in refused(open_case(spark, folder)).collect()), key=sorted
    )


NO_CONNECT = lacking("web", "QM1", "qmgr", "connect")


@pytest.mark.parametrize("layout", ["text", "old"])
def test_what_another_process_writes_of_a_refusal_in_the_same_second_is_of_it(spark, tmp_path, layout):
    entries = [(0, 7, lacking("job", "QM1", "qmgr", "connect")), (1, 8, NO_CONNECT), (2, 9, unset("web", "payapp", "web")),
               (2500, 9, unset("job", "", "job"))]  # fmt: skip
    day = START + timedelta(days=18)  # one that no month has as its number: so the order of the date is known
    told = [(day + timedelta(milliseconds=at), pid, *one) for at, pid, one in entries]
    (tmp_path / "AMQERR01.LOG").write_text(logged(layout, "QM1", told))
    rows = {(row.code, row.user): row for row in refused(open_case(spark, tmp_path)).collect()}
    assert set(rows) == {("NO_AUTHORITY_QMGR", "job"), ("NO_AUTHORITY_QMGR", "web"), ("USER_NOT_SET", "job")}
    web = rows["NO_AUTHORITY_QMGR", "web"]
    assert web["count"] == 1 and len(web.evidence) == 2 and "No grant is offered" in web.note
    assert all(one.effect == "looks" for one in web.next)
    assert any(one.effect == "changes" for one in rows["NO_AUTHORITY_QMGR", "job"].next), (
        "its 9557 is two seconds later"
    )


def test_an_entry_that_was_written_into_another_one_is_told_of_without_names(spark, tmp_path):
    inside = "AMQ8077W: Entity 'bob' has insufficient authority to access object X [queue].\nACTION:"
    text = logged("text", "QM1", [(START, 7, *BLOCKED), (START, 8, *CLOSED)]).replace("ACTION:", inside, 1)
    (tmp_path / "AMQERR01.LOG").write_text(text)
    rows = {row.code: row for row in refused(open_case(spark, tmp_path)).collect()}
    assert set(rows) == {"CHLAUTH_NOACCESS", "NO_AUTHORITY", "TLS_CLOSED_BY_PEER"}
    other = rows["NO_AUTHORITY"]
    assert (other.time, other.user, other.channel, other.object) == (None, None, None, None)
    said = "Entries were written into one another: AMQ9777 and AMQ8077. What it says may belong to either entry."
    assert (
        other.note == said
        and said in rows["CHLAUTH_NOACCESS"].note
        and said not in (rows["TLS_CLOSED_BY_PEER"].note or "")
    )


JOB = """ 5770SS1 V7R4M0 190621                   Job Log                    IBMI01    13/03/24 10:15:22          Page    1
  Job name . . . . . . . . . . :   AMQRMPPA        User  . . . . . . :   QMQM         Number . . . . . . :   {}
 MSGID      TYPE                    SEV  DATE      TIME             FROM PGM     LIBRARY     INST     TO PGM      LIBRARY
"""
SAYS = """ {}    Diagnostic              40   13/03/24  10:14:{}.123456  AMQCCCA     QMQM        *STMT    AMQRMPPA    QMQM
                                      Message . . . . :   {}
"""
BROKE = SAYS.format("AMQ9208", "01", "Error on receive from host app1 (192.0.2.5) (1414).")


@pytest.mark.parametrize(("seconds", "other", "count"), [("01", "", 1), ("30", "", 2), ("01", JOB.format("222222"), 2)])
def test_what_one_job_of_ibm_i_writes_at_once_is_one_failure(spark, tmp_path, seconds, other, count):
    ended = SAYS.format("AMQ9999", seconds, "Channel 'QM1.QM2' to host '192.0.2.5' ended abnormally.")
    (tmp_path / "joblog.txt").write_text(JOB.format("111111") + BROKE + other + ended)
    found = refused(open_case(spark, tmp_path)).collect()
    alone = [("UNKNOWN", "QM1.QM2", 1)] * (count - 1)
    assert sorted((one.code, one.channel, len(one.evidence)) for one in found) == [
        ("CONNECTION_RESET", "QM1.QM2" if count == 1 else None, 3 - count), *alone]  # fmt: skip


def test_an_end_of_a_channel_before_which_no_entry_names_an_error_is_a_row(spark, tmp_path):
    (tmp_path / "joblog.txt").write_text(
        JOB.format("111111") + SAYS.format("AMQ9999", "01", "Channel 'QM1.QM2' to host '192.0.2.5' ended abnormally.")
    )
    [one] = refused(open_case(spark, tmp_path)).collect()
    assert (one.code, one.gate, one.channel, one.likely is None or "Likely" not in one.likely) == (
        "UNKNOWN",
        None,
        "QM1.QM2",
        True,
    )
    assert "entry before it" in one.cause and "missing" in one.cause and one.next[0].effect == "looks"


def row(code, time=None, **more):
    return {**dict.fromkeys(("time", *sign_matching.IDENTITY)), "code": code, "time": time, **more}


def at(minutes):
    return START + timedelta(minutes=minutes)


DOWN = _endings([("QM1", ENDED, at(0), None, ("a", 1), None), ("QM2", ENDED, at(1), None, ("b", 1), None),
                ("QM1", "AMQ6109", at(5), None, ("c", 1), "XC130003"), ("QM1", STARTED, at(9), None, ("a", 9), None)])  # fmt: skip


def test_a_queue_manager_that_was_down_is_told_where_none_was_there():
    def said(time, manager):
        note = ending_of(row("QUEUE_MANAGER_NOT_AVAILABLE", time, queue_manager=manager), DOWN, {})
        return note and note.text

    assert said(at(5), "QM1") == "QM1 ended at 2026-03-02 09:14:07 UTC and started at 2026-03-02 09:23:07 UTC."
    assert said(at(10), "QM1") is None and said(at(-1), None) is None and said(at(5), "QM3") is None
    assert "QM2 ended" in said(at(30), "QM2") and "The client's time has no zone" in said(None, "QM1")
    assert ending_of(row("NOT_AUTHORIZED", at(5), queue_manager="QM1"), DOWN, {}) is None


CALLED = ("{} ERROR JMSWMQ0018: Failed to connect to queue manager '{}' with connection mode 'Client' and host name "
          "'mq1(1414)'.\nCaused by: com.ibm.mq.MQException: JMSCMQ0001: call failed with compcode '2' ('MQCC_FAILED') "
          "reason '{}'.\n")  # fmt: skip


def test_dspmq_tells_of_a_queue_manager_that_did_not_run_where_it_was_asked(spark, tmp_path):
    then = START + timedelta(minutes=5)
    calls = ("QM1", 2059), ("QM2", 2538), ("QM3", 2059), ("QM4", 2009), ("QM5", 2059)
    (tmp_path / "client.log").write_text("".join(CALLED.format(f"{then:%Y-%m-%dT%H:%M:%S}Z", *one) for one in calls))
    shown = (
        "QMNAME(QM1) STATUS(Ended unexpectedly)\nQMNAME(QM2) STATUS(Running elsewhere)\nQMNAME(QM3) STATUS(Running)\n"
    )
    (tmp_path / "host.txt").write_text(f"$ dspmq\n{shown}QMNAME(QM5) STATUS(Ended normally)\n")
    (tmp_path / "agent.txt").write_text(f"QMNAME(QM4) STATUS(Ended normally) NOW({then:%Y-%m-%dT%H:%M:%S}Z)\n")
    (tmp_path / "other.txt").write_text("$ dspmq\nQMNAME(QM5) STATUS(Running)\n")
    told = {row.queue_manager: row for row in refused(open_case(spark, tmp_path)).collect()}
    assert (
        "dspmq shows QM1 with STATUS(Ended unexpectedly) at an unknown time: it did not run on the host that was "
        "asked. The evidence does not show that the client called that host, or that it was so at the failure."
    ) in told["QM1"].likely
    assert "another host than the one that was asked ran it" in told["QM2"].likely
    assert [one.command for one in told["QM1"].next] == ["dspmq -m QM1 -o all"], "what has ended answers no MQSC"
    assert {"host.txt"} <= {one.file for one in told["QM1"].evidence}
    assert not any("dspmq" in told[name].likely for name in ("QM3", "QM5")), (
        "it runs, or captures contradict each other"
    )
    assert told["QM4"].likely.endswith("The evidence does not show that the client called that host.")


def test_a_port_that_a_listener_did_not_get_is_told_of_what_called_it_later():
    known = _endings([("QM1", UNBOUND, at(0), None, ("a", 1), None, "1414")])
    called = row("HOST_NOT_AVAILABLE", at(5), port="1414")
    assert ending_of(called, known, {}).text.startswith("A listener of QM1 did not get port 1414 at ")
    assert not any(ending_of({**called, **more}, known, {}) for more in (
        {"port": "1415"}, {"port": None}, {"time": at(-5)}, {"time": None}, {"queue_manager": "QM2"}))  # fmt: skip


def test_a_failure_report_is_told_beside_an_internal_error():
    def said(time, manager=None, known=DOWN):
        note = ending_of(row("UNEXPECTED_ERROR", time, queue_manager=manager), known, {})
        return note and note.text

    assert said(at(5)) == "A failure report of QM1 names probe XC130003, at 2026-03-02 09:19:07 UTC."
    assert said(at(7)) is None and said(at(5), "QM2") is None and "may belong to another failure" in said(None)
    other = DOWN[2]._replace(probe="XY000001")
    assert said(None, known=[*DOWN, other]) is None, "of two reports neither is told"


def test_a_channel_that_cut_an_idle_client_is_told_where_a_connection_broke_after_it():
    text = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY CHANNEL(*) CHLTYPE\n"
    text += "".join(f"AMQ8414I: Display Channel details.\n   CHANNEL({name})   CHLTYPE({kind})\n"
                    for name, kind in (("APP", "SVRCONN"), ("A.B", "SDR")))  # fmt: skip
    known = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))

    def said(*cut, time=30, **more):
        rows = [("QM1", IDLE, at(minute), name, ("a", 1), None) for name, minute in cut]
        return ending_of(row("CONNECTION_BROKEN", at(time), **more), _endings(rows), known)

    assert "APP of QM1 cut an idle connection at 2026-03-02 09:24:07 UTC" in said(("APP", 5), ("APP", 10)).text
    assert said(("A.B", 5)) is None and said(("APP", 40)) is None and said(("APP", 5), time=3000) is None
    assert said(("APP", 5), queue_manager="QM2") is None and said(("APP", 5), channel="APP") is None
