"""Which blocks are calls of the program and which are the client's own inside them; where each call returned."""

from dataclasses import dataclass, field

from mqforensics.formats.jmstrace.events import Event
from mqforensics.formats.jmstrace.lines import line_at
from mqforensics.formats.jmstrace.values import VERBS

DEEPEST = 64
"""Calls that may be open inside one another; of more, the outermost is given up."""


@dataclass
class Open:
    """A block on entry that has not returned yet."""

    api: str
    method: bytes
    depth: int | None
    inner: bool = False
    """The same call again, a layer below: MQGET inside jmqiGet."""
    since: int = 0
    """From where in the bytes at hand its method may exit."""
    entry: Event | None = None
    """None when the call began before the bytes at hand."""
    back: Event | None = None
    exit: int | None = None
    """Where its method exits, when there is no block on return."""
    over: bool = False


@dataclass
class Nesting:
    """The open calls of each thread, outermost first."""

    threads: dict[str, list[Open]] = field(default_factory=dict)

    def enter(self, text: bytes, event: Event) -> Open:
        """A block on entry; calls that must have ended before it are over."""
        stack = self.threads.setdefault(event.line.thread, [])
        while stack and self._ended(text, stack[-1], event):
            stack.pop().over = True
        verb = VERBS.get(event.api, event.api)
        inner = any(VERBS.get(call.api, call.api).removeprefix("MQ") == verb.removeprefix("MQ") for call in stack)
        call = Open(event.api, event.method, event.line.depth, inner, event.line.end, event)
        stack.append(call)
        if len(stack) > DEEPEST:
            stack.pop(0).over = True
        return call

    def leave(self, event: Event) -> None:
        """A block on return: the call it belongs to is over, and whatever was open inside it."""
        stack = self.threads.get(event.line.thread, [])
        for at in range(len(stack) - 1, -1, -1):
            if stack[at].api == event.api and stack[at].depth == event.line.depth:
                stack[at].back = event
                for call in stack[at:]:
                    call.over = True
                del stack[at:]
                return

    def sweep(self, text: bytes, end: int) -> None:
        """Drop the calls whose methods have exited before `end`, and what was open inside them."""
        for thread, stack in self.threads.items():
            for at, call in enumerate(stack):
                call.exit = exited(text, call, thread, end)
                if call.exit is not None:
                    for gone in stack[at:]:
                        gone.over = True
                    del stack[at:]
                    break

    def _ended(self, text: bytes, call: Open, event: Event) -> bool:
        call.exit = exited(text, call, event.line.thread, event.position)
        if call.exit is not None:
            return True
        if call.depth is None or event.line.depth is None:
            return call.api == event.api  # no layer calls itself
        return event.line.depth <= call.depth


def exited(text: bytes, call: Open, thread: str, end: int) -> int | None:
    """Where the method of a call exits, between its block and `end`."""
    mark = b"}  " + call.method
    at = text.find(mark, call.since, end) if call.method else -1
    while at >= 0:
        line = line_at(text, at)
        if line and line.thread == thread:
            return line.start
        at = text.find(mark, at + 1, end)
    return None
