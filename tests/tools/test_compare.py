import json

import pytest

from mqforensics.__main__ import main
from mqforensics.tools.compare import ReportExpected, compare


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
