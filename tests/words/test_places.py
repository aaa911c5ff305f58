"""What is said of the place of a message, word for word."""

from datetime import datetime
from itertools import permutations

import pytest

from mqforensics.flow.possible import kinds
from mqforensics.words import places

IT = "the message"
NINE, TEN = datetime(2026, 3, 2, 9, 14, 7), datetime(2026, 3, 2, 10, 0, 1)


@pytest.mark.parametrize(("code", "said"), [
    ("DELIVERED", "The message is on its destination Q of QM.A."), ("PUT_REFUSED", "Q of QM.A refused the message."),
    ("CHANNEL_NOT_RUNNING", "The message waits at QM.A, because channel Q does not run."),
    ("LOST_WITH_RESTART", "The message was lost when QM.A restarted."), ("RETRYING", "A receiving channel of QM.A still retries to put the message to Q."),
    ("TAKEN_BY_EXIT", "An exit of channel Q of QM.A removed the message."), ("UNKNOWN", "The evidence does not settle where the message is."),
])  # fmt: skip
def test_a_verdict_names_its_place_and_begins_with_a_capital(code, said):
    assert places.verdict_sentence(code, "usual", IT, "QM.A", "Q") == said
    probable = said if said.startswith("Q ") else said[:1].lower() + said[1:]
    assert places.verdict_sentence(code, "probable", IT, "QM.A", "Q") == f"Probably {probable}"


@pytest.mark.parametrize("code", [one for one in kinds() if one != "UNKNOWN"])
def test_every_verdict_is_a_whole_sentence_with_and_without_names(code):
    for names in (("QM.A", "Q"), (None, None)):
        said = places.verdict_sentence(code, "certain", IT, *names, places=[("QM.A", "Q")])
        assert said.endswith(".") and said[0].isupper() and "{" not in said and "  " not in said and "None" not in said
    assert "Q" in places.verdict_sentence(code, "certain", IT, "QM.A", "Q")


def test_where_several_places_have_the_code_each_is_named():
    each = [("QM.A", "Q"), ("QM.B", None), ("QM.A", "Q"), (None, "X")]
    assert places.verdict_sentence("DISCARDED", "probable", IT, None, None, places=each) == (
        "Probably a channel discarded the message at one of these queues: Q of QM.A and the dead-letter queue of QM.B."
    )
    assert places.places_left(each) == "It can be, or have been, on Q of QM.A and the dead-letter queue of QM.B."
    assert places.places_left([(None, "X")]) == places.places_left([]) == ""


@pytest.mark.parametrize(("made", "said"), [
    (lambda: places.in_a_circle("probable", "The message", "w"), "Probably the message goes round and round: w."),
    (lambda: places.in_a_circle("usual", IT, "w"), "The message goes round and round: w."),
    (lambda: places.open_where("The message"), "Cannot tell where the message is."), (lambda: places.open_where("QM.A"), "Cannot tell where QM.A is."),
    (lambda: places.left_open(IT, "What.", "CODE"), "Cannot tell where the message is. This is left open: What. With it: CODE."),
    (lambda: places.depth("Q", "CURDEPTH(1)"), "Q has CURDEPTH(1)"),
    (lambda: places.last(NINE, TEN), "Its last put was at 2026-03-02 09:14:07, its last get at 2026-03-02 10:00:01"),
    (lambda: places.open_units([*"abcdefg"]), "Programs with an open unit of work: a, b, c, d, e, f and 1 more."),
    (lambda: places.open_unit("UNCOM(1)", True), ", and a get of it is not committed (UNCOM(1)), so what was got may come back"),
    (lambda: places.open_unit("UNCOM(1)", False), ", and puts or gets of it are not committed (UNCOM(1))"),
    (lambda: places.lives(0.5, " (x)"), "The message expires after 0.5 seconds (x)"), (lambda: places.lives(60, ""), "The message expires after 60 seconds"),
    (lambda: places.in_a_batch("QM", "C", True), "It can be in a batch in doubt of channel C of QM."),
    (lambda: places.in_a_batch("QM", "C", False), "Or it is in a batch in doubt of channel C of QM."),
    (lambda: places.exit_of("C", "MSGEXIT(x)"), "C has an exit (MSGEXIT(x)), which may have removed it"),
    (lambda: places.paused("C", "QM", []), "C at QM is PAUSED: it waits to put a message again"),
    (lambda: places.paused("C", "QM", ["a", "b"]), "C at QM is PAUSED (a, b): it waits to put a message again"),
    (lambda: places.backed_out("Q", "B"), "Readers of Q put what they back out too often on B"),
    (lambda: places.dead_letter_queue("D", "QM", "is empty"), "The dead-letter queue D of QM is empty"),
    (lambda: places.wrong_direction("The message", "w"), "The message cannot arrive: w."),
    (lambda: places.wrong_manager_name("The message", "QM.A", "R", "QM.C", "QM.A", "QM.B"),
     "The message cannot arrive. R on QM.A names RQMNAME(QM.C), and QM.A has no route there. Was QM.B meant?"),
    (lambda: places.wrong_manager_name("The message", "QM.A", "R", "QM.C", "QM.A", None),
     "The message cannot arrive. R on QM.A names RQMNAME(QM.C), and QM.A has no route there."),
])  # fmt: skip
def test_what_the_evidence_shows_of_a_place(made, said):
    assert made() == said


def test_what_leaves_no_usual_place_is_named_once_and_three_times_at_most():
    shown = [("depth_zero", "QM", "Q"), ("depth_zero", "QM", "Q"), ("none", "QM", "Q"), ("cleared_then", None, None),
             ("last_put_before", "QM", "Q"), ("last_put_is_it", "QM", "Q")]  # fmt: skip
    assert places.no_usual_place(shown) == (
        "No usual way explains the evidence: Q of QM was empty; the queue of the queue manager was cleared or deleted; "
        "nothing was put to Q of QM since the put."
    )
    assert places.no_usual_place([]) == places.no_usual_place([("none", "QM", "Q")]) == ""


@pytest.mark.parametrize(
    ("codes", "end"),
    [
        ([], "is."),
        (["CONSUMED"], "is."),
        (["CONSUMED", "CONSUMED", "EXPIRED"], "is: perhaps a program got it, or it expired."),
        (
            ["PUT_REFUSED", "CONSUMED", "MOVED", "EXPIRED"],
            "is: perhaps its put failed, a program got it, or it expired.",
        ),
        (["DELIVERED", "UNKNOWN"], "is."),
    ],
)
def test_what_may_have_become_of_a_message_is_said_where_several_things_may(codes, end):
    said = places.open_where("The message put to R at QM.A", codes)
    assert said.startswith("Cannot tell where the message put to R at QM.A is") and said.endswith(end), said


@pytest.mark.parametrize("codes", permutations(kinds(), 2))
def test_what_may_have_become_of_a_message_is_said_in_at_most_25_words(codes):
    said = places.open_where("The message put to R at QM.A (for QM.B)", [*codes, "EXPIRED", "CONSUMED"])
    assert "perhaps" in said and len(said.split()) <= 25, said
