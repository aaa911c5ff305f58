"""What each finding's code says, and what to do first: the table `codes.csv`.

The room of the question decides what is blank there: the severity, and what is said of a refusal.
"""

from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.codes.refusals import by_code
from mqforensics.questions import question
from mqforensics.questions.browse.findings import SEVERITY as OF_BROWSE
from mqforensics.questions.delivery.channel_audit import SEVERITY as OF_DELIVERY
from mqforensics.questions.handler.result_groups import SEVERITY as OF_HANDLER
from mqforensics.questions.refused.findings import severity

SEVERITIES = {
    "browse": OF_BROWSE, "handler": OF_HANDLER, "delivery": OF_DELIVERY,
    "refused": {code: severity(cause.gate) for code, cause in by_code().items()},
}  # fmt: skip
"""What the rooms hold of it, by the question and the code."""


EVERY = "every"
"""Stands for the question of a code that every question may have."""


class Meaning(NamedTuple):
    """A question's code: its usual `severity`, or `varies`; what it `says`, and what to do first, a sentence each."""

    question: str
    code: str
    severity: str
    says: str
    then: str

    @property
    def title(self) -> str:
        """The title of its question."""
        return "Every question" if self.question == EVERY else question(self.question).title


@cache
def meanings() -> tuple[Meaning, ...]:
    """Every code that a finding may have, in the order of the questions."""
    return tuple(map(_meaning, csv_tables.rows(__package__, "codes.csv")))


def meanings_of(code: str) -> tuple[Meaning, ...]:
    """What each question that has this code means by it; none where the code is not known."""
    return tuple(one for one in meanings() if one.code == code)


def _meaning(row: dict[str, str]) -> Meaning:
    question, code = row["question"], row["code"]
    says = row["says"] or by_code()[code].cause
    return Meaning(question, code, row["severity"] or SEVERITIES[question][code], says, row["then"])
