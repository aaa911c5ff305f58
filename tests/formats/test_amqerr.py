"""Error logs: every sample read by hand, a writer of our own, and the breakers that naive readers fall over."""

import json
import re
from datetime import UTC, datetime

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import amqerr
from mqforensics.formats.amqerr import inserts
from mqforensics.formats.amqerr.inserts import NUMBERS, PATTERNS
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import LOG
from tests.writers.log_cases import FILES, SAMPLES

DASHES = 79


def rows(data: bytes | str, file: str = "AMQERR01.LOG", **place) -> list[dict]:
    data = data.encode() if isinstance(data, str) else data
    out = []
    for row in amqerr.read(FileSlice(data, file, **place)):
        out += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    assert all(set(row) <= set(LOG.names) for row in out)
    assert sum(row["length"] for row in out) == len(data), "rows partition the file"
    at = place.get("offset", 0)
    for row in out:
        assert row["offset"] == at
        at += row["length"]
    return out


def one(data: bytes | str, **kwargs) -> dict:
    (row,) = rows(data, **kwargs)
    return row


def entry(
    id_="AMQ9999E", summary="Channel 'TO.QM2' to host 'host2 (10.0.0.2)(1414)' ended abnormally.",
    when="03/22/2019 08:17:30 AM", header=("Host(h1) Installation(Installation1)", "VRMF(9.1.0.0) QMgr(QM1)"),
    explanation=("EXPLANATION:", "Words."), action=("ACTION:", "None."), source="amqrmrsa.c : 938",
    process="Process(16296.7) User(mqm) Program(amqrmppa)", indent=20,
) -> str:  # fmt: skip
    """An entry as the product prints it."""
    lines = [f"{when} - {process}", *(" " * indent + line for line in header), " " * 19, f"{id_}: {summary}", ""]
    lines += [*explanation, *action]
    lines.append((f"----- {source} " if source else "").ljust(DASHES, "-"))
    return "\n".join(lines) + "\n"


# ── every sample, as a person reads it ──


def sample(samples, name: str) -> list[dict]:
    data = (samples / "errlog" / name).read_bytes()
    assert amqerr.sniff(data[:65536]) >= 90
    return rows(data, file=name)


def test_sample_appliance(samples):
    out = sample(samples, "appliance_default_log.txt")
    assert [row["message"] for row in out] == ["AMQ3576", "AMQ3594", "AMQ3577", "AMQ3598", "AMQ3599"]
    assert [row["severity"] for row in out] == ["E", "E", "I", "W", "I"]
    assert [row["line"] for row in out] == [1, 2, 3, 4, 5]
    assert out[0]["time"] == datetime(2019, 11, 1, 10, 36, 51, 811000, UTC)
    assert out[0]["text"].startswith("HA replication to remote appliance 'banba' for queue manager 'HAQM1'")


def test_sample_container(samples):
    out = sample(samples, "container_stdout_basic_format.txt")
    assert [(row["message"], row["line"]) for row in out] == [
        ("AMQ9722", 4), ("AMQ5026", 5), ("AMQ5028", 6), ("AMQ5806", 7),
    ]  # fmt: skip
    assert out[3]["inserts"] == {"CommentInsert1": "TESTQM"}
    assert out[1]["inserts"] == {"ArithInsert1": "152", "CommentInsert1": "SYSTEM.LISTENER.TCP.1"}
    assert out[1]["text"] == "The listener 'SYSTEM.LISTENER.TCP.1' has started. ProcessId(152)."
    assert out[0]["time"] == datetime(2025, 1, 20, 16, 24, 23, 44000, UTC)
    assert "AMQ8006" not in str(out), "runmqsc output inside a script's lines is no entry"


def test_sample_json_of_the_documentation(samples):
    (row,) = sample(samples, "json_v9.0.5_doc_canonical.json")
    assert (row["message"], row["severity"], row["queue_manager"]) == ("AMQ9209", "E", "QM1")
    assert (row["pid"], row["tid"], row["source"]) == (4927, 4, "amqccita.c : 4214")
    assert (row["host"], row["program"], row["user"]) == ("0df0ce19c711", "amqrmppa", "johndoe")
    assert row["inserts"]["host"] == "localhost (127.0.0.1)"
    assert row["inserts"]["channel"] == row["inserts"]["CommentInsert3"] == "SYSTEM.DEF.SVRCONN"
    assert row["time"] == datetime(2018, 2, 22, 6, 54, 53, 942000, UTC)


