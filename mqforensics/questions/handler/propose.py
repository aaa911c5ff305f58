"""A rules table made from what is on the queue: what may pass is tried again, what will not is put aside by reason."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.errors import MQForensicsError
from mqforensics.formats.dlqrules import parse_rules
from mqforensics.formats.dlqrules.keywords import LARGEST, symbols
from mqforensics.formats.dlqrules.rules_table import WIDTH
from mqforensics.objects.case_evidence import IS_DEAD_LETTER
from mqforensics.objects.checks import UNKNOWN_NAME
from mqforensics.objects.new_queue import own_attributes
from mqforensics.questions.handler.passes import FWD, RETRY
from mqforensics.questions.handler.target_queues import OBJECTS, definitions
from mqforensics.questions.handler.targets import Targets
from mqforensics.questions.wording import count, reason
from mqforensics.spark_compat import rows_of
from mqforensics.validation import NAME, is_name, number, table, validated
from mqforensics.words import handler as words

TRIES = 5
LAST_RESORT = "REALLY.DEAD.QUEUE"
ASIDE = "DEAD.{name}"
NAME_LENGTH = 48
REASONS = 200
"""At most so many reasons have a rule of their own, the most common; the last rule takes the others."""


class RulesNotAsMeant(MQForensicsError, AssertionError):
    """A proposed table reads otherwise than it was meant."""


@validated(messages=table("dlh", "data_length"), objects=OBJECTS, tries=number(1), queue=NAME, queue_manager=NAME)
def propose_rules(
    messages: DataFrame,
    objects: DataFrame | Iterable[Mapping[str, Any]] | None = None,
    *,
    tries: int = TRIES,
    queue: str | None = None,
    queue_manager: str | None = None,
) -> str:
    """A commented rules table for the dead-lettered messages in `messages`.

    Reasons that may pass are tried again (`tries` times), then put aside; reasons that will not pass are put aside at
    once, a queue for each; all the rest goes to REALLY.DEAD.QUEUE with its MQDLH. Comments give the commands that
    define the queues; where `objects` show a queue that is there already, it is not defined again. `queue`,
    `queue_manager`: INPUTQ and INPUTQM, by default what `objects` show, else blank.
    """
    known = definitions(objects)
    own = queue_manager if queue_manager is not None else known.only
    dead = queue if queue is not None else known.dead_letter_queues.get(own, "")
    own, dead = (name if is_name(name) else "" for name in (own, dead))  # of a definition, a stranger's text
    groups = rows_of(by_reason(messages))
    targets = Targets(known, queue_manager=own)
    last = _usable(LAST_RESORT, targets, dead)
    aside = {group.reason: _usable(_aside(group.reason), targets, dead) for group in groups if _word(group.reason)}
    new = [name for name in [*aside.values(), last] if name not in known.names.get(own, ())]
    differ = own_attributes(known.estate, own, dead) if dead else ""
    head = _head(groups, new, dead, differ)
    parts = [head, [f"INPUTQM('{own or ' '}') INPUTQ('{dead or ' '}') RETRYINT(60) WAIT(YES)"]]
    parts += [list(_rules(group, aside[group.reason], tries)) for group in groups if group.reason in aside]
    rest = words.REST
    parts.append([rest, _rule("", f"FWD) FWDQ({last}) HEADER(YES")])
    text = "\n\n".join("\n".join(part) for part in parts) + "\n"
    meant = [one for group in groups if group.reason in aside for one in _meant(group.reason, aside[group.reason])]
    return _if_read_as_meant(text, [*meant, ("", FWD, last)])


def _if_read_as_meant(text: str, meant: list[tuple[str, str, str]]) -> str:
    """The text, if the handler reads from it exactly the rules meant: (REASON, ACTION, FWDQ) each."""
    table = parse_rules(text)
    read = [(str(rule.patterns.get("REASON", "")), rule.action, rule.fwdq or "") for rule in table.rules]
    if table.errors or read != meant:
        raise RulesNotAsMeant(f"expected to propose {meant}, and the text reads as {read}")
    return text


def by_reason(messages: DataFrame) -> DataFrame:
    """`reason`, `count`, `destination` (the most common), `destinations` of the dead-lettered messages, the most common
    first."""
    dead = messages.where(IS_DEAD_LETTER).groupBy(F.col("dlh.Reason").alias("reason"))
    counted = dead.agg(
        F.count("*").alias("count"),
        F.mode("dlh.DestQName", True).alias("destination"),
        F.countDistinct("dlh.DestQName").alias("destinations"),
    )
    return counted.orderBy(F.desc("count"), "reason").limit(REASONS)


def _head(groups: list[Row], new: list[str], dead: str, differ: str) -> Iterator[str]:
    total = sum(group["count"] for group in groups)
    yield words.RULES_FOR.format(messages=count(total, "dead letter"), reasons=count(len(groups), "reason"))
    yield words.STAY
    if new:
        yield "*"
        yield words.DEFINE_FIRST
        yield from (f"* DEFINE QLOCAL('{name}')" + (f" LIKE('{dead}')" if dead else "") for name in new)
        if dead:
            yield words.DIFFER.format(differ=differ)
        yield words.THEN_START


def _rules(group: Row, aside: str, tries: int) -> Iterator[str]:
    more = words.MORE.format(number=group.destinations - 1) if group.destinations > 1 else ""
    named = group.destination if is_name(group.destination) else words.NOT_A_NAME
    yield words.MEANT_FOR.format(
        messages=count(group["count"], "message"), reason=reason(group.reason), named=named, more=more
    )
    which = f"REASON({_word(group.reason)})"
    if codes.may_pass(group.reason):
        yield words.MAY_PASS
        yield _rule(which, f"RETRY) RETRY({tries}")
    else:
        yield words.DOES_NOT_PASS
    yield _rule(which, f"FWD) FWDQ({aside}) HEADER(YES")


def _meant(code: int, aside: str) -> list[tuple[str, str, str]]:
    return [*([(str(code), RETRY, "")] if codes.may_pass(code) else []), (str(code), FWD, aside)]


def _rule(which: str, action: str) -> str:
    whole = f"{which} ACTION({action})".lstrip()
    return whole if len(whole) <= WIDTH else f"{which} +\n  ACTION({action})"


def _word(code: int) -> str:
    """The reason as a rules table can have it; nothing when it can not."""
    name = codes.reason_name(code)
    return name if name in symbols() else str(code) if 0 <= code <= LARGEST else ""


def _usable(name: str, targets: Targets, dead: str) -> str:
    """The name, or with a number behind it where a queue of that name is there and cannot take messages."""
    names = (name if number == 1 else f"{name[: NAME_LENGTH - 4]}.{number}" for number in range(1, 1000))
    return next(one for one in names if one != dead and targets.fate(one, "").reason in (None, UNKNOWN_NAME))


def _aside(code: int) -> str:
    name = codes.reason_name(code) if codes.reason_name(code) in symbols() else f"REASON.{code}"
    return ASIDE.format(name=name.removeprefix("MQRC_").removeprefix("MQFB_"))[:NAME_LENGTH]
