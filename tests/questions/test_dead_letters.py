import json
import re
from datetime import UTC, datetime

import pytest

from mqforensics import dead_letters, open_case
from mqforensics.questions import dead_letters as ask
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
    found = ask.findings(mixed).collect()
    assert [row.code for row in found].count("DEAD_LETTER") == 8
    for reason, queue, _, count in MIX:
        [row] = [row for row in found if re.search(rf"\b{reason}\b", row.statement)]
        assert str(count) in row.statement and len(row.evidence) == count and row.question == "dead_letters"
        assert queue in suggested(row) and "runmqsc QMHUB" in suggested(row)
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
    assert ask.findings(case).count() == 0


def test_a_case_without_dumps_has_nothing_to_say(spark, tmp_path):
    assert ask.findings(open_case(spark, tmp_path)) is None


def test_more_messages_than_are_cited(spark, monkeypatch, mixed):
    monkeypatch.setattr(ask, "CITED", 10)
    [row] = ask.findings(mixed).where("statement like '%2053%'").collect()
    assert len(row.evidence) == 10 and "132" in row.statement
    assert json.dumps(row.asDict(recursive=True))
