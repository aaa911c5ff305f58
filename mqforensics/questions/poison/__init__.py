"""Poison messages: which there are, which there will be, what the client does with them, and how seed 1 tells it."""

from pyspark.sql import DataFrame

from mqforensics.questions.poison.findings import findings
from mqforensics.questions.poison.messages import states
from mqforensics.questions.poison.outcome import Outcome, SettingExpected, Settings, outcome
from mqforensics.questions.poison.story import backout_story
from mqforensics.questions.poison.view import seen

__all__ = ["Outcome", "SettingExpected", "Settings", "backout_story", "findings", "outcome", "poison"]


def poison(case, comparison: str = "at_least") -> DataFrame:
    """A row a message that was backed out, or that lies where it lies because it was poison.

    `comparison`: `at_least`, the product's, or `greater`, seed 1's. Columns: `file`, `number`, `queue`,
    `queue_manager`, `msg_id`, `put_time`, `persistence`, `backout_count`, `threshold` (BOTHRESH), `backout_queue`
    (BOQNAME, '' for none), `state` (POISON_NOW: at its next read; POISON_NEXT: after one more rollback; RETRIED;
    LOOPING: BOTHRESH is 0; UNKNOWN: the case has no definition of the queue), `outcome` (BACKOUT_QUEUE,
    DEAD_LETTER_QUEUE, DISCARDED, LISTENER_STOPS, ROLLED_BACK, UNKNOWN), `destination`, `reason`, `client` (jms, mqi
    or null), `came_as` (the mark by which a message is known to have come as poison), `source_queue`,
    `put_appl_type`. Where nothing tells the client, `outcome` is that of a JMS client.
    """
    view = seen(case, comparison)
    return states(case.messages, view.places, comparison).orderBy("file", "number")
