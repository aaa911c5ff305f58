"""Command lines and words between displays: whose an answer is, and whether all of it is there."""

import pytest

from tests.formats.mqsc_printer import session
from tests.formats.test_mqsc import block, only, read

QUEUE = block("   QUEUE(A)                                TYPE(QLOCAL)", "   CURDEPTH(9)")
FIRST = session([("QLOCAL", [("QUEUE", "A"), ("TYPE", "QLOCAL")])], "QM1").partition("1 MQSC commands")[0]


def managers(between):
    return [row["queue_manager"] for row in read(FIRST + between + "\n" + QUEUE)]


@pytest.mark.parametrize("call", [
    "$ docker exec mq2 runmqsc QM2", "$ kubectl exec -it mq2-0 -- runmqsc QM2", "$ ssh mqm@h runmqsc QM2",
    "$ sudo -u mqm runmqsc -e -u a QM2", "[mqm@h ~]$ su - mqm -c 'echo \"dis q(*)\" | runmqsc QM2'",
    "$ runmqsc QM2 | grep QUEUE", "# runmqsc QM2 2>&1", "$ runmqsc 'QM2'", "$ runmqsc -w 10 -m QM9 QM2 < q.mqsc",
    'C:\\> "C:\\Program Files\\IBM\\MQ\\bin\\runmqsc.exe" -c QM2', "/opt/mqm/bin/runmqsc QM2", "$ runmqsc -f 'a b' QM2;",
    "$ docker exec mq2 bash -c \"echo 'DIS QL(A)' | runmqsc QM2\" | tail -n +4", "[mqm@h runmqsc]$ runmqsc QM2",
])  # fmt: skip
def test_a_call_names_the_queue_manager_of_what_follows(call):
    assert managers(call) == ["QM1", "QM2"]


@pytest.mark.parametrize("call", [
    "$ runmqsc $QM", "$ runmqsc ${QM}", "C:\\>runmqsc %QM%", "$ runmqsc", "$ runmqsc < q.mqsc", "$ docker exec mq2 runmqsc",
    "$ runmqsc -c -u admin", "$ runmqsc -w 10", "$ runmqsc -z QM2", "$ runmqsc QM2 QM3", "$ runmqsc 'QM2",
    "$ runmqsc QM2 && runmqsc QM3", "we then used runmqsc QM2 as admin", "$ for q in QM2 QM3; do runmqsc $q; done",
])  # fmt: skip
def test_a_call_that_does_not_say_whose_it_is_names_nobody(call):
    assert managers(call) == ["QM1", None]


@pytest.mark.parametrize("words", [
    "and on QM2:", "From: somebody@there.example", "===== host2 / QM2 =====", "QM2:", "$ cat QM2.out", "INC0099999",
    "キュー・マネージャー QM2", "Output of DISPLAY QLOCAL(A) on the other one:",
])  # fmt: skip
def test_what_follows_words_of_a_person_is_nobodys(words):
    assert managers(words) == ["QM1", None]


@pytest.mark.parametrize(
    "line", ["", "--More--", "^C", "end", "-----", "00)", "   DESCR(runmqsc QM2)", "AM?8409I: Display Queue"]
)
def test_what_a_terminal_a_pager_or_damage_leaves_ends_no_session(line):
    assert managers(line) == ["QM1", "QM1"]


def test_a_value_or_a_command_that_mentions_a_call_is_none():
    text = (
        FIRST
        + "> ALTER QLOCAL(A) DESCR('$ runmqsc QM2')\n"
        + QUEUE.replace("CURDEPTH(9)", "DESCR(as in $ runmqsc QM2)")
    )
    assert {row["queue_manager"] for row in read(text)} == {"QM1"}


# An answer that another program cut

CUT = [
    "$ echo 'DISPLAY QUEUE(*)' | runmqsc QM1 | awk '!/SYSTEM/'", "$ runmqsc QM1 < q | egrep -v SYSTEM", "# runmqsc QM1 <q|sed 5d",
    "C:\\> runmqsc QM1 < q | findstr QUEUE", "PS C:\\> Get-Content q | runmqsc QM1 | Select-String QUEUE",
    "$ docker exec m bash -c \"runmqsc QM1 < q\" | tail -n +4", "$ runmqsc QM1 < q 2>&1 | cut -c1-80", "$ runmqsc QM1 <q | tee x | head",
    "$ runmqsc QM1 < q > x; grep QUEUE x", "$ grep -v SYSTEM <(runmqsc QM1 < q)", "$ out=$(runmqsc QM1 < q)",
    "$ runmqsc QM1 < q | /usr/bin/grep QUEUE", "$ awk '!/SYSTEM/' q.out", "$ cat q.out | grep -v SYSTEM",
]  # fmt: skip
UNCUT = [
    "$ echo 'DISPLAY QUEUE(*)' | runmqsc QM1", "$ runmqsc QM1 < q | tee x", "$ runmqsc QM1 < q > x; cat x", "$ cat q.out",
    "$ su - mqm -c \"runmqsc QM1 < q\"", "$ for q in QM1; do runmqsc $q < q; done", "$ runmqsc QM1 < q 2>&1 || exit",
]  # fmt: skip
ANSWER = session([("QLOCAL", [("QUEUE", "A"), ("TYPE", "QLOCAL")])], "QM1")


@pytest.mark.parametrize(("call", "whole"), [*((one, False) for one in CUT), *((one, True) for one in UNCUT)])
def test_an_answer_that_another_program_may_have_cut_is_not_whole(call, whole):
    row = only(call + "\n" + ANSWER)
    assert (row["queue_manager"], row["whole"]) == ("QM1", whole)


def test_a_cut_holds_for_all_that_its_line_printed_and_no_longer():
    text = CUT[0] + "\n" + ANSWER * 2 + UNCUT[0] + "\n" + ANSWER
    assert [row["whole"] for row in read(text)] == [False, False, True]


def test_a_failure_among_lines_that_were_taken_out_answers_no_command():
    text = "{}\n" + "     1 : DISPLAY CHSTATUS(A)\nAMQ8420I: Channel Status not found.\n"
    assert [only(text.format(call))["asked"] is None for call in (CUT[0], UNCUT[0])] == [True, False]
