"""The Java machines of a test run: each compiles quickly, and one serves the kernels of a process one after another.

To start Java, to load Spark's classes and to compile them takes longer than most notebooks do. A kernel still makes a
Spark of its own, with its own settings, in the machine that the kernel before it has left.
"""

import os
import subprocess
from unittest import mock

from jupyter_client.provisioning import local_provisioner

from mqforensics.files.isolation import errors_to, isolated_environment, private_folder
from mqforensics.files.remote import BEHIND
from mqforensics.session import OPTIONS, local_settings

QUICK = "-XX:TieredStopAtLevel=1"
"""The first compiler alone: what tests run is never run long enough for the second."""
OF_THE_MACHINE = ("spark.driver.memory", OPTIONS)


def quick():
    """Every Java of this process and of those it starts."""
    os.environ.setdefault("SPARK_LAUNCHER_OPTS", QUICK)
    os.environ.setdefault("SPARK_SUBMIT_OPTS", QUICK)


class Kernels:
    """Starts the kernels of Jupyter's clients in this process; gives each the same Java, where it is free."""

    def __init__(self):
        self.environment = dict(os.environ)  # not that of the report whose kernel comes first
        self.start, self.gateway, self.last = local_provisioner.launch_kernel, None, None
        local_provisioner.launch_kernel = self

    def __call__(self, command, env=None, **given):
        environment = dict(os.environ if env is None else env)
        # Spark's workers inherit what is behind a link of the case from their Java.
        if BEHIND in environment or (self.last and self.last.poll() is None):
            return self.start(command, env=environment, **given)
        self.last = self.start(command, env=environment | self._free(), **given)
        return self.last

    def close(self):
        """Ends the Java that the kernels had."""
        local_provisioner.launch_kernel = self.start
        if self.gateway:
            self.gateway.shutdown()
            self.gateway.proc.stdin.close()  # then it goes
            self.gateway.proc.wait()

    def _free(self):
        if not self.gateway or self.gateway.proc.poll() is not None:
            self.gateway = self._started()
        spark = getattr(getattr(self.gateway.jvm.org.apache.spark, "SparkContext$"), "MODULE$")
        left = spark.getActive()
        if left.isDefined():
            left.get().stop()
        told = self.gateway.gateway_parameters
        return {"PYSPARK_GATEWAY_PORT": str(told.port), "PYSPARK_GATEWAY_SECRET": told.auth_token}

    def _started(self):
        from pyspark import SparkConf
        from pyspark.java_gateway import launch_gateway

        settings = local_settings()
        conf = SparkConf(loadDefaults=False).setAll([(name, settings[name]) for name in OF_THE_MACHINE])
        before, log = mock.patch.dict(os.environ, self.environment, clear=True), private_folder() / "kernels.log"
        with before, isolated_environment(), errors_to(log):
            return launch_gateway(conf, {"stdout": subprocess.DEVNULL})
