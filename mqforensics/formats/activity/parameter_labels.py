"""The activity-trace parameters that a call is made of: one table, and the four ways the programs label them."""

from mqforensics.codes import code


class Labels(dict[str, str]):
    """A program's labels and the keys that they stand for; one table is distinguished from another by identity."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__


FIELDS = (
    # constant, label of amqsact and amqsactz
    ("MQCA_Q_MGR_NAME", "QueueManager"),
    ("MQCACF_APPL_NAME", "ApplicationName"),
    ("MQIACF_PROCESS_ID", "ApplicationPid"),
    ("MQCACH_CHANNEL_NAME", "Channel Name"),
    ("MQBACF_CONNECTION_ID", "ConnectionId"),
    ("MQIACF_OPERATION_ID", "Operation Id"),
    ("MQIACF_THREAD_ID", "ApplicationTid"),
    ("MQCACF_OPERATION_DATE", "OperationDate"),
    ("MQCACF_OPERATION_TIME", "OperationTime"),
    ("MQIAMO64_HIGHRES_TIME", "High Res Time"),
    ("MQIAMO64_QMGR_OP_DURATION", "QMgr Operation Duration"),
    ("MQIACF_COMP_CODE", "Completion Code"),
    ("MQIACF_REASON_CODE", "Reason Code"),
    ("MQIACF_HOBJ", "Hobj"),
    ("MQIACF_CONNECT_OPTIONS", "Connect Options"),
    ("MQIACF_OPEN_OPTIONS", "Open_options"),
    ("MQIACF_GET_OPTIONS", "Get Options"),
    ("MQIACF_PUT_OPTIONS", "Put Options"),
    ("MQIACF_CLOSE_OPTIONS", "Close Options"),
    ("MQIACF_SUB_OPTIONS", "MQIACF_SUB_OPTIONS"),
    ("MQIACF_CTL_OPERATION", "Control Operation"),
    ("MQIACF_MSG_LENGTH", "Msg length"),
    ("MQIACF_PRIORITY", "Priority"),
    ("MQIACF_PERSISTENCE", "Persistence"),
    ("MQBACF_MSG_ID", "Msg_id"),
    ("MQBACF_CORREL_ID", "Correl_id"),
    ("MQCACF_PUT_DATE", "Put_date"),
    ("MQCACF_PUT_TIME", "Put_time"),
    ("MQCACF_OBJECT_NAME", "Object_name"),
    ("MQCACF_RESOLVED_Q_NAME", "Resolved_Q_Name"),
    ("MQCACF_RESOLVED_LOCAL_Q_NAME", "Resolved_local_Q_name"),
    ("MQBACF_MQMD_STRUCT", "MQMD Structure"),
    ("MQBACF_MQGMO_STRUCT", "MQGMO Structure"),
)
WORDS = {"Q": "QUEUE"}
"""Words that amqsevt spells out."""


def words(constant: str) -> list[str]:
    """The words of a constant behind its prefix, as amqsevt says them."""
    return [WORDS.get(word, word) for word in constant.split("_")[1:]]


def key(constant: str) -> str:
    """Key of a parameter in amqsevt's JSON: `MQCACF_RESOLVED_Q_NAME` is `resolvedQueueName`."""
    first, *rest = words(constant)
    return first.lower() + "".join(word.capitalize() for word in rest)


def label(constant: str) -> str:
    """Label of a parameter in amqsevt's text: `MQIAMO64_HIGHRES_TIME` is `Highres Time`."""
    return " ".join(word.capitalize() for word in words(constant))


NUMBERS = {key(constant) for constant, _ in FIELDS if constant.startswith("MQI")}
NUMBERS = NUMBERS - {"operationId", "threadId", "hobj", "processId"} | {"waitInterval", "backoutCount"}
"""Keys of what is a number to us; that of an operation, a thread, a handle, a process is its name."""
KEYS = {code(constant): key(constant) for constant, _ in FIELDS}
"""By the parameter's number in the PCF message."""
VERBOSE = Labels(
    {spelt: key(constant) for constant, spelt in FIELDS}
    | {str(code(constant)): key(constant) for constant, _ in FIELDS}  # a label that the program does not know yet
)
"""By amqsact's label, or by the number it prints for a parameter younger than itself."""
TEXT = Labels({spelt(constant): key(constant) for constant, _ in FIELDS for spelt in (label, str)})
"""By amqsevt's label, or by the constant it prints with `-d`."""
