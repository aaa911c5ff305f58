"""The calls of a trace on the message asked for: which of them put it, looked at it, or took it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mqforensics.objects.fact import Place
from mqforensics.questions.browse.constants import NOT_GIVEN
from mqforensics.questions.walk.request import Request

GETS, PUTS, FAILED = ("MQGET", "MQCALLBACK"), ("MQPUT", "MQPUT1"), 2
SYNCPOINT, NO_SYNCPOINT = "MQGMO_SYNCPOINT", "MQGMO_NO_SYNCPOINT"
TOLD = ("file", "number", "queue", "queue_manager", "application", "comp_code", "reason")
READS = ("verb", *TOLD, "options")
"""What is read of a row of the table `calls`."""


@dataclass(frozen=True)
class Call:
    """A call of a trace on the message asked for."""

    verb: str
    file: str
    number: int | None
    queue: str | None
    queue_manager: str | None
    application: str | None
    comp_code: int | None
    reason: int | None
    browses: bool | None
    """None where its options are not told."""
    in_unit: bool | None = None
    """Whether it was in a unit of work (syncpoint), as its options say; None where they leave it to the platform."""

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.file, None, self.number)

    @property
    def takes(self) -> bool | None:
        """Whether it took the message off its queue; None where its options or its outcome are not told."""
        if self.verb not in GETS or self.browses or self.comp_code == FAILED or self.reason in NOT_GIVEN:
            return False
        return None if self.browses is None or self.comp_code is None else True


def calls(rows: Iterable[Mapping], wanted: Request) -> list[Call]:
    """The calls of a trace that put or took the message asked for."""
    return [of_row(row) for row in rows if wanted.msg_id and row.get("msg_id") == bytes.fromhex(wanted.msg_id)]


def of_row(row: Mapping) -> Call:
    """The call of a row of the table `calls`."""
    told = row.get("options")
    options = [option or "" for option in told or []]
    browses = None if told is None else any(option.startswith("MQGMO_BROWSE") for option in options)
    in_unit = True if any(one.startswith(SYNCPOINT) for one in options) else False if NO_SYNCPOINT in options else None
    return Call(row.get("verb") or "", *(row.get(key) for key in TOLD), browses, in_unit)
