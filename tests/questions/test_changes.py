"""What changed between captures: the one attribute that did, and nothing else."""

import json
from datetime import date, datetime, timedelta

import pytest
from pyspark.sql import Row

from mqforensics import changes, open_case
from mqforensics.objects.case_clocks import zones_of
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.commands import for_platform
from mqforensics.questions.changes import _finding, answer
from mqforensics.questions.walk.verdict_time import as_of
from mqforensics.words.changes import change_sentence
from tests.writers import event_cases
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES

HEAD = "Starting MQSC for queue manager QM1.\n\n"
SHOWN = "     1 : DISPLAY QUEUE(*) ALL\nAMQ8409I: Display Queue details.\n   QUEUE({name})                            TYPE(QLOCAL)\n" \
        "   CURDEPTH({depth})                        MAXDEPTH({most})\n   PUT({put})                             GET(ENABLED)\n" \
        "   ALTDATE(2026-03-02)                     ALTTIME({alt})\n"  # fmt: skip
TAIL = "One MQSC command read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"


def capture(name="ORDERS.IN", depth=0, most=5000, put="ENABLED", alt="08.00.00"):
    return HEAD + SHOWN.format(name=name, depth=depth, most=most, put=put, alt=alt) + TAIL


def created(day, **shown):
    return capture(**shown).replace(
        "GET(ENABLED)", f"GET(ENABLED)\n   CRDATE({day})                      CRTIME(07.00.00)"
    )


def of_manager(qmid, text):
    shown = f"     2 : DISPLAY QMGR DEADQ QMID\nAMQ8408I: Display Queue Manager details.\n   QMNAME(QM1)    QMID({qmid})\n   DEADQ({qmid})\n"
    return text.replace(TAIL, shown + TAIL.replace("One MQSC command", "2 MQSC commands"))


def channel(kind, size):
    shown = f"     1 : DISPLAY CHANNEL(APP.TO.HUB) ALL\nAMQ8414I: Display Channel details.\n   CHANNEL(APP.TO.HUB)    CHLTYPE({kind})\n   BATCHSZ({size})\n"
    return HEAD + shown + TAIL


def status(state):
    shown = "     1 : DISPLAY CHSTATUS(*) ALL\nAMQ8417I: Display Channel Status details.\n   CHANNEL(APP.TO.HUB)    CHLTYPE(SDR)\n   STATUS({})\n"
    return HEAD + shown.format(state) + TAIL


def asked(command, *shown):
    """The answer to a command other than `DISPLAY QUEUE(*) ALL`: some queues, or a message."""
    rows = [f"AMQ8409I: Display Queue details.\n   QUEUE({one})    TYPE(QLOCAL)\n   PUT(ENABLED)\n" if " " not in one else f"{one}\n"
            for one in shown]  # fmt: skip
    return HEAD + f"     1 : {command}\n" + "".join(rows) + TAIL


