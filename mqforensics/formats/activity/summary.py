"""amqsact's summary: one line a call, with neither options nor MsgId nor priority."""

import re

LINE = re.compile(
    rb"^[ \t>]*(\d{3,18}) +(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d) +(MQXF_\w+) +(MQCC_\w+) +(\d{4,}) +"
    rb"(?:(-?\d+)(?: +\(([^\n]*?) *\))?|\S{1,3})[ \t\r]*$",
    re.M,
)
"""The dash where there is no handle comes as an en dash out of a web page."""
KEYS = (
    "threadId", "operationDate", "operationTime", "operationId", "compCode", "reasonCode", "hobj", "objectName",
)  # fmt: skip
CONTEXT_ONLY = (
    "context only: the summary of amqsact tells neither options nor MsgId nor priority; "
    "print the trace again with amqsact -v"
)


def params(line: re.Match[bytes]) -> dict:
    """The parameters of one line."""
    values = (value and value.decode("utf-8", "replace") for value in line.groups())
    found = {key: value for key, value in zip(KEYS, values, strict=True) if value}
    return found | {"threadId": int(found["threadId"]), "problem": CONTEXT_ONLY}
