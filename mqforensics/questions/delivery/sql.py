"""Facts and sentences as Spark SQL text.

Text, because a decision is a thousand small expressions: the parser takes them in milliseconds, while a call into
Spark for each of them takes seconds. Nothing here comes from outside the tables of this package.
"""

from collections.abc import Iterable, Mapping

INPUT, FACT = "_in_", "_is_"
"""Prefixes of the columns that hold the inputs and the facts."""
FALLBACKS = {"CHANNEL": "*"}
"""What stands in a sentence for an input that is not known; elsewhere it is the input's own name."""


def fact(expression: tuple) -> str:
    """A boolean expression over the input columns: true, false, or null where it is not known."""
    operator, *arguments = expression
    if operator in OF_FACTS:
        return OF_FACTS[operator](*[fact(part) for part in arguments])
    return OF_INPUTS[operator](*[INPUT + a if isinstance(a, str) else a for a in arguments])


def possible(when: Mapping[str, bool]) -> str:
    """Whether no known fact contradicts `when`."""
    return every(f"coalesce({_is(name, want)}, true)" for name, want in when.items())


def certain(when: Mapping[str, bool]) -> str:
    """Whether every fact of `when` is known and as it says."""
    return every(f"coalesce({_is(name, want)}, false)" for name, want in when.items())


def every(conditions: Iterable[str]) -> str:
    """All of them."""
    return "(" + (" AND ".join(conditions) or "true") + ")"


def some(conditions: Iterable[str]) -> str:
    """One of them at least."""
    return "(" + (" OR ".join(conditions) or "false") + ")"


def case(branches: Iterable[tuple[str, str]], otherwise: str = "NULL") -> str:
    """The value of the first branch whose condition holds."""
    whens = " ".join(f"WHEN {condition} THEN {value}" for condition, value in branches)
    return f"CASE {whens} ELSE {otherwise} END" if whens else otherwise


def quoted(text: str) -> str:
    """A string literal."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fill(template: str) -> str:
    """`template` with each `{NAME}` replaced by that input, or by the bare name where it is not known."""
    parts = template.replace("}", "{").split("{")
    pieces = [_name(part) if n % 2 else quoted(part) for n, part in enumerate(parts) if part]
    return f"concat({', '.join(pieces)})" if pieces else "''"


def _is(name: str, want: bool) -> str:
    return FACT + name if want else f"NOT {FACT}{name}"


def _name(name: str) -> str:
    fallback = quoted(FALLBACKS.get(name, name))
    return f"coalesce(nullif(trim(cast({INPUT}{name} AS string)), ''), {fallback})"


def _list(values: Iterable) -> str:
    return ", ".join(quoted(v) if isinstance(v, str) else str(v) for v in values)


def _word(value: str) -> str:
    return f"upper(trim(cast({value} AS string)))"


def _level(level: str, version: str, least: int) -> str:
    digits = [f"try_cast(substring(trim({version}), {at}, 2) AS int)" for at in (1, 3, 5)]
    return f"(coalesce({level}, {digits[0]} * 100 + {digits[1]} * 10 + {digits[2]}) >= {least})"


OF_INPUTS = {
    "yes": lambda: "true",
    "is": lambda value: value,
    "named": lambda value: f"(trim({value}) <> '')",
    "positive": lambda value: f"({value} > 0)",
    "one of": lambda value, numbers: f"({value} IN ({_list(numbers)}))",
    "bits": lambda value, mask: f"(({value} & {mask}) = {mask})",
    "among": lambda value, yes, no: case(
        [(f"{_word(value)} IN ({_list(yes)})", "true"), (f"{_word(value)} IN ({_list(no)})", "false")]
    ),
    "within": lambda value, words: f"({_word(value)} IN ({_list(words)}))",
    "starts": lambda value, start: f"startswith({_word(value)}, {_list(start)})",
    "level": _level,
    "covers": lambda needed, count, interval: (
        f"({needed} IS NOT NULL AND try_multiply({count}, {interval}) >= {needed})"
    ),
    # A blank name is resolved by the queue manager that holds the message.
    "same": lambda name, own: f"(trim({name}) = '' OR trim({name}) = trim({own}))",
}
OF_FACTS = {
    "not": lambda value: f"(NOT {value})",
    "and": lambda *values: every(values),
    "or": lambda *values: some(values),
    "coalesce": lambda *values: f"coalesce({', '.join(values)})",
    "if yes": lambda value: case([(value, "true")]),
}
