"""Events of MQ in Windows' Application log, in each form that people save or copy them in."""

from datetime import UTC, datetime

import pyarrow as pa
import pytest

from mqforensics.formats import amqerr, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.sections import sections
from tests.linear import assert_in_line

SUMMARY = "Channel 'QM1.TO.QM2' to host '10.1.2.3(1414)' ended abnormally."
WHY = "The channel program running under process ID 4084(6740) for channel 'QM1.TO.QM2' ended abnormally."
DO = "Look at previous error messages for the channel program in the error logs."
SAID = f"{SUMMARY} \n\n{WHY} \n\n{DO}"
OTHERS = "The Print Spooler service entered the running state."
XML = """\
<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='{}'/>\
<EventID Qualifiers='49152'>9999</EventID><Level>2</Level><TimeCreated SystemTime='2024-05-13T08:14:05.000000000Z'/>\
<Computer>MQHOST1</Computer></System><EventData><Data>QM1.TO.QM2</Data></EventData>{}</Event>
"""
COPY = f"""\
Log Name:      Application
Source:        IBM MQ
Date:          13.05.2024 10:14:05
Event ID:      9999
Task Category: None
Level:         Error
Keywords:      Classic
User:          N/A
Computer:      MQHOST1
Description:
{SAID}
"""
GERMAN = (
    COPY.replace("Log Name:     ", "Protokollname:").replace("Source:", "Quelle:").replace("Date:", "Datum:")
    .replace("Event ID:", "Ereignis-ID:").replace("Level:", "Ebene:").replace(" Error\n", " Fehler\n")
    .replace("Task Category:", "Aufgabenkategorie:").replace("User:", "Benutzer:").replace("Description:", "Beschreibung:")
)  # fmt: skip
TOGETHER = {
    "copy": COPY, "copy in German": GERMAN,
    "copy and what is below it": COPY + "Event Xml:\n" + XML.format("IBM MQ", "").replace("><", ">\n<"),
    "two copies": COPY.replace("IBM MQ", "Service Control Manager").replace(SAID, OTHERS) + COPY,
    "server 2003": "Event Type:\tError\nEvent Source:\tWebSphere MQ\nEvent Category:\tNone\nEvent ID:\t9999\n"
    f"Date:\t\t13.05.2024\nTime:\t\t10:14:05\nUser:\t\tN/A\nComputer:\tMQHOST1\nDescription:\n{SAID}\n",
    "wevtutil": "Event[0]:\n  Log Name: Application\n  Source: IBM MQ\n  Date: 2024-05-13T10:14:05.123\n  Event ID: 9999\n"
    f"  Task: N/A\n  Level: Error\n  Opcode: N/A\n  Computer: MQHOST1\n  Description: \n{SAID}\n\n"
    f"Event[1]:\n  Log Name: Application\n  Source: Spooler\n  Event ID: 1\n  Description: \n{OTHERS}\n",
    "csv": "Level,Date and Time,Source,Event ID,Task Category\n"
    f'Information,13.05.2024 10:14:00,Spooler,7036,None,"{OTHERS}"\n'
    f'Error,13.05.2024 10:14:05,IBM MQ,9999,None,"{SAID}"\n'
    f'Information,13.05.2024 10:15:00,Spooler,7036,None,"{OTHERS}"\n',
    "tabs": f'Level\tDate and Time\tSource\tEvent ID\tTask Category\nError\t13.05.2024 10:14:05\tIBM MQ\t9999\tNone\t"{SAID}"\n',
    "semicolons": "Ebene;Datum und Uhrzeit;Quelle;Ereignis-ID;Aufgabenkategorie\r\n"
    f'Fehler;13.05.2024 10:14:05;IBM MQ;9999;Keine;"{SAID}"\r\n',
    "Export-Csv": "#TYPE System.Diagnostics.Eventing.Reader.EventLogRecord\n"
    '"Message","Id","Level","ProviderName","MachineName","TimeCreated","LevelDisplayName"\n'
    f'"{OTHERS}","1","2","MSI","MQHOST1","13.05.2024 10:14:00","Error"\n'
    f'"{SAID}","9999","2","IBM MQ","MQHOST1","13.05.2024 10:14:05","Error"\n',
    "Format-List": "PS C:\\> Get-WinEvent -ProviderName 'IBM MQ' | fl\n\n\nTimeCreated  : 13.05.2024 10:14:05\nProviderName : IBM MQ\n"
    "Id           : 9999\nMessage      : " + SAID.replace("\n", "\n               ") + "\n\n",
    "Get-EventLog": "Index              : 5\nEntryType          : Error\nInstanceId         : 3221235471\nMessage            : "
    + SAID.replace("\n", "\n                     ") + "\nCategory           : (0)\nReplacementStrings : {QM1.TO.QM2}\n"
    "Source             : IBM MQ\nTimeGenerated      : 13.05.2024 10:14:05\n",
}  # fmt: skip
"""One event of MQ in each form, in some with another program's above or below it."""
SHORT = {
    "table": "\n   ProviderName: IBM MQ\n\nTimeCreated                     Id LevelDisplayName Message\n"
    "-----------                     -- ---------------- -------\n"
    f"13.05.2024 10:14:05           9999 Error            {SUMMARY}...\n\n\n   ProviderName: MSI\n\n"
    f"13.05.2024 10:14:06           1000 Error            {OTHERS}\n",
    "old table": "   Index Time          EntryType   Source                 InstanceID Message\n"
    f"   51234 May 13 10:14  Error       IBM MQ                 3221235471 {SUMMARY}...\n"
    f"   51233 May 13 10:13  Information VSS                          8224 {OTHERS}\nPS C:\\>\n",
}  # fmt: skip
MIXED = "5724-H72 (C) Copyright IBM Corp. 1994, 2024.\nStarting MQSC for queue manager QM1.\n\n     1 : DIS QL(A)\n"


