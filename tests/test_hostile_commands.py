"""What is suggested, on a case whose every name is an attack, does in a shell what was meant and nothing else."""

import json
import os
import shlex
import shutil
import subprocess

import pytest

from mqforensics import open_case, parse_rules, propose_rules
from mqforensics.questions import all_findings
from mqforensics.questions.finding import frame
from tests.grammar.mqsc import parse
from tests.grammar.shell import shell
from tests.writers.amqsbcg import dump
from tests.writers.handler_cases import dead, queue, show, two_columns

NAMES = (
    "$(touch $HERE/ran)", "`touch $HERE/ran`", 'Q")|touch $HERE/ran;echo ("', "Q';touch $HERE/ran;'", "Q\nREASON(*) ACTION(DISCARD)\n*",
    "Q') PUT(ENABLED) DESCR('", "../../../../tmp/ran", "-o /tmp/ran", "Q) ACTION(DISCARD", "Q+", "*", "Q;DELETE QLOCAL(X)", "!!",
    "\x1b]0;x\x07Q", "Q\u202eTUO", "ORDERS.IN",
)  # fmt: skip
PROGRAMS = (
    "runmqsc", "amqsbcg", "runmqdlq", "dspmq", "dmpmqcfg", "dmpmqmsg", "mqrc", "mqforensics", "amqsget", "dspmqtrn",
    "rsvmqtrn", "runmqchl", "runmqlsr", "runmqchi", "amqldmpa", "amqsevt", "dspmqrte", "strmqm", "dspmqaut", "setmqaut",
    "amqsact", "dmpmqaut", "dspmqver", "ps",
)  # fmt: skip
NOTES = """#!/bin/bash
{ printf '%s' "${0##*/}"; printf ' [%s]' "$@"; echo; [ -p /dev/stdin ] && while IFS= read -r line || [ -n "$line" ]; do
echo "  <$line>"; done; } >> "$HERE/told"
"""


def hostile(folder):
    folder.mkdir()
    letters = [dead(n, 2053 if n % 2 else 2085, name, name, f"{name}", PutApplName=name[:28], UserIdentifier=name[:12])
               for n, name in enumerate(NAMES, 1)]  # fmt: skip
    (folder / "dlq.txt").write_text(dump(letters, "DLQ", "v7"), encoding="utf-8")
    for number, name in enumerate(NAMES):
        name = name.replace("\n", " ")
        own = ("QMGR", [("QMNAME", name), ("DEADQ", name)])
        queues = [queue(one.replace("\n", " "), put="DISABLED", depth=5000) for one in NAMES]
        text = show(name, ("display qmgr deadq", [own]), ("display queue(*) curdepth get maxdepth put", queues))
        text += "\n".join([
            "     3 : display qremote(*)", "AMQ8409I: Display Queue details.",
            *two_columns([("QUEUE", name), ("TYPE", "QREMOTE"), ("RNAME", name), ("RQMNAME", name), ("XMITQ", name)]),
            "     4 : display chstatus(*)", "AMQ8417I: Display Channel Status details.",
            *two_columns([("CHANNEL", name), ("CHLTYPE", "SDR"), ("CONNAME", name), ("STATUS", "RETRYING"), ("XMITQ", name)]),
            "",
        ])  # fmt: skip
        (folder / f"qm{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"rules{number}.rules").write_text(
            f"INPUTQ('{name}')\nDESTQ('{name}') ACTION(FWD) FWDQ('{name}')\n", encoding="utf-8"
        )
        (folder / f"AMQERR{number}.LOG").write_text(
            "04/07/26 06:30:00 - Process(1.1) User(mqm) Program(amqrmppa)\n"
            f"                    Host(h) Installation(Installation1)\n                    VRMF(9.3.0.0) QMgr({name})\n"
            "                    Time(2026-04-07T06:30:00.000Z)\n\n"
            f"AMQ9999E: Channel '{name}' to host '{name}' ended abnormally.\n\nEXPLANATION:\nx\nACTION:\ny\n"
            "----- amqrmrsa.c : 1 ------\n", encoding="utf-8",
        )  # fmt: skip
    walks = [{"queue": name, "queue_manager": name} for name in NAMES]
    (folder / "case.json").write_text(json.dumps({"walk": walks, "handler": {"queue_manager": NAMES[0]}}))
    return folder


@pytest.fixture(scope="module")
def case(spark, tmp_path_factory):
    return open_case(spark, hostile(tmp_path_factory.mktemp("hostile") / "case"))


