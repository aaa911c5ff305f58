"""The simulator itself: messages are conserved, and what is printed reads back as what the model holds."""

import random
from datetime import datetime

import pytest

from mqforensics import formats
from tests.simulated import faults, printers
from tests.simulated.ask import rows_of
from tests.simulated.console import answer
from tests.simulated.incidents import incident
from tests.simulated.lanes import lane
from tests.simulated.model import START, Estate
from tests.simulated.planted import planted
from tests.simulated.truth import statements

SEEDS = range(150)
ENDS = {"consumed", "expired", "discarded", "refused", "returned", "published", "purged"}


@pytest.fixture
def pair():
    """Two queue managers with a channel between them."""
    estate = Estate(1)
    estate.manager("QM.A", deadq="A.DLQ")
    estate.manager("QM.B", deadq="B.DLQ")
    estate.queue("QM.A", "A.DLQ")
    estate.queue("QM.B", "B.DLQ")
    estate.transmission("QM.A", "QM.B", trigdata="A.TO.B")
    estate.queue("QM.A", "R", kind="QREMOTE", rname="L", rqmname="QM.B")
    estate.queue("QM.B", "L")
    estate.channel("QM.A", "A.TO.B", "SDR", xmitq="QM.B", partner="QM.B", conname="b(1414)")
    estate.channel("QM.B", "A.TO.B", "RCVR", partner="QM.A", mrrty=0)
    estate.run_until(0)
    return estate


def lies_at(estate, message):
    """Every queue whose lists hold the message."""
    return [
        (m.name, q.name, kind) for m in estate.managers.values() for q in m.queues.values()
        for kind in ("messages", "unputs", "ungets") if message in getattr(q, kind)
    ]  # fmt: skip


def conserved(estate):
    for message in estate.messages:
        places, kind = lies_at(estate, message), message.place[0]
        if kind in ENDS:
            assert [place for place in places if place[2] != "ungets" or not message.copied] == []
        elif kind == "retried":
            assert [place[2] for place in places] == ["ungets"] * message.persistent
        else:
            assert len([place for place in places if place[2] != "ungets" or not message.copied]) == 1
            where = {
                "uncommitted put": "unputs",
                "uncommitted get": "ungets",
                "in doubt": "ungets",
                "queue": "messages",
            }
            assert where[kind] in {place[2] for place in places}
        times = [at for at, _ in message.history]
        assert times == sorted(times) and len(set(message.history)) == len(message.history)


@pytest.mark.parametrize("topology", ["direct", "hub", "local"])
@pytest.mark.parametrize("seed", range(40))
def test_every_message_is_in_one_place_or_has_a_known_end(seed, topology):
    dice = random.Random(seed)
    made = lane(seed, dice, topology)
    fault = faults.choose(made)
    if dice.random() < 0.5:
        made.estate.consumer(made.names[-1], made.target, hold=dice.choice((0, 3)))
    for _ in range(40):
        known = {"persistent": dice.random() < 0.5, "expiry": dice.choice((-1, -1, 300)), **(fault.message or {})}
        known |= {"reply_to": ("REPLY.Q", made.names[0]), "reports": (258, 259, 260)} if dice.random() < 0.3 else {}
        made.estate.at(dice.uniform(0, 3600), lambda known=known: made.estate.put(
            made.names[0], made.asked, made.object_manager, **known))  # fmt: skip
    made.estate.at(1000, fault.on)
    if fault.off:
        made.estate.at(2500, fault.off)
    for time in range(0, 4200, 300):
        made.estate.run_until(time)
        conserved(made.estate)
    assert any(message.place[0] in {"queue", *ENDS} for message in made.estate.messages)


def test_a_message_goes_over_and_is_taken(pair):
    message = pair.put("QM.A", "R")
    assert statements(pair, message) == {
        ("WAITING_ON_XMITQ", "QM.A", "QM.B"),
        ("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"),
    }
    pair.run_until(5)
    assert statements(pair, message) == {("DELIVERED", "QM.B", "L")}
    pair.consumer("QM.B", "L")
    pair.switch(pair.consumers[0], True)
    pair.run_until(9)
    assert statements(pair, message) == {("CONSUMED", "QM.B", "L")}


@pytest.mark.parametrize(
    ("persistent", "deadq", "code", "about"),
    [
        (True, "B.DLQ", "ON_DLQ", ("QM.B", "B.DLQ")),
        (False, "B.DLQ", "ON_DLQ", ("QM.B", "B.DLQ")),
        (False, "", "DISCARDED", ("QM.B", "L")),
        (True, "", "CHANNEL_NOT_RUNNING", ("QM.A", "A.TO.B")),
    ],
)
def test_a_queue_that_takes_nothing(pair, persistent, deadq, code, about):
    pair.alter("QM.B", "L", put=False)
    pair.managers["QM.B"].deadq = deadq
    message = pair.put("QM.A", "R", persistent=persistent)
    pair.run_until(5)
    assert (code, *about) in statements(pair, message)


@pytest.mark.parametrize("arrived", [True, False])
def test_a_batch_in_doubt_is_settled_when_the_channel_is_back(pair, arrived):
    pair.put("QM.A", "R")
    pair.run_until(5)
    message = pair.put("QM.A", "R")
    pair.at(5.1, lambda: pair.cuts("QM.A", "A.TO.B", arrived))
    pair.run_until(6)
    said = statements(pair, message)
    assert ("IN_DOUBT", "QM.A", "A.TO.B") in said and (("DELIVERED", "QM.B", "L") in said) == arrived
    pair.mends("QM.A", "A.TO.B")
    pair.run_until(200)
    assert statements(pair, message) == {("DELIVERED", "QM.B", "L")}
    conserved(pair)


