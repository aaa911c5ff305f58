"""No suggested command asks for a definition that the case shows, and each is one that its platform has."""

import json

import pytest

from mqforensics.flow.next import lost
from mqforensics.objects.fact import Row
from tests.grammar import mqsc
from tests.grammar.shell import shell
from tests.questions import production_prints as prints
from tests.questions.test_walk import DEAD, message
from tests.questions.walk_cases import (
    CASES,
    ID,
    NO_STATUS,
    NOT_FOUND,
    UNKNOWN,
    A,
    B,
    C,
    Made,
    X,
    at_a,
    local,
    receiver,
    remote,
    sender,
    session,
    show,
    status,
)
from tests.questions.walked import walked
from tests.simulated.ask import ask, forget
from tests.simulated.incidents import incident

SEEDS = range(400, 480)
DEFINED = {"QUEUE", "QLOCAL", "QREMOTE", "QALIAS", "CHANNEL", "QMGR"}


def asked(command):
    """(platform, what a command asks); None for what is no MQSC."""
    if command.startswith("+cpf "):
        return mqsc.parse(command, "zos")
    return next(iter(shell(command).commands), None)


def typed(data):
    """The commands that the sessions of a file echo, as far as they are whole, each as its grammar takes it."""
    for line in data.decode("utf-8", "replace").splitlines():
        _, _, text = line.partition(" : ")
        text = text if line[:6].strip().isdigit() else line
        if text.startswith("DISPLAY "):
            yield text.strip()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_question_whose_answer_is_in_the_case_is_not_put_again(seed):
    made = incident(seed)
    forget()
    [said] = ask(made.evidence)
    manager_of = {}
    for data in made.files.values():
        if b"Starting MQSC for queue manager " in data and data.count(b"Starting MQSC") == 1:
            name = data.split(b"Starting MQSC for queue manager ")[1].split(b".\n")[0].split(b".\r")[0].decode()
            manager_of.setdefault(name, set()).update(typed(data))
    put = made.request.get("put_time")
    for command, looks in said.next:
        question = asked(command) if looks and command != "D T" else None
        if question is None or question.object not in DEFINED or put:
            continue
        on = command.rpartition("runmqsc ")[2]
        if question.object == "QMGR":
            assert "DISPLAY QMGR ALL" not in manager_of.get(on, ()), command
        elif question.name and "*" not in question.name:
            assert f"DISPLAY {question.object}({question.name}) ALL" not in manager_of.get(on, ()), command


@pytest.mark.parametrize("name", [*CASES, *UNKNOWN])
def test_every_unknown_one_still_has_a_command(name):
    made = CASES[name] if name in CASES else Made("UNKNOWN", UNKNOWN[name])
    found = walked(made).verdict
    assert found.code != "UNKNOWN" or found.next


def test_a_definition_that_is_shown_is_not_asked_for():
    whole = sender(more="DESCR=;SSLCIPH=;ALTDATE=2025-01-02;ALTTIME=09.00.00")
    shown = at_a(remote(), local(X, "CURDEPTH=5"), whole, status("STOPPED"))
    commands = [one.command for one in walked(Made("", shown)).verdict.next]
    assert commands and not any("DISPLAY CHANNEL(" in one for one in commands)


def refused(number, writer=A, channel=C, host="b.example (192.0.2.9)(1414)", **inserts):
    return {"file": "a.LOG", "line": 9, "message": f"AMQ9{number}", "queue_manager": writer, "time": None, "text": "Told",
            "inserts": {"channel": channel, "host": host, **inserts}}  # fmt: skip


def halted(*there, number, **entry):
    """The walk where the sender does not run and the other end answered this."""
    here = remote(), local(X, "CURDEPTH=5"), sender(more="SSLCIPH="), status("RETRYING")
    found = walked(Made("", [session(A, *here), session(B, *there)]), log=[refused(number, **entry)]).verdict
    assert found.code == "CHANNEL_NOT_RUNNING" and found.next, found.statement
    return found.statement, [one.command for one in found.next if one.on == B]


def receiving(state, more="", partner=A):
    text = f"CHANNEL={C};CHLTYPE=RCVR;CURRENT;RQMNAME={partner};STATUS={state}{more}"
    return f"DISPLAY CHSTATUS({C}) ALL", [show("CHS", text)]


