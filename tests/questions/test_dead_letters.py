import re
from datetime import UTC, datetime

import pytest

from mqforensics import dead_letters, open_case
from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.checks import AT_SENDER
from mqforensics.objects.dead_letters import marked_of
from mqforensics.questions import EvidenceExpected, answer_for_page
from mqforensics.questions import dead_letters as ask
from mqforensics.questions.dead_letters import reason_groups
from mqforensics.questions.dead_letters.failure_places import OF_THE_OWNER
from mqforensics.questions.finding import frame
from mqforensics.questions.timeline import case_stories
from tests.questions.suggested import suggested
from tests.writers.amqsbcg import dump
from tests.writers.cases import FILES, MIX, SAMPLES, content, letter


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


def test_letters_of_an_old_dump_are_as_old_as_the_newest_display_tells(spark, tmp_path):
    then = datetime(2026, 1, 5, 9, tzinfo=UTC)
    old = letter(2053, "OLD.IN", "QM1", 546, 1208, "app", then, then, 1, "app", "app", "QM1")
    (tmp_path / "dlq.txt").write_text(dump([old]))
    (tmp_path / "qm.txt").write_text("2026-03-02T10:12:00Z\nStarting MQSC for queue manager QM1.\n\n"
                                     "     1 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n"
                                     "   QMNAME(QM1)                             DEADQ(DLQ)\n")  # fmt: skip
    with open_case(spark, tmp_path) as case:
        [row] = ask.answer(case).tables["Age"].collect()
    assert row.age == "a month or more"


def test_arrivals_show_the_burst(letters):
    rows = ask.arrivals(letters).where("reason_name = 'MQRC_Q_FULL'").collect()
    assert sum(row.messages for row in rows) == 132 and len(rows) <= 2


def test_one_finding_a_reason_with_all_its_messages(mixed):
    found = frame(mixed.spark, ask.answer(mixed).findings).collect()
    assert [row.code for row in found].count("DEAD_LETTER") == 8
    for reason, queue, _, count in MIX:
        [row] = [row for row in found if re.search(rf"\b{reason}\b", row.statement)]
        assert str(count) in row.statement and len(row.evidence) == count and row.question == "dead_letters"
        asked = suggested(row)
        assert ("runmqsc QMHUB" in asked) == (reason not in (*OF_THE_OWNER, *AT_SENDER))
        assert queue in asked or "DISPLAY CHANNEL(*)" in asked
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
    assert dead_letters(case.messages).count() == 0 == dead_letters(case).count()
    assert ask.answer(case).findings == () and "No message of this evidence" in ask.answer(case).headline


def test_a_case_without_dumps_has_nothing_to_say(spark, tmp_path):
    assert ask.answer(open_case(spark, tmp_path)) is None


def test_more_messages_than_are_cited(spark, monkeypatch, mixed):
    monkeypatch.setattr("mqforensics.questions.dead_letters.findings.CITED", 10)
    [found] = [one for one in ask.answer(mixed).findings if "2053" in one.statement]
    assert len(found.evidence) == 10 and "132" in found.statement


def test_a_case_can_be_given_as_well_as_its_messages(mixed, letters):
    assert dead_letters(mixed).count() == letters.count() == 300


def test_headline_tables_and_figures_say_the_same(mixed):
    told = ask.answer(mixed)
    assert told.headline.startswith("132 messages for ")
    assert " with reason 2053 MQRC_Q_FULL: the queue was full." in told.headline
    assert told.headline.endswith("In all, 299 messages were dead-lettered for 8 reasons, and 1 has no valid MQDLH.")
    assert sum(row["messages"] for row in told.figures["by_reason"]) == 300
    assert [row.asDict() for row in told.tables["Messages by reason"].collect()] == told.figures["by_reason"]
    assert sum(len(one.evidence) for one in told.findings if one.code) >= 300


def queue(put="ENABLED", depth=3, longest=100):
    return QUEUE.format(put, depth, longest)


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


QUEUE = (
    "AMQ8409I: Display Queue details.\n   QUEUE(ORDERS.IN) TYPE(QLOCAL) PUT({}) CURDEPTH({}) MAXDEPTH(10) MAXMSGL({})\n"
)