def test_sample_json_with_empty_inserts(samples):
    data = (samples / "errlog" / "v9.0_AMQERR01_one_of_each.json").read_text()
    records = [json.loads(line) for line in data.splitlines()]
    out = sample(samples, "v9.0_AMQERR01_one_of_each.json")
    assert len(out) == len(records) == 34
    for row, record in zip(out, records, strict=True):
        assert row["message"] + row["severity"] == record["ibm_messageId"]
        assert (row["pid"], row["tid"]) == (record["ibm_processId"], record["ibm_threadId"])
        assert row["text"] == record["message"].removeprefix(record["ibm_messageId"] + ": ")
        assert row["source"] == (record["module"].replace(":", " : ") if "module" in record else None)
        assert set(row["inserts"]) <= {"ArithInsert1", "ArithInsert2"}, "empty inserts name nothing"


def test_sample_runmqdlq(samples):
    (row,) = sample(samples, "runmqdlq_stdout.txt")
    assert (row["message"], row["line"], row["inserts"]) == ("AMQ8708", 3, {"queue": "DLQ"})
    assert row["time"] is None and row["time_text"] == "01/14/13  04:06:10"


def test_sample_flattened_by_a_forum(samples):
    (row,) = sample(samples, "v7_AMQ9544_flattened_forum.LOG")
    assert (row["message"], row["severity"], row["program"]) == ("AMQ9544", None, "amqrmppa_nd")
    assert row["text"] == "Messages not put to destination queue."
    assert row["inserts"] == {"channel": "TO_QM_QD2T1_C1", "location": "2"}
    assert row["queue_manager"] is None
    assert row["time"] is None and row["time_note"] == "local time without a zone, month first"


def test_sample_without_blank_lines(samples):
    out = sample(samples, "v8.0_linux_US_AMPM_no_blank_lines.LOG")
    assert [(row["message"], row["line"]) for row in out] == [("AMQ9271", 1), ("AMQ9999", 13), ("AMQ9271", 28)]
    assert [row["source"] for row in out] == ["amqccita.c : 4482", "amqrmrsa.c : 930", "amqccita.c : 4482"]
    assert [(row["pid"], row["tid"]) for row in out] == [(16296, 7), (16296, 7), (15325, 5728072)]
    first = {"host": "10.123.1.22", "channel": "NBBEBEB04P2.SVR", "return_code": "4"}
    assert first.items() <= out[0]["inserts"].items()
    assert out[1]["inserts"] == {"channel": "NBBEBEB04P2.SVR", "host": "10.123.1.22", "pid": "16296"}
    assert out[0]["explanation"].endswith("The address of the remote end of the connection was '10.123.1.22'.")
    assert out[0]["action"].startswith("The return code from the select()")
    assert all(row["queue_manager"] == "QM05" and row["severity"] is None for row in out)


def test_sample_delimiter_first(samples):
    (row,) = sample(samples, "v9.1_linux_US_AMPM_inserts_delimiter_first.LOG")
    assert (row["message"], row["severity"], row["line"]) == ("AMQ9654", "E", 2)
    assert row["source"] is None, "the dashed line above belongs to the entry before"
    assert row["time"] == datetime(2018, 12, 29, 23, 31, 51, 943000, UTC)
    assert row["time_text"] == "12/29/2018 11:31:51 PM" and row["time_note"] is None
    assert row["explanation"].count("\n\n") == 1, "a blank line inside an explanation parts it, nothing more"
    assert row["action"].startswith("Ensure that the remote system has a valid personal certificate")
    assert row["inserts"] == {
        "ArithInsert1": "8", "CommentInsert1": "QMR01.QM01", "CommentInsert2": "gsk_get_cert_by_label",
        "channel": "QMR01.QM01",
    }  # fmt: skip


def test_sample_flattened_to_one_line(samples):
    out = sample(samples, "v9.4_flattened_one_line.log")
    assert [row["message"] for row in out] == ["AMQ6287", "AMQ6206"]
    assert out[0]["inserts"]["CommentInsert1"].endswith("(MQ Linux (x86-64 platform) 64-bit)")
    assert out[0]["inserts"]["CommentInsert3"] == "9.4.0.20 (p940-020-260211)"
    assert out[1]["explanation"] == "Control command 'strmqm -x QM1' was issued."
    assert [row["action"] for row in out] == ["None.", "None."]


