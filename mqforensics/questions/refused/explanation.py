"""What decided a failure, and what to run next: the record out of the definitions of the case, the smallest change."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from mqforensics.codes.amq_messages import EXITS
from mqforensics.codes.refusals import CLIENT, Cause, of_channel_type, said_by
from mqforensics.formats.amqerr.entry import MIXED
from mqforensics.objects import authority, chlauth
from mqforensics.objects.chlauth import Record
from mqforensics.objects.commands import Command, Value, in_order, mqsc, shell
from mqforensics.objects.estate import RECEIVERS
from mqforensics.objects.listeners import other_port
from mqforensics.objects.near_names import near_name
from mqforensics.objects.run_states import RunState
from mqforensics.objects.security import Security, altered_after, runcheck, surely_altered_after
from mqforensics.questions.finding import sentence
from mqforensics.questions.refused import connection_endings, signs
from mqforensics.questions.refused.connection_endings import Ending
from mqforensics.questions.refused.deciding_record import (
    blocks,
    deciding_attribute,
    deciding_record_of,
    fits,
    peer_of,
    record_of,
    refuses,
    winner_of,
)
from mqforensics.questions.refused.proposals import Note, Place, is_zos, proposal, user_meant
from mqforensics.words import refused as words

NOT_HERE = "AMQ9519"
"""The message of a queue manager that has no channel of the name; AMQ9520 shows it of another one."""
REGULAR, SHORTEST, SPREAD, TOGETHER = 3, 30, 10, 2
"""Breaks are regular from so many intervals on, of so many seconds or more, that differ by no more than so many."""
RECORDS, CHANNEL = "DISPLAY CHLAUTH(*) ALL", "DISPLAY CHANNEL({channel}) "
STATUS = "dspmq -m {} -o all"
FEW = 3
"""So many channels are named."""
NEEDED = "PUT", "SETALL"
"""What the user of a receiving channel with PUTAUT(DEF) needs on a queue."""


class Explanation(NamedTuple):
    """`record`: what decided, None where that is not known; `places`: the lines of what is said; `likely`; `note`: what
    else is to be known, as why no change is offered; `next`."""

    record: str | None
    places: tuple[Place, ...]
    cause: str | None
    likely: str | None
    note: str | None
    next: list[Command]
    local_time: str | None = None
    """When it happened, where the zone of that clock is not known."""
    against: str | None = None
    """What would contradict that all of the evidence belongs to this failure."""


def decide(row: Mapping, securities: Mapping[str | None, Security], ended: Sequence[Ending] = (),
           run_states: Mapping[str, RunState] = MappingProxyType({})) -> Explanation:  # fmt: skip
    """What the definitions of the case add to one failure, a row of `joined.summed`, what `ended` connections, and what
    `run_states` show not to run."""
    known = securities.get(row["queue_manager"]) if row["queue_manager"] else None
    kind = known.channel(row["channel"], "CHLTYPE") if known is not None and row["channel"] else None
    told = of_channel_type(said_by(row["words"]), kind)
    first = [Note(text) for text in (told.likely, told.note) if text] if told else []
    record, place, notes = row["record"], None, first
    found = record_of(row, known) if known is not None else None
    shown = deciding_record_of(found, row, known) if isinstance(found, Record) else found
    if record is None and shown is not None:
        if shown.later:
            notes.append(Note(words.NOW.format(record=shown.said), (shown.place,)))
        else:
            record, place = shown.said, shown.place
    offered = proposal(row, known, found if isinstance(found, Record) else None)
    notes += [_otherwise_now(row, known), _names_a_host(row, known), _may_be_blocked(row, known), _regular(row, known)]
    looks = told.look if told else ()
    known_looks = _looks_at_shown(looks, row, known)
    stands = connection_endings.run_state(row, run_states)
    receiver, received = _received_as(row, known)
    answers = [_other_port(row, securities), _exits(row, known)]
    notes += [
        _near_name_note(row, told, known),
        connection_endings.ending_of(row, ended, securities) or stands,
        *answers,
    ]
    notes += [_started_since(row, securities), _set_by_channel(row, known), *known_looks.values(), received]
    sure = [_doubt_note(known), _damage_note(row), _not_adopted(row, known), _granted_on_the_base(row, known)]
    sure += [offered.note]
    # What does not run answers no MQSC.
    look = () if stands else (*(looks if not any(answers) else ()), *_more_to_look_at(row, known))
    asks = shell(STATUS, row["queue_manager"], on=row["queue_manager"]) if stands else []
    is_shown = known is not None and known.has_records_after(row["time"])
    answered = known is not None and known.runcheck_record(peer_of(row)) is not None
    is_told = {RECORDS: is_shown or answered, "RUNCHECK": answered}
    look = [one for one in look if not is_told.get(one)]
    look = [one for one in look if one not in known_looks] or look
    look = (*look, "ENTAUTH QUEUE") if receiver else look
    commands = [*asks, *_looks(look, {**row, "user": row["user"] or receiver}, is_zos(row, known)), *offered.commands]
    cited = (at for note in (*notes, *sure) if note for at in note.places)
    places = tuple(dict.fromkeys(one for one in (place, *cited) if one))
    commands += known.doubt.next if known is not None and known.doubt else []
    return Explanation(
        record, places, told.cause if told else None, _notes_in_words(notes), _notes_in_words(sure), in_order(commands),
        _local_time(row), _against(row),
    )  # fmt: skip


def looked_at_first(entry: Mapping, of: Callable[[Mapping], signs.Sign | None]) -> list[Command] | None:
    """The commands for one entry of a log or event of which nothing else is known; None for one that is not a refusal.

    `of`: what reads a sign out of it, as `signs.of_log`.
    """
    sign = of(defaultdict(lambda: None, entry))
    if sign is None or not sign.code:
        return None
    own = sign.object if sign.code == "NO_AUTHORITY_QMGR" else None
    row = defaultdict(lambda: None, sign._asdict(), queue_manager=entry.get("queue_manager") or own)
    return decide(row, {}).next


def _doubt_note(known: Security | None) -> Note | None:
    """Why no definition of a queue manager counts, where two have its name."""
    if known is None or not known.doubt:
        return None
    return Note(sentence(known.doubt.said), tuple(place[:2] for place in known.doubt.places))


def _notes_in_words(notes: Iterable[Note | None]) -> str | None:
    return " ".join(note.text for note in notes if note) or None


def _local_time(row: Mapping) -> str | None:
    """When it happened by a clock whose zone the evidence does not show; None where the time in UTC is known."""
    if row["time"] or not row.get("local"):
        return None
    return words.LOCAL.format(span=_span(row["local"], row.get("last_local")))


def _against(row: Mapping) -> str | None:
    """That a text which only its time ties to the failure may belong to another one."""
    probable = row.get("probable") or {}
    many = probable.get("count")
    if not many:
        return None
    when = [form.format(span=_span(probable[f"first_{name}"], probable[f"last_{name}"]))
            for name, form in (("local", words.LOCAL), ("time", words.UTC)) if probable[f"first_{name}"]]  # fmt: skip
    return words.against(many, when)


def _span(*ends: datetime | None) -> str:
    return " to ".join(dict.fromkeys(f"{one:%Y-%m-%d %H:%M:%S}" for one in ends if one))


def _otherwise_now(row: Mapping, known: Security | None) -> Note | None:
    """That the definitions as the evidence shows it do not refuse what was refused."""
    if known is not None and row["gate"] == "CHLAUTH" and known.switch == "DISABLED":
        return Note(words.SWITCHED_OFF, (known.switch_place,))
    if known is not None and row["code"] == "CHLAUTH_BLOCKED_USER":
        return _not_in_a_list(row, known)
    if known is None or not row["channel"] or row["code"] != "CHLAUTH_NOACCESS":
        return _set_otherwise(row, known) if known is not None else None
    winner = winner_of(row, known)
    possible = [winner.record] if winner.record is not None else winner.possible
    if any(map(refuses, possible)) or not (winner.known or (possible and known.records_whole)):
        return None
    if winner.record is None:
        return Note(words.NO_RECORD_NOW)
    since = _age_of_record(winner.record, row, known)
    return Note(words.OTHER_NOW.format(record=winner.record.said, since=since), (winner.record.place,))


def _age_of_record(record: Record, row: Mapping, known: Security) -> str:
    """Why a record in the evidence need not be the one that counted at a failure."""
    if not surely_altered_after(record.altered, row.get("last") or row["time"], known.zone):
        return words.MAY_BE_ALTERED
    return words.ALTERED.format(time=f"{record.altered:%Y-%m-%d %H:%M:%S}")


def _names_a_host(row: Mapping, known: Security | None) -> Note | None:
    """That a record which would have come before one that refuses names a host, and no host name is looked up."""
    if known is None or known.reverse_lookup is not False or row["code"] != "CHLAUTH_NOACCESS" or not row["channel"]:
        return None
    refusing = [one for one in winner_of(row, known).possible if refuses(one)]
    before = [one for one in known.records if one.type in chlauth.MAPS
              and any(chlauth.order(one, other) == 1 for other in refusing)]  # fmt: skip
    hidden = [one for one in before
              if fits(one, row, known, False) is False and fits(one, row, known, True) is not False]  # fmt: skip
    said = " and ".join(one.said for one in hidden)
    return Note(words.NO_LOOKUP.format(records=said), tuple(one.place for one in hidden)) if hidden else None


def _not_in_a_list(row: Mapping, known: Security) -> Note | None:
    """That the list of blocked users that counts for a channel does not block the user."""
    if not (row["channel"] and row["user"] and known.records_whole):
        return None
    lists = chlauth.block_user(known.records, row["channel"])
    if any(blocks(one, row) or not one.complete for one in lists):
        return None
    if not lists:
        return Note(words.NO_LIST_NOW)
    told = words.OTHER_LIST_NOW.format(
        record=lists[0].said, user=row["user"], since=_age_of_record(lists[0], row, known)
    )
    return Note(told, tuple(one.place for one in lists))


def _set_otherwise(row: Mapping, known: Security) -> Note | None:
    """That what decided, as the log shows it, is displayed with another value; a CipherSpec, with none."""
    shown = deciding_attribute(row, known)
    if shown is None or "(ANY" in shown.said:
        return None
    then, (head, _, value) = row["record"] or "", shown.said.rpartition("(")
    differs = shown.said != then and then.rpartition("(")[0] == head
    if not differs and (row["code"] != "TLS_CIPHER_MISSING" or value != ")"):
        return None
    return Note(words.SET_OTHERWISE.format(record=shown.said), (shown.place,))


def _not_adopted(row: Mapping, known: Security | None) -> Note | None:
    """That not the user in MQCSP was authorized but the one of the client's process."""
    meant, name = user_meant(row), known.connauth if known is not None else None
    if meant is None:
        return None
    adopts = known.authinfo(name, "ADOPTCTX") if known is not None and name else None
    shown = words.ADOPTS.format(name=name, adopts=adopts) if adopts else ""
    return Note(
        words.NOT_ADOPTED.format(sent=meant, used=row["user"], shown=shown),
        (known.authinfo_place(name, "ADOPTCTX"),) if shown else (),
    )


