"""The questions a person asks of a case, one room each; what each says is one `Answer`, made once a case."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module

from pyspark.sql import DataFrame

from mqforensics.objects import quotes
from mqforensics.objects.commands import placed
from mqforensics.objects.of_case import estate, once
from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.causes import CAUSE
from mqforensics.questions.finding import Finding, frame

NAMES = ("walk", "dead_letters", "refused", "poison", "browse", "handler", "delivery", "changes", "errors", "timeline")
"""In the order in which they answer first."""
RANK = {"critical": 0, "warning": 1, "info": 2}

@once
def ask(case, name: str) -> Answer | None:
    """The answer of a case to one question; None when it has no evidence for it. Asked again, it is not made again."""
    answer = question(name).answer(case)
    return None if answer is None else replace(answer, findings=tuple(_placed(case, _cited(case, answer.findings))))


def question(name: str) -> Question:
    """How one question is put, what to collect for it, and what answers it."""
    return import_module(f"{__name__}.{name}").QUESTION


def answers(case) -> dict[str, Answer]:
    """The answers of a case to every question that it has evidence for, by the question's name."""
    return {name: answer for name in NAMES if (answer := ask(case, name)) is not None}


def found(case) -> list[Finding]:
    """The findings of every question, what explains others first, then the gravest, each with the lines it cites."""
    return ranked(answers(case).values())


def ranked(answers: Iterable[Answer]) -> list[Finding]:
    """The findings of these answers, what explains others first, then the gravest."""
    everything = [one for answer in answers for one in answer.findings]
    return sorted(everything, key=lambda one: (one.code != CAUSE, RANK.get(one.severity, len(RANK))))


def findings(case) -> DataFrame:
    """The findings of every question that the case has evidence for, as rows of `finding.SCHEMA`."""
    return frame(case.spark, found(case))


def _placed(case, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the commands as the hosts take them that they are for."""
    known = estate(case)
    for one in findings:
        yield one if isinstance(one.next, str | None) else one._replace(next=placed(one.next, known.platform))


def _cited(case, findings: Iterable[Finding]) -> Iterator[Finding]:
    findings = list(findings)
    texts = quotes.quoted(case, {at[:3] for one in findings for at in one.evidence if at.text is None})
    for one in findings:
        yield one._replace(evidence=[at if at.text is not None else at._replace(text=texts.get(at[:3])) for at in
                                     one.evidence])  # fmt: skip
