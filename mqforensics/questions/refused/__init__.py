"""Why was I refused, and why did the connection break: the gates, the record that closed one, the smallest change.

To read: `signs` (one line of evidence each), `sign_matching` (signs of one failure), `connection_endings`,
`deciding_record` and `explanation` (what closed it), `proposals`, `refusal_rows`, `access_audit`, `who_may`,
`findings`; what each message means is `codes.refusals`.
"""

from mqforensics.questions.answer import Question
from mqforensics.questions.refused.findings import answer
from mqforensics.questions.refused.refusal_rows import refused
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
    "QUESTION", "Access", "AddressExpected", "ChannelExpected", "OptionExpected", "QueueExpected",
    "QueueManagerExpected", "answer",
    "refused", "who_may",
]  # fmt: skip

QUESTION = Question(
    "refused", "Refused", "Why was I refused, and why did the connection break?",
    "the error log of the queue manager, and who may come in: "
    "echo \"DISPLAY CHLAUTH(*) ALL\" | runmqsc QMGR > chlauth.txt", answer,
    tables=("objects", "log", "events"),
)  # fmt: skip
