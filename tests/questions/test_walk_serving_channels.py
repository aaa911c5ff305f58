"""The channels of a transmission queue: whether one that serves it runs, and which end has a batch in doubt."""

from datetime import UTC, datetime

import pytest

from tests.questions.walk_cases import A, B, Made, local, qmgr, receiver, remote, sender, session, show, status
from tests.questions.walk_cases import C as CHANNEL
from tests.questions.walk_cases import X as XMITQ
from tests.questions.walked import walked

ALT = "ALTDATE=2025-11-01;ALTTIME=08.00.00"
CLOCK = [{"file": "a.LOG", "line": 1, "message": "AMQ8004", "queue_manager": A, "time_text": "2026-01-02 08:00:00",
          "time": datetime(2026, 1, 2, 8, tzinfo=UTC)}]  # fmt: skip
CLUSTER_QUEUE = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


@pytest.mark.parametrize(("other", "readers"), [("RUNNING", 1), ("RUNNING", 3), ("STOPPED", 1), ("STOPPED", 0)])
def test_who_has_the_queue_of_a_cluster_open_tells_nothing_of_one_of_its_channels(other, readers):
    each = [
        f"CHANNEL={name};CHLTYPE=CLUSSDR;CURRENT;STATUS={state};XMITQ={CLUSTER_QUEUE};XQMSGSA={count};INDOUBT=NO"
        for name, state, count in (("TO.B", "RETRYING", 1), ("TO.C", other, 0))
    ]
    owned = f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B};CLUSQT=QLOCAL;PUT=ENABLED"
    member = f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=RETRYING;XMITQ={CLUSTER_QUEUE}"
    answers = (
        ("DISPLAY QCLUSTER(R)", [show("Q", owned)]), ("DISPLAY CLUSQMGR(*)", [show("CLUS", member)]),
        local(CLUSTER_QUEUE, f"USAGE=XMITQ;CURDEPTH=1;IPPROCS={readers}"),
        ("DISPLAY CHSTATUS(*)", [show("CHS", one) for one in each]),
    )  # fmt: skip
    found = walked(Made("", [session(A, *answers)])).verdict
    assert found.code == "CHANNEL_NOT_RUNNING" and "TO.B is RETRYING" in found.statement, found.statement


UNITS = {"0A1B2C": "So QM.B has it", "0A1B2B": "So QM.B does not have it", "000000": "may or may not have arrived"}


def held(last, sent="09.00.02", put="09.00.01"):
    """The walk of a message put at 09:00:01 whose channel holds a batch in doubt; `last`: what B committed last."""
    more = f";CURMSGS=2;INDOUBT=YES;CURLUWID=0A1B2C;LSTMSGDA=2026-01-02;LSTMSGTI={sent}"
    queue = f"QUEUE={XMITQ};TYPE=QUEUE;CURDEPTH=0;UNCOM=2;LPUTDATE=2026-01-02;LPUTTIME={put}"
    route = f"QUEUE=R;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={XMITQ};PUT=ENABLED;{ALT}"
    here = (
        ("DISPLAY QREMOTE(R)", [show("Q", route)]),
        local(XMITQ, f"USAGE=XMITQ;CURDEPTH=0;MAXDEPTH=9;PUT=ENABLED;{ALT}"),
        sender(),
        status("RETRYING", more=more),
        ("DISPLAY QSTATUS(*) TYPE(QUEUE) ALL", [show("QS", queue)]),
    )
    far = f"CHANNEL={CHANNEL};CHLTYPE=RCVR;CURRENT;RQMNAME={A};STATUS=STOPPED;LSTLUWID={last}"
    sessions = [
        session(A, *here, time="2026-01-02T10:00:00+00:00"),
        session(B, ("DISPLAY CHSTATUS(*)", [show("CHS", far)]), time="2026-01-02T10:01:00+00:00"),
    ]
    return walked(Made("", sessions), log=CLOCK, put_time="2026-01-02T09:00:01Z", persistence=1).verdict


@pytest.mark.parametrize("last", UNITS)
def test_the_units_of_work_of_both_ends_tell_which_has_a_message_in_doubt(last):
    found = held(last)
    assert found.code == "IN_DOUBT" and UNITS[last] in found.statement, found.statement
    assert ("LUWID" in "".join(one.command for one in found.next)) == (last == "000000"), "what is shown is not asked"


