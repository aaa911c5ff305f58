"""The sentences that are said of the objects of an estate, as templates; by the file that fills them."""

from collections.abc import Sequence

# batch
PARTNER_HAS_NOT_COMMITTED = "{partner} has not committed that batch: {last}, not {unit} of {manager}"
PARTNER_HAS_COMMITTED = "{partner} has committed that batch: {last}, as {unit} at {manager}"

# causes
CHANNEL_ALTERED_AFTER = ". The definition of the channel was altered after that{more}"
PARTNER_ACTIVE_ELSEWHERE = "{partner} is active on {name}, which {address} does not name"
PARTNER_ACTIVE_ON = "{partner} is active on {name}: the evidence does not show whether {address} leads there"
CHANNEL_HAS = "{channel} of {at} has {fact}"
FAILED_EARLIER = "Earlier it failed: {entry}. That leaves it RETRYING while it has tries, and {tries} shows some"
CONNAME_LEADS_ELSEWHERE = ". CONNAME seems to lead to {queue_manager}, not to {partner}"
DEFINED_AT_PARTNER = "CONNAME leads to a queue manager without {channel}, and {partner} has it"
CAUSE_IS_UNKNOWN = ". It does not show the cause: look at the {other}"
LOG_OF_ENDS = "log of {ends}"
MAY_BE_LIMIT_OF_PARTNER = ". It may come of a limit of {partner}: {why}, says its error log ({limit})"
ERROR_LOG_OF = "the error log of {queue_manager}"

# checks
IS_DEAD_LETTER_QUEUE = "{name} {more} the dead-letter queue of {manager}"
DEAD_LETTER_QUEUE_NOT_LOCAL = "{name}, the dead-letter queue of {manager}, is not an ordinary local queue"
DEAD_LETTER_QUEUE_NOT_DEFINED = "{name}, the dead-letter queue of {manager}, is not defined"
HAS_NO_DEAD_LETTER_QUEUE = "{manager} {more} no dead-letter queue (DEADQ blank{now})"
FACT_OF_CAPTURE_ONLY = "{fact} at {manager} belongs to the capture, not to the time of the message"
DEAD_LETTER_QUEUE_UNKNOWN = "the dead-letter queue of {manager} is not known: {fact}"
STATE_IS_UNKNOWN = "the evidence does not show the state of {channel}"
STATE_CONTRADICTS_ITSELF = "the state of {channel} contradicts itself ({values})"
STATE_NOT_RUNNING = "the evidence shows of the state of {channel} only that it is not {running}"
STATE_UNREADABLE = "the state of {channel} cannot be read ({unread})"
TOO_LITTLE_FOR_MESSAGE = "{names} at {manager} {has}, too little for {length} bytes"
MUST_STREAM_COPY = "{name} at {manager} must put a copy of each message to {mirror} (STRMQOS(MUSTDUP)), and {why}"
STREAMQ_IS_UNKNOWN = "the evidence does not show whether {mirror} takes it"
PUTS_ARE_UNKNOWN = "the evidence does not show whether messages can be put on {name} at {manager}"
QUEUE_IS_UNKNOWN = "the evidence shows nothing of {name} at {manager}"
BUT_HAD_THEN = "{said}, but it had {attribute}({had}) then"
QUEUE_FILE_FULL = "puts to {queue} at {manager} fail with 2056: its file has its full size ({size}, {most} MB)"
QUEUE_IS_FULL = "{queue} at {manager} is full ({said})"
BUT_ALTERED = "{told}, but {when}, and what was altered is not recorded"
ALTERED_AT = "it was altered {altered:%Y-%m-%d %H:%M:%S} by its clock"
CREATED_AT = "{name} at {manager} was created {altered:%Y-%m-%d %H:%M:%S} by its clock"
SINCE_IS_UNKNOWN = "{told}, and the evidence does not show since when"
SINCE_IS_UNKNOWN_TOO = "; the evidence does not show since when"
BUT_PUT_TO_AT = ", but was put to {lput:%Y-%m-%d %H:%M:%S} by its clock"
AS_MANAGER_KNOWS_IT = ", as {manager} knows it"

