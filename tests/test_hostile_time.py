"""Time grows with the input and no faster: the worst inputs that were found, at one size and at four times that."""

import struct

import pytest

from mqforensics import structures
from tests.fuzz.checks import CHECKS
from tests.linear import assert_in_line, processor_time

REPEATED = {
    # what a reader may trip over: what stands before, and what is repeated
    'digits': (b"", b'9'),
    'returns': (b"AMQSBCG0 - starts here\n MQOPEN -", b'\r'),
    'CommentInsert': (b'----- amqx.c : 1 ----\n01/02/24 03:04:05 - Process(1.1) User(a) Program(x)\n  CommentInsert1(', b'CommentInsert1('),
    'AMQs': (b'01/02/24 03:04:05 - Process(1.1) User(a) Program(x)\n', b'AMQ9999E: '),
    'quote': (b"DEFINE QLOCAL(A) DESCR('", b'x '),
    'quotes': (b"", b"DEFINE QLOCAL(A) DESCR('x\n"),
    'rules': (b"", b'REASON(*) ACTION(RETRY)\n'),
    'rules in quotes': (b"", b"REASON('"),
    'letters': (b"", b'a'),
    'one tag': (b"<", b'a'),
    'open tags': (b"", b'<a'),
    'brackets': (b"", b'['),
    'braces': (b"", b'{"a":'),
    'open brackets': (b"", b'('),
    'blanks': (b"", b' '),
    'newlines': (b"", b'\n'),
    'lines of one': (b"", b'a\n'),
    'hex': (b"", b"00000000:  4D44 2020 0000 0001 0000 0000 0000 0008 'MD              '\n"),
    'hex line': (b"", b'00000000:  4D44 2020'),
    'cells': (b"", b'4D44 '),
    'plus': (b"", b'REASON(1) +\n'),
    'MQGET': (b"", b'MQGET of message number 1\n'),
    'A X': (b"", b'A X 00\n'),
    'X rows': (b"", b'X 4D44\n'),
    'colons': (b"", b'    : DISPLAY QUEUE(*)\n'),
    'AMQ8409': (b"", b'AMQ8409I: Display Queue details.\n'),
    'attrs': (b'AMQ8409I: Display Queue details.\n   QUEUE(A) TYPE(QLOCAL)', b' X(1)'),
    'attr2': (b'AMQ8409I: Display Queue details.\n', b'   QUEUE(A) TYPE(QLOCAL)\n'),
    'dashes': (b"", b'-'),
    'equals': (b"", b'='),
    'dots': (b"", b'.'),
    'tabs': (b"", b'\tat a.b.C(D.java:1)\n'),
    'caused': (b"", b'Caused by: x: '),
    'exc': (b"", b'com.ibm.msg.client.jms.DetailedJMSException: '),
    'time': (b"", b'2024-01-02 03:04:05.678 '),
    'ffst': (b"", b'| '),
    'ffdc': (b"", b'----START FFST----\n'),
    'nul': (b"", b'\x00'),
    'ff': (b"", b'\xff'),
    'ebcdic': (b"", b'@'),
    'trace': (b"", b'[1/2/24 3:04:05:678 UTC] 00000001 '),
    'CSQ': (b"", b'CSQM201I +CSQ1 CSQMDRTC DIS QLOCAL\n'),
    'apostrophes': (b"", b"'"),
    'dquotes': (b"", b'"'),
    'json': (b"", b'{"eventSource":'),
    'jsonl': (b"", b'{"a":1}\n'),
    'xml': (b"", b'<a>1</a>'),
    '0x': (b"", b'0x0000: 0 '),
    'underscores': (b"", b'_'),
    'percent': (b"", b'%'),
    'cr': (b"", b'\r'),
    'mixed': (b"", b'\r\n '),
    'commas': (b"", b'1,2,'),
    'monitor': (b"", b'MonitoringType: '),
    'pipes': (b"", b'|'),
    'stars': (b"", b'*'),
    'A lines': (b"", b'A \n'),
    'N': (b"", b'N\n'),
    'hexdigits': (b"", b'ABCDEF'),
    'indent': (b"", b' 1\n  2\n   3\n'),
    'RFH': (b"", b'RFH \x00\x00\x00\x02'),
    'suppressed': (b"", b'0x0000: 00112233 44556677 8899AABB CCDDEEFF |a|\n4000000 lines suppressed, same as above\n'),
    'vert': (b"", b'DLH .......3\nCDC40000000F\n438000010073\n'),
    'cols': (b"", b' View  A.B  Columns 00001 00072\nDLH .......3\nCDC40000000F\n438000010073\n'),
    "lines of text": (b"A USR a\nA EXP -1\nA PER 0\nA MST 8\nA PAN x\nA FMT MQSTR\n", b"T 6\n"),
    "blanks under a field": (b"StrucId      :'MD  '\nVersion      :2\nReport       :00000000\n", b" "),
    "utf16": (b"", "9".encode("utf-16-le")),
    "passwords of no length": (b"", struct.pack("<3i", 4, 8, 3518)),
    "passwords in PCF": (struct.pack("<9i", 1, 36, 3, 8, 1, 1, 0, 0, 9), struct.pack("<5i", 4, 28, 3518, 819, 8) + b"abcd    "),
    "dead letters": (b"", b"DLH \0\0\0\1" + b"\0" * 164),
}  # fmt: skip
SIZE = 16_000


@pytest.mark.parametrize("what", REPEATED)
@pytest.mark.parametrize("name", CHECKS)
def test_time_grows_with_the_input_and_no_faster(name, what):
    before, piece = REPEATED[what]
    small, large = (before + piece * (size // len(piece) + 1) for size in (SIZE, 4 * SIZE))
    assert_in_line(CHECKS[name], small, large)


def test_many_properties_of_one_name_take_linear_time():
    def took(count):
        folder = b"<usr>" + b"<a>1</a>" * count + b"</usr>"
        folder += b" " * (-len(folder) % 4)
        fixed = {"StrucId": "RFH ", "Version": 2, "StrucLength": 40 + len(folder), "Encoding": 273, "CodedCharSetId": 1208,
                 "Format": "MQSTR", "Flags": 0, "NameValueCCSID": 1208}  # fmt: skip
        data = structures.pack("MQRFH2", fixed, "big") + struct.pack(">i", len(folder)) + folder
        md = {"Encoding": 273, "CodedCharSetId": 1208, "Format": "MQHRF2"}
        assert structures.message(md, data)["properties"]
        return processor_time(lambda data: structures.message(md, data), data)

    assert took(60_000) < 10 * max(took(15_000), 0.02)
