"""The fate of one message in plain Python, read off the same decision table."""

from collections.abc import Mapping
from typing import NamedTuple

from mqforensics.questions.delivery.facts import FACTS
from mqforensics.questions.delivery.inputs import SENDING_REASONS, assumptions, attributes
from mqforensics.questions.delivery.sql import FALLBACKS
from mqforensics.questions.delivery.table import FATES, STAGES, UNKNOWN, WEAKER, Row
from mqforensics.questions.delivery.values import value as known

NEGOTIATED = "NORMAL"
"""The speed of a channel whose two ends disagree (recalled from DEFINE CHANNEL)."""


class Branch(NamedTuple):
    """A row of the decision table that was looked at: "taken", "possible" or "not taken"."""

    stage: str
    row: Row
    state: str


class Fate(NamedTuple):
    """As the columns of `delivery`; `trail` are the rows of every stage reached, `facts` what was known."""

    fate: str
    where: str
    channel_state: str
    lost: str | None
    because: str
    next: str | None
    trail: tuple[Branch, ...]
    facts: Mapping[str, bool | None]


def fate_of(
    persistence: int | None,
    reason: int | None,
    channel_attrs: Mapping | None = None,
    receiver_attrs: Mapping | None = None,
    qmgr_attrs: Mapping | None = None,
    *,
    sender_qmgr_attrs: Mapping | None = None,
    report: int | None = 0,
    reply_to_q: str | None = "",
    reply_to_qmgr: str | None = "",
    assume: Mapping | None = None,
) -> Fate:
    """What becomes of one message that fails with `reason`.

    `channel_attrs` and `receiver_attrs` are the MQSC attributes of the sending and of the receiving definition,
    `qmgr_attrs` and `sender_qmgr_attrs` those of the receiving and of the sending queue manager. The failing end
    is the sending one for `inputs.SENDING_REASONS`, otherwise the receiving one. `report` and the reply-to queue
    default to a message that asks for nothing; `assume` is as in `delivery`.
    """
    sender, receiver = attributes("channel_attrs", channel_attrs), attributes("receiver_attrs", receiver_attrs)
    message = {"persistence": persistence, "reason": reason, "report": report, "reply_to_q": reply_to_q,
               "reply_to_qmgr": reply_to_qmgr}  # fmt: skip
    agreed = {"NPMSPEED": speed(sender.get("NPMSPEED"), receiver.get("NPMSPEED"))}
    if reason in SENDING_REASONS:
        return fate_at(message | {"end": "sending"}, sender | agreed, sender_qmgr_attrs, assume=assume)
    known = {name: sender[name] for name in ("XMITQ", "CHANNEL") if name in sender}
    message["end"] = "receiving"
    return fate_at(message, known | receiver | agreed, qmgr_attrs, partner=sender_qmgr_attrs, assume=assume)


def fate_at(
    message: Mapping,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    partner: Mapping | None = None,
    assume: Mapping | None = None,
) -> Fate:
    """What becomes of one `message` (inputs of `inputs.MESSAGE` by name), with everything else as in `delivery`."""
    definitions = (
        attributes("channel", channel),
        attributes("queue_manager", queue_manager),
        attributes("partner", partner, "PARTNER_"),
    )
    known = assumptions(assume) | {name: value for name, value in message.items() if value is not None}
    for given in definitions:
        known |= given
    return of_inputs(known)


def speed(one: str | None, other: str | None) -> str | None:
    """NPMSPEED of a channel from that of its two ends; null when it could still be either."""
    speeds = {str(s).strip().upper() for s in (one, other) if s}
    if NEGOTIATED in speeds:
        return NEGOTIATED
    return speeds.pop() if one and other else None


def of_inputs(inputs: Mapping) -> Fate:
    """The fate for inputs by name (see `inputs.INPUTS`); a name that is missing is not known."""
    facts = {name: known(fact.of, inputs) for name, fact in FACTS.items()}
    trail, fates, sure = [], set(), True
    for stage, rows in STAGES.items():
        left = [row for row in rows if all(facts[n] in (want, None) for n, want in row.when.items())]
        states = {id(row): "taken" if sure and len(left) == 1 else "possible" for row in left}
        trail += [Branch(stage, row, states.get(id(row), "not taken")) for row in rows]
        fates |= {row.fate for row in left if row.fate}
        sure = sure and not any(row.fate for row in left)
        if all(row.fate for row in left):
            break
    return _told(fates, tuple(trail), facts, inputs)


def _told(fates: set[str], trail: tuple[Branch, ...], facts: Mapping, inputs: Mapping) -> Fate:
    fate = next(iter(fates)) if len(fates) == 1 else WEAKER.get(frozenset(fates), UNKNOWN)
    taken = [b.row for b in trail if b.state == "taken"]
    end = next((row for row in taken if row.fate and len(fates) == 1), None)
    because = [_fill(row.because, inputs) for row in taken if row.because]
    asked = _asked(trail, facts)
    if len(fates) > 1:
        because.append("not known: " + ", ".join(f"{FACTS[n].yes} or not" for n in asked))
        because.append("possible: " + ", ".join(f for f in FATES if f in fates))
    unsure = asked if len(fates) > 1 or fate == UNKNOWN else []
    commands = list(dict.fromkeys(_fill(FACTS[n].command, inputs) for n in unsure))
    if end and end.next:
        commands = [_fill(end.next, inputs)]
    meaning = FATES[fate]
    return Fate(
        fate, _fill((end and end.where) or meaning.where, inputs), meaning.channel_state,
        meaning.lost if fates & {"DISCARDED", UNKNOWN} else None,
        "; ".join(because), "\n".join(commands) or None, trail, facts,
    )  # fmt: skip


def _asked(trail: tuple[Branch, ...], facts: Mapping) -> list[str]:
    """The facts that are not known and that a row which can still hold asks for."""
    asked = {n for b in trail if b.state == "possible" for n in b.row.when if facts[n] is None}
    return [name for name in FACTS if name in asked]


def _fill(template: str, inputs: Mapping) -> str:
    parts = template.replace("}", "{").split("{")
    return "".join(_name(part, inputs) if n % 2 else part for n, part in enumerate(parts))


def _name(name: str, inputs: Mapping) -> str:
    known = inputs.get(name)
    return ("" if known is None else str(known).strip()) or FALLBACKS.get(name, name)
