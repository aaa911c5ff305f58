"""The gates against a slow model of their own, and each rule that the documentation tells."""

from itertools import pairwise

import pytest

from mqforensics.codes.families import family
from mqforensics.formats import mqsc, qmini
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects import authority, chlauth, gates
from mqforensics.objects.chlauth import Peer, Record
from mqforensics.objects.security import by_queue_manager
from tests.objects.gates_model import compared, told
from tests.writers.refused_show import DEFAULTS, definitions, grant, record, runmqsc

APP = (grant("SELF", "app1", "QMGR", "CONNECT,INQ"), grant("ORDERS", "app1", words="PUT,INQ"))
ORDERS = {"QUEUE": "ORDERS", "TYPE": "QLOCAL", "USAGE": "NORMAL"}


def security(text, **options):
    (known,) = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a.txt")), **options).values()
    return known


def decided(text, channel="APP.SVRCONN", address="10.1.2.3", user="app1", password=None, certificate="", queue=None,
            permissions=("PUT",), options=None, **more):  # fmt: skip
    partner, issuer, host = more.pop("partner", None), more.pop("issuer", None), more.pop("host", None)
    peer = Peer(channel, address, host, user, certificate, issuer, partner)
    connection = gates.Connection(peer, user, password, queue=queue, permissions=permissions if queue else (), **more)
    return gates.decide(security(text, **(options or {})), connection)


def test_a_slow_model_of_its_own_agrees():
    for seed in range(2500):
        expected, said, found = compared(seed)
        assert said == expected, (seed, found)


SETTINGS = {"CHLAUTH": "ENABLED", "CONNAUTH": "AUTH", "CHCKCLNT": "REQDADM", "ADOPTCTX": "NO", "EARLY": True, "MCAUSER": "",
            "SSLCIPH": "", "SSLCAUTH": "REQUIRED"}  # fmt: skip
MAY = {("SELF", who): {"CONNECT"} for who in ("app1", "app2", "low")} | {
    ("*", who): {"PUT", "GET"} for who in ("app1", "app2", "low")
}
SIGNED = {"SSLCIPH": "ANY_TLS12"}
CERTIFICATE = "CN=app1,OU=Sales,O=Example,C=GB"


def rule(profile, kind="ADDRESSMAP", source="NOACCESS", address="", **told):
    made = {"TYPE": kind, "profile": profile, "WARN": "NO", **told}
    if kind.endswith("MAP"):
        made = {
            "ADDRESS": address or ("*" if kind == "ADDRESSMAP" else ""),
            "USERSRC": source,
            "MCAUSER": "low",
            "CHCKCLNT": "ASQMGR",
            **made,
        }
    return made


