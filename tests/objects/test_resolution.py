"""What is said at the end of a route, what is asked there, and over what it led: word for word."""

import pytest

from mqforensics.objects.commands import without_shell
from mqforensics.objects.resolution import resolve
from tests.grammar import mqsc
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, A, B, C, X, local, qmgr, remote, sender, show, status

NOW, QC = "2026-03-02T15:00:00Z", "QM.C"
GROUP = "SYSTEM.QSG.TRANSMIT.QUEUE"
XMITQ = local(X, "USAGE=XMITQ")
NO_CLUSTER = "DISPLAY CLUSQMGR(*)", NOT_FOUND.format("*")
DYNAMIC = "AMQ.5F0E12AB34CD56EF"


def none(name, word="QUEUE"):
    return f"DISPLAY {word}({name})", NOT_FOUND.format(name)


def queue(kind, more="", name="R"):
    return f"DISPLAY {kind}({name})", [show("Q", f"QUEUE={name};TYPE={kind}{more}")]


def instances(*each, name="R", command=""):
    """What a queue manager knows of a cluster queue; each instance is its owner with more of its attributes."""
    shown = [show("Q", f"QUEUE={name};TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={one}") for one in each]
    return command or f"DISPLAY QCLUSTER({name})", shown


def members(*each):
    """What it knows of the queue managers of a cluster; each is its name with more of its attributes."""
    return "DISPLAY CLUSQMGR(*)", [show("CLUS", f"CLUSQMGR={one}") for one in each]


def of_cluster(name, more="", of="CL"):
    return f"{name};CHANNEL={of}.{name[-1]};CLUSTER={of}{more}"


def gate(rname, manager, xmitq=""):
    return queue("QREMOTE", f";RNAME={rname};RQMNAME={manager};XMITQ={xmitq}", "GATE")


def group(manager, igq="ENABLED", name="SQ01"):
    return qmgr(manager, f"PLATFORM=MVS;QSGNAME={name};IGQ={igq}")


def told(*answers, manager="", elsewhere=(), name="R", **known):
    """The route of R at A: how it ends, and the transmission queues and definitions that it leads over."""
    route = resolve(estate((A, NOW, *answers), *elsewhere), name, A, manager, **known)
    end, asked = route.end, [(one.on, without_shell(one)) for one in route.end.next]
    for on, text in asked:
        assert text.startswith("amqsbcg ") or mqsc.parse(text, "zos" if "console" in on else "distributed")
    return (end.kind, end.code, end.said, asked), [one.means for one in route.stops], [one.xmitq for one in route.hops]


