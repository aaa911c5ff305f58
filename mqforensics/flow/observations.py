"""The kinds of evidence, a row each: which literals of a path it forbids, with which lines, and what that rests on.

A row's function yields a strike for each way to prove that the literal cannot be. It never answers yes or no, and it
never assumes anything by itself: what it takes for true is in the strike, where it can be printed and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mqforensics.clock.moments import NOTHING, Moment, Proof, smallest
from mqforensics.flow.facts import LATER, STAGING, Facts, proofs_of_all
from mqforensics.flow.model import Literal, Strike, Taken
from mqforensics.objects import absence, batch, checks, coupling_facility, readers
from mqforensics.objects.estate import DEPTH, QUEUES, RECEIVERS
from mqforensics.objects.fact import Place, Row
from mqforensics.objects.route import NOWHERE, TOPIC, UNDEFINED, End, Hop

QUARTER = 900.0
"""So many seconds before a capture something is not of its time any more."""
USUAL_LENGTH = 4 << 20
"""The MAXMSGL that the product's own queues and channels have."""
NONE_OPEN = ("0", "NO")
"""UNCOM of a queue without a unit of work."""
THEN = "then"
"""The value of an assumption about one capture, where another answer of that capture shows that it was not so."""
MINUTE = 60
"""What passes over a transmission queue within so many seconds does not wait there."""
CLOSE = 180.0
"""What came to a queue within so many seconds of a put, by clocks that are right to two minutes, came with it."""
OF_THE_PUT = 30.0
"""A last put within so many seconds of the put that was asked for, by the same clock, may be that put."""
CAPPED = re.compile(r"CAPEXPRY\((\d+)\)")
"""A cap in the attribute CUSTOM."""
PROTECTION_ERRORS = "SYSTEM.PROTECTION.ERROR.QUEUE"
"""Where a get puts what breaks a policy of Advanced Message Security."""
RIGHT_CLOCKS = ("CLOCKS", "PUT_TIME")
"""The assumptions that the times of hosts and of the asker are right."""
TAKES_AWAY = ("CLEAR", "DELETE")
"""Commands that leave no message on a queue."""
OF_A_RUN = ("IPPROCS",)
"""What a start of the queue manager begins again."""
DEAD_LETTERED = ("dlq", "dlq_of_sender")
"""What either end of a channel does with a message that cannot be sent or put."""
RETURNED = "return_asked"
"""What a channel does with a message that asked for it."""
SENDING = ("sent", "unsendable", "resolved")
"""What a channel does with a message once it has got it from its transmission queue."""


class Observation(NamedTuple):
    """A kind of evidence: what it forbids, how it is read, and where the product documents what it says."""

    key: str
    forbids: tuple[str, ...]
    find: Callable[[Facts, Literal], Iterator[tuple[Proof, Sequence]]]
    source: str


def assumption_proof(key: str, *about: str | None) -> Proof:
    """The proof that an assumption alone makes."""
    return Proof(frozenset({Taken(key, *about)}))


# A queue ------------------------------------------------------------------------------------------------------------


def last_put_before(f: Facts, it: Literal):
    """Nothing was put to the queue since the put, so the message never came there."""
    if f.is_shared(it.queue_manager, it.object):
        return
    for row in f.statuses(it.queue_manager, it.object):
        put = _has_no_last_put(f, row, it) or f.before_put(row, "LPUT")
        for proof in proofs_of_all(put, f.arrived_by(row, it.queue_manager, it.object)):
            yield proof, [row.place("LPUTTIME")]


def last_put_long_ago(f: Facts, it: Literal):
    """Asked of a message that was put while the captures were made: the last put was long before the first of them."""
    if f.put is not None or f.is_shared(it.queue_manager, it.object):
        return
    for row in f.estate.newest(f.statuses(it.queue_manager, it.object)):
        last = f.moment(row, "LPUT")
        if last is None:
            continue
        for proof in proofs_of_all(*(f.before(last, f.capture(one), QUARTER) for one in f.looks), f.after(row)):
            yield proof, [row.place("LPUTTIME")]


def created_since(f: Facts, it: Literal):
    """The queue was created after the answer's moment of arrival, so nothing that was put before came there."""
    for row in f.displays(it.queue_manager, it.object):
        made = f.moment(row, "CR")
        if (it.queue_manager, it.object) in f.first and made:
            for proof in f.before(f.put, made):
                yield proof, [row.place("CRTIME")]


def defined_then(f: Facts, it: Literal):
    """The queue was there at the put: by the time of its creation; where no display shows that, it is assumed."""
    rows = [row for row in f.displays(it.queue_manager, it.object) if "CR" in row.times]
    for row in rows:
        for proof in f.before_put(row, "CR"):
            yield proof, []
    if not rows:
        yield assumption_proof("UNALTERED", it.queue_manager, it.object, None, "defined"), []


def _units(f: Facts, row: Row, manager: str | None, queue: str | None) -> list[Proof]:
    """That no unit of work held a message of the queue at a capture: shown in the same answer, or assumed.

    Where another answer of that capture shows a unit of work, it is so only if somebody says it.
    """
    if "UNCOM" in row.attributes and not f.is_shared(manager, queue):
        return [NOTHING] if row.attributes["UNCOM"] in NONE_OPEN else _of_the_batch(f, row, manager, queue)
    then = [one for one in f.statuses(manager, queue) if one.capture == row.capture]
    held = any(one.attributes.get("UNCOM", "NO") not in NONE_OPEN or one.lost("UNCOM") for one in then)
    return [assumption_proof("COMMITTED", manager, queue, None, THEN if held else None)]


def _of_the_batch(f: Facts, row: Row, manager: str | None, queue: str | None) -> list[Proof]:
    """That what is not committed of a transmission queue is what its channel has in a batch in doubt: as many messages.

    That batch is a place of its own, so what it holds does not wait on the queue.
    """
    hop, units = _serves(f, Literal("stays", manager, queue)), f.number(row, "UNCOM")
    if not hop or hop.shared or len(hop.channels) != 1 or not units:
        return []
    rows = f.estate.newest([one for name in hop.channels for one in f.channel_rows(hop, name)])
    doubtful = [one for one in rows if one.attributes.get("INDOUBT") == "YES" and f.number(one, "CURMSGS") == units]
    return [NOTHING if one.capture == row.capture else f.until_now(one, "INDOUBT", one.name) for one in doubtful]


def depth_zero(f: Facts, it: Literal):
    """The queue was empty after the message had come to it, so it is there no more."""
    for row in f.estate.of(it.queue_manager, DEPTH, it.object):
        if row.attributes.get("CURDEPTH") != "0":
            continue
        units = _units(f, row, it.queue_manager, it.object)
        for proof in proofs_of_all(f.arrived_by(row, it.queue_manager, it.object), units):
            yield proof, [row.place("CURDEPTH")]


def nothing_put_open(f: Facts, it: Literal):
    """The queue was empty after the put: its depth counts what is put and not committed, so no such put is open."""
    if f.is_shared(it.queue_manager, it.object):
        return
    for row in f.estate.of(it.queue_manager, DEPTH, it.object):
        if row.attributes.get("CURDEPTH") == "0":
            for proof in f.arrived_by(row, it.queue_manager, it.object):
                yield proof, [row.place("CURDEPTH")]


def all_put_open(f: Facts, it: Literal):
    """Units of work that are open put all messages of the queue: nothing was got that a unit of work may hold."""
    if f.is_shared(it.queue_manager, it.object):
        return
    for row in f.estate.newest(f.statuses(it.queue_manager, it.object)):
        if may_be_all_open(f, row):
            for proof in proofs_of_all(_never_got(f, row, it), f.arrived_by(row, it.queue_manager, it.object)):
                yield proof, [row.place("UNCOM"), row.place("LGETTIME")]


def may_be_all_open(f: Facts, row: Row) -> bool:
    """Whether all messages of a queue may belong to open units of work."""
    deep, units = f.number(row, "CURDEPTH"), f.number(row, "UNCOM")
    return bool(deep) and (row.attributes.get("UNCOM") == "YES" if units is None else deep <= units)


def cleared_then(f: Facts, it: Literal):
    """The queue was cleared or deleted after the message had come; neither is done while a unit of work is open."""
    for row in f.estate.done(it.queue_manager, it.object, TAKES_AWAY):
        for proof in f.arrived_by(row, it.queue_manager, it.object):
            yield proof, [row.place()]


def depth_zero_again(f: Facts, it: Literal):
    """The queue was empty after the channel had given the message back to it."""
    for proof, lines in depth_zero(f, it):
        for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object))[:1]:
            yield proof | f.settled(row), lines


def dump_lacks(f: Facts, it: Literal):
    """A dump of the whole queue, made after the message had come to it, does not have the message."""
    for one in f.dumps:
        if one.queue != it.object or one.queue_manager not in (None, it.queue_manager) or not one.lacks:
            continue
        owner = NOTHING if one.queue_manager else assumption_proof("OWNER", it.queue_manager, one.queue)
        timed = assumption_proof("PUT_TIME", None, f.request.queue) if one.by_time else NOTHING
        undated = [
            assumption_proof("AFTER", it.queue_manager, one.file)
            | assumption_proof("SETTLED", it.queue_manager, one.file)
        ]
        if f.put is None:
            undated = [assumption_proof("WHEN", f.request.queue_manager, f.request.queue)]
        # What is not committed has a place of its own, but for what a channel has got from its transmission queue.
        is_xmitq = (it.queue_manager, it.object) in f.hops
        units = assumption_proof("COMMITTED", it.queue_manager, it.object) if is_xmitq else NOTHING
        for proof in f.arrived_by(one.row, it.queue_manager, it.object) if one.row else undated:
            yield proof | owner | timed | units, one.lines


def of_sighting(one) -> frozenset[Taken]:
    """What it rests on that a message of a dump is the one asked for, and that the dump belongs to this queue
    manager."""
    manager = one.managers[0] if one.managers else None
    rests = {Taken("OWNER", manager, one.queue)} if manager and not one.is_owned else set()
    return frozenset(rests | (set() if one.is_sure else {Taken("IDENTITY", manager, one.queue)}))


def message_there(f: Facts, it: Literal):
    """A dump of the queue has the message, so it had not left the queue by then."""
    for one in f.sightings:
        if one.queue != it.object or one.managers != (it.queue_manager,) or not (one.is_sure or one.is_near):
            continue
        if not one.is_there:
            continue
        if one.row:
            until = f.until_now(one.row, "the message", it.object)
        else:
            until = assumption_proof("STANDS", it.queue_manager, it.object, "the message")
        yield until | Proof(of_sighting(one)), one.lines


def none_for_the_channel(f: Facts, it: Literal):
    """The queue is shared by several channels, and holds no message for those that this one can go over."""
    hop = _serves(f, it)
    if not hop or not hop.shared or not hop.channels:
        return
    each, lines = [], []
    for name in hop.channels:
        rows = [row for row in f.estate.newest(f.channel_rows(hop, name)) if row.attributes.get("XQMSGSA") == "0"]
        each.append(
            [one | assumption_proof("COMMITTED", hop.manager, hop.xmitq) for row in rows for one in f.after(row)]
        )
        lines += [row.place("XQMSGSA") for row in rows]
    for proof in proofs_of_all(*each):
        yield proof, lines


def _oldest(f: Facts, row: Row) -> Moment | None:
    """When the oldest message of a queue had come to it."""
    age = f.number(row, "MSGAGE")
    known = age and (f.number(row, "CURDEPTH") or 0) > 0 and not f.is_shared(row.queue_manager, row.name)
    return f.capture(row).moved(-age) if known else None


def oldest_is_younger(f: Facts, it: Literal):
    """The oldest message came after the put, so this one is not on the queue."""
    if (it.queue_manager, it.object) not in f.first:
        return
    for row in f.statuses(it.queue_manager, it.object):
        oldest = _oldest(f, row)
        if oldest and row.attributes.get("UNCOM") in NONE_OPEN:
            # The age is counted in whole seconds, and the message may have come a second later than its put.
            for proof in f.before(f.put, oldest, 2):
                rests = assumption_proof("NO_RESTART", it.queue_manager) | assumption_proof(
                    "NO_DELAY", it.queue_manager, STAGING
                )
                yield proof | rests, [row.place("MSGAGE")]


