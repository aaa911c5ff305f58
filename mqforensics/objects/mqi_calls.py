"""What the MQI calls of traces share: the connection of each, and reasons that mean something else than a failure."""

from pyspark.sql import Column
from pyspark.sql import functions as F

PUTS, GETS = ("MQPUT", "MQPUT1"), ("MQGET", "MQCALLBACK")
FAILED = 2
"""MQCC_FAILED."""
BACKED_OUT = 2003
"""The reason of an MQCMIT that backed the unit of work out instead."""
NOT_GIVEN = (2070, 2080)
"""Come with CompCode 1 (a signal accepted, a buffer too small), and yet neither move a cursor nor take a message."""


def owner() -> Column:
    """The connection that a call is of, by its own identifier or by its process, thread and channel; "" for none."""
    return F.coalesce("connection", F.concat_ws("/", "process", "thread", "channel"))
