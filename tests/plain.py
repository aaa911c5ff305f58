"""What a sentence is, how long it may be, and the words that the product does not use.

`python -m tests.plain` reads what is said of every sample case.
"""

import ast
import csv
import json
import re

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


def faults_of(answers):
    """The faults of what answers say: of their headlines and findings."""
    said = [
        (one.question, text) for one in answers for text in (one.headline, *(found.statement for found in one.findings))
    ]
    return [(question, found, text) for question, text in said if (found := faults(text))]


def main():
    """Reads all that is said of every sample case; the suite does so of some."""
    from mqforensics import open_case, session
    from mqforensics.questions import answers
    from tests.writers.cases import SAMPLES

    for folder in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
        with open_case(session(), folder) as case:
            print(folder.name, faults_of(answers(case).values()), flush=True)


if __name__ == "__main__":
    main()
