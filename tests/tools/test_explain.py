"""What people paste, and what they are told of it."""

import re
import subprocess
import sys

import pytest

from mqforensics import codes, findings, open_case, source
from mqforensics.case import Case
from mqforensics.case.given import from_arguments as given_by
from mqforensics.flow.assumptions import rules
from mqforensics.formats import table_of
from mqforensics.formats.recognition import parts, recognise
from mqforensics.questions.meanings import meanings
from mqforensics.tools import explain as explain_tool
from mqforensics.tools.explain import NOTHING, explain
from tests.conftest import SAMPLES
from tests.linear import assert_in_line
from tests.writers.amqsbcg import dump

FILES = sorted(p.relative_to(SAMPLES).as_posix() for p in SAMPLES.rglob("*")
               if p.is_file() and p.suffix not in (".gz", ".zip", ".md")) or [None]  # fmt: skip
LINE = "MQJE001: Completion Code '2', Reason '2035'."
DISPLAY = """AMQ8417I: Display Channel Status details.
   CHANNEL(QM1.TO.QM2)                     CHLTYPE(SDR)
   CONNAME(10.1.2.3(1414))                 CURRENT
   RQMNAME( )                              STATUS(RETRYING)
   SUBSTATE( )                             XMITQ(QM2)
"""
ENTRY = """AMQ9202E: Remote host '10.1.2.3 (10.1.2.3) (1414)' not available, retry later.

EXPLANATION:
The attempt to allocate a conversation using TCP/IP to host '10.1.2.3' for channel QM1.TO.QM2 was not successful.
"""


@pytest.mark.parametrize(("text", "said"), [
    (LINE, "2035 MQRC_NOT_AUTHORIZED"), (DISPLAY, "STATUS(RETRYING)"), ("2053", "MQRC_Q_FULL"),
    ("0308 0000", "MQRC_"), ("it fails with MQRC_UNKNOWN_OBJECT_NAME since noon", "2085"), (ENTRY, "AMQ9202"),
    ("9776: Channel was blocked by userid", "AMQ9776"), ("HA role:    Secondary\nHA status:    Normal\n", "HASTATUS(Normal)"),
    ("HA role:    Secondary\nreason 2059\n", "2059 MQRC_"),
    ("An error occurred connecting to queue manager 'QM7 on 'mq.example(1414)''. (AMQ4059)", "queue_manager QM7, connection mq.example(1414)."),
])  # fmt: skip
def test_it_is_known_and_told(text, said):
    told = explain(text)
    assert told.known and said in str(told)


@pytest.mark.parametrize(("text", "said"), [
    ("reason 2009 at 2026-03-04", [2009]), ("year 2024 was fine, port 2059 open", []), ("error 2026-03-04 2033 items processed", []),
    ("at 2026/03/04 code 2035", [2035]), ("rc=2035 10:2059", [2035]), ("MQRC 2035 on QM7", [2035]), ("in 2019 and zip 2085", []),
    ("compcode '2' ('MQCC_FAILED') reason '2059'.", [2059]), ("Reason codes 2035, 2059 and 2085 in 2024", [2035, 2059, 2085]),
    ("2035", [2035]), ("2035 2059\n", [2035, 2059]), ("reasonCode: 2035: no", [2035]), ("reason code is 2035", [2035]),
    ("reason 2009.01.02", []), ("code 2026-03-04", []), ("0x7f3 in 2026", [2035]), ("we use 2035 of 2059", []),
])  # fmt: skip
def test_a_number_is_a_reason_only_where_it_is_said_to_be_one(text, said):
    told = str(explain(text))
    assert [number for number in range(2001, 2100) if f"{number} MQRC_" in told] == said


@pytest.mark.parametrize("text", ["", "hello world", "\x00\x01", "the year 1999 and 77 more"])
def test_what_is_not_known_is_said_to_be(text):
    assert not explain(text).known and str(explain(text)) == NOTHING


def test_the_code_of_a_finding_is_told_for_each_question_that_has_it():
    assert "dead-letter queue" in str(explain("ON_DLQ")) and len(explain("UNKNOWN").says) == 4
    assert "MQRC_NOT_AUTHORIZED" in str(explain("NOT_AUTHORIZED")) and "a finding of" in str(explain("NOT_AUTHORIZED"))
    assert explain("on_dlq") == explain("ON_DLQ") and not explain("ON_NO_QUEUE").known


