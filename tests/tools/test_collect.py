"""The scripts that gather what a case lacks: only commands that look, and what they write is evidence."""

import os
import re
import shutil
import stat
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

import mqforensics.tools.collect as collecting
from mqforensics import open_case
from mqforensics.case.given import Given
from mqforensics.objects.commands import WINDOWS, for_platform, mqsc
from mqforensics.questions.coverage import SCHEMA, coverage, managers, needs
from mqforensics.tools.collect import (
    EVERYTHING,
    IBM_I,
    ZOS,
    NothingMissing,
    browsed_queues,
    collect,
    collect_for,
    displays,
    scripts_for,
)
from mqforensics.validation import NameExpected
from tests.grammar import mqsc as grammar
from tests.writers.amqsbcg import dump
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
    assert (
        "the queues" in walk.there
        and re.fullmatch(r"[\d-]+ [\d:]+( UTC| [+-]\d\d:\d\d)?", walk.as_of)
        and "the status of the queues" in walk.missing
    )
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
    assert scripts_for(name, [need.need for need in needs()]) == {}
    with pytest.raises(NameExpected):
        collect_for("Q", name, tmp_path)
    with pytest.raises(NameExpected):
        collect_for(name, "QM1", tmp_path)


def test_queues_that_a_finding_asks_for_are_dumped_and_nothing_else():
    steps = [
        "amqsbcg XMIT.B QM1",
        "amqsbcg OTHER QM2",
        "amqsbcg $(touch\u00a0x) QM1",
        "amqsget XMIT.B QM1",
        "amqsbcg A/B.%C QM1",
    ]
    assert browsed_queues(steps, "QM1") == ["A/B.%C", "XMIT.B"]
    scripts = scripts_for("QM1", [], queues=browsed_queues(steps, "QM1"))
    assert set(scripts) == {"QM1.sh", "QM1.ps1"} and scripts_for("QM1", []) == {}
    assert (
        scripts["QM1.sh"].count("\ndump '") == 2
        and "dump 'XMIT.B' > \"$out/XMIT.B@QM1.messages.txt\"" in scripts["QM1.sh"]
    )
    assert "Dump 'XMIT.B' |" in scripts["QM1.ps1"] and scripts_for("QM1", [], ZOS, ["X"]) == {}


def test_what_findings_ask_to_display_is_displayed_once_at_its_queue_manager():
    one, other = mqsc("DISPLAY CHSTATUS(*) ALL", on="QM1"), mqsc("DISPLAY QUEUE({}) ALL", "A.Q", on="QM2")
    start, there = mqsc("START CHANNEL({})", "A.B", on="QM1"), mqsc("DISPLAY CHINIT", on="CSQ1", zos=True)
    steps = [*one, *one, *other, *start, *there]
    assert displays(for_platform(steps, lambda manager: WINDOWS), "QM1") == ["DISPLAY CHSTATUS(*) ALL"]
    assert displays(steps, "QM1") == ["DISPLAY CHSTATUS(*) ALL"] and displays(steps, "CSQ1") == ["DISPLAY CHINIT"]
    scripts = scripts_for("QM1", EVERYTHING, asked=displays(steps, "QM1"))
    assert all(commands(text).count("DISPLAY CHSTATUS(*) ALL") == 1 for text in scripts.values())
    assert set(scripts_for("QM1", [], asked=displays(steps, "QM1"))) == {"QM1.sh", "QM1.ps1"}
    [(name, text)] = scripts_for(
        "CSQ1", [], ZOS, asked=["DISPLAY CHINIT", f"DISPLAY TOPIC('{48 * 'T'}') TOPICSTR PUB DESCR"]
    ).items()
    assert name == "CSQ1.jcl" and commands(text) == ["DISPLAY CHINIT"], "a card has 72 columns"


def capture(manager, platform, answer="AMQ8408I"):
    return (
        f"Starting MQSC for queue manager {manager}.\n\n     1 : DISPLAY QMGR ALL\n{answer}: Display Queue Manager details.\n"
        f"   QMNAME({manager})     PLATFORM({platform})\n"
    )


def test_each_queue_manager_has_its_own_script_for_its_platform(spark, tmp_path):
    named = {
        "QM/1": "UNIX",
        "QM_1": "UNIX",
        "QM%1": "UNIX",
        "qma": "UNIX",
        "QMA": "UNIX",
        "CSQ1": "MVS",
        "QMI": "OS400",
    }
    (tmp_path / "case").mkdir()
    for at, (name, platform) in enumerate(named.items()):
        (tmp_path / "case" / f"{at}.txt").write_text(capture(name, platform))
    with open_case(spark, tmp_path / "case") as case:
        paths = collect(case, tmp_path / "out")
    files = {path.name for path in paths}
    shells = {"QM-1", "QM_1", "QM+1", "qma~7", "QMA~0"}
    assert files == {f"{one}.{end}" for one in shells for end in ("sh", "ps1")} | {"CSQ1.jcl", "QMI.mqsc"}
    assert len({name.lower() for name in files}) == len(files)
    assert "runmqsc 'QM/1'" in (tmp_path / "out" / "QM-1.sh").read_text()


def test_on_ibm_i_a_source_member_asks():
    [(name, text)] = scripts_for("QM.I", EVERYTHING, IBM_I, ["A/B"]).items()
    assert name == "QM.I.mqsc" and "STRMQMMQSC" in text and "runmqsc" not in text and "/var/mqm" not in text
    assert "PARM('A/B' 'QM.I')" in text and "/QIBM/UserData/mqm/qmgrs/QM!I/errors" in text
    rest = [line for line in text.splitlines() if not line.startswith("*")]
    assert commands(text) == rest and all(grammar.looks(grammar.parse(line, "ibmi")) for line in rest)


