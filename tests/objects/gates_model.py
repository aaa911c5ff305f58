"""The gates told a second time, slowly and without the package's code, over settings that are all shown.

`python -m tests.objects.gates_model 200000` compares so many connections with `mqforensics.objects.gates`.
"""

import random
import re
import sys

CHANNEL, USERS, ADDRESSES = "APP.ORDERS", ("app1", "app2", "mqm"), ("10.1.2.3", "10.1.9.9", "192.0.2.7")
CERTIFICATES = ("", "CN=app1,OU=Sales,O=Example,C=GB", "CN=other,O=Example")
PROFILES = ("APP.ORDERS", "APP.*", "APP.O*", "A*S", "*.ORDERS", "*", "SYSTEM.*", "APP.ORDERS.X")
WHERE = ("", "*", "10.1.2.3", "10.1.2-4.3", "10.1.1-9.*", "10.1.*", "10.*", "192.0.2.1-9", "172.16.*")
NAMES = ("CN=app1", "CN=app*", "O=Example", "CN=*,OU=Sales", "CN=*", "SERIALNUMBER=1*", "OU=S*,O=Example", "C=GB")
DN = [
    "SERIALNUMBER",
    "MAIL",
    "UID",
    "CN",
    "T",
    "OU",
    "DC",
    "O",
    "STREET",
    "L",
    "ST",
    "PC",
    "C",
    "UNSTRUCTUREDNAME",
    "UNSTRUCTUREDADDRESS",
    "DNQ",
]


def rex(pattern):
    return re.compile(re.escape(pattern).replace(r"\*", ".*"))


def address_fits(pattern, address):
    if pattern in ("", "*"):
        return True
    have, want = address.split("."), pattern.split(".")
    while want[-1] == "*" and len(want) < 4:
        want.append("*")
    for a, b in zip(have, want, strict=True):
        bounds = (0, 255) if b == "*" else tuple(map(int, b.split("-"))) if "-" in b else (int(b), int(b))
        if not bounds[0] <= int(a) <= bounds[1]:
            return False
    return True


def attributes(name):
    return dict(part.split("=") for part in name.split(",") if part)


def name_fits(pattern, name):
    return bool(name) and all(
        rex(value).fullmatch(attributes(name).get(key, "\0")) for key, value in attributes(pattern).items()
    )


def profile_key(pattern):
    return (0,) if "*" not in pattern else (1, *(int(char == "*") for char in pattern), 2)


def address_key(pattern):
    if pattern in ("", "*"):
        return (9,)
    kind = 2 if "*" in pattern else 1 if "-" in pattern else 0
    parts = []
    for part in pattern.split("."):
        low, high = (0, 999) if part == "*" else (part.split("-") * 2)[:2]
        parts.append(int(high) - int(low))
    return (kind, *parts, 1000)


def dn_key(pattern):
    told = attributes(pattern)
    return tuple(part for key in DN for part in ((0, *profile_key(told[key])) if key in told else (5,), (0,)))


def key(record):
    kind = {"SSLPEERMAP": 0, "USERMAP": 1, "ADDRESSMAP": 2}[record["TYPE"]]
    return profile_key(record["profile"]), kind, dn_key(record.get("SSLPEER", "")), address_key(record["ADDRESS"])


def winner(records, user, address, certificate):
    found = []
    for record in records:
        if record["TYPE"] in ("BLOCKADDR", "BLOCKUSER") or not rex(record["profile"]).fullmatch(CHANNEL):
            continue
        if not address_fits(record["ADDRESS"], address):
            continue
        if record["TYPE"] == "USERMAP" and record["CLNTUSER"] != user:
            continue
        if record["TYPE"] == "SSLPEERMAP" and not name_fits(record["SSLPEER"], certificate):
            continue
        found.append(record)
    return min(found, key=key, default=None)


