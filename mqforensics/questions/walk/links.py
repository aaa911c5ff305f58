"""What ties the facts of a queue to one message: its last put and get, its oldest message, its dump."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from mqforensics.objects import batch, checks, owners, readers
from mqforensics.objects.case_evidence import Dump
from mqforensics.objects.check import Check
from mqforensics.objects.commands import SHOWN, mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import (
    HOUR,
    LATELY,
    OTHER_HOST,
    SAME_HOST,
    Fact,
    Place,
    Row,
    Span,
    number,
    positive,
)
from mqforensics.objects.route import Hop
from mqforensics.questions.walk.mail import DumpedMessages
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import count

CAP = 999999999
"""An age or a count that is as high as it can be shown."""
CAPEXPRY = re.compile(r"CAPEXPRY\((\d+)\)")
YES, NO = Check(True), Check(False)


def estate_status(trail: Inquiry, hop: Hop) -> list:
    """The newest status rows of the channels of a hop."""
    rows = [row for rows in hop.channels.values() for row in rows if row.type == "CHSTATUS"]
    return trail.estate.newest([row for row in rows if trail.estate.after(row, trail.at)])


def are_far_apart(some: Sequence[Span], others: Sequence[Span], most: timedelta = HOUR) -> bool:
    """Whether all of these captures are surely further than `most` from all of those; False without any."""
    pairs = [(one, other) for one in some for other in others]
    return bool(pairs) and all(a.before(b, most) is True or b.before(a, most) is True for a, b in pairs)


def batch_status(trail: Inquiry, hop: Hop) -> list:
    """The status rows that show a batch in doubt: the current ones; without any, what is saved of the channels."""
    return batch.status(trail.estate, hop.manager, hop.channels, trail.at)


def depth(trail: Inquiry, step: int) -> Fact:
    """How many messages the transmission queue of a step holds."""
    hop = trail.hops[step]
    return checks.depth(trail.estate, hop.manager, hop.xmitq, trail.at)


def put_just_before_capture(trail: Inquiry, manager: str | None, queue: str | None) -> bool | None:
    """Whether a queue was last put to within a quarter of an hour before its capture; None where the evidence does not
    show it."""
    rows = last_puts(trail, manager, queue)
    ages = [age for row in rows if (age := _age(trail, row))]
    if not ages or any(most < -OTHER_HOST for _, most in ages):
        return None  # a put after its own capture: the stamp is of another clock
    # Minutes before a stamp, as both are printed: that a host of another zone put it just so many hours away is not
    # to be thought of.
    printed = [row.captured and -OTHER_HOST <= row.captured - row.times["LPUT"] <= LATELY for row in rows]
    if all(most <= LATELY for _, most in ages) or all(printed):
        return True
    long_ago = all(least > LATELY for least, _ in ages) and not checks.is_shared(trail.estate, manager, queue)
    return False if long_ago else None


def last_puts(trail: Inquiry, manager: str | None, queue: str | None) -> list:
    """The newest status rows of a queue that show when it was last put to."""
    rows = trail.estate.newest(trail.estate.of(manager, ("QSTATUS",), queue))
    return [row for row in rows if "LPUT" in row.times]


def _age(trail: Inquiry, row) -> tuple[timedelta, timedelta] | None:
    """The least and the most that a last put can have been before its capture."""
    put, at = row.times["LPUT"], trail.estate.captured(row).first
    if row.captured and not row.zone:  # stamp and put are of one clock
        return row.captured - put, row.captured - put
    span = trail.estate.clock(row.queue_manager).utc(put)
    if not at or (not row.captured and span.first != span.last):
        return None
    return at - span.last, at - span.first


def latest_arrival(trail: Inquiry, step: int) -> Span:
    """By when the message had come to a queue: with its put, or with the last get from the queue before it."""
    if step == 0:
        return trail.at
    hop = trail.hops[step - 1]
    got = checks.last(trail.estate, hop.manager, hop.xmitq, "LGET")
    return Span(trail.at.first, got.last and max(trail.at.last, got.last))


def is_time_of_put(moment: Span, at: Span, margin: timedelta = SAME_HOST) -> bool:
    """Whether a moment is that of the put, as far as their clocks may differ."""
    known = bool(moment.first and moment.last)
    return known and at.first - margin <= moment.first and moment.last <= at.last + margin


def margin_of(step: int) -> timedelta:
    """By how much the put's clock and that of a queue manager behind so many transmission queues may differ."""
    return SAME_HOST if step == 0 else OTHER_HOST


