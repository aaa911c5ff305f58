"""The reader of whole dumps against the slow model that reads one record, column by column."""

import random
import re

import pyarrow as pa
import pytest

from mqforensics.formats import amqsbcg
from mqforensics.formats.amqsbcg.wellformed import at_once
from mqforensics.formats.file_slice import FileSlice
from tests.formats import amqsbcg_model as model
from tests.writers import amqsbcg as writer
from tests.writers import shapes

PLACE = ("file", "offset", "length", "queue")


def rows(data: bytes, secrets: bool = False) -> list[dict]:
    context = {"secrets": "true"} if secrets else {}
    found = []
    for row in amqsbcg.read(FileSlice(data, "dump.txt", context=context)):
        found += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    return found


def records(data: bytes) -> list[bytes]:
    begins = [match.start(1) for match in amqsbcg.START.finditer(data)]
    return [data[begin:end] for begin, end in zip(begins, [*begins[1:], len(data)], strict=True)]


def compare(data: bytes, secrets: bool = False) -> int:
    """How many records the model takes; each of them is read as the model reads it."""
    found, taken = rows(data, secrets), 0
    for got, record in zip(found, records(data), strict=True):
        wanted = model.row(record, secrets)
        if wanted is None:
            continue
        taken += 1
        for name, value in wanted.items():
            assert got[name] == value, (name, got[name], value)
        for part in ("headers", "properties"):  # the order of a map's entries, too
            assert str(got[part]) == str(wanted[part])
    return taken


@pytest.mark.parametrize("name", shapes.SHAPES)
@pytest.mark.parametrize("crlf", [False, True])
def test_every_shape_is_read_as_one_record_is(name, crlf):
    text = shapes.dump(name, 60)
    data = (text.replace("\n", "\r\n") if crlf else text).encode()
    assert compare(data) == 60


@pytest.mark.parametrize("level", writer.LEVELS)
@pytest.mark.parametrize("extra", [0, 2, 6, 10])
@pytest.mark.parametrize("seed", range(4))
def test_any_dump_is_read_as_one_record_is(level, extra, seed):
    dice = random.Random(f"{level} {extra} {seed}")
    messages = [shapes.any_message(dice) for _ in range(40)]
    if level != "p944":
        messages = [{k: v for k, v in one.items() if k not in ("dlh",)} for one in messages]
    data = writer.dump(messages, "A.QUEUE", level, extra).encode()
    assert compare(data, secrets=seed % 2 == 1) >= 36


@pytest.mark.parametrize("seed", range(6))
def test_rows_of_a_utf8_locale_are_read_as_one_record_is(seed):
    dice = random.Random(seed)
    messages = [{**shapes.utf8(dice), "data": shapes.text(dice, shapes.UMLAUTS, 1, 40).encode()} for _ in range(30)]
    data = shapes.in_wide_rows(writer.dump(messages, "A.QUEUE", "v7", 10, pages=False), messages).encode()
    assert re.search(rb"[0-9A-F]{6,8} +'", data)
    assert compare(data) == 30
    assert [row["body_text"] for row in rows(data)] == [one["data"].decode() for one in messages]


def test_every_record_of_the_shapes_is_taken_at_once():
    import numpy as np

    for name in shapes.SHAPES:
        data = shapes.dump(name, 40).encode()
        begins = [match.start(1) for match in amqsbcg.START.finditer(data)]
        taken = at_once(data, np.array(begins), np.array([*begins[1:], len(data)]))
        taken.columns()
        assert len(taken.numbers) == 40, name
