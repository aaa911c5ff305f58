"""One record of an amqsbcg dump that people have handled: quoted, reflowed, masked, cut; what is left of it is read.

Fields are found by their labels, hex rows by their offsets; what is masked, elided or missing stays a gap.
"""

import re
from dataclasses import dataclass, field

from mqforensics.formats.gap_budget import GapBudget
from mqforensics.formats.hexdata import Gap, hex_data
from mqforensics.formats.hexrows import first, rows
from mqforensics.formats.labels import DEAD_LABELS, LABELS, fields, number, plain_text

BLANK = rb"(?:\s|\xc2\xa0)"
BEGIN = re.compile(
    rb"MQGET" + BLANK + rb"+of" + BLANK + rb"+message" + BLANK + rb"+number" + BLANK + rb"*\d+"
    rb"|Message" + BLANK + rb"+descriptor" + BLANK + rb"*(?:\\?\*)+"
)
DEAD_BEGIN = (
    re.compile(rb"StrucId\s*:\s*\S{1,3}DLH"),
    re.compile(rb"(?<!\w)Reason\s*:\s*\d+\s*\[(?:MQ|UNKNOWN)"),
)
"""Where lines of a dead-lettered message header begin that stand without a descriptor, as grep leaves them; the first
that is."""
PREFIX = re.compile(rb"([> \t]{0,40}?)(?: ?MQGET|(?![> \t])|$)")
"""What stands before each line of a record that was quoted or indented: a record begins with an MQGET line."""
GET = re.compile(r"MQGET\s+of\s+message\s+number\s*(\d+)(?:, CompCode:(\d+) Reason:(\d+))?")
TITLES = {
    "descriptor": re.compile(r"Message\s+descriptor\s*\*|StrucId\s*:\s*'MD|(?<!\w)Report\s*:\s*-?\d"),
    "properties": re.compile(r"Message\s+properties\s*\*"),
    "dead": re.compile(r"Dead\s+Letter\s+Header\s*\*|StrucId\s*:\s*'DLH|R(?<!\w.)eason\s*:\s*\d+\s*\[(?:MQ|UNKNOWN)"),
    "message": re.compile(r"\*\s+Message\s+\*|l(?<![\w-].)ength\s+-\s+\d+"),
}
PROPERTY = re.compile(r"^[> ]*([\w.]+(?:\.[\w.]+)+)\s*:\s*(.+?)\s*$", re.M)
LENGTH = re.compile(r"l(?<![\w-].)ength\s+-\s+(\d+)(?:\s+of\s+(\d+))?\s+bytes")
NEAR = 120
"""How far from the beginning of its line what tells a record may be."""
SIMULATED = re.compile(r"(?<!\w)MsgId\s*:\s*(?:X?'(?=[^'\n]{32}'))?(?=\d*[a-f])[0-9a-f]{32}(?:'|(?=\s))")
OF_A_SIMULATOR = (
    "not the output of amqsbcg: a MsgId of 16 bytes in lower case and no hex rows, as a simulator prints them"
)


@dataclass(slots=True)
class DamagedRecord:
    """What could be read of a record: `fields` that are there, `data` with `gaps` (offset, length), `notes`."""

    number: int | None = None
    fields: dict[str, object] = field(default_factory=dict)
    dead: dict[str, object] = field(default_factory=dict)
    dead_title: bool = False
    properties: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    gaps: list[Gap] = field(default_factory=list)
    declared: int | None = None
    end: int = 0
    """The declared length or, where none is stated, how far the rows go."""
    is_message: bool = False
    is_fake: bool = False
    notes: list[str] = field(default_factory=list)


def record_starts(data: bytes) -> list[int]:
    """Where records begin in damaged text: at MQGET lines, at descriptors that have none, or at lone header lines."""
    found: list[int] = []
    titled = True
    for mark in BEGIN.finditer(data):
        is_get = mark[0].startswith(b"MQGET")
        if is_get or titled:
            found.append(_line_begin(data, mark.start()))
        titled = not is_get
    for sign in DEAD_BEGIN:
        found = found or [_line_begin(data, mark.start()) for mark in sign.finditer(data)]
    return sorted(set(found))


def _line_begin(data: bytes, at: int) -> int:
    near = max(at - NEAR, 0)
    begin = max(data.rfind(b"\n", near, at), data.rfind(b"\r", near, at)) + 1
    return begin if begin or not near else at


def without_prefixes(record: bytes) -> bytes | None:
    """A record without the blanks of web pages and without what mail or a log puts before each line; None when it has
    neither. What is then as printed was printed so."""
    clean = record.replace(b"\xc2\xa0", b" ")
    prefix = PREFIX.match(clean)[1]
    if prefix:
        bare = prefix.rstrip()
        lines = clean.split(b"\n")
        if not all(line.startswith(prefix) or line.rstrip() in (b"", bare) for line in lines):
            return None
        clean = b"\n".join(line[len(prefix) :] for line in lines)
    return clean if clean != record else None


def read_damaged(text: bytes, filler: GapBudget | None = None) -> DamagedRecord:
    """Everything that is left in a record's text; `filler`: what is left for gaps of the whole text."""
    clean = plain_text(text)
    sections = _sections(clean)
    found = DamagedRecord()
    get = GET.search(clean)
    if first(clean) is None and SIMULATED.search(clean):
        found.is_fake, found.notes = True, [OF_A_SIMULATOR]
        return found
    if get:
        found.number = number(get[1])
        found.notes += ["the number of the message cannot be right"] if found.number is None else []
    found.is_message = bool(get or sections["descriptor"])
    if get and not sections["descriptor"]:
        found.notes.append("the message descriptor is not in the dump")
    if sections["descriptor"]:
        found.fields = fields(sections["descriptor"], LABELS, found.notes)
    if sections["dead"]:
        found.dead_title = True
        found.dead = fields(sections["dead"], DEAD_LABELS, found.notes)
    found.properties = dict(PROPERTY.findall(sections["properties"]))
    found.declared, printed = _declared(clean, found.notes)
    shown = hex_data(rows(sections["message"]), found.declared, printed, filler)
    found.data, found.gaps, found.end = shown.data, shown.gaps, shown.end
    found.notes += shown.notes
    return found


def _sections(clean: str) -> dict[str, str]:
    """The text of each part, from its title to the next one's; what follows the message's is part of it."""
    message = TITLES["message"].search(clean)
    at = message.start() if message else first(clean)
    stop = len(clean) if at is None else at
    names = [name for name in TITLES if name != "message"]
    spots = sorted((mark.start(), name) for name in names if (mark := TITLES[name].search(clean, 0, stop)))
    spots += [] if at is None else [(at, "message")]
    ends = [*(at for at, _ in spots[1:]), len(clean)]
    return dict.fromkeys(TITLES, "") | {name: clean[at:end] for (at, name), end in zip(spots, ends, strict=False)}


def _declared(clean: str, notes: list[str]) -> tuple[int | None, int | None]:
    """The length of the message, and how much of it the program says that it printed."""
    length = LENGTH.search(clean)
    if not length:
        return None, None
    declared = number(length[2] or length[1])
    if declared is None:
        notes.append(f"the length {length[2] or length[1]} cannot be right")
    return declared, number(length[1])
