"""A finding: one answer to one question, with the evidence it rests on and what to run next."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from pyspark.sql import DataFrame, SparkSession

from mqforensics.flow import assumptions, possible
from mqforensics.flow.assumptions import Assumption
from mqforensics.flow.possible import Possible
from mqforensics.objects.commands import CHANGES, LOOKS, Command, in_order
from mqforensics.objects.fact import Place, instant
from mqforensics.plaintext import escape_controls
from mqforensics.privacy.redaction import current
from mqforensics.spark_compat import local_frame

SCHEMA = (
    "question string, code string, severity string, statement string, queue_manager string, object string, "
    f"as_of string, evidence array<{possible.EVIDENCE}>, degree string, "
    f"assumes array<struct<{assumptions.SCHEMA}>>, possible array<struct<{possible.SCHEMA}>>, "
    "against array<string>, id string, follows string, "
    "next array<struct<command: string, on: string, effect: string>>"
)
"""`queue_manager`, `object`: what it is about; `as_of`: the time it is said for, ISO 8601, with `Z` where it is UTC and
without a zone by the clock of the queue manager's host. `line` for line evidence, `number` for a message of a dump; the
other is null; `text`: the very line; `shows`: the attribute or field in it that decides. `degree`: one of `DEGREES`,
null where a question has none; `assumes`: what is assumed where nothing shows it; `possible`: every place on the way of
a message; `against`: what would contradict it. `id`: the same as long as it is about the same, however it is worded;
`follows`: the `id` of the finding that it follows from, null for a root. `next`: commands that look before those that
change something; those of the kit itself are for the folder of the case."""

COLUMNS = (
    "question", "code", "severity", "statement", "queue_manager", "object", "as_of", "evidence", "degree", "assumes",
    "possible", "against", "id", "follows", "next",
)  # fmt: skip
SENTENCES = 3
"""So many a statement has."""
SENTENCE = re.compile(r"(?<=[a-z)\d][.?]) +(?=[A-Z])")
"""What is between two sentences; a name may end in a period, but for a capital before it."""
DEGREES = ("certain", "normal", "usual", "probable", "open", "nothing_normal", "contradiction")
"""No assumption; those of class A alone; A and B; A, B and C; several places left; none left with what is assumed; none
left with no assumption at all."""
SEVERITIES = ("info", "warning", "critical")
PAST = timedelta(hours=36)
"""What was so long before the newest is past, whatever zone its time is of."""
WORDS = frozenset({
    "a", "an", "answers", "applications", "but", "channel", "entries", "every", "gets", "given", "how", "in", "it",
    "its", "last", "line", "made", "maybe", "message", "messages", "no", "not", "nothing", "one", "puts", "so", "some",
    "something", "text", "that", "the", "there", "user", "what", "whether", "which", "who", "written",
})  # fmt: skip
"""With which sentences begin; any other word may be a name, and a name is reported as it is written."""


class Evidence(NamedTuple):
    """One place in a case: a file and either a line (from 1) or a message number; `text` is the line, as it is.

    `shows`: the attribute or field in it that decides.
    """

    file: str
    line: int | None = None
    number: int | None = None
    text: str | None = None
    shows: str | None = None

    @classmethod
    def of(cls, place: Place | tuple) -> "Evidence":
        """A place of the model, with the attribute that it was cited for."""
        return cls(*place[:3], shows=getattr(place, "shows", None))


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
    degree: str | None = None
    assumes: Sequence[Assumption] = ()
    possible: Sequence[Possible] = ()
    against: Sequence[str] = ()
    follows: str | None = None
    message: str | None = None
    """The identity of the message or messages that it is about, in any form that does not change; not a column."""
    explains: Sequence[tuple[str | None, str | None, int | None]] = ()
    """Queue manager, object and reason of what follows from it; not a column."""

    @property
    def id(self) -> str:
        """16 hex digits over question, code, queue manager, object and what identifies the message.

        Where names are redacted it is made of their tokens: nobody without the key can try names.
        """
        about = (self.queue_manager, self.object, self.message or self.reason)
        told = ["" if one is None else current().token(one) if current().identity else str(one) for one in about]
        return hashlib.sha256("\0".join((self.question, self.code, *told)).encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def row(self) -> tuple:
        """The values in the order of `SCHEMA`; what a terminal would obey is reported as a code."""
        manager, about = (name and escape_controls(name) for name in (self.queue_manager, self.object))
        return (
            self.question, self.code, self.severity, escape_controls(self.statement), manager, about, self.as_of,
            distinct_places(self.evidence), self.degree, [_plain(one) for one in self.assumes],
            [
                _plain(
                    one._replace(
                        rests_on=list(one.rests_on), evidence=distinct_places(one.evidence),
                        opens_without=list(map(list, one.opens_without)),
                    )
                )
                for one in self.possible
            ],
            list(map(escape_controls, self.against)), self.id, self.follows, in_order(_commands(self.next)),
        )  # fmt: skip


def as_dict(one: Finding) -> dict:
    """A finding by the names of its columns, as a row that Spark gives back."""
    found = dict(zip(COLUMNS, one.row, strict=True))
    places = [place._asdict() | {"evidence": [at._asdict() for at in place.evidence]} for place in found["possible"]]
    return found | {
        "evidence": [at._asdict() for at in found["evidence"]], "possible": places,
        "assumes": [dict(zip(assumptions.COLUMNS, at, strict=True)) for at in found["assumes"]],
        "next": [at._asdict() for at in found["next"]],
    }  # fmt: skip


def as_of(micros: int | None) -> str | None:
    """A time in Unix microseconds as `as_of` has it; None where there is none."""
    return None if micros is None else f"{instant(micros):%Y-%m-%dT%H:%M:%S}Z"


def seconds_of(micros: float | None) -> float | None:
    """A time in Unix microseconds as seconds; None where there is none."""
    return None if micros is None else micros / 1e6


def distinct_places(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Each place once: of a line that is cited for several attributes the first one."""
    found: dict[tuple, Evidence] = {}
    for one in evidence:
        first = found.setdefault(one[:3], one)
        if first.shows is None and one.shows:
            found[one[:3]] = first._replace(shows=one.shows)
    return list(found.values())