def oldest_came_later(f: Facts, it: Literal):
    """The oldest message came long after the transmission queue before had last been got from and was empty: what came
    from there is not on the queue."""
    if f.put is None:
        return
    for hop in f.legs:
        if hop.partner != it.queue_manager or f.is_dead(it.queue_manager, it.object):
            continue
        for deep in f.statuses(hop.manager, hop.xmitq):
            got = f.moment(deep, "LGET") if deep.attributes.get("CURDEPTH") == "0" else None
            for row in f.statuses(it.queue_manager, it.object):
                oldest = _oldest(f, row)
                if not got or not oldest or row.attributes.get("UNCOM") not in NONE_OPEN:
                    continue
                rests = assumption_proof("NO_RESTART", it.queue_manager) | assumption_proof(
                    "SETTLED", row.queue_manager, row.file
                )
                # What a batch in doubt has got may be given back to the queue, and is sent again then.
                rests |= assumption_proof("NO_DOUBT", hop.manager, hop.name or next(iter(hop.channels), hop.xmitq))
                for proof in proofs_of_all(
                    f.before(got.moved(LATER), oldest), f.arrived_by(deep, hop.manager, hop.xmitq)
                ):
                    yield proof | rests, [row.place("MSGAGE"), deep.place("LGETTIME")]


def oldest_is_older(f: Facts, it: Literal):
    """The oldest message came before the put, so this one, which came after it, was not got either.

    Readers may take a message by its identifier: of a queue that is read nothing may have been got since the oldest
    came. A transmission queue of several channels has one order for each.
    """
    hop = _serves(f, it)
    in_order = hop is not None and not hop.shared
    for row in f.statuses(it.queue_manager, it.object):
        oldest, got = _oldest(f, row), f.moment(row, "LGET")
        if not oldest or (got and not in_order and not f.before(got, oldest)):
            continue
        if f.number(row, "CURDEPTH") == 1 and f.since_put(row, "LPUT"):
            continue  # what came later has gone, and the older one is still there
        until = f.until_now(row, "MSGAGE") | assumption_proof("FIFO", it.queue_manager, it.object)
        until |= assumption_proof("NO_RESTART", it.queue_manager)
        for proof in proofs_of_all(f.before(oldest, f.put), f.after(row), [until]):
            yield proof, [row.place("MSGAGE")]


def only_an_older_one(f: Facts, it: Literal):
    """The one message of the queue came there before the put, so it is another one."""
    for row in f.statuses(it.queue_manager, it.object):
        oldest = _oldest(f, row)
        if oldest and f.number(row, "CURDEPTH") == 1 and row.attributes.get("UNCOM") in NONE_OPEN:
            for proof in proofs_of_all(f.before(oldest, f.put, 2), f.arrived_by(row, it.queue_manager, it.object)):
                yield (
                    proof | assumption_proof("NO_RESTART", it.queue_manager),
                    [row.place("MSGAGE"), row.place("CURDEPTH")],
                )


def _monitoring_proofs(f: Facts, it: Literal) -> list[Proof]:
    """The proofs that the monitoring of a queue was not switched on since the put."""
    rows = f.estate.newest(f.displays(it.queue_manager, it.object))
    rows += f.estate.newest(f.estate.of(it.queue_manager, ("QMGR",)))
    return proofs_of_all(*(f.proofs_unaltered(row, "MONQ") for row in rows if "ALT" in row.times))


def _has_no_last_put(f: Facts, row: Row, it: Literal) -> list[Proof]:
    """The proofs that nothing was put to a queue since its queue manager started: it is monitored, with no last put.

    Where it has messages, or a unit of work is open, the times of its puts may not have been kept; that they are shows
    another queue of the same capture.
    """
    told = row.attributes
    is_unused = told.get("LPUTDATE") == "" and told.get("CURDEPTH") == "0" and told.get("UNCOM") in NONE_OPEN
    if not is_unused or told.get("MONQ") not in ("LOW", "MEDIUM", "HIGH"):
        return []
    others = [one for one in f.estate.of(it.queue_manager, ("QSTATUS",)) if one.capture == row.capture]
    never = [NOTHING] if any("LPUT" in one.times for one in others) else []
    # Of all that may have been altered since, it is seldom the monitoring.
    kept = _monitoring_proofs(f, it) or [assumption_proof("UNALTERED", it.queue_manager, it.object, "MONQ")]
    return proofs_of_all(never, kept, [assumption_proof("NO_RESTART", it.queue_manager)])


def _never_got(f: Facts, row: Row, it: Literal) -> list[Proof]:
    """The proofs that nothing was got from a queue since its queue manager started: a status has a last put alone."""
    never = [NOTHING] if row.attributes.get("LGETDATE") == "" and row.attributes.get("LPUTDATE") else []
    return proofs_of_all(never, _monitoring_proofs(f, it), [assumption_proof("NO_RESTART", it.queue_manager)])


def last_get_before(f: Facts, it: Literal):
    """Nothing was got from the queue since the put."""
    if f.is_shared(it.queue_manager, it.object):
        return
    for row in f.statuses(it.queue_manager, it.object):
        until = f.until_now(row, "LGETTIME")
        got = _never_got(f, row, it) or f.before_put(row, "LGET")
        came = NOTHING if (it.queue_manager, it.object) in f.first else f.settled(row)
        for proof in proofs_of_all(got, f.after(row), [until | came]):
            yield proof, [row.place("LGETTIME")]


def last_put_after_last_get(f: Facts, it: Literal):
    """Asked of a message that was put while the captures were made: the last put came after the last get."""
    if f.put is not None or f.is_shared(it.queue_manager, it.object):
        return
    for row in f.estate.newest(f.statuses(it.queue_manager, it.object)):
        got, put = f.moment(row, "LGET"), f.moment(row, "LPUT")
        if got and put and (f.number(row, "CURDEPTH") or 0) > 0:
            for proof in proofs_of_all(f.before(got, put), f.after(row)):
                yield proof, [row.place("LPUTTIME"), row.place("LGETTIME")]


def no_reader(f: Facts, it: Literal):
    """Nobody had the queue open for input."""
    if f.is_shared(it.queue_manager, it.object):
        return
    got = [last for row in f.statuses(it.queue_manager, it.object) if (last := f.moment(row, "LGET"))]
    if f.put is not None and any(not f.before(last, f.put) for last in got):
        return  # somebody may have read it since the put
    for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object)):
        if row.attributes.get("IPPROCS") != "0":
            continue
        stands = NOTHING if f.put is None else assumption_proof("STANDS", it.queue_manager, it.object, "IPPROCS", "0")
        deep = f.number(row, "CURDEPTH")
        if f.put is None and (not deep or _got_last(f, it)):
            continue  # somebody may have read it a minute ago
        for proof in proofs_of_all(f.after(row), [stands]):
            yield proof, [row.place("IPPROCS")]


def _got_last(f: Facts, it: Literal) -> bool:
    """Whether the last get of a queue is not known to be before its last put."""
    rows = f.estate.newest(f.statuses(it.queue_manager, it.object))
    times = [(f.moment(row, "LGET"), f.moment(row, "LPUT")) for row in rows if "LGET" in row.times]
    return any(not f.before(got, put) for got, put in times)


def has_messages(f: Facts, it: Literal):
    """Asked of a message that was put while the captures were made: the queue has messages."""
    if f.put is not None:
        return
    for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object)):
        if (f.number(row, "CURDEPTH") or 0) > 0 and "IPPROCS" not in row.attributes:
            stands = assumption_proof("STANDS", it.queue_manager, it.object, "CURDEPTH", row.attributes["CURDEPTH"])
            for proof in proofs_of_all(f.after(row), [stands]):
                yield proof, [row.place("CURDEPTH")]


def messages_wait(f: Facts, it: Literal):
    """Asked of a message that was put while the captures were made: the transmission queue has messages, which are not
    passing over it within a minute."""
    hop = _serves(f, it)
    if f.put is not None or not hop or hop.shared:
        return
    if checks.RUNNING not in (one.value for one in _states(f, hop).values()):
        return  # what no channel takes is `channel_down`
    for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object)):
        age = f.number(row, "MSGAGE")
        if (f.number(row, "CURDEPTH") or 0) > 0 and (age is None or age > MINUTE):
            stands = assumption_proof("STANDS", it.queue_manager, it.object, "CURDEPTH", row.attributes["CURDEPTH"])
            for proof in proofs_of_all(f.after(row), [stands]):
                yield proof, [row.place("CURDEPTH")]


def get_disabled(f: Facts, it: Literal):
    """The queue was GET(DISABLED) from the put on: no program and no channel can get from it."""
    if got_since(f, it):
        return
    for row in f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, it.object), "GET")):
        for proof in _switch(f, it.queue_manager, it.object, [row], "DISABLED", "GET"):
            yield proof | f.until_now(row, "GET"), []


def alone_since_the_put(f: Facts, it: Literal):
    """The one message of the first queue is as old as this one, and the last put was then: it is this one."""
    if (it.queue_manager, it.object) not in f.first or f.put is None:
        return
    for row in f.statuses(it.queue_manager, it.object):
        oldest, last = _oldest(f, row), f.moment(row, "LPUT")
        if not oldest or not last or f.number(row, "CURDEPTH") != 1:
            continue
        early, late = f.put.moved(-CLOSE), f.put.moved(CLOSE)
        then = proofs_of_all(
            f.before(early, oldest), f.before(oldest, late), f.before(early, last), f.before(last, late)
        )
        same = assumption_proof("IDENTITY", it.queue_manager, it.object)
        for proof in proofs_of_all(then, f.after(row), [same | f.until_now(row, "MSGAGE")]):
            yield proof, [row.place("MSGAGE"), row.place("LPUTTIME"), row.place("CURDEPTH")]


def no_unit_open(f: Facts, it: Literal):
    """The queue had no unit of work open."""
    if f.is_shared(it.queue_manager, it.object):
        return
    for row in f.estate.newest(f.statuses(it.queue_manager, it.object)):
        if row.attributes.get("UNCOM") in NONE_OPEN:
            for proof in f.arrived_by(row, it.queue_manager, it.object):
                yield proof, [row.place("UNCOM")]


# A put --------------------------------------------------------------------------------------------------------------


def _switch(
    f: Facts, manager: str | None, name: str | None, rows: Sequence[Row], value: str, which: str = "PUT"
) -> list[Proof]:  # fmt: skip
    """The proofs that PUT, or GET, of one queue was so from the put on; of a cluster queue, as its record was known
    there."""
    found = []
    for row in rows:
        if row.attributes.get(which) != value:
            continue
        is_record = row.type == "QCLUSTER"
        owner = row.attributes.get("CLUSQMGR") if is_record else manager
        kept = NOTHING if f.put is None else assumption_proof("NOT_SWITCHED", owner, name, which)
        lines = Proof(frozenset(), (row.place(which),))
        known = f.before_put(row, "CLUS") if is_record and f.put and "CLUS" in row.times else [NOTHING]
        found += [
            one | kept | lines for one in proofs_of_all(f.after(row), f.proofs_unaltered(row, which, value), known)
        ]
    return found


def _was(f: Facts, rows: Sequence[Row], attribute: str, value: str) -> Iterator[tuple[Proof, list]]:
    """That an attribute was so at the put, by an older capture; the newest one shows what it was altered to since."""
    newest = f.estate.newest(f.rows_that_show(rows, attribute))
    for old in f.rows_that_show(rows, attribute) if f.put else ():
        for new in newest:
            if old.attributes[attribute] != value or new.attributes[attribute] == value:
                continue
            kept = assumption_proof("UNALTERED", old.queue_manager, old.name or old.queue_manager, attribute, value)
            came = _came_before(f, old, attribute)
            between = proofs_of_all(f.before(f.capture(old), f.put), f.before(f.put, f.moment(new, "ALT")), [kept])
            since = proofs_of_all(f.after(old), f.before_put(old, "ALT")) if "ALT" in old.times else []
            for proof in (*between, *since):
                yield proof | came, [old.place(attribute), new.place("ALTTIME")]


def _came_before(f: Facts, row: Row, attribute: str) -> Proof:
    """That the message came to a queue that no application puts it to before an attribute was altered."""
    is_first = any(at == row.queue_manager and row.name in (*f.puts.get((at, queue), ([], []))[0], queue)
                   for at, queue in f.first)  # fmt: skip
    about = row.name or row.queue_manager
    return NOTHING if is_first else assumption_proof("CAME_BEFORE", row.queue_manager, about, attribute)


def usage_normal(f: Facts, it: Literal):
    """The queue is not a transmission queue."""
    for row in f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, it.object), "USAGE")):
        if row.attributes["USAGE"] == "NORMAL":
            yield NOTHING, [row.place("USAGE")]


def _may_send_on(f: Facts, it: Taken) -> bool:
    """The queue has the name of a queue manager, which a transmission queue usually has."""
    return it.object in f.estate.managers


