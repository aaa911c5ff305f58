"""What is said of poison messages: the headline, each queue, who reads it, and the story of one message."""

from mqforensics.objects.sentences import first_of
from mqforensics.words.grammar import by_number, count

NONE = "No message of this case is known to be poison."
HEADLINES = {
    "POISON_NOW": "{messages} on {place} {is_} poison: BackoutCount {highest} has reached BOTHRESH({threshold}){way}.",
    "LOOPING": "{messages} on {place} {is_} redelivered forever: BOTHRESH(0) switches backout off{way}.",
    "POISON_NEXT": "{messages} on {place} will be poison after one more rollback: BackoutCount {highest},"
                   " BOTHRESH({threshold}){way}.",
    "CAME": "{messages} on {place} arrived there as poison from another queue.",
}  # fmt: skip
NAMED = 5
NO_BACKOUT_QUEUE = ", and no backout queue is defined"
IN_DOUBT = (
    "{transactions} of {manager} {is_} in doubt ({names}): prepared, and not yet committed or backed out."
    " No get and no dump shows a message that such a transaction got."
    " Its BackoutCount rises when its coordinator backs out, and it may come back as poison."
)
MORE = " {count} more on {queues}."

# What is wrong with the messages of a queue, and what its client will do with them
UNNAMED_QUEUE = "a queue that the dump does not name"
PLACE = "{queue} of {manager}"
CIRCLE = ", which leads back to {name}, again and again"
STAYS = ", the dead-letter queue, without an MQDLH: its handler leaves {it} there"
LACKS_DEADQ = "the evidence lacks DEADQ or BOQNAME"
COUNTED_ONLY = "gets {it} again and again unless it looks at BackoutCount itself; the queue manager only counts"
MOVES = "moves {it} to the backout queue {queue}{then}"
DEAD_LETTERS = "puts {it} to the dead-letter queue {queue} with {reason}"
DISCARDS = "discards {it}"
STOPS = "leaves {it} there and its {server} stops"
ROLLS_BACK = "gets {it} again and again{despite}"
UNSURE = "could do several things with {it}: {why}"
MESSAGES = "{messages} on {place}"
POISON_NOW = "{messages} {are} poison{when}: {highest} against {bound}."
AT_NEXT_READ = " At the next read {deed}"
UP_TO = "BackoutCount up to {highest}"
COUNT = "BackoutCount {highest}"
KEPT = "{messages} {were} rolled back ({highest}). {kept}"
CASE_SHOWS = "shows {fact}"
NO_THRESHOLD = "does not show the queue's BOTHRESH"
SEVERAL_MANAGERS = "has queues of that name in several queue managers"
AT_MANAGER = "at {manager} {fact}"
SHOWS = " It shows {facts}."
MAY_BE_POISON = "{messages} {were} rolled back ({highest}). Cannot tell whether that is poison: the case {why}.{bounds}"
MOVED_SINCE = "{queue} has a message of the same MsgId: {they} {were} moved there since"
WHEN_DUMPED = " when the dump was made"
NOW = " now"
NEXT = "{messages} will be poison after one more rollback: {highest} against {bound}. Then {deed}"
SWITCHED_OFF = (
    "{messages} {were} rolled back ({highest}). {bound} switches the JMS client's handling of poison messages off:"
    " {deed}"
)
LESS_OFTEN = "{messages} {were} rolled back ({highest}), less often than {bound}.{to_go}{gone}"
TO_GO = " {more} {makes} {them} poison."
FIRST_OF_THEM = "the first of them"
TOO_LONG = " {it} longer than the {longest} bytes that the backout queue {queue} takes."
PROBABLY_READ = " Probably it read {place}: only there do messages have BackoutCount {highest}, below {bound}."
TRANSMISSION_QUEUE = "The queue is a transmission queue"
BY_FORMAT = "By the format MQXMIT the queue is a transmission queue"
KEPT_BY_CHANNEL = (
    "{known}, read by a channel. BackoutCount counts how often a batch with such a message was rolled back."
    " BOTHRESH and BOQNAME change nothing there."
)
KEPT_BY_HANDLER = (
    "The queue is the dead-letter queue{by}. Its reader rolls back where it cannot put a message elsewhere. A"
    " backout queue does not help there: find out which put fails."
)
READ_BY = ", read by {programs}"
ABOVE = (
    " A count above BOTHRESH argues against a reader that applies it, unless BOTHRESH was higher when the reader"
    " opened the queue."
)
DEPTH = " The case also shows {depth}."
EMPTY_SINCE = "{depth} If that is later than the dump, it shows that no message was left there."
REPORTS = " For {messages} it also puts an exception report to the reply-to queue, a copy to look for."
CACHED = " Clients read BOTHRESH and BOQNAME once and keep them until they open the queue again."
NONPERSISTENT = " That is so for a persistent message: its connection consumer (ASF) discards a nonpersistent one."
AUTHORITY = " The application's user needs put and passall on the backout queue."
MAY_HAVE_NONE = "Cannot tell whether {place} has a backout queue that takes messages: {unsure}.{cached}"
REFUSED_QUEUE = "its BOQNAME is {queue}, and {why}"
NO_BOQNAME = "its BOQNAME is blank"
LEADS_BACK = "its backout queue {queue} leads back to {name}"
NEVER_USED = "{place} has no backout queue that takes messages: {why}. BOTHRESH(0) would never use one.{cached}"
NO_WAY = "{place} has no backout queue that takes messages: {why}. With a poison message, {deed}."
STOPS_FIRST = (
    "The {server} of {place} stops after {times}, because maximum retries is {retries}. BOTHRESH is {threshold}, so"
    " it stops before the client moves a poison message."
)
ANOTHER = " or another of {number}"
FROM = "from {queues}{more}"
FROM_UNKNOWN = "from a queue that the evidence does not show"
ON_BACKOUT_QUEUE = "{messages} {are} on {queue}, a backout queue"
PROBABLY_CAME = "{here}, so {they} probably came as poison {source}."
CAME = "{messages} on {queue} came there as poison {source} ({came_as})."
MAY_FORGET = " The queue is NOHARDENBO: after a restart the counts may be too low."
REASON = "reason {reason}"
UNKNOWN_REASON = "an unknown reason"

