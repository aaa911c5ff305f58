"""Labels of an MQMD in text that was handled: time grows in line on its worst input."""

import pytest

from mqforensics.formats import labels
from tests.linear import assert_in_line


def work(text: str) -> None:
    labels.fields(text, labels.LABELS, [])


@pytest.mark.parametrize("name", ["StrucId", "Format", "ReplyToQ", "AccountingToken", "MsgId", "Version"])
@pytest.mark.parametrize("piece", ["{} : 'x ", "{} : '", "{}: '.'.", "{} : X'0", "{}   ", "{} : 1", "{}:\n", "'"])
def test_time_grows_in_line(name, piece):
    piece = piece.format(name)
    small, large = piece * (20_000 // len(piece)), piece * (80_000 // len(piece))
    assert_in_line(work, small, large)


def test_numbers_in_other_scripts_and_too_large():
    notes: list[str] = []
    found = labels.fields("Version : ٣\nExpiry : 99999999999999999999\n", labels.LABELS, notes)
    assert found.get("Expiry") is None and found.get("Version") in (None, 3) and notes
