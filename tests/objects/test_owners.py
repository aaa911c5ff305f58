"""Whose queue a dump is of: the command line before it, else what the estate shows of queues of its name."""

import re

import pytest

from mqforensics.objects import owners
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, local, qmgr

NOW, DLQ = "2026-03-02T15:00:00Z", "SYSTEM.DEAD.LETTER.QUEUE"
GONE = f"DISPLAY QLOCAL({DLQ})", f"AMQ8147E: IBM MQ object {DLQ} not found."


def two(at_a, at_b):
    """Two queue managers with a dead-letter queue of one name; each depth, None where it is not shown."""
    known = [
        (name, NOW, qmgr(name, f"DEADQ={DLQ}"), *([] if depth is None else [local(DLQ, f"CURDEPTH={depth}")]))
        for name, depth in ((A, at_a), (B, at_b))
    ]
    return estate(*known)


@pytest.mark.parametrize(
    ("depths", "count", "owner"),
    [((0, 3), 3, B), ((3, 0), 3, A), ((3, 5), 3, A), ((3, 3), 3, None), ((3, None), 3, None), ((None, None), 3, None)],
)
def test_the_same_name_at_both_ends_needs_a_depth(depths, count, owner):
    assert owners.of_dead_letters(two(*depths), DLQ, [A, B], count, sure=False).object == owner


def test_a_queue_that_is_empty_or_not_there_is_not_the_one():
    assert owners.of_dump(two(0, None), DLQ, 3).object == B
    found = estate((A, NOW, qmgr(A, f"DEADQ={DLQ}"), GONE), (B, NOW, qmgr(B, f"DEADQ={DLQ}"), local(DLQ, "CURDEPTH=3")))
    assert owners.of_dump(found, DLQ, 3).object == B
    assert owners.of_dump(two(0, 0), DLQ, 3).object is None


def test_the_command_line_is_proof_whatever_the_depths_suggest():
    assert owners.of_dead_letters(two(5, 3), DLQ, [A, B], 3, sure=False, printed=A).object == A
    assert owners.of_dump(two(5, 3), DLQ, 3, printed="QM.OTHER").object == "QM.OTHER"


def test_dead_letters_are_no_more_where_the_queue_of_the_command_line_is_empty():
    found = owners.of_dead_letters(two(0, 3), DLQ, [A, B], 3, sure=True, printed=A)
    assert found.holds is None and found.object is None and found.places


def test_only_one_that_can_have_put_them_there_owns_dead_letters():
    other = owners.of_dead_letters(two(0, 3), DLQ, [A], 3, sure=True, only=True)
    assert (other.holds, other.object, other.said) == (None, B, f"{DLQ}, by its depth that of {B}")
    assert owners.of_dead_letters(two(3, 3), DLQ, [A], 3, sure=True, only=True).object == A
    assert owners.of_dead_letters(two(None, 3), DLQ, [A], 3, sure=True, only=True).object is None
    assert owners.of_dead_letters(two(None, 4), DLQ, [A], 3, sure=True, only=True).object == A


def test_one_whose_dead_letter_queue_is_not_shown_may_always_be_it():
    known = two(0, 3)
    for candidates in ([A, B, "QM.HUB"], [A, B, None]):
        found = owners.of_dead_letters(known, DLQ, candidates, 3, sure=False)
        assert (found.holds, found.object) == (None, None)


def test_of_a_dump_with_dead_letters_a_local_queue_of_its_name_is_no_evidence():
    here = (A, NOW, qmgr(A, f"DEADQ={DLQ}"), local(DLQ, "CURDEPTH=0"))
    for shown, owner in (("DEADQ=OTHER", None), (f"DEADQ={DLQ}", B)):
        known = estate(here, (B, NOW, qmgr(B, shown), local(DLQ, "CURDEPTH=3")))
        assert owners.of_dump(known, DLQ, 3, is_dead=True).object == owner
        assert owners.of_dump(known, DLQ, 3).object == B
    for count, owner in ((3, B), (2, None)):  # of A nothing tells which queue that is
        known = estate((A, NOW, qmgr(A, "REPOS=")), (B, NOW, qmgr(B, f"DEADQ={DLQ}"), local(DLQ, "CURDEPTH=3")))
        assert owners.of_dump(known, DLQ, count, is_dead=True).object == owner


