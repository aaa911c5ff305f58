"""The findings of browse-cursor timelines: one a queue and reason."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.commands import mqsc, unfit
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.timeline import browse_timeline
from mqforensics.questions.finding import Evidence, Finding, frame

QUESTION = "browse"
SETTING = "browse"
"""The part of case.json that may hold `late` (seconds), `msgdlvsq` (by queue) and `time_is`."""

CITED = 20
"""So many files are cited for what all of them lack."""

LONGEST = " The longest: "
"""What begins the details of the worst one."""
SAID = {
    "CURSOR_SKIP": "{count} on {queue} waited up to {longest} s although on the queue all the time: the browse cursor"
                   " had passed the place that a higher priority gives.",
    "LATE_COMMIT_SKIP": "{count} on {queue} waited up to {longest} s: committed behind the browse cursor, at the"
                        " priority that it had come to.",
    "BACKLOG": "{count} on {queue} waited up to {longest} s behind others.",
    "DISPATCH": "{count} on {queue} waited up to {longest} s for a free session or for the consumer's next call.",
    "UNCOMMITTED": "{count} on {queue} took up to {longest} s because the put was committed late.",
    "MARKED": "{count} on {queue} took up to {longest} s: marked by a browse, not taken, and handed out again after"
              " MARKINT.",
    "REDELIVERY": "{count} on {queue} took up to {longest} s because of backouts or repeated deliveries.",
    "UNKNOWN": "{count} on {queue} took up to {longest} s, and the trace does not tell why.",
}  # fmt: skip
NEXT = {
    "CURSOR_SKIP": "DISPLAY QLOCAL({}) MSGDLVSQ DEFPRTY CURDEPTH",
    "LATE_COMMIT_SKIP": "DISPLAY QSTATUS({}) UNCOM CURDEPTH MSGAGE",
    "BACKLOG": "DISPLAY QSTATUS({}) CURDEPTH IPPROCS MSGAGE LGETTIME",
    "DISPATCH": "DISPLAY QSTATUS({}) TYPE(HANDLE) ALL",
    "UNCOMMITTED": "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE EQ ACTIVE) APPLTAG UOWSTDA UOWSTTI",
    "MARKED": "DISPLAY QMGR MARKINT",
    "REDELIVERY": "DISPLAY QLOCAL({}) BOTHRESH BOQNAME HARDENBO",
    "UNKNOWN": "ALTER QMGR ACTVTRC(ON)",
}
SEVERITY = {"CURSOR_SKIP": "critical", "LATE_COMMIT_SKIP": "critical", "UNKNOWN": "info"}
CONTEXT = Finding(
    QUESTION, "CONTEXT_ONLY", "info",
    "The calls in this evidence name no message, so no delay can be followed: an amqsact summary or TraceLevel=LOW"
    " has neither MsgId nor options. Print the trace with amqsact -v or amqsevt, recorded with TraceLevel=MEDIUM.",
    [], "amqsevt -m QMGR -q SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE -o json -w 1 > trace.json",
)  # fmt: skip


def findings(case) -> DataFrame | None:
    """The findings of a case's traces; None without any. `late` and the like come from its case.json."""
    if not case.has("calls"):
        return None
    found = findings_of(timeline_of(case))
    if found.isEmpty() and case.calls.where("msg_id is not null").isEmpty():
        return frame(case.spark, [CONTEXT._replace(evidence=_first_of_each_file(case))])
    return found


def _first_of_each_file(case) -> list[Evidence]:
    first = case.calls.groupBy("file").agg(F.min("number").alias("number")).orderBy("file").limit(CITED)
    return [Evidence(row.file, number=row.number) for row in first.collect()]


def timeline_of(case) -> DataFrame:
    """`browse_timeline` of a case's calls, with what its case.json and its queues' definitions say."""
    given = case.settings.get(SETTING)
    given = given if isinstance(given, dict) else {}
    known = {name: given[name] for name in ("late", "msgdlvsq", "time_is") if name in given}
    if "msgdlvsq" not in known and case.has("objects"):
        known["msgdlvsq"] = declared(case.objects)
    return browse_timeline(case.calls, **known)


def declared(objects: DataFrame) -> dict[str, str]:
    """MSGDLVSQ by queue, out of the definitions in a case."""
    sequence = F.upper(F.try_element_at("attributes", F.lit("MSGDLVSQ")))
    rows = objects.select("name", sequence.alias("sequence")).where(F.col("sequence").isin(mq.FIFO, mq.PRIORITY))
    return {row.name: row.sequence for row in rows.distinct().collect()}


def findings_of(timeline: DataFrame) -> DataFrame:
    """One finding a queue and reason out of what `browse_timeline` gave, the longest delay first."""
    length = F.coalesce("total", "delay")
    place = F.transform("evidence", lambda at: F.struct(at["file"].alias("file"), at["number"].alias("number")))
    late = timeline.where("reason is not null").withColumns({"length": length, "place": place})
    ranked = late.groupBy("queue_manager", "queue", "reason").agg(
        F.count("*").alias("messages"), F.max("length").alias("longest"),
        F.max_by(F.struct("msg_id", "put_time", "why", "place"), F.struct("length", "msg_id")).alias("worst"),
    )  # fmt: skip
    rows = ranked.orderBy(F.desc("longest"), "queue_manager", "queue", "reason").collect()
    return frame(timeline.sparkSession, [_finding(row) for row in rows])


def _finding(row) -> Finding:
    count = f"{row.messages} message{'s' * (row.messages != 1)}"
    statement = SAID[row.reason].format(count=count, queue=row.queue or "a queue", longest=round(row.longest, 2))
    worst, put = row.worst, row.worst.put_time
    statement += f"{LONGEST}MsgId {bytes(worst.msg_id).hex().upper()}, put at {put:%Y-%m-%d %H:%M:%S.%f} UTC."
    statement += f" {worst.why}" if worst.why else ""
    text = NEXT[row.reason]
    command = mqsc(text, *([row.queue or "*"] * text.count("{}")), on=row.queue_manager)
    statement += "" if command else unfit(row.queue, row.queue_manager)
    evidence = [Evidence(at.file, number=at.number) for at in worst.place]
    return Finding(QUESTION, row.reason, SEVERITY.get(row.reason, "warning"), statement, evidence, command)
