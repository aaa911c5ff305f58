"""What a ConfigMap of Kubernetes holds: files of MQSC or of stanzas, as blocks of YAML or as strings of JSON.

The lines of such a file are given back as they were in it, the lines of the resource around them as blank ones.
"""

import json
import re
from collections.abc import Iterator

from mqforensics.formats.paste.line_prefixes import Line

KIND = re.compile(rb"kind[\"']?[ \t]*:[ \t]*[\"']?(?:ConfigMap|Secret)\b")
FILE = rb"[\"']?[\w.-]{1,120}\.(?:mqsc|ini|rul|json)[\"']?"
BLOCK = re.compile(rb"(?P<indent>[ \t]*)(?:- +)?(?P<key>[\"']?[\w.-]{1,120}[\"']?)[ \t]*:[ \t]*[|>][+-]?\d?[ \t]*$")
STRING = re.compile(rb"[ \t]*(?:\{[ \t]*)?(?P<key>" + FILE + rb")[ \t]*:[ \t]*(?P<value>\"(?:[^\"\\\n]|\\.)*\")")
DOCUMENT = b"---"


def has_config_map(data: bytes) -> bool:
    """Whether a text may have a ConfigMap in it."""
    return b"ConfigMap" in data or b"kind: Secret" in data


def without_config_maps(lines: list[Line]) -> list[Line] | None:
    """The lines of the files in each ConfigMap; those of other documents stay as they are."""
    found: list[Line] = []
    is_changed = False
    for document in _documents(lines):
        files = list(_unpacked(document)) if any(KIND.search(line.text) for line in document) else []
        is_changed |= any(line.text for line in files)
        found += files if any(line.text for line in files) else document
    return found if is_changed else None


def _documents(lines: list[Line]) -> Iterator[list[Line]]:
    document: list[Line] = []
    for line in lines:
        if line.text.rstrip() == DOCUMENT and document:
            yield document
            document = []
        document.append(line)
    yield document


def _unpacked(lines: list[Line]) -> Iterator[Line]:
    """Each line of the files; for every other a blank one."""
    above, margin = -1, None
    for line in lines:
        text = line.text
        indent = len(text) - len(text.lstrip())
        if above >= 0 and (not text.strip() or indent > above):
            margin = indent if margin is None and text.strip() else margin
            yield line.cut(min(indent, margin or 0)) if text.strip() else line._replace(text=b"")
            continue
        above, margin = -1, None
        if block := BLOCK.match(text):
            above = len(block["indent"])
        if string := STRING.match(text):
            yield from _pieces(line, string)
        else:
            yield line._replace(text=b"")


def _pieces(line: Line, string: re.Match[bytes]) -> Iterator[Line]:
    try:
        whole = json.loads(string["value"])
    except ValueError:
        yield line._replace(text=b"")
        return
    for nth, text in enumerate(whole.split("\n")):
        inner = line.inner + string.start("value")
        yield line._replace(text=text.encode("utf-8", "replace"), at=inner if nth else line.at, inner=inner)
