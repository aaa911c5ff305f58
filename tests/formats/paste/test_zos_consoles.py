"""What z/OS's consoles put around displays and messages: job logs and the system log."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.formats import amqerr, identify, mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste import zos_consoles
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.sections import sections
from tests.linear import assert_in_line

JOB_LOG = """\
                         J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  N 1
 10.00.00 STC01234 ---- TUESDAY,   05 MAR 2024 ----
 10.01.00 STC01234  CSQX500I +MQP1 CSQXRCTL Channel TO.QM1 started
 10.11.12 STC01234  CSQM201I +MQP1 CSQMDRTC  DISPLAY QLOCAL DETAILS 731
    731             QUEUE(ORDERS.IN)
    731             TYPE(QLOCAL)
    731             PUT(DISABLED)
    731              END QLOCAL DETAILS
 10.11.12 STC01234  CSQ9022I +MQP1 CSQMDRTC ' DISPLAY QLOCAL' NORMAL COMPLETION
 23.59.59 STC01234  CSQX500I +MQP1 CSQXRCTL Channel TO.QM2 started
 00.00.00 STC01234 ---- WEDNESDAY, 06 MAR 2024 ----
 00.13.00 STC01234  CSQX548E +MQP1 CSQXRESP Messages sent to local dead-letter queue,  101
   101             channel QM2.TO.MQP1 reason=2053 (MQRC_Q_FULL)
 00.14.00 STC01234  IEF450I SOMETHING ELSE ABEND
