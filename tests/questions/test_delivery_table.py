"""The decision table itself, and every combination of inputs against a model written by another hand."""

import itertools
import random

import pytest

from mqforensics.flow.delivery.citations import SOURCES
from mqforensics.flow.delivery.conditions import FACTS
from mqforensics.flow.delivery.decision_table import FATES, STAGES
from mqforensics.flow.delivery.fate import of_inputs
from mqforensics.flow.delivery.inputs import InputExpected, assumptions
from mqforensics.objects import checks
from mqforensics.questions.delivery import delivery, fate_at, fate_of
from mqforensics.questions.delivery.ams_table import AMS_FACTS, AMS_STAGES
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
    allowed = {"USEDLQ(NO)", "no DEADQ, lost", "fast, lost", "discard asked", "report inherits", "AMS lost",
               "AMS no DLQ, lost"}  # fmt: skip
    discards = {row.steps[-1].source for stages in (STAGES, AMS_STAGES) for rows in stages.values()
                for row in rows if row.fate == "DISCARDED"}  # fmt: skip
    assert discards == allowed


def test_combinations_of_inputs_have_one_fate_and_it_is_the_model_s():
    _, reached, wrong = model.differing(every=211)
    assert not wrong and reached == set(model.FATES), "every fate is reached"


def test_every_combination_of_report_options_says_where_the_message_and_where_its_report_end():
    plain = {name: choices[0] for name, choices in model.VALUES.items()} | {"reason": 2085}
    free = {
        "report": model.OPTIONS, "reply": model.VALUES["reply"], "persistence": (0, 1), "NPMSPEED": ("FAST", "NORMAL"),
        "USEDLQ": ("YES", "NO"), "DEADQ": ("DLQ", ""), "dead_letter_put": (True, False), "return_put": (True, False),
        "discard_persistent": (True, False),
    }  # fmt: skip
    ends = set()
    for chosen in itertools.product(*free.values()):
        values = plain | dict(zip(free, chosen, strict=True))
        told, expected = of_inputs(model.inputs(values)), model.report(values)
        assert told.fate == model.fate(values), values
        assert (told.report is None) == (expected is None), values
        if expected:
            assert told.report.holds == expected[0] and expected[1] in told.report.where, values
            ends.add((told.fate, expected[1]))
        if told.fate == "DISCARDED" and told.report and "the whole message" in told.report.holds:
            assert told.report.where != "", "a copy that survives is never kept silent"
    assert {("ON_DLQ", "reply-to queue"), ("DISCARDED", "reply-to queue"), ("ON_DLQ", "dead-letter queue")} <= ends
    assert ("RETURNED_TO_SENDER", "transmission queue") in ends and ("DISCARDED", "nowhere") in ends


def test_an_exception_with_full_data_without_discard_is_on_the_dead_letter_queue_and_returned():
    values = {"report": 0x07000000, "reply_to_q": "RQ", "reply_to_qmgr": "QM1", "QMNAME": "QM2"}
    told = of_inputs(values | {"end": "receiving", "persistence": 1, "reason": 2085, "DEADQ": "DLQ", "USEDLQ": "YES",
                               "dead_letter_put": True, "return_put": True, "MSGEXIT": "", "MREXIT": ""})  # fmt: skip
    assert told.fate == "ON_DLQ"
    assert told.report == ("the whole message", "a transmission queue toward QM1, for reply-to queue RQ")


def test_persistent_with_discard_msg_is_discarded_as_documented_and_says_which_reading_was_used():
    told = fate_of(1, 2085, {}, {"USEDLQ": "YES"}, {"DEADQ": "DLQ"}, report=0x08000000)
    assert told.fate == "DISCARDED" and "documented to drop persistent messages too" in told.because
    other = fate_of(1, 2085, {}, {"USEDLQ": "YES"}, {"DEADQ": "DLQ"}, report=0x08000000,
                    assume={"discard_persistent": False})  # fmt: skip
    assert other.fate == "ON_DLQ" and "set discard_persistent to change that" in other.because


@pytest.mark.parametrize("reason", sorted(checks.AT_SENDER))
def test_reasons_that_arise_at_the_sender_are_for_the_senders_dead_letter_queue(reason):
    at = fate_of(1, reason, {"USEDLQ": "YES"}, {"USEDLQ": "YES"}, {"DEADQ": "D2"}, sender_qmgr_attrs={"DEADQ": "D1"})
    assert (at.fate, at.where) == ("ON_SENDER_DLQ", "dead-letter queue D1 of the sending queue manager")


