"""Every table of a case to look through: a condition in Spark SQL, columns to choose, pages, one row opened."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BinaryType, MapType, StructType, TimestampType

from mqforensics.formats.tables import SCHEMAS
from mqforensics.investigation_record import Note, evidence_of
from mqforensics.questions import dead_letters, refused, timeline
from mqforensics.spark_compat import first_bytes
from mqforensics.views.condition import Condition, narrowed_by
from mqforensics.views.export import ExportBar, export
from mqforensics.views.grid import Grid, Order, page
from mqforensics.views.marks import RowMarks, SavedViews
from mqforensics.views.message import MessageViewer, find
from mqforensics.views.notes import note_of
from mqforensics.views.templates import render

SHOWN = {
    "messages": ("file", "number", "queue", "MsgId", "PutApplName", "put_time", "Format", "data_length", "error"),
    "objects": ("file", "line", "queue_manager", "type", "name", "attributes", "captured", "error"),
    "log": ("file", "line", "time", "queue_manager", "message", "reason", "text", "error"),
    "events": ("file", "number", "time", "queue_manager", "event", "reason", "object", "channel", "user", "error"),
    "calls": ("file", "number", "time", "application", "verb", "queue", "reason", "duration", "msg_id", "error"),
    "dead_letters": ("file", "number", "reason", "destination", "application", "put_time", "msg_id", "preview"),
    "refused": ("time", "queue_manager", "channel", "address", "user", "gate", "reason", "cause", "count"),
    "timeline": ("time", "queue_manager", "kind", "object", "what"),
}  # fmt: skip
"""The columns that are displayed at first, of those that a table has; a table that is not named here shows its
first."""
MADE = {"dead_letters": dead_letters.dead_letters, "refused": refused.refused, "timeline": timeline.timeline}
"""Tables that questions make, and of which table of evidence there must be one."""
NEEDS = {"dead_letters": ("messages",), "refused": ("log", "events", "messages"), "timeline": tuple(timeline.SOURCES)}
FIRST = 8
LONG = 300
"""Characters of a cell of a list or map."""
SAYS = "a condition in Spark SQL, Enter: reason = 2053, MsgId like '414D51%', put_time > '2026-03-05 08:00'"


def names(case) -> list[str]:
    """The tables of a case that are not empty for want of evidence."""
    made = [name for name in MADE if any(map(case.has, NEEDS[name]))]
    return [name for name in SCHEMAS if case.has(name)] + made


def readable(case, name: str) -> DataFrame:
    """A table of a case with columns for people: fields of structures by their own names, bytes in hex.

    A field whose name the table has already is called after its structure, too (`dlh_Format`). The structures
    themselves stay, so that a condition may name `md.Format`.
    """
    frame = case.clip(MADE[name](case.whole)) if name in MADE else getattr(case, name)
    taken, added = {field.name.lower() for field in frame.schema}, {}
    for parent in frame.schema:
        inside = parent.dataType.fields if isinstance(parent.dataType, StructType) else ()
        for field in inside:
            own = field.name if field.name.lower() not in taken else f"{parent.name}_{field.name}"
            taken.add(own.lower())
            added[own] = _plain(F.col(parent.name).getField(field.name), field.dataType)
    return frame.withColumns(added) if added else frame


def column_names(frame: DataFrame) -> list[str]:
    """The columns of a readable table that can be shown: all but the structures."""
    return [field.name for field in frame.schema if not isinstance(field.dataType, StructType)]


def field_names(frame: DataFrame) -> list[str]:
    """The fields of its structures, as a condition names them."""
    structures = [field for field in frame.schema if isinstance(field.dataType, StructType)]
    return [f"{one.name}.{field}" for one in structures for field in one.dataType.names]


def page_of(frame: DataFrame, order: Order) -> pd.DataFrame:
    """One page of a readable table; lists, maps and bytes as short text."""
    plain = {field.name: _plain(F.col(field.name), field.dataType) for field in frame.schema}
    return page(frame.select(*[value.alias(name) for name, value in plain.items()]), order)


def _plain(value: Column, kind) -> Column:
    if isinstance(kind, BinaryType):
        return first_bytes(value, LONG // 2)
    if isinstance(kind, ArrayType | MapType):
        return F.substring(F.to_json(value), 1, LONG)
    return value


def fields(row: Mapping[str, Any]) -> HTML:
    """One row, a line a column; what is null is left out."""
    told = [[name, str(value)] for name, value in row.items() if value is not None and not pd.isna(value)]
    return render("table", caption="", note="", columns=["column", "value"], rows=told)


class TablesTab(widgets.VBox):
    """`value` is the name of the table that is displayed; `run(label, job, then)` does work on Spark."""

    def __init__(self, run: Callable, output: Path = Path("investigation"), marks: RowMarks | None = None):
        """Saved tables go to the folder `output`; `marks`: the stars and tags of rows."""
        self.run, self.case, self.output = run, None, output
        self.frame: DataFrame | None = None
        self.which = widgets.Dropdown(description="Table", layout={"width": "240px"})
        self.where = Condition(SAYS)
        self.columns = widgets.SelectMultiple(rows=8, layout={"width": "auto"})
        self.viewer, self.row = MessageViewer(run), widgets.HTML()
        self.grid = Grid({"file": 1.0}, self.turn, self.read, what="row", only=self.narrow, marks=marks or RowMarks())
        self.views, self._wanted = SavedViews("tables", self.taken, self.show), {}
        self.save = ExportBar(self.write)
        self.which.observe(lambda _: self._read(), "value")
        self.where.observe(lambda _: self._ask(), "value")
        self.columns.observe(lambda _: self._ask(), "value")
        more = widgets.Accordion([self.columns], titles=("Columns (Ctrl or Shift chooses several)",))
        top = widgets.HBox([self.which, self.where], layout={"flex_flow": "row wrap"})
        super().__init__([top, self.views, self.grid, self.save, more, self.viewer, self.row])

    @property
    def value(self) -> str | None:
        """The table that is displayed."""
        return self.which.value

    def load(self, case) -> None:
        """Take up another case; a table is read when the tab is looked at."""
        self.case = self.frame = None  # so that nothing is read while the fields are set
        offered = names(case)
        self.which.options, self.where.value, self.columns.options = offered, "", ()
        self.which.index = 0 if offered else None
        self.case = case
        self._close()

    def taken(self) -> dict[str, Any]:
        """Which table is displayed, of it which columns and rows, for a view."""
        return {"table": self.value, "where": self.where.value, "columns": list(self.columns.value)}

    def show(self, taken: Mapping[str, Any]) -> None:
        """Display the table, the columns and the rows of a view, where the case has such a table."""
        if taken.get("table") in self.which.options:
            self._wanted = taken
            if self.which.value == taken["table"]:
                self._read()
            else:
                self.which.value = taken["table"]

    def look(self) -> None:
        """Show the chosen table, unless it is there."""
        if self.frame is None:
            self._read()

    def _read(self) -> None:
        case, name = self.case, self.which.value
        if case is None or name is None:
            return
        self._close()
        self.run(f"Reading {name}", lambda: readable(case, name), self._begin)

    def _begin(self, frame: DataFrame) -> None:
        self.frame = None
        every = column_names(frame)
        self.columns.options = every
        wanted, self._wanted = self._wanted, {}
        named = [one for one in wanted.get("columns", ()) if one in every]
        self.columns.value = named or [one for one in SHOWN.get(str(self.which.value), every[:FIRST]) if one in every]
        self.where.value = str(wanted.get("where", self.where.value))
        self.where.offer([*every, *field_names(frame)], self._seen)
        self.frame = frame
        self._ask()

    def _seen(self) -> dict[str, Iterable]:
        """The values of the page that is displayed."""
        rows = self.grid.rows
        return {name: rows[name].dropna().unique() for name in rows}

    @property
    def chosen(self) -> DataFrame:
        """The rows that fit the condition."""
        return self.frame.where(self.where.value) if self.where.value.strip() else self.frame

    def _ask(self) -> None:
        if self.frame is None or not self.columns.value:
            return
        self._close()
        self.turn(self.grid.first(dict.fromkeys(self.columns.value, 1.0)), is_new=True)

    def turn(self, order: Order, is_new: bool = False) -> None:
        """Fetch a page; what is wrong with the condition is said in a sentence."""
        frame = self.where.apply(lambda: self.chosen.select(*column_names(self.frame)))
        if frame is None:
            return
        total = None if is_new else self.grid.total
        self.run(
            "Reading rows", lambda: (page_of(frame, order), frame.count() if total is None else total), self._shown
        )

    def narrow(self, column: str, value: object, is_not: bool) -> None:
        """Show only the rows in which a column has this value, or only the others."""
        is_time = isinstance(self.frame.schema[column].dataType, TimestampType)
        self.where.value = narrowed_by(self.where.value, column, value, is_not, is_time)

    def write(self, format: str) -> None:
        """Write all rows that fit the condition to a file, with every column that can be shown."""
        chosen = (
            self.where.apply(lambda: self.chosen.select(*column_names(self.frame))) if self.frame is not None else None
        )
        if chosen is not None:
            path = self.output / f"{self.case.name}.{self.value}.{format}"
            self.run("Saving", lambda: export(chosen, path, format), self.save.wrote)

    def _shown(self, got: tuple[pd.DataFrame, int]) -> None:
        self.grid.show(*got)

    def read(self, row: dict) -> None:
        """Open a row: a message whole, of another table all its columns."""
        case = self.case
        self._close()
        if self.value in ("messages", "dead_letters"):
            wanted = (row["file"], row["number"], row["offset"])
            self.run("Opening the message", lambda: find(case, *wanted), lambda found: self.viewer.show(found, case))
        else:
            self.row.value = fields(row).data

    def _close(self) -> None:
        self.viewer.show(None)
        self.row.value = ""

    def notes(self) -> dict[str, Callable[[], Note | None]]:
        """What is on the screen and can be kept, by its name."""
        return {"Tables: this page": self._note}

    def _note(self) -> Note | None:
        rows = self.grid.rows
        if not len(rows):
            return None
        title = f"{self.value}{f', where {self.where.value}' if self.where.value else ''}"
        return note_of(title, rows[list(self.grid.columns)], evidence_of(rows.to_dict("records")))
