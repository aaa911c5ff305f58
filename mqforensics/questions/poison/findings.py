"""The findings about poison messages: from the messages, from the definitions, from the logs."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.commands import Command, browse, mqsc, why_unfit
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row
from mqforensics.objects.sentences import first_of
from mqforensics.questions.answer import Answer
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.poison import backout_commands, statements
from mqforensics.questions.poison import log as logs
from mqforensics.questions.poison.clients import JMS, MQI
from mqforensics.questions.poison.definitions import Queue
from mqforensics.questions.poison.definitions import evidence_of as places_as_evidence
from mqforensics.questions.poison.outcome import AT_LEAST, ROLLED_BACK, WAYS_OUT
from mqforensics.questions.poison.poison_messages import KEPT, LOOPING, NEXT, NOW, ON_BACKOUT_QUEUE, RETRIED, states
from mqforensics.questions.poison.poison_policy import CHANNEL, UNKNOWN, PoisonPolicy
from mqforensics.questions.poison.view import View, case_view, may_show, signs_of
from mqforensics.questions.wording import count
from mqforensics.questions.wording import reason as reason_of
from mqforensics.spark_compat import ordering, rows_of, smallest
from mqforensics.words import poison as words
from mqforensics.words.grammar import impact

QUESTION = "poison"
RETRIES = re.compile(r"retry count of (\d{1,9}) reached")
"""How often a listener let a message be delivered before it stopped, as WMSG0036 shows."""
CITED = 1000
"""So many messages of one finding are cited; more would only be a copy of the dump."""
CODES = {
    NOW: "POISON_NOW", NEXT: "POISON_NEXT", LOOPING: "THRESHOLD_ZERO", RETRIED: RETRIED, KEPT: KEPT, UNKNOWN: UNKNOWN,
}  # fmt: skip
SEVERITY = {
    NOW: "critical", NEXT: "warning", LOOPING: "critical", RETRIED: "info", KEPT: "warning", UNKNOWN: "warning",
}  # fmt: skip
KEYS = (
    "queue", "queue_manager", "state", "outcome", "destination", "reason", "came_as", "source_queue", "may_come_from",
    "is_long", "is_moved",
)  # fmt: skip
CAME = "CAME"
TRAN, CONN = "TRAN", "CONN"
"""What shows a transaction that is prepared: dspmqtrn, and DISPLAY CONN with UOWTYPE(XA) and UOWSTATE(PREPARED)."""
MANAGERS = 5
"""So many queue managers are asked whose queue a dump is of."""
NAMED = 20
"""Queues that a finding about many of them names."""


SHOWN = (
    "file", "number", "queue", "backout_count", "threshold", "state", "outcome", "destination", "came_as", "report_to",
)  # fmt: skip
"""Columns of `poison` that a report shows."""


def answer(case, comparison: str = AT_LEAST) -> Answer | None:
    """What the case says of poison messages; None when it has neither messages, definitions nor logs.

    Codes: `POISON_NOW`, `POISON_NEXT`, `THRESHOLD_ZERO` (rolled-back messages that never become poison; of
    definitions alone only those that a JMS client reads or that name a backout queue all the same), `RETRIED` (rolled
    back less often than the threshold), `ROLLED_BACK` (messages of a transmission queue or of the dead-letter queue,
    whose readers do not look at BOTHRESH), `NO_BACKOUT_QUEUE`, `LISTENER_STOPS_FIRST`, `CAME_AS_POISON`, `IN_DOUBT`
    (transactions that are prepared), and `UNKNOWN` for rolled-back messages of a queue that the case has no
    definition of. Figures: `states`, how many messages of each queue are in which state.
    """
    if not any(case.has(table) for table in ("messages", "objects", "log")):
        return None
    view = case_view(case, comparison)
    rows = states(case.messages, view.places, comparison) if may_show(case, view) else None
    groups = [] if rows is None else kinds_of_poison(rows)
    signs = signs_of(case)
    troubled = {way for row in groups if row.state and (way := _way_of(view, row))}
    found = [*_of_messages(groups, view, signs), *_of_ways(view, troubled), *_in_doubt(view.world.estate),
             *_of_logs(signs, groups, view)]  # fmt: skip
    shown = rows.select(*SHOWN).orderBy("file", "number") if groups else None
    counts = [{"queue": row.queue, "state": row.state or "CAME", "messages": row.messages} for row in groups]
    table = {} if shown is None else {"Messages that were backed out, or came as poison": shown}
    hurt = impact(count(sum(row.messages for row in groups), "message")) if groups else ""
    return Answer(QUESTION, _headline(groups, view), tuple(found), table, {"states": counts}, hurt)


def _headline(groups: Iterable, view: View) -> str:
    """The gravest state first: poison now, redelivered forever, nearly poison, arrived as poison."""
    for state in (NOW, LOOPING, NEXT, CAME):
        rows = [row for row in groups if (row.came_as if state == CAME else row.state == state)]
        if rows:
            first, rest = rows[0], rows[1:]
            way = _way_of(view, first)
            lacks = bool(way) and state != CAME and way.queue.backout_queue == ""
            return words.headline(
                state, first.messages, statements.place(first.queue, first.queue_manager), first.highest,
                way.queue.threshold if way else None, lacks, sum(row.messages for row in rest), len(rest),
            )  # fmt: skip
    return words.NONE


def kinds_of_poison(rows: DataFrame) -> list:
    """The rows of `poison` by what is the same about them: `messages`, `highest` BackoutCount, `cited` places.

    Each message counts once, as the dump with its highest BackoutCount shows it.
    """
    place = F.struct("file", "number")
    counted = _each_once(rows).groupBy(*KEYS).agg(
        F.count("*").alias("messages"), F.max("backout_count").alias("highest"), F.count("report_to").alias("reports"),
        smallest(place, place, CITED).alias("cited"),
    )  # fmt: skip
    return rows_of(counted.orderBy(F.desc("messages"), *KEYS))


def _each_once(rows: DataFrame) -> DataFrame:
    """Of a message that several dumps of its queue show, what the latest shows: BackoutCount only grows.

    What one dump has twice with one MsgId are two messages.
    """
    place = F.concat_ws(":", "file", "number")
    one = F.when(F.hex("msg_id").rlike("[1-9A-F]"), F.hex("msg_id")).otherwise(place)
    latest = F.min_by("file", ordering(-F.col("backout_count"), "file")).over(
        Window.partitionBy("queue", "queue_manager", one, "put_time"))  # fmt: skip
    came = F.collect_set(F.when(F.col("came_as") == ON_BACKOUT_QUEUE, F.col("queue"))).over(
        Window.partitionBy("queue_manager", one, "put_time"))  # fmt: skip
    is_moved = F.coalesce(F.array_contains(came, F.col("backout_queue")), F.lit(False))
    rows = rows.withColumns({"latest": latest, "is_moved": is_moved})
    return rows.where("file = latest").drop("latest")


def _of_messages(groups: Iterable, view: View, signs: Iterable) -> Iterator[Finding]:
    for row in groups:
        way = _way_of(view, row)
        cited = _backout_counts(row)
        if code := CODES.get(row.state):
            rolled, lines = _by_the_queue_manager(signs, row.queue_manager)
            others = [] if row.queue_manager else view.world.queues_named(row.queue)
            text = statements.state(row, way, others) + statements.exception_reports(row)
            failed, why = _not_converted(signs, row.queue)
            text += statements.count_not_sure(way) + rolled + failed + why_unfit(row.queue)
            told = _evidence_of_policy(way, row) if way else [at for one in others for at in one.evidence]
            moved = row.outcome in WAYS_OUT and not (way and way.circles)
            severity = "warning" if moved and row.state != RETRIED else SEVERITY[row.state]
            about, commands = (row.queue_manager, row.queue), _next(row, way, others)
            text += backout_commands.proposal_note(way, commands) if way else ""
            yield Finding(QUESTION, code, severity, text, cited + told + lines + why, commands, *about)
        if row.came_as:
            told = [Evidence(file, line, shows="BOQNAME") for file, line in _backout_queue_names(view, row)]
            look = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", row.source_queue, on=row.queue_manager)
            about = row.queue_manager, row.queue
            yield Finding(QUESTION, "CAME_AS_POISON", "warning", statements.arrival(row), cited + told, look, *about)


def _backout_counts(row) -> list[Evidence]:
    """The messages of a row, each cited for how often it was rolled back."""
    return [Evidence(at.file, number=at.number, shows="BackoutCount") for at in row.cited]


def _evidence_of_policy(way: PoisonPolicy, row) -> list[Evidence]:
    """Where what is said of a queue's way out is."""
    if row.state == KEPT:
        usage = way.queue.fact("USAGE").places if way.keeper == CHANNEL else []
        return [*places_as_evidence(usage or way.dead.fact.places), *way.client.evidence]
    empty = way.queue.depth.places if way.queue.depth.value == "0" else []
    dead = places_as_evidence(way.dead.places) if row.outcome == ROLLED_BACK and way.no_dead_letter_queue else []
    return [*way.queue.evidence, *_against(way), *dead, *way.client.evidence, *places_as_evidence(empty)]


