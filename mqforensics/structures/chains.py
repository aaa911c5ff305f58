"""The header chains of many messages at once: all go one header further a turn, grouped by what stands there.

What is made is what `message` makes of each. A header that needs more than its fixed fields is read by its own reader
(`extras`), folders and bodies that are odd by theirs; a chain that is odd itself (`odd`) is left to `message`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pyarrow as pa

from mqforensics.codes.code_pages import ASCII, EBCDIC, to_ascii
from mqforensics.privacy.secrets import is_secret
from mqforensics.structures import tags
from mqforensics.structures.arrays import (
    BLANK,
    Maps,
    eights,
    in_hex,
    lengths,
    texts,
    windows,
)
from mqforensics.structures.chain import TRIPLE, TRIPLES, Chain
from mqforensics.structures.charsets import MULTI_BYTE, charset
from mqforensics.structures.extras import EXTRAS, Block
from mqforensics.structures.headers import EYES, FORMATS, PCF_FORMATS, UNMISTAKABLE, Header, version_of
from mqforensics.structures.layouts import Layout, layout
from mqforensics.structures.texts import ORDERS

BIG, LITTLE = ORDERS.index("big"), ORDERS.index("little")
EYE_NUMBERS = {int.from_bytes(eye, "little"): eye for eye in EYES}
DEAD = layout("MQDLH")
DEAD_TEXTS = tuple(name for name in DEAD.fields if DEAD.types[name] == "char")
DEAD_NUMBERS = tuple(name for name in DEAD.fields if DEAD.types[name] == "long")
NO_FORMAT = int.from_bytes(b" " * 8, "little")
ODD = 0xFF


@cache
def _to_ascii(codec: str) -> np.ndarray:
    """Each byte of a character set as ASCII; `ODD` where it is none."""
    if codec in MULTI_BYTE:
        return np.where(np.arange(256) < 128, np.arange(256), ODD).astype(np.uint8)
    return np.frombuffer(to_ascii(codec, ODD), np.uint8)


@dataclass
class Entry:
    """Headers of one kind: whose they are (`which`), at which turn, and what the table tells of them."""

    which: np.ndarray
    turn: int
    columns: dict[str, pa.Array]
    fields: list[tuple[str, pa.Array]] = field(default_factory=list)
    more: tags.Entries | None = None
    dicts: tuple[list[int], list[dict]] | None = None


class Chains:
    """Messages between `starts` and `stops` of a padded buffer; what is said of their data: `encodings`, `ccsids` and
    `formats` (rows of eight bytes).

    `dead`: messages whose MQDLH a dump has printed and taken out of the data, and its fields (rows of bytes, numbers).
    """

    def __init__(
        self,
        buffer: np.ndarray,
        spans: tuple[np.ndarray, np.ndarray],
        said: tuple[np.ndarray, np.ndarray, np.ndarray],
        secrets: bool = False,
    ):
        self.buffer, (self.starts, self.stops), self.secrets = buffer, spans, secrets
        count = len(self.starts)
        self.at = self.starts.astype(np.int64)
        self.base = np.zeros(count, np.int64)
        self.turn = np.zeros(count, np.int64)
        self.order, self.ccsid = np.zeros(count, np.int8), np.zeros(count, np.int64)
        self.format = np.zeros(count, np.uint64)
        self.odd, self.hidden = np.zeros(count, bool), np.zeros(count, bool)
        self.entries: list[Entry] = []
        self.noted: list[tuple[np.ndarray, str | list]] = []
        self.properties = Maps()
        self.has_properties = np.zeros(count, bool)
        self.has_dead = np.zeros(count, bool)
        self.dead = {name: np.full((count, DEAD.places[name][1]), BLANK, np.uint8) for name in DEAD_TEXTS}
        self.dead |= {name: np.zeros(count, np.int32) for name in DEAD_NUMBERS} | {"order": np.zeros(count, np.int8)}
        self.follow(np.arange(count), *said)

    def follow(self, which: np.ndarray, encodings: np.ndarray, ccsids: np.ndarray, formats: np.ndarray) -> None:
        """Take over what a header says of what follows it."""
        integer = encodings & 15
        self.order[which] = np.where(integer == 1, BIG, np.where(integer == 2, LITTLE, self.order[which]))
        self.ccsid[which] = np.where(ccsids > 0, ccsids, self.ccsid[which])
        padding = np.arange(8) >= lengths(formats)[:, None]
        self.format[which] = eights(np.where(padding, BLANK, formats).astype(np.uint8))

    def printed(self, which: np.ndarray, fields: Mapping[str, np.ndarray], orders: np.ndarray) -> None:
        """MQDLHs that a dump has printed: they are the first headers, and not in the data."""
        self._dead_letter(which, fields, orders)
        self._enter(which, DEAD, fields, np.full(len(which), DEAD.length), (), {})
        self.base[which] = DEAD.length
        self.follow(which, fields["Encoding"], fields["CodedCharSetId"], fields["Format"])

    def walk(self) -> "Chains":
        """Go along all chains to their ends."""
        live = np.flatnonzero(~self.odd)
        while len(live):
            eyes = windows(self.buffer, self.at[live], 4).view("<u4").ravel().astype(np.uint64)
            eyes = np.where((self.stops - self.at)[live] >= 4, eyes, 0)
            eyes = np.where(np.isin(eyes, list(EYE_NUMBERS)), eyes, 0)
            going = []
            for eye, format, which in _groups(live, eyes, self.format[live]):
                going += self._step(EYE_NUMBERS.get(eye), _name(format), which)
            live = np.sort(np.concatenate(going)) if going else live[:0]
            live = live[~self.odd[live]]
        return self

    def _step(self, eye: bytes | None, format: str, which: np.ndarray) -> list[np.ndarray]:
        """Read the header that stands there; gives those that go on after it."""
        found, named = EYES.get(eye), FORMATS.get(format)
        if found and (named or found[0].eye in UNMISTAKABLE):
            words = windows(self.buffer, self.at[which] + 4, 4).view("<u4").ravel()
            going = []
            said = self.order[which].astype(np.int64), self.ccsid[which], self.has_dead[which].astype(np.int64)
            for word, order, ccsid, has_dead, those in _groups(which, words, *said):
                version = version_of(found[0], word.to_bytes(4, "little"), ORDERS[order])
                here = _Here(*found, named, format, *version, ORDERS[order], ccsid or None, bool(has_dead))
                going += self._header(here, those)
            return going
        if named:
            self._absent(which, format, named.eye)
        elif format in PCF_FORMATS:
            self.odd[which] = True
        return []

    def _absent(self, which: np.ndarray, format: str, eye: str) -> None:
        offsets = (self.at - self.starts + self.base)[which].tolist()
        name = f"MQ{eye.strip()}"
        self._note(which, [f"Format is {format} but the data has no valid {name} at offset {at}" for at in offsets])

    def _note(self, which: np.ndarray, text: str | list) -> None:
        self.noted.append((which, text))

    def _header(self, here: "_Here", which: np.ndarray) -> list[np.ndarray]:
        header = here.header
        if here.version not in header.layouts:
            if here.version and header.eye not in UNMISTAKABLE:
                self.odd[which] = True
            elif here.named:
                self._absent(which, here.format, here.named.eye)
            return []
        shape = header.layout(here.version)
        whole = (self.stops - self.at)[which] >= shape.length
        self.odd[which[~whole]] = True
        which = which[whole]
        rows = windows(self.buffer, self.at[which], shape.length)
        ascii_rows = _to_ascii(here.codec)[rows]
        good = _usual(shape, ascii_rows)
        fields = _fields(shape, rows, ascii_rows, here.order)
        length = np.full(len(which), shape.length)
        if "StrucLength" in fields:
            length = fields["StrucLength"].astype(np.int64)
            good &= (length >= shape.length) & (length <= (self.stops - self.at)[which])
        if header.eye == "XQH ":
            good &= (fields["MsgDesc.StrucId"] == np.frombuffer(b"MD  ", np.uint8)).all(axis=1)
        self.odd[which[~good]] = True
        which, length = which[good], length[good]
        fields = {name: values[good] for name, values in fields.items()}
        if not len(which):
            return []
        for note in here.contradictions():
            self._note(which, note)
        return [self._take(here, shape, which, fields, length)]

    def _take(self, here: "_Here", shape: Layout, which: np.ndarray, fields: dict, length: np.ndarray) -> np.ndarray:
        """Keep what a header says; gives those that another may follow."""
        eye = here.header.eye
        if eye == "DLH " and not here.has_dead:
            self._dead_letter(which, fields, np.full(len(which), ORDERS.index(here.order)))
            own = {}
        else:
            own = {name: fields[name] for name in shape.own}
        entry = self._enter(which, shape, fields, length, here.header.secrets, own)
        if shape.name in EXTRAS:
            self._extras(here, shape, entry, which, fields, length)
        self.at[which] += length
        triple = TRIPLES.get(eye, TRIPLE)
        if triple[0] in fields:
            self.follow(which, *(fields[name] for name in triple))
            return which
        self.format[which] = NO_FORMAT
        return which[:0]

    def _enter(
        self, which: np.ndarray, shape: Layout, fields: Mapping, length: np.ndarray, secrets: tuple, own: Mapping
    ) -> Entry:
        encoding, ccsid, format = TRIPLES.get(shape.name[2:].ljust(4), TRIPLE)
        count = len(which)
        columns = {
            "StrucId": texts(fields["StrucId"]),
            "offset": pa.array((self.at - self.starts + self.base)[which].astype(np.int32)),
            "length": pa.array(length.astype(np.int32)),
            "Encoding": pa.array(fields[encoding]) if encoding in fields else pa.nulls(count, pa.int32()),
            "CodedCharSetId": pa.array(fields[ccsid]) if ccsid in fields else pa.nulls(count, pa.int32()),
            "Format": texts(fields[format]) if format in fields else pa.nulls(count, pa.string()),
        }
        entry = Entry(which, 0, columns)
        entry.turn = self.turn[which]
        self.turn[which] += 1
        for name, values in own.items():
            kind = shape.types[name]
            if name in secrets and not self.secrets:
                blank = lengths(values) == 0
                self.hidden[which[~blank]] = True
                shown = pa.array(np.where(blank, "", None), pa.string())
            elif kind == "char":
                shown = texts(values)
            else:
                shown = in_hex(values) if kind == "byte" else pa.array(values).cast(pa.string())
            entry.fields.append((name, shown))
        self.entries.append(entry)
        return entry

    def _dead_letter(self, which: np.ndarray, fields: Mapping, orders: np.ndarray) -> None:
        """The first MQDLH is the message's own."""
        for name in (*DEAD_TEXTS, *DEAD_NUMBERS):
            self.dead[name][which] = fields[name]
        self.dead["order"][which] = orders
        self.has_dead[which] = True

    def _extras(self, here: "_Here", shape: Layout, entry: Entry, which: np.ndarray, fields: dict, length) -> None:
        """What headers hold after their fixed part: folders at once, all else by its own reader."""
        again = self.has_properties[which]  # of two headers the later one's value counts: `message` knows
        self.odd[which[again]] = True
        starts, stops = self.at[which], self.at[which] + length
        alone = np.ones(len(which), bool)
        if shape.name == "MQRFH2":
            found = tags.folders(self.buffer, starts, stops, here.order, fields["NameValueCCSID"])
            alone, entry.more = found.odd, found.fields
            self.has_properties[which[~alone]] = True
            if found.properties:
                owners, turns, names, values = found.properties
                self.properties.add(which[owners], turns, names, values)
                if not self.secrets:
                    self.odd[which[owners[_are_passwords(names)]]] = True  # `message` hides them
        self._one_by_one(here, shape, entry, which, fields, np.flatnonzero(alone))

    def _one_by_one(self, here: "_Here", shape: Layout, entry: Entry, which, fields: dict, alone: np.ndarray) -> None:
        more, properties = [], []
        for nth in alone.tolist():
            at = int(self.at[which[nth]])
            stop = at + int(entry.columns["length"][nth].as_py())
            data = bytes(memoryview(self.buffer)[at:stop])
            own = shape.read(data, 0, here.order, here.codec)
            extra = EXTRAS[shape.name](Block(data, own, here.order, here.codec, here.ccsid))
            doubled = {*extra.fields} & {name for name, _ in entry.fields}
            self.odd[which[nth]] |= bool(doubled)
            more.append(extra.fields)
            properties.append(extra.properties)
            if extra.notes:
                self._note(which[nth : nth + 1], [extra.notes])
            self.odd[which[nth]] |= not self.secrets and any(map(is_secret, extra.properties))
        entry.dicts = (alone.tolist(), more)
        owners = which[alone]
        self.has_properties[owners] |= np.array([bool(found) for found in properties], bool)
        self.properties.add_dicts(owners, properties)


