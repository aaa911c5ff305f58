"""Whether a put is refused, by which queue, how many messages there is room for, and what is advised."""

import pytest

from mqforensics.objects import puts
from mqforensics.objects.commands import without_shell
from tests.grammar import mqsc
from tests.objects.evidence import estate
from tests.questions.walk_cases import NOT_FOUND, A, B, X, local, remote, show

NOW = "2026-03-02T15:00:00Z"
OPEN = {"PUT": "ENABLED", "CURDEPTH": "3", "MAXDEPTH": "10", "MAXMSGL": "100", "USAGE": "NORMAL"}
FULL = {"CURDEPTH": "10"}
GONE, NO_CLUSTER = ("DISPLAY QUEUE(L)", NOT_FOUND.format("L")), ("DISPLAY CLUSQMGR(*)", NOT_FOUND.format("*"))
OVER = remote("L", "M", A, X)
LOOK = "DISPLAY QLOCAL('{}') PUT CURDEPTH MAXDEPTH MAXMSGL IPPROCS"
HANDLES, SHUT = "DISPLAY QSTATUS('L') TYPE(HANDLE) APPLTAG INPUT", "DISPLAY QUEUE('{}') PUT DESCR ALTDATE ALTTIME"
RAISE = "ALTER QLOCAL('L') MAXDEPTH(20)"
CONN = "DISPLAY CONN(*) TYPE(HANDLE) WHERE(OBJNAME EQ 'L')"
UNITS = "DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE NE NONE) APPLTAG PID USERID UOWSTDA UOWSTTI UOWLOGDA UOWLOGTI"
IS_FULL = "L at QM.B is full (CURDEPTH(10) of MAXDEPTH(10))"


def queue(name="L", **more):
    return local(name, ";".join(f"{key}={value}" for key, value in {**OPEN, **more}.items()))


def status(**more):
    shown = {"QUEUE": "L", "TYPE": "QUEUE", **more}
    return "DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [
        show("QS", ";".join(f"{key}={value}" for key, value in shown.items()))
    ]


def texts(commands):
    told = [without_shell(one) for one in commands]
    assert all(mqsc.parse(text) for text in told)
    return told


@pytest.mark.parametrize(("answers", "length", "holds", "code", "said", "asked", "by"), [
    ([queue()], None, False, 0, "", [LOOK.format("L")], None),
    ([queue()], 100, False, 0, "", [LOOK.format("L")], None),
    ([local("L")], None, None, 0, "", [LOOK.format("L")], None),
    ([queue(PUT="DISABLED")], None, True, 2051, "L at QM.B is put-inhibited (PUT(DISABLED))", [SHUT.format("L")], "L"),
    ([queue(**FULL)], None, True, 2053, IS_FULL, [LOOK.format("L")], "L"),
    ([queue(CURDEPTH="11")], None, True, 2053, "L at QM.B is full (CURDEPTH(11) of MAXDEPTH(10))", [LOOK.format("L")], "L"),
    ([queue(CURDEPTH="9")], None, False, 0, "", [LOOK.format("L")], None),
    ([queue()], 101, True, 2030, "L at QM.B has MAXMSGL(100), too little for 101 bytes", [], "L"),
    ([GONE, NO_CLUSTER], None, True, 2085, "L is not defined at QM.B", [], "L"),
    ([GONE], None, None, 2085, "QM.B has no queue L, and the evidence does not show whether QM.B is in a cluster",
     ["DISPLAY QCLUSTER('L') ALL"], "L"),
    ([OVER, queue(X, USAGE="XMITQ")], 100, True, 2030, f"{X} at QM.B has MAXMSGL(100), too little for 528 bytes", [], X),
    ([OVER, queue(X, USAGE="XMITQ", MAXMSGL="528")], 100, None, 0, "", [LOOK.format(X)], None),  # with 428 of the header
    ([OVER, queue(X, USAGE="XMITQ", **FULL)], None, True, 2053, f"{X} at QM.B is full (CURDEPTH(10) of MAXDEPTH(10))", [LOOK.format(X)], X),
    ([queue(STREAMQ="M", STRMQOS="MUSTDUP"), queue("M", PUT="DISABLED")], None, True, 2051,
     "L at QM.B must put a copy of each message to M (STRMQOS(MUSTDUP)), and M at QM.B is put-inhibited (PUT(DISABLED))",
     [SHUT.format("M")], "M"),
    ([queue(STREAMQ="M", STRMQOS="MUSTDUP")], None, None, 0,
     "L at QM.B must put a copy of each message to M (STRMQOS(MUSTDUP)), and the evidence does not show whether M takes it",
     [SHUT.format("M")], None),
    ([queue(STREAMQ="M", STRMQOS="BESTEF"), queue("M", PUT="DISABLED")], None, False, 0, "", [LOOK.format("L")], None),
])  # fmt: skip
def test_whether_a_put_is_refused(answers, length, holds, code, said, asked, by):
    refused = puts.put(estate((B, NOW, *answers)), B, "L", length=length).refused
    assert (refused.holds, refused.code, refused.said, texts(refused.next), refused.object) == (
        holds,
        code,
        said,
        asked,
        by,
    )


