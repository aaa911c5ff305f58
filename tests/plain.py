"""What a sentence is, how long it may be, and the words that the product does not use."""

import ast
import csv
import json
import re
from contextlib import contextmanager

LONGEST = 25
QUAINT = re.compile(
    r"\b(?:in vain|(?:what )?becomes of|for ever|went by|goes by its|besides|does what|under way|is chance|was made after"
    r"|come round|comes round|no proof of any|attempts in vain|all says|whence|thereby|thereof|whilst|amiss)\b", re.I,
)  # fmt: skip
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|“[^”]*”")
SCHEMA = re.compile(r"\w+ (?:string|timestamp|array<)")


def sentences(text):
    """The sentences of a text; what is quoted counts as one word."""
    return re.split(r"(?<=[.!?])\s+|\n", QUOTED.sub("X", text))


def too_long(text):
    """The sentences of more than `LONGEST` words."""
    return [one for one in sentences(text) if len(one.split()) > LONGEST]


def faults(text):
    """Sentences that are too long, and words that the product does not use."""
    return [*too_long(text), *QUAINT.findall(QUOTED.sub("X", text))]


def literals(path):
    """The texts in a module that are not docstrings: (line, text), an expression in an f-string being one word."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone | inside:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)


def texts_of(path):
    """Every text that a module, a table or a notebook says: (place, text)."""
    if path.suffix == ".py":
        yield from ((line, text) for line, text in literals(path) if " " in text and not SCHEMA.match(text))
    elif path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            yield from ((line, cell) for line, row in enumerate(csv.reader(file), 1) for cell in row if " " in cell)
    else:
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            if cell["cell_type"] == "markdown":
                yield number, "".join(cell["source"])


@contextmanager
def read_as_they_are_made(kind):
    """Every answer of this class is read when a test makes it: its headline and what its findings say."""
    made = kind.__init__

    def init(self, *args, **more):
        made(self, *args, **more)
        for text in (self.headline, *(found.statement for found in self.findings)):
            assert not faults(text), (faults(text), text)

    kind.__init__ = init
    yield
    kind.__init__ = made
