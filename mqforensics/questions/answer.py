"""The one answer to a question, which report, notebook, desk, command line and findings.json all show."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import DataFrame

from mqforensics.questions.finding import Finding
from mqforensics.validation import Kind


class Later(Mapping):
    """Values that are made when they are looked at, once: what a person opens is worth the time that it takes."""

    def __init__(self, made: Mapping[str, Callable[[], Any]]):
        """`made`: what makes each value, by its key."""
        self._made, self._values = dict(made), {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._values:
            self._values[key] = self._made[key]()
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True)
class Answer:
    """What a case says to one question; a question that a case has no evidence for has no answer.

    `headline`: one sentence; `findings`: few, on the driver; `tables`: DataFrames by their captions, not yet computed;
    `figures`: what the pictures draw, by name, plain data that does not grow with the evidence.
    """

    question: str
    headline: str
    findings: tuple[Finding, ...] = ()
    tables: Mapping[str, DataFrame] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    impact: str = ""
    """Whom it concerns, as one sentence: how many messages or connections, since when, of which applications."""
    asked: bool = False
    """Whether the case itself asks for it, in its `case.json`."""
    error: str | None = None
    """What is wrong, where the evidence is such that the kit fails over this question; then there are no figures."""


@dataclass(frozen=True)
class Question:
    """One question a person asks of a case: how it is put, and what to collect where a case cannot answer it.

    `answer(case)` gives the `Answer`, or None without evidence for it. `parameters`: what else it takes, by name.
    `tables`: those whose rows it looks at, as the inventory of a page says.
    """

    name: str
    title: str
    asks: str
    collect: str
    answer: Callable[..., Answer | None]
    parameters: Mapping[str, Kind] = field(default_factory=dict)
    tables: tuple[str, ...] = ()
