"""The record of an investigation: what somebody saw and thought worth keeping, each note with its evidence.

A record is one JSON file outside of the evidence; a report can be made again from it at any time.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mqforensics.errors import MQForensicsError
from mqforensics.files import output
from mqforensics.questions.finding import Evidence

VERSION = 1


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


class Record:
    """The notes on one case, kept in the file `path`; every change is written at once."""

    def __init__(self, path: str | os.PathLike, case: str = ""):
        """Opens the record; a new one for `case` when there is not such a file. Raises `RecordExpected`."""
        self.path, self.case = Path(path), case
        self.notes: list[Note] = []
        if self.path.exists():
            whole = _loaded(self.path)
            self.case, self.notes = whole.get("case") or case, [_note(one) for one in whole["notes"]]

    def add(self, note: Note) -> None:
        """Keep one more note."""
        self.notes.append(note)
        self.write()

    def remove(self, number: int) -> None:
        """Take back the note `number`, counted from 1."""
        del self.notes[number - 1]
        self.write()

    def write(self) -> None:
        """Write the file; it is replaced in one step."""
        output.make_folder(self.path.parent)
        whole = {"version": VERSION, "case": self.case, "notes": [asdict(note) for note in self.notes]}
        for note in whole["notes"]:
            note["evidence"] = [at._asdict() for at in note["evidence"]]
        output.write_file(self.path, json.dumps(whole, indent=1, ensure_ascii=False) + "\n")


def cited(places: Iterable[Mapping[str, Any]], most: int = 1000) -> tuple[Evidence, ...]:
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
    return whole


def _note(one: Mapping[str, Any]) -> Note:
    try:
        evidence = tuple(Evidence(**at) for at in one["evidence"])
        rows = tuple(tuple(row) for row in one["rows"])
        return Note(**{**one, "evidence": evidence, "columns": tuple(one["columns"]), "rows": rows})
    except (KeyError, TypeError) as problem:
        raise RecordExpected(f"expected a note with title, evidence, columns and rows: {problem}") from None
