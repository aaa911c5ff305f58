"""PCF messages: parameters by name, groups nested."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import codes, structures
from mqforensics.structures import Parameter, pcf
from mqforensics.structures import message as message_data
from mqforensics.structures.pcf import KINDS, properties
from mqforensics.structures.pcf_values import Filter

SIGN = {"big": ">", "little": "<"}
INT, TEXT, INTS, TEXTS, BYTES, GROUP, LONG, LONGS = 3, 4, 5, 6, 9, 20, 23, 25
texts = st.text("ABCabc019. ", max_size=12).map(str.rstrip)
VALUES = {
    INT: ("MQIA_CURRENT_Q_DEPTH", st.integers(-(2**31), 2**31 - 1)),
    TEXT: ("MQCA_Q_NAME", texts),
    INTS: ("MQIACF_Q_ATTRS", st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4)),
    TEXTS: ("MQCACF_Q_NAMES", st.lists(texts, max_size=4)),
    BYTES: ("MQBACF_MSG_ID", st.binary(max_size=24)),
    LONG: ("MQIAMO64_PUT_BYTES", st.integers(-(2**63), 2**63 - 1)),
    LONGS: ("MQIAMO64_BYTES", st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4)),
}
plain = st.sampled_from(sorted(VALUES)).flatmap(
    lambda kind: VALUES[kind][1].map(lambda value: Parameter(VALUES[kind][0], codes.code(VALUES[kind][0]), kind, value))
)
groups = st.recursive(plain, lambda inner: st.lists(inner, max_size=3).map(
    lambda values: Parameter("MQGACF_ACTIVITY", codes.code("MQGACF_ACTIVITY"), GROUP, values)), max_leaves=8)  # fmt: skip


def padded(raw):
    return raw + bytes(-len(raw) % 4)


def written(parameter, sign):
    """A parameter's bytes, by the book."""
    kind, value = parameter.type, parameter.value
    if kind == GROUP:
        own = struct.pack(sign + "4i", kind, 16, parameter.code, len(value))
        return own + b"".join(written(inner, sign) for inner in value)
    if kind == INT:
        tail = struct.pack(sign + "i", value)
    elif kind == LONG:
        tail = struct.pack(sign + "iq", 0, value)
    elif kind in (INTS, LONGS):
        tail = struct.pack(f"{sign}i{len(value)}{'i' if kind == INTS else 'q'}", len(value), *value)
    elif kind == TEXT:
        tail = struct.pack(sign + "2i", 819, len(value)) + padded(value.encode())
    elif kind == BYTES:
        tail = struct.pack(sign + "i", len(value)) + padded(value)
    else:
        size = max(map(len, value), default=0)
        tail = struct.pack(sign + "3i", 819, len(value), size) + padded("".join(v.ljust(size) for v in value).encode())
    return struct.pack(sign + "3i", kind, 12 + len(tail), parameter.code) + tail


def command(parameters, order="little", **head):
    head = {"Type": 7, "StrucLength": 36, "Version": 3, "Command": 99, "MsgSeqNumber": 1, "Control": 1,
            "ParameterCount": len(parameters), **head}  # fmt: skip
    return structures.pack("MQCFH", head, order) + b"".join(written(p, SIGN[order]) for p in parameters)


def same(found, made):
    if made.type == TEXTS and not any(made.value):  # strings of no length cannot be counted
        return found.value in ([], made.value)
    if made.type == GROUP:
        return len(found.value) == len(made.value) and all(map(same, found.value, made.value))
    return found == made


@given(st.lists(groups, max_size=4), st.sampled_from(["big", "little"]))
def test_any_parameters_come_back(parameters, order):
    data = command(parameters, order)
    found = pcf(data)
    assert (found["CommandName"], found["ByteOrder"], found["length"]) == ("MQCMD_COMMAND_EVENT", order, len(data))
    assert found["notes"] == [] and len(found["Parameters"]) == len(parameters)
    assert all(map(same, found["Parameters"], parameters))


@given(st.lists(groups, max_size=3), st.data())
def test_damage_never_raises(parameters, data):
    raw = bytearray(command(parameters))
    for _ in range(data.draw(st.integers(0, 5))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + 4] = data.draw(st.binary(min_size=4, max_size=4))
    found = pcf(bytes(raw[: data.draw(st.integers(0, len(raw)))]))
    if found:
        properties(found["Parameters"])


@pytest.mark.parametrize("length", [0, -4, 8, 2**31 - 1])
def test_a_wrong_length_ends_the_reading(length):
    data = command([], ParameterCount=1) + struct.pack("<4i", 3, length, 3, 1)
    found = pcf(data)
    assert found["Parameters"] == [] and f"StrucLength {length}" in found["notes"][0]