# cluster_queues
CLWLPRTY_AFTER_CHANNEL_STATE = (
    "; while the channels are so what is opened again goes to {first}: CLWLPRTY counts after their state"
)
CLWLPRTY_PREFERS = "; CLWLPRTY puts {first} before the others while the channels are so"
CLWLRANK_PREFERS = "; CLWLRANK puts {name} before the others, whatever the state of its channel is"
CHANNEL_TO_INSTANCE_IS = "{channel} to {name} is {state}{get}"
SUSPENDED = "; {away} is suspended, and avoided where others can take it"

# commands
NO_COMMAND_WRONG_NAME = " No command is offered, because {odd!r} is not a name that MQ allows."
NO_COMMAND_ODD_NAME = " No command is offered, because {odd!r} cannot be in one unchanged."

# coupling
PUTS_FAIL_MEANWHILE = ": puts fail with {structure_failed} while it is so"
STRUCTURE_FAILED = "the coupling facility structure {name} of {queue} has failed ({state}{since})"
STRUCTURE_FAILED_SINCE = " since {fail:%Y-%m-%d %H:%M:%S} by its clock"

# disputed
SEVERAL_OF_ONE_NAME = (
    "the captures belong to {count} queue managers named {name} ({which}). The QMID of the one that the application"
    " or channel is connected to shows which of them is meant"
)
AND_MORE = " and {count} more"
BANNER_OF_ANOTHER = (
    "the displays below the banner of {queue_manager} show another queue manager (QMNAME({qmname})), so it is not"
    " known whose they are"
)

# done
ACCEPTED_WITHOUT_STATUS = "{manager} accepted {named}, and the evidence has no later status of {channel}"
MESSAGES_WERE_DELETED = "was {how} ({named}): a message that was there then was deleted"

# estate
GIVEN_TWICE = "{attribute} stands twice"

# fact
IN_LINE = "{attribute}({v}) in {file} line {line}"
SHOWN_BY = " (shown by {by})"
NOT_SHOWN = "{attribute} not shown"

# gates
RIGHTS_ARE_UNKNOWN = "the evidence does not show whether {user!r} has {rights} on {name}"
LACKS_RIGHTS = "{user!r} lacks {rights} on {name}"
WINNER_IS_UNKNOWN = "the evidence does not show which record wins{said}"
IT_MAY_BE = ": it may be {said}"
ONLY_CHAD = "{said}: only automatic definition (CHAD) could let it in"
CERTIFICATE_IS_UNKNOWN = "the evidence does not show whether the channel requires a certificate"
SSLPEER_IS_UNKNOWN = "the evidence does not show the channel's SSLPEER"
MCAUSER_IS_UNKNOWN = "the evidence does not show the channel's MCAUSER"
BLOCKED_USERS_ARE_CUT = "the evidence shows only a part of a list of blocked users"
CHCKCLNT_IS_UNKNOWN = "the evidence does not show CHCKCLNT of the record"
ADMINISTRATOR_IS_UNKNOWN = "the evidence does not show whether {user} is an administrator"
KIND_OF_QUEUE_IS_UNKNOWN = "the evidence does not show whether {queue} is a local, a remote or a cluster queue"
CHLAUTH_IS_CUT = "the evidence does not show all channel authentication records"
AUTHORITY_IS_UNKNOWN = "the evidence shows no authority records"
USER_IS_UNKNOWN = "the evidence does not name the user"
ADDRESS_IS_UNKNOWN = "an address list blocks, and the evidence does not name the address"
IT_DEPENDS_ON = "it depends on what the evidence does not show: {open}"
RIGHT_PASSWORD = "a right password"
SSLCIPH_IS_UNKNOWN = "the evidence does not show the channel's SSLCIPH"
ADMINISTRATOR_IS_BLOCKED = "user {user!r} is an administrator, whom *MQADMIN blocks"
USER_IS_BLOCKED = "user {user!r} is in the list of blocked users"
CHANNEL_NOT_DEFINED = "channel {channel} is not defined here"
OPEN_FAILS_WITH = "{missing}: the open fails with {unknown_queue}"
LET_THROUGH_AS = "every gate lets it through, as user {user!r}"

