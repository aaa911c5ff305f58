"""setmqaut as somebody typed it: the authority that it gives or takes away, under the attributes of SET AUTHREC.

Source: documentation of setmqaut. A queue manager's own record has no name there: its profile is SELF.
"""

import re
from itertools import pairwise

from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import IS_NAME, Record

CALL = re.compile(r"(?:[^\n]{0,80}[\s/\\$#>%])?setmqaut(?:\.exe)?(?=\s+-)", re.I)
NAME = "setmqaut"
SWITCHES = {"-m": "QMGR", "-n": "PROFILE", "-t": "OBJTYPE", "-p": "PRINCIPAL", "-g": "GROUP", "-s": "SERVCOMP"}
ARGUMENT = re.compile(r"""'([^']*)'|"([^"]*)"|(\S+)""")
TYPE, SELF = "AUTHREC", "SELF"


def without_prompt(text: str) -> str:
    """The command without the prompt before it."""
    return text[text.lower().index(NAME) :].rstrip()


def is_one(command: str) -> bool:
    """Whether a command is setmqaut."""
    return command.lower().startswith(NAME)


def fill(record: Record, text: str) -> None:
    """Take what the command gives into its row."""
    words = [a or b or c for a, b, c in ARGUMENT.findall(text)]
    for switch, word in pairwise(words):
        if switch in SWITCHES:
            record.add(SWITCHES[switch], word)
    record.lines.pop("QMGR", None)
    manager = record.attributes.pop("QMGR", None)
    record.queue_manager = manager if manager and IS_NAME(manager) else record.queue_manager
    for key, sign in (("AUTHADD", "+"), ("AUTHRMV", "-")):
        given = [word[1:].upper() for word in words[1:] if word[:1] == sign and word not in SWITCHES]
        if given:
            record.add(key, ",".join(given))
    record.name = profile(record)


def profile(record: Record) -> str | None:
    """The profile that an authority record is of."""
    is_own = record.attributes.get("OBJTYPE", "").upper() == "QMGR"
    return record.attributes.get("PROFILE") or (SELF if is_own else None)


def take_setmqaut(session, line: Line, found: re.Match) -> None:
    """Take a command among the answers of others: its own answer may say that it failed."""
    session.open(line)
    record = session.start(line, None, type=TYPE)
    fill(record, without_prompt(line.text))
    session.typed(without_prompt(line.text), line.number)
    record.command = session.command
