"""Where a publication goes: the topic object that an alias leads to, and the subscriptions that it matches.

That a subscription matches is no proof that it got a copy: its own attributes, those of the topic tree and the queue of
the subscription decide as well. Sources: documentation, "Displaying attributes of subscriptions" (TOPICSTR is the
resolved topic string), "Wildcard schemes", "Topic trees" (ASPARENT), "DEFINE TOPIC", "DEFINE SUB", "DISPLAY SUB"
(without SUBTYPE proxy subscriptions are not listed).
"""

from __future__ import annotations

from collections.abc import Iterator

from mqforensics.objects import checks, in_time
from mqforensics.objects.checks import PUT_INHIBITED
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import SAME_HOST, Place, Row, Seen, Span, distinct
from mqforensics.objects.route import TOPIC, End

SUBSCRIPTIONS = "DISPLAY SUB(*) SUBTYPE(ALL) TOPICSTR DEST DESTQMGR"
SHOWN = 4
"""So many subscriptions are told of."""
TO_ALL = ("ALL", "ALLDUR")
"""PMSGDLV and NPMSGDLV with which one subscription that cannot be served may fail the publication for every one."""
EVERY = ("ALL", "PROXY")
"""SUBTYPE of a listing that has the proxy subscriptions."""


def published(
    estate: Estate, at: str, name: str, topic: str, cited: list[Place], rows: list[Row], put: Span | None = None
) -> End:
    """The end of the way of a message that an alias `name` of the topic object `topic` publishes.

    `put`: when; None for while the captures were made.
    """
    begin = f"{name} at {at} is an alias of the topic object {topic}"
    string = estate.fact(at, ("TOPIC",), topic, "TOPICSTR")
    tree = _tree(estate, at, topic, string.value)
    pub = _inherited(tree, "PUB")
    shut = pub if pub and pub.value == "DISABLED" and (pub.row.name == topic or _listed(estate, at, "TOPIC")) else None
    rows = [*rows, *(tree[: tree.index(pub.row) + 1] if pub else [])]
    places = distinct([*cited, *string.places, *([pub.place] if pub else [])])
    if shut:
        whose = "" if shut.row.name == topic else f" of the topic object {shut.row.name} above it"
        look = mqsc("DISPLAY TOPIC({}) PUB DESCR ALTDATE ALTTIME", shut.row.name, on=at)
        if in_time.held(estate, rows, put):
            said = f"{begin}, which takes no publications (PUB(DISABLED){whose})"
            return End(TOPIC, at, name, said, places, look, rows, code=PUT_INHIBITED)
        begin += f", which takes no publications now (PUB(DISABLED){whose}); whether it took them then is not shown"
    if not string.value:
        next_ = mqsc("DISPLAY TOPIC({}) TOPICSTR PUB SUB", topic, on=at)
        said = f"{begin}: the message is published, and each subscription that matches may get a copy"
        return End(TOPIC, at, name, said, places, next_, rows)
    said, more, next_ = _subscriptions(estate, at, tree, string.value, put)
    said = f"{begin}: the message is published to {string.value}. {said}"
    return End(TOPIC, at, name, said, distinct([*places, *more]), next_, rows)


# The topic tree


def _tree(estate: Estate, at: str, topic: str, text: str | None) -> list[Row]:
    """The topic objects at and above a topic string, the nearest first."""
    rows = [row for row in estate.newest(estate.of(at, ("TOPIC",))) if row.attributes.get("TYPE") != "CLUSTER"]
    if not text:
        return [row for row in rows if row.name == topic]
    levels = text.split("/")
    above = []
    for row in rows:
        own = row.attributes.get("TOPICSTR")
        parts = own.split("/") if own else []
        if own is not None and parts == levels[: len(parts)]:
            above.append((len(parts), row.name == topic, row))
    return [row for *_, row in sorted(above, key=lambda one: one[:2], reverse=True)]


def _inherited(tree: list[Row], attribute: str) -> Seen | None:
    """The value of the nearest topic object that does not leave an attribute to its parent."""
    seen = (Seen(row.attributes[attribute], row, attribute) for row in tree if attribute in row.attributes)
    return next((one for one in seen if one.value != "ASPARENT"), None)


