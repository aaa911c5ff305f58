"""Where is my message? A walk along its way, from what was saved: definitions, status, dumps, logs, traces.

The steps are those of the support document "What happens when a message cannot be delivered", for any number of queue
managers. What may be said, and what must have been shown for it, is the table in `claims`.
"""

from __future__ import annotations

from mqforensics.questions.walk.request import (
    ExpiryExpected,
    MsgIdExpected,
    PersistenceExpected,
    PutTimeExpected,
)
from mqforensics.questions.walk.rows import walk_rows

__all__ = ["ExpiryExpected", "MsgIdExpected", "PersistenceExpected", "PutTimeExpected", "walk_rows"]
