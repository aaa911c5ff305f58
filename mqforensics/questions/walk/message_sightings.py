"""What a dump or a trace shows of the message itself: where it is, and who took it."""

from __future__ import annotations

from mqforensics.objects import checks, definition_history, readers
from mqforensics.objects.check import Check
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import CLUSTER_QUEUE, QUEUES
from mqforensics.objects.fact import OTHER_HOST, Fact, Span, distinct, number, positive
from mqforensics.objects.mqi_calls import FAILED, PUTS
from mqforensics.objects.puts import display, queue_behind
from mqforensics.objects.route import DESTINATION, NOWHERE, OPEN, UNDEFINED, End, Hop, Route
from mqforensics.questions import wording
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk import dead_letter_candidates, dump_owners, links
from mqforensics.questions.walk.mail import EITHER, ITSELF, DumpedMessages
from mqforensics.questions.walk.message_calls import Call
from mqforensics.questions.walk.replies import proved_by, targets, verdict_of_answer, verdict_of_arrival_report
from mqforensics.questions.walk.request import NEAR
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import UNKNOWN
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import at_manager, of_manager

SEGMENT = 2 | 4
PARTS = {
    SEGMENT: said_of.SEGMENT,
    8 | 16: said_of.IN_GROUP,
}  # fmt: skip
"""By the MsgFlags of a message that is a part of something (MQMF_SEGMENT, MQMF_MSG_IN_GROUP and of each the last)."""


def sighting_verdict(trail: Inquiry) -> Verdict | None:
    """The verdict that the message itself gives, where it or an answer to it was seen; None to follow its way."""
    found = _verdict_of_trace(trail) or _verdict_of_answer(trail) or _verdict_of_dumps(trail) or _either(trail)
    if found and found.code == UNKNOWN and (came := verdict_of_arrival_report(trail)):
        # What a report proves alone a dump beside it does not undo.
        came.statement, came.places = f"{came.statement} {found.statement}", distinct([*came.places, *found.places])
        return came
    return found or _perhaps_taken(trail) or _verdict_of_failed_put(trail)


def _verdict_of_trace(trail: Inquiry) -> Verdict | None:
    end = trail.route.end
    for call in _takes(trail):
        in_unit = call.in_unit or (call.in_unit is None and trail.estate.zos(call.queue_manager))
        if call.takes and (call.committed or not in_unit):
            too = said_of.AND_COMMIT if in_unit else ""
            said = said_of.TAKEN.format(message=trail.label, by=_by(call), verb=call.verb, too=too)
            at = (call.queue_manager or end.manager, call.queue or end.queue)
            return Verdict("CONSUMED", said, [call.place], browse(at[1], at[0]), at)
    at = (None, trail.request.queue_manager)
    puts = [call for call in trail.mail.calls if call.verb in PUTS and call.queue_manager in at]
    if puts and all(call.comp_code == FAILED for call in puts) and not _takes(trail):
        call = puts[-1]
        said = said_of.PUT_FAILED.format(message=trail.label, verb=call.verb, by=_by(call), reason=call.reason)
        return Verdict("PUT_REFUSED", said, [call.place], [], (call.queue_manager, call.queue))
    return None


def _takes(trail: Inquiry) -> list[Call]:
    """The traced calls that took the message from its destination, or may have."""
    found = [call for call in trail.mail.calls if call.takes is not False]
    return [call for call in found if call.queue in (None, trail.route.end.queue)]


def _by(call: Call) -> str:
    return call.application or said_of.AN_APPLICATION


def _perhaps_taken(trail: Inquiry) -> Verdict | None:
    takes = _takes(trail)
    if not takes or trail.seen_on:
        return None
    call, end = takes[-1], trail.route.end
    said = said_of.GOT_IN_UNIT.format(message=trail.label, by=_by(call))
    if call.committed is False:
        said = said_of.GOT_ROLLED_BACK.format(message=trail.label, by=_by(call))
    if not call.takes:
        said = said_of.GOT_OR_BROWSED.format(message=trail.label, by=_by(call), verb=call.verb)
    at = (call.queue_manager or end.manager, call.queue or end.queue)
    return Verdict(UNKNOWN, said, [call.place], browse(at[1], at[0]), at)


