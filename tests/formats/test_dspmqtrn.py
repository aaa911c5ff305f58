"""What dspmqtrn prints: the transactions that are not over."""

import pytest

from mqforensics.formats import identify, mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.sections import sections
from tests.formats.test_amqerr import entry

SHOWN = """\
$ dspmqtrn -m QM1
AMQ7056I: Transaction number 0,2449.
     XID: formatID 5067085, gtrid_length 14, bqual_length 4
          gtrid [3291A5060000201374657374]
          bqual [00000001]
AMQ7056I: Transaction number 0,2450 heuristically rolled back.
     XID: formatID -1, gtrid_length 2, bqual_length 0
          gtrid [3291]
          bqual []
"""
XID = {"FORMATID": "5067085", "GTRID": "3291A5060000201374657374", "BQUAL": "00000001"}
SESSION = """\
5724-H72 (C) Copyright IBM Corp. 1994, 2024.
Starting MQSC for queue manager QM2.

     1 : DIS QL(A)
AMQ8409I: Display Queue details.
   QUEUE(A)                                TYPE(QLOCAL)
"""


def rows(text: str) -> list[dict]:
    found = list(mqsc.read(FileSlice(text.encode(), "trn.txt")))
    assert sum(row["length"] for row in found) == len(text.encode())
    return [row | {"attributes": dict(row["attributes"] or ())} for row in found]


def test_each_transaction_is_an_object_of_the_queue_manager_that_was_asked():
    first, second = rows(SHOWN)
    assert identify(SHOWN.encode()) == "mqsc"
    assert (first["type"], first["name"], first["queue_manager"], first["line"]) == ("TRAN", "0,2449", "QM1", 2)
    assert first["attributes"] == {"TRANNUM": "0,2449", **XID}
    assert second["attributes"] == {
        "TRANNUM": "0,2450", "HEURISTIC": "ROLLED BACK", "FORMATID": "-1", "GTRID": "3291", "BQUAL": "",
    }  # fmt: skip
    assert dict(first["lines"])["GTRID"] == 4
    assert first["error"] is second["error"] is None


@pytest.mark.parametrize(("call", "manager"), [
    ("dspmqtrn -m QM9", "QM9"), ("C:\\> dspmqtrn.exe -i -m QM.9", "QM.9"), ("[mqm@h ~]$ dspmqtrn -e", None), ("", None),
])  # fmt: skip
def test_without_its_command_line_nobody_knows_whose_they_are(call, manager):
    assert {row["queue_manager"] for row in rows(SHOWN.replace("$ dspmqtrn -m QM1", call))} == {manager}


def test_the_words_may_be_of_any_language():
    found = rows(
        SHOWN.replace("Transaction number", "Transaktionsnummer").replace("heuristically rolled back", "beendet")
    )
    assert [row["name"] for row in found] == ["0,2449", "0,2450"]
    assert "HEURISTIC" not in found[1]["attributes"]


def test_in_cells_the_keys_are_in_small_letters():
    (row,) = rows(
        "$ dspmqtrn -a -m QM1\n   TranNum(0,95)  TranState(Active)\n   AppName(a(b))\nnothing of it\n   Other(1)\n"
    )
    assert (row["type"], row["name"]) == ("TRAN", "0,95")
    assert row["attributes"] == {"TRANNUM": "0,95", "TRANSTATE": "Active", "APPNAME": "a(b)"}


def test_a_session_behind_them_is_of_its_own_queue_manager():
    *transactions, queue = rows(SHOWN + SESSION)
    assert [row["type"] for row in transactions] == ["TRAN", "TRAN"]
    assert (queue["queue_manager"], queue["name"], queue["attributes"]) == (
        "QM2",
        "A",
        {"QUEUE": "A", "TYPE": "QLOCAL"},
    )
    assert [row["type"] for row in rows(SESSION + SHOWN)] == ["QLOCAL", "TRAN", "TRAN"]


def test_between_entries_of_a_log_they_are_a_part_of_the_file():
    parts = sections((entry() + SHOWN).encode(), "amqerr")
    assert [part.format for part in parts] == ["amqerr", "mqsc"]


def test_an_answer_without_any_says_so():
    (row,) = rows("$ dspmqtrn -m QM1\nThere are no prepared transactions.\n")
    assert identify(b"$ dspmqtrn -m QM1\nThere are no prepared transactions.\n") == "mqsc"
    assert "without a transaction" in row["error"]
