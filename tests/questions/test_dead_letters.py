import json
import re
from datetime import UTC, datetime

import pytest

from mqforensics import dead_letters, open_case
from mqforensics.questions import dead_letters as ask
from mqforensics.questions.finding import frame
from tests.questions.suggested import suggested
from tests.writers.cases import FILES, MIX, SAMPLES, content


@pytest.fixture(scope="module")
def mixed(spark):
    return open_case(spark, SAMPLES / "dlq_mixed")


@pytest.fixture(scope="module")
def letters(mixed):
    return dead_letters(mixed.messages).persist()


@pytest.mark.parametrize("name", FILES)
def test_the_sample_cases_are_what_their_writer_makes(name):
    assert (SAMPLES / name).read_bytes() == content(name)


def test_a_row_a_message_with_what_an_administrator_asks(letters):
    assert letters.count() == 300
    full = letters.where("reason = 2053").orderBy("number").first()
    assert (full.reason_name, full.destination, full.retried) == ("MQRC_Q_FULL", "ORDERS.IN", True)
    assert full.meaning and full.cause and full.preview.startswith("orders.in item")
    assert full.waited >= 10 and full.byte_order == "little" and full.format == "MQSTR"
    host = letters.where("reason = 2051").first()
    assert (host.byte_order, host.application) == ("big", "CICSP01 ORD1") and host.preview.startswith("claims.in")


def test_every_reason_is_counted(letters):
    counted = {row.reason: row.messages for row in ask.by_reason(letters).collect()}
    assert counted == {reason: count for reason, _, _, count in MIX} | {None: 1}
    assert sum(row.share for row in ask.by_reason(letters).collect()) == pytest.approx(1, abs=0.001)


def test_what_is_rare_stands_apart(letters):
    rare = {(row.reason, row.application) for row in ask.outliers(letters).collect()}
    assert rare == {(None, "park.sh"), (271, r"D:\mq\bin\bridge.exe")}


def test_ages_count_from_a_given_time(letters):
    at = datetime(2026, 3, 7, 8, 0, tzinfo=UTC)
    buckets = {row.age: row.messages for row in ask.ages(letters, at).collect()}
    assert sum(buckets.values()) == 300 and buckets["under an hour"] >= 132
    late = {row.age: row.messages for row in ask.ages(letters, datetime(2027, 1, 1, tzinfo=UTC)).collect()}
    assert late == {"a month or more": 300}


def test_arrivals_show_the_burst(letters):
    rows = ask.arrivals(letters).where("reason_name = 'MQRC_Q_FULL'").collect()
    assert sum(row.messages for row in rows) == 132 and len(rows) <= 2


def test_one_finding_a_reason_with_all_its_messages(mixed):
    found = frame(mixed.spark, ask.answer(mixed).findings).collect()
    assert [row.code for row in found].count("DEAD_LETTER") == 8
    for reason, queue, _, count in MIX:
        [row] = [row for row in found if re.search(rf"\b{reason}\b", row.statement)]
        assert str(count) in row.statement and len(row.evidence) == count and row.question == "dead_letters"
        assert queue in suggested(row) and ("runmqsc QMHUB" in suggested(row)) == (reason not in ask.OF_THE_OWNER)
        assert {at.file for at in row.evidence} == {"dlq.txt"} and all(at.number and not at.line for at in row.evidence)
    [bare] = [row for row in found if row.code == "NO_DEAD_LETTER_HEADER"]
    assert len(bare.evidence) == 1


CASES = {"dlq_put_inhibited": 2051, "dlq_not_authorized": 2035, "dlq_unknown_object": 2085}


@pytest.mark.parametrize("case", CASES)
def test_the_small_cases_have_their_reason(spark, case):
    [row] = dead_letters(open_case(spark, SAMPLES / case).messages).collect()
    assert row.reason == CASES[case] and row.error is None


def test_a_browse_of_an_ordinary_queue_is_no_alarm(spark, tmp_path):
    from tests.writers.amqsbcg import dump

    (tmp_path / "q1.txt").write_text(dump([{"data": b"fine"}], "Q1"))
    case = open_case(spark, tmp_path)
    assert dead_letters(case.messages).count() == 1
    assert ask.answer(case).findings == () and "no dead letters" in ask.answer(case).headline


def test_a_case_without_dumps_has_nothing_to_say(spark, tmp_path):
    assert ask.answer(open_case(spark, tmp_path)) is None


