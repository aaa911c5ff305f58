"""What is said of the dead-letter queue handler: what it would do with which messages, and what is wrong with rules."""

MESSAGES = "{messages} for {destination}{others} ({reason})"
OTHERS = " and others"
NO_QUEUE = "no queue"
BY = "by line {line} of {file}"
FORWARDED = "{messages} would be forwarded to {place} with{out} {its} MQDLH, {by}.{back}{unwanted}{tries}"
RETRIED = "{messages} would be put to {place} again without {its} MQDLH, {by}.{back}{unwanted}{tries}"
DISCARDED = "{messages} would be deleted {by}.{failed}"
BEFORE_FAILED = " The put before that failed with {reason}."
IGNORED_BY_RULE = "{messages} would stay on the queue, ignored {by}."
TRIES_USED_UP = (
    "{messages} would stay on the queue. Messages with the same MsgId and CorrelId use up the tries of {file}."
)
IGNORED = (
    "{messages} would stay on the queue after {attempts}. {last}, {by} to {place}, failed{failed}. No further rule"
    " matches."
)
LAST_PUT = {True: "The last put", False: "The put"}
WITH, AS = " with {reason}", ", because {said}"
NO_RULE = "{messages} would stay on the queue, because no rule of {file} matches."
NOT_A_DEAD_LETTER = "{messages} without a valid MQDLH would stay on the queue. The handler reports {them} with AMQ8721."
WAITING = "{messages} would still wait for the next attempt {by} when the handler is stopped."
UP_TO = "up to "
TRIES = " Before that there would be {attempts}, which takes about {seconds} seconds."
COMES_BACK = " The handler reads that queue, so {they} back."
COMES_BACK_BARE = " That leads to the queue that the handler reads. Without an MQDLH {they} there (AMQ8721)."
ON_XMITQ = (
    " That is a transmission queue, and its channel cannot send a message without an MQXQH: it is dead-lettered"
    " again, with {reason}."
)
HEADER_STAYS = " An application there finds an MQDLH before its data. HEADER(NO) takes it off."
UNSURE = " Not certain: {doubts}."
DOUBTS = {
    "not stated": "the evidence lacks PUT, CURDEPTH or MAXDEPTH of the target queue",
    "no limit": "the evidence lacks MAXMSGL of the target queue",
    "no size": "the evidence lacks the length of the message",
    "authority": "the evidence lacks the authority to put there",
    "no puts": "the evidence lacks puts there by other programs",
    "no gets": "the evidence lacks gets from the full queue by other programs",
    "expires": "the message has an Expiry and may have expired",
}
"""What keeps a put from being certain."""
ASSUMED = {
    "not stated": "ROOM", "no limit": "FITS", "no size": "FITS", "authority": "AUTHORISED", "no puts": "ROOM",
    "no gets": "STANDS", "expires": "NO_EXPIRY",
}  # fmt: skip
"""The assumption that each of these is."""
WHOSE = "the handler works on {manager}, and the evidence does not show whose dead-lettered messages these are"
DEFAULT = "a handler works on one queue manager, and the evidence does not show which is the default one"
STARTED_DIFFERENTLY = (
    "commands in the evidence start the handler with arguments that are unknown or differ, and those come before"
    " INPUTQ and INPUTQM"
)
ERRORS = "{file} has {errors}, so the handler would process {none}. {first}{more}"
NO_MESSAGE, NONE_OF = "no message", "none of the {messages}"
ERROR = "Line {line}: {error}."
MORE_ERRORS = " {number} more {follow}."
IGNORING = (
    "{file} leaves messages on the dead-letter queue: ACTION(IGNORE) on {lines}. The handler looks at them all again,"
    " so its work grows and the queue can fill up. Use {instead} there, end the table with {catch_all}, and restart"
    " the handler."
)
NO_CATCH_ALL = (
    "The last rule of {file}, on line {line}, does not take every message off the queue. A message that no rule"
    " matches, or that no put delivers, stays there. End the table with {catch_all} and restart the handler."
)
LAST_DISCARDS = "The last rule of {file}{fires}, on line {line}, deletes the messages that reach it."
CAN_FIRE = " that can fire"
ONLY_DELETES = " No rule of the table puts a message anywhere, so the handler only deletes."
DEPENDING = " {messages} here {depend} on facts that the evidence lacks, and may be deleted if a put fails after all."
TO_ITSELF = (
    "The rule on line {line} of {file} forwards to {queue}. The handler reads that dead-letter queue, so a message"
    " comes back to where it was. {then}"
)
THEN = {"YES": "The handler finds it again and never ends.", "NO": "It is then there without an MQDLH."}
HEAD = "The rule on line {line} of {file} forwards to {queue}{alias}"
ALIAS = ", which is an alias of {target}"
MISSING = "{head}. The evidence has no queue {target}, so the put fails with {reason}.{doubts}"
MAY_BE_MISSING = "{head}. Cannot tell whether {target} exists: {lacks}."
NEAR = " {near} is defined, and names are case-sensitive."
GET_DISABLED = (
    "{queue} has GET(DISABLED), so the handler cannot take messages off it ({reason}). Ask first why it was disabled."
)
ONE_READER = (
    "{queue} is opened for one reader alone (NOSHARE or DEFSOPT(EXCL)). While anything else reads it, even a second"
    " handler, the handler ends with {reason}."
)
HOPELESS = (
    "ACTION(RETRY) on line {line} of {file} retries messages dead-lettered with {reason}{there}. That reason does not"
    " pass by itself. Forward such messages to a queue where someone looks at them, and retry after the cause is"
    " fixed."
)
THERE = ", {messages} here"
NEVER = (
    "The rule on line {line} of {file} can never fire. ACTION({action}) on line {before} takes every message that it"
    " matches, and cannot fail."
)
SHADOWED = (
    "The rule on line {line} of {file} fires only for messages that line {before} could not put to {queue} in"
    " {attempts}. Line {before} matches every message that it matches. Put the narrower rule first."
)
HAS_ERRORS = "{file} has errors, so the handler would process nothing."
NO_MESSAGES = "There are no messages to try {file} on."
OUTCOME = (
    "With {file}, {gone} of {total} would leave the dead-letter queue{discarded} and {stay} would stay{why}.{doubts}"
)
DELETED = ", {number} of them discarded,"
WHY_STAY = {
    "IGNORED": ", most because the put to {queue} fails with {reason}", "NO_RULE": ", most because no rule matches",
    "NOT_A_DEAD_LETTER": ", most because they have no valid MQDLH",
}  # fmt: skip
"""Of the largest group that stays, by its outcome."""
SEVERAL_TABLES = (
    "{files} are for the same queue, {queue}. Nobody can predict which of several handlers takes a message, and each"
    " counts its own tries. Usually one handler runs."
)
DEFAULT_QUEUE = "the default dead-letter queue"