def model(settings, records, grants, connection):
    """(allowed, gate, record, user), and nothing else."""
    user, address, certificate, password, permission, queue = connection
    enabled = settings["CHLAUTH"] != "DISABLED"
    blocks = settings["CHLAUTH"] == "ENABLED"
    if enabled:
        for record in records:
            listed = record["TYPE"] == "BLOCKADDR" and any(address_fits(one, address) for one in record["ADDRLIST"])
            if listed and blocks and record["WARN"] == "NO":
                return False, "CHLAUTH", record["id"], user
    if certificate and not settings["SSLCIPH"]:
        return False, "TLS", None, user
    if settings["SSLCIPH"] and not certificate and settings["SSLCAUTH"] == "REQUIRED":
        return False, "TLS", None, user
    final = settings["MCAUSER"] or user
    check = settings["CHCKCLNT"] if settings["CONNAUTH"] else "NONE"
    adopting = check != "NONE" and password and settings["ADOPTCTX"] == "YES"

    def connauth(who):
        if check == "NONE":
            return True
        if password == "wrong":
            return False
        if password == "right" or check == "OPTIONAL":
            return True
        return check == "REQDADM" and who != "mqm"

    if adopting and settings["EARLY"]:
        if not connauth(final):
            return False, "CONNAUTH", "AUTHINFO", final
        final = user
    record = winner(records, user, address, certificate) if enabled else None
    if record and record["USERSRC"] == "NOACCESS" and blocks and record["WARN"] == "NO":
        return False, "CHLAUTH", record["id"], final
    if record and record["USERSRC"] == "MAP":
        final = record["MCAUSER"]
    if not (adopting and settings["EARLY"]):
        if not connauth(final):
            return False, "CONNAUTH", "AUTHINFO", final
        if adopting:
            final = user
    if enabled and blocks:
        lists = [one for one in records if one["TYPE"] == "BLOCKUSER" and rex(one["profile"]).fullmatch(CHANNEL)]
        for one in lists:
            counts = one["profile"] == min((other["profile"] for other in lists), key=profile_key)
            named = final in one["USERLIST"] or ("*MQADMIN" in one["USERLIST"] and final == "mqm")
            if counts and named and one["WARN"] == "NO":
                return False, "CHLAUTH", one["id"], final
    if (
        record
        and record["USERSRC"] != "NOACCESS"
        and (record["CHCKCLNT"] == "REQUIRED" or (record["CHCKCLNT"] == "REQDADM" and final == "mqm"))
    ):
        if not settings["CONNAUTH"] or not password:
            return False, "CHLAUTH", record["id"], final
        if check == "NONE":
            return None, "CHLAUTH", record["id"], final
    if final == "mqm":
        return True, None, record and record["id"], final
    if "CONNECT" not in grants.get(("SELF", final), ()):
        return False, "AUTHORITY", None, final
    covering = [profile for profile, _ in grants if profile != "SELF" and rex(profile).fullmatch(queue)]
    best = min(covering, key=profile_key, default=None)
    lenient = [profile for profile, who in grants if profile in covering and who == final]
    own = min(lenient, key=profile_key, default=None)
    here, there = (permission in grants.get((one, final), ()) for one in (best, own))
    if here != there:
        return None, "AUTHORITY", None, final
    return (True, None, record and record["id"], final) if here else (False, "AUTHORITY", None, final)


def made(dice):
    """Settings, records, grants and a connection; no two records of one type, profile and match."""
    settings = {
        "CHLAUTH": dice.choice(("ENABLED",) * 6 + ("DISABLED", "WARN")), "CONNAUTH": dice.choice(("AUTH", "AUTH", "")),
        "CHCKCLNT": dice.choice(("NONE", "OPTIONAL", "REQDADM", "REQUIRED")), "ADOPTCTX": dice.choice(("YES", "NO")),
        "EARLY": dice.random() < 0.5, "MCAUSER": dice.choice(("", "", "app2", "mqm")),
        "SSLCIPH": dice.choice(("", "ANY_TLS12")), "SSLCAUTH": dice.choice(("REQUIRED", "OPTIONAL")),
    }  # fmt: skip
    records = {}
    for _ in range(dice.randrange(12)):
        record = made_record(dice)
        match = tuple(str(record.get(k)) for k in ("profile", "TYPE", "SSLPEER", "CLNTUSER"))
        records.setdefault((*match, record.get("ADDRESS", "").replace("*", "") or record.get("ADDRESS") == "x"), record)
    kept = list(records.values())
    for number, record in enumerate(kept):
        record["id"] = number
    grants = {}
    for who in ("app1", "app2", "low"):
        grants["SELF", who] = {"CONNECT"} if dice.random() < 0.8 else {"INQ"}
        for profile in dice.sample(("ORDERS", "ORD*", "*", "O*S"), dice.randrange(3)):
            grants[profile, who] = set(dice.sample(("PUT", "GET", "BROWSE", "INQ"), dice.randrange(1, 4)))
    certificate = dice.choice(CERTIFICATES[1:] if settings["SSLCIPH"] else ("",) * 9 + CERTIFICATES)
    connection = (dice.choice(USERS), dice.choice(ADDRESSES), "" if dice.random() < 0.1 else certificate,
                  dice.choice((None, None, "right", "wrong")), dice.choice(("PUT", "GET")), "ORDERS")  # fmt: skip
    return settings, kept, grants, connection


