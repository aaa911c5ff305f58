"""Verdicts at the end of a route: the destination, or where the definitions lead nowhere."""

from __future__ import annotations

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import signs
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.matter import Matter, Verdict, unknown
from mqforensics.questions.walk.signs import Sign
from mqforensics.questions.walk.undelivered import undeliverable
from mqforensics.questions.walk.way import DESTINATION, NOWHERE, UNDEFINED, Need
from mqforensics.questions.walk.words import UNKNOWN


def at_the_end(matter: Matter) -> Verdict:
    """The verdict for a message that no transmission queue holds."""
    end = matter.route.end
    at = end.manager, end.queue
    if end.kind == UNDEFINED:
        need = Need(end.manager, f"DISPLAY QCLUSTER('{end.queue}')")
        return Verdict("NOT_DEFINED", f"{end.said}, where it is said to have been put.", end.evidence, need.line, at)
    if end.kind == NOWHERE:
        return _nowhere(matter)
    if end.kind != DESTINATION:
        return unknown(f"{matter.label} cannot be followed further: {end.said}.", end.evidence, end.need, at)
    refuses = signs.refuses(matter.world, matter.route)
    if refuses.holds and matter.route.hops:
        return undeliverable(matter, matter.route.hops[-1], refuses)
    if refuses.holds:
        said = f"{refuses.said}. A put fails there at once and its application is told: the message was not accepted."
        return unknown(said, refuses.evidence, Need(end.manager, f"DISPLAY QSTATUS('{end.queue}') TYPE(QUEUE) ALL"), at)
    return _arrived(matter, refuses)


def _nowhere(matter: Matter) -> Verdict:
    route, end = matter.route, matter.route.end
    places = [place for stop in route.stops for place in stop.evidence]
    places += [place for hop in route.hops for place in hop.partner_evidence] + end.evidence
    said, command = f"{matter.label} cannot arrive: {end.said}.", None
    queue = signs.dead_letter_queue(matter.world, end.manager) if end.manager != route.manager else Fact()
    if queue.value:
        said += f" Look for it on {queue.value}, the dead-letter queue of {end.manager}."
        places, command = [*places, *queue.evidence], f"amqsbcg {queue.value} {end.manager}"
    command = command or Need(route.manager, f"DISPLAY QUEUE('{route.queue}') ALL").line
    return Verdict("REMOTE_DEFINITION_WRONG", said, places, command, (end.manager, end.queue))


def _arrived(matter: Matter, refuses: Sign) -> Verdict:
    end = matter.route.end
    at, named = (end.manager, end.queue), f"{end.queue} at {end.manager}"
    depth = signs.depth(matter.world, end.manager, end.queue)
    gets = matter.mail.calls
    if gets:
        places = [Evidence(get["file"], None, get["number"]) for get in gets]
        by = gets[0].get("application") or "an application"
        said = f"{matter.label} was taken from {named} by {by}: a trace has the MQGET."
        return Verdict("CONSUMED", said, places, f"amqsbcg {end.queue} {end.manager}", at)
    some = depth.says(signs.positive)
    if refuses.holds is None or some is None:
        need = refuses.need or Need(end.manager, f"DISPLAY QLOCAL('{end.queue}') PUT CURDEPTH MAXDEPTH")
        said = f"{matter.label} has left every transmission queue that was looked at; {refuses.said}."
        return unknown(said, [*refuses.evidence, *depth.evidence], need, at)
    return _there(matter, depth, refuses) if some else _gone(matter, depth)


def _there(matter: Matter, depth: Fact, refuses: Sign) -> Verdict:
    end = matter.route.end
    at, named, browse = (end.manager, end.queue), f"{end.queue} at {end.manager}", f"amqsbcg {end.queue} {end.manager}"
    if matter.request.msg_id:
        told = "its dump does not hold this one" if end.queue in matter.mail.dumped else "there is no dump of them"
        said = f"{named} has messages ({depth.text('CURDEPTH')}), but {told}."
        return Verdict(UNKNOWN, said, depth.evidence, browse, at)
    said = f"{matter.label} is on its destination {named}: {refuses.said}."
    return Verdict("DELIVERED", said, [*depth.evidence, *refuses.evidence], browse, at)


def _gone(matter: Matter, depth: Fact) -> Verdict:
    end, world = matter.route.end, matter.world
    at, named = (end.manager, end.queue), f"{end.queue} at {end.manager}"
    taken, backout = signs.taken(world, *at), world.fact(end.manager, ("QLOCAL",), end.queue, "BOQNAME")
    places = [*depth.evidence, *taken.evidence]
    if not taken.holds:
        return unknown(f"{named} can take messages and is empty; {taken.said}.", places, taken.need, at)
    if backout.value and signs.depth(world, end.manager, backout.value).says(signs.positive) is not False:
        said = f"{named} is empty ({taken.said}); its backout queue {backout.value} may hold the message."
        return Verdict(UNKNOWN, said, [*places, *backout.evidence], f"amqsbcg {backout.value} {end.manager}", at)
    need = Need(end.manager, f"DISPLAY QSTATUS('{end.queue}') TYPE(HANDLE) APPLTAG USERID CONNAME")
    said = f"{matter.label} was taken from {named}: {taken.said}, and nothing is left on it."
    return Verdict("CONSUMED", said, places, need.line, at)
