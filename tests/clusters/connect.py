"""What is asked of Spark Connect alone, whose client has no JVM."""

import os

from mqforensics import dead_letters, open_case
from mqforensics.progress import CANCELLED, Work


def asked(spark, folder):
    """Dead letters out of a table, the inventory of their case, and how work is followed and cancelled."""
    with open_case(spark, os.path.join(folder, "dlq_mixed")) as case:
        letters = dead_letters(case.messages).collect()
        told = {
            "letters": sorted([row.number, row.reason_name] for row in letters),
            "bytes": [row.bytes for row in case.inventory.collect()],
        }
    heard = []
    work = Work(spark, spark.range(0, 300_000_000, 1, 16).selectExpr("sum(hash(id))").collect, heard.append).start()
    work.wait(200)
    told["heard"] = [max(step.tasks for step in heard), max(step.share for step in heard) > 0]
    work = Work(spark, spark.range(0, 10**13, 1, 8).selectExpr("sum(hash(id))").collect)
    work.told = lambda step: work.cancel()
    told["cancelled"] = work.run().state == CANCELLED
    return told
