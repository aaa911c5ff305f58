"""A folder of an MQRFH2: XML-like text that need not be well-formed.

A property is `folder.name`, a nested one `folder.group.name`. Its value stays the text that was sent, whatever its type
(`dt`) says; the type is reported beside it. A property with `xsi:nil="true"` has no value.
"""

import re
from typing import NamedTuple

TAG = re.compile(r"<(?P<end>/?)(?P<name>[^\s<>/=!?][^\s<>/=]*+)(?P<attributes>[^<>]*+)>")
ATTRIBUTE = re.compile(r"""(?<![^\s="'])([^\s="']++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|apos|quot));")
NAMED = {"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": '"'}
DEPTH = 32


class Folder(NamedTuple):
    """The properties of a folder as (name, value, type), and what is wrong with its text."""

    values: list[tuple[str, str | None, str | None]]
    note: str | None


def folder(text: str) -> Folder:
    """Properties of one folder's text; what can be read is read when it is not well-formed."""
    values: list[tuple[str, str | None, str | None]] = []
    open_: list[tuple[str, dict[str, str], int, int]] = []  # name, attributes, where its text begins, children
    note = None
    for tag in TAG.finditer(text):
        if tag["end"]:
            note = note or _misplaced(open_, tag["name"])
            if open_ and any(name == tag["name"] for name, *_ in open_):
                note = _close(open_, values, text, tag, note)
        elif len(open_) >= DEPTH:
            return Folder(values, f"more than {DEPTH} groups inside each other")
        else:
            _open(open_, values, tag)
    if open_:
        note = note or f"<{open_[-1][0]}> is not closed"
    elif not TAG.search(text):
        note = "it holds no element"
    return Folder(values, note)


def _misplaced(open_, name) -> str | None:
    return None if open_ and open_[-1][0] == name else f"</{name}> closes nothing that is open last"


def _open(open_, values, tag) -> None:
    attributes = {m[1]: m[2] or m[3] or "" for m in ATTRIBUTE.finditer(tag["attributes"])}
    if open_:
        name, own, start, children = open_[-1]
        open_[-1] = (name, own, start, children + 1)
    open_.append((tag["name"], attributes, tag.end(), 0))
    if tag["attributes"].endswith("/"):
        _value(open_, values, "")
        open_.pop()


def _close(open_, values, text, tag, note) -> str | None:
    while open_[-1][0] != tag["name"]:  # elements inside that were never closed
        open_.pop()
    start, children = open_[-1][2:]
    between = text[start : tag.start()]
    if not children:
        _value(open_, values, between)
    elif between.rpartition(">")[2].strip():
        note = note or f"text beside the elements of <{tag['name']}>"
    open_.pop()
    return note


def _value(open_, values, text) -> None:
    attributes = open_[-1][1]
    if len(open_) == 1 and not text.strip():  # an empty folder has no property
        return
    nil = any(key.rpartition(":")[2] == "nil" and value == "true" for key, value in attributes.items())
    name = ".".join(name for name, *_ in open_)
    values.append((name, None if nil else REFERENCE.sub(_character, text), attributes.get("dt")))


def _character(reference: re.Match) -> str:
    if reference[3]:
        return NAMED[reference[3]]
    code = int(reference[1], 16) if reference[1] else int(reference[2])
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else reference[0]
