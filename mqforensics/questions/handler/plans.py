"""Which rules match a message, and why the others do not: worked out once for each kind of message, not each message.

A message's part in matching is which patterns its fields match, and what becomes of the puts that rules would try for
it. Values of a field that match the same patterns are one class; messages of the same classes share one plan, however
many they are and however different their values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.dlqrules import PATTERNS, Rule
from mqforensics.questions.handler.passes import FWD, IGNORE, RETRY, Step
from mqforensics.questions.handler.patterns import ANY, ONE, matches
from mqforensics.questions.handler.targets import FULL, INHIBITED, UNKNOWN_BASE, UNKNOWN_QUEUE, Fate, Targets

ORDER = tuple(PATTERNS)
DEST, REPLY = ("DestQName", "DestQMgrName"), ("ReplyToQ", "ReplyToQMgr")
FROM_DEST, FROM_REPLY = ("&DESTQ", "&DESTQM"), ("&REPLYQ", "&REPLYQM")
KEPT = 1 << 16
"""Values of a field whose class is remembered."""


class Plan(NamedTuple):
    """What a kind of message meets: for each rule the keyword that fails (-1: it matches), and the rules to try."""

    failed: np.ndarray
    steps: tuple[Step, ...]
    reason: int | None = None
    """The message's own MQDLH.Reason, where a put may fail for the same."""


class Patterns(NamedTuple):
    """The different patterns that rules have for one keyword, and which of them each rule has; the last is none."""

    different: list[str | int | None]
    of_rule: np.ndarray

    @classmethod
    def of(cls, patterns: Sequence[str | int | None]) -> "Patterns":
        """From the pattern of each rule, None where it has none."""
        different = [*dict.fromkeys(pattern for pattern in patterns if pattern is not None), None]
        return cls(different, np.array([different.index(pattern) for pattern in patterns]))

    def hits(self, name: str, values: list[Any]) -> np.ndarray:
        """For each value (row) which of the different patterns (column) it matches."""
        length = PATTERNS[name].length
        if length:
            given = pa.array([(value or "").rstrip(" ") for value in values], pa.string())
            columns = [_text_hits(pattern, given, length) for pattern in self.different[:-1]]
        else:
            numbers = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
            columns = [numbers == pattern for pattern in self.different[:-1]]
        return np.column_stack([*columns, np.ones(len(values), dtype=bool)])


def _text_hits(pattern: str, values: pa.Array, length: int) -> np.ndarray:
    if not any(mark in pattern for mark in (ANY, ONE)):
        return pc.equal(values, pattern.rstrip(" ")).to_numpy(zero_copy_only=False)
    if pattern.endswith(ANY) and not any(mark in pattern[:-1] for mark in (ANY, ONE, " ")):
        return pc.starts_with(values, pattern[:-1]).to_numpy(zero_copy_only=False)
    return np.array([matches(pattern, value, length) for value in values.to_pylist()])


