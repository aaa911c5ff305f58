"""The first sentence of an answer: numbers agree with their nouns and verbs, and what the evidence lacks is left out."""

from types import SimpleNamespace

import pytest

from mqforensics.words import browse, changes, dead_letters, delivery, poison, refused, story

NINE = 1772442847.0
AT_NINE = "at 09:14:07 UTC on 2026-03-02"
UNKNOWN = "The connection with an address that the evidence does not show failed."
BLANK = dict.fromkeys(
    (
        "address",
        "host",
        "user",
        "application",
        "gate",
        "channel",
        "queue_manager",
        "object",
        "seconds",
        "last_seconds",
        "local_time",
    )
)


class Refusal(SimpleNamespace):
    def __getitem__(self, name):
        return getattr(self, name)


CALLER = {
    "user": "u",
    "application": "a",
    "address": "10.1.1.1",
    "channel": "C",
    "queue_manager": "QM",
    "count": 2,
    "seconds": NINE,
    "last_seconds": NINE,
}


@pytest.mark.parametrize(("row", "came", "called", "either"), [
    ({}, UNKNOWN, UNKNOWN, UNKNOWN),
    ({"address": "10.1.1.1"}, "The connection from 10.1.1.1 failed.", "The connection to 10.1.1.1 failed.", "The connection with 10.1.1.1 failed."),
    (CALLER, f"User u with application a from 10.1.1.1 was refused on channel C of QM twice {AT_NINE}.",
     f"User u with application a that called 10.1.1.1 was refused on channel C of QM twice {AT_NINE}.",
     f"User u with application a from 10.1.1.1 was refused on channel C of QM twice {AT_NINE}."),
    ({"gate": "TLS", "host": "h", "queue_manager": "QM", "count": 3}, "The TLS handshake from h at QM failed 3 times.",
     "The TLS handshake to h at QM failed 3 times.", "The TLS handshake with h at QM failed 3 times."),
    ({"gate": "MCA", "object": "Q", "queue_manager": "QM", "count": 3, "channel": "C"}, *["3 messages were refused for Q at QM."] * 3),
    ({"gate": "MCA", "object": "Q"}, *["1 message was refused for Q."] * 3),
    ({"gate": "CHLAUTH", "local_time": "09:00"}, *["A client was refused at 09:00."] * 3),
    ({"gate": "NETWORK", "user": "u", "host": "h"}, "The connection of user u from h failed.", "The connection of user u to h failed.",
     "The connection of user u with h failed."),
])  # fmt: skip
def test_who_was_refused(row, came, called, either):
    made = Refusal(**{**BLANK, "count": 1, **row})
    assert [refused.subject(made, *how) for how in ((False, False), (True, False), (False, True))] == [
        came,
        called,
        either,
    ]