ADMINS = rule("*", "BLOCKUSER", USERLIST=["*MQADMIN"])
DOCUMENTED = {
    "an exact channel name beats an identity":
        (SIGNED, [rule("APP.ORDERS", source="CHANNEL"), rule("*", "SSLPEERMAP", SSLPEER="CN=app1")], {}, (True, None, 0, "app1")),
    "A.B* over A.*": ({}, [rule("APP.*", source="CHANNEL"), rule("APP.O*")], {}, (False, "CHLAUTH", 1, "app1")),
    "A.* over *": ({}, [rule("*"), rule("APP.*", source="CHANNEL")], {}, (True, None, 1, "app1")),
    "a losing NOACCESS has no effect": ({}, [rule("*"), rule("APP.*", source="MAP")], {}, (True, None, 1, "low")),
    "certificate over user over address":
        (SIGNED, [rule("*"), rule("*", "USERMAP", CLNTUSER="app1"), rule("*", "SSLPEERMAP", "MAP", SSLPEER="O=Example")], {},
         (True, None, 2, "low")),
    "the name with CN over the one with O":
        (SIGNED, [rule("*", "SSLPEERMAP", "MAP", SSLPEER="CN=app*"), rule("*", "SSLPEERMAP", SSLPEER="O=Example")], {},
         (True, None, 0, "low")),
    "an exact address over a range over a part":
        ({}, [rule("*", address="10.1.*"), rule("*", address="10.1.2-4.3"), rule("*", source="MAP", address="10.1.2.3")], {},
         (True, None, 2, "low")),
    "a range over a part": ({}, [rule("*", address="10.1.*"), rule("*", source="MAP", address="10.1.2-4.3")], {}, (True, None, 1, "low")),
    "an administrator on a new queue manager": ({}, [ADMINS], {"user": "mqm", "password": "right"}, (False, "CHLAUTH", 0, "mqm")),
    "anybody else on a new queue manager": ({}, [ADMINS], {}, (True, None, None, "app1")),
    "an own list replaces the one for all":
        ({}, [ADMINS, rule("APP.ORDERS", "BLOCKUSER", USERLIST=["nobody"])], {"user": "mqm", "password": "right"}, (True, None, None, "mqm")),
    "a blocked address comes first":
        ({}, [rule("*", "BLOCKADDR", ADDRLIST=["10.1.*"]), rule("APP.ORDERS", source="CHANNEL")], {}, (False, "CHLAUTH", 0, "app1")),
    "WARN admits": ({}, [rule("*", WARN="YES")], {}, (True, None, 0, "app1")),
    "records stay and do nothing when CHLAUTH is off": ({"CHLAUTH": "DISABLED"}, [rule("*")], {}, (True, None, None, "app1")),
    "a record asks for a password that nothing checks":
        ({"CONNAUTH": ""}, [rule("*", source="CHANNEL", CHCKCLNT="REQUIRED")], {"password": "right"}, (False, "CHLAUTH", 0, "app1")),
    "a record asks for a password": ({}, [rule("*", source="CHANNEL", CHCKCLNT="REQUIRED")], {}, (False, "CHLAUTH", 0, "app1")),
    "early adoption, then the map":
        ({"ADOPTCTX": "YES"}, [rule("*", source="MAP")], {"password": "right"}, (True, None, 0, "low")),
    "late adoption replaces the map":
        ({"ADOPTCTX": "YES", "EARLY": False}, [rule("*", source="MAP")], {"password": "right"}, (True, None, 0, "app1")),
    "MCAUSER over the asserted user": ({"MCAUSER": "app2"}, [], {}, (True, None, None, "app2")),
    "the most specific profile alone counts":
        ({}, [], {"grants": {("ORD*", "app1"): {"GET"}, ("O*S", "app1"): {"PUT"}}}, (False, "AUTHORITY", None, "app1")),
    "no certificate where one is required": (SIGNED, [], {"certificate": ""}, (False, "TLS", None, "app1")),
} | {
    f"CHCKCLNT({check}), {password or 'nothing'} sent by {user}":
        ({"CHCKCLNT": check}, [], {"user": user, "password": password},
         (True, None, None, user) if allowed else (False, "CONNAUTH", "AUTHINFO", user))
    for check, password, user, allowed in (
        ("NONE", None, "mqm", True), ("NONE", "wrong", "app1", True), ("OPTIONAL", None, "mqm", True),
        ("OPTIONAL", "wrong", "app1", False), ("REQDADM", None, "app1", True), ("REQDADM", None, "mqm", False),
        ("REQDADM", "wrong", "app1", False), ("REQUIRED", None, "app1", False), ("REQUIRED", "right", "app1", True),
    )
}  # fmt: skip
"""What the documentation tells of who comes in: settings, records, the connection, and how it ends."""


@pytest.mark.parametrize("case", DOCUMENTED)
@pytest.mark.parametrize("turned", [False, True], ids=["", "the records in the other order"])
def test_each_documented_example_is_told_so_by_the_model_and_by_the_kit(case, turned):
    settings, records, given, expected = DOCUMENTED[case]
    records = [one | {"id": number} for number, one in enumerate(records)]
    given = {
        "user": "app1",
        "password": None,
        "certificate": CERTIFICATE if settings.get("SSLCIPH") else "",
        "grants": {},
    } | given
    connection = (given["user"], "10.1.2.3", given["certificate"], given["password"], "PUT", "ORDERS")
    ordered = records[::-1] if turned else records
    model_says, kit_says, verdict = told(SETTINGS | settings, ordered, MAY | given["grants"], connection)
    assert model_says == expected == kit_says, verdict


def test_everything_passes_where_everything_is_right():
    said = decided(definitions(grants=APP, queues=[ORDERS]), queue="ORDERS")
    assert (said.allowed, said.gate, said.user) == (True, None, "app1")


@pytest.mark.parametrize(("check", "password", "user", "allowed"), [
    ("NONE", None, "app1", True), ("NONE", "wrong", "app1", True), ("NONE", "right", "app1", True),
    ("OPTIONAL", None, "app1", True), ("OPTIONAL", "right", "app1", True), ("OPTIONAL", "wrong", "app1", False),
    ("REQDADM", None, "app1", True), ("REQDADM", None, "mqm", False), ("REQDADM", "right", "app1", True),
    ("REQDADM", "wrong", "app1", False),
    ("REQUIRED", None, "app1", False), ("REQUIRED", "right", "app1", True), ("REQUIRED", "wrong", "app1", False),
])  # fmt: skip
def test_each_cell_of_the_table_of_chckclnt(check, password, user, allowed):
    said = decided(definitions(records=(), authinfo={"CHCKCLNT": check}, grants=APP), user=user, password=password)
    assert said.allowed is allowed
    if not allowed:
        assert (said.gate, said.record) == ("CONNAUTH", f"AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) CHCKCLNT({check})")


