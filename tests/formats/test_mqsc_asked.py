"""What was asked, whether the answer is whole, the line of each attribute, the times that are shown."""

import re
from datetime import datetime

import pytest

from mqforensics.clock.dates import printed_moment
from mqforensics.formats.capture_stamps import lone_stamp
from mqforensics.formats.mqsc.captured_object import times
from mqforensics.formats.mqsc.command_parser import parse_command
from tests.formats.test_mqsc import block, only, read

COMMANDS = [
    ("DISPLAY QUEUE(ORDERS.IN)", "DISPLAY QUEUE ORDERS.IN", {}, []),
    ("dis q(orders.in) type(qlocal) all", "DISPLAY QUEUE ORDERS.IN", {"TYPE": "QLOCAL"}, ["ALL"]),
    ("dis ql('orders.in') curdepth", "DISPLAY QLOCAL orders.in", {}, ["CURDEPTH"]),
    ("DIS CHS(*) SAVED CONNAME('h1(1414)')", "DISPLAY CHSTATUS *", {"SAVED": "", "CONNAME": "h1(1414)"}, []),
    ("DIS CHS (TO.B) CURRENT XMITQ(b)", "DISPLAY CHSTATUS TO.B", {"CURRENT": "", "XMITQ": "B"}, []),
    (
        "dis chl(*) chltype(sdr) where(xmitq eq 'to b')",
        "DISPLAY CHANNEL *",
        {"CHLTYPE": "SDR", "WHERE": "XMITQ EQ to b"},
        [],
    ),
    ("DIS Q(*) CLUSINFO CLUSTER(C1) CMDSCOPE(*)", "DISPLAY QUEUE *", {"CLUSINFO": "", "CLUSTER": "C1", "CMDSCOPE": "*"}, []),
    ("DIS QMGR DEADQ", "DISPLAY QMGR None", {}, ["DEADQ"]),
    ("DIS CHLAUTH('A') MATCH(RUNCHECK) CLNTUSER('O''Neil')", "DISPLAY CHLAUTH A", {"MATCH": "RUNCHECK", "CLNTUSER": "O'Neil"}, []),
    ("STOP CHANNEL(A) MODE(FORCE)", "STOP CHANNEL A", {}, ["MODE"]),
    ("DEFINE QL(A) DESCR('(') REPLACE;", "DEFINE QLOCAL A", {}, ["DESCR", "REPLACE"]),
]  # fmt: skip


@pytest.mark.parametrize(("command", "head", "filters", "attributes"), COMMANDS)
def test_a_command_is_parsed_once(command, head, filters, attributes):
    asked = parse_command(command)
    assert f"{asked['verb']} {asked['word']} {asked['name']}" == head
    assert (asked["filters"], asked["attributes"]) == (filters, attributes)


@pytest.mark.parametrize(
    "command", [None, "", "end", "DIS", "DIS Q(A) TY?E(QLOCAL)", "DIS Q(A) WHERE{X)", "DIS Q(A) +", "* DIS Q(A)"]
)
def test_what_is_no_whole_command_asks_for_nothing(command):
    assert parse_command(command) is None


def test_a_failed_command_says_what_it_asked_for():
    row = only("     1 : dis q(a.b) type(qalias)\nAMQ8147E: IBM MQ object A.B not found.\n     2 : end\n")
    assert row["asked"] == {
        "verb": "DISPLAY", "word": "QUEUE", "name": "A.B", "filters": {"TYPE": "QALIAS"}, "attributes": [],
    }  # fmt: skip
    assert row["whole"]


QUEUE = block("QUEUE(A)      TYPE(QLOCAL)", "PUT(ENABLED)")
TRAILER = "One MQSC command read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (f"     1 : dis q(*)\n{QUEUE}     2 : end\n", True),
        (f"     1 : dis q(*)\n{QUEUE}{TRAILER}", True),
        (f"     1 : dis q(*)\n{QUEUE}", False),
        (f"     1 : dis q(*)\n{QUEUE}     3 : end\n", False),
        (f"     1 : dis q(*)\n{QUEUE}{TRAILER.replace('One', '2').replace('command ', 'commands ')}", False),
        (f"     1 : dis q(*)\n{QUEUE}PUT(ENAB\n     2 : end\n", False),
        (f"     1 : dis q(*)\n{QUEUE}Press any key\n     2 : end\n", False),
        (f"     1 : dis q(*)\nAMQ8149S: IBM MQ object damaged.\n{QUEUE}     2 : end\n", False),
        (f"{QUEUE}{TRAILER}", False),
    ],
)
def test_an_answer_is_whole_when_its_end_is_seen(text, whole):
    assert [row["whole"] for row in read(text)][-1] is whole


def test_each_attribute_has_its_own_line():
    row = only(f"     1 : dis q(a)\n{block('QUEUE(A)', 'TYPE(QLOCAL)  PUT(ENABLED)', 'GET(ENABLED)')}")
    assert (row["line"], row["lines"]) == (2, {"QUEUE": 3, "TYPE": 4, "PUT": 4, "GET": 5})
    row = only("* why\nDEFINE QLOCAL('a') +\n  PUT(DISABLED) +\n* no\n  DESCR('x -\ny') GET(DISABLED)\n")
    assert row["lines"] == {"PUT": 3, "DESCR": 5, "GET": 6}


