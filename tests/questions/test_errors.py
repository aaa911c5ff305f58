"""The errors of logs and events, counted whether or not a question judges them."""

import json

import pytest

from mqforensics import open_case, timeline
from mqforensics.questions import answers
from mqforensics.questions.errors import answer, errors
from mqforensics.views.page import NOTHING, Page
from tests.writers.cases import SAMPLES
from tests.writers.poison_cases import session
from tests.writers.traces import Call, Record
from tests.writers.traces.amqsact import act_verbose


def told(spark, name):
    with open_case(spark, SAMPLES / name) as case:
        return answer(case), {row.message: row["count"] for row in errors(case).collect()}


def test_events_of_trouble_are_errors_and_those_of_commands_and_numbers_are_not(spark):
    found, counted = told(spark, "events_put_inhibited")
    assert counted == {"PUT_INHIBITED": 1, "CHANNEL_STOPPED": 1, "Q_FULL": 1}  # JSON and text hold the same events
    assert found.headline == "The events contain 3 errors: CHANNEL_STOPPED, PUT_INHIBITED and Q_FULL."
    (one,) = [one for one in found.findings if one.code == "LOG_ERRORS"]
    assert one.queue_manager == "QMPORT" and {at.file for at in one.evidence} == {"amqsevt.json"}
    assert {at.line for at in one.evidence} == {88, 116, 142}


def test_calls_of_a_trace_that_failed_are_told_unless_they_were_refused_or_found_no_message(spark, tmp_path):
    made = (("MQPUT", 2053), ("MQPUT", 2053), ("MQGET", 2033), ("MQOPEN", 2035), ("MQGET", 2016), ("MQPUT", 0))
    calls = tuple(
        Call(verb, 1_767_344_401_000_000 + n, reason=reason, comp=2 * bool(reason), object="R")
        for n, (verb, reason) in enumerate(made)
    )
    (tmp_path / "act.txt").write_text(act_verbose([Record(qm="QM1", appl="booker", calls=calls)]))
    with open_case(spark, tmp_path) as case:
        (one,) = answer(case).findings
    assert (one.code, one.queue_manager, len(one.evidence)) == ("FAILED_CALLS", "QM1", 2)
    assert one.statement == ("The traces have calls that failed: MQPUT on R at QM1 by booker with 2053 MQRC_Q_FULL (2 times); "
                             "MQGET on R at QM1 by booker with 2016 MQRC_GET_INHIBITED.")  # fmt: skip


def test_a_failure_report_is_an_error_though_its_severity_is_a_number(spark):
    found, counted = told(spark, "fdc_disk_full")
    assert counted == {"AMQ6119": 2, "JMSCMQ0001": 1}
    assert found.headline == (
        "amqzmuc0 of QMTUNNEL failed with 'No space left on device' and wrote 2 failure reports, the last at "
        "2026-06-02 08:15:06 UTC. In all, the logs contain 3 errors."
    )
    assert [one.command for one in found.findings[0].row[-1]] == ["df -h"]


WELL = {"Put Inhibited": "Queue Mgr Active", "2051": "2222", "Queue Full": "Channel Started", "2053": "2282",
        "Channel Stopped Error": "Channel Stopped Ok"}  # fmt: skip


def test_what_went_well_is_no_error(spark, tmp_path):
    text = (SAMPLES / "events_put_inhibited" / "amqsevt.json").read_text()
    for trouble, well in WELL.items():
        assert trouble in text
        text = text.replace(trouble, well)
    (tmp_path / "e.json").write_text(text)
    with open_case(spark, tmp_path) as case:
        assert case.events.where("event in ('Q_MGR_ACTIVE', 'CHANNEL_STARTED', 'CHANNEL_STOPPED')").count() == 3
        assert errors(case).count() == 0 and answer(case).headline == "The events contain no error."


def events_of(spark, folder, *told):
    """The answer on events, each a category (MQCMD), a reason and what is told with it."""
    made = [{"eventType": {"value": category}, "eventReason": {"name": name, "value": reason},
             "eventCreation": {"timeStamp": "2026-04-18T10:00:00Z", "epoch": 1776506400}, "eventData": {"queueMgrName": "QM1", **more}}
            for category, name, reason, more in told]  # fmt: skip
    (folder / "e.json").write_text("\n".join(map(json.dumps, made)))
    with open_case(spark, folder) as case:
        return answer(case), {row.message for row in errors(case).collect()}