@dataclass
class Planner:
    """Plans for one rules table and one set of targets; what it has worked out it remembers."""

    rules: Sequence[Rule]
    targets: Targets
    classes: dict[str, dict[Any, int]] = field(default_factory=dict)
    numbers: dict[str, dict[bytes, int]] = field(default_factory=dict)
    matched: dict[str, list[np.ndarray]] = field(default_factory=dict)
    routes: dict[tuple, int] = field(default_factory=dict)
    fates: list[dict[int, tuple[Fate, bool]]] = field(default_factory=list)
    plans: dict[tuple[int, ...], Plan] = field(default_factory=dict)

    def __post_init__(self) -> None:
        used = [name for name in ORDER if any(name in rule.patterns for rule in self.rules)]
        self.patterns = {name: Patterns.of([rule.patterns.get(name) for rule in self.rules]) for name in used}
        putting = [at for at, rule in enumerate(self.rules) if rule.action in (FWD, RETRY)]
        self.by_reply = [at for at in putting if _takes(self.rules[at], FROM_REPLY)]
        self.by_dest = [at for at in putting if at not in self.by_reply]
        told = {fate.reason for fate in self.targets.failing.values()}
        self.reasons = sorted({INHIBITED, FULL, UNKNOWN_QUEUE, UNKNOWN_BASE, *told} - {None})

    def plan(self, table: pa.Table) -> tuple[np.ndarray, list[Plan]]:
        """For each message the number of its plan, and the plans."""
        columns = [self._classes(name, table) for name in self.patterns]
        columns += [self._reason(table), self._routes(self.by_dest, DEST, table)]
        columns += [self._routes(self.by_reply, DEST + REPLY, table)] if self.by_reply else []
        inverse, first = _distinct(columns)
        keys = zip(*(column[first].tolist() for column in columns), strict=True)
        return inverse, [self._plan(key) for key in keys]

    def _classes(self, name: str, table: pa.Table) -> np.ndarray:
        codes, values = encoded(table.column(PATTERNS[name].field.partition(".")[2]))
        known = self.classes.setdefault(name, {})
        if len(known) > KEPT:
            known.clear()
        new = [value for value in values if value not in known]
        if new:
            known.update(zip(new, self._class(name, new), strict=True))
        return np.array([known[value] for value in values], dtype=np.int64)[codes]

    def _class(self, name: str, values: list[Any]) -> list[int]:
        hits = self.patterns[name].hits(name, values)
        seen, numbers = self.matched.setdefault(name, []), self.numbers.setdefault(name, {})
        found = []
        for row in hits:
            number = numbers.setdefault(row.tobytes(), len(seen))
            seen += [row] if number == len(seen) else []
            found.append(number)
        return found

    def _reason(self, table: pa.Table) -> np.ndarray:
        codes, values = encoded(table.column("Reason"))
        place = {reason: at for at, reason in enumerate(self.reasons)}
        return np.array([place.get(value, -1) for value in values], dtype=np.int64)[codes]

    def _routes(self, rules: list[int], fields: tuple[str, ...], table: pa.Table) -> np.ndarray:
        parts = [encoded(table.column(name)) for name in fields]
        inverse, first = _distinct([codes for codes, _ in parts])
        names = zip(*([values[at] or "" for at in codes[first]] for codes, values in parts), strict=True)
        return np.array([self._route(rules, one) for one in names], dtype=np.int64)[inverse]

    def _route(self, rules: list[int], names: tuple[str, ...]) -> int:
        found = {at: self._fate(self.rules[at], names) for at in rules}
        key = tuple(sorted(found.items()))
        if key not in self.routes:
            self.routes[key] = len(self.fates)
            self.fates.append(found)
        return self.routes[key]

    def _fate(self, rule: Rule, names: tuple[str, ...]) -> tuple[Fate, bool]:
        values = dict(zip(FROM_DEST + FROM_REPLY, names, strict=False))
        place = values["&DESTQ"], values["&DESTQM"]
        to = place if rule.action == RETRY else (values.get(rule.fwdq, rule.fwdq), values.get(rule.fwdqm, rule.fwdqm))
        return self.targets.fate(*to), to == place

    def _plan(self, key: tuple[int, ...]) -> Plan:
        if key not in self.plans:
            self.plans[key] = self._made(dict(zip(self.patterns, key, strict=False)), key[len(self.patterns) :])
        return self.plans[key]

    def _made(self, classes: Mapping[str, int], rest: tuple[int, ...]) -> Plan:
        failed = np.full(len(self.rules), -1, dtype=np.int8)
        for name in reversed(self.patterns):
            failed[~self.matched[name][classes[name]][self.patterns[name].of_rule]] = ORDER.index(name)
        fates = {at: fate for route in rest[1:] for at, fate in self.fates[route].items()}
        there = np.flatnonzero(failed < 0).tolist()
        steps = [_step(at, self.rules[at], fates.get(at, (Fate(), False))) for at in there]
        # Not even a put that works ends the list: others may have used up its tries where a counter is shared.
        last = next((at for at, step in enumerate(steps, 1) if step.action == IGNORE), len(steps))
        return Plan(failed, tuple(steps[:last]), self.reasons[rest[0]] if rest[0] >= 0 else None)


def _step(at: int, rule: Rule, put: tuple[Fate, bool]) -> Step:
    return Step(at, rule.action, rule.retry, *put)


def _takes(rule: Rule, names: tuple[str, ...]) -> bool:
    return rule.action == FWD and (rule.fwdq in names or rule.fwdqm in names)


def encoded(column: pa.ChunkedArray) -> tuple[np.ndarray, list[Any]]:
    """A column as numbers and the distinct values that they stand for; the last value is None."""
    whole = column.combine_chunks().dictionary_encode()
    whole = whole.combine_chunks() if isinstance(whole, pa.ChunkedArray) else whole
    values = whole.dictionary.to_pylist()
    codes = whole.indices.fill_null(len(values)).to_numpy(zero_copy_only=False)
    return codes.astype(np.int64), [*values, None]


def _distinct(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Number of each row's combination of values, and the first row of each combination."""
    codes, first = np.zeros(len(columns[0]), dtype=np.int64), None
    for column in columns:
        narrow = pd.factorize(column)[0]
        codes = pd.factorize(codes * (int(narrow.max(initial=0)) + 1) + narrow)[0]
    _, first = np.unique(codes, return_index=True)
    return codes, first
