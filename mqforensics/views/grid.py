"""A table that sorts and pages: each page is one small Spark job, the whole table never comes to the notebook.

The page is drawn by DataTables, as itables ships it, through anywidget. The widget of itables itself sorts only the
rows that it has, without a word; that of ipydatagrid filters only those, and its canvas is neither reached with the
Tab key nor read aloud.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import ipywidgets as widgets
import pandas as pd
import traitlets
from anywidget import AnyWidget
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import TimestampType

from mqforensics.spark_compat import rows_of
from mqforensics.views.condition import SHOWN
from mqforensics.views.marks import RowMarks
from mqforensics.views.sheet import DESK, css
from mqforensics.views.table import cell

ROWS = 12
NAMES = {"number": "#", "reason": "code", "reason_name": "reason", "dlq_time": "dead-lettered", "put_time": "put"}
MARK, MARK_SHARE = "mark of mine", 0.08
"""The column of the marks, which no table of evidence has, and its share of the width."""
STAR = "A click, or the key S, gives the star or takes it; the menu of a cell (right click) has tags."
TIME, SECOND = "_time", 19
"""How a column of times is called, and how much of a time is displayed; the whole of it when the mouse rests on it."""


@dataclass(frozen=True)
class Order:
    """By which column a table is sorted, from which row on it is displayed."""

    column: str = "file"
    descending: bool = False
    start: int = 0
    rows: int = ROWS


def page(frame: DataFrame, order: Order, keys: Sequence[str] = ("file", "number", "offset")) -> pd.DataFrame:
    """One page of a table as pandas, times as text in UTC; `keys` decide between equal rows."""
    first = F.desc_nulls_last(order.column) if order.descending else F.asc_nulls_last(order.column)
    ranked = frame.orderBy(first, *[key for key in keys if key in frame.columns and key != order.column])
    times = [f.name for f in frame.schema if isinstance(f.dataType, TimestampType)]
    shown = {name: F.date_format(name, SHOWN) for name in times}
    written = ranked.withColumns(shown) if shown else ranked  # Spark Connect takes none for a mistake
    rows = [row.asDict() for row in rows_of(written.offset(order.start).limit(order.rows))]
    return pd.DataFrame(rows, columns=frame.columns).astype(object)


@cache
def _library() -> bytes:
    return files("itables").joinpath("html", "dt_bundle.js").read_bytes()


class Page(AnyWidget):
    """The page in the browser: `page` is what it shows, `chosen` the marked row."""

    _esm = files(__package__).joinpath("grid.js").read_text(encoding="utf-8")
    _css = css(DESK)
    page = traitlets.Dict().tag(sync=True)
    chosen = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(self, heard: Callable[[dict], None], **shown: object):
        """`heard` is called with what the browser says: `open`, `only`, `star`, `tag`, `sort` or `turn`."""
        super().__init__(**shown)
        self.heard = heard
        self.on_msg(lambda _, said, buffers: self._hear(said))

    def _hear(self, said: dict) -> None:
        if said.get("want") == "library":  # not a trait, so that no saved notebook holds it
            self.send({"library": True}, [_library()])
        else:
            self.heard(said)


class Grid(widgets.VBox):
    """Pages of a table. `order` says what to fetch, `wanted` is called when it changes, `show` takes the page.

    `value` is the chosen row as a dict, None without one; `chosen` is called with it. By keyboard: the arrows move,
    Enter opens a row, Page Up and Page Down turn the page.
    """

    def __init__(
        self,
        columns: dict[str, float],
        wanted: Callable[[Order], None] = lambda order: None,
        chosen: Callable[[dict], None] = lambda row: None,
        what: str = "message",
        only: Callable[[str, object, bool], None] = lambda column, value, is_not: None,
        marks: RowMarks | None = None,
    ):
        """`columns`: which ones are displayed, with their shares of the width; `what` a row is.

        `only` is called with a column, a value of it and whether the rows with that value are not wanted. `marks`:
        where the stars and tags of rows are, which then have a column of their own.
        """
        self.marks = marks
        self.columns, self.wanted, self.chosen, self.what, self.only = columns, wanted, chosen, what, only
        self.order, self.rows, self.at = Order(next(iter(columns))), pd.DataFrame(), None
        self.total: int | None = 0
        self.body = Page(self._heard, page=self._page())
        self.back, self.on = (self._turn(icon, by) for icon, by in (("chevron-left", -ROWS), ("chevron-right", ROWS)))
        self.where = widgets.Label()
        super().__init__([self.body, widgets.HBox([self.back, self.on, self.where])])
        self.show(self.rows, None)

    @property
    def value(self) -> dict[str, Any] | None:
        """The chosen row."""
        return None if self.at is None else self.rows.iloc[self.at].to_dict()

    def sort(self, column: str, descending: bool = False) -> None:
        """Sort the whole table by a column."""
        self._want(Order(column, descending))

    def turn(self, by: int) -> None:
        """Show the rows `by` further on."""
        start = min(max(self.order.start + by, 0), max((self.total or 0) - 1, 0) // ROWS * ROWS)
        if start != self.order.start:
            self._want(Order(self.order.column, self.order.descending, start))

    def first(self, columns: dict[str, float] | None = None) -> Order:
        """The first page in the present order; `columns`: from now on these are displayed."""
        self.columns = columns or self.columns
        column = self.order.column
        self.order = Order(column, self.order.descending) if column in self.columns else Order(next(iter(self.columns)))
        return self.order

    def choose(self, at: int) -> None:
        """Choose a row of the page."""
        self.at = self.body.chosen = at
        self.chosen(self.value)

    def show(self, rows: pd.DataFrame, total: int | None) -> None:
        """Show a page that `page` gave, of a table of `total` rows; None: `count` will give it."""
        self.rows, self.total, self.at, self.body.chosen = rows, total, None, None
        self.body.page = self._page()
        self._foot()

    def count(self, total: int) -> None:
        """Tell how many rows there are, where that was not known yet."""
        if self.total is None:
            self.total = total
            self._foot()

    def _page(self) -> dict[str, Any]:
        columns = [{"name": n, "title": NAMES.get(n, n), "share": share} for n, share in self.columns.items()]
        rows = [[_texts(name, row[name]) for name in self.columns] for row in self.rows.to_dict("records")]
        if self.marks:
            columns.append({"name": MARK, "title": "★", "share": sum(self.columns.values()) * MARK_SHARE})
            for row, shown in zip(self.rows.to_dict("records"), rows, strict=True):
                shown.append((self.marks.of(row) or "☆", STAR))
        return {"columns": columns, "rows": rows, "label": f"One row a {self.what}", "start": self.order.start,
                "order": self.order.column, "descending": self.order.descending}  # fmt: skip

    def _foot(self) -> None:
        last = self.order.start + len(self.rows)
        total = "…" if self.total is None else self.total
        none = "" if self.total is None else f"No {self.what} fits."
        self.where.value = f"{self.order.start + 1}–{last} of {total}" if len(self.rows) else none
        self.back.disabled, self.on.disabled = self.order.start == 0, last >= (self.total or 0)

    def _heard(self, said: dict) -> None:
        if said.get("open") in range(len(self.rows)):
            self.choose(said["open"])
        elif said.get("only") in range(len(self.rows)) and said.get("column") in self.columns:
            value = self.rows.iloc[said["only"]][said["column"]]
            is_none = pd.api.types.is_scalar(value) and pd.isna(value)
            self.only(said["column"], None if is_none else value, bool(said.get("not")))
        elif said.get("sort") in self.columns:
            self.sort(said["sort"], bool(said.get("descending")))
        elif said.get("turn") in (-1, 1):
            self.turn(said["turn"] * ROWS)
        elif self.marks and said.get("star") in range(len(self.rows)):
            self.marks.star(self.rows.iloc[said["star"]].to_dict())
        elif self.marks and said.get("tag") in range(len(self.rows)):
            self.marks.tag(self.rows.iloc[said["tag"]].to_dict(), str(said.get("word")))

    def draw(self) -> None:
        """Show the rows again, with the marks that they have now."""
        self.body.page = self._page()

    def _want(self, order: Order) -> None:
        self.order = order
        self.wanted(order)

    def _turn(self, icon: str, by: int) -> widgets.Button:
        words = "Earlier rows" if by < 0 else "Later rows"
        button = widgets.Button(icon=icon, tooltip=words, layout={"width": "44px"})
        button.on_click(lambda _: self.turn(by))
        return button


def _texts(name: str, value: object) -> tuple[str, str]:
    """What a cell shows, and the whole of it."""
    whole = cell(value)
    return (whole[:SECOND] if name.endswith(TIME) else whole), whole
