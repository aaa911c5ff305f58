"""The decision table itself, and every combination of inputs against a model written by another hand."""

import itertools
import random

import pytest
from pyspark.sql import functions as F

from mqforensics.questions.delivery import delivery, fate_of
from mqforensics.questions.delivery.ams_table import AMS_FACTS, AMS_STAGES
from mqforensics.questions.delivery.facts import FACTS
from mqforensics.questions.delivery.fate import of_inputs
from mqforensics.questions.delivery.sources import SOURCES
from mqforensics.questions.delivery.table import FATES, STAGES
from tests.questions import delivery_model as model

TABLES = [(FACTS, STAGES, stage) for stage in STAGES] + [(AMS_FACTS, AMS_STAGES, stage) for stage in AMS_STAGES]


@pytest.mark.parametrize("facts, stages, stage", TABLES, ids=[t[2] + f" of {len(t[1])}" for t in TABLES])
def test_the_rows_of_a_stage_exclude_one_another_and_leave_nothing_out(facts, stages, stage):
    rows = stages[stage]
    names = sorted({name for row in rows for name in row.when})
    assert set(names) <= set(facts)
    for values in itertools.product((True, False), repeat=len(names)):
        known = dict(zip(names, values, strict=True))
        assert sum(all(known[n] == want for n, want in row.when.items()) for row in rows) == 1, known


@pytest.mark.parametrize("stages", [STAGES, AMS_STAGES], ids=["all", "AMS"])
def test_every_row_ends_in_a_fate_or_goes_on_and_every_step_has_its_source(stages):
    for stage in stages:
        for row in stages[stage]:
            assert row.fate is None or row.fate in FATES
            assert all(step.source in SOURCES for step in row.steps)
            assert row.fate is None or row.steps, "a fate without a step that says where it comes from"
    assert all(row.fate for row in list(stages.values())[-1]), "the last stage leaves no message without a fate"


def test_a_message_is_discarded_only_where_a_seed_or_the_documentation_says_so():
    allowed = {"USEDLQ(NO)", "no DEADQ, lost", "fast, lost", "discard asked", "AMS lost", "AMS no DLQ, lost"}
    discards = {row.steps[-1].source for stages in (STAGES, AMS_STAGES) for rows in stages.values()
                for row in rows if row.fate == "DISCARDED"}  # fmt: skip
    assert discards == allowed


def numbered(spark, values):
    """A DataFrame with a row for each combination, in the order of `itertools.product`, and its number `n`."""
    count = 1
    columns = {}
    for name, choices in reversed(list(values.items())):
        digit = F.floor(F.col("n") / count) % len(choices)
        pairs = choices if name != "reply" else [c[0] for c in choices]
        columns[name if name != "reply" else "reply_to_q"] = pick(digit, pairs)
        if name == "reply":
            columns["reply_to_qmgr"] = pick(digit, [c[1] for c in choices])
        count *= len(choices)
    return spark.range(count).withColumnRenamed("id", "n").select("n", *[c.alias(a) for a, c in columns.items()])


def pick(digit, choices):
    chosen = F.lit(None)
    for at, choice in enumerate(choices):
        chosen = F.when(digit == at, F.lit(choice)).otherwise(chosen)
    return chosen


def test_every_combination_of_inputs_has_one_fate_and_it_is_the_model_s(spark):
    rows = numbered(spark, model.VALUES)
    answered = delivery(rows, {"CHLTYPE": "RCVR", "MRTMR": 1000}, {"QMNAME": "QM2"})
    code = F.array_position(F.array(*[F.lit(f) for f in model.FATES]), F.col("fate")) - 1
    # Four bits a fate, one text a thousand rows: a million and a half fates come back in one go.
    packed = answered.select("n", code.cast("int").alias("code")).groupBy(F.floor(F.col("n") / 4096).alias("block"))
    blocks = packed.agg(F.sort_array(F.collect_list(F.struct("n", "code"))).alias("rows"))
    blocks = blocks.select("block", F.concat_ws("", F.col("rows.code")).alias("codes")).orderBy("block").collect()
    got = "".join(block.codes for block in blocks)
    names = tuple(model.VALUES)
    combinations = itertools.product(*model.VALUES.values())
    position = {fate: str(at) for at, fate in enumerate(model.FATES)}
    expected = "".join(position[model.fate(dict(zip(names, c, strict=True)))] for c in combinations)
    assert len(got) == len(expected) == 1_572_864
    assert got == expected
    assert set(expected) == set(position.values()), "every fate is reached"


