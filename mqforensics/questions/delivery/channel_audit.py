"""Which channels can lose a message? Asked of every definition of a case at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from pyspark.sql import DataFrame

from mqforensics.flow.assumptions import Assumption, assumption
from mqforensics.flow.delivery.decision_table import UNKNOWN
from mqforensics.flow.delivery.fate import of_inputs, speed
from mqforensics.flow.delivery.inputs import assumptions
from mqforensics.objects import checks
from mqforensics.objects.case_evidence import Dump, dumps
from mqforensics.objects.case_evidence import estate as estate_of
from mqforensics.objects.commands import Command, mqsc, why_unfit
from mqforensics.objects.estate import DEFAULT_DLQ, QUEUES, RECEIVERS, SENDERS, Estate
from mqforensics.objects.fact import Fact, Place, Row, distinct
from mqforensics.objects.missing_queues import spelt_otherwise
from mqforensics.questions.answer import Answer
from mqforensics.questions.delivery.ams_case import SEVERITY as AMS
from mqforensics.questions.delivery.ams_case import ams
from mqforensics.questions.finding import Evidence, Finding, first_sentence, frame, sentence
from mqforensics.spark_compat import local_frame, rows_of
from mqforensics.structures import MQDLH
from mqforensics.words import delivery as words
from mqforensics.words.grammar import in_series

CAN_LOSE, MAY_LOSE, IN_FLIGHT = "CAN_LOSE_MESSAGES", "MAY_LOSE_MESSAGES_UNKNOWN", "FAST_MESSAGES_IN_FLIGHT"
UNUSABLE, TOO_SMALL = "DEAD_LETTER_QUEUE_UNUSABLE", "DEAD_LETTER_QUEUE_TOO_SMALL"
SEVERITY = {CAN_LOSE: "warning", UNUSABLE: "warning", TOO_SMALL: "warning", MAY_LOSE: "info", IN_FLIGHT: "info"} | AMS
HEADER, LONGEST = MQDLH.length, 104_857_600
"""Bytes that an MQDLH adds to a message, and the highest MAXMSGL (documentation, MQDLH and MAXMSGL)."""
ATTRIBUTES = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT", "XMITQ", "MAXMSGL", "SPLPROT")
NAMED, CITED = 20, 1000
"""Channels that a finding about many of them names, and lines that it cites."""
SHOWN = "queue_manager string, channel string, type string, NPMSPEED string, USEDLQ string, DEADQ string, code string"
WITNESS = {
    "persistence": 0, "report": 0, "reply_to_q": "", "reply_to_qmgr": "", "reason": 2085, "exits_pass": True,
    "PARTNER_DEADQ": "", "PARTNER_CMDLEVEL": 900,
}  # fmt: skip
"""The message that is lost wherever any is, short of one whose sender asks with MQRO_DISCARD_MSG: nonpersistent,
not tried again, not returned. The last two bear only on how the channel stops."""


@dataclass(frozen=True, eq=False)
class End:
    """One end of a channel: its definition at a queue manager, the dead-letter queue there, the other end."""

    manager: str
    name: str
    facts: dict[str, Fact]
    dlq: checks.DeadLetterQueue
    level: tuple[tuple[str, str | None], ...] = ()
    """CMDLEVEL and VERSION of the queue manager."""
    others: Sequence[End] = ()
    """The definitions of this name that may be its other end."""
    proof: tuple[Place, ...] = ()
    """Where the evidence shows that these are its other ends; nothing where only the name says this."""

    def value(self, attribute: str) -> str | None:
        """What the definition says of an attribute; None where the evidence does not show it, or shown with several
        values."""
        return self.facts[attribute].value

    @property
    def kind(self) -> str:
        """CHLTYPE."""
        return (self.value("CHLTYPE") or "").upper()

    @property
    def sends(self) -> bool:
        """Whether it is the sending end."""
        return self.kind in SENDERS

    @property
    def problem(self) -> str | None:
        """Why the dead-letter queue that DEADQ names takes nothing; None when nothing says this."""
        return self.dlq.said if self.dlq.usable is False and self.dlq.name else None

    @property
    def own_speed(self) -> str | None:
        """NPMSPEED of this end."""
        return (self.value("NPMSPEED") or "").upper() or None

    @property
    def npmspeed(self) -> str | None:
        """The speed that both ends agree on; without its other end, what this one says."""
        agreed = {speed(self.own_speed, other.value("NPMSPEED")) for other in self.others}
        return agreed.pop() if len(agreed) == 1 and agreed != {None} else self.own_speed

    @property
    def slowed_by_name(self) -> bool:
        """Whether it loses nothing only if a definition that has nothing but its name is its other end."""
        return (
            not self.proof
            and CAN_LOSE in (self._code(self.own_speed), self._code(self.npmspeed))
            and (self._code(self.own_speed) != self._code(self.npmspeed))
        )

    @property
    def code(self) -> str | None:
        """What the audit says of it; None when it loses nothing."""
        return MAY_LOSE if self.slowed_by_name else self._code(self.npmspeed)

    def _code(self, speed: str | None) -> str | None:
        channel = {"CHLTYPE": self.kind, "NPMSPEED": speed, "USEDLQ": self.value("USEDLQ")}
        more = {"DEADQ": self.dlq.name, "dead_letter_put": self.problem is None}
        more["end"] = "sending" if self.sends else "receiving"
        said = _fate(tuple({**channel, **more, **dict(self.level)}.items()))
        if said == "DISCARDED":
            return CAN_LOSE
        if said == UNKNOWN or self.value("MSGEXIT"):
            return MAY_LOSE
        return IN_FLIGHT if speed == "FAST" else None

    @property
    def places(self) -> list[Place]:
        """The lines that it rests on."""
        own = [place for name in ("NPMSPEED", "USEDLQ", "CHLTYPE") for place in self.facts[name].places]
        other = [place for end in self.others for place in end.facts["NPMSPEED"].places[:1]]
        return distinct([*own, *other, *self.proof, *self.dlq.places])


@lru_cache(maxsize=4096)
def _fate(inputs: tuple[tuple, ...]) -> str:
    return of_inputs(assumptions(WITNESS) | {name: value for name, value in inputs if value is not None}).fate


def ends(estate: Estate) -> list[End]:
    """Every end of every message channel that can start; a sender without a transmission queue cannot."""
    found: dict[str, list[End]] = {}
    told: dict[tuple[str, str], dict[str, Place]] = {}
    for manager in estate.managers:
        _partners(estate, manager, told)
        dlq = checks.dead_letter_queue(estate, manager)
        level = tuple((name, estate.manager(manager, name).value) for name in ("CMDLEVEL", "VERSION"))
        by_name: dict[str, list[Row]] = {}
        for row in estate.of(manager, ("CHANNEL",)):
            if row.name:
                by_name.setdefault(row.name, []).append(row)
        for name, rows in by_name.items():
            if _is_template(estate, manager, name):
                continue
            facts = {a: estate.fact_of(rows, a) for a in ATTRIBUTES}
            end = End(manager, name, facts, dlq, level)
            if end.kind in (*SENDERS, *RECEIVERS) and not (end.sends and end.value("XMITQ") == ""):
                found.setdefault(name, []).append(end)
    return [_with_others(one, both, told) for _, both in sorted(found.items()) for one in both]


def _is_template(estate: Estate, manager: str, name: str) -> bool:
    """Whether nothing runs over a channel: it gives others their defaults, or CHAD is not on."""
    return name.startswith("SYSTEM.DEF.") or (
        name.startswith("SYSTEM.AUTO.") and estate.manager(manager, "CHAD").value != "ENABLED"
    )


def _partners(estate: Estate, manager: str, told: dict[tuple[str, str], dict[str, Place]]) -> None:
    """Add the queue managers that a status or a cluster record shows at the other end of channels of `manager`."""
    for row in estate.of(manager, ("CHSTATUS",)):
        if row.name and row.attributes.get("RQMNAME"):
            told.setdefault((manager, row.name), {})[row.attributes["RQMNAME"]] = row.place("RQMNAME")
    for row in estate.of(manager, ("CLUSQMGR",)):
        if row.name and row.name != manager and row.attributes.get("CHANNEL"):
            told.setdefault((manager, row.attributes["CHANNEL"]), {})[row.name] = row.place("CHANNEL")


def _with_others(one: End, both: Sequence[End], told: Mapping[tuple[str, str], Mapping[str, Place]]) -> End:
    """An end with its other ends: those that are known to be, else those that its name alone does not rule out."""
    name, opposite = one.name, [other for other in both if other.sends != one.sends]
    mine = told.get((one.manager, name), {})
    proof = {
        other.manager: mine.get(other.manager) or told[other.manager, name][one.manager]
        for other in opposite
        if other.manager in mine or one.manager in told.get((other.manager, name), {})
    }
    if proof:
        return replace(one, others=[other for other in opposite if other.manager in proof], proof=tuple(proof.values()))
    # A sender has one partner: one that is shown to have another is not of this channel.
    left = [other for other in opposite if not told.get(((one if one.sends else other).manager, name))]
    return replace(one, others=left)


def answer(case) -> Answer | None:
    """The findings about the channels of `case`; None when it has no definitions.

    `DEAD_LETTER_QUEUE_UNUSABLE`: what DEADQ names takes no messages, though no channel is reported for it;
    `DEAD_LETTER_QUEUE_TOO_SMALL`: it takes not all that a channel carries. `AMS_…`: what `ams_case` finds. Figures:
    `codes`, how many ends of channels have which code, `SAFE` for none.
    """
    if not case.has("objects"):
        return None
    audited = ends(estate_of(case))
    counts = {code: sum(end.code == code for end in audited) for code in (CAN_LOSE, MAY_LOSE, IN_FLIGHT)}
    counts["SAFE"] = len(audited) - sum(counts.values())
    rows = [
        (end.manager, end.name, end.kind, end.npmspeed, end.value("USEDLQ"), end.dlq.name, end.code) for end in audited
    ]
    table = {"Channels and what they can lose": local_frame(case.spark, rows, SHOWN)} if rows else {}
    estate = estate_of(case)
    found = (*audit(audited), *_unusable(estate, audited, partial(dumps, case)), *too_small(estate, audited),
             *ams(estate, audited))  # fmt: skip
    return Answer("delivery", _headline(audited, found), found, table, {"codes": counts})


def _headline(audited: Sequence[End], found: Iterable[Finding] = ()) -> str:
    """The end that loses most, with its reason; where none does, the dead-letter queue that cannot be used."""
    if not audited:
        return words.NO_CHANNEL
    unusable = next((one for one in found if one.severity == "warning" and one.code != CAN_LOSE), None)
    channels = _channels(audited)
    numbers = {CAN_LOSE: sum(map(_loses, channels)), IN_FLIGHT: sum(map(_only_in_flight, channels))}
    numbers[MAY_LOSE] = sum(not _loses(both) and any(end.code == MAY_LOSE for end in both) for both in channels)
    first = next((end for code in (CAN_LOSE, MAY_LOSE, IN_FLIGHT) for end in audited if end.code == code), None)
    if unusable and not numbers[CAN_LOSE]:
        return first_sentence(unusable.statement)
    if first is None:
        return words.NONE_LOSES
    why = in_series(_reasons(first)) if first.code == CAN_LOSE else _why_open(first)[0]
    deed = words.DEEDS[first.sends]
    return words.headline(first.code, first.name, first.manager, deed, why, numbers, len(channels))


def lossy_channels(objects: DataFrame) -> DataFrame:
    """Findings about the channels among `objects` (a table of `tables.OBJECTS`).

    `CAN_LOSE_MESSAGES`: a channel one of whose ends discards a nonpersistent message that it cannot deliver. An end
    that the case does not hold is taken to agree with the one it does; one that has nothing but the name of its other
    end fixes nothing. `MAY_LOSE_MESSAGES_UNKNOWN`, one for each queue manager: channels whose definitions leave it
    open, with the command that shows it. `FAST_MESSAGES_IN_FLIGHT`, one for all: channels that lose only what is in
    transit when they fail. A channel that loses nothing is in no finding. MQRO_DISCARD_MSG, which is its sender's wish,
    does not count.
    """
    kinds = ("CHANNEL", "CHSTATUS", "CLUSQMGR", "QMGR", "ERROR", "DONE", "QLOCAL", "QUEUE", "QSTATUS")
    rows = [Row.of(row.asDict(recursive=True)) for row in rows_of(objects.where(objects.type.isin(*kinds)))]
    return frame(objects.sparkSession, audit(ends(Estate(rows))))


def audit(audited: Sequence[End]) -> list[Finding]:
    """The findings about these ends of channels."""
    channels = _channels(audited)
    unsure: dict[str, list[End]] = {}
    for end in audited:
        if end.code == MAY_LOSE:
            unsure.setdefault(end.manager, []).append(end)
    lossy = [[end for end in both if end.code == CAN_LOSE] for both in channels if _loses(both)]
    fast = [both for both in channels if _only_in_flight(both)]
    found = [*map(_can_lose, lossy), *(_may_lose(*item) for item in sorted(unsure.items()))]
    return [*found, *([_in_flight(fast)] if fast else [])]


def _unusable(estate: Estate, audited: Sequence[End], dumped: Callable[[], Iterable[Dump]]) -> Iterator[Finding]:
    """The dead-letter queues that take nothing, where no channel is reported that loses messages for it.

    One of which a dump shows messages was there, whatever a list of queues lacks.
    """
    told = {end.manager for end in audited if end.code == CAN_LOSE and end.problem}
    for manager in sorted(set(estate.managers) - told):
        dead = checks.dead_letter_queue(estate, manager)
        if dead.usable is not False or not dead.name:
            continue
        shown = dumped() if dead.code == checks.UNKNOWN_NAME else ()
        if any(one.messages and one.queue == dead.name and one.queue_manager in (None, manager) for one in shown):
            continue
        near = [row.name for row in spelt_otherwise(estate, manager, dead.name)]
        remark = words.NEAR.format(near=near[0]) if near else words.NOT_MADE
        remark = remark if dead.code == checks.UNKNOWN_NAME else words.HIDDEN * dead.name.startswith("SYSTEM.")
        said = sentence(dead.said) + remark + words.THEN_ENDS.format(manager=manager)
        next_ = dead.next or mqsc("DISPLAY QUEUE({}) ALL", dead.name, on=manager)
        next_ += _commands_for_dead_letter_queue(manager, dead.name, near) if dead.code == checks.UNKNOWN_NAME else []
        lines, about = _evidence(dead.places), (manager, dead.name)
        yield Finding("delivery", UNUSABLE, SEVERITY[UNUSABLE], said, lines, next_, *about)


def too_small(estate: Estate, audited: Iterable[End]) -> Iterator[Finding]:
    """A finding for each dead-letter queue whose MAXMSGL is less than the longest message of a channel and an MQDLH."""
    of: dict[str, list[tuple[int, End]]] = {}
    for end in audited:
        length = _longest(estate, end)
        if length and end.dlq.name and (end.value("USEDLQ") or "YES").upper() != "NO":
            of.setdefault(end.manager, []).append((length, end))
    for manager, told in sorted(of.items()):
        name = told[0][1].dlq.name
        limit = estate.fact(manager, QUEUES, name, "MAXMSGL")
        size = limit.number()
        short = [(length, end) for length, end in told if size is not None and length + HEADER > size]
        if short:
            yield _too_small(estate, manager, name, limit, short)


def _longest(estate: Estate, end: End) -> int | None:
    """The longest message that the channel takes: the least of what both ends and their queue managers say."""
    ends = [end, *end.others] if end.proof or len(end.others) == 1 else [end]
    told = [one.facts["MAXMSGL"].number() for one in ends]
    told += [estate.manager(one.manager, "MAXMSGL").number() for one in ends]
    return min((one for one in told if one), default=None) if end.facts["MAXMSGL"].number() is not None else None


def _too_small(estate: Estate, manager: str, name: str, limit: Fact, short: list[tuple[int, End]]) -> Finding:
    size, most = limit.number(), max(length for length, _ in short)
    ends = [end for _, end in short]
    named = [words.LONGER.format(name=end.name, length=length) for length, end in short]
    said = words.TOO_SMALL.format(
        name=name, manager=manager, size=size, header=HEADER, named=in_series(named),
        then=words.THEN_LOST if any(end.npmspeed == "FAST" for end in ends) else words.THEN_STAYS,
    )  # fmt: skip
    command, needed = partial(mqsc, on=manager), min(most + HEADER, LONGEST)
    next_ = command("DISPLAY QLOCAL({}) MAXMSGL", name) + command("DISPLAY QMGR MAXMSGL")
    of_manager = estate.manager(manager, "MAXMSGL").number()
    next_ += command(f"ALTER QMGR MAXMSGL({needed})") if of_manager and of_manager < needed else []
    next_ += command(f"ALTER QLOCAL({{}}) MAXMSGL({needed})", name)
    places = [*limit.places, *(place for end in ends for place in end.facts["MAXMSGL"].places)]
    grave = SEVERITY[TOO_SMALL] if most > size else "info"
    return Finding("delivery", TOO_SMALL, grave, said + why_unfit(name), _evidence(places), next_, manager, name)


def _commands_for_dead_letter_queue(manager: str, name: str, near: list[str]) -> list[Command]:
    """What gives a queue manager the dead-letter queue that DEADQ names, or names the one that it has."""
    command = partial(mqsc, on=manager)
    if near:
        return command("DISPLAY QLOCAL({}) ALL", near[0]) + command("ALTER QMGR DEADQ({})", near[0])
    look = command("DISPLAY QLOCAL({}) ALL", DEFAULT_DLQ)
    return look + command("DEFINE QLOCAL({}) LIKE({})", name, DEFAULT_DLQ)


def _channels(audited: Iterable[End]) -> list[list[End]]:
    """The ends of each channel: those that take each other for the other end; a definition without one is its own."""
    audited = list(audited)
    others = {(end.name, end.manager): [other.manager for other in end.others] for end in audited}  # in one order
    of: dict[tuple, list[End]] = {}
    for end in audited:
        mutual = [(end.name, at) for at in others[end.name, end.manager] if end.manager in others[end.name, at]]
        met = {id(of[one]): of[one] for one in mutual if one in of}
        both = [*(one for part in met.values() for one in part), end]
        of |= {(one.name, one.manager): both for one in both}
    return list({id(both): both for both in of.values()}.values())


def _loses(both: Iterable[End]) -> bool:
    return any(end.code == CAN_LOSE for end in both)


def _only_in_flight(both: Iterable[End]) -> bool:
    return not _loses(both) and any(end.code == IN_FLIGHT for end in both)


def _evidence(places: Iterable[Place]) -> list[Evidence]:
    return [Evidence.of(place) for place in distinct(places)[:CITED]]


def _finding(code: str, said: str, about: Sequence[End], next_: Iterable[Command], name: str | None = None) -> Finding:
    managers = {end.manager for end in about}
    places = _evidence(place for end in about for place in end.places)
    only = managers.pop() if len(managers) == 1 else None
    assumes = tuple(dict.fromkeys(one for end in about if not end.proof for one in _assumptions(end)))
    return Finding(
        "delivery", code, SEVERITY[code], said + why_unfit(name), places, list(next_), only, name, assumes=assumes
    )  # fmt: skip


def _assumptions(end: End) -> Iterator[Assumption]:
    """What is assumed of the other end of a channel that the case does not prove."""
    if not end.others:
        yield assumption("DEFAULT", None, end.name, "NPMSPEED", "FAST")
    for other in end.others[:3]:
        yield assumption("PARTNER", end.manager, end.name, value=other.manager)


def _can_lose(about: list[End]) -> Finding:
    name = about[0].name
    said = words.lossy_channel([(end.kind, end.manager, end.sends, _reasons(end)) for end in about], name)
    return _finding(CAN_LOSE, said, about, (one for end in about for one in _mend(end)), name)


def _reasons(end: End) -> list[str]:
    """Why an end discards a nonpersistent message."""
    reasons = [words.FAST]
    reasons += [words.NO_USEDLQ] if (end.value("USEDLQ") or "").upper() == "NO" else []
    reasons += [words.NO_DEADQ] if end.dlq.name == "" else []
    unusable = words.UNUSABLE.get(end.dlq.code, words.UNUSABLE_OTHERWISE)
    return reasons + ([unusable.format(name=end.dlq.name)] if end.problem else [])


def _mend(end: End) -> Iterator[Command]:
    """What fixes one end, after a look at what the change would use."""
    command = partial(mqsc, on=end.manager)
    show = "DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH MAXMSGL"
    if end.dlq.name == "":
        yield from command(show, end.dlq.name_to_set)
        yield from command("ALTER QMGR DEADQ({})", end.dlq.name_to_set)
    elif end.problem:
        yield from command("DISPLAY QSTATUS({}) TYPE(QUEUE) ALL", end.dlq.name)
        yield from command("DISPLAY QLOCAL({}) PUT DESCR ALTDATE ALTTIME", end.dlq.name)
    if (end.value("USEDLQ") or "").upper() == "NO":
        yield from command("DISPLAY CHSTATUS({}) STATUS INDOUBT", end.name)
        # The running instance keeps its USEDLQ until the channel is started again.
        yield from command(f"ALTER CHANNEL({{}}) CHLTYPE({end.kind}) USEDLQ(YES)", end.name)


def _may_lose(manager: str, about: list[End]) -> Finding:
    said = words.unsure(manager, [(end.name, _why_open(end)) for end in about])
    command = partial(mqsc, on=manager)
    unshown = any(end.npmspeed is None or end.value("USEDLQ") is None or end.value("MSGEXIT") for end in about)
    ask = command("DISPLAY CHANNEL(*) CHLTYPE NPMSPEED USEDLQ MSGEXIT") if unshown else []
    for end in [one for one in about if one.slowed_by_name][:NAMED]:
        ask += command("DISPLAY CHSTATUS({}) RQMNAME NPMSPEED", end.name)
    ask += command("DISPLAY QMGR DEADQ") if any(end.dlq.name is None for end in about) else []
    return _finding(MAY_LOSE, said, about, ask)


def _why_open(end: End) -> tuple[str, str]:
    """Why an end cannot be judged, in its own sentence and in a list."""
    if end.slowed_by_name:
        return _fill_both(words.UNLESS, managers=" or ".join(one.manager for one in end.others[:3]))
    if end.value("MSGEXIT"):
        return _fill_both(words.EXIT, exit=end.value("MSGEXIT"))
    lacks = [name for name in ("CHLTYPE", "NPMSPEED", "USEDLQ") if end.value(name) is None]
    lacks += [f"DEADQ of {end.manager}"] if end.dlq.name is None else []
    return _fill_both(words.LACKS, attributes=in_series(lacks)) if lacks else words.INCOMPLETE


def _fill_both(both: tuple[str, str], **facts: str) -> tuple[str, str]:
    return both[0].format(**facts), both[1].format(**facts)


def _in_flight(channels: list[list[End]]) -> Finding:
    about = [end for both in channels for end in both if end.code == IN_FLIGHT]
    said = words.in_flight([both[0].name for both in channels])
    status = [one for manager in sorted({end.manager for end in about})[:NAMED]
              for one in mqsc("DISPLAY CHSTATUS(*) STATUS NPMSPEED CURMSGS", on=manager)]  # fmt: skip
    return _finding(IN_FLIGHT, said, about, status)
