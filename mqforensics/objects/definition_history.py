"""What held at a moment: of definitions, which a display shows from their last alteration on, until its capture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mqforensics.objects import sentences
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import OTHER_HOST, Fact, Place, Row, Span, distinct


def held_since(estate: Estate, rows: Iterable[Row], at: Span | None) -> bool | None:
    """Whether what these rows show held from `at` to their capture: captured after it, altered last before it."""
    if at is None:
        return True
    answers = [_was_so_then(estate, row, at) for row in rows]
    if not answers or any(answer is None for answer in answers):
        return None
    return all(answers)


def _was_so_then(estate: Estate, row: Row, at: Span) -> bool | None:
    if not estate.after(row, at):
        return None
    # An answer that there is no such object has no time of alteration: it holds for its capture.
    if row.type == "ERROR" or not row.altered:
        return None
    # Of another's object a queue manager knows what it was told until then.
    told = "CLUS" not in row.times or estate.moment(row, "CLUS").before(at, OTHER_HOST)
    return estate.moment(row, "ALT").before(at, OTHER_HOST) if told else None


class ValueThen(NamedTuple):
    """What a definition had at a moment: None where that is not known."""

    value: str | None
    places: list[Place]
    now: str = ""
    """What the newest capture shows instead, after a comma; blank where it shows the same."""


def value_then(estate: Estate, fact: Fact, at: Span | None) -> ValueThen:
    """What a definition had at a moment, by the captures that show it, and where it is otherwise now, by these too."""
    if at is None or (fact.known and held_since(estate, [one.row for one in fact.seen], at)):
        return ValueThen(fact.value, fact.places)
    # A capture from before the present alteration, taken after the moment, shows what held then.
    before = [one for one in fact.older if held_since(estate, [one.row], at)]
    if len({one.value for one in before}) != 1:
        return ValueThen(None, fact.places)
    now = sentences.NOW_FACT.format(fact=fact.text()) if fact.value != before[0].value else ""
    return ValueThen(before[0].value, distinct([*(one.place for one in before), *fact.places]), now)


def value_at(estate: Estate, fact: Fact, at: Span | None) -> str | None:
    """The value of a definition at a moment; None where that is not known."""
    return value_then(estate, fact, at).value


def why_undated(estate: Estate, rows: Sequence[Row], at: Span | None) -> str:
    """Why what these rows show says nothing of after a moment; blank where it does, or nothing is in the evidence."""
    rows = [row for row in rows if not estate.after(row, at)]
    if not rows:
        return ""
    before = all(estate.captured(row).before(at) is True for row in rows)
    return sentences.BY_EARLIER_CAPTURE.format(more="is" if before else sentences.MAY_BE)
