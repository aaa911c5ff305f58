"""The facts a decision turns on, each a yes, a no or an unknown drawn from the inputs.

A fact is an expression in a small language: a tuple of an operator and its arguments, which are names of inputs,
constants, or expressions. `value` evaluates it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from mqforensics.flow.delivery.inputs import (
    DISCARD_MSG,
    FLAG,
    INPUTS,
    INT,
    PASS_DISCARD,
    RETRY_REASONS,
    RETRY_SINCE,
    RETURN,
    USEDLQ_SINCE,
)
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER
from mqforensics.objects.estate import RECEIVERS, SENDERS

OWN, PARTNER, SENDER = "QMNAME", "PARTNER_QMNAME", "SENDER"
"""Where a command is run: at the queue manager of the end that fails, of the other end, of the sending end."""


class Fact(NamedTuple):
    """How a fact is computed, what a yes and a no say in words, and the command that shows it where it is unknown."""

    of: tuple
    yes: str
    no: str
    command: str
    at: str = OWN
    conflict: str = ""
    """Why it is open although every input named here is known; blank where inputs never contradict each other."""


CHANNEL_COMMAND = "DISPLAY CHANNEL('{CHANNEL}') CHLTYPE "
MESSAGE_COMMAND = "amqsbcg {XMITQ} {SENDER}"
"""The message is backed out to the transmission queue, which is the sending queue manager's."""
NO_EXIT_PASS = ("not", ("is", "exits_pass"))

FACTS = {
    "message_channel": Fact(
        ("coalesce", ("within", "CHLTYPE", (*SENDERS, *RECEIVERS)), ("yes",)),
        "a message channel", "not a message channel", CHANNEL_COMMAND,
    ),
    "message_exit": Fact(
        ("and", ("named", "MSGEXIT"), NO_EXIT_PASS),
        "a message exit", "no message exit", CHANNEL_COMMAND + "MSGEXIT",
    ),
    "receiving": Fact(
        ("coalesce", ("among", "end", ("RECEIVING",), ("SENDING",)),
         ("end", ("among", "CHLTYPE", RECEIVERS, SENDERS), ("none of", "reason", AT_SENDER, AT_EITHER_END))),
        "at the receiving end", "at the sending end", CHANNEL_COMMAND,
        conflict="reason {reason} does not arise at the end that CHLTYPE({CHLTYPE}) defines",
    ),
    "retry_exit": Fact(
        ("and", ("named", "MREXIT"), NO_EXIT_PASS),
        "a message-retry exit", "no message-retry exit", CHANNEL_COMMAND + "MREXIT",
    ),
    "transient": Fact(
        ("one of", "reason", RETRY_REASONS),
        "a reason tried again", "a reason not tried again", "amqsbcg {DEADQ} {QMNAME}",
    ),
    "retries": Fact(
        ("and", ("positive", "MRRTY"), ("not", ("named", "MREXIT"))),
        "MRRTY above 0", "MRRTY(0)", CHANNEL_COMMAND + "MRRTY",
    ),
    "clears": Fact(
        ("covers", "clears_after", "MRRTY", "MRTMR"),
        "the queue takes it in time", "not in time", CHANNEL_COMMAND + "MRRTY MRTMR",
    ),
    "return_asked": Fact(
        ("and", ("bits", "report", RETURN), ("named", "reply_to_q")),
        "return to sender asked for", "return to sender not asked for", MESSAGE_COMMAND, SENDER,
    ),
    "return_put": Fact(
        ("is", "return_put"),
        "the report can be put", "the report cannot be put", "DISPLAY QUEUE('{reply_to_q}') ALL",
    ),
    "reply_local": Fact(
        ("same", "reply_to_qmgr", "QMNAME"),
        "the reply-to queue is local to the MCA", "the reply-to queue is elsewhere", "DISPLAY QMGR QMNAME",
    ),
    "discard_asked": Fact(
        ("bits", "report", DISCARD_MSG),
        "MQRO_DISCARD_MSG", "no MQRO_DISCARD_MSG", MESSAGE_COMMAND, SENDER,
    ),
    "pass_discard": Fact(
        ("bits", "report", PASS_DISCARD),
        "MQRO_PASS_DISCARD_AND_EXPIRY", "no MQRO_PASS_DISCARD_AND_EXPIRY", MESSAGE_COMMAND, SENDER,
    ),
    "discard_persistent": Fact(
        ("is", "discard_persistent"),
        "read as for all messages", "read as for nonpersistent ones", MESSAGE_COMMAND, SENDER,
    ),
    "persistent": Fact(
        ("among", "persistence", ("1",), ("0",)),
        "persistent", "nonpersistent", MESSAGE_COMMAND, SENDER,
    ),
    "use_dlq": Fact(
        ("coalesce", ("among", "USEDLQ", ("YES",), ("NO",)),
         ("if yes", ("not", ("level", "CMDLEVEL", "VERSION", USEDLQ_SINCE)))),
        "USEDLQ(YES)", "USEDLQ(NO)", CHANNEL_COMMAND + "USEDLQ",
    ),
    "deadq": Fact(
        ("named", "DEADQ"),
        "DEADQ named", "DEADQ blank", "DISPLAY QMGR DEADQ",
    ),
    "has_dlq": Fact(
        ("and", ("coalesce", ("among", "USEDLQ", ("YES",), ("NO",)),
                 ("if yes", ("not", ("level", "CMDLEVEL", "VERSION", USEDLQ_SINCE)))), ("named", "DEADQ")),
        "a dead-letter queue is used", "no dead-letter queue is used", "DISPLAY QMGR DEADQ",
    ),
    "dead_letter_put": Fact(
        ("is", "dead_letter_put"),
        "the dead-letter put works", "the dead-letter put fails",
        "DISPLAY QLOCAL('{DEADQ}') PUT CURDEPTH MAXDEPTH MAXMSGL",
    ),
    "fast": Fact(
        ("or", ("among", "NPMSPEED", ("FAST",), ("NORMAL",)),
         ("and", ("is", "discard_normal"), ("not", ("named", "DEADQ")))),
        "NPMSPEED(FAST)", "NPMSPEED(NORMAL)", CHANNEL_COMMAND + "NPMSPEED",
    ),
    "interception": Fact(
        ("among", "SPLPROT", ("REMOVE", "ASPOLICY"), ("PASSTHRU", "")),
        "AMS interception on z/OS", "no AMS interception", CHANNEL_COMMAND + "SPLPROT",
    ),
    "partner_deadq": Fact(
        ("named", "PARTNER_DEADQ"),
        "the sending queue manager names a DEADQ", "the sending queue manager names no DEADQ",
        "DISPLAY QMGR DEADQ", PARTNER,
    ),
    "level_7": Fact(
        ("coalesce", ("level", "PARTNER_CMDLEVEL", "PARTNER_VERSION", RETRY_SINCE),
         ("level", "CMDLEVEL", "VERSION", RETRY_SINCE)),
        "level 7.0 or later", "level before 7.0", "DISPLAY QMGR CMDLEVEL", PARTNER,
    ),
}  # fmt: skip


