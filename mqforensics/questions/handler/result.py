"""What a dry run says of a message: the rows of its result, made from the story of each kind of message."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.codes import reason_name
from mqforensics.formats.dlqrules import Rule
from mqforensics.questions.handler.passes import DISCARD, FWD, IGNORE, NOT_A_DEAD_LETTER, RETRY, Step, Story
from mqforensics.questions.handler.plans import FROM_DEST, FROM_REPLY, ORDER, Plan

RESULT = pa.schema([
    ("file", pa.string()), ("number", pa.int32()), ("rule_line", pa.int32()), ("action", pa.string()),
    ("queue", pa.string()), ("queue_manager", pa.string()), ("header", pa.string()), ("outcome", pa.string()),
    ("attempts", pa.int64()), ("failed_with", pa.int32()), ("why", pa.string()), ("assumed", pa.string()),
    ("message", pa.string()), ("seconds", pa.int64()), ("authority", pa.string()),
    ("Format", pa.string()), ("Encoding", pa.int32()), ("CodedCharSetId", pa.int32()),
    ("reason", pa.int32()), ("destination", pa.string()),
])  # fmt: skip
"""One row a message.

`rule_line`: line of the rule that fires or, when every put fails, of the one tried last; `action`, `queue`,
`queue_manager`, `header` (`YES`: the MQDLH stays): what that rule does with this message; `attempts`: actions taken,
failed ones too; `failed_with`: MQRC of the last put that failed; `why`: why the rules before did not deal with it;
`assumed`: what the evidence lacks to be sure that the put works; `message`: what the handler logs of it; `seconds`:
about how long after the first look; `authority`: whose authority the put needs, `DEF` (the handler's) or `CTX` and
the user; `Format`, `Encoding`, `CodedCharSetId`: the MQMD's as it then is; `reason`, `destination`: the MQDLH's.
"""
TYPES = dict(zip(RESULT.names, RESULT.types, strict=True))
NO_HEADER, PUT_FAILED = "AMQ8721", "AMQ8722"
OWN = "DEF"
USED_UP = "its tries were used up by messages with the same MsgId and CorrelId"
LITERAL, OF_DEST, OF_REPLY = range(3)
GONE, KEPT, STRIPPED = range(3)
"""What becomes of the message's first header: discarded with it, kept, taken off."""


class Cell(NamedTuple):
    """What is the same for all messages of a kind."""

    rule_line: int | None = None
    action: str | None = None
    header: str | None = None
    outcome: str = NOT_A_DEAD_LETTER
    attempts: int = 0
    failed_with: int | None = None
    why: str | None = None
    assumed: str | None = None
    message: str | None = None
    seconds: int = 0
    put: tuple[int, str | None, int, str | None] = (LITERAL, None, LITERAL, None)
    """Where the names of queue and queue manager come from, and the names that the rule itself has."""
    context: bool = False
    header_is: int = KEPT


def cell(rules: Sequence[Rule], interval: int, plan: Plan, story: Story) -> Cell:
    """What the story of one message says of all that share it; `interval`: seconds between two passes."""
    rule = rules[story.step.rule] if story.step else None
    failed = story.failed
    return Cell(
        rule_line=rule.line if rule else None,
        action=rule.action if rule else IGNORE,
        header=_header(rule),
        outcome=story.outcome,
        attempts=story.attempts,
        failed_with=failed[-1][0].fate.reason if failed else None,
        why=why(rules, plan, story),
        assumed=story.step.fate.assumed if story.done else None,
        message=_message([step for step, _ in failed], plan),
        seconds=max(story.passes - 1, 0) * interval,
        put=_put(rule),
        context=bool(rule) and rule.putaut == "CTX" and rule.action in (FWD, RETRY),
        header_is=_header_is(rule) if story.done else KEPT,
    )


def _header(rule: Rule | None) -> str | None:
    if rule is None or rule.action not in (FWD, RETRY):
        return None
    return rule.header if rule.action == FWD else "NO"


def _header_is(rule: Rule) -> int:
    if rule.action == DISCARD:
        return GONE
    return KEPT if _header(rule) == "YES" else STRIPPED


def _message(failed: list[Step], plan: Plan) -> str | None:
    """AMQ8722 for a failed put, unless it is the same failure at the same place as the MQDLH tells of already."""
    told = [s for s in failed if s.fate.reason is not None and not (s.same_place and s.fate.reason == plan.reason)]
    return PUT_FAILED if told else None


def _put(rule: Rule | None) -> tuple[int, str | None, int, str | None]:
    if rule is None or rule.action not in (FWD, RETRY):
        return LITERAL, None, LITERAL, None
    if rule.action == RETRY:
        return OF_DEST, None, OF_DEST, None
    return _source(rule.fwdq), rule.fwdq, _source(rule.fwdqm), rule.fwdqm


def _source(name: str) -> int:
    return OF_DEST if name in FROM_DEST else OF_REPLY if name in FROM_REPLY else LITERAL


def why(rules: Sequence[Rule], plan: Plan, story: Story) -> str | None:
    """Which keyword failed in each rule before the one that decides, and which puts failed how often."""
    tried = {step.rule: (count, step.fate.reason) for step, count in story.failed}
    decides = story.step is not None and (story.done or story.step.action == IGNORE)
    last = story.step.rule + (story.step.rule in tried) if decides else len(rules)
    notes = [_note(at, plan, tried) for at in range(last)]
    runs = groupby(enumerate(notes), key=lambda pair: (pair[1], pair[0] if pair[0] in tried else -1))
    said = [f"{_lines(rules, [at for at, _ in run])}: {note}" for (note, _), run in runs]
    return "; ".join(said) or None


def _note(at: int, plan: Plan, tried: dict[int, tuple[int, int | None]]) -> str:
    if at not in tried:
        return ORDER[plan.failed[at]] if plan.failed[at] >= 0 else USED_UP
    count, reason = tried[at]
    why = f"{reason} {reason_name(reason)}" if reason is not None else "the put failed"
    return f"tried {count} time{'s' * (count > 1)}, {why}"


def _lines(rules: Sequence[Rule], run: list[int]) -> str:
    first, last = rules[run[0]].line, rules[run[-1]].line
    return f"line {first}" if len(run) == 1 else f"lines {first}-{last}"


def rows(table: pa.Table, cells: Sequence[Cell], index: np.ndarray) -> pa.RecordBatch:
    """The rows of the result for the messages in `table`; `index` is which of the cells each has."""
    took = {name: _column(name, cells, index) for name in Cell._fields if name in RESULT.names}
    sources = np.array([cell.put[0] for cell in cells])[index], np.array([cell.put[2] for cell in cells])[index]
    names = [pa.array([cell.put[at] for cell in cells], pa.string()).take(pa.array(index)) for at in (1, 3)]
    took["queue"] = _chosen(sources[0], names[0], table["DestQName"], table["ReplyToQ"])
    took["queue_manager"] = _chosen(sources[1], names[1], table["DestQMgrName"], table["ReplyToQMgr"])
    took["authority"] = _authority(cells, index, table["UserIdentifier"], took["queue"])
    state = np.array([cell.header_is for cell in cells])[index]
    for name in ("Format", "Encoding", "CodedCharSetId"):
        own, inner = _flat(table[f"md_{name}"]), _flat(table[name])
        took[name] = _chosen(state, pa.nulls(len(index), own.type), own, inner)
    took |= {name: _flat(table[name]) for name in ("file", "number")}
    took |= {"reason": _flat(table["Reason"]), "destination": _flat(table["DestQName"])}
    return pa.RecordBatch.from_arrays([took[name].cast(kind) for name, kind in TYPES.items()], schema=RESULT)


def _column(name: str, cells: Sequence[Cell], index: np.ndarray) -> pa.Array:
    return pa.array([getattr(cell, name) for cell in cells], RESULT.field(name).type).take(pa.array(index))


def _chosen(which: np.ndarray, *columns: pa.Array | pa.ChunkedArray) -> pa.Array:
    return pc.choose(pa.array(which, pa.int8()), *(_flat(column) for column in columns))


def _flat(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    flat = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return pa.concat_arrays(flat.chunks) if isinstance(flat, pa.ChunkedArray) else flat


def _authority(cells: Sequence[Cell], index: np.ndarray, user: pa.ChunkedArray, queue: pa.Array) -> pa.Array:
    context = pa.array(np.array([cell.context for cell in cells])[index])
    said = pc.if_else(context, pc.binary_join_element_wise("CTX", pc.fill_null(_flat(user), ""), " "), OWN)
    return pc.if_else(pc.is_valid(queue), said, pa.scalar(None, pa.string()))