def test_a_password_that_nobody_can_judge_leaves_it_open():
    said = decided(definitions(grants=APP), password="sent")
    assert said.allowed is None and "a right password" in said.open


def test_a_new_queue_manager_blocks_administrators_on_user_channels_and_everybody_on_its_own():
    text = definitions(grants=APP)
    admin = decided(text, user="mqm", password="right")
    assert (admin.allowed, admin.gate, admin.record) == (
        False,
        "CHLAUTH",
        "CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN)",
    )
    assert decided(text).allowed is True
    own = definitions(grants=APP, channel={"CHANNEL": "SYSTEM.DEF.SVRCONN"})
    said = decided(own, "SYSTEM.DEF.SVRCONN")
    assert (said.allowed, said.gate) == (False, "CHLAUTH")
    assert said.record == "CHLAUTH(SYSTEM.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS)"


def test_an_own_list_on_the_channel_replaces_the_one_for_all():
    records = (*DEFAULTS, record("APP.SVRCONN", "BLOCKUSER", USERLIST="nobody"))
    assert decided(definitions(records=records), user="mqm", password="right").allowed is True


def test_the_name_of_the_channel_decides_before_the_identity():
    records = (
        record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"),
        record("*", "SSLPEERMAP", SSLPEER="CN=app1", USERSRC="NOACCESS"),
    )
    text = definitions(records=records, grants=APP, channel={"SSLCIPH": "ANY_TLS12"})
    said = decided(text, certificate="CN=app1,O=Example")
    assert said.allowed is True and "ADDRESSMAP" in said.record


@pytest.mark.parametrize(("specific", "other"), [
    ("A.B*", "A.*"), ("A.*", "*"), ("A.BC", "A.B*"), ("A.BC", "*"), ("A*C", "A*"),
])  # fmt: skip
def test_a_plain_character_beats_a_wildcard_where_names_first_differ(specific, other):
    assert chlauth.generic(specific, other) == 1 and chlauth.generic(other, specific) == -1


@pytest.mark.parametrize("pair", [
    ("10.1.2.3", "10.1.2-4.3"), ("10.1.2-4.3", "10.1.*"), ("10.1.*", "client.example"), ("client.example", "*.example"),
    ("*.example", "*"), ("10.1.2.*", "10.1.*"), ("10.1.2-3.4", "10.1.1-5.4"),
])  # fmt: skip
def test_addresses_from_the_exact_one_to_any(pair):
    first, second = (Record("A", "ADDRESSMAP", address=address) for address in pair)
    assert chlauth.order(first, second) == 1 and chlauth.order(second, first) == -1


