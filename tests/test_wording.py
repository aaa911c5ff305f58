"""What the kit says is read for the patterns of `wording.csv`, and for sentences that are too long.

Read are templates and tables of sentences, docstrings, help, manual, changelog and the notebooks' text. A pattern with
`statements` in its column `in` is not looked for in docstrings: "Whether …" says there what a function answers.
`wording_exceptions.csv` has what stays, each with its reason.
"""

import ast
import csv
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from mqforensics.__main__ import _parser

ROOT = Path(__file__).resolve().parents[1]
KIT = ROOT / "mqforensics"
HERE = Path(__file__).parent
LONGEST = 25
"""Words in a sentence of a statement."""
LONGEST_OF_PAGES = LONGEST + 5
"""Words in a sentence of a page or a template, which may have names in place of one word."""
MOST = 20
"""Exceptions."""
STATEMENTS = "statements"
SENTENCES = {
    "questions/codes.csv": ("says", "then"), "objects/columns.csv": ("comment",), "formats/columns.csv": ("comment",),
    "flow/assumptions.csv": ("sentence", "short"), "words/places.csv": ("sentence", "anywhere"),
    "words/observations.csv": ("sentence",), "codes/refusals.csv": ("cause", "likely", "note"),
    "codes/failures.csv": ("title", "meaning", "look"), "codes/exit_codes.csv": ("meaning", "look"),
}  # fmt: skip
"""The tables of sentences, with the columns that have them."""


@cache
def patterns() -> tuple[tuple[re.Pattern, str, str], ...]:
    """Each pattern, what to write instead, and where it counts: everywhere where that is blank."""
    with open(HERE / "wording.csv", encoding="utf-8", newline="") as file:
        return tuple((re.compile(row["pattern"]), row["instead"], row["in"]) for row in csv.DictReader(file))


@cache
def exceptions() -> tuple[dict[str, str], ...]:
    with open(HERE / "wording_exceptions.csv", encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def prose(page: str) -> str:
    """A page or a docstring without its code."""
    return re.sub(r"(?ms)^```.*?^```|^ {4}[^\n]*$|`[^`\n]*`", " ", page)


def sentences(text: str) -> list[str]:
    return [one for one in re.split(r"(?<=[.:?;])\s+|\n\s*\n|\n[-#|*]|\|", text) if one.strip()]


def wrong(text: str, where: str = STATEMENTS) -> list[str]:
    """The patterns of the guide that a text has."""
    return [
        f"{found[0]!r}: write {instead}" for pattern, instead, only in patterns()
        if only in ("", where) and (found := pattern.search(text))
    ]  # fmt: skip


def excepted(path: str, said: str) -> bool:
    """Whether an exception is for this pattern at this path."""
    return any(fnmatch(path, one["path"]) and re.search(one["pattern"], said) for one in exceptions())


def left(path: str, said: list[str]) -> list[str]:
    return [one for one in said if not excepted(path, one)]


def long(text: str, most: int = LONGEST_OF_PAGES) -> list[str]:
    return [" ".join(one.split()) for one in sentences(text) if len(one.split()) > most]


def pages() -> list[Path]:
    """The manual, the changelog and what stands beside them."""
    names = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "notebooks/SEEDS.md")
    return [*(ROOT / name for name in names), *sorted((ROOT / "docs").glob("*.md"))]


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, its classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for one in node.body:
                if (
                    isinstance(one, ast.Expr)
                    and isinstance(one.value, ast.Constant)
                    and isinstance(one.value.value, str)
                ):
                    yield one.lineno, one.value.value


def templates() -> dict[str, str]:
    """Every text of the room `words`, and what is said of objects, that has a blank, by where it stands."""
    found = {}
    for path in (*sorted((KIT / "words").glob("*.py")), KIT / "objects" / "sentences.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
            if is_text and " " in node.value.strip():
                found[f"mqforensics/{path.parent.name}/{path.name}:{node.lineno}"] = node.value
    return found


def told() -> Iterator[tuple[str, str]]:
    """Every sentence of the tables of sentences, by where it stands."""
    for name, columns in SENTENCES.items():
        with (KIT / name).open(encoding="utf-8", newline="") as file:
            for line, row in enumerate(csv.DictReader(file), 2):
                yield from ((f"mqforensics/{name}:{line}", row[column]) for column in columns if row[column])


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_page_of_the_manual_speaks_plainly(path):
    name, text = path.relative_to(ROOT).as_posix(), prose(path.read_text(encoding="utf-8"))
    assert not left(name, wrong(text)), name
    assert not left(name, long(text)), name


def test_every_template_speaks_plainly():
    assert len(templates()) > 450
    said = {place: left(place.partition(":")[0], wrong(text) + long(text)) for place, text in templates().items()}
    assert not {place: one for place, one in said.items() if one}


def test_every_sentence_of_a_table_speaks_plainly():
    every = list(told())
    assert len(every) > 700
    said = {(place, text): left(place.partition(":")[0], _faults(place, text)) for place, text in every}
    assert not {place: one for place, one in said.items() if one}


def _faults(place: str, text: str) -> list[str]:
    # What a column means is said as a docstring is.
    return wrong(prose(text), "docstrings" if "columns.csv" in place else STATEMENTS) + long(text)


def test_every_docstring_speaks_plainly():
    every = [
        (path.relative_to(ROOT).as_posix(), line, text) for path in sorted(KIT.rglob("*.py"))
        for line, text in docstrings(ast.parse(path.read_text(encoding="utf-8")))
    ]  # fmt: skip
    assert len(every) > 4000
    said = {(name, line): left(name, wrong(prose(text), "docstrings")) for name, line, text in every}
    assert not {place: one for place, one in said.items() if one}


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_text_of_a_notebook_speaks_plainly(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join(prose("".join(cell["source"])) for cell in cells if cell["cell_type"] == "markdown")
    name = path.relative_to(ROOT).as_posix()
    assert not left(name, wrong(text) + long(text))


def test_the_help_of_every_verb_speaks_plainly():
    choices = [one.choices for one in _parser()._actions if hasattr(one, "choices") and isinstance(one.choices, dict)]
    for verbs in choices:
        for name, verb in verbs.items():
            assert not left("mqforensics/__main__.py", wrong(verb.format_help())), name


def test_exceptions_are_few_and_each_has_a_reason_and_is_needed():
    assert len(exceptions()) <= MOST
    for one in exceptions():
        assert len(one["reason"].split()) > 4, one
        files = [path for path in ROOT.rglob("*") if fnmatch(path.relative_to(ROOT).as_posix(), one["path"])]
        assert any(re.search(one["pattern"], path.read_text(encoding="utf-8")) for path in files), one


def test_a_planted_pattern_is_found():
    assert wrong("Its last put does not tell, no channel tells so.") and not wrong("The channel stopped at 14:05.")
    assert wrong("Whether it is full is open.") and not wrong("Whether it is full is open.", "docstrings")
    assert left("mqforensics/words/x.py", wrong("It is of no time.")) and long(f"{' '.join(['word'] * 31)}.")
