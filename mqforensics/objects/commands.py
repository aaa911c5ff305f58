"""The commands that the kit suggests: made here, quoted in one way, and told apart by whether they only look.

A name out of evidence is a stranger's text. It goes into a command only if it is a name that MQ allows: these have no
character that a shell, MQSC or a rules table could take for anything else. Any other name gives no command.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mqforensics.codes.platforms import IBM_I, WINDOWS, ZOS
from mqforensics.formats.mqsc.command_parser import parse_command
from mqforensics.objects import sentences
from mqforensics.validation import is_name

LOOKS, CHANGES = "looks", "changes"
DEEPEST = 999_999_999
"""The highest MAXDEPTH (documentation of DEFINE QLOCAL; on z/OS as well)."""
CLOCK = "date '+%Y-%m-%d %H:%M:%S %z'"
"""What prints the time of a host with its zone."""
LOOKING = (
    "DIS", "PING ", "ffstsummary", "amqsbcg ", "amqsbcgc ", "dspmq", "dmpmqcfg ", "mqforensics ", "mqrc ", "amqldmpa ",
    "date ", "ps ", "df ", "mqconfig",
)  # fmt: skip
VALUES = {
    "address": re.compile(r"[0-9A-Fa-f][0-9A-Fa-f:.]{1,44}"),
    "user": re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}"),
    "certificate": re.compile(r"[A-Z][A-Za-z0-9 ,.:=@/_+-]{2,255}"),
    "permissions": re.compile(r"[A-Z]{3,9}(?:,[A-Z]{3,9}){0,11}"),
}
"""What a value of each kind may consist of: nothing that MQSC or a shell could take for anything else."""
CONSOLE, CLIENT = "{} (z/OS console)", "{} (an MQ client)"
BROWSER, CLIENT_BROWSER = "amqsbcg", "amqsbcgc"
"""What prints the messages of a queue, on its own host and over a client channel; z/OS has only the second."""
SHOWN = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS LPUTDATE LPUTTIME LGETDATE LGETTIME"
"""What z/OS shows of the messages of a queue, where there is no sample that browses."""
AUTHORITIES = ("DISPLAY AUTHREC", "DISPLAY ENTAUTH")
SECURITY = "DISPLAY SECURITY ALL"
"""What z/OS shows of its checks: the authorities themselves are profiles of its security manager, not of MQ."""
PIPED = re.compile(r'echo "([^"]+)" \| (runmqsc\b.*)')
HANDED = re.compile(r'echo "([^"]+)" \| runmqsc\b.*|cmd /c "echo (.+) \| runmqsc\b.*"|\+cpf (.+)')
"""How the hosts are handed MQSC."""
LIVE_IN_CMD = frozenset('%^&|<>!"')
"""What cmd.exe acts on; of these only the percent sign may be in a name of MQ."""


class Command(NamedTuple):
    """A command to paste: `on`, the queue manager whose host it is for; `effect`, whether it `looks` or `changes`."""

    command: str
    on: str | None = None
    effect: str = LOOKS


class Value(NamedTuple):
    """A value for a command that is not a name: `kind` is one of `VALUES`."""

    kind: str
    text: str | None

    @property
    def fits(self) -> bool:
        """Whether it can be in a command."""
        return bool(self.text) and VALUES[self.kind].fullmatch(self.text) is not None


def _fits(given: str | Value | None) -> bool:
    return given.fits if isinstance(given, Value) else given == "*" or is_name(given)


def _quote(given: str | Value | None) -> str:
    if isinstance(given, Value):
        return str(given.text) if given.kind == "permissions" else f"'{given.text}'"
    return "*" if given == "*" else f"'{given}'"


def mqsc(text: str, *names: str | Value | None, on: str | None = None, zos: bool | None = False) -> list[Command]:
    """`text`, one MQSC command with `{}` for each name or value, for the queue manager `on`; none if one cannot be one.

    Nothing is changed at a queue manager that is not known: whichever is the default one would carry it out.
    A name is quoted; `*` stands for itself. `zos`: where not the evidence of the queue manager but something else
    shows that it is on z/OS.
    """
    if not all(map(_fits, names)) or not (on is None or is_name(on)):
        return []
    command = text.format(*map(_quote, names))
    effect = LOOKS if command.startswith(LOOKING) else CHANGES
    if effect == CHANGES and on is None:
        return []
    made = Command(f'echo "{command}" | runmqsc {on or ""}'.rstrip(), on, effect)
    return _on_zos(made) if zos else [made]


def shell(text: str, *names: str | None, on: str | None = None) -> list[Command]:
    """`text`, one program of the product with `{}` for each name; none if a name cannot be one."""
    if not all(map(is_name, names)) or not (on is None or is_name(on)):
        return []
    command = text.format(*names)
    return [Command(command, on, LOOKS if command.startswith(LOOKING) else CHANGES)]


def greater_depth(most: int, depth: int | None = None) -> int:
    """Twice a MAXDEPTH, or twice the depth where that is more, as far as there can be more."""
    return min(2 * max(most, depth or 0, 1), DEEPEST)


def for_platform(commands: Iterable[Command], platform: Callable[[str | None], str]) -> list[Command]:
    """Each command once, as the host takes it that it is for; `platform`: of a queue manager, blank for any other.

    There is none for a name that stands for something else in the shells of Windows. Placed again they stay the same.
    """
    return list(dict.fromkeys(made for one in commands for made in HOSTS.get(platform(one.on), _as_it_is)(one)))


def without_shell(command: Command) -> str:
    """The MQSC of a command without what hands it to its host; a program as it is."""
    handed = HANDED.fullmatch(command.command)
    return next(filter(None, handed.groups())) if handed else command.command


@lru_cache(maxsize=4096)
def parsed_command(command: Command) -> Mapping[str, Any] | None:
    """What the MQSC of a command asks for, as `parse_command` gives it; None for a program."""
    return parse_command(without_shell(command))


def _as_it_is(command: Command) -> list[Command]:
    return [command]


NOT_ON_ZOS = "DISPLAY QMSTATUS"
"""A command that queue managers of z/OS do not know."""


def _on_zos(command: Command) -> list[Command]:
    """There MQSC is for the console, with `+cpf` for the prefix of the queue manager."""
    words = command.command.split()
    piped = PIPED.fullmatch(command.command)
    if command.command == CLOCK:
        return [Command("D T", CONSOLE.format(command.on) if command.on else None, LOOKS)]
    if words[0] == BROWSER:
        return mqsc(SHOWN, words[1], on=command.on, zos=True)
    if piped and piped[1].startswith(NOT_ON_ZOS):
        return []
    text = SECURITY if piped and piped[1].startswith(AUTHORITIES) else piped and piped[1]
    return (
        [Command(f"+cpf {text}", CONSOLE.format(command.on) if command.on else None, command.effect)]
        if piped
        else [command]
    )


def _on_ibm_i(command: Command) -> list[Command]:
    """There MQSC is typed after RUNMQSC, and programs are called; shells and pipes are of other platforms."""
    words, piped = command.command.split(), PIPED.fullmatch(command.command)
    if command.command == CLOCK:
        return [command._replace(command="DSPSYSVAL SYSVAL(QUTCOFFSET)")]
    if words[0] == BROWSER:
        return [command._replace(command=f"CALL PGM(QMQM/AMQSBCG4) PARM('{words[1]}' '{words[2]}')")]
    return [command._replace(command=piped[1])] if piped else [command]


def _on_windows(command: Command) -> list[Command]:
    """For cmd.exe and PowerShell alike; none for a name with a percent sign, which may be a variable there.

    cmd.exe would hand the quotation marks of `echo` on to runmqsc, which would take them for a mistake.
    """
    piped = PIPED.fullmatch(command.command)
    if command.command == CLOCK:
        return [command._replace(command='powershell -NoProfile -Command "Get-Date -Format o"')]
    if not piped:
        return [] if "%" in command.command else [command]
    if LIVE_IN_CMD & set("".join(piped.groups())):
        return []
    return [command._replace(command=f'cmd /c "echo {piped[1]} | {piped[2]}"')]


HOSTS = {ZOS: _on_zos, IBM_I: _on_ibm_i, WINDOWS: _on_windows}


def browse(queue: str | None, on: str | None) -> list[Command]:
    """The command that prints the messages of a queue and leaves them there."""
    return shell(f"{BROWSER} {{}} {{}}", queue, on, on=on)


def browse_by_client(queue: str | None, on: str | None) -> list[Command]:
    """The same for a host without that program: a client elsewhere, whose MQSERVER leads to the queue manager."""
    made = shell(f"{CLIENT_BROWSER} {{}} {{}}", queue, on, on=on)
    return [one._replace(on=CLIENT.format(on)) for one in made]


def clock(on: str | None) -> list[Command]:
    """The command that prints the time of a queue manager's host with its zone."""
    return [Command(CLOCK, on)] if on is None or is_name(on) else []


def propose() -> list[Command]:
    """The command that writes a rules table, in the folder of the case; the table is not put among its evidence."""
    return shell("mqforensics rules propose . -o ../proposed.rules")


def collect() -> list[Command]:
    """The command that writes scripts which gather what a case lacks; they are not put among its evidence."""
    return [Command("mqforensics collect . -o ../collect")]


def why_unfit(*names: str | Value | None) -> str:
    """Why there is no command for these names and values, as a sentence; nothing when each of them can be one."""
    odd = [one.text for one in names if isinstance(one, Value) and one.text and not one.fits]
    if odd:
        return sentences.NO_COMMAND_ODD_NAME.format(odd=odd[0])
    odd = [name for name in names if isinstance(name, str) and name and not is_name(name)]
    return sentences.NO_COMMAND_WRONG_NAME.format(odd=odd[0]) if odd else ""


def in_order(commands: Iterable[Command]) -> list[Command]:
    """Each command once, those that look before those that change something."""
    return sorted(dict.fromkeys(commands), key=lambda one: one.effect == CHANGES)