def test_an_authorization_a_quiesced_end_and_a_bridge_are_no_errors(spark, tmp_path):
    found, kinds = events_of(
        spark, tmp_path, (44, "Authorized", 3391, {"reasonQualifier": "Open Authorized", "queueName": "IN"}),
        (44, "Queue Mgr Not Active", 2223, {"reasonQualifier": "Queue Mgr Quiescing"}),
        (46, "Bridge Started", 2125, {}), (46, "Bridge Stopped", 2126, {"reasonQualifier": "Bridge Stopped OK"}),
    )  # fmt: skip
    assert not kinds and not found.findings and found.headline == "The events contain no error."
    _, kinds = events_of(
        spark, tmp_path, (44, "Queue Mgr Not Active", 2223, {"reasonQualifier": "Queue Mgr Stopping"}),
        (46, "Bridge Stopped", 2126, {"reasonQualifier": "Bridge Stopped Error"}),
    )  # fmt: skip
    assert kinds == {"Q_MGR_NOT_ACTIVE", "BRIDGE_STOPPED"}


def test_an_event_is_told_with_its_object_and_what_shows_it(spark, tmp_path):
    found, _ = events_of(
        spark, tmp_path,
        (44, "Put Inhibited", 2051, {"queueName": "IN", "applName": "amqrmppa", "channelName": "QM2.TO.QM1"}),
        (44, "Put Inhibited", 2051, {"queueName": "OUT", "applName": "shop"}),
        (46, "Channel Stopped", 2283, {"channelName": "QM1.TO.QM3", "reasonQualifier": "Channel Stopped Retry", "errorId": "0x10009208"}),
        (44, "Not Authorized", 2035, {"reasonQualifier": "Cmd Not Authorized", "command": "Clear Queue", "userIdentifier": "ann"}),
        (44, "Not Authorized", 2035, {"reasonQualifier": "Open Not Authorized", "queueName": "X", "userIdentifier": "ann"}),
    )  # fmt: skip
    told = {one.object: one for one in found.findings if one.code == "EVENT"}
    assert set(told) == {"IN", "OUT", "QM1.TO.QM3", None}, "what `refused` judges is told there"
    assert all(one.queue_manager == "QM1" and one.next and one.evidence for one in told.values())
    assert "Channel QM2.TO.QM1 could not put a message for IN." in told["IN"].statement
    assert "It was application shop." in told["OUT"].statement
    assert (
        "Its errorId is AMQ9208: " in told["QM1.TO.QM3"].statement
        and "CHSTATUS('QM1.TO.QM3')" in told["QM1.TO.QM3"].next[0].command
    )
    assert "User ann was not allowed to give the command Clear Queue." in told[None].statement
    assert "PRINCIPAL('ann') OBJTYPE(QMGR)" in told[None].next[0].command


def entry(at, message, channel="QM2.TO.QM1", location=1, level="9.3.0.5"):
    letter, time = (
        (message, f"                    Time(2026-04-18T{at}Z)\n") if message[-1].isalpha() else (message, "")
    )
    return f"""04/18/2026 {at[:8]} - Process(62.3) User(mqm) Program(amqrmppa)
                    Host(h1) Installation(Installation1)
                    VRMF({level}) QMgr(QM1)
{time}                    ArithInsert1({location})
                    CommentInsert1({channel})

{letter}: Something about channel '{channel}'.
----- amqrmrsa.c : 938 --------------------------------------------------------
"""


def as_json(at, message, channel="QM2.TO.QM1", location=1):
    return json.dumps({
        "ibm_messageId": message, "ibm_arithInsert1": location, "ibm_commentInsert1": channel,
        "ibm_datetime": f"2026-04-18T{at}Z", "ibm_serverName": "QM1", "type": "mq_log", "host": "h1",
        "loglevel": "WARNING", "module": "amqrmrsa.c:938", "ibm_processId": "62", "ibm_threadId": "3",
        "message": f"{message}: Something about channel '{channel}'.",
    }) + "\n"  # fmt: skip