# ── our own case ──

TOLD = {
    "qmgrs/QM!EAST/errors/AMQERR01.LOG": ["AMQ9544W", "AMQ9208E", "AMQ9999E"],
    "errors/AMQERR01.LOG": ["AMQ9207"],
    "qmgrs/QM!WEST/errors/AMQERR01.json": ["AMQ7469I", "AMQ9510E"],
    "pod.txt": ["", "AMQ5026I", "AMQ9722W", "", "AMQ9507E"],
    "runmqdlq.txt": ["AMQ8708", "AMQ8722"],
}


def own(name: str) -> list[dict]:
    return rows((SAMPLES / "log_mixed" / name).read_bytes(), file=name)


@pytest.mark.parametrize("name", TOLD)
def test_the_case_of_mixed_logs(name):
    assert (SAMPLES / "log_mixed" / name).read_bytes() == FILES[f"log_mixed/{name}"]()
    assert amqerr.sniff((SAMPLES / "log_mixed" / name).read_bytes()) >= 90
    out = own(name)
    assert [(row["message"] or "") + (row["severity"] or "") for row in out] == TOLD[name]
    assert [row for row in out if row.get("error")] == []


def test_what_the_mixed_logs_say():
    east = own("qmgrs/QM!EAST/errors/AMQERR01.LOG")
    assert {row["queue_manager"] for row in east} == {"QM.EAST"}
    assert [row["time"].isoformat() for row in east[::2]] == [
        "2018-10-11T08:46:25.113000+00:00", "2018-10-11T08:46:40.002000+00:00",
    ]  # fmt: skip
    assert east[0]["inserts"]["channel"] == "EAST.TO.PORT" and east[0]["inserts"]["location"] == "2"
    assert (
        east[1]["inserts"]["host"] == "port1.example (10.20.0.7) (1414)"
        and east[1]["inserts"]["return_code"] == "10054"
    )
    assert (east[2]["user"], east[2]["inserts"]["host"]) == ("Jörg", "port1.example")
    assert east[2]["action"] == "Frühere Einträge prüfen."
    (machine,) = own("errors/AMQERR01.LOG")
    assert machine["queue_manager"] is machine["time"] is None and "ambiguous" in machine["time_note"]
    assert machine["inserts"] == {"host": "scanner (10.20.0.99)"}
    west = own("qmgrs/QM!WEST/errors/AMQERR01.json")
    assert west[1]["inserts"].items() >= {"queue": "PORT.XMIT", "reason": "2016", "queue_manager": "QM.WEST"}.items()
    assert own("pod.txt")[4]["inserts"]["host"] == "10.20.0.8(1414)"
    assert own("runmqdlq.txt")[1]["inserts"] == {"rule": "4", "reason": "2053"}


# ── what breaks a naive reader ──

GERMAN = entry(
    id_="AMQ9999E", summary="Kanal 'AN.QM2' für Host '????' abnormal beendet.", when="11.10.2018 10:39:30",
    header=("Host(PC7) Installation(Installation1)", "VRMF(9.1.0.0) QMgr(QM1)",
            "CommentInsert1(AN.QM2)", "CommentInsert2(6796(7228))", "CommentInsert3(????)"),
    explanation=("ERKLÄRUNG:", "Erläuterung für Administratoren."), action=("AKTION:", "Prüfen."), indent=22,
)  # fmt: skip


def test_mixed_date_order_language_and_code_page_in_one_log():
    english = entry(when="11/10/2018 10:46:25")
    german, other = rows(GERMAN.encode("cp1252") + english.encode())
    assert german["text"] == "Kanal 'AN.QM2' für Host '????' abnormal beendet."
    assert german["explanation"] == "Erläuterung für Administratoren." and german["action"] == "Prüfen."
    assert german["inserts"] | {"channel": "AN.QM2", "host": "????", "pid": "6796(7228)"} == german["inserts"]
    assert other["explanation"] == "Words."
    assert (german["time_note"], other["time_note"]) == (
        "local time without a zone", "local time without a zone; ambiguous: 11/10/2018 may be month or day first",
    )  # fmt: skip
    assert german["time"] is other["time"] is None


def test_an_utf8_log_with_the_same_text():
    assert one(GERMAN)["text"] == "Kanal 'AN.QM2' für Host '????' abnormal beendet."


