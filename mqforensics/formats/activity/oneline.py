"""amqsactz's one line a call: `1LS= Rec(0) Pid(4711) Tid(3) …`, each part there only if it was asked for."""

import re

TOKEN = b"1LS="
PARTS = {
    "Rec": None, "Pid": "processId", "Tid": "threadId", "Date": "operationDate", "Time": "operationTime",
    "Opr": "operationId", "RC": "reasonCode", "Qmgr": "queueMgrName", "Chl": "channelName", "Appl": "applName",
    "User": None, "CnId": "connectionId", "HObj": "hobj", "Obj": "objectName", "OQNm": None,
    "RQNm": "resolvedQueueName", "RQMN": None, "RLQN": "resolvedLocalQueueName", "RLQM": None, "RToQ": None,
    "RTQM": None, "Prty": "priority", "Prst": "persistence", "Rprt": None, "Expr": None, "MsgL": "msgLength",
    "CCSI": None, "Encd": None, "CnOp": "connectOptions", "OpOp": "openOptions", "GtOp": "getOptions",
    "PtOp": "putOptions", "ClOp": "closeOptions", "CbOp": None, "SbOp": "subOptions", "SROp": None,
    "MgId": "msgId", "CrId": "correlId", "MDAB": None,
}  # fmt: skip
LINE = re.compile(rb"^[ \t>]*1LS= ([^\n]*)", re.M)
_NAMES = "|".join(PARTS)
PART = re.compile(rf"\b({_NAMES})\((.*?)\)(?= (?:{_NAMES})\(|$)")
"""A value may hold parentheses (`C:\\Program Files (x86)\\…`): it ends where the next part begins."""


def params(line: re.Match[bytes]) -> dict:
    """The parameters of one line; the reason 0 tells the completion code, any other leaves it open."""
    found = {PARTS[name]: value for name, value in PART.findall(line[1].rstrip(b" \t\r").decode("utf-8", "replace"))}
    found.pop(None, None)
    second, point, fraction = found.get("operationTime", "").partition(".")
    found["operationTime"] = second
    if point and len(fraction) == 6 and fraction.isdecimal():
        found["fraction"] = int(fraction)
    if found.get("reasonCode") == "0":
        found["compCode"] = 0
    return found
