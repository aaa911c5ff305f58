"""What each question draws and lists besides its findings, from its one answer; nothing here decides anything."""

from importlib import import_module
from importlib.util import find_spec

from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics.questions import question
from mqforensics.questions.answer import Answer
from mqforensics.sparks import together
from mqforensics.views.table import table

Shown = list[HTML | Figure]
ROWS = 100
"""So many rows of a table are shown."""


def title(name: Answer | str) -> str:
    """The heading of a question or of its answer."""
    return question(name if isinstance(name, str) else name.question).title


def shown(answer: Answer, rows: int = ROWS) -> Shown:
    """The pictures of an answer, then its tables. A question is drawn by the module of its name, where there is one."""
    told = list(answer.tables.items())
    made = together(told[0][1].sparkSession, lambda one: table(one[1], rows=rows, caption=one[0]), told) if told else []
    return [*pictures(answer), *made]


def pictures(answer: Answer) -> Shown:
    """What the module `views.NAME` draws of the answer to the question `NAME`: `drawn(answer)`."""
    if answer.error:
        return []
    name = f"mqforensics.views.{answer.question}"
    draw = getattr(import_module(name), "drawn", None) if find_spec(name) else None
    return list(draw(answer)) if draw else []
