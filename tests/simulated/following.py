"""What a suggested command brings: the simulator prints its answer, and the kit is asked again.

The estate lives on for as long as a person takes to paste a command. A command that the simulator cannot answer (one
that changes something, an authority, a policy, a tool of the kit itself) is passed over, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.grammar import mqsc
from tests.grammar.shell import NotShell, shell
from tests.simulated import printers
from tests.simulated.ask import UNKNOWN, Said
from tests.simulated.console import ROWS
from tests.simulated.evidence import CLUSTER, WHOLE
from tests.simulated.model import Queue
from tests.simulated.plot import Incident

PASTED = 20.0
"""Seconds until a person has pasted a command."""


@dataclass(frozen=True)
class Followed:
    """How an open incident went on: after how many commands it was settled (0: not at all), and what was said then."""

    settled: int
    said: Said
    commands: tuple[str, ...]
    passed: tuple[str, ...]
    """What the simulator could not answer, though it came before."""
    whole: Said | None = None
    """What is said where the whole estate is shown at the end: every display and the dump of every queue."""

    @property
    def can_be_settled(self) -> bool:
        """Whether anything that can be shown settles it."""
        return bool(self.settled) or (self.whole is not None and self.whole.code != UNKNOWN)


def followed(made: Incident, said: Said, ask: Callable[[dict], list[Said]], most: int = 2) -> Followed:
    """Run up to `most` suggested commands, the first that looks each time, and ask again after each."""
    files, commands, passed = dict(made.evidence), [], []
    for number in range(1, most + 1):
        for (command, looks), on in zip(said.next, said.on, strict=True):
            text = looks and answer(made, command, on)
            if text:
                break
            passed.append(command)
        else:
            break
        commands.append(command)
        files[f"next_{number}.txt"] = text.encode()
        said = ask(files)[0]
        if said.code != UNKNOWN:
            return Followed(number, said, tuple(commands), tuple(passed))
    return Followed(0, said, tuple(commands), tuple(passed))


def shown_whole(made: Incident, ask: Callable[[dict], list[Said]]) -> Said:
    """What is said with all that the simulator can show at its time."""
    files = dict(made.evidence)
    for name, owner in made.estate.managers.items():
        asked = printers.csqutil if owner.zos else printers.session
        files[f"whole_{name}.txt"] = asked(made.estate, name, [*WHOLE, *CLUSTER]).encode()
        for queue in owner.queues.values():
            if _can_be_browsed(queue) and (queue.messages or not queue.name.startswith("SYSTEM.")):
                dump = printers.browse(made.estate, name, queue.name)
                files[f"whole_{name}_{queue.name}.txt"] = dump.encode()
    return ask(files)[0]


def answer(made: Incident, command: str, on: str | None) -> str:
    """What the host prints of a command; blank where the simulator has no answer."""
    zos = command.startswith("+cpf ")
    try:
        line = None if zos else shell(command)
        asks = [mqsc.parse(command, "zos")] if zos else list(line.commands)
    except (mqsc.NotMQSC, NotShell):
        return ""
    manager = (on or "").partition(" ")[0] or (line.arguments[-1] if line and line.arguments else "")
    owner = made.estate.managers.get(manager)
    if owner is None:
        return ""
    made.estate.run_until(made.estate.now + PASTED)
    if line and line.tool in ("amqsbcg", "amqsbcgc"):
        queue = owner.queues.get(line.arguments[0])
        return printers.browse(made.estate, manager, queue.name) if queue is not None and _can_be_browsed(queue) else ""
    if not asks or any(one.verb != "DISPLAY" or one.object not in ROWS for one in asks):
        return ""
    text = [_typed(one) for one in asks]
    if zos:
        return printers.csqutil(made.estate, manager, text)
    return printers.session(made.estate, manager, text, date="offset")  # as the manual says


def _can_be_browsed(queue: Queue) -> bool:
    """Whether a dump of a queue can be made: MQGET fails with 2016 where it is get-inhibited, though it browses."""
    return queue.kind == "QLOCAL" and queue.get


def _typed(asks: mqsc.Command) -> str:
    """The command as the console of the model takes it."""
    words = [key if value is None else f"{key}({value})" for key, value in asks.keywords.items()]
    name = f"({asks.name})" if asks.name else ""
    return re.sub(r"\s+", " ", f"DISPLAY {asks.object}{name} {' '.join(words)}").strip()
