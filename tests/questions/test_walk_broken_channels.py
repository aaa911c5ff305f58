"""What is broken where nobody asked for a message: transmission queues that take nothing or give nothing."""

import pytest

from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place
from mqforensics.questions.walk.bound_for import BoundFor
from mqforensics.questions.walk.broken_channels import broken
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
    assert ("does not show which channel" in one.statement) == (not status)
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
    assert none == [] and "Of 1 with messages the evidence does not show that channels take them" in summary
    assert "does not show" not in found(RUNS, depth=3)[1] and "does not show" not in found()[1]


def status(state, *more, channel="HUB.FAR", xmitq="FAR", kind="SDR"):
    return answer(
        "CHSTATUS(*) ALL", f"CHANNEL({channel}) CHLTYPE({kind}) CURRENT XMITQ({xmitq}) STATUS({state})", *more
    )


def answer(asked, *attributes):
    kind = {"CHSTATUS(*) ALL": "8417I: Display Channel Status", "QSTATUS(*) ALL": "8450I: Display queue status"}[asked]
    lines = "".join(f"   {one.replace(') ', ')' + chr(10) + '   ')}\n" for one in attributes)
    return f"     {3 + asked.startswith('Q')} : DISPLAY {asked}\nAMQ{kind} details.\n{lines}"


@pytest.mark.parametrize(("state", "codes"), [("RETRYING", ["IN_DOUBT"]), ("STOPPED", ["IN_DOUBT"]), ("RUNNING", [])])
def test_a_batch_in_doubt_is_told_though_no_message_is_counted_on_its_queue(state, codes):
    assert [one.code for one in found(status(state, "INDOUBT(YES) CURMSGS(4)"))[0]] == codes
    assert found(status(state, "INDOUBT(NO) CURMSGS(0)"))[0] == []


def test_a_batch_in_doubt_is_told_of_one_channel_though_another_runs_and_though_its_state_is_not_shown():
    held = status("STOPPED", "INDOUBT(YES) CURMSGS(4)", channel="HUB.OLD")
    [one] = found(status("RUNNING", "INDOUBT(NO) CURMSGS(0)") + held.partition(chr(10))[2])[0]
    assert (one.code, one.object, one.severity) == ("IN_DOUBT", "HUB.OLD", "critical")
    [one] = found(status("", "INDOUBT(YES) CURMSGS(4)").replace("CURRENT", "SAVED").replace("   STATUS()\n", ""))[0]
    assert (one.code, one.severity) == ("IN_DOUBT", "warning") and "does not show whether it runs" in one.statement
    assert "CHSTATUS('HUB.FAR') ALL" in one.next[0].command


@pytest.mark.parametrize(("last", "said"), [("A1", "FAR has committed"), ("A0", "FAR has not committed"), ("00", "")])
def test_units_of_work_tell_which_end_has_a_batch_in_doubt(last, said):
    here = status("RETRYING", "INDOUBT(YES) CURMSGS(4) CURLUWID(A1) RQMNAME(FAR)")
    there = answer("CHSTATUS(*) ALL", f"CHANNEL(HUB.FAR) CHLTYPE(RCVR) CURRENT STATUS(STOPPED) LSTLUWID({last})")
    stamps = [
        f"2026-05-12T10:0{minute}:00Z\nStarting MQSC for queue manager {name}.\n"
        for minute, name in ((0, "HUB"), (1, "FAR"))
    ]
    made = broken(Estate([row for n, one in enumerate((here, there)) for row in rows(stamps[n] + one, f"{n}.txt")]), [])
    assert made[0].code == "IN_DOUBT" and said in made[0].statement and ("LUWID" in str(made[0].next)) == (not said)


def test_channels_are_told_of_which_only_the_status_is_shown():
    made = broken(Estate(rows(HUB.split("\n")[0] + "\n" + status("STOPPED", "LONGRTS(0)"))), [])
    assert [(one.code, one.severity) for one in made] == [("CHANNEL_NOT_RUNNING", "warning"), ("SUMMARY", "info")]
    assert "retries are used up" in made[0].statement and "does not show how many" in made[0].statement
    assert [one.code for one in broken(Estate(rows(HUB.split("\n")[0] + "\n" + status("RUNNING"))), [])] == ["SUMMARY"]


def test_of_a_queue_of_many_channels_each_is_told_by_its_own_count():
    name = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
    one, other = (
        status(state, f"XQMSGSA({count})", channel=channel, xmitq=name, kind="CLUSSDR")
        for state, count, channel in (("RUNNING", 0, "TO.A"), ("RETRYING", 7, "TO.B"))
    )
    head, queue = HUB.split("\n")[0] + "\n", QUEUE.format(depth=7, get="ENABLED", put="ENABLED").replace("FAR", name)
    text = f"{head}     1 : DISPLAY QUEUE(*) ALL\n{queue}{one}{other.partition(chr(10))[2]}"
    made = broken(Estate(rows(text)), [])
    assert [(one.code, one.object) for one in made[:-1]] == [("CHANNEL_NOT_RUNNING", "TO.B")]
    assert "7 of them are for TO.B" in made[0].statement


