"""Where dead-lettered messages failed, and what the case shows of that place.

A queue manager that cannot put a message to its destination, or to the transmission queue on the way there, puts it to
its own dead-letter queue: the owner of the queue is asked first, and the final destination only where it is the owner
("Handling undelivered messages"; of the reasons of a sending channel, `objects.checks.AT_SENDER`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mqforensics.objects import checks, owners
from mqforensics.objects.case_evidence import Dump
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER, CONVERSION, UNKNOWN_NAME
from mqforensics.objects.commands import Command, browse, mqsc, propose
from mqforensics.objects.estate import QUEUES, SENDERS, Estate
from mqforensics.objects.fact import Place, Row, Span, instant, span_of_header_time
from mqforensics.objects.puts import (
    NO_WAY,
    OF_A_PUT,
    Put,
    display,
    put,
    queue_behind,
    remedy,
    remedy_for_room,
    room,
    storage,
)
from mqforensics.questions import wording
from mqforensics.questions.dead_letters.queue_since_dump import QueueSinceDump
from mqforensics.questions.dead_letters.reason_groups import CHANNEL, PROGRAM, QUEUE_MANAGER, Reason
from mqforensics.questions.finding import sentence
from mqforensics.structures import MQDLH
from mqforensics.words import dead_letters as words
from mqforensics.words.grammar import by_number, in_series

OF_THE_OWNER = (2057, 2082, *NO_WAY)
"""Reasons of a name that the owner of the dead-letter queue could not resolve: it is asked, not the destination."""
TRIGGERS = (265, 266, 267)
"""Reasons of a trigger monitor."""
TOO_BIG_FOR_CHANNEL, NO_SPACE = 2218, 2056
TOO_BIG_FOR_QUEUE, NO_XMITQ = 2030, 2087
BACKED_OUT = 2362
"""MQRC_BACKOUT_THRESHOLD_REACHED: DestQName is the backout queue, or the queue that was read where none is named."""
DEPTH_OF = "DISPLAY QLOCAL({}) CURDEPTH MAXDEPTH IPPROCS"
BY_APPLICATION = 65536
"""From here on, numbers are an application's own; 0 is a field that was left empty."""
HEX = re.compile("(?:[0-9A-F]{2})+")
MANY = "DISPLAY CHANNEL(*) CHLTYPE XMITQ{}"
OF_CHANNEL = {TOO_BIG_FOR_CHANNEL: "MAXMSGL", 268: "MSGEXIT", 279: "MSGEXIT"}
"""The attribute of the sending channel that counts, by the reason; of conversions that is CONVERT."""


@dataclass
class State:
    """What is known of the place where dead-lettered messages failed: the queue manager and object, in words, lines,
    commands."""

    manager: str | None
    object: str | None
    said: str = ""
    places: list[Place] = field(default_factory=list)
    next: list[Command] = field(default_factory=list)
    against: tuple[str, ...] = ()
    """What would contradict what is said."""


def owners_of(
    found: Iterable[Reason], estate: Estate, walked: Mapping[tuple, str] | None = None, dumps: Iterable[Dump] = ()
) -> dict[tuple, str | None]:
    """The queue manager of each dead-letter queue, by the `queue` and `owner` of a group; None where the evidence does
    not show it.

    Its dump names it, or a message that it put there itself, or, where it is dumped once, the way of one of its
    messages (`walked`, by file and queue) or its depth.
    """
    found = list(found)
    of_queue: dict[tuple, list] = {}
    for one in (one for reason in found for one in reason.groups):
        of_queue.setdefault((one.queue, one.owner), []).append(one)
    whole = not any(reason.without_group for reason in found)
    dumps = [one for one in dumps if one.messages]
    return {key: key[1] or _by_dump(groups, whole, estate, walked or {}, dumps) for key, groups in of_queue.items()}


