"""Where dead letters failed, without Spark: at the owner of their queue first, by what is shown of that place."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from mqforensics.objects.case_evidence import Dump
from mqforensics.objects.estate import Estate
from mqforensics.questions.dead_letters.failure_places import owners_of
from mqforensics.questions.dead_letters.findings import DAY, of_queues, of_reasons, unread_queues
from mqforensics.questions.dead_letters.queue_since_dump import findings as of_queues_since
from mqforensics.questions.dead_letters.queue_since_dump import since_dump
from mqforensics.questions.dead_letters.reason_groups import CHANNEL, PROGRAM, QUEUE_MANAGER, CapturedLetters, Reason
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
        "kinds": [], "nested": 0, "inner_reason": None, "inner_destination": None,
        "first_file": "d.txt", "last_file": "d.txt", "first_micros": int(AT.timestamp() * 1_000_000),
        "last_micros": int(AT.timestamp() * 1_000_000), "application": None, "least_application": None, "least_wait": 1.0, "cut": 0,
        "triggered": None, "is_one_trigger": None, "expiring": 0, "least_expiry": None, "grouped": 0, "highest": None, "is_one_group": None,
        "cited": [SimpleNamespace(file="d.txt", number=1)], "made": "d.txt:1", "is_made_alike": True,
    }  # fmt: skip
    return SimpleNamespace(**told | known)


def told(reason, text="", captured=(), stamp="", manager="HUB", **known):
    """The findings of one group, and of its queue where `captured` tells which dumps show it."""
    made = [group(reason, **{"least_mover": known.get("moved_by", "amqrmppa")} | known)]
    shown = Estate(rows(stamp + HEAD.replace("HUB", manager) + text + END)) if text else Estate(())
    every = [Reason(reason, "", 2, 2, "IN", 1, None, None, made)]
    owners = owners_of(every, shown)
    queues = of_queues(owners, captured, shown)
    return [*of_reasons(every, shown, owners, queues), *of_queues_since(queues.values(), shown)]


def of_letters(every, shown):
    """The findings of these dead-lettered messages alone."""
    return list(of_reasons(every, shown, owners_of(every, shown), {}))


def found(reason, text="", **known):
    [one] = told(reason, text, **known)
    return one, [each.command for each in one.next]


def test_a_hub_whose_transmission_queue_is_full_leaves_the_destination_innocent():
    full = LOCAL.format("FAR", "PUT(ENABLED) CURDEPTH(9) MAXDEPTH(9)", "XMITQ")
    one, commands = found(2053, full, destination_queue_manager="FAR")
    assert (one.queue_manager, one.object) == ("HUB", "FAR") and "FAR at HUB is full" in one.statement
    assert "queues of FAR have no part in it" in one.statement
    assert commands == ["echo \"DISPLAY CHANNEL(*) WHERE(XMITQ EQ 'FAR')\" | runmqsc HUB"]


def test_a_page_set_is_asked_for_where_nothing_tells_that_there_is_none():
    manager = "AMQ8408I: Display Queue Manager details.\n   QMNAME(HUB)   PLATFORM({})\n"
    for shown, asked in (("", "USAGE"), (manager.format("UNIX"), "QUEUE('IN') ALL"), (manager.format("MVS"), "USAGE")):
        _, commands = found(2192, shown)
        assert asked in commands[0] and ("+cpf" in commands[0]) == (asked == "USAGE")


@pytest.mark.parametrize(("more", "asked"), [
    ("QSGDISP(SHARED) CFSTRUCT(APPL1) PSID( )", "CFSTATUS('APPL1') TYPE(SUMMARY)"), ("QSGDISP(QMGR) CFSTRUCT( ) PSID(4)", "USAGE PSID(4)"),
    ("QSGDISP(QMGR) CFSTRUCT(APPL1)", "USAGE PSID(*)"), ("PSID(?)", "USAGE PSID(*)"),
])  # fmt: skip
def test_of_a_queue_whose_storage_is_full_the_one_that_holds_it_is_asked_for(more, asked):
    manager = "AMQ8408I: Display Queue Manager details.\n   QMNAME(HUB)   PLATFORM(MVS)\n"
    _, commands = found(2192, manager + LOCAL.format("IN", f"{OPEN} {more}", "NORMAL"))
    assert commands == [f"+cpf DISPLAY {asked}"]


@pytest.mark.parametrize(("made", "there"), [("2025-06-03", True), ("2026-03-01", False), ("2026-03-05", False)])
def test_a_queue_that_was_there_already_was_not_the_one_that_was_not_found(made, there):
    one, _ = found(2085, LOCAL.format("IN", f"{OPEN} CRDATE({made}) CRTIME(11.02.10)", "NORMAL"))
    assert ("was defined before that" in one.statement) is there
    assert any("CRTIME" in (at.text or "") or at.line for at in one.evidence)
    assert ("elsewhere is fixed" in one.statement) is there
    other, _ = found(2051, LOCAL.format("IN", f"{OPEN} CRDATE({made}) CRTIME(11.02.10)", "NORMAL"))
    assert "was defined before that" not in other.statement


@pytest.mark.parametrize(("altered", "there"), [("2025-06-03", True), ("2026-03-05", False)])
def test_a_way_that_was_there_and_a_limit_that_was_not_altered_did_not_refuse_them(altered, there):
    way = LOCAL.format("FAR", f"{OPEN} CRDATE({altered}) CRTIME(11.02.10)", "XMITQ")
    one, _ = found(2087, way.replace("MAXMSGL(500)", "MAXMSGL(5000)"), destination_queue_manager="FAR")
    assert ("was defined before that" in one.statement) is there, one.statement
    limit, _ = found(2030, LOCAL.format("IN", f"{OPEN} ALTDATE({altered}) ALTTIME(11.02.10)", "NORMAL"))
    assert ("was last altered before that" in limit.statement) is there, limit.statement
    assert ("elsewhere is fixed" in limit.statement) is there


def test_a_queue_without_its_limit_is_not_shown_to_take_what_was_too_long_for_it():
    one, commands = found(2030, LOCAL.format("IN", OPEN.replace(" MAXMSGL(500)", ""), "NORMAL"))
    assert "lacks MAXMSGL, which decides here" in one.statement and "should work" not in one.statement, one.statement
    assert any("MAXMSGL" in command for command in commands)


@pytest.mark.parametrize(("hour", "told_"), [("07", "is older than these"), ("09", "should work.")])
def test_what_was_displayed_before_the_letters_came_promises_nothing(hour, told_):
    one, commands = found(2051, LOCAL.format("IN", OPEN, "NORMAL"), stamp=f"2026-03-01T{hour}:00:00Z\n")
    assert told_ in one.statement and ("runmqsc" in commands[0]) == (hour == "07")


def test_a_hub_that_the_case_does_not_show_is_asked_for_its_way():
    one, commands = found(2053, destination_queue_manager="FAR")
    assert one.queue_manager == "HUB" and "Check its route to FAR." in one.statement
    assert commands and all(each.endswith("| runmqsc HUB") for each in commands) and "'IN'" not in "".join(commands)


TWO = "".join(
    f"Starting MQSC for queue manager {name}.\n     1 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n"
    f"   QMNAME({name}) DEADQ(DLQ)\n     2 : DISPLAY QLOCAL(DLQ) CURDEPTH\nAMQ8409I: Display Queue details.\n"
    f"   QUEUE(DLQ) TYPE(QLOCAL)\n   CURDEPTH({depth})\n" for name, depth in (("NEAR", 2), ("HUB", 7))
)  # fmt: skip


@pytest.mark.parametrize(("maker", "kind", "owner"), [
    (b"NEAR", CHANNEL, None), (b"NEAR", PROGRAM, "NEAR"), (b"OTHER", CHANNEL, "NEAR"), (b"", CHANNEL, "NEAR"),
])  # fmt: skip
def test_a_queue_manager_that_sent_messages_has_not_what_a_receiving_channel_put_aside(maker, kind, owner):
    made = (b"AMQ " + maker.ljust(12)).hex().upper() if maker else "d.txt:1"
    one = group(2053, owner=None, kind=kind, made=made, least_mover="amqrmppa")
    every = [Reason(2053, "", 2, 2, "IN", 1, None, None, [one])]
    assert owners_of(every, Estate(rows(TWO))) == {("DLQ", None): owner}
    assert owners_of(every, Estate(rows(TWO)), {("d.txt", "DLQ"): "HUB"}) == {("DLQ", None): "HUB"}


@pytest.mark.parametrize(("reason", "owner"), [(2087, "NEAR"), (2053, None)])
def test_a_queue_manager_that_nobody_knows_has_not_what_found_no_way_to_it(reason, owner):
    one = group(reason, owner=None, destination_queue_manager="FAR", made="d.txt:1", least_mover="amqrmppa")
    every = [Reason(reason, "", 2, 2, "IN", 1, None, None, [one])]
    assert owners_of(every, Estate(rows(TWO))) == {("DLQ", None): owner}


HUB_AND_END = "".join(
    f"Starting MQSC for queue manager {name}.\n     1 : DISPLAY QUEUE(*) ALL\n{LOCAL.format('DLQ', 'CURDEPTH(2)', 'NORMAL')}"
    f"{LOCAL.format(full, 'PUT(ENABLED) CURDEPTH(9) MAXDEPTH(9)', usage)}     2 : DISPLAY QMGR DEADQ\n"
    f"AMQ8408I: Display Queue Manager details.\n   QMNAME({name}) DEADQ(DLQ)\n"
    for name, full, usage in (("NEAR", "HUB", "XMITQ"), ("HUB", "IN", "NORMAL"))
)  # fmt: skip


def either(text, made="d.txt:1"):
    [one] = of_letters([Reason(2053, "", 2, 2, "IN", 1, None, None, [group(2053, owner=None, made=made, least_mover="amqrmppa")])],
                       Estate(rows(text)))  # fmt: skip
    return one


def test_where_a_hub_may_have_refused_them_too_the_end_alone_is_not_blamed():
    one = either(HUB_AND_END)
    assert "HUB at NEAR is full" in one.statement and "IN at HUB is full" in one.statement, one.statement
    assert "which queue manager owns DLQ: HUB and NEAR have one each" in one.statement and one.queue_manager is None
    assert [each.command for each in one.next] == ["amqsbcg DLQ HUB", "amqsbcg DLQ NEAR"]


def test_a_queue_manager_that_sent_them_is_no_hub_on_their_way():
    one = either(HUB_AND_END, (b"AMQ " + b"NEAR".ljust(12)).hex().upper())
    assert one.queue_manager == "HUB" and "HUB at NEAR" not in one.statement, one.statement


def test_letters_on_the_queue_of_who_sent_them_are_looked_at_there():
    other = HUB_AND_END.replace("QMNAME(HUB) DEADQ(DLQ)", "QMNAME(HUB) DEADQ(OTHER)")
    one = either(other, (b"AMQ " + b"NEAR".ljust(12)).hex().upper())
    assert "CURDEPTH(9)" not in one.statement and [each.command for each in one.next] == ["amqsbcg DLQ NEAR"], (
        one.statement
    )


def test_an_end_that_has_another_dead_letter_queue_is_not_blamed():
    one = either(HUB_AND_END.replace("QMNAME(HUB) DEADQ(DLQ)", "QMNAME(HUB) DEADQ(OTHER)"))
    assert "HUB at NEAR is full" in one.statement and "IN at HUB" not in one.statement, one.statement


@pytest.mark.parametrize("mover", ["ZZ01CHINCSQXRCTL", "ZZ01CHIN CSQXRCTL", "ZZ01CHIN"])
def test_the_job_that_put_letters_aside_names_their_owner(mover):
    full = "AMQ8408I: Display Queue Manager details.\n   QMNAME(ZZ01) PLATFORM(MVS)\n" + LOCAL.format(
        "FAR", "CURDEPTH(9) MAXDEPTH(9)", "XMITQ"
    )
    [one] = told(2053, full, owner=None, moved_by=mover, destination_queue_manager="FAR", manager="ZZ01")
    assert (one.queue_manager, one.object) == ("ZZ01", "FAR") and "FAR at ZZ01 is full" in one.statement


def test_an_addressee_that_is_not_shown_is_not_where_the_put_failed():
    one, commands = found(2051, LOCAL.format("IN", OPEN, "NORMAL"), owner=None, destination_queue_manager="FAR")
    assert one.queue_manager is None and one.object == "IN" and not any("FAR" in each for each in commands)


def test_no_way_to_a_queue_manager_is_of_the_owner():
    one, _ = found(2087, LOCAL.format("IN", OPEN, "NORMAL"), destination_queue_manager="FAR")
    assert (one.queue_manager, one.object) == ("HUB", "FAR") and "HUB has no queue FAR" in one.statement


@pytest.mark.parametrize("reason", [2051, 2053, 2085, 2030])
@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (
            ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("ENABLED", "DISABLED"), "NORMAL"),
            "IN at HUB is put-inhi",
        ),
        (ALIAS.format("DISABLED") + LOCAL.format("IN", OPEN, "NORMAL"), "OUT at HUB is put-inhibited"),
        (ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("(1)", "(10)"), "NORMAL"), "IN at HUB is full"),
        (
            ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN.replace("500", "50"), "NORMAL"),
            "IN at HUB has MAXMSGL(50)",
        ),
        (ALIAS.format("ENABLED"), "HUB has no queue IN"),
    ],
)
def test_putting_again_is_advised_only_where_the_whole_put_would_work(reason, shown, said):
    one, _ = found(reason, shown, destination="OUT")
    assert said in one.statement.replace("not defined", "no queue") and "should work" not in one.statement
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
    assert "See first whether anything reads it." in one.statement and "MAXDEPTH" not in "".join(commands)
    _, commands = found(2053, most.replace("999999999", "600000000"))
    assert "MAXDEPTH(999999999)" in commands[-1]
    one, commands = found(2053, most.replace("PUT(", "GET(DISABLED) PUT("))
    assert "ask first why" in one.statement and "GET DESCR" in commands[-1]


@pytest.mark.parametrize(("altered", "sure"), [("2026-02-01", False), ("2026-03-05", True)])
def test_only_a_display_that_is_newer_than_the_letters_shows_what_can_work(altered, sure):
    shown = LOCAL.format("IN", f"{OPEN} ALTDATE({altered}) ALTTIME(12.00.00)", "NORMAL")
    one, commands = found(2051, shown)
    assert ("should work." in one.statement) == sure == ("newer" not in one.statement) and " now" not in one.statement
    assert commands[-1].startswith("mqforensics rules") and (len(commands) == 1) == sure


@pytest.mark.parametrize(("stamps", "says"), [
    ("ALTDATE(2026-03-05) ALTTIME(12.00.00) CRDATE(2025-01-01) CRTIME(12.00.00)", "IN was altered after that (2026-03-05 12:00:00"),
    ("ALTDATE(2026-03-06) ALTTIME(12.00.00) CRDATE(2026-03-05) CRTIME(12.00.00)", "IN was defined after that (2026-03-05 12:00:00"),
    ("ALTDATE(2026-03-01) ALTTIME(12.00.00) CRDATE(2025-01-01) CRTIME(12.00.00)", ""),
    ("ALTDATE(2026-02-01) ALTTIME(12.00.00) CRDATE(2025-01-01) CRTIME(12.00.00)", ""),
])  # fmt: skip
def test_what_was_altered_after_the_letters_came_is_told(stamps, says):
    one, _ = found(2051, LOCAL.format("IN", f"{OPEN} {stamps}", "NORMAL"))
    assert says in one.statement and ("after that (" in one.statement) == bool(says)


@pytest.mark.parametrize(("kind", "told_so"), [(CHANNEL, True), (QUEUE_MANAGER, True), (PROGRAM, False)])
def test_the_time_that_a_program_wrote_may_be_that_of_any_place(kind, told_so):
    altered = LOCAL.format("IN", f"{OPEN} ALTDATE(2026-03-02) ALTTIME(10.00.00)", "NORMAL")
    assert ("altered after that" in found(2051, altered, kind=kind)[0].statement) == told_so


def test_what_left_since_is_not_told_of_letters_that_do_not_tell_when_they_came():
    text = LOCAL.format("DLQ", "CURDEPTH(0)", "NORMAL")
    _, *others = told(2053, text, [CapturedLetters("DLQ", "HUB", ["d.txt"], 2, None, None)], AN_HOUR_LATER)
    assert others == []


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
    assert commands == ["echo \"DISPLAY QSTATUS('DLQ') TYPE(HANDLE) APPLTAG OUTPUT\" | runmqsc HUB", "amqsbcg DLQ HUB"]
    assert "router.exe put them there, not a channel" in one.statement
    assert "nothing failed" not in one.statement
    one, _ = found(reason, kind=PROGRAM, moved_by="router.exe", least_mover="a.exe")
    assert "Several programs, such as router.exe, put them there" in one.statement


@pytest.mark.parametrize(("reason", "kind", "says"), [
    (2102, CHANNEL, "look in the error log at this time"), (2195, CHANNEL, "for an FDC file"),
    (2033, CHANNEL, "No put of a channel fails that way"), (2216, CHANNEL, "No put of a channel fails that way"),
])  # fmt: skip
def test_where_no_display_tells_why_it_is_told_what_does(reason, kind, says):
    one, commands = found(reason, kind=kind, destination_queue_manager="HUB", owner=None)
    assert says in one.statement and (commands == []) == (reason in (2102, 2195))
    assert "No put of a channel" not in found(reason, kind=PROGRAM)[0].statement
    assert "error log" not in found(2053, kind=kind)[0].statement


def test_a_reason_that_is_not_known_is_said_to_be():
    assert "with reason 9999 (no known reason)" in found(9999)[0].statement


@pytest.mark.parametrize(("reason", "shows"), [(2218, "MAXMSGL"), (2110, "CONVERT"), (271, "XMITQ")])
def test_what_a_sending_channel_gives_is_asked_of_its_channels(reason, shows):
    one, [command] = found(reason, destination_queue_manager="FAR")
    assert one.queue_manager == "HUB" and "DISPLAY CHANNEL(*)" in command and shows in command


def test_a_queue_manager_that_put_them_there_names_the_owner_and_reports_are_of_other_messages():
    known = {"owner": None, "kind": QUEUE_MANAGER, "moved_by": "HUB", "destination_queue_manager": "GONE"}
    one, _ = found(2087, reports=2, kinds=[258, 259], **known)
    assert (
        one.queue_manager == "HUB"
        and "Feedback 258 MQFB_EXPIRATION, 259 MQFB_COA: those of 258 expired, those of 259 arrived." in one.statement
    )
    cut = found(2087, **known | {"moved_by": "A.NAME.OF.28.CHARACTERS.EXA"[:27] + "M"})[0]
    assert cut.queue_manager is None, "a name of 28 characters may go on"


def test_a_queue_manager_on_zos_is_asked_at_its_console():
    one, [_, command] = found(2053, moved_by="ZZ01CHIN CSQXRCTL")
    assert command.startswith("+cpf DISPLAY") and one.next[0].on == "HUB (z/OS console)"
    one, [_, command] = found(2053, moved_by="ZZ01CHINCSQXRCTL", owner=None)
    assert command.startswith("+cpf DISPLAY") and one.next[0].on is None, "of the owner, which HUB need not be"


def test_an_older_header_inside_is_told():
    one, _ = found(2053, nested=2, inner_reason=2051, inner_destination="FIRST.IN")
    assert "an older MQDLH: 2051 MQRC_PUT_INHIBITED for FIRST.IN" in one.statement


def test_a_destination_that_the_dump_does_not_show_is_not_made_up():
    one, commands = found(2053, destination=None)
    assert "for a queue that the dump does not show" in one.statement and commands == [] and one.object is None


def dumped(file, queue, manager, messages, **known):
    return Dump(**{"file": file, "queue": queue, "queue_manager": manager, "messages": messages, "captured": None,
                   "zone": None, "is_empty": False, "is_unread": False, **known})  # fmt: skip


def test_a_dump_that_failed_is_no_empty_queue():
    dumps = [
        dumped("a.txt", "A.DLQ", "QMA", 0, error="no messages on queue A.DLQ", is_empty=True),
        dumped("c.txt", "C.DLQ", None, 3),
        dumped("b.txt", "B.DLQ", "QMB", 0, error="MQOPEN failed: CompCode 2, reason 2035 MQRC_NOT_AUTHORIZED"),
    ]  # fmt: skip
    [one] = unread_queues(dumps, Estate(()))
    assert (one.code, one.queue_manager, one.object) == ("QUEUE_NOT_READ", "QMB", "B.DLQ")
    assert "2035" in one.statement and one.next[0].command.endswith("runmqsc QMB")


MICROS = int(AT.timestamp() * 1_000_000)
AN_HOUR_LATER, AN_HOUR_BEFORE, NO_ZONE = "2026-03-01T09:00:00Z\n", "2026-03-01T07:00:00Z\n", "2026-03-01T10:00:00\n"


def captured(*sets, owner="HUB"):
    """Messages of DLQ: the files that show them, how many, the seconds from AT of the first and the last."""
    return [
        CapturedLetters("DLQ", owner, list(files), number, MICROS + first * 10**6, MICROS + last * 10**6)
        for files, number, first, last in sets
    ]


def on_queue(depth, stamp, more="", **known):
    text = LOCAL.format("IN", OPEN, "NORMAL") + LOCAL.format("DLQ", f"CURDEPTH({depth}) {more}", "NORMAL")
    first, *others = told(2053, text, captured((["d.txt"], 2, -9, 0)), stamp, **known)
    return first, {one.code: one for one in others}


def test_letters_of_a_queue_that_is_empty_since_are_not_put_again():
    one, others = on_queue(0, AN_HOUR_LATER, "IPPROCS(1)")
    assert one.severity == "warning" and one.next == [] and "Putting" not in one.statement
    assert "None of them was on DLQ any more" in one.statement
    left = others.pop("DEAD_LETTERS_LEFT")
    assert "All 2 messages" in left.statement and "IPPROCS(1)" in left.statement and not others
    assert [each.command for each in left.next] == [
        "echo \"DISPLAY QSTATUS('DLQ') TYPE(HANDLE) APPLTAG INPUT\" | runmqsc HUB"
    ]


@pytest.mark.parametrize(
    ("depth", "stamp", "says", "code"),
    [
        (0, AN_HOUR_BEFORE, "That display is older than these messages", None),
        (0, NO_ZONE, "and they are still on DLQ, which a capture shows empty", None),
        (2, AN_HOUR_LATER, "Putting them again should work.", None),
        (1, AN_HOUR_LATER, "Putting them again should work.", "DEAD_LETTERS_LEFT"),
        (9, AN_HOUR_LATER, "Putting them again should work.", "DEAD_LETTERS_NOT_DUMPED"),
    ],
)
def test_the_depth_of_their_queue_tells_whether_some_left_or_others_lie_there(depth, stamp, says, code):
    one, others = on_queue(depth, stamp)
    assert says in one.statement and one.severity == "critical" and set(others) == ({code} if code else set())
    assert code != "DEAD_LETTERS_LEFT" or "At least 1 of the 2 messages" in others[code].statement
    assert (
        code != "DEAD_LETTERS_NOT_DUMPED"
        or "held 9 messages at a capture, but its dumps contain 2" in others[code].statement
    )


@pytest.mark.parametrize(
    ("depth", "stamp", "is_empty"), [(0, AN_HOUR_LATER, True), (0, AN_HOUR_BEFORE, False), (7, AN_HOUR_LATER, False)]
)
def test_of_letters_whose_owner_is_not_shown_it_is_told_that_the_one_queue_of_their_name_is_empty_since(
    depth, stamp, is_empty
):
    shown = "     9 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n   QMNAME(HUB) DEADQ(DLQ)\n"
    shown = LOCAL.format("DLQ", f"CURDEPTH({depth})", "NORMAL") + shown
    of_it = since_dump(captured((["d.txt"], 2, -9, 0), owner=None), None, Estate(rows(stamp + HEAD + shown + END)))
    assert of_it.is_open == is_empty and not of_it.is_gone and of_it.left == 0


@pytest.mark.parametrize(
    ("minutes", "manager", "gone"), [(9, "HUB", True), (-9, "HUB", False), (9, None, False), (None, "HUB", False)]
)
def test_a_later_dump_without_a_message_says_that_all_have_left(minutes, manager, gone):
    made = None if minutes is None else AT.replace(tzinfo=None) + timedelta(minutes=minutes)
    dumps = [
        dumped("d.txt", "DLQ", "HUB", 2, captured=AT.replace(tzinfo=None), zone="UTC"),
        dumped("d.txt", "DLQ", manager, 0, captured=made, zone="UTC", is_empty=True, begin=900),
    ]  # fmt: skip
    of_it = since_dump(captured((["d.txt"], 2, -9, 0)), "HUB", Estate(()), dumps)
    assert (of_it.is_gone, of_it.later) == ((True, "d.txt") if gone else (False, None))


A, B, BOTH = ["a.txt"], ["b.txt"], ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("sets", "owner", "left"),
    [
        ([(A, 3, 0, 3), (BOTH, 2, 4, 5), (B, 1, 6, 6)], "HUB", ("3 of the 6", "b.txt")),
        ([(B, 3, 0, 3), (BOTH, 2, 4, 5)], None, ("3 of the 5", "a.txt")),
        ([(A, 2, 4, 5), (BOTH, 3, 0, 3)], "HUB", None),  # they came after b.txt was made
        ([(A, 2, 0, 5), (B, 2, 1, 4)], "HUB", None),  # the dumps contradict each other
        ([(A, 2, 0, 1), (B, 2, 4, 5)], None, None),  # they may be of two queue managers
    ],
)
def test_what_a_later_dump_lacks_has_left(sets, owner, left):
    _, *others = told(2053, "", captured(*sets, owner=owner), owner=owner)
    assert [one.code for one in others] == ["DEAD_LETTERS_LEFT"] * bool(left)
    assert not left or (left[0] in others[0].statement and f"the later dump {left[1]} lacks" in others[0].statement)


@pytest.mark.parametrize(("sets", "owner", "minutes", "left"), [
    ([(A, 2, 4, 5), (BOTH, 3, 0, 3)], "HUB", 9, (2, "b.txt")), ([(A, 2, 4, 5), (BOTH, 3, 0, 3)], "HUB", -9, (0, "a.txt")),
    ([(A, 3, 0, 3), (BOTH, 2, 4, 5)], "HUB", -9, (0, "a.txt")), ([(A, 2, 0, 1), (B, 2, 4, 5)], "HUB", 9, (2, "b.txt")),
    ([(A, 2, 0, 1), (B, 2, 4, 5)], None, 9, (0, None)),
])  # fmt: skip
def test_which_of_two_dumps_is_later_their_stamps_tell(sets, owner, minutes, left):
    at = AT.replace(tzinfo=None)
    dumps = [dumped(file, "DLQ", owner, 2, captured=at + timedelta(minutes=late), zone="UTC")
             for file, late in (("a.txt", 0), ("b.txt", minutes))]  # fmt: skip
    of_it = since_dump(captured(*sets, owner=owner), owner, Estate(()), dumps)
    assert (of_it.left, of_it.later) == left


def test_putting_all_of_them_again_needs_room_for_all():
    nearly = LOCAL.format("IN", "PUT(ENABLED) CURDEPTH(9) MAXDEPTH(10) MAXMSGL(500) IPPROCS(0)", "NORMAL")
    one, _ = found(2053, nearly)
    assert "It has room for 1 of these 2" in one.statement and "Start its reader" in one.statement
    assert "should work" not in one.statement
    one, _ = found(2053, nearly, grouped=2, highest=4, is_one_group=True)
    assert "They are in one message group with numbers up to 4, of which 2 are missing here" in one.statement
    one, _ = found(2053, nearly, messages=1)
    assert "should work" in one.statement


def test_what_expires_can_be_put_again_only_until_then():
    one, _ = found(2053, LOCAL.format("IN", OPEN, "NORMAL"), expiring=1, least_expiry=50)
    assert "they have not expired. 1 of them has an Expiry, 5.0 s left when dumped." in one.statement
    one, _ = found(2053, expiring=1, least_expiry=50, grouped=2, highest=3, is_one_group=True)
    assert "5.0 s left when dumped" in one.statement and "of which 1 is missing here" in one.statement


@pytest.mark.parametrize(("size", "is_full"), [("2048", True), ("7", False)])
def test_a_queue_file_that_is_shown_to_be_full_is_not_asked_for_again(size, is_full):
    status = f"     3 : DISPLAY QSTATUS(IN) CURFSIZE CURMAXFS\nAMQ8450I: Display queue status details.\n   QUEUE(IN) TYPE(QUEUE) CURFSIZE({size}) CURMAXFS(2048)\n"
    one, commands = found(2056, LOCAL.format("IN", OPEN, "NORMAL") + status)
    assert ("its file has its full size (CURFSIZE(2048), CURMAXFS(2048) MB)" in one.statement) == is_full
    assert ("CURFSIZE" in commands[0]) != is_full


def test_a_name_that_leads_to_the_dead_letter_queue_itself_is_no_way_back():
    text = ALIAS.format("ENABLED") + LOCAL.format("IN", OPEN, "NORMAL")
    manager = "     2 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n   QMNAME(HUB) DEADQ(IN)\n"
    one, commands = found(2053, text + manager, destination="OUT", queue="IN")
    assert "the dead-letter queue of HUB itself" in one.statement and "should work" not in one.statement
    assert not any("rules propose" in each for each in commands)


FULL = "PUT(ENABLED) CURDEPTH({}) MAXDEPTH(10) {}"


@pytest.mark.parametrize(
    ("shown", "says", "changed"),
    [
        (FULL.format(10, "IPPROCS(0)"), "Start its reader, or raise MAXDEPTH.", 20),
        (FULL.format(10, "IPPROCS(3)"), "see why they take too little, or raise MAXDEPTH.", 20),
        (FULL.format(30, "IPPROCS(3)"), "or raise MAXDEPTH.", 60),
        (
            FULL.format(10, "IPPROCS(3) UNCOM(9)"),
            "see whose unit of work that is. Programs with an open one: load.",
            None,
        ),
        (FULL.format(10, "IPPROCS(3) UNCOM(1)"), "or raise MAXDEPTH.", 20),
    ],
)
def test_what_keeps_a_queue_full_comes_before_a_higher_maxdepth(shown, says, changed):
    definition, _, uncommitted = shown.partition(" UNCOM")
    status = f"AMQ8450I: Display queue status details.\n   QUEUE(IN) TYPE(QUEUE) UNCOM{uncommitted}\n" * bool(
        uncommitted
    )
    open_ = "AMQ8276I: Display Connection details.\n   CONN(01)\n   TYPE(CONN) APPLTAG(load) UOWSTATE(ACTIVE)\n"
    one, commands = found(2053, LOCAL.format("IN", definition, "NORMAL") + status + open_)
    assert says in one.statement and one.next[0].effect == "looks"
    assert [each for each in commands if "ALTER" in each] == (
        [f"echo \"ALTER QLOCAL('IN') MAXDEPTH({changed})\" | runmqsc HUB"] if changed else []
    )


@pytest.mark.parametrize(
    ("readers", "says"), [(0, "no program reads (IPPROCS(0))"), (1, "Start its reader, or raise MAXDEPTH")]
)
def test_of_a_full_queue_that_triggers_the_trigger_monitor_is_missing_first(readers, says):
    full = LOCAL.format("IN", FULL.format(10, "IPPROCS(0) TRIGGER INITQ(START.Q) PROCESS(P)"), "NORMAL")
    one, commands = found(2053, full + LOCAL.format("START.Q", f"IPPROCS({readers})", "NORMAL"))
    assert says in one.statement and any("ALTER" in each for each in commands) == bool(readers), one.statement
    assert any("START.Q" in each for each in commands) == (not readers)


def test_what_a_reason_means_was_so_when_the_put_failed():
    assert ": the queue was full." in found(2053)[0].statement
    assert ": the queue was" not in found(2218)[0].statement, "the length of a message stays"


def test_a_trigger_message_names_the_queue_that_waits_and_what_was_to_be_started():
    told_of = {"queue": "ORDERS", "process": "ORD.PROC", "program": "/app/ord.sh"}
    waiting = LOCAL.format("ORDERS", "CURDEPTH(17)", "NORMAL")
    one, commands = found(265, waiting, kind=PROGRAM, moved_by="runmqtrm", triggered=told_of, is_one_trigger=True)
    assert "/app/ord.sh of process ORD.PROC was to be started for messages on ORDERS, which has" in one.statement
    assert "CURDEPTH(17)" in one.statement and one.object == "ORDERS"
    assert ["PROCESS('ORD.PROC')" in each for each in commands] == [True, False]


ENDS = """\
AMQ8409I: Display Queue details.
   QUEUE(FAR) TYPE(QLOCAL) USAGE(XMITQ)
