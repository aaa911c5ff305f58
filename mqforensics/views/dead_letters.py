"""Pictures of the dead-lettered messages: how many a reason, and when they came."""

import pandas as pd
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from pyspark.sql import DataFrame

from mqforensics.questions.answer import Answer
from mqforensics.views import style

FEW = 5
"""Fewer steps than this would be drawn as a wall."""
SERIES = 7
"""More reasons than this share one colour, `other`."""


def drawn(answer: Answer) -> list[Figure]:
    """Messages by reason and over time, each where there is more than one bar to it."""
    reasons, came = (pd.DataFrame(answer.figures.get(name, [])) for name in ("by_reason", "arrivals"))
    made = [reasons_figure(reasons)] if len(reasons) > 1 else []
    return made + ([arrivals_figure(came)] if len(came) and came["time"].nunique() > 1 else [])


def _reason(row: pd.Series) -> str:
    return f"{int(row['reason'])} {row['reason_name']}" if pd.notna(row["reason"]) else row["reason_name"]


def reasons_figure(reasons: DataFrame | pd.DataFrame) -> Figure:
    """Horizontal bars, a reason each, longest on top; messages without a dead-letter header have none and come last."""
    rows = style.local(reasons)
    rows = rows.sort_values("reason", key=lambda of: of.isna(), kind="stable") if len(rows) else rows
    given = int(rows["reason"].notna().sum()) if len(rows) else 0
    made, axes = style.figure(height=max(1.2, 0.22 * len(rows) + 0.7))
    names = [_reason(row) for _, row in rows.iterrows()]
    bars = axes.barh(names, rows["messages"], color=[style.COLOURS[0]] * given + [style.MUTED] * (len(rows) - given))
    axes.bar_label(bars, padding=3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(max(len(names), 2) - 0.5, -0.5)
    counted = rows["messages"][: given or len(rows)]
    most = int(counted.max()) if names else 0
    alike = int((counted == most).sum())
    title = f"{names[0]} leads with {most}" if names else "No dead-lettered messages"
    title = f"{alike} reasons are the most frequent, with {most} each" if alike > 1 else title
    counts = "; ".join(f"{name}: {count}" for name, count in zip(names, rows["messages"], strict=True))
    return style.with_title(made, title, f"Messages by reason. {counts or 'None'}.")


def arrivals_figure(arrivals: DataFrame | pd.DataFrame) -> Figure:
    """Stacked bars over time, a reason each, from what `questions.dead_letters.arrivals` gave."""
    rows = style.local(arrivals)
    made, axes = style.figure(height=2.3)
    if rows.empty:
        return style.with_title(made, "No message has a date", "No dated message.")
    steps = _by_step(rows)
    width = (steps.index.to_series().diff().min() or pd.Timedelta(0)) if len(steps) > 1 else pd.Timedelta(minutes=1)
    bottom = 0
    for place, name in enumerate(steps.columns):
        axes.bar(steps.index, steps[name], width=0.9 * width, bottom=bottom, label=name, **style.look(place))
        bottom = bottom + steps[name]
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator := AutoDateLocator()))
    axes.xaxis.set_major_locator(locator)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    if len(steps) < FEW:
        axes.set_xlim(steps.index.min() - FEW * width, steps.index.max() + FEW * width)
    axes.set_ylabel("messages")
    axes.set_xlabel("arrival on the dead-letter queue (UTC)")
    axes.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1, 1.05))
    busiest = steps.sum(axis=1)
    title = f"Most came at {busiest.idxmax():%Y-%m-%d %H:%M} UTC: {int(busiest.max())}"
    spoken = "; ".join(f"{at:%Y-%m-%d %H:%M}: {int(count)}" for at, count in busiest.head(40).items())
    return style.with_title(made, title, f"Arrivals over time, all reasons. {spoken}.")


def _by_step(rows: pd.DataFrame) -> pd.DataFrame:
    steps = rows.pivot_table(index="time", columns="reason_name", values="messages", aggfunc="sum", fill_value=0)
    ranked = steps.sum().sort_values(ascending=False, kind="stable").index
    kept = steps[list(ranked[:SERIES])]
    return kept.assign(other=steps[list(ranked[SERIES:])].sum(axis=1)) if len(ranked) > SERIES else kept
