"""What is read of entries that follow one another equals what is read of them one by one, column by column."""

import json
import random

import pyarrow as pa
import pytest

from mqforensics import source
from mqforensics.formats import amqerr
from mqforensics.formats.amqerr import runs
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import LOG
from tests.linear import assert_in_line
from tests.writers import log_cases
from tests.writers.cases import SAMPLES

LOGS = sorted(path for path in SAMPLES.rglob("*") if path.is_file() and "AMQERR" in path.name)
NO_RUN = 1 << 40


def read(
    data: bytes, shortest: int, monkeypatch, name: str = "qmgrs/Q!1/errors/AMQERR01.LOG"
) -> tuple[list[dict], int]:
    """The rows, and how many came in batches."""
    monkeypatch.setattr(runs, "SHORTEST", shortest)
    found = list(amqerr.read(FileSlice(data, name, 1000, 7)))
    at_once = sum(row.num_rows for row in found if isinstance(row, pa.RecordBatch))
    return [row for batch in source.batches(found, LOG) for row in batch.to_pylist()], at_once


def agree(data: bytes, monkeypatch, *names: str) -> int:
    """Assert that both ways give the same rows; gives how many came in batches."""
    [(alone, none), (together, at_once)] = (read(data, shortest, monkeypatch, *names) for shortest in (NO_RUN, 1))
    assert none == 0 and together == alone
    return at_once


def text(at: int, **said: str) -> str:
    """One entry; `said` in place of what it says else."""
    parts = {
        "when": f"03/10/26 08:{at % 60:02}:01 AM", "zoned": f"2026-03-10T08:{at % 60:02}:01.{at % 1000:03}Z", "user": "mqm",
        "manager": "QMgr(QM1)", "inserts": f"ArithInsert1({at})", "id": "AMQ9999E: ", "text": f"Channel 'TO.{at}' ended.",
        "explanation": "It ended.", "action": "Look above.", "trailer": "----- amqrmrsa.c : 938 ", **said,
    }  # fmt: skip
    header = [
        "Host(h1) Installation(Installation1)", f"VRMF(9.3.0.1) {parts['manager']}", f"Time({parts['zoned']})",
        *filter(None, parts["inserts"].split("|")),
    ]  # fmt: skip
    lines = [
        f"{parts['when']} - Process({at % 3}.1) User({parts['user']}) Program(amqrmppa)",
        *(f"    {one}" for one in header),
    ]
    lines += [
        "   ",
        f"{parts['id']}{parts['text']}",
        "",
        "EXPLANATION:",
        parts["explanation"],
        "ACTION:",
        parts["action"],
    ]
    return "\n".join([*lines, parts["trailer"].ljust(79, "-"), ""])


def record(at: int, **said) -> str:
    """One JSON record; `said` in place of what it says else."""
    return json.dumps({
        "ibm_messageId": "AMQ9510E", "ibm_arithInsert1": 2000 + at, "ibm_commentInsert2": "PORT.XMIT",
        "ibm_datetime": f"2024-02-03T04:05:{at % 60:02}.250Z", "ibm_sequence": str(at), "ibm_serverName": "QM1",
        "type": "mq_log", "host": "h1", "loglevel": "ERROR", "module": "amqrmrca.c:902", "ibm_processId": "2210",
        "ibm_threadId": 4, "ibm_processName": "runmqchl", "ibm_userName": "mqm", "message": f"AMQ9510E: About {at}.", **said,
    }, ensure_ascii=at % 2 == 0) + "\n"  # fmt: skip


