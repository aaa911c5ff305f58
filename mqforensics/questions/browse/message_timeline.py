"""Every message of a trace from its put to its get, and for each late one the reason, with the calls it rests on."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import BEGIN, PLACE, bits, handles
from mqforensics.questions.browse.late_reasons import COMMIT_UNKNOWN, found_nothing, reason_sentence
from mqforensics.questions.browse.positions_at import ORDERS, Orders, cursor_positions
from mqforensics.questions.browse.sweeps import verb, who
from mqforensics.questions.browse.traced_messages import messages
from mqforensics.validation import number, table, validated

REASONS = ("CURSOR_SKIP", "LATE_COMMIT_SKIP", "BACKLOG", "DISPATCH", "UNCOMMITTED", "MARKED", "REDELIVERY", "UNKNOWN")
PARTS = ("uncommitted", "skipped", "queued", "dispatched")
"""The stretches of a delay that a trace can show, in their order; the longest names the reason."""
UNTRACED = "untraced"
"""The stretch of which it shows nothing: before the calls of the handle that found the message."""
COLUMNS = (
    "queue_manager", "queue", "msg_id", "priority", "effective_priority", "put_time", "visible_time",
    "visible_within", "visible_by", "first_time", "first_by", "get_time", "delay", "total", *PARTS, UNTRACED, "reason",
    "why", "browsed_before", "put_after", "no_message", "gets", "backouts", "application", "found_by", "cursor",
    "evidence",
)  # fmt: skip


@with_columns_described
@validated(
    calls=table(*PLACE, "verb", "time", "queue_manager", "queue", "msg_id", "options_value"),
    late=number(0, whole=False), msgdlvsq=ORDERS, markint=number(whole=False), redeliver_interval=number(whole=False),
)  # fmt: skip
def browse_timeline(
    calls: DataFrame,
    *,
    late: float = mq.LATE,
    msgdlvsq: Orders = None,
    markint: float = mq.MARKINT,
    redeliver_interval: float = mq.REDELIVER_INTERVAL,
    time_is: str = BEGIN,
) -> DataFrame:
    """One row a message of the calls table: put, visible, first browse, get, delay; and why it was late.

    `effective_priority` is what the queue's order goes by: 0 for all on a FIFO queue. Times are UTC; `delay` (put to
    first browse or get by a consumer), `total` (put to the last get) and the parts `uncommitted`, `skipped`,
    `queued`, `dispatched` and `untraced` (before the calls of the finder's handle) are seconds. `visible_within` says
    how exactly the visible time is known (an activity trace shows a commit to the second), `visible_by` by which
    call: without an MQCMIT in the trace it became visible between its put and the time that a consumer first had it,
    and the parts and reason hold if that was at the put; after an MQBACK it never did.
    `reason` (one of `REASONS`, null unless the message took `late` seconds or more) is the longest part's; what is
    not traced gives none (UNKNOWN), unless the rest alone is late. `why` says it in a sentence.
    `browsed_before`, `put_after`, `no_message`: messages the finder's cursor returned first, those that its sweep
    returned although put later, and the 2033s it got meanwhile; `cursor`: the message it was on when this one became
    visible; `evidence`: file and call number of the put, of the cursor's browse, of the BROWSE_FIRST of the sweep
    that found it, and of the call that did.
    Handles opened to browse only (MQ Explorer, amqsbcg) are no consumers. `msgdlvsq`: PRIORITY or FIFO, for all
    queues, by queue, or as definitions show it (`positions_at.Order`); without it a queue is in priority order unless
    a handle's browses run against that.
    `markint`, `redeliver_interval` in milliseconds. `time_is`: whether times are the "begin" or the "end" of calls.
    Source: the technote on message-driven beans and priority, and the documentation of MQGMO options. Calls of one
    kind of trace: client and queue manager traces of the same calls have different clocks.
    """
    told = cursor_positions(messages(handles(calls, time_is)), late, msgdlvsq)
    parts = told.transform(_parts).transform(_reasons, late, markint, redeliver_interval)
    return parts.transform(_timeline_columns)


def late_messages(timeline: DataFrame) -> DataFrame:
    """The rows of a timeline that have a reason, the longest delay first."""
    return timeline.where("reason is not null").orderBy(F.desc("total"), "put_time", "msg_id")


def _parts(told: DataFrame) -> DataFrame:
    at_once = _is_passed("then_sweep", "then_nexts", "passed")
    # Between the two moments that it may have become visible at, the cursor came by.
    between = ~at_once & _is_passed("at_latest.sweep", "at_latest.nexts", "at_latest.passed")
    unexplained = _is_unexplained()
    skipped = (at_once | between) & ~unexplained
    swept = F.when(skipped, F.greatest(F.col("found.begun.began") - F.col("visible"), F.lit(0))).otherwise(F.lit(0))
    given = F.col("found.given") - 1
    found = told.withColumns({
        "equal": F.when(between, F.col("at_latest.equal")).otherwise(F.col("equal")),
        "unexplained": unexplained,
        "uncommitted": F.col("visible") - F.col("put_time"),
        "skipped": F.least(swept, F.col("seen_time") - F.col("visible")),
        "others": given - F.when(skipped, F.col("found.begun.given")).otherwise(F.coalesce("then_given", F.lit(0))),
        "browsed_before": given - F.coalesce("then_given", F.lit(0)),
        "no_message": F.col("found.nothing") - F.coalesce("then_nothing", F.lit(0)),
        "put_after": F.when(skipped, F.col("newer")),
        "cursor": F.when(between, F.col("at_latest.cursor")).otherwise(F.col("cursor")),
    })  # fmt: skip
    return found.withColumn(UNTRACED, _untraced_seconds()).withColumns({
        "queued": F.col("seen_time") - F.col("visible") - F.col("skipped") - F.col(UNTRACED),
        "dispatched": F.greatest(F.coalesce(F.col("got") - F.col("seen_time"), F.lit(0)), F.lit(0)),
    })  # fmt: skip


def _untraced_seconds() -> Column:
    # A traced MQPUT shows that the trace was on; an MQOPEN shows the handle's state from there on, else a BROWSE_FIRST.
    begins = (
        F.when(~F.col("found.opened"), F.coalesce("found.begun.began", "seen_time"))
        .when(F.col("put").isNull(), F.least("found.first_call", "seen_time"))
        .otherwise(F.col("visible"))
    )
    hidden = F.when(F.col("then_sweep").isNull(), begins - F.col("visible"))
    return F.greatest(F.coalesce(hidden, F.lit(0)), F.lit(0))


def _is_passed(sweep: str, nexts: str, passed: str) -> Column:
    # A BROWSE_NEXT in between is what makes a cursor's place matter: it went on and did not return the message.
    later = F.col("found.sweep") > F.col(sweep)
    went_on = F.col("found.begun.nexts") > F.col(nexts)
    return F.coalesce(later & went_on & F.col(passed), F.lit(False))


def _is_unexplained() -> Column:
    # The sweep before went by the message's place: by then it was visible only if that cursor was behind it already.
    # A get has no cursor: what it returns is before all others that it could have returned.
    before, swept = F.col("found.sweep") - 1, F.coalesce("at_latest.sweep", "then_sweep", F.lit(-1))
    passed = F.col("passed") | F.coalesce("at_latest.passed", F.lit(False))
    went_by = F.col("went_by") & ((swept < before) | ((swept == before) & ~passed))
    return went_by | ((F.col("found.kind") == "get") & F.col("overtaken")) | found_nothing()


def _reasons(parts: DataFrame, late: float, markint: float, redeliver_interval: float) -> DataFrame:
    names = {
        "uncommitted": F.lit("UNCOMMITTED"),
        "skipped": F.when(F.col("equal"), F.lit("LATE_COMMIT_SKIP")).otherwise(F.lit("CURSOR_SKIP")),
        "queued": _reason_on_queue(),
        "dispatched": _taken_late(markint, redeliver_interval),
    }
    longest, name = F.greatest(*PARTS), F.lit(None).cast("string")
    for part in reversed(PARTS):  # of those that are as long, the first
        name = F.when(F.col(part) == longest, names[part]).otherwise(name)
    reason = (
        F.when(longest >= F.col(UNTRACED), name)
        .when(_backouts() > 1, F.lit("REDELIVERY"))
        .when(longest >= round(late * 1_000_000), name)
        .otherwise(F.lit("UNKNOWN"))
    )
    return parts.withColumn("reason", F.when(F.col("is_late"), reason))


def _reason_on_queue() -> Column:
    by_id = (F.col("found.kind") == "get") & ~F.coalesce(bits("found.gmo", mq.WAIT), F.lit(False))
    return (
        F.when(by_id | F.col("unexplained"), F.lit("UNKNOWN"))
        .when(F.col("others") > 0, F.lit("BACKLOG"))
        .otherwise(F.lit("DISPATCH"))
    )


def _taken_late(markint: float, redeliver_interval: float) -> Column:
    again = F.when(F.col("browses") > 1, (F.col("last_browse") - F.col("found.ended")) / 1000)
    marked = F.coalesce(bits("found.gmo", mq.ANY_MARK), F.lit(False))
    return (
        F.when(_backouts() > 0, F.lit("REDELIVERY"))
        .when(marked & (again >= markint), F.lit("MARKED"))
        .when(~marked & (again >= redeliver_interval), F.lit("REDELIVERY"))
        .otherwise(F.lit("DISPATCH"))
    )


def _backouts() -> Column:
    return F.greatest(F.col("gets") - 1, F.coalesce("backouts", F.lit(0)))


def _timeline_columns(found: DataFrame) -> DataFrame:
    place = [F.struct(*[F.col(f"{at}.{name}") for name in ("file", "number")]) for at in
             ("put", "cursor", "found.begun", "found")]  # fmt: skip
    by_then = F.when(F.col("visible_by").isin(*COMMIT_UNKNOWN), F.col("seen_time")).otherwise(F.col("visible_latest"))
    seconds = {
        "delay": F.col("seen_time") - F.col("put_time"), "total": F.col("got") - F.col("put_time"),
        "visible_within": by_then - F.col("visible"), **{part: F.col(part) for part in (*PARTS, UNTRACED)},
    }  # fmt: skip
    times = {"put_time": "put_time", "visible_time": "visible", "first_time": "seen_time", "get_time": "got"}
    shown = found.withColumns({name: F.round(value / 1_000_000, 3) for name, value in seconds.items()})
    shown = shown.withColumns({name: F.timestamp_micros(F.col(of)) for name, of in times.items()})
    shown = shown.withColumns({
        "msg_id": F.col("message"), "priority": F.col("own_priority"),
        "effective_priority": F.when(F.col("is_fifo"), 0).otherwise(F.coalesce("own_priority", F.lit(0))),
        "first_by": verb("found.kind"),
        "application": F.col("put.application"), "found_by": F.when(F.col("found").isNotNull(), who("found")),
        "cursor": F.when(F.col("cursor").isNotNull(), F.struct("cursor.msg_id", "cursor.priority")),
        "evidence": F.array_distinct(F.array_compact(F.array(*[F.when(at["number"].isNotNull(), at) for at in place]))),
    })  # fmt: skip
    return shown.withColumn("why", reason_sentence()).select(*COLUMNS)