@pytest.mark.parametrize("other", [{"put": "09.30.00"}, {"sent": "08.30.00"}])
def test_a_message_that_was_not_the_last_is_not_said_to_be_in_the_batch(other):
    found = held("0A1B2C", **other)
    assert found.code != "IN_DOUBT", found.statement


@pytest.mark.parametrize(("more", "said"), [
    ("SUBSTATE=RECEIVE", "waits for its partner to answer"), ("SUBSTATE=SEND", "is sending over the network"),
    ("SUBSTATE=MSGEXIT;EXITTIME=9000000,9000000", "message exit (SUBSTATE(MSGEXIT), MSGEXIT(AUDIT), EXITTIME(9000000,9000000): 9 seconds"),
    ("SUBSTATE=SCYEXIT", "is in its security exit (SUBSTATE(SCYEXIT))"), ("SUBSTATE=NAMESERVER", "waits for a name server"), ("NETTIME=8200000,7000000", "takes 8 seconds"),
    ("CURMSGS=1;INDOUBT=NO", "Its batch is open (CURMSGS(1), BATCHINT(60000))"), ("NETTIME=8200,7000;CURMSGS=0", None),
])  # fmt: skip
def test_what_a_channel_is_busy_with_that_has_not_sent_a_message_is_told(more, said):
    row = f"CHANNEL={CHANNEL};CHLTYPE=SDR;CONNAME=b(1414);CURRENT;RQMNAME={B};STATUS=RUNNING;XMITQ={XMITQ};{more}"
    here = (
        remote(),
        local(XMITQ, "CURDEPTH=5"),
        sender(more="BATCHINT=60000;MSGEXIT=AUDIT;SCYEXIT="),
        ("DISPLAY CHSTATUS(*)", [show("CHS", row)]),
    )
    found = walked(Made("", [session(A, *here)])).verdict
    assert found.code == "WAITING_ON_XMITQ", found.statement
    words = (
        "waits for its partner",
        "seconds on the network",
        "Its batch is open",
        "is sending over",
        "exit (",
        "name server",
    )
    assert (said or "A.TO.B is RUNNING") in found.statement
    assert sum(one in found.statement for one in words) == bool(said)


