"""One record of an amqsbcg dump that people have handled: quoted, reflowed, masked, cut; what is left of it is read.

Fields are found by their labels, hex rows by their offsets; what is masked, elided or missing stays a gap.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

NUMBER, TEXT, HEX = "number", "text", "hex"
LABELS = (
    ("StrucId", TEXT), ("Version", NUMBER), ("Report", NUMBER), ("MsgType", NUMBER), ("Expiry", NUMBER),
    ("Feedback", NUMBER), ("Encoding", NUMBER), ("CodedCharSetId", NUMBER), ("Format", TEXT), ("Priority", NUMBER),
    ("Persistence", NUMBER), ("MsgId", HEX), ("CorrelId", HEX), ("BackoutCount", NUMBER), ("ReplyToQ", TEXT),
    ("ReplyToQMgr", TEXT), ("UserIdentifier", TEXT), ("AccountingToken", HEX), ("ApplIdentityData", TEXT),
    ("PutApplType", NUMBER), ("PutApplName", TEXT), ("PutDate", TEXT), ("PutTime", TEXT), ("ApplOriginData", TEXT),
    ("GroupId", HEX), ("MsgSeqNumber", NUMBER), ("Offset", NUMBER), ("MsgFlags", NUMBER), ("OriginalLength", NUMBER),
)  # fmt: skip
DEAD_LABELS = (
    ("StrucId", TEXT), ("Version", NUMBER), ("Reason", NUMBER), ("DestQName", TEXT), ("DestQMgrName", TEXT),
    ("Encoding", NUMBER), ("CodedCharSetId", NUMBER), ("Format", TEXT), ("PutApplType", NUMBER),
    ("PutApplName", TEXT), ("PutDate", TEXT), ("PutTime", TEXT),
)  # fmt: skip
WIDTHS = {"MsgId": 24, "CorrelId": 24, "GroupId": 24, "AccountingToken": 32}
VALUES = {
    NUMBER: r"'?(-?\d+)'?(?![\d.*])",
    HEX: r"X'([0-9A-Fa-f]*)'",
    TEXT: r"'([^\n]*?)'(?=\s*(?:\n|$|\*\*|[A-Z]\w+\s*:))",
}
FIELDS = {
    (name, kind): re.compile(rf"(?<!\w){name}\s*:\s*{VALUES[kind]}") for name, kind in (*LABELS, *DEAD_LABELS)
}
FIELDS["AccountingToken", HEX] = re.compile(rf"AccountingToken\s*:[^']{{0,200}}?{VALUES[HEX]}")  # on a line of its own
SEEN = {name: re.compile(rf"(?<!\w){name}\s*:") for name, _ in (*LABELS, *DEAD_LABELS)}

PLAIN = str.maketrans({
    "\u00a0": " ", "\t": " ", "\r": None, "\u200b": None, "\ufeff": None,
    "‘": "'", "’": "'", "′": "'", "“": '"', "”": '"', "…": "...",
})  # fmt: skip
BEGIN = re.compile(rb"MQGET\s+of\s+message\s+number\s*\d+|Message\s+descriptor\s*(?:\\?\*)+")
GET = re.compile(r"MQGET\s+of\s+message\s+number\s*(\d+)(?:, CompCode:(\d+) Reason:(\d+))?")
TITLE = re.compile(r"Message\s+descriptor\s*\*")
DEAD_TITLE = re.compile(r"Dead\s+Letter\s+Header\s*\*")
DEAD_FRAGMENT = re.compile(r"StrucId\s*:\s*'DLH|(?<!\w)Reason\s*:\s*\d+\s*\[MQ")
MESSAGE_TITLE = re.compile(r"\*\s+Message\s+\*|(?<![\w-])length\s+-\s+\d+")
PROPERTIES_TITLE = re.compile(r"Message\s+properties\s*\*")
PROPERTY = re.compile(r"^[> ]*([\w.]+(?:\.[\w.]+)+)\s*:\s*(.+?)\s*$", re.M)
LENGTH = re.compile(r"(?<![\w-])length\s+-\s+(\d+)(?:\s+of\s+(\d+))?\s+bytes")
ROW = re.compile(r"(?<![0-9A-Fa-f])([0-9A-Fa-f]{8}):(?=\s|$)([^\n]*)")
BARE_ROW = re.compile(r"^[> ]*((?:[0-9A-Fa-f]{4} +){3,8})'", re.M)
ONE_LINE = re.compile(r"(?<!\n)(?<=[' ])(?=[0-9A-Fa-f]{7}0: )")
"""Before each row of a dump that lost its newlines."""
CELL = re.compile(r"\s*((?:[0-9A-Fa-f]{2})+|\*{2,}|[xX#?]{4,}|\.{3,})(?=[\s']|$)")
ROW_LIMIT = 16
LARGEST = 100 << 20
"""No message is longer, so no row's offset can be."""
OVERRUN_CELL = 4
"""More digits than this in one cell: a row that completes a multibyte character, up to 19 bytes."""


