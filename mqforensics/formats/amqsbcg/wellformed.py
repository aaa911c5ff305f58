"""The records of an amqsbcg dump that are as the program prints them, all at once, as columns of the messages table.

The printed text is walked by all records together, so are the hex rows, and so are the header chains in the data. A
part that is odd (a chain, a folder, a body, a block of printed properties) is read by itself; a record whose text is
not as printed is not taken.
"""

import re

import numpy as np
import pyarrow as pa

from mqforensics.formats import hex_text_check, hexrows
from mqforensics.formats.amqsbcg import dump_rows
from mqforensics.formats.amqsbcg.hexgrid import data_of
from mqforensics.formats.amqsbcg.printed_lines import DEAD, DEAD_TITLE, HEAD, LENGTH, PROPERTIES_TITLE, tokens
from mqforensics.formats.amqsbcg.properties import properties
from mqforensics.formats.amqsbcg.vector_cursor import BLANK, NEWLINE, VectorCursor
from mqforensics.formats.message_columns import Columns, header_columns, times
from mqforensics.formats.tables import GAP, MD, MESSAGES
from mqforensics.structures import MQDLH
from mqforensics.structures.arrays import Maps, at_places, binaries, padded, strings, texts, windows, with_rows
from mqforensics.structures.chains import BIG, DEAD_NUMBERS, DEAD_TEXTS, LITTLE, Chains

HEAD_TOKENS, DEAD_TOKENS, LENGTH_TOKENS = (tokens(template) for template in (HEAD, DEAD, LENGTH))
AFTER_PROPERTIES = re.compile(
    rb"(?:(?: ?\n)*)(?:(?=[*]{4}Dead Letter Header[*]{4}\n)"
    rb"|(?=[*]{4} *Message *[*]{4}\n(?: ?\n)* length - \d{1,9}(?: of \d{1,9})? bytes\n))"
)
SEPARATORS = 8
"""A longer text after the last hex row is more than the blank lines between two records."""
DEAD_NAMES = {name: f"dead.{name}" for name in MQDLH.fields}


def at_once(data: bytes, begins: np.ndarray, ends: np.ndarray, secrets: bool = False) -> "PrintedRecords":
    """The records that are taken of those between `begins` and `ends`."""
    text = padded(data)
    walk = VectorCursor(text, begins)
    walk.follow(HEAD_TOKENS)
    printed = _properties(walk, data, ends)
    _dead_letters(walk)
    walk.follow(LENGTH_TOKENS)
    declared, shown = walk.found["declared"], walk.found["shown"]
    walk.found["declared"] = np.where(declared < 0, shown, declared)
    walk.taken &= walk.found["declared"] >= shown
    where = walk.at.copy()
    buffer, starts, doubtful = data_of(walk, ends)
    notes = _after(walk, data, ends)
    for nth in np.flatnonzero(doubtful & walk.taken).tolist():
        said = _of_columns(data[where[nth] : walk.at[nth]])
        notes[nth] = [*said, *notes.get(nth, [])]
    return PrintedRecords(walk, buffer, starts, (printed, notes), secrets)


def _properties(walk: VectorCursor, data: bytes, ends: np.ndarray) -> dict[int, dict[str, str]]:
    """The printed properties of the records that have a block of them; they are moved behind it."""
    found = {}
    title = PROPERTIES_TITLE.encode()
    for nth in np.flatnonzero(walk.taken & walk.fits(title)).tolist():
        at, stop = int(walk.at[nth]) + len(title), int(ends[nth])
        after = AFTER_PROPERTIES.search(data, at, stop)
        if not after:
            walk.taken[nth] = False
            continue
        found[nth] = properties(data[at : after.start()])
        walk.at[nth] = after.end()
    return found


def _dead_letters(walk: VectorCursor) -> None:
    there = np.flatnonzero(walk.taken & walk.fits(DEAD_TITLE.encode()))
    part = walk.only(there)
    part.follow(DEAD_TOKENS)
    walk.merge(there, part, DEAD_NAMES)
    walk.found["dead"] = np.zeros(len(walk.at), bool)
    walk.found["dead"][there] = True


def _of_columns(text: bytes) -> list[str]:
    """What the text columns of one record's rows say against its data."""
    return hex_text_check.notes([(row.offset, row) for row in hexrows.rows(text.decode("utf-8", "replace"))])


def _after(walk: VectorCursor, data: bytes, ends: np.ndarray) -> dict[int, list[str]]:
    """What stands after the rows: blank lines, or a call that failed; further rows are not as printed."""
    notes = {}
    left = ends - walk.at
    rest = windows(walk.text, walk.at, SEPARATORS)
    blank = (rest == NEWLINE) | (rest == BLANK) | (np.arange(SEPARATORS) >= left[:, None])
    for nth in np.flatnonzero(walk.taken & ~(blank.all(axis=1) & (left <= SEPARATORS))).tolist():
        at, stop = int(walk.at[nth]), int(ends[nth])
        if hexrows.BEGIN.match(data, at, stop):
            walk.taken[nth] = False
        elif data.find(b"failed", at, stop) >= 0 and (note := dump_rows.failure(data[at:stop])):
            notes[nth] = [note]
    return notes


