"""The scripts that gather what a case lacks: only commands that look, and what they write is evidence."""

import os
import re
import shutil
import stat
import subprocess

import pytest

from mqforensics import open_case
from mqforensics.collect import NothingMissing, browsed, collect, collect_for, made
from mqforensics.objects.commands import NameExpected
from mqforensics.questions.coverage import SCHEMA, coverage, managers, needs
from tests.grammar import mqsc as grammar
from tests.writers.cases import SAMPLES

STAND_IN = """#!/bin/sh
echo "$0 $*" >> "$CALLED"
cat >> "$CALLED"
printf 'Starting MQSC for queue manager %s.\\n\\n     1 : DISPLAY QMGR DEADQ\\nAMQ8408I: Display Queue Manager details.\\n' "$1"
printf '   QMNAME(%s)                             DEADQ(THE.DLQ)\\n' "$1"
"""


def commands(text):
    return re.findall(r"^DISPLAY .*$", text, re.M)


@pytest.fixture(scope="module")
def full_queue(spark):
    return open_case(spark, SAMPLES / "walk_full_queue")


def test_coverage_says_what_is_there_and_what_is_missing(full_queue):
    rows = {(row.queue_manager, row.question): row for row in coverage(full_queue).collect()}
    assert coverage(full_queue).columns == [part.split()[0] for part in SCHEMA.split(", ")]
    assert set(managers(full_queue)) == {"QMSTL01", "QMMEX01"}
    walk = rows["QMMEX01", "walk"]
    assert "the queues" in walk.there and walk.as_of and "the status of the queues" in walk.missing
    assert rows["QMMEX01", "refused"].command.startswith("DISPLAY ")


def test_every_need_is_met_by_a_command_that_only_looks():
    for need in needs():
        if need.command:
            assert grammar.looks(grammar.parse(need.command, "distributed"))


def test_the_scripts_of_a_case_ask_for_what_it_lacks(full_queue, tmp_path):
    paths = collect(full_queue, tmp_path)
    assert {path.name for path in paths} == {f"{qm}.{end}" for qm in ("QMSTL01", "QMMEX01") for end in ("sh", "ps1")}
    for path in paths:
        text = path.read_text()
        assert commands(text) and all(grammar.looks(grammar.parse(line, "distributed")) for line in commands(text))
        assert "authority" in text and not re.search(r"\b(ALTER|DEFINE|DELETE|CLEAR|START|STOP|RESET|RESOLVE)\b", text)
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
        if path.suffix == ".sh":
            for shell in ("sh", "bash"):
                assert subprocess.run([shell, "-n", path]).returncode == 0
            if shutil.which("shellcheck"):
                assert subprocess.run(["shellcheck", path]).returncode == 0


@pytest.mark.parametrize("name", ["$(touch x)", "Q'; rm", "Q\nALTER QMGR", ""])
def test_a_name_that_mq_does_not_allow_is_in_no_script(name, tmp_path):
    assert made(name, [need.need for need in needs()]) == {}
    with pytest.raises(NameExpected):
        collect_for("Q", name, tmp_path)
    with pytest.raises(NameExpected):
        collect_for(name, "QM1", tmp_path)


def test_queues_that_a_finding_asks_for_are_dumped_and_nothing_else():
    steps = ["amqsbcg XMIT.B QM1", "amqsbcg OTHER QM2", "amqsbcg $(touch\u00a0x) QM1", "amqsget XMIT.B QM1", "amqsbcg A/B.%C QM1"]
    assert browsed(steps, "QM1") == ["A/B.%C", "XMIT.B"]
    scripts = made("QM1", [], queues=browsed(steps, "QM1"))
    assert set(scripts) == {"QM1.sh", "QM1.ps1"} and made("QM1", []) == {}
    assert scripts["QM1.sh"].count("amqsbcg '") == 2 and "amqsbcg 'XMIT.B' 'QM1' > \"$out/QM1.XMIT.B.messages.txt\"" in scripts["QM1.sh"]
    assert "amqsbcg 'XMIT.B' 'QM1' |" in scripts["QM1.ps1"] and made("QM1", [], True, ["X"]) == {}


def test_what_a_script_writes_is_evidence(spark, tmp_path):
    tools, out = tmp_path / "bin", tmp_path / "out"
    tools.mkdir()
    for tool in ("runmqsc", "amqsbcg"):
        (tools / tool).write_text(STAND_IN)
        (tools / tool).chmod(0o755)
    [script, *_] = [path for path in collect_for("Q", "QM/1.%A", tmp_path / "collect") if path.suffix == ".sh"]
    called = tmp_path / "called"
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "CALLED": str(called), "MQ_DATA_PATH": "/nowhere"}
    subprocess.run(["sh", script, out], check=True, env=environment)
    told = called.read_text()
    assert "runmqsc QM/1.%A" in told and "amqsbcg THE.DLQ QM/1.%A" in told
    case = open_case(spark, out)
    assert "QM/1.%A" in managers(case)
    assert {row.format for row in case.inventory.collect()} == {"mqsc"}


def test_zos_gets_a_job(tmp_path):
    [path] = collect_for("Q", "MQ1A", tmp_path, zos=True)
    text = path.read_text()
    assert path.suffix == ".jcl" and "PGM=CSQUTIL" in text and "runmqsc" not in text
    assert max(map(len, text.splitlines())) <= 72
    assert commands(text) and all(grammar.looks(grammar.parse(line, "zos")) for line in commands(text))


def test_a_case_that_lacks_nothing_is_said_to():
    class Whole:
        name, made = "whole", {}

        def has(self, table):
            return False

    with pytest.raises(NothingMissing, match="whole"):
        collect(Whole(), "/nowhere")
