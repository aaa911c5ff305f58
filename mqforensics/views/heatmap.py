"""Reason × destination: how many messages, as a picture whose every field has its number."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from pyspark.sql import DataFrame

from mqforensics.plaintext import shortened
from mqforensics.views import style

ROWS, COLUMNS = 14, 10
"""More reasons or destinations than this share one line, `other`."""
OTHER, NONE = "other", "none"
NAME = 26


def heatmap(origins: DataFrame | pd.DataFrame) -> Figure:
    """Messages by reason (down) and destination (across), from what `questions.dead_letters.by_origin` gave."""
    counts = matrix(origins)
    made, axes = style.figure(9, height=max(1.6, 0.3 * len(counts) + 1.3))
    if counts.empty:
        return style.with_title(made, "No dead-lettered messages", "No dead-lettered messages.")
    axes.imshow(np.log1p(counts.to_numpy()), cmap="Blues", aspect="auto", vmin=0)
    axes.set_yticks(range(len(counts)), counts.index)
    axes.set_xticks(range(counts.shape[1]), [shortened(name, NAME) for name in counts.columns], rotation=30, ha="right")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    _numbers(axes, counts)
    (reason, destination), most = counts.stack().idxmax(), int(counts.to_numpy().max())
    said = "; ".join(f"{r} for {d}: {int(n)}" for (r, d), n in counts.stack().items() if n)
    title = f"Most: {most} with {reason}, meant for {destination}"
    return style.with_title(made, title, f"Messages by reason and destination. {said}.")


def matrix(origins: DataFrame | pd.DataFrame) -> pd.DataFrame:
    """The counts with a row a reason and a column a destination, the most frequent first."""
    rows = style.local(origins)
    named = rows.assign(destination=rows["destination"].fillna(NONE).replace("", NONE))
    named = named.assign(
        reason_name=_kept(named, "reason_name", ROWS), destination=_kept(named, "destination", COLUMNS)
    )
    grouped = named.groupby(["reason_name", "destination"])["messages"].sum()
    table = grouped.unstack(fill_value=0)
    down, across = (table.sum(axis=axis).sort_values(ascending=False, kind="stable").index for axis in (1, 0))
    return table.loc[_last(down), _last(across)] if len(table) else pd.DataFrame()


def _kept(rows: pd.DataFrame, column: str, most: int) -> pd.Series:
    ranked = rows.groupby(column)["messages"].sum().sort_values(ascending=False, kind="stable").index
    return rows[column].where(rows[column].isin(ranked[:most]), OTHER)


def _last(names: pd.Index) -> list[str]:
    return [name for name in names if name != OTHER] + [OTHER] * (OTHER in names)


def _numbers(axes, counts: pd.DataFrame) -> None:
    dark = np.log1p(counts.to_numpy().max()) * 0.55
    for (down, across), count in np.ndenumerate(counts.to_numpy()):
        if count:
            colour = "white" if np.log1p(count) > dark else "black"
            axes.text(across, down, f"{int(count)}", ha="center", va="center", color=colour, fontsize=8)