def value(expression: tuple, inputs: Mapping) -> bool | None:
    """True, False, or None where it is not known."""
    operator, *arguments = expression
    if operator in OF_FACTS:
        return OF_FACTS[operator](*[value(part, inputs) for part in arguments])
    return OF_INPUTS[operator](*[_input(a, inputs) if isinstance(a, str) else a for a in arguments])


def _input(name: str, inputs: Mapping):
    raw, kind = inputs.get(name), INPUTS.get(name, FLAG)
    if raw is None or kind == FLAG:
        return raw
    return number(raw) if kind == INT else str(raw).strip()


def number(raw) -> int | None:
    """A whole number, None for anything else."""
    try:
        return int(raw)
    except (TypeError, ValueError):
        return None


def _or_unknown(test):
    """`test`, with an unknown first argument giving an unknown."""
    return lambda first, *rest: None if first is None else test(first, *rest)


def _among(word: str, yes: tuple, no: tuple) -> bool | None:
    word = str(word).upper()
    return True if word in yes else False if word in no else None


def _level(level: int | None, version: str | None, least: int) -> bool | None:
    if level is None and version and version[:6].isdecimal() and len(version) >= 6:
        level = int(version[:2]) * 100 + int(version[2:4]) * 10 + int(version[4:6])
    return None if level is None else level >= least


def _covers(needed: int | None, count: int | None, interval: int | None) -> bool | None:
    if needed is None:
        return False
    return None if count is None or interval is None else count * interval >= needed


def _same(name: str, own: str | None) -> bool | None:
    return True if name == "" else None if own is None else name == own


def _and(*values: bool | None) -> bool | None:
    return False if False in values else None if None in values else True


def _end(of_type: bool | None, of_reason: bool | None) -> bool | None:
    """The end that both the channel's type and the reason show, or the only one shown; open where they differ."""
    return of_reason if of_type is None else None if of_reason not in (None, of_type) else of_type


def _or(*values: bool | None) -> bool | None:
    return True if True in values else None if None in values else False


OF_INPUTS = {
    "yes": lambda: True,
    "is": lambda flag: flag,
    "named": _or_unknown(lambda word: word != ""),
    "positive": _or_unknown(lambda number: number > 0),
    "one of": _or_unknown(lambda number, numbers: number in numbers),
    "none of": _or_unknown(lambda number, numbers, unsure: None if number in unsure else number not in numbers),
    "bits": _or_unknown(lambda number, mask: number & mask == mask),
    "among": _or_unknown(_among),
    "within": _or_unknown(lambda word, words: word.upper() in words),
    "starts": _or_unknown(lambda word, starts: word.upper().startswith(starts)),
    "level": _level,
    "covers": _covers,
    "same": _or_unknown(_same),
}
OF_FACTS = {
    "not": _or_unknown(lambda flag: not flag),
    "and": _and,
    "or": _or,
    "end": _end,
    "coalesce": lambda *values: next((v for v in values if v is not None), None),
    "if yes": lambda flag: True if flag else None,
}
