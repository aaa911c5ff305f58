"""Processes of a cluster that die while they work: each once, in a task that is not the first."""

import os
import signal
import time
from pathlib import Path


def lossy(signs):
    """A function for `mapInArrow` that gives what it gets, or does not live to.

    `signs`: a folder for an empty file for each process that was killed.
    """

    def mapped(batches):
        from pyspark import TaskContext

        task = TaskContext.get()
        for batch in batches:
            if task.attemptNumber() == 0 and task.partitionId() in DEATHS:
                DEATHS[task.partitionId()](Path(signs))
            yield batch

    return mapped


def _python_worker(signs):
    (signs / "python worker").touch()
    os.kill(os.getpid(), signal.SIGKILL)


def _machine(signs):
    """The executor and the worker above it: what the loss of a machine is."""
    lineage = [os.getpid()]
    while lineage[-1] > 1:
        lineage.append(_parent(lineage[-1]))
    executor = next(pid for pid in lineage if "ExecutorBackend" in _command(pid))
    worker = lineage[lineage.index(executor) + 1]
    for pid, name in ((worker, "deploy.worker.Worker"), (executor, "ExecutorBackend")):
        if name in _command(pid):
            (signs / name).touch()
            os.kill(pid, signal.SIGKILL)
    time.sleep(20)


def _parent(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _command(pid):
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


DEATHS = {3: _python_worker, 6: _machine}
