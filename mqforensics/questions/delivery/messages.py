"""What happens to each message that a channel cannot deliver."""

from collections.abc import Mapping

from pyspark.sql import DataFrame

from mqforensics.questions.delivery.decide import decide
from mqforensics.questions.delivery.facts import FACTS
from mqforensics.questions.delivery.given import given, named
from mqforensics.questions.delivery.inputs import assumptions
from mqforensics.questions.delivery.table import STAGES


def delivery(
    messages_or_attempts: DataFrame,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    partner: Mapping | None = None,
    assume: Mapping | None = None,
) -> DataFrame:
    """The fate of each message of `messages_or_attempts`, row by row.

    The rows are messages (columns `md`, `dlh`) or attempts, with the columns of `inputs.MESSAGE`: `persistence`,
    `report`, `reply_to_q`, `reply_to_qmgr`, `reason`, and where they are known `clears_after` (ms until the
    destination takes the message; null for never), `dead_letter_put`, `return_put`, `end`.
    `channel` are the MQSC attributes of the channel at the end that fails, `queue_manager` those of the queue
    manager there, `partner` those of the one at the other end. An attribute that differs by row is a column of its
    name instead. What is in neither is unknown, unless `assume` (over `inputs.ASSUMED`) says what it is.
    The failing end is `end`, else that of CHLTYPE, else that where the reason arises.

    Adds `actions` (time in ms, action, detail, source), `fate`, `where`, `channel_state`, `lost` (null when
    nothing is), `because`, and `next`: where `fate` is UNKNOWN, the commands that would tell.
    Raises `AttributesExpected`, `MessageChannelExpected`, `InputExpected` (see `inputs`).
    """
    definitions = named(channel, queue_manager, partner)
    inputs = given(messages_or_attempts, definitions, assumptions(assume))
    return decide(messages_or_attempts, STAGES, FACTS, inputs)
