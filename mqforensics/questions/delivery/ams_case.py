"""What AMS on z/OS does with the dead-lettered messages of a case's channels: of which ends, in clear or not, and what
fails.

Each end with server-to-server interception (SPLPROT) is put through the decision table of `ams_table`, with the
policies that the case shows. Source: the document "Undelivered messages for AMS on z/OS".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from mqforensics.flow.delivery.citations import SOURCES
from mqforensics.flow.delivery.fate import Fate, of_inputs
from mqforensics.flow.delivery.inputs import assumptions
from mqforensics.objects.absence import proof
from mqforensics.objects.commands import mqsc, shell, why_unfit
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place, Row, distinct
from mqforensics.questions.delivery.ams_table import AMS_ASSUMED, AMS_FACTS, AMS_INPUTS, AMS_STAGES
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.words import delivery as words

IN_CLEAR, PUT_FAILS, OPEN = "AMS_DEAD_LETTER_IN_CLEAR", "AMS_DEAD_LETTER_PUT_FAILS", "AMS_DEAD_LETTER_OPEN"
SIGNERS = "AMS_USER_MAY_NOT_PROTECT"
SEVERITY = {IN_CLEAR: "warning", PUT_FAILS: "warning", OPEN: "info", SIGNERS: "info"}
NO_PROTECTION = ("NONE", "")
SYSTEM = "SYSTEM."


@dataclass(frozen=True)
class Policy:
    """The policy of a name at a queue manager: `known` False where none has it, None where the evidence does not show
    it."""

    known: bool | None
    row: Row | None = None
    places: tuple[Place, ...] = ()

    def of(self, attribute: str) -> str | None:
        """An attribute of it."""
        return self.row.attributes.get(attribute) if self.row else None

    @property
    def protects(self) -> bool | None:
        """Whether it asks for any protection: with neither algorithm a policy leaves messages as they are."""
        if not self.row:
            return self.known
        told = [self.of("SIGNALG"), self.of("ENCALG")]
        return None if None in told else any(one.upper() not in NO_PROTECTION for one in told)

    @property
    def tolerates(self) -> bool | None:
        """Whether it tolerates messages without protection."""
        return {"YES": True, "NO": False}.get((self.of("TOLERATE") or "").upper())


def policy(estate: Estate, manager: str, name: str) -> Policy:
    """The policy of AMS that has the name of a queue."""
    rows = estate.newest(estate.of(manager, ("POLICY",), name))
    if rows:
        places = [row.place(key) for row in rows for key in ("TOLERATE", "SIGNALG", "ENCALG") if key in row.lines]
        return Policy(True, rows[-1], tuple(distinct(places or [row.place() for row in rows])))
    none = proof(estate.absences(manager), ("POLICY",), name)
    return Policy(False, None, tuple(one.place for one in none)) if none else Policy(None)


def ams(estate: Estate, ends: Iterable) -> Iterator[Finding]:
    """The findings about ends of channels that AMS intercepts; `ends`: as `audit.ends`."""
    for end in ends:
        name = end.dlq.name
        if not end.value("SPLPROT") or not name:
            continue
        of_queue = policy(estate, end.manager, name)
        yield from _of_end(end, of_queue)


def _of_end(end, of_queue: Policy) -> Iterator[Finding]:
    told = partial(_fate, end, of_queue)
    kept, lost = told(1), told(0)
    places = distinct([*end.facts["SPLPROT"].places, *end.facts["USEDLQ"].places, *end.dlq.places, *of_queue.places])
    dead = end.dlq.name
    about = {
        "dead": dead, "manager": end.manager,
        "channel": words.AMS_CHANNEL.format(kind=end.kind, name=end.name, manager=end.manager),
    }  # fmt: skip
    if kept.fate == "ON_SENDER_DLQ" and kept.protected is False:
        why = words.POLICY_PROTECTS_NOTHING if of_queue.known else words.NO_POLICY
        why = words.SYSTEM_QUEUE if dead.startswith(SYSTEM) else why
        yield _finding(end, places, IN_CLEAR, about | {"why": why.format(dead=dead)})
    elif _fails_by_toleration(kept):
        then = {"kept": words.AMS_THEN[kept.fate], "lost": words.AMS_THEN.get(lost.fate, words.NOT_KNOWN_KEPT)}
        both = words.BOTH_READINGS if end.sends else ""
        yield _finding(end, places, PUT_FAILS, about | then | {"which": words.UNPROTECTED[end.sends], "both": both})
    elif kept.fate == "UNKNOWN" or (kept.protected is None and end.sends):
        yield _finding(end, places, OPEN, about | {"splprot": end.value("SPLPROT")})
    if of_queue.protects and of_queue.of("SIGNER") and not dead.startswith(SYSTEM):
        yield _finding(end, places, SIGNERS, about | {"signers": of_queue.of("SIGNER")})


def _fate(end, of_queue: Policy, persistence: int) -> Fate:
    """What becomes of a message that the sender has unprotected, or that came to the receiver without protection."""
    inputs = {
        "CHLTYPE": end.kind, "SPLPROT": end.value("SPLPROT"), "USEDLQ": end.value("USEDLQ"), "DEADQ": end.dlq.name,
        "NPMSPEED": end.npmspeed, "QMNAME": end.manager, "CHANNEL": end.name, "persistence": persistence,
        "pdmq": end.sends, "target_policy": None if end.sends else False, "dlq_policy": of_queue.protects,
        "toleration": of_queue.tolerates, "dead_letter_put": end.problem is None,
    }  # fmt: skip
    known = assumptions({}, AMS_INPUTS, AMS_ASSUMED) | {key: told for key, told in inputs.items() if told is not None}
    return of_inputs(known, AMS_STAGES, AMS_FACTS)


def _fails_by_toleration(told: Fate) -> bool:
    return told.fate in words.AMS_THEN and any(step.source == SOURCES["AMS toleration off"] for step in told.actions)


def _finding(end, places: list[Place], code: str, facts: Mapping[str, str]) -> Finding:
    dead = end.dlq.name
    look = shell("dspmqspl -m {} -p {}", end.manager, dead, on=end.manager)
    look += mqsc("DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH", dead, on=end.manager)
    evidence = [Evidence(*place) for place in places]
    said = words.AMS[code].format(**facts) + why_unfit(end.name, dead)
    return Finding("delivery", code, SEVERITY[code], said, evidence, look, end.manager, end.name)
