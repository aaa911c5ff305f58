"""The incidents beside the samples, each with its truth: what may be said, and what must not."""

import json
import re

import pytest

from tests.questions.walk_evidence import gather

EXPECTED = re.compile(r"Expected verdict: (\w+)(?: \(acceptable: (.*)\))?")
WRONG = re.compile(r"Wrong if the kit says: (.*)")
CODE = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*\b")
MISSED = 2


@pytest.fixture(scope="module")
def incidents(samples):
    root = samples.parent / "cases"
    if not root.is_dir():
        pytest.skip("no incidents beside this checkout")
    found = {}
    for path in sorted(path for path in root.iterdir() if path.is_dir()):
        files = {one.name: one.read_bytes() for one in path.iterdir()}
        truth = files.pop("TRUTH.md").decode()
        if json.loads(files["case.json"]).get("walk"):
            found[path.name] = truth, gather(files)[0]
    return found


def acceptable(truth):
    found = EXPECTED.search(truth)
    return {found[1], *CODE.findall(found[2] or "")}


def test_no_incident_is_told_wrongly(incidents):
    wrong = {}
    for name, (truth, walk) in incidents.items():
        told = WRONG.search(truth)
        if walk.verdict.code in (CODE.findall(told[1]) if told else ()) and walk.verdict.code not in acceptable(truth):
            wrong[name] = walk.verdict.code
    assert wrong == {}


def test_what_is_said_is_acceptable_or_unknown(incidents):
    others = {
        name: walk.verdict.code
        for name, (truth, walk) in incidents.items()
        if walk.verdict.code not in acceptable(truth)
    }
    assert set(others.values()) <= {"UNKNOWN"}
    assert len(others) <= MISSED, others


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("h01_dead_letter_at_the_hub", ("QM.HUB", "HUB.DLQ")),
        ("d43_zos_ebcdic_dead_letter", ("MQ1A", "MQ1A.DEAD.QUEUE")),
        ("c04_defclxq_channel_retrying", ("QM.APP1", "CLPAY.QM.BK1")),
        ("h06_qremote_put_disabled", ("QM.APP1", "PAY.REQ")),
        ("k03_in_doubt_batch_depth_0", ("QM.APP1", "APP1.TO.BANK")),
    ],
)
def test_where_it_is(incidents, name, at):
    assert incidents[name][1].verdict.at == at


@pytest.mark.parametrize(
    ("name", "said", "not_said"),
    [
        ("e20_old_cause_in_log", "AMQ9633", "AMQ9202"),
        ("k05_tls_9637", "sent no certificate, and", "network"),
        ("k01_xmitq_notrigger", "NOTRIGGER", "AMQ"),
        ("k07_two_channels_one_xmitq", "APP1.TO.BANK.TLS is RUNNING", "APP1.TO.BANK is RUNNING"),
        ("d45_capexpry", "expired", "was read"),
        ("d05_uncommitted_get", "UNCOM(1)", "is on its destination"),
        ("d27_zos_igq", "queue-sharing group", "has no route"),
        ("d09_alias_of_a_topic", "topic", "is on its destination"),
    ],
)
def test_the_cause_is_named(incidents, name, said, not_said):
    statement = incidents[name][1].verdict.statement
    assert said in statement
    assert not_said not in statement


def test_no_command_changes_anything_where_the_verdict_is_open(incidents):
    changing = {
        name: [one.command for one in walk.verdict.next if one.effect == "changes"]
        for name, (_, walk) in incidents.items() if walk.verdict.code == "UNKNOWN"
    }  # fmt: skip
    assert not any(changing.values())


def test_sentences_are_short_enough_to_be_read_at_night(incidents):
    long = [
        (name, sentence)
        for name, (_, walk) in incidents.items()
        for sentence in re.split(r"(?<=[.;]) (?=[A-Z])", walk.verdict.statement)
        if len(sentence.split()) > 30 and "says the error log" not in sentence
    ]  # fmt: skip
    assert long == []
