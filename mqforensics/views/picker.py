"""Which cases there are: the folders and archives in some places, and a widget to pick one."""

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import ipywidgets as widgets
import pandas as pd

from mqforensics import formats
from mqforensics.files import SKIPPED, files, remote
from mqforensics.files.context_kinds import LOOKED_AT, is_written_by_us
from mqforensics.files.output import make_folder, write_file

ARCHIVES = (".zip", ".gz")
PACKAGE, REPORT = "__init__.py", "findings.json"
"""What a folder of Python has, and what a report of the kit has."""
LOOKED = 20
"""So many files of a folder are looked at; a folder with more may hold evidence behind them."""


def cases(*places: str | os.PathLike) -> pd.DataFrame:
    """`case` (its name), `files`, `bytes` and `path` of every case in `places`, in the order of the places.

    A folder or an archive in a place is a case; a place that holds evidence itself is one, too. Left out are places
    that are not there, packages of Python, reports of the kit, and folders in which no format knows a file.
    """
    found = [_case(path) for place in places for path in _in(Path(place))]
    return pd.DataFrame(found, columns=["case", "files", "bytes", "path"]).drop_duplicates("path", ignore_index=True)


def _in(place: Path) -> Iterable[Path]:
    if not place.is_dir():
        return [place] if place.exists() else []
    inside = sorted(p for p in place.iterdir() if not p.name.startswith(".") and p.name not in SKIPPED)
    below = [p for p in inside if (p.is_dir() and any(p.iterdir())) or p.suffix in ARCHIVES]
    return [path for path in below if _is_case(path)] if below or not inside else [place]


def _is_case(path: Path) -> bool:
    """Whether an archive or a folder may be evidence, as far as a look at the beginning of a few files tells."""
    if not path.is_dir():
        return True
    if (path / PACKAGE).exists() or _is_report(path / REPORT):
        return False
    held = files(path)
    if len(held) > LOOKED:
        return True
    heads = (file.head(length) for length in (LOOKED_AT, formats.HEAD) for file in held if not file.problem)
    return any(not is_written_by_us(head) and formats.identify(head) for head in heads)


def _is_report(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return is_written_by_us(stream.read(formats.HEAD))
    except OSError:
        return False


def _case(path: Path) -> tuple[str, int, int, str]:
    held = files(path)
    return path.name, len(held), sum(file.size for file in held), os.fspath(path)


class CasePicker(widgets.HBox):
    """A list of cases and a field for a path of your own; `value` is the path of the one chosen."""

    def __init__(
        self,
        *places: str | os.PathLike,
        case: str = "",
        chosen: Callable[[str], None] = lambda path: None,
        keep: str | os.PathLike = "investigation",
    ):
        """`keep`: the folder in which a case of uploaded files is made."""
        self.cases, self.chosen, self.keep = cases(*places), chosen, Path(keep)
        options = [(_label(row), row.path) for row in self.cases.itertuples()]
        first = case or (options[0][1] if options else "")
        self.list = widgets.Dropdown(
            options=options, value=first if first in self.cases["path"].to_list() else None,
            description="Case", layout={"width": "420px"},
        )  # fmt: skip
        self.own = widgets.Text(value="" if self.list.value else first, placeholder="or a path, then Enter",
                                continuous_update=False, layout={"width": "320px"})  # fmt: skip
        self.list.observe(lambda change: self._pick(change["new"]), "value")
        self.own.observe(lambda change: self._pick(self._meant(change["new"].strip())), "value")
        self.upload = widgets.FileUpload(multiple=True, description="Upload", tooltip="Files of this machine as a case",
                                         layout={"width": "130px"})  # fmt: skip
        self.upload.observe(lambda change: change["new"] and self.take(change["new"]), "value")
        self.value = first
        super().__init__([self.list, self.own, self.upload])

    def take(self, uploaded: Iterable[Mapping]) -> None:
        """Make a case of uploaded files (`name` and `content` each), and pick it."""
        folder = uploaded_case(self.keep, uploaded)
        self.upload.value = ()
        self.own.value = os.fspath(folder)

    def _meant(self, typed: str) -> str:
        """The path that was typed; a name is looked for in the list, and beside the present case, too."""
        if not typed or remote.is_remote(typed) or os.path.exists(typed):
            return typed
        offered = self.cases.loc[self.cases["case"] == typed, "path"]
        beside = Path(self.value).parent / typed
        return next((os.fspath(path) for path in (*offered, beside) if os.path.exists(path)), typed)

    def _pick(self, path: str | None) -> None:
        if path and path != self.value:
            self.value = path
            self.chosen(path)


def uploaded_case(keep: Path, uploaded: Iterable[Mapping]) -> Path:
    """A new private folder in `keep` with the uploaded files, each under the last part of its name."""
    make_folder(keep)
    folder = Path(tempfile.mkdtemp(prefix="upload-", dir=keep))
    for number, file in enumerate(uploaded, 1):
        name = re.sub(r"[^\w .()+-]|^[. ]+", "_", re.split(r"[/\\]", file["name"])[-1])[:120] or "file"
        path = folder / name
        write_file(path if not path.exists() else folder / f"{number}-{name}", bytes(file["content"]))
    return folder


def _label(row) -> str:
    return f"{row.case} ({row.files} file{'s' * (row.files != 1)}, {_size(row.bytes)})"


def _size(size: int) -> str:
    for unit in ("bytes", "KB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
