"""Columns that several questions make of the tables of a case: whose a row is, and when it was."""

from collections.abc import Iterable, Mapping
from functools import cache

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.objects.owners import NAMED

CENTI, SECOND = 0.01, 1.0
LOCAL_FORMS = (
    ("yyyy-MM-dd'T'HH:mm:ss", r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s*$", 19),
    ("yyyy-MM-dd HH:mm:ss", r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", 19),
    ("yyyy/MM/dd HH:mm:ss", r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d", 19),
)  # fmt: skip
"""Printed local times that can be read one way only: form, sign, and how many characters it is."""
# Of two digits first: as one of four they would be a year of the first century.
CLOCKS = ("yy h:mm:ss a", "yy H:mm:ss", "yyyy h:mm:ss a", "yyyy H:mm:ss")
MONTH_FIRST, DAY_FIRST = (tuple(f"{date}/{clock}" for clock in CLOCKS) for date in ("M/d", "d/M"))
DOTTED = tuple(f"d.M.{clock}" for clock in CLOCKS)
"""Printed local times of which the reader shows whether month or day is first; with dots it is the day."""


def putter(managers: list[str], msg_id: str | Column = "md.MsgId") -> Column:
    """The queue manager that made a MsgId, where its name is one of `managers` and no other begins alike."""
    beginnings: dict[str, list[str]] = {}
    for name in managers:
        beginnings.setdefault(name[:NAMED].ljust(NAMED), []).append(name)
    single = {begin: names[0] for begin, names in beginnings.items() if len(names) == 1}
    if not single:
        return F.lit(None).cast("string")
    made = F.substring(F.hex(msg_id), 1, 2 * (4 + NAMED))
    known = [F.when(made == (b"AMQ " + begin.encode()).hex().upper(), F.lit(name)) for begin, name in single.items()]
    return F.coalesce(*known)


def owner(owners: Mapping[str, str]) -> Column:
    """The queue manager that the dump of a row is from."""
    return looked_up(owners, F.col("file"))


def looked_up(known: Mapping, key: Column, kind: str = "string") -> Column:
    """What a small mapping has for a column; null for any other value. `kind`: the type of what it has."""
    pairs = [F.lit(part) for pair in known.items() for part in pair]
    return F.try_element_at(F.create_map(*pairs), key) if pairs else F.lit(None).cast(kind)


def put_by(application: str = "md.PutApplName") -> Column:
    """By whom a message was put, as words of a sentence; none where the evidence does not show it."""
    return F.coalesce(F.concat(F.lit(" by "), F.nullif(F.rtrim(application), F.lit(""))), F.lit(""))


def exactness() -> Column:
    """Seconds that the time of a call may stand for."""
    return F.coalesce(F.col("time_exact") / 1_000_000, F.lit(SECOND))


def local_time(column: str, note: str | None = None) -> Column:
    """A printed local time where it can be read one way only, else null; `note`: the column of what its reader says."""
    return F.expr(_local_time(column, note))


@cache
def _local_time(column: str, note: str | None = None) -> str:
    # As a text: functions of columns would make hundreds of calls of the JVM.
    forms = [
        f'if({column} RLIKE r"{sign}", try_to_timestamp(substring({column}, 1, {length}), "{form}"), NULL)'
        for form, sign, length in LOCAL_FORMS
    ]
    told = {"month first": MONTH_FIRST, "day first": DAY_FIRST, "without a zone": DOTTED} if note else {}
    forms += [
        f'if(endswith({note}, "{sign}") AND NOT contains({note}, "ambiguous"), {_timestamp_sql(column, each)}, NULL)'
        for sign, each in told.items()
    ]
    return f"coalesce({', '.join(forms)})"


def _timestamp_sql(column: str, forms: Iterable[str]) -> str:
    ways = [f'try_to_timestamp({column}, "{form}")' for form in forms]
    return f"coalesce({', '.join(ways)})"


def seconds_later(time: Column | str, seconds: Column) -> Column:
    """A timestamp so many seconds later."""
    return F.timestamp_micros(F.unix_micros(time) + F.round(seconds.cast("double") * 1_000_000).cast("bigint"))


def zone_seconds() -> Column:
    """The column `zone` as seconds ahead of UTC."""
    minutes = F.substring("zone", 2, 2).try_cast("int") * 60 + F.substring("zone", 5, 2).try_cast("int")
    signed = F.when(F.substring("zone", 1, 1) == "-", -minutes).otherwise(minutes)
    return F.when(F.col("zone") == "UTC", F.lit(0)).otherwise(signed) * 60


def captured_in_utc() -> Column:
    """A capture's time in UTC, where its zone is known."""
    captured = F.unix_timestamp(F.col("captured").cast("timestamp"))
    return F.timestamp_seconds(captured - F.coalesce(zone_seconds(), F.lit(0)))
