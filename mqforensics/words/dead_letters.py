"""What is said of dead-lettered messages: how many for which queue, when and why, and whether they can be put again."""

from collections.abc import Mapping, Sequence

from mqforensics.words.grammar import at_manager, by_number, count, in_series, were, when

NONE = "No message of this evidence is on a dead-letter queue."
NONE_BUT_UNREAD = "The dumps contain no dead-lettered message. Cannot tell what is on {queues}."
LETTERS = "{messages} for {destination}{more} {were} dead-lettered{manager}{when} with reason {reason}{why}."
NO_HEADER = "{messages} on {queue} {have} no valid MQDLH."
PUT_DAMAGED = " {it} damaged, or an application put {them} there directly{named}."
BY_NAME = " (PutApplName {application})"
BY_NAMES = " (PutApplName {application} and others)"
AT_UNKNOWN_TIME = " at an unknown time"
NO_DESTINATION_SHOWN = "a queue that the dump does not show"
NO_DESTINATION = "no queue (DestQName is blank)"
A_QUEUE = "a dead-letter queue"
WHY = {
    2001: "the alias did not point at a queue", 2030: "they were longer than MAXMSGL of the queue",
    2031: "they exceeded MAXMSGL of the queue manager", 2035: "the put was not authorised",
    2048: "the queue accepts no persistent message", 2051: "the queue had PUT(DISABLED)", 2053: "the queue was full",
    2056: "the file or disk of the queue was full", 2082: "the target of the alias did not exist",
    2085: "the queue did not exist", 2087: "no route led to its queue manager",
    2192: "the storage of the queue was full", 2196: "the transmission queue did not exist",
    2197: "the default transmission queue did not exist",
}  # fmt: skip
"""What was so when a put failed, by its reason; of other reasons the meaning is another sentence."""
MEANING = " {meaning}"
NO_REASON = " The reason is empty."
IN_ALL = " In all, {messages} {were} dead-lettered for {reasons}{bare}."
BARE = ", and {number} {have} no valid MQDLH"
LEFT = " {it} left the dead-letter queue since."
ON_SEVERAL = " {messages} of them {are} on several queues."
CAME_BACK = " Messages came back {times}."
GONE = " None of them was on {queue} any more when it was last displayed."
NO_CHANNEL_PUTS_SO = " No put of a channel fails that way: a program may have written the header, or it is damaged."
DYNAMIC = " Its name is that of a dynamic queue: a temporary one goes when its creator ends."
CUT = " The dump lacks bytes of {them}, so {it} cannot be put again from there."
CLOCKS = " {put} up to {seconds:.0f} s after the put to the dead-letter queue, so two clocks differ."
PUT_BY = " {who} put {them} there, not a channel. Ask the owner of that program."
PUT_BY_SOME = " {who} put {them} there."
SEVERAL_PROGRAMS = "Several programs, such as {name},"
REPORT = " {what}, with Feedback {feedback}{told}."
ONE_REPORT, REPORTS, SOME_REPORTS = (
    "It is a report on another message", "These are reports on other messages",
    "{number} of them are reports on other messages",
)  # fmt: skip
REPORTED = {258: "expired", 259: "arrived", 260: "reached a program"}
NOT_PUT = "could not be put"
"""What a report's Feedback says of the message that it is about; a reason of a put is one that failed."""
INNER = " Inside {it} is an older MQDLH: {reason}{queue}."
INNER_OF = "for {queue}"
MORE_WITH_REASON = " {number} more with this reason are not listed one by one."
COPIES = " The dumps contain them {copies} times, and each message is counted once."
ACCEPTS = " When captured, {queue} on {manager} accepted messages ({state}){since}."
LACKS_LIMIT = " The display of {queue} on {manager} ({state}) lacks MAXMSGL, which decides here{since}."
SINCE = ", and {changes}"
CHANGED = "{name} was {verb} after that ({time:%Y-%m-%d %H:%M:%S}, its host's time)"
WAS_THERE = {
    "defined": " {name} was defined before that ({time:%Y-%m-%d %H:%M:%S}, its host's time), so another name, or one of"
               " another queue manager, was not found.",
    "last altered": " {name} was last altered before that ({time:%Y-%m-%d %H:%M:%S}, its host's time), so another name,"
                    " or one of another queue manager, was not found.",
    "limit": " It was last altered before that ({time:%Y-%m-%d %H:%M:%S}, its host's time), so another queue, or one of"
             " another queue manager, was too small.",
}  # fmt: skip
AGAIN = "Putting them again would fail with {reason}. "
CAN_WORK = " Putting {them} again should work{conditions}."
IF = " if {conditions}"
IF_NEWER = "that display is newer than {these}"
IF_MENDED = "what refused {them} elsewhere is fixed"
IF_OWNED = "the dead-letter queue belongs to {manager}"
IF_THERE = "{they} still on {queue}, which a capture shows empty"
IF_NOT_EXPIRED = "{have} not expired"
DEAD_LETTER_QUEUE_ITSELF = (
    " That is the dead-letter queue of {manager} itself: put again, they would have no MQDLH there."
)
ROOM = " It has room for {fit}: more would fail with {reason}. {advice}"
OLDER = " That display is older than these messages. Display it again before you put them again."
NEWER_DISPLAY = "A newer display of {name} on {manager}: this is its state at the capture."
FAILED_AT = " The put failed at {manager}. Check its route to {target}."
ON_THE_WAY = " The put failed at {manager}, on the way to {target}: queues of {target} have no part in it."
WHOSE = " The dump does not show which queue manager owns {queue}: {managers} have one each."
TRIGGER = "{program} of process {process} was to be started for messages on {queue}{depth}."
FOR_EXAMPLE = "For example, "
NO_PROGRAM, NO_PROCESS, NO_QUEUE = "an unnamed program", "(no name)", "an unnamed queue"
DEPTH = ", which has {depth}"
TOO_LONG = " Channel {channel} allows {most} bytes at {manager}, and the longest message has {length}."
BY_SENDER = " Only a sending channel sets this reason: {told}."
CHECK_CHANNELS = "check the channels of {manager}"
OWNER_OF_QUEUE = "the queue manager that owns this queue"
HAS = "{channel} of {manager} has {shown}"
NOT_CONVERTED = " Only a sending channel with CONVERT(YES) sets this reason, but {told}."
EXPIRING = " {those} an Expiry, {least}."
LEAST_OF_ONE, LEAST_OF_SEVERAL = "{seconds:.1f} s left when dumped", "the least with {seconds:.1f} s left when dumped"
MEMBERS = " {are} members of message groups, and a reader may take a group only whole."
MEMBERS_OF_ONE = " {are} in one message group with numbers up to {highest}{lacks}."
LACKS = ", of which {missing} {are} missing here"
UNREAD = "Cannot tell what is on {queue}: {error}."
TAKEN_BY_DUMP = "{which} {have} left it: the later dump {file} lacks {them}."
TAKEN_BY_DEPTH = "{which} {have} left it: a later capture has {depth}."
TAKEN = "{which} {have} left it: later dumps lack {them}."
AT_LEAST = "At least "
ALL_OF, SOME_OF, ONE_OF = (
    "All {messages} messages in the dumps of {where}", "{left} of the {messages} messages in the dumps of {where}",
    "The message in the dumps of {where}",
)  # fmt: skip
LAST_GET = " The last get was at {time:%Y-%m-%d %H:%M:%S}, its host's time."
BY_NOBODY = " The evidence does not show what took {them}."
READERS = " A program has the queue open for input ({who}): ask for its rules and its log."
NOT_DUMPED = (
    "{where} held {held} at a capture, but its dumps contain {messages}. The evidence does not show the others."
)
RETURNED = (
    "A message in one dump of {where} is in another with a newer MQDLH{times}. It was put again and came back. Ask what"
    " puts it again while its cause lasts."
)
SO_OFTEN = " ({times})"
COPIED = "{messages} with one MsgId {are} in dumps of {where}: moved or copied from one to the other."
TWICE = " Put again from the dead-letter queue, {it} may be there twice."
CAME_LAST = " By the MQDLH it came last to {queue}."

