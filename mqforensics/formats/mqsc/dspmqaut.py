"""What dspmqaut prints: the authority of one entity for one object, groups counted in, a word a line.

Of which queue manager, and of what type, its command line alone tells ("Refusals", 4.5).
"""

import re

from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import IS_NAME

CALL = re.compile(r"(?:[^\n]{0,80}[\s/\\$#>%])?dspmqaut(?:\.exe)?((?:\s+-[mntpg]\s*[^\s;|&-][^\s;|&]*)+)\s*$")
OPTION = re.compile(r"-([mntpg])\s*['\"]?([^\s'\"]+)")
ENTITY = re.compile(r"Entity (\S{1,64}) has the following authorizations for object (\S{1,255}?) ?:\s*$")
WORD = re.compile(r"(?:\t|\s{2,})([a-z]{3,8})\s*$")
TYPES = {
    "q": "QUEUE", "queue": "QUEUE", "qmgr": "QMGR", "prcs": "PROCESS", "process": "PROCESS", "nl": "NAMELIST",
    "namelist": "NAMELIST", "t": "TOPIC", "top": "TOPIC", "topic": "TOPIC", "chl": "CHANNEL", "channel": "CHANNEL",
    "clcn": "CLNTCONN", "clntconn": "CLNTCONN", "lstr": "LISTENER", "listener": "LISTENER", "srvc": "SERVICE",
    "service": "SERVICE", "authinfo": "AUTHINFO", "ai": "AUTHINFO", "rqmname": "RQMNAME",
}  # fmt: skip
TYPE = "AUTHREC"
LISTED = "AUTHLIST"


def call(session, line: Line, found: re.Match) -> None:
    """Take the command line, which ends what stands above it: an entity without a word under it may do nothing."""
    if session.block and session.block.type == TYPE and not session.block.message:
        session.block.attributes.setdefault(LISTED, "NONE")
    session.open(line)
    session.called = dict(OPTION.findall(found[1]))


def entity(session, line: Line, found: re.Match) -> None:
    """Take the line above the words."""
    asked, session.called = session.called or {}, None
    manager = asked.get("m")
    record = session.start(line, None, type=TYPE, queue_manager=manager if IS_NAME(manager or "") else None)
    record.name = found[1]
    told = {"OBJNAME": found[2], "ENTITY": found[1]}
    is_same = asked.get("p", asked.get("g")) == found[1] and asked.get("n", found[2]) == found[2]
    if is_same:
        told |= {"ENTTYPE": "GROUP" if "g" in asked else "PRINCIPAL"}
        told |= {"OBJTYPE": kind} if (kind := TYPES.get(asked.get("t", "").lower())) else {}
    for key, value in told.items():
        record.add(key, value)
    record.session = record.command = None
    session.used = False


def word(session, line: Line, found: re.Match) -> None:
    """Take an authority, if it stands under an entity."""
    block = session.block
    if not block or block.message or block.type != TYPE:
        session.cells(line) if block or session.maybe else session.prose(line)
        return
    before = block.attributes.get(LISTED)
    block.attributes[LISTED] = f"{before},{found[1].upper()}" if before else found[1].upper()
    block.lines.setdefault(LISTED, line.number)
