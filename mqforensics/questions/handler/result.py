"""The rows that a dry run gives, a row a message in Arrow, and what is the same for all messages that fare alike."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.dlqrules import Rule
from mqforensics.questions.handler.kinds import FROM_DEST, FROM_REPLY, MATCHES, ORDER
from mqforensics.questions.handler.passes import (
    DISCARD,
    FWD,
    IGNORE,
    NOT_A_DEAD_LETTER,
    NOT_READ,
    RETRY,
    WAITING,
    Step,
    Story,
)
from mqforensics.questions.wording import count, reason
from mqforensics.words import handler as words

RESULT = pa.schema([
    ("file", pa.string()), ("number", pa.int32()), ("offset", pa.int64()), ("rule_line", pa.int32()),
    ("action", pa.string()),
    ("queue", pa.string()), ("queue_manager", pa.string()), ("header", pa.string()), ("outcome", pa.string()),
    ("attempts", pa.int64()), ("failed_with", pa.int32()), ("tries", pa.string()), ("failed", pa.list_(pa.int8())),
    ("assumed", pa.string()), ("message", pa.string()), ("seconds", pa.int64()), ("authority", pa.string()),
    ("meets_last", pa.bool_()),
    ("Format", pa.string()), ("Encoding", pa.int32()), ("CodedCharSetId", pa.int32()),
    ("reason", pa.int32()), ("destination", pa.string()),
])  # fmt: skip
"""What `dry_run` says of; `failed` has for each rule before the one that decides its place in `NOTES`."""
TYPES = dict(zip(RESULT.names, RESULT.types, strict=True))
NOTES = (
    *ORDER, words.PUT_FAILED, words.USED_UP,
    words.TO_COME,
)  # fmt: skip
"""Why a rule does not deal with a message: the keyword that does not match, or what came in between."""
TRIED, USED_UP, TO_COME = len(ORDER), len(ORDER) + 1, len(ORDER) + 2
OWN = "DEF"
EXPIRES = words.DOUBTS["expires"]
"""What is assumed of a message that may be gone before the handler looks at it."""


class Outcome(NamedTuple):
    """How messages fared: `of_row` has for each a place in `cells` and in `kinds`, which is a row of `failed`."""

    of_row: np.ndarray
    cells: Sequence["Cell"]
    kinds: np.ndarray
    failed: np.ndarray


def rows(table: pa.Table, fared: Outcome) -> pa.RecordBatch:
    """The rows of the result for the messages in `table`."""
    index = fared.of_row
    took = {name: _column(name, fared) for name in Cell._fields if name in TYPES}
    sources = [np.array([cell.put[at] for cell in fared.cells])[index] for at in (0, 2)]
    names = [pa.array([cell.put[at] for cell in fared.cells], pa.string()).take(pa.array(index)) for at in (1, 3)]
    took["queue"] = _chosen(sources[0], names[0], table["DestQName"], table["ReplyToQ"])
    took["queue_manager"] = _chosen(sources[1], names[1], table["DestQMgrName"], table["ReplyToQMgr"])
    took["authority"] = _authority(fared, table["UserIdentifier"], took["queue"])
    took["failed"] = _failed_rules(fared)
    took["assumed"] = _with_expiry(took["assumed"], took["outcome"], table)
    state = np.array([cell.header_is for cell in fared.cells])[index]
    for name in ("Format", "Encoding", "CodedCharSetId"):
        own, inner = _flat(table[f"md_{name}"]), _flat(table[name])
        took[name] = _chosen(state, pa.nulls(len(index), own.type), own, inner)
    same = {"file": "file", "number": "number", "offset": "offset", "reason": "Reason", "destination": "DestQName"}
    took |= {name: _flat(table[column]) for name, column in same.items()}
    return pa.RecordBatch.from_arrays([took[name].cast(kind) for name, kind in TYPES.items()], schema=RESULT)


def _with_expiry(assumed: pa.Array, outcome: pa.Array, table: pa.Table) -> pa.Array:
    """What a row assumes, with the message's Expiry: an expired one is discarded by anyone who gets it."""
    if "Expiry" not in table.column_names:
        return assumed
    expires = pc.greater_equal(pc.fill_null(_flat(table["Expiry"]), -1), 0)
    taken = pc.and_(expires, pc.invert(pc.is_in(outcome, pa.array([NOT_STARTED, NOT_READ]))))
    both = pc.binary_join_element_wise(assumed, pa.scalar(EXPIRES), "; ", null_handling="skip")
    return pc.if_else(taken, both, assumed)


def _column(name: str, fared: Outcome) -> pa.Array:
    return pa.array([getattr(cell, name) for cell in fared.cells], TYPES[name]).take(pa.array(fared.of_row))


def _chosen(which: np.ndarray, *columns: pa.Array | pa.ChunkedArray) -> pa.Array:
    return pc.choose(pa.array(which, pa.int8()), *(_flat(column) for column in columns))