@pytest.mark.parametrize("headings", [("EXPLICATION :", "ACTION :"), ("説明:", "処置:"), ("Popis:", "Akce:")])
def test_headings_of_any_language(headings):
    row = one(entry(explanation=(headings[0], "Un. Siehe:", "", "deux"), action=(headings[1], "trois")))
    assert (row["explanation"], row["action"]) == ("Un. Siehe:\n\ndeux", "trois")


def test_japanese_in_its_own_code_page():
    text = entry(
        summary="チャネル 'TO.QM2' は、異常終了しました。", explanation=("説明:", "文。"), action=("処置:", "無し。")
    )
    row = one(text.encode("cp932"))
    assert (row["text"], row["action"]) == ("チャネル 'TO.QM2' は、異常終了しました。", "無し。")


def test_the_dashed_line_ends_the_entry_above():
    first, second = rows(entry(source="amqzfuca.c : 4736") + entry(source=None))
    assert (first["source"], second["source"]) == ("amqzfuca.c : 4736", None)
    assert second["action"] == "None."


def test_blank_lines_inside_an_explanation():
    row = one(entry(explanation=("EXPLANATION:", "a wrapped", "line", "", "The channel is 'X'.", "", "")))
    assert row["explanation"] == "a wrapped line\n\nThe channel is 'X'." and row["action"] == "None."


def test_brackets_nest_in_inserts():
    header = ("Host(h1) Installation(Installation1)", "VRMF(9.1.5.0) QMgr(QM1)", "Time(2020-04-03T12:09:43.823Z)",
              "RemoteHost(10.1.1.1)", "ArithInsert1(5)", "ArithInsert2(TCP/IP)",
              "CommentInsert1(Windows 10 (MQ Windows (x64 platform) 64-bit))", "CommentInsert2(CHCKLOCL(OPTIONAL))",
              "CommentInsert3(unbalanced (one)")  # fmt: skip
    inserts = one(entry(id_="AMQ5542I", summary="Short.", header=header))["inserts"]
    assert inserts == {
        "RemoteHost": "10.1.1.1", "ArithInsert1": "5", "ArithInsert2": "TCP/IP",
        "CommentInsert1": "Windows 10 (MQ Windows (x64 platform) 64-bit)",
        "CommentInsert2": "CHCKLOCL(OPTIONAL)", "CommentInsert3": "unbalanced (one",
        "user": "Windows 10 (MQ Windows (x64 platform) 64-bit)", "object": "CHCKLOCL(OPTIONAL)", "setting": "unbalanced (one",
    }  # fmt: skip
    flat = " ".join(entry(id_="AMQ5542I", summary="Short.", header=header).split())
    assert one(flat)["inserts"] == inserts


def test_an_insert_may_quote_another_message():
    header = ("VRMF(9.1.5.0) QMgr(QM1)", "CommentInsert1(AMQ9202E: Remote host)", "CommentInsert2(Host(x))")
    row = one(entry(id_="AMQ7017I", summary="Log not available.", header=header))
    assert (row["message"], row["text"], row["host"]) == ("AMQ7017", "Log not available.", "x")
    assert one(entry(header=("Host(h1) QMgr(QM1)", "CommentInsert1(Host(x))")))["host"] == "h1"


RECORD = {
    "ibm_messageId": "AMQ9544W", "ibm_arithInsert1": 1, "ibm_arithInsert2": 0, "ibm_commentInsert1": "QM2.QM1",
    "ibm_datetime": "2024-05-06T07:08:09.010Z", "ibm_serverName": "QM1", "type": "mq_log", "host": "h",
    "loglevel": "WARNING", "ibm_processId": 12, "ibm_threadId": 3, "ibm_processName": "amqrmppa",
    "message": "AMQ9544W: Messages not put to destination queue.",
}  # fmt: skip


def test_process_and_thread_as_number_or_string():
    for type_ in (int, str):
        row = one(json.dumps(RECORD | {"ibm_processId": type_(1736), "ibm_threadId": type_(3)}))
        assert (row["pid"], row["tid"]) == (1736, 3)
    assert one(json.dumps(RECORD | {"ibm_processId": "n/a", "ibm_threadId": None}))["pid"] is None


def test_json_inserts_by_number_when_the_text_has_none():
    assert (
        one(json.dumps(RECORD))["inserts"] | {"channel": "QM2.QM1", "location": "1"}
        == one(json.dumps(RECORD))["inserts"]
    )
    empty = one(json.dumps(RECORD | {"ibm_arithInsert1": 0, "ibm_commentInsert1": ""}))["inserts"]
    assert "channel" not in empty and "location" not in empty


