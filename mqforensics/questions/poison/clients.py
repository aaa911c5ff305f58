"""Which kind of client reads a queue: one that handles poison messages, or one that leaves them to its program."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.sentences import first_of
from mqforensics.questions.finding import Evidence
from mqforensics.questions.poison.definitions import World
from mqforensics.spark_compat import rows_of
from mqforensics.words import poison as words

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
NAMED = 5
"""So many of them are named."""


class Reader(NamedTuple):
    """An application that reads a queue: its name and kind, each None where no evidence shows it, and where it is
    seen."""

    name: str | None
    kind: str | None
    evidence: Evidence


class Client(NamedTuple):
    """Who reads a queue; `told`: the kind as the case's own settings give it."""

    readers: tuple[Reader, ...] = ()
    told: str | None = None

    @property
    def kind(self) -> str | None:
        """`jms`, `mqi`, or None where no evidence shows it or where not all of them are of one kind."""
        kinds: dict[str | None, set[str]] = {}
        for one in self.readers:
            kinds.setdefault(one.name, set()).update([one.kind] if one.kind else [])
        known = [found for name, found in kinds.items() if name or found]
        alike = set.union(*known) if known and all(known) else set()
        return self.told or (alike.pop() if len(alike) == 1 else None)

    @property
    def evidence(self) -> list[Evidence]:
        """Where its readers are seen."""
        return [one.evidence for one in self.readers]

    @property
    def names(self) -> list[str]:
        """What the readers are called, as far as the evidence shows it."""
        return list(dict.fromkeys(one.name for one in self.readers if one.name))

    @property
    def words(self) -> str:
        """The client as the subject of a sentence."""
        named = f" ({self._first_names()})" if self.names else ""
        subject = {JMS: words.JMS_CLIENT, MQI: words.APPLICATION}.get(self.kind or "", words.A_JMS_CLIENT)
        return subject.format(named=named)

    @property
    def unsure(self) -> str:
        """What is not known of the client, as sentences; nothing where its kind is."""
        if self.kind:
            return ""
        if not self.names:
            return words.NO_CLIENT
        known = words.ONE_READER if len(self.names) == 1 else words.READERS
        return words.NEXT_READER.format(readers=known.format(named=self._first_names()))

    def _first_names(self) -> str:
        return first_of(self.names, NAMED)


Readers = Mapping[tuple[str | None, str], list[Reader]]
"""By queue manager (None where the evidence does not show it) and queue."""


def readers(world: World, calls: DataFrame | None) -> Readers:
    """The readers of each queue that anything is known of."""
    found: dict[tuple[str | None, str], list[Reader]] = {}
    for place, one in [*_handles(world), *_callers(calls)]:
        found.setdefault(place, []).append(one)
    return found


def client(known: Readers, queue_manager: str | None, queue: str, told: str | None = None) -> Client:
    """Who reads a queue of a queue manager."""
    return Client((*known.get((queue_manager, queue), ()), *known.get((None, queue), ())), told)


def kind_of(application: str | None, product: str | None = None) -> str | None:
    """The kind of client by the product that its channel told, or by its name."""
    for kind, products in PRODUCTS.items():
        if product in products:
            return kind
    if JMS_APPLICATION.search(application or ""):
        return JMS
    return MQI if SAMPLES.search(application or "") else None


def _handles(world: World) -> list[tuple[tuple[str | None, str], Reader]]:
    status = world.rows("CHSTATUS")
    products = {(row.queue_manager, row.name): row.attributes.get("RPRODUCT") for row in status}
    handles = [row for row in world.rows("HANDLE", "CONN") if _reads(row.attributes)]
    return [
        ((row.queue_manager, queue), Reader(tag or None, kind_of(tag, product), Evidence.of(row.place("APPLTAG"))))
        for row in handles
        for product in [products.get((row.queue_manager, row.attributes.get("CHANNEL")))]
        if (queue := row.attributes.get("OBJNAME") or row.attributes.get("QUEUE"))
        for tag in [row.attributes.get("APPLTAG")]
    ]


def _reads(attributes: Mapping[str, str]) -> bool:
    if "INPUT" in attributes:
        return attributes["INPUT"] != "NO"
    return "MQOO_INPUT" in attributes.get("OPENOPTS", "")


def _callers(calls: DataFrame | None) -> list[tuple[tuple[str | None, str], Reader]]:
    if calls is None:
        return []
    keys = "queue_manager", "queue", "application"
    readers = calls.where(F.col("verb").isin(*READS) & F.col("queue").isNotNull()).groupBy(*keys)
    rows = rows_of(readers.agg(F.min("file").alias("file")).orderBy(*keys).limit(READERS * 100))
    return [((r.queue_manager, r.queue), Reader(r.application, kind_of(r.application), Evidence(r.file))) for r in rows]
