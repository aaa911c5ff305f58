"""The activities of a trace-route message as `dspmqrte` prints them: who put, got, sent or discarded it where.

An activity is one record: its application and the operations that it recorded. At the verbosity `summary` a line names
one queue that the message came through. Sources: IBM documentation, "IBM MQ display route application", "Activity
report format" and "MQOPER_* (Activity operations)".
"""

import re
from itertools import pairwise

from mqforensics import codes
from mqforensics.formats.activity.record import Call, Record

TOKENS = (b"Activity:", b"AMQ8666")
OPERATION = re.compile(rb"^[ \t>]*Operation:[ \t\r]*$", re.M)
VALUE = re.compile(r"^[ \t>]*(\w{2,40}):[ \t]*(?:X?['\u2018]([^\n]*?)['\u2019]|([^'\n]*?))[ \t\r]*$", re.M)
QUEUE = re.compile(r"AMQ8666[A-Z]?: [^'\n]*'([^'\n]*)'\s[^'\n]*'([^'\n]*)'")
LABELS = {
    "OperationType": "operationId", "OperationDate": "operationDate", "OperationTime": "operationTime",
    "QName": "objectName", "XmitQName": "objectName", "ResolvedQName": "resolvedQueueName", "MsgId": "msgId",
    "CorrelId": "correlId", "Priority": "priority", "Persistence": "persistence", "BackoutCount": "backoutCount",
    "PutDate": "putDate", "PutTime": "putTime", "MsgLength": "msgLength", "ApplName": "applName",
    "QMgrName": "queueMgrName", "ChannelName": "channelName",
}  # fmt: skip
OWNERS = ("applName", "queueMgrName", "channelName")
"""What holds for the whole activity, though operations say it."""
PUT = re.compile(rb"^[ \t>]*AMQ8659[A-Z]?: [^']{1,200}'([^'\n]{1,48})'[^']{1,200}'([^'\n]{1,48})'", re.M)
ENDED = re.compile(rb"^[ \t>]*AMQ8652[A-Z]?: ", re.M)
"""What dspmqrte prints when it has put its message, and when it has ended."""
NO_OPERATION = "an activity of a trace-route message with no operation in it"
FEEDBACK = "FeedBack", "Feedback"
FAILED, DISCARD = 2, "Discard"


def nothing_back(data: bytes) -> str | None:
    """What dspmqrte says that has shown no activity: where its message was put, and that nothing came back."""
    put, ended = PUT.search(data), ENDED.search(data)
    if not put and not ended:
        return None
    queue, manager = (name.decode("utf-8", "replace") for name in put.groups()) if put else ("", "")
    where = f" on {queue} at {manager}" if put else ""
    return f"a trace-route message was put{where}{', and no activity came back' if ended else ''}"


def begin(data: bytes, token: int) -> int | None:
    """Where the line begins that `token` is on, which has nothing before it."""
    line = data.rfind(b"\n", 0, token) + 1
    return line if not data[line:token].strip(b" \t>") else None


def count(unit: bytes) -> int:
    """How many operations the activity holds."""
    return 1 if TOKENS[1] in unit[:60] else len(OPERATION.findall(unit))


def last_exact(unit: bytes) -> None:
    """No operation tells a time of high resolution."""


def parse(unit: bytes) -> Record:
    """The record of an activity, or of a queue that a summary names."""
    text = unit.decode("utf-8", "replace")
    if named := QUEUE.match(text.lstrip(" \t>")):
        return Record({"queueMgrName": named[2]}, [Call(0, {"operationId": "ROUTE", "objectName": named[1]})])
    places = [found.start() for found in OPERATION.finditer(unit)]
    parts = [_params(unit[start:end].decode("utf-8", "replace")) for start, end in pairwise([0, *places, len(unit)])]
    told = {key: value for part in parts for key, value in part.items()}
    head = {key: told[key] for key in OWNERS if key in told}
    return Record(head, [Call(at, part) for at, part in zip(places, parts[1:], strict=True)], NO_OPERATION)


def _params(text: str) -> dict:
    """The parameters of an operation; of a label that comes twice the first, which is that of the message itself."""
    found: dict = {}
    is_done = True
    for label, quoted, plain in VALUE.findall(text):
        value = (quoted or plain).strip()
        if label in FEEDBACK and (reason := codes.mqrc(value).code if value else None):
            found |= {"reasonCode": reason, "compCode": FAILED}
            is_done = False
        elif value and (key := LABELS.get(label)):
            found.setdefault(key, value)
    if is_done and found.get("operationId") not in (None, DISCARD):
        found["compCode"] = 0  # what is recorded was done
    return found
