"""The backout story as a picture: deliveries against the threshold, one line a story."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mqforensics.views import style

ENDS = {
    "BACKOUT_QUEUE": "moved to {queue}",
    "DEAD_LETTER_QUEUE": "dead-lettered to {queue}",
    "DISCARDED": "discarded",
    "LISTENER_STOPS": "left on {queue}, the listener stopped",
    "ROLLED_BACK": "left on {queue}, to be read again",
}
"""How a story ends, by its `outcome`."""
MARKS = ("o", "s", "^", "D")
SHAPES = ("-", "--", "-.", ":")


def deliveries(story: pd.DataFrame) -> pd.DataFrame:
    """A row a read of the message: `delivery`, `backout_count` (when it was read), `given` (to the application)."""
    reads = story[story["event"] == "READ"]
    given = set(story.loc[story["event"] == "GIVEN", "delivery"])
    return pd.DataFrame({
        "delivery": reads["delivery"].astype(int),
        "backout_count": reads["backout_count"].astype(int),
        "given": [delivery in given for delivery in reads["delivery"]],
    }).reset_index(drop=True)  # fmt: skip


def ending(story: pd.DataFrame) -> str:
    """How often the application got the message, and what became of it, in a few words."""
    last, times = story.iloc[-1], int((story["event"] == "GIVEN").sum())
    end = ENDS[last["outcome"]].format(queue=last["queue"])
    again = "again and again" if last["event"] == "AGAIN" else f"{times} time{'s' * (times != 1)}"
    return f"given to the application {again}, then {end}" if last["event"] != "AGAIN" else f"given {again}: {end}"


def story_figure(stories: Mapping[str, pd.DataFrame], bothresh: int) -> Figure:
    """BackoutCount at each read, a line for each of `stories` by its name, and the threshold.

    A filled mark is a read that went to the application, an empty one a read at which the client kept the message.
    """
    made, axes = style.figure(height=2.9)
    spoken = [_line(axes, place, name, story) for place, (name, story) in enumerate(stories.items())]
    axes.axhline(bothresh, color=style.COLOURS[7], linewidth=1, linestyle=(0, (1, 1)))
    axes.annotate(
        f"BOTHRESH({bothresh})", (1, bothresh), xycoords=("axes fraction", "data"), ha="right", va="bottom", fontsize=8
    )
    axes.set_xlabel("read of the message")
    axes.set_ylabel("BackoutCount when read")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(y=0.15)
    axes.legend(fontsize=8, frameon=False, loc="upper left")
    first = next(iter(stories.values()))
    return style.with_title(made, _capital(ending(first)), f"Threshold {bothresh}. {' '.join(spoken)}")


def _line(axes: Axes, place: int, name: str, story: pd.DataFrame) -> str:
    reads = deliveries(story)
    colour, mark = style.COLOURS[place % len(style.COLOURS)], MARKS[place % len(MARKS)]
    shift = 0.04 * place  # so that equal stories do not hide one another
    at, counts = reads["delivery"] + shift, reads["backout_count"] + shift
    axes.plot(at, counts, SHAPES[place % len(SHAPES)], color=colour, label=f"{name}: {ending(story)}")
    for given, face in ((True, colour), (False, "white")):
        rows = reads["given"] == given
        axes.scatter(at[rows], counts[rows], marker=mark, s=46, facecolor=face, edgecolor=colour, zorder=3)
    told = ", ".join(f"read {r.delivery} with BackoutCount {r.backout_count}" for r in reads.head(20).itertuples())
    return f"{_capital(name)}: {told}; {ending(story)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