SINCE = ";CHSTADA=2026-01-01;CHSTATI=06.00.00;LSTMSGDA=2026-01-02;LSTMSGTI=05.00.00"


@pytest.mark.parametrize(("shown", "number", "said", "asks"), [
    (receiving("STOPPED"), 558, "At QM.B, A.TO.B is STOPPED.", False),
    (receiving("RUNNING", SINCE), 558, "A.TO.B is RUNNING (since 2026-01-01 06:00:00, its last message 2026-01-02 05:00:00", False),
    (receiving("BINDING"), 558, "At QM.B, A.TO.B is BINDING.", False),
    (receiving("RUNNING", partner="QM.C"), 558, "not available at QM.B", True), ((), 558, "not available at QM.B", True),
])  # fmt: skip
def test_the_other_end_of_a_channel_is_told_and_not_asked_for_again(shown, number, said, asks):
    statement, commands = halted(*[shown] * bool(shown), number=number)
    assert said in statement and any("CHSTATUS" in one for one in commands) == asks, (statement, commands)


def test_who_stopped_the_other_end_is_asked_for_there():
    shown = receiving("STOPPED"), ("DISPLAY QMGR CMDEV", [show("QMGR", f"QMNAME={B};CMDEV=ENABLED")])
    _, commands = halted(*shown, number=558)
    assert commands == [f"amqsbcg SYSTEM.ADMIN.COMMAND.EVENT {B}"]


def listening(port, state="RUNNING"):
    shown = ["AMQ8631I: Display listener status details.", f"   LISTENER(TCP.1)    STATUS({state})", f"   PORT({port})"]
    return "DISPLAY LSSTATUS(*) ALL", [shown]


@pytest.mark.parametrize(("shown", "said", "asks"), [
    (listening(1414), "TCP.1 of QM.B listens on port 1414", False),
    (listening(1415), "Port 1414 was called, on which the evidence has no listener: TCP.1 of QM.B has PORT(1415)", False),
    (listening(1414, "STOPPED"), "No listener of QM.B is known to run", False),
    (("DISPLAY LSSTATUS(*) ALL", "AMQ8147E: IBM MQ object * not found."), "No listener of QM.B is known to run", False),
    (receiving("INACTIVE"), "nothing accepted", True),
])  # fmt: skip
def test_which_listeners_run_is_told_and_not_asked_for_again(shown, said, asks):
    statement, commands = halted(shown, number=202)
    assert said in statement and any("LSSTATUS" in one for one in commands) == asks, (statement, commands)


@pytest.mark.parametrize(("is_shown", "encrypts"), [(True, False), (False, False), (True, True)])
def test_which_record_blocks_is_asked_for_where_all_are_shown(is_shown, encrypts):
    records = "DISPLAY CHLAUTH(*) ALL", [["AMQ8878I: Display channel authentication record details.", "   CHLAUTH(*)    TYPE(ADDRESSMAP)",
                                          "   ADDRESS(*)    USERSRC(NOACCESS)"]]  # fmt: skip
    here = remote(), local(X, "CURDEPTH=5"), sender(more=f"SSLCIPH={'ANY_TLS12' * encrypts}"), status("RETRYING")
    made = Made("", [session(A, *here), session(B, *[records] * is_shown, receiver())])
    found = walked(made, log=[refused(777, B, host=None, connection="192.0.2.1")]).verdict
    commands = [one.command for one in found.next if one.on == B]
    check = "DISPLAY CHLAUTH('A.TO.B') MATCH(RUNCHECK) ALL ADDRESS('192.0.2.1') QMNAME('QM.A')"
    assert (
        any(check in one for one in commands) != encrypts and any("CHLAUTH(*)" in one for one in commands) != is_shown
    )


@pytest.mark.parametrize(("more", "said"), [
    ("MSGEXIT=/opt/x(Enc);SCYEXIT=", "A.TO.B of QM.A has MSGEXIT(/opt/x(Enc))."), ("MSGEXIT=;SCYEXIT=", None),
])  # fmt: skip
def test_the_exits_of_a_channel_that_one_of_them_ended_are_named(more, said):
    here = remote(), local(X, "CURDEPTH=5"), sender(more=more), status("RETRYING")
    found = walked(Made("", [session(A, *here)]), log=[refused(536)]).verdict
    assert (said in found.statement) if said else " has MSGEXIT" not in found.statement


