"""Poison messages of a case: states, ways out, marks, logs; each on stand-in cases, then on the sample cases."""

from typing import ClassVar

import pytest

from mqforensics import Case as WholeCase
from mqforensics import poison as front_door
from mqforensics.case.given import Given
from mqforensics.formats import amqerr, clientlog, mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import CALLS, LOG, MESSAGES, OBJECTS
from mqforensics.questions.finding import frame
from mqforensics.questions.poison import answer, poison
from tests.questions.suggested import suggested
from tests.writers.amqsbcg import BLANK
from tests.writers.poison_cases import FILES, SAMPLES, queue, session

TABLES = {"messages": MESSAGES, "objects": OBJECTS, "log": LOG, "calls": CALLS}
ID = bytes(range(24))


def message(number=1, queue="Q1", count=0, file="dump.txt", dlh=None, properties=None, **md):
    md = {**BLANK, "BackoutCount": count, "Persistence": 1, "MsgId": ID, **md}
    dead = (
        {"StrucId": "DLH", "Version": 1, "DestQMgrName": "QM1", "PutApplType": 6, "PutApplName": "amqrmppa", **dlh}
        if dlh
        else None
    )
    return {
        "file": file,
        "number": number,
        "queue": queue,
        "md": md,
        "dlh": dead,
        "properties": list((properties or {}).items()),
    }


def read(text: str, file: str = "QM1.txt", format=mqsc) -> list[dict]:
    return list(format.read(FileSlice(text.encode(), file)))


def defined(name="Q1", threshold=1, backout=" ", deadq=" ", more=(), file="QM1.txt", extra=()):
    reply = (f"DISPLAY QLOCAL({name}) ALL", "AMQ8409I: Display Queue details.", f"QUEUE({name})", "TYPE(QLOCAL)",
             f"BOQNAME({backout})", f"BOTHRESH({threshold})", *more)  # fmt: skip
    manager = ("DISPLAY QMGR DEADQ", "AMQ8408I: Display Queue Manager details.", "QMNAME(QM1)", f"DEADQ({deadq})")
    return read(session(reply, *extra, *([manager] if deadq is not None else [])), file)


BACKOUT = queue("Q1_BO", " ", 0, 2)


class Case(WholeCase):
    """A stand-in for a case: its tables are given."""

    formats: ClassVar[dict] = {}
    settings: ClassVar[dict] = {}
    given: ClassVar[Given] = Given()

    def __init__(self): ...


@pytest.fixture(scope="module")
def make(spark):
    import pyarrow as pa

    def case(settings=None, **tables):
        frames = {
            name: spark.createDataFrame(pa.Table.from_pylist(tables.get(name) or [], schema))
            for name, schema in TABLES.items()
        }
        has = set(tables).__contains__
        made = Case()
        vars(made).update(spark=spark, has=has, settings=settings or {}, name="stand-in", made={}, **frames)
        return made

    return case


def told(case, **kwargs) -> list:
    return frame(case.spark, answer(case, **kwargs).findings).collect()


def codes(case, **kwargs) -> dict[str, str]:
    rows = told(case, **kwargs)
    assert all(row.question == "poison" and row.evidence for row in rows)
    assert all(
        suggested(row) or row.code in ("CAME_AS_POISON", "LISTENER_STOPS_FIRST", "NO_BACKOUT_QUEUE") for row in rows
    )
    assert all(row.statement.endswith((".", "!")) and "None" not in row.statement for row in rows), rows
    return {row.code: row.severity for row in rows}


def states(case, **kwargs) -> list[tuple]:
    return [(row.number, row.state, row.outcome) for row in poison(case, **kwargs).collect()]


def test_the_state_of_each_message(make):
    dump = [message(n, count=n) for n in range(6)]
    objects = defined(threshold=3, backout="Q1_BO", extra=(BACKOUT,))
    assert states(make(messages=dump, objects=objects)) == [
        (1, "RETRIED", "BACKOUT_QUEUE"), (2, "POISON_NEXT", "BACKOUT_QUEUE"), (3, "POISON_NOW", "BACKOUT_QUEUE"),
        (4, "POISON_NOW", "BACKOUT_QUEUE"), (5, "POISON_NOW", "BACKOUT_QUEUE"),
    ]  # fmt: skip
    greater = states(make(messages=dump, objects=objects), comparison="greater")
    assert [state for _, state, _ in greater] == ["RETRIED", "RETRIED", "POISON_NEXT", "POISON_NOW", "POISON_NOW"]


def test_columns_of_the_front_door(make):
    case = make(messages=[message(count=1)], objects=defined(backout="Q1_BO", extra=(BACKOUT,)))
    (row,) = front_door(case).collect()
    assert (row.queue_manager, row.threshold, row.backout_queue, row.destination) == ("QM1", 1, "Q1_BO", "Q1_BO")
    assert bytes(row.msg_id) == ID and row.client is None and row.came_as is None


def test_every_kind_of_message_has_its_own_end(make):
    dump = [message(1, count=2), message(2, count=2, Persistence=0), message(3, count=2, Report=0x08000000)]
    ends = [outcome for _, _, outcome in states(make(messages=dump, objects=defined(deadq="DLQ")))]
    assert ends == ["DEAD_LETTER_QUEUE", "DEAD_LETTER_QUEUE", "DISCARDED"]
    ends = [outcome for _, _, outcome in states(make(messages=dump, objects=defined(deadq=" ")))]
    assert ends == ["ROLLED_BACK", "ROLLED_BACK", "DISCARDED"]
    port = {"poison": {"queue": "Q1", "listener": "port"}}
    ends = [outcome for _, _, outcome in states(make(port, messages=dump, objects=defined(deadq=" ")))]
    assert ends == ["LISTENER_STOPS", "DISCARDED", "DISCARDED"]


