"""One way to show what a case says: `show(case)` for the whole, `show(case, "refused")` for one question."""

import os
import re

from IPython.display import display

from mqforensics import questions
from mqforensics.case import Case, open_case
from mqforensics.errors import MQForensicsError
from mqforensics.questions.answer import Answer
from mqforensics.session import session
from mqforensics.views import page

WALK = "walk"
"""What is asked of a message (`queue`, `queue_manager`, `msg_id` …) is asked of this question."""
EXPECTED = re.compile(r"\Aexpected ")


class QuestionExpected(MQForensicsError, ValueError):
    """`show` got a name that none of the questions has."""


def show(case: Case | str | os.PathLike, question: str | None = None, **asked: object) -> Answer:
    """Display what a case says, and return the `Answer`: of one question, or without `question` the one on top.

    `case`: a case, or the path of one. `question`: one of `mqforensics.questions.NAMES`. `asked`: the question's own
    parameters, and what `case.json` may say of it; without `question` they are those of the walk. None asks nothing.

    - `walk`: `queue`, `queue_manager`, `put_time`, `msg_id`, `correl_id`, `object_queue_manager`, `persistence`,
      `expiry`, `report`, as the function `walk` takes them
    - `dead_letters`: `as_of`, the time that ages count from
    - `poison`: `comparison`, as the function `poison` takes it; `queue`, `client`, `listener`, `retries`
    - `browse`: `message`, the MsgId of the message to look at; `late`, `msgdlvsq`, `time_is`
    - `handler`: `rules`, a table of the case by its file, the path of one, or what `parse_rules` gives; `failing`,
      `queue_manager`, `dead_letter_queue`, `platform`, `retry_rounds`, `despite_errors`
    - `changes`: `after`, a later case or its path; `everything`, as the function `changes` takes it
    - `timeline`: `skew`, as the function `timeline` takes it

    What cannot be asked, or has no evidence, is displayed as a sentence, and the Answer has it as `error`. Raises
    `QuestionExpected`.
    """
    if question is not None and question not in questions.NAMES:
        known = ", ".join(questions.NAMES)
        raise QuestionExpected(f"{question!r} is not a question. Ask one of these: {known}.")
    name = question or (WALK if any(value is not None for value in asked.values()) else None)
    try:
        evidence = case if isinstance(case, Case) else open_case(session(evidence=case), case)
        return _one(evidence, name, **asked) if name else _whole(evidence)
    except MQForensicsError as problem:
        said = EXPECTED.sub("Expected ", f"{problem}")
        display(page.headline(said, critical=False))
        return Answer(name or "", said, error=said)


def _one(case: Case, name: str, **asked: object) -> Answer:
    answer = questions.answer_for_page(case, name, **asked)
    page.show(answer, case)
    return answer


def _whole(case: Case) -> Answer:
    shown = page.Page(case)
    page.display_each(shown.first_screen())
    return shown.leading or Answer("", page.UNSEEN)
