"""Try a rules table on saved messages: what the dead-letter queue handler would do with each, without its doing it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.errors import MQForensicsError
from mqforensics.formats.dlqrules import PATTERNS, RulesTable, parse_rules
from mqforensics.objects.case_evidence import IS_DEAD_LETTER
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.handler.batches import IDENTITY, DryRun, together
from mqforensics.questions.handler.passes import NOT_READ
from mqforensics.questions.handler.result import NOT_STARTED, NOTES, RESULT
from mqforensics.questions.handler.subject import Subject, is_of_another_queue, subject
from mqforensics.questions.handler.target_queues import OBJECTS, Definitions, definitions
from mqforensics.questions.handler.targets import FAILING
from mqforensics.validation import COUNT, DATA, FLAG, PATH, TEXT, a, either, table, validated
from mqforensics.words import handler as words

ERRORS = 5
"""So many errors of a table are named beside each message."""
OWN = ("Format", "Encoding", "CodedCharSetId")
"""Fields that MQMD and MQDLH both have: the message's own are beside the MQDLH's as `md_…`."""


class RulesNotFound(MQForensicsError, FileNotFoundError):
    """No rules table has this name."""


@with_columns_described
@validated(
    messages=table("file", "number", "offset", "md", "dlh", "data_length"),
    rules=either(either(DATA, PATH), a(RulesTable)), objects=either(OBJECTS, a(Definitions)),
    failing=FAILING, queue_manager=TEXT, user=TEXT, retry_rounds=COUNT, despite_errors=FLAG,
)  # fmt: skip
def dry_run(
    messages: DataFrame,
    rules: RulesTable | str | bytes | os.PathLike,
    *,
    objects: DataFrame | Iterable[Mapping[str, Any]] | Definitions | None = None,
    failing: Mapping[str, Any] | Iterable[str] | str | None = None,
    queue_manager: str | None = None,
    user: str = "",
    retry_rounds: int | None = None,
    despite_errors: bool = False,
    platform: str = "distributed",
) -> DataFrame:
    """One row a message: the rule that fires, its action, where the message goes and what becomes of it.

    `rules`: a rules table, its text or the path of its file. `objects`: definitions and depths of the queue manager; a
    put that they show no reason against is assumed to work, and `assumed` says what they lack. Where CURDEPTH and
    MAXDEPTH are in the evidence, depths grow as the handler works message after message; then the messages of one dump
    are worked on together. `failing`: puts that fail all the same: `{"Q6": 2053}` for ever, `{"Q6": (2053, 3)}` in the
    first three passes, `["Q6"]` for a reason unknown; `QUEUE@QUEUE.MANAGER` and `*` work too. `queue_manager`: the one
    the handler works on, by default INPUTQM, else the only one that `objects` know. `user`: whom the handler runs as,
    to be looked up in the authority records of `objects`. `retry_rounds`: passes after which the handler is stopped;
    what then still has tries left is `WAITING`. A table with an error is not run at all (`NOT_STARTED`),
    `despite_errors` tries the rules that are good. A message whose dump names another queue than the handler reads is
    `NOT_READ`. `platform`: see `parse_rules`. The order of the rows is not fixed. Raises `RulesNotFound` for a path
    that leads nowhere.

    Columns: `file`, `number`, `offset`; `rule_line`: line of the rule that fires or, when every put fails, of the one
    tried last; `action`, `queue`, `queue_manager`, `header` (`YES`: the MQDLH stays): what that rule does with this
    message; `outcome`; `attempts`: actions taken, failed ones too; `failed_with`: MQRC of the last put that failed;
    `tries`: which puts failed how often; `why`: why each rule before did not deal with it, by the keyword that does not
    match, or why nothing was tried; `assumed`: what the evidence lacks to be sure of the outcome; `message`: what the
    handler logs of it (null for CSQUDLQH, whose numbers the kit does not know); `seconds`: about how long after the
    first look; `authority`: whose the put needs, `DEF` (the handler's) or `CTX` and the user; `meets_last`: whether the
    last rule is tried once every put before it has failed; `Format`, `Encoding`, `CodedCharSetId`: the MQMD's in the
    end; `reason`, `destination`: the MQDLH's.
    """
    table = rules if isinstance(rules, RulesTable) else parse_rules(text_of(rules), platform=platform)
    known = objects if isinstance(objects, Definitions) else definitions(objects)
    about = subject(table, known, {"failing": failing, "queue_manager": queue_manager, "user": user})
    run = DryRun(table, about.targets, retry_rounds, despite_errors)
    # A number of the row in its group only brings the group together, and costs no exchange where all is in one place.
    told = fields(messages, _is_on_another_queue(messages, about))
    ordered = told.withColumn("nth", F.row_number().over(_of_queue(together(about.targets))))
    result = ordered.mapInArrow(run, from_arrow_schema(RESULT))
    columns = ["why" if name == "failed" else name for name in RESULT.names]
    refused = "" if table.verdict is None else str(table.verdict)
    errors = "; ".join(f"line {one.line}: {one}" for one in table.errors[:ERRORS])
    queue = words.OTHER_QUEUE.format(queue=about.queue) if about.queue else ""
    said = F.when(F.col("outcome") == NOT_STARTED, f"{refused}: {errors}").when(F.col("outcome") == NOT_READ, queue)
    return result.withColumn("why", said.otherwise(why(table))).select(*columns)


def _of_queue(alike: tuple[str, ...]) -> WindowSpec:
    """Messages that bear on one another, in the order of the queue.

    By a hash first: sorting by a number is fast, and only equal hashes need the rest.
    """
    of_message = [F.xxhash64(*IDENTITY)]
    by, then = (of_message, []) if alike == IDENTITY else (alike, of_message)
    return Window.partitionBy(*by).orderBy(*then, *IDENTITY, "offset")


def why(table: RulesTable) -> Column:
    """In words what `failed` holds: a note for each rule before the one that decides; null where there is none."""
    lines, notes = ",".join(str(rule.line) for rule in table.rules), ";".join(NOTES)
    told = f"concat('line ', get(split('{lines}', ','), at), ': ', get(split('{notes}', ';'), note))"
    return F.expr(f"if(size(failed) > 0, array_join(transform(failed, (note, at) -> {told}), '; '), NULL)")


def text_of(rules: str | bytes | os.PathLike) -> str | bytes:
    """The text of a rules table that may be given as its path; raises `RulesNotFound`.

    A text of one line without a bracket is not a table: every entry has one.
    """
    if isinstance(rules, bytes | bytearray | memoryview):
        return bytes(rules)
    if isinstance(rules, str) and (not rules.strip() or "(" in rules or "\n" in rules):
        return rules
    try:
        return Path(rules).read_bytes()
    except (OSError, ValueError) as failure:
        raise RulesNotFound(f"expected rules or the path of a rules table, got {os.fspath(rules)!r}") from failure


def _is_on_another_queue(messages: DataFrame, about: Subject) -> Column:
    """Whether a message is known to be on another queue than the handler reads."""
    if not {"queue", "dump_queue_manager"} <= set(messages.columns):
        return F.lit(False)
    return is_of_another_queue(about)


def fields(messages: DataFrame, is_elsewhere: Column | None = None) -> DataFrame:
    """Of each message what matching, counting and putting it need; rows without a message are left out."""
    named = {"file", "number", "offset", *(keyword.field for keyword in PATTERNS.values()), "md.MsgId", "md.CorrelId",
             "md.Expiry"}  # fmt: skip
    columns = [f"{path} AS {path.rpartition('.')[2]}" for path in sorted(named - {"dlh.Format"})]
    both = [f"{of}.{name} AS {prefix}{name}" for of, prefix in (("md", "md_"), ("dlh", "")) for name in OWN]
    told = messages.where("md is not null").withColumn("dead_letter", F.expr(IS_DEAD_LETTER))
    told = told.withColumn("elsewhere", F.lit(False) if is_elsewhere is None else is_elsewhere)
    return told.selectExpr(*columns, *both, "data_length AS length", "dead_letter", "elsewhere")
