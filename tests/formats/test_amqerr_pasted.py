"""Error logs as people paste, wrap and prefix them: container samples and pasted ones read by hand, and damage of our own."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import amqerr, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from tests.formats.test_amqerr import RECORD, entry, one, rows
from tests.linear import assert_in_line

# ── samples: message, queue manager, and the names that stand there ──

READ = {
    "pasted/container604.txt": [
        (None, "BASEQMGR", {"queue_manager": "BASEQMGR"}), (None, "BASEQMGR", {"command": "strmqm", "exit_code": "3"}),
        (None, "BASEQMGR", {"exit_code": "3"}),
    ],
    "pasted/helm51_5708.txt": [
        (None, "P01M01G", {}), (None, "P01M01G", {}), (None, "P01M01G", {}), (None, "P01M01G", {}),
        ("AMQ5708", "P01M01G", {"exit_code": "93"}),
    ],
    "pasted/mqdocker125.txt": [(None, None, {}), (None, "QM1", {}), ("AMQ7077", "QM1", {})],
    "pasted/helm124_grep.txt": [
        (id_, None, {}) for id_ in ("AMQ3211", "AMQ3211", "AMQ3235", "AMQ3213", "AMQ3215", "AMQ3237")
    ],
    "refusals/container_AMQ5534E_AMQ5542I.txt": [
        ("AMQ5534", None, {"user": "admin"}), ("AMQ5542", None, {"object": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"}),
    ],
    "refusals/container_v9.2_AMQ8077W_then_AMQ9557E.txt": [
        ("AMQ8077", None, {"user": "appuser", "object": "QM1 [qmgr]", "authority": "connect"}),
        ("AMQ9557", None, {"user": "appuser", "reason": "2035", "comp_code": "2"}),
    ],
    "refusals/qmgr_AMQ9557_mqcsp_user_differs.txt": [
        ("AMQ9557", None, {"user": "opsuser", "mqcsp_user": "quser", "reason": "2035"}),
    ],
    "refusals/qmgr_AMQ9777_flattened_apar.txt": [
        ("AMQ9777", None, {"channel": "A.TO.B", "values": "CLNTUSER(xyz) ADDRESS(abc)",
                           "connection": "abc (xxx.xxx.xxx.xxx)"}),
    ],
    "refusals/qmgr_v7.1_windows_AMQ9642.txt": [
        ("AMQ9642", "QMPDBP", {"channel": "xxxxxx.yyyyyy", "host": "abcdefgh (10.x.x.x)(1415)"}),
    ],
    "refusals/qmgr_v8_AMQ9631.txt": [
        ("AMQ9631", "TESTQM", {"channel": "TEST.QMGR.SVRCONN", "cipher": "TLS_RSA_WITH_AES_256_CBC_SHA256",
                               "cipher_required": "TLS_RSA_WITH_AES_128_CBC_SHA256"}),
    ],
    "refusals/qmgr_v8_AMQ9633_certificate_details.txt": [("AMQ9633", "QMGR1", {"channel": "????"})],
    "refusals/qmgr_v8_AMQ9776_sslpeer.txt": [
        ("AMQ9776", None, {"channel": "CLIENT.CHL", "connection": "127.0.0.1"}),
    ],
    "refusals/qmgr_v8_windows_AMQ5540_AMQ5541.txt": [("AMQ5540", "QM_ANG8", {}), ("AMQ5541", "QM_ANG8", {})],
    "refusals/qmgr_v9.1_AMQ9557E_receiver_flattened_header.txt": [
        ("AMQ9557", "ThisQM", {"user": "DO_NOT_ALLOW", "reason": "2035"}),
    ],
    "refusals/qmgr_v9.2_appliance_AMQ9557E_inserts.txt": [
        ("AMQ9557", "M*****4", {"user": "tdev***", "mqcsp_user": "SVC******", "uid_user": "tdev***"}),
    ],
    "refusals/qmgr_v9_AMQ9776E_mcauser_and_clntuser.txt": [
        ("AMQ9776", None, {"channel": "CLOUD.APP.SVRCONN", "values": "MCAUSER(appdev1) CLNTUSER(appdev1)"}),
    ],
    "refusals/client_v9.4_AMQ9633E_inserts.txt": [
        ("AMQ9633", None, {"channel": "QDTSQ00.CL.CDPAASOCP", "host": "mqd00 (192.168.134.47)(1416)"}),
    ],
    "refusals/zos_ICH408I_and_CSQX007E.txt": [
        ("ICH408", None, {"job": "MQS1MSTR", "object": "MQS1.PAYROLL.REQUEST", "class": "MQQUEUE", "intent": "UPDATE"}),
        ("ICH408", None, {"object": "MQS1.PAYROLL.REQUEST", "allowed": "NONE"}), ("ICH408", None, {"user": "NOTDFND"}),
        ("CSQX007", "MQS4", {"reason": "2035", "comp_code": "2"}), ("CSQX140", "MQS4", {}), ("CSQX005", "MQS4", {}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_each_sample_says_what_it_says(samples, name):
    data = (samples / name).read_bytes()
    assert identify(data) == "amqerr"
    out = rows(data, name)
    assert [(row["message"], row["queue_manager"]) for row in out] == [told[:2] for told in READ[name]]
    for row, (_, _, names) in zip(out, READ[name], strict=True):
        assert names.items() <= (row["inserts"] or {}).items() and not row.get("error")


def test_samples_of_containers(samples):
    counts = {"basic_interleaved.txt": 7, "basic_native_ha_refused.txt": 19, "basic_stop_905.txt": 11,
              "desktop_prefixed.log": 3, "json_strmqm_rc3.jsonl": 5}  # fmt: skip
    for name, count in counts.items():
        data = (samples / "container" / name).read_bytes()
        out = rows(data, name)
        assert identify(data) == "amqerr" and len(out) == count and all(row["time"] and row["text"] for row in out)
    (listing,) = rows((samples / "pasted/container327_json.txt").read_bytes())
    assert (listing["message"], listing["severity"]) == (None, "DEBUG") and "AMQ107.0.FDC" in listing["text"]
    assert len(rows((samples / "pasted/container414.txt").read_bytes())) == 10


# ── what copies do ──

FULL = entry(id_="AMQ9999E", summary="Channel 'TO.QM2' to host 'h (10.0.0.2)' ended abnormally.")


def told(text) -> list[tuple]:
    return [(row["message"], row["severity"], (row["inserts"] or {}).get("channel")) for row in rows(text)]


def test_an_entry_without_its_header_after_a_full_one():
    text = FULL + "\nAMQ9208E: Error on receive from host h.\n\nAMQ9999E: Channel 'B' to host 'h' ended abnormally.\n"
    assert told(text) == [("AMQ9999", "E", "TO.QM2"), ("AMQ9208", "E", None), ("AMQ9999", "E", "B")]
    assert rows(text)[1]["text"] == "Error on receive from host h." and rows(text)[1]["time"] is None


def test_several_flattened_on_one_line():
    flat = " ".join((FULL + entry(id_="AMQ9001I", summary="Channel 'A' ended normally.", source=None)).split())
    bare = (
        "AMQ9208E: Error on receive. EXPLANATION: x. ACTION: y. AMQ9999E: Channel 'B' ended. EXPLANATION: x. ACTION: z."
    )
    assert [row[0] for row in told(flat + " " + flat)] == ["AMQ9999", "AMQ9001"] * 2
    assert told(bare) == [("AMQ9208", "E", None), ("AMQ9999", "E", "B")]
    assert [row["action"] for row in rows(bare)] == ["y.", "z."]


@pytest.mark.parametrize("prefix", ["> ", "> > ", "mq_1  | ", "# "])
def test_what_stands_before_each_line_is_taken_off(prefix):
    quoted = "".join(prefix + line for line in (FULL * 2).splitlines(True))
    plain, quoted = rows(FULL * 2), rows(clean_text(quoted.encode()).data)
    for one_, other in zip(plain, quoted, strict=True):
        for column in ("message", "text", "explanation", "action", "inserts", "host", "queue_manager", "pid", "source"):
            assert one_[column] == other[column]


@pytest.mark.parametrize("prefix", [
    "[pod/mq-0/qmgr] ", "2024-03-05T10:00:00.123456789Z stdout F ", "Mar 05 10:00:01 node mq[12]: ",
    "<30>1 2024-03-05T10:00:01.123Z node mq 12 - - ", "mq-1  | ",
])  # fmt: skip
def test_collectors_prefixes(prefix):
    basic = "2024-03-05T10:00:00.100Z AMQ5026I: The listener 'L' has started. [ArithInsert1(7), CommentInsert1(L)]\n"
    script = "2024-03-05T10:00:00.200Z Using queue manager name: QM7\n"
    record = json.dumps(RECORD) + "\n"
    out = rows("".join(prefix + line for line in (basic, script, record)))
    assert [row["message"] for row in out] == ["AMQ5026", None, "AMQ9544"]
    assert out[1]["queue_manager"] == "QM7" and out[0]["inserts"]["CommentInsert1"] == "L"
    assert out[0]["time"].isoformat() == "2024-03-05T10:00:00.100000+00:00"


@pytest.mark.parametrize(("prefix", "time"), [
    ("2026-03-02T09:14:07.250000+01:00 nord1 QM.NORD[512]: ", "2026-03-02T08:14:07.250000+00:00"),
    ("2026-03-02T09:14:07+0000 nord1 QM.NORD[512]: ", "2026-03-02T09:14:07+00:00"),
    ("Mar  2 09:14:07 nord1 QM.NORD[512]: ", None),
])  # fmt: skip
def test_an_entry_without_a_time_is_of_the_time_at_which_it_was_collected(prefix, time):
    bare = "AMQ9777E: Channel was blocked [CommentInsert1(A.SVRCONN), CommentInsert2(h (10.0.0.2)), CommentInsert3(CLNTUSER(b))]\n"
    clean = clean_text((2 * (prefix + bare)).encode())
    found = rows(clean.data, clean=clean)
    assert [row.get("time") and row["time"].isoformat() for row in found] == [time] * 2


def test_a_table_whose_heading_tells_its_zone_in_brackets():
    cell = json.dumps(RECORD).replace('"', '""')
    table = f'TimeGenerated [UTC],PodName,LogMessage\n"3/2/2026, 9:14:07.300 AM","mq-0","{cell}"\n'
    assert [row["message"] for row in rows(clean_text(table.encode()).data) if row["message"]] == ["AMQ9544"]


def test_an_entry_that_rsyslog_made_one_line_of():
    plain, line = rows(FULL)[0], "Mar  2 09:14:07 nord1 mqlog: " + FULL.strip().replace("\n", "#012") + "\n"
    found = rows(clean_text((line + "Mar  2 09:14:08 nord1 systemd[1]: Started Session 12.\n").encode()).data)[0]
    for column in ("message", "text", "explanation", "inserts", "host", "queue_manager", "pid"):
        assert plain[column] == found[column]
    assert clean_text(FULL.replace("10.0.0.2", "a#012b").encode()) is None


def test_lines_inside_a_collectors_record():
    basic = "2024-03-05T10:00:00.100Z AMQ8077W: Entity 'a\tb' has insufficient authority. [CommentInsert1(a), CommentInsert3(get)]\n"
    docker = json.dumps({"log": basic, "stream": "stdout", "time": "2024-03-05T10:00:00.2Z"}) + "\n"
    loki = json.dumps({"line": json.dumps(RECORD), "timestamp": "1709632800000000000"}) + "\n"
    script = json.dumps({"log": "2024-03-05T10:00:00.100Z Using queue manager name: QM7\n", "stream": "stdout"}) + "\n"
    out = rows(docker + loki + script + loki)
    assert [row["message"] for row in out] == ["AMQ8077", "AMQ9544", None, "AMQ9544"]
    assert out[0]["text"] == "Entity 'a b' has insufficient authority." and out[0]["inserts"]["authority"] == "get"
    assert (out[2]["text"], out[2]["queue_manager"]) == ("Using queue manager name: QM7", "QM7")
    assert [row["line"] for row in out] == [1, 2, 3, 4] and identify((docker + loki).encode()) == "amqerr"


SECOND = RECORD | {"ibm_messageId": "AMQ9999E", "ibm_datetime": "2024-05-06T07:08:10.010Z", "message": "AMQ9999E: x"}
BOTH = ["AMQ9544", "AMQ9999"]


@pytest.mark.parametrize("kept", [
    lambda r: {"_source": {"message": json.dumps(r)}}, lambda r: {"_source": r}, lambda r: {"structured": r, "a": {"b": 1}},
    lambda r: {"result": {"_raw": json.dumps(r)}}, lambda r: {"a": {"message": json.dumps({"log": json.dumps(r)})}}, lambda r: {**r, "kubernetes": {"pod": "p"}},
    lambda r: {"kubernetes": {"pod": "p"}, **r},
])  # fmt: skip
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("is_one", [False, True])
def test_a_record_inside_whatever_a_collector_has_made_of_it(kept, indent, is_one):
    made = [kept(RECORD), kept(SECOND)]
    whole = (
        json.dumps({"hits": made}, indent=indent) if is_one else "\n".join(json.dumps(m, indent=indent) for m in made)
    )
    plain = json.dumps(RECORD | {"host": "other"}) + "\n"
    out = rows(plain + whole + "\n" + plain)
    assert [row["message"] for row in out] == ["AMQ9544", *BOTH, "AMQ9544"] and not any(row["error"] for row in out)
    assert sum(row["length"] for row in out) == len(plain + whole + "\n" + plain)


@pytest.mark.parametrize("is_one", [False, True])
def test_a_record_that_a_collector_keeps_as_a_text_and_in_members_is_one(is_one):
    made = [{"message": json.dumps(one), "structured": {**one, "x": 1}} for one in (RECORD, SECOND)]
    out = rows(json.dumps({"hits": made}) if is_one else "\n".join(map(json.dumps, made)))
    assert [row["message"] for row in out] == BOTH


def test_a_record_in_a_text_that_is_cut_is_not_lost():
    text = json.dumps({"_source": {"message": json.dumps(SECOND)}}, indent=1)
    out = rows(json.dumps(RECORD) + "\n" + text[:-30])
    assert [row["message"] for row in out] == BOTH and "damaged" in out[1]["error"]


def test_a_line_that_a_journal_shows_as_bytes():
    line = "AMQ9999E: Channel 'C' to 'ü' ended. [CommentInsert1(C), CommentInsert3(ü)]"
    made = [{"MESSAGE": line}, {"MESSAGE": list(line.encode())}, {"MESSAGE": line}]
    data = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in made).encode()
    clean = clean_text(data)
    out = list(amqerr.read(FileSlice(clean.data, "j", clean=clean)))
    assert [row["inserts"]["CommentInsert3"] for row in out] == ["ü"] * 3


def test_records_glued_together_are_two():
    first, second = (
        RECORD | {"host": "a"},
        RECORD | {"ibm_messageId": "AMQ9999E", "message": "AMQ9999E: x", "host": "b"},
    )
    whole = json.dumps(first) + json.dumps(second) + "\n"
    assert [(row["message"], row["host"]) for row in rows(whole)] == [("AMQ9544", "a"), ("AMQ9999", "b")]
    cut = json.dumps(first)[:-30] + json.dumps(second) + "\n"
    out = rows(cut)
    assert [(row["message"], row["host"]) for row in out] == [("AMQ9544", "a"), ("AMQ9999", "b")]
    assert "damaged" in out[0]["error"] and out[1]["error"] is None


def test_nested_json_halves_of_characters_and_large_numbers():
    deep = '{"ibm_messageId": "AMQ9544W", "x": ' + "[" * 50_000 + "\n"
    assert "damaged" in one(deep)["error"]
    half = json.dumps(RECORD)[:-1] + ', "ibm_commentInsert2": "\\ud800", "ibm_threadId": ' + "9" * 40 + "}\n"
    assert (one(half)["tid"], one(half)["inserts"]["CommentInsert2"]) == (None, "?")
    assert amqerr.sniff(b"[" * 60_000) == 0


def test_translated_text_by_number_and_quotes():
    text = entry(
        id_="AMQ9002I", summary="Kanal 'AN.QM2' wird gestartet.", explanation=("ERKLÄRUNG:", "Kanal 'AN.QM2'.")
    )
    assert one(text)["inserts"] == {"channel": "AN.QM2"}


JOB_LOG = """\
 10.15.00 STC01234  CSQX202E +CSQ1 CSQXRCTL Connection or remote listener unavailable,
                    channel TO.QM2,
                    connection 10.1.1.7(1414)
                    (queue manager QM2)
                    TRPTYPE=TCP RC=00000468
 10.15.02 STC01234  CSQX599E +CSQ1 CSQXRCTL Channel TO.QM2 ended abnormally connection 10.1.1.7(1414)
