"""A long rules table read in pieces: the numbers, lines and bytes of its rows are those of the whole table."""

import random

import pyarrow as pa
import pytest

from mqforensics.formats import dlqrules
from mqforensics.formats.dlqrules import pieces
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.tables import RULES
from mqforensics.source import GROUP, SENT, Reader
from mqforensics.source import rows as source_rows
from tests.linear import assert_in_line

ENTRIES = (
    "DESTQ(APP.{n}.IN) REASON(MQRC_Q_FULL) +\n ACTION(RETRY) RETRY(5)", "APPLNAME('feed{n}') FORMAT(MQSTR) ACTION(FWD) FWDQ(PARKED.{n})",
    "* comment {n}", "", "   ", "\t", "* ends in -", "DESTQ(A) -\n* between\n\nACTION(DISCARD)", "reason(2053) action(ignore)", "ACTION(FWD)",
    "DESTQ(A) DESTQ(B) ACTION(RETRY)", "NONSENSE(1) ACTION(RETRY)", "ACTION(", "ACTION(RETRY", "'unclosed", "ACTION(RETRY) RETRY(0)",
    "* GRÜSSE", "APPLNAME('é') ACTION(RETRY)", " * indented", "WAIT(NO)", "INPUTQ(X) ACTION(RETRY)", "USERID('a''b') ACTION (RETRY)",
    "ACTION(RETRY),PERSIST(MQPER_PERSISTENT)", "ACTION(RETRY) FWDQ(X)", "APPLTYPE(MQAT_TPF) ACTION(RETRY)", "REASON(*) ACTION(RETRY)",
    "FWDQ('') ACTION(FWD)", "APPLIDAT('') ACTION(RETRY)", "DESTQ(A  +  \n  B) ACTION(RETRY)", "FORMAT(ABCDEFGHI) ACTION(RETRY)", "x y z",
    "REASON(99999999999999) ACTION(RETRY)", "APPLIDAT('password=geheim12') ACTION(RETRY)", "* token: abcdefgh", "PASSWORD(geheim) ACTION(RETRY)",
    "ACTION(RETRY) + + ", "+", "-", "ACTION(RETRY) USERID('a'b)", "ACTION(RETRY) \u00a0 DESTQ(A)", "\u00a0", "DESTQ(A)ACTION(RETRY)", "DESTQ(A.)ACTION(RETRY)-",
    "DESTQ(A)\u00a0ACTION(RETRY)", "ACTION(RETRY)\f", "DESTQ( \u00a0A)\u00a0ACTION(RETRY)",
)  # fmt: skip


def any_table(dice):
    kinds = dice.sample(ENTRIES, dice.randint(3, len(ENTRIES)))
    entries = [dice.choice(kinds).format(n=dice.randint(0, 3)) for _ in range(dice.randint(5, 60))]
    head = dice.choice(("INPUTQ(DLQ) WAIT(NO)\n", "* table\nINPUTQM('QM1') +\n RETRYINT(30)\n", "", "ACTION(RETRY)\n"))
    return (
        head
        + "\n".join(entries)
        + dice.choice(("", "\n", "\n\n* end\n", "\nACTION(RETRY) +\n", "\nDESTQ(A) ACTION(RETRY)\n"))
    )


def read(data, monkeypatch, **known):
    """The rows as the data source gives them, with its masks; and how many stand in batches."""
    found, together = [], 0
    for row in source_rows(dlqrules, FileSlice(data, "r.txt", 5, 9, **known)):
        together += row.num_rows if isinstance(row, pa.RecordBatch) else 0
        batch = row if isinstance(row, pa.RecordBatch) else pa.RecordBatch.from_pylist([row], schema=RULES)
        batch.validate(full=True)
        found += batch.to_pylist(maps_as_pydicts="strict")
    return [row | {"keywords": row["keywords"] and list(row["keywords"].items())} for row in found], together


@pytest.mark.parametrize("seed", range(30))
def test_any_table_is_read_in_pieces_as_whole(seed, monkeypatch):
    dice = random.Random(seed)
    table = any_table(dice).replace("\n", "\r\n" if seed % 3 == 0 else "\n")
    data = table.encode(dice.choice(("utf-8", "utf-8", "cp1252", "utf-8-sig", "utf-16")))
    context = {SECRETS: dice.choice(("true", "false"))}
    with monkeypatch.context() as patch:
        patch.setattr(pieces, "FEW", 1)
        patch.setattr(pieces, "WINDOW", dice.choice((1, 20, 200, 1 << 20)))
        quick, _ = read(data, patch, context=context)
        patch.setattr(dlqrules, "pieces_of", lambda _: None)
        slow, none = read(data, patch, context=context)
    assert not none and quick == slow
    assert "could not be read" not in str(quick)


def test_most_of_a_long_table_is_read_in_pieces(monkeypatch):
    data = "".join(f"* branch {n}\nDESTQ(APP.{n}.IN) +\n ACTION(RETRY)\n" for n in range(300)).encode()
    rows, together = read(data, monkeypatch)
    assert together >= 298 and len(rows) == 300
    assert [row["number"] for row in rows] == [*range(1, 301)] and [row["line"] for row in rows[:3]] == [10, 13, 16]
    assert sum(row["length"] for row in rows) == len(data) and "".join(row["text"] for row in rows) == data.decode()


def test_a_long_table_is_sent_in_small_batches_and_written_in_large_ones(tmp_path, monkeypatch):
    data = "".join(f"* token: abcdefgh{n}\nDESTQ(APP.{n % 7}.IN) +\n ACTION(RETRY)\n" for n in range(3000)).encode()
    (tmp_path / "r.txt").write_bytes(data)
    reader = Reader("dlqrules", {"path": str(tmp_path / "r.txt")}, RULES.names)
    [task] = reader.partitions()
    sent, written = list(reader.read(task)), list(reader.rows(task, GROUP))
    assert {batch.schema for batch in sent + written} == {RULES}
    assert len(sent) > len(written) and max(map(len, sent)) == SENT
    monkeypatch.setattr(dlqrules, "pieces_of", lambda _: None)
    whole = pa.Table.from_batches(reader.read(task)).to_pylist()
    assert pa.Table.from_batches(sent).to_pylist() == pa.Table.from_batches(written).to_pylist() == whole
    assert "abcdefgh" not in str(whole) and [row["number"] for row in whole] == [*range(1, 3001)]


@pytest.mark.parametrize("part", ["ACTION(RETRY)", " ", ",", "ACTION(", "A(''", "'", "x", "+ ", "ACTION(RETRY) ,+\n"])
@pytest.mark.parametrize("head", ["ACTION(RETRY)", "ACTION(", "x" * 9, "APPLNAME('"])
def test_an_entry_takes_linear_time(head, part):
    def data(size):
        return (head + part * (size // len(part)) + "\n").encode() * 2

    assert_in_line(lambda text: list(dlqrules.read(FileSlice(text))), data(1 << 15), data(1 << 17))
