"""What changed between captures: the one attribute that did, and nothing else."""

import random
import shutil
from datetime import date, timedelta

import pytest

from mqforensics import changes, open_case
from tests.writers.cases import SAMPLES

CASE = SAMPLES / "walk_full_queue"
HEAD = "Starting MQSC for queue manager QM1.\n\n"
SHOWN = "     1 : DISPLAY QUEUE(*) ALL\nAMQ8409I: Display Queue details.\n   QUEUE({name})                            TYPE(QLOCAL)\n" \
        "   CURDEPTH({depth})                        MAXDEPTH({most})\n   PUT({put})                             GET(ENABLED)\n" \
        "   ALTDATE(2026-03-02)                     ALTTIME({alt})\n"  # fmt: skip
TAIL = "One MQSC command read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"


def capture(name="ORDERS.IN", depth=0, most=5000, put="ENABLED", alt="08.00.00"):
    return HEAD + SHOWN.format(name=name, depth=depth, most=most, put=put, alt=alt) + TAIL


def told(spark, tmp_path, before, after):
    for name, text in (("a", before), ("b", after)):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "qm1.txt").write_text(text)
    rows = changes(open_case(spark, tmp_path / "a"), open_case(spark, tmp_path / "b")).collect()
    return [(row.type, row.object, row.attribute, row.before, row.after, row.kind) for row in rows]


def test_the_one_attribute_that_changed_is_named_and_what_changes_by_itself_is_not(spark, tmp_path):
    found = told(spark, tmp_path, capture(depth=3), capture(depth=900, put="DISABLED", alt="09.12.00"))
    assert found == [("QLOCAL", "ORDERS.IN", "PUT", "ENABLED", "DISABLED", "definition")]


def test_two_captures_of_the_same_say_nothing(spark, tmp_path):
    assert told(spark, tmp_path, capture(depth=3), capture(depth=9)) == []


def test_a_keyword_without_a_value_is_the_value_of_its_attribute(spark, tmp_path):
    before, after = (capture().replace("GET(ENABLED)", f"GET(ENABLED)\n   {word}") for word in ("NOTRIGGER", "TRIGGER"))
    [row] = told(spark, tmp_path, before, after)
    assert row == ("QLOCAL", "ORDERS.IN", "TRIGGER", "NOTRIGGER", "TRIGGER", "definition")
    by_depth = (text.replace("TRIGGER", "TRIGGER TRIGTYPE(DEPTH)") for text in (after, before))
    assert told(spark, tmp_path, *by_depth) == []


def test_a_temporary_queue_comes_and_goes_with_its_program(spark, tmp_path):
    before, after = (capture(name).replace("PUT(", "DEFTYPE(TEMPDYN) PUT(") for name in ("AMQ.6A1", "AMQ.6B2"))
    assert told(spark, tmp_path, before, after) == []


def test_what_changes_by_itself_comes_on_request(spark, tmp_path):
    for name, depth in (("a", 3), ("b", 9)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "q.txt").write_text(capture(depth=depth))
    [row] = changes(open_case(spark, tmp_path / "a"), open_case(spark, tmp_path / "b"), everything=True).collect()
    assert (row.attribute, row.before, row.after, row.kind) == ("CURDEPTH", "3", "9", "by itself")


def test_an_attribute_that_one_side_does_not_show_has_not_changed(spark, tmp_path):
    assert told(spark, tmp_path, capture().replace("MAXDEPTH(5000)", ""), capture()) == []


def test_a_queue_that_a_complete_listing_lacks_has_come_or_gone(spark, tmp_path):
    found = told(spark, tmp_path, capture("OLD.Q"), capture("NEW.Q"))
    assert sorted((object, kind) for _, object, *_, kind in found) == [("NEW.Q", "appeared"), ("OLD.Q", "vanished")]


def test_a_listing_with_a_filter_lets_nothing_vanish(spark, tmp_path):
    narrow = capture("NEW.Q").replace("DISPLAY QUEUE(*) ALL", "DISPLAY QUEUE(*) WHERE(CURDEPTH GT 0) ALL")
    assert [row for row in told(spark, tmp_path, capture("OLD.Q"), narrow) if row[-1] == "vanished"] == []


def test_captures_of_one_case_are_compared_in_the_order_of_their_times_not_of_their_names(spark, tmp_path):
    (tmp_path / "z_first.txt").write_text(capture(put="ENABLED", alt="08.00.00"))
    (tmp_path / "a_later.txt").write_text(capture(put="DISABLED", alt="09.12.00"))
    [row] = changes(open_case(spark, tmp_path)).collect()
    assert (row.before, row.after, str(row.latest)) == ("ENABLED", "DISABLED", "2026-03-02 09:12:00")
    assert [at.file for at in row.evidence] == ["z_first.txt", "a_later.txt"]


@pytest.mark.parametrize("seed", range(4))
def test_of_a_whole_case_the_one_change_is_named(spark, tmp_path, seed):
    text = (CASE / "QMMEX01.txt").read_text()
    chance = random.Random(seed)
    old, new = chance.choice([("PUT(ENABLED)", "PUT(DISABLED)"), ("MAXDEPTH(", "MAXDEPTH(9"), ("GET(ENABLED)", "GET(DISABLED)")])
    at = chance.choice([n for n in range(len(text)) if text.startswith(old, n)])
    shutil.copytree(CASE, tmp_path / "b")
    (tmp_path / "b" / "QMMEX01.txt").write_text(text[:at] + new + text[at + len(old) :])
    found = changes(open_case(spark, CASE), open_case(spark, tmp_path / "b")).collect()
    assert len(found) == 1 and found[0].attribute == old.partition("(")[0]


def test_messages_that_came_and_went(spark):
    case = open_case(spark, SAMPLES / "dlq_mixed")
    assert changes(case, case).count() == 0


def test_a_change_before_the_dead_letters_that_it_gives_is_their_cause_and_stands_first(spark, tmp_path):
    from mqforensics.questions import ask, found

    shutil.copy(SAMPLES / "dlq_put_inhibited" / "dlq.txt", tmp_path)
    letter = open_case(spark, tmp_path).messages.select("dlh.*", "dlq_time").orderBy("dlq_time").first()
    before = date.fromisoformat(letter.PutDate) - timedelta(days=2)
    for name, put, alt in (("a", "ENABLED", "2020-01-01"), ("b", "DISABLED", before.isoformat())):
        text = capture(letter.DestQName, put=put).replace("QM1", letter.DestQMgrName).replace("2026-03-02", alt)
        (tmp_path / f"{name}.txt").write_text(text)
    case = open_case(spark, tmp_path)
    first = found(case)[0]
    assert (first.code, first.object, first.queue_manager) == ("CAUSE", letter.DestQName, letter.DestQMgrName)
    assert first.statement.startswith("PUT of QLOCAL") and "with 2051" in first.statement
    assert ask(case, "timeline").headline == first.statement and ask(case, "changes").findings[0].code == "DEFINITION"