@pytest.mark.parametrize(("made", "said"), [
    (lambda: refused.cause_with_record("It is so.", "REC"), "It is so: REC."), (lambda: refused.cause_with_record("", "REC"), "REC decided this."),
    (lambda: refused.cause_with_record("A: b.", "REC"), "A: b. REC decided this."), (lambda: refused.cause_with_record("A. B.", "REC"), "A. B. REC decided this."),
    (lambda: refused.against(1, []), "One text names no user, channel or queue, so it may belong to another failure."),
    (lambda: refused.against(2, ["a", "b"]), "2 texts at a and b name no user, channel or queue, so they may belong to other failures."),
    (lambda: refused.total(3, 1), ""), (lambda: refused.total(1, 2), " In all, 1 refusal in 2 kinds."),
    (lambda: refused.none_but_weak(2), "The evidence shows no refusal. Its definitions have 2 weak places."),
    (lambda: dead_letters.them(1, 1), "it"), (lambda: dead_letters.them(2, 2), "them"), (lambda: dead_letters.them(1, 2), "1 of them"),
    (lambda: dead_letters.letters(1, "Q", [NINE, NINE], 2053, "2053 MQRC_Q_FULL"),
     f"1 message for Q was dead-lettered {AT_NINE} with reason 2053 MQRC_Q_FULL: the queue was full."),
    (lambda: dead_letters.letters(2, "Q", [None, None], None, "no reason", manager="QM", more=2),
     "2 messages for Q and 2 other queues were dead-lettered at QM at an unknown time with reason no reason."),
    (lambda: dead_letters.headline("First.", 3, 1), "First."), (lambda: dead_letters.headline("First.", 3, 0, bare=3), "First."),
    (lambda: dead_letters.headline("First.", 3, 2, bare=1, is_gone=True, several=2, again=1),
     "First. In all, 3 messages were dead-lettered for 2 reasons, and 1 has no valid MQDLH. They have left the dead-letter queue since. "
     "2 of them are on several queues. Messages came back 1 time."),
    (lambda: dead_letters.headline("First.", 1, 1, bare=2, is_gone=True, several=1, again=2),
     "First. In all, 1 message was dead-lettered for 1 reason, and 2 have no valid MQDLH. It has left the dead-letter queue since. "
     "1 of them is on several queues. Messages came back 2 times."),
    (lambda: dead_letters.unread_queues(["A", "B"]), "The dumps contain no dead-lettered message. Cannot tell what is on A and B."),
    (lambda: dead_letters.trigger({"program": "P", "process": "", "queue": "Q"}, True, ""), " P of process (no name) was to be started for messages on Q."),
    (lambda: dead_letters.trigger({"program": "", "process": "X", "queue": ""}, False, "CURDEPTH(3)"),
     " For example, an unnamed program of process X was to be started for messages on an unnamed queue, which has CURDEPTH(3)."),
    (lambda: delivery.headline(None, "", "", "", "", {}, 0), "No channel of this evidence loses a message that it cannot deliver."),
    (lambda: delivery.lossy_channel([("SDR", "QM", True, ["a", "b"]), ("RCVR", "QM2", False, ["c"])], "C"),
     "Channel C can lose nonpersistent messages. Its SDR on QM discards those that it cannot send: a and b. Its RCVR on QM2 discards those that "
     "it cannot put: c."),
    (lambda: delivery.unsure("QM", [("C", ("because", "short"))]), "Cannot tell whether channel C of QM loses messages that it cannot deliver: because."),
    (lambda: delivery.unsure("QM", [("C", ("because", "short")), ("D", ("x", "y"))]),
     "Cannot tell whether 2 channels of QM lose messages that they cannot deliver. They are C (short) and D (y)."),
    (lambda: delivery.in_flight(["C"]),
     "Channel C has NPMSPEED(FAST) and a dead-letter queue. It loses nonpersistent messages only if it fails while they are in transit."),
    (lambda: delivery.in_flight(["C", "D"]),
     "2 channels have NPMSPEED(FAST) and a dead-letter queue: C and D. They lose nonpersistent messages only if they fail while those are in transit."),
    (lambda: browse.pronouns(1), {"it": "It", "it_small": "it", "object": "it"}), (lambda: browse.pronouns(2), {"it": "They", "it_small": "they", "object": "them"}),
    (lambda: story.time_of_story(None), ""), (lambda: story.time_of_story("9", "9"), " at 9 UTC"), (lambda: story.time_of_story("9", "10"), " from 9 UTC on"),
])  # fmt: skip
def test_what_is_said_of_numbers_and_names(made, said):
    assert made() == said


FAST = "Channel C of QM loses nonpersistent messages only if it fails while they are in transit."
OPEN = "Cannot tell whether channel C of QM loses messages that it cannot deliver: why."
LOSES = "Channel C of QM discards nonpersistent messages that it cannot put: why."


