"""The best next command: what it can strike out, what it never asks again, and what an assumed verdict asks for."""

from __future__ import annotations

import json

import pytest

from mqforensics.flow.assumptions import assumption
from mqforensics.flow.model import Literal, Path, Place
from mqforensics.flow.next import (
    BROWSE,
    SEEN,
    WIDER,
    Candidate,
    Weighed,
    observations_against,
    outcome,
    probes,
    proof_commands,
)
from mqforensics.flow.observations import OBSERVATIONS
from mqforensics.formats.mqsc.command_parser import parse_command
from mqforensics.objects.commands import Command
from tests.flow.shadow import answers
from tests.flow.test_rows import AT_TEN, EMPTY, SHORT, told
from tests.questions.production import (
    C,
    X,
    chs,
    clustered,
    here,
    local,
    member,
    qmgr,
    qstatus,
    rcvr,
    remote,
    run,
    sdr,
    thing,
    xmitq,
)
from tests.questions.walk_evidence import gather
from tests.simulated.ask import UNKNOWN, ask, forget
from tests.simulated.incidents import incident
from tests.simulated.wide import World

A, B, DAY = "QM.A", "QM.B", "2026-04-14"
SEEDS = range(9200, 9230)


def path(code: str, *literals: tuple[str, str, str]) -> Path:
    return Path((), tuple(Literal(*one) for one in literals), (), Place("queue", *literals[-1][1:]), code)


DELIVERED = path("DELIVERED", ("came", B, "L"), ("stays", B, "L"))
CONSUMED = path("CONSUMED", ("came", B, "L"), ("got", B, "L"))
WAITING = path("WAITING_ON_XMITQ", ("stays", A, "X"))
LEFT = [Weighed(one, 1.0) for one in (DELIVERED, CONSUMED, WAITING)]


def asking(*strikes: tuple[str, str, str], shows: tuple = (), ends: bool = False) -> Candidate:
    return Candidate(Command("x"), 1, {Literal(*one) for one in strikes}, {Literal(*one) for one in shows}, ends)


def test_every_probe_feeds_observations_of_the_list_and_is_one_line_that_looks():
    known = {one.key for one in OBSERVATIONS} | {SEEN}
    for one in probes().values():
        assert one.source and set(one.observations) <= known, one.key
        assert one.key == BROWSE or parse_command(one.command.replace("{}", "'A'"))["verb"] == "DISPLAY"
        assert one.strikes or one.key in WIDER.values(), one.key


@pytest.mark.parametrize(
    ("one", "left"),
    [
        (asking(), 3),
        # A depth of 0 leaves two of three, and a message that is there leaves all.
        (asking(("stays", B, "L")), (3 + 2 + 2) / 3),
        (asking(("stays", B, "L"), ("came", B, "L")), (3 + 2 + 1) / 3),
        (asking(("stays", B, "L"), ("came", B, "L"), ("got", B, "L")), (2 + 2 + 1) / 3),
        # A dump that has the message leaves its queue alone.
        (asking(("stays", B, "L"), shows=(("stays", B, "L"),)), (1 + 2 + 2) / 3),
        (asking(("stays", B, "L"), ("stays", A, "X"), shows=(("stays", B, "L"), ("stays", A, "X"))), 1),
    ],
)
def test_a_command_leaves_what_none_of_its_answers_can_strike_out(one, left):
    assert outcome(one, LEFT).left == pytest.approx(left)


def test_what_leaves_one_place_settles_it_only_with_a_sign_of_it():
    """Of two places a dump of the one settles both where the other has a sign already, else only its own."""
    there, dead = Literal("stays", B, "L"), Literal("stays", A, "D")
    paths = [Path((), (one,), (), Place("queue", *one[1:]), "DELIVERED") for one in (there, dead)]
    weighed, dump = [Weighed(one, 1.0) for one in paths], asking(there, shows=[there])
    assert outcome(dump, weighed) == (1.0, 0.5)
    paths[1].signs = ["CURDEPTH(1)"]
    assert outcome(dump, weighed) == (1.0, 0.0)
    assert outcome(asking(dead), weighed).open == 1.0, "a depth of 0 leaves the other, of which there is no sign"
    paths[0].signs = ["CURDEPTH(1)"]
    assert outcome(asking(dead), weighed).open == 0.5


