"""What is assumed where no evidence shows it: a closed list, one row a key in `assumptions.csv`.

An assumption is about one thing: the clock of one host, one attribute of one queue, one capture. Only so can a person
check it, the simulator judge it, and the engine leave it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache, lru_cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.flow.sentence_templates import FIELD, fill_sentence, without_options
from mqforensics.objects.commands import Command, Value, clock, mqsc, shell

SCHEMA = (
    "key string, class string, queue_manager string, object string, attribute string, value string, `from` string, "
    "`to` string, text string, command string, `on` string"
)
"""The Spark type of an assumption, in the order of `Assumption`."""
COLUMNS = ("key", "class", "queue_manager", "object", "attribute", "value", "from", "to", "text", "command", "on")
CLASSES = "ABC"
"""A: nearly always true; B: usual; C: the reading of an incident that still lasts."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Rule(NamedTuple):
    """One key of the list, as `assumptions.csv` has it.

    `class_rule` is a class, or what decides it: `age` (A where the answer is for less than an hour after the put, B
    for less than a day, else C), `message` (A for a datagram, B for a request or reply), `zones` (B where every other
    zone that is left gives the same answer or none, else C) or `state` (that of `age` for a definition, else C).
    `about`: what kind of thing `object` or `value` names. `short`: three words for a list of the usual ones.
    `on`: `queue_manager`, or `case` for a command to run in the folder of the case.
    """

    key: str
    class_rule: str
    about: str
    short: str
    sentence: str
    command: str
    on: str
    source: str


class Assumption(NamedTuple):
    """One assumption about one thing. Two that say the same are equal, so a set of them is what an answer rests on.

    `class_` and `from_` are the columns `class` and `from`. `from_` and `to`: the time for which it is assumed, ISO
    8601. `command` settles it, ready to paste; `on` is the queue manager to run it on, null for the case's folder.
    """

    key: str
    class_: str
    queue_manager: str | None = None
    object: str | None = None
    attribute: str | None = None
    value: str | None = None
    from_: str | None = None
    to: str | None = None
    text: str = ""
    command: str | None = None
    on: str | None = None

    @property
    def about(self) -> tuple[str | None, ...]:
        """What it is about, without its class and words: the same for every answer that rests on it."""
        return (self.key, *self[2:8])

    def as_dict(self) -> dict[str, str | None]:
        """The values by the names of the columns."""
        return dict(zip(COLUMNS, self, strict=True))


@cache
def rules() -> Mapping[str, Rule]:
    """The closed list, by key, in the order of the file."""
    return {row["key"]: Rule(*row.values()) for row in csv_tables.rows(__package__, "assumptions.csv")}


def class_of(
    key: str,
    *,
    age: timedelta | None = None,
    is_request: bool = False,
    zones_agree: bool = False,
    is_definition: bool = False,
) -> str:
    """The class of a key: `A`, `B` or `C`. `age`: from the put to the moment of the answer, None where not known.

    Raises KeyError for a key that is not in the list.
    """
    rule = rules()[key].class_rule
    if rule == "message":
        return "B" if is_request else "A"
    if rule == "zones":
        return "B" if zones_agree else "C"
    if rule == "age" or (rule == "state" and is_definition):
        return "C" if age is None or age >= DAY else "B" if age >= HOUR else "A"
    return "C" if rule == "state" else rule


@lru_cache(maxsize=4096)
def assumption(
    key: str,
    queue_manager: str | None = None,
    object: str | None = None,
    attribute: str | None = None,
    value: str | None = None,
    *,
    from_: str | None = None,
    to: str | None = None,
    class_: str | None = None,
    command: str | None = None,
    **decides,
) -> Assumption:
    """The assumption `key` about one thing, with its sentence and the command that settles it.

    `decides`: what `class_of` takes; `class_` instead where the class is known. `command`: its own template, for a
    thing of another kind than the list's (a channel's definition, where the list has a queue's); blank for none. Raises
    KeyError for a key that is not in the list.
    """
    rule = rules()[key]
    told = {
        "queue_manager": queue_manager, "object": object, "attribute": attribute, "value": value, "from": from_,
        "to": to,
    }  # fmt: skip
    made = _command(rule.command if command is None else command, told, None if rule.on == "case" else queue_manager)
    return Assumption(
        key, class_ or class_of(key, **decides), queue_manager, object, attribute, value, from_, to,
        fill_sentence(rule.sentence, told), made and made.command, made and made.on,
    )  # fmt: skip


def in_order(assumed: Iterable[Assumption]) -> list[Assumption]:
    """Each once: class C first, because it is doubted first, then B, then A, each in the order of the list."""
    place = {key: number for number, key in enumerate(rules())}
    return sorted(dict.fromkeys(assumed), key=lambda one: (-CLASSES.index(one.class_), place[one.key], str(one)))


def _command(template: str, told: Mapping[str, str | None], on: str | None) -> Command | None:
    if template == "clock":
        return next(iter(clock(on)), None)
    template = without_options(template, told)
    if template.startswith("DISPLAY"):
        attribute = told["attribute"]
        if "{attribute}" in template and not (attribute and attribute.isascii() and attribute.isalnum()):
            return None
        template = template.replace("{attribute}", attribute or "")
        names = [Value(kind, told[name]) if kind else told[name] for name, kind in FIELD.findall(template)]
        return next(iter(mqsc(FIELD.sub("{}", template), *names, on=on)), None)
    names = [told[name] for name, _ in FIELD.findall(template)]
    return next(iter(shell(FIELD.sub("{}", template), *names, on=on)), None)