def _names(f: Facts, it: Literal) -> list[tuple[str, list[Row]]]:
    names, cluster = f.puts.get((it.queue_manager, it.object), ([it.object], []))
    found = [(name, f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, name), "PUT"))) for name in names]
    return [*found, *((row.name, [row]) for row in cluster if "PUT" in row.attributes)]


def put_since(f: Facts, manager: str | None, name: str | None) -> list[Proof]:
    """The proofs that something was put to a queue at the put or later."""
    return [one for row in f.statuses(manager, name) for one in f.since_put(row, "LPUT")]


def put_disabled(f: Facts, it: Literal):
    """A queue that the put goes through was PUT(DISABLED) from the put on."""
    for name, rows in _names(f, it):
        if f.put is None and _put_since_altered(f, it.queue_manager, name, rows):
            continue
        for proof in _switch(f, it.queue_manager, name, rows, "DISABLED"):
            yield proof, []
        yield from _was(f, f.displays(it.queue_manager, name), "PUT", "DISABLED")


def topic_shut(f: Facts, it: Literal):
    """The topic that the name stands for, or one above it, took no publications from the put on."""
    for route in f.routes:
        end = route.end
        if end.kind == TOPIC and end.code and (end.manager, end.queue) == (it.queue_manager, it.object):
            held = proofs_of_all(*(proofs_of_all(f.after(row), f.proofs_unaltered(row, "PUB")) for row in end.rows))
            for proof in held if end.rows else ():
                yield proof, end.places


def structure_failed(f: Facts, it: Literal):
    """The structure of the coupling facility that has the queue had failed before the put."""
    found = coupling_facility.failed_structure(f.estate, it.queue_manager, it.object, f.request.at)
    if found and found.holds:
        yield NOTHING if f.put else assumption_proof("WHEN", f.request.queue_manager, f.request.queue), found.places


def copy_refused(f: Facts, it: Literal):
    """A copy of every message must be put to another queue (STRMQOS(MUSTDUP)), which was PUT(DISABLED) then."""
    if f.estate.fact(it.queue_manager, QUEUES, it.object, "STRMQOS").value != "MUSTDUP":
        return
    mirror = f.estate.fact(it.queue_manager, QUEUES, it.object, "STREAMQ")
    rows = f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, mirror.value), "PUT")) if mirror.value else []
    for proof in _switch(f, it.queue_manager, mirror.value, rows, "DISABLED"):
        yield proof, mirror.places


def another_instance_open(f: Facts, it: Literal):
    """Another instance of the cluster queue took puts from the put on, so a closed one is not chosen."""
    request = f.request
    own = {route.instance for route in f.routes if route.instance and route.queues(0)[1][-1:] == [it.object]}
    if it.queue_manager != request.queue_manager or len(own) != 1:
        return
    others = {route.instance for route in f.routes} - own - {None}
    rows = f.estate.newest(f.rows_that_show(f.estate.of(it.queue_manager, ("QCLUSTER",), request.queue), "PUT"))
    rows = [row for row in rows if row.attributes.get("CLUSQMGR") in others]
    if it.queue_manager in others:
        rows += f.estate.newest(f.rows_that_show(f.estate.of(it.queue_manager, ("QLOCAL",), request.queue), "PUT"))
    for proof in _switch(f, it.queue_manager, request.queue, rows, "ENABLED"):
        yield proof, []


def _put_since_altered(f: Facts, manager: str | None, name: str | None, rows: Sequence[Row]) -> bool:
    """Whether a queue was put to after the alteration, or after the capture, that has it PUT(DISABLED)."""
    shut = [row for row in rows if row.attributes.get("PUT") == "DISABLED"]
    puts = [moment for row in f.statuses(manager, name) if (moment := f.moment(row, "LPUT"))]
    return any(
        f.before(one, put) for row in shut for one in (f.moment(row, "ALT"), f.capture(row)) for put in puts
    )  # fmt: skip


def put_enabled(f: Facts, it: Literal):
    """Every queue that the put goes through was PUT(ENABLED) from the put on; where no display shows PUT, it is
    assumed."""
    each = [
        _switch(f, it.queue_manager, name, rows, "ENABLED")
        if rows else [assumption_proof("DEFAULT", it.queue_manager, name, "PUT", "ENABLED")]
        for name, rows in _names(f, it)
    ]  # fmt: skip
    if each and all(each):
        for proof in proofs_of_all(*each):
            yield proof, []


def _full_rows(f: Facts, manager: str | None, queue: str | None) -> Iterator[tuple[Row, Row]]:
    """The rows that show a queue full, with the row of its MAXDEPTH."""
    most = f.estate.newest(f.rows_that_show(f.displays(manager, queue), "MAXDEPTH"))
    for row in f.estate.newest(f.estate.of(manager, DEPTH, queue)):
        for other in most:
            deep, limit = f.number(row, "CURDEPTH"), f.number(other, "MAXDEPTH")
            if deep is not None and limit is not None and deep >= limit:
                yield row, other


def full(f: Facts, it: Literal):
    """The queue was full when it was captured, and nothing was put to it since the put."""
    for row, other in _full_rows(f, it.queue_manager, it.object):
        lines = [row.place("CURDEPTH"), other.place("MAXDEPTH")]
        if f.put is None:
            # A queue that has filled up this minute may have this message as its last.
            puts = [f.moment(status, "LPUT") for status in f.statuses(it.queue_manager, it.object)]
            known = [put for put in puts if put]
            idle = [one for put in known for one in f.before(put, f.capture(row), LATER)]
            depth = assumption_proof("STANDS", it.queue_manager, it.object, "CURDEPTH", row.attributes["CURDEPTH"])
            idle = idle if known else [depth]
            for proof in proofs_of_all(f.after(row), idle):
                yield proof, lines
            continue
        idle = [one for status in f.statuses(it.queue_manager, it.object) for one in f.before_put(status, "LPUT")]
        for proof in proofs_of_all(f.after(row), idle, f.proofs_unaltered(other, "MAXDEPTH")):
            yield proof, lines


def had_room(f: Facts, it: Literal):
    """The queue had room: assumed where nothing shows it full."""
    if not any(_full_rows(f, it.queue_manager, it.object)):
        yield assumption_proof("ROOM", it.queue_manager, it.object), []


def is_short(f: Facts, it: Literal):
    """The message is short enough: assumed."""
    yield assumption_proof("FITS", it.queue_manager, it.object), []


def may_put(f: Facts, it: Literal):
    """The user may put: assumed where no dead-lettered message or log shows a refusal."""
    if not any(one.reason == 2035 and one.is_near for one in f.sightings):
        yield assumption_proof("AUTHORISED", it.queue_manager, it.object), []


def copy_taken(f: Facts, it: Literal):
    """The queue that every message is streamed to takes messages."""
    mirror = f.estate.fact(it.queue_manager, QUEUES, it.object, "STREAMQ").value
    if mirror and f.put is None:
        found = checks.refuses(f.estate, it.queue_manager, [mirror])
        if found.holds is False:
            yield assumption_proof("WHEN", f.request.queue_manager, f.request.queue), found.places


# The way ------------------------------------------------------------------------------------------------------------

ROUTING = ("RNAME", "RQMNAME", "XMITQ", "TARGET", "TARGQ", "TYPE")


def definitions_of_then(f: Facts, it: Literal):
    """Every definition that the name was resolved by at a queue manager was so at the put, and what lacks lacked."""
    proofs, lines = [], []
    for route in f.routes:
        for stop in route.stops:
            for row in stop.rows if stop.manager == it.queue_manager else ():
                proofs.append(_proofs_of_way(f, row))
                lines += stop.places
        for _, manager, fact in route.chosen_by:
            for one in fact.seen if manager == it.queue_manager else ():
                proofs.append(proofs_of_all(f.after(one.row), f.proofs_unaltered(one.row, fact.attribute, one.value)))
                lines.append(one.place)
        if route.end.manager == it.queue_manager and route.end.kind in (NOWHERE, UNDEFINED):
            proofs.append(_missing_then(f, route.end))
            lines += route.end.places
    if proofs and all(proofs):
        opened = NOTHING if f.put is None else assumption_proof("OPENED_SINCE", it.queue_manager)
        for proof in proofs_of_all(*proofs, [opened]):
            yield proof, lines


def nothing_put(f: Facts, it: Literal):
    """Nothing was put to any queue of the queue manager since the put, as a list of all of them shows.

    A channel that found no queue may have thrown a message away that is not persistent.
    """
    is_first = it.queue_manager == f.request.queue_manager
    is_arrival = it.what == "led_elsewhere" and not is_first
    if (it.object and it.what == "dlq") or (is_arrival and f.request.persistence != 1):
        return
    for one in f.estate.absences(it.queue_manager):
        if one.word != "QSTATUS" or one.pattern != "*" or one.narrowed:
            continue
        rows = [row for row in f.estate.of(it.queue_manager, ("QSTATUS",)) if row.capture == one.row.capture]
        told = [row for row in rows if row.command == one.row.command and not _is_internal(row)]
        each = [f.before_put(row, "LPUT") if "LPUT" in row.times else _never(f, row) for row in told]
        # A put with a delivery delay went to a queue of the queue manager's own.
        kept = _not_deleted(f, it) | (assumption_proof("NO_DELAY", it.queue_manager, STAGING) if is_first else NOTHING)
        if is_arrival:
            kept |= assumption_proof("NO_REPORT_OPTIONS", f.request.queue_manager, f.request.queue)
        for proof in proofs_of_all(f.after(one.row), *each, [kept]) if each and all(each) else ():
            yield proof, [row.place("LPUTTIME") for row in told]


def _not_deleted(f: Facts, it: Literal) -> Proof:
    """That the queue which a name leads to, and which is not there now, was not there at the put either."""
    gone = [one.end for one in f.routes if one.end.kind in (NOWHERE, UNDEFINED) and one.end.manager == it.queue_manager]
    rests = frozenset(Taken("UNALTERED", end.manager, end.queue, None, "not defined") for end in gone)
    return Proof(rests)


def _is_internal(row: Row) -> bool:
    """Whether a queue is one of the queue manager's own, which no name of an application leads to."""
    return (row.name or "").startswith("SYSTEM.") and not (row.name or "").startswith(
        ("SYSTEM.CLUSTER.TRANSMIT", "SYSTEM.DEAD")
    )


def _never(f: Facts, row: Row) -> list[Proof]:
    """That nothing was put to a queue since its queue manager started: it is monitored, and shows no last put."""
    is_so = readers.never_put(row) and row.attributes.get("CURDEPTH") == "0"
    return [assumption_proof("NO_RESTART", row.queue_manager)] if is_so else []


def _led_then(f: Facts, row: Row) -> list[Proof]:
    """The proofs that a definition led at the put to where it leads now.

    No alteration makes another type of a local queue, so it is enough that it existed.
    """
    shown = [key for key in ROUTING if key in row.attributes]
    attribute = shown[0] if len(shown) == 1 else None  # each of several may have been another one
    owner = row.attributes.get("CLUSQMGR") if row.type == "QCLUSTER" else row.queue_manager
    same = f.estate.of(owner, ("QLOCAL",), row.name) if row.type in ("QCLUSTER", "QLOCAL", "QUEUE") else []
    made = [proof for one in same if "CR" in one.times for proof in f.before_put(one, "CR")]
    return smallest([*f.proofs_unaltered(row, attribute), *made])


def _proofs_of_way(f: Facts, row: Row) -> list[Proof]:
    """The same from the put on; of one that was captured earlier, it rests on nobody's having altered it."""
    after = f.after(row)
    if f.put is None and not after:
        return [assumption_proof("UNALTERED", row.queue_manager, row.name)]
    return proofs_of_all(after, _led_then(f, row))


def nothing_named_elsewhere(f: Facts, it: Literal):
    """Nothing was put to the transmission queues that lead to queue managers with a queue of that name."""
    ways = [Literal("came", it.queue_manager, other) for other in managers_with_queue(f, it.queue_manager, it.object)]
    each = [[*last_put_before(f, one), *last_put_long_ago(f, one), *never_put(f, one)] for one in ways]
    if each and all(each):
        for proof in proofs_of_all(*([proof for proof, _ in found] for found in each)):
            yield proof, [line for found in each for _, lines in found for line in lines]


def never_put(f: Facts, it: Literal):
    """Asked of a message that was put while the captures were made: monitoring is on, and shows no put."""
    for row in f.statuses(it.queue_manager, it.object) if f.put is None else ():
        if readers.never_put(row):
            for proof in f.after(row):
                yield proof, [row.place("LPUTDATE")]


