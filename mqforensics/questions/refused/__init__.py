"""Why was I refused, and why did the connection break: the gates, the record that closed one, the smallest change."""

from mqforensics.questions.refused.table import refused
from mqforensics.questions.refused.who_may import (
    Access,
    AddressExpected,
    ChannelExpected,
    OptionExpected,
    QueueExpected,
    QueueManagerExpected,
    who_may,
)

__all__ = [
    "Access", "AddressExpected", "ChannelExpected", "OptionExpected", "QueueExpected", "QueueManagerExpected",
    "refused", "who_may",
]  # fmt: skip
