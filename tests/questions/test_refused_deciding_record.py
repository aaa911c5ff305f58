"""What displays add to a refusal: the attribute that decided, and what stands there of the same user, port or address."""

from datetime import UTC, datetime

import pytest
from pyspark.sql import Row

from mqforensics.clock.offsets import Zone
from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects.estate import Estate
from mqforensics.objects.security import by_queue_manager
from mqforensics.questions.refused import explanation, refusal_rows, sign_matching
from mqforensics.questions.refused.findings import _status

AT = datetime(2026, 3, 2, 9, 14, 7, tzinfo=UTC)
HERE = Zone(0.0, datetime(2026, 3, 1), datetime(2026, 3, 3))


def displayed(*cells, command="DISPLAY CHANNEL(*) ALL", message="AMQ8414I: Display Channel details."):
    shown = "".join(f"   {cell}\n" for cell in cells)
    return list(mqsc.read(FileSlice(
        f"Starting MQSC for queue manager QM1.\n     1 : {command}\n{message}\n{shown}One MQSC command read.\n".encode(), file="a",
    )))  # fmt: skip


def decide(rows, zones=None, **told):
    row = {**dict.fromkeys(("time", *sign_matching.IDENTITY)), "queue_manager": "QM1", "time": AT, **told}
    return explanation.decide(row, by_queue_manager(rows, zones or {}))


@pytest.mark.parametrize(("words", "cells", "record"), [
    ("AMQ9637", ("SSLCAUTH(OPTIONAL)", "SSLPEER(CN=web*)"), "CHANNEL(APP) SSLPEER(CN=web*)"),
    ("AMQ9637", ("SSLCAUTH(REQUIRED)", "SSLPEER(CN=web*)"), "CHANNEL(APP) SSLCAUTH(REQUIRED)"),
    ("AMQ9637", ("SSLCAUTH(OPTIONAL)", "SSLPEER( )"), None),
    ("AMQ9637", ("SSLPEER(CN=web*)",), None),
    ("AMQ9642", ("SSLCAUTH(REQUIRED)", "SSLPEER(CN=web*)"), None),
])  # fmt: skip
def test_a_pattern_of_names_asks_for_a_certificate_as_well(words, cells, record):
    rows = displayed("CHANNEL(APP)", "CHLTYPE(SVRCONN)", "ALTDATE(2026-01-12)", "ALTTIME(09.20.01)", *cells)
    assert decide(rows, code="TLS_NO_CERTIFICATE", words=words, channel="APP").record == record


@pytest.mark.parametrize(("words", "record"), [("AMQ9502", "CHANNEL(HUB.IN) CHLTYPE(RCVR)"), ("AMQ9547", None)])
def test_the_type_of_the_channel_decides_where_it_is_the_own_one(words, record):
    rows = displayed("CHANNEL(HUB.IN)", "CHLTYPE(RCVR)", "ALTDATE(2026-01-12)", "ALTTIME(09.20.01)")
    assert decide(rows, code="CHANNEL_TYPE", words=words, channel="HUB.IN").record == record


@pytest.mark.parametrize(("told", "says"), [
    ({"user": "nobody1"}, "CHANNEL(HUB.IN) has MCAUSER(nobody1). The evidence does not show that the connection came over it."),
    ({"user": "web"}, None), ({"user": None}, None), ({"user": "nobody1", "channel": "OTHER"}, None),
])  # fmt: skip
def test_the_channel_that_sets_a_user_is_named(told, says):
    rows = displayed("CHANNEL(HUB.IN)", "CHLTYPE(RCVR)", "MCAUSER(nobody1)")
    said = decide(rows, code="USER_NOT_SET", words="AMQ9557", **told)
    assert (says in said.likely and ("a", 6) in said.places) if says else "MCAUSER" not in said.likely


@pytest.mark.parametrize(("start", "zone", "told"), [
    ("09.30.00", HERE, True), ("08.30.00", HERE, False), ("08.30.00", None, True), ("09.30.00", None, True),
])  # fmt: skip
def test_a_listener_that_was_started_later_may_not_have_listened(start, zone, told):
    rows = displayed("LISTENER(L1)", "STATUS(RUNNING)", "PORT(1414)", "STARTDA(2026-03-02)", f"STARTTI({start})",
                     command="DISPLAY LSSTATUS(*) ALL", message="AMQ8631I: Display listener status details.")  # fmt: skip
    asked = {"code": "HOST_NOT_AVAILABLE", "words": "client 2538", "queue_manager": None}
    said = decide(rows, {"QM1": zone} if zone else None, port="1414", **asked).likely
    assert ("does not show that it listened before" in said) == told
    assert "started" not in decide(rows, port="1415", **asked).likely


