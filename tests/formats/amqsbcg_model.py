"""One record of an amqsbcg dump at a time, as the program prints it: the slow model that the reader is held against.

A name ends at the first quote that the next label follows; whatever differs from the program's output is None.
"""

import re
from dataclasses import dataclass, field

import numpy as np

from mqforensics import structures
from mqforensics.formats import hex_text_check, hexrows
from mqforensics.formats.amqsbcg import dump_rows
from mqforensics.formats.tables import MD

BLANKS = r"(?: ?\n)*"
KINDS = {"d": r"(-?\d+)", "c": r"'([^\n]{0,200}?)'", "x": r"X'([0-9A-Fa-f]{%(digits)d})'"}
DIGITS = {"AccountingToken": 64}
GET = r" ?MQGET of message number {number:d}(?:, CompCode:{CompCode:d} Reason:{Reason:d})? ?\n"
DESCRIPTOR = r"""[*]{{4}}Message descriptor[*]{{4}}
{blanks}  StrucId  : {StrucId:c}  Version : {Version:d}
  Report   : {Report:d}  MsgType : {MsgType:d}
  Expiry   : {Expiry:d}  Feedback : {Feedback:d}
  Encoding : {Encoding:d}  CodedCharSetId : {CodedCharSetId:d}
  Format : {Format:c}
  Priority : {Priority:d}  Persistence : {Persistence:d}
  MsgId : {MsgId:x}
  CorrelId : {CorrelId:x}
  BackoutCount : {BackoutCount:d}
  ReplyToQ       : {ReplyToQ:c}
  ReplyToQMgr    : {ReplyToQMgr:c}
  [*][*] Identity Context
  UserIdentifier : {UserIdentifier:c}
  AccountingToken : ?
   {AccountingToken:x}
  ApplIdentityData : {ApplIdentityData:c}
  [*][*] Origin Context
  PutApplType    : '{PutApplType:d}'
  PutApplName    : {PutApplName:c}
  PutDate  : {PutDate:c}    PutTime  : {PutTime:c}
  ApplOriginData : {ApplOriginData:c}
{blanks}  GroupId : {GroupId:x}
  MsgSeqNumber   : '{MsgSeqNumber:d}'
  Offset         : '{Offset:d}'
  MsgFlags       : '{MsgFlags:d}'
  OriginalLength : '{OriginalLength:d}'
"""
DEAD_LETTER = r"""{blanks}[*]{{4}}Dead Letter Header[*]{{4}}
{blanks}  StrucId  : {StrucId:c}  Version : {Version:d}
  Reason   : {Reason:d} \[[^\n]*\]
  DestQName      : {DestQName:c}
  DestQMgrName   : {DestQMgrName:c}
  Encoding : {Encoding:d}  CodedCharSetId : {CodedCharSetId:d}
  Format : {Format:c}
  PutApplType    : '{PutApplType:d}'
  PutApplName    : {PutApplName:c}
  PutDate  : {PutDate:c}    PutTime  : {PutTime:c}
"""
PROPERTIES = rf"{BLANKS}[*]{{4}}Message properties[*]{{4}}\n"
MESSAGE = rf"{BLANKS}[*]{{4}} *Message *[*]{{4}}\n{BLANKS} length - (\d{{1,9}})(?: of (\d{{1,9}}))? bytes\n{BLANKS}"


class Template:
    """A stretch of printed text with named values; `names` in the order of the regex's groups."""

    def __init__(self, text: str):
        self.names = re.findall(r"\{(\w+):[dcx]\}", text)
        pattern = re.sub(r"\{(\w+):([dcx])\}", lambda m: KINDS[m[2]] % {"digits": DIGITS.get(m[1], 48)}, text)
        pattern = pattern.replace("{blanks}", BLANKS).replace("{{", "{").replace("}}", "}")
        self.regex = re.compile(pattern.encode())
        kinds = re.findall(r"\{\w+:([dcx])\}", text)
        self.numbers = [group for group, kind in enumerate(kinds, 1) if kind == "d"]

    def fits(self, match: re.Match) -> bool:
        """Whether the numbers are such as four bytes can hold."""
        numbers = filter(None, match.group(*self.numbers))
        return all(len(value) < 10 or -(1 << 31) <= int(value) < 1 << 31 for value in numbers)


HEAD, DEAD = Template(GET + DESCRIPTOR), Template(DEAD_LETTER)
PROPERTIES_TITLE, LENGTH = re.compile(PROPERTIES.encode()), re.compile(MESSAGE.encode())
PROPERTY = re.compile(
    rb"  ([^\n]+?) : ((?:'(?:.*?)')|X'[0-9A-F]*'|[^'\n][^\n]*)\n(?=  [^\n]+? : |  None\n| \n|\n)", re.S
)
ROW = re.compile(rb"([0-9A-F]{8}):((?: +[0-9A-F]{2,8})*) +'[^\n]*'$", re.M)
MORE_ROWS = re.compile(rb"\s*[0-9A-F]{8}:")

OFFSETS = np.frombuffer(b"".join(b"%08X: " % at for at in range(0, 1 << 20, 16)), np.uint8).reshape(-1, 10)
CELLS = slice(10, 50)
FIRST_QUOTE = 51


@dataclass(slots=True)
class Record:
    """One message as printed: values of `HEAD.names` still as bytes, and its data."""

    head: tuple[bytes, ...]
    data: bytes
    declared: int
    dead: tuple[bytes, ...] | None = None
    properties: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    begin: int = 0
    end: int = 0
    """Where the record's last hex row ends in its text."""


