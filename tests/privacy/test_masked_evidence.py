"""Values that whoever handed evidence on made unreadable, and values that only look a little like them."""

import re

import pytest

from mqforensics.privacy.masked_evidence import MASKED, is_masked


@pytest.mark.parametrize(("value", "masked"), [
    ("XXXXXXX", True), ("xxxxxxxx", True), ("****", True), ("RET?????", True), ("R######", True),
    ("RUNNING", False), ("*", False), ("APP.*", False), ("X", False), ("*** do not use ***", False), ("", False),
])  # fmt: skip
def test_a_masked_value_is_told_from_one_that_stands_for_itself(value, masked):
    assert bool(re.search(MASKED, value)) is masked is is_masked(value)
