"""Who takes messages from a queue, what keeps them from it, and whether what its status tells goes back far enough.

Sources: documentation, "DISPLAY QSTATUS", "DISPLAY CONN", "Triggering channels"; last puts and gets are not kept over a
restart of the queue manager, nor are non-persistent messages of a queue with NPMCLASS(NORMAL).
"""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects.absence import no_queue
from mqforensics.objects.checks import UNKNOWN_NAME, Check, shared
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import DEPTH, QUEUES, Estate
from mqforensics.objects.fact import Row, Span, distinct, positive

OFF, OF_MANAGER = ("OFF", "NONE"), "QMGR"
FEW = 5


def initiation(estate: Estate, manager: str, name: str) -> Check:
    """Whether an initiation queue is shown to tell nobody; `code` 2085 where it is not defined."""
    gone = [] if estate.of(manager, QUEUES, name) else no_queue(estate.absences(manager), name)
    if gone:
        return Check(True, "which is not defined", [one.place for one in gone], code=UNKNOWN_NAME)
    readers = estate.fact(manager, DEPTH, name, "IPPROCS")
    return Check(readers.value == "0", f"which no program reads ({readers.text()})", readers.places)


def unread(estate: Estate, manager: str, queue: str, at: Span | None = None) -> Check:
    """Whether nobody is shown to take messages from a queue, `said`: why, as sentences."""
    get = estate.fact(manager, QUEUES, queue, "GET")
    if get.value == "DISABLED":
        look = mqsc("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", queue, on=manager)
        return Check(True, f"Nothing can be got from {queue} ({get.text()}).", get.places, look)
    readers = estate.fact(manager, DEPTH, queue, "IPPROCS", at)
    if readers.value != "0":
        return Check(False)
    if shared(estate, manager, queue):  # a member tells of its own readers
        return Check(False)
    told, why = untriggered(estate, manager, queue), unmet(estate, manager, queue)
    told = told if told.holds or not why.holds else Check(True, f" {why.said}.", why.places)
    said = f"No program has {queue} open for input ({readers.text()}).{told.said}"
    return Check(True, said, distinct([*readers.places, *told.places]), told.next)


def untriggered(estate: Estate, manager: str, queue: str) -> Check:
    """Whether a queue triggers by an initiation queue that nobody is shown to read; `said` is a sentence more."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if "TRIGGER" in row.attributes]
    named = estate.fact_of(rows, "INITQ")
    found = initiation(estate, manager, named.value) if named.value else Check(False)
    if not found.holds:
        return Check(False)
    look = mqsc("DISPLAY QLOCAL({}) IPPROCS CURDEPTH", named.value, on=manager)
    return Check(True, f" It triggers by INITQ({named.value}), {found.said}.", [*named.places, *found.places], look)


def unmet(estate: Estate, manager: str, queue: str) -> Check:
    """Whether what lies on a queue does not make it trigger, by its TRIGTYPE, TRIGDPTH and TRIGMPRI; `said`: why."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if "TRIGGER" in row.attributes]
    kind, least, priority = (estate.fact_of(rows, key) for key in ("TRIGTYPE", "TRIGDPTH", "TRIGMPRI"))
    deep = estate.fact(manager, DEPTH, queue, "CURDEPTH")
    if kind.value == "NONE":
        return Check(True, f"{queue} triggers nothing: TRIGTYPE(NONE)", kind.places)
    if kind.value == "DEPTH" and None not in (deep.number(), least.number()) and deep.number() < least.number():
        said = f"{queue} triggers from a depth of {least.value} on (TRIGTYPE(DEPTH)), and has {deep.text()}"
        return Check(True, said, distinct([*kind.places, *least.places, *deep.places]))
    if priority.says(positive):
        said = f"{queue} triggers only for TRIGMPRI({priority.value}) and above, which its messages may not have"
        return Check(True, said, priority.places)
    return Check(False)


def units(estate: Estate, manager: str | None) -> list[str]:
    """The programs that are shown to have an open unit of work."""
    open_ = [row for row in estate.newest(estate.of(manager, ("CONN",))) if row.attributes.get("UOWSTATE") == "ACTIVE"]
    return sorted({row.attributes.get("APPLTAG") for row in open_} - {None, ""})[:FEW]


def unmonitored(estate: Estate, manager: str | None, queue: str | None) -> Check:
    """Whether last puts and gets of a queue are shown not to be kept, because they are not monitored."""
    own = estate.fact(manager, (*QUEUES, "QSTATUS"), queue, "MONQ")
    own = estate.fact(manager, ("QSTATUS",), queue, "MONQ") if own.conflict else own
    told = estate.manager(manager, "MONQ") if own.value in (OF_MANAGER, None) else own
    return Check(told.value in OFF, told.text(), told.places)


def restarted(estate: Estate, manager: str | None, at: Span | None) -> Check:
    """Whether the queue manager is shown to have been started after a moment."""
    rows = [row for row in estate.newest(estate.of(manager, ("QMSTATUS",))) if "START" in row.times]
    if at is None or not rows or not all(at.before(estate.moment(row, "START")) is True for row in rows):
        return Check(False)
    said = f"{manager} was started since ({rows[0].times['START']:%Y-%m-%d %H:%M:%S} by its clock)"
    return Check(True, said, [row.place("STARTTI") for row in rows])


def up_since(estate: Estate, status: Row, at: Span, margin: timedelta) -> bool:
    """Whether the queue manager of a status is shown to have been up from a moment until the status was captured.

    By its start, or by the last put or get of any queue from before the moment, which it would not have kept.
    """
    rows = [row for row in estate.of(status.queue_manager, ("QMSTATUS", "QSTATUS")) if not estate.later(status, row)]
    kept = [(row, stem) for row in rows for stem in ("START", "LPUT", "LGET") if stem in row.times]
    return any(estate.moment(row, stem).before(at, margin) is True for row, stem in kept)


def monitored_since(estate: Estate, manager: str, queue: str, at: Span, margin: timedelta) -> bool:
    """Whether no alteration since a moment can have switched the monitoring of a queue on, as far as is shown."""
    rows = estate.newest(estate.of(manager, QUEUES, queue))
    own = estate.fact_of(rows, "MONQ")
    rows = rows + estate.newest(estate.of(manager, ("QMGR",))) if own.value in (OF_MANAGER, None) else rows
    return all(estate.moment(row, "ALT").before(at, margin) is True for row in rows if row.altered)


def deep_enough(estate: Estate, manager: str, queue: str) -> bool:
    """Whether a queue holds as many messages as trigger its reader."""
    rows = estate.newest(estate.of(manager, QUEUES, queue))
    deep, least = estate.fact(manager, DEPTH, queue, "CURDEPTH"), estate.fact_of(rows, "TRIGDPTH").number() or 1
    by_depth = estate.fact_of(rows, "TRIGTYPE").value == "DEPTH"
    return deep.says(positive) is True and (not by_depth or (deep.number() or 0) >= least)
