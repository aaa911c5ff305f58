"""Evidence as it was pasted: whatever is put around it, the same rows are read, and they cite the file itself."""

import html
import json
import quopri
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mqforensics import source
from mqforensics.formats import format_module, identify, is_as_found
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.sections import Section, sections
from mqforensics.tools.explain import explain
from tests.formats.mqsc_printer import session
from tests.formats.test_activity import WRITERS, Call, D, Record
from tests.formats.test_amqerr import RECORD
from tests.formats.test_sections import BASIC, DUMP, ENTRY, FDC
from tests.linear import assert_in_line

SHOWN = [
    ("QLOCAL", [("QUEUE", "APP.IN"), ("TYPE", "QLOCAL"), ("CURDEPTH", "7"), ("RQMNAME", "QM2")]),
    ("QLOCAL", [("QUEUE", "APP.OUT"), ("TYPE", "QLOCAL"), ("CURDEPTH", "0")]),
]
SESSION = session(SHOWN, "QM1")
ALL = SESSION + ENTRY + ENTRY.replace("9202", "9999") + session(SHOWN[:1], "QM2") + DUMP + FDC
EVENTS = (Path(__file__).parents[3] / "sample_dumps/events_put_inhibited/amqsevt.txt").read_text()
KINDS = {"mqsc": SESSION, "amqerr": ENTRY * 2, "amqsbcg": DUMP * 2, "fdc": FDC, "event": EVENTS, "all": ALL}


def each(make):
    """A disguise that does something to every line."""
    return lambda text: "".join(f"{make(nth)}{line}\n" for nth, line in enumerate(text.split("\n")[:-1]))


def stripped(make):
    """The same, without blanks at the ends of lines, as editors and mailers leave them."""
    return lambda text: "".join(f"{line.rstrip()}\n" for line in each(make)(text).split("\n")[:-1])


def clock(nth):
    return f"{8 + nth // 3600:02}:{nth // 60 % 60:02}:{nth % 60:02}"


AROUND = {
    "pauses": each(lambda nth: "--More--\n" if nth % 7 == 6 else ""),
    "pauses, printed over": each(lambda nth: "--More--(45%)\r             \r" if nth % 7 == 6 else ""),
    "mail": each(lambda nth: "> "), "mail, bare": stripped(lambda nth: "> "), "mail twice": each(lambda nth: ">> "),
    "mail in mail": each(lambda nth: "> > "), "bars": each(lambda nth: "| "),
    "stamps": each(lambda nth: f"[2026-05-12 {clock(nth)}]  "), "ts": stripped(lambda nth: f"May 12 {clock(nth)} "),
    "numbers": each(lambda nth: f"{nth + 1:6}\t"), "kubectl": each(lambda nth: "[pod/qm1-0/qmgr] "),
    "syslog": each(lambda nth: f"May 12 {clock(nth)} host1 mq[{4711 + nth % 3}]: "),
    "journal": stripped(lambda nth: f"2026-05-12T{clock(nth)}+0000 host1 mq[4711]: "),
    "CRI": each(lambda nth: f"2026-05-12T{clock(nth)}.{nth * 7919 % 10**9:09}Z stdout F "),
    "docker -t": each(lambda nth: f"2026-05-12T{clock(nth)}.123456789Z "), "stern": each(lambda nth: "qm1-0 qmgr "),
    "compose": each(lambda nth: "mq-1  | "), "compose in colour": each(lambda nth: "\x1b[36mmq-1  | \x1b[0m"),
    "grep": each(lambda nth: "ticket.txt-"), "mail of stamps": each(lambda nth: f"> [2026-05-12 {clock(nth)}] "),
    "stamps of mail": each(lambda nth: f"[2026-05-12 {clock(nth)}] > "),
}  # fmt: skip


def docker(text):
    return "".join(json.dumps({"log": f"{line}\n", "stream": "stdout"}) + "\n" for line in text.split("\n")[:-1])


def ansible(text):
    lines = text.split("\n")[:-1]
    shown = json.dumps({"changed": False, "stdout": text[:-1], "stdout_lines": lines}, indent=4)
    return f"TASK [mq : show] ****\nok: [host1] => {shown}\n"


def ansible_lines(text):
    shown = json.dumps({"out.stdout_lines": text.split("\n")[:-1]}, indent=4)
    return f"ok: [host1] => {shown}\n\nPLAY RECAP ****\n"


def one_document(text):
    return json.dumps({"changed": False, "stdout": text, "stderr": ""}) + "\n"


