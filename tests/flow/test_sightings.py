"""A message that a dump shows: the model places it, and says what that rests on."""

import pytest

from tests.simulated import ask as kit
from tests.simulated.incidents import incident
from tests.simulated.truth import agrees
from tests.simulated.wide import World

SEEDS = (51054, 51073, 51121, 51156)
"""Of these the dump shows the message on a queue of its way, and no display alone settled where it is."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_dump_settles_what_displays_leave_open(seed):
    made = incident(seed, World(True))
    kit.forget()
    (said,) = kit.ask(made.evidence)
    assert agrees(said[:3], made.acceptable), said.statement
    without = {name: data for name, data in made.evidence.items() if b"MsgId" not in data}
    assert len(without) < len(made.evidence)
    kit.forget()
    (less,) = kit.ask(without)
    assert less.code == "UNKNOWN" or agrees(less[:3], made.acceptable)
