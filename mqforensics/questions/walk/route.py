"""The way of a message through definitions: which queues, transmission queues and channels, and where it ends.

Names are resolved as a queue manager does it: first at the one where the message is put, then again at each one that a
channel leads to. Nothing is assumed: where a definition is not in the evidence, the route ends in a question.
"""

from mqforensics.questions.walk.links import travel
from mqforensics.questions.walk.names import named_manager, named_queue
from mqforensics.questions.walk.way import NOWHERE, End, Found, Route
from mqforensics.questions.walk.world import World

LONGEST = 32
"""No route has more links; one that has runs in a circle."""


def route(world: World, queue: str, manager: str) -> Route:
    """Follow `queue` from `manager` as far as the evidence goes."""
    way = Route(queue, manager)
    at, found, been = manager, Found(queue, ""), set()
    while way.end is None:
        state = at, found.queue, found.manager, found.xmitq
        if state in been or len(been) > LONGEST:
            cited = [place for stop in way.stops for place in stop.evidence]
            way.end = End(NOWHERE, at, found.queue, f"the definitions lead in a circle back to {at}", cited)
            return way
        been.add(state)
        if found.xmitq:
            at, found = travel(world, way, at, found)
        elif found.manager in ("", at):
            found = named_queue(world, way, at, found.queue)
        else:
            found = named_manager(world, way, at, found)
        way.end = found.end
    return way