def test_a_receiving_channel_gives_no_reason_of_a_sending_one():
    known = {"persistence": 1, "report": 0, "reason": 271, "NPMSPEED": "FAST", "USEDLQ": "YES", "DEADQ": "D1", "MSGEXIT": "",
             "dead_letter_put": True, "return_put": True, "MREXIT": "", "MRRTY": 0}  # fmt: skip
    told = {kind: of_inputs({**known, "CHLTYPE": kind}) for kind in ("SDR", "RCVR")}
    assert told["SDR"].fate == "ON_SENDER_DLQ" and told["RCVR"].fate == "UNKNOWN" and "CHLTYPE" in told["RCVR"].next
    assert of_inputs({**known, "CHLTYPE": "RCVR", "end": "sending"}).fate == "ON_SENDER_DLQ", "as it is told"


def test_a_sender_s_definition_with_a_reason_of_a_put_is_open_and_says_why():
    known = {"persistence": 0, "report": 0, "NPMSPEED": "FAST", "USEDLQ": "YES", "DEADQ": "D1", "QMNAME": "QM1"}
    told = fate_at({"reason": 2053, "persistence": 0, "report": 0, "reply_to_q": ""}, {"CHLTYPE": "SDR", "NPMSPEED": "FAST", "USEDLQ": "NO", "MRRTY": 0},
                   {"DEADQ": "D1", "QMNAME": "QM1"})  # fmt: skip
    assert told.fate == "DISCARDED"  # at either end, so it is not open
    told = of_inputs(assumptions({}) | known | {"CHLTYPE": "SDR", "reason": 2053, "MRRTY": 0, "CHANNEL": "A.B"})
    assert told.fate == "UNKNOWN" and told.because.startswith(
        "reason 2053 does not arise at the end that CHLTYPE(SDR) defines"
    )
    assert "possible: ON_DLQ, ON_SENDER_DLQ" in told.because
    assert told.next == "echo \"DISPLAY CHANNEL('A.B') CHLTYPE\" | runmqsc QM1"


def test_every_fate_has_a_because():
    for values, unknown in partly_known(3000):
        told = of_inputs(model.inputs({n: None if n in unknown else v for n, v in values.items()}))
        assert told.because.strip("; "), (values, unknown)


def test_commands_go_to_the_owner_of_what_they_show_and_no_word_stands_for_a_name():
    known = {"CHLTYPE": "RCVR", "CHANNEL": "A.B", "QMNAME": "QM2", "PARTNER_QMNAME": "QM1", "XMITQ": "QM2.X", "reason": 2085,
             "USEDLQ": "NO", "NPMSPEED": "FAST", "report": 0, "reply_to_q": ""}  # fmt: skip
    told = of_inputs(assumptions({}) | known).next.splitlines()
    assert told[0] == "amqsbcg QM2.X QM1", "the transmission queue is the sender's"
    assert all(one.endswith("runmqsc QM1") for one in told[1:]), "what the other end has is asked there"
    bare = {name: value for name, value in known.items() if name not in ("XMITQ", "PARTNER_QMNAME")}
    told = of_inputs(assumptions({}) | bare).next
    assert "XMITQ QMNAME" not in told and "amqsbcg" not in told
    assert told.splitlines() == ["echo \"DISPLAY CHSTATUS('A.B') RQMNAME\" | runmqsc QM2"] or "XMITQ" in told
    for values, unknown in partly_known(400):
        told = of_inputs(model.inputs({n: None if n in unknown else v for n, v in values.items()}))
        for line in (told.next or "").splitlines():
            assert not set(line.split()) & {"XMITQ", "QMNAME", "DEADQ"} or line.startswith('echo "DISPLAY '), line
    level = of_inputs({"CHLTYPE": "RCVR", "reason": 2085, "persistence": 1, "USEDLQ": "NO", "report": 0, "QMNAME": "QM2",
                       "PARTNER_QMNAME": "QM1", "MSGEXIT": "", "MREXIT": "", "SPLPROT": "PASSTHRU"})  # fmt: skip
    assert 'echo "DISPLAY QMGR DEADQ" | runmqsc QM1' in level.next and "runmqsc QM2" not in level.next