# Who reads the queue
A_JMS_CLIENT = "a JMS client"
JMS_CLIENT = "the JMS client{named}"
APPLICATION = "the application{named}"
NO_CLIENT = " The evidence does not show which client reads the queue."
ONE_READER = "The reader in the evidence is {named}"
READERS = "The readers in the evidence are {named}"
NEXT_READER = " {readers}. It is not known whether the next reader applies BOTHRESH."

# Signs in logs, and queues that switch backout off
OWN_ROLLBACKS = " The error log says {said}. The queue manager's own rollbacks raise BackoutCount too."
CONVERSION = " A client's log has {said}: a message that it cannot convert may be rolled back each time."
UNKNOWN_SOURCE = " The evidence does not show which queue it came from."
SEE_FORMAT = " See Format and CodedCharSetId of the messages."
WITHOUT_NUMBER = "without a number"
SWITCHED_OFF_QUEUES = (
    "{queues} with BOTHRESH(0): {names}. A JMS client that reads there gets a message that its application"
    " rejects again and again. It never uses a backout queue."
)
OF_QUEUE = " of {queue}"
WITHOUT_TEXT = "without text"
ARRIVED = "A poison message{queue} {how} by a JMS client. {then}"
WITH_REASON = " (reason {reason})"
STUCK = "A JMS client {how}{queue}{reason}. {then}"

# Remedies
PROPOSED_NAME = " The name {name} in the commands is a proposal."
MAXIMUM_RETRIES = "Maximum retries"
SEQUENTIAL_FAILURES = "the number of sequential delivery failures"
RAISE_RETRIES = " In the application server, set {setting} to {threshold} or more."

# What logs say of poison messages
LOG_RELEASED = "transactions rolled back to release log space"
LOG_FULL = "the log is full"
LOG_SMALL = "the log is too small for the data rate"
DEAD_LETTERED = "was put to the dead-letter queue"
DISCARDED_AS_ASKED = "was discarded, as its MQRO_DISCARD_MSG asks"
NOT_BACKED_OUT = "could not put a poison message to its backout queue"
NO_DEAD_LETTER_QUEUE = "found no dead-letter queue that took a poison message"
LISTENER_STOPPED = "A message-driven bean's listener stopped after its maximum of message deliveries"
LISTENER_PORT_STOPPED = "A listener port was not started again after its maximum of restarts"

# The story of one message, read after read
STORY_OFF = "BOTHRESH is 0: the client never treats a message as poison."
STORY_FIRST = "BackoutCount is 0: the message has not been rolled back, the client does not compare."
STORY_COMPARES = "Is BackoutCount {compared} (BOTHRESH)? {answer}."
STORY_YES = "Yes: the message is poison"
STORY_BACK = "The message is put back to {queue}, where it was: first of its priority. BackoutCount is now {count}."
STORY_COUNTER = "The counter of the {server} goes from {before} to {after}."
STORY_GOES_ON = "No, it goes on"
STORY_CHECKS = "Is the counter {compared} (maximum retries)? {answer}."
STORY_MOVES = "The client takes the message off {queue} and puts it to {backout_queue}, where its BackoutCount is 0."
STORY_NOT_MOVED = "The put to {queue} failed with {reason}"
STORY_NO_QUEUE = "{queue} names no backout queue"
STORY_DEAD_LETTERS = "{failed}: the client puts the message to {queue} with reason {reason} and a new MsgId."
STORY_ROLLED_BACK = "{failed}{no_dlq}. The message is rolled back, again at every read."
STORY_DISCARDS = "{failed}: the client discards the message, as its MQRO_DISCARD_MSG asks."
STORY_NOT_PERSISTENT = "{failed}{no_dlq}. The message is nonpersistent: the client discards it."
STORY_NO_PUT = " and the put to {queue} failed with {reason}"
STORY_NO_DEAD_LETTER_QUEUE = " and the queue manager has no dead-letter queue"
STORY_STOPS = "The {server} stops; the message stays on {queue} until an administrator acts."
MDB = "the MDB"
AN_APPLICATION = "the application"
STORY_ENDS = "And so on; after {deliveries} deliveries: {code}."
STORY_COUNTS = "And so on without end: the queue manager only counts, this client leaves the rest to its application."
STORY_SWITCHED_OFF = "And so on without end: BOTHRESH(0) switches the client's handling off."


def in_doubt(names: list[str], manager: str | None) -> str:
    """What transactions that are prepared do to the messages that they got."""
    number = len(names)
    return IN_DOUBT.format(
        transactions=count(number, "transaction"), manager=manager or "a queue manager that the display does not name",
        is_=by_number(number, "is", "are"), names=first_of(names, NAMED),
    )  # fmt: skip


def headline(state: str, messages: int, place: str, highest: int, threshold: int | None, lacks_queue: bool,
             more: int, queues: int) -> str:  # fmt: skip
    """The gravest group in a sentence, and how many messages there are besides."""
    said = HEADLINES[state].format(
        messages=count(messages, "message"), place=place, is_=by_number(messages, "is", "are"), highest=highest,
        threshold="?" if threshold is None else threshold, way=NO_BACKOUT_QUEUE if lacks_queue else "",
    )  # fmt: skip
    return said + (MORE.format(count=count(more, "message"), queues=count(queues, "other queue")) if more else "")
