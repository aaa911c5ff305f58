"""What rdqmstatus prints: the queue manager as this node sees it, then each other node, a label and a value a line.

One row a node, or a queue manager where several are listed. Source: "Viewing RDQM and HA group status" and "Viewing
RDQM DR status" in the documentation.
"""

import re

from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import IS_NAME

CALL = re.compile(r"(?:[^\n]{0,80}[\s/\\$#>%])?rdqmstatus(?P<options>(?:\s+-[amnv]\b(?:\s+[\w./%]{1,48})?)*)\s*$")
MANAGER = re.compile(r"-m\s+(\S+)")
LABELS = (
    "Node", "Queue manager (?:name|status|file system)", "CPU", "Memory", "(?:DRBD )?OS kernel version",
    "DRBD (?:version|kernel module status)", "(?:HA|DR) (?:role|status|type|control|port)",
    "(?:HA|DR) (?:current|preferred|blocked) location", "(?:HA|DR) floating IP (?:interface|address)",
    "(?:HA|DR) (?:local|remote) IP address(?: list)?", "(?:HA|DR) (?:out of sync data|synchronization progress)",
    "(?:HA|DR) (?:estimated time to completion|last in sync)",
)  # fmt: skip
LABEL = re.compile(rf"\s*(?P<label>{'|'.join(LABELS)})[ \t]*:[ \t]*(?P<value>.*?)\s*$")
ONLINE = re.compile(r"\s*Node (?P<node>[\w.-]{1,255}) is (?P<state>[a-z ]{2,30})\s*$")
KEYS = {"Queue manager name": "QMNAME", "Queue manager status": "STATUS", "Queue manager file system": "FILESYS"}
TYPE = "RDQM"
BEGIN = ("NODE", "QMNAME")
"""What a row begins with."""


def call(session, line: Line, found: re.Match) -> None:
    """Take the command line."""
    manager = MANAGER.search(found["options"])
    session.open(line, manager[1] if manager and IS_NAME(manager[1]) else None)


def label(session, line: Line, found: re.Match) -> None:
    """Take a label and its value: of the row above, or of the next one that it begins."""
    key = KEYS.get(found["label"], found["label"].upper().replace(" ", ""))
    block = session.block
    is_other = not block or block.type != TYPE or key in block.attributes or (key in BEGIN and block.attributes)
    if is_other:
        manager = block.queue_manager if block and block.type == TYPE and key == "NODE" else None
        block = session.start(line, None, type=TYPE, queue_manager=manager)
        block.command = None
    block.add(key, found["value"], line.number)
    if key in BEGIN:
        block.name = block.attributes.get("NODE") or block.attributes.get("QMNAME")
    elif not block.name:
        block.name = session.managers.get(session.run)
    if key == "QMNAME" and IS_NAME(found["value"]):
        block.queue_manager = found["value"]


def online(session, line: Line, found: re.Match) -> None:
    """Take a line of `rdqmstatus -n`."""
    record = session.start(line, None, type=TYPE)
    record.command, record.name = None, found["node"]
    record.add("NODE", found["node"])
    record.add("NODESTATUS", found["state"])
    session.close()
