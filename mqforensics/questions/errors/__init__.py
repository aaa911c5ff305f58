"""Which errors do the logs and events hold? All that they and applications report, counted, judged or not.

To read: `client_reasons`, `unjudged_calls`, `trouble_events`, `exclusive_opens`.
"""

import re
from collections import Counter
from functools import reduce
from operator import or_

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.codes import explain, mqrc
from mqforensics.formats.clientlog import PROSE
from mqforensics.objects import entries as entries_of
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.checks import dead_letter_queue
from mqforensics.objects.commands import Command, mqsc, shell
from mqforensics.objects.entries import entries
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place, Span, instant
from mqforensics.objects.first_steps import system_error
from mqforensics.objects.owners import depth_since
from mqforensics.objects.readers import UNITS
from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.errors import client_reasons, exclusive_opens, trouble_events, unjudged_calls
from mqforensics.questions.errors.counted_kinds import KINDS, LINE, most_common
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.spark_compat import among, group_by, ordering_text, rows_of
from mqforensics.words import errors as words
from mqforensics.words.grammar import count, in_series, of_manager, times, were

NAME = "errors"
SEVERE = ("E", "S", "T", "1", "2", "3")
"""The letters of messages, and the severities of First Failure Support but the fourth, which only informs."""
SIGNAL = "xecE_W_UNEXPECTED_ASYNC_SIGNAL"
WARNS, INFORMS = "W", "I"
WELL_SAID = (
    "AMQ5022", "AMQ5023", "AMQ5024", "AMQ5025", "AMQ5026", "AMQ5027", "AMQ5028", "AMQ5029", "AMQ5037", "AMQ5041",
    "AMQ5051", "AMQ5052", "AMQ5806", "AMQ5807", "AMQ5975", "AMQ5976", "AMQ6206", "AMQ6287", "AMQ7229", "AMQ7230",
    "AMQ7231", "AMQ7232", "AMQ7233", "AMQ7234", "AMQ7464", "AMQ7467", "AMQ7468", "AMQ8003", "AMQ8004", "AMQ8006",
    "AMQ8014", "AMQ8018", "AMQ8024", "AMQ8708", "AMQ8709", "AMQ9001", "AMQ9002", "AMQ9410", "AMQ9411", "AMQ9545",
    "AMQ9574",
)  # fmt: skip
"""Messages that inform, for levels that print no letter: something started or ended as it should, or was recovered.

Source: the letters of the same messages in the documentation, "IBM MQ messages".
"""
NOT_PUT = ("AMQ9544", "CSQX544", "AMQ9548", "CSQX548")
"""A channel could not put messages to their queue. It informs by a letter, and yet messages are elsewhere or gone."""
PUT_HERE = ("AMQ9548", "CSQX548")
"""Of these, the ones that say that the dead-letter queue of this end took them."""
UNDONE = (
    "ROLLED_BACK", words.ROLLED_BACK, UNITS,
)  # fmt: skip
NO_ROOM = (
    "LOG_FULL", words.LOG_FULL, UNITS,
)  # fmt: skip
SLOW = (
    "SLOW_NAME_LOOKUP", words.SLOW_NAME_LOOKUP, "DISPLAY QMGR REVDNS",
)  # fmt: skip
TELLING = {"AMQ7469": UNDONE, "AMQ7463": NO_ROOM, "AMQ7466": NO_ROOM, "AMQ9788": SLOW}
"""Messages that show a cause of others and by their letter only warn: the finding, its words, what to display."""
HERE = "1"
LOCATIONS = {
    HERE: (words.ON_OWN_QUEUE, "DISPLAY QMGR DEADQ"),
    "2": (words.ON_PARTNERS_QUEUE, "DISPLAY CHSTATUS({}) RQMNAME CONNAME"),
}
"""By the location that the message shows: where it was tried to put them, and what shows that queue's place."""
SEQUENCE = ("AMQ9526", "CSQX526")
"""Both ends of a channel count its messages differently: it does not run until somebody settles that."""
AROUND = 60
"""Seconds before and after a failure report in which other entries may be of the same failure."""
SENTENCE = 200
"""So much of a message's own sentence is quoted."""
FIRST = 3
"""So many kinds are named in the headline."""
MOST = 1000
"""So many entries beside failure reports are looked at."""