def test_no_persistent_message_is_discarded_in_any_combination():
    table = {k: v for k, v in model.VALUES.items() if k not in ("discard_persistent", "persistence")}
    for combination in itertools.islice(itertools.product(*table.values()), 0, None, 37):
        values = dict(zip(table, combination, strict=True)) | {"persistence": 1, "discard_persistent": False}
        assert model.fate(values) != "DISCARDED"
        assert of_inputs(inputs(values)).fate != "DISCARDED"


def inputs(values):
    """The model's values under the kit's names."""
    plain = {k: v for k, v in values.items() if k != "reply"}
    reply = values.get("reply") or (None, None)
    return plain | {"reply_to_q": reply[0], "reply_to_qmgr": reply[1], "MRTMR": 1000, "QMNAME": "QM2",
                    "exits_pass": False}  # fmt: skip


def partly_known(count):
    """Random circumstances of which some are unknown: (values, names of the unknown)."""
    dice = random.Random(5)
    may_be_unknown = [n for n in model.VALUES if n not in ("clears_after", "discard_persistent", "discard_normal")]
    for _ in range(count):
        values = {name: dice.choice(choices) for name, choices in model.VALUES.items()}
        if dice.random() < 0.8:
            values |= {"MSGEXIT": "", "MREXIT": ""}
        unknown = set(dice.sample(may_be_unknown, dice.randrange(1, 6)))
        # A reason tells the end by itself.
        yield values, unknown | {"reason"} if "end" in unknown else unknown


def test_where_inputs_are_unknown_the_fate_is_what_holds_for_all_their_values():
    seen = set()
    for values, unknown in partly_known(3000):
        possible = model.fates(values, unknown)
        got = of_inputs(inputs({n: None if n in unknown else v for n, v in values.items()}))
        assert got.fate == model.holds(possible), (values, unknown)
        seen.add((len(possible), got.fate))
        if len(possible) > 1:
            assert got.next, "something is unknown and no command would tell"
    assert {n for n, _ in seen} >= {1, 2, 3}


def test_spark_and_plain_python_say_the_same_of_what_is_partly_known(spark):
    cases = [inputs({n: None if n in unknown else v for n, v in values.items()})
             for values, unknown in partly_known(400)]  # fmt: skip
    columns = [n for n in cases[0] if n != "exits_pass"]
    kinds = {bool: "boolean", int: "bigint", str: "string"}
    types = [kinds[next((type(c[n]) for c in cases if c[n] is not None), str)] for n in columns]
    rows = [(at, *[c[n] for n in columns]) for at, c in enumerate(cases)]
    schema = ", ".join(["n int", *[f"`{n}` {t}" for n, t in zip(columns, types, strict=True)]])
    nothing = dict.fromkeys(("MSGEXIT", "MREXIT", "SPLPROT", "dead_letter_put", "return_put"))
    answers = delivery(spark.createDataFrame(rows, schema), assume=nothing).orderBy("n").collect()
    for case, row in zip(cases, answers, strict=True):
        expected = of_inputs(case)
        assert (row.fate, row["where"], row.channel_state, row.lost) == expected[:4], case
        assert (row.next or "").split("\n") == (expected.next or "").split("\n"), case


def test_fate_of_takes_the_end_from_the_reason_and_the_attributes_of_that_end():
    sender = {"CHANNEL": "A.B", "CHLTYPE": "SDR", "NPMSPEED": "FAST", "USEDLQ": "YES", "XMITQ": "B"}
    receiver = {"CHANNEL": "A.B", "CHLTYPE": "RCVR", "NPMSPEED": "FAST", "USEDLQ": "NO", "MRRTY": 2, "MRTMR": 10}
    put = fate_of(0, 2085, sender, receiver, {"DEADQ": "DLQ"}, sender_qmgr_attrs={"DEADQ": "DLQ1"})
    assert (put.fate, put.where) == ("DISCARDED", "nowhere")
    sent = fate_of(0, 2218, sender, receiver, {"DEADQ": "DLQ"}, sender_qmgr_attrs={"DEADQ": "DLQ1"})
    assert (sent.fate, sent.where) == ("ON_SENDER_DLQ", "dead-letter queue DLQ1 of the sending queue manager")


def test_fate_of_a_channel_is_fast_only_when_both_ends_say_so():
    def at(sending, receiving):
        there = {"NPMSPEED": receiving, "USEDLQ": "NO"} if receiving else {"USEDLQ": "NO"}
        return fate_of(0, 2085, {"NPMSPEED": sending}, there, {"DEADQ": "DLQ"}).fate

    assert at("FAST", "FAST") == "DISCARDED"
    assert at("FAST", "NORMAL") == at("NORMAL", None) == "ON_XMITQ_CHANNEL_ENDS"
    assert at("FAST", None) == "UNKNOWN"
