import pytest

from mqforensics import open_case
from mqforensics.privacy.identity_columns import is_name
from mqforensics.privacy.redaction import Redaction
from mqforensics.tools.names_of_case import names_of, written
from tests.writers.amqsbcg import dump
from tests.writers.log_cases import entry, host


@pytest.mark.parametrize("column, name, said", [
    ("host", "Pay.Example", ["Pay.Example", "pay.example", "pay"]), ("user", "JSMITH", ["JSMITH", "jsmith"]),
    ("queue", "ORDERS.IN", ["ORDERS.IN"]), ("queue", "SYSTEM.DEAD.LETTER.QUEUE", []), ("user", "amqsput", ["amqsput"] * 2),
])  # fmt: skip
def test_how_a_name_may_be_written(column, name, said):
    assert list(written(name, column)) == said


@pytest.mark.parametrize("key, value, is_one", [
    ("FWDQ", "A.B", True), ("ACTION", "FWD", False), ("MSGEXIT", "/opt/x(m)", True), ("DESCR", "of jane", False),
    ("DESCR[2]", "of jane", False), ("CommentInsert3", "MCAUSER(jane) CLNTUSER(jane)", True), ("X", "2026-01-05", False),
])  # fmt: skip
def test_what_a_value_among_keys_of_any_name_is(key, value, is_one):
    assert is_name(key, value) is is_one


RULES = """INPUTQM('QMRULE') INPUTQ('PUMA.DEAD')
DESTQ(LION.IN) REASON(2053) ACTION(RETRY) RETRY(5)
APPLNAME('/opt/jaguar') ACTION(FWD) FWDQ(LYNX.PARK) FWDQM(QMTIGER)
REPLYQ(OCELOT.REPLY) ACTION(DISCARD)
"""
DISPLAYED = """Starting MQSC for queue manager QMHOME.


     1 : DISPLAY CHANNEL(*) ALL
AMQ8414I: Display Channel details.
   CHANNEL(MAIN.SDR)                       CHLTYPE(SDR)
   MSGEXIT(/opt/moose/exit(m))             MCANAME(BONGO)
One MQSC command read.
"""


def entries() -> str:
    """A refusal whose user stands between other words of an insert, and one whose certificate is in the text alone."""
    head = host("QMHOME", "9.3.0.5", "2026-03-02T14:42:12.107Z")
    blocked = [*head, "CommentInsert1(MAIN.SVRCONN)", "CommentInsert2(panda (10.1.2.3))",
               "CommentInsert3(MCAUSER(lemming) CLNTUSER(lemming))"]  # fmt: skip
    at, process = "03/02/2026 02:42:12 PM", "Process(4711.1) User(mqm) Program(amqrmppa)"
    text = "The distinguished name, 'CN=Badger Person,O=Stoat', does not match the peer name."
    return entry(
        at, process, blocked, "AMQ9776E: Channel was blocked by userid", ["It was blocked."], ["Ask."]
    ) + entry(at, process, head, "AMQ9636E: SSL distinguished name does not match peer name.", [text], ["Ask."])


def test_the_names_of_a_case_are_those_that_any_of_its_tables_or_questions_takes_for_one(spark, tmp_path):
    made = ["QMHYENA".ljust(12).encode("cp500"), b"QMSHORT     "]
    ids = [product + name + bytes(8) for product, name in zip([b"\xc1\xd4\xd8\x40", b"CSQ "], made, strict=True)]
    (tmp_path / "dump.txt").write_text(dump([{"Format": "MQSTR", "MsgId": id, "data": b"x"} for id in ids], "MAIN.IN"))
    for name, text in (("a.rul", RULES), ("a.txt", DISPLAYED), ("AMQERR01.LOG", entries())):
        (tmp_path / name).write_text(text)
    hidden = Redaction("identity", b"k", names_of(open_case(spark, tmp_path)))
    names = [
        "QMRULE", "PUMA.DEAD", "LION.IN", "opt/jaguar", "LYNX.PARK", "QMTIGER", "OCELOT.REPLY", "opt/moose/exit", "BONGO",
        "MAIN.SDR", "lemming", "panda", "Badger", "Person", "Stoat", "QMHYENA", "QMSHORT", "QMHOME",
    ]  # fmt: skip
    assert [name for name in names if name not in hidden.known] == []
    assert not {"MCAUSER", "CLNTUSER", "RETRY", "FWD", "SDR", "CN", "CHANNEL"} & hidden.known
    assert "lemming" not in hidden.text("It happened to user LEMMING from panda.").casefold()