def _by_dump(groups: list, whole: bool, estate: Estate, walked: Mapping[tuple, str], dumps: list[Dump]) -> str | None:
    files = {name for one in groups for name in (one.first_file, one.last_file)}
    if len(files) > 1:
        return None
    named = {name for one in groups if (name := by_name(one, estate))}
    if len(named) == 1:
        return named.pop()
    on_the_way = walked.get((*files, groups[0].queue))
    made = [one.row() for one in dumps if one.file in files and one.queue == groups[0].queue]
    dump = made[0] if len(made) == 1 else None
    return on_the_way or (_by_depth(groups, estate, dump) if whole and groups[0].queue else None)


def by_name(group, estate: Estate) -> str | None:
    """The queue manager that put messages to its dead-letter queue itself, or whose channel initiator did.

    The name of the program is its own, cut short; on z/OS it begins with that of the subsystem.
    """
    if group.kind == CHANNEL and group.moved_by == group.least_mover:
        return owners.by_job(group.moved_by, estate)
    if group.kind != QUEUE_MANAGER:
        return None
    return owners.by_putter(estate, group.queue, group.moved_by, True, group.destination_queue_manager)


def _by_depth(groups: list, estate: Estate, dump: Row | None) -> str | None:
    """The one queue manager whose dead-letter queue has as many messages as the dump of it."""
    # One to which there was no way is another one than the owner.
    targets = {one.destination_queue_manager for one in groups if one.reason not in NO_WAY}
    if not targets <= {None, "", *estate.managers}:
        return None
    count = sum(one.messages for one in groups)
    can = [one for one in estate.managers if not any(_only_sent(group, one) for group in groups)]
    found = owners.of_dead_letters(estate, groups[0].queue, can, count, sure=False, dump=dump)
    return found.object if found.holds else None


def _only_sent(group, manager: str) -> bool:
    """Whether a queue manager sent these messages, and a receiving channel put them here."""
    if group.kind != CHANNEL or group.reason in AT_SENDER | AT_EITHER_END or not group.is_made_alike:
        return False
    made = bytes.fromhex(group.made) if HEX.fullmatch(group.made or "") else b""
    return owners.is_sender_of(manager, owners.maker(made), group.destination_queue_manager)


def state(group, owner: str | None, estate: Estate, on_queue: QueueSinceDump | None = None) -> State:
    """What the case shows of the place where these messages failed, and the commands that show or fix the rest."""
    reason, target = group.reason, group.destination_queue_manager
    if group.triggered and reason in TRIGGERS:
        return _of_trigger(group, owner, estate)
    zos = owners.by_initiator(group.moved_by)
    if reason == 0 or reason >= BY_APPLICATION or (group.kind == PROGRAM and reason not in OF_A_PUT):
        return State(owner, None, next=_of_program(group, owner))
    if reason in AT_SENDER | AT_EITHER_END:
        return _of_channel(group, owner, zos, estate)
    # Where the owner is not known it may be the target, but not beside queue managers that are shown, nor beside a job,
    # nor where that is shown to have another dead-letter queue.
    is_other = zos or (estate.managers and target not in estate.managers)
    is_other = is_other or (estate.manager(target, "DEADQ").known and not owners.has_had(estate, target, group.queue))
    at = owner if owner or is_other or reason in OF_THE_OWNER else target
    remote = bool(target) and target != at and bool(reason in NO_WAY or (at and reason not in OF_THE_OWNER))
    asked = _commands_at_failure(group, at, remote, True if zos else estate.on_zos(at), estate)
    if reason == NO_SPACE and at and (full := _file_full(group, at, estate)):
        return full
    length = None if group.longest is None else max(group.longest - MQDLH.length, 0)
    is_open = owner is None and not zos and reason in OF_A_PUT and reason not in OF_THE_OWNER and group.destination
    if is_open and (shown := _at_one_of(group, length, estate)):
        return shown
    if at not in estate.managers or reason not in OF_A_PUT or not group.destination:
        said = words.FAILED_AT.format(manager=at, target=target) if remote and at else ""
        return State(at, target if remote and at else group.destination, said, [], asked)
    made = put(estate, at, group.destination, target or "", length)
    shown = _state_of_put(group, at, made, length, owner, estate, asked, on_queue)
    shown.said += _whose(group, estate) if owner is None else ""
    if remote and made.hop:
        shown.said = words.ON_THE_WAY.format(manager=at, target=target) + shown.said
    return shown