ODD_TEXT = (
    {"zoned": "2026-03-10T08:00:01.000+01:00"}, {"zoned": "2026-02-30T08:00:01.000Z"}, {"zoned": "yesterday"},
    {"when": "10. März 2026 08.00.01"}, {"when": "2026-03-10 08:00:01"}, {"when": "> 03/10/26 08:00:01"},
    {"user": "Jörg"}, {"user": "a(b)"}, {"user": "AMQ1234E: x"}, {"manager": ""}, {"manager": "QMgr()"},
    {"inserts": "CommentInsert1(a (b) (1414))|CommentInsert2(see AMQ9999E: it)"}, {"inserts": ""}, {"id": "AMQ9999: "},
    {"id": ""}, {"id": "AMQ999E: "}, {"text": "AMQ9208E: one in another"}, {"text": "ein Gerät ist weg"},
    {"explanation": "AMQ9209E: on its own line"}, {"explanation": "\u65e5\u672c"}, {"explanation": "ACTION:"},
    {"explanation": '{"ibm_messageId":"AMQ9510E","type":"mq_log","message":"x"}'}, {"explanation": "2026-03-10 - Process(1"},
    {"explanation": "one\n\ntwo\n\nthree"}, {"action": ""}, {"trailer": "-----"}, {"trailer": "no dashes here "},
    {"text": "2025-06-07T08:09:10.011Z AMQ5026I: of a container"}, {"action": "password=hunter2"},
    {"explanation": "2025-06-07T08:09:10.011Z Creating queue manager QMPOD"}, {"action": "a\n" * 200}, {"text": "x" * 5000},
)  # fmt: skip
ODD_RECORDS = (
    {"type": "liberty_message"}, {"ibm_messageId": "CWWKE0001I"}, {"ibm_datetime": "2024-02-03T04:05:06.250+01:00"},
    {"ibm_datetime": "2024-02-30T04:05:06.250Z"}, {"ibm_datetime": None}, {"ibm_datetime": "0000-01-01T00:00:00.000Z"},
    {"ibm_arithInsert1": 1.0}, {"ibm_arithInsert1": True}, {"ibm_arithInsert1": 1}, {"ibm_arithInsert1": "1"},
    {"ibm_arithInsert1": 1 << 70}, {"ibm_commentInsert1": ["a"]}, {"ibm_commentInsert1": {"host": 1}}, {"": "x"},
    {"ibm_userName": "Jörg \U0001f600"}, {"ibm_userName": "\ud800"}, {"ibm_userName": ""}, {"ibm_serverName": ""},
    {"message": "AMQ9999E: quoted"}, {"message": "a: true story"}, {"message": None}, {"module": "nowhere"}, {"module": 7},
    {"ibm_processId": 77}, {"ibm_processId": "9" * 30}, {"type": "mq_containerlog", "ibm_messageId": ""},
)  # fmt: skip
BETWEEN = (
    "",
    "a line of nobody\n",
    "AMQ9526E: alone on a line\n",
    "-----\n",
    '{"level":"info"}\n',
    '{"host":{"type":"x"}}\n',
    "{\n",
)


def line(dice: random.Random, at: int) -> str:
    kind = dice.randrange(12)
    if kind == 0:
        return dice.choice(BETWEEN)
    if kind == 1:
        return record(at, **dice.choice(ODD_RECORDS))
    if kind == 2:
        return text(at, **dice.choice(ODD_TEXT))
    if kind == 3:
        cut = record(at) if dice.randrange(2) else text(at)
        return cut[: dice.randrange(len(cut))] + dice.choice(("", "\n"))
    if kind == 4:
        words = list(json.loads(record(at)).items())
        dice.shuffle(words)
        return json.dumps(dict(words), indent=dice.choice((None, None, 1))) + dice.choice(("\n", "", " \n", ",\n"))
    return record(at) if at % 60 < 30 else text(at)


ALIKE = (
    '{"type":"mq_log","ibm_datetime":"%s","ibm_messageId":"AMQ9999E","message":"AMQ9999E: x"}\n',
    '{"ibm_messageId":"AMQ9999E","type":"mq_log","ibm_datetime":"%s","ibm_datetime":"2024-02-03T04:05:06.250Z","message":"m"}\n',
    '{"ibm_messageId":"AMQ9999E","type":"mq_log","ibm_datetime":"%s","ibm_\\u0064atetime":"2024-02-03T04:05:06.250Z"}\n',
    '{"ibm_messageId":"AMQ9999E","type":"mq_log","x":{"ibm_datetime":"%s"},"message":"AMQ9999E: x"}\n',
    '{"ibm_messageId":"AMQ9999E","type":"mq_log","message":"\\"ibm_datetime\\":\\"%s\\"","ibm_datetime":"2024-02-03T04:05:06Z"}\n',
    '{"type":"liberty_message","ibm_datetime":"%s","ibm_messageId":"CWWKE0001I"}\n',
)
STAMPS = (
    "2024-02-03T04:05:06.250Z", "2024-02-03T04:05:07Z", "2024-02-03T04:05:07.250123Z", "2024-02-03T04:05:07.250+0000",
    "2024-02-03T04:05:07.25Z", "3024-02-03T04:05:07.250Z", "", "Z", "2024-13-03T04:05:07.250Z", "2024-02-03 04:05:07.250Z",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_records_that_are_alike_but_for_their_times(seed, monkeypatch):
    dice = random.Random(seed)
    lines = [dice.choice(ALIKE) % dice.choice(STAMPS[: dice.choice((2, 3, 4, 10))]) for _ in range(30)]
    agree("".join(lines).encode(), monkeypatch)


def test_a_record_is_known_again_by_all_but_its_time(monkeypatch):
    data = "".join(ALIKE[0] % stamp for stamp in STAMPS[:3] * 5).encode()
    read_before, scans = runs._record, []
    monkeypatch.setattr(runs, "_record", lambda line, truth: scans.append(line) or read_before(line, truth))
    read(data, 1, monkeypatch)
    assert len(scans) == 1


def test_runs_are_met():
    with pytest.MonkeyPatch.context() as patch:
        assert agree("".join(map(text, range(50))).encode(), patch) == 49
        assert agree("".join(map(record, range(50))).encode(), patch) == 49
        assert agree(log_cases.windows() * 20, patch) == 59
        assert agree(log_cases.records() * 20, patch) == 39


@pytest.mark.parametrize("said", ODD_TEXT, ids=str)
@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "cp932"])
def test_an_odd_entry_in_a_run_of_text(said, codec, monkeypatch):
    entries = [text(1), text(2), text(3, **said), text(4, **said), text(5), text(6)]
    for end in ("\n", "\r\n"):
        agree("".join(entries).replace("\n", end).encode(codec, "replace"), monkeypatch)


