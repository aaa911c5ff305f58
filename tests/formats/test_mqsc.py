"""runmqsc output: the samples as a person reads them, what breaks naive parsers, and a round trip with a printer."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from tests.formats.mqsc_printer import session, two_columns


def read(text, **known):
    data = text if isinstance(text, bytes) else text.encode()
    rows = list(mqsc.read(FileSlice(data, "f.txt", **known)))
    at = known.get("offset", 0)
    for row in rows:
        assert row["offset"] == at
        at += row["length"]
    assert at == known.get("offset", 0) + len(data)
    return rows


def shown(rows):
    return [(row["type"], row["name"]) for row in rows]


def only(text):
    rows = read(text)
    assert len(rows) == 1
    return rows[0]


def block(*lines, header="AMQ8409I: Display Queue details."):
    return "\n".join([header, *lines, ""])


# What a person reads in the samples: (type, name) of every row in order, queue managers,
# some attributes by row, number of attributes by row
CONNS = [
    "8A11C06800220040", "8A11C068001D0040", "8A11C06800180040", "8A11C06800260040", "8A11C06800210040",
    "8A11C068001C0040", "8A11C06800090040", "8A11C06800250040", "8A11C06800200040", "8A11C068000D0040",
]  # fmt: skip
READ = {
    "mqsc/appliance_custom_prompt.txt": ([("QMGR", "QM1")], {"QM1"}, {}, {0: 1}),
    "mqsc/appliance_mqcli_session.txt": (
        [("QMGR", "QM1"), ("DONE", "TEST.QUEUE"), ("QLOCAL", "TEST.QUEUE")], {"QM1"},
        {1: {"QLOCAL": "TEST.QUEUE", "MAXDEPTH": "100"}, 2: {"CURDEPTH": "0", "MAXDEPTH": "100"}}, {0: 1, 1: 2, 2: 4},
    ),
    "mqsc/dspmq_nativeha_abridged.txt": (
        [("QMSTATUS", "QM6"), ("NHA", "qm6-ibm-mq-0"), ("NHA", "qm6-ibm-mq-2")], {"QM6"},
        {0: {"ROLE": "Active", "QUORUM": "3/3"}, 2: {"ROLE": "Replica"}}, {0: 5, 1: 2, 2: 2},
    ),
    "refusals/dspmqaut_v9_entity_authorizations.txt": (
        [("AUTHREC", "ccbbmap4")], {None}, {0: {"AUTHLIST": "GET,BROWSE,PUT,INQ,DSP"}}, {0: 3},
    ),
    "mqsc/rest_runCommandJSON_not_found.json": ([("ERROR", None)], {None}, {}, {}),
    "mqsc/rest_runCommandJSON_response.json": (
        [("QUEUE", "DEV.QLOCAL")], {None}, {0: {"DEFPSIST": "YES", "DESCR": "dev local queue"}}, {0: 3},
    ),
    "mqsc/rest_runCommand_zos_text.json": ([("CHANNEL", "SYSTEM.DEF.CLNTCONN")], {None}, {}, {0: 1}),
    "mqsc/v6_linux_echo_continuation.txt": (
        [
            ("DONE", "secana.queue"), ("QLOCAL", "secana.queue"), ("DONE", "secana.ssl"), ("DONE", None),
            ("CHANNEL", "secana.ssl"), ("DONE", "secana.ssl"), ("DONE", "listener"), ("LISTENER", "listener"),
        ],
        {None},
        {
            1: {"DESCR": "queue used for secana transactions", "NOHARDENBO": "", "SHARE": "", "USAGE": "NORMAL"},
            3: {"QMGR": "", "SSLKEYR": "/var/mqm/ssl/swolinux"},
            4: {"CHLTYPE": "SVRCONN", "SSLCIPH": "NULL_MD5", "DESCR": ""},
            7: {"DESCR": "TCP/IP Listener for this queue-manager", "PORT": "6666"},
        },
        {0: 12, 1: 51, 2: 7, 4: 22, 5: 1, 7: 9},
    ),
    "mqsc/v7.5_help_AMQ8426.txt": ([(None, None)], {None}, {}, {}),
    "mqsc/v7.5_ql_all_attrs.txt": (
        [("QLOCAL", "BATRC_1")], {None}, {0: {"HARDENBO": "", "NOTRIGGER": "", "MAXDEPTH": "200000"}}, {0: 56},
    ),
    "mqsc/v7.5_rcvr_channel_and_chs.txt": (
        [("CHANNEL", "FLCORP.RC"), ("CHSTATUS", "FLCORP.RC")], {None},
        {
            0: {"MRRTY": "10", "MRTMR": "1000", "NPMSPEED": "FAST", "USEDLQ": "YES", "MREXIT": ""},
            1: {"CONNAME": "168.33.131.13", "CURRENT": "", "STATUS": "RUNNING", "SUBSTATE": "RECEIVE"},
        },
        {0: 35, 1: 7},
    ),
    "mqsc/v7_jp_blog_channel_session.txt": (
        [
            ("DONE", "QMW"), ("DONE", "QMC.QMW"), ("ERROR", "QMC.QMW"), ("DONE", "QMC.QMW"), ("CHSTATUS", "QMC.QMW"),
            ("ERROR", "QMC.QMW"),
        ],
        {"QMC", None}, {4: {"CONNAME": "127.0.0.1(1414)", "XMITQ": "QMW"}}, {4: 8},
    ),
    "mqsc/v7_stig_quoted_dn_flattened.txt": (
        [("CHSTATUS", None)], {None},
        {0: {"SSLPEER": '"[distinguished name]"', "CONNAME": "[IP addr QM1]", "CURRENT": "", "SUBSTATE": "MQGET"}},
        {0: 10},
    ),
    "mqsc/v8_checkmk_channels_multi_conname.txt": (
        [
            ("QMSTATUS", "MY.TEST"), ("CHANNEL", "HERE.TO.THERE.ONE"), ("CHANNEL", "HERE.TO.THERE.TWO"),
            ("CHANNEL", "SYSTEM.DEF.SENDER"), ("CHSTATUS", "HERE.TO.THERE.TWO"),
        ],
        {"MY.TEST"},
        {
            3: {"XMITQ": ""},
            4: {"CONNAME": "55.888.222.333(1414),22,333.444.555(1414)", "STATUS": "RETRYING", "XQTIME": "0,1"},
        },
        {1: 3, 4: 14},
    ),
    "mqsc/v9.1_chstatus_sdr_and_rcvr.txt": (
        [("CHSTATUS", "QM01.QMR01"), ("CHSTATUS", "QMR01.QM01")], {None},
        {0: {"XMITQ": "QMR01"}, 1: {"CHLTYPE": "RCVR", "SUBSTATE": "RECEIVE"}}, {0: 8, 1: 7},
    ),
    "mqsc/v9.1_chstatus_sdr_running.txt": (
        [("CHSTATUS", "CRC01CRD.A.CRC01CMM")], {"CRC01CRD"}, {0: {"CONNAME": "192.168.1.110(1416)"}}, {0: 8},
    ),
    "mqsc/v9.1_syntax_error_and_defines.txt": (
        [
            ("DONE", "QMB"), ("ERROR", "LOCAL.DEF.OF.REMOTE.QUEUE"), ("DONE", "LOCAL.DEF.OF.REMOTE.QUEUE"),
            ("DONE", "QMA.QMB"),
        ],
        {"QMA"}, {2: {"RQMNAME": "QMB", "XMITQ": "QMB"}}, {},
    ),
    "mqsc/v9.1_tab_indented_clear_with_error.txt": (
        [("DONE", "BNC2NTAGN"), ("ERROR", "CRC01CMM")], {"CRC01CRD"}, {0: {"QLOCAL": "BNC2NTAGN"}}, {},
    ),
    "mqsc/v9.2_chstatus_two_instances.txt": (
        [("CHSTATUS", "QM6CHL"), ("CHSTATUS", "QM6CHL")], {"QM6"}, {1: {"CONNAME": "172.30.93.252"}}, {0: 6, 1: 6},
    ),
    "mqsc/v9.4.3_channel_svrconn.txt": (
        [("CHANNEL", "APP.SVRCONN")], {"QM1"}, {0: {"MCAUSER": "mqm", "TRPTYPE": "TCP"}}, {0: 27},
    ),
    "mqsc/v9.4.3_chstatus_not_found.txt": ([("ERROR", "APP.SVRCONN")], {"QM1"}, {}, {}),
    "mqsc/v9.4.3_conn_all.txt": (
        [("CONN", name) for name in CONNS], {"QM1"},
        {0: {"EXTURID": "XA_FORMATID[] XA_GTRID[] XA_BQUAL[]", "TYPE": "CONN"}, 9: {"USERID": "mqm"}},
        {**dict.fromkeys(range(9), 24), 9: 14},
    ),
    "mqsc/v9.4.3_conn_not_found.txt": ([("ERROR", "*")], {"QM2"}, {}, {}),
    "mqsc/v9.4.3_qmgr_all.txt": (
        [("QMGR", "QM1")], {"QM1"},
        {0: {"DEADQ": "DEV.DEAD.LETTER.QUEUE", "DEFXMITQ": "", "SYNCPT": "", "VERSION": "09040300"}}, {0: 96},
    ),
    "mqsc/v9.4.3_qmstatus.txt": (
        [("QMSTATUS", "QM1")], {"QM1"},
        {0: {"DISKLSN": "<0:0:15:38706>", "INSTDESC": "IBM MQ V9.4.3.0 (Unzipped)", "LOGSTRTI": "19:45:47"}}, {0: 43},
    ),
    "mqsc/v9.4.3_syntax_help_AMQ8427I.txt": (
        [
            ("ERROR", None), ("ERROR", "capture_max_mqsc_debug.sh"), ("ERROR", "capture_proof.sh"),
            ("ERROR", "check-real-connections.sh"),
        ],
        {None}, {}, {},
    ),
    "mqsc/v9.4_authrec_config_session.txt": (
        [("DONE", "UNIFORM.QUEUE"), ("DONE", "APP.SVRCONN"), ("DONE", "*"), ("DONE", None), ("DONE", None)], {"QM1"},
        {4: {"PROFILE": "UNIFORM.QUEUE", "AUTHADD": "PUT,GET,INQ,BROWSE"}}, {1: 4},
    ),
    "mqsc/v9_qstatus_handle_conname.txt": (
        [("HANDLE", "SOURCE.Q"), ("HANDLE", "SOURCE.Q")], {None},
        {0: {"CONNAME": "10.131.1.20"}, 1: {"CONNAME": "10.129.3.151"}}, {0: 3, 1: 3},
    ),
    "mqsc/zos_csqutil_command_not_authorized.txt": ([("ERROR", "CDCI.BOOKMARK")], {"CSQ9"}, {}, {}),
    "trace/qstatus_checkmk_v75.txt": (
        [
            ("QMSTATUS", "MY.TEST"), ("QLOCAL", "MY.QUEUE.ONE"), ("QLOCAL", "MY.QUEUE.TWO"),
            ("QSTATUS", "MY.QUEUE.ONE"), ("QSTATUS", "MY.QUEUE.TWO"),
        ],
        {"MY.TEST"},
        {3: {"QTIME": ","}, 4: {"CURDEPTH": "1400", "QTIME": "999999999, 999999999", "LPUTDATE": ""}}, {3: 10, 4: 12},
    ),
    "trace/qstatus_lastget_93.txt": ([("QSTATUS", "SOURCE.Q")], {None}, {0: {"LGETTIME": "14.57.31"}}, {0: 7}),
    "trace/qstatus_monq_off_v71.txt": ([("QSTATUS", "TI.LOG")], {"QMAPPT15"}, {0: {"UNCOM": "NO"}}, {0: 14}),
    "trace/qstatus_wrap_9325.txt": (
        [("QSTATUS", "APP.ORDERS.IN"), ("QSTATUS", "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE")], {None},
        {0: {"CURDEPTH": "17", "LGETDATE": ""}, 1: {"CURDEPTH": "0"}}, {0: 10, 1: 7},
    ),
    "config/dmpmqcfg_header_930.txt": ([(None, None)], {None}, {}, {}),
    "pasted/chs_backslash_echo.txt": (
        [("CHSTATUS", "ADMIN.SVRCONN")], {"TEST"}, {0: {"LSTMSGTI": "18.15.01", "STATUS": "RUNNING"}}, {0: 16},
    ),
    "pasted/qstatus_handle_kafka.txt": ([("HANDLE", "LQ.PAYMENTS.EVENT.SOURCE")], {"mainmqm"}, {}, {0: 20}),
    "pasted/zh_chs_retrying.txt": (
        [("CHSTATUS", "C")], {"QMgrName"}, {0: {"STATUS": "RETRYING", "XMITQ": "QX"}}, {},
    ),
    "pasted/zos_csqm293_inline.txt": (
        [("CHSTATUS", "TO.MQ2")], {"MQ1"}, {0: {"STATUS": "RETRYING", "CHLTYPE": "SDR"}}, {0: 3},
    ),
    "refusals/runmqsc_v9.4_chlauth_runcheck_chstatus_listener.txt": (
        [
            ("CHLAUTH", "DEV.ADMIN.SVRCONN"), ("CHLAUTH", "DEV.ADMIN.SVRCONN"), ("CHLAUTH", "DEV.APP.SVRCONN"),
            ("CHLAUTH", "SYSTEM.*"), ("CHLAUTH", "*"), ("CHLAUTH", "*"), ("CHSTATUS", "SYSTEM.ADMIN.SVRCONN"),
            ("LSSTATUS", "DEV.LISTENER.TCP"), ("CHLAUTH", "SYSTEM.ADMIN.SVRCONN"), ("CHLAUTH", "SYSTEM.*"),
        ],
        {"QM1", None}, {}, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_sample_reads_as_a_person_reads_it(samples, name):
    objects, managers, attributes, counts = READ[name]
    rows = read((samples / name).read_bytes())
    assert shown(rows) == objects
    assert {row["queue_manager"] for row in rows} == managers
    for row, expected in attributes.items():
        assert expected.items() <= rows[row]["attributes"].items()
    assert {row: len(rows[row]["attributes"]) for row in counts} == counts
    for row in rows:
        assert (row["error"] is None) == (
            row["type"] not in (None, "ERROR") and (row["name"] or row["type"]) != "CHSTATUS"
        )


def test_every_sample_of_the_folder_is_expected(samples):
    names = {f"mqsc/{p.name}" for p in (samples / "mqsc").iterdir()} - {"mqsc/SOURCES.md"}
    assert names == {name for name in READ if name.startswith("mqsc/")}


def test_sniff_knows_its_own_and_nothing_else(samples):
    scores = {
        str(path.relative_to(samples)): mqsc.sniff(path.read_bytes()[:65536])
        for path in samples.rglob("*") if path.is_file() and path.parent.name != "pasted2"
    }  # fmt: skip
    assert all(scores[name] >= 80 for name in READ)
    others = {name: score for name, score in scores.items() if name not in READ and score}
    # A container's log that quotes a session is a log first.
    assert others == {"errlog/container_stdout_basic_format.txt": 30}


# The list of what breaks naive parsers


@pytest.mark.parametrize("letter", ["", "I", "W", "E"])
def test_severity_letter_is_optional(letter):
    row = only(block("   QUEUE(Q1)                               TYPE(QLOCAL)", header=f"AMQ8409{letter}: Display."))
    assert (row["type"], row["name"], row["message"]) == ("QLOCAL", "Q1", f"AMQ8409{letter}")


def test_a_long_cell_stands_alone():
    name = "A.QUEUE.WITH.A.NAME.OF.THIRTY.ONE"
    row = only(block(f"   QUEUE({name})", "   TYPE(QLOCAL)                            CURDEPTH(3)"))
    assert row["attributes"] == {"QUEUE": name, "TYPE": "QLOCAL", "CURDEPTH": "3"}


def test_nested_brackets():
    row = only(
        block(
            "   CHANNEL(A.B)                            CHLTYPE(SDR)",
            "   CONNAME(62.240.197.243(1414),62.240.197.244(1414))",
            "   LOCLADDR(::ffff:192.168.2.100(6666))    XMITQ(B)",
            header="AMQ8414: Display Channel details.",
        )
    )
    assert row["attributes"]["CONNAME"] == "62.240.197.243(1414),62.240.197.244(1414)"
    assert row["attributes"]["LOCLADDR"] == "::ffff:192.168.2.100(6666)"
    assert row["attributes"]["XMITQ"] == "B"


@pytest.mark.parametrize("text", ['IBM\'s "x" :-))', "it's (", ")", "a) PUT(DISABLED", "((("])
def test_free_text_with_quotes_and_unbalanced_brackets(text):
    row = only(block(*two_columns([("QUEUE", "Q1"), ("TYPE", "QLOCAL"), ("DESCR", text), ("PUT", "ENABLED")])))
    assert row["attributes"] == {"QUEUE": "Q1", "TYPE": "QLOCAL", "DESCR": text, "PUT": "ENABLED"}


def test_bare_words_have_an_empty_value():
    row = only(block("   QUEUE(Q1)                               TYPE(QLOCAL)",
                     "   NOHARDENBO                              TRIGGER", "   SHARE"))  # fmt: skip
    assert {row["attributes"][word] for word in ("NOHARDENBO", "TRIGGER", "SHARE")} == {""}


def test_a_blank_and_nothing_are_both_empty():
    row = only(block("   QUEUE(Q1)                               BOQNAME( )", "   DESCR()"))
    assert (row["attributes"]["BOQNAME"], row["attributes"]["DESCR"]) == ("", "")


def test_names_of_a_namelist_over_lines():
    text = block(
        "   NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST)",
        "   NAMES(SYSTEM.BROKER.DEFAULT.STREAM   ",
        "        ,SYSTEM.BROKER.ADMIN.STREAM)",
        "   DESCR(A list of queues for the queued Pub/Sub interface to monitor)",
        header="AMQ8550I: Display namelist details.",
    )
    row = only(text)
    assert row["attributes"]["NAMES"] == "SYSTEM.BROKER.DEFAULT.STREAM,SYSTEM.BROKER.ADMIN.STREAM"
    assert row["attributes"]["DESCR"].endswith("to monitor")


HELP = """     1 : DIS CONN(x
AMQ8405I: Syntax error detected at or near end of command segment below:-
DIS CONN(x
AMQ8427I: Valid syntax for the MQSC command:
  DISPLAY CONN( connection_name )
     [ WHERE( filter_keyword operator filter_value ) ]
     [ TYPE( CONN | HANDLE | * | ALL ) ]
     [ URTYPE   ] [ USERID   ]
One command has a syntax error.
"""


def test_nothing_is_read_out_of_help():
    rows = read(HELP)
    assert [row["type"] for row in rows] == ["ERROR"]
    assert "AMQ8426" not in str(read("AMQ8426: Valid MQSC commands are:\n\n    ALTER\n    DISPLAY\n"))


def test_a_command_cut_in_a_bracket():
    text = (
        "     1 : DIS CONN(*) WHERE(APPLTAG LK '*QUICK1-*')\nAMQ8569E: Error in filter specification\n"
        "DIS CONN(*) WHERE(APPLTAG LK *QUICK1-\nAMQ8427I: Valid syntax for the MQSC command:\n"
        "One command has a syntax error.\n"
    )
    row = only(text)
    assert row["type"] == "ERROR"
    assert "WHERE(APPLTAG LK '*QUICK1-*')" in row["command"]


def test_a_damaged_object_is_told_of_before_the_good_ones():
    text = "     1 : DIS QL(*)\nAMQ8149S: IBM MQ object damaged.\n" + block(
        "   QUEUE(Q1)                               TYPE(QLOCAL)"
    )
    assert shown(read(text)) == [("ERROR", "*"), ("QLOCAL", "Q1")]


def test_not_found_is_a_failure_whatever_its_letter():
    text = "     1 : DISPLAY CHSTATUS('a.b')\nAMQ8420I: Channel Status not found.\n"
    row = only(text)
    assert (row["type"], row["name"], row["command"]) == ("ERROR", "a.b", "DISPLAY CHSTATUS('a.b')")
    assert "AMQ8420I: Channel Status not found." in row["error"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AMQ8147: WebSphere MQ object X not found.", "X"),
        ("AMQ8147E: IBM MQ object X not found.", "X"),
        ("AMQ8461I: Connection identifier not found.", "Q9"),
        ("AMQ8148E: IBM MQ object in use.", "Q9"),
        ("AMQ8413E: String Length Error.", "Q9"),
        ("AMQ8110E: IBM MQ object already exists.", "Q9"),
        ("AMQ9533: Channel 'C1' is not currently active.", "C1"),
    ],
)
def test_failures(text, name):
    row = only(f"     7 : DISPLAY QL(Q9)\n{text}\n")
    assert (row["type"], row["name"]) == ("ERROR", name)


def test_a_command_that_changed_something_is_a_row_with_what_it_sets():
    rows = read("     1 : DEFINE QL(Q1) +\n       : DESCR('a b') NOSHARE ;\nAMQ8006I: IBM MQ queue created.\n")
    assert shown(rows) == [("DONE", "Q1")]
    assert (rows[0]["line"], rows[0]["message"], rows[0]["error"]) == (3, "AMQ8006I", None)
    assert rows[0]["attributes"] == {"QLOCAL": "Q1", "DESCR": "a b", "NOSHARE": ""}
    assert rows[0]["lines"]["QLOCAL"] == 1


@pytest.mark.parametrize(("command", "reply"), [
    ("DISPLAY QL(Q1)", "AMQ8022I: IBM MQ queue cleared."), ("PING QMGR", "AMQ8415I: Ping IBM MQ command complete."),
    ("CLEAR QL(Q1)", "AMQ8148E: IBM MQ object in use."), ("CLEAR QL(Q1)", "AMQ9999: something."),
    ("ALTER QL(Q1)", "AMQ8022: WebSphere MQ queue cleared."), ("CLEAR QL(Q1)", ""), ("CLEAR QL(Q1) +", "AMQ8022I: ok"),
])  # fmt: skip
def test_what_shows_no_change_is_none(command, reply):
    rows = read(f"     1 : {command}\n{reply}\nOne MQSC command read.\n")
    assert "DONE" not in {row["type"] for row in rows}


def test_a_change_on_zos_and_one_without_a_letter():
    zos = "CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000\nCSQ9022I !MQ1 CSQMUQLC ' CLEAR QLOCAL' NORMAL"
    rows = read(f"     1 : CLEAR QLOCAL(Q1)\n{zos} COMPLETION\n")
    assert shown(rows) == [("DONE", "Q1")]
    rows = read("     1 : CLEAR QLOCAL(Q1)\nAMQ8022: WebSphere MQ queue cleared.\n")
    assert shown(rows) == [("DONE", "Q1")]


def test_two_objects_under_one_header():
    first, second = two_columns([("QUEUE", "A"), ("CURDEPTH", "1")]), two_columns([("QUEUE", "B"), ("CURDEPTH", "2")])
    text = block(*first, *second)
    assert [row["attributes"]["CURDEPTH"] for row in read(text)] == ["1", "2"]


def test_a_different_second_value_is_told_not_taken():
    row = only(block("   QUEUE(A)                                CURDEPTH(1)", "   CURDEPTH(2)"))
    assert row["attributes"]["CURDEPTH"] == "1"
    assert "CURDEPTH" in row["error"]


BASE = session(
    [
        ("QMGR", [("QMNAME", "QM1"), ("DEADQ", "")]),
        (
            "QLOCAL",
            [("QUEUE", "Q1"), ("TYPE", "QLOCAL"), ("CURDEPTH", "4"), ("DESCR", "a text that needs a line of its own")],
        ),
        (
            "CHSTATUS",
            [("CHANNEL", "QM1.QM2"), ("CHLTYPE", "SDR"), ("CONNAME", "h(1)"), ("CURRENT", None), ("STATUS", "RUNNING")],
        ),
    ]
)  # fmt: skip


def wrapped(change):
    return "\n".join(change(line) for line in BASE.splitlines()) + "\n"


CAPTURES = {
    "TAB indent": wrapped(lambda line: "\t" + line),
    "mail quote": wrapped(lambda line: "> " + line),
    "twice quoted": wrapped(lambda line: ">> " + line),
    "blank line after each line": wrapped(lambda line: line + "\n"),
    "lost indent": wrapped(str.lstrip),
    "container log": wrapped(lambda line: f"2026-06-16T01:58:48.142Z /path/script.sh: {line.strip()}"),
    "compose": wrapped(lambda line: "qm1  | " + line),
    "stripped ends": wrapped(str.rstrip),
    "CRLF": BASE.replace("\n", "\r\n"),
    "lone CR": BASE.replace("\n", "\r"),
    "UTF-8 with BOM": "\ufeff" + BASE,
    "blanks collapsed": wrapped(lambda line: " ".join(line.split())),
    "tabs for blanks": wrapped(lambda line: line.replace(" " * 8, "\t") if line.startswith("        ") else line),
}
KEPT = ("queue_manager", "type", "name", "attributes", "message")


def kept(rows):
    return [{key: row[key] for key in KEPT} for row in rows]


@pytest.mark.parametrize("how", CAPTURES)
def test_captures_read_alike(how):
    clean = clean_text(CAPTURES[how].encode())
    assert kept(read(clean.data if clean else CAPTURES[how])) == kept(read(BASE))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "cp037", "cp500"])
def test_encodings_read_alike(encoding):
    rows = read(BASE.encode(encoding))
    assert kept(rows) == kept(read(BASE))
    assert [row["line"] for row in rows] == [row["line"] for row in read(BASE)]


def test_lines_and_offsets_begin_where_the_stretch_does():
    rows = read(BASE, offset=1000, line=50)
    assert [row["line"] for row in rows] == [row["line"] + 49 for row in read(BASE)]


def test_prompts_typed_lines_and_a_late_end():
    text = """mqa(mqcli)# runmqsc QM1
MQSC >display qalias(A)
     1 : display qalias(A)
AMQ8409: Display Queue details.
   QUEUE(A)                                TYPE(QALIAS)
   PUT(DISABLED)
     2 : end
One MQSC command read.
[admin@host runmqsc]$ dspmqver
"""
    row = only(text)
    assert (row["queue_manager"], row["name"], row["command"]) == ("QM1", "A", "display qalias(A)")
    assert row["attributes"] == {"QUEUE": "A", "TYPE": "QALIAS", "PUT": "DISABLED"}


def test_a_command_over_lines_is_joined():
    text = "     1 : DISPLAY +\n       : * a comment\n       :    QLOCAL(Q1)\nAMQ8147E: IBM MQ object Q1 not found.\n"
    assert only(text)["command"] == "DISPLAY QLOCAL(Q1)"


# z/OS

ZOS = """CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000
CSQM401I +CSQ1 QUEUE(SYSTEM.DEAD.QUEUE                               ) TYPE(QLOCAL) CURDEPTH(12) DESCR(dead (or so)   )
CSQ9022I +CSQ1 CSQMDRTS ' DISPLAY QUEUE' NORMAL COMPLETION
CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000
CSQM409I %CSQ9 QMNAME(CSQ9) DEADQ(SYSTEM.DEAD.QUEUE          ) SYNCPT
CSQ9022I %CSQ9 CSQMDRTS ' DISPLAY QMGR' NORMAL COMPLETION
"""


def test_zos_objects_with_padded_values():
    rows = read(ZOS)
    assert shown(rows) == [("QLOCAL", "SYSTEM.DEAD.QUEUE"), ("QMGR", "CSQ9")]
    assert rows[0]["attributes"]["DESCR"] == "dead (or so)"
    assert rows[1]["attributes"] == {"QMNAME": "CSQ9", "DEADQ": "SYSTEM.DEAD.QUEUE", "SYNCPT": ""}


def test_zos_not_found():
    text = (
        "CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000\n"
        "CSQM125I +CSQ1 CSQMUQLC QLOCAL (Q2) QSGDISP(QMGR) WAS NOT FOUND\n"
        "CSQ9023E +CSQ1 CSQMUQLC ' DISPLAY QLOCAL' ABNORMAL COMPLETION\n"
    )
    row = only(text)
    assert (row["type"], row["name"], row["message"]) == ("ERROR", "Q2", "CSQM125I")


def test_zos_console_display():
    text = (
        "CSQM201I +CSQ1 CSQMDRTC  DISPLAY QUEUE DETAILS\n QUEUE(Q1          )\n TYPE(QLOCAL)\n CURDEPTH(0)\n"
        " END QUEUE DETAILS\nCSQ9022I +CSQ1 CSQMDRTC ' DISPLAY QUEUE' NORMAL COMPLETION\n"
    )
    assert only(text)["attributes"] == {"QUEUE": "Q1", "TYPE": "QLOCAL", "CURDEPTH": "0"}


def test_zos_channel_status_is_named_by_its_own_key():
    text = "CSQM420I +CSQ1 CHSTATUS(A.B) CHLDISP(PRIVATE) XMITQ(B) CURRENT CHLTYPE(SDR) STATUS(RETRY)\n"
    row = only(text)
    assert (row["type"], row["name"], row["attributes"]["STATUS"]) == ("CHSTATUS", "A.B", "RETRY")


# REST


def reply(*answers):
    return json.dumps({"commandResponse": list(answers), "overallCompletionCode": 0, "overallReasonCode": 0})


def test_run_command_with_the_whole_reply_in_one_string():
    answer = {"completionCode": 0, "reasonCode": 0, "text": [BASE.split("\n", 5)[5].rsplit("3 MQSC", 1)[0]]}
    rows = read(reply(answer))
    assert shown(rows) == [("QMGR", "QM1"), ("QLOCAL", "Q1"), ("CHSTATUS", "QM1.QM2")]
    assert rows[1]["attributes"]["DESCR"] == "a text that needs a line of its own"
    assert all(row["length"] for row in rows)


def test_run_command_with_the_line_ends_lost():
    words = " ".join(line for line in BASE.splitlines() if line.startswith(("AMQ", "   ")) and " : " not in line)
    assert kept(read(reply({"completionCode": 0, "reasonCode": 0, "text": [words]}))) == kept(read(BASE))


def test_run_command_where_text_is_no_list():
    row = only(reply({"completionCode": 0, "reasonCode": 0, "text": "AMQ8408I: Display.   QMNAME(QM1) DEADQ( )"}))
    assert row["attributes"] == {"QMNAME": "QM1", "DEADQ": ""}


def test_run_command_json_objects_and_failures():
    rows = read(
        "POST /ibmmq/rest/v2/admin/action/qmgr/QM7/mqsc HTTP/1.1\n\n"
        + reply(
            {"completionCode": 0, "reasonCode": 0, "parameters": {"queue": "Q1", "type": "QLOCAL", "descr": "Grün"}},
            {"completionCode": 2, "reasonCode": 2085, "message": ["AMQ8147E: IBM MQ object Q9 not found."]},
        )
    )
    assert shown(rows) == [("QLOCAL", "Q1"), ("ERROR", "Q9")]
    assert rows[0]["attributes"]["DESCR"] == "Grün"
    assert {row["queue_manager"] for row in rows} == {"QM7"}


def test_an_error_without_a_command_response():
    row = only('{"error": [{"msgId": "MQWB0009E", "message": "MQWB0009E: Could not query the queue manager \'X\'"}]}')
    assert (row["type"], row["message"]) == ("ERROR", "MQWB0009E")


def test_a_reply_cut_in_the_middle_is_one_row_with_an_error():
    row = only('{"commandResponse": [{"completionCode": 0, "text": ["AMQ84')
    assert row["error"]


# dspmq


def test_dspmq_with_everything():
    text = (
        "QMNAME(QM1)    STATUS(Running as standby) DEFAULT(no) STANDBY(Not permitted) INSTNAME(I1) INSYNC() QUORUM()\n"
        "    INSTANCE(host1) MODE(Active)\n    INSTANCE(host2) MODE(Standby)\n"
        "QMNAME(QM2)                                               STATUS(Ended immediately)\n"
    )
    rows = read(text)
    assert shown(rows) == [
        ("QMSTATUS", "QM1"), ("INSTANCE", "host1"), ("INSTANCE", "host2"), ("QMSTATUS", "QM2")
    ]  # fmt: skip
    assert rows[0]["attributes"]["STATUS"] == "Running as standby"
    assert rows[3]["attributes"] == {"QMNAME": "QM2", "STATUS": "Ended immediately"}
    assert [row["queue_manager"] for row in rows] == ["QM1", "QM1", "QM1", "QM2"]


# MQSC source

SOURCE = """*******************************************************************************
* Script generated on 2025-10-14   at 10.27.34
* Queue manager name: QM_A
*******************************************************************************
ALTER QMGR +
* ALTDATE(2025-10-01) +
   DEADQ('Dead.Queue') +
   FORCE
DEFINE QREMOTE('Q6_B') +
   DESCR('it''s (not) + here -
 or there') +
   RNAME(q6) +
   RQMNAME('QM_B') +
   XMITQ('QM_B') +
*  CRDATE(2025-10-01) +
   REPLACE
def channel(a.b) chltype(sdr) conname('h1(1414),h2(1414)') xmitq(qm_b);
SET AUTHREC PROFILE('Q6') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET)
DELETE QLOCAL(X)
"""


def test_source_with_comments_continuations_and_quotes():
    rows = read(SOURCE)
    assert shown(rows) == [("QMGR", "QM_A"), ("QREMOTE", "Q6_B"), ("CHANNEL", "A.B"), ("AUTHREC", "Q6")]
    assert rows[0]["attributes"] == {"DEADQ": "Dead.Queue", "FORCE": "", "ALTDATE": "2025-10-01"}
    assert rows[1]["attributes"] == {
        "DESCR": "it's (not) + here  or there", "RNAME": "Q6", "RQMNAME": "QM_B", "XMITQ": "QM_B", "REPLACE": "",
        "CRDATE": "2025-10-01",
    }  # fmt: skip
    assert rows[2]["attributes"]["CONNAME"] == "h1(1414),h2(1414)"
    assert rows[3]["attributes"]["AUTHADD"] == "PUT,GET"
    assert {row["queue_manager"] for row in rows} == {"QM_A"}
    assert {row["time"] for row in rows} == {"2025-10-14 10.27.34"}


def test_every_definition_is_a_row_of_its_own():
    rows = read("DEFINE QL(A) MAXDEPTH(1)\nALTER QL(A) MAXDEPTH(2)\nDEFINE QL(A) REPLACE\n")
    assert [row["attributes"].get("MAXDEPTH") for row in rows] == ["1", "2", None]
    assert [row["line"] for row in rows] == [1, 2, 3]


def test_source_that_is_cut_keeps_what_is_whole():
    row = only("DEFINE QL(A) MAXDEPTH(10) DESCR('no end\n")
    assert row["attributes"] == {"MAXDEPTH": "10"}
    assert "DESCR" in row["error"]


# Several queue managers, times


def test_banners_part_the_queue_managers():
    rows = read(session([("QMGR", [("QMNAME", "QM1")])], "QM1") + session([("QLOCAL", [("QUEUE", "Q")])], "QM2"))
    assert [row["queue_manager"] for row in rows] == ["QM1", "QM2"]


def test_without_its_banner_a_session_belongs_to_nobody():
    second = session([("QLOCAL", [("QUEUE", "Q")])], "QM2").replace("Starting MQSC for queue manager QM2.\n", "")
    rows = read(session([("QMGR", [("QMNAME", "QM1")])], "QM1") + second)
    assert [row["queue_manager"] for row in rows] == ["QM1", None]


def test_a_default_queue_manager_is_named_by_what_it_shows():
    rows = read(session([("QLOCAL", [("QUEUE", "Q")]), ("QMGR", [("QMNAME", "QM3")])], ""))
    assert [row["queue_manager"] for row in rows] == ["QM3", "QM3"]


def test_in_a_paste_each_qmname_holds_for_what_follows():
    paste = block("   QUEUE(Q0)") + "".join(
        block(f"   QMNAME({name})", header="AMQ8408: x") + block(f"   QUEUE({queue})")
        for name, queue in [("A", "Q1"), ("B", "Q2")]
    )
    assert [row["queue_manager"] for row in read(paste)] == [None, "A", "A", "B", "B"]


DATES = [
    "Wed Oct  2 14:55:02 EDT 2013", "2013-10-02T14:55:02Z", "= 2013-10-02 14:55:02 =", "date: 2013-10-02 14:55:02"
]  # fmt: skip


@pytest.mark.parametrize("date", DATES)
def test_a_date_before_a_session_is_the_time_of_its_rows(date):
    rows = read(f"{date}\n{BASE}{BASE}")
    assert [bool(row["time"]) for row in rows] == [True] * 3 + [False] * 3


def test_the_time_of_a_container_log_is_each_line_s():
    assert {row["time"] for row in read(CAPTURES["container log"])} == {"2026-06-16T01:58:48.142Z"}


# A lost line


def test_a_lost_header_parts_the_objects_all_the_same():
    lines = [line for line in BASE.splitlines() if " : " not in line]
    lines.remove("AMQ8417I: Display Channel Status details.")
    rows = read("\n".join(lines) + "\n")
    assert "STATUS" not in rows[1]["attributes"]
    assert shown(rows) == [("QMGR", "QM1"), ("QLOCAL", "Q1"), ("CHSTATUS", "QM1.QM2")]


def test_a_lost_header_after_an_echo_is_told_of():
    rows = read(BASE.replace("AMQ8409I: Display Queue details.\n", ""))
    assert kept(rows)[1] == {**kept(read(BASE))[1], "message": None}
    assert rows[1]["error"] == "the header line of this object is lost"


def test_a_failure_without_its_echo_is_not_blamed_on_the_command_before():
    text = "     1 : DISPLAY CHSTATUS(A)\n" + block("   CHANNEL(A)                              STATUS(RUNNING)",
            header="AMQ8417I: x") + "AMQ8420I: Channel Status not found.\n"  # fmt: skip
    assert read(text)[1]["name"] is None
    assert read(text)[1]["command"] is None


def test_handles_of_a_connection():
    text = block(
        "   CONN(0001)", "   EXTCONN(414D)", "   TYPE(CONN)", "   PID(9)                                  TID(1)",
        "   TYPE(HANDLE)", "", "   OBJNAME(Q1)                             OBJTYPE(QUEUE)", "",
        "   OBJNAME(Q2)                             OBJTYPE(QUEUE)", header="AMQ8276I: Display Connection details.",
    )  # fmt: skip
    rows = read(text)
    assert shown(rows) == [("CONN", "0001"), ("HANDLE", "0001"), ("HANDLE", "0001")]
    assert [row["attributes"].get("OBJNAME") for row in rows] == [None, "Q1", "Q2"]


# Properties

NAMES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/%", min_size=1, max_size=48)
FREE = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" ()'\""), max_size=64)
HOSTS = st.lists(st.tuples(NAMES, st.integers(1, 65535)), min_size=1, max_size=3)
PLAIN = st.one_of(
    NAMES, st.just(""), st.integers(0, 999999999).map(str), HOSTS.map(lambda hs: ",".join(f"{h}({p})" for h, p in hs))
)
KEYS = ["PUT", "GET", "CURDEPTH", "MAXDEPTH", "RNAME", "CONNAME", "XMITQ", "CLUSTER", "ALTDATE", "BOQNAME", "LOCLADDR"]
TYPES = {"QLOCAL": "QUEUE", "QREMOTE": "QUEUE", "CHANNEL": "CHANNEL", "LISTENER": "LISTENER", "QMGR": "QMNAME"}


@st.composite
def objects(draw):
    kind = draw(st.sampled_from(sorted(TYPES)))
    attributes = [(TYPES[kind], draw(NAMES))]
    if TYPES[kind] == "QUEUE":
        attributes.append(("TYPE", kind))
    for key in draw(st.permutations(KEYS))[: draw(st.integers(0, 8))]:
        attributes.append((key, draw(PLAIN)))
    for word in draw(st.sets(st.sampled_from(["HARDENBO", "NOTRIGGER", "SHARE"]))):
        attributes.append((word, None))
    text = draw(FREE).strip()
    assume("  " not in text)
    return kind, [*attributes, ("DESCR", text)]


@settings(max_examples=150, deadline=None)
@given(st.lists(objects(), min_size=1, max_size=5), st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_printed_is_read(things, end):
    # One line with two cells, so that the capture shows its columns.
    things = [("QLOCAL", [("QUEUE", "FIRST"), ("TYPE", "QLOCAL")]), *things]
    rows = read(session(things, "QM9", end))
    assert [row["type"] for row in rows] == [kind for kind, _ in things]
    for row, (_, attributes) in zip(rows, things, strict=True):
        assert row["attributes"] == {key: value or "" for key, value in attributes}
        assert row["queue_manager"] == "QM9"


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_covered(data):
    rows = read(data)
    assert bool(rows) == bool(data)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([BASE, ZOS, SOURCE, HELP, reply({"completionCode": 0, "text": [BASE]})]), st.data())
def test_damage_never_raises(text, data):
    at, lost = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
    read(text[:at] + data.draw(st.text("()'\"\\{}[]+-*:\n\r AMQ8409I", max_size=8)) + text[at + lost :])


TOPIC_STATUS = ("TOPICSTR(Price/fruit)", "COMMINFO(SYSTEM.DEFAULT.COMMINFO.MULTICAST)", "PUB(ENABLED)", "SUB(ENABLED)")


@pytest.mark.parametrize(("header", "shown", "found"), [
    ("AMQ8754I: Display topic status details.", TOPIC_STATUS, ("TPSTATUS", "Price/fruit")),
    ("AMQ8754I: Display topic status details.", ("TOPICSTR(a)", "SUB(ENABLED)"), ("TPSTATUS", "a")),
    ("AMQ0000I: Anything.", TOPIC_STATUS, ("TPSTATUS", "Price/fruit")),
    ("AMQ0000I: Anything.", ("TOPICSTR(a)", "SUBID(41)", "LMSGDATE(2026-03-02)"), ("TPSTATUS", "a")),
    ("AMQ8099I: IBM MQ subscription status inquired.", ("SUB(S)", "SUBID(41)"), ("SBSTATUS", "S")),
    ("AMQ0000I: Anything.", ("SUB(S)", "SUBID(41)", "NUMMSGS(4)", "TOPICSTR(a)"), ("SBSTATUS", "S")),
    ("AMQ8096I: IBM MQ subscription inquired.", ("SUBID(41)", "SUB(S)", "TOPICSTR(a)"), ("SUB", "S")),
    ("AMQ8633I: Display topic details.", ("TOPIC(T)", "TYPE(LOCAL)", "COMMINFO( )", "SUB(ENABLED)"), ("TOPIC", "T")),
    ("AMQ0000I: Anything.", ("TOPIC(T)", "TYPE(LOCAL)", "COMMINFO(C)", "TOPICSTR(a)"), ("TOPIC", "T")),
    ("AMQ8633I: Display topic details.", ("TOPIC(T)", "TYPE(CLUSTER)", "CLUSQMGR(QM2)"), ("TCLUSTER", "T")),
    ("AMQ0000I: Anything.", ("COMMINFO(C)", "PORT(1414)"), ("COMMINFO", "C")),
    ("AMQ8723I: Display pub/sub status details.", ("QMNAME(QM2)", "TYPE(PARENT)", "STATUS(ACTIVE)"), ("PUBSUB", "QM2")),
    ("AMQ0000I: Anything.", ("QMNAME(QM1)", "STATUS(ACTIVE)", "TPCOUNT(9)"), ("PUBSUB", "QM1")),
    ("AMQ0000I: Anything.", ("CFSTATUS(APP1)", "TYPE(SUMMARY)", "STATUS(FAILED)"), ("CFSTATUS", "APP1")),
    ("AMQ0000I: Anything.", ("CFSTRUCT(APP1)", "CFLEVEL(5)"), ("CFSTRUCT", "APP1")),
    ("AMQ0000I: Anything.", ("CFSTRUCT(APP1)", "TYPE(SUMMARY)", "STATUS(ACTIVE)", "SIZEUSED(100)"), ("CFSTATUS", "APP1")),
    ("AMQ0000I: Anything.", ("SMDSCONN(QM1)", "CFSTRUCT(APP1)", "STATUS(OPEN)"), ("SMDSCONN", "QM1")),
])  # fmt: skip
def test_a_status_is_told_from_the_definition_whose_keys_it_shows(header, shown, found):
    row = only(block(*(f"   {cell}" for cell in shown), header=header))
    assert (row["type"], row["name"], row["error"]) == (*found, None)


def test_a_topic_in_a_reply_is_a_topic_and_the_root_of_the_tree_has_a_blank_name():
    reply = {"commandResponse": [{"completionCode": 0, "reasonCode": 0, "parameters": {
        "topic": "T", "type": "LOCAL", "comminfo": "", "pub": "DISABLED", "topicstr": "a/b"}}]}  # fmt: skip
    row = only(json.dumps(reply))
    assert (row["type"], row["name"], row["error"]) == ("TOPIC", "T", None) and row["attributes"]["PUB"] == "DISABLED"
    root = only(
        block("   TOPICSTR( )", "   ADMIN(SYSTEM.BASE.TOPIC)", header="AMQ8754I: Display topic status details.")
    )
    assert (root["type"], root["error"]) == ("TPSTATUS", None)


@pytest.mark.parametrize(("cells", "kind"), [
    ("CFSTATUS(APP1) TYPE(SUMMARY) STATUS(FAILED)", "CFSTATUS"), ("CHANNEL(A.B) CHLTYPE(SDR) DESCR(in use since it failed)", "CHANNEL"),
])  # fmt: skip
def test_the_values_of_an_object_on_zos_are_no_failure_of_its_command(cells, kind):
    row = only(f"CSQN205I   COUNT=       2, RETURN=00000000, REASON=00000000\nCSQM493I +CSQ1 {cells}\n"
               "CSQ9022I +CSQ1 CSQMDRTS ' DISPLAY' NORMAL COMPLETION\n")  # fmt: skip
    assert (row["type"], row["error"]) == (kind, None)


def test_the_stamp_of_a_session_goes_before_the_time_at_which_a_logger_wrote_its_lines():
    lines = ["2026-03-02T16:15:22Z", "5724-H72 (C) Copyright IBM Corp. 1994, 2025.", "Starting MQSC for queue manager QM1.",
             "", "     1 : DISPLAY QLOCAL(Q1) CURDEPTH", "AMQ8409I: Display Queue details.", "   QUEUE(Q1)   TYPE(QLOCAL)",
             "   CURDEPTH(1)"]  # fmt: skip
    logged = "".join(f"2026-03-02T16:58:48.142Z /opt/collect.sh: {line}\n" for line in lines)
    unstamped = logged.partition("\n")[2]
    told = [list(mqsc.read(FileSlice(text.encode(), "a.txt"))) for text in (logged, unstamped)]
    times = [row["captured"].strftime("%H:%M:%S") for rows in told for one in rows
             for row in (one.to_pylist() if hasattr(one, "to_pylist") else [one])]  # fmt: skip
    assert times == ["16:15:22", "16:58:48"]
