"""The words of MQSC as data: messages that open a block, object types and their synonyms, words without a value."""

TYPES = {
    "AMQ8096": "SUB",
    "AMQ8099": "SBSTATUS",
    "AMQ8276": "CONN",
    "AMQ8408": "QMGR",
    "AMQ8409": "QUEUE",
    "AMQ8414": "CHANNEL",
    "AMQ8417": "CHSTATUS",
    "AMQ8441": "CLUSQMGR",
    "AMQ8450": "QSTATUS",
    "AMQ8550": "NAMELIST",
    "AMQ8630": "LISTENER",
    "AMQ8631": "LSSTATUS",
    "AMQ8633": "TOPIC",
    "AMQ8705": "QMSTATUS",
    "AMQ8723": "PUBSUB",
    "AMQ8754": "TPSTATUS",
    "AMQ8875": "NHA",
    "AMQ8878": "CHLAUTH",
    "AMQ8932": "APSTATUS",
    "CSQM401": "QUEUE",
    "CSQM409": "QMGR",
}
"""Type of the objects under a message; what is under any other message is recognised by its keys (`KEYS`)."""
NUMBERS = "|".join(number[3:] for number in TYPES if number.startswith("AMQ"))
"""What follows AMQ in these messages, as a choice for a pattern."""
TELLING = ("AMQ8408", "AMQ8705", "CSQM409")
"""Messages of objects that name the queue manager they appear by."""

KEYS = (
    ("CHSTATUS", "CHSTATUS", ()),
    ("QSTATUS", "QSTATUS", ()),
    ("QUEUE", "QUEUE", ("CLUSQMGR",)),
    ("CLUSQMGR", "CLUSQMGR", ()),
    ("CHLAUTH", "CHLAUTH", ()),
    ("CONN", "CONN", ()),
    ("QUEUE", "QUEUE", ()),
    ("LSSTATUS", "LISTENER", ("STATUS",)),
    ("LISTENER", "LISTENER", ()),
    ("SVSTATUS", "SERVICE", ("STATUS",)),
    ("SERVICE", "SERVICE", ()),
    ("NAMELIST", "NAMELIST", ()),
    ("PROCESS", "PROCESS", ()),
    ("AUTHINFO", "AUTHINFO", ()),
    ("TOPIC", "TOPIC", ()),
    ("TPSTATUS", "TPSTATUS", ()),
    *(("TPSTATUS", "TOPICSTR", (own,)) for own in ("ADMIN", "COMMINFO", "PUB", "PUBCOUNT", "RETAINED", "SUBCOUNT")),
    ("SBSTATUS", "SBSTATUS", ()),
    *(("SBSTATUS", "SUB", (own,)) for own in ("ACTCONN", "LMSGDATE", "LMSGTIME", "MCASTREL", "NUMMSGS", "RESMDATE")),
    ("SUB", "SUB", ()),
    ("TPSTATUS", "TOPICSTR", ()),
    ("COMMINFO", "COMMINFO", ()),
    ("CFSTATUS", "CFSTATUS", ()),
    ("SMDSCONN", "SMDSCONN", ()),
    ("SMDS", "SMDS", ()),
    *(("CFSTATUS", "CFSTRUCT", (own,)) for own in ("STATUS", "SIZEUSED", "ENTSUSED")),
    ("CFSTRUCT", "CFSTRUCT", ()),
    ("STGCLASS", "STGCLASS", ()),
    ("POLICY", "POLICY", ()),
    ("APSTATUS", "APPLNAME", ()),
    ("AUTHREC", "PROFILE", ()),
    ("AUTHREC", "ENTITY", ("OBJTYPE",)),
    ("CHSTATUS", "CHANNEL", ("STATUS",)),
    ("CHANNEL", "CHANNEL", ()),
    *(("PUBSUB", "QMNAME", (own,)) for own in ("SUBCOUNT", "TPCOUNT")),
    ("QMSTATUS", "QMNAME", ("STATUS",)),
    ("QMSTATUS", "QMNAME", ("CHINIT",)),
    ("QMSTATUS", "QMNAME", ("CMDSERV",)),
    ("QMGR", "QMNAME", ()),
    ("NHA", "INSTANCE", ()),
)
"""(type, key that names the object, keys that must be there too), first match wins.

A status comes before the definition whose keys it shows; on z/OS it is named by the word of its command.
"""

QUEUE_TYPES = ("QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER")

INTRUDERS = {
    "QMGR": ("QUEUE", "CHANNEL"),
    "QUEUE": ("QMNAME", "CHANNEL"),
    "CHANNEL": ("QUEUE",),
    "CHSTATUS": ("QUEUE", "QMNAME"),
    "QSTATUS": ("QMNAME",),
}
"""Keys that no object of the type has: where one stands, the header line of another object is lost."""

