"""What the evidence shows to be broken where nobody asked for a message: one finding each, and one that sums up.

A transmission queue with messages whose channels do not run or that no channel serves, a batch in doubt, a transmission
queue that takes no message or gives none. A remote definition that nobody is known to use is none of these.
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
from mqforensics.questions.wording import count, reason


def transmission_queues(estate: Estate) -> Iterator[tuple[str, str]]:
    """Every transmission queue: its queue manager and its name."""
    for manager in estate.managers:
        names = {row.name for row in estate.of(manager, QUEUES) if row.attributes.get("USAGE") == "XMITQ" and row.name}
        yield from ((manager, name) for name in sorted(names))


def broken(estate: Estate, log: Sequence[Entry]) -> list[Finding]:
    """What is broken, and a finding that says how much was looked at."""
    found, unseen = [], 0
    for manager, name in transmission_queues(estate):
        waits = _waits(estate, manager, name)
        some = list(_of_queue(estate, log, manager, name)) if waits else []
        some = some or list(_closed(estate, manager, name))
        unseen += waits and not some and not _runs(estate, manager, name)
        found += some
    return [*found, *_summary(estate, found, unseen)]


def _waits(estate: Estate, manager: str, name: str) -> bool:
    return checks.depth(estate, manager, name).says(positive) is True


def _runs(estate: Estate, manager: str, name: str) -> bool:
    served = estate.servers(manager, name).items()
    return any(checks.state(estate, manager, one, rows).value == checks.RUNNING for one, rows in served)


def channels(estate: Estate) -> set[str]:
    """The channels of which the log may tell a cause."""
    waiting = (place for place in transmission_queues(estate) if _waits(estate, *place))
    return {name for manager, queue in waiting for name in estate.servers(manager, queue)}


def _of_queue(estate: Estate, log: Sequence[Entry], manager: str, name: str) -> Iterator[Finding]:
    hop = Hop(manager, name, "", estate.servers(manager, name))
    deep = checks.depth(estate, manager, name)
    holds = f"{deep.text()} on the transmission queue {name} of {manager}"
    holds += ", which is full" if checks.full(estate, manager, name).holds else ""
    if name == CLUSTER_QUEUE:
        return
    if not hop.channels:
        proof = checks.unserved(estate, manager, name) if not name.startswith("SYSTEM.") else []
        if proof:
            next_ = mqsc("DISPLAY CHSTATUS(*) ALL", on=manager)
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
    next_ = mqsc("DISPLAY CHSTATUS({}) SAVED INDOUBT LSTSEQNO", first.channel, on=manager)
    yield _finding(estate, "CHANNEL_NOT_RUNNING", said, places, next_, manager, first.channel)


def _closed(estate: Estate, manager: str, name: str) -> Iterator[Finding]:
    """A transmission queue that takes no message, or gives none, whatever its channels do."""
    refused = checks.refuses(estate, manager, [name])
    if refused.holds:
        said = f"The transmission queue {refused.said}. A put to it fails with {reason(refused.code)}."
        next_ = mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH DESCR ALTDATE ALTTIME", name, on=manager)
        if refused.code == checks.Q_FULL:
            said += "" if estate.servers(manager, name) else " Which channel takes messages from it is not shown."
            next_ = checks.ask_channels(estate, manager, name)
        yield _finding(estate, "PUT_REFUSED", said, refused.places, next_, manager, name)
    closed, deep = estate.fact(manager, QUEUES, name, "GET"), checks.depth(estate, manager, name)
    if closed.value == "DISABLED" and deep.says(positive):
        said = f"{deep.text()} on the transmission queue {name} of {manager}, and GET(DISABLED) keeps them there."
        next_ = mqsc("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", name, on=manager)
        yield _finding(estate, "WAITING_ON_XMITQ", said, [*deep.places, *closed.places], next_, manager, name)


def _finding(estate, code, said, places, next_, manager, name) -> Finding:
    evidence = [Evidence(*place) for place in dict.fromkeys(places)]
    return Finding(QUESTION, code, SEVERITY[code], said, evidence, next_, manager, name, as_of(estate, manager))


def _summary(estate: Estate, found: Sequence[Finding], unseen: int) -> Iterator[Finding]:
    remote: list[Row] = [row for manager in estate.managers for row in estate.of(manager, ("QREMOTE",))]
    queues = len(list(transmission_queues(estate)))
    if not remote and not queues:
        return
    where = f"{count(len(estate.managers), 'queue manager')}, {count(len(remote), 'remote definition')}"
    told = f"{count(len(found), 'break')} found" if found else "none of their transmission queues is seen to be held up"
    told += f". Of {unseen} with messages, no channel is seen to run" if unseen else ""
    said = (
        f"No message was asked for. Of {where} and {count(queues, 'transmission queue')} shown, {told}. "
        "Name a queue and a queue manager to follow one message."
    )
    first = next((row.place() for row in remote), None)
    yield Finding(QUESTION, "SUMMARY", "info", said, [Evidence(*first)] if first else [], [], None, None, None)
