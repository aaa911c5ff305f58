"""Texts of several kinds in one file: what is of which kind, and what a case makes of them."""

import json
import random
from itertools import pairwise

import pytest

from mqforensics import open_case
from mqforensics.__main__ import main
from mqforensics.formats import NAMES, format_module, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.sections import sections
from mqforensics.tools.explain import explain
from tests.formats.mqsc_printer import session
from tests.linear import assert_in_line
from tests.writers.amqsbcg import dump

SESSION = session([("QLOCAL", [("QUEUE", "APP.IN"), ("TYPE", "QLOCAL"), ("CURDEPTH", "7")])], "QM1")
ENTRY = """05/12/2026 09:21:00 AM - Process(4711.1) User(mqm) Program(runmqchl)
                     Host(h1) Installation(Installation1)
                     VRMF(9.3.0.5) QMgr(QM1)
                     Time(2026-05-12T09:21:00.107Z)

AMQ9202E: Remote host 'b (1.2.3.4) (1414)' not available, retry later.

EXPLANATION:
The attempt to allocate a conversation failed.
ACTION:
Try again.
----- amqccita.c : 1266 -------------------------------------------------------
"""
BASIC = "2026-05-12T09:21:00.107Z AMQ9999E: Channel 'A.B' to host 'h' ended abnormally. [CommentInsert1(A.B)]\n"
DUMP = dump([{"data": b"hello"}], "APP.IN") + "\n"
FDC = """+-----------------------------------------------------------------------------+
|                                                                             |
| IBM MQ First Failure Symptom Report                                         |
| ===================================                                         |
|                                                                             |
| Date/Time         :- Tue May 12 2026 09:21:00 UTC                           |
| Probe Id          :- XC130003                                               |
| Component         :- xehExceptionHandler                                    |
+-----------------------------------------------------------------------------+
"""
ZOS = """CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000
CSQM401I +MQZ1 QUEUE(APP.IN) TYPE(QLOCAL) QSGDISP(QMGR) CURDEPTH(12)
CSQ9022I +MQZ1 CSQMDRTS ' DISPLAY QUEUE(APP.IN)' NORMAL COMPLETION
"""
CSQX = "CSQX202E +MQZ1 CSQXRCTL Connection or remote listener unavailable,\nchannel A.B,\nTRPTYPE=TCP RC=00000468\n"
PIECES = {"mqsc": (SESSION, ZOS), "amqerr": (ENTRY, BASIC, CSQX), "amqsbcg": (DUMP,), "fdc": (FDC,)}
BETWEEN = ("", "\n", "===== next =====\n", "$ cat AMQERR01.LOG\n", "2026-05-12 14:40:00\n\n", "### 2\n\n")


def kinds(data):
    return [part.format for part in sections(data, identify(data[: 1 << 16]))]


@pytest.mark.parametrize("seed", range(60))
def test_each_kind_is_found_where_it_stands(seed):
    dice = random.Random(seed)
    chosen, text, places = [], "", []
    for _ in range(dice.randint(2, 5)):
        kind = dice.choice([kind for kind in PIECES if kind not in chosen[-1:]])
        between = dice.choice(BETWEEN)
        places.append((len(text), len(text) + len(between)))
        text += between + dice.choice(PIECES[kind])
        chosen.append(kind)
    data = text.encode()
    found = sections(data, identify(data))
    assert [part.format for part in found] == chosen
    assert found[0].start == 0 and found[-1].end == len(data)
    assert all(one.end == two.start for one, two in pairwise(found))
    for part, (first, last) in zip(found[1:], places[1:], strict=True):
        assert part.start <= last and not data[part.start : first].strip()
    assert all(part.line == 1 + data[: part.start].count(b"\n") for part in found)


@pytest.mark.parametrize("kind", PIECES)
def test_a_file_of_one_kind_has_no_parts(kind):
    for piece in PIECES[kind]:
        assert kinds(piece.encode() * 3) == []


def test_no_sample_of_one_kind_is_cut(samples):
    for name in NAMES:
        for path in sorted((samples / name).glob("*")) if (samples / name).is_dir() else ():
            data = path.read_bytes() if path.is_file() else b""
            assert not data or kinds(data) == [], path.name


def test_what_is_quoted_in_an_entry_stays_in_it():
    quoting = ENTRY.replace("Try again.", "Run 'Starting MQSC for queue manager QM2.' and\nDISPLAY CHSTATUS(A.B).")
    assert kinds((quoting * 2).encode()) == []


