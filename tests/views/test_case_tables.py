"""The tab of all tables: any column, a condition in Spark SQL, rows opened; a message followed; files uploaded."""

import pytest

from mqforensics import open_case
from mqforensics.views.case_tables import SHOWN, column_names, names, page_of, readable
from mqforensics.views.filters import Filter
from mqforensics.views.grid import Order
from mqforensics.views.investigation import Investigation
from mqforensics.views.letters import letters_of
from mqforensics.views.picker import CasePicker, uploaded_case
from tests.writers.cases import SAMPLES

MIXED, EVERYTHING = SAMPLES / "dlq_mixed", SAMPLES / "everything"


@pytest.fixture(scope="module")
def case(spark):
    with open_case(spark, EVERYTHING) as case:
        yield case


@pytest.fixture(scope="module")
def desk(spark, tmp_path_factory):
    desk = Investigation(spark, SAMPLES, case=str(MIXED), output=str(tmp_path_factory.mktemp("desk")))
    desk.tabs.selected_index = 1
    desk.tabs.selected_index = len(desk.tabs.children) - 1
    desk.wait()
    return desk


def test_every_table_with_evidence_is_offered_and_its_first_columns_are_there(case):
    offered = names(case)
    assert {"messages", "objects", "log", "dead_letters", "timeline"} <= set(offered)
    for name in offered:
        frame = readable(case, name)
        assert set(SHOWN.get(name, ())) <= set(column_names(frame)), name
        assert len(page_of(frame, Order(column_names(frame)[0], rows=3))) or name == "refused"  # nobody was refused


def test_a_condition_may_name_a_field_or_a_structure(case):
    messages = readable(case, "messages")
    one = messages.select("MsgId", "file", "number").first()
    assert len(one.MsgId) == 48 and int(one.MsgId, 16) >= 0
    assert messages.where(f"MsgId = '{one.MsgId}' and md.MsgId = unhex('{one.MsgId}')").count() >= 1


def test_a_condition_chooses_and_a_wrong_one_is_said(desk):
    tab = desk.tables
    assert tab.value == "messages" and tab.grid.total == 300
    tab.where.value = "dlh.Reason = 2051"
    desk.wait()
    assert tab.grid.total == 38 and not tab.where.said.value
    tab.where.value = "no such <b>column</b>"
    desk.wait()
    assert tab.where.said.value and "<b>" not in tab.where.said.value
    tab.where.value = "nothing = 1"
    desk.wait()
    assert "nothing" in tab.where.said.value and tab.grid.total == 38
    tab.where.value = ""
    desk.wait()
    assert tab.grid.total == 300
    assert tab.notes()["Tables: this page"]().rows


def test_columns_are_chosen_and_a_message_is_opened_and_followed(desk):
    tab = desk.tables
    tab.columns.value = ("number", "MsgId", "PutApplName")
    desk.wait()
    assert list(tab.grid.columns) == ["number", "MsgId", "PutApplName"] and len(tab.grid.rows)
    tab.grid.sort("MsgId")
    desk.wait()
    assert list(tab.grid.rows["MsgId"]) == sorted(tab.grid.rows["MsgId"])
    tab.grid.choose(0)
    desk.wait()
    assert tab.viewer.value == ("dlq.txt", tab.grid.rows.iloc[0]["number"]) and tab.viewer.layout.display == "flex"
    tab.viewer.trace()
    desk.wait()
    assert tab.grid.rows.iloc[0]["MsgId"] in tab.viewer.journey.value


def test_a_row_of_another_table_shows_its_columns(desk):
    desk.tables.which.value = "timeline"
    desk.wait()
    assert desk.tables.grid.total > 0
    desk.tables.grid.choose(0)
    assert "evidence" in desk.tables.row.value and not desk.tables.viewer.row


def test_a_letter_is_found_by_its_id_and_by_any_condition(spark):
    with open_case(spark, MIXED) as case:
        letters = letters_of(case)
        one = letters.where("number = 7").first()
        for written in (one.msg_id, f"ID:{one.msg_id.lower()}", one.msg_id[20:]):
            assert 7 in [row.number for row in Filter(msg_id=written).apply(letters).collect()]
        assert Filter(where="reason = 2051 and destination = 'CLAIMS.IN'").apply(letters).count() == 38
        assert all(Filter(msg_id=wrong).apply(letters).isEmpty() for wrong in ("zz", "ID:", "414G51"))
        assert "MsgId with" in str(Filter(msg_id="41")) and "where reason" in str(Filter(where="reason = 1"))


def test_a_wrong_condition_on_letters_is_said_and_changes_nothing(desk):
    desk.letters.filters.where.value = "reson = 2051"
    desk.wait()
    assert "reson" in desk.letters.filters.where.said.value and desk.letters.grid.total == 300
    desk.letters.filters.where.value = "reason = 2051"
    desk.wait()
    assert desk.letters.grid.total == 38 and not desk.letters.filters.where.said.value
    desk.letters.filters.reset()
    desk.wait()


def test_uploaded_files_are_a_case_of_their_own(tmp_path):
    picked = []
    picker = CasePicker(chosen=picked.append, keep=tmp_path / "kept")
    names = ("../../etc/passwd", "a.txt", "a.txt", ".hidden", r"C:\logs\$(x).log", "")
    picker.take([{"name": name, "content": name.encode()} for name in names])
    (folder,) = picked
    assert str(tmp_path / "kept") in folder
    found = {path.name: path.read_bytes().decode() for path in (tmp_path / "kept").rglob("*") if path.is_file()}
    assert found == {"passwd": names[0], "a.txt": "a.txt", "3-a.txt": "a.txt", "_hidden": ".hidden",
                     "_(x).log": names[4], "file": ""}  # fmt: skip
    assert (uploaded_case(tmp_path / "kept", []).stat().st_mode & 0o77) == 0