class PrintedRecords:
    """The records that were taken: `numbers`, and their `columns` but for file, place and queue."""

    def __init__(
        self, walk: VectorCursor, buffer: np.ndarray, starts: np.ndarray, beside: tuple[dict, dict], secrets: bool
    ):
        self.numbers = np.flatnonzero(walk.taken)
        self.secrets, self.buffer = secrets, buffer
        self.found = {name: values[self.numbers] for name, values in walk.found.items()}
        place = {nth: place for place, nth in enumerate(self.numbers.tolist())}
        self.long = {
            name: {place[nth]: text for nth, text in values.items() if nth in place}
            for name, values in walk.long.items()
        }
        self.starts = starts[self.numbers]
        self.stops = self.starts + self.found["shown"]
        self.printed, self.noted = ({place[nth]: part[nth] for nth in part if nth in place} for part in beside)

    def columns(self) -> dict[str, pa.Array]:
        """The columns of the messages table that come of the records themselves."""
        self.dead = np.flatnonzero(self.found["dead"])
        raw = memoryview(self.buffer)
        self.pieces = [raw[at:end] for at, end in zip(self.starts.tolist(), self.stops.tolist(), strict=True)]
        md = _descriptors(self.found, self.long)
        chains = self._chains()
        usual = Columns(chains)
        odd = np.flatnonzero(chains.odd)
        made = with_rows(self._usual(usual), usual.which, [self._odd(nth) for nth in odd.tolist()], odd)
        date, clock = (md.field(name) for name in ("PutDate", "PutTime"))
        return {"number": _numbers(self.found["number"]), "md": md, "put_time": times(date, clock), **made}

    def _chains(self) -> Chains:
        found = self.found
        said = found["Encoding"], found["CodedCharSetId"], found["Format"]
        chains = Chains(self.buffer, (self.starts, self.stops), said, self.secrets)
        self.lost = np.zeros(len(self.numbers), bool)
        self.whole = {}
        if len(self.dead):
            self._printed(chains)
        return chains.walk()

    def _printed(self, chains: Chains) -> None:
        """Dead-lettered message headers that were printed: their numbers as that machine read them, so a foreign order
        shows."""
        which = self.dead
        fields = {name: self.found[f"dead.{name}"][which] for name in MQDLH.fields}
        swapped = fields["Version"] == 1 << 24
        for name in DEAD_NUMBERS:
            values = fields[name].astype(np.int32)
            fields[name] = np.where(swapped, values.byteswap(), values)
        orders = np.where(self.found["Encoding"][which] & 15 == 1, BIG, LITTLE)
        names = np.concatenate([fields[name] for name in DEAD_TEXTS], axis=1)
        usual = (names < 0x80).all(axis=1)
        long = {nth for name in DEAD_TEXTS for nth in self.long.get(f"dead.{name}", ())}
        usual &= ~np.isin(which, list(long))
        chains.odd[which[~usual]] = True
        # A name that was printed up to its NUL cannot be put back: how it was padded is not known.
        self.lost[which] = (np.concatenate([fields[n] for n in DEAD_TEXTS if n != "StrucId"], axis=1) == 0).any(axis=1)
        packed = {order: _packed(fields, order) for order in ("<i4", ">i4")}
        block = np.where((orders == BIG)[:, None], packed[">i4"], packed["<i4"])
        self.whole = dict(zip(which.tolist(), block, strict=True))
        chains.printed(which[usual], {name: values[usual] for name, values in fields.items()}, orders[usual])

    def _usual(self, columns: Columns) -> dict[str, pa.Array]:
        which = columns.which
        made = header_columns(columns)
        declared, shown = self.found["declared"][which], self.found["shown"][which]
        shift = np.where(self.found["dead"][which], MQDLH.length, 0)
        lost = declared - shown
        return made | {
            "properties": self._all_properties(made["properties"], which), "data": self._all_data(columns),
            "data_length": pa.array(declared + shift), "missing": pa.array(lost), "gaps": _gaps(lost, shown + shift),
            "error": self._errors(columns, declared + shift, lost, shown + shift),
        }  # fmt: skip

    def _all_data(self, columns: Columns) -> pa.Array:
        which = columns.which.tolist()
        hidden = self.lost | (columns.chains.hidden & (not self.secrets))
        if not (self.whole or hidden.any()) and len(which) == len(self.pieces):
            return binaries(self.pieces)
        before = {nth: block.tobytes() for nth, block in self.whole.items()}
        whole = [b"".join((before.get(nth, b""), self.pieces[nth])) for nth in which]
        return pa.array([None if hidden[nth] else data for nth, data in zip(which, whole, strict=True)], pa.binary())

    def _all_properties(self, inside: pa.MapArray, which: np.ndarray) -> pa.MapArray:
        """Those of the headers, and what was printed."""
        places = {place: self.printed[nth] for place, nth in enumerate(which.tolist()) if self.printed.get(nth)}
        if not places:
            return inside
        both = inside.take(pa.array(list(places))).to_pylist(maps_as_pydicts="strict")
        maps = Maps()
        maps.add_dicts(range(len(both)), [own | more for own, more in zip(both, places.values(), strict=True)])
        rest = np.setdiff1d(np.arange(len(inside)), list(places))
        return at_places([inside.take(pa.array(rest)), maps.column(len(both))], [rest, np.array(list(places))])

    def _errors(self, columns: Columns, length: np.ndarray, lost: np.ndarray, at: np.ndarray) -> pa.Array:
        errors: list[str | None] = [None] * len(columns.which)
        short = np.flatnonzero(lost > 0)
        for nth in {nth for nth in (*columns.notes, *self.noted) if columns.where[nth] >= 0}:
            said = [*self.noted.get(nth, ()), *columns.notes.get(nth, ())]
            errors[columns.where[nth]] = "; ".join(said) or None
        for nth in short.tolist():
            told = dump_rows.not_there([(int(at[nth]), int(lost[nth]))], int(length[nth]))
            errors[nth] = f"{errors[nth]}; {told}" if errors[nth] else told
        return pa.array(errors, pa.string())

    def _odd(self, nth: int) -> dict:
        """The columns of one message whose chain is read by itself."""
        found = self.found
        md = {name: int(found[name][nth]) for name in ("Encoding", "CodedCharSetId")}
        md["Format"] = found["Format"][nth].tobytes().decode("latin-1")
        dlh = None
        if found["dead"][nth]:
            printed = {name: int(found[f"dead.{name}"][nth]) for name in DEAD_NUMBERS}
            for name in DEAD_TEXTS:
                text = found[f"dead.{name}"][nth].tobytes().rstrip(b"\0")
                printed[name] = self.long.get(f"dead.{name}", {}).get(nth, text).decode("latin-1")
            dlh = dump_rows.dead_letter_header(printed, md["Encoding"])
        data, declared = bytes(self.pieces[nth]), int(found["declared"][nth])
        gaps = [(len(data), declared - len(data))] if declared > len(data) else []
        notes = self.noted.get(nth, [])
        length = declared + (MQDLH.length if dlh else 0)
        row = dump_rows.content(md, data, dlh, gaps, length, notes, self.secrets)
        if nth in self.printed:
            row["properties"] = {**(row["properties"] or {}), **self.printed[nth]}
        return row


