"""Whose queue a dump is of: the one reading of it for every question.

A dump names the queue and not its queue manager. The command line that made it does, where it is before it. Else
what the estate shows of queues of that name decides: a queue that is empty, or not there, is not the one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.objects import sentences
from mqforensics.objects.absence import proof
from mqforensics.objects.check import Check
from mqforensics.objects.estate import DEPTH, Estate
from mqforensics.objects.fact import Fact, Place, Row, Span, positive

JOB = r"([A-Z0-9#@$]{1,4})CHIN(?:CSQX|[^A-Za-z0-9_]|$)"
"""The job of a channel initiator, called after its subsystem: eight characters, which the name of a module follows."""
JOBS = f"(?:CSQX|{JOB})"
CHANNELS = rf"(?i:(^|[\\/])(amqrmppa|amqcrsta|amqcrs6[ab]|runmqchl|runmqlsr))|^{JOBS}"
"""Programs by which channels put dead-lettered messages, as an MQDLH names them; on z/OS by the job of the channel
initiator."""

MAKERS = {start.encode(page): page for start in ("AMQ ", "CSQ ") for page in (ASCII, EBCDIC)}
"""How a MsgId begins that a queue manager made, and what its name is in."""
NAMED = 12
"""So many characters of that name follow (documentation of MQMD, MsgId)."""
FEW = 28
"""So many characters of the name of a queue manager are in PutApplName."""


def maker(msg_id: bytes) -> str | None:
    """How the name of the queue manager begins that made an id, which is where its message was put; else None."""
    codec = MAKERS.get(bytes(msg_id[:4]))
    return bytes(msg_id[4 : 4 + NAMED]).decode(codec, "replace").strip(" " + chr(0)) if codec else None


def is_sender_of(manager: str, made_by: str | None, target: str | None) -> bool:
    """Whether a message whose id was `made_by` it was put for another: its receiving channels have no part in it."""
    return bool(target) and manager != target and made_by == manager[:NAMED]


def by_initiator(program: str | None) -> bool:
    """Whether a message was dead-lettered by the channel initiator of a queue manager on z/OS."""
    return re.match(JOBS, program or "") is not None


def by_job(program: str | None, estate: Estate) -> str | None:
    """The queue manager on z/OS whose channel initiator this is."""
    found = re.match(JOB, program or "")
    return found[1] if found and found[1] in estate.managers and estate.zos(found[1]) else None


def by_putter(
    estate: Estate, queue: str | None, putter: str | None, is_manager: bool = False, also: str | None = None
) -> str | None:
    """The queue manager that put a message on this, its dead-letter queue, by the name in the MQDLH, which is cut.

    It is one of the case, or `also`; `is_manager`: the header says that it is a queue manager, known or not.
    """
    named = {one for one in (*estate.managers, also) if putter and one and one[:FEW] == putter}
    named = named or {one for one in (putter,) if one and is_manager and len(one) < FEW}
    one = named.pop() if len(named) == 1 else None
    return one if one and estate.manager(one, "DEADQ").value in (None, queue) else None


def has_had(estate: Estate, manager: str | None, queue: str | None) -> bool:
    """Whether a queue is known to be the dead-letter queue of a queue manager, or to have been it before."""
    fact = estate.manager(manager, "DEADQ")
    return queue in {one.value for one in (*fact.seen, *fact.older)}


PLATFORMS = {2: ("MVS", "ZOS"), 6: ("UNIX", "APPLIANCE"), 8: ("OS400",), 11: ("WINDOWSNT",)}
"""By the kind of application that a channel is in an MQDLH (MQAT_*): PLATFORM of the queue managers that write so."""


def can_write(estate: Estate, manager: str, channel_type: int | None) -> bool:
    """Whether a channel of this kind may be one of a queue manager, as far as its platform is in the evidence."""
    platform = estate.manager(manager, "PLATFORM").value
    told = channel_type in PLATFORMS and any(platform in names for names in PLATFORMS.values())
    return not told or platform in PLATFORMS[channel_type]


class PossibleOwners(NamedTuple):
    """Which queue managers a dump can be of, and the one whose queue alone has as many messages."""

    managers: list[str]
    alike: str | None
    places: list[Place]


def possible_owners(
    estate: Estate,
    queue: str | None,
    managers: Iterable[str],
    count: int | None,
    since: Span | None = None,
    dump: Row | None = None,
) -> PossibleOwners:
    """Those of `managers` whose queue may be the one of a dump with `count` messages, by existence and depth.

    `since`: when a message of the dump was put: what was captured before says nothing of it; `dump`: the dump, where
    the evidence shows when it was made: a queue that was empty before may be its.
    """  # fmt: skip
    managers = list(dict.fromkeys(managers))
    deep = {one: depth_since(estate, one, queue, since) for one in managers}
    gone = [
        one for one in managers
        if not deep[one].seen and queue and proof(estate.absences(one), ("QUEUE", "QLOCAL"), queue)
    ]  # fmt: skip
    earlier = {one for one in managers if dump and any(_is_after(estate, dump, at.row) for at in deep[one].seen)}
    none = [one for one in managers if count and deep[one].seen and deep[one].says(positive) is False]
    empty = [one for one in none if one not in earlier]
    # A queue that was empty before is no evidence of what the dump shows since.
    shown = [one for one in managers if one in empty or one not in none]
    places = [place for one in shown for place in deep[one].places]
    some = [one for one in managers if one not in (*gone, *empty)]
    alike = [one for one in some if count and deep[one].number() == count]
    told = len(alike) == 1 and all(deep[one].number() is not None for one in some) and earlier.isdisjoint(none)
    return PossibleOwners(some, alike[0] if told else None, places)


def _is_after(estate: Estate, dump: Row, row: Row) -> bool:
    """Whether a dump was made after a capture of a queue that may be its."""
    return estate.later(replace(dump, queue_manager=dump.queue_manager or row.queue_manager), row)


def depth_since(
    estate: Estate, manager: str | None, queue: str | None, since: Span | None, dumps: Sequence[Row] = ()
) -> Fact:
    """How many messages a queue holds, by the newest captures that are not surely from before a moment or a dump."""
    rows = [row for row in estate.of(manager, DEPTH, queue) if not any(_is_after(estate, dump, row) for dump in dumps)]
    return estate.fact_of([row for row in rows if not since or not estate.captured(row).before(since)], "CURDEPTH")


def of_dump(
    estate: Estate,
    queue: str | None,
    count: int | None,
    printed: str | None = None,
    putter: str | None = None,
    dump: Row | None = None,
    is_dead: bool = False,
) -> Check:
    """The one queue manager of a case that a dump can be of, as `object`; `printed`: as its command line names it.

    `putter`: the one that put dead-lettered messages there itself, or whose channel initiator did. `dump`: see
    `possible_owners`. `is_dead`: whether it has dead-lettered messages: then a local queue of that name alone is none,
    and where DEADQ of one is not in the evidence the depth has to tell. """  # fmt: skip
    if sure := printed or by_putter(estate, queue, putter):
        return Check(True, object=sure)
    holders = [
        one for one in estate.managers
        if queue and (has_had(estate, one, queue) or (not is_dead and estate.of(one, ("QLOCAL",), queue)))
    ]  # fmt: skip
    found = possible_owners(estate, queue, holders, count, dump=dump)
    is_told = not is_dead or all(estate.manager(one, "DEADQ").known for one in estate.managers)
    one = found.managers[0] if len(found.managers) == 1 and is_told else found.alike
    return Check(True if one else None, "", found.places, object=one)


def of_dead_letters(
    estate: Estate,
    queue: str | None,
    candidates: Iterable[str | None],
    count: int | None,
    sure: bool,
    only: bool = False,
    printed: str | None = None,
    since: Span | None = None,
    channel_type: int | None = None,
    dump: Row | None = None,
) -> Check:
    """The one queue manager that a dump of a dead-letter queue with `count` messages is of, as `object`.

    `candidates`: those that can have put its messages there; `sure`: whether they are all that can; `only`: whether a
    channel put these very messages there, which none but theirs can have done; `printed`: as the command line of the
    dump names it. One of which the queue is empty, or that has another dead-letter queue, it is not. The same name at
    two queue managers proves nothing; then the depth has to: as many messages as the dump at one of them, and another
    number at each other. Of a candidate whose DEADQ is not in the evidence it may always be. `since`, `dump`: see
    `possible_owners`. `channel_type`: what kind of application the channel is that put them. Where the depth shows one
    that is not a candidate, it is the `object` of a check that does not hold.
    """
    own = estate.manager(printed, "DEADQ")
    if own.value not in (None, queue) and not has_had(estate, printed, queue):
        return Check(None, sentences.NOT_THE_DEAD_LETTER_QUEUE.format(queue=queue, printed=printed), own.places)
    if printed:
        there = possible_owners(estate, queue, [printed], count, since, dump)
        return Check(True if there.managers else None, "", there.places, object=printed if there.managers else None)
    candidates = list(dict.fromkeys(candidates))
    known_ones = [one for one in candidates if one and can_write(estate, one, channel_type)]
    every = dict.fromkeys([*known_ones, *estate.managers])
    named = [one for one in every if has_had(estate, one, queue)]
    found = possible_owners(estate, queue, named, count, since, dump)
    places = [*(place for one in named for place in estate.manager(one, "DEADQ").places), *found.places]
    known = all(estate.manager(one, "DEADQ").known for one in known_ones)
    possible = [one for one in found.managers if one in known_ones]
    alike = [one for one in found.managers if count and depth_since(estate, one, queue, since).number() == count]
    only = only and len(known_ones) == 1 and (known_ones[0] in alike or not alike)
    one = found.alike
    if sure and known and ((len(named) == 1 and found.managers == named) or only):
        one = possible[0] if len(possible) == 1 else None
    if one in known_ones:
        is_shown = known and None not in candidates
        return Check(True, "", places, object=one) if is_shown else Check(None, "", places)
    return Check(None, sentences.OWNER_BY_DEPTH.format(queue=queue, one=one) if one else "", places, object=one)
