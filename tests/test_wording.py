"""What the kit says is read for the patterns of `wording.csv`, and for sentences that are too long."""

import ast
import csv
import re
from pathlib import Path

import pytest

from mqforensics.__main__ import _parser

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 25
"""Words in a sentence."""
EXCEPTIONS = {
    ("docs/readings.md", "*"), ("docs/benchmarks.md", "*"), ("docs/security.md", "*"),
}  # fmt: skip
"""Pages that are still in the old words."""


def patterns() -> list[tuple[re.Pattern, str]]:
    with open(Path(__file__).with_name("wording.csv"), encoding="utf-8", newline="") as file:
        return [(re.compile(row["pattern"]), row["instead"]) for row in csv.DictReader(file)]


def pages() -> list[Path]:
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [path for path in found if (path.relative_to(ROOT).as_posix(), "*") not in EXCEPTIONS]


def prose(page: str) -> str:
    """A page of the manual without its code."""
    return re.sub(r"(?ms)^```.*?^```|^ {4}[^\n]*$|`[^`\n]*`", " ", page)


def templates() -> dict[str, str]:
    """Every text constant of the room `words` that has a blank, by where it stands."""
    found = {}
    for path in sorted((ROOT / "mqforensics" / "words").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef)
                and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and " " in node.value.strip()
                and id(node) not in docs
            ):
                found[f"{path.name}:{node.lineno}"] = node.value
    return found


def sentences(text: str) -> list[str]:
    return [one for one in re.split(r"(?<=[.:?])\s+|\n\s*\n|\n[-#|*]|\|", text) if one.strip()]


def wrong(text: str) -> list[str]:
    return [f"{found[0]!r}: write {instead}" for pattern, instead in patterns() if (found := pattern.search(text))]


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_page_of_the_manual_speaks_plainly(path):
    text = prose(path.read_text(encoding="utf-8"))
    assert not wrong(text), path.name
    long = [one for one in sentences(text) if len(one.split()) > LONGEST + 5]
    assert not long, long


def test_every_template_speaks_plainly():
    assert len(templates()) > 50
    told = {place: said for place, text in templates().items() if (said := wrong(text))}
    told |= {
        place: one for place, text in templates().items() for one in sentences(text) if len(one.split()) > LONGEST + 5
    }
    assert not told, told


def test_the_help_of_every_verb_speaks_plainly():
    choices = [one.choices for one in _parser()._actions if hasattr(one, "choices") and isinstance(one.choices, dict)]
    for verbs in choices:
        for name, verb in verbs.items():
            assert not wrong(verb.format_help()), name


def test_a_planted_pattern_is_found():
    assert wrong("Its last put does not tell, no channel tells so.") and not wrong("The channel stopped at 14:05.")