def _verdict_of_answer(trail: Inquiry) -> Verdict | None:
    """What an answer proves, with the dumps that have the message all the same: one that is later defeats it."""
    made, proof = verdict_of_answer(trail), proved_by(trail)
    if made is None or proof is None:
        return made
    for letter, place in _dumps_off_the_way(trail):
        if _is_since(trail, letter, place, proof):
            said = said_of.LATER_DUMP.format(said=made.statement, file=letter.file, queue=letter.queue)
            return Verdict(UNKNOWN, said, [*made.places, *letter.places, *place.places],
                           browse(letter.queue, place.object), (place.object, letter.queue))  # fmt: skip
        made.statement += said_of.DUMP_TOO.format(queue=letter.queue)
        made.places = [*made.places, *letter.places]
    return made


def _dumps_off_the_way(trail: Inquiry) -> list[tuple[DumpedMessages, Check]]:
    """The dumps that have the message on a queue from which it does not go on by itself, not seen to be empty."""
    own = [one for one in trail.mail.of(ITSELF) if not one.on_xmitq]
    shown = [(letter, dump_owners.place_of(trail, letter)) for letter in own if not is_copy(trail, letter)]
    return [(letter, place) for letter, place in shown if place.holds is not False]


def _is_since(trail: Inquiry, letter: DumpedMessages, place: Check, proof: DumpedMessages) -> bool:
    """Whether the message is known to be there after a report or a reply to it was put."""
    if proof.put_first is None:
        return False
    then, estate = Span(proof.put_first, proof.put_first), trail.estate
    made = trail.mail.dump_as_display(letter, place.object)
    shown = [letter.came, Span(letter.put_first, letter.put_first), *([estate.captured(made)] if made else [])]
    if any(then.before(one, OTHER_HOST) for one in shown):
        return True
    depth = checks.depth(estate, place.object, letter.queue)
    is_there = place.holds and depth.number() == trail.mail.messages_in_its_dump(letter)
    return bool(is_there) and any(then.before(estate.captured(one.row), OTHER_HOST) is True for one in depth.seen)


def _verdict_of_failed_put(trail: Inquiry) -> Verdict | None:
    """The put of that time that failed, as a program's log or trace shows: probably this one, where nothing shows it.

    Where one of the puts that a trace shows succeeded, it may be that one.
    """
    name, asked = trail.request.queue, trail.request
    puts = [one for one in trail.mail.puts if one.queue in (None, name, *trail.route.queues(0)[1])]
    failed = [*trail.mail.failures, *puts]
    if not failed or trail.mail.of(ITSELF) or trail.mail.calls or not all(one.failed for one in puts):
        return None
    told = " and ".join(dict.fromkeys(wording.reason(one.reason) for one in failed))
    source = "a trace" if puts else said_of.LOG_OF_APPLICATION
    said = said_of.PROBABLY_REFUSED.format(message=trail.label, source=source, reason=told, name=name)
    end, places = trail.route.end, [one.place for one in failed]
    shown = trail.refusal(0) if trail.hops or end.kind not in (NOWHERE, UNDEFINED) else end
    if shown.said:
        said, places = f"{said} {sentence(shown.said)}", [*places, *shown.places]
    looks = shown.next or links.definition_command(trail)
    at = asked.queue_manager, name
    return Verdict("PUT_REFUSED", said, places, looks, at, assumes=[("IDENTITY", *at)])


