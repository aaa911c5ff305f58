"""The grammar takes what the product takes, and refuses what it refuses."""

import pytest

from tests.grammar.mqsc import NotMQSC, legal_name, looks, parse
from tests.grammar.shell import NotShell, shell

LEGAL = (
    "DISPLAY QUEUE(*) ALL", "DISPLAY QUEUE('PAY.REQ') PUT", "dis ql(SYSTEM.*) curdepth", "DISPLAY QUEUE(A*) TYPE(QLOCAL,QREMOTE) CURDEPTH",
    "DISPLAY QUEUE(*) WHERE(CURDEPTH GT 0)", "DISPLAY QLOCAL(*) WHERE(DESCR LK 'pay*') CURDEPTH MAXDEPTH", "DISPLAY QMGR", "DISPLAY QMGR ALL",
    "DISPLAY QMGR DEADQ DEFXMITQ REPOS REPOSNL", "DISPLAY CHANNEL(*) WHERE(XMITQ EQ 'QM.BANK.XMIT')", "DISPLAY CHANNEL(A.TO.B) CHLTYPE CONNAME",
    "DISPLAY CHANNEL(*) CHLTYPE(SDR) ALL", "DISPLAY CHSTATUS(*)", "DISPLAY CHSTATUS('A.TO.B') SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO",
    "DISPLAY CHS(A.TO.B) ALL", "DISPLAY CHSTATUS(*) CONNAME('10.1.1.1') STATUS", "DISPLAY CHSTATUS(*) XMITQ(QM.B) ALL",
    "DISPLAY QSTATUS(PAY.IN) TYPE(QUEUE) ALL", "DISPLAY QSTATUS(PAY.IN) TYPE(HANDLE) APPLTAG USERID CONNAME", "DISPLAY QSTATUS(Q) MONITOR",
    "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", "DISPLAY QUEUE(ORDERS) CLUSINFO", "DISPLAY CLUSQMGR(*) CHANNEL STATUS XMITQ",
    "DISPLAY CLUSQMGR(QM1) CLUSTER(CLPAY)", "DISPLAY CONN(*) TYPE(CONN) UOWLOGDA UOWLOGTI", "DISPLAY CONN(*) WHERE(UOWSTATE NE NONE) ALL",
    "DISPLAY QMSTATUS CHINIT", "DISPLAY AUTHREC PROFILE('PAY.IN') OBJTYPE(QUEUE)", "DISPLAY TPSTATUS('prices/gold') TYPE(SUB)",
    "DISPLAY SUB(*) WHERE(DEST EQ 'Q') TOPICSTR", "DISPLAY TOPIC(PRICES) TOPICSTR", "DISPLAY LSSTATUS(*) PORT STATUS",
    "DISPLAY CHLAUTH('A.TO.B') MATCH(RUNCHECK) ADDRESS('10.1.1.1') QMNAME('QM1')", "DISPLAY CHLAUTH(*) TYPE(BLOCKADDR)",
    "DISPLAY NAMELIST(*) NAMES", "PING CHANNEL(A.TO.B)", "PING CHANNEL('a.to.b') DATALEN(64)", "PING QMGR", "START CHANNEL(A.TO.B)",
    "STOP CHANNEL(A.TO.B) MODE(FORCE) STATUS(INACTIVE)", "RESOLVE CHANNEL(A.TO.B) ACTION(COMMIT)", "RESET CHANNEL(A.TO.B) SEQNUM(1)",
    "RESET CHANNEL(A.TO.B)", "ALTER QLOCAL(PAY.IN) PUT(ENABLED)", "ALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')", "ALTER QMGR DEADQ(' ')",
    "ALTER QREMOTE(PAY.REQ) XMITQ('QM.BANK')", "ALTER QLOCAL(Q) MAXDEPTH(10000) TRIGGER", "ALTER CHANNEL(A.TO.B) CHLTYPE(SDR) CONNAME('h(1414)')",
    "DEFINE QLOCAL(PAY.DLQ) MAXDEPTH(5000) DESCR('it''s dead') REPLACE", "DEFINE QLOCAL(A) LIKE(B) PUT(ENABLED)",
    "DEFINE CHANNEL(A.TO.B) CHLTYPE(SDR) CONNAME('b(1414),c(1414)') XMITQ(QM.B)", "DEFINE QALIAS(A) TARGET(B)", "START LISTENER(L1)",
    "START CHINIT", "REFRESH CLUSTER(CLPAY) REPOS(NO)", "REFRESH SECURITY TYPE(SSL)", "CLEAR QLOCAL(Q)", "DELETE QLOCAL(Q) PURGE",
    "SET CHLAUTH('A.TO.B') TYPE(ADDRESSMAP) ADDRESS('10.1.1.*') USERSRC(CHANNEL)", "DISPLAY QREMOTE(PAY.REQ) RNAME RQMNAME XMITQ",
    "SUSPEND QMGR CLUSTER(CLPAY)", "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)",
)  # fmt: skip
ILLEGAL = (
    "SHOW QUEUE(*)", "DISPLAY QUEUES(*)", "DISPLAY QUEUE", "DISPLAY QUEUE()", "DISPLAY QUEUE(*) DEPTH", "DISPLAY QUEUE(A B)",
    "DISPLAY QUEUE('PAY.REQ) PUT", "DISPLAY QUEUE(PAY.REQ PUT", "DISPLAY QUEUE(PAY-REQ)", "DISPLAY QUEUE('PAY-REQ')",
    "DISPLAY QUEUE(*A)", "DISPLAY QUEUE(*) PUT(ENABLED)", "DISPLAY QUEUE(*) WHERE(CURDEPTH > 0)", "DISPLAY QUEUE(*) WHERE(CURDEPTH GT)",
    "DISPLAY QUEUE(*) WHERE(NOSUCH EQ 1)", "DISPLAY QUEUE(*) WHERE(DESCR EQ 'pay*')", "DISPLAY QUEUE(*) TYPE(REMOTE)",
    "DISPLAY QLOCAL(A) RNAME", "DISPLAY QREMOTE(A) CURDEPTH", "DISPLAY QALIAS(A) CURDEPTH", "DISPLAY QMGR(QM1)",
    "DISPLAY CHSTATUS(A.TO.B) SAVED CURRENT", "DISPLAY CHSTATUS(*) CONNAME(host-1)", "DISPLAY CHANNEL(NAME.LONGER.THAN.TWENTY)",
    f"DISPLAY QLOCAL({'A' * 49})", "DISPLAY CHANNEL(*) CHLTYPE(SENDER)", "DISPLAY CHANNEL(*) XMITQ(QM.B)", "PING QUEUE(A)",
    "PING CHANNEL(A*)", "START CHANNEL(*)", "START QUEUE(A)", "STOP CHANNEL(A) MODE(NOW)", "RESOLVE CHANNEL(A)",
    "RESOLVE CHANNEL(A) ACTION(ROLLBACK)", "RESET CHANNEL(A) SEQNUM(0)", "ALTER QLOCAL(A) CURDEPTH(0)", "ALTER QLOCAL(A) PUT(YES)",
    "ALTER QLOCAL(A) MAXDEPTH(-1)", "ALTER QLOCAL(A) MAXDEPTH(1000000000)", "ALTER QMGR", "ALTER QMGR DEADQ", "ALTER QREMOTE(A) MAXDEPTH(1)",
    "DEFINE CHANNEL(A) CONNAME('b(1414)')", "DEFINE CHANNEL(A) CHLTYPE(SDR) CONNAME(b-1(1414)) XMITQ(B)", "DEFINE QLOCAL(A) DESCR('it's')",
    "DEFINE QUEUE(A)", "DELETE CHSTATUS(A)", "CLEAR QALIAS(A)", "REFRESH CLUSTER", "DISPLAY USAGE PSID(*)", "RESET QSTATS(Q)",
    "DISPLAY QUEUE(A) CMDSCOPE(*)", "DISPLAY QUEUE(A) QSGDISP(SHARED)", "DISPLAY QUEUE(A) ALL ALL", "DISPLAY CHSTATUS(A) ;",
    "DISPLAY CHLAUTH(A) MATCH(RUNCHECK)", "ALTER QLOCAL(A) TRIGGER NOTRIGGER", "ALTER QLOCAL(A) REPLACE", "", "DISPLAY",
    "DISPLAY QUEUE(A)\nDELETE QLOCAL(A)", "DISPLAY CHINIT", "+cpf DISPLAY QMGR",
)  # fmt: skip
ZOS = ("+cpf DISPLAY CHSTATUS(A.TO.B) ALL", "!MQ1A DISPLAY QUEUE(*) QSGDISP(SHARED) CMDSCOPE(*)", "+CSQ1 DISPLAY CHINIT", "DISPLAY QMGR ALL",
       "DISPLAY USAGE PSID(*)", "DISPLAY THREAD(*) TYPE(INDOUBT)", "RESET QSTATS(PAY.IN)", "DISPLAY CFSTATUS(APPL1) TYPE(SUMMARY)",
       "START CHANNEL(A.TO.B) CHLDISP(SHARED)", "START LISTENER TRPTYPE(TCP) PORT(1414)", "%CSQ9 DISPLAY QLOCAL(Q) CURDEPTH")  # fmt: skip
