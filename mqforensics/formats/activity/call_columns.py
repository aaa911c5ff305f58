"""Many records of one program at once, as columns: what `record.table` says of them call by call.

Only what is usual is read so; of anything else nothing is said, and the records go the other way.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.activity import call
from mqforensics.formats.activity.call_time import FIRST, LAST, NOT_TOLD, SECOND, ZONES, day, moment
from mqforensics.formats.activity.record import NAMES
from mqforensics.formats.tables import TIME

INT, LONG, TEXT, BYTES = pa.int32(), pa.int64(), pa.string(), pa.binary()
NO_TIME = moment(None, None)[2]
PRECISE = 1 << 53
"""A number up to this is the same as a float."""


class Records(NamedTuple):
    """Records as columns: what holds for all calls of each, how many they are, and of each call where it begins.

    `params`: the parameters by key, as whole numbers or texts, null where a call has none.
    """

    heads: list[Mapping]
    sizes: np.ndarray
    starts: np.ndarray
    params: Mapping[str, pa.Array]


class Columns:
    """The columns of the calls of many records."""

    def __init__(self, records: Records):
        self.records = records
        self.count = len(records.starts)
        self.owner = np.repeat(np.arange(len(records.sizes)), records.sizes)
        self.firsts = np.cumsum(records.sizes) - records.sizes
        self.exact = _filled(self.number("highresTime"), 0)
        self.seconds = pc.add(self.each("operationDate", _day, LONG), self.each("operationTime", _clock, LONG))
        told = (self.exact != 0) & self.seconds.is_valid().to_numpy(False)
        local = _filled(self.seconds, 0)
        self.zones = np.where(told, np.rint((local - self.exact / SECOND) / ZONES) * ZONES, np.nan)

    @property
    def is_usual(self) -> bool:
        """Whether every number of these calls is one that the columns can say."""
        return bool((abs(self.exact) < PRECISE).all())

    def given(self, key: str) -> pa.Array:
        """The parameter as it is reported."""
        return self.records.params.get(key, pa.nulls(self.count, TEXT))

    def each(self, key: str, known: Callable[[Any], Any], kind: pa.DataType, shown: pa.Array | None = None) -> pa.Array:
        """What `known` says of a parameter, of each different value once."""
        column = self.given(key)
        column = column if shown is None else pc.if_else(shown, column, None)
        column = column.dictionary_encode()
        return pa.array([known(value) for value in column.dictionary.to_pylist()], kind).take(column.indices)

    def number(self, key: str, bits: int = 64, shown: pa.Array | None = None) -> pa.Array:
        """A parameter as `call.number` reads it."""
        return self.each(key, lambda value: call.number(value, bits), LONG if bits == 64 else INT, shown)

    def told(self) -> Iterable[tuple[str | None, int | None, int | None]]:
        """Of each record its queue manager, and the first and the last zone that its calls tell."""
        at = np.flatnonzero(~np.isnan(self.zones))
        owners = self.owner[at]
        first = np.full(len(self.records.sizes), np.nan)
        last = first.copy()
        first[owners[::-1]], last[owners] = self.zones[at[::-1]], self.zones[at]
        for head, begin, end in zip(self.records.heads, first.tolist(), last.tolist(), strict=True):
            yield call.text(head.get("queueMgrName")), _whole(begin), _whole(end)

    def table(self, elsewhere: list[int | None]) -> dict[str, pa.Array]:
        """The columns; `elsewhere`: the zone that each record begins with."""
        verbs = self.each("operationId", call.verb, TEXT)
        comps, reasons = self.number("compCode", 32), self.number("reasonCode", 32)
        failed = _failed(verbs, comps, reasons)
        shown = pc.invert(failed)
        names, options = self._options(verbs)
        owns = call.connections([call.whose(head) for head in self.records.heads])
        whose = {name: pa.array(own, TEXT).take(pa.array(self.owner)) for name, own in owns.items()}
        return whose | self._when(elsewhere) | {
            "thread": self.each("threadId", call.text, TEXT),
            "handle": self.each("hobj", call.text, TEXT),
            "verb": verbs,
            "options": names,
            "options_value": options,
            "queue": self._queues(),
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
            "error": pc.if_else(verbs.is_valid(), pa.scalar(None, TEXT), call.NO_NAME),
        }  # fmt: skip

    def _when(self, elsewhere: list[int | None]) -> dict[str, pa.Array]:
        at = np.where(np.isnan(self.zones), -1, np.arange(self.count))
        last = np.maximum.accumulate(at)
        inside = last >= self.firsts[self.owner]
        zones = np.where(inside, self.zones[last], np.array(elsewhere, np.float64)[self.owner])
        local, is_exact = _filled(self.seconds, 0), self.exact != 0
        timed = is_exact | self.seconds.is_valid().to_numpy(False)
        known = ~np.isnan(zones)
        times = np.where(is_exact, self.exact, (local - np.where(known, zones, 0).astype(np.int64)) * SECOND)
        notes = {zone: moment(0, int(zone))[2] for zone in np.unique(zones[known]).tolist()}
        note = [
            None if exact else NO_TIME if not has_time else notes.get(zone, NOT_TOLD)
            for exact, has_time, zone in zip(is_exact.tolist(), timed.tolist(), zones.tolist(), strict=True)
        ]
        return {
            "time": pa.array(times, LONG, mask=~timed | (times < FIRST) | (times > LAST)).cast(TIME),
            "time_exact": pa.array(np.where(is_exact, 1, SECOND), LONG, mask=~timed),
            "time_note": pa.array(note, TEXT),
        }

    def _options(self, verbs: pa.Array) -> tuple[pa.Array, pa.Array]:
        coded = verbs.dictionary_encode()
        numbers, names = pa.nulls(self.count, LONG), pa.nulls(self.count, pa.list_(TEXT))
        for nth, called in enumerate(coded.dictionary.to_pylist()):
            key, family = call.OPTIONS.get(called, (None, None))
            if key in self.records.params:
                these = pc.fill_null(pc.equal(coded.indices, nth), False)
                told = pc.if_else(these, self.number(key), None).dictionary_encode()
                numbers = pc.coalesce(told.cast(LONG), numbers)
                names = pc.if_else(these, _names(family, told), names)
        return names, numbers

    def _queues(self) -> pa.Array:
        local, base, opened = (self.each(key, call.text, TEXT) for key in NAMES)
        own = pc.coalesce(local, base, opened).dictionary_encode()
        codes = _filled(own.indices, -1)
        group = self.owner
        for part in (self.each("hobj", call.text, TEXT), opened):
            coded = part.dictionary_encode()
            group = group * (len(coded.dictionary) + 1) + _filled(coded.indices, -1) + 1
        resolved = [self.given(key).is_valid().to_numpy(False) for key in NAMES[:2]]
        at = np.flatnonzero(resolved[0] | resolved[1])
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
        waits, structures = self.number("waitInterval"), self.given("mqgmoStruct")
        if structures.null_count == self.count:
            return waits
        asked = pc.not_equal(pc.bit_wise_and(pc.fill_null(options, 0), call.WAIT), 0)
        asked = pc.and_(asked, structures.is_valid())
        inside = self.each("mqgmoStruct", lambda value: call.whole(call.octets(value), 12), LONG, asked)
        return pc.if_else(asked, inside, waits)

    def _put_times(self, shown: pa.Array) -> pa.Array:
        dates, times = (self.each(key, call.text, TEXT, shown) for key in ("putDate", "putTime"))
        pairs = pc.binary_join_element_wise(dates, times, "\n").dictionary_encode()
        told = [call.put_time(*pair.split("\n", 1)) for pair in pairs.dictionary.to_pylist()]
        return pa.array(told, TIME).take(pairs.indices)


def _names(family: str, told: pa.DictionaryArray) -> pa.Array:
    lists = [call.named(family, value) for value in told.dictionary.to_pylist()]
    return pa.array(lists, pa.list_(TEXT)).take(told.indices)


def _failed(verbs: pa.Array, comps: pa.Array, reasons: pa.Array) -> pa.Array:
    warned = pc.is_in(reasons, pa.array(sorted(call.WARNINGS), INT))
    bad = pc.if_else(comps.is_valid(), pc.equal(comps, call.FAILED), pc.invert(warned))
    return pc.and_(pc.fill_null(pc.equal(verbs, "MQGET"), False), bad)


def _filled(column: pa.Array, missing: int) -> np.ndarray:
    return pc.fill_null(column.cast(LONG), missing).to_numpy(False)


def _whole(zone: float) -> int | None:
    return None if zone != zone else int(zone)


def _day(date: object) -> int | None:
    return day(date) if type(date) is str else None


def _clock(time: object) -> int | None:
    try:
        return int(time[0:2]) * 3600 + int(time[3:5]) * 60 + int(time[6:8])
    except (TypeError, ValueError):
        return None
