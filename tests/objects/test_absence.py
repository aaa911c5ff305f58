"""Which answers prove that an object is not there: by their message, their command and what narrowed it."""

import pytest

from mqforensics.objects.absence import HARMLESS, no_queue, no_server, proof
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, A, X, local, show

NOW = "2026-03-02T15:00:00Z"
LISTING = "DISPLAY QUEUE(*)", [show("Q", "QUEUE=OTHER;TYPE=QLOCAL")]


def absences(*answers):
    return estate((A, NOW, *answers)).absences(A)


def failed(message, word="QUEUE", name="R", **more):
    """An answer with a message, as a reader gives it."""
    asked = {"verb": "DISPLAY", "word": word, "name": name, "filters": {}, "attributes": []} | more
    return Row("a", 1, A, "ERROR", None, message=message, command=f"DISPLAY {word}({name})", asked=asked, whole=True)


@pytest.mark.parametrize(("message", "proves"), [
    ("AMQ8147E", True), ("AMQ8147", True), ("AMQ8420I", True), ("AMQ8227W", True), ("CSQM125I", True), ("CSQM297I", True),
    ("AMQ8148E", False), ("AMQ8135E", False), ("AMQ8405I", False), ("CSQM292I", False), (None, False),
])  # fmt: skip
def test_only_a_message_that_nothing_was_found_proves_anything(message, proves):
    assert bool(no_queue(Estate([failed(message)]).absences(A), "R")) is proves


@pytest.mark.parametrize(("asked", "proves"), [
    ({}, True), ({"verb": "ALTER"}, False), ({"name": None}, False), ({"attributes": ["ALL"]}, True), ({"attributes": ["CURDEPTH"]}, True),
    ({"attributes": ["CLUS"]}, False), ({"attributes": ["WHE"]}, False), ({"filters": {"QSGDISP": "LIVE"}}, True),
    ({"filters": {"QSGDISP": "GROUP"}}, False), ({"filters": {"TYPE": "*"}}, True), ({"filters": {"TYPE": "ALL"}}, True),
    ({"filters": {"CMDSCOPE": "MQ2A"}}, False),
])  # fmt: skip
def test_a_command_that_is_cut_or_narrowed_proves_nothing(asked, proves):
    assert bool(no_queue(Estate([failed("AMQ8147E", **asked)]).absences(A), "R")) is proves


@pytest.mark.parametrize(("refusal", "lacks"), [
    ("AMQ8135E: Not authorized.", False), ("AMQ8149E: IBM MQ object damaged.", False), ("AMQ8426I: Valid MQSC commands are:", True),
])  # fmt: skip
def test_a_listing_lacks_nothing_where_the_asker_was_refused_once(refusal, lacks):
    found = absences(LISTING, ("DISPLAY QLOCAL(SECRET)", refusal))
    assert bool(no_queue(found, "GONE")) is lacks
    own = absences(("DISPLAY QUEUE(GONE)", NOT_FOUND.format("GONE")), ("DISPLAY QLOCAL(SECRET)", refusal))
    assert no_queue(own, "GONE"), "what was asked for by its name was answered"


@pytest.mark.parametrize(
    ("word", "name", "filters"), [(word, key, value) for word, told in HARMLESS.items() for key, value in told.items()]
)
def test_a_filter_that_leaves_nothing_out_is_harmless(word, name, filters):
    for value in (*filters, "OTHER"):
        found = Estate([failed("AMQ8147E", word, "R", filters={name: value})]).absences(A)
        assert bool(proof(found, (word,), "R")) is (value in filters)


@pytest.mark.parametrize(("command", "queues", "cluster"), [
    ("DISPLAY QUEUE(R)", True, False), ("DISPLAY QUEUE(R) CLUSINFO", True, True), ("DISPLAY QCLUSTER(R)", False, True),
    ("DISPLAY QUEUE(R) TYPE(QCLUSTER)", False, True), ("DISPLAY QUEUE(R) CLUSINFO CLUSTER(CL)", False, False),
])  # fmt: skip
def test_with_clusinfo_a_question_about_queues_is_one_about_those_of_the_cluster(command, queues, cluster):
    found = absences((command, NOT_FOUND.format("R")))
    assert (bool(no_queue(found, "R")), bool(proof(found, ("QCLUSTER",), "R"))) == (queues, cluster)


@pytest.mark.parametrize(("command", "answer", "proves"), [
    (f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {X})", NOT_FOUND.format("*"), True),
    ("DISPLAY CHANNEL(*)", NOT_FOUND.format("*"), True), ("DISPLAY CHANNEL(*) WHERE(XMITQ EQ OTHER)", NOT_FOUND.format("*"), False),
    ("DISPLAY CHANNEL(A*)", NOT_FOUND.format("A*"), False), ("DISPLAY CHSTATUS(*)", NOT_FOUND.format("*"), False),
    ("DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=C;CHLTYPE=SDR;XMITQ=OTHER")], False),
    (f"DISPLAY CHANNEL(*) WHERE(CONNAME EQ {X})", NOT_FOUND.format("*"), False),
    (f"DISPLAY CHANNEL(*) CHLTYPE(SDR) WHERE(XMITQ EQ {X})", NOT_FOUND.format("*"), False),
])  # fmt: skip
def test_no_channel_is_defined_for_a_transmission_queue(command, answer, proves):
    assert bool(no_server(absences((command, answer)), X)) is proves


@pytest.mark.parametrize(("told", "hides"), [
    ({"XMITQ": X}, False), ({"XMITQ": "OTHER"}, True), ({}, True), ({"XMITQ": None}, True), ({"XMITQ": X, "STATUS": "RUNNING"}, False),
])  # fmt: skip
def test_a_filter_hides_no_object_that_is_known_to_pass_it(told, hides):
    [found] = absences((f"DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {X})", "AMQ8420I: Channel Status not found."))
    assert found.may_hide(told) is hides and found.narrowed == {"WHERE": f"XMITQ EQ {X}"}
    assert bool(proof([found], ("CHSTATUS",), "C", told)) is not hides


def test_a_listing_is_cited_for_its_command_and_a_failure_for_itself():
    [listed], [failure] = absences(LISTING), absences(("DISPLAY QUEUE(R)", NOT_FOUND.format("R")))
    assert (listed.place.shows, failure.place.shows) == ("DISPLAY QUEUE(*)", None)
    assert listed.covers("R") and not listed.covers("OTHER") and not listed.covers(None) and failure.covers("R")


def test_a_listing_that_is_cut_or_has_an_object_without_a_name_lacks_nothing():
    assert absences(LISTING) and not absences(("DISPLAY QUEUE(*)", [*LISTING[1], show("Q", "TYPE=QLOCAL;CURDEPTH=1")]))
    assert not absences(local("R"), local("OTHER"))