NOT_ZOS = ("DISPLAY QMSTATUS ALL", "DISPLAY LSSTATUS(*)", "DISPLAY AUTHREC PROFILE(Q) OBJTYPE(QUEUE)", "+cpf runmqsc QM1", "START LISTENER(L1)",
           "DISPLAY SERVICE(*)")  # fmt: skip


@pytest.mark.parametrize("text", LEGAL)
def test_a_legal_command_is_taken(text):
    command = parse(text)
    assert looks(command) == (text.upper().startswith(("DIS", "PING")))


@pytest.mark.parametrize("text", ILLEGAL)
def test_an_illegal_command_is_refused(text):
    with pytest.raises(NotMQSC):
        parse(text)


@pytest.mark.parametrize("text", ZOS)
def test_a_command_of_zos(text):
    parse(text, "zos")


@pytest.mark.parametrize("text", NOT_ZOS)
def test_what_zos_does_not_know(text):
    with pytest.raises(NotMQSC):
        parse(text, "zos")


def test_names_are_folded_unless_quoted_and_quotes_are_doubled():
    assert parse("DISPLAY QUEUE(pay.req)").name == "PAY.REQ"
    assert parse("DISPLAY QUEUE('pay.req')").name == "pay.req"
    assert parse("ALTER QLOCAL(A) DESCR('it''s')").keywords["DESCR"] == "it's"
    assert parse("+cpf DISPLAY QMGR", "zos").prefix == "+cpf"


