"""What people's captures look like after a mail, a paste and a damaged line; and what no line may do: move attributes."""

from itertools import pairwise

import pytest

from mqforensics import source
from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import SECRETS, FileSlice
from tests.formats.mqsc_printer import session
from tests.formats.test_mqsc import block, only, read, shown
from tests.linear import assert_in_line

QUEUE = ("QLOCAL", [("QUEUE", "A.B"), ("TYPE", "QLOCAL"), ("CURDEPTH", "3"), ("DESCR", "one"), ("PUT", "ENABLED")])
MANAGER = ("QMGR", [("QMNAME", "QM1"), ("DEADQ", "DLQ")])
CONNECTION = "AMQ8276I: Display Connection details."


def test_handles_under_a_connection_with_all_types():
    text = block(
        "   CONN(0001)", "   EXTCONN(414D)", "   TYPE(*)", "   PID(9)                                  TID(1)", "",
        "   OBJNAME(Q1)                             OBJTYPE(QUEUE)", "   HSTATE(INACTIVE)", "",
        "   OBJNAME(Q2)                             OBJTYPE(QUEUE)", "   HSTATE(ACTIVE)", header=CONNECTION,
    )  # fmt: skip
    rows = read(text)
    assert shown(rows) == [("CONN", "0001"), ("HANDLE", "0001"), ("HANDLE", "0001")]
    assert [row["attributes"].get("HSTATE") for row in rows] == [None, "INACTIVE", "ACTIVE"]


def test_handles_of_a_connection_asked_for_alone():
    text = block("   CONN(0001)", "   TYPE(HANDLE)", "   OBJNAME(Q1)", "   OBJNAME(Q2)", header=CONNECTION)
    assert [row["attributes"]["OBJNAME"] for row in read(text)] == ["Q1", "Q2"]


@pytest.mark.parametrize("end", ["", "   ", "\t"])
def test_names_of_a_namelist_with_blanks_after_the_bracket(end):
    lines = ("   NAMELIST(N)                             NAMES(A   ", f"        ,B){end}", "   NAMCOUNT(2)")
    row = only(block(*lines, header="AMQ8550I: Display namelist details."))
    assert row["attributes"] == {"NAMELIST": "N", "NAMES": "A,B", "NAMCOUNT": "2"} and not row["error"]


def test_a_session_on_one_line():
    text = " ".join(session([MANAGER, QUEUE]).split()) + "\n"
    rows = read(text)
    assert shown(rows) == [("QMGR", "QM1"), ("QLOCAL", "A.B")] and {row["queue_manager"] for row in rows} == {"QM1"}
    assert rows[1]["attributes"] == dict(QUEUE[1])


def test_a_value_that_looks_like_a_message_is_data():
    evil = "DESCR(x AMQ8409I: Display Queue details. QUEUE(FAKE) TYPE(QLOCAL))"
    rows = read("     1 : dis q(*)\n" + block("   QUEUE(A)                                TYPE(QLOCAL)", "   " + evil))
    assert shown(rows) == [("QLOCAL", "A")] and rows[0]["attributes"]["DESCR"] == evil[6:-1]


@pytest.mark.parametrize("joint", ["\\", "+", "-"])
def test_an_echo_goes_on(joint):
    text = f"     1 : dis q(*) {joint}\nwhere(curdepth gt 0)\n\n{block('   QUEUE(A)    TYPE(QLOCAL)')}"
    assert only(text)["asked"]["filters"] == {"WHERE": "CURDEPTH GT 0"}


def test_zos_console_one_attribute_a_line():
    text = "CSQM201I !MQ1 CSQMDRTC  DIS QLOCAL DETAILS\nQUEUE(A.B)\nTYPE(QLOCAL)\nQSGDISP(QMGR)\nEND QLOCAL DETAILS\n"
    text += "CSQ9022I !MQ1 CSQMDRTC ' DIS QLOCAL' NORMAL COMPLETION\n"
    assert mqsc.sniff(text.encode()) >= 80
    assert shown(read(text)) == [("QLOCAL", "A.B")] and read(text)[0]["queue_manager"] == "MQ1"


