"""What changes without anybody changing it, as data: attributes, kinds of status, and the status that a person causes.

Source: the documentation of the DISPLAY commands; which values move by themselves is reported there attribute by
attribute.
"""

BY_ITSELF = frozenset((
    "CURDEPTH", "IPPROCS", "OPPROCS", "UNCOM", "MSGAGE", "QTIME", "LPUTDATE", "LPUTTIME", "LGETDATE", "LGETTIME",
    "CURFSIZE", "CURMAXFS", "MEDIALOG", "QDPHIEV", "QDPLOEV", "QDPMAXEV", "CONNS", "CLUSDATE", "CLUSTIME", "CLUSQT",
    "STATUS", "SUBSTATE", "UPTIME", "STARTDA", "STARTTI", "VERSION", "LOGSTART", "LOGSTRDA", "LOGSTRTI", "CURRLOG",
    "RECLOG", "ARCHLOG", "ARCHSZ", "LOGINUSE", "LOGUTIL", "RECSZ", "REUSESZ", "MEDIASZ", "CHINIT", "CMDSERV",
    "LDAPCONN",
))  # fmt: skip
"""Attributes of displays of definitions and of queue managers that move while nobody touches the object."""

STATUS = ("CHSTATUS", "QSTATUS", "QMSTATUS", "CONN", "HANDLE", "LSSTATUS", "SVSTATUS", "TPSTATUS", "SBSTATUS", "PUBSUB",
          "CLUSQMGR", "QCLUSTER", "TCLUSTER", "APSTATUS", "CFSTATUS", "SMDSCONN", "NHA", "CHINIT", "USAGE", "THREAD",
          "LOG", "DSPMQ")  # fmt: skip
"""Types of which every value is a state and no definition."""

CAUSED = (("CHSTATUS", "STATUS", ("STOPPED", "RUNNING")), ("LSSTATUS", "STATUS", ("STOPPED", "RUNNING")))
"""Type, attribute and values between which a state moves because somebody gave a command."""

JUDGED_NOT = frozenset(("ALTDATE", "ALTTIME"))
"""They say that something was altered, and not what."""

BARE = {"NOTRIGGER": "TRIGGER", "NOSHARE": "SHARE", "NOHARDENBO": "HARDENBO"}
"""Keywords without a value that are the other value of an attribute."""

PASSING = (("DEFTYPE", "TEMPDYN"), ("DURABLE", "NO"))
"""Attribute and value of objects that programs make and drop: they come and go with them."""

UNALTERABLE = {"CHANNEL": "CHLTYPE", "AUTHINFO": "AUTHTYPE"}
"""By the type, the attribute that no command alters: two values are two objects, whatever their names are."""

RECORDS = {
    "CHLAUTH": ("TYPE", "CLNTUSER", "QMNAME", "SSLPEER", "SSLCERTI", "ADDRESS"),
    "AUTHREC": ("OBJTYPE", "ENTITY", "ENTTYPE"),
}  # fmt: skip
"""By the type of what has several records of one name: the attributes that tell them apart."""
