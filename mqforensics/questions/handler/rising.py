"""Rising from the tomb: what a dry run forwards or retries, as files that dmpmqmsg loads into the target queues."""

import os
import re
from pathlib import Path

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.handler.passes import FORWARDED, RETRIED
from mqforensics.rescue import Rescued, write_dmpmqmsg

UNSAFE = re.compile(r"[^A-Za-z0-9._%-]")
WITH_HEADER = ".with-mqdlh"


def rescued(messages: DataFrame, result: DataFrame, folder: str | os.PathLike) -> list[Rescued]:
    """Write one file a target queue of what `result` (of `dry_run`) forwards or retries; gives what became of each.

    A file is `QUEUE.dmp`, or `QUEUE@QUEUE.MANAGER.dmp` where the rule names a queue manager. Messages that keep their
    MQDLH go to a file of their own, `….with-mqdlh.dmp`, for dmpmqmsg writes the whole of a file alike.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    risen = result.where(F.col("outcome").isin(FORWARDED, RETRIED))
    keys = ["queue", "queue_manager", "header"]
    targets = risen.select(*keys).distinct().orderBy(*keys).collect()
    return [_written(messages, risen, target, folder) for target in targets]


def _written(messages: DataFrame, risen: DataFrame, target, folder: Path) -> Rescued:
    same = [F.col(name).eqNullSafe(target[name]) for name in ("queue", "queue_manager", "header")]
    chosen = risen.where(same[0] & same[1] & same[2]).select("file", "offset")
    kept = messages.join(chosen, ["file", "offset"], "left_semi").orderBy("file", "offset")
    return write_dmpmqmsg(kept, folder / _name(target), dlh=target.header == "YES")


def _name(target) -> str:
    names = [UNSAFE.sub("_", name) for name in (target.queue, target.queue_manager) if name]
    return "@".join(names) + (WITH_HEADER if target.header == "YES" else "") + ".dmp"
