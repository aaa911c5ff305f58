"""What the browse calls mean: option bits, and the intervals of the JMS client (all in milliseconds)."""

BROWSE_FIRST, BROWSE_NEXT = 0x10, 0x20
WAIT, SYNCPOINT, NO_SYNCPOINT = 0x1, 0x2, 0x4
BROWSE_MSG_UNDER_CURSOR = 0x800
FAIL_IF_QUIESCING = 0x2000
MARK_BROWSE_HANDLE, MARK_BROWSE_CO_OP, UNMARKED_BROWSE_MSG = 0x100000, 0x200000, 0x1000000
ANY_MARK = MARK_BROWSE_HANDLE | MARK_BROWSE_CO_OP
"""MQGMO_*: options of MQGET. A get that browses nothing removes the message."""

INPUT_AS_Q_DEF, INPUT_SHARED, INPUT_EXCLUSIVE, OPEN_BROWSE = 0x1, 0x2, 0x4, 0x8
ANY_INPUT = INPUT_AS_Q_DEF | INPUT_SHARED | INPUT_EXCLUSIVE
OPEN_QUEUE_AGENT, OPEN_ASYNC_CONSUMER, OPEN_INPUT = 0x20AA, 0x2202A, 0x2022
"""MQOO_*: what an ASF queue agent, a browse-with-mark consumer and a plain getter open a queue with."""

PUT_SYNCPOINT, PUT_NO_SYNCPOINT = 0x2, 0x4
"""MQPMO_*."""

PRIORITY_AS_Q_DEF = -1
"""MQPRI_*: the queue's DEFPRTY."""

NO_MSG_AVAILABLE, NO_MSG_UNDER_CURSOR = 2033, 2034

PRIORITY, FIFO = "PRIORITY", "FIFO"
"""MSGDLVSQ; DEFPRTY is what a message counts as on a FIFO queue."""
MSGDLVSQ, DEFPRTY = PRIORITY, 0

EOQ_TIMEOUT_OFF = -1
EOQ_TIMEOUT = EOQ_TIMEOUT_OFF
"""`com.ibm.mq.jms.tuning.eoqTimeout`: off unless set."""
SWEEP_TIME = 30_000
"""A sweep is ended at the first delivery later than this after the sweep's first one."""
WAIT_TIME = 5_000
"""How long the agent waits at the end of the queue."""
LEAST_WAIT = 1_000
"""It waits no shorter than this, whatever eoqTimeout says."""
REDELIVER_INTERVAL = 60_000
"""A message that was browsed and not taken is handed out again after this."""
MARKINT = 5_000
"""A queue manager's MARKINT: how long a mark of the co-operating set holds."""
NON_ASF_TIMEOUT = 110_000
"""NON.ASF.RECEIVE.TIMEOUT as advised for a transaction timeout of 120 s."""

LATE = 1.0
"""Seconds from which a message counts as late."""