def test_a_count_that_is_lost_is_no_rollback(make):
    dump = [message(1, count=None, queue="DLQ"), message(2, count=None), message(3, count=1)]
    assert [number for number, _, _ in states(make(messages=dump, objects=defined(deadq="DLQ")))] == [3]


def test_what_is_not_shown_is_not_guessed(make):
    dump = [message(count=2)]
    assert states(make(messages=dump, objects=defined(deadq=None))) == [(1, "POISON_NOW", "UNKNOWN")]
    without = states(make(messages=dump))
    assert without == [(1, "UNKNOWN", None)]
    (row,) = told(make(messages=dump))
    assert (row.code, row.severity) == ("UNKNOWN", "warning")
    assert "DISPLAY QLOCAL('Q1') BOTHRESH BOQNAME" in suggested(row) and "DISPLAY QMGR DEADQ" in suggested(row)
    (row,) = told(make(messages=[message(count=2, queue=None)]))
    assert row.code == "UNKNOWN" and "does not name" in row.statement and "QLOCAL(*)" in suggested(row)
    (row,) = told(make(messages=[message(count=2, queue='$(x)"')]))
    assert "$(x)" not in suggested(row)
    twice = defined(threshold=1) + defined(threshold=5, file="other.txt")
    (row,) = [row for row in told(make(messages=dump, objects=twice)) if row.code == "UNKNOWN"]
    assert "BOTHRESH(1) in QM1.txt line 8 but BOTHRESH(5) in other.txt line 8" in row.statement


def test_poison_now_and_next(make):
    objects = defined(threshold=2, backout="Q1_BO", extra=(BACKOUT,))
    case = make(messages=[message(1, count=1), message(2, count=7), message(3, count=2)], objects=objects)
    rows = {row.code: row for row in told(case)}
    assert set(rows) == {"POISON_NOW", "POISON_NEXT"}
    now = rows["POISON_NOW"]
    assert "2 messages on Q1 of QM1 are poison now: BackoutCount up to 7 against BOTHRESH(2)" in now.statement
    assert "moves them to the backout queue Q1_BO" in now.statement
    assert [(e.file, e.number, e.line) for e in now.evidence] == [
        ("dump.txt", 2, None), ("dump.txt", 3, None), ("QM1.txt", None, 8),
    ]  # fmt: skip
    assert "DISPLAY QSTATUS('Q1') TYPE(HANDLE) ALL" in suggested(now) and "amqsbcg" not in suggested(now)


def test_threshold_zero(make):
    case = make(messages=[message(count=9)], objects=defined(threshold=0, more=("NOHARDENBO",)))
    rows = {row.code: row for row in told(case)}
    assert {code: row.severity for code, row in rows.items()} == {
        "THRESHOLD_ZERO": "critical",
        "NO_BACKOUT_QUEUE": "critical",
    }
    assert "BackoutCount 9" in rows["THRESHOLD_ZERO"].statement
    assert "DEFINE QLOCAL('Q1_BO')" in suggested(
        rows["THRESHOLD_ZERO"]
    ) and "BOTHRESH(3) BOQNAME('Q1_BO')" in suggested(rows["THRESHOLD_ZERO"])
    assert "NOHARDENBO" not in rows["THRESHOLD_ZERO"].statement, "only z/OS may forget the count"
    fresh = make(messages=[message(count=0)], objects=defined(threshold=0))
    assert codes(fresh) == {}, "a queue like any other is no finding"
    unused = make(objects=defined(threshold=0, backout="Q1_BO", extra=(BACKOUT,)))
    assert codes(unused) == {"THRESHOLD_ZERO": "warning"}


NOT_FOUND = ("DISPLAY QUEUE(Q1_BO)", "AMQ8147E: IBM MQ object Q1_BO not found.")
ALONE = ("DISPLAY CLUSQMGR(*)", "AMQ8147E: IBM MQ object * not found.")


@pytest.mark.parametrize(("extra", "says", "mends"), [
    ((NOT_FOUND, ALONE), "Q1_BO is not defined at QM1", "DEFINE QLOCAL('Q1_BO')"),
    (((*BACKOUT[:-1], "PUT(DISABLED)"),), "is put-inhibited", "ALTER QLOCAL('Q1_BO') PUT(ENABLED)"),
    ((queue("Q1_BO", " ", 0, 5000),), "is full", "ALTER QLOCAL('Q1_BO') MAXDEPTH(10000)"),
])  # fmt: skip
def test_a_backout_queue_that_takes_nothing(make, extra, says, mends):
    objects = defined(backout="Q1_BO", deadq="DLQ", extra=extra)
    row = next(row for row in told(make(objects=objects)) if row.code == "NO_BACKOUT_QUEUE")
    assert says in row.statement and "dead-letter queue DLQ" in row.statement and mends in suggested(row)
    assert row.severity == "warning" and len(row.evidence) >= 2
    (state,) = states(make(messages=[message(count=1)], objects=objects))
    assert state == (1, "POISON_NOW", "DEAD_LETTER_QUEUE")
    critical = make(messages=[message(count=1)], objects=defined(backout="Q1_BO", deadq=" ", extra=extra))
    assert codes(critical) == {"POISON_NOW": "critical", "NO_BACKOUT_QUEUE": "critical"}