@dataclass(slots=True)
class Loose:
    """What could be read of a record: `fields` that are there, `data` with `gaps` (offset, length), `notes`."""

    number: int | None = None
    fields: dict[str, object] = field(default_factory=dict)
    dead: dict[str, object] = field(default_factory=dict)
    dead_title: bool = False
    properties: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    gaps: list[tuple[int, int]] = field(default_factory=list)
    declared: int | None = None
    is_message: bool = False
    notes: list[str] = field(default_factory=list)


def begins(data: bytes) -> list[int]:
    """Where records begin in damaged text: at MQGET lines, or at descriptors that have none."""
    found: list[int] = []
    titled = True
    for mark in BEGIN.finditer(data):
        is_get = mark[0].startswith(b"MQGET")
        if is_get or titled:
            found.append(_line_begin(data, mark.start()))
        titled = not is_get
    return sorted(set(found))


def _line_begin(data: bytes, at: int) -> int:
    begin = data.rfind(b"\n", 0, at) + 1
    return begin if at - begin < 120 else at


def loose(text: bytes) -> Loose:
    """Everything that is left in a record's text."""
    plain = text.decode("utf-8", "replace").translate(PLAIN).replace("\\*", "*")
    found = Loose()
    get = GET.search(plain)
    if get:
        found.number = int(get[1])
    sections = _sections(plain)
    title, fragment = TITLE.search(plain), DEAD_FRAGMENT.search(plain)
    found.is_message = bool(get or title)
    if title:
        found.fields = _fields(sections["descriptor"], LABELS, found.notes)
    found.dead_title = bool(DEAD_TITLE.search(plain))
    if found.dead_title or (fragment and not title):
        found.dead = _fields(sections["dead"] or plain, DEAD_LABELS, found.notes)
    found.properties = dict(PROPERTY.findall(sections["properties"]))
    _lengths(plain, found)
    Bytes(found.notes).read(sections["message"]).into(found)
    return found


def _sections(plain: str) -> dict[str, str]:
    marks = [("descriptor", TITLE), ("properties", PROPERTIES_TITLE), ("dead", DEAD_TITLE), ("message", MESSAGE_TITLE)]
    spots = sorted((m.start(), name) for name, pattern in marks if (m := pattern.search(plain)))
    if not any(name == "message" for _, name in spots) and (row := ROW.search(plain) or BARE_ROW.search(plain)):
        spots = sorted([*spots, (row.start(), "message")])
    ends = [*(at for at, _ in spots[1:]), len(plain)]
    return {name: "" for name, _ in marks} | {name: plain[at:end] for (at, name), end in zip(spots, ends, strict=False)}


def _fields(section: str, labels: tuple, notes: list[str]) -> dict[str, object]:
    found, absent, broken = {}, [], []
    for name, kind in labels:
        value = FIELDS[name, kind].search(section)
        if value and _possible(name, kind, value[1]):
            found[name] = _value(value[1], kind)
        else:
            (broken if SEEN[name].search(section) else absent).append(name)
    if broken:
        notes.append(f"cut or masked, so unknown: {', '.join(broken)}")
    if absent:
        notes.append(f"not in the text: {', '.join(absent)}")
    return found


