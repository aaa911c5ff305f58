"""A message that a dump shows: the model places it, and says what that rests on."""

import json

import pytest

from mqforensics.flow.answer import Sighting, answer
from mqforensics.objects.fact import Place
from tests.flow.shadow import asked, routes_of
from tests.questions.production import SHUT, A, B, local, qmgr, rcvr, sent
from tests.simulated import ask as kit
from tests.simulated.incidents import incident
from tests.simulated.truth import agrees
from tests.simulated.wide import World

SEEDS = (51054, 51073, 51121, 51156)
"""Of these the dump shows the message on a queue of its way, and no display alone settled where it is."""


def asked_of(seed):
    """A simulated incident, and what the kit says of it."""
    made = incident(seed, World(True))
    kit.forget()
    (said,) = kit.ask(made.evidence)
    return made, said


@pytest.mark.parametrize("seed", SEEDS)
def test_a_dump_settles_what_displays_leave_open(seed):
    made, said = asked_of(seed)
    assert agrees(said[:3], made.acceptable), said.statement
    without = {name: data for name, data in made.evidence.items() if b"MsgId" not in data}
    assert len(without) < len(made.evidence)
    kit.forget()
    (less,) = kit.ask(without)
    assert less.code == "UNKNOWN" or agrees(less[:3], made.acceptable)


OFF_THE_WAY = (7500193, 7500338, 7501917, 7502063)
"""Of these the dump shows the message on a queue to which no evidence shows the way."""


@pytest.mark.parametrize("seed", OFF_THE_WAY)
def test_a_message_on_a_queue_to_which_no_way_is_shown_is_there(seed):
    made, said = asked_of(seed)
    assert agrees(said[:3], made.acceptable) and said.code == "DELIVERED", said.statement
    assert {"IDENTITY", "STANDS"} <= {one["key"] for one in said.assumes}


@pytest.mark.parametrize("onward", [False, True])
def test_a_message_with_a_transmission_header_is_not_said_to_have_arrived(onward):
    """Counter-world: the queue off the way is a transmission queue, so the message waits there for a channel."""
    case = {"walk": [{"queue": "R", "queue_manager": A, "put_time": "2026-04-14T10:00:00Z", "persistence": 1}]}
    files = {name: text.encode() for name, text in sent().items()} | {"case.json": json.dumps(case).encode()}
    estate, (request,), _ = asked(files)
    lines = (Place("dump.txt", 4),)
    letter = Sighting("OTHER", (B,), False, lines, is_near=True, is_owned=True, is_onward=onward)
    said = answer(estate, request, routes_of(estate, request), [letter])
    assert (said.code, said.object) == ("WAITING_ON_XMITQ" if onward else "DELIVERED", "OTHER"), said


WAITING_OFF_THE_WAY = (7502280, 8301071, 10108296)
"""Of these the dump shows it on a transmission queue to which no evidence shows the way, and whose channel is down."""


@pytest.mark.parametrize("seed", WAITING_OFF_THE_WAY)
def test_a_message_on_a_transmission_queue_off_the_way_waits_for_its_channel(seed):
    made, said = asked_of(seed)
    assert agrees(said[:3], made.acceptable) and said.code == "CHANNEL_NOT_RUNNING", said.statement
    assert " It is in the dump of " in said.statement
    assert {"STANDS", "NOTHING_SINCE"} & {one["key"] for one in said.assumes}


@pytest.mark.parametrize("named", ["DEADQ=DLQ", "DEADQ="])
def test_a_dead_letter_of_a_dump_is_on_its_queue_whoever_names_it(named):
    """Counter-world: a program put it there; then the channel's reason in the header would be another program's."""
    there = SHUT, local("DLQ", "CURDEPTH=1"), rcvr(), *([qmgr(B, named)] if named != "DEADQ=" else [])
    case = {"walk": [{"queue": "R", "queue_manager": A, "put_time": "2026-04-14T10:00:00Z", "persistence": 1}]}
    files = {name: text.encode() for name, text in sent(*there).items()} | {"case.json": json.dumps(case).encode()}
    estate, (request,), _ = asked(files)
    letter = Sighting("DLQ", (B,), is_sure=True, lines=(Place("dlq.txt", 4),), reason=2051, is_near=True, is_owned=True)
    said = answer(estate, request, routes_of(estate, request), [letter])
    assert (said.code, said.queue_manager, said.object) == ("ON_DLQ", B, "DLQ"), said