def test_a_jms_client_that_dead_letters_or_discards_also_makes_the_report_that_was_asked_for(make):
    asked = {"Report": 0x07000000, "ReplyToQ": "REPLY"}
    dump = [message(1, count=2, **asked), message(2, count=2), message(3, count=2, Report=0x01000000)]
    case = make(messages=dump, objects=defined(deadq="DLQ"))
    assert [row.report_to for row in poison(case).collect()] == ["REPLY", None, None]
    (now,) = [row for row in told(case) if row.code == "POISON_NOW"]
    assert "For 1 message it also puts an exception report to the reply-to queue" in now.statement
    moved = make(messages=dump, objects=defined(backout="Q1_BO", extra=(BACKOUT,)))
    assert [row.report_to for row in poison(moved).collect()] == [None] * 3


def test_a_backout_queue_is_not_defined_like_its_queue_in_what_would_hide_or_double_messages(make):
    name = "A" * 30
    shown = defined(name, threshold=0, more=("STREAMQ(COPY)", "CAPEXPRY(100)"))
    (row,) = [
        r for r in told(make(messages=[message(count=1, queue=name)], objects=shown)) if r.code == "NO_BACKOUT_QUEUE"
    ]
    define = suggested(row)
    assert f"DEFINE QLOCAL('{name}_BO') LIKE('{name}') PUT(ENABLED) GET(ENABLED)" in define
    assert "STREAMQ(' ') CAPEXPRY(NOLIMIT)" in define and "CLUSTER(' ') CLUSNL(' ')" in define
    assert "until they open the queue again" in row.statement
    assert "STREAMQ" not in suggested(told(make(messages=[message(count=1)], objects=defined(threshold=0)))[0])


def test_the_listener_stops_first(make):
    objects = defined(threshold=5, backout="Q1_BO", extra=(BACKOUT,))
    for listener, retries, stops in (("port", 5, True), ("port", 6, False), ("spec", 4, True), ("spec", 5, False)):
        note = {"queue": "Q1", "client": "jms", "listener": listener, "retries": retries}
        found = codes(make({"poison": [note]}, objects=objects))
        assert ("LISTENER_STOPS_FIRST" in found) == stops, note
    (row,) = told(make({"poison": {"queue": "Q1", "listener": "port", "retries": 3}}, objects=objects))
    assert "stops after 3 failed deliveries" in row.statement and "BOTHRESH(2)" in suggested(row)
    odd = [{"queue": "Q1", "listener": "tap", "retries": "many"}, "x", {"listener": "port"}]
    assert codes(make({"poison": odd}, objects=objects)) == {}


def test_which_client_reads(make):
    def handle(tag):
        extra = ("DISPLAY QSTATUS(Q1) TYPE(HANDLE) ALL", "AMQ8450I: Display queue status details.", "QUEUE(Q1)",
                 "TYPE(HANDLE)", f"APPLTAG({tag})", "CHANNEL(APP.SVRCONN)", "INPUT(SHARED)")  # fmt: skip
        return defined(backout="Q1_BO", extra=(BACKOUT, extra))

    dump = [message(count=3)]
    ends = {}
    for tag in ("WebSphere MQ Client for Java", "/opt/mqm/samp/bin/amqsget", "ledger"):
        (row,) = poison(make(messages=dump, objects=handle(tag))).collect()
        ends[tag] = (row.client, row.outcome)
    assert list(ends.values()) == [("jms", "BACKOUT_QUEUE"), ("mqi", "ROLLED_BACK"), (None, "BACKOUT_QUEUE")]
    row = next(r for r in told(make(messages=dump, objects=handle("amqsget"))) if r.code == "POISON_NOW")
    assert "unless it looks at BackoutCount itself" in row.statement
    row = next(r for r in told(make(messages=dump, objects=handle("ledger"))) if r.code == "POISON_NOW")
    assert (
        "The reader in the evidence is ledger. It is not known whether the next reader applies BOTHRESH."
        in row.statement
    )
    assert "A count above BOTHRESH argues against a reader that applies it" in row.statement
    row = next(r for r in told(make(messages=[message(count=1)], objects=defined(backout="Q1_BO", extra=(BACKOUT,)))))
    assert "The evidence does not show which client reads the queue." in row.statement and "argues" not in row.statement
    status = ("DISPLAY CHSTATUS(*) ALL", "AMQ8417I: Display Channel Status details.", "CHANNEL(APP.SVRCONN)",
              "CHLTYPE(SVRCONN)", "CURRENT", "RPRODUCT(MQJM)", "STATUS(RUNNING)", "SUBSTATE(RECEIVE)")  # fmt: skip
    objects = handle("ledger") + read(session(status), "chs.txt")
    assert poison(make(messages=dump, objects=objects)).collect()[0].client == "jms"
    calls = [{"file": "t.json", "verb": "MQGET", "queue": "Q1", "application": "WebSphere MQ Client for Java"}]
    case = make(messages=dump, objects=defined(backout="Q1_BO", extra=(BACKOUT,)), calls=calls)
    assert poison(case).collect()[0].client == "jms"


def handle(tag, queue="Q1"):
    return (f"DISPLAY QSTATUS({queue}) TYPE(HANDLE) ALL", "AMQ8450I: Display queue status details.", f"QUEUE({queue})",
            "TYPE(HANDLE)", f"APPLTAG({tag})", "INPUT(SHARED)")  # fmt: skip


def test_readers_of_several_kinds_are_named_and_none_is_taken_for_the_next(make):
    java = "WebSphere MQ Client for Java"
    both = defined(threshold=3, backout="Q1_BO", extra=(BACKOUT, handle("ledger"), handle(java)))
    case = make(messages=[message(count=3)], objects=both)
    (row,) = told(case)
    assert poison(case).collect()[0].client is None
    assert (
        f"The readers in the evidence are ledger, {java}. It is not known whether the next reader applies BOTHRESH."
        in row.statement
    )
    assert {at.line for at in row.evidence if at.line} > {8}, "each reader is cited"
    other = read(session(handle(java)).replace("QM1", "QM2"), "QM2.txt")
    case = make(messages=[message(count=3)], objects=defined(threshold=3, backout="Q1_BO", extra=(BACKOUT,)) + other)
    assert poison(case).collect()[0].client is None, "a reader at another queue manager reads another queue"


