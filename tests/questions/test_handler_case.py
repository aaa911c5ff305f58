"""The handler's question on whole cases, through Spark: findings, advice, proposals, commands, rescue."""

import csv

import pyarrow as pa
import pytest
from pyspark.sql import Row

from mqforensics import dry_run, open_case, parse_rules, propose_rules
from mqforensics.errors import CaseEmpty, MQForensicsError
from mqforensics.formats.tables import MESSAGES, OBJECTS
from mqforensics.questions import handler
from mqforensics.questions.handler.result_groups import finding
from mqforensics.questions.handler.subject import subject
from mqforensics.questions.handler.target_queues import definitions
from mqforensics.questions.handler.verbs import COLUMNS
from mqforensics.tools.rescued_queues import write_queues
from tests.objects.test_rules import alias
from tests.questions.test_handler import GOOD, SEED_1, letter, queue
from tests.questions.walk_cases import local, qmgr, session
from tests.writers import handler_cases
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh

FRAME = {"StrucId": "DLH", "Version": 1}


def frame(spark, *messages):
    """A messages table of the letters."""
    rows = [{**one, "data_length": 400, "dlh": one["dlh"] and FRAME | one["dlh"]} for one in messages]
    return spark.createDataFrame(pa.Table.from_pylist(rows, MESSAGES))


def by_number(result):
    return [row.asDict() for row in result.orderBy("file", "number").collect()]


def codes(found):
    return [finding.code for finding in found]


def advised(text, objects=(), **given):
    """Findings on a table alone, by their codes."""
    about = subject(parse_rules(text, file="t.rules"), definitions(objects), given)
    return {finding.code: finding for finding in handler.advice(about)}


def commands(found):
    """The commands of a finding, a line each."""
    return "\n".join(one.command for one in found.next)


@pytest.fixture(scope="module")
def case(spark):
    return {name: open_case(spark, handler_cases.SAMPLES / name) for name in ("handler_forward", "handler_mixed")}


@pytest.fixture(scope="module")
def mixed(case):
    return handler.answer(case["handler_mixed"]).findings


# The dry run as Spark runs it


def test_seed_1_through_spark(spark):
    (row,) = by_number(dry_run(frame(spark, letter()), SEED_1))
    assert (row["outcome"], row["rule_line"], row["action"], row["queue"], row["header"]) == (
        "FORWARDED", 2, "FWD", "Q7", "NO",
    )  # fmt: skip
    assert (row["queue_manager"], row["attempts"], row["reason"], row["destination"]) == ("", 1, 2051, "Q6")
    assert row["why"] is None and row["assumed"] == "the evidence has no queue of this queue manager"


def test_rows_without_a_message_and_invalid_headers(spark):
    messages = frame(
        spark, letter(1), letter(2, dead=False), {**letter(3), "dlh": {**letter()["dlh"], "Version": 2}},
        {**letter(4), "dlh": {**letter()["dlh"], "StrucId": "XLH"}}, {**letter(5), "md": None, "dlh": None},
    )  # fmt: skip
    short = frame(spark, letter(6)).selectExpr("* except (data_length)", "171L as data_length")
    rows = by_number(dry_run(messages.unionByName(short), "DESTQ(X) ACTION(DISCARD)\nACTION(DISCARD)\n"))
    expected = ["DISCARDED", *["NOT_A_DEAD_LETTER"] * 3, "NOT_A_DEAD_LETTER"]
    assert [(row["number"], row["outcome"]) for row in rows] == list(zip([1, 2, 3, 4, 6], expected, strict=True))
    assert [row["why"] for row in rows] == ["line 1: DESTQ", None, None, None, None]


def test_objects_as_a_spark_frame(spark):
    objects = spark.createDataFrame(
        pa.Table.from_pylist([queue("Q7", **GOOD | {"PUT": "DISABLED"}) | {"asked": None}], OBJECTS)
    )
    (row,) = by_number(dry_run(frame(spark, letter()), SEED_1, objects=objects))
    assert (row["outcome"], row["failed_with"]) == ("IGNORED", 2051)


# Findings of the cases


def test_sample_files_are_what_their_writer_prints():
    for name, text in handler_cases.files().items():
        assert (handler_cases.SAMPLES / name).read_text(encoding="utf-8") == text


def test_case_of_seed_1(case):
    found = handler.answer(case["handler_forward"]).findings
    assert codes(found) == ["FORWARDED", "NO_CATCH_ALL", "HOW_THE_HANDLER_RUNS"]
    assert found[0].question == "handler" and found[0].severity == "info"
    assert "to Q7 without its MQDLH" in found[0].statement
    assert {one.key for one in found[0].assumes} == {"FITS", "AUTHORISED", "ROOM"} and "Not certain" not in found[
        0
    ].statement
    assert [tuple(at)[:3] for at in found[0].evidence] == [("dlq.txt", None, 1)]
    assert commands(found[0]).splitlines() == [
        "echo \"DISPLAY QUEUE('Q7') PUT CURDEPTH MAXDEPTH MAXMSGL\" | runmqsc QMPORTO",
        "echo \"DISPLAY AUTHREC PROFILE('Q7') OBJTYPE(QUEUE)\" | runmqsc QMPORTO",
    ]


def test_one_finding_a_group_of_messages(mixed):
    groups = [(f.code, [at.number for at in f.evidence]) for f in mixed if f.evidence[0].number]
    assert groups == [
        ("FORWARDED", [1, 2, 3, 6]), ("RETRIED", [7, 8, 9, 10]), ("IGNORED", [11, 12, 13]),
        ("IGNORED", [14, 15, 16]), ("IGNORED", [4, 5]), ("DISCARDED", [17]), ("FORWARDED", [20]), ("IGNORED", [18]),
        ("NOT_A_DEAD_LETTER", [21]), ("NO_RULE", [19]),
    ]  # fmt: skip
    assert all(f.question == "handler" and f.next for f in mixed)


def test_advice_of_the_mixed_case(mixed):
    at = {f.code: [e.line for e in f.evidence if e.file.endswith(".rules")] for f in mixed if f.evidence[0].line}
    assert at.pop("TARGET_MISSING") == [10]
    assert at == {
        "TABLE_IN_ERROR": list(range(3, 13)), "CONTROL_DATA_OUT_OF_PLACE": [5], "LAST_LINE_UNFINISHED": [12],
        "TABLE_NOTES": [4, 5], "RULE_NEVER_FIRES": [16, 15], "IGNORE_FILLS_QUEUE": [17], "NO_CATCH_ALL": [18],
        "FORWARD_TO_ITSELF": [18], "RETRY_CANNOT_HELP": [13], "SEVERAL_TABLES": [1, 1], "HOW_THE_HANDLER_RUNS": [2],
    }  # fmt: skip


