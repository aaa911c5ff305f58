"""The sentences that are said of the objects of an estate, as templates; by the file that fills them."""

# batch
HAS_NOT_COMMITTED_THAT_BATCH_NOT = "{partner} has not committed that batch: {last}, not {unit} of {manager}"
HAS_COMMITTED_THAT_BATCH_AS_AT = "{partner} has committed that batch: {last}, as {unit} at {manager}"

# causes
DEFINITION_OF_CHANNEL_WAS_ALTERED_AFTER = ". The definition of the channel was altered after that{more}"
IS_ACTIVE_ON_WHICH_DOES_NOT = "{partner} is active on {name}, which {address} does not name"
IS_ACTIVE_ON = "{partner} is active on {name}: the evidence does not show whether {address} leads there"
OF_HAS = "{channel} of {at} has {fact}"
EARLIER_IT_FAILED_THAT_LEAVES_IT = (
    "Earlier it failed: {entry}. That leaves it RETRYING while it has tries, and {tries} shows some"
)
CONNAME_SEEMS_TO_LEAD_TO_NOT = ". CONNAME seems to lead to {queue_manager}, not to {partner}"
IT_DOES_NOT_TELL_WHAT_THAT = ". It does not tell what that came of: the {other} may"
LOG_OF = "log of {ends}"
IT_MAY_COME_OF_LIMIT_OF = ". It may come of a limit of {partner}: {why}, says its error log ({limit})"
ERROR_LOG_OF = "the error log of {queue_manager}"

# checks
DEAD_LETTER_QUEUE_OF = "{name} {more} the dead-letter queue of {manager}"
DEAD_LETTER_QUEUE_OF_IS_NOT = "{name}, the dead-letter queue of {manager}, is not an ordinary local queue"
DEAD_LETTER_QUEUE_OF_IS_NOT_DEFINED = "{name}, the dead-letter queue of {manager}, is not defined"
NO_DEAD_LETTER_QUEUE_DEADQ_BLANK = "{manager} {more} no dead-letter queue (DEADQ blank{now})"
AT_IS_OF_CAPTURE_NOT_OF = "{fact} at {manager} is of the capture, not of the time of the message"
DEAD_LETTER_QUEUE_OF_IS_NOT_KNOWN = "the dead-letter queue of {manager} is not known: {fact}"
STATE_IS_UNKNOWN = "the evidence does not show the state of {channel}"
STATE_CONTRADICTS_ITSELF = "the state of {channel} contradicts itself ({values})"
STATE_IS_ANOTHER = "the evidence shows of the state of {channel} only that it is not {running}"
STATE_OF_CANNOT_BE_READ = "the state of {channel} cannot be read ({unread})"
NPMSPEED_IS_NOT_KNOWN_OF_BOTH = "NPMSPEED{more} is not known of both ends"
AT_TOO_LITTLE_FOR_BYTES = "{names} at {manager} {has}, too little for {length} bytes"
AT_MUST_PUT_COPY_OF_EACH = (
    "{name} at {manager} must put a copy of each message to {mirror} (STRMQOS(MUSTDUP)), and {why}"
)
MIRROR_IS_UNKNOWN = "the evidence does not show whether {mirror} takes it"
PUTS_ARE_UNKNOWN = "the evidence does not show whether messages can be put on {name} at {manager}"
QUEUE_IS_UNKNOWN = "the evidence shows nothing of {name} at {manager}"
BUT_IT_HAD_THEN = "{said}, but it had {attribute}({had}) then"
PUTS_TO_AT_FAIL_WITH_ITS = "puts to {queue} at {manager} fail with 2056: its file has its full size ({size}, {most} MB)"
AT_IS_FULL = "{queue} at {manager} is full ({said})"
BUT_AND_WHAT_WAS_ALTERED_IS = "{told}, but {when}, and what was altered is not recorded"
IT_WAS_ALTERED_BY_ITS_CLOCK = "it was altered {altered:%Y-%m-%d %H:%M:%S} by its clock"
AT_WAS_CREATED_BY_ITS_CLOCK = "{name} at {manager} was created {altered:%Y-%m-%d %H:%M:%S} by its clock"
AND_SINCE_WHEN = "{told}, and the evidence does not show since when"
SINCE_WHEN = "; the evidence does not show since when"
BUT_WAS_PUT_TO_BY_ITS = ", but was put to {lput:%Y-%m-%d %H:%M:%S} by its clock"
AS_KNOWS_IT = ", as {manager} knows it"

