"""Scripts that gather what a case lacks: one a queue manager, each only looks; the kit takes what they write.

A script is made of our own lines and of names that MQ allows; any other name is left out and told.
"""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from mqforensics.codes.platforms import DISTRIBUTED, IBM_I, ZOS
from mqforensics.errors import MQForensicsError
from mqforensics.files.output import new_files, write_file
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.commands import CONSOLE, LOOKS, Command, without_shell
from mqforensics.questions import answers
from mqforensics.questions.coverage import managers, needs, shown_by_manager
from mqforensics.spark_compat import rows_of
from mqforensics.validation import NameExpected, is_name

WHO = "a user in group mqm, or one with authority to connect, +dsp on all objects, and +browse on the queues"
ZOS_WHO = "a user with READ access to the profiles of MQCMDS"
LONGEST_ON_ZOS = 4
CARD, SOURCE = 72, 500
"""What a line of a command may have on z/OS, and what is sure to be less than one may have elsewhere."""
FOLDER = str.maketrans("./", "!&")
"""How the product names the directory of a queue manager (documentation, "Understanding IBM MQ file names")."""
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
now() {{
  zone=$(date '+%z')
  case "$zone" in
    [+-][0-9][0-9][0-9][0-9]) date "+%Y-%m-%d %H:%M:%S $zone" ;;
    *) date -u '+%Y-%m-%dT%H:%M:%SZ' ;;  # a date that knows no %z
  esac
}}
dump() {{ now; printf '$ amqsbcg %s %s\\n' "$1" '{manager}'; amqsbcg "$1" '{manager}'; }}
{{ now; runmqsc '{manager}' <<'MQSC'
{mqsc}
MQSC
}} > "$out/{file}.mqsc.txt" 2>&1
"""
SHELL_LETTERS = """dlq=$(echo 'DISPLAY QMGR DEADQ' | runmqsc '{manager}' | sed -n 's/.*DEADQ(\\([^) ]*\\).*/\\1/p')
if [ -n "$dlq" ]; then dump "$dlq" > "$out/{file}.dead_letters.txt" 2>&1; fi
"""
SHELL_LOG = """logs="${{MQ_DATA_PATH:-/var/mqm}}/qmgrs/{folder}/errors"
copied=no
for log in "$logs"/AMQERR0?.*; do
  if [ -f "$log" ] && cp "$log" "$out/{file}.$(basename "$log")"; then copied=yes; fi
done
if [ "$copied" = no ]; then echo "No error log is in $logs, so none was copied: look where this host has it" >&2; fi
"""
SHELL_QUEUE = """dump '{queue}' > "$out/{file}.messages.txt" 2>&1
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
function Now {{ (Get-Date).ToString('yyyy-MM-dd HH:mm:ss zzz', [Globalization.CultureInfo]::InvariantCulture) }}
function Dump([string]$queue) {{ @(Now) + @("$ amqsbcg $queue {manager}") + @(amqsbcg $queue '{manager}') }}
@(Now) + @($mqsc | runmqsc '{manager}') | Out-File -Encoding utf8 (Join-Path $Out '{file}.mqsc.txt')
"""
POWERSHELL_LETTERS = """$shown = 'DISPLAY QMGR DEADQ' | runmqsc '{manager}' | Out-String
if ($shown -match 'DEADQ\\(([^) ]+)') {{
  Dump $Matches[1] | Out-File -Encoding utf8 (Join-Path $Out '{file}.dead_letters.txt')
}}
"""
POWERSHELL_LOG = """$data = $env:MQ_DATA_PATH
if (-not $data) {{ $data = Join-Path $env:ProgramData 'IBM\\MQ' }}
$folder = Join-Path $data 'qmgrs\\{folder}\\errors'
$logs = @(Get-ChildItem -Path (Join-Path $folder 'AMQERR0?.*') -ErrorAction SilentlyContinue)
foreach ($log in $logs) {{ Copy-Item -Path $log.FullName -Destination (Join-Path $Out ('{file}.' + $log.Name)) }}
if ($logs.Count -eq 0) {{ Write-Warning "No error log is in $folder, so none was copied: look where this host has it" }}
"""
POWERSHELL_QUEUE = """Dump '{queue}' |
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
MQSC = """* Gathers evidence of the queue manager {manager}. It only looks.
* Copy it into a source member, and run it as a user in group QMQMADM:
*   STRMQMMQSC SRCMBR(MQLOOK) SRCFILE(MYLIB/QMQSC) MQMNAME('{manager}')
* Save its spooled output into the folder of the case.
{notes}{mqsc}
"""
MQSC_LETTERS = """* Save what this prints of its dead-letter queue, the DEADQ below, too:
*   CALL PGM(QMQM/AMQSBCG4) PARM('DEADQ' '{manager}')
"""
MQSC_QUEUE = """* Save what this prints of the queue {queue}, too:
*   CALL PGM(QMQM/AMQSBCG4) PARM('{queue}' '{manager}')
"""
MQSC_LOG = """* Save its error log, too: AMQERR0*.LOG in
*   /QIBM/UserData/mqm/qmgrs/{folder}/errors
"""