def saved_page(text):
    return f"<pre>\n{html.escape(text)}</pre>\n"


def outlook(text):
    lines = (html.escape(line).replace("  ", "&nbsp; ") for line in text.split("\n")[:-1])
    return "<html><body>\n" + "".join(f"{line}<br>\n" for line in lines) + "</body></html>\n"


def divs(text):
    return "".join(f"<div>{html.escape(line)}</div>" for line in text.split("\n")[:-1])


def word(text):
    return re.sub(r"'([^'\n]*)'", r"‘\1’", text).replace(" - Process(", " – Process(")


def teams(text):
    return text.replace("  ", "\xa0 ")


def printable(text):
    lines = (quopri.encodestring(line.encode()).decode().rstrip("\n") for line in text.split("\n")[:-1])
    head = "Subject: queue\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
    return head + "".join(f"{line}\n" for line in lines)


def cells(text):
    return "Line\n" + "".join('"{}"\n'.format(line.replace('"', '""')) for line in text.split("\n")[:-1])


def table(text):
    return "".join(f"| {line} |\n" for line in text.split("\n")[:-1])


def grepped(text):
    lines = enumerate(text.split("\n")[:-1], 1)
    return "".join(
        f"log.txt{(c := ':' if 'AMQ' in line or 'Process' in line else '-')}{n}{c}{line}\n" for n, line in lines
    )


AROUND |= {
    "docker's file": docker, "Ansible": ansible, "Ansible, lines": ansible_lines, "one document": one_document,
    "a saved page": saved_page, "HTML mail": outlook, "divs": divs, "Word": word, "Teams": teams,
    "quoted-printable": printable, "mail of a page": lambda text: AROUND["mail"](saved_page(text)),
    "grep -n": grepped, "cells": cells,
}  # fmt: skip
CODES = {
    "UTF-16": "utf-16", "UTF-16 LE": "utf-16-le", "UTF-16 BE": "utf-16-be", "EBCDIC": "cp1047",
}  # fmt: skip
PLACES = ("file", "offset", "length", "line", "lines", "run", "time", "captured", "zone", "gaps")


def rows(data):
    """The rows of a file as a case reads them, each with its format."""
    name = identify(data[: 1 << 16])
    assert name
    clean = clean_text(data, is_as_found(format_module(name)))
    text = clean.data if clean else data
    for part in sections(text, name) or [Section(name, 0, len(text), 1)]:
        module = format_module(part.format)
        stretch = FileSlice(text[part.start : part.end], "f", part.start, part.line, clean=clean)
        for batch in source.batches(source.rows(module, stretch), source.SCHEMAS[module.TABLE]):
            yield from ((part.format, row) for row in batch.to_pylist())


def said(found):
    """What rows say, wherever they stand; `time` of a log, not of a display, which a collector's stamp tells, too."""
    kept = [(name, {k: v for k, v in row.items() if k not in PLACES or (k == "time" and name == "amqerr")})
            for name, row in found]  # fmt: skip
    return kept


def assert_partition(found, data):
    edges = [0, *(row["offset"] + row["length"] for _, row in found)]
    assert edges[-1] == len(data)
    assert [row["offset"] for _, row in found] == edges[:-1]
    assert all(stop >= start for start, stop in pairwise(edges))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("around", AROUND)
def test_what_a_paste_puts_around_every_line_changes_nothing(around, kind):
    clean = KINDS[kind].encode()
    data = AROUND[around](KINDS[kind]).encode()
    found = list(rows(data))
    assert said(found) == said(rows(clean))
    assert_partition(found, data)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("around", ["", "mail", "CRI"])
def test_nor_does_what_a_file_was_saved_in(around, code, kind):
    text = AROUND[around](KINDS[kind]) if around else KINDS[kind]
    data = text.encode(CODES[code])
    found = list(rows(data))
    assert said(found) == said(rows(KINDS[kind].encode()))
    assert_partition(found, data)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_nor_do_line_ends(end, kind):
    found = list(rows(KINDS[kind].replace("\n", end).encode()))
    assert said(found) == said(rows(KINDS[kind].encode()))


@pytest.mark.parametrize("around", [*AROUND, "UTF-16", "CR"])
def test_rows_cite_the_lines_of_the_file(around):
    top = "Hello,\nthis is what we see:\n\n"
    text = top + (AROUND[around](ALL) if around in AROUND else ALL)
    data = text.replace("\n", "\r").encode() if around == "CR" else text.encode(CODES.get(around, "utf-8"))
    lines = re.split(r"\r\n|\r|\n", text)
    found = list(rows(data))
    cited = [(row["name"], number) for name, row in found if name == "mqsc" for _, number in row["lines"]]
    assert len(cited) == 11
    for name, row in found:
        for key, number in row["lines"] if name == "mqsc" else ():
            assert f"{key}({dict(row['attributes'])[key]})" in lines[number - 1]
        if name == "amqerr":
            assert "Process(4711.1)" in lines[row["line"] - 1]
    assert_partition(found, data)


