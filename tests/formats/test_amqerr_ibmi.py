"""Messages of IBM i: the print of a job's log, and the screen that shows one message."""

import pytest

from mqforensics.formats import amqerr, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.sections import sections
from tests.formats.test_amqerr import one, rows
from tests.linear import assert_in_line

PAGE = """\
 5770SS1 V7R4M0 190621                   Job Log                    IBMI01    05/03/24 10:15:22          Page    {}
  Job name . . . . . . . . . . :   AMQRMPPA        User  . . . . . . :   QMQM         Number . . . . . . :   123456
  Job description  . . . . . . :   QMQMJOBD        Library . . . . . :   QMQM
 MSGID      TYPE                    SEV  DATE      TIME             FROM PGM     LIBRARY     INST     TO PGM      LIBRARY
"""
OTHER = """\
 CPF1124    Information             00   13/03/24  09:00:00.228665  QWTPIIPP     QSYS        04CC     *EXT
                                      Message . . . . :   Job 123456/QMQM/AMQRMPPA started on 13/03/24 at
                                        09:00:00 in subsystem QMQM in QMQM.
"""
FIRST = """\
 AMQ9544    Diagnostic              20   13/03/24  10:14:01.123456  AMQRMPPA     QMQM        *STMT    AMQRMPPA    QMQM
                                      From module . . . . . . . . :   AMQRFPUT
                                      Message . . . . :   Messages not put to destination queue.
                                      Cause . . . . . :   During the processing of channel 'QM2.TO.QM1' one or more
                                        messages could not be put. The location of the queue is 1, where
"""
REST = """\
                                        1 is the local dead-letter queue and 2 is the remote dead-letter queue.
                                      Recovery  . . . :   Examine the contents of the dead-letter queue.
                                      Technical description . . . . . . . . :   Nobody's.
"""
SECOND = """\
 AMQ9511    Diagnostic              30   13/03/24  10:14:05.000001  AMQRMPPA     QMQM        *STMT    AMQRMPPA    QMQM
                                      Message . . . . :   Messages cannot be put to a queue.
                                      Cause . . . . . :   The attempt to put messages to queue 'ORDERS.IN' on queue
                                        manager 'QM1' failed with reason code 2053.
"""
PRINT = PAGE.format(1) + OTHER + FIRST + "\f\n" + PAGE.format(2) + REST + SECOND + OTHER
SCREEN = """\
                         Additional Message Information

 Message ID . . . . . . :   AMQ9202       Severity . . . . . . . :   40
 Message type . . . . . :   Diagnostic
 Date sent  . . . . . . :   13/03/24      Time sent  . . . . . . :   10:14:01

 Message . . . . :   Remote host 'qm2 (10.1.2.3) (1414)' not available, retry
   later.
 Cause . . . . . :   The attempt to allocate a conversation was not successful.
 Recovery  . . . :   Try the connection again later.
                                                                        Bottom
 Press Enter to continue.

 F3=Exit   F6=Print   F9=Display message details   F12=Cancel
"""


def test_each_message_of_the_product_is_an_entry_and_another_programs_is_no_part_of_it():
    first, second = rows(PRINT)
    assert identify(PRINT.encode()) == "amqerr"
    assert (first["message"], first["severity"], first["program"]) == ("AMQ9544", "E", "AMQRMPPA")
    assert (first["time"], first["time_text"]) == (None, "13/03/24 10:14:01")
    assert first["text"] == "Messages not put to destination queue."
    assert first["inserts"] == {"channel": "QM2.TO.QM1", "location": "1", "job": "123456/QMQM/AMQRMPPA"}
    assert {row["user"] for row in (first, second)} == {"QMQM"} and second["inserts"]["job"] == "123456/QMQM/AMQRMPPA"
    assert second["explanation"].endswith("failed with reason code 2053.")
    assert (second["reason"], second["inserts"]["queue"], second["action"]) == (2053, "ORDERS.IN", None)
    assert PRINT.split("\n")[second["line"] - 1].lstrip().startswith("AMQ9511")


def test_the_head_of_a_page_is_no_part_of_the_message_that_goes_on_below_it():
    first = rows(PRINT)[0]
    assert first["explanation"].endswith(
        "is 1, where 1 is the local dead-letter queue and 2 is the remote dead-letter queue."
    )
    assert first["action"] == "Examine the contents of the dead-letter queue."