def test_a_command_and_its_answer_stay_together():
    text = ENTRY + "$ runmqsc QM1\n     1 : DISPLAY QLOCAL(X)\nAMQ8147E: IBM MQ object X not found.\n"
    log, asked = sections(text.encode(), "amqerr")
    assert text[asked.start :].startswith("$ runmqsc QM1\n") and log.end == asked.start
    rows = list(format_module("mqsc").read(FileSlice(text.encode()[asked.start :], "f", asked.start, asked.line)))
    assert rows[0]["asked"]["name"] == "X" and rows[0]["queue_manager"] == "QM1" and rows[0]["line"] == asked.line + 2


def test_the_call_that_makes_a_dump_on_ibm_i_stays_with_it():
    made = DUMP.replace("AMQSBCG0", "AMQSBCG4")
    for call in ("===> CALL PGM(QMQM/AMQSBCG4) PARM('APP.IN' 'QM1')\n", "CALL QMQM/AMQSBCG4 PARM('APP.IN' 'QM1')\n"):
        text = SESSION + call + made
        _, part = sections(text.encode(), "mqsc")
        assert text[part.start :].lstrip().startswith(call)
        [batch] = format_module("amqsbcg").read(FileSlice(text.encode()[part.start :], "f", part.start, part.line))
        assert [(row["queue"], row["dump_queue_manager"]) for row in batch.to_pylist()] == [("APP.IN", "QM1")]


def test_mail_quotes_stand_before_each_line():
    text = "".join(f"> {line}\n" for line in (SESSION + ENTRY).splitlines())
    assert kinds(text.encode()) == ["mqsc", "amqerr"]


def test_time_grows_in_line_with_size():
    for piece in (SESSION, ENTRY, BASIC, "\n", " : AMQ8", "> | " * 50 + "\n", "AMQ8409I: x\n   A(" + ") " * 200):
        data = ((piece * (1 + (1 << 15) // len(piece))) + ENTRY + SESSION).encode()
        assert_in_line(lambda text: sections(text, "amqerr"), data, data * 4)


def test_a_paste_of_both_tells_both():
    told = explain(SESSION + ENTRY)
    assert told.what == "This looks like definitions or status (mqsc) and an error log or a client's error (amqerr)."
    assert any("CURDEPTH(7)" in line for line in told.says) and any("AMQ9202" in line for line in told.says)


def test_a_dump_under_a_session_is_decoded(spark, tmp_path, capsys):
    (tmp_path / "collected.txt").write_text(SESSION + DUMP)
    main(["decode", str(tmp_path)])
    [message] = map(json.loads, capsys.readouterr().out.splitlines())
    assert (message["queue"], message["body_text"]) == ("APP.IN", "hello")


def test_a_case_reads_every_part(spark, tmp_path):
    text = SESSION + "===== tail AMQERR01.LOG =====\n" + ENTRY + DUMP
    (tmp_path / "collected.txt").write_text(text)
    with open_case(spark, tmp_path) as case:
        [queue], [entry], [message] = (table.collect() for table in (case.objects, case.log, case.messages))
        [file] = case.inventory.collect()
        assert {case.has(table) for table in ("objects", "log", "messages")} == {True} and not case.has("calls")
        assert case.tables_of("collected.txt") == {"objects", "log", "messages"}
    assert (queue.name, queue.queue_manager, entry.message, message.queue) == ("APP.IN", "QM1", "AMQ9202", "APP.IN")
    assert text.splitlines()[entry.line - 1].startswith("05/12/2026") and text.splitlines()[queue.line - 1].startswith(
        "AMQ8409I"
    )
    assert sum(row.length for row in (queue, entry, message)) == len(text) and file.format == "mqsc + amqerr + amqsbcg"
    assert (file.records, file.problems) == (3, 0)


def test_what_is_only_told_among_answers_of_zos_makes_no_log_of_them():
    told = "CSQX022I +MQZ1 CSQXSUPR Channel initiator initialization complete\n"
    assert identify((ZOS + told).encode()) == "mqsc" and kinds((ZOS + told).encode()) == []
    assert identify(told.encode()) == "amqerr"


def test_an_error_among_answers_of_zos_is_an_entry_and_they_are_answers():
    said = "CSQP014E +MQZ1 CSQPEXT1 EXPANSION FAILED FOR PAGE SET 3\n"
    table = "CSQI010I +MQZ1 Page set usage ...\n _ 0 0 1078 1054 24 0 USER 0\n"
    assert kinds((ZOS + said).encode()) == ["mqsc", "amqerr"]
    assert identify((ZOS + table).encode()) == "mqsc" and kinds((ZOS + table).encode()) == []