def test_a_mail_with_what_it_answers_to():
    quoted = AROUND["mail"](ENTRY + DUMP)
    text = f"Hello,\nthe queue:\n\n{SESSION}\nRegards\n\nOn Tuesday Ann wrote:\n{quoted}"
    found = list(rows(text.encode()))
    assert [name for name, _ in found] == ["mqsc", "mqsc", "amqerr", "amqsbcg"]
    assert found[2][1]["queue_manager"] == "QM1" and not found[2][1]["error"]


def test_the_time_of_a_collector_tells_when_a_display_was_printed():
    data = AROUND["docker -t"](SESSION).encode()
    [(_, first), _] = rows(data)
    assert re.fullmatch(r"2026-05-12T08:00:\d\d\.123456789Z", first["time"]) and first["zone"] == "UTC"
    [(_, first), _] = rows(AROUND["ts"](SESSION).encode())  # no year
    assert first["captured"] is None


def test_the_time_of_a_collector_is_not_that_of_an_entry_with_its_own():
    [(_, row), _] = rows(AROUND["docker -t"](ENTRY * 2).encode())
    assert row["time_text"] == "05/12/2026 09:21:00 AM" and row["time"].minute == 21


@pytest.mark.parametrize("text", [
    ALL, ALL.replace("\n", "\r\n"), BASIC * 9, "".join(f"mq-1  | {BASIC}" for _ in range(9)),
    "2026-05-12 14:40:03 ERROR [main] AMQ8409I: Display Queue details.\n" * 5,
    "2026-05-12 14:40:03 WARN a.B  AMQ8077W: Entity 'app' has insufficient authority to access object Q1.\n" * 5,
    "05/12/2026 09:21:00 AM AMQ8708I: Dead-letter queue handler started.\n" * 3,
    "$ runmqsc QM1\n> DISPLAY QLOCAL(A)\n> END\n",
    '{"ibm_messageId": "AMQ9999E", "message": "AMQ9999E: Channel x"}\n' * 3,
    '{"@timestamp": "2026-05-12T09:00:00Z", "message": "AMQ9999E: Channel x"}\n' * 3,
    "Erreur d’entrée : l’objet « A » n’existe pas\n" * 3,
], ids=["clean", "CRLF", "container", "compose", "a program's", "a program's own id", "runmqdlq", "prompts",
        "JSON", "a program's JSON", "French"])  # fmt: skip
def test_what_is_the_evidences_own_is_not_taken_off(text):
    assert clean_text(text.encode()) is None


def test_a_raw_message_is_no_text():
    raw = b"MD  " + b"\0\0\0\1" * 90 + "> a\n> b\n> c\n".encode("cp1047") + b"\x40" * 999
    assert clean_text(raw) is None
    assert clean_text(b"\x40" * 500 + bytes(range(1, 32)) * 9 + b"\x40" * 500) is None


def test_a_log_keeps_its_own_times_among_lines_that_a_program_stamps():
    """A container's own log has its time before each entry; a session printed there has the same before its lines."""
    shown = AROUND["docker -t"](SESSION)
    for text in (BASIC + shown + BASIC * 2, BASIC + shown.rpartition("2026")[0] + BASIC * 2):
        found = [row for name, row in rows(text.encode()) if name == "amqerr"]
        assert [row["time"].minute for row in found] == [21, 21, 21]
    cut = shown[: shown.index(")\n", shown.index("RQMNAME")) + 2]
    found = [row for name, row in rows((BASIC + cut + BASIC * 2).encode()) if name == "amqerr"]
    assert [row["time"].minute for row in found] == [21, 21, 21]


def test_a_table_of_a_wiki_has_bars_at_both_ends():
    found = list(rows(table(SESSION).encode()))
    assert said(found) == said(rows(SESSION.encode()))


def test_names_that_a_mail_took_for_addresses():
    text = SESSION.replace("APP.IN)", "APP.IN<http://app.in/>)").replace("QM2)", "QM2<http://other.example/>)")
    [(_, first), _] = rows(text.encode())
    assert first["name"] == "APP.IN" and dict(first["attributes"])["RQMNAME"].startswith("QM2<")


