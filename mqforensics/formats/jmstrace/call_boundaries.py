"""What in a trace begins and ends calls, as parameters of rows, which calls are nested, and what a stretch must know.

Found by plain search, because almost all lines are something else.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import merge
from typing import NamedTuple

from mqforensics.formats.jmstrace import trace_lines
from mqforensics.formats.jmstrace.trace_lines import (
    LONGEST_KEPT,
    Line,
    Zone,
    line_at,
    line_between,
    local_time,
    zone_by_put_time,
)
from mqforensics.structures import put_time
from mqforensics.structures.arrays import positions

VERBS = {
    "jmqiConnect": "CONNX", "spiOpen": "OPEN", "jmqiGet": "GET", "jmqiGetMessage": "GET",
    "jmqiGetMessageWithProps": "GET", "jmqiGetInternal": "GET", "jmqiGetInternalWithRecon": "GET", "spiGet": "GET",
    "jmqiPut": "PUT", "jmqiPutMessage": "PUT", "jmqiPutMessageWithProps": "PUT", "jmqiPutWithTriplets": "PUT",
    "spiPut": "PUT", "jmqiPut1": "PUT1", "jmqiPut1WithProps": "PUT1", "spiPut1": "PUT1", "spiSubscribe": "SUB",
}  # fmt: skip
"""Calls of the client's own interface, by the MQI call that they are; the others bear the MQI's names."""
OPTIONS = {
    "CONNX": ("ConnectOpts", "connectOptions"), "OPEN": ("SpiOpenOptions", "openOptions"),
    "GET": ("MQGMO", "getOptions"), "CB": ("MQGMO", "getOptions"),
    "PUT": ("MQPMO", "putOptions"), "PUT1": ("MQPMO", "putOptions"),
}  # fmt: skip
PLAIN = {"OPEN": "openOptions", "CLOSE": "closeOptions"}
"""Calls whose options are an argument `Options [0x2020]` of their own."""
FIELD = re.compile(r"\b(\w+):(?:'([^']*)'|(-?\d+)\(0x|([0-9A-F]{16,}))")
CONNECTION = re.compile(r"connectionId=([0-9A-Fa-f]{48})")
HANDLE = re.compile(r"- 0x([0-9A-Fa-f]+) -")
SETTER = re.compile(rb"setHobj\(Hobj\) setter \[([^\n]*)")
POINTER = re.compile(r"Phobj@0x *([0-9A-Fa-f]+)")
NAME = re.compile(r"objectName=([^,\]]*)")
CHANNEL = re.compile(r"channelName:'([^']+)'")
NULL = "<null>"
MESSAGE = ("priority", "persistence", "msgId", "correlId", "backoutCount", "putDate", "putTime")
LONGEST_NAME = 12
"""A connection's id holds so much of the queue manager's name."""


def operation(api: str, entry: Mapping[str, str]) -> str:
    """The MQI call that an API block is."""
    verb = VERBS.get(api) or api.removeprefix("MQ")
    return "PUT1" if verb == "PUT" and "MQOD" in entry and "Hobj" not in entry else verb


def fields(shown: str) -> dict[str, str]:
    """The fields of a structure `[version:4(0x4) options:8272(0x2050) … msgId:414D… ]`, to be left as they are."""
    return _fields(shown) if len(shown) < LONGEST_KEPT else _fields.__wrapped__(shown)


@lru_cache(maxsize=1024)
def _fields(shown: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text, number, digits in FIELD.findall(shown):
        found.setdefault(name, number or digits or text.rstrip())
    return found


def params(api: str, entry: Mapping[str, str], back: Mapping[str, str] | None) -> dict:
    """The parameters of a call from its arguments on entry and, where it returned, on return."""
    verb = operation(api, entry)
    last = {**entry, **(back or {})}
    found = {"operationId": verb, **_handle(entry, last), **_options(verb, last)}
    if back is None:
        return found
    found |= {"compCode": back.get("CompCode"), "reasonCode": back.get("Reason")}
    if verb in ("GET", "PUT", "PUT1"):
        described = fields(back.get("MQMD", ""))
        found |= {key: described[key] for key in MESSAGE if described.get(key, NULL) != NULL}
        found["msgLength"] = _number(back.get("Datalength" if verb == "GET" else "Bufferlength"))
    return found


def handle(shown: str) -> dict:
    """The object handle that a value shows and the object's name."""
    found, name = HANDLE.search(shown), NAME.search(shown)
    return {
        "hobj": int(found[1], 16) if found else None,
        "objectName": (name[1].strip() if name else None) or None,
    }


