"""Messages of dumps that may be the one asked for, dead-lettered or on their way, and on whose dead-letter queue they
are."""

from __future__ import annotations

from collections.abc import Sequence

from mqforensics.objects import checks, owners
from mqforensics.objects.check import Check
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER, CONVERSION, PUT_INHIBITED
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import DAY, OTHER_HOST, Span, positive
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import DESTINATION, OPEN
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk.handlers import done_by
from mqforensics.questions.walk.links import CAP, LATELY, NO, YES, made_at, may_have_left_since, put_just_before_capture
from mqforensics.questions.walk.mail import ITSELF, DumpedMessages
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import UNKNOWN
from mqforensics.words import places as words
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import of_manager

BY_NAME = 2
"""The code of an owner of a dump that the name of its queue alone shows: another queue manager on the way is not in the
evidence."""
UNKNOWN_NAMES = (2082, 2085, 2086, 2087)


def candidates(trail: Inquiry, at_any_time: bool = False) -> list[DumpedMessages]:
    """The dead-lettered messages that may be the message: by its identifier, its put time, or its destination and the
    day.

    `at_any_time`: also those that were put at another time than the one asked for.
    """
    request = trail.request
    dead = [letter for letter in trail.mail.letters if letter.reason is not None]
    if request.id_field:
        own = [letter for letter in dead if letter.same == ITSELF]
        if own:
            return own
        dead = [letter for letter in dead if letter.unnamed]
    queues, managers = _meant(trail)
    fits = [
        letter
        for letter in dead
        if letter.destination in queues and letter.destination_manager in managers and _may_be(trail, letter)
    ]
    if request.put_time:
        return [letter for letter in fits if letter.near or at_any_time]
    latest = _latest(trail)
    return [one for one in fits if not (latest and one.came.last and latest - one.came.last > DAY)]


def at_rest(trail: Inquiry) -> list[DumpedMessages]:
    """The messages without a dead-letter header that were put at the time asked for, on a queue that the message is
    for or on its way there; none where an identifier tells messages apart."""
    queues, managers = _meant(trail)
    plain = [one for one in trail.mail.letters if one.reason is None and one.near and not one.linked]
    return [
        one for one in plain
        if one.to in queues and (one.remote[1] in managers if one.on_xmitq else one.queue in queues)
        and _may_be(trail, one) and not trail.request.id_field
    ]  # fmt: skip


def _meant(trail: Inquiry) -> tuple[set, set]:
    """The names of the queues that the message may be for on its way, and of their queue managers."""
    request, end = trail.request, trail.route.end
    targets = set(trail.route.targets)
    if end.kind == DESTINATION:
        targets.add((end.queue, end.manager))
    if request.object_queue_manager:
        targets.add((request.queue, request.object_queue_manager))
    return {queue for queue, _ in targets}, {manager for _, manager in targets}


def _may_be(trail: Inquiry, letter: DumpedMessages) -> bool:
    """Whether neither the persistence of a message nor its MsgId shows that it is another one."""
    is_kept = trail.request.persistence
    return (is_kept is None or letter.persistence in (None, is_kept)) and not _is_of_another(trail, letter)


def _put_by(trail: Inquiry, letter: DumpedMessages) -> str | None:
    """How the queue manager begins where a message was put, by its MsgId; None where that may show another one."""
    # An answer may have been given the identifier of its request; what names a group is put at any member.
    may_differ = letter.is_answer or trail.request.object_queue_manager
    return None if may_differ or trail.estate.manager(trail.request.queue_manager, "QSGNAME").value else letter.put_at


def _is_of_another(trail: Inquiry, letter: DumpedMessages) -> bool:
    """Whether a message was put at another queue manager of the case than the one asked for."""
    others = {one[: owners.NAMED] for one in trail.estate.managers}
    return _put_by(trail, letter) in others - {trail.request.queue_manager[: owners.NAMED]}


