"""The route of a message as a picture: queue managers as boxes, queues in them, channels between, the break marked.

State is said by words and line style as well as by colour.
"""

from dataclasses import dataclass, field

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from pyspark.sql import DataFrame
from pyspark.sql.types import StructType

from mqforensics.plaintext import shortened
from mqforensics.questions.answer import Answer
from mqforensics.questions.walk import SCHEMA
from mqforensics.views import style

LOOKS = {
    "ok": (style.COLOURS[2], "-", ""),
    "break": (style.COLOURS[1], "-", "\u2716 "),
    "unknown": (style.COLOURS[0], ":", "? "),
    "contradiction": (style.COLOURS[3], "-.", "\u2260 "),
    "note": ("#555555", "-", ""),
}
"""Colour, line style and mark of each state."""
BOX, GAP, ROW, LONGEST = 3.1, 1.9, 0.62, 30
SHOWN, SENTENCES, DRAWN = 12, 3, 3
"""So many routes are drawn, so many told in a headline."""
VERDICT = 10
KINDS = {1: "definition", 2: "transmission queue", 5: "destination", 7: "dead-letter queue"}


@dataclass
class Line:
    """One queue in a box, or a channel between two."""

    kind: str
    name: str
    label: str
    state: str

    @property
    def said(self) -> str:
        """It in words."""
        named = " ".join(part for part in (self.kind, self.name) if part)
        broken = " (the way breaks here)" if self.state == "break" else ""
        return f"{named}: {self.label}{broken}" if self.label else f"{named}{broken}"


@dataclass
class Box:
    """One queue manager: its queues, and the channels that leave it."""

    name: str
    queues: list[Line] = field(default_factory=list)
    channels: list[Line] = field(default_factory=list)


def drawn(answer: Answer) -> list[Figure]:
    """The routes of the walks that were asked for, the first ones."""
    names, known = StructType.fromDDL(SCHEMA).names, answer.figures.get("messages", {})
    frames = {name: pd.DataFrame(rows, columns=names) for name, rows in answer.figures.get("routes", {}).items()}
    shown = list(frames.items())[:DRAWN]
    return [route_figure(steps, message=known.get(name, "")) for name, steps in shown if boxes(steps)]


def chosen(steps: DataFrame | pd.DataFrame, route: str | None = None) -> pd.DataFrame:
    """The steps of one route, the first one by default."""
    rows = style.local(steps)
    if rows.empty:
        return rows
    return rows[rows["route"] == (route or rows["route"].iloc[0])]


def headline(steps: DataFrame | pd.DataFrame, route: str | None = None) -> str:
    """The verdict in one sentence."""
    rows = chosen(steps, route)
    if rows.empty:
        return "There is no route to walk in this case."
    last = rows.iloc[-1]
    return f"{last['found']}: {last['means']}"


def routes(steps: DataFrame | pd.DataFrame, most: int = SHOWN) -> list[str]:
    """The names of the first routes."""
    return list(dict.fromkeys(style.local(steps)["route"]))[:most]


def headlines(steps: DataFrame | pd.DataFrame, most: int = SENTENCES) -> list[str]:
    """The verdicts of the first routes, one sentence each."""
    return [headline(steps, route) for route in routes(steps, most)] or [headline(steps)]


def broken(steps: DataFrame | pd.DataFrame) -> bool:
    """Whether any of the routes breaks."""
    rows = style.local(steps)
    return bool((rows[rows["step"] == VERDICT]["state"] == "break").any())


def verdicts(steps: DataFrame | pd.DataFrame) -> pd.DataFrame:
    """`route`, `verdict`, `queue_manager`, `object` where it breaks or ends, and the command to run next."""
    rows = style.local(steps)
    last = rows[rows["step"] == VERDICT][["route", "found", "queue_manager", "object", "next"]]
    return last.rename(columns={"found": "verdict"}).reset_index(drop=True)


def boxes(steps: DataFrame | pd.DataFrame, route: str | None = None) -> list[Box]:
    """The queue managers of a route in their order; one that is not known is called `?`."""
    rows = chosen(steps, route)
    made: dict[str, Box] = {}
    for _, row in rows[rows["step"].isin([1, 2, 5])].sort_values("hop", kind="stable").iterrows():
        if row["queue_manager"]:
            made.setdefault(row["queue_manager"], Box(row["queue_manager"]))
    for _, row in rows[rows["step"] < 8].iterrows():
        _place(made, row)
    found = list(made.values())
    if found and found[-1].channels:
        found.append(Box("?"))
    return found


