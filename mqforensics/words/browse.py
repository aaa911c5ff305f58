"""What is said of late messages: how long they waited on which queue, and why the consumer did not find them."""

from mqforensics.words.grammar import by_number

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

# Beside a finding
TRACE_IT = (
    " Trace only the applications concerned: name them in mqat.ini with TraceLevel=MEDIUM. Set ACTVTRC(OFF) when done."
)
CONTEXT_ONLY = (
    "The calls in this evidence name no message, so no delay can be followed. An amqsact summary or TraceLevel=LOW"
    " has neither MsgId nor options. Print a trace of TraceLevel=MEDIUM with amqsact -v or amqsevt. Browse it (-b),"
    " because otherwise the trace messages are removed from their queue."
)
TABLE = "Late messages"
DISPLAY_HAS = "{said} A display of {object} has {facts}."
OLDEST = "the oldest "

# What a change does and costs
AS_IT_IS = "as it is"
FIFO_COSTS = (
    "Priority is given up: every message waits for the backlog in front of it. Messages that are on the queue"
    " already keep their places, so it works fully once they are gone. A late commit is still passed over."
)
NON_ASF_HOW = "listener port: NON.ASF.RECEIVE.TIMEOUT={timeout}; activation specification: nonASFTimeout={timeout}"
NON_ASF_COSTS = (
    "Every session holds a thread, a connection and a transaction while it waits; the timeout and onMessage"
    " together must stay below the transaction timeout. Not on z/OS."
)
WITH_MARK_HOW = (
    "connection factory: provider version 7 or unspecified, and ALTER CHANNEL('{channel}') CHLTYPE(SVRCONN)"
    " SHARECNV(10)"
)
WITH_MARK_COSTS = (
    "Needs a client of version 7 or later. A message that is marked and not taken within MARKINT is handed out again."
)
EOQ_COSTS = (
    "More calls: the queue is browsed from its head again and again. Helps only when the end of the queue is"
    " reached: under a steady backlog nothing changes."
)
SESSIONS = "{number} sessions"
SESSIONS_HOW = "listener port: Maximum sessions={number}; activation specification: Maximum server sessions"
SESSIONS_COST = (
    "Shortens the backlog, not the sweep: a passed message still waits for the next BROWSE_FIRST. More threads and"
    " connections; the order of processing is lost."
)
LISTENERS = "{number} listeners"
LISTENERS_HOW = "one more cluster member with the same listener"
LISTENERS_COST = (
    "The first cursor to begin again finds the message: a shorter wait on average, the same worst case. Listeners"
    " browse the same messages and compete for them."
)

# The story of a message, call by call
VISIBLE = "{message} (priority {priority}) becomes visible"
MESSAGE = "message {message}"
NO_MESSAGE = "2033, no message available"
REASON = "reason {reason}"

# Why a message was late, as Spark fills it: one %s a value
NO_PUT_IN_TRACE = "The trace has no MQPUT of it, so the time of its commit is unknown."
NO_COMMIT_IN_TRACE = "The trace has no MQCMIT of the put's connection, so the time of its commit is unknown."
IF_AT_ONCE = " What follows holds if that was at its put. "
TRACE_PUTS = " Trace the putting application too."
NO_PUT_TIME = (
    "The trace does not say when it was put. A record of TraceLevel=LOW has neither MsgId nor put time; one of"
    " TraceLevel=MEDIUM (mqat.ini) has both."
)
TOO_EARLY = (
    "The trace shows nothing of its consumer in the first %s s after the put. Start the trace before the delay,"
    " with the consumer's MQOPEN in it."
)
BEFORE_THAT = "The trace shows nothing of its consumer in the first %s s. "
NO_BROWSE = (
    "An MQGET that did not wait took it, as a server session does after another thread's browse. The trace has no"
    " browse of it. Trace the browsing connection too (TraceLevel=MEDIUM)."
)
GONE_BY = "A cursor passed its position"
OVERTAKEN = "The consumer was given one put later first,"
NONE_THERE = "Its consumer got 2033 (no message available) meanwhile"
PUT_LATER = "was put later than its time says (the putter's clock is behind), "
WENT_BY = (
    "%s although it appeared visible. It %swas locked, or did not match the consumer's %s%s. TraceLevel=HIGH, of"
    " the putting connection too, would show which."
)
IF_FIFO = " This holds for a queue in priority order; with MSGDLVSQ(FIFO) it was a backlog."
IF_THEN = (
    " This holds if the queue was in priority order then. Its display has MSGDLVSQ(FIFO) since its last alteration."
)
IN_FRONT = "It came with priority %s in front of a cursor that was on priority %s. "
BEHIND = "It was committed behind a cursor that had gone on at its own priority %s. "
OF_THEM_LATER = ", %s of them put later"
BETWEEN = "%s to %s s"
RETURNED_FIRST = (
    "The cursor returned %s first%s. It got 2033 (no message available) %s; then %s returned it to the head of the"
    " queue after %s."
)
IN_ITS_PLACE = "It waited %s s in its place while the consumer was given %s."
BROWSED_THEN_TAKEN = (
    "It was browsed %s s after the put and taken %s s after that. No session was free for it, or none took it."
)
NOT_ASKED = (
    "The consumer that took it asked for no message for %s s, although nothing was in front of it. It was busy, or"
    " had not opened the queue. So was any other, or its cursor had passed the message."
)
COMMITTED_LATE = "Its put was committed only %s s later."
MARKED = (
    "It was browsed and marked %s s after the put and not taken. It was handed out again when the mark ran out"
    " (MARKINT), %s s later."
)
FOUND_BEFORE = (
    "In the trace %s had it first, %s s after the put. It was taken %s and browsed %s; the last get came %s s later."
)
NOT_COMMITTED = "was not committed yet, or "
ANY_CONDITION = "MsgId, CorrelId or selector"
ALTERED = ", or MSGDLVSQ was altered meanwhile"


def pronouns(number: int) -> dict[str, str]:
    """`it`, `it_small` and `object` for one message or for several."""
    forms = {"it": ("It", "They"), "it_small": ("it", "they"), "object": ("it", "them")}
    return {name: by_number(number, *form) for name, form in forms.items()}