def _value(tree: list[Row], attribute: str) -> str | None:
    found = _inherited(tree, attribute)
    return found.value if found else None


def _listed(estate: Estate, at: str, word: str) -> bool:
    return any((one.word, one.pattern) == (word, "*") and "WHERE" not in one.filters for one in estate.absences(at))


# Subscriptions


def _subscriptions(estate: Estate, at: str, tree: list[Row], text: str, put: Span | None
                   ) -> tuple[str, list[Place], list]:  # fmt: skip
    """What is said of the subscriptions to a topic string, where that stands, and what to look at."""
    shown = estate.of(at, ("SUB",))
    newest = estate.newest(shown)
    subs = [row for row in newest if _matches(estate, at, row, text)]
    names = {row.name for row in newest}
    gone = {row.name: row for row in shown if row.name not in names and _matches(estate, at, row, text)}
    status = mqsc("DISPLAY TPSTATUS({}) TYPE(SUB)", text, on=at)
    every = mqsc(SUBSCRIPTIONS, on=at)
    parts = []
    if subs:
        each = [f"{row.name}{_where(estate, at, row)}{_but(estate, at, tree, row, put)}" for row in subs[:SHOWN]]
        more = f"; and {len(subs) - SHOWN} more" if len(subs) > SHOWN else ""
        parts.append(f"What matches it: {'; '.join(each)}{more}")
        parts += _all_or_none(estate, at, tree, subs)
    if gone:
        each = [f"{name}{_where(estate, at, row)}" for name, row in list(gone.items())[:SHOWN]]
        parts.append(f"An earlier capture has what matched and is not shown any more: {'; '.join(each)}")
    if not parts and _listed(estate, at, "SUB"):
        parts += _none(estate, at, tree, put)
    elif not parts:
        parts.append("Each subscription that matches may get a copy, and which there are is not shown")
    elif subs:
        which = "Whether it" if len(subs) == 1 else "Which of them"
        parts.append(f"{which} got a copy is not shown")
    told_of = [*subs, *gone.values()][:SHOWN]
    places = [row.place("TOPICSTR") for row in told_of]
    return ". ".join(parts), places, [*_looks(estate, at, told_of), *status, *every] if subs else [*every, *status]


def _none(estate: Estate, at: str, tree: list[Row], put: Span | None) -> Iterator[str]:
    listings = [one for one in estate.absences(at) if (one.word, one.pattern) == ("SUB", "*")]
    clustered = any(row.attributes.get("CLUSTER") for row in tree)
    said = "No subscription that is shown is to that"
    if not any(one.filters.get("SUBTYPE", "").upper() in EVERY for one in listings) and clustered:
        said += ", and proxy subscriptions for other queue managers of the cluster were not asked for"
    elif put is None:
        said += ": what nobody subscribes to is thrown away"
    else:
        said += " now. One that was there at the put may have been deleted"
    yield said


def _looks(estate: Estate, at: str, rows: list[Row]) -> list:
    """What to browse of the queues of subscriptions that may hold a copy."""
    made = []
    for row in rows:
        queue, manager = row.attributes.get("DEST"), row.attributes.get("DESTQMGR") or at
        if queue and manager == at and checks.depth(estate, manager, queue).value != "0":
            made += browse(queue, manager)
    return made


def _where(estate: Estate, at: str, row: Row) -> str:
    """The queue of a subscription in words, with what keeps messages from it now."""
    queue, manager = row.attributes.get("DEST"), row.attributes.get("DESTQMGR") or at
    if not queue:
        return ""
    deep, refused = checks.depth(estate, manager, queue), checks.refuses(estate, manager, [queue])
    state = [deep.text()] * bool(deep.seen) + ["takes none now"] * (refused.holds is True)
    last, shown = checks.last_local(estate, manager, queue, "LPUT")
    state += [f"last put {last:%Y-%m-%d %H:%M:%S}"] if shown else []
    return f" to {queue} at {manager}" + (f" ({', '.join(state)})" if state else "")


def _but(estate: Estate, at: str, tree: list[Row], row: Row, put: Span | None) -> str:
    """What keeps a copy from a subscription that matches, or may have, as the end of what is said of it."""
    reasons = list(_reasons(estate, at, tree, row, put))
    return f", but {' and '.join(reasons)}" if reasons else ""