def _verdict_of_dumps(trail: Inquiry) -> Verdict | None:
    """Where the dumps show the message; on a transmission queue its channel decides further."""
    own = _of_that_put(trail.mail.of(ITSELF))
    copies = [(letter, copy) for letter in own if (copy := is_copy(trail, letter))]
    trail.copied = copies[0][1] if copies else None
    own = [letter for letter in own if letter not in [one for one, _ in copies]]
    places = [(letter, dump_owners.place_of(trail, letter)) for letter in own]
    left = [(letter, place) for letter, place in places if place.holds is not False]
    if not left:
        return _no_longer(trail, places)
    # From a transmission queue that is empty now it went on; between other queues it may go back and forth.
    may = [(letter, place) for letter, place in places if place.holds is not False or not letter.on_xmitq]
    in_parts = all((letter.flags or 0) & SEGMENT for letter, _ in may)
    last = None if in_parts else dump_owners.newest(trail, may)
    if last and last[1].holds is not False:
        left, may = [last], [last]
    if len({(letter.queue, place.object) for letter, place in may}) > 1 and not dump_owners.has_that_depth(trail, left):
        told = {_queue_of(letter, place) for letter, place in may}
        told = " and ".join(sorted(told))
        said = said_of.SEVERAL_DUMPS.format(message=trail.label, queues=told)
        if in_parts:
            said = said_of.SEGMENTS.format(message=trail.label, queues=told)
        return Verdict(UNKNOWN, said, [p for letter, _ in may for p in letter.places], _depths(left))
    letter, place = left[0]
    absent = dump_owners.not_in_another(trail, letter, place.object) if place.holds else Check(None)
    if absent.said:
        said = said_of.IN_ONE_DUMP.format(message=trail.label, file=letter.file, queue=letter.queue, why=absent.said)
        at = place.object, letter.queue
        return Verdict(UNKNOWN, said, [*letter.places, *absent.places], browse(*at[::-1]), at)
    if place.holds is None:
        at = (place.object, letter.queue) if place.object else trail.route.end.destination
        other = _another(trail, letter)
        return Verdict(UNKNOWN, _in_a_dump(trail, place, other), letter.places, place.next, at)
    at = letter.queue, place.object
    others = [one for one in places if one not in left and (one[0].queue, one[1].object) != at]
    made = _claim(trail, letter, place)
    if made and others:
        made.statement += _too(others)
        made.places += [at for one, other in others for at in (*one.places, *other.places)]
    return made


def _in_a_dump(trail: Inquiry, place: Check, other: str) -> str:
    """That a dump has the message, and where; `other`: what speaks against that it is the one asked for."""
    is_another = said_of.OR_ANOTHER if other else ""
    return said_of.IN_A_DUMP.format(message=trail.label, or_another=is_another, why=place.said, other=other)


def _either(trail: Inquiry) -> Verdict | None:
    """What is said of a reply of which the evidence does not show whether it is the one asked for, or took its MsgId
    over."""
    found = [one for one in trail.mail.of(EITHER) if one.has_id]
    if not found or trail.mail.of(ITSELF):
        return None
    letter, place = found[0], dump_owners.place_of(trail, found[0])
    manager = place.object if place.holds else None
    said = said_of.ITSELF_OR_REPLY.format(
        message=trail.label, queue=letter.queue, of=of_manager(manager),
        to=said_of.ADDRESSED.format(to=letter.to) if letter.is_addressed else "",
        reason=said_of.WITH.format(reason=letter.said) if letter.reason is not None else "",
    )  # fmt: skip
    return Verdict(UNKNOWN, said, letter.places, browse(letter.queue, manager), (manager, letter.queue))


def _of_that_put(own: list[DumpedMessages]) -> list[DumpedMessages]:
    """Of messages of one identifier that were put at different times, those put at the time asked for."""
    near = [letter for letter in own if letter.near]
    return near if near and len({letter.put_first for letter in own}) > 1 else own


def _another(trail: Inquiry, letter: DumpedMessages) -> str:
    """What argues against a message of its identifier at a place that its route does not explain."""
    asked, put = trail.request.put_time, letter.put_first
    if None in (asked, put) or abs(put - asked) <= NEAR or letter.reason is not None:
        return ""
    by = said_of.BY.format(maker=letter.maker) if letter.maker else ""
    return said_of.PUT_ELSEWHEN.format(time=letter.put_first, by=by)


def is_copy(trail: Inquiry, letter: DumpedMessages) -> Check | None:
    """Whether a dump has but a copy of the message: its queue is the one that the destination streams to (STREAMQ)."""
    end = trail.route.end
    if end.kind != DESTINATION or letter.queue == end.queue or letter.queue_manager not in (None, end.manager):
        return None
    had = definition_history.value_then(
        trail.estate, trail.estate.fact(end.manager, QUEUES, end.queue, "STREAMQ"), trail.at
    )
    if letter.reason is not None or not had.value or had.value != letter.queue:
        return None
    said = said_of.STREAMED_COPY.format(queue=letter.queue, of=end.queue, manager=end.manager)
    return Check(True, said, [*letter.places, *had.places])