def test_a_destination_that_the_case_shows_full_is_said_to_be_with_its_repair(spark, tmp_path):
    found, commands = shown(spark, tmp_path, queue(depth=10), 2053)
    assert "ORDERS.IN at QM1 is full" in found.statement and "raise MAXDEPTH" in found.statement
    assert commands[-1] == "echo \"ALTER QLOCAL('ORDERS.IN') MAXDEPTH(20)\" | runmqsc QM1"
    assert not any("CURDEPTH" in command for command in commands), "what the case shows is not asked for"
    assert (found.queue_manager, found.object) == ("QM1", "ORDERS.IN")


def test_a_destination_that_takes_messages_again_is_said_to(spark, tmp_path):
    found, commands = shown(spark, tmp_path, queue(), 2053)
    assert "accepted messages (CURDEPTH(3), PUT(ENABLED), MAXDEPTH(10)" in found.statement
    # Neither the age of the display nor whose dead-letter queue it is is shown.
    assert "should work if that display is newer" in found.statement and "queue belongs to QM1" in found.statement
    assert commands[0].startswith('echo "DISPLAY') and commands[2:] == [
        "mqforensics rules propose . -o ../proposed.rules"
    ]


def test_a_destination_that_is_inhibited_missing_or_too_small(spark, tmp_path):
    for name in "abc":
        (tmp_path / name).mkdir()
    found, commands = shown(spark, tmp_path / "a", queue("DISABLED"), 2051)
    assert "Ask first why it was disabled" in found.statement and "PUT(ENABLED)" in commands[-1]
    found, _ = shown(spark, tmp_path / "b", "AMQ8147E: IBM MQ object ORDERS.IN not found.\n", 2085)
    assert "ORDERS.IN is not defined at QM1" in found.statement
    found, commands = shown(spark, tmp_path / "c", queue(longest=2), 2030)
    assert "The longest of these messages has 4 bytes" in found.statement and "MAXMSGL(4)" in commands[-1]


def test_an_unknown_remote_queue_manager_is_not_asked_itself(spark, tmp_path):
    found, commands = shown(spark, tmp_path, queue(), 2087, "ORDERS.IN", "QMGONE")
    assert (found.queue_manager, found.object) == (None, "ORDERS.IN")
    assert commands[0].startswith("echo \"DISPLAY QUEUE('QMGONE') TYPE") and commands[0].endswith("| runmqsc")
    assert 'echo "DISPLAY QMGR DEFXMITQ" | runmqsc' in commands and not any("runmqsc QMGONE" in one for one in commands)


def test_a_name_that_mq_does_not_allow_gives_no_command(spark, tmp_path):
    found, commands = shown(spark, tmp_path, queue(), 2053, 'Q";rm -rf /')
    assert commands == [] and "No command is offered" in found.statement


def letters_of(*letters, queue="DLQ", manager="QM1"):
    """A dump of dead letters, each (reason, destination, its queue manager, serial and more of the MQMD)."""
    from tests.writers.amqsbcg import dump
    from tests.writers.cases import dlh, msg_id

    made = []
    for reason, target, at, serial, *more in letters:
        md = dict(*more)
        inside, minute = md.pop("inside", b""), md.pop("dead", "30")
        follows = "MQDEAD" if inside else "MQSTR"
        header, _ = dlh(reason, target, at, 546, 1208, f"2026030107{minute}{serial:02}00", format=follows)
        made.append({"Format": "MQDEAD", "MsgId": msg_id("QMA", serial), "data": header + inside + b"text", **md})
    return f"$ amqsbcg {queue} {manager}\n\n{dump(made, queue)}"


def told(spark, folder, **files):
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text)
    answer = ask.answer(open_case(spark, folder))
    counted = [row.asDict() for row in answer.tables["Messages by reason"].collect()] if answer.tables else []
    assert counted == answer.figures["by_reason"]
    return answer


