"""Arguments of a call as the parameters that a row is made of."""

import re
from collections.abc import Mapping
from functools import lru_cache

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
LONGEST_KEPT = 4096
"""Characters of a structure that is kept with its fields: many calls have the same."""
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


def whose(entry: Mapping[str, str], back: Mapping[str, str] | None) -> dict:
    """The connection of a call and the queue manager that its id names, where the name is not cut."""
    shown = CONNECTION.search((back or {}).get("Hconn", "")) or CONNECTION.search(entry.get("Hconn", ""))
    channel = CHANNEL.search((back or {}).get("ConnectOpts", ""))
    found = {"channelName": channel[1] if channel else None}
    if not shown:
        return found
    name = bytes.fromhex(shown[1])[4 : 4 + LONGEST_NAME].decode("latin-1").rstrip()
    whole = name.isascii() and len(name) < LONGEST_NAME
    return found | {"connectionId": shown[1], "queueMgrName": name if whole else None}
