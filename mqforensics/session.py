"""The engine: a quiet local Spark, a cluster's, or Sail, each with the kit's formats.

PySpark is imported when an engine is started: much of the kit needs none.
"""

import atexit
import contextlib
import logging
import os
import shutil
import subprocess
import sys
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from mqforensics import sail
from mqforensics.errors import EngineFailed, JavaNotFound, MQForensicsError
from mqforensics.files import files
from mqforensics.files.isolation import errors_to, isolated_environment, private_folder
from mqforensics.files.system import memory_limit
from mqforensics.sail import SailNotUsable

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
OWN = "spark.mqforensics.local"
"""A setting that a local session of the kit's own has, and no other."""
INTERPRETED = ("spark.sql.codegen.factoryMode", "NO_CODEGEN")
"""Code for each query costs more to make than it saves on few rows: a quarter of a small case's time."""
OPTIONS = "spark.driver.extraJavaOptions"
JIT_OPTIONS = (
    " -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
    " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
)
"""Java's second compiler after ten times its own thresholds: a short question is answered before it would pay."""
LOCAL = {
    # A task costs more than the few rows that it gets of a small case: no more than can run at once.
    "spark.sql.shuffle.partitions": str(min(4, os.cpu_count() or 1)),
    "spark.sql.execution.arrow.maxRecordsPerBatch": "4096",
    # Planning anew between stages helps where shuffles are large; here they are few and small, and people wait.
    "spark.sql.adaptive.enabled": "false",
    # By default the code of a hundred stages is kept; a case's questions have more, and would compile them every time.
    "spark.sql.codegen.cache.maxEntries": "2000",
    OWN: "true",
    # Looking up the line of Python that made a column, for messages of Spark's, takes a tenth of a small case's time.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
    "spark.driver.memory": "4g",
    # What dumps repeat is packed small; unpacked it is nothing to be sent whole from task to task.
    "spark.sql.sources.fileCompressionFactor": "32",
    # A page for each sort, grouping and joined table: by default 64 MB of zeros of this memory, however few the rows.
    "spark.buffer.pageSize": "2m",
    # A collector that works only when there is garbage; Spark itself looks whether a value is null before it gets it.
    OPTIONS: "-XX:+UseParallelGC -XX:-UsePerfData -Darrow.enable_null_check_for_get=false",
    # What a stretch of a dump has needed is kept for the next one: given back, the system would clear every page anew.
    "spark.executorEnv.MALLOC_MMAP_THRESHOLD_": "33554432",
    "spark.executorEnv.MALLOC_TRIM_THRESHOLD_": "536870912",
    # What Spark tells workers of a DataFrame and not those of an RDD, so that one that runs serves both.
    "spark.executorEnv.SPARK_SIMPLIFIED_TRACEBACK": "1",
    "spark.sql.session.timeZone": "UTC",
    # Nobody else on the network, nor on this machine, is to read evidence out of the session.
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.authenticate": "true",
    "spark.network.crypto.enabled": "true",
}
"""Settings of a session on this machine; one on a cluster keeps its own."""
SOCKETS = "spark.python.unix.domain.socket"
"""From Spark 4.1 on. Over the network's own sockets each task waits 40 ms, until the system confirms what was sent."""
SHORT = 56
"""So many bytes a folder's path has at most in which these can be: with their names no system takes more than 104."""
KEPT = Path(sys.prefix) / "share" / "mqforensics" / "spark.jsa"
"""Spark's classes as `mqforensics prepare` keeps them: anyone who can write here can change the packages, too."""
SILENT = "-Xlog:disable -Xlog:all=error:stderr"
"""No warnings of Java's on the standard output that what is kept is of another Java."""
NOT_STARTED = (
    "Spark's Java did not start. It needs about 8 GB of address space (ulimit -v), or less memory by "
    "session(spark_driver_memory=…). It said:"
)
ZONE = "spark.sql.session.timeZone"
UTC = ("UTC", "Etc/UTC", "Z", "GMT", "+00:00")


SPARK, SAIL = ENGINES = ("spark", "sail")
LEAST = 2 << 30
"""So many bytes of address space a report needs at least (`ulimit -v`)."""
FOR_SAIL = 64 << 20
"""So many bytes of evidence, as it lies, are read by Sail where it is installed; more by Spark, where Java is."""
ENGINE = "MQFORENSICS_ENGINE"
"""What of the environment names an engine for every session that is not asked for one."""


class EngineExpected(MQForensicsError, ValueError):
    """No engine has this name, or this process has the other one already."""