@dataclass(frozen=True)
class _Here:
    """A header that stands at one place of many chains, and what was said of it before."""

    header: Header
    is_ebcdic: bool
    named: Header | None
    format: str
    order: str
    version: int
    said: str | None
    ccsid: int | None
    has_dead: bool

    @property
    def codec(self) -> str:
        """What its text is in."""
        known = charset(self.ccsid)
        if known and known.is_ebcdic == self.is_ebcdic and known.kind != "wide":
            return known.codec
        return EBCDIC if self.is_ebcdic else ASCII

    def contradictions(self) -> list[str]:
        """Where it and what was said of it disagree, in the words of the walk along one chain."""
        chain = Chain({"Format": self.format, "CodedCharSetId": self.ccsid}, b"", (), False)
        chain.order = self.said
        known = charset(self.ccsid)
        mismatch = known is not None and known.is_ebcdic != self.is_ebcdic
        if (self.said and self.order != self.said) or self.header is not self.named or mismatch:
            chain.contradictions(self.header, self.is_ebcdic, self.order)
        return chain.notes


def _are_passwords(names: pa.Array) -> np.ndarray:
    coded = names.dictionary_encode()
    secret = np.array([is_secret(name) for name in coded.dictionary.to_pylist()], bool)
    return secret[coded.indices.to_numpy(zero_copy_only=False)] if len(secret) else np.zeros(len(names), bool)