def test_a_refused_put_leaves_no_trace(pair):
    pair.alter("QM.A", "R", put=False)
    message = pair.put("QM.A", "R")
    pair.run_until(5)
    assert statements(pair, message) == {("PUT_REFUSED", "QM.A", "R")}
    assert pair.managers["QM.B"].queues["L"].last_put is None


@pytest.mark.parametrize("seed", range(25))
def test_sessions_read_back_as_the_model_has_them(seed):
    made = lane(seed, random.Random(seed), "hub" if seed % 2 else "direct")
    for _ in range(4):
        made.estate.put(made.names[0], made.asked, made.object_manager)
    made.estate.run_until(100)
    asks = ["DISPLAY QMGR ALL", "DISPLAY QUEUE(*) ALL", "DISPLAY CHANNEL(*) ALL", "DISPLAY CHSTATUS(*) ALL",
            "DISPLAY QSTATUS(*) TYPE(QUEUE) ALL"]  # fmt: skip
    for name in made.names:
        printed = printers.session(made.estate, name, asks)
        table, rows = rows_of(f"{name}.txt", printed.encode())
        shown = [row for ask in asks for row in answer(made.estate, name, ask)]
        assert table == "objects" and {row["queue_manager"] for row in rows} == {name}
        read = [dict(row["attributes"]) for row in rows if row["attributes"]]
        assert read == [{key: (value or "").strip() for key, value in row.attributes} for row in shown]


def test_a_question_without_an_answer_reads_back_as_a_failure(pair):
    printed = printers.session(pair, "QM.A", ["DISPLAY QUEUE(NONE)", "DISPLAY CHSTATUS(*) CONNAME('1.2.3.4')"])
    rows = rows_of("a.txt", printed.encode())[1]
    assert [row["type"] for row in rows] == ["ERROR", "ERROR"]
    assert [row["message"] for row in rows] == ["AMQ8147E", "AMQ8420I"]


def test_dumps_read_back_as_the_messages_of_the_queue(pair):
    pair.alter("QM.B", "L", put=False)
    sent = [pair.put("QM.A", "R", persistent=place % 2 == 0) for place in range(3)]
    pair.run_until(20)
    rows = rows_of("dlq.txt", printers.browse(pair, "QM.B", "B.DLQ").encode())[1]
    assert [row["md"]["MsgId"] for row in rows] == [message.id for message in sent]
    assert {(row["dlh"]["Reason"], row["dlh"]["DestQName"], row["dlh"]["DestQMgrName"]) for row in rows} == {
        (2051, "L", "QM.B")
    }
    pair.stop("QM.A", "A.TO.B")
    pair.put("QM.A", "R")
    (row,) = rows_of("xmitq.txt", printers.browse(pair, "QM.A", "QM.B").encode())[1]
    fields = dict(row["headers"][0]["fields"])
    assert row["md"]["Format"] == "MQXMIT" and (fields["RemoteQName"], fields["RemoteQMgrName"]) == ("L", "QM.B")


def test_logs_read_back(pair):
    pair.put("QM.A", "R")
    pair.run_until(5)
    pair.breaks("QM.A", "A.TO.B", "certificate")
    for name, expected in (("QM.A", "AMQ9665"), ("QM.B", "AMQ9637")):
        rows = rows_of("AMQERR01.LOG", printers.amqerr(pair.managers[name], 0, 100).encode())[1]
        assert expected in {row["message"][:7] for row in rows} and {row["queue_manager"] for row in rows} == {name}


def test_the_same_seed_is_the_same_incident():
    one, other = incident(17), incident(17)
    assert (one.evidence, one.acceptable, one.story) == (other.evidence, other.acceptable, other.story)


def test_incidents_are_of_many_kinds_and_every_file_is_known():
    made = [incident(seed) for seed in SEEDS]
    assert {one.kind for one in made} == {"direct", "hub", "local", "cluster"}
    assert {one.complete for one in made} == {True, False}
    codes = {code for one in made for code, *_ in one.acceptable}
    assert {
        "DELIVERED",
        "CONSUMED",
        "ON_DLQ",
        "CHANNEL_NOT_RUNNING",
        "PUT_REFUSED",
        "NOT_DEFINED",
        "DISCARDED",
    } <= codes
    for one in made:
        for name, data in one.files.items():
            assert formats.identify(data) or one.harm, (one.seed, name)


@pytest.mark.parametrize("seed", range(12))
def test_a_planted_cause_comes_before_what_it_causes(seed):
    made = planted(seed)
    assert made.root in made.truth or any(one[0] == made.root[0] and one[2:] == made.root[2:] for one in made.truth)
    assert all(one[0] >= made.root[0] for one in made.chain)
    assert made.truth == sorted(made.truth) and set(made.offsets) == {one[2] for one in made.truth}
    assert all(abs(offset) <= 3600 for offset in made.offsets.values())
    assert all(formats.identify(data) for data in made.files.values())


def test_planted_clocks_show_in_what_is_printed():
    made = planted(2)
    assert max(map(abs, made.offsets.values())) > 600
    for name, offset in made.offsets.items():
        (true,) = {
            at for at, what, manager, file in made.truth if what == "captured" and manager == name and "after" in file
        }
        (file,) = {f for _, what, manager, f in made.truth if what == "captured" and manager == name and "after" in f}
        shown = datetime.fromisoformat(made.files[file].decode().splitlines()[0])
        assert abs((shown - START).total_seconds() - true - offset) < 1