def _of_program(group, owner: str | None) -> list[Command]:
    """What shows more of dead-lettered messages whose reason a program gave: the queue it read, or who puts to this
    queue."""
    if group.reason == BACKED_OUT:
        return mqsc("DISPLAY QUEUE({}) BOQNAME BOTHRESH TYPE", group.destination, on=owner)
    who = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG OUTPUT", group.queue, on=owner)
    return who + browse(group.queue, owner)


def _managers_with_its_queue(group, estate: Estate) -> list[str]:
    return [one for one in estate.managers if group.queue and owners.has_had(estate, one, group.queue)]


def _whose(group, estate: Estate) -> str:
    named = _managers_with_its_queue(group, estate)
    return words.WHOSE.format(queue=group.queue, managers=in_series(named)) if len(named) > 1 else ""


def _at_one_of(group, length: int | None, estate: Estate) -> State | None:
    """What the evidence shows where they may have failed on the way to their queue manager, too; None where that cannot
    be."""
    target, named = group.destination_queue_manager or "", _managers_with_its_queue(group, estate)
    can = [one for one in named if not _only_sent(group, one)]
    each = {one: put(estate, one, group.destination, target, length) for one in can}
    if not any(made.hop for one, made in each.items() if one != target) and (can or not named):
        return None
    said = "".join(f" {sentence(made.refused.said)}" for made in each.values() if made.refused.said)
    places = [place for made in each.values() for place in made.refused.places]
    looks = [look for one in can or named for look in browse(group.queue, one)]
    against = tuple(
        each for one, made in each.items() if made.refused.said for each in _newer(made.refused.object, one)
    )
    return State(None, None, said + _whose(group, estate), places, looks, against)


def _newer(name: str | None, manager: str | None) -> tuple[str, ...]:
    """What would contradict the state that a display shows."""
    return (words.NEWER_DISPLAY.format(name=name, manager=manager),) if name and manager else ()


def _of_trigger(group, owner: str | None, estate: Estate) -> State:
    """A trigger message: its own text names the queue that waits, and what should have been started for it."""
    queue, process = group.triggered["queue"], group.triggered["process"]
    depth = checks.depth(estate, owner, queue) if owner and queue else None
    said = words.trigger(group.triggered, group.is_one_trigger, depth.text() if depth and depth.seen else "")
    show = mqsc("DISPLAY PROCESS({}) APPLICID APPLTYPE", process, on=owner)
    show += mqsc("DISPLAY QLOCAL({}) CURDEPTH IPPROCS INITQ PROCESS", queue, on=owner)
    return State(owner, queue or None, said, depth.places if depth else [], show)


def _file_full(group, at: str, estate: Estate) -> State | None:
    """The queue whose file has no room left, as its status shows; None where none does."""
    names = put(estate, at, group.destination, group.destination_queue_manager or "").names if group.destination else []
    for name in names:
        full = checks.file_full(estate, at, name)
        if full.holds:
            look = mqsc("DISPLAY QLOCAL({}) MAXFSIZE CURDEPTH IPPROCS", name, on=at)
            return State(at, name, f" {sentence(full.said)}", full.places, look, _newer(name, at))
    return None


def _channels(group, owner: str | None, estate: Estate) -> tuple[list[str], str | None]:
    """The channels by which these letters were to be sent on from a queue manager, and the one at their other end."""
    if not owner or not group.destination:
        return [], None
    target = group.destination_queue_manager or ""
    hop = put(estate, owner, group.destination, target).hop
    partner, names = (hop.partner, list(hop.channels)) if hop else (target, [])
    return names or sorted({
        row.name for row in estate.of(owner, ("CHANNEL",))
        if row.attributes.get("CHLTYPE") in SENDERS and estate.of(target, ("CHANNEL",), row.name)
    }), partner or target  # fmt: skip


