"""The audit of the doors, over definitions alone."""

import pytest

from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects.security import by_queue_manager
from mqforensics.questions.refused.access_audit import audit
from tests.writers.refused_show import DEFAULTS, definitions, record


def found(**told):
    (known,) = by_queue_manager(mqsc.read(FileSlice(definitions(**told).encode(), file="a.txt"))).values()
    return list(audit(known))


def codes(**told):
    return [(one.code, one.severity, one.object) for one in found(**told)]


def test_a_channel_of_a_new_queue_manager_lets_in_anybody_but_administrators():
    assert codes() == [("CHANNEL_OPEN_TO_ANYBODY", "warning", "APP.SVRCONN")]
    assert ", except administrators, can use channel" in found()[0].statement
    unasked = {"CHCKCLNT": "OPTIONAL"}
    assert codes(records=(), authinfo=unasked) == [("CHANNEL_OPEN_TO_ANYBODY", "critical", "APP.SVRCONN")]
    assert codes(qmgr={"CHLAUTH": "DISABLED"}, authinfo=unasked)[0][1] == "critical"
    assert codes(qmgr={"CHLAUTH": "DISABLED", "CONNAUTH": ""})[0][1] == "critical"


@pytest.mark.parametrize("told", [
    {"records": ()}, {"qmgr": {"CHLAUTH": "DISABLED"}}, {"records": (record("*", "BLOCKUSER", USERLIST="mqm,root"),)},
    {"records": (record("*", "BLOCKADDR", ADDRLIST="192.0.2.*,198.*"), record("APP.*", "USERMAP", CLNTUSER="x", MCAUSER="y"))},
])  # fmt: skip
def test_reqdadm_keeps_administrators_out_who_send_no_password(told):
    (one,) = found(**told)
    assert (one.code, one.severity) == ("CHANNEL_OPEN_TO_ANYBODY", "warning")
    # With a password CONNAUTH lets them in, unless the list blocks the very name: of a name nobody has, it does not.
    assert ", except administrators who send no password, can use channel" in one.statement
    named = {"records": (record("*", "BLOCKUSER", USERLIST="mqm,root"),), "authinfo": {"CHCKCLNT": "OPTIONAL"}}
    assert "administrators too" in found(**named)[0].statement, "a list of names leaves other administrators in"


def test_an_open_channel_is_said_with_the_records_that_decide_for_some():
    lists = (
        *DEFAULTS,
        record("*", "BLOCKADDR", ADDRLIST="192.0.2.*"),
        record("APP.*", "USERMAP", CLNTUSER="x", USERSRC="NOACCESS"),
    )
    (one,) = found(records=lists)
    assert "from any address that no record names" in one.statement and "from any address" in found()[0].statement
    assert "CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST(192.0.2.*)" in one.statement and "CLNTUSER(x)" in one.statement
    assert len(one.evidence) == 4, "MCAUSER, two records, and the CHCKCLNT that keeps administrators out"
    (off,) = found(records=lists, qmgr={"CHLAUTH": "DISABLED"})
    assert "BLOCKADDR" not in off.statement and "from any address, except administrators" in off.statement
    assert codes(channel={"SCYEXIT": "guard(in)"}) == [], "an exit may refuse"
    warned = record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS", WARN="YES")
    assert "CHANNEL_OPEN_TO_ANYBODY" in [code for code, *_ in codes(records=(*DEFAULTS, warned))], "a warning lets in"


def test_what_closes_a_door():
    backstop = record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS")
    assert codes(records=(*DEFAULTS, backstop)) == []
    assert codes(authinfo={"CHCKCLNT": "REQUIRED"}) == [] and codes(channel={"SSLCIPH": "ANY_TLS12"}) == []
    assert codes(channel={"MCAUSER": "nobody"}) == [] and codes(channel={"MAXINST": "0"}) == []


def test_nothing_is_said_where_not_all_records_are_shown():
    text = definitions().replace("DISPLAY CHLAUTH(*) ALL", "DISPLAY CHLAUTH(APP.SVRCONN) ALL")
    (known,) = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a.txt"))).values()
    assert list(audit(known)) == []


def test_a_rule_that_never_decides_and_one_that_does():
    records = (
        *DEFAULTS, record("*", "SSLPEERMAP", SSLPEER="CN=x", USERSRC="NOACCESS"),
        record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
        record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="10.*", USERSRC="CHANNEL"),
    )  # fmt: skip
    (one,) = found(records=records)
    assert one.code == "RULE_NEVER_MATCHES" and one.statement.startswith("CHLAUTH(*) TYPE(SSLPEERMAP) SSLPEER(CN=x)")
    assert {at.file for at in one.evidence} == {"a.txt"} and len(one.evidence) == 2


def test_what_only_warns():
    records = (record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS", WARN="YES"),)
    assert ("WARN_LEFT", "warning", "*") in codes(records=records)
    assert ("WARN_LEFT", "critical", "QM1") in codes(qmgr={"CHLAUTH": "WARN"})


def test_every_command_of_the_audit_looks():
    for one in (*found(), *found(records=(record("*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS", WARN="YES"),))):
        assert one.next and all(command.effect == "looks" for command in one.next)
