"""Facts and sentences as Spark SQL text.

Text, because a decision is a thousand small expressions: the parser takes them in milliseconds, while a call into
Spark for each of them takes seconds. Nothing here comes from outside the tables of this package.
"""

from collections.abc import Iterable, Mapping

INPUT, FACT, TEXT = "_in_", "_is_", "_as_"
"""Prefixes of the columns that hold the inputs, the facts, and the inputs as sentences have them."""
MAY = "_may"
FALLBACKS = {"CHANNEL": "*"}
"""What stands in a sentence for an input that is not known; elsewhere it is the input's own name."""


def fact(expression: tuple) -> str:
    """A boolean expression over the input columns: true, false, or null where it is not known."""
    operator, *arguments = expression
    if operator in OF_FACTS:
        return OF_FACTS[operator](*[fact(part) for part in arguments])
    return OF_INPUTS[operator](*[INPUT + a if isinstance(a, str) else a for a in arguments])


class Bits:
    """The facts of a table packed into one integer, so that a row of the table is one comparison.

    Fact number n has bit n while a yes is not ruled out and bit n + 32 while a no is not: both, when it is unknown.
    """

    def __init__(self, facts: Mapping):
        self._at = {name: number for number, name in enumerate(facts)}

    def packed(self) -> str:
        """All facts as the integer `MAY`, from the fact columns.

        The partition's number, of which nothing is used, keeps Spark from taking the whole decision for a constant
        where all facts are: it would write it out before it folds it, and that does not fit any memory.
        """
        bits = ["(spark_partition_id() & 0L)"] + [
            f"if(coalesce({condition}, true), {self.mask({name: want})}, 0L)"
            for name in self._at
            for want, condition in ((True, FACT + name), (False, f"NOT {FACT}{name}"))
        ]
        return " | ".join(bits)

    def possible(self, when: Mapping[str, bool]) -> str:
        """Whether no known fact contradicts `when`."""
        return f"(({MAY} & {self.mask(when)}) = {self.mask(when)})"

    def mask(self, when: Mapping[str, bool]) -> str:
        """The bits of `when`."""
        return f"{sum(1 << (self._at[name] + (0 if want else 32)) for name, want in when.items())}L"

    def asked(self, names: Iterable[str]) -> str:
        """The bits of the facts `names`, whatever they say."""
        return self.mask(dict.fromkeys(names, True))


def bits(pairs: Iterable[tuple[str, str]]) -> str:
    """The union of the masks whose condition holds."""
    return "(" + (" | ".join(f"if({condition}, {mask}, 0L)" for condition, mask in pairs) or "0L") + ")"


def chosen(values: Iterable[str], mask: str) -> str:
    """The values whose bit, by position, is set in `mask`."""
    listed = [case([(f"({mask} & {1 << n}L) <> 0", value)]) for n, value in enumerate(values)]
    return f"array_compact(array({', '.join(listed)}))"


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


def text(name: str) -> str:
    """An input as it stands in a sentence: its value, or its bare name where it is not known."""
    fallback = quoted(FALLBACKS.get(name, name))
    return f"coalesce(nullif(trim(cast({INPUT}{name} AS string)), ''), {fallback})"


def fill(template: str) -> str:
    """`template` with each `{NAME}` replaced by that input."""
    parts = template.replace("}", "{").split("{")
    pieces = [TEXT + part if n % 2 else quoted(part) for n, part in enumerate(parts) if part]
    return f"concat({', '.join(pieces)})" if len(pieces) > 1 else "".join(pieces)


def outside(value: str) -> str:
    """`value`, in a projection that is compiled in parts.

    One Java method for a whole decision is larger than what Java speeds up (8000 bytes), and four times slower.
    Spark leaves a projection with `transform_values` out of whole-stage code, whatever else it does.
    """
    return f"if(size(transform_values(map(0, _fates), (k, v) -> v)) = 1, {value}, NULL)"


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
