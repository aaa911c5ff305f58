"""Rules tables of the dead-letter queue handler: runmqdlq, CSQUDLQH on z/OS, STRMQMDLQ on IBM i.

Strategy: lines are joined into entries as the handler's scanner does it (`lexis`), each entry is read into pairs of
keyword and value (`rule_parser`, `values`) with every mistake noted, and the words are data (`keywords`). The rows of a
file keep the text of their lines, so that `RulesTable.of_rows` can build the table again.

To read: `lexis`, `rule_parser`, `values`, `keywords`, `problem`, `rules_table`, `pieces` (many lines at once).
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pyarrow as pa

from mqforensics.formats.columnar import NEWLINE
from mqforensics.formats.dlqrules.keywords import KEYWORDS, PATTERNS
from mqforensics.formats.dlqrules.lexis import BOM, Line, Logical, lines, logical
from mqforensics.formats.dlqrules.pieces import Pieces, pieces_of
from mqforensics.formats.dlqrules.problem import Problem
from mqforensics.formats.dlqrules.rule_parser import Entry, Pair, split
from mqforensics.formats.dlqrules.rules_table import (
    PlatformExpected,
    Rule,
    RulesTable,
    is_marked,
    of_lines,
    parse_rules,
    without_sequence,
)  # fmt: skip
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.encoding import Text, text_in_any_code
from mqforensics.structures.arrays import count

__all__ = ["NAME", "PATTERNS", "TABLE", "PlatformExpected", "Problem", "Rule", "RulesTable", "parse_rules"]

NAME, TABLE = "dlqrules", "rules"
RAW_INPUT = True
"""What a paste made of a table is what the handler would read."""
JOB = "//"
"""A job of z/OS, which has a table in it at most."""
LOOKED_AT = 40
"""Entries at the head of a file that tell whether it is a rules table."""


def sniff(head: bytes) -> int:
    """How sure: every entry is made of the handler's keywords, or at least half of them begin with a pair of them."""
    parts = list(islice(logical(lines(text_in_any_code(head).data)), LOOKED_AT))
    if len(parts) > 1 and len(head) >= 1 << 16:
        parts.pop()  # the head may end inside it
    if any(part.text.startswith(JOB) for part in parts):
        return 0
    shapes = _shapes(parts)
    if not shapes or not any("ACTION" in names for names, _ in shapes):
        return 40 if shapes and all(names for names, _ in shapes) else 0
    whole = sum(clean for _, clean in shapes) / len(shapes)
    begun = sum(bool(names) for names, _ in shapes) / len(shapes)
    return 95 if whole == 1 else 60 if begun >= 0.5 else 0


def _shapes(parts: Sequence[Logical]) -> list[tuple[set[str], bool]]:
    """The shape of each entry; of none where more than half of them are no rule."""
    shapes = []
    for part in parts:
        shapes.append(_shape(part))
        if 2 * sum(not names for names, _ in shapes) > len(parts):
            return []
    return shapes


def _shape(part: Logical) -> tuple[set[str], bool]:
    """The handler's keywords in an entry that begins with a pair and has as many of them as others, and no others."""
    tokens = part.tokens()
    pairs, problems = split(tokens)
    names = {pair.name for pair in pairs}
    known = names & KEYWORDS.keys() - {"ACTION" for pair in pairs if pair.name == "ACTION" and not _acts(pair)}
    is_rule = bool(pairs) and pairs[0].token is next((one for one in tokens if one.kind != "space"), None)
    if not is_rule or 2 * len(known) < len(names):
        return set(), False
    return known, not problems and known == names


def _acts(pair: Pair) -> bool:
    """Whether an ACTION is one of a handler's: a command of MQSC has another."""
    return any(token.text.upper() in KEYWORDS["ACTION"].choices for token in pair.values)


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """One row an entry: the lines that it stands on and the comments and blank lines before it."""
    if not stretch.data:
        return
    text = text_in_any_code(stretch.data)
    pieces = pieces_of(text.data) if text.encoding == "utf-8" else None
    marked = is_marked(text)
    around = _around(pieces, text.data)
    table = of_lines(around, stretch.file, saved=marked)
    # Whether that is an error, or a sequence number what it looks like, the others say.
    if pieces and (without_sequence(around) is not around or all(found.kind != "rule" for found in table.entries)):
        pieces, table = None, of_lines(lines(text.data), stretch.file, saved=marked)
    ends = [part.lines[-1].end for part in table.parts[:-1]] + [len(text.data)]
    numbers, problems, kept = {rule.line: rule.number for rule in table.rules}, _by_entry(table), _Lines(table.lines)
    begin, between = 0, 0
    for at, end in enumerate(ends):
        row = _entry(table.entries[at], problems[at], numbers, stretch.line - 1) if table.parts else _none(table)
        row |= {"number": row["number"] + between} if row.get("number") else {}
        row |= _place(stretch, text, begin, end) | {"text": BOM * bool(marked and not at) + kept.until(end)}
        yield row
        begin = end
        if pieces and not at:
            first = len(numbers.keys() & {table.entries[0].line})
            between = (yield from pieces.batches(stretch, text.mark, first)) - first
            begin = pieces.end


def _around(pieces: Pieces | None, data: bytes) -> list[Line]:
    """The lines that are in no piece."""
    if not pieces:
        return lines(data)
    first, after = pieces.begin, pieces.end
    behind = lines(data[after:], count(data, NEWLINE, 0, after) + 1)
    return lines(data[:first]) + [one._replace(start=one.start + after, end=one.end + after) for one in behind]


def _place(stretch: FileSlice, text: Text, begin: int, end: int) -> dict:
    first, last = text.origin(begin), len(stretch.data) if end == len(text.data) else text.origin(end)
    return stretch.place(first, last)


class _Lines:
    """The text of the lines, taken from first to last."""

    def __init__(self, lines: Sequence[Line]):
        self.lines, self.at = lines, 0

    def until(self, end: int) -> str:
        first = self.at
        while self.at < len(self.lines) and self.lines[self.at].start < end:
            self.at += 1
        return "".join(line.text + line.newline for line in self.lines[first : self.at])


def _entry(found: Entry, problems: list[Problem], numbers: Mapping[int, int], shift: int) -> dict:
    errors = [f"line {problem.line + shift}: {problem}" for problem in problems if problem.is_error]
    return {
        "line": found.line + shift,
        "number": numbers.get(found.line),
        "kind": found.kind,
        "keywords": {name: str(value) for name, value in found.keywords.items()},
        "errors": errors,
        "error": "; ".join(errors) or None,
    }


def _by_entry(table: RulesTable) -> list[list[Problem]]:
    # An entry's own problems; those before the first are its, those of the end of the table are the last one's.
    starts = [entry.line for entry in table.entries]
    found: list[list[Problem]] = [[] for _ in starts]
    for problem in table.problems if starts else ():
        found[max(0, bisect_right(starts, problem.line) - 1)].append(problem)
    return found


def _none(table: RulesTable) -> dict:
    return {"errors": [str(p) for p in table.errors], "error": "; ".join(str(p) for p in table.errors)}
