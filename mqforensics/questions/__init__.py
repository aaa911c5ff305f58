"""The questions a person asks of a case, one room each; what each says is one `Answer`, made once a case.

To read: `finding`, `answer`, `wording`, `causes` (what explains another finding), `attribution` (whose dump),
`meanings` (the table of codes), then a room a question.
"""

import os
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from itertools import count
from pathlib import Path

from pyspark.sql import DataFrame

from mqforensics import sail
from mqforensics.case import CASE
from mqforensics.case.settings import MANY, SETTINGS, SettingsExpected
from mqforensics.errors import NOT_ANSWERED, MQForensicsError
from mqforensics.formats.tables import SCHEMAS
from mqforensics.objects import quotes
from mqforensics.objects.case_evidence import displayed_rows, estate, once
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.objects.commands import Command, for_platform
from mqforensics.privacy.mask import masked
from mqforensics.progress import note_step
from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.causes import CAUSE
from mqforensics.questions.finding import PAST, Evidence, Finding, brief, frame
from mqforensics.spark_compat import run_concurrently
from mqforensics.validation import SHOWN, validated
from mqforensics.words import answers as words

NAMES = ("walk", "dead_letters", "refused", "poison", "browse", "handler", "delivery", "changes", "errors", "timeline")
"""In the order in which they answer first."""
RANK = {"critical": 0, "warning": 1, "info": 2}
UNKNOWN = "UNKNOWN"
DONE, ASKED = "questions done", "questions asked"
"""Where a case keeps how many questions were asked of it, and which."""
EARLIEST = datetime.min.replace(tzinfo=UTC)
DETAILS = "DETAILS"
"""The code of a finding with the further sentences of another one, which it follows."""
RAISES = "MQFORENSICS_RAISES"
"""With this in the environment a question that fails raises its error, as the kit's own tests want it."""


class EvidenceExpected(MQForensicsError, ValueError):
    """A case that is asked has no evidence for the question."""


class ParameterExpected(MQForensicsError, ValueError):
    """A question is asked with something that it does not take."""


@once
def ask(case, name: str) -> Answer | None:
    """The answer of a case to one question; None when it has no evidence for it. Asked again, it is not made again.

    A question that fails over evidence which the kit does not foresee says this itself, and costs no other question.
    """
    return _answer_or_error(case, name)


def _answer_or_error(case, name: str, **parameters: object) -> Answer | None:
    try:
        answer = question(name).answer(case, **parameters)
        if answer is None:
            return None
        cited = _with_distinct_ids(
            _with_commands_for_hosts(case, _with_quotes(case, _with_given(case, answer.findings)))
        )
        return replace(answer, headline=masked(answer.headline), findings=tuple(_brief(cited)))
    except MQForensicsError:  # the caller's mistake
        raise
    except Exception as failure:
        if os.environ.get(RAISES):
            raise
        return _not_answered(name, failure, sail.is_own(case.spark))


def answer_for_page(case, name: str, **asked: object) -> Answer:
    """The same for a page that is about this one question. Raises `EvidenceExpected` where a case has none for it.

    `asked`: what `case.json` may say of the question, and its own `parameters`; None asks nothing. The message that a
    walk is asked for, and the client of `poison`, come in place of those of `case.json`; other settings stay beside.
    Raises `ParameterExpected` for a name that the question does not have, `SettingsExpected` or the error of its kind
    for a value that does not fit.
    """
    one, own = question(name), SETTINGS.get(name, {})
    asked = {key: value for key, value in asked.items() if value is not None}
    unknown = [key for key in asked if key not in own and key not in one.parameters]
    if unknown:
        known = ", ".join((*own, *one.parameters))
        takes = f"Ask it with {known}." if known else "Ask it without any."
        raise ParameterExpected(f"The question {name!r} has no parameter {unknown[0]!r}. {takes}")
    for key, value in asked.items():
        if key in own and not own[key].fits(value):
            raise SettingsExpected(f"expected {own[key].what} as {key}, got {SHOWN.repr(value)}")
    parameters = {key: one.parameters[key].taken(key, value) for key, value in asked.items() if key not in own}
    settings = {key: value for key, value in asked.items() if key in own}
    if settings:
        case = case.asking(**{name: settings if name in MANY else {**case.settings.get(name, {}), **settings}})
    answer = _answer_or_error(case, name, **parameters) if parameters else ask(case, name)
    if answer is None:
        raise EvidenceExpected(f"{case.name} has no evidence for the question {one.title!r}. Collect {one.collect}")
    return answer


