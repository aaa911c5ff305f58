"""The trace cases of sample_dumps: one story as three programs trace it, made anew by `python -m tests.writers.trace_cases`.

A listener browses CLAIMS.IN while a feed puts a message of priority 4 every 0.7 seconds. An urgent claim of priority 7
comes in front of the browse cursor; only when the feed pauses for five seconds does the listener start from the top.
"""

import struct
from dataclasses import replace
from pathlib import Path

from tests.writers.jms import Made, trace
from tests.writers.traces import Call, Record, amqsact, amqsevt

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
T0 = 1_773_129_600_000_000
"""2026-03-10 08:00 UTC, nine o'clock where the queue manager stands."""
SECOND, ZONE, QUEUE = 1_000_000, 3600, "CLAIMS.IN"
FEED = [(200_000 + 700_000 * n, 4) for n in range(14)]
URGENT = (3_300_000, 7)
FIRST, NEXT, NEXT_AND_WAIT, GET, PUT = 0x2050, 0x2060, 0x2061, 0x2002, 0x2004
WAIT, SERVICE = 5_000_000, 120_000


def puts() -> list[Call]:
    """The feed's calls, the urgent one among them."""
    return [
        Call("MQPUT", T0 + when, 90, PUT, 2, QUEUE, QUEUE, msg=_msg_id(serial), priority=priority, length=480)
        for serial, (when, priority) in enumerate(sorted([*FEED, URGENT]), 1)
    ]


def _msg_id(serial: int) -> bytes:
    return b"AMQ QMCLM       " + struct.pack(">II", 0x69AFBC20, serial)


class Listener:
    """The browsing agent and its one server session, on a queue in order of priority."""

    def __init__(self):
        self.waiting, self.cursor, self.now = puts(), None, T0 + 500_000
        self.browses = [Call("MQOPEN", T0 + 100_000, 160, 8362, 2, QUEUE)]
        self.session = [Call("MQOPEN", T0 + 120_000, 150, 0x2002, 3, QUEUE)]

    def run(self) -> "Listener":
        self.browse(FIRST)
        for _ in range(40):
            if self.browse(NEXT) or self.browse(NEXT_AND_WAIT):
                continue
            self.cursor = None
            if not self.browse(FIRST):
                return self
        return self

    def browse(self, options: int) -> bool:
        """One MQGET; a message that it finds goes to the session at once."""
        until = self.now + (WAIT if options & 1 else 0)
        found = min((m for m in self.waiting if m.at <= until and self._behind(m)), key=self._turn(until), default=None)
        call = Call("MQGET", self.now, 60, options, 2, QUEUE, QUEUE, wait=WAIT // 1000 if options & 1 else 0)
        if found is None:
            self.browses.append(replace(call, duration=until - self.now + 40, reason=2033, comp=2, length=0))
            self.now = until + 1_000
            return False
        waited = max(found.at - self.now, 0)
        told = {"msg": found.msg, "priority": found.priority, "put": found.at, "length": 480}
        self.browses.append(replace(call, duration=waited + 60, **told))
        self.now += waited + 2_000
        self.session.append(Call("MQGET", self.now, 210, GET, 3, QUEUE, QUEUE, **told))
        self.session.append(Call("MQCMIT", self.now + SERVICE - 10_000, 900))
        self.cursor = (-found.priority, found.at)
        self.waiting.remove(found)
        self.now += SERVICE
        return True

    def _behind(self, message: Call) -> bool:
        return self.cursor is None or (-message.priority, message.at) > self.cursor

    def _turn(self, until: int):
        present = [m for m in self.waiting if m.at <= self.now and self._behind(m)]
        return (lambda m: (m.at > self.now, -m.priority, m.at)) if present else (lambda m: m.at)


def records(most: int = 12) -> list[Record]:
    """The trace messages of the queue manager: at most so many calls each, a connection at a time."""
    listener = Listener().run()
    told = (
        (Record("QMCLM", "claimfeed", 3020, 1, None, bytes.fromhex("69AFBC0000010001"), ZONE), puts()),
        (Record("QMCLM", "WebSphere MQ JMS", 8123, 7, "CLM.SVRCONN", bytes.fromhex("69AFBC0000020001"), ZONE),
         listener.browses),
        (Record("QMCLM", "WebSphere MQ JMS", 8123, 12, "CLM.SVRCONN", bytes.fromhex("69AFBC0000030001"), ZONE),
         listener.session),
    )  # fmt: skip
    return [
        replace(record, calls=tuple(calls[at : at + most]))
        for record, calls in told
        for at in range(0, len(calls), most)
    ]


def jms() -> str:
    """The listener's side, traced by the client: milliseconds, local time, the open by the client's own call."""
    listener = Listener().run()
    made = []
    for thread, calls in ((7, listener.browses), (12, listener.session)):
        connection = b"AMQCQMCLM       " + bytes.fromhex("69AFBC000002000" + ("1" if thread == 7 else "2"))
        made += [
            Made(_coarse(call), thread, connection, silent=call.verb == "MQOPEN", nested=call.priority == URGENT[1])
            for call in calls
        ]
    return trace(made, "Europe/Berlin")


def _coarse(call: Call) -> Call:
    return replace(call, at=call.at // 1000 * 1000, duration=max(call.duration // 1000, 1) * 1000)


FILES = {
    "trace_amqsevt/amqsevt.json": lambda: amqsevt.evt_json(records()),
    "trace_amqsact/amqsact_v.txt": lambda: amqsact.act_verbose(records()),
    "trace_jms/mqjavaclient_8123.trc": jms,
}


def make() -> None:
    """Write every file anew."""
    for name, text in FILES.items():
        (SAMPLES / name).parent.mkdir(exist_ok=True)
        (SAMPLES / name).write_bytes(text().encode())


if __name__ == "__main__":
    make()
