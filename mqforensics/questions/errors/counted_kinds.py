"""What is alike, counted: how often it came, where the first of it is, and when the last came."""

from collections.abc import Sequence

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.spark_compat import ordering, rows_of

KINDS = 12
"""So many kinds are named and cited; a table has all."""
LINE, PLACE = ("file", "line"), ("file", "line", "number")
"""Where an entry of a log is, and where an event or a call is."""


def most_common(rows: DataFrame, keys: Sequence[str], at: Sequence[str], most: int = KINDS, *before: str) -> list[Row]:
    """The most common kinds, which `keys` tell apart; first by the keys `before`, where there are any.

    Beside the keys: `count`; `place`, the columns `at` of the first; `last` in microseconds of Unix time.
    """
    first = F.min_by(F.struct(*at), ordering("time", *at)).alias("place")
    last = F.unix_micros(F.max("time")).alias("last")
    counted = rows.groupBy(*before, *keys).agg(F.count("*").alias("count"), first, last)
    return rows_of(counted.orderBy(*before, F.desc("count"), *keys).limit(most))
