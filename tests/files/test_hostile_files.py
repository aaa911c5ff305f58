"""Files and archives of strangers: what cannot or may not be read is a line that says so, everything else is read."""

import gzip
import io
import os
import resource
import subprocess
import sys
import tarfile
import warnings
import zipfile

import pytest

from mqforensics.__main__ import main
from mqforensics.files import FileRefused, files, listing
from tests.writers.amqsbcg import dump

DUMP = dump([{"data": b"a"}, {"data": b"b"}], "DLQ").encode()


def zipped(members, method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(members):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def named(path):
    return {file.name: file for file in files(path)}


def content(file):
    with file.open() as stream:
        return stream.read()


def test_two_members_of_one_name_are_two_files_with_their_own_hashes(tmp_path):
    (tmp_path / "a.zip").write_bytes(zipped([("x", b"one"), ("x", b"two")]))
    (tmp_path / "a.zip!").mkdir()
    (tmp_path / "a.zip!" / "x").write_bytes(b"three")
    found = named(tmp_path)
    assert {name: content(file) for name, file in found.items()} == {
        "a.zip!/x": b"one", "a.zip!/x (2)": b"two", "a.zip!/x (3)": b"three"
    }  # fmt: skip
    assert len({file.digest().sha256 for file in found.values()}) == 3


@pytest.mark.parametrize("pack", [
    lambda inner: zipped([("deep.zip", inner)]), lambda inner: tarred([("deep.zip", inner)]),
    lambda inner: gzip.compress(tarred([("deep.zip", inner)])), gzip.compress,
])  # fmt: skip
def test_archives_inside_archives_are_read(tmp_path, pack):
    (tmp_path / "case.bin").write_bytes(pack(zipped([("dlq.txt", DUMP), ("b/dlq.gz", gzip.compress(DUMP))])))
    found = files(tmp_path)
    assert [content(file) for file in found] == [DUMP, DUMP] and all(file.problem is None for file in found)
    with found[0].mapped() as data:
        assert bytes(data) == DUMP


def test_more_archives_inside_each_other_than_allowed(tmp_path):
    packed = DUMP
    for depth in range(listing.NESTING + 2):
        packed = zipped([(f"{depth}", packed)])
    (tmp_path / "deep.zip").write_bytes(packed)
    [file] = files(tmp_path)
    assert "inside each other" in file.problem and file.head(9) == b""


def test_more_members_than_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr(listing, "MEMBERS", 3)
    (tmp_path / "many.zip").write_bytes(zipped([(f"{n}.txt", b"x") for n in range(9)]))
    found = files(tmp_path)
    assert [file.problem is None for file in found] == [True] * 3 + [False]
    assert "more than 3 members" in found[-1].problem


def test_members_that_open_to_more_than_allowed_together(tmp_path, monkeypatch):
    monkeypatch.setattr(listing, "UNPACKED", 250)
    (tmp_path / "large.zip").write_bytes(zipped([("1", b"x" * 100), ("2", b"x" * 100), ("3", b"x" * 100)]))
    found = files(tmp_path)
    assert [file.problem is None for file in found] == [True, True, False]


@pytest.mark.parametrize("pack", [
    lambda data: zipped([("bomb", data)]), gzip.compress, lambda data: gzip.compress(tarred([("bomb", data)])),
    lambda data: zipped([("bomb.gz", gzip.compress(data))]),
])  # fmt: skip
def test_a_bomb_is_a_line_of_the_inventory_and_takes_no_memory(tmp_path, pack):
    (tmp_path / "bomb").write_bytes(pack(b"\0" * (200 << 20)))
    (tmp_path / "dlq.txt").write_bytes(DUMP)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = named(tmp_path)
    [bomb] = [file for name, file in found.items() if name != "dlq.txt"]
    told = bomb.digest()
    assert told.sha256 is None and ("packed size" in told.problem or "limit" in told.problem)
    with pytest.raises(FileRefused), bomb.mapped():
        pass
    assert content(found["dlq.txt"]) == DUMP
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10  # KiB


def test_a_tar_whose_header_claims_gigabytes(tmp_path):
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XHDTYPE, 3 << 30
    (tmp_path / "case.tar").write_bytes(entry.tobuf() + b"\0" * 1024)
    [file] = files(tmp_path)
    assert "damaged tar" in file.problem


def encrypted(data):
    packed = bytearray(zipped([("secret.txt", data)]))
    packed[6] |= 1
    at = packed.index(b"PK\x01\x02")
    packed[at + 8] |= 1
    return bytes(packed)


def damaged(data):
    packed = bytearray(zipped([("hurt.txt", os.urandom(400_000)), ("whole.txt", data + b"\n")]))
    packed[200_000] ^= 0xFF
    return bytes(packed)


@pytest.mark.parametrize("name, packed, said", [
    ("e.zip", encrypted(DUMP), "encrypted"), ("d.zip", damaged(DUMP), "damaged"), ("c.gz", gzip.compress(os.urandom(90_000))[:-900], "damaged"),
    ("t.zip", zipped([("x", DUMP)])[:-30], "damaged zip"), ("g.gz", b"\x1f\x8b broken", "cannot be read"),
    ("b.zip", zipped([("x", DUMP)], zipfile.ZIP_BZIP2), "method 12"), ("l.zip", zipped([("x", DUMP)], zipfile.ZIP_LZMA), "method 14"),
    ("r.tar", tarred([("x", DUMP), ("y", DUMP)])[:-len(DUMP) - 3000], "damaged"),
    ("j.gz", gzip.compress(DUMP) + b"junk", "damaged"),
])  # fmt: skip
def test_what_is_encrypted_or_damaged_says_so_and_the_rest_is_read(spark, tmp_path, name, packed, said):
    from mqforensics import open_case

    (tmp_path / name).write_bytes(packed)
    (tmp_path / "dlq.txt").write_bytes(DUMP)
    case = open_case(spark, tmp_path)
    rows = {row.file: row for row in case.inventory.collect()}
    assert any(said in (row.problem or "") for row in rows.values()), rows
    assert rows["dlq.txt"].problem is None and rows["dlq.txt"].records == 2
    if name == "d.zip":
        assert rows["d.zip!/whole.txt"].problem is None and rows["d.zip!/whole.txt"].records == 2


def test_links_devices_and_odd_names_are_told(spark, tmp_path):
    from mqforensics import open_case

    outside, case = tmp_path / "outside", tmp_path / "case"
    outside.mkdir()
    case.mkdir()
    (outside / "dlq.txt").write_bytes(DUMP)
    os.symlink(outside, case / "folder")
    os.symlink(outside / "dlq.txt", case / "file")
    os.symlink("/dev/zero", case / "device")
    os.symlink("nowhere", case / "nothing")
    os.mkfifo(case / "pipe")
    (case / ".hidden").write_bytes(DUMP)
    (case / ".git").mkdir()
    with open(os.fsencode(case) + b"/caf\xe9\n\x1b[31m.txt", "wb") as stream:
        stream.write(DUMP)
    found = open_case(spark, case)
    rows = {row.file: row for row in found.inventory.collect()}
    assert set(rows) == {"folder", "file", "device", "nothing", "pipe", ".hidden", ".git", "caf\\xe9\n\x1b[31m.txt"}
    assert all(rows[name].problem for name in rows if not name.startswith("caf"))
    assert rows["caf\\xe9\n\x1b[31m.txt"].records == 2 and found.messages.count() == 2


def test_a_device_as_a_case_cannot_be_used(tmp_path, capsys):
    assert main(["report", "/dev/zero", "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_cannot_be_opened(tmp_path, monkeypatch):
    (tmp_path / "dlq.txt").write_bytes(DUMP)
    (tmp_path / "closed.txt").write_bytes(DUMP)
    really = open

    def denied(path, *arguments, **given):
        if str(path).endswith("closed.txt"):
            raise PermissionError(13, "Permission denied")
        return really(path, *arguments, **given)

    monkeypatch.setattr("builtins.open", denied)
    found = named(tmp_path)
    assert found["closed.txt"].problem == "Permission denied" and content(found["dlq.txt"]) == DUMP


@pytest.mark.parametrize("change, said", [
    (lambda path: path.write_bytes(DUMP.replace(b"DLQ", b"XLQ")), "changed"),
    (lambda path: path.write_bytes(DUMP + b"more"), "grew"),
    (lambda path: path.write_bytes(b""), "changed"), (lambda path: path.unlink(), "cannot be read any more"),
])  # fmt: skip
def test_evidence_that_changes_under_the_reader_is_told(tmp_path, change, said):
    path = tmp_path / "dlq.txt"
    path.write_bytes(DUMP)
    [file] = files(tmp_path)
    assert file.digest().problem is None
    change(path)
    told = file.digest()
    assert said in told.problem or "No such file" in told.problem
    if said == "grew":
        assert told.size == len(DUMP)


def test_a_file_that_vanishes_is_a_row(spark, tmp_path):
    from mqforensics import open_case

    (tmp_path / "dlq.txt").write_bytes(DUMP)
    (tmp_path / "gone.txt").write_bytes(DUMP)
    case = open_case(spark, tmp_path)
    assert case.formats["gone.txt"] == "amqsbcg"
    (tmp_path / "gone.txt").unlink()
    rows = case.messages.collect()
    assert sum(row.md is not None for row in rows) >= 2


def test_a_zip_bomb_of_gigabytes_in_little_memory(tmp_path):
    script = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        "from mqforensics.files import files; [file] = files(sys.argv[1]); print(file.digest().problem)"
    )
    with (
        zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("zeros", "w", force_zip64=True) as out,
    ):
        for _ in range(300):
            out.write(b"\0" * (10 << 20))
    assert (tmp_path / "bomb.zip").stat().st_size < 4 << 20
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=100)
    assert "250 times its packed size" in done.stdout, done.stderr