def test_ranges_that_overlap_and_names_that_no_rule_orders_are_not_ordered():
    first, second = (Record("A", "ADDRESSMAP", address=address) for address in ("10.1-5.1.1", "10.3-9.1.1"))
    assert chlauth.order(first, second) is None
    records = (
        record("A*R*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
        record("A*S*", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"),
    )
    said = decided(definitions(records=records, grants=APP))
    assert said.allowed is None and said.gate == "CHLAUTH"


@pytest.mark.parametrize(("pattern", "name", "fits"), [
    ("CN=app1", "CN=app1,OU=Sales,O=Example", True), ("CN=app*,O=Example", "cn=app1, o=Example", True),
    ('O="Example, Inc"', "CN=a,O=Example\\, Inc", True), ("CN=app2", "CN=app1", False), ("CN=APP1", "CN=app1", None),
    ("OU=a,OU=b", "CN=x,OU=a,OU=b,OU=c", True), ("OU=b", "CN=x,OU=a,OU=b", None), ("MAIL=x", "E=x", True),
    ("CN=app1", "", False), ("", "", True), ("CN=app1", None, None), ("no name", "CN=app1", None),
])  # fmt: skip
def test_names_of_certificates(pattern, name, fits):
    assert chlauth.name_matches(pattern, name) is fits


def test_an_attribute_that_comes_earlier_in_the_order_makes_a_name_more_specific():
    first, second = (Record("A", "SSLPEERMAP", peer=peer) for peer in ("CN=app*", "OU=Sales,O=Example"))
    assert chlauth.order(first, second) == 1
    third = Record("A", "SSLPEERMAP", peer="CN=app1")
    assert chlauth.order(third, first) == 1
    assert chlauth.order(third, third._replace(issuer="CN=CA")) == -1


@pytest.mark.parametrize(("pattern", "address", "fits"), [
    ("10.1.2.3", "::ffff:10.1.2.3", True), ("2002:9:14:4-6:*", "2002:9:14:5::1", True), ("10.1.*", "10.2.0.1", False),
    ("10.1-3.*", "10.2.0.1", True), ("host.example", "10.2.0.1", None), ("10.1.*", None, None), ("*", None, True),
])  # fmt: skip
def test_patterns_of_addresses(pattern, address, fits):
    assert chlauth.address_matches(pattern, address, None) is fits


def test_records_with_host_names_match_only_where_names_are_looked_up():
    records = (
        record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*.example", USERSRC="CHANNEL"),
        record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
    )
    assert decided(definitions(records=records, grants=APP)).allowed is None
    assert decided(definitions(records=records, grants=APP), host="a.example").allowed is True
    assert decided(definitions(records=records, grants=APP, qmgr={"REVDNS": "DISABLED"})).allowed is False


@pytest.mark.parametrize(("kind", "told"), [("QMGRMAP", {"QMNAME": "*"}), ("BLOCKUSER", {"USERLIST": "app1"})])
def test_what_is_for_queue_managers_or_for_clients_alone(kind, told):
    refusing = {"USERSRC": "NOACCESS"} if kind == "QMGRMAP" else {}
    text = definitions(records=(record("*", kind, **told, **refusing),), grants=APP)
    assert decided(text).allowed is (kind == "QMGRMAP")
    receiver = definitions(records=(record("*", kind, **told, **refusing),), channel={"CHLTYPE": "RCVR", "MCAUSER": "app1"},
                           grants=APP)  # fmt: skip
    assert decided(receiver, partner="QM2").allowed is (kind == "BLOCKUSER")


def test_a_user_map_has_no_effect_on_a_receiver():
    text = definitions(records=(record("*", "USERMAP", CLNTUSER="app1", USERSRC="NOACCESS"),),
                       channel={"CHLTYPE": "RCVR"})  # fmt: skip
    assert decided(text, partner="QM2").allowed is True


def test_warn_admits_and_is_told():
    records = (record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS", WARN="YES"),)
    said = decided(definitions(records=records, grants=APP))
    assert said.allowed is True and said.warned == (
        "CHLAUTH(*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS) WARN(YES)",
    )


def test_a_blocked_address_is_refused_before_anything_else():
    records = (record("*", "BLOCKADDR", ADDRLIST="192.0.2.1,10.1.2.*"), *DEFAULTS)
    said = decided(definitions(records=records, channel={"MAXINST": "10"}), user="mqm")
    assert (said.allowed, said.gate) == (False, "CHLAUTH") and "BLOCKADDR" in said.record


@pytest.mark.parametrize(("connauth", "password", "allowed"), [
    ("", None, False), ("", "right", False), ("SYSTEM.DEFAULT.AUTHINFO.IDPWOS", None, False),
    ("SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "right", True),
])  # fmt: skip
def test_a_record_that_asks_for_a_password(connauth, password, allowed):
    records = (record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL", CHCKCLNT="REQUIRED"),)
    said = decided(definitions(records=records, qmgr={"CONNAUTH": connauth}, grants=APP), password=password)
    assert said.allowed is allowed
    assert allowed or said.gate == "CHLAUTH"


def test_early_adoption_decides_which_user_a_record_sees():
    records = (
        record("APP.SVRCONN", "USERMAP", CLNTUSER="app1", USERSRC="CHANNEL"),
        record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
    )
    text = definitions(records=records, grants=APP)
    sent = {"password": "right", "asserted": "desktop"}
    assert decided(text, **sent, options={"early_adopt": True}).allowed is True
    assert decided(text, **sent, options={"early_adopt": False}).allowed is False
    by_level = decided(text, **sent)
    assert by_level.allowed is True and by_level.assumes[0][1:4] == ("qm.ini", "ChlauthEarlyAdopt", "Y")
    old = decided(definitions(records=records, grants=APP, qmgr={"CMDLEVEL": "800"}), **sent)
    assert old.allowed is False and old.assumes[0][1:4] == ("qm.ini", "ChlauthEarlyAdopt", "N")
    untold = decided(definitions(records=records, grants=APP, qmgr={"CMDLEVEL": ""}), **sent)
    assert untold.allowed is None and "ChlauthEarlyAdopt of qm.ini" in untold.because


def test_users_from_the_weakest_to_the_strongest():
    grants = [grant("SELF", who, "QMGR", "CONNECT") for who in ("app1", "fixed", "mapped")]
    by_map = (record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="10.*", MCAUSER="mapped"),)
    assert decided(definitions(records=(), grants=grants)).user == "app1"
    fixed = definitions(records=(), grants=grants, channel={"MCAUSER": "fixed"})
    assert decided(fixed).user == "fixed"
    assert decided(fixed, password="right").user == "app1"
    assert decided(definitions(records=by_map, grants=grants, channel={"MCAUSER": "fixed"})).user == "mapped"
    assert decided(definitions(records=by_map, grants=grants), password="right").user == "mapped"


def test_the_most_specific_profile_alone_counts():
    grants = (grant("SELF", "app1", "QMGR", "CONNECT"), grant("AB.*", "app1", words="PUT"),
              grant("AB.C*", "app1", words="GET"))  # fmt: skip
    queue = {"QUEUE": "AB.CD", "TYPE": "QLOCAL"}
    text = definitions(grants=grants, queues=[queue])
    assert decided(text, queue="AB.CD", permissions=("GET",)).allowed is True
    said = decided(text, queue="AB.CD", permissions=("PUT",))
    assert (said.allowed, said.gate, said.record) == (False, "AUTHORITY", "AUTHREC PROFILE(AB.C*) OBJTYPE(QUEUE)")
    both = (grant("SELF", "app1", "QMGR", "CONNECT"), grant("AB.*", "apps", words="PUT", entity_type="GROUP"),
            grant("AB.C*", "apps", words="GET", entity_type="GROUP"))  # fmt: skip
    text = definitions(grants=both, queues=[queue])
    said = decided(text, queue="AB.CD", permissions=("PUT",))
    assert (said.allowed, said.record) == (False, "AUTHREC PROFILE(AB.C*) OBJTYPE(QUEUE)"), "whatever the groups are"
    assert decided(text, queue="AB.CD", permissions=("GET",)).allowed is None


def test_a_channel_that_is_not_defined_lets_in_at_most_what_is_defined_for_it():
    for shown, allowed in (("DISABLED", False), ("ENABLED", None), ("", None)):
        said = decided(definitions(qmgr={"CHAD": shown}), channel="app.svrconn")
        assert (said.allowed, said.gate) == (allowed, "NETWORK") and "app.svrconn is not defined here" in said.because


def test_a_group_counts_where_the_groups_of_the_user_are_told():
    grants = (grant("SELF", "apps", "QMGR", "CONNECT", "GROUP"),)
    assert decided(definitions(records=(), grants=grants)).allowed is None
    assert decided(definitions(records=(), grants=grants), groups=("apps",)).allowed is True
    assert decided(definitions(records=(), grants=grants), groups=("users",)).allowed is False
    assert decided(definitions(records=(), grants=grants), groups=("mqm",)).gate == "CONNAUTH"
    assert decided(definitions(records=(), grants=grants), groups=("mqm",), password="right").allowed is True


@pytest.mark.parametrize(("queue", "to", "access", "checked"), [
    ("ORDERS", None, None, ("QUEUE", "ORDERS")), ("FAR", None, None, ("QUEUE", "FAR")),
    ("SHARED", None, None, ("QUEUE", "SYSTEM.CLUSTER.TRANSMIT.QUEUE")), ("SHARED", None, "RQMNAME", ("QUEUE", "SHARED")),
    ("ANY", "QM2", None, ("QUEUE", "QM2")), ("ANY", "QM9", "RQMNAME", ("RQMNAME", "QM9")),
])  # fmt: skip
def test_which_profile_is_checked_when_a_queue_is_far_away(queue, to, access, checked):
    queues = [ORDERS, {"QUEUE": "FAR", "TYPE": "QREMOTE", "RNAME": "X"}, {"QUEUE": "SHARED", "TYPE": "QCLUSTER"},
              {"QUEUE": "QM2", "TYPE": "QLOCAL", "USAGE": "XMITQ"}]  # fmt: skip
    known = security(definitions(queues=queues), cluster_access=access)
    assert gates.checked_object(known, queue, to, ("PUT",)) == checked


@pytest.mark.parametrize(("channel", "certificate", "allowed", "record"), [
    ({"SSLCIPH": "ANY_TLS12"}, "", False, "CHANNEL(APP.SVRCONN) SSLCAUTH(REQUIRED)"),
    ({"SSLCIPH": "ANY_TLS12", "SSLCAUTH": "OPTIONAL"}, "", True, None),
    ({"SSLCIPH": "ANY_TLS12", "SSLPEER": "O=Example"}, "CN=a,O=Other", False, "CHANNEL(APP.SVRCONN) SSLPEER(O=Example)"),
    ({"SSLCIPH": "ANY_TLS12", "SSLPEER": "O=Example"}, "CN=a,O=Example", True, None),
    ({}, "CN=a", False, "CHANNEL(APP.SVRCONN) SSLCIPH( )"),
])  # fmt: skip
def test_tls_at_the_channel(channel, certificate, allowed, record):
    said = decided(definitions(records=(), channel=channel, grants=APP), certificate=certificate)
    assert (said.allowed, said.record) == (allowed, record)
    assert allowed or said.gate == "TLS"


def test_limits_of_zero_and_security_exits():
    limited = decided(definitions(channel={"MAXINSTC": "0"}, grants=APP))
    assert (limited.allowed, limited.gate, limited.record) == (False, "LIMIT", "CHANNEL(APP.SVRCONN) MAXINSTC(0)")
    assert decided(definitions(channel={"SCYEXIT": "site/exit(Go)"}, grants=APP)).allowed is None


def test_what_runcheck_answers_is_no_record_and_a_narrowed_display_shows_not_all():
    text = definitions(records=(), grants=APP, extra=(
        ("DISPLAY CHLAUTH(APP.SVRCONN) MATCH(RUNCHECK) ADDRESS('10.9.9.9') CLNTUSER('x')", "CHLAUTH",
         [{"CHLAUTH": "*", "TYPE": "ADDRESSMAP", "ADDRESS": "*", "USERSRC": "NOACCESS"}]),
    ))  # fmt: skip
    assert decided(text).allowed is True
    narrowed = definitions(grants=APP).replace("DISPLAY CHLAUTH(*) ALL", "DISPLAY CHLAUTH(*) TYPE(BLOCKUSER)")
    assert decided(narrowed).allowed is None


def test_no_line_that_is_lost_turns_a_verdict_round():
    records = (*DEFAULTS, record("APP.SVRCONN", "USERMAP", CLNTUSER="app1", ADDRESS="10.1.*", MCAUSER="app1"),
               record("APP.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
               record("APP.*", "SSLPEERMAP", SSLPEER="CN=app9,O=Example", MCAUSER="app9"))  # fmt: skip
    text = definitions(records=records, grants=APP, queues=[ORDERS], channel={"MCAUSER": "nobody"})
    lines = text.splitlines(keepends=True)
    for user in ("app1", "app2"):
        whole = decided(text, user=user, queue="ORDERS")
        assert whole.allowed is (user == "app1")
        for place in range(len(lines)):
            managers = by_queue_manager(
                mqsc.read(FileSlice("".join(lines[:place] + lines[place + 1 :]).encode(), "a.txt"))
            )
            for known in managers.values():
                said = gates.decide(known, gates.Connection(Peer("APP.SVRCONN", "10.1.2.3", None, user), user,
                                                            queue="ORDERS", permissions=("PUT",)))  # fmt: skip
                assert said.allowed in (whole.allowed, None), (lines[place], said)
                if said.allowed is False:
                    assert said.gate in (whole.gate, None), (lines[place], said)


def test_nothing_shown_is_nothing_known():
    assert decided(runmqsc("QM1", ("DISPLAY QMGR ALL", "QMGR", [{"QMNAME": "QM1"}]))).allowed is None


def test_profiles_of_the_authority_manager():
    assert authority.fits("A.**", "A.B.C") and authority.fits("A.**", "A") and not authority.fits("A.*", "A.B.C")
    assert authority.fits("A.B?", "A.BC") and not authority.fits("A.B?", "A.B") and authority.fits("*.C", "B.C")
    assert sorted(["**", "A.*", "A.B*", "A.BC", "A.B?"], key=authority.priority) == [
        "A.BC",
        "A.B?",
        "A.B*",
        "A.*",
        "**",
    ]


def test_qm_ini_tells_what_no_display_shows():
    ini = b"Channels:\n   ChlauthEarlyAdopt=N\nSecurity:\n   ClusterQueueAccessControl=RQMName\n"
    rows = [
        *mqsc.read(FileSlice(definitions().encode(), file="a.txt")),
        *qmini.read(FileSlice(ini, file="qmgrs/QM1/qm.ini")),
    ]
    (known,) = by_queue_manager(rows).values()
    assert known.early_adopt is False and known.cluster_access == "RQMNAME"
    (given,) = by_queue_manager(rows, early_adopt=True).values()
    assert given.early_adopt is True


@pytest.mark.parametrize(("platform", "expected"), [("MVS", True), ("UNIX", False)])
def test_the_platform_tells_zos_without_any_message_of_it(platform, expected):
    assert security(definitions(qmgr={"PLATFORM": platform})).zos is expected


ANY, IDPWOS = (
    "CHLAUTH({}) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC({})",
    "AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) CHCKCLNT({})",
)
ASKS = record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL", CHCKCLNT="REQUIRED")
ASKED = f"{ANY.format('APP.SVRCONN', 'CHANNEL')} CHCKCLNT(REQUIRED)"
BLOCKING = (record("*", "BLOCKADDR", ADDRLIST="10.1.2.*"),)
REFUSING = (record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),)
ADMIN_IS_UNKNOWN = "the evidence does not show whether {} is an administrator"


@pytest.mark.parametrize(("shown", "given", "allowed", "gate", "decided_by", "because"), [
    ({}, {}, True, None, None, "every gate lets it through, as user 'app1'"),
    ({"channel": {"MAXINST": "0"}}, {}, False, "LIMIT", "CHANNEL(APP.SVRCONN) MAXINST(0)", "MAXINST(0) lets nobody start this channel"),
    ({"channel": {"MAXINSTC": "0"}}, {}, False, "LIMIT", "CHANNEL(APP.SVRCONN) MAXINSTC(0)", "MAXINSTC(0) lets nobody start this channel"),
    ({"qmgr": {"CHAD": "ENABLED"}}, {"channel": "OTHER"}, None, "NETWORK", None,
     "channel OTHER is not defined here: only automatic definition (CHAD) could let it in"),
    ({"records": BLOCKING}, {}, False, "CHLAUTH", "CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST(10.1.2.*)", "its address is in a list of blocked ones"),
    ({"records": BLOCKING}, {"address": None}, None, "CHLAUTH", "CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST(10.1.2.*)",
     "an address list blocks, and the evidence does not name the address"),
    ({}, {"certificate": "CN=a"}, False, "TLS", "CHANNEL(APP.SVRCONN) SSLCIPH( )", "the client uses TLS, the channel has no SSLCIPH"),
    ({"channel": SIGNED}, {}, False, "TLS", "CHANNEL(APP.SVRCONN) SSLCAUTH(REQUIRED)",
     "the channel requires a certificate and the client sends none"),
    ({"channel": {**SIGNED, "SSLCAUTH": "OPTIONAL", "SSLPEER": "CN=b"}}, {}, False, "TLS", "CHANNEL(APP.SVRCONN) SSLPEER(CN=b)",
     "the channel requires a certificate and the client sends none"),
    ({"channel": {**SIGNED, "SSLPEER": "CN=b"}}, {"certificate": "CN=a"}, False, "TLS", "CHANNEL(APP.SVRCONN) SSLPEER(CN=b)",
     "the certificate does not match SSLPEER"),
    ({"channel": {**SIGNED, "SSLPEER": "CN=a"}}, {"certificate": "CN=a"}, True, None, None, "every gate lets it through, as user 'app1'"),
    ({"channel": {"SCYEXIT": "x"}}, {}, None, "CHLAUTH", None, "a security exit may refuse it or change the user"),
    ({"channel": {"SCYEXIT": "x"}, "records": REFUSING}, {}, None, "CHLAUTH", ANY.format("*", "NOACCESS"),
     "the record refuses, but a security exit may override it"),
    ({"channel": {"MCAUSER": "*NOACCESS"}}, {}, False, "AUTHORITY", "CHANNEL(APP.SVRCONN) MCAUSER(*NOACCESS)", "MCAUSER(*NOACCESS) lets nobody in"),
    ({"records": (record("*", "ADDRESSMAP", ADDRESS="*", MCAUSER="*noaccess"),)}, {}, False, "AUTHORITY",
     f"{ANY.format('*', 'MAP')} MCAUSER(*noaccess)", "MCAUSER(*NOACCESS) lets nobody in"),
    ({"records": REFUSING}, {}, False, "CHLAUTH", ANY.format("*", "NOACCESS"), "the most specific record that matches has USERSRC(NOACCESS)"),
    ({"records": (record("*", "BLOCKUSER", USERLIST="app1"),)}, {}, False, "CHLAUTH", "CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(app1)",
     "user 'app1' is in the list of blocked users"),
    ({}, {"user": "mqm", "password": "right"}, False, "CHLAUTH", "CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN)",
     "user 'mqm' is an administrator, whom *MQADMIN blocks"),
    ({}, {"user": "mqm"}, False, "CONNAUTH", IDPWOS.format("REQDADM"), "no user id and password were sent"),
    ({}, {"password": "wrong"}, False, "CONNAUTH", IDPWOS.format("REQDADM"), "the user id and password that were sent are wrong"),
    ({}, {"password": "sent"}, None, "CONNAUTH", None, "it depends on what the evidence does not show: a right password"),
    ({}, {"user": "zed"}, None, "CONNAUTH", IDPWOS.format("REQDADM"), ADMIN_IS_UNKNOWN.format("zed")),
    ({}, {"user": None}, None, "CONNAUTH", IDPWOS.format("REQDADM"), ADMIN_IS_UNKNOWN.format("the user")),
    ({"authinfo": {"CHCKCLNT": "REQUIRED"}}, {}, False, "CONNAUTH", IDPWOS.format("REQUIRED"), "no user id and password were sent"),
    ({"records": (ASKS,)}, {}, False, "CHLAUTH", ASKED, "the record asks for a password and none was sent"),
    ({"records": (ASKS,), "qmgr": {"CONNAUTH": ""}}, {}, False, "CHLAUTH", ASKED,
     "the record asks for a password, and CONNAUTH is blank: none can be checked"),
    ({"records": (ASKS,), "authinfo": {"CHCKCLNT": "NONE"}}, {"password": "right"}, None, "CHLAUTH", ASKED,
     "the record asks for a password that CHCKCLNT(NONE) does not check"),
    ({"records": (record("A*R*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"), record("A*S*", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"))},
     {}, None, "CHLAUTH", None,
     f"the evidence does not show which record wins: it may be {ANY.format('A*R*', 'NOACCESS')}; {ANY.format('A*S*', 'CHANNEL')}"),
    ({"queues": [ORDERS]}, {"queue": "ORDERS", "permissions": ("GET", "BROWSE", "PUT")}, False, "AUTHORITY",
     "AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE)", "'app1' lacks get, browse on ORDERS"),
    ({}, {"queue": "FAR"}, None, "AUTHORITY", None, "the evidence does not show whether FAR is a local, a remote or a cluster queue"),
])  # fmt: skip
def test_which_gate_decides_by_what_and_why_word_for_word(shown, given, allowed, gate, decided_by, because):
    said = decided(definitions(grants=APP, **shown), **given)
    assert (said.allowed, said.gate, said.record, said.because) == (allowed, gate, decided_by, because)
    assert bool(said.open) is (allowed is None)


DN_ORDER = ("SERIALNUMBER", "MAIL", "UID", "CN", "T", "OU", "DC", "O", "STREET", "L", "ST", "PC", "C", "UNSTRUCTUREDNAME",
            "UNSTRUCTUREDADDRESS", "DNQ")  # fmt: skip
"""The order in which the documentation compares the attributes of two names ("WebSphere MQ rules for SSLPEER values")."""


@pytest.mark.parametrize(("earlier", "later"), list(pairwise(DN_ORDER)))
def test_names_are_compared_by_their_attributes_in_the_documented_order(earlier, later):
    first, second = (Record("A", "SSLPEERMAP", peer=f"{name}=x") for name in (earlier, later))
    assert (chlauth.order(first, second), chlauth.order(second, first)) == (1, -1)


@pytest.mark.parametrize(("names", "asked"), [
    (("INPUT_SHARED", "OUTPUT"), {"GET", "PUT"}), (("INPUT_AS_Q_DEF",), {"GET"}), (("INPUT_EXCLUSIVE", "BROWSE"), {"GET", "BROWSE"}),
    (("INQUIRE", "SET"), {"INQ", "SET"}), (("OUTPUT", "PASS_ALL_CONTEXT"), {"PUT", "PASSALL"}), (("OUTPUT", "PASS_IDENTITY_CONTEXT"), {"PUT", "PASSID"}),
    (("OUTPUT", "SET_ALL_CONTEXT"), {"PUT", "SETALL"}), (("OUTPUT", "SET_IDENTITY_CONTEXT"), {"PUT", "SETID"}),
    (("FAIL_IF_QUIESCING",), set()), (("OUTPUT", "ALTERNATE_USER_AUTHORITY"), set()),  # which of the two users lacked it
])  # fmt: skip
def test_which_permissions_the_options_of_an_open_ask_for(names, asked):
    options = sum(family("MQOO").codes[f"MQOO_{name}"] for name in names)
    assert set(gates.permissions_asked_for(options)) == asked


@pytest.mark.parametrize(("user", "is_taken"), [
    ("zed", True), ("nobody", False), ("root", False), ("MUSR_MQADMIN", False), ("qsecofr", False), ("ibmuser@domain", False), ("mqm", False),
])  # fmt: skip
def test_of_users_of_the_systems_nobody_assumes_that_they_are_no_administrators(user, is_taken):
    connection = gates.Connection(Peer("APP.SVRCONN", "10.1.2.3", None, user, ""), user)
    said = gates.decide_by_the_usual(
        security(definitions(grants=[grant("SELF", "app1", "QMGR", "CONNECT")])), connection
    )
    assert (gates.NOT_ADMIN in [one.key for one in said.assumes]) is is_taken