def _reasons(estate: Estate, at: str, tree: list[Row], row: Row, put: Span | None) -> Iterator[str]:
    has = row.attributes
    queue, manager = has.get("DEST"), has.get("DESTQMGR") or at
    if put is not None and put.before(estate.moment(row, "CR")) is True:
        yield "it was created after the put"
    elif put is not None and put.before(estate.moment(row, "ALT")) is True:
        yield "it was altered since the put"
    if has.get("REQONLY") == "YES":
        yield "REQONLY(YES): it gets none unasked"
    if has.get("SELECTOR") or has.get("SELTYPE", "NONE") != "NONE":
        yield "it gets only what its SELECTOR takes"
    if has.get("SUBTYPE") == "PROXY" and _value(tree, "PUBSCOPE") == "QMGR":
        yield f"PUBSCOPE(QMGR) keeps what is published at {at}"
    blocked = next((one for one in tree if one.attributes.get("WILDCARD") == "BLOCK" and _is_above(row, one)), None)
    if blocked:
        yield f"WILDCARD(BLOCK) of the topic object {blocked.name} keeps its wildcard out"
    if put is not None and queue and checks.last(estate, manager, queue, "LPUT").before(put, SAME_HOST) is True:
        yield "nothing was put to its queue since the put"


def _all_or_none(estate: Estate, at: str, tree: list[Row], subs: list[Row]) -> Iterator[str]:
    """That one queue which takes none fails the publication for all of them."""
    full = [row for row in subs if row.attributes.get("DEST") and _takes_none(estate, at, row)]
    keys = [f"{key}({value})" for key in ("PMSGDLV", "NPMSGDLV") if (value := _value(tree, key)) in TO_ALL]
    if full and keys and _value(tree, "USEDLQ") == "NO":
        queue = full[0].attributes["DEST"]
        yield f"With {' and '.join(keys)} and USEDLQ(NO) the whole put fails while {queue} takes none: nobody gets it"
    elif full and _value(tree, "USEDLQ") != "NO":
        queue = estate.manager(at, "DEADQ").value
        if queue:
            yield f"A copy that a queue does not take goes to the dead-letter queue {queue}, unless USEDLQ(NO) holds"


def _takes_none(estate: Estate, at: str, row: Row) -> bool:
    has = row.attributes
    return checks.refuses(estate, has.get("DESTQMGR") or at, [has["DEST"]]).holds is True


# Topic strings


def _matches(estate: Estate, at: str, row: Row, text: str) -> bool:
    """Whether a subscription is to a topic string; what is displayed has its topic object's string already."""
    own, base = row.attributes.get("TOPICSTR"), row.attributes.get("TOPICOBJ")
    above = estate.fact(at, ("TOPIC",), base, "TOPICSTR").value if base and (row.source or own is None) else None
    whole = "/".join(part for part in (above, own) if part)
    return bool(whole) and _fits(whole, text, row.attributes.get("WSCHEMA") == "CHAR")


def _is_above(row: Row, blocking: Row) -> bool:
    """Whether a subscription has a wildcard before it has come as far as the string of a topic object."""
    own, string = row.attributes.get("TOPICSTR") or "", blocking.attributes.get("TOPICSTR") or ""
    if row.attributes.get("WSCHEMA") == "CHAR":
        begins = min((own.find(one) for one in "?*" if one in own), default=None)
        return begins is not None and begins < len(string)
    levels = own.split("/")
    begins = next((place for place, one in enumerate(levels) if one in ("+", "#")), None)
    return begins is not None and begins < len(string.split("/"))


def _fits(pattern: str, text: str, by_character: bool) -> bool:
    """Whether a string fits a pattern: by levels (`+` any one, `#` any number) or by characters (`?` and `*`)."""
    parts, whole = (pattern, text) if by_character else (pattern.split("/"), text.split("/"))
    one, many = "?*" if by_character else "+#"
    ends = {0}
    for part in parts:
        if part == many:
            ends = set(range(min(ends), len(whole) + 1)) if ends else ends
        else:
            ends = {place + 1 for place in ends if place < len(whole) and part in (one, whole[place])}
    return len(whole) in ends
