"""What does a channel do with a message that it cannot deliver, and which channels can lose one?"""

from mqforensics.questions.delivery.audit import findings, lossy_channels
from mqforensics.questions.delivery.combinations import ams_places, losing
from mqforensics.questions.delivery.fate import Fate, fate_at, fate_of
from mqforensics.questions.delivery.messages import ams_delivery, delivery

__all__ = [
    "Fate", "ams_delivery", "ams_places", "delivery", "fate_at", "fate_of", "findings", "losing", "lossy_channels",
]  # fmt: skip
