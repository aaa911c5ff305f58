import re
from functools import partial

import pyarrow as pa
import pytest

from mqforensics import write_dmpmqmsg
from mqforensics.errors import FileExpected
from mqforensics.formats import amqsbcg, dmpmqmsg
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import MESSAGES
from mqforensics.tools.rescue import ExpiryExpected, MessagesExpected, loadable, verdicts
from mqforensics.views.export import export
from tests.writers.amqsbcg import BLANK, dump
from tests.writers.cases import dlh
from tests.writers.qload import unload

ID = bytes(range(24))


def rows(module, data: bytes, name: str = "evidence") -> list[dict]:
    found = []
    for row in module.read(FileSlice(data, name)):
        found += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    return found


def written(found: list[dict], **how) -> tuple[list[dict], list[dict], list[str]]:
    """The messages that were written, the same as read again, and why the others were not."""
    found = pa.Table.from_pylist(found, MESSAGES).to_pylist(maps_as_pydicts="strict")
    judged = list(verdicts(found, **how))
    text = dmpmqmsg.header(queue="Q1") + "".join(v.lines for v in judged if v.lines)
    again = [row for row in rows(dmpmqmsg, text.encode("ascii")) if row.get("md")]
    return [v.row for v in judged if v.lines], again, [v.reason for v in judged if not v.lines]


def table(spark, found: list[dict]):
    return spark.createDataFrame(pa.Table.from_pylist(found, MESSAGES)).coalesce(1)


def md(row: dict) -> dict:
    return {name: row["md"].get(name) for name in BLANK}


def letter(reason: int = 2053, encoding: int = 273, ccsid: int = 819, body: bytes = b"an order", **more) -> dict:
    header, _ = dlh(reason, "ORDERS", "QM2", encoding, ccsid, "2026010112000000", format="MQHRF2")
    return {"Format": "MQDEAD", "MsgId": ID, "data": header + body, **more}


@pytest.fixture
def out(tmp_path):
    return tmp_path / "rescued.txt"


def test_every_whole_message_of_the_samples_comes_back_the_same(samples):
    found = []
    for module, pattern in ((amqsbcg, "amqsbcg*/*.txt"), (dmpmqmsg, "*/qload_*.txt"), (dmpmqmsg, "other/dmpmqmsg*")):
        for path in sorted(samples.glob(pattern)):
            if module.sniff(path.read_bytes()):
                found += rows(module, path.read_bytes(), path.name)
    kept, again, reasons = written(found)
    assert len(kept) > 60 and len(kept) + len(reasons) == len(found)
    assert [md(row) for row in again] == [md(row) for row in kept]
    assert [row["data"] for row in again] == [row["data"] for row in kept]
    assert not {"017.txt", "018.txt", "026.txt", "qload_text_dt.txt"} & {row["file"] for row in kept}


def test_a_dump_read_written_and_read_is_the_same(spark, out):
    text = dump([letter(), {"data": b"", "MsgId": ID}, {"data": bytes(range(256)) * 3}], "DLQ.ONE").encode()
    found = rows(amqsbcg, text)
    rescued = write_dmpmqmsg(table(spark, found), out)
    again = rows(dmpmqmsg, out.read_bytes())
    assert str(rescued) == f"3 messages written to {out}, 0 left out; the originals are still on the queue"
    assert [(md(r), r["data"], r["queue"]) for r in again] == [(md(r), r["data"], "DLQ.ONE") for r in found]
    assert out.read_text().startswith("* DMPMQMSG ") and dmpmqmsg.sniff(out.read_bytes()) == 100
    assert [(r.written, "no valid MQRFH" in r.reason) for r in rescued.report.collect()] == [(True, True)]


@pytest.mark.parametrize("level", ["v7", "p944"])
@pytest.mark.parametrize("encoding", [273, 546])
def test_without_the_dead_letter_header_the_message_is_as_before(level, encoding):
    header = letter(encoding=encoding, ccsid=1208)
    if level == "p944":  # that program takes the header out of the hex rows and prints its fields
        header["dlh"] = dlh(2053, "ORDERS", "QM2", encoding, 1208, "2026010112000000", format="MQHRF2")[1]
        header["data"] = header["data"][172:]
    found = rows(amqsbcg, dump([header | {"Encoding": encoding}], "DLQ", level).encode())
    assert found[0]["dlh"]["Reason"] == 2053
    _, (again,), _ = written(found, dlh=False)
    assert md(again) == md(found[0]) | {"Format": "MQHRF2", "Encoding": encoding, "CodedCharSetId": 1208}
    assert again["data"] == b"an order"
    _, (again,), _ = written(found)
    assert again["data"] == letter(encoding=encoding, ccsid=1208)["data"]


