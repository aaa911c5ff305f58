"""Outputs: new, exclusive, through no link, whole or not at all, and of a mode that no umask changes."""

import os
import re
import stat
import sys
from pathlib import Path

import pytest

import mqforensics
from mqforensics.errors import FileExpected, FolderExpected
from mqforensics.files.output import make_folder, new_file, new_files, require_file, require_folder, write_file
from mqforensics.tools.collect import collect_for


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_no_umask_changes_the_mode(umask, tmp_path):
    write_file(tmp_path / "a", "text")
    with new_file(tmp_path / "b", encoding="utf-8") as file:
        file.write("text")
    with new_files(tmp_path / "c") as built:
        write_file(built / "d", b"x")
        write_file(built / "e.sh", b"x")
    found = {path.name: mode(path) for path in (tmp_path / "a", tmp_path / "b", *(tmp_path / "c").iterdir())}
    assert found == {"a": 0o600, "b": 0o600, "d": 0o600, "e.sh": 0o700}


def test_a_link_is_not_followed_and_what_it_leads_to_stays(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    before = mode(victim)
    (tmp_path / "out").symlink_to(victim)
    (tmp_path / "dangling").symlink_to(tmp_path / "not there")
    for name in ("out", "dangling"):
        with pytest.raises(FileExpected, match="got the link"):
            write_file(tmp_path / name, "NEW")
    assert victim.read_text() == "precious" and mode(victim) == before and not (tmp_path / "not there").exists()


def test_a_link_that_comes_while_the_file_is_written_is_not_followed(tmp_path):
    (tmp_path / "victim").write_text("precious")
    with pytest.raises(FileExpected), new_file(tmp_path / "out") as file:
        file.write(b"NEW")
        (tmp_path / "out").symlink_to("victim")
    assert (tmp_path / "victim").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "victim"]


def test_the_file_of_somebody_else_beside_it_stays(tmp_path):
    (tmp_path / "t.rul.part").write_text("someone's")
    write_file(tmp_path / "t.rul", "NEW")
    assert (tmp_path / "t.rul.part").read_text() == "someone's" and (tmp_path / "t.rul").read_text() == "NEW"


def test_what_fails_leaves_what_was_there(tmp_path):
    (tmp_path / "out").write_text("old")
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "out") as file:
        file.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), new_files(tmp_path) as built:
        write_file(built / "out", "half")
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["out"] and (tmp_path / "out").read_text() == "old"


def test_a_device_is_not_replaced(tmp_path):
    if sys.platform != "linux":
        pytest.skip("devices are made otherwise here")
    for path in (os.devnull, tmp_path / "pipe"):
        if path != os.devnull:
            os.mkfifo(path)
        before = os.lstat(path).st_mode
        with pytest.raises(FileExpected, match=r"a device, a pipe|cannot be written to"):
            write_file(path, "NEW")
        assert os.lstat(path).st_mode == before


def test_files_that_belong_together_come_together(tmp_path):
    for name in ("a", "b", "gone", "else"):
        (tmp_path / name).write_text("old")
    with new_files(tmp_path, "a", "b", "gone") as built:
        for name in ("a", "b"):
            write_file(built / name, "new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "new", "b": "new", "else": "old"}
    (tmp_path / "b").unlink()
    (tmp_path / "b").mkdir()
    with pytest.raises(FileExpected, match="the folder"), new_files(tmp_path, "a", "b") as built:
        pytest.fail("it was begun")
    with pytest.raises(FileExpected, match="the folder"), new_files(tmp_path) as built:
        for name in ("a", "b"):
            write_file(built / name, "newer")
    assert (tmp_path / "a").read_text() == "new"


def test_what_cannot_be_written_to_is_said_before_any_work(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(FolderExpected, match="the link"):
        require_folder(tmp_path / "link")
    with pytest.raises(FileExpected, match="in a folder that is there"):
        require_file(tmp_path / "no" / "file")
    (tmp_path / "real" / "report.html").mkdir()
    with pytest.raises(FileExpected, match=r"report\.html"):
        require_folder(tmp_path / "real", "report.html")
    assert mode(make_folder(tmp_path / "x" / "y")) == 0o700 == mode(tmp_path / "x")


def test_collect_into_a_folder_with_a_link_named_like_a_script(tmp_path):
    victim = tmp_path / "bashrc"
    victim.write_text("precious")
    before = mode(victim)
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "QM1.sh").symlink_to("../bashrc")
    with pytest.raises(FileExpected, match=r"the link .*QM1\.sh"):
        collect_for("Q1", "QM1", tmp_path / "case")
    assert victim.read_text() == "precious" and mode(victim) == before
    assert [mode(path) for path in collect_for("Q1", "QM1", tmp_path / "other")] == [0o600, 0o700]


WRITES = re.compile(
    r"\.write_text\(|\.write_bytes\(|\bopen\([^)]*[\"'][wax]b?\+?[\"']|os\.replace\(|os\.rename\(|\.chmod\("
)
PRIVATE_PLACES = {
    "report.py": ("kernel.json",),
    "lab.py": ("overrides.json", "page_config.json"),
    "sail_server.py": ("/proc/self/", "os.chmod(path, 0o600)"),
    "progress.py": ('open(path, "a"',),
    "prepare.py": ("session.txt", "os.replace(made, KEPT)"),
}
"""What is written into a folder that nobody else has, or that only who may change the packages can write to."""


def test_nothing_writes_a_file_in_another_way():
    package = Path(mqforensics.__file__).parent
    found = [
        (path.name, line.strip()) for path in package.rglob("*.py") if path.parent.name != "files"
        for line in path.read_text().splitlines() if WRITES.search(line)
    ]  # fmt: skip
    assert [one for one in found if not any(place in one[1] for place in PRIVATE_PLACES.get(one[0], ()))] == []