def test_pairs_of_date_and_time_are_typed():
    shown = {
        "ALTDATE": "2024-03-05", "ALTTIME": "10.11.12", "LSTMSGDA": "2024-03-05", "LSTMSGTI": " 01:02:03 ",
        "LPUTDATE": "", "LPUTTIME": "", "CRDATE": "2024-03-05", "CHSTADA": "2024-02-30", "CHSTATI": "10.00.00",
        "UPDATE": "1", "DATE": "x", "TIME": "y",
    }  # fmt: skip
    assert times(shown) == {"ALT": datetime(2024, 3, 5, 10, 11, 12), "LSTMSG": datetime(2024, 3, 5, 1, 2, 3)}


@pytest.mark.parametrize(
    ("stamp", "moment", "zone"),
    [
        ("2024-03-05 10:11:12", datetime(2024, 3, 5, 10, 11, 12), None),
        ("2024-03-05T10:11:12.25Z", datetime(2024, 3, 5, 10, 11, 12, 250000), "UTC"),
        ("2024-03-05 10.11.12,5 +0130", datetime(2024, 3, 5, 10, 11, 12, 500000), "+01:30"),
        ("2024-03-05 10:11:12 CST", datetime(2024, 3, 5, 10, 11, 12), None),
        ("2024-03-05 10:11:12 CET", datetime(2024, 3, 5, 10, 11, 12), "+01:00"),
        ("Sun Jul  7 10:11:12 CEST 2024", datetime(2024, 7, 7, 10, 11, 12), "+02:00"),
        ("Sun Jul  7 10:11:12 EDT 2024", datetime(2024, 7, 7, 10, 11, 12), "-04:00"),
        ("Tue Mar  5 10:11:12 UTC 2024", datetime(2024, 3, 5, 10, 11, 12), "UTC"),
        ("Tue Mar  5 12:11:12 AM EST 2024", datetime(2024, 3, 5, 0, 11, 12), None),
        ("Tue 05 Mar 2024 01:11:12 PM GMT", datetime(2024, 3, 5, 13, 11, 12), "UTC"),
        ("Tue Mar  5 10:11:12 -03 2024", datetime(2024, 3, 5, 10, 11, 12), "-03:00"),
        ("Di 5. Mär 10:11:12 CET 2024", datetime(2024, 3, 5, 10, 11, 12), "+01:00"),
        ("Fri Nov 20 20:05:11 2026", datetime(2026, 11, 20, 20, 5, 11), None),
        ("2024-02-30 10:11:12", None, None),
        ("once", None, None),
        (None, None, None),
    ],
)
def test_when_a_capture_was_taken(stamp, moment, zone):
    assert printed_moment(stamp) == (moment, zone)
    assert lone_stamp(f"$ {stamp}") == (stamp if moment or (stamp or "")[:1] == "2" else None)


@pytest.mark.parametrize(("above", "hour"), [
    ("2026-11-17T10:31:00Z\n", 10), ("2026-11-17 10:31:00 +0100\n", 10), ("2026-11-17 10:31:00 CET\n", 10), ("$ date\nTue Nov 17 10:31:00 CET 2026\n", 10), ("$ id; /bin/date -u\n2026-11-17T10:31:00Z\n", 10),
    ("$ date\n2026-11-17T10:31:00Z\n$ uptime -s\n2026-11-01 01:01:01\n$ runmqsc QM1\n", 10),
    ("$ uptime -s\n2026-11-17 10:31:00\n$ runmqsc QM1\n", None), ("$ date -r a.txt\n\nTue Nov 17 10:31:00 CET 2026\n", None),
    ("$ stat -c %y a.txt\n2026-11-17 10:31:00\n", None), ("$ ./collect.sh QM1\n2026-11-17 10:31:00\n", 10),
    ("> and this is what we saw\n2026-11-17 10:31:00\n", 10), ("# ksh /opt/mq/all.ksh\n2026-11-17 10:31:00\n", 10),
])  # fmt: skip
def test_what_another_command_printed_is_no_time_of_the_display_below(above, hour):
    shown = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QLOCAL(A)\nAMQ8409I: Display Queue details.\n   QUEUE(A)   TYPE(QLOCAL)\n"
    end = "One MQSC command read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"
    for before in ("", f"{shown}{end}$ hostname\nhost1\n"):
        *_, row = read(f"{before}{above}{shown}{end}")
        assert (row["captured"] and row["captured"].hour) == hour
        zoned = re.match(r"\S+ \S+ (\+0100|CET)$", above)
        assert not zoned or row["zone"] == "+01:00"


def replies_of_zos(itself: int, second: int) -> str:
    """Two replies of one object each; `itself`: whether a count has its own line, `second`: what the other says."""
    count = "CSQN205I   COUNT=       {}, RETURN=00000000, REASON=00000000\n"
    return (
        f"DISPLAY QMGR DEADQ\n{count.format(2 + itself)}CSQM409I !MQ1 QMNAME(MQ1) DEADQ(D)\n"
        "CSQ9022I !MQ1 CSQMDRTS ' DISPLAY QMGR' NORMAL COMPLETION\n"
        f"DISPLAY QUEUE(*) CURDEPTH\n{count.format(second)}CSQM401I !MQ1 QUEUE(A) TYPE(QLOCAL) CURDEPTH(0)\n"
        "CSQ9022I !MQ1 CSQMDRTS ' DISPLAY QUEUE' NORMAL COMPLETION\n"
    )


@pytest.mark.parametrize(("itself", "second", "whole"), [(0, 2, True), (0, 3, False), (1, 3, True), (1, 4, False)])
def test_a_reply_of_zos_counts_as_the_others_of_its_capture(itself, second, whole):
    assert [row["whole"] for row in read(replies_of_zos(itself, second))] == [True, whole]