# hops
CLUSTER_ROUTE_TO = "the cluster's route to {manager}"
TRANSMISSION_QUEUE_IS_UNKNOWN = "the evidence does not show which transmission queue {at} uses for {manager}"
ONE_CHANNEL_SERVES_BOTH = (
    "{channel} serves {name}{note}, and messages are on both: the evidence does not show on which this one waits"
)
AS_STATUS_SHOWS = " (according to the status of {channel}; its cluster record has {other})"
SEVERAL_ROUTES = "{manager} is reached over {told}, and the evidence does not show which was chosen"
PARTNER_IS_UNKNOWN = "the evidence does not show which queue manager {names} of {at} leads to"
NO_CHANNEL_SERVES = "no channel in the evidence serves {xmitq} at {at}"
USAGE_IS_NORMAL = "{name} at {at} is not a transmission queue: USAGE(NORMAL)"
NOT_A_LOCAL_QUEUE = "{name} at {at} is not a local queue and cannot be a transmission queue"
TRANSMISSION_QUEUE_NOT_DEFINED = "the transmission queue {name} is not defined at {at}"
EXISTENCE_IS_CONTRADICTED = "the evidence contradicts itself on whether {name} is at {at}"

# in_time
BY_EARLIER_CAPTURE = ", by a capture that {more} from before the put"

# listeners
NO_LISTENER_KNOWN = "No listener of {manager} is known to run; one that was started by hand may not be shown"
LISTENS_ON_PORT = "{name} of {manager} listens on port {port}"
NO_LISTENER_ON_PORT = "Port {port} was called, on which the evidence has no listener: {named}"
MORE_LISTENERS = " and {count} more have others"
LISTENER_HAS_PORT = "{name} of {queue_manager} has PORT({port})"

# not_started
TRIGGERS_BY_INITQ_WHAT = "{queue} triggers by INITQ({initiation}), {what}"
INITIATORS_USUALLY_READ = "and channel initiators usually read {channel_initq}"
TRIGGERS_ANOTHER_CHANNEL = "{queue} triggers another channel: TRIGDATA({data}){more}"
NO_INITIATION_QUEUE = "nothing starts it: {queue} has no initiation queue (INITQ blank)"
NOTRIGGER = "nothing starts it: {queue} is NOTRIGGER"
TRIGGERS_BY_INITQ_FOUND = "{queue} triggers by INITQ({initiation}), {found}"
CHANNEL_INITIATOR_IS = "the channel initiator of {at} is {initiator}"
GET_IS_DISABLED = "nothing can be got from {queue}: GET(DISABLED)"

# owners
OWNER_BY_DEPTH = "{queue}, by its depth that of {one}"
NOT_THE_DEAD_LETTER_QUEUE = "{queue} of {printed} is not its dead-letter queue"

# puts
PROGRAMS_WITH_OPEN_UNIT = "Programs with an open one: {whose}. "
MOST_MAY_BE_UNCOMMITTED = (
    "Most of its messages may be puts that are not committed ({told}): see whose unit of work that is. "
)
READERS_TAKE_TOO_LITTLE = "Programs have it open for input ({readers}): see why they take too little"
IS_BACKOUT_QUEUE = "It is the backout queue of {named}: see why messages fail there, and who empties it"
OR_RAISE_MAXDEPTH = "{advice}, or raise MAXDEPTH. "
READER_TO_BE_STARTED = "Its reader was to be started:{idle} See first why no trigger monitor does. "
RAISE_MAXMSGL = "{longest}Raise MAXMSGL, or send shorter messages. "
TOO_LONG_FOR_ANY_QUEUE = "{longest}No queue can take that. "
LONGEST_MESSAGE = "The longest of these messages has {length} bytes. "

