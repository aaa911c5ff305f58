"""Objects taken together against the reader that takes every line by itself, column by column."""

import random

import pyarrow as pa
import pytest

from mqforensics import source
from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.mqsc import columns as columns_of_objects
from mqforensics.formats.mqsc.columns import Blocks, Table
from mqforensics.formats.tables import OBJECTS
from tests.formats.mqsc_printer import session
from tests.linear import assert_in_line

WORDS = (
    None,
    "",
    " ",
    "A.B",
    "x" * 20,
    "x" * 60,
    "h(1414)",
    "a) b(",
    "(",
    "Grüße",
    "\u00a0nbsp\u00a0",
    "a  b",
    "  lead",
    "é" * 40,
)
KEYS = ("DESCR", "PUT", "GET", "MAXDEPTH", "ALTDATE", "ALTTIME", "CRDATE", "CRTIME", "TYPE", "QMNAME", "PASSWORD", "CONNAME",
        "SHARE", "HARDENBO", "TRIGGER", "QUEUE", "CHANNEL", "STATUS", "NAMES", "JOBNAME")  # fmt: skip
SHOWN = {
    "QLOCAL": "QUEUE",
    "CHANNEL": "CHANNEL",
    "CHSTATUS": "CHANNEL",
    "QSTATUS": "QUEUE",
    "LISTENER": "LISTENER",
    "QMGR": "QMNAME",
}


def listed(row):
    """A map as the list of its entries, so that their order counts."""
    return {
        name: list(value.items()) if isinstance(value, dict) and name != "asked" else value
        for name, value in row.items()
    }


def read(data, **known):
    found = []
    for row in source.rows(mqsc, FileSlice(data, "f.txt", **known)):
        if isinstance(row, pa.RecordBatch):
            row.validate(full=True)
            found += row.to_pylist(maps_as_pydicts="strict")
        else:
            batch = pa.RecordBatch.from_pylist([row], schema=OBJECTS)
            found += batch.to_pylist(maps_as_pydicts="strict")
    return [listed(row) for row in found]


def together(data, monkeypatch, **known):
    """The rows, however few there are; and how many objects were taken together."""
    counted = []
    batch = Table.columns

    def counting(table, which, *rest):
        counted.append(len(which))
        return batch(table, which, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(columns_of_objects, "FEW", 1)
        patch.setattr(columns_of_objects, "ALIKE", 1)
        patch.setattr(Table, "columns", counting)
        return read(data, **known), sum(counted)


def singly(data, monkeypatch, **known):
    """The rows, every line taken by itself."""
    with monkeypatch.context() as patch:
        patch.setattr(Blocks, "_is_object", lambda *_: False)
        return read(data, **known)


def value(dice, key):
    if key.endswith("DATE"):
        return dice.choice(("2026-03-01", "2026-13-01", "", " ", f"2025-0{dice.randint(1, 9)}-11"))
    if key.endswith("TIME"):
        return dice.choice(("10.11.12", "1", "", f"1{dice.randint(0, 9)}.00.00"))
    if key in ("SHARE", "HARDENBO", "TRIGGER"):
        return None
    return dice.choice(WORDS[1:])


def any_session(dice, objects=30):
    shown = []
    for n in range(objects):
        kind = dice.choice(list(SHOWN))
        keys = dice.sample(KEYS, dice.randint(0, 9))
        name = dice.choice((f"Q.{n}", f"Q.{n}", f"Q.{n}", "", "x" * 48))
        shown.append((kind, [(SHOWN[kind], name), *((key, value(dice, key)) for key in keys if key != SHOWN[kind])]))
    return session(shown, manager=dice.choice(("QM1", "QM2")), end=dice.choice(("\n", "\n", "\r\n")))


def damaged(dice, text):
    lines = text.split("\n")
    for _ in range(dice.randint(0, 6)):
        at = dice.randrange(len(lines))
        how = dice.randrange(9)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, dice.choice(("", "   ", "\t", "\r", "words", "> quoted", "AMQ8147E: WebSphere MQ object X not found.",
                                          "2026-03-01 10:11:12", "   A(1)  B(2)", "AMQ8409I: Display Queue details.", "     1 : dis ql(*)",
                                          "Starting MQSC for queue manager QM9.", "* Script generated on 2026-03-01 at 10.11.12", "a\rb\rc",
                                          "One MQSC command read.", "   NAMES(A", "AMQ8276: Display Connection details.", "   : more",
                                          "5724-H72 (C) Copyright IBM Corp. 1994, 2025.")))  # fmt: skip
        elif how == 2:
            cut = dice.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut]
        elif how == 3 and lines[at]:
            cut = dice.randrange(len(lines[at]))
            lines[at] = lines[at][:cut] + dice.choice("( )\x00\tAé\r") + lines[at][cut + 1 :]
        elif how == 4:
            lines.insert(at, lines[at])
        elif how == 5:
            lines[at] = " ".join(lines[at].split())
        elif how == 6:
            lines[at : at + 2] = ["".join(lines[at : at + 2])]
        elif how == 7:
            lines[at] += dice.choice(("   ", " x", "\r", ")"))
        else:
            lines[at] = lines[at].replace("   ", "  ", 1)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_any_session_is_read_as_line_by_line(seed, monkeypatch):
    dice = random.Random(seed)
    text = "".join(damaged(dice, any_session(dice)) if seed % 3 else any_session(dice) for _ in range(2))
    data = text.encode(dice.choice(("utf-8", "utf-8", "latin-1", "utf-16")), "replace")
    known = {"offset": 7, "line": 40, "context": {SECRETS: dice.choice(("true", "false"))}}
    rows, count = together(data, monkeypatch, **known)
    assert rows == singly(data, monkeypatch, **known)
    assert count or seed % 3


