"""The answers to the questions on one case: what is in the report, a question at a time."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics import questions
from mqforensics.investigation_record import Note, evidence_of
from mqforensics.questions import handler
from mqforensics.questions.answer import Answer
from mqforensics.questions.finding import Finding, frame
from mqforensics.views import page, style
from mqforensics.views.export import ExportBar, export
from mqforensics.views.notes import note_of
from mqforensics.views.source_view import LinkedAnswer, SourceView
from mqforensics.views.templates import render, sentence_frame
from mqforensics.views.unopened import Unopened

SHORT = {"handler": "Rules"}
QUESTIONS = {name: SHORT.get(name, name.capitalize()) for name in questions.NAMES if name != "dead_letters"}
"""The tabs and their order; dead-lettered messages have their own desk."""
WHOLE = "This answer rests on all the evidence, whatever range of time is chosen."
PROPOSED = "The case has no rules table. This one would empty the dead-letter queue; try it before it is used."


def answer(case, question: str) -> list[HTML | Figure]:
    """All there is to see of one question (a key of `QUESTIONS`): its sentence, its findings, pictures and tables."""
    return _with_anchors(case, question)[0]


def _with_anchors(case, question: str) -> tuple[list[HTML | Figure], dict[tuple, str]]:
    """The same, and the anchor of each place that is quoted in it."""
    made = questions.ask(case, question)
    if made is None:
        one = questions.question(question)
        return [render("none", asks=one.asks, collect=one.collect), *_proposed(case, question)], {}
    shown = page.Page(case, answers={question: made})
    drawn = [*shown.drawn.get(question, ()), *_proposed(case, question)]
    if shown.sentence == page.NOTHING_HERE and drawn:  # what there is to see is the answer
        return drawn, shown.anchors
    return [one for one in (shown.answer(), shown.findings(), *drawn) if one is not None], shown.anchors


def _proposed(case, question: str) -> list[HTML]:
    """A rules table made for a case that has dead-lettered messages and no rules table."""
    if question != "handler" or case.has("rules") or not case.has("messages"):
        return []
    text = handler.propose_rules(case.messages, case.objects if case.has("objects") else None)
    return [render("text", caption=PROPOSED, text=text)]


def collect_findings(case, made: Answer | None) -> pd.DataFrame | None:
    """The findings of an answer; None when the case has no evidence for it."""
    return None if made is None else page.collect_findings(frame(case.spark, made.findings))


def as_html(thing: HTML | Figure) -> str:
    """What a question shows, as text of HTML."""
    return style.img(thing) if isinstance(thing, Figure) else thing.data


class AnswerTab(widgets.VBox):
    """The answer to one question, made when it is first looked at; `value` is the number of its findings."""

    def __init__(self, question: str, run: Callable, output: Path = Path("investigation")):
        """`run(label, job, then)` does work on Spark; saved findings go to the folder `output`."""
        self.question, self.run, self.output, self.case = question, run, output, None
        self._made: Sequence[Finding] = ()
        self.save = ExportBar(self.write, "Save the findings as")
        self.save.layout.display = "none"
        self.found: pd.DataFrame | None = None
        self.pictures: list[Figure] = []
        self.source = SourceView(run)
        self.rests, self.page = widgets.HTML(), LinkedAnswer(self.source.look_at)
        self.page.layout.flex, self.page.layout.min_width = "3 1 560px", "0"
        self.beside = widgets.HBox([self.page, self.source], layout={"flex_flow": "row wrap"})
        self.is_new, self._anchors = False, {}
        super().__init__([self.rests, self.beside, self.save])

    @property
    def value(self) -> int:
        """Number of findings."""
        return 0 if self.found is None else len(self.found)

    def load(self, case) -> None:
        """Take up another case; the question is asked when the tab is looked at."""
        self.case, self.found, self.pictures, self.is_new = case, None, [], True
        self.page.value, self._anchors, self._made = "", {}, ()
        self.save.layout.display, self.save.said.value = "none", ""
        self.source.offer(case, {})

    def say_whole(self, is_bounded: bool) -> None:
        """Say that the answer rests on all evidence, where other tabs show a range of time alone."""
        self.rests.value = sentence_frame(WHOLE) if is_bounded else ""

    def look(self) -> None:
        """Ask the question unless that has been done."""
        if self.is_new:
            self.is_new = False
            case = self.case
            self.run(f"Asking: {QUESTIONS[self.question].lower()}", lambda: self._ask(case), self._show)

    def _ask(self, case) -> tuple[pd.DataFrame | None, list[HTML | Figure]]:
        things, self._anchors = _with_anchors(case, self.question)
        made = questions.ask(case, self.question)
        self._made = made.findings if made else ()
        return collect_findings(case, made), things

    def _show(self, answered: tuple[pd.DataFrame | None, list[HTML | Figure]]) -> None:
        self.found, shown = answered
        self.pictures = [thing for thing in shown if isinstance(thing, Figure)]
        self.page.value = "".join(map(as_html, shown))
        self.source.offer(self.case, self._anchors)
        self.save.layout.display = None if self.value else "none"

    def write(self, format: str) -> None:
        """Write the findings to a file, each with its evidence and what to run next."""
        case, made = self.case, self._made
        if case is None:
            return
        path = self.output / f"{case.name}.{self.question or 'findings'}.{format}"
        self.run("Saving", lambda: export(frame(case.spark, made), path, format), self.save.wrote)

    def notes(self) -> dict[str, Callable[[], Note | None]]:
        """What the tab has that can be kept, by its name."""
        name = QUESTIONS[self.question]
        return {f"{name}: findings": self._findings_note, f"{name}: picture": self._picture_note}

    def _places(self) -> tuple:
        return evidence_of(at for one in self.found["evidence"] for at in one)

    def _findings_note(self) -> Note | None:
        if not self.value:
            return None
        shown = self.found[["severity", "code", "statement"]]
        return note_of(f"{QUESTIONS[self.question]}: findings", shown, self._places())

    def _picture_note(self) -> Note | None:
        if not self.pictures:
            return None
        places = self._places() if self.value else ()
        return note_of(f"{QUESTIONS[self.question]}: picture", self.pictures[0], places)


class OverviewTab(AnswerTab):
    """What the report of the case has on its first screen: the answer, its picture and every finding."""

    def __init__(self, run: Callable, told: Callable[[Mapping[str, int]], None], output: Path = Path("investigation")):
        """`told` gets how many findings each question has, by its name."""
        super().__init__("", run, output)
        self.told = told

    def look(self) -> None:
        """Ask every question unless that has been done."""
        if self.is_new:
            self.is_new = False
            case = self.case
            shown = lambda told: self.case is case and self._show(told)  # noqa: E731
            self.run("Asking every question", lambda: self._ask(case), shown)

    def _ask(self, case) -> tuple[pd.DataFrame | None, list[HTML | Figure]]:
        shown = page.Page(case)
        things = shown.first_screen()
        self._anchors, self._made = shown.anchors, shown.found
        self._counts = Counter(one.question for one in shown.found)
        return page.collect_findings(frame(case.spark, shown.found)), things

    def _show(self, answered: tuple[pd.DataFrame | None, list[HTML | Figure]]) -> None:
        super()._show(answered)
        self.told(self._counts)

    def notes(self) -> dict[str, Callable[[], Note | None]]:
        """Nothing: each finding is kept on the tab of its own question."""
        return {}


class TwoOverviews(widgets.VBox):
    """The overview of the case, and of another one beside it where one is chosen; `open_case(path)` opens it.

    `value` is the path of the other case, blank without one.
    """

    def __init__(self, overview: OverviewTab, run: Callable, cases: list[tuple[str, str]], opened: Callable):
        """`cases`: names and paths to choose from; `opened(path)` gives the case, or None where it cannot be opened."""
        self.overview, self.opened = overview, opened
        self._unopened = Unopened()
        with self._unopened():
            self.other = OverviewTab(run, lambda counts: None, overview.output)
        self.which = widgets.Dropdown(options=[("no other case", ""), *cases], description="Beside it",
                                      layout={"width": "420px"})  # fmt: skip
        self.which.observe(lambda _: self.choose(), "value")
        self.other.layout.display = "none"
        for one in (self.overview, self.other):
            one.layout.flex, one.layout.min_width = "1 1 360px", "0"
        self.both = widgets.HBox([self.overview], layout={"flex_flow": "row wrap"})
        super().__init__([self.which, self.both])

    @property
    def value(self) -> str:
        """Path of the other case."""
        return self.which.value

    def choose(self) -> None:
        """Show the overview of the chosen case beside the first one; of none, the first alone."""
        case = self.opened(self.value) if self.value else None
        if case:
            self._unopened.open()
            self.both.children = [self.overview, self.other]
        self.other.layout.display = None if case else "none"
        if case:
            self.other.load(case)
            self.other.look()

    def look(self) -> None:
        """Ask every question of the case unless that has been done."""
        self.overview.look()
