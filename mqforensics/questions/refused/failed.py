"""The calls that failed by the traces of a case, and which of them were refused."""

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects import gates
from mqforensics.objects.of_case import once
from mqforensics.questions.refused import signs
from mqforensics.questions.refused.causes import CONNECTS, OPENS, reasons

FAILED, NO_MESSAGE, NOT_AUTHORIZED = 2, 2033, 2035
COLUMNS = (
    "file", "number", "offset", "length", "time", "queue_manager", "application", "channel", "verb", "queue",
    "options_value", "reason",
)  # fmt: skip


@once
def failed(case) -> DataFrame | None:
    """The calls of a case that failed, but for gets that found no message; None without traces."""
    if not case.has("calls"):
        return None
    wanted = (F.col("comp_code") == FAILED) & (F.col("reason") != NO_MESSAGE)
    return case.keep(case.calls.where(wanted).select(*COLUMNS))


def is_refused() -> Column:
    """Whether a failed call tells of a refusal or a broken connection, which the question of that name judges."""
    known = F.col("reason").isin(sorted(reasons()))
    return known & ((F.col("reason") != NOT_AUTHORIZED) | F.col("verb").isin(*OPENS, *CONNECTS))


def of_call(row: Mapping) -> signs.Sign | None:
    """The sign in a call of a trace that failed."""
    told = {"verb": row["verb"], "queue": row["queue"], "channel": row["channel"], "program": row["application"]}
    sign = signs.of_client(None, "", told, row["reason"], None)
    options = row["options_value"] if row["verb"] == "MQOPEN" else None
    asked = " ".join(gates.asked(options)).lower() if options and options > 0 and sign and sign.object else None
    return sign and sign._replace(permission=asked or None)
