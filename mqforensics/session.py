"""A quiet local Spark that knows the kit's formats."""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from pyspark import SparkContext
from pyspark.sql import SparkSession

from mqforensics.errors import JavaNotFound

QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
LOCAL = {
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "4096",
    # Planning anew between stages helps where shuffles are large; here they are few and small, and people wait.
    "spark.sql.adaptive.enabled": "false",
    "spark.driver.memory": "4g",
    # The second compiler late (ten times Java's own thresholds): a short question is answered before it would pay,
    # a long one still gets it.
    "spark.driver.extraJavaOptions": "-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
    " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000",
}
ALWAYS = {
    "spark.sql.session.timeZone": "UTC",
}


def session(**options: str) -> SparkSession:
    """A local Spark session (or the one that runs already), quiet, in UTC, with every format registered.

    `options` are Spark settings with `_` for `.`: `session(spark_driver_memory="8g")`;
    `master` sets the master, by default every core of this machine.
    Raises `JavaNotFound` when there is no Java for Spark to run on.
    """
    require_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else Spark takes the first python3 on the path
    builder = SparkSession.builder.appName("mqforensics").master(options.pop("master", "local[*]"))
    for key, value in {**QUIET, **LOCAL, **ALWAYS}.items():
        builder = builder.config(key, value)
    for key, value in options.items():
        builder = builder.config(key.replace("_", "."), value)
    with _jvm_lines_to_a_file():
        spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    Thread(target=_first_worker, args=(spark.sparkContext,), daemon=True).start()
    return register(spark)


def register(spark: SparkSession) -> SparkSession:
    """Make every format known to a session of your own; gives the session back."""
    from mqforensics.source import SOURCES

    for key, value in ALWAYS.items():
        spark.conf.set(key, value)
    for source in SOURCES:
        spark.dataSource.register(source)
    return spark


def _first_worker(context: SparkContext) -> None:
    # Every reading needs a Python worker; one that starts meanwhile costs no waiting. Who stops Spark, stops it.
    with contextlib.suppress(Exception):
        context.range(1, numSlices=1).foreach(_ready)


def _ready(_: int) -> None:
    import mqforensics.source  # noqa: F401


def require_java() -> None:
    """Raise `JavaNotFound`, which says how to get it, when there is no Java for Spark to run on."""
    home = os.environ.get("JAVA_HOME")
    if not (home and (Path(home) / "bin" / "java").exists()) and not shutil.which("java"):
        raise JavaNotFound(
            "Spark needs Java 17 or later and none was found: install it (Debian: apt install openjdk-17-jre-headless; "
            "conda: conda install -c conda-forge openjdk) or set JAVA_HOME."
        )


@contextlib.contextmanager
def _jvm_lines_to_a_file() -> Iterator[None]:
    # The JVM inherits descriptor 2 and writes there before any log setting is read.
    sys.stderr.flush()
    kept = os.dup(2)
    log = os.open(
        Path(tempfile.gettempdir()) / f"mqforensics-spark-{os.getuid()}.log",
        os.O_WRONLY | os.O_CREAT | os.O_APPEND,
    )
    os.dup2(log, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(log)