@pytest.mark.parametrize("printed", [None, A])
def test_what_was_the_dead_letter_queue_before_another_may_have_been_dumped(printed):
    then, now = (
        (A, "2026-03-02T14:00:00Z", qmgr(A, "DEADQ=OLD"), local("OLD", "CURDEPTH=3")),
        (A, NOW, qmgr(A, "DEADQ=NEW")),
    )
    known = estate(then, now)
    assert owners.of_dead_letters(known, "OLD", [A], 3, sure=True, printed=printed).object == A
    assert owners.of_dump(known, "OLD", 3, is_dead=True).object == A
    assert owners.of_dead_letters(estate(now), "OLD", [A], 3, sure=True, printed=printed).object is None


def test_a_queue_manager_names_itself_where_its_name_is_whole_and_its_queue_is_no_other():
    known = two(0, 3)
    assert owners.by_putter(known, DLQ, A) == A and owners.by_putter(known, "OTHER.DLQ", A) is None
    assert owners.by_putter(known, DLQ, "QM.FAR") is None and owners.by_putter(known, DLQ, "QM.FAR", True) == "QM.FAR"
    long = "Q" * owners.FEW
    assert (
        owners.by_putter(known, DLQ, long, True) is None
        and owners.by_putter(known, DLQ, long, True, long + "1") == long + "1"
    )


@pytest.mark.parametrize(("program", "is_one"), [
    ("MQ1ACHINCSQXRCTL", True), ("MQ1ACHIN CSQXRCTL", True), ("MQ1ACHIN", True), ("MACHINE1", False), ("CSQXRCTL", True),
])  # fmt: skip
def test_the_job_of_a_channel_initiator_is_no_program_of_a_like_name(program, is_one):
    assert owners.by_initiator(program) == is_one == (re.search(owners.CHANNELS, program) is not None)


@pytest.mark.parametrize(("kind", "platform", "may"), [
    (6, "UNIX", True), (6, "APPLIANCE", True), (6, "MVS", False), (2, "MVS", True), (2, "UNIX", False), (8, "OS400", True), (8, "UNIX", False),
    (11, "WINDOWSNT", True), (11, "UNIX", False), (28, "MVS", True), (6, "NSK", True), (None, "MVS", True), (6, None, True),
])  # fmt: skip
def test_a_channel_writes_the_kind_of_its_platform(kind, platform, may):
    known = estate((A, NOW, qmgr(A, f"PLATFORM={platform}" if platform else "DEADQ=")))
    assert owners.can_write(known, A, kind) is may


def test_of_two_candidates_the_kind_of_the_channel_tells():
    known = estate(
        *(
            (name, NOW, qmgr(name, f"DEADQ={DLQ};PLATFORM={of}"), local(DLQ, "CURDEPTH=3"))
            for name, of in ((A, "UNIX"), (B, "MVS"))
        )
    )
    assert [
        owners.of_dead_letters(known, DLQ, [A, B], 3, sure=True, only=True, channel_type=kind).object
        for kind in (6, 2, 28)
    ] == [A, B, None]


def test_the_job_of_a_channel_initiator_names_its_queue_manager():
    known = estate(("MQ1A", NOW, qmgr("MQ1A", "PLATFORM=MVS")), ("MQ2A", NOW, qmgr("MQ2A", "PLATFORM=UNIX")))
    assert [owners.by_job(one, known) for one in ("MQ1ACHIN", "MQ2ACHIN", "MQ3ACHIN", "CSQXRCTL", None)] == [
        "MQ1A",
        None,
        None,
        None,
        None,
    ]
