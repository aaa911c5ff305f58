"""One way to show what a case says: `show(case)` for the whole, `show(case, "refused")` for one question."""

import os

from IPython.display import display

from mqforensics import questions
from mqforensics.case import Case, open_case
from mqforensics.errors import MQForensicsError
from mqforensics.questions.answer import Answer
from mqforensics.session import session
from mqforensics.views import page

WALK = "walk"
"""What is asked of a message (`queue`, `queue_manager`, `msg_id` …) is asked of this question."""


class QuestionExpected(MQForensicsError, ValueError):
    """`show` got a name that none of the questions has."""


def show(case: Case | str | os.PathLike, question: str | None = None, **asked: object) -> Answer:
    """Display what a case says, and return the `Answer`: of one question, or without `question` the one on top.

    `case`: a case, or the path of one. `question`: one of `mqforensics.questions.NAMES`. `asked`: what the question is
    asked with, in place of `case.json`: `show(case, "walk", queue="ORDERS.IN", queue_manager="QM1")`; without
    `question` it is asked of the walk. What cannot be asked, or has no evidence, is displayed as a sentence, and the
    Answer has it as `error`. Raises `QuestionExpected`.
    """
    if question is not None and question not in questions.NAMES:
        known = ", ".join(questions.NAMES)
        raise QuestionExpected(f"{question!r} is not a question. Ask one of these: {known}.")
    name = question or (WALK if asked else None)
    try:
        evidence = case if isinstance(case, Case) else open_case(session(evidence=case), case)
        evidence = evidence.asking(**{name: asked}) if name and asked else evidence
        return _one(evidence, name) if name else _whole(evidence)
    except MQForensicsError as problem:
        display(page.headline(f"{problem}", critical=False))
        return Answer(name or "", str(problem), error=str(problem))


def _one(case: Case, name: str) -> Answer:
    answer = questions.answered(case, name)
    page.show(answer, case)
    return answer


def _whole(case: Case) -> Answer:
    shown = page.Page(case)
    page.display_each((shown.head(), shown.answer(), shown.picture(), shown.findings()))
    return shown.leading or Answer("", page.UNSEEN)