def managers_with_queue(f: Facts, manager: str | None, queue: str | None) -> list[str]:
    """The queue managers, to which there is a way, that have a queue of a name: a reply names one in its open."""
    estate = f.estate
    return [one for one in estate.managers if one != manager and estate.of(one, QUEUES, queue)
            and estate.of(manager, QUEUES, one)]  # fmt: skip


def by_default(f: Facts, it: Literal):
    """Nobody showed what has a name: the way is DEFXMITQ, or the queue manager is in no cluster; either is assumed."""
    for route in f.routes:
        for manager, name, default in route.unshown:
            if (manager, name) != (it.queue_manager, it.object):
                continue
            if default is None:
                yield assumption_proof("NO_CLUSTER", manager), route.end.places
            else:
                yield assumption_proof("DEFAULT_WAY", manager, name, None, default.value), default.places


def _missing_then(f: Facts, end: End) -> list[Proof]:
    """The proofs that a name led nowhere at the put, as it does now."""
    if not end.absent:
        rows = [row for row in end.rows if row.type != "ERROR"]
        return (
            proofs_of_all(*(proofs_of_all(f.after(row), f.proofs_unaltered(row, "RNAME")) for row in rows))
            if rows
            else []
        )
    since = NOTHING if f.put is None else assumption_proof("UNALTERED", end.manager, end.queue, None, "not defined")
    gone = [one.row for one in f.estate.absences(end.manager) if one.place in end.places]
    return [one | since for row in gone for one in f.after(row)]


# Channels -----------------------------------------------------------------------------------------------------------


def got_since(f: Facts, it: Literal) -> list[Proof]:
    """The proofs that something was got from a queue at the put or later."""
    return [one for row in f.statuses(it.queue_manager, it.object) for one in f.since_put(row, "LGET")]


def has_moved(f: Facts, hop: Hop, name: str) -> bool:
    """Whether either end of a channel shows that it worked at the put or later."""
    ends = [*f.channel_rows(hop, name), *_receiver_status(f, hop, name)]
    shown = any(f.since_put(row, stem) for row in ends for stem in ("LSTMSG", "CHSTA"))
    return shown or bool(got_since(f, Literal("sent", hop.manager, hop.xmitq)))


def _receiver_status(f: Facts, hop: Hop, name: str) -> list[Row]:
    """The status of the receiving end of a channel."""
    rows = f.estate.of(hop.partner, ("CHSTATUS",), name) if hop.partner else []
    rows = [row for row in rows if row.attributes.get("CHLTYPE") in RECEIVERS]
    return [row for row in rows if row.attributes.get("RQMNAME") in (None, "", hop.manager)]


def _serves(f: Facts, it: Literal) -> Hop | None:
    return f.hops.get((it.queue_manager, it.object))


def _states(f: Facts, hop: Hop) -> dict[str, checks.State]:
    """The state of each channel that serves a transmission queue, at its sending end."""
    return {name: checks.state(f.estate, hop.manager, name, rows) for name, rows in hop.channels.items()}


def one_qmid(f: Facts, it: Literal):
    """Several captures of a queue manager show its QMID, each the same."""
    rows = f.estate.of(it.queue_manager, ("QMGR",))
    looks = {row.capture for row in f.looks if row.queue_manager == it.queue_manager}
    shown = {row.capture: row.attributes.get("QMID") for row in rows}
    if len(shown) > 1 and len({*shown.values()}) == 1 and None not in shown.values() and looks <= shown.keys():
        yield NOTHING, [row.place("QMID") for row in rows]


def channel_idle(f: Facts, it: Literal):
    """Every channel that serves the transmission queue sent its last message before the put."""
    hop = _serves(f, it)
    if not hop or not hop.channels:
        return
    each, lines = [], []
    for name in hop.channels:
        found = []
        for row in f.estate.newest(f.channel_rows(hop, name)):
            until = f.until_now(row, "LSTMSGTI", name) | f.settled(row)
            found += proofs_of_all(f.before_put(row, "LSTMSG"), f.after(row), [until])
        each.append(found)
    if all(each):
        for proof in proofs_of_all(*each):
            yield proof, lines


def idle_while_empty(f: Facts, it: Literal):
    """The transmission queue was empty while every channel that serves it had sent nothing since before the put: what
    had been there had not gone over a channel by then."""
    hop = _serves(f, it)
    if not hop or not hop.channels or hop.shared:
        return
    for deep in f.estate.of(hop.manager, DEPTH, hop.xmitq):
        if deep.attributes.get("CURDEPTH") != "0":
            continue
        each, lines = [], [deep.place("CURDEPTH")]
        for name in hop.channels:
            rows = [row for row in f.channel_rows(hop, name) if row.capture == deep.capture]
            each.append([one for row in rows for one in f.before_put(row, "LSTMSG")])
            lines += [row.place("LSTMSGTI") for row in rows]
        each += [_units(f, deep, hop.manager, hop.xmitq), [f.settled(deep)]]
        for proof in proofs_of_all(f.arrived_by(deep, hop.manager, hop.xmitq), *each) if all(each) else ():
            yield proof, lines


def _triggers_another(f: Facts, hop: Hop) -> bool:
    """Whether the transmission queue triggers a channel that is not among those shown, and may have it open."""
    named = f.estate.fact(hop.manager, QUEUES, hop.xmitq, "TRIGDATA").value
    idle = f.estate.fact(hop.manager, DEPTH, hop.xmitq, "IPPROCS").value == "0"
    return bool(named) and named not in hop.channels and not idle and not hop.shared


def channel_down(f: Facts, it: Literal):
    """No channel that serves the transmission queue ran when it was captured, and none has run since the put."""
    hop = _serves(f, it)
    if not hop or any(has_moved(f, hop, name) for name in hop.channels):
        return
    looked = f.estate.newest(f.estate.of(hop.manager, DEPTH, hop.xmitq))
    said = any(f.estate.given.of("STANDS", hop.manager, name) for name in hop.channels)
    if f.put is not None and not said and any(row.attributes.get("CURDEPTH") == "0" for row in looked):
        return  # it is empty, so the channel went down once it had sent what was there
    yield from none_runs(f, it)


def none_runs(f: Facts, it: Literal):
    """No channel that serves the transmission queue ran when it was captured, whatever it did before."""
    hop = _serves(f, it)
    if not hop or not hop.channels or (hop.manager, hop.xmitq) in f.against.get("STATUS", ()):
        return
    if f.is_shared(hop.manager, hop.xmitq) or _triggers_another(f, hop):
        return  # another member, or another channel, may serve it
    looked = f.estate.newest(f.estate.of(hop.manager, DEPTH, hop.xmitq))
    states = _states(f, hop)
    own = sum(one.value in checks.OPENS for one in states.values())
    if not hop.shared and any((f.number(row, "IPPROCS") or 0) > own for row in looked):
        return  # somebody reads it, whatever the status of the channels is
    each, lines = [], []
    for name, found in states.items():
        if found.value in (None, checks.RUNNING, *checks.STARTING) or not found.rows:
            return
        proofs = []
        for row in found.rows:
            kept = NOTHING if f.put is None else assumption_proof("STANDS", hop.manager, name, "STATUS", found.value)
            proofs += proofs_of_all(f.after(row), [kept])
        each.append(proofs)
        lines += found.places
    for proof in proofs_of_all(*each):
        yield proof, lines


def down_before(f: Facts, it: Literal):
    """No channel ran from the put on, so the message is in no batch that was in doubt before."""
    if f.put is not None:
        yield from channel_down(f, it)
        yield from no_channel(f, it)


def no_channel(f: Facts, it: Literal):
    """No channel serves the transmission queue."""
    hop = _serves(f, it)
    if not hop or hop.channels or hop.shared or got_since(f, it):
        return
    open_ = f.estate.fact(hop.manager, DEPTH, hop.xmitq, "IPPROCS")
    if any(f.number(one.row, "IPPROCS") for one in open_.seen) or f.estate.fact(
        hop.manager, QUEUES, hop.xmitq, "CLCHNAME"
    ).value:  # fmt: skip
        return
    rows = [one.row for one in absence.no_server(f.estate.absences(hop.manager), hop.xmitq)]
    for row in rows or f.estate.senders_known(hop.manager):
        kept = (
            NOTHING if f.put is None else assumption_proof("STANDS", hop.manager, hop.xmitq, "XMITQ", "of no channel")
        )
        for proof in proofs_of_all(f.after(row), [kept]):
            yield proof, [row.place()]


def not_in_doubt(f: Facts, it: Literal):
    """No channel that serves the transmission queue has a batch in doubt."""
    hop = _serves(f, it)
    if not hop or not hop.channels:
        return
    each, lines = [], []
    for name in hop.channels:
        rows = [row for row in f.estate.newest(f.channel_rows(hop, name)) if row.attributes.get("INDOUBT") == "NO"]
        each.append([one for row in rows for one in proofs_of_all(f.after(row), [f.until_now(row, "INDOUBT", name)])])
        lines += [row.place("INDOUBT") for row in rows]
    if all(each):
        for proof in proofs_of_all(*each):
            yield proof, lines


def batch_has_it(f: Facts, it: Literal):
    """The one channel does not run, and holds a batch in doubt; its queue is empty, so no message waits behind it.

    Of a message with a known put time, the last put to the queue was that put, and the channel sent its last message
    since. Messages of a batch in doubt are not counted by CURDEPTH. What a dump shows elsewhere has arrived.
    """
    hop = _serves(f, it)
    if not hop or hop.shared or not hop.name or f.request.persistence == 0:
        return
    state = _states(f, hop)[hop.name]
    rows = [row for row in f.estate.newest(f.estate.of(hop.manager, ("CHSTATUS",), hop.name))
            if row.attributes.get("INDOUBT") == "YES" and f.number(row, "CURMSGS")]  # fmt: skip
    seen = any(one.queue != hop.xmitq and one.is_there and (one.is_sure or one.is_near) for one in f.sightings)
    if state.value in (None, checks.RUNNING) or seen or any(resolved_since(f, it)) or any(batch_arrived(f, it)):
        return
    for row in rows:
        for deep in f.estate.newest(f.estate.of(hop.manager, DEPTH, hop.xmitq)):
            if f.number(deep, "CURDEPTH") != 0:
                continue
            then = [NOTHING]
            if f.put is not None:
                own = f.moment(deep, "LPUT")
                then = proofs_of_all(
                    f.before(f.put.moved(-OF_THE_PUT), own), f.before(own, f.put.moved(OF_THE_PUT)),
                    f.before(f.put.moved(-CLOSE), f.moment(row, "LSTMSG")),
                ) if own else []  # fmt: skip
            for proof in proofs_of_all(f.after(row), f.after(deep), then, [f.until_now(row, "INDOUBT", hop.name)]):
                yield proof, [row.place("INDOUBT"), row.place("CURMSGS"), deep.place("CURDEPTH")]


def batch_is_older(f: Facts, it: Literal):
    """Each channel sent its last message before the put, so a batch in doubt has others; asked of a message that was
    put while the captures were made: long before the first of them."""
    hop = _serves(f, it)
    if not hop or not hop.channels:
        return
    each = []
    for name in hop.channels:
        found = []
        for row in f.estate.newest(f.estate.of(hop.manager, ("CHSTATUS",), name)):
            last = f.moment(row, "LSTMSG")
            if last is None:
                continue
            old = [f.before(last, f.capture(one), QUARTER) for one in f.looks] if f.put is None else []
            told = [Proof(frozenset(), (row.place(_stem_line(row, "LSTMSG")),))]
            found += proofs_of_all(f.after(row), *(old or [f.before_put(row, "LSTMSG")]), told)
        each.append(found)
    if all(each):
        for proof in proofs_of_all(*each):
            yield proof, []


def resolved_since(f: Facts, it: Literal):
    """The receiving end shows a session or a message after the sender showed its batch in doubt."""
    hop = _serves(f, it)
    for name in hop.channels if hop else ():
        doubtful = [row for row in f.channel_rows(hop, name) if row.attributes.get("INDOUBT") == "YES"]
        for row in _receiver_status(f, hop, name):
            for stem in ("CHSTA", "LSTMSG"):
                for one in doubtful:
                    for proof in f.before(f.capture(one), f.moment(row, stem)):
                        yield proof, [one.place("INDOUBT"), row.place(_stem_line(row, stem))]


def _stem_line(row: Row, stem: str) -> str:
    return next((one for one in (f"{stem}TI", f"{stem}TIME") if one in row.lines), stem)


