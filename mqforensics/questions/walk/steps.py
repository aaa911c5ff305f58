"""The steps of the walk as rows: what was asked, what was found and where, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mqforensics.flow.delivery.fate import fate_of
from mqforensics.objects import channel_causes, checks
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, browse, for_platform, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import Fact, Place, positive
from mqforensics.objects.route import DESTINATION, NOWHERE, UNDEFINED, Hop
from mqforensics.questions.walk import links, serving_channels
from mqforensics.questions.walk.dead_letter_candidates import candidates
from mqforensics.questions.walk.plain_walk import Walk
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.questions.walk.verdicts import SEVERITY, UNKNOWN
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import count

QUESTIONS = {
    1: said_of.ASKS_ROUTE,
    2: said_of.ASKS_XMITQ,
    3: said_of.ASKS_CHANNEL,
    4: said_of.ASKS_STATE,
    5: said_of.ASKS_DESTINATION,
    6: said_of.ASKS_DLQ,
    7: said_of.ASKS_DLQ_DEPTH,
    8: said_of.ASKS_REASON,
    9: said_of.ASKS_LOG,
    10: said_of.ASKS_WHERE,
}
"""1 to 8 are the steps of the support document "What happens when a message cannot be delivered"."""
OK, BREAK, OPEN, CONTRADICTION, NOTE = "ok", "break", "unknown", "contradiction", "note"
DEFINITION = ("TYPE", "RNAME", "RQMNAME", "XMITQ", "TARGET", "TARGQ", "TARGTYPE", "CLUSQMGR", "PUT")
CHANNEL = (
    "CHLTYPE", "XMITQ", "CONNAME", "USEDLQ", "NPMSPEED", "DISCINT", "SHORTRTY", "LONGRTY", "MRRTY", "MRTMR", "MREXIT"
)  # fmt: skip
STATUS = ("STATUS", "SUBSTATE", "INDOUBT", "CURMSGS", "RQMNAME", "CONNAME", "MSGS", "LSTMSGDA", "LSTMSGTI", "XQMSGSA")
FACTS = (
    "PUT",
    "CURDEPTH",
    "MAXDEPTH",
    "MAXMSGL",
    "IPPROCS",
    "UNCOM",
    "LGETDATE",
    "LGETTIME",
    "LPUTDATE",
    "LPUTTIME",
    "BOQNAME",
)
ENDS = {DESTINATION: OK, NOWHERE: BREAK, UNDEFINED: BREAK}
SENDER = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT")
RECEIVER = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT", "MRRTY", "MRTMR", "MREXIT")
LOG_LINES = 5
"""So many of the last entries of a hop are in the evidence."""


@dataclass
class Step:
    """One step; `hop` counts the transmission queues from 1, 0 is a queue manager that no channel was needed for."""

    step: int
    hop: int
    queue_manager: str | None
    object: str | None
    found: str
    means: str
    state: str
    places: list[Place] = field(default_factory=list)
    next: list[Command] = field(default_factory=list)
    label: str = ""
    """The finding in two words, for a picture."""


def rows(walk: Walk) -> Iterator[tuple]:
    """The steps of a walk as rows of `walk.SCHEMA`, the verdict last."""
    for step in steps(walk):
        first = step.places[0] if step.places else (None, None, None)
        next_ = next((one.command for one in for_platform(step.next, walk.trail.estate.platform)), None)
        yield (
            walk.name, step.step, step.hop, QUESTIONS[step.step], step.queue_manager, step.object, step.found,
            step.means, step.state, step.label, *first, [tuple(place) for place in step.places], next_,
        )  # fmt: skip


def steps(walk: Walk) -> Iterator[Step]:
    """Every step of a walk in order, the verdict last."""
    trail, verdict = walk.trail, walk.verdict
    yield from _definitions(trail)
    for place in range(len(trail.hops)):
        yield _xmitq(trail, place)
        yield from _channels(trail, place)
        yield _status(trail, place)
    yield _destination(trail)
    manager = _dead_letter_manager(trail)
    yield from _dead_letter_queue(trail, manager)
    yield from _reasons(trail, manager)
    yield from _log(trail)
    state = OPEN if verdict.code == UNKNOWN else OK if SEVERITY[verdict.code] == "info" else BREAK
    last, said = len(trail.hops), walk.statement
    yield Step(10, last, *verdict.at, verdict.code, said, state, verdict.places, verdict.next, verdict.code)


def _facts_in_words(facts: list[Fact]) -> str:
    return " ".join(fact.text() for fact in facts if fact.seen) + _older(facts)


def _older(facts: list[Fact]) -> str:
    older = [one for fact in facts for one in fact.older if one.value not in {new.value for new in fact.seen}]
    notes = [
        said_of.IN_LINE.format(attribute=one.attribute, value=one.value, file=one.row.file, line=one.place.line)
        for one in older
    ]
    return f" [older: {'; '.join(notes)}]" if notes else ""


def _when(fact: Fact) -> str:
    times = sorted({one.row.time for one in fact.seen if one.row.time})
    return said_of.STATE_THEN.format(times=", ".join(times)) if times else ""


def _fact_in_words(word: str, fact: Fact) -> str:
    return f"{word} {fact.value}" if fact.known else f"{word} {'contradictory' if fact.conflict else 'unknown'}"


def _definitions(trail: Inquiry) -> Iterator[Step]:
    route = trail.route
    for stop in route.stops:
        facts = [trail.estate.fact_of(list(stop.rows), key) for key in DEFINITION]
        hop, state = min(stop.hop + 1, len(route.hops)), BREAK if stop is route.wrong_remote_definition else OK
        places = [*stop.places, *(row.place("RQMNAME") for row in stop.rows if state == BREAK)]
        yield Step(
            1, hop, stop.manager, stop.name, _facts_in_words(facts), f"{stop.means}.", state, places, label=stop.kind
        )
    end = route.end
    if not route.stops or end.kind in (NOWHERE, UNDEFINED):
        state = ENDS.get(end.kind, OPEN)
        yield Step(
            1, len(route.hops), end.manager, end.queue, "", f"{end.said}.", state, end.places, end.next, end.kind
        )


def _xmitq(trail: Inquiry, place: int) -> Step:
    hop, deep = trail.hops[place], links.depth(trail, place)
    facts = [trail.estate.fact(hop.manager, QUEUES, hop.xmitq, key) for key in ("USAGE", "GET", "PUT")]
    some = deep.says(positive)
    means = said_of.UNKNOWN_DEPTH if some is None else said_of.WAITING if some else said_of.NOTHING_WAITS
    means += (said_of.IT_IS.format(why=hop.why, note=hop.note) if hop.why else "") + _when(deep)
    state = CONTRADICTION if deep.conflict else OPEN if some is None else BREAK if some else OK
    label, found = _fact_in_words("depth", deep), _facts_in_words([deep, *facts])
    return Step(
        2,
        place + 1,
        hop.manager,
        hop.xmitq,
        found,
        means,
        state,
        deep.places,
        links.status_command(hop.manager, hop.xmitq),
        label,
    )


def _channels(trail: Inquiry, place: int) -> Iterator[Step]:
    hop = trail.hops[place]
    if not hop.channels:
        proof = serving_channels.no_channel_serves(trail, place)
        means = said_of.UNSERVED if proof.holds else said_of.NAMES_NO_CHANNEL
        label, state = (said_of.NO_CHANNEL_LABEL, BREAK) if proof.holds else (said_of.UNKNOWN_CHANNEL_LABEL, OPEN)
        yield Step(3, place + 1, hop.manager, None, "", means, state, proof.places, proof.next, label)
    for name, found in hop.channels.items():
        defined = [row for row in found if row.type == "CHANNEL"]
        facts = [trail.estate.fact_of(defined, key) for key in CHANNEL]
        means = said_of.LEADS_TO.format(partner=hop.partner) if hop.partner else said_of.LEADS_SOMEWHERE
        places = [row.place("XMITQ") for row in found] + hop.partner_places
        yield Step(
            3,
            place + 1,
            hop.manager,
            name,
            _facts_in_words(facts),
            means,
            OK,
            list(dict.fromkeys(places)),
            label="channel",
        )


def _status(trail: Inquiry, place: int) -> Step:
    hop, states = trail.hops[place], trail.states[place]
    shown = next((one for one in states if one.value == checks.RUNNING), states[0] if states else None)
    name = shown.channel if shown else None
    facts = [trail.estate.fact_of(links.estate_status(trail, hop), key) for key in STATUS]
    if shown is None or shown.value is None:
        means = f"{shown.said}." if shown else said_of.UNKNOWN_STATE
        next_ = mqsc("DISPLAY CHSTATUS({}) ALL", name or "*", on=hop.manager)
        places = shown.places if shown else []
        return Step(
            4,
            place + 1,
            hop.manager,
            name,
            _facts_in_words(facts),
            means,
            OPEN,
            places,
            next_,
            said_of.UNKNOWN_STATE_LABEL,
        )
    good = OK if shown.value == checks.RUNNING else BREAK
    means = "; ".join(one.said for one in states) + "." + _when(facts[0])
    return Step(4, place + 1, hop.manager, name, _facts_in_words(facts), means, good, shown.places, [], shown.value)


def _destination(trail: Inquiry) -> Step:
    end, last, estate = trail.route.end, len(trail.hops), trail.estate
    if end.kind != DESTINATION:
        return Step(
            5, last, end.manager, None, "", said_of.DOES_NOT_LEAD.format(why=end.said), OPEN, end.places, end.next
        )
    refusal, deep = trail.refusal(last), checks.depth(estate, end.manager, end.queue, trail.at)
    facts = [
        deep if key == "CURDEPTH" else estate.fact(end.manager, (*QUEUES, "QSTATUS"), end.queue, key) for key in FACTS
    ]
    open_ = estate.fact(end.manager, QUEUES, end.queue, "PUT").value == "ENABLED"
    is_open = not refusal.holds and (refusal.holds is False or (open_ and not refusal.said))
    means = said_of.CAN_TAKE if is_open else said_of.MAY_TAKE
    means = said_of.CANNOT_TAKE.format(why=refusal.said) if refusal.holds else means
    means += _when(deep)
    state = CONTRADICTION if deep.conflict else BREAK if refusal.holds else OK if is_open else OPEN
    becomes, lines = _prediction(trail, refusal)
    places = list(dict.fromkeys([*refusal.places, *deep.places, *end.places, *lines]))
    label = _fact_in_words("depth", deep) + (said_of.CANNOT_TAKE_LABEL if refusal.holds else "")
    next_ = refusal.next if state == OPEN else []
    return Step(5, last, end.manager, end.queue, _facts_in_words(facts), means + becomes, state, places, next_, label)


def _prediction(trail: Inquiry, refusal: Check) -> tuple[str, list[Place]]:
    """Where a message ends that arrives at a destination that cannot take it, by the table of `delivery`."""
    if not trail.hops or not refusal.holds or len(trail.hops[-1].channels) != 1:
        return "", []
    hop: Hop = trail.hops[-1]
    sender = _known_facts(trail, [row for row in hop.channels[hop.name] if row.type == "CHANNEL"], SENDER)
    receiver = _known_facts(trail, checks.receivers(trail.estate, hop.partner, hop.name), RECEIVER)
    queue = trail.estate.manager(hop.partner, "DEADQ")
    manager = {"DEADQ": queue.value} if queue.known else {}
    fate = fate_of(trail.request.persistence, refusal.code, _values(sender), _values(receiver), manager)
    places = [place for fact in (*sender, *receiver, queue) for place in fact.places]
    told = said_of.UNKNOWN_FATE
    told = told if fate.fate == UNKNOWN else said_of.FATE.format(fate=fate.fate)
    because = f" ({fate.because})" if fate.because else ""
    return f" {told}{because}.", places


def _known_facts(trail: Inquiry, rows: list, names: tuple[str, ...]) -> list[Fact]:
    return [fact for name in names if (fact := trail.estate.fact_of(rows, name)).known]


def _values(facts: list[Fact]) -> dict[str, str | None]:
    return {fact.attribute: fact.value for fact in facts}


def _dead_letter_manager(trail: Inquiry) -> str | None:
    # The queue manager at which the way breaks, else the one at its end.
    for place, hop in enumerate(trail.hops, 1):
        if place < len(trail.hops) and trail.refusal(place).holds:
            return hop.partner
    return trail.route.end.manager


def _dead_letter_queue(trail: Inquiry, manager: str | None) -> Iterator[Step]:
    last, queue = len(trail.hops), trail.estate.manager(manager, "DEADQ")
    none = queue.known and not queue.value
    means = said_of.HAS_NO_DLQ if none else said_of.DLQ_IS if queue.known else said_of.NOT_KNOWN
    means = means.format(manager=manager, queue=queue.value)
    next_ = [] if queue.known else mqsc("DISPLAY QMGR DEADQ", on=manager)
    state = CONTRADICTION if queue.conflict else NOTE if queue.seen else OPEN
    label = said_of.NO_DLQ_LABEL if none else queue.value or said_of.UNKNOWN_DLQ_LABEL
    yield Step(
        6, last, manager, queue.value or None, _facts_in_words([queue]), means, state, queue.places, next_, label
    )
    if not queue.value:
        means = said_of.NONE_TO_LOOK_AT if queue.known else said_of.UNKNOWN_NAME
        yield Step(7, last, manager, None, "", means, NOTE if queue.known else OPEN, queue.places)
        return
    deep = checks.depth(trail.estate, manager, queue.value)
    some = deep.says(positive)
    means = said_of.UNKNOWN_DEPTH if some is None else said_of.MESSAGES_THERE if some else said_of.IS_EMPTY
    means += _when(deep)
    ask = mqsc("DISPLAY QLOCAL({}) CURDEPTH", queue.value, on=manager) if some is None else []
    state = CONTRADICTION if deep.conflict else OPEN if some is None else NOTE
    yield Step(
        7,
        last,
        manager,
        queue.value,
        _facts_in_words([deep]),
        means,
        state,
        deep.places,
        ask,
        _fact_in_words("depth", deep),
    )


def _reasons(trail: Inquiry, manager: str | None) -> Iterator[Step]:
    last, found = len(trail.hops), candidates(trail)
    for letter in found:
        order = said_of.BYTE_ORDER.format(byte_order=letter.byte_order) if letter.byte_order else ""
        told = said_of.HEADER.format(
            reason=letter.said, queue=letter.destination, manager=letter.destination_manager, order=order
        )
        means = said_of.FOR_THIS.format(messages=count(letter.count, "message"))
        means = means if letter.count else said_of.OTHER_DUMP_SHOWS
        yield Step(8, last, manager, letter.queue, told, means, BREAK, letter.places, label=str(letter.reason))
    if found:
        return
    queue = trail.estate.manager(manager, "DEADQ")
    if queue.known and not queue.value:
        yield Step(8, last, manager, None, "", said_of.NO_HEADER, NOTE, queue.places)
    elif trail.mail.dump_counts(manager, queue.value):
        yield Step(8, last, manager, queue.value, "", said_of.NOT_IN_DUMP, NOTE)
    else:
        next_ = browse(queue.value, manager) if queue.value else []
        yield Step(8, last, manager, queue.value, "", said_of.NO_DUMP, OPEN, [], next_)


def _log(trail: Inquiry) -> Iterator[Step]:
    found = False
    for place, hop in enumerate(trail.hops, 1):
        for entry in channel_causes.of_hop(trail.log, trail.estate, hop)[-LOG_LINES:]:
            found = True
            means = said_of.NAMES_CHANNEL if entry.channel else said_of.NAMES_HOST
            means = said_of.ENTRY_MEANS.format(why=entry.why(hop)) if entry.tells else means
            name = entry.channel or next(iter(hop.channels), None)
            yield Step(9, place, entry.queue_manager, name, entry.said, means, NOTE, [entry.place], [], entry.message)
    if not found:
        means = said_of.NO_ENTRY
        yield Step(9, len(trail.hops), None, None, "", means, NOTE)
