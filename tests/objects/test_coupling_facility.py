"""What a failed structure of a coupling facility does to puts to a shared queue, now and at a moment."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.objects import checks
from mqforensics.objects.coupling_facility import failed_structure
from mqforensics.objects.fact import Span
from tests.formats.mqsc_printer import two_columns
from tests.objects.evidence import estate
from tests.questions.walk_cases import local

NOON = Span(*[datetime(2026, 3, 2, 12, tzinfo=UTC)] * 2)
SHARED = "QSGDISP=SHARED;CFSTRUCT=APP1;PUT=ENABLED;CURDEPTH=0;MAXDEPTH=10"


def known(status="FAILED", kind="SUMMARY", failed="11.00.00", queue=SHARED):
    cells = {"CFSTATUS": "APP1", "TYPE": kind, "STATUS": status, "FAILDATE": "2026-03-02", "FAILTIME": failed}
    shown = "DISPLAY CFSTATUS(*)", [["CSQM293I: Displayed.", *two_columns(cells.items())]]
    return estate(("MQ1A", "2026-03-02T15:00:00Z", local("L", queue), shown), clocks={"MQ1A": timedelta()})


FAILED = "the coupling facility structure APP1 of L has failed (STATUS(FAILED) since 2026-03-02 11:00:00 by its clock)"


@pytest.mark.parametrize(("evidence", "at", "holds", "said"), [
    (known(), None, True, FAILED), (known(), NOON, True, FAILED),
    (known(failed="13.00.00"), NOON, None, f"{FAILED.replace('11:00', '13:00')}: puts fail with 2373 while it is so"),
    (known("ACTIVE"), None, None, None), (known(kind="CONNECT"), None, None, None), (known(queue="CFSTRUCT=OTHER;CURDEPTH=0"), None, None, None),
    (known(queue="CURDEPTH=0"), None, None, None),
])  # fmt: skip
def test_a_failed_structure_takes_no_messages(evidence, at, holds, said):
    found = failed_structure(evidence, "MQ1A", "L", at)
    assert (found and found.said, found and found.holds) == (said, holds)
    if found:
        assert (found.code, found.object, [place.shows for place in found.places]) == (2373, "L", ["STATUS"])
        assert [one.command for one in found.next] == ["echo \"DISPLAY CFSTATUS('APP1') TYPE(SUMMARY)\" | runmqsc MQ1A"]
        assert checks.refuses(evidence, "MQ1A", ["L"], at) == found
