"""What messages, traces and logs say of the message asked for: counted where they are, only the counts come here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from mqforensics import codes
from mqforensics.objects import owners
from mqforensics.objects.case_evidence import QUEUE_MANAGER, Dump
from mqforensics.objects.fact import Place, Row, Span, span_of_header_time
from mqforensics.objects.owners import CHANNELS
from mqforensics.objects.puts import OF_A_PUT
from mqforensics.questions.walk.handlers import Handler
from mqforensics.questions.walk.message_calls import Call, Put
from mqforensics.questions.walk.request import ID_DIGITS, Request

REPLY, REPORT = 2, 4
"""MsgType of what answers another message."""
ITSELF, ANSWER, EITHER, EARLIER = "itself", "answer", "either", "earlier"
"""What a message is to the one asked for: it, a report or reply to it, one of both, or one from before it was put."""
BY_CHANNEL = re.compile(CHANNELS)
NOT_APPLICATIONS = (-1, 0, QUEUE_MANAGER, 26, 29, 30)
"""PutApplType without a context, of a queue manager, and of its parts (MQAT_BROKER, _DQM, _CHANNEL_INITIATOR)."""


@dataclass(frozen=True)
class DumpedMessages:
    """Messages of one dump that are alike: how many, and the first of their numbers in the dump.

    A message that a dump before it has, too, is not counted again.
    """

    file: str
    queue: str | None = None
    queue_manager: str | None = None
    """Of the queue, where the command line of the dump names it."""
    captured: datetime | None = None
    """When the dump was made, and by the clock of which zone, as `Dump` has it."""
    zone: str | None = None
    destination: str | None = None
    destination_manager: str | None = None
    reason: int | None = None
    byte_order: str | None = None
    persistence: int | None = None
    put_by: str | None = None
    """Who put it to the dead-letter queue, where that was a queue manager itself."""
    by_channel: bool = False
    """Whether its header says that a channel put it there."""
    channel_type: int | None = None
    """The kind of application that this channel is, by its header: another one on each platform."""
    put_at: str | None = None
    """How the queue manager begins at which a message was put, as its MsgId shows: of what a channel dead-lettered, and
    of what only its put time ties to the message asked for."""
    reply_to: str | None = None
    """The queue manager that answers to such a message go to: that of its put, where no other was named."""
    same: str = ""
    """What it is to the message asked for (`ITSELF` and the like), as `identity` decides; blank where it is nothing."""
    has_id: bool = False
    """Whether it has the message identifier asked for."""
    answers: bool = False
    """Whether that is its correlation identifier."""
    has_correl: bool = False
    """Whether it has the correlation identifier asked for and may be the message by that, or answer it."""
    near: bool = False
    """Whether it was put at the time asked for."""
    around: bool = False
    """Whether it was put so close to that time that it may be the message, or at a time that cannot be read."""
    unnamed: bool = False
    """Whether the identifier that is asked for cannot be read in it."""
    number: int | None = None
    """Of one message; None where many are counted."""
    msg_type: int | None = None
    feedback: int | None = None
    on_xmitq: bool = False
    remote: tuple[str | None, str | None] = (None, None)
    expiry: int | None = None
    data_length: int | None = None
    flags: int | None = None
    """Its MsgFlags: whether it belongs to a group or a segment."""
    damaged: bool = False
    maker: str | None = None
    """The PutApplName of its descriptor."""
    maker_type: int | None = None
    count: int = 1
    numbers: tuple[int, ...] = ()
    put_first: datetime | None = None
    put_last: datetime | None = None
    dead_last: datetime | None = None

    @property
    def linked(self) -> bool:
        """Whether an identifier shows that it has to do with the message asked for."""
        return self.has_id or self.answers or self.has_correl

    @property
    def is_answer(self) -> bool:
        """Whether it is a reply or a report."""
        return self.msg_type in (REPLY, REPORT)

    @property
    def by_queue_manager(self) -> bool:
        """Whether a queue manager put it, of which the `maker` is the first 28 characters of the name."""
        return self.maker_type == QUEUE_MANAGER and bool(self.maker)

    @property
    def by_application(self) -> bool:
        """Whether neither a queue manager nor a channel put it, as its context shows."""
        return self.maker_type not in (None, *NOT_APPLICATIONS) and not BY_CHANNEL.search(self.maker or "")

    @property
    def is_addressed(self) -> bool:
        """Whether a header of its own shows which queue it is for."""
        return bool(self.remote[0] or self.destination)

    @property
    def to(self) -> str | None:
        """The queue that it is for."""
        return self.remote[0] or self.destination or self.queue

    @property
    def came(self) -> Span:
        """When the last of them was dead-lettered."""
        return span_of_header_time(self.dead_last, self.by_channel or self.put_by is not None)

    @property
    def places(self) -> list[Place]:
        """Which messages of which dump."""
        shows = "Reason" if self.reason is not None else "MsgId" if self.same else None
        return [Place(self.file, None, number, shows) for number in self.numbers or (None,)]

    @property
    def said(self) -> str:
        """The reason as number and name."""
        return f"{self.reason} {codes.mqrc(self.reason).name or 'of no known name'}"


class Failure(NamedTuple):
    """A put that failed, as the log of an application shows."""

    reason: int
    place: Place


@dataclass
class Mail:
    """The messages that matter to a walk, and the queues that have been dumped."""

    letters: list[DumpedMessages] = field(default_factory=list)
    dumps: Mapping[tuple, Dump] = field(default_factory=dict)
    """Every dump by its key."""
    calls: list[Call] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    """Puts to the same queue that failed at the time asked for."""
    handlers: list[Handler] = field(default_factory=list)
    """The rules tables of handlers of dead-letter queues."""
    puts: list[Put] = field(default_factory=list)
    """The puts at the time asked for, at its queue manager, to whatever queue."""

    def of_queue(self, manager: str | None, queue: str | None) -> list[Dump]:
        """The dumps that may be of a queue."""
        named = [one for one in self.dumps.values() if queue and one.queue == queue]
        return [one for one in named if one.queue_manager in (None, manager)]

    def dump_counts(self, manager: str | None, queue: str | None) -> list[int]:
        """How many messages each dump has that may be of a queue."""
        return [one.messages for one in self.of_queue(manager, queue)]

    def dump(self, letter: DumpedMessages) -> Dump | None:
        """The dump that a message is in."""
        key = letter.file, letter.queue, letter.queue_manager, letter.captured, letter.zone, False
        return self.dumps.get(key)

    def dump_as_display(self, letter: DumpedMessages, manager: str | None = None) -> Row | None:
        """The dump that a message is in as a display, as `Dump.row` gives it."""
        found = self.dump(letter)
        return found.row(manager) if found else None

    def messages_in_its_dump(self, letter: DumpedMessages) -> int | None:
        """How many messages the dump has that a message is in."""
        found = self.dump(letter)
        return found.messages if found and found.queue else None

    def putter(self, letter: DumpedMessages) -> str | None:
        """The queue manager that put dead-lettered messages itself to the queue that a message is dumped from."""
        found = self.dump(letter)
        return letter.put_by or (found.putter if found else None)

    def is_unread(self, letter: DumpedMessages) -> bool:
        """Whether of a message of the same file it cannot be read whether it is an answer, and to what."""
        shown = (one for one in self.dumps.values() if not one.is_empty)
        return any(one.is_unread for one in shown if one.file == letter.file)

    def of(self, same: str) -> list[DumpedMessages]:
        """The messages that are this (`ITSELF` and the like) to the one asked for."""
        return [letter for letter in self.letters if letter.same == same]


def maker(msg_id: str | None) -> str | None:
    """How the queue manager is called that made a whole MsgId in hexadecimal; None where an application gave it."""
    return owners.maker(bytes.fromhex(msg_id)) if msg_id and len(msg_id) == ID_DIGITS else None


def ends(lowest: int | None, highest: int | None) -> tuple[int, ...]:
    """The first and the last of the numbers of messages that are alike."""
    return tuple(dict.fromkeys(number for number in (lowest, highest) if number is not None))


def failures(rows: Iterable[Mapping], wanted: Request) -> list[Failure]:
    """The errors of applications that name the queue at the time of the put, with a reason that only puts have."""
    return [
        Failure(row["reason"], Place(row["file"], row["line"])) for row in rows
        if row.get("reason") in OF_A_PUT and not row.get("time_note") and wanted.is_of_the_put(row)
        and _names(dict(row.get("inserts") or {}), wanted.queue)
    ]  # fmt: skip


def _names(inserts: Mapping, queue: str) -> bool:
    told = inserts.get("destination") or inserts.get("queue") or ""
    return told.partition("?")[0].rpartition("/")[2] == queue or told == queue
