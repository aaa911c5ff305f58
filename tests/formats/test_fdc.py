"""FDC files: every sample read by hand, a writer of the box, and the damage that copies do to it."""

from datetime import UTC, datetime

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import fdc, identify
from mqforensics.formats.fdc.report_rows import CONTRADICTED, CUT, INSERTS, NO_PROBE
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import LOG
from tests.linear import assert_in_line
from tests.writers.fdc_cases import FILES, SAMPLES, disk, record


def rows(data: bytes | str, file: str = "AMQ1.0.txt", **place) -> list[dict]:
    data = data.encode() if isinstance(data, str) else data
    out = list(fdc.read(FileSlice(data, file, **place)))
    assert all(set(row) <= set(LOG.names) for row in out)
    pa.RecordBatch.from_pylist(out, LOG)
    at = place.get("offset", 0)
    for row in out:
        assert row["offset"] == at
        at += row["length"]
    assert at - place.get("offset", 0) == len(data), "rows partition the file"
    return out


def key(row: dict) -> tuple:
    inserts = row["inserts"]
    return inserts["probe"], inserts["component"], inserts.get("major")


def sample(samples, name: str) -> list[dict]:
    data = (samples / name).read_bytes()
    assert identify(data) == "fdc"
    return rows(data, name)


@pytest.mark.parametrize("name", ["fdc/header_extract_ja_locale.txt", "pasted/mqfdc_summary.txt"])
def test_sample_in_another_language(samples, name):
    out = sample(samples, name)
    assert [key(row) for row in out] == [
        ("XC338001", "xehAsySignalHandler", "xecE_W_UNEXPECTED_ASYNC_SIGNAL"),
        ("ZX005022", "zxcProcessChildren", "lrcW_S_FAST_PATH_APP_DEAD"),
    ]  # fmt: skip
    assert [row["time_text"] for row in out] == ["土 9月 25 2021 23:52:16 JST", "土 9月 25 2021 23:52:20 JST"]
    assert all(row["time"] is None and row["program"] == "amqzxma0" and row["error"] is None for row in out)


def test_sample_flattened(samples):
    (row,) = sample(samples, "fdc/ibmi_doc_flattened.txt")
    assert key(row) == ("XY353001", "xehAS400ConditionHandler", "STOP") and row["inserts"]["minor"] == "OK"
    assert row["time"] == datetime(2008, 1, 28, 17, 4, 29, 892015, UTC) and row["time_note"] == CONTRADICTED
    assert (row["queue_manager"], row["pid"], row["user"]) == ("TEST.AS400.OE.P", 1689, "MAYFCT")
    assert row["inserts"]["comment1"] == "00d0" and row["inserts"]["stack"].endswith("xstConnSharedMemSet xcsFFST")
    assert row["text"] is None, "a probe description of 0 tells nothing"


def test_sample_pasted(samples):
    (row,) = sample(samples, "pasted/ibmi_fdc.txt")
    assert key(row) == ("XY353001", "xehAS400ConditionHandler", "STOP")
    assert row["time"] == datetime(2008, 1, 28, 21, 59, 6, tzinfo=UTC) and row["queue_manager"] == "TEST.AS400.OE.P"


def test_sample_summaries(samples):
    old = sample(samples, "fdc/ffstsummary_2012.txt")
    assert [row["inserts"]["probe"] for row in old] == ["XC034255", "XC298255", "XC034255"]
    assert [row["pid"] for row in old] == [348308, 368680, 405654] and {row["tid"] for row in old} == {1}
    assert old[0]["time"] == datetime(2012, 9, 7, 11, 25, 19, 153937, UTC) and old[0]["program"] == "amqzmur0"
    new = sample(samples, "pasted/container412_ffstsummary.txt")
    assert [key(row) for row in new] == [
        ("XC560030", "xcsCreateDirectory", "xecF_E_UNEXPECTED_SYSTEM_RC"),
        ("XY019009", "xufOpenIniEdit", "xecU_W_INI_ACCESS_DENIED"),
        ("ZT044001", "zutDeleteQMStanza", "xecU_W_INI_ACCESS_DENIED"),
    ]  # fmt: skip
    assert [row["inserts"]["fdc"] for row in new] == ["AMQ84.0.FDC", "AMQ79.0.FDC", "AMQ79.0.FDC"]
    assert {row["program"] for row in new} == {"crtmqm"} and new[0]["time"] is None


