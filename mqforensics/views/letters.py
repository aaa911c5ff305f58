"""The dead-lettered messages of a case to look through: filters, a table that sorts and pages, pictures, one message
opened."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets as widgets
import pandas as pd
from matplotlib.figure import Figure
from pyspark.sql import DataFrame

from mqforensics.investigation_record import Note, evidence_of
from mqforensics.questions import dead_letters as ask
from mqforensics.spark_compat import pandas_of, rows_of
from mqforensics.views import dead_letters as draw
from mqforensics.views import style
from mqforensics.views.bars import Bars
from mqforensics.views.condition import narrowed_by
from mqforensics.views.export import ExportBar, export
from mqforensics.views.field_meanings import meaning
from mqforensics.views.filters import KEYS, Filter, FilterBar
from mqforensics.views.grid import Grid, Order, page
from mqforensics.views.heatmap import heatmap
from mqforensics.views.marks import RowMarks, SavedViews
from mqforensics.views.message import MessageViewer, descriptor, find
from mqforensics.views.notes import note_of
from mqforensics.views.templates import sentence_frame as framed

COLUMNS = {
    "number": 0.6, "reason": 0.7, "reason_name": 2.2, "destination": 1.4, "application": 1.2, "dlq_time": 2.0,
    "put_time": 2.0, "size": 0.6, "preview": 1.5,
}  # fmt: skip
ORIGINS = 5000
"""So many combinations of reason, destination and application are drawn and offered, the most frequent."""
TIMES = ("dlq_time", "put_time")
CITED = 200
NOTHING = pd.DataFrame(columns=[*KEYS, "messages"])
NONE = "No message of this evidence is dead-lettered: the list has all of them."


class Seen(NamedTuple):
    """What a choice shows beside its table."""

    arrivals: Figure
    heatmap: Figure
    places: list[dict]


def letters_of(case, everywhere: bool = False) -> DataFrame:
    """The dead-lettered messages of a case; with `everywhere` the messages of its other queues, too.

    Columns as `questions.dead_letters` has them, without `meaning`, `cause` and `retried`, which the viewer shows.
    """
    return ask.every_once(case) if everywhere else ask.letters_of(case)


def draw_letters(letters: DataFrame) -> Seen:
    """The pictures of some dead-lettered messages, and the messages they rest on."""
    origins = pandas_of(ask.by_origin(letters).limit(ORIGINS))
    places = rows_of(letters.select("file", "number").orderBy("file", "number").limit(CITED))
    arrivals = draw.arrivals_figure(pandas_of(ask.arrivals(letters)))
    return Seen(arrivals, heatmap(origins), [place.asDict() for place in places])


class Counts(NamedTuple):
    """How many messages there are, and those of each reason and of each origin."""

    rows: int
    reasons: list[dict]
    origins: pd.DataFrame
    arrivals: pd.DataFrame


def counts(letters: DataFrame) -> Counts:
    """What the table of dead-lettered messages is counted by."""
    reasons = [row.asDict() for row in rows_of(ask.by_reason(letters))]
    origins = pandas_of(ask.by_origin(letters).limit(ORIGINS))
    return Counts(letters.count(), reasons, origins, pandas_of(ask.arrivals(letters)))


def steps(arrivals: pd.DataFrame) -> list[tuple[str, int, tuple[datetime, datetime]]]:
    """The steps of time in which messages came, each with how many, and from when to when it is."""
    counted = arrivals.groupby("time")["messages"].sum().sort_index()
    times = [at.to_pydatetime().replace(tzinfo=None) for at in counted.index]
    width = min((later - at for at, later in pairwise(times)), default=timedelta(minutes=1))
    named = zip(times, counted, strict=True)
    return [(f"{at:%Y-%m-%d %H:%M} UTC", int(count), (at, at + width)) for at, count in named]


class LettersTab(widgets.VBox):
    """`value` is the choice (a `Filter`); `run(label, job, then)` does work on Spark."""

    def __init__(self, run: Callable, output: Path, marks: RowMarks | None = None):
        """Saved tables go to the folder `output`; `marks`: the stars and tags of messages."""
        self.run, self.output, self.case = run, output, None
        self.sentence, self.range = widgets.HTML(), ""
        self.letters: DataFrame | None = None
        self.is_new = False
        self.seen: Seen | None = None
        self.filters = FilterBar(lambda _: self.refresh())
        self.everywhere = widgets.Checkbox(description="messages of other queues, too", indent=False)
        self.everywhere.observe(lambda _: self.case and (self.load(self.case), self.look()), "value")
        self.marks = marks or RowMarks()
        self.grid = Grid(COLUMNS, self.turn, self.read, only=self.narrow, marks=self.marks)
        self.views = SavedViews("dead_letters", self.taken, self.show)
        self.reasons = Bars(self._of_reason, "Messages by reason: a click shows those of one")
        self.steps = Bars(self._of_step, "Arrivals over time: a click shows those of one step", upright=True)
        self.save = ExportBar(self.write)
        self.pictures = widgets.HTML()
        self.viewer = MessageViewer(run, apart=True)
        self.folded = widgets.Accordion([self.pictures], titles=("Pictures of what is chosen",), selected_index=None)
        self.foot = widgets.HBox([self.save, self.everywhere], layout={"flex_flow": "row wrap"})
        self.grid.layout.flex, self.viewer.layout.flex = "3 1 700px", "2 1 440px"
        self.viewer.layout.max_height, self.viewer.layout.overflow = "640px", "auto"
        beside = widgets.HBox([self.grid, self.viewer], layout={"flex_flow": "row wrap"})
        self.reasons.layout.flex, self.steps.layout.flex = "3 1 420px", "2 1 300px"
        charts = widgets.HBox([self.reasons, self.steps], layout={"flex_flow": "row wrap"})
        super().__init__(
            [self.sentence, charts, self.filters, self.views, beside, self.viewer.journey, self.foot, self.folded]
        )

    @property
    def value(self) -> Filter:
        """What is chosen."""
        return self.filters.value

    @property
    def chosen(self) -> DataFrame:
        """The dead-lettered messages that fit the choice; text is sought in whole payloads."""
        return self.value.apply(self.letters, self.case.messages)

    def _fitting(self) -> DataFrame | None:
        """`chosen`; None when the condition cannot be used, which is said beside it."""
        return self.filters.where.apply(lambda: self.chosen)

    def load(self, case) -> None:
        """Take up another case; its messages are read when the tab is looked at."""
        self._forget()
        self.case, self.is_new = case, True

    def look(self) -> None:
        """Show the dead-lettered messages of the case, unless they are there."""
        case = self.case
        if case is None or not self.is_new:
            return
        self.is_new = False
        if not case.has("messages"):
            self.said("This case has no dump of messages. The overview shows what it has.", False)
            self.grid.show(pd.DataFrame(), 0)
            return
        self.run("Reading the messages", lambda: self._read(case, self.everywhere.value), self._first)

    def said(self, sentence: str, is_critical: bool) -> None:
        """The answer in a sentence, above the table, for the `range` of time that is chosen."""
        sentence = f"{self.range}: {sentence}" if self.range else sentence
        self.sentence.value = framed(sentence, is_critical, is_large=True)

    def _forget(self) -> None:
        if self.letters is not None:
            self.letters.unpersist()
        self.letters = self.seen = None
        self.viewer.show(None)
        self.filters.offer(NOTHING)
        self.filters.empty()
        self.grid.show(pd.DataFrame(), None)
        self.pictures.value = self.sentence.value = ""
        self.reasons.show([])
        self.steps.show([])

    def _read(self, case, everywhere: bool) -> tuple[DataFrame, pd.DataFrame]:
        letters = letters_of(case, everywhere)
        if everywhere:  # the others are kept by the case
            letters.persist()
        rows = page(letters, self.grid.first())
        return self._read(case, True) if rows.empty and not everywhere else (letters, rows)

    def _first(self, read: tuple[DataFrame, pd.DataFrame]) -> None:
        # The rows are shown before anything is counted: who waits for the answer has something to read.
        self.letters, rows = letters, _ = read
        self.grid.show(rows, None)
        self.run("Counting the reasons", lambda: counts(letters), self._counted)
        self._draw()

    def _counted(self, found: Counts) -> None:
        self.filters.offer(found.origins)
        reasons = [row["reason"] for row in found.reasons if row["reason"] is not None]
        frequent = {"reason": reasons, **{key: found.origins[key].unique() for key in KEYS}}
        self.filters.where.offer(self.letters.columns, lambda: frequent)
        self.grid.count(found.rows)
        self.reasons.show([(row["reason_name"], row["messages"], row["reason_name"]) for row in found.reasons])
        self.steps.show(steps(found.arrivals))
        self.said(ask.headline(found.reasons) if reasons else NONE, bool(reasons))

    def taken(self) -> dict[str, Any]:
        """What is chosen and how it is sorted, for a view."""
        return {**self.filters.taken(), "order": [self.grid.order.column, self.grid.order.descending]}

    def show(self, taken: Mapping[str, Any]) -> None:
        """Choose and sort again as a view has it."""
        column, descending = taken.get("order") or (self.grid.order.column, self.grid.order.descending)
        if column in COLUMNS:
            self.grid.order = Order(column, bool(descending))
        self.filters.show(taken)

    def remark(self) -> None:
        """Show the marks as they are now."""
        self.grid.draw()
        self.filters.offer_marks(self.marks.named())

    def _of_reason(self, name: str | None) -> None:
        self.filters.lists["reason_name"].value = name

    def _of_step(self, span: tuple[datetime, datetime] | None) -> None:
        self.filters.between(*(span or (None, None)))

    def narrow(self, column: str, value: object, is_not: bool) -> None:
        """Show only the rows in which a column has this value, or only the others."""
        is_time = column in TIMES
        self.filters.where.value = narrowed_by(self.filters.where.value, column, value, is_not, is_time)

    def refresh(self) -> None:
        """Show what the filters choose, from its first page."""
        if self.letters is not None:
            self.reasons.mark(self.value.reason_name)
            self.steps.mark((self.value.since, self.value.until))
            self.viewer.show(None)
            order, chosen = self.grid.first(), self._fitting()
            if chosen is None:
                return
            self.run(f"Choosing {self.value}", lambda: (page(chosen, order), chosen.count()), self._shown)
            self._draw()

    def turn(self, order: Order) -> None:
        """Fetch another page."""
        if self.letters is not None:
            chosen, total = self.chosen, self.grid.total
            self.run("Turning the page", lambda: (page(chosen, order), total), self._shown)

    def _shown(self, got: tuple[pd.DataFrame, int]) -> None:
        self.grid.show(*got)

    def _draw(self) -> None:
        chosen = self.chosen
        self.run("Drawing", lambda: draw_letters(chosen), self._drawn)

    def _drawn(self, found: Seen) -> None:
        self.seen = found
        self.pictures.value = style.img(found.arrivals) + style.img(found.heatmap)

    def read(self, row: dict) -> None:
        """Open the message of a row."""
        case = self.case
        self.run("Opening the message", lambda: find(case, row["file"], row["number"], row["offset"]),
                 lambda found: self.viewer.show(found, case))  # fmt: skip

    def write(self, format: str) -> None:
        """Write all that is chosen to a file."""
        if self.letters is not None:
            chosen = self.chosen.orderBy("file", "offset")
            path = self.output / f"{self.case.name}.dead_letters.{format}"
            self.run("Saving", lambda: export(chosen, path, format), self.save.wrote)

    def notes(self) -> dict[str, Callable[[], Note | None]]:
        """What is on the screen and can be kept, by its name."""
        return {
            "Dead letters: this page of the table": self._table_note,
            "Dead letters: picture of the arrivals": lambda: self._picture_note("Arrivals over time", "arrivals"),
            "Dead letters: picture by reason and destination":
                lambda: self._picture_note("By reason and destination", "heatmap"),
            "The message that is open": self._message_note,
        }  # fmt: skip

    def _table_note(self) -> Note | None:
        rows = self.grid.rows
        if not len(rows):
            return None
        return note_of(f"Dead letters: {self.value}", rows[["file", *COLUMNS]], evidence_of(rows.to_dict("records")))

    def _picture_note(self, title: str, which: str) -> Note | None:
        return self.seen and note_of(f"{title}: {self.value}", getattr(self.seen, which), evidence_of(self.seen.places))

    def _message_note(self) -> Note | None:
        row = self.viewer.row
        if row is None:
            return None
        told = descriptor(row)
        head = row["dlh"] or {}
        dlh = [(f"MQDLH.{name}", str(value), meaning(name, value, head)) for name, value in head.items()]
        shown = pd.concat([pd.DataFrame(dlh, columns=told.columns), told], ignore_index=True)
        return note_of(f"Message {row['number']} of {row['file']}", shown, evidence_of([row]))