@pytest.mark.parametrize(("answer", "is_gone"), [(NOT_FOUND.format("A.TO.BB"), True), (None, False)])
def test_a_channel_that_is_triggered_and_is_not_defined_has_no_status_to_ask_for(answer, is_gone):
    queue = "USAGE=XMITQ;CURDEPTH=3;TRIGGER;INITQ=SYSTEM.CHANNEL.INITQ;TRIGDATA=A.TO.BB;IPPROCS=0"
    here = [remote(), local(X, queue), sender(), (f"DISPLAY CHSTATUS({C}) ALL", NO_STATUS)]
    here += [("DISPLAY CHANNEL(A.TO.BB) ALL", answer)] * is_gone
    done = "DISPLAY QSTATUS(*)", [show("QS", f"QUEUE={X};TYPE=QUEUE;CURDEPTH=3;UNCOM=NO")]
    found = walked(Made("", [session(A, *here, done)])).verdict
    assert ("TRIGDATA(A.TO.BB), which is not defined" in found.statement) == is_gone, found.statement
    assert any("A.TO.BB" in one.command for one in found.next) != is_gone


def test_where_no_channel_is_shown_the_channels_are_asked_for():
    other = [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=SDR;XMITQ=QM.C")]
    held = "DISPLAY QSTATUS(*)", [show("QS", f"QUEUE={X};TYPE=QUEUE;CURDEPTH=5;UNCOM=NO")]
    here = remote(), local(X, "CURDEPTH=5"), held, ("DISPLAY CHANNEL(*) CHLTYPE(SDR) ALL", other)
    found = walked(Made("", at_a(*here)), put_time="2026-01-02T09:00:01Z").verdict
    assert f"No channel in the evidence serves {X} at QM.A" in found.statement, found.statement
    assert any("CHANNEL(*) WHERE(XMITQ EQ" in one.command for one in found.next)


def test_programs_with_puts_that_are_not_committed_are_named():
    unit = "CONN=0A;TYPE=CONN;APPLTAG=batchput;UOWSTATE=ACTIVE;UOWSTDA=2026-01-02;UOWSTTI=09.00.00"
    held = "DISPLAY QSTATUS(*)", [show("QS", f"QUEUE={X};TYPE=QUEUE;CURDEPTH=5;UNCOM=5")]
    conn = "DISPLAY CONN(*) WHERE(UOWSTATE EQ ACTIVE) ALL", [show("CONN", unit)]
    found = walked(Made("", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status(), held, conn))).verdict
    assert "batchput (since 2026-01-02 09.00.00 by its clock)" in found.statement, found.statement
    assert not any("CONN(*)" in one.command for one in found.next)


def test_a_queue_of_a_name_that_no_command_can_have_is_not_browsed():
    found = walked(Made("", at_a(remote(rname="it's.Q"), local(X), sender(), status()))).verdict
    assert found.code == "UNKNOWN"
    assert "it's" not in "".join(one.command for one in found.next)


def test_zos_has_no_amqsbcg():
    for seed in range(500, 620):
        made = incident(seed)
        if not any(b"Connected to queue manager MQ1A" in data and b"CSQ9022I" in data for data in made.files.values()):
            continue
        forget()
        [said] = ask(made.evidence)
        assert not any(one.startswith("amqsbcg ") and one.endswith(" MQ1A") for one, _ in said.next), seed


def test_a_queue_of_which_a_dump_shows_all_is_not_browsed_again():
    found = walked(Made("", DEAD, messages=[message(MsgId=bytes(23) + b"\1")]), msg_id=ID).verdict
    assert found.code == "UNKNOWN", found.statement
    assert not any("amqsbcg DLQ" in one.command for one in found.next), "the queue holds one message"


def test_a_queue_that_nothing_can_be_got_from_is_not_to_be_browsed():
    shown = at_a(remote(), local(X, "CURDEPTH=5;GET=DISABLED"), sender(), status("RUNNING"))
    made = Made("", [f"2026-01-02T09:20:00Z\n{one}" for one in shown])
    found = walked(made, put_time="2026-01-02T09:00:01Z").verdict
    commands = [one.command for one in found.next]
    assert found.code == "WAITING_ON_XMITQ" and not any("amqsbcg" in one for one in commands)


