import xml.dom.minidom

import pytest

from mqforensics.__main__ import main
from mqforensics.plaintext import safe, shown
from mqforensics.views import style


@pytest.mark.parametrize("text, expected", [
    ("plain Q.1", "plain Q.1"), ("\x1b[31mred\x1b]0;x\x07", r"\x1b[31mred\x1b]0;x\x07"), ("a\u202eb\u200bc", r"a\u202eb\u200bc"),
    ("Grüße 你好", "Grüße 你好"), ("a\nb", r"a\x0ab"), ("\x9b2J", r"\x9b2J"), ("\U000e0041", r"\U000e0041"), ("\ud800", r"\ud800"),
])  # fmt: skip
def test_what_a_terminal_would_obey_is_shown(text, expected):
    assert shown(text) == expected


def test_lines_stay_where_they_are_meant():
    assert shown("a\nb\x1b", keep="\n") == "a\nb\\x1b"


@pytest.mark.parametrize("text", ["=1+1", "+x", "-2", "@SUM(A1)", "\t=1", "\r=1", ' "=1', "＝1"])
def test_a_spreadsheet_gets_no_formula(text):
    assert safe(text) == f"'{text}"


def test_a_name_in_a_picture_is_no_formula_and_breaks_nothing():
    made, axes = style.figure()
    axes.bar([r"$\frac", "Q\x1b\x00", "$x$"], [1, 2, 3])
    style.titled(made, r"$\notacommand{ of $Q$", "words")
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
