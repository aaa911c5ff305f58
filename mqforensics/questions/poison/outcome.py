"""What becomes of a message that its application always rejects: one outcome for every pair of settings.

The product (IBM MQ classes for JMS, documentation 8.0–9.4): BOTHRESH(0) switches the handling off, otherwise a message
whose BackoutCount is at least BOTHRESH is poison when it is next read: to BOQNAME, else as its report options say.
Where a connection consumer (listener port, activation specification) can do neither, a persistent message stops the
delivery and a nonpersistent one is discarded (documentation, "Removing messages from the queue in ASF").
The support technical exchange "Handling undelivered messages" compares with "greater than", also at 0, and stops the
listener where there is no backout queue.
"""

from dataclasses import dataclass
from typing import NamedTuple

from mqforensics.errors import MQForensicsError

BACKOUT_QUEUE, DEAD_LETTER_QUEUE, DISCARDED = "BACKOUT_QUEUE", "DEAD_LETTER_QUEUE", "DISCARDED"
LISTENER_STOPS, ROLLED_BACK = "LISTENER_STOPS", "ROLLED_BACK"
WAYS_OUT = (BACKOUT_QUEUE, DEAD_LETTER_QUEUE)
OUTCOMES = (BACKOUT_QUEUE, DEAD_LETTER_QUEUE, DISCARDED, LISTENER_STOPS, ROLLED_BACK)
AT_LEAST, GREATER = "at_least", "greater"
THRESHOLD_REACHED = 2362
"""MQRC_BACKOUT_THRESHOLD_REACHED, the reason of a dead-lettered message whose queue names no backout queue."""
CHOICES = {
    "comparison": (AT_LEAST, GREATER),
    "client": ("jms", "mqi"),
    "listener": ("port", "spec", None),
}
"""`mqi`: a client that leaves poison messages to its application, as C, Go, Node or the base Java classes do."""


SERVERS = {"port": "listener port", "spec": "activation specification", None: "listener"}
"""What a listener is called."""


class SettingExpected(MQForensicsError, ValueError):
    """A setting of the backout story is none of those that exist."""


@dataclass(frozen=True)
class Settings:
    """All that decides; a reason is one with which a put fails, None where the evidence does not show it, 0 where it
    works.

    `retries`: Maximum retries of the listener port, or the sequential failures that an activation specification
    tolerates; None for no limit.
    """

    bothresh: int = 0
    boqname: str | None = None
    retries: int | None = None
    listener: str | None = "port"
    comparison: str = AT_LEAST
    persistence: int = 1
    discard_msg: bool = False
    dlq: str | None = None
    client: str = "jms"
    boq_reason: int | None = 0
    dlq_reason: int | None = 0

    def __post_init__(self):
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise SettingExpected(f"expected {name} to be one of {choices}, got {getattr(self, name)!r}")
        for name in ("bothresh", "retries"):
            value = getattr(self, name)
            if not ((type(value) is int and value >= 0) or (name == "retries" and value is None)):
                raise SettingExpected(f"expected {name} to be a number of at least 0, got {value!r}")

    @property
    def poison_at(self) -> int | None:
        """The BackoutCount with which a message is poison; None when it never is."""
        if self.client == "mqi":
            return None
        if self.comparison == GREATER:
            return self.bothresh + 1
        return self.bothresh or None

    @property
    def stops_at(self) -> int | None:
        """The failed deliveries after which the listener stops; None when it does not count them."""
        if self.listener is None or self.client == "mqi" or self.retries is None:
            return None
        if self.comparison == GREATER:
            return self.retries + 1 if self.retries else None  # the slides count only once a limit was chosen
        return max(self.retries, 1) if self.listener == "port" else self.retries + 1

    @property
    def is_listener_first(self) -> bool:
        """Whether the listener stops before the client takes the message for poison."""
        return self.stops_at is not None and (self.poison_at is None or self.stops_at <= self.poison_at)


class Outcome(NamedTuple):
    """`deliveries`: how often the application gets the message, None for without end; `queue`: where it ends up, None
    where it stays; `reason`: of the MQDLH or of the failed put."""

    code: str
    deliveries: int | None
    queue: str | None = None
    reason: int | None = None


def outcome(settings: Settings) -> Outcome:
    """The one thing that becomes of a message that the application rejects every time."""
    if settings.is_listener_first:
        return Outcome(LISTENER_STOPS, settings.stops_at)
    if settings.poison_at is None:
        return Outcome(ROLLED_BACK, None)
    return outcome_of_poison(settings)


def outcome_of_poison(settings: Settings) -> Outcome:
    """What the client does with a message that it has found to be poison."""
    times = settings.poison_at
    if settings.boqname and settings.boq_reason == 0:
        return Outcome(BACKOUT_QUEUE, times, settings.boqname)
    if settings.comparison == GREATER:
        return Outcome(LISTENER_STOPS if settings.listener else ROLLED_BACK, times)
    reason = settings.boq_reason if settings.boqname else THRESHOLD_REACHED
    if settings.discard_msg:
        return Outcome(DISCARDED, times, None, reason)
    if settings.dlq and settings.dlq_reason == 0:
        return Outcome(DEAD_LETTER_QUEUE, times, settings.dlq, reason)
    if settings.listener is None:
        return Outcome(ROLLED_BACK, times, None, settings.dlq_reason or None)
    return Outcome(LISTENER_STOPS if settings.persistence else DISCARDED, times, None, settings.dlq_reason or None)