@pytest.mark.parametrize(("since", "address", "zone", "told"), [
    ("09.30.00", "192.0.2.7", HERE, True), ("09.10.00", "192.0.2.7", HERE, False), ("09.30.00", "192.0.2.8", HERE, False),
    ("09.30.00", "192.0.2.7", None, False), ("09.30.00", None, HERE, False),
])  # fmt: skip
def test_a_channel_that_runs_from_the_same_address_since_is_told(since, address, zone, told):
    rows = displayed("CHANNEL(APP)", "CHLTYPE(SVRCONN)", "CHSTADA(2026-03-02)", f"CHSTATI({since})", "CONNAME(192.0.2.7)",
                     "CURRENT", "STATUS(RUNNING)", command="DISPLAY CHSTATUS(*) ALL",
                     message="AMQ8417I: Display Channel Status details.")  # fmt: skip
    row = {**dict.fromkeys(refusal_rows.COLUMNS), "queue_manager": "QM1", "channel": "APP", "code": "CHLAUTH_NOACCESS"}
    row |= {"address": address, "last_seconds": AT.timestamp()}
    assert _status(Row(**row), Estate(rows), zone).holds == (told or None)


RECORDS = """\
Starting MQSC for queue manager QM1.
     1 : DISPLAY QMGR CHLAUTH
AMQ8408I: Display Queue Manager details.
   QMNAME(QM1)                             CHLAUTH(ENABLED)
     2 : DISPLAY CHLAUTH(*) ALL
AMQ8878I: Display channel authentication record details.
   CHLAUTH(APP.*)                          TYPE(ADDRESSMAP)
   DESCR( )                                CUSTOM( )
   ADDRESS(*)                              USERSRC(NOACCESS)
   WARN(NO)                                ALTDATE(2026-01-12)
   ALTTIME(09.20.01)
AMQ8878I: Display channel authentication record details.
   CHLAUTH(SYSTEM.*)                       TYPE(ADDRESSMAP)
   DESCR( )                                CUSTOM( )
   ADDRESS(*)                              USERSRC(NOACCESS)
   WARN(NO)                                ALTDATE(2026-01-12)
   ALTTIME(09.20.01)
     3 : DISPLAY AUTHREC
AMQ8864I: Display authority record details.
   PROFILE(ORD.IN)                         ENTITY(web)
   ENTTYPE(PRINCIPAL)                      OBJTYPE(QUEUE)
   AUTHLIST(INQ)
"""
SET = "AMQ8877I: IBM MQ channel authentication record set."
BLOCKED = {
    "code": "CHLAUTH_NOACCESS",
    "gate": "CHLAUTH",
    "channel": "APP.IN",
    "address": "192.0.2.7",
    "asserted": "web",
    "words": "AMQ9777",
}


def carried_out(command="", reply=""):
    text = f"{RECORDS}     4 : {command}\n{reply}\n" if command else RECORDS
    return list(mqsc.read(FileSlice(text.encode(), file="a")))


@pytest.mark.parametrize(("command", "decides", "says"), [
    ("", True, None),
    ("SET CHLAUTH(APP.IN) TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') USERSRC(MAP) MCAUSER('web')", False,
     "Now CHLAUTH(APP.IN) TYPE(ADDRESSMAP) ADDRESS(192.0.2.7) USERSRC(MAP) MCAUSER(web) decides"),
    ("SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) ACTION(REPLACE)", False,
     "Now CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(CHANNEL) decides"),
    ("SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)", False, "No displayed record refuses it now"),
    ("SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ACTION(REMOVEALL)", False, "No displayed record refuses it now"),
    ("SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('bob') ACTION(REMOVE)", True, None),
    ("SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('192.0.2.*') ACTION(REMOVE)", True, None),
    ("ALTER QMGR CHLAUTH(DISABLED)", True, "QMGR CHLAUTH(DISABLED) is displayed"),
])  # fmt: skip
def test_what_a_command_made_of_the_records_of_its_session_counts(command, decides, says):
    reply = "AMQ8005I: IBM MQ queue manager changed." if command.startswith("ALTER") else SET
    said = decide(carried_out(command, reply), {"QM1": HERE}, **BLOCKED)
    assert (said.record == "CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS)") == decides
    assert says in said.likely if says else "now" not in (said.likely or "").lower()
    failed = decide(carried_out(command, "AMQ8135E: Not authorized."), {"QM1": HERE}, **BLOCKED) if command else said
    assert failed.record and "now" not in (failed.likely or "").lower()


def test_of_a_list_that_was_added_to_what_is_on_it_is_not_known():
    text = RECORDS.replace("TYPE(ADDRESSMAP)", "TYPE(BLOCKUSER)", 1).replace("ADDRESS(*)      ", "USERLIST(web)   ", 1)
    text = text.replace("USERSRC(NOACCESS)", "", 1)
    rows = [
        *mqsc.read(
            FileSlice(f"{text}     4 : SET CHLAUTH('APP.*') TYPE(BLOCKUSER) USERLIST('bob')\n{SET}\n".encode(), "a")
        )
    ]
    blocked = {**BLOCKED, "code": "CHLAUTH_BLOCKED_USER", "user": "web"}
    assert (
        decide([row for row in rows if row["type"] != "DONE"], **blocked).record and not decide(rows, **blocked).record
    )


