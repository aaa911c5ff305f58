"""A picture of a rules table at work: messages by reason, the rules that take them, and what becomes of them."""

from collections.abc import Collection
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from pyspark.sql import DataFrame

from mqforensics.codes import reason_name
from mqforensics.questions.answer import Answer
from mqforensics.views import style

COLUMNS = ("reason", "rule", "end")
HEADINGS = ("here for", "taken by", "in the end")
WIDTH, GAP, THINNEST = 0.05, 0.04, 0.012
"""Of a bar, between two bars, and of a ribbon, in parts of the whole picture."""
MOST = 9
"""More reasons or rules than this share one bar, `other`."""
STAYS, BACK, DELETED, NO_HEADER = "stays", "comes back", "deleted", "no valid MQDLH"
LEAVING = ("FORWARDED", "RETRIED", "DISCARDED")


def drawn(answer: Answer) -> list[Figure]:
    """A picture for each rules table that has messages to work on."""
    flows, queues = answer.figures.get("flow", {}), answer.figures.get("queue", {})
    return [rules_flow(pd.DataFrame(rows), queues.get(file, ())) for file, rows in flows.items() if rows]


def headline(flow: DataFrame | pd.DataFrame, queues: Collection[str] = ()) -> str:
    """How many messages leave the dead-letter queue and how many stay; what is forwarded to one of `queues` stays."""
    links = _links(style.local(flow), queues)
    total, stay = int(links["count"].sum()), int(links.loc[links["end"].isin([STAYS, BACK]), "count"].sum())
    if not total:
        return "There are no messages to try the rules on."
    return f"{total - stay} of {total} messages would leave the dead-letter queue; {stay} would stay."


def rules_flow(flow: DataFrame | pd.DataFrame, queues: Collection[str] = ()) -> Figure:
    """Ribbons from reasons over rules to ends, as thick as there are messages.

    `flow`: `reason`, `rule_line`, `action`, `queue`, `outcome`, `count`, as `questions.handler.flow` gives; `queues`:
    the names of the dead-letter queue, to which a message that is forwarded there comes back.
    """
    links = _links(style.local(flow), queues)
    bars = {name: _bars(links, name) for name in COLUMNS}
    made, axes = style.figure(height=max(2.4, 0.34 * max((len(column) for column in bars.values()), default=1) + 1.0))
    axes.set(xlim=(-0.32, 1.42), ylim=(1.02, -0.09))
    axes.axis("off")
    _draw_ribbons(axes, links, bars)
    for place, name in enumerate(COLUMNS):
        _draw_bars(axes, place, bars[name])
    said = "; ".join(f"{row.reason} → {row.rule} → {row.end}: {row.count_}" for row in _named(links))
    return style.with_title(made, headline(flow, queues), f"Messages by reason, rule and end. {said or 'None'}.")


def _links(rows: pd.DataFrame, queues: Collection[str]) -> pd.DataFrame:
    said = [(_reason(row), _rule(row), _end(row, queues), row["count"]) for row in rows.to_dict("records")]
    links = pd.DataFrame(said, columns=[*COLUMNS, "count"]).astype({"count": "int64"})
    for name in COLUMNS:
        kept = links.groupby(name)["count"].sum().nlargest(MOST).index.union([STAYS, BACK])
        links[name] = links[name].where(links[name].isin(kept), "other")
    return links.groupby(list(COLUMNS), as_index=False)["count"].sum().pipe(_ordered)


def _ordered(links: pd.DataFrame) -> pd.DataFrame:
    # The commonest on top, and what stays at the bottom, so that ribbons cross little.
    ranks = {name: links.groupby(name)["count"].sum().rank(ascending=False, method="first") for name in COLUMNS}
    keys = pd.DataFrame({name: links[name].map(rank) for name, rank in ranks.items()})
    keys["end"] += (links["end"] == STAYS) * len(links)
    return links.loc[keys.sort_values(list(COLUMNS)).index].reset_index(drop=True)


