"""Try a rules table on saved messages: what the dead-letter queue handler would do with each, without its doing it."""

from collections.abc import Iterable, Mapping
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.formats.dlqrules import PATTERNS, RulesTable, parse_rules
from mqforensics.questions.handler.batches import IDENTITY, DryRun
from mqforensics.questions.handler.definitions import Definitions, definitions
from mqforensics.questions.handler.result import RESULT
from mqforensics.questions.handler.targets import Targets, failing

DLH_LENGTH = 172
OWN = ("Format", "Encoding", "CodedCharSetId")
"""Fields that MQMD and MQDLH both have: the message's own stand beside the MQDLH's as `md_…`."""


def dry_run(
    messages: DataFrame,
    rules: RulesTable | str | bytes,
    *,
    objects: DataFrame | Iterable[Mapping[str, Any]] | Definitions | None = None,
    failing: Mapping[str, Any] | Iterable[str] | None = None,
    queue_manager: str | None = None,
    retry_rounds: int | None = None,
    despite_errors: bool = False,
    platform: str = "distributed",
) -> DataFrame:
    """One row a message: the rule that fires, its action, where the message goes and what becomes of it.

    `rules`: a rules table or its text. `objects`: definitions and depths of the queue manager; without them a put is
    assumed to work, and `assumed` says so. `failing`: puts that fail all the same: `{"Q6": 2053}` for ever,
    `{"Q6": (2053, 3)}` in the first three passes, `["Q6"]` for a reason unknown; `QUEUE@QUEUE.MANAGER` and `*` work
    too. `queue_manager`: the one the handler works on, by default INPUTQM, else the only one that `objects` know.
    `retry_rounds`: passes after which the handler is stopped; what then still has tries left is `WAITING`. A table with
    an error is not run at all (`NOT_STARTED`), `despite_errors` tries the rules that are good. `platform`: see
    `parse_rules`. The columns are those of `result.RESULT`; the order of the rows is not fixed.
    """
    table = rules if isinstance(rules, RulesTable) else parse_rules(rules, platform=platform)
    known = objects if isinstance(objects, Definitions) else definitions(objects)
    targets = targets_of(table, known, failing, queue_manager)
    run = DryRun(table, targets, retry_rounds, despite_errors)
    keyed = fields(messages).repartition(*IDENTITY)
    # By a hash first: sorting by a number is fast, and only equal hashes need the rest.
    ordered = keyed.sortWithinPartitions(F.xxhash64(*IDENTITY), *IDENTITY, "number")
    return ordered.mapInArrow(run, from_arrow_schema(RESULT))


def targets_of(
    table: RulesTable,
    known: Definitions,
    given: Mapping[str, Any] | Iterable[str] | None = None,
    queue_manager: str | None = None,
) -> Targets:
    """The queues that the table's rules may put to, as the handler of this queue manager would find them."""
    own = table.input(queue_manager=queue_manager)[1] or known.only
    return Targets(known, failing(given), table.promised, own)


def fields(messages: DataFrame) -> DataFrame:
    """Of each message what matching, counting and putting it need; rows without a message are left out."""
    named = {"file", "number", *(keyword.field for keyword in PATTERNS.values()), "md.MsgId", "md.CorrelId"}
    columns = [F.col(path).alias(path.rpartition(".")[2]) for path in sorted(named - {"dlh.Format"})]
    both = [F.col(f"md.{name}").alias(f"md_{name}") for name in OWN] + [F.col(f"dlh.{name}") for name in OWN]
    return messages.where("md is not null").select(*columns, *both, is_dead_letter().alias("dead_letter"))


def is_dead_letter() -> Column:
    """Whether the handler takes the message for a dead letter: a whole MQDLH of version 1."""
    long_enough = F.coalesce(F.col("data_length") >= DLH_LENGTH, F.lit(True))
    return (F.rtrim("dlh.StrucId") == "DLH") & (F.col("dlh.Version") == 1) & long_enough
