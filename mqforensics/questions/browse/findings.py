"""The findings of browse-cursor timelines: one a queue and reason."""

from datetime import UTC

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects import case_evidence
from mqforensics.objects.commands import Command, mqsc, why_unfit
from mqforensics.objects.estate import Estate
from mqforensics.questions.answer import Answer
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import BEGIN, handles
from mqforensics.questions.browse.late_reasons import COMMIT_UNKNOWN, rests_on_commit
from mqforensics.questions.browse.message_surroundings import Story, story
from mqforensics.questions.browse.message_timeline import browse_timeline, late_messages
from mqforensics.questions.browse.positions_at import Order
from mqforensics.questions.browse.remaining_messages import remaining_messages
from mqforensics.questions.finding import Evidence, Finding, frame
from mqforensics.spark_compat import ordering, rows_of
from mqforensics.validation import is_name
from mqforensics.words import browse as words
from mqforensics.words.grammar import by_number, count, impact

QUESTION = "browse"
SETTING = "browse"
"""The part of case.json that may hold `late` (seconds), `msgdlvsq` (by queue) and `time_is`."""

QUEUES = ("QLOCAL", "QUEUE")
CITED = 20
ASKED = 5
"""So many queue managers are asked."""
"""So many files are cited for what all of them lack."""

AHEAD = "reason IS NULL AND total < -1"
"""What came to a consumer before its put by more than the second that a trace may round."""
NEXT = {
    "CURSOR_SKIP": "DISPLAY QLOCAL({}) MSGDLVSQ DEFPRTY ALTDATE ALTTIME CURDEPTH",
    "LATE_COMMIT_SKIP": "DISPLAY QSTATUS({}) TYPE(QUEUE) UNCOM CURDEPTH MSGAGE",
    "BACKLOG": "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH IPPROCS MSGAGE LGETTIME",
    "DISPATCH": "DISPLAY QSTATUS({}) TYPE(HANDLE) ALL",
    "REDELIVERY": "DISPLAY QLOCAL({}) BOTHRESH BOQNAME",
}
SHOWS = {"CURSOR_SKIP": ("MSGDLVSQ", "ALTDATE", "ALTTIME"), "REDELIVERY": ("BOTHRESH", "BOQNAME")}
"""By the reason: what a display of the queue shows of it; where the evidence shows it, it is not asked for."""
NEXT_OF_MANAGER = {
    "UNCOMMITTED": "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE EQ ACTIVE) APPLTAG UOWSTDA UOWSTTI",
    "MARKED": "DISPLAY QMGR MARKINT",
    "UNKNOWN": "DISPLAY QMGR ACTVTRC ACTIVREC",
}
WORST = (
    "msg_id", "put_time", "priority", "why", "place", "unix_micros(visible_time) AS visible",
    "unix_micros(first_time) AS found", "dispatched", "queued",
)  # fmt: skip
"""What is known of the message that waited longest."""
SEVERITY = {"CURSOR_SKIP": "critical", "LATE_COMMIT_SKIP": "critical", "UNKNOWN": "info"}
TRACE = "amqsevt -m {} -q SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE -b -o json -w 1"
CONTEXT = Finding(
    QUESTION, "CONTEXT_ONLY", "info",
    words.CONTEXT_ONLY,
    [], [Command(TRACE.format("QMGR"))],
)  # fmt: skip
SHOWN = ("msg_id", "queue", "priority", "put_time", "delay", "total", "reason", "why")


def answer(case, message: bytes | None = None) -> Answer | None:
    """The late messages of a case's traces; None without any trace. `late` and the like come from its case.json.

    `message`: the MsgId of the message that the headline and the story are about, by default the one that shows most.
    Figures: `story`, that message with what was around it (`story.Story`), None without a late message.
    """
    if not case.has("calls"):
        return None
    timeline = case.keep(timeline_of(case))
    given = _settings(case)
    late = _kinds(timeline)
    left = remaining_messages(timeline, case.calls, given.get("late", mq.LATE), given.get("time_is", BEGIN))
    found = [_finding(row, _meanwhile(row, case.calls, given)) for row in late] + [
        _untaken_finding(row) for row in left
    ]
    found = [_as_shown(one, case_evidence.estate(case)) for one in found] if case.has("objects") else found
    if not found and not case.calls.where("msg_id is not null").take(1):
        found = [_context(case)]
    told = story(timeline, case.calls, message)
    tables = {words.TABLE: late_messages(timeline).select(*SHOWN)} if told is not None else {}
    headline = _of_one(message, told) if message else _headline(late, left, found)
    return Answer(QUESTION, headline, tuple(found), tables, {"story": told}, _impact(late, left))


def _of_one(message: bytes, told: Story | None) -> str:
    """How long the message waited that was asked for, and why."""
    name = message.hex().upper()
    if told is None:
        return words.NOT_IN_TRACE.format(msg_id=name)
    one = told.late
    if one["reason"] is None:
        return words.IN_TIME.format(msg_id=name, queue=one["queue"], delay=f"{one['delay']:.2f}")
    return words.WAITED.format(
        msg_id=name, queue=one["queue"], delay=f"{one['delay']:.2f}", why=one["why"] or ""
    ).strip()


