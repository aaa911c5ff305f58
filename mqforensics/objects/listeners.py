"""Which ports listeners are known to have: what called another one, called none in the evidence.

A listener that was started by hand or by inetd may have no status, so none in the evidence proves none that runs.
"""

from __future__ import annotations

from collections.abc import Iterable

from mqforensics.objects import sentences
from mqforensics.objects.absence import proof
from mqforensics.objects.check import Check
from mqforensics.objects.checks import RUNNING
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row, distinct

FEW = 3
"""So many listeners are named."""


def other_port(port: str | None, rows: Iterable[Row]) -> Check:
    """Whether a port that was called is none of a listener in the evidence; `said` is a sentence without its end."""
    shown = [row for row in rows if row.attributes.get("PORT")]
    ports = {
        sentences.LISTENER_HAS_PORT.format(
            name=row.name, queue_manager=row.queue_manager, port=row.attributes["PORT"]
        ): row
        for row in shown
    }
    if not port or not shown or any(row.attributes["PORT"] == port for row in shown):
        return Check(False)
    named = sentences.first_of([*ports], FEW, sentences.MORE_LISTENERS)
    said = sentences.NO_LISTENER_ON_PORT.format(port=port, named=named)
    return Check(True, said, [row.place("PORT") for row in [*ports.values()][:FEW]])


def on_port(estate: Estate, manager: str, port: str) -> Check:
    """What the status of listeners shows of a port that was called; `said`: blank where none is in the evidence."""
    rows = estate.newest(estate.of(manager, ("LSSTATUS",)))
    running = [row for row in rows if row.attributes.get("STATUS", RUNNING) == RUNNING]
    mine = [row for row in running if row.attributes.get("PORT") == port]
    if mine:
        return Check(
            True,
            sentences.LISTENS_ON_PORT.format(name=mine[0].name, manager=manager, port=port),
            [mine[0].place("PORT")],
        )
    if running:
        return other_port(port, running) if all(row.attributes.get("PORT") for row in running) else Check(None)
    none = [row.place("STATUS") for row in rows]
    none += [one.place for one in proof(estate.absences(manager), ("LSSTATUS",), "")]
    said = sentences.NO_LISTENER_KNOWN.format(manager=manager)
    return Check(bool(none), said if none else "", distinct(none))
