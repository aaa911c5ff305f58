"""Configuration files: stanzas, keys and their lines, whose file it is, what is damaged, no password, no raise."""

import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import source
from mqforensics.formats import NAMES, identify, qmini
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.tables import OBJECTS
from tests.linear import assert_in_line
from tests.writers import config_cases
from tests.writers.config_cases import CCDT, CLIENT_INI, MQS_INI, QM_INI


def read(data, file="f", **known):
    data = data.encode() if isinstance(data, str) else data
    rows, at = list(source.rows(qmini, FileSlice(data, file, **known))), 0
    for row in rows:
        assert row["offset"] == at and (row["length"] > 0 or not data)
        at += row["length"]
    assert at == len(data)
    return pa.Table.from_pylist(rows, OBJECTS).to_pylist(maps_as_pydicts="strict")


def test_stanzas_of_a_queue_manager():
    rows = read(QM_INI, "backup/qmgrs/QM!SHIP/qm.ini")
    assert [row["name"] for row in rows] == ["ExitPath", "Log", "Channels", "TCP", "QMErrorLog", "SSL"]
    assert {(row["type"], row["queue_manager"], row["error"]) for row in rows} == {("QMINI", "QM.SHIP", None)}
    assert rows[0]["attributes"] == {"ExitsDefaultPath": "/var/mqm/exits;/opt/exits"}
    assert rows[1]["attributes"] == {"LogPrimaryFiles": "3", "LogSecondaryFiles": "2", "LogType": "CIRCULAR"}
    assert rows[2]["lines"] == {"MaxChannels": 9, "MaxActiveChannels": 10, "AdoptNewMCA": 11}
    assert rows[3]["attributes"] == {"KeepAlive": "Yes", "Port": "1414"}


def test_what_a_queue_manager_traces_of_applications():
    text = "AllActivityTrace:\n   ActivityInterval=1\n   TraceLevel=LOW\nApplicationTrace:\n   ApplName=amqs*\n   Trace=ON\n"
    rows = read(text, "qmgrs/QM!SHIP/mqat.ini")
    assert [(row["type"], row["name"], row["queue_manager"], row["error"]) for row in rows] == [
        ("MQATINI", "AllActivityTrace", "QM.SHIP", None), ("MQATINI", "ApplicationTrace", "QM.SHIP", None),
    ]  # fmt: skip
    assert qmini.sniff(text.encode()) and read(text)[0]["type"] == "MQATINI"


def test_a_password_leaves_only_when_it_is_asked_for():
    assert "hunter" not in str(read(QM_INI)) and "hunter42" in str(read(QM_INI, context={SECRETS: "true"}))
    twice = QM_INI + "   SSLKeyRepositoryPassword=hunter43\n"
    assert "hunter" not in str(read(twice)) and "again" in read(twice)[-1]["error"]


def test_each_queue_manager_of_mqs_ini():
    rows = read(MQS_INI)
    assert [(row["type"], row["name"], row["queue_manager"]) for row in rows] == [
        ("MQSINI", "AllQueueManagers", None), ("MQSINI", "QueueManager", "QM.SHIP"), ("MQSINI", "QueueManager", "QMDOCK"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "file", "kind"),
    [
        (CLIENT_INI, "f", "CLIENTINI"), (QM_INI, "f", "QMINI"), ("TCP:\n  KeepAlive=Yes\n", "f", None),
        ("TCP:\n  KeepAlive=Yes\n", "c:\\mq\\mqclient.ini", "CLIENTINI"), ("TCP:\n  KeepAlive=Yes\n", "x/qm.ini", "QMINI"),
    ],
)  # fmt: skip
def test_whose_file_it_is(text, file, kind):
    row = read(text, file)[0]
    assert row["type"] == kind and bool(row["error"]) == (kind is None)


def test_channels_of_a_client_table():
    text = json.dumps(CCDT, indent=2)
    rows = read(text)
    assert [(row["type"], row["name"], row["error"]) for row in rows] == [
        ("CCDT", "SHIP.APP", None),
        ("CCDT", "DOCK.APP", None),
    ]
    assert rows[0]["attributes"] == {
        "CHANNEL": "SHIP.APP", "CHLTYPE": "CLNTCONN", "DESCR": "ships, über all", "QMNAME": "QM.SHIP",
        "SSLCIPH": "ANY_TLS12_OR_HIGHER", "CONNAME": "ship1(1414),ship2(1415)",
    }  # fmt: skip
    lines = text.splitlines()
    assert (
        '"DOCK.APP"' in lines[rows[1]["lines"]["CHANNEL"] - 1] and '"ANY_TLS' in lines[rows[0]["lines"]["SSLCIPH"] - 1]
    )