# cluster_queues
WHILE_CHANNELS_ARE_SO_WHAT_IS = (
    "; while the channels are so what is opened again goes to {first}: CLWLPRTY counts after their state"
)
CLWLPRTY_PUTS_BEFORE_OTHERS_WHILE_CHANNELS = "; CLWLPRTY puts {first} before the others while the channels are so"
CLWLRANK_PUTS_BEFORE_OTHERS_WHATEVER_STATE = (
    "; CLWLRANK puts {name} before the others, whatever the state of its channel is"
)
TO_IS = "{channel} to {name} is {state}{get}"
IS_SUSPENDED_AND_AVOIDED_WHERE_OTHERS = "; {away} is suspended, and avoided where others can take it"

# commands
NO_COMMAND_IS_OFFERED_BECAUSE_IS = " No command is offered, because {odd!r} is not a name that MQ allows."
NO_COMMAND_IS_OFFERED_BECAUSE_CANNOT = " No command is offered, because {odd!r} cannot stand in one unchanged."

# coupling
PUTS_FAIL_WITH_WHILE_IT_IS = ": puts fail with {structure_failed} while it is so"
COUPLING_FACILITY_STRUCTURE_OF_HAS_FAILED = (
    "the coupling facility structure {name} of {queue} has failed ({state}{since})"
)
SINCE_BY_ITS_CLOCK = " since {fail:%Y-%m-%d %H:%M:%S} by its clock"

# disputed
CAPTURES_ARE_OF_QUEUE_MANAGERS_NAMED = (
    "the captures are of {count} queue managers named {name} ({which}), and which of them is meant is not "
)
AND_MORE = " and {count} more"
QMNAME_SO_WHOSE_THEY_ARE_IS = "(QMNAME({qmname})), so whose they are is not known"
DISPLAYS_BELOW_BANNER_OF_SHOW_ANOTHER = "the displays below the banner of {queue_manager} show another queue manager "

# done
ACCEPTED_WITHOUT_STATUS = "{manager} accepted {named}, and the evidence has no later status of {channel}"
WAS_MESSAGE_THAT_WAS_THERE_THEN = "was {how} ({named}): a message that was there then was deleted"

# estate
STANDS_TWICE = "{attribute} stands twice"

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
USER_IS_ADMINISTRATOR_WHOM_MQADMIN_BLOCKS = "user {user!r} is an administrator, whom *MQADMIN blocks"
USER_IS_IN_LIST_OF_BLOCKED = "user {user!r} is in the list of blocked users"
CHANNEL_IS_NOT_DEFINED_HERE = "channel {channel} is not defined here"
OPEN_FAILS_WITH = "{missing}: the open fails with {unknown_queue}"
EVERY_GATE_LETS_IT_THROUGH_AS = "every gate lets it through, as user {user!r}"

# hops
CLUSTER_S_WAY_TO = "the cluster's way to {manager}"
TRANSMISSION_QUEUE_IS_UNKNOWN = "the evidence does not show which transmission queue {at} uses for {manager}"
SERVES_AND_MESSAGES_ARE_ON_BOTH = (
    "{channel} serves {name}{note}, and messages are on both: the evidence does not show on which this one waits"
)
AS_STATUS_OF_TELLS_ITS_CLUSTER = " (as the status of {channel} tells; its cluster record tells {other})"
IS_REACHED_OVER_AND_EVIDENCE_DOES = "{manager} is reached over {told}, and the evidence does not tell which was chosen"
EVIDENCE_DOES_NOT_SHOW_WHICH_QUEUE = "the evidence does not show which queue manager {names} of {at} leads to"
NO_CHANNEL_IN_EVIDENCE_SERVES_AT = "no channel in the evidence serves {xmitq} at {at}"
AT_IS_NOT_TRANSMISSION_QUEUE_USAGE = "{name} at {at} is not a transmission queue: USAGE(NORMAL)"
AT_IS_NOT_LOCAL_QUEUE_AND = "{name} at {at} is not a local queue and cannot be a transmission queue"
TRANSMISSION_QUEUE_IS_NOT_DEFINED_AT = "the transmission queue {name} is not defined at {at}"
EVIDENCE_CONTRADICTS_ITSELF_ON_WHETHER_IS = "the evidence contradicts itself on whether {name} is at {at}"