@pytest.mark.parametrize("said", [LOSES, OPEN, FAST])
def test_the_end_of_a_channel_that_loses_most_comes_first_and_then_how_many_there_are(said):
    made = {delivery.headline(code, "C", "QM", "put", "why", {}, 1): code for code in delivery.HEADLINES}
    assert set(made) == {LOSES, OPEN, FAST}
    numbers = dict(zip(delivery.PARTS, (2, 0, 3), strict=True))
    parts = [
        template.format(number=numbers[code], channels="5 channels")
        for code, template in delivery.PARTS.items()
        if numbers[code]
    ]
    assert (
        delivery.headline(made[said], "C", "QM", "put", "why", numbers, 5)
        == f"{said} In all, {parts[0]} and {parts[1]}."
    )
    assert delivery.headline(made[said], "C", "QM", "put", "why", {made[said]: 1}, 5) == said, "there is no other one"


@pytest.mark.parametrize("said", [
    "1 message on Q is poison: BackoutCount 3 has reached BOTHRESH(5), and no backout queue is defined.",
    "1 message on Q is redelivered forever: BOTHRESH(0) switches backout off, and no backout queue is defined.",
    "1 message on Q will be poison after one more rollback: BackoutCount 3, BOTHRESH(5), and no backout queue is defined.",
    "1 message on Q arrived there as poison from another queue.",
])  # fmt: skip
def test_the_gravest_group_of_poison_comes_first(said):
    made = {poison.headline(state, 1, "Q", 3, 5, True, 0, 0): state for state in poison.HEADLINES}
    several = poison.headline(made[said], 2, "Q", 3, None, False, 2, 1)
    one = (
        said.replace("1 message on Q is", "2 messages on Q are")
        .replace("1 message", "2 messages")
        .replace("BOTHRESH(5)", "BOTHRESH(?)")
    )
    assert several == f"{one.replace(', and no backout queue is defined', '')} 2 messages more on 1 other queue."


@pytest.mark.parametrize(("names", "manager", "begin"), [
    (["a"], None, "1 transaction of a queue manager that the display does not name is in doubt (a): prepared,"),
    (["a", "b"], "QM", "2 transactions of QM are in doubt (a, b): prepared,"),
])  # fmt: skip
def test_transactions_in_doubt(names, manager, begin):
    assert poison.in_doubt(names, manager).startswith(begin)


ABOUT = {"type": "QLOCAL", "object": "Q"}
PUT = {**ABOUT, "attribute": "PUT", "before": "ENABLED", "after": ""}


@pytest.mark.parametrize(("change", "said"), [
    ({"kind": changes.APPEARED, **ABOUT}, "QLOCAL Q appeared"), ({"kind": changes.VANISHED, **ABOUT}, "QLOCAL Q vanished"),
    ({"kind": changes.ANEW, **ABOUT, "record": "r"}, "QLOCAL Q r was deleted and defined again"),
    ({"kind": changes.ALTERED, **ABOUT}, "QLOCAL Q was altered and shows the same values as before"),
    ({"kind": changes.ALTERED, **ABOUT, "unshown": [*"abcdefg"]},
     "QLOCAL Q was altered and does not show a, b, c, d, e and 2 more any more, and of the rest the same values as before"),
    ({"kind": changes.OTHER, "type": "QMGR", "object": "QM", "after": "QM_2"}, "QMGR QM is another queue manager of the same name (QMID QM_2)"),
    ({"kind": changes.UNLIKE, **PUT}, "QLOCAL Q is ENABLED in one capture and blank in another, which no command alters: it is another object, "
     "or was deleted and defined again"),
    ({"kind": changes.CONTRADICTS, **PUT}, "PUT of QLOCAL Q is ENABLED in one capture and blank in another"),
    ({"kind": changes.DEFINITION, **PUT}, "PUT of QLOCAL Q went from ENABLED to blank"),
    ({"kind": changes.PERSON, **PUT, "before": ""}, "PUT of QLOCAL Q went from blank to blank"),
])  # fmt: skip
def test_a_change_names_what_changed(change, said):
    assert changes.change_sentence(change) == said
