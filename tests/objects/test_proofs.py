"""The line that proves: what is quoted of a cited place says the attribute or field that decides, with its value."""

from types import SimpleNamespace

import pytest
from pyspark.sql import Row

from mqforensics.files import files
from mqforensics.objects import quotes
from mqforensics.objects.quotes import APART, Quote, deciding_text, lines_around, proofs
from tests.writers.cases import dlh, put_inhibited

LOG = """03/02/26 09:14:07 - Process(512.77) User(mqm) Program(amqrmppa)
                    Host(mq1) Installation(Installation1)
                    CommentInsert1(192.0.2.7)

AMQ9777E: Channel was blocked

EXPLANATION:
The inbound channel was blocked.
----- amqrmrca.c : 931 --------------------------------------------------------
03/02/26 09:14:09 - Process(512.77) User(mqm) Program(amqrmppa)

AMQ9999E: Channel 'A.B' to host 'h' ended abnormally.
"""
SESSION = """     1 : DISPLAY QUEUE(NO.SUCH) ALL
AMQ8147E: IBM MQ object NO.SUCH not found.
     2 : DISPLAY CHSTATUS(A.B)
AMQ8417I: Display Channel Status details.
   CHANNEL(A.B)                            CHLTYPE(SDR)
   CONNAME(10.0.0.1(1414))                 CURRENT
   NOTRIGGER                               STATUS(RETRYING)
     3 : DISPLAY QLOCAL(*)
AMQ8409I: Display Queue details.
   QUEUE(ONE)                              TYPE(QLOCAL)
"""
EVENT = """{
  "eventType": { "name": "Config Event", "value": 43 },
  "eventReason": {
    "name": "Config Change Object",
    "value": 2368
  },
  "eventData": { "queueName": "Q", "inhibitPut": "Put Inhibited" }
}
"""
SHELL = "$ amqsputc A QM1\nMQCONNX ended with reason code 2059\n$ ./other\nFAILED: MQRC_UNKNOWN_OBJECT_NAME\n"


def case_of(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return SimpleNamespace(made={}, files=list(files(str(folder))), tables_of=lambda name: ())


@pytest.mark.parametrize(("text", "line", "shows", "said"), [
    (LOG, 1, None, Quote("AMQ9777E: Channel was blocked", "AMQ9777E", 5)),
    (LOG, 10, "AMQ9999", Quote("AMQ9999E: Channel 'A.B' to host 'h' ended abnormally.", "AMQ9999", 12)),
    (SESSION, 2, None, Quote(APART.join(SESSION.split("\n")[:2]).strip(), "AMQ8147E", 2)),
    (SESSION, 4, None, Quote("CHANNEL(A.B)                            CHLTYPE(SDR)", "CHANNEL", 5)),
    (SESSION, 4, "STATUS", Quote("NOTRIGGER                               STATUS(RETRYING)", "STATUS", 7)),
    (SESSION, 7, "NOTRIGGER", Quote("NOTRIGGER                               STATUS(RETRYING)", "NOTRIGGER", 7)),
    (SESSION, 10, "DISPLAY QLOCAL(*)", Quote("3 : DISPLAY QLOCAL(*) | QUEUE(ONE)                              TYPE(QLOCAL)",
                                             "3 : DISPLAY QLOCAL(*)", 10)),
    (EVENT, 1, None, Quote('"eventReason": { "name": "Config Change Object", "value": 2368 },', "eventReason", 3)),
    (EVENT, 1, "PUT", Quote('"eventData": { "queueName": "Q", "inhibitPut": "Put Inhibited" }', "inhibitPut", 7)),
    (SHELL, 1, None, Quote("MQCONNX ended with reason code 2059", "2059", 2)),
])  # fmt: skip
def test_what_decides_is_quoted_and_not_what_it_begins_with(tmp_path, text, line, shows, said):
    asked = ("a.txt", line, None, shows)
    assert proofs(case_of(tmp_path, a=text), [asked]) == {asked: said}


def record_of(monkeypatch, **values):
    """Rows of the table of messages, as Spark would give them."""
    made = Row(file="d.txt", number=1, offset=0, length=1 << 20, DestQMgrName=None, **values)
    monkeypatch.setattr(quotes, "_rows", lambda case, places: dict.fromkeys(places, made))


def test_a_dead_letter_is_quoted_with_its_reason_its_destination_and_their_bytes(tmp_path, monkeypatch):
    record_of(monkeypatch, Reason=2051, DestQName="Q6", Format="MQDEAD", BackoutCount=0, MsgId="00")
    case, asked = case_of(tmp_path, d=put_inhibited()), ("d.txt", None, 1, None)
    [quote] = proofs(case, [asked]).values()
    values, row = quote.text.split(APART)
    assert (values, quote.shows) == ("Reason(2051) DestQName(Q6)", "Reason")
    assert row in put_inhibited() and "444C 4820 0100 0000 0308 0000 5136" in row
    [lines] = lines_around(case, [asked[:3]], 2).values()
    assert [text for _, text, is_cited in lines if is_cited] == [row] and len(lines) == 5
    numbered = dict(enumerate(put_inhibited().splitlines(), 1))
    assert all(numbered[number].strip() == text.strip() for number, text, _ in lines)


def test_another_field_of_a_message_is_quoted_as_the_dump_has_it(tmp_path, monkeypatch):
    record_of(monkeypatch, Reason=2051, DestQName="Q6", Format="MQDEAD", BackoutCount=0, MsgId="00")
    case = case_of(tmp_path, d=put_inhibited())
    [quote] = proofs(case, [("d.txt", None, 1, "BackoutCount")]).values()
    assert quote.shows == "BackoutCount" and quote.text.replace(" ", "").startswith("BackoutCount:")


def test_raw_bytes_are_quoted_as_rows_and_text_is_never_taken_for_bytes(tmp_path, monkeypatch):
    record_of(monkeypatch, Reason=2053, DestQName="Q6", Format="MQDEAD", BackoutCount=0, MsgId="00")
    header, _ = dlh(2053, "Q6", "QM1", 546, 1208, "2026030209140700")
    raw = proofs(case_of(tmp_path, d=b"MD  \0\0" + header), [("d.txt", None, 1, None)])
    [quote] = raw.values()
    assert quote.text.startswith("Reason(2053) DestQName(Q6) | 00000000:  444C 4820 0100 0000 0508 0000 5136")
    shown = proofs(case_of(tmp_path, d="DLH .......3Q6"), [("d.txt", None, 1, None)])
    assert [quote.text for quote in shown.values()] == ["Reason(2053) DestQName(Q6)"]


def test_a_file_that_is_not_in_the_case_is_left_out(tmp_path):
    assert proofs(case_of(tmp_path, a=LOG), [("b.txt", 1, None, None)]) == {}


@pytest.mark.parametrize(("line", "shows"), [
    ("   CURDEPTH(5)", "CURDEPTH"), ("   QUEUE(A)   CURDEPTH(5)", "QUEUE"), ("AMQ9544E: Messages not put.", "AMQ9544E"),
    ("  PutDate  : '20260302'", "PutDate"), ("AMQ8450I: Display queue status details.", None), ("nothing", None),
])  # fmt: skip
def test_what_a_line_shows_by_itself(line, shows):
    assert deciding_text(line) == shows
