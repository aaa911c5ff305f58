"""What headers hold after their fixed part."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import structures
from mqforensics.structures import message as message_data
from mqforensics.structures.folders import folder

LE = {"Encoding": 546, "CodedCharSetId": 819}


def rfh2(*folders, order="little", ccsid=1208, codec="utf-8", **fields):
    tail = b""
    for text in folders:
        raw = text if isinstance(text, bytes) else text.encode(codec)
        raw = raw.ljust(-len(raw) % 4 + len(raw))
        tail += struct.pack("<i" if order == "little" else ">i", len(raw)) + raw
    whole = {"StrucId": "RFH", "Version": 2, "StrucLength": 36 + len(tail), "Encoding": 546, "CodedCharSetId": 819,
             "Format": "MQSTR", "NameValueCCSID": ccsid, **fields}  # fmt: skip
    return structures.pack("MQRFH2", whole, order) + tail


def test_folders_become_properties():
    data = rfh2(
        "<mcd><Msd>jms_text</Msd></mcd>  ",
        "<jms><Dst>queue:///Q1</Dst><Tms>1700000000000</Tms></jms>",
        '<usr><n dt="i4">5</n><t>a &lt;b&gt; &amp; &#x20AC;&#33;</t><g><h>1</h><h>2</h></g><z xsi:nil="true"/><e></e></usr>',
    )
    found = message_data({**LE, "Format": "MQHRF2"}, data + b"hello")
    assert found["properties"] == {
        "mcd.Msd": "jms_text", "jms.Dst": "queue:///Q1", "jms.Tms": "1700000000000", "usr.n": "5",
        "usr.t": "a <b> & €!", "usr.g.h": "1", "usr.g.h[2]": "2", "usr.z": None, "usr.e": "",
    }  # fmt: skip
    fields = found["headers"][0]["fields"]
    assert fields["usr.n@dt"] == "i4"
    assert fields["NameValueData"] == "<mcd><Msd>jms_text</Msd></mcd>"
    assert fields["NameValueData[3]"].startswith("<usr>")
    assert (found["body_text"], found["notes"]) == ("hello", [])


@pytest.mark.parametrize(
    ("ccsid", "codec"), [(1200, "utf-16-le"), (13488, "utf-16-le"), (17584, "utf-16-le"), (1208, "utf-8")]
)
def test_folders_in_every_ccsid_that_is_allowed(ccsid, codec):
    data = rfh2("<usr><naam>Ωμέγα</naam></usr>".encode(codec), ccsid=ccsid)
    assert message_data({**LE, "Format": "MQHRF2"}, data)["properties"] == {"usr.naam": "Ωμέγα"}


@pytest.mark.parametrize(("text", "values"), [
    ("<usr><a>1</b></usr>", []),
    ("<usr><a>1</a>", [("usr.a", "1", None)]),
    ("<usr><a>1", []),
    ("no element", []),
    ("</usr>", []),
    ("<usr>text<a>1</a>more</usr>", [("usr.a", "1", None)]),
    ("<a>" * 100, []),
])  # fmt: skip
def test_a_folder_that_is_not_well_formed_is_read_as_far_as_it_goes(text, values):
    found = folder(text)
    assert found.values == values and found.note
    noted = message_data({**LE, "Format": "MQHRF2"}, rfh2(text))["notes"]
    assert len(noted) == 1 and noted[0].startswith("folder 1 of the MQRFH2 is not well-formed: ")


@given(st.text("<>/=ausr \"'&;#x1", max_size=60))
def test_any_folder_text(text):
    folder(text)
    message_data({**LE, "Format": "MQHRF2"}, rfh2(text))


names = st.text("abcXYZ_", min_size=1, max_size=8)
ESCAPES = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;"})


@given(st.sampled_from(["usr", "jms", "mqext"]), st.dictionaries(names, st.text(max_size=20), max_size=5))
def test_any_property_comes_back(name, values):
    text = "".join(f"<{key}>{value.translate(ESCAPES)}</{key}>" for key, value in values.items())
    found = folder(f"<{name}>{text}</{name}>")
    assert found.values == [(f"{name}.{key}", value, None) for key, value in values.items()] and found.note is None


@pytest.mark.parametrize("length", [-4, 10**6, -(2**31)])
def test_a_wrong_folder_length_is_noted(length):
    tail = struct.pack("<i", length) + b"<usr></usr> "
    data = structures.pack("MQRFH2", {"StrucId": "RFH", "Version": 2, "StrucLength": 36 + len(tail), "Format": "MQSTR",
                                      "NameValueCCSID": 1208}, "little") + tail  # fmt: skip
    found = message_data({**LE, "Format": "MQHRF2"}, data + b"hello")
    assert found["notes"] == [f"NameValueLength {length} of folder 1 in the MQRFH2 cannot be right"]
    assert found["body_text"] == "hello"


def test_bytes_missing_in_a_folder_are_not_read():
    data = rfh2("<usr><a>12345</a></usr>")
    found = message_data({**LE, "Format": "MQHRF2"}, data + b"hello", gaps=[(50, 2)])
    assert found["properties"] == {} and "because bytes of it are missing" in found["notes"][0]
    assert found["body_text"] == "hello"


def test_name_value_string():
    text = b'MQPSCommand Publish MQPSTopic "Stock ""A"" 1" MQPSRegOpts None'
    data = structures.pack(
        "MQRFH", {"StrucId": "RFH", "Version": 1, "StrucLength": 32 + len(text) + 2, "Format": "MQSTR"}, "little"
    )
    found = message_data({**LE, "Format": "MQHRF"}, data + text + b"\0\0" + b"hello")
    assert found["properties"] == {"MQPSCommand": "Publish", "MQPSTopic": 'Stock "A" 1', "MQPSRegOpts": "None"}
    assert found["headers"][0]["fields"]["NameValueString"] == text.decode()
    assert (found["body_text"], found["notes"]) == ("hello", [])


def test_reference_message():
    strings = b"/src/env" + b"FILE1" + b"FILE2"
    fields = {"StrucId": "RMH", "Version": 1, "StrucLength": 108 + len(strings), "Format": "MQSTR", "SrcEnvLength": 8,
              "SrcEnvOffset": 108, "SrcNameLength": 5, "SrcNameOffset": 116, "DestNameLength": 5, "DestNameOffset": 121,
              "DestEnvLength": 50, "DestEnvOffset": 120}  # fmt: skip
    found = message_data({**LE, "Format": "MQHREF"}, structures.pack("MQRMH", fields, "little") + strings)
    shown = found["headers"][0]["fields"]
    assert (shown["SrcEnv"], shown["SrcName"], shown["DestName"]) == ("/src/env", "FILE1", "FILE2")
    assert "DestEnv" not in shown and found["notes"] == [
        "DestEnvOffset 120 and DestEnvLength 50 of the MQRMH point outside of it"
    ]


def test_distribution_list():
    objects = b"".join(
        structures.pack("MQOR", {"ObjectName": f"Q{n}", "ObjectQMgrName": "QM"}, "little") for n in (1, 2)
    )
    records = b"".join(bytes([n]) * 24 + struct.pack("<i", n) for n in (1, 2))
    fields = {"StrucId": "DH", "Version": 1, "StrucLength": 48 + len(objects + records), "Format": "MQSTR",
              "PutMsgRecFields": 1 | 8, "RecsPresent": 2, "ObjectRecOffset": 48, "PutMsgRecOffset": 48 + len(objects)}  # fmt: skip
    data = structures.pack("MQDH", fields, "little") + objects + records
    found = message_data({**LE, "Format": "MQHDIST"}, data + b"hello")
    shown = found["headers"][0]["fields"]
    assert (shown["ObjectRec[1].ObjectName"], shown["ObjectRec[2].ObjectName"]) == ("Q1", "Q2")
    assert (shown["PutMsgRec[2].MsgId"], shown["PutMsgRec[2].Feedback"]) == ("02" * 24, "2")
    assert (found["body_text"], found["notes"]) == ("hello", [])


@pytest.mark.parametrize("count", [10**6, 2**31 - 1])
def test_more_records_than_there_are(count):
    fields = {"StrucId": "DH", "Version": 1, "StrucLength": 48, "RecsPresent": count, "ObjectRecOffset": 48}
    found = message_data({**LE, "Format": "MQHDIST"}, structures.pack("MQDH", fields, "little") + b"x")
    assert "do not fit into it" in found["notes"][0]