def test_a_journal_in_json_is_read_although_its_entries_tell_no_time():
    said_ = "AMQ9999E: Channel 'A.B' to host 'h' ended abnormally. [CommentInsert1(A.B)]"
    found = [row for _, row in rows((json.dumps({"_HOSTNAME": "h1", "MESSAGE": said_}) + "\n").encode() * 2)]
    assert [(row["message"], dict(row["inserts"])["channel"]) for row in found] == [("AMQ9999", "A.B")] * 2


@pytest.mark.parametrize("text", [ENTRY * 2, BASIC * 2, (json.dumps(RECORD) + "\n") * 2])
def test_a_table_that_a_console_exports(text):
    one = text[: len(text) // 2].rstrip().replace('"', '""')
    data = ("time,host,message\n" + f'1778578933107,"lon-1","{one}"\n' * 2).encode()
    found = list(rows(data))
    assert said(found) == said(rows(text.encode()))
    assert_partition(found, data)


def test_what_a_syslog_says_in_one_line():
    line = "May 12 09:42:1{} host1 ibm-mq[47]: AMQ9999E: Channel 'A.B' to host 'h' ended abnormally. [CommentInsert1(A.B)]\n"
    found = [row for _, row in rows("".join(map(line.format, range(4))).encode())]
    assert [row["message"] for row in found] == ["AMQ9999"] * 4


@pytest.mark.parametrize("before", [
    "<11>1 2026-05-12T09:42:10.1Z host1 QM.ONE 47 - - ", '<11>1 2026-05-12T09:42:10Z host1 mq 47 AMQ9999E [x@1 y="z"] ',
    "May 12 09:42:10 host1 ibm-mq[47]: ", "2026-05-12T09:42:10.123456+00:00 host1 QM.ONE[47]: ",
])  # fmt: skip
@pytest.mark.parametrize("count", [1, 2])
def test_whatever_a_syslog_puts_before_a_line_or_one_alone(before, count):
    data = (before + "AMQ9999E: Channel 'A.B' to host 'h' ended. [CommentInsert1(A.B)]\n").encode() * count
    found = list(rows(data))
    assert [(name, row["message"]) for name, row in found] == [("amqerr", "AMQ9999")] * count
    assert_partition(found, data)


def test_a_page_of_a_wiki_as_it_is_stored():
    code = '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[{}]]></ac:plain-text-body></ac:structured-macro>\n'
    data = code.format(ENTRY).encode()
    found = list(rows(data))
    assert said(found) == said(rows(ENTRY.encode()))
    assert_partition(found, data)


RULES = (
    "* the table\nINPUTQ('A.DLQ') RETRYINT(30)\n* REASON(2030) ACTION(DISCARD)\nREASON(MQRC_Q_FULL) ACTION(RETRY)\n\n"
    "ACTION(FWD) FWDQ('A.ERR')\n"
)


def numbers(text, line="{:6}\t{}\n"):
    return "".join(line.format(n, one) for n, one in enumerate(text.split("\n")[:-1], 1))


def shown(text):
    frame = f"****** {'*' * 20} {{}} of Data {'*' * 20}\n"
    return frame.format("Top") + numbers(text, "{:06} {}\n") + frame.format("Bottom")


@pytest.mark.parametrize("around", [
    AROUND["mail"], numbers, lambda text: numbers(text, "{}: {}\n"), shown,
    lambda text: f"<pre>{html.escape(text.strip())}</pre>",
    lambda text: "".join(f"{html.escape(line)}<br>\n" for line in text.split("\n")[:-1]),
])  # fmt: skip
def test_a_rules_table_is_judged_without_what_a_copy_put_around_it(around):
    data = around(RULES).encode()
    found = list(rows(data))
    assert [name for name, _ in found] == ["dlqrules"] * 3
    assert [row["kind"] for _, row in found] == ["control", "rule", "rule"] and not any(
        row["errors"] for _, row in found
    )
    assert_partition(found, data)


@pytest.mark.parametrize("change", [
    word, lambda text: text.replace("* the table", "* a<br>ACTION(DISCARD)<br>"),
    lambda text: text.replace("REASON(MQRC_Q_FULL)", "7 REASON(MQRC_Q_FULL)"),
])  # fmt: skip
def test_a_rules_table_is_else_judged_as_found(change):
    text = change(RULES)
    assert "".join(row["text"] for _, row in rows(text.encode())) == text


def test_explain_reads_what_was_pasted():
    assert explain(AROUND["mail"](ALL)) == explain(AROUND["CRI"](ALL)) == explain(ALL)


@pytest.mark.parametrize("seed", range(20))
def test_damage_never_raises_and_loses_no_byte(seed):
    dice = random.Random(seed)
    data = bytearray(dice.choice(list(AROUND.values()))(ALL).encode())
    for _ in range(dice.randrange(1, 60)):
        at = dice.randrange(len(data))
        data[at : at + dice.randrange(0, 90)] = dice.choice([b"", b"\n", b"> ", b"\x1b[0m", b"\b\b", b"\xff", b"\r"])
    data = bytes(data)
    assert_partition(list(rows(data)), data)


REPLIES = """CSQU055I Target queue manager is MQ1A
DISPLAY QUEUE(PAY.IN) ALL
CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000
CSQM401I !MQ1A QUEUE(PAY.IN                                          ) TYPE(QLOCAL) PUT(DISABLED) CURDEPTH(3) MAXDEPTH(5000) DESCR(
CSQM401I !MQ1A QUEUE(PAY.OUT                                         ) TYPE(QLOCAL) PUT(ENABLED) CURDEPTH(0)
CSQ9022I !MQ1A CSQMDRTS ' DISPLAY QUEUE' NORMAL COMPLETION
DISPLAY QMGR DEADQ
CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000
CSQM409I !MQ1A QMNAME(MQ1A) DEADQ(MQ1A.DEAD.QUEUE                                 ) DEFXMITQ( ) CMDLEVEL(930)
CSQ9022I !MQ1A CSQMDRTS ' DISPLAY QMGR' NORMAL COMPLETION
""".replace("DESCR(\n", f"DESCR({'payments (in)':64})\n")


@pytest.mark.parametrize("strip", [False, True])
@pytest.mark.parametrize("width", [72, 80])
def test_replies_of_z_os_in_few_columns_are_the_same_objects(width, strip):
    lines = [line[at : at + width] for line in REPLIES.split("\n") for at in range(0, max(len(line), 1), width)]
    data = "\n".join(line.rstrip() if strip else line for line in lines).encode()
    told = [[(row["type"], row["name"], row["attributes"]) for _, row in rows(text) if row["type"]]
            for text in (REPLIES.encode(), data)]  # fmt: skip
    assert told[0] == told[1] and len(told[0]) == 3
    assert_partition(list(rows(data)), data)
    assert clean_text(REPLIES.encode()) is None


@pytest.mark.parametrize("make", [
    lambda n: b"> " * n, lambda n: b"> x\n" * n, lambda n: b"a | AMQ8409I: x\n" * n, lambda n: b"\b" * n + b"\x1b[" * n,
    lambda n: b" 5724-H72 " * n + b"Copyright IBM", lambda n: b"1/1/26 " * n + b" - Process(1", lambda n: b"1 " * n,
    lambda n: b"x 1 AMQ8409I: \nx 1 A(\n" * n, lambda n: b'"log":"\\' * n, lambda n: b'"log":"\\n' * n + b'"',
    lambda n: b"<br>" * n, lambda n: b"<div " * n, lambda n: b"&#39;&" * n, lambda n: "‘".encode() * n + b"<http://" * n,
    lambda n: b"".join(b"%s AMQSBCG0 - starts here\n" % (b"x" * (k % 150) + b"|") for k in range(n // 100)),
    lambda n: b"a,b\n" + b'"AMQ8409"",' * n, lambda n: b"Content-Transfer-Encoding: quoted-printable\n" + b"=\n" * n, lambda n: b'"msg": [' + b'"a",' * n,
    lambda n: b"CSQM401I +Q1 QUEUE(%s\n" % (b"x" * 60) + b"x(\n" * n, lambda n: b"CSQM401I " * n,
])  # fmt: skip
def test_it_takes_time_in_line_with_what_is_read(make):
    assert_in_line(clean_text, make(20_000), make(80_000))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("around", [str, AROUND["mail"]])
def test_an_identifier_that_a_mail_has_put_on_a_line_of_its_own(around, end):
    text = WRITERS["text"](
        [Record(zone=3600, calls=(Call("MQGET", 1_709_632_800_000_000, hobj=2, object="IN", msg=D),))]
    )
    folded = re.sub(r"(?m)^([^\n:]+:) (\w{48})$", r"\1\n\2", text)
    data = around(folded).replace("\n", end).encode()
    found = list(rows(data))
    assert folded != text and said(found) == said(rows(text.encode())) and any(row["msg_id"] for _, row in found)
    assert_partition(found, data)