def record(text: bytes) -> Record | None:
    """The message in a record's text, or None when it is not exactly what the program prints."""
    head = HEAD.regex.match(text)
    if not head or not HEAD.fits(head):
        return None
    at, dead, properties = head.end(), None, {}
    if text.startswith(b"\n****D", at):
        block = DEAD.regex.match(text, at)
        if not block or not DEAD.fits(block):
            return None
        at, dead = block.end(), block.groups()
    length = LENGTH.match(text, at)
    if not length:
        length, properties = _properties(text, at)
    if not length:
        return None
    shown, declared = int(length[1]), int(length[2] or length[1])
    dump_rows = hex_rows(text, length.end(), shown)
    if dump_rows is None or MORE_ROWS.match(text, dump_rows[1]):
        return None
    return Record(head.groups(), dump_rows[0], declared, dead, properties, begin=length.end(), end=dump_rows[1])


def _properties(text: bytes, at: int) -> tuple[re.Match | None, dict[str, str]]:
    title = PROPERTIES_TITLE.match(text, at)
    length = title and LENGTH.search(text, title.end())
    if not length:
        return None, {}
    block = text[title.end() : length.start()] + b"\n"
    return length, {name.decode("utf-8", "replace"): _value(value) for name, value in PROPERTY.findall(block)}


def _value(printed: bytes) -> str:
    text = printed.decode("utf-8", "replace")
    return text[1:-1] if text.startswith("'") else text


def hex_rows(text: bytes, at: int, shown: int) -> tuple[bytes, int] | None:
    """The `shown` bytes of the rows that begin at `at`, and where the rows end."""
    return _even_rows(text, at, shown) or _uneven_rows(text, at, shown)


def _even_rows(text: bytes, at: int, shown: int) -> tuple[bytes, int] | None:
    # Single-byte locales: every row is as wide as the first, so the rows are a matrix.
    width = text.find(b"\n", at) + 1 - at
    count = max(1, -(-shown // 16))
    if width < FIRST_QUOTE or count > len(OFFSETS):
        return None
    size = count * width
    block, pages = text[at : at + size], 0
    if b"\n \n" in block:
        block = text[at : at + size + count]
        block, pages = block.replace(b"\n \n", b"\n"), block.count(b"\n \n")
    if len(block) < size:
        return None
    dump_rows = np.frombuffer(block, np.uint8, size).reshape(count, width)
    if not (np.array_equal(dump_rows[:, :10], OFFSETS[:count]) and (dump_rows[:, -1] == 10).all()):
        return None
    data = _from_hex(dump_rows[:, CELLS].tobytes())
    return (data, at + size + 2 * pages) if data is not None and len(data) == shown else None


def _uneven_rows(text: bytes, at: int, shown: int) -> tuple[bytes, int] | None:
    # UTF-8 locales: a character that a row begins is completed in it, and the next row is shorter.
    pieces, expected, end = [], 0, at
    for row in ROW.finditer(text, at):
        piece = _from_hex(row[2])
        if int(row[1], 16) != expected or piece is None:
            return None
        pieces.append(piece)
        expected, end = expected + len(piece), row.end() + 1
    return (b"".join(pieces), end) if pieces and expected == shown else None


def _from_hex(cells: bytes) -> bytes | None:
    try:
        return bytes.fromhex(cells.decode("ascii"))
    except ValueError:
        return None


DEAD_NUMBERS = ("Version", "Reason", "Encoding", "CodedCharSetId", "PutApplType")
KINDS_OF = {field.name: str(field.type) for field in MD}


def row(text: bytes, secrets: bool = False) -> dict | None:
    """The columns of a record but for its place and queue; None when it is not as printed."""
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    found = record(text)
    if found is None:
        return None
    printed = dict(zip(HEAD.names, found.head, strict=True))
    md = {name: _md(printed[name], kind) for name, kind in KINDS_OF.items()}
    shown_rows = hexrows.rows(text[found.begin : found.end].decode("utf-8", "replace"))
    notes = hex_text_check.notes([(row.offset, row) for row in shown_rows])
    notes += [note for note in [dump_rows.failure(text[found.end :])] if note]
    dlh = None
    if found.dead:
        shown = dict(zip(DEAD.names, found.dead, strict=True))
        numbers = {name: int(shown[name]) for name in DEAD_NUMBERS}
        texts = {name: value.decode("latin-1") for name, value in shown.items()}
        dlh = dump_rows.dead_letter_header(texts | numbers, md["Encoding"])
    length, shown = found.declared + (172 if dlh else 0), len(found.data)
    gaps = [(shown, found.declared - shown)] if found.declared > shown else []
    own = dump_rows.content(
        {**md, "Format": printed["Format"].decode("latin-1")}, found.data, dlh, gaps, length, notes,
        secrets,
    )  # fmt: skip
    return {
        "number": int(printed["number"]), "md": md, "put_time": structures.put_time(md["PutDate"], md["PutTime"]),
        **own, "properties": {**own["properties"], **found.properties},
    }  # fmt: skip


def _md(value: bytes, kind: str) -> int | bytes | str:
    if kind == "int32":
        return int(value)
    if kind == "binary":
        return bytes.fromhex(value.decode())
    try:
        return value.decode().rstrip(" \0")
    except UnicodeDecodeError:
        return value.decode("latin-1").rstrip(" \0")
