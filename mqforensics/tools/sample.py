"""Sample cases: small incidents of our own making that come with the package, to try the kit on."""

import os
import shutil
import sys
from pathlib import Path

import mqforensics
from mqforensics.errors import MQForensicsError
from mqforensics.files.output import make_folder, require_folder

SHARED = "share/mqforensics/sample_dumps"
"""Where an installed package keeps the sample cases, under the environment's prefix."""


class SampleExpected(MQForensicsError, ValueError):
    """No sample case has this name, or a folder of its name is in the way."""


def folder_of_samples() -> Path:
    """The folder of all sample cases: beside the package in a checkout, else where it was installed.

    Raises `SampleExpected` where neither is there.
    """
    for place in (Path(mqforensics.__file__).parents[1] / "sample_dumps", Path(sys.prefix) / SHARED):
        if place.is_dir():
            return place
    raise SampleExpected("The sample cases are not installed. Install mqforensics from its wheel or from a checkout.")


def samples() -> dict[str, str]:
    """Each sample case with the first sentence of what is true of it."""
    cases = sorted(one for one in folder_of_samples().iterdir() if one.is_dir())
    return {one.name: _first_sentence(one / "TRUTH.md") for one in cases}


def copy_sample(name: str, folder: str | os.PathLike) -> Path:
    """Copy a sample case into `folder`, and give the path of the copy. Raises `SampleExpected`, `FolderExpected`."""
    source = folder_of_samples() / name
    if name not in samples():
        raise SampleExpected(f"There is no sample case {name!r}. `mqforensics sample` lists them all.")
    require_folder(folder)
    target = Path(folder) / name
    if os.path.lexists(target):
        raise SampleExpected(f"{target} is already there. Name another folder with -o.")
    make_folder(folder)
    shutil.copytree(source, target)
    return target


def _first_sentence(truth: Path) -> str:
    text = " ".join(truth.read_text(encoding="utf-8").split()) if truth.is_file() else ""
    return text.partition(". ")[0].rstrip(".") + "." if text else ""