@pytest.mark.parametrize(("command", "given"), [
    ("SET AUTHREC PROFILE(ORD.IN) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)", True),
    ("SET AUTHREC PROFILE('ORD.**') OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)", False),
    ("SET AUTHREC PROFILE(ORD.IN) OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(PUT)", False),
    ("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT)", False),
    ("DELETE AUTHREC PROFILE(ORD.IN) OBJTYPE(QUEUE) PRINCIPAL('web')", False),
])  # fmt: skip
def test_a_grant_that_was_made_after_the_display_is_not_offered_again(command, given):
    rows = carried_out(command, "AMQ8862I: IBM MQ authority record set.")
    said = decide(rows, code="NO_AUTHORITY", user="web", object="ORD.IN", permission="put")
    assert ("The displayed authority records give it" in said.note) == given
    assert (said.record is None) == (given or command.startswith("DELETE"))
    grants = {(one.profile, one.entity): sorted(one.words) for one in by_queue_manager(rows)["QM1"].grants}
    assert (grants.get(("SELF", "web")) == ["CONNECT"]) == ("QMGR" in command)


def test_what_the_user_has_on_the_queue_manager_is_not_offered_again():
    rows = carried_out("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT,INQ)", "AMQ8862I: Set.")
    asked = {"code": "NO_AUTHORITY_QMGR", "object": "QM1", "permission": "connect"}
    assert [one.effect for one in decide(rows, user="web", **asked).next].count("changes") == 0
    assert [one.effect for one in decide(rows, user="bob", **asked).next].count("changes") == 1


@pytest.mark.parametrize(("asked", "set_after", "record"), [
    ("ADDRESS('192.0.2.7') CLNTUSER('web')", False, True), ("ADDRESS('192.0.2.8') CLNTUSER('web')", False, False),
    ("ADDRESS('192.0.2.7') CLNTUSER('bob')", False, False),
    ("ADDRESS('192.0.2.7') CLNTUSER('web') SSLPEER('CN=x')", False, False),
    ("ADDRESS('192.0.2.7') CLNTUSER('web')", True, False),
])  # fmt: skip
def test_what_runcheck_answered_for_this_very_peer_decides(asked, set_after, record):
    cells = "CHLAUTH(APP.*)", "TYPE(ADDRESSMAP)", "ADDRESS(192.0.2.*)", "USERSRC(NOACCESS)", "ALTDATE(2026-01-12)", \
            "ALTTIME(09.20.01)"  # fmt: skip
    shown = "".join(f"   {cell}\n" for cell in cells)
    more = f"     2 : SET CHLAUTH('X.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n{SET}\n" if set_after else ""
    rows = list(mqsc.read(FileSlice((
        f"Starting MQSC for queue manager QM1.\n     1 : DISPLAY CHLAUTH(APP.IN) MATCH(RUNCHECK) ALL {asked}\n"
        f"AMQ8878I: Display channel authentication record details.\n{shown}{more}").encode(), file="a")))  # fmt: skip
    said = decide(rows, {"QM1": HERE}, **BLOCKED)
    assert (said.record is not None) == record == (not any("RUNCHECK" in one.command for one in said.next))


@pytest.mark.parametrize(("words", "says"), [
    ("PUT", "do not give it setall: they may"), ("PUT,SETALL", "give it put and setall: they may"), ("NONE", "do not give it put and setall"),
])  # fmt: skip
def test_what_the_records_give_the_user_of_the_receiving_channel_and_what_not_is_told(words, says):
    rows = displayed("CHANNEL(HUB.IN)", "CHLTYPE(RCVR)", "MCAUSER(mca)", "PUTAUT(DEF)")
    rows += displayed("PROFILE(ORD.IN)", "ENTITY(mca)", "ENTTYPE(PRINCIPAL)", "OBJTYPE(QUEUE)", f"AUTHLIST({words})",
                      command="DISPLAY AUTHREC", message="AMQ8864I: Display authority record details.")  # fmt: skip
    said = decide(rows, code="MCA_NOT_AUTHORIZED", gate="MCA", object="ORD.IN", words="letter 2035").likely
    assert f"The displayed authority records {says}" in said


def test_an_altered_check_of_passwords_counts_as_it_was_altered():
    text = ("Starting MQSC for queue manager QM1.\n     1 : DISPLAY QMGR CONNAUTH\nAMQ8408I: Display Queue Manager details.\n"
            "   QMNAME(QM1)                             CONNAUTH(A1)\n     2 : DISPLAY AUTHINFO(A1) ALL\n"
            "AMQ8566I: Display authentication information details.\n   AUTHINFO(A1)                            AUTHTYPE(IDPWOS)\n"
            "   ADOPTCTX(NO)                            CHCKCLNT(REQUIRED)\n"
            "     3 : ALTER AUTHINFO(A1) AUTHTYPE(IDPWOS) ADOPTCTX(YES)\nAMQ8567I: IBM MQ authentication information changed.\n")  # fmt: skip
    known = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))["QM1"]
    assert (known.authinfo("A1", "ADOPTCTX"), known.authinfo("A1", "CHCKCLNT")) == ("YES", "REQUIRED")
    assert known.authinfo_place("A1", "ADOPTCTX") == ("a", 9)
