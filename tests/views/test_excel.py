"""Tables as workbooks of Excel: what a spreadsheet would take for a formula or a link is text, numbers are numbers."""

import io
import re
import zipfile

from mqforensics.views import export

HOSTILE = ['=HYPERLINK("http://x/")', "+1", "@SUM(A1)", "http://x/y", "007", "\x1b[2J", None, "a" * 40_000]


def written(names, numbers, rows):
    file = io.BytesIO()
    export.write_workbook(file, names, numbers, rows)
    with zipfile.ZipFile(file) as book:
        return {name: book.read(name).decode() for name in book.namelist()}, file.getvalue()


def test_a_strangers_text_is_no_formula_and_no_link():
    parts, _ = written(["text"], [False], [[text] for text in HOSTILE])
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert (
        "<f>" not in sheet
        and "hyperlink" not in sheet
        and not any("rels" in name and "sheet" in name for name in parts)
    )
    assert re.findall(r"<t[^>]*>([^<]*)</t>", sheet)[1:4] == ['=HYPERLINK("http://x/")', "+1", "@SUM(A1)"]
    assert "007" in sheet and "\x1b" not in sheet and "a" * (export.CELL - 1) + "…" in sheet


def test_numbers_are_numbers_where_excel_keeps_them_whole():
    parts, _ = written(["n"], [True], [["2051"], ["-1.5"], [None], ["12345678901234567890"], ["007"]])
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert re.findall(r"<v>([^<]*)</v>", sheet) == ["2051", "-1.5"]
    assert "12345678901234567890" in sheet and "007" in sheet


def test_a_table_that_is_longer_than_a_sheet_goes_on_in_the_next(monkeypatch):
    monkeypatch.setattr(export, "SHEET", 3)
    parts, _ = written(["n"], [True], [[str(n)] for n in range(5)])
    sheets = [parts[f"xl/worksheets/sheet{nth}.xml"] for nth in (1, 2, 3)]
    assert [re.findall(r"<v>(\d+)</v>", sheet) for sheet in sheets] == [["0", "1"], ["2", "3"], ["4"]]
    assert all(">n</t>" in sheet for sheet in sheets)


def test_the_same_table_gives_the_same_file():
    assert written(["n"], [True], [["1"]])[1] == written(["n"], [True], [["1"]])[1]


def test_an_empty_table_is_its_heading():
    parts, _ = written(["n"], [True], [])
    assert ">n</t>" in parts["xl/worksheets/sheet1.xml"]
