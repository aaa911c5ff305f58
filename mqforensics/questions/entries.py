"""The entries of a case's logs, each once: a log that was copied, or is there as text and as JSON, tells it again."""

from collections import Counter

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

WITH_PROCESS = ("amqerr", "fdc")
"""The formats whose entries name their process."""
SAME = ("queue_manager", "time", "local", "message", "pid", "tid", "reason", "channel", "words", "single")
"""What two entries have in common that are one; `local`: as it is printed, where the time in UTC is not known."""


def entries(case, wanted: Column | str = "true") -> DataFrame:
    """The rows of the table `log` of a case that are `wanted`, without what another file or part of it tells again.

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
        "words": F.regexp_replace(F.trim("text"), r"\s+", " "),
        "single": F.when(~known, F.struct("file", "offset")),
    }).repartition(*SAME)  # fmt: skip
    nth = F.row_number().over(Window.partitionBy(*SAME, "file", "part").orderBy("offset"))
    file = F.row_number().over(Window.partitionBy(*SAME, "nth").orderBy("file", "part"))
    once = told.withColumn("part", _part(case)).withColumn("nth", nth).withColumn("copy", file).where("copy = 1")
    return once.select(*case.log.columns)


def _part(case) -> Column:
    """In which part of its file an entry stands, where that has several parts with entries."""
    begins = {}
    for file in case.formats:
        if sum(name in WITH_PROCESS for name in case.kinds_of(file)) > 1:
            begins[file] = F.array(*(F.lit(part.start) for part in case.sections[file]))
    if not begins:
        return F.lit(0)
    known = F.create_map(*(one for file, starts in begins.items() for one in (F.lit(file), starts)))
    own = F.try_element_at(known, F.col("file"))
    return F.coalesce(F.size(F.filter(own, lambda start: start <= F.col("offset"))), F.lit(0))