@pytest.fixture
def logged(spark, tmp_path):
    """The answer on a log, and the count of each message."""

    def told(**files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        with open_case(spark, tmp_path) as case:
            rows = {row.message: row["count"] for row in errors(case).collect()}
            return answer(case), rows, timeline(case).where("kind = 'log'").count()

    return told


TWICE = [("10:00:05.200", "AMQ9999E"), ("10:00:05.200", "AMQ9999E"), ("10:00:06.000", "AMQ9999E")]


def test_an_entry_that_several_files_have_is_one_and_two_equal_ones_of_a_file_are_two(logged):
    text = "".join(entry(*one) for one in TWICE)
    found, counted, shown = logged(AMQERR01_LOG=text, AMQERR02_LOG=entry(*TWICE[0]), AMQERR01_json="".join(
        as_json(*one) for one in TWICE))  # fmt: skip
    assert counted == {"AMQ9999": 3} and shown == 3
    assert found.headline == "The logs contain 3 errors: AMQ9999 (3)."


def test_a_log_that_was_pasted_again_into_a_file_tells_nothing_again_but_what_it_has_more(logged):
    log, display = "".join(entry(*one) for one in TWICE), session(("DISPLAY QMGR DEADQ", "AMQ8408I: Display Queue Manager details.", "QMNAME(QM1)", "DEADQ(D)"))  # fmt: skip
    _, counted, shown = logged(ticket_txt=display + log + display + log + entry("10:00:07.000", "AMQ9999E"))
    assert counted == {"AMQ9999": 4} and shown == 4


def test_errors_of_which_some_tell_no_queue_manager_are_not_those_of_the_only_one_that_is_told(logged):
    nobody = entry("10:00:09.000", "AMQ9999E").replace(" QMgr(QM1)", "")
    for text, manager in ((entry(*TWICE[0]), "QM1"), (entry(*TWICE[0]) + nobody, None)):
        [one] = [found for found in logged(AMQERR01_LOG=text)[0].findings if found.code == "LOG_ERRORS"]
        assert one.queue_manager == manager


def test_messages_that_a_channel_could_not_put_are_no_all_clear(logged):
    first, second = ("10:00:01.000", "AMQ9544W"), ("10:00:02.000", "AMQ9544W", "QM1.TO.QM2", 2)
    found, _, _ = logged(AMQERR01_LOG=entry(*first) + entry(*first) + entry(*second))
    assert found.headline == "The logs contain no error. They warn with AMQ9544."
    here, there = found.findings
    assert (here.code, here.severity, here.queue_manager, here.object) == (
        "MESSAGES_NOT_PUT",
        "warning",
        "QM1",
        "QM2.TO.QM1",
    )
    assert "twice" in here.statement and "on the dead-letter queue here" in here.statement
    assert "DISPLAY QMGR DEADQ" in here.next[0].command and "on the partner's dead-letter queue" in there.statement
    assert (here.as_of, there.as_of) == ("2026-04-18T10:00:01Z", "2026-04-18T10:00:02Z")
    assert there.object == "QM1.TO.QM2" and "RQMNAME" in there.next[0].command


SHOWN = """2026-04-18T{}Z
Starting MQSC for queue manager QM1.
     1 : DISPLAY QMGR DEADQ
AMQ8408I: Display Queue Manager details.
   QMNAME(QM1)                             DEADQ(DLQ)
     2 : DISPLAY QLOCAL(DLQ) CURDEPTH
AMQ8409I: Display Queue details.
   QUEUE(DLQ)                              TYPE(QLOCAL)
   CURDEPTH({})
     3 : DISPLAY QSTATUS(DLQ) TYPE(HANDLE) ALL
AMQ8450I: Display queue status details.
   QUEUE(DLQ)                              TYPE(HANDLE)
   APPLTAG(runmqdlq)                       INPUT(SHARED)
3 MQSC commands read.
No commands have a syntax error.
All valid MQSC commands were processed.
"""


@pytest.mark.parametrize(("at", "depth", "location", "is_told"), [
    ("11:00:00", 0, 1, True), ("09:00:00", 0, 1, False), ("11:00:00", 3, 1, False), ("11:00:00", 0, 2, False),
])  # fmt: skip
def test_what_came_to_a_dead_letter_queue_that_is_empty_since_has_left_it(logged, at, depth, location, is_told):
    log = entry("10:00:01.000", "AMQ9544W", location=location)
    found, _, _ = logged(AMQERR01_LOG=log, qm1_txt=SHOWN.format(at, depth))
    (one,) = [one for one in found.findings if one.code == "MESSAGES_NOT_PUT"]
    assert ("DLQ of QM1 is empty in a later display (CURDEPTH(0))" in one.statement) == is_told
    assert (
        ("runmqdlq had it open for input" in one.statement)
        == is_told
        == any(at.file == "qm1.txt" for at in one.evidence)
    )


def test_transactions_that_the_queue_manager_rolled_back_are_told_though_it_only_warns(logged):
    found, _, _ = logged(AMQERR01_LOG=entry("10:00:01.000", "AMQ7469W") + entry("10:00:02.000", "AMQ7469W"))
    (one,) = found.findings
    assert (one.code, one.severity, one.queue_manager) == ("ROLLED_BACK", "warning", "QM1") and "twice" in one.statement
    assert "UOWSTATE" in one.next[0].command and one.next[0].effect == "looks"


def test_a_full_log_and_a_slow_name_server_are_told_though_they_only_warn(logged):
    log = entry("10:00:01.000", "AMQ7463W") + entry("10:00:02.000", "AMQ9788W") + entry("10:00:41.000", "AMQ9788W")
    found, _, _ = logged(AMQERR01_LOG=log)
    told = {one.code: one for one in found.findings}
    assert told.keys() == {"LOG_FULL", "SLOW_NAME_LOOKUP"}
    assert "UOWSTATE" in told["LOG_FULL"].next[0].command and "2102" in told["LOG_FULL"].statement
    slow = told["SLOW_NAME_LOOKUP"]
    assert "twice" in slow.statement and "REVDNS" in slow.next[0].command


def test_a_failure_report_without_a_message_is_told_by_its_probe(logged):
    top, whole = "+" + "-" * 77 + "+\n", "| {:75} |\n"
    lines = ["", "IBM MQ First Failure Symptom Report", "Date/Time         :- Tue June 02 2026 10:15:04 CEST",
             "Host Name         :- h1", "Probe Id          :- HL013012", "Component         :- hlgWriteLog"]  # fmt: skip
    found, counted, _ = logged(AMQ1_FDC=top + "".join(whole.format(line) for line in lines))
    assert counted == {"FDC HL013012": 1} and found.headline == "The logs contain 1 error: FDC HL013012."


def report(at, program):
    """A failure report of a program of QM1."""
    top, whole = "+" + "-" * 77 + "+\n", "| {:75} |\n"
    lines = ["", "IBM MQ First Failure Symptom Report", f"Date/Time         :- Sat April 18 2026 {at} UTC",
             "Host Name         :- h1", "Probe Id          :- XC130003", "Component         :- xehExceptionHandler",
             f"Program Name      :- {program}", f"Process           :- {len(program)}", "QueueManager      :- QM1",
             "Probe Severity    :- 1", "Probe Description :- AMQ6109: An internal error has occurred.",
             "Comment1          :- SIGSEGV: address not mapped(0x18)"]  # fmt: skip
    return top + "".join(whole.format(line) for line in lines)


def test_a_failure_report_is_told_with_its_probe_and_what_was_logged_in_its_minute(logged):
    near = entry("10:00:31.000", "AMQ5008E") + entry("10:00:32.000", "AMQ8004I") + entry("10:09:00.000", "AMQ9999E")
    found, _, _ = logged(
        AMQ1_FDC=report("10:00:30", "amqzlaa0"), AMQ2_FDC=report("10:00:30", "amqrmppax"), AMQERR01_LOG=near
    )
    told = [one for one in found.findings if one.code == "FAILURE_REPORT"]
    assert sorted(one.object for one in told) == ["amqrmppax", "amqzlaa0"]
    for one in told:
        assert "probe XC130003, component xehExceptionHandler" in one.statement and "SIGSEGV" in one.statement
        assert (
            "AMQ5008 and AMQ8004 were logged within 60 seconds of it." in one.statement
            and one.as_of == "2026-04-18T10:00:30Z"
        )
    assert "AMQ6109 (2)" in found.findings[-1].statement


def test_a_failure_report_that_only_informs_is_told_as_such(logged):
    signal = report("10:00:30", "amqzxma0").replace("Severity    :- 1", "Severity    :- 4")
    signal = signal.replace(
        "Component         :- xehException",
        "Major Errorcode   :- xecE_W_UNEXPECTED_ASYNC_SIGNAL |\n| Component         :- xehAsySignal",
    )
    found, _, _ = logged(AMQ1_FDC=signal, AMQ2_FDC=report("10:00:31", "amqrmppa"))
    first, second = [one for one in found.findings if one.code == "FAILURE_REPORT"]
    assert (first.severity, first.object, second.severity, second.object) == ("warning", "amqrmppa", "info", "amqzxma0")
    assert "information, not a failure" in second.statement and "sent the process a signal" in second.statement
    assert "information" not in first.statement and "signal" not in first.statement.lower()


JOB_LOG = """\
 10.00.05 STC04711  CSQX548E +CSQ1 CSQXRESP Messages sent to local dead-letter queue,  101
   101             channel QM2.TO.CSQ1 reason=2053 (MQRC_Q_FULL)
"""


def test_on_z_os_the_reason_stands_with_what_a_channel_could_not_put(logged):
    found, _, _ = logged(CSQ1CHIN_txt=JOB_LOG)
    (one,) = [one for one in found.findings if one.code == "MESSAGES_NOT_PUT"]
    assert (one.queue_manager, one.object) == ("CSQ1", "QM2.TO.CSQ1"), "the prefix names it"
    assert "The log of CSQ1 has CSQX548" in one.statement and "MQRC_Q_FULL" in one.statement
    assert [(step.command, step.on) for step in one.next] == [("+cpf DISPLAY QMGR DEADQ", "CSQ1 (z/OS console)")]
    found, _, _ = logged(CSQ1CHIN_txt=JOB_LOG.replace("+CSQ1", "CSQ1PFX"))
    (other,) = [one for one in found.findings if one.code == "MESSAGES_NOT_PUT"]
    assert other.queue_manager is None and "of prefix CSQ1PFX" in other.statement, "such a prefix may be anything"


def test_ends_of_a_channel_that_count_differently_are_told_with_both_numbers(logged):
    text = entry("10:00:05.200", "AMQ9526E", location="12)\n                    ArithInsert2(7")
    zos = (
        JOB_LOG.splitlines()[0].partition("CSQX548E")[0]
        + "CSQX526E +CSQ1 CSQXRESP Message sequence error for channel QM2.TO.QM1, sent=12 expected=7\n"
    )
    for name, one_log, on in (("AMQERR01_LOG", text, "QM1"), ("CSQ1CHIN_txt", zos, "CSQ1")):
        found, _, _ = logged(**{name: one_log})
        (one,) = [one for one in found.findings if one.code == "SEQUENCE_NUMBERS_DIFFER" and one.queue_manager == on]
        assert one.object == "QM2.TO.QM1" and "Number 12 was sent, number 7 was expected" in one.statement, (
            one.statement
        )
        assert [step.effect for step in one.next] == ["looks"] and "SAVED" in one.next[0].command


def test_a_queue_manager_that_a_container_could_not_start_is_an_error(logged):
    line = "2026-03-02T14:00:04.000Z Error starting queue manager: the 'strmqm' command returned with code: 69. Reason: no storage."
    found, rows, _ = logged(pod_log=f"2026-03-02T14:00:00.000Z Using queue manager name: QM1\n{line}\n")
    (one,) = [one for one in found.findings if one.code == "LOG_ERRORS"]
    assert rows == {"strmqm exit code 69": 1} and "strmqm exit code 69" in one.statement and one.queue_manager == "QM1"


def test_what_says_that_all_is_well_is_no_error_though_the_level_prints_no_letter(logged):
    old = [entry("10:00:01", name, level="8.0.0.4") for name in ("AMQ8708", "AMQ9002", "AMQ5026", "AMQ9999")]
    found, _, _ = logged(AMQERR01_LOG="".join(old))
    assert found.headline == "The logs contain 1 error: AMQ9999."


def test_a_page_with_trouble_in_its_events_gives_no_all_clear(spark):
    with open_case(spark, SAMPLES / "events_put_inhibited") as case:
        page = Page(case)
        said = page.answer().data
        assert NOTHING not in said and "3 errors: " in said


def test_a_page_that_found_nothing_says_so_and_what_each_question_says(spark):
    with open_case(spark, SAMPLES / "config_channels") as case:
        said = Page(case).answer().data
        headlines = [one.headline for one in answers(case).values() if one.headline]
        assert said.index(NOTHING) < said.index(headlines[0])


@pytest.mark.parametrize(("name", "drawn"), [("walk_full_queue", "Route of"), ("handler_forward", "events")])
def test_the_route_stands_on_top_where_there_is_one(spark, name, drawn):
    from mqforensics.views.style import words

    with open_case(spark, SAMPLES / name) as case:
        picture = Page(case).picture()
        assert drawn in words(picture) or drawn in picture.axes[0].get_title(loc="left")


HANDLE = ("{time}\nStarting MQSC for queue manager QM1.\n     1 : DISPLAY QSTATUS(*) TYPE(HANDLE) ALL\n"
          "AMQ8450I: Display queue status details.\n   QUEUE(ORDERS.IN)                        TYPE(HANDLE)\n"
          "   APPLTAG(oldjob)                         CONNAME(192.0.2.9)\n   INPUT({input})                             PID(4711)\n"
          "   USERID(bob)\nOne MQSC command read.\n")  # fmt: skip
IN_USE = ("2026-03-02 09:14:07,000 ERROR com.ibm.mq.MQException: JMSCMQ0001: call failed with compcode '2' ('MQCC_FAILED') "
          "reason '2042' ('MQRC_OBJECT_IN_USE').\n")  # fmt: skip


def test_who_holds_a_queue_that_was_in_use_is_told_with_the_time_at_which_that_is_shown(spark, tmp_path):
    def said(folder, way, time=""):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "handles.txt").write_text(HANDLE.format(input=way, time=time))
        (tmp_path / folder / "client.log").write_text(IN_USE)
        with open_case(spark, tmp_path / folder) as case:
            return [one for one in answer(case).findings if one.code == "QUEUE_IN_USE"]

    (one,) = said("exclusive", "EXCL", "2026-03-02T09:20:00Z")
    assert (one.queue_manager, one.object) == ("QM1", "ORDERS.IN") and not one.next
    assert ("ORDERS.IN of QM1 was open at 2026-03-02 09:20:00 UTC, by oldjob (USERID(bob), CONNAME(192.0.2.9), PID(4711), "
            "INPUT(EXCL)). The evidence does not show that it was already so when it failed.") in one.statement  # fmt: skip
    assert "The evidence does not show which queue that was." in one.statement
    assert not said("shared", "SHARED"), "of a failure that names no queue it is not told who shares one"


