"""Scripts that gather what a case lacks: one a queue manager, each only looks; the kit takes what they write.

A script is made of our own lines and of names that MQ allows; any other name is left out and told.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from mqforensics.errors import MQForensicsError
from mqforensics.objects.commands import NameExpected, is_name
from mqforensics.questions import answers
from mqforensics.questions.coverage import managers, needs, shown_by_manager

WHO = "a user in group mqm, or one with authority to connect, +dsp on all objects, and +browse on the queues"
ZOS_WHO = "a user with READ access to the profiles of MQCMDS"
NOT_ON_ZOS = ("authrec",)
"""There authorities are kept by the security manager, and no MQSC command shows them."""
EVERYTHING = [need.need for need in needs()]
SHELL = """#!/bin/sh
# Gathers evidence of the queue manager {manager}. It only looks: no command in it changes anything.
# Run it on the host of {manager} as {who}.
# A browse of a queue removes messages on it that have expired already, as any reader does.
# Put the files that it writes into the folder of the case.
set -u
out="${{1:-.}}"
mkdir -p "$out"
{{ date -u '+%Y-%m-%dT%H:%M:%SZ'; runmqsc '{manager}' <<'MQSC'
{mqsc}
MQSC
}} > "$out/{file}.mqsc.txt" 2>&1
"""
SHELL_LETTERS = """dlq=$(echo 'DISPLAY QMGR DEADQ' | runmqsc '{manager}' | sed -n 's/.*DEADQ(\\([^) ]*\\).*/\\1/p')
if [ -n "$dlq" ]; then amqsbcg "$dlq" '{manager}' > "$out/{file}.dead_letters.txt" 2>&1; fi
"""
SHELL_LOG = """for log in "${{MQ_DATA_PATH:-/var/mqm}}/qmgrs/{folder}/errors/"AMQERR0?.*; do
  if [ -f "$log" ]; then cp "$log" "$out/{file}.$(basename "$log")"; fi
done
"""
SHELL_QUEUE = """amqsbcg '{queue}' '{manager}' > "$out/{file}.messages.txt" 2>&1
"""
POWERSHELL = """# Gathers evidence of the queue manager {manager}. It only looks: no command in it changes anything.
# Run it on the host of {manager} as {who}.
# A browse of a queue removes messages on it that have expired already, as any reader does.
# Put the files that it writes into the folder of the case.
param([string]$Out = '.')
New-Item -ItemType Directory -Force -Path $Out | Out-Null
$mqsc = @'
{mqsc}
'@
$now = (Get-Date).ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
@($now) + @($mqsc | runmqsc '{manager}') | Out-File -Encoding utf8 (Join-Path $Out '{file}.mqsc.txt')
"""
POWERSHELL_LETTERS = """$shown = 'DISPLAY QMGR DEADQ' | runmqsc '{manager}' | Out-String
if ($shown -match 'DEADQ\\(([^) ]+)') {{
  amqsbcg $Matches[1] '{manager}' | Out-File -Encoding utf8 (Join-Path $Out '{file}.dead_letters.txt')
}}
"""
POWERSHELL_QUEUE = """amqsbcg '{queue}' '{manager}' |
  Out-File -Encoding utf8 (Join-Path $Out '{file}.messages.txt')