def _groups(which: np.ndarray, *keys: np.ndarray) -> Iterator[tuple]:
    """The rows of each combination of keys: the keys, and which they are."""
    if not len(which):
        return
    group = np.zeros(len(which), np.int64)
    for key in keys:
        values, place = np.unique(key, return_inverse=True)
        group = np.unique(group * len(values) + place, return_inverse=True)[1]
    order = np.argsort(group, kind="stable")
    for those in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
        yield *(int(key[those[0]]) for key in keys), which[those]


def _name(format: int) -> str:
    return format.to_bytes(8, "little").decode("latin-1").rstrip(" \0")


def _usual(shape: Layout, rows: np.ndarray) -> np.ndarray:
    """Which headers' texts are ASCII letters without a NUL before their end."""
    good = np.ones(len(rows), bool)
    for name, (at, size) in shape.places.items():
        if shape.types[name] == "char":
            word = rows[:, at : at + size]
            if word.max(initial=0) == ODD:
                good &= (word != ODD).all(axis=1)
            if word.min(initial=BLANK) == 0:
                good &= ((word != 0) | (np.arange(size) >= lengths(word)[:, None])).all(axis=1)
    return good


def _fields(shape: Layout, rows: np.ndarray, ascii_rows: np.ndarray, order: str) -> dict[str, np.ndarray]:
    said, letters = shape.of_rows(rows, order), shape.of_rows(ascii_rows, order)
    kinds = shape.types.items()
    return {
        name: said[name].astype(np.int32) if kind == "long" else (letters if kind == "char" else said)[name]
        for name, kind in kinds
    }
