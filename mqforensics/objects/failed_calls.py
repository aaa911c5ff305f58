"""The calls that failed by the traces of a case, and which of them were refused."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.codes.refusals import CONNECTS, OPENS, reasons
from mqforensics.objects.case_evidence import once

FAILED, NO_MESSAGE, NOT_AUTHORIZED = 2, 2033, 2035
COLUMNS = (
    "file", "number", "offset", "length", "time", "queue_manager", "application", "channel", "verb", "queue",
    "options_value", "reason",
)  # fmt: skip


@once
def failed_calls(case) -> DataFrame | None:
    """The calls of a case that failed, but for gets that found no message; None without traces."""
    if not case.has("calls"):
        return None
    wanted = (F.col("comp_code") == FAILED) & (F.col("reason") != NO_MESSAGE)
    return case.keep(case.calls.where(wanted).select(*COLUMNS))


def is_refused() -> Column:
    """Whether a failed call shows a refusal or a broken connection, which the question of that name judges."""
    known = F.col("reason").isin(sorted(reasons()))
    return known & ((F.col("reason") != NOT_AUTHORIZED) | F.col("verb").isin(*OPENS, *CONNECTS))
