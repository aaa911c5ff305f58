"""The dry run against the slow model, on random rules tables and messages.

`python -m tests.questions.test_handler_model 5000` tries so many queues, rules and targets with limits, the suite fewer.
"""

import sys

import pyarrow as pa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqforensics.formats.dlqrules import parse_rules
from mqforensics.formats.tables import MESSAGES
from mqforensics.questions.handler import dry_run
from mqforensics.questions.handler.batches import DryRun
from mqforensics.questions.handler.target_queues import Definitions, definitions
from mqforensics.questions.handler.targets import targets_of
from tests.questions import handler_model as model

COLUMNS = ("rule_line", "action", "queue", "queue_manager", "header", "outcome", "attempts", "failed_with")


def told(rows):
    return {row["number"]: tuple(row[name] for name in COLUMNS) for row in rows}


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(model.tables, model.queues, model.outages, st.integers(1, 5))
def test_agrees_with_the_slow_model(text, messages, failing, cut):
    table = parse_rules(text)
    assert not table.errors
    run = DryRun(table, targets_of(table, Definitions(), failing))
    whole = model.batch(messages)
    parts = [whole.slice(at, cut) for at in range(0, len(whole), cut)]
    rows = [row for made in run(parts) for row in made.to_pylist()]
    assert told(rows) == model.run(table.rules, messages, failing)


def definitions_of(limits):
    """Queues as their definitions and status show them, on QM1."""
    told = {"file": "q.txt", "line": 1, "queue_manager": "QM1", "type": "QLOCAL"}
    numbers = {name: {key: str(value) for key, value in of.items()} for name, of in limits.items()}
    return definitions([told | {"name": name, "attributes": {"PUT": "ENABLED", **of}} for name, of in numbers.items()])


def agrees_with_a_handler(text, messages, failing, limits, cut):
    table = parse_rules(text)
    run = DryRun(table, targets_of(table, definitions_of(limits), failing, "QM1"))
    whole = model.batch(messages)
    rows = [row for made in run([whole.slice(at, cut) for at in range(0, len(whole), cut)]) for row in made.to_pylist()]
    assert told(rows) == model.run(table.rules, messages, failing, limits)


def tried(examples):
    """So many random queues, rules and targets with limits, each put and committed one message after another."""
    drawn = given(model.tables, model.queues, model.outages | st.just({}), model.limits, st.integers(1, 5))
    settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))(
        drawn(agrees_with_a_handler)
    )()


def test_agrees_with_a_handler_that_puts_and_commits_one_message_after_another():
    tried(300)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(model.tables, st.integers(0, 1 << 32), st.integers(1, 40), model.limits)
def test_a_failed_put_and_an_unknown_depth_are_told_of_each_outcome(text, seed, count, limits):
    table = parse_rules(text)
    run = DryRun(table, targets_of(table, definitions_of(limits), None, "QM1"))
    for row in (row for made in run([model.batch(model.queue(seed, count))]) for row in made.to_pylist()):
        assert row["assumed"] or row["outcome"] not in ("FORWARDED", "RETRIED")
        assert row["assumed"] or row["failed_with"] != 2053


def test_agrees_through_spark(spark):
    drawn = []

    @settings(max_examples=24, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(model.tables, model.queues, model.outages)
    def draw(text, messages, failing):
        drawn.append((text, messages, failing))

    draw()
    results, expected = None, {}
    for at, (text, messages, failing) in enumerate(drawn):
        named = [message | {"file": f"{at}"} for message in messages]
        frame = spark.createDataFrame(pa.Table.from_pylist(named, MESSAGES))
        # For ever is a reason without passes, as a caller says it.
        said = {name: one[0] if isinstance(one, tuple) and one[1] < 0 else one for name, one in failing.items()}
        result = dry_run(frame, text, failing=said)
        results = result if results is None else results.unionByName(result)
        for number, row in model.run(parse_rules(text).rules, messages, failing).items():
            expected[f"{at}", number] = row
    rows = {(row["file"], row["number"]): tuple(row[name] for name in COLUMNS) for row in results.collect()}
    assert rows == expected


if __name__ == "__main__":
    tried(int(sys.argv[1]))
    print(f"{sys.argv[1]} queues agree")
