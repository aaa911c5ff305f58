"""What dspmqtrn prints: transactions that are prepared and not yet committed or backed out, by number and XID.

Of which queue manager its command line alone tells. With `-a` each appears in cells, whose keys are in small letters.
"""

import re

from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import IS_NAME

MESSAGE, TYPE = "AMQ7056", "TRAN"
CALL = re.compile(
    r"(?:[^\n]{0,80}[\s/\\$#>%])?dspmqtrn(?:\.exe)?(?P<options>(?:\s+-[ehiaqm]\b(?:\s+[\w./%]{1,48})?)*)\s*$"
)
MANAGER = re.compile(r"-m\s+(\S+)")
NUMBER = re.compile(r"\b\d{1,10}[,.]\d{1,20}\b")
COMPLETED = re.compile(r"heuristically\s+(committed|rolled back|backed out)", re.I)
XID = re.compile(r"\s*(?:XID:|(?:gtrid|bqual)\s*\[)")
PARTS = re.compile(r"(formatID)\s+(-?\d{1,11})|\b(gtrid|bqual)\s*\[([0-9A-Fa-f]{0,128})\]")
LISTED = re.compile(r"\s*TranNum\(\s*\d")
CELL = re.compile(r"\s*(?:[A-Z][a-z]+){1,6}\(")
CELLS = re.compile(r"(?<!\w)([A-Za-z]{2,20})\(([^()\n]{0,400}(?:\([^()\n]{0,100}\)[^()\n]{0,100}){0,4})\)")


def call(session, line: Line, found: re.Match) -> None:
    """Take the command line."""
    manager = MANAGER.search(found["options"])
    session.open(line, manager[1] if manager and IS_NAME(manager[1]) else None)


def transaction(session, line: Line, message: str | None, words: str) -> None:
    """Take the line that a transaction begins with."""
    record = session.start(line, message, type=TYPE)
    number, completed = NUMBER.search(words), COMPLETED.search(words)
    record.command, record.name = None, number[0] if number else None
    for key, found in (("TRANNUM", number and number[0]), ("HEURISTIC", completed and completed[1].upper())):
        if found:
            record.add(key, found, line.number)


def take_in_cells(session, line: Line, found: re.Match) -> None:
    """Take the line of a transaction in cells."""
    transaction(session, line, None, line.text)
    cells(session, line, found)


def xid(session, line: Line, found: re.Match) -> None:
    """Take a part of the identifier that the transaction has where it is coordinated."""
    if session.block and session.block.type == TYPE:
        for kind, number, part, digits in PARTS.findall(line.text):
            session.block.add((kind or part).upper(), number or digits, line.number)
    else:
        session.prose(line)


def cells(session, line: Line, found: re.Match) -> None:
    """Take further cells, if they stand under a transaction."""
    block = session.block
    if block and block.type == TYPE:
        for key, value in CELLS.findall(line.text):
            if key.upper() not in block.attributes:
                block.add(key.upper(), value.strip(), line.number)
    else:
        session.cells(line) if block or session.maybe else session.prose(line)
