"""What a case tells of its queues, read once for the table and for the findings."""

from typing import NamedTuple

from mqforensics.objects.of_case import estate
from mqforensics.questions.poison.clients import readers
from mqforensics.questions.poison.definitions import World
from mqforensics.questions.poison.ways import Place, Way, places, ways


class View(NamedTuple):
    """The queues of a case, and the way out of each under the names that it is found by."""

    world: World
    places: list[Place]

    @property
    def ways(self) -> list[Way]:
        """The way out of each queue, once."""
        return list({id(place.way): place.way for place in self.places}.values())


def seen(case, comparison: str) -> View:
    """Definitions, clients and the case's own settings put together."""
    known = World(estate(case))
    found = readers(known, case.calls if case.has("calls") else None)
    return View(known, places(known, ways(known, found, case.settings.get("poison"), comparison)))