def test_what_leaves_two_places_of_one_verdict_settles_it():
    """Of a put that was refused at its queue manager the queue need not be known."""
    names = Literal("refused_put", A, "R"), Literal("refused_put", A, "X"), Literal("got", B, "L")
    places = [Place("application", *one[1:]) for one in names[:2]] + [Place("gone", B, "L")]
    codes = "PUT_REFUSED", "PUT_REFUSED", "CONSUMED"
    paths = [Path((), (one,), (), *to, signs=["PUT(DISABLED)"]) for one, *to in zip(names, places, codes, strict=True)]
    assert outcome(asking(names[2]), [Weighed(one, 1.0) for one in paths]).open == pytest.approx(1 / 3)


def test_an_open_end_gives_way_to_the_places_behind_it():
    """What a dump shows there is at one place, which is less than what the next command can ask for."""
    way = Literal("beyond", A, "R")
    beyond = Weighed(Path((), (way,), (), Place("beyond", A, "R"), UNKNOWN), 1.0)
    shown, asked = asking(shows=[way]), asking(way, ends=True)
    left = [outcome(one, [beyond]).left for one in (shown, asked, asking())]
    assert 1 == left[0] < left[1] < left[2] == 2


def test_an_assumed_verdict_asks_for_its_weakest_assumption_first_and_not_for_the_usual_ones():
    stands = assumption("STANDS", A, "C", "STATUS", "STOPPED", class_="C")
    room, put = assumption("ROOM", B, "L"), assumption("PUT_OK", A, "R")
    asked = proof_commands([put, room, stands])
    assert [one.command for one in asked] == [stands.command, room.command] and asked[0].on == A
    assert proof_commands([put]) == []
    assert proof_commands([room._replace(command=None)]) == []


@pytest.fixture(scope="module")
def open_ones():
    found = {}
    for seed in SEEDS:
        made = incident(seed, World(True))
        forget()
        said = ask(made.evidence)[0]
        if said.code == UNKNOWN:
            found[seed] = made.story, said
    return found


def test_every_open_incident_has_a_command_that_looks_first(open_ones):
    assert len(open_ones) > 5
    for seed, (story, said) in open_ones.items():
        assert said.next and said.next[0][1], (seed, story)


def test_what_would_contradict_a_verdict_is_what_strikes_out_its_place():
    there = [key for key, *_ in observations_against([DELIVERED])]
    assert {"last_put_before", "depth_zero", "dump_lacks"} <= set(there) and "no_reader" not in there
    assert all(one[1:] == (B, "L") for one in observations_against([DELIVERED]))
    assert {key for key, *_ in observations_against([DELIVERED, CONSUMED])} == {
        one.key for one in OBSERVATIONS if "came" in one.forbids
    }
    assert observations_against([]) == []


def test_a_dead_letter_queue_is_browsed_even_for_a_message_without_a_time_and_by_a_client_on_zos():
    said = told(here(remote(), EMPTY, *SHORT))
    assert said.code == UNKNOWN and ("amqsbcg DLQ QM.A", A) in {one[:2] for one in said.next}, said.next
    zos = [*SHORT[:2], qmgr(A, "DEADQ=DLQ;PLATFORM=MVS"), SHORT[3]]
    asked = {one[:2] for one in told(here(remote(), EMPTY, *zos)).next}
    assert ("amqsbcgc DLQ QM.A", f"{A} (an MQ client)") in asked, asked


