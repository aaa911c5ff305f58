"""The notes of an investigation as part of a report, and a widget that takes a note of what is on the screen."""

import base64
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics.investigation_record import PLACE, Evidence, Note, Record
from mqforensics.privacy.redaction import current
from mqforensics.views import style
from mqforensics.views.table import cell, places
from mqforensics.views.templates import on_desk

MARKS = "Rows with a star or a tag"
LEFT_OUT = "A picture is left out: names that are drawn in it could not be hidden."


def notes(record: Record | str | os.PathLike) -> HTML | None:
    """The notes of a record (or of its file) as HTML without script; None when there are none.

    Raises `RecordExpected` for a file that is not a record.
    """
    kept = record if isinstance(record, Record) else Record(record)
    if not kept.notes and not kept.marks:
        return None
    return on_desk("notes", notes=[*map(_note, kept.notes), *_marks(kept)])


def _marks(kept: Record) -> list[dict]:
    """What the template shows of the stars and tags of rows, as one more note."""
    if not kept.marks:
        return []
    hidden = current()
    rows = [[hidden.value(places([dict(zip(PLACE, place, strict=True))], ()), "file"),
             hidden.token(str(mark)) if hidden.mode == "all" else hidden.text(str(mark))]
            for place, mark in kept.marks.items()]  # fmt: skip
    return [{"title": MARKS, "words": [], "picture": "", "alt": "", "left_out": "", "columns": ["place", "mark"],
             "rows": rows, "time": "", "rests": ""}]  # fmt: skip


def _note(note: Note) -> dict:
    """What the template shows of a note, redacted as the process is asked to."""
    hidden = current()
    written = hidden.token if hidden.mode == "all" else hidden.text
    is_shown = bool(note.picture) and not hidden.identity
    # Decoded and encoded again: nothing but a picture gets into the page.
    picture = base64.b64encode(base64.b64decode(note.picture)).decode() if is_shown else ""
    rows = [[hidden.value(text, name) for name, text in zip(note.columns, row, strict=False)] for row in note.rows]
    return {
        "title": written(note.title), "words": [written(line) for line in note.words.splitlines() if line.strip()],
        "picture": picture, "alt": note.alt, "left_out": LEFT_OUT if note.picture and not is_shown else "",
        "columns": note.columns, "rows": rows, "time": note.time,
        "rests": places([at._asdict() for at in note.evidence], ()),
    }  # fmt: skip


def note_of(title: str, shown: pd.DataFrame | Figure, evidence: Iterable[Evidence] = (), words: str = "") -> Note:
    """A note of a table or a figure, with the places that it rests on."""
    if isinstance(shown, Figure):
        picture = base64.b64encode(style.png(shown)).decode()
        return Note(title, words, tuple(evidence), picture=picture, alt=style.words(shown))
    shown = current().frame(shown)
    texts = shown.astype(object).where(shown.notna(), None).map(cell)
    rows = tuple(tuple(row) for row in texts.itertuples(index=False))
    return Note(title, words, tuple(evidence), tuple(map(str, shown.columns)), rows)


class NoteForm(widgets.VBox):
    """Takes notes of what is on the screen into a record; `value` is the number of notes."""

    def __init__(self):
        self.record: Record | None = None
        self.sources: dict[str, Callable[[], Note | None]] = {}
        self.what = widgets.Dropdown(description="Keep", options=[], layout={"width": "420px"})
        self.words = widgets.Textarea(placeholder="What does it show?", layout={"width": "auto", "height": "56px"})
        self.add = widgets.Button(description="Add to the report", icon="plus", button_style="primary")
        self.undo = widgets.Button(description="Take the last one back", layout={"width": "190px"})
        self.said, self.list = widgets.Label(), widgets.HTML()
        self.add.on_click(lambda _: self.keep())
        self.undo.on_click(lambda _: self.take_back())
        row = widgets.HBox([self.what, self.add, self.undo], layout={"flex_flow": "row wrap"})
        super().__init__([self.words, row, self.said, self.list])

    @property
    def value(self) -> int:
        """Number of notes in the record."""
        return len(self.record.notes) if self.record else 0

    def begin(self, path: Path, case: str) -> Record:
        """Go on with the record in `path`, or begin one there with the first note; gives the record."""
        self.record = Record(path, case)
        self.draw()
        return self.record

    def offer(self, sources: dict[str, Callable[[], Note | None]]) -> None:
        """What can be kept, by its name on the screen."""
        chosen = self.what.value
        self.sources = sources
        self.what.options = list(sources)
        self.what.value = chosen if chosen in sources else next(iter(sources), None)

    def keep(self) -> Note | None:
        """Add what is chosen to the record, with the words; None when it is not on the screen."""
        note = self.sources[self.what.value]() if self.record and self.what.value else None
        if note is None:
            self.said.value = "Nothing of that is on the screen."
            return None
        kept = Note(note.title, self.words.value.strip(), *[getattr(note, name) for name in
                    ("evidence", "columns", "rows", "picture", "alt")])  # fmt: skip
        self.record.add(kept)
        self.words.value = ""
        self.draw()
        return kept

    def take_back(self) -> None:
        """Remove the last note."""
        if self.value:
            self.record.remove(self.value)
            self.draw()

    def draw(self) -> None:
        """Show the record as it is now."""
        shown = notes(self.record)
        self.list.value = shown.data if shown else ""
        count = f"{self.value} note{'s' * (self.value != 1)}"
        self.said.value = f"{count} in {self.record.path}" if self.value else "No notes yet."