def _against(way: PoisonPolicy) -> list[Evidence]:
    """What argues against the put to the backout queue."""
    return places_as_evidence(way.refused.places if way.refused.holds or way.unsure else ())


def _way_of(view: View, row) -> PoisonPolicy | None:
    """The way that the row was joined with."""
    named = (place.way for place in view.places if place.queue == row.queue)
    return next((way for way in named if way.queue.queue_manager == row.queue_manager), None)


def _backout_queue_names(view: View, row) -> list[tuple[str, int | None]]:
    here = [way for way in view.ways if row.queue_manager in (None, way.queue.queue_manager)]
    sources = {row.source_queue, *(row.may_come_from or ())}
    naming = [way for way in here if way.queue.backout_queue == row.queue or way.queue.name in sources]
    return [(one.file, one.line) for way in naming for one in way.queue.fact("BOQNAME").places]


def _next(row, way: PoisonPolicy | None, others: Sequence[Queue]) -> list[Command]:
    if row.state == RETRIED:
        return backout_commands.readers(way)
    if row.state == KEPT:
        return backout_commands.look_at_reader(row.queue, row.queue_manager, way)
    if way is None and len(others) > 1:
        return [look for one in others for look in browse(row.queue, one.queue_manager)][:MANAGERS]
    if way is None or row.state == UNKNOWN or row.outcome == UNKNOWN:
        return (list(way.refused.next) if way and way.unsure else []) or backout_commands.collect(
            row.queue, row.queue_manager
        )
    is_way_out = row.came_as == ON_BACKOUT_QUEUE  # a backout queue needs a reader that copes, not one of its own
    if (row.outcome in WAYS_OUT and not way.circles) or is_way_out or _is_of_the_system(way):
        return backout_commands.readers(way)
    return backout_commands.way_out(way)


