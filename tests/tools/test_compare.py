import json

import pytest

from mqforensics import report as reporting
from mqforensics.__main__ import main
from mqforensics.questions.finding import Finding
from mqforensics.tools.compare import ReportExpected, compare, since
from mqforensics.views.page import Page


def finding(id_, statement="1 message is late.", **more):
    known = {"severity": "warning", "degree": None, "as_of": None, "queue_manager": "QM1", "object": "Q1"}
    return {"id": id_, "statement": statement, **known, **more}


def reports(tmp_path, old, new):
    for name, found in (("old", old), ("new", new)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "findings.json").write_text(json.dumps({"findings": found}))
    return tmp_path / "old", tmp_path / "new"


def test_findings_are_matched_by_their_id(tmp_path, capsys):
    old = [finding("a"), finding("b"), finding("c", as_of="2026-01-01T00:00:00Z")]
    new = [finding("b"), finding("c", as_of="2026-01-02T00:00:00Z"), finding("d", "2 messages are late.")]
    told = compare(*reports(tmp_path, old, new))
    assert [[one["id"] for one in of] for of in (told.new, told.gone, told.same)] == [["d"], ["a"], ["b"]]
    assert [(before["id"], now["as_of"]) for before, now in told.changed] == [("c", "2026-01-02T00:00:00Z")]
    assert main(["compare", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "new      warning: 2 messages are late. [QM1 Q1]"


def test_where_the_evidence_stands_makes_no_other_finding(tmp_path):
    told = compare(*reports(tmp_path, [finding("a", evidence=[1])], [finding("a", evidence=[2])]))
    assert (len(told.same), told.new, told.gone, told.changed) == (1, [], [], [])


def test_what_stands_in_a_report_is_no_command_to_the_terminal(tmp_path, capsys):
    old, new = reports(tmp_path, [], [finding("a", "\x1b[31mred\u202e")])
    assert main(["compare", str(old), str(new)]) == 0
    assert "\x1b" not in (said := capsys.readouterr().out) and "\u202e" not in said


@pytest.mark.parametrize("content", ["{}", "[]", "not json", '{"findings": [{}]}', '{"findings": 5}', None])
def test_what_is_no_report_is_one_sentence(tmp_path, content, capsys):
    reports(tmp_path, [], [])
    if content is not None:
        (tmp_path / "old" / "findings.json").write_text(content)
    else:
        (tmp_path / "old" / "findings.json").unlink()
    with pytest.raises(ReportExpected, match="not the folder of a report"):
        compare(tmp_path / "old", tmp_path / "new")
    assert main(["compare", str(tmp_path / "old"), str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_page_of_the_new_report_says_what_changed(tmp_path):
    now = [Finding("walk", "ON_DLQ", "critical", f"{one} & more.", []) for one in ("A", "B")]
    old = [finding(now[1]._replace(message="2").id, "<b>It was so.</b>"), finding(now[0].id, "A before.")]
    [told, _] = reports(tmp_path, old, [])
    changed = since(told / "findings.json", [now[0], now[1]._replace(message="3")])
    assert [len(of) for of in changed] == [1, 1, 1, 0]
    page = Page.compared(None, changed).data
    assert "New (1)" in page and "Gone (1)" in page and "Changed (1)" in page and "0 findings are the same" in page
    assert f'href="#finding-{now[0].id}"' in page and "&lt;b&gt;It was so." in page and "<b>It" not in page


def test_an_older_report_is_copied_to_where_the_notebook_runs(tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    old, _ = reports(tmp_path, [finding("a")], [])
    assert reporting._older(str(old), work) == {"compare": "older.json"} and reporting._older("", work) == {}
    assert (work / "older.json").read_bytes() == (old / "findings.json").read_bytes()
    with pytest.raises(reporting.ReportExpected, match="older report"):
        reporting._older(str(work / "none"), work)


def test_names_of_an_older_report_come_into_no_redacted_one(tmp_path):
    old, _ = reports(tmp_path, [finding("a")], [])
    case = reporting.Path(__file__).parents[2] / "sample_dumps" / "walk_wrong_rqmname"
    with pytest.raises(ValueError, match="names of its own"):
        reporting.report(case, tmp_path / "out", redact="identity", compare=str(old))
