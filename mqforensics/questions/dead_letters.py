"""Why are these messages here? The dead letters of a case: one row a message, and what they have in common.

Source of the facts: the document "Handling undelivered messages" (finding the reason in a dead letter), the product
documentation of MQDLH.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from pyspark.sql import Column, DataFrame, Row, Window
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.objects import absence, checks
from mqforensics.objects.commands import Command, browse, mqsc, shell, unfit
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.of_case import estate as estate_of
from mqforensics.questions.answer import Answer, Later, Question
from mqforensics.questions.finding import Evidence, Finding, frame
from mqforensics.sparks import smallest
from mqforensics.structures import MQDLH

NAME = "dead_letters"
PREVIEW = 80
CITED = 1000
"""So many messages of one reason are cited; more would only be a copy of the dump."""
RARE = 2
SHOWN = 5000
"""Rows of a picture."""
NO_HEADER = "no valid MQDLH"
AGES = ((3600, "under an hour"), (86_400, "under a day"), (7 * 86_400, "under a week"), (30 * 86_400, "under a month"))
LISTED = (
    "file", "number", "reason", "reason_name", "destination", "application", "put_time", "dlq_time", "preview",
)  # fmt: skip
OLDEST, UNDATED = "a month or more", "no date"
STEPS = ((2 * 3600, "minute"), (3 * 86_400, "hour"), (120 * 86_400, "day"))
"""A span up to so many seconds is drawn by such steps; a longer one by months."""

DISPLAY = {
    2030: "DISPLAY QUEUE({}) MAXMSGL",
    2031: "DISPLAY QMGR MAXMSGL",
    2035: "DISPLAY AUTHREC PROFILE({}) OBJTYPE(QUEUE)",
    2048: "DISPLAY QUEUE({}) DEFPSIST TYPE",
    2051: "DISPLAY QUEUE({}) PUT DESCR ALTDATE ALTTIME",
    2053: "DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT",
    2056: "DISPLAY QSTATUS({}) TYPE(QUEUE) CURFSIZE CURMAXFS",
    2082: "DISPLAY QUEUE({}) TARGET TARGTYPE",
    2085: "DISPLAY QUEUE({}) TYPE",
    2087: "DISPLAY QUEUE({}) RQMNAME XMITQ",
}
DISPLAY_ANY = "DISPLAY QUEUE({}) ALL"
OF_THE_OWNER = (2087, 2082, 2057, 2091, 2092, 2184, 2196, 2197, 2198, 2199)
"""Reasons of a name that the owner of the dead-letter queue could not resolve: it is asked, not the destination."""


def dead_letters(messages) -> DataFrame:
    """A row a message: why it is on the dead-letter queue, where it wanted to go, who put it, when.

    `messages`: a case, rows of its messages table, or of any reader of dumps. Records without a message (`md` and
    `dlh` null) are left out. Columns: `file`, `number`, `offset` (in the file), `queue`, `dump_queue_manager` (of the
    queue, where the command line of its dump names it), `reason`, `reason_name`, `meaning`, `cause`, `retried` (whether
    the channel tries such a put again), `destination`, `destination_queue_manager`, `application` (MQMD.PutApplName:
    who put the message), `moved_by` (MQDLH.PutApplName: who put it here), `put_time`, `dlq_time` (UTC), `waited`
    (seconds between the two), `format` (of what follows the header), `byte_order`, `size` (bytes declared), `preview`
    (the payload's first characters, or hex), `msg_id` (MQMD.MsgId in hex), `error`.
    A message without a valid MQDLH has a null `reason` and says so in `reason_name`.
    """
    if "md" not in getattr(messages, "columns", ()):  # of a DataFrame any name is an attribute on Spark Connect
        messages = messages.messages
    reason, dlh, md = F.col("dlh.Reason"), F.col("dlh"), F.col("md")
    letters = messages.where(md.isNotNull() | dlh.isNotNull()).select(
        "file", "number", "offset", "queue", "dump_queue_manager", reason.alias("reason"),
        F.coalesce("dlh.ReasonName", reason.cast("string"), F.lit(NO_HEADER)).alias("reason_name"),
        F.col("dlh.DestQName").alias("destination"),
        F.col("dlh.DestQMgrName").alias("destination_queue_manager"),
        F.col("md.PutApplName").alias("application"),
        F.col("dlh.PutApplName").alias("moved_by"),
        "put_time", "dlq_time",
        F.round(F.col("dlq_time").cast("double") - F.col("put_time").cast("double"), 2).alias("waited"),
        F.coalesce("dlh.Format", "md.Format").alias("format"),
        F.col("dlh.ByteOrder").alias("byte_order"),
        F.col("data_length").alias("size"),
        _preview().alias("preview"), F.hex("md.MsgId").alias("msg_id"), "error",
    )  # fmt: skip
    return letters.transform(_explained)


def on_dead_letter_queues(letters: DataFrame) -> DataFrame:
    """Only what lies on queues that hold a dead letter: a browse of another queue is no alarm."""
    dead = letters.where("reason is not null").select(F.col("file").alias("_file"), F.col("queue").alias("_queue"))
    here = (F.col("file") == F.col("_file")) & F.col("queue").eqNullSafe(F.col("_queue"))
    return letters.join(F.broadcast(dead.distinct()), here, "left_semi")


def _preview() -> Column:
    text = F.regexp_replace(F.substring("body_text", 1, PREVIEW), r"[\p{Cntrl}]+", " ")
    return F.coalesce(text, F.concat(F.lit("0x"), F.hex(F.substring("body", 1, PREVIEW // 2))))


def _explained(letters: DataFrame) -> DataFrame:
    # The codes are a small table: one literal map a text, so that no row is sent to Python and back.
    known = {code for name in ("MQRC", "MQFB") for code in codes.family(name).names if codes.meaning(code)}
    texts = {"meaning": codes.meaning, "cause": codes.cause}
    told = {name: json.dumps({code: text(code) for code in known}) for name, text in texts.items()}
    columns = {
        name: F.try_element_at(F.from_json(F.lit(text), "map<string, string>"), F.col("reason").cast("string"))
        for name, text in told.items()
    }
    retried = F.col("reason").isin([code for code in known if codes.retried_by_mca(code)])
    return letters.withColumns({**columns, "retried": retried})


def by_reason(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `messages`, `share` (0–1), `destination` (the commonest), `destinations` (how many),
    `first`, `last`: the most frequent reason first.
    """
    counted = letters.groupBy("reason", "reason_name").agg(*_told_of_each())
    share = F.round(F.col("messages") / F.sum("messages").over(Window.partitionBy(F.lit(0))), 4)
    return counted.withColumn("share", share).orderBy(F.desc("messages"), "reason")


def _told_of_each() -> tuple[Column, ...]:
    return (
        F.count("*").alias("messages"),
        F.mode("destination", True).alias("destination"),
        F.countDistinct("destination").alias("destinations"),
        F.min(_arrival()).alias("first"),
        F.max(_arrival()).alias("last"),
    )


def by_origin(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `destination`, `application`, `messages`: the most frequent combination first."""
    keys = ["reason", "reason_name", "destination", "application"]
    return letters.groupBy(*keys).agg(F.count("*").alias("messages")).orderBy(F.desc("messages"), *keys)


def outliers(letters: DataFrame, at_most: int = RARE) -> DataFrame:
    """The combinations of `by_origin` that are as rare as `at_most` messages: often the ones worth a look."""
    return by_origin(letters).where(F.col("messages") <= at_most).orderBy("messages", "reason", "destination")


def ages(letters: DataFrame, as_of: datetime | None = None) -> DataFrame:
    """`age`, `messages`, oldest last: how long the messages have lain there at `as_of`.

    Without `as_of` the newest time in the evidence counts as now, because a saved dump does not age.
    """
    newest = letters.agg(F.lit(as_of).cast("timestamp").alias("_now") if as_of else F.max(_arrival()).alias("_now"))
    letters, now = letters.crossJoin(F.broadcast(newest)), F.col("_now")
    seconds = now.cast("double") - _arrival().cast("double")
    bucket, rank = F.when(seconds.isNull(), F.lit(UNDATED)), F.when(seconds.isNull(), F.lit(len(AGES) + 1))
    for place, (limit, label) in enumerate(AGES):
        bucket, rank = bucket.when(seconds < limit, F.lit(label)), rank.when(seconds < limit, F.lit(place))
    age, place = bucket.otherwise(F.lit(OLDEST)), rank.otherwise(F.lit(len(AGES)))
    labelled = letters.select(age.alias("age"), place.alias("rank"))
    return labelled.groupBy("rank", "age").agg(F.count("*").alias("messages")).orderBy("rank").drop("rank")


def arrivals(letters: DataFrame) -> DataFrame:
    """`time` (beginning of the step, UTC), `reason_name`, `messages`; the steps fit the span of the messages."""
    dated = letters.select(_arrival().alias("time"), "reason_name").where(F.col("time").isNotNull())
    span = (F.max("time").cast("double") - F.min("time").cast("double")).alias("span")
    step = F.lit("month")
    for limit, name in reversed(STEPS):
        step = F.when(F.col("span") <= limit, F.lit(name)).otherwise(step)
    stepped = dated.crossJoin(F.broadcast(dated.agg(span))).withColumn("time", _truncated("time", step))
    return stepped.groupBy("time", "reason_name").agg(F.count("*").alias("messages")).orderBy("time", "reason_name")


def _truncated(column: str, step: Column) -> Column:
    cut = {name: F.date_trunc(name, F.col(column)) for name in ("minute", "hour", "day", "month")}
    chosen = cut["month"]
    for name in ("minute", "hour", "day"):
        chosen = F.when(step == name, cut[name]).otherwise(chosen)
    return chosen


def _arrival() -> Column:
    return F.coalesce("dlq_time", "put_time")


def answer(case) -> Answer | None:
    """A finding a reason (`DEAD_LETTER`), and one for the messages without MQDLH (`NO_DEAD_LETTER_HEADER`).

    Only queues that hold at least one dead letter are looked at, so that a browse of another queue is no alarm.
    Figures: `by_reason`, `arrivals`, `by_origin`: the first rows of these tables.
    """
    if not case.has("messages"):
        return None
    # Many tables come of it: the texts that a reason explains are told by the findings.
    letters = case.keep(dead_letters(case).drop("meaning", "cause", "retried").transform(on_dead_letter_queues))
    groups = _groups(letters)
    counted, estate = _counted(groups), estate_of(case)
    if not counted:
        return Answer(NAME, headline(counted), figures={"by_reason": [], "arrivals": [], "by_origin": []})
    tables = {
        "Messages by reason": partial(by_reason, letters),
        "By reason, destination and application": partial(by_origin, letters),
        "Rare combinations": partial(outliers, letters), "How long they have lain there": partial(ages, letters),
        "Message by message": lambda: letters.select(*LISTED).orderBy("file", "number"),
    }  # fmt: skip
    figures = {
        "by_reason": lambda: counted,
        "arrivals": lambda: _rows(arrivals(letters)),
        "by_origin": lambda: _rows(by_origin(letters)),
    }
    found = tuple(_finding(row, estate) for row in groups)
    return Answer(NAME, headline(counted), found, Later(tables), Later(figures))


def _rows(table: DataFrame) -> list[dict]:
    return [row.asDict() for row in table.limit(SHOWN).collect()]


def _counted(groups: list[Row]) -> list[dict]:
    """The rows of `by_reason`, from what the findings are made of: one job for both."""
    total = sum(row.messages for row in groups)
    names = ("reason", "reason_name", "messages", "destination", "destinations", "first", "last")
    return [{name: row[name] for name in names} | {"share": round(row.messages / total, 4)} for row in groups]


def headline(counted: list[dict]) -> str:
    """The answer in one sentence, from the rows of `by_reason`."""
    if not counted:
        return "There are no dead letters in this case."
    total, top = sum(row["messages"] for row in counted), counted[0]
    first = f"{total} message{'s' * (total != 1)} on dead-letter queues"
    why = f"{top['reason']} {top['reason_name']}" if top["reason"] is not None else top["reason_name"]
    more = f" and {top['destinations'] - 1} more" if top["destinations"] > 1 else ""
    why += f", meant for {top['destination']}{more}" if top["destination"] else ""
    if len(counted) == 1:
        return f"{first}, {'all' if total > 1 else 'it is there'} for {why}."
    return f"{first}, for {len(counted)} reasons; {top['messages']} ({top['share']:.0%}) for {why}."


def findings_of(letters: DataFrame) -> DataFrame:
    """The findings of a table that `dead_letters` made; only its dead-letter queues count."""
    groups = _groups(letters.transform(on_dead_letter_queues))
    return frame(letters.sparkSession, [_finding(row, Estate(())) for row in groups])


def _groups(letters: DataFrame) -> list[Row]:
    """A row a reason, the most frequent first: what its finding and its picture tell."""
    place = F.struct("file", "number")
    is_told = (F.count("dump_queue_manager") == F.count("*")) & (F.countDistinct("dump_queue_manager", "queue") == 1)
    told = (
        F.mode("destination_queue_manager", True).alias("queue_manager"),
        F.mode("queue", True).alias("queue"),
        F.when(is_told, F.max("dump_queue_manager")).alias("owner"),
        F.max("size").alias("longest"),
        smallest(place, place, CITED).alias("cited"),
    )
    groups = letters.groupBy("reason", "reason_name").agg(*_told_of_each(), *told)
    return groups.orderBy(F.desc("messages"), "reason").collect()


def _finding(row, estate: Estate) -> Finding:
    evidence = [Evidence(file=at.file, number=at.number) for at in row.cited]
    count = f"{row.messages} message{'s' * (row.messages != 1)}"
    owner = row.owner
    if row.reason is None:
        words = f"{count} on a dead-letter queue without a valid MQDLH. An application put it there, or it is damaged."
        show = browse(row.queue, owner)
        return Finding(NAME, "NO_DEAD_LETTER_HEADER", "warning", words, evidence, show, owner, row.queue)
    where = f"{row.destination}" + (f" and {row.destinations - 1} more" if row.destinations > 1 else "")
    meaning = codes.meaning(row.reason)
    words = f"{count} dead-lettered with reason {row.reason} {row.reason_name}, meant for {where}."
    words += f" {meaning}" if meaning else ""
    at = owner if row.reason in OF_THE_OWNER else row.queue_manager or owner
    now, places, commands = _state(row, estate, at)
    evidence += [Evidence(*place) for place in places]
    words += f"{now}{unfit(row.destination)}"
    return Finding(NAME, "DEAD_LETTER", "critical", words, evidence, commands, at, row.destination or None)


def _state(row, estate: Estate, at: str | None) -> tuple[str, Iterable, list[Command]]:
    """What the case shows of the destination now and how to mend it; where it shows nothing, the command that tells."""
    zos, queue = estate.zos(at), row.destination
    show = mqsc(DISPLAY.get(row.reason, DISPLAY_ANY), *([] if row.reason == 2031 else [queue or "*"]), on=at, zos=zos)
    check = STATES[row.reason](estate, at, row) if row.reason in STATES and at in estate.managers else None
    if check is None or not check.said:
        return "", [], show
    change = mqsc(*check.next, on=at, zos=zos) if check.next else []
    retry = shell("mqforensics rules propose CASE -o proposed.rules") if check.holds is False else []
    look = [] if check.holds is False else show
    return f" {check.said} State at the capture; it may have changed.", check.places, [*look, *change, *retry]


def _full(estate: Estate, at: str, row) -> checks.Check:
    found = checks.full(estate, at, row.destination)
    if found.holds is None:
        return checks.Check(None)
    most = estate.fact(at, QUEUES, row.destination, "MAXDEPTH").number() or 0
    if found.holds:
        said = f"{found.said}. Start its reader, or raise MAXDEPTH."
        return checks.Check(True, said, found.places, [f"ALTER QLOCAL({{}}) MAXDEPTH({most * 2})", row.destination])
    said = f"{row.destination} has room now: {found.said}. Putting them again can work."
    return checks.Check(False, said, found.places)


def _inhibited(estate: Estate, at: str, row) -> checks.Check:
    found = checks.puts(estate, at, [row.destination])
    if found.holds:
        said = f"{found.said}. Ask first why it was disabled."
        return checks.Check(True, said, found.places, ["ALTER QLOCAL({}) PUT(ENABLED)", row.destination])
    said = f"{row.destination} is PUT(ENABLED) now. Putting them again can work." if found.holds is False else ""
    return checks.Check(found.holds, said, found.places)


def _missing(estate: Estate, at: str, row) -> checks.Check:
    gone = absence.no_queue(estate.absences(at), row.destination)
    rows = estate.of(at, QUEUES, row.destination)
    if gone and not rows:
        said = f"{row.destination} is not defined at {at}. Define it, or correct the name that the sender uses."
        return checks.Check(True, said, [one.place for one in gone])
    if rows:
        said = f"{row.destination} is defined at {at} now. Putting them again can work."
        return checks.Check(False, said, [rows[0].place()])
    return checks.Check(None)


def _too_big(estate: Estate, at: str, row) -> checks.Check:
    fact = estate.fact(at, QUEUES, row.destination, "MAXMSGL")
    most = fact.number()
    if most is None or row.longest is None:
        return checks.Check(None)
    length = row.longest - MQDLH.length
    said = f"{row.destination} has {fact.text()}, and the longest of these messages has {length} bytes."
    if length <= most:
        return checks.Check(False, f"{said} Putting them again can work.", fact.places)
    change = [f"ALTER QLOCAL({{}}) MAXMSGL({length})", row.destination]
    return checks.Check(True, f"{said} Raise MAXMSGL, or send shorter messages.", fact.places, change)


STATES = {2053: _full, 2051: _inhibited, 2085: _missing, 2030: _too_big}
"""What to ask the estate of the destination, by reason."""
QUESTION = Question(
    NAME, "Dead letters", "Why are these messages here?",
    'the name in DEADQ, then a browse of that queue: echo "DISPLAY QMGR DEADQ" | runmqsc QMGR; '
    "amqsbcg DEAD.LETTER.QUEUE QMGR > dlq.txt",
    answer,
)  # fmt: skip