# Which queue a handler with the table reads, and how it runs
WORKS_ON = (
    "The command that starts the handler has arguments, and these come before INPUTQ and INPUTQM of {file}: it"
    " works on {place}."
)
THE_DEAD_LETTER_QUEUE = "the dead-letter queue"
NOT_READ = (
    "{file} is for {place}, but {messages} of this case {are} on another queue: {named}. A handler with this table"
    " does not read that queue, so no rule is tried there. The handler's own arguments come before INPUTQ and"
    " INPUTQM of the table."
)
NOT_TRIED = "{messages} on {named} without an MQDLH {are} not tried. "
IS_FOR = "{file} is for {place}."
UNKNOWN_QUEUE = "The evidence does not name the queue that {file} is for, and has no dead-lettered message there."
STOPPED = (
    "The handler keeps the prompt, and Ctrl-Z only suspends it. End it with kill and the process number that ps"
    " shows, or let WAIT end it"
)
CARRIED = (
    "The handler passes all context and alters neither content, MQDLH (with HEADER(YES)) nor descriptor, so its"
    " user needs +passall beside +put. A protected payload does not hide the reason from it. Messages that arrive"
    " while it runs are not guaranteed to be seen until it scans the queue again."
)
"""Source: the documents "How the rules table is processed" (note 4, and new messages), "Undelivered messages for AMS on
z/OS" (the header is in clear), "Handling undelivered messages" (Ctrl-Z, ps and kill)."""
NEVER_ENDS = "it never does)."
AT_ONCE = "at once when the queue is empty)."
AFTER = "{wait} seconds after the last message)."
NOT_DEADQ = (
    "{file} is for {queue}, and the dead-letter queue of {manager} is {deadq}. Messages that the queue manager and"
    " its channels cannot deliver do not come to {queue}."
)

# What the log of a handler says
ONCE = "The same failure of the same message is not logged again, so there may be more."
DID_NOT_RUN = (
    "The log has {message}{times}: {title}. {meaning} No rule was tried then, whatever the dry run says. Look"
    " first: {look}"
)
FORWARDS_TO = "forwards to {queue}"
FAILED_IN_LOG = (
    "A handler logged {puts} that failed with {reason} by line {line} of its rules. In {file} that line {deed}. {once}"
)

ON_MANAGER = " on {manager}"
IT_COMES = "it comes"
THEY_COME = "they come"
IT_STAYS = "it stays"
THEY_STAY = "they stay"

NO_MESSAGE_THERE = "No message is on a queue that {file} is for: {place}."
UNSURE_OF = "Not certain for {messages}: {lacks}."

OTHER_QUEUE = "the handler reads {queue}, and this message is on another queue"

# Why a rule does not deal with a message
PUT_FAILED = "matched, the put failed"
USED_UP = "matched, its tries used up by others of the same MsgId and CorrelId"
TO_COME = "matched, its next try comes after the handler was stopped"
WITH_REASON = " with {reason}"
FAILED_BY = "line {line}: {puts} failed{why}"

# Comments in a proposed table
REST = "* All the rest, and what could not be put anywhere else"
RULES_FOR = "* Rules for {messages}, {reasons}."
STAY = "* Messages without a valid MQDLH stay on the queue whatever the rules say."
DEFINE_FIRST = "* First define the queues that the rules forward to; their limits must fit the messages:"
DIFFER = "* Set in each what must differ: {differ}"
THEN_START = "* Then start the handler again: it reads its rules only when it starts."
MORE = " and {number} more"
NOT_A_NAME = "a name that MQ does not allow"
MEANT_FOR = "* {messages}: {reason}, meant for {named}{more}"
MAY_PASS = "* It may pass: try again, then put aside"
DOES_NOT_PASS = "* It does not pass by itself: put aside for someone to look at"

TITLE = "What {file} would do"
