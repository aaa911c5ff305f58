"""The log entries and events of a case, each once: a copied log, or one kept as text and JSON, has each entry twice."""

from collections import Counter

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import once
from mqforensics.spark_compat import SPACE, rows_of

WITH_PROCESS = ("amqerr", "fdc")
"""The formats whose entries name their process."""
SAME = ("queue_manager", "time", "local", "message", "pid", "tid", "reason", "channel", "words", "single")
"""What two entries have in common that are one; `local`: as it is printed, where the time in UTC is not known."""
SAME_EVENT = (
    "queue_manager", "second", "single", "category", "event", "reason", "qualifier", "object_type", "object", "channel",
    "user", "application",
)  # fmt: skip
"""What two rows have in common that are one event."""

STARTED = r"^Started (?:(replica|standby) )?queue manager"
"""What the start program of a container says, and of what kind its instance is."""
SERVING = ("AMQ5022", "AMQ5024", "AMQ5026", "AMQ5806")
"""What only an instance that serves starts: channel initiator, command server, listener, publish/subscribe."""
ENDED = "AMQ8004"
MOST = 1000


@once
def of_an_instance(case) -> Column:
    """Whether an entry shows the end of an instance that is a replica or stands by: the queue manager goes on.

    The log of a container is that of one instance. Where several are in one file, which of them ended is not known: it
    is not said of the queue manager.
    """
    starts = F.coalesce(F.col("text").startswith("Started ") & F.col("text").rlike(STARTED), F.lit(False))
    began = case.log.where(starts | F.substring("message", 1, 7).isin(*SERVING))
    waits = began.groupBy("file").agg(
        F.min(F.when(F.regexp_extract("text", STARTED, 1) != "", F.col("offset"))).alias("since"),
        F.count_if(starts).alias("starts"),
        F.max(F.when(F.col("message").isNotNull(), F.col("offset"))).alias("served"),
    )  # fmt: skip
    is_end = F.substring("message", 1, 7) == ENDED
    found = F.lit(False)
    for row in rows_of(waits.where("since is not null").limit(MOST)):
        became_active = row.starts == 1 and row.served is not None and row.served > row.since
        if not became_active:
            found = found | ((F.col("file") == row.file) & (F.col("offset") > row.since) & is_end)
    return F.coalesce(found, F.lit(False))


def entries(case, wanted: Column | str = "true") -> DataFrame:
    """The rows of the table `log` of a case that are `wanted`, without what another file or part of it shows again.

    What one file, or one part of a file into which more was pasted, has twice happened twice. Entries without a time
    or a process are taken for different ones.
    """
    log = case.log.where(wanted)
    kinds = (name for file in case.formats for name in case.kinds_of(file))
    if max(Counter(name for name in kinds if name in WITH_PROCESS).values(), default=0) < 2:
        return log
    dated = F.col("time").isNotNull() | F.col("time_text").isNotNull()
    known = F.col("text").isNotNull() & F.col("pid").isNotNull() & dated
    told = log.withColumns({
        "local": F.when(F.col("time").isNull(), F.col("time_text")),
        "channel": F.coalesce(*(F.try_element_at("inserts", F.lit(name)) for name in ("channel", "probe"))),
        "words": F.regexp_replace(F.trim("text"), f"{SPACE}+", " "),
        "single": F.when(~known, F.struct("file", "offset")),
    }).repartition(*SAME)  # fmt: skip
    return _each_once(told.withColumn("part", _part(case)), SAME).select(*case.log.columns)


def events(case, wanted: Column | str = "true") -> DataFrame:
    """The rows of the table `events` that are `wanted`, each event once: it may be exported as JSON and text.

    Events of one file happened each on its own. Events without a time count as different ones. The seconds decide:
    JSON prints hundredths, text does not always.
    """
    found = case.events.where(wanted)
    if sum("event" in case.kinds_of(file) for file in case.formats) < 2:
        return found
    told = found.withColumns({
        "second": F.date_trunc("second", "time"),
        "single": F.when(F.col("time").isNull(), F.struct("file", "offset")), "part": F.lit(0),
    })  # fmt: skip
    return _each_once(told, SAME_EVENT).select(*case.events.columns)


def _each_once(rows: DataFrame, same: tuple[str, ...]) -> DataFrame:
    """Of rows that agree in `same`, the nth of the first file and `part` stands for the nth of every other."""
    nth = F.row_number().over(Window.partitionBy(*same, "file", "part").orderBy("offset"))
    copy = F.row_number().over(Window.partitionBy(*same, "nth").orderBy("file", "part"))
    return rows.withColumn("nth", nth).withColumn("copy", copy).where("copy = 1")


def _part(case) -> Column:
    """In which part of its file an entry is, where that has several parts with entries."""
    begins = {}
    for file in case.formats:
        if sum(name in WITH_PROCESS for name in case.kinds_of(file)) > 1:
            begins[file] = F.array(*(F.lit(part.start) for part in case.sections[file]))
    if not begins:
        return F.lit(0)
    known = F.create_map(*(one for file, starts in begins.items() for one in (F.lit(file), starts)))
    own = F.try_element_at(known, F.col("file"))
    return F.coalesce(F.size(F.filter(own, lambda start: start <= F.col("offset"))), F.lit(0))
