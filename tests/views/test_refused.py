"""The picture of the gates: what it marks, quotes and says in words."""

from mqforensics.questions.answer import Answer
from mqforensics.questions.refused.findings import GATES
from mqforensics.views import refused, style

RECORD = "CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS)"


def gates(**counts):
    told = {
        "code": None,
        "cause": "A record refused.",
        "record": RECORD,
        "channel": None,
        "user": None,
        "address": None,
    }
    return [{"gate": gate, "count": counts.get(gate, 0), **told} for gate in GATES]


def test_the_commonest_gate_is_marked_and_its_record_quoted():
    made = refused.gates_figure(gates(CHLAUTH=7, NETWORK=2))
    drawn = style.svg(made)
    assert "7 refused" in drawn and "2 failed" in drawn and RECORD in drawn
    assert made.axes[0].get_title(loc="left") == "Most were refused at the gate CHLAUTH: 7 of 9"
    assert "CHLAUTH: 7" in style.words(made) and f"Decided by {RECORD}." in style.words(made)


def test_one_refusal_is_not_most_of_them():
    assert refused.gates_figure(gates(TLS=1)).axes[0].get_title(loc="left") == "Refused at the gate TLS: 1"


def test_what_is_not_known_is_said():
    unknown = [*gates(), {**gates()[0], "gate": None, "count": 3, "record": None}]
    assert "not known: 3" in refused.words(unknown)
    assert "The record that decided is not known." in style.svg(refused.gates_figure(unknown))


def test_no_picture_without_a_refusal():
    assert refused.drawn(Answer("refused", "", figures={"gates": gates()})) == []
    assert len(refused.drawn(Answer("refused", "", figures={"gates": gates(TLS=1)}))) == 1
