"""Which kind of client reads a queue: one that handles poison messages, or one that leaves them to its program."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.finding import Evidence
from mqforensics.questions.poison.definitions import World

JMS, MQI = "jms", "mqi"
JMS_APPLICATION = re.compile(r"\bJMS|JMS\b|WebSphere MQ Client for Java|IBM MQ Client for Java", re.I)
SAMPLES = re.compile(r"(?:^|[\\/])amqs\w{3,4}c?(?:\.exe)?$", re.I)
"""MQ's own sample programs, in C."""
PRODUCTS = {
    JMS: ("MQJM", "MQJN", "MQXC", "MQXD", "MQXN", "MQXM", "MQXU"),
    MQI: ("MQCC", "MQJB", "MQNM", "MQNU"),
}
"""RPRODUCT of DISPLAY CHSTATUS: classes for JMS and XMS; C, classes for Java, .NET."""
READS = ("MQGET", "MQCB", "MQCALLBACK")
READERS = 20
"""Applications of one queue that are looked at."""


class Client(NamedTuple):
    """`kind`: `jms`, `mqi`, or None where nothing tells; the application's own name, and where it is seen."""

    kind: str | None
    application: str | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def words(self) -> str:
        """The client as the subject of a sentence."""
        if self.kind is None:
            return "a JMS client (nothing in the case tells which client reads the queue)"
        named = f" ({self.application})" if self.application else ""
        return f"the JMS client{named}" if self.kind == JMS else f"the application{named}"


def clients(world: World, calls: DataFrame | None) -> dict[str, Client]:
    """The client of each queue that anything is known of."""
    found: dict[str, Client] = {}
    for queue, one in [*_handles(world), *_callers(calls)]:
        known = found.get(queue)
        if known is None or known.kind is None:
            found[queue] = one
        elif one.kind and one.kind != known.kind:
            found[queue] = Client(None, None, known.evidence + one.evidence)
        elif one.kind:
            found[queue] = known._replace(evidence=known.evidence + one.evidence)
    return found


def kind_of(application: str | None, product: str | None = None) -> str | None:
    """The kind of client by the product that its channel told, or by its name."""
    for kind, products in PRODUCTS.items():
        if product in products:
            return kind
    if JMS_APPLICATION.search(application or ""):
        return JMS
    return MQI if SAMPLES.search(application or "") else None


def _handles(world: World) -> list[tuple[str, Client]]:
    status = world.rows("CHSTATUS")
    products = {row.name: row.attributes["RPRODUCT"] for row in status if "RPRODUCT" in row.attributes}
    handles = [row for row in world.rows("HANDLE", "CONN") if _reads(row.attributes)]
    return [
        (queue, Client(kind_of(tag, product), tag or None, (Evidence(*row.place()),)))
        for row in handles
        for product in [products.get(row.attributes.get("CHANNEL"))]
        if (queue := row.attributes.get("OBJNAME") or row.attributes.get("QUEUE"))
        for tag in [row.attributes.get("APPLTAG")]
    ]


def _reads(attributes: Mapping[str, str]) -> bool:
    if "INPUT" in attributes:
        return attributes["INPUT"] != "NO"
    return "MQOO_INPUT" in attributes.get("OPENOPTS", "")


def _callers(calls: DataFrame | None) -> list[tuple[str, Client]]:
    if calls is None:
        return []
    readers = calls.where(F.col("verb").isin(*READS) & F.col("queue").isNotNull()).groupBy("queue", "application")
    rows = readers.agg(F.min("file").alias("file")).orderBy("queue", "application").limit(READERS * 100).collect()
    return [(r.queue, Client(kind_of(r.application), r.application, (Evidence(r.file),))) for r in rows]
