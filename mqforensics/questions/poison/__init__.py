"""Poison messages: which there are, which there will be, what the client does with them, and their story.

To read: `poison_messages`, `log`, `clients`, `definitions`, `poison_policy`, `outcome`, `backout_commands`, `view`,
`statements`, `findings`, `backout_events`.
"""

from pyspark.sql import DataFrame

from mqforensics.case import CASE
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.answer import Question
from mqforensics.questions.poison.backout_events import backout_story
from mqforensics.questions.poison.findings import answer
from mqforensics.questions.poison.outcome import AT_LEAST, GREATER, Outcome, SettingExpected, Settings, outcome
from mqforensics.questions.poison.poison_messages import states
from mqforensics.questions.poison.view import case_view
from mqforensics.validation import one_of, validated

__all__ = ["QUESTION", "Outcome", "SettingExpected", "Settings", "answer", "backout_story", "outcome", "poison"]

QUESTION = Question(
    "poison", "Poison", "Which messages can come back without end, and which backout queue is defined for them?",
    'definitions: echo "DISPLAY QLOCAL(*) ALL" | runmqsc QMGR, echo "DISPLAY QMGR ALL" | runmqsc QMGR, and '
    'echo "DISPLAY QSTATUS(*) TYPE(HANDLE) ALL" | runmqsc QMGR. Under XA also dspmqtrn -m QMGR: it lists '
    "branches in doubt",
    answer, {"comparison": one_of(AT_LEAST, GREATER)},
    tables=("messages", "objects", "log"),
)  # fmt: skip


@with_columns_described
@validated(case=CASE)
def poison(case, comparison: str = "at_least") -> DataFrame:
    """A row a message that was backed out, or that is where it is because it was poison.

    `comparison`: `at_least`, the product's, or `greater`, that of the exchange "Handling undelivered messages".
    Columns: `file`, `number`, `queue`, `queue_manager`, `msg_id`, `put_time`, `persistence`, `backout_count`,
    `threshold` (BOTHRESH), `backout_queue` (BOQNAME, '' for none), `state` (POISON_NOW: at its next read; POISON_NEXT:
    after one more rollback; RETRIED; LOOPING: BOTHRESH is 0; ROLLED_BACK: on a transmission queue or the dead-letter
    queue, whose readers do not look at BOTHRESH; UNKNOWN: the case has no definition of the queue), `outcome`
    (BACKOUT_QUEUE, DEAD_LETTER_QUEUE, DISCARDED, LISTENER_STOPS, ROLLED_BACK, UNKNOWN), `destination`, `reason`,
    `client` (jms, mqi or null), `came_as` (the mark by which a message is known to have come as poison),
    `source_queue`, and where the evidence does not show it `may_come_from` (the queues that name the backout queue),
    `put_appl_type`, `report_to` (the reply-to queue that the client puts an exception report to), `is_long` (whether it
    is longer than the backout queue allows). Where no evidence shows the client, `outcome` is that of a JMS client.
    """
    view = case_view(case, comparison)
    return states(case.messages, view.places, comparison).orderBy("file", "number")
