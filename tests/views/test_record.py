import json

import pandas as pd
import pytest

from mqforensics.investigation_record import Note, Record, RecordExpected, evidence_of
from mqforensics.questions.finding import Evidence
from mqforensics.views import style
from mqforensics.views.notes import NoteForm, note_of, notes

TABLE = pd.DataFrame({"reason": [2053, None], "queue": ["<b>Q6</b>", "=1+1"]})


@pytest.fixture
def record(tmp_path):
    return Record(tmp_path / "out" / "case.notes.json", "case")


def picture():
    made, axes = style.figure(2, 1)
    axes.plot([1, 2])
    return style.with_title(made, "title", 'One: 1, "two": 2')


def test_a_record_is_what_it_was_when_it_is_read_again(record):
    record.add(note_of("a table", TABLE, [Evidence("dlq.txt", number=3)], "see here"))
    record.add(note_of("a picture", picture(), [Evidence("AMQERR01.LOG", line=14)]))
    again = Record(record.path)
    assert (again.case, again.notes) == ("case", record.notes)
    assert again.notes[0].rows == (("2053", "<b>Q6</b>"), ("", "=1+1"))
    record.remove(1)
    assert [note.title for note in Record(record.path).notes] == ["a picture"]


def test_the_report_is_made_anew_from_the_file(record):
    assert notes(record) is None
    record.add(
        note_of(
            "a table", TABLE, [Evidence("dlq.txt", number=3), Evidence("dlq.txt", number=4)], "first\n<i>second</i>"
        )
    )
    record.add(note_of("a picture", picture()))
    page = notes(record.path).data
    assert "Rests on: dlq.txt message 3, 4." in page and "1. a table" in page and "2. a picture" in page
    assert "&lt;b&gt;Q6&lt;/b&gt;" in page and "<i>second</i>" not in page and "<script" not in page
    assert 'alt="One: 1, &#34;two&#34;: 2"' in page and 'src="data:image/png;base64,iVBOR' in page


@pytest.mark.parametrize("text", ["", "[]", '{"notes": 3}', '{"notes": [{"title": "x"}]}', '{"notes": [{"evidence": [{"what": 1}], "rows": []}]}'])  # fmt: skip
def test_a_file_that_is_no_record(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(RecordExpected):
        Record(tmp_path / "x.json")


def test_evidence_is_cited_once():
    rows = [{"file": "a", "number": 1, "other": 2}, {"file": "a", "number": 1}, {"file": "b", "line": 7}]
    assert evidence_of(rows) == (Evidence("a", None, 1), Evidence("b", 7, None))


def test_the_form_without_a_browser(tmp_path):
    form = NoteForm()
    form.begin(tmp_path / "n.json", "case")
    form.offer({"table": lambda: note_of("a table", TABLE), "nothing": lambda: None})
    form.words.value = "look"
    assert form.keep() and form.value == 1 and form.words.value == "" and "a table" in form.list.value
    assert json.loads((tmp_path / "n.json").read_text())["notes"][0]["words"] == "look"
    form.what.value = "nothing"
    assert form.keep() is None and form.value == 1 and "Nothing" in form.said.value
    form.take_back()
    assert form.value == 0 and isinstance(form.record.notes, list) and form.list.value == ""


def test_a_note_says_when():
    assert Note("x").time.endswith("+00:00")
