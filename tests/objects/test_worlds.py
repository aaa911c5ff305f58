"""Which settings a described connection may meet, and the defaults that stand for what the evidence does not show."""

import pytest

from mqforensics.objects.chlauth import Peer
from mqforensics.objects.security import by_queue_manager
from mqforensics.objects.worlds import IDPWOS, REQDADM, RIGHT, SENT, SWITCH, WRONG, Connection, assumed_defaults, worlds
from tests.formats.mqsc_printer import two_columns
from tests.objects.evidence import rows
from tests.questions.walk_cases import B, session, show

NOW = "2026-03-02T14:00:00Z"
PEER = Peer("APP", "192.0.2.7", user="app")


def known(qmgr="DEADQ=", *answers):
    return by_queue_manager(
        rows(session(B, ("DISPLAY QMGR", [show("QMGR", f"QMNAME={B};{qmgr}")]), *answers, time=NOW))
    )[B]


def record(**cells):
    shown = [
        "AMQ8878I: Display channel authentication record details.",
        *two_columns({"CHLAUTH": "APP", **cells}.items()),
    ]
    return "DISPLAY CHLAUTH(APP)", [shown]


def assumed(security, **connection):
    return [
        (one.object, one.attribute, one.value, one.note)
        for one in assumed_defaults(security, Connection(PEER, **connection))
    ]


WARN = ("CHLAUTH(APP)", "WARN", "NO", "")


@pytest.mark.parametrize(("records", "defaults"), [
    ([], []), ([record(TYPE="ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS")], [WARN]),
    ([record(TYPE="ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL")], []), ([record(TYPE="BLOCKUSER", USERLIST="bob")], [WARN]),
    ([record(TYPE="BLOCKADDR", ADDRLIST="192.0.2.8")], [WARN]), ([record(TYPE="ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS", WARN="NO")], []),
    ([record(TYPE="BLOCKUSER", USERLIST="bob", WARN="YES")], []),
    ([record(TYPE="BLOCKUSER", USERLIST="bob"), record(TYPE="ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS")],
     [("the CHLAUTH records", "WARN", "NO", "")]),
])  # fmt: skip
def test_that_a_record_refuses_and_does_not_only_warn_is_a_default_where_no_display_shows_it(records, defaults):
    assert assumed(known("DEADQ=", *records)) == defaults


@pytest.mark.parametrize(("level", "value"), [("904", "N"), ("905", "Y"), ("930", "Y")])
def test_what_qm_ini_has_is_assumed_by_the_level_where_a_password_is_sent(level, value):
    note = f"A queue manager created at level {level} has it; a migrated one keeps N."
    assert assumed(known(f"CMDLEVEL={level}"), password=SENT) == [("qm.ini", "ChlauthEarlyAdopt", value, note)]
    assert assumed(known(f"CMDLEVEL={level}")) == assumed(known("DEADQ="), password=SENT) == []


@pytest.mark.parametrize(("connection", "defaults"), [
    ({"queue": "FAR", "permissions": ("PUT",)}, [("qm.ini", "ClusterQueueAccessControl", "Xmitq", "")]),
    ({"queue": "FAR", "permissions": ("GET",)}, []), ({"permissions": ("PUT",)}, []), ({"queue": "L", "permissions": ("PUT",)}, []),
])  # fmt: skip
def test_who_may_put_to_a_queue_that_is_not_here_goes_by_qm_ini(connection, defaults):
    shown = "DISPLAY QLOCAL(L)", [show("Q", "QUEUE=L;TYPE=QLOCAL")]
    assert assumed(known("DEADQ=", shown), **connection) == defaults


def values(security, may=(), **connection):
    each = list(worlds(security, Connection(PEER, **connection), may))
    return {
        name: {world[name] for world, _ in each}
        for name in ("CHLAUTH", "CONNAUTH", "EARLY", "CHCKCLNT", "ADOPTCTX", "PASSWORD")
    }, each


def test_every_value_is_possible_that_no_display_rules_out():
    found, each = values(known(), password=SENT)
    assert found == {
        "CHLAUTH": {"ENABLED", "DISABLED", "WARN"}, "CONNAUTH": {"", "?"}, "EARLY": {"Y", "N"},
        "CHCKCLNT": {"NONE", "OPTIONAL", "REQDADM", "REQUIRED"}, "ADOPTCTX": {"YES", "NO"}, "PASSWORD": {RIGHT, WRONG},
    }  # fmt: skip
    assert all(rests == frozenset() for _, rests in each)
    assert all((world["CHCKCLNT"], world["ADOPTCTX"]) == ("NONE", "NO") for world, _ in each if not world["CONNAUTH"])


def test_what_is_displayed_leaves_one_world():
    info = "DISPLAY AUTHINFO(A1) ALL", [["AMQ8566I: Display authentication information details.", *two_columns(
        {"AUTHINFO": "A1", "AUTHTYPE": "IDPWOS", "ADOPTCTX": "YES", "CHCKCLNT": "REQUIRED"}.items())]]  # fmt: skip
    [(world, rests)] = values(known("CHLAUTH=DISABLED;CONNAUTH=A1;CMDLEVEL=930", info), password=RIGHT)[1]
    assert (world, rests) == ({"CHLAUTH": "DISABLED", "CONNAUTH": "A1", "EARLY": "Y", "CHCKCLNT": "REQUIRED", "ADOPTCTX": "YES",
                               "PASSWORD": RIGHT}, frozenset())  # fmt: skip


@pytest.mark.parametrize(("shown", "may", "told", "rests"), [
    ("DEADQ=", (SWITCH,), {"CHLAUTH": {"ENABLED"}}, {SWITCH}), ("CHLAUTH=WARN", (SWITCH,), {"CHLAUTH": {"WARN"}}, set()),
    ("DEADQ=", (IDPWOS,), {"CONNAUTH": {"?"}}, {IDPWOS}), ("CONNAUTH=", (IDPWOS,), {"CONNAUTH": {""}, "CHCKCLNT": {"NONE"}}, set()),
    ("DEADQ=", (IDPWOS, REQDADM), {"CONNAUTH": {"?"}, "CHCKCLNT": {"REQDADM"}}, {IDPWOS, REQDADM}),
    (f"CONNAUTH={REQDADM.object}", (REQDADM,), {"CHCKCLNT": {"REQDADM"}}, {REQDADM}),
    ("CONNAUTH=OWN", (REQDADM,), {"CHCKCLNT": {"NONE", "OPTIONAL", "REQDADM", "REQUIRED"}}, set()),
])  # fmt: skip
def test_a_default_stands_for_a_setting_only_where_it_may_and_no_display_shows_it(shown, may, told, rests):
    found, each = values(known(shown), may)
    assert {name: found[name] for name in told} == told and {one for _, used in each for one in used} == rests
