"""The findings of browse-cursor timelines: one a queue and reason."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects import of_case
from mqforensics.objects.commands import Command, mqsc, unfit
from mqforensics.objects.estate import Estate
from mqforensics.questions.answer import Answer
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import BEGIN, handles
from mqforensics.questions.browse.positions_at import Order
from mqforensics.questions.browse.sentences import COMMIT_UNKNOWN, IF_THEN, rests_on_commit
from mqforensics.questions.browse.story import story
from mqforensics.questions.browse.timeline import browse_timeline, late_messages
from mqforensics.questions.browse.untaken import untaken
from mqforensics.questions.finding import Evidence, Finding, frame
from mqforensics.questions.wording import count
from mqforensics.validation import is_name

QUESTION = "browse"
SETTING = "browse"
"""The part of case.json that may hold `late` (seconds), `msgdlvsq` (by queue) and `time_is`."""

QUEUES = ("QLOCAL", "QUEUE")
CITED = 20
ASKED = 5
"""So many queue managers are asked."""
"""So many files are cited for what all of them lack."""

SAID = {
    "CURSOR_SKIP": "{count} on {queue} waited up to {longest} s although on the queue all the time. The cursor had"
                   " already passed the position where messages of that priority go.",
    "LATE_COMMIT_SKIP": "{count} on {queue} waited up to {longest} s. The put was committed behind the browse cursor,"
                        " at the priority that the cursor had reached.",
    "BACKLOG": "{count} on {queue} waited up to {longest} s behind others.",
    "DISPATCH": "{count} on {queue} waited up to {longest} s for a free session or for a call of the consumer that"
                " took it.",
    "UNCOMMITTED": "{count} on {queue} took up to {longest} s because the put was committed late.",
    "MARKED": "{count} on {queue} took up to {longest} s. A browse marked and did not take it; after MARKINT it was"
              " handed out again.",
    "REDELIVERY": "{count} on {queue} took up to {longest} s because of backouts or repeated deliveries.",
    "UNKNOWN": "{count} on {queue} took up to {longest} s. The trace does not tell why.",
    "CLOCKS_DIFFER": "{count} on {queue} came to a consumer up to {longest} s before the time of the put. The clocks of"
                     " the putter and of the trace differ by that or more, so no delay is shown of what that putter"
                     " put. Compare them: date -u on both hosts.",
}  # fmt: skip
AHEAD = "reason IS NULL AND total < -1"
"""What came to a consumer before its put by more than the second that a trace may round."""
IF_COMMITTED = {
    "CURSOR_SKIP": "{count} on {queue} waited up to {longest} s. If committed at the put, the cursor had already passed"
                   " the position where messages of that priority go.",
    "LATE_COMMIT_SKIP": "{count} on {queue} waited up to {longest} s. At the put the browse cursor had already gone on"
                        " at that priority.",
}  # fmt: skip
"""The same of messages of which the trace does not tell the commit; the reason of each says so, too."""
NEXT = {
    "CURSOR_SKIP": "DISPLAY QLOCAL({}) MSGDLVSQ DEFPRTY ALTDATE ALTTIME CURDEPTH",
    "LATE_COMMIT_SKIP": "DISPLAY QSTATUS({}) TYPE(QUEUE) UNCOM CURDEPTH MSGAGE",
    "BACKLOG": "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH IPPROCS MSGAGE LGETTIME",
    "DISPATCH": "DISPLAY QSTATUS({}) TYPE(HANDLE) ALL",
    "REDELIVERY": "DISPLAY QLOCAL({}) BOTHRESH BOQNAME",
}
SHOWS = {"CURSOR_SKIP": ("MSGDLVSQ", "ALTDATE", "ALTTIME"), "REDELIVERY": ("BOTHRESH", "BOQNAME")}
"""By the reason: what a display of the queue tells of it; where it is shown, it is not asked for."""
NEXT_OF_MANAGER = {
    "UNCOMMITTED": "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE EQ ACTIVE) APPLTAG UOWSTDA UOWSTTI",
    "MARKED": "DISPLAY QMGR MARKINT",
    "UNKNOWN": "DISPLAY QMGR ACTVTRC ACTIVREC",
}
TRACE_IT = (
    " Trace only the applications concerned: name them in mqat.ini with TraceLevel=MEDIUM. Set ACTVTRC(OFF) when done."
)
NOT_TAKEN = (
    "{count} on {queue} {was} not taken by any consumer in the trace, {oldest}for at least {waited} s. MsgId {msg_id},"
    " priority {priority}, was put at {put} UTC. Since then consumers were given others {given}, {newer} of them put"
    " later. They got 2033 (no message available) {nothing}. It may have expired, or a program that is not traced took"
    " it."
)
MEANWHILE = (
    " Other consumers browsed on there {} meanwhile, and got 2033 (no message available) {}. None of them was given it:"
    " their cursors had passed it, or it was not for them."
)
WORST = (
    "msg_id", "put_time", "why", "place", "unix_micros(visible_time) AS visible", "unix_micros(first_time) AS found",
    "dispatched", "queued",
)  # fmt: skip
"""What is told of the message that waited longest."""
SEVERITY = {"CURSOR_SKIP": "critical", "LATE_COMMIT_SKIP": "critical", "UNKNOWN": "info"}
TRACE = "amqsevt -m {} -q SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE -b -o json -w 1"
CONTEXT = Finding(
    QUESTION, "CONTEXT_ONLY", "info",
    "The calls in this evidence name no message, so no delay can be followed. An amqsact summary or TraceLevel=LOW"
    " has neither MsgId nor options. Print a trace of TraceLevel=MEDIUM with amqsact -v or amqsevt. Browse it (-b):"
    " without that the trace messages are taken off their queue.",
    [], [Command(TRACE.format("QMGR"))],
)  # fmt: skip
SHOWN = ("msg_id", "queue", "priority", "put_time", "delay", "total", "reason", "why")


def answer(case) -> Answer | None:
    """The late messages of a case's traces; None without any trace. `late` and the like come from its case.json.

    Figures: `story`, the one late message that tells most (`story.Story`), None without a late message.
    """
    if not case.has("calls"):
        return None
    timeline = case.keep(timeline_of(case))
    found = _found(timeline, case.calls, _given(case)) + _not_taken(timeline, case.calls, _given(case))
    found = [_as_shown(one, of_case.estate(case)) for one in found] if case.has("objects") else found
    if not found and not case.calls.where("msg_id is not null").take(1):
        found = [_context(case)]
    told, late = story(timeline, case.calls), late_messages(timeline).select(*SHOWN)
    tables = {"Late messages": late} if told is not None else {}
    return Answer(QUESTION, _headline(found), tuple(found), tables, {"story": told})


def _as_shown(one: Finding, estate: Estate) -> Finding:
    """A finding with what displays of its queue tell beside it."""
    names = SHOWS.get(one.code, ())
    facts = [estate.fact(one.queue_manager, QUEUES, one.object, name) for name in names]
    if not names or not one.queue_manager or not facts[0].seen:
        return one
    shown = [fact for fact in facts if fact.seen]
    said = f"{one.statement} {one.object} is shown with {', '.join(fact.text() for fact in shown)}."
    cited = [*one.evidence, *(Evidence(*place) for fact in shown for place in fact.places)]
    if facts[0].value == mq.FIFO:
        said += "" if IF_THEN in said else IF_THEN
        ask = mqsc("DISPLAY QMGR CONFIGEV CMDEV", on=one.queue_manager)  # whether events tell what was altered
        return one._replace(severity="warning", statement=said, evidence=cited, next=ask)
    return one._replace(statement=said, evidence=cited, next=mqsc(NEXT["BACKLOG"], one.object, on=one.queue_manager))


def _headline(found: list[Finding]) -> str:
    if not found:
        return "No message of the trace was late."
    if found[0].code == CONTEXT.code:
        return "The calls in this evidence name no message, so no delay can be followed."
    return found[0].statement.partition(". ")[0] + "."


def _context(case) -> Finding:
    """That nothing can be followed, with the first of each file, and the command for each queue manager in them."""
    of_file = case.calls.groupBy("file").agg(F.min("number").alias("number"), F.min("queue_manager").alias("name"))
    first = of_file.orderBy("file").limit(CITED).collect()
    names = sorted({row.name for row in first if is_name(row.name)})
    look = [Command(TRACE.format(name), name) for name in names[:ASKED]] or CONTEXT.next
    return CONTEXT._replace(evidence=[Evidence(row.file, number=row.number) for row in first], next=look)


def timeline_of(case) -> DataFrame:
    """`browse_timeline` of a case's calls, with what its case.json and its queues' definitions say."""
    given = _given(case)
    known = {name: given[name] for name in ("late", "msgdlvsq", "time_is") if name in given}
    if "msgdlvsq" not in known and case.has("objects"):
        known["msgdlvsq"] = declared(of_case.estate(case))
    return browse_timeline(case.calls, **known)


def _given(case) -> dict:
    given = case.settings.get(SETTING)
    return given if isinstance(given, dict) else {}


def declared(estate: Estate) -> list[Order]:
    """MSGDLVSQ of each queue that is shown, from its last alteration on; none where captures contradict each other."""
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

    Messages of which the trace does not tell when they were committed have one of their own. With the `calls`, and
    `late` and `time_is` where these were given, there is one a queue of messages that nobody had by their end.
    """
    left = [] if calls is None else _not_taken(timeline, calls, given)
    return frame(timeline.sparkSession, _found(timeline, calls, given) + left)


