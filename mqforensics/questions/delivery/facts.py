"""The facts a decision turns on, each a yes, a no or an unknown drawn from the inputs.

A fact is an expression in a small language, read by `columns.py` (Spark) and by `fate.py` (plain Python):
a tuple of an operator and its arguments, which are names of inputs, constants, or expressions.
"""

from typing import NamedTuple

from mqforensics.questions.delivery.inputs import (
    DISCARD_MSG,
    EXCEPTION_WITH_FULL_DATA,
    RECEIVING,
    RETRY_REASONS,
    RETRY_SINCE,
    SENDING,
    SENDING_REASONS,
    USEDLQ_SINCE,
)


class Fact(NamedTuple):
    """How a fact is computed, what a yes and a no say in words, and the command that tells where it is unknown."""

    of: tuple
    yes: str
    no: str
    command: str


CHANNEL_COMMAND = "DISPLAY CHANNEL('{CHANNEL}') CHLTYPE "
MESSAGE_COMMAND = "amqsbcg {XMITQ} {QMNAME}"
NO_EXIT_PASS = ("not", ("is", "exits_pass"))

FACTS = {
    "message_channel": Fact(
        ("coalesce", ("within", "CHLTYPE", (*SENDING, *RECEIVING)), ("yes",)),
        "a message channel", "not a message channel", CHANNEL_COMMAND,
    ),
    "message_exit": Fact(
        ("and", ("named", "MSGEXIT"), NO_EXIT_PASS),
        "a message exit", "no message exit", CHANNEL_COMMAND + "MSGEXIT",
    ),
    "receiving": Fact(
        ("coalesce", ("among", "end", ("RECEIVING",), ("SENDING",)), ("among", "CHLTYPE", RECEIVING, SENDING),
         ("not", ("one of", "reason", SENDING_REASONS))),
        "at the receiving end", "at the sending end", CHANNEL_COMMAND,
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
        ("and", ("bits", "report", EXCEPTION_WITH_FULL_DATA | DISCARD_MSG), ("named", "reply_to_q")),
        "return to sender asked for", "return to sender not asked for", MESSAGE_COMMAND,
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
        "MQRO_DISCARD_MSG", "no MQRO_DISCARD_MSG", MESSAGE_COMMAND,
    ),
    "discard_persistent": Fact(
        ("is", "discard_persistent"),
        "read as for all messages", "read as for nonpersistent ones", MESSAGE_COMMAND,
    ),
    "persistent": Fact(
        ("among", "persistence", ("1",), ("0",)),
        "persistent", "nonpersistent", MESSAGE_COMMAND,
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
        "* on the sending queue manager:\nDISPLAY QMGR DEADQ",
    ),
    "level_7": Fact(
        ("coalesce", ("level", "PARTNER_CMDLEVEL", "PARTNER_VERSION", RETRY_SINCE),
         ("level", "CMDLEVEL", "VERSION", RETRY_SINCE)),
        "level 7.0 or later", "level before 7.0", "DISPLAY QMGR CMDLEVEL",
    ),
}  # fmt: skip
