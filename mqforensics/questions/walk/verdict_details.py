"""What the evidence shows of a message whose place the model decided, or left open: sentences, lines and commands.

`DETAILS` has for each verdict what is said beside its own sentence (`words/places.csv`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from mqforensics.flow.answer import NO_PLACE, Answer
from mqforensics.flow.next import state_command
from mqforensics.flow.observations import strikes
from mqforensics.flow.paths import APPLICATION, BATCH, DLQ, QUEUE, XMITQ
from mqforensics.objects import checks, command_effects, definition_history, readers
from mqforensics.objects.check import Check
from mqforensics.objects.commands import LOOKS, Command, browse, in_order, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import Place, Row, distinct, positive
from mqforensics.objects.near_names import near_name
from mqforensics.objects.puts import display, queue_behind
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import DESTINATION, NOWHERE, OPEN, UNDEFINED, Hop
from mqforensics.questions import finding
from mqforensics.questions.walk import destination, links, replies, serving_channels, standstill, undeliverable
from mqforensics.questions.walk.next_commands import both_ends, can_be_browsed, commands_after_verdict
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import AT_XMITQ, QUOTED, SEVERITY, UNKNOWN
from mqforensics.words import places as words
from mqforensics.words import walk as said_of

CIRCLE = "sent_in_a_circle"
"""The law by which each queue manager sends the message on to the next."""
ELSEWHERE = "seen_elsewhere"
"""The law of a message that a dump has where its route does not lead."""
USUAL_PLACES = ("WAITING_ON_XMITQ", "DELIVERED", "CONSUMED")
"""Where a message is if nothing went wrong with it."""
BACKOUT_REASON = 2362
"""MQRC_BACKOUT_THRESHOLD_REACHED, for a message of a queue whose BOQNAME is blank."""
PLAIN = re.compile(r"[A-Z0-9._]+")
LEAST = 8
"""So many characters of a name are asked for where it may be misspelt, or the first half of it."""
RETRIES = ("MRRTY", "MRTMR")
"""How often, and after how many milliseconds, a receiving channel tries again to put a message."""
Details = Callable[[Inquiry, Answer, int], list[Check]]


def verdict_of(trail: Inquiry, made: Answer, shown: Verdict | None) -> Verdict:
    """The verdict of an answer of the model; `shown`: what a dump, a trace or an answer shows of the message itself."""
    if shown and (shown.code != UNKNOWN or made.code == UNKNOWN):
        verdict = shown
    else:
        verdict = _open_verdict(trail, made) if made.code == UNKNOWN else _place_verdict(trail, made)
    verdict = replies.with_doubtful_answers(trail, verdict)
    beside = [one for one in (trail.was_on and trail.was_on[1], trail.copied) if one]
    verdict.statement = " ".join(filter(None, (verdict.statement, *(one.said for one in beside))))
    verdict.places = distinct([*verdict.places, *(at for one in beside for at in one.places), *_way(trail)])
    _with_its_definition(trail, verdict)
    _with_its_readers(trail, verdict)
    _with_commands(trail, verdict)
    left = {(row.queue_manager, row.object) for row in made.possible if row.open and row.place in (XMITQ, QUEUE, DLQ)}
    left = None if made.degree in NO_PLACE else left
    verdict.next = [one for one in commands_after_verdict(trail, verdict, left) if can_be_browsed(trail, one)]
    return verdict


def sentence(said: str) -> str:
    """`said` as a sentence, with one full stop."""
    return finding.sentence(said.rstrip(" ."))


def _sentences(details: Sequence[Check]) -> list[str]:
    """What several checks say, a sentence each, none of them twice."""
    each = (one for check in details if check.said for one in finding.SENTENCE.split(sentence(check.said)))
    return list(dict.fromkeys(each))


# A place that is decided ---------------------------------------------------------------------------------------------


def _place_verdict(trail: Inquiry, made: Answer) -> Verdict:
    """The verdict of a place that the model decided, with what the evidence shows there."""
    step = _step(trail, made)
    code, at = _code(trail, made, step), (made.queue_manager, made.object)
    if code == "CHANNEL_NOT_RUNNING" and step < len(trail.hops):
        at = at[0], _channel(trail, step) or at[1]
    if code == "REMOTE_DEFINITION_WRONG" and not trail.hops and trail.route.stops:
        at = trail.route.stops[-1].manager, trail.route.stops[-1].name
    label = trail.label[:1].lower() + trail.label[1:]
    is_known = step < len(trail.hops) or code not in AT_XMITQ
    find = None if made.cause == CIRCLE else DETAILS.get(code) if is_known else _off_the_way
    details = find(trail, made, step) if find else []
    is_circle = made.cause == CIRCLE
    left = [(row.queue_manager, row.object) for row in made.possible if row.open]
    said = (
        words.in_a_circle(made.degree, label, trail.route.end.said)
        if is_circle
        else words.verdict_sentence(code, made.degree, label, *at, cause=made.cause, places=left)
    )
    shown = [row for row in made.possible if not row.open and row.normal and row.by]
    lines = [*made.lines, *(at for one in details for at in one.places), *(line for row in shown for line in row.lines)]
    next_ = [*(command for one in details for command in one.next), *_next(trail, code, at, step)]
    found = Verdict(
        code, " ".join([said, *_sentences(details)]), distinct(lines)[:QUOTED], list(dict.fromkeys(next_)), at
    )
    return _for_its_cause(trail, made, found) if made.code_of_cause else found


def _code(trail: Inquiry, made: Answer, step: int) -> str:
    """The code of the answer; of a queue that serves channels of other ways, too, by the state of those of this way."""
    committed = not any(row.open and row.code == "UNCOMMITTED" for row in made.possible)
    known = made.code == "WAITING_ON_XMITQ" and step < len(trail.hops) and trail.hops[step].shared and committed
    halted = (
        known and serving_channels.none_runs(trail, step).holds and serving_channels.not_overtaken(trail, step).holds
    )
    return "CHANNEL_NOT_RUNNING" if halted else made.code


def _for_its_cause(trail: Inquiry, made: Answer, found: Verdict) -> Verdict:
    """The verdict of a message that is on a dead-letter queue, or lost, because a definition leads to no queue."""
    end = trail.route.end
    found.code, found.at = made.code_of_cause, (end.manager, end.queue)
    found.statement = f"{words.wrong_direction(trail.label, end.said)} {found.statement}"
    found.places = distinct([*end.places, *found.places])
    return found


def _step(trail: Inquiry, made: Answer) -> int:
    """How many transmission queues the message had passed at its place."""
    for step, hop in enumerate(trail.hops):
        if hop.manager == made.queue_manager and made.object in (hop.xmitq, *hop.channels):
            return step
    arrived = [step for step, hop in enumerate(trail.hops, 1) if hop.partner == made.queue_manager]
    return arrived[0] if arrived else 0 if made.queue_manager == trail.request.queue_manager else len(trail.hops)


def _depth(trail: Inquiry, manager: str | None, queue: str | None, named: str = "") -> Check:
    """How many messages a queue has, with what is not committed; of which that is, where programs have open units."""
    deep = checks.depth(trail.estate, manager, queue, trail.at)
    if (since := links.later_dump(trail, manager, queue, deep)).said:
        return since
    at = trail.at if deep.seen else None
    deep = deep if deep.seen else checks.depth(trail.estate, manager, queue)
    if not deep.seen:
        return Check(None)
    when = definition_history.why_undated(trail.estate, [one.row for one in deep.seen], trail.at)
    is_open = bool(checks.has_open_unit(trail.estate, manager, queue, at))
    uncom = trail.estate.fact(manager, ("QSTATUS",), queue, "UNCOM", at)
    named = named or said_of.QUEUE_OF.format(queue=queue, manager=manager)
    is_empty = any(one.row.attributes.get("CURDEPTH") == "0" for one in uncom.seen)
    units = words.open_unit(uncom.text(), is_empty) if is_open else ""
    said = sentence(words.depth(named, f"{deep.text()}{when}{units}"))
    whose = readers.units(trail.estate, manager) if is_open else []
    said += f" {words.open_units(whose)}" if whose else ""
    open_ = links.open_unit_of_work(trail, manager or "", queue or "")
    return Check(None, said, [*deep.places, *(uncom.places if is_open else ())], open_.next if open_.holds else [])


def _xmitq_in_words(trail: Inquiry, hop: Hop) -> str:
    """A transmission queue in words; where its USAGE is not in the evidence, by what it is assumed for one."""
    if trail.estate.fact(hop.manager, QUEUES, hop.xmitq, "USAGE").known or hop.shared or not hop.why:
        return said_of.XMITQ_OF.format(queue=hop.xmitq, manager=hop.manager, note=hop.note)
    return said_of.XMITQ_ASSUMED.format(queue=hop.xmitq, manager=hop.manager, why=hop.why)


def _details_of_waiting(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    hop, told, doubt = (
        trail.hops[step],
        serving_channels.channels_in_words(trail, step),
        serving_channels.in_doubt(trail, step),
    )
    deep = _depth(trail, hop.manager, hop.xmitq, _xmitq_in_words(trail, hop))
    full = trail.refusal(0) if step == 0 else Check(None)
    deep = deep if full.code != checks.Q_FULL else Check(None, full.said, full.places)
    if made.code != "CHANNEL_NOT_RUNNING":
        return [deep, told, doubt]
    why = standstill.why(trail, step, _channel(trail, step))
    return [deep, Check(told.holds, told.said, told.places), doubt, why]


def _in_doubt(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [serving_channels.in_doubt(trail, step), serving_channels.means(trail, step)]


def _details_of_refusal(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    (manager, names, cluster), end = trail.route.queues(0), trail.route.end
    if not trail.hops and end.kind != DESTINATION:
        found = Check(None, end.said, end.places, end.next)
    else:
        found = checks.refuses(trail.estate, manager, names, trail.at, cluster)
        found = found if found.holds else _possible_cure(trail, made, names) or found
    is_behind = bool(trail.hops) and found.code == checks.Q_FULL and serving_channels.none_runs(trail, 0).holds
    behind = serving_channels.channels_in_words(trail, 0) if is_behind else Check(None)
    return [found, Check(None, behind.said, behind.places), Check(None, words.NEVER_LEFT)]


def _possible_cure(trail: Inquiry, made: Answer, names: Sequence[str]) -> Check | None:
    """What speaks for a refusal that nothing shows any more: the last put, and the alteration that may have cured
    it."""
    for name in names:
        named = {"queue": name, "manager": made.queue_manager}
        put, row = checks.last_local(trail.estate, made.queue_manager, name, "LPUT")
        if put and row and row.place("LPUTTIME") in made.lines:
            return Check(None, said_of.LAST_PUT.format(**named, time=put), [row.place("LPUTTIME")])
        for row in trail.estate.newest(trail.estate.of(made.queue_manager, QUEUES, name)):
            if row.place("ALTTIME") in made.lines:
                return Check(None, said_of.ALTERED_LATER.format(**named, time=row.altered), [row.place("ALTTIME")])
    return None


def _at_the_end(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    end = trail.route.end
    return [Check(None, end.said, end.places, end.next)]


def _off_the_way(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    """The transmission queue where a dump has the message and to which its route does not lead; else where that
    ends."""
    seen = any(row.open and ELSEWHERE in row.laws for row in made.possible)
    hops = made.facts.hops.values() if seen and made.facts else ()
    hop = next(
        (one for one in hops if one.manager == made.queue_manager and made.object in (one.xmitq, *one.channels)), None
    )
    if hop is None:
        return _at_the_end(trail, made, step)
    return [
        Check(None, said_of.IN_DUMP_OF.format(queue=hop.xmitq, manager=hop.manager)),
        _depth(trail, hop.manager, hop.xmitq),
    ]


def _details_of_dead_letter(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    manager, names, _ = trail.route.queues(step)
    found = trail.refusal(step) if names else Check(None)
    end = trail.route.end
    if not names and step == len(trail.hops) and end.kind in (NOWHERE, UNDEFINED) and not made.code_of_cause:
        return _at_the_end(trail, made, step)
    name = queue_behind(trail.estate, manager, names[-1], found.code) if found.code and names else None
    return [Check(None, found.said, found.places, display(found.code, name, on=manager) if name else [])]


def _details_of_discard(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    if made.object is None:
        return [Check(None, words.DISCARD_ASKED if trail.request.discarded else words.NOT_PERSISTENT)]
    if short := _too_short(trail, made, step):
        return [*short, Check(None, words.NOT_PERSISTENT)]
    if trail.request.discarded:
        return [trail.refusal(step), Check(None, words.DISCARD_ASKED)]
    none = undeliverable.no_dead_letter_queue(trail, step) if step else Check(None)
    return [trail.refusal(step), none, Check(None, words.NOT_PERSISTENT)]


def _too_short(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    """The channels that take only short messages, where that speaks for the place of this one."""
    hop = trail.hops[step] if step < len(trail.hops) else None
    ends = [(at, name) for name in hop.channels for at in (hop.manager, hop.partner)] if hop else []
    rows = [row for at, name in ends for row in trail.estate.newest(trail.estate.of(at, ("CHANNEL",), name))]
    shown = [row for row in rows if "MAXMSGL" in row.attributes and row.place("MAXMSGL") in made.lines]
    return [
        Check(None, said_of.TAKES_AT_MOST.format(
            channel=row.name, manager=row.queue_manager, length=row.attributes["MAXMSGL"]), [row.place("MAXMSGL")])
        for row in shown
    ]  # fmt: skip


def _details_of_queue(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [_depth(trail, made.queue_manager, made.object)]


def _details_of_get(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    estate, at = trail.estate, (made.queue_manager, made.object)
    (got, row), (put, _) = checks.last_local(estate, *at, "LGET"), checks.last_local(estate, *at, "LPUT")
    if not got or not put or not row:
        return [_depth(trail, *at)]
    return [Check(None, words.last(put, got), [row.place("LPUTTIME"), row.place("LGETTIME")])]


def _details_of_clear(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    found = command_effects.was_cleared(trail.estate, made.queue_manager, made.object, trail.at)
    said = said_of.DONE_TO.format(queue=made.object, manager=made.queue_manager, what=found.said)
    return [Check(None, said, found.places)] if found.said else []


def _details_of_expiry(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [_lives(trail)]


def _details_of_loss(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [_broken(trail)]


def _details_of_restart(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [_start_since(trail)]


def _details_of_removal(trail: Inquiry, made: Answer, step: int) -> list[Check]:
    return [_taker_of_dead_letters(trail), _backout_queue(trail, made.queue_manager, made.object)]


DETAILS: dict[str, Details] = {
    "WAITING_ON_XMITQ": _details_of_waiting,
    "CHANNEL_NOT_RUNNING": _details_of_waiting,
    "NO_CHANNEL": _details_of_waiting,
    "IN_DOUBT": _in_doubt,
    "PUT_REFUSED": _details_of_refusal,
    "NOT_DEFINED": _at_the_end,
    "REMOTE_DEFINITION_WRONG": _at_the_end,
    "ON_DLQ": _details_of_dead_letter,
    "DISCARDED": _details_of_discard,
    "DELIVERED": _details_of_queue,
    "UNCOMMITTED": _details_of_queue,
    "CONSUMED": _details_of_get,
    "CLEARED": _details_of_clear,
    "MOVED": _details_of_removal,
    "EXPIRED": _details_of_expiry,
    "LOST_IN_TRANSIT": _details_of_loss,
    "LOST_WITH_RESTART": _details_of_restart,
    "ON_SENDER_DLQ": _too_short,
}
"""What is said of the place of a message, by the verdict."""


# A place that is open ------------------------------------------------------------------------------------------------


def _open_verdict(trail: Inquiry, made: Answer) -> Verdict:
    """The places that are left, what holds messages up on the way, and what the evidence shows of its end."""
    rows = [row for row in made.possible if row.open and row.code != UNKNOWN and row.normal]
    rows = rows or [row for row in made.possible if row.open and row.code != UNKNOWN]
    held, open_ = _held_up(trail), {row.code for row in made.possible if row.open}
    details = [
        trail.came and Check(None, trail.came.statement, trail.came.places, trail.came.next),
        held,
        "RETRYING" in open_ and _retries(trail),
        *_end(trail),
        _deletion(trail),
        _of_a_reply(trail),
    ]
    details += [find(trail) for code, find in OF_AN_OPEN_PLACE.items() if code in open_]
    details = [one for one in details if one]
    where = words.places_left([(row.queue_manager, row.object) for row in rows if row.place in (XMITQ, QUEUE, DLQ)])
    doubts = [(row.queue_manager, row.object) for row in rows if row.place == BATCH]
    batches = [words.in_a_batch(*one, is_first=not where and one == doubts[0]) for one in doubts]
    none = [words.NO_PUT] * any(row.place == APPLICATION for row in rows) if where or batches else []
    where = " ".join(filter(None, (where, *dict.fromkeys(batches), *none)))
    every = [*rows, *(row for row in made.possible if row.open)]
    gone = [] if where or UNKNOWN in open_ else [row.code for row in every]
    if made.degree in NO_PLACE:
        where = words.no_usual_place(list(_strikes_of_usual_places(made)))
    said = " ".join(filter(None, (words.open_where(trail.label, gone), where, *_sentences(details))))
    lines = [*(at for one in details for at in one.places), *(line for row in made.possible for line in row.lines)]
    next_ = [command for one in details for command in one.next if command.effect == LOOKS]
    next_ = list(dict.fromkeys(next_)) or _browse_an_open_place(trail, made)
    known = [(row.queue_manager, row.object) for row in rows if row.place in (XMITQ, QUEUE, DLQ, APPLICATION)]
    at = next((one for one in known if all(one)), (None, None))
    at = trail.came.at if trail.came else at if all(at) else (trail.route.end.manager, trail.route.end.queue)
    found = Verdict(UNKNOWN, said, distinct(lines)[:QUOTED], next_, at)
    found.severity = SEVERITY["CHANNEL_NOT_RUNNING"] if held.code else None
    return found


def _strikes_of_usual_places(made: Answer) -> Iterator[tuple[str, str | None, str | None]]:
    """What strikes out each of the usual places: the observation, and the queue manager and object that it is about."""
    for path in made.every:
        if path.code in USUAL_PLACES and path.normal:
            each = [(strike, it) for it in path.literals for strike in strikes(made.facts, it)] if made.facts else []
            told = [(one.by, it.queue_manager, it.object) for one, it in each if one.rests <= made.available]
            yield from told[:1]


def _held_up(trail: Inquiry) -> Check:
    """What the evidence shows of the first transmission queue that holds messages or a batch in doubt, and of its
    channels.

    `code` is 1 where none of the channels runs.
    """
    for step, hop in enumerate(trail.hops):
        deep, doubt = links.depth(trail, step), serving_channels.in_doubt(trail, step)
        deep = deep if deep.seen else checks.depth(trail.estate, hop.manager, hop.xmitq)
        since = links.later_dump(trail, hop.manager, hop.xmitq, deep)
        if not deep.says(positive) and not doubt.holds and not since.said:
            continue
        told, halted = serving_channels.channels_in_words(trail, step), serving_channels.none_runs(trail, step)
        why = standstill.why(trail, step, _channel(trail, step)) if halted.holds else Check(None)
        asked = both_ends(trail.estate, hop, hop.name) if doubt.holds and hop.name else [*told.next, *why.next]
        deep = _depth(trail, hop.manager, hop.xmitq, _xmitq_in_words(trail, hop))
        said = " ".join(sentence(one.said) for one in (deep, doubt, told, why) if one.said)
        mine = trail.estate.fact_of(links.estate_status(trail, hop), "XQMSGSA")
        is_sure = (
            halted.holds
            and serving_channels.not_overtaken(trail, step).holds
            and (not hop.shared or mine.says(positive))
        )
        places = [*deep.places, *doubt.places, *told.places, *why.places]
        return Check(None, said, places, asked, code=int(bool(is_sure)))
    for step in range(len(trail.hops)):
        told = serving_channels.channels_in_words(trail, step)
        if told.said and serving_channels.none_runs(trail, step).holds:
            return told
    return Check(None)


def _end(trail: Inquiry) -> Iterator[Check]:
    """What the evidence shows where the way ends: what refuses messages there, and what the queue has."""
    end, last = trail.route.end, len(trail.hops)
    if end.kind != DESTINATION or end.is_circle:
        early = _is_from_before(trail)
        again = mqsc("DISPLAY QUEUE({}) ALL", end.queue, on=end.manager) if early else []
        yield Check(None, f"{end.said}{words.FROM_BEFORE * early}", end.places, [*again, *end.next])
        return
    for step in range(last + 1):
        found = trail.refusal(step)
        if found.said and found.holds is not False and (found.code or trail.led_elsewhere(step)):
            yield found
    yield _depth(trail, end.manager, end.queue)


def _start_since(trail: Inquiry) -> Check:
    return destination.started_again(trail)


def _broken(trail: Inquiry) -> Check:
    broke = next(iter(destination.channels_that_broke(trail).values()), Check(None))
    return Check(None, words.LOST_ON_ITS_WAY + broke.said, broke.places) if broke.holds else broke


def _exits(trail: Inquiry) -> Check:
    """The exits of the channels on the way, which may have removed the message."""
    rows = [row for hop in trail.hops for name, of in hop.channels.items()
            for row in (*of, *checks.receivers(trail.estate, hop.partner, name))]  # fmt: skip
    found = [(row, key) for row in rows for key in ("MSGEXIT", "MREXIT") if row.attributes.get(key)]
    told = dict.fromkeys(words.exit_of(row.name, f"{key}({row.attributes[key]})") for row, key in found)
    return Check(None, " ".join(map(sentence, told)), [row.place(key) for row, key in found])


def _backout_of_destination(trail: Inquiry) -> Check:
    end = trail.route.end
    return _backout_queue(trail, end.manager, end.queue) if end.kind == DESTINATION else Check(None)


def _backout_queue(trail: Inquiry, manager: str | None, queue: str | None) -> Check:
    """Where readers of a queue put what they back out too often."""
    estate = trail.estate
    backout = estate.fact(manager, ("QLOCAL", "QUEUE"), queue, "BOQNAME")
    most = estate.fact(manager, ("QLOCAL", "QUEUE"), queue, "BOTHRESH")
    name = backout.value or (estate.manager(manager, "DEADQ").value if most.says(positive) else None)
    if not name or name == queue:
        return Check(None)
    said, places = words.backed_out(queue, name), [*backout.places, *most.places]
    # What goes to the dead-letter queue is for the queue that did not take it, or for its own where none is named.
    to = backout.value or queue
    near = (one for one in trail.mail.letters if one.near and one.reason is not None)
    dead = [one for one in near if (one.destination, one.destination_manager) == (to, manager)]
    dead = [one for one in dead if to != queue or one.reason == BACKOUT_REASON]
    for one in dead[:1]:
        has = said_of.HAS_ONE_FOR.format(queue=one.queue, destination=to, reason=one.said)
        said, places = f"{sentence(said)} {has}", [*places, *one.places]
    return Check(None, said, places, browse(name, manager))


def _lives(trail: Inquiry) -> Check:
    limits, places, _ = links.expiry_limits(trail, len(trail.hops))
    tenths, of = min(limits, default=(0, ""))
    return Check(None, words.lives(tenths / 10, of), places) if limits else Check(None)


def _sent_back(trail: Inquiry) -> Check:
    return Check(None, words.SENT_BACK) if trail.request.sent_back else Check(None)


def _taker_of_dead_letters(trail: Inquiry) -> Check:
    """Who takes what comes to the dead-letter queue of a queue manager that refuses the message, if that is empty."""
    for step, hop in enumerate(trail.hops, 1):
        queue = checks.dead_letter_queue(trail.estate, hop.partner, trail.at)
        deep = checks.depth(trail.estate, hop.partner, queue.name, trail.at)
        if queue.name and trail.refusal(step).code and deep.says(positive) is False:
            found = undeliverable.emptied_queue(trail, hop.partner, queue.name)
            return Check(None, words.dead_letter_queue(queue.name, hop.partner, found.said), found.places, found.next)
    return Check(None)


def _cannot_arrive(trail: Inquiry) -> Check:
    """What may have refused the message where it arrives, and that no dead-letter queue would have taken it then."""
    for step in range(1, len(trail.hops) + 1):
        found = trail.refusal(step)
        if found.said and found.holds is not False:
            none = undeliverable.no_dead_letter_queue(trail, step)
            lost = none if none.holds else Check(None)
            said = " ".join(sentence(one.said) for one in (found, lost) if one.said)
            return Check(None, said, [*found.places, *lost.places])
    return Check(None)


def _retries(trail: Inquiry) -> Check:
    """A receiving end on the way that waits to put a message again, and how often it does."""
    for hop in trail.hops:
        for name in hop.channels if hop.partner else ():
            rows = trail.estate.newest(trail.estate.of(hop.partner, ("CHSTATUS",), name))
            held = checks.paused(rows)
            ends = checks.receivers(trail.estate, hop.partner, name)
            shown = [f"{key}({end.attributes[key]})" for end in ends for key in RETRIES if key in end.attributes]
            if held:
                said = words.paused(name, hop.partner, list(dict.fromkeys(shown)))
                return Check(None, said, [row.place("STATUS") for row in held])
    return Check(None)


OF_AN_OPEN_PLACE: dict[str, Callable[[Inquiry], Check]] = {
    "DISCARDED": _cannot_arrive,
    "LOST_WITH_RESTART": _start_since,
    "LOST_IN_TRANSIT": _broken,
    "TAKEN_BY_EXIT": _exits,
    "MOVED": _backout_of_destination,
    "EXPIRED": _lives,
    "RETURNED_TO_SENDER": _sent_back,
    "ON_DLQ": _taker_of_dead_letters,
    "CONSUMED": _backout_of_destination,
}
"""What the evidence shows of how a message can have come to a place that is left."""


def _is_from_before(trail: Inquiry) -> bool:
    """Whether the evidence that a queue is not defined was made before the put."""
    end, estate = trail.route.end, trail.estate
    told = [one.row for one in estate.absences(end.manager) if end.queue and one.covers(end.queue)]
    early = [estate.captured(row).before(trail.at) is True for row in told] if trail.at and end.absent else []
    return bool(early) and all(early)


def _browse_an_open_place(trail: Inquiry, made: Answer) -> list[Command]:
    """The dump of the first queue on which the message can still be, where everything else is in the evidence
    already."""
    known = [(row.object, row.queue_manager) for row in made.possible if row.open]
    known += [(hop.xmitq, hop.manager) for hop in trail.hops]
    return next((browse(*one) for one in known if all(one)), [])


def _deletion(trail: Inquiry) -> Check | None:
    """What the evidence shows of a queue that was there when the message was put and is no more; None where nothing
    is."""
    estate, end = trail.estate, trail.route.end
    if not end.absent or trail.at is None:
        return None
    rows = [
        row
        for row in estate.of(end.manager, QUEUES, end.queue)
        if definition_history.held_since(estate, [row], trail.at)
    ]
    if not rows:
        return None
    deep = checks.depth(estate, end.manager, end.queue, trail.at)
    said = said_of.DELETED_SINCE.format(queue=end.queue, manager=end.manager)
    if deep.says(positive):
        said += said_of.LAST_DEPTH.format(depth=deep.text())
    places = [*end.places, *(row.place() for row in rows), *deep.places]
    return Check(None, said, distinct(places), mqsc("DISPLAY QMGR CMDEV CONFIGEV", on=end.manager))


def _of_a_reply(trail: Inquiry) -> Check | None:
    """What hints at a reply, which is opened with the queue manager of ReplyToQMgr; None where nothing does."""
    estate, request = trail.estate, trail.request
    end = trail.route.end
    is_own = (end.manager, end.queue) == (request.queue_manager, request.queue)
    if request.object_queue_manager or trail.hops or not is_own or end.kind not in (UNDEFINED, OPEN):
        return None
    for other in estate.managers:
        at_home = estate.of(other, ("QLOCAL",), request.queue) if other != request.queue_manager else []
        way = estate.of(request.queue_manager, QUEUES, other) if at_home else []
        if way:
            said = said_of.REPLY_QUEUE.format(queue=request.queue, manager=other, own=request.queue_manager)
            text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
            next_ = mqsc(text, other, on=request.queue_manager)
            return Check(None, said, [at_home[0].place(), way[0].place()], next_)
    return None


# What is added to either -------------------------------------------------------------------------------------------


def _with_its_definition(trail: Inquiry, verdict: Verdict) -> None:
    """Names the definition that is wrong as what the verdict is about, with the change that would correct it."""
    stop = trail.route.wrong_remote_definition
    if verdict.code != "REMOTE_DEFINITION_WRONG" or stop is None:
        return
    wrong, end = trail.route.end.queue, trail.route.end
    meant = near_name(wrong, {*trail.estate.managers, *(hop.partner for hop in trail.hops)} - {stop.manager})
    verdict.statement = words.wrong_manager_name(trail.label, stop.manager, stop.name, wrong, end.manager, meant)
    verdict.places = distinct([*(row.place("RQMNAME") for row in stop.rows), *verdict.places])
    verdict.at = stop.manager, stop.name
    change = mqsc("ALTER QREMOTE({}) RQMNAME({})", stop.name, meant, on=stop.manager) if meant else []
    look = mqsc("DISPLAY QREMOTE({}) RNAME RQMNAME XMITQ ALTDATE ALTTIME", stop.name, on=stop.manager)
    verdict.next = in_order([*look, *change, *verdict.next])


def _with_its_readers(trail: Inquiry, verdict: Verdict) -> None:
    """Adds to a verdict at the destination what is known to keep messages from being taken there."""
    end = trail.route.end
    if verdict.code not in ("DELIVERED", UNKNOWN) or verdict.at != (end.manager, end.queue):
        return
    found = destination.untaken_messages(trail)
    if not found.holds:
        return
    verdict.statement += f" {found.said}"
    verdict.places = [*verdict.places, *found.places]
    if verdict.code == "DELIVERED":
        verdict.severity = SEVERITY[UNKNOWN]
    next_ = [*verdict.next, *found.next] if verdict.code == UNKNOWN else [*found.next, *verdict.next]
    verdict.next = sorted(next_, key=lambda one: one.effect != "looks")


def _with_commands(trail: Inquiry, verdict: Verdict) -> None:
    """Adds to an open verdict the commands that were carried out on its way, which end what displays showed before."""
    if verdict.code != UNKNOWN:
        return
    estate = trail.estate
    queues = dict.fromkeys([*trail.queues, verdict.at, (trail.route.end.manager, trail.route.end.queue)])
    found = [(f"{at[1]} of {at[0]} ", command_effects.was_cleared(estate, *at, trail.at)) for at in queues]
    found += [
        ("", command_effects.changes_state(estate, hop.manager, name)) for hop in trail.hops for name in hop.channels
    ]
    for about, one in found:
        if one.holds and one.said not in verdict.statement:
            verdict.statement += f" {sentence(about + one.said)}"
            verdict.places = distinct([*verdict.places, *one.places])


def _channel(trail: Inquiry, step: int) -> str | None:
    """The channel to speak of: of those that do not look retired the one that the queue triggers, else the newest."""
    hop, estate = trail.hops[step], trail.estate
    stopped = [one.channel for one in trail.states[step] if one.value == "STOPPED"]
    left = [name for name in hop.channels if name not in stopped] or list(hop.channels)
    triggered = estate.fact(hop.manager, ("QLOCAL", "QUEUE"), hop.xmitq, "TRIGDATA").value
    if triggered in left:
        return triggered
    return max(left, key=lambda name: _newest(hop.channels[name]), default=None)


def _newest(rows: Sequence[Row]) -> tuple[str, str]:
    """When a channel last sent and was last altered, as far as its rows print it."""
    sent = [str(row.times["LSTMSG"]) for row in rows if "LSTMSG" in row.times]
    altered = [str(row.times["ALT"]) for row in rows if "ALT" in row.times]
    return max(sent, default=""), max(altered, default="")


def _next(trail: Inquiry, code: str, at: tuple, step: int) -> list[Command]:
    """What to look at next where a place is decided: what would contradict it first."""
    manager, name = at
    if code in ("DELIVERED", "ON_DLQ", "ON_SENDER_DLQ") and name:
        return browse(name, manager)
    if code == "IN_DOUBT" and step < len(trail.hops):
        return both_ends(trail.estate, trail.hops[step], name)
    if code == "WAITING_ON_XMITQ":
        return state_command(manager, name)
    if code == "NO_CHANNEL":
        return mqsc("DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {})", name, on=manager)
    if code == "CONSUMED" and name:
        return handles_command(manager, name)
    if code == "DISCARDED" and manager:
        return _after_a_loss(trail, manager)
    return _after_a_name(trail, at) if code in ("NOT_DEFINED", "REMOTE_DEFINITION_WRONG") else []


def _after_a_loss(trail: Inquiry, manager: str | None) -> list[Command]:
    look = mqsc("DISPLAY QLOCAL(*) CURDEPTH PUT MAXDEPTH USAGE", on=manager)
    dlq = checks.dead_letter_queue(trail.estate, manager)
    if dlq.name == "" and not trail.estate.zos(manager):
        look = mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH MAXMSGL USAGE", dlq.name_to_set, on=manager)
        return [*look, *mqsc("ALTER QMGR DEADQ({})", dlq.name_to_set, on=manager)]
    return look


def _after_a_name(trail: Inquiry, at: tuple) -> list[Command]:
    """What shows whether a name that leads nowhere is nearly that of something else."""
    (manager, name), end = at, trail.route.end
    if end.is_circle:
        return state_command(trail.hops[-1].manager, trail.hops[-1].xmitq)
    if end.kind in (NOWHERE, UNDEFINED):
        queue = trail.estate.manager(manager, "DEADQ").value if trail.hops else None
        if queue or end.next:
            return browse(queue, manager) if queue else end.next
        manager, name = end.manager, end.queue
    name = name or ""
    stem = name[: min(LEAST, (len(name) + 1) // 2)].rstrip(".")
    return mqsc(f"DISPLAY QUEUE({stem}*) TYPE", on=manager) if PLAIN.fullmatch(stem) else []


def _way(trail: Inquiry) -> Iterator[Place]:
    """The lines that show how the message came to where the verdict finds it."""
    for stop in trail.route.stops:
        yield from stop.places
    for hop in trail.hops:
        deep = trail.estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "CURDEPTH", trail.at)
        yield from deep.places
        yield from hop.partner_places
        if deep.says(positive):
            return