ANY = "QUEUE.MANAGER"
"""Stands in the templates for a name that is given when the script is run."""
OF_ANY = {
    "sh": {
        'out="${1:-.}"': 'qm="${1:?give the name of the queue manager, as dspmq shows it}"\nout="${2:-.}"',
        f"'{ANY}'": '"$qm"', f"the queue manager {ANY}": "the queue manager that its first argument names",
        f"the host of {ANY}": "its host", ANY.translate(FOLDER): "$(printf %s \"$qm\" | tr './' '!&')",
    },
    "ps1": {
        "param([string]$Out = '.')": "param([Parameter(Mandatory)][string]$Manager, [string]$Out = '.')",
        f"'{ANY}'": '"$Manager"', f"'qmgrs\\{ANY.translate(FOLDER)}\\errors'":
            "('qmgrs\\' + $Manager.Replace('.', '!').Replace('/', '&') + '\\errors')",
        f'$queue {ANY}"': '$queue $Manager"', f"the queue manager {ANY}": "the queue manager that -Manager names",
        f"the host of {ANY}": "its host",
    },
}  # fmt: skip
"""What of such a script is otherwise, by the end of its file's name."""


class NothingMissing(MQForensicsError, ValueError):
    """A case that lacks nothing that a script could gather."""


def collect(case, folder: str | os.PathLike) -> list[Path]:
    """Write scripts into `folder` that gather what `case` lacks; gives their paths. Raises `NothingMissing`.

    Of a case that names no queue manager everything is gathered: the scripts take the queue manager's name.
    """
    shown, platforms = shown_by_manager(case), _platforms(case)
    steps = [one for answer in answers(case).values() for finding in answer.findings for one in finding.row[-1]]
    scripts: dict[str, str] = {}
    for manager, file in _files({*managers(case), *(one.on for one in steps if is_name(one.on))}).items():
        lacks = [need for need in EVERYTHING if need not in shown.get(manager, {})]
        queues, asked = browsed_queues((one.command for one in steps), manager), displays(steps, manager)
        scripts.update(scripts_for(manager, lacks, platforms.get(manager, DISTRIBUTED), queues, file, asked))
    if not scripts and not managers(case):
        scripts = of_any()
    if not scripts:
        raise NothingMissing(f"expected something that {case.name} lacks; it has what a script could gather")
    return _written(scripts, folder)


def collect_for(queue: str, queue_manager: str, folder: str | os.PathLike, zos: bool = False) -> list[Path]:
    """Write the scripts that gather what a walk from `queue` at `queue_manager` needs. Raises `NameExpected`."""
    for name in (queue, queue_manager):
        if not is_name(name):
            raise NameExpected(f"expected a name of up to 48 letters, digits, '.', '_', '/' or '%', got {name!r}")
    if zos and not is_name(queue_manager, LONGEST_ON_ZOS):
        raise NameExpected(f"expected the name of a queue manager on z/OS, up to 4 characters, got {queue_manager!r}")
    return _written(scripts_for(queue_manager, EVERYTHING, ZOS if zos else DISTRIBUTED), folder)


def of_any() -> dict[str, str]:
    """The scripts for a queue manager whose name they are given, by their file names."""
    found = scripts_for(ANY, EVERYTHING, file="queue_manager")
    return {name: _replaced(text, OF_ANY[name.rpartition(".")[2]]) for name, text in found.items()}


def _replaced(text: str, pairs: Mapping[str, str]) -> str:
    for old, new in pairs.items():
        text = text.replace(old, new)
    return text


