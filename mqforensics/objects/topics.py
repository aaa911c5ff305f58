"""Where a publication goes: the topic object that an alias leads to, and the subscriptions that it matches.

That a subscription matches is not a proof that it got a copy: its own attributes, those of the topic tree and the queue
of the subscription decide as well. Sources: documentation, "Displaying attributes of subscriptions" (TOPICSTR is the
resolved topic string), "Wildcard schemes", "Topic trees" (ASPARENT), "DEFINE TOPIC", "DEFINE SUB", "DISPLAY SUB"
(without SUBTYPE proxy subscriptions are not listed), "DISPLAY TPSTATUS" (the attributes of a topic string, resolved;
with TYPE(SUB) its subscribers), "DISPLAY SBSTATUS" (LMSGDATE: when a message was last published to the destination),
"ALTER QMGR" (PSMODE).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mqforensics.objects import checks, definition_history, sentences
from mqforensics.objects.absence import no_queue
from mqforensics.objects.checks import PUT_INHIBITED
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import SAME_HOST, Place, Row, SeenValue, Span, distinct
from mqforensics.objects.route import DESTINATION, TOPIC, End, Route
from mqforensics.objects.wildcards import fits

SUBSCRIPTIONS = "DISPLAY SUB(*) SUBTYPE(ALL) TOPICSTR DEST DESTQMGR"
SHOWN = 4
"""So many subscriptions are named of."""
DELIVERY = {1: "PMSGDLV", 0: "NPMSGDLV"}
"""What shows whether one subscription that cannot be served fails the publication for every one, by persistence."""
KINDS = {"PMSGDLV": sentences.IF_PERSISTENT, "NPMSGDLV": sentences.IF_NOT_PERSISTENT}
EVERY = ("ALL", "PROXY")
"""SUBTYPE of a listing that has the proxy subscriptions."""
RESOLVED = frozenset(("PUB", "PUBSCOPE", "PMSGDLV", "NPMSGDLV", "USEDLQ", "CLUSTER"))
"""What the status of a topic string shows as it is resolved; that of a subscriber or publisher has none of it."""
INHIBITED, FAILURE, NO_QUEUE = 2531, 2502, 2480
"""Reasons of an open while publish/subscribe is off, of a put that too few get, of a copy for an alias of a topic."""
Follow = Callable[[Estate, str, str, str], Route]
"""Where a queue, opened at a queue manager with the name of one, leads."""


def end_of_publication(
    estate: Estate, at: str, name: str, topic: str, cited: list[Place], rows: list[Row], put: Span | None = None,
    follow: Follow | None = None, persistence: int | None = None,
) -> End:  # fmt: skip
    """The end of the way of a message that an alias `name` of the topic object `topic` publishes.

    `put`: when; None for while the captures were made. `follow`: shows where the queue of a subscription leads.
    `persistence`: 0 or 1; None where it is not known.
    """
    begin = sentences.ALIAS_OF_TOPIC.format(name=name, at=at, topic=topic)
    string = estate.fact(at, ("TOPIC", "TCLUSTER"), topic, "TOPICSTR")
    tree, status = _tree(estate, at, topic, string.value), _status(estate, at, string.value)
    pub, shut = _inherited_value(tree, "PUB"), _shut(estate, at, topic, tree, status)
    rows = [*rows, *(shut.rows if shut else tree[: tree.index(pub.row) + 1] if pub else [])]
    places = distinct([*cited, *string.places, *(shut.places if shut else [pub.place] if pub else [])])
    if shut:
        if definition_history.held_since(estate, rows, put):
            said = sentences.TOPIC_SHUT.format(begin=begin, shut=shut.said)
            return End(TOPIC, at, name, said, places, shut.next, rows, code=shut.code)
        begin += sentences.TOPIC_SHUT_NOW.format(shut=shut.said)
    if not string.value:
        next_ = mqsc("DISPLAY TOPIC({}) TOPICSTR PUB SUB", topic, on=at)
        said = sentences.PUBLISHED.format(begin=begin)
        return End(TOPIC, at, name, said, places, next_, rows)
    tree = _tree_with_status(estate, tree, status, string.value)
    said, more, next_, copies = _subscriptions(estate, at, tree, string.value, put, follow, persistence)
    said = sentences.PUBLISHED_TO.format(begin=begin, string=string.value, said=said)
    return End(TOPIC, at, name, said, distinct([*places, *more]), next_, rows, copies=copies)


class Shut(NamedTuple):
    """What keeps publications out of a topic, and the reason that the put fails with."""

    said: str
    places: list[Place]
    rows: list[Row]
    next: list[Command]
    code: int = PUT_INHIBITED


def _shut(estate: Estate, at: str, topic: str, tree: list[Row], status: list[Row]) -> Shut | None:
    mode = estate.manager(at, "PSMODE")
    if mode.value == "DISABLED":
        look = mqsc("DISPLAY QMGR PSMODE ALTDATE ALTTIME", on=at)
        return Shut(
            sentences.PSMODE_DISABLED.format(manager=at), mode.places, [one.row for one in mode.seen], look, INHIBITED
        )
    pub = _inherited_value(tree, "PUB")
    if pub and pub.value == "DISABLED" and (pub.row.name == topic or _is_listed(estate, at, "TOPIC")):
        whose = "" if pub.row.name == topic else sentences.OF_TOPIC_ABOVE.format(name=pub.row.name)
        look = mqsc("DISPLAY TOPIC({}) PUB DESCR ALTDATE ALTTIME", pub.row.name, on=at)
        return Shut(f"PUB(DISABLED){whose}", [pub.place], tree[: tree.index(pub.row) + 1], look)
    now = _inherited_value(status, "PUB")
    if now and now.value == "DISABLED":
        look = mqsc("DISPLAY TOPIC(*) TOPICSTR PUB DESCR ALTDATE ALTTIME", on=at)
        return Shut(sentences.PUB_DISABLED.format(name=now.row.name), [now.place], [now.row], look)
    return None


# The topic tree


def _tree(estate: Estate, at: str, topic: str, text: str | None) -> list[Row]:
    """The topic objects at and above a topic string, the nearest first."""
    rows = estate.newest(estate.of(at, ("TOPIC",)))
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


def _status(estate: Estate, at: str, text: str | None) -> list[Row]:
    """What the queue manager shows a topic string to have, once all that it leaves to its parents is resolved."""
    return estate.newest([row for row in estate.of(at, ("TPSTATUS",), text) if RESOLVED & row.attributes.keys()])


def _tree_with_status(estate: Estate, tree: list[Row], status: list[Row], text: str) -> list[Row]:
    """The tree with the status of its topic string, which shows what no object of just that string defines itself."""
    status = [row for row in status if not any(estate.later(one, row) for one in tree)]
    own = [row for row in tree if row.attributes.get("TOPICSTR") == text]
    own = [row for row in own if not any(estate.later(one, row) for one in status)]
    return [*own, *status, *(row for row in tree if row not in own)]


def _inherited_value(tree: list[Row], attribute: str) -> SeenValue | None:
    """The value of the nearest topic object that does not leave an attribute to its parent."""
    seen = (SeenValue(row.attributes[attribute], row, attribute) for row in tree if attribute in row.attributes)
    return next((one for one in seen if one.value != "ASPARENT"), None)


def _value(tree: list[Row], attribute: str) -> str | None:
    found = _inherited_value(tree, attribute)
    return found.value if found else None


def _is_listed(estate: Estate, at: str, word: str) -> bool:
    return any((one.word, one.pattern) == (word, "*") and "WHERE" not in one.filters for one in estate.absences(at))


# Subscriptions


def _subscriptions(
    estate: Estate, at: str, tree: list[Row], text: str, put: Span | None, follow: Follow | None,
    persistence: int | None,
) -> tuple[str, list[Place], list, frozenset]:  # fmt: skip
    """What is said of the subscriptions to a topic string, where that is, what to look at, and `End.copies`."""
    shown = estate.of(at, ("SUB",))
    defined = {row.name for row in shown}
    shown = [*shown, *(row for row in estate.of(at, ("SBSTATUS",)) if row.name not in defined)]
    newest = estate.newest(shown)
    subs = [row for row in newest if _matches(estate, at, row, text)]
    names = {row.name for row in newest}
    gone = {row.name: row for row in shown if row.name not in names and _matches(estate, at, row, text)}
    unnamed = _undefined_subscribers(estate, at, text, shown)
    status = mqsc("DISPLAY TPSTATUS({}) TYPE(SUB)", text, on=at)
    every = mqsc(SUBSCRIPTIONS, on=at)
    told_of = [*subs, *gone.values()][:SHOWN]
    copies = {id(row): _copy(estate, at, row, follow) for row in [*subs, *gone.values()]}
    parts, places = [], [*(row.place("TOPICSTR") for row in told_of), *(row.place("SUBID") for row in unnamed.values())]
    then = ""
    if subs:
        each = [f"{row.name}{copies[id(row)].said}{_but(estate, at, tree, row, copies[id(row)], put)}"
                for row in subs[:SHOWN]]  # fmt: skip
        more = sentences.AND_MORE_MATCHES.format(count=len(subs) - SHOWN) if len(subs) > SHOWN else ""
        parts.append(sentences.MATCHES.format(each="; ".join(each), more=more))
        said, then, more = _all_or_none(estate, at, tree, [copies[id(row)] for row in subs], put, persistence)
        parts += [said] * bool(said)
        places += more
    if gone:
        each = [f"{row.name}{copies[id(row)].said}" for row in list(gone.values())[:SHOWN]]
        parts.append(sentences.MATCHED_EARLIER.format(each="; ".join(each)))
    if unnamed:
        each = [_subscriber(row) for row in list(unnamed.values())[:SHOWN]]
        more = sentences.AND_MORE_MATCHES.format(count=len(unnamed) - SHOWN) if len(unnamed) > SHOWN else ""
        parts.append(sentences.UNDEFINED_SUBSCRIBERS.format(each="; ".join(each), more=more))
    if not parts and _is_listed(estate, at, "SUB"):
        parts += _no_subscriptions(estate, at, tree, text, put)
        places += [one.place for one in [_inherited_value(tree, "PUBSCOPE")] if one and one.value == "QMGR"]
    elif not parts:
        parts.append(sentences.EACH_MAY_GET_A_COPY)
    elif then:
        parts.append(then)
    elif subs or unnamed:
        is_one = len(subs) + len(unnamed) == 1
        parts.append(sentences.COPY_IS_UNKNOWN if is_one else sentences.WHICH_COPY_IS_UNKNOWN)
    looks = [look for row in told_of for look in copies[id(row)].next]
    ends = frozenset(end for copy in copies.values() for end in copy.ends)
    return ". ".join(parts), places, [*looks, *status, *every] if subs else [*every, *status], ends


def _no_subscriptions(estate: Estate, at: str, tree: list[Row], text: str, put: Span | None) -> Iterator[str]:
    listings = [one for one in estate.absences(at) if (one.word, one.pattern) == ("SUB", "*")]
    clustered = any(row.attributes.get("CLUSTER") for row in tree)
    said, scope = sentences.NO_SUBSCRIPTION, _inherited_value(tree, "PUBSCOPE")
    kept = scope is not None and scope.value == "QMGR"
    if kept:
        elsewhere = [
            sentences.SUBSCRIPTION_AT.format(name=row.name, manager=other) for other in estate.managers if other != at
            for row in estate.newest(estate.of(other, ("SUB",))) if _matches(estate, other, row, text)
        ]  # fmt: skip
        more = sentences.OTHERS_GET_NONE.format(elsewhere=elsewhere[0]) if elsewhere else ""
        said += sentences.AT_AND_PUBSCOPE.format(at=at, more=more)
    elif not any(one.filters.get("SUBTYPE", "").upper() in EVERY for one in listings) and clustered:
        yield sentences.PROXIES_NOT_ASKED.format(said=said)
        return
    if put is None:
        yield sentences.NOBODY_SUBSCRIBES.format(said=said)
    else:
        yield sentences.SUBSCRIPTION_MAY_BE_DELETED.format(said=said, more="" if kept else " now")


class Copy(NamedTuple):
    """Where the copy of a subscription is put: at which queue manager, through which queues, and what is said of it."""

    manager: str
    queues: list[str]
    rows: list[Row]
    said: str
    next: list[Command]
    refused: bool
    got: Row | None
    """The status of the subscription that shows when a message was last published to its destination."""
    durable: bool
    """Whether the subscription is known to be durable."""
    ends: tuple[tuple[str, str], ...] = ()
    """See `End.copies`."""


def _copy(estate: Estate, at: str, row: Row, follow: Follow | None) -> Copy:
    """Where the copy of a subscription goes, with what keeps messages from it now."""
    queue, manager = row.attributes.get("DEST"), row.attributes.get("DESTQMGR") or at
    got, durable = _got(estate, at, row), row.attributes.get("DURABLE") == "YES"
    if not queue:
        return Copy(at, [], [], "", [], False, got, durable)
    route = follow(estate, queue, at, "" if manager == at else manager) if follow else None
    own, queues, rows = route.queues(0) if route else (manager, [], [])
    queues, own = (queues, own or manager) if queues else ([queue], manager)
    state, looks, refused = _state(estate, own, queues, rows)
    if route and route.end.kind == TOPIC and not route.hops:
        state, refused = [sentences.COPY_TO_TOPIC_ALIAS.format(no_queue=NO_QUEUE)], True
    state += [sentences.LAST_OF_SUBSCRIPTION_AT.format(lmsg=got.times["LMSG"])] if got else []
    way = f", {('over' if route and route.hops else sentences.LEADS_TO)} {queues[-1]}" if queues[-1] != queue else ""
    said = sentences.TO_QUEUE.format(queue=queue, manager=manager, way=way) + (
        f" ({', '.join(state)})" if state else ""
    )
    if route and route.hops:
        more, next_ = _onward(estate, route)
        said, looks = said + more, [*looks, *next_]
    ends = (queue, manager), *((name, own) for name in queues), *(route.targets if route else ())
    return Copy(own, queues, rows, said, looks, refused, got, durable, ends)


def _state(
    estate: Estate, manager: str, queues: list[str], rows: list[Row] = ()
) -> tuple[list[str], list[Command], bool]:
    """The last of these queues in words, what to browse of it, and whether a put through them is refused now."""
    last, types = queues[-1], {row.type for row in estate.newest(estate.of(manager, QUEUES, queues[-1]))}
    if not types and no_queue(estate.absences(manager), last):
        return [sentences.NO_QUEUE_NOW.format(manager=manager)], [], False
    deep = checks.depth(estate, manager, last)
    refused = checks.refuses(estate, manager, queues, rows=rows).holds is True
    moment, shown = checks.last_local(estate, manager, last, "LPUT")
    said = [deep.text()] * bool(deep.seen) + [sentences.TAKES_NONE_NOW] * refused
    said += [sentences.LAST_PUT_AT.format(moment=moment)] if shown else []
    # What only leads on holds no messages, and cannot be browsed.
    holds = deep.value != "0" and not types & {"QALIAS", "QREMOTE", "QMODEL"}
    return said, browse(last, manager) if holds else [], refused


def _onward(estate: Estate, route: Route) -> tuple[str, list[Command]]:
    """The channels that take a copy on and where it ends, in words, and what to look at."""
    hop, end = route.hops[0], route.end
    states = [checks.state(estate, hop.manager, name, rows) for name, rows in hop.channels.items()][:SHOWN]
    looks = [] if states else checks.ask_channels(estate, hop.manager, hop.xmitq)
    for one in states:
        looks += mqsc("DISPLAY CHSTATUS({}) ALL", one.channel, on=hop.manager) if one.value is None else []
    said = "".join(f", {one.said}" for one in states)
    state, more, _ = _state(estate, end.manager, [end.queue]) if end.kind == DESTINATION else ([], [], False)
    return said + (
        sentences.ON_TO_QUEUE.format(queue=end.queue, manager=end.manager, state=", ".join(state)) if state else ""
    ), [*looks, *more]


def _got(estate: Estate, at: str, row: Row) -> Row | None:
    """The status of a subscription, or of its topic string, that shows when a message was last published to it."""
    own = row.attributes.get("SUBID")
    of_strings = [one for one in estate.of(at, ("TPSTATUS",)) if own and one.attributes.get("SUBID") == own]
    rows = estate.newest([*estate.of(at, ("SBSTATUS",), row.name), *of_strings])
    return next((one for one in rows if "LMSG" in one.times), None)


def _undefined_subscribers(estate: Estate, at: str, text: str, shown: list[Row]) -> dict[str, Row]:
    """The subscribers that the status of a topic string shows and no definition does, by identifier.

    Definitions without identifiers may be of any of them.
    """
    if any("SUBID" not in row.attributes for row in shown):
        return {}
    known = {row.attributes["SUBID"] for row in shown}
    rows = [row for row in estate.of(at, ("TPSTATUS",), text) if row.attributes.get("SUBID")]
    return {row.attributes["SUBID"]: row for row in rows if row.attributes["SUBID"] not in known}


def _subscriber(row: Row) -> str:
    has, last = row.attributes, row.times.get("LMSG")
    named = [
        f"{word} {has[key]}" for word, key in ((sentences.OF_USER, "SUBUSER"), ("SUBTYPE", "SUBTYPE")) if has.get(key)
    ]
    when = [sentences.LAST_MESSAGE_AT.format(last=last)] if last else []
    return f"SUBID({has['SUBID']}) ({', '.join([*named, *when])})".removesuffix(" ()")


def _but(estate: Estate, at: str, tree: list[Row], row: Row, copy: Copy, put: Span | None) -> str:
    """What keeps a copy from a subscription that matches, or may have, as the end of what is said of it."""
    reasons = list(_reasons(estate, at, tree, row, copy, put))
    return sentences.BUT_REASONS.format(reasons=" and ".join(reasons)) if reasons else ""


def _reasons(estate: Estate, at: str, tree: list[Row], row: Row, copy: Copy, put: Span | None) -> Iterator[str]:
    has = row.attributes
    if put is not None and put.before(estate.moment(row, "CR")) is True:
        yield sentences.CREATED_AFTER_PUT
    elif put is not None and put.before(estate.moment(row, "ALT")) is True:
        yield sentences.ALTERED_SINCE_PUT
    if has.get("REQONLY") == "YES":
        yield sentences.ONLY_ON_REQUEST
    if has.get("SELECTOR") or has.get("SELTYPE", "NONE") != "NONE":
        yield sentences.ONLY_SELECTED
    if has.get("SUBTYPE") == "PROXY" and _value(tree, "PUBSCOPE") == "QMGR":
        yield sentences.PUBSCOPE_KEEPS_PUBLICATIONS.format(at=at)
    blocked = next((one for one in tree if one.attributes.get("WILDCARD") == "BLOCK" and _is_above(row, one)), None)
    if blocked:
        yield sentences.WILDCARD_BLOCKED.format(name=blocked.name)
    got = copy.got
    if put is not None and got and estate.after(got, put) and estate.moment(got, "LMSG").before(put, SAME_HOST) is True:
        yield sentences.NOTHING_PUBLISHED_SINCE
    last = copy.queues[-1] if copy.queues else None
    if put is not None and last and checks.last(estate, copy.manager, last, "LPUT").before(put, SAME_HOST) is True:
        yield sentences.NOTHING_PUT_SINCE.format(more=sentences.ITS_QUEUE if last == has.get("DEST") else last)


def _all_or_none(
    estate: Estate, at: str, tree: list[Row], copies: list[Copy], put: Span | None, persistence: int | None
) -> tuple[str, str, list[Place]]:
    """What a queue that takes none does to the whole publication, whether it did at the put, and where that is."""
    full, unused = [copy for copy in copies if copy.refused], _inherited_value(tree, "USEDLQ")
    keys = [key for kind, key in DELIVERY.items() if persistence in (None, kind)]
    seen = [
        one for key in keys if (one := _inherited_value(tree, key)) and any(_fails(one.value, copy) for copy in full)
    ]
    if seen and unused and unused.value == "NO":
        copy = next(copy for copy in full if all(_fails(one.value, copy) for one in seen))
        named, queue = " and ".join(f"{one.attribute}({one.value})" for one in seen), copy.queues[-1]
        given = sentences.AND_NO_DLQ.format(
            when="With" if len(seen) == len(keys) else KINDS[seen[0].attribute], named=named
        )
        said = sentences.WHOLE_PUT_FAILS.format(given=given, queue=queue, failure=FAILURE)
        was = (
            definition_history.held_since(estate, [one.row for one in (*seen, unused)], put) is True
            and checks.refuses(estate, copy.manager, copy.queues, put, copy.rows).holds is True
        )
        then = sentences.SO_AT_PUT if was else sentences.MAYBE_SO_AT_PUT
        return said, then, [*(one.place for one in seen), unused.place]
    queue = estate.manager(at, "DEADQ").value
    if not full or not queue or (unused and unused.value == "NO"):
        return "", "", []
    holds = "" if unused and unused.value == "YES" else sentences.UNLESS_NO_DLQ
    return sentences.REFUSED_COPIES_ARE_DEAD_LETTERED.format(queue=queue, holds=holds), "", []


def _fails(delivery: str, copy: Copy) -> bool:
    """Whether a copy that its queue does not take fails the publication, by what PMSGDLV or NPMSGDLV is."""
    return delivery == "ALL" or (delivery == "ALLDUR" and copy.durable)


# Topic strings


def _matches(estate: Estate, at: str, row: Row, text: str) -> bool:
    """Whether a subscription is to a topic string; what is displayed has its topic object's string already."""
    own, base = row.attributes.get("TOPICSTR"), row.attributes.get("TOPICOBJ")
    above = estate.fact(at, ("TOPIC",), base, "TOPICSTR").value if base and (row.source or own is None) else None
    whole = "/".join(part for part in (above, own) if part)
    if row.attributes.get("WSCHEMA") == "CHAR":
        return bool(whole) and fits(whole, text, one="?")
    return bool(whole) and fits(whole.split("/"), text.split("/"), many="#", one="+")


def _is_above(row: Row, blocking: Row) -> bool:
    """Whether a subscription has a wildcard before it has come as far as the string of a topic object."""
    own, string = row.attributes.get("TOPICSTR") or "", blocking.attributes.get("TOPICSTR") or ""
    if row.attributes.get("WSCHEMA") == "CHAR":
        begins = min((own.find(one) for one in "?*" if one in own), default=None)
        return begins is not None and begins < len(string)
    levels = own.split("/")
    begins = next((place for place, one in enumerate(levels) if one in ("+", "#")), None)
    return begins is not None and begins < len(string.split("/"))