def batch_arrived(f: Facts, it: Literal):
    """The receiving end has committed each batch that a channel of the queue is in doubt about (LSTLUWID is its
    CURLUWID), so what was in it has arrived; where no queue of that end is shown, the batch is all that is known."""
    hop = _serves(f, it)
    if not hop or not hop.channels or not f.estate.of(hop.partner, (*QUEUES, "QSTATUS")):
        return
    each, lines = [], []
    for name in hop.channels:
        found = []
        for row in f.estate.newest(f.channel_rows(hop, name)):
            unit = row.attributes.get("CURLUWID")
            ends = [one for one in _receiver_status(f, hop, name) if one.attributes.get("LSTLUWID") == unit]
            if row.attributes.get("INDOUBT") == "YES" and batch.is_one(unit) and ends:
                found += proofs_of_all(f.after(row), [f.until_now(row, "INDOUBT", name)])
                lines += [row.place("CURLUWID"), *(one.place("LSTLUWID") for one in ends)]
        each.append(found)
    if all(each):
        for proof in proofs_of_all(*each):
            yield proof, lines


def outside_the_batch(f: Facts, it: Literal):
    """A nonpersistent message on a fast channel is not part of a batch."""
    hop = _serves(f, it)
    yield from _fast_then(f, hop)


def _fast_then(f: Facts, hop: Hop | None):
    """The message is nonpersistent, and its channel was fast at the put: by its definitions, or as agreed before."""
    if not hop or f.request.persistence != 0 or _speed(f, hop) is not True:
        return
    rows = _speed_rows(f, hop)
    agreed = [row for row in rows if row.type == "CHSTATUS"]
    defined = [
        proofs_of_all(f.after(row), f.proofs_unaltered(row, "NPMSPEED", "FAST")) for row in rows if row not in agreed
    ]
    session = [f.before_put(row, "CHSTA") if f.put else f.after(row) for row in agreed]
    proofs = [*(proofs_of_all(*defined) if defined else []), *(proofs_of_all(*session) if session else [])]
    for proof in smallest(proofs):
        yield proof, _speed_lines(f, hop)


def _speed_rows(f: Facts, hop: Hop) -> list[Row]:
    rows = [row for of in hop.channels.values() for row in of if "NPMSPEED" in row.attributes]
    receiving = [row for name in hop.channels for row in checks.receivers(f.estate, hop.partner, name)]
    return [*rows, *(row for row in receiving if "NPMSPEED" in row.attributes)]


def _speed_lines(f: Facts, hop: Hop) -> list:
    return [row.place("NPMSPEED") for row in _speed_rows(f, hop)]


def _speed(f: Facts, hop: Hop) -> bool | None:
    """Whether the channel is fast; None where its ends do not show it."""
    values = {row.attributes["NPMSPEED"] for row in _speed_rows(f, hop)}
    return False if "NORMAL" in values else True if values == {"FAST"} else None


def no_exit_named(f: Facts, it: Literal):
    """Neither end of any channel that serves the transmission queue names a message exit."""
    hop = _serves(f, it)
    if not hop or not hop.channels or not hop.partner:
        return
    each, lines = [], []
    for name in hop.channels:
        for manager in (hop.manager, hop.partner):
            rows = f.rows_that_show(f.estate.newest(f.estate.of(manager, ("CHANNEL",), name)), "MSGEXIT")
            blank = rows and all(row.attributes["MSGEXIT"] == "" for row in rows)
            each.append(
                proofs_of_all(*(proofs_of_all(f.after(one), f.proofs_unaltered(one, "MSGEXIT")) for one in rows))
                if blank
                else []
            )
            lines += [row.place("MSGEXIT") for row in rows]
    if all(each):
        for proof in proofs_of_all(*each):
            yield proof, lines


def is_slow(f: Facts, it: Literal):
    """NPMSPEED(NORMAL) at one end: nonpersistent messages are sent in batches."""
    hop = _hop_to(f, it)
    rows = [row for row in _speed_rows(f, hop) if row.attributes["NPMSPEED"] == "NORMAL"] if hop else []
    for row in rows:
        for proof in proofs_of_all(f.after(row), f.proofs_unaltered(row, "NPMSPEED", "NORMAL")):
            yield proof, [row.place("NPMSPEED")]


def _hop_to(f: Facts, it: Literal) -> Hop | None:
    return f.hops.get((it.queue_manager, it.object))


# The message --------------------------------------------------------------------------------------------------------


def is_persistent(f: Facts, it: Literal):
    """The message is persistent."""
    if f.request.persistence == 1:
        yield NOTHING, []


def is_not_kept(f: Facts, it: Literal):
    """A nonpersistent message on a fast channel does not stay behind: it is discarded."""
    yield from _fast_then(f, _hop_to(f, it))


def never_expires(f: Facts, it: Literal):
    """The message has no expiry, and no queue that it came to caps it."""
    if f.request.expiry == -1 and not expiry_caps(f, _way_to(f, it)):
        yield NOTHING, []


def _caps(f: Facts, queues: Iterable[tuple[str, str]]) -> list[tuple[int | None, Row, Place]]:
    """The caps that queues put on the expiry of messages, in tenths of a second; None where it cannot be read.

    Before 9.4 the cap is in CUSTOM.
    """
    names = [(m, name) for m, last in queues for name in f.puts.get((m, last), ([last], []))[0]]
    found: list[tuple[int | None, Row, Place]] = []
    for row in (row for manager, name in dict.fromkeys(names) for row in f.displays(manager, name)):
        custom = row.attributes.get("CUSTOM", "")
        if f.number(row, "CAPEXPRY"):
            found.append((f.number(row, "CAPEXPRY"), row, row.place("CAPEXPRY")))
        elif "CAPEXPRY" in custom:
            told = CAPPED.search(custom)
            found.append((int(told[1]) if told else None, row, row.place("CUSTOM")))
    return found


def expiry_caps(f: Facts, queues: Iterable[tuple[str, str]]) -> list:
    """The lines that show a cap on the expiry of a message that comes to these queues."""
    return [line for _, _, line in _caps(f, queues)]


def has_a_life(f: Facts, it: Literal) -> bool:
    """Whether a message that was put at a known time has an expiry, or comes through a queue that caps it."""
    return f.put is not None and ((f.request.expiry or 0) > 0 or bool(expiry_caps(f, _way_to(f, it))))


def _way_to(f: Facts, it: Literal) -> list[tuple[str, str]]:
    """The queues that a message may have come through to a queue, that queue the last."""
    found = []
    for route in f.routes:
        each = [(manager, names[-1]) for manager, names, _ in map(route.queues, range(len(route.hops) + 1)) if names]
        at = (it.queue_manager, it.object)
        found += each[: each.index(at) + 1] if at in each else []
    return list(dict.fromkeys([*(found or f.puts), (it.queue_manager, it.object)]))


def _life(f: Facts, queues: Iterable[tuple[str, str]]) -> list[tuple[float, Proof, list]]:
    """How many seconds a message lives by its own expiry and by the caps of queues, with what that rests on.

    The shortest counts. A cap is of the time of its capture. That it has no expiry of its own is assumed where nobody
    says it.
    """
    own, caps = f.request.expiry, _caps(f, queues)
    if f.put is None or (own in (None, -1) and not caps) or any(not tenths for tenths, _, _ in caps):
        return []
    tenths = min([one for one, _, _ in caps] + ([own] if own and own > 0 else []))
    proofs = proofs_of_all(*(proofs_of_all(f.after(row), f.proofs_unaltered(row, "CAPEXPRY")) for _, row, _ in caps))
    return [(tenths / 10, proof, [line for _, _, line in caps]) for proof in proofs]


def not_expired_yet(f: Facts, it: Literal):
    """Every queue manager on the way was last looked at before the message could have expired.

    A dump that lacks it is a look, too: one that shows no time may be the last.
    """
    mine = NOTHING if f.request.expiry is not None else assumption_proof("NO_EXPIRY")
    dumped = [f.capture(one.row) if one.row else None for one in f.dumps if one.lacks]
    for seconds, life, lines in _life(f, _way_to(f, it)):
        end = f.put.moved(seconds)
        for proof in proofs_of_all(*(f.before(at, end) for at in (*map(f.capture, f.newest_looks), *dumped))):
            yield proof | life | mine, lines


def expired_by_then(f: Facts, it: Literal):
    """The message had expired when its queue was last looked at: no application gets it any more.

    The caps of the queues that the application puts to count from the put; those of later ones from a time that is not
    known.
    """
    for seconds, life, lines in _life(f, f.first_queues):
        for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object)):
            for proof in f.before(f.put.moved(seconds), f.capture(row)):
                yield proof | life, [*lines, row.place("CURDEPTH")]


def kept_over_restarts(f: Facts, it: Literal):
    """The queue keeps nonpersistent messages over a restart of its queue manager."""
    for row in f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, it.object), "NPMCLASS")):
        if row.attributes["NPMCLASS"] == "HIGH":
            for proof in proofs_of_all(f.after(row), f.proofs_unaltered(row, "NPMCLASS", "HIGH")):
                yield proof, [row.place("NPMCLASS")]


def no_return_asked(f: Facts, it: Literal):
    """The report options do not ask for the message to be sent back."""
    if f.request.sent_back is False:
        yield NOTHING, []


def asks_to_be_discarded(f: Facts, it: Literal):
    """The report options ask for the message to be discarded, so it goes on no dead-letter queue and back on none."""
    if f.request.discarded:
        yield NOTHING, []


def no_discard_asked(f: Facts, it: Literal):
    """The report options do not ask for the message to be discarded, or ask for all of it to be sent back then."""
    if f.request.sent_back or (f.request.report is not None and not f.request.discarded):
        yield NOTHING, []


# Dead letters -------------------------------------------------------------------------------------------------------


def _channels_to(f: Facts, manager: str | None) -> list[str]:
    """The channels on the way over which messages come to a queue manager."""
    return sorted({name for hop in f.legs if hop.partner == manager for name in hop.channels})


def _receiver_rows(f: Facts, manager: str) -> list[Row]:
    return [row for name in _channels_to(f, manager) for row in checks.receivers(f.estate, manager, name)]


def _uses_dead_letters(f: Facts, manager: str | None, channel: str, ends: Sequence[Row]) -> list[Proof]:
    """The proofs that an end of a channel uses the dead-letter queue; assumed where nobody shows it."""
    rows = [row for row in ends if "USEDLQ" in row.attributes]
    if any(row.attributes["USEDLQ"] != "YES" for row in rows):
        return []
    shown = [proofs_of_all(f.after(row), f.proofs_unaltered(row, "USEDLQ", "YES")) for row in rows]
    return proofs_of_all(*shown) if rows else [assumption_proof("DEFAULT", manager, channel, "USEDLQ", "YES")]


def dead_letters_not_used(f: Facts, it: Literal):
    """The channel uses no dead-letter queue, or its queue manager has none."""
    for row in f.estate.newest(f.estate.of(it.queue_manager, ("QMGR",))):
        if row.attributes.get("DEADQ") == "":
            for proof in proofs_of_all(f.after(row), f.proofs_unaltered(row, "DEADQ", "")):
                yield proof, [row.place("DEADQ")]
    yield from _was(f, f.estate.of(it.queue_manager, ("QMGR",)), "DEADQ", "")
    for row in _receiver_rows(f, it.queue_manager):
        if row.attributes.get("USEDLQ") == "NO":
            for proof in proofs_of_all(f.after(row), f.proofs_unaltered(row, "USEDLQ", "NO")):
                yield proof, [row.place("USEDLQ")]
    if it.object:
        for one in absence.proof(f.estate.absences(it.queue_manager), ("QUEUE", "QLOCAL"), it.object):
            if not f.displays(it.queue_manager, it.object):
                gone = assumption_proof("UNALTERED", it.queue_manager, it.object, None, "not defined")
                for proof in f.after(one.row):
                    yield (proof if f.put is None else proof | gone), [one.place]
        yield from put_disabled(f, it)
        yield from full(f, it)


def dead_letters_used(f: Facts, it: Literal):
    """The queue manager has a dead-letter queue that takes messages, and the channel uses it."""
    receiving = {name: checks.receivers(f.estate, it.queue_manager, name) for name in _channels_to(f, it.queue_manager)}
    yield from _dead_letters_taken(f, it, receiving)


def dead_letters_used_by_sender(f: Facts, it: Literal):
    """The sending end has a dead-letter queue that takes messages, and its channels use it."""
    hop = _serves(f, it)
    sending = {name: f.estate.of(it.queue_manager, ("CHANNEL",), name) for name in hop.channels} if hop else {}
    yield from _dead_letters_taken(f, it, sending)


