"""The page of a case: the answer on top, what it rests on with links to the quoted lines, every question after it.

Text comes to the page through the templates alone, which escape it; nothing here puts HTML together.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property, reduce
from itertools import groupby

import pandas as pd
from IPython.display import HTML, display
from matplotlib.figure import Figure
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import mqforensics
from mqforensics import questions
from mqforensics.objects import quotes
from mqforensics.objects.case_columns import seconds_later, zone_seconds
from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.commands import CHANGES, LOOKS, Command, collect
from mqforensics.objects.fact import in_utc
from mqforensics.questions.answer import Answer
from mqforensics.questions.causes import CAUSE
from mqforensics.questions.coverage import coverage
from mqforensics.questions.finding import SENTENCE, Evidence, Finding, as_dict
from mqforensics.spark_compat import local_frame, rows_of
from mqforensics.views import page_sections, style
from mqforensics.views.places import place_values
from mqforensics.views.plain_report import NOTHING
from mqforensics.views.table import CITED, cell, places, table
from mqforensics.views.templates import render

QUOTED, AROUND = 150, 3
"""So many places are quoted on a page, with so many lines around each."""
HEADLINES = 4
WALK = "walk"
NOTHING_HERE = "This question found nothing wrong in what it looked at."
UNSEEN = "None of this evidence bears on a question that the kit asks."
COLLECT = "What the case lacks. The command mqforensics collect {} writes scripts that gather it."
TIMES = {"messages": ("put_time", "dlq_time"), "log": ("time",), "events": ("time",), "calls": ("time",)}
MANAGED = ("objects", "log", "events", "calls")
"""The tables whose rows say which queue manager they are of."""


class Page:
    """The parts of the page of a case, each to be shown by a cell; everything in it is asked once."""

    def __init__(self, case, rows: int = page_sections.ROWS, answers: Mapping[str, Answer] | None = None):
        """`rows`: so many rows of a table are displayed; `answers`: those to show, by default all."""
        self.case, self.rows = case, rows
        self.answers = questions.answers(case) if answers is None else answers
        self.found = questions.findings_by_urgency(self.answers.values())
        self.anchors: dict[tuple, str] = {}

    def head(self, made: str = "") -> HTML:
        """What was read: the case, its queue managers, the time that the evidence spans; `made`: when."""
        first, last, managers = _span(self.case)
        return render("head", case=self.case.name, managers=managers, first=first, last=last, made=made,
                        version=mqforensics.__version__)  # fmt: skip

    @cached_property
    def leading(self) -> Answer | None:
        """The answer on top, see `questions.answer_on_top`."""
        return questions.answer_on_top(self.answers.values(), self.found)

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if self.leading is None:
            return UNSEEN
        if not self.found:
            return NOTHING if len(self.answers) > 1 else self.leading.headline or NOTHING_HERE
        return self.leading.headline or self.found[0].statement

    @property
    def impact(self) -> str:
        """Whom it concerns: what the answer on top says of that. A cause concerns those whom it explains.

        Of a message that was asked about, others share the trouble: what counts those comes first.
        """
        explains = any(one.code == CAUSE for one in self.found[:1]) or any(one.asked for one in self.answers.values())
        others = self.answers.values() if explains else ()
        told = [one for one in (self.leading, *others) if one and one.impact]
        return next((one.impact for one in sorted(told, key=lambda one: one.question == WALK)), "")

    def answer(self) -> HTML:
        """The answer in a sentence, whom it concerns, what to check, how to fix it, and what the others say."""
        if self.leading is None:
            return _answer(UNSEEN)
        own = [one for one in self.found if one.question == self.leading.question]
        looks = [one for finding in (*own, *self.found) for one in finding.row[-1] if one.effect == LOOKS]
        looks += collect() if len(self.answers) > 1 else []
        mends = [one for finding in own[:1] for one in finding.row[-1] if one.effect == CHANGES]
        quiet = not self.found and len(self.answers) > 1
        others = [one.headline for one in self.answers.values() if quiet or (one is not self.leading and one.findings)]
        return _answer(self.sentence, own[0].severity if own else "info", list(filter(None, others))[:HEADLINES],
                       self.impact, looks[0] if looks else None, mends[0] if mends else None)  # fmt: skip

    def first_screen(self) -> list[HTML | Figure]:
        """What `show` and the desk have of a whole case: what was read, the answer, its picture, every finding."""
        things = self.head(), self.answer(), self.picture(), self.findings()
        return [thing for thing in things if thing is not None]

    def picture(self) -> Figure | None:
        """The picture that belongs to the answer, where there is one worth looking at."""
        if self.leading is None:
            return None
        names = [self.leading.question]
        walked = self.answers.get("walk")
        if names == ["timeline"] and walked and _managers(walked) & _managers(self.leading):
            names = ["walk", *names]  # the way of the message says more than when it happened
        # What only may explain the leading finding does not come first, and is drawn all the same.
        names += ["timeline"] if any(one.code == CAUSE for one in self.found) else []
        drawn = [one for name in names for one in self.drawn.get(name, [])]
        return next((one for one in drawn if isinstance(one, Figure)), None)

    @cached_property
    def drawn(self) -> dict[str, page_sections.Shown]:
        """What each question draws and lists, those left out that have nothing to show."""
        shown = page_sections.draw_sections(self.case.spark, self.answers.values(), self.rows)
        return {name: things for name, things in shown.items() if things}

    def contents(self) -> HTML:
        """Links to the sections."""
        made = [{"anchor": "findings", "title": "Findings", "note": _counts(self.found)}] if self.found else []
        made += [{"anchor": name, "title": page_sections.title(name), "note": ""} for name in self.drawn]
        made += [{"anchor": "missing", "title": "What is missing", "note": ""}]
        made += [{"anchor": "inputs", "title": "What was read", "note": ""}]
        made += [{"anchor": "quotes", "title": "Quoted evidence", "note": ""}] if self.found else []
        return render("contents", sections=made)

    def findings(self, found: Iterable[Finding] | None = None) -> HTML | None:
        """Each finding with its quoted lines and what to run next, grouped by question; None when there are none.

        What follows from another finding of the page is right after it.
        """
        chosen = self.found if found is None else list(found)
        roots = {one.id: one for one in chosen if one.follows is None}
        order = list(dict.fromkeys(one.question for one in chosen))
        ranked = sorted(chosen, key=lambda one: order.index(one.question))
        told = [
            (one.question, each) for one in ranked if one.follows not in roots
            for each in (one, *(other for other in ranked if one.follows is None and other.follows == one.id))
        ]  # fmt: skip
        groups = [
            {"title": page_sections.title(name), "findings": [self._finding(one) for _, one in of]}
            for name, of in groupby(told, key=lambda pair: pair[0])
        ]
        return render("findings", groups=groups) if groups else None

    def _finding(self, one: Finding) -> dict:
        alike: dict[str | None, list[Evidence]] = {}
        for at in one.evidence:
            alike.setdefault(at.text or f"{at[:3]}", []).append(at)
        groups = list(alike.values())
        shown, rest = groups[:CITED], [at for of in groups[CITED:] for at in of]
        about = ", ".join(filter(None, (one.object, one.queue_manager and f"at {one.queue_manager}")))
        about += f" (as of {one.as_of})" if one.as_of else ""
        row = as_dict(one)
        places_of = place_values(row, lambda at: self._cited([Evidence(**at)]))
        return {
            **row, **places_of, "about": about, "quotes": [self._cited(of) for of in shown],
            "more": len(rest), "rest": self.places(at._asdict() for at in rest),
        }  # fmt: skip

    def _cited(self, of: list[Evidence]) -> dict:
        """Places that show the same text: quoted once, with a link to the first."""
        at = of[0]
        place = at.file, at.line, at.number
        if place not in self.anchors and len(self.anchors) < QUOTED and (at.line or at.number):
            self.anchors[place] = f"quote-{len(self.anchors) + 1}"
        label = self.places(one._asdict() for one in of)
        return {"anchor": self.anchors.get(place), "label": label, "text": at.text}

    def _label(self, file: str, of: list[tuple]) -> str:
        return self.places([{"file": file, "line": line, "number": number} for _, line, number in of])

    def places(self, evidence: Iterable[Mapping]) -> str:
        """Evidence as text: `dlq.txt message 1, 2, 3; qm.txt line 14`."""
        calls = {file.name for file in self.case.files if "calls" in self.case.tables_of(file.name)}
        return places(evidence, calls)

    def quotes(self) -> HTML | None:
        """The lines that the findings shown so far cite, each with some lines around it."""
        if not self.anchors:
            return None
        around = quotes.lines_around(self.case, self.anchors, AROUND)
        cites = {tuple(at[:3]): one.id for one in reversed(self.found) for at in one.evidence}
        shown = [
            {"anchor": anchor, "label": self._label(place[0], [place]), "lines": around.get(place, []),
             "finding": cites.get(place)}
            for place, anchor in self.anchors.items()
        ]  # fmt: skip
        cited = {(at.file, at.line, at.number) for one in self.found for at in one.evidence}
        return render("quotes", quotes=shown, left_out=len(cited - set(self.anchors)))

    def compared(self, told) -> HTML:
        """What is new, gone and changed since an older report, as `tools.compare.since` shows it."""
        return render("compared", new=told.new, gone=told.gone, changed=told.changed, same=len(told.same))

    def sections(self) -> None:
        """Show what every question draws and lists; the picture that is on top is not displayed twice."""
        top = self.picture()
        for name, things in self.drawn.items():
            kept = [one for one in things if one is not top]
            section(page_sections.title(name), *kept or things, anchor=name)

    def inputs(self) -> HTML:
        """The files, what each is, how many records and problems it has, and which questions looked at it."""
        known = collect_findings(self.case.inventory)
        known["asked"] = [", ".join(self._askers(file)) or "no question" for file in known["file"]]
        return table(known)

    def _askers(self, file: str) -> list[str]:
        tables = self.case.tables_of(file)
        return [name for name in self.answers if not tables.isdisjoint(questions.question(name).tables)]

    def coverage(self) -> HTML:
        """What is missing of each queue manager to answer each question."""
        missing = coverage(self.case).where("size(missing) > 0").select("queue_manager", "question", "missing", "as_of")
        return table(missing, caption=COLLECT.format(self.case.name))


def display_each(things: Iterable[object]) -> None:
    """Display what there is of these, a figure as a picture with its text."""
    for thing in things:
        if thing is not None:
            style.show(thing) if isinstance(thing, Figure) else display(thing)


def section(title: str, *things: object, level: int = 2, anchor: str = "") -> None:
    """Show a heading and what belongs under it; nothing at all when there is nothing to show."""
    present = [thing for thing in things if thing is not None]
    if not present:
        return
    display(render("heading", title=title, level=level, anchor=anchor))
    display_each(present)


def show(answer: Answer | None, case) -> None:
    """Show one answer whole: its sentence, its findings, its pictures and tables. For a question's own notebook."""
    if answer is None:
        display(_answer(UNSEEN))
        return
    page = Page(case, answers={answer.question: answer})
    display(page.answer())
    display_each((page.findings(), *page.drawn.get(answer.question, ())))


