"""What is broken where nobody asked for a message: transmission queues that take nothing or give nothing."""

import pytest

from mqforensics.objects.estate import Estate
from mqforensics.questions.walk.broken import broken
from tests.objects.evidence import rows

HUB = "Starting MQSC for queue manager HUB.\n     1 : DISPLAY QUEUE(*) ALL\n"
QUEUE = """AMQ8409I: Display Queue details.
   QUEUE(FAR)                              TYPE(QLOCAL)
   CURDEPTH({depth})                       GET({get})
   MAXDEPTH(50)                            PUT({put})
   USAGE(XMITQ)
"""
RUNS = """     2 : DISPLAY CHSTATUS(*) ALL
AMQ8417I: Display Channel Status details.
   CHANNEL(HUB.FAR)                        CHLTYPE(SDR)
   CURRENT                                 XMITQ(FAR)
   STATUS(RUNNING)
"""


def found(text="", depth=0, get="ENABLED", put="ENABLED"):
    made = broken(Estate(rows(HUB + QUEUE.format(depth=depth, get=get, put=put) + text)), [])
    return made[:-1], made[-1].statement


@pytest.mark.parametrize("status", ["", RUNS])
def test_a_full_transmission_queue_is_held_up_whatever_is_shown_of_its_channels(status):
    [one], summary = found(status, depth=50)
    assert (one.code, one.queue_manager, one.object) == ("PUT_REFUSED", "HUB", "FAR")
    assert "FAR at HUB is full (CURDEPTH(50) of MAXDEPTH(50))" in one.statement and "2053" in one.statement
    assert ("not shown" in one.statement) == (not status)
    assert [each.effect for each in one.next] == ["looks"] and "1 break found" in summary


def test_a_transmission_queue_that_is_closed_for_puts_is_held_up_when_it_is_empty():
    [one], _ = found(put="DISABLED")
    assert one.code == "PUT_REFUSED" and "PUT(DISABLED)" in one.statement and "2051" in one.statement


def test_what_cannot_be_taken_waits():
    [one], _ = found(depth=3, get="DISABLED")
    assert one.code == "WAITING_ON_XMITQ" and "GET(DISABLED)" in one.statement
    assert found(get="DISABLED")[0] == [], "nothing waits there"


def test_messages_that_no_channel_is_seen_to_take_are_no_all_clear():
    none, summary = found(depth=3)
    assert none == [] and "Of 1 with messages, no channel is seen to run" in summary
    assert "no channel" not in found(RUNS, depth=3)[1] and "no channel" not in found()[1]