def errors(case) -> DataFrame:
    """A row for each kind of entry in the logs of a case and of its events of trouble, the most frequent first.

    Columns: `message` (its number; of an event its name, of an FDC without a number its probe, of what a
    container could not start its exit code), `reason` (of a client's error),
    `queue_manager`, `severity` (I, W, E, S, T; 1 to 4 of First Failure Support; null where the level prints
    none and the message is not known to inform), `count` (what two files of a log show counts once), `first`, `last`
    (UTC, null where no entry is dated in it), `text` (of the first entry), `file`, `line`.
    """
    told = entries(case, ~F.col("error").eqNullSafe(PROSE))
    known = told.selectExpr(_MESSAGE, "reason", "queue_manager", _SEVERITY, "time", "text", "file", "line")
    known = known.where("message is not null or reason is not null").unionByName(_events(case))
    keys = "message", "reason", "queue_manager", "severity"
    first = f"min_by(struct(text, file, line), {ordering_text('time', 'file', 'line')}) AS entry"
    kinds = group_by(known, keys, "count(*) AS count", "min(time) AS first", "max(time) AS last", first)
    return kinds.select(*keys, "count", "first", "last", "entry.*").orderBy(F.desc("count"), *keys)


_INSERT = "try_element_at(inserts, '{}')".format
# The start program of a container has no numbers for what it could not do.
_FAILED = f"concat_ws(' ', coalesce({_INSERT('command')}, 'start program'), 'exit code', {_INSERT('exit_code')})"
# A summary lists records that are elsewhere whole.
_MESSAGE = (
    f"coalesce(message, if({_INSERT('fdc')} IS NULL, concat('FDC ', {_INSERT('probe')}), NULL), "
    f"if({_INSERT('exit_code')} != '0', {_FAILED}, NULL)) AS message"
)
_SEVERITY = (
    r"coalesce(nullif(regexp_extract(message, r'^(?:AMQ[0-9]{4}|CSQ[A-Za-z0-9_][0-9]{3})([IWEST])', 1), ''), "
    f"upper(substring(severity, 1, 1)), if(message IN {WELL_SAID}, '{INFORMS}', NULL)) AS severity"
)


def _events(case) -> DataFrame:
    about = "concat_ws(' ', event, object, channel, qualifier, application, user) AS text"
    return entries_of.events(case, trouble_events.is_trouble()).selectExpr(
        "event AS message",
        "int(NULL) AS reason",
        "queue_manager",
        "string(NULL) AS severity",
        "time",
        about,
        "file",
        "line",
    )


