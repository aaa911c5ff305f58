"""Where a publication goes: the topic object that an alias leads to, and the subscriptions that get a copy.

A subscription of another topic string gets none; one with wildcards may (documentation, "Wildcard schemes"). Only a
listing of all subscriptions shows that there is none.
"""

from __future__ import annotations

from mqforensics.objects import checks
from mqforensics.objects.checks import PUT_INHIBITED
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place, Row
from mqforensics.objects.route import TOPIC, End

SUBSCRIPTIONS = "DISPLAY SUB(*) SUBTYPE(ALL) TOPICSTR DEST DESTQMGR"
SHOWN = 4
"""So many subscriptions are told of."""


def published(estate: Estate, at: str, name: str, topic: str, cited: list[Place], rows: list[Row]) -> End:
    """The end of the way of a message that an alias `name` of the topic object `topic` publishes."""
    said = f"{name} at {at} is an alias of the topic object {topic}: the message is published"
    facts = [estate.fact(at, ("TOPIC",), topic, key) for key in ("TOPICSTR", "PUB")]
    places, text = [*cited, *(place for fact in facts for place in fact.places)], facts[0].value
    rows = [*rows, *(one.row for one in facts[1].seen)]
    if facts[1].value == "DISABLED":
        said = f"{name} at {at} is an alias of the topic object {topic}, which takes no publications (PUB(DISABLED))"
        look = mqsc("DISPLAY TOPIC({}) PUB DESCR ALTDATE ALTTIME", topic, on=at)
        return End(TOPIC, at, name, said, places, look, rows, code=PUT_INHIBITED)
    if not text:
        next_ = mqsc("DISPLAY TOPIC({}) TOPICSTR PUB SUB", topic, on=at)
        return End(TOPIC, at, name, f"{said}, each subscription gets a copy", cited, next_, rows)
    subs = [row for row in estate.newest(estate.of(at, ("SUB",))) if _gets(estate, at, row, text)]
    told = [f"{row.name}{_where(estate, at, row)}" for row in subs[:SHOWN]]
    places += [row.place("TOPICSTR") for row in subs[:SHOWN]]
    next_ = mqsc(SUBSCRIPTIONS, on=at)
    if subs:
        more = f" and {len(subs) - SHOWN} more" if len(subs) > SHOWN else ""
        said = f"{said} to {text}. A copy goes to each subscription: {'; '.join(told)}{more}"
        next_ += mqsc("DISPLAY TPSTATUS({}) TYPE(SUB)", text, on=at)
    elif any((one.word, one.pattern) == ("SUB", "*") for one in estate.absences(at)):
        said = f"{said} to {text}. No subscription that is shown is to that: what nobody subscribes to is thrown away"
    else:
        said = f"{said} to {text}, and each subscription gets a copy"
    return End(TOPIC, at, name, said, places, next_, rows)


def _where(estate: Estate, at: str, row: Row) -> str:
    """The queue of a subscription in words, with what keeps messages from it now."""
    queue, manager = row.attributes.get("DEST"), row.attributes.get("DESTQMGR") or at
    if not queue:
        return ""
    deep, refused = checks.depth(estate, manager, queue), checks.refuses(estate, manager, [queue])
    state = [deep.text()] * bool(deep.seen) + ["takes none now"] * (refused.holds is True)
    return f" to {queue} at {manager}" + (f" ({', '.join(state)})" if state else "")


def _gets(estate: Estate, at: str, row: Row, text: str) -> bool:
    """Whether a subscription is to a topic string, by itself or below its topic object."""
    own, base = row.attributes.get("TOPICSTR", ""), row.attributes.get("TOPICOBJ")
    above = estate.fact(at, ("TOPIC",), base, "TOPICSTR").value if base else None
    wanted = {own} if not above else {own, above, f"{above}/{own}"}
    by_character = row.attributes.get("WSCHEMA") == "CHAR"
    return any(_fits(one, text, by_character) for one in wanted if one)


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