def browsed_queues(commands: Iterable[str], manager: str) -> list[str]:
    """The queues of a queue manager that `commands` dump."""
    words = [command.split() for command in commands]
    found = {tuple(one[1:]) for one in words if len(one) == 3 and one[0] == "amqsbcg"}
    return sorted(queue for queue, owner in found if owner == manager and is_name(queue))


def displays(steps: Iterable[Command], manager: str) -> list[str]:
    """The displays that findings ask for at a queue manager."""
    asked = [one for one in steps if one.effect == LOOKS and one.on in (manager, CONSOLE.format(manager))]
    return list(dict.fromkeys(text for text in map(without_shell, asked) if text.startswith("DISPLAY ")))


def scripts_for(
    manager: str, lacks: Iterable[str], platform: str = DISTRIBUTED, queues: Iterable[str] = (), file: str = "",
    asked: Iterable[str] = (),
) -> Mapping[str, str]:  # fmt: skip
    """The scripts for one queue manager by their file names; none if it lacks nothing that a script gathers.

    `queues`: what else is browsed; not on z/OS. `file`: what its files are called, if not as it is. `asked`: what else
    is displayed.
    """
    zos = platform == ZOS
    wanted = [need for need in needs() if need.need in set(lacks)]
    lines = [need.command for need in wanted if need.command and not (zos and need.need in NOT_ON_ZOS)]
    lines += [one for one in asked if one not in lines and len(one) < (CARD if zos else SOURCE)]
    also = {need.need for need in wanted if not need.command}
    dumps = _files([] if zos else [queue for queue in queues if is_name(queue)])
    if not is_name(manager) or not (lines or dumps or also & {"dead_letters", "log"}):
        return {}
    lines = lines or ["DISPLAY QMGR ALL"]
    file = file or _plain(manager)
    given = {"manager": manager, "file": file, "mqsc": "\n".join(lines), "folder": manager.translate(FOLDER)}
    each = [{"manager": manager, "queue": queue, "file": f"{name}@{file}"} for queue, name in dumps.items()]
    if zos:
        return {f"{file}.jcl": JCL.format(**given, who=ZOS_WHO)}
    if platform == IBM_I:
        notes = [MQSC_QUEUE.format(**one) for one in each]
        notes += [MQSC_LETTERS.format(**given)] if "dead_letters" in also else []
        notes += [MQSC_LOG.format(**given)] if "log" in also else []
        return {f"{file}.mqsc": MQSC.format(**given, notes="".join(notes))}
    shell, power = SHELL.format(**given, who=WHO), POWERSHELL.format(**given, who=WHO)
    if "dead_letters" in also:
        shell, power = shell + SHELL_LETTERS.format(**given), power + POWERSHELL_LETTERS.format(**given)
    for one in each:
        shell, power = shell + SHELL_QUEUE.format(**one), power + POWERSHELL_QUEUE.format(**one)
    if "log" in also:
        shell, power = shell + SHELL_LOG.format(**given), power + POWERSHELL_LOG.format(**given)
    return {f"{file}.sh": shell, f"{file}.ps1": power}


def _plain(name: str) -> str:
    """A name as part of a file's name; no other name gives the same, for `-`, `+` and `@` are in no name of MQ."""
    return name.replace("/", "-").replace("%", "+")


def _files(names: Iterable[str]) -> dict[str, str]:
    """What each is called in file names; where only the case of letters differs, a number says which are small."""
    alike = Counter(name.lower() for name in names)
    return {
        name: _plain(name) if alike[name.lower()] == 1 else f"{_plain(name)}~{_small(name):x}" for name in sorted(names)
    }


def _small(name: str) -> int:
    return sum(character.islower() << place for place, character in enumerate(name))


def _platforms(case) -> dict[str, str]:
    known = estate(case)
    found = {one: platform for one in known.managers if (platform := known.platform(one)) in (ZOS, IBM_I)}
    if not case.has("objects"):
        return found
    # The estate leaves out what no walk needs, such as displays of CHLAUTH: they may be all there is.
    rows = case.objects.where("message like 'CSQ%' and queue_manager is not null").select("queue_manager")
    return found | {row.queue_manager: ZOS for row in rows_of(rows.distinct())}


def _written(scripts: Mapping[str, str], folder: str | os.PathLike) -> list[Path]:
    with new_files(folder, *scripts) as built:
        for name, text in scripts.items():
            write_file(built / name, text)
    return [Path(folder) / name for name in sorted(scripts)]