DUMPED = """*******************************************************************************
* Script generated on 2024-03-05   at 10.00.00
* Queue manager name: QM1
*******************************************************************************
"""
FORMS = {
    "mqsc": "DEFINE QLOCAL('a.b') +\n*  ALTDATE(2024-03-01) +\n*  ALTTIME(09.00.00) +\n   PUT(ENABLED) +\n   REPLACE\n",
    "1line": "DEFINE QLOCAL('a.b') PUT(ENABLED) REPLACE\n",
    "2line": "DEFINE QLOCAL('a.b') PUT(ENABLED) REPLACE\n* ALTDATE(2024-03-01) ALTTIME(09.00.00)\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_dmpmqcfg(form):
    row = only(DUMPED + FORMS[form])
    assert (row["queue_manager"], row["type"], row["name"], row["attributes"]["PUT"]) == (
        "QM1",
        "QLOCAL",
        "a.b",
        "ENABLED",
    )
    assert (str(row["times"]["ALT"]) if row["times"] else None) == (None if form == "1line" else "2024-03-01 09:00:00")
    assert str(row["captured"]) == "2024-03-05 10:00:00"


def test_a_comment_of_a_hand_written_script_defines_nothing():
    assert only("DEFINE QLOCAL(A) +\n*  PUT(DISABLED) +\n  GET(ENABLED)\n")["attributes"] == {"GET": "ENABLED"}


def test_authorities_as_dmpmqcfg_writes_them():
    row = only(DUMPED + "setmqaut -m QM1 -n 'APP.**' -t queue -g mqusers +put +browse\n")
    assert (row["type"], row["name"], row["attributes"]["AUTHADD"]) == ("AUTHREC", "APP.**", "PUT,BROWSE")


@pytest.mark.parametrize(
    ("text", "words"),
    [("LOG FILE HEADER\n\nLOG RECORD - LSN <0:0:1:2>\n**********\n", "dmpmqlog"),
     ("Name:        IBM MQ\nVersion:     9.3.0.16\nLevel:       p930\n", "dspmqver"),
     ("                     Display MQM Queue\n\n Queue name . . . . . . :   A\n Put enabled  . . . . . :   *NO\n", "IBM i"),
     ("                     Work with MQM Channels\n\nOpt  Name\n", "IBM i"),
     ("           Display a Local Queue - 1\n\n Queue name . . . . : A\n Put enabled . . . : N  Y=Yes, N=No\nCommand ===>\n", "z/OS"),
     ("           List Channels - MQP1          Row 1 of 9\n\n     Name     Type\n <>  A        SENDER\nCommand ===>\n", "z/OS")],
)  # fmt: skip
def test_what_is_not_read_is_recognised_and_told(text, words):
    assert mqsc.sniff(text.encode()) >= 80 and words in only(text)["error"]


# A damaged line

WHOLE = session([MANAGER, QUEUE], "QM1") + session([("QMGR", [("QMNAME", "QM2"), ("DEADQ", "X")]), QUEUE], "QM2")
OWN = {"QM1": {"DEADQ": "DLQ"}, "QM2": {"DEADQ": "X"}}


def damaged():
    lines = WHOLE.splitlines(keepends=True)
    for place, line in enumerate(lines):
        yield "".join(lines[:place] + lines[place + 1 :])
        for at in range(0, len(line) - 1, 3):
            for mark in ("?", " ", ""):
                yield "".join([*lines[:place], line[:at] + mark + line[at + 1 :], *lines[place + 1 :]])


def test_one_damaged_line_gives_nothing_to_another_queue_manager():
    for text in damaged():
        for row in read(text):
            held = row["attributes"] or {}
            if row["queue_manager"] in OWN and held.get("DEADQ") in ("DLQ", "X"):
                assert held["DEADQ"] == OWN[row["queue_manager"]]["DEADQ"], text
            assert (
                row["queue_manager"] in (*OWN, None)
                or row["queue_manager"] not in WHOLE
                or row["queue_manager"] in "QM1QM2"
            )


def test_a_damaged_left_half_is_not_taken_for_a_value():
    row = only(
        block(
            "   QUEUE(A.B)                              TYPE(QLOCAL)",
            "   CURDEPTH(3]                             PUT(ENABLED)",
        )
    )
    assert row["attributes"] == {"QUEUE": "A.B", "TYPE": "QLOCAL"}


def test_a_damaged_right_half_costs_only_itself():
    row = only(
        block(
            "   QUEUE(A.B)                              TY?E(QLOCAL)",
            "   CURDEPTH(3)                             PUT(ENABLED)",
        )
    )
    assert row["attributes"] == {"QUEUE": "A.B", "CURDEPTH": "3", "PUT": "ENABLED"} and "line 2" in row["error"]


def test_what_follows_a_damaged_line_is_told_as_left_out():
    text = block(
        "   QUEUE(A.B)                              TYPE(QLOCAL)",
        "%% GET(",
        "   CURDEPTH(3)                             PUT(ENABLED)",
    )
    row = only(text)
    assert "CURDEPTH" not in row["attributes"] and "line 3 cannot be read" in row["error"]


def test_a_damaged_banner_names_nobody():
    text = WHOLE.replace("Starting MQSC for queue manager QM2.", "Starting MQSC f?r queue manager QM2")
    text = text.replace("QMNAME(QM2)", "QMID(x)    ")
    assert [row["queue_manager"] for row in read(text)] == ["QM1", "QM1", None, None]


# Secrets

SECRET_TEXTS = [
    "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) LDAPPWD('hunter''42')\n",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD(hunter42\n",
    "     1 : ALTER QMGR SSLCRYP('GSK_PKCS11=x;hunter42')\nAMQ8405I: Syntax error detected at or near end of command segment below:-\n",
    block("   AUTHINFO(A)                             LDAPPWD(hunter42)", header="AMQ8566I: Display authentication details."),
]  # fmt: skip


@pytest.mark.parametrize("text", SECRET_TEXTS)
def test_a_password_leaves_only_when_it_is_asked_for(text):
    [hidden] = source.rows(mqsc, FileSlice(text.encode()))
    [asked] = source.rows(mqsc, FileSlice(text.encode(), context={SECRETS: "true"}))
    assert "hunter" not in str(hidden).lower() and "hunter" in str(asked).lower()


# Time

WORST = {
    "digits": lambda n: b"1" * n,
    "digits and blanks": lambda n: b"1 " * (n // 2),
    "line ends": lambda n: b"\n" * n,
    "blanks": lambda n: b" " * n,
    "slashes": lambda n: b"2024-01-01 10:00:00 " + b"/" * n,
    "errors of REST": lambda n: b'"error":[{' * (n // 10),
    "objects of REST": lambda n: b'"commandResponse":' + b'{"a":[' * (n // 6),
    "numbers of REST": lambda n: b'"commandResponse":' + b'{"a":[' * 500 + b"0," * (n // 2),
    "unclosed quote": lambda n: b"DEFINE QLOCAL(A) DESCR('" + b" " * n,
    "unclosed bracket": lambda n: b"DEFINE QLOCAL(A) DESCR(" + b" a" * (n // 2),
    "continued": lambda n: b"DEFINE QLOCAL(A) +\n" + b"+\n" * (n // 2),
    "continued echo": lambda n: b"     1 : DIS Q(A) +\n" + b"       : +\n" * (n // 11),
    "opening brackets": lambda n: b"AMQ8409: x\n   " + b"QL(" * (n // 3) + b"\n",
    "closing brackets": lambda n: b"AMQ8409: x\n   A(" + b")" * n + b"\n",
    "cells that never balance": lambda n: b"AMQ8409: x\n   " + b"A(( x) " * (n // 7) + b"\n",
    "cells": lambda n: b"AMQ8409: x " + b"A(x) " * (n // 5) + b"\n",
    "messages on a line": lambda n: b"AMQ8147: " * (n // 9),
    "words of a failure": lambda n: b"AMQ8147E: " + b"NO " * (n // 3) + b"\n",
    "z/OS on a line": lambda n: b"CSQM400I " * (n // 9),
    "dspmq": lambda n: b"QMNAME(A) STATUS(" + b"A(" * (n // 2) + b"\n",
    "names": lambda n: b"AMQ8550: x\n   NAMELIST(A)\n   NAMES(A\n" + b",B\n" * (n // 3),
    "prompts": lambda n: b"$ " * (n // 2) + b"runmqsc",
    "flags of a call": lambda n: b"$ runmqsc " + b"-u a " * (n // 5),
    "calls": lambda n: b"$ runmqsc QM1 " * (n // 14),
    "quotes of a call": lambda n: b"$ runmqsc -u" + b"'\"" * (n // 2),
    "pipes of a call": lambda n: b"$ runmqsc QM1" + b" | tee" * (n // 6),
    "escapes": lambda n: b"AMQ8409: x\n   A(" + b"\x1b]" * (n // 2),
    "parameters of an escape": lambda n: b"AMQ8409: x\n   A(\x1b[" + b"1;" * (n // 2),
    "mail": lambda n: b"> " * (n // 2),
}  # fmt: skip


def work(data):
    mqsc.sniff(data[:65536])
    list(mqsc.read(FileSlice(data)))


@pytest.mark.parametrize("kind", WORST)
def test_time_grows_in_line_with_size(kind):
    assert_in_line(work, WORST[kind](1 << 15), WORST[kind](1 << 17), quick=0.05)


# Stretches


@pytest.mark.parametrize(
    "before",
    [
        "",
        "2024-03-05 10:00:00\n",
        "$ runmqsc QMX < q.mqsc\n",
        "$ runmqsc QMX | sed 9d\n",
        "Tue Mar  5 10:00:00 UTC 2024\n\n",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_stretches_give_the_rows_of_the_whole(before, end):
    unnamed = session([("QLOCAL", [("QUEUE", "N"), ("TYPE", "QLOCAL")])], "")
    data = "".join(before + one for one in (WHOLE, unnamed, WHOLE)).replace("\n", end).encode()
    data = data if before else b"$ runmqsc QM1 <q | grep -v X" + end.encode() + data
    # Before the first session there is nothing that a row could be of.
    cuts = [0, *[m.start() for m in mqsc.START.finditer(data)][1:], len(data)]
    found, context, line = [], {}, 1
    for begin, stop in pairwise(cuts):
        found += mqsc.read(FileSlice(data[begin:stop], "f", begin, line, context=context))
        line += data[begin:stop].count(b"\n")
        context = mqsc.context_after(data, context, begin, stop)
    assert len(cuts) > 5 and found == list(mqsc.read(FileSlice(data, "f")))


@pytest.mark.parametrize("name", ["mqsc", "trace", "refusals", "pasted"])
def test_the_quick_way_reads_what_the_careful_one_does(samples, name, monkeypatch):
    files = [path for path in (samples / name).iterdir() if path.suffix == ".txt"]
    quick = [list(mqsc.read(FileSlice(path.read_bytes()))) for path in files]
    monkeypatch.setattr(mqsc.Session, "printed", lambda *_: False)
    monkeypatch.setattr(mqsc.Blocks, "_is_object", lambda *_: False)
    assert quick == [list(mqsc.read(FileSlice(path.read_bytes()))) for path in files]


def test_the_quick_way_reads_damage_as_the_careful_one_does(monkeypatch):
    texts = [text.encode() for text in damaged()]
    quick = [list(mqsc.read(FileSlice(text))) for text in texts]
    monkeypatch.setattr(mqsc.Session, "printed", lambda *_: False)
    monkeypatch.setattr(mqsc.Blocks, "_is_object", lambda *_: False)
    assert quick == [list(mqsc.read(FileSlice(text))) for text in texts]


def test_several_messages_on_a_line_that_is_no_utf8_cover_it():
    read(
        b"QMNAME(A) STATUS(Running)\n    INSTANCE(\x96\x96\x96\x96\x96\x96\x96) AMQ8409: x ROLE(Replica)\nAMQ8147: \xe9 AMQ8147: y\n"
    )


def test_a_command_behind_the_prefix_of_z_os():
    row = only(
        "!MQ1 DISPLAY CHSTATUS(TO.A) SAVED\nCSQM297I !MQ1 CSQMDRTC NO CHSTATUS FOUND MATCHING REQUEST CRITERIA\n"
    )
    assert (row["type"], row["asked"]["word"], row["asked"]["filters"]) == ("ERROR", "CHSTATUS", {"SAVED": ""})


@pytest.mark.parametrize(
    "line", ["No commands have a syntax err?r.", "5 MQSC c?mmands read.", "All valid MQSC comm nds were processed."]
)
def test_a_damaged_trailer_leaves_the_next_session_its_own_queue_manager(line):
    kept = line.replace("?", "o").replace("comm nds", "commands").replace("5 MQSC", "2 MQSC")
    assert kept in WHOLE
    rows = read(WHOLE.replace(kept, line).replace("Starting MQSC for queue manager QM2.", "St?rting MQ"))
    assert {row["queue_manager"] for row in rows[2:]} <= {"QM2", None}


def test_a_reply_whose_line_ends_are_lost_is_covered():
    words = (
        "AMQ8409I: Display Queue details. QUEUE(A) TYPE(QLOCAL) AMQ8409I: Display Queue details. QUEUE(B) TYPE(QLOCAL)"
    )
    rows = read('{"commandResponse": [{"completionCode": 0, "reasonCode": 0, "text": ["%s"]}]}' % words)  # noqa: UP031
    assert shown(rows) == [("QLOCAL", "A"), ("QLOCAL", "B")] and all(row["length"] > 0 for row in rows)


@pytest.mark.parametrize("cell", ["INSTANCE(" + "x" * 500 + ")", "INSTANCE(a)b"])
def test_an_instance_that_cannot_be_read_raises_nothing(cell):
    read(f"QMNAME(A)                                  STATUS(Running)\n    {cell} MODE(Active)\n")


@pytest.mark.parametrize(
    ("escaped", "shown_as"), [("\\ud83d\\ude00", "\U0001f600"), ("\\ud83d", "\ufffd"), ("\\u00e9", "é")]
)
def test_escapes_of_a_reply_are_text(escaped, shown_as):
    reply = '{"commandResponse": [{"completionCode": 0, "reasonCode": 0, %s}]}'
    told = read(reply % ('"parameters": {"qname": "A", "descr": "%s"}' % escaped))  # noqa: UP031
    printed = read(reply % ('"text": ["AMQ8409I: Display Queue details.\\n   QUEUE(A)\\n   DESCR(%s)"]' % escaped))  # noqa: UP031
    assert told[0]["attributes"]["DESCR"] == printed[0]["attributes"]["DESCR"] == shown_as


@pytest.mark.parametrize(
    ("count", "shown_of_two", "whole"), [(3, 2, True), (4, 2, True), (4, 1, False), (None, 2, True)]
)
def test_a_reply_of_z_os_is_whole_when_its_count_is_there(count, shown_of_two, whole):
    text = "DISPLAY QUEUE(*)\n" + (f"CSQN205I   COUNT={count:8}, RETURN=00000000, REASON=00000000\n" if count else "")
    text += "".join(f"CSQM401I !MQ1 QUEUE(Q{n}) TYPE(QLOCAL)\n" for n in range(shown_of_two))
    rows = read(text + "CSQ9022I !MQ1 CSQMDRTS ' DISPLAY QUEUE' NORMAL COMPLETION\nDISPLAY QMGR\n")
    assert [row["whole"] for row in rows] == [whole] * shown_of_two


# Colours, and names that cannot be


COLOURED = (
    WHOLE.replace("Starting", "\x1b[32mStarting")
    .replace("QM1.\n", "QM1.\x1b[0m\n")
    .replace("AMQ", "\x1b]0;mqm@h\x07AMQ")
)
COLOURED = COLOURED.replace("(A.B)", "(\x1b[1mA.B\x1b[0m)").replace(
    "CURDEPTH(3)", "\x1b[01;31m\x1b[KCURDEPTH\x1b[m\x1b[K(3)"
)


def test_colours_of_a_terminal_are_no_part_of_a_value():
    bare, coloured = read(WHOLE), read(COLOURED)
    places = ("offset", "length")
    assert [{k: v for k, v in row.items() if k not in places} for row in coloured] == [
        {k: v for k, v in row.items() if k not in places} for row in bare
    ]
    assert mqsc.sniff(COLOURED.encode()) == mqsc.sniff(WHOLE.encode())
    for row in coloured[1:]:
        assert (
            COLOURED.encode()[row["offset"] :]
            .split(b"\n")[0]
            .endswith((b"Display Queue details.", b"IBM Corp. 1994, 2025."))
        )


@pytest.mark.parametrize("moves", ["5\x1b[D3", "5\x08 \x083", "\x1b[2K5"])
def test_a_value_that_a_terminal_would_show_otherwise_is_not_taken(moves):
    for count in (1, 100):
        text = block("   QUEUE(A)                                TYPE(QLOCAL)", f"   CURDEPTH({moves})") * count
        for row in read(text):
            assert "CURDEPTH" not in row["attributes"] and "CURDEPTH has characters" in row["error"]


@pytest.mark.parametrize("name", ["A.LONG\u2026", "A\u202eB", "A B", "A" * 49, "****", "<QUEUE>", "\x1b[3CA"])
@pytest.mark.parametrize("count", [1, 100])
def test_what_is_no_name_names_nothing(name, count):
    text = (
        "     1 : dis ql(*)\n"
        + block(f"   QUEUE({name})", "   CURDEPTH(3)                             TYPE(QLOCAL)") * count
    )
    for row in read(text + "     2 : end\n"):
        assert row["name"] is None and row["error"]


@pytest.mark.parametrize("manager", ["QM\u2026", "QM\u202e1", "QM(1)"])
def test_what_is_no_name_is_no_queue_manager(manager):
    text = f"$ runmqsc QM9\nStarting MQSC for queue manager {manager}.\n" + block("   QUEUE(A)")
    assert {row["queue_manager"] for row in read(text)} == {None}
    shows = block(f"   QMNAME({manager})", header="AMQ8408I: x") + block("   QUEUE(A)")
    assert {row["queue_manager"] for row in read(shows + f"QMNAME({manager}) STATUS(Running)\n")} == {None}