def answer(case) -> Answer | None:
    """The errors of a case's logs and events, and the calls that failed; None where it has none of these."""
    if not (case.has("log") or case.has("events")):
        made = [
            *exclusive_opens.findings(case, is_logged=False),
            *unjudged_calls.findings(case),
            *client_reasons.unexpected_ends(case),
        ]
        return Answer(NAME, made[0].statement, tuple(made)) if made else None
    table = case.keep(errors(case))
    told_of = F.col("severity").isNull() | among("severity", (*SEVERE, WARNS)) | _is_any_of((*NOT_PUT, *TELLING))
    kinds = rows_of(table.where(told_of))
    rows = [row for row in kinds if row.severity in (None, *SEVERE)]
    lesser = [row for row in kinds if row.severity not in (None, *SEVERE)]
    told = " and ".join(word for name, word in (("log", "logs"), ("events", "events")) if case.has(name))
    shown = {(row.message or "")[:7] for row in kinds}
    not_put = [_not_put(row, estate(case)) for row in _channels(case)] if shown.intersection(NOT_PUT) else []
    not_put += map(_sequence, _channels(case, SEQUENCE)) if shown.intersection(SEQUENCE) else ()
    causes = [_cause(row) for row in kinds if (row.message or "")[:7] in TELLING]
    reports = _reports(case) if any("fdc" in case.kinds_of(file) for file in case.formats) else []
    tables = {words.TABLE.format(sources=told): table}
    of_logs = (*map(_report, reports, _neighbours(case, reports)), *not_put, *causes)
    in_use_ = exclusive_opens.findings(case, any(row.reason == exclusive_opens.IN_USE for row in kinds))
    reasons = [*client_reasons.findings(case), *client_reasons.ended_commands(case)] if case.has("log") else []
    reasons += client_reasons.unexpected_ends(case)
    findings = (
        *of_logs,
        *trouble_events.findings(case),
        *in_use_,
        *reasons,
        *unjudged_calls.findings(case),
        *_findings(rows, told),
    )
    return Answer(NAME, _failure_report(reports, rows, told) or _headline(rows, lesser, told), findings, tables)


def _is_any_of(messages: tuple[str, ...]) -> Column:
    return among("substring(message, 1, 7)", messages)


def _failure_report(reports: list, rows: list, told: str) -> str:
    """The failure report whose comment is an error of the system, which is what the others follow from."""
    first = next((row for row in reports if not row.informs and system_error(row.comment1)), None)
    if first is None:
        return ""
    return words.FAILED.format(
        program=first.program or words.A_PROGRAM, of=of_manager(first.queue_manager), comment=first.comment1,
        reports=count(first["count"], "failure report"), last=_last(first), sources=told,
        errors=count(_counts(rows).total(), "error"),
    )  # fmt: skip


def _last(row) -> str:
    return words.LAST.format(time=f"{instant(row.last):%Y-%m-%d %H:%M:%S}") if row.last is not None else ""


def _headline(rows: list, lesser: list, told: str) -> str:
    if not rows and lesser:
        named = list(dict.fromkeys(_name(row) for row in lesser))
        return words.WARNINGS.format(sources=told, named=in_series(named, KINDS))
    if not rows:
        return words.NO_ERROR.format(sources=told)
    counts = _counts(rows)
    named = _kinds_in_words(counts, FIRST)
    return words.ERRORS.format(sources=told, errors=count(counts.total(), "error"), named=named)


def _kinds_in_words(counts: Counter, most: int) -> str:
    """The kinds of errors, the most common first, with how often each was logged where that is more than once."""
    return in_series([f"{name}{f' ({number})' * (number > 1)}" for name, number in counts.most_common()], most)


def _counts(rows: list) -> Counter:
    counts: Counter = Counter()
    for row in rows:
        counts[_name(row)] += row["count"]
    return counts


def _channels(case, messages: tuple[str, ...] = NOT_PUT) -> list:
    """The channels that could not put messages, with where it was tried to put them instead, or of other messages."""
    names = ("channel", "location", "command_prefix", "detail", "sent", "expected")
    inserts = [F.try_element_at("inserts", F.lit(name)).alias(name) for name in names]
    number = F.substring("message", 1, 7).alias("message")
    rows = entries(case, _is_any_of(messages)).select("queue_manager", number, "file", "line", "time", *inserts)
    return most_common(rows, ("queue_manager", "message", *names), LINE)


def _cause(row) -> Finding:
    """What a message shows that is a cause of others."""
    code, told, command = TELLING[row.message[:7]]
    often = times(row["count"])
    said = words.TELLING.format(of=of_manager(row.queue_manager), message=row.message[:7], times=often, words=told)
    evidence, next_ = [Evidence(row.file, row.line)], mqsc(command, on=row.queue_manager)
    return Finding(NAME, code, "warning", said, evidence, next_, row.queue_manager)