def _found(timeline: DataFrame, calls: DataFrame | None, given: dict) -> list[Finding]:
    # What is not traced is no part of what a reason made it wait.
    length = F.coalesce("total", "delay") - F.when(F.col("reason") == "UNKNOWN", 0).otherwise(F.col("untraced"))
    place = F.transform("evidence", lambda at: F.struct(at["file"].alias("file"), at["number"].alias("number")))
    told = timeline.withColumn("reason", F.expr(f"if({AHEAD}, 'CLOCKS_DIFFER', reason)"))
    is_ahead, ahead = F.col("reason") == "CLOCKS_DIFFER", -F.col("total")
    late = told.where("reason is not null").withColumns({
        "length": F.when(is_ahead, ahead).otherwise(length), "place": place, "if_committed": rests_on_commit(),
    })
    ranked = late.groupBy("queue_manager", "queue", "reason", "if_committed").agg(
        F.count("*").alias("messages"), F.max("length").alias("longest"),
        F.max_by(F.struct(*map(F.expr, WORST)), F.struct("length", "msg_id")).alias("worst"),
    )  # fmt: skip
    ranked = ranked.orderBy(is_ahead, F.desc("longest"), "queue_manager", "queue", "reason", "if_committed")
    rows = ranked.collect()
    return [_finding(row, _meanwhile(row, calls, given)) for row in rows]


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
    return MEANWHILE.format(count(told.calls, "time"), count(told.nothing, "time")) if told.calls else ""