def test_each_message_is_of_the_job_of_the_head_above_it():
    german = (
        PAGE.replace("Job name", "Jobname")
        .replace("User", "Benutzer")
        .replace("Number", "Nummer")
        .replace("123456", "222222")
    )
    text = (PRINT + german.format(1) + SECOND).encode()
    told = [row["inserts"]["job"] for row in rows(text)]
    assert told == ["123456/QMQM/AMQRMPPA", "123456/QMQM/AMQRMPPA", "222222/QMQM/AMQRMPPA"]
    for begin in (text.index(b" AMQ9511"), text.rindex(b" AMQ9511")):
        later = amqerr.read(FileSlice(text[begin:], context=amqerr.context_after(text, {}, 0, begin)))
        assert [row["inserts"]["job"] for row in later] == told[1 if begin < len(PRINT) else 2 :]
    assert "job" not in (one(FIRST)["inserts"] or {})


DESCRIPTION = """\
 Message ID . . . . . . . . . :   AMQ8077
 Message file . . . . . . . . :   QMQMMSG
   Library  . . . . . . . . . :     QMQM

 Message . . . . :   Entity '{}' has insufficient authority to access object 'ORDERS.IN'.
 Cause . . . . . :   The specified entity is not authorized to access the required object.
"""


@pytest.mark.parametrize("told", [
    DESCRIPTION.format("&3"), DESCRIPTION.format("everybody"), DESCRIPTION.format("&3").replace("QMQMMSG", "OTHERS"),
    "AMQ8077W: Entity '<insert_3>' has insufficient authority to access object <insert_4>.\n\nEXPLANATION:\nWords.\n",
    "CSQX548E csect-name Messages sent to local dead-letter queue, channel channel-name reason=mqrc (mqrc-text)\n",
])  # fmt: skip
def test_a_description_of_a_message_is_no_occurrence(told):
    row = one(told)
    assert (row["message"], row["severity"], row["inserts"], row["reason"], row["queue_manager"]) == (None,) * 5
    assert "nothing that happened" in row["error"] and ("AMQ8077" in row["error"] or "CSQX548" in row["error"])
    assert row["text"]


def test_what_happened_is_told_whatever_its_text_has():
    dated = SCREEN.replace("'qm2 (10.1.2.3) (1414)'", "'&3'").replace(
        "Severity", "Message file . . :  QMQMMSG  Severity"
    )
    assert one(dated)["message"] == "AMQ9202"
    assert one("AMQ9202E: Remote host 'a&3' not available.\n")["message"] == "AMQ9202"


def test_a_screen_of_one_message_is_an_entry():
    row = one(SCREEN)
    assert (row["message"], row["severity"], row["time_text"]) == ("AMQ9202", "S", "13/03/24 10:14:01")
    assert row["text"] == "Remote host 'qm2 (10.1.2.3) (1414)' not available, retry later."
    assert row["action"] == "Try the connection again later."
    assert row["inserts"] == {"host": "qm2 (10.1.2.3) (1414)"}


@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"), lambda text: "".join(f"> {line}\n" for line in text.split("\n")[:-1]),
    lambda text: "\n".join(line.strip() for line in text.split("\n")),
], ids=["ends of lines", "mail", "no indent"])  # fmt: skip
def test_what_a_paste_does_to_them_changes_nothing(change):
    for text in (SCREEN, FIRST + REST):
        data = change(text).encode()
        clean = clean_text(data)
        (row,) = rows(clean.data if clean else data)
        (asked,) = rows(text)
        same = ("message", "time_text", "text", "explanation")
        assert [row[key] for key in same] == [asked[key] for key in same]
        assert row["action"].startswith(asked["action"]), "without its indent the screen's last lines go on with it"


def test_in_other_languages_the_labels_are_known_and_other_labels_end_a_text():
    german = (
        SCREEN.replace("Message .", "Nachricht .").replace("Cause", "Ursache").replace("Recovery ", "Fehlerbeseitigung")
    )
    assert one(german)["explanation"] == one(SCREEN)["explanation"]
    assert one(german)["action"] == one(SCREEN)["action"]
    strange = one(SCREEN.replace("Cause ", "Syy "))
    assert (strange["text"], strange["explanation"]) == (one(SCREEN)["text"], None)


def test_below_a_session_they_are_a_part_of_the_file():
    session = "     1 : DISPLAY QLOCAL(A)\nAMQ8409I: Display Queue details.\n   QUEUE(A)                                TYPE(QLOCAL)\n"
    for text in (PRINT, SCREEN):
        parts = sections((session + text).encode(), "mqsc")
        assert [part.format for part in parts] == ["mqsc", "amqerr"]


def test_a_text_that_mentions_a_number_is_none():
    assert amqerr.sniff(b" Message . . . . :   Look for AMQ9544  in the log\n") == 0
    assert amqerr.sniff(OTHER.encode()) == 0


def test_hostile_lines_cost_what_their_length_is():
    for line in (b"AMQ9544  " + b"a" * 60 + b"\n", b"a" * 30 + b" ." * 30 + b" AMQ9544  \n", SECOND.encode()):
        assert_in_line(lambda data: rows(data), line * 250, line * 1000)
