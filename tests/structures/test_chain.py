"""The whole chain of headers, sound and damaged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics import codes, structures
from mqforensics.structures import message as message_data
from mqforensics.structures import put_time

from .made import CODECS, ORDERS, chains, fields_of

LE = {"Encoding": 546, "CodedCharSetId": 819}
BE = {"Encoding": 273, "CodedCharSetId": 819}


def dead(order="little", codec="latin-1", **fields):
    whole = {"StrucId": "DLH", "Version": 1, "Reason": 2085, "DestQName": "Q1", "DestQMgrName": "QM1", "Encoding": 546,
             "CodedCharSetId": 819, "Format": "MQSTR", "PutApplType": 6, "PutApplName": "amqsput",
             "PutDate": "20260622", "PutTime": "14245461", **fields}  # fmt: skip
    return structures.pack("MQDLH", whole, order, codec)


def shown(value):
    return value.hex().upper() if isinstance(value, bytes) else str(value)


@settings(max_examples=200)
@given(chains())
def test_any_chain(made):
    md, data, headers, text = made
    found = message_data(md, data, secrets=True)
    assert [(h["StrucId"], h["offset"]) for h in found["headers"]] == [
        (fields["StrucId"], offset) for _, fields, offset in headers
    ]
    own_dlh = next((entry for entry in found["headers"] if entry["StrucId"] == "DLH"), None)
    for entry, (name, fields, _) in zip(found["headers"], headers, strict=True):
        prefix = "MsgDesc." if name == "MQXQH" else ""
        for field in ("Encoding", "CodedCharSetId", "Format"):
            assert entry[field] == fields[prefix + field]
        own = {f: shown(v) for f, v in fields.items() if f not in ("StrucId", "Encoding", "CodedCharSetId", "Format")}
        assert entry["fields"] == ({} if entry is own_dlh else own)  # the message's own MQDLH is in `dlh`
    assert found["body_text"] == text
    assert found["notes"] == []
    dlh = next((fields for name, fields, _ in headers if name == "MQDLH"), None)
    assert (found["dlh"] is None) == (dlh is None)
    if dlh:
        assert {name: found["dlh"][name] for name in dlh} == dlh
        assert found["dlh"]["ReasonName"] == codes.reason_name(dlh["Reason"])
        assert found["dlq_time"] == put_time(dlh["PutDate"], dlh["PutTime"])


@st.composite
def damaged(draw):
    md, data, _, _ = draw(chains())
    data = bytearray(data)
    for _ in range(draw(st.integers(0, 6))):
        if data:
            at = draw(st.integers(0, len(data) - 1))
            data[at : at + 4] = draw(
                st.sampled_from([b"\0\0\0\0", b"\xff" * 4, b"\0\0\1\0", b"\x7f\xff\xff\xff", b"", b"AB"])
            )
    return md, bytes(data[: draw(st.integers(0, len(data)))])


@settings(max_examples=200)
@given(damaged(), st.lists(st.tuples(st.integers(-5, 400), st.integers(0, 50)), max_size=3))
def test_damage_never_raises_and_no_byte_is_lost(made, gaps):
    md, data = made
    found = message_data(md, data)
    at = 0
    for header in found["headers"]:
        assert header["offset"] == at and header["length"] > 0
        at += header["length"]
    assert found["body"] == data[at:]
    with_gaps = message_data(md, data, gaps=gaps)
    unknown = {at for start, length in gaps for at in range(start, start + length)}
    start = sum(header["length"] for header in with_gaps["headers"])
    assert with_gaps["body"] == bytes(b for at, b in enumerate(data) if at >= start and at not in unknown)


@given(
    st.sampled_from([None, {}, {"Format": "MQDEAD"}, {"Format": "MQHRF2", "Encoding": 546, "CodedCharSetId": -2}]),
    st.sampled_from([b"", b"DLH ", b"XQH ", b"RFH ", b"DH  ", b"RMH ", b"EPH ", b"TMC ", b"\xd9\xc6\xc8\x40"]),
    st.sampled_from([b"", b"\0\0\0\1", b"\2\0\0\0", b"\0\0\0\2", b"   2", b"\0\0\0\7"]),
    st.binary(max_size=300),
)
def test_any_bytes(md, eye, version, rest):
    found = message_data(md, eye + version + rest)
    assert sum(header["length"] for header in found["headers"]) + len(found["body"]) == len(eye + version + rest)


@pytest.mark.parametrize("length", [0, -1, -(2**31), 1, 31, 35, 38, 2**31 - 1])
def test_a_wrong_struclength_ends_the_walk(length):
    fields = {"StrucId": "RFH", "Version": 2, "StrucLength": length, "Format": "MQHRF2", "NameValueCCSID": 1208}
    header = structures.pack("MQRFH2", fields, "little")
    found = message_data({**LE, "Format": "MQHRF2"}, header + b"x")
    assert [h["StrucId"] for h in found["headers"]] == ["RFH"]
    assert f"StrucLength of MQRFH2 at offset 0 {length} cannot be right" in found["notes"][0]


def test_a_dead_letter():
    found = message_data({**LE, "Format": "MQDEAD"}, dead() + b"hello")
    assert found["dlh"] == {
        "StrucId": "DLH", "Version": 1, "Reason": 2085, "DestQName": "Q1", "DestQMgrName": "QM1", "Encoding": 546,
        "CodedCharSetId": 819, "Format": "MQSTR", "PutApplType": 6, "PutApplName": "amqsput", "PutDate": "20260622",
        "PutTime": "14245461", "ReasonName": "MQRC_UNKNOWN_OBJECT_NAME", "ByteOrder": "little",
    }  # fmt: skip
    assert found["dlq_time"].isoformat() == "2026-06-22T14:24:54.610000+00:00"
    assert (found["body"], found["body_text"], found["notes"]) == (b"hello", "hello", [])


@pytest.mark.parametrize(("data", "valid"), [
    (b"", False), (b"DLH ", False), (b"hello", False), (dead(Version=2), False), (dead(Version=0), False), (dead(), True),
])  # fmt: skip
def test_format_mqdead_without_a_valid_mqdlh_is_legal(data, valid):
    found = message_data({**LE, "Format": "MQDEAD"}, data)
    assert (found["dlh"] is not None) == valid
    assert found["notes"] == ([] if valid else ["Format is MQDEAD but the data has no valid MQDLH at offset 0"])
    assert found["body"] == (b"" if valid else data)


def test_contradictions_are_noted_and_the_bytes_believed():
    found = message_data({**BE, "Format": "MQDEAD", "CodedCharSetId": 500}, dead() + b"x")
    assert found["dlh"]["Reason"] == 2085 and found["dlh"]["ByteOrder"] == "little"
    assert found["notes"] == [
        "MQDLH is little-endian although Encoding says big-endian",
        "MQDLH is in ASCII although CodedCharSetId is 500",
    ]


@pytest.mark.parametrize("ccsid", [0, -1, -2, -3, -4, None])
def test_special_ccsids_keep_the_one_before(ccsid):
    data = dead("big", "cp500", Encoding=273, CodedCharSetId=ccsid) + "Hallo".encode("cp500")
    found = message_data({"Format": "MQDEAD", "Encoding": 273, "CodedCharSetId": 500}, data)
    assert found["body_text"] == "Hallo" and found["notes"] == []


def test_the_ims_header_may_leave_its_encoding_out():
    fields = {"StrucId": "IIH", "Version": 1, "StrucLength": 84, "Format": "MQSTR"}
    data = structures.pack("MQIIH", fields, "big", "cp500") + "Hallo".encode("cp500")
    assert message_data({"Format": "MQIMS", "Encoding": 785, "CodedCharSetId": 500}, data)["body_text"] == "Hallo"


@pytest.mark.parametrize("md", [{}, None, {**LE, "Format": "MQSTR"}, {**LE, "Format": ""}])
def test_a_bare_header_is_believed(md):
    found = message_data(md, dead() + b"hello")
    assert found["dlh"]["Reason"] == 2085 and found["body_text"] == "hello"
    stated = (md or {}).get("Format")
    assert found["notes"] == ([] if stated is None else [f"MQDLH found although Format is {stated or 'blank'}"])


def test_text_that_begins_like_a_header_is_text():
    assert message_data({**LE, "Format": "MQSTR"}, b"DLH is a word")["body_text"] == "DLH is a word"
    assert message_data({**LE, "Format": "MQSTR"}, b"RFH \1\0\0\0" + b"a" * 90)["headers"] == []


def test_a_nested_mqdlh_is_a_header_and_the_outer_one_the_messages_own():
    data = dead(Format="MQDEAD", Reason=2053) + dead("big", Reason=2035, Encoding=273) + b"x"
    found = message_data({**LE, "Format": "MQDEAD"}, data)
    assert found["dlh"]["Reason"] == 2053
    assert [header["fields"].get("Reason") for header in found["headers"]] == [None, "2035"]
    assert found["notes"] == ["MQDLH is big-endian although Encoding says little-endian"]


def test_a_printed_mqdlh_counts_its_bytes():
    dlh = {"StrucId": "DLH", "Version": 1, "Reason": 2085, "Encoding": 546, "CodedCharSetId": 819, "Format": "MQDEAD",
           "PutDate": "20260622", "PutTime": "14245461"}  # fmt: skip
    found = message_data({**BE, "Format": "MQDEAD"}, dead() + b"x", dlh=dlh)
    assert [(header["offset"], header["length"]) for header in found["headers"]] == [(0, 172), (172, 172)]
    assert (found["dlh"]["Reason"], found["dlh"]["ByteOrder"]) == (2085, "big")
    assert found["dlh"]["DestQName"] is None and found["body"] == b"x"
    assert found["dlq_time"] is not None


def test_a_transmission_header_states_what_follows_in_its_mqmd():
    inner = {"StrucId": "XQH", "Version": 1, "RemoteQName": "Q2", "RemoteQMgrName": "QM2", "MsgDesc.StrucId": "MD",
             "MsgDesc.Version": 1, "MsgDesc.Encoding": 273, "MsgDesc.CodedCharSetId": 819, "MsgDesc.Format": "MQHMDE",
             "MsgDesc.MsgId": b"\1" * 24}  # fmt: skip
    mde = {
        "StrucId": "MDE",
        "Version": 2,
        "StrucLength": 72,
        "Format": "MQSTR",
        "GroupId": b"\2" * 24,
        "MsgSeqNumber": 3,
    }
    data = structures.pack("MQXQH", inner, "little") + structures.pack("MQMDE", mde, "big") + b"hello"
    found = message_data({**LE, "Format": "MQXMIT"}, data)
    assert [header["StrucId"] for header in found["headers"]] == ["XQH", "MDE"]
    fields = found["headers"][0]["fields"]
    assert (fields["RemoteQName"], fields["MsgDesc.MsgId"], fields["MsgDesc.Format"]) == ("Q2", "01" * 24, "MQHMDE")
    assert found["headers"][1]["fields"]["MsgSeqNumber"] == "3" and found["notes"] == []


def test_a_transmission_header_without_an_mqmd():
    data = structures.pack("MQXQH", {"StrucId": "XQH", "Version": 1}, "little") + b"hello"
    found = message_data({**LE, "Format": "MQXMIT"}, data)
    assert found["notes"] == ["the MQXQH holds no valid MQMD"]


@pytest.mark.parametrize(
    ("name", "eye", "version"), [("MQTM", "TM", 1), ("MQTMC", "TMC", "   1"), ("MQTMC2", "TMC", "   2")]
)
def test_trigger_messages(name, eye, version):
    fields = {"StrucId": eye, "Version": version, "QName": "Q1", "ProcessName": "P1", "ApplId": "/bin/run"}
    found = message_data({**LE, "Format": "MQTRIG"}, structures.pack(name, fields, "little"))
    entry = found["headers"][0]
    assert (entry["StrucId"], entry["length"], entry["Format"]) == (eye, structures.layout(name).length, None)
    assert entry["fields"]["ApplId"] == "/bin/run" and found["notes"] == []


@given(
    fields_of(
        "MQIIH",
        StrucId="IIH",
        Version=1,
        StrucLength=84,
        Format="MQSTR",
        Encoding=546,
        CodedCharSetId=819,
        Authenticator="SECRETIM",
    )
)
def test_secrets_stay_inside(fields):
    data = structures.pack("MQIIH", fields, "little") + b"hello"
    found = message_data({**LE, "Format": "MQIMS"}, data)
    assert found["headers"][0]["fields"]["Authenticator"] is None
    assert structures.secrets(found["headers"]) == [(56, 8)] and data[56:64] == b"SECRETIM"
    assert (
        message_data({**LE, "Format": "MQIMS"}, data, secrets=True)["headers"][0]["fields"]["Authenticator"]
        == "SECRETIM"
    )


@pytest.mark.parametrize(("name", "format", "field"), [
    ("MQIIH", "MQIMS", "Authenticator"), ("MQCIH1", "MQCICS", "Authenticator"), ("MQCIH2", "MQCICS", "Authenticator"),
    ("MQSAPH", "MQHSAP", "Password"),
])  # fmt: skip
@pytest.mark.parametrize("cut", [0, 90])
def test_no_secret_is_anywhere_in_the_result(name, format, field, cut):
    shape = structures.layout(name)
    eye = {"MQIIH": "IIH", "MQSAPH": "SAPH"}.get(name, "CIH")
    fields = {"StrucId": eye, "Version": 2 if name == "MQCIH2" else 1, "StrucLength": shape.length, field: "SECRETXY"}
    data = structures.pack(name, fields, "little")
    found = message_data({**LE, "Format": format}, data[: len(data) - 4 if cut else None])
    assert "SECRETXY" not in str(found)
    assert field in found["headers"][0]["fields"]


def test_gaps_are_not_filled():
    data = dead() + b"hello world"
    found = message_data({**LE, "Format": "MQDEAD"}, data, gaps=[(10, 4), (100, 2), (177, 3)])
    assert found["dlh"]["Reason"] is None and found["dlh"]["DestQName"] is None and found["dlh"]["DestQMgrName"] is None
    assert found["dlh"]["PutApplName"] == "amqsput"
    assert (found["body"], found["body_text"]) == (b"hellorld", "hello\ufffdrld")
    assert found["notes"] == [
        "not known in MQDLH at offset 0 because of missing bytes: Reason, DestQName, DestQMgrName"
    ]


def test_a_gap_over_format_ends_the_walk():
    found = message_data({**LE, "Format": "MQDEAD"}, dead(Format="MQDEAD") + dead(), gaps=[(118, 1)])
    assert len(found["headers"]) == 1 and found["headers"][0]["Format"] is None and len(found["body"]) == 172


@given(st.integers(8, 171))
def test_a_cut_mqdlh_has_its_whole_fields(length):
    found = message_data({**LE, "Format": "MQDEAD"}, dead()[:length])
    for name, (offset, size) in structures.MQDLH.places.items():
        assert (found["dlh"][name] is None) == (offset + size > length)
    assert found["notes"] == [f"MQDLH at offset 0 is cut: {length} of 172 bytes"] and found["body"] == b""


def test_protected_messages_are_opaque():
    found = message_data({**LE, "Format": "MQSTR"}, b"PDMQ" + bytes(60) + b"signed")
    assert found["body_text"] is None and "Advanced Message Security" in found["notes"][0]


def test_a_little_endian_mqmd_before_a_big_endian_rfh2(samples):
    data = (samples / "other" / "pymqi_single_rfh2.dat").read_bytes()
    found = message_data({"Encoding": 273, "CodedCharSetId": 1208, "Format": "MQHRF2"}, data)
    assert found["properties"] == {
        "psc.Command": "RegSub", "psc.Topic": "$topictree/topiccat/topic", "psc.QMgrName": "DebugQM",
        "psc.QName": "PUBOUT", "psc.RegOpt": "PersAsPub", "testFolder.testVar": "testValue", "mcd.Msd": "xmlnsc",
    }  # fmt: skip
    assert found["body_text"] == "<testData><testVar>testValue</testVar></testData>" and found["notes"] == []


@pytest.mark.parametrize(("file", "reason", "text", "order"), [
    ("raw_md2_le_dlh_le.bin", 2085, '{"order":42}', "little"), ("raw_md1_be_ebcdic.bin", 2035, "HELLO", "big"),
])  # fmt: skip
def test_samples(samples, file, reason, text, order):
    data = (samples / "amqsbcg_generated" / file).read_bytes()
    md = structures.mqmd(data)
    found = message_data(md.fields, data[md.length :])
    assert (found["dlh"]["Reason"], found["body_text"], found["dlh"]["ByteOrder"]) == (reason, text, order)
    assert found["notes"] == []


def test_the_codecs_of_the_tests_are_the_packages():
    assert all(structures.charset(ccsid).codec in (codec, "iso8859-1") for ccsid, codec in CODECS.items())
    assert set(ORDERS.values()) == {"big", "little"}