def test_a_header_without_a_charset_leaves_that_of_the_message():
    data = bytearray(letter()["data"])
    data[112:116] = bytes(4)
    _, (again,), _ = written(rows(dmpmqmsg, unload([letter(data=bytes(data), CodedCharSetId=850)])), dlh=False)
    assert (again["md"]["CodedCharSetId"], again["md"]["Encoding"]) == (850, 273)


@pytest.mark.parametrize(("evidence", "said"), [
    (unload([letter(body=bytes(100))]).replace(b"X 0000000000", b"X ****000000", 1), "2 bytes are masked"),
    (unload([letter()], options="t"), "line ends are lost"),
    (unload([letter()], options="N"), "MQMD is not in the evidence"),
    (unload([letter(ReplyToQ="É")]), "ReplyToQ"),
    (unload([letter(PutApplName="a\tb")]), "PutApplName"),
    (unload([letter()]).replace(b"A MSI 0001", b"A MSI "), "24 bytes of MsgId"),
    (b"A VER 2\nA MSI 00\nX 00\n\n", "Format, Encoding and CodedCharSetId"),
    (unload([letter()]).partition(b"\nX ")[0], "no data lines"),
    (b"no text", "MQMD is not in the evidence"),
])  # fmt: skip
def test_what_is_not_known_is_left_out_and_said(evidence, said):
    kept, _, reasons = written(rows(dmpmqmsg, evidence))
    assert kept == [] and said in reasons[0]


@pytest.mark.parametrize("there", [124, 150, 171])
@pytest.mark.parametrize("printed", [unload, lambda found: dump(found, "DLQ").encode()])
def test_a_cut_dead_letter_header_is_not_taken_off(there, printed):
    found = rows(dmpmqmsg if printed is unload else amqsbcg, printed([letter(data=letter()["data"][:there])]))
    kept, _, (reason,) = written(found, dlh=False)
    assert kept == [] and f"its MQDLH is cut: {there} of its 172 bytes" in reason
    (kept,), (again,), _ = written(found)
    assert again["data"] == kept["data"] == letter()["data"][:there]
    whole = rows(dmpmqmsg, unload([letter(body=b"")]))
    assert written(whole, dlh=False)[1][0]["data"] == b""


def test_defaults_that_will_be_used_are_said():
    found = rows(dmpmqmsg, b"A VER 2\nA ENC 546\nA CCS 1208\nA FMT MQSTR   \nX 4142\n\n")
    kept, (again,), _ = written(found)
    assert "its defaults: Report, MsgType" in next(verdicts(kept)).reason
    assert (md(again), again["data"]) == (md(found[0]), b"AB")


def test_the_first_lines_say_that_the_originals_are_still_on_the_queue(spark, out):
    write_dmpmqmsg(table(spark, rows(amqsbcg, dump([letter()], "DLQ.ONE").encode())), out)
    head = out.read_text().partition("\n\n")[0].splitlines()
    assert head[0].startswith("* DMPMQMSG ") and all(line.startswith("* ") for line in head)
    assert any("originals are still on the queue" in line for line in head)
    assert any("expiry" in line and "again" in line for line in head)


@pytest.mark.parametrize(("expiry", "expected", "said"), [
    ("kept", 300, "its Expiry of 30 seconds counts again from the load"), ("unlimited", -1, ""),
    ("left_out", None, "its defaults: Expiry"),
])  # fmt: skip
def test_expiry_is_kept_unlimited_or_left_out(expiry, expected, said):
    found = pa.Table.from_pylist(rows(dmpmqmsg, unload([letter(Expiry=300)])), MESSAGES).to_pylist(
        maps_as_pydicts="strict"
    )
    (verdict,) = verdicts(found, expiry=expiry)
    assert said in verdict.reason
    text = dmpmqmsg.header(queue="Q1") + verdict.lines
    (again,) = [row for row in rows(dmpmqmsg, text.encode("ascii")) if row.get("md")]
    assert again["md"].get("Expiry") == expected


def test_another_expiry_is_the_callers_mistake(spark, out):
    with pytest.raises(ExpiryExpected, match="kept, unlimited, left_out"):
        write_dmpmqmsg(table(spark, []), out, expiry="never")


