"""A table that sorts and pages: each page is one small Spark job, the whole table never comes to the notebook."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import TimestampType

from mqforensics.views.sheet import styled
from mqforensics.views.table import cell

ROWS = 12
NAMES = {"number": "#", "reason": "code", "reason_name": "reason", "dlq_time": "dead-lettered", "put_time": "put"}
TIME, SECOND = "_time", 19
"""How a column of times is called, and how much of a time is shown; the whole of it when the mouse rests on it."""
OPEN = "46px"


@dataclass(frozen=True)
class Order:
    """By which column a table is sorted, from which row on it is shown."""

    column: str = "file"
    descending: bool = False
    start: int = 0
    rows: int = ROWS


def page(frame: DataFrame, order: Order, keys: Sequence[str] = ("file", "number", "offset")) -> pd.DataFrame:
    """One page of a table as pandas, times as text in UTC; `keys` decide between equal rows."""
    first = F.desc_nulls_last(order.column) if order.descending else F.asc_nulls_last(order.column)
    ranked = frame.orderBy(first, *[key for key in keys if key in frame.columns and key != order.column])
    times = [f.name for f in frame.schema if isinstance(f.dataType, TimestampType)]
    written = ranked.withColumns({name: F.date_format(name, "yyyy-MM-dd HH:mm:ss.SS") for name in times})
    rows = [row.asDict() for row in written.offset(order.start).limit(order.rows).collect()]
    return pd.DataFrame(rows, columns=frame.columns).astype(object)


def page_table(shown: pd.DataFrame, columns: dict[str, float], chosen: int | None = None, head: bool = True) -> HTML:
    """A page as a table of even rows; `columns`: their shares of the width; `chosen`: the marked row."""
    total = sum(columns.values())
    sizes = "".join(f"<col style='width:{share / total:.2%}'/>" for share in columns.values())
    titles = "".join(f"<th>{NAMES.get(name, name)}</th>" for name in columns)
    heads = f"<thead><tr>{titles}</tr></thead>" if head else ""
    lines = "".join(_line(row, columns, at == chosen) for at, row in enumerate(shown.to_dict("records")))
    return styled(f"<table class='grid'><colgroup>{sizes}</colgroup>{heads}<tbody>{lines}</tbody></table>")


def _line(row: dict[str, Any], columns: dict[str, float], chosen: bool) -> str:
    texts = {name: html.escape(cell(None if _is_null(row[name]) else row[name]), quote=True) for name in columns}
    cells = "".join(f"<td title=\"{text}\">{_short(name, text)}</td>" for name, text in texts.items())
    return f"<tr class='chosen'>{cells}</tr>" if chosen else f"<tr>{cells}</tr>"


def _short(name: str, text: str) -> str:
    return text[:SECOND] if name.endswith(TIME) else text


def _is_null(value: object) -> bool:
    return value is None or (isinstance(value, float) and pd.isna(value))


class Grid(widgets.VBox):
    """Pages of a table. `order` says what to fetch, `wanted` is called when it changes, `show` takes the page.

    `value` is the chosen row as a dict, None without one; `chosen` is called with it.
    """

    def __init__(
        self,
        columns: dict[str, float],
        wanted: Callable[[Order], None] = lambda order: None,
        chosen: Callable[[dict], None] = lambda row: None,
        what: str = "message",
    ):
        """`columns`: which ones are shown, with their shares of the width; `what` a row is."""
        self.columns, self.wanted, self.chosen, self.what = columns, wanted, chosen, what
        self.order, self.rows, self.at = Order(next(iter(columns))), pd.DataFrame(), None
        self.total: int | None = 0
        self.heads = {name: self._head(name) for name in columns}
        self.opens = [self._open(at) for at in range(ROWS)]
        self.body = widgets.HTML(layout={"width": "100%", "margin": "0", "flex": "1 1 0"})
        self.back, self.on = (self._turn(icon, by) for icon, by in (("chevron-left", -ROWS), ("chevron-right", ROWS)))
        self.where = widgets.Label()
        sizes = " ".join(f"{share}fr" for share in columns.values())
        head = widgets.GridBox(list(self.heads.values()), layout={
            "grid_template_columns": sizes, "width": "100%", "flex": "1 1 0", "grid_gap": "0", "padding": "0 4px",
            "overflow": "hidden"})  # fmt: skip
        corner = widgets.Label(layout={"width": OPEN, "flex": f"0 0 {OPEN}", "margin": "0"})
        side = widgets.VBox(self.opens, layout={
            "width": OPEN, "flex": f"0 0 {OPEN}", "padding": "2px 0", "overflow": "hidden"})  # fmt: skip
        super().__init__([widgets.HBox([corner, head]), widgets.HBox([side, self.body]),
                          widgets.HBox([self.back, self.on, self.where])])  # fmt: skip
        self.show(self.rows, None)

    @property
    def value(self) -> dict[str, Any] | None:
        """The chosen row."""
        return None if self.at is None else self.rows.iloc[self.at].to_dict()

    def sort(self, column: str) -> None:
        """Sort by a column, the second time the other way round."""
        again = self.order.column == column and not self.order.descending
        self._want(Order(column, again))

    def turn(self, by: int) -> None:
        """Show the rows `by` further on."""
        start = min(max(self.order.start + by, 0), max((self.total or 0) - 1, 0) // ROWS * ROWS)
        if start != self.order.start:
            self._want(Order(self.order.column, self.order.descending, start))

    def first(self) -> Order:
        """The first page in the present order."""
        self.order = Order(self.order.column, self.order.descending)
        return self.order

    def choose(self, at: int) -> None:
        """Choose a row of the page."""
        self.at = at
        self._draw()
        self.chosen(self.value)

    def show(self, rows: pd.DataFrame, total: int | None) -> None:
        """Show a page that `page` gave, of a table of `total` rows; None: `count` will tell."""
        self.rows, self.total, self.at = rows, total, None
        self._draw()

    def count(self, total: int) -> None:
        """Tell how many rows there are, where that was not known yet."""
        if self.total is None:
            self.total = total
            self._foot()

    def _draw(self) -> None:
        self.body.value = page_table(self.rows, self.columns, self.at, head=False).data if len(self.rows) else ""
        for at, button in enumerate(self.opens):
            button.layout.display = None if at < len(self.rows) else "none"
        for name, button in self.heads.items():
            mark = " ▼" if self.order.descending else " ▲"
            button.description = NAMES.get(name, name) + mark * (name == self.order.column)
        self._foot()

    def _foot(self) -> None:
        last = self.order.start + len(self.rows)
        total = "…" if self.total is None else self.total
        none = "" if self.total is None else f"No {self.what} fits."
        self.where.value = f"{self.order.start + 1}–{last} of {total}" if len(self.rows) else none
        self.back.disabled, self.on.disabled = self.order.start == 0, last >= (self.total or 0)

    def _want(self, order: Order) -> None:
        self.order = order
        self.wanted(order)

    def _head(self, name: str) -> widgets.Button:
        layout = {"width": "auto", "margin": "0", "padding": "0 4px", "height": "28px"}
        button = widgets.Button(description=name, tooltip=f"Sort by {name}", layout=layout)
        button.on_click(lambda _: self.sort(name))
        return button

    def _open(self, at: int) -> widgets.Button:
        layout = {"width": "40px", "height": "24px", "margin": "1px 0", "padding": "0", "flex": "0 0 24px"}
        button = widgets.Button(icon="search", tooltip=f"Open the {self.what} in row {at + 1}", layout=layout)
        button.on_click(lambda _: self.choose(at))
        return button

    def _turn(self, icon: str, by: int) -> widgets.Button:
        words = "Earlier rows" if by < 0 else "Later rows"
        button = widgets.Button(icon=icon, tooltip=words, layout={"width": "44px"})
        button.on_click(lambda _: self.turn(by))
        return button
