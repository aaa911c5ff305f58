"""Pictures of a browse cursor that passes a message by: over time, step by step, and what would have helped."""

import pandas as pd
from IPython.display import HTML
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from mqforensics.questions.answer import Answer
from mqforensics.questions.browse.message_surroundings import Step, Story, names, steps
from mqforensics.views import style, templates

NAMED = 30
"""With more messages than this the axis names none but the late one."""
ARROW = "<-- browse cursor"
SHOWN_STEPS, SHOWN_ROWS = 12, 12
EMPTY = ("(empty)", None, False, False)
"""The row of a queue without messages."""
HEAD = -0.7
"""Where a cursor is drawn that is before the first message."""
MARKS = {"BROWSE_FIRST": "^", "BROWSE_NEXT": "o", "2033": "x"}


def drawn(answer: Answer) -> list[Figure | HTML]:
    """The late message that shows most: the cursor's path, and the queue step by step."""
    told = answer.figures.get("story")
    return [] if told is None else [cursor_figure(told), step_html(steps(told))]


def headline(late: pd.Series | None, message: str = "") -> str:
    """The answer in one sentence, from a story's late message; `message`: the one that was asked for, if any."""
    if late is None and message:
        return f"No call of this trace found the message {message}."
    if late is None:
        return "No message in this trace was late."
    waited = late["delay"] if pd.isna(late["total"]) else late["total"]
    return f"The longest: {waited:.2f} s on {late['queue']}, {late['reason']}. {late['why'] or ''}".strip()


def cursor_figure(told: Story) -> Figure:
    """Time across, places of the queue downwards: messages as bars by priority, the cursor's path as a line."""
    named, late = names(told), bytes(told.late["msg_id"])
    places = {bytes(row["msg_id"]): at for at, row in told.messages.iterrows()}
    made, axes = style.figure(height=min(6.5, max(2.8, 0.24 * len(places) + 1.6)))
    end = _end(told)
    levels = sorted(told.messages["priority"].dropna().unique(), reverse=True)
    for at, row in told.messages.iterrows():
        _bar(axes, at, row, end, levels, bytes(row["msg_id"]) == late)
    _path(axes, told, places)
    _annotate(axes, told.late, places[late])
    _axis(axes, told, named, places, late)
    handles = [_patch(at, priority) for at, priority in enumerate(levels)]
    handles += [line for line in axes.lines if not line.get_label().startswith("_")]
    axes.legend(handles=handles, fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return style.with_title(made, _title(told.late), _words(told, named))


def _patch(at: int, priority: float) -> Patch:
    look = style.look(at)
    return Patch(label=f"priority {int(priority)}", facecolor=look["color"], hatch=look["hatch"], edgecolor="white")


def _end(told: Story) -> pd.Timestamp:
    columns = (told.messages["first_time"], told.messages["get_time"], told.calls["end"])
    return max((column.dropna().max() for column in columns if column.notna().any()), default=pd.NaT)


def _bar(axes, at: int, row: pd.Series, end: pd.Timestamp, levels: list, is_late: bool) -> None:
    begin = date2num(row["put_time"])
    until = date2num(end if pd.isna(row["get_time"]) else row["get_time"])
    look = style.look(levels.index(row["priority"])) if row["priority"] in levels else {"color": "0.8"}
    axes.barh(at, until - begin, left=begin, height=0.6, **look)
    if is_late:
        axes.barh(at, until - begin, left=begin, height=0.8, fill=False, edgecolor="black", linewidth=1.6)


def _path(axes, told: Story, places: dict[bytes, int]) -> None:
    # The line stays at the place of the last message returned; a BROWSE_FIRST goes up to the head of the queue.
    points, at, marked = [], None, {name: [] for name in MARKS}
    for _, call in told.calls.iterrows():
        begin, end = date2num(call["start"]), date2num(call["end"])
        if call["call"] == "BROWSE_FIRST":
            points += [(begin, HEAD)] if at is None else [(begin, at), (begin, HEAD)]
            at = HEAD
        found = isinstance(call["msg_id"], bytes | bytearray)
        reached = places.get(bytes(call["msg_id"]), at) if found else at
        reached = HEAD if reached is None else reached
        points += [(end, reached if at is None else at), (end, reached)]
        at = reached
        marked.setdefault(call["call"] if found else "2033", []).append(points[-1])
    axes.plot(*zip(*points, strict=True), color="black", linewidth=1, label="cursor")
    for name, spots in marked.items():
        if spots and name in MARKS:
            axes.plot(*zip(*spots, strict=True), MARKS[name], color="black", markersize=5, fillstyle="none", label=name)


def _annotate(axes, late: pd.Series, at: int) -> None:
    begin, found = date2num(late["put_time"]), date2num(late["first_time"])
    axes.annotate(f"{late['delay']:.2f} s", ((begin + found) / 2, at), ha="center", va="center", fontsize=8,
                  bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "black"})  # fmt: skip


