"""Where what is put to an alias of a topic goes: what is said of its subscriptions, and what is asked."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.objects.commands import without_shell
from mqforensics.objects.fact import Span
from mqforensics.objects.resolution import resolve
from tests.grammar import mqsc
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, A, B, C, X, local, qmgr, remote, sender, show, status

NOW = "2026-03-02T15:00:00Z"
PUT = Span(*[datetime(2026, 3, 2, 14, tzinfo=UTC)] * 2)
ALIAS = "DISPLAY QALIAS(R)", [show("Q", "QUEUE=R;TYPE=QALIAS;TARGET=T;TARGTYPE=TOPIC")]
T, S = "T;TOPICSTR=a/b;PUB=ASPARENT", f"S;DEST=L;DESTQMGR={A};TOPICSTR=a/b;WSCHEMA=TOPIC"
OTHER = "X;DEST=L;TOPICSTR=c"
ALIAS_OF = "R at QM.A is an alias of the topic object T"
SUBS, STATUS = "DISPLAY SUB(*) SUBTYPE(ALL) TOPICSTR DEST DESTQMGR", "DISPLAY TPSTATUS('a/b') TYPE(SUB)"
ONE, SOME = "The evidence does not show whether it got a copy", "The evidence does not show which of them got a copy"
SHUT = local("L", "CURDEPTH=3;PUT=DISABLED")
MATCHES, TAKES_NONE = (
    "What matches it: S to L at QM.A",
    "What matches it: S to L at QM.A (CURDEPTH(3), takes none now). ",
)
NOBODY = "No subscription in the evidence is to that"


def topics(*each):
    return "DISPLAY TOPIC(*) ALL", [show("TOPIC", f"TOPIC={one}") for one in each]


def subs(*each, command="DISPLAY SUB(*) ALL"):
    return command, [show("SUB", f"SUB={one}") for one in each]


def subscribers(*ids, more=";SUBUSER=app;SUBTYPE=API"):
    return "DISPLAY TPSTATUS('a/b') TYPE(SUB)", [show("TPS", f"TOPICSTR=a/b;SUBID={one}{more}") for one in ids]


def published(*answers, elsewhere=(), put=None, **known):
    """The end of a publication, and what is asked for, of the queue managers that it is asked of."""
    found = estate((A, NOW, ALIAS, *answers), *elsewhere, clocks={A: timedelta(), B: timedelta()})
    end = resolve(found, "R", A, moment=put, **known).end
    asked = [(one.on, without_shell(one)) for one in end.next]
    assert all(text.startswith("amqsbcg ") or mqsc.parse(text) for _, text in asked) and end.kind == "topic"
    return end, asked


@pytest.mark.parametrize(("answers", "code", "said", "asked"), [
    ([], 0, ": the message is published, and each subscription that matches may get a copy", "DISPLAY TOPIC('T') TOPICSTR PUB SUB"),
    ([topics("T;TOPICSTR=a/b;PUB=DISABLED"), subs(S)], 2051, ", which takes no publications (PUB(DISABLED))",
     "DISPLAY TOPIC('T') PUB DESCR ALTDATE ALTTIME"),
    ([topics(T, "UP;TOPICSTR=a;PUB=DISABLED"), subs(S)], 2051,
     ", which takes no publications (PUB(DISABLED) of the topic object UP above it)", "DISPLAY TOPIC('UP') PUB DESCR ALTDATE ALTTIME"),
    ([topics(T), qmgr(A, "PSMODE=DISABLED")], 2531, ", which takes no publications (PSMODE(DISABLED) of QM.A)",
     "DISPLAY QMGR PSMODE ALTDATE ALTTIME"),
    ([topics(T), ("DISPLAY TPSTATUS('a/b')", [show("TPS", "TOPICSTR=a/b;PUB=DISABLED")])], 2051,
     ", which takes no publications (PUB(DISABLED) in the status of a/b)", "DISPLAY TOPIC(*) TOPICSTR PUB DESCR ALTDATE ALTTIME"),
])  # fmt: skip
def test_what_keeps_publications_out_is_said_with_its_reason(answers, code, said, asked):
    end, looks = published(*answers)
    assert (end.code, end.said, looks) == (code, ALIAS_OF + said, [(A, asked)])


@pytest.mark.parametrize(("above", "takes"), [
    (["UP;TOPICSTR=a;PUB=DISABLED", "MID;TOPICSTR=a/b;PUB=ENABLED"], True), (["UP;TOPICSTR=a/bc;PUB=DISABLED"], True),
    (["UP;TOPICSTR=;PUB=DISABLED"], False), (["UP;TOPICSTR=a;PUB=ENABLED", "ROOT;TOPICSTR=;PUB=DISABLED"], True),
    (["UP;TOPICSTR=a/b/c;PUB=DISABLED"], True),
])  # fmt: skip
def test_the_nearest_topic_object_that_does_not_leave_it_to_its_parent_decides(above, takes):
    assert (published(topics(T, *above), subs(S))[0].code == 0) is takes


BROWSED = [(A, "amqsbcg L QM.A")]


@pytest.mark.parametrize(("answers", "known", "said", "looks"), [
    ([], {}, "Each subscription that matches may get a copy, and the evidence does not list them", []),
    ([subs(S)], {}, f"{MATCHES}. {ONE}", BROWSED),
    ([subs(S), local("L", "CURDEPTH=3")], {}, f"{MATCHES} (CURDEPTH(3)). {ONE}", BROWSED),
    ([subs(S), local("L")], {}, f"{MATCHES} (CURDEPTH(0)). {ONE}", []),  # an empty queue has nothing to browse
    ([subs(S, S.replace("S;", "S2;"))], {}, f"{MATCHES}; S2 to L at QM.A. {SOME}", BROWSED * 2),
    ([subs(*(f"S{place};DEST=L{place};TOPICSTR=a/b" for place in range(6)))], {},
     f"What matches it: {'; '.join(f'S{place} to L{place} at QM.A' for place in range(4))}; and 2 more. {SOME}",
     [(A, f"amqsbcg L{place} QM.A") for place in range(4)]),
    ([subs(*(f"S{place};DEST=L{place};TOPICSTR=a/b" for place in range(4)))], {},
     f"What matches it: {'; '.join(f'S{place} to L{place} at QM.A' for place in range(4))}. {SOME}",
     [(A, f"amqsbcg L{place} QM.A") for place in range(4)]),
    ([subs(OTHER)], {}, f"{NOBODY}: a publication without a subscription is discarded", []),
    ([subs(OTHER)], {"put": PUT}, f"{NOBODY} now. One that was there at the put may have been deleted", []),
    ([subs(OTHER, command="DISPLAY SUB(X*) ALL")], {}, "Each subscription that matches may get a copy, and the evidence does not list them", []),
    ([subs(S.replace("L", "GONE")), ("DISPLAY QUEUE(GONE)", NOT_FOUND.format("GONE"))], {},
     f"What matches it: S to GONE at QM.A (no queue of QM.A now). {ONE}", []),
    ([subs(S.replace("L", "FAR")), remote("FAR"), local(X, "CURDEPTH=4;USAGE=XMITQ"), sender(), status("STOPPED")],
     {"elsewhere": [(B, NOW, local("L", "CURDEPTH=9"))]},
     f"What matches it: S to FAR at QM.A, over {X} (CURDEPTH(4)), {C} is STOPPED, on to L at QM.B (CURDEPTH(9)). {ONE}",
     [(A, f"amqsbcg {X} QM.A"), (B, "amqsbcg L QM.B")]),
    ([subs(S.replace("L", "FAR")), remote("FAR"), local(X, "USAGE=XMITQ"), sender()], {},
     f"What matches it: S to FAR at QM.A, over {X}, the evidence does not show the state of {C}. {ONE}",
     [(A, f"amqsbcg {X} QM.A"), (A, f"DISPLAY CHSTATUS('{C}') ALL")]),
    ([subs(S), SHUT, qmgr(A, "DEADQ=DLQ")], {},
     f"{TAKES_NONE}A copy that a queue does not take goes to the dead-letter queue DLQ, unless USEDLQ(NO) holds. {ONE}", BROWSED),
    ([subs(S), SHUT, qmgr(A, "DEADQ=")], {}, f"{TAKES_NONE}{ONE}", BROWSED),
    ([subs(S.replace("L", "AL")), ("DISPLAY QALIAS(AL)", [show("Q", "QUEUE=AL;TYPE=QALIAS;TARGET=T;TARGTYPE=TOPIC")])], {},
     f"What matches it: S to AL at QM.A (an alias of a topic: each copy is refused with 2480). {ONE}", []),
    ([subscribers("41", more="")], {}, f"Its status shows subscribers without a definition here: SUBID(41). {ONE}", []),
    ([subscribers(*range(40, 46))], {},
     f"Its status shows subscribers without a definition here: {'; '.join(f'SUBID({one}) (of user app, SUBTYPE API)' for one in range(40, 44))}; "
     f"and 2 more. {SOME}", []),
    ([subscribers(*range(40, 44))], {},
     f"Its status shows subscribers without a definition here: {'; '.join(f'SUBID({one}) (of user app, SUBTYPE API)' for one in range(40, 44))}. "
     f"{SOME}", []),
    ([subs(f"{S};SUBID=41"), subscribers(41, 42)], {},
     f"{MATCHES}. Its status shows subscribers without a definition here: SUBID(42) (of user app, SUBTYPE API). {SOME}", BROWSED),
    ([subs(f"{S};SUBID=41"), subscribers(41, more=";LMSGDATE=2026-03-02;LMSGTIME=13.00.00")], {},
     f"{MATCHES} (last message of the subscription 2026-03-02 13:00:00). {ONE}", BROWSED),
    ([subs(f"{S};SUBID=41"), subscribers(41, more=";LMSGDATE=2026-03-02;LMSGTIME=13.00.00")], {"put": PUT},
     f"{MATCHES} (last message of the subscription 2026-03-02 13:00:00), but nothing was published to it since the put. {ONE}", BROWSED),
])  # fmt: skip
def test_what_is_said_of_the_subscriptions_of_a_publication(answers, known, said, looks):
    end, asked = published(topics(T), *answers, **known)
    assert end.said == f"{ALIAS_OF}: the message is published to a/b. {said}"
    copies, lists = (
        [one for one in asked if one[1] not in (SUBS, STATUS)],
        [text for _, text in asked if text in (SUBS, STATUS)],
    )
    assert copies == looks
    assert lists == ([STATUS, SUBS] if "What matches" in said else [SUBS, STATUS])


@pytest.mark.parametrize(("more", "but"), [
    ("", ""), ("REQONLY=YES", "REQONLY(YES): it gets none unasked"), ("REQONLY=NO", ""), ("SELECTOR=a=1", "it gets only what its SELECTOR takes"),
    ("SELTYPE=STANDARD", "it gets only what its SELECTOR takes"), ("SELTYPE=NONE", ""),
    ("CRDATE=2026-03-02;CRTIME=14.30.00", "it was created after the put"), ("CRDATE=2026-03-02;CRTIME=13.30.00", ""),
    ("ALTDATE=2026-03-02;ALTTIME=14.30.00", "it was altered since the put"), ("ALTDATE=2026-03-02;ALTTIME=13.30.00", ""),
    ("REQONLY=YES;SELECTOR=a", "REQONLY(YES): it gets none unasked and it gets only what its SELECTOR takes"),
])  # fmt: skip
def test_what_may_keep_a_copy_from_a_subscription_is_said_behind_it(more, but):
    end, _ = published(topics(T), subs(f"{S};{more}" if more else S), put=PUT)
    assert end.said.endswith(f"{MATCHES}{f', but {but}' if but else ''}. {ONE}")


@pytest.mark.parametrize(("to", "scheme", "wildcard", "is_out"), [
    ("a/#", "TOPIC", "BLOCK", True), ("#", "TOPIC", "BLOCK", True), ("a/+", "TOPIC", "BLOCK", True), ("a/b/#", "TOPIC", "BLOCK", False),
    ("a/b", "TOPIC", "BLOCK", False), ("a/#", "TOPIC", "PASSTHRU", False), ("a*", "CHAR", "BLOCK", True), ("a/b*", "CHAR", "BLOCK", False),
    ("a?b", "CHAR", "BLOCK", True),
])  # fmt: skip
def test_a_topic_object_keeps_a_wildcard_out_that_begins_above_it(to, scheme, wildcard, is_out):
    end, _ = published(topics(f"{T};WILDCARD={wildcard}"), subs(f"S;DEST=L;TOPICSTR={to};WSCHEMA={scheme}"))
    assert (
        "but WILDCARD(BLOCK) of the topic object T keeps its wildcard out" in end.said
    ) is is_out and MATCHES in end.said


DELIVERY = f"{TAKES_NONE}{{}} the whole put fails while L takes none (2502): nobody gets it. {{}}"
SO, NOT_SHOWN = "It was so at the put", "The evidence does not show that it was so at the put"


@pytest.mark.parametrize(("tree", "durable", "known", "said"), [
    ("USEDLQ=NO;PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "", {}, DELIVERY.format("If it is persistent, with PMSGDLV(ALL) and USEDLQ(NO)", SO)),
    ("USEDLQ=NO;PMSGDLV=ALL;NPMSGDLV=ALL", "", {}, DELIVERY.format("With PMSGDLV(ALL) and NPMSGDLV(ALL) and USEDLQ(NO)", SO)),
    ("USEDLQ=NO;PMSGDLV=ALLAVAIL;NPMSGDLV=ALL", "", {}, DELIVERY.format("If it is nonpersistent, with NPMSGDLV(ALL) and USEDLQ(NO)", SO)),
    ("USEDLQ=NO;PMSGDLV=ALL;NPMSGDLV=ALL", "", {"put": PUT}, DELIVERY.format("With PMSGDLV(ALL) and NPMSGDLV(ALL) and USEDLQ(NO)", NOT_SHOWN)),
    ("USEDLQ=NO;PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "", {"persistence": 1}, DELIVERY.format("With PMSGDLV(ALL) and USEDLQ(NO)", SO)),
    ("USEDLQ=NO;PMSGDLV=ALL;NPMSGDLV=ALLAVAIL", "", {"persistence": 0}, f"{TAKES_NONE}{ONE}"),
    ("USEDLQ=NO;PMSGDLV=ALLDUR;NPMSGDLV=ALLAVAIL", ";DURABLE=YES", {"persistence": 1}, DELIVERY.format("With PMSGDLV(ALLDUR) and USEDLQ(NO)", SO)),
    ("USEDLQ=NO;PMSGDLV=ALLDUR;NPMSGDLV=ALLAVAIL", ";DURABLE=NO", {"persistence": 1}, f"{TAKES_NONE}{ONE}"),
    ("USEDLQ=YES;PMSGDLV=ALL;NPMSGDLV=ALL", "", {},
     f"{TAKES_NONE}A copy that a queue does not take goes to the dead-letter queue DLQ. {ONE}"),
])  # fmt: skip
def test_whether_one_queue_that_takes_none_fails_the_whole_publication(tree, durable, known, said):
    end, _ = published(topics(f"{T};{tree}"), subs(S + durable), SHUT, qmgr(A, "DEADQ=DLQ"), **known)
    assert end.said == f"{ALIAS_OF}: the message is published to a/b. {said}"
    assert ("PMSGDLV" in said) == bool({"PMSGDLV", "NPMSGDLV"} & {place.shows for place in end.places})


@pytest.mark.parametrize(("tree", "command", "said"), [
    (f"{T};CLUSTER=CL", "DISPLAY SUB(*) ALL", f"{NOBODY}, and proxy subscriptions for other queue managers of the cluster were not asked for"),
    (f"{T};CLUSTER=CL", "DISPLAY SUB(*) SUBTYPE(ALL) ALL", f"{NOBODY}: a publication without a subscription is discarded"),
    (f"{T};CLUSTER=CL", "DISPLAY SUB(*) SUBTYPE(PROXY) ALL", f"{NOBODY}: a publication without a subscription is discarded"),
    (f"{T};CLUSTER=CL", "DISPLAY SUB(*) SUBTYPE(API) ALL", f"{NOBODY}, and proxy subscriptions for other queue managers of the cluster were not asked for"),
    (f"{T};PUBSCOPE=QMGR;CLUSTER=CL", "DISPLAY SUB(*) ALL",
     f"{NOBODY} at QM.A, and PUBSCOPE(QMGR) keeps what is published there, so that FAR at QM.B gets none: "
     "a publication without a subscription is discarded"),
    (f"{T};PUBSCOPE=ALL", "DISPLAY SUB(*) ALL", f"{NOBODY}: a publication without a subscription is discarded"),
])  # fmt: skip
def test_that_nobody_subscribes_is_said_of_what_was_asked_for(tree, command, said):
    end, _ = published(
        topics(tree), subs(OTHER, command=command), elsewhere=[(B, NOW, subs("FAR;DEST=L;TOPICSTR=a/b"))]
    )
    assert end.said == f"{ALIAS_OF}: the message is published to a/b. {said}"
    assert ("PUBSCOPE" in [place.shows for place in end.places]) == ("PUBSCOPE" in said)


def test_a_subscription_that_an_earlier_capture_alone_has_is_said_to_be_gone():
    early = (A, "2026-03-02T13:00:00Z", subs(S.replace("S;", "OLD;")))
    end, asked = published(topics(T), subs(OTHER), elsewhere=[early])
    assert end.said.endswith("An earlier capture has what matched and is gone since: OLD to L at QM.A")
    assert (A, "amqsbcg L QM.A") not in asked and ("L", A) in end.copies


def test_a_copy_may_carry_every_queue_on_its_way_as_its_destination():
    end, _ = published(topics(T), subs(S.replace("L", "FAR")), remote("FAR"), local(X, "USAGE=XMITQ"))
    assert end.copies == {("FAR", A), (X, A), ("L", B)}


def test_the_string_of_a_topic_of_the_cluster_is_taken_where_it_is_not_defined_here():
    clustered = "DISPLAY TCLUSTER(*) ALL", [show("TOPIC", "TOPIC=T;TYPE=CLUSTER;CLUSTER=CL;TOPICSTR=a/b")]
    end, _ = published(clustered, subs(S))
    assert end.said == f"{ALIAS_OF}: the message is published to a/b. {MATCHES}. {ONE}"
