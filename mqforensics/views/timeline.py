"""The time line as a picture: a lane for each queue manager and kind, time across, uncertainty as whiskers."""

from collections.abc import Sequence
from datetime import UTC, datetime

from matplotlib.axes import Axes
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

MOST_MARKED = 12
"""More conditions of a story than this are not drawn."""


def drawn(answer: Answer) -> list[Figure]:
    """The picture of a time line that has more than one moment, with the longest story marked in it."""
    rows, stories = answer.figures.get("lanes", []), answer.figures.get("stories", [])
    marked = stories[0] if stories else ()
    return [timeline_figure(rows, marked)] if len({row["time"] for row in rows}) > 1 else []


def timeline_figure(
    rows: Sequence[dict], marked: Sequence[dict] = (), span: tuple[datetime, datetime] | None = None
) -> Figure:
    """Lanes from what `questions.timeline.lanes` gave, all of them or those of the time `span` (UTC).

    `marked`: a story, from what `questions.timeline.marks` gave: each of its conditions has a lane above the others,
    the root first, and a line through all lanes.
    """
    lanes, left_out = _lanes(rows)
    story = [(nth, one) for nth, one in enumerate(marked) if one["time"] is not None][:MOST_MARKED]
    made, axes = style.figure(width=11, height=0.24 * (len(lanes) + len(story)) + 1.1)
    for place, (nth, one) in enumerate(story):
        _draw_mark(axes, place - len(story), one, is_root=nth == 0)
    for place, lane in enumerate(lanes):
        own = [row for row in rows if _lane(row) == lane]
        look = style.COLOURS[_rank(lane[1]) % len(style.COLOURS)]
        for row in own:
            _draw_whisker(axes, place, row, look)
        sizes = [12 + 10 * min(len(str(row["count"])), 4) for row in own]
        at = [_day(row["time"]) for row in own]
        axes.scatter(at, [place] * len(own), s=sizes, color=look, marker="|", linewidths=1.6)
    axes.set_xlim(*_ends([*rows, *(one for _, one in story)], span))
    names = [_marked(nth, one) for nth, one in story] + [_named(lane) for lane in lanes]
    axes.set_yticks(range(-len(story), len(lanes)), names, fontsize=8)
    axes.set_ylim(len(lanes) - 0.5, -len(story) - 0.5)
    axes.xaxis.set_major_locator(locator := AutoDateLocator())
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    axes.set_xlabel("UTC; a line shows between which times it was")
    return style.with_title(made, _title(rows, span) + left_out, _spoken(rows, lanes, marked))


def _draw_mark(axes: Axes, place: int, one: dict, is_root: bool) -> None:
    look = style.COLOURS[1] if is_root else style.COLOURS[7]
    axes.axvline(_day(one["time"]), color=look, linewidth=0.8, linestyle=":", zorder=0)
    _draw_whisker(axes, place, one, look)
    axes.scatter([_day(one["time"])], [place], s=46 if is_root else 26, color=look, marker="D" if is_root else "o")


def _draw_whisker(axes: Axes, place: int, row: dict, look: str) -> None:
    if row["earliest"] is not None and row["latest"] is not None:
        axes.plot([_day(row["earliest"]), _day(row["latest"])], [place, place], color=look, linewidth=1)


def _ends(drawn: Sequence[dict], span: tuple[datetime, datetime] | None) -> tuple[float, float]:
    if span:
        return tuple(date2num(at.replace(tzinfo=UTC)) for at in span)
    times = [_day(row["time"]) for row in drawn]
    margin = 0.02 * (max(times) - min(times))
    return min(times) - margin, max(times) + margin


def _title(rows: Sequence[dict], span: tuple[datetime, datetime] | None) -> str:
    count = sum(row["count"] for row in rows)
    first, last = [f"{at:%Y-%m-%d %H:%M:%S}" for at in span] if span else [_time(rows, min), _time(rows, max)]
    return f"{count} events from {first} to {last} UTC"


def _spoken(rows: Sequence[dict], lanes: Sequence[tuple], marked: Sequence[dict]) -> str:
    counts = "; ".join(f"{_named(lane)}: {sum(r['count'] for r in rows if _lane(r) == lane)}" for lane in lanes)
    told = [f"{one['said']}{'' if one['time'] is not None else ' (time unknown)'}" for one in marked]
    story = f" The story that is marked: {'; then '.join(told)}." if told else ""
    return f"Time line, a lane each. {counts}.{story}"


def _marked(nth: int, one: dict) -> str:
    about = " at ".join(filter(None, (one["object"], one["queue_manager"])))
    return f"{nth + 1} {'root: ' if nth == 0 else ''}{one['kind']}, {about}"


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
