"""The calls of a trace on the message asked for: which of them put it, looked at it, or took it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mqforensics.objects.fact import Place
from mqforensics.objects.mqi_calls import BACKED_OUT, FAILED, GETS, NOT_GIVEN, PUTS
from mqforensics.questions.walk.request import Request

SYNCPOINT, NO_SYNCPOINT = "MQGMO_SYNCPOINT", "MQGMO_NO_SYNCPOINT"
TOLD = ("file", "number", "queue", "queue_manager", "application", "comp_code", "reason")
ENDING = ("MQCMIT", "MQBACK", "MQDISC", "MQCONN", "MQCONNX")
"""The calls that end a unit of work, or after which it is another one; of XA (`XA…`), a coordinator does."""
READS = ("verb", *TOLD, "options")
"""What is read of a row of the table `calls`."""


class Put(NamedTuple):
    """A put of a program to a queue, as a trace shows."""

    queue: str | None
    reason: int | None
    failed: bool
    place: Place


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
    """None where its options are not known."""
    in_unit: bool | None = None
    """Whether it was in a unit of work (syncpoint), as its options say; None where they leave it to the platform."""
    committed: bool | None = None
    """Whether its unit of work was committed, or rolled back; None where the evidence does not show it."""

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.file, None, self.number)

    @property
    def takes(self) -> bool | None:
        """Whether it took the message off its queue; None where its options or its outcome are not known."""
        if self.verb not in GETS or self.browses or self.comp_code == FAILED or self.reason in NOT_GIVEN:
            return False
        return None if self.browses is None or self.comp_code is None else True


def puts(rows: Iterable[Mapping], wanted: Request) -> list[Put]:
    """The puts that traces show at the time of the put, at its queue manager."""
    return [
        Put(row.get("queue"), row.get("reason"), row["comp_code"] == FAILED, Place(row["file"], None, row["number"]))
        for row in rows
        if row.get("verb") in PUTS and row.get("comp_code") is not None and wanted.is_of_the_put(row)
    ]  # fmt: skip


def _is_committed(end: Mapping | None) -> bool | None:
    if not end or end.get("error"):
        return None
    if end["verb"] == "MQCMIT" and end.get("reason") == BACKED_OUT:
        return False
    return {"MQCMIT": True, "MQBACK": False}.get(end["verb"]) if end.get("comp_code") == 0 else None


def of_row(row: Mapping, end: Mapping | None) -> Call:
    """The call of a row of the table `calls`; `end`: the row of what ended its unit of work, where the evidence shows
    it."""
    told = row.get("options")
    options = [option or "" for option in told or []]
    browses = None if told is None else any(option.startswith("MQGMO_BROWSE") for option in options)
    in_unit = True if any(one.startswith(SYNCPOINT) for one in options) else False if NO_SYNCPOINT in options else None
    return Call(row.get("verb") or "", *(row.get(key) for key in TOLD), browses, in_unit, _is_committed(end))
