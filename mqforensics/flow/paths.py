"""Every way that the life of a message can have gone, from its put to the moment of the answer.

The resolution of names gives the route, or several; at each queue and each channel of it the laws say what can have
happened. Paths of one hop share the way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqforensics.flow import observations
from mqforensics.flow.facts import STAGING, Facts
from mqforensics.flow.model import Law, Literal, Path, Place, endings, laws
from mqforensics.flow.possible import kinds
from mqforensics.objects import coupling_facility
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION, NOWHERE, OPEN, TOPIC, UNDEFINED, End, Hop, Route

XMITQ, QUEUE, DLQ, GONE, APPLICATION, BEYOND = (
    "transmission queue", "destination", "dead-letter queue", "gone", "application", "beyond"
)  # fmt: skip
STAGED = "staging queue"
BATCH, CHANNEL = "batch in doubt", "channel"
REFUSED = ("refused_put", "refused_full", "refused_long", "refused_user")
AT_PUT = {
    "refused_put": "put_refused_inhibited", "refused_full": "put_refused_full", "refused_long": "put_refused_too_long",
    "refused_user": "put_refused_not_authorised", "refused_copy": "put_refused_copy",
    "refused_structure": "put_refused_structure",
}  # fmt: skip
AT_ARRIVAL = {
    "refused_put": "arrives_inhibited", "refused_full": "arrives_full", "refused_long": "arrives_too_long",
    "refused_user": "arrives_not_authorised", "refused_copy": "arrives_copy_fails",
    "refused_structure": "arrives_structure_failed",
}  # fmt: skip
RETRIED = ("refused_put", "refused_full")
"""The refusals that a receiving channel tries again."""
ENDS = {"GONE": GONE, "BEYOND": BEYOND, "IN_BATCH": BATCH}
"""The kind of place that a code is said of, by `places.csv`; of the others it is the queue at which the law begins."""
COMES = ("came", "stays")
"""What says of a path that the message comes to a queue."""
BY_CHANNEL = {"NO_DOUBT": True, "NOT_LOST": True, "NO_EXIT": True, "NOT_RESOLVED": True, "FITS": False}
"""The assumptions about the channel that takes the message, and whether the place is called by it.