def _not_answered(name: str, failure: Exception, on_sail: bool) -> Answer:
    # The words of the error may quote a stranger's text, and a redacted report holds none of it.
    own = Path(__file__).parents[1]
    inside = [at for at in traceback.extract_tb(failure.__traceback__) if own in Path(at.filename).parents]
    where = f"{Path(inside[-1].filename).relative_to(own).as_posix()} line {inside[-1].lineno}"
    error = f"{type(failure).__name__} in {where}"
    said = words.FAILED.format(error=error, variable=RAISES)
    if on_sail:
        said = words.FAILED_ON_SAIL.format(error=error)
    headline = words.HEADLINE.format(title=question(name).title)
    return Answer(name, headline, (Finding(name, NOT_ANSWERED, "warning", said, []),), error=error)


def load() -> None:
    """Load every room of this package, one after the other.

    Threads that get functions of several rooms at once would load these by halves: a room's files import each other.
    """
    for name in (*NAMES, "biography", "coverage"):
        import_module(f"{__name__}.{name}")


def question(name: str) -> Question:
    """How one question is put, what to collect for it, and what answers it."""
    return import_module(f"{__name__}.{name}").QUESTION


def answers(case) -> dict[str, Answer]:
    """The answers of a case to every question that it has evidence for, by the question's name."""
    for table in filter(case.has, SCHEMAS):
        case.read(table)  # what all of them need is there before they part
    done, asked = case.made.setdefault(DONE, count(1)), case.made.setdefault(ASKED, set())

    def ask_and_note(name: str) -> Answer | None:
        answer = ask(case, name)
        if name not in asked:  # a case that is asked again has the answers
            asked.add(name)
            note_step(words.SO_MANY_ASKED.format(done=next(done), questions=len(NAMES)))
        return answer

    made = dict(zip(NAMES, run_concurrently(case.spark, ask_and_note, NAMES), strict=True))
    return with_causes_linked({name: answer for name, answer in made.items() if answer is not None})


