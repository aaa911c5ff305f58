"""Replies of queue managers on z/OS: one record an object, values padded, numbers that begin with CSQ."""

import re

from mqforensics.formats.mqsc.capture_lines import Line, scan
from mqforensics.formats.mqsc.command_parser import is_failure, named_object

MESSAGE = re.compile(r"\s?(CSQ[A-Z0-9]\d{3}[A-Z])\s+(.*)$", re.S)
CPF = re.compile(r"[^\s(]{1,8}\s+(?=[A-Z][A-Z0-9]*\()")
"""The command prefix, which stands between the message and the object."""
RETURN = re.compile(r"COUNT=\s{0,9}(\d{1,9}), RETURN=([0-9A-F]{8})")
"""How many messages a reply has. Whether it counts itself differs, but not within one capture."""
TARGET = re.compile(r"(?:Target queue manager is|Connected to queue manager)\s+(\S+)")
UTILITY = "CSQU"
"""What CSQUTIL says of itself, its counts of failures among it."""
STARTED = re.compile(r"CSQUTIL .{1,60}? - (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
"""Its heading (CSQU001I), which says when it began by the clock of its host."""
REPLY, DONE = "CSQN205", "CSQ9022"
PREFIX = re.compile(r"[^\w\s(),]([A-Z@#$][A-Z0-9@#$]{0,3})\s")
"""A command prefix as it is usually chosen: a character and the name of the queue manager."""
END = re.compile(r"\s*END \w+ DETAILS\s*$")
OBJECTS = ("CSQM2", "CSQM4")


def take_after_object(session, line: Line) -> None:
    """Take the line after the last attribute of an object displayed one attribute a line."""
    session.close()


def take(session, line: Line, found: re.Match) -> None:
    """Take a line that a CSQ message begins."""
    message, words = found[1], found[2].strip()
    session.close()
    session.seen += 1
    prefix = PREFIX.match(words)
    if prefix:
        _prefixed(session, line, prefix[1])
    started = STARTED.match(words) if message.startswith(UTILITY) else None
    target = TARGET.search(words)
    if started:
        if session.used:
            session.open(line)
        session.time = started[1]
    elif target:
        _target(session, line, target[1])
    elif message.startswith(REPLY):
        result = RETURN.search(words)
        session.reply = None
        session.announced, session.seen = int(result[1]) if result else None, 0
        if result and int(result[2], 16):
            session.error(line, message, words, session.command)
    elif message.startswith(DONE):
        if session.command and session.announced is not None and _lacks(session, session.announced - session.seen):
            session.command.broken = True
        elif session.command and "NORMAL" in words and "ABNORMAL" not in words:
            session.command.ended = True
            session.done(line, message)
        session.announced = None
    elif message.startswith(OBJECTS) and message.endswith("I") and scan(CPF.sub("", words, count=1)):
        _object(session, line, message, words)  # the values of an object may be the words of a failure
    elif is_failure(message, words) and not message.startswith(UTILITY):
        _failed(session, line, message, words)
    elif message.startswith(OBJECTS):
        _object(session, line, message, words)


def _lacks(session, missing: int) -> bool:
    """Whether messages of a reply are missing: more than the reply itself, or more than of others in the capture."""
    session.counted.append((missing, session.command))
    least = min((one for one, _ in session.counted if one >= 0), default=0)
    for count, command in session.counted:
        command.broken = command.broken or count > least
    return missing > min(least, 1)


def _target(session, line: Line, manager: str) -> None:
    if session.managers.get(session.run) not in (None, manager):
        session.open(line)
    session.managers[session.run] = manager


def _prefixed(session, line: Line, manager: str) -> None:
    known = session.managers.get(session.run)
    if known is None:
        session.managers[session.run] = session.prefix = manager
    elif known != manager and known == session.prefix:
        session.open(line)
        session.managers[session.run] = session.prefix = manager


def _object(session, line: Line, message: str, words: str) -> None:
    taken = scan(CPF.sub("", words, count=1))
    if taken or "DETAILS" in words:
        session.start(line, message)
        session.take(line, taken or [])


def _failed(session, line: Line, message: str, words: str) -> None:
    reply = session.reply
    if not reply:
        session.error(line, message, words, session.command)
        return
    reply.message = message if reply.number == REPLY else reply.message
    reply.errors.append(f"{message}: {words}")
    reply.name = reply.name or named_object(words, None)