NOT_FOUND = "AMQ8147E: IBM MQ object {} not found."
PASSING = "DEFTYPE(TEMPDYN) PUT("
NARROW = ("DISPLAY QUEUE(*) ALL", "DISPLAY QUEUE(*) WHERE(CURDEPTH GT 0) ALL")
BARE = [capture().replace("GET(ENABLED)", f"GET(ENABLED)\n   {word}") for word in ("NOTRIGGER", "TRIGGER")]
SPENT = [text.replace("TRIGGER", "TRIGGER TRIGTYPE(DEPTH)") for text in BARE]
TOPICS = [  # what two topic strings show of themselves, and a subscription of what it got
    HEAD
    + "     1 : DISPLAY TPSTATUS('#') TYPE(TOPIC) ALL\n"
    + "".join(
        f"AMQ8754I: Display topic status details.\n   TOPICSTR({name})                           ADMIN( )\n"
        f"   COMMINFO(SYSTEM.DEFAULT.COMMINFO.MULTICAST)\n   RETAINED({retained})  SUBCOUNT({count})\n"
        for name in ("a/b", "c")
    )
    + f"     2 : DISPLAY SBSTATUS(*)\nAMQ8099I: IBM MQ subscription status inquired.\n   SUB(S)\n   NUMMSGS({count})\n"
    + TAIL.replace("One MQSC command", "2 MQSC commands")
    for retained, count in (("NO", 1), ("YES", 3))
]
TOLD = {
    "ONE": (capture(depth=3), capture(depth=900, put="DISABLED", alt="09.12.00"),
            [("QLOCAL", "ORDERS.IN", "PUT", "ENABLED", "DISABLED", "definition")]),
    "SAME": (capture(depth=3), capture(depth=9), []),
    "UNSHOWN": (capture().replace("MAXDEPTH(5000)", ""), capture(), []),
    "LISTED": (capture("OLD.Q"), capture("NEW.Q"), [("QLOCAL", "NEW.Q", None, None, None, "appeared"),
                                                   ("QLOCAL", "OLD.Q", None, None, None, "vanished")]),
    "NARROW": (capture("OLD.Q"), capture("NEW.Q").replace(*NARROW), []),
    "GONE": (capture("OLD.Q"), asked("DISPLAY QLOCAL(OLD.Q) ALL", NOT_FOUND.format("OLD.Q")), [("QLOCAL", "OLD.Q", None, None, None, "vanished")]),
    "OTHERS": (capture("OLD.Q"), asked("DISPLAY QREMOTE(OLD.Q) ALL", NOT_FOUND.format("OLD.Q")), []),
    "CHOSEN": (capture("OLD.Q"), asked("DISPLAY QLOCAL(OLD.Q) WHERE(PUT EQ DISABLED)", NOT_FOUND.format("OLD.Q")), []),
    "STEM": (asked("DISPLAY QLOCAL(NEW*)", "NEW.A"), asked("DISPLAY QLOCAL(*)", "NEW.A", "NEW.B", "OTHER.C"),
             [("QLOCAL", "NEW.B", None, None, None, "appeared")]),
    "HIDDEN": (capture("OLD.Q"), asked("DISPLAY QUEUE(*)", "NEW.Q", "AMQ8135E: Not authorized."), [("QLOCAL", "NEW.Q", None, None, None, "appeared")]),
    "TOUCHED": (capture(), capture(alt="09.12.00", depth=7), [("QLOCAL", "ORDERS.IN", None, "2026-03-02 08:00:00", "2026-03-02 09:12:00", "altered")]),
    "MASKED": (capture(), capture(most="****", put="XXXXXXXX"), []),
    "HALF": (capture(), capture(put="DIS#####", alt="09.12.00"), [("QLOCAL", "ORDERS.IN", None, "2026-03-02 08:00:00", "2026-03-02 09:12:00", "altered")]),
    "BARE": (*BARE, [("QLOCAL", "ORDERS.IN", "TRIGGER", "NOTRIGGER", "TRIGGER", "definition")]),
    "SPENT": (*SPENT, []),
    "TOPICS": (*TOPICS, []),
    "PASSING": (capture("AMQ.6A1").replace("PUT(", PASSING), capture("AMQ.6B2").replace("PUT(", PASSING), []),
    "ANEW": (created("2026-01-05", most=9), created("2026-03-02"), [("QLOCAL", "ORDERS.IN", None, "2026-01-05", "2026-03-02", "defined anew")]),
    "AGAIN": (created("2026-03-02", most=9), created("2026-03-02"), [("QLOCAL", "ORDERS.IN", "MAXDEPTH", "9", "5000", "definition")]),
    "UNLIKE": (channel("SDR", 50), channel("RCVR", 9), [("CHANNEL", "APP.TO.HUB", None, "SDR", "RCVR", "other object")]),
    "ALIKE": (channel("SDR", 50), channel("SDR", 9), [("CHANNEL", "APP.TO.HUB", "BATCHSZ", "50", "9", "definition")]),
    "HALTED": (status("RUNNING"), status("STOPPED"), [("CHSTATUS", "APP.TO.HUB", "STATUS", "RUNNING", "STOPPED", "status")]),
    "BROKEN": (status("RUNNING"), status("RETRYING"), []),
    "OTHER": (of_manager("OTHER_1", created("2026-01-05", most=9)), of_manager("OTHER_2", created("2026-03-02")),
              [("QMGR", "OTHER", None, "OTHER_1", "OTHER_2", "other queue manager")]),
}  # fmt: skip
"""A queue manager each: what it showed before and after, and what is told: attributes, what moves by itself, complete
listings and filtered ones, keywords without a value, triggering that the queue manager ends itself, temporary queues."""