# readers
MANAGER_STARTED_SINCE = "{manager} was {perhaps}started since ({start:%Y-%m-%d %H:%M:%S} by its clock{clock})"
PROGRAM_SINCE = "{name} (since {day} {time} by its clock)"
LATELY_WAITED_AS_LONG = (
    ", and those that were got lately had waited as long ({waits}, in millionths of a second). That points to"
    " readers ({open}) that do not get them as fast as they come."
)
OPEN_BY = "It is open by {whose}. "
OPEN_BUT_NONE_GOT = (
    "; it is open for input ({open}), but none was got for a quarter of an hour, while messages were put. {by}Its"
    " readers may wait for others (by MsgId, CorrelId or a selector) or hang."
)
OLDEST_HAS_WAITED = "The oldest has waited {age} seconds"
OPEN_UNITS = " Programs with an open unit of work: {whose}."
ALL_MAY_BE_UNCOMMITTED = (
    "As many puts or gets of it are not committed ({uncom}), and its last put was long before: what is not committed"
    " cannot be got."
)
TRIGGERS_FROM_PRIORITY = "{queue} triggers only for TRIGMPRI({priority}) and above, which its messages may not have"
TRIGGERS_FROM_DEPTH = "{queue} triggers from a depth of {least} on (TRIGTYPE(DEPTH)), and has {deep}"
TRIGGERS_NOTHING = "{queue} triggers nothing: TRIGTYPE(NONE)"
TRIGGERED_PROCESS_NOT_DEFINED = "It triggers {process}, which is not defined"
HAS_TRIGGERED_BY_DEPTH = "{queue} is NOTRIGGER with TRIGTYPE(DEPTH): that is how a queue is left once it has triggered"
TRIGGERS_BY_INITQ = " It triggers by INITQ({named}), {found}."
NO_READER = "No program has {queue} open for input ({readers}).{told}"
NOTHING_CAN_BE_GOT = "Nothing can be got from {queue} ({get})."
NO_PROGRAM_READS_IT = "which no program reads ({readers})"