@pytest.mark.parametrize(("here", "asked_for"), [
    (1, {f"amqsbcg L {A}", f"amqsbcg L {B}"}),
    (0, {f"echo \"DISPLAY QSTATUS('L') TYPE({what}\" | runmqsc {A}" for what in (
        "QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS LPUTDATE LPUTTIME LGETDATE LGETTIME",
        "HANDLE) APPLTAG USERID CONNAME INPUT")}),
])  # fmt: skip
def test_what_a_dump_shows_on_a_queue_is_looked_for_there_alone(here, asked_for):
    ask_ = "DISPLAY QUEUE(L) ALL"
    source, end = (
        (remote(), local("L", "CURDEPTH=1", ask_), local(X), sender(), status()),
        local("L", f"CURDEPTH={here}", ask_),
    )
    sessions = [session(A, *source, time="2026-01-09T10:00:00Z"), session(B, end, time="2026-01-09T10:00:00Z")]
    made = Made("", sessions, messages=[message("L", None)])
    found = walked(made, msg_id=ID).verdict
    assert found.code == "UNKNOWN" and {one.command for one in found.next} == asked_for, found.statement


def put_again(*at_a, at_b=(), dump="", **asked):
    """What is said of a put to R at A, and the commands that are suggested."""
    files = {"a.txt": prints.run(A, *at_a), **({"b.txt": prints.run(B, *at_b)} if at_b else {})}
    files |= {"dump.txt": dump} if dump else {}
    case = {"walk": [{"queue": "R", "queue_manager": A, **asked}], "zone": {A: "UTC", B: "UTC"}}
    forget()
    [said] = ask({"case.json": json.dumps(case).encode(), **{name: text.encode() for name, text in files.items()}})
    return said, [command for command, _ in said.next]


@pytest.mark.parametrize(("line", "is_lost"), [("", False), ("-INDOUBT", True)])
def test_a_status_that_has_lost_whether_a_batch_is_in_doubt_is_asked_for_again(line, is_lost):
    """The depth does not count what a batch in doubt holds: without INDOUBT, sent and held look alike."""
    held = prints.xmitq(X, "CURDEPTH=0"), prints.sdr(), prints.chs("RETRYING", more=f"INDOUBT=YES;CURMSGS=12;{line}")
    end = prints.local("L", "CURDEPTH=0;IPPROCS=1"), prints.rcvr(), prints.qmgr(B, "DEADQ=B.DLQ")
    said, commands = put_again(prints.remote(), *held, at_b=end)
    again = f"echo \"DISPLAY CHSTATUS('{C}') ALL\" | runmqsc {A}"
    assert (said.code == "UNKNOWN", again in commands) == (is_lost, is_lost), commands


@pytest.mark.parametrize(("asked", "attributes", "is_lost"), [
    (["ALL"], {"CHLTYPE": "SDR", "STATUS": "RETRYING"}, ["INDOUBT"]),
    (["ALL"], {"CHLTYPE": "SDR", "INDOUBT": "NO"}, []),
    (["STATUS"], {"CHLTYPE": "SDR", "STATUS": "RETRYING"}, []),
    (["ALL"], {"CHLTYPE": "RCVR", "STATUS": "RUNNING"}, []),
    (["ALL"], {"STATUS": "RUNNING"}, []),
    (["ALL"], {"XMITQ": X, "STATUS": "RUNNING"}, ["INDOUBT"]),
])  # fmt: skip
def test_only_what_a_kind_of_channel_shows_can_be_lost(asked, attributes, is_lost):
    put = {"verb": "DISPLAY", "word": "CHSTATUS", "name": C, "filters": {}, "attributes": asked}
    assert lost(Row("a.txt", 1, A, "CHSTATUS", C, attributes, asked=put)) == is_lost


