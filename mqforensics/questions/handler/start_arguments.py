"""With which arguments the handler was started: they come before INPUTQ and INPUTQM of its rules table.

A script, a listing of processes or a job is not evidence with rows: what of it starts a handler is looked for here.
Sources: the documentation of runmqdlq, of CSQUDLQH and of STRMQMDLQ.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from mqforensics.case import NOTES
from mqforensics.formats.paste.encoding import text_in_any_code
from mqforensics.objects.case_evidence import once
from mqforensics.validation import is_name

LOOKED_AT = 1 << 16
"""Bytes of a file: a script is short, a listing of processes not long."""
UNTOLD = "?"
"""Stands for an argument of which it is open whether it belongs to this table."""
_VALUE = r"'[^'\n]{0,60}'|\"[^\"\n]{0,60}\"|[^\s<>|&;'\"]{1,60}"
_RUN = re.compile(
    rf"(?<![\w.-])runmqdlq(?:\.exe)?(?:[ \t]+-u[ \t]+\S+)?(?P<given>(?:[ \t]+(?:{_VALUE})){{1,2}})"
    r"[ \t]*(?:<[ \t]*['\"]?(?P<table>[^\s'\"<>|&;]+))?", re.I,
)  # fmt: skip
_JOB = re.compile(r"PGM=CSQUDLQH\b[^\n]{0,60}?(?:\n//[^\n]{0,60}?){0,4}PARM='(?P<given>[^'\n]{1,100})'", re.I)
_IBM_I = re.compile(r"\bSTRMQMDLQ\b(?P<given>[^\n]{1,400})", re.I)
_OF_IBM_I = re.compile(r"\b(UDLMSGQ|MQMNAME|SRCMBR)\(([^()\n]{1,120})\)", re.I)
_ITEM = re.compile(_VALUE)
_REMARK = re.compile(r"[ \t]*(?:#|::|//\*|REM\b|/\*)|.*\bgrep\b", re.I)


class HandlerStart(NamedTuple):
    """A command that starts a handler: its arguments, None where it has none of them, and where it is."""

    queue: str | None
    queue_manager: str | None
    table: str
    """The last part of the table's name without its extension; blank where the command does not show it."""
    file: str
    line: int

    @property
    def is_told(self) -> bool:
        """Whether both arguments are names, and nothing that only the shell knows."""
        return all(not one or not one.strip() or one.startswith("*") or is_name(one) for one in self[:2])


@once
def starts(case) -> list[HandlerStart]:
    """The commands of a case that start a handler with its own arguments."""
    unread = (file for file in case.files if not case.kinds_of(file.name))
    texts = ((file.name, text_in_any_code(file.head(LOOKED_AT)).data.decode("utf-8", "replace"))
             for file in unread if PurePosixPath(file.name).name not in NOTES)  # fmt: skip
    return [one for name, text in texts for one in _starts(text, name)]


def of_table(case, file: str, is_only: bool) -> list[HandlerStart]:
    """Those that are, or may be, of one rules table; `is_only`: whether the case has no other.

    A copy of the table may have another name: of the only one no command that reads another is said to be.
    """
    own = _stem(file)
    of_it = [one if one.table in ("", own) else one._replace(queue=UNTOLD) for one in starts(case)]
    return [one for one in of_it if one.table == own or is_only]


def _stem(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).stem.lower()


def _starts(text: str, file: str) -> Iterator[HandlerStart]:
    for pattern in (_RUN, _JOB, _IBM_I):
        for hit in pattern.finditer(text):
            begin = text.rfind("\n", 0, hit.start()) + 1
            if not _REMARK.match(text[begin : hit.start() + 1]):
                yield HandlerStart(*_arguments(pattern, hit), file, text.count("\n", 0, hit.start()) + 1)


def _arguments(pattern: re.Pattern, hit: re.Match) -> tuple[str | None, str | None, str]:
    if pattern is _IBM_I:
        told = {key.upper(): value.strip("' ") for key, value in _OF_IBM_I.findall(hit["given"])}
        return told.get("UDLMSGQ"), told.get("MQMNAME"), _stem(told.get("SRCMBR", ""))
    items = [one.strip("'\"") if pattern is _RUN else one for one in _ITEM.findall(hit["given"])]
    queue, manager = (*items, None, None)[:2]
    return queue, manager, _stem(hit["table"] or "") if pattern is _RUN else ""
