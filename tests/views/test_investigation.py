"""The desk and its parts on a real case, with Spark and without a browser."""

import csv
import json
import threading
import time
from datetime import datetime

import pandas as pd
import pyarrow.parquet as pq
import pytest

from mqforensics import open_case
from mqforensics.investigation_record import Record
from mqforensics.progress import CANCELLED, DONE, FAILED, Work
from mqforensics.questions import dead_letters
from mqforensics.views.answers import answer
from mqforensics.views.export import FormatExpected, export, safe
from mqforensics.views.filters import Filter
from mqforensics.views.grid import ROWS, Order, page
from mqforensics.views.inventory import counted_files, files_of, inventory
from mqforensics.views.investigation import Investigation
from mqforensics.views.letters import counts, draw_letters, letters_of
from mqforensics.views.message import find
from mqforensics.views.progress_bar import ProgressBar
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES

FULL, INHIBITED = "MQRC_Q_FULL", "MQRC_PUT_INHIBITED"
MIXED = SAMPLES / "dlq_mixed"


@pytest.fixture(scope="module")
def case(spark):
    return open_case(spark, MIXED)


@pytest.fixture(scope="module")
def letters(case):
    return letters_of(case).persist()


@pytest.fixture(scope="module")
def desk(spark, tmp_path_factory):
    desk = Investigation(spark, SAMPLES, case=str(MIXED), output=str(tmp_path_factory.mktemp("desk")))
    desk.wait()
    assert desk.letters.is_new and 'section class="answer critical"' in desk.overview.page.value
    desk.tabs.selected_index = 1
    desk.wait()
    return desk


def test_the_inventory_is_there_before_any_record_is_read(case):
    assert "1 file" not in inventory(case).data and "dlq.txt" in inventory(case).data
    assert files_of(case).set_index("file").loc["dlq.txt", ["format", "kind"]].to_list() == ["amqsbcg", "messages"]
    known = counted_files(case).set_index("file")
    assert known.loc["dlq.txt", "records"] == 300 and len(known.loc["dlq.txt", "sha256"]) == 64


@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        (Filter(), 300),
        (Filter(reason_name=FULL), 132),
        (Filter(reason_name=INHIBITED, destination="CLAIMS.IN"), 38),
        (Filter(destination="nowhere"), 0),
        (Filter(reason_name=FULL, since=datetime(2026, 3, 7, 7, 30), until=datetime(2026, 3, 7, 8, 5)), 132),
        (Filter(since=datetime(2100, 1, 1)), 0),
        (Filter(text="claims.IN item 79657"), 1),
    ],
)
def test_filters(case, letters, chosen, count):
    assert chosen.apply(letters).count() == count
    if chosen.text:
        assert chosen.apply(letters, case.messages).count() == count


def test_text_is_sought_in_the_whole_payload(spark, letters):
    fifth = letters.where("number = 5").first().offset
    long = spark.createDataFrame(
        [("dlq.txt", fifth, "x" * 500 + " NEEDLE")], "file string, offset long, body_text string"
    )
    wanted = Filter(text="needle")
    assert wanted.apply(letters).count() == 0
    assert [row.number for row in wanted.apply(letters, long).collect()] == [5]


def test_pages_are_the_sorted_table(letters):
    rows = [page(letters, Order("destination", True, start)) for start in range(0, 36, ROWS)]
    shown = pd.concat(rows)["destination"].to_list()
    every = sorted((r.destination for r in letters.select("destination").collect() if r.destination), reverse=True)
    assert shown == every[:36]
    assert page(letters, Order("number", start=296))["number"].to_list() == [297, 298, 299, 300]


def test_one_message_is_found(case):
    one = find(case, "dlq.txt", 200)
    assert one["number"] == 200 and one["dlh"]["ReasonName"] == INHIBITED
    assert find(case, "dlq.txt", 99_999) is None


def test_of_two_dumps_in_one_file_the_chosen_message_is_opened_and_found(spark, tmp_path):
    said = {"Q.A": b"apples", "Q.B": b"pears"}
    dumps = [dump([{"Format": "MQSTR", "CodedCharSetId": 819, "data": text}], queue) for queue, text in said.items()]
    (tmp_path / "both.txt").write_text("".join(dumps))
    both = open_case(spark, tmp_path)
    every = letters_of(both, everywhere=True)
    rows = page(every, Order()).to_dict("records")
    assert [(row["number"], row["queue"]) for row in rows] == [(1, "Q.A"), (1, "Q.B")]
    opened = [find(both, row["file"], row["number"], row["offset"])["body"] for row in rows]
    assert opened == list(said.values())
    assert [row.queue for row in Filter(text="PEARS").apply(every, both.messages).collect()] == ["Q.B"]


