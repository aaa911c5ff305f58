"""A command line that runs runmqsc: which queue manager it names, and whether another program cuts what is printed."""

import re
from typing import NamedTuple

WORD = re.compile(r"(?<![\w.-])runmqsc(?:\.exe)?(?![\w.\]-])", re.I)
ARGUMENT = r"""(?:'[^']*+'|"[^"]*+"|[^\s'"<>|&;()]++)"""
NAMED = re.compile(
    rf"""["']?(?:\s++-(?:[cenvx]|[fmruw]\s*+{ARGUMENT}))*+\s++(["']?)(?![%/])([\w./%]{{1,48}}+)\1["']?\s*+"""
    r"(?:$|[<>|&;)]|[12]>)", re.A,
)  # fmt: skip
"""All of a call up to what the shell does with it; `%QM%` is a variable, not a name."""
PROMPT = re.compile(r"[$#>|%]")


class Call(NamedTuple):
    """What a command line says of the session that it starts."""

    manager: str | None


def called(text: str, end: int | None = None) -> Call | None:
    """The call on a line, before `end`; None where the line has no word runmqsc.

    The queue manager is known only where the call can be read from end to end and stands after a prompt, or alone.
    """
    word = WORD.search(text, 0, len(text) if end is None else end)
    if not word:
        return None
    before, rest = text[: word.start()], text[word.end() :]
    if before.endswith(("/", "\\")):
        before = before.rpartition(" ")[0]
    found = NAMED.match(rest) if not before.strip() or PROMPT.search(before) else None
    return Call(found[2] if found and not WORD.search(rest) else None)
