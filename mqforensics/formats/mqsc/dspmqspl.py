"""What dspmqspl prints: policies of Advanced Message Security, a field a line, under the attributes of SET POLICY.

Of which queue manager its command line alone tells. With `-export` each is the `setmqspl` command that makes it.
Source: documentation of dspmqspl and setmqspl (`-t 0`, the default, tolerates no message without protection).
"""

import re
import shlex
from itertools import pairwise

from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import IS_NAME

TYPE, NAMED = "POLICY", "POLICY"
CALL = re.compile(
    r"(?:[^\n]{0,80}[\s/\\$#>%])?dspmqspl(?:\.exe)?(?P<options>(?:\s+-(?:export|[mp]\s*[\w./%]{1,48}))+)\s*$"
)
SET = re.compile(r"(?:[^\n]{0,80}[\s/\\$#>%])?setmqspl(?:\.exe)?(?P<options>\s+-[^\n]{1,4000})$")
HEAD = re.compile(r"\s*Policy Details:\s*$")
NAME = re.compile(r"\s*Policy name:\s*(?P<name>\S{1,48})\s*$")
FIELD = re.compile(
    r"\s*(?P<field>Quality of protection|Signature algorithm|Encryption algorithm|Signer DNs|Recipient DNs|"
    r"Key reuse count|Toleration):[ \t]*(?P<value>[^\n]{0,1024})$"
)
MEMBER = re.compile(r"\s{1,16}(?P<value>-|[A-Za-z]{1,20}=[^\n]{1,1024})\s*$")
MANAGER = re.compile(r"-m\s*(\S+)")
FIELDS = {
    "Quality of protection": "QOP", "Signature algorithm": "SIGNALG", "Encryption algorithm": "ENCALG",
    "Signer DNs": "SIGNER", "Recipient DNs": "RECIP", "Key reuse count": "KEYREUSE", "Toleration": "TOLERATE",
}  # fmt: skip
OPTIONS = {"-s": "SIGNALG", "-e": "ENCALG", "-a": "SIGNER", "-r": "RECIP", "-c": "KEYREUSE", "-t": "TOLERATE"}
SWITCH = {"0": "NO", "O": "NO", "1": "YES"}
"""The document on AMS prints the 0 as the letter O."""


def call(session, line: Line, found: re.Match) -> None:
    """Take the command line."""
    manager = MANAGER.search(found["options"])
    session.open(line, manager[1] if manager and IS_NAME(manager[1]) else None)


def policy(session, line: Line, found: re.Match) -> None:
    """Take the line that a policy begins with."""
    _start(session, line, found["name"])


def _start(session, line: Line, name: str):
    record = session.start(line, None, type=TYPE)
    record.command, record.name = None, name
    record.add(NAMED, name, line.number)
    return record


def field(session, line: Line, found: re.Match) -> None:
    """Take a field of a policy."""
    block = session.block
    if not block or block.type != TYPE or block.message:
        session.cells(line) if block or session.maybe else session.prose(line)
        return
    key, value = FIELDS[found["field"]], found["value"].strip()
    block.add(key, _said(key, value), line.number)


def member(session, line: Line, found: re.Match) -> None:
    """Take a distinguished name, if it stands under those of signers or recipients."""
    block = session.block
    key = next(reversed(block.attributes), None) if block and block.type == TYPE and not block.message else None
    if key not in ("SIGNER", "RECIP"):
        session.cells(line) if block or session.maybe else session.prose(line)
        return
    told = found["value"].strip()
    block.attributes[key] = "; ".join(filter(None, (block.attributes[key], "" if told == "-" else told)))


def take_setmqspl(session, line: Line, found: re.Match) -> None:
    """Take a setmqspl command, which makes the policy whose options it gives."""
    try:
        words = shlex.split(found["options"])
    except ValueError:
        words = found["options"].split()
    told = dict(pairwise(words))
    if "-remove" in words or not IS_NAME(told.get("-p") or ""):
        session.prose(line)
        return
    session.open(line, told["-m"] if IS_NAME(told.get("-m") or "") else None)
    record = _start(session, line, told["-p"])
    given = {OPTIONS[word]: value for word, value in told.items() if word in OPTIONS}
    for key, value in ({"TOLERATE": "0"} | given).items():
        record.add(key, _said(key, value), line.number)
    session.close()


def _said(key: str, value: str) -> str:
    return SWITCH.get(value.upper(), value.upper()) if key == "TOLERATE" else "" if value == "-" else value
