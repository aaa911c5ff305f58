"""Which events show trouble, and what each kind of them says: of what, by whom, and what shows it."""

import re
from collections.abc import Iterator, Mapping

from pyspark.sql import Column, Row
from pyspark.sql import functions as F

from mqforensics.codes import mqrc
from mqforensics.codes.amq_messages import explain
from mqforensics.formats.event import parameter_names
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.commands import Command, Value, mqsc
from mqforensics.objects.entries import events
from mqforensics.objects.owners import CHANNELS
from mqforensics.questions.errors.counted_kinds import PLACE, most_common
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.spark_compat import among
from mqforensics.words import errors as words
from mqforensics.words.grammar import times

TROUBLE = ("QMGR", "CHANNEL", "PERFM", "PUBSUB")
"""The categories of events that show trouble; the others show commands, changes and numbers."""
WELL = (
    "CHANNEL_STARTED", "CHANNEL_ACTIVATED", "CHANNEL_AUTO_DEF_OK", "Q_MGR_ACTIVE", "Q_DEPTH_LOW",
    "Q_SERVICE_INTERVAL_OK", "CHANNEL_STOPPED_BY_USER", "BRIDGE_STARTED", "AUTHORIZED",
)  # fmt: skip
"""Events of these categories that show none."""
ENDED_WELL = ("CHANNEL_STOPPED_OK", "BRIDGE_STOPPED_OK", "Q_MGR_QUIESCING")
"""Qualifiers of what ended as it was asked to.

Source: the event reference, "Channel Stopped", "Bridge Stopped", "Queue Manager Not Active".
"""
NOT_AUTHORIZED, COMMAND, CLOSE = 2035, "CMD_NOT_AUTHORIZED", "CLOSE_NOT_AUTHORIZED"
JUDGED = (2537, 2371, 2577)
"""Reasons of events that are refusals, and so of another question; of 2035 it judges all but commands and closes."""
PUTS = (2051, 2057, 2082, 2085, 2087, 2091, 2092, 2184, 2196, 2197, 2198, 2199)
"""Reasons of events with which a channel that wrote them could not put a message to the queue that they name."""
LOOK = {
    "QUEUE": "DISPLAY QUEUE({}) ALL", "TOPIC": "DISPLAY TOPIC({}) ALL", "PROCESS": "DISPLAY PROCESS({}) ALL",
    "CHANNEL": "DISPLAY CHSTATUS({}) ALL",
}  # fmt: skip
"""By what an event is of: what shows it."""
KEYS = (
    "queue_manager", "event", "reason", "qualifier", "object_type", "object", "channel", "application", "user",
    "error_id", "command",
)  # fmt: skip


def is_trouble() -> Column:
    """Whether an event shows something that did not go well."""
    is_well = among("event", WELL) | F.coalesce(among("qualifier", ENDED_WELL), F.lit(False))
    return among("category", TROUBLE) & ~F.coalesce(is_well, F.lit(False))


def findings(case) -> Iterator[Finding]:
    """A finding for each of the most common kinds of events of trouble that no other question judges."""
    if not case.has("events"):
        return
    own = F.coalesce(F.col("qualifier").isin(COMMAND, CLOSE), F.lit(False))
    judged = F.col("reason").isin(*JUDGED) | ((F.col("reason") == NOT_AUTHORIZED) & ~own)
    fields = {"error_id": ("MQIACF_ERROR_ID", "MQIACF_ERROR_IDENTIFIER"), "command": ("MQIACF_COMMAND",)}
    told = events(case, is_trouble() & ~F.coalesce(judged, F.lit(False))).withColumns(
        {name: F.coalesce(*[F.try_element_at("fields", F.lit(one)) for one in of]) for name, of in fields.items()}
    )
    for row in most_common(told, KEYS, PLACE):
        yield _finding(row, estate(case).zos(row.queue_manager))


def _finding(row: Row, zos: bool) -> Finding:
    about = row.object or row.channel
    said = words.EVENT.format(
        manager=row.queue_manager or words.SOMEBODY, times=times(row["count"]), what=_what(row, about),
        named=_event_name(row),
    )  # fmt: skip
    said += "".join(filter(None, (_meaning(row), _by(row), _error(row, zos))))
    place = row.place
    evidence = [Evidence(place.file, place.line, None if place.line else place.number)]
    return Finding(
        "errors",
        "EVENT",
        "warning",
        said,
        evidence,
        display_of_event(row.asDict(), zos),
        row.queue_manager,
        about,
        as_of(row.last),
    )


def _what(row: Row, about: str | None) -> str:
    template = words.HAPPENED.get(row.event or "", words.GENERAL)
    error = words.WITH_ERROR if row.qualifier == "CHANNEL_STOPPED_ERROR" else ""
    return template.format(about=about or "it", with_error=error)


def _event_name(row: Row) -> str:
    return " ".join(filter(None, (row.reason and str(row.reason), row.qualifier or row.event))) or words.WITHOUT_NAME


def _meaning(row: Row) -> str | None:
    if row.qualifier == COMMAND:
        return words.COMMAND.format(user=row.user or words.UNNAMED_USER, command=row.command or words.UNNAMED_COMMAND)
    known = row.event in words.HAPPENED or not row.reason or row.reason == NOT_AUTHORIZED
    return None if known else f" {mqrc(row.reason).meaning}"


def _by(row: Row) -> str | None:
    if row.object and row.reason in PUTS and re.search(CHANNELS, row.application or ""):
        way = words.CHANNEL.format(name=row.channel) if row.channel else words.A_CHANNEL
        return words.COULD_NOT_PUT.format(channel=way, queue=row.object)
    user = None if row.qualifier == COMMAND else row.user
    by = [f"{word} {value}" for word, value in (("application", row.application), ("user", user)) if value]
    return words.BY.format(by=" of ".join(by)) if by else None


def _error(row: Row, zos: bool) -> str | None:
    number = f"{(parameter_names.number('MQRC', row.error_id) or 0) & 0xFFFF:04X}"  # the low half, in hexadecimal
    if zos or not number.strip("0") or not number.isdecimal():
        return None
    known = explain(f"AMQ{number}")
    return words.ERROR_ID.format(code=known.code, title=f": {known.title}" if known.title else "")


def tells_of_trouble(event: Mapping) -> bool:
    """As `is_trouble`, of one event."""
    is_well = event.get("event") in WELL or event.get("qualifier") in ENDED_WELL
    return event.get("category") in TROUBLE and not is_well


def display_of_event(event: Mapping, zos: bool = False) -> list[Command]:
    """What shows the object of an event of trouble, by the columns of the table `events`."""
    at = event.get("queue_manager")
    if event.get("qualifier") == COMMAND:
        who = Value("user", event.get("user"))
        return [] if zos else mqsc("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QMGR)", who, on=at)
    is_object = bool(event.get("object"))
    kind, name = (event.get("object_type"), event["object"]) if is_object else ("CHANNEL", event.get("channel"))
    return mqsc(LOOK[kind], name, on=at, zos=zos) if name and kind in LOOK else []
