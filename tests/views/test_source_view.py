"""A quote on the desk opens its file at its line, beside the answer that cites it."""

from types import SimpleNamespace

from mqforensics.files import files
from mqforensics.views.source_view import LinkedAnswer, SourceView

TEXT = "\n".join(f"line {number} <b>" for number in range(1, 61)).replace("line 30", "AMQ9999E: it ended, line 30")


def case_of(folder):
    (folder / "a.log").write_text(TEXT)
    return SimpleNamespace(made={}, files=list(files(str(folder))), tables_of=lambda name: ())


def at_once(label, job, then):
    then(job())


def test_a_clicked_quote_opens_its_file_at_its_line(tmp_path):
    view = SourceView(at_once)
    answer = LinkedAnswer(view.look_at)
    view.offer(case_of(tmp_path), {("a.log", 30, None): "quote-1"})
    assert view.layout.display == "none"
    answer._handle_custom_msg({"open": "quote-1"}, [])
    assert view.value == ("a.log", 30, None) and view.layout.display is None
    assert '<span class="cited"><i>    30</i> AMQ9999E: it ended, line 30 &lt;b&gt;' in view.shown.value
    assert "line 16 &lt;b&gt;" in view.shown.value and "line 15 &lt;b&gt;" not in view.shown.value
    view.closer.click()
    assert view.value is None and view.shown.value == ""


def test_what_is_no_quote_opens_nothing(tmp_path):
    view = SourceView(at_once)
    answer = LinkedAnswer(view.look_at)
    view.offer(case_of(tmp_path), {})
    for said in ({"open": "quote-9"}, {"open": None}, {"open": 1}, {}):
        answer._handle_custom_msg(said, [])
    assert view.value is None


def test_another_answer_shuts_the_file(tmp_path):
    view, case = SourceView(at_once), case_of(tmp_path)
    view.offer(case, {("a.log", 30, None): "quote-1"})
    view.look_at("quote-1")
    view.offer(case, {("a.log", 31, None): "quote-1"})
    assert view.value is None and view.layout.display == "none"
