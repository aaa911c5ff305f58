"""The referee's own laws on nets made by hand, and the kit's certain answers against it."""

import importlib.util

import pytest

pytest.importorskip("clingo")

from tests.referee.nets import ASSUMPTIONS, GIVEN, Net, net
from tests.referee.run import CERTAIN, Compared, fits, report
from tests.referee.solve import places, possible
from tests.simulated.assumed import KEYS

ENGINE = importlib.util.find_spec("mqforensics.flow") and importlib.util.find_spec("mqforensics.flow.answer")
FEW, MANY = range(60), range(1000, 3000)
SHOWN = [f"shown({key.lower()})." for key in ASSUMPTIONS]
HOP = ["first(x0).", "hop(k0,x0,t).", "target(t).", "dead(k0,d0).", "dlq_on(k0).", "speed_fast(k0).", "said_fleeting."]
SOUND = {"kit certain, referee not", "certain of different places", "kit certain, referee finds a contradiction"}


def left(*facts, without=()):
    """The places of a message on a way of one channel whose queues take it, unless the facts say otherwise."""
    facts += tuple(f"{fact}({queue})." for queue in ("x0", "t", "d0") for fact in ("put_on", "altered_before")
                   if f"put_off({queue})." not in facts)  # fmt: skip
    shown = [one for one in SHOWN if one not in [f"shown({key})." for key in without]]
    return places(Net(0, {}, [*HOP, *shown, *facts], []))


def test_with_everything_shown_and_nothing_seen_the_ordinary_places_are_left():
    assert left() == {"on(x0)", "on(t)", "got(t)"}


@pytest.mark.parametrize(
    ("facts", "without", "expected"),
    [
        (("last_put_before(x0).",), ("put_ok", "room"), {"refused(full)"}),
        (("zero(x0).", "no_unit(x0).", "zero(t).", "no_unit(t)."), (), {"got(t)"}),
        (("last_get_before(x0).",), (), {"on(x0)"}),
        (("last_get_before(x0).",), ("not_cleared",), {"on(x0)", "cleared(x0)"}),
        (("stopped(k0).",), (), {"on(x0)"}),
        (("stopped(k0).",), ("stands",), {"on(x0)", "on(t)", "got(t)"}),
        (("zero(x0).", "put_off(t).", "altered_before(t)."), (), {"on(d0)"}),
        (
            ("zero(x0).", "put_off(t).", "altered_before(t)."),
            ("no_report_options",),
            {"on(d0)", "returned(k0)", "discarded(k0)"},
        ),
        (
            ("zero(x0).", "put_off(t).", "altered_before(t).", "put_off(d0).", "altered_before(d0)."),
            (),
            {"discarded(k0)"},
        ),
        (("zero(x0).", "put_off(t).", "altered_before(t)."), ("settled",), {"on(d0)", "retrying(k0)"}),
        (("zero(x0).", "put_off(t).", "altered_before(t).", "no_retry(k0)."), ("settled",), {"on(d0)"}),
        (("zero(x0).", "zero(t).", "last_get_before(t)."), ("not_lost",), {"gone(k0)"}),
        (("zero(x0).", "zero(t).", "last_get_before(t)."), ("no_exit",), {"exit(k0)"}),
        (
            ("zero(x0).", "zero(t).", "last_get_before(t)."),
            ("no_exit", "no_restart"),
            {"exit(k0)", "lost(x0)", "lost(t)"},
        ),
        (("zero(x0).", "last_get_before(t)."), ("committed",), {"on(t)", "on(x0)"}),
        (
            ("zero(x0).", "no_unit(x0).", "last_get_before(t)."),
            ("committed", "not_backed_out"),
            {"on(t)", "rolled_back"},
        ),
        (("last_put_before(x0).",), (), set()),
    ],
)
def test_what_evidence_leaves(facts, without, expected):
    assert left(*facts, without=without) == expected


def test_more_evidence_never_leaves_more_places():
    for seed in range(40):
        made = net(seed)
        whole = places(made)
        for fact in [
            one
            for one in made.facts
            if one.split("(")[0] in ("zero", "no_unit", "last_put_before", "last_get_before", "stopped")
        ]:
            assert whole <= places(Net(seed, {}, [one for one in made.facts if one != fact], [])), (seed, fact)


def test_nets_are_small_and_of_many_kinds():
    made = [net(seed) for seed in FEW]
    assert {len(one.files) - 1 for one in made} == {1, 2, 3}
    assert set(ASSUMPTIONS) | set(GIVEN) == set(KEYS)
    assert len({place for one in FEW for place in possible(one)[1]}) > 6


def test_a_code_of_the_kit_says_a_place_of_the_laws():
    assert fits("on(x1)", "CHANNEL_NOT_RUNNING") and fits("on(d0)", "ON_DLQ") and fits("got(t)", "CONSUMED")
    assert not fits("on(t)", "CONSUMED") and not fits("refused", "DELIVERED")
    assert fits("refused(full)", "CHANNEL_NOT_RUNNING") and not fits("refused", "CHANNEL_NOT_RUNNING")
    one = Compared(1, frozenset({"got(t)", "on(t)"}), "CONSUMED", (None, None), CERTAIN, ())
    assert one.kind == "kit certain, referee not" and "seed 1" in report([one])


@pytest.mark.skipif(not ENGINE, reason="the engine of worlds is not there")
@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
def test_of_what_the_kit_is_certain_the_referee_is_certain(seeds):
    from tests.referee.run import compared

    found = [compared(seed) for seed in seeds]
    assert not [one for one in found if one.kind in SOUND], report(found)
    assert sum(one.kind == "agree" for one in found) >= 0.9 * len(found), report(found)