def _impact(late: list, left: list) -> str:
    """Whom it concerns: the messages that were late or that nobody had; blank without any."""
    messages = sum(row.messages for row in (*late, *left))
    puts = [row.worst.put_time.replace(tzinfo=UTC).timestamp() for row in (*late, *left) if row.worst.put_time]
    return impact(count(messages, "message"), min(puts, default=None)) if messages else ""


def _as_shown(one: Finding, estate: Estate) -> Finding:
    """A finding with what displays of its queue show beside it."""
    names = SHOWS.get(one.code, ())
    facts = [estate.fact(one.queue_manager, QUEUES, one.object, name) for name in names]
    if not names or not one.queue_manager or not facts[0].seen:
        return one
    shown = [fact for fact in facts if fact.seen]
    said = words.DISPLAY_HAS.format(
        said=one.statement, object=one.object, facts=", ".join(fact.text() for fact in shown)
    )
    cited = [*one.evidence, *(Evidence.of(place) for fact in shown for place in fact.places)]
    if facts[0].value == mq.FIFO:
        said += "" if words.IF_THEN in said else words.IF_THEN
        ask = mqsc("DISPLAY QMGR CONFIGEV CMDEV", on=one.queue_manager)  # whether events show what was altered
        return one._replace(severity="warning", statement=said, evidence=cited, next=ask)
    return one._replace(statement=said, evidence=cited, next=mqsc(NEXT["BACKLOG"], one.object, on=one.queue_manager))


def _headline(late: list, left: list, found: list[Finding]) -> str:
    if late:
        first = _wait_in_words(late[0])
        return first if len(late) == 1 else words.HEAD.format(first=first, kinds=len(late))
    if left:
        return _not_taken_by_anybody(left[0])
    return words.NO_NAMES if found else words.NONE


def _context(case) -> Finding:
    """That nothing can be followed, with the first of each file, and the command for each queue manager in them."""
    of_file = case.calls.groupBy("file").agg(F.min("number").alias("number"), F.min("queue_manager").alias("name"))
    first = rows_of(of_file.orderBy("file").limit(CITED))
    names = sorted({row.name for row in first if is_name(row.name)})
    look = [Command(TRACE.format(name), name) for name in names[:ASKED]] or CONTEXT.next
    return CONTEXT._replace(evidence=[Evidence(row.file, number=row.number) for row in first], next=look)


def timeline_of(case) -> DataFrame:
    """`browse_timeline` of a case's calls, with what its case.json and its queues' definitions say."""
    given = _settings(case)
    known = {name: given[name] for name in ("late", "msgdlvsq", "time_is") if name in given}
    if "msgdlvsq" not in known and case.has("objects"):
        known["msgdlvsq"] = delivery_orders(case_evidence.estate(case))
    return browse_timeline(case.calls, **known)


def _settings(case) -> dict:
    given = case.settings.get(SETTING)
    return given if isinstance(given, dict) else {}


def delivery_orders(estate: Estate) -> list[Order]:
    """MSGDLVSQ of each queue in the evidence, from its last alteration on; none where captures contradict each
    other."""
    found = []
    for manager in estate.managers:
        for queue in sorted({row.name for row in estate.of(manager, QUEUES) if row.name}):
            fact = estate.fact(manager, QUEUES, queue, "MSGDLVSQ")
            altered = [estate.moment(one.row, "ALT").last for one in fact.seen]
            if fact.value in (mq.FIFO, mq.PRIORITY) and None not in altered:
                found.append(Order(manager, queue, fact.value, max(altered)))
    return found


def findings_of(timeline: DataFrame, calls: DataFrame | None = None, **given) -> DataFrame:
    """One finding a queue and reason out of what `browse_timeline` gave, the longest delay first, clocks last.

    Messages of which the trace does not show when they were committed have one of their own. With the `calls`, and
    `late` and `time_is` where these were given, there is one a queue of messages that nobody had by their end.
    """
    left = [] if calls is None else _not_taken(timeline, calls, given)
    return frame(timeline.sparkSession, _late_findings(timeline, calls, given) + left)


def _late_findings(timeline: DataFrame, calls: DataFrame | None, given: dict) -> list[Finding]:
    return [_finding(row, _meanwhile(row, calls, given)) for row in _kinds(timeline)]


def _kinds(timeline: DataFrame) -> list:
    """The late messages by queue and reason, each with the one that waited longest."""
    # What is not traced is no part of what a reason made it wait.
    length = F.coalesce("total", "delay") - F.when(F.col("reason") == "UNKNOWN", 0).otherwise(F.col("untraced"))
    place = F.transform("evidence", lambda at: F.struct(at["file"].alias("file"), at["number"].alias("number")))
    told = timeline.withColumn("reason", F.expr(f"if({AHEAD}, 'CLOCKS_DIFFER', reason)"))
    is_ahead, ahead = F.col("reason") == "CLOCKS_DIFFER", -F.col("total")
    late = told.where("reason is not null").withColumns(
        {
            "length": F.when(is_ahead, ahead).otherwise(length),
            "place": place,
            "if_committed": rests_on_commit(),
        }
    )
    ranked = late.groupBy("queue_manager", "queue", "reason", "if_committed").agg(
        F.count("*").alias("messages"), F.max("length").alias("longest"),
        F.max_by(F.struct(*map(F.expr, WORST)), ordering("length", "msg_id")).alias("worst"),
    )  # fmt: skip
    return rows_of(ranked.orderBy(is_ahead, F.desc("longest"), "queue_manager", "queue", "reason", "if_committed"))


