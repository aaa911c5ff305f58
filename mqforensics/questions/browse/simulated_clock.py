"""Time for a simulation: processes are generators that yield how long they sleep, or what they wait for."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any


@dataclass(eq=False)
class Until:
    """Yielded by a process: resume with the value of `attempt` as soon as it is not None, with None at `deadline`."""

    attempt: Callable[[], Any]
    deadline: int | None = None
    resume: Callable[[Any], None] | None = None


class Clock:
    """Runs processes in order of time; things due at the same time run in the order they were asked for."""

    def __init__(self, now: int = 0):
        self.now = now
        self._due: list = []
        self._asked = 0
        self._waiting: list[Until] = []

    def at(self, time: int, action: Callable[[], None]) -> None:
        """Run `action` at `time`."""
        self._asked += 1
        heappush(self._due, (time, self._asked, action))

    def start(self, process: Generator, time: int | None = None) -> None:
        """Start a process, now or at `time`."""
        self.at(self.now if time is None else time, lambda: self._step(process, None))

    def changed(self) -> None:
        """Something happened that a waiting process may have waited for."""
        for waiting in list(self._waiting):
            value = waiting.attempt() if waiting in self._waiting else None
            if value is not None:
                self._release(waiting, value)

    def run(self, until: int, done: Callable[[], bool]) -> None:
        """Run until `done()`, or `until`, or until nothing is due any more."""
        while self._due and self._due[0][0] <= until and not done():
            self.now, _, action = heappop(self._due)
            action()

    def _step(self, process: Generator, value: Any) -> None:
        try:
            asked = process.send(value)
        except StopIteration:
            return
        if isinstance(asked, Until):
            self._wait(process, asked)
        else:
            self.at(self.now + asked, lambda: self._step(process, None))

    def _wait(self, process: Generator, until: Until) -> None:
        until.resume = lambda value: self._step(process, value)
        self._waiting.append(until)
        value = until.attempt()
        if value is not None:
            self._release(until, value)
        elif until.deadline is not None:
            self.at(until.deadline, lambda: until in self._waiting and self._release(until, None))

    def _release(self, until: Until, value: Any) -> None:
        # Resumed by way of the clock: a process never runs inside another one's step.
        self._waiting.remove(until)
        self.at(self.now, lambda: until.resume(value))
