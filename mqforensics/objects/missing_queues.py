"""Whether a queue manager knows no queue of a name: neither a definition of its own nor a cluster queue.

A search that finds no definition proves nothing of cluster queues: a member of a cluster learns of one when somebody
first opens it. Only a full repository of each of its clusters can deny the name.
"""

from __future__ import annotations

from collections.abc import Sequence

from mqforensics.objects import sentences
from mqforensics.objects.absence import Absence, proof
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row
from mqforensics.objects.hops import display_of_name, newest
from mqforensics.objects.near_names import capitals, near_name

NOT_MET = "SYSTEM.TEMPQMGR."
"""How a full repository is called that a queue manager has never reached."""


def no_such_queue(estate: Estate, manager: str | None, name: str, own: bool = False) -> Check:
    """Whether an open of this name at a queue manager fails because there is not such a queue (2085).

    `own`: the open names this queue manager, so that a cluster queue need be ruled out only where it is a member.
    `holds` None: with words where it has no such queue of its own but may find one in a cluster, without them where
    nothing is in the evidence; `next` settles it.
    """
    rows, missing = newest(estate, manager, name)
    shown = rows or estate.of(manager, ("QCLUSTER",), name)
    if missing and not shown:
        return not_its_own(estate, manager, name, missing, own)
    holds = False if shown and not (rows and missing) else None
    return Check(holds, "", [row.place() for row in shown], display_of_name(estate, manager, "QUEUE", name))


def not_its_own(estate: Estate, manager: str | None, name: str, missing: Sequence[Absence], own: bool = False) -> Check:
    """The same where `missing` proves that there is no definition of the name."""
    (member, signs), places = estate.in_cluster(manager), [one.place for one in missing]
    other = near_name(name, (row.name for row in estate.of(manager, QUEUES)))
    hint = sentences.OTHER_IS.format(name=other) if other else ""
    places = [*places, *(row.place() for row in estate.of(manager, QUEUES, other)[:1] if other)]
    if member and not own and (denied := _denials(estate, manager, name)):
        said = sentences.NOT_DEFINED_IN_CLUSTER.format(name=name, manager=manager, hint=hint)
        return Check(True, said, [*places, *(one.place for one in denied)])
    if member or (member is None and not own):
        open_ = sentences.MAY_BE_CLUSTERED if member else sentences.CLUSTER_IS_UNKNOWN.format(manager=manager)
        said = sentences.HAS_NO_QUEUE.format(
            name=name,
            manager=manager,
            hint=hint and sentences.BUT_OTHER.format(name=other),
            more="but" if member else "and",
            open=open_,
        )
        return Check(None, said, [*places, *signs[:3]], _cluster_look(estate, manager, name))
    return Check(True, sentences.NOT_DEFINED.format(name=name, manager=manager, hint=hint), [*places, *signs])


def _cluster_look(estate: Estate, manager: str | None, name: str) -> list[Command]:
    """Who knows whether there is a cluster queue: where the queue manager has denied it, a full repository."""
    if not proof(estate.absences(manager), ("QCLUSTER",), name):
        return display_of_name(estate, manager, "QCLUSTER", name)
    members = estate.newest(estate.of(manager, ("CLUSQMGR",)))
    full = [row.name for row in members if row.attributes.get("QMTYPE") == "REPOS" and row.name != manager]
    full = [one for one in dict.fromkeys(full) if one and not one.startswith(NOT_MET)]
    asked = [command for one in full for command in display_of_name(estate, one, "QCLUSTER", name)]
    return asked or mqsc("DISPLAY CLUSQMGR(*) QMTYPE STATUS", on=manager)


def spelt_otherwise(estate: Estate, manager: str | None, name: str) -> list[Row]:
    """Queues of a name that differs in nothing but capitals: names tell these apart."""
    rows = estate.of(manager, QUEUES)
    return [row for one in capitals(name, (row.name for row in rows)) for row in estate.of(manager, QUEUES, one)]


def _denials(estate: Estate, manager: str | None, name: str) -> list[Absence]:
    """The answers of a full repository of each cluster of a queue manager that no cluster queue has this name."""
    rows = estate.of(manager, ("CLUSQMGR", "CHANNEL"))
    clusters = {row.attributes.get("CLUSTER") for row in rows} - {None, ""}
    lists = any(row.attributes.get("CLUSNL") for row in rows)
    proofs = []
    for cluster in sorted(clusters):
        # On z/OS the search fails while the channel initiator is down.
        full = [one for one in estate.managers if estate.manager(one, "REPOS").value == cluster and not estate.zos(one)]
        told = [found for one in full for found in proof(estate.absences(one), ("QCLUSTER",), name)]
        if not told or lists:
            return []
        proofs += told[:1]
    return proofs
