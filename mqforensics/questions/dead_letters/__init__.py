"""Why are these messages here? The dead-lettered messages of a case: one row a message, and what they have in common.

Source of the facts: the document "Handling undelivered messages" (finding the reason in a dead-lettered message), the
product documentation of MQDLH.

To read: `reason_groups`, `counts`, `failure_places` (whose queue, and can it be put again), `queue_since_dump`,
`findings`; the table is `objects.dead_letters`.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pyspark.sql import DataFrame

from mqforensics.objects.case_evidence import displayed_rows, dumps
from mqforensics.objects.case_evidence import estate as estate_of
from mqforensics.objects.dead_letters import (
    MARKS,
    dead_letters,
    every_of,
    every_once,
    is_any_twice,
    letters_of,
    marked_of,
)
from mqforensics.objects.fact import in_utc, instant
from mqforensics.questions.answer import Answer, Later, Question
from mqforensics.questions.attribution import owners_by_walk
from mqforensics.questions.dead_letters.counts import ages, arrivals, by_origin, by_reason, outliers
from mqforensics.questions.dead_letters.failure_places import owners_of
from mqforensics.questions.dead_letters.findings import NAME, of_queues, of_reasons, reason_of, unread_queues
from mqforensics.questions.dead_letters.queue_since_dump import findings as of_queues_since
from mqforensics.questions.dead_letters.queue_since_dump import of_several
from mqforensics.questions.dead_letters.reason_groups import (
    CapturedLetters,
    Reason,
    captures,
    on_several_queues,
    reasons,
)
from mqforensics.questions.finding import seconds_of
from mqforensics.questions.wording import count
from mqforensics.spark_compat import rows_of
from mqforensics.validation import TIME
from mqforensics.validation import instant as utc
from mqforensics.words import dead_letters as words
from mqforensics.words.grammar import by_number, impact, when

__all__ = [
    "QUESTION", "ages", "answer", "arrivals", "by_origin", "by_reason", "dead_letters", "every_once",
    "headline", "letters_of", "outliers",
]  # fmt: skip
SHOWN = 5000
"""Rows of a picture."""
LISTED = (
    "file", "number", "reason", "reason_name", "destination", "application", "put_time", "dlq_time", "preview",
)  # fmt: skip


def answer(case, as_of: datetime | None = None) -> Answer | None:
    """A finding for each group of dead-lettered messages with one cause (`DEAD_LETTER`), the largest of each reason,
    one for the messages without MQDLH (`NO_DEAD_LETTER_HEADER`), one for each queue whose dump shows nothing
    (`QUEUE_NOT_READ`), that messages have left (`DEAD_LETTERS_LEFT`), to which some came back
    (`DEAD_LETTERS_CAME_BACK`) or that held more than its dumps show (`DEAD_LETTERS_NOT_DUMPED`), one for the messages
    that several queues show (`ON_SEVERAL_QUEUES`).

    Only queues that hold at least one dead-lettered message are looked at, so that a browse of another queue is not an
    alarm. A message that several captures show counts once. Figures: `by_reason`, `arrivals`, `by_origin`: the first
    rows of these tables. `as_of`: the time that ages count from, by default the newest in the evidence.
    """
    if not case.has("messages"):
        return None
    estate = estate_of(case)
    closed = tuple(unread_queues(dumps(case), estate))
    every = reasons(marked_of(case), is_any_twice(case)) if any(one.meant for one in dumps(case)) else []
    counted = _reason_rows(every)
    if not counted:
        empty = {"by_reason": [], "arrivals": [], "by_origin": []}
        return Answer(NAME, headline(counted, [one.object for one in closed]), closed, figures=empty)
    # Each time that a message was dead-lettered counts here, as it does in the reasons.
    letters, each = letters_of(case), marked_of(case).where("alike").drop(*MARKS)
    is_twice = any(one.copies > one.messages for one in every)
    tables = {
        "Messages by reason": partial(by_reason, each),
        "By reason, destination and application": partial(by_origin, each),
        "Rare combinations": partial(outliers, each),
        "Age": partial(ages, letters, as_of or _newest(case)),
        "Message by message": lambda: letters.select(*LISTED).orderBy("file", "number"),
    }  # fmt: skip
    figures = {
        "by_reason": lambda: counted,
        "arrivals": lambda: _rows(arrivals(each)),
        "by_origin": lambda: _rows(by_origin(each)),
    }
    shown = dumps(case)
    owners = owners_of(every, estate, None, shown)
    owners = owners_of(every, estate, owners_by_walk(case), shown) if None in owners.values() else owners
    queues = of_queues(owners, _letters_of_dumps(case, is_twice), estate, shown)
    holders = {(one.queue, one.queue_manager) for one in shown if one.messages}
    several = on_several_queues(every_of(case)) if len(holders) > 1 and is_any_twice(case) else []
    found = (
        *of_reasons(every, estate, owners, queues), *of_queues_since(queues.values(), estate),
        *of_several(several),
        *closed,
    )  # fmt: skip
    is_gone = bool(queues) and all(one.is_gone for one in queues.values()) and queues.keys() == _places(every)
    twice = sum(row.messages for row in several if not row.is_back)
    again = sum(one.returns for one in queues.values())
    first = next((one for one in every if one.reason is not None), every[0]).groups[0]
    said = headline(counted, is_gone=is_gone, twice=twice, again=again, manager=owners.get((first.queue, first.owner)))
    return Answer(NAME, said, found, Later(tables), Later(figures), _impact(every, again))


def _impact(every: list[Reason], again: int) -> str:
    """Whom the dead-lettered messages concern; the applications of the largest groups first."""
    groups = sorted((group for one in every for group in one.groups), key=lambda group: -group.messages)
    first = min((group.first_micros for group in groups if group.first_micros is not None), default=None)
    names = dict.fromkeys(name for group in groups for name in group.applications if name)
    messages = sum(one.messages for one in every) - again
    return impact(count(messages, "message"), seconds_of(first), list(names))


def _newest(case) -> datetime | None:
    """The newest time in the evidence, in UTC: when something was displayed or dumped last, or a message came."""
    rows = (row for row in (*displayed_rows(case), *dumps(case)) if row.captured and row.zone)
    came = (at for one in dumps(case) if (at := instant(one.last)))
    return max((*(in_utc(row.captured, row.zone) for row in rows), *came), default=None)


def _letters_of_dumps(case, is_twice: bool) -> list[CapturedLetters]:
    """The messages of each queue by the dumps that show them; where each queue has one dump, that shows it."""
    shown = [one for one in dumps(case) if one.messages]
    if is_twice or len({(one.queue, one.queue_manager) for one in shown}) < len(shown):
        return captures(marked_of(case))
    return [
        CapturedLetters(one.queue, one.queue_manager, [one.file], one.messages, one.last, one.last) for one in shown
    ]


def _places(every: list[Reason]) -> set[tuple]:
    return {(group.queue, group.owner) for one in every for group in one.groups}


def _rows(table: DataFrame) -> list[dict]:
    return [row.asDict() for row in rows_of(table.limit(SHOWN))]


def _reason_rows(every: list[Reason]) -> list[dict]:
    """The rows of `by_reason`, from what the findings are made of: one job for both."""
    total = sum(one.messages for one in every)
    names = ("reason", "reason_name", "messages", "destination", "destinations", "first", "last")
    return [{name: getattr(one, name) for name in names} | {"share": round(one.messages / total, 4)} for one in every]


def headline(
    counted: list[dict], unread: Sequence[str] = (), is_gone: bool = False, twice: int = 0, again: int = 0,
    manager: str | None = None,
) -> str:  # fmt: skip
    """The most frequent reason as a sentence, then how many messages there are in all; from the rows of `by_reason`.

    Messages without a reason come first only where there are no others.

    `unread`: the queues whose dumps show nothing; `is_gone`: none of the messages is there any more; `twice`: so many
    are on several queues; `again`: so often one of them came back, which is not another message; `manager`: where the
    messages of the most frequent reason were dead-lettered.
    """
    if not counted:
        return words.unread_queues(unread) if unread else words.NONE
    top = next((row for row in counted if row["reason"] is not None), counted[0])
    total = sum(row["messages"] for row in counted)
    times = [at.timestamp() if (at := row and utc(row)) else None for row in (top["first"], top["last"])]
    if top["reason"] is None:
        said = words.NO_HEADER.format(
            messages=count(top["messages"], "message"), queue=words.A_QUEUE,
            have=by_number(top["messages"], "has", "have"), when=when(*times),
        )  # fmt: skip
    else:
        queue = words.NO_DESTINATION_SHOWN if top["destination"] is None else top["destination"] or words.NO_DESTINATION
        ones = top["messages"] - (again if len(counted) == 1 else 0)
        said = words.letters(
            ones, queue, times, top["reason"], reason_of(top["reason"]), manager=manager,
            more=max(top["destinations"] - 1, 0),
        )  # fmt: skip
    bare = sum(row["messages"] for row in counted if row["reason"] is None)
    reasons_ = len(counted) - (bare > 0)
    return words.headline(
        said, total - again - bare, reasons_, bare=bare, is_gone=is_gone, several=twice, again=again
    )  # fmt: skip


QUESTION = Question(
    NAME, "Dead letters", "Why are these messages here?",
    'the name in DEADQ, then a browse of that queue: echo "DISPLAY QMGR DEADQ" | runmqsc QMGR; '
    "amqsbcg DEAD.LETTER.QUEUE QMGR > dlq.txt. MQ Explorer hides SYSTEM queues unless that option is on",
    answer, {"as_of": TIME},
    tables=("messages",),
)  # fmt: skip