def test_more_messages_than_are_cited(spark, monkeypatch, mixed):
    monkeypatch.setattr(ask, "CITED", 10)
    [row] = ask.findings_of(dead_letters(mixed.messages)).where("statement like '%2053%'").collect()
    assert len(row.evidence) == 10 and "132" in row.statement
    assert json.dumps(row.asDict(recursive=True))


def test_a_case_can_be_given_as_well_as_its_messages(mixed, letters):
    assert dead_letters(mixed).count() == letters.count() == 300


def test_headline_tables_and_figures_say_the_same(mixed):
    told = ask.answer(mixed)
    assert told.headline.startswith("300 messages on dead-letter queues, for 9 reasons; 132 (44%) for 2053 MQRC_Q_FULL")
    assert sum(row["messages"] for row in told.figures["by_reason"]) == 300
    assert [row.asDict() for row in told.tables["Messages by reason"].collect()] == told.figures["by_reason"]
    assert sum(len(one.evidence) for one in told.findings if one.code) >= 300


def shown(spark, tmp_path, definitions, reason, queue="ORDERS.IN", manager="QM1"):
    """The finding of one dead letter for a queue of QM1, which the case shows so."""
    from tests.writers.amqsbcg import dump
    from tests.writers.cases import dlh

    header, _ = dlh(reason, queue, manager, 546, 819, "2026030107300000")
    (tmp_path / "dlq.txt").write_text(dump([{"Format": "MQDEAD", "data": header + b"text"}], "DLQ"))
    text = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QUEUE(ORDERS.IN) ALL\n"
    (tmp_path / "QM1.txt").write_text(text + definitions)
    (found,) = ask.answer(open_case(spark, tmp_path)).findings
    return found, [one.command for one in found.next]


QUEUE = "AMQ8409I: Display Queue details.\n   QUEUE(ORDERS.IN) TYPE(QLOCAL) PUT({}) CURDEPTH({}) MAXDEPTH(10) MAXMSGL(2)\n"


def test_a_destination_that_the_case_shows_full_is_said_to_be_with_its_repair(spark, tmp_path):
    found, commands = shown(spark, tmp_path, QUEUE.format("ENABLED", 10), 2053)
    assert "ORDERS.IN at QM1 is full" in found.statement and "raise MAXDEPTH" in found.statement
    assert commands[-1] == "echo \"ALTER QLOCAL('ORDERS.IN') MAXDEPTH(20)\" | runmqsc QM1"
    assert not any("CURDEPTH" in command for command in commands), "what the case shows is not asked for"
    assert (found.queue_manager, found.object) == ("QM1", "ORDERS.IN")


def test_a_destination_that_takes_messages_again_is_said_to(spark, tmp_path):
    found, commands = shown(spark, tmp_path, QUEUE.format("ENABLED", 3), 2053)
    assert "has room now" in found.statement and commands == ["mqforensics rules propose CASE -o proposed.rules"]


def test_a_destination_that_is_inhibited_missing_or_too_small(spark, tmp_path):
    for name in "abc":
        (tmp_path / name).mkdir()
    found, commands = shown(spark, tmp_path / "a", QUEUE.format("DISABLED", 3), 2051)
    assert "Ask first why it was disabled" in found.statement and "PUT(ENABLED)" in commands[-1]
    found, _ = shown(spark, tmp_path / "b", "AMQ8147E: IBM MQ object ORDERS.IN not found.\n", 2085)
    assert "ORDERS.IN is not defined at QM1" in found.statement
    found, commands = shown(spark, tmp_path / "c", QUEUE.format("ENABLED", 3), 2030)
    assert "the longest of these messages has 4 bytes" in found.statement and "MAXMSGL(4)" in commands[-1]


def test_an_unknown_remote_queue_manager_is_not_asked_itself(spark, tmp_path):
    found, commands = shown(spark, tmp_path, QUEUE.format("ENABLED", 3), 2087, "ORDERS.IN", "QMGONE")
    assert found.queue_manager is None and commands == ["echo \"DISPLAY QUEUE('ORDERS.IN') RQMNAME XMITQ\" | runmqsc"]


def test_a_name_that_mq_does_not_allow_gives_no_command(spark, tmp_path):
    found, commands = shown(spark, tmp_path, QUEUE.format("ENABLED", 3), 2053, 'Q";rm -rf /')
    assert commands == [] and "No command is offered" in found.statement