def _dead_letters_taken(f: Facts, it: Literal, channels: Mapping[str, Sequence[Row]]):
    """That a dead-letter queue takes messages, and each of these channels, by its definitions, uses it."""
    for row in f.estate.newest(f.estate.of(it.queue_manager, ("QMGR",))):
        name = row.attributes.get("DEADQ")
        if not name or f.estate.fact(it.queue_manager, QUEUES, name, "USAGE").value == "XMITQ":
            continue
        if absence.proof(f.estate.absences(it.queue_manager), ("QUEUE", "QLOCAL"), name):
            continue  # it is not defined
        ends = channels or {name: checks.receivers(f.estate, it.queue_manager, name)}
        used = [_uses_dead_letters(f, it.queue_manager, channel, rows) for channel, rows in ends.items()]
        if not all(used):
            continue
        queue = Literal("accepted", it.queue_manager, name)
        takes = [proof for proof, _ in put_enabled(f, queue)]
        room = [proof for proof, _ in had_room(f, queue)]
        may = [
            assumption_proof("FITS", it.queue_manager, name) | assumption_proof("AUTHORISED", it.queue_manager, name)
        ]
        for proof in proofs_of_all(f.after(row), f.proofs_unaltered(row, "DEADQ", name), *used, takes, room, may):
            yield proof, [row.place("DEADQ")]


def no_retry(f: Facts, it: Literal):
    """The receiving channel does not retry."""
    rows = _receiver_rows(f, it.queue_manager)
    if rows and all(row.attributes.get("MRRTY") == "0" and not row.attributes.get("MREXIT") for row in rows):
        for proof in proofs_of_all(
            *(proofs_of_all(f.after(row), f.proofs_unaltered(row, "MRRTY", "0")) for row in rows)
        ):
            yield proof, [row.place("MRRTY") for row in rows]


LEAVING = (
    "got", "held", "sent", "unsendable", "doubt", "resolved", "uncommitted", "moved", "cleared", "expires", "restart",
    "restored", "protected",
)  # fmt: skip
"""What a message that can be browsed on its queue has not done, or what has not been done to it."""
OBSERVATIONS = (
    Observation("last_put_before", ("came", "rolled_back"), last_put_before, "DISPLAY QSTATUS: LPUTDATE, LPUTTIME"),
    Observation("last_put_long_ago", ("came", "rolled_back"), last_put_long_ago, "DISPLAY QSTATUS: LPUTDATE, LPUTTIME"),
    Observation("created_since", ("came",), created_since, "DISPLAY QUEUE: CRDATE, CRTIME"),
    Observation("defined_then", ("not_there_yet",), defined_then, "DISPLAY QUEUE: CRDATE, CRTIME"),
    Observation("depth_zero", ("stays",), depth_zero, "DISPLAY QSTATUS: CURDEPTH, UNCOM"),
    Observation("cleared_then", ("stays", "held", "uncommitted"), cleared_then, "CLEAR QLOCAL and DELETE QLOCAL PURGE"),
    Observation(
        "nothing_put_open", ("uncommitted",), nothing_put_open, "DISPLAY QLOCAL: CURDEPTH counts uncommitted puts"
    ),
    Observation("depth_zero_again", ("stays_behind",), depth_zero_again, "DISPLAY QSTATUS: CURDEPTH, UNCOM"),
    Observation("dump_lacks", ("stays",), dump_lacks, "amqsbcg: browses a queue from its first message to its last"),
    Observation("message_there", LEAVING, message_there, "amqsbcg: browses what is there, committed and not yet got"),
    Observation("oldest_is_younger", ("stays",), oldest_is_younger, "DISPLAY QSTATUS: MSGAGE"),
    Observation("oldest_came_later", ("stays",), oldest_came_later, "DISPLAY QSTATUS: MSGAGE and LGETTIME"),
    Observation("only_an_older_one", ("stays",), only_an_older_one, "DISPLAY QSTATUS: MSGAGE, CURDEPTH"),
    Observation("all_put_open", ("stays",), all_put_open, "DISPLAY QSTATUS: CURDEPTH, UNCOM, LGETDATE"),
    Observation("none_for_the_channel", ("stays",), none_for_the_channel, "DISPLAY CHSTATUS: XQMSGSA"),
    Observation("oldest_is_older", ("got", *SENDING), oldest_is_older, "DISPLAY QSTATUS: MSGAGE; MSGDLVSQ"),
    Observation(
        "last_get_before", ("got", "held", "doubt", *SENDING), last_get_before, "DISPLAY QSTATUS: LGETDATE, LGETTIME"
    ),
    Observation("last_put_after_last_get", ("got",), last_put_after_last_get, "DISPLAY QSTATUS: LPUTTIME, LGETTIME"),
    Observation("no_reader", ("got", "held", "protected"), no_reader, "DISPLAY QSTATUS: IPPROCS"),
    Observation("has_messages", ("got",), has_messages, "DISPLAY QLOCAL: CURDEPTH"),
    Observation("messages_wait", ("sent",), messages_wait, "DISPLAY QLOCAL: CURDEPTH; DISPLAY QSTATUS: MSGAGE"),
    Observation("get_disabled", ("got", "held", *SENDING), get_disabled, "DISPLAY QUEUE: GET; reason 2016"),
    Observation(
        "alone_since_the_put",
        ("got", "held", "doubt", *SENDING),
        alone_since_the_put,
        "DISPLAY QSTATUS: MSGAGE, LPUTTIME, CURDEPTH",
    ),
    Observation("no_unit_open", ("uncommitted", "held", "doubt"), no_unit_open, "DISPLAY QSTATUS: UNCOM"),
    Observation("put_disabled", ("accepted",), put_disabled, "DISPLAY QUEUE: PUT; reason 2051"),
    Observation("put_enabled", ("refused_put",), put_enabled, "DISPLAY QUEUE: PUT; reason 2051"),
    Observation(
        "another_instance_open", ("refused_put",), another_instance_open, "Cluster workload management: PUT, CLWLUSEQ"
    ),
    Observation("usage_normal", ("sends_on",), usage_normal, "DISPLAY QUEUE: USAGE"),
    Observation("topic_shut", ("beyond",), topic_shut, "DISPLAY TOPIC: PUB; reason 2051"),
    Observation("structure_failed", ("accepted",), structure_failed, "DISPLAY CFSTATUS: STATUS; reason 2373"),
    Observation("copy_refused", ("accepted",), copy_refused, "Streaming queues: STRMQOS(MUSTDUP)"),
    Observation("full", ("accepted",), full, "DISPLAY QLOCAL: CURDEPTH, MAXDEPTH; reason 2053"),
    Observation("had_room", ("refused_full",), had_room, "DISPLAY QLOCAL: CURDEPTH, MAXDEPTH; reason 2053"),
    Observation("is_short", ("refused_long",), is_short, "DISPLAY QLOCAL: MAXMSGL; reason 2030"),
    Observation("may_put", ("refused_user",), may_put, "Reason 2035: MCAUSER, PUTAUT, SET AUTHREC"),
    Observation("copy_taken", ("refused_copy",), copy_taken, "Streaming queues: STREAMQ, STRMQOS"),
    Observation(
        "definitions_of_then",
        ("led_elsewhere", "refused_elsewhere"),
        definitions_of_then,
        "DISPLAY QUEUE: ALTDATE, ALTTIME",
    ),
    Observation("nothing_put", ("led_elsewhere", "dlq"), nothing_put, "DISPLAY QSTATUS(*): LPUTDATE, LPUTTIME"),
    Observation(
        "nothing_named_elsewhere", ("named_elsewhere",), nothing_named_elsewhere, "DISPLAY QSTATUS: LPUTDATE, LPUTTIME"
    ),
    Observation("one_qmid", ("namesake",), one_qmid, "DISPLAY QMGR QMID: it is unique where QMNAME is not"),
    Observation("by_default", ("beyond",), by_default, "DISPLAY QMGR: DEFXMITQ; DISPLAY CLUSQMGR"),
    Observation("idle_while_empty", ("sent", "resolved"), idle_while_empty, "DISPLAY CHSTATUS: LSTMSGDA LSTMSGTI"),
    Observation("channel_idle", ("sent",), channel_idle, "DISPLAY CHSTATUS: LSTMSGDA, LSTMSGTI"),
    Observation("down_before", ("doubt",), down_before, "DISPLAY CHSTATUS: STATUS, INDOUBT"),
    Observation("channel_down", SENDING, channel_down, "DISPLAY CHSTATUS: STATUS"),
    Observation("no_channel", SENDING, no_channel, "DISPLAY CHANNEL(*) WHERE(XMITQ EQ queue)"),
    Observation("not_in_doubt", ("doubt",), not_in_doubt, "DISPLAY CHSTATUS: INDOUBT"),
    Observation("batch_has_it", ("stays", "uncommitted", *SENDING), batch_has_it, "DISPLAY CHSTATUS: INDOUBT, CURMSGS"),
    Observation("batch_is_older", ("doubt",), batch_is_older, "DISPLAY CHSTATUS: LSTMSGDA, LSTMSGTI"),
    Observation("resolved_since", ("doubt",), resolved_since, "DISPLAY CHSTATUS: CHSTADA, CHSTATI, LSTMSGDA, LSTMSGTI"),
    Observation("batch_arrived", ("doubt",), batch_arrived, "In-doubt channels: CURLUWID and LSTLUWID"),
    Observation("outside_the_batch", ("doubt", "resolved"), outside_the_batch, "Channel attribute NPMSPEED"),
    Observation(
        "no_exit_named", ("exit",), no_exit_named, "Channel attribute MSGEXIT: a message exit can suppress a message"
    ),
    Observation("is_slow", ("fast",), is_slow, "Channel attribute NPMSPEED"),
    Observation("is_persistent", ("nonpersistent",), is_persistent, "MQMD Persistence"),
    Observation("is_not_kept", ("kept",), is_not_kept, "NPMSPEED(FAST) without a dead-letter queue"),
    Observation("never_expires", ("expires",), never_expires, "MQMD Expiry; CAPEXPRY"),
    Observation("not_expired_yet", ("expires",), not_expired_yet, "MQMD Expiry; CAPEXPRY"),
    Observation("expired_by_then", ("stays", "stays_behind"), expired_by_then, "MQMD Expiry; CAPEXPRY"),
    Observation("kept_over_restarts", ("restart",), kept_over_restarts, "Queue attribute NPMCLASS"),
    Observation("no_return_asked", ("return_asked",), no_return_asked, "MQMD Report"),
    Observation("no_discard_asked", ("discard_asked",), no_discard_asked, "MQMD Report"),
    Observation("asks_to_be_discarded", ("dlq", "kept"), asks_to_be_discarded, "MQMD Report: MQRO_DISCARD_MSG"),
    Observation("dead_letters_not_used", ("dlq",), dead_letters_not_used, "DISPLAY QMGR: DEADQ; channel: USEDLQ"),
    Observation("dead_letters_used", ("no_dlq",), dead_letters_used, "DISPLAY QMGR: DEADQ; channel: USEDLQ"),
    Observation(
        "dead_letters_used_by_sender",
        ("no_dlq_of_sender",),
        dead_letters_used_by_sender,
        "DISPLAY QMGR: DEADQ; channel: USEDLQ",
    ),
    Observation("no_retry", ("retrying",), no_retry, "Channel attribute MRRTY"),
)
"""Every kind of evidence; the literals of a path are struck out by these and by nothing else."""
BY_LITERAL: dict[str, list[Observation]] = {}
for _one in OBSERVATIONS:
    for _what in _one.forbids:
        BY_LITERAL.setdefault(_what, []).append(_one)


def strikes(f: Facts, it: Literal) -> list[Strike]:
    """Every way to prove that a literal cannot be."""
    found = []
    for one in BY_LITERAL.get(it.what, ()):
        for proof, lines in one.find(f, it):
            found.append(Strike(proof.rests, tuple(dict.fromkeys((*lines, *proof.lines))), one.key))
    return found


# What may not be assumed --------------------------------------------------------------------------------------------


def is_refuted(f: Facts, it: Taken) -> bool:
    """Whether evidence argues against an assumption, or lost what would speak of it, so that it is not to be had."""
    test = REFUTED.get(it.key)
    logged = any(it.queue_manager in f.against.get(key, ()) for key in (it.key, *LOGGED_AS.get(it.key, ())))
    return bool(logged or _is_lost(f, it) or (test and test(f, it)))


LOGGED_AS = dict.fromkeys(("ROOM", "FITS", "AUTHORISED", "NOT_SWITCHED"), ("NOT_PUT",))
"""By the key of an assumption what else a log shows against it: a queue took no message where a channel could not put
one then."""