def test_the_queue_manager_that_a_dump_names_is_the_only_one_that_counts(make):
    dump = [{**message(1, count=3), "dump_queue_manager": "QM2"}, {**message(2, count=3), "dump_queue_manager": "QM1"}]
    case = make(messages=dump, objects=defined(threshold=3, backout="Q1_BO", extra=(BACKOUT,)))
    found = [(row.queue_manager, row.state, row.outcome) for row in poison(case).collect()]
    assert found == [("QM2", "UNKNOWN", None), ("QM1", "POISON_NOW", "BACKOUT_QUEUE")]
    (row,) = [row for row in told(case) if row.code == "UNKNOWN"]
    assert "does not show the queue's BOTHRESH" in row.statement and "on Q1 of QM2" in row.statement
    assert all("runmqsc QM2" in line for line in suggested(row).splitlines()) and "QLOCAL('Q1')" in suggested(row)
    there = {**message(3, "Q1_BO"), "dump_queue_manager": "QM2"}
    assert poison(make(messages=[there], objects=defined(backout="Q1_BO", extra=(BACKOUT,)))).count() == 0


MEMBER = ("DISPLAY CHANNEL(*)", "AMQ8414I: Display Channel details.", "CHANNEL(CL.QM1)", "CHLTYPE(CLUSRCVR)")


@pytest.mark.parametrize(("more", "outcome", "says"), [
    ((NOT_FOUND, ALONE), "DEAD_LETTER_QUEUE", "puts it to the dead-letter queue DLQ with reason 2085"),
    ((NOT_FOUND,), "UNKNOWN", "QM1 has no queue Q1_BO, and the evidence does not show whether QM1 is in a cluster"),
    ((NOT_FOUND, MEMBER), "UNKNOWN", "QM1 has no queue Q1_BO, but it may be a cluster queue"),
])  # fmt: skip
def test_a_backout_queue_that_only_another_queue_manager_has(make, more, outcome, says):
    elsewhere = read(session(BACKOUT).replace("QM1", "QM2"), "QM2.txt")
    objects = defined(threshold=3, backout="Q1_BO", deadq="DLQ", extra=more) + elsewhere
    case = make(messages=[message(count=3)], objects=objects)
    assert states(case) == [(1, "POISON_NOW", outcome)]
    row = next(row for row in told(case) if row.code == "POISON_NOW")
    assert says in row.statement and "moves it" not in row.statement
    assert outcome != "UNKNOWN" or suggested(row) == "echo \"DISPLAY QCLUSTER('Q1_BO') ALL\" | runmqsc QM1"


def test_a_backout_queue_that_leads_back_to_its_queue_is_none(make):
    alias = ("DISPLAY QALIAS(BACK)", "AMQ8409I: Display Queue details.", "QUEUE(BACK)", "TYPE(QALIAS)", "TARGET(Q1)")
    case = make(messages=[message(count=3)], objects=defined(threshold=3, backout="BACK", deadq="DLQ", extra=(alias,)))
    assert codes(case) == {"POISON_NOW": "critical", "NO_BACKOUT_QUEUE": "critical"}
    now, none = told(case)
    assert "to the backout queue BACK, which leads back to Q1, again and again" in now.statement
    assert "its backout queue BACK leads back to Q1" in none.statement
    assert "BOQNAME('Q1_BO')" in suggested(none) and "DEFINE QLOCAL('Q1_BO')" in suggested(none)


@pytest.mark.parametrize(("deadq", "says"), [
    (" ", "gets it again and again: QM1 has no dead-letter queue"), ("DLQ", "gets it again and again: DLQ is the dead-letter queue"),
])  # fmt: skip
def test_why_a_poison_message_does_not_come_to_the_dead_letter_queue_is_told(make, deadq, says):
    shut = ("DISPLAY QLOCAL(DLQ)", "AMQ8409I: Display Queue details.", "QUEUE(DLQ)", "TYPE(QLOCAL)", "PUT(DISABLED)")
    case = make(messages=[message(count=3)], objects=defined(threshold=3, deadq=deadq, extra=(shut,)))
    for found in told(case):
        assert says in found.statement, found.statement
        assert ("PUT(DISABLED)" in found.statement) == (deadq == "DLQ")


def test_an_alias_as_backout_queue_fails_where_its_base_does(make):
    def alias(*more):
        return (
            "DISPLAY QALIAS(SIDE)",
            "AMQ8409I: Display Queue details.",
            "QUEUE(SIDE)",
            "TYPE(QALIAS)",
            "TARGET(Q1_BO)",
            "TARGTYPE(QUEUE)",
            *more,
        )

    shut = (*BACKOUT[:-1], "PUT(DISABLED)")
    for extra, says, mends in (
        ((alias(), shut), "is put-inhibited", "ALTER QLOCAL('Q1_BO') PUT(ENABLED)"),
        ((alias("PUT(DISABLED)"), BACKOUT), "is put-inhibited", "ALTER QALIAS('SIDE') PUT(ENABLED)"),
        ((alias(), NOT_FOUND, ALONE), "its BOQNAME is SIDE, and Q1_BO is not defined at QM1", "DISPLAY QUEUE('SIDE') TARGET"),
    ):  # fmt: skip
        (row,) = told(make(objects=defined(backout="SIDE", deadq="DLQ", extra=extra)))
        assert says in row.statement and mends in suggested(row), row


