"""What stands in the brackets of a keyword: read by its kind, and what is wrong with it."""

import re

from mqforensics.formats.dlqrules.keywords import LARGEST, UNSURE_SYMBOLS, Keyword, symbols
from mqforensics.formats.dlqrules.lexis import Token
from mqforensics.formats.dlqrules.problem import INTEGER, LENGTH, RANGE, SYNTAX, Problem, warning

UNQUOTED = re.compile(r"[A-Za-z0-9_./%*?]+")
NAME = re.compile(r"[A-Za-z0-9_./%]+")
QUOTED_NAME = re.compile(r"[A-Za-z0-9_./% ]*")
Read = tuple[str | int | None, list[Problem]]
ANY = "*"


def value(name: str, keyword: Keyword, token: Token) -> Read:
    """Value of `name(token)` and its problems; the value is None when it cannot be used."""
    return READERS[keyword.kind](name, keyword, token)


def text(name: str, keyword: Keyword, token: Token) -> Read:
    """A pattern: folded to upper case without quotes, kept as it is within them."""
    if token.kind == "quoted":
        found, notes = token.text[1:-1], _empty(name, token)
    elif UNQUOTED.fullmatch(token.text):
        found, notes = token.text.upper(), []
    else:
        return None, [_unexpected(name, token)]
    found = found.rstrip(" ")
    return _fits(name, keyword, found, len(found.replace("*", "")), token, notes)


def name(name: str, keyword: Keyword, token: Token) -> Read:
    """A queue's or queue manager's name, or one taken from the message (`&DESTQ`)."""
    if token.text.upper() in keyword.choices:
        return token.text.upper(), []
    if token.kind == "quoted" and QUOTED_NAME.fullmatch(token.text[1:-1]):
        found, notes = token.text[1:-1].rstrip(" "), _empty(name, token)
    elif token.kind == "word" and NAME.fullmatch(token.text):
        found, notes = token.text.upper(), []
    else:
        return None, [_unexpected(name, token)]
    return _fits(name, keyword, found, len(found), token, notes)


def number(name: str, keyword: Keyword, token: Token) -> Read:
    """A number, its symbol, or `*` alone for any."""
    if token.text in (ANY, "'*'"):
        return ANY, []
    if token.kind != "word":
        return None, [_unexpected(name, token)]
    if token.text.isdecimal():
        return integer(name, keyword, token)
    symbol = token.text.upper()
    if symbol not in symbols():
        words = f"{name}({token.text}): not a number and no symbol that the handler knows"
        return None, [Problem(SYNTAX, token.line, words)]
    doubt = f"{name}({symbol}): the handler may not know this name, its number {symbols()[symbol]} is safe"
    return symbols()[symbol], [warning(token.line, doubt)] if symbol in UNSURE_SYMBOLS else []


def integer(name: str, keyword: Keyword, token: Token) -> Read:
    """An integer, or one of the words that the keyword allows instead."""
    if token.text.upper() in keyword.choices:
        return token.text.upper(), []
    if token.kind != "word" or not (token.text.isascii() and token.text.isdecimal()):
        return None, [_unexpected(name, token)]
    found = int(token.text[-12:])
    if len(token.text.lstrip("0")) > 12 or found > LARGEST:
        return None, [Problem(INTEGER, token.line, f"{name}({token.text}): an integer is 0 to {LARGEST}")]
    if not keyword.low <= found <= keyword.high:
        return None, [Problem(RANGE, token.line, f"{name}({found}): must be {keyword.low} to {keyword.high}")]
    return found, []


def choice(name: str, keyword: Keyword, token: Token) -> Read:
    """One of the keyword's own words."""
    if token.text.upper() in keyword.choices:
        return token.text.upper(), []
    return None, [Problem(SYNTAX, token.line, f"{name}({token.text}): expected one of {', '.join(keyword.choices)}")]


READERS = {"text": text, "name": name, "number": number, "integer": integer, "choice": choice}


def _fits(name: str, keyword: Keyword, found: str, length: int, token: Token, notes: list[Problem]) -> Read:
    if length <= keyword.length:
        return found, notes
    return None, [Problem(LENGTH, token.line, f"{name}: {length} characters, at most {keyword.length} fit")]


def _empty(name: str, token: Token) -> list[Problem]:
    if token.text != "''":
        return []
    return [warning(token.line, f"{name}(''): taken as blank, but documented as not valid; write {name}(' ')")]


def _unexpected(name: str, token: Token) -> Problem:
    return Problem(SYNTAX, token.line, f"{name}({token.text}): not a value that {name} can have")
