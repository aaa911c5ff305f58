"""The widest request: five hops, the last one to eight instances of a cluster queue, and 300 dead letters."""

import json

from mqforensics.flow.answer import Sighting, answer
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place
from mqforensics.questions.walk.plain_walk import requests, ways
from tests.questions.production import chs, clustered, local, member, qmgr, qstatus, remote, run, sdr, xmitq
from tests.simulated.ask import forget, tables_of

HOPS, INSTANCES, LETTERS = 5, 8, 300
CTQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
ANY = "ANY.CL"
"""An alias of a queue manager that is blank: where a message comes to it, the cluster is asked for the queue."""
MOST = 100
"""So many paths a hop or an instance has at most."""


def estate_of_hops():
    """A queue manager after the other, each with a definition of the next; the last is in a cluster."""
    files, members = {}, [f"MEMBER{nth}" for nth in range(INSTANCES)]
    for nth in range(HOPS - 1):
        here, there, name = f"QM{nth}", f"QM{nth + 1}", f"QM{nth}.QM{nth + 1}"
        lane = [
            xmitq(f"{there}.X"),
            qstatus(f"{there}.X"),
            sdr(name, f"{there}.X"),
            chs("RUNNING", name, f"{there}.X", there),
        ]
        at = remote("R", "R", there if nth < HOPS - 2 else ANY, f"{there}.X")
        files[f"{here}.txt"] = run(here, at, *lane, qmgr(here, "DEADQ=DLQ"), local("DLQ"))
    last = f"QM{HOPS - 1}"
    each = [member(one, f"CL.{one}") for one in members]
    status = [chs("RUNNING", f"CL.{one}", CTQ, one, "CHLTYPE=CLUSSDR") for one in members]
    blank = remote(ANY, "", "", "")
    files["last.txt"] = run(
        last, blank, clustered("R", *members), *each, local(CTQ, "USAGE=XMITQ"), *status, qmgr(last)
    )
    for one in members:
        files[f"{one}.txt"] = run(
            one, local("R", "CURDEPTH=1"), qstatus("R", "CURDEPTH=1"), qmgr(one, "DEADQ=DLQ"), local("DLQ")
        )
    asked = {"walk": [{"queue": "R", "queue_manager": "QM0", "put_time": "2026-04-14T10:00:00Z"}]}
    return {"case.json": json.dumps(asked).encode(), **{name: text.encode() for name, text in files.items()}}


def widest():
    """Its estate, request and routes, and the dead letters."""
    forget()
    (objects, *_), asked = tables_of(estate_of_hops())
    estate = Estate(objects)
    (request,) = requests(estate, asked)
    first, *each = ways(estate, request)
    letters = [
        Sighting("DLQ", (f"MEMBER{nth % INSTANCES}",), False, (Place("dlq.txt", nth),), 2053, True)
        for nth in range(LETTERS)
    ]
    return estate, request, each or [first], letters


def test_dead_letters_add_no_path_and_instances_only_their_own():
    """What an answer takes grows with its paths: 300 letters are as many as one of each queue."""
    estate, request, routes, letters = widest()
    assert len(routes) == INSTANCES and all(len(one.hops) == HOPS for one in routes), routes[0]
    said = answer(estate, request, routes, letters)
    assert said.possible and said.code
    one_each = answer(estate, request, routes, letters[:INSTANCES])
    assert len(said.every) == len(one_each.every) <= MOST * (HOPS + INSTANCES), len(said.every)
