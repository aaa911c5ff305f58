"""A late message's reason in a sentence, with its numbers, as Spark columns."""

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import bits
from mqforensics.sparks import formatted

COMMIT_UNKNOWN = {
    "no MQPUT": "The trace has no MQPUT of it, so the time of its commit is unknown.",
    "no MQCMIT": "The trace has no MQCMIT of the put's connection, so the time of its commit is unknown.",
}
IF_AT_ONCE = " What follows holds if that was at its put. "
TRACE_PUTS = " Trace the putting application too."
NO_PUT_TIME = (
    "The trace does not say when it was put. A record of TraceLevel=LOW has neither MsgId nor put time;"
    " one of TraceLevel=MEDIUM (mqat.ini) has both."
)
TOO_EARLY = (
    "The trace tells nothing of its consumer in the first %s s after the put. Start the trace before the delay,"
    " with the consumer's MQOPEN in it."
)
BEFORE_THAT = "The trace tells nothing of its consumer in the first %s s. "
NO_BROWSE = (
    "An MQGET that did not wait took it, as a server session does after another thread's browse."
    " The trace has no browse of it. Trace the browsing connection too (TraceLevel=MEDIUM)."
)
GONE_BY, OVERTAKEN = "A cursor passed its position", "The consumer was given one put later first,"
NONE_THERE = "Its consumer got 2033 (no message available) meanwhile"
CLOCK = "was put later than its time says (the putter's clock is behind), "
WENT_BY = (
    "%s although it appeared visible. It %swas locked, or did not match the consumer's"
    " %s%s. TraceLevel=HIGH, of the putting connection too, would tell which."
)

IF_FIFO = " This holds for a queue in priority order; with MSGDLVSQ(FIFO) it was a backlog."

IF_THEN = (
    " This holds if the queue was in priority order then. The order shown of it is MSGDLVSQ(FIFO), from its last"
    " alteration on."
)


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
    hidden = (F.col("untraced") > 0) & (F.col("reason") != "UNKNOWN")
    before = F.when(hidden, formatted(BEFORE_THAT, F.col("untraced"))).otherwise(F.lit(""))
    return F.coalesce(F.concat(unknown, before, sentence, trace), untimed)


def rests_on_commit() -> Column:
    """Whether a reason holds only if the message was committed at its put, as the trace does not tell when it was."""
    # What came after a consumer first had it rests on no commit.
    after = F.col("reason").isin("MARKED", "REDELIVERY") | (
        (F.col("reason") == "DISPATCH") & (F.col("dispatched") > F.col("queued"))
    )
    return F.coalesce(F.col("visible_by").isin(*COMMIT_UNKNOWN) & ~after, F.lit(False))


def found_nothing() -> Column:
    """Whether the finder got a 2033 while the message appeared visible to it, in front of its cursor."""
    passed = F.col("passed") | F.coalesce("at_latest.passed", F.lit(False))
    swept = F.coalesce(F.when(passed, F.col("found.begun.nothing")), F.lit(0))
    return F.coalesce(F.col("found.nothing") > F.greatest(F.coalesce("then_nothing", F.lit(0)), swept), F.lit(False))


def _cursor_skip() -> Column:
    came = formatted("It came with priority %s in front of a cursor that was on priority %s. ", *_priorities())
    order = F.when(F.col("is_fifo_later"), F.lit(IF_THEN)).when(_may_be_fifo(), F.lit(IF_FIFO)).otherwise(F.lit(""))
    return F.concat(came, _passed(), order)


def _may_be_fifo() -> Column:
    # A later put that was returned first, or a 2033, cannot be on a FIFO queue; without either it might.
    proof = (F.coalesce("put_after", F.lit(0)) > 0) | (F.coalesce("no_message", F.lit(0)) > 0)
    return ~F.col("order_known") & ~proof


def _late_commit_skip() -> Column:
    own = _priorities()[0]
    came = formatted("It was committed behind a cursor that had gone on at its own priority %s. ", own)
    return F.concat(came, _passed())


