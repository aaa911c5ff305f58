"""Client channel definition tables in JSON: one row a channel, under the names that MQSC has for its attributes.

A channel that is damaged costs no other; a comma before a closing bracket, as people write it, is passed over.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from mqforensics.codes import code_pages
from mqforensics.formats.json_text import NotJson, Values
from mqforensics.formats.line_counter import LineCounter
from mqforensics.formats.qmini.stanza import Stanza

SIGN = re.compile(rb'"channel"\s{0,99}:\s{0,99}\[')
CLIENT = re.compile(rb'"clientConnection"')
LIST = re.compile(SIGN.pattern.decode())
TRAILING = re.compile(r'("(?:[^"\\]|\\.)*+"?)|,(?=\s{0,200}[}\]])', re.S)
NEXT = re.compile(r'\}\s{0,99},?\s{0,99}(?=\{\s{0,99}"(?:name|clientConnection|general)")')
ELEMENT = re.compile(r"[\s,]*")
KEY = re.compile(r'"(\w{1,64})"\s{0,99}:')
MQSC = {
    "name": "CHANNEL", "type": "CHLTYPE", "clientConnection.queueManager": "QMNAME",
    "transmissionSecurity.cipherSpecification": "SSLCIPH", "transmissionSecurity.certificateLabel": "CERTLABL",
    "transmissionSecurity.certificatePeerName": "SSLPEER", "connectionManagement.affinity": "AFFINITY",
    "connectionManagement.clientWeight": "CLNTWGHT", "connectionManagement.sharingConversations": "SHARECNV",
    "connectionManagement.heartbeatInterval": "HBINT", "connectionManagement.keepAliveInterval": "KAINT",
    "connectionManagement.defaultReconnect": "DEFRECON", "general.description": "DESCR",
    "general.maximumMessageLength": "MAXMSGL", "compression.header": "COMPHDR", "compression.message": "COMPMSG",
}  # fmt: skip
CHLTYPES = {"clientConnection": "CLNTCONN"}
DEPTH = 8


def sniff(data: bytes) -> int:
    """How sure the first bytes are a table of client channels."""
    return 90 if SIGN.search(data) and CLIENT.search(data) else 0


def stanzas(source: str, first: int) -> list[Stanza] | None:
    """Every channel; None where the list of them is not there."""
    begun = LIST.search(source)
    if not begun:
        return None
    text = TRAILING.sub(lambda found: found[1] if found[1] is not None else " ", source)
    found: list[Stanza] = []
    at = ELEMENT.match(text, begun.end()).end()
    lines, values = LineCounter(text, first), Values(text)
    while at < len(text) and text[at] not in "]}":
        line = lines.at(at)
        try:
            value, end = values.at(at)
        except NotJson as error:
            found.append(Stanza(at, line, None, "CCDT", errors=[f"a channel that is not whole JSON: {error}"]))
            after = NEXT.search(text, at)
            if not after or values.is_spent:
                break
            at = after.end()
            continue
        found.append(_channel(at, line, value, text[at:end]))
        at = ELEMENT.match(text, end).end()
    return found


def _channel(at: int, line: int, value: Any, text: str) -> Stanza:
    stanza = Stanza(at, line, None, "CCDT")
    if not isinstance(value, dict):
        stanza.errors.append("no channel")
        return stanza
    places = dict(_keys(text, line))
    for path, shown in _flat(value, "", 0):
        key, place = MQSC.get(path, path), places.get(path.split(".")[-1], line)
        stanza.add(key, CHLTYPES.get(shown, shown) if key == "CHLTYPE" else shown, place)
    connections = value.get("clientConnection")
    connections = connections.get("connection") if isinstance(connections, dict) else None
    names = [_connection(one) for one in connections if isinstance(one, dict)] if isinstance(connections, list) else []
    if names:
        stanza.add("CONNAME", ",".join(names), places.get("host", line))
    stanza.name = stanza.attributes.get("CHANNEL") or None
    if not stanza.name:
        stanza.errors.append("the attribute that names the object is not there")
    return stanza


def _keys(text: str, line: int) -> Iterator[tuple[str, int]]:
    seen, lines = set(), LineCounter(text, line)
    for found in KEY.finditer(text):
        if found[1] not in seen:
            seen.add(found[1])
            yield found[1], lines.at(found.start())


def _flat(value: dict, prefix: str, depth: int) -> Iterator[tuple[str, str]]:
    for key, shown in value.items():
        path = f"{prefix}{key}"
        if isinstance(shown, dict) and depth < DEPTH:
            yield from _flat(shown, f"{path}.", depth + 1)
        elif path != "clientConnection.connection":
            yield path, _words(shown)


def _connection(one: dict) -> str:
    port = _words(one.get("port"))
    return f"{_words(one.get('host'))}({port})" if port else _words(one.get("host"))


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_words(part) if not isinstance(part, list | dict) else "…" for part in value)
    if isinstance(value, str):
        return code_pages.of_bytes(value).strip()
    try:
        return "" if value is None or isinstance(value, dict) else json.dumps(value)
    except ValueError:  # an integer of thousands of digits
        return "a number too long to be shown"
