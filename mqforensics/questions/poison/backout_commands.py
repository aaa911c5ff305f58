"""The commands that fix a queue's way out, or that show what the case does not; those that look come first."""

from collections.abc import Iterable

from mqforensics.objects import new_queue
from mqforensics.objects.checks import UNKNOWN_NAME
from mqforensics.objects.commands import Command, mqsc, shell
from mqforensics.objects.puts import remedy
from mqforensics.questions.poison.poison_policy import CHANNEL, PoisonPolicy
from mqforensics.validation import is_name
from mqforensics.words import poison as words

SUGGESTED_THRESHOLD = 3
"""Deliveries that a queue is given which allows none, or any number."""
SHOWN = "BOTHRESH BOQNAME PUT CURDEPTH MAXDEPTH"
UNIT = "APPLTAG PID USERID UOWTYPE EXTURID UOWLOGDA UOWLOGTI"
NAME = 48
CHANNELS = 3
"""Of one transmission queue, so many are asked for."""


def collect(queue: str | None, queue_manager: str | None) -> list[Command]:
    """What to ask for when the case holds no definition of a queue."""
    dead = mqsc("DISPLAY QMGR DEADQ", on=queue_manager)
    if not is_name(queue):
        return mqsc(f"DISPLAY QLOCAL(*) WHERE(CURDEPTH GT 0) {SHOWN}", on=queue_manager) + dead
    show = mqsc(f"DISPLAY QLOCAL({{}}) {SHOWN}", queue, on=queue_manager)
    return show + mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", queue, on=queue_manager) + dead


def look_at_reader(queue: str | None, queue_manager: str | None, way: PoisonPolicy | None) -> list[Command]:
    """What shows why the reader of a transmission queue or of a dead-letter queue rolls back."""
    if way is None or way.keeper in (CHANNEL, None):
        serving = list(way.queue.estate.servers(queue_manager, queue))[:CHANNELS] if way and queue else []
        shown = (mqsc("DISPLAY CHSTATUS({}) ALL", name, on=queue_manager) for name in serving)
        every = mqsc("DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {}) ALL", queue, on=queue_manager)
        return [one for some in shown for one in some] or every
    return depth_command(way) if way.client.evidence else readers(way)


def in_doubt(queue_manager: str | None) -> list[Command]:
    """What shows which transactions are in doubt, and who has them."""
    listed = shell("dspmqtrn -m {}", queue_manager, on=queue_manager) if queue_manager else []
    return listed + mqsc(f"DISPLAY CONN(*) WHERE(UOWSTATE EQ PREPARED) {UNIT}", on=queue_manager)


def way_out(way: PoisonPolicy) -> list[Command]:
    """What gives a queue a threshold and a backout queue that takes messages."""
    queue, manager, threshold = way.queue.name, way.queue.queue_manager, way.queue.threshold or SUGGESTED_THRESHOLD
    named = _backout_queue(way)
    backout = named or _new_name(way)
    alter = mqsc(f"ALTER QLOCAL({{}}) BOTHRESH({threshold}) BOQNAME({{}})", queue, backout, on=manager)
    look = mqsc("DISPLAY QUEUE({}) ALL", backout, on=manager)
    define = look + new_queue.define(way.queue.estate, manager, backout, queue)
    if way.unsure:
        return list(way.refused.next)
    if not named:
        return mqsc("DISPLAY QLOCAL({}) BOTHRESH BOQNAME CURDEPTH", queue, on=manager) + define + alter
    changes = [] if way.queue.threshold else alter
    if not way.refused.holds:
        return mqsc("DISPLAY QUEUE({}) PUT CURDEPTH MAXDEPTH", backout, on=manager) + changes
    if way.refused.code == UNKNOWN_NAME:
        return define + changes
    return remedy(way.queue.estate, manager, way.boq)[1] + changes


def _backout_queue(way: PoisonPolicy) -> str | None:
    return "" if way.circles else way.queue.backout_queue


def _new_name(way: PoisonPolicy) -> str:
    return f"{way.queue.name[: NAME - 3]}_BO"


def proposal_note(way: PoisonPolicy, commands: Iterable[Command]) -> str:
    """That the name of a backout queue in commands is a proposal, as a sentence; nothing where the evidence has it."""
    name = _new_name(way)
    is_there = bool(_backout_queue(way)) or not any(f"'{name}'" in one.command for one in commands)
    return "" if is_there else words.PROPOSED_NAME.format(name=name)


def readers(way: PoisonPolicy) -> list[Command]:
    """What shows who reads a queue; where the evidence shows it, of what kind; where that is, too, whether messages
    wait."""
    if way.client.kind:
        return depth_command(way)
    if way.client.names:
        return mqsc("DISPLAY CHSTATUS(*) RAPPLTAG RPRODUCT CONNAME", on=way.queue.queue_manager)
    return mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", way.queue.name, on=way.queue.queue_manager)


def depth_command(way: PoisonPolicy) -> list[Command]:
    """What shows whether messages wait on a queue that programs read."""
    text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH IPPROCS"
    return mqsc(text, way.queue.name, on=way.queue.queue_manager)


def below(way: PoisonPolicy) -> tuple[str, list[Command]]:
    """What keeps a listener from stopping before the client moves the message, in words and as commands."""
    manager, port = way.queue.queue_manager, way.listener == "port"
    allowed, threshold = (way.retries or 0) - port, way.queue.threshold or 0
    look = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", way.queue.name, on=manager)
    if allowed < 1:
        setting = words.MAXIMUM_RETRIES if port else words.SEQUENTIAL_FAILURES
        return words.RAISE_RETRIES.format(setting=setting, threshold=threshold + port), look
    return "", look + mqsc(f"ALTER QLOCAL({{}}) BOTHRESH({allowed})", way.queue.name, on=manager)