def _limit(group, owner: str | None, estate: Estate) -> State | None:
    """The end of a channel that allows shorter messages than these; None where none is in the evidence."""
    if group.longest is None:
        return None
    (names, partner), length = _channels(group, owner, estate), group.longest - MQDLH.length
    for name in names:
        ends = {at: estate.fact(at, ("CHANNEL",), name, "MAXMSGL") for at in (owner, partner) if at}
        short = [(fact.number(), at) for at, fact in ends.items() if (fact.number() or length) < length]
        if short:
            most, at = min(short)
            said = words.TOO_LONG.format(channel=name, most=most, manager=at, length=length)
            look = mqsc("DISPLAY CHANNEL({}) MAXMSGL ALTDATE ALTTIME", name, on=at)
            return State(owner, name, said, [place for fact in ends.values() for place in fact.places], look)
    return None


def _of_channel(group, owner: str | None, zos: bool, estate: Estate) -> State:
    reason = group.reason
    if reason == TOO_BIG_FOR_CHANNEL and (found := _limit(group, owner, estate)):
        return found
    # The queue it was meant for has no part in it, nor has its queue manager.
    named = "CONVERT" if reason in CONVERSION else OF_CHANNEL.get(reason, "")
    shown = _of_one_channel(group, owner, named, estate) if named else None
    if shown:
        return shown
    said = words.BY_SENDER.format(told=words.CHECK_CHANNELS.format(manager=owner or words.OWNER_OF_QUEUE))
    next_ = mqsc(MANY.format(f" {named}".rstrip()), on=owner, zos=zos)
    return State(owner, None, "" if reason in AT_EITHER_END else said, [], next_)


def _of_one_channel(group, owner: str | None, named: str, estate: Estate) -> State | None:
    """What the channels of the letters are known to have of an attribute that counts; None where the evidence does not
    show it."""
    names, partner = _channels(group, owner, estate)
    of = {name: estate.fact(owner, ("CHANNEL",), name, named) for name in names}
    if not of or not all(fact.known for fact in of.values()):
        return None
    told = in_series([words.HAS.format(channel=name, manager=owner, shown=fact.text()) for name, fact in of.items()])
    said = f" {told}." if group.reason in AT_EITHER_END else words.BY_SENDER.format(told=told)
    if named == "CONVERT" and all(fact.value == "NO" for fact in of.values()):
        said = words.NOT_CONVERTED.format(told=told)
    # Of a message's length the smaller of both ends counts.
    is_open = named == "MAXMSGL" and partner and not estate.fact(partner, ("CHANNEL",), names[0], named).seen
    at, keys = (partner, named) if is_open else (owner, f"{named} ALTDATE ALTTIME")
    look = [one for name in names for one in mqsc(f"DISPLAY CHANNEL({{}}) {keys}", name, on=at)]
    return State(owner, names[0], said, [place for fact in of.values() for place in fact.places], look)


def _commands_at_failure(group, at: str | None, remote: bool, zos: bool | None, estate: Estate) -> list[Command]:
    """What shows more of the place where the put failed, where the case does not."""
    target, reason = group.destination_queue_manager, group.reason
    if remote:
        name = mqsc("DISPLAY QUEUE({}) TYPE PUT CURDEPTH MAXDEPTH XMITQ RQMNAME", target, on=at, zos=zos)
        rest = mqsc("DISPLAY QMGR DEFXMITQ", on=at, zos=zos)
        way = [*name, *rest, *mqsc("DISPLAY CLUSQMGR({}) CHANNEL STATUS XMITQ", target, on=at, zos=zos)]
        # Where the owner is not known, it may be the target itself: then the queue leads on to yet another one.
        return way if at else [*way, *display(2087, group.destination, on=at, zos=zos)]
    name = queue_behind(estate, at, group.destination, reason)
    depth = mqsc(DEPTH_OF, name, on=at, zos=bool(zos)) if reason == checks.Q_FULL else []
    return depth + display(reason, name, on=at, zos=zos, storage=storage(estate, at, name))


