"""Connection settings of programs, under the names that MQSC has for them, and resources of Kubernetes.

Liberty's server.xml and Spring's XML (attributes of elements, properties of beans), application.yml, jms.yml and the
like (YAML, JSON as people indent it), `.properties`. One row a group of settings that belong together. A file of these
kinds holds much else: only what leads to a queue manager is a row. It is read line by line: damage costs one line.

Sources: the property names of the IBM MQ classes for JMS ("Properties of IBM MQ classes for JMS objects"), of the IBM
MQ resource adapter, of mq-jms-spring (README), of the Kafka connectors for MQ (README); "API reference for the
QueueManager (mq.ibm.com)".
"""

import html
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from mqforensics.codes import code_pages
from mqforensics.formats.line_counter import LineCounter
from mqforensics.formats.qmini.stanza import Stanza

TYPE, KUBERNETES = "SETTINGS", "KUBERNETES"
NAMES = {
    "QMNAME": ("queuemanager", "queuemanagername", "qmgr", "qmgrname", "qmanager", "qmname", "qm"),
    "CHANNEL": ("channel", "channelname", "chan", "svrconn", "svrconnchannel"),
    "CONNAME": ("connname", "connectionname", "connectionnamelist", "connectionlist", "connlist"),
    "HOST": ("host", "hostname"), "PORT": ("port",),
    "USER": ("user", "username", "userid", "appuser", "authenticationuser"),
    "PASSWORD": ("password", "passwd", "apppassword"),
    "SSLCIPH": ("sslciphersuite", "ciphersuite", "cipher", "sslcipherspec", "cipherspec", "sslciphspec"),
    "SSLPEER": ("sslpeername", "peername"), "CERTLABL": ("certificatelabel", "certlabel"),
    "KEYREPOS": ("keyrepository", "sslkeyrepository", "keystore", "sslkeystorelocation", "keystorelocation"),
    "QUEUE": ("queue", "queuename", "basequeuename", "qname", "qu", "destination", "destinationname"),
    "TRANSPORT": ("transporttype", "transport", "connectionmode", "tran"),
    "CCDTURL": ("ccdturl", "ccdt"), "APPLTAG": ("applicationname", "applname", "appname"),
    "SHARECNV": ("sharedconversations", "shareconvallowed"), "CCSID": ("ccsid",),
    "CLIENTID": ("clientid",),
}  # fmt: skip
"""The MQSC name of a setting, or the field's where MQSC has none, by the names that programs have for it."""
KNOWN = {name: key for key, names in NAMES.items() for name in names}
LONGEST = 4
"""A setting's name has so many parts at most: `mq.connection.name.list`."""
PREFIX = re.compile(r"^(?:ibm|wmq|websphere|mq|jms|xms)+(?=\w)")
LEADS = "QMNAME", "CHANNEL", "CONNAME"
"""Two of these make settings of MQ of a group: no other product has them."""
MQ = re.compile(r"(?i)mq(?!tt)|jms")
SIGN = re.compile(rb"(?i)(?<!replyto)q(?:ueue)?[._-]?m(?:ana)?g(?:e?r)|qmname|\bMQSERVER\b")
"""A dump has ReplyToQMgr in every message, and no settings."""
ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:(?:export|set|setx|ENV) )?(?P<list>(?:- +)*)"
    r"(?P<quote>[\"']?)(?P<key>[A-Za-z][\w.\-\[\]]{0,99})(?P=quote)[ \t]*"
    r"(?P<sign>=|:(?=\s|$))[ \t]*(?P<value>.*)"
)
ENV = re.compile(r"[ \t]*(?:- *)?name: *[\"']?(?P<key>[A-Z][A-Z0-9_]{1,60})[\"']?[ \t]*$")
VALUE_OF = re.compile(r"[ \t]*value: *(?P<value>.*)")
SERVER = re.compile(r"(?P<channel>[^/\s]{1,20})/(?P<transport>\w{1,10})/(?P<connname>\S{1,300})")
"""What the variable MQSERVER says."""
COMMENT = re.compile(r"(?<![ \t])[ \t]+#.*$")
TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w.:\-]{0,80})(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
ATTRIBUTE = re.compile(r"([\w.:\-]{1,80})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
TEXT = re.compile(r"\s*<value>\s*([^<]{0,400}?)\s*</value>|\s*([^<\s][^<]{0,400}?)\s*</property>")
XML = re.compile(rb"<(?:server|beans?|[\w:]*[Cc]onnectionFactory|Resource|resources?|factories|properties\.\w+)\b")
PAIRS = ("property", "propertyvalue", "resourceproperties", "entry", "jms-property", "config-property")
"""Elements of which each holds one setting, by its attributes `name` (or `key`) and `value`."""
LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
DOCUMENT = re.compile(r"(?m)^---[ \t]*\r?$")
KIND = re.compile(r"(?m)^kind:[ \t]*[\"']?QueueManager[\"']?[ \t]*\r?$")
OF_RESOURCE = ("spec.", "status.")
MOST = 200


class Entry(NamedTuple):
    """One setting: its name in parts, the group that its place makes, its value, and where it is."""

    parts: tuple[str, ...]
    value: str
    at: int
    line: int


def sniff(data: bytes) -> int:
    """How sure the first bytes hold connection settings of a program, or a queue manager of Kubernetes."""
    if not SIGN.search(data):
        return 0
    found = stanzas(data.decode("latin-1"), 1)
    return 60 if any(one.type for one in found) else 0


def stanzas(source: str, first: int) -> list[Stanza]:
    """Every group of settings and every queue manager of Kubernetes, in the order of the file."""
    if XML.search(source[: 1 << 16].encode("latin-1")) and TAG.search(source):
        return _groups(_of_xml(source, first))
    found: list[Stanza] = []
    lines = LineCounter(source, first)
    for begin, end in _documents(source):
        text = source[begin:end]
        entries = [entry._replace(at=entry.at + begin) for entry in _of_lines(text, lines.at(begin))]
        found += [_resource(entries)] if KIND.search(text) else _groups(entries)
    return found


def _documents(source: str) -> Iterator[tuple[int, int]]:
    edges = [0, *(found.start() for found in DOCUMENT.finditer(source)), len(source)]
    yield from ((begin, end) for begin, end in pairwise(edges) if begin < end)


def _of_lines(source: str, first: int) -> Iterator[Entry]:
    """The settings of YAML, JSON or `.properties`: a line each, its place by what is indented less above it."""
    above: list[tuple[int, str]] = []
    at, items = 0, 0
    lines = LINE.findall(source)
    for number, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True), first):
        begin, at = at, at + len(line)
        words = line.rstrip("\r\n")
        item = ITEM.match(words)
        if (named := ENV.match(words)) and (value := VALUE_OF.match(below)):  # a variable of a container
            yield Entry((*(name for _, name in above), named["key"]), _bare(value["value"]), begin, number + 1)
            continue
        if not item or words.lstrip().startswith(("#", "//", "!")):
            continue
        indent = len(item["indent"]) + len(item["list"])
        while above and above[-1][0] >= indent - (len(item["list"]) and 1):
            above.pop()
        if item["list"] and item["sign"] == ":":  # else a variable of a list of such
            items += 1
            above.append((indent - 1, f"[{items}]"))
        value = _bare(item["value"])
        if value in ("", "{", "[", "|", ">", "|-", ">-"):
            above.append((indent, item["key"]))
        else:
            parts = (*(name for _, name in above), *(part for part in item["key"].split(".") if part))
            if server := SERVER.fullmatch(value) if parts[-1] == "MQSERVER" else None:
                yield from (Entry((*parts, key), told, begin, number) for key, told in server.groupdict().items())
            else:
                yield Entry(parts, value, begin, number)


