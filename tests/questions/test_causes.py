"""Which condition explains which, which does not, and that a story begins with its root."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mqforensics import open_case
from mqforensics.clock.offsets import Apart, Bound, Zone
from mqforensics.codes import reason_name
from mqforensics.objects.estate import Estate
from mqforensics.questions import causes, findings_by_urgency
from mqforensics.questions.answer import Answer
from mqforensics.questions.causes import Change, Condition, Story, reasons, stories, symptoms_of
from mqforensics.questions.finding import Finding
from mqforensics.questions.refused.connection_endings import endings
from mqforensics.questions.timeline.case_stories import Kind, Letters, _dead, _of_log, finding, in_words
from mqforensics.questions.timeline.case_stories import stories_of_rows as gathered
from mqforensics.questions.timeline.displayed_conditions import unread_queues
from mqforensics.words.story import NOT_SHOWN_CONNECTED, NOT_SHOWN_THEN
from tests.simulated.rooted import KINDS, told

ESTATE = Estate([
    {"file": "a", "line": 1, "queue_manager": "QM1", "type": "QMGR", "name": "QM1", "attributes": {"DEADQ": "DLQ"}},
    {"file": "b", "line": 1, "queue_manager": "QM2", "type": "QMGR", "name": "QM2", "attributes": {"DEADQ": "DLQ"}},
])  # fmt: skip
PUT = Change("QLOCAL", "PUT", "DISABLED")
DEPTH = Change("QLOCAL", "MAXDEPTH", "5")
INHIBITED = Condition(causes.CHANGE, "QM1", "Q", "PUT went to DISABLED", first=90.0, last=100.0, change=PUT)
LETTERS = Condition(causes.LETTERS, "QM1", "Q", "dead letters", first=160.0, reason=2051, fills=True)
FULL = Condition(causes.FULL, "QM1", "DLQ", "the dead-letter queue was full", reason=2053)
CHANNEL = Condition(causes.CHANNEL_REFUSED, "QM2", "QM2.TO.QM1", "the channel ended", partner="QM1")
XMITQ = Condition(causes.FULL, "QM2", "QM1", "the transmission queue was full", reason=2053, channels=("QM2.TO.QM1",))
REFUSED = Condition(causes.REFUSED, "QM2", "ORDERS", "applications got 2053", reason=2053, queues=frozenset({"QM1"}))
STOPPED = Condition(causes.STOPPED, "QM2", "QM2.TO.QM1", "somebody stopped it")
CHAIN = [INHIBITED, LETTERS, FULL, CHANNEL, XMITQ, REFUSED]


def told_of(*conditions, bounds=()):
    return stories(conditions, ESTATE, Apart(("QM1", "QM2"), bounds))


def test_a_chain_of_several_links_begins_with_its_root_whatever_the_order_of_its_parts():
    for turn in range(len(CHAIN)):
        [story] = told_of(*CHAIN[turn:], *CHAIN[:turn])
        assert story.root is INHIBITED and story.effects == CHAIN[1:]


@pytest.mark.parametrize("gone", range(1, len(CHAIN) - 1))
def test_without_one_of_its_links_the_rest_of_a_chain_has_no_root(gone):
    told = told_of(*CHAIN[:gone], *CHAIN[gone + 1 :])
    assert [story.effects for story in told] == ([CHAIN[1:gone]] if gone > 1 else [])


def test_of_two_roots_none_is_named():
    assert told_of(*CHAIN, STOPPED) == []
    [story] = told_of(STOPPED, XMITQ, REFUSED)
    assert story.root is STOPPED


@pytest.mark.parametrize("other", [
    {"object": "Q2"}, {"queue_manager": "QM2"}, {"change": replace(PUT, after="ENABLED")}, {"first": 400.0, "last": 500.0},
    {"change": replace(PUT, attribute="DESCR")}, {"change": DEPTH},
])  # fmt: skip
def test_any_other_change_explains_nothing(other):
    assert told_of(replace(INHIBITED, **other), LETTERS) == []


def test_a_reason_that_does_not_prove_its_change_needs_the_order():
    lowered, full = replace(INHIBITED, change=DEPTH), replace(LETTERS, reason=2053)
    assert told_of(lowered, full) and not told_of(replace(lowered, last=None), full)
    assert not told_of(lowered, replace(full, first=95.0))


@pytest.mark.parametrize(
    ("readers", "says"),
    [("0", "(IPPROCS(0)). It triggers by INITQ(START.Q), which no program reads (IPPROCS(0))"), ("1", "(IPPROCS(0))")],
)
def test_of_a_full_queue_without_a_reader_it_is_told_that_no_trigger_monitor_reads(readers, says):
    queue = {"IPPROCS": "0", "INITQ": "START.Q", "TRIGGER": "", "USAGE": "NORMAL"}
    rows = [{"file": "q", "line": 1, "queue_manager": "QM1", "type": "QLOCAL", "name": name, "attributes": attributes}
            for name, attributes in (("Q", queue), ("START.Q", {"IPPROCS": readers}))]  # fmt: skip
    [found] = unread_queues(Estate(rows), [replace(LETTERS, kind=causes.FULL)], [], {})
    assert found.said == f"no program had Q at QM1 open for input {says}" and found.kind == causes.UNREAD


def test_a_queue_that_takes_less_than_it_did_needs_no_missing_reader_to_be_full():
    def held(depth, before="5000", after="100"):
        shown = {"file": "q", "line": 1, "queue_manager": "QM1", "type": "QLOCAL", "name": "Q"}
        estate = Estate([{**shown, "attributes": {"CURDEPTH": depth, "MAXDEPTH": after, "IPPROCS": "0"}}])
        lowered = replace(INHIBITED, change=Change("QLOCAL", "MAXDEPTH", after, before))
        full = Condition(causes.FULL, "QM1", "Q", "Q was full", reason=2053)
        unread = Condition(causes.UNREAD, "QM1", "Q", "no program had Q open")
        return [story.root.kind for story in stories([lowered, unread, full], estate, Apart(("QM1",), ()))]

    assert held("150") == held("100") == [causes.CHANGE]
    assert held("5000") == held("99") == held("150", "100", "120") == [causes.UNREAD], "it would be full all the same"


def test_the_order_across_hosts_is_known_only_as_far_as_their_clocks():
    change = Change("QREMOTE", "RNAME", "Q")
    root = replace(INHIBITED, queue_manager="QM2", object="TO.Q", change=change, first=90.0)
    letters = replace(LETTERS, reason=2085)
    assert told_of(root, letters)  # nothing contradicts it
    assert not told_of(root, replace(letters, first=20.0), bounds=[Bound("QM1", "QM2", 5.0)])
    assert told_of(root, replace(letters, first=20.0), bounds=[Bound("QM1", "QM2", 500.0)])


@pytest.mark.parametrize(
    ("meant", "names", "owner"), [("QM9", "QM9", "QM1"), ("QM9", "QM9", None), ("QM9", "QM8", "QM1")]
)
def test_a_name_of_a_queue_manager_that_a_definition_got_explains_what_found_no_way_to_it(meant, names, owner):
    change = Change("QREMOTE", "RQMNAME", names, "QM1")
    root = replace(INHIBITED, queue_manager="QM2", object="TO.Q", change=change)
    letters = [Letters(owner, "DLQ", 2087, "X", meant, 1, 160.0, "dump", "dump", 1)]
    [found] = _dead(ESTATE, letters)
    assert found.queue_manager == owner and ("dead-lettered at QM1" in found.said) == bool(owner)
    assert [one.root for one in told_of(root, found)] == [root] * (names == meant)


def test_dead_letters_of_many_kinds_do_not_fill_a_queue():
    assert [story.effects for story in told_of(INHIBITED, replace(LETTERS, fills=False), FULL)] != [[LETTERS, FULL]]


def test_every_rule_is_one_that_the_code_can_check_and_has_its_source():
    kinds = {value for name, value in vars(causes).items() if name.isupper() and isinstance(value, str)}
    fits = causes.Fits(ESTATE, Apart((), ()))._tests
    for row in causes._links():
        assert {row["cause"], row["effect"]} <= kinds and row["fits"] in fits and row["source"]
    assert all(reason_name(code) for rows in causes._symptoms().values() for row in rows for code in reasons(row))
    assert [reasons(row) for row in symptoms_of(PUT)] == [{2051}]


def at(day, hour=8):
    return datetime(2026, 5, day, hour, tzinfo=UTC)


def told_of_displays(reason, *rows, hour=8, dest="X", kinds=()):
    """The stories of one dead letter of the 11th for X at QM1, whose displays show these rows."""
    shown = [{"file": "d", "line": n, "queue_manager": "QM1", "type": "QLOCAL", "name": "X", "attributes": {}, "times": {}} | row
             for n, row in enumerate(rows)]  # fmt: skip
    letters = [Letters("QM1", "DLQ", reason, dest, "QM1", 1, at(11, hour).timestamp(), "dump", "dump", 1)]
    return gathered(Estate(shown), [], letters, list(kinds), {"QM1": Zone(0.0)}, Apart(("QM1",), ()))


def row(*attributes, kind="QLOCAL", **days):
    attributes = dict(one.split("=") for one in attributes)
    return {
        "type": kind,
        "attributes": attributes,
        "times": {stem: at(day).replace(tzinfo=None) for stem, day in days.items()},
    }


@pytest.mark.parametrize(("altered", "sure"), [({"ALT": 10}, True), ({"ALT": 14}, None), ({}, False)])
def test_an_inhibited_queue_explains_what_came_after_it_was_altered_and_nothing_before(altered, sure):
    assert [one.sure for one in told_of_displays(2051, row("PUT=DISABLED", **altered))] == (
        [] if sure is None else [sure]
    )


@pytest.mark.parametrize(("day", "sure"), [(10, True), (12, None)])
def test_what_a_command_set_began_with_its_session(day, sure):
    asked = {"verb": "ALTER", "word": "QLOCAL", "name": "X", "attributes": ["PUT"], "filters": {}}
    command = {"message": "AMQ8008I", "asked": asked, "command": "ALTER QLOCAL(X) PUT(DISABLED)"}
    session = {"file": "s", "captured": at(day).replace(tzinfo=None), "zone": "UTC"}
    for shown in ([], [session | {"command": "DISPLAY QLOCAL(X)"} | row("PUT=ENABLED", ALT=1)]):
        done = command | session | row("PUT=DISABLED") | ({"type": "DONE"} if shown else {})
        assert [one.sure for one in told_of_displays(2051, *shown, done)] == ([] if sure is None else [sure])


@pytest.mark.parametrize(
    ("last", "sure"), [(100.0, True), (100.0 - 2 * causes.DAY, False), (200.0, False), (None, False)]
)
def test_a_channel_that_was_altered_long_before_it_broke_did_not_surely_break_by_it(last, sure):
    change = Change("CHANNEL", "CONNAME", "b(1414)", "a(1414)")
    root = replace(INHIBITED, object="A.TO.B", change=change, first=None, last=last)
    broken = Condition(causes.BROKEN, "QM1", "A.TO.B", "channel A.TO.B of QM1 cannot run", [], 160.0)
    assert [one.sure for one in told_of(root, broken)] == [sure]


FULL_NOW = "CURDEPTH=5", "MAXDEPTH=5", "IPPROCS=0"


@pytest.mark.parametrize(("rows", "sure"), [
    ([row(*FULL_NOW)], False), ([row(*FULL_NOW, CR=12)], None),
    ([row(*FULL_NOW), row("LGETDATE=2026-05-10", kind="QSTATUS", LGET=10, LPUT=11)], False),
    ([row(*FULL_NOW), row("LGETDATE=2026-05-10", kind="QSTATUS", LGET=10, LPUT=12)], True),
    ([row(*FULL_NOW), row("LGETDATE=2026-05-12", kind="QSTATUS", LGET=12, LPUT=12)], None),
    ([row("CURDEPTH=4", *FULL_NOW[1:])], None), ([row(*FULL_NOW[1:])], False),
    *(([row("CURDEPTH=4", *FULL_NOW[1:], ALT=day), row("LGETDATE=2026-05-10", kind="QSTATUS", LGET=10, LPUT=12)], sure)
      for day, sure in ((12, True), (10, None))),  # with room, nothing got and no MAXDEPTH raised it never was full
])  # fmt: skip
def test_a_queue_without_a_reader_explains_surely_only_where_the_last_get_and_the_capture_enclose_it(rows, sure):
    assert [one.sure for one in told_of_displays(2053, *rows, hour=9)] == ([] if sure is None else [sure])


def test_of_a_full_queue_that_nobody_may_get_from_no_missing_reader_is_the_root():
    [story] = told_of_displays(2053, row(*FULL_NOW, "GET=DISABLED", ALT=1))
    assert story.root.kind == causes.SHUT and "GET(DISABLED)" in in_words(story)


def test_what_is_not_known_to_have_been_so_then_is_told_as_that():
    [sure], [other] = (told_of_displays(2051, row("PUT=DISABLED", **altered)) for altered in ({"ALT": 1}, {}))
    assert "As a result 1 message" in in_words(sure) and finding("timeline", sure).severity == "critical"
    assert "As a result" not in in_words(other) and in_words(other).endswith(NOT_SHOWN_THEN)
    assert finding("timeline", other).severity == "warning"


def test_of_letters_whose_queue_is_nobodys_no_cause_is_sure_and_no_owner_is_named():
    shown = [
        {"file": "d", "line": 1, "queue_manager": "QM1", "type": "QLOCAL", "name": "X"} | row("PUT=DISABLED", ALT=1)
    ]
    for owner, sure in (("QM1", True), (None, False)):
        letters = [Letters(owner, "DLQ", 2051, "X", "QM1", 1, at(11).timestamp(), "dump", "dump", 1)]
        [story] = gathered(Estate(shown), [], letters, [], {"QM1": Zone(0.0)}, Apart(("QM1",), ()))
        assert story.sure == sure and ("dead-lettered at QM1" in in_words(story)) == sure
        assert ("As a result" in in_words(story)) == sure
        assert ("does not show that QM1 refused these messages" in in_words(story)) != sure


def test_of_letters_without_a_time_by_a_known_clock_a_change_is_told_as_what_may_explain_them():
    [sure], [other] = told_of(INHIBITED, LETTERS), told_of(INHIBITED, replace(LETTERS, first=None))
    assert finding("timeline", sure).severity == "critical" and finding("timeline", other).severity == "warning"
    assert in_words(other).endswith(NOT_SHOWN_THEN)


def test_a_letter_whose_destination_is_lost_is_tied_to_no_queue():
    listed = [{"queue_manager": "QM1", "type": "QLOCAL", "name": name, "whole": True, "command": "DISPLAY QUEUE(*) ALL",
               "asked": {"verb": "DISPLAY", "word": "QUEUE", "name": "*", "attributes": ["ALL"], "filters": []}}
              | row(*attributes) for name, *attributes in (("X", "PUT=DISABLED", *FULL_NOW), ("DLQ", "IPPROCS=0"))]  # fmt: skip
    for reason in (2053, 2051):
        told = told_of_displays(reason, *listed, dest=None)
        assert [(one.kind, one.object) for story in told for one in story.effects] == [(causes.FULL, "X")]


def test_a_put_through_an_alias_ends_on_its_local_queue():
    alias = row("TARGET=Y", "TARGTYPE=QUEUE", kind="QALIAS") | {"name": "A"}
    [story] = told_of_displays(2053, alias, row(*FULL_NOW) | {"name": "Y"}, dest="A")
    assert [one.object for one in (story.root, *story.effects)] == ["Y", "Y", "A"]


def entry(message, second, manager="QM1", reason=None, about=None, process=None):
    when = at(11).timestamp() + second
    return Kind(manager, message, reason, None, about, 1, when, when, "log", int(second) + 9, None, process)


FAILED, GONE, ENDED = (
    entry("FDC", 0.5, about="amqzlaa0", process="88"),
    entry("AMQ5008E", 1, process="88"),
    entry("AMQ8004I", 2),
)
LOST = entry(None, 3, None, 2009)


@pytest.mark.parametrize(("kinds", "root", "effects", "sure"), [
    ([ENDED, LOST], causes.ENDED, 1, False), ([ENDED, entry(None, 3, "QM1", 2009)], causes.ENDED, 1, True),
    ([FAILED, GONE, ENDED, LOST], causes.FAILED, 2, False), ([FAILED, GONE, ENDED], causes.FAILED, 1, True),
    ([FAILED, entry("AMQ5008E", 1, process="89"), ENDED], None, 0, None),  # another process
    ([ENDED, entry("AMQ9001I", 0, "QM2"), LOST], None, 0, None),  # it may have been connected to the other one
    ([ENDED, entry(None, 600, None, 2009)], None, 0, None), ([ENDED, entry(None, -60, None, 2009)], None, 0, None),
    ([ENDED, entry(None, 3, None, 2035)], None, 0, None),
])  # fmt: skip
def test_a_queue_manager_that_ended_explains_what_applications_lost_at_once(kinds, root, effects, sure):
    found = gathered(Estate([]), [], [], kinds, {}, Apart(("QM1", "QM2"), ()))
    assert [(one.root.kind, len(one.effects), one.sure) for one in found] == ([(root, effects, sure)] if root else [])
    for one in found:
        assert in_words(one).endswith(NOT_SHOWN_CONNECTED) == (not sure)
        assert finding("timeline", one).queue_manager == "QM1"


POD = """\
2026-03-02T14:00:00.000Z Using queue manager name: QM1
2026-03-02T14:00:04.000Z Started {}queue manager
{}2026-03-02T14:36:01.000Z AMQ8004I: IBM MQ queue manager 'QM1' ended. [CommentInsert1(QM1)]
"""
PROMOTED = "2026-03-02T14:20:00.000Z AMQ5026I: The listener 'L' has started. [CommentInsert1(L)]\n"


@pytest.mark.parametrize(("kind", "since", "is_told"), [
    ("", "", True), ("replica ", "", False), ("standby ", "", False), ("replica ", PROMOTED, True),
])  # fmt: skip
def test_an_instance_that_does_not_serve_ends_without_its_queue_manager(spark, tmp_path, kind, since, is_told):
    (tmp_path / "pod.log").write_text(POD.format(kind, since))
    case = open_case(spark, tmp_path)
    assert bool(endings(case)) == is_told
    assert any(one.message == "AMQ8004" for one in _of_log(case, {})) == is_told


def test_what_surely_explains_is_told_first():
    shown = [row(*FULL_NOW), row("PUT=DISABLED", ALT=10) | {"name": "Y"}]
    for n, one in enumerate(shown):
        one |= {"file": "d", "line": n, "queue_manager": "QM1", "name": one.get("name", "X")}
    letters = [Letters("QM1", "DLQ", reason, dest, "QM1", 1, at(11, 9).timestamp(), "dump", "dump", 1)
               for reason, dest in ((2053, "X"), (2051, "Y"))]  # fmt: skip
    stories = gathered(Estate(shown), [], letters, [], {"QM1": Zone(0.0)}, Apart(("QM1",), ()))
    assert [(one.root.object, one.sure) for one in stories] == [("Y", True), ("X", False)]


@pytest.mark.parametrize(("second", "is_told"), [(1, True), (59, True), (3600, False), (-60, False)])
def test_a_program_that_failed_just_after_the_last_get_may_have_been_the_reader(second, is_told):
    gone = replace_time(FAILED, second - 24 * 3600)  # the last get was the day before the letter
    shown = [row(*FULL_NOW), row("LGETDATE=2026-05-10", kind="QSTATUS", LGET=10, LPUT=12)]
    [story] = told_of_displays(2053, *shown, hour=9, kinds=[gone])
    assert ("amqzlaa0 of QM1 failed" in in_words(story) and "may have been its reader" in in_words(story)) == is_told


def replace_time(one, second):
    when = at(11).timestamp() + second
    return one._replace(first=when, last=when)


@pytest.fixture(scope="module")
def planted():
    return [told(seed) for seed in range(10)]


def test_of_a_planted_incident_the_root_is_named_or_nothing(planted):
    assert [one.seed for one in planted if one.wrong] == []
    unseen = ("altered RNAME", "altered MAXMSGL", "queue deleted")
    for one in planted:
        assert one.right or (one.seed % 4 == 3 and one.made.root[1].startswith(unseen)), one.made.story
    assert len({words for words in KINDS for one in planted if one.right and one.made.root[1].startswith(words)}) >= 4


def test_what_came_of_it_is_in_its_story(planted):
    for one in planted:
        shown = {effect.kind for story in one.right for effect in story.effects}
        came = {what for _, what, *_ in one.made.chain}
        assert not one.right or causes.REFUSED in shown or not any(what.startswith("put refused") for what in came)
    assert max(len(one.right[0].effects) for one in planted if one.right) >= 5


def test_only_what_surely_explains_others_stands_before_what_is_graver():
    made = [
        Finding("timeline", code, severity, code + severity, [])
        for code, severity in (
            ("OTHER", "info"),
            ("OTHER", "warning"),
            ("CAUSE", "warning"),
            ("OTHER", "critical"),
            ("CAUSE", "critical"),
        )
    ]
    told = [one.statement for one in findings_by_urgency([Answer("timeline", "", tuple(made))])]
    assert told == ["CAUSEcritical", "OTHERcritical", "CAUSEwarning", "OTHERwarning", "OTHERinfo"]


@pytest.mark.parametrize(("change", "commands"), [
    (PUT, ["DISPLAY QUEUE('Q') ALL", "ALTER QLOCAL('Q') PUT(ENABLED)"]), (DEPTH, ["DISPLAY QUEUE('Q') ALL"]),
    (Change("QUEUE", "PUT", "DISABLED"), ["DISPLAY QUEUE('Q') ALL"]),
    (Change("CHANNEL", "CONNAME", "h(1)"), ["DISPLAY CHANNEL('Q') ALL"]), (Change("TOPIC", "PUT", "DISABLED"), []),
])  # fmt: skip
def test_what_was_altered_is_looked_at_and_a_queue_that_was_closed_is_opened(change, commands):
    root = INHIBITED._replace(change=change) if hasattr(INHIBITED, "_replace") else replace(INHIBITED, change=change)
    made = finding("timeline", Story(root, [LETTERS], True)).next
    assert [one for one in commands if not any(one in each.command for each in made)] == []
    assert len(made) == len(commands) and all(one.on == "QM1" for one in made)
