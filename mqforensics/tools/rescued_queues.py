"""What a dry run forwards or retries, as files that dmpmqmsg loads into the target queues."""

import os
import re
from itertools import groupby

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.files.output import make_folder
from mqforensics.questions.handler.passes import FORWARDED, RETRIED
from mqforensics.tools.rescue import Rescued, rows, write

UNSAFE = re.compile(r"[^A-Za-z0-9._%-]")
WITH_HEADER = ".with-mqdlh"


def write_queues(messages: DataFrame, result: DataFrame, folder: str | os.PathLike) -> list[Rescued]:
    """Write one file a target queue of what `result` (of `dry_run`) forwards or retries; gives what became of each.

    A file is `QUEUE.dmp`, or `QUEUE@QUEUE.MANAGER.dmp` where the rule names a queue manager. Messages that keep their
    MQDLH go to a file of their own, `….with-mqdlh.dmp`, for dmpmqmsg writes the whole of a file alike.
    """
    folder = make_folder(folder)
    target = F.struct("queue", "queue_manager", "header").alias("_target")
    risen = result.where(F.col("outcome").isin(FORWARDED, RETRIED)).select("file", "offset", target)
    kept = messages.join(risen, ["file", "offset"]).orderBy("_target", "file", "offset")
    written = []
    for target, found in groupby(rows(kept), key=lambda row: tuple(row["_target"].values())):
        path = folder / _name(*target)
        written.append(write(found, path, messages.sparkSession, dlh=target[2] == "YES"))
    return written


def _name(queue: str | None, queue_manager: str | None, header: str | None) -> str:
    names = [UNSAFE.sub("_", name) for name in (queue, queue_manager) if name]
    return "@".join(names) + (WITH_HEADER if header == "YES" else "") + ".dmp"
