"""Sentences about the place of a message: one template a verdict, and what the evidence shows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache

from mqforensics import csv_tables
from mqforensics.words.grammar import capital, in_series

MISLED = "{message} cannot arrive. {name} on {manager} names RQMNAME({wrong}), and {end} has no route there.{meant}"
MISDIRECTED = "{message} cannot arrive: {why}."
IN_A_CIRCLE = "{message} goes round and round: {why}."
MEANT = " Was {meant} meant?"
PROBABLY = {"probable": "Probably "}
NAMELESS = "the dead-letter queue"
LEFT = "It can be, or have been, on {names}."
OPEN = "Cannot tell where {message} is{perhaps}."
LEFT_OPEN = "{open} This is left open: {what} With it: {code}."


DEPTH = "{queue} has {depth}"
IN_A_BATCH = "Or it is in a batch in doubt of channel {channel} of {manager}."
IN_A_BATCH_ALONE = "It can be in a batch in doubt of channel {channel} of {manager}."
NO_PUT = "Or no message left its program."
FROM_BEFORE = ", and that is from before the put"
SENT_BACK = "The message asked to be sent back where it cannot be delivered: look on its reply-to queue"
LAST = "Its last put was at {put:%Y-%m-%d %H:%M:%S}, its last get at {got:%Y-%m-%d %H:%M:%S}"
OPEN_UNITS = "Programs with an open unit of work: {programs}."
UNCOMMITTED = ", and puts or gets of it are not committed ({units})"
UNCOMMITTED_GET = ", and a get of it is not committed ({units}), so what was got may come back"
LIVES = "The message expires after {seconds:g} seconds{of}"
UNEXPLAINED = "No usual way explains the evidence: {reasons}."
REASONS, FATES = 3, 10
"""So many reasons are in a sentence, and so many words of what may have become of a message."""
LOST_ON_ITS_WAY = "A fast message can be lost on its way"
PAUSED = "{channel} at {manager} is PAUSED{shown}: it waits to put a message again"
EXIT = "{channel} has an exit ({attribute}), which may have removed it"
BACKED_OUT = "Readers of {queue} put what they back out too often on {name}"
DEAD_LETTER_QUEUE = "The dead-letter queue {name} of {manager} {emptied}"
NEVER_LEFT = "The application got the reason, and no message left it"
NOT_PERSISTENT = "A channel discards what is not persistent where it can put it nowhere"
DISCARD_ASKED = "The message asked for that (MQRO_DISCARD_MSG)"


@cache
def _rows() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """The sentences of each code: with a law that has its own, and with none."""
    return {(row["code"], row["cause"]): row for row in csv_tables.rows(__package__, "places.csv")}


@cache
def contradictions() -> Mapping[str, str]:
    """What would contradict each code, where no observation of the model can."""
    return {code: row["against"] for (code, cause), row in _rows().items() if not cause}


@cache
def reasons() -> Mapping[str, str]:
    """The template of what each observation shows."""
    return {row["key"]: row["sentence"] for row in csv_tables.rows(__package__, "observations.csv")}


def verdict_sentence(code: str, degree: str, message: str, queue_manager: str | None, name: str | None,
                     cause: str = "", places: Sequence[tuple[str | None, str | None]] = ()) -> str:  # fmt: skip
    """The sentence of a verdict; one that rests on the reading of an incident that still lasts is only probable.

    `cause`: the law by which the message came to its place; `places`: those that have the code, where no name is known.
    """
    row = _rows().get((code, cause)) or _rows()[code, ""]
    template = row["sentence"] if name or not row["anywhere"] else row["anywhere"]
    told = template.format(
        message=message, queue_manager=queue_manager or "a queue manager", object=name or "of its instance",
        places=_named(places),
    )  # fmt: skip
    sure = PROBABLY.get(degree, "")
    return capital(f"{sure}{_inside(told) if sure else told}.")


def in_a_circle(degree: str, message: str, why: str) -> str:
    """That queue managers send a message on to each other, and why."""
    sure = PROBABLY.get(degree, "")
    told = IN_A_CIRCLE.format(message=_inside(message) if sure else message, why=why)
    return capital(f"{sure}{told}")


def open_where(message: str, gone: Iterable[str] = ()) -> str:
    """That the evidence does not settle where a message is; `gone`: the codes of what may have become of it."""
    return OPEN.format(message=_inside(message), perhaps=_perhaps(gone))


def left_open(message: str, what: str, code: str) -> str:
    """That an assumption which the caller leaves open would settle where a message is."""
    return LEFT_OPEN.format(open=open_where(message), what=what, code=code)


def depth(queue: str, deep: str) -> str:
    """How many messages a queue has, as its display prints it."""
    return DEPTH.format(queue=queue, depth=deep)


def last(put: datetime, got: datetime) -> str:
    """When a queue was last put to and got from, by the clock of its host."""
    return LAST.format(put=put, got=got)


def open_units(programs: Sequence[str]) -> str:
    """Which programs have a unit of work that is not committed."""
    return OPEN_UNITS.format(programs=in_series(programs, 6))


def open_unit(units: str, is_empty: bool) -> str:
    """That a queue has a unit of work that is not committed, as the end of a sentence; of an empty queue only a get can
    be in it."""
    return (UNCOMMITTED_GET if is_empty else UNCOMMITTED).format(units=units)


def lives(seconds: float, of: str) -> str:
    """How long a message lives, and which queue limits that."""
    return LIVES.format(seconds=seconds, of=of)


def in_a_batch(manager: str | None, channel: str | None, is_first: bool) -> str:
    """That a message can be in a batch in doubt; `is_first`: no other place is named before."""
    return (IN_A_BATCH_ALONE if is_first else IN_A_BATCH).format(manager=manager, channel=channel)


def exit_of(channel: str | None, attribute: str) -> str:
    """That a channel has an exit that can remove messages."""
    return EXIT.format(channel=channel, attribute=attribute)


def paused(channel: str, manager: str | None, shown: Sequence[str]) -> str:
    """That a receiving channel waits to put a message again, and how it does so."""
    told = f" ({', '.join(shown)})" if shown else ""
    return PAUSED.format(channel=channel, manager=manager, shown=told)


def backed_out(queue: str | None, name: str) -> str:
    """Where readers of a queue put messages that they back out too often."""
    return BACKED_OUT.format(queue=queue, name=name)


def dead_letter_queue(name: str, manager: str | None, emptied: str) -> str:
    """That a dead-letter queue is empty, and who empties it."""
    return DEAD_LETTER_QUEUE.format(name=name, manager=manager, emptied=emptied)


def no_usual_place(shown: Sequence[tuple[str, str | None, str | None]]) -> str:
    """Which observations leave no usual place; blank where none has a sentence."""
    told = list(dict.fromkeys(filter(None, (reason(*one) for one in shown))))[:REASONS]
    return UNEXPLAINED.format(reasons="; ".join(told)) if told else ""


def wrong_direction(message: str, why: str) -> str:
    """That a message cannot arrive, and what its definitions lack."""
    return MISDIRECTED.format(message=message, why=why)


def _inside(said: str) -> str:
    """What begins a sentence, inside of another one; a name stays as it is."""
    return said[:1].lower() + said[1:] if said.startswith(("The ", "A ", "An ")) else said


def places_left(places: Sequence[tuple[str | None, str | None]]) -> str:
    """The sentence with the queues where a message can still be; blank where none is left."""
    names = _named(places)
    return LEFT.format(names=names) if names else ""


def _perhaps(codes: Iterable[str]) -> str:
    """What may have become of a message that is on no queue, as the end of a sentence; blank for one thing alone."""
    told: list[str] = []
    for one in filter(None, dict.fromkeys(_rows()[code, ""]["left"] for code in codes)):
        if len(" ".join([*told, one]).split()) <= FATES:
            told.append(one)
    return f": perhaps {', '.join(told[:-1])}, or {told[-1]}" if len(told) > 1 else ""


def _named(places: Sequence[tuple[str | None, str | None]]) -> str:
    """The queues of several places; blank where none has a queue manager."""
    names = list(dict.fromkeys(f"{name or NAMELESS} of {manager}" for manager, name in places if manager))
    return in_series(names, 6) if names else ""


def reason(key: str, queue_manager: str | None, name: str | None) -> str:
    """What an observation shows of an object; blank where it has no sentence."""
    template = reasons().get(key, "")
    return template.format(queue_manager=queue_manager or "the queue manager", object=name or "the queue")


def wrong_manager_name(
    message: str, manager: str, name: str, wrong: str | None, end: str | None, meant: str | None
) -> str:
    """That a remote definition names a queue manager to which no way leads, and which name is nearly the same."""
    asked = MEANT.format(meant=meant) if meant else ""
    return MISLED.format(message=message, manager=manager, name=name, wrong=wrong, end=end, meant=asked)
