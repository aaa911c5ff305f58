"""The commands that mend a queue's way out, or that tell what the case does not; those that look come first."""

from mqforensics.objects import new_queue
from mqforensics.objects.commands import Command, is_name, mqsc
from mqforensics.objects.commands import browse as browse
from mqforensics.questions.poison.definitions import FULL, NOT_THERE, PUT_INHIBITED
from mqforensics.questions.poison.ways import Way

SUGGESTED_THRESHOLD = 3
"""Deliveries that a queue is given which allows none, or any number."""
SHOWN = "BOTHRESH BOQNAME PUT CURDEPTH MAXDEPTH"
NAME = 48


def collect(queue: str | None, queue_manager: str | None) -> list[Command]:
    """What to ask for when the case holds no definition of a queue."""
    dead = mqsc("DISPLAY QMGR DEADQ", on=queue_manager)
    if not is_name(queue):
        return mqsc(f"DISPLAY QLOCAL(*) WHERE(CURDEPTH GT 0) {SHOWN}", on=queue_manager) + dead
    show = mqsc(f"DISPLAY QLOCAL({{}}) {SHOWN}", queue, on=queue_manager)
    return show + mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", queue, on=queue_manager) + dead


def way_out(way: Way) -> list[Command]:
    """What gives a queue a threshold and a backout queue that takes messages."""
    queue, manager, threshold = way.queue.name, way.queue.queue_manager, way.queue.threshold or SUGGESTED_THRESHOLD
    backout = way.queue.backout_queue or f"{queue[: NAME - 3]}_BO"
    zos = way.queue.estate.zos(manager)
    alter = mqsc(f"ALTER QLOCAL({{}}) BOTHRESH({threshold}) BOQNAME({{}})", queue, backout, on=manager, zos=zos)
    look = mqsc("DISPLAY QUEUE({}) ALL", backout, on=manager, zos=zos)
    define = look + new_queue.define(way.queue.estate, manager, backout, queue, zos)
    if not way.queue.backout_queue:
        return define + alter
    changes = [] if way.queue.threshold else alter
    if way.boq.reason == NOT_THERE:
        return define + changes
    if way.boq.reason == PUT_INHIBITED:
        why = mqsc("DISPLAY QLOCAL({}) PUT DESCR ALTDATE ALTTIME", backout, on=manager, zos=zos)
        return why + mqsc("ALTER QLOCAL({}) PUT(ENABLED)", backout, on=manager, zos=zos) + changes
    if way.boq.reason == FULL:
        who = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", backout, on=manager, zos=zos)
        grow = f"ALTER QLOCAL({{}}) MAXDEPTH({_double(way.boq.most)})"
        return who + mqsc(grow, backout, on=manager, zos=zos) + changes
    return changes or mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH", backout, on=manager, zos=zos)


def below(way: Way) -> tuple[str, list[Command]]:
    """What keeps a listener from stopping before the client moves the message, in words and as commands."""
    manager, port = way.queue.queue_manager, way.listener == "port"
    allowed, threshold = (way.retries or 0) - port, way.queue.threshold or 0
    look = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", way.queue.name, on=manager)
    if allowed < 1:
        setting = "Maximum retries" if port else "the number of sequential delivery failures"
        return f" In the application server, set {setting} to {threshold + port} or more.", look
    return "", look + mqsc(f"ALTER QLOCAL({{}}) BOTHRESH({allowed})", way.queue.name, on=manager)


def _double(most: int) -> int:
    return min(2 * max(most, 1), 999_999_999)
