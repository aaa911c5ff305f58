"""Many messages of one case: what holds for one of them is not worked out again for the next, and each keeps its own."""

import json

from mqforensics.questions.walk import model_verdict
from tests.questions.production import (
    A,
    B,
    C,
    X,
    browse,
    here,
    letter,
    local,
    msg_id,
    none,
    qmgr,
    remote,
    run,
    sdr,
    xmitq,
)
from tests.questions.walk_evidence import gather

WAITING = here(remote(), xmitq(X, "CURDEPTH=7;IPPROCS=0"), sdr(), none(f"DISPLAY CHSTATUS({C})"), qmgr(A))
IDS = [f"{number:048X}" for number in range(1, 6)]


def asked(files, requests):
    case = {"walk": [{"queue": "R", "queue_manager": A, **one} for one in requests]}
    texts = {name: text.encode() for name, text in files.items()}
    return gather({**texts, "case.json": json.dumps(case).encode()})


def test_messages_that_only_their_identifier_tells_apart_are_answered_once(monkeypatch):
    calls = []
    monkeypatch.setattr(
        model_verdict,
        "answer",
        lambda *told, _answer=model_verdict.answer, **also: calls.append(1) or _answer(*told, **also),
    )
    walks = asked(WAITING, [{"msg_id": one} for one in IDS])
    assert [walk.verdict.code for walk in walks] == ["CHANNEL_NOT_RUNNING"] * len(IDS) and len(calls) == 1
    assert len({walk.finding.id for walk in walks}) == len(IDS)
    asked(WAITING, [{"msg_id": one, "put_time": f"2026-04-14T1{number}:00:00Z"} for number, one in enumerate(IDS)])
    assert len(calls) == 1 + len(IDS), "another put time is another question"


def test_a_message_that_a_dump_has_is_told_apart_from_the_others():
    read = browse("L", letter("20260414100000"), on=B)
    files = {
        "a.txt": run(A, remote(), xmitq(X, "CURDEPTH=0"), sdr()),
        "b.txt": run(B, local("L", "CURDEPTH=1")),
        "d.txt": read,
    }
    walks = asked(files, [{"msg_id": one} for one in (IDS[0], msg_id(1), IDS[1])])
    codes = [walk.verdict.code for walk in walks]
    assert codes[1] == "DELIVERED" and codes[0] == codes[2] and "dump" not in walks[0].verdict.statement, codes
