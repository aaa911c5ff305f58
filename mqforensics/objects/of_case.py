"""The estate of a case: the one place where the table `objects` comes to the driver."""

from collections.abc import Callable
from functools import wraps
from weakref import WeakKeyDictionary

from pyspark.sql import functions as F

from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row

TYPES = (
    "QMGR", "QMSTATUS", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER", "QUEUE", "QSTATUS", "HANDLE", "CONN",
    "CHANNEL", "CHSTATUS", "CLUSQMGR", "CHINIT", "ERROR",
)  # fmt: skip


def once(make: Callable) -> Callable:
    """A function of a case that many ask, and that works once for each case."""
    made: WeakKeyDictionary = WeakKeyDictionary()

    @wraps(make)
    def kept(case):
        if case not in made:
            made[case] = make(case)
        return made[case]

    return kept


def rows(case) -> list[Row]:
    """The definitions, status and failed searches of a case, in the order of files and lines."""
    if not case.has("objects"):
        return []
    chosen = case.objects.where(F.col("type").isin(*TYPES)).select(*Row.__slots__)
    return [Row.of(row.asDict(recursive=True)) for row in chosen.orderBy("file", "line").collect()]


@once
def estate(case) -> Estate:
    """The estate of a case."""
    return Estate(rows(case))
