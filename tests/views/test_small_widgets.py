import re
from datetime import datetime
from types import SimpleNamespace

import pandas as pd
import pytest

from mqforensics.views import answers, investigation
from mqforensics.views.filters import Filter, FilterBar, choices
from mqforensics.views.grid import ROWS, Grid, Order
from mqforensics.views.heatmap import heatmap, matrix
from mqforensics.views.picker import LOOKED, CasePicker, cases
from mqforensics.views.style import words
from tests.writers.cases import SAMPLES

ANSWER = "     1 : display qmgr\nAMQ8408I: Display Queue Manager details.\n   QMNAME(QM1)\n"
ORIGINS = pd.DataFrame({
    "reason": [2053, 2035, 2053, None],
    "reason_name": ["MQRC_Q_FULL", "MQRC_NOT_AUTHORIZED", "MQRC_Q_FULL", "no valid MQDLH"],
    "destination": ["ORDERS.IN", "PAYROLL.IN", "Q6", None],
    "application": ["a", "b", "a", None],
    "messages": [130, 61, 2, 1],
})  # fmt: skip


def test_sample_cases_are_offered_first(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "qm.txt").write_text(ANSWER)
    (tmp_path / "empty").mkdir()
    found = cases(SAMPLES, tmp_path, tmp_path / "not there")
    assert found["case"].iloc[0] == sorted(p.name for p in SAMPLES.iterdir() if p.is_dir())[0]
    assert found["case"].iloc[-1] == "mine" and "empty" not in set(found["case"])
    assert found["files"].iloc[-1] == 1


def test_what_holds_no_evidence_is_not_offered(tmp_path):
    held = {"case/qm.txt": ANSWER, "package/__init__.py": "", "package/qm.txt": ANSWER, "docs/a.md": "# Read this",
            "out/findings.json": '{"schema": 2, "kit": "1", "inputs": []}', "out/qm.txt": ANSWER, ".kept/qm.txt": ANSWER,
            "notes/mine.notes.json": '{"version": 1, "case": "a", "notes": []}', "late/z.txt": ANSWER,
            "own/findings.json": '{"of": "somebody else"}', "own/qm.txt": ANSWER}  # fmt: skip
    held |= {f"many/{number}.txt": "x" for number in range(LOOKED + 1)} | {"late/a.txt": "x"}
    for name, text in held.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert list(cases(tmp_path)["case"]) == ["case", "late", "many", "own"]


