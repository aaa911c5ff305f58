"""A table a person can read: a DataFrame's first rows as HTML, times short, bytes as hex, what is cut said."""

from collections.abc import Iterable, Mapping

import pandas as pd
from IPython.display import HTML
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import TimestampType

from mqforensics.plaintext import shortened
from mqforensics.privacy.redaction import current
from mqforensics.spark_compat import rows_of
from mqforensics.views.templates import render

ROWS = 200
CELL = 600
WIDE = 8
"""A single row of more columns than this becomes a list."""
CITED = 6
"""So many places of one thing are displayed."""
PLACE = {"file", "line", "number"}


def table(frame: DataFrame | pd.DataFrame, columns: Iterable[str] = (), rows: int = ROWS, caption: str = "") -> HTML:
    """The first `rows` of `frame` as an HTML table; says how many there are when it does not show all.

    `columns`: which ones, in which order; without it all that have a value, but for the file and line of what
    `evidence` cites anyway.
    Nulls are blank. Only the shown rows come to the driver.
    """
    chosen = list(columns)
    if not chosen and "evidence" in frame.columns:
        chosen = [name for name in frame.columns if name not in PLACE]
    shown, more = _taken(frame, chosen, rows)
    shown = current().frame(shown)
    note = f"The first {len(shown)} rows; there are more." if more else "" if len(shown) else "Nothing to show."
    texts = [[cell(value) for value in row] for row in shown.itertuples(index=False)]
    names = list(shown.columns)
    if not columns:  # nobody asked for a column that has nothing in it
        full = [at for at in range(len(names)) if any(row[at] for row in texts)] or list(range(len(names)))
        names, texts = [names[at] for at in full], [[row[at] for at in full] for row in texts]
    if len(texts) == 1 and len(names) > WIDE and not columns:  # a row of many narrow columns is hard to read
        names, texts = ["column", "value"], [[name, text] for name, text in zip(names, texts[0], strict=True) if text]
    return render("table", caption=caption, note=note, columns=names, rows=texts)


def _taken(frame: DataFrame | pd.DataFrame, columns: list[str], rows: int) -> tuple[pd.DataFrame, bool]:
    chosen = frame[columns] if columns and isinstance(frame, pd.DataFrame) else frame
    chosen = chosen.select(*columns) if columns and isinstance(frame, DataFrame) else chosen
    if isinstance(chosen, pd.DataFrame):
        return chosen.head(rows), len(chosen) > rows
    found = [row.asDict(recursive=True) for row in rows_of(_dated(chosen).limit(rows + 1))]
    taken = pd.DataFrame(found, columns=chosen.columns)
    return taken.astype(object).head(rows), len(taken) > rows


def _dated(frame: DataFrame) -> DataFrame:
    # A timestamp that is collected turns into the machine's own zone; as text it stays UTC.
    times = [f.name for f in frame.schema if isinstance(f.dataType, TimestampType)]
    shown = {name: F.date_format(name, "yyyy-MM-dd HH:mm:ss.SS") for name in times}
    return frame.withColumns(shown) if shown else frame  # Spark Connect takes none for a mistake


def cell(value: object) -> str:
    """One value as short text."""
    if isinstance(value, list) and value and all(isinstance(one, dict) and {*one} - {"text"} == PLACE for one in value):
        return shortened(places(value), CELL)
    if isinstance(value, list | dict):
        return shortened(", ".join(map(str, value)) if isinstance(value, list) else str(value), CELL)
    if value is None or value is pd.NaT or (isinstance(value, float) and pd.isna(value)):
        return ""
    if isinstance(value, bytes | bytearray):
        return shortened(bytes(value).hex().upper(), CELL)
    if hasattr(value, "strftime"):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")[:22].removesuffix(".00")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if not value.is_integer() else f"{value:.0f}"
    return shortened(str(value), CELL)


def places(evidence: Iterable[Mapping], calls: Iterable[str] | None = None) -> str:
    """Evidence as text; numbers of a file among `calls` are calls, of any other messages; without it, records."""
    cited: dict[tuple[str, str], list[int]] = {}
    for at in evidence or []:
        numbered = "record" if calls is None else "call" if at["file"] in calls else "message"
        kind = "line" if at["line"] is not None else numbered
        cited.setdefault((at["file"], kind), []).append(at["line"] if kind == "line" else at["number"])
    return "; ".join(f"{file} {kind} {_numbers(numbers)}".replace(f" {kind} None", "")
                     for (file, kind), numbers in cited.items())  # fmt: skip


def _numbers(numbers: list[int | None]) -> str:
    shown = ", ".join(str(n) for n in numbers[:CITED])
    return shown + (f" and {len(numbers) - CITED} more" if len(numbers) > CITED else "")
