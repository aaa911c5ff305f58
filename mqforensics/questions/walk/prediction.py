"""What the channel does with a message that the destination cannot take, by the decision table of `delivery`."""

from __future__ import annotations

from collections.abc import Callable

from mqforensics.questions.delivery.fate import fate_of
from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import signs
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.matter import Matter
from mqforensics.questions.walk.way import DESTINATION, Hop
from mqforensics.questions.walk.words import UNKNOWN
from mqforensics.questions.walk.world import QUEUES

PUT_INHIBITED, Q_FULL = 2051, 2053
SENDER = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT")
RECEIVER = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT", "MRRTY", "MRTMR", "MREXIT")


def prediction(matter: Matter) -> tuple[str, list[Evidence]]:
    """What becomes of a message that comes to the destination, in words, and the lines; nothing where it is taken."""
    end, hops = matter.route.end, matter.route.hops
    reason = _reason(matter) if hops and end.kind == DESTINATION else None
    if reason is None:
        return "", []
    hop, world = hops[-1], matter.world
    sender = _known(matter, hop, signs.channel_fact, SENDER)
    receiver = _known(matter, hop, signs.receiver_fact, RECEIVER)
    queue = signs.dead_letter_queue(world, end.manager)
    manager = {"DEADQ": queue.value} if queue.known else {}
    fate = fate_of(matter.request.persistence, reason, _values(sender), _values(receiver), manager)
    cited = [at for fact in (*sender.values(), *receiver.values(), queue) for at in fact.evidence]
    told = "is not known" if fate.fate == UNKNOWN else f"is {fate.fate}"
    because = f" ({fate.because})" if fate.because else ""
    return f" What becomes of a message that comes to it {told}{because}.", cited


def _reason(matter: Matter) -> int | None:
    end, world = matter.route.end, matter.world
    if signs.refuses(world, matter.route).holds is not True:
        return None
    fact = world.fact(end.manager, QUEUES, end.queue, "PUT")
    return PUT_INHIBITED if fact.known and fact.value == "DISABLED" else Q_FULL


def _known(matter: Matter, hop: Hop, of: Callable[..., Fact], names: tuple[str, ...]) -> dict[str, Fact]:
    facts = {name: of(matter.world, hop, name) for name in names}
    return {name: fact for name, fact in facts.items() if fact.known}


def _values(facts: dict[str, Fact]) -> dict[str, str | None]:
    return {name: fact.value for name, fact in facts.items()}