def status_since(trail: Inquiry, manager: str | None, queue: str | None) -> list:
    """The newest status of a queue, if it was captured after the message was put."""
    rows = trail.estate.newest(trail.estate.of(manager, ("QSTATUS",), queue))
    return [row for row in rows if trail.estate.after(row, trail.at)]


def lines_without_a_put(trail: Inquiry, step: int, manager: str | None, queue: str | None) -> list[Place]:
    """The lines of a status from after the put that show the last put to a queue from before it; none else."""
    rows = status_since(trail, manager, queue) if trail.at else []
    if not rows or checks.last(trail.estate, manager, queue, "LPUT").before(trail.at, margin_of(step)) is not True:
        return []
    return [row.place("LPUTTIME") for row in rows]


def oldest_message(trail: Inquiry, manager: str | None, queue: str | None) -> Span | None:
    """When the oldest message of a queue came, as its status after the put shows; None where the evidence does not show
    it."""
    estate, at, rows = trail.estate, trail.at, status_since(trail, manager, queue)
    age, deep = estate.fact_of(rows, "MSGAGE").number(), checks.depth(estate, manager, queue, at)
    if age is None or age >= CAP or not deep.says(positive):
        return None
    if checks.has_open_unit(estate, manager, queue, at) is not False:
        return None
    return Span(*(t and t - timedelta(seconds=age) for t in estate.captured(rows[0])))


def all_for_other_channels(estate: Estate, hop: Hop, deep: Fact) -> list[Place]:
    """The lines that show all that a shared transmission queue holds to be for other channels than a hop's."""
    others = [
        row for row in estate.of(hop.manager, ("CHSTATUS",))
        if row.name not in hop.channels and row.attributes.get("XMITQ") == hop.xmitq and row.attributes.get("XQMSGSA")
    ]  # fmt: skip
    sums = sum(number(row.attributes["XQMSGSA"]) or 0 for row in others)
    each_once = len({row.name for row in others}) == len(others)
    is_all = bool(hop.channels) and deep.number() is not None and sums >= deep.number() and each_once
    return [row.place("XQMSGSA") for row in others] if is_all else []


def may_have_left_since(trail: Inquiry, letter: DumpedMessages, manager: str | None) -> Check:
    """`said`: why a queue need not hold what its dump shows: its oldest message came later, or gets since; or blank."""
    estate, queue, place = trail.estate, letter.queue, (manager, letter.queue)
    if trail.at is None or (place not in trail.queues and letter.reason is None):
        return Check(None)
    rows = status_since(trail, manager, queue)
    last, dump = oldest_message(trail, manager, queue), trail.mail.dump_as_display(letter, manager)
    since = bool(dump) and estate.captured(dump).before(checks.last(estate, manager, queue, "LGET"), SAME_HOST) is True
    alike = checks.depth(estate, manager, queue).number() == trail.mail.messages_in_its_dump(letter) and not since
    if last is not None and not alike:  # a batch that was backed out may count from then
        step = trail.queues.index(place) if letter.reason is None else 0
        came, margin = latest_arrival(trail, step), margin_of(step)
        if dump or letter.reason is not None:
            came, margin = estate.captured(dump) if dump else letter.came, SAME_HOST
        if came.before(last, margin) is True:
            said = said_of.OLDEST_CAME_LATER
            return Check(None, said, [row.place("MSGAGE") for row in rows])
    said = said_of.GOT_SINCE
    return Check(None, said, [row.place("LGETTIME") for row in rows]) if since else Check(None)


def later_dump(trail: Inquiry, manager: str | None, queue: str | None, deep: Fact) -> Check:
    """`said`: that a dump from after every display of a queue's depth shows messages where these show none, or none.

    Where the message is known by its identifier, the dump itself shows whether it is among them.
    """
    estate, some = trail.estate, deep.says(positive)
    of_it = [one for one in trail.mail.of_queue(manager, queue) if one.messages or one.is_empty]
    made = [(one, row) for one in of_it if (row := one.row(manager)) and is_of(trail, one, row, manager)]
    last = [(one, row) for one, row in made if all(row is each or estate.later(row, each) for _, each in made)]
    if some is None or not last or not all(estate.later(last[0][1], each.row) for each in deep.seen):
        return Check(None)
    [(one, row)] = last
    if bool(one.messages) == some or (one.messages and trail.request.msg_id and not one.is_unnamed):
        return Check(None)
    shows = count(one.messages, "message") if one.messages else said_of.NO_MESSAGE
    said = said_of.DUMPED_LATER.format(queue=queue, manager=manager, messages=shows)
    return Check(None, f"{said} ({made_at(row)})", [Place(one.file)])