@pytest.mark.parametrize(("uses", "told"), [("NO", True), ("YES", False)])
def test_a_far_end_that_uses_no_dead_letter_queue_keeps_messages_back(uses, told):
    here = remote(), local(XMITQ, "CURDEPTH=5"), sender(), status("RETRYING")
    there = local("L", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=9"), receiver(more=f"NPMSPEED=FAST;USEDLQ={uses}")
    found = walked(Made("", [session(A, *here), session(B, *there)])).verdict
    assert (f"USEDLQ({uses})" in found.statement and "put-inhibited" in found.statement) == told, found.statement


def chosen(*puts):
    """The walk to a cluster queue of B and C, each with a transmission queue of its own, last put to at these times."""
    names = {"QM.B": "TO.B", "QM.C": "TO.C"}
    owned = [
        show("Q", f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={one};CLUSQT=QLOCAL;PUT=ENABLED;{ALT}") for one in names
    ]
    member = [
        show("CLUS", f"CLUSQMGR={one};CHANNEL={name};CLUSTER=CL;STATUS=STOPPED;XMITQ=CTQ.{name}")
        for one, name in names.items()
    ]
    queues = [local(f"CTQ.{name}", f"USAGE=XMITQ;CURDEPTH=1;PUT=ENABLED;MAXDEPTH=9;{ALT}") for name in names.values()]
    status = [
        show(
            "QS",
            f"QUEUE=CTQ.{name};TYPE=QUEUE;CURDEPTH=1;UNCOM=NO;LPUTDATE=2026-01-02;LPUTTIME={put};LGETDATE=2025-12-31;LGETTIME=09.00.00",
        )
        for name, put in zip(names.values(), puts, strict=True)
    ]
    answers = (
        ("DISPLAY QCLUSTER(R)", owned),
        ("DISPLAY CLUSQMGR(*)", member),
        *queues,
        ("DISPLAY QSTATUS(*) TYPE(QUEUE) ALL", status),
    )
    made = Made("", [session(A, *answers, time="2026-01-02T10:00:00+00:00")])
    return walked(made, log=CLOCK, put_time="2026-01-02T09:00:01Z", persistence=1).verdict


@pytest.mark.parametrize(("puts", "way"), [
    (("09.00.01", "08.30.00"), "TO.B"), (("08.30.00", "09.00.01"), "TO.C"), (("09.00.01", "09.00.02"), None),
    (("08.30.00", "08.30.00"), None),
])  # fmt: skip
def test_an_instance_whose_own_transmission_queue_was_last_put_to_before_is_not_the_one(puts, way):
    found = chosen(*puts)
    assert ("which was chosen" in found.statement) == (way is None), found.statement
    assert way is None or found.at == (A, way), found.at


@pytest.mark.parametrize(("readers", "code", "asked"), [
    ("IPPROCS=0", "CHANNEL_NOT_RUNNING", "CHSTATUS('A.ELSE')"), ("OPPROCS=1", "UNKNOWN", "CHSTATUS('A.ELSE')"),
    ("IPPROCS=1", "UNKNOWN", "TYPE(HANDLE)"),
])  # fmt: skip
def test_a_triggered_channel_that_is_not_shown_does_not_run_where_nothing_has_the_queue_open(readers, code, asked):
    queue = f"USAGE=XMITQ;CURDEPTH=3;TRIGGER;INITQ=SYSTEM.CHANNEL.INITQ;TRIGDATA=A.ELSE;{readers}"
    inactive = f"DISPLAY CHSTATUS({CHANNEL}) ALL", "AMQ8420I: Channel Status not found."
    done = "DISPLAY QSTATUS(*)", [show("QS", f"QUEUE={XMITQ};TYPE=QUEUE;CURDEPTH=3;UNCOM=NO")]
    found = walked(Made("", [session(A, remote(), local(XMITQ, queue), sender(), inactive, done)])).verdict
    assert found.code == code and ("triggers another channel" in found.statement) == (code != "UNKNOWN"), (
        found.statement
    )
    assert {one.effect for one in found.next} == {"looks"} and any(asked in one.command for one in found.next)


@pytest.mark.parametrize(("altered", "known", "code"), [
    ("2026-01-01", "2026-01-01", "CHANNEL_NOT_RUNNING"), ("2026-01-02", "2026-01-02", "UNKNOWN"),
    ("2026-01-01", "2026-01-02", "WAITING_ON_XMITQ"),
])  # fmt: skip
def test_an_instance_that_was_closed_since_the_put_may_have_the_message(altered, known, code):
    each = [f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={owner};CLUSQT=QLOCAL;{ALT if put == 'ENABLED' else closed};PUT={put}"
            for owner, put, closed in ((B, "ENABLED", ""), ("QM.D", "DISABLED", f"ALTDATE={altered};ALTTIME=09.30.00;CLUSDATE={known};CLUSTIME=09.30.05"))]  # fmt: skip
    members = [
        f"CLUSQMGR={owner};CHANNEL=TO.{owner};CLUSTER=CL;STATUS=RETRYING;XMITQ=X.{owner}" for owner in (B, "QM.D")
    ]
    queue = f"QUEUE=X.{B};TYPE=QUEUE;CURDEPTH=1;UNCOM=NO;LPUTDATE=2026-01-02;LPUTTIME=09.02.00;LGETDATE=2026-01-02;LGETTIME=08.00.00"
    answers = (
        ("DISPLAY QCLUSTER(R) ALL", [show("Q", one) for one in each]),
        ("DISPLAY CLUSQMGR(*) ALL", [show("CLUS", one) for one in members]),
        local(f"X.{B}", f"USAGE=XMITQ;CURDEPTH=1;MAXDEPTH=9;IPPROCS=0;PUT=ENABLED;{ALT}"), status("RETRYING", f"TO.{B}", f"X.{B}"),
        ("DISPLAY QSTATUS(*) ALL", [show("QS", queue)]),
    )  # fmt: skip
    made = Made("", [session(A, *answers, time="2026-01-02T10:00:00+00:00")])
    found = walked(made, log=CLOCK, put_time="2026-01-02T09:00:01Z", persistence=1).verdict
    assert found.code == code, found.statement
    assert code != "WAITING_ON_XMITQ" or found.at == (A, None), "on one of both transmission queues"
    assert code != "UNKNOWN" or "at QM.D it was perhaps put-inhibited only since" in found.statement


def test_a_channel_of_which_no_state_is_shown_is_asked_for_it():
    saved = ("DISPLAY CHSTATUS(A.TO.B) SAVED", "AMQ8420I: Channel Status not found.")
    made = Made("", [session(A, remote(), local(XMITQ, "CURDEPTH=5"), sender(), saved, time="2026-01-02T10:00:00Z")])
    found = walked(made, put_time="2026-01-02T09:00:01Z", persistence=1).verdict
    assert found.code == "UNKNOWN" and any("DISPLAY CHSTATUS('A.TO.B') ALL" in one.command for one in found.next), (
        found.next
    )


@pytest.mark.parametrize(("asked", "code", "said"), [
    ("CHSTATUS(A.*) XMITQ({})", "CHANNEL_NOT_RUNNING", "A.TO.B is INACTIVE"),
    ("CHSTATUS(*) WHERE(XMITQ EQ '{}')", "CHANNEL_NOT_RUNNING", "A.TO.B is INACTIVE"),
    ("CHSTATUS(*) XMITQ(ANOTHER)", "UNKNOWN", "The evidence does not show the state of A.TO.B."),
    ("CHSTATUS(*) WHERE(STATUS EQ RUNNING)", "UNKNOWN", "The evidence shows of the state of A.TO.B only that it is not RUNNING."),
    ("CHSTATUS(*) WHERE(STATUS NE RUNNING)", "UNKNOWN", "The evidence does not show the state of A.TO.B."),
])  # fmt: skip
def test_a_search_that_the_channel_would_pass_tells_of_it_what_it_does_not_find(asked, code, said):
    none = (f"DISPLAY {asked.format(XMITQ)}", "AMQ8420I: Channel Status not found.")
    done = "DISPLAY QSTATUS(*)", [show("QS", f"QUEUE={XMITQ};TYPE=QUEUE;CURDEPTH=5;UNCOM=NO")]
    queue = local(XMITQ, "USAGE=XMITQ;CURDEPTH=5;IPPROCS=0;NOTRIGGER")
    found = walked(Made("", [session(A, remote(), queue, sender(), none, done)])).verdict
    assert found.code == code and said in found.statement, found.statement


@pytest.mark.parametrize(("state", "code"), [("RETRYING", "CHANNEL_NOT_RUNNING"), ("RUNNING", "UNKNOWN")])
def test_where_a_message_is_perhaps_among_those_that_wait_why_they_wait_is_told(state, code):
    refused = {"file": "a.LOG", "line": 9, "message": "AMQ9202", "queue_manager": A, "time": datetime(2026, 1, 2, 9, 30, tzinfo=UTC),
               "inserts": {"channel": CHANNEL}, "text": "Remote host not available"}  # fmt: skip
    here = remote(), local(XMITQ, "USAGE=XMITQ;CURDEPTH=5;MAXDEPTH=9"), sender(), status(state)
    made = Made("", [session(A, *here, time="2026-01-02T10:00:00+00:00")])
    found = walked(made, log=[*CLOCK, refused], put_time="2026-01-02T09:00:01Z").verdict
    assert found.code == code, found.statement
    assert ("Why: nothing accepted" in found.statement) == (code != "UNKNOWN")
    assert all(one.effect == "looks" for one in found.next) and found.next


TRIGGERED = "TRIGGER;TRIGTYPE=FIRST;TRIGDPTH=1;INITQ=SYSTEM.CHANNEL.INITQ;TRIGDATA=A.TO.B"
UNREAD = local("SYSTEM.CHANNEL.INITQ", "CURDEPTH=1;IPPROCS=0")
INITIATOR = ("DISPLAY QMSTATUS CHINIT", [show("QMS", f"QMNAME={A};CHINIT=STOPPED")])
NO_SUCH = ("DISPLAY CHANNEL(A.TO.BE)", "AMQ8147E: IBM MQ object A.TO.BE not found.")


@pytest.mark.parametrize(("attribute", "more", "why"), [
    ("INITQ=", (), "has no initiation queue (INITQ blank)"), ("TRIGTYPE=DEPTH;TRIGDPTH=9", (), "from a depth of 9 on"),
    ("TRIGTYPE=NONE", (), "triggers nothing: TRIGTYPE(NONE)"), ("TRIGDATA=A.TO.BE", (NO_SUCH,), "TRIGDATA(A.TO.BE), which is not defined"),
    ("", (UNREAD,), "which no program reads (IPPROCS(0))"), ("", (INITIATOR,), "the channel initiator of QM.A is STOPPED"),
    ("", (), ""), ("TRIGTYPE=DEPTH;TRIGDPTH=3", (), ""), ("TRIGMPRI=3", (), "only for TRIGMPRI(3) and above"),
    ("INITQ=OTHER.INITQ", (), "channel initiators usually read SYSTEM.CHANNEL.INITQ"),
])  # fmt: skip
def test_what_does_not_start_an_inactive_channel_is_told(attribute, more, why):
    keys = dict(one.partition("=")[::2] for one in f"{TRIGGERED};{attribute}".split(";") if one)
    queue = ";".join(f"{key}={value}" if key != "TRIGGER" else key for key, value in keys.items())
    here = remote(), local(XMITQ, f"USAGE=XMITQ;CURDEPTH=3;IPPROCS=0;{queue}"), sender()
    inactive = f"DISPLAY CHSTATUS({CHANNEL}) ALL", "AMQ8420I: Channel Status not found."
    found = walked(Made("", [session(A, *here, inactive, *more)])).verdict
    assert found.code == "CHANNEL_NOT_RUNNING" and why in found.statement, found.statement
    assert ("Why: " in found.statement) == bool(why)


GATE = f"QUEUE=GATE;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B};CLUSQT=QMGR;PUT=ENABLED"
TO_B = f"CHANNEL=TO.B;CHLTYPE=CLUSSDR;CURRENT;RQMNAME={B};INDOUBT=NO;STATUS={{}};XMITQ={{}};XQMSGSA=4"


def clustered(*more, record=CLUSTER_QUEUE, served=CLUSTER_QUEUE, state="RETRYING"):
    """A queue manager of a cluster that reaches B over TO.B; `record`, `served`: its queue by its record, by its status."""
    member = f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS={state};XMITQ={record}"
    return session(A, *more, ("DISPLAY CLUSQMGR(*) ALL", [show("CLUS", member)]),
                   ("DISPLAY CHSTATUS(*) ALL", [show("CHS", TO_B.format(state, served))]),
                   local(CLUSTER_QUEUE, "USAGE=XMITQ;CURDEPTH=4;IPPROCS=0"), qmgr(A, "DEFXMITQ=;REPOS="))  # fmt: skip


NO_GATE = ("DISPLAY QUEUE(GATE) ALL", "AMQ8147E: IBM MQ object GATE not found.")
OWNED = (
    "DISPLAY QCLUSTER(R) ALL",
    [show("Q", f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B};CLUSQT=QLOCAL;PUT=ENABLED")],
)


def test_an_alias_of_a_queue_manager_in_the_cluster_is_the_way_to_the_queue_manager_that_has_it():
    to_gate = remote(manager="GATE", xmitq=""), NO_GATE
    found = walked(Made("", [clustered(*to_gate, ("DISPLAY QCLUSTER(GATE) ALL", [show("Q", GATE)]))])).verdict
    assert (found.code, found.at) == ("CHANNEL_NOT_RUNNING", (A, "TO.B")), found.statement
    open_ = walked(Made("", [clustered(*to_gate)])).verdict
    assert open_.code == "UNKNOWN" and any("QCLUSTER('GATE')" in one.command for one in open_.next), open_.next
    assert not any("CLUSQMGR('GATE')" in one.command for one in open_.next), "the list of all is shown"


def test_an_alias_of_a_queue_manager_is_resolved_again_where_it_is_defined():
    gate = "DISPLAY QUEUE(GATE)", [show("Q", "QUEUE=GATE;TYPE=QREMOTE;RNAME=;RQMNAME=QM.C;XMITQ=QM.C;CLUSTER=CL")]
    far = session(
        B,
        gate,
        local("QM.C", "USAGE=XMITQ;CURDEPTH=2"),
        sender("B.TO.C", "QM.C"),
        status("STOPPED", "B.TO.C", "QM.C", "QM.C"),
    )
    near = remote(manager="GATE", xmitq=""), NO_GATE, ("DISPLAY QCLUSTER(GATE) ALL", [show("Q", GATE)])
    one = clustered(*near, state="RUNNING").replace("XQMSGSA(4)", "XQMSGSA(0)").replace("CURDEPTH(4)", "CURDEPTH(0)")
    found = walked(Made("", [one, far])).verdict
    assert (found.code, found.at) == ("CHANNEL_NOT_RUNNING", (B, "B.TO.C")), found.statement


def test_two_ways_to_a_queue_manager_are_told_with_their_states_and_its_name_is_not_browsed():
    members = [f"CLUSQMGR={B};CHANNEL={name};CLUSTER={name};STATUS={state};XMITQ={CLUSTER_QUEUE}"
               for name, state in (("ONE.B", "RETRYING"), ("TWO.B", "STOPPED"))]  # fmt: skip
    records = "DISPLAY CLUSQMGR(*) ALL", [show("CLUS", one) for one in members]
    found = walked(Made("", [session(A, OWNED, records, local(CLUSTER_QUEUE, "USAGE=XMITQ;CURDEPTH=8"))])).verdict
    assert found.code == "UNKNOWN" and "ONE.B is RETRYING; TWO.B is STOPPED" in found.statement, found.statement
    assert found.next and not any(f"amqsbcg {B}" in one.command for one in found.next), found.next


@pytest.mark.parametrize("depth", [0, 2])
def test_the_status_of_a_channel_tells_the_queue_that_it_serves(depth):
    own = "SYSTEM.CLUSTER.TRANSMIT.TO.B"
    found = walked(Made("", [clustered(OWNED, local(own, f"USAGE=XMITQ;CURDEPTH={depth}"), record=own)])).verdict
    assert f"XMITQ({own})" in found.statement, found.statement
    assert (found.code, found.at[1]) == (("UNKNOWN", B) if depth else ("CHANNEL_NOT_RUNNING", "TO.B")), found.statement
    assert not depth or {one.command for one in found.next} == {f"amqsbcg {name} {A}" for name in (own, CLUSTER_QUEUE)}


def test_the_definition_of_a_channel_that_a_cluster_made_is_asked_of_its_partner():
    status = "DISPLAY CHSTATUS(*) ALL", [show("CHS", TO_B.format("RETRYING", CLUSTER_QUEUE))]
    made = Made("", [session(A, local(CLUSTER_QUEUE, "USAGE=XMITQ;CURDEPTH=4"), status)])
    found = walked(made, queue=CLUSTER_QUEUE).verdict
    assert [one.on for one in found.next if "CHANNEL('TO.B')" in one.command] == [B], found.next


def test_what_a_channel_that_is_starting_is_busy_with_is_told():
    row = f"CHANNEL={CHANNEL};CHLTYPE=SDR;CURRENT;STATUS=BINDING;SUBSTATE=NETCONNECTING;XMITQ={XMITQ}"
    here = remote(), local(XMITQ, "CURDEPTH=5"), sender(), ("DISPLAY CHSTATUS(*)", [show("CHS", row)])
    found = walked(Made("", [session(A, *here)])).verdict
    assert (
        found.code == "UNKNOWN" and "it is starting. It is connecting to the address of its partner" in found.statement
    )


@pytest.mark.parametrize("shown", [True, False])
def test_who_has_a_transmission_queue_open_is_named_or_asked_for(shown):
    idle = f"DISPLAY CHSTATUS({CHANNEL}) ALL", "AMQ8420I: Channel Status not found."
    handles = [
        show("QS", f"QUEUE={XMITQ};TYPE=HANDLE;APPLTAG={name};CHANNEL=;INPUT={way}")
        for name, way in (("drain", "EXCL"), ("look", "NO"))
    ]
    more = [("DISPLAY QSTATUS(*) TYPE(HANDLE) ALL", handles)] if shown else []
    queue = local(XMITQ, "USAGE=XMITQ;CURDEPTH=3;IPPROCS=1;NOTRIGGER")
    for channel in ([sender(), idle], []):
        found = walked(Made("", [session(A, remote(), queue, *channel, *more)])).verdict
        assert found.code == "UNKNOWN" and ("drain (INPUT(EXCL)) has" in found.statement) == shown, found.statement
        asked = any("TYPE(HANDLE)" in one.command for one in found.next)
        assert "look" not in found.statement and asked != shown, found.next


@pytest.mark.parametrize("shown", [A, "QM.OTHER"])
def test_whose_displays_are_below_a_banner_is_not_known_where_another_queue_manager_shows_itself(shown):
    one = session(A, remote(), local(XMITQ, "CURDEPTH=5"), sender(), status("STOPPED"), qmgr(shown, "DEADQ="))
    found = walked(Made("", [one])).verdict
    assert found.code == ("CHANNEL_NOT_RUNNING" if shown == A else "UNKNOWN"), found.statement
    assert ("QMNAME(QM.OTHER)" in found.statement) == (shown != A), found.statement
    whole = walked(
        Made("", [one, session(A, remote(), local(XMITQ, "CURDEPTH=5"), sender(), status("STOPPED"))])
    ).verdict
    assert whole.code == "CHANNEL_NOT_RUNNING", "another capture of it holds"


@pytest.mark.parametrize("more", ["", ";IPPROCS=1"])
@pytest.mark.parametrize("state", ["XXXXXXX", "****", "---", "R######", "RET?????", "RETR"])
def test_a_state_that_is_masked_or_cut_is_not_known(state, more):
    waits = remote(), local(XMITQ, f"CURDEPTH=5;USAGE=XMITQ{more}"), sender()
    found = walked(Made("", [session(A, *waits, status(state))])).verdict
    assert found.code == "UNKNOWN" and f"he state of {CHANNEL} cannot be read ({state})" in found.statement, (
        found.statement
    )
    assert f"DISPLAY CHSTATUS('{CHANNEL}') ALL" in " ".join(one.command for one in found.next)
    far = show("CHS", f"CHANNEL={CHANNEL};CHLTYPE=RCVR;CURRENT;RQMNAME={A};STATUS={state}")
    both = [
        session(A, remote(), local(XMITQ, "CURDEPTH=5"), sender(), status("RETRYING")),
        session(B, (f"DISPLAY CHSTATUS({CHANNEL})", [far])),
    ]
    told = walked(Made("", both)).verdict.statement
    assert f"{CHANNEL} is RETRYING" in told and state not in told.replace("RETRYING", ""), told


@pytest.mark.parametrize(("state", "readers", "code"), [
    ("STOPPING", 1, "CHANNEL_NOT_RUNNING"), ("PAUSED", 1, "CHANNEL_NOT_RUNNING"),
    ("STOPPING", 2, "UNKNOWN"), ("STOPPED", 1, "UNKNOWN"),
])  # fmt: skip
def test_a_channel_that_is_stopping_is_itself_what_has_its_queue_open(state, readers, code):
    queue = local(XMITQ, f"USAGE=XMITQ;CURDEPTH=5;IPPROCS={readers}")
    found = walked(Made("", [session(A, remote(), queue, sender(), status(state))])).verdict
    assert (found.code, f"is {state}" in found.statement) == (code, True), found.statement


@pytest.mark.parametrize(
    ("group", "said"),
    [("SHARED", "does not show the state of {}."), ("QMGR", "shows of the state of {} only that it is not RUNNING.")],
)
def test_a_channel_of_a_shared_queue_that_one_member_does_not_show_running_may_run_on_another(group, said):
    asked = f"DISPLAY CHSTATUS({CHANNEL}) WHERE(STATUS EQ RUNNING)", "AMQ8420I: Channel Status not found."
    there = remote(), local(XMITQ, f"USAGE=XMITQ;CURDEPTH=5;QSGDISP={group}"), sender(), asked
    found = walked(Made("", [session(A, *there)])).verdict
    assert found.code == "UNKNOWN" and f"The evidence {said.format(CHANNEL)}" in found.statement, found.statement