def made_record(dice):
    kind = dice.choice(("BLOCKUSER", "SSLPEERMAP", "SSLPEERMAP", "USERMAP", "USERMAP", "ADDRESSMAP", "ADDRESSMAP"))
    kind = "BLOCKADDR" if dice.random() < 0.04 else kind
    record = {
        "TYPE": kind,
        "profile": dice.choice((*PROFILES, "APP.*", "APP.*")),
        "WARN": dice.choice(("NO", "NO", "NO", "YES")),
    }
    if kind == "BLOCKADDR":
        return {**record, "profile": "*", "ADDRLIST": [dice.choice(WHERE[2:])]}
    if kind == "BLOCKUSER":
        return {**record, "USERLIST": dice.choice((["*MQADMIN"], ["nobody"], ["app1", "app9"]))}
    record |= {"ADDRESS": dice.choice(WHERE[1:] if kind == "ADDRESSMAP" else WHERE)}
    record |= {"USERSRC": dice.choice(("MAP", "CHANNEL", "NOACCESS")), "MCAUSER": dice.choice(("low", "app2"))}
    record |= {"CHCKCLNT": dice.choice(("ASQMGR", "ASQMGR", "ASQMGR", "REQUIRED", "REQDADM"))}
    if kind == "SSLPEERMAP":
        record["SSLPEER"] = dice.choice(NAMES)
    if kind == "USERMAP":
        record["CLNTUSER"] = dice.choice(USERS)
    return record


DISPLAY = {"verb": "DISPLAY", "name": "*", "filters": {}, "attributes": ["ALL"]}


def rows(settings, records, grants):
    """The same as rows of the table `objects`."""
    yield row("QMGR", "QM", 1, CHLAUTH=settings["CHLAUTH"], CONNAUTH=settings["CONNAUTH"], REVDNS="ENABLED")
    yield row("AUTHINFO", "AUTH", 2, CHCKCLNT=settings["CHCKCLNT"], ADOPTCTX=settings["ADOPTCTX"])
    told = {key: settings[key] for key in ("MCAUSER", "SSLCIPH", "SSLCAUTH")}
    yield row("CHANNEL", CHANNEL, 3, **told, SSLPEER="", CHLTYPE="SVRCONN")
    yield row("QLOCAL", "ORDERS", 4)
    for record in records:
        shown = {k: ",".join(v) if isinstance(v, list) else v for k, v in record.items() if k not in ("profile", "id")}
        unused = {"MAP": ("WARN",), "CHANNEL": ("WARN", "MCAUSER"), "NOACCESS": ("MCAUSER", "CHCKCLNT")}
        for name in unused.get(record.get("USERSRC"), ()):
            shown.pop(name)
        if record["TYPE"] == "SSLPEERMAP":
            shown["SSLCERTI"] = ""
        yield row("CHLAUTH", record["profile"], 100 + record["id"], **shown)
    if not records:
        yield row("ERROR", None, 99, "AMQ8884E: none", "CHLAUTH")
    for line, ((profile, who), words) in enumerate(grants.items(), 200):
        kind = "QMGR" if profile == "SELF" else "QUEUE"
        told = {"PROFILE": profile, "ENTITY": who, "ENTTYPE": "PRINCIPAL", "OBJTYPE": kind}
        yield row("AUTHREC", profile, line, **told, AUTHLIST=",".join(sorted(words)))


def row(kind, name, line, message=None, word=None, **attributes):
    asked = {**DISPLAY, "word": word or kind, "name": None if kind == "AUTHREC" else "*"}
    return {
        "file": "f", "line": line, "queue_manager": "QM", "type": kind, "name": name, "attributes": attributes,
        "lines": None, "times": {}, "message": message, "asked": asked, "whole": True, "captured": None, "error": None,
    }  # fmt: skip


def compared(seed):
    """What the model and the package say of one made connection, alike in form."""
    return told(*made(random.Random(seed)))


def told(settings, records, grants, connection):
    """What the model and the package say of a connection, and the package's verdict."""
    from mqforensics.objects.chlauth import Peer
    from mqforensics.objects.fact import Row
    from mqforensics.objects.gates import Connection, decide
    from mqforensics.objects.security import Security

    user, address, certificate, password, permission, queue = connection
    known = Security(
        "QM", map(Row.of, rows(settings, records, grants)), early_adopt=settings["EARLY"], cluster_access="XMITQ"
    )
    found = decide(known, Connection(Peer(CHANNEL, address, None, user, certificate), user, password, None, queue, None,
                                     (permission,)))  # fmt: skip
    expected = model(settings, records, grants, connection)
    record = expected[2]
    if record == "AUTHINFO":
        same = (found.record or "").startswith("AUTHINFO(AUTH)")
    elif record is None:
        same = found.gate in ("TLS", "AUTHORITY") or found.record is None
    else:
        same = ("f", 100 + record) in found.places
    return expected, (found.allowed, found.gate, record if same else found.record, found.user), found


if __name__ == "__main__":
    differing = 0
    for seed in range(int(sys.argv[1])):
        expected, said, found = compared(seed)
        if expected != said:
            differing += 1
            print(seed, expected, said, found.because, found.record) if differing < 10 else None
    print(f"{sys.argv[1]} connections, {differing} told differently")
