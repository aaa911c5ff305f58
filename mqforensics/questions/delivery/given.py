"""The inputs of a decision as Spark columns: from the definitions, else from the row, else assumed."""

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.delivery.inputs import INPUTS, MESSAGE_FIELDS, attributes


def given(frame: DataFrame, definitions: Mapping, assume: Mapping, inputs: Mapping = INPUTS) -> dict[str, Column]:
    """A column for each input, null where it is not known."""
    return {name: _input(frame, name, kind, definitions, assume) for name, kind in inputs.items()}


def named(channel: Mapping | None, queue_manager: Mapping | None, partner: Mapping | None) -> dict:
    """The attributes of the three definitions under the names of inputs."""
    return {
        **attributes("channel", channel),
        **attributes("queue_manager", queue_manager),
        **attributes("partner", partner, "PARTNER_"),
    }


def _input(frame: DataFrame, name: str, kind: str, definitions: Mapping, assume: Mapping) -> Column:
    candidates = []
    if name in definitions:
        candidates.append(F.lit(definitions[name]))
    if row := _of_row(frame, name):
        candidates.append(F.col(row))
    if assume.get(name) is not None:
        candidates.append(F.lit(assume[name]))
    columns = [c.cast("string").try_cast(kind) for c in candidates]
    return F.coalesce(*columns) if columns else F.lit(None).cast(kind)


def _of_row(frame: DataFrame, name: str) -> str | None:
    by_name = {column.lower(): column for column in frame.columns}
    if name.lower() in by_name:
        return f"`{by_name[name.lower()]}`"
    struct, field = MESSAGE_FIELDS.get(name, (None, None))
    return f"`{by_name[struct]}`.{field}" if struct in by_name else None