def with_causes_linked(answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers, in which what surely follows from a cause that another finding shows names that finding."""
    causes = [one for answer in answers.values() for one in answer.findings if one.code == CAUSE and one.explains]

    def root(one: Finding) -> str | None:
        about = one.queue_manager, one.object
        fits = (
            cause.id for cause in causes for manager, name, reason in cause.explains
            if (manager, name) == about and (None in (reason, one.reason) or reason == one.reason)
        )  # fmt: skip
        return None if one.code == CAUSE else next(fits, None)

    roots = {one.id: root(one) for answer in answers.values() for one in answer.findings if one.follows is None}

    def follows(one: Finding) -> str | None:
        return roots[one.id] if one.follows is None else roots.get(one.follows) or one.follows

    return {
        name: replace(answer, findings=tuple(one._replace(follows=follows(one)) for one in answer.findings))
        for name, answer in answers.items()
    }


def all_findings(case) -> list[Finding]:
    """The findings of every question, in the order of `findings_by_urgency`, each with the lines it cites."""
    return findings_by_urgency(answers(case).values())


def findings_by_urgency(answers: Iterable[Answer]) -> list[Finding]:
    """The findings of these answers: what surely explains others first, then what the case asks for, then the gravest.

    What only may explain others is no graver than it says, and is before its like. What is long past when other
    things happened is a grade less urgent, and is behind its like. An UNKNOWN answers nothing.
    """
    answers = list(answers)
    everything = [one for answer in answers for one in answer.findings]
    asked = {id(one) for answer in answers if answer.asked for one in answer.findings if one.code != UNKNOWN}
    times = {id(one): time for one in everything if (time := _last(one))}
    past = max(times.values(), default=EARLIEST) - PAST if times else EARLIEST
    return sorted(everything, key=lambda one: _rank(one, id(one) in asked, times.get(id(one), past) < past))


def answer_on_top(answers: Iterable[Answer], found: list[Finding]) -> Answer | None:
    """The answer on top: that of the gravest finding, of two alike the one whose question comes first."""
    by_name = {answer.question: answer for answer in answers}
    return by_name[found[0].question] if found else next(iter(by_name.values()), None)


def headline(case) -> str | None:
    """The sentence on top of a report; None where no question found anything."""
    made = answers(case).values()
    rows = findings_by_urgency(made)
    first = answer_on_top(made, rows)
    return (first.headline or rows[0].statement) if rows and first else None


def _last(one: Finding) -> datetime | None:
    """When it was last, to the day or so: local times are taken for UTC."""
    try:
        return datetime.fromisoformat(one.until or one.as_of or "").replace(tzinfo=UTC)
    except ValueError:
        return None


def _rank(one: Finding, is_asked: bool, is_past: bool) -> tuple:
    grave, explains = RANK.get(one.severity, len(RANK)), one.code == CAUSE
    return not (explains and grave == 0), not is_asked, grave + is_past, is_past, not explains


@with_columns_described
@validated(case=CASE)
def findings(case) -> DataFrame:
    """The findings of every question that the case has evidence for, as rows of `finding.SCHEMA`."""
    return frame(case.spark, all_findings(case))


def _with_given(case, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the lines of `case.json` that say the zone or the capture time of what they rest on."""
    of: dict[str, set[str | None]] = {}
    for row in displayed_rows(case) if case.given.lines else ():
        of.setdefault(row.file, set()).add(row.queue_manager)
    for one in findings:
        cited = {at.file for at in one.evidence}
        managers = {one.queue_manager, *(manager for file in cited for manager in of.get(file, ()))}
        about = {None, *managers, *cited, *(file.rpartition("/")[2] for file in cited)}
        lines = [
            Evidence(*line[:2], shows=word) for (word, name), line in case.given.lines.items()
            if word != "assume" and name in about and not cited.isdisjoint(of)
        ]  # fmt: skip
        yield one._replace(evidence=[*one.evidence, *lines]) if lines else one


def _with_commands_for_hosts(case, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the commands as the hosts take them that they are for."""
    platform = estate(case).platform

    def for_its_host(command: str | None, on: str | None) -> tuple[str | None, str | None]:
        made = for_platform([Command(command, on)] if command else [], platform)
        return (made[0].command, made[0].on) if made else (None, None)

    for one in findings:
        next_ = one.next if isinstance(one.next, str | None) else for_platform(one.next, platform)
        asked = [for_its_host(at.command, at.on) for at in one.assumes]
        assumes = [at._replace(command=made, on=on) for at, (made, on) in zip(one.assumes, asked, strict=True)]
        possible = [at._replace(settles=for_its_host(at.settles, at.queue_manager)[0]) for at in one.possible]
        yield one._replace(next=next_, assumes=assumes, possible=possible)


def _with_distinct_ids(findings: Iterable[Finding]) -> list[Finding]:
    """The findings with an `id` each: of several about the same thing the later ones are distinguished by their
    order."""
    counts: Counter[str] = Counter()
    made = []
    for one in findings:
        counts[one.id] += 1
        number = counts[one.id]
        made.append(one if number == 1 else one._replace(message=f"{one.message or one.reason} {number}"))
    return made


def _brief(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with as many sentences as one reads at once; the others are findings that follow from them."""
    for one in findings:
        said, rest = brief(one.statement)
        yield one._replace(statement=said)
        number = 0
        while rest:
            said, rest = brief(rest)
            number += 1
            about = f"{one.message or one.reason or ''} {DETAILS} {number}"
            yield Finding(one.question, DETAILS, "info", said, one.evidence, None, one.queue_manager, one.object,
                          one.as_of, one.reason, one.until, follows=one.follows or one.id, message=about)  # fmt: skip


def _with_quotes(case, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with what decides at each place that they cite."""
    findings = list(findings)
    cited = [at for one in findings for at in (*one.evidence, *(at for place in one.possible for at in place.evidence))]
    quotes_of = quotes.proofs(case, {(*at[:3], at.shows) for at in cited if at.text is None})

    def with_quote(at: Evidence) -> Evidence:
        if at.text is not None:
            return at._replace(text=masked(at.text), shows=at.shows or quotes.deciding_text(at.text))
        quote = quotes_of.get((*at[:3], at.shows))
        return at._replace(text=quote.text, shows=quote.shows, line=quote.line or at.line) if quote else at

    for one in findings:
        places = [place._replace(evidence=list(map(with_quote, place.evidence))) for place in one.possible]
        evidence = list(map(with_quote, one.evidence))
        yield one._replace(evidence=evidence, possible=places, statement=masked(one.statement))