def _may_be_of_another(trail: Inquiry, letter: DumpedMessages) -> str:
    """What hints at another queue manager at which a message was put than the one asked for; blank without."""
    manager, by = trail.request.queue_manager, _put_by(trail, letter)
    if by and trail.at and by != manager[: owners.NAMED]:
        return said_of.MADE_BY.format(manager=by)
    # Without a word of its program, answers to a message go to where it was put; a reply may have kept its request's.
    here = letter.put_at == manager[: owners.NAMED]
    elsewhere = by is None and not here and letter.reply_to in {*trail.estate.managers} - {manager}
    return said_of.ANSWERS_TO.format(manager=letter.reply_to) if elsewhere else ""


def _latest(trail: Inquiry):
    estate = trail.estate
    managers = {hop.manager for hop in trail.hops} | {hop.partner for hop in trail.hops} | {trail.request.queue_manager}
    spans = [estate.captured(row) for manager in managers for row in estate.of(manager, ("QMGR", "QLOCAL", "CHSTATUS"))]
    return max((span.first for span in spans if span.first), default=None)


def most_frequent(trail: Inquiry, sender: bool) -> list[DumpedMessages]:
    """The candidates of the most frequent reason, of those that a sending channel gives or of the others."""
    some = [letter for letter in candidates(trail) if (letter.reason in AT_SENDER) is sender]
    counts: dict[tuple, int] = {}
    for letter in some:
        counts[letter.queue, letter.reason] = counts.get((letter.queue, letter.reason), 0) + letter.count
    most = max(counts, key=lambda key: (counts[key], str(key))) if counts else None
    return [letter for letter in some if (letter.queue, letter.reason) == most]


def dead_lettered(trail: Inquiry) -> Verdict | None:
    """What dumps of dead-letter queues show of a message that only its put time or its destination tells from others.

    None where no dump has such a message; open where several can be it, or whose queue the dump is of is not shown.
    """
    open_ = None
    for code, sender, premises in ENDS:
        some = most_frequent(trail, sender)
        checks_ = [premise(trail) for premise in premises] if some else []
        missing = next((one for one in checks_ if not one.holds), None)
        if not some:
            continue
        said, itself = _letters_in_words(trail, some), "" if missing else checks_[0].said
        if missing:
            open_ = open_ or _open_verdict(trail, said, missing)
            continue
        at = checks_[1].object, said.object
        told = said_of.DEAD_LETTER.format(message=trail.label, itself=itself, queue=ON[code], letters=said.said)
        places = [place for one in (said, *checks_) for place in one.places]
        return Verdict(code, told, places, browse(*at[::-1]), at, assumes=[("IDENTITY", *at), *by_name(checks_[1], at)])
    return open_


def by_name(owner: Check, at: tuple[str | None, str | None]) -> list[tuple]:
    """What it rests on that a dump is of its owner, where the name of its queue alone shows it."""
    return [("OWNER", *at)] if owner.code == BY_NAME else []


def _open_verdict(trail: Inquiry, said: Check, missing: Check) -> Verdict:
    told = " ".join(sentence(one.said) for one in (said, missing) if one.said)
    places, end = [*said.places, *missing.places], trail.route.end
    next_ = missing.next or (browse(end.queue, end.manager) if end.queue and end.manager else [])
    return Verdict(UNKNOWN, f"{words.open_where(trail.label)} {told}", places, next_, (end.manager, end.queue))


def _letters_in_words(trail: Inquiry, letters: list[DumpedMessages]) -> Check:
    first, count = letters[0], sum(letter.count for letter in letters)
    many = said_of.MESSAGES.format(number=count) if count > 1 else "a message"
    has = (said_of.DUMP_HAS if emptied_queue(trail, first).holds else said_of.QUEUE_HAS).format(queue=first.queue)
    said = said_of.HAS_FOR.format(
        has=has, messages=many, destination=first.destination, manager=first.destination_manager, reason=first.said
    )
    return Check(True, said, [place for letter in letters for place in letter.places], object=first.queue)


