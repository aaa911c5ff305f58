"""The decision table of AMS on z/OS: a message that a channel with server-to-server interception cannot deliver.

It starts where neither a retry nor a return to sender has helped. `protected` of a row says whether the message is
protected where it ends: True, False, the name of the fact that shows it, or None when there is no message left.
"""

from mqforensics.flow.delivery.conditions import CHANNEL_COMMAND, FACTS, Fact
from mqforensics.flow.delivery.decision_table import DROP, ENDS, EXIT, NO, RETRYING, YES, Row, Step
from mqforensics.flow.delivery.inputs import ASSUMED, FLAG, INPUTS

AMS_INPUTS = INPUTS | {
    "pdmq": FLAG, "target_policy": FLAG, "dlq_policy": FLAG, "toleration": FLAG, "may_protect": FLAG,
    "protect_at_sender": FLAG,
}  # fmt: skip
"""`pdmq`: the message has a PDMQ header, is protected, when the MCA gets it; `target_policy`: its destination
queue has a policy; `dlq_policy`: a policy has the name of the dead-letter queue; `toleration`: that policy tolerates
unprotected messages (`-t 1`); `may_protect`: it lets the channel initiator's user protect messages.
`protect_at_sender` and `discard_normal` choose between two sentences of the document that conflict. Its sentence on
toleration has the put of any message without a PDMQ header fail; the one on senders has the policy protect what the
sender unprotected, and asks for no toleration: that is `protect_at_sender`. Its second point keeps a message at
NPMSPEED(NORMAL); its last one discards every nonpersistent message where there is no dead-letter queue: that is
`discard_normal`. Neither is assumed: the sentences that say what fails are the more particular ones."""
AMS_ASSUMED = {key: ASSUMED[key] for key in ("dead_letter_put", "discard_normal", "exits_pass")} | {
    "MSGEXIT": "",
    "MREXIT": "",
    "may_protect": True,
    "protect_at_sender": False,
}

POLICY_COMMAND = "dspmqspl -m {QMNAME} -p {DEADQ}"
SENT_UNPROTECTED = ("among", "SPLPROT", ("REMOVE",), ("PASSTHRU",))
PROTECTS = ("among", "SPLPROT", ("ASPOLICY",), ("PASSTHRU",))
RECEIVES = FACTS["receiving"].of

AMS_FACTS = {name: FACTS[name] for name in (
    "message_channel", "message_exit", "receiving", "use_dlq", "deadq", "dead_letter_put", "persistent", "fast",
)} | {
    "arrived_protected": Fact(
        ("is", "pdmq"), "protected when the MCA got it", "unprotected when the MCA got it",
        "amqsbcg {XMITQ} {QMNAME}",
    ),
    "in_hand": Fact(
        ("or", ("and", RECEIVES, ("or", ("is", "pdmq"), ("and", PROTECTS, ("is", "target_policy")))),
         ("and", ("not", RECEIVES), ("is", "pdmq"), ("not", SENT_UNPROTECTED))),
        "protected in the MCA's hands", "unprotected in the MCA's hands", CHANNEL_COMMAND + "SPLPROT",
    ),
    "system_dlq": Fact(
        ("starts", "DEADQ", ("SYSTEM.",)), "a system dead-letter queue", "a named dead-letter queue",
        "DISPLAY QMGR DEADQ",
    ),
    "dlq_policy": Fact(
        ("is", "dlq_policy"), "a policy named like the dead-letter queue", "no policy of that name", POLICY_COMMAND,
    ),
    "toleration": Fact(
        ("or", ("is", "toleration"), ("and", ("not", RECEIVES), ("is", "protect_at_sender"))),
        "toleration on", "toleration off", POLICY_COMMAND,
    ),
    "may_protect": Fact(
        ("is", "may_protect"), "its user may protect", "its user may not protect", POLICY_COMMAND,
    ),
}  # fmt: skip

USABLE = {"use_dlq": YES, "deadq": YES}
NAMED = USABLE | {"system_dlq": NO}
UNDER_POLICY = NAMED | {"dlq_policy": YES}
WORKS = {"dead_letter_put": YES}
ENDS_OF_CHANNEL = ((NO, "ON_SENDER_DLQ", "AMS sender"), (YES, "ON_DLQ", "AMS receiver"))

