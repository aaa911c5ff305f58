"""Ways of messages over three hops, and what each leaves behind: `python -m tests.simulated.journeys N [--seed S]`.

A message is put at the first of four queue managers, got by a channel, put at the next, and so on, until it is
consumed, waits, is dead-lettered or is lost without a trace. Some are put again by an application that heard nothing,
some arrive twice, some are refused at first and retried. Each step leaves a call in a trace, a message in a dump, or
nothing. `biography` must tell every step that left something, and no other.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mqforensics import biography, open_case, session
from tests.simulated.printers import cell
from tests.writers.amqsbcg import dump
from tests.writers.cases import clock, dlh
from tests.writers.shown import mqmd
from tests.writers.traces import Call, Record
from tests.writers.traces.amqsact import act_verbose

BEGIN = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
NAMES = ("JA", "JB", "JC", "JD")
GET, PUT = 0x2002, 0x2004
SESSION = b"THE SAME FOR ALL OF THEM"
"""A CorrelId that an application gives to every message: it joins nothing."""


@dataclass
class Journey:
    """One message, or several that belong together, and what is to be told of them."""

    id: bytes
    calls: dict[str, list[tuple[str, Call]]] = field(default_factory=dict)
    """By queue manager: the application, and its call."""
    dumps: dict[tuple[str, str], list[dict]] = field(default_factory=dict)
    """By queue manager and queue: messages for the writer of dumps."""
    steps: set[tuple] = field(default_factory=set)
    """(queue manager, queue, what) of everything that left something."""


class World:
    """Four queue managers and the journeys of many messages through them, all in one case."""

    def __init__(self, seed: int, number: int):
        self.dice = random.Random(f"journeys {seed}")
        self.serial = 0
        self.traced = {name: self.dice.random() < 0.7 for name in NAMES}
        self.dumped = {name: self.dice.random() < 0.8 for name in NAMES}
        self.journeys = [self._journey(nth) for nth in range(number)]

    def _id(self, manager: str) -> bytes:
        self.serial += 1
        return b"AMQ " + manager.encode().ljust(12) + struct.pack(">II", 0x6A3B1C00, self.serial)

    def _journey(self, nth: int) -> Journey:
        made = Journey(self._id(NAMES[0]))
        at = BEGIN + timedelta(seconds=60 * nth)
        correl = SESSION if self.dice.random() < 0.4 else bytes(24)
        self._way(made, made.id, at, correl)
        if self.dice.random() < 0.25:
            # It is put again with a new id, and says in its CorrelId which message it repeats.
            self._way(made, self._id(NAMES[0]), at + timedelta(seconds=20), made.id)
        return made

    def _way(self, made: Journey, id_: bytes, put: datetime, correl: bytes) -> None:
        dice, at = self.dice, put
        last = dice.choice((0, 1, 2, 3, 3, 3))
        self._call(made, NAMES[0], "orders", "MQPUT", at, "FAR.AWAY", id_, correl)
        for hop in range(3):
            here, there = NAMES[hop], NAMES[hop + 1]
            outer = self._id(here)
            if hop == last:
                if dice.random() < 0.6:
                    self._lies(made, here, there, id_, put, correl, outer=outer, at=at)
                return
            at += timedelta(seconds=dice.uniform(0.05, 3))
            self._call(made, here, "amqrmppa", "MQGET", at, there, outer, id_)
            if dice.random() < 0.1:
                return
            queue = "ARRIVALS" if hop == 2 else NAMES[hop + 2]
            at += timedelta(seconds=dice.uniform(0.01, 0.5))
            if dice.random() < 0.2:
                self._call(made, there, "amqrmppa", "MQPUT", at, queue, id_, correl, reason=2053)
                at += timedelta(seconds=1)
                if dice.random() < 0.5:
                    self._call(made, there, "amqrmppa", "MQPUT", at, f"{there}.DLQ", id_, correl)
                    self._lies(made, there, f"{there}.DLQ", id_, put, correl, dead=at)
                    return
            self._call(made, there, "amqrmppa", "MQPUT", at, queue, id_, correl)
            if dice.random() < 0.1:
                # The batch was sent twice: it is there a second time.
                self._call(made, there, "amqrmppa", "MQPUT", at + timedelta(seconds=5), queue, id_, correl)
        if dice.random() < 0.5:
            self._call(made, NAMES[3], "reader", "MQGET", at + timedelta(seconds=1), "ARRIVALS", id_, correl)
        else:
            self._lies(made, NAMES[3], "ARRIVALS", id_, put, correl)

    def _call(self, made: Journey, manager: str, application: str, verb: str, at: datetime, queue: str, id_: bytes,
              correl: bytes, reason: int = 0) -> None:  # fmt: skip
        if not self.traced[manager] or self.dice.random() < 0.1:
            return
        micros = int(at.timestamp() * 1_000_000)
        one = Call(verb, micros, 100, GET if verb == "MQGET" else PUT, 2, queue, queue, reason, 2 if reason else 0, msg=id_,
                   length=40, correl=correl)  # fmt: skip
        made.calls.setdefault(manager, []).append((application, one))
        made.steps.add(
            (manager, queue, f"{verb} by {application}" + (f" with reason {reason}" if reason else "") + ".")
        )

    def _lies(self, made: Journey, manager: str, queue: str, id_: bytes, put: datetime, correl: bytes,
              outer: bytes = b"", at: datetime | None = None, dead: datetime | None = None) -> None:  # fmt: skip
        if not self.dumped[manager]:
            return
        stamp = clock(put)
        md = {"Format": "MQSTR", "CodedCharSetId": 1208, "MsgId": id_, "CorrelId": correl, "PutApplName": "orders",
              "PutDate": stamp[:8], "PutTime": stamp[8:], "PutApplType": 6, "MsgType": 8}  # fmt: skip
        data = f"order {self.serial}".encode()
        made.steps.add((NAMES[0], None, "The message was put by orders."))
        if dead:
            header, _ = dlh(2053, "ARRIVALS", NAMES[3], 546, 1208, clock(dead), appl="amqrmppa")
            md |= {"Format": "MQDEAD", "data": header + data}
            made.steps.add((manager, queue, "The message was dead-lettered with 2053 MQRC_Q_FULL, meant for ARRIVALS."))
        elif outer:
            names = b"ARRIVALS".ljust(48) + NAMES[3].encode().ljust(48)
            by, when = ("orders" if manager == NAMES[0] else "amqrmppa"), clock(at)
            inner = mqmd({**md, "Version": 1})
            md |= {"Format": "MQXMIT", "MsgId": outer, "CorrelId": id_, "PutApplName": by, "PutDate": when[:8],
                   "PutTime": when[8:], "data": b"XQH " + struct.pack("<i", 1) + names + inner + data}  # fmt: skip
            made.steps.add((manager, None, f"The message was put by {by}."))
        else:
            md["data"] = data
        made.steps.add(
            (manager, queue, f"The message is in a dump of {queue}, and the evidence does not show when it was taken.")
        )
        made.dumps.setdefault((manager, queue), []).append(md)

    def files(self) -> dict[str, str]:
        """The evidence of all journeys: a trace, a display and the dumps of each queue manager."""
        made = {}
        for manager in NAMES:
            calls = [one for journey in self.journeys for one in journey.calls.get(manager, ())]
            records = [Record(manager, name, calls=tuple(call for by, call in calls if by == name))
                       for name in sorted({by for by, _ in calls})]  # fmt: skip
            if records:
                made[f"{manager}_trace.txt"] = act_verbose(records)
            made[f"{manager}.txt"] = _shown(manager)
            for queue in sorted({queue for one in self.journeys for at, queue in one.dumps if at == manager}):
                messages = [one for journey in self.journeys for one in journey.dumps.get((manager, queue), ())]
                made[f"{manager}_{queue}.dmp"] = f"$ amqsbcg {queue} {manager}\n" + dump(
                    messages, queue, "v7", extra=10
                )
        return made


def _shown(manager: str) -> str:
    nth = NAMES.index(manager)
    queues = [f"{manager}.DLQ", *(["ARRIVALS"] if nth == 3 else [NAMES[nth + 1]])]
    shown = "".join(
        f"AMQ8409I: Display Queue details.\n   {cell('QUEUE', name)}  TYPE(QLOCAL)\n   CURDEPTH(0)\n" for name in queues
    )
    return (f"Starting MQSC for queue manager {manager}.\n\n\n     1 : DISPLAY QLOCAL(*) ALL\n{shown}One MQSC command read.\n"
            "No commands have a syntax error.\nAll valid MQSC commands were processed.\n")  # fmt: skip


def told(case, journey: Journey) -> set[tuple]:
    """What `biography` tells of a journey, as `Journey.steps` has it."""
    return {(row.queue_manager, row.queue, row.what) for row in biography(case, journey.id).collect()}


def compared(case, journeys: list[Journey]) -> Iterator[tuple[Journey, set, set]]:
    """Each journey with the steps that are missed and those that are invented."""
    for one in journeys:
        found = told(case, one)
        yield one, one.steps - found, found - one.steps


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulated.journeys", description="Biographies of messages.")
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    spark, began, missed, invented, steps = session(), time.time(), 0, 0, 0
    for start in range(0, given.number, 25):
        world = World(given.seed + start, min(25, given.number - start))
        with tempfile.TemporaryDirectory() as folder:
            for name, text in world.files().items():
                (Path(folder) / name).write_text(text)
            with open_case(spark, folder) as case:
                for one, without, beside in compared(case, world.journeys):
                    missed, invented, steps = missed + len(without), invented + len(beside), steps + len(one.steps)
                    for said, which in ((without, "missed"), (beside, "invented")):
                        for step in sorted(said, key=str):
                            print(which, one.id.hex(), *step, flush=True)
    print(f"{given.number} journeys, {steps} steps: {missed} missed, {invented} invented; {time.time() - began:.0f} s")
    return 1 if missed or invented else 0


if __name__ == "__main__":
    sys.exit(main())