def rows(text: str | bytes) -> list[dict]:
    data = text.encode() if isinstance(text, str) else text
    clean = clean_text(data)
    found = []
    for row in amqerr.read(FileSlice(clean.data if clean else data, "events.txt")):
        placed = clean.placed(row) if clean else row
        found += placed.to_pylist(maps_as_pydicts="strict") if isinstance(placed, pa.RecordBatch) else [placed]
    at = 0
    for row in found:
        assert (row["offset"], row["length"] > 0) == (at, True), "rows partition the file"
        at += row["length"]
    assert at == len(data)
    return found


@pytest.mark.parametrize("text", TOGETHER.values(), ids=TOGETHER)
def test_an_event_is_the_message_that_its_number_says(text):
    (row,) = rows(text)
    assert identify(text.encode()) == "amqerr"
    assert (row["message"], row["error"]) == ("AMQ9999", None)
    assert row["severity"] == ("E" if "evel" in text or "yp" in text or "bene" in text else None)
    assert (row["text"], row["explanation"], row["action"]) == (SUMMARY, WHY, DO)
    assert row["inserts"] == {"channel": "QM1.TO.QM2", "host": "10.1.2.3(1414)", "pid": "4084(6740)"}
    assert row["time_text"].replace("T", " ").split(".123")[0][-8:] == "10:14:05"
    assert row["host"] in (None, "MQHOST1")
    assert row["user"] is None
    shown = text.split("\n")[row["line"] - 1 :]
    assert any(number in "".join(shown[:16]) for number in ("9999", "3221235471"))


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
def test_a_line_of_a_table_is_an_event_without_what_was_cut(text):
    (row,) = rows(text)
    assert (row["message"], row["severity"], row["text"]) == ("AMQ9999", "E", SUMMARY + "...")
    assert "9999" in text.split("\n")[row["line"] - 1] or "3221235471" in text.split("\n")[row["line"] - 1]


def test_xml_tells_the_time_by_utc_and_what_was_put_into_the_text():
    there = "<RenderingInfo Culture='en-US'><Message>Channel &apos;QM1.TO.QM2&apos; ended.</Message></RenderingInfo>"
    row, bare = rows(XML.format("IBM MQ", there) + XML.format("MSI", "") + XML.format("IBM MQ", ""))
    assert row["time"] == bare["time"] == datetime(2024, 5, 13, 8, 14, 5, tzinfo=UTC)
    assert (row["message"], row["severity"], row["text"]) == ("AMQ9999", "E", "Channel 'QM1.TO.QM2' ended.")
    assert (bare["message"], bare["text"], bare["inserts"]) == ("AMQ9999", None, {"Data1": "QM1.TO.QM2"})


def test_the_time_by_utc_is_taken_from_the_xml_of_the_same_event_only():
    (same,) = rows(TOGETHER["copy and what is below it"])
    other = XML.format("IBM MQ", "").replace("9999", "9202")
    first = rows(COPY + "Event Xml:\n" + other)[0]
    assert (same["time"], first["time"]) == (datetime(2024, 5, 13, 8, 14, 5, tzinfo=UTC), None)


def test_a_time_without_a_zone_is_local_and_one_by_utc_is_told():
    local, by_utc = (
        rows(TOGETHER["wevtutil"].replace("10:14:05.123", time))[0] for time in ("10:14:05", "10:14:05.1230000Z")
    )
    assert (local["time"], local["time_note"]) == (None, "local time without a zone")
    assert by_utc["time"] == datetime(2024, 5, 13, 10, 14, 5, 123000, tzinfo=UTC)


def test_events_of_others_are_none():
    for text in (*TOGETHER.values(), XML.format("IBM MQ", "")):
        text = text.replace("ended abnormally", "did what MyApp wanted")  # the product's own sentence is known alone
        assert amqerr.sniff(text.replace("IBM MQ", "MyApp").replace("WebSphere MQ", "MyApp").encode()) == 0
    assert amqerr.sniff(b"The source of it is IBM MQ\nSource: the log of IBM MQ\n") == 0


def test_an_event_without_a_number_says_so():
    (row,) = rows(COPY.replace("Event ID:      9999", "Event ID:      n/a"))
    assert (row["message"], row["text"]) == (None, SUMMARY)
    assert "no number" in row["error"]


def test_below_a_session_events_are_a_part_of_the_file():
    shown = MIXED + "AMQ8409I: Display Queue details.\n   QUEUE(A)                                TYPE(QLOCAL)\n"
    for text in (COPY, GERMAN, TOGETHER["wevtutil"], TOGETHER["Format-List"]):
        parts = sections((shown + text).encode(), "mqsc")
        assert [part.format for part in parts] == ["mqsc", "amqerr"]


def test_hostile_events_cost_what_their_length_is():
    for line in (
        "Source: IBM MQ\n",
        "Log Name: a\n",
        '"' * 40 + ",IBM MQ,\n",
        COPY,
        "<Event <Provider Name='IBM MQ'/>\n",
    ):
        small, large = (f"Level,Source,Event ID\n{line * count}".encode() for count in (200, 800))
        assert_in_line(rows, small, large)
        assert_in_line(rows, small.split(b"\n", 1)[1], large.split(b"\n", 1)[1])
