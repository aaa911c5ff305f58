"""Who takes messages from a queue, what keeps them from it, and whether what its status shows goes back far enough.

Sources: documentation, "DISPLAY QSTATUS", "DISPLAY CONN", "Triggering channels"; last puts and gets are not kept over a
restart of the queue manager, nor are non-persistent messages of a queue with NPMCLASS(NORMAL).
"""

from __future__ import annotations

from collections.abc import Mapping

from mqforensics.objects import sentences
from mqforensics.objects.absence import no_queue, proof
from mqforensics.objects.check import Check
from mqforensics.objects.checks import UNKNOWN_NAME, depth, is_shared
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import DEPTH, QUEUES, Estate
from mqforensics.objects.fact import LATELY, Fact, Row, Span, distinct, number, positive

MONITORED = ("LOW", "MEDIUM", "HIGH")
"""MONQ of a queue that keeps the times of its last put and get."""
UNITS = "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE NE NONE) APPLTAG PID USERID UOWSTDA UOWSTTI UOWLOGDA UOWLOGTI"
"""Since when which programs have an open unit of work, and since when it is in the log."""
EXCLUSIVE, SHARED = "EXCL", "SHARED"
"""The values of INPUT of a handle that takes messages."""
FEW = 5
SLOW = 1
"""The code of a check that finds readers that are slow."""
WAITED = LATELY.total_seconds()
"""So old, in seconds, is a message that waits for long."""


def initiation(estate: Estate, manager: str, name: str) -> Check:
    """Whether an initiation queue is known to tell nobody; `code` 2085 where it is not defined."""
    gone = [] if estate.of(manager, QUEUES, name) else no_queue(estate.absences(manager), name)
    if gone:
        return Check(True, sentences.PROCESS_NOT_DEFINED, [one.place for one in gone], code=UNKNOWN_NAME)
    readers = estate.fact(manager, DEPTH, name, "IPPROCS")
    return Check(readers.value == "0", sentences.NO_PROGRAM_READS_IT.format(readers=readers.text()), readers.places)


def nobody_reads(estate: Estate, manager: str, queue: str, at: Span | None = None) -> Check:
    """Whether nobody is known to take messages from a queue, `said`: why, as sentences."""
    get = estate.fact(manager, QUEUES, queue, "GET")
    if get.value == "DISABLED":
        look = mqsc("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", queue, on=manager)
        return Check(True, sentences.NOTHING_CAN_BE_GOT.format(queue=queue, get=get.text()), get.places, look)
    readers = estate.fact(manager, DEPTH, queue, "IPPROCS", at)
    if readers.value != "0":
        return Check(False)
    if is_shared(estate, manager, queue):  # a member shows its own readers
        return Check(False)
    told = nobody_triggers(estate, manager, queue)
    for ask in (unstartable, no_trigger_yet, too_low) if not told.holds else ():
        if (why := ask(estate, manager, queue)).holds:
            told = Check(True, f" {why.said}.", why.places, why.next)
            break
    said = sentences.NO_READER.format(queue=queue, readers=readers.text(), told=told.said)
    return Check(True, said, distinct([*readers.places, *told.places]), told.next)


def nobody_triggers(estate: Estate, manager: str, queue: str) -> Check:
    """Whether a queue triggers by an initiation queue that nobody is known to read; `said` is a sentence more."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if "TRIGGER" in row.attributes]
    named = estate.fact_of(rows, "INITQ")
    found = initiation(estate, manager, named.value) if named.value else Check(False)
    if not found.holds:
        return Check(False)
    look = mqsc("DISPLAY QLOCAL({}) IPPROCS CURDEPTH", named.value, on=manager)
    return Check(
        True,
        sentences.TRIGGERS_BY_INITQ.format(named=named.value, found=found.said),
        [*named.places, *found.places],
        look,
    )


def unstartable(estate: Estate, manager: str, queue: str) -> Check:
    """Whether a queue that is to trigger a program starts none: it is switched off, or has no process; `said`: why."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if row.attributes.get("USAGE") != "XMITQ"]
    process, start, kind = (estate.fact_of(rows, key) for key in ("PROCESS", "INITQ", "TRIGTYPE"))
    off = [row.place("NOTRIGGER") for row in rows if "NOTRIGGER" in row.attributes]
    if not start.value:
        return Check(False)
    if off and kind.value == "DEPTH" and process.value:
        said = sentences.HAS_TRIGGERED_BY_DEPTH.format(queue=queue)
        look = mqsc("DISPLAY QLOCAL({}) TRIGTYPE TRIGDPTH INITQ PROCESS ALTDATE ALTTIME", queue, on=manager)
        look += mqsc("ALTER QLOCAL({}) TRIGGER", queue, on=manager)
        return Check(True, said, [*off, *kind.places, *start.places, *process.places], look)
    if off or not any("TRIGGER" in row.attributes for row in rows):
        return Check(False)
    if process.value == "":
        look = mqsc("DISPLAY PROCESS(*) APPLTYPE APPLICID", on=manager)
        return Check(True, sentences.NO_PROCESS, process.places, look)
    gone = [] if not process.value or estate.of(manager, ("PROCESS",), process.value) else proof(
        estate.absences(manager), ("PROCESS",), process.value
    )  # fmt: skip
    said = sentences.TRIGGERED_PROCESS_NOT_DEFINED.format(process=process.text())
    look = mqsc("DISPLAY PROCESS(*) APPLTYPE APPLICID", on=manager) if gone else []
    return Check(bool(gone), said if gone else "", [*process.places, *(one.place for one in gone)], look)


