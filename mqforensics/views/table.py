"""A table a person can read: a DataFrame's first rows as HTML, times short, bytes as hex, what is cut said."""

from collections.abc import Iterable

import pandas as pd
from IPython.display import HTML
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import TimestampType

from mqforensics.redaction import current
from mqforensics.views.templates import rendered

ROWS = 200
CELL = 600


def table(frame: DataFrame | pd.DataFrame, columns: Iterable[str] = (), rows: int = ROWS, caption: str = "") -> HTML:
    """The first `rows` of `frame` as an HTML table; says how many there are when it does not show all.

    `columns`: which ones, in which order; all without. Nulls are blank. Only the shown rows come to the driver.
    """
    shown, more = _taken(frame, list(columns), rows)
    shown = current().frame(shown)
    note = f"The first {len(shown)} rows; there are more." if more else "" if len(shown) else "Nothing to show."
    texts = [[cell(value) for value in row] for row in shown.itertuples(index=False)]
    return rendered("table", caption=caption, note=note, columns=list(shown.columns), rows=texts)


def _taken(frame: DataFrame | pd.DataFrame, columns: list[str], rows: int) -> tuple[pd.DataFrame, bool]:
    chosen = frame[columns] if columns and isinstance(frame, pd.DataFrame) else frame
    chosen = chosen.select(*columns) if columns and isinstance(frame, DataFrame) else chosen
    if isinstance(chosen, pd.DataFrame):
        return chosen.head(rows), len(chosen) > rows
    taken = pd.DataFrame([row.asDict() for row in _dated(chosen).limit(rows + 1).collect()], columns=chosen.columns)
    return taken.astype(object).head(rows), len(taken) > rows


def _dated(frame: DataFrame) -> DataFrame:
    # A timestamp that is collected turns into the machine's own zone; as text it stays UTC.
    times = [f.name for f in frame.schema if isinstance(f.dataType, TimestampType)]
    return frame.withColumns({name: F.date_format(name, "yyyy-MM-dd HH:mm:ss.SS") for name in times})


def cell(value: object) -> str:
    """One value as short text."""
    if isinstance(value, list | dict):
        return _short(", ".join(str(v) for v in value) if isinstance(value, list) else str(value))
    if value is None or value is pd.NaT or (isinstance(value, float) and pd.isna(value)):
        return ""
    if isinstance(value, bytes | bytearray):
        return _short(bytes(value).hex().upper())
    if hasattr(value, "strftime"):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")[:22].removesuffix(".00")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if not value.is_integer() else f"{value:.0f}"
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= CELL else text[: CELL - 1] + "…"
