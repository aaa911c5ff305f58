"""The commands that mend a queue's way out, or that tell what the case does not, ready to paste."""

import re

from mqforensics.questions.poison.definitions import FULL, NOT_THERE, PUT_INHIBITED
from mqforensics.questions.poison.ways import Way

SUGGESTED_THRESHOLD = 3
"""Deliveries that a queue is given which allows none, or any number."""
SHOWN = "BOTHRESH BOQNAME HARDENBO PUT CURDEPTH MAXDEPTH"
NAME = 48
ALLOWED = re.compile(r"[A-Za-z0-9._/%]{1,48}")
"""What a name may consist of; a dump can hold anything, a command that is pasted may not."""


def runmqsc(queue_manager: str | None, *commands: str) -> str:
    """MQSC commands, one a line, for the shell."""
    text = "\n".join(commands)
    return f'echo "{text}" | runmqsc {named(queue_manager)}'.rstrip()


def named(name: str | None) -> str:
    """A name that can be pasted; nothing for what cannot be one."""
    return name if name and ALLOWED.fullmatch(name) else ""


def collect(queue: str | None, queue_manager: str | None) -> str:
    """What to ask for when the case holds no definition of a queue."""
    if not named(queue):
        return runmqsc(queue_manager, f"DISPLAY QLOCAL(*) WHERE(CURDEPTH GT 0) {SHOWN}", "DISPLAY QMGR DEADQ")
    return runmqsc(
        queue_manager, f"DISPLAY QLOCAL('{queue}') {SHOWN}", f"DISPLAY QSTATUS('{queue}') TYPE(HANDLE) ALL",
        "DISPLAY QMGR DEADQ",
    )  # fmt: skip


def way_out(way: Way) -> str:
    """What gives a queue a threshold and a backout queue that takes messages."""
    queue, threshold = way.queue.name, way.queue.threshold or SUGGESTED_THRESHOLD
    backout = way.queue.backout_queue or f"{queue[: NAME - 3]}_BO"
    alter = f"ALTER QLOCAL('{queue}') BOTHRESH({threshold}) BOQNAME('{backout}')"
    define = f"DEFINE QLOCAL('{backout}') LIKE('{queue}') BOTHRESH(0) BOQNAME(' ') NOTRIGGER"
    if not way.queue.backout_queue:
        return runmqsc(way.queue.queue_manager, define, alter)
    opened = {
        NOT_THERE: (define,),
        PUT_INHIBITED: (f"ALTER QLOCAL('{backout}') PUT(ENABLED)",),
        FULL: (
            f"DISPLAY QLOCAL('{backout}') CURDEPTH MAXDEPTH",
            f"ALTER QLOCAL('{backout}') MAXDEPTH({_double(way.boq.most)})",
        ),
    }.get(way.boq.reason, ())
    changes = () if way.queue.threshold else (alter,)
    look = (f"DISPLAY QLOCAL('{backout}') PUT CURDEPTH MAXDEPTH",)
    return runmqsc(way.queue.queue_manager, *(opened + changes or look))


def below(way: Way) -> str:
    """What keeps a listener from stopping before the client moves the message: a threshold that it reaches."""
    allowed = (way.retries or 0) - (1 if way.listener == "port" else 0)
    if allowed < 1:
        needed = (way.queue.threshold or 0) + (1 if way.listener == "port" else 0)
        setting = "Maximum retries" if way.listener == "port" else "the sequential delivery failures that it tolerates"
        return f"# in the application server: set {setting} to {needed} or more"
    return runmqsc(way.queue.queue_manager, f"ALTER QLOCAL('{way.queue.name}') BOTHRESH({allowed})")


def browse(queue: str | None, queue_manager: str | None) -> str | None:
    """What shows the messages of a queue without taking them off."""
    return f"amqsbcg {queue} {named(queue_manager)}".rstrip() if named(queue) else None


def _double(most: int) -> int:
    return min(2 * max(most, 1), 999_999_999)