def _possible(name: str, kind: str, text: str) -> bool:
    if kind == NUMBER:
        return -(1 << 31) <= int(text) < 1 << 31
    return name not in WIDTHS or len(text) == 2 * WIDTHS[name]


def _value(text: str, kind: str) -> object:
    if kind == NUMBER:
        return int(text)
    return bytes.fromhex(text) if kind == HEX else text.rstrip(" \0")


def _lengths(plain: str, found: Loose) -> None:
    length = LENGTH.search(plain)
    if length:
        found.declared = int(length[2] or length[1])


class Bytes:
    """The data bytes that the rows of a dump show, and which of them are unknown."""

    def __init__(self, notes: list[str]):
        self.notes, self.known, self.values, self.end = notes, {}, {}, 0

    def read(self, section: str) -> "Bytes":
        """Every hex row of a record's message section."""
        rows = list(_rows(section))
        for offset, cells in rows:
            self._row(self.end if offset is None else offset, cells)
        if rows and any(offset is None for offset, _ in rows):
            self.notes.append("hex rows without an offset stand where they would follow the row before")
        return self

    def _row(self, offset: int, cells: list[bytes | int]) -> None:
        if offset > LARGEST:
            self.notes.append(f"row {offset:08X} is behind the end of any message")
            return
        if offset in self.values:
            same = self.values[offset] == cells
            self.notes.append(f"row {offset:08X} is there twice" + ("" if same else " with different bytes"))
            if not same:
                self.values[offset] = [_span(cells)]
            return
        self.values[offset], self.end = cells, offset + _span(cells)

    def into(self, found: Loose) -> None:
        """Lay the rows out: known bytes at their offsets, the rest as gaps up to the declared length."""
        seen = max((offset + _span(cells) for offset, cells in self.values.items()), default=0)
        total = found.declared if found.declared is not None else seen
        if seen > total:
            self.notes.append(f"the rows show {seen} bytes, the length line {total}")
            total = seen
        data, known = bytearray(min(total, seen)), bytearray(min(total, seen))
        for offset, cells in self.values.items():
            for cell in cells:
                if isinstance(cell, bytes):
                    data[offset : offset + len(cell)] = cell
                    known[offset : offset + len(cell)] = b"\1" * len(cell)
                offset += cell if isinstance(cell, int) else len(cell)
        found.data, found.gaps = bytes(data), _gaps(bytes(known), total)
        if found.gaps and found.declared is None:
            found.declared = total


def _span(cells: list[bytes | int]) -> int:
    return sum(cell if isinstance(cell, int) else len(cell) for cell in cells)


def _gaps(known: bytes, total: int) -> list[tuple[int, int]]:
    gaps = [(gap.start(), len(gap[0])) for gap in re.finditer(b"\0+", known)]
    if total > len(known):
        if gaps and sum(gaps[-1]) == len(known):
            start = gaps.pop()[0]
            return [*gaps, (start, total - start)]
        gaps.append((len(known), total - len(known)))
    return gaps


def _rows(section: str) -> Iterator[tuple[int | None, list[bytes | int]]]:
    section = ONE_LINE.sub("\n", section)
    spots = [(row.start(), int(row[1], 16), row.start(2), row.end(2)) for row in ROW.finditer(section)]
    bare = [(row.start(), None, row.start(1), row.end(1)) for row in BARE_ROW.finditer(section)]
    for _, offset, start, end in sorted(spots + bare, key=lambda spot: spot[0]):
        yield offset, _cells(section[start:end])


def _cells(text: str) -> list[bytes | int]:
    # Known bytes, or how many unknown ones a mask stands for; an ellipsis ends what is known of the row.
    cells: list[bytes | int] = []
    at, limit = 0, ROW_LIMIT
    while _span(cells) < limit and (cell := CELL.match(text, at)):
        at, token = cell.end(), cell[1]
        if token.startswith("..."):
            break
        if token[0] in "*xX#?":
            cells.append(max(1, len(token) // 2))
            continue
        if len(token) > OVERRUN_CELL:
            limit = 19
        cells.append(bytes.fromhex(token))
    return cells