# ── our own case ──


@pytest.mark.parametrize("name", FILES)
def test_the_case_is_as_it_was_made(name):
    assert (SAMPLES / name).read_bytes() == FILES[name]() and identify(FILES[name]()) == "fdc"


def test_what_the_case_says():
    first, second = rows(FILES["fdc_disk_full/AMQ8041.0.FDC"]())
    assert key(first) == key(second) == ("HL013012", "hlgWriteLog", "xecF_E_UNEXPECTED_SYSTEM_RC")
    assert [row["time"].isoformat() for row in (first, second)] == [
        "2026-06-02T08:15:04.250000+00:00", "2026-06-02T08:15:06.500000+00:00",
    ]  # fmt: skip
    assert first["text"] == "AMQ6119: A write to the recovery log's own file has come back without success, error 28"
    assert (first["message"], first["severity"], first["pid"], first["tid"]) == ("AMQ6119", "2", 8041, 3)
    assert (first["queue_manager"], first["host"], first["source"]) == (
        "QMTUNNEL",
        "tunnel1",
        "lib/log/amqhlgw.c : 733",
    )
    assert first["inserts"]["stack"] == "zlaMQPUT hlgExtendLog xcsFFST" and first["inserts"]["sequence"] == "0"
    assert [first["line"], second["line"]] == [
        1,
        1 + FILES["fdc_disk_full/AMQ8041.0.FDC"]()[: second["offset"]].count(b"\n"),
    ]
    (java,) = rows(FILES["fdc_disk_full/JMSCC0001.FDC"]())
    assert java["inserts"]["component"] == "com.example.toll.Pipe.flush()" and java["inserts"]["probe"] == "08"
    assert (java["pid"], java["message"], java["time"].isoformat()) == (
        9117,
        "JMSCMQ0001",
        "2026-06-02T08:15:07.120000+00:00",
    )
    summary = rows(FILES["fdc_disk_full/summary.txt"]())
    assert [row["time"] for row in summary] == [first["time"], second["time"]]


# ── damage ──

BOXES = FILES["fdc_disk_full/AMQ8041.0.FDC"]()


@pytest.mark.parametrize("change", [
    lambda b: b.replace(b"\n", b"\r\n"), lambda b: b"\xef\xbb\xbf" + b, lambda b: b.decode().encode("utf-16"),
    lambda b: b"".join(b"> " + line for line in b.splitlines(True)), lambda b: b.replace(b" |\n", b" | \n"),
    lambda b: b.replace(b"+" + b"-" * 77 + b"+", b"-" * 79),
])  # fmt: skip
def test_how_it_was_copied_makes_no_difference(change):
    plain = [{k: v for k, v in row.items() if k not in ("offset", "length")} for row in rows(BOXES)]
    changed = [{k: v for k, v in row.items() if k not in ("offset", "length")} for row in rows(change(BOXES))]
    for one, other in zip(plain, changed, strict=True):
        one["inserts"].pop("stack"), other["inserts"].pop("stack", None)
        assert one == other


def test_flattened_records_are_told_apart():
    out = rows(" ".join(BOXES.decode().split()))
    assert [key(row) for row in out] == [key(row) for row in rows(BOXES)]
    assert [row["time"] for row in out] == [row["time"] for row in rows(BOXES)]


