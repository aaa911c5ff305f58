import tomllib
from pathlib import Path

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


def test_the_wheel_brings_every_file_of_the_sample_cases():
    """`pyproject.toml` names each folder, because setuptools takes no tree."""
    root = Path(__file__).resolve().parents[2]
    data = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["data-files"]
    brought = {path for globs in data.values() for each in globs for path in root.glob(each) if path.is_file()}
    assert {path for path in (root / "sample_dumps").rglob("*") if path.is_file()} <= brought
    assert all(
        target == f"share/mqforensics/{each.rpartition('/')[0]}" for target, globs in data.items() for each in globs
    )
