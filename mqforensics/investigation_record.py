"""The record of an investigation: what somebody saw and thought worth keeping, each note with its evidence.

A record is one JSON file outside of the evidence; a report can be made again from it at any time.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from mqforensics.errors import MQForensicsError
from mqforensics.files import output
from mqforensics.questions.finding import Evidence

VERSION = 1
LONGEST = 40
"""Characters of a tag."""


class RecordExpected(MQForensicsError, ValueError):
    """A file that is not a record of an investigation."""


@dataclass(frozen=True)
class Note:
    """One note: `words` of the person, and what was on the screen."""

    title: str
    words: str = ""
    evidence: tuple[Evidence, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    picture: str = ""
    """A PNG in base64, empty without one."""
    alt: str = ""
    """What the picture shows, in words."""
    time: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


PLACE = ("file", "line", "number", "offset")
"""What says which row of a table a mark is on; what a table has not is null."""
Place = tuple[str | int | None, ...]


class Mark(NamedTuple):
    """What somebody thought of one row: a star, and words to find it by."""

    star: bool = False
    tags: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(["★"] * self.star + [", ".join(self.tags)] * bool(self.tags))


def place_of(row: Mapping[str, Any]) -> Place:
    """The place of a row, for its mark; pandas makes numbers with a point of whole ones, and a NaN of null."""
    return tuple(map(_whole, (row.get(name) for name in PLACE)))


def _whole(value: Any) -> str | int | None:
    if isinstance(value, float):
        return int(value) if value == value else None
    return value if value is None or isinstance(value, str) else int(value)


class Record:
    """The notes on one case, kept in the file `path`; every change is written at once.

    `marks`: the stars and tags of rows, by their place; `views`: what was chosen on a tab, by the tab and a name.
    """

    def __init__(self, path: str | os.PathLike, case: str = ""):
        """Opens the record; a new one for `case` when there is not such a file. Raises `RecordExpected`."""
        self.path, self.case = Path(path), case
        self.notes: list[Note] = []
        self.marks: dict[Place, Mark] = {}
        self.views: dict[str, dict[str, dict]] = {}
        if self.path.exists():
            whole = _loaded(self.path)
            self.case, self.notes = whole.get("case") or case, [_note(one) for one in whole["notes"]]
            self.marks = dict(_mark(one) for one in whole.get("marks") or ())
            self.views = {tab: dict(views) for tab, views in (whole.get("views") or {}).items()}

    def add(self, note: Note) -> None:
        """Keep one more note."""
        self.notes.append(note)
        self.write()

    def remove(self, number: int) -> None:
        """Take back the note `number`, counted from 1."""
        del self.notes[number - 1]
        self.write()

    def star(self, place: Place) -> None:
        """Give a row a star, or take it away."""
        mark = self.marks.get(place, Mark())
        self._mark(place, mark._replace(star=not mark.star))

    def tag(self, place: Place, word: str) -> None:
        """Give a row a tag; one that it has is taken away."""
        mark, word = self.marks.get(place, Mark()), " ".join(word.split())[:LONGEST]
        others = tuple(one for one in mark.tags if one != word)
        if word:
            self._mark(place, mark._replace(tags=others if word in mark.tags else (*others, word)))

    def _mark(self, place: Place, mark: Mark) -> None:
        self.marks.pop(place, None)
        if mark != Mark():
            self.marks[place] = mark
        self.write()

    def keep_view(self, tab: str, name: str, chosen: Mapping[str, Any]) -> None:
        """Keep what is chosen on a tab under a name."""
        self.views.setdefault(tab, {})[name] = dict(chosen)
        self.write()

    def drop_view(self, tab: str, name: str) -> None:
        """Forget what was kept on a tab under a name."""
        self.views.get(tab, {}).pop(name, None)
        self.write()

    def write(self) -> None:
        """Write the file; it is replaced in one step."""
        output.make_folder(self.path.parent)
        whole = {"version": VERSION, "case": self.case, "notes": [asdict(note) for note in self.notes]}
        for note in whole["notes"]:
            note["evidence"] = [at._asdict() for at in note["evidence"]]
        whole["marks"] = [dict(zip(PLACE, at, strict=True)) | mark._asdict() for at, mark in self.marks.items()]
        whole["views"] = self.views
        output.write_file(self.path, json.dumps(whole, indent=1, ensure_ascii=False) + "\n")


def evidence_of(places: Iterable[Mapping[str, Any]], most: int = 1000) -> tuple[Evidence, ...]:
    """Rows that have `file` and `number` or `line` as evidence."""
    found = dict.fromkeys(Evidence(at["file"], at.get("line"), at.get("number")) for at in places)
    return tuple(found)[:most]


def _loaded(path: Path) -> dict[str, Any]:
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as problem:
        raise RecordExpected(f"expected the record of an investigation in {path}: {problem}") from None
    if not isinstance(whole, dict) or not isinstance(whole.get("notes"), list):
        raise RecordExpected(f"expected the record of an investigation in {path}, it has no list of notes")
    views = whole.get("views") or {}
    if not isinstance(views, dict) or not all(isinstance(of, dict) for of in views.values()):
        raise RecordExpected(f"expected the record of an investigation in {path}, its views are none")
    return whole


def _mark(one: Mapping[str, Any]) -> tuple[Place, Mark]:
    try:
        return tuple(one[name] for name in PLACE), Mark(bool(one["star"]), tuple(map(str, one["tags"])))
    except (KeyError, TypeError) as problem:
        raise RecordExpected(f"expected a mark with a place, a star and tags: {problem}") from None


def _note(one: Mapping[str, Any]) -> Note:
    try:
        evidence = tuple(Evidence(**at) for at in one["evidence"])
        rows = tuple(tuple(row) for row in one["rows"])
        return Note(**{**one, "evidence": evidence, "columns": tuple(one["columns"]), "rows": rows})
    except (KeyError, TypeError) as problem:
        raise RecordExpected(f"expected a note with title, evidence, columns and rows: {problem}") from None