def _by_the_queue_manager(signs: Iterable, queue_manager: str | None) -> tuple[str, list[Evidence]]:
    """That the queue manager itself rolled transactions back, which raises BackoutCount as well."""
    own = [s for s in signs if s.message in logs.ROLLED_BACK and queue_manager in (None, s.queue_manager)]
    if not own:
        return "", []
    said = ", ".join(f"{count(s.entries, 'time')} {s.message} ({logs.ROLLED_BACK[s.message]})" for s in own)
    text = words.OWN_ROLLBACKS.format(said=said)
    return text, [Evidence(at.file, at.line) for s in own for at in s.places]


def _not_converted(signs: Iterable, queue: str | None) -> tuple[str, list[Evidence]]:
    """That a client could not convert a message, where its log names this queue or none."""
    found = [s for s in signs if s.message not in logs.IDS and s.queue in (None, queue)]
    if not found:
        return "", []
    said = ", ".join(dict.fromkeys(reason_of(int(s.reason)) for s in found))
    text = words.CONVERSION.format(said=said)
    text += "" if any(s.queue for s in found) else words.UNKNOWN_SOURCE
    text += words.SEE_FORMAT
    return text, [Evidence(at.file, at.line) for s in found for at in s.places]


def _of_ways(view: View, troubled: set[PoisonPolicy]) -> Iterator[Finding]:
    named = {(way.queue.queue_manager, way.queue.backout_queue) for way in view.ways}
    idle = []
    for way in view.ways:
        queue = way.queue
        in_use = way in troubled
        is_backout = (queue.queue_manager, queue.name) in named and not way.circles
        if queue.threshold is None or is_backout or _is_of_the_system(way):
            continue
        if way.stops_first:
            yield _listener(way, in_use)
        lacks = queue.backout_queue == "" or way.refused.holds or way.unsure or way.circles
        if lacks and (in_use or queue.threshold):
            yield _no_way(way, in_use)
        if not queue.threshold and not in_use and (queue.backout_queue or way.client.kind == JMS or way.listener):
            idle.append(way)
    if idle:
        yield _idle(idle)


def _in_doubt(estate: Estate) -> Iterator[Finding]:
    """The transactions that are prepared and not yet over, by queue manager: what they got is nowhere to be seen."""
    for manager in (*estate.managers, None):
        rows = [row for row in estate.of(manager, (TRAN, CONN)) if _is_prepared(row)]
        if rows:
            text = words.in_doubt([row.name or words.WITHOUT_NUMBER for row in rows], manager)
            cited = places_as_evidence(row.place() for row in rows)
            yield Finding(
                QUESTION, "IN_DOUBT", "warning", text, cited, backout_commands.in_doubt(manager), manager, None
            )


