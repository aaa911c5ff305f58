"""The time line as a picture: a lane for each queue manager and kind, time across, uncertainty as whiskers."""

from collections.abc import Sequence
from datetime import UTC, datetime

from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure

from mqforensics.questions.answer import Answer
from mqforensics.views import style

KINDS = (
    "put", "dead letter", "call", "client error", "fdc", "log", "event", "channel start", "last message", "last put",
    "last get", "depth", "definition altered", "definition created", "capture",
)  # fmt: skip
"""The order of the lanes of one queue manager; kinds that are not here follow."""
MOST = 40
"""More lanes than this are not drawn: the rarest are left out, and said to be."""


def drawn(answer: Answer) -> list[Figure]:
    """The picture of a time line that has more than one moment."""
    rows = answer.figures.get("lanes", [])
    return [timeline_figure(rows)] if len({row["time"] for row in rows}) > 1 else []


def timeline_figure(rows: Sequence[dict], marked: Sequence[float] = ()) -> Figure:
    """Lanes from what `questions.timeline.lanes` gave; `marked`: seconds since 1970 that a chosen story happened at."""
    lanes, left_out = _lanes(rows)
    made, axes = style.figure(width=11, height=0.24 * len(lanes) + 1.1)
    for place, lane in enumerate(lanes):
        own = [row for row in rows if _lane(row) == lane]
        look = style.COLOURS[_rank(lane[1]) % len(style.COLOURS)]
        for row in own:
            if row["earliest"] is not None and row["latest"] is not None:
                axes.plot([_day(row["earliest"]), _day(row["latest"])], [place, place], color=look, linewidth=1)
        sizes = [12 + 10 * min(len(str(row["count"])), 4) for row in own]
        at = [_day(row["time"]) for row in own]
        axes.scatter(at, [place] * len(own), s=sizes, color=look, marker="|", linewidths=1.6)
    for second in marked:
        axes.axvline(_day(second), color=style.COLOURS[1], linewidth=1, linestyle=":")
    times = [_day(row["time"]) for row in rows]
    margin = 0.02 * (max(times) - min(times))
    axes.set_xlim(min(times) - margin, max(times) + margin)
    axes.set_yticks(range(len(lanes)), [_named(lane) for lane in lanes], fontsize=8)
    axes.set_ylim(len(lanes) - 0.5, -0.5)
    axes.xaxis.set_major_locator(locator := AutoDateLocator())
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    axes.set_xlabel("UTC; a line shows between which times it was")
    count = sum(row["count"] for row in rows)
    title = f"{count} happenings from {_time(rows, min)} to {_time(rows, max)} UTC" + left_out
    spoken = "; ".join(f"{_named(lane)}: {sum(r['count'] for r in rows if _lane(r) == lane)}" for lane in lanes)
    return style.titled(made, title, f"Time line, a lane each. {spoken}.")


def _lanes(rows: Sequence[dict]) -> tuple[list[tuple], str]:
    counts: dict[tuple, int] = {}
    for row in rows:
        counts[_lane(row)] = counts.get(_lane(row), 0) + row["count"]
    kept = sorted(counts, key=lambda lane: -counts[lane])[:MOST]
    said = f"; {len(counts) - MOST} rare lanes are not drawn" if len(counts) > MOST else ""
    return sorted(kept, key=lambda lane: (lane[0] or "", _rank(lane[1]), lane[1])), said


def _lane(row: dict) -> tuple[str | None, str]:
    return row["queue_manager"], row["kind"]


def _named(lane: tuple) -> str:
    return f"{lane[0] or 'clock not named'}: {lane[1]}"


def _rank(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else len(KINDS)


def _day(second: float) -> float:
    return date2num(datetime.fromtimestamp(second, UTC))


def _time(rows: Sequence[dict], pick) -> str:
    return f"{datetime.fromtimestamp(pick(row['time'] for row in rows), UTC):%Y-%m-%d %H:%M:%S}"
