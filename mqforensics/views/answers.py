"""The answers to the other questions on one case: walk, rules, poison, browse; or what evidence they would need."""

import html
from collections.abc import Callable

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics.questions import ask, handler
from mqforensics.questions.finding import frame
from mqforensics.record import Note, cited
from mqforensics.views import page, sections, style
from mqforensics.views.notes import noted
from mqforensics.views.sheet import styled

QUESTIONS = {"walk": "Walk", "handler": "Rules", "poison": "Poison", "browse": "Browse"}
"""The tabs and their order."""
ASKS = {
    "walk": "Where along its route is the message, and what holds it up?",
    "handler": "What would the dead-letter queue handler do with these messages?",
    "poison": "Which messages can come round for ever, and which queue is made for them?",
    "browse": "Why was a message late although it lay on the queue?",
}
COLLECT = {
    "walk": "definitions and status of each queue manager: echo \"DISPLAY QUEUE(*) ALL\" | runmqsc QMGR > qmgr.txt",
    "handler": "a rules table beside the dump of the dead-letter queue: cp /var/mqm/dlq.rules case/",
    "poison": "queue definitions with BOTHRESH and BOQNAME: echo \"DISPLAY QLOCAL(*) ALL\" | runmqsc QMGR > queues.txt",
    "browse": "an activity trace: amqsevt -m QMGR -q SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE -o json -w 1 > trace.json",
}  # fmt: skip
PROPOSED = "The case has no rules table. This one would take every dead letter off the queue; try it before it is used:"


def answer(case, question: str) -> list[HTML | Figure]:
    """All there is to see of one question (a key of `QUESTIONS`): findings first, then its pictures and tables."""
    return [_findings(question, findings_of(case, question)), *SHOWN[question](case)]


def findings_of(case, question: str) -> pd.DataFrame | None:
    """The findings of one question; None when the case has no evidence for it."""
    answer = ask(case, question)
    return None if answer is None else page.collected(frame(case.spark, answer.findings))


def _findings(question: str, known: pd.DataFrame | None) -> HTML:
    head = f"<h3>{ASKS[question]}</h3>"
    if known is None:
        need = html.escape(COLLECT[question])
        return styled(f"{head}<p class='none'>This case has no evidence for it. Collect {need}</p>")
    shown = page.findings_table(known)
    return styled(head + (shown.data if shown else "<p>Nothing to report.</p>"))


def proposed(case) -> list[HTML]:
    """A rules table made for a case that has dead letters and no rules table."""
    if case.has("rules") or not case.has("messages"):
        return []
    text = handler.propose_rules(case.messages, case.objects if case.has("objects") else None)
    return [styled(f"<p>{PROPOSED}</p><pre class='body'>{html.escape(text)}</pre>")]


SHOWN: dict[str, Callable[..., list[HTML | Figure]]] = {
    "walk": sections.walk, "handler": lambda case: sections.rules(case) + proposed(case),
    "poison": sections.poison, "browse": sections.browse,
}  # fmt: skip
"""What a question shows besides its findings."""


def as_html(thing: HTML | Figure) -> str:
    """What a question shows, as text of HTML."""
    return style.img(thing) if isinstance(thing, Figure) else thing.data


class AnswerTab(widgets.VBox):
    """The answer to one question, made when it is first looked at; `value` is the number of its findings."""

    def __init__(self, question: str, run: Callable):
        """`run(label, job, then)` does work on Spark."""
        self.question, self.run, self.case = question, run, None
        self.found: pd.DataFrame | None = None
        self.pictures: list[Figure] = []
        self.page = widgets.HTML()
        self.is_new = False
        super().__init__([self.page])

    @property
    def value(self) -> int:
        """Number of findings."""
        return 0 if self.found is None else len(self.found)

    def load(self, case) -> None:
        """Take up another case; the question is asked when the tab is looked at."""
        self.case, self.found, self.pictures, self.is_new = case, None, [], True
        self.page.value = ""

    def look(self) -> None:
        """Ask the question unless that has been done."""
        if self.is_new:
            self.is_new = False
            case = self.case
            self.run(f"Asking: {QUESTIONS[self.question].lower()}", lambda: self._ask(case), self._show)

    def _ask(self, case) -> tuple[pd.DataFrame | None, list[HTML | Figure]]:
        return findings_of(case, self.question), SHOWN[self.question](case)

    def _show(self, answered: tuple[pd.DataFrame | None, list[HTML | Figure]]) -> None:
        self.found, shown = answered
        self.pictures = [thing for thing in shown if isinstance(thing, Figure)]
        body = "".join(map(as_html, [_findings(self.question, self.found), *shown]))
        self.page.value = styled(body).data

    def notes(self) -> dict[str, Callable[[], Note | None]]:
        """What the tab has that can be kept, by its name."""
        name = QUESTIONS[self.question]
        return {f"{name}: findings": self._findings_note, f"{name}: picture": self._picture_note}

    def _places(self) -> tuple:
        return cited(at for one in self.found["evidence"] for at in one)

    def _findings_note(self) -> Note | None:
        if not self.value:
            return None
        shown = self.found[["severity", "code", "statement", "next"]]
        return noted(f"{QUESTIONS[self.question]}: findings", shown, self._places())

    def _picture_note(self) -> Note | None:
        if not self.pictures:
            return None
        places = self._places() if self.value else ()
        return noted(f"{QUESTIONS[self.question]}: picture", self.pictures[0], places)