def test_flow_figure_headline_and_findings_count_alike(case):
    told = handler.answer(case["handler_mixed"])
    assert told.headline == (
        "first_try.rules has errors, so the handler would process nothing. With second_try.rules, 9 of 21 messages "
        "would leave the dead-letter queue, 1 of them discarded, and 12 would stay."
    )
    rows = told.figures["flow"]["second_try.rules"]
    assert sum(row["count"] for row in rows) == sum(len(f.evidence) for f in told.findings if f.evidence[0].number)
    assert told.tables["What second_try.rules would do"].count() == len(rows)
    assert sum(row["count"] for row in rows if handler.stays(row, told.figures["queue"]["second_try.rules"])) == 12


def test_everything_counts_its_dead_letters_once(spark):
    told = handler.answer(open_case(spark, handler_cases.SAMPLES / "everything"))
    assert (
        told.headline
        == "With ferry.rul, 0 of 3 messages would leave the dead-letter queue and 3 would stay, most because the put to FERRY.ASIDE fails with 2085 MQRC_UNKNOWN_OBJECT_NAME."
    )


def test_what_case_json_says_of_failing_puts_is_heeded_everywhere(spark, tmp_path):
    for name, text in handler_cases.forward().items():
        (tmp_path / name.rpartition("/")[2]).write_text(text)
    (tmp_path / "case.json").write_text('{"handler": {"failing": {"*": 2053}}}')
    told = handler.answer(open_case(spark, tmp_path))
    assert [row["outcome"] for row in told.figures["flow"]["dlq.rules"]] == ["IGNORED"]
    assert "0 of 1" in told.headline and told.findings[0].code == "IGNORED"


def test_last_rule_that_discards_tells_how_many_messages_rest_on_an_assumption(spark, tmp_path):
    for name, text in handler_cases.forward().items():
        (tmp_path / name.rpartition("/")[2]).write_text(text)
    (tmp_path / "dlq.rules").write_text(handler_cases.FORWARD_RULES + "ACTION(DISCARD)\n")
    (found,) = [f for f in handler.answer(open_case(spark, tmp_path)).findings if f.code == "LAST_RULE_DISCARDS"]
    assert "1 message here depends on facts" in found.statement and found.severity == "warning"
    assert [(at.line, at.number) for at in found.evidence] == [(4, None), (None, 1)]


@pytest.mark.parametrize(("before", "last"), [
    ("", "DESTQ(OTHER) ACTION(DISCARD)"), ("REASON(2051) ACTION(IGNORE)\n", "ACTION(DISCARD)"),
    ("", "USERID(NOBODY) ACTION(DISCARD)"),
])  # fmt: skip
def test_last_rule_that_discards_counts_no_message_that_it_never_comes_to(spark, tmp_path, before, last):
    for name, text in handler_cases.forward().items():
        (tmp_path / name.rpartition("/")[2]).write_text(text)
    (tmp_path / "dlq.rules").write_text(f"{handler_cases.FORWARD_RULES}{before}{last}\n")
    (found,) = [f for f in handler.answer(open_case(spark, tmp_path)).findings if f.code == "LAST_RULE_DISCARDS"]
    assert "may be deleted" not in found.statement and not [at for at in found.evidence if at.number]


def test_no_suggestion_deletes_or_writes_and_changes_come_after_looks(mixed):
    for found in mixed:
        effects = [one.effect for one in found.row[-1]]
        assert effects == sorted(effects, reverse=True) or effects == sorted(effects, key=lambda e: e == "changes")
        assert not any(word in commands(found) for word in ("DELETE", "CLEAR", ">>", "* on", "sample_dumps", "/work"))


def test_errors_of_the_mixed_case_are_those_of_its_truth():
    truth = (handler_cases.SAMPLES / "handler_mixed" / "TRUTH.md").read_text()
    for error in parse_rules(handler_cases.MISTAKEN_RULES).errors:
        assert f"| {error.line} | AMQ{error.number} |" in truth


def test_case_without_rules_has_no_findings(spark):
    assert handler.answer(open_case(spark, handler_cases.SAMPLES / "dlq_put_inhibited")) is None


def test_table_of_a_case(case, spark, tmp_path):
    both = case["handler_mixed"]
    assert handler.chosen_table(both).file == "second_try.rules"
    assert handler.chosen_table(both, "first_try.rules").errors
    (tmp_path / "mine.rules").write_text("ACTION(DISCARD)\n")
    assert handler.chosen_table(both, str(tmp_path / "mine.rules")).rules[0].action == "DISCARD"
    with pytest.raises(FileNotFoundError, match=r"first_try\.rules, second_try\.rules"):
        handler.chosen_table(both, "third_try.rules")
    assert handler.chosen_table(open_case(spark, handler_cases.SAMPLES / "dlq_put_inhibited")).file == "proposed.rules"


def test_flow_counts_every_message(case):
    both = case["handler_mixed"]
    about = handler.subject_of(both, handler.chosen_table(both))
    flow = handler.flow(handler.dry_run_of(both, about)).collect()
    assert sum(row["count"] for row in flow) == 21
    assert (flow[0].reason, flow[0].rule_line, flow[0].queue, flow[0]["count"]) == (2051, 9, "CLAIMS.IN", 4)


# Advice on tables

CATCH_ALL = "ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)\n"


@pytest.mark.parametrize(
    "first", ["ACTION(DISCARD)", "DESTQ(A*) ACTION(IGNORE)", "DESTQ(A?) REASON(2085) ACTION(DISCARD)"]
)
def test_rule_that_can_never_fire(first):
    found = advised(f"{first}\nDESTQ(AB) REASON(2085) ACTION(RETRY)\n{CATCH_ALL}")
    assert [at.line for at in found["RULE_NEVER_FIRES"].evidence][:2] in ([2, 1], [3, 1])


@pytest.mark.parametrize(
    "first", ["DESTQ(B*) ACTION(DISCARD)", "ACTION(RETRY) RETRY(5)", "REASON(2053) ACTION(DISCARD)"]
)
def test_rule_that_may_fire(first):
    found = advised(f"{first}\nDESTQ(AB) REASON(2085) ACTION(FWD) FWDQ(A)\n{CATCH_ALL}")
    assert not {"RULE_NEVER_FIRES", "RULE_SHADOWED"} & found.keys()


def test_narrow_rule_after_a_wide_forward():
    found = advised(f"DESTQ(A*) ACTION(FWD) FWDQ(X)\nDESTQ(AB) ACTION(FWD) FWDQ(Y)\n{CATCH_ALL}")
    assert [at.line for at in found["RULE_SHADOWED"].evidence] == [2, 1]


