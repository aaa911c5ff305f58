"""What happens to each message that a channel cannot deliver: decided once for each distinct set of inputs."""

from collections.abc import Callable, Mapping

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from mqforensics.flow.delivery.fate import Fate, of_inputs
from mqforensics.flow.delivery.inputs import (
    ASSUMED,
    FLAG,
    INPUTS,
    MESSAGE_FIELDS,
    OF_QUEUE_MANAGER,
    InputExpected,
    assumptions,
    flag_expected,
    valid_attributes,
)  # fmt: skip
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.delivery.ams_table import AMS_ASSUMED, AMS_FACTS, AMS_INPUTS, AMS_STAGES
from mqforensics.spark_compat import arrow_function, arrow_schema
from mqforensics.validation import table, validated

ANSWERS = (
    "actions array<struct<time: bigint, action: string, detail: string, source: string>>, fate string, `where` string, "
    "channel_state string, lost string, because string, next string, "
    "exception_report struct<holds: string, where: string>"
)
PROTECTED = ANSWERS + ", protected boolean"
FLAGS = ("boolean", "string", "void")
"""What a column of flags may be."""


@with_columns_described
@validated(messages_or_attempts=table())
def delivery(
    messages_or_attempts: DataFrame,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    partner: Mapping | None = None,
    assume: Mapping | None = None,
) -> DataFrame:
    """The fate of each message of `messages_or_attempts`, row by row.

    The rows are messages (columns `md`, `dlh`) or attempts, with the columns of `inputs.MESSAGE`: `persistence`,
    `report`, `reply_to_q`, `reply_to_qmgr`, `reason`, and where they are known `clears_after` (ms until the
    destination takes the message; null for never), `dead_letter_put`, `return_put`, `end`.
    `channel` are the MQSC attributes of the channel at the end that fails, `queue_manager` those of the queue
    manager there, `partner` those of the one at the other end. An attribute that differs by row is a column of its
    name instead. What is in neither is unknown, unless `assume` (over `inputs.ASSUMED`) says what it is.
    The failing end is `end`, else that of CHLTYPE, else that where the reason arises; of a receiving channel and a
    reason that only a sending one gives it is not known.

    Adds `actions` (time in ms, action, detail, source), `fate`, `where`, `channel_state`, `lost` (null when
    nothing is), `because`, `next` (where `fate` is UNKNOWN, the commands that would show it), and
    `exception_report`: what the
    exception report holds of the message and where it ends, null when there is none; the message is elsewhere.
    No column of the input is written over. Raises `AttributesExpected`, `MessageChannelExpected`, `InputExpected` (see
    `inputs`).
    """
    definitions = _named_inputs(channel, queue_manager, partner)
    known = assumptions(assume, INPUTS, ASSUMED)
    return _with_fates(messages_or_attempts, definitions, known, INPUTS, of_inputs, ANSWERS)


@with_columns_described
def ams_delivery(
    messages_or_attempts: DataFrame,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    assume: Mapping | None = None,
) -> DataFrame:
    """The fate of each message that an MCA on z/OS with AMS interception (SPLPROT) can neither send nor put.

    Interception exists from 9.1.3 on. A message that the sender cannot unprotect when it gets it is not a matter of
    this table: it goes to SYSTEM.PROTECTION.ERROR.QUEUE. As `delivery`, for a message that neither a retry nor a return
    to sender has helped. Besides the inputs there, a row (or `assume`) has the flags `pdmq`, `target_policy`,
    `dlq_policy`, `toleration` and `may_protect` of `ams_table.AMS_INPUTS`. Adds `protected` as well: whether the
    message is protected where it ends, null when there is no message left or it is not known.
    """
    definitions = _named_inputs(channel, queue_manager, None)
    known = assumptions(assume, AMS_INPUTS, AMS_ASSUMED)
    return _with_fates(messages_or_attempts, definitions, known, AMS_INPUTS, _of_ams, PROTECTED)


def _of_ams(inputs: Mapping) -> Fate:
    return of_inputs(inputs, AMS_STAGES, AMS_FACTS)


def _named_inputs(channel: Mapping | None, queue_manager: Mapping | None, partner: Mapping | None) -> dict:
    """The attributes of the three definitions under the names of inputs."""
    return {
        **valid_attributes("channel", channel),
        **valid_attributes("queue_manager", queue_manager, of=OF_QUEUE_MANAGER),
        **valid_attributes("partner", partner, "PARTNER_", OF_QUEUE_MANAGER),
    }


def _with_fates(
    frame: DataFrame, definitions: Mapping, assume: Mapping, inputs: Mapping, decide: Callable[..., Fate], schema: str
) -> DataFrame:
    """`frame` with the answers; an input comes from the definitions, else from the row, else it is assumed."""
    fixed = {name: value for name, value in {**assume, **definitions}.items() if value is not None}
    columns = {name: _of_row(frame, name, kind) for name, kind in inputs.items() if name not in definitions}
    by_row = {name: column for name, column in columns.items() if column is not None}
    kind = StructType.fromDDL(schema)
    answers = arrow_function(_Once(tuple(by_row), fixed, decide, kind).answers, kind)
    answered = sorted(set(frame.columns) & set(kind.names))
    if answered:
        raise InputExpected(f"expected rows without the columns that are added here, got {', '.join(answered)}")
    decided = answers(*(by_row.values() or [F.lit(None).cast("boolean")]))
    return frame.select("*", decided.alias("_decided")).select(*(f"`{name}`" for name in frame.columns), "_decided.*")


class _Once:
    """The answers for a batch of rows; each distinct set of inputs is decided once."""

    def __init__(self, names: tuple[str, ...], fixed: Mapping, decide: Callable[..., Fate], kind: StructType):
        self.names, self.fixed, self.decide, self.kind = names, fixed, decide, kind
        self.fields = [field.name for field in kind]

    def answers(self, *columns: pa.Array) -> pa.Array:
        """Rows of `kind` for the columns `names`."""
        places: dict[tuple, int] = {}
        rows = zip(*(column.to_pylist() for column in columns), strict=True)
        of_row = [places.setdefault(row, len(places)) for row in rows]
        told = [self._row_of_fate(row) for row in places]
        made = pa.array(told, pa.struct(list(arrow_schema(self.kind))))
        return made.take(pa.array(of_row, pa.int64()))

    def _row_of_fate(self, row: tuple) -> dict:
        given = {name: value for name, value in zip(self.names, row, strict=False) if value is not None}
        fate = self.decide({**self.fixed, **given})
        told = {name: getattr(fate, name, None) for name in self.fields}
        told["actions"] = [step._asdict() for step in fate.actions]
        told["exception_report"] = fate.report and fate.report._asdict()
        return told


def _of_row(frame: DataFrame, name: str, kind: str) -> Column | None:
    by_name = {column.lower(): column for column in frame.columns}
    column = None
    if name.lower() in by_name:
        if kind == FLAG and (told := dict(frame.dtypes)[by_name[name.lower()]]) not in FLAGS:
            raise flag_expected(name, f"a column of {told}")
        column = F.col(f"`{by_name[name.lower()]}`")
    else:
        struct, field = MESSAGE_FIELDS.get(name, (None, None))
        column = F.col(f"`{by_name[struct]}`.{field}") if struct in by_name else None
    return None if column is None else column.cast("string").try_cast(kind)