def test_an_unknown_type_is_kept():
    data = command([], ParameterCount=1) + struct.pack("<4i", 99, 16, 3, 7)
    found = pcf(data)
    assert found["Parameters"] == [Parameter("3", 3, 99, b"\7\0\0\0")]
    assert "unknown type 99" in found["notes"][0]


def test_groups_inside_groups_without_end():
    data = command([], ParameterCount=1) + struct.pack("<4i", 20, 16, 8005, 1) * 5000
    found = pcf(data)
    assert "nested more than" in found["notes"][0]
    properties(found["Parameters"])


def test_strings_in_their_own_ccsid():
    word = "GRÖSSE".encode("cp500")
    data = command([], "big", ParameterCount=1) + struct.pack(">5i", 4, 28, 2016, 500, 6) + word + bytes(2)
    assert pcf(data)["Parameters"][0].value == "GRÖSSE"


def test_no_pcf_is_none():
    assert pcf(b"") is None is pcf(bytes(36)) is pcf(command([])[:35])


def test_a_message_names_its_parameters():
    parameters = [Parameter("", 2016, TEXT, "Q1"), Parameter("", 8005, GROUP, [Parameter("", 3, INT, 7)]),
                  Parameter("", 8005, GROUP, [Parameter("", 7013, BYTES, b"\1\2")]), Parameter("", 9999, INT, 1)]  # fmt: skip
    data = command(parameters)
    found = message_data({"Format": "MQEVENT", "Encoding": 546, "CodedCharSetId": 819}, data)
    assert found["properties"] == {
        "MQCA_Q_NAME": "Q1", "MQGACF_ACTIVITY.MQIA_CURRENT_Q_DEPTH": "7", "MQGACF_ACTIVITY[2].MQBACF_MSG_ID": "0102",
        "9999": "1",
    }  # fmt: skip
    entry = found["headers"][0]
    assert (entry["StrucId"], entry["length"], entry["fields"]["CommandName"]) == ("CFH", 36, "MQCMD_COMMAND_EVENT")
    assert found["body"] == data[36:] and found["body_text"] is None and found["notes"] == []


def test_a_contradiction_is_noted():
    found = message_data({"Format": "MQADMIN", "Encoding": 546, "CodedCharSetId": 819}, command([], "big"))
    assert found["notes"] == ["MQCFH is big-endian although Encoding says little-endian"]


def test_format_without_a_command():
    found = message_data({"Format": "MQADMIN", "Encoding": 546, "CodedCharSetId": 819}, b"hello")
    assert found["notes"] == ["Format is MQADMIN but the data has no valid MQCFH at offset 0"]


def test_embedded_in_a_header():
    inner = command([Parameter("", 2016, TEXT, "Q1")])
    fields = {
        "StrucId": "EPH",
        "Version": 1,
        "StrucLength": 32 + len(inner),
        "Encoding": 546,
        "CodedCharSetId": 819,
        "Format": "MQSTR",
    }
    data = structures.pack("MQEPH", fields, "little")[:32] + inner
    found = message_data({"Format": "MQHEPCF", "Encoding": 546, "CodedCharSetId": 819}, data + b"hello")
    assert found["properties"] == {"MQCA_Q_NAME": "Q1"}
    assert found["headers"][0]["fields"]["PCFHeader.Command"] == "99"
    assert (found["body_text"], found["notes"]) == ("hello", [])


@pytest.mark.parametrize(("file", "filtered"), [
    ("pymqi_pcf_with_cfif.dat", Parameter("MQIA_CURRENT_Q_DEPTH", 3, 13, Filter("MQCFOP_GREATER", 0))),
    ("pymqi_pcf_with_cfsf.dat", Parameter("MQCA_Q_DESC", 2013, 14, Filter("MQCFOP_LIKE", "test*"))),
])  # fmt: skip
def test_samples(samples, file, filtered):
    data = (samples / "other" / file).read_bytes()
    found = pcf(data)
    assert (found["CommandName"], found["length"], found["notes"]) == ("MQCMD_COMMAND_EVENT", len(data), [])
    context, inner = found["Parameters"]
    assert context.value[0] == Parameter("MQCACF_EVENT_USER_ID", 3045, 4, "mqm")
    assert filtered in inner.value


def test_an_activity_trace(samples):
    data = (samples / "trace_generated" / "pcf_m1.bin").read_bytes()[40:]
    found = pcf(data)
    assert (found["CommandName"], found["length"], found["notes"]) == ("MQCMD_ACTIVITY_TRACE", len(data), [])
    calls = [p for p in found["Parameters"] if p.name == "MQGACF_ACTIVITY_TRACE"]
    assert len(calls) == 14 and {p.name for p in calls[0].value} > {"MQIACF_OPERATION_ID", "MQCACF_OPERATION_TIME"}


def test_every_kind_has_a_layout():
    for kind in KINDS.values():
        assert structures.layout(kind.structure).length == kind.fixed