def _sequence(row) -> Finding:
    at, zos = row.queue_manager, row.message.startswith("CSQ")
    numbers = words.NUMBERS.format(sent=row.sent, expected=row.expected) if row.sent and row.expected else ""
    where = words.IN_LOG_OF.format(manager=at) if at else ""
    said = words.SEQUENCE.format(channel=row.channel or words.UNNAMED, message=row.message, of=where, numbers=numbers)
    next_ = mqsc("DISPLAY CHSTATUS({}) SAVED ALL", row.channel, on=at, zos=zos) if row.channel else []
    place = Evidence(row.place.file, row.place.line)
    return Finding(NAME, "SEQUENCE_NUMBERS_DIFFER", "warning", said, [place], next_, at, row.channel, as_of(row.last))


def _not_put(row, known: Estate) -> Finding:
    where, command = LOCATIONS.get(row.location, (words.ON_A_QUEUE, "DISPLAY QMGR DEADQ"))
    at, zos = row.queue_manager, row.message.startswith("CSQ")
    of = of_manager(at) if at else words.OF_PREFIX.format(prefix=row.command_prefix) if row.command_prefix else ""
    reason = mqrc(int(row.detail)) if zos and (row.detail or "").isdecimal() else None
    said = words.NOT_PUT.format(
        of=of, message=row.message, times=times(row["count"]),
        channel=words.FOR_CHANNEL.format(channel=row.channel) if row.channel else "",
        reason=f" ({reason.name})" if reason else "",
        then=words.PUT_HERE if row.message in PUT_HERE else words.TRIED.format(where=where),
    )  # fmt: skip
    here = row.message in PUT_HERE or row.location == HERE
    left, places = _departure(known, at, row.last) if here and at else ("", [])
    said += left
    next_: list[Command] = mqsc(command, *[row.channel or "*"] * ("{}" in command), on=at, zos=zos)
    evidence = [Evidence(row.place.file, row.place.line), *(Evidence.of(place) for place in places)]
    return Finding(NAME, "MESSAGES_NOT_PUT", "warning", said, evidence, next_, at, row.channel, as_of(row.last))


def _departure(known: Estate, at: str, last: int | None) -> tuple[str, list[Place]]:
    """That the dead-letter queue of `at` appears empty after the entry, and who reads it: what came there has left."""
    name, when = dead_letter_queue(known, at).name, Span(instant(last), instant(last))
    depth = depth_since(known, at, name, when)
    if not name or depth.number() != 0 or not all(known.after(row.row, when) for row in depth.seen):
        return "", []
    said = words.LEFT.format(queue=name, manager=at, depth=depth.text())
    readers = [row for row in known.newest(known.of(at, ("HANDLE",), name)) if row.attributes.get("INPUT") != "NO"]
    names = sorted({row.attributes.get("APPLTAG") for row in readers} - {None, ""})
    said += words.READERS.format(names=in_series(names, KINDS)) if names else ""
    return said, [*depth.places, *(row.place("APPLTAG") for row in readers)]


def _reports(case) -> list:
    """The failure reports of a case, by what they are of; those that only inform last.

    A row of a summary is one only where no whole report of its probe is there.
    """
    names = ("probe", "component", "level", "comment1", "major")
    inserts = {name: F.try_element_at("inserts", F.lit(name)) for name in (*names, "fdc")}
    rows = entries(case, inserts["probe"].isNotNull()).withColumns(inserts)
    informs = F.coalesce(~F.col("severity").isin(*SEVERE), F.lit(False))
    rows = rows.withColumns({"is_listed": F.col("fdc").isNotNull(), "informs": informs})
    keys = ("queue_manager", "program", "message", *names)
    found = most_common(rows, keys, LINE, 2 * KINDS, "is_listed", "informs")
    whole = {row.probe for row in found if not row.is_listed}
    return [row for row in found if not (row.is_listed and row.probe in whole)][:KINDS]


