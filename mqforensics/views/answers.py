"""The answers to the other questions on one case: walk, rules, poison, browse; or what evidence they would need."""

import html
from collections.abc import Callable, Iterator

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML
from matplotlib.figure import Figure
from pyspark.sql import DataFrame

from mqforensics.questions import asked, handler
from mqforensics.record import Note, cited
from mqforensics.views import page, style
from mqforensics.views.notes import noted
from mqforensics.views.sheet import styled
from mqforensics.views.table import table

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
    found = asked(question, case)
    known = page.collected(found) if found is not None else None
    return [*_findings(question, known), *(EXTRAS[question](case) if question in EXTRAS else ())]


def findings_of(case, question: str) -> pd.DataFrame | None:
    """The findings of one question; None when the case has no evidence for it."""
    found = asked(question, case)
    return None if found is None else page.collected(found)


def _findings(question: str, known: pd.DataFrame | None) -> Iterator[HTML]:
    if known is None:
        need = html.escape(COLLECT[question])
        yield styled(f"<h3>{ASKS[question]}</h3><p class='none'>This case has no evidence for it. Collect {need}</p>")
        return
    shown = page.findings_table(known)
    yield styled(f"<h3>{ASKS[question]}</h3>" + (shown.data if shown else "<p>Nothing to report.</p>"))


def _rules(case) -> Iterator[HTML | Figure]:
    if not case.has("messages"):
        return
    if not case.has("rules"):
        text = handler.propose_rules(case.messages, case.objects if case.has("objects") else None)
        yield styled(f"<p>{PROPOSED}</p><pre class='body'>{html.escape(text)}</pre>")
        return
    for rules in handler.tables(case):
        result = handler.dry_run(case.messages, rules, objects=case.objects if case.has("objects") else None)
        head = f"<h4>Dry run of {html.escape(rules.file or 'the rules table')}</h4>"
        yield styled(head + _table(handler.flow(result)))


def _table(frame: DataFrame, rows: int = 50) -> str:
    return table(frame, rows=rows).data


EXTRAS: dict[str, Callable[..., Iterator[HTML | Figure]]] = {"handler": _rules}


def as_html(thing: HTML | Figure) -> str:
    """What a question shows, as text of HTML."""
    return style.img(thing) if isinstance(thing, Figure) else thing.data


class AnswerTab(widgets.VBox):
    """The answer to one question, made when it is first looked at; `value` is the number of its findings."""

    def __init__(self, question: str, run: Callable):
        self.question, self.run, self.case = question, run, None
        self.found: pd.DataFrame | None = None
        self.page = widgets.HTML(f"<p>{ASKS[question]}</p>")
        self.again = False
        super().__init__([self.page])

    @property
    def value(self) -> int:
        """Number of findings."""
        return 0 if self.found is None else len(self.found)

    def load(self, case) -> None:
        """Take up another case; the question is asked when the tab is looked at."""
        self.case, self.found, self.again = case, None, True
        self.page.value = f"<p>{ASKS[self.question]}</p>"

    def look(self) -> None:
        """Ask the question unless that has been done."""
        if self.again:
            self.again = False
            case = self.case
            self.run(f"Asking: {QUESTIONS[self.question].lower()}", lambda: self._ask(case), self._show)

    def _ask(self, case) -> tuple[pd.DataFrame | None, str]:
        found = findings_of(case, self.question)
        extra = EXTRAS[self.question](case) if self.question in EXTRAS else ()
        return found, "".join(map(as_html, [*_findings(self.question, found), *extra]))

    def _show(self, answered: tuple[pd.DataFrame | None, str]) -> None:
        self.found, self.page.value = answered

    def note(self) -> Note | None:
        """The findings as a note."""
        if self.found is None or self.found.empty:
            return None
        places = cited(at for one in self.found["evidence"] for at in one)
        shown = self.found[["severity", "code", "statement", "next"]]
        return noted(f"Findings: {QUESTIONS[self.question].lower()}", shown, places)
