"""A late message's reason in a sentence, with its numbers, as Spark columns."""

from pyspark.sql import Column
from pyspark.sql import functions as F

COMMIT_UNKNOWN = {
    "no MQPUT": "The trace has no MQPUT of it, so when it was committed is not shown.",
    "no MQCMIT": "The trace has no MQCMIT of the put's connection, so when it was committed is not shown.",
}
IF_AT_ONCE = " What follows holds if that was at its put. "
TRACE_PUTS = " Trace the putting application too."
NO_PUT_TIME = (
    "The trace does not say when it was put. A record of TraceLevel=LOW has neither MsgId nor put time;"
    " one of TraceLevel=MEDIUM (mqat.ini) has both."
)
TOO_EARLY = (
    "The trace begins after it became visible, so the cursor's position is not known. Start the trace before"
    " the delay, with the consumer's MQOPEN in it."
)
NO_BROWSE = (
    "An MQGET that did not wait took it, as a server session does after another thread's browse."
    " The trace has no browse of it. Trace the browsing connection too (TraceLevel=MEDIUM)."
)
WENT_BY = (
    "A cursor passed its position although it appeared visible. It was not committed yet, or locked, or did not"
    " match the consumer's selector. An MQCMIT of the putting connection, or TraceLevel=HIGH, would tell which."
)

IF_FIFO = " This holds for a queue in priority order; with MSGDLVSQ(FIFO) it was a backlog."


def why() -> Column:
    """The sentence of `reason`, or what is missing to know one. For the columns of `timeline`."""
    sentence = F.lit(None).cast("string")
    for reason, said in _SENTENCES.items():
        sentence = F.when(F.col("reason") == reason, said()).otherwise(sentence)
    open_ = rests_on_commit()
    unknown = F.lit("")
    for by, said in COMMIT_UNKNOWN.items():
        holds_if = open_ & (F.col("visible_by") == by) & (F.col("reason") != "UNKNOWN")
        unknown = F.when(holds_if, F.lit(said + IF_AT_ONCE)).otherwise(unknown)
    trace = F.when(open_, F.lit(TRACE_PUTS)).otherwise(F.lit(""))
    untimed = F.when(F.col("put_time").isNull() & F.col("first_time").isNotNull(), F.lit(NO_PUT_TIME))
    return F.coalesce(F.concat(unknown, sentence, trace), untimed)


def rests_on_commit() -> Column:
    """Whether a reason holds only if the message was committed at its put, as the trace does not tell when it was."""
    # What came after a consumer first had it rests on no commit.
    after = F.col("reason").isin("MARKED", "REDELIVERY") | (
        (F.col("reason") == "DISPATCH") & (F.col("dispatched") > F.col("queued"))
    )
    return F.coalesce(F.col("visible_by").isin(*COMMIT_UNKNOWN) & ~after, F.lit(False))


def _cursor_skip() -> Column:
    came = F.format_string("It came with priority %s in front of a cursor that was on priority %s. ", *_priorities())
    return F.concat(came, _passed(), F.when(_may_be_fifo(), F.lit(IF_FIFO)).otherwise(F.lit("")))


def _may_be_fifo() -> Column:
    # A later put that was returned first, or a 2033, cannot be on a FIFO queue; without either it might.
    proof = (F.coalesce("put_after", F.lit(0)) > 0) | (F.coalesce("no_message", F.lit(0)) > 0)
    return ~F.col("order_known") & ~proof


def _late_commit_skip() -> Column:
    own = _priorities()[0]
    came = F.format_string("It was committed behind a cursor that had gone on at its own priority %s. ", own)
    return F.concat(came, _passed())


def _passed() -> Column:
    first = F.col("found.begun.kind") == "first"
    begin = F.when(first, F.lit("BROWSE_FIRST")).otherwise(F.lit("MQOPEN"))
    later = F.coalesce("put_after", F.lit(0))
    return F.format_string(
        "The cursor returned %s first, %s of them put later. It got 2033 (no message available) %s; then %s"
        " returned it to the head of the queue after %s s.",
        _count("browsed_before", "other message"), later, _count("no_message", "time"), begin, F.col("skipped"),
    )  # fmt: skip


def _backlog() -> Column:
    return F.format_string("It waited %s s in its place while the consumer was given %s.", F.col("queued"),
                           _count("others", "message"))  # fmt: skip


def _dispatch() -> Column:
    taken = F.format_string(
        "It was browsed %s s after the put and taken %s s after that. No session was free for it, or none took it.",
        F.col("delay"), F.col("dispatched"),
    )  # fmt: skip
    idle = F.format_string(
        "The consumer that took it asked for no message for %s s, although nothing was in front of it."
        " It was busy, or had not opened the queue.",
        F.col("queued"),
    )
    return F.when(F.col("dispatched") > F.col("queued"), taken).otherwise(idle)


def _uncommitted() -> Column:
    return F.format_string("Its put was committed only %s s later.", F.col("uncommitted"))


def _marked() -> Column:
    return F.format_string(
        "It was browsed and marked %s s after the put and not taken. It was handed out again when the mark ran"
        " out (MARKINT), %s s later.", F.col("delay"), F.col("dispatched"),
    )  # fmt: skip


def _redelivery() -> Column:
    return F.format_string(
        "A consumer first had it %s s after the put. It was taken %s and browsed %s; the last get came %s s later.",
        F.col("delay"), _count("gets", "time"), _count("browses", "time"), F.col("dispatched"),
    )  # fmt: skip


def _unknown() -> Column:
    return (
        F.when(F.col("found.kind") == "get", F.lit(NO_BROWSE))
        .when(F.col("then_sweep").isNull(), F.lit(TOO_EARLY))
        .otherwise(F.lit(WENT_BY))
    )


def _priorities() -> list[Column]:
    return [F.coalesce(F.col(of).cast("string"), F.lit("unknown")) for of in ("priority", "cursor.priority")]


def _count(column: str, noun: str) -> Column:
    number = F.coalesce(F.col(column), F.lit(0))
    return F.concat(number.cast("string"), F.lit(f" {noun}"), F.when(number != 1, F.lit("s")).otherwise(F.lit("")))


_SENTENCES = {
    "CURSOR_SKIP": _cursor_skip,
    "LATE_COMMIT_SKIP": _late_commit_skip,
    "BACKLOG": _backlog,
    "DISPATCH": _dispatch,
    "UNCOMMITTED": _uncommitted,
    "MARKED": _marked,
    "REDELIVERY": _redelivery,
    "UNKNOWN": _unknown,
}