def _bare(value: str) -> str:
    """A value without its quotes, the comma of JSON and what YAML has for a comment."""
    value = value.strip()
    if value[:1] in ('"', "'") and (end := value.find(value[0], 1)) > 0:
        return value[1:end]
    return COMMENT.sub("", f" {value}").strip().rstrip(",").strip()


def _of_xml(source: str, first: int) -> Iterator[Entry]:
    """The attributes of each element as its settings; what a bean has in elements within it is the bean's."""
    counter, owner, number = LineCounter(source, first), "", 0
    for found in TAG.finditer(source):
        if found["close"]:
            continue
        line = counter.at(found.start())
        told = list(ATTRIBUTE.finditer(found["attributes"]))
        has = {one[1]: html.unescape(one[2] or one[3] or "") for one in told}
        lines = {one[1]: line + found["attributes"].count("\n", 0, one.start()) for one in told}
        name = found["name"].rpartition(":")[2]
        if name.lower() in PAIRS and (key := has.get("name") or has.get("key")):
            text = TEXT.match(source, found.end())
            value = has.get("value") or (text and (text[1] or text[2]))
            if value:
                yield Entry((owner, key), value, found.start(), line)
            continue
        if not has:
            continue
        number += 1
        jndi = next((has[key] for key in ("jndiName", "id", "name") if has.get(key)), None)
        is_inner = name.lower().startswith("properties")
        group = owner if is_inner and owner else f"{jndi or name}\0{number}"
        for key, value in has.items():
            if key not in ("jndiName", "id", "name", "type", "class"):
                yield Entry((group, key), value, found.start(), lines[key])
        if not is_inner:
            owner = group


