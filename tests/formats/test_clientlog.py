"""What applications print: every sample read by hand, a case of our own, and what would mislead a search for numbers."""

import json

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import clientlog, identify
from mqforensics.formats.clientlog import PROSE
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.recognition import recognise
from mqforensics.formats.tables import LOG
from tests.formats.test_amqerr import entry
from tests.linear import assert_in_line
from tests.writers.client_cases import FILES, refused, unreachable
from tests.writers.log_cases import SAMPLES


def rows(data: bytes | str, file: str = "app.log", **place) -> list[dict]:
    data = data.encode() if isinstance(data, str) else data
    out = list(clientlog.read(FileSlice(data, file, **place)))
    assert all(set(row) <= set(LOG.names) for row in out)
    pa.RecordBatch.from_pylist(out, LOG)
    at = place.get("offset", 0)
    for row in out:
        assert row["offset"] == at
        at += row["length"]
    assert at - place.get("offset", 0) == len(data), "rows partition the file"
    return out


def told(row: dict) -> tuple:
    return row.get("message"), row.get("reason"), row.get("queue_manager")


# ── every sample, as a person reads it: message, reason, queue manager, and what else is named ──

READ = {
    "pasted/container460_node.txt": [
        (None, 2035, None, {"verb": "MQCONNX"}), (None, 2035, None, {"verb": "MQCONNX"}),
    ],
    "pasted/helm95_java.txt": [
        ("MQJE001", 2538, None, {"connection": "xx.xx.xx.xx(1414)", "inner": "AMQ9213", "chain": "AMQ9204 AMQ9213"}),
    ],
    "pasted/kafka_2538_jms.txt": [
        ("JMSWMQ0018", 2538, "MYQM", {"connection": "localhost:1414(1414)", "mode": "Client", "inner": "AMQ9205",
                                      "queue_manager": "MYQM", "chain": "JMSCMQ0001 AMQ9204 AMQ9205",
                                      "call": "RemoteTCPConnection.resolveHostname"}),
    ],
    "pasted/metric75_go.txt": [(None, 2539, "BACKENDQM", {"queue_manager": "BACKENDQM", "verb": "MQCONNX"})],
    "pasted/mqje_exporter158.txt": [("MQJE001", 2033, None, {}), ("MQJE001", 6124, None, {})],
    "pasted/nodejs11_oneliner.txt": [
        (None, 2538, "QM1", {"queue": "Q1", "queue_manager": "QM1", "verb": "MQCONNX", "program": "AMQSGET.JS"}),
    ],
    "pasted/xyna1351.txt": [("JMSCMQ0001", 2009, None, {})],
    "refusals/client_jakarta_2009_connect_reset.txt": [
        ("JMSCMQ0001", 2009, None, {"connection": "a1qvap1038.1dc.com(1414)", "inner": "AMQ9213",
                                    "exception": "java.net.SocketException[Connection reset]",
                                    "call": "RemoteTCPConnection.receive", "chain": "AMQ9204 AMQ9213"}),
    ],
    "refusals/client_java_2009_put_broken.txt": [
        ("JMSCMQ0001", 2009, None, {"connection": "ibmmq/192.168.240.4:1414 (ibmmq)", "inner": "AMQ9208",
                                    "call": "RemoteTCPConnection.send(byte [ ],int,int,int,int)",
                                    "chain": "AMQ9206 AMQ9208"}),
    ],
    "refusals/client_jms_2538_AMQ9204_AMQ9205.txt": [
        ("JMSWMQ0018", 2538, "MYQM", {"connection": "localhost:1414(1414)", "mode": "Client", "inner": "AMQ9205",
                                      "queue_manager": "MYQM", "chain": "JMSCMQ0001 AMQ9204 AMQ9205",
                                      "call": "RemoteTCPConnection.resolveHostname"}),
    ],
    "refusals/client_kafka_connect_2035_connect_list.txt": [
        ("JMSWMQ2013", None, "QMQM123", {"connection": "abcd0101(1234),abcd0101(1234),abcd0101(1234)",
                                         "mode": "Client", "queue_manager": "QMQM123"}),
    ],
    "refusals/client_kafka_connect_2035_open.txt": [
        (None, 2035, None, {}), ("JMSWMQ2008", None, None, {"queue": "LOC.E.KAFKA.QUEUE", "verb": "MQOPEN"}),
    ],
    "refusals/client_spring_camel_2035_chain.txt": [
        ("JMSWMQ2013", 2035, "MQ1", {"connection": "mqdev-docker(1414)", "mode": "Client", "queue_manager": "MQ1",
                                     "chain": "JMSCMQ0001"}),
        ("JMSWMQ2013", 2035, "MQ1", {"connection": "mqdev-docker(1414)", "mode": "Client", "queue_manager": "MQ1",
                                     "chain": "JMSCMQ0001", "destination": "hello"}),
    ],
    "refusals/client_short_forms_node_go_python_c_xms.txt": [
        (None, 2393, None, {"verb": "MQCONNX"}), (None, 2035, None, {"verb": "MQCONNX"}),
        (None, 2538, None, {"verb": "MQCONNX"}), (None, 2058, None, {"verb": "MQCONNX"}),
        (None, 2539, None, {"verb": "MQCONNX"}),
        (None, 2277, "MQMQGR9", {"queue_manager": "MQMQGR9", "verb": "MQCONNX"}),
        (None, 2393, None, {"verb": "MQCONNX"}), (None, 2058, None, {}),
        (None, 2035, None, {"queue": "SAMPLE.QUEUE.1"}), (None, 2393, None, {"verb": "MQCONNX", "program": "AMQSPHAC"}),
        ("MQJE001", 2035, None, {}), ("CWSMQ0006", 2059, None, {}), ("AMQ4036", None, None, {}),
        ("AMQ4199", None, "mqdev", {"queue_manager": "mqdev"}), ("JMSWMQ1107", None, None, {}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_each_sample_says_what_it_says_and_no_more(samples, name):
    data = (samples / name).read_bytes()
    assert identify(data) == "clientlog"
    assert [(*told(row), row.get("inserts") or {}) for row in rows(data)] == READ[name]
    assert not any(row.get("error") for row in rows(data))


def test_both_ends_of_a_refusal_in_one_text(samples):
    data = (samples / "refusals/client_and_qmgr_AMQ8077W_get_2035.txt").read_bytes()
    out = rows(data)
    assert identify(data) == "clientlog"
    assert (out[0]["reason"], out[0]["inserts"]["verb"]) == (2035, "MQOPEN")
    assert {row["message"] for row in out[1:]} == {"AMQ8077"} and all(row.get("reason") is None for row in out[1:])


def test_times_are_utc_only_where_they_say_so(samples):
    (row,) = rows((samples / "pasted/xyna1351.txt").read_bytes())
    assert row["time"] is None and row["time_text"] == "23-07-2024 07:21:33" and row["time_note"].endswith("day first")
    (row,) = rows(b"2024-07-23T05:21:33Z ERROR MQJE001: Completion Code '2', Reason '2009'.\n")
    assert row["time"].isoformat() == "2024-07-23T05:21:33+00:00"


# ── our own case ──

TOLD = {
    "boarding.log": [("JMSWMQ2013", 2035, "QMQUAY"), ("JMSWMQ2013", 2035, "QMQUAY"), ("MQJE001", 2538, None)],
    "console.txt": [(None, 2059, "QMQUAY"), (None, 2059, "QMQUAY"), (None, 2085, None), (None, 2540, "QMQUAY")],
    "pod.json": [("JMSWMQ2013", 2035, "QMPIER")],
    "both_ends.txt": [(None, 2035, None), ("AMQ8077", None, None)],
}


@pytest.mark.parametrize("name", TOLD)
def test_our_own_case(name):
    data = (SAMPLES / "client_errors" / name).read_bytes()
    assert data == FILES[f"client_errors/{name}"]() and identify(data) == "clientlog"
    assert [told(row) for row in rows(data)] == TOLD[name]


def test_a_sentence_that_names_a_reason_is_told_as_that():
    data = (SAMPLES / "client_errors/letter.txt").read_bytes()
    assert identify(data) is None and identify((SAMPLES / "client_errors/TRUTH.md").read_bytes()) is None
    assert recognise(data).format == "clientlog"
    (row,) = rows(data)
    assert (row["reason"], row["message"], row["error"]) == (2035, None, PROSE)


@pytest.mark.parametrize(("text", "named"), [
    ("it says 2059-2059 since noon\n", [(None, 2059)]), ("we see AMQ9202 here\nand 2538 there\n", [("AMQ9202", None)]),
    ("Error code: 2-2035\nQueue: PAY.IN\n", [(None, 2035)]), ("it came back with feedback 262\n", [(None, 262)]),
])  # fmt: skip
def test_whoever_names_a_reason_or_a_message_in_a_sentence_is_read(text, named):
    assert recognise(text.encode()).format == "clientlog"
    assert [(row["message"], row["reason"]) for row in rows(text.encode())] == named


# ── what belongs together ──


def test_a_chain_is_one_error_and_its_repeat_another():
    stamped = "2026-01-01 00:00:00 ERROR failed\n" + refused()
    assert [told(row) for row in rows(stamped * 3)] == [("JMSWMQ2013", 2035, "QMQUAY")] * 3
    assert [told(row) for row in rows(refused() * 3)] == [("JMSWMQ2013", 2035, "QMQUAY")] * 3
    assert [row["reason"] for row in rows(refused() + unreachable())] == [2035, 2538]


def test_lines_of_a_console_are_an_error_each():
    line = "MQCONNX ended with reason code 2059\n"
    assert [row["reason"] for row in rows(line * 4)] == [2059] * 4
    line = "MQJE001: Completion Code '2', Reason '2035'.\n"
    assert [row["reason"] for row in rows("2026-01-01 00:00:00 INFO starting\n" + line * 2)] == [2035] * 2


def test_names_of_the_line_before_are_not_this_errors():
    text = 'level=info msg="ConnName: h(1414), Channel: A.SVRCONN"\nlevel=error msg="MQOPEN: MQCC = MQCC_FAILED [2] MQRC = MQRC_X [2085]"\n'
    (row,) = rows(text)
    assert row["inserts"] == {"verb": "MQOPEN"} and row["line"] == 2


def test_the_text_of_an_error_is_kept_whole():
    (row,) = rows("\n\n" + refused())
    assert row["text"] == refused().rstrip("\n") and row["line"] == 3


def test_the_servers_word_is_remote():
    text = (
        refused()
        + "Caused by: com.ibm.mq.jmqi.JmqiException: CC=2;RC=2035;AMQ9204: refused [3=h(1414),4=AMQ9777E: Channel was blocked]\n"
    )
    (row,) = rows(text)
    assert row["inserts"]["remote"] == "AMQ9777" and row["inserts"]["remote_text"].startswith("Channel was blocked")


def test_a_reason_by_name_alone():
    (row,) = rows("Unhandled: IBM.WMQ.MQException: MQRC_HOST_NOT_AVAILABLE\n   at IBM.WMQ.MQQueueManager.Connect()\n")
    assert row["reason"] == 2538


def test_a_servers_log_with_an_exception_is_no_trace():
    text = (
        "[5/11/26 7:30:01:125 UTC] 0000004f ConnectionEve E   J2CA0056I: com.ibm.mq.connector failed\n"
        "com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED') reason '2009' ('X').\n"
        "\tat com.ibm.msg.client.wmq.common.internal.Reason.createException(Reason.java:203)\n"
    )
    assert identify(text.encode()) == "clientlog" and rows(text)[0]["time_text"] == "5/11/26 7:30:01:125 UTC"


def test_a_java_client_and_its_server():
    out = rows(
        "[10/31/13 10:15:00:123 EDT] 00000042 MDBListenerIm I   WMSG0036E: Maximum message delivery retry count of 0 "
        "reached for MDB M, JMSDestination jms/q1, MDBListener stopped\n"
        f"JMSWMQ1117: The message 'ID:{'41' * 24}' on queue 'Q1' was discarded.\n"
    )
    assert [row["message"] for row in out] == ["WMSG0036", "JMSWMQ1117"]
    assert out[0]["time_text"] == "10/31/13 10:15:00:123 EDT" and "EDT" in out[0]["time_note"]
    assert out[0]["inserts"]["retries"] == "0"
    assert out[1]["inserts"] == {"message_id": "41" * 24, "queue": "Q1"}


@pytest.mark.parametrize("text", [
    "nothing at all\n", "the MQ queue failed\n", "2035 people came\n", "JMSWMQ2013 is an id\n", "JMSCC0049.FDC\n",
    "MQGET of message number 1, CompCode:0 Reason:0\n", "AMQ9999E\n",
])  # fmt: skip
def test_what_is_no_error(text):
    assert identify(text.encode()) is None or clientlog.sniff(text.encode()) == 0
    (row,) = rows(text)
    assert row.get("reason") is None and row["error"]


@pytest.mark.parametrize("change", [
    lambda b: b.replace(b"\n", b"\r\n"), lambda b: b"\xef\xbb\xbf" + b, lambda b: b.decode().encode("utf-16"),
])  # fmt: skip
def test_line_ends_marks_and_encodings(change):
    data = FILES["client_errors/boarding.log"]()
    assert [told(row) for row in rows(change(data))] == TOLD["boarding.log"]


def test_an_exception_inside_an_entry_that_does_not_end():
    text = entry(source=None) + refused() + entry()
    assert [told(row) for row in rows(text)] == [
        ("AMQ9999", None, "QM1"), ("JMSWMQ2013", 2035, "QMQUAY"), ("AMQ9999", None, "QM1"),
    ]  # fmt: skip
    broken = '{"ibm_messageId":"AMQ9271E x\n' + refused() + '","ibm_serverName":"T1","type":"mq_log"}\n'
    assert {row["message"] for row in rows(broken)} >= {"JMSWMQ2013"}


# ── properties ──

ERRORS = st.lists(
    st.tuples(st.sampled_from([2035, 2009, 2538, 2059]), st.sampled_from("jgcpn"), st.booleans()), max_size=8
)
LINES = {
    "j": "com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED') reason '{0}' ('X').\n\tat a.B.c(B.java:1)\n",
    "g": "MQOPEN: MQCC = MQCC_FAILED [2] MQRC = MQRC_X [{0}]\n", "c": "MQCONN ended with reason code {0}\n",
    "p": "pymqi.MQMIError: MQI Error. Comp: 2, Reason {0}: FAILED: MQRC_X\n", "n": "MQJE001: Completion Code '2', Reason '{0}'.\n",
}  # fmt: skip


def written(errors) -> str:
    out = []
    for at, (reason, form, is_wordy) in enumerate(errors):
        out.append(
            f"2026-01-01 00:00:{at:02},000 ERROR it failed: "
            + ("\n" if form in "jp" else "")
            + LINES[form].format(reason)
        )
        out.append("2026-01-01 00:01:00,000 INFO nothing of note 2035\n" if is_wordy else "")
    return "".join(out)


@settings(max_examples=100, deadline=None)
@given(ERRORS, st.data())
def test_what_is_written_is_read_and_may_be_split(errors, data):
    log = written(errors).encode()
    out = rows(log)
    if errors:
        assert [row["reason"] for row in out] == [reason for reason, _, _ in errors]
    cuts = [match.start() for match in clientlog.START.finditer(log)]
    assert cuts == [row["offset"] if at else 0 for at, row in enumerate(out)][: len(cuts)] or not errors
    if cuts:
        cut = data.draw(st.sampled_from(cuts))
        assert rows(log[:cut]) + rows(log[cut:], offset=cut, line=1 + log[:cut].count(b"\n")) == out or cut == 0


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), ERRORS, st.integers(0, 10**6), st.integers(0, 400))
def test_no_bytes_raise(noise, errors, at, gone):
    log = written(errors).encode()
    at = at % (len(log) + 1)
    rows(log[:at] + noise + log[at + gone :])
    clientlog.sniff(noise)


WORST = (
    b"MQCC = ", b"JMSWMQ2013: ", b"2035 MQRC_", b"com.ibm.mq.MQException", b"\tat a.b\n", b"3=", b"Caused by: ",
    b"CompCode 2, Reason ", b"\n", b"{", b"[1=", b"2026-01-01 00:00:00 ", b"queue manager '", b"a.b.", b"AMQ9204: ", b"> ",
    b"MQJE001: Completion Code '2', Reason '2035'.\n", b"CC=2;RC=2035;AMQ9204: x [3=",
)  # fmt: skip


def work(data: bytes) -> None:
    rows(data)
    clientlog.sniff(data[: 1 << 16])
    list(clientlog.START.finditer(data))


@pytest.mark.parametrize("piece", WORST)
def test_time_grows_in_line(piece):
    small, large = piece * (20_000 // len(piece)), piece * (80_000 // len(piece))
    ahead = b"2026-01-01 00:00:00 ERROR JMSCMQ0001: "
    for before in (b"", ahead):
        assert_in_line(work, before + small, before + large)


def test_nested_and_broken_json():
    deep = '{"message": "MQJE001: Completion Code \'2\', Reason \'2035\'.", "x": ' + "[" * 50_000 + "\n"
    (row,) = rows(deep)
    assert row["reason"] == 2035
    (row,) = rows(json.dumps({"message": "MQJE001: Completion Code '2', Reason '2035'. \ud800", "time": 1e300}) + "\n")
    assert row["reason"] == 2035 and row["time"] is None


def test_the_wording_of_rest():
    (row,) = rows("MQWB0009E: Could not query 'QM1': completion code of '2' and reason code of '2035'.\n")
    assert (row["comp_code"], row["reason"], row["message"]) == (2, 2035, "MQWB0009")


@pytest.mark.parametrize(("said", "message", "reason"), [
    ("BIP2666E: The queue 'ORDERS.OUT' on queue manager 'QM1' could not be opened: MQCC 2; MQRC 2085.", "BIP2666", 2085),
    ("BIP2674E: Broken connection detected by an IBM MQ reason code of '2009'.", "BIP2674", 2009),
    ("BIP2657I: MQGetNode 'x' has completed its MQGET() call. The codes are: MQCC=2, MQRC=2016.", "BIP2657", 2016),
], ids=str)  # fmt: skip
def test_a_message_of_an_integration_server_is_read_for_the_reason_that_it_quotes(said, message, reason):
    line = f"2026-05-12 10:14:01.123456: {said}\n"
    (row,) = rows(line)
    assert (row["message"], row["reason"], row["text"]) == (message, reason, line[:-1])


def test_what_an_integration_server_says_without_a_reason_of_mq_is_none():
    line = "2026-05-12 10:14:01.123456: BIP2155I: About to 'Initialize' the deployed resource; reason code 2053.\n"
    assert clientlog.sniff(line.encode()) == 0


NET = "Unhandled exception. IBM.WMQ.MQException: MQRC_Q_MGR_NAME_ERROR\n   at IBM.WMQ.MQBase.throwNewMQException()\n"


@pytest.mark.parametrize(("text", "reasons"), [
    (f"{NET}CompCode: 2, Reason: 2058\n", [2058]), (f"{NET}CompCode: 2, Reason: 2059\n", [2058, 2059]),
    (f"{NET}CompCode: 2, Reason: 2058\n{NET}CompCode: 2, Reason: 2058\n", [2058, 2058]),
])  # fmt: skip
def test_what_an_exception_names_and_its_program_prints_as_a_number_is_one_error(text, reasons):
    assert [row["reason"] for row in rows(text)] == reasons


@pytest.mark.parametrize(("words", "channel"), [
    ("via channel LOYALTY.SVRCONN at h(1414)", "LOYALTY.SVRCONN"), ("over channel APP_IN.", "APP_IN"),
    ("channel STOPPED by a user", None), ("Channel 2035.", None), ("the channel IBM.WMQ.MQExceptionOfSomeLength", None),
])  # fmt: skip
def test_a_channel_is_named_in_words_where_no_quotes_tell_it(words, channel):
    (row,) = rows(f"2025-09-17T05:41:21Z ERROR connect {words}: MQCONNX: MQCC = MQCC_FAILED [2] MQRC = MQRC_X [2035]\n")
    assert dict(row["inserts"] or {}).get("channel") == channel


@pytest.mark.parametrize(("text", "failure", "missing"), [
    ("./shop: error while loading shared libraries: libmqic_r.so: cannot open shared object file: No such file or directory", "NO_NATIVE_CLIENT", "libmqic_r.so"),
    ("OSError: dlopen(libmqm_r.dylib, 0x0006): Library not loaded: @rpath/libmqm_r.dylib", "NO_NATIVE_CLIENT", "libmqm_r.dylib"),
    ("System.DllNotFoundException: Unable to load DLL 'mqic.dll': The specified module could not be found.", "NO_NATIVE_CLIENT", "mqic.dll"),
    ("ImportError: libmqic_r.so: wrong ELF class: ELFCLASS32", "WRONG_ARCHITECTURE", "libmqic_r.so"),
    ("ImportError: dlopen(pymqe.so): (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64')), libmqic_r.dylib", "WRONG_ARCHITECTURE", "libmqic_r.dylib"),
    ("System.BadImageFormatException: Could not load file or assembly 'amqmdnet'", "WRONG_ARCHITECTURE", None),
    ("pymqi.PYIFError: PYMQI Error: MQCD wrong size. Given: 1984, expected 1940", "STRUCTURE_SIZE", "MQCD"),
    ("mqi: MQSCO wrong size. Given: 160, expected 176", "STRUCTURE_SIZE", "MQSCO"), ("MQGMO has the wrong size", "STRUCTURE_SIZE", None),
    ('Exception in thread "main" java.lang.NoClassDefFoundError: jakarta/jms/JMSContext\n\tat a.b.C.d(C.java:2)', "NO_JAVA_CLASS", "jakarta/jms/JMSContext"),
    ("Caused by: java.lang.ClassNotFoundException: com.ibm.mq.jms.MQConnectionFactory", "NO_JAVA_CLASS", "com.ibm.mq.jms.MQConnectionFactory"),
    ("java.lang.NoClassDefFoundError: com/ibm/mq/MQException\n\tat a.b.C.d(C.java:2)", "NO_JAVA_CLASS", "com/ibm/mq/MQException"),
    ("java.lang.NullPointerException: null\n\tat com.ibm.msg.client.jms.internal.JmsFactoryFactoryImpl.getInstance(JmsFactoryFactoryImpl.java:170)", "NATIVE_IMAGE", None),
    ("Caused by: java.lang.NullPointerException\n\tat com.ibm.msg.client.jms.internal.JmsFactoryFactoryImpl.getInstance(Unknown Source)", "NATIVE_IMAGE", None),
    ("2026-03-02 09:00:00,131 ERROR [shop] (main) failed: java.lang.NullPointerException\nat com.ibm.msg.client.jms.internal.JmsFactoryFactoryImpl.getInstance(JmsFactoryFactoryImpl.java:182)", "NATIVE_IMAGE", None),
    ("java.lang.UnsatisfiedLinkError: no mqjbnd64 in java.library.path: /usr/lib", "NO_JAVA_BINDINGS", "mqjbnd64"),
    ("java.lang.UnsatisfiedLinkError: no mqjbnd in java.library.path", "NO_JAVA_BINDINGS", "mqjbnd"),
    ("Caused by: java.lang.UnsatisfiedLinkError: Can't load library: /opt/mqm/java/lib64/libmqjbnd64.so", "NO_JAVA_BINDINGS", "mqjbnd64"),
    ("Error: License not accepted", "NO_LICENCE", None), ("Set environment variable LICENSE=accept to indicate acceptance of license terms", "NO_LICENCE", None),
    ("reason: LicenseNotAccepted\nmessage: License not accepted\n", "NO_LICENCE", None),
])  # fmt: skip
def test_what_failed_before_there_was_a_reason(text, failure, missing):
    (row,) = rows(text + "\n")
    assert (row["inserts"]["failure"], row["inserts"].get("missing"), row["reason"], row["error"]) == (
        failure,
        missing,
        None,
        None,
    )
    assert clientlog.sniff(text.encode()) >= 70


@pytest.mark.parametrize("text", [
    "libmqic_r.so was loaded", "java.lang.NoClassDefFoundError: org/shop/Basket", "the wrong size of a shoe", "ImportError: libshop.so: wrong ELF class: ELFCLASS32",
])  # fmt: skip
def test_a_library_or_class_of_others_is_no_failure_of_a_client(text):
    assert clientlog.sniff(text.encode()) == 0


@pytest.mark.parametrize(("text", "message", "reason", "inserts"), [
    ("BIP2628E: The connection to queue manager 'SHOP1' was refused.\nMQRC 2538: MQRC_HOST_NOT_AVAILABLE\n", "BIP2628", 2538, {"queue_manager": "SHOP1"}),
    ("Mar  2 09:14:08 h1 ACE[77]: (Msg 1/1) BIP2666E: Unable to open queue 'SHOP.IN' on IBM MQ queue manager 'SHOP1': completion code 2; reason code 2085.\n",
     "BIP2666", 2085, {"queue_manager": "SHOP1", "queue": "SHOP.IN"}),
    ("2026-03-02 09:14:08.123 77 (SHOP.flow) [Thread 9] BIP2620E: MQMD of queue manager 'SHOP1' could not be read; MQCC=2, MQRC=2033\n", "BIP2620", 2033, {"queue_manager": "SHOP1"}),
    ("[3/2/26 9:14:08:123 UTC] 00000031 com.ibm.mq.rest E MQWB0009E: Could not query the queue manager 'SHOP1'. The MQ reason code returned was 2059.\n", "MQWB0009", 2059, {"queue_manager": "SHOP1"}),
    ('{"error": [{"completionCode": 2, "message": "MQWB0045E: Could not find the queue \'SHOP.IN\' - the queue manager reason code is 3312 : '
     '\'MQRCCF_UNKNOWN_OBJECT_NAME\'.", "msgId": "MQWB0045E", "reasonCode": 3312, "type": "rest"}]}\n', "MQWB0045", 3312, {"queue": "SHOP.IN"}),
    ("Sample AMQSPUT0 start\ntarget queue is SHOP.IN\nMQOPEN ended with reason code 2085\nSample AMQSPUT0 end\n", None, 2085, {"queue": "SHOP.IN"}),
    ("[3/2/26 9:14:08:123 UTC] 00000031 com.ibm.ws.security E CWWKS1100E: Authentication did not succeed for user ID admin.\n", "CWWKS1100", None, {}),
    ("[3/2/26 9:14:08:123 UTC] 00000031 com.ibm.ws.security A CWWKS1100A: Authentication did not succeed for user ID admin.\n", "CWWKS1100", None, {}),
    ('CTGSK3026W The key file "/var/mqm/key.kdb" does not exist or cannot be read.\n', "CTGSK3026", None, {}),
    ("[ERROR   ] CWWKF0002E: A bundle could not be found for com.ibm.mq.resourceadapter.\n", "CWWKF0002", None, {}),
    ("Function: MQCONNX\nCode: ERROR\nReason: 2058 - MQRC_Q_MGR_NAME_ERROR\n", None, 2058, {}),
    ("AMQ8101S: IBM MQ error (893) has occurred.\n", "AMQ8101", 2195, {}), ("$ strmqm SHOP1\nAMQ8101: IBM MQ error (80F) has occurred.\n", "AMQ8101", 2063, {}),
])  # fmt: skip
def test_other_products_print_the_reason_too(text, message, reason, inserts):
    (row,) = rows(text)
    named = {key: value for key, value in (row["inserts"] or {}).items() if key in ("queue_manager", "queue")}
    assert (row["message"], row["reason"], named) == (message, reason, inserts)
