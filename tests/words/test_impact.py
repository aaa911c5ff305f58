"""Whom an answer concerns, in a sentence."""

import pytest

from mqforensics.words.grammar import impact


@pytest.mark.parametrize(("affected", "first", "applications", "said"), [
    ("300 messages", 1772442847.0, ["a", "b"], "Affected: 300 messages since 2026-03-02 09:14:07 UTC. Applications: a and b."),
    ("1 message", None, ["a"], "Affected: 1 message. Application: a."),
    ("1 message", None, [], "Affected: 1 message."),
    ("9 messages", None, list("abcdef"), "Affected: 9 messages. Applications: a, b, c, d and 2 more."),
])  # fmt: skip
def test_who_is_affected(affected, first, applications, said):
    assert impact(affected, first, applications) == said