def _state_of_put(
    group, at: str, made: Put, length: int | None, owner: str | None, estate: Estate, asked: list[Command],
    on_queue: QueueSinceDump | None,
) -> State:  # fmt: skip
    refused, name = made.refused, made.refused.object or (made.names or [group.destination])[-1]
    if refused.holds is None:
        said = f" {sentence(refused.said)}" if refused.said else ""
        return State(at, name, said, refused.places, refused.next or asked)
    if refused.holds:
        advice, next_ = remedy(estate, at, made, length)
        if refused.code not in (0, group.reason):
            again = "" if _is_gone(on_queue) else words.AGAIN.format(reason=wording.reason(refused.code))
            advice = f"{again}{'' if refused.code == UNKNOWN_NAME else advice}"
        said = f" {sentence(refused.said)} {advice}".rstrip()
        return State(at, name, said, refused.places, next_ or asked, _newer(name, at))
    facts = [estate.fact(at, QUEUES, name, key) for key in ("PUT", "MAXDEPTH", "MAXMSGL")]
    shown = {"queue": name, "manager": at, "state": ", ".join(
        fact.text() for fact in (checks.depth(estate, at, name), *facts) if fact.seen)}  # fmt: skip
    since, lines = _changes_since(group, made, estate)
    was, shows = _was_there(group, made, estate)
    said = words.ACCEPTS.format(**shown, since=since) + was
    places = [*refused.places, *facts[2].places, *lines, *shows]
    if group.reason == TOO_BIG_FOR_QUEUE and not facts[2].seen:
        return State(at, name, words.LACKS_LIMIT.format(**shown, since=since), places, asked)
    if _is_gone(on_queue):
        return State(at, name, said, places, [], _newer(name, at))
    again, next_ = _again(group, at, name, made, owner, estate, asked, on_queue, is_elsewhere=bool(was))
    return State(at, name, said + again, places, next_, _newer(name, at))


def _changes_since(group, made: Put, estate: Estate) -> tuple[str, list[Place]]:
    """What of the put's way was defined or altered after the letters, as a sentence with its lines."""
    told, places = [], []
    for row in made.rows:
        for stem, word in (("CR", "defined"), ("ALT", "altered")):
            if row.type in QUEUES and _dead_letter_time(group).before(estate.moment(row, stem)):
                told.append(words.CHANGED.format(name=row.name, verb=word, time=row.times[stem]))
                places.append(row.place(f"{stem}TIME"))
                break
    return (words.SINCE.format(changes=in_series(list(dict.fromkeys(told)))) if told else ""), places


def _dead_letter_time(group, micros: int | None = None) -> Span:
    """When the last of the letters came, or the one of the time given, as its header shows."""
    return span_of_header_time(
        instant(group.last_micros if micros is None else micros), group.kind in (CHANNEL, QUEUE_MANAGER)
    )


def _was_there(group, made: Put, estate: Estate) -> tuple[str, list[Place]]:
    """That what the evidence shows was so all the time, with the line that shows it: it did not refuse them, another
    one did."""
    since, rows = _dead_letter_time(group, group.first_micros), [row for row in made.rows if row.type in QUEUES]
    name = {UNKNOWN_NAME: group.destination, NO_XMITQ: group.destination_queue_manager}.get(group.reason)
    unaltered = bool(rows) and all("ALT" in row.times and estate.moment(row, "ALT").before(since) for row in rows)
    if group.reason == TOO_BIG_FOR_QUEUE and not made.hop and unaltered:
        last = max(rows, key=lambda row: row.times["ALT"])
        return words.WAS_THERE["limit"].format(time=last.times["ALT"]), [last.place("ALTTIME")]
    for row in rows if name and bool(made.hop) == (group.reason == NO_XMITQ) else ():
        # Of an alias and of a remote queue no creation is printed: what was last altered before was there, too.
        for stem, word in (("CR", "defined"), ("ALT", "last altered")):
            if row.name == name and estate.moment(row, stem).before(since):
                return words.WAS_THERE[word].format(name=name, time=row.times[stem]), [row.place(f"{stem}TIME")]
    return "", []