def no_trigger_yet(estate: Estate, manager: str, queue: str) -> Check:
    """Whether what is on a queue does not make it trigger, by its TRIGTYPE and TRIGDPTH; `said`: why."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if "TRIGGER" in row.attributes]
    kind, least = (estate.fact_of(rows, key) for key in ("TRIGTYPE", "TRIGDPTH"))
    deep = estate.fact(manager, DEPTH, queue, "CURDEPTH")
    if kind.value == "NONE":
        return Check(True, sentences.TRIGGERS_NOTHING.format(queue=queue), kind.places)
    if kind.value == "DEPTH" and None not in (deep.number(), least.number()) and deep.number() < least.number():
        said = sentences.TRIGGERS_FROM_DEPTH.format(queue=queue, least=least.value, deep=deep.text())
        return Check(True, said, distinct([*kind.places, *least.places, *deep.places]))
    return Check(False)


def too_low(estate: Estate, manager: str, queue: str) -> Check:
    """Whether what is on a queue may not make it trigger, by its TRIGMPRI; `said`: why."""
    rows = [row for row in estate.newest(estate.of(manager, QUEUES, queue)) if "TRIGGER" in row.attributes]
    priority = estate.fact_of(rows, "TRIGMPRI")
    if priority.says(positive):
        said = sentences.TRIGGERS_FROM_PRIORITY.format(queue=queue, priority=priority.value)
        return Check(True, said, priority.places)
    return Check(False)


def held_up(estate: Estate, manager: str, queue: str, at: Span | None = None) -> Check:
    """Whether the messages on a queue wait for long although somebody has it open, `said`: why, as sentences.

    None of them is committed, or its readers get none of them, or get them late. An old message that others overtake,
    as a reply that nobody waits for any more, is none of these.
    """
    rows = [row for row in estate.newest(estate.of(manager, ("QSTATUS",), queue)) if estate.after(row, at)]
    deep, open_ = depth(estate, manager, queue, at), estate.fact(manager, DEPTH, queue, "IPPROCS", at)
    uncom, age, waits = (estate.fact_of(rows, key) for key in ("UNCOM", "MSGAGE", "QTIME"))
    if not rows or not deep.says(positive) or is_shared(estate, manager, queue):
        return Check(False)
    if (uncom.number() or 0) >= (deep.number() or 0) and all(
        _is_long_before_capture(estate, row, "LPUT") is True for row in rows
    ):
        said = sentences.ALL_MAY_BE_UNCOMMITTED.format(uncom=uncom.text())
        whose = units(estate, manager)
        said += sentences.OPEN_UNITS.format(whose=", ".join(whose)) if whose else ""
        look = handles_command(manager, queue) if whose else units_command(estate, manager)
        lines = [row.place("LPUTTIME") for row in rows]
        return Check(True, said, [*deep.places, *uncom.places, *lines], look)
    if not open_.says(positive) or (age.number() or 0) < WAITED:
        return Check(False)
    said, look = sentences.OLDEST_HAS_WAITED.format(age=age.value), handles_command(manager, queue)
    places = [*deep.places, *open_.places, *age.places]
    if uncom.value in ("NO", "0") and all(_only_put(estate, row) for row in rows):
        whose = open_by(estate, manager, queue)
        by = sentences.OPEN_BY.format(whose=whose.said) if whose.holds else ""
        said += sentences.OPEN_BUT_NONE_GOT.format(open=open_.text(), by=by)
        look = units_command(estate, manager) if whose.holds else look
        lines = [*places, *(row.place("LGETTIME") for row in rows), *whose.places]
        return Check(True, said, lines, look)
    if recent(waits) >= WAITED * 1e6:
        said += sentences.LATELY_WAITED_AS_LONG.format(waits=waits.text(), open=open_.text())
        return Check(True, said, [*places, *waits.places], look, code=SLOW)
    return Check(False)


def _only_put(estate: Estate, row: Row) -> bool:
    """Whether a status shows puts to its queue long after the last get, and not that these have ended, too."""
    put, got = row.times.get("LPUT"), row.times.get("LGET")
    goes_on = (
        put is not None
        and (got is None or put - got >= LATELY)
        and _is_long_before_capture(estate, row, "LPUT") is not True
    )
    return goes_on and long_since_a_get(estate, row)


def recent(fact: Fact) -> int:
    """The more recent of a pair of numbers of monitoring, times in millionths of a second; 0 where none is in the
    evidence."""
    return number((fact.value or "").split(",")[0]) or 0


def _is_long_before_capture(estate: Estate, row: Row, stem: str) -> bool | None:
    """Whether the last put or get of a status was a quarter of an hour before it or longer ago; None: not shown."""
    return estate.moment(row, stem).before(estate.captured(row), LATELY) if stem in row.times else None


def long_since_a_get(estate: Estate, row: Row) -> bool:
    """Whether a status shows that nothing was got from its queue lately, or ever, while messages were put."""
    return never_got(row) or _is_long_before_capture(estate, row, "LGET") is True


def never_got(row: Row) -> bool:
    """Whether a status that shows puts shows no get."""
    return row.attributes.get("LGETDATE") == "" and bool(row.attributes.get("LPUTDATE"))


def never_put(row: Row) -> bool:
    """Whether a status of a queue that is monitored shows no put since its queue manager started."""
    return row.attributes.get("LPUTDATE") == "" and row.attributes.get("MONQ") in MONITORED


def units(estate: Estate, manager: str | None) -> list[str]:
    """The programs that are known to have an open unit of work, and since when."""
    rows = [row.attributes for row in estate.newest(estate.of(manager, ("CONN",)))]
    open_ = {(one.get("APPLTAG"), one.get("UOWSTDA"), one.get("UOWSTTI")) for one in rows
             if one.get("UOWSTATE") == "ACTIVE" and one.get("APPLTAG")}  # fmt: skip
    named = [
        sentences.PROGRAM_SINCE.format(name=name, day=day, time=time) if day and time else name
        for name, day, time in open_
    ]
    return sorted(named)[:FEW]


def restart_since(estate: Estate, manager: str | None, at: Span | None) -> Check:
    """Whether the queue manager was started after a moment; None where the clock of its start leaves that open."""
    rows = [row for row in estate.newest(estate.of(manager, ("QMSTATUS",))) if "START" in row.times]
    since = {at.before(estate.moment(row, "START")) for row in rows} if at else set()
    if not since or False in since:
        return Check(False)
    known = since == {True}
    perhaps, clock = ("", "") if known else (sentences.PERHAPS, sentences.ZONE_IS_UNKNOWN)
    said = sentences.MANAGER_STARTED_SINCE.format(
        manager=manager, perhaps=perhaps, start=rows[0].times["START"], clock=clock
    )
    return Check(known or None, said, [row.place("STARTTI") for row in rows])


def deep_enough(estate: Estate, manager: str, queue: str) -> bool:
    """Whether a queue holds as many messages as trigger its reader."""
    rows = estate.newest(estate.of(manager, QUEUES, queue))
    deep, least = estate.fact(manager, DEPTH, queue, "CURDEPTH"), estate.fact_of(rows, "TRIGDPTH").number() or 1
    by_depth = estate.fact_of(rows, "TRIGTYPE").value == "DEPTH"
    return deep.says(positive) is True and (not by_depth or (deep.number() or 0) >= least)


def units_command(estate: Estate, manager: str | None) -> list[Command]:
    """The command that shows open units of work."""
    if estate.zos(manager):
        return mqsc("DISPLAY THREAD(*) TYPE(INDOUBT)", on=manager)
    return mqsc(UNITS, on=manager)


def handles_command(manager: str | None, queue: str | None) -> list[Command]:
    """The command that shows who has a queue open."""
    text = "DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG USERID CONNAME INPUT"
    return mqsc(text, queue, on=manager)


def open_by(estate: Estate, manager: str | None, queue: str | None, *inputs: str) -> Check:
    """Who is known to have a queue open for input, in one of these ways; `said`: their names, each with the way."""
    rows = estate.newest(estate.of(manager, ("HANDLE",), queue))
    rows = [row for row in rows if row.attributes.get("INPUT") in (inputs or (EXCLUSIVE, SHARED))]
    reads = [row for row in rows if row.attributes.get("APPLTAG")]
    names = dict.fromkeys(f"{row.attributes['APPLTAG']} ({_way(row.attributes)})" for row in reads)
    return Check(bool(reads), ", ".join([*names][:FEW]), [row.place("APPLTAG") for row in reads])


def _way(handle: Mapping[str, str]) -> str:
    shown = ("USERID", "CONNAME", "CHANNEL", "PID", "INPUT")
    return ", ".join(f"{key}({handle[key]})" for key in shown if handle.get(key))
