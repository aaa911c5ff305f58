"""What is said of a refusal or a broken connection: who, from where, on which channel of which queue manager."""

from collections.abc import Sequence

from mqforensics.words.grammar import at_manager, capital, count, of_manager, times, were, when

FAILED = {
    "MCA": "{messages} {were} refused{queue}{manager}{when}.",
    "NETWORK": "The connection {between}{channel}{manager} failed{times}{when}.",
    "TLS": "The TLS handshake {between}{channel}{manager} failed{times}{when}.",
    "TO A USER": "{who}{address} was refused{channel}{manager}{times}{when}.",
}
"""By the gate that refused; every other gate refuses somebody, where the evidence shows a gate or a caller at all."""
UNKNOWN_ADDRESS = "an address that the evidence does not show"
SCAN = (
    "From {peer} somebody tried {names} names of channels{of} that are not defined: {channels}. "
    "That is not a misspelling. Find out who scans, and define none of them."
)
ASKED = "It asked for {permissions} on {object}, and lacks at least one of them."
MISSING = "{user} lacks {permission} on {object}."
THE_USER = "The user"
LACKING = ("NO_AUTHORITY", "NO_AUTHORITY_QMGR", "NO_AUTHORITY_TOPIC", "NO_AUTHORITY_CLUSTER")
"""Codes of which the missing permission says all that the cause says."""
QUEUE, DESTINATION = "The queue is {object}.", "It is {object}."
DECIDED = "{cause}: {record}."
DECIDED_TOO = "{cause} {record} decided this."
LOCAL = "{span} (zone unknown)"
UTC = "{span} UTC"
AGAINST = "One text{when} names no user, channel or queue, so it may belong to another failure."
SEVERAL_AGAINST = "{number} texts{when} name no user, channel or queue, so they may belong to other failures."
AT = " at {times}"
NOW = "{record} decides now. The evidence does not show that it already did so then."
SWITCHED_OFF = "QMGR CHLAUTH(DISABLED) is displayed, with which no record refuses: it was altered in between."
NO_RECORD_NOW = "No displayed record refuses it now. One may have been altered or removed since."
OTHER_NOW = "Now {record} decides, which does not refuse: {since}"
MAY_BE_ALTERED = "the records may have been altered since."
ALTERED = "it was altered since, at {time} local time of its host."
NO_LOOKUP = "REVDNS(DISABLED): no host name is looked up, so {records} matches nobody."
NO_LIST_NOW = "No displayed list of blocked users is for this channel. One may have been altered or removed since."
OTHER_LIST_NOW = "Now {record} counts for this channel, and does not block {user}: {since}"
SET_OTHERWISE = "{record} is displayed: it was altered in between."
ADOPTS = "AUTHINFO({name}) has ADOPTCTX({adopts}). "
NOT_ADOPTED = (
    "The client sent user {sent} in MQCSP, but its process's user {used} was authorized. {shown}No grant is offered:"
    " decide first which of the two users is meant. For the first, ADOPTCTX(YES) and REFRESH SECURITY TYPE(CONNAUTH)"
    " adopt it, for every client of this queue manager."
)
GRANTED_ON_BASE = (
    "{alias} is an alias of {base}, where AUTHREC PROFILE({profile}) gives {user} that. The authority on the name that"
    " is opened counts."
)
STARTED_SINCE = (
    "{name} of {manager}, which has PORT({port}), was started at {time:%Y-%m-%d %H:%M:%S} local time of its host. The"
    " evidence does not show that it listened before."
)
SET_BY = "{channels} has MCAUSER({user}). The evidence does not show that the connection came over it."
OF_EITHER = " What it says may belong to either entry."
MAY_BE_BLOCKED = "If it broke while connecting, {records} may have closed it, which no log records."
RECEIVED_AS = "{name}, the only receiving channel in the evidence, has MCAUSER({user})."
GIVEN = {
    True: " The displayed authority records do not give it {needed}: they may have been altered since.",
    False: " The displayed authority records give it {needed}: they may have been altered since.",
}
"""By whether something is missing."""
NEAR = "There is a channel {name}."
REGULAR = {
    True: "They come every {seconds} seconds, as from a probe or a scheduled job{shown}.",
    False: "Breaks come every {seconds} seconds, as from an idle timeout in a firewall or load balancer, or a scheduled"
           " job{shown}.",
}  # fmt: skip
"""By whether the other end closed the connection in order."""
CHANNEL_HAS = " (the channel has {shown})"
TOTAL = " In all, {refusals} in {kinds}."
NONE_BUT_WEAK = "The evidence shows no refusal. Its definitions have {weak}."

# Whether a failure is over, and what a status shows
ENDS_SO = " An idle message channel ends this way. A triggered sender starts again with the next message."
BROKEN_CONNECTION = "broken connection"
FAILED_CONNECTION = "failed connection"
REFUSAL_OR_BREAK = "refusal or broken connection"
REFUSALS_OR_BREAKS = "refusals or broken connections"
TABLE = "Refusals and broken connections"
USER = "user {user}"
WORKED_SINCE = " Channel {channel} has worked since."
ANSWERED_SINCE = " The other end has answered since (see {message})."
RUNS_SINCE = " The channel runs from {address} since {since:%Y-%m-%d %H:%M:%S}, local time of its host."
UNNAMED_ONE = "one not named"
FROM = "{number} from {who}"
INSTANCES = " Its status has {number} instances: {named}."