def test_a_message_that_several_captures_show_counts_once(spark, tmp_path):
    first, second = (2051, "X.IN", "QM1", 1), (2051, "X.IN", "QM1", 2)
    again = letters_of(first) + letters_of(first, second, (2053, "X.IN", "QM1", 3, {"MsgId": bytes(24)}))
    answer = told(spark, tmp_path, a=letters_of(first), b=again)
    assert (
        answer.headline.startswith("2 messages for ")
        and "In all, 3 messages were dead-lettered for 2 reasons." in answer.headline
    )
    found, other = answer.findings
    assert found.statement.startswith("2 messages for") and "contain them 4 times" in found.statement
    assert other.statement.startswith("1 message for") and "times" not in other.statement
    assert answer.tables["Message by message"].count() == 3
    assert sum(row["messages"] for row in answer.figures["by_origin"]) == 3


def test_a_message_that_was_put_again_and_came_back_is_one_message(spark, tmp_path):
    def at(minute, *serials):
        return letters_of(*[(2051, "X.IN", "QM1", one, {"dead": minute}) for one in serials])

    answer = told(spark, tmp_path, a=at("10", 1, 2), b=at("50", 1))
    assert answer.headline.startswith("2 messages for ") and answer.headline.endswith("Messages came back 1 time.")
    [back] = [row for row in answer.findings if row.code == "DEAD_LETTERS_CAME_BACK"]
    assert (
        back.statement.startswith("A message in one dump of DLQ at QM1 is in another") and "put again" in back.statement
    )
    [left] = [row for row in answer.findings if row.code == "DEAD_LETTERS_LEFT"]
    assert "1 of the 2 messages" in left.statement, "the second one left, the first came back"
    known = dead_letters(open_case(spark, tmp_path)).orderBy("file").collect()
    assert [row.file for row in known] == ["a.txt", "b.txt"]
    assert [[at.file for at in row.captures] for row in known] == [["a.txt"], ["a.txt", "b.txt"]]
    [one] = case_stories._letters(open_case(spark, tmp_path), {})
    first = datetime(2026, 3, 1, 7, 10, 1, tzinfo=UTC).timestamp()
    assert (one.count, one.first) == (2, first), "it was there from the first time on"


def test_a_row_a_message_with_the_place_in_the_newest_dump_and_every_capture(spark, tmp_path):
    one, two, three = (2051, "X.IN", "QM1", 1), (2053, "Y.IN", "QM1", 2), (2051, "X.IN", "QM1", 3)
    for name, stamp, letters in (("a.txt", "2026-03-02T12:00:00Z", (one, two)), ("b.txt", "2026-03-02T11:00:00Z", (one, two)),
                                 ("c.txt", "2026-03-02T13:00:00Z", (two, three))):  # fmt: skip
        (tmp_path / name).write_text(f"{stamp}\n{letters_of(*letters)}")
    other = dump([{"data": b"no dead letter", "Format": "MQSTR"}], "OTHER.QUEUE")
    (tmp_path / "other.txt").write_text(other)
    case = open_case(spark, tmp_path)
    for given in (case, case.messages):
        rows = {
            (row.destination, row.file, row.number): [at.file for at in row.captures]
            for row in dead_letters(given).collect()
        }
        assert rows == {("X.IN", "a.txt", 1): ["a.txt", "b.txt"], ("Y.IN", "c.txt", 1): ["a.txt", "b.txt", "c.txt"],
                        ("X.IN", "c.txt", 2): ["c.txt"]}, "the newest dump by its date, of dead-letter queues alone"  # fmt: skip
    assert not hasattr(ask, "each_once")


def test_ages_are_by_the_newest_evidence(spark, tmp_path):
    (tmp_path / "dlq.txt").write_text(f"2026-06-02T12:00:00Z\n{letters_of((2051, 'X.IN', 'QM1', 1))}")
    case = open_case(spark, tmp_path)
    told = ask.answer(case).tables["Age"].collect()
    assert [row.age for row in told] == ["a month or more"], "the dump itself is of June"


def test_a_letter_has_what_the_explorer_lists(spark, mixed):
    row = dead_letters(mixed).where("reason is not null").first()
    assert {"put_time", "user", "application", "format", "size", "preview", "encoding", "ccsid"} <= set(row.asDict())
    raw = mixed.messages.where(f"number = {row.number}").first()
    assert (row.user, row.encoding, row.ccsid) == (raw.md.UserIdentifier, raw.dlh.Encoding, raw.dlh.CodedCharSetId)
    assert row.encoding is not None and row.ccsid is not None


