"""The decision core in every combination of settings, and seed 1's two stories step for step."""

import itertools

import pytest

from mqforensics.errors import MQForensicsError
from mqforensics.questions.poison.backout_events import COLUMNS, backout_story
from mqforensics.questions.poison.outcome import OUTCOMES, SettingExpected, Settings, outcome


def events(**settings) -> list[tuple]:
    story = backout_story(**settings)
    return [tuple(row) for row in story[["event", "backout_count", "compare", "counter"]].itertuples(index=False)]


def test_seed_1_without_a_backout_queue():
    assert events(bothresh=0, comparison="greater") == [
        ("READ", 0, None, None), ("COMPARE", 0, "0 > 0", None), ("GIVEN", 0, None, None), ("REJECTED", 0, None, None),
        ("PUT_BACK", 1, None, None),
        ("READ", 1, None, None), ("COMPARE", 1, "1 > 0", None), ("STOPPED", 1, None, None),
    ]  # fmt: skip
    story = backout_story(0, comparison="greater").to_dict("records")
    assert [row["poison"] for row in story if row["event"] == "COMPARE"] == [False, True]
    assert [(row["queue"], row["position"]) for row in story if row["event"] == "PUT_BACK"] == [("Q1", 1)]
    assert story[-1]["outcome"] == "LISTENER_STOPS" and story[-1]["queue"] == "Q1"
    assert "listener port stops" in story[-1]["text"]
    assert "activation specification stops" in backout_story(0, listener="spec", comparison="greater")["text"].iloc[-1]


@pytest.mark.parametrize("listener", ["port", "spec"])
def test_seed_1_with_a_backout_queue(listener):
    assert events(bothresh=1, boqname="Q1_BO", retries=5, listener=listener, comparison="greater") == [
        ("READ", 0, None, 0), ("COMPARE", 0, "0 > 1", 0), ("GIVEN", 0, None, 0), ("REJECTED", 0, None, 0),
        ("PUT_BACK", 1, None, 0), ("COUNTED", 1, None, 1), ("CHECKED", 1, None, 1),
        ("READ", 1, None, 1), ("COMPARE", 1, "1 > 1", 1), ("GIVEN", 1, None, 1), ("REJECTED", 1, None, 1),
        ("PUT_BACK", 2, None, 1), ("COUNTED", 2, None, 2), ("CHECKED", 2, None, 2),
        ("READ", 2, None, 2), ("COMPARE", 2, "2 > 1", 2), ("MOVED", 0, None, 0),
    ]  # fmt: skip
    story = backout_story(1, "Q1_BO", 5, listener, "greater").to_dict("records")
    assert [row["check"] for row in story if row["check"]] == ["1 > 5", "2 > 5"]
    assert (story[-1]["queue"], story[-1]["outcome"]) == ("Q1_BO", "BACKOUT_QUEUE")
    assert list(story[0]) == list(COLUMNS) and [row["step"] for row in story] == list(range(1, 18))


def test_the_product_gives_the_message_once_where_seed_1_gives_it_twice():
    for comparison, deliveries in (("greater", 2), ("at_least", 1)):
        story = backout_story(1, "Q1_BO", 5, comparison=comparison)
        assert (story["event"] == "GIVEN").sum() == deliveries
        assert outcome(Settings(1, "Q1_BO", 5, comparison=comparison)).deliveries == deliveries


def test_the_product_never_calls_a_message_poison_at_threshold_0():
    story = backout_story(0, "Q1_BO", limit=4)
    assert (story["event"] == "GIVEN").sum() == 4 and not story["poison"].any()
    assert story.iloc[-1]["event"] == "AGAIN" and story.iloc[-1]["outcome"] == "ROLLED_BACK"
    assert backout_story(0, "Q1_BO", retries=0).iloc[-1]["outcome"] == "LISTENER_STOPS"


def test_the_port_must_allow_more_retries_than_the_threshold():
    for bothresh in range(1, 8):
        for retries in range(10):
            moved = outcome(Settings(bothresh, "B", retries)).code == "BACKOUT_QUEUE"
            assert moved == (retries > bothresh)
            assert (outcome(Settings(bothresh, "B", retries, "spec")).code == "BACKOUT_QUEUE") == (retries >= bothresh)