"""


def test_a_job_log_of_zos():
    first, second = rows(JOB_LOG)
    assert (first["message"], first["severity"], first["time_text"], first["time"]) == (
        "CSQX202",
        "E",
        "10.15.00",
        None,
    )
    names = {"channel": "TO.QM2", "connection": "10.1.1.7(1414)"}
    assert names.items() <= first["inserts"].items() and names.items() <= second["inserts"].items()
    assert first["inserts"]["remote_queue_manager"] == "QM2" and first["queue_manager"] == "CSQ1", (
        "by its command prefix"
    )
    assert identify(JOB_LOG.encode()) == "amqerr"


def test_replies_to_commands_are_no_log():
    assert amqerr.sniff(b"CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000\n") == 0
    assert amqerr.sniff(b"AMQ8006I: IBM MQ queue created.\n") == 0


def test_the_container_names_its_queue_manager_before_a_split():
    text = b"2024-03-05T10:00:00.200Z Using queue manager name: QM7\n2024-03-05T10:00:00.300Z Stopping queue manager\n"
    cut = text.index(b"\n") + 1
    kept = amqerr.context_after(text, {}, 0, cut)
    (row,) = amqerr.read(FileSlice(text[cut:], context=kept))
    assert row["queue_manager"] == "QM7" == rows(text)[1]["queue_manager"]
    assert amqerr.context_after(text, {}, cut) == {}


def test_each_container_of_a_stream_has_its_own_queue_manager():
    names = {"[pod/a-0/qmgr] ": "QM.A", "[pod/b-0/qmgr] ": "QM.B", "[pod/c-0/qmgr] ": None}
    begun = [f"{pod}2024-03-05T10:00:00.200Z Using queue manager name: {name}\n" for pod, name in names.items() if name]
    more = [f"{pod}2024-03-05T10:00:0{n}.100Z AMQ5026I: The listener 'L' has started. [CommentInsert1(L)]\n"
            for n, pod in enumerate((*names, *names), 1)]  # fmt: skip
    text = "".join([*begun, *more]).encode()
    told = [row["queue_manager"] for row in rows(text)]
    assert told == ["QM.A", "QM.B", *[*names.values()] * 2]
    cut = text.index(more[0].encode())
    later = amqerr.read(FileSlice(text[cut:], context=amqerr.context_after(text, {}, 0, cut)))
    assert [row["queue_manager"] for row in later] == told[2:]


def test_of_very_many_containers_the_last_ones_are_known():
    text = "".join(
        f"p{n} | 2024-03-05T10:00:00.200Z Using queue manager name: QM{n % 9}\n" for n in range(200)
    ).encode()
    known = amqerr.context_after(text, {})
    assert len(known) == amqerr.CONTAINERS and "QM1" in known.values()
    cut = text.index(b"p120 ")
    assert amqerr.context_after(text, amqerr.context_after(text, {}, 0, cut), cut) == known


PIECES = (
    FULL, entry(id_="AMQ9001I", summary="Channel 'A' ended normally.", source=None), json.dumps(RECORD) + "\n",
    "2024-03-05T10:00:00.100Z AMQ5026I: The listener 'L' has started. [CommentInsert1(L)]\n",
    "2024-03-05T10:00:00.200Z Using queue manager name: QM7\n", "2024-03-05T10:00:00.300Z Stopping queue manager\n",
    "2024-03-05T10:00:00.300+05:30 Stopping queue manager\n", JOB_LOG, "plain words\n", "\n",
    "AMQ9208E: Error on receive from host h.\n", "mq_1  | 2024-03-05T10:00:00.300Z Stopping queue manager\n",
    "mq_2  | 2024-03-05T10:00:00.200Z Using queue manager name: QM8\n", "mq_1  | 2024-03-05T10:00:00.200Z Using queue manager name: QM9\n",
    json.dumps({"host": "h", "ibm_datetime": "2024-05-06T07:08:09.010Z", "message": "Started", "type": "mq_containerlog"}) + "\n",
    json.dumps({"host": "h", "type": "liberty_message", "ibm_messageId": "CWWKE0001I", "message": "x"}) + "\n",
    "20191101T103651.811Z [0x8d003576][qmgr][error] : AMQ3576E: HA is unavailable\n",
    "01/14/13  04:06:10  AMQ8708: Dead-letter queue handler started to process INPUTQ(DLQ).\n",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9), st.data())
def test_a_log_of_all_forms_may_be_split_wherever_start_matches(pieces, data):
    log = "".join(pieces).encode()
    whole = rows(log)
    cuts = [match.start(match.lastindex) for match in amqerr.START.finditer(log)]
    if cuts:
        cut = data.draw(st.sampled_from(cuts))
        kept, line = amqerr.context_after(log, {}, 0, cut), 1 + log[:cut].count(b"\n")
        first = rows(log[:cut])
        if first and not first[-1].get("error"):
            assert first + rows(log[cut:], offset=cut, line=line, context=kept) == whole


# ── linear in the worst case ──

WORST = (
    b"CommentInsert1(", b"AMQ9999E: ", b"AMQ9999E:\n", b'{"ibm_messageId":"AMQ', b"{", b'"ibm_', b"[", b" - Process(1",
    b"03/22/2019 08:17:30 AM - Process(1", b"ACTION: AMQ9999E: ", b"2024-03-05T10:00:00.100Z ", b"'", b"(", b"-----",
    b"EXPLANATION:\n", b"Host(", b"CSQX202E ", b"ICH408I ", b"> ", b"a b ", b"2024-03-05T10:00:00.100Z Error 9 creating ",
    b"CommentInsert1(AMQ9999E: x) ", b"queue manager object '", b"A:\n", b"\n\n", b"1/1/1 1:11:11 ",
)  # fmt: skip


def work(data: bytes) -> None:
    rows(data)
    amqerr.sniff(data[: 1 << 16])
    list(amqerr.START.finditer(data))


@pytest.mark.parametrize("piece", WORST)
def test_time_grows_in_line(piece):
    small, large = piece * (20_000 // len(piece)), piece * (80_000 // len(piece))
    for before in (b"", FULL.split("AMQ9999E")[0].encode(), FULL.split("ACTION")[0].encode()):
        assert_in_line(work, before + small, before + large)


# ── inserts whose quotation marks are others, or lost, and texts in other languages ──

ENDED = "AMQ9999: Channel {0}TO.QM2{1} to host {0}h2 (10.0.0.2){1} ended abnormally.\n"


@pytest.mark.parametrize("marks", ["''", "‘’", "’’", "“”", "„“", "„”", "«»", "»«", ("''", "''")], ids=str)
def test_whatever_quotation_marks_stand_there_the_inserts_are_the_same(marks):
    assert one(ENDED.format(*marks))["inserts"] == {"channel": "TO.QM2", "host": "h2 (10.0.0.2)"}


def test_where_a_quotation_mark_is_lost_a_name_ends_at_the_first_blank():
    assert one(ENDED.format("'", ""))["inserts"]["channel"] == "TO.QM2"
    assert "channel" not in (one(ENDED.format("", "'"))["inserts"] or {})
    empty = one("AMQ9507E: Channel '' is currently in-doubt with host 'h2'.\n")
    assert empty["inserts"] == {"host": "h2"}, "a message that was written without an insert has none"


@pytest.mark.parametrize(("text", "inserts"), [
    ("AMQ9999: Kanal 'TO.QM2' zum Host 'h2' abnormal beendet.", {"channel": "TO.QM2"}),
    ("AMQ9999: Das Kanalprogramm „TO.QM2“ wurde abnormal beendet.", {"channel": "TO.QM2"}),
    ("AMQ9999: Le canal « TO.QM2 » s'est arrêté anormalement.", {}),
    ("AMQ9999: El canal «TO.QM2» ha terminado de forma anómala.", {"channel": "TO.QM2"}),
    ("AMQ9999: 通道“TO.QM2”异常结束。", {"channel": "TO.QM2"}),
    ("AMQ9001: Der Kanal \"TO.QM2\" wurde normal beendet.", {"channel": "TO.QM2"}),
    ("AMQ9509: Das Objekt 'A' auf dem WS-Manager 'QM1' wurde mit Ursachencode 2085 nicht geöffnet.", {"reason": "2085"}),
    ("AMQ9509: Objekt 'A', Ursachencode 2085 oder 2035.", {}), ("AMQ9509: Prozess 9999, Port (2085), '2035'.", {}),
    ("AMQ8077: Die Entität 'u' hat keine Berechtigung für 'A'.", {}),
])  # fmt: skip
def test_in_another_language_only_what_is_sure_is_named(text, inserts):
    row = one(text + "\n")
    assert (row["inserts"] or {}) == inserts
    assert row["reason"] == (2085 if "reason" in inserts else None)
