"""What becomes of a put of a name at a queue manager: which of its queues takes the message, or why none does."""

from __future__ import annotations

from typing import NamedTuple

from mqforensics.objects import checks, sentences
from mqforensics.objects.check import Check
from mqforensics.objects.commands import DEEPEST, Command, greater_depth, mqsc
from mqforensics.objects.estate import DEPTH, QUEUES, Estate
from mqforensics.objects.fact import Fact, Row, Span, number
from mqforensics.objects.readers import nobody_triggers, units, units_command
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION, NOWHERE, UNDEFINED, End, Hop, kind_of
from mqforensics.structures import MQXQH
from mqforensics.validation import is_name

DISPLAY = {
    2030: "DISPLAY QUEUE({}) MAXMSGL",
    2031: "DISPLAY QMGR MAXMSGL",
    2035: "DISPLAY AUTHREC PROFILE({}) OBJTYPE(QUEUE)",
    2048: "DISPLAY QUEUE({}) DEFPSIST TYPE",
    2051: "DISPLAY QUEUE({}) PUT DESCR ALTDATE ALTTIME",
    2053: "DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT",
    2056: "DISPLAY QSTATUS({}) TYPE(QUEUE) CURFSIZE CURMAXFS",
    2082: "DISPLAY QUEUE({}) TARGET TARGTYPE",
    2085: "DISPLAY QUEUE({}) TYPE",
    2087: "DISPLAY QUEUE({}) RQMNAME XMITQ",
    2192: "DISPLAY USAGE PSID(*)",
    2268: "DISPLAY QCLUSTER({}) CLUSQMGR PUT",
    2270: "DISPLAY QCLUSTER({}) CLUSQMGR CLUSTER",
}
OF_ZOS = (2192,)
"""Reasons that queue managers on other platforms have others for."""
OF_THE_SYSTEM = (2071, 2102, 2195)
"""Reasons of which no display shows more: the error log and failure reports of that time do."""
OF_NO_CHANNEL = (2016, 2033, 2034, 2036, 2079, 2080, 2094, 2194, 2216)
"""Reasons of gets, of another platform, of an object that is not a queue, and of options that no channel puts with."""
DISPLAY_ANY = "DISPLAY QUEUE({}) ALL"
NO_WAY = (2087, 2091, 2092, 2184, 2196, 2197, 2198, 2199)
"""Reasons of the way to another queue manager: its name, and the transmission queue, are looked for at the owner."""
OF_A_PUT = (2001, 2030, 2051, 2053, 2082, 2085, *NO_WAY)
"""Reasons of which displays show whether they would come again."""
OF_THE_BASE = (2030, 2053, 2056, 2192)
"""Reasons that a display of an alias or a remote queue does not explain: it has no depth, no length, no storage."""
NAMED = 5
"""So many queues of one backout queue are named."""
LONGEST_MESSAGE = 104_857_600
"""The highest MAXMSGL."""


class Put(NamedTuple):
    """A put: whether it is `refused`, the queues of the queue manager that it is opened through, its way out."""

    refused: Check
    names: list[str]
    hop: Hop | None
    """The transmission queue, where the message goes on to another queue manager."""
    rows: list[Row]
    """What shows these queues."""
    end: End | None = None
    """Where the name leads."""

    def after(self, estate: Estate, moment: Span) -> bool:
        """Whether all that shows these queues was surely captured after a moment."""
        return bool(self.rows) and all(estate.after(row, moment) for row in self.rows)

    def before(self, estate: Estate, moment: Span) -> bool:
        """Whether all of it was surely captured before a moment."""
        return bool(self.rows) and all(estate.captured(row).before(moment) for row in self.rows)


def put(estate: Estate, manager: str, queue: str, object_manager: str = "", length: int | None = None) -> Put:
    """The put of a message of `length` bytes to `queue` of `object_manager` (blank: wherever it is) at `manager`."""
    route = resolve(estate, queue, manager, object_manager)
    end, (_, names, cluster), hop = route.end, route.queues(0), next(iter(route.hops), None)
    if hop:
        length = length and length + MQXQH.length
    elif end.kind != DESTINATION and estate.of(manager, QUEUES, end.queue):
        names.append(end.queue)
    shown = [row for name in names for row in estate.newest(estate.of(manager, (*QUEUES, "QSTATUS"), name))]
    if hop or (names and end.kind == DESTINATION):
        return Put(checks.refuses(estate, manager, names, None, cluster, length), names, hop, shown, end)
    shut = checks.puts(estate, manager, names, None, cluster) if names else Check(None)
    if shut.holds:
        return Put(shut, names, None, shown, end)
    holds = True if end.kind in (NOWHERE, UNDEFINED) else None
    wrong = Check(holds, end.said, end.places, end.next, end.code, end.queue)
    return Put(wrong, names, None, shown or end.rows, end)


def display(reason: int, name: str | None, on: str | None, zos: bool | None = None, storage: str = "") -> list[Command]:
    """What shows of a queue or its queue manager why puts fail with a reason; `zos`: None where that is not known.

    `storage`: what shows the storage that holds it, where it is known which that is.
    """
    if reason in OF_THE_SYSTEM:
        return []
    zos = reason in OF_ZOS if zos is None else zos
    text = DISPLAY_ANY if reason in OF_ZOS and not zos else DISPLAY.get(reason, DISPLAY_ANY)
    text = storage if storage and zos and reason in OF_ZOS else text
    return mqsc(text, *[name] * text.count("{}"), on=on, zos=zos)