def test_a_cut_record_says_so():
    whole = record(disk(1, 5, "amqzlaa0", 0))
    (row,) = rows(whole[: whole.index("Probe Id")])
    assert row["error"] == NO_PROBE and row["host"] == "tunnel1"
    (row,) = rows(whole[: whole.index("Major")])
    assert row["error"] == CUT and row["inserts"]["probe"] == "HL013012"
    assert [row["error"] for row in rows(whole)] == [None]


def test_the_queue_manager_of_the_arguments():
    fields = disk(1, 5, "amqzlaa0", 0) | {"QueueManager": ""}
    assert rows(record(fields))[0]["queue_manager"] == "QMTUNNEL"


@pytest.mark.parametrize("printed, name", [
    ("QM!LINE!1", "QM.LINE.1"), ("QM!1.000", "QM.1"), ("QM.001", "QM.001"), ("QM&1", "QM/1"),
])  # fmt: skip
def test_the_queue_manager_by_the_name_of_its_folder(printed, name):
    fields = disk(1, 5, "amqzlaa0", 0)
    assert rows(record(fields | {"QueueManager": printed}))[0]["queue_manager"] == name


def test_text_before_and_nothing_at_all():
    (row,) = rows("hello\n" + record(disk(1, 5, "p", 0)))
    assert row["line"] == 2 and row["offset"] == 0
    (row,) = rows("hello\n")
    assert row["error"] and fdc.sniff(b"hello\n") == 0 and rows("") == []


# ── properties ──

WORDS = st.text(st.sampled_from("abcXYZ019._/:-()é "), min_size=1, max_size=120).map(
    lambda s: " ".join(s.split()) or "x"
)
LABELS = ("Comment1", "Comment2", "Arith1", "Host Name", "Program Name", "LVLS", "Component", "Major Errorcode")
KEYS = {label: name for name, labels in INSERTS.items() for label in labels}
COLUMNS = {"Host Name": "host", "Program Name": "program"}
RECORDS = st.dictionaries(st.sampled_from(LABELS), WORDS.filter(lambda s: len(s.encode()) < 50 and ":-" not in s))


@settings(max_examples=100, deadline=None)
@given(st.lists(RECORDS, max_size=4), st.data())
def test_what_is_written_is_read_and_may_be_split(records, data):
    full = [{"Date/Time": "x", "Probe Id": "XC000001"} | fields for fields in records]
    log = "".join(map(record, full)).encode()
    out = rows(log)
    for fields, row in zip(full, out, strict=True) if full else ():
        for label, value in fields.items():
            if label in COLUMNS:
                assert row[COLUMNS[label]] == value
            elif label in KEYS:
                assert row["inserts"][KEYS[label]] == value
    cuts = [match.start() for match in fdc.START.finditer(log)]
    assert cuts == [row["offset"] for row in out]
    if cuts:
        cut = data.draw(st.sampled_from(cuts))
        assert rows(log[:cut]) + rows(log[cut:], offset=cut, line=1 + log[:cut].count(b"\n")) == out


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 10**6), st.integers(0, 900))
def test_no_bytes_raise(noise, at, gone):
    at = at % (len(BOXES) + 1)
    rows(BOXES[:at] + noise + BOXES[at + gone :])
    fdc.sniff(noise)


WORST = (
    b"Date/Time :- ", b"| Probe Id :- ", b"First Failure Symptom Report", b"-" * 80, b"+-----", b"| A :- b | ", b"START FFST",
    b"-----START FFST\n", b"AMQ1.0.FDC 2020/01/01 00:00:00.0 ", b"|    more |\n", b"MQM Function Stack\n", b"\n", b"   ",
)  # fmt: skip


def work(data: bytes) -> None:
    rows(data)
    fdc.sniff(data[: 1 << 16])
    list(fdc.START.finditer(data))


@pytest.mark.parametrize("piece", WORST)
def test_time_grows_in_line(piece):
    small, large = piece * (20_000 // len(piece)), piece * (80_000 // len(piece))
    for before in (b"", record(disk(1, 5, "p", 0)).encode()[:900]):
        assert_in_line(work, before + small, before + large)
