"""What the gates say by the usual where the evidence leaves it open, and that every assumption is needed and printed."""

import pytest

from mqforensics.objects import gates
from mqforensics.objects.chlauth import Peer
from mqforensics.objects.security import by_queue_manager
from tests.questions.walk_evidence import rows_of
from tests.writers.refused_show import DEFAULTS, definitions, grant, record, runmqsc

TABLE = (
    *DEFAULTS, record("APP.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"),
    record("APP.SVRCONN", "USERMAP", CLNTUSER="orders", USERSRC="CHANNEL"),
)  # fmt: skip


def said(text, user="orders", **more):
    known = by_queue_manager(rows_of("a.txt", text.encode())[1])["QM1"]
    peer = Peer("APP.SVRCONN", "10.1.2.3", None, user)
    connection = gates.Connection(peer, user, **more)
    return gates.decide(known, connection), gates.decide_by_the_usual(known, connection)


def keys(verdict):
    return [one.key for one in verdict.assumes]


def test_a_user_whom_nothing_shows_as_an_administrator_is_none():
    text = definitions(records=TABLE)
    certain, usual = said(text)
    assert certain.allowed is None and "administrator" in certain.because
    assert usual.allowed is True and "NOT_ADMIN" in keys(usual)
    assert [one.value for one in usual.assumes if one.key == "NOT_ADMIN"] == ["orders"]


@pytest.mark.parametrize("user", ["root", "QSECOFR", "ibmuser"])
def test_of_a_user_of_the_system_nobody_assumes_it(user):
    table = (*DEFAULTS, record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"))
    _, usual = said(definitions(records=table), user)
    assert usual.allowed is None


def test_an_administrator_stays_blocked():
    table = (*DEFAULTS, record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL"))
    certain, usual = said(definitions(records=table), "mqm")
    assert certain.allowed is usual.allowed is False and "NOT_ADMIN" not in keys(usual)


def test_a_table_alone_is_judged_by_the_defaults_of_the_product():
    text = runmqsc("QM1", ("DISPLAY CHLAUTH(*) ALL", "CHLAUTH", TABLE))
    certain, usual = said(text)
    assert certain.allowed is None and usual.allowed is True
    assert {"NOT_ADMIN", "DEFAULT", "TLS_AGREES"} <= set(keys(usual))
    assert {"CHCKCLNT", "MCAUSER"} <= {one.attribute for one in usual.assumes if one.key == "DEFAULT"}
    _, other = said(text, "stranger")
    assert other.allowed is False and other.gate == "CHLAUTH" and "NOT_ADMIN" not in keys(other)


def test_a_queue_is_not_opened_by_an_assumption():
    text = runmqsc("QM1", ("DISPLAY CHLAUTH(*) ALL", "CHLAUTH", TABLE))
    _, usual = said(text, queue="ORDERS", permissions=("PUT",))
    assert usual.allowed is None


def test_no_assumption_can_be_left_out():
    text = runmqsc("QM1", ("DISPLAY CHLAUTH(*) ALL", "CHLAUTH", TABLE))
    known = by_queue_manager(rows_of("a.txt", text.encode())[1])["QM1"]
    connection = gates.Connection(Peer("APP.SVRCONN", "10.1.2.3", None, "orders"), "orders")
    usual = gates.decide_by_the_usual(known, connection)
    always = set(gates.decide(known, connection).assumes)
    for one in set(usual.assumes) - always:
        assert gates.decide(known, connection, [other for other in usual.assumes if other != one]).allowed is None, one


def test_what_cannot_change_which_record_wins_may_be_missing():
    rows = [{key: value for key, value in one.items() if key not in ("CHCKCLNT", "WARN")} for one in TABLE]
    text = definitions(records=rows, grants=[grant("SELF", "orders", "QMGR", "CONNECT")])
    certain, usual = said(text)
    assert "which record wins" not in certain.because
    assert usual.allowed is True and ("CHCKCLNT", "ASQMGR") in [(one.attribute, one.value) for one in usual.assumes]