def test_only_records_of_the_log_and_of_the_start_program_are_entries():
    liberty = {"type": "liberty_message", "ibm_messageId": "CWWKF0011I", "ibm_datetime": "2024-05-06T07:08:08.000+0000"}
    script = {"ibm_datetime": "2024-05-06T07:08:08.000Z", "message": "Starting", "ibm_processName": "runmqserver"}
    log = "\n".join(map(json.dumps, [liberty, RECORD, script, RECORD]))
    assert [(row["line"], row["message"]) for row in rows(log)] == [(2, "AMQ9544"), (3, None), (4, "AMQ9544")]
    assert "mq_log" in one(json.dumps(liberty))["error"]
    assert amqerr.sniff(json.dumps(liberty).encode()) == 0


@pytest.mark.parametrize("text", [json.dumps([RECORD, RECORD]), json.dumps([RECORD, RECORD], indent=2)])
def test_json_in_an_array_or_over_several_lines(text):
    assert [row["message"] for row in rows(text)] == ["AMQ9544", "AMQ9544"]


def test_a_cut_json_record_keeps_its_whole_fields():
    whole = json.dumps(RECORD)
    damaged, good = rows(whole[: whole.index('"host"') + 9] + "\n" + whole)
    assert (damaged["message"], damaged["queue_manager"], damaged["text"]) == ("AMQ9544", "QM1", None)
    assert "damaged" in damaged["error"] and good["error"] is None


def test_a_container_mixes_basic_json_and_plain_lines():
    log = (
        "2025-10-27T19:19:41.830Z Creating queue manager QM1\n"
        "2025-10-27 14:19:42.542 | 2025-10-27T19:19:42.002Z AMQ7374I: Log replay '<0:0:0:4820> (x)'. "
        "[ArithInsert1(1), ArithInsert2(4820), CommentInsert1(<0:0:0:4820> (x)), CommentInsert3(S0.LOG)]\n"
        + json.dumps(RECORD)
        + "\n2025-10-27T19:19:41.943Z AMQ5806I: Daemon started. [CommentInsert1(QM1)]\n"
        + entry(header=("Time(2025-10-27T19:19:43.000Z)",))
    )
    out = rows(log)
    assert [row["message"] for row in out] == [None, "AMQ7374", "AMQ9544", "AMQ5806", "AMQ9999"]
    assert (out[0]["text"], out[0]["queue_manager"]) == ("Creating queue manager QM1", "QM1")
    assert out[1]["inserts"] == {
        "ArithInsert1": "1", "ArithInsert2": "4820", "CommentInsert1": "<0:0:0:4820> (x)", "CommentInsert3": "S0.LOG",
    }  # fmt: skip
    assert [row["line"] for row in out] == [1, 2, 3, 4, 5]


def test_entries_written_into_one_another_say_so():
    two_ids = entry().replace("ACTION:", "AMQ9209E: Connection closed.\nACTION:")
    assert one(two_ids)["error"] == "entries were written into one another: AMQ9999 and AMQ9209"
    assert one(two_ids)["inserts"]["within"] == "AMQ9209"
    assert "heading comes twice" in one(entry(action=("ACTION:", "a", "ACTION:", "b")))["error"]
    header = entry().split("AMQ9999E")[0]
    first, second = rows(header + entry())
    assert first["error"].startswith("the entry has no message id") and first["pid"] == 16296
    assert second["error"] is None


@pytest.mark.parametrize("before", ["EXPLANATION:\nThe channel fr", "EXPLANATION:\nThe host (", "EXPLANATION:\n", ""])
def test_behind_a_hole_that_a_crash_left_the_next_entry_begins(before):
    torn = entry().partition("EXPLANATION:")[0] + before + "\0" * 40
    first, second, third = rows(torn + entry(process="Process(7.8)") + entry(process="Process(9.1)"))
    assert (first["message"], first["pid"]) == ("AMQ9999", 16296) and first["error"].startswith("NUL bytes")
    assert [(row["pid"], row["error"], row["explanation"]) for row in (second, third)] == [
        (7, None, "Words."),
        (9, None, "Words."),
    ]


