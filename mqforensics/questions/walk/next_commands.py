"""What is suggested after a verdict: nothing that the case shows already, and nothing that its platform has not."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mqforensics.flow.next import lost, state_command
from mqforensics.objects import batch, checks
from mqforensics.objects.absence import proof
from mqforensics.objects.commands import (
    BROWSER,
    CLIENT_BROWSER,
    Command,
    browse,
    browse_by_client,
    for_platform,
    mqsc,
    parsed_command,
)
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import DAY, Row, Span, positive
from mqforensics.objects.hops import newest
from mqforensics.objects.readers import handles_command, nobody_reads
from mqforensics.objects.route import DESTINATION, Hop, kind_of
from mqforensics.questions.walk.links import batch_command, expiry_limits, is_of, lines_without_a_put, status_command
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.serving_channels import far_status
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import UNKNOWN
from mqforensics.words import walk as said_of

DEFINED = {
    "QUEUE": ("QLOCAL", "QREMOTE", "QALIAS", "QUEUE"), "QLOCAL": ("QLOCAL",), "QREMOTE": ("QREMOTE",),
    "QALIAS": ("QALIAS",), "QCLUSTER": ("QCLUSTER",), "CHANNEL": ("CHANNEL",), "CLUSQMGR": ("CLUSQMGR",),
    "QMGR": ("QMGR",),
}  # fmt: skip
"""Words that ask for definitions: what a status was, another look may find changed."""
ON_A_HOST = (f"{BROWSER} ", f"{CLIENT_BROWSER} ")
BROWSERS = (*ON_A_HOST, "CALL PGM(QMQM/AMQSBCG4)")
STATED = ("CHLAUTH", "LSSTATUS", "SUB", "TPSTATUS")
"""Words of which the very same question is answered where it was put after the message was."""
STATE_NOW = "DISPLAY CHSTATUS({}) STATUS SUBSTATE SHORTRTS LONGRTS"
EVERY_MEMBER = "CMDSCOPE(*)"
"""Sends a command on z/OS to every member of the queue-sharing group."""


def commands_after_verdict(trail: Inquiry, verdict: Verdict, left: Collection[tuple] | None = None) -> list[Command]:
    """The commands of a verdict that its case does not answer; of an unknown one at least where the message may be.

    `left`: the queues, each with its queue manager, that are left; None where no place is.
    """
    # A status shows a message that was put before it what another look would: without the message, nothing.
    is_past = trail.at is not None and verdict.code == UNKNOWN
    words = {**DEFINED, "QSTATUS": ("QSTATUS",)} if is_past else DEFINED
    wanted = [of_every_member(trail.estate, one) for one in _printable(trail, verdict.next)]
    new = [one for one in wanted if not is_answered(trail, one, words)]
    new = [
        one for one in new if not (verdict.code == UNKNOWN and (_was_browsed(trail, one) or _of_a_manager(trail, one)))
    ]
    if not new and verdict.code == UNKNOWN:
        end, is_there = trail.route.end, bool(trail.mail.of(ITSELF)) and not trail.was_on and all(verdict.at)
        # What a dump shows on a queue is looked for on no other one.
        places = [] if is_there else (one for one in _places(trail, verdict) if left is None or one in left)
        looks = [command for at, name in places for command in _printable(trail, browse(name, at))]
        readers = handles_command(end.manager, end.queue) if end.kind == DESTINATION else []
        readers = handles_command(*verdict.at) if is_there else readers
        looks = [one for one in looks if not is_answered(trail, one) and not _was_browsed(trail, one)]
        new = looks[:1] or readers or verdict.next
    if not new and verdict.code == "CHANNEL_NOT_RUNNING":
        new = mqsc(STATE_NOW, verdict.at[1], on=verdict.at[0])
    return commands_not_run(trail, new) if verdict.code == UNKNOWN else for_platform(new, trail.estate.platform)


def commands_not_run(trail: Inquiry, commands: Iterable[Command]) -> list[Command]:
    """The commands as their hosts take them, but for those that were run since the put, or may have been."""
    each = [(one, made) for one in commands for made in _as_taken(trail, one)]
    new = [made for one, made in each if not _is_put(trail, made._replace(on=one.on)) and not _was_browsed(trail, one)]
    return list(dict.fromkeys(new))


def _as_taken(trail: Inquiry, command: Command) -> list[Command]:
    """A command as its host takes it; a queue of z/OS is browsed by a client first."""
    place = _browsed_place(command)
    by_client = browse_by_client(place[1], place[0]) if place and trail.estate.zos(command.on) else []
    return [*by_client, *for_platform([command], trail.estate.platform)]


def _is_put(trail: Inquiry, command: Command) -> bool:
    """Whether the same question was put, and not before the message was as far as the evidence shows."""
    asked, estate = parsed_command(command), trail.estate
    rows = _same_question(estate, command.on, asked) if asked and asked["verb"] == "DISPLAY" else ()
    return any(_may_be_since(trail, row) for row in rows)


def is_dated(trail: Inquiry, command: Command) -> bool:
    """Whether the same question has an answer that shows when it was given, and not before the message was put."""
    asked = parsed_command(command)
    rows = _same_question(trail.estate, command.on, asked) if asked else ()
    return any(row.captured and row.zone and _may_be_since(trail, row) for row in rows)


def _may_be_since(trail: Inquiry, row: Row | None) -> bool:
    """Whether an answer is not known to be from before the message was put."""
    return not (row and trail.at and trail.estate.captured(row).before(trail.at))


def _printable(trail: Inquiry, commands: list[Command]) -> Iterator[Command]:
    """The commands; of a queue that nothing can be got from, what shows that and its state in place of its messages."""
    for one in commands:
        place = _browsed_place(one)
        if place and trail.estate.fact(place[0], QUEUES, place[1], "GET").value == "DISABLED":
            yield from nobody_reads(trail.estate, *place).next
            yield from state_command(*place)
        else:
            yield one


def removed_by_browsing(trail: Inquiry, verdict: Verdict) -> str:
    """What a command of a verdict that prints a queue does to a message that can expire, as a sentence; else blank."""
    if (
        not any(one.command.startswith(BROWSERS) for one in verdict.next)
        or not expiry_limits(trail, len(trail.hops))[0]
    ):
        return ""
    return said_of.BROWSING_REMOVES


def _places(trail: Inquiry, verdict: Verdict) -> Iterator[tuple[str, str]]:
    """The queues on the way that may hold the message, those that are known to hold any before the others."""
    estate, hops = trail.estate, trail.hops
    rest = [verdict.at, *trail.queues]
    # What an application puts is on no dead-letter queue of its own queue manager, unless a channel puts it there.
    managers = dict.fromkeys([*(hop.partner for hop in reversed(hops)), *(hop.manager for hop in hops)])
    rest += [(at, checks.dead_letter_queue(estate, at, trail.at).name) for at in managers if at]
    hold = {place: checks.depth(estate, *place, trail.at).says(positive) for place in rest if all(place)}
    hold |= {place: False for place in hold if lines_without_a_put(trail, len(hops), *place)}
    for some in (True, None, False):
        yield from (place for place, holds in hold.items() if holds is some and _is_there(trail, *place))


def _is_there(trail: Inquiry, manager: str, queue: str) -> bool:
    """Whether a queue can be browsed at a queue manager, as far as the evidence shows: only a local one can."""
    rows, missing = newest(trail.estate, manager, queue)
    if not rows and (manager, queue) in trail.queues:
        return not missing  # a channel takes its messages from there
    elsewhere = missing or trail.estate.of(manager, ("QCLUSTER", "CLUSQMGR"), queue) or queue in trail.estate.managers
    return {kind_of(row) for row in rows} <= {"QLOCAL", None} if rows else not elsewhere


def can_be_browsed(trail: Inquiry, command: Command) -> bool:
    """Whether a command browses no queue that the evidence shows not to be there."""
    place = _browsed_place(command)
    return not place or not place[0] or _is_there(trail, place[0], place[1])


def both_ends(estate: Estate, hop: Hop, channel: str) -> list[Command]:
    """What settles a batch in doubt: the units of work that the two ends remember; where both are in the evidence, its
    state."""
    if batch.receiver_committed(estate, hop.manager, hop.partner, channel).said:
        return mqsc(STATE_NOW, channel, on=hop.manager)
    ends = dict.fromkeys(one for one in (hop.manager, hop.partner) if one)
    return [command for end in ends for command in batch_command(end, channel)]


def of_every_member(estate: Estate, command: Command) -> Command:
    """The same command for every member of the group, where it asks for the status of a shared queue or its channel."""
    place = _browsed_place(command)
    command = next(iter(status_command(*place)), command) if place and checks.is_shared(estate, *place) else command
    asked, on = parsed_command(command), command.on
    if not asked or asked["word"] not in ("QSTATUS", "CHSTATUS") or not asked["name"]:
        return command
    queues = {asked["name"]}
    if asked["word"] == "CHSTATUS":
        rows = estate.of(on, ("CHANNEL", "CHSTATUS"), asked["name"])
        queues = {row.attributes["XMITQ"] for row in rows if "XMITQ" in row.attributes}
    if not any(checks.is_shared(estate, on, queue) for queue in queues):
        return command
    return command._replace(command=command.command.replace('" | ', f' {EVERY_MEMBER}" | ', 1))


def _browsed_place(command: Command) -> tuple[str | None, str] | None:
    """The queue manager and the queue that a command browses; None for any other command."""
    if not command.command.startswith(ON_A_HOST):
        return None
    _, queue, *manager = shlex.split(command.command)
    return (manager[0] if manager else command.on), queue


def _was_browsed(trail: Inquiry, command: Command) -> bool:
    """Whether what a command browses was browsed after the message was put: by that command, or it has as many messages
    as the queue had then."""
    place = _browsed_place(command)
    if not place:
        return False
    dumps = [one for one in trail.mail.of_queue(*place) if is_of(trail, one, one.row(place[0]), place[0])]
    dumps = [one for one in dumps if not one.is_cut and _may_be_since(trail, one.row(place[0]))]
    if any(one.queue_manager == place[0] for one in dumps):
        return True
    told = trail.at is not None or trail.request.msg_id
    return bool(told) and checks.depth(trail.estate, *place, trail.at).number() in [one.messages for one in dumps]


def _of_a_manager(trail: Inquiry, command: Command) -> bool:
    """Whether a command browses what is known to be a queue manager and not to be a queue."""
    place, estate = _browsed_place(command), trail.estate
    if not place or estate.of(place[0], QUEUES, place[1]):
        return False
    return place[1] in estate.managers or bool(estate.of(place[0], ("CLUSQMGR",), place[1]))


def is_answered(trail: Inquiry, command: Command, words: Mapping[str, Sequence[str]] = DEFINED) -> bool:
    """Whether the case shows what a command asks for, as it was after the message was put; `words`: of what it may."""
    if place := _browsed_place(command):
        on, queue = place
        return checks.depth(trail.estate, on, queue, trail.at).says(positive) is False
    asked, on = parsed_command(command), command.on
    if not asked or EVERY_MEMBER in command.command or asked["verb"] != "DISPLAY":
        return False
    estate, word, name = trail.estate, asked["word"], asked["name"]
    if word in STATED:
        return _put_already(estate, on, asked, trail.at)
    if word == "CHSTATUS":
        return _is_told(trail, on, asked)
    if word not in words:
        return False
    if word != "QMGR" and (not name or "*" in name):
        return _is_listed(estate, on, asked)
    rows = estate.newest(estate.of(on, words[word], name if word != "QMGR" else ...))
    rows = [row for row in rows if estate.after(row, trail.at) and not _of_another_day(estate, row)]
    if not rows:
        return bool(proof([one for one in estate.absences(on) if estate.after(one.row, trail.at)], (word,), name))
    return any(_shows(row, asked["attributes"] or ["ALL"]) for row in rows)


def _of_another_day(estate: Estate, row: Row) -> bool:
    """Whether the same queue manager was captured again, more than a day after a row."""
    others = estate.of(row.queue_manager, ("QLOCAL", "CHANNEL", "CHSTATUS", "QSTATUS"))
    at = estate.captured(row)
    return any(at.before(estate.captured(other), DAY) is True for other in others)


def _shows(row: Row, wanted: Sequence[str]) -> bool:
    if "ALL" in wanted:
        return bool(row.asked) and "ALL" in (row.asked["attributes"] or ()) and not row.error and not lost(row)
    return all(attribute in row.attributes for attribute in wanted)


def _is_listed(estate: Estate, on: str, asked) -> bool:
    """Whether a generic question has been put: with the same words, or for more and without a filter."""
    word, name = asked["word"], asked["name"] or "*"
    stem = name.rstrip("*")
    for one in estate.absences(on):
        wider = one.word == word and one.pattern.endswith("*") and stem.startswith(one.pattern[:-1])
        if wider and not one.narrowed and (one.listed or one.pattern == name):
            return True
    return _put_already(estate, on, asked)


def _put_already(estate: Estate, on: str | None, asked: Mapping, since: Span | None = None) -> bool:
    """Whether the same question has been put, for as much; `since`: after that."""
    return any(estate.after(row, since) for row in _same_question(estate, on, asked))


def _same_question(estate: Estate, on: str | None, asked: Mapping) -> Iterator[Row]:
    """The answers to the same question, or to one for more, that have not lost what it is asked for."""
    word, name, filters = asked["word"], asked["name"] or "*", dict(asked["filters"] or {})
    types = ("HANDLE",) if filters.get("TYPE") == "HANDLE" else DEFINED.get(word, (word,))
    wanted = {*(asked["attributes"] or ())}
    for row in (*estate.of(on, types), *estate.not_found(on)):
        was = row.asked and (row.asked["word"], row.asked["name"] or "*", dict(row.asked["filters"] or {}))
        shown = {*row.attributes, *((row.asked or {}).get("attributes") or ())}
        if was == (word, name, filters) and wanted <= shown and not lost(row):
            yield row


def _is_told(trail: Inquiry, on: str | None, asked: Mapping) -> bool:
    """Whether the status that is asked for is of the other end of a channel, and what it shows is said."""
    hops = [hop for hop in trail.hops if hop.partner == on and asked["name"] in hop.channels]
    rows = [row for hop in hops for row in far_status(trail, hop) if row.name == asked["name"]]
    return not asked["filters"] and any(_shows(row, asked["attributes"] or ["ALL"]) for row in rows)


def definition(estate: Estate, hop: Hop, channel: str) -> list[Command]:
    """What shows the definition of a channel: of a cluster-sender that was made by itself the cluster-receiver's."""
    rows = hop.channels.get(channel, ())
    made = any(row.type == "CLUSQMGR" or row.attributes.get("CHLTYPE") == "CLUSSDR" for row in rows)
    partner = hop.partner or estate.fact_of(rows, "RQMNAME").value
    if made and not partner:
        return mqsc("DISPLAY CLUSQMGR(*) WHERE(CHANNEL EQ {}) ALL", channel, on=hop.manager)
    return mqsc("DISPLAY CHANNEL({}) ALL", channel, on=partner if made else hop.manager)