def queue_behind(estate: Estate, at: str | None, name: str | None, reason: int) -> str | None:
    """The queue to ask about a put of a name: what an alias or a remote queue leads to, where only that shows it."""
    if not at or not name or reason not in OF_THE_BASE:
        return name
    made = put(estate, at, name, at)
    return made.names[-1] if made.hop else made.end.queue if made.end.manager == at else name


def storage(estate: Estate, at: str | None, name: str | None) -> str:
    """The command that shows what holds a queue of z/OS, its structure or page set; blank where neither is in the
    evidence."""
    structure, page_set = (estate.fact(at, QUEUES, name, key).value for key in ("CFSTRUCT", "PSID"))
    if structure and is_name(structure) and estate.fact(at, QUEUES, name, "QSGDISP").value == "SHARED":
        return f"DISPLAY CFSTATUS('{structure}') TYPE(SUMMARY)"
    return f"DISPLAY USAGE PSID({page_set})" if number(page_set) is not None else ""


def remedy(estate: Estate, at: str, made: Put, length: int | None = None) -> tuple[str, list[Command]]:
    """What to do where a put to a queue of `at` is refused, as words and as commands; what looks comes first."""
    code, name = made.refused.code, made.refused.object
    shown = made.names[-1] if code == checks.UNKNOWN_BASE else name
    look = display(code, shown, on=at, zos=estate.on_zos(at), storage=storage(estate, at, shown))
    if code == checks.UNKNOWN_NAME:
        return sentences.DEFINE_IT, look
    if code == checks.PUT_INHIBITED:
        kinds = {kind_of(row) for row in estate.of(at, QUEUES, name)} - {None, "QUEUE"}
        change = mqsc(f"ALTER {kinds.pop()}({{}}) PUT(ENABLED)", name, on=at) if len(kinds) == 1 else []
        return sentences.ASK_WHY_DISABLED, look + change
    if code == checks.Q_FULL:
        return remedy_for_room(estate, at, name, made, look)
    if code == checks.TOO_BIG and length is not None:
        longest = sentences.LONGEST_MESSAGE.format(length=length)
        change = [] if made.hop else mqsc(f"ALTER QLOCAL({{}}) MAXMSGL({length})", name, on=at)
        if length > LONGEST_MESSAGE:
            return sentences.TOO_LONG_FOR_ANY_QUEUE.format(longest=longest), look
        return sentences.RAISE_MAXMSGL.format(longest=longest), look + change
    return "", made.refused.next or look


def room(estate: Estate, at: str, made: Put) -> int | None:
    """How many messages more the queue that takes a put has room for; None where the evidence does not show it."""
    name = made.names[-1] if made.names else None
    deep, most = checks.depth(estate, at, name).number(), estate.fact(at, QUEUES, name, "MAXDEPTH").number()
    return None if name is None or deep is None or most is None else max(most - deep, 0)


def remedy_for_room(estate: Estate, at: str, name: str, made: Put, look: list[Command]) -> tuple[str, list[Command]]:
    """What to do where a queue of `at` has too little room: what keeps it full comes before a higher MAXDEPTH."""
    if estate.fact(at, QUEUES, name, "GET").value == "DISABLED":
        why = mqsc("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", name, on=at)
        return sentences.ASK_WHY_GET_DISABLED, why
    if made.hop:
        return sentences.ASK_WHY_NOT_EMPTIED, checks.ask_channels(estate, at, name)
    deep, uncommitted = checks.depth(estate, at, name), estate.fact(at, ("QSTATUS",), name, "UNCOM")
    if uncommitted.number() and 2 * uncommitted.number() > (deep.number() or 0):
        return _open_unit_note(estate, at, name, uncommitted.text())
    readers = estate.fact(at, DEPTH, name, "IPPROCS")
    idle = nobody_triggers(estate, at, name)
    if readers.value == "0" and idle.holds:
        return sentences.READER_TO_BE_STARTED.format(idle=idle.said), idle.next
    most = estate.fact(at, QUEUES, name, "MAXDEPTH").number()
    advice = _of_backout(estate, at, name) or _readers(readers)
    if most is None or max(most, deep.number() or 0) >= DEEPEST:
        return f"{advice}. ", look
    change = mqsc(f"ALTER QLOCAL({{}}) MAXDEPTH({greater_depth(most, deep.number())})", name, on=at)
    return sentences.OR_RAISE_MAXDEPTH.format(advice=advice), look + change


def _of_backout(estate: Estate, at: str, name: str) -> str:
    """What to do where it is the backout queue of others: what comes there has failed, and often nobody reads it."""
    of = {row.name for row in estate.of(at, QUEUES) if row.attributes.get("BOQNAME") == name} - {name}
    if not of:
        return ""
    return sentences.IS_BACKOUT_QUEUE.format(named=sentences.first_of(sorted(of), NAMED))


def _readers(readers: Fact) -> str:
    if readers.number():
        return sentences.READERS_TAKE_TOO_LITTLE.format(readers=readers.text())
    return sentences.START_READER if readers.value == "0" else sentences.SEE_READER


def _open_unit_note(estate: Estate, at: str, name: str, told: str) -> tuple[str, list[Command]]:
    whose = units(estate, at)
    said = sentences.MOST_MAY_BE_UNCOMMITTED.format(told=told)
    said += sentences.PROGRAMS_WITH_OPEN_UNIT.format(whose=", ".join(whose)) if whose else ""
    users = mqsc("DISPLAY CONN(*) TYPE(HANDLE) WHERE(OBJNAME EQ {})", name, on=at)
    return said, users if whose else users + units_command(estate, at)
