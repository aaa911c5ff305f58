"""Entries whose number a copy has lost, and lines with a number whose words are not the product's."""

import pytest

from mqforensics.formats import amqerr
from mqforensics.formats.file_slice import FileSlice


def rows(text: str) -> list[dict]:
    found = list(amqerr.read(FileSlice(text.encode(), "f")))
    assert found[0]["offset"] == 0 and sum(row["length"] for row in found) == len(text.encode())
    return found


@pytest.mark.parametrize(("text", "message", "inserts"), [
    ("The inbound channel 'SHOP.SVRCONN' was blocked from address '192.0.2.9' because\nthe active values of the channel were mapped to a userid which\n"
     "should be blocked. The active values of the channel were 'MCAUSER(web)'.\n", "AMQ9776", {"channel": "SHOP.SVRCONN", "connection": "192.0.2.9"}),
    ("Entity 'web' has insufficient authority to access object SHOP.IN [queue].\n", "AMQ8077", {"user": "web", "object": "SHOP.IN [queue]"}),
    ("and it said: Remote host 'h1 (10.1.1.1) (1414)' not available, retry\nlater.\n", "AMQ9202", {"host": "h1 (10.1.1.1) (1414)"}),
])  # fmt: skip
def test_a_sentence_of_the_product_is_known_without_its_number(text, message, inserts):
    assert amqerr.sniff(text.encode()) == 45
    (row,) = rows(text)
    assert row["message"] == message and row["inserts"].items() >= inserts.items()


@pytest.mark.parametrize(
    "text",
    ["the channel was blocked by the boss", "Entity has insufficient authority", "Error on the line from host h1"],
)
def test_other_sentences_are_none(text):
    assert amqerr.sniff(text.encode()) == 0


@pytest.mark.parametrize(("line", "is_theirs"), [
    ("CSQX548E +CSQ1 CSQXRESP Channel TO.SHOP failed, connection broken", False),
    ("CSQX501I +CSQ1 CSQXRESP Channel TO.SHOP is in RETRYING state", False), ("CSQX500I +CSQ1 CSQXRESP Channel TO.SHOP was deleted", False),
    ("CSQX501I +CSQ1 CSQXRESP Channel TO.SHOP is no longer active", True), ("CSQX500I +CSQ1 CSQXRESP Channel TO.SHOP started", True),
    ("CSQX548E +CSQ1 CSQXRESP Messages sent to local dead-letter queue, channel TO.SHOP reason=2053", True),
])  # fmt: skip
def test_a_number_is_believed_only_with_its_words(line, is_theirs):
    (row,) = rows(line + "\n")
    assert (row["message"] is not None) == is_theirs and (row.get("error") is None) == is_theirs
