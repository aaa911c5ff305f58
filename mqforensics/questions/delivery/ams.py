"""AMS on z/OS: where an undelivered message ends, protected or not, under server-to-server interception."""

from collections.abc import Mapping

from pyspark.sql import DataFrame

from mqforensics.questions.delivery.ams_table import AMS_ASSUMED, AMS_FACTS, AMS_INPUTS, AMS_STAGES
from mqforensics.questions.delivery.decide import decide
from mqforensics.questions.delivery.given import given, named
from mqforensics.questions.delivery.inputs import assumptions


def ams_delivery(
    messages_or_attempts: DataFrame,
    channel: Mapping | None = None,
    queue_manager: Mapping | None = None,
    *,
    assume: Mapping | None = None,
) -> DataFrame:
    """The fate of each message that an MCA on z/OS with AMS interception (SPLPROT) can neither send nor put.

    Interception exists from 9.1.3 on. A message that the sender cannot unprotect when it gets it is no matter of
    this table: it goes to SYSTEM.PROTECTION.ERROR.QUEUE.
    As `delivery`, for a message that neither a retry nor a return to sender has helped. Besides the inputs there,
    a row (or `assume`) has the flags `pdmq`, `target_policy`, `dlq_policy`, `toleration` and `may_protect` of
    `ams_table.AMS_INPUTS`. Adds `protected` as well: whether the message is protected where it ends, null when
    there is no message left or it cannot be told.
    """
    definitions = named(channel, queue_manager, None)
    known = assumptions(assume, AMS_INPUTS, AMS_ASSUMED)
    inputs = given(messages_or_attempts, definitions, known, AMS_INPUTS)
    return decide(messages_or_attempts, AMS_STAGES, AMS_FACTS, inputs)
