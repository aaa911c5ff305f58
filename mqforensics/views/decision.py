"""A picture of a decision: every stage with its branches, the one that was taken marked."""

from collections.abc import Sequence
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mqforensics.flow.delivery.conditions import FACTS
from mqforensics.flow.delivery.decision_table import STAGES, UNKNOWN
from mqforensics.flow.delivery.fate import Branch, Fate
from mqforensics.views import style

MARKS = {"taken": "●", "possible": "?", "not taken": "○"}
LOOKS = {
    "taken": {"color": style.COLOURS[0], "linewidth": 2.6, "linestyle": "-"},
    "possible": {"color": style.COLOURS[1], "linewidth": 1.6, "linestyle": ":"},
    "not taken": {"color": "#999999", "linewidth": 0.7, "linestyle": "-"},
}
TEXTS = {"taken": {"fontweight": "bold"}, "possible": {"fontstyle": "italic"}, "not taken": {"color": "#666666"}}
UNSAID = ("message_channel", "receiving")
"""Facts that the picture as a whole stands for; rows of the other end are left out."""
STEM, BRANCH, END = 0.17, 0.215, 0.86
"""Where, across the picture, a stage's branches part, their words begin, and their ends are."""


def headline(fate: Fate) -> str:
    """The fate in one sentence."""
    channel = f"The channel is {fate.channel_state}." if fate.fate != UNKNOWN else "More must be known of it."
    return f"{_title(fate)}. {channel}"


def branches(fate: Fate) -> list[Branch]:
    """The branches of every stage that can matter at this end, reached or not."""
    reached = {branch.stage for branch in fate.trail}
    unreached = [Branch(s, row, "not taken") for s, rows in STAGES.items() if s not in reached for row in rows]
    return [b for b in (*fate.trail, *unreached) if b.state != "not taken" or not _elsewhere(b, fate)]


def decision_figure(fate: Fate) -> Figure:
    """The decision from the first stage down, from what `questions.delivery.fate_at` or `fate_of` gave.

    The branch that was taken is a thick line with a filled mark and bold words; where facts are unknown, what is
    still possible is dotted, with a question mark.
    """
    shown = branches(fate)
    made, axes = style.figure(width=11, height=0.27 * len(shown) + 1.0)
    axes.set(xlim=(0, 1.13), ylim=(len(shown), -1))
    axes.axis("off")
    top = 0
    for stage, group in groupby(shown, key=lambda branch: branch.stage):
        top = _draw_stage(axes, stage, list(group), top)
    marks = "    ".join(f"{mark} {state}" for state, mark in MARKS.items())
    axes.text(BRANCH, -0.75, marks, fontsize=8, va="center")
    return style.with_title(made, _title(fate), spoken(fate))


def _title(fate: Fate) -> str:
    return f"{fate.fate}: the message is lost" if fate.fate == "DISCARDED" else f"{fate.fate}: {fate.where}"


def spoken(fate: Fate) -> str:
    """The way that was taken, in words."""
    way = [f"{b.stage}: {words(b)} → {b.row.fate or 'next stage'}" for b in fate.trail if b.state == "taken"]
    open_ = [f"{b.stage}: {words(b)} → {b.row.fate or 'next stage'}" for b in fate.trail if b.state == "possible"]
    still = f" Still possible: {'; '.join(open_)}." if open_ else ""
    return f"The decision, stage by stage. {'; '.join(way) or 'Nothing is certain'}.{still} Fate: {fate.fate}."


def words(branch: Branch) -> str:
    """What holds on this branch."""
    said = [FACTS[n].yes if want else FACTS[n].no for n, want in branch.row.when.items() if n not in UNSAID]
    return ", ".join(said) or ("at the receiving end" if branch.row.when.get("receiving", True) else "not at this end")


def _elsewhere(branch: Branch, fate: Fate) -> bool:
    return any(fate.facts[n] is not None and branch.row.when.get(n, fate.facts[n]) != fate.facts[n] for n in UNSAID)


def _draw_stage(axes: Axes, stage: str, group: Sequence[Branch], top: int) -> int:
    middle = top + (len(group) - 1) / 2
    on_way = any(branch.state != "not taken" for branch in group)
    box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "#333333" if on_way else "#BBBBBB"}
    axes.text(0.0, middle, stage, fontsize=9, va="center", bbox=box, color="black" if on_way else "#777777")
    for place, branch in enumerate(group, top):
        _draw_branch(axes, branch, middle, place)
    axes.plot([0, 1.12], [top + len(group) - 0.5] * 2, color="#DDDDDD", linewidth=0.6)
    return top + len(group)


def _draw_branch(axes: Axes, branch: Branch, middle: float, place: int) -> None:
    look, text = LOOKS[branch.state], TEXTS[branch.state]
    axes.plot([STEM, BRANCH - 0.025], [middle, place], zorder=3 if branch.state == "taken" else 1, **look)
    axes.text(BRANCH - 0.018, place, MARKS[branch.state], fontsize=9, va="center", color=look["color"])
    axes.text(BRANCH, place, words(branch), fontsize=8, va="center", **text)
    end = f"→ {branch.row.fate}" if branch.row.fate else "↓ next stage"
    axes.text(END, place, end, fontsize=8, va="center", **text)
