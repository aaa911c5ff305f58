"""Configuration files: qm.ini, mqs.ini, mqclient.ini, mqat.ini, client channel definition tables in JSON, the
connection settings of programs (Liberty, Spring, Kafka Connect), queue managers of Kubernetes.

One row a stanza or channel of the table `objects`. A file is what is configured now, or when it was copied; what a
queue manager runs with is what stood there when it started.
Sources: IBM documentation, "Changing IBM MQ and queue manager configuration information", "Configuring a JSON format
CCDT".

To read: `stanza`, `ini`, `ccdt`, `program_settings`.
"""

import re
from collections.abc import Iterator

from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.encoding import text_of
from mqforensics.formats.qmini import ccdt, ini, program_settings
from mqforensics.formats.qmini.stanza import Stanza

NAME, TABLE = "qmini", "objects"
BY_NAME = True
ABOVE = re.compile(rb"[ \t]*(?:[{\[<#][^\n]*|[\w\"'.-]{1,80}[ \t]*(?::[ \t]*[{\[]?|[:=][ \t]*[^\s=:][^\s:]*))[ \t]*")
NOTHING = "no stanza of a configuration file in these bytes"


def sniff(head: bytes) -> int:
    """How sure (0-100) the first bytes of a file are of this format."""
    data = text_of(head).data
    return max(ini.sniff(data), ccdt.sniff(data), program_settings.sniff(data))


def begins(data: bytes) -> Iterator[int]:
    """Where stanzas, tables of client channels and settings of programs begin."""
    if found := ccdt.SIGN.search(data) if ccdt.CLIENT.search(data) else None:
        yield data.rfind(b"\n", 0, found.start()) + 1
    elif ini.BEGUN.search(data):
        yield from (found.start() for found in ini.BEGUN.finditer(data))
    elif program_settings.SIGN.search(data):
        places = [one.at for one in program_settings.stanzas(data.decode("latin-1"), 1)]
        yield from (data.rfind(b"\n", 0, at) + 1 for at in places)


def read(stretch: FileSlice) -> Iterator[dict]:
    """The rows of a whole file."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    source = text.data.decode("latin-1")  # one character a byte
    found = ccdt.stanzas(source, stretch.line) if ccdt.SIGN.search(text.data) else None
    if found is None and not ini.sniff(text.data):
        found = program_settings.stanzas(source, stretch.line) or None
    found = ini.stanzas(source, stretch.line, stretch.file) if found is None else found
    found = found or [Stanza(0, stretch.line, None, errors=[NOTHING])]
    bounds = [0, *(text.origin(one.at) for one in found[1:]), len(stretch.data)]
    for one, begin, end in zip(found, bounds, bounds[1:], strict=False):
        place = stretch.place(begin, end)
        yield place | one.row()