# resolution
ROUTE_IS_UNKNOWN = "the evidence does not show how {at} reaches a queue manager {name}"
DEFAULT_IS_UNKNOWN = "{at} has no {what} {name}; the evidence does not show its default transmission queue"
MEMBERSHIP_IS_UNKNOWN = "{none}; the evidence does not show whether it is in a cluster"
NO_ROUTE_THERE = "{none}, and has no route there"
NO_DEFAULT_TRANSMISSION_QUEUE = "{at} has no {what} {name}{hint} and no default transmission queue"
OTHER_IS_ONE = " ({other} is one)"
DEFAULT_TRANSMISSION_QUEUE = "the default transmission queue of {at}"
DEFAULT_IS_CLUSTER_QUEUE = "the default transmission queue of {at} is {cluster_queue}: the open fails with 2199"
SAME_CLUSTER_IS_UNKNOWN = "the evidence does not show whether {name} is in a cluster with {at}"
THEN_OVER_GROUP_QUEUE = " ({group}, {igq}): then messages go over {group_queue}"
SO_OVER_GROUP_QUEUE = " ({group}, {igq}), so messages go over {group_queue}"
GROUP_QUEUE_HAS = ", which has {depth}"
AGENT_TAKES_NONE = "; {manager} has {igq}, so its agent takes none from there"
IS_IN_GROUP = "{manager} is in the queue-sharing group of {at}"
MAY_BE_IN_GROUP = "{manager} may be in the queue-sharing group of {at}"
XMITQ_OF_ALIAS = "the XMITQ of the queue-manager alias {name}"
MANAGER_ALIAS = "{name} is an alias of the queue manager {manager}"
NOT_A_MANAGER_ALIAS = "{name} at {at} is not an alias of a queue manager, because it has an RNAME: the open fails{code}"
DEFINITION_INCOMPLETE = "the definition of {name} at {at} is not complete"
ROUTE_TO_ALIASED_IS_UNKNOWN = "the evidence does not show how {at} reaches {manager}, which has the alias {manager_2}"
QUEUE_IS_NOT_TRANSMISSION_QUEUE = (
    "the queue {name} at {at} is not a transmission queue (USAGE(NORMAL)): the open fails with 2092"
)
QUEUE_NAMED_LIKE_MANAGER = "the queue named like the queue manager {name}"
KIND_IS_CONTRADICTED = "the evidence contradicts itself on what {name} is at {at}"
IS_SHARING_GROUP = "{name} is the queue-sharing group of {at}"
INSTANCE_PUT_INHIBITED = "; that of {shut} is put-inhibited"
CLUSTER_QUEUE_OF = "{name} is a cluster {what} of {owner}"
CLUSTER_QUEUE_OF_ITSELF = "{name} is a cluster {what} of {at} itself, and the evidence lacks its own definition"
ALL_KNOWN_PUT_INHIBITED = "; {at} knows all of them as put-inhibited, so the put fails (2268)"
PERHAPS_INHIBITED_SINCE = "; at {late} it was perhaps put-inhibited only since"
CLUSTER_INSTANCE_IS_UNKNOWN = "{name} is a cluster {what} of {said}, and the evidence does not show which was chosen"
CLUSTER_PERHAPS_OF_OTHERS = (
    "{name} is a cluster {what} of {told} and perhaps of others, which the commands did not ask for"
)
EITHER_MAY_GET_IT = " ({use}): messages may go to either"
OF_OWNERS_TOO = " of {owners} too"
LOCAL_AND_CLUSTER_QUEUE = "{name} is a local queue of {at} and a cluster queue"
LOCAL_QUEUE_OF = "{name} is a local queue of {at}"
TRANSMISSION_QUEUE_ITSELF = (
    "{name} is a transmission queue of {at}: where a message on it goes is in its transmission header"
)
QUEUE_ASKED_FOR = "the queue {name} that was asked for"
ALIAS_OF = "{name} is an alias of {target}"
ALIAS_OF_ALIAS = "{name} at {at} is an alias of {target}, which is an alias itself: opening it fails with 2001"
ALIAS_WITHOUT_TARGET = "the alias {name} at {at} has no target"
ALIAS_TARGET_IS_UNKNOWN = "the evidence does not show the target of the alias {name} at {at}"
XMITQ_OF_DEFINITION = "the XMITQ of the definition {name}"
MESSAGES_GO_TO = "Messages for {name} go to {queue} at {manager}"
OPEN_FOR_OUTPUT_FAILS = "{name} at {at} {why}: opening it for output fails with {code}"
NAMES_IN_RQMNAME = "names {manager} in RQMNAME"
RQMNAME_NAMES_ITSELF = (
    "{name} at {at} names {at} in RQMNAME, which channels of {at} show as their partner's name, too. The evidence"
    " does not show which of two queue managers is meant"
)
DEFINITION_INCOMPLETE_IN = "the definition of {name} at {at} is not complete: {unclear}"
MAY_HAVE_BEEN_DYNAMIC = (
    "{name} is not at {at}: it may have been dynamic, and a temporary queue goes when its creator ends"
)
KNOWN_FROM_CLUSTER_ONLY = (
    "{name} at {at} is known only from cluster records (CLUSQT({kinds})), and no display of {at} shows it"
)
KIND_IS_UNKNOWN = "the evidence does not show what {name} is at {at}{said}"
NOT_LOCAL_MAYBE_OTHER = "{name} is not a local queue of {at}, and the evidence does not show whether it is another kind"
MODEL_QUEUE = "{name} is a model queue of {at} and holds no messages: its open makes a dynamic queue of another name"
DEFINITIONS_LEAD_IN_CIRCLE = "the definitions lead in a circle back to {at}"