def _no_longer(trail: Inquiry, places: list[tuple[DumpedMessages, Check]]) -> Verdict | None:
    """What is said of a message that is in dumps of queues alone that were seen to be empty: where it was last.

    Where the order of the dumps is not in the evidence, a dead-letter queue comes first, then its own queue, then the
    furthest on its way; one that passed on is walked after.
    """
    if not places:
        return None
    home, last = trail.route.end.destination, dump_owners.newest(trail, places)
    way = {(hop.manager, hop.xmitq): step for step, hop in enumerate(trail.hops)}
    away = len(way)

    def rank(one: tuple[DumpedMessages, Check]) -> tuple:
        at = one[1].object, one[0].queue
        return one is not last, one[0].reason is None, at != home, away - way.get(at, -1)

    (letter, place), *others = sorted(places, key=rank)
    at, also = (place.object, letter.queue), _too(others, said_of.FROM_BEFORE if last else "")
    seen = [*letter.places, *place.places, *(at for one, _ in others for at in one.places)]
    if letter.reason is not None:
        said = said_of.WAS_IN_A_DUMP.format(message=trail.label, why=place.said, also=also)
        return Verdict(UNKNOWN, said, seen, place.next, at)
    if at == home:
        said = said_of.AT_DESTINATION.format(
            message=trail.label,
            file=letter.file,
            queue=letter.queue,
            manager=place.object,
            left=_empty_queue_in_words(trail, letter, place.object, _ways_out(trail, letter)),
            also=also,
        )
        trail.came = Verdict(UNKNOWN, said, seen, readers.handles_command(*at), at)
        return None
    left = _empty_queue_in_words(trail, letter, place.object, said_of.HAS_LEFT)
    said = f"{_when_dumped(trail, letter, place.object)} {left}{also}"
    trail.was_on = way.get(at, 0), Check(True, said, seen)
    return None


def _too(others: list[tuple[DumpedMessages, Check]], why: str = "") -> str:
    """The other dumps that have the message, as sentences; `why`: that they are not where it is, else as each shows."""
    told = {}
    for letter, place in others:
        told[_queue_of(letter, place)] = why or (said_of.WAS_EMPTY if place.holds is False else said_of.FROM_BEFORE)
    return "".join(said_of.OTHER_DUMP.format(queue=which, why=but) for which, but in told.items())


def _queue_of(letter: DumpedMessages, place: Check) -> str:
    return f"{letter.queue}{of_manager(place.object)}"


def _empty_queue_in_words(trail: Inquiry, letter: DumpedMessages, manager: str | None, how: str) -> str:
    is_before = bool(manager) and dead_letter_candidates.is_before(trail, letter, manager)
    return sentence(dead_letter_candidates.seen_empty(is_before, how))


def _when_dumped(trail: Inquiry, letter: DumpedMessages, manager: str | None) -> str:
    """That a queue had the message: it was put, and came that far, whatever shows where it went."""
    made = trail.mail.dump_as_display(letter, manager)
    when = f", {links.made_at(made)}" if made else ""
    to = said_of.BOUND_FOR.format(to=letter.to, at=at_manager(letter.remote[1]))
    return said_of.WAS_ON.format(
        queue=letter.queue, of=of_manager(manager),
        to=to if letter.is_addressed else "", file=letter.file, when=when,
    )  # fmt: skip


def _ways_out(trail: Inquiry, letter: DumpedMessages) -> str:
    """How a message may have left its destination, as far as its own options allow."""
    kept, end = 1 in (trail.request.persistence, letter.persistence), trail.route.end
    units = trail.estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", trail.at)
    held = checks.has_open_unit(trail.estate, end.manager, end.queue, trail.at)
    taken = said_of.WAS_HELD.format(units=units.text()) if held else said_of.WAS_TAKEN
    ways = [taken, *["expired"] * (trail.request.expiry != -1), *[said_of.WAS_LOST] * (not kept)]
    return " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))


def _off_the_route(trail: Inquiry, letter: DumpedMessages, place: Check) -> Verdict | None:
    # The way to this transmission queue is not shown, but the message is on it: walk on from there.
    manager, queue, estate = place.object, letter.queue, trail.estate
    hop = Hop(manager, queue, "", estate.servers(manager, queue), queue == CLUSTER_QUEUE)
    if hop.shared:  # the queue manager that its header names has a channel of its own
        member = estate.newest(estate.of(manager, ("CLUSQMGR",), letter.remote[1])) if letter.remote[1] else []
        names = list({row.attributes.get("CHANNEL") for row in member} - {None})
        hop.channels = {}
        if len(names) == 1:
            defined, states = estate.of(manager, ("CHANNEL",), names[0]), estate.statuses(manager, names[0])
            hop.channels, hop.partner = {names[0]: [*member, *defined, *states]}, letter.remote[1]
    trail.route = Route(
        trail.route.queue,
        trail.route.manager,
        [],
        [hop],
        [],
        End(OPEN, manager, queue, said_of.UNKNOWN_ROUTE.format(queue=queue, manager=manager)),
    )
    return _on_its_way(trail, 0, letter, place)