SHOWN_BY = {
    "COMMITTED": (("QSTATUS",), "UNCOM"), "NO_DOUBT": (("CHSTATUS",), "INDOUBT"), "ROOM": (QUEUES, "MAXDEPTH"),
    "UNALTERED": ((*QUEUES, "CHANNEL", "QMGR"), "ALTDATE"), "DEFAULT": (("CHANNEL",), None),
    **dict.fromkeys(("AUTHORISED", "FITS", "NO_AMS"), (("QSTATUS",), "LPUTTIME")),
    "NO_CLUSTER": (("CHANNEL", "CHSTATUS", "CLUSQMGR", "QCLUSTER"), "CHLTYPE"),
}  # fmt: skip
"""By the key of an assumption the types of rows that would show otherwise, and the attribute that does.

An answer without the name of its object may be about any.
"""


def _is_lost(f: Facts, it: Taken) -> bool:
    """Whether an answer should have what settles an assumption and has it not, or nobody knows what was asked."""
    types, attribute = SHOWN_BY.get(it.key, ((), None))
    about = it.object if it.key != "NO_CLUSTER" else ...
    rows = f.estate.newest(f.estate.of(it.queue_manager, types, about)) if types else []
    attribute = attribute or it.attribute
    lacking = [row for row in rows if attribute not in row.attributes]
    unnamed = [row for row in f.estate.of(it.queue_manager, types) if row.name is None and row.error]
    return bool(unnamed) or any(row.asked is None or row.lost(attribute) for row in lacking if not row.source)


def _unit_open(f: Facts, it: Taken) -> bool:
    """A unit of work holds messages of the queue, and not just those that a batch in doubt has got."""
    if it.value == THEN:
        return True
    rows = f.estate.newest(f.statuses(it.queue_manager, it.object))
    hop = _serves(f, Literal("stays", it.queue_manager, it.object))
    channels = [row for name in hop.channels for row in f.estate.of(hop.manager, ("CHSTATUS",), name)] if hop else []
    held = {row.attributes.get("CURMSGS") for row in channels if row.attributes.get("INDOUBT") == "YES"}
    return any(row.attributes.get("UNCOM", "NO") not in {*NONE_OPEN, *(held - {None})} for row in rows)


def _in_doubt(f: Facts, it: Taken) -> bool:
    rows = f.estate.of(it.queue_manager, ("CHSTATUS",), it.object)
    return any(row.attributes.get("INDOUBT") == "YES" for row in rows)


def _refusal_shown(f: Facts, it: Taken) -> bool:
    """A queue that the put goes through shows a refusal, whenever it began."""
    where = Literal("accepted", it.queue_manager, it.object)
    shown = [row for _, rows in _names(f, where) for row in rows]
    shut = any(row.attributes["PUT"] == "DISABLED" for row in shown)
    altered = any(_altered_since(f, row) for row in shown)
    short = any(0 < (f.number(row, "MAXMSGL") or 0) < USUAL_LENGTH for row in f.displays(it.queue_manager, it.object))
    names, cluster = f.puts.get((it.queue_manager, it.object), ([it.object], []))
    topics = any(one.end.kind == TOPIC and one.end.code and one.end.queue == it.object for one in f.routes)
    if shut or altered or short or topics or any(_full_rows(f, it.queue_manager, it.object)):
        return True
    # A copy that cannot be made and a structure that has failed refuse, too.
    manager, when = it.queue_manager or "", dict.fromkeys((None, f.request.at))
    return any(checks.refuses(f.estate, manager, names, at, cluster).holds for at in when)


def _altered_since(f: Facts, row: Row) -> bool:
    """Whether an object was altered after the put: what it refused then may have been put right."""
    return bool(f.put and f.before(f.put, f.moment(row, "ALT")))


def _was_switched(f: Facts, it: Taken) -> bool:
    """A put appears after the alteration that has the queue PUT(DISABLED): a program switched it."""
    rows = f.estate.newest(f.rows_that_show(f.displays(it.queue_manager, it.object), "PUT"))
    put = put_since(f, it.queue_manager, it.object) and any(row.attributes["PUT"] == "DISABLED" for row in rows)
    return bool(put) or _put_since_altered(f, it.queue_manager, it.object, rows)


def _too_long(f: Facts, it: Taken) -> bool:
    """What a queue or channel takes is short, or was altered since; or something was dead-lettered then."""
    rows = f.estate.newest(f.estate.of(it.queue_manager, (*QUEUES, "CHANNEL"), it.object))
    short = any(0 < (f.number(row, "MAXMSGL") or 0) < USUAL_LENGTH for row in rows)
    return short or any(_altered_since(f, row) for row in rows) or _dead_lettered_then(f, it)


def _may_expire(f: Facts, it: Taken) -> bool:
    """The message has an expiry, or gets one of a queue that it came to."""
    return f.request.expiry not in (None, -1) or it.object is not None


def _was_cleared(f: Facts, it: Taken) -> bool:
    anew = [row for row in f.displays(it.queue_manager, it.object) if f.before(f.put, f.moment(row, "CR"))]
    gone = f.estate.done(it.queue_manager, it.object, TAKES_AWAY)
    return bool(anew or [row for row in gone if not (f.put and _surely(f.before(f.capture(row), f.put)))])


def _was_restarted(f: Facts, it: Taken) -> bool:
    return bool(_start_lines(f, Literal("restart", it.queue_manager)))


def _start_lines(f: Facts, it: Literal) -> list:
    """What shows that the queue manager was started, and not surely before the put: its status, or its log."""
    logged = f.against.get("NO_RESTART", {}).get(it.queue_manager)
    rows = [row for row in f.estate.of(it.queue_manager, ("QMSTATUS",)) if "START" in row.times and f.put]
    shown = [row.place(_stem_line(row, "START")) for row in rows if not _surely(f.before_put(row, "START"))]
    return [*shown, *(logged.places if logged else ())]


def _surely(proofs: Iterable[Proof]) -> bool:
    """Whether one of the proofs rests on no more than that clocks are right: what only the assumed zone of a host tells
    takes no evidence away."""
    return any(all(one.key in RIGHT_CLOCKS for one in proof.rests) for proof in proofs)


def _is_read(f: Facts, it: Taken) -> bool:
    """Somebody reads a dead-letter queue, or applications of a queue have a backout queue."""
    is_dead = f.estate.manager(it.queue_manager, "DEADQ").value == it.object
    rows = f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object))
    read = is_dead and (any(f.number(row, "IPPROCS") for row in rows)
                        or bool(got_since(f, Literal("got", it.queue_manager, it.object))))  # fmt: skip
    moved = f.estate.done(it.queue_manager, it.object, ("MOVE",))
    rows = f.displays(it.queue_manager, it.object)
    moves = any(row.attributes.get("BOQNAME") or f.number(row, "BOTHRESH") for row in rows)
    backout = not is_dead and moves and not _none_backed_out(f, it.queue_manager, rows)
    return bool(read or moved or backout)


def _none_backed_out(f: Facts, manager: str | None, rows: Sequence[Row]) -> bool:
    """Whether nothing came since the put to any queue on which applications put what they back out too often."""
    named = {row.attributes["BOQNAME"] for row in rows if row.attributes.get("BOQNAME")}
    named = named or {f.estate.manager(manager, "DEADQ").value}
    if None in named or not f.put:
        return False
    looks = [[one for row in f.statuses(manager, name) for one in f.before_put(row, "LPUT") if f.after(row)]
             for name in named if name]  # fmt: skip
    return all(looks)


def _broke_after_it(f: Facts, it: Taken) -> bool:
    """The channel retries, and the last message that it sent may have been this one: it broke after that."""
    rows = f.estate.newest(f.estate.of(it.queue_manager, ("CHSTATUS",), it.object))
    retrying = [
        last for row in rows if row.attributes.get("STATUS") == "RETRYING" and (last := f.moment(row, "LSTMSG"))
    ]
    return f.put is not None and any(
        not f.before(f.put.moved(CLOSE), last) and not f.before(last, f.put.moved(-CLOSE)) for last in retrying
    )


def _went_to_protection_errors(f: Facts, it: Taken) -> bool:
    """Something was put since the put to the queue for messages that break a policy of Advanced Message Security."""
    rows = f.estate.newest(f.estate.of(it.queue_manager, DEPTH, PROTECTION_ERRORS))
    since = [row for row in rows if f.put is None or not _surely(f.before_put(row, "LPUT"))]
    return any(f.number(row, "CURDEPTH") for row in since)


def _dead_lettered_then(f: Facts, it: Taken) -> bool:
    """The dead-letter queue of the queue manager was put to in the seconds of the put, or holds what came since: one of
    those may be this message, whatever refused it."""
    dead = f.dead_letter_queue(it.queue_manager) if it.queue_manager else None
    if f.put is None or it.object == dead or (it.queue_manager, it.object) in f.first:
        return False
    if not dead:
        return f.estate.manager(it.queue_manager, "DEADQ").lost
    since = [row for row in f.statuses(it.queue_manager, dead) if f.since_put(row, "LPUT")]
    held = [row for row in since if f.number(row, "CURDEPTH") and not f.before(f.put.moved(LATER), _oldest(f, row))]
    return bool(held or f.last_puts(it.queue_manager, dead))


def _is_of_before(f: Facts, it: Taken) -> bool:
    """A capture shows an older last put of the queue that the application puts to than another, which has that of the
    seconds of the put."""
    last = [row for at in f.first if at[0] == it.queue_manager for _, _, row in f.last_puts(*at)]
    older = [one for row in last for one in f.statuses(row.queue_manager, row.name) if "LPUT" in one.times
             and one.times["LPUT"] < row.times["LPUT"]]  # fmt: skip
    return any(one.file == it.object for one in older) and all(row.file != it.object for row in last)


def _exit_named(f: Facts, it: Taken) -> bool:
    """Either end of the channel names a message exit."""
    rows = [row for manager in f.managers for row in f.estate.of(manager, ("CHANNEL",), it.object)]
    return any(row.attributes.get("MSGEXIT") for row in rows)


def _was_resolved(f: Facts, it: Taken) -> bool:
    return bool(f.estate.done(it.queue_manager, it.object, ("RESOLVE", "RESET")))


def _worked_since(f: Facts, it: Taken) -> bool:
    """The receiving end of a channel shows a session or a message after the capture of the sending end."""
    for hop in f.legs:
        if hop.manager != it.queue_manager or it.object not in (hop.xmitq, *hop.channels):
            continue
        looks = [row for row in f.newest_looks if row.queue_manager == hop.manager]
        for name in hop.channels:
            ends = _receiver_status(f, hop, name)
            times = [f.moment(row, stem) for row in ends for stem in ("CHSTA", "LSTMSG")]
            if any(f.before(f.capture(look), time) for look in looks for time in times):
                return True
            begun = (
                [] if _ran(f, hop, name) else [row for row in ends if row.attributes.get("STATUS") == checks.RUNNING]
            )
            if any(_is_new_session(f, look, row) for look in looks for row in begun):
                return True
    return False


def _has_changed(f: Facts, it: Taken) -> bool:
    """A channel worked since its state was seen, or the queue manager was started since the put: that ends the handles
    that were there. A channel that was stopped is stopped after it, too."""
    return _worked_since(f, it) or (it.attribute in OF_A_RUN and _was_restarted(f, it))


def _ran(f: Facts, hop: Hop, name: str) -> bool:
    """Whether the sending end of a channel shows a session."""
    return any(row.attributes.get("STATUS") == checks.RUNNING for row in f.channel_rows(hop, name))


def _is_new_session(f: Facts, look: Row, row: Row) -> bool:
    """Whether a session of the receiving end is not known to be older than a look at the sending end, which shows none.

    Where both were looked at within minutes an old session that nobody has ended yet is the usual reason.
    """
    made, seen = f.capture(look), f.capture(row)
    known = f.before(made, seen) or f.before(seen, made)
    is_later = bool(f.before(made, seen, LATER)) if known else True
    return is_later and not f.before(f.moment(row, "CHSTA"), made)


def _still_retrying(f: Facts, it: Taken) -> bool:
    """A receiving channel on the way is PAUSED, so it tries to put a message again; or an exit decides how long."""
    ways = [hop for hop in f.legs if hop.partner == it.queue_manager]
    names = {None, *(name for hop in ways for name in hop.channels)}
    senders = {None, "", *(hop.manager for hop in ways)}
    rows = [row for row in f.estate.of(it.queue_manager, ("CHSTATUS",)) if row.attributes.get("CHLTYPE") in RECEIVERS]
    rows = [row for row in rows if row.attributes.get("RQMNAME") in senders and (row.name in names or len(names) == 1)]
    newest = f.estate.newest(rows)
    exits = any(row.attributes.get("MREXIT") for row in _receiver_rows(f, it.queue_manager))
    return exits or bool(checks.paused(newest))


