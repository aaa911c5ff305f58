"""Raw messages read together against the reader of one message, and where MQMDs are against a search one by one."""

import random
import re

import pyarrow as pa
import pytest

from mqforensics import source, structures
from mqforensics.files import files
from mqforensics.formats import mqmessage
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.mqmessage import columns, descriptors
from mqforensics.formats.tables import MESSAGES
from tests.linear import assert_in_line
from tests.writers import shapes, shown

EYE = re.compile(rb"(?:MD  |\xd4\xc4\x40\x40)(?=\0\0\0[\x01\x02]|[\x01\x02]\0\0\0)")


def read(data, monkeypatch, few, **known):
    with monkeypatch.context() as patch:
        patch.setattr(columns, "FEW", few)
        found, batches = [], 0
        for row in mqmessage.read(FileSlice(data, "f.bin", 11, **known)):
            batches += isinstance(row, pa.RecordBatch)
            batch = row if isinstance(row, pa.RecordBatch) else pa.RecordBatch.from_pylist([row], schema=MESSAGES)
            batch.validate(full=True)
            found += batch.to_pylist(maps_as_pydicts="strict")
    return found, batches


def assert_same(data, monkeypatch, **known):
    quick, batches = read(data, monkeypatch, 1, **known)
    slow, none = read(data, monkeypatch, 1 << 30, **known)
    assert not none and len(quick) == len(slow)
    for got, wanted in zip(quick, slow, strict=True):
        for name, value in wanted.items():
            assert got[name] == value and str(got[name]) == str(value), name
    return batches


def one_by_one(data):
    found, free = [], 0
    for eye in EYE.finditer(data):
        at = eye.start()
        before = max(at - 104, 0)
        if at < free or data[before : before + 4] in (b"XQH ", b"\xe7\xd8\xc8\x40"):
            continue
        md = structures.mqmd(data, at)
        if md and (at == 0 or descriptors._is_sane(md)):
            free = at + md.length
            found.append((at, md.length))
    return found


def damaged(dice, data):
    data = bytearray(data)
    for _ in range(dice.choice((0, 1, 5, 40))):
        at = dice.randrange(len(data))
        how = dice.randrange(4)
        if how == 0:
            data[at] = dice.choice(b"\0\x01\xff \xe9MD9")
        elif how == 1:
            del data[at : at + dice.randrange(1, 400)]
        elif how == 2:
            data[at:at] = dice.choice(
                (b"MD  \x02\0\0\0", b"MD  \0\0\0\x01" + bytes(100), b"#@%@#", b"\xd4\xc4\x40\x40\0\0\0\x01")
            )
        else:
            del data[len(data) - dice.randrange(1, 300) :]
    return bytes(data)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("codec", ["latin-1", "cp500"])
@pytest.mark.parametrize("delimiter", [b"#@%@#", b"", b"\r\n--"])
@pytest.mark.parametrize("seed", range(3))
def test_any_file_is_read_as_one_message_is(order, codec, delimiter, seed, monkeypatch):
    dice = random.Random(f"{order} {codec} {delimiter} {seed}")
    messages = [shapes.any_message(dice) for _ in range(40)]
    for message in messages:
        if dice.random() < 0.1:
            message["properties"] = {"usr.a": "b", "mqps.Top": "x=y"}
    whole = shown.saved(messages, delimiter, order, codec)
    for data in (whole, *(damaged(dice, whole) for _ in range(4))):
        assert descriptors.places(data) == one_by_one(data)
        if descriptors.places(data):
            assert_same(data, monkeypatch, context={SECRETS: dice.choice(("true", "false"))})


@pytest.mark.parametrize("name", shapes.SHAPES)
def test_every_shape_is_read_together(name, monkeypatch):
    make = shapes.SHAPES[name][0]
    data = shown.saved([make(random.Random(n)) for n in range(100)], codec="latin-1")
    assert assert_same(data, monkeypatch) == 1


def test_a_message_in_another_and_both_byte_orders_in_one_file(monkeypatch):
    one = shown.saved([shapes.plain(random.Random(1))])
    other = shown.saved([shapes.plain(random.Random(2))], order=">")
    third = shown.saved([shapes.plain(random.Random(3))], order=">", codec="cp500")
    data = b"#@%@#".join([one, other, third, one + b"XQH " + bytes(100) + other, third] * 20)
    assert descriptors.places(data) == one_by_one(data)
    assert assert_same(data, monkeypatch) == 1


def test_samples_are_read_together_as_one_by_one(samples, monkeypatch):
    taken = 0
    for path in sorted(samples.rglob("*")):
        if path.is_file() and path.stat().st_size < 1 << 20:
            data = path.read_bytes()
            assert descriptors.places(data) == one_by_one(data)
            if data and mqmessage.sniff(data[: 1 << 16]) == mqmessage.RAW:
                taken += assert_same(data, monkeypatch)
    assert taken


@pytest.mark.parametrize(
    "part",
    [b"MD  \x01\0\0\0", b"\xd4\xc4\x40\x40\0\0\0\x02", b"a=b\n$%$%$MD  \x01\0\0\0" + bytes(316), b"#@%@#", b"a=b\n"],
)
def test_it_takes_linear_time(part):
    head = shown.saved([shapes.plain(random.Random(1))])
    small, large = (head + part * (size // len(part)) for size in (1 << 17, 1 << 19))
    assert_in_line(lambda data: list(mqmessage.read(FileSlice(data))), small, large)
    assert descriptors.places(small) == one_by_one(small)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("codec", ["latin-1", "cp500"])
@pytest.mark.parametrize("split", [2000, 20000])
@pytest.mark.parametrize("end", [b"", b"#@%@#", b"#@%@#MD  "])
def test_a_split_file_is_read_as_the_whole_one(order, codec, split, end, tmp_path, monkeypatch):
    dice = random.Random(f"{order} {codec} {split}")
    messages = [shapes.any_message(dice) for _ in range(60)]
    for message in messages[::7]:
        message["properties"] = {"usr.a": "b", "mqps.Top": "x=y"}
    path = tmp_path / "saved.bin"
    path.write_bytes(shown.saved(messages, order=order, codec=codec) + end)
    [file] = files(str(path))
    whole, _ = read(path.read_bytes(), monkeypatch, 1)
    parts = list(source.ranges(file, mqmessage, split))
    found = []
    for part in parts:
        for stretch in source.stretches(part, mqmessage, split // 2):
            for row in mqmessage.read(stretch):
                batch = row if isinstance(row, pa.RecordBatch) else pa.RecordBatch.from_pylist([row], schema=MESSAGES)
                found += batch.to_pylist(maps_as_pydicts="strict")
    assert len(parts) > 2 and len(found) >= 60
    for got, wanted in zip(found, whole, strict=True):
        assert got | {"file": "", "offset": 0} == wanted | {"file": "", "offset": 0}
        assert got["offset"] == wanted["offset"] - 11


def test_a_delimiter_alone_splits_nothing():
    assert not mqmessage.START.search(b"#@%@#MD  \x01\0\0\0" + b"x" * 400 + b"#@%@#" + b"x" * 400)
