"""What holds messages up further on the way, where it is open whether the message has come so far."""

from __future__ import annotations

from mqforensics.objects import checks
from mqforensics.objects.check import Check
from mqforensics.objects.fact import positive
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk import serving
from mqforensics.questions.walk.claims import UNKNOWN
from mqforensics.questions.walk.links import depth
from mqforensics.questions.walk.matter import Matter, Verdict


def told(matter: Matter, step: int, verdict: Verdict) -> Verdict:
    """An open verdict at a transmission queue with what holds messages up behind it."""
    held = _held_up(matter, step) if verdict.code == UNKNOWN else Check(False)
    if held.holds:
        verdict.statement += f" {held.said}"
        verdict.places, verdict.next = [*verdict.places, *held.places], [*verdict.next, *held.next]
    return verdict


def _held_up(matter: Matter, step: int) -> Check:
    """The first transmission queue behind this one that messages wait on, as no channel of it runs.

    Only where this one holds none by any capture: what lies here is nearer.
    """
    here = matter.hops[step]
    if checks.depth(matter.estate, here.manager, here.xmitq).says(positive) is not False:
        return Check(False)
    for place in range(step + 1, len(matter.hops)):
        hop, deep, halted = matter.hops[place], depth(matter, place), serving.none_runs(matter, place)
        if deep.says(positive) and halted.holds:
            said = f"Further on, messages wait on {hop.xmitq} of {hop.manager} ({deep.text()}). {sentence(halted.said)}"
            look = checks.ask_channels(matter.estate, hop.manager, hop.xmitq)
            return Check(True, said, [*deep.places, *halted.places], look)
    return Check(False)
