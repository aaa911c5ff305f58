"""The fate of one message: the decision table read once, for one set of inputs."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mqforensics.flow.delivery.citations import SOURCES
from mqforensics.flow.delivery.conditions import FACTS, MESSAGE_COMMAND, OWN, PARTNER, SENDER, Fact, number, value
from mqforensics.flow.delivery.decision_table import FATES, STAGES, UNKNOWN, WEAKER, Row
from mqforensics.flow.delivery.inputs import (
    DISCARD_MSG,
    EXCEPTION,
    EXCEPTION_WITH_DATA,
    EXCEPTION_WITH_FULL_DATA,
    OF_QUEUE_MANAGER,
    assumptions,
    attributes,
    valid_attributes,
    valid_inputs,
)
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER
from mqforensics.objects.commands import BROWSER, Command, mqsc, shell

NEGOTIATED = "NORMAL"
"""The speed of a channel whose two ends disagree (recalled from DEFINE CHANNEL)."""


class Branch(NamedTuple):
    """A row of the decision table that was looked at: "taken", "possible" or "not taken"."""

    stage: str
    row: Row
    state: str


class Action(NamedTuple):
    """One step of what the channel does; `time` in ms since the first failure, None where it is not known."""

    time: int | None
    action: str
    detail: str
    source: str | None = None


class Report(NamedTuple):
    """An exception report: what it holds of the message, and where it ends; `where` says this where that is not
    known."""

    holds: str
    where: str


class Fate(NamedTuple):
    """As the columns of `delivery`; `report`: its `exception_report`; `trail` are the rows of every stage reached,
    `facts` what was known.
    """

    fate: str
    where: str
    channel_state: str
    lost: str | None
    because: str
    next: str | None
    trail: tuple[Branch, ...]
    facts: Mapping[str, bool | None]
    actions: tuple[Action, ...] = ()
    report: Report | None = None
    protected: bool | None = None


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
    is the sending one for `checks.AT_SENDER`, otherwise the receiving one. `report` and the reply-to queue
    default to a message that asks for nothing; `assume` is as in `delivery`.
    """
    sender, receiver = attributes("channel_attrs", channel_attrs), attributes("receiver_attrs", receiver_attrs)
    message = {"persistence": persistence, "reason": reason, "report": report, "reply_to_q": reply_to_q,
               "reply_to_qmgr": reply_to_qmgr}  # fmt: skip
    agreed = {"NPMSPEED": speed(sender.get("NPMSPEED"), receiver.get("NPMSPEED"))}
    if reason in AT_SENDER:
        return _fate_at(message | {"end": "sending"}, assume, sender | agreed, sender_qmgr_attrs)
    known = {name: sender[name] for name in ("XMITQ", "CHANNEL") if name in sender}
    message["end"] = None if reason in AT_EITHER_END else "receiving"
    return _fate_at(message, assume, known | receiver | agreed, qmgr_attrs, sender_qmgr_attrs)


def fate_at(
    message: Mapping,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    partner: Mapping | None = None,
    assume: Mapping | None = None,
) -> Fate:
    """What becomes of one `message` (inputs of `inputs.MESSAGE` by name), with everything else as in `delivery`."""
    valid_attributes("channel", channel)
    valid_attributes("queue_manager", queue_manager, of=OF_QUEUE_MANAGER)
    valid_attributes("partner", partner, of=OF_QUEUE_MANAGER)
    return _fate_at(message, assume, channel, queue_manager, partner)


def _fate_at(
    message: Mapping, assume: Mapping | None, channel: Mapping | None, manager: Mapping | None,
    partner: Mapping | None = None,
) -> Fate:  # fmt: skip
    known = assumptions(assume) | {name: value for name, value in valid_inputs(message).items() if value is not None}
    known |= attributes("channel", channel) | attributes("queue_manager", manager)
    return of_inputs(known | attributes("partner", partner, "PARTNER_"))


def speed(one: str | None, other: str | None) -> str | None:
    """NPMSPEED of a channel from that of its two ends; null when it could still be either."""
    speeds = {str(s).strip().upper() for s in (one, other) if s}
    if NEGOTIATED in speeds:
        return NEGOTIATED
    return speeds.pop() if one and other else None


def of_inputs(
    inputs: Mapping, stages: Mapping[str, tuple[Row, ...]] = STAGES, asked: Mapping[str, Fact] = FACTS
) -> Fate:
    """The fate for inputs by name (see `inputs.INPUTS`); a name that is missing is not known."""
    facts = {name: value(fact.of, inputs) for name, fact in asked.items()}
    trail, fates, sure, entered = [], set(), True, []
    for stage, rows in stages.items():
        left = [row for row in rows if all(facts[n] in (want, None) for n, want in row.when.items())]
        states = {id(row): "taken" if sure and len(left) == 1 else "possible" for row in left}
        trail += [Branch(stage, row, states.get(id(row), "not taken")) for row in rows]
        entered += [left] if sure else []
        fates |= {row.fate for row in left if row.fate}
        sure = sure and not any(row.fate for row in left)
        if all(row.fate for row in left):
            break
    told = _fate_of_rows(fates, tuple(trail), facts, inputs, asked)
    return told._replace(actions=tuple(_actions(entered, facts, inputs, asked)), report=report(told, inputs))


