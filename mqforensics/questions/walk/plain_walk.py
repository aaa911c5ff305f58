"""The walk itself, without Spark: requests, and what was gathered for each, in; verdicts out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mqforensics.flow.possible import Possible
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import Route
from mqforensics.questions.finding import Evidence, Finding, brief, without_capital
from mqforensics.questions.walk import identity, instances, model_verdict, verdict_details
from mqforensics.questions.walk.mail import ITSELF, Mail
from mqforensics.questions.walk.model_verdict import ModelAnswer
from mqforensics.questions.walk.next_commands import removed_by_browsing
from mqforensics.questions.walk.request import UNLIMITED, Request, typed_values, with_distinct_names
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdict_time import as_of
from mqforensics.questions.walk.verdicts import SEVERITY, UNKNOWN
from mqforensics.words import walk as said_of

QUESTION = "walk"


@dataclass
class Walk:
    """One walk: what it looked at, and its verdict."""

    trail: Inquiry
    verdict: Verdict
    told: ModelAnswer
    """The degree of the verdict, what it assumes, and every place on the way."""
    against: list[str] = field(default_factory=list)
    """What would contradict the verdict: nothing where nothing is claimed."""

    @property
    def request(self) -> Request:
        """What was asked, with what the evidence shows of the message."""
        return self.trail.request

    @property
    def route(self) -> Route:
        """The way of the message."""
        return self.trail.route

    @property
    def name(self) -> str:
        """The route in words."""
        return self.request.name

    @property
    def as_of(self) -> str | None:
        """The time the verdict is said for."""
        manager, name = self.verdict.at
        manager = manager or self.request.queue_manager
        return as_of(self.trail.estate, manager, name, self.verdict.places, self._dumps(manager))

    def _dumps(self, manager: str | None) -> list[Row]:
        """The dumps whose messages the verdict cites, as far as the evidence shows it when they were made."""
        cited, mail = set(self.verdict.places), self.trail.mail
        shown = [one for one in mail.letters if not cited.isdisjoint(one.places)]
        # In a file with several dumps each has a first message.
        shown = [one for one in shown if one.queue == self.verdict.at[1]] or shown
        return [row for one in shown if (row := mail.dump_as_display(one, manager))]

    @property
    def finding(self) -> Finding:
        """The verdict as a finding."""
        made = self.verdict
        evidence = [Evidence.of(place) for place in made.places]
        manager, name = made.at
        severity = made.severity or SEVERITY[made.code]
        told = self.told
        return Finding(
            QUESTION, made.code, severity, self.statement, evidence, made.next, manager, name, self.as_of,
            degree=told.degree, assumes=told.assumes, possible=self._places, against=self.against,
            message=self.request.identity,
        )  # fmt: skip

    @property
    def statement(self) -> str:
        """The verdict in at most three sentences; what is said beyond them is at its place."""
        return brief(self._all_said)[0]

    @property
    def _places(self) -> tuple[Possible, ...]:
        """The places, the one that the verdict is about with what its statement has no room for."""
        places, more = list(self.told.possible), brief(self._all_said)[1]
        own = [at for at, one in enumerate(places) if one.open]
        about = [at for at in own if (places[at].queue_manager, places[at].object) == self.verdict.at]
        own = about or own or [len(places) - 1]
        for at in own[:1] if more else ():
            places[at] = places[at]._replace(text=f"{places[at].text} {more}")
        return tuple(places)

    @property
    def _all_said(self) -> str:
        """All that is said: what rests on the reading of an incident that still lasts is only probable."""
        said = self.verdict.statement
        is_doubted = self.told.degree == "probable" and not said.startswith("Probably")
        return said_of.PROBABLY_SAID.format(said=without_capital(said)) if is_doubted else said


def requests(estate: Estate, asked: Iterable[Mapping]) -> list[Request]:
    """What to follow: each request, at each queue manager that defines its queue where none is named."""
    made: list[Request] = []
    for one in asked:
        values, queue, manager = typed_values(one), one.get("queue"), one.get("queue_manager")
        if queue and manager:
            made.append(Request(queue, manager, **values))
        elif queue:
            made += [Request(queue, owner, **values) for owner in _owners(estate, queue) or [""]]
        elif manager:
            names = {row.name for row in estate.of(manager, ("QREMOTE",)) if row.attributes.get("RNAME") != ""}
            made += [Request(name, manager, **values) for name in sorted(name for name in names if name)]
    return with_distinct_names(made)


def _owners(estate: Estate, queue: str) -> list[str]:
    owners = [one for one in estate.managers if estate.of(one, ("QREMOTE",), queue)]
    return owners or [one for one in estate.managers if estate.of(one, (*QUEUES, "QCLUSTER"), queue)]


def follow(estate: Estate, request: Request, letters: Mail, log: Sequence[Entry]) -> Walk:
    """Walk one request."""
    routes, asked = ways(estate, request), request
    letters = identity.with_identities(letters, request, routes, estate)
    request = _with_its_own(estate, request, letters)
    route, *each = routes if request == asked else ways(estate, request)
    trail = Inquiry(estate, _with_dead_copies(route, letters, request), letters, request, log)
    shown, made = model_verdict.with_what_is_shown(trail, each or [route])
    if each:
        trails = [Inquiry(estate, one, letters, request, log) for one in each]
        if chosen := instances.chosen_instance(trails, made):
            trail = chosen
            shown, made = model_verdict.with_what_is_shown(trail, each)
    if made.code != UNKNOWN and not shown and not instances.comes_to(trail, made):
        led = [replace(trail, route=one) for one in (made.facts.routes if made.facts else ())]
        trail = next((one for one in led if instances.comes_to(one, made)), trail)
    verdict = verdict_details.verdict_of(trail, made, shown)
    if made.code == UNKNOWN:
        verdict.statement = model_verdict.left_open(trail, each or [route], shown) or verdict.statement
        verdict.next = model_verdict.asked_next(trail, made, verdict.next, verdict.at if shown else None)
    else:
        made = replace(made, code=verdict.code, queue_manager=verdict.at[0], object=verdict.at[1])
        verdict.next = verdict.next or model_verdict.proof_commands_of(trail, made)
    verdict.statement += removed_by_browsing(trail, verdict)
    return Walk(trail, verdict, model_verdict.as_finding(trail, made), model_verdict.contradictions_of(made))


def ways(estate: Estate, one: Request) -> list[Route]:
    """The way of a message; of a cluster queue with several instances, then the way to each."""
    name = one.queue, one.queue_manager, one.object_queue_manager
    way = resolve(estate, *name, moment=one.at, persistence=one.persistence)
    return [way, *(resolve(estate, *name, instance, one.at) for instance in way.end.instances)]


def _with_dead_copies(route: Route, mail: Mail, request: Request) -> Route:
    """The way of a publication with what was dead-lettered then for a queue of its subscriptions."""
    end = route.end
    found = [
        one for one in mail.letters
        if one.reason is not None and one.near and (one.destination, one.destination_manager) in end.copies
        and request.persistence in (None, one.persistence)
    ]  # fmt: skip
    if not found:
        return route
    each = [said_of.HAS_ONE_FOR.format(queue=one.queue, destination=one.destination, reason=one.said) for one in found]
    said = said_of.PROBABLY_COPIES.format(
        said=end.said, each="; ".join(dict.fromkeys(each)), copies="copies" if len(found) > 1 else "a copy"
    )
    places = [*(at for one in found for at in one.places), *end.places]
    return replace(route, end=replace(end, said=said, places=places))


def _with_its_own(estate: Estate, request: Request, letters: Mail) -> Request:
    # A message in evidence says itself when it was put, and how.
    own = [one for one in letters.of(ITSELF) if not one.damaged]
    puts = {one.put_first for one in own if one.put_first and one.put_first == one.put_last}
    told = {}
    if request.msg_id and len(puts) == 1 and request.put_time is None:
        told["put_time"] = puts.pop()
    kinds = {one.persistence for one in own if one.persistence is not None}
    if request.msg_id and len(kinds) == 1:
        told["persistence"] = kinds.pop()
    lives = {one.expiry for one in own if one.reason is None and not _is_stream_queue(estate, one.queue)}
    if request.msg_id and lives == {UNLIMITED}:
        told["expiry"] = UNLIMITED
    return request.with_known(**told)


def _is_stream_queue(estate: Estate, queue: str | None) -> bool:
    """Whether a queue is one that another streams to: a copy there has not the expiry of its message."""
    rows = (row for manager in estate.managers for row in estate.of(manager, QUEUES))
    return any(row.attributes.get("STREAMQ") == queue for row in rows if queue)
