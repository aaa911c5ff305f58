"""Configuration files: qm.ini, mqs.ini, mqclient.ini, mqat.ini, client channel definition tables in JSON, the
connection settings of programs (Liberty, Spring, Kafka Connect), queue managers of Kubernetes.

One row a stanza or channel of the table `objects`. A file is what is configured now, or when it was copied; what a
queue manager runs with is what stood there when it started.
Sources: IBM documentation, "Changing IBM MQ and queue manager configuration information", "Configuring a JSON format
CCDT".
"""

from collections.abc import Iterator

from mqforensics.formats.paste.encoding import text_of
from mqforensics.formats.qmini import ccdt, ini, settings
from mqforensics.formats.qmini.stanza import Stanza
from mqforensics.formats.stretch import Stretch

NAME, TABLE = "qmini", "objects"
BY_NAME = True
NOTHING = "no stanza of a configuration file in these bytes"


def sniff(head: bytes) -> int:
    """How sure (0-100) the first bytes of a file are of this format."""
    data = text_of(head).data
    return max(ini.sniff(data), ccdt.sniff(data), settings.sniff(data))


def read(stretch: Stretch) -> Iterator[dict]:
    """The rows of a whole file."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    source = text.data.decode("latin-1")  # one character a byte
    found = ccdt.stanzas(source, stretch.line) if ccdt.SIGN.search(text.data) else None
    if found is None and not ini.sniff(text.data):
        found = settings.stanzas(source, stretch.line) or None
    found = ini.stanzas(source, stretch.line, stretch.file) if found is None else found
    found = found or [Stanza(0, stretch.line, None, errors=[NOTHING])]
    bounds = [0, *(text.origin(one.at) for one in found[1:]), len(stretch.data)]
    for one, begin, end in zip(found, bounds, bounds[1:], strict=False):
        place = {"file": stretch.file, "offset": stretch.offset + begin, "length": end - begin}
        yield place | one.row()
