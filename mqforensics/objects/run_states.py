"""Whether a queue manager runs, as dspmq shows it on the host where it was asked."""

from datetime import datetime
from typing import NamedTuple

from mqforensics.objects import sentences
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place

STATES = (
    ("running elsewhere", sentences.ANOTHER_HOST),
    ("running as standby", sentences.STANDBY_ONLY),
    ("replica", sentences.REPLICA_ONLY),
    ("ended", sentences.NOT_THERE),
    ("ending", sentences.WAS_ENDING),
    ("quiescing", sentences.WAS_ENDING),
    ("starting", sentences.WAS_STARTING),
)
"""How a STATUS of dspmq begins with which no client gets in there, and what it says."""


class RunState(NamedTuple):
    """A queue manager that takes no clients where dspmq was asked; `at`: when that was, in UTC, where the evidence
    shows it."""

    status: str
    meaning: str
    at: datetime | None
    place: Place


def run_states(estate: Estate) -> dict[str, RunState]:
    """The queue managers that the newest displays show with one status, with which no client gets in."""
    found = {name: _run_state(estate, name) for name in estate.managers}
    return {name: one for name, one in found.items() if one}


def _run_state(estate: Estate, name: str) -> RunState | None:
    shown = estate.fact(name, ("QMSTATUS",), ..., "STATUS")
    meaning = next((told for word, told in STATES if (shown.value or "").lower().startswith(word)), None)
    if meaning is None:
        return None
    first, last = estate.captured(shown.seen[-1].row)
    return RunState(shown.value, meaning, last if first == last else None, shown.seen[-1].place)
