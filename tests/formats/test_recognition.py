"""What a file is by its whole content: known lines below many that nothing knows, as applications' logs have them."""

import pytest

from mqforensics import source
from mqforensics.case import Case
from mqforensics.formats import HEAD, recognition
from mqforensics.formats.recognition import Recognised, parts, recognise
from tests.linear import assert_in_line
from tests.writers.amqsbcg import dump

OTHER = "2026-03-02 09:14:{:02} DEBUG [main] com.example.shop.Basket{} - item added for the queue of visitors\n"
ENDS = {
    "clientlog": "2026-03-02 10:00:01 ERROR [main] c.e.Send - put failed\ncom.ibm.mq.MQException: MQJE001: Completion Code '2', "
    "Reason '2053'.\n\tat com.ibm.mq.MQDestination.put(MQDestination.java:9)\n",
    "mqsc": "QMNAME(SHOP1)                                             STATUS(Ended immediately)\n"
    "QMNAME(SHOP2)                                             STATUS(Running)\n",
    "amqerr": "03/02/2026 10:00:01 AM - Process(77.1) User(mqm) Program(amqrmppa)\n                      Host(h1) QMgr(SHOP1)\n\n"
    "AMQ9208E: Error on receive from host 10.1.1.1.\n\nEXPLANATION:\nAn error.\nACTION:\nLook.\n----- amqccita.c : 4214 -----\n",
    "amqsbcg": dump([{"data": b"order 7"}], "SHOP.IN"),
    "fdc": "+-----------------------------------------------------------------------------+\n"
    "| IBM MQ First Failure Symptom Report                                         |\n"
    "| Date/Time         :- Mon March 02 2026 10:00:01 GMT                         |\n"
    "| Probe Id          :- XC130003                                               |\n"
    "| Component         :- xehExceptionHandler                                    |\n"
    "+-----------------------------------------------------------------------------+\n",
    "event": "**** Message #1 (240 Bytes) on Queue SYSTEM.ADMIN.QMGR.EVENT ****\nEvent Type                       : Queue Mgr Event [44]\n"
    "Reason                           : Unknown Object Name [2085]\n",
}


def noise(size: int) -> str:
    line = "".join(OTHER.format(n % 60, n) for n in range(100))
    return line * (size // len(line) + 1)


@pytest.mark.parametrize("size", [HEAD // 2, 2 * HEAD, 3 << 20])
@pytest.mark.parametrize("name", ENDS)
def test_what_stands_at_the_end_is_known(name, size):
    text = noise(size)
    found = recognise((text + ENDS[name]).encode())
    assert found.format == name and found.at <= len(text) + 100 and (size < HEAD or found.at >= len(text))


@pytest.mark.parametrize("text", [
    noise(4 * HEAD), noise(2 * HEAD) + "the year 2053 and the reason of it\n", noise(2 * HEAD).replace("DEBUG", "AMQ1"), "",
])  # fmt: skip
def test_what_no_line_of_is_known_stays_unknown(text):
    assert recognise(text.encode()) == Recognised(None) and parts(text.encode(), Recognised(None)) == []


def test_a_sign_across_the_pieces_is_found(monkeypatch):
    monkeypatch.setattr(recognition, "PIECE", 1000)
    for cut in range(0, 120, 7):
        data = (noise(2 * HEAD) + "x" * cut + "\n" + ENDS["clientlog"]).encode()
        assert recognise(data).format == "clientlog"


def test_false_signs_above_hide_nothing():
    wrong = (noise(HEAD) + "queue manager of the shop, AMQ12345 is our order number\n") * 4
    assert recognise((noise(HEAD) + wrong + ENDS["clientlog"]).encode()).format == "clientlog"


def read(path):
    """The rows of a case of one file as its tasks read them, without Spark."""
    case = Case(None, path)
    [name] = case.formats.values()
    reading = source.Reading.of(name, case._of(name), case._parts(name))
    return [
        row
        for task in reading.tasks
        for batch in reading.reader.read(task)
        for row in batch.to_pylist(maps_as_pydicts="lossy")
    ]


@pytest.mark.parametrize("name", ["clientlog", "amqerr", "mqsc"])
def test_a_large_file_is_read_from_near_its_first_known_line_and_every_byte_is_of_a_row(tmp_path, monkeypatch, name):
    path = tmp_path / "app.log"
    text = noise(4 * HEAD)
    path.write_text(text + ENDS[name])
    whole = read(path)
    for module in ("mqforensics.case.case", "mqforensics.formats.recognition", "mqforensics.source"):
        monkeypatch.setattr(f"{module}.LARGEST", 3 * HEAD)
    late = read(path)
    assert (late[0]["offset"], sum(row["length"] for row in late)) == (0, path.stat().st_size)
    assert [{**row, "offset": 0, "length": 0} for row in late] == [{**row, "offset": 0, "length": 0} for row in whole]
    assert [row["line"] for row in late] == [text.count("\n") + 1 + n for n in range(len(late))]


def test_a_large_file_is_split_below_its_first_known_line(tmp_path, monkeypatch):
    path = tmp_path / "app.log"
    path.write_text(noise(4 * HEAD) + ENDS["clientlog"] * 2000)
    whole = read(path)
    for module in ("mqforensics.case.case", "mqforensics.formats.recognition", "mqforensics.source"):
        monkeypatch.setattr(f"{module}.LARGEST", 3 * HEAD)
    monkeypatch.setattr(source, "SPLIT", 1 << 16)
    assert len(whole) == 2000 and read(path) == whole


def test_the_time_grows_with_the_file():
    assert_in_line(recognise, *((noise(size) + "queue manager\n" * 9).encode() for size in (1 << 20, 4 << 20)))
