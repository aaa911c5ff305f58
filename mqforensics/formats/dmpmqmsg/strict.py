"""A message exactly as the unload program writes it, read by one regex; many of them become Arrow columns at once."""

import re
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from mqforensics.formats import message_rows
from mqforensics.formats.amqsbcg.dump_rows import column
from mqforensics.formats.dmpmqmsg.attributes import AS_CHARACTERS, CODES, text_of_field
from mqforensics.formats.dmpmqmsg.data_lines import even
from mqforensics.formats.dmpmqmsg.records import NOT_TOLD, Source
from mqforensics.formats.message_columns import contents, times
from mqforensics.formats.tables import MD, MESSAGES, record_batch

LONG = r"(-?(?:\d{1,9}|1\d{9}|20\d{8}|21[0-3]\d{7}))"
"""What surely is an MQLONG; the few larger ones are left to the slow reader."""
READERS = {
    "long": lambda value: int(value),
    "char": lambda value: value.decode("ascii").rstrip(),
    "byte": lambda value: bytes.fromhex(value.decode("ascii")),
    "hex text": lambda value: text_of_field(bytes.fromhex(value.decode("ascii"))),
}


def _template() -> tuple[re.Pattern, tuple[tuple[str, str], ...]]:
    """The attribute lines as one regex, and the field and kind of each of its groups."""
    pattern, groups = r"\n*(?:\* Index \d+\n)?", []
    for code, name, kind, length in CODES:
        if code in AS_CHARACTERS.values():
            continue
        values = {"long": LONG, "char": rf"([ -~]{{0,{length}}})", "byte": rf"([0-9A-F]{{{2 * length}}})"}
        if kind == "hex text":
            pattern += rf"A (?:{code} {values['byte']}|{AS_CHARACTERS[code]} {values['char']})\n"
            groups += [(name, kind), (name, "char")]
        else:
            pattern += rf"A {code} {values[kind]}\n"
            groups += [(name, kind)]
    return re.compile(pattern.encode()), tuple(groups)


MESSAGE, GROUPS = _template()
ENCODING, CCSID, FORMAT = (
    next(at for at, group in enumerate(GROUPS) if group[0] == name) for name in ("Encoding", "CodedCharSetId", "Format")
)


@dataclass(slots=True)
class Exact:
    """One message: its attributes as written, one for each of `GROUPS`, and its data."""

    begin: int
    values: tuple[bytes | None, ...]
    data: bytes
    number: int = 0
    source: Source = NOT_TOLD


def exact(text: bytes, begin: int) -> Exact | None:
    """The message in these lines, or None when they are not all just as the program writes them."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    head = MESSAGE.match(text)
    content = even(text[head.end() :]) if head else None
    return Exact(begin, head.groups(), content.data) if content else None


def row(file: str, message: Exact, offset: int, length: int, secrets: bool = False) -> dict[str, Any]:
    """One message as a row; `secrets` as in `found.row`."""
    pairs = zip(GROUPS, message.values, strict=True)
    md = {name: READERS[kind](value) for (name, kind), value in pairs if value is not None}
    place = file, offset, length
    md["StrucId"] = "MD"
    made = message_rows.row(place, number=message.number, md=md, data=message.data, secrets=secrets)
    return {**made, **message.source.columns}


def batch(file: str, messages: list[tuple[Exact, int, int]], secrets: bool = False) -> pa.RecordBatch:
    """Messages with offset and length, in the schema of the messages table."""
    printed = [message.values for message, _, _ in messages]
    md = _descriptors(printed)
    datas = [message.data for message, _, _ in messages]
    said = [(int(values[ENCODING]), int(values[CCSID]), values[FORMAT]) for values in printed]
    columns = contents(datas, said, lambda nth: _decoded(file, *messages[nth], secrets), secrets)
    count, sources = len(messages), [message.source.columns for message, _, _ in messages]
    values = columns | {
        "file": [file] * count, "offset": [offset for _, offset, _ in messages],
        "length": [length for _, _, length in messages], "number": [message.number for message, _, _ in messages],
        "md": md, **{name: [one[name] for one in sources] for name in sources[0]},
        "put_time": times(md.field("PutDate"), md.field("PutTime")),
        "data_length": [len(data) for data in datas], "missing": [0] * count, "gaps": [[]] * count,
    }  # fmt: skip
    return record_batch(values, MESSAGES)


def _descriptors(values: list[tuple[bytes | None, ...]]) -> pa.StructArray:
    columns = {"StrucId": pa.array(["MD"] * len(values))}
    for (name, kind), printed in zip(GROUPS, zip(*values, strict=True), strict=True):
        if kind == "hex text":
            columns[name] = [value and READERS[kind](value) for value in printed]
        elif name in columns:  # as characters, where it was not in hexadecimal
            pairs = zip(columns[name], printed, strict=True)
            columns[name] = pa.array([h if c is None else READERS[kind](c) for h, c in pairs], pa.string())
        else:
            columns[name] = column(printed, MD.field(name).type)
    return pa.StructArray.from_arrays([columns[field.name] for field in MD], fields=list(MD))


def _decoded(file: str, message: Exact, offset: int, length: int, secrets: bool) -> dict[str, Any]:
    values = message.values
    md = {
        "Encoding": int(values[ENCODING]),
        "CodedCharSetId": int(values[CCSID]),
        "Format": values[FORMAT].decode("ascii"),
    }
    return message_rows.row((file, offset, length), number=message.number, md=md, data=message.data, secrets=secrets)