def test_what_one_browse_shows_twice_are_two_messages(spark, tmp_path):
    twin = (2051, "X.IN", "QM1", 1)
    answer = told(spark, tmp_path, a=letters_of(twin, (2053, "Y.IN", "QM1", 2), twin))
    found, _ = answer.findings
    assert found.statement.startswith("2 messages for") and "times" not in found.statement
    assert {at.number for at in found.evidence} == {1, 3}
    answer = told(spark, tmp_path, b=letters_of(twin) + letters_of(twin))
    [found, _] = [row for row in answer.findings if row.code == "DEAD_LETTER"]
    assert found.statement.startswith("2 messages for") and "contain them 4 times" in found.statement
    case = open_case(spark, tmp_path)
    known = sorted(dead_letters(case).collect(), key=lambda row: row.number)
    assert [(row.file, row.number) for row in known] == [("a.txt", 1), ("a.txt", 2), ("a.txt", 3)]
    assert [[(at.file, at.number) for at in row.captures] for row in known] == [
        [("a.txt", 1), ("b.txt", 1), ("b.txt", 1)],
        [("a.txt", 2)],
        [("a.txt", 3)],
    ], "the n-th of a browse is the n-th of another"
    [lying] = reason_groups.captures(marked_of(case).where("reason = 2051"))
    assert (lying.messages, lying.returns) == (2, 0)
    [one, _] = case_stories._letters(open_case(spark, tmp_path), {})
    assert one.count == 2


def test_parts_of_a_message_that_look_alike_are_told_apart(spark, tmp_path):
    def part(**more):
        return letters_of((2051, "X.IN", "QM1", 1, {"Version": 2, **more}))

    answer = told(
        spark, tmp_path, a=part(MsgFlags=2, Offset=0), b=part(MsgFlags=2, Offset=100), c=part(MsgFlags=4, Offset=200)
    )
    assert answer.findings[0].statement.startswith("3 messages for")
    assert sorted(row.segment for row in ask.letters_of(open_case(spark, tmp_path)).collect()) == [0, 100, 200]


def test_messages_that_are_not_told_one_by_one_count_once_too(spark, tmp_path, monkeypatch):
    monkeypatch.setattr("mqforensics.questions.dead_letters.reason_groups.MOST", 1)
    large = [(2051, "X.IN", "QM1", serial) for serial in (1, 2, 3)]
    again = letters_of((2051, "Y.IN", "QM1", 4))
    answer = told(spark, tmp_path, a=letters_of(*large), b=again, c=again)
    assert [row["messages"] for row in answer.figures["by_reason"]] == [4]


def test_each_destination_at_each_owner_is_told_by_itself_the_largest_first(spark, tmp_path, monkeypatch):
    monkeypatch.setattr("mqforensics.questions.dead_letters.reason_groups.MOST", 3)
    some = [
        (2085, "MANY.IN", "QM1", 1),
        (2085, "MANY.IN", "QM1", 2),
        (2085, 'Q";reboot', "QM1", 3),
        (2085, "A", "QM1", 4),
    ]
    answer = told(spark, tmp_path, a=letters_of(*some), b=letters_of((2085, "A", "QM2", 5), manager="QM2"))
    assert [row["destination"] for row in answer.figures["by_reason"]] == ["A"], "the commonest, by name where two are"
    first, *others = answer.findings
    assert (first.queue_manager, first.object) == ("QM1", "MANY.IN") and "1 more with this reason" in first.statement
    assert {(one.queue_manager, one.object) for one in others} == {("QM1", "A"), ("QM2", "A")}
    assert all(len(one.next) == 1 and one.object in one.next[0].command for one in answer.findings)


