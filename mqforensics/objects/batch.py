"""The batch of a channel: what its ends show of it, and whether the receiving end has the one that is in doubt.

The sending end names the batch in doubt in CURLUWID, the receiving end the last one that it committed in LSTLUWID.
Source: documentation, "In-doubt channels", "DISPLAY CHSTATUS".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqforensics.objects import sentences
from mqforensics.objects.check import Check
from mqforensics.objects.estate import RECEIVERS, SENDERS, Estate
from mqforensics.objects.fact import Row, Span


def status(estate: Estate, manager: str | None, channels: Iterable[str], at: Span | None = None) -> list[Row]:
    """The status rows after `at` that show a batch: the current ones; without any, what is saved of the channels."""
    rows = [row for name in channels for row in estate.of(manager, ("CHSTATUS",), name) if estate.after(row, at)]
    rows = [row for row in rows if row.attributes.get("CHLTYPE", "SDR") in SENDERS and "SHORT" not in row.attributes]
    current = [row for row in rows if "SAVED" not in row.attributes]
    return estate.newest(current or rows)


def receiver_committed(
    estate: Estate, manager: str, partner: str | None, channel: str, at: Span | None = None
) -> Check:
    """Whether the receiving end committed the batch that the sending end is in doubt about."""
    sender = status(estate, manager, [channel], at)
    unit = estate.fact_of(sender, "CURLUWID")
    rows = [row for row in estate.of(partner, ("CHSTATUS",), channel) if row.attributes.get("CHLTYPE") in RECEIVERS]
    rows = [row for row in rows if row.attributes.get("RQMNAME") in (None, "", manager) and estate.after(row, at)]
    last = estate.fact_of(rows, "LSTLUWID")
    if not is_one(unit.value) or not last.seen:
        return Check(None)
    places = [*unit.places, *last.places]
    if any(one.value == unit.value for one in last.seen):
        return Check(
            True,
            sentences.PARTNER_HAS_COMMITTED.format(
                partner=partner, last=last.text(), unit=unit.text(), manager=manager
            ),
            places,
        )
    if is_one(last.value) and all(_sent_before(estate, sender, one.row) for one in last.seen):
        said = sentences.PARTNER_HAS_NOT_COMMITTED.format(
            partner=partner, last=last.text(), unit=unit.text(), manager=manager
        )
        return Check(False, said, places)
    return Check(None, "", places)


def is_one(unit: str | None) -> bool:
    """Whether an identifier names a unit of work: zeros name none."""
    return bool((unit or "").strip("0"))


def _sent_before(estate: Estate, sender: Sequence[Row], receiver: Row) -> bool:
    """Whether the receiving end was surely captured after the last message of the batch was sent."""
    seen = estate.captured(receiver)
    return any(
        estate.later(receiver, row) or ("LSTMSG" in row.times and estate.moment(row, "LSTMSG").before(seen) is True)
        for row in sender
    )