@pytest.mark.parametrize(("stamp", "code"), [("2026-04-14 05:20:00", "DELIVERED"), ("2026-04-14T05:20:00Z", UNKNOWN)])
def test_a_look_that_only_an_assumed_zone_makes_old_is_of_the_time_of_the_others(stamp, code):
    own = run(
        A, remote(), xmitq(X), sdr(), chs("RUNNING"), qstatus(X, "CURDEPTH=0;UNCOM=NO"), at="2026-04-14T16:20:00Z"
    )
    files = {"a.txt": own, "b.txt": run(B, local("L", "CURDEPTH=3"), rcvr(C), at=stamp)}
    case = {"walk": [{"queue": "R", "queue_manager": A, "msg_id": "41" * 24}]}
    said = next(
        answers({"case.json": json.dumps(case).encode(), **{one: text.encode() for one, text in files.items()}})
    )
    assert said.code == code, said.assumes
    at_b = [one.command for one in said.next if one.on == B]
    assert code != UNKNOWN or {"amqsbcg L QM.B"} < set(at_b), "what is known to be old is looked at again"


def test_the_backout_queue_is_browsed_for_what_may_have_been_moved_there():
    target = local("L", "CURDEPTH=0;BOQNAME=BACK.Q;BOTHRESH=3;IPPROCS=1")
    state = qstatus(
        "L", f"CURDEPTH=0;UNCOM=NO;IPPROCS=1;LPUTDATE={DAY};LPUTTIME=10.00.01;LGETDATE={DAY};LGETTIME=10.10.00"
    )
    said = told(here(target, state), **AT_TEN, queue="L", msg_id="41" * 24)
    assert said.code == UNKNOWN and "amqsbcg BACK.Q QM.A" in [one.command for one in said.next], (said.code, said.next)


def test_what_shows_the_message_itself_comes_before_what_strikes_out_as_much():
    """A dump of the dead-letter queue has the message or not; the definition of the receiver may show nothing new."""
    at_b = local("L", "CURDEPTH=5000;MAXDEPTH=5000"), qmgr(B, "DEADQ=B.DLQ"), local("B.DLQ", "CURDEPTH=1")
    files = {"a.txt": run(A, remote(), xmitq(X, "CURDEPTH=0"), sdr(), chs()), "b.txt": run(B, *at_b)}
    said = told(files, put_time=AT_TEN["put_time"])
    assert said.code == UNKNOWN and said.next[0].command == f"amqsbcg B.DLQ {B}", (said.code, said.next)


def test_of_a_message_without_a_time_the_state_of_its_queue_is_asked_for_though_its_depth_is_known():
    """A depth of 0 shows that it is there no more; only a last get or a reader shows that it was read."""
    sent = remote(), xmitq(X, "CURDEPTH=0;IPPROCS=1"), sdr(), chs()
    state = "DISPLAY QSTATUS(L) TYPE(QUEUE) CURDEPTH UNCOM", [thing("QSTATUS", "L", "CURDEPTH=0;UNCOM=NO", only=True)]
    files = {"a.txt": run(A, *sent), "b.txt": run(B, local("L", "CURDEPTH=0"), state, rcvr(), qmgr(B))}
    said = told(files, persistence=1)
    asked = [one.command for one in said.next]
    assert said.code == UNKNOWN and "DISPLAY QSTATUS('L') TYPE(QUEUE)" in asked[0], asked


def test_the_sign_of_a_message_on_a_queue_of_several_channels_is_asked_of_its_channel():
    """The depth of the queue counts what waits for others, too."""
    to_b = member(B, "TO.B", "CLUSTER=C1"), member("QM.D", "TO.D", "CLUSTER=C1")
    shared = xmitq("SYSTEM.CLUSTER.TRANSMIT.QUEUE", "CURDEPTH=4")
    at_a = run(A, clustered("R", B, more="CLUSTER=C1"), *to_b, shared)
    old = "CURDEPTH=0;UNCOM=NO;LPUTDATE=2026-04-01;LPUTTIME=10.00.00;LGETDATE=2026-04-01;LGETTIME=10.00.00"
    at_b = local("R", "CURDEPTH=0;CLUSTER=C1"), qstatus("R", old), qstatus("B.DLQ", old), qmgr(B, "DEADQ=B.DLQ")
    said = told({"a.txt": at_a, "b.txt": run(B, *at_b)}, persistence=1)
    asked = [one.command for one in said.next]
    assert said.code == UNKNOWN and "DISPLAY CHSTATUS('TO.B') ALL" in asked[0], asked