def the_message_itself(trail: Inquiry) -> Check:
    """Whether one message, or several of one queue and reason, can be the message; by their put time, where no
    identifier decides, one of them probably is."""
    found = [*candidates(trail), *at_rest(trail)]
    places = [place for letter in found for place in letter.places]
    unnamed = bool(trail.request.id_field) and any(letter.same != ITSELF for letter in found)
    if trail.request.id_field and not unnamed:
        queues = {letter.queue for letter in found}
        said = said_of.SEVERAL_QUEUES
        return YES if len(queues) == 1 else Check(None, said, places)
    if hint := next((told for one in found if (told := _may_be_of_another(trail, one))), ""):
        return Check(None, said_of.PUT_THERE.format(hint=hint, manager=trail.request.queue_manager), places)
    if trail.at is None and unnamed:
        return Check(None, said_of.UNREADABLE_IDENTIFIER, places)
    if trail.at is None:
        return YES
    count = sum(letter.count for letter in found)
    if len({(letter.queue, letter.queue_manager, letter.reason) for letter in found}) == 1:
        return Check(True, said_of.PROBABLY_UNREADABLE if unnamed else said_of.PROBABLY)
    return Check(None, said_of.ANY_OF.format(number=count), places)


def senders(trail: Inquiry) -> list:
    """The queue managers that send the message on."""
    return [trail.request.queue_manager, *(hop.manager for hop in trail.hops)]


def owner_of(trail: Inquiry, letter: DumpedMessages) -> Check:
    """The queue manager of whose dead-letter queue a dump is, of those that can have put this letter there."""
    hops, end = trail.hops, trail.route.end
    count, dump = trail.mail.messages_in_its_dump(letter), trail.mail.dump_as_display(letter)
    if letter.queue_manager and not _on_the_way(trail, letter):
        return Check(None)
    if letter.queue_manager:
        return owners.of_dead_letters(
            trail.estate, letter.queue, [], count, False, printed=letter.queue_manager, since=trail.at, dump=dump
        )
    managers, receiving = _that_put(trail, letter), letter.reason not in AT_SENDER
    last = trail.route.targets[-1][1] if trail.route.targets else trail.request.object_queue_manager
    if receiving and last in trail.estate.managers and last not in managers:
        managers.append(last)
    elif receiving:
        managers = _that_refuse(trail, letter, managers)
    sure = bool(hops) and None not in managers and not (end.kind == OPEN and end.manager != last)
    putter = trail.mail.putter(letter)
    if named := owners.by_putter(trail.estate, letter.queue, putter, bool(letter.put_by), letter.destination_manager):
        return Check(True, "", object=named)
    only = letter.by_channel and (letter.same == ITSELF or letter.near or letter.reason in UNKNOWN_NAMES)
    found = owners.of_dead_letters(trail.estate, letter.queue, managers, count, sure, only, since=trail.at,
                                   channel_type=letter.channel_type, dump=dump)  # fmt: skip
    if not found.holds and not found.object and None in managers:
        # One on the way is not in the evidence; of those that are, the name of the queue tells the owner.
        named = owners.of_dump(trail.estate, letter.queue, count, putter=putter, dump=dump, is_dead=True)
        if named.holds and named.object in managers:
            return Check(True, "", [*found.places, *named.places], code=BY_NAME, object=named.object)
    received = letter.by_channel and letter.reason not in AT_SENDER | AT_EITHER_END
    if received and not found.holds and found.object:
        is_sent = owners.is_sender_of(found.object, letter.put_at, letter.destination_manager)
        return Check(None, "", found.places) if is_sent else found
    return found


def _that_put(trail: Inquiry, letter: DumpedMessages) -> list[str | None]:
    """The queue managers whose channels on the way can have put a letter there; None for one that the evidence does not
    show."""
    hops, receiving = trail.hops, letter.reason not in AT_SENDER
    managers = [hop.partner if receiving else hop.manager for hop in hops]
    # Where the way is not shown, the queue manager of the put is still one that sends.
    sending = letter.reason in AT_EITHER_END or not (hops or receiving)
    return [*senders(trail), *managers] if sending else managers


