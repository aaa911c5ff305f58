"""One entry of a rules table: `KEYWORD(value)` pairs read out of its tokens, with every mistake on the way."""

from collections.abc import Set
from typing import NamedTuple

from mqforensics.formats.dlqrules.keywords import CONTROL, KEYWORDS, RULE, UNCONFIRMED
from mqforensics.formats.dlqrules.lexis import Logical, Token
from mqforensics.formats.dlqrules.problem import COMBINATION, DUPLICATE, SYNTAX, Problem, warning
from mqforensics.formats.dlqrules.problem import CONTROL as CONTROL_PLACE
from mqforensics.formats.dlqrules.values import value

FORWARD_ONLY = ("FWDQM", "HEADER")


class Pair(NamedTuple):
    """A keyword as it stands: its name in upper case, its token, and the tokens between its brackets."""

    name: str
    token: Token
    values: list[Token]


class Entry(NamedTuple):
    """A logical line: `control` or `rule`, the values of its keywords, and what is wrong with it."""

    kind: str
    line: int
    keywords: dict[str, str | int]
    problems: list[Problem]

    @property
    def errors(self) -> list[Problem]:
        """The problems for which the handler would refuse the table."""
        return [problem for problem in self.problems if problem.is_error]


def entry(logical: Logical, first: bool, platform: str) -> Entry:
    """A logical line read whole; `first`: whether it is the first of the table, where control data may stand."""
    pairs, problems = split(logical.tokens())
    kind = "control" if any(pair.name in CONTROL for pair in pairs) and (first or not _rules(pairs)) else "rule"
    keywords, more = _values(pairs, platform)
    problems += more + _place(kind, pairs, first)
    line = logical.lines[0].number
    if kind == "rule" and not any(problem.number == SYNTAX for problem in problems):
        problems += combinations(keywords, {pair.name for pair in pairs}, line)
    return Entry(kind, line, keywords, sorted(problems, key=lambda problem: problem.line))


def split(tokens: list[Token]) -> tuple[list[Pair], list[Problem]]:
    """Pairs of keyword and value; what fits no pair is a syntax error, and reading goes on behind it."""
    spaces = [token for token in tokens if token.kind == "space"]
    if spaces:
        tokens = [token for token in tokens if token.kind != "space"]
    pairs, problems, at = [], _spaces(spaces), 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "word" and _is(tokens, at + 1, "("):
            end = _close(tokens, at + 2)
            pairs.append(Pair(token.text.upper(), token, tokens[at + 2 : end]))
            problems += _brackets(pairs[-1], _is(tokens, end, ")"))
            at = end + _is(tokens, end, ")")
        else:
            end = _stray_end(tokens, at)
            problems.append(_stray(token, tokens[at:end]))
            at = end
    return pairs, problems


def _spaces(found: list[Token]) -> list[Problem]:
    first = {token.line: f"U+{ord(token.text[0]):04X}" for token in reversed(found)}
    words = "is a syntax error, only blanks, commas and tabs separate; save the table as ASCII"
    return [Problem(SYNTAX, line, f"the character {code} {words}") for line, code in sorted(first.items())]


def _is(tokens: list[Token], at: int, text: str) -> bool:
    return at < len(tokens) and tokens[at].kind == "bracket" and tokens[at].text == text


def _close(tokens: list[Token], at: int) -> int:
    # The closing bracket; where it is missing, the next thing that looks like a keyword with a value.
    for end in range(at, len(tokens)):
        if _is(tokens, end, ")") or (end > at and tokens[end].kind == "word" and _is(tokens, end + 1, "(")):
            return end
    return len(tokens)


def _brackets(pair: Pair, closed: bool) -> list[Problem]:
    name, line = pair.token.text, pair.token.line
    if not closed:
        return [Problem(SYNTAX, line, f"{name}: the closing bracket is missing")]
    if not pair.values:
        return [Problem(SYNTAX, line, f"{name}(): a value is missing")]
    if len(pair.values) > 1:
        there = " ".join(token.text for token in pair.values)
        return [Problem(SYNTAX, pair.values[1].line, f"{name}({there}): one value is allowed")]
    return []


