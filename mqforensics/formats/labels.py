"""The labels that amqsbcg and programs like it print before the fields of an MQMD and an MQDLH.

Read out of text that people have handled: quotes turned, values masked or cut, lines elided, notes added. A value is
taken only where its end is to be seen; one that stands there twice and differs is not known.
"""

import re

from mqforensics import structures

NUMBER, TEXT, HEX = "number", "text", "hex"
KINDS = {"long": NUMBER, "char": TEXT, "byte": HEX}
LABELS, DEAD_LABELS = (
    tuple((name, KINDS[kind]) for name, kind in shape.types.items()) for shape in (structures.MQMD2, structures.MQDLH)
)
WIDTHS = {name: length for shape in (structures.MQDLH, structures.MQMD2) for name, (_, length) in shape.places.items()}
AFTER = r"\s{0,400}(?:\n|$|\*\*|[A-Z]\w+\s*:|←|→|<-|->|=>|<=|#|//|\()"
"""What can follow a text in quotes, which may hold quotes itself: the line's end, another label, somebody's note."""
VALUES = {
    NUMBER: r"'?(-?\d+)(?:'|(?=[\s\[,;|(]))",
    HEX: r"X'([0-9A-Fa-f]*)'",
    TEXT: r"'([^\n]{{{width}}}(?=')|[^\n]{{0,400}}?(?='{after}))'",
}
BEFORE_VALUE = {"AccountingToken": r"[^']{0,200}?"}
"""Its value is on its own line."""


def _pattern(name: str, kind: str) -> re.Pattern:
    value = VALUES[kind].format(width=WIDTHS[name], after=AFTER) if kind == TEXT else VALUES[kind]
    return re.compile(rf"(?<!\w){name}\s*:\s*{BEFORE_VALUE.get(name, '')}{value}")


FIELDS = {(name, kind): _pattern(name, kind) for name, kind in (*LABELS, *DEAD_LABELS)}
LABEL = re.compile(r"([A-Z](?<!\w.)\w+)\s*:")
"""It looks back behind its first letter, so that a search can skip to one."""
PLAIN = str.maketrans({
    "\u00a0": " ", "\t": " ", "\r": None, "\u200b": None, "\ufeff": None,
    "‘": "'", "’": "'", "′": "'", "“": '"', "”": '"', "…": "...",
})  # fmt: skip


def plain_text(text: bytes) -> str:
    """A text without what mail, word processors and markdown do to quotes, blanks and asterisks."""
    if text.isascii():
        return text.decode("ascii").replace("\t", " ").replace("\r", "").replace("\\*", "*")
    return text.decode("utf-8", "replace").translate(PLAIN).replace("\\*", "*")


def fields(section: str, labels: tuple[tuple[str, str], ...], notes: list[str]) -> dict[str, object]:
    """The values behind labels; `notes` gets the names of those that are not there or not to be read."""
    found: dict[str, object] = {}
    lacking: dict[str, list[str]] = {"cut or masked": [], "not in the text": [], "there twice and different": []}
    places: dict[str, list[int]] = {}
    for label in LABEL.finditer(section):
        places.setdefault(label[1], []).append(label.start())
    for name, kind in labels:
        there = places.get(name, ())
        matches = [match for at in there if (match := FIELDS[name, kind].match(section, at))]
        values = {_value(name, kind, match[1]) for match in matches}
        if len(values) > 1:
            lacking["there twice and different"].append(name)
        elif values and None not in values:
            found[name] = values.pop()
        else:
            lacking["cut or masked" if there else "not in the text"].append(name)
    notes += [f"{why}, so unknown: {', '.join(names)}" for why, names in lacking.items() if names]
    return found


def _value(name: str, kind: str, text: str) -> int | bytes | str | None:
    if kind == NUMBER:
        return number(text)
    if kind == HEX:
        return bytes.fromhex(text) if len(text) == 2 * WIDTHS[name] else None
    return text.rstrip(" \0") if len(text.strip()) <= WIDTHS[name] else None


def number(text: str) -> int | None:
    """A number of four bytes; None for one that is none."""
    value = int(text) if len(text) < 12 else 1 << 31
    return value if -(1 << 31) <= value < 1 << 31 else None