def _plain(row: tuple) -> tuple:
    told = [escape_controls(one) if isinstance(one, str) else one for one in row]
    return type(row)(*told)


def sentence(said: str) -> str:
    """`said` with a capital and a full stop; a name with which it begins stays as it is."""
    begins = said.partition(" ")[0] in WORDS
    return f"{said[:1].upper() if begins else said[:1]}{said[1:]}."


def without_capital(said: str) -> str:
    """A sentence to stand behind another word; a name with which it begins stays as it is."""
    begins = said.partition(" ")[0].lower() in WORDS
    return f"{said[:1].lower() if begins else said[:1]}{said[1:]}"


def brief(said: str) -> tuple[str, str]:
    """The first sentences of a statement, as many as a reader takes in at once, and what is said beyond them."""
    each = SENTENCE.split(said)
    return " ".join(each[:SENTENCES]), " ".join(each[SENTENCES:])


def first_sentence(said: str) -> str:
    """The sentence with which a statement begins."""
    return SENTENCE.split(said, maxsplit=1)[0]


def frame(spark: SparkSession, findings: Iterable[Finding]) -> DataFrame:
    """Findings as a DataFrame of `SCHEMA`, empty when there are none."""
    return local_frame(spark, [one.row for one in findings], SCHEMA)


def _commands(given: Iterable[Command] | str | None) -> list[Command]:
    if isinstance(given, str):
        effect = CHANGES if "ALTER" in given or "DEFINE" in given else LOOKS
        return [Command(given, None, effect)]
    return list(given or ())
