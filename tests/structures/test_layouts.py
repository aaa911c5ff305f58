"""Layouts against the reference, and every structure packed and read back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.structures.layouts import LayoutNotFound, layout, layouts, pack, read

from .made import fields_of

ALIASES = {"MQCIH": "MQCIH2"}
NESTED = {"MsgDesc": "MQMD1", "PCFHeader": "MQCFH"}
TEXTS = {"MQCHAR": "char", "MQBYTE": "byte", "MQLONG": "long", "MQINT64": "int64"}


def flat(reference, name, base=0, prefix=""):
    for field in reference[name]["fields"]:
        if field["name"] in NESTED:
            yield from flat(reference, NESTED[field["name"]], base + field["offset"], field["name"] + ".")
        elif "[" not in field["type"]:
            kind = TEXTS[field["type"].rstrip("0123456789") if "INT64" not in field["type"] else "MQINT64"]
            yield prefix + field["name"], kind, base + field["offset"], field["length"]


def test_against_the_reference(samples):
    reference = json.loads((samples.parent / "reference" / "layouts.json").read_text())
    for name in reference:
        ours = layouts().get(ALIASES.get(name, name))
        if ours is None:  # the response record is never in a message
            assert name == "MQRR"
            continue
        assert list(flat(reference, name)) == [(f, ours.types[f], *ours.places[f]) for f in ours.fields]


@pytest.mark.parametrize(
    ("name", "length"),
    [("MQMD1", 324), ("MQMD2", 364), ("MQDLH", 172), ("MQXQH", 428), ("MQMDE", 72), ("MQRFH", 32), ("MQRFH2", 36),
     ("MQIIH", 84), ("MQCIH1", 164), ("MQCIH2", 180), ("MQTM", 684), ("MQTMC", 684), ("MQTMC2", 732),
     ("MQRMH", 108), ("MQWIH", 120), ("MQDH", 48), ("MQOR", 96), ("MQEPH", 68), ("MQSAPH", 108), ("MQCFH", 36)],
)  # fmt: skip
def test_lengths(name, length):
    assert layout(name).length == length == len(pack(name, {}))


@pytest.mark.parametrize("name", sorted(layouts()))
def test_fields_leave_no_hole_and_do_not_overlap(name):
    at = 0
    for offset, length in layout(name).places.values():
        assert offset == at
        at += length


@given(
    st.sampled_from(sorted(layouts())).flatmap(lambda name: st.tuples(st.just(name), fields_of(name))),
    st.sampled_from(["big", "little"]),
    st.sampled_from(["latin-1", "cp500", "cp1047", "utf-8"]),
    st.binary(max_size=5),
)
def test_pack_and_read(made, order, codec, before):
    name, fields = made
    data = before + pack(name, fields, order, codec)
    found = read(name, data, len(before), order, codec)
    assert found == fields
    assert list(found) == list(layout(name).fields)
    assert found == slowly(name, data[len(before) :], order, codec)


def slowly(name, data, order, codec):
    """The same, a field at a time."""
    found = {}
    for field, (offset, length) in layout(name).places.items():
        word, kind = data[offset : offset + length], layout(name).types[field]
        if kind == "char":
            word = word.decode(codec).rstrip(" \0")
        elif kind != "byte":
            word = int.from_bytes(word, order, signed=True)
        found[field] = word
    return found


def test_what_follows_a_nul_is_blank():
    data = pack("MQDLH", {"DestQName": "Q1\0rest of an older name", "Format": "MQSTR\0\0\0"})
    found = read("MQDLH", data)
    assert (found["DestQName"], found["Format"]) == ("Q1", "MQSTR")


def test_multibyte_text_does_not_shift_the_fields():
    fields = {"PutApplName": "größe", "PutDate": "20260622", "PutTime": "14245461"}
    found = read("MQDLH", pack("MQDLH", fields, "little", "utf-8"), 0, "little", "utf-8")
    assert {name: found[name] for name in fields} == fields


def test_an_unknown_structure_raises():
    with pytest.raises(LayoutNotFound, match="expected one of the structures"):
        pack("MQNOPE", {})