def _handle(entry: Mapping[str, str], last: Mapping[str, str]) -> dict:
    """What the call works on: the handle is there on return from MQOPEN, and on entry to MQCLOSE."""
    shown = next((hobj for hobj in (last.get("Hobj", ""), entry.get("Hobj", "")) if HANDLE.search(hobj)), "")
    found, described = handle(shown), fields(last.get("MQOD", ""))
    name = described.get("objectName") if found["objectName"] is None else None
    return found | ({"objectName": name} if name and name != NULL else {})


def _options(verb: str, last: Mapping[str, str]) -> dict:
    if verb in PLAIN and "Options" in last:
        return {PLAIN[verb]: last["Options"]}
    label, key = OPTIONS.get(verb, (None, None))
    if label not in last:
        return {}
    shown = fields(last[label])
    found = {key: shown.get("options")}
    options = shown.get("options", "")
    if verb == "GET" and options.lstrip("-").isdecimal() and int(options) & 1:
        found["waitInterval"] = shown.get("waitInterval")
    return found


def _number(shown: str | None) -> str | None:
    return shown.partition("(")[0] if shown else None


def connection_columns(entry: Mapping[str, str], back: Mapping[str, str] | None) -> dict:
    """The connection of a call and the queue manager that its id names, where the name is not cut."""
    shown = CONNECTION.search((back or {}).get("Hconn", "")) or CONNECTION.search(entry.get("Hconn", ""))
    channel = CHANNEL.search((back or {}).get("ConnectOpts", ""))
    found = {"channelName": channel[1] if channel else None}
    if not shown:
        return found
    name = bytes.fromhex(shown[1])[4 : 4 + LONGEST_NAME].decode("latin-1").rstrip()
    whole = name.isascii() and len(name) < LONGEST_NAME
    return found | {"connectionId": shown[1], "queueMgrName": name if whole else None}


ENTRY, RETURN, ABOUT, HEADER = ">>", "<<", "about", "header"
HEADLINE = re.compile(rb"(\w{1,200}\([^)]{0,1000}\))? {0,40}\[(\w{1,80}) (>>|<<)\][ \t\r]{0,40}$")
TOKENS = {ENTRY: b" >>]", RETURN: b" <<]", ABOUT: trace_lines.ABOUT, HEADER: trace_lines.TOKEN}
WIDEST = 2048
"""Bytes of a line in which its headline is looked for."""
PIECE = 1 << 20
"""Bytes that are looked through at once: who looks ahead may find what it looks for at the beginning."""


class Event(NamedTuple):
    """A line that matters; `api` and `method` for the headline of a block."""

    position: int
    kind: str
    line: Line | None = None
    api: str = ""
    method: bytes = b""


def events(text: bytes, start: int, end: int) -> Iterator[Event]:
    """The events whose line begins between `start` and `end`, in order."""
    return merge(*(_events(text, start, end, kind) for kind in TOKENS))


def _events(text: bytes, start: int, end: int, kind: str) -> Iterator[Event]:
    """The events of one kind; a line begins one at most, and a header ends where a line has a time."""
    after = start
    for at in _marks(text, start, end, TOKENS[kind]):
        if at < after:
            continue
        begin = text.rfind(b"\n", start, at) + 1 or text.rfind(b"\n", 0, start) + 1
        if begin >= end:
            return
        line_end = text.find(b"\n", at)
        line_end = len(text) if line_end < 0 else line_end
        event = _event(text, begin, at, line_end, kind)
        if event and begin >= start:
            yield event
        after = trace_lines.header_end(text, at) if event and kind == HEADER else line_end


def _marks(text: bytes, start: int, end: int, token: bytes) -> Iterator[int]:
    """Where a token stands on the lines that begin before `end`; none goes over a line's end."""
    stop = text.find(b"\n", max(end - 1, start))
    stop = len(text) if stop < 0 else stop
    for at in range(start, stop, PIECE):
        yield from positions(text, token, at, min(at + PIECE + len(token) - 1, stop)).tolist()


