"""Sentences about the place of a message: one template a verdict, and what the evidence shows of it."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from mqforensics.words.grammar import capital, listed

MISLED = "{message} cannot arrive. {name} on {manager} names RQMNAME({wrong}), and {end} has no route there.{meant}"
MISDIRECTED = "{message} cannot arrive: {why}."
MEANT = " Was {meant} meant?"
PROBABLY = {"probable": "Probably "}
EXPIRED = "{message} expired on its way"
OPEN = "Cannot tell where {message} is."
LEFT_OPEN = "{open} This is left open: {what} With it: {code}."


@cache
def sentences() -> Mapping[str, str]:
    """The template of each code."""
    with files(__package__).joinpath("places.csv").open(encoding="utf-8", newline="") as file:
        return {row["code"]: row["sentence"] for row in csv.DictReader(file)}


@cache
def reasons() -> Mapping[str, str]:
    """The template of what each observation shows."""
    with files(__package__).joinpath("observations.csv").open(encoding="utf-8", newline="") as file:
        return {row["key"]: row["sentence"] for row in csv.DictReader(file)}


def said(code: str, degree: str, message: str, queue_manager: str | None, name: str | None) -> str:
    """The sentence of a verdict; one that rests on the reading of an incident that still lasts is only probable."""
    template = EXPIRED if code == "EXPIRED" and not name else sentences()[code]
    told = template.format(
        message=message, queue_manager=queue_manager or "a queue manager", object=name or "of its instance"
    )
    sure = PROBABLY.get(degree, "")
    return capital(f"{sure}{_inside(told) if sure else told}.")


def open_where(message: str) -> str:
    """That the evidence does not settle where a message is."""
    return OPEN.format(message=_inside(message))


def left_open(message: str, what: str, code: str) -> str:
    """That an assumption which the caller leaves open would settle where a message is."""
    return LEFT_OPEN.format(open=open_where(message), what=what, code=code)


def misdirected(message: str, why: str) -> str:
    """That a message cannot arrive, and what its definitions lack."""
    return MISDIRECTED.format(message=message, why=why)


def _inside(said: str) -> str:
    """What begins a sentence, inside of another one; a name stays as it is."""
    return said[:1].lower() + said[1:] if said.startswith(("The ", "A ", "An ")) else said


def left(places: Sequence[tuple[str | None, str | None]]) -> str:
    """The sentence with the queues where a message can still be; blank where none is left."""
    names = list(dict.fromkeys(f"{name} of {manager}" for manager, name in places if name and manager))
    return f"It can be, or have been, on {listed(names, 6)}." if names else ""


def reason(key: str, queue_manager: str | None, name: str | None) -> str:
    """What an observation shows of an object; blank where it has no sentence."""
    template = reasons().get(key, "")
    return template.format(queue_manager=queue_manager or "the queue manager", object=name or "the queue")


def misled(message: str, manager: str, name: str, wrong: str, end: str, meant: str | None) -> str:
    """That a remote definition names a queue manager to which no way leads, and which name is nearly the same."""
    asked = MEANT.format(meant=meant) if meant else ""
    return MISLED.format(message=message, manager=manager, name=name, wrong=wrong, end=end, meant=asked)