@pytest.mark.parametrize("key", rules())
def test_the_key_of_an_assumption_is_explained_with_what_a_person_can_say_of_it(key):
    told = str(explain(key))
    [said] = re.findall(r"it holds: --assume (\S+)\. ", told)
    assert f"{key}, an assumption: " in told and f"--assume {key}=open." in told
    assert given_by(assume=[said]).said[0].key == given_by(assume=[f"{key}=open"]).said[0].key == key


def test_every_code_of_a_finding_is_explained():
    assert all(one.says in str(explain(one.code)) and one.then in str(explain(one.code)) for one in meanings())


@pytest.mark.parametrize(("text", "said"), [
    ("QUEUE(Q6)   TYPE(QLOCAL)   CURDEPTH(5)\n", ["QLOCAL Q6: CURDEPTH(5)"]), ("QMNAME(QM1) DEADQ( )", ["QMGR QM1: DEADQ()"]),
    ("   CHANNEL(A.B)   CHLTYPE(SDR)\n   STATUS(RETRYING)  XMITQ(B)", ["CHSTATUS A.B: STATUS(RETRYING) XMITQ(B)"]),
    ("QUEUE(Q1) CURDEPTH(1)\n\nQUEUE(Q2) CURDEPTH(3)\n", ["QUEUE Q1: CURDEPTH(1)", "QUEUE Q2: CURDEPTH(3)"]),
    ("CC=2;RC=2035;AMQ9776", ["AMQ9776", "2035 MQRC_NOT_AUTHORIZED"]), ("2035 (07F3)", ["2035 0x000007f3"]),
    ("AMQ9544E: Messages not put to destination queue. reason 2053", ["AMQ9544 Messages", "2053 MQRC_Q_FULL"]),
    ("00000000:  444C 4820 0100 0000 0308 0000 5136 2020 'DLH ........Q6  '", ["2051 MQRC_PUT_INHIBITED"]),
    ("444C 4820 0000 0001 0000 007F3 4157 442E", ["2035 0x000007f3"]), ("AMQ9544", ["AMQ9544 Messages"]),
])  # fmt: skip
def test_what_lost_the_lines_around_it_is_told_all_the_same(text, said):
    told = explain(text)
    assert told.known and all(one in str(told) for one in said)


@pytest.mark.parametrize("text", ["FOO(BAR)", "QUEUE", "PRINT(X) DO(Y)"])
def test_words_with_brackets_are_no_display(text):
    assert not explain(text).known


CUT = """Starting MQSC for queue manager QM1.

     1 : DISPLAY CHSTATUS(*) ALL
AMQ8417I: Display Channel Status details.
"""


def test_a_display_that_is_cut_gives_nothing_the_name_of_its_queue_manager():
    told = str(explain(CUT))
    assert "CHSTATUS without its name" in told and "CHSTATUS QM1" not in told


def test_a_long_paste_is_told_in_few_lines():
    assert len(str(explain(DISPLAY * 400)).splitlines()) < 20


