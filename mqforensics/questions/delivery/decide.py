"""A decision table as Spark columns: every row of a DataFrame gets its fate from the same rows of data.

The facts of a row are bits of an integer, a row of the table is a mask, and what a stage can come to is the set of
its rows that no known fact contradicts, again as bits.
"""

from collections.abc import Mapping, Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.delivery.facts import Fact
from mqforensics.questions.delivery.sql import (
    FACT,
    INPUT,
    MAY,
    TEXT,
    Bits,
    bits,
    case,
    chosen,
    every,
    fact,
    fill,
    outside,
    quoted,
    text,
)
from mqforensics.questions.delivery.steps import actions, tries
from mqforensics.questions.delivery.table import FATES, UNKNOWN, WEAKER, Row

ANSWERS = ("actions", "fate", "where", "channel_state", "lost", "because", "next", "protected")
DOUBT = "bit_count(_fates) > 1"
FATE_BIT = {fate: 1 << number for number, fate in enumerate(FATES)}
Stages = Mapping[str, tuple[Row, ...]]


def decide(
    frame: DataFrame,
    stages: Stages,
    facts: Mapping[str, Fact],
    inputs: Mapping[str, Column],
    wanted: Sequence[str] = ANSWERS,
) -> DataFrame:
    """`frame` with the `wanted` columns of `ANSWERS` (`protected` only where the table has it), row by row.

    Where facts are unknown the fate is what holds for all they could be, or UNKNOWN, and `next` has the commands
    that would tell.
    """
    kept = [F.col(f"`{c}`") for c in frame.columns if c not in ANSWERS]
    frame = frame.withColumns({INPUT + name: column for name, column in inputs.items()})
    packed = Bits(facts)
    for layer in (
        {FACT + name: fact(f.of) for name, f in facts.items()} | {TEXT + name: text(name) for name in inputs},
        {MAY: packed.packed()},
        {f"_can_{n}": _can(rows, packed) for n, rows in enumerate(stages.values())},
        _reach(stages),
        {"_fates": _fates(stages), "_lacking": _lacking(stages, packed)} | tries(stages),
        {"_fate": _fate()} | {f"_lack_{n}": _lack(n, rows, facts, packed) for n, rows in enumerate(stages.values())},
    ):
        frame = frame.withColumns({name: F.expr(column) for name, column in layer.items()})
    answers = {name: column for name, column in _answers(stages, facts).items() if name in wanted}
    return frame.select(*kept, *[F.expr(column).alias(name) for name, column in answers.items()])


def _can(rows: tuple[Row, ...], packed: Bits) -> str:
    """Row number n of the stage has bit n while no known fact contradicts it."""
    return bits((packed.possible(row.when), f"{1 << n}L") for n, row in enumerate(rows))


def _reach(stages: Stages) -> dict[str, str]:
    """`_row_N`: the row of stage N that holds, null where several can; `_reach_N`: the stage may be reached;
    `_enter_N`: it is, for certain.
    """
    onward, ends = [], []
    columns = {}
    for number, rows in enumerate(stages.values()):
        can = f"_can_{number}"
        columns[f"_row_{number}"] = f"if(bit_count({can}) = 1, cast(round(log2({can})) AS int), NULL)"
        columns[f"_reach_{number}"], columns[f"_enter_{number}"] = every(onward), every(ends)
        onward.append(f"({can} & {_mask(rows, lambda row: not row.fate)}) <> 0")
        ends.append(f"({can} & {_mask(rows, lambda row: row.fate)}) = 0")
    return columns


def _mask(rows: tuple[Row, ...], wanted) -> str:
    return f"{sum(1 << n for n, row in enumerate(rows) if wanted(row))}L"


def _fates(stages: Stages) -> str:
    """The fates that can still be, by `FATE_BIT`."""
    return bits(
        (f"_reach_{number} AND (_can_{number} & {_mask(rows, lambda row, f=fate: row.fate == f)}) <> 0", f"{bit}L")
        for number, rows in enumerate(stages.values())
        for fate, bit in FATE_BIT.items()
        if any(row.fate == fate for row in rows)
    )