def _neighbours(case, reports: list) -> list[list[str]]:
    """The messages and reasons of the minute before and after the last report of each kind."""
    times = [row.last for row in reports]
    spans = [F.unix_micros("time").between(at - AROUND * 10**6, at + AROUND * 10**6) for at in times if at is not None]
    if not spans:
        return [[] for _ in reports]
    rows = entries(case, reduce(or_, spans) & F.try_element_at("inserts", F.lit("probe")).isNull()).select(
        F.coalesce("message", F.concat(F.lit("reason "), "reason")).alias("name"), F.unix_micros("time").alias("at")
    )
    told = rows_of(rows.where("name is not null").distinct().orderBy("at", "name").limit(MOST))
    return [
        list(dict.fromkeys(row.name for row in told if at is not None and abs(row.at - at) <= AROUND * 10**6))[:KINDS]
        for at in times
    ]


def _report(row, beside: list[str]) -> Finding:
    """A kind of failure report; what is beside it in time may be of the same failure."""
    values = (row.probe, row.component, row.level, row.message, row.major if row.is_listed else None)
    told = [template.format(value=value) for template, value in zip(words.NAMED, values, strict=True) if value]
    near = words.BESIDE.format(names=in_series(beside, KINDS), were=were(len(beside)), seconds=AROUND) if beside else ""
    said = words.REPORT.format(
        program=row.program or words.A_PROGRAM, of=of_manager(row.queue_manager), last=_last(row),
        reports=count(row["count"], "failure report"), names=words.NAMES.format(names=in_series(told)) if told else "",
        comment=words.COMMENT.format(comment=row.comment1) if row.comment1 else "",
        informs=words.INFORMS if row.informs else "", signal=words.SIGNAL if row.major == SIGNAL else "", beside=near,
    )  # fmt: skip
    evidence = [Evidence(row.place.file, row.place.line, shows="Comment1" if row.comment1 else None)]
    at = as_of(row.last)
    severity, known = "info" if row.informs else "warning", system_error(row.comment1)
    next_ = shell(known.command if known else "ffstsummary", on=row.queue_manager)
    return Finding(NAME, "FAILURE_REPORT", severity, said, evidence, next_, row.queue_manager, row.program, at)


def _name(row) -> str:
    return row.message or words.NUMBER.format(reason=row.reason)


def _findings(rows: list, told: str) -> list[Finding]:
    if not rows:
        return []
    counts = _counts(rows)
    evidence = [Evidence(row.file, row.line) for row in rows[:KINDS]]
    managers = {row.queue_manager for row in rows}
    manager = managers.pop() if len(managers) == 1 else None
    said = words.LOGGED.format(sources=told, named=_kinds_in_words(counts, KINDS)) + "".join(
        map(_words, _graver(rows)[:FIRST])
    )
    return [Finding(NAME, "LOG_ERRORS", "warning", said, evidence, queue_manager=manager)]


def _graver(rows: list) -> list:
    """The first row of each message, what a letter calls an error before what has none."""
    first = {row.message: row for row in reversed(rows) if row.message}
    return sorted(first.values(), key=lambda row: (row.severity not in SEVERE, -row["count"], row.message))


def _words(row) -> str:
    """What a message means and where to look first; of one without words of ours its own sentence."""
    known = explain(row.message)
    if known.title:
        return words.KNOWN.format(
            message=known.code, words=words.LOOK_FIRST.format(title=known.title.rstrip("."), look=known.look)
        )
    own = re.search(rf"{re.escape(row.message)}[A-Z]?: ?([^\n]+)", row.text or "")
    sentence = " ".join((own[1] if own else row.text or "").split())[:SENTENCE]
    return words.KNOWN.format(message=row.message, words=sentence) if sentence else ""


QUESTION = Question(
    NAME, "Errors in the logs", "Which errors do the logs and the applications report?",
    "Copy the error logs: /var/mqm/qmgrs/QMGR/errors/AMQERR0*.LOG and /var/mqm/errors/AMQERR0*.LOG.", answer,
    tables=("log", "events"),
)  # fmt: skip
