"""What is said of channels that can lose messages, and of dead-letter queues that cannot take them."""

from collections.abc import Sequence

from mqforensics.words.grammar import count, in_series

NO_CHANNEL = "The evidence has no definition of a message channel."
NONE_LOSES = "No channel of this evidence loses a message that it cannot deliver."
HEADLINES = {
    "CAN_LOSE_MESSAGES": "Channel {name} of {manager} discards nonpersistent messages that it cannot {deed}: {why}.",
    "MAY_LOSE_MESSAGES_UNKNOWN": "Cannot tell whether channel {name} of {manager} loses messages that it cannot"
                                 " deliver: {why}.",
    "FAST_MESSAGES_IN_FLIGHT": "Channel {name} of {manager} loses nonpersistent messages only if it fails while they"
                               " are in transit.",
}  # fmt: skip
"""By the code of the end of a channel that comes first."""
MORE = " In all, {parts}."
PARTS = {
    "CAN_LOSE_MESSAGES": "{number} of {channels} can lose messages",
    "MAY_LOSE_MESSAGES_UNKNOWN": "{number} cannot be judged",
    "FAST_MESSAGES_IN_FLIGHT": "{number} can lose what is in transit",
}
CAN_LOSE = "Channel {name} can lose nonpersistent messages. {ends}"
END = "Its {kind} on {manager} discards those that it cannot {deed}: {why}."
DEEDS = {True: "send", False: "put"}
FAST, NO_USEDLQ, NO_DEADQ = "NPMSPEED is FAST", "USEDLQ is NO", "DEADQ is blank"
UNUSABLE = {
    2030: "dead-letter queue {name} accepts only shorter messages",
    2051: "dead-letter queue {name} has PUT(DISABLED)",
    2053: "dead-letter queue {name} is full",
    2085: "dead-letter queue {name} is not defined",
}
"""Why a dead-letter queue takes nothing, by the reason of the put to it."""
UNUSABLE_OTHERWISE = "dead-letter queue {name} cannot be used"
ONE_UNSURE = "Cannot tell whether channel {name} of {manager} loses messages that it cannot deliver: {why}."
SEVERAL_UNSURE = "Cannot tell whether {channels} of {manager} lose messages that they cannot deliver. They are {named}."
LACKS = "the evidence lacks {attributes}", "lacks {attributes}"
EXIT = "message exit {exit} decides", "message exit {exit}"
UNLESS = "it does unless its other end is on {managers}", "unless its other end is on {managers}"
INCOMPLETE = "its definition is incomplete", "incomplete"
"""Why a channel cannot be judged: in a sentence about it alone, and in a list of several."""
IN_FLIGHT = (
    "Channel {name} has NPMSPEED(FAST) and a dead-letter queue. It loses nonpersistent messages only if it fails while"
    " they are in transit."
)
SEVERAL_IN_FLIGHT = (
    "{channels} have NPMSPEED(FAST) and a dead-letter queue: {named}. They lose nonpersistent messages only if they"
    " fail while those are in transit."
)
THEN_ENDS = " A channel to {manager} that cannot deliver a message then ends, or discards it."
NEAR = " {near} is defined: names differ by capitals."
NOT_MADE = (
    " DEADQ, like crtmqm -u, only names the queue, and DEFINE with LIKE copies every attribute: PUT, MAXDEPTH and"
    " MAXMSGL too."
)
HIDDEN = " MQ Explorer hides SYSTEM queues unless the option to show them is on."
"""Source: the document "Handling undelivered messages"."""
TOO_SMALL = (
    "Dead-letter queue {name} on {manager} takes up to {size} bytes (MAXMSGL), {header} of them for the dead-letter"
    " header. Longer messages come over {named}. {then}"
)
LONGER = "{name} ({length} bytes)"
THEN_STAYS = "An undeliverable one stays on the transmission queue and the channel ends."
THEN_LOST = "An undeliverable one ends the channel, or is discarded where it is nonpersistent and the channel is fast."
AMS = {
    "AMS_DEAD_LETTER_IN_CLEAR": "{channel} removes the protection of messages (SPLPROT(REMOVE)). One that it cannot"
                                " send is put to {dead} in clear: {why}. Whoever may browse {dead} can read it.",
    "AMS_DEAD_LETTER_PUT_FAILS": "The policy of dead-letter queue {dead} on {manager} tolerates no unprotected message."
                                 " {channel} cannot put one there that {which}: a persistent one {kept}, a"
                                 " nonpersistent one {lost}.{both}",
    "AMS_DEAD_LETTER_OPEN": "AMS intercepts {channel} (SPLPROT({splprot})). The evidence does not show the policy of"
                            " dead-letter queue {dead}, which decides whether messages are in clear there.",
    "AMS_USER_MAY_NOT_PROTECT": "The policy of dead-letter queue {dead} on {manager} names who may sign ({signers})."
                                " The put of {channel} fails if the channel initiator's user is not among them. The"
                                " evidence does not show that user's certificate.",
}  # fmt: skip
AMS_CHANNEL = "{kind} channel {name} on {manager}"
POLICY_PROTECTS_NOTHING = "the policy of {dead} protects nothing"
NO_POLICY = "no policy has the name {dead}"
SYSTEM_QUEUE = "{dead} is a system queue, and policies have no effect there"
UNPROTECTED = {True: "it has unprotected", False: "arrived without protection"}
"""By whether the channel sends."""
BOTH_READINGS = " The document's sentence on senders has the policy protect such a message instead."
AMS_THEN = {
    "DISCARDED": "is discarded", "ON_XMITQ_CHANNEL_RETRYING": "goes back to the transmission queue and the channel "
    "retries", "ON_XMITQ_CHANNEL_ENDS": "stays on the transmission queue and the channel ends",
}  # fmt: skip
NOT_KNOWN_KEPT = "may or may not be kept"