def test_second_choice_on_purpose_is_no_shadow():
    found = advised(f"DESTQ(A) ACTION(FWD) FWDQ(X)\nDESTQ(A) ACTION(FWD) FWDQ(Y)\n{CATCH_ALL}")
    assert not found


def test_seed_3_ignore_fills_the_queue_with_its_two_remedies():
    found = advised(f"DESTQ(A) ACTION(IGNORE)\n{CATCH_ALL}")["IGNORE_FILLS_QUEUE"]
    assert "ACTION(FWD) FWDQ(IGNORED.DEAD.QUEUE) HEADER(YES)" in found.statement
    assert "ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)" in found.statement
    assert "fill up" in found.statement


@pytest.mark.parametrize("last", ["DESTQ(A) ACTION(DISCARD)", "ACTION(RETRY)", "ACTION(IGNORE)"])
def test_no_catch_all(last):
    assert "REALLY.DEAD.QUEUE" in commands(advised(f"{last}\n", queue_manager="QM1")["NO_CATCH_ALL"])
    assert "NO_CATCH_ALL" not in advised(f"{last}\n{CATCH_ALL}")


@pytest.mark.parametrize(("header", "words"), [("YES", "never ends"), ("NO", "without an MQDLH")])
def test_forward_back_to_the_dead_letter_queue(header, words):
    found = advised(f"INPUTQ(DLQ)\nACTION(FWD) FWDQ(DLQ) HEADER({header})\n")
    assert words in found["FORWARD_TO_ITSELF"].statement


def test_forward_back_by_an_alias_and_by_deadq():
    objects = [
        {"type": "QMGR", "name": "QM1", "queue_manager": "QM1", "attributes": {"DEADQ": "DLQ"}},
        queue("ALIAS", "QALIAS", PUT="ENABLED", TARGET="DLQ", TARGTYPE="QUEUE"), queue("DLQ", **GOOD),
    ]  # fmt: skip
    assert "FORWARD_TO_ITSELF" in advised("ACTION(FWD) FWDQ(ALIAS)\n", objects)


def test_target_that_does_not_exist_or_is_not_known():
    alone = queue("*", "ERROR", command="DISPLAY CLUSQMGR(*)") | {"message": "AMQ8147E"}
    sure = advised(CATCH_ALL, [queue("Q1", **GOOD), alone])["TARGET_MISSING"]
    assert "The evidence has no queue REALLY.DEAD.QUEUE, so the put fails with 2085" in sure.statement
    assert "Not certain" not in sure.statement and "QCLUSTER" not in commands(sure)
    open_ = advised(CATCH_ALL, [queue("Q1", **GOOD)])["TARGET_MISSING"]
    assert (
        "Not certain: QM1 has no queue REALLY.DEAD.QUEUE, and the evidence does not show whether QM1 is in a cluster"
        in open_.statement
    )
    assert commands(open_).splitlines()[0] == "echo \"DISPLAY QCLUSTER('REALLY.DEAD.QUEUE') ALL\" | runmqsc QM1"
    some = [queue("Q1", command="display ql(Q1)", **GOOD)]
    assert "Cannot tell whether" in advised(CATCH_ALL, some)["TARGET_MISSING"].statement
    assert "TARGET_MISSING" not in advised(CATCH_ALL)
    assert "TARGET_MISSING" not in advised(CATCH_ALL, [queue("REALLY.DEAD.QUEUE", **GOOD)])


MEMBER = {"type": "CHANNEL", "name": "CL.QM1", "queue_manager": "QM1", "attributes": {"CHLTYPE": "CLUSRCVR"}}


def test_a_member_of_a_cluster_may_find_the_target_there_and_is_not_told_to_define_it():
    shown = [queue("Q1", **GOOD), MEMBER]
    found = advised(CATCH_ALL, shown)["TARGET_MISSING"]
    assert "Cannot tell whether REALLY.DEAD.QUEUE exists" in found.statement and "fails" not in found.statement
    assert [one.command for one in found.next] == ["echo \"DISPLAY QCLUSTER('REALLY.DEAD.QUEUE') ALL\" | runmqsc QM1"]
    there = {"type": "QCLUSTER", "name": "REALLY.DEAD.QUEUE", "queue_manager": "QM1", "attributes": {"CLUSQMGR": "QM2"}}
    assert "TARGET_MISSING" not in advised(CATCH_ALL, [*shown, there])


def test_an_alias_whose_base_is_not_there():
    alias = queue("REALLY.DEAD.QUEUE", "QALIAS", PUT="ENABLED", TARGET="GONE", TARGTYPE="QUEUE")
    found = advised(CATCH_ALL, [alias])["TARGET_MISSING"]
    assert "an alias of GONE. The evidence has no queue GONE, so the put fails with 2082" in found.statement
    assert "DEFINE QLOCAL('GONE')" in commands(found) and found.object == "REALLY.DEAD.QUEUE"


def test_a_target_spelt_in_other_capitals_is_named_and_not_defined_once_more():
    found = advised("ACTION(FWD) FWDQ('park.q') HEADER(YES)\n", [queue("PARK.Q", **GOOD)])["TARGET_MISSING"]
    assert "(but PARK.Q)" in found.statement and "DEFINE" not in commands(found)


def test_nothing_is_changed_at_a_queue_manager_that_is_not_known():
    found = advised("ACTION(RETRY)\n")["NO_CATCH_ALL"]
    assert "DEFINE" not in commands(found) and "DISPLAY QMGR QMNAME DEADQ" in commands(found)


def test_retry_against_a_reason_that_does_not_pass():
    assert "RETRY_CANNOT_HELP" in advised(f"REASON(MQRC_NOT_AUTHORIZED) ACTION(RETRY)\n{CATCH_ALL}")
    assert "RETRY_CANNOT_HELP" not in advised(f"REASON(MQRC_Q_FULL) ACTION(RETRY)\n{CATCH_ALL}")


def test_last_line_and_control_data():
    found = advised("ACTION(DISCARD)\nINPUTQ(DLQ)\nACTION(DISCARD)")
    assert found["LAST_LINE_UNFINISHED"].next == subject(parse_rules("", file="t.rules"), definitions(None), {}).check
    assert [at.line for at in found["CONTROL_DATA_OUT_OF_PLACE"].evidence] == [2]