def test_what_stands_inside_a_dead_letter_is_told(spark, tmp_path):
    from tests.writers.cases import dlh

    inside, _ = dlh(2051, "FIRST.IN", "QM1", 546, 1208, "2026022807300000")
    report = {"MsgType": 4, "Feedback": 260}
    [row] = told(spark, tmp_path, a=letters_of((2053, "X.IN", "QM1", 1, {"inside": inside, **report}))).findings
    assert "older MQDLH: 2051 MQRC_PUT_INHIBITED for FIRST.IN" in row.statement
    assert "Feedback 260 MQFB_COD: that one reached a program." in row.statement
    letters = dead_letters(open_case(spark, tmp_path)).first()
    assert (letters.msg_type, letters.feedback, letters.moved_by_type) == (4, 260, 6)
    assert (letters.reason, letters.inner_reason, letters.inner_destination) == (2053, 2051, "FIRST.IN")


def test_a_dump_that_failed_is_named_where_there_are_no_dead_letters(spark, tmp_path):
    text = "$ amqsbcg DEAD QM1\n\nAMQSBCG0 - starts here\n**********************\n \n MQOPEN - 'DEAD'\n"
    answer = told(spark, tmp_path, a=text + " MQOPEN failed with CompCode:2, Reason:2035\n MQDISC")
    assert answer.headline == "The dumps contain no dead-lettered message. Cannot tell what is on DEAD."
    assert [(one.code, one.queue_manager) for one in answer.findings] == [("QUEUE_NOT_READ", "QM1")]


def test_what_a_later_dump_lacks_and_what_one_file_shows_twice(spark, tmp_path):
    one, two, three = ((2051, "X.IN", "QM1", number, {"Expiry": 50} if number == 1 else {}) for number in (1, 2, 3))
    for name in "ab":
        (tmp_path / name).mkdir()
    answer = told(spark, tmp_path / "a", new=letters_of(one, two), old=letters_of(two, three))
    [left] = [row for row in answer.findings if row.code == "DEAD_LETTERS_LEFT"]
    assert "1 of the 3 messages" in left.statement and "the later dump old.txt lacks it" in left.statement
    assert dead_letters(open_case(spark, tmp_path / "a")).where("expiry = 50").count() == 1
    manager = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QLOCAL(DLQ) CURDEPTH\n"
    shown = manager + "AMQ8409I: Display Queue details.\n   QUEUE(DLQ) TYPE(QLOCAL)\n   CURDEPTH({})\n"
    twice = letters_of(one, two) + letters_of(one, two)
    stamp = "2026-03-02T09:00:00Z\n"
    told_of = told(spark, tmp_path / "b", a=twice, q=stamp + shown.format(2)).findings
    assert [row.code for row in told_of] == ["DEAD_LETTER"], "all of them lie there"
    empty = told(spark, tmp_path / "b", q=stamp + shown.format(0))
    assert [row.severity for row in empty.findings] == ["warning", "warning"]
    assert "left the dead-letter queue since" in empty.headline


def test_a_header_that_was_cut_by_its_putter_is_none_and_a_group_is_known(spark, tmp_path):
    from tests.writers.amqsbcg import dump
    from tests.writers.cases import dlh

    header, _ = dlh(2085, "X.IN", "QM1", 546, 1208, "2026030107300000")
    cut = {"Format": "MQDEAD", "data": header[:18]}
    member = {"Format": "MQDEAD", "data": header + b"text", "MsgFlags": 8, "GroupId": b"G" * 24, "MsgSeqNumber": 3}
    (tmp_path / "d.txt").write_text(dump([cut, member], "DLQ"))
    first, second = dead_letters(open_case(spark, tmp_path)).orderBy("number").collect()
    assert (first.reason, first.reason_name, first.destination) == (None, "no valid MQDLH", None)
    assert (second.reason, second.sequence, second.group_id) == (2085, 3, (b"G" * 24).hex().upper())


def test_when_the_application_put_a_message_is_not_when_it_was_dead_lettered(spark, tmp_path):
    from tests.writers.amqsbcg import dump
    from tests.writers.cases import dlh

    header, _ = dlh(2053, "X.IN", "QM1", 546, 1208, " " * 16)
    put = {"Format": "MQDEAD", "data": header + b"text", "PutDate": "20260228", "PutTime": "09000012"}
    (tmp_path / "d.txt").write_text(dump([put], "DLQ"))
    case = open_case(spark, tmp_path)
    [found] = ask.answer(case).findings
    assert " at an unknown time with reason 2053 MQRC_Q_FULL: the queue was full." in found.statement
    assert " UTC" not in found.statement and [one.last for one in dumps(case)] == [None]
    assert [row.age for row in ask.ages(dead_letters(case)).collect()] == ["no date"]