def _may_own(trail: Inquiry, letter: DumpedMessages) -> list[str | None]:
    """The same; where the way is not in the evidence, also the queue manager that the letter was for."""
    found = _that_put(trail, letter)
    return found if any(found) else [*found, letter.destination_manager]


def possible_managers(trail: Inquiry, letter: DumpedMessages, managers: Sequence[str]) -> owners.PossibleOwners:
    """Which of these queue managers the dump can be of that a letter is in."""
    count = trail.mail.messages_in_its_dump(letter) or 1
    return owners.possible_owners(
        trail.estate, letter.queue, managers, count, trail.at, trail.mail.dump_as_display(letter)
    )


def that_name(trail: Inquiry, letter: DumpedMessages) -> list[str]:
    """The queue managers whose dead-letter queue has the name of that of a letter."""
    return [one for one in trail.estate.managers if owners.has_had(trail.estate, one, letter.queue)]


def emptied_queue(trail: Inquiry, letter: DumpedMessages) -> Check:
    """Whether the dead-letter queue that a dump is of was seen to be empty; `said`: which it is, and since when.

    `object` is the queue manager whose it is.
    """
    estate, queue, printed = trail.estate, letter.queue, letter.queue_manager
    owners_ = [printed] if printed else that_name(trail, letter)
    if not printed and not all(estate.manager(one, "DEADQ").known for one in _may_own(trail, letter)):
        return NO
    there = possible_managers(trail, letter, owners_)
    seen = [owners.depth_since(estate, one, queue, trail.at).seen for one in owners_]
    if not owners_ or there.managers or not all(seen):
        return NO
    owner = owners_[0] if len(owners_) == 1 else None
    done, made = done_by(trail.mail.handlers, queue, owner), trail.mail.dump_as_display(letter, owner)
    when = f" ({made_at(made)})" if made else ""
    gone = seen_empty(all(is_before(trail, letter, one) for one in owners_), said_of.WAS_MOVED)
    said = said_of.WAS_THERE.format(queue=queue, of=of_manager(owner), when=when, gone=gone, done=done.said)
    ask = [one for at in owners_ for one in handles_command(at, queue)]
    return Check(True, said, [*there.places, *done.places], [*ask, *done.next], object=owner)


def seen_empty(is_since: bool, how: str) -> str:
    """That the queue of a dump was seen to be empty, which is since where the evidence shows it, and how a message left
    it."""
    if is_since:
        return said_of.EMPTY_SINCE.format(how=how)
    return said_of.EMPTY_OR_LATER.format(how=how)


def is_before(trail: Inquiry, letter: DumpedMessages, manager: str | None) -> bool:
    """Whether the dump of a message is known to be from before the depth of its queue was seen."""
    dump, seen = trail.mail.dump_as_display(letter, manager), checks.depth(trail.estate, manager, letter.queue).seen
    return dump is not None and all(trail.estate.later(one.row, dump) for one in seen)


def _on_the_way(trail: Inquiry, letter: DumpedMessages) -> bool:
    """Whether the message comes to the queue manager of a dump; one that is known by its id may be anywhere."""
    end = trail.route.end
    way = [*senders(trail), *(hop.partner for hop in trail.hops), end.manager]
    return letter.same == ITSELF or end.kind == OPEN or letter.queue_manager in way


def _that_refuse(trail: Inquiry, letter: DumpedMessages, managers: list) -> list:
    """Those of the queue managers on the way that can have given the reason: where nothing refuses, none is given."""
    hops, end = trail.hops, trail.route.end
    if letter.reason in UNKNOWN_NAMES:
        # A queue manager that sends it on knows the name.
        left = [manager for step, manager in enumerate(managers, 1) if step == len(hops)]
        return left if end.kind != OPEN else managers
    if letter.reason != PUT_INHIBITED:
        return managers
    open_ = {}
    for step, manager in enumerate(managers, 1):
        at, names, cluster = trail.route.queues(step)
        shut = checks.puts(trail.estate, at, names, trail.at, cluster) if at == manager and names else Check(None)
        open_[manager] = shut.holds is False
    return [manager for manager in managers if not open_[manager]] or managers


