"""What makes every later start of Spark quicker: its classes as Java has loaded them, kept beside the packages.

Java itself looks at each start whether they are still of its own version and of Spark's files; where not, or where
nothing is kept, it loads them one by one as it always does.
"""

import os
import tempfile
from pathlib import Path

from pyspark import SparkContext

from mqforensics import source
from mqforensics.case import open_case
from mqforensics.errors import MQForensicsError
from mqforensics.questions import findings
from mqforensics.session import KEPT, LOCAL, OPTIONS, SILENT, session
from mqforensics.spark_compat import rows_of

LEAST = """Starting MQSC for queue manager QM1.
     1 : DISPLAY QLOCAL(*) CURDEPTH
AMQ8409I: Display Queue details.
   QUEUE(A)                                TYPE(QLOCAL)
   CURDEPTH(0)
One MQSC command read.
"""
"""A case for whose answers Spark loads what it needs for most."""


class KeepingJavaExpected(MQForensicsError, OSError):
    """The Java that Spark runs on keeps no classes, or could not write them."""


def prepare() -> Path:
    """Start Spark, answer a least case, and keep the classes that were loaded; gives the file (some 180 MB).

    Raises `JavaNotFound`, `KeepingJavaExpected`, `OSError` where the environment of Python cannot be written to, and
    `ValueError` beside a session of Spark: its classes are those of an empty process.
    """
    if SparkContext._active_spark_context:
        raise ValueError("expected a process without a session of Spark: run `mqforensics prepare`")
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT.parent) as folder:
        made = Path(folder) / KEPT.name
        (Path(folder) / "session.txt").write_text(LEAST)
        spark = session(**{OPTIONS.replace(".", "_"): f'{LOCAL[OPTIONS]} -XX:ArchiveClassesAtExit="{made}" {SILENT}'})
        with open_case(spark, Path(folder) / "session.txt") as case:
            rows_of(findings(case))
            reading = source.Reading.of("mqsc", case.files)
            rows_of(source.written(spark, [reading], Path(folder) / "large").select("name", "attributes.QUEUE"))
        _ended(spark)
        if not made.exists():
            raise KeepingJavaExpected("expected a Java that can keep classes, and 200 MB of room: nothing was kept")
        os.replace(made, KEPT)
    return KEPT


def _ended(spark) -> None:
    """Stop Spark and wait for its Java, which writes as it goes."""
    java = spark.sparkContext._gateway
    spark.stop()
    java.shutdown()
    java.proc.stdin.close()
    java.proc.wait()
