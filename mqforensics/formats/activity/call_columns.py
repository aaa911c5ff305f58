"""The columns of MQI calls, out of the parameters that a trace gives: `call` reads each different value once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.activity import call
from mqforensics.formats.activity.call_time import COARSE, FIRST, LAST, NO_TIME, NOT_TOLD, SECOND, ZONES, day, note
from mqforensics.formats.activity.record import OWN, Call, Record
from mqforensics.formats.columnar import Distinct
from mqforensics.formats.tables import TIME
from mqforensics.structures import put_time

INT, LONG, TEXT, BYTES = pa.int32(), pa.int64(), pa.string(), pa.binary()
NAMES = ("resolvedLocalQueueName", "resolvedQueueName", "objectName")
FAR = LAST // SECOND + ZONES
"""Seconds from 1970 that no calendar has, in either direction."""


class Records(NamedTuple):
    """Records as columns: what holds for all calls of each, how many they are, and of each call where it begins.

    `params`: the parameters of each call, or columns of them by key: whole numbers or texts, null where a call has
    none. A record without any call is one row (`empty`) that says this.
    """

    heads: list[Mapping]
    sizes: np.ndarray
    starts: np.ndarray
    params: Mapping[str, pa.Array] | Sequence[Mapping]
    head: np.ndarray | None = None
    """Which of `heads` holds for a call, where that need not be its record's."""
    empty: np.ndarray | None = None


def records_of(records: Sequence[Record], begins: Sequence[int]) -> Records:
    """Records that were read one by one, and where each begins.

    Where a call tells its process or connection itself, it need not be of the record's connection.
    """
    calls, starts, head, empty = [], [], [], []
    heads = [record.head for record in records]
    for nth, (record, begin) in enumerate(zip(records, begins, strict=True)):
        mine = record.calls or [Call(0, {"problem": record.problem})]
        starts += [begin, *(begin + one.position for one in mine[1:])]
        calls += [one.params for one in mine]
        empty += [not record.calls] * len(mine)
        for one in mine:
            own = not OWN.isdisjoint(one.params)
            head.append(len(heads) if own else nth)
            heads += [{**record.head, **one.params}] if own else []
    sizes = np.array([len(record.calls) or 1 for record in records], np.int64)
    return Records(heads, sizes, np.array(starts, np.int64), calls, np.array(head, np.int64), np.array(empty, bool))