BARE = frozenset((
    "CURRENT", "SAVED", "SHORT", "HARDENBO", "NOHARDENBO", "TRIGGER", "NOTRIGGER", "SHARE", "NOSHARE",
    "SYNCPT", "NOSYNCPT", "REPLACE", "NOREPLACE", "FORCE", "ALL", "PURGE", "NOPURGE",
))  # fmt: skip
"""Words that stand without a value."""

FREE = frozenset((
    "DESCR", "APPLDESC", "INSTDESC", "USERDATA", "TRIGDATA", "ENVRDATA", "SSLPEER", "SSLCERTI", "CUSTOM",
    "STARTARG", "STOPARG",
))  # fmt: skip
"""Attributes whose value is any text, brackets and all."""

VERBS = (
    "DISPLAY|DISPL|DISP|DIS|DEFINE|DEF|ALTER|ALT|DELETE|DEL|CLEAR|START|STA|STOP|STO|PING|RESET|RESOLVE|"
    "SET|REFRESH|SUSPEND|RESUME|MOVE|PURGE"
)

OBJECTS = {
    "QLOCAL": ("QL",), "QREMOTE": ("QR",), "QALIAS": ("QA",), "QMODEL": ("QM",), "QCLUSTER": ("QC",),
    "QUEUE": ("Q",), "QSTATUS": ("QS",), "QMGR": (), "QMSTATUS": (), "CHANNEL": ("CHL",), "CHSTATUS": ("CHS",),
    "CONN": (), "LISTENER": ("LSTR",), "LSSTATUS": (), "NAMELIST": ("NL",), "TOPIC": (), "TPSTATUS": (),
    "CHLAUTH": (), "AUTHREC": (), "AUTHSERV": (), "AUTHINFO": (), "PROCESS": ("PRO",), "SERVICE": (), "SVSTATUS": (),
    "CLUSQMGR": (), "APSTATUS": (), "SUB": (), "SBSTATUS": (), "PUBSUB": (), "POLICY": (), "COMMINFO": (),
    "ENTAUTH": (), "CFSTRUCT": (), "CFSTATUS": (), "SMDS": (), "SMDSCONN": (), "STGCLASS": ("STC",), "LOG": (),
    "ARCHIVE": (), "SECURITY": (), "CLUSTER": (), "NHA": (), "USAGE": (), "THREAD": (), "CHINIT": (), "SYSTEM": (),
    "TRACE": (), "GROUP": (), "TCLUSTER": (),
}  # fmt: skip
"""What a command can be about, and the synonyms."""

WORDS = {word: name for name, synonyms in OBJECTS.items() for word in (name, *synonyms)}

CHANNEL_TYPES = ("SDR", "SVR", "RCVR", "RQSTR", "CLNTCONN", "SVRCONN", "CLUSSDR", "CLUSRCVR", "MQTT", "AMQP")
"""The values of CHLTYPE."""

FAILED = frozenset((
    "AMQ8110", "AMQ8118", "AMQ8135", "AMQ8146", "AMQ8147", "AMQ8148", "AMQ8149", "AMQ8405", "AMQ8413", "AMQ8420",
    "AMQ8460", "AMQ8461", "AMQ8569", "AMQ9533",
))  # fmt: skip
"""Messages of a failed command whatever severity letter they carry (8420, 8461, 8405 and 8460 print an I)."""

CHANGED = {
    "AMQ8005": "ALTER", "AMQ8006": "DEFINE", "AMQ8007": "DELETE", "AMQ8008": "ALTER", "AMQ8010": "DEFINE",
    "AMQ8011": "DELETE", "AMQ8012": "ALTER", "AMQ8014": "DEFINE", "AMQ8015": "DELETE", "AMQ8016": "ALTER",
    "AMQ8018": "START", "AMQ8019": "STOP", "AMQ8021": "START", "AMQ8022": "CLEAR", "AMQ8023": "RESET",
}  # fmt: skip
"""Replies to a command that changed something, with its verb; with a letter, an I tells that of any reply."""

LOOKING = frozenset(("DISPLAY", "PING"))
"""Verbs that change nothing."""

HELP = frozenset({"AMQ8426", "AMQ8427"})
"""Messages that syntax help follows; nothing under them is an object."""

SYNTAX = frozenset({"AMQ8405", "AMQ8460", "AMQ8569"})
"""Messages under which the command stands once more, cut at the error."""

HANDLES = frozenset({"AMQ8276"})
"""Messages under which a connection's handles follow its own attributes, each beginning with the same key."""
