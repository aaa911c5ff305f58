"""What holds when, which of two captures is the later one, and what an absence proves."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics.case.given import Given
from mqforensics.clock.zones import zone_of
from mqforensics.objects import absence
from mqforensics.objects.fact import Row, Span, capture_times
from tests.objects.evidence import estate
from tests.questions.walk_cases import A, B, local, qmgr, remote, session, show

EARLY, LATE = "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z"
NONE = "AMQ8147E: IBM MQ object {} not found."


def at(hour, minute=0, second=0):
    moment = datetime(2026, 3, 2, hour, minute, second, tzinfo=UTC)
    return Span(moment, moment)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_newest_capture_counts_whatever_its_file_is_called(order):
    captures = (B, EARLY, local("L", "PUT=ENABLED;CURDEPTH=1")), (B, LATE, local("L", "PUT=DISABLED;CURDEPTH=0"))
    found = estate(*(captures[place] for place in order)).fact(B, ("QLOCAL",), "L", "PUT")
    assert (found.value, [one.value for one in found.older]) == ("DISABLED", ["ENABLED"])


def test_what_a_newer_capture_has_masked_is_known_no_more():
    masked = (B, LATE, local("L", "PUT=XXXXXXXX;MAXDEPTH=****"))
    found = estate((B, EARLY, local("L", "PUT=ENABLED;MAXDEPTH=5000")), masked)
    for name, value in (("PUT", "ENABLED"), ("MAXDEPTH", "5000")):
        told = found.fact(B, ("QLOCAL",), "L", name)
        assert (told.value, told.lost, [one.value for one in told.older]) == (None, True, [value])
    told = estate((B, EARLY, masked[2]), (B, LATE, local("L", "PUT=ENABLED"))).fact(B, ("QLOCAL",), "L", "PUT")
    assert told.value == "ENABLED"


@pytest.mark.parametrize(("name", "count"), [("L2", 1), ("XXXXXXX", 0)])
def test_a_listing_with_a_masked_name_lacks_none(name, count):
    told = "DISPLAY QUEUE(*)", [show("Q", f"QUEUE={one};TYPE=QLOCAL") for one in ("L", name)]
    assert len(absence.proof(estate((B, LATE, told)).absences(B), ("QUEUE",), "GONE")) == count


def test_two_captures_without_an_order_contradict_each_other():
    found = estate((B, None, local("L", "CURDEPTH=1")), (B, None, local("L", "CURDEPTH=0"))).fact(
        B, ("QLOCAL",), "L", "CURDEPTH"
    )
    assert found.conflict
    assert found.value is None


def test_a_last_put_that_grew_orders_two_captures():
    def queue(depth, put):
        text = f"QUEUE=L;TYPE=QUEUE;CURDEPTH={depth};LPUTDATE=2026-03-02;LPUTTIME={put}"
        return "DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [show("QS", text)]

    found = estate((B, None, queue(3, "10.00.00")), (B, None, queue(0, "11.00.00")))
    assert found.fact(B, ("QSTATUS",), "L", "CURDEPTH").value == "0"


def test_a_fact_stands_on_its_own_line():
    found = estate((A, LATE, remote())).fact(A, ("QREMOTE",), "R", "RQMNAME")
    line = session(A, remote(), time=LATE).splitlines()[found.places[0].line - 1]
    assert "RQMNAME(QM.B)" in line


def test_status_from_before_the_put_is_no_premise():
    estate_ = estate((B, EARLY, local("L", "CURDEPTH=1")))
    assert not estate_.fact(B, ("QLOCAL",), "L", "CURDEPTH", at(14, 30)).seen
    assert estate_.fact(B, ("QLOCAL",), "L", "CURDEPTH", at(13, 30)).value == "1"


def test_an_undated_capture_is_not_before_the_latest_time_that_it_prints():
    times = "CURDEPTH=1;ALTDATE=2026-03-02;ALTTIME=12.00.00"
    found = estate((B, None, local("L", times)), clocks={B: timedelta()})
    assert found.captured(found.of(B, ("QLOCAL",), "L")[0]) == Span(at(12).first, None)


@pytest.mark.parametrize(("printed", "east"), [("14.59.50", 0), ("16.59.50", 2)])
def test_what_has_just_happened_tells_the_zone_of_a_host(printed, east):
    found = estate((B, LATE, local("L", f"CURDEPTH=1;ALTDATE=2026-03-02;ALTTIME={printed}"))).clock(B)
    assert found.least == found.most == timedelta(hours=east)


def test_only_two_captures_tell_a_zone_in_the_west_from_what_is_hours_old():
    def capture(stamp, day, printed):
        return B, stamp, local("L", f"CURDEPTH=1;ALTDATE=2026-03-{day};ALTTIME={printed}")

    first, second = capture(LATE, "02", "09.59.50"), capture("2026-03-02T16:10:00Z", "02", "11.09.50")
    alone = estate(first).clock(B)
    assert alone.least == timedelta(hours=-5) and alone.most == timedelta(hours=14)
    both = estate(first, second).clock(B)
    assert both.least == both.most == timedelta(hours=-5)
    a_day_old = estate(capture(LATE, "01", "12.59.50")).clock(B)  # no zone is 26 hours to the west
    assert a_day_old.most == timedelta(hours=14)


@pytest.mark.parametrize(("printed", "least"), [("14.40.00", 0), ("15.10.00", 0), ("15.20.00", 60), ("12.20.00", -150)])
def test_old_times_tell_only_how_far_east_a_host_is_at_least(printed, least):
    found = estate((B, LATE, local("L", f"CURDEPTH=1;ALTDATE=2026-03-02;ALTTIME={printed}"))).clock(B)
    assert found.least == timedelta(minutes=least), "a zone that there is, of a clock that may be some minutes wrong"
    assert found.most == timedelta(hours=14)


@pytest.mark.parametrize(
    ("age", "put", "bounds"),
    [
        ("720", "2026-03-02 14.50.00", (0, 0)), ("720", "2026-03-02 09.50.00", (-5, -5)),
        ("7200", "2026-03-02 14.50.00", (0, 2)), ("0", "2026-03-02 14.50.00", (0, 14)),
        ("60", "2026-03-01 02.00.00", (-12, 14)),
    ],
)  # fmt: skip
def test_the_oldest_message_tells_how_far_east_a_host_is_at_most(age, put, bounds):
    day, time = put.split()
    shown = show("QS", f"QUEUE=L;TYPE=QUEUE;CURDEPTH=1;MSGAGE={age};LPUTDATE={day};LPUTTIME={time.replace(':', '.')}")
    found = estate((B, LATE, ("DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [shown]))).clock(B)
    assert (found.least, found.most) == tuple(timedelta(hours=hours) for hours in bounds)


def test_a_value_that_an_answer_must_have_and_has_not_is_lost():
    whole = estate((B, LATE, local("L", "PUT=ENABLED;CURDEPTH=1", "DISPLAY QLOCAL(L) PUT CURDEPTH MAXDEPTH")))
    assert whole.fact(B, ("QLOCAL",), "L", "MAXDEPTH").lost
    assert not whole.fact(B, ("QLOCAL",), "L", "IPPROCS").lost


@pytest.mark.parametrize(
    ("command", "proved"),
    [
        ("DISPLAY QUEUE(X)", True),
        ("DISPLAY QUEUE(X) ALL", True),
        ("DISPLAY QUEUE(X) TYPE(QLOCAL)", False),
        ("DISPLAY QUEUE(*) WHERE(CURDEPTH GT 0)", False),
        ("DISPLAY QUEUE(X) CLUSTER(CL)", False),
        ("DISPLAY QLOCAL(X)", False),
        ("DISPLAY QREMOTE(X)", False),
        ("DISPLAY QUEUE('x')", False),
        ("DISPLAY QUEUE(X*)", True),
        ("DISPLAY QUEUE(Y)", False),
        ("DISPLAY QUEUE(X) TYP", False),
        ("DISPLAY QUEUE(X) WHERE", False),
    ],
)  # fmt: skip
def test_only_an_unfiltered_search_for_every_type_proves_that_a_queue_is_not_defined(command, proved):
    asked = command.split("(")[1].split(")")[0].strip("'")
    found = estate((A, LATE, (command, NONE.format(asked)), qmgr(A, "DEADQ=")))
    assert bool(absence.no_queue(found.absences(A), "X")) is proved


def test_one_search_for_each_type_proves_it_too():
    searches = [(f"DISPLAY {kind}(X)", NONE.format("X")) for kind in ("QLOCAL", "QREMOTE", "QALIAS")]
    assert absence.no_queue(estate((A, LATE, *searches)).absences(A), "X")


@pytest.mark.parametrize(
    ("filters", "proved"),
    [("", True), (" CURRENT", True), (" SAVED", False), (" CONNAME('10.1.1.1')", False), (" XMITQ(X)", False)],
)
def test_only_an_unfiltered_status_says_that_a_channel_is_inactive(filters, proved):
    command = f"DISPLAY CHSTATUS(*){filters}"
    found = estate((A, LATE, (command, "AMQ8420I: Channel Status not found.")))
    assert bool(absence.proof(found.absences(A), ("CHSTATUS",), "C")) is proved


def test_a_complete_listing_proves_what_it_lacks():
    listing = "DISPLAY QUEUE(*) ALL", [show("Q", "QUEUE=PAY.REQS;TYPE=QLOCAL;CURDEPTH=0")]
    found = estate((A, LATE, listing, qmgr(A, "DEADQ=")))
    assert absence.no_queue(found.absences(A), "PAY.REQ")
    assert not absence.no_queue(found.absences(A), "PAY.REQS")


@pytest.mark.parametrize(
    ("answers", "member"),
    [
        ([qmgr(A, "REPOS=;REPOSNL=")], None),
        ([qmgr(A, "REPOS=CL")], True),
        ([("DISPLAY CHANNEL(*)", [show("CHL", "CHANNEL=TO.A;CHLTYPE=CLUSRCVR")])], True),
        ([("DISPLAY CLUSQMGR(*)", NONE.format("*"))], False),
        ([("DISPLAY CLUSQMGR(*) CLUSTER(CL)", NONE.format("*"))], None),
    ],
)  # fmt: skip
def test_blank_repositories_do_not_say_that_a_queue_manager_is_in_no_cluster(answers, member):
    assert estate((A, LATE, *answers, qmgr(A, "DEADQ="))).in_cluster(A)[0] is member


def test_an_object_without_a_name_is_none_that_is_asked_for_and_no_answer_covers_it():
    listed = "DISPLAY QUEUE(*) ALL", [show("Q", "QUEUE=L;TYPE=QLOCAL;PUT=DISABLED")]
    found = estate((B, LATE, listed), (B, None, ("DISPLAY QUEUE(X)", NONE.format("X"))))
    assert found.of(B, ("QLOCAL",)) and found.of(B, ("QLOCAL",), None) == []
    assert not found.fact(B, ("QLOCAL",), None, "PUT").seen
    assert found.absences(B) and not any(one.covers(None) for one in found.absences(B))


def test_stamps_are_of_one_clock_or_tell_no_order():
    def shown(*captured):
        return [Row("a", 1, B, "QMGR", B, captured=time, zone=zone) for time, zone in captured]

    noon = datetime(2026, 3, 2, 12)
    assert capture_times(shown((noon, "+01:00"), (noon, "UTC"))) == [noon - timedelta(hours=1), noon]
    assert capture_times(shown((noon, None), (noon, None))) == [noon, noon]
    assert capture_times(shown((noon, None), (noon, "UTC"))) is None and capture_times(shown((None, None))) is None


@pytest.mark.parametrize(("local_stamp", "is_later"), [("2026-04-14 12:30:00", False), ("2026-04-16 12:30:00", True)])
def test_a_stamp_without_a_zone_is_later_than_one_with_a_zone_only_in_every_zone(local_stamp, is_later):
    shown = (B, "2026-04-14T10:05:00Z", local("L", "CURDEPTH=1")), (B, local_stamp, local("L", "CURDEPTH=0"))
    found = estate(*shown)
    one, other = found.of(B, ("QLOCAL",), "L")
    assert found.later(other, one) is is_later and not found.later(one, other)


@pytest.mark.parametrize(("stamp", "altered", "is_sure"), [
    ("2026-03-29T03:40:00+02:00", "2026-03-29 01.55.00", False), ("2026-03-29T03:40:00+02:00", "2026-03-27 01.55.00", False),
    ("2026-03-29T05:40:00+02:00", "2026-03-29 01.55.00", False), ("2026-03-29T05:40:00+02:00", "2026-03-29 05.20.00", True),
    ("2026-03-30T03:40:00+02:00", "2026-03-30 01.55.00", True), ("2026-04-03T12:00:00+02:00", "2026-03-28 12.00.00", False),
])  # fmt: skip
def test_a_time_from_before_a_clock_may_have_changed_is_known_to_the_hour(stamp, altered, is_sure):
    day, _, time = altered.partition(" ")
    found = estate((B, stamp, local("L", f"ALTDATE={day};ALTTIME={time}")))
    span = found.moment(found.of(B, ("QLOCAL",), "L")[0], "ALT")
    told = datetime.strptime(altered, "%Y-%m-%d %H.%M.%S").replace(tzinfo=UTC) - timedelta(hours=2)
    margin = timedelta() if is_sure else timedelta(hours=1)
    assert span == Span(told - margin, told + margin)


@pytest.mark.parametrize("answers", [
    [[qmgr(B, "QMID=B_1")], [qmgr(B, "QMID=B_1")]], [[qmgr(B, "QMID=B_1")], [qmgr(B, "DEADQ=")]],
    [[qmgr(B, "QMID=B_1")], [qmgr(B, "QMID=********")]], [[qmgr(B, "QMID=B_1")], [qmgr("QM.OTHER", "QMID=OTHER_1")]],
    [[qmgr(B, "QMID=B_1")], [("DISPLAY CLUSQMGR(*)", [show("CLUS", f"CLUSQMGR={B};QMID=B_2")])]],
])  # fmt: skip
def test_captures_that_do_not_show_two_identifiers_of_one_name_are_of_one_queue_manager(answers):
    first, second = answers
    found = estate((B, EARLY, local("L", "CURDEPTH=1"), *first), (B, LATE, *second))
    assert found.fact(B, ("QLOCAL",), "L", "CURDEPTH").value == "1"
    assert not found.disputed or "QMNAME(QM.OTHER)" in found.disputed[B].said


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_of_two_queue_managers_of_one_name_nothing_is_said_by_that_name(order):
    captures = [(B, EARLY, local("L", "CURDEPTH=4"), qmgr(B, "QMID=B_1")), (B, LATE, local("L"), qmgr(B, "QMID=B_2"))]
    captures.append((B, LATE, local("L", "CURDEPTH=7")))  # of either
    found = estate(*(captures[place] for place in order), (A, LATE, local("L", "CURDEPTH=1"), qmgr(A, "QMID=A_1")))
    assert not found.of(B, ("QLOCAL",)) and found.managers == [A]
    said, files = found.disputed[B].said, [f"{order.index(place)}.txt" for place in (0, 1)]
    assert all(f"QMID({own}) in {file}" in said for own, file in zip(("B_1", "B_2"), files, strict=True)), said
    assert sorted(place.file for place in found.disputed[B].places) == sorted(files)
    assert [one.command for one in found.disputed[B].next] == [f'echo "DISPLAY QMGR QMID" | runmqsc {B}']


def member(manager, *answers, group="SQ01"):
    return manager, LATE, qmgr(manager, f"QSGNAME={group}"), *answers


def test_of_a_shared_queue_every_member_of_the_group_tells():
    shared = local("L", "QSGDISP=SHARED;CURDEPTH=1"), local("OWN", "QSGDISP=QMGR;CURDEPTH=1")
    others = member("MQ2", local("L", "QSGDISP=SHARED;PUT=DISABLED"), local("OWN", "QSGDISP=QMGR;PUT=DISABLED"))
    for group, seen in (("SQ01", "DISABLED"), ("SQ02", None)):
        found = estate(member("MQ1", *shared, group=group), others)
        told = found.fact("MQ1", ("QLOCAL",), "L", "PUT")
        assert (told.value, told.by) == (seen, "MQ2" if seen else "")
        assert told.text() == ("PUT(DISABLED) (shown by MQ2)" if seen else "PUT not shown")
        assert not found.fact("MQ1", ("QLOCAL",), "OWN", "PUT").seen
    assert not estate((A, LATE, *shared), (B, LATE, *others[3:])).fact(A, ("QLOCAL",), "L", "PUT").seen, (
        "no group is shown"
    )


@pytest.mark.parametrize(
    ("more", "is_current"),
    [(";CURRENT", True), ("", True), (";SAVED", False), (";SHORT", False), (";CURRENT;SHORT", True)],
)
def test_a_saved_status_is_not_the_current_one(more, is_current):
    shown = "DISPLAY CHSTATUS(C) ALL", [show("CHS", f"CHANNEL=C;CHLTYPE=SDR;XMITQ=X;STATUS=RUNNING{more}")]
    found = estate((A, LATE, shown))
    assert (len(found.statuses(A, "C")), len(found.servers(A, "X")["C"])) == (int(is_current),) * 2


@pytest.mark.parametrize(("xmitq", "channels"), [
    ("X", ["C"]), ("OTHER", []), ("SYSTEM.CLUSTER.TRANSMIT.CL.B", ["CL.B"]), ("SYSTEM.CLUSTER.TRANSMIT.QUEUE", []),
])  # fmt: skip
def test_which_channels_serve_a_transmission_queue(xmitq, channels):
    each = [show("CHL", "CHANNEL=C;CHLTYPE=SDR;XMITQ=X"), show("CHL", "CHANNEL=R;CHLTYPE=RCVR;XMITQ=X")]
    assert list(estate((A, LATE, ("DISPLAY CHANNEL(*)", each))).servers(A, xmitq)) == channels


@pytest.mark.parametrize(("answers", "platform", "on_zos"), [
    ([qmgr(A, "PLATFORM=MVS")], "zos", True), ([qmgr(A, "PLATFORM=OS400")], "ibmi", False), ([qmgr(A, "PLATFORM=WINDOWSNT")], "windows", False),
])  # fmt: skip
def test_the_platform_of_a_queue_manager(answers, platform, on_zos):
    found = estate((A, LATE, *answers))
    assert (found.platform(A), found.on_zos(A)) == (platform, on_zos)


WINTER_PUT, SUMMER_PUT = "2026-01-02;LPUTTIME=10.00.00", "2026-07-02;LPUTTIME=10.00.00"


@pytest.mark.parametrize(("put", "hour"), [(WINTER_PUT, 9), (SUMMER_PUT, 8)])
def test_a_zone_that_a_person_gives_knows_when_a_clock_was_put_forward(put, hour):
    given = Given(zones={B: zone_of("Europe/Berlin")})
    shown = "DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [show("QS", f"QUEUE=L;TYPE=QUEUE;CURDEPTH=1;LPUTDATE={put}")]
    found = estate((B, "2026-08-01T12:00:00", shown), given=given)
    [row] = found.of(B, ("QSTATUS",), "L")
    assert found.moment(row, "LPUT") == Span(*[datetime(2026, row.times["LPUT"].month, 2, hour, tzinfo=UTC)] * 2)
    assert found.moment(row, "LGET") == Span() and found.shown_clock(B) == timedelta(hours=2)


@pytest.mark.parametrize(("stamps", "east"), [
    (["2026-03-02T15:00:00+02:00"], 2), (["2026-03-02T15:00:00Z"], None), (["2026-03-02 15:00:00"], None), ([None], None),
    (["2026-03-02T15:00:00+02:00", "2026-03-02T14:00:00Z"], 2), (["2026-03-02T15:00:00+02:00", "2026-03-02T15:00:00+01:00"], None),
])  # fmt: skip
def test_a_stamp_with_an_offset_shows_the_clock_of_its_host(stamps, east):
    found = estate(*((B, stamp, local("L")) for stamp in stamps))
    assert found.shown_clock(B) == (None if east is None else timedelta(hours=east))