def test_a_remote_backout_queue_fails_where_its_transmission_queue_does(make):
    remote = ("DISPLAY QREMOTE(SIDE)", "AMQ8409I: Display Queue details.", "QUEUE(SIDE)", "TYPE(QREMOTE)", "RNAME(Q1_BO)",
              "RQMNAME(QM2)", "XMITQ(TO.QM2)", "PUT(ENABLED)")  # fmt: skip
    (row,) = told(make(objects=defined(backout="SIDE", deadq="DLQ", extra=(remote, queue("TO.QM2", " ", 0, 5000)))))
    assert row.code == "NO_BACKOUT_QUEUE" and "its BOQNAME is SIDE, and TO.QM2 at QM1 is full" in row.statement
    assert "MAXDEPTH(" not in suggested(row)


def test_a_message_that_is_too_long_for_the_backout_queue_does_not_go_there(make):
    dump = [{**message(n, count=3), "data_length": 100 * n} for n in (1, 2)]
    short = (*BACKOUT, "MAXMSGL(100)")
    case = make(messages=dump, objects=defined(threshold=3, backout="Q1_BO", deadq="DLQ", extra=(short,)))
    assert states(case) == [(1, "POISON_NOW", "BACKOUT_QUEUE"), (2, "POISON_NOW", "DEAD_LETTER_QUEUE")]
    [said] = [row.statement for row in told(case) if "MSG_TOO_BIG" in row.statement]
    assert "It is longer than the 100 bytes that the backout queue Q1_BO takes." in said
    case = make(messages=dump, objects=defined(threshold=3, backout="Q1_BO", deadq=" ", extra=(short,)))
    assert states(case)[1] == (2, "POISON_NOW", "ROLLED_BACK")


def test_a_backout_queue_that_is_the_dead_letter_queue_gets_what_its_handler_leaves_there(make):
    dead = queue("DLQ", " ", 0, 0)
    case = make(messages=[message(count=3)], objects=defined(threshold=3, backout="DLQ", deadq="DLQ", extra=(dead,)))
    assert (
        "moves it to the backout queue DLQ, the dead-letter queue, without an MQDLH: its handler leaves it there."
        in told(case)[0].statement
    )
    case = make(
        messages=[message(count=3)], objects=defined(threshold=3, backout="Q1_BO", deadq="DLQ", extra=(BACKOUT,))
    )
    assert "to the backout queue Q1_BO." in told(case)[0].statement


def test_backout_queues_that_lead_back_to_each_other_are_no_way_out(make):
    dump = [message(1, count=3), message(2, queue="Q1_BO", count=0), message(3, count=0)]
    for threshold, circle in ((2, True), (0, False)):
        back = (*BACKOUT[:2], "QUEUE(Q1_BO)", "TYPE(QLOCAL)", "BOQNAME(Q1)", f"BOTHRESH({threshold})")
        case = make(messages=dump, objects=defined(threshold=3, backout="Q1_BO", deadq="DLQ", extra=(back,)))
        rows = told(case)
        none = {row.object for row in rows if row.code == "NO_BACKOUT_QUEUE"}
        came = {row.object for row in rows if row.code == "CAME_AS_POISON"}
        assert none == ({"Q1", "Q1_BO"} if circle else set()) and ("Q1_BO" in came) != circle
        assert any("leads back to Q1" in row.statement for row in rows) == circle


def test_a_dead_letter_of_a_jms_client_tells_who_reads_the_queue(make):
    dlh = {"Reason": 2053, "DestQName": "Q1_BO", "PutApplType": 28, "PutApplName": "MQ JMS ConnectionConsumer"}
    objects = defined(threshold=3, backout="Q1_BO", deadq="DLQ", extra=(queue("Q1_BO", " ", 0, 5000),))
    (row,) = [row for row in told(make(objects=objects)) if row.code == "NO_BACKOUT_QUEUE"]
    assert "The evidence does not show which client" in row.statement and "a JMS client" in row.statement
    case = make(messages=[message(queue="DLQ", dlh=dlh)], objects=objects)
    (row,) = [row for row in told(case) if row.code == "NO_BACKOUT_QUEUE"]
    assert "The evidence does not show which client" not in row.statement and "the JMS client puts it" in row.statement
    log = read(
        f"JMSWMQ1116: Message '{'41' * 24}' of queue 'Q1' was put to the dead-letter queue.\n", "j.log", clientlog
    )
    (row,) = [row for row in told(make(log=log, objects=objects)) if row.code == "NO_BACKOUT_QUEUE"]
    assert "The evidence does not show which client" not in row.statement


def test_a_listener_that_stopped_is_of_the_queue_whose_messages_were_rolled_back_so_often(make):
    text = "[10/31/13 10:15:00:123 EDT] 00000042 MDBListenerIm I   WMSG0036E: Maximum message delivery retry count of 2 reached\n"
    log, objects = read(text, "SystemOut.log", clientlog), defined(threshold=5, backout="Q1_BO", extra=(BACKOUT,))
    for count, probable in ((2, True), (3, False)):
        rows = told(make(log=log, messages=[message(count=count)], objects=objects))
        (row,) = [row for row in rows if row.code == "LISTENER_STOPS_FIRST"]
        assert ("Probably it read Q1 of QM1" in row.statement) == probable == (row.object == "Q1")
        assert ("CURDEPTH IPPROCS" in suggested(row)) == probable