def _fate_of_rows(fates: set[str], trail: tuple[Branch, ...], facts: Mapping, inputs: Mapping, asked: Mapping) -> Fate:
    fate = next(iter(fates)) if len(fates) == 1 else WEAKER.get(frozenset(fates), UNKNOWN)
    taken = [b.row for b in trail if b.state == "taken"]
    end = next((row for row in taken if row.fate and len(fates) == 1), None)
    because = [_fill(row.because, inputs) for row in taken if row.because]
    if len(fates) == 1 and end is None:  # several rows are possible, and all of them end alike
        alike = (b.row.because for b in trail if b.state == "possible" and b.row.fate)
        because.append(" or ".join(dict.fromkeys(_fill(one, inputs) for one in alike)))
    lacking = _missing_facts([b.row for b in trail if b.state == "possible"], facts)
    if len(fates) > 1:
        because.append("not known: " + ", ".join(f"{asked[n].yes} or not" for n in lacking))
        because.append("possible: " + ", ".join(f for f in FATES if f in fates))
        conflicts = [asked[n].conflict for n in lacking if asked[n].conflict]
        because[:0] = [_fill(one, inputs) for one in conflicts if all(map(inputs.get, NAMES.findall(one)))]
    unsure = lacking if len(fates) > 1 or fate == UNKNOWN else []
    commands = [one for n in unsure for one in _commands(asked[n].command, asked[n].at, inputs, facts)]
    if end and end.next:
        commands = _commands(end.next, OWN, inputs, facts)
    commands = list(dict.fromkeys(one.command for one in commands))
    meaning = FATES[fate]
    protected = end.protected if end else None
    return Fate(
        fate, _fill((end and end.where) or meaning.where, inputs), meaning.channel_state,
        meaning.lost if fates & {"DISCARDED", UNKNOWN} else None,
        "; ".join(because), "\n".join(commands) or None, trail, facts,
        protected=_is_protected(taken, facts) if protected is None else _fact(protected, facts),
    )  # fmt: skip


def _is_protected(taken: list[Row], facts: Mapping) -> bool | None:
    return next((_fact(row.protected, facts) for row in taken if row.protected is not None), None)


def _fact(protected: bool | str, facts: Mapping) -> bool | None:
    return facts[protected] if isinstance(protected, str) else protected


def _missing_facts(rows: list[Row], facts: Mapping) -> list[str]:
    """The facts that are not known and that rows which can still hold ask for."""
    asked = {n for row in rows for n in row.when if facts[n] is None}
    return [name for name in facts if name in asked]


# The commands that show what is not known

NAMES = re.compile(r"\{(\w+)\}")
FOUND_BY = {
    "XMITQ": ("DISPLAY CHANNEL({CHANNEL}) XMITQ", SENDER), "DEADQ": ("DISPLAY QMGR DEADQ", OWN),
    "reply_to_q": (MESSAGE_COMMAND, SENDER), OWN: ("DISPLAY QMGR QMNAME", OWN),
    PARTNER: ("DISPLAY CHSTATUS({CHANNEL}) RQMNAME", OWN), SENDER: ("DISPLAY CHSTATUS({CHANNEL}) RQMNAME", OWN),
}  # fmt: skip
"""What shows a name that a command needs and nobody gave: no command has a word in its place."""
PROGRAMS = (BROWSER, "dspmqspl")
"""What is not MQSC, and names its queue manager itself."""


def _commands(template: str, at: str, inputs: Mapping, facts: Mapping) -> list[Command]:
    """A command at the queue manager that owns what it shows; first what names it, where that is not known."""
    known = {name: str(inputs[name]).strip() for name in inputs if inputs[name] is not None}
    sender = {True: PARTNER, False: OWN}.get(facts.get("receiving"))
    known = {"CHANNEL": "*"} | known | ({SENDER: known[sender]} if sender in known else {})
    wanted = NAMES.findall(template)
    unknown = [name for name in wanted if not known.get(name)]
    if unknown:
        return [one for name in unknown for one in _commands(*FOUND_BY[name], inputs, facts)]
    names, on = [known[name] for name in wanted], known.get(at) or None
    text = NAMES.sub("{}", template.replace("'", "")).strip()
    is_program = text.startswith(PROGRAMS)
    return shell(text, *names, on=known.get(SENDER if SENDER in wanted else OWN)) if is_program else mqsc(
        text, *names, on=on)  # fmt: skip


# What the channel does, step after step

LISTED = 100
"""Retries listed one by one; MRRTY may be 999999999, and the others are one step with their number."""
AT_ONCE = ("put", "send")
"""What fails first; all other steps of its row come at the same time, and those of later rows after the retries."""