def _is_prepared(row: Row) -> bool:
    told = row.attributes
    return (
        "HEURISTIC" not in told
        if row.type == TRAN
        else (told.get("UOWTYPE"), told.get("UOWSTATE")) == ("XA", "PREPARED")
    )


def _is_of_the_system(way: PoisonPolicy) -> bool:
    return way.queue.name.startswith("SYSTEM.") or way.keeper == CHANNEL or way.queue.name == way.dlq


def _listener(way: PoisonPolicy, in_use: bool) -> Finding:
    severity = "critical" if in_use else "warning"
    advice, commands = backout_commands.below(way)
    text = statements.stops_first(way) + advice
    about = way.queue.queue_manager, way.queue.name
    return Finding(QUESTION, "LISTENER_STOPS_FIRST", severity, text, way.queue.evidence, commands, *about)


def _no_way(way: PoisonPolicy, in_use: bool) -> Finding:
    lost = in_use and (way.circles or way.end().code not in (*WAYS_OUT, UNKNOWN))
    dead = way.dead.fact.places if way.dead.usable is not False else way.dead.places
    evidence = [*way.queue.evidence, *_against(way), *places_as_evidence(dead)]
    severity = "critical" if lost else "warning"
    about = way.queue.queue_manager, way.queue.name
    cited, commands = list(dict.fromkeys(evidence)), backout_commands.way_out(way)
    text = statements.no_way(way) + backout_commands.proposal_note(way, commands)
    return Finding(QUESTION, "NO_BACKOUT_QUEUE", severity, text, cited, commands, *about)


def _idle(idle: list[PoisonPolicy]) -> Finding:
    names = first_of([statements.place(way.queue.name, way.queue.queue_manager) for way in idle], NAMED)
    text = words.SWITCHED_OFF_QUEUES.format(queues=count(len(idle), "queue"), names=names)
    evidence = places_as_evidence(one for way in idle[:CITED] for one in way.queue.fact("BOTHRESH").places)
    severity = "warning" if any(way.queue.backout_queue for way in idle) else "info"
    return Finding(QUESTION, "THRESHOLD_ZERO", severity, text, evidence, backout_commands.way_out(idle[0]))


def _of_logs(signs: Iterable, groups: Iterable, view: View) -> Iterator[Finding]:
    for sign in signs:
        cited = [Evidence(at.file, at.line) for at in sign.places]
        queue = words.OF_QUEUE.format(queue=sign.queue) if sign.queue else ""
        times = count(sign.entries, "log entry", "log entries")
        said = f"{times} {sign.message}: {sign.text or words.WITHOUT_TEXT}"
        look = backout_commands.collect(sign.queue, sign.queue_manager) if sign.queue else []
        about = sign.queue_manager, sign.queue
        if sign.message in logs.ARRIVED:
            text = words.ARRIVED.format(queue=queue, how=logs.ARRIVED[sign.message], then=said)
            severity = "critical" if sign.message == "JMSWMQ1117" else "warning"
            yield Finding(QUESTION, "CAME_AS_POISON", severity, text, cited, look, *about)
        elif sign.message in logs.NO_WAY_OUT:
            reason = words.WITH_REASON.format(reason=sign.reason) if sign.reason else ""
            text = words.STUCK.format(how=logs.NO_WAY_OUT[sign.message], queue=queue, reason=reason, then=said)
            yield Finding(QUESTION, "NO_BACKOUT_QUEUE", "critical", text, cited, look, *about)
        elif sign.message in logs.STOPPED:
            row, way = _stopped_at(sign, groups, view)
            text = f"{logs.STOPPED[sign.message]}.{statements.stopped_at(row, way) if way else ''} {said}"
            if way:
                cited += [*_backout_counts(row), *way.queue.evidence]
                look, about = backout_commands.depth_command(way), (row.queue_manager, row.queue)
            yield Finding(QUESTION, "LISTENER_STOPS_FIRST", "critical", text, cited, look, *about)


def _stopped_at(sign, groups: Iterable, view: View) -> tuple:
    """The one queue with messages that were rolled back as often as a listener counted; that it names is its own."""
    counted = RETRIES.search(sign.text or "")
    rows = [row for row in groups if counted and row.state == RETRIED and row.highest == int(counted[1])]
    way = _way_of(view, rows[0]) if len({(row.queue, row.queue_manager) for row in rows}) == 1 else None
    return (rows[0], way) if way and way.client.kind != MQI else (None, None)