def test_a_client_that_cannot_convert_may_be_why_a_message_is_rolled_back(make):
    failed = ("2026-03-10 14:38:01,004 ERROR [lst-1] Shop\ncom.ibm.msg.client.jms.DetailedMessageFormatException: JMSCMQ1000: Failed.\n"
              "Caused by: com.ibm.mq.MQException: JMSCMQ0001: call failed with compcode '1' reason '{}'.\n")  # fmt: skip
    for code, said in ((2110, True), (2033, False)):
        log = read(failed.format(code), "shop.log", clientlog)
        (row,) = [
            row
            for row in told(make(log=log, messages=[message(count=6)], objects=defined(threshold=0)))
            if row.code == "THRESHOLD_ZERO"
        ]
        assert (
            ("A client's log has 2110 MQRC_FORMAT_ERROR" in row.statement)
            == said
            == ("shop.log" in {e.file for e in row.evidence})
        )


def test_rollbacks_of_a_channel_or_of_the_dead_letter_handler_are_no_matter_of_a_threshold(make):
    channel = (
        "DISPLAY CHANNEL(TO.QM2)",
        "AMQ8414I: Display Channel details.",
        "CHANNEL(TO.QM2)",
        "CHLTYPE(SDR)",
        "XMITQ(Q1)",
    )
    sent = [message(1, count=6, Format="MQXMIT"), message(2, count=6)]
    for more, command in (((channel,), "DISPLAY CHSTATUS('TO.QM2') ALL"), ((), "CHSTATUS(*) WHERE(XMITQ EQ 'Q1')")):
        case = make(messages=sent, objects=defined(threshold=0, more=("USAGE(XMITQ)",), extra=more))
        assert states(case) == [(1, "ROLLED_BACK", None), (2, "ROLLED_BACK", None)]
        (row,) = told(case)
        assert (row.code, row.severity) == ("ROLLED_BACK", "warning")
        assert "The queue is a transmission queue, read by a channel." in row.statement
        assert command in suggested(row) and "BOQNAME(" not in suggested(row) and "JMS" not in row.statement
    (row, *_) = told(make(messages=sent))
    assert "By the format MQXMIT" in row.statement and row.code == "ROLLED_BACK"
    for tags, mends in (
        (("runmqdlq",), "DISPLAY QSTATUS('DLQ') TYPE(QUEUE)"),
        ((), "DISPLAY QSTATUS('DLQ') TYPE(HANDLE)"),
    ):
        objects = defined("DLQ", threshold=0, deadq="DLQ", extra=[handle(tag, "DLQ") for tag in tags])
        (row,) = told(make(messages=[message(count=4, queue="DLQ")], objects=objects))
        assert row.code == "ROLLED_BACK" and "The queue is the dead-letter queue" in row.statement
        assert all(tag in row.statement for tag in tags) and mends in suggested(row) and "DEFINE" not in suggested(row)
    normal = defined(threshold=3, backout="Q1_BO", more=("USAGE(NORMAL)",), extra=(BACKOUT,))
    assert states(make(messages=sent[:1], objects=normal)) == [(1, "POISON_NOW", "BACKOUT_QUEUE")]


def test_a_queue_that_is_shown_empty_besides_its_dump(make):
    objects = defined(threshold=3, backout="Q1_BO", more=("CURDEPTH(0)",), extra=(BACKOUT,))
    (row,) = told(make(messages=[message(count=3)], objects=objects))
    assert "was poison when the dump was made" in row.statement and "is poison now" not in row.statement
    assert "also shows CURDEPTH(0)" in row.statement and row.code == "POISON_NOW"
    assert ("QM1.txt", 9) in {(at.file, at.line) for at in row.evidence}


IN_DOUBT = """$ dspmqtrn -m QM1
AMQ7056I: Transaction number 0,2449.
     XID: formatID 5067085, gtrid_length 14, bqual_length 4
          gtrid [3291A5060000201374657374]
          bqual [00000001]
AMQ7056I: Transaction number 0,2450 heuristically rolled back.
"""


def test_transactions_in_doubt_hide_messages_that_may_come_back(make):
    head = ("DISPLAY CONN(*) ALL", "AMQ8276I: Display Connection details.", "CONN(414D51435953)", "TYPE(CONN)")
    states_ = ("XA", "PREPARED"), ("XA", "ACTIVE"), ("QMGR", "PREPARED")
    shown = [(*head, f"UOWTYPE({kind})", f"UOWSTATE({state})") for kind, state in states_]
    case = make(objects=[*read(IN_DOUBT, "trn.txt"), *defined(threshold=3, backout="Q1_BO", extra=(BACKOUT, *shown))])
    (row,) = [row for row in told(case) if row.code == "IN_DOUBT"]
    assert row.queue_manager == "QM1" and row.statement.startswith("2 transactions of QM1 are in doubt (")
    assert "0,2449" in row.statement and "0,2450" not in row.statement and "414D51435953" in row.statement
    assert ("trn.txt", 2) in {(at.file, at.line) for at in row.evidence} and len(row.evidence) == 2
    assert [one.effect for one in row.next] == ["looks"] * 2 and "dspmqtrn -m QM1" in suggested(row)


@pytest.mark.parametrize(("listener", "said"), [("port", True), (None, False)])
def test_a_connection_consumer_stops_for_a_persistent_message_and_discards_another(make, listener, said):
    settings = {"poison": {"queue": "Q1", "listener": listener, "retries": None} if listener else {"queue": "Q1"}}
    case = make(settings, messages=[message(count=3)], objects=defined(threshold=3, backout=" "))
    [row] = [row for row in told(case) if row.code == "NO_BACKOUT_QUEUE"]
    assert ("discards a nonpersistent one" in row.statement) == said and (("leaves it there" in row.statement) == said)


