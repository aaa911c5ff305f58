"""What holds for the answers of every case: sample cases, and those of others where they are present."""

import re

import pytest

from mqforensics import open_case
from mqforensics.questions import answers
from tests.conftest import SHARED
from tests.writers.cases import SAMPLES

OTHERS = SHARED / "cases"
CASES = [
    *sorted(path for path in SAMPLES.iterdir() if path.is_dir()),
    *(pytest.param(path, marks=pytest.mark.slow) for path in sorted(OTHERS.glob("*/")) if OTHERS.is_dir()),
]
HEADING = re.compile(r"MQGET of message number|\{$|AMQ8\d{3}\w: .*details")


@pytest.fixture(scope="module", params=CASES, ids=lambda path: path.name)
def asked(request, spark):
    """The answers of a case to every question."""
    with open_case(spark, request.param) as case:
        yield case, answers(case)


def cited(made):
    """Every entry of evidence, of a finding or of a place of a message."""
    for answer in made.values():
        for one in answer.findings:
            places = [at for place in one.possible for at in place.evidence]
            yield from ((one.code, at) for at in (*one.evidence, *places))


def test_every_entry_of_evidence_has_what_it_shows_in_its_text(asked):
    failed = [
        (code, at) for code, at in cited(asked[1])
        if not at.shows or at.shows not in (at.text or "") or HEADING.match(at.text)
    ]  # fmt: skip
    assert failed == []


def test_every_dead_letter_is_quoted_with_its_reason_and_destination(asked):
    letters = [
        at
        for answer in asked[1].values()
        for one in answer.findings
        if one.code == "DEAD_LETTER"
        for at in one.evidence
        if at.number
    ]
    assert all(re.match(r"Reason\(\d+\) DestQName\(", at.text) for at in letters)