AT_SENDER = " (the document's sentence on senders has the policy protect it: set protect_at_sender to read it so)"
AT_NORMAL = " (the document's last point has it discarded: set discard_normal to read it so)"
REFUSED = (
    Row({"use_dlq": NO}, None, "USEDLQ(NO)"),
    Row({"use_dlq": YES, "deadq": NO}, None, "DEADQ is blank"),
    Row(USABLE | {"dead_letter_put": NO}, None, "{DEADQ} does not take it",
        (Step("dead-letter put", "the put to {DEADQ} fails", "AMS backed out"),)),
    *(
        Row(UNDER_POLICY | WORKS | {"in_hand": NO, "toleration": NO, "receiving": receiving}, None,
            "the policy of {DEADQ} tolerates no message without a PDMQ header" + other,
            (Step("dead-letter put", "the put to {DEADQ} fails", "AMS toleration off"),))
        for receiving, other in ((YES, ""), (NO, AT_SENDER))
    ),
    Row(UNDER_POLICY | WORKS | {"in_hand": NO, "toleration": YES, "may_protect": NO}, None,
        "the policy of {DEADQ} does not let the channel initiator's user protect the message",
        (Step("dead-letter put", "the put to {DEADQ} fails", "AMS user"),)),
)  # fmt: skip
TAKEN = tuple(
    Row(when | WORKS | {"receiving": receiving}, fate, because,
        (Step("dead-letter put", "the message is put to {DEADQ}", end), Step("protect", because, key)),
        protected=protected)
    for receiving, fate, end in ENDS_OF_CHANNEL
    for when, because, key, protected in (
        (USABLE | {"system_dlq": YES}, "policies have no effect on {DEADQ}: placed as it is",
         "AMS system DLQ", "in_hand"),
        (NAMED | {"dlq_policy": NO}, "{DEADQ} has no policy: placed as it is", "AMS no policy", "in_hand"),
        (UNDER_POLICY | {"in_hand": YES}, "it is protected already, and not protected again",
         "AMS not twice", True),
        (UNDER_POLICY | {"in_hand": NO, "toleration": YES, "may_protect": YES},
         "the policy of {DEADQ} protects it", "AMS policy", True),
    )
)  # fmt: skip

KEPT = "arrived_protected"
BACK_OUT = Step("back out", "the batch is backed out, the message is on the transmission queue", "AMS backed out")
RETRY = Step("retry channel", "the channel is put into RETRY", "AMS backed out")
LEFT = (
    Row({"persistent": NO, "fast": YES, "deadq": YES}, "DISCARDED", "nonpersistent and NPMSPEED(FAST)",
        (Step("discard", DROP, "AMS lost"),)),
    Row({"persistent": NO, "fast": YES, "deadq": NO}, "DISCARDED",
        "nonpersistent and NPMSPEED(FAST), and there is no dead-letter queue",
        (Step("discard", DROP, "AMS no DLQ, lost"),)),
    *(
        Row(kept | row.when, row.fate, why + row.because + (other if row.when["deadq"] is NO else ""), row.steps,
            protected=KEPT)
        for kept, why, other in (
            ({"persistent": YES}, "persistent: ", ""), ({"persistent": NO, "fast": NO}, "normal speed: ", AT_NORMAL),
        )
        for row in (
            Row({"receiving": NO, "deadq": YES}, RETRYING, "the batch is backed out", (BACK_OUT, RETRY)),
            Row({"receiving": NO, "deadq": NO}, RETRYING, "the batch is backed out", (BACK_OUT, RETRY)),
            Row({"receiving": YES, "deadq": NO}, RETRYING, "the channel ends abnormally and retries", (
                BACK_OUT._replace(source="AMS no DLQ, kept"),
                Step("retry channel", "the channel ends abnormally and retries", "AMS no DLQ, kept"))),
            Row({"receiving": YES, "deadq": YES}, ENDS, "the channel ends and the message stays", (
                BACK_OUT._replace(source="channel ends"), Step("end", "the channel ends", "channel ends"))),
        )
    ),
)  # fmt: skip

AMS_STAGES = {"message exit": EXIT, "dead-letter queue": REFUSED + TAKEN, "transmission queue": LEFT}
