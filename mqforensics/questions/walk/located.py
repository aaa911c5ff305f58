"""Verdicts on a message that a dump or a trace shows: the message itself, or dead letters for its destination."""

from __future__ import annotations

from mqforensics.questions.walk import signs
from mqforensics.questions.walk.letters import AT_SENDER, Letter, commonest
from mqforensics.questions.walk.matter import Matter, Verdict, unknown
from mqforensics.questions.walk.signs import Sign
from mqforensics.questions.walk.waiting import on_xmitq
from mqforensics.questions.walk.way import DESTINATION, Need


def itself(matter: Matter) -> Verdict | None:
    """Where the message with the id asked for lies, or what came back of it."""
    back = matter.mail.returned()
    if back:
        places = [place for letter in back for place in letter.evidence]
        said = f"{matter.label} could not be delivered: an exception report on it is on {back[0].queue}"
        browse = f"amqsbcg {back[0].queue} {matter.route.manager}"
        return Verdict("RETURNED_TO_SENDER", f"{said} (feedback {back[0].feedback}).", places, browse)
    found = matter.mail.itself()
    return _found(matter, found[0]) if found else None


def _found(matter: Matter, letter: Letter) -> Verdict:
    places, queue, end = letter.evidence, letter.queue, matter.route.end
    hop = next((hop for hop in matter.route.hops if hop.xmitq == queue), None)
    if hop and (letter.on_xmitq or queue != end.queue):
        return on_xmitq(matter, hop, Sign(True, f"it is in the dump of {queue}", places))
    if end.kind == DESTINATION and queue == end.queue:
        said = f"{matter.label} is on its destination {queue} at {end.manager}."
        return Verdict("DELIVERED", said, places, f"amqsbcg {queue} {end.manager}", (end.manager, queue))
    if end.kind == DESTINATION and queue:
        backout = matter.world.fact(end.manager, ("QLOCAL",), end.queue, "BOQNAME")
        if backout.value == queue:
            said = f"{matter.label} was rolled back by its reader: it is on {queue}, the backout queue of {end.queue}"
            need = Need(end.manager, f"DISPLAY QLOCAL('{end.queue}') BOTHRESH BOQNAME")
            cited = [*places, *backout.evidence]
            return Verdict("BACKED_OUT", f"{said} at {end.manager}.", cited, need.line, (end.manager, queue))
    said = f"{matter.label} is in a dump of {queue or 'a queue that is not named'}, which its route does not explain."
    return unknown(said, places, Need(end.manager, f"DISPLAY QUEUE('{queue or '*'}') ALL"))


def dead_letters(matter: Matter) -> list[Letter]:
    """The dead letters of the most frequent reason that may be the message."""
    request = matter.request
    return commonest(matter.mail.dead(matter.route, request.persistence, bool(request.msg_id)))


def dead(matter: Matter, letters: list[Letter]) -> Verdict | None:
    """The verdict that dead letters give; None without any."""
    if not letters:
        return None
    first, end, places = letters[0], matter.route.end, [place for letter in letters for place in letter.evidence]
    two = None if matter.request.msg_id else _also_arrived(matter)
    if two:
        said = f"There are messages on {end.queue} and dead letters for it; only a message id tells which is meant."
        need = Need(end.manager, f"DISPLAY QLOCAL('{end.queue}') CURDEPTH PUT")
        return unknown(said, [*places, *two.evidence], need, (end.manager, end.queue))
    sending = first.reason in AT_SENDER
    at = matter.route.manager if sending else end.manager or matter.route.manager
    cited = [*places, *signs.dead_letter_queue(matter.world, at).evidence, *_refused(matter)]
    need = Need(at, f"DISPLAY QUEUE('{first.destination}') PUT CURDEPTH MAXDEPTH MAXMSGL")
    code = "ON_SENDER_DLQ" if sending else "ON_DLQ"
    return Verdict(code, _said(matter, letters, at), cited, need.line, (at, first.queue))


def _said(matter: Matter, letters: list[Letter], at: str) -> str:
    first, count = letters[0], sum(letter.count for letter in letters)
    many = f"{count} messages" if count > 1 else "a message"
    order = f"; the header is {first.byte_order}-endian" if first.byte_order else ""
    queue = first.queue or "(its dump does not name it)"
    return (
        f"{matter.label} is on the dead-letter queue {queue} of {at}: {first.said} "
        f"({many} for {first.destination} at {first.destination_manager}{order})."
    )


def _refused(matter: Matter) -> list:
    refuses = signs.refuses(matter.world, matter.route) if matter.route.end.kind == DESTINATION else None
    return refuses.evidence if refuses and refuses.holds else []


def _also_arrived(matter: Matter) -> Sign | None:
    end = matter.route.end
    if end.kind != DESTINATION or signs.refuses(matter.world, matter.route).holds is not False:
        return None
    depth = signs.depth(matter.world, end.manager, end.queue)
    return Sign(True, "", depth.evidence) if depth.says(signs.positive) else None