def test_what_is_left_out_is_reported(spark, out):
    found = rows(dmpmqmsg, unload([letter(), {"data": b"x", "MsgId": ID}]), "a") + rows(dmpmqmsg, unload([], "B"), "b")
    rescued = write_dmpmqmsg(table(spark, found), out)
    report = {(r.file, r.number): (r.written, r.reason) for r in rescued.report.collect()}
    assert str(rescued) == f"2 messages written to {out}, 1 left out; the originals are still on the queue"
    assert report["b", None] == (False, "its MQMD is not in the evidence")
    assert report["a", 1][0] and report.keys() == {("b", None), ("a", 1)}
    assert write_dmpmqmsg(table(spark, found[2:]), out).written == 0
    assert rows(dmpmqmsg, out.read_bytes())[0]["error"].startswith("a header without any message")


def test_a_subset_of_the_columns_is_enough(spark, out):
    found = table(spark, rows(dmpmqmsg, unload([letter(), {"data": b"x"}])))
    assert write_dmpmqmsg(found.select("md", "data"), out).written == 2
    with pytest.raises(MessagesExpected, match="without data"):
        write_dmpmqmsg(found.select("md", "body"), out)


def test_queues_are_named_where_they_change(spark, out):
    found = rows(dmpmqmsg, unload([letter()], "ONE") + unload([letter()], "TWO"))
    write_dmpmqmsg(table(spark, found), out)
    assert [row["queue"] for row in rows(dmpmqmsg, out.read_bytes())] == ["ONE", "TWO"]


def test_a_split_export_is_read_and_written_as_the_whole(spark, tmp_path, out):
    from mqforensics import register

    register(spark)
    messages = [{"MsgId": bytes(20) + n.to_bytes(4, "big"), "data": bytes(n % 200)} for n in range(300)]
    source = tmp_path / "export.txt"
    source.write_bytes(unload(messages, "SPLIT"))
    table = spark.read.format("dmpmqmsg").option("splitSize", 150_000).load(str(source))
    assert write_dmpmqmsg(table.orderBy("offset"), out).written == 300
    again = rows(dmpmqmsg, out.read_bytes())
    assert [(r["number"], r["md"]["MsgId"], r["data"]) for r in again] == [
        (n + 1, message["MsgId"], message["data"]) for n, message in enumerate(messages)
    ]
    assert [row.number for row in table.select("number").orderBy("offset").collect()] == list(range(1, 301))


def test_nothing_is_left_when_the_table_cannot_be_read(spark, out):
    from pyspark.sql import functions as F

    found = table(spark, rows(dmpmqmsg, unload([letter()])))
    broken = found.withColumn("number", F.raise_error(F.lit("gone")).cast("int"))
    with pytest.raises(Exception, match="gone"):
        write_dmpmqmsg(broken, out)
    assert list(out.parent.iterdir()) == []


def test_what_is_no_file_is_said_before_any_work_and_nothing_lies_beside_it(spark, tmp_path):
    found = table(spark, rows(dmpmqmsg, unload([letter()])))
    for write in (write_dmpmqmsg, partial(export, format="csv")):
        (tmp_path / "folder").mkdir(exist_ok=True)
        with pytest.raises(FileExpected, match="got the folder"):
            write(found, tmp_path / "folder")
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("name", [
    b"Q\rA USR evil", b"Q\x0bA USR evil", b"Q\x0cX", b"Q\x85A USR evil", "QÜ".encode(), "Q\u2028A USR evil".encode(), b"Q\x1cA USR evil", b"Q\xe9",
])  # fmt: skip
def test_no_name_of_a_queue_puts_a_line_into_the_file_or_loses_a_message(name):
    one = dump([{"data": b"a", "MsgId": ID}], "QUEUE").encode().replace(b"'QUEUE'", b"'" + name + b"'")
    found = rows(amqsbcg, one + one.replace(name, b"OTHER" + name))
    assert len([row for row in found if row["md"]]) == 2
    found = pa.Table.from_pylist(found, MESSAGES).to_pylist(maps_as_pydicts="strict")
    text = "".join(piece for piece, _ in loadable(verdicts(found)))
    kinds = {line[:1] for line in re.split(r"[\r\n\x0b\x0c\x1c\x85\u2028]", text)}
    assert (
        text.isascii()
        and kinds == {"*", "A", "X", ""}
        and "\nA USR evil" not in re.sub(r"[\r\x0b\x0c\x1c]", "\n", text)
    )
    again = [row for row in rows(dmpmqmsg, text.encode("ascii")) if row.get("md")]
    assert [row["md"]["MsgId"] for row in again] == [ID, ID]