def _reports_asked(f: Facts, it: Taken) -> bool:
    """The report options ask for the message to be sent back or discarded."""
    return bool(f.request.sent_back or f.request.discarded)


def _had_another_way(f: Facts, it: Taken) -> bool:
    """Since the put something was put to the default transmission queue, if it shows its last put at all."""
    rows = [row for row in f.statuses(it.queue_manager, it.value) if "LPUT" in row.times]
    return bool(f.put and rows and all(f.before_put(row, "LPUT") for row in rows))


def _is_member(f: Facts, it: Taken) -> bool:
    """Whether the records of another queue manager show this one in their cluster."""
    records = [row for one in f.estate.managers for row in f.estate.of(one, ("CLUSQMGR", "QCLUSTER"))]
    return any(it.queue_manager in (row.name, row.attributes.get("CLUSQMGR")) for row in records)


REFUTED: dict[str, Callable[[Facts, Taken], bool]] = {
    "COMMITTED": _unit_open, "NO_DOUBT": _in_doubt, "PUT_OK": _refusal_shown, "NO_EXPIRY": _may_expire,
    "NOT_CLEARED": _was_cleared, "NO_RESTART": _was_restarted, "NOT_MOVED": _is_read, "NO_EXIT": _exit_named,
    "NOT_RESOLVED": _was_resolved, "FITS": _too_long, "AUTHORISED": _dead_lettered_then,
    "NO_AMS": _went_to_protection_errors, "NOT_LOST": _broke_after_it,
    "AFTER": _is_of_before,
    "STANDS": _has_changed, "NOTHING_SINCE": _worked_since, "NO_REPORT_OPTIONS": _reports_asked,
    "NOT_XMITQ": _may_send_on,
    "DEFAULT_WAY": _had_another_way, "NO_CLUSTER": _is_member, "SETTLED": _still_retrying,
    "NOT_SWITCHED": _was_switched,
}  # fmt: skip
"""The evidence that argues against an assumption, by its key."""


# Signs --------------------------------------------------------------------------------------------------------------


def sign(f: Facts, it: Literal) -> list:
    """The lines that speak for a literal: a depth above 0, a last get after the arrival, a refusing state."""
    find = SIGNS.get(it.what)
    return find(f, it) if find else []


def refusing_queue(f: Facts, manager: str | None, queue: str | None) -> str | None:
    """The queue of those that a put goes through that refuses it, as far as one alone shows that.

    Where none refuses any more and one of several was altered since, that may be the one, or not: null. Where nothing
    shows which, the one that the application named.
    """
    names = _names(f, Literal("accepted", manager, queue))
    shut = [name for name, rows in names if any(row.attributes["PUT"] == "DISABLED" for row in rows)]
    if shut or any(_full_rows(f, manager, queue)):
        return shut[0] if shut else queue
    if _is_short(f, Literal("refused_long", manager, queue)):
        return queue
    if any(_altered_since(f, row) for _, rows in names for row in rows):
        return queue if len({name for name, _ in names}) == 1 else None
    is_first = queue is None and manager == f.request.queue_manager
    return f.request.queue if is_first or (manager, queue) in f.first else queue


def _deep(f: Facts, it: Literal) -> list:
    hop = _serves(f, it)
    if hop and hop.shared:  # its depth counts messages for other queue managers too
        rows = [row for name in hop.channels for row in f.estate.newest(f.channel_rows(hop, name))]
        return [row.place("XQMSGSA") for row in rows if (f.number(row, "XQMSGSA") or 0) > 0]
    rows = f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object))
    if hop and not any("CURDEPTH" in row.attributes for row in rows):
        # Nobody showed its depth: then channels that do not run speak for messages that wait.
        return list(dict.fromkeys(line for proof, lines in channel_down(f, it) for line in lines))
    return [row.place("CURDEPTH") for row in rows if (f.number(row, "CURDEPTH") or 0) > 0 and f.after(row)]


def _taken_since(f: Facts, it: Literal) -> list:
    """The last get, where the evidence does not show it to be from before the message; else a reader. Of a shared
    queue, no one's."""
    if f.is_shared(it.queue_manager, it.object):
        return []
    rows = f.statuses(it.queue_manager, it.object)
    got = [row.place("LGETTIME") for row in rows if (last := f.moment(row, "LGET")) and not _is_old(f, row, last)]
    readers = [row.place("IPPROCS") for row in f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object))
               if f.number(row, "IPPROCS")]  # fmt: skip
    # Of a message without a put time a reader shows only where it has just read.
    lately = any(f.before(f.capture(row), last.moved(QUARTER)) for row in rows if (last := f.moment(row, "LGET")))
    return got or (readers if f.put or (lately and not f.is_shared(it.queue_manager, it.object)) else [])


def _is_old(f: Facts, row: Row, moment: Moment) -> bool:
    """Whether a moment is before the put; where that was not said, long before the capture of its row."""
    return bool(f.before(moment, f.put) if f.put else f.before(moment, f.capture(row), QUARTER))


def _doubtful(f: Facts, it: Literal) -> list:
    hop = _serves(f, it)
    rows = [row for name in hop.channels for row in f.estate.of(hop.manager, ("CHSTATUS",), name)] if hop else []
    return [row.place("INDOUBT") for row in rows if row.attributes.get("INDOUBT") == "YES"]


def _shut(f: Facts, it: Literal) -> list:
    shut = [row.place("PUT") for _, rows in _names(f, it) for row in rows if row.attributes["PUT"] == "DISABLED"]
    shut += [line for name, _ in _names(f, it) for _, lines in _was(f, f.displays(it.queue_manager, name), "PUT",
                                                                    "DISABLED") for line in lines]  # fmt: skip
    return shut or _never_put(f, it)


def _never_put(f: Facts, it: Literal) -> list:
    """Nothing was put to the queue since the message: the last put, and the alteration that may have cured it."""
    if f.put is None or not it.object:
        return []
    last = [row.place("LPUTTIME") for row in f.statuses(it.queue_manager, it.object) if f.before_put(row, "LPUT")]
    rows = [*f.estate.newest(f.displays(it.queue_manager, it.object)), *(row for _, of in _names(f, it) for row in of)]
    altered = [row.place("ALTTIME") for row in rows if _altered_since(f, row)]
    return [*last, *dict.fromkeys(altered)] if last or (altered and it.queue_manager == f.request.queue_manager) else []


def _is_short(f: Facts, it: Literal) -> list:
    """What a queue, or a channel that serves it, takes is short."""
    hop = _serves(f, it) if it.what == "unsendable" else None
    names = [(hop.manager, "CHANNEL", name) for name in hop.channels] if hop else []
    names += [(hop.partner, "CHANNEL", name) for name in hop.channels] if hop and hop.partner else []
    rows = [row for manager, type_, name in names for row in f.estate.of(manager, (type_,), name)]
    rows += [] if it.what == "unsendable" else f.displays(it.queue_manager, it.object)
    return [row.place("MAXMSGL") for row in f.estate.newest(rows)
            if 0 < (f.number(row, "MAXMSGL") or 0) < USUAL_LENGTH]  # fmt: skip


def _dead_letter_lines(f: Facts, it: Literal) -> list:
    """The dead-letter queue has messages; where the time of its last put is kept, that is not before the message."""
    if not it.object:
        return []
    rows = f.estate.newest(f.statuses(it.queue_manager, it.object))
    last_puts = [(row, last) for row in rows if (last := f.moment(row, "LPUT"))]
    since = [row for row, last in last_puts if not _is_old(f, row, last)]
    deep = [row.place("LPUTTIME") for row in since if (f.number(row, "CURDEPTH") or 0) > 0]
    return deep if last_puts or f.put is None else _deep(f, it)


def reply_rows(f: Facts) -> list[Row]:
    """The queues where the message, or a report of it, may have come back to: at the queue manager of the put, off its
    way, with messages put since."""
    origin = f.request.queue_manager
    rows = f.estate.newest([row for row in f.estate.of(origin, ("QSTATUS",)) if (f.number(row, "CURDEPTH") or 0) > 0])
    known = {*f.first, *f.hops, (origin, f.dead_letter_queue(origin) if origin else None)}
    named = [row for row in rows if (origin, row.name) not in known and not (row.name or "").startswith("SYSTEM.")]
    return [row for row in named if not f.before_put(row, "LPUT")]


def _returned_lines(f: Facts, it: Literal) -> list:
    """The last put to a queue where the message may have come back to, where that is not before the message; where no
    last put is shown, the messages of the only such queue."""
    rows = reply_rows(f)
    last_puts = [(row, last) for row in rows if (last := f.moment(row, "LPUT"))]
    since = [row.place("LPUTTIME") for row, last in last_puts if not _is_old(f, row, last)]
    return since or ([rows[0].place("CURDEPTH")] if len(rows) == 1 and not last_puts else [])


def _ran_out(f: Facts, it: Literal) -> list:
    """A known expiry, or a cap, that was over before a queue on the way was looked at, or that queue without it."""
    over = [line for _, lines in expired_by_then(f, it) for line in lines]
    life = f.request.expiry if f.request.expiry and f.request.expiry > 0 else None
    if over or f.put is None or not has_a_life(f, it):
        return over
    rows = f.estate.newest(f.estate.of(it.queue_manager, DEPTH, it.object))
    empty = [row for row in rows if row.attributes.get("CURDEPTH") == "0"
            and (life is None or not f.before(f.capture(row), f.put.moved(life / 10)))]  # fmt: skip
    lines = [*(row.place("CURDEPTH") for row in empty), *(line for _, lines in dump_lacks(f, it) for line in lines)]
    return [*dict.fromkeys(lines), *expiry_caps(f, _way_to(f, it))] if lines else []


def _is_full(f: Facts, it: Literal) -> list:
    full_ = [place for row, other in _full_rows(f, it.queue_manager, it.object)
            for place in (row.place("CURDEPTH"), other.place("MAXDEPTH"))]  # fmt: skip
    return full_ or _never_put(f, it)


def _at_the_end(f: Facts, it: Literal) -> list:
    """The lines that show where a name leads."""
    return [place for route in f.routes if route.end.queue == it.object for place in route.end.places]


def _open_unit(f: Facts, it: Literal) -> list:
    rows = f.estate.newest(f.statuses(it.queue_manager, it.object))
    return [row.place("UNCOM") for row in rows if row.attributes.get("UNCOM", "NO") not in NONE_OPEN]


def _copy_shut(f: Facts, it: Literal) -> list:
    return [place for proof, lines in copy_refused(f, it) for place in (*lines, *proof.lines)]


def _structure_failure_lines(f: Facts, it: Literal) -> list:
    found = coupling_facility.failed_structure(f.estate, it.queue_manager, it.object, None)
    return found.places if found else []


def _cleared_lines(f: Facts, it: Literal) -> list:
    return [line for _, lines in cleared_then(f, it) for line in lines]


def _break_lines(f: Facts, it: Literal) -> list:
    """What a log shows of the channel, which broke as the message was sent."""
    broke = f.against.get("NOT_LOST", {}).get(it.queue_manager)
    return list(broke.places) if broke else []


def _paused_lines(f: Facts, it: Literal) -> list:
    """A receiving end of a channel on the way that waits to put a message again."""
    ends = [row for hop in f.legs if hop.partner == it.queue_manager for name in hop.channels
            for row in f.estate.newest(_receiver_status(f, hop, name))]  # fmt: skip
    return [row.place("STATUS") for row in checks.paused(ends)]


def _in_a_circle(f: Facts, it: Literal) -> list:
    return [place for route in f.routes if route.end.is_circle for place in route.end.places]


SIGNS: dict[str, Callable[[Facts, Literal], list]] = {
    "stays": _deep, "stays_behind": _deep, "got": _taken_since, "doubt": _doubtful, "refused_put": _shut,
    "refused_full": _is_full, "refused_name": _at_the_end, "uncommitted": _open_unit, "held": _open_unit,
    "circle": _in_a_circle, "refused_copy": _copy_shut, "refused_structure": _structure_failure_lines,
    "refused_topic": _at_the_end,
    "refused_long": _is_short, "unsendable": _is_short, "expires": _ran_out,
    **dict.fromkeys(DEAD_LETTERED, _dead_letter_lines),
    "cleared": _cleared_lines, "breaks": _break_lines, "restart": _start_lines,
    "retrying": _paused_lines, RETURNED: _returned_lines,
}  # fmt: skip
"""What supports a literal, by its kind."""
__all__ = ["BY_LITERAL", "OBSERVATIONS", "REFUTED", "SIGNS", "Observation", "is_refuted", "sign", "strikes"]
