import hashlib
import json

import pytest

from mqforensics import open_case
from mqforensics.errors import CaseNotFound
from mqforensics.formats.tables import SCHEMAS
from tests.writers.amqsbcg import dump


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "dlq.log").write_text(dump([{"data": b"a"}, {"data": b"b"}], "DLQ"))
    (tmp_path / "notes.txt").write_text("the night shift says that nothing was changed\n")
    (tmp_path / "case.json").write_text(json.dumps({"walk": [{"queue": "Q6"}]}))
    return tmp_path


def test_which_file_is_what_goes_by_content(spark, folder):
    case = open_case(spark, folder)
    assert case.formats == {"case.json": None, "evidence/dlq.log": "amqsbcg", "notes.txt": None}
    assert case.has("messages") and not case.has("log")
    assert case.settings == {"walk": [{"queue": "Q6"}]}


def test_the_inventory_counts_and_sums(spark, folder):
    rows = {row.file: row for row in open_case(spark, folder).inventory.collect()}
    data = (folder / "evidence/dlq.log").read_bytes()
    found = rows["evidence/dlq.log"]
    assert (found.sha256, found.bytes) == (hashlib.sha256(data).hexdigest(), len(data))
    assert (found.format, found.records, found.problems) == ("amqsbcg", 2, 0)
    assert rows["notes.txt"].format is None


@pytest.mark.parametrize("table", SCHEMAS)
def test_missing_evidence_is_an_empty_table(spark, tmp_path, table):
    frame = getattr(open_case(spark, tmp_path), table)
    assert frame.columns == SCHEMAS[table].names and frame.count() == 0


def test_a_case_that_is_not_there(spark, tmp_path):
    with pytest.raises(CaseNotFound):
        open_case(spark, tmp_path / "nowhere")


def test_a_case_can_be_a_file_or_a_glob(spark, folder):
    assert open_case(spark, folder / "evidence/dlq.log").messages.count() == 2
    assert open_case(spark, str(folder / "*" / "*.log")).messages.count() == 2


def test_files_of_the_same_bytes_are_one_piece_of_evidence(spark, tmp_path):
    text = dump([{"data": b"a"}], "DLQ")
    for name in ("a.txt", "b.txt", "sub/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "other.txt").write_text(text.replace("MsgFlags       : '0'", "MsgFlags       : '1'"))
    for manager in ("QM1", "QM2"):
        (tmp_path / f"qmgrs/{manager}").mkdir(parents=True)
        (tmp_path / f"qmgrs/{manager}/qm.ini").write_text("Channels:\n   MaxChannels=20\n")
    case = open_case(spark, tmp_path)
    assert sorted(row.file for row in case.messages.collect()) == ["a.txt", "other.txt"]
    assert case.objects.count() == 2, "of whom a file tells by its name is no copy"
    rows = {row.file: row for row in case.inventory.collect()}
    assert len(rows) == 6 and rows["a.txt"].sha256 == rows["sub/c.txt"].sha256 and rows["a.txt"].problem is None
    assert rows["sub/c.txt"].format == "amqsbcg" and rows["sub/c.txt"].records is None
    assert rows["b.txt"].problem == rows["sub/c.txt"].problem == "the same as a.txt, byte for byte: read once"
