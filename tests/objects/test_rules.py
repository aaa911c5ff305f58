"""Rules of name resolution, channels and dead-letter queues, each by a small piece of evidence."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.objects import channel_causes, checks
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.fact import Clock, Span
from mqforensics.objects.resolution import resolve
from mqforensics.questions.walk import links
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, C, X, local, qmgr, remote, sender, show, status

NOW = "2026-03-02T15:00:00Z"
NONE = "AMQ8147E: IBM MQ object {} not found."


def alias(target="L", kind="QUEUE", name="R"):
    return f"DISPLAY QALIAS({name})", [
        show("Q", f"QUEUE={name};TYPE=QALIAS;TARGET={target};TARGTYPE={kind};PUT=ENABLED")
    ]


def cluster(*owners, name="R"):
    return f"DISPLAY QCLUSTER({name})", [
        show("Q", f"QUEUE={name};TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={one}") for one in owners
    ]


def listed_without_a_name():
    command, (own, other) = cluster(A, B)
    return command, [own, [line for line in other if "QUEUE(R)" not in line]]


def member(name, channel, of="CL"):
    return f"DISPLAY CLUSQMGR({name})", [show("CLUS", f"CLUSQMGR={name};CHANNEL={channel};CLUSTER={of};STATUS=RUNNING")]


def end(*answers, object_manager=""):
    return resolve(estate((A, NOW, *answers)), "R", A, object_manager).end


RESOLUTION = {
    "a local queue is the end": ([local("R")], "destination", ""),
    "an alias leads to its target": ([alias(), local("L")], "destination", ""),
    "an alias of a topic is published": ([alias("PRICES", "TOPIC"), local("PRICES")], "topic", "topic object PRICES"),
    "an alias of an alias fails with 2001": ([alias(), alias("M", name="L")], "nowhere", "2001"),
    "a remote definition without RNAME is no queue": ([remote(rname="")], "nowhere", "2184"),
    "a remote definition that names its own manager fails": ([remote(manager=A)], "nowhere", "2087"),
    "a remote definition that names a partner of the own name is open": (
        [remote(manager=A), ("DISPLAY CHSTATUS(A.TO.B)", [
            show("CHS", f"CHANNEL=A.TO.B;CHLTYPE=SDR;CURRENT;RQMNAME={A};STATUS=RUNNING;XMITQ={X}")])],
        "unknown", "which of two queue managers"
    ),
    "a remote definition that names no manager fails, too": ([remote(manager="")], "nowhere", "2087"),
    "a transmission queue is no destination": ([local("R", "USAGE=XMITQ;CURDEPTH=1")], "unknown", "transmission queue"),
    "a cluster queue of several managers is open": ([cluster(B, "QM.C")], "unknown", "does not show which"),
    "a local queue with CLWLUSEQ(ANY) is open": (
        [local("R", "CLUSTER=CL;CLWLUSEQ=ANY;USAGE=NORMAL"), cluster(A, B)], "unknown", "may go to either"
    ),
    "a local queue with CLWLUSEQ(LOCAL) is the end": (
        [local("R", "CLUSTER=CL;CLWLUSEQ=LOCAL;USAGE=NORMAL"), cluster(A, B)], "destination", ""
    ),
    "a put-inhibited local queue whose only instance is listed is the end": (
        [local("R", "CLUSTER=CL;PUT=DISABLED;USAGE=NORMAL"), cluster(A)], "destination", ""
    ),
    "a listed instance that has lost its name may be another one": (
        [local("R", "CLUSTER=CL;PUT=DISABLED;USAGE=NORMAL"), listed_without_a_name()], "unknown", "may go to either"
    ),
    "two clusters to one manager are two channels": (
        [remote(xmitq=""), member(B, "CL.B"), member(B, "INT.B", "INT")], "unknown", "CL.B, INT.B"
    ),
    "a queue manager that is in a cluster may know it there": (
        [("DISPLAY QUEUE(R)", NONE.format("R")), member(B, "CL.B")], "unknown", "may be a cluster queue"
    ),
    "a transmission queue that is not there": ([remote(), (f"DISPLAY QLOCAL({X})", NONE.format(X))], "nowhere", X),
    "USAGE(NORMAL) is no transmission queue": ([remote(), local(X, "USAGE=NORMAL")], "nowhere", "USAGE(NORMAL)"),
    "definitions and answers that contradict each other": (
        [remote(), ("DISPLAY QUEUE(R)", NONE.format("R"))], "unknown", "contradicts"
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", RESOLUTION)
def test_name_resolution(rule):
    answers, kind, said = RESOLUTION[rule]
    found = end(*answers)
    assert found.kind == kind
    assert said in found.said


def test_the_name_given_with_the_own_queue_manager_is_not_balanced():
    balanced = [local("R", "CLUSTER=CL;CLWLUSEQ=ANY;USAGE=NORMAL"), cluster(A, B)]
    assert end(*balanced, object_manager=A).kind == "destination"


def test_a_queue_manager_named_at_open_that_is_a_remote_queue_is_no_alias():
    gate = "DISPLAY QREMOTE(GATE)", [show("Q", f"QUEUE=GATE;TYPE=QREMOTE;RNAME=L;RQMNAME={B};XMITQ={X}")]
    found = end(gate, object_manager="GATE")
    assert (found.kind, "2087" in found.said) == ("nowhere", True)


def test_a_blank_rqmname_of_a_manager_alias_resolves_the_queue_here():
    gate = "DISPLAY QREMOTE(GATE)", [show("Q", "QUEUE=GATE;TYPE=QREMOTE;RNAME=;RQMNAME=;XMITQ=")]
    assert end(local("R"), gate, object_manager="GATE").kind == "destination"


def test_no_way_to_a_queue_manager_needs_the_default_transmission_queue_shown_blank_and_no_cluster():
    asked = [remote(xmitq=""), (f"DISPLAY QUEUE({B})", NONE.format(B))]
    assert end(*asked).kind == "unknown"
    partial = end(*asked, qmgr(A, "DEFXMITQ=;REPOS=;REPOSNL="))
    assert (partial.kind, "the evidence does not show whether" in partial.said and "in a cluster" in partial.said) == (
        "unknown",
        True,
    )
    alone = "DISPLAY CLUSQMGR(*)", NONE.format("*")
    assert end(*asked, qmgr(A, "DEFXMITQ="), alone).kind == "nowhere"


@pytest.mark.parametrize(("types", "default", "kind", "said"), [
    (("QLOCAL", "QREMOTE"), X, "destination", ""), (("QLOCAL",), X, "unknown", "does not show how"),
    (("QLOCAL", "QREMOTE"), "", "nowhere", f"no local queue or remote definition {B} and no default"),
])  # fmt: skip
def test_no_local_queue_and_no_remote_definition_of_its_name_leave_the_default_transmission_queue(
    types, default, kind, said
):
    none = [(f"DISPLAY {one}({B})", NONE.format(B)) for one in types]
    alone = "DISPLAY CLUSQMGR(*)", NONE.format("*")
    reached = (local(X, "USAGE=XMITQ;CURDEPTH=0"), sender(), status()) if default else ()
    here = remote(xmitq=""), *none, alone, qmgr(A, f"DEFXMITQ={default}"), *reached
    found = resolve(estate((A, None, *here), (B, None, local("L"))), "R", A).end
    assert found.kind == kind and said in found.said, found.said


@pytest.mark.parametrize(("before", "advised"), [("DEADQ=OLD.DLQ", "OLD.DLQ"), ("DEADQ=", "SYSTEM.DEAD.LETTER.QUEUE"),
                                                 ("CCSID=1208", "SYSTEM.DEAD.LETTER.QUEUE")])  # fmt: skip
def test_a_blank_deadq_is_given_the_queue_that_it_had(before, advised):
    shown = estate((B, "2026-03-01T00:00:00Z", qmgr(B, before)), (B, "2026-03-02T00:00:00Z", qmgr(B, "DEADQ=")))
    assert checks.dead_letter_queue(shown, B).name_to_set == advised


@pytest.mark.parametrize(
    ("queue", "usable"),
    [
        (local("DLQ", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=10;USAGE=NORMAL"), True),
        (local("DLQ", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=10;USAGE=NORMAL"), False),
        (local("DLQ", "PUT=ENABLED;CURDEPTH=10;MAXDEPTH=10;USAGE=NORMAL"), False),
        (local("DLQ", "PUT=ENABLED;CURDEPTH=0;MAXDEPTH=10;USAGE=XMITQ"), False),
        (("DISPLAY QLOCAL(DLQ)", NONE.format("DLQ")), False),
        (local("OTHER"), None),
    ],
)  # fmt: skip
def test_whether_a_dead_letter_queue_can_be_used(queue, usable):
    assert checks.dead_letter_queue(estate((B, NOW, qmgr(B, "DEADQ=DLQ"), queue)), B).usable is usable


def test_an_alteration_after_the_put_leaves_open_what_held():
    shut = "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=10;ALTDATE=2026-03-02;ALTTIME=14.05.00"
    found = estate((B, NOW, local("L", shut)), clocks={B: timedelta()})
    at = {hour: Span(*[datetime(2026, 3, 2, hour, 30, tzinfo=UTC)] * 2) for hour in (10, 14)}
    assert checks.puts(found, B, ["L"], at[14]).holds is True
    assert checks.puts(found, B, ["L"], at[10]).holds is None
    assert checks.puts(found, B, ["L"]).holds is True


def test_the_lowest_capexpry_counts_wherever_it_stands():
    found = estate((B, NOW, local("L", "CUSTOM=CAPEXPRY(600)"), alias("L", name="K")))
    assert links.expiry_cap(found, B, ["K", "L"])[0] == 600


def entry(message, hour, manager=A, channel=C):
    when = datetime(2026, 3, 2, hour, tzinfo=UTC)
    return Entry(message, channel, manager, "b (1414)", 1, when, "text", "AMQERR01.LOG", hour)


def why(entries, state="RETRYING", queue="CURDEPTH=5", more=""):
    found = estate((A, NOW, remote(), local(X, queue), sender(), status(state, more=more)), clocks={A: timedelta()})
    return channel_causes.cause(entries, found, resolve(found, "R", A).hops[0], C, state)


def test_only_entries_after_the_last_session_that_worked_are_causes():
    told = why([entry("AMQ9202", 3), entry("AMQ9002", 4), entry("AMQ9633", 14), entry("AMQ9999", 14)])
    assert told.entry.message == "AMQ9633"
    assert why([entry("AMQ9202", 3), entry("AMQ9002", 4)]) is None


def test_a_session_that_began_later_makes_an_entry_history():
    assert why([entry("AMQ9202", 3)], more=";CHSTADA=2026-03-02;CHSTATI=06.00.04") is None


@pytest.mark.parametrize(
    ("message", "said"),
    [("AMQ9637", "QM.B sent no certificate"), ("AMQ9777", "record of QM.A blocks"), ("AMQ9513", "MaxChannels"),
     ("CSQX526E", "sequence numbers"), ("AMQ9526", "sequence numbers"), ("AMQ9558", "not available at QM.B")],
)  # fmt: skip
def test_what_an_entry_means(message, said):
    assert said in why([entry(message, 14)]).said


@pytest.mark.parametrize(
    ("queue", "said"),
    [("CURDEPTH=5;NOTRIGGER", "NOTRIGGER"), ("CURDEPTH=5;GET=DISABLED", "GET(DISABLED)"),
     ("CURDEPTH=5;TRIGGER;INITQ=", "no initiation queue"), ("CURDEPTH=5;TRIGGER;TRIGDATA=OTHER;INITQ=Q", "another channel")],
)  # fmt: skip
def test_why_nothing_starts_an_inactive_channel(queue, said):
    assert said in why([], "INACTIVE", queue).said


def test_times_of_an_unknown_zone_are_compared_with_nothing():
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert Clock().utc(datetime(2026, 3, 2, 11)).before(Span(at, at)) is None
    assert Clock().utc(datetime(2026, 2, 28, 11)).before(Span(at, at)) is True