def test_seed_3_note_6_the_queue_is_opened_as_it_is_defined():
    table = "INPUTQ(DLQ)\n" + CATCH_ALL
    assert "ONE_READER_ONLY" in advised(table, [queue("DLQ", DEFSOPT="EXCL", **GOOD)])
    assert "ONE_READER_ONLY" in advised(table, [queue("DLQ", NOSHARE="", **GOOD)])
    assert "ONE_READER_ONLY" not in advised(table, [queue("DLQ", DEFSOPT="SHARED", SHARE="", **GOOD)])
    assert "QUEUE_CANNOT_BE_READ" in advised(table, [queue("DLQ", GET="DISABLED", **GOOD)])


def test_seed_3_note_7_several_handlers_on_one_queue_are_possible_but_unusual(mixed):
    (found,) = [f for f in mixed if f.code == "SEVERAL_TABLES"]
    assert found.severity == "info" and "Usually one handler runs" in found.statement


# Proposals


def test_proposal_passes_its_own_check_and_leaves_no_message_behind(case):
    both = case["handler_mixed"]
    text = propose_rules(both.messages, both.objects)
    assert handler.check_lines(text, "p.rules") == []
    result = dry_run(both.messages, text, objects=both.objects)
    stayed = result.where("outcome not in ('FORWARDED', 'RETRIED')").collect()
    assert [(row.number, row.outcome) for row in stayed] == [(21, "NOT_A_DEAD_LETTER")]
    assert not advised(text)


def test_proposal_where_every_put_to_a_destination_fails(spark):
    messages = frame(spark, *(letter(n, Reason=reason) for n, reason in enumerate((2053, 2085, -7, 65540, 1), 1)))
    text = propose_rules(messages)
    rows = by_number(dry_run(messages, text, failing=["Q6"]))
    assert {row["outcome"] for row in rows} == {"FORWARDED"}
    assert [row["queue"] for row in rows] == [
        "DEAD.Q_FULL", "DEAD.UNKNOWN_OBJECT_NAME", "REALLY.DEAD.QUEUE", "DEAD.REASON.65540", "DEAD.SYSTEM_FIRST",
    ]  # fmt: skip
    assert [row["attempts"] for row in rows] == [6, 1, 1, 1, 1]


def test_proposal_keeps_away_from_queues_that_cannot_take_messages(spark):
    objects = [
        queue("REALLY.DEAD.QUEUE", **GOOD | {"PUT": "DISABLED"}), queue("DEAD.NOT_AUTHORIZED", **GOOD),
        {"type": "QMGR", "name": "QM1", "queue_manager": "QM1", "attributes": {"DEADQ": "DLQ"}},
    ]  # fmt: skip
    text = propose_rules(frame(spark, letter(Reason=2035)), objects)
    assert "INPUTQM('QM1') INPUTQ('DLQ')" in text
    assert "FWDQ(REALLY.DEAD.QUEUE.2)" in text and "DEFINE QLOCAL('REALLY.DEAD.QUEUE.2')" in text
    assert "FWDQ(DEAD.NOT_AUTHORIZED)" in text and "DEFINE QLOCAL('DEAD.NOT_AUTHORIZED')" not in text


@pytest.mark.parametrize("name", ["A\nACTION(DISCARD)\n", "A') ACTION(DISCARD", "* A", "A B"])
def test_a_name_out_of_a_message_or_a_definition_makes_no_rule(spark, name):
    objects = [{"type": "QMGR", "name": "QM1", "queue_manager": "QM1", "attributes": {"DEADQ": name}}]
    text = propose_rules(
        frame(spark, letter(Reason=2053, DestQName=name), letter(2, Reason=2035, DestQName=name)), objects
    )
    rules = parse_rules(text).rules
    targets = [rule.fwdq for rule in rules if rule.action == "FWD"]
    assert targets == ["DEAD.NOT_AUTHORIZED", "DEAD.Q_FULL", "REALLY.DEAD.QUEUE"] and len(rules) == 4
    assert "meant for a name that MQ does not allow" in text and (name not in text or name == "* A")


def test_proposal_for_an_empty_queue(spark):
    text = propose_rules(frame(spark, letter(dead=False)))
    assert handler.check_lines(text, "p.rules") == []
    assert len(parse_rules(text).rules) == 1


def test_proposal_fits_in_72_columns(spark):
    text = propose_rules(frame(spark, letter(Reason=2189), letter(2, Reason=2087)))
    assert max(len(line) for line in text.splitlines() if not line.startswith("*")) <= 72


def test_a_queue_defined_like_the_dead_letter_queue_does_not_copy_what_doubles_expires_or_moves_messages(spark):
    also = {"STREAMQ": "COPY", "CAPEXPRY": "600", "BOTHRESH": "3", "BOQNAME": "DLQ.BO"}
    manager = {"type": "QMGR", "name": "QM1", "queue_manager": "QM1", "attributes": {"DEADQ": "DLQ"}}
    reset = ("BOTHRESH(0)", "BOQNAME(' ')", "STREAMQ(' ')", "CAPEXPRY(NOLIMIT)")
    shown = [manager, queue("DLQ", **GOOD | also)]
    (missing,) = [one.command for one in advised(CATCH_ALL, shown)["TARGET_MISSING"].next if one.effect == "changes"]
    text = propose_rules(frame(spark, letter()), shown)
    assert all(one in missing and one in text for one in reset), (missing, text)
    plain = [manager, queue("DLQ", STREAMQ="", **GOOD)]
    assert "STREAMQ" not in commands(advised(CATCH_ALL, plain)["TARGET_MISSING"])


# Commands


def test_check_lines():
    assert handler.check_lines(SEED_1, "dlq.rules") == []
    lines = handler.check_lines("ACTION(FWD)\nDESTQ(A) DESTQ(B) ACTION(DISCARD)\n", "dlq.rules")
    assert [line.split(" ")[0] for line in lines] == ["dlq.rules:1:", "dlq.rules:2:", "dlq.rules:2:"]
    assert [line.split(" ")[1] for line in lines] == ["AMQ8759", "AMQ8753", "AMQ8758"]
    assert handler.note_lines(SEED_1, "dlq.rules")[0].startswith("dlq.rules:2: warning: FWDQM('')")


def test_dry_run_to_csv(case, tmp_path):
    path = tmp_path / "out.csv"
    remarks = handler.dry_run_to_csv(case["handler_mixed"], handler_cases.MENDED_RULES, path, file="x.rules")
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS == (
        "file", "number", "rule_line", "action", "queue", "queue_manager", "header", "outcome", "attempts",
    )  # fmt: skip
    assert [int(row["number"]) for row in rows] == list(range(1, 22))
    assert list(rows[0].values()) == ["dlq.txt", "1", "6", "FWD", "FULL.DEAD.QUEUE", "", "YES", "FORWARDED", "4"]
    assert list(rows[20].values()) == ["dlq.txt", "21", "", "", "", "", "", "NOT_A_DEAD_LETTER", "0"]
    assert (
        any(
            one.startswith("Not certain for 5 messages: the evidence lacks MAXMSGL of the target queue")
            for one in remarks
        )
        and len(remarks) == 4
    )