def _stray_end(tokens: list[Token], at: int) -> int:
    # One mistake is told once: all up to the next keyword with a value, or the whole of an indented comment.
    if at == 0 and tokens[0].text.startswith("*"):
        return len(tokens)
    behind = range(at + 1, len(tokens))
    return next((end for end in behind if tokens[end].kind == "word" and _is(tokens, end + 1, "(")), len(tokens))


def _stray(token: Token, run: list[Token]) -> Problem:
    there = " ".join(one.text for one in run)
    if token.text.startswith("'"):
        words = "a quotation mark is never closed, or stands outside brackets"
    elif token.text.startswith("*"):
        words = "an asterisk makes a comment in column 1 only"
    elif token.text.upper() in KEYWORDS:
        words = "a value in brackets must follow"
    else:
        words = "not expected here"
    return Problem(SYNTAX, token.line, f"{there}: {words}")


def _rules(pairs: list[Pair]) -> bool:
    return any(pair.name in RULE for pair in pairs)


def _values(pairs: list[Pair], platform: str) -> tuple[dict[str, str | int], list[Problem]]:
    found: dict[str, str | int] = {}
    seen: set[str] = set()
    problems: list[Problem] = []
    for name, token, values in pairs:
        if name in UNCONFIRMED.get(platform, ()):
            words = f"{name}: said to exist on {platform}, not confirmed; not followed here"
            problems.append(warning(token.line, words))
        elif name not in KEYWORDS:
            there = [f", though said to be one on {other}" for other, names in UNCONFIRMED.items() if name in names]
            words = f"{token.text}: no keyword of a rules table{''.join(there)}"
            problems.append(Problem(SYNTAX, token.line, words))
        elif name in seen:
            problems.append(Problem(DUPLICATE, token.line, f"{name} stands twice in one entry"))
        elif len(values) == 1:
            known, more = value(name, KEYWORDS[name], values[0])
            problems += more
            found |= {} if known is None else {name: known}
        seen.add(name)
    return found, problems


def _place(kind: str, pairs: list[Pair], first: bool) -> list[Problem]:
    control = next((pair for pair in pairs if pair.name in CONTROL), None)
    if control is None:
        return []
    if not first:
        words = f"{control.name}: control data out of place, it may stand on the first line only"
        return [Problem(SYNTAX, control.token.line, words, CONTROL_PLACE)]
    stray = next((pair for pair in pairs if pair.name in RULE), None)
    if kind == "control" and stray:
        words = f"{stray.name}: a rule begins on its own line, after control data"
        return [Problem(SYNTAX, stray.token.line, words)]
    return []


def combinations(keywords: dict[str, str | int], given: Set[str], line: int) -> list[Problem]:
    """What the keywords of a rule forbid each other; a keyword with a bad value counts as given."""
    if "ACTION" not in given:
        return [Problem(COMBINATION, line, "a rule needs ACTION")]
    if "ACTION" not in keywords:
        return []
    action = keywords["ACTION"]
    if action == "FWD":
        missing = "FWDQ" not in given or keywords.get("FWDQ") == ""
        return [Problem(COMBINATION, line, "ACTION(FWD) needs FWDQ with a queue")] if missing else []
    wrong = [Problem(COMBINATION, line, f"{name} goes with ACTION(FWD) only") for name in FORWARD_ONLY if name in given]
    return wrong + _without_effect(str(action), given, line)


def _without_effect(action: str, given: Set[str], line: int) -> list[Problem]:
    notes = []
    if "FWDQ" in given:
        notes.append(warning(line, f"FWDQ has no effect with ACTION({action}); the handler tolerates it"))
    if "RETRY" in given and action in ("DISCARD", "IGNORE"):
        notes.append(warning(line, f"RETRY has no effect with ACTION({action}), which cannot fail"))
    return notes