# Words for a part of a group
NO_KNOWN_REASON = "(no known reason)"
OF_THEM = "{number} of them"
ITS_PUT_TIME = "Its PutTime is"
SOME_PUT_TIMES = "Some PutTimes are"
THAT_ONE = "that one"
THOSE_OF = "those of {kind}"

FIT = "{number} of these {messages}"
NONE_FIT = "no message"

QUEUE_OF = "{queue} of {managers}"


def them(number: int, messages: int) -> str:
    """`it`, `them` or how many of them: the part of a group, as the object of a sentence."""
    return by_number(messages, "it", "them") if number == messages else OF_THEM.format(number=number)


def letters(number: int, destination: str, seconds: Sequence[float | None], reason: int | None, named: str, *,
            manager: str | None = None, more: int = 0) -> str:  # fmt: skip
    """How many messages for which queue were dead-lettered, when, and with which reason."""
    why = "" if reason is None else WHY.get(reason, "")
    if number == 1:
        why = why.replace("they were", "it was")
    return LETTERS.format(
        messages=count(number, "message"), destination=destination, were=were(number),
        more=f" and {count(more, 'other queue')}" if more else "", manager=at_manager(manager),
        when=when(*seconds) or AT_UNKNOWN_TIME, reason=named, why=f": {why}" if why else "",
    )  # fmt: skip


def headline(first: str, total: int, reasons: int, *, bare: int = 0, is_gone: bool = False, several: int = 0,
             again: int = 0) -> str:  # fmt: skip
    """The sentence of the first reason, and how many messages there are in all."""
    said = first
    if reasons + (bare > 0) > 1:
        said += IN_ALL.format(
            messages=count(total, "message"), were=were(total), reasons=count(reasons, "reason"),
            bare=BARE.format(number=bare, have=by_number(bare, "has", "have")) if bare else "",
        )  # fmt: skip
    said += LEFT.format(it=by_number(total, "It has", "They have")) if is_gone else ""
    said += ON_SEVERAL.format(messages=several, are=by_number(several, "is", "are")) if several else ""
    return said + (CAME_BACK.format(times=count(again, "time")) if again else "")


def unread_queues(queues: Sequence[str]) -> str:
    """No dead-lettered message, but queues whose dumps show nothing."""
    return NONE_BUT_UNREAD.format(queues=in_series(queues))


def trigger(told: Mapping[str, str], is_one: bool, depth: str) -> str:
    """What was to be started for messages on which queue."""
    said = TRIGGER.format(
        program=told["program"] or NO_PROGRAM, process=told["process"] or NO_PROCESS,
        queue=told["queue"] or NO_QUEUE, depth=DEPTH.format(depth=depth) if depth else "",
    )  # fmt: skip
    return f" {'' if is_one else FOR_EXAMPLE}{said}"