def test_messages_that_came_as_poison(make):
    shared = (
        defined(backout="Q1_BO", deadq="DLQ", extra=(BACKOUT,))
        + defined("Q2", backout="ALL_BO")
        + defined("Q3", backout="ALL_BO")
    )
    client = {"PutApplType": 28, "PutApplName": "MQ JMS ConnectionConsumer"}
    dump = [
        message(1, "Q1_BO"), message(2, "ALL_BO"), message(3, "ALL_BO", properties={"jms.Dst": "queue:///Q3?targetClient=1"}),
        message(4, "DLQ", dlh={"Reason": 2362, "DestQName": "Q9", **client}),
        message(5, "DLQ", dlh={"Reason": 2053, "DestQName": "Q1_BO", **client}),
        message(6, "DLQ", dlh={"Reason": 2363, "DestQName": "Q9", **client}),
        message(7, "DLQ", dlh={"Reason": 2053, "DestQName": "Q1"}), message(8, "Q1"),
    ]  # fmt: skip
    case = make(messages=dump, objects=shared)
    assert [(row.number, row.came_as, row.source_queue) for row in poison(case).collect()] == [
        (1, "on a backout queue", "Q1"), (2, "on a backout queue", None), (3, "on a backout queue", "Q3"),
        (4, "MQDLH reason 2362", "Q9"), (5, "put by MQ JMS ConnectionConsumer with reason 2053", "Q1"),
    ]  # fmt: skip
    rows = [row for row in told(case) if row.code == "CAME_AS_POISON"]
    assert len(rows) == 5
    first = next(row for row in rows if "Q1_BO" in row.statement)
    assert first.statement == "1 message is on Q1_BO, a backout queue, so it probably came as poison from Q1."
    assert any(
        "on ALL_BO, a backout queue, so it probably came as poison from Q2 or Q3." in row.statement for row in rows
    )
    assert any("on DLQ came there as poison from Q9 (MQDLH reason 2362)" in row.statement for row in rows)
    assert "DISPLAY QSTATUS('Q1') TYPE(HANDLE) ALL" in suggested(first), "the dump of Q1_BO is there"
    assert [(e.file, e.line, e.number) for e in first.evidence] == [("dump.txt", None, 1), ("QM1.txt", 8, None)]


@pytest.mark.parametrize(("other", "moved"), [(ID, True), (bytes(24 * [7]), False)])
def test_a_message_that_the_backout_queue_has_as_well_was_moved_since(make, other, moved):
    objects = defined(threshold=3, backout="Q1_BO", extra=(BACKOUT,))
    dump = [message(count=3), message(2, "Q1_BO", file="later.txt", MsgId=other)]
    (row,) = [row for row in told(make(messages=dump, objects=objects)) if row.code == "POISON_NOW"]
    assert ("Q1_BO has a message of the same MsgId: it was moved there since." in row.statement) == moved
    assert ("At the next read" in row.statement) == (not moved)


def test_the_destination_of_a_put_that_failed_is_the_backout_queue(make):
    client = {"PutApplType": 28, "PutApplName": "MQ JMS ConnectionConsumer"}
    case = make(messages=[message(1, "DLQ", dlh={"Reason": 2053, "DestQName": "Q1_BO", **client})])
    assert [row.source_queue for row in poison(case).collect()] == [None]
    (row,) = [row for row in told(case) if row.code == "CAME_AS_POISON"]
    assert (
        "came there as poison from a queue that the evidence does not show" in row.statement
        and "from Q1_BO" not in row.statement
    )


def test_a_backout_queue_needs_a_reader_and_none_of_its_own(make):
    case = make(messages=[message(queue="Q1_BO", count=5)], objects=defined(backout="Q1_BO", extra=(BACKOUT,)))
    (row,) = [row for row in told(case) if "Q1_BO" in row.statement and "rolled back" in row.statement]
    assert suggested(row) and not any(word in one for one in suggested(row) for word in ("DEFINE", "ALTER"))


def test_an_alias_means_its_target(make):
    alias = ("DISPLAY QALIAS(QA)", "AMQ8409I: Display Queue details.", "QUEUE(QA)", "TYPE(QALIAS)", "TARGET(Q1)")
    case = make(messages=[message(count=1, queue="QA")], objects=defined(backout="Q1_BO", extra=(BACKOUT, alias)))
    assert states(case) == [(1, "POISON_NOW", "BACKOUT_QUEUE")]
    assert codes(case) == {"POISON_NOW": "warning"}, "it will be moved, as it should be"


@pytest.mark.parametrize("target", ["SIDE", "BACK", "DEEP"])
def test_aliases_that_lead_to_aliases_lead_to_no_queue(make, target):
    def alias(name, target):
        return (
            f"DISPLAY QALIAS({name})",
            "AMQ8409I: Display Queue details.",
            f"QUEUE({name})",
            "TYPE(QALIAS)",
            f"TARGET({target})",
        )

    aliases = alias("BACK", target), alias("SIDE", "BACK"), alias("DEEP", "Q1_BO")
    messages = [message(count=3), message(number=2, queue="SIDE", count=3)]
    case = make(messages=messages, objects=defined(threshold=3, backout="SIDE", deadq="DLQ", extra=(BACKOUT, *aliases)))
    assert [(row.state, row.backout_queue) for row in poison(case).collect()] == [
        ("POISON_NOW", "SIDE"),
        ("UNKNOWN", None),
    ]
    assert "POISON_NOW" in codes(case)


