"""Of which queue manager's queue the dumps are that have the message, and which of them is the last."""

from __future__ import annotations

from collections.abc import Iterator

from mqforensics.objects import checks
from mqforensics.objects.check import Check
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import Fact, Place
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import DESTINATION, kind_of
from mqforensics.questions.walk import dead_letter_candidates
from mqforensics.questions.walk.mail import ITSELF, DumpedMessages
from mqforensics.questions.walk.replies import targets
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of

BACKED_OUT = 1
"""The code of a place that is the backout queue of the message's destination."""


def place_of(trail: Inquiry, letter: DumpedMessages) -> Check:
    """The queue manager (`object`) of the queue that a dump is of; `holds` False: its queue was seen to be empty."""
    estate, queue = trail.estate, letter.queue
    if letter.reason is not None:
        found = dead_letter_candidates.owner_of(trail, letter)
        if found.holds:
            return found
        if found.object:
            said = said_of.OFF_ROUTE_DEAD.format(queue=found.said, reason=letter.said)
            return Check(None, said, found.places, browse(queue, found.object), object=found.object)
        if found.said:
            said = said_of.DEAD_THERE.format(said=found.said, reason=letter.said)
            return Check(None, said, found.places, browse(queue, letter.queue_manager))
        gone, open_ = (
            dead_letter_candidates.emptied_queue(trail, letter),
            dead_letter_candidates.unknown_owner(trail, letter),
        )
        if gone.holds:
            return Check(False, said_of.IT_WAS_ON.format(queue=gone.said), gone.places, gone.next, object=gone.object)
        said = said_of.DEAD_ON.format(queue=queue, reason=letter.said, why=open_.said)
        return Check(None, said, [], open_.next)
    mine = [hop.manager for hop in trail.hops if hop.xmitq == queue]
    if trail.route.end.kind == DESTINATION and trail.route.end.queue == queue:
        mine.append(trail.route.end.manager)
    mine += [manager for name, manager in targets(trail) if name == queue and is_local(trail, manager, queue)]
    mine += [one for one in estate.managers if estate.fact(one, ("QLOCAL",), queue, "USAGE").value == "XMITQ"]
    every = [one for one in estate.managers if estate.of(one, ("QLOCAL", "QUEUE"), queue)]
    # An instance of a cluster queue that another queue manager knows is one, shown or not.
    clustered = [
        row.attributes.get("CLUSQMGR") for one in estate.managers for row in estate.of(one, ("QCLUSTER",), queue)
    ]
    every = list(dict.fromkeys([*mine, *every, *(one for one in clustered if one)]))
    every = [letter.queue_manager] if letter.queue_manager else every
    found = dead_letter_candidates.possible_managers(trail, letter, every)
    if every and not found.managers:
        return Check(
            False,
            said_of.QUEUE_WAS_EMPTY.format(queue=queue),
            found.places,
            object=every[0] if len(every) == 1 else None,
        )
    alone = found.managers[0] if len(found.managers) == 1 else found.alike
    if alone and alone in mine:
        return Check(True, "", dead_letter_candidates.possible_managers(trail, letter, [alone]).places, object=alone)
    for name, backout in _backout_queues(trail, alone):
        if backout.value == queue:
            said = said_of.ON_BACKOUT_QUEUE.format(queue=queue, of=name)
            return Check(True, said, backout.places, handles_command(alone, name), BACKED_OUT, alone)
    if alone:
        said = said_of.OFF_ROUTE_ON.format(queue=queue, manager=alone)
        # Where the name does not lead to its end, what it lacks would explain that queue.
        return Check(None, said, [], trail.route.end.next or _look(trail, queue, every), object=alone)
    looks = [*_look(trail, queue, every), *(one for at in every for one in browse(queue, at))]
    return Check(None, said_of.UNKNOWN_OWNER_OF.format(queue=queue), [], looks)


def _backout_queues(trail: Inquiry, manager: str | None) -> Iterator[tuple[str, Fact]]:
    """The queues of a queue manager that the message is for, whatever way leads there, each with its BOQNAME."""
    end = trail.route.end
    names = [name for at, name in (end.destination, *(one[::-1] for one in targets(trail))) if name and at == manager]
    for name in dict.fromkeys(names) if manager else ():
        yield name, trail.estate.fact(manager, QUEUES, name, "BOQNAME")


def is_local(trail: Inquiry, manager: str, queue: str) -> bool:
    """Whether a queue is known to be a local one."""
    rows = trail.estate.of(manager, QUEUES, queue)
    return bool(rows) and {kind_of(row) for row in rows} == {"QLOCAL"}


def _look(trail: Inquiry, queue: str | None, managers: list[str]) -> list:
    form = "DISPLAY QUEUE({}) ALL"
    managers = [one for one in managers if not checks.depth(trail.estate, one, queue).seen] or managers
    return [one for manager in managers for one in mqsc(form, queue, on=manager)]


def newest(trail: Inquiry, places: list[tuple[DumpedMessages, Check]]) -> tuple[DumpedMessages, Check] | None:
    """Of the dumps that have the message the one that is known to be later than each other; None where none is."""
    made = [trail.mail.dump_as_display(letter, place.object) for letter, place in places]
    for nth, (place, one) in enumerate(zip(places, made, strict=True)):
        others = [other for at, other in enumerate(made) if at != nth]
        if one and others and all(other and trail.estate.later(one, other) for other in others):
            return place
    return None


def has_that_depth(trail: Inquiry, left: list) -> bool:
    """Whether of several queues, the others empty, one alone is known to hold as many messages as its dump."""
    (letter, place), *others = left
    return (
        bool(place.object and not others)
        and dead_letter_candidates.possible_managers(trail, letter, [place.object]).alike is not None
    )


def not_in_another(trail: Inquiry, letter: DumpedMessages, manager: str | None) -> Check:
    """`said`: that another dump of the same queue, not shown to be from before, has not the message; else blank."""
    own = trail.mail.dump_as_display(letter, manager)
    has = [trail.mail.dump(one) for one in trail.mail.of(ITSELF)]
    of = (None, manager) if letter.queue_manager is None else (manager,)
    dumps = [one for one in trail.mail.of_queue(manager, letter.queue) if one.queue_manager in of]
    dumps = [one for one in dumps if one not in has and (one.messages or one.is_empty)]
    for one in sorted(dumps, key=lambda one: (one.file, one.begin)):
        other = one.row(manager)
        named = one.file if one.file != letter.file else said_of.ANOTHER_DUMP.format(file=one.file)
        known = own is not None and other is not None
        if known and trail.estate.later(other, own):
            return Check(None, said_of.NOT_IN_LATER.format(dump=named), [Place(one.file)])
        if not known or not trail.estate.later(own, other):
            return Check(None, said_of.NOT_IN_OTHER.format(dump=named), [Place(one.file)])
    return Check(None)