def owner_shown(trail: Inquiry) -> Check:
    """Whether the dump is known to be of the queue manager that the channel of this step leads to."""
    letter = most_frequent(trail, sender=False)[0]
    found = _owner_in_words(trail, letter)
    if letter.reason in AT_EITHER_END and found.holds and found.object in senders(trail):
        return Check(None, said_of.EITHER_END.format(queue=letter.queue, reason=letter.said),
                     [*letter.places, *found.places], browse(letter.queue, found.object))  # fmt: skip
    return found


def sender_shown(trail: Inquiry) -> Check:
    """Whether the dump is known to be of a queue manager that sends the message on."""
    letter = most_frequent(trail, sender=True)[0]
    found = _owner_in_words(trail, letter)
    if found.holds and found.object == letter.destination_manager and found.object not in senders(trail):
        said = said_of.NOT_SENDING.format(queue=letter.queue, manager=found.object, reason=letter.said)
        return Check(None, said, [*letter.places, *found.places], browse(letter.queue, found.object))
    return found


def _owner_in_words(trail: Inquiry, letter: DumpedMessages) -> Check:
    found = owner_of(trail, letter)
    if found.holds:
        return found
    gone, printed = emptied_queue(trail, letter), letter.queue_manager
    if gone.holds:
        return Check(None, said_of.IT_WAS_ON.format(queue=gone.said), [*letter.places, *gone.places], gone.next)
    if printed:
        said = found.said or said_of.OFF_ROUTE.format(queue=letter.queue, manager=printed)
        on = printed if printed in trail.estate.managers else None
        return Check(None, said, [*letter.places, *found.places], browse(letter.queue, on))
    if found.object:
        said = said_of.NOT_ON_ROUTE.format(queue=found.said)
        return Check(None, said, [*letter.places, *found.places], browse(letter.queue, found.object))
    open_ = unknown_owner(trail, letter)
    said = said_of.ON_DEAD_LETTER_QUEUE.format(queue=letter.queue, why=open_.said)
    return Check(None, said, [*letter.places, *found.places], open_.next)


def unknown_owner(trail: Inquiry, letter: DumpedMessages) -> Check:
    """What is said of a letter of which the evidence does not show whose dead-letter queue it is on, and what shows
    whose."""
    estate, way = trail.estate, _may_own(trail, letter)
    # A handler may have put it on another queue, with its header.
    named = that_name(trail, letter) or [one for one in estate.managers if estate.of(one, ("QLOCAL",), letter.queue)]
    of = f" ({', '.join(named)} {said_of.HAVE_ONE_EACH if len(named) > 1 else said_of.HAS_ONE})" if named else ""
    next_ = [
        one for at in named if not checks.depth(estate, at, letter.queue).seen
        for one in mqsc("DISPLAY QLOCAL({}) CURDEPTH", letter.queue, on=at)
    ]  # fmt: skip
    unknown = dict.fromkeys(at for at in way if at and not estate.manager(at, "DEADQ").seen)
    next_ += [one for at in unknown for one in mqsc("DISPLAY QMGR DEADQ", on=at)]
    on_the_way = [at for at in dict.fromkeys(way) if at in named] or named
    next_ = next_ or [one for at in on_the_way for one in browse(letter.queue, at)]
    return Check(None, said_of.UNOWNED.format(owners=of), [], next_ or browse(letter.queue, None))


