"""What one Spark says of cases, as JSON; run by `tests/test_clusters.py`, one SparkContext a process.

`python -m tests.clusters.ask '{"master": "spark://…", "folder": "sample_dumps", "names": ["dlq_mixed"]}'`: `connect` is
a master, too. `kit`: the kit as a zip, which the executors get; `unseen`: a path that they do not see; `signs`: a folder
for the signs of what is to be killed while a job runs.
"""

import json
import os
import sys

from pyspark.cloudpickle import register_pickle_by_value
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from mqforensics import findings, open_case, register, session
from mqforensics.formats.tables import SCHEMAS
from tests.clusters import connect, loss

register_pickle_by_value(loss)  # executors have the kit, not its tests
LOST = "dlq_mixed"
SPLIT = 40_000
LITTLE = {
    "spark_driver_memory": "1g", "spark_executor_memory": "512m", "spark_cores_max": "2",
    "spark_driver_host": "127.0.0.1", "spark_driver_bindAddress": "127.0.0.1", "spark_sql_shuffle_partitions": "4",
}  # fmt: skip


def by_file(rows):
    """How many rows there are of each file, and a hash of them in which their order does not count."""
    one = F.xxhash64(F.to_json(F.struct(*rows.columns))).cast("decimal(38,0)")
    told = rows.groupBy("file").agg(F.count("*").alias("rows"), F.sum(one).alias("hash")).collect()
    return {row.file: [row.rows, str(row.hash)] for row in told}


def tables(case):
    """Every table of a case, as `by_file` tells it."""
    return {table: by_file(getattr(case, table)) for table in SCHEMAS}


def found(case):
    """The findings of a case, each as text, in an order of their own."""
    return sorted(json.dumps(row.asDict(recursive=True), default=str) for row in findings(case).collect())


def asked(spark, folder, names):
    """The tables of all that is in `folder`, and the findings of each case in it that is named."""
    with open_case(spark, folder) as case:
        told = {"tables": tables(case), "findings": {}}
    for name in names:
        with open_case(spark, os.path.join(folder, name)) as case:
            told["findings"][name] = found(case)
    return told


def read(spark, folder):
    """A dump in many tasks."""
    return spark.read.format("amqsbcg").option("splitSize", SPLIT).load(os.path.join(folder, LOST, "dlq.txt"))


def losing(spark, folder, signs):
    """What is said after a Python worker, and then a whole executor and its worker, were killed while a job ran."""
    with open_case(spark, os.path.join(folder, LOST)) as case:
        case.messages.count()  # now it is kept, half of it where it will be lost
        rows = read(spark, folder)
        after = by_file(rows.mapInArrow(loss.lossy(str(signs)), rows.schema))
        return {"rows": after, "findings": found(case)}


def homes(spark):
    """Where the executors have the kit from."""

    def home(batches):
        import mqforensics

        for batch in batches:
            yield batch.assign(home=mqforensics.__file__)

    return [row.home for row in spark.range(0, 4, 1, 4).mapInPandas(home, "id long, home string").collect()]


def _spark(master, kit):
    is_connect = master == "connect"
    spark = SparkSession.builder.remote("local[2]").getOrCreate() if is_connect else session(master=master, **LITTLE)
    if kit and is_connect:
        spark.addArtifacts(kit, pyfile=True)
    elif kit:
        spark.sparkContext.addPyFile(kit)
    return register(spark)  # what plans the tasks gets the archives that were there then


def main(master, folder, names, kit=None, unseen=None, signs=None):
    """All that is asked of one Spark."""
    spark = _spark(master, kit)
    told = {"spark": type(spark).__module__, "homes": homes(spark), **asked(spark, folder, names)}
    told["source"] = by_file(read(spark, folder))
    if unseen:
        told["unseen"] = [row.error for row in open_case(spark, unseen).messages.collect()]
    if signs:
        told["lost"] = losing(spark, folder, signs)
    if master == "connect":
        told |= connect.asked(spark, folder)
    return told


if __name__ == "__main__":
    print(json.dumps(main(**json.loads(sys.argv[1]))))