# in_time
BY_CAPTURE_THAT_FROM_BEFORE_PUT = ", by a capture that {more} from before the put"

# listeners
NO_LISTENER_OF_IS_KNOWN_TO = "No listener of {manager} is known to run; one that was started by hand may not be shown"
OF_LISTENS_ON_PORT = "{name} of {manager} listens on port {port}"
PORT_WAS_CALLED_ON_WHICH_EVIDENCE = "Port {port} was called, on which the evidence has no listener: {named}"
AND_MORE_HAVE_OTHERS = " and {count} more have others"
OF_HAS_PORT = "{name} of {queue_manager} has PORT({port})"

# not_started
TRIGGERS_BY_INITQ = "{queue} triggers by INITQ({initiation}), {what}"
AND_CHANNEL_INITIATORS_USUALLY_READ = "and channel initiators usually read {channel_initq}"
TRIGGERS_ANOTHER_CHANNEL_TRIGDATA = "{queue} triggers another channel: TRIGDATA({data}){more}"
NOTHING_STARTS_IT_HAS_NO_INITIATION = "nothing starts it: {queue} has no initiation queue (INITQ blank)"
NOTHING_STARTS_IT_IS_NOTRIGGER = "nothing starts it: {queue} is NOTRIGGER"
TRIGGERS_BY_INITQ_2 = "{queue} triggers by INITQ({initiation}), {found}"
CHANNEL_INITIATOR_OF_IS = "the channel initiator of {at} is {initiator}"
NOTHING_CAN_BE_GOT_FROM_GET = "nothing can be got from {queue}: GET(DISABLED)"

# owners
BY_ITS_DEPTH_THAT_OF = "{queue}, by its depth that of {one}"
OF_IS_NOT_ITS_DEAD_LETTER = "{queue} of {printed} is not its dead-letter queue"

# puts
PROGRAMS_WITH_OPEN_ONE = "Programs with an open one: {whose}. "
MOST_OF_ITS_MESSAGES_MAY_BE = (
    "Most of its messages may be puts that are not committed ({told}): see whose unit of work that is. "
)
PROGRAMS_HAVE_IT_OPEN_FOR_INPUT = "Programs have it open for input ({readers}): see why they take too little"
IT_IS_BACKOUT_QUEUE_OF_SEE = "It is the backout queue of {named}: see why messages fail there, and who empties it"
OR_RAISE_MAXDEPTH = "{advice}, or raise MAXDEPTH. "
ITS_READER_WAS_TO_BE_STARTED = "Its reader was to be started:{idle} See first why no trigger monitor does. "
RAISE_MAXMSGL_OR_SEND_SHORTER_MESSAGES = "{longest}Raise MAXMSGL, or send shorter messages. "
NO_QUEUE_CAN_TAKE_THAT = "{longest}No queue can take that. "
LONGEST_OF_THESE_MESSAGES_HAS_BYTES = "The longest of these messages has {length} bytes. "

