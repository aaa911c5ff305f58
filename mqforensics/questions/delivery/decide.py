"""A decision table as Spark columns: every row of a DataFrame gets its fate from the same rows of data."""

from collections.abc import Mapping, Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.delivery.facts import Fact
from mqforensics.questions.delivery.sql import (
    FACT,
    INPUT,
    case,
    certain,
    every,
    fact,
    fill,
    possible,
    quoted,
    some,
)
from mqforensics.questions.delivery.steps import DELAY, actions, delay
from mqforensics.questions.delivery.table import FATES, UNKNOWN, WEAKER, Row

ANSWERS = ("actions", "fate", "where", "channel_state", "lost", "because", "next", "protected")
DOUBT, NOTHING = "size(_fates) > 1", "cast(array() AS array<string>)"
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
    for layer in (
        {FACT + name: fact(f.of) for name, f in facts.items()},
        _rows(stages),
        _reach(stages),
        {"_fates": _fates(stages), DELAY: delay(stages)},
        {"_fate": _fate(), "_ask": _ask(stages, facts)} | _lacks(stages, facts),
    ):
        frame = frame.withColumns({name: F.expr(text) for name, text in layer.items()})
    answers = {name: text for name, text in _answers(stages).items() if name in wanted}
    return frame.select(*kept, *[F.expr(text).alias(name) for name, text in answers.items()])


def _rows(stages: Stages) -> dict[str, str]:
    """`_row_N`: the row of stage N that holds, null where none does; `_onward_N`, `_ends_N`: what it may do."""
    columns = {}
    for number, rows in enumerate(stages.values()):
        columns[f"_row_{number}"] = case((certain(row.when), str(n)) for n, row in enumerate(rows))
        columns[f"_onward_{number}"] = some(possible(row.when) for row in rows if not row.fate)
        columns[f"_ends_{number}"] = some(possible(row.when) for row in rows if row.fate)
    return columns


def _reach(stages: Stages) -> dict[str, str]:
    """`_reach_N`: stage N may be reached; `_enter_N`: it is, for certain."""
    reach = {f"_reach_{n}": every(f"_onward_{m}" for m in range(n)) for n in range(len(stages))}
    return reach | {f"_enter_{n}": every(f"NOT _ends_{m}" for m in range(n)) for n in range(len(stages))}


def _fates(stages: Stages) -> str:
    """The fates that can still be, in the order of `FATES`."""
    ways = {fate: [] for fate in FATES}
    for number, rows in enumerate(stages.values()):
        for row in rows:
            if row.fate:
                ways[row.fate].append(every([f"_reach_{number}", possible(row.when)]))
    cases = [case([(some(conditions), quoted(fate))]) for fate, conditions in ways.items() if conditions]
    return f"array_compact(array({', '.join(cases)}))"


def _lacks(stages: Stages, facts: Mapping[str, Fact]) -> dict[str, str]:
    """`_lack_N`: the facts, in words, that are unknown and that a row of stage N which can still hold asks for."""
    columns = {}
    for number, rows in enumerate(stages.values()):
        cases = [case([(_lacking(name, number, rows), quoted(f"{f.yes} or not"))]) for name, f in facts.items()
                 if any(name in row.when for row in rows)]  # fmt: skip
        unsure = f"{DOUBT} OR _row_{number} IS NULL"
        columns[f"_lack_{number}"] = case([(unsure, f"array_compact(array({', '.join(cases)}))")], NOTHING)
    return columns


def _lacking(name: str, number: int, rows: tuple[Row, ...]) -> str:
    asked = some(possible(row.when) for row in rows if name in row.when)
    return every([f"{FACT}{name} IS NULL", f"_reach_{number}", asked])


def _ask(stages: Stages, facts: Mapping[str, Fact]) -> str:
    """The commands that would tell what is not known."""
    cases = []
    for name, f in facts.items():
        lacking = [_lacking(name, number, rows) for number, rows in enumerate(stages.values())
                   if any(name in row.when for row in rows)]  # fmt: skip
        cases.append(case([(some(lacking), fill(f.command))]))
    unsure = f"{DOUBT} OR _fates[0] = '{UNKNOWN}'"
    return case([(unsure, f"array_distinct(array_compact(array({', '.join(cases)})))")], NOTHING)


def _fate() -> str:
    weaker = [
        (f"_fates = array({', '.join(quoted(f) for f in FATES if f in several)})", quoted(fate))
        for several, fate in WEAKER.items()
    ]
    return case([("size(_fates) = 1", "_fates[0]"), *weaker], quoted(UNKNOWN))


def _answers(stages: Stages) -> dict[str, str]:
    lacks = ", ".join(f"_lack_{number}" for number in range(len(stages)))
    unsaid = (
        f"concat('not known: ', array_join(array_distinct(concat({lacks})), ', '), "
        "'; possible: ', array_join(_fates, ', '))"
    )
    said = ", ".join(_of_row(stages, "because"))
    lost = _meaning(lambda meaning: quoted(meaning.lost) if meaning.lost else "NULL")
    answers = {
        "actions": actions(stages),
        "fate": "_fate",
        "where": _first_of(_of_row(stages, "where", last=True), _meaning(lambda m: fill(m.where))),
        "channel_state": _meaning(lambda meaning: quoted(meaning.channel_state)),
        "lost": case([(f"arrays_overlap(_fates, array('DISCARDED', '{UNKNOWN}'))", lost)]),
        "because": f"concat_ws('; ', {said}, {case([(DOUBT, unsaid)])})",
        "next": _first_of(_of_row(stages, "next", last=True), case([("size(_ask) > 0", "array_join(_ask, '\\n')")])),
    }
    if protected := _protected(stages):
        answers["protected"] = _first_of(protected, "NULL")
    return answers


def _first_of(texts: list[str], otherwise: str) -> str:
    return f"coalesce({', '.join([*texts, otherwise])})"


def _meaning(text) -> str:
    return case((f"_fate = {quoted(fate)}", text(meaning)) for fate, meaning in FATES.items())


def _of_row(stages: Stages, field: str, last: bool = False) -> list[str]:
    """For each stage the text `field` of the row that holds; `last`: only of the row that the fate comes from."""
    columns = []
    for number, rows in enumerate(stages.values()):
        texts = [
            (f"_row_{number} = {n}", fill(getattr(row, field)))
            for n, row in enumerate(rows)
            if getattr(row, field) and (row.fate or not last)
        ]
        sole = " AND size(_fates) = 1" if last else ""
        columns += [case([(f"_enter_{number}{sole}", case(texts))])] if texts else []
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