def test_queues_and_queue_managers_that_look_alike_write_to_files_of_their_own():
    scripts = {
        **scripts_for("QM1", [], queues=["A/B", "A_B", "a/b", "B.C"]),
        **scripts_for("QM1.B", [], queues=["C", "A%B"]),
    }
    written = re.findall(r'"\$out/(.*messages.txt)"', scripts["QM1.sh"] + scripts["QM1.B.sh"])
    assert len({name.lower() for name in written}) == 6
    assert [name for name in written if f"'{name}')" not in scripts["QM1.ps1"] + scripts["QM1.B.ps1"]] == []


@pytest.mark.parametrize("is_there", [True, False])
def test_the_error_log_is_taken_from_the_folder_as_the_product_names_it(is_there, tmp_path):
    logs = tmp_path / "data" / "qmgrs" / ("QM&1!%A" if is_there else "QM_1") / "errors"
    logs.mkdir(parents=True)
    (logs / "AMQERR01.LOG").write_text("the log")
    [script, _] = scripts_for("QM/1.%A", ["log"]).values()
    environment = {"PATH": os.environ["PATH"], "MQ_DATA_PATH": str(tmp_path / "data")}
    done = subprocess.run(["sh", "-c", script, "sh", tmp_path / "out"], env=environment, capture_output=True, text=True)
    assert (tmp_path / "out" / "QM-1.+A.AMQERR01.LOG").exists() == is_there
    assert ("No error log is in" in done.stderr) != is_there


OLD_DATE = """#!/bin/sh
case "$*" in *%z*) echo z ;; *) exec /bin/date "$@" ;; esac
"""


@pytest.mark.parametrize(("date", "zone", "east"), [(None, "+02:00", 2), (OLD_DATE, "UTC", 0)])
def test_what_a_script_writes_is_evidence(date, zone, east, spark, tmp_path):
    tools, out = tmp_path / "bin", tmp_path / "out"
    tools.mkdir()
    (tmp_path / "dump.txt").write_text(dump([{"data": b"a"}], "THE.DLQ"))
    for tool, shown in (
        ("runmqsc", STAND_IN),
        ("amqsbcg", f'{STAND_IN.partition("cat")[0]}cat "{tmp_path}/dump.txt"\n'),
        *([("date", date)] if date else []),
    ):
        (tools / tool).write_text(shown)
        (tools / tool).chmod(0o755)
    [script, *_] = [path for path in collect_for("Q", "QM/1.%A", tmp_path / "collect") if path.suffix == ".sh"]
    called = tmp_path / "called"
    environment = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "CALLED": str(called),
        "MQ_DATA_PATH": "/nowhere",
        "TZ": "UTC-2",
    }
    subprocess.run(["sh", script, out], check=True, env=environment)
    told = called.read_text()
    assert "runmqsc QM/1.%A" in told and "amqsbcg THE.DLQ QM/1.%A" in told
    case = open_case(spark, out)
    assert "QM/1.%A" in managers(case)
    assert {row.format for row in case.inventory.collect()} == {"mqsc", "amqsbcg"}
    [row] = case.messages.collect()
    assert (row.queue, row.dump_queue_manager, row.zone) == ("THE.DLQ", "QM/1.%A", zone)
    printed = row.captured - timedelta(hours=east)
    assert abs(printed - datetime.now(UTC).replace(tzinfo=None)) < timedelta(minutes=30)


def test_zos_gets_a_job(tmp_path):
    [path] = collect_for("Q", "MQ1A", tmp_path, zos=True)
    text = path.read_text()
    assert path.suffix == ".jcl" and "PGM=CSQUTIL" in text and "runmqsc" not in text
    assert max(map(len, text.splitlines())) <= 72
    assert commands(text) and all(grammar.looks(grammar.parse(line, "zos")) for line in commands(text))


def test_no_queue_manager_on_zos_has_a_long_name(tmp_path):
    with pytest.raises(NameExpected, match="up to 4 characters"):
        collect_for("Q", "MQ1AB", tmp_path, zos=True)


def test_a_case_that_lacks_nothing_is_said_to(spark, monkeypatch, tmp_path):
    class Whole:
        name, scripts_for, settings, given, made = "whole", {}, {}, Given(), {}

        def __init__(self):
            self.spark = spark

        def has(self, table):
            return False

    monkeypatch.setattr(collecting, "managers", lambda case: ["QM1"])
    monkeypatch.setattr(collecting, "shown_by_manager", lambda case: {"QM1": dict.fromkeys(collecting.EVERYTHING)})
    with pytest.raises(NothingMissing, match="whole"):
        collect(Whole(), tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_without_a_queue_manager_has_everything_to_collect(spark, tmp_path):
    (tmp_path / "note.txt").write_text("nothing that the kit reads\n")
    case = open_case(spark, tmp_path)
    rows = coverage(case).collect()
    assert len({row.question for row in rows}) == len(rows) > 5
    assert (
        {row.queue_manager for row in rows} == {None}
        and not any(row.there for row in rows)
        and all(row.missing for row in rows)
    )
    shell, power = sorted(collect(case, tmp_path / "out"), key=lambda path: path.suffix)[::-1]
    assert (shell.name, power.name) == ("queue_manager.sh", "queue_manager.ps1")
    assert subprocess.run(["sh", "-n", shell]).returncode == 0
    told = subprocess.run(["sh", shell], capture_output=True, text=True)
    assert told.returncode != 0 and "give the name of the queue manager" in told.stderr
    for text in (shell.read_text(), power.read_text()):
        assert "QUEUE.MANAGER" not in text and "QUEUE!MANAGER" not in text and "DISPLAY CHLAUTH(*) ALL" in text
