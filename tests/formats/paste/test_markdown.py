"""What Markdown puts around evidence, and what it leaves."""

import pytest

from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.recognition import parts, recognise

DEFINE = "DEFINE CHANNEL('SHOP.SVRCONN') CHLTYPE(SVRCONN) MCAUSER('web')"
ERROR = "AMQ9208E: Error on receive from host 10.1.1.1."


@pytest.mark.parametrize(("text", "lines"), [
    (f"The channel:\n`{DEFINE}`\n", ["The channel:", DEFINE, ""]), (f"```mqsc\n{DEFINE}\n```\n", ["", DEFINE, "", ""]),
    (f"``` {DEFINE}\nDEFINE QLOCAL(A)\n```\n", [DEFINE, "DEFINE QLOCAL(A)", "", ""]),
    (f"I ran `{DEFINE}` and `DISPLAY CHANNEL(*)`.\n", ["I ran ", DEFINE, " and ", "DISPLAY CHANNEL(*)", ""]),
    (f"- {DEFINE}\n- DEFINE QLOCAL(A)\n", [DEFINE, "DEFINE QLOCAL(A)", ""]), (f"1. `{ERROR}`\n", [ERROR, ""]),
    (f"| time | entry |\n|---|---|\n| 10:01 | `{ERROR}` |\n", ["| time | entry |", "|---|---|", ERROR, ""]),
    ("`Access not permitted. (AMQ4036)\n  Severity: 10 (Warning)`\n", ["Access not permitted. (AMQ4036)", "  Severity: 10 (Warning)", ""]),
])  # fmt: skip
def test_marks_are_taken_off(text, lines):
    clean = clean_text(text.encode())
    assert clean.data.decode().split("\n") == lines
    data = clean.data
    for at in range(0, len(data), 7):
        begin = clean.origin(at)
        assert 0 <= begin <= len(text) and (at == 0 or begin >= clean.origin(at - 1))
    assert clean.origin(len(data)) == len(text)


@pytest.mark.parametrize("text", [
    "00000000:  6060 6060 2041 2042 2043 2044 2045 2046 '```` A B C D E F'\n", "DEFINE QLOCAL(A) DESCR('a `b` c')\n", "it costs 3` a day\n",
    "- one\n- two\n", "| a | b |\n",
])  # fmt: skip
def test_what_is_evidence_of_its_own_stays(text):
    assert clean_text(text.encode()) is None


def test_a_definition_and_an_error_of_one_question_are_both_read():
    text = f"``` {DEFINE}\nDEFINE LISTENER(L) TRPTYPE(TCP)\n```\n\n**Error:**\n`Access not permitted. You are not authorized. (AMQ4036)`\n"
    data = text.encode()
    assert [part.format for part in parts(data, recognise(data))] == ["mqsc", "clientlog"]