UNKNOWN, NOWHERE, THERE = "unknown", "nowhere", "destination"
ALL = "DISPLAY QUEUE('R') ALL"
ENDS = [
    ([local("R")], {}, THERE, 0, "R is a local queue of QM.A", []),
    ([queue("QMODEL")], {}, UNKNOWN, 0,
     "R is a model queue of QM.A and holds no messages: its open makes a dynamic queue of another name",
     [(A, "DISPLAY QLOCAL(*) WHERE(DEFTYPE NE PREDEFINED) CURDEPTH CRDATE CRTIME")]),
    ([none(DYNAMIC)], {"name": DYNAMIC}, UNKNOWN, 0,
     f"{DYNAMIC} is not at QM.A: it may have been dynamic, and a temporary queue goes when its creator ends", [(A, "DISPLAY QMGR DEADQ")]),
    ([none("R", "QLOCAL")], {}, UNKNOWN, 2085,
     "R is not a local queue of QM.A, and the evidence does not show whether it is another kind", [(A, ALL)]),
    ([remote(), local("R")], {}, UNKNOWN, 0, "the evidence contradicts itself on what R is at QM.A", [(A, ALL)]),
    ([local("R", "USAGE=XMITQ")], {}, UNKNOWN, 0,
     "R is a transmission queue of QM.A: where a message on it goes is in its transmission header", []),
    # A remote definition
    ([queue("QREMOTE", ";RNAME=L")], {}, UNKNOWN, 0, "the definition of R at QM.A is not complete: RQMNAME not shown, XMITQ not shown",
     [(A, "DISPLAY QREMOTE('R') ALL")]),
    ([remote(rname="")], {}, NOWHERE, 2184, "R at QM.A names no queue (RNAME is blank): opening it for output fails with 2184", []),
    ([remote(manager="")], {}, NOWHERE, 2087, "R at QM.A names no queue manager in RQMNAME: opening it for output fails with 2087", []),
    ([remote(manager=A)], {}, NOWHERE, 2087, "R at QM.A names QM.A in RQMNAME: opening it for output fails with 2087", []),
    ([remote(), remote(name=X)], {}, NOWHERE, 0, f"{X} at QM.A is not a local queue and cannot be a transmission queue", []),
    ([remote(), local(X, "USAGE=NORMAL")], {}, NOWHERE, 0, None, [(A, f"DISPLAY QLOCAL('{X}') USAGE ALTDATE ALTTIME")]),
    ([remote(), XMITQ], {}, UNKNOWN, 0, f"no channel in the evidence serves {X} at QM.A",
     [(A, f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{X}') ALL")]),
    ([remote(), XMITQ, sender()], {}, UNKNOWN, 0, f"the evidence does not show which queue manager {C} of QM.A leads to",
     [(A, f"DISPLAY CHSTATUS('{C}') ALL")]),
    # An alias
    ([queue("QALIAS", ";TARGET=;TARGTYPE=QUEUE")], {}, NOWHERE, 0, "the alias R at QM.A has no target", []),
    ([queue("QALIAS", ";PUT=ENABLED")], {}, UNKNOWN, 0, "the evidence does not show the target of the alias R at QM.A",
     [(A, "DISPLAY QALIAS('R') ALL")]),
    ([queue("QALIAS", ";TARGQ=L"), local("L")], {}, THERE, 0, "L is a local queue of QM.A", []),
    ([queue("QALIAS", ";TARGET=L;TARGTYPE=QUEUE"), none("L"), NO_CLUSTER], {}, NOWHERE, 2082, "L is not defined at QM.A", []),
    ([queue("QALIAS", ";TARGET=L;TARGTYPE=QUEUE"), queue("QALIAS", ";TARGET=M", "L")], {}, NOWHERE, 2001,
     "R at QM.A is an alias of L, which is an alias itself: opening it fails with 2001", []),
    # A cluster queue
    ([instances(A)], {}, UNKNOWN, 0, "R is a cluster queue of QM.A itself, and the evidence lacks its own definition",
     [(A, "DISPLAY QLOCAL('R') ALL")]),
    ([instances(B, QC, command="DISPLAY QCLUSTER(R) WHERE(CLUSTER EQ CL)")], {}, UNKNOWN, 0,
     "R is a cluster queue of QM.B, QM.C and perhaps of others, which the commands did not ask for", [(A, "DISPLAY QCLUSTER('R') ALL")]),
    ([instances(B, QC)], {}, UNKNOWN, 0, "R is a cluster queue of QM.B, QM.C, and the evidence does not show which was chosen",
     [(B, ALL), (QC, ALL)]),
    ([instances(f"{B};PUT=DISABLED", f"{QC};PUT=DISABLED")], {}, UNKNOWN, 0,
     "R is a cluster queue of QM.B, QM.C, and the evidence does not show which was chosen; QM.A knows all of them as put-inhibited, "
     "so the put fails (2268)", [(B, ALL), (QC, ALL)]),
    ([local("R", "CLUSTER=CL;CLWLUSEQ=QMGR;USAGE=NORMAL"), instances(A, B)], {}, UNKNOWN, 0,
     "R is a local queue of QM.A and a cluster queue of QM.B too (CLWLUSEQ not shown): messages may go to either",
     [(A, "DISPLAY QMGR CLWLUSEQ")]),
    ([local("R", "CLUSTER=CL;CLWLUSEQ=QMGR;USAGE=NORMAL"), instances(A, B), qmgr(A, "CLWLUSEQ=ANY")], {}, UNKNOWN, 0,
     "R is a local queue of QM.A and a cluster queue of QM.B too (CLWLUSEQ(ANY)): messages may go to either", []),
    ([local("R", "CLUSTER=CL;CLWLUSEQ=QMGR;USAGE=NORMAL"), instances(A, B), qmgr(A, "CLWLUSEQ=LOCAL")], {}, THERE, 0,
     "R is a local queue of QM.A", []),
    ([local("R", "CLUSTER=CL;CLWLUSEQ=ANY;USAGE=NORMAL"), instances(A, B)], {"instance": A}, THERE, 0, "R is a local queue of QM.A", []),
    # A queue manager
    ([instances(B), members(of_cluster(B))], {}, UNKNOWN, 0, "the evidence does not show which transmission queue QM.A uses for QM.B",
     [(A, "DISPLAY CLUSQMGR('QM.B') ALL")]),
    ([remote(xmitq=""), members(of_cluster(B), of_cluster(B, of="INT"))], {}, UNKNOWN, 0,
     "QM.B is reached over CL.B, INT.B, and the evidence does not show which was chosen; the evidence does not show the state of CL.B; "
     "the evidence does not show the state of INT.B", [(A, "DISPLAY CHSTATUS('CL.B') ALL"), (A, "DISPLAY CHSTATUS('INT.B') ALL")]),
    ([instances(f"{B};CLUSQT=QMGR", name="GATE")], {"manager": "GATE"}, UNKNOWN, 0,
     "the evidence does not show how QM.A reaches QM.B, which has the alias GATE", [(A, "DISPLAY CLUSQMGR('QM.B') ALL")]),
    ([gate("L", B, X)], {"manager": "GATE"}, NOWHERE, 0,
     "GATE at QM.A is not an alias of a queue manager, because it has an RNAME: the open fails with 2087", []),
    ([queue("QREMOTE", ";RNAME=", "GATE")], {"manager": "GATE"}, UNKNOWN, 0, "the definition of GATE at QM.A is not complete",
     [(A, "DISPLAY QREMOTE('GATE') ALL")]),
    ([local(B, "USAGE=NORMAL")], {"manager": B}, NOWHERE, 2092,
     "the queue QM.B at QM.A is not a transmission queue (USAGE(NORMAL)): the open fails with 2092",
     [(A, "DISPLAY QLOCAL('QM.B') USAGE ALTDATE ALTTIME")]),
    ([qmgr(A, "DEFXMITQ=SYSTEM.CLUSTER.TRANSMIT.QUEUE"), none(B)], {"manager": B}, NOWHERE, 2199,
     "the default transmission queue of QM.A is SYSTEM.CLUSTER.TRANSMIT.QUEUE: the open fails with 2199", []),
    ([none(B)], {"manager": B}, UNKNOWN, 0, "QM.A has no queue QM.B; the evidence does not show its default transmission queue",
     [(A, "DISPLAY QMGR DEFXMITQ")]),
    ([none(B), qmgr(A, "DEFXMITQ=")], {"manager": B}, UNKNOWN, 0,
     "QM.A has no queue QM.B and no default transmission queue; the evidence does not show whether it is in a cluster",
     [(A, "DISPLAY CLUSQMGR(*)")]),
    ([none(B), members(of_cluster("QM.X")), qmgr(A, "DEFXMITQ=")], {"manager": B}, UNKNOWN, 0,
     "the evidence does not show whether QM.B is in a cluster with QM.A",
     [(A, "DISPLAY CLUSQMGR('QM.B') ALL"), (A, "DISPLAY QCLUSTER('QM.B') ALL")]),
    ([none(B), NO_CLUSTER, qmgr(A, "DEFXMITQ="), local("QM.b")], {"manager": B}, NOWHERE, 0,
     "QM.A has no queue QM.B (QM.b is one) and no default transmission queue, and has no route there", []),
    ([none(B), none(B, "CLUSQMGR"), members(of_cluster("QM.F", ";QMTYPE=REPOS"), of_cluster("QM.P", ";QMTYPE=NORMAL")), qmgr(A, "DEFXMITQ=")],
     {"manager": B}, UNKNOWN, 0, "the evidence does not show whether QM.B is in a cluster with QM.A",
     [("QM.F", "DISPLAY CLUSQMGR('QM.B') ALL"), (A, "DISPLAY QCLUSTER('QM.B') ALL")]),  # what it denies a full repository may know
    # A queue-sharing group
    ([group(A)], {"manager": B}, UNKNOWN, 0,
     f"QM.B may be in the queue-sharing group of QM.A (QSGNAME(SQ01), IGQ(ENABLED)): then messages go over {GROUP}",
     [("QM.B (z/OS console)", "DISPLAY QMGR QSGNAME IGQ")]),
    ([qmgr(A, "PLATFORM=MVS")], {"manager": B}, UNKNOWN, 0,
     f"QM.B may be in the queue-sharing group of QM.A (QSGNAME not shown, IGQ not shown): then messages go over {GROUP}",
     [(A, "DISPLAY QMGR QSGNAME IGQ")]),
    ([group(A)], {"manager": B, "elsewhere": [(B, NOW, group(B, "DISABLED"))]}, UNKNOWN, 0,
     f"QM.B is in the queue-sharing group of QM.A (QSGNAME(SQ01), IGQ(ENABLED)), so messages go over {GROUP}; QM.B has IGQ(DISABLED), "
     "so its agent takes none from there", [(A, f"DISPLAY QUEUE('{GROUP}') CURDEPTH")]),
    ([group(A), local(GROUP, "CURDEPTH=4")], {"manager": B, "elsewhere": [(B, NOW, group(B))]}, UNKNOWN, 0,
     f"QM.B is in the queue-sharing group of QM.A (QSGNAME(SQ01), IGQ(ENABLED)), so messages go over {GROUP}, which has CURDEPTH(4)",
     [(B, f"DISPLAY QSTATUS('{GROUP}') TYPE(HANDLE) ALL")]),
    ([group(A, "DISABLED")], {"manager": B}, UNKNOWN, 0, "the evidence does not show how QM.A reaches a queue manager QM.B",
     [(A, "DISPLAY QUEUE('QM.B') ALL")]),
    ([group(A)], {"manager": B, "elsewhere": [(B, NOW, group(B, name="SQ02"))]}, UNKNOWN, 0,
     "the evidence does not show how QM.A reaches a queue manager QM.B", [(A, "DISPLAY QUEUE('QM.B') ALL")]),
]  # fmt: skip


@pytest.mark.parametrize(("answers", "known", "kind", "code", "said", "asked"), ENDS)
def test_where_a_name_leads_and_what_is_asked_there(answers, known, kind, code, said, asked):
    end, _, _ = told(*answers, **known)
    assert end == (kind, code, end[2] if said is None else said, asked)


SENT = [XMITQ, sender(), status()]
THERE_IS_L = {"elsewhere": [(B, NOW, local("L"), local("R"))]}


@pytest.mark.parametrize(("answers", "known", "means", "xmitq"), [
    ([remote(), *SENT], {}, [f"Messages for R go to L at QM.B over {X}"], X),
    ([gate("", B, X), *SENT], {"manager": "GATE"}, [f"GATE is an alias of the queue manager QM.B over {X}"], X),
    ([none(B), qmgr(A, f"DEFXMITQ={X}"), *SENT], {"manager": B}, [], X),
    ([local(B, "USAGE=XMITQ"), sender(xmitq=B), status(xmitq=B)], {"manager": B}, [], B),
    ([instances(B), members(of_cluster(B, ";XMITQ=OWN.X"))], {}, ["R is a cluster queue of QM.B"], "OWN.X"),
    ([instances(B), members(of_cluster(B)), qmgr(A, "DEFCLXQ=SCTQ")], {}, ["R is a cluster queue of QM.B"], "SYSTEM.CLUSTER.TRANSMIT.QUEUE"),
    ([instances(B), members(of_cluster(B)), qmgr(A, "DEFCLXQ=CHANNEL")], {}, ["R is a cluster queue of QM.B"], "SYSTEM.CLUSTER.TRANSMIT.CL.B"),
    ([instances(B), members(of_cluster(B)), local("MINE", "USAGE=XMITQ;CLCHNAME=CL.*")], {}, ["R is a cluster queue of QM.B"], "MINE"),
    ([instances(f"{B};PUT=ENABLED", f"{QC};PUT=DISABLED"), members(of_cluster(B, ";XMITQ=OWN.X"))], {},
     ["R is a cluster queue of QM.B; that of QM.C is put-inhibited"], "OWN.X"),
    ([instances(B, QC), members(of_cluster(B, ";XMITQ=OWN.X"), of_cluster(QC, ";XMITQ=C.X"))], {"instance": B},
     ["R is a cluster queue of QM.B"], "OWN.X"),
    ([local("R", "CLUSTER=CL;CLWLUSEQ=ANY;USAGE=NORMAL"), instances(A, B), members(of_cluster(B, ";XMITQ=OWN.X"))], {"instance": B},
     ["R is a cluster queue of QM.B"], "OWN.X"),
])  # fmt: skip
def test_over_which_transmission_queue_another_queue_manager_is_reached(answers, known, means, xmitq):
    end, stops, queues = told(*answers, **THERE_IS_L, **known)
    assert (end[0], stops, queues) == (THERE, means, [xmitq]), end
    assert end[2] == f"{'L' if answers[0] == remote() else 'R'} is a local queue of QM.B"


def both(of_queue=("", ""), of_channel=("", ""), states=("RUNNING", "RUNNING")):
    """A cluster queue of B and C: what is shown of each instance, of the channel to it, and in which state that is."""
    owners = list(zip((B, QC), of_queue, of_channel, states, strict=True))
    shown = [of_cluster(one, f";STATUS={state};SUSPEND=NO{channel}") for one, _, channel, state in owners]
    return instances(*(f"{one}{more}" for one, more, _, _ in owners)), members(*shown)


BOTH_RUN = "; CL.B to QM.B is RUNNING, CL.C to QM.C is RUNNING"
RANK, NO_RANK = ";CLWLRANK=5", ";CLWLRANK=0"
LIKELY, LATER = f"{NO_RANK};CLWLPRTY=7", f"{NO_RANK};CLWLPRTY=1"


@pytest.mark.parametrize(("known", "first", "said"), [
    ({}, None, BOTH_RUN),
    ({"of_queue": (NO_RANK, RANK), "of_channel": (NO_RANK, NO_RANK)}, QC,
     f"{BOTH_RUN}; CLWLRANK puts QM.C before the others, whatever the state of its channel is"),
    ({"of_queue": (RANK, NO_RANK), "of_channel": (NO_RANK, RANK)}, QC,
     f"{BOTH_RUN}; CLWLRANK puts QM.C before the others, whatever the state of its channel is"),
    ({"of_queue": (LATER, LIKELY), "of_channel": (LATER, LATER)}, QC, f"{BOTH_RUN}; CLWLPRTY puts QM.C before the others while the channels are so"),
    ({"of_queue": (LIKELY, LATER), "of_channel": (LATER, LIKELY)}, QC, f"{BOTH_RUN}; CLWLPRTY puts QM.C before the others while the channels are so"),
    ({"of_queue": (LATER, LIKELY), "of_channel": (LATER, LATER), "states": ("RUNNING", "RETRYING")}, B,
     "; CL.B to QM.B is RUNNING, CL.C to QM.C is RETRYING; while the channels are so what is opened again goes to QM.B: CLWLPRTY "
     "counts after their state"),
    ({"of_queue": (LATER, LATER), "of_channel": (LATER, LATER)}, None, BOTH_RUN),
])  # fmt: skip
def test_which_instance_of_a_cluster_queue_goes_before_the_others(known, first, said):
    end, _, _ = told(*both(**known))
    assert [on for on, _ in end[3]] == ([QC, B] if first == QC else [B, QC])
    assert end[2] == f"R is a cluster queue of QM.B, QM.C, and the evidence does not show which was chosen{said}"


def test_a_suspended_queue_manager_is_asked_last():
    shown = members(of_cluster(B, ";STATUS=RUNNING;SUSPEND=YES"), of_cluster(QC, ";STATUS=RUNNING;SUSPEND=NO"))
    end, _, _ = told(instances(B, QC), shown)
    assert [on for on, _ in end[3]] == [QC, B]
    assert end[2].endswith(f"{BOTH_RUN}; QM.B is suspended, and avoided where others can take it")


@pytest.mark.parametrize(("answers", "asked"), [
    ([status("RETRYING", partner="")], [(B, f"DISPLAY CHANNEL('{C}') ALL"), (QC, f"DISPLAY CHANNEL('{C}') ALL")]),
    ([status("RETRYING", partner=""), sender()], [(B, f"DISPLAY CHANNEL('{C}') ALL"), (QC, f"DISPLAY CHANNEL('{C}') ALL")]),
    ([sender()], [(A, f"DISPLAY CHSTATUS('{C}') ALL")]),
])  # fmt: skip
def test_of_a_channel_without_a_known_partner_the_likeliest_queue_manager_is_asked_first(answers, asked):
    others = [(QC, NOW, qmgr(QC, "DEADQ=")), (B, NOW, qmgr(B, "DEADQ="))]
    end, _, _ = told(remote(), XMITQ, *answers, elsewhere=others)
    assert (end[2], end[3]) == (f"the evidence does not show which queue manager {C} of QM.A leads to", asked)


@pytest.mark.parametrize(("kind", "is_end"), [("RCVR", True), ("RQSTR", True), ("SDR", False)])
def test_the_only_receiver_of_a_channels_name_is_its_other_end(kind, is_end):
    there = f"DISPLAY CHANNEL({C})", [show("CHL", f"CHANNEL={C};CHLTYPE={kind}")]
    end, _, _ = told(remote(), XMITQ, sender(), elsewhere=[(B, NOW, there, local("L"))])
    assert (end[0] == THERE) is is_end, end


def test_where_a_channel_will_serve_another_queue_messages_may_wait_on_either():
    runs = show("CHS", f"CHANNEL=CL.B;CHLTYPE=CLUSSDR;CURRENT;STATUS=RUNNING;XMITQ=OLD.X;RQMNAME={B}")
    queues = [local(name, f"CURDEPTH={depth};USAGE=XMITQ") for name, depth in (("OLD.X", 1), ("NEW.X", 2))]
    answers = remote(xmitq=""), members(of_cluster(B, ";XMITQ=NEW.X")), ("DISPLAY CHSTATUS(CL.B)", [runs]), *queues
    end, _, _ = told(*answers, elsewhere=[(B, NOW, local("L"))])
    assert end[2:] == (
        "CL.B serves OLD.X (according to the status of CL.B; its cluster record has XMITQ(NEW.X)), and messages are on both: the evidence "
        "does not show on which this one waits", [(A, "amqsbcg OLD.X QM.A"), (A, "amqsbcg NEW.X QM.A")],
    )  # fmt: skip
    end, _, over = told(*answers[:3], queues[0], elsewhere=[(B, NOW, local("L"))])
    assert (end[0], over) == (THERE, ["OLD.X"])
