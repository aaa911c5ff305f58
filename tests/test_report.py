import json
import re
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import nbformat
import pytest

from mqforensics import report as reporting
from mqforensics.__main__ import _headline, main
from mqforensics.errors import FolderExpected
from tests.writers.cases import SAMPLES


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.outside, self.images, self.links, self.ids = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.links += [given["href"].removeprefix("#")] if "href" in given else []
        self.ids += [given["id"]] if "id" in given else []
        if tag == "img":
            self.images.append(given)
        self.outside += [v for k, v in given.items() if k in ("src", "href") and v and v.startswith(("http", "//"))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    assert main(["report", str(SAMPLES / "dlq_mixed"), "-o", str(folder)]) == 0
    return folder


def test_the_page_is_one_file_without_script_or_anything_from_outside(folder):
    text = (folder / "report.html").read_text()
    page = Page(text)
    assert "script" not in page.tags and page.outside == []
    assert not re.search(r"url\(\s*['\"]?(?:https?:)?//", text)
    assert all(image["alt"] and image["src"].startswith("data:") for image in page.images)


def test_the_answer_stands_before_everything_else(folder):
    text = re.sub(r"<style.*?</style>", "", (folder / "report.html").read_text(), flags=re.S)
    places = [text.index(said) for said in ('class="answer', "DISPLAY ", "Findings</h2>", "What was read</h2>")]
    assert places == sorted(places)
    assert "open_case(" not in text


def test_every_link_leads_to_a_place_on_the_page(folder):
    page = Page((folder / "report.html").read_text())
    assert page.links and set(page.links) <= set(page.ids)


def test_findings_say_the_same_to_a_program(folder):
    whole = json.loads((folder / "findings.json").read_text())
    assert set(whole) == {"schema", "kit", "inputs", "parameters", "headline", "findings", "outputs"}
    schema = Path(__file__).parents[1] / "docs" / "findings.schema.json"
    jsonschema.validate(whole, json.loads(schema.read_text()))
    [dump] = [row for row in whole["inputs"] if row["format"]]
    assert (dump["file"], dump["format"], dump["records"], len(dump["sha256"])) == ("dlq.txt", "amqsbcg", 300, 64)
    letters = [row for row in whole["findings"] if row["code"] == "DEAD_LETTER"]
    assert len(letters) == 8 and all(row["question"] == "dead_letters" and row["evidence"] for row in letters)


def test_the_executed_notebook_is_kept(folder):
    node = nbformat.read(folder / "report.ipynb", as_version=4)
    assert all(cell.execution_count for cell in node.cells if cell.cell_type == "code")


def test_a_message_can_be_asked_about_on_the_command_line(monkeypatch, capsys, tmp_path):
    seen = []
    (tmp_path / "findings.json").write_text('{"headline": "Nothing waits."}')

    def made(*case, **parameters):
        seen.append(parameters.get("walk"))
        return tmp_path / "report.html"

    monkeypatch.setattr(reporting, "report", made)
    about = ["--queue", "Q", "--queue-manager", "QM1", "--put-time", "2026-03-02T14:30:00Z", "--expiry", "-1"]
    assert main(["report", "case", *about]) == 0 and main(["report", "case"]) == 0
    asked = {"queue": "Q", "queue_manager": "QM1", "put_time": "2026-03-02T14:30:00Z", "expiry": -1}
    assert seen == [asked, None]
    for wrong, said in ((["--queue", "Q", "--msg-id", "zz"], "48 hex digits"), (["--msg-id", "0" * 48], "--queue")):
        assert main(["report", "case", *wrong]) == 2
        assert said in capsys.readouterr().err
    assert len(seen) == 2


def test_the_notebook_asks_what_it_is_given(spark, tmp_path):
    cells = nbformat.read(reporting.notebook_path(reporting.NOTEBOOK), as_version=4).cells
    asked = {"queue": "NO.SUCH.QUEUE", "queue_manager": "QMLON01"}
    given = {"case": str(SAMPLES / "walk_stopped_channel"), "walk": asked, "findings_file": str(tmp_path / "f.json")}
    known: dict = {}
    exec(cells[0].source, known)
    known |= given
    for cell in (cells[1], cells[2], cells[-1]):
        exec(cell.source, known)
    whole = json.loads((tmp_path / "f.json").read_text())
    assert whole["parameters"]["walk"] == asked
    found = {one["code"]: one["statement"] for one in whole["findings"] if one["question"] == "walk"}
    assert found.keys() == {"UNKNOWN", "CHANNEL_NOT_RUNNING"} and "NO.SUCH.QUEUE" in found["UNKNOWN"]


def test_a_notebook_that_fails_leaves_what_there_was(tmp_path, monkeypatch, capsys):
    node = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell("case = ''\nfindings_file = ''", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell("print('found so far')"),
        nbformat.v4.new_code_cell("raise ValueError('the third step')"),
    ])  # fmt: skip
    node.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(node, tmp_path / "broken.ipynb")
    monkeypatch.setattr(reporting, "notebook_path", lambda name: tmp_path / "broken.ipynb")
    assert main(["report", str(SAMPLES / "dlq_mixed"), "-o", str(tmp_path)]) == 1
    page = (tmp_path / "report.html").read_text()
    assert "found so far" in page and "incomplete" in page and "the third step" in page
    assert str(tmp_path / "report.html") in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_is_said_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setattr(reporting.kernel, "required_evidence", lambda *_: pytest.fail("the evidence was read first"))
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(FolderExpected, match="file is not a folder"):
            reporting.report(SAMPLES / "dlq_mixed", out)


def test_a_parameter_that_the_notebook_does_not_know(tmp_path):
    with pytest.raises(ValueError, match="expected parameters among"):
        reporting.report(SAMPLES / "dlq_mixed", tmp_path, colour="blue")


@pytest.mark.parametrize(
    ("headline", "last"),
    [("1 message was lost.", "1 message was lost."), (None, "No question found anything wrong in what it looked at.")],
)
def test_the_last_line_on_the_terminal_is_the_headline(tmp_path, headline, last):
    (tmp_path / "findings.json").write_text(json.dumps({"headline": headline}))
    assert _headline(tmp_path) == last