def _is_gone(on_queue: QueueSinceDump | None) -> bool:
    return on_queue is not None and on_queue.is_gone


def _again(
    group, at: str, name: str, made: Put, owner: str | None, estate: Estate, asked: list[Command],
    on_queue: QueueSinceDump | None, is_elsewhere: bool,
) -> tuple[str, list[Command]]:  # fmt: skip
    """Whether all these messages can be put again to a queue that takes messages, in words, and the next commands."""
    if not made.hop and name == estate.manager(at, "DEADQ").value:
        return words.DEAD_LETTER_QUEUE_ITSELF.format(manager=at), asked
    space = room(estate, at, made)
    if space is not None and space < group.messages:
        advice, next_ = remedy_for_room(estate, at, name, made, display(checks.Q_FULL, name, on=at))
        fit = words.FIT if group.messages > 1 else words.NONE_FIT
        fit = fit.format(number=space or "none", messages=group.messages)
        said = words.ROOM.format(fit=fit, reason=wording.reason(checks.Q_FULL), advice=advice)
        return said.rstrip(), next_
    if made.before(estate, _dead_letter_time(group, group.first_micros)):
        return words.OLDER, asked
    newer = made.after(estate, _dead_letter_time(group))
    many = group.messages
    them = by_number(many, "it", "them")
    if_ = [] if newer else [words.IF_NEWER.format(these=by_number(many, "this message", "these messages"))]
    if_ += [words.IF_MENDED.format(them=them)] if is_elsewhere else []
    if_ += [] if owner else [words.IF_OWNED.format(manager=at)]
    they = by_number(many, "it is", "they are")
    if_ += [words.IF_THERE.format(they=they, queue=on_queue.queue)] if on_queue and on_queue.is_open else []
    show = asked if if_ else []
    if_ += [words.IF_NOT_EXPIRED.format(have=by_number(many, "it has", "they have"))] if group.expiring else []
    conditions = words.IF.format(conditions=in_series(if_)) if if_ else ""
    return words.CAN_WORK.format(them=them, conditions=conditions), [*show, *propose()]


def of_the_letters(group) -> str:
    """What of the messages themselves counts before they are put again: they may expire, or be part of a group."""
    return _expiry_in_words(group) + _members(group)


def _expiry_in_words(group) -> str:
    if not group.expiring:
        return ""
    least = by_number(group.expiring, words.LEAST_OF_ONE, words.LEAST_OF_SEVERAL)
    those = _those(group.expiring, group, "has", "have")
    return words.EXPIRING.format(those=those, least=least.format(seconds=group.least_expiry / 10))


def _members(group) -> str:
    """What is known of members of message groups: a reader may wait for a group to be whole."""
    if not group.grouped:
        return ""
    are = _those(group.grouped, group, "is", "are")
    if not group.is_one_group:
        return words.MEMBERS.format(are=are)
    missing = group.highest - group.grouped
    lacks = words.LACKS.format(missing=missing, are=by_number(missing, "is", "are")) if missing > 0 else ""
    return words.MEMBERS_OF_ONE.format(are=are, highest=group.highest, lacks=lacks)


def _those(number: int, group, one: str, several: str) -> str:
    all_ = by_number(number, "It", "They")
    who = all_ if number == group.messages else words.OF_THEM.format(number=number)
    return f"{who} {by_number(number, one, several)}"
