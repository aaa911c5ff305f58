"""What is said of a story: its root, what followed from it, and how sure that is."""

CHANGED = "{what}{who}{when}"
BY_THE_LATEST = ", at {time} local time of its host at the latest"
LETTERS = "{messages} for {queue} {were} dead-lettered at {manager} ({reason}){when}"
LETTERS_OF_NOBODY = "{messages} for {queue} {were} dead-lettered ({reason}){when}; the evidence does not show where"
REFUSED = "puts to {queue} at {manager} were refused with {reason}{when}"
REFUSED_CHANNEL = "channel {channel} could not put to {queue} at {manager} ({reason}){when}"
CHANNEL_ENDED = "channel {channel} of {manager} stopped with an error{when}"
FULL = "{queue} at {manager} was full{depth}"
DEPTH = ", with {depth} messages"
STOPPED = "channel {channel} of {manager} was stopped by a command{when}"
CHANNEL_REFUSED = "channel {channel} of {manager} ended because its receiver could not put the messages{when}"
BROKEN = "channel {channel} of {manager} cannot run{when}: {reasons}"
FROM = " from {time} UTC on"
AT = " at {time} UTC"
CAME = "As a result {first}."
MAY_HAVE_COME = "This may be the cause of what follows: {first}."
NOT_SHOWN_THEN = "The evidence does not show that it was already so then."
NOT_SHOWN_CONNECTED = "The evidence does not show that these applications were connected to it."
NOT_SHOWN_WHO = (
    "The evidence does not show that {manager} refused these messages: a queue manager on the way may have done so."
)
UNNAMED = "a queue that the evidence does not name"


def time_of_story(time: str | None, last: str | None = None) -> str:
    """` at 14:05:02 UTC` of what happened once, else ` from … on`; nothing without a time."""
    return "" if not time else AT.format(time=time) if last == time else FROM.format(time=time)