# readers
WAS_STARTED_SINCE_BY_ITS_CLOCK = "{manager} was {perhaps}started since ({start:%Y-%m-%d %H:%M:%S} by its clock{clock})"
SINCE_BY_ITS_CLOCK_2 = "{name} (since {day} {time} by its clock)"
THAT_POINTS_TO_READERS_THAT_DO = "That points to readers ({open}) that do not take them as fast as they come."
AND_THOSE_THAT_WERE_GOT_LATELY = (
    ", and those that were got lately had waited as long ({waits}, in millionths of a second). "
)
WERE_PUT = "were put. {more}"
IT_IS_OPEN_BY = "It is open by {whose}. "
IT_IS_OPEN_FOR_INPUT_BUT = "; it is open for input ({open}), but none was got for a quarter of an hour, while messages "
OLDEST_HAS_WAITED_SECONDS = "The oldest has waited {age} seconds"
PROGRAMS_WITH_OPEN_UNIT_OF_WORK = " Programs with an open unit of work: {whose}."
AS_MANY_PUTS_OR_GETS_OF = (
    "As many puts or gets of it are not committed ({uncom}), and its last put was long before: what "
)
TRIGGERS_ONLY_FOR_TRIGMPRI_AND_ABOVE = (
    "{queue} triggers only for TRIGMPRI({priority}) and above, which its messages may not have"
)
TRIGGERS_FROM_DEPTH_OF_ON_TRIGTYPE = "{queue} triggers from a depth of {least} on (TRIGTYPE(DEPTH)), and has {deep}"
TRIGGERS_NOTHING_TRIGTYPE_NONE = "{queue} triggers nothing: TRIGTYPE(NONE)"
IT_TRIGGERS_WHICH_IS_NOT_DEFINED = "It triggers {process}, which is not defined"
IS_NOTRIGGER_WITH_TRIGTYPE_DEPTH_THAT = (
    "{queue} is NOTRIGGER with TRIGTYPE(DEPTH): that is how a queue is left once it has triggered"
)
IT_TRIGGERS_BY_INITQ = " It triggers by INITQ({named}), {found}."
NO_PROGRAM_HAS_OPEN_FOR_INPUT = "No program has {queue} open for input ({readers}).{told}"
NOTHING_CAN_BE_GOT_FROM = "Nothing can be got from {queue} ({get})."
WHICH_NO_PROGRAM_READS = "which no program reads ({readers})"