def test_a_name_is_looked_for_in_the_list_and_beside_the_present_case(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    picker = CasePicker(SAMPLES, case=str(SAMPLES / "dlq_mixed"), chosen=told.append)
    picker.own.value = "walk_dlq_2051"
    picker.own.value = "no such case"
    assert told == [str(SAMPLES / "walk_dlq_2051"), "no such case"]
    for folder in ("a", "b"):
        (tmp_path / "elsewhere" / folder).mkdir(parents=True)
    picker = CasePicker(case=str(tmp_path / "elsewhere" / "a"), chosen=told.append)
    picker.own.value = "b"
    assert told[-1] == str(tmp_path / "elsewhere" / "b")


def test_what_cannot_be_opened_is_said_in_whole_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr(investigation, "session", lambda **given: None)
    desk = investigation.Investigation(None, case=str(SAMPLES / "dlq_mixed"), output=str(tmp_path))
    desk.pick("no such case")
    assert re.search(r"no such case[^<]*\.<", desk.headline.value)


def test_a_folder_of_evidence_is_a_case_itself():
    assert list(cases(SAMPLES / "dlq_mixed")["case"]) == ["dlq_mixed"]


def test_the_picker_without_a_browser():
    told = []
    picker = CasePicker(SAMPLES, case=str(SAMPLES / "dlq_mixed"), chosen=told.append)
    assert picker.value == str(SAMPLES / "dlq_mixed") and told == []
    picker.list.value = str(SAMPLES / "dlq_put_inhibited")
    picker.own.value = "/elsewhere"
    assert told == [str(SAMPLES / "dlq_put_inhibited"), "/elsewhere"] and picker.value == "/elsewhere"
    assert CasePicker("/nowhere at all").value == ""


def test_the_filter_bar_without_a_browser():
    told = []
    bar = FilterBar(told.append)
    bar.offer(ORIGINS)
    assert told == [] and bar.value == Filter() and str(bar.value) == "all"
    assert bar.lists["reason_name"].options[1] == ("MQRC_Q_FULL (132)", "MQRC_Q_FULL")
    bar.lists["reason_name"].value = "MQRC_Q_FULL"
    bar.since.value = datetime(2026, 3, 7, 7, 30)
    bar.text.value = " order "
    assert told[-1] == bar.value == Filter("MQRC_Q_FULL", since=datetime(2026, 3, 7, 7, 30), text="order")
    assert str(bar.value) == "reason MQRC_Q_FULL, since 2026-03-07 07:30:00 UTC, with the text 'order'"
    bar.reset()
    assert len(told) == 4 and told[-1] == Filter()


def test_only_values_that_are_there_are_offered():
    assert [value for _, value in choices(ORIGINS, "destination")] == [None, "ORDERS.IN", "PAYROLL.IN", "Q6"]


def test_the_grid_without_a_browser():
    wanted, chosen = [], []
    grid = Grid({"number": 1, "reason": 2}, wanted.append, chosen.append)
    rows = pd.DataFrame({"file": ["f"] * ROWS, "number": range(ROWS), "reason": [None, *range(ROWS - 1)]}).astype(
        object
    )
    grid.show(rows, 30)
    assert grid.value is None and grid.where.value == f"1–{ROWS} of 30" and grid.back.disabled
    assert [column["title"] for column in grid.body.page["columns"]] == ["#", "code"]
    assert grid.body.page["rows"][:2] == [[("0", "0"), ("", "")], [("1", "1"), ("0", "0")]]
    browser(grid, open=3)
    assert grid.value["number"] == 3 and chosen == [grid.value] and grid.body.chosen == 3
    browser(grid, sort="reason", descending=False)
    browser(grid, sort="reason", descending=True)
    browser(grid, turn=1)
    grid.turn(10**6)
    assert wanted == [Order("reason"), Order("reason", True), Order("reason", True, 12), Order("reason", True, 24)]
    grid.show(rows.head(6), 30)
    assert grid.on.disabled and grid.where.value == "25–30 of 30" and len(grid.body.page["rows"]) == 6
    grid.show(rows.head(0), 0)
    assert grid.where.value == "No message fits."


def browser(grid, **said):
    """What the grid's script would tell."""
    grid.body._handle_custom_msg(said, [])


def test_what_a_browser_cannot_have_shown_is_no_choice():
    wanted, chosen = [], []
    grid = Grid({"number": 1}, wanted.append, chosen.append)
    grid.show(pd.DataFrame({"number": [1]}), 1)
    for said in ({"open": 1}, {"open": -1}, {"open": "0"}, {"sort": "1; drop"}, {"turn": 10**9}, {}):
        browser(grid, **said)
    assert wanted == chosen == []


def test_other_columns_are_sorted_by_one_of_them():
    grid = Grid({"number": 1, "reason": 2})
    grid.sort("reason", descending=True)
    assert grid.first() == Order("reason", True) == grid.first({"file": 1, "reason": 1})
    assert grid.first({"file": 1}) == Order("file")


def test_the_heat_map_counts_every_message():
    counts = matrix(ORIGINS)
    assert counts.to_numpy().sum() == 194
    assert list(counts.index) == ["MQRC_Q_FULL", "MQRC_NOT_AUTHORIZED", "no valid MQDLH"]
    assert counts.loc["MQRC_Q_FULL", "Q6"] == 2 and counts.loc["no valid MQDLH", "none"] == 1
    made = heatmap(ORIGINS)
    assert "MQRC_Q_FULL for ORDERS.IN: 130" in words(made)
    assert {text.get_text() for text in made.axes[0].texts} == {"130", "61", "2", "1"}
    assert "130 with MQRC_Q_FULL" in made.axes[0].get_title(loc="left")


def test_many_destinations_share_a_column():
    many = pd.DataFrame({"reason_name": "R", "destination": [f"Q{n}" for n in range(40)], "messages": range(40, 0, -1)})
    counts = matrix(many)
    assert counts.shape == (1, 11) and counts.columns[-1] == "other" and counts.to_numpy().sum() == sum(range(41))


@pytest.mark.parametrize("columns", [["reason_name", "destination", "messages"]])
def test_nothing_is_drawn_of_nothing(columns):
    assert words(heatmap(pd.DataFrame(columns=columns))) == "No dead-lettered messages."


def test_the_findings_of_a_tab_are_saved_under_the_name_of_its_question(monkeypatch, tmp_path):
    works, wrote = [], []
    monkeypatch.setattr(answers, "frame", lambda spark, made: (spark, made))
    monkeypatch.setattr(answers, "export", lambda table, path, format: wrote.append((table, path, format)) or path)
    tab = answers.AnswerTab("walk", lambda label, job, then: works.append(label) or then(job()), tmp_path)
    tab.load(SimpleNamespace(spark="spark", name="case"))
    assert tab.save.layout.display == "none"
    tab._made = ["one"]
    tab._show((pd.DataFrame({"statement": ["It waits."]}), []))
    assert tab.save.layout.display is None
    tab.save.format.value = "xlsx"
    tab.save.button.click()
    assert wrote == [(("spark", ["one"]), tmp_path / "case.walk.xlsx", "xlsx")] and works == ["Saving"]
    assert tab.save.value == tmp_path / "case.walk.xlsx"
    tab.load(SimpleNamespace(spark="spark", name="other"))
    assert tab.save.layout.display == "none" and tab._made == ()
