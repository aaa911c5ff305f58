"""The estate of a case: the one place where the table `objects` comes to the driver."""

from weakref import WeakKeyDictionary

from pyspark.sql import functions as F

from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row

TYPES = (
    "QMGR", "QMSTATUS", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER", "QUEUE", "QSTATUS", "HANDLE", "CONN",
    "CHANNEL", "CHSTATUS", "CLUSQMGR", "CHINIT", "ERROR",
)  # fmt: skip
_MADE: WeakKeyDictionary = WeakKeyDictionary()


def rows(case) -> list[Row]:
    """The definitions, status and failed searches of a case, in the order of files and lines."""
    if not case.has("objects"):
        return []
    chosen = case.objects.where(F.col("type").isin(*TYPES)).select(*Row.__slots__)
    return [Row.of(row.asDict(recursive=True)) for row in chosen.orderBy("file", "line").collect()]


def estate(case) -> Estate:
    """The estate of a case, made once."""
    if case not in _MADE:
        _MADE[case] = Estate(rows(case))
    return _MADE[case]