@pytest.mark.parametrize(("what", "given"), [
    ("channel", {"NPMSPED": "FAST"}), ("channel", {"DEADQ": "DLQ"}), ("queue_manager", {"USEDLQ": "NO"}),
    ("partner", {"DEADLQ": ""}), ("message", {"persistent": 1}), ("assume", {"dead_letter": True}),
])  # fmt: skip
def test_unknown_keys_are_errors(what, given):
    asked = {"message": {"persistence": 1, "reason": 2085}, what: given}
    with pytest.raises(InputExpected, match=f"expected .*{next(iter(given))}"):
        fate_at(asked.pop("message"), **asked)


def test_the_output_does_not_write_over_the_input(spark):
    rows = spark.createDataFrame(
        [(0x07000000, 0, 2085, "RQ", "QM1")],
        "report int, persistence int, reason int, reply_to_q string, reply_to_qmgr string",
    )
    told = delivery(rows, {"CHLTYPE": "RCVR", "USEDLQ": "YES"}, {"DEADQ": "DLQ", "QMNAME": "QM2"})
    row = told.first()
    assert row.report == 0x07000000 and row.exception_report.holds == "the whole message"
    with pytest.raises(InputExpected, match="because, channel_state"):
        delivery(told, {"CHLTYPE": "RCVR"})


def test_every_conversion_error_of_a_channel_arises_at_the_sender():
    assert {2079, 2080, *range(2110, 2121), 271, 281, 2218} <= checks.AT_SENDER
    assert not checks.AT_SENDER & checks.AT_EITHER_END


@pytest.mark.parametrize("reason", sorted(checks.AT_EITHER_END))
def test_a_reason_of_either_end_leaves_the_end_unknown(reason):
    assert fate_of(1, reason, {}, {"USEDLQ": "YES"}, {"DEADQ": "D2"}).fate == "UNKNOWN"


def test_no_channel_state_is_one_that_chstatus_does_not_have():
    states = {meaning.channel_state for meaning in FATES.values()}
    assert not any("ENDED" in state for state in states)


def test_in_doubt_before_7_0_both_ends_are_compared_before_the_channel_is_resolved():
    told = fate_of(1, 2085, {"CHANNEL": "A.B"}, {"USEDLQ": "YES"}, {"DEADQ": "", "CMDLEVEL": 600},
                   sender_qmgr_attrs={"DEADQ": "", "CMDLEVEL": 600})  # fmt: skip
    assert "COMMIT if they are equal and with BACKOUT if they are not" in told.because
    assert told.next == "echo \"DISPLAY CHSTATUS('A.B') SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO INDOUBT\" | runmqsc"


def test_usedlq_no_is_as_a_blank_deadq():
    def at(**receiver):
        more = {"sender_qmgr_attrs": {"DEADQ": "", "CMDLEVEL": 943}}
        return fate_of(
            1, 2085, {}, {"MREXIT": ""} | receiver, {"DEADQ": receiver.pop("D"), "CMDLEVEL": 943}, **more
        ).fate

    assert at(USEDLQ="NO", D="DLQ") == at(USEDLQ="YES", D="") == "ON_XMITQ_CHANNEL_RETRYING"


def test_no_persistent_message_is_discarded_in_any_combination():
    table = {k: v for k, v in model.VALUES.items() if k not in ("discard_persistent", "persistence")}
    for combination in itertools.islice(itertools.product(*table.values()), 0, None, 211):
        values = dict(zip(table, combination, strict=True)) | {"persistence": 1, "discard_persistent": False}
        inherits = values["report"] & 0x4000 and not values["return_put"]
        assert of_inputs(model.inputs(values)).fate != "DISCARDED" or inherits


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
        got = of_inputs(model.inputs({n: None if n in unknown else v for n, v in values.items()}))
        assert got.fate == model.holds(possible), (values, unknown)
        seen.add((len(possible), got.fate))
        if len(possible) > 1:
            assert got.next, "something is unknown and no command would tell"
    assert {n for n, _ in seen} >= {1, 2, 3}


def test_spark_and_plain_python_say_the_same_of_what_is_partly_known(spark):
    cases = [model.inputs({n: None if n in unknown else v for n, v in values.items()})
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