def made_at(row: Row) -> str:
    """When a dump was made, in its zone or by the clock of its host."""
    return f"{row.captured:%F %T} {row.zone or said_of.BY_ITS_CLOCK}"


def is_of(trail: Inquiry, dump: Dump, row: Row | None, manager: str | None) -> bool:
    """Whether a dump is known to be of a queue manager's queue."""
    owner = owners.of_dump(trail.estate, dump.queue, dump.messages, dump.queue_manager, dump.putter, row)
    return owner.object == manager


def expiry_limits(trail: Inquiry, step: int) -> tuple[list[tuple[int, str]], list[Place], bool]:
    """What limits how long the message lives up to a step: tenths of a second, and of what in words.

    And where the evidence shows it, and whether no other limit can be hidden.
    """
    given = trail.request.expiry
    limits, places, sure = [(given, "")] if given not in (None, -1) else [], [], True
    for place in range(step + 1):
        manager, names, _ = trail.route.queues(place)
        for name in names:
            cap, at, known = expiry_cap(trail.estate, manager, [name])
            limits += [(cap, said_of.CAPEXPRY_OF.format(queue=name, manager=manager))] if cap is not None else []
            places, sure = places + at, sure and known
    return limits, places, sure


def expiry_cap(estate: Estate, manager: str | None, names: Iterable[str]) -> tuple[int | None, list[Place], bool]:
    """The lowest CAPEXPRY (tenths of a second) of these queues, its lines, and whether none can be hidden."""
    caps, sure = [], True
    for name in names:
        rows = estate.newest(estate.of(manager, QUEUES, name))
        sure = sure and bool(rows) and not any(row.lost("CUSTOM") and row.lost("CAPEXPRY") for row in rows)
        for row in rows:
            found = CAPEXPRY.search(row.attributes.get("CUSTOM", ""))
            cap = number(row.attributes.get("CAPEXPRY") or (found and found[1]))
            if cap is not None:
                caps.append((cap, row.place("CAPEXPRY" if "CAPEXPRY" in row.attributes else "CUSTOM")))
    return (min(caps)[0] if caps else None), [place for _, place in caps], sure


def open_unit_of_work(trail: Inquiry, manager: str, queue: str) -> Check:
    """Whether puts or gets of a queue are not committed; `said`: that they are not, or that it is not in the
    evidence."""
    estate, at = trail.estate, trail.at
    fact = estate.fact(manager, ("QSTATUS",), queue, "UNCOM", at)
    holds = checks.has_open_unit(estate, manager, queue, at)
    if holds:
        whose = readers.units(estate, manager)
        said = said_of.UNITS_OPEN.format(queue=queue, manager=manager, units=fact.text())
        said += said_of.BY_PROGRAMS.format(programs=", ".join(whose)) if whose else ""
        next_ = readers.handles_command(manager, queue) if whose else readers.units_command(estate, manager)
        return Check(True, said, fact.places, next_)
    said = said_of.MAY_BE_OPEN.format(queue=queue, manager=manager)
    if fact.seen and checks.is_shared(estate, manager, queue):
        said += said_of.OF_THIS_MEMBER.format(units=fact.text())
    return Check(holds, said if holds is None else "", fact.places, status_command(manager, queue))


def status_command(manager: str | None, queue: str | None) -> list:
    """The command that shows when a queue was last put to and got from."""
    return mqsc(SHOWN, queue, on=manager)


def batch_command(manager: str, channel: str) -> list:
    """The command that shows the units of work which one end of a channel remembers."""
    text = "DISPLAY CHSTATUS({}) SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO"
    return mqsc(text, channel, on=manager)


def definition_command(trail: Inquiry) -> list:
    """The command that shows the definition that was put to."""
    request = trail.request
    text = "DISPLAY QUEUE({}) ALL"
    return mqsc(text, request.queue, on=request.queue_manager)
