"""Work on Spark in its own thread: how far its stages are, and a way to cancel it.

A session in this process tells of the stages of a job group and cancels it; its tags belong to one thread, so they
cannot be cancelled from another. Spark Connect has a progress handler, and its tags can.
"""

import os
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

INTERVAL = 0.25
"""Seconds between two looks at the stages."""
STEPS = "MQFORENSICS_STEPS"
"""Names, in the environment of a kernel, the file in which it notes what it has done."""
WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"


class Progress(NamedTuple):
    """Tasks done of those that Spark has planned so far, and in how many stages; more stages may follow."""

    done: int = 0
    tasks: int = 0
    stages: int = 0

    @property
    def share(self) -> float:
        """Part that is done, from 0 to 1."""
        return self.done / self.tasks if self.tasks else 0.0

    def __str__(self) -> str:
        if not self.tasks:
            return "planning"
        return f"{self.done} of {self.tasks} tasks in {self.stages} stage{'s' * (self.stages != 1)}"


class Work:
    """One piece of work: `state`, `progress`, and at its end `result` or `problem`."""

    def __init__(
        self,
        spark: "SparkSession | None",
        job: Callable[[], Any],
        told: Callable[[Progress], None] = lambda progress: None,
    ):
        """`job` runs Spark actions; `told` hears of every step of their stages, from another thread.

        Without a session, such as for the work that starts one, there are no stages, and it is not cut off.
        """
        self.spark, self.job, self.told = spark, job, told
        self.tag = f"mqforensics-{uuid.uuid4().hex}"
        self.state, self.progress = WAITING, Progress()
        self.result: Any = None
        self.problem: Exception | None = None
        self._wanted = True
        self._ended = threading.Event()

    def run(self) -> "Work":
        """Do the work in this thread; never raises, see `state`."""
        if not self._wanted:
            return self._end(CANCELLED)
        self.state = RUNNING
        with _tagged(self.spark, self.tag), _stages(self.spark, self.tag) as stages:
            watcher = threading.Thread(target=self._watch, args=(stages,), daemon=True)
            watcher.start()
            try:
                self.result = self.job()
                return self._end(DONE)
            except Exception as problem:  # of Spark, or of the job: the owner shows it
                self.problem = problem
                return self._end(FAILED if self._wanted else CANCELLED)
            finally:
                watcher.join()

    def start(self) -> "Work":
        """Do the work in its own thread."""
        threading.Thread(target=self.run, daemon=True).start()
        return self

    def cancel(self) -> None:
        """Stop the work, also when it has not begun."""
        self._wanted = False
        if self.state == RUNNING:
            _interrupt(self.spark, self.tag)

    def wait(self, seconds: float | None = None) -> Any:
        """The result; raises what the job raised, TimeoutError when it is not there in time."""
        if not self._ended.wait(seconds):
            raise TimeoutError(f"expected the work to end within {seconds} s")
        if self.problem:
            raise self.problem
        return self.result

    def _end(self, state: str) -> "Work":
        self.state = state
        self._ended.set()
        return self

    def _watch(self, stages: Callable[[], Progress]) -> None:
        while not self._ended.wait(INTERVAL):
            if not self._wanted:  # again, for it may have been between two actions
                _interrupt(self.spark, self.tag)
            found = stages()
            if found != self.progress:
                self.progress = found
                self.told(found)


def _is_connect(spark: "SparkSession") -> bool:
    return ".connect." in type(spark).__module__


@contextmanager
def _tagged(spark: "SparkSession | None", tag: str):
    """Every action of this thread carries the tag."""
    if spark is None:
        yield
        return
    if _is_connect(spark):
        spark.addTag(tag)
        try:
            yield
        finally:
            spark.removeTag(tag)
        return
    spark.sparkContext.setJobGroup(tag, "mqforensics")
    try:
        yield
    finally:
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)


def _interrupt(spark: "SparkSession | None", tag: str) -> None:
    if spark is None:
        return
    if _is_connect(spark):
        spark.interruptTag(tag)
    else:
        spark.sparkContext.cancelJobGroup(tag)


@contextmanager
def _stages(spark: "SparkSession | None", tag: str) -> Iterator[Callable[[], Progress]]:
    # A function that says how far the stages of a tag are.
    if spark is None:
        yield Progress
        return
    if not _is_connect(spark):
        yield lambda: _tracked(spark, tag)
        return
    seen: dict[str, Progress] = {}

    def handler(stages, inflight_tasks, operation_id, done):
        told = list(stages)
        tasks = sum(stage.num_tasks for stage in told)
        seen[operation_id] = Progress(sum(stage.num_completed_tasks for stage in told), tasks, len(told))

    spark.registerProgressHandler(handler)
    try:
        yield lambda: Progress(*map(sum, zip(*seen.values(), strict=True))) if seen else Progress()
    finally:
        spark.removeProgressHandler(handler)


def _tracked(spark: "SparkSession", tag: str) -> Progress:
    tracker = spark.sparkContext.statusTracker()
    jobs = [job for number in tracker.getJobIdsForGroup(tag) if (job := tracker.getJobInfo(number))]
    numbers = {number for job in jobs for number in job.stageIds}
    stages = [stage for number in numbers if (stage := tracker.getStageInfo(number))]
    done = sum(stage.numCompletedTasks for stage in stages)
    return Progress(done, sum(stage.numTasks for stage in stages), len(stages))


def note_step(said: str) -> None:
    """Note what is done, for anyone who waits for this process and gave it a file in its environment."""
    path = os.environ.get(STEPS)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{said}\n")


@contextmanager
def steps_noted(path: Path, told: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, `told` gets each line that another process notes in the file `path`."""
    path.touch()
    ended = threading.Event()

    def follow() -> None:
        with open(path, encoding="utf-8") as file:
            is_last = False
            while not is_last:
                is_last = ended.wait(INTERVAL)
                for line in file:
                    told(line.rstrip("\n"))

    watcher = threading.Thread(target=follow, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