def test_the_state_of_a_queue_is_asked_for_again_where_the_message_had_not_expired_yet():
    state = qstatus(
        "R", f"CURDEPTH=1;UNCOM=NO;IPPROCS=1;LPUTDATE={DAY};LPUTTIME=10.00.00;LGETDATE={DAY};LGETTIME=10.10.00"
    )
    queue = local("R", "CURDEPTH=1;IPPROCS=1")
    commands = {
        expiry: [one.command for one in told(here(queue, state), expiry=expiry, **AT_TEN).next]
        for expiry in (36000, -1)
    }
    again = {
        expiry: any("DISPLAY QSTATUS('R') TYPE(QUEUE)" in one for one in made) for expiry, made in commands.items()
    }
    assert again == {36000: True, -1: False}, commands


@pytest.mark.parametrize(("depth", "is_asked"), [(1, True), (0, False)])
def test_a_dead_letter_queue_with_messages_is_browsed_though_an_assumption_strikes_it_out(depth, is_asked):
    """That the channel took the message is assumed: a message on the dead-letter queue at its sender tests this."""
    sent = remote(), xmitq(X, "CURDEPTH=0;IPPROCS=1"), sdr(), chs()
    dead = qmgr(A, "DEADQ=A.DLQ"), local("A.DLQ", f"CURDEPTH={depth}")
    at_b = local("L", "CURDEPTH=0;IPPROCS=1"), rcvr(), qmgr(B, "DEADQ=B.DLQ"), local("B.DLQ", "CURDEPTH=0")
    said = told({"a.txt": run(A, *sent, *dead), "b.txt": run(B, *at_b)}, persistence=1)
    asked = [one.command for one in said.next]
    assert said.code == UNKNOWN and ("ON_SENDER_DLQ", False) in {(one.code, one.open) for one in said.possible}
    assert (f"amqsbcg A.DLQ {A}" in asked) is is_asked, asked


def test_where_nothing_normal_explains_it_no_sign_of_an_unlikely_place_is_asked_for():
    """The queue was displayed before the put: a later look at all queues comes before that of a place nobody named."""
    forget()
    made = incident(15600451, World(True, "one-display", World().false))
    commands = [command for command, _ in ask(made.evidence)[0].next]
    assert "QSTATUS(*)" in commands[0], commands


def test_a_queue_whose_messages_may_all_be_in_open_units_of_work_is_browsed_without_a_time():
    """Its dump is empty then; of a queue with other messages a dump could not tell which one is meant."""
    commands = []
    for units in ("1", "NO"):
        state = f"CURDEPTH=1;UNCOM={units};IPPROCS=1;LPUTDATE={DAY};LPUTTIME=10.00.00;LGETDATE={DAY};LGETTIME=09.00.00"
        said = told(here(local("R", "CURDEPTH=1;IPPROCS=1"), qstatus("R", state)), persistence=1)
        commands.append([one.command for one in said.next])
    assert [f"amqsbcg R {A}" in each for each in commands] == [True, False], commands


# Reports, and what came back -----------------------------------------------------------------------------------------


def with_replies(*names: str, put: str = "10.00.30", depth: int = 1, **asked):
    """A message of which two places are left, and queues off its way at the queue manager of its put."""
    state = f"CURDEPTH={depth};UNCOM=NO;LPUTDATE={DAY};LPUTTIME={put};LGETDATE=;LGETTIME="
    replies = [qstatus(name, state) for name in names]
    target = local("L", "CURDEPTH=0;IPPROCS=1")
    got = f"CURDEPTH=0;UNCOM=NO;IPPROCS=1;LPUTDATE={DAY};LPUTTIME=10.05.00;LGETDATE={DAY};LGETTIME=10.10.00"
    return told(here(target, qstatus("L", got), *replies), **AT_TEN, queue="L", expiry=600, **asked)