def test_a_clean_session_is_taken_together(monkeypatch):
    queues = [("QLOCAL", [("QUEUE", f"APP.{n}"), ("TYPE", "QLOCAL"), ("DESCR", "Grüße"), ("PUT", "ENABLED"), ("SHARE", None),
                          ("ALTDATE", "2026-03-01"), ("ALTTIME", "10.11.12"), ("CONNAME", "h(1414)")]) for n in range(200)]  # fmt: skip
    data = session(queues).encode()
    rows, count = together(data, monkeypatch)
    assert count >= 199 and rows == singly(data, monkeypatch)
    assert [row["name"] for row in rows] == [f"APP.{n}" for n in range(200)]
    assert dict(rows[5]["attributes"])["DESCR"] == "Grüße"


def test_passwords_are_masked_where_objects_are_taken_together(monkeypatch):
    channels = [
        ("CHANNEL", [("CHANNEL", f"C{n}"), ("CHLTYPE", "SDR"), ("PASSWORD", "geheim" if n % 2 else "")])
        for n in range(100)
    ]
    rows, count = together(session(channels).encode(), monkeypatch)
    assert count >= 99
    assert {dict(row["attributes"])["PASSWORD"] for row in rows} == {"", "********"}
    shown, _ = together(session(channels).encode(), monkeypatch, context={SECRETS: "true"})
    assert {dict(row["attributes"])["PASSWORD"] for row in shown} == {"", "geheim"}


def test_samples_are_read_as_line_by_line(samples, monkeypatch):
    paths = sorted(path for path in samples.rglob("*") if path.is_file() and path.stat().st_size < 1 << 20)
    taken = 0
    for path in paths:
        data = path.read_bytes()
        if mqsc.sniff(data[: 1 << 16]) < 20:
            continue
        for text in (data, data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")):
            rows, count = together(text, monkeypatch)
            taken += count
            assert rows == singly(text, monkeypatch), path
    assert taken > 20


LONG = {
    "one object": lambda size: session(
        [("QLOCAL", [("QUEUE", "A"), *((f"K{n}DATE", "x") for n in range(size // 50))])]
    ),
    "ten objects alike": lambda size: session(
        [("QLOCAL", [("QUEUE", "A"), *((f"K{n}", "x") for n in range(size // 500))])] * 10
    ),
    "no object alike": lambda size: session([("QLOCAL", [("QUEUE", "A"), (f"K{n}", "x")]) for n in range(size // 200)]),
    "headers alone": lambda size: session([("QLOCAL", [])] * (size // 60)),
    "brackets": lambda size: session([("QLOCAL", [("QUEUE", "(" * size), ("DESCR", ")" * size)])]),
    "cells on a line": lambda size: "AMQ8409I: Display Queue details.\n   " + "A(1)  " * (size // 6) + "\n",
    "a long value": lambda size: session([("QLOCAL", [("QUEUE", "A"), ("DESCR", " " * size)])] * 2),
    "carriage returns": lambda size: session([("QLOCAL", [("QUEUE", "A")])] * 9) + "   A(1)\r" * (size // 8),
}


@pytest.mark.parametrize("name", LONG)
def test_it_takes_linear_time(name, monkeypatch):
    monkeypatch.setattr(columns_of_objects, "FEW", 1)
    assert_in_line(
        lambda data: list(mqsc.read(FileSlice(data))), LONG[name](1 << 16).encode(), LONG[name](1 << 18).encode()
    )
