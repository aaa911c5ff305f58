"""One message opened: its reason, its MQMD in words, its chain of headers, its bytes, properties and payload."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.questions.biography import biography
from mqforensics.spark_compat import rows_of
from mqforensics.views import chain, hexdump, payload
from mqforensics.views.field_meanings import meaning
from mqforensics.views.parts import content
from mqforensics.views.table import table
from mqforensics.views.templates import on_desk

HIDE_IF_EMPTY = ("ReplyToQ", "ApplIdentityData", "ApplOriginData", "CorrelId", "GroupId", "AccountingToken")
STEP = hexdump.SHOWN
JOURNEY = "Every place where this message, or what belongs to it, was seen:"


def find(case, file: str, number: int, offset: int | None = None) -> dict[str, Any] | None:
    """The message `number` of a case's `file` as a dict of the messages table; None when it is not there.

    `offset` tells messages apart where several dumps in one file count again.
    """
    wanted = (F.col("file") == file) & (F.col("number") == number)
    there = wanted if offset is None else wanted & (F.col("offset") == offset)
    rows = rows_of(case.messages.where(there).limit(1))
    return rows[0].asDict(recursive=True) if rows else None


def descriptor(row: Mapping[str, Any]) -> pd.DataFrame:
    """The MQMD of a message: `field`, `value` and what it means `in words`, a row a field."""
    md = row.get("md") or {}
    shown = [(name, _value(value), meaning(name, value, md)) for name, value in md.items()]
    return pd.DataFrame(shown, columns=["field", "value", "in words"])


def _told(row: Mapping[str, Any]) -> tuple[str, list[str]]:
    """What the message is, and why it is here."""
    which = f"Message {row.get('number')} of {row.get('file')}"
    error = [f"What is wrong with this record: {row['error']}"] if row.get("error") else []
    dlh = row.get("dlh")
    if not dlh:
        return which, ["It has no dead-letter header.", *error]
    code, name = dlh["Reason"], dlh["ReasonName"] or ""
    first = f"{which}: {code} {name}" if code is not None else f"{which}: its reason is not known"
    where = f"Meant for {dlh['DestQName'] or 'no queue'} at {dlh['DestQMgrName'] or 'no queue manager'}."
    told = [codes.meaning(code), codes.cause(code)] if code is not None else []
    return first, [where, *filter(None, told), *error]


def message(row: Mapping[str, Any], start: int = 0) -> HTML:
    """All of a message (a row of the messages table as a dict); `start`: the offset where its hex dump begins."""
    first, said = _told(row)
    words = descriptor(row)
    blank = words["field"].isin(HIDE_IF_EMPTY) & ((words["value"] == "") | (words["in words"] == "none"))
    return on_desk(
        "message", is_dead=bool(row.get("dlh")), first=first, said=said, headers=chain.laid_out(row),
        bytes=hexdump.laid_out(row, start), body=payload.laid_out(row),
        descriptor=list(words[~blank].itertuples(index=False, name=None)), blank=list(words[blank]["field"]),
        properties=[(name, str(value)) for name, value in (row.get("properties") or {}).items()],
    )  # fmt: skip


def _value(value: Any) -> str:
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex().upper()
    return "" if value is None else str(value)


def journey(case, row: Mapping[str, Any]) -> HTML:
    """Every place where a message, or what belongs to it, was seen in a case."""
    seen = biography(case, bytes(row["md"]["MsgId"]))
    return table(seen.drop("earliest", "latest", "evidence"), caption=JOURNEY)


FIXED = {"width": "200px", "flex": "0 0 auto", "min_height": "32px"}
"""A button that keeps its size in a box that scrolls."""


class MessageViewer(widgets.VBox):
    """The message `row`; `value` is its place (file, number), None when none is open.

    `run(label, job, then)` does work on Spark; without it the message cannot be followed.
    """

    def __init__(self, run: Callable | None = None, apart: bool = False):
        """`apart`: anyone who shows the viewer shows its `journey`, which needs the whole width, elsewhere."""
        self.run, self.case = run, None
        self.row: dict[str, Any] | None = None
        self.start = 0
        self.page = widgets.HTML()
        self.earlier, self.later = (widgets.Button(description=d) for d in ("◀ earlier bytes", "later bytes ▶"))
        self.earlier.on_click(lambda _: self.turn(-STEP))
        self.later.on_click(lambda _: self.turn(STEP))
        self.bytes = widgets.HBox([self.earlier, self.later])
        self.follow = widgets.Button(description="Follow this message", tooltip=JOURNEY, layout=FIXED)
        self.follow.on_click(lambda _: self.trace())
        self.journey = widgets.HTML()
        super().__init__([self.follow, self.page, self.bytes] + ([] if apart else [self.journey]))
        self.show(None)

    @property
    def value(self) -> tuple[str, int] | None:
        """Place of the open message."""
        return (self.row["file"], self.row["number"]) if self.row else None

    def show(self, row: dict[str, Any] | None, case=None) -> None:
        """Show a row of the messages table; None closes the viewer. With its `case` it can be followed."""
        self.row, self.case, self.start = row, case, 0
        self.journey.value = ""
        can_follow = self.run and case and row and row.get("md")
        self.follow.layout.display = "inline-flex" if can_follow else "none"
        self.layout.display = "flex" if row else "none"
        self.turn(0)

    def trace(self) -> None:
        """Show where the message, and what belongs to it, was seen in the whole case."""
        case, row = self.case, self.row
        self.run("Following the message", lambda: journey(case, row), self._followed)

    def _followed(self, told: HTML) -> None:
        self.journey.value = told.data

    def turn(self, by: int) -> None:
        """Show later or earlier bytes."""
        data, base = content(self.row) if self.row else (None, 0)
        size = base + len(data or b"")
        self.start = min(max(self.start + by, 0), max(size - 1, 0) // STEP * STEP)
        self.bytes.layout.display = "flex" if size > STEP else "none"
        self.page.value = message(self.row, self.start).data if self.row else ""