class Columns:
    """The columns of the calls of many records."""

    def __init__(self, records: Records):
        self.records = records
        self.count = len(records.starts)
        self.owner = np.repeat(np.arange(len(records.sizes)), records.sizes)
        self.firsts = np.cumsum(records.sizes) - records.sizes
        self.empty = np.zeros(self.count, bool) if records.empty is None else records.empty

    @cached_property
    def exact(self) -> np.ndarray:
        """The high-resolution time of each call, 0 where it has none."""
        return _filled(self.number("highresTime"), 0)

    @cached_property
    def seconds(self) -> pa.Array:
        """The local time of each call, to the second."""
        return pc.add(self.each("operationDate", _day, LONG), self.each("operationTime", _clock, LONG))

    @cached_property
    def zones(self) -> np.ndarray:
        """The zone that each call tells by both times: OperationTime is local to 1 s, High Res Time UTC to 1 µs."""
        told = (self.exact != 0) & self.seconds.is_valid().to_numpy(False)
        local = _filled(self.seconds, 0)
        return np.where(told, np.rint((local - self.exact / SECOND) / ZONES) * ZONES, np.nan)

    def given(self, key: str) -> pa.Array | list | None:
        """The parameter as it is reported; None where no call has it."""
        params = self.records.params
        if isinstance(params, Mapping):
            return params.get(key)
        values = [own.get(key) for own in params]
        return values if values.count(None) < len(values) else None

    def has(self, key: str) -> np.ndarray:
        """Which calls have the parameter."""
        given = self.given(key)
        if given is None:
            return np.zeros(self.count, bool)
        if isinstance(given, list):
            return np.array([one is not None for one in given], bool)
        return given.is_valid().to_numpy(False)

    def each(self, key: str, known: Callable[[Any], Any], kind: pa.DataType, shown: pa.Array | None = None) -> pa.Array:
        """What `known` says of a parameter, of each different value once."""
        given = self.given(key)
        if given is None:
            return pa.nulls(self.count, kind)
        found = Distinct(given, known).column(kind)
        return found if shown is None else pc.if_else(shown, found, None)

    def number(self, key: str, bits: int = 64, shown: pa.Array | None = None) -> pa.Array:
        """A parameter as `call.number` reads it."""
        return self.each(key, lambda value: call.number(value, bits), LONG if bits == 64 else INT, shown)

    @cached_property
    def _ends(self) -> tuple[np.ndarray, np.ndarray]:
        """The first and the last zone that the calls of each record tell."""
        at = np.flatnonzero(~np.isnan(self.zones))
        owners = self.owner[at]
        first = np.full(len(self.records.sizes), np.nan)
        last = first.copy()
        first[owners[::-1]], last[owners] = self.zones[at[::-1]], self.zones[at]
        return first, last

    def told(self) -> Iterable[tuple[str | None, int | None]]:
        """Of each record its queue manager, and the last zone that its calls tell."""
        for head, last in zip(self.records.heads, self._ends[1].tolist(), strict=False):
            yield call.text(head.get("queueMgrName")), None if last != last else int(last)

    def table(self, elsewhere: Sequence[int | None]) -> dict[str, pa.Array]:
        """The columns, but for the places and numbers of calls.

        `elsewhere`: the zone in which each record begins, where none of its calls tells it.
        """
        return self.whose() | self.when(elsewhere) | self.said() | {"queue": self.queues()}

    def whose(self) -> dict[str, pa.Array]:
        """The columns that tell whose calls they are."""
        owns = [call.whose(head) for head in self.records.heads]
        at = pa.array(self.owner if self.records.head is None else self.records.head)
        return {name: pa.array([own[name] for own in owns], TEXT).take(at) for name in call.WHOSE}

    def said(self) -> dict[str, pa.Array]:
        """The columns that calls tell of themselves, but for their times and queues.

        A failed MQGET shows what its caller passed in, not a message.
        """
        verbs = self.each("operationId", call.verb, TEXT)
        comps, reasons = self.number("compCode", 32), self.number("reasonCode", 32)
        shown = pc.invert(_failed(verbs, comps, reasons))
        names, options = self._options(verbs)
        problem = pc.if_else(verbs.is_valid(), pa.scalar(None, TEXT), call.NO_NAME)
        return {
            "thread": self.each("threadId", call.text, TEXT),
            "handle": self.each("hobj", call.text, TEXT),
            "verb": verbs,
            "options": names,
            "options_value": options,
            "msg_id": self.each("msgId", call.octets, BYTES, shown),
            "correl_id": self.each("correlId", call.octets, BYTES, shown),
            "priority": self.number("priority", 32, shown),
            "persistence": self.number("persistence", 32, shown),
            "backout_count": self._backouts(shown),
            "put_time": self._put_times(shown),
            "comp_code": comps,
            "reason": reasons,
            "duration": self.number("qmgrOpDuration"),
            "wait_interval": self._waits(options),
            "msg_length": self.number("msgLength"),
            "error": pc.coalesce(self.each("problem", lambda problem: problem or None, TEXT), problem),
        }  # fmt: skip

    def when(self, elsewhere: Sequence[int | None]) -> dict[str, pa.Array]:
        """The columns of times: a call without a high-resolution time leans on the calls beside it, then on the zone.

        amqsactz joins the local second and the microseconds of the high-resolution time (`fraction`).
        """
        begins = np.where(np.isnan(self._ends[0]), np.array(elsewhere, np.float64), self._ends[0])
        at = np.where(np.isnan(self.zones), -1, np.arange(self.count))
        last = np.maximum.accumulate(at)
        inside = last >= self.firsts[self.owner]
        zones = np.where(inside, self.zones[last], begins[self.owner])
        fractions = self.each("fraction", lambda value: value, LONG)
        is_fine = fractions.is_valid().to_numpy(False)
        local, is_exact = _filled(self.seconds, 0), (self.exact != 0) & ~is_fine
        has_second = self.seconds.is_valid().to_numpy(False)
        timed, known = is_exact | has_second, ~np.isnan(zones)
        utc = local - np.where(known, zones, 0).astype(np.int64)
        far = abs(utc) > FAR
        times = np.where(is_exact, self.exact, np.where(far, 0, utc) * SECOND + _filled(fractions, 0))
        missing = ~timed | (far & ~is_exact) | (times < FIRST) | (times > LAST)
        notes = {zone: note(int(zone)) for zone in np.unique(zones[known]).tolist()}
        noted = [
            None if exact or empty else NO_TIME if not has else notes.get(zone, NOT_TOLD)
            for exact, empty, has, zone in zip(
                is_exact.tolist(), self.empty.tolist(), timed.tolist(), zones.tolist(), strict=True
            )
        ]
        for nth in np.flatnonzero(is_fine & has_second).tolist():
            noted[nth] = (noted[nth] or "").removeprefix(COARSE)
        return {
            "time": pa.array(times, LONG, mask=missing).cast(TIME),
            "time_exact": pa.array(np.where(is_exact | is_fine, 1, SECOND), LONG, mask=~timed),
            "time_note": pa.array(noted, TEXT),
        }

    def _options(self, verbs: pa.Array) -> tuple[pa.Array, pa.Array]:
        coded = verbs.dictionary_encode()
        numbers, names = pa.nulls(self.count, LONG), pa.nulls(self.count, pa.list_(TEXT))
        for nth, called in enumerate(coded.dictionary.to_pylist()):
            key, family = call.OPTIONS.get(called, (None, None))
            if key and self.given(key) is not None:
                these = pc.fill_null(pc.equal(coded.indices, nth), False)
                told = pc.if_else(these, self.number(key), None).dictionary_encode()
                numbers = pc.coalesce(told.cast(LONG), numbers)
                names = pc.if_else(these, _names(family, told), names)
        return names, numbers

    def queues(self) -> pa.Array:
        """The queue that each call worked on: the local one that its name resolved to, where the evidence shows it.

        A call that fails (2033) does not tell it, its neighbours in the record do: the handle and the name tell one
        opened object of a connection from another; a handle may be used again for another name.
        """
        local, base, opened = (self.each(key, call.text, TEXT) for key in NAMES)
        own = pc.coalesce(local, base, opened).dictionary_encode()
        codes = _filled(own.indices, -1)
        group = self.owner
        for part in (self.each("hobj", call.text, TEXT), opened):
            coded = part.dictionary_encode()
            group = group * (len(coded.dictionary) + 1) + _filled(coded.indices, -1) + 1
        at = np.flatnonzero(self.has(NAMES[0]) | self.has(NAMES[1]))
        if len(at):
            groups, first = np.unique(group[at], return_index=True)
            place = np.minimum(np.searchsorted(groups, group), len(groups) - 1)
            told = np.where(groups[place] == group, codes[at[first[place]]], -1)
            codes = np.where(told >= 0, told, codes)
        return own.dictionary.take(pa.array(codes, mask=codes < 0))

    def _backouts(self, shown: pa.Array) -> pa.Array:
        counts = self.number("backoutCount", 32, shown)
        structures = self.each("mqmdStruct", call.octets, BYTES, shown)
        if structures.null_count == self.count:
            return counts
        inside = [None if data is None else call.whole(data, 96) for data in structures.to_pylist()]
        return pc.if_else(structures.is_valid(), pa.array(inside, INT), counts)

    def _waits(self, options: pa.Array) -> pa.Array:
        """WaitInterval out of the MQGMO, where the call waits and the trace holds the structure."""
        waits, has = self.number("waitInterval"), self.has("mqgmoStruct")
        if not has.any():
            return waits
        asked = pc.not_equal(pc.bit_wise_and(pc.fill_null(options, 0), call.WAIT), 0)
        asked = pc.and_(asked, pa.array(has))
        inside = self.each("mqgmoStruct", lambda value: call.whole(call.octets(value), 12), LONG)
        return pc.if_else(asked, inside, waits)

    def _put_times(self, shown: pa.Array) -> pa.Array:
        dates, times = (self.each(key, call.text, TEXT, shown) for key in ("putDate", "putTime"))
        pairs = pc.binary_join_element_wise(dates, times, "\n")
        return Distinct(pairs, lambda pair: put_time(*pair.split("\n", 1))).column(TIME)


def _names(family: str, told: pa.DictionaryArray) -> pa.Array:
    lists = [call.option_names(family, value) for value in told.dictionary.to_pylist()]
    return pa.array(lists, pa.list_(TEXT)).take(told.indices)


def _failed(verbs: pa.Array, comps: pa.Array, reasons: pa.Array) -> pa.Array:
    warned = pc.is_in(reasons, pa.array(sorted(call.WARNINGS), INT))
    bad = pc.if_else(comps.is_valid(), pc.equal(comps, call.FAILED), pc.invert(warned))
    return pc.and_(pc.fill_null(pc.equal(verbs, "MQGET"), False), bad)


def _filled(column: pa.Array, missing: int) -> np.ndarray:
    return pc.fill_null(column.cast(LONG), missing).to_numpy(False)


def _day(date: object) -> int | None:
    return day(date) if type(date) is str else None


def _clock(time: object) -> int | None:
    try:
        return int(time[0:2]) * 3600 + int(time[3:5]) * 60 + int(time[6:8])
    except (TypeError, ValueError):
        return None