@pytest.fixture(scope="module")
def pair(spark, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    for name, (before, after, _) in TOLD.items():
        for side, text in (("a", before), ("b", after)):
            (folder / side).mkdir(exist_ok=True)
            (folder / side / f"{name}.txt").write_text(text.replace("QM1", name))
    return open_case(spark, folder / "a"), open_case(spark, folder / "b")


@pytest.fixture(scope="module")
def rows(pair):
    return changes(*pair).collect()


@pytest.mark.parametrize("name", TOLD)
def test_what_a_person_changed_is_named_and_nothing_else(rows, name):
    found = [
        (row.type, row.object, row.attribute, row.before, row.after, row.kind)
        for row in rows
        if row.queue_manager == name
    ]
    assert sorted(found, key=str) == sorted(TOLD[name][2], key=str)


def test_of_an_altered_object_it_is_told_what_the_later_capture_does_not_show(rows):
    told = {row.queue_manager: row for row in rows if row.kind == "altered"}
    assert change_sentence(told["TOUCHED"].asDict()).endswith("was altered and shows the same values as before")
    assert told["HALF"].unshown == ["PUT"] and "does not show PUT any more, and" in change_sentence(
        told["HALF"].asDict()
    )


def test_what_changes_by_itself_comes_on_request(pair):
    [row] = changes(*pair, everything=True).where("queue_manager = 'SAME'").collect()
    assert (row.attribute, row.before, row.after, row.kind) == ("CURDEPTH", "3", "9", "by itself")


def test_a_case_differs_in_nothing_from_itself(spark):
    case = open_case(spark, SAMPLES / "changes_put_inhibited")
    assert changes(case).count() and not changes(case, case).count()


def test_captures_of_one_case_are_compared_in_the_order_of_their_times_not_of_their_names(spark, tmp_path):
    (tmp_path / "z_first.txt").write_text(capture(put="ENABLED", alt="08.00.00"))
    (tmp_path / "a_later.txt").write_text(capture(put="DISABLED", alt="09.12.00"))
    [row] = changes(open_case(spark, tmp_path)).collect()
    assert (row.before, row.after, str(row.latest)) == ("ENABLED", "DISABLED", "2026-03-02 09:12:00")
    assert [at.file for at in row.evidence] == ["z_first.txt", "a_later.txt"]


@pytest.mark.parametrize(
    ("zos", "asks"), [(True, "+cpf DISPLAY QMGR ALL"), (False, 'echo "DISPLAY QMGR ALL" | runmqsc MQ1A')]
)
def test_a_contradiction_is_asked_about_where_commands_of_its_platform_are_taken(zos, asks):
    row = Row(queue_manager="MQ1A", type="QMGR", object="MQ1A", attribute="DEADQ", before="A", after="B", earliest=None, latest=None,
              earliest_utc=None, latest_utc=None, who=None, kind="contradicts", evidence=[])  # fmt: skip
    assert [one.command for one in for_platform(_finding(row).next, {"MQ1A": "zos" if zos else ""}.get)] == [asks]


def test_captures_are_compared_by_their_stamps_in_utc_whatever_zone_each_is_printed_in(spark, tmp_path):
    stamps = {"b.txt": ("Mon Mar  2 15:40:00 CET 2026", "ENABLED"), "a.txt": ("2026-03-02T14:50:00Z", "DISABLED")}
    for name, (stamp, put) in stamps.items():
        (tmp_path / name).write_text(f"{stamp}\n{capture(put=put)}")
    with open_case(spark, tmp_path) as case:
        (row,) = changes(case).collect()
        assert (row.before, row.after) == ("ENABLED", "DISABLED")
        assert as_of(estate(case), "QM1", "ORDERS.IN") == "2026-03-02T14:50:00Z"


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_cases_it_is_told_where_the_one_given_as_the_later_is_the_older(spark, tmp_path, turned):
    for name, stamp, put in (("old", "2026-03-01T10:00:00Z", "ENABLED"), ("new", "2026-03-05T10:00:00Z", "DISABLED")):
        (tmp_path / name).mkdir()
        alt = stamp.partition("T")[0]
        (tmp_path / name / "q.txt").write_text(f"{stamp}\n{capture(put=put).replace('2026-03-02', alt)}")
    cases = [open_case(spark, tmp_path / name) for name in ("old", "new")]
    rows = {row.kind: row for row in changes(*(cases[::-1] if turned else cases)).collect()}
    told = rows["definition"]
    assert (told.before, told.after) == (("DISABLED", "ENABLED") if turned else ("ENABLED", "DISABLED"))
    assert ((told.earliest, told.latest) == (None, None)) == turned and ("turned round" in rows) == turned
    if turned:
        row = rows["turned round"]
        assert (row.queue_manager, row.before, row.after) == (
            "QM1",
            "2026-03-05 10:00:00 UTC",
            "2026-03-01 10:00:00 UTC",
        )
        assert [at.line for at in row.evidence] == [5, 5]


def test_two_values_of_captures_without_an_order_are_both_told_and_none_is_the_later(spark, tmp_path):
    for name, put in (("a", "ENABLED"), ("b", "DISABLED")):
        text = capture(put=put, depth=3 if name == "a" else 4)
        (tmp_path / f"{name}.txt").write_text(
            text.replace("   ALTDATE(2026-03-02)                     ALTTIME(08.00.00)\n", "")
        )
    case = open_case(spark, tmp_path)
    [row] = changes(case).collect()
    assert (row.attribute, row.before, row.after, row.kind) == ("PUT", "DISABLED", "ENABLED", "contradicts")
    [found], headline = answer(case).findings, answer(case).headline
    assert headline.startswith("Captures without a known order contradict each other: PUT of QLOCAL")
    assert found.code == "CONTRADICTS" and "The evidence does not show which capture is later" in found.statement
    assert found.next[0].command == "echo \"DISPLAY QUEUE('ORDERS.IN') ALL\" | runmqsc QM1"


def test_what_was_created_since_appeared_when_it_was_created(spark, tmp_path):
    (tmp_path / "a.txt").write_text(created("2026-01-05", name="OLD.Q").replace("2026-03-02", "2026-01-06"))
    (tmp_path / "b.txt").write_text(created("2026-03-01"))
    [row] = changes(open_case(spark, tmp_path)).where("kind = 'appeared'").collect()
    assert str(row.latest) == "2026-03-01 07:00:00"


def test_an_event_tells_who_changed_it_with_what_from_where_and_when(spark, tmp_path):
    for name, put, day in (("a", "ENABLED", "2026-06-01"), ("b", "DISABLED", "2026-06-02")):
        (tmp_path / f"{name}.txt").write_text(
            capture("PORT.IN", put=put).replace("QM1", "QMPORT").replace("2026-03-02", day)
        )
    done = [("MQCACF_EVENT_APPL_NAME", "runmqsc"), ("MQIACF_EVENT_ORIGIN", ("Console", "MQEVO_CONSOLE", 1))]
    event = (*event_cases.STORY[2][:4], [*event_cases.STORY[2][4], *done])
    (tmp_path / "events.json").write_bytes(event_cases.as_json([event]))
    [row] = changes(open_case(spark, tmp_path)).collect()
    assert (row.attribute, row.after) == ("PUT", "DISABLED")
    assert row.who == "user mqops by runmqsc from origin console at 2026-06-02 14:05:00 UTC"


def config(state, put, altered, **told):
    """One event of a pair: a queue before or after a command of ops."""
    return json.dumps({
        "eventSource": {"objectName": "SYSTEM.ADMIN.CONFIG.EVENT", "objectType": "Queue", "queueMgr": "QM1"},
        "eventType": {"name": "Config Event", "value": 43},
        "eventReason": {"name": "Config Change Object", "value": 2368},
        "eventCreation": {"timeStamp": "2026-03-02T07:12:00Z"}, "objectState": f"{state} Change", "correlationID": "AA01",
        "eventData": {"queueMgrName": "QM1", "eventUserId": "ops", "eventOrigin": "Console", "objectType": "Queue",
                      "queueName": "ORDERS.IN", "queueType": "Local", "inhibitPut": put, "queueDesc": "mail",
                      "alterationDate": "2026-03-02", "alterationTime": altered, **told},
    }, indent=2) + "\n"  # fmt: skip


PAIR = config("Before", "Put Allowed", "07.00.00") + config("After", "Put Inhibited", "09.12.00")


def test_a_pair_of_configuration_events_tells_a_change_without_any_display(spark, tmp_path):
    (tmp_path / "events.json").write_text(PAIR)
    case = open_case(spark, tmp_path)
    [row] = changes(case).collect()
    assert (row.type, row.object, row.attribute, row.before, row.after) == (
        "QLOCAL",
        "ORDERS.IN",
        "PUT",
        "ENABLED",
        "DISABLED",
    )
    [found], headline = answer(case).findings, answer(case).headline
    assert headline == found.statement and len(found.evidence) == 2
    assert headline.startswith("PUT of QLOCAL ORDERS.IN went from ENABLED to DISABLED at QM1.")
    assert [one.command for one in found.row[-1]] == ["""echo "DISPLAY QUEUE('ORDERS.IN') ALL" | runmqsc QM1"""]
    assert "It was altered at 2026-03-02 09:12:00, local time of its host. User ops" in found.statement
    (tmp_path / "events.json").write_text(config("After", "Put Inhibited", "09.12.00"))
    assert changes(open_case(spark, tmp_path)).count() == 0


def test_an_event_of_an_alteration_tells_the_zone_of_its_host_if_it_came_at_once(spark, tmp_path):
    for second, known in (("09.12.00", {"QM1": 7200.0}), ("09.12.31", {}), ("23.42.00", {})):
        (tmp_path / "events.json").write_text(
            config("Before", "Put Allowed", "07.00.00") + config("After", "Put Inhibited", second)
        )
        assert {name: zone.ahead for name, zone in zones_of(open_case(spark, tmp_path)).items()} == known


RECORD = "AMQ8878I: Display channel authentication record details.\n   CHLAUTH(APP.*)                           TYPE({type})\n" \
         "   {key}                            MCAUSER({user})\n   USERSRC(MAP)\n"  # fmt: skip


def test_a_record_is_told_by_what_tells_it_from_the_others_of_its_channel(spark, tmp_path):
    """One record has another user, one is gone, and one is new: none of them became another."""
    kept, gone, new = (
        RECORD.format(type=kind, key=key, user="{user}")
        for kind, key in (
            ("USERMAP", "CLNTUSER(bob)"),
            ("ADDRESSMAP", "ADDRESS(10.1.*)"),
            ("ADDRESSMAP", "ADDRESS(10.2.*)"),
        )
    )
    cases = []
    for side, shown in (
        ("a", kept.format(user="bob") + gone.format(user="app")),
        ("b", kept.format(user="eve") + new.format(user="web")),
    ):
        (tmp_path / side).mkdir()
        (tmp_path / side / "shown.txt").write_text(HEAD + "     1 : DISPLAY CHLAUTH(*) ALL\n" + shown + TAIL)
        cases.append(open_case(spark, tmp_path / side))
    told = {(row.record, row.attribute, row.after, row.kind) for row in changes(*cases).collect()}
    assert told == {
        ("TYPE(USERMAP) CLNTUSER(bob)", "MCAUSER", "eve", "definition"),
        ("TYPE(ADDRESSMAP) ADDRESS(10.1.*)", None, None, "vanished"),
        ("TYPE(ADDRESSMAP) ADDRESS(10.2.*)", None, None, "appeared"),
    }


@pytest.mark.parametrize(("earliest", "latest", "told"), [
    ("08Z", "10Z", "It changed after 2026-03-02 08:00:00 UTC and was so by 2026-03-02 10:00:00 UTC."),
    ("08Z", 9, "It changed after 2026-03-02 08:00:00 UTC and was so by 2026-03-02 09:00:00, local time of its host."),
    (8, 9, "It changed after 2026-03-02 08:00:00 and was so by 2026-03-02 09:00:00, local"), (8, None, "It changed after 2026-03-02 08:00:00, local"),
    (None, 9, "It was so by 2026-03-02 09:00:00, local"), (9, 9, "It was altered at 2026-03-02 09:00:00, local"), (None, None, "The evidence does not show when."),
])  # fmt: skip
def test_both_bounds_of_a_change_are_told(earliest, latest, told):
    hours = [hour if not isinstance(hour, str) else None for hour in (earliest, latest)]
    hours += [int(hour[:-1]) if isinstance(hour, str) else None for hour in (earliest, latest)]
    times = [hour and datetime(2026, 3, 2, hour) for hour in hours]
    row = Row(queue_manager="QM1", type="QLOCAL", object="Q", attribute="PUT", before="A", after="B", earliest=times[0], latest=times[1],
              earliest_utc=times[2], latest_utc=times[3], who=None, kind="definition", evidence=[])  # fmt: skip
    assert told in _finding(row).statement
    by_event = _finding(Row(**row.asDict() | {"who": "user ops at 2026-03-02 08:30:00 UTC"})).statement
    assert by_event.endswith("User ops at 2026-03-02 08:30:00 UTC.") and "not shown" not in by_event


def test_messages_that_came_went_and_stayed(spark, tmp_path):
    cases = []
    for name, numbers in (("before", (1, 2, 3)), ("after", (2, 3, 4))):
        (tmp_path / name).mkdir()
        messages = [{"MsgId": bytes([number] * 24), "data": b"x"} for number in numbers]
        (tmp_path / name / "dlq.txt").write_text(dump(messages, "DLQ"))
        cases.append(open_case(spark, tmp_path / name))
    rows = {(row.attribute[:2], row.object, row.kind) for row in changes(*cases, everything=True).collect()}
    moved = {("01", "DLQ", "vanished"), ("04", "DLQ", "appeared")}
    assert rows == moved | {("02", "DLQ", "stayed"), ("03", "DLQ", "stayed")}
    assert {(row.attribute[:2], row.object, row.kind) for row in changes(*cases).collect()} == moved


def test_a_change_before_the_dead_letters_that_it_gives_is_their_cause_and_stands_first(spark, tmp_path):
    from mqforensics.questions import all_findings, ask

    shown = (SAMPLES / "dlq_put_inhibited" / "dlq.txt").read_text()
    (tmp_path / "dlq.txt").write_text(shown)
    letter = open_case(spark, tmp_path).messages.select("dlh.*", "dlq_time").orderBy("dlq_time").first()
    (tmp_path / "dlq.txt").write_text(f"$ amqsbcg DLQ {letter.DestQMgrName.strip()}\n{shown}")
    before = date.fromisoformat(letter.PutDate) - timedelta(days=2)
    for name, put, alt in (("a", "ENABLED", "2020-01-01"), ("b", "DISABLED", before.isoformat())):
        text = capture(letter.DestQName, put=put).replace("QM1", letter.DestQMgrName).replace("2026-03-02", alt)
        (tmp_path / f"{name}.txt").write_text(text)
    case = open_case(spark, tmp_path)
    first = all_findings(case)[0]
    assert (first.code, first.object, first.queue_manager) == ("CAUSE", letter.DestQName, letter.DestQMgrName)
    assert first.statement.startswith("PUT of QLOCAL") and "(2051)" in first.statement
    assert ask(case, "timeline").headline == first.statement and ask(case, "changes").findings[0].code == "DEFINITION"