@pytest.mark.parametrize(
    ("names", "put", "depth", "is_asked"),
    [
        (["REPLY.Q"], "10.00.30", 1, True),
        (["REPLY.Q"], "09.00.00", 1, False),
        (["REPLY.Q"], "10.00.30", 0, False),
        (["R1", "R2", "R3"], "10.00.30", 1, True),
        (["R1", "R2", "R3", "R4"], "10.00.30", 1, False),
        (["SYSTEM.ADMIN.QUEUE"], "10.00.30", 1, False),
    ],
)
def test_a_queue_where_a_report_may_be_is_browsed_where_there_are_few(names, put, depth, is_asked):
    """An expiry and a get leave the same counters; a report of either is on a queue that was put to since."""
    said = with_replies(*names, put=put, depth=depth)
    asked = [one.command for one in said.next]
    assert said.code == UNKNOWN and ([one for one in asked if one.startswith("amqsbcg")] != []) is is_asked, asked
    assert not is_asked or asked[0] == f"amqsbcg {names[0]} {A}"


def test_what_may_show_the_message_settles_it_as_often_as_it_has_it():
    there = [Literal("stays", B, "L"), Literal("got", B, "L")]
    paths = [Path((), (one,), (), Place("queue", *one[1:]), what) for one, what in zip(there, "DC", strict=True)]
    weighed = [Weighed(one, 1.0) for one in paths]
    dump = Candidate(Command("x"), 1, set(), {*there}, chance=0.25)
    assert outcome(dump, weighed) == pytest.approx((0.25 * 1 + 0.75 * 2, 0.75))


# Looking again -------------------------------------------------------------------------------------------------------


def asked_by_the_walk(files: dict[str, str], **asked) -> list[tuple[str, str]]:
    """The commands that the walk of a message suggests, with where each is run."""
    case = {"walk": [{"queue": "R", "queue_manager": A, **asked}]}
    made = {name: text.encode() for name, text in files.items()}
    walk = gather({**made, "case.json": json.dumps(case).encode()})[0]
    assert walk.verdict.code == UNKNOWN, walk.verdict
    return [(one.command, one.on) for one in walk.finding.next]


def test_the_queue_of_an_open_unit_of_work_is_looked_at_again():
    """A unit of work ends some time, so the same question has another answer then."""
    state = f"CURDEPTH=0;UNCOM=1;IPPROCS=1;LPUTDATE={DAY};LPUTTIME=10.00.00;LGETDATE={DAY};LGETTIME=10.10.00"
    asked = asked_by_the_walk(here(local("R", "CURDEPTH=0;IPPROCS=1"), qstatus("R", state)), **AT_TEN)
    commands = [command for command, _ in asked]
    again = [number for number, one in enumerate(commands) if "QSTATUS('R') TYPE(QUEUE)" in one]
    units = [number for number, one in enumerate(commands) if "UOWSTATE" in one]
    assert again and units and again[0] < units[0], commands


def test_a_queue_that_was_not_found_is_not_browsed():
    lost = "DISPLAY QLOCAL(B.DLQ) ALL", "AMQ8147E: IBM MQ object B.DLQ not found."
    for found in (local("B.DLQ", "CURDEPTH=1"), lost):
        at_b = local("L", "CURDEPTH=5000;MAXDEPTH=5000"), qmgr(B, "DEADQ=B.DLQ"), found
        files = {"a.txt": run(A, remote(), xmitq(X, "CURDEPTH=0"), sdr(), chs()), "b.txt": run(B, *at_b)}
        commands = [one.command for one in told(files, put_time=AT_TEN["put_time"]).next]
        assert (f"amqsbcg B.DLQ {B}" in commands) is (found is not lost), commands
