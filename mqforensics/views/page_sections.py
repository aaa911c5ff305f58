"""What each question draws and lists besides its findings, from its one answer; nothing here decides anything."""

from collections.abc import Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from IPython.display import HTML
from matplotlib.figure import Figure
from pyspark.sql import SparkSession

from mqforensics.questions import question
from mqforensics.questions.answer import Answer
from mqforensics.spark_compat import run_concurrently
from mqforensics.views.table import table

Shown = list[HTML | Figure]
ROWS = 100
"""So many rows of a table are displayed."""


def title(name: Answer | str) -> str:
    """The heading of a question or of its answer."""
    return question(name if isinstance(name, str) else name.question).title


def draw_sections(spark: SparkSession, answers: Iterable[Answer], rows: int = ROWS) -> dict[str, Shown]:
    """The pictures of each answer, then its tables. A question is drawn by the module of its name, where there is one.

    What Spark has to say is asked side by side; the pictures are drawn one after the other, as pyplot wants it.
    """
    answers = list(answers)
    listed = run_concurrently(spark, partial(_listed, spark, rows), answers)
    return {answer.question: [*pictures(answer), *tables] for answer, tables in zip(answers, listed, strict=True)}


def _listed(spark: SparkSession, rows: int, answer: Answer) -> Shown:
    dict(answer.figures)  # made here, drawn later
    return run_concurrently(spark, lambda one: table(one[1], rows=rows, caption=one[0]), answer.tables.items())


def pictures(answer: Answer) -> Shown:
    """What the module `views.NAME` draws of the answer to the question `NAME`: `drawn(answer)`."""
    if answer.error:
        return []
    name = f"mqforensics.views.{answer.question}"
    draw = getattr(import_module(name), "drawn", None) if find_spec(name) else None
    return list(draw(answer)) if draw else []