WAITED = "QUEUE(FAR) TYPE(QUEUE) CURDEPTH(3) LPUTDATE(2026-05-12) LPUTTIME(12.00.00) LGETDATE({}) LGETTIME({}) MSGAGE({}) UNCOM({})"


@pytest.mark.parametrize(("got", "age", "uncom", "said"), [
    ("10.00.00", 7200, "NO", "waits for its partner"), ("10.00.00", 7200, "3", "not committed"),
    ("12.00.00", 7200, "NO", None), ("10.00.00", 5, "NO", None),
])  # fmt: skip
def test_messages_that_a_running_channel_has_not_got_for_long_are_held_up(got, age, uncom, said):
    waited = answer("QSTATUS(*) ALL", WAITED.format("2026-05-12", got, age, uncom))
    text = status("RUNNING", "SUBSTATE(RECEIVE)") + waited
    head = "2026-05-12T12:00:10Z\n"
    made = broken(Estate(rows(head + HUB + QUEUE.format(depth=3, get="ENABLED", put="ENABLED") + text)), [])[:-1]
    assert [one.code for one in made] == (["WAITING_ON_XMITQ"] if said else []) and (
        not said or said in made[0].statement
    )


def test_a_remote_definition_in_several_captures_is_one():
    text = "Starting MQSC for queue manager HUB.\n     1 : DISPLAY QREMOTE(*) ALL\nAMQ8409I: Display Queue details.\n"
    text += "   QUEUE(TO.FAR)                           TYPE(QREMOTE)\n   RNAME(X)\n   RQMNAME(FAR)\n"
    [summary] = broken(Estate([row for file in ("a.txt", "b.txt") for row in rows(text, file)]), [])
    assert "1 remote definition and" in summary.statement


@pytest.mark.parametrize("manager", ["HUB", None])
def test_what_the_dump_of_a_transmission_queue_shows_is_told_with_what_holds_it_up(manager):
    shown = [BoundFor(f"IN.{n}", "FAR", 4 - n, 1_750_000_000_000_000, Place("x.txt", None, n)) for n in range(4)]
    estate = Estate(rows(HUB + QUEUE.format(depth=10, get="DISABLED", put="ENABLED")))
    [one, _] = broken(estate, [], {(manager, "FAR"): shown, ("OTHER", "FAR"): shown})
    assert (
        "Its dump shows 10 messages: 4 for IN.0 at FAR, 3 for IN.1 at FAR, 2 for IN.2 at FAR, 1 for others."
        in one.statement
    )
    assert one.statement.endswith("The oldest was put at 2025-06-15 15:06:40 UTC.") and ("x.txt", None, 0) in [
        at[:3] for at in one.evidence
    ]
    [one, _] = broken(estate, [], {("OTHER", "FAR"): shown})
    assert "dump" not in one.statement


def test_a_channel_that_runs_and_does_not_keep_up_is_told_with_its_pace():
    waited = WAITED.format("2026-05-12", "12.00.00", 7200, "NO") + "   QTIME({},{})\n"
    slow = status("RUNNING", "NETTIME(250000,250000)", "BATCHSZ(2)")
    head = "2026-05-12T12:00:10Z\n" + HUB + QUEUE.format(depth=3, get="ENABLED", put="ENABLED") + slow
    for lasted, codes in ((999999999, ["WAITING_ON_XMITQ"]), (5000000, [])):
        made = broken(Estate(rows(head + answer("QSTATUS(*) ALL", waited.format(lasted, lasted)))), [])
        assert [one.code for one in made[:-1]] == codes
        assert not codes or "So it sends 8 messages a second at most" in made[0].statement
        assert codes or "Of 1 with messages the evidence does not show that channels take them" in made[-1].statement


def test_what_is_left_out_because_two_queue_managers_have_one_name_is_no_all_clear():
    shown = "     3 : DISPLAY QMGR QMID\nAMQ8408I: Display Queue Manager details.\n   QMNAME(HUB)  QMID(HUB_{})\n"
    full = [rows(HUB + QUEUE.format(depth=50, get="ENABLED", put="ENABLED") + shown.format(own), own) for own in "12"]
    [one] = broken(Estate([*full[0], *full[1]]), [])
    assert (one.code, one.severity, one.queue_manager) == ("UNKNOWN", "warning", "HUB")
    assert one.statement.startswith(
        "The captures belong to 2 queue managers named HUB (QMID(HUB_1) in 1 and QMID(HUB_2) in 2)"
    )
    assert [each.code for each in broken(Estate(full[0]), [])] == ["PUT_REFUSED", "SUMMARY"]