"""
SYSTEM_LOG = """\
M 0080000 SYSA     24065 10:11:12.34 STC01234 00000090  CSQM201I +MQP1 CSQMDRTC  DISPLAY QLOCAL DETAILS 731
D                                         731 00000090  QUEUE(ORDERS.IN)
D                                         731 00000090  TYPE(QLOCAL)
D                                         731 00000090  PUT(DISABLED)
E                                         731 00000090   END QLOCAL DETAILS
N 0080000 SYSA     2024065 10:12:00.01 STC01235 00000090  CSQX208E +MQP1 CSQXRESP Error receiving data,
S                                         channel TO.QM2
S                                         TRPTYPE=TCP RC=00000461 reason=00000000
N 0080000 SYSA     24066 00:00:01.00 JOB00077 00000090  CSQX500I +MQP1 CSQXRCTL Channel TO.QM2 started
"""


def parts(text):
    """The rows of each section of a file, as a case reads them."""
    clean = clean_text(text.encode())
    data = clean.data if clean else text.encode()
    name = identify(data)
    for kind, start, end, line in sections(data, name) or [(name, 0, len(data), 1)]:
        module = {"mqsc": mqsc, "amqerr": amqerr}[kind]
        for row in module.read(FileSlice(data[start:end], "MSTR", start, line, clean=clean)):
            yield kind, row if isinstance(row, dict) else row.to_pylist()[0]


@pytest.mark.parametrize(("text", "time"), [(JOB_LOG, "2024-03-05 10:11:12"), (SYSTEM_LOG, "2024-03-05 10:11:12.34")])
def test_a_display_on_a_console_is_read_with_the_time_of_its_first_line(text, time):
    (shown,) = [row for kind, row in parts(text) if kind == "mqsc" and row.get("name")]
    assert (shown["queue_manager"], shown["type"], shown["name"], shown["time"]) == (
        "MQP1",
        "QLOCAL",
        "ORDERS.IN",
        time,
    )
    attributes = dict(shown["attributes"])
    assert attributes == {"QUEUE": "ORDERS.IN", "TYPE": "QLOCAL", "PUT": "DISABLED"}


def test_the_messages_around_a_display_are_of_the_day_that_the_log_tells():
    found = [row for kind, row in parts(JOB_LOG) if kind == "amqerr"]
    assert [(row["message"], row["time_text"]) for row in found] == [
        ("CSQX500", "2024-03-05 10:01:00"), ("CSQX500", "2024-03-05 23:59:59"), ("CSQX548", "2024-03-06 00:13:00"),
    ]  # fmt: skip
    assert (
        found[-1]["text"] == "Messages sent to local dead-letter queue, channel QM2.TO.MQP1 reason=2053 (MQRC_Q_FULL)"
    )
    assert {row["time_note"] for row in found} == {"local time without a zone"}


def test_a_day_of_the_system_log_is_a_number_and_a_long_line_goes_on():
    broken, started = [row for kind, row in parts(SYSTEM_LOG) if kind == "amqerr"]
    assert broken["time_text"] == "2024-03-05 10:12:00.01" and started["time_text"] == "2024-03-06 00:00:01.00"
    assert broken["text"].endswith("Error receiving data, channel TO.QM2 TRPTYPE=TCP RC=00000461 reason=00000000")


def test_a_log_alone_has_its_days_and_a_large_one_carries_them():
    text = JOB_LOG[: JOB_LOG.index(" 10.11.12")].encode()
    (row,) = amqerr.read(FileSlice(text))
    assert row["time_text"] == "2024-03-05 10:01:00"
    rest = b" 10.02.00 STC01234  CSQX500I +MQP1 CSQXRCTL Channel TO.QM2 started\n"
    (row,) = amqerr.read(FileSlice(rest, context=amqerr.context_after(text, {})))
    assert row["time_text"] == "2024-03-05 10:02:00"
    (row,) = amqerr.read(FileSlice(rest.replace(b"1234", b"9999"), context=amqerr.context_after(text, {})))
    assert row["time_text"] == "10.02.00", "another job's log begins with its own date"


@pytest.mark.parametrize("day", [b"31 FEB 2024", b"05 XXX 2024", b"05 MAR 24"])
def test_what_is_no_date_is_none(day):
    assert zos_consoles.date_line(b" 10.00.00 STC01234 ---- TUESDAY,   05 MAR 2024 ----") == (
        b"STC01234",
        date(2024, 3, 5),
    )
    assert zos_consoles.date_line(b" 10.00.00 STC01234 ---- TUESDAY,   " + day + b" ----") is None


def test_a_console_without_displays_is_no_paste():
    assert clean_text(JOB_LOG.replace("CSQM201I", "CSQX201I").encode()) is None


# ── a busy console: lines of other messages between those of one ──

SHOWN = """\
M 0080000 SYSA     24065 10:11:12.34 STC01234 00000090  CSQM201I +MQP1 CSQMDRTC  DISPLAY QLOCAL DETAILS 731
D                                         731 00000090  QUEUE(ORDERS.IN)
D                                         731 00000090  TYPE(QLOCAL)
D                                         731 00000090  PUT(DISABLED)
E                                         731 00000090   END QLOCAL DETAILS
M 0080000 SYSA     24065 10:11:12.36 STC01234 00000090  CSQM201I +MQP1 CSQMDRTC  DISPLAY QLOCAL DETAILS 733
D                                         733 00000090  QUEUE(ORDERS.OUT)
E                                         733 00000090   END QLOCAL DETAILS
N 0080000 SYSA     24065 10:11:12.39 STC01234 00000090  CSQ9022I +MQP1 CSQMDRTC ' DISPLAY QLOCAL' NORMAL COMPLETION
"""
SAID = """\
M 0080000 SYSA     24065 10:11:12.35 STC01235 00000090  CSQX548E +MQP2 CSQXRESP Messages sent to local dead-letter queue, 732
D                                         732 00000090  channel QM2.TO.MQP2 reason=2053 (MQRC_Q_FULL),
E                                         732 00000090  nobody looked.
N 4000000 SYSA     24065 10:11:12.37 STC00077 00000090  IEF403I PAYROLL - STARTED - TIME=10.11.12
N 0080000 SYSA     24065 10:11:12.38 STC01235 00000090  CSQX500I +MQP2 CSQXRCTL Channel TO.QM2 started
"""


def merged(one, other, turns):
    one, other = (iter(text.splitlines(keepends=True)) for text in (one, other))
    taken = [next(one if turn else other, "") for turn in turns]
    return "".join([*taken, *one, *other])


def told(text):
    found = list(parts(text))
    objects = [(row["name"], dict(row["attributes"])) for kind, row in found if kind == "mqsc" and row.get("name")]
    entries = [(row["message"], row["text"], row["time_text"]) for kind, row in found if kind == "amqerr"]
    return objects, entries


@given(st.lists(st.booleans(), max_size=14))
def test_whatever_others_write_between_its_lines_a_message_is_read_whole(turns):
    log = merged(SHOWN, SAID, turns)
    objects, entries = told(log)
    assert [name for name, _ in objects] == ["ORDERS.IN", "ORDERS.OUT"]
    assert objects == told(SHOWN + SAID)[0]
    assert entries == [
        ("CSQX548", "Messages sent to local dead-letter queue, channel QM2.TO.MQP2 reason=2053 (MQRC_Q_FULL), nobody looked.",
         "2024-03-05 10:11:12.35"), ("CSQX500", "Channel TO.QM2 started", "2024-03-05 10:11:12.38"),
    ]  # fmt: skip


def test_lines_that_went_up_are_cited_where_they_stand_and_rows_part_the_file():
    log = merged(SHOWN, SAID, [1, 0, 1, 0, 1, 0, 0, 1])
    clean = clean_text(log.encode())
    lines = [line.number for line in clean._lines]
    assert sorted(lines) == list(range(1, len(lines) + 1)) and lines != sorted(lines)
    places = [line.at for line in clean._lines]
    assert places == sorted(set(places)) and places[0] == 0
    (shown, *_) = [row for kind, row in parts(log) if kind == "mqsc" and row.get("name")]
    row = clean.placed({"offset": 0, "length": 1, "lines": dict(shown["lines"])})
    assert log.split("\n")[row["lines"]["PUT"] - 1].endswith("PUT(DISABLED)")


def test_a_number_that_two_messages_have_at_once_ties_nothing_and_one_far_above_neither():
    two = SHOWN.replace(" 733", " 731").splitlines(keepends=True)
    log = "".join([two[0], two[5], *two[1:5], *two[6:]])
    clean = clean_text(log.encode())
    assert [line.number for line in clean._lines] == list(range(1, len(clean._lines) + 1))
    first, *rest = SHOWN.splitlines(keepends=True)
    far = first + SAID.splitlines(keepends=True)[3] * (zos_consoles.FAR + 1) + "".join(rest)
    assert told(far)[0][0][0] == "ORDERS.OUT"


def test_in_a_job_log_the_number_alone_ties_and_nothing_goes_up_to_another_day():
    shown = JOB_LOG.replace(" 10.11.12 STC01234  CSQ9022I", " 10.11.12 STC01234  CSQX501I +MQP1 CSQXRCTL Channel A ended\n"
                            " 10.11.12 STC01234  CSQ9022I", 1).split("\n")  # fmt: skip
    at = next(nth for nth, line in enumerate(shown) if "CSQX501I" in line)
    shown.insert(at - 2, shown.pop(at))
    (found,) = [row for kind, row in parts("\n".join(shown)) if kind == "mqsc" and row.get("name")]
    assert dict(found["attributes"]) == {"QUEUE": "ORDERS.IN", "TYPE": "QLOCAL", "PUT": "DISABLED"}
    midnight = " 00.00.00 STC01234 ---- WEDNESDAY, 06 MAR 2024 ----\n"
    assert (
        clean_text((" 10.00.00 STC01234  CSQX500I +MQP1 CSQXRCTL Channel A 731\n" + midnight + "   731  x\n").encode())
        is None
    )


def test_a_tangled_console_costs_what_its_length_is():
    for text in (SHOWN + SAID, "".join(SHOWN.splitlines(keepends=True)[::2]), SHOWN.replace(" 733", " 731")):
        assert_in_line(lambda data: clean_text(data), text.encode() * 100, text.encode() * 400)
