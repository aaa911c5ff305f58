"""What is said of late messages: how long they waited on which queue, and why the consumer did not find them."""

SAID = {
    "CURSOR_SKIP": "{count} waited up to {longest} s on {queue} although a consumer browsed the queue. {it} arrived"
                   " where the browse cursor had already passed{priority}.",
    "LATE_COMMIT_SKIP": "{count} waited up to {longest} s on {queue}. The put was committed behind the browse cursor,"
                        " at the priority that the cursor had reached.",
    "BACKLOG": "{count} waited up to {longest} s behind other messages on {queue}.",
    "DISPATCH": "{count} waited up to {longest} s on {queue} for a free session, or for the consumer's next call.",
    "UNCOMMITTED": "{count} on {queue} took up to {longest} s because the put was committed late.",
    "MARKED": "{count} on {queue} took up to {longest} s. A browse marked {object} and no call got {object}. After"
              " MARKINT another browse returned {object}.",
    "REDELIVERY": "{count} on {queue} took up to {longest} s because of backouts or repeated deliveries.",
    "UNKNOWN": "{count} on {queue} took up to {longest} s. The trace does not show why.",
    "CLOCKS_DIFFER": "{count} on {queue} reached a consumer up to {longest} s before the time of the put. The clocks of"
                     " the putter and of the trace differ by at least that, so no delay can be computed. Compare them:"
                     " date -u on both hosts.",
}  # fmt: skip
IF_COMMITTED = {
    "CURSOR_SKIP": "{count} waited up to {longest} s on {queue}. If committed at the put, {it_small} arrived where the"
                   " browse cursor had already passed{priority}.",
    "LATE_COMMIT_SKIP": "{count} waited up to {longest} s on {queue}. At the put the browse cursor had already gone on"
                        " at that priority.",
}  # fmt: skip
"""The same of messages for which the trace has no commit."""
PRIORITY = " (priority {priority})"
THE_MESSAGE = " The message: MsgId {msg_id}, put at {put} UTC."
THE_LONGEST = " The longest wait: MsgId {msg_id}, put at {put} UTC."
NOT_TAKEN = "No consumer in the trace got {count} on {queue}, {oldest}for at least {waited} s."
SINCE_THEN = (
    " MsgId {msg_id}, priority {priority}, was put at {put} UTC. Since then consumers got other messages {given},"
    " {newer} of them put later. They got 2033 (no message available) {nothing}. It may have expired, or a program"
    " outside the trace may have got it."
)
MEANWHILE = (
    " Other consumers browsed there {} meanwhile, and got 2033 (no message available) {}. None of them got it: their"
    " cursors had passed it, or it was not for them."
)
NOT_IN_TRACE = "No call of this trace found the message {msg_id}."
WAITED = "The message {msg_id} waited {delay} s on {queue}. {why}"
IN_TIME = "The message {msg_id} was found in time on {queue}, {delay} s after its put."
NONE = "No message of the trace was late."
NO_NAMES = "The calls in this evidence name no message, so no delay can be followed."
HEAD = "{first} In all, messages were late for {kinds} reasons."


def pronouns(number: int) -> dict[str, str]:
    """`it`, `it_small` and `object` for one message or for several."""
    return {"it": "It", "it_small": "it", "object": "it"} if number == 1 else {
        "it": "They", "it_small": "they", "object": "them"}  # fmt: skip
