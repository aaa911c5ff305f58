"""A finding: one answer to one question, with the evidence it rests on and what to run next."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from pyspark.sql import DataFrame, SparkSession

from mqforensics.objects.commands import CHANGES, LOOKS, Command, in_order
from mqforensics.plaintext import shown
from mqforensics.questions.local import local_frame

SCHEMA = (
    "question string, code string, severity string, statement string, queue_manager string, object string, "
    "as_of string, evidence array<struct<file: string, line: int, number: int, text: string>>, "
    "next array<struct<command: string, on: string, effect: string>>"
)
"""`queue_manager`, `object`: what it is about; `as_of`: the time it is said for, ISO 8601, with `Z` where it is UTC and
without a zone by the clock of the queue manager's host. `line` for line evidence, `number` for a message of a dump; the
other is null; `text`: the very line. `next`: commands that look before those that change something; those of the kit
itself are for the folder of the case."""

SEVERITIES = ("info", "warning", "critical")
PAST = timedelta(hours=36)
"""What was so long before the newest is past, whatever zone its time is of."""
WORDS = frozenset({
    "a", "an", "applications", "but", "channel", "entries", "every", "gets", "given", "how", "in", "it", "its", "last",
    "line", "made", "maybe", "message", "messages", "no", "not", "nothing", "one", "puts", "so", "some", "something",
    "text", "that", "the", "there", "user", "what", "whether", "which", "who", "written",
})  # fmt: skip
"""With which sentences begin; any other word may be a name, and a name is told as it is written."""


class Evidence(NamedTuple):
    """One place in a case: a file and either a line (from 1) or a message number; `text` is the line, as it stands."""

    file: str
    line: int | None = None
    number: int | None = None
    text: str | None = None


class Finding(NamedTuple):
    """One row of the findings table."""

    question: str
    code: str
    severity: str
    statement: str
    evidence: Iterable[Evidence]
    next: Iterable[Command] | str | None = None
    queue_manager: str | None = None
    object: str | None = None
    as_of: str | None = None
    reason: int | None = None
    """The reason that it is about, by which causes are linked to it; not a column."""
    until: str | None = None
    """When it happened last, where `as_of` is the first time; not a column."""

    @property
    def row(self) -> tuple:
        """The values in the order of `SCHEMA`; what a terminal would obey is told as a code."""
        manager, about = (name and shown(name) for name in (self.queue_manager, self.object))
        return (
            self.question, self.code, self.severity, shown(self.statement), manager, about, self.as_of,
            list(dict.fromkeys(self.evidence)), in_order(_commands(self.next)),
        )  # fmt: skip


def sentence(said: str) -> str:
    """`said` with a capital and a full stop; a name with which it begins stays as it is."""
    begins = said.partition(" ")[0] in WORDS
    return f"{said[:1].upper() if begins else said[:1]}{said[1:]}."


def frame(spark: SparkSession, findings: Iterable[Finding]) -> DataFrame:
    """Findings as a DataFrame of `SCHEMA`, empty when there are none."""
    return local_frame(spark, [one.row for one in findings], SCHEMA)


def _commands(given: Iterable[Command] | str | None) -> list[Command]:
    if isinstance(given, str):
        effect = CHANGES if "ALTER" in given or "DEFINE" in given else LOOKS
        return [Command(given, None, effect)]
    return list(given or ())
