"""The wider worlds of the simulator: every twist happens, each makes its assumption false, and no message is lost track of."""

import pytest

from tests.simulated import wide
from tests.simulated.ask import Said
from tests.simulated.assumed import KEYS, true_of
from tests.simulated.evidence import Capture
from tests.simulated.following import answer, followed
from tests.simulated.incidents import incident
from tests.simulated.model import Clock, Estate
from tests.simulated.mutate import broken
from tests.simulated.plot import Incident
from tests.simulated.run import Task, among, fresh, judged, report
from tests.simulated.truth import statements
from tests.simulated.wide import ONE_DISPLAY, World

OFTEN = World(True, "", (0.6, 0.6, 0.6))
SEEDS = range(90)
ENDS = {"consumed", "expired", "discarded", "refused", "returned", "published", "purged", "restart", "storage", "lost", "exit",
        "resolved"}  # fmt: skip
ALWAYS = {"PUT_OK", "NO_REPORT_OPTIONS", "NOT_SWITCHED", "SAME_ESTATE", "OPENED_SINCE", "AFTER", "CLOCKS", "PUT_TIME", "WHEN",
          "NO_EXPIRY"}  # fmt: skip
"""Keys that their twist makes false whatever else happens."""


@pytest.fixture(scope="module")
def made():
    return [incident(seed, OFTEN) for seed in SEEDS]


def test_every_key_of_the_list_has_a_judge_and_a_twist(made):
    assert set(KEYS) == set(wide.A) | set(wide.B) | set(wide.C) | {
        "NO_DELAY",
        "NOT_BACKED_OUT",
        "DEFAULT_WAY",
        "NO_CLUSTER",
        "NOTHING_SINCE",
        "LAST_PUT",
        "NOT_XMITQ",
        "CAME_BEFORE",
        "NOT_THERE",
    }
    twists = {key for one in made for key in one.twists}
    assert len(twists & set(KEYS)) > 25


def test_a_twist_makes_its_assumption_false(made):
    held = {(one.seed, key) for one in made for key in one.twists if key in ALWAYS and true_of(one, {"key": key})}
    assert len(held) <= 2, held  # a put that was refused for another reason, or made later than its open
    assert all(true_of(one, {"key": key}) in (True, False) for one in made for key in KEYS)
    assert true_of(made[0], {"key": "NOT_OF_THE_LIST"}) is None


def test_every_message_is_in_one_place_or_has_a_known_end(made):
    for one in made:
        for message in one.estate.messages:
            queues = {
                id(getattr(q, kind)) for m in one.estate.managers.values() for q in m.queues.values()
                for kind in ("messages", "unputs", "ungets") if message in getattr(q, kind)
            }  # fmt: skip
            assert len(queues) <= 1 or message.copied, (one.seed, message.place)
            if message.place[0] in ENDS:
                assert not queues or message.copied, (one.seed, message.place)


def test_the_same_seed_is_the_same_wide_incident():
    one, other = incident(7, OFTEN), incident(7, OFTEN)
    assert (one.evidence, one.acceptable, one.story) == (other.evidence, other.acceptable, other.story)


def test_one_display_of_each_queue_manager_is_taken_after_the_put():
    for seed in range(20):
        made = incident(seed, World(True, ONE_DISPLAY, (0, 0, 0)))
        shown = [one.manager for one in made.captures if one.kind == "display"]
        assert sorted(shown) == sorted(made.estate.managers) and fresh(made)


@pytest.fixture
def story():
    """A message that stays on a queue of QM.B whose PUT was altered after it."""
    estate = Estate(1)
    estate.manager("QM.B", deadq="B.DLQ", clock=Clock(3600, 30.0))
    estate.queue("QM.B", "L", maxdepth=9)
    estate.run_until(0)
    message = estate.put("QM.B", "L")
    estate.run_until(100)
    estate.alter("QM.B", "L", put=False)
    estate.run_until(200)
    return Incident(1, "local", "", {}, {}, statements(estate, message), True, place=message.place, offsets={"QM.B": 30.0},
                    estate=estate, message=message, captures=[Capture("b.txt", "QM.B", 200.0, "display")])  # fmt: skip