def _numbers(values: np.ndarray) -> pa.Array:
    return pa.array(values.astype(np.int32))


def _packed(fields: dict[str, np.ndarray], kind: str) -> np.ndarray:
    """MQDLHs as bytes."""
    rows_ = np.empty((len(fields["Version"]), MQDLH.length), np.uint8)
    for name, (at, size) in MQDLH.places.items():
        values = fields[name]
        rows_[:, at : at + size] = values.astype(kind).view(np.uint8).reshape(-1, 4) if values.ndim == 1 else values
    return rows_


def _descriptors(found: dict[str, np.ndarray], long: dict[str, dict[int, bytes]]) -> pa.StructArray:
    """The MQMD column."""
    made = []
    for field in MD:
        values = found[field.name]
        if pa.types.is_string(field.type):
            made.append(_names(values, long.get(field.name)))
        elif pa.types.is_binary(field.type):
            made.append(strings(values.ravel(), np.arange(len(values)) * values.shape[1], len(values), pa.binary()))
        else:
            made.append(_numbers(values))
    return pa.StructArray.from_arrays(made, fields=list(MD))


def _names(values: np.ndarray, long: dict[int, bytes] | None) -> pa.Array:
    if values.max(initial=0) < 0x80 and not long:
        return texts(values)
    names = [row.tobytes() for row in values]
    for nth, name in (long or {}).items():
        names[nth] = name
    return pa.array([_name(name) for name in names], pa.string())


def _name(printed: bytes) -> str:
    try:
        return printed.decode().rstrip(" \0")
    except UnicodeDecodeError:
        return printed.decode("latin-1").rstrip(" \0")


def _gaps(lost: np.ndarray, at: np.ndarray) -> pa.ListArray:
    """What is missing at the end of each message."""
    short = lost > 0
    inside = pa.StructArray.from_arrays([pa.array(at[short]), pa.array(lost[short])], fields=list(GAP))
    offsets = np.append(0, np.cumsum(short)).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), inside, type=MESSAGES.field("gaps").type)