def session(engine: str | None = None, evidence: str | os.PathLike | None = None, **options: str) -> "SparkSession":
    """A session (or the one that runs already), quiet, in UTC, with every format registered.

    `engine` is `spark` or `sail`. Without it the environment's `MQFORENSICS_ENGINE` names one. Without that it is Sail,
    where that is installed and nobody else on this machine can reach it, for `evidence` (a path) of up to `FOR_SAIL`
    bytes, and where there is no Java; else Spark.

    `options` are Spark settings with `_` for `.`: `session(spark_driver_memory="8g")`;
    `master` sets the master, by default every core of this machine. What runs on this machine listens on the loopback
    alone and answers only who knows its secret; a cluster's settings are left as they are.
    Raises `JavaNotFound` when there is no Java for Spark to run on, `EngineExpected` for another name or for the engine
    that does not run in this process, `SailNotUsable` where Sail was asked for and does not start.
    """
    return register(start_session(engine, evidence, **options))


def start_session(
    engine: str | None = None, evidence: str | os.PathLike | None = None, **options: str
) -> "SparkSession":
    """`session` without the formats for `spark.read`, which a `Case` does not need."""
    asked, running = asked_for(engine), _running()
    if running and asked not in (None, running):
        raise EngineExpected(f"expected the engine of this process, {running}, got {asked}: start another process")
    if SAIL in (running, asked) and options:
        raise EngineExpected(f"expected no settings of Spark for Sail, got {', '.join(options)}")
    if running == SAIL:
        return sail.session()
    if running is None and (asked == SAIL or (asked is None and not options and chosen(evidence) == SAIL)):
        try:
            return sail.connect(is_asked_for=asked == SAIL)
        except SailNotUsable:
            if asked == SAIL or not has_java():
                raise
    return _spark(**options)


def asked_for(engine: str | None = None) -> str | None:
    """The engine that the caller names, or the environment. Raises `EngineExpected`."""
    asked = engine or os.environ.get(ENGINE) or None
    if asked not in (None, *ENGINES):
        raise EngineExpected(f"expected the engine spark or sail, got {asked!r}")
    return asked


def chosen(evidence: str | os.PathLike | None = None) -> str:
    """`spark` or `sail`: the engine for evidence at a path, where nobody names one."""
    if not sail.is_installed():
        return SPARK
    return SAIL if not has_java() or (evidence is not None and _is_small(evidence)) else SPARK


def _is_small(evidence: str | os.PathLike) -> bool:
    with suppress(MQForensicsError, OSError):  # whoever opens it says why it cannot be looked at
        return sum(file.size for file in files(evidence)) <= FOR_SAIL
    return False


def require_engine() -> None:
    """Raise, before any work, where `session` would: `EngineExpected`, `SailNotUsable` or `JavaNotFound`.

    Raises `EngineFailed` where this process may have less than `LEAST` bytes of memory: libraries of others abort then.
    """
    if (most := memory_limit()) is not None and most < LEAST:
        raise EngineFailed(f"A report needs at least 2 GB of address space, and ulimit -v leaves {most >> 20} MB.")
    asked = asked_for()
    if asked == SAIL and not sail.is_installed():
        raise SailNotUsable(sail.INSTALL)
    if asked != SAIL and not (asked is None and chosen() == SAIL):
        require_java()


def engine(spark: "SparkSession") -> str:
    """`spark` or `sail`: what answers this session."""
    if sail.is_own(spark):
        return SAIL
    if ".connect." not in type(spark).__module__:
        return SPARK
    return SPARK if spark.sql("SELECT version()").first()[0].startswith(spark.version) else SAIL


def _running() -> str | None:
    if sail.session() is not None:
        return SAIL
    pyspark = sys.modules.get("pyspark")
    return SPARK if pyspark and pyspark.SparkContext._active_spark_context else None


def _spark(**options: str) -> "SparkSession":
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    require_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else Spark takes the first python3 on the path
    master = options.pop("master", "local[*]")
    builder = SparkSession.builder.appName("mqforensics").master(master)
    is_local = master.partition("[")[0] == "local"  # `local-cluster[…]` is a cluster
    own = {**QUIET, **(local_settings() if is_local else {ZONE: "UTC"})}
    given = {key.replace("_", "."): value for key, value in options.items()}
    for key, value in {**own, **given}.items():
        builder = builder.config(key, value)
    # The JVM writes to its error output before any log setting is read.
    with isolated_environment(), errors_to(private_folder() / "spark.log", is_all=True):
        import psutil

        before = set(psutil.Process().children(recursive=True))
        try:
            spark = builder.getOrCreate()
        except BaseException as problem:  # an interrupt, too
            _end_started_since(before)
            if not isinstance(problem, PySparkRuntimeError):
                raise
            raise EngineFailed(f"{NOT_STARTED} {_last_line(private_folder() / 'spark.log') or problem}") from None
    spark.sparkContext.setLogLevel("ERROR")
    if spark.conf.get(OWN, ""):
        _end_java_with_process()
    if is_local:  # what a cluster's executors have is not known yet
        Thread(target=_first_worker, args=(spark.sparkContext,), daemon=True).start()
    return spark


