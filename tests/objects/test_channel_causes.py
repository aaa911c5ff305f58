"""Why a channel does not run: which entry of the logs tells it, and what is looked at next."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.codes.amq_messages import of_channel
from mqforensics.objects import channel_causes
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.estate import Estate
from mqforensics.objects.route import Hop

NOON = datetime(2026, 5, 12, 12, 0, tzinfo=UTC)
ONLY = ("SCYEXIT", "SSLPEER", "CONNAME")
ADDRESS = "b.example (10.0.0.9) ({})"


def entry(number, manager="A", channel="A.B", seconds=0, host=None, text="told"):
    return Entry(f"AMQ9{number}", channel, manager, host, 1, NOON + timedelta(seconds=seconds), text, "log", 1)


def row(kind, name, times=None, **attributes):
    return {
        "file": "a",
        "line": 1,
        "queue_manager": "A",
        "type": kind,
        "name": name,
        "attributes": attributes,
        "times": times or {},
    }


def why(state, *entries, queue=(), partner="B", **status):
    made = [row("CHSTATUS", "A.B", CHLTYPE="SDR", XMITQ="XQ", CONNAME="10.0.0.9(1414)", STATUS=state, **status), *queue]
    estate = Estate(made)
    hop = Hop("A", "XQ", "", estate.servers("A", "XQ"), False, partner)
    told = channel_causes.cause(list(entries), estate, hop, "A.B", state)
    return told, [
        (one.on, one.command) for one in channel_causes.displays_of_cause(told, estate, hop, "A.B")
    ] if told and told.entry else []


@pytest.mark.parametrize("number", [535, 536, 604, 496, 502, 259, 271, 999, 508])
def test_what_a_log_tells_of_a_stopped_channel_is_its_cause(number):
    told, _ = why("STOPPED", entry(number))
    assert told.said.startswith(of_channel(f"AMQ9{number}").why("A", "B")) and not told.start


def test_what_the_log_and_what_the_definitions_tell_are_both_told_and_no_start_would_do():
    off = row("QLOCAL", "XQ", USAGE="XMITQ", NOTRIGGER="")
    assert why("INACTIVE", queue=[off])[0].start
    told, _ = why("INACTIVE", entry(633), entry(999, seconds=1), queue=[off])
    assert "A did not accept the certificate of B" in told.said and "NOTRIGGER" in told.said and not told.start
    told, _ = why("STOPPED", entry(202), LONGRTS="0")
    assert (
        told.said.startswith("nothing accepted the channel's connection at the address of B")
        and "retries are used up" in told.said
    )


def test_a_failure_does_not_tell_why_a_channel_with_tries_left_was_stopped():
    told, look = why("STOPPED", entry(202), LONGRTS="999999999")
    assert told is None and not look
    assert why("STOPPED", entry(528), LONGRTS="999999999")[0].entry.number == 528
    assert (
        "The evidence does not show whether that used up its tries (LONGRTS) or somebody stopped it"
        in why("STOPPED", entry(202))[0].said
    )


@pytest.mark.parametrize(("mode", "address", "number", "told"), [
    ("Active", "hosta(1414)", 202, True), ("Active", "HOSTB.example(1414)", 202, False),
    ("Active", "hosta(1414),hostb(1414)", 202, False), ("Standby", "hosta(1414)", 202, False),
    ("Active", "10.0.0.9(1414)", 202, False), ("Active", "hosta(1414)", 633, False),
])  # fmt: skip
def test_that_the_partner_is_active_on_a_host_which_no_address_names_is_told(mode, address, number, told):
    there = {**row("INSTANCE", "hostb", MODE=mode), "queue_manager": "B"}
    defined = row("CHANNEL", "A.B", CHLTYPE="SDR", XMITQ="XQ", CONNAME=address)
    found = why("RETRYING", entry(number, host="hosta"), queue=[there, defined])[0]
    assert (f"B is active on hostb, which CONNAME({address}) does not name" in found.said) == told


@pytest.mark.parametrize(("others", "told"), [(("hostc",), True), ((), False)])
def test_of_an_address_without_a_name_it_is_told_on_which_of_several_hosts_the_partner_is_active(others, told):
    modes = {"hostb": "Active", **dict.fromkeys(others, "Standby")}
    there = [{**row("INSTANCE", name, MODE=mode), "queue_manager": "B"} for name, mode in modes.items()]
    defined = row("CHANNEL", "A.B", CHLTYPE="SDR", XMITQ="XQ", CONNAME="10.0.0.9(1414)")
    found = why("RETRYING", entry(202, host="10.0.0.9"), queue=[*there, defined])[0]
    assert (
        "B is active on hostb: the evidence does not show whether CONNAME(10.0.0.9(1414)) leads there" in found.said
    ) == told


@pytest.mark.parametrize(("hours", "told"), [(20, True), (-20, False)])
def test_that_the_definition_was_altered_after_the_entry_is_told(hours, told):
    times = {"ALT": (NOON + timedelta(hours=hours)).replace(tzinfo=None)}
    definition = row("CHANNEL", "A.B", times, CHLTYPE="SDR", XMITQ="XQ", CONNAME="10.0.0.77(1414)")
    for number, address in ((202, True), (642, False)):
        said = why("RETRYING", entry(number), queue=[definition])[0].said
        assert ("The definition of the channel was altered after that" in said) == told
        assert ("CONNAME(10.0.0.77(1414))" in said) == (told and address)


def test_an_inhibited_transmission_queue_is_named_in_place_of_the_channel():
    assert "GET(DISABLED)" in why("RETRYING", entry(549, channel="XQ"), entry(999))[0].said
    assert "GET(DISABLED)" not in why("RETRYING", entry(549, channel="OTHER"), entry(999))[0].said


def test_an_entry_from_before_a_session_that_worked_tells_nothing():
    late, early = ({"LGET": (NOON + timedelta(hours=hours)).replace(tzinfo=None)} for hours in (20, -20))
    assert why("STOPPED", entry(633), queue=[row("QSTATUS", "XQ", late)])[0] is None
    assert why("STOPPED", entry(633), queue=[row("QSTATUS", "XQ", early)])[0]


@pytest.mark.parametrize(("state", "kind", "hours", "over"), [
    ("RUNNING", "SDR", 1, True), ("RETRYING", "SDR", 1, False), ("RUNNING", "RCVR", 1, False), ("RUNNING", "SDR", -1, False),
])  # fmt: skip
def test_a_sending_end_that_runs_later_has_worked_since_whatever_its_clock(state, kind, hours, over):
    shown = row(
        "CHSTATUS", "A.B", {"CHSTA": NOON.replace(tzinfo=None) - timedelta(hours=1)}, CHLTYPE=kind, STATUS=state
    )
    shown |= {"captured": (NOON + timedelta(hours=hours)).replace(tzinfo=None), "zone": "UTC"}
    estate = Estate([shown], clocks={"A": timedelta()})
    assert channel_causes.is_over(NOON, [entry(202)], estate, estate.of("A", ("CHSTATUS",))) == over


@pytest.mark.parametrize(("more", "is_told"), [
    ((), True), ((entry("001", seconds=3601),), False), ((entry("001", seconds=1),), True),
    ((entry("002", seconds=20), entry("001", seconds=40)), False), ((entry("002", seconds=-900), entry(545, seconds=50)), True),
])  # fmt: skip
def test_the_end_of_the_session_that_somebody_stopped_is_no_work_since(more, is_told):
    told, _ = why("STOPPED", entry(528), *more)
    assert (told is not None) == is_told and (
        told is None or (told.said.startswith(of_channel("AMQ9528").why("A", "B")) and not told.start)
    )


@pytest.mark.parametrize(("state", "seconds", "more", "is_told"), [
    ("RETRYING", 10, (), True), ("BINDING", 10, (), True), ("RUNNING", 10, (), False), ("STOPPED", 10, (), False),
    ("RETRYING", 36000, (), False), ("RETRYING", -10, (), False), ("RETRYING", 10, (entry(202, seconds=3000),), False),
])  # fmt: skip
def test_a_start_is_an_attempt_where_the_channel_is_shown_to_try_after_it(state, seconds, more, is_told):
    start = entry("002", seconds=1800)
    shown = row("CHSTATUS", "A.B", CHLTYPE="SDR", STATUS=state)
    shown |= {"captured": (start.last + timedelta(seconds=seconds)).replace(tzinfo=None), "zone": "UTC"}
    estate = Estate([shown])
    told = channel_causes.fresh([entry(633), start, *more], estate, "A", estate.of("A", ("CHSTATUS",)))
    assert (entry(633) in told) == is_told


@pytest.mark.parametrize(("port", "is_it"), [("1414", True), ("1415", False), (None, True)])
def test_an_entry_without_a_channel_is_of_the_one_with_its_address(port, is_it):
    host = ADDRESS.format(port) if port else "10.0.0.9"
    assert bool(why("RETRYING", entry(202, channel=None, host=host))[0]) == is_it


@pytest.mark.parametrize(("number", "port", "is_it"), [
    (208, "1414", False), (202, "1414", True), (208, "1415", True), (633, "1414", False),
])  # fmt: skip
def test_of_two_channels_to_one_address_an_entry_that_names_none_tells_only_of_the_address(number, port, is_it):
    other = row("CHANNEL", "A.QA", CHLTYPE="SDR", XMITQ="XQA", CONNAME=f"10.0.0.9({port})")
    told, _ = why("RETRYING", entry(number, channel=None, host=ADDRESS.format("1414")), queue=[other])
    assert bool(told) == is_it


@pytest.mark.parametrize(("symptom", "there", "said"), [
    (558, entry(528, "B", seconds=-3000), "somebody stopped"), (558, entry(514, "B", seconds=1), "in use"),
    (665, entry(633, "B", "????", 1, "a.example"), "B did not accept the certificate of A"),
    (665, entry(637, "B", "????", 1), "A sent no certificate, and B requires one"),
    (665, entry(633, "B", "????", 1, "a.example"), "by its time alone"),
    (520, entry(519, "C", seconds=1), "seems to lead to C, not to B"),
    (558, entry(514, "B", seconds=-3000), "not available"), (665, entry(633, "B", "????", 60, "a.example"), "closed"),
    (558, entry(514, "C", seconds=60), "not available"),
])  # fmt: skip
def test_of_what_only_says_that_the_other_end_refused_the_other_end_tells_the_cause(symptom, there, said):
    assert said in why("RETRYING", entry(symptom), there)[0].said


@pytest.mark.parametrize(("number", "writer", "other"), [
    (999, "A", "the log of B"), (208, "A", "the log of B"), (999, "B", "the log of A"), (633, "A", None),
])  # fmt: skip
def test_of_what_only_follows_from_a_cause_it_is_told_that_the_cause_is_not_shown(number, writer, other):
    told, _ = why("RETRYING", entry(number, writer))
    assert ("does not show the cause" in told.said) == bool(other) and (not other or told.said.endswith(other))


@pytest.mark.parametrize(("number", "before"), [(208, 0), (209, 0), (208, 600)])
def test_what_closes_a_chain_of_entries_is_the_cause_of_nothing_where_another_tells(number, before):
    told, _ = why("RETRYING", entry(number, seconds=-before), entry(999, seconds=1))
    assert told.entry.number == number and "the log of B" in told.said


@pytest.mark.parametrize(("number", "seconds", "writer", "is_told"), [
    (208, 0, "B", True), (558, 200, "B", True), (999, -9, "B", False), (208, 0, "C", False), (202, 0, "B", False),
])  # fmt: skip
def test_a_limit_of_the_other_end_may_be_why_a_connection_broke(number, seconds, writer, is_told):
    told, asks = why("RETRYING", entry(number), entry(513, writer, None, seconds))
    assert ("may come of a limit of B: as many channels run" in told.said) == is_told, told.said
    assert not is_told or (
        asks == [("B", 'echo "DISPLAY CHSTATUS(*) STATUS CONNAME" | runmqsc B')] and len(told.places) == 2
    )


@pytest.mark.parametrize(("told", "on", "asks"), [
    (entry(202), "B", "LSSTATUS"), (entry(528, "B"), "B", "CHSTATUS"), (entry(558), "B", "CHSTATUS"),
    (entry(535), "A", "SCYEXIT"), (entry(616, "B"), "A", "CHANNEL"),
    (entry(633, "B"), "B", "QMGR SSLKEYR"), (entry(642), "A", "QMGR SSLKEYR"), (entry(637, "B"), "A", "QMGR SSLKEYR"),
    (entry(640), "A", "SSLPEER"), (entry(643), "B", "SSLPEER"), (entry(549), "A", "QUEUE('XQ') GET"),
    (entry(506), "B", "QLOCAL(*)"), (entry(506, "B"), "A", "QLOCAL(*)"),
])  # fmt: skip
def test_what_is_looked_at_is_where_the_cause_is(told, on, asks):
    [(at, command)] = why("RETRYING", told)[1]
    assert at == on and f"DISPLAY {asks}" in command.replace("CHANNEL('A.B') ", "", asks in ONLY)


@pytest.mark.parametrize(
    ("told", "asks"), [(entry(631), "SSLCIPH"), (entry(631, "B"), "SSLCIPH"), (entry(547), "CHLTYPE")]
)
def test_what_differs_between_two_ends_is_looked_at_at_both(told, asks):
    assert [(at, asks in command) for at, command in why("RETRYING", told)[1]] == [("A", True), ("B", True)]


def test_without_a_partner_or_where_another_answers_its_address_is_looked_at():
    for told, partner in (((entry(202),), None), ((entry(520), entry(519, "C", seconds=1)), "B")):
        [(at, command)] = why("RETRYING", *told, partner=partner)[1]
        assert at == "A" and "CONNAME" in command


def test_where_there_are_several_addresses_the_log_may_name_only_one():
    both = row("CHANNEL", "A.B", CHLTYPE="SDR", XMITQ="XQ", CONNAME="10.0.0.9(1414),10.0.0.8(1414)")
    assert "several addresses" in why("RETRYING", entry(202), queue=[both])[0].said
    assert "several addresses" not in why("RETRYING", entry(202))[0].said


@pytest.mark.parametrize(("initq", "queues", "said"), [
    ("SYSTEM.CHANNEL.INITQ", [], None), ("SYSTEM.CHANNEL.INTQ", [], "usually read SYSTEM.CHANNEL.INITQ"),
    ("OWN.INITQ", [row("QLOCAL", "OWN.INITQ")], None),
])  # fmt: skip
def test_an_initiation_queue_of_which_nothing_is_shown_may_be_misspelt(initq, queues, said):
    told, _ = why("INACTIVE", queue=[row("QLOCAL", "XQ", USAGE="XMITQ", TRIGGER="", INITQ=initq), *queues])
    assert (told is None) if said is None else said in told.said


@pytest.mark.parametrize(("state", "queue", "on", "asks"), [
    ("RETRYING", row("QLOCAL", "XQ", GET="DISABLED"), "A", "QUEUE('XQ') GET IPPROCS ALTDATE"),
    ("INACTIVE", row("CHANNEL", "A.B", CHLTYPE="SVR", XMITQ="XQ", CONNAME=""), "B", "CHANNEL('A.B') CHLTYPE CONNAME"),
])  # fmt: skip
def test_what_a_definition_tells_is_looked_at_where_it_can_be_mended(state, queue, on, asks):
    first = why(state, queue=[queue])[0].look[0]
    assert first.on == on and asks in first.command


def test_of_two_entries_without_a_channel_none_is_taken():
    both = entry(633, "B", "????", 1, "a.example"), entry(642, "B", "????", 2, "c.example")
    assert "closed the connection" in why("RETRYING", entry(665), *both)[0].said


def test_of_what_the_other_end_wrote_at_once_the_last_is_the_cause_and_no_end_of_the_channel():
    there = [entry(number, "B") for number in (511, 565, 999)]
    assert why("RETRYING", entry(506), *there)[0].entry.number == 565
    assert why("RETRYING", *there)[0].entry.number == 565


@pytest.mark.parametrize(("host", "said", "ends"), [
    (None, "maybe the other end sent no certificate, and the end that wrote the log requires one", ["A", "B"]),
    ("10.7.7.7 (10.7.7.7)", "maybe the other end sent no certificate, and the end that wrote the log requires one", ["A", "B"]),
    ("10.0.0.9 (10.0.0.9)", "maybe the other end sent no certificate, and the end that wrote the log requires one", ["A", "B"]),
    ("10.0.0.9 (1414)", "B sent no certificate, and A requires one", ["B"]),
])  # fmt: skip
def test_an_entry_that_names_no_queue_manager_may_be_of_either_end(host, said, ends):
    told, asks = why("RETRYING", entry(637, manager=None, host=host))
    assert told.said.startswith(f"{said}, says an error log that names no queue manager"), told.said
    assert ("the evidence does not show which end that is" in told.said) == (len(ends) == 2) and [
        on for on, _ in asks
    ] == ends


@pytest.mark.parametrize(("number", "state", "writer", "is_told"), [
    (528, "RETRYING", "A", False), (534, "RETRYING", "A", False), (528, "STOPPED", "A", True),
    (528, "RETRYING", "B", True), (528, "RETRYING", None, True),
])  # fmt: skip
def test_a_channel_that_tries_again_was_not_stopped_at_its_own_end(number, state, writer, is_told):
    assert (why(state, entry(number, writer))[0] is not None) == is_told


def xmitq(**more):
    """The transmission queue, an initiation queue that a program reads, and one that no program reads."""
    return [
        row("QLOCAL", "XQ", USAGE="XMITQ", **more),
        row("QLOCAL", "I", IPPROCS="1"),
        row("QLOCAL", "UNREAD", IPPROCS="0"),
    ]


def defined(address, kind="SDR", **times):
    return [row("CHANNEL", "A.B", times, CHLTYPE=kind, XMITQ="XQ", CONNAME=address)]


ACTIVE = [{**row("INSTANCE", "hostb", MODE="Active"), "queue_manager": "B"}]
LATE = (NOON + timedelta(hours=20)).replace(tzinfo=None)
LOG_A, LOG_B = (f"says the error log of {name} (2026-05-12 12:00:0{{}} UTC AMQ9{{}} told)" for name in "AB")
REFUSED = f"nothing accepted the channel's connection at the address of B, {LOG_A.format(0, 202)}"
BROKEN = f"a send or a receive failed: the connection was broken, {LOG_A.format(0, 208)}"
NO_CERTIFICATE = "maybe the other end sent no certificate, and the end that wrote the log requires one"


@pytest.mark.parametrize(("state", "entries", "queue", "said", "start"), [
    ("RETRYING", [entry(202)], [], REFUSED, False),
    ("RETRYING", [entry(202), entry(202, seconds=5)], [], REFUSED.replace("12:00:00", "12:00:05"), False),
    ("STOPPED", [entry(202)], [], f"{REFUSED}. The evidence does not show whether that used up its tries (LONGRTS) or somebody stopped it", False),
    ("RETRYING", [entry(202)], defined("10.0.0.77(1414)", ALT=LATE),
     f"{REFUSED}. The definition of the channel was altered after that, now CONNAME(10.0.0.77(1414))", False),
    ("RETRYING", [entry(202)], defined("10.0.0.9(1414),10.0.0.8(1414)"),
     f"{REFUSED}. CONNAME has several addresses, and an entry may name only the last that was tried", False),
    ("RETRYING", [entry(202, host="hosta")], [*ACTIVE, *defined("hosta(1414)")],
     f"{REFUSED}. B is active on hostb, which CONNAME(hosta(1414)) does not name", False),
    ("STOPPED", [entry(528)], [], f"somebody stopped the channel at A, or its queue manager was ending, {LOG_A.format(0, 528)}", False),
    ("RETRYING", [entry(558), entry(514, "B", seconds=1)], [],
     f"the channel is in use at B, perhaps by a session that it has not ended yet, {LOG_B.format(1, 514)}", False),
    ("RETRYING", [entry(665), entry(633, "B", "????", 1)], [],
     f"B did not accept the certificate of A, {LOG_B.format(1, 633)}, which names no channel and is tied to it by its time alone", False),
    ("RETRYING", [entry(520), entry(519, "C", seconds=1)], [],
     "no channel of this name is defined at C, says the error log of C (2026-05-12 12:00:01 UTC AMQ9519 told). CONNAME seems to lead to C, not to B",
     False),
    ("RETRYING", [entry(999)], [], f"the channel ended abnormally, {LOG_A.format(0, 999)}. It does not show the cause: look at the log of B", False),
    ("RETRYING", [entry(208)], [], f"{BROKEN}. It does not show the cause: look at the log of B", False),
    ("RETRYING", [entry(208), entry(513, "B", None)], [],
     f"{BROKEN}. It may come of a limit of B: as many channels run as MaxChannels of the queue manager allows (MAXCHL on z/OS), says its error log "
     "(2026-05-12 12:00:00 UTC AMQ9513 told)", False),
    ("RETRYING", [entry(637, manager=None)], [],
     f"{NO_CERTIFICATE}, says an error log that names no queue manager, so the evidence does not show which end that is "
     "(2026-05-12 12:00:00 UTC AMQ9637 told)", False),
    ("RETRYING", [entry(549, channel="XQ")], [], f"nothing can be got from the transmission queue: GET(DISABLED), {LOG_A.format(0, 549)}", False),
    ("INACTIVE", [entry(633)], xmitq(NOTRIGGER=""),
     f"A did not accept the certificate of B, {LOG_A.format(0, 633)}. Moreover nothing starts it: XQ is NOTRIGGER", False),
    ("INACTIVE", [], xmitq(NOTRIGGER=""), "nothing starts it: XQ is NOTRIGGER", True),
    ("RETRYING", [], xmitq(NOTRIGGER=""), None, False),
    ("INACTIVE", [], defined("", "SVR"), "a server channel without CONNAME is started by its requester only", False),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ=""), "nothing starts it: XQ has no initiation queue (INITQ blank)", True),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="UNREAD"), "XQ triggers by INITQ(UNREAD), which no program reads (IPPROCS(0))", False),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGTYPE="NONE"), "XQ triggers nothing: TRIGTYPE(NONE)", True),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGTYPE="DEPTH", TRIGDPTH="5", CURDEPTH="4"),
     "XQ triggers from a depth of 5 on (TRIGTYPE(DEPTH)), and has CURDEPTH(4)", True),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGTYPE="DEPTH", TRIGDPTH="5", CURDEPTH="5"), None, False),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGMPRI="5"), "XQ triggers only for TRIGMPRI(5) and above, which its messages may not have", True),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGMPRI="0"), None, False),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGDATA="OTHER"), "XQ triggers another channel: TRIGDATA(OTHER)", False),
    ("INACTIVE", [], [*xmitq(TRIGGER="", INITQ="I", TRIGDATA="OTHER"), row("CHANNEL", "OTHER", CHLTYPE="SDR")],
     "XQ triggers another channel: TRIGDATA(OTHER)", True),
    ("INACTIVE", [], xmitq(TRIGGER="", INITQ="I", TRIGDATA="A.B"), None, False),
    ("RETRYING", [], xmitq(GET="DISABLED"), "nothing can be got from XQ: GET(DISABLED)", False),
    ("RETRYING", [], [row("QMSTATUS", "A", CHINIT="STOPPING")], "the channel initiator of A is STOPPING", False),
    ("RETRYING", [], [row("QMSTATUS", "A", CHINIT="RUNNING")], None, False),
])  # fmt: skip
def test_a_cause_word_for_word(state, entries, queue, said, start):
    told, _ = why(state, *entries, queue=queue)
    assert (told and told.said, bool(told and told.start)) == (said, start)
    assert told is None or told.places


@pytest.mark.parametrize(("entries", "tries", "said"), [
    ([entry(202)], "12", "Earlier it failed: 2026-05-12 12:00:00 UTC AMQ9202 told. That leaves it RETRYING while it has tries, and LONGRTS(12) shows some"),
    ([entry(202)], None, ""), ([], "12", ""),
])  # fmt: skip
def test_a_failure_of_a_channel_that_had_tries_left_is_said_to_be_earlier(entries, tries, said):
    estate = Estate(
        [row("CHSTATUS", "A.B", CHLTYPE="SDR", XMITQ="XQ", STATUS="STOPPED", **({"LONGRTS": tries} if tries else {}))]
    )
    found = channel_causes.failed_before(
        entries, Hop("A", "XQ", "", estate.servers("A", "XQ"), False, "B"), "A.B", estate
    )
    assert (found.said, len(found.places)) == (said, 2 if said else 0)


GONE = {**row("ERROR", None), "message": "AMQ8147E", "command": "DISPLAY CHANNEL(OTHER)",
        "asked": {"verb": "DISPLAY", "word": "CHANNEL", "name": "OTHER", "filters": {}, "attributes": []}}  # fmt: skip


@pytest.mark.parametrize(("more", "said", "is_sure"), [
    ([GONE], "XQ triggers another channel: TRIGDATA(OTHER), which is not defined", True),
    ([GONE, row("CHANNEL", "OTHER", CHLTYPE="SDR")], "XQ triggers another channel: TRIGDATA(OTHER)", True),
    ([GONE, row("CHSTATUS", "OTHER", CHLTYPE="SDR")], "XQ triggers another channel: TRIGDATA(OTHER)", False),
])  # fmt: skip
def test_another_channel_that_a_queue_triggers_may_not_be_there(more, said, is_sure):
    told, _ = why("INACTIVE", queue=[*xmitq(TRIGGER="", INITQ="I", TRIGDATA="OTHER"), *more])
    assert (told.said, told.sure) == (said, is_sure)