def _passed() -> Column:
    first = F.col("found.begun.kind") == "first"
    begin = F.when(first, F.lit("BROWSE_FIRST")).otherwise(F.lit("MQOPEN"))
    # Both counts are of the same messages only where it is known when this one became visible.
    exact = ~F.coalesce(F.col("visible_by") == "MQCMIT", F.lit(False))
    later = F.coalesce("put_after", F.lit(0))
    of_them = F.when(exact & (later <= F.col("browsed_before")), formatted(", %s of them put later", later))
    least = F.round(F.greatest(F.col("skipped") - F.col("visible_within"), F.lit(0)), 3)
    unsure = ~exact & (F.col("visible_within") > 0) & (least < F.col("skipped"))
    after = F.when(unsure, formatted("%s to %s s", least, F.col("skipped")))
    return formatted(
        "The cursor returned %s first%s. It got 2033 (no message available) %s; then %s"
        " returned it to the head of the queue after %s.",
        _count("browsed_before", "other message"), F.coalesce(of_them, F.lit("")), _count("no_message", "time"), begin,
        F.coalesce(after, formatted("%s s", F.col("skipped"))),
    )  # fmt: skip


def _backlog() -> Column:
    return formatted("It waited %s s in its place while the consumer was given %s.", F.col("queued"),
                           _count("others", "message"))  # fmt: skip


def _dispatch() -> Column:
    taken = formatted(
        "It was browsed %s s after the put and taken %s s after that. No session was free for it, or none took it.",
        F.col("delay"), F.col("dispatched"),
    )  # fmt: skip
    idle = formatted(
        "The consumer that took it asked for no message for %s s, although nothing was in front of it."
        " It was busy, or had not opened the queue. So was any other, or its cursor had passed the message.",
        F.col("queued"),
    )
    return F.when(F.col("dispatched") > F.col("queued"), taken).otherwise(idle)


def _uncommitted() -> Column:
    return formatted("Its put was committed only %s s later.", F.col("uncommitted"))


def _marked() -> Column:
    return formatted(
        "It was browsed and marked %s s after the put and not taken. It was handed out again when the mark ran"
        " out (MARKINT), %s s later.", F.col("delay"), F.col("dispatched"),
    )  # fmt: skip


def _redelivery() -> Column:
    finder = F.coalesce(F.col("found_by"), F.lit("a consumer"))
    return formatted(
        "In the trace %s had it first, %s s after the put. It was taken %s and browsed %s; the last get came %s s"
        " later.",
        finder, F.col("delay"), _count("gets", "time"), _count("browses", "time"), F.col("dispatched"),
    )  # fmt: skip


def _unknown() -> Column:
    waited = F.coalesce(bits("found.gmo", mq.WAIT), F.lit(False))
    uncommitted = F.when(F.col("visible_by").isin(*COMMIT_UNKNOWN), F.lit("was not committed yet, or "))
    clock = F.when(F.col("visible_by") == "no MQPUT", F.lit(CLOCK))
    uncommitted = F.concat(*(F.coalesce(one, F.lit("")) for one in (clock, uncommitted)))
    by_get = F.col("found.kind") == "get"
    none = found_nothing()
    how = F.when(none, F.lit(NONE_THERE)).when(by_get, F.lit(OVERTAKEN)).otherwise(F.lit(GONE_BY))
    by = F.when(by_get, F.lit("MsgId, CorrelId or selector")).otherwise(F.lit("selector"))
    altered = F.when(F.col("order_known") | none, F.lit("")).otherwise(F.lit(", or MSGDLVSQ was altered meanwhile"))
    return (
        F.when((F.col("found.kind") == "get") & ~waited, F.lit(NO_BROWSE))
        .when(F.col("untraced") > 0, formatted(TOO_EARLY, F.col("untraced")))
        .otherwise(formatted(WENT_BY, how, uncommitted, by, altered))
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
