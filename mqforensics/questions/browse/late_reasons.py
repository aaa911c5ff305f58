"""A late message's reason in a sentence, with its numbers, as Spark columns."""

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import bits
from mqforensics.spark_compat import format_text
from mqforensics.words import browse as words

COMMIT_UNKNOWN = {
    "no MQPUT": words.NO_PUT_IN_TRACE,
    "no MQCMIT": words.NO_COMMIT_IN_TRACE,
}


def reason_sentence() -> Column:
    """The sentence of `reason`, or what is missing to know one. For the columns of `timeline`."""
    sentence = F.lit(None).cast("string")
    for reason, said in _SENTENCES.items():
        sentence = F.when(F.col("reason") == reason, said()).otherwise(sentence)
    open_ = rests_on_commit()
    unknown = F.lit("")
    for by, said in COMMIT_UNKNOWN.items():
        holds_if = open_ & (F.col("visible_by") == by) & (F.col("reason") != "UNKNOWN")
        unknown = F.when(holds_if, F.lit(said + words.IF_AT_ONCE)).otherwise(unknown)
    trace = F.when(open_, F.lit(words.TRACE_PUTS)).otherwise(F.lit(""))
    untimed = F.when(F.col("put_time").isNull() & F.col("first_time").isNotNull(), F.lit(words.NO_PUT_TIME))
    hidden = (F.col("untraced") > 0) & (F.col("reason") != "UNKNOWN")
    before = F.when(hidden, format_text(words.BEFORE_THAT, F.col("untraced"))).otherwise(F.lit(""))
    return F.coalesce(F.concat(unknown, before, sentence, trace), untimed)


def rests_on_commit() -> Column:
    """Whether a reason holds only if the message was committed at its put, as the trace does not show when it was."""
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
    came = format_text(words.IN_FRONT, *_priorities())
    order = (
        F.when(F.col("is_fifo_later"), F.lit(words.IF_THEN))
        .when(_may_be_fifo(), F.lit(words.IF_FIFO))
        .otherwise(F.lit(""))
    )
    return F.concat(came, _skipped_in_words(), order)


def _may_be_fifo() -> Column:
    # A later put that was returned first, or a 2033, cannot be on a FIFO queue; without either it might.
    proof = (F.coalesce("put_after", F.lit(0)) > 0) | (F.coalesce("no_message", F.lit(0)) > 0)
    return ~F.col("order_known") & ~proof


def _late_commit_skip() -> Column:
    own = _priorities()[0]
    came = format_text(words.BEHIND, own)
    return F.concat(came, _skipped_in_words())


def _skipped_in_words() -> Column:
    first = F.col("found.begun.kind") == "first"
    begin = F.when(first, F.lit("BROWSE_FIRST")).otherwise(F.lit("MQOPEN"))
    # Both counts are of the same messages only where it is known when this one became visible.
    exact = ~F.coalesce(F.col("visible_by") == "MQCMIT", F.lit(False))
    later = F.coalesce("put_after", F.lit(0))
    of_them = F.when(exact & (later <= F.col("browsed_before")), format_text(words.OF_THEM_LATER, later))
    least = F.round(F.greatest(F.col("skipped") - F.col("visible_within"), F.lit(0)), 3)
    unsure = ~exact & (F.col("visible_within") > 0) & (least < F.col("skipped"))
    after = F.when(unsure, format_text(words.BETWEEN, least, F.col("skipped")))
    return format_text(
        words.RETURNED_FIRST,
        _count("browsed_before", "other message"), F.coalesce(of_them, F.lit("")), _count("no_message", "time"), begin,
        F.coalesce(after, format_text("%s s", F.col("skipped"))),
    )  # fmt: skip


def _backlog() -> Column:
    return format_text(words.IN_ITS_PLACE, F.col("queued"),
                           _count("others", "message"))  # fmt: skip


def _dispatch() -> Column:
    taken = format_text(
        words.BROWSED_THEN_TAKEN,
        F.col("delay"), F.col("dispatched"),
    )  # fmt: skip
    idle = format_text(
        words.NOT_ASKED,
        F.col("queued"),
    )
    return F.when(F.col("dispatched") > F.col("queued"), taken).otherwise(idle)


def _late_commit_in_words() -> Column:
    return format_text(words.COMMITTED_LATE, F.col("uncommitted"))


def _mark_in_words() -> Column:
    return format_text(
        words.MARKED, F.col("delay"), F.col("dispatched"),
    )  # fmt: skip


def _redelivery() -> Column:
    finder = F.coalesce(F.col("found_by"), F.lit("a consumer"))
    return format_text(
        words.FOUND_BEFORE,
        finder, F.col("delay"), _count("gets", "time"), _count("browses", "time"), F.col("dispatched"),
    )  # fmt: skip


def _doubt_in_words() -> Column:
    waited = F.coalesce(bits("found.gmo", mq.WAIT), F.lit(False))
    uncommitted = F.when(F.col("visible_by").isin(*COMMIT_UNKNOWN), F.lit(words.NOT_COMMITTED))
    clock = F.when(F.col("visible_by") == "no MQPUT", F.lit(words.PUT_LATER))
    uncommitted = F.concat(*(F.coalesce(one, F.lit("")) for one in (clock, uncommitted)))
    by_get = F.col("found.kind") == "get"
    none = found_nothing()
    how = F.when(none, F.lit(words.NONE_THERE)).when(by_get, F.lit(words.OVERTAKEN)).otherwise(F.lit(words.GONE_BY))
    by = F.when(by_get, F.lit(words.ANY_CONDITION)).otherwise(F.lit("selector"))
    altered = F.when(F.col("order_known") | none, F.lit("")).otherwise(F.lit(words.ALTERED))
    return (
        F.when((F.col("found.kind") == "get") & ~waited, F.lit(words.NO_BROWSE))
        .when(F.col("untraced") > 0, format_text(words.TOO_EARLY, F.col("untraced")))
        .otherwise(format_text(words.WENT_BY, how, uncommitted, by, altered))
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
    "UNCOMMITTED": _late_commit_in_words,
    "MARKED": _mark_in_words,
    "REDELIVERY": _redelivery,
    "UNKNOWN": _doubt_in_words,
}
