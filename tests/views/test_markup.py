"""Markup comes from the templates alone: no other module of the views puts a tag into a text."""

import ast
import re
from pathlib import Path

import pytest

import mqforensics.views

FOLDER = Path(mqforensics.views.__path__[0])
TAGS = "a|article|b|br|code|details|div|dl|dt|dd|em|h[1-6]|i|img|li|nav|p|pre|section|small|span|strong|summary|t[dhr]|table|tbody|thead|ul"
MARKUP = re.compile(rf"</?(?:{TAGS})\b[^<]*>|<(?:{TAGS})\s+\w+=", re.I)
MODULES = sorted(FOLDER.rglob("*.py"))


def markup_in(source: str) -> list[str]:
    """The texts of a module that hold a tag, docstrings left out."""
    tree = ast.parse(source)
    said = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    texts = [one for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return [one.value for one in texts if id(one) not in said and MARKUP.search(one.value)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_no_text_of_the_views_is_markup(path):
    assert markup_in(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", ["f'<p>{a}</p>'", "f'<b>{a}'", "'<br/>'.join(a)", "'<div class=' + a", "f'<td>{a}'"])
def test_a_tag_in_a_text_is_seen(line):
    assert markup_in(f"a = 1\nb = {line}")


@pytest.mark.parametrize("line", ['"""A <p>."""', "'a < b'", "'<![CDATA['", "'array<int>'"])
def test_other_texts_are_not(line):
    assert markup_in(line) == []