def _known(parts: tuple[str, ...]) -> tuple[tuple[str, ...], str] | None:
    """The group and the name of a setting that has one of `NAMES`: as few of its last parts as make one."""
    for size in range(1, min(LONGEST, len(parts)) + 1):
        word = re.sub(r"[-_\[\]]", "", "".join(parts[-size:])).lower()
        if key := KNOWN.get(word) or KNOWN.get(PREFIX.sub("", word)):
            return parts[:-size], key
    return None


def _groups(entries: Iterator[Entry] | list[Entry]) -> list[Stanza]:
    groups: dict[tuple[str, ...], list[tuple[str, Entry]]] = {}
    for entry in entries:
        if known := _known(entry.parts):
            groups.setdefault(known[0], []).append((known[1], entry))
    made = (_stanza(group, found) for group, found in groups.items())
    return sorted((one for one in made if one), key=lambda one: one.at)


def _stanza(group: tuple[str, ...], found: list[tuple[str, Entry]]) -> Stanza | None:
    keys = {key for key, _ in found}
    leads = len(keys & set(LEADS)) + bool("CONNAME" not in keys and "HOST" in keys)
    is_mq = bool(MQ.search(".".join(group))) or any(MQ.search(".".join(entry.parts)) for _, entry in found)
    if leads < 2 or not ("QMNAME" in keys or (is_mq and "CHANNEL" in keys)):
        return None
    first = found[0][1]
    name = ".".join(part.partition("\0")[0] for part in group if not part.startswith("["))
    stanza = Stanza(first.at, first.line, code_pages.of_bytes(name) or None, TYPE)
    hosts = {key: entry for key, entry in found if key in ("HOST", "PORT")}
    for key, entry in found:
        if key not in hosts:
            stanza.add(key, entry.value, entry.line)
    if "HOST" in hosts and "CONNAME" not in keys:
        port = f"({hosts['PORT'].value})" if "PORT" in hosts and "(" not in hosts["HOST"].value else ""
        stanza.add("CONNAME", f"{hosts['HOST'].value}{port}", hosts["HOST"].line)
    return stanza


def _resource(entries: list[Entry]) -> Stanza:
    """A queue manager as Kubernetes has it: what is wanted of it (`spec`), and how it is (`status`)."""
    first = entries[0] if entries else Entry((), "", 0, 1)
    stanza = Stanza(first.at, first.line, None, KUBERNETES)
    for entry in entries[:MOST]:
        path = ".".join(part for part in entry.parts if not part.startswith("["))
        if path == "metadata.name":
            stanza.name = code_pages.of_bytes(entry.value)
        elif path.startswith(OF_RESOURCE):
            key = path.removeprefix(OF_RESOURCE[0])
            if key in stanza.attributes:
                stanza.attributes[key] += f",{code_pages.of_bytes(entry.value)}"
            else:
                stanza.add(key, entry.value, entry.line)
    stanza.queue_manager = stanza.attributes.get("queueManager.name")
    return stanza