def _granted_on_the_base(row: Mapping, known: Security | None) -> Note | None:
    """That the user has on the base of an alias what is missing on the alias, where it is checked."""
    if row["code"] != "NO_AUTHORITY" or known is None or not (row["user"] and row["permission"]):
        return None
    alias = next(iter(known.of("QALIAS", name=row["object"])), None)
    told = alias.attributes if alias else {}
    base = told.get("TARGET") or told.get("TARGQ")
    if not base:
        return None
    needed = row["permission"].split()
    found = authority.missing_permissions(known.grants, row["user"], None, "QUEUE", base, needed, known.grants_whole)
    if found.missing or found.open or not found.grants:
        return None
    said = words.GRANTED_ON_BASE.format(alias=row["object"], base=base, profile=found.profile, user=row["user"])
    places = ((alias.file, alias.line), *(one.place for one in found.grants))
    return Note(said, places)


def _other_port(row: Mapping, securities: Mapping[str | None, Security]) -> Note | None:
    """That the port that a client called is none that a listener is known to have: of its queue manager, if told."""
    shown = [one for known in _securities_called(row, securities).values() for one in known.of("LSSTATUS", "LISTENER")]
    told = other_port(row.get("port"), shown)
    return Note(f"{told.said}.", tuple((at.file, at.line) for at in told.places)) if told.holds else None


