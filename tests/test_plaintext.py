import csv
import io
import json
import re
import xml.dom.minidom

import pytest

from mqforensics.__main__ import main
from mqforensics.plaintext import escape_controls, escaped, in_json, safe
from mqforensics.views import style
from mqforensics.views.templates import render
from tests.linear import assert_in_line


@pytest.mark.parametrize("text, expected", [
    ("plain Q.1", "plain Q.1"), ("\x1b[31mred\x1b]0;x\x07", r"\x1b[31mred\x1b]0;x\x07"), ("a\u202eb\u200bc", r"a\u202eb\u200bc"),
    ("Grüße 你好", "Grüße 你好"), ("a\nb", r"a\x0ab"), ("\x9b2J", r"\x9b2J"), ("\U000e0041", r"\U000e0041"), ("\ud800", r"\ud800"),
])  # fmt: skip
def test_what_a_terminal_would_obey_is_shown(text, expected):
    assert escape_controls(text) == expected


def test_on_a_page_it_is_neither_markup_nor_turns_words_round():
    turned = "<b>Q\u202etxt\x1b\n"
    assert escaped(turned) == "&lt;b&gt;Q\\u202etxt\\x1b\n"
    page = render("text", caption="", text=turned).data
    assert "<pre>&lt;b&gt;Q\\u202etxt\\x1b\n</pre>" in page


def test_lines_stay_where_they_are_meant():
    assert escape_controls("a\nb\x1b", keep="\n") == "a\nb\\x1b"


@pytest.mark.parametrize("text", ["=1+1", "+x", "-2", "@SUM(A1)", "\tx", "\rx", ' "=1', "＝1"])
def test_a_spreadsheet_gets_no_formula(text):
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("text", [
    "x;=cmd|' /C calc'!A0", "a;b; =1;+2", "a\n=1", "a\r\n-1", "a\t@x", ";=1", "\t=1", 'a;"=1', "a;'=1", "a;''=1;'", "=1;=1", "a;＝1",
    "a=1;b;c", "x-1; y", "a\n\nb", "'", "'=1",
])  # fmt: skip
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_begins_with_a_formula_whatever_separates_them(text, separator):
    made = io.StringIO()
    csv.writer(made).writerow(["first", safe(text), "last"])
    begun = [
        cell.lstrip(' "\xa0')
        for row in csv.reader(io.StringIO(made.getvalue(), newline=""), delimiter=separator)
        for cell in row
    ]
    naive = [cell.lstrip(' "\xa0') for cell in re.split(r"[;\t\r\n]", safe(text))]
    assert [cell for cell in begun + naive if cell.startswith(("=", "+", "-", "@", "＝"))] == []
    again = re.sub(r"([;\t\r\n])'(?=[ \"'\xa0]*[=+\-@＝])", r"\1", safe(text))
    assert (
        again[1:] if again.lstrip(" \"'\xa0")[:1] in ("=", "+", "-", "@", "＝", "\t", "\n", "\r") else again
    ) == text


def test_a_cell_takes_linear_time():
    assert_in_line(safe, "; '" * (1 << 17), "; '" * (1 << 19))


def test_a_name_in_a_picture_is_no_formula_and_breaks_nothing():
    made, axes = style.figure()
    axes.bar([r"$\frac", "Q\x1b\x00", "$x$"], [1, 2, 3])
    style.with_title(made, r"$\notacommand{ of $Q$", "words")
    axes.text(0, 0, r"$\frac")
    picture = style.svg(made)
    assert r"$\frac" in picture and "\x1b" not in picture
    xml.dom.minidom.parseString(picture)
    assert style.png(made).startswith(b"\x89PNG")


def test_a_rules_table_on_the_command_line_shows_no_escapes(tmp_path, capsys):
    table = tmp_path / "dlq.rules"
    table.write_text("\x1b[2JREASON(\x1b]0;x\x07) ACTION(\u202eRETRY)\n", encoding="utf-8")
    main(["rules", "check", str(table)])
    said = capsys.readouterr().out
    assert said and "\x1b" not in said and "\x07" not in said and "\u202e" not in said


@pytest.mark.parametrize(
    "code", [0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x61C, 0x200B, 0x2028, 0x202E, 0x2066, 0xFEFF, 0xE000, 0xE0041]
)
def test_json_for_a_terminal_holds_nothing_that_it_obeys_and_the_same_value(code):
    value = {"text": f"a{chr(code)}b é"}
    told = in_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(told) == value and chr(code) not in told and "é" in told
