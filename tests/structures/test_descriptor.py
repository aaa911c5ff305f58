"""The MQMD out of bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import structures
from mqforensics.structures import mqmd

from .made import fields_of


@given(
    st.sampled_from([1, 2]).flatmap(lambda v: fields_of(f"MQMD{v}", StrucId="MD", Version=v)),
    st.sampled_from(["big", "little"]),
    st.sampled_from(["latin-1", "cp500"]),
    st.binary(max_size=9),
)
def test_both_versions_orders_and_scripts(fields, order, codec, after):
    length = 324 if fields["Version"] == 1 else 364
    found = mqmd(b"xx" + structures.pack(f"MQMD{fields['Version']}", fields, order, codec) + after, 2)
    assert (found.fields, found.byte_order, found.length, found.codec) == (fields, order, length, codec)
    assert found.notes == []


@pytest.mark.parametrize(("file", "order", "length", "ccsid"), [
    ("raw_md2_le_dlh_le.bin", "little", 364, 1208), ("raw_md1_be_ebcdic.bin", "big", 324, 500),
])  # fmt: skip
def test_samples(samples, file, order, length, ccsid):
    found = mqmd((samples / "amqsbcg_generated" / file).read_bytes())
    assert (found.byte_order, found.length) == (order, length)
    assert (found.fields["Format"], found.fields["CodedCharSetId"]) == ("MQDEAD", ccsid)
    assert found.fields["PutApplName"] == "amqsput"
    assert found.fields["MsgId"].hex() == "414d5120514d312020202020202020205a45396a02290040"


@pytest.mark.parametrize(
    "data", [b"", b"MD  ", b"MD  \0\0\0\0" * 50, b"MD  \x01\x01\x01\x01" * 50, b"MDE \0\0\0\1" * 50]
)
def test_what_is_none(data):
    assert mqmd(data) is None


@given(st.integers(8, 363))
def test_one_that_is_cut_has_its_whole_fields(length):
    fields = {"StrucId": "MD", "Version": 2, "Format": "MQSTR", "PutApplName": "put", "MsgId": b"\1" * 24}
    found = mqmd(structures.pack("MQMD2", fields, "little")[:length])
    for name, (offset, size) in structures.MQMD2.places.items():
        assert (found.fields[name] is None) == (offset + size > length)
    assert found.notes == [f"MQMD is cut: {length} of 364 bytes"] and found.length == length


def test_an_unknown_version_is_noted():
    assert mqmd(structures.pack("MQMD2", {"StrucId": "MD", "Version": 3})).notes
