"""A PCF message as `PCFMessage.toString` of the classes for Java prints it: its header, then a parameter a line.

Monitoring programs log so what they ask and what the command server answers; events stand there, too.
Source: "Class PCFMessage", com.ibm.mq.headers.pcf.
"""

import re
from collections.abc import Iterator
from typing import Any

from mqforensics.formats.event.row import Event

HEAD = re.compile(r"^[^\n]{0,200}?MQCFH ?\[(?P<fields>[^\]\n]{20,400})\]", re.M)
PARAMETER = re.compile(
    r"MQCF(?:IN|ST|IL|SL|BS|IN64|IL64|BF|SF|IF|GR) ?\[[^\n]*?parameter: (?P<number>\d{1,9}) \((?P<name>MQ\w{1,60})\)"
    r"(?P<rest>[^\n]*)"
)
FIELD = re.compile(r"(\w+): (-?\d+)(?: \((MQ\w+)\))?")
VALUE = re.compile(
    r"(?:, |\b)(?:value|string|strings|values|byteString|filterValue): (?P<value>.*?)[ \0]*\](?:[,\s}\]]*)$"
)
TYPES = {1: "command", 2: "reply", 16: "reply", 17: "reply", 18: "reply", 7: "event"}
"""MQCFT of a header: MQCFT_COMMAND, MQCFT_RESPONSE and those of z/OS, MQCFT_EVENT."""


def events(source: str) -> Iterator[tuple[int, Event]]:
    """Where each message begins, and what it says."""
    heads = list(HEAD.finditer(source))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        end = after.start() if after else len(source)
        told = {key: (number, name) for key, number, name in FIELD.findall(head["fields"])}
        shown = {key: int(number) for key, (number, _) in told.items()}
        number, name = told.get("command", ("0", ""))
        parameters = [(one["name"], _value(one["rest"])) for one in PARAMETER.finditer(source, head.end(), end)]
        yield head.start(), Event(
            name or int(number), shown.get("reason"), parameters, None, "the message tells no time",
            comp_code=shown.get("compCode"), category=TYPES.get(shown.get("type", 0)),
        )  # fmt: skip


def _value(rest: str) -> Any:
    found = VALUE.search(rest)
    return found["value"].strip() if found else ""