def test_dry_run_to_csv_says_what_it_assumes_and_that_a_bad_table_does_nothing(case, tmp_path):
    bad = handler.dry_run_to_csv(case["handler_mixed"], "ACTION(FWD)\n", tmp_path / "bad.csv")
    assert len(bad) == 1 and "nothing" in bad[0]
    text = "ACTION(FWD) FWDQ(A) FWDQM(ELSEWHERE)\n"
    (said,) = handler.dry_run_to_csv(case["handler_mixed"], text, tmp_path / "assumed.csv")
    assert said.startswith("Not certain for 20 messages")


def test_propose_to_file(case, tmp_path):
    text = handler.propose_to(case["handler_mixed"], tmp_path / "p.rules")
    assert (tmp_path / "p.rules").read_text() == text


def test_nothing_is_proposed_where_no_dead_letter_is_seen(spark, tmp_path):
    with pytest.raises(CaseEmpty, match="expected a dump with dead-lettered messages"):
        handler.propose_to(open_case(spark, handler_cases.SAMPLES / "log_mixed"), tmp_path / "p.rules")
    assert not (tmp_path / "p.rules").exists()


@pytest.mark.parametrize("given", [{"queue": "A'B) X"}, {"queue_manager": "Q" * 60}, {"tries": 0}, {"tries": "x"}])
def test_what_a_proposal_cannot_hold_is_refused(spark, given):
    with pytest.raises(MQForensicsError, match=f"as {next(iter(given))}, got"):
        propose_rules(frame(spark, letter()), **given)


# Which queue the table is for


def mini(tmp_path, queue, manager, rules, *more, appl="amqrmppa"):
    """A case of one dead letter in a dump of a queue of a queue manager, a display of QM1, and a rules table."""
    head = f"$ amqsbcg {queue} {manager}\n" if manager else ""
    data = dlh(2051, "APP.IN", "QM1", 546, 819, at="2026030107300000", appl=appl)[0] + b"body"
    letter_ = {"Format": "MQDEAD", "Encoding": 546, "CodedCharSetId": 819, "data": data}
    (tmp_path / "dlq.txt").write_text(head + dump([letter_], queue=queue))
    (tmp_path / "t.rules").write_text(rules)
    shown = session("QM1", qmgr("QM1", "DEADQ=DLQ"), local("DLQ"), *more)
    (tmp_path / "qm1.txt").write_text(shown)
    return tmp_path


HOSTS = {
    "a display of the platform": ("MVS", "amqrmppa", "zos"),
    "another platform": ("UNIX", "QM1CHIN", "distributed"),
    "the letters": ("", "QM1CHIN", "zos"),
    "nothing": ("", "amqrmppa", "distributed"),
}  # fmt: skip


@pytest.mark.parametrize("told", HOSTS)
def test_a_table_is_read_as_the_handler_of_its_queue_managers_platform_does(spark, tmp_path, told):
    shown, appl, platform = HOSTS[told]
    more = [qmgr("QM1", f"PLATFORM={shown}")] if shown else []
    folder = mini(tmp_path, "DLQ", "QM1", "INPUTQM(QM1)\nACTION(FWD) FWDQ(PARK) CONVERT(YES)\n", *more, appl=appl)
    one = open_case(spark, folder)
    (table,) = handler.tables(one)
    assert (table.platform, bool(table.errors)) == (platform, platform == "distributed")
    assert handler.chosen_table(one, str(folder / "t.rules")).platform == platform
    found = handler.answer(one).findings
    assert any("would process no message" in f.statement for f in found) == (platform == "distributed")
    assert ("+cpf" in "\n".join(commands(f) for f in found)) == (platform == "zos")


READ = {
    "the queue of the table": ("DLQ", "QM1", "INPUTQ(DLQ) INPUTQM(QM1)", True),
    "the default of its queue manager": ("DLQ", "QM1", "RETRYINT(60)", True),
    "an alias of the queue": ("DLQ", "QM1", "INPUTQ(DLQ.ALIAS)", True),
    "another queue manager that nothing names": ("DLQ", None, "INPUTQ(DLQ) INPUTQM(QM2)", True),
    "a queue manager that the table does not name": ("OTHER", "QM2", "RETRYINT(60)", True),
    "another queue": ("DLQ", "QM1", "INPUTQ(OTHER)", False),
    "another queue of a queue manager not named": ("DLQ", None, "INPUTQ(OTHER)", False),
    "another queue manager": ("DLQ", "QM1", "INPUTQ(DLQ) INPUTQM(QM2)", False),
    "another queue than DEADQ names": ("OTHER", "QM1", "RETRYINT(60)", False),
}  # fmt: skip


@pytest.mark.parametrize("rule", READ)
def test_only_the_dead_letters_of_the_queue_that_the_table_is_for_are_tried(spark, tmp_path, rule):
    name, manager, control, read = READ[rule]
    folder = mini(tmp_path, name, manager, f"{control}\nACTION(DISCARD)\n", alias("DLQ", name="DLQ.ALIAS"))
    one = open_case(spark, folder)
    found = {f.code: f for f in handler.answer(one).findings}
    assert ("DISCARDED" in found, "QUEUE_NOT_READ" in found) == (read, not read)
    assert ("INPUTQ_IS_NOT_DEADQ" in found) == ("INPUTQ(OTHER)" in control)
    remarks = handler.dry_run_to_csv(one, (folder / "t.rules").read_text(), tmp_path / "out.csv", file="t.rules")
    assert any(said.startswith("No message is on a queue that t.rules is for") for said in remarks) != read
    if not read:
        said = found["QUEUE_NOT_READ"]
        assert (
            f"on another queue: {name}" in said.statement and "1 dead-lettered message of this case" in said.statement
        )
        assert "DISPLAY QMGR DEADQ" in commands(said) and {at.file for at in said.evidence} == {"dlq.txt", "t.rules"}


def with_orders(spark, tmp_path, manager, rules):
    """The case of one dead letter, and a dump of an application's queue of QM1."""
    folder = mini(tmp_path, "DLQ", manager, rules)
    (folder / "orders.txt").write_text("$ amqsbcg ORDERS QM1\n" + dump([{"data": b"an order"}] * 2, queue="ORDERS"))
    (folder / "qm2.txt").write_text(session("QM2", qmgr("QM2", "DEADQ=DLQ"), local("DLQ")))
    return open_case(spark, folder)