@pytest.mark.parametrize(
    ("key", "about", "held"),
    [
        ("UNALTERED", {"object": "L", "attribute": "PUT"}, False),
        ("UNALTERED", {"object": "L", "attribute": "MAXDEPTH"}, True),
        ("UNALTERED", {"object": "L", "attribute": "PUT", "to": "2026-03-02T13:01:00"}, False),
        ("STANDS", {"object": "L", "attribute": "PUT", "value": "DISABLED"}, False),
        ("STANDS", {"object": "L", "attribute": "GET"}, True),
        ("STANDS", {"object": "L", "attribute": "LGETTIME"}, True),
        ("DEFAULT", {"object": "L", "attribute": "MAXDEPTH", "value": "5000"}, False),
        ("DEFAULT", {"object": "L", "attribute": "GET", "value": "ENABLED"}, True),
        ("ZONE", {"value": "UTC"}, False),
        ("ZONE", {"value": "+01:00"}, True),
        ("ZONE", {"value": "Europe/Berlin"}, True),
        ("CLOCKS", {}, True),
        ("CLOCKS", {"value": "20 s"}, False),
        ("AFTER", {"object": "b.txt"}, True),
        ("SETTLED", {"object": "b.txt"}, True),
        ("WHEN", {}, False),
        ("NOT_SWITCHED", {"object": "L", "attribute": "PUT"}, True),
        ("NO_RESTART", {}, True),
        ("NOT_CLEARED", {"object": "L"}, True),
    ],
)
def test_an_assumption_is_judged_by_what_it_is_about(story, key, about, held):
    assert true_of(story, {"key": key, "queue_manager": "QM.B", **about}) is held


def test_what_is_done_to_a_queue_manager_makes_assumptions_about_it_false(story):
    estate = story.estate
    estate.sets("QM.B", "L", get=False)
    estate.clear("QM.B", "L")
    estate.restart("QM.B", Clock(7200), "10.0.0.2")
    story.captures.append(Capture("c.txt", "QM.B", 300.0, "display"))
    for key in ("NOT_SWITCHED", "NOT_CLEARED"):
        assert true_of(story, {"key": key, "queue_manager": "QM.B", "object": "L"}) is False
    for attribute in ("LGETTIME", "MSGAGE", "the message"):
        stands = {"key": "STANDS", "queue_manager": "QM.B", "object": "L", "attribute": attribute}
        assert true_of(story, stands) is False
    assert true_of(story, {"key": "NO_RESTART", "queue_manager": "QM.B"}) is False
    assert estate.managers["QM.B"].local(150).hour == 13 and estate.managers["QM.B"].local(250).hour == 14
    assert story.message.place == ("purged", "QM.B", "L") and ("CLEARED", "QM.B", "L") in statements(
        estate, story.message
    )


def test_the_answer_of_a_suggested_command_is_printed(story):
    shown = answer(story, "echo \"DISPLAY QSTATUS('L') TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME\" | runmqsc QM.B", "QM.B")
    assert "CURDEPTH(1)" in shown and "LPUTTIME(13.00.30)" in shown
    assert "MsgId" in answer(story, "amqsbcg L QM.B", "QM.B")
    story.estate.consumer("QM.B", "L", on=True)
    story.estate.queue("QM.B", "T", kind="QALIAS", target="PRICES", targtype="TOPIC")
    handle = answer(story, "echo \"DISPLAY QSTATUS('L') TYPE(HANDLE) APPLTAG INPUT\" | runmqsc QM.B", "QM.B")
    assert "APPLTAG(reader0)" in handle and "INPUT(SHARED)" in handle and "USERID" not in handle
    asked = "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE NE NONE) APPLTAG UOWSTDA UOWSTTI"
    assert "not found" in answer(story, f'echo "{asked}" | runmqsc QM.B', "QM.B")
    story.estate.managers["QM.B"].queues["L"].unputs.append(story.message)
    assert "APPLTAG(writer)" in answer(story, f'echo "{asked}" | runmqsc QM.B', "QM.B")
    story.estate.managers["QM.B"].queues["L"].unputs.clear()
    assert "TOPICSTR(/PRICES)" in answer(story, "echo \"DISPLAY TOPIC('PRICES') TOPICSTR PUB\" | runmqsc QM.B", "QM.B")
    assert not answer(story, "echo \"ALTER QLOCAL('L') PUT(ENABLED)\" | runmqsc QM.B", "QM.B")