def headline(code: str | None, name: str, manager: str, deed: str, why: str, numbers: dict[str, int],
             channels: int) -> str:  # fmt: skip
    """The end of a channel that loses most, then how many channels there are of each code."""
    if code is None:
        return NONE_LOSES
    said = HEADLINES[code].format(name=name, manager=manager, deed=deed, why=why)
    if channels == 1:
        return said
    parts = [
        template.format(number=numbers[of], channels=count(channels, "channel"))
        for of, template in PARTS.items() if numbers.get(of)
    ]  # fmt: skip
    return said + MORE.format(parts=in_series(parts)) if sum(numbers.values()) > 1 else said


def lossy_channel(ends: Sequence[tuple[str, str, bool, Sequence[str]]], name: str) -> str:
    """What each end of a channel discards and why; an end is its type, its queue manager, whether it sends, reasons."""
    said = [
        END.format(kind=kind, manager=manager, deed=DEEDS[sends], why=in_series(why))
        for kind, manager, sends, why in ends
    ]
    return CAN_LOSE.format(name=name, ends=" ".join(said))


def unsure(manager: str, channels: Sequence[tuple[str, tuple[str, str]]]) -> str:
    """The channels of a queue manager that cannot be judged, each with its reason in both forms."""
    if len(channels) == 1:
        [(name, why)] = channels
        return ONE_UNSURE.format(name=name, manager=manager, why=why[0])
    named = in_series([f"{name} ({why[1]})" for name, why in channels], 5)
    return SEVERAL_UNSURE.format(channels=count(len(channels), "channel"), manager=manager, named=named)


def in_flight(names: Sequence[str]) -> str:
    """The channels that lose only what is in transit."""
    if len(names) == 1:
        return IN_FLIGHT.format(name=names[0])
    return SEVERAL_IN_FLIGHT.format(channels=count(len(names), "channel"), named=in_series(names, 6))