@pytest.mark.parametrize("control", ["", "INPUTQ(DLQ)\n"])
@pytest.mark.parametrize("manager", [None, "QM1"])
def test_what_lies_on_a_queue_of_an_application_is_not_tried_and_that_is_said(spark, tmp_path, control, manager):
    one = with_orders(spark, tmp_path, manager, f"{control}ACTION(DISCARD)\n")
    told = handler.answer(one)
    assert told.headline.startswith("With t.rules, 1 of 1 message would leave")
    found = {f.code: f for f in told.findings}
    left = found["NO_DEAD_LETTERS_THERE"]
    assert "2 messages on ORDERS without an MQDLH are not tried." in left.statement
    assert ("The evidence does not name the queue" in left.statement) == (not control and manager is None)
    assert found["DISCARDED"].queue_manager == manager  # of whose queue the dump is tells for which one the table is


@pytest.mark.parametrize(
    ("action", "name", "code", "words"),
    [("ACTION(FWD) FWDQ(PARK)", "PARK", "FORWARDED", "so it comes back"), ("ACTION(RETRY)", "APP.IN", "RETRIED", "it stays there (AMQ8721)")],
)  # fmt: skip
def test_what_comes_back_by_an_alias_stays(spark, tmp_path, action, name, code, words):
    folder = mini(tmp_path, "DLQ", "QM1", f"{action}\n", alias("DLQ", name=name))
    told = handler.answer(open_case(spark, folder))
    assert told.headline == "With t.rules, 0 of 1 message would leave the dead-letter queue and 1 would stay."
    (back,) = [f for f in told.findings if f.code == code]
    assert words in back.statement and back.severity == "critical"
    assert told.figures["queue"] == {"t.rules": ["DLQ", name] if name > "DLQ" else [name, "DLQ"]}


def test_a_queue_manager_that_is_not_shown_is_looked_for_at_the_handlers_own(spark, tmp_path):
    folder = mini(tmp_path, "DLQ", "QM1", "ACTION(FWD) FWDQ(A) FWDQM(QM9)\n")
    (sent,) = [f for f in handler.answer(open_case(spark, folder)).findings if f.code in ("FORWARDED", "IGNORED")]
    assert {one.on for one in sent.next} == {"QM1"} and "'QM9'" in commands(sent)


def test_a_put_that_fails_for_lack_of_a_way_says_so():
    remote = queue("OUT", "QREMOTE", RNAME="A", RQMNAME="QM9", XMITQ="GONE", PUT="ENABLED")
    about = subject(parse_rules("ACTION(FWD) FWDQ(OUT)\n", file="t.rules"), definitions([remote]), {})
    told = finding(about, Row(
        outcome="IGNORED", rule_line=1, action="FWD", reason=2051, queue="OUT", queue_manager="", header="YES",
        failed_with=None, assumed="", count=1, fewest=1, attempts=1, seconds=0, destination="Q", is_mixed=False, cited=[],
    ))  # fmt: skip
    assert "failed, because the transmission queue GONE is not defined at QM1." in told.statement


def test_a_table_that_only_deletes_is_the_gravest(spark, tmp_path):
    folder = mini(tmp_path, "DLQ", "QM1", "ACTION(DISCARD)\n")
    found = {f.code: f for f in handler.answer(open_case(spark, folder)).findings}
    assert {found[code].severity for code in ("DISCARDED", "LAST_RULE_DISCARDS")} == {"critical"}
    assert "so the handler only deletes." in found["LAST_RULE_DISCARDS"].statement
    assert "0 message" not in found["LAST_RULE_DISCARDS"].statement


@pytest.mark.parametrize(("first", "told"), [("IGNORE", []), ("DISCARD", [1])])
def test_a_last_rule_that_can_never_fire_deletes_nothing(spark, tmp_path, first, told):
    folder = mini(tmp_path, "DLQ", "QM1", f"ACTION({first})\nREASON(2053) ACTION(DISCARD)\n")
    found = [f for f in handler.answer(open_case(spark, folder)).findings if f.code == "LAST_RULE_DISCARDS"]
    assert [f.evidence[0].line for f in found] == told
    assert all("that can fire, on line 1, deletes" in f.statement for f in found)


LOGGED = "05/11/26  10:00:01  AMQ8722: Dead-letter queue handler unable to put message: Rule {} Reason 2085.\n"


@pytest.mark.parametrize(("line", "fits"), [(2, True), (1, False), (9, False), (99999999999, False)])
def test_what_the_handler_logged_is_tied_to_the_line_of_its_table(spark, tmp_path, line, fits):
    folder = mini(tmp_path, "DLQ", "QM1", "REASON(1) ACTION(DISCARD)\nACTION(FWD) FWDQ(GONE)\n")
    (tmp_path / "runmqdlq.txt").write_text(LOGGED.format(line) * 2)
    found = [f for f in handler.answer(open_case(spark, folder)).findings if f.code == "PUT_FAILED_IN_LOG"]
    assert bool(found) == fits
    for one in found:
        assert "logged 2 puts that failed with 2085" in one.statement and "forwards to GONE" in one.statement
        assert [(at.file, at.line) for at in one.evidence] == [("runmqdlq.txt", 1), ("runmqdlq.txt", 2), ("t.rules", 2)]


def test_a_handler_that_says_that_it_could_not_read_its_queue_is_told_beside_its_dry_run(spark, tmp_path):
    folder = mini(tmp_path, "DLQ", "QM1", "ACTION(FWD) FWDQ(PARK)\n")
    said = "01/14/13  04:06:10  AMQ8745: Unable to open dead-letter queue: CompCode = 2 Reason = 2042.\n"
    (tmp_path / "runmqdlq.txt").write_text(said * 2 + said.replace("8745", "8708"))
    found = [one for one in handler.answer(open_case(spark, folder)).findings if one.code == "HANDLER_DID_NOT_RUN"]
    assert ["The log has AMQ8745 twice" in one.statement for one in found] == [True]
    assert [at.line for at in found[0].evidence] == [1, 2] and not found[0].queue_manager


# Rising from the tomb


def test_rescued_messages_are_the_same_but_for_their_header(spark, case, tmp_path):
    one = case["handler_forward"]
    result = dry_run(one.messages, handler_cases.FORWARD_RULES)
    (written,) = write_queues(one.messages, result, tmp_path)
    assert (written.path, written.written, written.left_out) == (str(tmp_path / "Q7.dmp"), 1, 0)
    before = one.messages.select("md.*", "body").first()
    after = spark.read.format("dmpmqmsg").load(written.path).select("md.*", "body", "dlh").first()
    assert after.dlh is None and after.body == before.body
    assert (after.Format, after.Encoding, after.CodedCharSetId) == ("MQSTR", 546, 1208)
    same = ("MsgId", "CorrelId", "PutDate", "PutTime", "UserIdentifier", "PutApplName", "Persistence", "ReplyToQMgr")
    assert [after[name] for name in same] == [before[name] for name in same]