# topics
REFUSED_COPIES_ARE_DEAD_LETTERED = "A copy that a queue does not take goes to the dead-letter queue {queue}{holds}"
WHOLE_PUT_FAILS = "{given} the whole put fails while {queue} takes none ({failure}): nobody gets it"
NOTHING_PUT_SINCE = "nothing was put to {more} since the put"
WILDCARD_BLOCKED = "WILDCARD(BLOCK) of the topic object {name} keeps its wildcard out"
PUBSCOPE_KEEPS_PUBLICATIONS = "PUBSCOPE(QMGR) keeps what is published at {at}"
LAST_MESSAGE_AT = "last message {last:%Y-%m-%d %H:%M:%S}"
ON_TO_QUEUE = ", on to {queue} at {manager} ({state})"
LAST_PUT_AT = "last put {moment:%Y-%m-%d %H:%M:%S}"
NO_QUEUE_NOW = "no queue of {manager} now"
TO_QUEUE = " to {queue} at {manager}{way}"
LAST_OF_SUBSCRIPTION_AT = "last message of the subscription {lmsg:%Y-%m-%d %H:%M:%S}"
COPY_TO_TOPIC_ALIAS = "an alias of a topic: each copy is refused with {no_queue}"
SUBSCRIPTION_MAY_BE_DELETED = "{said}{more}. One that was there at the put may have been deleted"
NOBODY_SUBSCRIBES = "{said}: a publication without a subscription is discarded"
PROXIES_NOT_ASKED = "{said}, and proxy subscriptions for other queue managers of the cluster were not asked for"
AT_AND_PUBSCOPE = " at {at}, and PUBSCOPE(QMGR) keeps what is published there{more}"
OTHERS_GET_NONE = ", so that {elsewhere} gets none"
COPY_IS_UNKNOWN = "The evidence does not show whether it got a copy"
WHICH_COPY_IS_UNKNOWN = "The evidence does not show which of them got a copy"
UNDEFINED_SUBSCRIBERS = "Its status shows subscribers without a definition here: {each}{more}"
AND_MORE_MATCHES = "; and {count} more"
MATCHED_EARLIER = "An earlier capture has what matched and is gone since: {each}"
MATCHES = "What matches it: {each}{more}"
PUB_DISABLED = "PUB(DISABLED) in the status of {name}"
OF_TOPIC_ABOVE = " of the topic object {name} above it"
PUBLISHED_TO = "{begin}: the message is published to {string}. {said}"
PUBLISHED = "{begin}: the message is published, and each subscription that matches may get a copy"
TOPIC_SHUT_NOW = ", which takes no publications now ({shut}); it may have taken them then"
TOPIC_SHUT = "{begin}, which takes no publications ({shut})"
ALIAS_OF_TOPIC = "{name} at {at} is an alias of the topic object {topic}"

# undefined
NOT_DEFINED = "{name} is not defined at {manager}{hint}"
HAS_NO_QUEUE = "{manager} has no queue {name}{hint}, {more} {open}"
CLUSTER_IS_UNKNOWN = "the evidence does not show whether {manager} is in a cluster"
NOT_DEFINED_IN_CLUSTER = (
    "{name} is not defined at {manager}{hint}, and the full repositories of its clusters do not know it"
)

# worlds
CREATED_AT_LEVEL = "A queue manager created at level {level} has it; a migrated one keeps N."

# causes, and how sure they are
MAYBE = "maybe {why}"
END_OF_LOG = "the end that wrote the log"
SO_OFTEN = " ({times} times)"
UNNAMED_LOG = "an error log that names no queue manager"
WHICH_END_IS_UNKNOWN = ", so the evidence does not show which end that is"
AS_LOG_SAYS = "{why}, says {log} ({entry})"
LOG_OF_OTHER_END = "log of the other end"
LOGS_OF_BOTH = "logs of both ends"
NAMES_NO_CHANNEL = ", which names no channel and is tied to it by its time alone"
SEVERAL_ADDRESSES = ". CONNAME has several addresses, and an entry may name only the last that was tried"
TRIES_OR_STOPPED = ". The evidence does not show whether that used up its tries (LONGRTS) or somebody stopped it"
MOREOVER = "{said}. Moreover {more}"
NOW = ", now {address}"

# checks of puts and speeds
PUT_INHIBITED = "{queue} at {manager} {was} put-inhibited (PUT(DISABLED){now})"
FACT_AT = "{queue} at {manager}: {fact}"
DEPTH_OF_MOST = "{deep} of {most}"
MAY_BE_AMONG_THEM = ", but accepted messages after this one: it may be among them"
LACKS_ROOM = "{queue} at {manager}: {room}"
CHANNEL_IS = "{channel} is {state}"
BUT = "{said}, but {other}"

WITH_WAITING = " with {messages}"