def _axis(axes, told: Story, named: dict, places: dict, late: bytes) -> None:
    shown = places if len(places) <= NAMED else {late: places[late]}
    priority = dict(zip(told.messages["msg_id"].map(bytes), told.messages["priority"], strict=True))
    axes.set_yticks(list(shown.values()), [f"{named[i]}  priority {_number(priority[i])}" for i in shown])
    axes.set_ylim(len(places) - 0.4, -1.1)
    axes.set_ylabel("queue, head on top")
    axes.set_xlabel("time (UTC)")
    axes.xaxis_date()
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator := AutoDateLocator()))
    axes.xaxis.set_major_locator(locator)


def _number(value) -> str:
    return "?" if pd.isna(value) else str(int(value))


def _title(late: pd.Series) -> str:
    return f"{late['queue']}: {late['delay']:.2f} s from put to first sight, {late['reason'] or 'in time'}"


def _words(told: Story, named: dict) -> str:
    late = told.late
    return (
        f"{len(told.messages)} messages and {len(told.calls)} browse calls on {late['queue']}. Message"
        f" {named[bytes(late['msg_id'])]}, priority {_number(late['priority'])}, was put at"
        f" {late['put_time']:%H:%M:%S.%f} and first seen at {late['first_time']:%H:%M:%S.%f} by {late['first_by']},"
        f" {late['delay']:.2f} s later. {late['why'] or ''}"
    ).strip()


def elided_steps(steps: list[Step], at_most: int = SHOWN_STEPS) -> list[Step | int]:
    """The first and last steps, and between them how many were left out."""
    if len(steps) <= at_most:
        return list(steps)
    head = at_most * 2 // 3
    tail = at_most - head
    return [*steps[:head], len(steps) - at_most, *steps[-tail:]]


def step_table(steps: list[Step], at_most: int = SHOWN_STEPS, rows: int = SHOWN_ROWS) -> str:
    """The queue after each step as plain text, an arrow at the message that the cursor is on."""
    parts = []
    for step in elided_steps(steps, at_most):
        if isinstance(step, int):
            parts.append(f"... {step} more steps ...")
            continue
        lines = [f"  {_label(row)}{'  ' + ARROW if row[2] else ''}" for row in _kept(step.rows, rows)]
        parts.append("\n".join([f"{step.time:%H:%M:%S.%f}  {step.title}", *(lines or ["  (empty)"])]))
    return "\n\n".join(parts)


def step_html(steps: list[Step], at_most: int = SHOWN_STEPS, rows: int = SHOWN_ROWS) -> HTML:
    """The same as HTML: a table with one column a step."""
    shown = [
        {"time": "", "title": f"… {step} more steps …", "rows": []} if isinstance(step, int) else
        {"time": f"{step.time:%H:%M:%S.%f}", "title": step.title,
         "rows": [_row(row) for row in _kept(step.rows, rows)] or [_row(EMPTY)]}
        for step in elided_steps(steps, at_most)
    ]  # fmt: skip
    return HTML(templates.text("steps", steps=shown, arrow=ARROW))


def _kept(rows: list[tuple], at_most: int) -> list[tuple]:
    # The cursor's row and the late one stay, wherever they are.
    keep = [row for at, row in enumerate(rows) if at < at_most or row[2] or row[3]]
    left = len(rows) - len(keep)
    return [*keep, (f"... {left} more", None, False, False)] if left else keep


def _label(row: tuple) -> str:
    name, priority, _, is_late = row
    own = "" if priority is None else f"  priority {priority}"
    return f"{name}{own}{'  (the late one)' if is_late else ''}"


def _row(row: tuple) -> dict[str, object]:
    return {"label": _label(row), "has_cursor": row[2], "is_late": row[3]}


def remedies_figure(remedies: pd.DataFrame) -> Figure:
    """Bars: how long the passed message takes under each remedy, from what `questions.browse.remedies` gave."""
    made, axes = style.figure(height=0.34 * len(remedies) + 1.0)
    seconds = remedies["followed"].fillna(0)
    bars = axes.barh(remedies["remedy"], seconds, color=style.COLOURS[0])
    labels = [f"{s:.2f} s" if pd.notna(f) else "not taken" for s, f in zip(seconds, remedies["followed"], strict=True)]
    axes.bar_label(bars, labels, padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("seconds from put to get")
    now, best = remedies.iloc[0], remedies.loc[seconds.idxmin()]
    title = f"{now['followed']:.2f} s as it is, {best['followed']:.2f} s with {best['remedy']}"
    spoken = "; ".join(f"{name}: {label}" for name, label in zip(remedies["remedy"], labels, strict=True))
    return style.with_title(made, title, f"The message that waited longest, under each remedy. {spoken}.")