"""
JCL = """//MQLOOK   JOB (ACCT),'MQ EVIDENCE',CLASS=A,MSGCLASS=H
//* Gathers evidence of the queue manager {manager}. It only looks.
//* Submit it as {who}.
//* Set the data set names of your installation.
//* Save SYSPRINT into the folder of the case.
//COMMAND  EXEC PGM=CSQUTIL,PARM='{manager}'
//STEPLIB  DD DISP=SHR,DSN=MQM.SCSQANLE
//         DD DISP=SHR,DSN=MQM.SCSQAUTH
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
COMMAND DDNAME(CMDS)
/*
//CMDS     DD *
{mqsc}
/*
"""


class NothingMissing(MQForensicsError, ValueError):
    """A case that lacks nothing that a script could gather."""


def collect(case, folder: str | os.PathLike) -> list[Path]:
    """Write scripts into `folder` that gather what `case` lacks; gives their paths. Raises `NothingMissing`."""
    shown, zos = shown_by_manager(case), _on_zos(case)
    steps = [one for answer in answers(case).values() for finding in answer.findings for one in finding.row[-1]]
    scripts: dict[str, str] = {}
    for manager in sorted({*managers(case), *(one.on for one in steps if is_name(one.on))}):
        lacks = [need for need in EVERYTHING if need not in shown.get(manager, {})]
        scripts.update(made(manager, lacks, manager in zos, browsed((one.command for one in steps), manager)))
    if not scripts:
        raise NothingMissing(f"expected something that {case.name} lacks; it has what a script could gather")
    return _written(scripts, folder)


def collect_for(queue: str, queue_manager: str, folder: str | os.PathLike, zos: bool = False) -> list[Path]:
    """Write the scripts that gather what a walk from `queue` at `queue_manager` needs. Raises `NameExpected`."""
    for name in (queue, queue_manager):
        if not is_name(name):
            raise NameExpected(f"expected a name of up to 48 letters, digits, '.', '_', '/' or '%', got {name!r}")
    return _written(made(queue_manager, EVERYTHING, zos), folder)


def browsed(commands: Iterable[str], manager: str) -> list[str]:
    """The queues of a queue manager that `commands` dump."""
    words = [command.split() for command in commands]
    found = {tuple(one[1:]) for one in words if len(one) == 3 and one[0] == "amqsbcg"}
    return sorted(queue for queue, owner in found if owner == manager and is_name(queue))


def made(manager: str, lacks: Iterable[str], zos: bool = False, queues: Iterable[str] = ()) -> Mapping[str, str]:
    """The scripts for one queue manager by their file names; none if it lacks nothing that a script gathers.

    `queues`: what else is browsed; not on z/OS.
    """
    wanted = [need for need in needs() if need.need in set(lacks)]
    lines = [need.command for need in wanted if need.command and not (zos and need.need in NOT_ON_ZOS)]
    also = {need.need for need in wanted if not need.command}
    queues = [] if zos else [queue for queue in queues if is_name(queue)]
    if not is_name(manager) or not (lines or queues or also & {"dead_letters", "log"}):
        return {}
    lines = lines or ["DISPLAY QMGR ALL"]
    file = _plain(manager)
    given = {"manager": manager, "file": file, "mqsc": "\n".join(lines), "folder": manager.replace(".", "!")}
    if zos:
        return {f"{file}.jcl": JCL.format(**given, who=ZOS_WHO)}
    shell, power = SHELL.format(**given, who=WHO), POWERSHELL.format(**given, who=WHO)
    if "dead_letters" in also:
        shell, power = shell + SHELL_LETTERS.format(**given), power + POWERSHELL_LETTERS.format(**given)
    for queue in queues:
        one = {"manager": manager, "queue": queue, "file": f"{file}.{_plain(queue)}"}
        shell, power = shell + SHELL_QUEUE.format(**one), power + POWERSHELL_QUEUE.format(**one)
    if "log" in also:
        shell += SHELL_LOG.format(**given)
    return {f"{file}.sh": shell, f"{file}.ps1": power}


def _plain(name: str) -> str:
    return name.replace("/", "_").replace("%", "_")


def _on_zos(case) -> set[str]:
    if not case.has("objects"):
        return set()
    rows = case.objects.where("message like 'CSQ%' and queue_manager is not null").select("queue_manager")
    return {row.queue_manager for row in rows.distinct().collect()}


def _written(scripts: Mapping[str, str], folder: str | os.PathLike) -> list[Path]:
    Path(folder).mkdir(parents=True, exist_ok=True)
    paths = [Path(folder) / name for name in sorted(scripts)]
    for path in paths:
        path.write_text(scripts[path.name], encoding="utf-8", newline="\n")
        path.chmod(0o700 if path.suffix == ".sh" else 0o600)
    return paths
