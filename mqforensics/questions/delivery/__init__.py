"""What does a channel do with a message that it cannot deliver, and which channels can lose one?

To read: `message_fates` (the decision for many), `combinations`, `channel_audit` (every channel of a case), `ams_table`
and `ams_case`; the decision is `flow.delivery`.
"""

from mqforensics.flow.delivery.fate import Fate, fate_at, fate_of
from mqforensics.questions.answer import Question
from mqforensics.questions.delivery.channel_audit import answer, lossy_channels
from mqforensics.questions.delivery.combinations import ams_places, losing_combinations
from mqforensics.questions.delivery.message_fates import ams_delivery, delivery

__all__ = [
    "QUESTION", "Fate", "ams_delivery", "ams_places", "answer", "delivery", "fate_at", "fate_of", "losing_combinations",
    "lossy_channels",
]  # fmt: skip

QUESTION = Question(
    "delivery", "Delivery", "Which channels can lose messages, and how?",
    'definitions of each queue manager: echo "DISPLAY QMGR ALL", "DISPLAY CHANNEL(*) ALL", "DISPLAY QUEUE(*) ALL"',
    answer,
    tables=("objects",),
)  # fmt: skip
