"""The notes of an investigation as part of a report, and a widget that takes a note of what is on the screen."""

import base64
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics.plaintext import escaped
from mqforensics.privacy.redaction import current
from mqforensics.record import Evidence, Note, Record
from mqforensics.views import style
from mqforensics.views.sheet import styled
from mqforensics.views.table import cell, places

LEFT_OUT = "A picture is left out: names that are drawn in it could not be hidden."


def notes(record: Record | str | os.PathLike) -> HTML | None:
    """The notes of a record (or of its file) as HTML without script; None when there are none.

    Raises `RecordExpected` for a file that is not a record.
    """
    kept = record if isinstance(record, Record) else Record(record)
    if not kept.notes:
        return None
    return styled("".join(_note(number, note) for number, note in enumerate(kept.notes, 1)))


def _note(number: int, note: Note) -> str:
    hidden = current()
    written = hidden.token if hidden.mode == "all" else hidden.text
    words = "".join(f"<p>{escaped(written(line))}</p>" for line in note.words.splitlines() if line.strip())
    rests = places([at._asdict() for at in note.evidence], ())
    cited = f"<p class='none'>Rests on: {escaped(rests)}.</p>" if rests else ""
    when = f"<p class='none'>Noted {escaped(note.time)}.</p>"
    head = f"<h3>{number}. {escaped(written(note.title))}</h3>"
    return f"<div class='note'>{head}{words}{_picture(note)}{_table(note)}{cited}{when}</div>"


def _picture(note: Note) -> str:
    if not note.picture:
        return ""
    if current().identity:
        return f"<p class='none'>{LEFT_OUT}</p>"
    data = base64.b64encode(base64.b64decode(note.picture)).decode()  # nothing but a picture gets into the page
    return f'<img alt="{escaped(note.alt)}" src="data:image/png;base64,{data}"/>'


def _table(note: Note) -> str:
    if not note.rows:
        return ""
    head = "".join(f"<th>{escaped(name)}</th>" for name in note.columns)
    hidden = current()
    told = [[hidden.value(text, name) for name, text in zip(note.columns, row, strict=False)] for row in note.rows]
    rows = "".join(f"<tr>{''.join(f'<td>{escaped(text)}</td>' for text in row)}</tr>" for row in told)
    return f"<div class='scroll'><table><tr>{head}</tr>{rows}</table></div>"


def noted(title: str, shown: pd.DataFrame | Figure, evidence: Iterable[Evidence] = (), words: str = "") -> Note:
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
        self.words = widgets.Textarea(placeholder="What does it show?", layout={"width": "100%", "height": "56px"})
        self.add = widgets.Button(description="Add to the report", icon="plus", button_style="primary")
        self.undo = widgets.Button(description="Take the last one back", layout={"width": "190px"})
        self.said, self.list = widgets.Label(), widgets.HTML()
        self.add.on_click(lambda _: self.keep())
        self.undo.on_click(lambda _: self.take_back())
        super().__init__([self.words, widgets.HBox([self.what, self.add, self.undo]), self.said, self.list])

    @property
    def value(self) -> int:
        """Number of notes in the record."""
        return len(self.record.notes) if self.record else 0

    def begin(self, path: Path, case: str) -> None:
        """Go on with the record in `path`, or begin one there with the first note."""
        self.record = Record(path, case)
        self._draw()

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
        self._draw()
        return kept

    def take_back(self) -> None:
        """Remove the last note."""
        if self.value:
            self.record.remove(self.value)
            self._draw()

    def _draw(self) -> None:
        shown = notes(self.record)
        self.list.value = shown.data if shown else ""
        count = f"{self.value} note{'s' * (self.value != 1)}"
        self.said.value = f"{count} in {self.record.path}" if self.value else "No notes yet."
