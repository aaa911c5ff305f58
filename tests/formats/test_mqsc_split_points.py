"""A capture that is cut inside answers, against the same capture read in one piece."""

import random

import pyarrow as pa
import pytest

from mqforensics import source
from mqforensics.files import files
from mqforensics.formats import mqsc
from mqforensics.formats.mqsc.split_points import next_record_start
from tests.formats.mqsc_printer import HEADERS, two_columns
from tests.formats.test_mqsc_blocks import any_session, damaged
from tests.linear import assert_in_line

KINDS = {"QLOCAL": "QUEUE", "CHANNEL": "CHANNEL", "QSTATUS": "QUEUE"}


def read(folder, data, split):
    path = folder / "capture.txt"
    path.write_bytes(data)
    [file] = files(path)
    found, parts = [], 0
    for part in source.ranges(file, mqsc, split):
        for stretch in source.stretches(part, mqsc, max(split // 2, 1)):
            parts += 1
            for row in source.rows(mqsc, stretch):
                found += row.to_pylist(maps_as_pydicts="strict") if isinstance(row, pa.RecordBatch) else [row]
    return found, parts


def shown(kind, name, dice):
    attributes = [
        (KINDS[kind], name),
        ("TYPE", kind),
        ("DESCR", dice.choice(("", "words", "x" * 50))),
        ("PUT", "ENABLED"),
    ]
    return [HEADERS[kind], *two_columns(attributes[: dice.randint(1, 4)])]


def answers(dice, manager, before=(), count=6, echoed=True):
    """A session of several answers, each of many objects."""
    lines = [*before]
    if manager is not None:
        lines += ["5724-H72 (C) Copyright IBM Corp. 1994, 2025.", f"Starting MQSC for queue manager {manager}.", "", ""]
    for number in range(1, count + 1):
        kind = dice.choice(list(KINDS))
        if echoed:
            lines.append(f"{number:6} : DISPLAY {kind}(A*) ALL")
        for nth in range(dice.randint(0, 12)):
            lines += shown(kind, f"A.{number}.{nth}", dice)
        if dice.random() < 0.3:
            lines.append("AMQ8147E: IBM MQ object A not found.")
        if dice.random() < 0.2 and manager is None:
            lines += [HEADERS["QMGR"], *two_columns([("QMNAME", "QM.TOLD"), ("DEADQ", "DLQ")])]
    if manager is not None and dice.random() < 0.7:
        lines += [
            f"{count} MQSC commands read.",
            "No commands have a syntax error.",
            "All valid MQSC commands were processed.",
        ]
    return lines


def comparable(rows, *more):
    """Rows by what no cut may change, and by `more`."""
    keys = ("line", "type", "name", "attributes", "lines", "message", "command", "run", "time", "error")
    return [tuple(str(row.get(key)) for key in (*keys, *more)) for row in rows if row["type"]]


@pytest.mark.parametrize("seed", range(30))
def test_a_cut_changes_nothing_but_what_is_known_to_be_whole(seed, tmp_path):
    dice = random.Random(seed)
    lines = answers(dice, "QM1", ("2026-03-01 10:11:12",)) + answers(dice, "QM2", ("$ runmqsc QM2 | grep -v X",))
    lines += answers(dice, "QM3")
    data = dice.choice(("\n", "\r\n")).join([*lines, ""]).encode()
    one, _ = read(tmp_path, data, 1 << 30)
    for split in (200, 700, 3000):
        cut, parts = read(tmp_path, data, split)
        assert parts > 3 and comparable(cut, "queue_manager") == comparable(one, "queue_manager")
        assert sum(row["length"] for row in cut) == len(data)
        assert all(before["whole"] or not after["whole"] for before, after in zip(one, cut, strict=True))


def test_an_answer_that_is_not_cut_stays_whole(tmp_path):
    lines = [line for n in range(9) for line in answers(random.Random(n), f"QM{n}", count=2)]
    data = "\n".join([*lines, ""]).encode()
    one, _ = read(tmp_path, data, 1 << 30)
    cut, parts = read(tmp_path, data, max(data.index(b"5724", 9), 3000))
    assert parts > 2 and comparable(cut, "queue_manager", "whole") == comparable(one, "queue_manager", "whole")


def test_an_answer_that_is_cut_is_not_whole(tmp_path):
    dice = random.Random(1)
    lines = [
        "5724-H72 (C) Copyright IBM Corp. 1994, 2025.",
        "Starting MQSC for queue manager QM1.",
        "",
        "     1 : DISPLAY QLOCAL(*)",
    ]
    lines += [line for n in range(40) for line in shown("QLOCAL", f"A.{n}", dice)]
    lines += ["     2 : DISPLAY CHANNEL(*)", *shown("CHANNEL", "C", dice), "     3 : END", "2 MQSC commands read.", ""]
    one, _ = read(tmp_path, "\n".join(lines).encode(), 1 << 30)
    cut, parts = read(tmp_path, "\n".join(lines).encode(), 1000)
    assert parts > 2 and all(row["whole"] for row in one)
    assert [row["whole"] for row in cut] == [False] * 40 + [True]


@pytest.mark.parametrize("seed", range(20))
def test_a_queue_manager_that_objects_name_is_known_after_a_cut(seed, tmp_path):
    dice = random.Random(seed)
    lines = [
        HEADERS["QMGR"],
        *two_columns([("QMNAME", "QM.TOLD"), ("DEADQ", "DLQ")]),
        *answers(dice, None, echoed=seed % 2),
    ]
    data = "\n".join([*lines, ""]).encode()
    one, _ = read(tmp_path, data, 1 << 30)
    cut, _ = read(tmp_path, data, 300)
    assert comparable(cut) == comparable(one)
    assert {row["queue_manager"] for row in cut} == {"QM.TOLD"}


@pytest.mark.parametrize("seed", range(60))
def test_of_a_damaged_capture_nothing_is_lost_and_no_other_queue_manager_named(seed, tmp_path):
    dice = random.Random(seed)
    text = damaged(dice, "\n".join(answers(dice, "QM1"))) + "\n" + damaged(dice, any_session(dice)) + "\n"
    text = f"{text}{damaged(dice, chr(10).join(answers(dice, 'QM3')))}\n".replace("\r", "").replace("   : more\n", "")
    one, _ = read(tmp_path, text.encode(), 1 << 30)
    cut, _ = read(tmp_path, text.encode(), 400)
    assert sum(row["length"] for row in cut) == len(text.encode())
    assert comparable(cut) == comparable(one)
    known = {row["line"]: row["queue_manager"] for row in one}
    assert all(row["queue_manager"] in (None, known[row["line"]]) for row in cut if row["type"])


def test_where_nothing_can_be_cut_the_file_ends():
    assert next_record_start(b"   A(1)\nAMQ8147E: not found\nAMQ8409I: Display", 3, 10) == 45
    assert next_record_start(b"x\n   A(1)   \r\nAMQ8409I: Display", 1, 10) == 14
    assert next_record_start(b"x\n   A(1)   \r\nAMQ8409I: Display", 1, 99) == 31
    assert next_record_start(b"x\n   A(1)\nAMQ8409I: a\n5724-H72 (C) Copyright IBM", 1, 99) == 22


def test_what_a_cut_needs_is_found_in_line_with_the_size():
    dice = random.Random(3)
    text = ("\n".join(line for n in range(3000) for line in shown("QLOCAL", f"A.{n}", dice)) + "\n").encode()
    assert_in_line(lambda data: mqsc.context_after(data, {"echo": "1"}, 0, len(data) - 1), text, text * 4)
    odd = text.replace(b"   TYPE", b" : TYPE")
    assert_in_line(lambda data: mqsc.context_after(data, {"echo": "1"}, 0, len(data) - 1), odd, odd * 4)
