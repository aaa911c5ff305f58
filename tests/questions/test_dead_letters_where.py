"""Where dead letters failed, without Spark: at the owner of their queue first, by what is shown of that place."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from mqforensics.objects.estate import Estate
from mqforensics.objects.of_case import Dump
from mqforensics.questions.dead_letters.findings import of_reasons, unread
from mqforensics.questions.dead_letters.groups import CHANNEL, PROGRAM, QUEUE_MANAGER, Reason
from tests.objects.evidence import rows

AT = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
HEAD = "Starting MQSC for queue manager HUB.\n     1 : DISPLAY QUEUE(*) ALL\n"
END = "One MQSC command read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"
LOCAL = "AMQ8409I: Display Queue details.\n   QUEUE({}) TYPE(QLOCAL) {}\n   USAGE({})\n"
OPEN = "PUT(ENABLED) CURDEPTH(1) MAXDEPTH(10) MAXMSGL(500)"
ALIAS = "AMQ8409I: Display Queue details.\n   QUEUE(OUT) TYPE(QALIAS) TARGET(IN) TARGTYPE(QUEUE) PUT({})\n"


def group(reason, **known):
    told = {
        "reason": reason, "destination": "IN", "destination_queue_manager": "HUB", "queue": "DLQ", "owner": "HUB",
        "kind": CHANNEL, "messages": 2, "copies": 2, "longest": 272, "moved_by": "amqrmppa", "reports": 0,
        "least_report": None, "most_report": None, "nested": 0, "inner_reason": None, "inner_destination": None,
        "first_file": "d.txt", "last_file": "d.txt", "last_micros": int(AT.timestamp() * 1_000_000),
        "cited": [SimpleNamespace(file="d.txt", number=1)],
    }  # fmt: skip
    return SimpleNamespace(**told | known)


def found(reason, text="", **known):
    made = [group(reason, **{"least_mover": known.get("moved_by", "amqrmppa")} | known)]
    shown = Estate(rows(HEAD + text + END)) if text else Estate(())
    [one] = of_reasons([Reason(reason, "", 2, "IN", 1, None, None, made)], shown)
    return one, [each.command for each in one.next]


def test_a_hub_whose_transmission_queue_is_full_leaves_the_destination_innocent():
    full = LOCAL.format("FAR", "PUT(ENABLED) CURDEPTH(9) MAXDEPTH(9)", "XMITQ")
    one, commands = found(2053, full, destination_queue_manager="FAR")
    assert (one.queue_manager, one.object) == ("HUB", "FAR") and "FAR at HUB is full" in one.statement
    assert "queues of FAR have no part in it" in one.statement
    assert commands == ["echo \"DISPLAY CHANNEL(*) WHERE(XMITQ EQ 'FAR')\" | runmqsc HUB"]


def test_a_hub_that_the_case_does_not_show_is_asked_for_its_way():
    one, commands = found(2053, destination_queue_manager="FAR")
    assert one.queue_manager == "HUB" and "its way to FAR is to be looked at" in one.statement
    assert commands and all(each.endswith("| runmqsc HUB") for each in commands) and "'IN'" not in "".join(commands)


def test_no_way_to_a_queue_manager_is_of_the_owner():
    one, _ = found(2087, LOCAL.format("IN", OPEN, "NORMAL"), destination_queue_manager="FAR")
    assert (one.queue_manager, one.object) == ("HUB", "FAR") and "FAR is no queue of HUB" in one.statement


@pytest.mark.parametrize("reason", [2051, 2053, 2085, 2030])
@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("ENABLED", "DISABLED"), "NORMAL"), "IN at HUB is put-inhi"),
        (ALIAS.format("DISABLED") + LOCAL.format("IN", OPEN, "NORMAL"), "OUT at HUB is put-inhibited"),
        (ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("(1)", "(10)"), "NORMAL"), "IN at HUB is full"),
        (ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("500", "50"), "NORMAL"), "IN at HUB has MAXMSGL(50)"),
        (ALIAS.format("ENABLED"), "IN is no"),
    ],
)
def test_putting_again_is_advised_only_where_the_whole_put_would_work(reason, shown, said):
    one, _ = found(reason, shown, destination="OUT")
    assert said in one.statement.replace("not defined", "no queue") and "can work" not in one.statement
    other = {"put-inhi": 2051, "full": 2053, "MAXMSGL": 2030}
    expected = next((code for word, code in other.items() if word in said), None)
    assert ("would fail with" in one.statement) == (expected not in (None, reason))


def test_a_queue_is_altered_as_what_it_is_shown_to_be_after_a_look():
    one, commands = found(2051, ALIAS.format("DISABLED") + LOCAL.format("IN", OPEN, "NORMAL"), destination="OUT")
    assert commands[-1] == "echo \"ALTER QALIAS('OUT') PUT(ENABLED)\" | runmqsc HUB" and "PUT DESCR" in commands[0]
    assert [each.effect for each in one.next] == ["looks", "changes"]


def test_no_depth_is_asked_for_that_mq_does_not_allow():
    most = LOCAL.format("IN", "PUT(ENABLED) CURDEPTH(999999999) MAXDEPTH(999999999)", "NORMAL")
    one, commands = found(2053, most)
    assert "Start its reader." in one.statement and "MAXDEPTH" not in "".join(commands)
    _, commands = found(2053, most.replace("999999999", "600000000"))
    assert "MAXDEPTH(999999999)" in commands[-1]
    one, commands = found(2053, most.replace("PUT(", "GET(DISABLED) PUT("))
    assert "ask first why" in one.statement and "GET DESCR" in commands[-1]


@pytest.mark.parametrize(("altered", "sure"), [("2026-02-01", False), ("2026-03-05", True)])
def test_only_a_display_that_is_newer_than_the_letters_shows_what_can_work(altered, sure):
    shown = LOCAL.format("IN", f"{OPEN} ALTDATE({altered}) ALTTIME(12.00.00)", "NORMAL")
    one, commands = found(2051, shown)
    assert ("can work." in one.statement) == sure == ("newer" not in one.statement) and " now" not in one.statement
    assert commands[-1].startswith("mqforensics rules") and (len(commands) == 1) == sure


MEMBER = "AMQ8414I: Display Channel details.\n   CHANNEL(CL.HUB) CHLTYPE(CLUSRCVR) CLUSTER(CL)\n"


def test_a_name_that_is_not_shown_may_be_a_cluster_queue():
    shown = LOCAL.format("OTHER", OPEN, "NORMAL")
    one, commands = found(2085, shown)
    assert "IN is not defined at HUB" in one.statement and "Define it" in one.statement
    one, commands = found(2085, f"{shown}     2 : DISPLAY CHANNEL(*) ALL\n{MEMBER}")
    assert "Define it" not in one.statement and "cluster queue" in one.statement and "QCLUSTER('IN')" in commands[0]


@pytest.mark.parametrize("reason", [0, 70001, 2110, 266])
def test_what_a_program_put_there_is_asked_of_whoever_runs_it(reason):
    one, commands = found(reason, kind=PROGRAM, moved_by="router.exe")
    assert commands == [] and "router.exe put them there, and no channel" in one.statement
    assert "nothing failed" not in one.statement
    one, _ = found(reason, kind=PROGRAM, moved_by="router.exe", least_mover="a.exe")
    assert "Several programs, such as router.exe, put them there" in one.statement


def test_a_reason_that_is_not_known_is_said_to_be():
    assert "with reason 9999 (no known reason)" in found(9999)[0].statement


@pytest.mark.parametrize(("reason", "shows"), [(2218, "MAXMSGL"), (2110, "CONVERT"), (271, "XMITQ")])
def test_what_a_sending_channel_gives_is_asked_of_its_channels(reason, shows):
    one, [command] = found(reason, destination_queue_manager="FAR")
    assert one.queue_manager == "HUB" and "DISPLAY CHANNEL(*)" in command and shows in command


def test_a_queue_manager_that_put_them_there_names_the_owner_and_reports_are_of_other_messages():
    known = {"owner": None, "kind": QUEUE_MANAGER, "moved_by": "HUB", "destination_queue_manager": "GONE"}
    one, _ = found(2087, reports=2, least_report=259, most_report=259, **known)
    assert one.queue_manager == "HUB" and "Feedback 259 MQFB_COA: those arrived" in one.statement
    cut = found(2087, **known | {"moved_by": "A.NAME.OF.28.CHARACTERS.EXA"[:27] + "M"})[0]
    assert cut.queue_manager is None, "a name of 28 characters may go on"


def test_a_queue_manager_on_zos_is_asked_at_its_console():
    one, [command] = found(2053, moved_by="ZZ01CHIN CSQXRCTL", owner=None)
    assert command.startswith("+cpf DISPLAY") and one.next[0].on == "HUB (z/OS console)"


def test_an_older_header_inside_is_told():
    one, _ = found(2053, nested=2, inner_reason=2051, inner_destination="FIRST.IN")
    assert "an older MQDLH, for example 2051 MQRC_PUT_INHIBITED, meant for FIRST.IN" in one.statement


def test_a_destination_that_the_dump_does_not_show_is_not_made_up():
    one, commands = found(2053, destination=None)
    assert "meant for a queue that the dump does not show" in one.statement and commands == [] and one.object is None


def test_a_dump_that_failed_is_no_empty_queue():
    dumps = [
        Dump("a.txt", "A.DLQ", "QMA", 0, False, 0, "no messages on queue A.DLQ"), Dump("c.txt", "C.DLQ", None, 3, False),
        Dump("b.txt", "B.DLQ", "QMB", 0, False, 0, "MQOPEN failed: CompCode 2, reason 2035 MQRC_NOT_AUTHORIZED"),
    ]  # fmt: skip
    [one] = unread(dumps, Estate(()))
    assert (one.code, one.queue_manager, one.object) == ("QUEUE_NOT_READ", "QMB", "B.DLQ")
    assert "2035" in one.statement and one.next[0].command.endswith("runmqsc QMB")