@pytest.mark.parametrize(("answers", "length", "said", "commands"), [
    ([queue(PUT="DISABLED")], None, "Ask first why it was disabled. ", [SHUT.format("L"), "ALTER QLOCAL('L') PUT(ENABLED)"]),
    ([GONE, NO_CLUSTER], None, "Define it, or correct the name that the sender uses. ", ["DISPLAY QUEUE('L') TYPE"]),
    ([queue()], 101, "The longest of these messages has 101 bytes. Raise MAXMSGL, or send shorter messages. ",
     ["DISPLAY QUEUE('L') MAXMSGL", "ALTER QLOCAL('L') MAXMSGL(101)"]),
    ([queue()], puts.LONGEST_MESSAGE + 1, "The longest of these messages has 104857601 bytes. No queue can take that. ",
     ["DISPLAY QUEUE('L') MAXMSGL"]),
    ([queue()], puts.LONGEST_MESSAGE, "The longest of these messages has 104857600 bytes. Raise MAXMSGL, or send shorter messages. ",
     ["DISPLAY QUEUE('L') MAXMSGL", "ALTER QLOCAL('L') MAXMSGL(104857600)"]),
    ([OVER, queue(X, USAGE="XMITQ")], 100, "The longest of these messages has 100 bytes. Raise MAXMSGL, or send shorter messages. ",
     [f"DISPLAY QUEUE('{X}') MAXMSGL"]),  # the queue manager adds a header: how much it must take is not the message's length
    ([OVER, queue(X, USAGE="XMITQ", **FULL)], None, "See why no channel empties it. ", [f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{X}')"]),
    ([queue(GET="DISABLED", **FULL)], None, "It is GET(DISABLED), so nothing gets messages from it: ask first why. ",
     ["DISPLAY QLOCAL('L') GET DESCR ALTDATE ALTTIME"]),
    ([queue(**FULL)], None, "See first whether anything reads it, or raise MAXDEPTH. ", [HANDLES, RAISE]),
    ([queue(IPPROCS="0", **FULL)], None, "Start its reader, or raise MAXDEPTH. ", [HANDLES, RAISE]),
    ([queue(IPPROCS="2", **FULL)], None,
     "Programs have it open for input (IPPROCS(2)): see why they take too little, or raise MAXDEPTH. ", [HANDLES, RAISE]),
    ([queue(**FULL), local("IN", "BOQNAME=L;CURDEPTH=0")], None,
     "It is the backout queue of IN: see why messages fail there, and who empties it, or raise MAXDEPTH. ", [HANDLES, RAISE]),
    ([queue(**FULL), status(UNCOM="6", CURDEPTH="10")], None,
     "Most of its messages may be puts that are not committed (UNCOM(6)): see whose unit of work that is. ", [CONN, UNITS]),
    ([queue(**FULL), status(UNCOM="5", CURDEPTH="10")], None, "See first whether anything reads it, or raise MAXDEPTH. ", [HANDLES, RAISE]),
    ([queue(MAXDEPTH="999999999", CURDEPTH="999999999")], None, "See first whether anything reads it. ", [HANDLES]),
])  # fmt: skip
def test_what_is_advised_where_a_put_is_refused(answers, length, said, commands):
    found = estate((B, NOW, *answers))
    advice, looks = puts.remedy(found, B, puts.put(found, B, "L", length=length), length)
    assert (advice, texts(looks)) == (said, commands)
    assert [one.effect for one in looks] == sorted((one.effect for one in looks), reverse=True), (
        "what looks comes first"
    )


@pytest.mark.parametrize(("answers", "room"), [
    ([queue()], 7), ([queue(**FULL)], 0), ([queue(CURDEPTH="12")], 0), ([local("L")], None), ([local("L", "MAXDEPTH=5")], None),
    ([OVER, queue(X, CURDEPTH="1")], 9),
])  # fmt: skip
def test_how_many_messages_more_the_queue_has_room_for(answers, room):
    found = estate((B, NOW, *answers))
    assert puts.room(found, B, puts.put(found, B, "L")) == room


@pytest.mark.parametrize(("reason", "text"), [
    (2030, "QUEUE('Q') MAXMSGL"), (2031, "QMGR MAXMSGL"), (2035, "AUTHREC PROFILE('Q') OBJTYPE(QUEUE)"), (2048, "QUEUE('Q') DEFPSIST TYPE"),
    (2051, "QUEUE('Q') PUT DESCR ALTDATE ALTTIME"), (2053, "QSTATUS('Q') TYPE(HANDLE) APPLTAG INPUT"),
    (2056, "QSTATUS('Q') TYPE(QUEUE) CURFSIZE CURMAXFS"), (2082, "QUEUE('Q') TARGET TARGTYPE"), (2085, "QUEUE('Q') TYPE"),
    (2087, "QUEUE('Q') RQMNAME XMITQ"), (2268, "QCLUSTER('Q') CLUSQMGR PUT"), (2270, "QCLUSTER('Q') CLUSQMGR CLUSTER"),
    (2999, "QUEUE('Q') ALL"), (2071, None), (2102, None), (2195, None), (2192, "QUEUE('Q') ALL"),
])  # fmt: skip
def test_what_shows_why_puts_fail_with_a_reason(reason, text):
    assert texts(puts.display(reason, "Q", "QM1", zos=False)) == ([f"DISPLAY {text}"] if text else [])


def test_of_the_storage_of_zos_a_console_is_asked():
    [look] = puts.display(2192, "Q", "MQ1A")
    assert look.command == "+cpf DISPLAY USAGE PSID(*)"
    shared, own = (estate((B, NOW, local("L", more))) for more in ("CFSTRUCT=APPL1;QSGDISP=SHARED", "PSID=4"))
    structure, page_set = puts.storage(shared, B, "L"), puts.storage(own, B, "L")
    assert (structure, page_set) == ("DISPLAY CFSTATUS('APPL1') TYPE(SUMMARY)", "DISPLAY USAGE PSID(4)")
    for storage in (structure, page_set):
        [look] = puts.display(2192, "L", B, zos=True, storage=storage)
        assert look.command == f"+cpf {storage}" and mqsc.parse(look.command, "zos")
        assert storage not in puts.display(2051, "L", B, zos=True, storage=storage)[0].command
    assert puts.storage(estate((B, NOW, local("L", "CFSTRUCT=APPL1;QSGDISP=QMGR"))), B, "L") == ""


@pytest.mark.parametrize(("answers", "reason", "behind"), [
    ([OVER, queue(X)], 2053, X), ([OVER, queue(X)], 2051, "L"), ([OVER, queue(X)], 2030, X), ([queue()], 2053, "L"), ([], 2053, "L"),
    ([("DISPLAY QALIAS(L)", [show("Q", "QUEUE=L;TYPE=QALIAS;TARGET=M;TARGTYPE=QUEUE")]), queue("M")], 2056, "M"),
])  # fmt: skip
def test_a_queue_that_only_leads_on_has_no_depth_and_no_length(answers, reason, behind):
    assert puts.queue_behind(estate((B, NOW, *answers)), B, "L", reason) == behind
    assert puts.queue_behind(estate((B, NOW, *answers)), None, "L", reason) == "L"