def condition_stands(trail: Inquiry) -> Check:
    """Whether the cause that the reason names lasts, where nothing else tells the message from older dead-lettered
    messages."""
    request, letter = trail.request, most_frequent(trail, sender=False)[0]
    manager = owner_of(trail, letter).object
    if (gone := may_have_left_since(trail, letter, manager)).said:
        said = said_of.IT_IS_IN_DUMP.format(file=letter.file, queue=letter.queue, manager=manager, why=gone.said)
        return Check(None, said, [*letter.places, *gone.places], browse(letter.queue, manager))
    if request.id_field or request.put_time:
        return YES
    steps = [step for step, hop in enumerate(trail.hops, 1) if hop.partner == manager]
    stands = False
    for one in steps:
        older = _older(trail, letter, one)
        if older:
            said = said_of.HAS_DEAD_LETTERS.format(queue=letter.queue, reason=letter.said, why=older)
            return Check(None, said, letter.places, browse(letter.queue, manager))
        found = trail.refusal(one)
        stands = stands or (found.holds is True and found.code == letter.reason)
        if letter.reason in (2051, 2053) and found.holds is False:
            said = said_of.TAKES_NOW.format(queue=letter.queue, reason=letter.said, manager=manager)
            return Check(None, said, [*letter.places, *found.places], browse(letter.queue, manager))
    end = trail.route.end
    if not stands and end.kind == DESTINATION and trail.refusal(len(trail.hops)).holds is False:
        deep = checks.depth(trail.estate, end.manager, end.queue)
        if deep.says(positive):
            said = said_of.MESSAGES_AND_LETTERS.format(queue=end.queue)
            return Check(None, said, [*letter.places, *deep.places], browse(end.queue, end.manager))
    dead = checks.dead_letter_queue(trail.estate, manager)
    if dead.usable is False:
        said = said_of.OLDER_LETTERS.format(queue=letter.queue, why=dead.said)
        return Check(None, said, [*letter.places, *dead.places])
    return YES


def _older(trail: Inquiry, letter: DumpedMessages, step: int) -> str:
    """What shows that dead-lettered messages are of before a message that was put while the captures were made."""
    manager, names, _ = trail.route.queues(step)
    owner = trail.hops[step - 1].partner
    age = trail.estate.fact(owner, ("QSTATUS",), letter.queue, "MSGAGE").number()
    alone = checks.depth(trail.estate, owner, letter.queue).value == "1"
    if alone and age is not None and LATELY.total_seconds() < age < CAP:
        return said_of.CAME_EARLIER.format(queue=letter.queue, manager=owner, seconds=age)
    if put_just_before_capture(trail, owner, letter.queue) is False:
        return said_of.NOTHING_PUT.format(queue=letter.queue, manager=owner)
    if manager != owner or not names or trail.route.end.kind != DESTINATION:
        return ""
    if letter.reason in UNKNOWN_NAMES and trail.estate.of(manager, QUEUES, letter.destination):
        return said_of.DEFINED_NOW.format(queue=letter.destination, manager=manager)
    came = [one.came for one in most_frequent(trail, sender=False) if one.came.last]
    dead = max(came, key=lambda one: one.last, default=Span())
    put = checks.last(trail.estate, manager, names[-1], "LPUT")
    if dead.before(put, OTHER_HOST) is True:
        return said_of.TAKEN_SINCE.format(queue=names[-1], manager=manager)
    return ""


def sender_can(trail: Inquiry) -> Check:
    """Whether the sending channel can have given that reason: conversion only with CONVERT(YES)."""
    letter = most_frequent(trail, sender=True)[0]
    if letter.reason not in CONVERSION:
        return YES
    manager = owner_of(trail, letter).object
    for hop in trail.hops:
        if hop.manager == manager:
            fact = trail.estate.fact_of([row for rows in hop.channels.values() for row in rows], "CONVERT")
            if fact.value == "NO":
                said = said_of.NOT_CONVERTING.format(reason=letter.said)
                return Check(None, said, fact.places, browse(letter.queue, manager))
    return YES


ENDS = (
    ("ON_DLQ", False, (the_message_itself, owner_shown, condition_stands)),
    ("ON_SENDER_DLQ", True, (the_message_itself, sender_shown, sender_can)),
)  # fmt: skip
"""The verdicts of dead-lettered messages, whether a sending channel put them there, and what must be shown."""
ON = {"ON_DLQ": said_of.A_DEAD_LETTER_QUEUE, "ON_SENDER_DLQ": said_of.SENDERS_DEAD_LETTER_QUEUE}
"""How a verdict calls the queue."""