def test_queue_managers_with_queues_of_one_name(make):
    def of(manager, threshold):
        text = session(("DISPLAY QLOCAL(Q1) ALL", "AMQ8409I: Display Queue details.", "QUEUE(Q1)", "TYPE(QLOCAL)",
                        "BOQNAME( )", f"BOTHRESH({threshold})"))  # fmt: skip
        return read(text.replace("QM1", manager), f"{manager}/defs.txt")

    dump = [
        message(1, count=2, file="A/q1.txt"),
        message(2, count=2, file="B/q1.txt"),
        message(3, count=2, file="c.txt"),
    ]
    case = make(messages=dump, objects=of("A", 2) + of("B", 9))
    found = [(row.number, row.queue_manager, row.state) for row in poison(case).collect()]
    assert found == [(1, "A", "POISON_NOW"), (2, "B", "RETRIED"), (3, None, "UNKNOWN")]
    unknown = next(row for row in told(case) if row.code == "UNKNOWN")
    assert "several queue managers" in unknown.statement and "at A BOTHRESH(2), at B BOTHRESH(9)" in unknown.statement
    assert suggested(unknown) == "amqsbcg Q1 A\namqsbcg Q1 B", "a browse tells whose the dump is"


def test_a_trace_of_one_queue_manager_tells_nothing_of_the_readers_of_another(make):
    calls = [{"file": "t.json", "verb": "MQGET", "queue": "Q1", "application": "WebSphere MQ Client for Java"}]
    for manager, codes_of in (("QM1", {"THRESHOLD_ZERO": "info"}), ("QM2", {}), (None, {"THRESHOLD_ZERO": "info"})):
        traced = [{**calls[0], "queue_manager": manager}]
        assert codes(make(objects=defined(threshold=0), calls=traced)) == codes_of, manager


def test_what_the_logs_say(make):
    lines = (
        "2026-04-20T08:00:00.000Z AMQ7469I: Transactions rolled back to release log space.\n"
        "2026-04-20T08:00:01.000Z AMQ7469I: Transactions rolled back to release log space.\n"
    )
    client = (
        f"JMSWMQ1116: Message '{'41' * 24}' of queue 'Q1' was put to the dead-letter queue.\n"
        f"JMSWMQ1117: Message '{'41' * 24}' of queue 'Q1' was discarded.\n"
        f"JMSWMQ1120: Message '{'41' * 24}' could not be put to queue 'Q1_BO', reason '2053'.\n"
        "[10/31/13 10:15:00:123 EDT] 00000042 MDBListenerIm I   WMSG0036E: Maximum message delivery retry count of 0 reached\n"
    )
    log = read(lines, "qmgrs/QM1/errors/AMQERR01.LOG", amqerr) + read(client, "mqjms.log", clientlog)
    rows = told(make(log=log))
    assert sorted((row.code, row.severity) for row in rows) == [
        ("CAME_AS_POISON", "critical"), ("CAME_AS_POISON", "warning"), ("LISTENER_STOPS_FIRST", "critical"),
        ("NO_BACKOUT_QUEUE", "critical"),
    ]  # fmt: skip
    assert any("reason 2053" in row.statement and row.evidence[0].line == 3 for row in rows)
    case = make(log=log, messages=[message(count=4)], objects=defined(threshold=1, deadq="DLQ"))
    now = next(row for row in told(case) if row.code == "POISON_NOW")
    assert "2 times AMQ7469" in now.statement
    assert ("qmgrs/QM1/errors/AMQERR01.LOG", 2) in {(e.file, e.line) for e in now.evidence}


def test_a_message_below_the_threshold_is_told_with_what_is_left(make):
    case = make(messages=[message(count=3)], objects=defined(threshold=5, backout="Q1_BO", extra=(BACKOUT,)))
    (row,) = told(case)
    assert (row.code, row.severity, row.object) == ("RETRIED", "info", "Q1")
    assert "less often than BOTHRESH(5). 2 more rollbacks make it poison." in row.statement
    assert all(one.effect == "looks" for one in row.next)


def test_a_message_in_several_dumps_of_its_queue_counts_once(make):
    other = bytes(range(1, 25))
    dumps = [message(1, count=1, file="a.txt"), message(1, count=2, file="b.txt"), message(2, count=2, file="b.txt", MsgId=other),
             message(1, count=2, file="c.txt")]  # fmt: skip
    (row,) = [
        row
        for row in told(make(messages=dumps, objects=defined(threshold=2, deadq="DLQ")))
        if row.code.startswith("POISON")
    ]
    assert row.code == "POISON_NOW" and row.statement.startswith("2 messages on Q1 of QM1")
    assert [(at.file, at.number) for at in row.evidence if at.number] == [("b.txt", 1), ("b.txt", 2)]
    twice = [message(1, count=2), message(2, count=2)]
    assert "2 messages on Q1" in told(make(messages=twice, objects=defined(threshold=2, deadq="DLQ")))[0].statement


def test_no_evidence_no_answer(make):
    assert answer(make()) is None
    assert answer(make(messages=[message()])).findings == ()
    assert answer(make(messages=[message()])).headline == "No message of this case is known to be poison."
    assert poison(make()).count() == 0


# ── the sample cases ──


@pytest.mark.parametrize("name", FILES)
def test_the_sample_cases_are_what_their_writer_writes(name):
    assert (SAMPLES / name).read_text(encoding="utf-8") == FILES[name]()


def test_the_loop_and_its_repaired_twin(spark):
    from mqforensics import open_case

    loop, repaired = (open_case(spark, SAMPLES / name) for name in ("poison_loop", "poison_repaired"))
    (before,), (after,) = (poison(case).collect() for case in (loop, repaired))
    assert (before.state, before.outcome, before.backout_count) == ("LOOPING", "ROLLED_BACK", 1)
    assert (after.queue, after.source_queue, after.backout_count) == ("Q1_BO", "Q1", 0)
    assert before.msg_id == after.msg_id, "a backout queue keeps the MsgId"
    assert states(loop, comparison="greater") == [(1, "POISON_NOW", "LISTENER_STOPS")]
    assert codes(loop) == {"THRESHOLD_ZERO": "critical", "NO_BACKOUT_QUEUE": "critical"}
    assert codes(repaired) == {"CAME_AS_POISON": "warning"}
