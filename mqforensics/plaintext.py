"""A stranger's text where it is displayed: on a terminal, on a page, in a spreadsheet it is text and nothing else."""

import html
import json
import re
import unicodedata

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a text begins that a spreadsheet would run; also when blanks or quotation marks stand before it."""
BEFORE = " \"'\xa0"
INSIDE = re.compile(rf"([;\t\r\n])(?=[{BEFORE}]*[=+\-@＝＋－＠])")
"""Where a cell begins for a spreadsheet that separates by semicolons or tabs: there quotation marks end nothing."""
HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Categories of characters that a terminal obeys, or that change how the text around them looks."""


def escape_controls(text: object, keep: str = "") -> str:
    """A text for a terminal: controls, escapes, marks of direction and what has no width as `\\x1b`, `\\u202e`.

    `keep`: characters that stay, such as a newline.
    """
    text = str(text)
    if text.isascii() and text.isprintable():
        return text
    hidden = (one for one in set(text) if unicodedata.category(one) in HIDDEN and one not in keep)
    return text.translate({ord(one): _code(one) for one in hidden})


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters: an ellipsis stands for the rest."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def escaped(text: object) -> str:
    """A text for a page: neither markup nor what would change how the text around it looks."""
    return html.escape(escape_controls(text, keep="\n\r\t"))


def in_json(text: str) -> str:
    """JSON for a terminal: the same value, with what `escape_controls` makes a code of written as JSON writes it."""
    if text.isascii() and text.isprintable():
        return text
    hidden = (one for one in set(text) if unicodedata.category(one) in HIDDEN)
    return text.translate({ord(one): json.dumps(one)[1:-1] for one in hidden if one not in "\x7f"} | {0x7F: "\\u007f"})


def _code(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def safe(text: str | None) -> str | None:
    """A text for a spreadsheet: an apostrophe goes before one that begins like a formula, wherever a cell may begin.

    The text is got back by taking one apostrophe from each of these places.
    """
    if not text:
        return text
    is_formula = text.startswith(FORMULA) or text.lstrip(BEFORE).startswith(FORMULA)
    return "'" * is_formula + INSIDE.sub(r"\1'", text)
