"""What a case shows of its queues, read once for the table and for the findings."""

from typing import NamedTuple

from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import dumps, estate, once
from mqforensics.questions.finding import Evidence
from mqforensics.questions.poison import log as logs
from mqforensics.questions.poison.clients import JMS, Reader, readers
from mqforensics.questions.poison.definitions import World
from mqforensics.questions.poison.poison_messages import by_client
from mqforensics.questions.poison.poison_policy import Place, PoisonPolicy, places, policies
from mqforensics.spark_compat import least, rows_of

LETTERS = 1000
"""Of so many queues the dead-lettered messages show who reads them."""


class View(NamedTuple):
    """The queues of a case, and the way out of each under the names that it is found by."""

    world: World
    places: list[Place]

    @property
    def ways(self) -> list[PoisonPolicy]:
        """The way out of each queue, once."""
        return list({id(place.way): place.way for place in self.places}.values())


def case_view(case, comparison: str) -> View:
    """Definitions, clients and the case's own settings put together."""
    known = World(estate(case))
    found = readers(known, case.calls if case.has("calls") else None)
    for place, one in [*_of_letters(case, known), *_of_logs(case)]:
        found.setdefault(place, []).append(one)
    return View(known, places(known, policies(known, found, case.settings.get("poison"), comparison)))


def may_show(case, view: View) -> bool:
    """Whether messages of the case were rolled back, or may have come as poison: a case without either costs no job."""
    back = {way.queue.backout_queue for way in view.ways}
    return any(one.rolled_back or one.poison or one.queue in back for one in dumps(case))


@once
def signs_of(case) -> list:
    """What the logs of a case show of poison messages; see `log.signs`."""
    return logs.signs(case) if case.has("log") else []


def _of_letters(case, world: World) -> list[tuple[tuple[str | None, str], Reader]]:
    """The JMS clients that dead-lettered messages show: of the queue that each was meant for, or that names it in
    BOQNAME."""
    if not any(one.poison for one in dumps(case)):
        return []
    letters = case.messages.where(by_client()).groupBy("dump_queue_manager", F.col("dlh.DestQName").alias("queue"))
    rows = letters.agg(least("file", "number").alias("at")).orderBy("dump_queue_manager", "queue")
    found = []
    for row in rows_of(rows.limit(LETTERS)):
        who = Reader(None, JMS, Evidence(row.at.file, number=row.at.number))
        naming = [
            one.name
            for one in world.queues
            if one.backout_queue == row.queue and row.dump_queue_manager in (None, one.queue_manager)
        ]
        found += [((row.dump_queue_manager, name), who) for name in naming or [row.queue]]
    return found


def _of_logs(case) -> list[tuple[tuple[str | None, str], Reader]]:
    return [
        ((sign.queue_manager, sign.queue), Reader(None, JMS, Evidence(sign.places[0].file, sign.places[0].line)))
        for sign in signs_of(case)
        if sign.queue and sign.message in logs.ARRIVED
    ]
