"""Rules tables of the dead-letter queue handler: runmqdlq, CSQUDLQH on z/OS, STRMQMDLQ on IBM i.

Strategy: lines are joined into entries as the handler's scanner does it (`lexis`), each entry is read into pairs of
keyword and value (`grammar`, `values`) with every mistake noted, and the words are data (`keywords`). The rows of a
file keep the text of their lines, so that `RulesTable.of_rows` can build the table again.
"""

from collections.abc import Iterator

from mqforensics.formats.dlqrules.grammar import split
from mqforensics.formats.dlqrules.keywords import KEYWORDS, PATTERNS, PLATFORMS
from mqforensics.formats.dlqrules.lexis import Logical, lines, logical
from mqforensics.formats.dlqrules.problem import Problem
from mqforensics.formats.dlqrules.table import PlatformExpected, Rule, RulesTable, parse_rules
from mqforensics.formats.mqsc.lines import text as view
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.text import Text

__all__ = ["NAME", "PATTERNS", "PLATFORMS", "TABLE", "PlatformExpected", "Problem", "Rule", "RulesTable", "parse_rules"]

NAME, TABLE = "dlqrules", "rules"
LOOKED_AT = 40
"""Entries at the head of a file that tell whether it is a rules table."""


def sniff(head: bytes) -> int:
    """How sure: every entry is made of the handler's keywords, or at least half of them begin with one."""
    parts = list(logical(lines(view(head).data)))[:LOOKED_AT]
    if len(parts) > 1 and len(head) >= 1 << 16:
        parts.pop()  # the head may end inside it
    shapes = [_shape(part) for part in parts]
    if not shapes or not any("ACTION" in names for names, _ in shapes):
        return 40 if shapes and all(names & KEYWORDS.keys() for names, _ in shapes) else 0
    whole = sum(clean for _, clean in shapes) / len(shapes)
    begun = sum(bool(names) for names, _ in shapes) / len(shapes)
    return 95 if whole == 1 else 60 if begun >= 0.5 else 0


def _shape(part: Logical) -> tuple[set[str], bool]:
    pairs, problems = split(part.tokens())
    names = {pair.name for pair in pairs}
    return names & KEYWORDS.keys(), bool(names) and not problems and names <= KEYWORDS.keys()


def read(stretch: Stretch) -> Iterator[dict]:
    """One row an entry: the lines that it stands on and the comments and blank lines before it."""
    text = view(stretch.data)
    table = parse_rules(stretch.data, file=stretch.file)
    if not stretch.data:
        return
    ends = [part.lines[-1].end for part in table.parts[:-1]] + [len(text.data)]
    begin = 0
    for at, end in enumerate(ends):
        row = _entry(table, at, stretch.line - 1) if table.parts else _none(table)
        yield _place(stretch, text, begin, end) | {"text": _text(table, begin, end)} | row
        begin = end


def _place(stretch: Stretch, text: Text, begin: int, end: int) -> dict:
    first, last = text.origin(begin), len(stretch.data) if end == len(text.data) else text.origin(end)
    return {"file": stretch.file, "offset": stretch.offset + first, "length": last - first}


def _text(table: RulesTable, begin: int, end: int) -> str:
    return "".join(line.text + line.newline for line in table.lines if begin <= line.start < end)


def _entry(table: RulesTable, at: int, shift: int) -> dict:
    found = table.entries[at]
    errors = [f"line {p.line + shift}: {p}" for p in _of(table, at) if p.is_error]
    numbers = {rule.line: rule.number for rule in table.rules}
    return {
        "line": found.line + shift,
        "number": numbers.get(found.line),
        "kind": found.kind,
        "keywords": {name: str(value) for name, value in found.keywords.items()},
        "errors": errors,
        "error": "; ".join(errors) or None,
    }


def _of(table: RulesTable, at: int) -> list[Problem]:
    # An entry's own problems, and for the last one those of the end of the table.
    first = table.entries[at].line
    after = table.entries[at + 1].line if at + 1 < len(table.entries) else float("inf")
    return [problem for problem in table.problems if (first if at else 0) <= problem.line < after]


def _none(table: RulesTable) -> dict:
    return {"errors": [str(p) for p in table.errors], "error": "; ".join(str(p) for p in table.errors)}