def test_rescued_of_two_dumps_in_one_file_is_only_what_the_rules_chose(spark, tmp_path):
    header = [dlh(reason, "APP.IN", "QM1", 546, 819, at="2026030107300000")[0] for reason in (2053, 2035)]
    common = {"Format": "MQDEAD", "Encoding": 546, "CodedCharSetId": 819}
    letters = [
        {**common, "data": one + text, "MsgId": text * 6} for one, text in zip(header, (b"full", b"shut"), strict=True)
    ]
    dumps = [dump([one]) for one in letters]
    (tmp_path / "both.txt").write_text("".join(dumps))
    both = open_case(spark, tmp_path / "both.txt")
    result = dry_run(both.messages, "REASON(2035) ACTION(FWD) FWDQ(A) HEADER(NO)\n")
    (written,) = write_queues(both.messages, result, tmp_path / "risen")
    assert [row.body for row in spark.read.format("dmpmqmsg").load(written.path).collect()] == [b"shut"]


def test_rescued_one_file_a_target_queue(case, tmp_path):
    both = case["handler_mixed"]
    text = "REASON(2053) ACTION(FWD) FWDQ(A) HEADER(NO)\nREASON(2051) ACTION(RETRY)\nACTION(FWD) FWDQ(A)\n"
    written = write_queues(both.messages, dry_run(both.messages, text), tmp_path)
    names = {each.path.rpartition("/")[2]: each.written for each in written}
    assert names == {"A.dmp": 6, "A.with-mqdlh.dmp": 10, "CLAIMS.IN@QMPORT.dmp": 4}


@pytest.mark.parametrize(("outcome", "dest", "header", "usage", "says"), [
    ("FORWARDED", "A", "YES", "NORMAL", "An application there finds an MQDLH before its data"),
    ("FORWARDED", "A", "NO", "NORMAL", None), ("FORWARDED", "B", "YES", "NORMAL", None),
    ("RETRIED", "A", None, "NORMAL", None), ("RETRIED", "A", None, "XMITQ", "with 271 MQFB_XMIT_Q_MSG_ERROR"),
    ("FORWARDED", "B", "YES", "XMITQ", "with 271 MQFB_XMIT_Q_MSG_ERROR"), ("IGNORED", "A", "YES", "XMITQ", None),
])  # fmt: skip
def test_a_put_that_works_and_helps_nobody_is_warned_of(outcome, dest, header, usage, says):
    about = subject(parse_rules("ACTION(RETRY)\n", file="t.rules"), definitions([queue("A", **GOOD, USAGE=usage)]),
                    {"queue_manager": "QM1"})  # fmt: skip
    told = finding(about, Row(
        outcome=outcome, rule_line=1, action="FWD", reason=2051, queue="A", queue_manager="", header=header,
        failed_with=None, assumed=None, count=2, fewest=1, attempts=1, seconds=0, destination=dest, is_mixed=False, cited=[],
    ))  # fmt: skip
    assert (says or "MQDLH before") in told.statement or not says, told.statement
    assert bool(says) == any(words in told.statement for words in ("finds an MQDLH", "271"))
    assert told.severity == ("warning" if says or outcome == "IGNORED" else "info")


@pytest.mark.parametrize(("name", "manager", "comes_back"), [
    ("ORD", "QM2", False), ("ORD.REMOTE", "", False), ("QM2", "", True), ("QM2", "QM1", True), ("AL", "", True),
])  # fmt: skip
def test_only_what_is_put_to_the_transmission_queue_itself_lacks_an_mqxqh(name, manager, comes_back):
    shown = [queue("QM2", **GOOD, USAGE="XMITQ"), queue("AL", "QALIAS", TARGET="QM2", PUT="ENABLED"),
             queue("ORD.REMOTE", "QREMOTE", RNAME="ORD", RQMNAME="QM2", PUT="ENABLED")]  # fmt: skip
    about = subject(parse_rules("ACTION(RETRY)\n", file="t.rules"), definitions(shown), {"queue_manager": "QM1"})
    told = finding(about, Row(
        outcome="RETRIED", rule_line=1, action="RETRY", reason=2053, queue=name, queue_manager=manager, header="NO",
        failed_with=None, assumed=None, count=1, fewest=1, attempts=1, seconds=0, destination=name, is_mixed=False, cited=[],
    ))  # fmt: skip
    assert ("271" in told.statement) == comes_back and told.severity == ("warning" if comes_back else "info")


# Several queue managers with queues of one name

WHOSE = "does not show whose dead-lettered messages these are"
DEFAULT = "does not show which is the default one"


def two_managers(spark, folder, dumped, *rules):
    """A case of two queue managers, each with a queue DLQ; a dump for each of `dumped`, and rules tables."""
    for manager in ("QM1", "QM2"):
        shown = session(
            manager, qmgr(manager, f"DEADQ={'DLQ' if manager == 'QM1' else 'DLQ2'}"), local("DLQ"), local("DLQ2")
        )
        (folder / f"{manager}.txt").write_text(shown)
    for at, (manager, name) in enumerate(dumped):
        data = dlh(2051, "APP.IN", "QM1", 546, 819, at="2026030107300000")[0] + b"body"
        one = {"Format": "MQDEAD", "Encoding": 546, "CodedCharSetId": 819, "data": data, "MsgId": bytes([65 + at]) * 24}
        head = f"$ amqsbcg {name} {manager}\n" if manager else ""
        (folder / f"dump{at}.txt").write_text(head + dump([one], queue=name))
    for at, text in enumerate(rules):
        (folder / f"t{at}.rules").write_text(text)
    return handler.answer(open_case(spark, folder))


@pytest.mark.parametrize(("second", "together"), [("QM1", True), ("QM2", False)])
def test_queues_of_one_name_at_two_queue_managers_are_two_queues(spark, tmp_path, second, together):
    tables_ = [f"* {at}\nINPUTQ(DLQ) INPUTQM({one})\nACTION(DISCARD)\n" for at, one in enumerate(("QM1", second))]
    told = two_managers(spark, tmp_path, [("QM1", "DLQ"), ("QM2", "DLQ")], *tables_)
    assert ("SEVERAL_TABLES" in codes(told.findings)) == together


