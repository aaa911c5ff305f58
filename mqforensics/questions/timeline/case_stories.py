"""The stories of a case: its conditions, gathered by Spark as few rows, and what began each of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from pyspark.sql import functions as F

from mqforensics.clock.offsets import Apart, Zone, apart
from mqforensics.clock.zone_names import EAST, WEST
from mqforensics.codes.amq_messages import CONSEQUENCE
from mqforensics.objects import case_evidence, checks, hops
from mqforensics.objects.case_clocks import managers_of, zones_of
from mqforensics.objects.case_columns import local_time, looked_up, owner
from mqforensics.objects.channel_causes import Entry, fresh
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.dead_letters import marked_of
from mqforensics.objects.entries import entries, events, of_an_instance
from mqforensics.objects.estate import DEPTH, QUEUES, SENDERS, Estate
from mqforensics.objects.fact import Place
from mqforensics.objects.puts import NO_WAY
from mqforensics.questions import causes
from mqforensics.questions.attribution import bounds, owners_of
from mqforensics.questions.causes import Change, Condition, Story, local_queues
from mqforensics.questions.finding import Evidence, Finding, seconds_of, sentence
from mqforensics.questions.timeline import program_endings
from mqforensics.questions.timeline.displayed_conditions import clock_time, inhibited_queues, unread_queues, utc
from mqforensics.spark_compat import group_by, ordering, ordering_text, rows_of
from mqforensics.words import story as words
from mqforensics.words.changes import DEFINITION, PERSON, VANISHED, change_sentence
from mqforensics.words.grammar import capital, count, were

MOST = 500
"""More kinds of dead-lettered messages or of entries than this are not one incident: the most frequent are taken."""
STOP, REFUSALS = 528, (506, 511, 565)
"""Numbers of messages: somebody stopped the channel; its other end could not put what came."""
CHANNEL_STOPPED = 2283
IN_ERROR = f"(reason = {CHANNEL_STOPPED} and qualifier = 'CHANNEL_STOPPED_ERROR' and channel is not null)"
"""Source: the event message reference, "Channel Stopped": MQRQ_CHANNEL_STOPPED_ERROR."""
SHOWN = 8
OF_ANOTHER = {*NO_WAY, *checks.AT_SENDER, *checks.AT_EITHER_END}
"""Reasons that the queue manager of the destination does not give, or not alone."""
KEYS = ("queue_manager", "message", "reason", "channel", "about", "process")
"""What entries, events and calls have in common that are alike."""


class Kind(NamedTuple):
    """Entries, events or calls that are alike: how many, the first and the last time, and where the first is."""

    queue_manager: str | None
    message: str | None
    reason: int | None
    channel: str | None
    about: str | None
    count: int
    first: float | None
    last: float | None
    file: str
    line: int | None
    number: int | None
    process: str | None = None
    """Of a failure report, and of an essential process that is gone: its number."""

    @property
    def place(self) -> Place:
        """Where the first of them is."""
        return Place(self.file, self.line, self.number)


class Letters(NamedTuple):
    """Dead-lettered messages of one queue, reason and destination, each once; `dump`: its queue manager, or else its
    file."""

    queue_manager: str | None
    queue: str | None
    reason: int
    dest: str | None
    dest_manager: str
    count: int
    first: float | None
    dump: str
    file: str
    number: int | None


def stories(case, changed: Iterable[Mapping]) -> list[Story]:
    """The stories of a case; `changed`: rows of `changes`."""
    estate, zones = case_evidence.estate(case), zones_of(case)
    known = apart(managers_of(case), bounds(case))
    return stories_of_rows(estate, changed, _letters(case, owners_of(case)), _kinds(case, zones), zones, known)


def stories_of_rows(estate: Estate, changed: Iterable[Mapping], letters: list[Letters], kinds: list[Kind],
         zones: Mapping[str, Zone], known: Apart) -> list[Story]:  # fmt: skip
    """The stories that these rows make, what surely explains others first."""
    changed = list(_change_conditions(changed, zones))
    refused = list(_refused_puts(estate, kinds))
    dead = list(_dead(estate, letters))
    full = list(_full(estate, [*dead, *refused]))
    ends = list(program_endings.conditions(kinds))
    failed = [one for one in ends if one.kind == causes.FAILED]
    shown = [
        *inhibited_queues(estate, [*dead, *refused], changed, zones),
        *unread_queues(estate, full, changed, zones, failed),
    ]
    stopped = [*_channels(estate, kinds), *_ended_in_error(kinds)]
    made = causes.stories([*changed, *dead, *refused, *full, *shown, *stopped, *ends], estate, known)
    return sorted(made, key=lambda one: not one.sure)


# What Spark gathers


def _letters(case, owners: Mapping[str, str]) -> list[Letters]:
    if not any(one.dead_letters for one in case_evidence.dumps(case)):
        return []
    named = F.coalesce("dump_queue_manager", owner(owners))
    by = "owner", "dump", "queue", "reason", "destination", "destination_queue_manager"
    on_its_clock = case_evidence.by_product("moved_by", "moved_by_type")
    shown = marked_of(case).where("reason is not null").withColumns({"owner": named, "on_its_clock": on_its_clock})
    # One that came back counts once, and was there from the first time on.
    rows = group_by(
        shown.withColumn("dump", F.expr("coalesce(owner, file)")), by, "count_if(once) AS count",
        "min(if(on_its_clock, unix_micros(dlq_time), NULL)) AS first",
        f"min_by(struct(file, number), if(once, {ordering_text('file', 'number')}, NULL)) AS place",
    )  # fmt: skip
    rows = rows_of(rows.where("count > 0").orderBy(F.desc("count"), *by).limit(MOST))
    return [
        Letters(row.owner, row.queue, row.reason, row.destination, row.destination_queue_manager or "", row["count"],
                seconds_of(row.first), row.dump, *row.place)
        for row in rows
    ]  # fmt: skip


def _kinds(case, zones: Mapping[str, Zone]) -> list[Kind]:
    return [kind for table, gather in GATHERED.items() if case.has(table) for kind in gather(case, zones)]


def _of_log(case, zones: Mapping[str, Zone]) -> list[Kind]:
    local = local_time("time_text", "time_note").cast("timestamp")
    shift = looked_up({name: zone.ahead for name, zone in zones.items()}, F.col("queue_manager"), "double")
    shifted = F.unix_micros(local) - shift * 1_000_000
    insert = {name: F.try_element_at("inserts", F.lit(name)) for name in (
        "queue", "destination", "channel", "probe", "fdc", "ArithInsert1")}  # fmt: skip
    failed = insert["probe"].isNotNull() & insert["fdc"].isNull()
    about = F.when(failed, F.col("program")).otherwise(F.coalesce(insert["queue"], insert["destination"]))
    message = F.when(failed, F.lit(program_endings.FAILURE)).when(F.col("reason").isNull(), F.col("message"))
    gone = F.when(F.col("message").startswith(program_endings.GONE), insert["ArithInsert1"])
    wanted = "(message is not null and queue_manager is not null) or reason is not null or inserts['probe'] is not null"
    rows = entries(case, F.expr(wanted) & ~of_an_instance(case)).select(
        "queue_manager", message.alias("message"), "reason", insert["channel"].alias("channel"), about.alias("about"),
        F.when(failed, F.col("pid").cast("string")).otherwise(gone).alias("process"), "file", "line",
        F.lit(None).cast("int").alias("number"), F.coalesce(F.unix_micros("time"), shifted.cast("bigint")).alias("at"),
    )  # fmt: skip
    return _counted_kinds(rows)


def _of_events(case, zones: Mapping[str, Zone]) -> list[Kind]:
    rows = events(case, f"(object is not null and category in ('QMGR', 'PERFM') and reason is not null) or {IN_ERROR}")
    rows = rows.select(
        "queue_manager", F.lit(None).cast("string").alias("message"), "reason", "channel",
        F.col("object").alias("about"), "file", "line", "number", F.unix_micros("time").alias("at"),
    )  # fmt: skip
    return _counted_kinds(rows)


def _of_calls(case, zones: Mapping[str, Zone]) -> list[Kind]:
    none = F.lit(None)
    rows = case.calls.where("reason > 0 and verb in ('MQPUT', 'MQPUT1', 'MQOPEN') and queue is not null").select(
        "queue_manager", none.cast("string").alias("message"), "reason", none.cast("string").alias("channel"),
        F.col("queue").alias("about"), "file", none.cast("int").alias("line"), F.col("number").cast("int"),
        F.when(F.col("time_note").isNull(), F.unix_micros("time")).alias("at"),
    )  # fmt: skip
    return _counted_kinds(rows)


GATHERED = {"log": _of_log, "events": _of_events, "calls": _of_calls}
"""By the table of a case: what gathers its entries."""


def _counted_kinds(rows) -> list[Kind]:
    place = F.min_by(F.struct("file", "line", "number"), ordering("at", "file", "line", "number")).alias("place")
    ends = F.min("at").alias("first"), F.max("at").alias("last")
    keys = [name for name in KEYS if name in rows.columns]
    counted = rows.groupBy(*keys).agg(F.count("*").alias("n"), *ends, place)
    found = rows_of(counted.orderBy(F.desc("n"), *keys).limit(MOST))
    return [
        Kind(row.queue_manager, row.message, row.reason, row.channel, row.about, row.n, seconds_of(row.first),
             seconds_of(row.last), row.place.file, row.place.line, row.place.number, row.asDict().get("process"))
        for row in found
    ]  # fmt: skip


# Conditions


def _change_conditions(rows: Iterable[Mapping], zones: Mapping[str, Zone]) -> Iterator[Condition]:
    for row in rows:
        if row["kind"] not in (DEFINITION, PERSON, VANISHED) or not row["queue_manager"]:
            continue
        after = VANISHED if row["kind"] == VANISHED else row["after"]
        at, zone = row["queue_manager"], zones.get(row["queue_manager"])
        first = utc(row.get("earliest_utc"), None, 0.0) or utc(row["earliest"], zone, -EAST.total_seconds())
        last = None if row["kind"] == VANISHED else utc(row["latest"], zone, -WEST.total_seconds())
        who = f" ({row['who']})" if row["who"] else ""
        when = words.BY_THE_LATEST.format(time=row["latest"]) if row["latest"] and not row["who"] else ""
        places = [Place(one["file"], one["line"], one["number"], row["attribute"]) for one in row["evidence"]]
        change = Change(row["type"], row["attribute"], after, row["before"])
        told = words.CHANGED.format(what=f"{change_sentence(row)} at {at}", who=who, when=when)
        yield Condition(causes.CHANGE, at, row["object"], told, places, first, last, change=change)


def _dead(estate: Estate, letters: list[Letters]) -> Iterator[Condition]:
    """Dead-lettered messages of which most on their queue are alike: what fills it, and what shows their
    destination."""
    on_queue: dict[tuple, int] = {}
    for one in letters:
        on_queue[one.dump, one.queue] = on_queue.get((one.dump, one.queue), 0) + one.count
    merged: dict[tuple, Condition] = {}
    for one in letters:
        nobodys = not one.dest_manager or one.reason in OF_ANOTHER
        at = one.queue_manager or (None if nobodys else one.dest_manager)
        if not at and one.reason not in NO_WAY:
            continue
        # One on the way that could not put it on dead-letters it on a queue of its own.
        is_guess = at != one.queue_manager
        own = bool(at) and one.dest_manager in ("", at)
        queues = local_queues(estate, at, one.dest) if own else frozenset()
        template = words.LETTERS if one.queue_manager else words.LETTERS_OF_NOBODY
        told = template.format(
            messages=count(one.count, "message"), queue=one.dest or words.UNNAMED, were=were(one.count), manager=at,
            reason=one.reason, when=words.time_of_story(one.first and clock_time(one.first)),
        )  # fmt: skip
        most = 2 * one.count > on_queue[one.dump, one.queue]
        made = Condition(causes.LETTERS, at, one.dest if own else None, told, [Place(one.file, None, one.number)],
                         one.first, reason=one.reason, queues=queues, fills=most, meant=one.dest_manager or None,
                         is_guess=is_guess)  # fmt: skip
        key = at, one.dest, one.dest_manager, one.reason
        if key not in merged or _earlier(made, merged[key]):
            merged[key] = made
    yield from merged.values()


def _refused_puts(estate: Estate, kinds: list[Kind]) -> Iterator[Condition]:
    """Puts that applications could not do, at the queue manager that alone has a queue of the name."""
    found: dict[tuple, Condition] = {}
    for one in kinds:
        if not (one.reason and one.about):
            continue
        holders = [name for name in estate.managers if estate.of(name, QUEUES, one.about)]
        at = one.queue_manager or (holders[0] if len(holders) == 1 else None)
        if not at:
            continue
        template = words.REFUSED_CHANNEL if one.channel else words.REFUSED
        told = template.format(channel=one.channel, queue=one.about, manager=at, reason=one.reason, when=_when(one))
        made = Condition(causes.REFUSED, at, one.about, told, [one.place], one.first, reason=one.reason,
                         queues=local_queues(estate, at, one.about),
                         channels=(one.channel,) if one.channel else ())  # fmt: skip
        # Of a client that does not say its queue manager the clock is nobody's: its time bounds nothing.
        made = made if one.queue_manager else replace(made, first=None)
        if (at, one.about, one.reason) not in found or _earlier(made, found[at, one.about, one.reason]):
            found[at, one.about, one.reason] = made
    yield from found.values()


def _ended_in_error(kinds: list[Kind]) -> Iterator[Condition]:
    """Channels that an event shows stopped with an error."""
    for one in kinds:
        if one.reason == CHANNEL_STOPPED and one.channel and one.queue_manager:
            told = words.CHANNEL_ENDED.format(channel=one.channel, manager=one.queue_manager, when=_when(one))
            yield Condition(causes.CHANNEL_ENDED, one.queue_manager, one.channel, told, [one.place], one.first)


def _when(one: Kind) -> str:
    times = [None if at is None else clock_time(at) for at in (one.first, one.last)]
    return words.time_of_story(*times)


def _earlier(one: Condition, other: Condition) -> bool:
    return one.first is not None and (other.first is None or one.first < other.first)


def _full(estate: Estate, symptoms: list[Condition]) -> Iterator[Condition]:
    """Queues that a display shows full, or that refused a message for it."""
    found: dict[tuple, Condition] = {}
    for at in estate.managers:
        for name in sorted({row.name for row in estate.of(at, DEPTH) if row.name}):
            room = checks.full(estate, at, name)
            if room.holds:
                deep = words.DEPTH.format(depth=checks.depth(estate, at, name).seen[0].value)
                told = words.FULL.format(queue=name, manager=at, depth=deep)
                found[at, name] = _full_queue(estate, at, name, told, room.places)
    for one in symptoms:
        if one.reason != causes.Q_FULL:
            continue
        for name in one.queues:
            at = one.queue_manager
            if estate.of(at, ("QALIAS",), name):
                continue
            known = found.get((at, name)) or _full_queue(
                estate, at, name, words.FULL.format(queue=name, manager=at, depth=""), one.places
            )
            found[at, name] = replace(known, first=one.first) if _earlier(one, known) else known
    yield from found.values()


def _full_queue(estate: Estate, at: str, name: str, told: str, places: Iterable[Place]) -> Condition:
    takers = tuple(estate.servers(at, name))
    return Condition(causes.FULL, at, name, told, list(places), reason=causes.Q_FULL, channels=takers)


def _channels(estate: Estate, kinds: list[Kind]) -> Iterator[Condition]:
    """Sending channels that somebody stopped, that cannot run, or whose messages the other end could not put."""
    entries: dict[str, list[Kind]] = {}
    for one in kinds:
        if one.message and one.channel and one.queue_manager:
            entries.setdefault(one.channel, []).append(one)
    for at in estate.managers:
        rows = [row for row in estate.of(at, ("CHANNEL", "CHSTATUS")) if row.attributes.get("CHLTYPE") in SENDERS]
        for channel in sorted({row.name for row in rows if row.name}):
            own = [row for row in rows if row.name == channel]
            partner, _ = hops.partner(estate, at, {channel: own})
            yield from _of_channel(estate, at, channel, partner, own, entries.get(channel, []))


def _of_channel(estate: Estate, at: str, channel: str, partner: str | None, rows: list, entries: list[Kind]
                ) -> Iterator[Condition]:  # fmt: skip
    near = _since_it_ran(estate, at, rows, [one for one in entries if one.queue_manager == at])
    far = [one for one in entries if partner and one.queue_manager == partner]
    far = _since_it_ran(estate, partner, (), far)
    both = near + far
    specific = [one for one in both if one[0].number not in (STOP, *REFUSALS) and one[0].tells.rank != CONSEQUENCE]
    found = {
        causes.STOPPED: [one for one in both if one[0].number == STOP],
        causes.CHANNEL_REFUSED: [one for one in both if one[0].number in REFUSALS],
    }
    if specific or not any(found.values()):
        found[causes.BROKEN] = specific or near
    for kind, told_by in found.items():
        if told_by:
            first = min((one.first for _, one in told_by if one.first and one.queue_manager == at), default=None)
            since = words.time_of_story(first and clock_time(first))
            told = _ending_template(kind, told_by, at, partner).format(channel=channel, manager=at, when=since)
            yield Condition(kind, at, channel, told, [one.place for _, one in told_by], first, partner=partner)


ENDINGS = {causes.STOPPED: words.STOPPED, causes.CHANNEL_REFUSED: words.CHANNEL_REFUSED}


def _ending_template(kind: str, told_by: list[tuple[Entry, Kind]], at: str, partner: str | None) -> str:
    """The template of what is said of a channel."""
    if kind in ENDINGS:
        return ENDINGS[kind]
    reasons = (one.tells.why(one.queue_manager, partner if one.queue_manager == at else at) for one, _ in told_by)
    said = " and ".join(dict.fromkeys(reasons)).replace("{", "{{").replace("}", "}}")
    return words.BROKEN.replace("{reasons}", said)


def _since_it_ran(estate: Estate, at: str | None, rows: Iterable, entries: list[Kind]) -> list[tuple[Entry, Kind]]:
    """The errors after the last session that worked; without times only where it appears down."""
    made = {}
    for one in entries:
        last = datetime.fromtimestamp(one.last, UTC) if one.last else None
        made[Entry(one.message, one.channel, at, None, one.count, last, "", one.file, one.line)] = one
    known = fresh(sorted(made, key=lambda one: one.last.timestamp() if one.last else 0.0), estate, at, list(rows))
    shown = estate.newest([row for row in rows if row.type == "CHSTATUS"])
    down = any(row.attributes.get("STATUS") in ("STOPPED", "RETRYING") for row in shown)
    return [(one, made[one]) for one in known if one.last or down]


# Words


def in_words(story: Story) -> str:
    """A story in sentences: its root, and each thing that came of it, or may have where the order is not known."""
    first, *more = (one.said for one in story.effects[:SHOWN])
    came = (words.CAME if story.sure else words.MAY_HAVE_COME).format(first=first)
    ends = any(one.kind == causes.ENDED for one in (story.root, *story.effects))
    unsure = words.NOT_SHOWN_CONNECTED if ends else words.NOT_SHOWN_THEN
    is_guess = any(one.kind == causes.LETTERS and one.is_guess for one in story.effects)
    if is_guess:
        unsure = words.NOT_SHOWN_WHO.format(manager=story.root.queue_manager)
    known = [] if story.sure and not is_guess else [unsure]
    return " ".join([sentence(story.root.said), came, *(f"{capital(one)}." for one in more), *known])


def finding(question: str, story: Story) -> Finding:
    """A story as the finding that explains others."""
    root = story.root
    places = [place for one in (root, *story.effects) for place in one.places]
    evidence, next_ = [Evidence.of(place) for place in dict.fromkeys(places)], _next(root)
    exact = root.kind != causes.CHANGE and (root.kind not in causes.SHOWN or root.first == root.last)
    as_of = f"{clock_time(root.first).replace(' ', 'T')}Z" if exact and root.first else None
    sure = [(one.queue_manager, one.object, one.reason) for one in (root, *story.effects) if story.sure]
    return Finding(question, causes.CAUSE, "critical" if story.sure else "warning", in_words(story), evidence, next_,
                   root.queue_manager, root.object, as_of, message=root.kind, explains=sure)  # fmt: skip


def _next(root: Condition) -> list[Command]:
    """What shows whether the root is still so, and what puts a queue back that was closed to puts or gets."""
    at, change = root.queue_manager, root.change
    if root.kind != causes.CHANGE or change is None:
        command = LOOK.get(root.kind)
        return mqsc(command, root.object, on=at) if command else []
    is_queue = change.type.startswith("Q") and change.type != "QMGR"
    shown = LOOK_AT.get(change.type) or ("DISPLAY QUEUE({}) ALL" if is_queue else None)
    look = mqsc(shown, *[root.object] * ("{}" in shown), on=at) if shown else []
    is_shut = (change.attribute, change.after) in SHUT and change.type in ALTERED
    mend = f"ALTER {change.type}({{}}) {change.attribute}(ENABLED)"
    return look + (mqsc(mend, root.object, on=at) if is_shut else [])


LOOK_AT = {"CHANNEL": "DISPLAY CHANNEL({}) ALL", "QMGR": "DISPLAY QMGR ALL"}
"""By the type of what was altered: the display of it as it is now."""
SHUT, ALTERED = (("PUT", "DISABLED"), ("GET", "DISABLED")), ("QLOCAL", "QALIAS", "QREMOTE")
"""Which changes close a queue; the types of queues that a command can alter by the name of their type."""
LOOK = {
    causes.STOPPED: "DISPLAY CHSTATUS({}) ALL", causes.BROKEN: "DISPLAY CHSTATUS({}) ALL",
    causes.UNREAD: "DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", causes.INHIBITED: "DISPLAY QUEUE({}) ALL",
    causes.SHUT: "DISPLAY QUEUE({}) ALL",
}  # fmt: skip
"""By the kind of a root: what shows whether it is still so."""