Of several channels that serve one queue each may be the one.
"""
MOVED_TO = {"queue_protected": observations.PROTECTION_ERRORS}
"""By a law that moves the message to another queue of the queue manager, that queue."""
ABOUT = {"NO_RESTART": 1, "NO_RESTORE": 1}
"""How much of the thing an assumption names: only the queue manager."""


def ways(estate: Estate, request, routes: Sequence[Route]) -> list[Route]:
    """The routes, and those that go on where nobody showed what has a name (`Route.by_default`)."""
    name = request.queue, request.queue_manager, getattr(request, "object_queue_manager", None) or ""
    more = []
    for one in routes:
        if one.end.kind == OPEN and not one.end.instances:
            made = resolve(estate, *name, one.instance, one.moment, persistence=one.persistence, by_default=True)
            more += [made] if made.unshown else []
    return [*routes, *more]


def paths(f: Facts) -> list[Path]:
    """Every path of a request; the same one of two routes once."""
    found: dict[tuple, Path] = {}
    for route in f.routes:
        for path in _along(f, route):
            found.setdefault((path.laws, path.literals, path.needs, path.place), path)
    for path in _where_seen(f, list(found.values())):
        found.setdefault((path.laws, path.literals, path.needs, path.place), path)
    return [*found.values(), *_where_shown(f, list(found.values()))]


def comes_to(path: Path, manager: str | None, queue: str | None) -> bool:
    """Whether the message comes to a queue on a path; null where the evidence names no queue manager."""
    came = (it for it in path.literals if it.what in COMES)
    return any(it.object == queue and manager in (None, it.queue_manager) for it in came)


def _where_seen(f: Facts, every: Sequence[Path]) -> Iterator[Path]:
    """What can become of the message on a queue where a dump has it, and to which no known way leads."""
    ways = {(it.queue_manager, it.object) for path in every for it in path.literals if it.what in COMES}
    for one in f.sightings:
        manager = one.managers[0] if len(one.managers) == 1 else None
        if manager is None or not (one.is_there and (one.is_sure or one.is_near)):
            continue
        if (manager, one.queue) in ways:
            continue
        at = Literal("came", manager, one.queue)
        path = _law(f, Path((), ()), "seen_elsewhere", at._replace(what="seen_elsewhere"), at)
        if one.is_onward:
            hop = f.hops[manager, one.queue]
            yield from _at_xmitq(f, path, hop)
            made = _law(f, path, "sent", Literal("sent", manager, one.queue))
            made = _law(f, made, "sent_beyond", Literal("beyond", manager, one.queue))
            yield made.ends(Place(BEYOND, None, None), "UNKNOWN")
        elif one.reason is None:
            yield from _at_queue(f, path, manager, one.queue)
        else:
            yield from _dead_lettered(f, path, manager, one.queue, "dlq_stays", "seen_elsewhere")


def _where_shown(f: Facts, every: Sequence[Path]) -> Iterator[Path]:
    """A path to each place where the evidence shows what became of the message, and its route does not lead."""
    for one in f.became:
        if not any(one.fits(path) for path in every):
            at = Literal("seen_elsewhere", one.queue_manager, one.object)
            path = _law(f, Path((), ()), "seen_elsewhere", at)
            yield path.ends(Place(kinds()[one.code].place, one.queue_manager, one.object), one.code)


def _law(f: Facts, path: Path, key: str, *subjects: Literal, about: tuple = (None, None)) -> Path:
    """The path with one step more; where a queue that the message came to caps its expiry, nobody assumes that it has
    none."""
    law = laws()[key]
    if law.not_so == "NO_EXPIRY":
        came = [(it.queue_manager, it.object) for it in (*path.literals, *subjects)
                if it.what in ("came", "expires") and it.queue_manager and it.object]  # fmt: skip
        about = next((at for at in dict.fromkeys(came) if observations.expiry_caps(f, [at])), ())
    return path.with_step(law, *subjects, about=about[: ABOUT.get(law.not_so, 2)])


def _channels(hop: Hop) -> list[str]:
    """The channels that may have sent the message, or the transmission queue where none is known."""
    return [hop.name] if hop.name else [*hop.channels] or [hop.xmitq]


def _refusals(f: Facts, manager: str | None, queue: str | None) -> tuple[str, ...]:
    """The kinds of refusal that can be: a copy fails only where one must be made, a structure where one has failed."""
    must = f.estate.fact(manager, QUEUES, queue, "STRMQOS").value == "MUSTDUP"
    copied = must and bool(f.estate.fact(manager, QUEUES, queue, "STREAMQ").value)
    lost = coupling_facility.failed_structure(f.estate, manager, queue, None) is not None
    return (*REFUSED, *["refused_copy"] * copied, *["refused_structure"] * lost)


def _along(f: Facts, route: Route) -> Iterator[Path]:
    source, path = f.request.queue_manager, Path((), ())
    manager, names, cluster = route.queues(0)
    end = route.end
    yield _namesake(f, path, "put_at_namesake", source)
    if _chosen(route, 0) or (not route.hops and end.kind in (NOWHERE, UNDEFINED)):
        about = Literal("led_elsewhere", source)
        yield _law(f, path, "put_another_way", about).ends(Place(BEYOND, None, None), "UNKNOWN")
        asked = source, f.request.queue
        made = _law(f, path, "put_refused_elsewhere", Literal("refused_elsewhere", source), about=asked)
        yield made.ends(Place(APPLICATION, *asked), "PUT_REFUSED")
    if not route.hops and end.kind in (NOWHERE, UNDEFINED):
        if end.kind == UNDEFINED and observations.managers_with_queue(f, end.manager, end.queue):
            about = Literal("named_elsewhere", end.manager, end.queue)
            yield _law(f, path, "put_named_elsewhere", about).ends(Place(BEYOND, None, end.queue), "UNKNOWN")
        key = "put_refused_name" if end.kind == UNDEFINED else "put_misled"
        made = _law(f, path, key, Literal("refused_name", end.manager, end.queue))
        yield made.ends(Place(APPLICATION, end.manager, end.queue), laws()[key].code)
        return
    if not route.hops and end.kind == TOPIC and end.code:
        made = _law(f, path, "put_refused_topic", Literal("refused_topic", end.manager, end.queue),
                    about=(end.manager, end.queue))  # fmt: skip
        yield made.ends(Place(APPLICATION, end.manager, end.queue), "PUT_REFUSED")
    if not route.hops and end.kind != DESTINATION:
        at = end.manager, end.queue
        made = _law(f, path, "put_refused_inhibited", Literal("refused_put", *at), about=at)
        yield made.ends(Place(APPLICATION, *at), "PUT_REFUSED")
        made = _law(f, path, "put_rolled_back", Literal("accepted", *at), Literal("rolled_back", *at), about=at)
        yield made.ends(Place(APPLICATION, *at), "ROLLED_BACK")
        made = _law(f, path, "beyond", Literal("beyond", end.manager, end.queue))
        yield made.ends(Place(BEYOND, end.manager, end.queue), "UNKNOWN")
        return
    last = names[-1]
    _put_through(f, manager, names, cluster)
    if manager == source:
        f.first[manager, last] = None
    for what in _refusals(f, manager, last):
        made = _law(f, path, AT_PUT[what], Literal(what, manager, last), about=(manager, last))
        yield made.ends(Place(APPLICATION, manager, last), "PUT_REFUSED")
    accepted, came = Literal("accepted", manager, last), Literal("came", manager, last)
    open_ = accepted, came, Literal("uncommitted", manager, last)
    made = _law(f, path, "put_uncommitted", *open_, about=(manager, last))
    yield made.ends(Place(XMITQ if route.hops else QUEUE, manager, last), "UNCOMMITTED")
    made = _law(f, path, "put_rolled_back", accepted, Literal("rolled_back", manager, last), about=(manager, last))
    yield made.ends(Place(APPLICATION, manager, last), "ROLLED_BACK")
    made = _law(f, path, "put_delayed", Literal("delayed", manager, STAGING), about=(manager, STAGING))
    yield made.ends(Place(STAGED, manager, STAGING), "DELIVERED")
    gone = _law(f, made, "delayed_expires", Literal("expires", manager, STAGING))
    yield gone.ends(Place(GONE, manager, STAGING), "EXPIRED")
    # It comes to its queue later than what was looked at then, so it can have gone anywhere from there.
    later = _law(f, made, "delayed_arrives", came, about=(manager, STAGING))
    yield later.ends(Place(BEYOND, None, None), "UNKNOWN")
    path = _law(f, path, "put", accepted, came)
    for step, hop in enumerate(route.hops):
        yield from _at_xmitq(f, path, hop)
        path = _law(f, path, "sent", Literal("sent", hop.manager, hop.xmitq))
        if end.is_circle:
            made = _law(f, path, "sent_in_a_circle", Literal("circle", end.manager, end.queue))
            yield made.ends(Place(BEYOND, end.manager, end.queue), "REMOTE_DEFINITION_WRONG")
            return
        if hop.partner is None:
            made = _law(f, path, "sent_beyond", Literal("beyond", hop.manager, hop.xmitq))
            yield made.ends(Place(BEYOND, hop.partner, None), "UNKNOWN")
            return
        arrived = yield from _arrival(f, route, path, hop, step + 1)
        if arrived is None:
            return
        path = arrived
    if not route.hops and _sends_on(f, end):
        made = _law(f, path, "sent_beyond", Literal("beyond", end.manager, end.queue))
        yield made.ends(Place(BEYOND, None, None), "UNKNOWN")
    yield from _at_queue(f, path, end.manager, end.queue)


def _namesake(f: Facts, path: Path, key: str, manager: str | None) -> Path:
    """The message came to another queue manager of that name than the one that the displays are of."""
    made = _law(f, path, key, Literal("namesake", manager), about=(manager, None))
    return made.ends(Place(BEYOND, None, None), "UNKNOWN")


def _put_through(f: Facts, manager: str, names: list[str], cluster: list) -> None:
    """Notes what a put goes through; of instances that share a transmission queue no one decides for the others, but
    all do that take no puts."""
    _, known = f.puts.get((manager, names[-1]), ([], cluster))
    every = known if known == cluster else [*known, *cluster]
    is_shut = bool(known and cluster) and all(row.attributes.get("PUT") == "DISABLED" for row in every)
    f.puts[manager, names[-1]] = names, every if known == cluster or is_shut else []


def _chosen(route: Route, step: int) -> bool:
    """Whether definitions, or attributes of a queue manager, decided the way after so many transmission queues."""
    return any(stop.hop == step for stop in route.stops) or any(hop == step for hop, _, _ in route.chosen_by)


def _sends_on(f: Facts, end: End) -> bool:
    """Whether the end of a route is known to be a transmission queue, or its USAGE is lost: what comes there is sent
    on."""
    usage = f.estate.fact(end.manager, QUEUES, end.queue, "USAGE")
    is_served = end.queue is not None and bool(f.estate.servers(end.manager, end.queue))
    return usage.value == "XMITQ" or usage.lost or is_served


def _may_be_younger(f: Facts, manager: str | None, queue: str | None) -> bool:
    """Whether no display shows by itself that a queue was created before the put: what came earlier found no queue."""
    proofs = [one for row in f.displays(manager, queue) for one in f.before_put(row, "CR")]
    return bool(f.put) and all(one.rests for one in proofs)


def _at_queue(f: Facts, path: Path, manager: str | None, queue: str | None) -> Iterator[Path]:
    for law in endings(QUEUE):
        subjects, to = [Literal(what, manager, queue) for what in law.literals], MOVED_TO.get(law.key)
        subjects += [Literal("came", manager, to)] if to else []
        made = _law(f, path, law.key, *subjects, about=(manager, queue))
        yield made.ends(Place(_kind(law), manager, to or queue), law.code)


def _kind(law: Law) -> str:
    """The kind of place at which a law ends a path."""
    return ENDS.get(kinds()[law.code].place, law.start)


def _at_xmitq(f: Facts, path: Path, hop: Hop) -> Iterator[Path]:
    manager, queue = hop.manager, hop.xmitq
    channels = _channels(hop)
    for law in endings(XMITQ):
        subjects = [Literal(what, manager, queue) for what in law.literals]
        for name in channels if law.not_so in BY_CHANNEL else [queue]:
            made = _law(f, path, law.key, *subjects, about=(manager, name))
            yield made.ends(Place(_kind(law), manager, name if BY_CHANNEL.get(law.not_so) else queue), law.code)
    dead, unsent = f.estate.manager(manager, "DEADQ").value, Literal("unsendable", manager, queue)
    for name in channels if dead != "" else ():
        subjects = [unsent, Literal("dlq_of_sender", manager, dead or None)]
        made = _law(f, path, "xmitq_not_sendable", *subjects, about=(manager, name))
        yield from _dead_lettered(f, made, manager, dead, "sender_dlq_stays", made.laws[-1])


def _arrival(f: Facts, route: Route, path: Path, hop: Hop, step: int):
    """What can happen at a receiving end; gives the path of a message that it took, None where none goes on."""
    manager, names, cluster = route.queues(step)
    end, is_last = route.end, step == len(route.hops)
    yield _namesake(f, path, "arrives_at_namesake", hop.partner)
    if _chosen(route, step) or (is_last and end.kind in (NOWHERE, UNDEFINED)):
        about = Literal("led_elsewhere", hop.partner)
        yield _law(f, path, "put_another_way", about).ends(Place(BEYOND, None, None), "UNKNOWN")
    if is_last and end.kind in (NOWHERE, UNDEFINED):
        name, named = route.targets[-1] if route.targets else (end.queue, None)
        # Where it lacks the way to a queue manager that there is, the definition that names this one is right.
        is_misled = bool(route.stops) and end.queue not in f.estate.managers
        if is_misled and end.queue == named:
            made = _law(
                f, path, "arrives_without_way", Literal("no_way", hop.partner, named), about=(hop.partner, named)
            )
            yield made.ends(Place(BEYOND, None, None), "UNKNOWN")
        key = "arrives_misled" if is_misled else "arrives_unknown"
        made = _law(f, path, key, Literal("refused_name", end.manager, end.queue))
        yield from _paths_of_refusal(f, made, hop, end.manager or hop.partner, name, retried=False)
        return None
    if is_last and (end.kind != DESTINATION or _sends_on(f, end)):
        made = _law(f, path, "beyond", Literal("beyond", end.manager, end.queue))
        yield made.ends(Place(BEYOND, end.manager, end.queue), "UNKNOWN")
        return None
    last = names[-1]
    _put_through(f, manager, names, cluster)
    for what in _refusals(f, manager, last):
        made = _law(f, path, AT_ARRIVAL[what], Literal(what, manager, last))
        yield from _paths_of_refusal(f, made, hop, manager, last, what in RETRIED)
    if _may_be_younger(f, manager, last):
        made = _law(f, path, "arrives_too_early", Literal("not_there_yet", manager, last))
        yield from _paths_of_refusal(f, made, hop, manager, last, retried=False)
    return _law(f, path, "arrives", Literal("accepted", manager, last), Literal("came", manager, last))


def _paths_of_refusal(
    f: Facts, path: Path, hop: Hop, manager: str | None, queue: str | None, retried: bool
) -> Iterator[Path]:
    cause = path.laws[-1]
    at = Literal("", manager, queue)
    if retried:
        made = _law(f, path, "refused_retrying", at._replace(what="retrying"), about=(manager, None))
        yield made.ends(Place(CHANNEL, manager, queue), "RETRYING", cause)
    for key, kind in (("refused_returned", GONE), ("refused_discard_asked", GONE)):
        law = laws()[key]
        made = _law(f, path, key, at._replace(what=law.literals[0]), about=(f.request.queue_manager, f.request.queue))
        yield made.ends(Place(kind, manager, queue), law.code, cause)
    sending = [Literal(what, hop.manager, hop.xmitq) for what in ("nonpersistent", "fast")]
    no_dlq = Literal("no_dlq", manager, None)
    yield _law(f, path, "refused_discarded", *sending, no_dlq).ends(Place(GONE, manager, queue), "DISCARDED", cause)
    kept = [Literal("kept", hop.manager, hop.xmitq), no_dlq, Literal("stays_behind", hop.manager, hop.xmitq)]
    made = _law(f, path, "refused_kept", *kept)
    yield made.ends(Place(XMITQ, hop.manager, hop.xmitq), "WAITING_ON_XMITQ", cause)
    dead = f.dead_letter_queue(manager)
    f.puts.setdefault((manager, dead), ([dead], [])) if dead else None
    lettered = _law(f, path, "refused_dead_lettered", Literal("dlq", manager, dead))
    yield from _dead_lettered(f, lettered, manager, dead, "dlq_stays", cause)


def _dead_lettered(f: Facts, path: Path, manager: str | None, dead: str | None, stays: str, cause: str):
    """What becomes of a message that a channel put on a dead-letter queue; `stays`: the law of one that is there."""
    for law in endings(DLQ):
        if law.key == stays or _kind(law) != DLQ:
            subjects = [Literal(what, manager, dead) for what in law.literals]
            made = _law(f, path, law.key, *subjects, about=(manager, dead))
            yield made.ends(Place(_kind(law), manager, dead), law.code, cause)
