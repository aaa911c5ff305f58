"""The dry run against the slow model, on random rules tables and messages."""

import pyarrow as pa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqforensics.formats.dlqrules import parse_rules
from mqforensics.formats.tables import MESSAGES
from mqforensics.questions.handler import dry_run
from mqforensics.questions.handler.batches import DryRun
from mqforensics.questions.handler.definitions import Definitions
from mqforensics.questions.handler.dry_run import targets_of
from tests.questions import handler_model as model

COLUMNS = ("rule_line", "action", "queue", "queue_manager", "header", "outcome", "attempts", "failed_with")


def told(rows):
    return {row["number"]: tuple(row[name] for name in COLUMNS) for row in rows}


@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(model.tables, model.queues, model.outages, st.integers(1, 5))
def test_agrees_with_the_slow_model(text, messages, failing, cut):
    table = parse_rules(text)
    assert not table.errors
    run = DryRun(table, targets_of(table, Definitions(), failing))
    whole = model.batch(messages)
    parts = [whole.slice(at, cut) for at in range(0, len(whole), cut)]
    rows = [row for made in run(parts) for row in made.to_pylist()]
    assert told(rows) == model.run(table.rules, messages, failing)


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
        result = dry_run(frame, text, failing=failing)
        results = result if results is None else results.unionByName(result)
        for number, row in model.run(parse_rules(text).rules, messages, failing).items():
            expected[f"{at}", number] = row
    rows = {(row["file"], row["number"]): tuple(row[name] for name in COLUMNS) for row in results.collect()}
    assert rows == expected
