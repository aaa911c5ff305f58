"""The lines that are pasted into a shell: `echo "MQSC" | runmqsc QM`, `amqsbcg Q QM`, `dmpmqmsg …` and their like.

`shell(line)` tells tool, arguments and the MQSC that is piped into it, or raises `NotShell`. Anything that a shell would
take as more than words (a variable, a glob, a second command, a redirection) is refused, unless it is quoted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.grammar.mqsc import Command, legal_name, looks, parse

LIVE = set("$`\\;&<>|(){}[]*?!~#\n")
"""What a shell acts on outside quotes."""
IN_DOUBLE = set("$`\\!\n")
WRITERS = ("echo", "printf")
LOOKING = ("amqsbcg", "amqsbcgc", "dspmq", "dspmqver", "dspmqtrn", "dmpmqcfg", "dspmqaut", "dspmqrte", "mqrc", "dmpmqlog",
           "amqsevt", "dspmqinf", "dspmqroute", "ps", "date")  # fmt: skip
CHANGING = ("amqsget", "amqsput", "runmqdlq", "rsvmqtrn", "setmqaut", "strmqm", "endmqm", "runmqchl", "runmqlsr", "runmqchi",
            "strmqcsv", "dmpmqmsg", "amqsreq")  # fmt: skip
OPTIONS = {
    "dmpmqmsg": "aAbBcCdDefFghiIjklLmMnNoOpPqQrRsStTuUvVwWxXzZ", "dmpmqcfg": "acilmnoqrstuvwxz", "dspmq": "aefimonpsxhv",
    "dspmqtrn": "aehimpq", "dspmqver": "abfipv", "dspmqrte": "acdefgilmnopqrstuvwx", "runmqsc": "cefimnuvwx", "dspmqaut":
    "gmnpst", "amqsevt": "bdmoqrtuwceg", "mqrc": "abir",
}  # fmt: skip


class NotShell(ValueError):
    """A shell would do something else with this line, or nothing."""


@dataclass(frozen=True)
class Line:
    """One line of a shell: the tool that is run, its arguments, what is written to it."""

    tool: str
    arguments: tuple[str, ...]
    commands: tuple[Command, ...] = ()

    @property
    def looks(self) -> bool:
        """Whether it changes nothing."""
        if self.tool == "runmqsc":
            return all(looks(command) for command in self.commands)
        if self.tool == "dmpmqmsg":
            return "-I" not in "".join(a[:2] for a in self.arguments) and "-o" not in [a[:2] for a in self.arguments]
        return self.tool in LOOKING


def shell(line: str, platform: str = "distributed") -> Line:
    """What a line does; raises `NotShell`, or `NotMQSC` for what it pipes."""
    if platform == "zos":
        raise NotShell("there is no shell with these tools on z/OS")
    if not line.isprintable() or line != line.strip():
        raise NotShell("expected one printable line without blanks around it")
    parts = pipeline(line)
    if len(parts) == 1:
        return _alone(parts[0])
    if len(parts) == 2 and parts[0][0] in WRITERS:
        return _piped(parts[0], parts[1], platform)
    raise NotShell("only echo may be piped, and only into runmqsc")


def pipeline(line: str) -> list[list[str]]:
    """The words of each command of a pipeline."""
    parts, word, quoted, open_word = [[]], "", "", False
    for char in line:
        if quoted:
            if char == quoted:
                quoted = ""
            elif quoted == '"' and char in IN_DOUBLE:
                raise NotShell(f"{char!r} is live inside double quotes")
            else:
                word += char
        elif char in "'\"":
            quoted, open_word = char, True
        elif char in " |":
            if open_word or word:
                parts[-1].append(word)
            word, open_word = "", False
            if char == "|":
                parts.append([])
        elif char == "<" and parts[-1] and parts[-1][0] == "runmqdlq" and not (word or open_word):
            parts[-1].append(char)  # a rules table comes to it on standard input
        elif char in LIVE:
            raise NotShell(f"{char!r} is live outside quotes")
        else:
            word += char
    if quoted:
        raise NotShell("a quote is not closed")
    if open_word or word:
        parts[-1].append(word)
    if not all(parts):
        raise NotShell("a command is empty")
    return parts


def _alone(words: list[str]) -> Line:
    tool, arguments = words[0], tuple(words[1:])
    if tool == "runmqsc":
        raise NotShell("nothing is written to runmqsc")
    if tool not in (*LOOKING, *CHANGING):
        raise NotShell(f"{tool!r} is no tool of the product")
    if tool == "ps" and arguments != ("-ef",):
        raise NotShell("only the list of all processes")
    if tool == "date" and not all(one.startswith("+") for one in arguments):
        raise NotShell("date shows the time, and does not set it")
    if "<" in arguments and (len(arguments) != 4 or arguments[2] != "<"):
        raise NotShell("expected a queue, a queue manager and one file after <")
    _options(tool, arguments)
    if tool in ("amqsbcg", "amqsbcgc", "amqsget", "amqsput"):
        if not 1 <= len(arguments) <= 3:
            raise NotShell(f"expected a queue and a queue manager after {tool}")
        for name in arguments[:2]:
            legal_name(name, "QUEUE")
    if tool == "dmpmqmsg" and not any(a.startswith(("-i", "-I", "-f")) for a in arguments):
        raise NotShell("dmpmqmsg reads from a queue (-i, -I) or a file (-f)")
    return Line(tool, arguments)


def _piped(writer: list[str], reader: list[str], platform: str) -> Line:
    if reader[0] != "runmqsc":
        raise NotShell(f"expected runmqsc after the pipe, got {reader[0]!r}")
    _options("runmqsc", tuple(reader[1:]))
    names = [word for word in reader[1:] if not word.startswith("-")]
    if len(names) > 1 + sum(word in ("-u", "-w", "-x", "-m") for word in reader):
        raise NotShell("runmqsc takes one queue manager")
    for name in names[-1:]:
        legal_name(name, "QUEUE")
    texts = writer[1:]
    if writer[0] == "printf":
        if len(texts) < 2 or not re.fullmatch(r"%s\\n", texts[0]):
            raise NotShell("expected printf '%s\\n' and the commands")
        texts = texts[1:]
    else:
        if len(texts) != 1:
            raise NotShell("echo joins its words by single blanks: the command must be one word")
        if "\\" in texts[0] or texts[0].startswith("-"):
            raise NotShell("echo may act on this text")
    return Line("runmqsc", tuple(reader[1:]), tuple(parse(text, platform) for text in texts))


def _options(tool: str, arguments: tuple[str, ...]) -> None:
    for word in arguments:
        if word.startswith("-") and tool in OPTIONS and (len(word) < 2 or word[1] not in OPTIONS[tool]):
            raise NotShell(f"{tool} has no option {word!r}")


def suggested(text: str) -> bool:
    """Whether a suggestion, for a shell or for the console of z/OS (`+cpf …`), only looks; raises where it is neither."""
    if text == "D T":
        return True  # the console's own command shows the time of the host
    return looks(parse(text, "zos")) if text.startswith("+cpf ") else shell(text).looks
