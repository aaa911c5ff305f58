"""Saved messages that may be the one looked for: dead letters for its destination, or the message itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mqforensics import codes
from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.way import Route

CONVERSION = tuple(range(2110, 2121))
AT_SENDER = frozenset((*CONVERSION, 2190, 2218))
"""Reasons that a message is put on the dead-letter queue of the sending end for: data conversion, too big to send.

Every other reason comes of a put, and only the receiving end puts to the destination.
"""
REPORT = 4


@dataclass(frozen=True)
class Letter:
    """Messages of one dump that are alike: how many, and their numbers in the dump."""

    file: str
    numbers: tuple[int, ...]
    queue: str | None = None
    destination: str | None = None
    destination_manager: str | None = None
    reason: int | None = None
    byte_order: str | None = None
    persistence: int | None = None
    count: int = 1
    same: str = ""
    """How it is the message asked for: `MsgId`, `CorrelId` (of a report on it), or nothing."""
    msg_type: int | None = None
    feedback: int | None = None
    on_xmitq: bool = False

    @property
    def evidence(self) -> list[Evidence]:
        """Which messages of which dump; the dump alone where its messages have no numbers."""
        return [Evidence(self.file, None, number) for number in self.numbers or (None,)]

    @property
    def said(self) -> str:
        """The reason as number and name."""
        return f"{self.reason} {codes.mqrc(self.reason).name or 'of no known name'}"


@dataclass
class Mail:
    """The messages that matter to a walk, and the queues that have been dumped."""

    letters: list[Letter] = field(default_factory=list)
    dumped: Mapping[str, int] = field(default_factory=dict)
    """Messages by queue, for every queue of which the case has a dump."""
    calls: list[Mapping] = field(default_factory=list)
    """The gets of the message in a trace."""

    def dead(self, route: Route, persistence: int | None, msg_id: bool) -> list[Letter]:
        """The dead letters that were on this route; with a message id, only that message."""
        targets = set(route.targets) | {(route.end.queue, route.end.manager)}
        queues = {queue for queue, _ in targets}
        managers = {manager for _, manager in targets} | {"", None, route.manager}
        return [
            letter
            for letter in self.letters
            if letter.reason is not None and (letter.same == "MsgId" if msg_id else True)
            and (msg_id or (letter.destination in queues and letter.destination_manager in managers))
            and persistence in (None, letter.persistence)
        ]  # fmt: skip

    def itself(self) -> list[Letter]:
        """The message asked for, where it lies without a dead-letter header."""
        return [letter for letter in self.letters if letter.same == "MsgId" and letter.reason is None]

    def returned(self) -> list[Letter]:
        """Exception reports on the message asked for."""
        return [
            letter for letter in self.letters
            if letter.same == "CorrelId" and letter.msg_type == REPORT and letter.feedback
        ]  # fmt: skip


def commonest(letters: Iterable[Letter]) -> list[Letter]:
    """Those of the most frequent reason."""
    counts: dict[int | None, int] = {}
    every = list(letters)
    for letter in every:
        counts[letter.reason] = counts.get(letter.reason, 0) + letter.count
    most = max(counts, key=lambda reason: counts[reason]) if counts else None
    return [letter for letter in every if letter.reason == most]