# Why a change is offered, or none
PRIMARY_GROUP = (
    "On AIX and Linux a grant to a user may count for the user's whole primary group, unless qm.ini has"
    " SecurityPolicy=user."
)
PROCESS = "With ADOPTCTX(NO) this is the user of the client's process, whichever user's password it sent."
NO_GRANT = "No grant is offered: "
MAY_REFUSE_ON_PURPOSE = "No change is offered: the record names less than everybody and may refuse on purpose."
OFF_THE_LIST = "Take the address off the list only if it is there by mistake."
GIVEN_NOW = "The displayed authority records give it: they may have been altered since."
MAY_HIDE_PROFILES = "one for this queue alone could hide generic profiles that the evidence lacks."
PRODUCT_QUEUE = "anyone who opens a queue of the product has to know what the program does with it."
LACKS_USAGE = "could open more, and the evidence lacks USAGE"
OPENS_EVERY_QUEUE = "opens every queue behind it"
ON_TRANSMISSION_QUEUE = "{no}put on a transmission queue {why}."
PROFILE_GIVES = "profile {profile} gives {entity}"
COULD_HIDE = "{no}one for this queue alone could hide what {what}."
REPEATS = "The grant repeats what profile {profile} gives {user}, because it hides that profile."
ASK_FIRST = "Ask why it was stopped before it is started."

# Weak places of definitions
FROM_UNNAMED_ADDRESSES = "from any address that no record names"
FROM_ANY_ADDRESS = "from any address"
AND_MORE = "; and more"
NEVER_DECIDES = (
    "{record} never decides. On each channel that it is for, a record with a more specific name matches everybody:"
    " {others}."
)
ONLY_WARNS = "{record} only warns, and lets in whom it should refuse."
ALL_ONLY_WARN = "CHLAUTH(WARN): every record that should refuse only warns."
OPEN = (
    "Any client {where}{but} can use channel {name} of {manager} under the user that it names. No record for all"
    " addresses refuses or asks for a password, MCAUSER is blank, and there is no TLS.{narrower}"
)
ADMINISTRATORS = {
    True: ", administrators too,", False: ", except administrators,", None: ", perhaps administrators too,",
}  # fmt: skip
"""By whether the definitions let administrators in; None where the evidence does not show it."""
NARROWER = " Narrower records decide for some: {records}."
THE_QUEUE_MANAGER = "the queue manager"
BUT_WITHOUT = ", except administrators who send no password,"

# What ended at that time
OR_THEN = ", or that it was so at the failure"
NOT_RUNNING = (
    "dspmq shows {manager} with STATUS({status}) {when}: {meaning}. The evidence does not show that the client"
    " called that host{so_then}."
)
FAILURE_REPORT = "A failure report of {manager} names probe {probe}, at {time:%Y-%m-%d %H:%M:%S} UTC."
MAY_BE_ANOTHERS = " It may belong to another failure, because the client's text has no time in UTC."
NO_PORT = "A listener of {manager} did not get port {port} at {time:%Y-%m-%d %H:%M:%S} UTC"
LISTENED_LATER = "{said}. The evidence does not show whether one listened there later."
ENDED = "{manager} ended at {time:%Y-%m-%d %H:%M:%S} UTC"
AND_STARTED = " and started at {time:%Y-%m-%d %H:%M:%S} UTC."
WITHOUT_ZONE = " The client's time has no zone, so it may have been refused at another time."
CUT = "{channel} of {manager} cut an idle connection at {time:%Y-%m-%d %H:%M:%S} UTC."
NOTICED_LATER = "{said} A client notices that at its next call."

HAS = "CHANNEL({name}) has {attributes}."

NOT_DEFINED = "{queue} is not defined at {manager}"


def subject(row, is_called: bool, is_either: bool) -> str:
    """Who was refused, where, how often and when, as one sentence.

    `is_called`: the address is the one that was called; `is_either`: either end may have called.
    """
    other = row.address or row.host
    named = (("user", row.user), ("application", row.application))
    caller = " with ".join(f"{word} {name}" for word, name in named if name)
    between = f"of {caller} " if caller else ""
    between += f"{'to' if is_called else 'with' if is_either else 'from'} {other}" if other else ""
    is_refusal = row.gate or caller
    template = FAILED.get(row.gate) or FAILED["TO A USER" if is_refusal else "NETWORK"]
    return template.format(
        who=capital(caller) or "A client",
        address=f"{' that called ' if is_called else ' from '}{other}" if other else "",
        between=between.strip() or f"with {UNKNOWN_ADDRESS}",
        channel=f" on channel {row.channel}" if row.channel else "",
        manager=(of_manager if row.channel and row.gate != "MCA" else at_manager)(row.queue_manager),
        messages=count(row["count"], "message"), were=were(row["count"]),
        queue=f" for {row.object}" if row.object else "", times=times(row["count"]),
        when=when(row.seconds, row.last_seconds) or (AT.format(times=row.local_time) if row.local_time else ""),
    )  # fmt: skip


def cause_with_record(cause: str, record: str) -> str:
    """A cause with the record that decided; a cause of several sentences, or with a colon, keeps it apart."""
    plain = cause.rstrip(".")
    return DECIDED_TOO.format(cause=cause, record=record).lstrip() if not plain or set(".:") & set(plain) else (
        DECIDED.format(cause=plain, record=record))  # fmt: skip


def against(number: int, times: Sequence[str]) -> str:
    """That texts which only their time ties to a failure may belong to others."""
    at = AT.format(times=" and ".join(times)) if times else ""
    return AGAINST.format(when=at) if number == 1 else SEVERAL_AGAINST.format(number=number, when=at)


def total(refusals: int, kinds: int) -> str:
    """How many refusals there are besides, where they are of several kinds."""
    return TOTAL.format(refusals=count(refusals, "refusal"), kinds=count(kinds, "kind")) if kinds > 1 else ""


def none_but_weak(places: int) -> str:
    """No refusal, but definitions that let somebody in."""
    return NONE_BUT_WEAK.format(weak=count(places, "weak place"))