DELETED_WITH_MESSAGES = "deleted with its messages"

# gates that let through or refuse
LETS_THROUGH = "every gate lets it through"
ADDRESS_IS_BLOCKED = "its address is in a list of blocked ones"
THE_CHANNEL = "the channel"
RECORD_REFUSES = "the most specific record that matches has USERSRC(NOACCESS)"

NOW_FACT = ", now {fact}"
MAY_BE = "may be"

RETRIES_USED_UP = "all its retries are used up (LONGRTS(0))"
STARTED_BY_REQUESTER = "a server channel without CONNAME is started by its requester only"
WHICH_IS_NOT_DEFINED = ", which is not defined"

NO_MANAGER = "no queue manager"

# advice on puts
DEFINE_IT = "Define it, or correct the name that the sender uses. "
ASK_WHY_DISABLED = "Ask first why it was disabled. "
ASK_WHY_GET_DISABLED = "It is GET(DISABLED), so nothing gets messages from it: ask first why. "
ASK_WHY_NOT_EMPTIED = "See why no channel empties it. "
START_READER = "Start its reader"
SEE_READER = "See first whether anything reads it"

PROCESS_NOT_DEFINED = "which is not defined"
NO_PROCESS = "It triggers, but names no process to start (PROCESS blank)"
PERHAPS = "perhaps "
ZONE_IS_UNKNOWN = ", whose zone the evidence does not show"

OTHER_SESSION_SHOWS = ": a session that does not name its queue manager shows one of that name"
NAMES_NO_QUEUE = "names no queue (RNAME is blank)"
OVER = " over {xmitq}"
UNNAMED_ONE = "one that is not named"
SHARING_GROUP = "queue-sharing group"
MANAGER_ALIAS_KIND = "queue-manager alias"
WITH_2087 = " with 2087"
LOCAL_OR_REMOTE = "local queue or remote definition"

IF_PERSISTENT = "If it is persistent, with"
IF_NOT_PERSISTENT = "If it is nonpersistent, with"
PSMODE_DISABLED = "PSMODE(DISABLED) of {manager}"
EACH_MAY_GET_A_COPY = "Each subscription that matches may get a copy, and the evidence does not list them"
NO_SUBSCRIPTION = "No subscription in the evidence is to that"
SUBSCRIPTION_AT = "{name} at {manager}"
LEADS_TO = "which leads to"
TAKES_NONE_NOW = "takes none now"
OF_USER = "of user"
BUT_REASONS = ", but {reasons}"
CREATED_AFTER_PUT = "it was created after the put"
ALTERED_SINCE_PUT = "it was altered since the put"
ONLY_ON_REQUEST = "REQONLY(YES): it gets none unasked"
ONLY_SELECTED = "it gets only what its SELECTOR takes"
NOTHING_PUBLISHED_SINCE = "nothing was published to it since the put"
ITS_QUEUE = "its queue"
AND_NO_DLQ = "{when} {named} and USEDLQ(NO)"
SO_AT_PUT = "It was so at the put"
MAYBE_SO_AT_PUT = "The evidence does not show that it was so at the put"
UNLESS_NO_DLQ = ", unless USEDLQ(NO) holds"

OTHER_IS = " ({name} is)"
MAY_BE_CLUSTERED = "it may be a cluster queue"
BUT_OTHER = " (but {name})"

QMID_IN = "QMID({qmid}) in {file}"

# states of a queue manager in dspmq
ANOTHER_HOST = "another host than the one that was asked ran it"
STANDBY_ONLY = "only a standby instance, which takes no clients, ran on the host that was asked"
REPLICA_ONLY = "only a replica, which takes no clients, ran on the host that was asked"
NOT_THERE = "it did not run on the host that was asked"
WAS_ENDING = "it was ending, and took no new connections"
WAS_STARTING = "it was starting, and took no connections yet"


def first_of(names: Sequence[str], most: int, more: str = AND_MORE, between: str = ", ") -> str:
    """The first of many names; `more`: what says how many others there are."""
    others = len(names) - most
    return between.join(names[:most]) + (more.format(count=others) if others > 0 else "")