def headline(*sentences: str, critical: bool = True) -> HTML:
    """The answer, in large letters."""
    return _answer(sentences[0] if sentences else NOTHING, "critical" if critical else "info", sentences[1:])


def _answer(
    sentence: str, severity: str = "info", others: Iterable[str] = (), impact: str = "",
    look: Command | None = None, fix: Command | None = None,
) -> HTML:  # fmt: skip
    """The answer, whom it concerns, what to check, the fix once that is confirmed, and other answers."""
    first, *rest = SENTENCE.split(sentence, maxsplit=1)
    told = {"first": first, "rest": "".join(rest), "severity": severity, "others": list(others), "impact": impact}
    return render("answer", **told, look=look, fix=fix)


def collect_findings(found: DataFrame) -> pd.DataFrame:
    """The findings of a case on the driver: a table that does not grow with the evidence."""
    return pd.DataFrame([row.asDict(recursive=True) for row in rows_of(found)], columns=found.columns)


def _managers(answer: Answer) -> set[str]:
    return {one.queue_manager for one in answer.findings if one.queue_manager}


def _counts(found: list[Finding]) -> str:
    """How many there are of each severity; what follows from another finding is not counted again."""
    roots = {one.id for one in found if one.follows is None}
    found = [one for one in found if one.follows not in roots]
    counted = pd.Series([one.severity for one in found]).value_counts()
    return ", ".join(f"{counted[name]} {name}" for name in questions.RANK if name in counted)