def test_whether_a_receiver_is_the_other_end_is_shown_by_where_it_sends_on():
    """A queue manager with a receiver of that name is the hub only if it has a way to where the definition leads."""
    sent = prints.xmitq(X, "CURDEPTH=0"), prints.sdr(), prints.chs(partner="", more="-RQMNAME")
    hub = prints.rcvr(), prints.qmgr(B)
    said, commands = put_again(prints.remote(manager="QM.D"), *sent, at_b=hub)
    assert said.code == "UNKNOWN" and commands[0] == f'echo "DISPLAY QUEUE(*) CLUSINFO ALL" | runmqsc {B}', commands
    # What is known to be not there is not asked for again: the message may be on the dead-letter queue.
    lacks = prints.rcvr(), prints.qmgr(B, "DEADQ=B.DLQ"), prints.none("DISPLAY QUEUE('QM.D') ALL")
    said, commands = put_again(prints.remote(manager="QM.D"), *sent, at_b=lacks)
    assert said.code == "UNKNOWN" and f"amqsbcg B.DLQ {B}" in commands, commands


def test_a_transmission_queue_with_the_name_of_a_queue_manager_leads_there():
    """No status shows who is at the other end; of two with a receiver of that name the queue names one."""
    sent = prints.xmitq(B, "CURDEPTH=0"), prints.sdr(via=B), prints.chs(via=B, partner="", more="-RQMNAME")
    lacks = prints.rcvr(), prints.qmgr(B), prints.none("DISPLAY QUEUE('QM.D') ALL"), prints.none("DISPLAY CLUSQMGR(*)")
    said, _ = put_again(prints.remote(manager="QM.D", via=B), *sent, at_b=lacks)
    assert said.code == "REMOTE_DEFINITION_WRONG" and B in said.statement, said
    assert {one["key"] for one in said.assumes} >= {"SAME_ESTATE"}, said.assumes


def test_which_channels_serve_a_queue_is_asked_before_their_statuses():
    said, commands = put_again(prints.remote(), prints.xmitq(X, "CURDEPTH=4"))
    assert said.code == "UNKNOWN" and "CHANNEL(*) WHERE(XMITQ" in commands[0], commands
    assert not any("CHSTATUS(*)" in one for one in commands), commands


def test_a_message_on_a_queue_that_its_route_does_not_explain_is_explained_by_its_route_first():
    """A dump has it on L of B, and nobody has shown where R leads."""
    seen = prints.browse("L", prints.letter("20260414102500"), on=B)
    said, commands = put_again(
        prints.qmgr(A), at_b=(prints.local("L", "CURDEPTH=1"),), dump=seen, msg_id=prints.msg_id()
    )
    assert said.code == "UNKNOWN" and "does not explain" in said.statement, said.statement
    assert commands[0] == f"echo \"DISPLAY QUEUE('R') ALL\" | runmqsc {A}", commands


def test_a_local_queue_with_other_instances_asks_for_a_whole_list_of_them():
    """A list that nobody is known to have asked for as a whole may lack an instance."""
    own = prints.local("R", "CURDEPTH=1;CLUSTER=C1;CLWLUSEQ=ANY")
    some = prints.clustered("R", A, B, more="CLUSTER=C1;CLUSQT=QLOCAL")
    listed = "DISPLAY QCLUSTER(*) WHERE(CLUSTER EQ C1)", some[1]
    said, commands = put_again(own, listed)
    assert said.code == "UNKNOWN" and f'echo "DISPLAY QUEUE(*) CLUSINFO ALL" | runmqsc {A}' in commands, commands


def test_who_has_a_queue_open_is_not_asked_again_where_nobody_had():
    """Its answer is a message; CONNAME, which it asks for, is a filter of other commands."""
    ask_ = "DISPLAY QUEUE(L) ALL"
    at_a = remote(), local("L", "CURDEPTH=1", ask_), local(X), sender(), status()
    handles = "DISPLAY QSTATUS(L) TYPE(HANDLE) APPLTAG USERID CONNAME INPUT", "AMQ8147E: IBM MQ object L not found."
    sessions = [session(A, *at_a, time="2026-01-09T10:00:00Z"),
                session(B, local("L", "CURDEPTH=0", ask_), time="2026-01-09T10:00:00Z")]  # fmt: skip
    commands = [
        [one.command for one in walked(Made("", made, messages=[message("L", None)]), msg_id=ID).verdict.next]
        for made in (sessions, [session(A, *at_a, handles, time="2026-01-09T10:00:00Z"), sessions[1]])
    ]
    assert [any("TYPE(HANDLE)" in one for one in each) for each in commands] == [True, False], commands