# resolution
EVIDENCE_DOES_NOT_SHOW_HOW_REACHES = "the evidence does not show how {at} reaches a queue manager {name}"
DEFAULT_IS_UNKNOWN = "{at} has no {what} {name}; the evidence does not show its default transmission queue"
AND_CLUSTER_IS_UNKNOWN = "{none}; the evidence does not show whether it is in a cluster"
AND_KNOWS_NO_WAY_THERE = "{none}, and knows no way there"
HAS_NO_AND_NO_DEFAULT_TRANSMISSION = "{at} has no {what} {name}{hint} and no default transmission queue"
IS_ONE = " ({other} is one)"
DEFAULT_TRANSMISSION_QUEUE_OF = "the default transmission queue of {at}"
DEFAULT_TRANSMISSION_QUEUE_OF_IS_OPEN = (
    "the default transmission queue of {at} is {cluster_queue}: the open fails with 2199"
)
SAME_CLUSTER_IS_UNKNOWN = "the evidence does not show whether {name} is in a cluster with {at}"
THEN_MESSAGES_GO_OVER = " ({group}, {igq}): then messages go over {group_queue}"
MAY_BE_IN_QUEUE_SHARING_GROUP = "{manager} may be in the queue-sharing group of {at}"
XMITQ_OF_QUEUE_MANAGER_ALIAS = "the XMITQ of the queue-manager alias {name}"
IS_ALIAS_OF_QUEUE_MANAGER = "{name} is an alias of the queue manager {manager}"
AT_IS_NOT_ALIAS_OF_QUEUE = (
    "{name} at {at} is not an alias of a queue manager, because it has an RNAME: the open fails{code}"
)
DEFINITION_OF_AT_IS_NOT_COMPLETE = "the definition of {name} at {at} is not complete"
EVIDENCE_DOES_NOT_SHOW_HOW_REACHES_WHICH = (
    "the evidence does not show how {at} reaches {manager}, which has the alias {manager_2}"
)
QUEUE_AT_IS_NOT_TRANSMISSION_QUEUE = (
    "the queue {name} at {at} is not a transmission queue (USAGE(NORMAL)): the open fails with 2092"
)
QUEUE_NAMED_LIKE_QUEUE_MANAGER = "the queue named like the queue manager {name}"
EVIDENCE_CONTRADICTS_ITSELF_ON_WHAT_IS = "the evidence contradicts itself on what {name} is at {at}"
IS_QUEUE_SHARING_GROUP_OF = "{name} is the queue-sharing group of {at}"
THAT_OF_IS_PUT_INHIBITED = "; that of {shut} is put-inhibited"
IS_CLUSTER_OF = "{name} is a cluster {what} of {owner}"
IS_CLUSTER_OF_ITSELF = "{name} is a cluster {what} of {at} itself, and the evidence lacks its own definition"
KNOWS_ALL_OF_THEM_AS_PUT = "; {at} knows all of them as put-inhibited, so the put fails (2268)"
AT_IT_WAS_PERHAPS_PUT_INHIBITED = "; at {late} it was perhaps put-inhibited only since"
IS_CLUSTER_OF_AND_EVIDENCE_DOES = (
    "{name} is a cluster {what} of {said}, and the evidence does not tell which was chosen"
)
IS_CLUSTER_OF_AND_PERHAPS_OF = "{name} is a cluster {what} of {told} and perhaps of others, for which was not asked"
MESSAGES_MAY_GO_TO_EITHER = " ({use}): messages may go to either"
OF_TOO = " of {owners} too"
IS_LOCAL_QUEUE_OF_AND_CLUSTER = "{name} is a local queue of {at} and a cluster queue"
IS_LOCAL_QUEUE_OF = "{name} is a local queue of {at}"
IS_TRANSMISSION_QUEUE_OF_WHERE_MESSAGE = (
    "{name} is a transmission queue of {at}: where a message on it goes is in its transmission header"
)
QUEUE_THAT_WAS_ASKED_FOR = "the queue {name} that was asked for"
IS_ALIAS_OF = "{name} is an alias of {target}"
AT_IS_ALIAS_OF_WHICH_IS = "{name} at {at} is an alias of {target}, which is an alias itself: opening it fails with 2001"
ALIAS_AT_HAS_NO_TARGET = "the alias {name} at {at} has no target"
WHAT_ALIAS_AT_STANDS_FOR_IS = "what the alias {name} at {at} stands for is not known"
XMITQ_OF_DEFINITION = "the XMITQ of the definition {name}"
MESSAGES_FOR_GO_TO_AT = "Messages for {name} go to {queue} at {manager}"
AT_OPENING_IT_FOR_OUTPUT_FAILS = "{name} at {at} {why}: opening it for output fails with {code}"
NAMES_IN_RQMNAME = "names {manager} in RQMNAME"
AT_NAMES_IN_RQMNAME_WHICH_CHANNELS = (
    "{name} at {at} names {at} in RQMNAME, which channels of {at} show as their partner's name, too: "
)
DEFINITION_OF_AT_IS_NOT_COMPLETE_2 = "the definition of {name} at {at} is not complete: {unclear}"
IS_NOT_AT_IT_MAY_HAVE = (
    "{name} is not at {at}: it may have been dynamic, and a temporary queue goes when its creator ends"
)
AT_IS_SHOWN_BY_RECORDS_OF = (
    "{name} at {at} is known only from cluster records (CLUSQT({kinds})), and no display of {at} shows it"
)
EVIDENCE_DOES_NOT_SHOW_WHAT_IS = "the evidence does not show what {name} is at {at}{said}"
IS_NOT_LOCAL_QUEUE_OF_AND = (
    "{name} is not a local queue of {at}, and the evidence does not show whether it is another kind"
)
IS_MODEL_QUEUE_OF_AND_HOLDS = (
    "{name} is a model queue of {at} and holds no messages: its open makes a dynamic queue of another name"
)
DEFINITIONS_LEAD_IN_CIRCLE_BACK_TO = "the definitions lead in a circle back to {at}"