def _span(case) -> tuple[str, str, list[str]]:
    """The first and the last time in the evidence, and the queue managers that it names, from one Spark job."""
    none = F.lit(None)
    rows = [
        getattr(case, name).select(F.col(column).alias("time"), none.cast("string").alias("manager"))
        for name, columns in TIMES.items() if case.has(name) for column in columns
    ]  # fmt: skip
    if case.has("objects"):
        stamp = seconds_later(F.col("captured").cast("timestamp"), -zone_seconds())  # null without a zone
        rows.append(case.objects.select(stamp.alias("time"), none.cast("string").alias("manager")))
    taken = [in_utc(one.captured, one.zone) for one in dumps(case) if one.zone and one.row()]
    if taken:
        rows.append(local_frame(case.spark, [(min(taken), None), (max(taken), None)], "time timestamp, manager string"))
    rows += [
        getattr(case, name).select(none.cast("timestamp").alias("time"), F.col("queue_manager").alias("manager"))
        for name in MANAGED if case.has(name)
    ]  # fmt: skip
    if not rows:
        return "", "", []
    whole = reduce(DataFrame.unionByName, rows)
    times = [F.date_format(pick("time"), "yyyy-MM-dd HH:mm:ss").alias(name) for name, pick in
             (("first", F.min), ("last", F.max))]  # fmt: skip
    [told] = rows_of(whole.agg(*times, F.sort_array(F.collect_set("manager")).alias("managers")))
    return told.first or "", told.last or "", list(told.managers)


def parameters(**values: object) -> HTML:
    """The parameters of a notebook as a small table, because the cell that sets them is not displayed in a report."""
    return table(pd.DataFrame([(name, cell(value)) for name, value in values.items()], columns=["parameter", "value"]))
