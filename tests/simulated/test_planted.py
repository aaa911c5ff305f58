"""The time line, changes and biographies of generated cases; the commands of the modules ask the same of many more."""

from collections import defaultdict

import pytest

from mqforensics import changes, open_case
from mqforensics.objects.case_clocks import of_channels
from mqforensics.objects.estate import Estate
from tests.simulated import journeys, ordered, pairs, planted, rooted

INCIDENTS, PAIRS, JOURNEYS = (0, 1, 9), 10, 3


def test_order_bounds_offsets_and_roots_of_planted_incidents(spark, tmp_path):
    made = ordered.written(tmp_path, list(INCIDENTS))
    with open_case(spark, tmp_path) as case:
        told = ordered.judged(case, made)
    assert told.wrong == [] and told.incidents == len(INCIDENTS)
    assert told.happenings > 500 and told.bounded > 100 and told.told == len(INCIDENTS)


@pytest.mark.parametrize("together", [False, True])
def test_of_each_pair_the_one_changed_attribute_is_named_and_nothing_else(spark, tmp_path, together):
    expected = pairs.written(tmp_path, PAIRS)
    both = (
        [open_case(spark, tmp_path)]
        if together
        else [open_case(spark, tmp_path / name) for name in ("before", "after")]
    )
    found = pairs.told(changes(*both))
    for case in both:
        case.close()
    assert set(found) == expected and len(found) == PAIRS


def test_every_step_of_a_journey_that_left_something_is_told_and_no_other(spark, tmp_path):
    world = journeys.World(3, 12)
    for name, text in world.files().items():
        (tmp_path / name).write_text(text)
    longest = sorted(world.journeys, key=lambda one: -len(one.steps))[:JOURNEYS]
    with open_case(spark, tmp_path) as case:
        for _, missed, invented in journeys.compared(case, longest):
            assert (missed, invented) == (set(), set())


def test_the_two_ends_of_a_channel_bound_their_clocks():
    bounds = 0
    for seed in range(24):
        made = planted.planted(seed)
        tables = defaultdict(list)
        for name, data in made.files.items():
            table, rows = rooted.rows_of(name, data)
            tables[table] += rows
        for one in of_channels(Estate(tables["objects"]), rooted._zones(tables["log"])):
            true = made.offsets[one.later] - made.offsets[one.earlier]
            assert true <= one.seconds < true + 60, (seed, one, true)
            bounds += 1
    assert bounds > 20