def _event(text: bytes, begin: int, at: int, line_end: int, kind: str) -> Event | None:
    if kind == HEADER:
        return Event(begin, kind) if begin == at else None
    line = line_between(text, begin, line_end)
    if line is None:
        return None
    if kind == ABOUT:
        return Event(begin, kind, line)
    start = max(line.start + len(line.stamp), line_end - WIDEST)
    found = _headline(text[start:line_end], at + 1 - start)
    return Event(begin, kind, line, found[0], found[1]) if found and found[2] == kind else None


@lru_cache(maxsize=4096)
def _headline(line: bytes, mark: int) -> tuple[str, bytes, str] | None:
    """API, method and kind of a headline with its mark, without its time: many are alike."""
    found = HEADLINE.search(line, _near(line, 0, mark))
    return (found[2].decode(), found[1] or b"", found[3].decode()) if found else None


def _near(text: bytes, start: int, at: int) -> int:
    """From where on to look for a headline whose mark is at `at`: its method holds one closing bracket and no blank."""
    bracket = text.rfind(b")", start, at)
    start = max(start, text.rfind(b")", start, max(bracket, start)) + 1)
    opening = text.find(b"(", start, at)
    return max(start, text.rfind(b" ", start, opening) + 1) if opening > 0 else start


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
                call.exit = method_exit(text, call, thread, end)
                if call.exit is not None:
                    for gone in stack[at:]:
                        gone.over = True
                    del stack[at:]
                    break

    def _ended(self, text: bytes, call: Open, event: Event) -> bool:
        call.exit = method_exit(text, call, event.line.thread, event.position)
        if call.exit is not None:
            return True
        if call.depth is None or event.line.depth is None:
            return call.api == event.api  # no layer calls itself
        return event.line.depth <= call.depth


def method_exit(text: bytes, call: Open, thread: str, end: int) -> int | None:
    """Where the method of a call exits, between its block and `end`."""
    mark = b"}  " + call.method
    at = text.find(mark, call.since, end) if call.method else -1
    while at >= 0:
        line = line_at(text, at)
        if line and line.thread == thread:
            return line.start
        at = text.find(mark, at + 1, end)
    return None


LONGEST_STATE = 4 << 20
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
            self.facts = trace_lines.header_facts(text, event.position)
        elif event.kind == RETURN:
            self.nesting.leave(event)
            self._learn(text, event)
        elif event.kind == ENTRY:
            call = self.nesting.enter(text, event)
            return None if call.inner else self._counted(call)
        elif not trace_lines.has_block(text, event.line.end, event.line.thread):
            return self._counted(Open("", b"", None, entry=event, over=True))
        return None

    def _counted(self, call: Open) -> Open:
        self.number += 1
        return call

    def _learn(self, text: bytes, event: Event) -> None:
        if self.told or "zone" in self.facts or not VERBS.get(event.api, event.api[2:]).startswith("PUT"):
            return
        described = fields(trace_lines.block_arguments(text, event.line.end, event.line.thread).get("MQMD", ""))
        put = put_time(described.get("putDate"), described.get("putTime"))
        local, named = local_time(event.line.stamp)
        self.told = zone_by_put_time(local, put) if put and local and not named else None

    def feed(self, data: bytes) -> None:
        """Pass over the events that `data` settles."""
        text = self.rest + data
        end = undecided_from(text)
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


def undecided_from(text: bytes) -> int:
    """From where on more must be seen: a line is cut, a header goes on, a browse may have a block."""
    end = text.rfind(b"\n") + 1
    for event in events(text, max(end - max(trace_lines.WINDOW, trace_lines.LONGEST_HEADER), 0), end):
        if event.kind == HEADER and not trace_lines.header_complete(text, event.position):
            end = min(end, max(text.rfind(b"Date: ", 0, event.position), 0))
        elif event.kind == ABOUT and event.line.end + trace_lines.WINDOW > len(text):
            end = min(end, event.position)
    return end if len(text) - end <= LONGEST_STATE else len(text)


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
