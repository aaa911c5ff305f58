"""What a stretch must know of the bytes before it: whose trace it is, the zone, the open calls, how many there were."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from mqforensics.formats.jmstrace import agent, block, header, values
from mqforensics.formats.jmstrace.events import ABOUT, ENTRY, HEADER, RETURN, Event, events
from mqforensics.formats.jmstrace.lines import local_time
from mqforensics.formats.jmstrace.nesting import Nesting, Open
from mqforensics.formats.jmstrace.zone import Zone, told_by
from mqforensics.structures import put_time

LONGEST = 4 << 20
"""A line that is longer is passed over in pieces."""


@dataclass
class State:
    """Grows event by event while a trace is read."""

    number: int = 0
    facts: dict[str, str] = field(default_factory=dict)
    """`process`, `application` and `zone` of the last header."""
    told: Zone | None = None
    """The zone that a message put here betrays, where no header tells one."""
    nesting: Nesting = field(default_factory=Nesting)
    rest: bytes = b""

    def take(self, text: bytes, event: Event) -> Open | None:
        """The call that begins with an event, if one does; what the event tells is kept."""
        if event.kind == HEADER:
            self.facts = header.facts(text, event.position)
        elif event.kind == RETURN:
            self.nesting.leave(event)
            self._learn(text, event)
        elif event.kind == ENTRY:
            call = self.nesting.enter(text, event)
            return None if call.inner else self._counted(call)
        elif not agent.has_block(text, event.line.end, event.line.thread):
            return self._counted(Open("", b"", None, entry=event, over=True))
        return None

    def _counted(self, call: Open) -> Open:
        self.number += 1
        return call

    def _learn(self, text: bytes, event: Event) -> None:
        if self.told or "zone" in self.facts or not values.VERBS.get(event.api, event.api[2:]).startswith("PUT"):
            return
        described = values.fields(block.arguments(text, event.line.end, event.line.thread).get("MQMD", ""))
        put = put_time(described.get("putDate"), described.get("putTime"))
        local, named = local_time(event.line.stamp)
        self.told = told_by(local, put) if put and local and not named else None

    def feed(self, data: bytes) -> None:
        """Pass over the events that `data` settles."""
        text = self.rest + data
        end = undecided(text)
        for event in events(text, 0, end):
            self.take(text, event)
        self.nesting.sweep(text, end)
        for stack in self.nesting.threads.values():
            stack[:] = [Open(call.api, call.method, call.depth, call.inner) for call in stack]
        self.rest = text[end:]

    def kept(self) -> dict[str, str]:
        """As a context."""
        stacks = {
            thread: [[call.api, call.method.decode("latin-1"), call.depth, call.inner] for call in stack]
            for thread, stack in self.nesting.threads.items()
            if stack
        }
        return {
            "number": str(self.number),
            "facts": json.dumps(self.facts),
            "told": json.dumps(self.told),
            "open": json.dumps(stacks),
            "rest": self.rest.decode("latin-1"),
        }


def undecided(text: bytes) -> int:
    """From where on more must be seen: a line is cut, a header goes on, a browse may have a block."""
    end = text.rfind(b"\n") + 1
    for event in events(text, max(end - max(agent.WINDOW, header.LONGEST), 0), end):
        if event.kind == HEADER and not header.complete(text, event.position):
            end = min(end, max(text.rfind(b"Date: ", 0, event.position), 0))
        elif event.kind == ABOUT and event.line.end + agent.WINDOW > len(text):
            end = min(end, event.position)
    return end if len(text) - end <= LONGEST else len(text)


def state(context: Mapping[str, str]) -> State:
    """The state that a context keeps."""
    told = json.loads(context.get("told", "null"))
    stacks = {
        thread: [Open(api, method.encode("latin-1"), depth, inner) for api, method, depth, inner in stack]
        for thread, stack in json.loads(context.get("open", "{}")).items()
    }
    return State(
        int(context.get("number", 0)),
        json.loads(context.get("facts", "{}")),
        Zone(*told) if told else None,
        Nesting(stacks),
        context.get("rest", "").encode("latin-1"),
    )
