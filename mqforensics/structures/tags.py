"""The folders of many MQRFH2s at once: tags found by their brackets, depth by counting them.

Taken is what programs write: one root, elements side by side in it, no attribute but `dt`, ASCII without references.
A header with any other folder is left to `extras.folders`, and what is made here is what that would have made.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.structures.arrays import BLANK, NUMBER, as_text, flagged, ranges, stretches, translated, windows
from mqforensics.structures.charsets import charset
from mqforensics.structures.extras import numbered_field
from mqforensics.structures.layouts import layout

MOST = 64
"""A header with more folders is left to `extras.folders`."""
FIXED = layout("MQRFH2").length
LESS, MORE, SLASH, EQUALS, QUOTES = ord("<"), ord(">"), ord("/"), ord("="), (ord("'"), ord('"'))
NO_NAME = bytes(byte in b"/=!?\t\n\v\f\r\x1c\x1d\x1e\x1f" for byte in range(256))
UNUSUAL = bytes(byte >= 0x80 or byte == ord("&") for byte in range(256))
DT = np.frombuffer(b" dt=", "<u4")[0]


class Entries(NamedTuple):
    """Names and texts by their owner, a header, and their turn in it."""

    owners: np.ndarray
    turns: np.ndarray
    names: pa.Array
    values: pa.Array


class Folders(NamedTuple):
    """What many headers hold; `odd`: those of which nothing was made."""

    odd: np.ndarray
    properties: Entries | None
    fields: Entries | None


@dataclass
class Places:
    """Folders by their header (`owner`, ascending), their number in it and their place in the text."""

    owner: np.ndarray
    nth: np.ndarray
    start: np.ndarray
    size: np.ndarray

    def only(self, kept: np.ndarray) -> "Places":
        """Those that are kept."""
        return Places(self.owner[kept], self.nth[kept], self.start[kept], self.size[kept])


def folders(text: np.ndarray, starts: np.ndarray, stops: np.ndarray, order: str, ccsids: np.ndarray) -> Folders:
    """The folders of the headers between `starts` and `stops`, whose numbers are in `order`."""
    known = {int(ccsid): (charset(int(ccsid)) or charset(1208)).codec == "utf-8" for ccsid in np.unique(ccsids)}
    odd = ~np.array([known[int(ccsid)] for ccsid in ccsids], bool)
    places = _places(text, starts + FIXED, stops, order, odd)
    if not len(places.owner):
        return Folders(odd, None, None)
    buffer = np.append(text[ranges(places.start, places.size)], np.zeros(8, np.uint8))
    begins = np.cumsum(places.size) - places.size
    found = _Tags(buffer, begins, places.size)
    found.take()
    odd[places.owner[~found.good]] = True
    names, of = found.property_names()
    odd[_doubled(names, places.owner[of])] = True
    return Folders(odd, *_entries(found, places, names, of, odd))


def _places(text: np.ndarray, at: np.ndarray, stops: np.ndarray, order: str, odd: np.ndarray) -> Places:
    found = [], [], [], []
    at, live = at.copy(), np.flatnonzero(~odd & (at < stops))
    for nth in range(1, MOST + 1):
        size = windows(text, at[live], 4).view(NUMBER[order]).ravel().astype(np.int64)
        start = at[live] + 4
        right = (size >= 0) & (start + size <= stops[live])
        odd[live[~right]] = True
        live, size, start = live[right], size[right], start[right]
        at[live] = start + size
        for column, values in zip(found, (live, np.full(len(live), nth), start, size), strict=True):
            column.append(values)
        live = live[at[live] < stops[live]]
        if not len(live):
            break
    odd[live] = True
    places = Places(*(np.concatenate(column) for column in found))
    places = places.only(np.lexsort((places.nth, places.owner)))
    for _ in range(8):  # a folder is padded to a multiple of four bytes
        last = text[places.start + places.size - 1]
        places.size -= (places.size > 0) & ((last == BLANK) | (last == 0))
    odd[places.owner[places.size == 0]] = True
    last = text[places.start + places.size - 1]
    odd[places.owner[(last == BLANK) | (last == 0)]] = True
    return places.only(~odd[places.owner])


class _Tags:
    """The tags of folders that lie one after the other in a buffer; `good`: the folders that are as usual."""

    def __init__(self, buffer: np.ndarray, begins: np.ndarray, sizes: np.ndarray):
        self.buffer, self.begins, self.ends = buffer, begins, begins + sizes
        self.good = np.ones(len(begins), bool)

    def take(self) -> None:
        """Find the tags and settle which folders are good."""
        buffer = self.buffer
        opens, closes = np.flatnonzero(buffer == LESS), np.flatnonzero(buffer == MORE)
        self.good &= ~flagged(translated(buffer, UNUSUAL), self.begins, self.ends)
        count = self._count(opens)
        self.good &= (count == self._count(closes)) & (count >= 2) & (count % 2 == 0)
        self.open, self.close = self._of_good(opens), self._of_good(closes)
        self._pair()
        self._name()
        self._nest()

    def _count(self, places: np.ndarray) -> np.ndarray:
        return np.searchsorted(places, self.ends) - np.searchsorted(places, self.begins)

    def _of_good(self, places: np.ndarray) -> np.ndarray:
        return places[self.good[np.searchsorted(self.begins, places, "right") - 1]]

    def _pair(self) -> None:
        self.folder = np.searchsorted(self.begins, self.open, "right") - 1
        follows = np.append(self.open[1:], len(self.buffer))
        self._drop((self.close < self.open) | (self.close > follows))
        self.is_end = self.buffer[self.open + 1] == SLASH
        self._drop(~self.is_end & (self.buffer[self.close - 1] == SLASH))

    def _drop(self, tags: np.ndarray) -> None:
        self.good[self.folder[tags]] = False

    def _name(self) -> None:
        buffer, count = self.buffer, len(self.open)
        self.start = self.open + 1 + self.is_end
        self.stop = self.close.copy()
        blanks = np.flatnonzero(buffer == BLANK)
        owner = np.searchsorted(self.open, blanks, "right") - 1
        inside = (owner >= 0) & (blanks < self.close[owner]) if count else np.zeros(len(blanks), bool)
        blanks, owner = blanks[inside], owner[inside]
        self.typed = np.unique(owner)
        if len(owner):
            self._types(blanks, owner)
        bad = flagged(translated(buffer, NO_NAME), self.start, self.stop)
        self._drop(bad | (self.stop <= self.start))

    def _types(self, blanks: np.ndarray, owner: np.ndarray) -> None:
        # ` dt='i4'` or ` dt="i4"` after the name, and nothing else.
        buffer, typed = self.buffer, self.typed
        first = blanks[np.searchsorted(owner, typed)]
        last = self.close[typed] - 1
        marks = np.flatnonzero((buffer == QUOTES[0]) | (buffer == QUOTES[1]))
        two = np.searchsorted(marks, last + 1) - np.searchsorted(marks, first) == 2
        here = windows(buffer, first, 5)
        right = (np.ascontiguousarray(here[:, :4]).view("<u4").ravel() == DT) & (last > first + 5) & two
        right &= (here[:, 4] == buffer[last]) & ((here[:, 4] == QUOTES[0]) | (here[:, 4] == QUOTES[1]))
        right &= (np.bincount(owner, minlength=len(self.open))[typed] == 1) & ~self.is_end[typed]
        self._drop(typed[~right])
        self.stop[typed] = first
        self.type_start, self.type_size = first + 5, last - first - 5

    def _nest(self) -> None:
        # The root's two tags stand around pairs that open and close: 1, 2, 1, 2, 1 … 0.
        first = np.searchsorted(self.folder, np.arange(len(self.good)))
        count = np.bincount(self.folder, minlength=len(self.good))
        self.place = np.arange(len(self.folder)) - first[self.folder]
        is_last = self.place == count[self.folder] - 1
        self._drop(self.is_end != (is_last | ((self.place > 0) & (self.place % 2 == 0))))
        kept = self.good[self.folder]
        root_open, root_close = np.flatnonzero(kept & (self.place == 0)), np.flatnonzero(kept & is_last)
        self.leaf = np.flatnonzero(kept & (self.place % 2 == 1) & ~is_last)
        self._same(root_open, root_close)
        self._same(self.leaf, self.leaf + 1)
        self._drop(root_close[self.open[root_close] != self.close[root_close - 1] + 1])
        self.root = np.zeros(len(self.good), np.int64)
        self.root[self.folder[root_open]] = root_open
        self.leaf = self.leaf[self.good[self.folder[self.leaf]]]

    def _same(self, opens: np.ndarray, closes: np.ndarray) -> None:
        size, other = self.stop[opens] - self.start[opens], self.stop[closes] - self.start[closes]
        self._drop(opens[size != other])
        same = size == other
        opens, closes, size = opens[same], closes[same], size[same]
        differ = self.buffer[ranges(self.start[opens], size)] != self.buffer[ranges(self.start[closes], size)]
        self._drop(np.repeat(opens, size)[differ])

    def property_names(self) -> tuple[pa.Array, np.ndarray]:
        """The name of each element, `folder.element`, and the folder it is in."""
        of = self.folder[self.leaf]
        roots = self.root[of]
        parts = [
            as_text(stretches(self.buffer, self.start[tags], self.stop[tags] - self.start[tags]))
            for tags in (roots, self.leaf)
        ]
        return pc.binary_join_element_wise(*parts, "."), of

    def property_values(self, leaves: np.ndarray) -> pa.Array:
        """The text of elements."""
        start = self.close[leaves] + 1
        return as_text(stretches(self.buffer, start, self.open[leaves + 1] - start))


def _doubled(names: pa.Array, owners: np.ndarray) -> np.ndarray:
    """Owners of which two elements have one name."""
    coded = names.dictionary_encode()
    keys = owners * max(len(coded.dictionary), 1) + coded.indices.to_numpy(zero_copy_only=False)
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero(np.diff(keys[order]) == 0)
    return owners[order[again]]


def _entries(found: _Tags, places: Places, names: pa.Array, of: np.ndarray, odd: np.ndarray):
    kept = np.flatnonzero(~odd[places.owner[of]])
    leaves, of, names = found.leaf[kept], of[kept], names.take(pa.array(kept))
    owners = places.owner[of]
    properties = Entries(owners, _turns(owners), names, found.property_values(leaves))

    folders = np.flatnonzero(~odd[places.owner])
    typed = np.searchsorted(found.typed, leaves)
    is_typed = np.zeros(len(leaves), bool)
    if len(found.typed):
        is_typed = found.typed[np.minimum(typed, len(found.typed) - 1)] == leaves
    typed, with_type = typed[is_typed], np.flatnonzero(is_typed)
    numbers = places.nth[folders]
    labels = pa.array([numbered_field("NameValueData", n) for n in range(1, MOST + 1)]).take(pa.array(numbers - 1))
    values = as_text(stretches(found.buffer, found.begins[folders], places.size[folders]))
    folder, last = folders, np.ones(len(folders), bool)
    if len(with_type):
        type_names = pc.binary_join_element_wise(names.take(pa.array(with_type)), "@dt", "")
        types = as_text(stretches(found.buffer, found.type_start[typed], found.type_size[typed]))
        labels, values = pa.concat_arrays([type_names, labels]), pa.concat_arrays([types, values])
        folder, last = np.append(of[with_type], folders), np.append(np.zeros(len(with_type), bool), last)
        order = np.lexsort((last, folder))  # stable: the types of a folder stay in the order of its elements
        labels, values, folder = labels.take(pa.array(order)), values.take(pa.array(order)), folder[order]
    owners = places.owner[folder]
    return properties, Entries(owners, _turns(owners), labels, values)


def _turns(owners: np.ndarray) -> np.ndarray:
    """The how-manieth of its owner each is; owners ascend."""
    return np.arange(len(owners)) - np.searchsorted(owners, owners)