def _actions(entered: list[list[Row]], facts: Mapping, inputs: Mapping, asked: Mapping) -> Iterator[Action]:
    """The steps of every stage that is reached for certain, in order; what is unknown is a step that says this."""
    tries, interval = _tries(entered, inputs), number(inputs.get("MRTMR"))
    delay = tries if not tries else None if interval is None else tries * interval
    for left in entered:
        if len(left) != 1:
            lacking = ", ".join(f"{asked[n].yes} or not" for n in _missing_facts(left, facts))
            yield Action(delay, "unknown", f"not known: {lacking}")
            continue
        at = 0 if any(step.action in AT_ONCE for step in left[0].steps) else delay
        for step in left[0].steps:
            if step.action != "retry":
                yield Action(at, step.action, _fill(step.detail, inputs), SOURCES[step.source])
        if _retries(left[0]) and tries:
            yield from _retry_actions(left[0], tries, interval, delay, number(inputs.get("MRRTY")))


def _retries(row: Row) -> bool:
    return any(step.action == "retry" for step in row.steps)


def _tries(entered: list[list[Row]], inputs: Mapping) -> int | None:
    """How often the put is tried again: up to the try that works, or all of MRRTY."""
    left = next((rows for rows in entered if any(map(_retries, rows))), None)
    if left is None:
        return 0
    if len(left) != 1:
        return None
    if not left[0].fate:
        return number(inputs.get("MRRTY"))
    needed, interval = number(inputs.get("clears_after")), number(inputs.get("MRTMR"))
    return max(1, -(-needed // interval)) if needed is not None and interval else 1


def _retry_actions(row: Row, tries: int, interval: int | None, delay: int | None, most: int | None) -> Iterator[Action]:
    last = "the put works" if row.fate else "the put fails"
    for n in range(1, min(tries, LISTED) + 1):
        ends = last if n == tries else "the put fails"
        at = None if interval is None else n * interval
        yield Action(at, "retry", f"try {n} of {most}: {ends}", SOURCES["retry"])
    if tries > LISTED:
        more = f"and {tries - LISTED} more, {interval} ms apart; at the last {last}"
        yield Action(delay, "retry", more, SOURCES["retry"])


# The exception report

HOLDS = {
    EXCEPTION_WITH_FULL_DATA: "the whole message",
    EXCEPTION_WITH_DATA: "the first 100 bytes of the message",
    EXCEPTION: "none of the message's data",
}
STAYS = ("RETRIED_AND_DELIVERED", "ON_XMITQ_CHANNEL_ENDS", "ON_XMITQ_CHANNEL_RETRYING")
"""Fates of messages of which the channel makes no exception report, because it may still deliver them."""


def report(told: Fate, inputs: Mapping) -> Report | None:
    """The exception report that the channel makes; None when none is asked for, or the message may still arrive.

    The message and its report have each a fate of their own: a message on the dead-letter queue is there besides its
    report. Source: MQMD, Report.
    """
    options, queue = number(inputs.get("report")), inputs.get("reply_to_q")
    holds = next((HOLDS[bits] for bits in HOLDS if options is not None and options & bits == bits), None)
    if options == 0 or (options is not None and holds is None) or queue == "" or told.fate in STAYS:
        return None
    if options is None or queue is None or told.fate == UNKNOWN:
        return Report(holds or "not known", "not known")
    facts = told.facts
    if facts.get("receiving") is not True:
        return Report(holds, "not known: the documentation does not tell of reports at the sending end")
    if facts.get("return_put") is True:
        return Report(holds, _reply(facts, inputs))
    if facts.get("return_put") is None:
        return Report(holds, "not known: the evidence does not show whether it can be put")
    if facts.get("pass_discard") and options & DISCARD_MSG:
        return Report(holds, "nowhere: it inherits MQRO_DISCARD_MSG and is lost")
    if facts.get("has_dlq") and facts.get("dead_letter_put"):
        return Report(holds, _fill("dead-letter queue {DEADQ} of the receiving queue manager", inputs))
    return Report(holds, "not known: neither its queue nor a dead-letter queue takes it")


def _reply(facts: Mapping, inputs: Mapping) -> str:
    if facts.get("reply_local") is None:
        return _fill("on its way to reply-to queue {reply_to_q} of {reply_to_qmgr}", inputs)
    local = "reply-to queue {reply_to_q}, local to the MCA"
    remote = "a transmission queue toward {reply_to_qmgr}, for reply-to queue {reply_to_q}"
    return _fill(local if facts["reply_local"] else remote, inputs)


FALLBACKS = {"CHANNEL": "*"}
"""What is in a sentence for an input that is not known; elsewhere it is the input's own name."""


def _fill(template: str, inputs: Mapping) -> str:
    parts = template.replace("}", "{").split("{")
    return "".join(_name(part, inputs) if n % 2 else part for n, part in enumerate(parts))


def _name(name: str, inputs: Mapping) -> str:
    known = inputs.get(name)
    return ("" if known is None else str(known).strip()) or FALLBACKS.get(name, name)
