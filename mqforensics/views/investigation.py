"""The desk of an investigation: pick a case, see what it holds, look at each question, take notes for the report."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from pyspark.sql import SparkSession

from mqforensics.case import Case, open_case
from mqforensics.errors import MQForensicsError
from mqforensics.session import session
from mqforensics.views.answers import QUESTIONS, AnswerTab, OverviewTab, TwoOverviews
from mqforensics.views.case_tables import TablesTab
from mqforensics.views.inventory import Inventory, counted_files
from mqforensics.views.letters import LettersTab
from mqforensics.views.marks import RowMarks
from mqforensics.views.notes import NoteForm
from mqforensics.views.picker import CasePicker
from mqforensics.views.progress_bar import ProgressBar
from mqforensics.views.request_form import WalkTab
from mqforensics.views.span import Span, TimelineTab, span_text
from mqforensics.views.templates import sentence_frame
from mqforensics.views.unopened import Unopened

OVERVIEW, LETTERS, TABLES = "Overview", "Dead letters", "Tables"
LISTS = ("errors",)
"""The questions whose answer lists evidence: a range of time bounds it. A verdict rests on all that is known."""


class Investigation(widgets.VBox):
    """All widgets of an investigation together; `value` is the path of the open case, `case` the case itself.

    `spark`: a session; None starts one behind the desk, which has the files of the case meanwhile.
    `places`: folders whose cases are offered. `case`: the one to begin with, by default the first. Notes and saved
    tables go to the folder `output`, never to the evidence. `known`: what you know of that case, `zone`, `captured` and
    `assume` as `open_case` takes them.
    """

    def __init__(
        self, spark: SparkSession | None, *places: str | os.PathLike, case: str = "",
        output: str = "investigation", **known: Any,
    ):  # fmt: skip
        self.spark, self.output, self.case, self.span = spark, Path(output), None, None
        self.known = {os.fspath(case): known}
        self.bar = ProgressBar(spark)
        self.picker = CasePicker(*places, case=case, chosen=self.pick, keep=self.output)
        self.headline, self.inventory = widgets.HTML(), Inventory()
        self.marks = RowMarks(self._marked)
        self._unopened: dict[int, Unopened] = {}
        self.letters = self._later(1, LettersTab, self.bar.run, self.output, self.marks)
        made = {"walk": (WalkTab, self.bar.run), "timeline": (TimelineTab, self.bar.run, self.narrow)}
        self.answers: dict[str, Any] = {
            question: self._later(at, *made.get(question, (AnswerTab, question, self.bar.run)), self.output)
            for at, question in enumerate(QUESTIONS, 2)
        }
        self.tables = self._later(len(QUESTIONS) + 2, TablesTab, self.bar.run, self.output, self.marks)
        self.overview = OverviewTab(self.bar.run, self._told, self.output)
        offered = [tuple(one) for one in self.picker.cases[["case", "path"]].itertuples(index=False)]
        self.two = TwoOverviews(self.overview, self.bar.run, offered, self._other)
        self._tabs = [self.two, self.letters, *self.answers.values(), self.tables]
        blank = widgets.Box()
        self.tabs = widgets.Tab(
            [self.two, *[blank] * (len(self._tabs) - 1)],
            titles=(OVERVIEW, LETTERS, *QUESTIONS.values(), TABLES),
            selected_index=0,
        )
        self.tabs.observe(lambda _: self.look(), "selected_index")
        self.notes = NoteForm()
        self.held = widgets.Accordion([self.inventory], titles=("Inventory",), selected_index=0)
        kept = widgets.Accordion([self.notes], titles=("Notes for the report",), selected_index=0)
        super().__init__([self.picker, self.bar, self.headline, self.tabs, self.held, kept])
        self.add_class("mqf-desk")
        if self.picker.value:
            self.pick(self.picker.value)
        if spark is None:
            evidence = self.picker.value or None
            self.bar.run("Starting the engine", lambda: session(evidence=evidence), self._started)

    def _later(self, at: int, kind: type, *given: Any) -> Any:
        """A tab that the browser hears of when it is looked at."""
        self._unopened[at] = Unopened()
        with self._unopened[at]():
            return kind(*given)

    def _started(self, spark: SparkSession) -> None:
        self.spark = self.bar.spark = spark
        if self.picker.value:
            self.pick(self.picker.value)

    @property
    def value(self) -> str:
        """Path of the open case."""
        return self.case.path if self.case else ""

    def pick(self, path: str) -> None:
        """Open the case at `path`; what cannot be opened is said in a sentence."""
        try:
            if self.spark is None:
                self.inventory.show(Case(None, path))
                return
            self.case = open_case(self.spark, path, **self.known.get(path, {}))
            self.inventory.show(self.case)
        except (MQForensicsError, OSError) as problem:
            still = f" Still showing {self.case.name}." if self.case else ""
            self.say(f"{_ended(problem)}{still}")
            return
        self.headline.value, self.span = "", None
        for tab in (self.overview, self.letters, *self.answers.values(), self.tables):
            tab.load(self.case)
        self._badge({})
        record = self.notes.begin(self.output / f"{self.case.name}.notes.json", self.case.name)
        self.marks.record = record
        for tab in (self.letters, self.tables):
            tab.views.begin(record)
        self._marked()
        self._offer()
        self.look()
        self._count(self.case)

    def _marked(self) -> None:
        self.letters.remark()
        self.tables.grid.draw()
        self.notes.draw()

    def _other(self, path: str) -> Case | None:
        if self.spark is None:
            self.say("The engine is not there yet. Choose the other case again in a moment.")
            return None
        try:
            return open_case(self.spark, path, **self.known.get(path, {}))
        except (MQForensicsError, OSError) as problem:
            self.say(_ended(problem))
            return None

    def narrow(self, span: Span | None) -> None:
        """Bound the tabs that list evidence to a range of time; None bounds nothing."""
        case, self.span = self.case, span
        part = case.between(*span) if span else case
        self.letters.range = span_text(span) if span else ""
        for tab in (self.letters, self.tables, *(self.answers[name] for name in LISTS)):
            tab.load(part)
        for name in set(self.answers) - {*LISTS, "timeline"}:
            self.answers[name].say_whole(span is not None)
        if span:
            is_same = lambda: self.span is span  # noqa: E731
            tell = self.answers["timeline"].range.tell
            self.bar.run("Counting what has no time", case.untimed, lambda counts: is_same() and tell(counts))

    def look(self) -> None:
        """Ask the question of the tab that is in front."""
        at = self.tabs.selected_index or 0
        if at in self._unopened:
            self._unopened.pop(at).open()
            self.tabs.children = [self._tabs[nth] if nth == at else one for nth, one in enumerate(self.tabs.children)]
        if self.case:
            self._tabs[at].look()

    def _told(self, counts: Mapping[str, int]) -> None:
        self.held.selected_index = None  # the answer is there now
        self._badge(counts)

    def _badge(self, counts: Mapping[str, int]) -> None:
        """Show on each tab how many findings its question has."""
        names = {"dead_letters": LETTERS, **QUESTIONS}
        titles = [f"{title} ({counts[name]})" if counts.get(name) else title for name, title in names.items()]
        self.tabs.titles = (OVERVIEW, *titles, TABLES)

    def say(self, problem: str) -> None:
        """What cannot be opened, above everything."""
        self.headline.value = sentence_frame(problem, is_critical=True, is_large=True)

    def wait(self) -> None:
        """Until all work is done; a notebook need not."""
        self.bar.wait()

    def _count(self, case: Case) -> None:
        shown = lambda known: self.case is case and self.inventory.show(case, known)  # noqa: E731
        self.bar.run("Counting records", lambda: counted_files(case), shown)

    def _offer(self) -> None:
        sources = self.letters.notes()
        for tab in (*self.answers.values(), self.tables):
            sources |= tab.notes()
        self.notes.offer(sources)

    def __repr__(self) -> str:
        return f"Investigation of {self.case.name}" if self.case else "Investigation without a case"


def _ended(problem: Exception) -> str:
    """What a problem says, as a sentence with its full stop."""
    text = str(problem).rstrip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