def _lacking(stages: Stages, packed: Bits) -> str:
    """The facts that are unknown and that a row which can still hold asks for, by their bits."""
    asked = bits((f"_reach_{n}", _asked(n, rows, packed)) for n, rows in enumerate(stages.values()))
    return f"{asked} & {MAY} & shiftright({MAY}, 32)"


def _asked(number: int, rows: tuple[Row, ...], packed: Bits) -> str:
    return bits((f"getbit(_can_{number}, {n}) = 1", packed.asked(row.when)) for n, row in enumerate(rows))


def _lack(number: int, rows: tuple[Row, ...], facts: Mapping[str, Fact], packed: Bits) -> str:
    """The facts, in words, that keep stage `number` from having one row that holds."""
    unknown = f"({_asked(number, rows, packed)} & {MAY} & shiftright({MAY}, 32))"
    return case([(f"_row_{number} IS NULL", chosen(_words(facts), unknown))])


def _words(facts: Mapping[str, Fact]) -> list[str]:
    return [quoted(f"{f.yes} or not") for f in facts.values()]


def _fate() -> str:
    sole = {bit: fate for fate, bit in FATE_BIT.items()}
    sole |= {sum(FATE_BIT[f] for f in several): fate for several, fate in WEAKER.items()}
    pairs = ", ".join(f"{bit}L, {quoted(fate)}" for bit, fate in sole.items())
    return f"coalesce(try_element_at(map({pairs}), _fates), {quoted(UNKNOWN)})"


def _answers(stages: Stages, facts: Mapping[str, Fact]) -> dict[str, str]:
    asked = chosen([fill(f.command) for f in facts.values()], "_lacking")
    unsure = f"_lacking <> 0 AND ({DOUBT} OR _fate = {quoted(UNKNOWN)})"
    unsaid = (
        f"concat('not known: ', array_join({chosen(_words(facts), '_lacking')}, ', '), "
        f"'; possible: ', array_join({chosen(map(quoted, FATES), '_fates')}, ', '))"
    )
    said = ", ".join(_of_row(stages, "because"))
    may_lose = f"(_fates & {FATE_BIT['DISCARDED'] | FATE_BIT[UNKNOWN]}L) <> 0"
    following = case([(unsure, f"array_join(array_distinct({asked}), '\\n')")])
    answers = {
        "actions": outside(actions(stages)),
        "fate": "_fate",
        "where": outside(f"coalesce({', '.join([*_of_row(stages, 'where', last=True), _meaning('where')])})"),
        "channel_state": _meaning("channel_state"),
        "lost": case([(may_lose, _meaning("lost"))]),
        "because": outside(f"concat_ws('; ', {said}, {case([(DOUBT, unsaid)])})"),
        "next": outside(f"coalesce({', '.join([*_of_row(stages, 'next', last=True), following])})"),
    }
    if protected := _protected(stages):
        answers["protected"] = f"coalesce({', '.join(protected)})"
    return answers


def _meaning(field: str) -> str:
    values = {fate: getattr(meaning, field) for fate, meaning in FATES.items()}
    return case((f"_fate = {quoted(fate)}", fill(value)) for fate, value in values.items() if value)


def _of_row(stages: Stages, field: str, last: bool = False) -> list[str]:
    """For each stage the text `field` of the row that holds; `last`: only of the row that the fate comes from."""
    columns = []
    for number, rows in enumerate(stages.values()):
        texts = [
            (f"_row_{number} = {n}", fill(value))
            for n, row in enumerate(rows)
            if (value := getattr(row, field)) and (row.fate or not last)
        ]
        reached = f"_enter_{number}" + (" AND bit_count(_fates) = 1" if last else "")
        columns += [case([(reached, case(texts))])] if texts else []
    return columns


def _protected(stages: Stages) -> list[str]:
    columns = []
    for number, rows in enumerate(stages.values()):
        values = [
            (f"_row_{number} = {n}", FACT + row.protected if isinstance(row.protected, str) else str(row.protected))
            for n, row in enumerate(rows)
            if row.protected is not None
        ]
        columns += [case([(f"_enter_{number}", case(values))])] if values else []
    return columns