def test_two_entries_flattened_onto_one_line():
    flat = " ".join((entry() + entry(id_="AMQ9001I", summary="Channel 'A' ended normally.")).split())
    out = rows(flat)
    assert [(row["message"], row["action"], row["source"]) for row in out] == [
        ("AMQ9999", "None.", "amqrmrsa.c : 938"), ("AMQ9001", "None.", "amqrmrsa.c : 938"),
    ]  # fmt: skip


def test_an_entry_before_version_6():
    log = (
        "-" * DASHES + "\n02/28/02  15:52:12\nAMQ9001: Channel 'A' ended normally.\n\nEXPLANATION:\nx\nACTION:\nNone.\n"
    )
    row = one(log)
    assert (row["message"], row["explanation"], row["action"], row["line"]) == ("AMQ9001", "x", "None.", 2)


def test_lines_of_the_dead_letter_handler():
    out = rows(
        "10/02/2013 02:55:02 PM AMQ8708: Dead-letter queue handler started to process INPUTQ(DLQ).\n"
        "10/02/2013 02:55:03 PM AMQ8722: Dead-letter queue handler unable to put message: Rule 3 Reason 2051.\n"
    )
    assert out[1]["inserts"] == {"rule": "3", "reason": "2051"}
    assert "ambiguous" in out[0]["time_note"]


@pytest.mark.parametrize("change", [
    lambda b: b.replace(b"\n", b"\r\n"), lambda b: b.replace(b"\n", b"\r"), lambda b: b"\xef\xbb\xbf" + b,
    lambda b: b.decode().encode("utf-16"), lambda b: b.decode().encode("utf-16-le"),
    lambda b: b.decode().encode("cp037").replace(b"\x25", b"\x15"),
])  # fmt: skip
def test_line_ends_marks_and_encodings(change):
    data = (entry() + entry(id_="AMQ9001I", summary="Channel 'A' ended normally.", indent=22)).encode()
    plain, changed = rows(data), rows(change(data))
    for before, after in zip(plain, changed, strict=True):
        assert {k: v for k, v in before.items() if k not in ("offset", "length")} == {
            k: v for k, v in after.items() if k not in ("offset", "length")
        }
    assert amqerr.sniff(change(data)) == 100


def test_duplicates_stay():
    assert len(rows(entry() * 5)) == 5


def test_the_queue_manager_of_a_path():
    of = amqerr.queue_manager_of
    assert of("qmgrs/QM!1/errors/AMQERR01.LOG") == "QM.1"
    assert of(r"x\ProgramData\IBM\MQ\Qmgrs\A&B\errors\AMQERR02.json") == "A/B"
    assert of("r/qmgrs/QM1.000/errors/AMQERR01.LOG") == "QM1"
    assert of("qmgrs/@SYSTEM/errors/AMQERR01.LOG") is None
    assert of("errors/AMQERR01.LOG") is of("qmgrs/QM1/qm.ini") is of("") is None
    bare = entry(header=())
    assert one(bare, file="var/mqm/qmgrs/QM!1/errors/AMQERR01.LOG")["queue_manager"] == "QM.1"
    assert one(bare)["queue_manager"] is None
    assert one(entry(), file="qmgrs/OTHER/errors/AMQERR01.LOG")["queue_manager"] == "QM1"


@pytest.mark.parametrize("text", [
    "It lacks a certificate. The channel name is 'EAST.WEST' (if '????' it is unknown at this stage).",
    "It lacks a certificate. The channel is 'EAST.WEST'; it may be shown as '????'.",
])  # fmt: skip
def test_a_channel_that_only_the_explanation_names_is_an_insert(text):
    assert inserts.inserts_by_name("AMQ9637", ["Channel is lacking a certificate.", text], {})["channel"] == "EAST.WEST"


def test_nothing_to_read():
    assert rows(b"") == []
    assert one("some prose about AMQ9999 and - Process(x)\n")["error"] == "no entry of an MQ error log"
    for text in ("AMQ8409: Display Queue details.\n   QUEUE(Q1)\n", "see AMQ9999E: it ended abnormally\n"):
        assert amqerr.sniff(text.encode()) == 0


# ── inserts by name ──

