"""Messages of our own making for the tests: headers packed one after another, each in what the one before states."""

from hypothesis import strategies as st

from mqforensics import structures
from mqforensics.structures.layouts import layout

CODECS = {819: "latin-1", 500: "cp500", 37: "cp037", 1208: "utf-8", 1047: "cp1047"}
ORDERS = {273: "big", 546: "little", 785: "big"}
EYES = {"MQDLH": ("DLH ", 1, "MQDEAD"), "MQXQH": ("XQH ", 1, "MQXMIT"), "MQMDE": ("MDE ", 2, "MQHMDE"),
        "MQRFH": ("RFH ", 1, "MQHRF"), "MQRFH2": ("RFH ", 2, "MQHRF2"), "MQIIH": ("IIH ", 1, "MQIMS"),
        "MQCIH1": ("CIH ", 1, "MQCICS"), "MQCIH2": ("CIH ", 2, "MQCICS"), "MQRMH": ("RMH ", 1, "MQHREF"),
        "MQWIH": ("WIH ", 1, "MQHWIH"), "MQDH": ("DH  ", 1, "MQHDIST"), "MQSAPH": ("SAPH", 1, "MQHSAP")}  # fmt: skip
"""Eye-catcher, Version and Format of the headers that others can follow."""
ZERO_FIELDS = {"SrcEnvLength", "SrcNameLength", "DestEnvLength", "DestNameLength", "RecsPresent", "ObjectRecOffset",
               "PutMsgRecOffset"}  # fmt: skip

numbers = st.integers(-(2**31), 2**31 - 1)
triples = st.tuples(st.sampled_from(sorted(ORDERS)), st.sampled_from(sorted(CODECS)))


def names(length: int) -> st.SearchStrategy[str]:
    """Names as MQ allows them, not longer than a field."""
    return st.text("ABCXYZabcxyz0189._/%", max_size=length)


@st.composite
def fields_of(draw, name: str, **fixed):
    """Fields of one structure, some of them fixed."""
    shape, fields = layout(name), dict(fixed)
    for field in shape.fields:
        if field not in fields:
            kind, length = shape.types[field], shape.places[field][1]
            if kind == "char":
                fields[field] = draw(names(length))
            elif kind == "byte":
                fields[field] = draw(st.binary(min_size=length, max_size=length))
            else:
                fields[field] = 0 if field in ZERO_FIELDS else draw(numbers)
    return fields


@st.composite
def chains(draw):
    """An MQMD's triple, the message's data, the headers (layout, fields, offset) in it, and the body."""
    kinds = draw(st.lists(st.sampled_from(sorted(EYES)), max_size=4))
    steps = [draw(triples) for _ in range(len(kinds) + 1)]
    formats = [EYES[kind][2] for kind in kinds] + ["MQSTR"]
    data, headers = b"", []
    for n, kind in enumerate(kinds):
        eye, version, _ = EYES[kind]
        prefix = "MsgDesc." if kind == "MQXQH" else ""
        fixed = {"StrucId": eye.rstrip(), "Version": version, prefix + "Encoding": steps[n + 1][0],
                 prefix + "CodedCharSetId": steps[n + 1][1], prefix + "Format": formats[n + 1]}  # fmt: skip
        if prefix:
            fixed |= {"MsgDesc.StrucId": "MD", "MsgDesc.Version": 1}
        if "StrucLength" in layout(kind).fields:
            fixed["StrucLength"] = layout(kind).length
        fields = draw(fields_of(kind, **fixed))
        headers.append((kind, fields, len(data)))
        data += structures.pack(kind, fields, ORDERS[steps[n][0]], CODECS[steps[n][1]])
    text = draw(st.text("ABC xyz 0189", min_size=1, max_size=20))
    md = {"Encoding": steps[0][0], "CodedCharSetId": steps[0][1], "Format": formats[0]}
    return md, data + text.encode(CODECS[steps[-1][1]]), headers, text