def _securities_called(row: Mapping, securities: Mapping[str | None, Security]) -> Mapping[str | None, Security]:
    """What is known of the queue manager that a client called; of each where the evidence does not show which."""
    at = row["queue_manager"]
    return {name: known for name, known in securities.items() if name == at} if at else securities


def _started_since(row: Mapping, securities: Mapping[str | None, Security]) -> Note | None:
    """That the listener of the port that a client called may have been started after it called."""
    called = _securities_called(row, securities)
    shown = {(at, one.name): one for at, known in called.items() for one in known.of("LSSTATUS")
             if row.get("port") and one.attributes.get("PORT") == row["port"]}  # fmt: skip
    since = [(at, one, one.times.get("START")) for (at, _), one in shown.items()]
    if (
        not row["time"]
        or not since
        or not all(start and altered_after(start, row["time"], securities[at].zone) for at, _, start in since)
    ):
        return None
    said = " ".join(words.STARTED_SINCE.format(name=one.name, manager=at, port=row["port"], time=start)
                    for at, one, start in since)  # fmt: skip
    places = tuple((at.file, at.line) for at in (one.place("STARTTI") for _, one, _ in since))
    return Note(said, places)


def _set_by_channel(row: Mapping, known: Security | None) -> Note | None:
    """Which channels let in everybody as the user that could not be set."""
    if row["code"] not in ("USER_NOT_SET", "USER_UNKNOWN") or known is None or not row["user"] or row["channel"]:
        return None
    names = {one.name for one in known.of("CHANNEL")}
    own = sorted(name for name in names if name and known.channel(name, "MCAUSER") == row["user"])[:FEW]
    said = words.SET_BY.format(channels=" and ".join(f"CHANNEL({name})" for name in own), user=row["user"])
    return Note(said, tuple(known.channel_place(name, "MCAUSER") for name in own)) if own else None  # fmt: skip


