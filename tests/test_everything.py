"""One case with a file of every format: each is known, each table is filled, and the report reads them all."""

import json
import re

import pytest

from mqforensics import open_case
from mqforensics.__main__ import main
from mqforensics.formats import NAMES, format_module
from mqforensics.formats.tables import SCHEMAS
from tests.writers.everything_case import FILES, FOLDER, PASSWORD

TRUE = re.findall(r"(?m)^\| `([^`]+)` \| `(\w+)` \| (\d+) \|", (FOLDER / "TRUTH.md").read_text())
FORMATS = {name: format for name, format, _ in TRUE}
ROWS = {name: int(rows) for name, _, rows in TRUE}
"""What TRUTH.md says of each file."""


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_as_they_were_made(name):
    assert (FOLDER / name).read_bytes() == FILES[name]()


def test_it_holds_every_format():
    assert set(FORMATS.values()) == set(NAMES) and {format_module(name).TABLE for name in NAMES} == set(SCHEMAS)
    assert {path.name for path in FOLDER.iterdir()} == {*FORMATS, "TRUTH.md"}


def test_each_file_is_known_and_read_without_a_problem(spark):
    case = open_case(spark, FOLDER)
    found = {row.file: row for row in case.inventory.collect()}
    assert {name: row.format for name, row in found.items()} == {**FORMATS, "TRUTH.md": None}
    assert {name: row.records for name, row in found.items() if row.format} == ROWS
    assert {row.problems for row in found.values() if row.format} == {0}
    for table in SCHEMAS:
        of = {name for name, format in FORMATS.items() if table == format_module(format).TABLE}
        assert {row.file for row in getattr(case, table).select("file").collect()} == of


def test_the_password_is_in_no_row_unless_asked_for(spark):
    rows = open_case(spark, FOLDER).messages.where("file = 'by_hand.dat'").orderBy("number").collect()
    assert PASSWORD not in str(rows) and [row.data is None for row in rows] == [True, False]
    assert rows[0].body_text == "invoice 3: 48.20"
    asked = spark.read.format("mqmessage").option("secrets", "true").load(str(FOLDER / "by_hand.dat"))
    assert asked.where("number = 1").first().headers[0].fields["Password"] == PASSWORD


def test_the_report_reads_it_whole(tmp_path):
    assert main(["report", str(FOLDER), "-o", str(tmp_path)]) == 0
    whole = json.loads((tmp_path / "findings.json").read_text())
    assert {row["file"]: row["format"] for row in whole["inputs"] if row["format"]} == FORMATS
    assert all(row["records"] == ROWS[row["file"]] and not row["problems"] for row in whole["inputs"] if row["format"])
    page = (tmp_path / "report.html").read_text()
    assert all(name in page for name in FORMATS) and "report is incomplete" not in page and "incomplete" not in whole
    for path in tmp_path.iterdir():
        assert PASSWORD not in path.read_text()
    assert {"dead_letters"} <= {row["question"] for row in whole["findings"]}
