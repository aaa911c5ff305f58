"""A bar that shows how far Spark's stages are while work goes on behind the notebook, with a button to cancel."""

import logging
import queue
import re
import threading
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
from pyspark.errors import PySparkException
from pyspark.logger import PySparkLogger
from pyspark.sql import SparkSession

from mqforensics.progress import CANCELLED, DONE, Progress, Work

SAID = {
    "UNRESOLVED_COLUMN.WITH_SUGGESTION": "There is no column {objectName}; some that there are: {proposal}.",
    "UNRESOLVED_COLUMN.WITHOUT_SUGGESTION": "There is no column {objectName}.",
    "UNRESOLVED_ROUTINE": "There is no function {routineName}.",
    "PARSE_SYNTAX_ERROR": "Spark SQL does not understand this from {error} on.",
    "DATATYPE_MISMATCH.FILTER_NOT_BOOLEAN": "{filter} is {type}, not a condition.",
    "CAST_INVALID_INPUT": "{expression} cannot be read as {targetType}.",
}
"""Spark's error conditions that a wrong expression leads to, in a sentence."""
MARKS = re.compile(r"\[[A-Z_.]+\] ?|SQLSTATE: \w+;?|; line \d+ pos \d+;?")


class ProgressBar(widgets.HBox):
    """Works one after the other; `value` is the share of tasks done (0–1), `busy` whether any is left."""

    def __init__(self, spark: SparkSession | None):
        """`spark`: None until there is a session."""
        PySparkLogger.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)  # it prints what is said here
        self.spark = spark
        self.bar = widgets.FloatProgress(min=0, max=1, layout={"width": "260px"})
        self.said = widgets.Label(value="")
        self.stop = widgets.Button(description="Cancel", icon="stop", tooltip="Cancel the work that runs on Spark")
        self.stop.on_click(lambda _: self.cancel())
        self._works: queue.Queue = queue.Queue()
        self._current: Work | None = None
        self.problem = ""
        super().__init__([self.bar, self.stop, self.said])
        self._rest("Ready.")
        threading.Thread(target=self._go, daemon=True).start()

    @property
    def value(self) -> float:
        """Part of the running work that is done, from 0 to 1."""
        return self.bar.value

    @property
    def busy(self) -> bool:
        """Whether work is running or waiting."""
        return self._works.unfinished_tasks > 0

    def run(self, label: str, job: Callable[[], Any], then: Callable[[Any], None]) -> Work:
        """Do `job` behind the notebook, then give its result to `then`; `label` says what is being done."""
        if not self.busy:
            self.problem = ""
        work = Work(self.spark, job, lambda progress: self._tell(label, progress))
        self._works.put((label, work, then))
        return work

    def cancel(self) -> None:
        """Stop the work that is running."""
        if self._current is not None:
            self.said.value = "Cancelling …"
            self._current.cancel()

    def wait(self) -> None:
        """Until all work is done: for tests and scripts, a notebook goes on meanwhile."""
        self._works.join()

    def _go(self) -> None:
        while True:
            label, work, then = self._works.get()
            try:
                self._do(label, work, then)
            finally:
                self._works.task_done()

    def _do(self, label: str, work: Work, then: Callable[[Any], None]) -> None:
        self._current = work
        self._tell(label, Progress())
        work.run()
        self._current = None
        problem = work.problem
        if work.state == DONE:
            try:
                then(work.result)
            except Exception as raised:  # a thread has nobody else to tell
                problem = raised
        if work.state == CANCELLED:
            self.problem = f"{label}: cancelled."
        elif problem:
            self.problem = f"{label} failed: {sentence(problem)}"
        self._rest(self.problem or "Ready.", "danger" if self.problem else "success")  # stays while more work goes on

    def _tell(self, label: str, progress: Progress) -> None:
        self.bar.bar_style, self.stop.disabled = "info", False
        self.bar.value, self.said.value = progress.share, f"{label}: {progress}" if self.spark else label

    def _rest(self, said: str, style: str = "success") -> None:
        self.bar.bar_style, self.stop.disabled = style, True
        self.bar.value, self.said.value = 1.0, said


def sentence(problem: Exception) -> str:
    """What went wrong, in a line."""
    if isinstance(problem, PySparkException) and (said := SAID.get(problem.getCondition() or "")):
        given = {name: value.replace("`", "") for name, value in (problem.getMessageParameters() or {}).items()}
        return said.format_map(given)
    first = MARKS.sub("", next(filter(None, str(problem).splitlines()), "")).strip()[:200]
    return f"{type(problem).__name__}: {first}" if first else type(problem).__name__
