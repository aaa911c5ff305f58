"""Which of the two a line of a file is: of a session, or of the source that dmpmqcfg writes."""

from mqforensics.formats.mqsc import dspmq, dspmqaut, dspmqspl, dspmqtrn, rdqm, zos
from mqforensics.formats.mqsc.frame import BANNER, ECHO, TRAILER
from mqforensics.formats.mqsc.lines import Line
from mqforensics.formats.mqsc.script import GENERATED, MANAGER
from mqforensics.formats.mqsc.session import BARE, HEADER, NUMBERLESS, PARTS

PRINTED = (
    BANNER, TRAILER, HEADER, ECHO, zos.MESSAGE, dspmq.MANAGER, dspmqaut.ENTITY, dspmqspl.NAME, dspmqspl.SET,
    dspmqtrn.LISTED, NUMBERLESS, BARE, rdqm.LABEL, rdqm.ONLINE,
)  # fmt: skip


def is_printed(line: Line) -> bool:
    """Whether a session prints such a line."""
    return any(sign.match(part) for part in PARTS.split(line.text) for sign in PRINTED)


def is_source(line: Line, before: bool) -> bool:
    """Whether a line is source, as the one `before` it was or not."""
    # In a capture of sessions, commands are echoes; only dmpmqcfg's own heading says that source follows.
    if GENERATED.match(line.text) or MANAGER.match(line.text):
        return True
    return before and not is_printed(line)