def _damage_note(row: Mapping) -> Note | None:
    """What is wrong with the entry that shows it."""
    told = row.get("damage")
    either = words.OF_EITHER if told and told.startswith(MIXED) else ""
    return Note(f"{told[:1].upper()}{told[1:]}.{either}") if told else None


def _looks_at_shown(looks: Iterable[str], row: Mapping, known: Security | None) -> dict[str, Note]:
    """The looks at the address of a channel that its definition answers, with what that is."""
    name, found = row["channel"], {}
    if known is None or not name:
        return found
    for text in looks:
        keys = text.removeprefix(CHANNEL).split() if text.startswith(CHANNEL) else []
        shown = {key: value for key in keys if (value := known.channel(name, key)) is not None}
        if "CONNAME" in keys and len(shown) == len(keys):
            told = " ".join(f"{key}({value})" for key, value in shown.items())
            found[text] = Note(words.HAS.format(name=name, attributes=told), (known.channel_place(name, "CONNAME"),))
    return found


def _exits(row: Mapping, known: Security | None) -> Note | None:
    """The exits that the channel is known to have which one of them ended."""
    name = row["channel"] if row["code"] == "EXIT_REFUSED" and known is not None else None
    shown = {f"{key}({value})": known.channel_place(name, key) for key in EXITS.split()[1:] if name
             and (value := known.channel(name, key))}  # fmt: skip
    return Note(words.HAS.format(name=name, attributes=", ".join(shown)), tuple(shown.values())) if shown else None


def _may_be_blocked(row: Mapping, known: Security | None) -> Note | None:
    """That a list of addresses could have broken a connection that was just being made: no log shows that."""
    if row["code"] != "CONNECTION_BROKEN" or known is None or known.switch in ("DISABLED", "WARN"):
        return None
    lists = known.blocking_addresses
    said = words.MAY_BE_BLOCKED.format(records=" or ".join(one.said for one in lists))
    return Note(said, tuple(one.place for one in lists)) if lists else None