def test_an_open_incident_is_followed_until_it_is_settled(story):
    first = Said("UNKNOWN", None, None, "", (("amqsbcg L QM.B", True),), ("QM.B",))
    told = followed(
        story, first, lambda files: [Said("DELIVERED" if "next_1.txt" in files else "UNKNOWN", "QM.B", "L", "")]
    )
    assert (told.settled, told.commands) == (1, ("amqsbcg L QM.B",))


OWN = {"key": "ROOM", "queue_manager": "QM.B", "object": "L"}


@pytest.mark.parametrize(
    ("before", "after", "law"),
    [
        (("DELIVERED", "certain", ()), ("DELIVERED", "certain", ()), ""),
        (("UNKNOWN", "open", ()), ("DELIVERED", "certain", ()), "law 1"),
        (("DELIVERED", "certain", ()), ("CONSUMED", "certain", ()), "law 1"),
        (("CONSUMED", "usual", ()), ("DELIVERED", "usual", ()), "law 3"),
        (("CONSUMED", "usual", ()), ("DELIVERED", "usual", (OWN,)), ""),
        (("CONSUMED", "usual", (OWN,)), ("DELIVERED", "usual", (OWN,)), "law 3"),
        (("CONSUMED", None, ()), ("DELIVERED", None, ()), "law 3"),
        (("CONSUMED", "certain", ()), ("UNKNOWN", "open", ()), ""),
        (("UNKNOWN", "nothing_normal", (OWN,)), ("DELIVERED", "usual", (OWN,)), ""),
        (("UNKNOWN", "nothing_normal", (OWN,)), ("DELIVERED", "usual", ()), "law 3"),
        (("CHANNEL_NOT_RUNNING", "usual", ()), ("WAITING_ON_XMITQ", "usual", ()), ""),
        (("WAITING_ON_XMITQ", "usual", ()), ("IN_DOUBT", "usual", ()), "law 3"),
    ],
)
def test_what_less_evidence_may_say(before, after, law):
    one, other = (
        Said(code, "QM.B", "L", "", degree=degree, assumes=assumes) for code, degree, assumes in (before, after)
    )
    assert broken(one, other) == law


def test_law_2_is_judged_by_the_story(story):
    before = Said("UNKNOWN", None, None, "", degree="open")
    said = Said("CONSUMED", "QM.B", "L", "", degree="usual", assumes=(OWN,))
    assert broken(before, said, made=story) == "law 2"
    assert broken(said, said, made=story) == "", "it was wrong before"
    false = {"key": "UNALTERED", "queue_manager": "QM.B", "object": "L", "attribute": "PUT"}
    assert not broken(before, said._replace(assumes=(false,)), made=story)
    assert broken(said._replace(assumes=(false,)), said, made=story) == "law 2"


def test_the_true_place_is_looked_for_among_those_that_are_left(story):
    rows = (("DELIVERED", "QM.B", "L", True, "ON_QUEUE", ()), ("CONSUMED", "QM.B", "L", True, "GONE", ()))
    said = Said("UNKNOWN", None, None, "", possible=rows)
    assert among(story, said) == "left"
    struck = tuple((*row[:3], False, row[4], ()) for row in rows)
    assert among(story, said._replace(possible=struck)) == "struck"
    assert among(story, said._replace(possible=(*struck, ("UNKNOWN", None, None, True, "BEYOND", ())))) == "beyond"
    false = {"key": "UNALTERED", "queue_manager": "QM.B", "object": "L", "attribute": "PUT"}
    assert among(story, said._replace(possible=tuple((*row[:5], (false,)) for row in struck))) == "assumed away"


@pytest.mark.parametrize("evidence", ["", ONE_DISPLAY])
def test_no_verdict_is_wrong_while_all_that_it_assumes_is_true(evidence):
    told = [judged(seed, task=Task(World(True, evidence))) for seed in range(9100, 9125)]
    assert not [one for one in told if one.wrong], report(told, 9)
    assert not [one for one in told if one.among == "struck"], [
        (one.seed, one.said[:3]) for one in told if one.among == "struck"
    ]
    assert sum(one.settled for one in told) > 5


@pytest.mark.parametrize("seed", [2200580, 2300417])
def test_the_true_place_is_struck_out_by_what_is_false_alone(seed):
    """A dump that lacks the message by its put time alone, and a name that led to a queue manager until the fault."""
    assert judged(seed, task=Task(World(True))).among != "struck"
