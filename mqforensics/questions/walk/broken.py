"""What the evidence shows to be broken where nobody asked for a message: one finding each, and one that sums up.

A transmission queue with messages whose channels do not run or that no channel serves, a batch in doubt, a queue that
is full or cannot be read. A remote definition that nobody is known to use is none of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqforensics.objects import causes, checks
from mqforensics.objects.causes import Entry
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import CLUSTER_QUEUE, QUEUES, Estate
from mqforensics.objects.fact import Row, positive
from mqforensics.objects.route import Hop
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.walk.claims import SEVERITY
from mqforensics.questions.walk.following import both_ends
from mqforensics.questions.walk.rows import QUESTION, as_of


def transmission_queues(estate: Estate) -> Iterator[tuple[str, str]]:
    """Every transmission queue that holds messages: its queue manager and its name."""
    for manager in estate.managers:
        names = {row.name for row in estate.of(manager, QUEUES) if row.attributes.get("USAGE") == "XMITQ" and row.name}
        for name in sorted(names):
            if checks.depth(estate, manager, name).says(positive):
                yield manager, name


def broken(estate: Estate, log: Sequence[Entry]) -> list[Finding]:
    """What is broken, and a finding that says how much was looked at."""
    found = [one for manager, name in transmission_queues(estate) for one in _of_queue(estate, log, manager, name)]
    return [*found, *_summary(estate, found)]


def channels(estate: Estate) -> set[str]:
    """The channels of which the log may tell a cause."""
    return {name for manager, queue in transmission_queues(estate) for name in estate.servers(manager, queue)}


def _of_queue(estate: Estate, log: Sequence[Entry], manager: str, name: str) -> Iterator[Finding]:
    hop = Hop(manager, name, "", estate.servers(manager, name))
    deep = checks.depth(estate, manager, name)
    holds = f"{deep.text()} on the transmission queue {name} of {manager}"
    if name == CLUSTER_QUEUE:
        return
    if not hop.channels:
        proof = checks.unserved(estate, manager, name) if not name.startswith("SYSTEM.") else []
        if proof:
            next_ = mqsc("DISPLAY CHSTATUS(*) ALL", on=manager, zos=estate.zos(manager))
            yield _finding(
                estate,
                "NO_CHANNEL",
                f"{holds}, and no channel serves it.",
                [*deep.places, *proof],
                next_,
                manager,
                name,
            )
        return
    states = [checks.state(estate, manager, one, rows) for one, rows in hop.channels.items()]
    if any(one.value in (None, checks.RUNNING, *checks.STARTING) for one in states):
        return
    first = states[0]
    status = [row for rows in hop.channels.values() for row in rows if row.type == "CHSTATUS"]
    doubt = estate.fact_of(status, "INDOUBT")
    told = causes.cause(log, estate, hop, first.channel, first.value)
    why = f" Why: {told.said}." if told else ""
    places = [*deep.places, *(place for one in states for place in one.places), *(told.places if told else [])]
    if doubt.value == "YES":
        said = f"{first.channel} of {manager} is in doubt about a batch and {first.value}; {holds}.{why}"
        next_ = both_ends(estate, hop, first.channel)
        yield _finding(estate, "IN_DOUBT", said, [*places, *doubt.places], next_, manager, first.channel)
        return
    said = f"{holds}; {'; '.join(one.said for one in states)}.{why}"
    next_ = mqsc("DISPLAY CHSTATUS({}) SAVED INDOUBT LSTSEQNO", first.channel, on=manager, zos=estate.zos(manager))
    yield _finding(estate, "CHANNEL_NOT_RUNNING", said, places, next_, manager, first.channel)


def _finding(estate, code, said, places, next_, manager, name) -> Finding:
    evidence = [Evidence(*place) for place in dict.fromkeys(places)]
    return Finding(QUESTION, code, SEVERITY[code], said, evidence, next_, manager, name, as_of(estate, manager))


def _summary(estate: Estate, found: Sequence[Finding]) -> Iterator[Finding]:
    remote: list[Row] = [row for manager in estate.managers for row in estate.of(manager, ("QREMOTE",))]
    queues = sum(
        1 for manager in estate.managers for row in estate.of(manager, QUEUES) if row.attributes.get("USAGE") == "XMITQ"
    )
    if not remote and not queues:
        return
    where = f"{_many(len(estate.managers), 'queue manager')}, {_many(len(remote), 'remote definition')}"
    told = f"{_many(len(found), 'break')} found" if found else "none of their transmission queues is seen to be held up"
    said = (
        f"No message was asked for. Of {where} and {_many(queues, 'transmission queue')} shown, {told}. "
        "Name a queue and a queue manager to follow one message."
    )
    first = next((row.place() for row in remote), None)
    yield Finding(QUESTION, "SUMMARY", "info", said, [Evidence(*first)] if first else [], [], None, None, None)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