def _received_as(row: Mapping, known: Security | None) -> tuple[str | None, Note | None]:
    """As whom the only receiving channel in the evidence puts messages, and whether records in the evidence let it.

    With several channels, or a blank MCAUSER, the user is not known.
    """
    shown = [] if row["code"] != "MCA_NOT_AUTHORIZED" or known is None else known.of("CHANNEL")
    names = {one.name for one in shown if one.attributes.get("CHLTYPE") in RECEIVERS}
    name = names.pop() if len(names) == 1 else None
    user = known.channel(name, "MCAUSER") if name else None
    if not user:
        return None, None
    said = words.RECEIVED_AS.format(name=name, user=user)
    found = authority.missing_permissions(
        known.grants, user, None, "QUEUE", row["object"] or "", NEEDED, known.grants_whole
    )
    counts = found.grants and known.channel(name, "PUTAUT") == "DEF" and (found.missing or not found.open)
    needed = " and ".join(found.missing or NEEDED).lower()
    said += words.GIVEN[bool(found.missing)].format(needed=needed) if counts else ""
    grants = [one.place for one in found.grants] if counts else []
    return user, Note(said, (known.channel_place(name, "MCAUSER"), *grants))


def _near_name_note(row: Mapping, told: Cause | None, known: Security | None) -> Note | None:
    """That a channel is defined whose name is nearly the one that was asked for there."""
    if row["code"] != "CHANNEL_NOT_DEFINED" or known is None or told is None or told.id not in (NOT_HERE, CLIENT):
        return None
    name = near_name(row["channel"], (one.name for one in known.of("CHANNEL")))
    if name is None:
        return None
    shown = known.of("CHANNEL", name=name)[0]
    return Note(words.NEAR.format(name=name), ((shown.file, shown.line),))


def _more_to_look_at(row: Mapping, known: Security | None) -> tuple[str, ...]:
    if user_meant(row):
        return "DISPLAY QMGR CONNAUTH", "DISPLAY AUTHINFO(*) ALL"
    if row["code"] == "CONNECTION_BROKEN":
        return ("DISPLAY CHLAUTH(*) TYPE(BLOCKADDR) ALL",)
    unsure = row["code"] == "NO_AUTHORITY" and (known is None or known.transmits(row["object"]) is None)
    return ("DISPLAY QUEUE({object}) USAGE",) if unsure else ()


def _regular(row: Mapping, known: Security | None) -> Note | None:
    """That connections break at the same interval, as they do behind a device that cuts idle ones, or by a probe.

    Only the time since a connection was last used shows an idle limit; an orderly close is none.
    """
    times: list = []
    for time in row.get("times") or ():  # of one connection all conversations break together
        times += [time] if not times or (time - times[-1]).total_seconds() > TOGETHER else []
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    if len(gaps) < REGULAR or min(gaps) < SHORTEST or max(gaps) - min(gaps) > SPREAD:
        return None
    apart = round(sum(gaps) / len(gaps))
    by = words.REGULAR[row["code"] == "CONNECTION_CLOSED"]
    shown = [f"{key}({value})" for key in ("HBINT", "SHARECNV") if known is not None and row["channel"]
             and (value := known.channel(row["channel"], key))]  # fmt: skip
    return Note(by.format(seconds=apart, shown=words.CHANNEL_HAS.format(shown=" ".join(shown)) if shown else ""))


def _looks(look: Iterable[str], row: Mapping, zos: bool) -> list[Command]:
    command, found = partial(mqsc, on=row["queue_manager"], zos=zos), []
    for text in look:
        if zos and any(word in text for word in ("ENTAUTH", "AUTHREC")):
            continue  # authorities are the security manager's there
        if text[:1].islower():  # a command of the shell
            found += shell(text, on=row["queue_manager"])
        elif text == "RUNCHECK":
            peer = peer_of(row)._replace(certificate=row["certificate"])
            found += runcheck(peer, row["queue_manager"], zos) if row["channel"] else []
        elif text == "ENTAUTH QMGR":
            found += command("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QMGR)", Value("user", row["user"]))
        elif text == "ENTAUTH QUEUE":
            who = Value("user", row["user"])
            found += command("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QUEUE) OBJNAME({})", who, row["object"])
        else:
            name = next((row[field] for field in ("channel", "object") if f"{{{field}}}" in text), None)
            plain = text.replace("{channel}", "{}").replace("{object}", "{}").replace("(*)", "({})")
            values = ["*" if "(*)" in text else name] if "{}" in plain else []
            found += command(plain, *values)
    return found
