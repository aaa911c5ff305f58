"""The first line of a log entry with the reason that its other lines show."""

import pytest

from mqforensics.objects.channel_log import with_reason


@pytest.mark.parametrize(("text", "code", "said"), [
    ("Unable to put message to 'Q'.", 2053, "Unable to put message to 'Q' (2053 MQRC_Q_FULL)"), ("Channel ended.", None, "Channel ended."),
    ("Channel ended.", 0, "Channel ended."), (None, None, ""), (None, 2053, " (2053 MQRC_Q_FULL)"),
])  # fmt: skip
def test_an_entry_says_its_reason(text, code, said):
    assert with_reason(text, code) == said