@pytest.mark.parametrize("said", ODD_RECORDS, ids=str)
def test_an_odd_record_in_a_run(said, monkeypatch):
    records = [record(2), record(4), record(6, **said), record(8, **said), record(10), record(12)]
    for end in ("\n", "\r\n"):
        agree("".join(records).replace("\n", end).encode(), monkeypatch)


@pytest.mark.parametrize("between", BETWEEN)
def test_what_stands_between_entries_is_of_the_one_above(between, monkeypatch):
    for entries in (map(text, range(6)), map(record, range(6))):
        lines = list(entries)
        agree((between + "".join(lines[:3]) + between + "".join(lines[3:]) + between).encode(), monkeypatch)


@pytest.mark.parametrize("seed", range(60))
def test_any_mixture(seed, monkeypatch):
    dice = random.Random(seed)
    made = "".join(line(dice, at) for at in range(150)).encode(dice.choice(("utf-8", "cp1252")), "replace")
    noise = bytearray(made.replace(b"\n", b"\r\n") if seed % 3 == 0 else made)
    for _ in range(seed % 5 * 4):
        noise[dice.randrange(len(noise))] = dice.randrange(256)
    agree(bytes(noise), monkeypatch)
    agree(b"\xef\xbb\xbf" + made, monkeypatch, "pod.log")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.parent.name + "/" + path.name)
def test_the_logs_of_our_cases(path, monkeypatch):
    agree(path.read_bytes() * 3, monkeypatch)


def test_samples(samples, monkeypatch):
    for path in sorted((samples / "errlog").iterdir()):
        data = path.read_bytes()
        agree(data * 3, monkeypatch)
        agree((data + b"\n") * 3, monkeypatch)


def test_a_password_in_a_run_is_hidden(monkeypatch):
    monkeypatch.setattr(runs, "SHORTEST", 1)
    data = "".join(text(at, action="password=hunter2") for at in range(9)).encode()
    [batch, last] = source.rows(amqerr, FileSlice(data, "f"))
    assert "hunter2" not in str(batch.to_pylist()) + str(last) and batch.num_rows == 8


def test_long_lines_behind_a_run_take_time_in_line():
    line = "x" * 100 + " - Process(1\n"
    small, large = (("".join(map(text, range(count))) + line * count).encode() for count in (500, 2_000))
    assert_in_line(lambda given: list(amqerr.read(FileSlice(given, "f"))), small, large)


@pytest.mark.parametrize("piece", [
    text(1), text(1, trailer=""), text(1, action="a\n" * 100, trailer=""), text(1, text="x" * 3000), record(1), record(1)[:-1],
    record(1, a=1.5), '{"ibm_\n', '{"ibm_datetime":"2024-02-03T04:05:06.250Z","type":"mq_log"}\n', " - Process(1",
], ids=range(10))  # fmt: skip
def test_time_grows_in_line(piece):
    data = piece.encode() * (1_000_000 // len(piece))
    assert_in_line(lambda given: list(amqerr.read(FileSlice(given, "f"))), data[: len(data) // 4], data)