def test_who_shares_a_queue_that_a_call_found_in_use_excludes_only_exclusive_input(spark, tmp_path):
    call = Call("MQOPEN", 1_767_344_401_000_000, reason=2042, comp=2, object="ORDERS.IN")
    (tmp_path / "act.txt").write_text(act_verbose([Record(qm="QM1", appl="booker", calls=(call,))]))
    with open_case(spark, tmp_path) as case:
        (one,) = [one for one in answer(case).findings if one.code == "QUEUE_IN_USE"]
    assert "TYPE(HANDLE)" in one.next[0].command and one.next[0].effect == "looks" and "open at" not in one.statement
    (tmp_path / "handles.txt").write_text(HANDLE.format(input="SHARED", time=""))
    with open_case(spark, tmp_path) as case:
        (one,) = [one for one in answer(case).findings if one.code == "QUEUE_IN_USE"]
    assert (
        "at an unknown time, by oldjob" in one.statement and "only a program that asks for exclusive" in one.statement
    )
    assert not one.next


@pytest.mark.parametrize(("text", "expected"), [
    ("BIP2666E: Unable to open queue 'SHOP.IN' on IBM MQ queue manager 'SHOP1': completion code 2; reason code 2085.\n" * 3,
     [("REASON_REPORTED", "SHOP1", "SHOP.IN", ["echo \"DISPLAY QUEUE('SHOP.IN')\" | runmqsc SHOP1"])]),
    ("com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2053'.\n", [("REASON_REPORTED", None, None, ['echo "DISPLAY QUEUE(*) CURDEPTH MAXDEPTH IPPROCS" | runmqsc'])]),
    ("./shop: error while loading shared libraries: libmqic_r.so: cannot open shared object file: No such file or directory\n", [("CLIENT_INCOMPLETE", None, None, [])]),
    (" AMQ7.0.FDC  2026/03/02 07:33:30.100002 Installation1 crtmqm    79 1 XY019009 xufOpenIniEdit  xecU_W_INI_ACCESS_DENIED OK\n",
     [("FAILURE_REPORT", None, "crtmqm", ["ffstsummary"])]),
], ids=["open", "put", "library", "summary"])  # fmt: skip
def test_what_applications_and_summaries_report_is_a_finding_with_its_next_command(spark, tmp_path, text, expected):
    (tmp_path / "app.log").write_text(text)
    with open_case(spark, tmp_path) as case:
        found = [one for one in answer(case).findings if one.code != "LOG_ERRORS"]
        assert [
            (one.code, one.queue_manager, one.object, [each.command for each in one.next]) for one in found
        ] == expected