RISKY = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", '"=1"', "ok", "", None, "a=1"]


def test_a_saved_table_runs_nothing_in_a_spreadsheet(spark, tmp_path):
    rows = [(text, -1, b"\x01", {"a": 1}, [1], [";=1"]) for text in RISKY]
    kinds = "text string, number int, bytes binary, map map<string, int>, list array<int>, texts array<string>"
    frame = spark.createDataFrame(rows, kinds)
    with open(export(frame, tmp_path / "t.csv"), newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert [row["text"] for row in found] == [safe(text) or "" for text in RISKY]
    assert [row["text"][:1] == "'" for row in found] == [True] * 8 + [False] * 4
    assert {row["texts"] for row in found} == {"""[";'=1"]"""}
    assert {(row["number"], row["bytes"], row["map"], row["list"]) for row in found} == {("-1", "01", '{"a":1}', "[1]")}


def test_a_saved_table_is_the_table(letters, tmp_path):
    wanted = letters.orderBy("number").limit(20)
    rows = [row.asDict(recursive=True) for row in wanted.drop("put_time", "dlq_time").collect()]
    saved = pq.read_table(export(wanted, tmp_path / "t.parquet"))
    assert saved.drop_columns(["put_time", "dlq_time"]).to_pylist() == rows
    told = json.loads(export(wanted, tmp_path / "t.json").read_text(encoding="utf-8"))
    assert [{k: v for k, v in row.items() if not k.endswith("_time")} for row in told] == rows
    first = saved.column("put_time")[0].as_py()
    assert told[0]["put_time"] == f"{first:%Y-%m-%dT%H:%M:%S.%f}Z" and first.tzinfo is not None


def test_whole_messages_are_saved_too(case, tmp_path):
    few = case.messages.where("number <= 3")
    assert [len(row["data"]) for row in pq.read_table(export(few, tmp_path / "m.parquet")).to_pylist()] == [
        206,
        207,
        206,
    ]
    assert len(json.loads(export(few, tmp_path / "m.json").read_text(encoding="utf-8"))) == 3


def test_a_password_is_not_saved(spark, tmp_path):
    schema = "number int, headers array<struct<StrucId: string, offset: int, fields: map<string, string>>>, data binary"
    rows = [(1, [("IIH", 0, {"Authenticator": None})], b"S3CRETPW" * 20), (2, [("DLH", 0, {})], b"plain")]
    told = json.loads(export(spark.createDataFrame(rows, schema), tmp_path / "s.json").read_text())
    assert [row["data"] for row in told] == [None, b"plain".hex().upper()]


def test_a_format_that_is_not_there(letters, tmp_path):
    with pytest.raises(FormatExpected, match="csv, xlsx, json, parquet"):
        export(letters, tmp_path / "t.ods")
    assert list(tmp_path.iterdir()) == []


def test_work_tells_how_far_its_stages_are(spark):
    told, heard = [], threading.Event()
    rows = spark.range(0, 1_000_000, 1, 16).selectExpr("sum(hash(id, id + 1))")

    def tell(progress):
        told.append(progress)
        if progress.share == 1:
            heard.set()

    work = Work(spark, lambda: (rows.collect(), heard.wait(60)), tell)  # else it may end before anybody looks
    assert work.start().wait(120) and work.state == DONE
    assert heard.is_set() and told[-1].tasks >= 16 and all(0 <= progress.share <= 1 for progress in told)


def test_work_is_cancelled(spark):
    work = Work(spark, lambda: spark.range(0, 10**13, 1, 8).selectExpr("sum(hash(id))").collect()).start()
    until = time.time() + 60
    while work.progress.tasks == 0 and time.time() < until:
        time.sleep(0.1)
    assert work.progress.tasks >= 8
    work.cancel()
    with pytest.raises(Exception) as raised:  # whatever Spark calls it
        work.wait(60)
    assert work.state == CANCELLED and not isinstance(raised.value, TimeoutError)
    assert spark.range(5).count() == 5


def test_work_that_fails_says_so(spark):
    bar, shown = ProgressBar(spark), []
    bar.run("Dividing", lambda: 1 / 0, shown.append)
    bar.wait()
    assert bar.said.value == "Dividing failed: ZeroDivisionError: division by zero" and shown == []
    work = Work(spark, lambda: 1 / 0).run()
    assert work.state == FAILED
    bar.run("Counting", spark.range(3).count, shown.append)
    bar.wait()
    assert shown == [3] and bar.said.value == "Ready." and not bar.busy and bar.value == 1.0


def test_the_desk_opens_a_case(desk):
    assert desk.value == str(MIXED) and repr(desk) == "Investigation of dlq_mixed"
    assert (
        desk.bar.said.value == "Ready."
        and "299 messages were dead-lettered for 8 reasons" in desk.letters.sentence.value
    )
    assert desk.letters.grid.total == 300 and "<td>300</td>" in desk.inventory.value
    assert (
        'alt="Arrivals over time' in desk.letters.pictures.value
        and "MQRC_Q_FULL for ORDERS.IN: 132" in desk.letters.pictures.value
    )


def test_the_desk_chooses_opens_and_keeps(desk):
    desk.letters.filters.lists["reason_name"].value = INHIBITED
    desk.wait()
    assert desk.letters.grid.total == 38 and set(desk.letters.grid.rows["reason"]) == {2051}
    desk.letters.grid.choose(1)
    desk.wait()
    row = desk.letters.grid.rows.iloc[1]
    assert desk.letters.viewer.value == ("dlq.txt", row["number"])
    assert (
        "2051 MQRC_PUT_INHIBITED" in desk.letters.viewer.page.value
        and "<pre class='hex'>" in desk.letters.viewer.page.value
    )
    for what in desk.letters.notes():
        desk.notes.what.value = what
        assert desk.notes.keep(), what
    kept = Record(desk.output / "dlq_mixed.notes.json")
    assert [note.title.split(":")[0] for note in kept.notes] == [
        "Dead letters", "Arrivals over time", "By reason and destination", f"Message {row['number']} of dlq.txt"]  # fmt: skip
    assert all(note.evidence for note in kept.notes) and kept.notes[3].evidence[0].number == row["number"]
    desk.letters.write("csv")
    desk.wait()
    assert len(desk.letters.save.value.read_text(encoding="utf-8").splitlines()) == 39
    desk.letters.filters.reset()
    desk.wait()
    assert desk.letters.grid.total == 300 and desk.letters.viewer.value is None


def test_a_tab_asks_its_question_once(desk):
    desk.tabs.selected_index = 2
    desk.wait()
    assert "no evidence for it" in desk.answers["walk"].page.value and not desk.answers["walk"].value
    assert desk.answers["walk"].save.layout.display == "none"
    desk.overview.write("parquet")
    desk.wait()
    saved = pq.read_table(desk.overview.save.value)
    assert saved.num_rows == desk.overview.value and desk.overview.save.value.name == "dlq_mixed.findings.parquet"
    assert {"statement", "evidence", "next"} <= set(saved.column_names)
    desk.tabs.selected_index = 2 + list(desk.answers).index("handler")
    desk.wait()
    assert "ACTION(" in desk.answers["handler"].page.value
    desk.tabs.selected_index = 1


def test_a_case_without_messages(desk, tmp_path):
    desk.tabs.selected_index = 1
    desk.pick(str(SAMPLES / "walk_no_dlq"))
    desk.wait()
    assert "no dump of messages" in desk.letters.sentence.value and desk.letters.grid.total == 0
    desk.tabs.selected_index = 2
    desk.wait()
    assert desk.answers["walk"].value and 'alt="Route of ' in desk.answers["walk"].page.value
    desk.notes.what.value = "Walk: picture"
    assert desk.notes.keep().picture and Record(desk.output / "walk_no_dlq.notes.json").case == "walk_no_dlq"
    desk.pick(str(tmp_path / "nowhere"))
    desk.wait()
    assert str(tmp_path / "nowhere") in desk.headline.value and desk.value == str(SAMPLES / "walk_no_dlq")


def test_every_answer_is_had_without_a_widget(case):
    assert "no evidence for it" in answer(case, "browse")[0].data


def test_what_several_captures_show_is_counted_once(spark, tmp_path):
    text = (SAMPLES / "walk_full_queue" / "dlq.txt").read_text()
    for name, end in (("a.txt", ""), ("b.txt", "\n")):
        (tmp_path / name).write_text(text + end)
    letters = letters_of(open_case(spark, tmp_path))
    found = counts(letters)
    messages = found.rows
    assert (
        messages > 0
        and all(len(row.captures) == 2 for row in letters.collect())
        and [sum(row["messages"] for row in found.reasons), found.origins["messages"].sum()] == [messages] * 2
    )
    assert f"{messages} message" in dead_letters.headline(found.reasons)
    assert len(draw_letters(letters).places) == found.rows