def _reason(row: dict) -> str:
    if pd.isna(row["reason"]):
        return NO_HEADER
    name = reason_name(int(row["reason"])) or ""
    return f"{int(row['reason'])} {name.removeprefix('MQRC_').removeprefix('MQFB_')}".strip()


def _rule(row: dict) -> str:
    return f"line {int(row['rule_line'])}: {row['action']}" if pd.notna(row["rule_line"]) else "no rule"


def _end(row: dict, queues: Collection[str]) -> str:
    if row["outcome"] not in LEAVING:
        return STAYS
    if row["queue"] in queues:
        return BACK
    return DELETED if row["outcome"] == "DISCARDED" else f"to {row['queue']}"


def _bars(links: pd.DataFrame, name: str) -> dict[str, tuple[float, float, int]]:
    """Top, height and count of each bar of a column, spread over the whole height."""
    order = links[name].drop_duplicates() if name == "reason" else _by_weight(links, name)
    heights = {label: _thickness(links, links[name] == label).sum() for label in order}
    scale = (1 - GAP * (len(heights) - 1)) / (sum(heights.values()) or 1)
    bars, top = {}, 0.0
    for label, height in heights.items():
        bars[label] = (top, height * scale, int(links.loc[links[name] == label, "count"].sum()))
        top += height * scale + GAP
    return bars


def _by_weight(links: pd.DataFrame, name: str) -> list[str]:
    middle = links.reset_index().assign(weight=lambda rows: rows["index"] * rows["count"]).groupby(name)
    places = (middle["weight"].sum() / middle["count"].sum()).sort_values(kind="stable")
    return sorted(places.index, key=lambda label: (label == STAYS, places[label]))


def _thickness(links: pd.DataFrame, which: pd.Series) -> pd.Series:
    return (links.loc[which, "count"] / links["count"].sum()).clip(lower=THINNEST)


def _draw_bars(axes: Axes, place: int, bars: dict[str, tuple[float, float, int]]) -> None:
    left = place / 2
    axes.text(left, -0.03, HEADINGS[place], fontsize=8, color="#555555", ha=("right", "left", "left")[place])
    for label, (top, height, count) in bars.items():
        axes.add_patch(Rectangle((left, top), WIDTH, height, color="#333333"))
        side, align = (left - 0.01, "right") if place == 0 else (left + WIDTH + 0.01, "left")
        axes.text(side, top + height / 2, f"{label} ({count})", ha=align, va="center", fontsize=8)


def _draw_ribbons(axes: Axes, links: pd.DataFrame, bars: dict[str, dict[str, tuple[float, float, int]]]) -> None:
    ends = {label: place for place, label in enumerate(bars["end"])}
    used: dict[tuple[int, str, str], float] = {}
    thickness = _thickness(links, links["count"] > 0)
    for place, (name, to) in enumerate(pairwise(COLUMNS)):
        for at, row in links.iterrows():
            spans = []
            for column, side in ((name, "out"), (to, "in")):
                label = row[column]
                top, height, _ = bars[column][label]
                own = _thickness(links, links[column] == label).sum()
                begun = used.get((place, side, label), 0.0)
                used[place, side, label] = begun + thickness[at] / own
                spans.append((top + begun * height, top + used[place, side, label] * height))
            axes.add_patch(_ribbon(place / 2 + WIDTH, (place + 1) / 2, *spans, ends[row["end"]]))


def _ribbon(left: float, right: float, here: tuple[float, float], there: tuple[float, float], end: int) -> PathPatch:
    middle = (left + right) / 2
    points = [(left, here[0]), (middle, here[0]), (middle, there[0]), (right, there[0])]
    points += [(right, there[1]), (middle, there[1]), (middle, here[1]), (left, here[1]), (left, here[0])]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
    look = style.look(end)
    return PathPatch(Path(points, codes), facecolor=look["color"], hatch=look["hatch"], edgecolor="white", alpha=0.55)


def _named(links: pd.DataFrame) -> list:
    return list(links.rename(columns={"count": "count_"}).itertuples(index=False))
