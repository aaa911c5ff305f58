"""What a message tells of a channel that does not run: one table for the walk, the stories and the refusals."""

import re

import pytest

from mqforensics.codes.amq_messages import BOTH, CONSEQUENCE, OTHER, OWN, SYMPTOM, of_channel
from mqforensics.codes.refusals import causes
from mqforensics.csv_tables import rows


@pytest.mark.parametrize(("message", "why", "end"), [
    ("AMQ9642E", "A sent no certificate, and B requires one", OWN),
    ("AMQ9637E", "B sent no certificate, and A requires one", OTHER),
    ("AMQ9640E", "SSLPEER of the channel at A is not valid", OWN),
    ("CSQX661E", "what B sent is not what TLS expects", OTHER),
    ("AMQ9645", "the key repository of A has no certificate with the label that is needed", OWN),
    ("AMQ9549", "nothing can be got from the transmission queue: GET(DISABLED)", OWN),
    ("AMQ9572", "a message on the transmission queue has no valid header", OWN),
    ("AMQ9636E", "the name in the certificate of B does not match SSLPEER of the channel at A", OWN),
    ("AMQ9643E", "the name in the certificate of A does not match SSLPEER of the channel at B", OTHER),
    ("AMQ9631E", "the CipherSpecs of the two ends differ", BOTH),
    ("AMQ9519E", "no channel of this name is defined at A", OWN),
    ("AMQ9520E", "no channel of this name is defined at B", OTHER),
    ("AMQ9599E", "the user of the channel could not open an object of A", OWN),
    ("CSQX490E", "one client runs as many instances of the channel as MAXINSTC allows", OWN),
    ("CSQX630E", "the channel needs TLS, which A cannot give", OWN),
])  # fmt: skip
def test_a_message_tells_why_and_at_which_end(message, why, end):
    told = of_channel(message)
    assert told.why("A", "B") == why and told.end == end


@pytest.mark.parametrize("message", ["AMQ9545I", "AMQ9002I", "AMQ9544E", "CSQX500I", "AMQ8077W", "", None])
def test_other_messages_tell_no_cause(message):
    assert of_channel(message) is None


@pytest.mark.parametrize("message", ["AMQ9541", "AMQ9539", "AMQ9569", "AMQ9608", "AMQ9657", "AMQ9719", "AMQ9557"])
def test_each_of_these_ends_a_channel(message):
    assert not of_channel(message).rank


def test_the_table_holds_only_words_that_are_known():
    for row in rows("mqforensics.codes", "amq.csv"):
        assert row["rank"] in ("", SYMPTOM, CONSEQUENCE) and row["end"] in ("", OWN, OTHER, BOTH), row
        assert row["why"] or not (row["rank"] or row["end"] or row["display"]), row
        assert set(re.findall(r"\{(\w*)\}", row["why"])) <= {"own", "other"}, row
        # Both ends stand in what is said, or what is looked at is the end that wrote it: no side is left to a guess.
        assert not row["display"] or row["end"], row


def test_what_is_said_of_a_refusal_is_what_the_message_tells():
    told = [one for one in causes().values() if of_channel(one.id) and not one.qualifier and one.role != "closing"]
    assert len(told) > 40
    assert all(one.cause.endswith(".") and one.cause[0].isupper() for one in told)
    same = [one for one in told if one.cause == f"{(why := of_channel(one.id).why())[0].upper()}{why[1:]}."]
    assert len(same) >= 36
