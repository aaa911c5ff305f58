"""What is a name: the columns, and the keys of maps, that hold one of somebody or something.

What is hidden where it stands is what is looked for in texts: both ask here.
"""

from mqforensics.privacy.public_names import is_harmless, is_not_identifying

IDENTITY = frozenset((
    "queue_manager", "dump_queue_manager", "queue", "destination", "destination_queue", "destination_queue_manager",
    "application", "moved_by", "user", "host", "connection", "channel", "name", "object", "program", "process",
    "UserIdentifier", "PutApplName", "MsgId", "CorrelId", "GroupId", "msg_id", "correl_id",
    "ReplyToQ", "ReplyToQMgr", "DestQName", "DestQMgrName", "ApplIdentityData", "AccountingToken", "file", "CONNAME",
    "MCAUSER", "USERID", "LOCLADDR", "SSLPEER", "SSLCERTI", "SSLCERT", "RQMNAME", "RNAME", "XMITQ", "TARGET", "BOQNAME",
    "DEADQ", "APPLTAG", "APPLDESC", "CLUSTER", "CLUSNL", "INITQ", "QMNAME", "DEFXMITQ", "PROCESS", "APPLICID", "QMGR",
    "HOST", "AUTHOR", "IPADDRV", "CONNOPTS", "LDAPUSER", "ADMIN", "PRINCIPAL", "GROUP", "user_id", "reply_queue",
    "on", "remote_queue_manager", "transmission_queue", "dead_letter_queue", "backout_queue", "target", "put_to",
    "ADDRESS", "BASEDNG", "BASEDNU", "CERTLABL", "CLNTUSER", "DEST", "DESTQMGR", "ENTITY", "IGQUSER", "OBJNAME",
    "REPOS", "REPOSNL", "RemoteHost", "SSLCERTU", "STREAMQ", "SUBUSER", "mqcsp_user",
    "address", "certificate", "issuer", "partner", "asserted", "mqcsp", "topic",
))  # fmt: skip
"""Columns, keys and attributes that hold the name of somebody or something."""
HOSTS = frozenset(("host", "address", "connection", "CONNAME", "HOST", "LOCLADDR", "ADDRESS", "RemoteHost"))
MAPS = frozenset(("attributes", "fields", "filters", "inserts", "keywords", "properties"))
"""Columns with keys of any name: what is not known to be harmless is taken for a name."""
PLACES = frozenset((
    "queue_manager", "dump_queue_manager", "destination_queue_manager", "remote_queue_manager", "user", "user_id",
    "host", "address", "connection", "UserIdentifier", "ReplyToQMgr", "DestQMgrName", "CONNAME", "MCAUSER", "USERID",
    "LOCLADDR", "RQMNAME", "QMNAME", "QMGR", "HOST", "AUTHOR", "LDAPUSER", "PRINCIPAL", "GROUP", "ADDRESS", "CLNTUSER",
    "DESTQMGR", "ENTITY", "IGQUSER", "RemoteHost", "SSLCERTU", "SUBUSER", "mqcsp_user", "asserted", "mqcsp",
))  # fmt: skip
"""Of those, what belongs to a queue manager, a host or a user: never a name of the product's own, however it looks."""
WRITTEN = frozenset((
    "text", "explanation", "command", "DESCR", "USERDATA", "TRIGDATA", "ENVRDATA", "SCYDATA", "MSGDATA", "SENDDATA",
    "RCVDATA", "CUSTOM", "time_note", "source", "what", "action",
))  # fmt: skip
"""Columns and attributes with a text that somebody wrote, or that quotes one."""


def plain(name: str) -> str:
    """The name of a column or key without the number of one that is there more than once."""
    return name.partition("[")[0]


def is_name(key: str, value: str) -> bool:
    """Whether a value among keys of any name is one of somebody or something; a text that somebody wrote is none."""
    return not (plain(key) in WRITTEN or is_harmless(key) or is_not_identifying(value))
