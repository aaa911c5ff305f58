"""Messages that are on two queues because one streams to the other (STREAMQ): nothing was sent twice."""

from __future__ import annotations

from collections.abc import Iterator

from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.walk.plain_walk import QUESTION
from mqforensics.questions.walk.verdict_time import as_of
from mqforensics.questions.wording import count
from mqforensics.spark_compat import smallest
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import by_number

CITED = 100
"""So many places of copies are cited."""


def of_dumps(case, estate: Estate) -> Iterator[Finding]:
    """A finding for each queue of which a dump has messages that a dump of its STREAMQ has, too."""
    dumped = {one.queue for one in dumps(case) if one.messages}
    for manager in estate.managers:
        for name in sorted({row.name for row in estate.of(manager, QUEUES) if row.name in dumped}):
            to = estate.fact(manager, QUEUES, name, "STREAMQ")
            if to.value in dumped - {name} and (found := _on_both(case, manager, name, to.value)):
                said = said_of.COPIES.format(
                    messages=count(found.messages, "message"), are=by_number(found.messages, "is", "are"), queue=name,
                    manager=manager, copies=to.value,
                )  # fmt: skip
                places = [Evidence(at.file, number=at.number, shows="MsgId") for of_one in found.cited for at in of_one]
                lines = [Evidence.of(place) for place in to.places]
                about = manager, to.value, as_of(estate, manager, name, to.places)
                yield Finding(QUESTION, "STREAMED_COPIES", "info", said, [*lines, *places], [], *about)


def _on_both(case, manager: str, queue: str, copies: str):
    """How many messages both queues have, and where some of them are; None without any."""
    own = F.coalesce(F.col("dump_queue_manager"), F.lit(manager)) == manager
    shown = case.messages.where(F.col("queue").isin(queue, copies) & own & F.hex("md.MsgId").rlike("[1-9A-F]"))
    place = F.struct("file", "number")
    both = shown.groupBy("md.MsgId").agg(
        F.count_distinct("queue").alias("queues"), smallest(place, place, 2).alias("places")
    )
    cited = smallest("places", "places", CITED).alias("cited")
    row = both.where("queues = 2").agg(F.count("*").alias("messages"), cited).first()
    return row if row and row.messages else None
