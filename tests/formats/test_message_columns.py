"""What many messages hold at once against each of them by itself."""

import random

import pyarrow as pa
import pytest

from mqforensics import structures
from mqforensics.formats.message_columns import content_columns, times
from tests.writers import shapes
from tests.writers.amqsbcg import BLANK


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("secrets", [False, True])
def test_many_messages_hold_what_each_holds(seed, secrets):
    dice = random.Random(seed)
    messages = [{**BLANK, **shapes.any_message(dice)} for _ in range(60)]
    said = [(m["Encoding"], m["CodedCharSetId"], m["Format"].encode()) for m in messages]
    wanted = []
    for one, (encoding, ccsid, format) in zip(messages, said, strict=True):
        md = {"Encoding": encoding, "CodedCharSetId": ccsid, "Format": format.decode()}
        row = structures.message(md, one["data"], secrets=secrets)
        hidden = not secrets and structures.secrets(row["headers"])
        wanted.append(row | {"data": None if hidden else one["data"], "error": "; ".join(row["notes"]) or None})
    alone = []
    made = content_columns([m["data"] for m in messages], said, lambda nth: alone.append(nth) or wanted[nth], secrets)
    for name, column in made.items():
        assert column.to_pylist(maps_as_pydicts="strict") == [row[name] for row in wanted], name
    assert len(alone) < 40


@pytest.mark.parametrize("date", ["20240229", "20230229", "00000101", "00010101", "99991231", "20241301", ""])
@pytest.mark.parametrize(
    "time",
    [
        "23595999",
        "24000000",
        "12000099",
        "120000",
        "12 00000",
        "00000000",
        "00000001",
        "23596050",
        "10116199",
        "10116250",
    ],
)
def test_a_time_is_what_it_is_of_one_message(date, time):
    [found] = times(pa.array([date]), pa.array([time]), exact=True).to_pylist()
    assert found == structures.put_time(date, time)


def test_a_time_that_is_not_set_is_none_and_a_leap_second_is_the_last_instant_of_its_minute():
    assert structures.put_time("20260302", "00000000") is None and structures.put_time("", "12000000") is None
    assert f"{structures.put_time('20260302', '23596050')}" == "2026-03-02 23:59:59.990000+00:00"
    assert f"{structures.put_time('20260302', '00000001')}" == "2026-03-02 00:00:00.010000+00:00"