def _on_its_way(trail: Inquiry, step: int, letter: DumpedMessages, place: Check) -> Verdict | None:
    """That the message is on a transmission queue, whose channel decides further, unless that has sent it since."""
    hop, dump = trail.hops[step], trail.mail.dump_as_display(letter, place.object)
    deep = links.depth(trail, step)
    is_since = not dump or not all(trail.estate.later(dump, one.row) for one in deep.seen)
    others = links.all_for_other_channels(trail.estate, hop, deep) if hop.shared and is_since else []
    if others:
        said = said_of.FOR_OTHERS.format(
            message=trail.label, queue=hop.xmitq, manager=hop.manager, depth=deep.text(), channel=hop.name
        )
        shown = [*letter.places, *deep.places, *others]
        return Verdict(UNKNOWN, said, shown, browse(hop.xmitq, hop.manager), (hop.manager, hop.xmitq))
    runs = next((one for one in trail.states[step] if one.value == checks.RUNNING), None)
    if runs and not dump and holds_others(trail, letter, deep):
        said = said_of.UNDATED_SENT.format(
            message=trail.label, queue=hop.xmitq, manager=hop.manager, depth=deep.text(), runs=runs.said
        )
        shown = [*letter.places, *deep.places, *runs.places]
        return Verdict(UNKNOWN, said, shown, links.status_command(hop.manager, hop.xmitq), (hop.manager, hop.xmitq))
    said = said_of.IN_DUMP_OF.format(queue=hop.xmitq, manager=hop.manager)
    trail.seen_on = step, Check(True, said, [*letter.places, *place.places])
    return None


def _perhaps_read(trail: Inquiry, letter: DumpedMessages, manager: str) -> Verdict | None:
    """What is open where a dump of the destination is undated, and that is being read and holds another number."""
    estate, queue, at = trail.estate, letter.queue, trail.at
    deep, get = checks.depth(estate, manager, queue), estate.fact(manager, QUEUES, queue, "GET")
    open_ = estate.fact(manager, (*QUEUES, "QSTATUS"), queue, "IPPROCS")
    got = checks.last(estate, manager, queue, "LGET")
    idle = get.value == "DISABLED" or (at and got.before(at, links.margin_of(len(trail.hops))) is True)
    dated = trail.mail.dump_as_display(letter, manager) is not None
    if dated or idle or not open_.says(positive) or not holds_others(trail, letter, deep):
        return None
    said = said_of.UNDATED_READ.format(
        message=trail.label, queue=queue, manager=manager, depth=deep.text(), readers=open_.text()
    )
    shown = [*letter.places, *deep.places, *open_.places]
    return Verdict(UNKNOWN, said, shown, readers.handles_command(manager, queue), (manager, queue))


def holds_others(trail: Inquiry, letter: DumpedMessages, deep: Fact) -> bool:
    """Whether a queue is known to hold another number of messages than the dump of it shows, and not only by what units
    of work had got or put just then."""
    held = max((number(one.row.attributes.get("UNCOM")) or 0 for one in deep.seen), default=0)
    shown, dumped = deep.number(), trail.mail.messages_in_its_dump(letter)
    return shown is not None and (dumped is None or abs(shown - dumped) > held)


def _depths(left: list) -> list:
    form = "DISPLAY QLOCAL({}) CURDEPTH"
    return [
        one for letter, place in left if place.object
        for one in mqsc(form, letter.queue, on=place.object)
    ]  # fmt: skip


