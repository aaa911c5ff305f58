"""Columns made of pieces against the same reader asked of every piece by itself."""

import re
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.formats import columnar
from mqforensics.formats.columnar import Distinct, line_edges, pieces

DATA = st.lists(st.sampled_from([b"a", b"b", b"\n", b"\r\n", b"\0", b"\xc3\xa9", b" "]), max_size=40).map(b"".join)


@pytest.mark.parametrize("short", [columnar.SHORT, 3])
@given(data=DATA, cuts=st.lists(st.integers(0, 40), max_size=9))
def test_each_byte_is_in_one_piece(short, data, cuts):
    edges = np.array([0, *sorted(min(cut, len(data)) for cut in cuts), len(data)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columnar, "SHORT", short)
        found = pieces(data, edges)
    found.validate(full=True)
    assert found.to_pylist() == [data[begin:end] for begin, end in pairwise(edges.tolist())]
    assert b"".join(found.to_pylist()) == data


@given(data=DATA)
def test_newlines_alone_end_lines(data):
    assert pieces(data, line_edges(data)).to_pylist() == re.findall(rb"[^\n]*\n|[^\n]+", data)


@given(data=DATA, first=st.booleans(), owners=st.data())
def test_every_column_says_what_the_reader_says_of_each_piece(data, first, owners):
    asked = []

    def read(piece):
        asked.append(piece)
        return len(piece), piece.decode("latin-1"), list(piece)

    column = pieces(data, line_edges(data))
    alone = [read(piece) for piece in column.to_pylist()]
    asked.clear()
    found = Distinct(column, read)
    assert sorted(asked) == sorted(set(column.to_pylist()))
    assert [found.values[nth] for nth in found.ids.tolist()] == alone
    assert found.column(pa.string(), lambda one: one[1]).to_pylist() == [one[1] for one in alone]
    assert found.numbers(lambda one: one[0]).tolist() == [one[0] for one in alone]

    some = owners.draw(st.lists(st.integers(-1, len(alone) - 1), max_size=9))
    picked = found.at(np.array(some, np.int64), pa.string(), lambda one: one[1])
    assert picked.to_pylist() == [None if row < 0 else alone[row][1] for row in some]

    listed, rows, places = found.parts(lambda one: one[2])
    wanted = [(row, part) for row, one in enumerate(alone) for part in one[2]]
    assert [(row, listed[place]) for row, place in zip(rows.tolist(), places.tolist(), strict=True)] == wanted

    whose = owners.draw(st.lists(st.integers(-1, 2), min_size=len(alone), max_size=len(alone)))
    by_hand: dict = {}
    for row, (size, *_) in enumerate(alone):
        if whose[row] >= 0 and size % 3 and not (first and (size, whose[row]) in by_hand):
            by_hand[size, whose[row]] = row
    cells = found.by_key(lambda one: one[0] if one[0] % 3 else None, np.array(whose, np.int64), 3, first)
    assert {(key, owner): row for key, own in cells.items() for owner, row in enumerate(own) if row >= 0} == by_hand


@given(
    values=st.lists(
        st.none() | st.booleans() | st.integers(0, 2) | st.text("ab", max_size=1) | st.just([1]), max_size=9
    )
)
def test_values_of_any_kind_are_read_as_each_of_them(values):
    found = Distinct(values, lambda one: f"{type(one)} {one}").column(pa.string())
    assert found.to_pylist() == [None if one is None else f"{type(one)} {one}" for one in values]


def test_what_is_null_is_not_read():
    assert Distinct(pa.array(["a", None, "a"]), str.upper).column(pa.string()).to_pylist() == ["A", None, "A"]