def _flat(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _authority(fared: Outcome, user: pa.ChunkedArray, queue: pa.Array) -> pa.Array:
    context = pa.array(np.array([cell.context for cell in fared.cells])[fared.of_row])
    said = pc.if_else(context, pc.binary_join_element_wise("CTX", pc.fill_null(_flat(user), ""), " "), OWN)
    return pc.if_else(pc.is_valid(queue), said, pa.scalar(None, pa.string()))


def _failed_rules(fared: Outcome) -> pa.ListArray:
    notes = fared.failed[fared.kinds]
    notes[notes == MATCHES] = USED_UP
    for at, cell in enumerate(fared.cells):
        rest = notes[at, cell.to_come :]
        rest[rest == USED_UP] = TO_COME
        notes[at, list(cell.tried)] = TRIED
    lengths = np.array([cell.before for cell in fared.cells])[fared.of_row]
    kept = np.arange(notes.shape[1]) < lengths[:, None]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(notes[fared.of_row][kept], pa.int8()))


NOT_STARTED = "NOT_STARTED"
NO_HEADER, PUT_FAILED = "AMQ8721", "AMQ8722"
LITERAL, OF_DEST, OF_REPLY = range(3)
GONE, KEPT, STRIPPED = range(3)
"""What becomes of the message's first header: discarded with it, kept, taken off."""


class Cell(NamedTuple):
    """What is the same for all messages that fare alike."""

    rule_line: int | None = None
    action: str | None = None
    header: str | None = None
    outcome: str = NOT_A_DEAD_LETTER
    attempts: int = 0
    failed_with: int | None = None
    tries: str | None = None
    assumed: str | None = None
    message: str | None = None
    seconds: int = 0
    put: tuple[int, str | None, int, str | None] = (LITERAL, None, LITERAL, None)
    """Where the names of queue and queue manager come from, and the names that the rule itself has."""
    context: bool = False
    header_is: int = KEPT
    meets_last: bool = False
    """Whether the table's last rule is tried once every put before it has failed."""
    before: int = 0
    """How many rules there are to be told of that did not deal with the message."""
    tried: tuple[int, ...] = ()
    """Places of the rules whose put was tried in vain."""
    to_come: int = 1 << 30
    """The place of the rule that is tried next on a message that still waits: others have not used up its tries."""


def cell(
    rules: Sequence[Rule], interval: int, dead_for: int | None, meets_last: bool, story: Story, zos: bool = False
) -> Cell:
    """What the story of one message says of all like it.

    `interval`: seconds between two passes; `dead_for`: the message's own MQDLH.Reason, where a put may fail for it too;
    `meets_last`: see `Cell`; `zos`: CSQUDLQH has its own messages, whose numbers the kit does not know.
    """
    rule = rules[story.step.rule] if story.step else None
    failed, putting = story.failed, bool(rule) and rule.action in (FWD, RETRY)
    decides = rule is not None and (story.done or rule.action == IGNORE)
    return Cell(
        rule_line=rule.line if rule else None,
        action=rule.action if rule else IGNORE,
        header=_header(rule) if putting else None,
        outcome=story.outcome,
        attempts=story.attempts,
        failed_with=story.failure.fate.reason if story.failure else None,
        tries="; ".join(_tries(rules[step.rule], step, times) for step, times in failed) or None,
        assumed="; ".join(story.assumed) or None,
        message=None if zos else _message([step for step, _ in failed], dead_for),
        seconds=max(story.passes - 1, 0) * interval,
        put=_sources_of_target(rule) if putting else (LITERAL, None, LITERAL, None),
        context=putting and rule.putaut == "CTX",
        header_is=_header_is(rule) if story.done else KEPT,
        meets_last=meets_last,
        before=story.step.rule if decides else len(rules),
        tried=tuple(step.rule for step, _ in failed),
        to_come=story.to_come.rule if story.outcome == WAITING else Cell().to_come,
    )


def _header(rule: Rule) -> str:
    return rule.header if rule.action == FWD else "NO"


def _header_is(rule: Rule) -> int:
    if rule.action == DISCARD:
        return GONE
    return KEPT if _header(rule) == "YES" else STRIPPED


def _tries(rule: Rule, step: Step, times: int) -> str:
    why = words.WITH_REASON.format(reason=reason(step.fate.reason)) if step.fate.reason is not None else ""
    return words.FAILED_BY.format(line=rule.line, puts=count(times, "put"), why=why)


def _message(failed: list[Step], dead_for: int | None) -> str | None:
    """AMQ8722 for a failed put, unless it is the same failure at the same place as the MQDLH shows already."""
    told = [s for s in failed if s.fate.reason is not None and not (s.same_place and s.fate.reason == dead_for)]
    return PUT_FAILED if told else None


def _sources_of_target(rule: Rule) -> tuple[int, str | None, int, str | None]:
    if rule.action == RETRY:
        return OF_DEST, None, OF_DEST, None
    return _source(rule.fwdq), rule.fwdq, _source(rule.fwdqm), rule.fwdqm


def _source(name: str) -> int:
    return OF_DEST if name in FROM_DEST else OF_REPLY if name in FROM_REPLY else LITERAL
