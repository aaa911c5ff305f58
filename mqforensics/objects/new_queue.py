"""A new queue with the limits of one that is there: what it must not have from that queue.

DEFINE … LIKE copies every attribute, those too that would shut the new queue, share it in a cluster, trigger something,
or double and expire its messages.
"""

from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import QUEUES, Estate

OWN = "PUT(ENABLED) GET(ENABLED) BOTHRESH(0) BOQNAME(' ') NOTRIGGER CLUSTER(' ') CLUSNL(' ')"
"""Attributes that every queue manager knows."""
WHERE_SHOWN = {"STREAMQ": "STREAMQ(' ')", "CAPEXPRY": "CAPEXPRY(NOLIMIT)", "CUSTOM": "CUSTOM(' ')"}
"""Those that not every queue manager knows: only where the queue shows a value."""


def own_attributes(estate: Estate, manager: str | None, like: str) -> str:
    """What a queue that is defined LIKE another must be given itself."""
    model = estate.of(manager, QUEUES, like)
    shown = {name: estate.fact_of(model, name) for name in WHERE_SHOWN}
    return " ".join([OWN, *(WHERE_SHOWN[name] for name, fact in shown.items() if fact.seen and fact.value != "")])


def define(estate: Estate, manager: str | None, name: str, like: str, zos: bool = False) -> list[Command]:
    """The command that defines a queue to put messages aside on."""
    text = f"DEFINE QLOCAL({{}}) LIKE({{}}) {own_attributes(estate, manager, like)}"
    return mqsc(text, name, like, on=manager, zos=zos)