def test_many_misspelled_names_and_a_record_without_its_fields_are_told_at_once():
    assert_in_line(explain, *(b" ".join(b"MQRC_UNKNOWN_O%d" % n for n in range(count)) for count in (900, 3600)))
    for text in (b"2035 " * 4000 + b"x", b"2035\n" * 4000 + b"x", b"code " * 4000, b"reason code 2" * 2000):
        assert_in_line(explain, text[: len(text) // 4], text)
    cut = dump([{"data": b"x"}], "Q").partition("PutTime")[0]
    assert "A message of" in str(explain(cut))
    for at in range(0, len(cut), 37):
        explain(cut[:at] + cut[at + 90 :])


def test_several_reasons_and_numbers_of_messages_on_the_command_line(capsys):
    from mqforensics.__main__ import main

    assert main(["mqrc", "2053", "2035"]) == 0
    said = capsys.readouterr().out
    assert "MQRC_Q_FULL" in said and "MQRC_NOT_AUTHORIZED" in said
    for given in (["AMQ9202", "AMQ9999"], ["MQRC_Q_FULL", "2035"], ["0x7F3", "AMQ9999"]):
        assert main(["mqrc", *given]) == 0
        told = capsys.readouterr().out
        assert all(str(codes.explain(one) if "AMQ" in one else codes.mqrc(one)) in told for one in given)
        assert main(["mqrc", *given, "AMQ0000"]) == 1 and "AMQ0000" in capsys.readouterr().out
    assert main(["mqrc", "AMQ9202E"]) == 0 and "Look first" in capsys.readouterr().out
    assert main(["mqrc", "AMQ0000"]) == 1


@pytest.mark.parametrize(("one", "said"), [
    (DISPLAY, "STATUS(RETRYING)"), ("REASON(2053) DESTQ({n}) ACTION(RETRY)\n", "rule: REASON(2053)"),
])  # fmt: skip
def test_a_paste_so_long_that_it_is_read_as_columns_is_told_as_a_short_one(one, said):
    short, long = (explain("".join(one.replace("{n}", f"Q{n}") for n in range(count))) for count in (20, 200))
    assert said in str(short)
    told = [[line for line in one.says if not line.startswith("And ")] for one in (long, short)]
    assert [line.partition("times: ")[2] or line for line in told[0]] == [
        line.partition("times: ")[2] or line for line in told[1]
    ]


@pytest.mark.parametrize(("text", "said"), [
    ("0x10009528", "AMQ9528"), ("errorId 0x10009208", "AMQ9208"), ("amq9999e", "AMQ9999"), ("JMSWMQ1120", "backout queue"),
    ("JMSCC0049.FDC", "JMSCC0049: a message of the product"), ("0x00000804", "2052"),
])  # fmt: skip
def test_numbers_however_a_client_or_an_event_has_them(text, said):
    told = explain(text)
    assert told.known and said in str(told) and "MQFB_APPL" not in str(told)


@pytest.mark.parametrize(
    "text", ["\x1b[31mAMQ9202\x1b[0m", "AMQ9202\n".encode("utf-16"), "\x1b[1mIt says AMQ9202: no host\x1b[m\n"]
)
def test_what_a_terminal_or_an_editor_put_around_a_number_hides_it_not(text):
    assert "Remote host not available" in str(explain(text))


def test_without_a_text_and_without_an_input(monkeypatch, capsys):
    from mqforensics.__main__ import main

    monkeypatch.setattr("sys.stdin", None)
    assert main(["explain"]) == 2 and "expected a text" in capsys.readouterr().err


def test_whoever_has_read_enough_is_no_error():
    command = f"{sys.executable} -m mqforensics mqrc " + "2035 " * 400 + "2>&1 >&3 3>&- | cat"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {{ {command}; }} 3>&1 | head -1"], capture_output=True, text=True
    )
    assert done.stdout.count("\n") == 1 and "Broken pipe" not in done.stdout + done.stderr


CONTAINER = """2026-03-02T08:00:01.100Z Using queue manager name: SHOP1
2026-03-02T08:00:01.110Z CPU architecture: amd64
2026-03-02T08:00:01.120Z Running as user ID 1001 with primary group 0
2026-03-02T08:00:01.150Z Image tag: ibm-mq:9.4.1.0-amd64
2026-03-02T08:00:01.200Z MQ version: 9.4.1.0
2026-03-02T08:00:01.300Z MQ level: p941-L241001
2026-03-02T08:00:01.400Z MQ license: Developer
2026-03-02T08:00:01.500Z Starting queue manager
2026-03-02T08:00:01.600Z Started web server
2026-03-02T08:00:06.500Z Error 72 creating queue manager: AMQ8101S: IBM MQ error (893) has occurred.
"""


def test_the_gravest_and_newest_stands_first_whatever_stands_above_it():
    told = explain(CONTAINER).says
    assert told[0].startswith("AMQ8101") and any(line.startswith("2195 MQRC_UNEXPECTED_ERROR") for line in told)
    older = "2026-03-01T08:00:00.000Z AMQ9208E: Error on receive from host 10.1.1.1. [CommentInsert1(10.1.1.1)]\n"
    newer = (
        "2026-03-02T08:00:00.000Z AMQ9999E: Channel 'A.B' to host '10.1.1.2' ended abnormally. [CommentInsert1(A.B)]\n"
    )
    notes = "".join(
        f"2026-03-03T08:00:{n:02}.000Z AMQ5024I: The command server has started. ProcessId({n}).\n" for n in range(20)
    )
    told = explain(notes + older + newer).says
    assert told[0].startswith("AMQ9999") and next(line for line in told[1:] if line.startswith("AMQ")).startswith(
        "AMQ9208"
    )


@pytest.mark.parametrize(("many", "lines"), [(12, 1), (3, 3)])
def test_many_that_differ_in_their_names_alone_are_told_as_one(many, lines):
    entry = "2026-03-02T10:10:{0:02}.000Z AMQ9519E: Channel 'TRY.{0}' not found. [CommentInsert1(TRY.{0}), CommentInsert2(203.0.113.5)]\n"
    told = explain("".join(map(entry.format, range(many)))).says
    assert len([line for line in told if "AMQ9519" in line]) == lines
    assert told[0].startswith("12 times: AMQ9519 Channel not found.") is (lines == 1)
    assert ("The other 11 differ in what they name." in told) is (lines == 1)


@pytest.mark.parametrize(("text", "said"), [
    ("2026-03-02T08:00:00.000Z AMQ3214I: Native HA thing number 7 is so. [ArithInsert1(7)]\n", ["AMQ3214 Native HA thing number 7 is so."]),
    (ENTRY.replace("AMQ9202E: Remote host '10.1.2.3 (10.1.2.3) (1414)' not available, retry later.", "AMQ6777E: The thing 'x' is full.")
     + "ACTION:\nEmpty the thing.\n", ["AMQ6777 The thing 'x' is full.", "Explanation: The attempt", "Action: Empty the thing."]),
    ("JMSWMQ0777: The thing cannot be had.\n\tat a.b.C.d(C.java:1)\n", ["JMSWMQ0777 The thing cannot be had."]),
])  # fmt: skip
def test_a_message_that_the_kit_has_no_words_for_is_told_in_its_own(text, said):
    told = str(explain(text))
    assert all(one in told for one in said) and "Insert" not in told


@pytest.mark.parametrize(("text", "said"), [
    ("DEFINE QLOCAL(A) MAXDEPTH(99) DEFPSIST(NO) PUT(ENABLED)\n", "QLOCAL A: PUT(ENABLED) MAXDEPTH(99)"),
    ("DEFINE CHANNEL(A.B) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(B) HBINT(300) SSLCIPH(' ')\n", "CHANNEL A.B: XMITQ(B) SSLCIPH() CONNAME(h(1414)) CHLTYPE(SDR)"),
    ("DEFINE QLOCAL(A) DEFPSIST(NO)\n", "QLOCAL A: the product's defaults"),
    ('{"channel": [{"name": "A.SVRCONN", "type": "clientConnection", "clientConnection": {"connection": [{"host": "h1", "port": 1414}], "queueManager": "SHOP1"}}]}', "CONNAME(h1(1414))"),
    ("Channels:\n   MaxChannels=20\nTCP:\n   KeepAlive=Yes\nLog:\n   LogType=LINEAR\n", "QMINI Log: LogType(LINEAR)"),
])  # fmt: skip
def test_a_definition_is_told_by_what_is_not_the_default(text, said):
    assert said in str(explain(text))


@pytest.mark.parametrize(("text", "first"), [
    ("com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2053'. queue 'SHOP.IN'\n", "DISPLAY QUEUE('SHOP.IN') CURDEPTH MAXDEPTH IPPROCS"),
    ("MQOPEN ended with reason code 2085\n", "DISPLAY QUEUE(*)"), ("JMSWMQ0018: Failed to connect to queue manager 'SHOP1' with connection mode 'Client' and host name 'h(1414)'.\n"
     "com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2059' ('MQRC_Q_MGR_NOT_AVAILABLE').\n", "dspmq -x -o all"),
])  # fmt: skip
def test_what_to_run_first_is_told(text, first):
    (step,) = [line for line in explain(text).says if line.startswith("First step: ")]
    assert first in step


def names(rows) -> list:
    """The reasons, messages and names of rows."""
    keys = ("message", "reason", "queue_manager", "name", "type", "object", "queue", "error")
    return [(table, *(row.get(key) for key in keys)) for table, row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_explain_and_a_case_of_one_file_read_the_same(samples, name):
    path = samples / name
    data = path.read_bytes()
    whole = parts(data, recognise(data))
    told = [row for part in whole for row in explain_tool._rows(data, part)]
    case = Case(None, path)
    kinds = case.kinds_of(*case.formats)
    read = []
    for kind in dict.fromkeys(kinds):
        reading = source.Reading.of(kind, case._of(kind), case._parts(kind))
        read += [(table_of(kind), row) for task in reading.tasks for batch in reading.reader.read(task)
                 for row in batch.to_pylist(maps_as_pydicts="lossy")]  # fmt: skip
    assert [part.format for part in whole] == kinds
    assert sorted(map(repr, names(read))) == sorted(map(repr, names(told)))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_explain_and_a_case_of_one_file_name_the_same_first_step(spark, samples, name):
    said = explain((samples / name).read_bytes()).says
    steps = [line.removeprefix("First step: ") for line in said if line.startswith("First step: ")]
    if not steps:
        return
    with open_case(spark, samples / name) as case:
        first = {row.next[0].command for row in findings(case).collect() if row.next}
    assert steps[0] in first