def _claim(trail: Inquiry, letter: DumpedMessages, place: Check) -> Verdict | None:
    manager, queue, end = place.object, letter.queue, trail.route.end
    if (gone := links.may_have_left_since(trail, letter, manager)).said:
        said = said_of.DUMP_BUT.format(message=trail.label, queue=queue, manager=manager, why=gone.said)
        return Verdict(UNKNOWN, said, [*letter.places, *gone.places], browse(queue, manager), (manager, queue))
    if letter.reason is not None:
        return _verdict_of_dead_letter(trail, letter, manager, place)
    if place.code == dump_owners.BACKED_OUT:
        other = _another(trail, letter)
        said = _in_a_dump(trail, place, other)
        return Verdict(UNKNOWN if other else "DELIVERED", said, [*letter.places, *place.places], place.next,
                       (manager, queue), assumes=_assumptions_of_dump(trail, letter, manager))  # fmt: skip
    for step, hop in enumerate(trail.hops):
        is_of_another = hop.shared and hop.partner and letter.remote[1] not in (None, hop.partner)
        if (hop.manager, hop.xmitq) == (manager, queue) and not is_of_another:
            return _on_its_way(trail, step, letter, place)
    if trail.estate.fact(manager, ("QLOCAL",), queue, "USAGE").value == "XMITQ":
        return _off_the_route(trail, letter, place)
    named = dump_owners.is_local(trail, manager, queue) and (queue, manager) in targets(trail)
    if named or (manager, queue) == end.destination:
        usage = trail.estate.fact(manager, ("QLOCAL", "QUEUE"), queue, "USAGE")
        if usage.value == "XMITQ" or usage.lost or letter.on_xmitq:
            said = said_of.DUMP_USAGE.format(message=trail.label, queue=queue, usage=usage.text())
            return Verdict(UNKNOWN, said, letter.places)
        if taken := _perhaps_read(trail, letter, manager):
            return taken
        said = said_of.DELIVERED.format(message=trail.label, queue=queue, manager=manager)
        said += next((part for flags, part in PARTS.items() if (letter.flags or 0) & flags), "")
        shown = [*letter.places, *place.places]
        return Verdict("DELIVERED", said, shown, browse(queue, manager), (manager, queue),
                       assumes=_assumptions_of_dump(trail, letter, manager))  # fmt: skip
    said = said_of.UNEXPLAINED.format(message=trail.label, queue=queue, manager=manager)
    return Verdict(UNKNOWN, said, letter.places)


def _verdict_of_dead_letter(trail: Inquiry, letter: DumpedMessages, manager: str, place: Check) -> Verdict:
    names = {trail.request.queue, trail.route.end.queue, *(queue for queue, _ in targets(trail))}
    if letter.msg_type is None and letter.destination not in names:
        said = said_of.ITSELF_OR_REPLY_DEAD.format(
            message=trail.label,
            queue=letter.queue,
            manager=manager,
            destination=letter.destination or said_of.UNREADABLE_QUEUE,
            reason=letter.said,
        )
        return Verdict(UNKNOWN, said, letter.places, browse(letter.queue, manager), (manager, letter.queue))
    # What a sending channel alone gives shows its end, also where no display shows that it sends.
    sends = manager in dead_letter_candidates.senders(trail)
    sending = letter.reason in AT_SENDER and (sends or manager != letter.destination_manager)
    sending = sending or (letter.reason in AT_EITHER_END and sends)
    code = "ON_SENDER_DLQ" if sending else "ON_DLQ"
    if sending and letter.reason in AT_EITHER_END and manager in [hop.partner for hop in trail.hops]:
        code = UNKNOWN
    said = said_of.ON_DLQ.format(message=trail.label, queue=letter.queue, manager=manager, reason=letter.said)
    # What gave the reason first: that the message is there a dump has shown already.
    name = queue_behind(trail.estate, manager, letter.destination, letter.reason)
    why = display(letter.reason, name, on=manager) if code == "ON_DLQ" and manager == letter.destination_manager else []
    next_ = [*why, *browse(letter.queue, manager)]
    at = manager, letter.queue
    assumes = [*_assumptions_of_dump(trail, letter, manager), *dead_letter_candidates.by_name(place, at)]
    return Verdict(code, said, [*letter.places, *place.places], next_, at, assumes=assumes)


def _assumptions_of_dump(trail: Inquiry, letter: DumpedMessages, manager: str | None) -> list[tuple]:
    """What it rests on that a message is where a dump shows it, if the evidence does not show when that was made."""
    return [] if trail.mail.dump_as_display(letter, manager) else [("NOTHING_SINCE", manager, letter.queue)]
