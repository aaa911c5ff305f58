from hypothesis import given
from hypothesis import strategies as st

from mqforensics.formats.line_counter import LineCounter


@given(st.text("a\n\r", max_size=30), st.lists(st.integers(0, 30), max_size=9), st.integers(1, 5))
def test_each_place_has_the_line_that_counting_from_the_beginning_gives(text, places, first):
    for whole, end in ((text, "\n"), (text.encode(), b"\n")):
        lines = LineCounter(whole, first)
        for place in sorted(min(one, len(text)) for one in places):
            assert lines.at(place) == lines.line == first + whole[:place].count(end)