def test_where_a_message_goes_that_has_no_backout_queue():
    def end(**given):
        return outcome(Settings(bothresh=2, **given))[:1] + outcome(Settings(bothresh=2, **given))[2:]

    assert end(dlq="DLQ") == ("DEAD_LETTER_QUEUE", "DLQ", 2362)
    assert end(boqname="B", boq_reason=2053, dlq="DLQ") == ("DEAD_LETTER_QUEUE", "DLQ", 2053)
    assert end(dlq="DLQ", discard_msg=True) == ("DISCARDED", None, 2362)
    assert end(dlq="DLQ", dlq_reason=2053)[0] == "LISTENER_STOPS"
    assert end(dlq="DLQ", dlq_reason=2053, listener=None)[0] == "ROLLED_BACK"
    assert end(persistence=0)[0] == "DISCARDED" and end()[0] == "LISTENER_STOPS"
    assert end(client="mqi", boqname="B")[0] == "ROLLED_BACK"


@pytest.mark.parametrize("given", [
    {"comparison": "exceeds"}, {"client": "cobol"}, {"listener": "both"}, {"bothresh": -1}, {"retries": -1},
    {"bothresh": "1"}, {"bothresh": None}, {"limit": 0}, {"limit": "x"}, {"persistence": 5}, {"boq_reason": "x"},
    {"boqname": 5}, {"boqname": "B;"}, {"discard_msg": "no"}, {"bothresh": True},
])  # fmt: skip
def test_settings_that_do_not_exist(given):
    with pytest.raises(SettingExpected, match=next(iter(given))) as raised:
        backout_story(**given)
    assert isinstance(raised.value, MQForensicsError) and isinstance(raised.value, ValueError)


def test_a_long_story_is_cut_off_but_its_end_is_told():
    story = backout_story(5000, "B", limit=3)
    assert len(story) == 16 and story.iloc[-1]["outcome"] == "BACKOUT_QUEUE"


# ── every combination, against a model that lives the story message by message ──

SPACE = {
    "bothresh": range(11), "boqname": ("Q1_BO", None), "boq_reason": (0, 2053), "persistence": (0, 1),
    "discard_msg": (False, True), "dlq": ("DLQ", None), "dlq_reason": (0, 2051), "client": ("jms", "mqi"),
    "listener": ("port", "spec", None), "retries": (None, 0, 1, 5, 20), "comparison": ("at_least", "greater"),
}  # fmt: skip


def lived(s: dict) -> str:
    """What happens, found by doing it: a hundred reads at most."""
    backouts = failures = 0
    for _ in range(100):
        if s["client"] == "jms":
            slides = s["comparison"] == "greater"
            is_poison = backouts > s["bothresh"] if slides else 0 < s["bothresh"] <= backouts
            if is_poison:
                if s["boqname"] is not None and s["boq_reason"] == 0:
                    return "BACKOUT_QUEUE"
                if not slides and s["discard_msg"]:
                    return "DISCARDED"
                if not slides and s["dlq"] is not None and s["dlq_reason"] == 0:
                    return "DEAD_LETTER_QUEUE"
                if s["listener"] is None:
                    backouts += 1
                    continue
                return "LISTENER_STOPS" if slides or s["persistence"] else "DISCARDED"
        backouts += 1
        failures += 1
        if s["client"] == "jms" and s["listener"] and s["retries"] is not None:
            if s["comparison"] == "greater":
                stops = s["retries"] > 0 and failures > s["retries"]
            else:
                stops = failures >= s["retries"] if s["listener"] == "port" else failures > s["retries"]
            if stops:
                return "LISTENER_STOPS"
    return "ROLLED_BACK"


def test_every_pair_of_settings_has_exactly_one_outcome():
    seen = set()
    for values in itertools.product(*SPACE.values()):
        given = dict(zip(SPACE, values, strict=True))
        end = outcome(Settings(**given))
        assert end.code == lived(given), given
        seen.add(end.code)
        if given["persistence"] and not given["discard_msg"]:
            assert end.code != "DISCARDED", f"a persistent message is lost: {given}"
        if end.code in ("BACKOUT_QUEUE", "DEAD_LETTER_QUEUE"):
            assert end.queue == given["boqname" if end.code == "BACKOUT_QUEUE" else "dlq"]
    assert seen == set(OUTCOMES)


def test_the_story_ends_as_the_core_says():
    small = SPACE | {"bothresh": (0, 2), "retries": (None, 0, 5), "dlq_reason": (0,)}
    for values in itertools.product(*small.values()):
        given = dict(zip(small, values, strict=True))
        story = backout_story(**given, limit=3).to_dict("records")
        end = outcome(Settings(**given))
        ended = [row["outcome"] for row in story if row["outcome"]]
        assert ended == [end.code] and story[-1]["outcome"] == end.code
        given_out = sum(row["event"] == "GIVEN" for row in story)
        assert given_out == (3 if end.deliveries is None else end.deliveries), given
        assert all(row["text"] and "None" not in row["text"] for row in story), given
