"""What is said of log entries, events and failure reports that no other question judges."""

ERRORS = "The {sources} contain {errors}: {named}."
FAILED = "{program}{of} failed with '{comment}' and wrote {reports}{last}. In all, the {sources} contain {errors}."
WARNINGS = "The {sources} contain no error. They warn with {named}."
NO_ERROR = "The {sources} contain no error."
LOGGED = "The {sources} contain errors: {named}. Entries that print no severity are included."
REASON = "A call of MQ failed with {reason}{times}{where}.{meaning}"
NAMED_ONLY = " Only a sentence names it, which may be a person's and not a program's."
EXIT_CODE = "{command} ended with exit code {code}{times}{of}. {meaning}"
ENDED = (
    "{manager} ended unexpectedly, as a display of its status shows. Its error log and FDC files of that time tell why."
)
KNOWN = " {message}: {words}"
EARLY = "{title}: a program failed{times} before it could ask a queue manager. {meaning} Look first: {look}"
TELLING = "The log{of} has {message}{times}: {words}"
SEQUENCE = (
    "Channel {channel} cannot run. Its sender and receiver count its messages differently ({message}{of}).{numbers} "
    "Compare the status at both ends first, because RESET CHANNEL may lose or repeat messages."
)
NUMBERS = " Number {sent} was sent, number {expected} was expected."
NOT_PUT = "The log{of} has {message}{times}{channel}: messages could not be put to their queue{reason}. {then}"
PUT_HERE = "The channel put them on the dead-letter queue here. The log does not say which messages."
TRIED = "The channel tried to put them {where}. The log does not say which messages, or whether it succeeded."
LEFT = " {queue} of {manager} is empty in a later display ({depth}), so these messages have left it."
READERS = " {names} had it open for input: ask for the rules and the log of that program."
REPORT = "{program}{of} wrote {reports}{last}. {names}{comment}{informs}{signal}{beside}"
LAST = ", the last at {time} UTC"
NAMES = "It names {names}."
COMMENT = " Its comment is '{comment}'."
INFORMS = " A report of this kind is information, not a failure."
SIGNAL = " Somebody sent the process a signal."
BESIDE = " {names} {were} logged within {seconds} seconds of it."
EVENT = "{manager} reported{times} that {what} (event {named})."
"""`what`: out of `HAPPENED`, else `GENERAL`."""
GENERAL = "{about} had a problem"
HAPPENED = {
    "CHANNEL_STOPPED": "channel {about} stopped{with_error}",
    "CHANNEL_NOT_ACTIVATED": "channel {about} could not start",
    "PUT_INHIBITED": "a put to {about} was refused because of PUT(DISABLED)",
    "GET_INHIBITED": "a get from {about} was refused because of GET(DISABLED)",
    "Q_FULL": "queue {about} is full", "Q_DEPTH_HIGH": "queue {about} is nearly full",
    "Q_SERVICE_INTERVAL_HIGH": "no program got a message from {about} within its service interval",
    "UNKNOWN_OBJECT_NAME": "a program asked for {about}, which is not defined",
    "CHANNEL_CONV_ERROR": "channel {about} could not convert a message",
    "CHANNEL_SSL_ERROR": "channel {about} had a TLS error",
}  # fmt: skip
"""By the event's name. Source: the event message reference."""
WITH_ERROR = " with an error"
SOMEBODY = "The queue manager"
COMMAND = " User {user} was not allowed to give the command {command}."
UNNAMED_USER = "that the event does not name"
UNNAMED_COMMAND = "in this event"
COULD_NOT_PUT = " {channel} could not put a message for {queue}. The event does not identify the message."
CHANNEL, A_CHANNEL = "Channel {name}", "A channel"
BY = " It was {by}."
ERROR_ID = " Its errorId is {code}{title}."

# A queue that another program had open
IN_USE = "A call failed with {reason}{of}{times}: another program had the queue open in a way that excludes this use."
ON = " on {queue}"
UNKNOWN_QUEUE = " The evidence does not show which queue that was."
NOT_SHOWN_THEN = " The evidence does not show that it was already so when it failed."
EXCLUDES_EXCLUSIVE = " That excludes only a program that asks for exclusive input."
OPEN = " {queue} of {manager} was open {at}, by {programs}.{only}"

# Causes that a log names, and names in other sentences
ROLLED_BACK = (
    "the queue manager rolled transactions back to free log space. What they had put or got was undone: see whose"
    " work runs so long."
)
LOG_FULL = (
    "the log of the queue manager was full. Puts and gets fail with 2102 and units of work are rolled back while it"
    " is so: see whose work runs so long."
)
SLOW_NAME_LOOKUP = (
    "a name server was slow to tell the name of an address. A channel that starts waits for it, and its client may"
    " give up before: see the name server of the host, and REVDNS."
)
ON_OWN_QUEUE = "on the dead-letter queue here"
ON_PARTNERS_QUEUE = "on the partner's dead-letter queue"
TABLE = "What the {sources} report"
IN_LOG_OF = " in the log of {manager}"
UNNAMED = "(not named)"
ON_A_QUEUE = "on a dead-letter queue"
OF_PREFIX = " of prefix {prefix}"
FOR_CHANNEL = " for channel {channel}"
NUMBER = "reason {reason}"
LOOK_FIRST = "{title}. Look first: {look}"
NAMED = "probe {value}", "component {value}", "level {value}", "message {value}", "code {value}"
A_PROGRAM = "A program"

# Calls of traces
FAILED_CALLS = "The traces have calls that failed: {calls}."
MORE_KINDS = " There are more kinds."

# Where an application reports a reason
FOR_MANAGER = " for {manager}"
FOR_QUEUE = " for {queue}"
OVER_CHANNEL = " over channel {channel}"

WITHOUT_NAME = "without a name"