def _not_taken(timeline: DataFrame, calls: DataFrame, given: dict) -> list[Finding]:
    return [_left(row) for row in untaken(timeline, calls, given.get("late", mq.LATE), given.get("time_is", BEGIN))]


def _left(row) -> Finding:
    worst = row.worst
    said = NOT_TAKEN.format(
        count=count(row.messages, "message"), queue=row.queue, was="was" if row.messages == 1 else "were",
        oldest="" if row.messages == 1 else "the oldest ", waited=row.waited,
        msg_id=bytes(worst.msg_id).hex().upper(), priority="unknown" if worst.priority is None else worst.priority,
        put=f"{worst.put_time:%Y-%m-%d %H:%M:%S.%f}",
        given=count(row.given, "time"), newer=row.newer, nothing=count(row.nothing, "time"),
    )  # fmt: skip
    said += f" {COMMIT_UNKNOWN[worst.visible_by]}" if worst.visible_by in COMMIT_UNKNOWN else ""
    evidence = [Evidence(at.file, number=at.number) for at in (*worst.evidence, row.end)]
    commands = mqsc("DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS", row.queue, on=row.queue_manager)
    as_of = f"{worst.put_time:%Y-%m-%dT%H:%M:%S.%f}Z"
    where = row.queue_manager, row.queue, as_of
    return Finding(QUESTION, "NOT_TAKEN", "warning", said + unfit(row.queue), evidence, commands, *where)


def _finding(row, meanwhile: str) -> Finding:
    said = SAID | IF_COMMITTED if row.if_committed else SAID
    longest = round(row.longest, 2)
    many, where = count(row.messages, "message"), row.queue or "a queue"
    statement = said[row.reason].format(count=many, queue=where, longest=longest)
    worst, put = row.worst, row.worst.put_time
    statement += f" The longest: MsgId {bytes(worst.msg_id).hex().upper()}, put at {put:%Y-%m-%d %H:%M:%S.%f} UTC."
    statement += f" {worst.why}" if worst.why else ""
    statement += meanwhile
    statement += TRACE_IT if row.reason == "UNKNOWN" else ""
    if row.reason in NEXT:
        commands = mqsc(NEXT[row.reason], row.queue or "*", on=row.queue_manager)
    else:
        text = NEXT_OF_MANAGER.get(row.reason)
        commands = mqsc(text, on=row.queue_manager) if text else []
    evidence = [Evidence(at.file, number=at.number) for at in worst.place]
    severity = "warning" if row.if_committed and row.reason in IF_COMMITTED else SEVERITY.get(row.reason, "warning")
    as_of = f"{put:%Y-%m-%dT%H:%M:%S.%f}Z"
    words = statement + unfit(row.queue)
    return Finding(QUESTION, row.reason, severity, words, evidence, commands, row.queue_manager, row.queue, as_of)