@pytest.mark.parametrize(("manager", "certain"), [("QM2", True), (None, False)])
def test_what_would_be_deleted_is_not_certain_where_whose_dump_it_is_is_not_shown(spark, tmp_path, manager, certain):
    told = two_managers(spark, tmp_path, [(manager, "DLQ")], "INPUTQ(DLQ) INPUTQM(QM2)\nACTION(DISCARD)\n")
    (gone,) = [f for f in told.findings if f.code == "DISCARDED"]
    assert (WHOSE in gone.statement) == (WHOSE in told.headline) == (not certain)


def test_messages_that_fare_alike_are_not_all_said_to_be_meant_for_the_commonest_queue(spark):
    def said(*names):
        messages = frame(spark, *(letter(n, DestQName=name) for n, name in enumerate(names, 1)))
        about = subject(parse_rules(CATCH_ALL, file="t.rules"), definitions([]), {})
        (told,) = handler.findings_of(about, dry_run(messages, about.table)).where("code = 'FORWARDED'").collect()
        return told.statement

    assert "for A and others (2051" in said("A", "B", "A")
    assert "for A (2051" in said("A", "A")


def test_a_message_whose_put_is_shown_to_fail_is_not_said_to_be_deleted_if_it_fails(spark, tmp_path):
    folder = mini(tmp_path, "DLQ", "QM1", "ACTION(RETRY)\nACTION(DISCARD)\n")
    (folder / "q.txt").write_text(session("QM1", local("APP.IN", "PUT=ENABLED;CURDEPTH=5;MAXDEPTH=5;MAXMSGL=4000")))
    found = {f.code: f.statement for f in handler.answer(open_case(spark, folder)).findings}
    assert "would be deleted by line" in found["DISCARDED"] and "fails after all" not in found["LAST_RULE_DISCARDS"]


@pytest.mark.parametrize(("control", "is_open"), [("INPUTQ(' ')", True), ("INPUTQ(' ') INPUTQM(QM1)", False)])
def test_a_handler_works_on_one_queue_manager_and_which_is_the_default_one_is_not_shown(
    spark, tmp_path, control, is_open
):
    told = two_managers(spark, tmp_path, [("QM1", "DLQ"), ("QM2", "DLQ2")], f"{control}\nACTION(DISCARD)\n")
    (gone,) = [f for f in told.findings if f.code == "DISCARDED"]
    assert (DEFAULT in gone.statement) == ("works on one queue manager" in told.headline) == is_open


# The command that starts the handler


RUN = "runmqdlq {} < /var/mqm/t.rules"
PS = "mqm   5123     1  0 Nov03 ?  00:00:01 /opt/mqm/bin/runmqdlq {}\n"


@pytest.mark.parametrize(("text", "queue", "manager"), [
    (RUN.format("DLQ QM1"), "DLQ", "QM1"), (RUN.format("DLQ"), "DLQ", "QM9"), (RUN.format("' ' QM1"), "DLQ", "QM1"),
    (PS.format("DLQ QM1"), "DLQ", "QM1"), (f"nohup {RUN} > out.txt &".format("-u ops DLQ QM1"), "DLQ", "QM1"),
    ("//H EXEC PGM=CSQUDLQH,\n//   PARM='DLQ QM1'\n//SYSIN DD DSN=T.RULES,DISP=SHR\n", "DLQ", "QM1"),
    ("STRMQMDLQ UDLMSGQ(DLQ) SRCMBR(T) SRCFILE(L/QTXTSRC) MQMNAME('QM1')\n", "DLQ", "QM1"),
    (f"# {RUN}".format("DLQ QM1"), "OLD", "QM9"), ("runmqdlq DLQ QM1 < other.rules", "OLD", "QM9"),
    ("ps -ef | grep runmqdlq DLQ QM1\n", "OLD", "QM9"), (RUN.format("DLQ $QM"), "OLD", "QM9"),
    ("runmqdlq < t.rules\n", "OLD", "QM9"), (RUN.format("DLQ QM1") + "\n" + RUN.format("DLQ QM2"), "OLD", "QM9"),
])  # fmt: skip
def test_the_arguments_of_the_handlers_command_come_before_its_table(spark, tmp_path, text, queue, manager):
    folder = mini(tmp_path, "DLQ", "QM1", "INPUTQ(OLD) INPUTQM(QM9)\nACTION(DISCARD)\n")
    (folder / "start.txt").write_text(text)
    case = open_case(spark, folder)
    (table,) = handler.tables(case)
    about = handler.subject_of(case, table)
    assert (about.queue, about.manager) == (queue, manager)
    assert bool([one for one in about.doubts(()) if "come before" in one]) == any(
        one in text for one in ("$", "QM2", "other")
    )


def test_where_the_handlers_command_names_another_queue_that_is_told(spark, tmp_path):
    folder = mini(tmp_path, "DLQ", "QM1", "INPUTQ(OLD) INPUTQM(QM9)\nACTION(DISCARD)\n")
    (folder / "start.sh").write_text("#!/bin/sh\n" + RUN.format("DLQ QM1"))
    found = {one.code: one for one in handler.answer(open_case(spark, folder)).findings}
    assert "QUEUE_NOT_READ" not in found and found["DISCARDED"].queue_manager == "QM1"
    assert "it works on DLQ of QM1." in found["ARGUMENTS_COME_FIRST"].statement
    assert [(at.file, at.line) for at in found["ARGUMENTS_COME_FIRST"].evidence] == [("start.sh", 2), ("t.rules", 1)]


def test_a_dry_run_reads_a_path_leaves_other_queues_alone_and_says_why_it_did_not_start(spark, tmp_path):
    rules = tmp_path / "dlq.rules"
    rules.write_text("INPUTQ(DLQ) INPUTQM(QM1)\nACTION(DISCARD)\n")
    messages = frame(spark, {**letter(1), "queue": "DLQ"}, {**letter(2), "queue": "OTHER.DLQ"}, {**letter(3), "queue": None},
                     {**letter(4), "queue": "DLQ", "dump_queue_manager": "QM2"})  # fmt: skip
    for given in (rules, str(rules), rules.read_bytes(), rules.read_text()):
        rows = by_number(dry_run(messages, given))
        assert [row["outcome"] for row in rows] == ["DISCARDED", "NOT_READ", "DISCARDED", "NOT_READ"]
    assert rows[1]["why"] == "the handler reads DLQ, and this message is on another queue" and rows[1]["attempts"] == 0
    [refused] = by_number(dry_run(frame(spark, letter()), "REASON(2053) ACTION(\nACTION(RETRY)\n"))
    assert (
        refused["outcome"] == "NOT_STARTED" and refused["why"].startswith("AMQ8758 ") and "line 1: " in refused["why"]
    )
    with pytest.raises(handler.RulesNotFound, match="expected rules or the path of a rules table"):
        dry_run(messages, "no/such.rules")
