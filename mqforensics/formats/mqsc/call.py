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
SHOWN = re.compile(
    r"[$#>|%]\s*+((?:[efz]?grep|[gmn]?awk|sed|head|tail|cut|find(?:str)?|sort|uniq|sls|select-string|cat|type|more|less"
    r"|get-content)\b.*)", re.I,
)  # fmt: skip
"""Another program that shows what a session printed earlier."""
THEN = re.compile(r"(?:\|[|&]?|&&|;)\s*+([^\s;|&)]*+)")
INTO = re.compile(r"<\(|\$\(|`")
"""A call whose output something else takes."""
PASSING = frozenset((
    "", "runmqsc", "runmqsc.exe", "tee", "tee-object", "cat", "type", "get-content", "more", "less", "echo", "date",
    "exit", "done", "fi",
))  # fmt: skip
"""Programs after a call that leave out nothing of what it prints."""


class Call(NamedTuple):
    """What a command line says of the session that it starts; `cut`: another program shows perhaps a part of it."""

    manager: str | None
    cut: bool


def called(text: str, end: int | None = None) -> Call | None:
    """The call on a line, before `end`, or the program that shows what one printed; None where there is neither.

    The queue manager is known only where the call can be read from end to end and stands after a prompt, or alone.
    """
    word = WORD.search(text, 0, len(text) if end is None else end)
    if not word:
        shown = SHOWN.search(text) if end is None else None
        return Call(None, _cuts(f";{shown[1]}")) if shown else None
    before, rest = text[: word.start()], text[word.end() :]
    if before.endswith(("/", "\\")):
        before = before.rpartition(" ")[0]
    found = NAMED.match(rest) if not before.strip() or PROMPT.search(before) else None
    cut = _cuts(rest) or bool(INTO.search(before))
    return Call(found[2] if found and not WORD.search(rest) else None, cut)


def _cuts(commands: str) -> bool:
    programs = (one.strip("\"'`").rpartition("/")[2].lower() for one in THEN.findall(commands))
    return any(program not in PASSING for program in programs)