# topics
COPY_THAT_QUEUE_DOES_NOT_TAKE = "A copy that a queue does not take goes to the dead-letter queue {queue}{holds}"
WHOLE_PUT_FAILS_WHILE_TAKES_NONE = "{given} the whole put fails while {queue} takes none ({failure}): nobody gets it"
NOTHING_WAS_PUT_TO_SINCE_PUT = "nothing was put to {more} since the put"
WILDCARD_BLOCK_OF_TOPIC_OBJECT_KEEPS = "WILDCARD(BLOCK) of the topic object {name} keeps its wildcard out"
PUBSCOPE_QMGR_KEEPS_WHAT_IS_PUBLISHED = "PUBSCOPE(QMGR) keeps what is published at {at}"
LAST_MESSAGE = "last message {last:%Y-%m-%d %H:%M:%S}"
ON_TO_AT = ", on to {queue} at {manager} ({state})"
LAST_PUT = "last put {moment:%Y-%m-%d %H:%M:%S}"
NO_QUEUE_OF_NOW = "no queue of {manager} now"
TO_AT = " to {queue} at {manager}{way}"
LAST_MESSAGE_OF_SUBSCRIPTION = "last message of the subscription {lmsg:%Y-%m-%d %H:%M:%S}"
ALIAS_OF_TOPIC_EACH_COPY_IS = "an alias of a topic: each copy is refused with {no_queue}"
ONE_THAT_WAS_THERE_AT_PUT = "{said}{more}. One that was there at the put may have been deleted"
WHAT_NOBODY_SUBSCRIBES_TO_IS_THROWN = "{said}: what nobody subscribes to is thrown away"
AND_PROXY_SUBSCRIPTIONS_FOR_OTHER_QUEUE = (
    "{said}, and proxy subscriptions for other queue managers of the cluster were not asked for"
)
AT_AND_PUBSCOPE_QMGR_KEEPS_WHAT = " at {at}, and PUBSCOPE(QMGR) keeps what is published there{more}"
SO_THAT_GETS_NONE = ", so that {elsewhere} gets none"
COPY_IS_UNKNOWN = "The evidence does not show {which} got a copy"
ITS_STATUS_SHOWS_SUBSCRIBERS_THAT_NO = "Its status shows subscribers that no definition here is of: {each}{more}"
AND_MORE_2 = "; and {count} more"
EARLIER_CAPTURE_HAS_WHAT_MATCHED_AND = "An earlier capture has what matched and is gone since: {each}"
WHAT_MATCHES_IT = "What matches it: {each}{more}"
PUB_DISABLED_IN_STATUS_OF = "PUB(DISABLED) in the status of {name}"
OF_TOPIC_OBJECT_ABOVE_IT = " of the topic object {name} above it"
MESSAGE_IS_PUBLISHED_TO = "{begin}: the message is published to {string}. {said}"
MESSAGE_IS_PUBLISHED_AND_EACH_SUBSCRIPTION = (
    "{begin}: the message is published, and each subscription that matches may get a copy"
)
WHICH_TAKES_NO_PUBLICATIONS_NOW_IT = ", which takes no publications now ({shut}); it may have taken them then"
WHICH_TAKES_NO_PUBLICATIONS = "{begin}, which takes no publications ({shut})"
AT_IS_ALIAS_OF_TOPIC_OBJECT = "{name} at {at} is an alias of the topic object {topic}"

# undefined
IS_NOT_DEFINED_AT = "{name} is not defined at {manager}{hint}"
HAS_NO_QUEUE = "{manager} has no queue {name}{hint}, {more} {open}"
CLUSTER_IS_UNKNOWN = "the evidence does not show whether {manager} is in a cluster"
IS_NOT_DEFINED_AT_AND_FULL = (
    "{name} is not defined at {manager}{hint}, and the full repositories of its clusters do not know it"
)

# worlds
QUEUE_MANAGER_CREATED_AT_LEVEL_HAS = "A queue manager created at level {level} has it; a migrated one keeps N."
