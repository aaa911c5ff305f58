"""What holds messages up further on the way, where it is open whether the message has come so far."""

from __future__ import annotations

from mqforensics.objects import checks
from mqforensics.objects.check import Check
from mqforensics.objects.fact import positive
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk import serving
from mqforensics.questions.walk.claims import UNKNOWN
from mqforensics.questions.walk.links import depth
from mqforensics.questions.walk.trail import Trail, Verdict


def told(trail: Trail, step: int, verdict: Verdict) -> Verdict:
    """An open verdict at a transmission queue with what holds messages up behind it."""
    held = _held_up(trail, step) if verdict.code == UNKNOWN else Check(False)
    if held.holds:
        verdict.statement += f" {held.said}"
        verdict.places, verdict.next = [*verdict.places, *held.places], [*verdict.next, *held.next]
    return verdict


def _held_up(trail: Trail, step: int) -> Check:
    """The first transmission queue behind this one that messages wait on, as no channel of it runs.

    Only where this one holds none by any capture: what lies here is nearer.
    """
    here = trail.hops[step]
    if checks.depth(trail.estate, here.manager, here.xmitq).says(positive) is not False:
        return Check(False)
    for place in range(step + 1, len(trail.hops)):
        hop, deep, halted = trail.hops[place], depth(trail, place), serving.none_runs(trail, place)
        if deep.says(positive) and halted.holds:
            said = f"Further on, messages wait on {hop.xmitq} of {hop.manager} ({deep.text()}). {sentence(halted.said)}"
            look = checks.ask_channels(trail.estate, hop.manager, hop.xmitq)
            return Check(True, said, [*deep.places, *halted.places], look)
    return Check(False)
