"""Searches in bytes against Python's own."""

import random
import re

import pytest

from mqforensics.structures import arrays


@pytest.mark.parametrize("near", (7, arrays.NEAR))
def test_bytes_are_counted_and_literals_found_as_python_does(near, monkeypatch):
    monkeypatch.setattr(arrays, "NEAR", near)
    dice = random.Random(1)
    for size in (0, 1, 3, 40, 300):
        data = bytes(dice.choice(b"MD \n") for _ in range(size))
        begin = dice.randint(0, size)
        assert arrays.count(data, ord("\n"), begin, size) == data[begin:].count(b"\n")
        for literal in (b"M", b"MD", b"MD  ", b"\n\n"):
            found = [place.start() for place in re.finditer(rb"(?=" + literal + rb")", data)]
            assert arrays.positions(data, literal).tolist() == found