@pytest.fixture(scope="module")
def commands(case):
    everything = [row.asDict(recursive=True) for row in frame(case.spark, all_findings(case)).collect()]
    assert len({one["question"] for one in everything}) > 2
    return [command for one in everything for command in one["next"]]


def test_a_hostile_case_has_findings_with_commands(commands):
    assert commands and any("ORDERS.IN" in one["command"] for one in commands)


def test_every_command_is_one_of_the_product_by_a_strict_grammar(commands):
    for one in commands:
        if one["command"].startswith("+cpf"):
            parse(one["command"], "zos")
        elif not one["command"].startswith("mqforensics "):
            shell(one["command"])


def test_a_shell_runs_of_every_command_only_what_was_meant(commands, tmp_path):
    fakes = tmp_path / "bin"
    fakes.mkdir()
    for name in PROGRAMS:
        (fakes / name).write_text(NOTES)
        (fakes / name).chmod(0o755)
    for name in ("touch", "rm", "sh", "cat"):  # what an attack would use
        (fakes / name).write_text(f'#!/bin/bash\necho "{name} $*" >> "$HERE/other"\n')
        (fakes / name).chmod(0o755)
    (tmp_path / "start").write_text('command_not_found_handle() { echo "$*" >> "$HERE/other"; }\n')
    bash = shutil.which("bash")
    environment = {"PATH": str(fakes), "HERE": str(tmp_path), "BASH_ENV": str(tmp_path / "start"), "LC_ALL": "C.UTF-8"}
    for one in commands:
        if one["command"].startswith("+cpf"):
            continue
        told = tmp_path / "told"
        told.unlink(missing_ok=True)
        table = tmp_path / shlex.split(one["command"])[-1] if " < " in one["command"] else None
        if table:
            table.write_text("")
        subprocess.run([bash, "-c", one["command"]], env=environment, cwd=tmp_path, timeout=20, check=False)
        if table:
            table.unlink()
        assert not (tmp_path / "other").exists(), (one, (tmp_path / "other").read_text())
        lines = told.read_text().splitlines() if told.exists() else []
        assert lines and lines[0].split(" [")[0] in PROGRAMS, (one, lines)
        piped = [line[3:-1] for line in lines[1:]]
        assert len(piped) <= 1 and len([line for line in lines if not line.startswith("  <")]) == 1, (one, lines)
        for line in piped:
            parse(line)
    assert not (tmp_path / "ran").exists() and not os.path.exists("/tmp/ran")
    assert not [path for path in tmp_path.iterdir() if path.name not in ("bin", "start", "told")]


def test_a_proposed_table_holds_the_rules_that_were_meant_and_no_other(case):
    text = propose_rules(case.messages, case.objects)
    table = parse_rules(text.encode())
    assert not table.errors and {rule.action for rule in table.rules} <= {"RETRY", "FWD"}
    assert all("DISCARD" not in rule.action for rule in table.rules)
    for line in text.splitlines():
        assert line.startswith("*") or "touch" not in line, line
    assert all(ord(character) >= 32 or character == "\n" for character in text)


def test_a_case_json_of_any_shape_raises_nothing(spark, tmp_path):
    (tmp_path / "dlq.txt").write_text(dump([dead(1, 2053, "Q", "QM", "x")], "DLQ", "v7"))
    (tmp_path / "qm.txt").write_text(show("QM", ("display queue(*)", [queue("Q")])))
    (tmp_path / "dlq.rules").write_text("REASON(2053) ACTION(RETRY)\n")
    for name in (QUESTIONS := ("walk", "poison", "handler", "browse", "delivery", "dead_letters")):
        assert name
    shapes = [5, "x", None, [], [5], {"queue": 5}, [{"queue": {"a": []}}], {"queue": ["x"], "platform": 7, "failing": 9},
              {"retry_rounds": "x", "queue_manager": [1], "time_is": {}, "late": "x", "msgdlvsq": 7, "retries": {}},
              [{"queue": "Q", "queue_manager": "QM", "persistence": "x", "msg_id": 9, "put_time": []}], True, 1e400]  # fmt: skip
    for shape in shapes:
        (tmp_path / "case.json").write_text(json.dumps(dict.fromkeys(QUESTIONS, shape)))
        all_findings(open_case(spark, tmp_path))
    for text in ("[" * 100_000, "{", "\xff", '{"walk": "\\ud800"}', "9" * 5000):
        (tmp_path / "case.json").write_text(text, encoding="latin-1")
        all_findings(open_case(spark, tmp_path))
