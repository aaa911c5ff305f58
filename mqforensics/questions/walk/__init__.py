"""Where is my message? A walk along its way, from what was saved: definitions, status, dumps, logs, traces.

The steps are those of the support document "What happens when a message cannot be delivered", for any number of queue
managers. Messages, log and calls are filtered and counted by Spark (`mail_of_case`). What they show of the message
itself is in `message_sightings`, `replies` and `dead_letter_candidates`; with that the model of `flow` decides where it
is (`model_verdict`), and `verdict_details` says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pyspark.sql import DataFrame

from mqforensics.case import CASE
from mqforensics.case.settings import walks_asked
from mqforensics.objects import channel_log
from mqforensics.objects.case_evidence import estate, once
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.objects.route import Route
from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.finding import Finding, frame
from mqforensics.questions.walk import bound_for, broken_channels, copies, mail_of_case, steps
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.plain_walk import Walk, follow, requests, ways
from mqforensics.questions.walk.request import (
    PLACE,
    ExpiryExpected,
    MsgIdExpected,
    PersistenceExpected,
    PutTimeExpected,
    ReportExpected,
    check_request,
)
from mqforensics.questions.walk.verdicts import DEAD, UNKNOWN
from mqforensics.spark_compat import local_frame
from mqforensics.validation import NameExpected, validated
from mqforensics.words.grammar import count, impact

__all__ = [
    "SCHEMA", "ExpiryExpected", "MsgIdExpected", "PersistenceExpected", "PutTimeExpected", "ReportExpected", "answer",
    "findings", "walk", "walks",
]  # fmt: skip

SCHEMA = (
    "route string, step int, hop int, question string, queue_manager string, object string, found string, "
    "means string, state string, label string, file string, line int, number int, "
    "evidence array<struct<file: string, line: int, number: int>>, next string"
)
"""`file`, `line`, `number` are the first of `evidence`: a line of text, or a message of a dump."""
SHOWN = 12
"""So many routes are kept for pictures."""


@with_columns_described
@validated(case=CASE)
def walk(
    case,
    queue: str | None = None,
    queue_manager: str | None = None,
    *,
    msg_id: str | bytes | None = None,
    persistence: int | None = None,
    put_time: str | datetime | None = None,
    correl_id: str | bytes | None = None,
    expiry: int | None = None,
    object_queue_manager: str | None = None,
    report: int | None = None,
) -> DataFrame:
    """The steps of a walk, one row each, the verdict last (`step` 10): what was asked, found, where, what it means.

    Follows `queue` from `queue_manager`, where the message was put; `object_queue_manager`: as the open named it, for a
    reply that of ReplyToQMgr. Without any of the arguments it follows what the case's `case.json` asks for (`{"walk":
    [{"queue": …, "queue_manager": …}]}`); what that knows of the queue's message counts where it is not given here.
    `msg_id` and `correl_id` are 24 bytes or 48 hex digits, `persistence` 0 or 1, `put_time` ISO or a datetime (UTC
    without a zone), `expiry` tenths of a second or -1, `report` the number of its report options (MQRO). Without
    `put_time`, the message is taken to be put shortly before the captures; without `report`, not to ask to be sent
    back. Without an identifier, dumps tell messages apart by `put_time`. Columns: `SCHEMA`. `state` is ok, break,
    unknown, contradiction or note.
    Without `queue` and `queue_manager` the message is at the place that the one request of `case.json` names.
    Raises `NameExpected`, `MsgIdExpected`, `PersistenceExpected`, `PutTimeExpected`, `ExpiryExpected`,
    `ReportExpected`.
    """
    asked = {
        "queue": queue, "queue_manager": queue_manager, "msg_id": msg_id, "persistence": persistence,
        "put_time": put_time, "correl_id": correl_id, "expiry": expiry, "object_queue_manager": object_queue_manager,
        "report": report,
    }  # fmt: skip
    given = {key: value for key, value in asked.items() if value is not None}
    check_request(given)
    made = walks(case, [{**_with_case_settings(case, given), **given}] if given else None)
    return _steps(case, made)


def answer(case) -> Answer | None:
    """The verdict of each walk that `case.json` asks for; without any, what is broken, None without definitions."""
    asked = walks_asked(case.settings)
    if not asked and not case.has("objects"):
        return None
    made = asked_for(case)
    if not made:
        return _answer_without_request(case)
    beside = _findings_off_the_way(case, made)
    headline = (beside or [made[0].finding])[0].statement
    drawn = {
        "routes": {one.name: list(steps.rows(one)) for one in made[:SHOWN]},
        "messages": {one.name: one.request.words for one in made[:SHOWN]},
        "owners": owners_of_dumps(case),
    }
    found = (*beside, *(one.finding for one in made))
    puts = [one.request.put_time.timestamp() for one in made if one.request.put_time]
    hurt = impact(count(len(made), "message"), min(puts, default=None)) if asked else ""
    return Answer("walk", headline, found, {"The steps": _steps(case, made)}, drawn, hurt, asked=bool(asked))


QUESTION = Question(
    "walk", "Where is the message?", "Where along its way is the message, and what holds it up?",
    "definitions and status of each queue manager: mqforensics collect", answer,
    tables=("messages", "objects", "log", "calls"),
)  # fmt: skip


def findings(case) -> DataFrame | None:
    """The findings of `answer` as a table; None where there is none."""
    made = answer(case)
    return None if made is None else frame(case.spark, made.findings)


def walks(case, asked: list[Mapping] | None = None) -> list[Walk]:
    """The walks of these requests, or of those in `case.json`."""
    known = estate(case)
    wanted = requests(known, walks_asked(case.settings) if asked is None else asked)
    led = [way for one in wanted for way in ways(known, one)]
    mails = mail_of_case.mails(case, wanted, {name for way in led for name in _names(way)})
    log = channel_log.of_channels(
        case, [name for way in led for hop in way.hops for name in (*hop.channels, hop.xmitq)]
    )
    return [follow(known, one, mail, log) for one, mail in zip(wanted, mails, strict=True)]


@once
def asked_for(case) -> list[Walk]:
    """The walks that `case.json` asks for."""
    asked = walks_asked(case.settings)
    return walks(case, asked) if asked else []


@once
def owners_of_dumps(case) -> dict[tuple, str]:
    """Whose dead-letter queue a dump is of, by its file and queue, as the way of a message in it shows."""
    found: dict[tuple, str] = {}
    for one in asked_for(case):
        manager, queue = one.verdict.at
        if one.verdict.code not in DEAD or not (one.request.msg_id or one.request.correl_id):
            continue
        dead = [letter for letter in one.trail.mail.of(ITSELF) if letter.reason is not None]
        found |= {(letter.file, queue): manager for letter in dead if letter.queue == queue}
    return found


def _findings_off_the_way(case, made: list[Walk]) -> list[Finding]:
    """What is broken off the ways of messages none of which could be placed: it may hold them up all the same."""
    if any(one.verdict.code != UNKNOWN for one in made):
        return []
    way = {(hop.manager, name) for one in made for hop in one.trail.hops for name in (hop.xmitq, *hop.channels)}
    other = _answer_without_request(case)
    found = other.findings if other else ()
    return [one for one in found if one.severity != "info" and (one.queue_manager, one.object) not in way]


def _answer_without_request(case) -> Answer | None:
    known = estate(case)
    log = channel_log.of_channels(case, broken_channels.channels(known))
    waiting = bound_for.of_dumps(case) if any(broken_channels.transmission_queues(known)) else {}
    found = [
        *broken_channels.broken(known, log, waiting),
        *(copies.of_dumps(case, known) if case.has("messages") else ()),
    ]
    return Answer("walk", found[0].statement, tuple(found)) if found else None


def _steps(case, made: list[Walk]) -> DataFrame:
    return local_frame(case.spark, [row for one in made for row in steps.rows(one)], SCHEMA)


def _with_case_settings(case, given: Mapping) -> Mapping:
    # The settings of the one request for the same queue, so that naming it again loses nothing; of another message the
    # place alone, and that where the caller names none.
    place = [key for key in PLACE if key in given]
    same = [one for one in walks_asked(case.settings) if all(one.get(key) == given[key] for key in place)]
    if not place and len(same) != 1:
        raise NameExpected(f"expected queue or queue_manager, for case.json asks for {len(same)} walks and not for one")
    if len(same) != 1:
        return {}
    known = same[0]
    return known if "msg_id" not in given else {} if place else {key: known[key] for key in PLACE if key in known}


def _names(way: Route) -> set[str]:
    carried = {queue for queue, _ in (*way.targets, *way.end.copies)}
    return carried | ({way.end.queue} if way.end.queue else set()) | {way.queue}
