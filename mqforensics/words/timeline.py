"""What is said of what happened, one sentence a row of the time line, and of what begins a story."""

PUT = "Message {message} was put{by}, as its descriptor says."
DEAD_LETTERED = "Message {message} was dead-lettered with {reason}, meant for {destination}."
DUMPED = "A dump of {queue} was taken."
A_QUEUE = "a queue"
CAPTURED = "A display of {manager} was captured."
A_MANAGER = "a queue manager"
CALLED = "{verb}{on}{by}{reason}."
ON, BY, GAVE = " on {queue}", " by {application}", " gave reason {reason}"
EVENT = "{event}."
FOR, BY_USER, OF_APPLICATION = "for {object}", "by user {user}", "of {application}"
HELD = "{queue} held {depth} messages."
STAMPS = {
    "ALT": ("definition altered", "{type} {name} was last altered."),
    "CR": ("definition created", "{type} {name} was created."),
    "CLUS": ("cluster definition", "{type} {name} became known here."),
    "LPUT": ("last put", "The last put to {name} before the capture."),
    "LGET": ("last get", "The last get from {name} before the capture."),
    "CHSTA": ("channel start", "Channel {name} began its session."),
    "LSTMSG": ("last message", "Channel {name} moved its last message before the capture."),
    "START": ("queue manager start", "{name} was started."),
    "UOWST": ("unit of work", "A unit of work of {name} began."),
    "UOWLOG": ("unit of work", "A unit of work of {name} was first logged."),
}
"""By the stem of a pair of date and time: what it is, and how it is said."""
CLOCKS_CONTRADICT = (
    "The times of {managers} contradict each other: a message arrives before it is put. A clock was set, or an"
    " application wrote the time itself. The order across these hosts is not known."
)
NO_TIME = "The time line lacks a time that can be read ({each}). Where these belong in the order is not known."

PUT_DISABLED = "{name} at {manager} does not allow puts: PUT(DISABLED)"
GET_DISABLED = "{name} at {manager} does not allow gets: GET(DISABLED)"
NO_READER = "no program had {name} at {manager} open for input (IPPROCS(0)){last}"
LAST_GET = ", and the last get was at {time} UTC"
MAY_HAVE_READ = "{said}; {failures}, and may have been its reader"
ENDED = "the queue manager {manager} ended at {time} UTC"
LOST = "applications{of} got {reason} at {time} UTC by their clock"
FAILED = "{program} of {manager} failed at {time} UTC{gone}"
A_PROGRAM = "a program"
GONE = ", and a process that the queue manager needs was gone"