TEXTS = {
    "AMQ9544": ("Messages not put to destination queue. During the processing of channel 'A.B' one or more messages "
                "could not be put. The location of the queue is 1, where 1 is the local dead-letter queue and 2 is the "
                "remote dead-letter queue. The program identifier (PID) of the processing program was '8(9)'.",
                {"channel": "A.B", "location": "1", "pid": "8(9)"}),
    "AMQ9202": ("Remote host 'h (10.0.0.1) (1414)' not available, retry later. The attempt to allocate a conversation "
                "using TCP/IP to host 'h (10.0.0.1) (1414)' for channel 'A.B' was not successful. The return code from "
                "TCP/IP is 111 (X'6F').",
                {"host": "h (10.0.0.1) (1414)", "channel": "A.B", "return_code": "111"}),
    "AMQ9206": ("Error sending data to host h.example (10.0.0.1)(1414). The return code from the TCP/IP (write) call "
                "was 10054 X('2746').", {"host": "h.example (10.0.0.1)(1414)", "return_code": "10054"}),
    "AMQ9208": ("Error on receive from host 'h'. The return code from the TCP/IP (recv) call was 104 (X'68').",
                {"host": "h", "return_code": "104"}),
    "AMQ9207": ("The data received from host h (10.0.0.1) is not valid. Incorrect data format.", {"host": "h (10.0.0.1)"}),
    "AMQ9526": ("Message sequence number error for channel 'A.B'. A message with sequence number 7 has been sent when "
                "sequence number 5 was expected.", {"channel": "A.B", "sent": "7", "expected": "5"}),
    "AMQ9599": ("Program could not open a queue manager object. The attempt to open either the queue or queue manager "
                "object 'Q1' on queue manager 'QM1' by user 'u' failed with reason code 2035.",
                {"object": "Q1", "queue_manager": "QM1", "user": "u", "reason": "2035"}),
    "AMQ9511": ("The attempt to put messages to queue 'Q1' on queue manager 'QM1' failed with reason code 2053.",
                {"queue": "Q1", "queue_manager": "QM1", "reason": "2053"}),
    "AMQ7310": ("The attempt to put a report message on queue Q1 on queue manager QM1 failed with reason code 2085. "
                "The message will be put on the dead-letter queue.",
                {"queue": "Q1", "queue_manager": "QM1", "reason": "2085"}),
    "AMQ7463": ("The log for queue manager QM1 is full.", {"queue_manager": "QM1"}),
    "AMQ7472": ("Object Q1, type queue damaged.", {"object": "Q1", "type": "queue"}),
    "AMQ8507": ("Command server MQPUT1 request for an undelivered reply failed with reason code 2053. The MQDLH reason "
                "code was 2085.", {"reason": "2053", "dlh_reason": "2085"}),
    "AMQ9507": ("Channel 'A.B' is currently in-doubt. The requested operation cannot complete because the channel is "
                "in-doubt with host 'h'.", {"channel": "A.B", "host": "h"}),
    "AMQ9506": ("Channel 'A.B' has ended because the remote queue manager did not accept the last batch of messages.",
                {"channel": "A.B"}),
}  # fmt: skip


@pytest.mark.parametrize("first", ["Q1", "A.B"])
def test_the_queue_of_a_failed_put_is_the_one_of_the_sentence(first):
    texts = [first, "Q1", "QM1"] if first == "A.B" else [first, "QM1"]
    printed = {f"CommentInsert{at}": text for at, text in enumerate(texts, 1)} | {"ArithInsert1": "2053"}
    found = inserts.inserts_by_name("AMQ9511", [TEXTS["AMQ9511"][0]], printed)
    assert (found["queue"], found["queue_manager"], found["reason"]) == ("Q1", "QM1", "2053")
    assert inserts.inserts_by_name("AMQ9511", ["Auf Deutsch."], printed | {"CommentInsert2": "Q1"})["queue"] == "Q1"


@pytest.mark.parametrize("message", TEXTS)
def test_inserts_out_of_the_text(message):
    text, expected = TEXTS[message]
    summary, _, rest = text.partition(". ")
    width = 60
    wrapped = [rest[i : i + width] for i in range(0, len(rest), width)]
    row = one(
        entry(id_=message, summary=summary + ".", explanation=("EXPLANATION:", " ".join(wrapped).replace("  ", " ")))
    )
    assert row["message"] == message
    row = one(entry(id_=message, summary=summary + ".", explanation=("EXPLANATION:", rest)))
    assert row["inserts"] == expected


def test_the_insert_table_is_sound():
    for ids, name, pattern in PATTERNS:
        assert re.compile(pattern).groups and name.isidentifier() and all(i.startswith("AMQ") for i in ids.split())
    assert all(item.split("=")[1] in {"A1", "A2", "C1", "C2", "C3"} for _, items in NUMBERS for item in items.split())