@pytest.mark.parametrize(
    ("name", "thing", "legal"),
    [("A" * 48, "QLOCAL", True), ("A" * 49, "QLOCAL", False), ("A" * 20, "CHANNEL", True), ("A" * 21, "CHANNEL", False),
     ("a.b/c_d%1", "QMGR", True), ("A B", "QLOCAL", False), ("", "QLOCAL", False), ("Ä", "QLOCAL", False)],
)  # fmt: skip
def test_names_by_kind_of_object(name, thing, legal):
    if legal:
        legal_name(name, thing)
    else:
        with pytest.raises(NotMQSC):
            legal_name(name, thing)


LINES = {
    'echo "DISPLAY QUEUE(\'PAY.REQ\') ALL" | runmqsc QM1': True, "echo 'DISPLAY CHSTATUS(*)' | runmqsc QM1": True,
    "echo 'DISPLAY QMGR' | runmqsc": True, 'echo "START CHANNEL(\'A\')" | runmqsc -e QM1': False, "amqsbcg PAY.IN QM1": True,
    "amqsbcg 'PAY.IN' 'QM1'": True, "dmpmqmsg -m QM1 -i PAY.IN -f /tmp/pay.dmp": True, "dmpmqmsg -m QM1 -I PAY.IN -f /tmp/x": False,
    "dspmq -m QM1 -o status": True, "dspmqtrn -m QM1": True, "mqrc 2053": True, "runmqdlq DLQ QM1": False,
    "printf '%s\\n' 'DISPLAY QMGR' 'DISPLAY CHS(*)' | runmqsc QM1": True, "dmpmqcfg -m QM1 -a": True, "amqsget Q QM1": False,
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_a_shell(line):
    assert shell(line).looks == LINES[line]


@pytest.mark.parametrize(
    "line",
    ['echo "DISPLAY QUEUE($X)" | runmqsc QM1', "echo DISPLAY QUEUE(*) | runmqsc QM1", "amqsbcg PAY.IN QM1; rm -rf x", "runmqsc QM1",
     "amqsbcg PAY.IN QM1 > out.txt", "echo 'DISPLAY QMGR' | sh", "amqsbcg 'PAY IN' QM1", "cat x | runmqsc QM1", "ls", "amqsbcg Q $(id)",
     'echo "DISPLAY QMGR', "echo 'DISPLAY QUEUE(*' | runmqsc QM1", "dspmq -9", "echo 'DISPLAY QMGR' DEADQ | runmqsc QM1", "amqsbcg *"],
)  # fmt: skip
def test_a_line_that_does_something_else(line):
    with pytest.raises((NotShell, NotMQSC)):
        shell(line)


def test_there_is_no_such_shell_on_zos():
    with pytest.raises(NotShell):
        shell("amqsbcg Q QM1", "zos")