def _place(made: dict[str, Box], row: pd.Series) -> None:
    box = made.get(row["queue_manager"])
    if box is None:
        return
    if row["step"] in KINDS and row["object"]:
        box.queues.append(Line(KINDS[row["step"]], row["object"], row["label"], row["state"]))
    elif row["step"] == 6 and not row["object"]:
        box.queues.append(Line("dead-letter queue", "", row["label"], row["state"]))
    elif row["step"] == 3:
        box.channels.append(Line("channel", row["object"] or "", row["label"], row["state"]))
    elif row["step"] == 4 and box.channels:
        box.channels[0].label, box.channels[0].state = row["label"], row["state"]


def words(steps: DataFrame | pd.DataFrame, route: str | None = None) -> str:
    """The picture in words, for who cannot see it."""
    parts = []
    for box in boxes(steps, route):
        lines = "; ".join(line.said for line in [*box.queues, *box.channels])
        parts.append(f"{box.name}: {lines or 'nothing known'}")
    return f"Route of {chosen(steps, route)['route'].iloc[0]}. {'. '.join(parts)}." if parts else "No route."


def route_figure(steps: DataFrame | pd.DataFrame, route: str | None = None, message: str = "") -> Figure:
    """The route of one walk, from what `walk` gave; `route` chooses among several, as named in the column `route`.

    `message`: what is known of the message that was asked for.
    """
    found, rows = boxes(steps, route), chosen(steps, route)
    deepest = max((len(box.queues) for box in found), default=1)
    width, height = max(1, len(found)) * BOX + max(0, len(found) - 1) * GAP, deepest * ROW + 0.62
    made, axes = style.figure(width=max(6.0, 1.05 * width), height=height + 0.7)
    axes.set_axis_off()
    axes.set_xlim(-0.1, width + 0.1)
    axes.set_ylim(-0.1, height + 0.1)
    for place, box in enumerate(found):
        _draw(axes, box, place * (BOX + GAP), height)
        if place + 1 < len(found):
            _arrow(axes, box, place * (BOX + GAP) + BOX, height)
    title = "No route to draw" if rows.empty else f"{rows['route'].iloc[0]}: {rows['found'].iloc[-1]}"
    said = f"{words(steps, route)} The message: {message}." if message else words(steps, route)
    return style.with_title(made, "\n".join(filter(None, (title, message))), said)


def _draw(axes: plt.Axes, box: Box, left: float, height: float) -> None:
    known = box.name != "?"
    frame = FancyBboxPatch((left, 0), BOX, height, boxstyle="round,pad=0,rounding_size=0.12", facecolor="#F7F7F7",
                           edgecolor="#333333", linestyle="-" if known else ":")  # fmt: skip
    axes.add_patch(frame)
    axes.text(left + BOX / 2, height - 0.26, box.name, ha="center", va="center", weight="bold", fontsize=10)
    for place, line in enumerate(box.queues):
        _queue(axes, line, left + 0.12, height - 0.5 - (place + 1) * ROW)


def _queue(axes: plt.Axes, line: Line, left: float, bottom: float) -> None:
    colour, stroke, mark = LOOKS[line.state]
    width = 2.6 if line.state == "break" else 1.2
    frame = FancyBboxPatch((left, bottom), BOX - 0.24, ROW - 0.1, boxstyle="round,pad=0,rounding_size=0.06",
                           facecolor="white", edgecolor=colour, linestyle=stroke, linewidth=width)  # fmt: skip
    axes.add_patch(frame)
    name = shortened(line.name or line.label, LONGEST)
    axes.text(left + 0.1, bottom + 0.36, name, va="center", fontsize=8.5)
    said = f"{mark}{line.kind}" + (f", {line.label}" if line.name and line.label not in ("", line.name) else "")
    axes.text(left + 0.1, bottom + 0.14, shortened(said, 44), va="center", fontsize=7.5, color=colour)


def _arrow(axes: plt.Axes, box: Box, left: float, height: float) -> None:
    line = box.channels[0] if box.channels else Line("channel", "", "not known", "unknown")
    colour, stroke, mark = LOOKS[line.state]
    axes.annotate("", (left + GAP - 0.05, height / 2), (left + 0.05, height / 2),
                  arrowprops={"arrowstyle": "->", "color": colour, "linestyle": stroke, "linewidth": 2})  # fmt: skip
    middle = {"x": left + GAP / 2, "ha": "center", "fontsize": 7.5}
    axes.text(y=height / 2 + 0.14, s=shortened(line.name, 20), va="bottom", **middle)
    axes.text(y=height / 2 - 0.14, s=f"{mark}{line.label}", va="top", color=colour, **middle)
