"""What runmqsc shows of the definitions that let people in, in the product's two-column layout."""

HEADS = {
    "QMGR": ("AMQ8408I", "Display Queue Manager details."), "CHANNEL": ("AMQ8414I", "Display Channel details."),
    "CHLAUTH": ("AMQ8878I", "Display channel authentication record details."),
    "AUTHINFO": ("AMQ8566I", "Display authentication information details."),
    "AUTHREC": ("AMQ8864I", "Display authority record details."), "QUEUE": ("AMQ8409I", "Display Queue details."),
    "CHSTATUS": ("AMQ8417I", "Display Channel Status details."),
}  # fmt: skip
LONG = ("DESCR", "SSLPEER", "SSLCERTI")
ALTERED = {"ALTDATE": "2025-01-07", "ALTTIME": "08.15.00"}


def cells(attributes):
    """Attributes in two columns, the second at column 44; a long one stands alone."""
    out, left = [], None
    for key, value in attributes.items():
        cell = f"{key}({value or ' '})"
        if key in LONG or len(cell) > 39:
            out += [f"   {left}"] if left else []
            out.append(f"   {cell}")
            left = None
        elif left:
            out.append(f"   {left:<40}{cell}")
            left = None
        else:
            left = cell
    return [*out, *([f"   {left}"] if left else [])]


def runmqsc(manager, *answers):
    """A session: each answer is a command, the kind of its objects, and their attributes."""
    out = ["5724-H72 (C) Copyright IBM Corp. 1994, 2024.", f"Starting MQSC for queue manager {manager}.", "", ""]
    for number, (command, kind, objects) in enumerate(answers, 1):
        out.append(f"{number:>6} : {command}")
        if not objects and kind == "CHLAUTH":
            out.append("AMQ8884E: Channel authentication record not found.")
        for one in objects:
            id_, words = HEADS[kind]
            out += [f"{id_}: {words}", *cells(one)]
    count = f"{len(answers)} MQSC commands read." if len(answers) > 1 else "One MQSC command read."
    return "\n".join([*out, count, "No commands have a syntax error.", "All valid MQSC commands were processed.", ""])


def record(profile, kind, **told):
    """A channel authentication record as DISPLAY CHLAUTH ALL shows it."""
    shown = {"CHLAUTH": profile, "TYPE": kind, "DESCR": "", "CUSTOM": ""}
    if kind == "SSLPEERMAP":
        shown |= {"SSLPEER": "", "SSLCERTI": ""}
    if kind.endswith("MAP"):
        shown["ADDRESS"] = ""
        source = told.pop("USERSRC", "MAP")
        told["USERSRC"] = source
    warn = {"WARN": told.pop("WARN")} if "WARN" in told else {}
    check = {"CHCKCLNT": told.pop("CHCKCLNT")} if "CHCKCLNT" in told else {}
    shown |= told | check | warn
    if kind.startswith("BLOCK") or told.get("USERSRC") == "NOACCESS":
        shown.setdefault("WARN", "NO")
    else:
        shown.setdefault("CHCKCLNT", "ASQMGR")
    return {**shown, **ALTERED}


def grant(profile, entity, kind="QUEUE", words="PUT", entity_type="PRINCIPAL"):
    """An authority record."""
    return {"PROFILE": profile, "ENTITY": entity, "ENTTYPE": entity_type, "OBJTYPE": kind, "AUTHLIST": words}


DEFAULTS = (
    record("SYSTEM.ADMIN.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"),
    record("SYSTEM.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
    record("*", "BLOCKUSER", USERLIST="*MQADMIN"),
)
"""The records of a new queue manager."""


def definitions(manager="QM1", records=DEFAULTS, channel=None, qmgr=None, authinfo=None, grants=(), queues=(), clusters=(),
                extra=()):  # fmt: skip
    """All definitions that decide, as one session."""
    qmgr = {"QMNAME": manager, "CHLAUTH": "ENABLED", "CONNAUTH": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "CMDLEVEL": "930",
            "REVDNS": "ENABLED", "CHAD": "DISABLED", **(qmgr or {})}  # fmt: skip
    authinfo = {"AUTHINFO": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "AUTHTYPE": "IDPWOS", "ADOPTCTX": "YES", "DESCR": "",
                "CHCKCLNT": "REQDADM", "CHCKLOCL": "OPTIONAL", "FAILDLAY": "1", **(authinfo or {})}  # fmt: skip
    channels = [
        {"CHANNEL": "APP.SVRCONN", "CHLTYPE": "SVRCONN", "DESCR": "", "MAXINST": "999999999", "MAXINSTC": "999999999",
         "MCAUSER": "", "SCYEXIT": "", "SSLCAUTH": "REQUIRED", "SSLCIPH": "", "SSLPEER": "", **(one or {})}
        for one in (channel if isinstance(channel, list) else [channel])
    ]  # fmt: skip
    return runmqsc(
        manager,
        ("DISPLAY QMGR ALL", "QMGR", [qmgr]),
        ("DISPLAY CHANNEL(*) ALL", "CHANNEL", channels),
        ("DISPLAY CHLAUTH(*) ALL", "CHLAUTH", records),
        ("DISPLAY AUTHINFO(*) ALL", "AUTHINFO", [authinfo]),
        ("DISPLAY QUEUE(*) ALL", "QUEUE", queues),
        ("DISPLAY AUTHREC", "AUTHREC", grants),
        *extra,
    )
