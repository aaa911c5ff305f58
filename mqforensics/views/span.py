"""A range of time to look at: chosen on the time line's tab, it bounds what the tabs that list evidence show."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import ipywidgets as widgets

from mqforensics import questions
from mqforensics.questions.timeline import STEPS as LANE_STEPS
from mqforensics.questions.timeline import lanes
from mqforensics.views import style
from mqforensics.views.answers import AnswerTab
from mqforensics.views.bars import Bars
from mqforensics.views.templates import sentence_frame as framed
from mqforensics.views.timeline import timeline_figure

STEPS = 240
"""The places of the slider."""
BARS = 80
"""The bars that count what happened: a step of each has the same number of those of the lanes."""
MICROSECOND = timedelta(microseconds=1)
WHAT = "Events over time: a click or a stretch drawn over the bars shows that time alone"
NARROWEST = timedelta(milliseconds=2)
"""The slider's ends come no closer."""
WORDS = {"messages": "messages", "log": "log entries", "events": "events", "calls": "calls"}
Span = tuple[datetime, datetime]


def span_text(span: Span | None) -> str:
    """A range in words; nothing where all is displayed."""
    return f"From {_label(span[0], span)} to {_label(span[1], span)} UTC" if span else ""


def counts_by_step(rows: Sequence[Mapping], first: datetime, last: datetime) -> list[tuple[str, int, Span]]:
    """How many events each of `BARS` steps has, from the first of them to the last: a name, the count, the span.

    `rows`: what `questions.timeline.lanes` gave. The steps are made of its own, so that a step holds what it counts.
    """
    width = ((last - first) // MICROSECOND // LANE_STEPS + 1) * (LANE_STEPS // BARS) * MICROSECOND
    counts = [0] * BARS
    for row in rows:
        at = datetime.fromtimestamp(row["time"], UTC).replace(tzinfo=None)
        counts[min(max((at - first) // width, 0), BARS - 1)] += row["count"]
    begins = [first + width * nth for nth in range(BARS)]
    spans = [(at, at + width - MICROSECOND) for at in begins]
    return [(f"{_label(span[0], (first, last))} UTC", count, span) for span, count in zip(spans, counts, strict=True)]


def _label(at: datetime, span: Span) -> str:
    """A time as exactly as the steps of a range are."""
    width = (span[1] - span[0]).total_seconds() / STEPS
    digits = 0 if width > 2 else 3 if width > 0.002 else 6
    return f"{at:%Y-%m-%d %H:%M:%S.%f}"[: 19 + digits + (digits > 0)]


class RangeBar(widgets.VBox):
    """`value` is the range that is displayed, None for the whole case; `changed(value)` is called when it is another.

    Moving the slider alone reads nothing: its button does.
    """

    def __init__(self, changed: Callable[[Span | None], None] = lambda span: None):
        self.changed, self.value, self.whole = changed, None, None
        self.slider = widgets.SelectionRangeSlider(
            options=["–"], description="UTC", readout=False, disabled=True, layout={"flex": "1 1 500px"}
        )
        self.ends = widgets.Label()
        self.slider.observe(lambda _: self._name(), ("index", "options"))
        self.shown = widgets.Button(description="Show", tooltip="Show this range alone on the tabs that list evidence")
        self.closer = widgets.Button(description="Closer", tooltip="Make the slider's ends those of the range")
        self.all = widgets.Button(description="Whole case", tooltip="Show all times again")
        self.said = widgets.HTML()
        self.shown.on_click(lambda _: self.show())
        self.closer.on_click(lambda _: self.zoom())
        self.all.on_click(lambda _: self.reset())
        row = widgets.HBox([self.slider, self.shown, self.closer, self.all], layout={"flex_flow": "row wrap"})
        super().__init__([row, self.ends, self.said])

    def offer(self, first: datetime, last: datetime) -> None:
        """Offer all times between two, in UTC."""
        self.value, self.whole = None, (first, max(last, first + NARROWEST))
        self._ends(self.whole)

    def empty(self) -> None:
        """Offer nothing."""
        self.value = self.whole = None
        self.said.value = self.ends.value = ""
        self.slider.disabled = True

    def show(self) -> None:
        """Show the range of the slider."""
        if self.whole is not None:
            self._take(self.slider.value if self.slider.value != self.whole else None)

    def zoom(self) -> None:
        """Make the ends of the slider those of the range, so that its steps are finer."""
        if self.whole is not None and self.slider.value[1] - self.slider.value[0] >= NARROWEST:
            self._ends(self.slider.value)

    def choose(self, span: Span | None) -> None:
        """Show a range that was chosen elsewhere; None for the whole case."""
        if span is None:
            self.reset()
        elif self.whole is not None:
            at = [min(max(one, self.slider.options[0][1]), self.slider.options[-1][1]) for one in span]
            near = [min(range(STEPS + 1), key=lambda nth: abs(self.slider.options[nth][1] - one)) for one in at]
            self.slider.index = tuple(near)
            self._take(span)

    def reset(self) -> None:
        """Show the whole case."""
        if self.whole is not None:
            self._ends(self.whole)
            self._take(None)

    def tell(self, untimed: Mapping[str, int]) -> None:
        """Say what the range leaves out for want of a time."""
        without = ", ".join(f"{count} {WORDS[table]}" for table, count in untimed.items())
        said = f"{span_text(self.value)}: dead-lettered messages, errors and tables are of this range alone."
        said += f" Not shown, because they have no time in UTC: {without}." if without else ""
        self.said.value = framed(said)

    def _ends(self, span: Span) -> None:
        steps = [span[0] + (span[1] - span[0]) * nth / STEPS for nth in range(STEPS)] + [span[1]]
        self.slider.options = [(_label(at, span), at) for at in steps]
        self.slider.index, self.slider.disabled = (0, STEPS), False

    def _name(self) -> None:
        if self.whole is not None:
            self.ends.value = f"{span_text(self.slider.value)}"

    def _take(self, span: Span | None) -> None:
        if span != self.value:
            self.value, self.said.value = span, ""
            self.changed(span)


class TimelineTab(AnswerTab):
    """The answer of the time line, and a range of it to look at closely; `chosen(span)` is called for another range."""

    def __init__(self, run: Callable, chosen: Callable[[Span | None], None], output: Path = Path("investigation")):
        super().__init__("timeline", run, output)
        self.chosen = chosen
        self.range = RangeBar(self._choose)
        self.steps = Bars(self.range.choose, WHAT, upright=True)
        self.story = widgets.Dropdown(description="Marked", layout={"flex": "1 1 600px"})
        self.story.observe(lambda _: self._draw(), "index")
        self.picture, self.stories = widgets.HTML(), []
        self.children = [self.steps, self.range, self.story, self.picture, self.beside, self.save]
        self.story.layout.display = "none"

    def load(self, case) -> None:
        """Take up another case."""
        super().load(case)
        self.range.empty()
        self.steps.show([])
        self.stories, self.picture.value, self.beside.layout.display = [], "", None
        self.story.layout.display = "none"

    def _ask(self, case):
        made = questions.ask(case, "timeline")
        drawn = made.figures if made and not made.error else {"lanes": [], "stories": []}
        self._rows, self._told = drawn["lanes"], drawn["stories"]
        return super()._ask(case)

    def _show(self, answered) -> None:
        super()._show(answered)
        if self._rows:
            ends = (pick(row["time"] for row in self._rows) for pick in (min, max))
            first, last = (datetime.fromtimestamp(end, UTC).replace(tzinfo=None) for end in ends)
            self.range.offer(first, last + timedelta(milliseconds=1))
            self.steps.show(counts_by_step(self._rows, first, last))
        self.stories = self._told
        self.story.options = [(f"{nth}. {story[0]['said']}", nth) for nth, story in enumerate(self.stories, 1)]
        self.story.layout.display = None if len(self.stories) > 1 else "none"

    def _choose(self, span: Span | None) -> None:
        self.steps.mark(span)
        self.chosen(span)
        self._draw()

    def _draw(self) -> None:
        case, span, marked = self.case, self.range.value, self._marked()
        self.beside.layout.display = "none" if span else None  # its picture and its rows are of the whole case
        if span is None and not self.story.index:
            self.picture.value = ""  # the answer's own picture shows it
            return
        draw = lambda: _drawn(case.between(*span) if span else case, marked, span)  # noqa: E731
        self.run("Drawing the time line", draw, lambda shown: setattr(self.picture, "value", shown))

    def _marked(self) -> Sequence[dict]:
        return self.stories[self.story.index or 0] if self.stories else ()


def _drawn(case, marked: Sequence[dict], span: Span | None) -> str:
    rows = lanes(case)
    if not rows:
        return framed(f"{span_text(span)} nothing that has a time is known.")
    return style.img(timeline_figure(rows, marked, span))