# ── properties ──

NAMES = st.text("ABCDEFGHIJ.0123456789_%/", min_size=1, max_size=20)
WORDS = st.text("abc defg', (ü)", min_size=1, max_size=60).map(lambda s: " ".join(s.split()) or "x")
ENTRIES = st.fixed_dictionaries({
    "id": st.integers(5000, 9999), "letter": st.sampled_from(["", "I", "W", "E", "S", "T"]), "queue_manager": NAMES,
    "pid": st.integers(1, 10**7), "tid": st.integers(1, 10**7), "text": WORDS, "explanation": st.lists(WORDS, max_size=3),
    "time": st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)), "insert": WORDS, "form": st.sampled_from("tjb"),
})  # fmt: skip


def written(e: dict) -> str:
    """An entry of the strategy in its form: text, JSON or basic; as little like the reader as can be."""
    stamp = e["time"].strftime("%Y-%m-%dT%H:%M:%S.") + f"{e['time'].microsecond // 1000:03d}Z"
    summary = f"AMQ{e['id']}{e['letter']}: {e['text']}"
    if e["form"] == "j":
        record = {"ibm_messageId": f"AMQ{e['id']}{e['letter']}", "ibm_commentInsert1": e["insert"], "type": "mq_log",
                  "ibm_serverName": e["queue_manager"], "ibm_datetime": stamp, "message": summary,
                  "ibm_processId": e["pid"], "ibm_threadId": str(e["tid"])}  # fmt: skip
        return json.dumps(record, ensure_ascii=e["pid"] % 2 == 0) + "\n"
    if e["form"] == "b":
        return f"{stamp} {summary} [CommentInsert1({e['insert']})]\n"
    return (
        f"{e['time']:%d/%m/%Y %H:%M:%S} - Process({e['pid']}.{e['tid']}) User(u) Program(p)\n"
        f"{' ' * 20}Host(h) Installation(I)\n{' ' * 20}VRMF(9.3.0.0) QMgr({e['queue_manager']})\n"
        f"{' ' * 20}Time({stamp})\n{' ' * 20}CommentInsert1({e['insert']})\n{' ' * 19}\n{summary}\n\nEXPLANATION:\n"
        + "\n\n".join(e["explanation"]) + "\nACTION:\nNone.\n" + "----- a.c : 1 ".ljust(79, "-") + "\n"
    )  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(ENTRIES, max_size=5), st.sampled_from(["", "junk before\n", "\n\n"]))
def test_what_is_written_is_read(entries, before):
    text = before + "".join(map(written, entries))
    out = rows(text)
    assert len(out) == (len(entries) or bool(text))
    for e, row in zip(entries, out, strict=False):
        assert row["message"] == f"AMQ{e['id']}" and (row["severity"] or "") == e["letter"]
        assert row["time"] == e["time"].replace(microsecond=e["time"].microsecond // 1000 * 1000, tzinfo=UTC)
        assert row["text"] == e["text"]
        assert row["inserts"]["CommentInsert1"] == e["insert"]
        if e["form"] != "b":
            assert (row["queue_manager"], row["pid"], row["tid"]) == (e["queue_manager"], e["pid"], e["tid"])
        if e["form"] == "t":
            assert (row["explanation"] or "") == "\n\n".join(e["explanation"]) and row["action"] == "None."
        assert row.get("error") is None


@settings(max_examples=100, deadline=None)
@given(st.lists(ENTRIES, min_size=2, max_size=6), st.data())
def test_a_log_may_be_split_wherever_start_matches(entries, data):
    log = "".join(map(written, entries)).encode()
    cuts = [m.start(m.lastindex) for m in amqerr.START.finditer(log)]
    assert [row["offset"] for row in rows(log)] == cuts
    assert len(cuts) == len(entries)
    cut = data.draw(st.sampled_from(cuts))
    whole = rows(log)
    parts = rows(log[:cut]) + rows(log[cut:], offset=cut, line=1 + log[:cut].count(b"\n"))
    assert parts == whole


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), st.lists(ENTRIES, max_size=2), st.integers(0, 10**6), st.integers(0, 400))
def test_no_bytes_raise(noise, entries, at, gone):
    log = "".join(map(written, entries)).encode()
    at = at % (len(log) + 1)
    rows(log[:at] + noise + log[at + gone :])
    amqerr.sniff(noise)