def test_a_message_that_several_queues_show_is_one_message(spark, tmp_path):
    one, two = (2051, "X.IN", "QM1", 1), (2051, "X.IN", "QM1", 2)
    answer = told(spark, tmp_path, a=letters_of(one, two), b=letters_of(one, queue="HOLD"))
    assert answer.headline.startswith("3 messages for ") and answer.headline.endswith("1 of them is on several queues.")
    [same] = [row for row in answer.findings if row.code == "ON_SEVERAL_QUEUES"]
    assert "1 message with one MsgId is in dumps of DLQ and HOLD: moved or copied" in same.statement
    assert {(at.file, at.number) for at in same.evidence} == {("a.txt", 1), ("b.txt", 1)}
    later = (2053, "X.IN", "QM2", 1)
    (tmp_path / "b.txt").unlink()
    dump = letters_of(later, manager="QM2").replace("2026030107300100", "2026030107310100")
    assert "ON_SEVERAL_QUEUES" in [row.code for row in told(spark, tmp_path, c=dump).findings]


def test_a_dead_letter_that_its_own_queue_has_too_was_put_again(spark, tmp_path):
    from tests.writers.amqsbcg import dump
    from tests.writers.cases import msg_id

    one, two = (2051, "X.IN", "QM1", 1), (2051, "X.IN", "QM1", 2)
    back = dump([{"MsgId": msg_id("QMA", serial), "data": b"text"} for serial in (1, 3)], "X.IN")
    answer = told(spark, tmp_path, a=letters_of(one, two), b=back)
    assert answer.headline.startswith("2 messages for ") and "2051" in answer.headline
    [same] = [row for row in answer.findings if row.code == "ON_SEVERAL_QUEUES"]
    assert "1 message with one MsgId is in dumps of DLQ and X.IN: moved" in same.statement
    assert "Put again from the dead-letter queue, it may be there twice." in same.statement


def test_of_two_reasons_that_are_as_frequent_the_newer_one_is_told(spark, tmp_path):
    first, later = datetime(2026, 1, 12, 9, 10, tzinfo=UTC), datetime(2026, 3, 2, 9, 14, tzinfo=UTC)
    letters = [letter(2053, "OLD.IN", "QM1", 546, 1208, "app", first, first, 1, "app", "app", "QM1"),
               letter(2085, "NEW.IN", "QM1", 546, 1208, "app", later, later, 2, "app", "app", "QM1")]  # fmt: skip
    (tmp_path / "dlq.txt").write_text(dump(letters, "DLQ"))
    with open_case(spark, tmp_path) as case:
        answer = ask.answer(case)
        assert "1 message for " in answer.headline and "2085" in answer.headline
        counted = [row.asDict() for row in answer.tables["Messages by reason"].collect()]
        assert counted == answer.figures["by_reason"]


def test_a_page_of_a_question_without_evidence_says_what_to_collect(spark, tmp_path):
    (tmp_path / "note.txt").write_text("nothing of it\n")
    said = r"has no evidence for the question 'Dead letters'\. Collect \w"
    with open_case(spark, tmp_path) as case, pytest.raises(EvidenceExpected, match=said):
        answer_for_page(case, "dead_letters")


def test_what_has_no_reason_is_not_told_first():
    def row(reason, name, messages):
        return {"reason": reason, "reason_name": name, "messages": messages, "destination": "Q1", "destinations": 1,
                "first": None, "last": None}  # fmt: skip

    bare = row(None, "no valid MQDLH", 2)
    assert ask.headline([bare]).startswith("2 messages on a dead-letter queue have no valid MQDLH.")
    told = ask.headline([bare, row(2053, "MQRC_Q_FULL", 1)])
    assert told.startswith("1 message for Q1 was dead-lettered") and "MQRC_Q_FULL" in told
    assert told.endswith("In all, 1 message was dead-lettered for 1 reason, and 2 have no valid MQDLH.")
