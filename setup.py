"""The notebooks and the sample cases come with the package; `pyproject.toml` says everything else.

setuptools takes no tree of data files, so each folder is listed, and that is done here.
"""

from pathlib import Path

SHARED = "share/mqforensics"


def data_files(root: Path) -> list[tuple[str, list[str]]]:
    """For each folder of notebooks and sample cases: where it is installed, and its files, from `root`."""
    notebooks = sorted([*root.glob("notebooks/*.ipynb"), root / "notebooks" / "SEEDS.md"])
    cases = sorted(path for path in (root / "sample_dumps").rglob("*") if path.is_file())
    listed: dict[str, list[str]] = {}
    for path in (one.relative_to(root) for one in (*notebooks, *cases)):
        listed.setdefault(f"{SHARED}/{path.parent.as_posix()}", []).append(path.as_posix())
    return list(listed.items())


if __name__ == "__main__":
    from setuptools import setup

    setup(data_files=data_files(Path(__file__).parent))