def _meanwhile(row, calls: DataFrame | None, given: dict) -> str:
    """What other consumers asked for while the one that took a message asked for none, as a sentence."""
    worst = row.worst
    if calls is None or row.reason != "DISPATCH" or worst.dispatched > worst.queued:
        return ""
    here = calls.where(F.col("queue_manager").eqNullSafe(row.queue_manager) & (F.col("queue") == row.queue))
    asked = handles(here, given.get("time_is", BEGIN)).where("kind in ('first', 'next') and coalesce(consumer, true)")
    then = asked.where((F.col("ended") > worst.visible) & (F.col("began") < worst.found))
    nothing = F.count_if(F.col("reason") == mq.NO_MSG_AVAILABLE).alias("nothing")
    told = then.agg(F.count("*").alias("calls"), nothing).first()
    return words.MEANWHILE.format(count(told.calls, "time"), count(told.nothing, "time")) if told.calls else ""


def _not_taken(timeline: DataFrame, calls: DataFrame, given: dict) -> list[Finding]:
    return [
        _untaken_finding(row)
        for row in remaining_messages(timeline, calls, given.get("late", mq.LATE), given.get("time_is", BEGIN))
    ]


def _not_taken_by_anybody(row) -> str:
    return words.NOT_TAKEN.format(
        count=count(row.messages, "message"), queue=row.queue, oldest=by_number(row.messages, "", words.OLDEST),
        waited=row.waited,
    )  # fmt: skip


def _untaken_finding(row) -> Finding:
    worst = row.worst
    said = _not_taken_by_anybody(row) + words.SINCE_THEN.format(
        msg_id=bytes(worst.msg_id).hex().upper(), priority="unknown" if worst.priority is None else worst.priority,
        put=_clock(worst.put_time),
        given=count(row.given, "time"), newer=row.newer, nothing=count(row.nothing, "time"),
    )  # fmt: skip
    said += f" {COMMIT_UNKNOWN[worst.visible_by]}" if worst.visible_by in COMMIT_UNKNOWN else ""
    evidence = [Evidence(at.file, number=at.number) for at in (*worst.evidence, row.end)]
    commands = mqsc("DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS", row.queue, on=row.queue_manager)
    as_of = f"{worst.put_time:%Y-%m-%dT%H:%M:%S.%f}Z"
    where = row.queue_manager, row.queue, as_of
    return Finding(QUESTION, "NOT_TAKEN", "warning", said + why_unfit(row.queue), evidence, commands, *where)


def _wait_in_words(row) -> str:
    """How many messages waited how long on which queue, and why."""
    said = words.SAID | words.IF_COMMITTED if row.if_committed else words.SAID
    known = row.messages == 1 and row.worst.priority is not None
    return said[row.reason].format(
        count=count(row.messages, "message"), queue=row.queue or "a queue", longest=round(row.longest, 2),
        priority=words.PRIORITY.format(priority=row.worst.priority) if known else "", **words.pronouns(row.messages),
    )  # fmt: skip


def _clock(time) -> str:
    """A time with as many decimals as it has."""
    return f"{time:%Y-%m-%d %H:%M:%S.%f}".rstrip("0").rstrip(".")


def _finding(row, meanwhile: str) -> Finding:
    worst, put = row.worst, row.worst.put_time
    which = by_number(row.messages, words.THE_MESSAGE, words.THE_LONGEST)
    statement = _wait_in_words(row) + which.format(msg_id=bytes(worst.msg_id).hex().upper(), put=_clock(put))
    statement += f" {worst.why}" if worst.why else ""
    statement += meanwhile
    statement += words.TRACE_IT if row.reason == "UNKNOWN" else ""
    if row.reason in NEXT:
        commands = mqsc(NEXT[row.reason], row.queue or "*", on=row.queue_manager)
    else:
        text = NEXT_OF_MANAGER.get(row.reason)
        commands = mqsc(text, on=row.queue_manager) if text else []
    evidence = [Evidence(at.file, number=at.number) for at in worst.place]
    rests_on_commit = row.if_committed and row.reason in words.IF_COMMITTED
    severity = "warning" if rests_on_commit else SEVERITY.get(row.reason, "warning")
    as_of = f"{put:%Y-%m-%dT%H:%M:%S.%f}Z"
    statement += why_unfit(row.queue)
    return Finding(QUESTION, row.reason, severity, statement, evidence, commands, row.queue_manager, row.queue, as_of)