@cache
def _end_java_with_process() -> None:
    # Left to itself, Java ends a second after this process, and until then writes into the folder that goes with it.
    from pyspark import SparkContext

    java = getattr(SparkContext._gateway, "proc", None)
    if java:
        private_folder()  # what was registered last is done first
        atexit.register(_end, java)


def _end_started_since(before: set) -> None:
    """End a Java that was started since these processes were all, before it has told where it listens."""
    import psutil

    started = set(psutil.Process().children(recursive=True)) - before
    for one in started:
        with contextlib.suppress(psutil.Error):
            if "spark" in " ".join(one.cmdline()):
                one.kill()
    psutil.wait_procs(started, 5)


def _end(java: subprocess.Popen) -> None:
    from pyspark import SparkContext

    logging.disable()  # the threads of PySpark tell of the Java that they miss
    if context := SparkContext._active_spark_context:
        context._accumulatorServer.handle_error = lambda *_: None
    java.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        java.wait(5)


def _last_line(log: Path) -> str:
    """The last line of what Java has printed, of many that say where in its own code it was."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [line.strip() for line in lines if line.strip() and not line.startswith(("\tat ", "/"))]
    return said[-1] if said else ""


def local_settings() -> dict[str, str]:
    """`LOCAL`, with the classes that are kept, and a private folder for what Spark puts on disk."""
    folder = private_folder()
    own = {"spark.local.dir": f"{folder}/spark", "spark.sql.warehouse.dir": f"{folder}/warehouse"}
    scratch = f' -Djava.io.tmpdir="{folder}" -XX:ErrorFile="{folder}/java.log"'
    if len(os.fsencode(folder)) <= SHORT:
        own |= {f"{SOCKETS}.enabled": "true", f"{SOCKETS}.dir": str(folder)}
    return {**LOCAL, OPTIONS: LOCAL[OPTIONS] + scratch + JIT_OPTIONS + sharing(), **own}


def sharing() -> str:
    """Options of a Java that has the classes that are kept; empty where none are."""
    return f' -XX:SharedArchiveFile="{KEPT}" {SILENT}' if KEPT.is_file() else ""


def is_own(spark: "SparkSession") -> bool:
    """Whether it is a local session that the kit itself started."""
    return bool(spark.conf.get(OWN, ""))


def tune(spark: "SparkSession", is_small: bool) -> None:
    """Make a session of the kit's own ready for the many questions of a case, each about few rows where it is small."""
    if is_own(spark) and is_small:
        spark.conf.set(*INTERPRETED)
    elif is_own(spark):
        spark.conf.unset(INTERPRETED[0])


def register(spark: "SparkSession") -> "SparkSession":
    """Make every format known to a session of your own; gives the session back.

    Its settings are left as they are. All times of the kit are UTC: where the session shows times in another zone, a
    warning says this.
    """
    from mqforensics.source import SOURCES

    zone = spark.conf.get(ZONE)
    if zone not in UTC:
        warnings.warn(
            f"this session shows times in {zone}, mqforensics means UTC: spark.conf.set({ZONE!r}, 'UTC')", stacklevel=2
        )
    for source in SOURCES:
        spark.dataSource.register(source)
    return spark


def _first_worker(context: "SparkContext") -> None:
    # Every reading needs a Python worker; one that starts meanwhile costs no waiting. Who stops Spark, stops it.
    with contextlib.suppress(Exception):
        context.range(1, numSlices=1).foreach(_ready)


def _ready(_: int) -> None:
    import mqforensics.source  # noqa: F401


def require_java() -> None:
    """Raise `JavaNotFound`, which says how to get it, when there is no Java for Spark to run on."""
    if not has_java():
        raise JavaNotFound(
            "Spark needs Java 17 or later and none was found: install it (Debian: apt install openjdk-17-jre-headless; "
            "conda: conda install -c conda-forge openjdk) or set JAVA_HOME. Small evidence needs none with "
            "pip install 'mqforensics[quick]'."
        )


def has_java() -> bool:
    """Whether there is a Java, of whatever version."""
    home = os.environ.get("JAVA_HOME")
    return bool(home and (Path(home) / "bin" / "java").exists()) or shutil.which("java") is not None
