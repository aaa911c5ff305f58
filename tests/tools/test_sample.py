from pathlib import Path
from runpy import run_path

import pytest

from mqforensics.__main__ import main
from mqforensics.tools.sample import SampleExpected, copy_sample, folder_of_samples, samples


def test_every_sample_case_is_listed_with_what_is_true_of_it(capsys):
    assert main(["sample"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len([one for one in folder_of_samples().iterdir() if one.is_dir()]) == len(samples())
    assert all(says for says in samples().values())


def test_a_sample_case_is_copied_whole(tmp_path, capsys):
    assert main(["sample", "dlq_mixed", "-o", str(tmp_path / "new")]) == 0
    copied = tmp_path / "new" / "dlq_mixed"
    assert capsys.readouterr().out.strip() == str(copied)
    source = folder_of_samples() / "dlq_mixed"
    content = [{one.name: one.read_bytes() for one in place.iterdir()} for place in (copied, source)]
    assert content[0] == content[1]


@pytest.mark.parametrize("name", ["../dlq_mixed", "nothing", "", "/etc"])
def test_no_other_folder_can_be_copied(tmp_path, name):
    with pytest.raises(SampleExpected, match="no sample case"):
        copy_sample(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_is_there_stays(tmp_path, capsys):
    (tmp_path / "dlq_mixed").symlink_to(tmp_path / "elsewhere")
    assert main(["sample", "dlq_mixed", "-o", str(tmp_path)]) == 2
    assert "already there" in capsys.readouterr().err and not (tmp_path / "elsewhere").exists()


def test_the_wheel_brings_every_notebook_and_every_file_of_the_sample_cases():
    root = Path(__file__).resolve().parents[2]
    files = dict(run_path(str(root / "setup.py"))["data_files"](root))
    brought = {root / one for several in files.values() for one in several}
    assert {path for path in (root / "sample_dumps").rglob("*") if path.is_file()} <= brought
    assert {*(root / "notebooks").glob("*.ipynb")} <= brought
    assert all(
        one == f"{folder.removeprefix('share/mqforensics/')}/{Path(one).name}"
        for folder in files
        for one in files[folder]
    )