AMQ8414I: Display Channel details.
   CHANNEL(HUB.FAR) CHLTYPE(SDR) XMITQ(FAR) MAXMSGL(4194304)
{}Starting MQSC for queue manager FAR.
     1 : DISPLAY CHANNEL(*) ALL
AMQ8414I: Display Channel details.
   CHANNEL(HUB.FAR) CHLTYPE(RCVR) MAXMSGL({})
"""


@pytest.mark.parametrize(("allowed", "says"), [(100, True), (9999, False)])
@pytest.mark.parametrize("queue", ["FAR", "OTHER"])
def test_of_a_channel_that_allows_too_little_the_smaller_end_is_named(allowed, says, queue):
    shown = ENDS.format(END, allowed).replace("QUEUE(FAR)", f"QUEUE({queue})")
    one, commands = found(2218, shown, destination_queue_manager="FAR", longest=172 + 1000)
    assert ("HUB.FAR allows 100 bytes at FAR, and the longest message has 1000" in one.statement) == says
    assert ("CHANNEL('HUB.FAR') MAXMSGL" in commands[0] and commands[0].endswith("runmqsc FAR")) == says


@pytest.mark.parametrize(("reason", "more", "said", "asks"), [
    (2111, "CONVERT(YES)", "HUB.FAR of HUB has CONVERT(YES).", "DISPLAY CHANNEL('HUB.FAR') CONVERT ALTDATE ALTTIME"),
    (2110, "CONVERT(NO)", "with CONVERT(YES) sets this reason, but HUB.FAR of HUB has CONVERT(NO).", "CONVERT ALTDATE"),
    (2218, "MAXMSGL(9999)", "HUB.FAR of HUB has MAXMSGL(9999).", "DISPLAY CHANNEL('HUB.FAR') MAXMSGL"),
    (2111, "MAXMSGL(9999)", "check the channels of HUB", "DISPLAY CHANNEL(*) CHLTYPE XMITQ CONVERT"),
])  # fmt: skip
def test_what_the_channel_of_the_letters_is_shown_to_have_is_told(reason, more, said, asks):
    channel = (
        "     2 : DISPLAY CHANNEL(*) ALL\nAMQ8414I: Display Channel details.\n"
        f"   CHANNEL(HUB.FAR) CHLTYPE(SDR) XMITQ(FAR) {more}\n"
    )
    one, commands = found(reason, LOCAL.format("FAR", OPEN, "XMITQ") + channel, destination_queue_manager="FAR")
    assert said in one.statement and asks in commands[0], (one.statement, commands)


def test_the_job_of_a_channel_initiator_names_its_queue_manager():
    shown = (
        "Starting MQSC for queue manager {0}.\n     1 : DISPLAY QMGR ALL\nAMQ8408I: Display Queue Manager details.\n"
    )
    shown += "   QMNAME({0}) DEADQ(DLQ) PLATFORM(MVS)\n" + END
    made = [group(2085, owner=None, moved_by="MQ2ACHIN", least_mover="MQ2ACHIN", destination_queue_manager="")]
    both = Estate(rows(shown.format("MQ1A")) + rows(shown.format("MQ2A"), "b.txt"))
    [one] = of_letters([Reason(2085, "", 2, 2, "IN", 1, None, None, made)], both)
    assert one.queue_manager == "MQ2A" and "owns DLQ" not in one.statement


def test_letters_of_the_newest_day_come_first_and_each_finding_tells_its_dates():
    old = group(
        2053,
        messages=30,
        least_mover="amqrmppa",
        first_micros=group(2053).last_micros - 40 * DAY,
        last_micros=group(2053).last_micros - 39 * DAY,
    )
    new = group(
        2085, messages=3, destination="OUT", least_mover="amqrmppa", first_micros=group(2085).last_micros - 2_000_000
    )
    late = group(2053, messages=2, destination="OTHER", least_mover="amqrmppa")
    every = [
        Reason(2053, "", 32, 32, "IN", 2, None, None, [old, late]),
        Reason(2085, "", 3, 3, "OUT", 1, None, None, [new]),
    ]
    found = [one.statement for one in of_letters(every, Estate(()))]
    assert found[0].startswith("2 messages for OTHER were dead-lettered at 08:00:00 UTC on 2026-03-01 with reason 2053")
    assert found[1].startswith("3 messages for OUT were dead-lettered from 07:59:58 to 08:00:00 UTC on 2026-03-01 with")
    assert found[2].startswith("30 messages for IN were dead-lettered from 2026-01-20 08:00:00 to 2026-01-21 08:00:00")


def test_what_has_no_header_names_its_program_and_is_not_browsed_again():
    made = group(None, kind=None, messages=2, application="tina.exe", least_application="tina.exe")
    [one] = of_letters([Reason(None, "no valid MQDLH", 2, 2, None, 0, None, None, [made])], Estate(()))
    assert "there directly (PutApplName tina.exe)." in one.statement and "They are damaged, or" in one.statement
    assert one.next and not any("amqsbcg" in each.command for each in one.next)


@pytest.mark.parametrize(("wait", "says"), [(-250.0, "up to 250 s after"), (-0.4, ""), (0.0, ""), (None, "")])
def test_letters_that_were_put_after_they_were_dead_lettered_tell_that_clocks_differ(wait, says):
    one, _ = found(2053, least_wait=wait)
    assert (says in one.statement) and ("clocks differ" in one.statement) == bool(says)


@pytest.mark.parametrize(("name", "is_told"), [("AMQ.6A2B3C0012345678", True), ("ORDERS.IN", False)])
def test_a_name_that_a_queue_manager_made_up_was_a_dynamic_queue(name, is_told):
    assert ("dynamic queue" in found(2085, destination=name)[0].statement) == is_told
    assert "dynamic queue" not in found(2053, destination=name)[0].statement


def test_a_full_backout_queue_is_told_to_be_one_before_a_reader_is_asked_for():
    full, shared = (
        LOCAL.format("IN", "PUT(ENABLED) CURDEPTH(9) MAXDEPTH(9) IPPROCS(0)", "NORMAL"),
        "BOQNAME(IN) BOTHRESH(3)",
    )
    one, commands = found(2053, full + LOCAL.format("PAY", shared, "NORMAL"))
    assert "It is the backout queue of PAY: see why" in one.statement and "Start its reader" not in one.statement
    assert commands[0].startswith('echo "DISPLAY') and "MAXDEPTH(18)" in commands[-1]


@pytest.mark.parametrize(("messages", "kinds", "says"), [
    (1, [2051], "It is a report on another message, with Feedback 2051 MQRC_PUT_INHIBITED: that one could not be put."),
    (1, [260], "with Feedback 260 MQFB_COD: that one reached a program."), (1, [275], "with Feedback 275 MQFB_PAN."),
    (2, [258, 2053], "These are reports on other messages"), (2, [258, 2053], "those of 258 expired, those of 2053 could not be put."),
    (3, [259], "2 of them are reports on other messages"),
])  # fmt: skip
def test_a_report_tells_of_another_message_what_became_of_it(messages, kinds, says):
    one, _ = found(2085, messages=messages, reports=min(messages, 2), kinds=kinds)
    assert says in one.statement


@pytest.mark.parametrize(("messages", "cut", "says"), [(1, 1, "it"), (2, 2, "them"), (3, 1, "1 of them"), (3, 0, "")])
def test_what_a_dump_does_not_show_whole_is_no_copy_to_put_again(messages, cut, says):
    one, _ = found(2051, messages=messages, cut=cut)
    assert (f"The dump lacks bytes of {says}" in one.statement) == bool(cut)


@pytest.mark.parametrize(("day", "there"), [("2026-01-05", True), ("2026-03-02", False)])
def test_an_alias_unaltered_since_before_the_letter_was_there(day, there):
    altered = ALIAS.format("ENABLED") + f"   ALTDATE({day}) ALTTIME(08.00.00)\n"
    one, _ = found(2085, LOCAL.format("IN", OPEN, "NORMAL") + altered, destination="OUT")
    assert ("OUT was last altered before that (2026-01-05 08:00:00" in one.statement) is there, one.statement
    assert ("elsewhere is fixed" in one.statement) is there


@pytest.mark.parametrize(
    ("reason", "asked"), [(2030, "QUEUE('IN') MAXMSGL"), (2053, "QLOCAL('IN') CURDEPTH"), (2051, "QUEUE('OUT')")]
)
def test_what_an_alias_has_not_is_asked_of_what_it_stands_for(reason, asked):
    _, commands = found(reason, LOCAL.format("IN", OPEN, "NORMAL") + ALIAS.format("ENABLED"), destination="OUT")
    assert asked in commands[0], commands


def test_a_queue_that_was_enabled_or_defined_in_the_session_is_what_the_command_made_it():
    text = LOCAL.format("IN", "PUT(DISABLED) CURDEPTH(1) MAXDEPTH(10) MAXMSGL(500)", "NORMAL")
    altered = text + "     2 : ALTER QLOCAL(IN) PUT(ENABLED)\nAMQ8008I: IBM MQ queue changed.\n"
    assert "put-inhibited" in found(2051, text)[0].statement
    one, commands = found(2051, altered)
    assert "put-inhibited" not in one.statement
    assert not any("ALTER" in each for each in commands)
    absent = "AMQ8147E: IBM MQ object IN not found.\n".join(("     2 : DISPLAY QUEUE(IN)\n", ""))
    defined = absent + "     3 : DEFINE QLOCAL(IN)\nAMQ8006I: IBM MQ queue created.\n"
    other = LOCAL.format("OTHER", OPEN, "NORMAL")
    assert "IN is not defined at HUB" in found(2085, other + absent)[0].statement
    assert "not defined" not in found(2085, other + defined)[0].statement


def test_reason_2053_asks_for_the_depth_and_2362_for_the_backout_queue():
    _, commands = found(2053, destination="X.IN", destination_queue_manager="HUB")
    assert "DISPLAY QLOCAL('X.IN') CURDEPTH MAXDEPTH IPPROCS" in commands[0]
    _, commands = found(2362, kind=PROGRAM, moved_by="MQ JMS ConnectionConsumer", destination="X.IN")
    assert commands == ["echo \"DISPLAY QUEUE('X.IN') BOQNAME BOTHRESH TYPE\" | runmqsc HUB"]