def test_a_damaged_channel_costs_no_other():
    text = json.dumps(CCDT, indent=2).replace('"name": "SHIP.APP"', '"name: "SHIP.APP"')
    assert [(row["name"], bool(row["error"])) for row in read(text)] == [(None, True), ("DOCK.APP", False)]


def test_a_comma_too_many_is_passed_over():
    text = '{"channel": [{"name": "A, }", "clientConnection": {"queueManager": "Q",},},]}'
    [row] = read(text)
    assert row["name"] == "A, }" and not row["error"]


@pytest.mark.parametrize(
    "value",
    ["9" * 5000, "99999999999999999999", '"\\ud800"', "[[1], {}]", "{}", "null", '{"a":' * 300 + "1" + "}" * 300],
)
def test_what_json_may_hold_never_raises(value):
    assert len(read('{"channel": [{"name": %s, "clientConnection": {"connection": %s}}]}' % (value, value))) == 1  # noqa: UP031


@pytest.mark.parametrize("name", config_cases.FILES)
def test_the_sample_case_is_as_it_was_made(name):
    data = (config_cases.FOLDER / name).read_bytes()
    assert data == config_cases.FILES[name]()
    assert identify(data) == ("qmini" if name != "TRUTH.md" else None)


def test_real_files_read_as_a_person_reads_them(samples):
    rows = read((samples / "config" / "qm_ini_ibmi_doc.ini").read_bytes())
    assert [row["name"] for row in rows] == ["Log", "Channels", "TCP", "QMErrorLog", "TuningParameters"]
    assert rows[2]["attributes"]["Connect_Timeout"] == "10000" and not any(row["error"] for row in rows)
    [row] = read((samples / "config" / "ccdt_doc_tls_trailing_comma.json").read_bytes())
    assert (row["name"], row["attributes"]["CONNAME"]) == ("SSL.SVRCONN", "aztlan1.fyre.ibm.com(1419)")


def test_only_configuration_is_taken_for_some(samples):
    for path in samples.rglob("*"):
        if path.is_file() and path.suffix != ".gz":
            mine = path.parent.name == "config" and path.suffix in (".ini", ".json")
            assert (identify(path.read_bytes()[:65536]) == qmini.NAME) == mine, path
    assert "qmini" in NAMES


KEYS = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True)
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=40).filter(
    lambda v: v[:1] not in ("#", ";")
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["Log", "TCP", "Channels"]), st.dictionaries(KEYS, VALUES, max_size=5)), min_size=1
    )
)
def test_what_is_written_is_read(made):
    made = [
        (name, {key.lower(): value for key, value in keys.items() if "p" not in key.lower()}) for name, keys in made
    ]
    text = "".join(f"{name}:\n" + "".join(f"   {k} = {v}\n" for k, v in keys.items()) for name, keys in made)
    rows = read(text, "qm.ini")
    assert [(row["name"], row["attributes"] or {}) for row in rows] == made


@given(st.binary(max_size=400), st.integers(0, 600))
def test_damage_never_raises_and_covers_every_byte(junk, at):
    for text in (QM_INI.encode(), json.dumps(CCDT).encode()):
        read(text[:at] + junk + text[at:])
    read(junk)


WORST = {
    "keys": lambda n: b"Log:\n" + b"\n".join(b"k%d=1" % i for i in range(n // 8)),
    "stanzas": lambda n: b"Log:\n" * (n // 5),
    "a long line": lambda n: b"Log:\n" + b"a" * n,
    "items on a line": lambda n: b"Log: " + b"a=b " * (n // 4),
    "blanks": lambda n: b"Log:" + b" " * n + b"x\n",
    "quotes": lambda n: b'{"channel":[' + b'"\\' * (n // 2),
    "commas": lambda n: b'{"channel":[' + b", " * (n // 2),
    "nested": lambda n: b'{"channel":[' + b'{"name":' * (n // 8),
    "broken": lambda n: b'{"channel":[' + b'{"name":},' * (n // 10),
    "channels": lambda n: b'{"channel":[' + b'{"name":"A"},\n' * (n // 14),
    "keys of a channel": lambda n: b'{"channel":[{' + b",\n".join(b'"k%d":1' % i for i in range(n // 8)) + b"}]}",
}  # fmt: skip


@pytest.mark.parametrize("kind", WORST)
def test_time_grows_in_line_with_size(kind):
    def work(data):
        qmini.sniff(data[:65536])
        list(qmini.read(FileSlice(data)))

    assert_in_line(work, WORST[kind](1 << 15), WORST[kind](1 << 17), quick=0.05)
