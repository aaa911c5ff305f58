import pytest

from mqforensics import open_case
from mqforensics.questions.browse import answer, late_messages, story, sweeps, timeline_of
from mqforensics.words.browse import IF_THEN
from tests.writers import browse_case


def test_the_sample_case_is_what_its_writer_makes():
    assert (browse_case.FOLDER / "trace.json").read_text() == browse_case.content()


def test_its_truth_is_what_the_calls_tell(spark):
    case = open_case(spark, browse_case.FOLDER)
    timeline = timeline_of(case).persist()
    told = [(row.msg_id.hex().upper()[-4:], row.reason, row.priority, row.delay, row.total)
            for row in late_messages(timeline).collect()]  # fmt: skip
    assert told == [
        ("0004", "CURSOR_SKIP", 8, 14.65, 14.65),
        ("0009", "LATE_COMMIT_SKIP", 4, 10.4, 10.75),
        ("0012", "REDELIVERY", 4, 0.0, 10.2),
    ]
    assert timeline.count() == 23 and timeline.where("reason is null").agg({"total": "max"}).first()[0] <= 0.001
    urgent = story(timeline, case.calls).late
    assert (urgent["browsed_before"], urgent["put_after"], urgent["found_by"]) == (
        9,
        9,
        "WebSphere MQ JMS 8123/7 handle 2",
    )
    assert {row.manner for row in sweeps(case.calls).collect()} == {"plain browser", "sweeping cursor"}
    said = answer(case)
    found = said.findings
    assert (
        said.headline.startswith("1 message waited up to 14.65 s on QUOTES.REQUEST")
        and said.tables["Late messages"].count() == 3
    )
    assert said.figures["story"].late["msg_id"] == urgent["msg_id"]
    assert [row.code for row in found] == ["CURSOR_SKIP", "LATE_COMMIT_SKIP", "REDELIVERY"]
    assert {at.file for row in found for at in row.evidence} == {"trace.json"}


def test_the_same_story_in_three_programs_traces(spark):
    for name, delay in (("trace_amqsevt", 11.124), ("trace_amqsact", 11.124), ("trace_jms", 11.125)):
        timeline = timeline_of(open_case(spark, browse_case.FOLDER.parent / name))
        [late] = late_messages(timeline).collect()
        assert (late.reason, late.priority, late.delay) == ("CURSOR_SKIP", 7, delay)  # JMS traces milliseconds
        assert (late.browsed_before, late.put_after) == (9, 9)


def test_what_case_json_says_is_heeded_everywhere(spark, tmp_path):
    (tmp_path / "trace.json").write_text(browse_case.content())
    (tmp_path / "case.json").write_text('{"browse": {"late": 1000}}')
    said = answer(open_case(spark, tmp_path))
    assert (said.findings, said.tables, said.figures["story"]) == ((), {}, None)
    assert said.headline == "No message of the trace was late."


@pytest.mark.parametrize("altered", ["ALTDATE(2031-01-05)   ALTTIME(09.40.00)", ""])
def test_a_skip_is_no_sure_cause_where_only_a_later_fifo_is_shown(spark, tmp_path, altered):
    (tmp_path / "trace.json").write_text(browse_case.content())
    manager, queue = answer(open_case(spark, tmp_path)).findings[2][6:8]
    (tmp_path / "shown.txt").write_text(
        f"Starting MQSC for queue manager {manager}.\n     1 : DISPLAY QLOCAL({queue}) ALL\nAMQ8409I: Display Queue details.\n"
        f"   QUEUE({queue})   TYPE(QLOCAL)\n   MSGDLVSQ(FIFO)\n   {altered}\nOne MQSC command read.\n"
    )
    skip = answer(open_case(spark, tmp_path)).findings[0]
    assert (skip.code, skip.severity, skip.statement.count(IF_THEN)) == ("CURSOR_SKIP", "warning", 1)
    assert "CONFIGEV" in skip.next[0].command


def test_what_the_case_shows_of_the_queue_is_told_and_not_asked_for(spark, tmp_path):
    (tmp_path / "trace.json").write_text(browse_case.content())
    manager, queue = answer(open_case(spark, tmp_path)).findings[2][6:8]
    (tmp_path / "shown.txt").write_text(
        f"Starting MQSC for queue manager {manager}.\n     1 : DISPLAY QLOCAL({queue}) ALL\nAMQ8409I: Display Queue details.\n"
        f"   QUEUE({queue})   TYPE(QLOCAL)\n   BOTHRESH(3)    BOQNAME(Q.BO)\nOne MQSC command read.\n"
    )
    skip, _, again = answer(open_case(spark, tmp_path)).findings
    assert (skip.code, again.code) == ("CURSOR_SKIP", "REDELIVERY") and "MSGDLVSQ" in skip.next[0].command
    assert again.statement.endswith(f"A display of {queue} has BOTHRESH(3), BOQNAME(Q.BO).")
    assert "BOTHRESH" not in again.next[0].command and "shown.txt" in {at.file for at in again.evidence}
