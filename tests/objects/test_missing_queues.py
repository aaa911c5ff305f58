"""When a name that no definition has is surely no queue: clusters may know it."""

import pytest

from mqforensics.objects.missing_queues import no_such_queue
from mqforensics.objects.near_names import near_name
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, A, B, local, qmgr, show

GONE = "DISPLAY QUEUE(R)", NOT_FOUND.format("R")
NO_CLUSTER_QUEUE = "DISPLAY QCLUSTER(R)", NOT_FOUND.format("R")
MEMBER = "DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=CL.A;CHLTYPE=CLUSRCVR;CLUSTER=CL")]
ALONE = "DISPLAY CLUSQMGR(*)", NOT_FOUND.format("*")
CLUSTERED = "DISPLAY QCLUSTER(R)", [show("Q", "QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR=QM.C")]


@pytest.mark.parametrize(
    ("answers", "own", "holds", "said"),
    [
        ([local("R")], False, False, ""),
        ([local("X")], False, None, ""),
        ([GONE], False, None, "the evidence does not show whether QM.A is in a cluster"),
        ([GONE], True, True, "R is not defined at QM.A"),
        ([GONE, ALONE], False, True, "R is not defined at QM.A"),
        ([GONE, ALONE, local("r")], False, True, "R is not defined at QM.A (r is)"),
        ([GONE, MEMBER], False, None, "it may be a cluster queue"),
        ([GONE, MEMBER], True, None, "it may be a cluster queue"),
        ([GONE, MEMBER, NO_CLUSTER_QUEUE], False, None, "it may be a cluster queue"),
        ([GONE, MEMBER, CLUSTERED], False, False, ""),
        ([GONE, local("R")], False, None, ""),
    ],
)  # fmt: skip
def test_a_name_that_is_not_defined(answers, own, holds, said):
    found = no_such_queue(estate((A, None, *answers)), A, "R", own)
    assert found.holds is holds and said in found.said and bool(said) == bool(found.said)
    asked = "DISPLAY CLUSQMGR(*)" if NO_CLUSTER_QUEUE in answers else "DISPLAY QCLUSTER('R') ALL"
    command = asked if said and holds is None else "DISPLAY QUEUE('R') ALL"
    assert [one.effect for one in found.next] == ([] if holds else ["looks"])
    assert holds or command in found.next[0].command


@pytest.mark.parametrize(("member", "on"), [
    ("QM.F;QMTYPE=REPOS", "QM.F"), ("QM.P;QMTYPE=NORMAL", A), ("SYSTEM.TEMPQMGR.f(1414);QMTYPE=REPOS", A),
])  # fmt: skip
def test_what_a_queue_manager_has_denied_is_asked_of_a_full_repository(member, on):
    known = "DISPLAY CLUSQMGR(*) WHERE(CLUSTER EQ CL)", [show("CLUS", f"CLUSQMGR={member};CLUSTER=CL;CHANNEL=CL.F")]
    found = no_such_queue(estate((A, None, GONE, MEMBER, NO_CLUSTER_QUEUE, known)), A, "R")
    assert found.holds is None and {one.on for one in found.next} == {on}
    assert ("QCLUSTER('R')" in found.next[0].command) == (on != A)


def test_only_full_repositories_of_all_its_clusters_deny_a_cluster_queue():
    full = (B, None, qmgr(B, "REPOS=CL"), NO_CLUSTER_QUEUE)
    assert no_such_queue(estate((A, None, GONE, MEMBER), full), A, "R").holds is True
    other = "DISPLAY CHANNEL(*)", [show("CHL", f"CHANNEL={of}.A;CHLTYPE=CLUSRCVR;CLUSTER={of}") for of in ("CL", "DL")]
    assert no_such_queue(estate((A, None, GONE, other), full), A, "R").holds is None


@pytest.mark.parametrize(
    ("asked", "there", "said"),
    [("ORD.0UT", "ORD.OUT", "ORD.OUT"), ("app.svrconn", "APP.SVRCONN", "APP.SVRCONN"), ("CENTRL", "CENTRAL", "CENTRAL"),
     ("PAR.DLQQ", "PAR.DLQ", "PAR.DLQ"), ("TO.PRAIS", "TO.PARIS", "TO.PARIS"), ("ORD.1", "ORD.2", None),
     ("QUEUE1", "QUEUE2", None), ("QUEUE1", "QUEUE11", None), ("A.TO.B", "A.TO.C", None), ("ORD.OUT", "ORD.IN", None),
     ("ORD.OUT", "PAY.OUT", None), ("QUE", "QUEUES", None), ("", "Q", None)],
)  # fmt: skip
def test_a_name_is_nearly_one_that_is_defined(asked, there, said):
    assert near_name(asked, [there, None, "SYSTEM.DEFAULT"]) == said
    assert near_name(there, [there, asked]) is None, "it is there itself"


def test_of_several_names_that_are_alike_none_is_told():
    assert near_name("PARS", ["PARTS", "PARIS"]) is None and near_name("pars", ["PARS", "PARTS"]) == "PARS"


def test_the_name_that_is_nearly_the_one_asked_for_is_told():
    gone = ("DISPLAY QUEUE(ORD.0UT)", NOT_FOUND.format("ORD.0UT"))
    found = no_such_queue(estate((A, None, gone, ALONE, local("ORD.OUT"))), A, "ORD.0UT", True)
    assert found.holds and found.said == "ORD.0UT is not defined at QM.A (ORD.OUT is)"
