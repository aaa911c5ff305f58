"""The places that the laws of `laws.lp` leave to a message, by clingo."""

from __future__ import annotations

from pathlib import Path

from tests.referee.nets import Net, net

ATTEMPTS = 12
LAWS = Path(__file__).with_name("laws.lp").read_text()


def places(net: Net) -> set[str]:
    """Every place in which some life of the message ends that the evidence allows; none: it contradicts itself."""
    import clingo

    control = clingo.Control(["--project", "--enum-mode=brave", "--warn=none"])
    control.add("base", [], LAWS + "\n" + "\n".join(net.facts))
    control.ground([("base", [])])
    found: set[str] = set()
    with control.solve(yield_=True) as models:
        for model in models:  # each adds to the one before: the last has all that hold in any
            found = {str(symbol.arguments[0]) for symbol in model.symbols(shown=True)}
    return found


def possible(seed: int) -> tuple[Net, set[str]]:
    """A net of which some life is possible, with the places; of each tenth seed the first one, whatever it is.

    What is drawn at random contradicts itself more often than not.
    """
    for attempt in range(ATTEMPTS):
        made = net(seed, attempt)
        left = places(made)
        if left or not seed % 10:
            break
    return made, left
