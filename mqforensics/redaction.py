"""What a report must not carry away: passwords always, and what a message says or who sent it where that is asked for.

A value becomes a token, a keyed hash: the same value is the same token wherever it stands in one report, so that it
can still be compared, and nobody without the key can find it by trying. `payload` hides what messages carry,
`identity` the names of people, hosts, addresses, applications and objects, `all` both, and every text that people
wrote freely, the quoted lines of the evidence among them.
"""

import hashlib
import hmac
import html
import ipaddress
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pandas as pd
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.codes.passwords import STARS, is_password, masked
from mqforensics.codes.public import is_harmless, is_own, is_plain
from mqforensics.errors import MQForensicsError

MODES = ("payload", "identity", "all")
MODE, KEY, PREVIEWS = "MQFORENSICS_REDACT", "MQFORENSICS_REDACT_KEY", "MQFORENSICS_PREVIEWS"
"""How the processes of one report know of it: in their environment."""
SHOWN, LEFT_OUT = "shown", "left out"
PAYLOAD = frozenset((
    "preview", "body", "body_text", "data", "properties", "fields", "ApplOriginData", "payload", "text_of_body",
    "NameValueData", "NameValueString",
))  # fmt: skip
BYTES = ("body", "data")
"""Of those, what is bytes: names stand in them in code pages and hexadecimal that no text is searched in."""
PREVIEW = "preview"
"""The column that quotes the beginning of a message."""
SAID = ("properties",)
"""Of those, what holds values of any name."""
IDENTITY = frozenset((
    "queue_manager", "dump_queue_manager", "queue", "destination", "destination_queue", "destination_queue_manager",
    "application", "moved_by", "user", "host", "connection", "channel", "name", "object", "program", "process",
    "UserIdentifier", "PutApplName", "MsgId", "CorrelId", "GroupId", "msg_id", "correl_id",
    "ReplyToQ", "ReplyToQMgr", "DestQName", "DestQMgrName", "ApplIdentityData", "AccountingToken", "file", "CONNAME",
    "MCAUSER", "USERID", "LOCLADDR", "SSLPEER", "SSLCERTI", "SSLCERT", "RQMNAME", "RNAME", "XMITQ", "TARGET", "BOQNAME",
    "DEADQ", "APPLTAG", "APPLDESC", "CLUSTER", "CLUSNL", "INITQ", "QMNAME", "DEFXMITQ", "PROCESS", "APPLICID", "QMGR",
    "HOST", "AUTHOR", "IPADDRV", "CONNOPTS", "LDAPUSER", "ADMIN", "PRINCIPAL", "GROUP", "user_id", "reply_queue",
    "on", "remote_queue_manager", "transmission_queue", "dead_letter_queue", "backout_queue", "target", "put_to",
    "ADDRESS", "BASEDNG", "BASEDNU", "CERTLABL", "CLNTUSER", "DEST", "DESTQMGR", "ENTITY", "IGQUSER", "OBJNAME",
    "REPOS", "REPOSNL", "RemoteHost", "SSLCERTU", "STREAMQ", "SUBUSER", "mqcsp_user",
))  # fmt: skip
"""Columns, keys and attributes that hold the name of somebody or something."""
HOSTS = frozenset(("host", "connection", "CONNAME", "HOST", "LOCLADDR", "ADDRESS", "RemoteHost"))
MAPS = frozenset(("attributes", "fields", "filters", "inserts", "properties"))
"""Columns with keys of any name: what is not known to be harmless is taken for a name."""
PLACES = frozenset((
    "queue_manager", "dump_queue_manager", "destination_queue_manager", "remote_queue_manager", "user", "user_id",
    "host", "connection", "UserIdentifier", "ReplyToQMgr", "DestQMgrName", "CONNAME", "MCAUSER", "USERID", "LOCLADDR",
    "RQMNAME", "QMNAME", "QMGR", "HOST", "AUTHOR", "LDAPUSER", "PRINCIPAL", "GROUP", "ADDRESS", "CLNTUSER", "DESTQMGR",
    "ENTITY", "IGQUSER", "RemoteHost", "SSLCERTU", "SUBUSER", "mqcsp_user",
))  # fmt: skip
"""Of those, what is of a queue manager, a host or a user: never a name of the product's own, however it looks."""
ASKED = IDENTITY | {"object_queue_manager", "client", "listener"}
"""Settings that hold such a name."""
WRITTEN = frozenset((
    "text", "explanation", "command", "DESCR", "USERDATA", "TRIGDATA", "ENVRDATA", "SCYDATA", "MSGDATA", "SENDDATA",
    "RCVDATA", "CUSTOM", "time_note", "source", "what", "action",
))  # fmt: skip
"""Columns and attributes with a text that somebody wrote, or that quotes one."""
ACTIONS = frozenset(("DISCARD", "FWD", "IGNORE", "RETRY"))
"""What `action` is in a rules table; in a log it is what the entry advises."""
MOST = 100_000
"""So many different names of one table are looked for."""

IDENTIFIER = re.compile(r"\b(?:414D51[0-9A-F]{2}|C3E2D8[0-9A-F]{2})[0-9A-F]{40}\b", re.I)
"""One that a queue manager made: its name is in it."""
HEX_ROW = re.compile(r"\b([0-9A-Fa-f]{8}:[ \t]{1,8})((?:[0-9A-Fa-f]{2,4}[ \t]{1,8}){2,16}[^\n]*)")
"""Bytes as a dump prints them: a name may go on over two rows, and stands there in hexadecimal, too."""
ADDRESS = re.compile(
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"
)
COLONS = re.compile(r"(?<![\w.])[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,60}(?!\w)")
"""What may be an address of IPv6, or of a network card."""
CARD = re.compile(r"(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}")
EVENT_NAME = r"^MQCA[A-Z0-9]*_\w*(NAME|NAMES|USER_ID|Q_MGR|IDENTIFIER)$"
"""Keys of an event with a name."""
INSERT = r"^CommentInsert\d$"
NAME_LIKE = r"^(?=\S*[A-Z0-9._])[\w$#@%]\S{3,}$"
WORD = re.compile(r"\w[\w\u0300-\u036f._/%$#@-]*(?:['’]\w[\w\u0300-\u036f._/%$#@-]*)*")
UNSPACED = "\u0e00"
"""From this letter on are the scripts that set no blanks between words."""
TAG = re.compile(r"<[^<>]*>")
SPOKEN = re.compile(r"""(\s(?:alt|title|aria-label)=)("[^"]*"|'[^']*')""")


class ModeExpected(MQForensicsError, ValueError):
    """What is to be redacted: `payload`, `identity` or `all`."""


class Redaction:
    """What one report hides: `mode` is one of `MODES`, or empty for passwords alone; without `key` a random one.

    `previews`: whether a table has the columns that quote the beginning of messages.
    """

    def __init__(
        self, mode: str = "", key: bytes | None = None, known: Iterable[str] = (), previews: bool = True
    ):
        if mode and mode not in MODES:
            raise ModeExpected(f"expected one of {', '.join(MODES)}, got {mode!r}")
        self.mode, self.key, self.previews = mode, key or secrets.token_bytes(16), previews
        self.known = {word for value in known for word in _words(unicodedata.normalize("NFC", value))}
        self.any_case = {word.casefold() for word in self.known if word.islower() or not word.isalpha()}
        self.lengths: dict[str, set[int]] = {}
        for word in self.known:
            self.lengths.setdefault(word[0], set()).add(len(word))

    @property
    def payload(self) -> bool:
        """Whether what messages carry is hidden."""
        return self.mode in ("payload", "all")

    @property
    def identity(self) -> bool:
        """Whether names are hidden."""
        return self.mode in ("identity", "all")

    def token(self, value: object) -> str:
        """What stands for a value; the same for the same."""
        text = bytes(value).hex().upper() if isinstance(value, bytes | bytearray) else str(value)
        data = text.encode("utf-8", "replace")
        return "R-" + hmac.new(self.key, data, hashlib.sha256).hexdigest()[:12].upper()

    def text(self, text: str) -> str:
        """A text with its passwords masked; a token for each row of a hex dump where anything else is hidden, and for
        each known name and address where names are."""
        text = masked(text)
        if self.mode:
            text = HEX_ROW.sub(lambda found: found[1] + self.token(found[2]), text)
        if not self.identity:
            return text
        text = IDENTIFIER.sub(lambda found: self.token(found[0].upper()), text)
        text = COLONS.sub(self._address, text)
        text = ADDRESS.sub(lambda found: self.token(found[0]), text)
        return WORD.sub(lambda found: self._word(found[0]), text)

    def _address(self, found: re.Match) -> str:
        bare = found[0].rstrip(".")
        bare = bare if bare.endswith("::") else bare.rstrip(":")
        return self.token(bare) + found[0][len(bare) :] if CARD.fullmatch(bare) or _is_ipv6(bare) else found[0]

    def _is_known(self, word: str) -> bool:
        return word in self.known or word.casefold() in self.any_case

    def _word(self, word: str) -> str:
        composed = word if word.isascii() else unicodedata.normalize("NFC", word)
        bare = composed.rstrip(".-")  # a name at the end of a sentence
        for whole in (composed, bare):
            if self._is_known(whole):
                return self.token(whole) + composed[len(whole) :]
        told = "".join(self._parts(part) for part in re.split(r"([/@#$%'’])", composed))
        return word if told == composed else told

    def _parts(self, word: str) -> str:
        if self._is_known(word):
            return self.token(word)
        return "".join(self._piece(part) for part in re.split(r"([.-])", word))

    def _piece(self, word: str) -> str:
        if self._is_known(word):
            return self.token(word)
        return word if max(word, default="") < UNSPACED else self._within(word)

    def _within(self, word: str) -> str:
        """Names in what is written without blanks between words, the longest first."""
        out, at = [], 0
        while at < len(word):
            lengths = sorted(self.lengths.get(word[at], ()), reverse=True)
            length = next((n for n in lengths if word[at : at + n] in self.known and _is_apart(word, at, at + n)), 0)
            out.append(self.token(word[at : at + length]) if length else word[at])
            at += length or 1
        return "".join(out)

    def markup(self, text: str) -> str:
        """HTML or SVG with what it shows redacted."""
        out, at = [], 0
        for tag in TAG.finditer(text):
            out += [self._escaped(text[at : tag.start()]), SPOKEN.sub(self._attribute, tag[0])]
            at = tag.end()
        return "".join([*out, self._escaped(text[at:])])

    def _attribute(self, found: re.Match) -> str:
        return f'{found[1]}"{html.escape(self.text(html.unescape(found[2][1:-1])))}"'

    def _escaped(self, text: str) -> str:
        plain = html.unescape(text)
        shown = self.text(plain)
        return text if shown == plain else html.escape(shown, quote=False)

    def value(self, value: Any, name: str = "") -> Any:
        """A value by the name of its column or key, with all that is in it."""
        if isinstance(value, Mapping):
            hides = self.payload and name in SAID
            told = {key: self.value(one, name if hides and not is_password(key) else key) for key, one in value.items()}
            return {key: self._of_map(value[key], one, key) for key, one in told.items()} if name in MAPS else told
        if isinstance(value, list | tuple):
            return [self.value(one, name) for one in value]
        if value is None or isinstance(value, bool | int | float):
            return None if value is not None and self.payload and name in PAYLOAD else value
        if isinstance(value, str) and is_password(name):
            return STARS if value else value
        if self._is_hidden(name):
            return self.token(value) if not self._is_nobody(value, name) else value
        return self.text(value) if isinstance(value, str) else value

    def _of_map(self, value: Any, told: Any, key: str) -> Any:
        """What is told of a value among keys of any name."""
        is_shown = not isinstance(value, str) or not self.identity or told == STARS or key in WRITTEN
        if is_shown or self._is_hidden(key) or is_harmless(key) or is_plain(value) or self._is_nobody(value, key):
            return told
        return self.token(value)

    def _is_nobody(self, value: str | bytes | bytearray, name: str) -> bool:
        if isinstance(value, str):
            is_ours = value in ACTIONS if name == "action" else is_own(value)
            return not value.strip("0* ") or (is_ours and _plain(name) not in PLACES)
        return not any(value)

    def _is_hidden(self, name: str) -> bool:
        name = _plain(name)
        return (
            (self.payload and name in PAYLOAD)
            or (self.identity and (name in IDENTITY or name in BYTES))
            or (self.mode == "all" and name in WRITTEN)
        )

    def frame(self, frame: pd.DataFrame) -> pd.DataFrame:
        """A table with every value redacted by the name of its column."""
        if not self.previews:
            frame = frame[[name for name in frame.columns if name != PREVIEW]]
        if frame.empty:
            return frame
        return pd.DataFrame({
            name: [self._cell(value, str(name)) for value in frame[name].astype(object)] for name in frame.columns
        }, index=frame.index, columns=frame.columns)  # fmt: skip

    def _cell(self, value: Any, name: str) -> Any:
        is_told = isinstance(value, str | bytes | bytearray | Mapping | list | tuple)
        return self.value(value, name) if is_told else value

    def environment(self) -> dict[str, str]:
        """What another process needs to redact alike."""
        return {MODE: self.mode, KEY: self.key.hex(), PREVIEWS: SHOWN if self.previews else LEFT_OUT}


@cache
def _of_environment(mode: str, key: str, previews: str) -> Redaction:
    return Redaction(mode, bytes.fromhex(key) or None, previews=previews != LEFT_OUT)


def current() -> Redaction:
    """The redaction that this process was started with; without one, passwords alone are hidden."""
    return _of_environment(os.environ.get(MODE, ""), os.environ.get(KEY, ""), os.environ.get(PREVIEWS, ""))


def redaction_of(case, mode: str, key: bytes | None = None) -> Redaction:
    """The redaction of what leaves `case` by another way than a report; the case is asked for names to be hidden."""
    hidden = Redaction(mode, key)
    return Redaction(mode, hidden.key, names_of(case)) if hidden.identity else hidden


def _is_ipv6(text: str) -> bool:
    try:
        return ipaddress.IPv6Address(text).packed.strip(b"\0") != b""
    except ValueError:
        return False


def _is_apart(text: str, begin: int, end: int) -> bool:
    """Whether a piece of a text is no part of a word in letters that are set with blanks between words."""
    joints = ((text[at - 1], text[at]) for at in (begin, end) if 0 < at < len(text))
    return all(max(pair) >= UNSPACED for pair in joints)


def _plain(name: str) -> str:
    """The name of a column or key without the number of one that is there more than once."""
    return name.partition("[")[0]


def _words(value: str) -> Iterator[str]:
    for word in WORD.findall(value):
        word = word.rstrip(".-")
        if len(word) > 1 and not word.isdigit() and (word == value or not is_own(word)):
            yield word


def names_of(case) -> list[str]:
    """Every name of somebody or something that a case has, each once: what `identity` looks for in texts."""
    found = dict.fromkeys(name for name in (file.name for file in case.files) if not is_own(name))
    found |= dict.fromkeys(_asked(case.settings))
    for frame in _names(case):
        for key, name in frame.distinct().limit(MOST).collect():
            found |= dict.fromkeys(_written(name, _plain(key)))
    return list(found)


def _written(name: str, column: str) -> Iterator[str]:
    """A name as it may be written: those of places and people in small letters too, a host without its domain."""
    if column in PLACES:
        yield from (name, name.casefold())
        if column in HOSTS:
            yield name.casefold().partition(".")[0]
    elif not is_own(name):
        yield name


def _asked(settings: object, name: str = "") -> Iterator[str]:
    """The names in settings: those of a request need not be in any evidence."""
    if isinstance(settings, Mapping):
        for key, one in settings.items():
            yield from [key] if name == "failing" else _asked(one, key)
    elif isinstance(settings, list):
        for one in settings:
            yield from [one] if name == "failing" else _asked(one, name)
    elif isinstance(settings, str) and name in ASKED:
        yield settings


def _names(case) -> Iterator[DataFrame]:
    """Tables of a column or key and the name that it holds."""
    for table in ("messages", "objects", "log", "events", "calls"):
        if not case.has(table):
            continue
        frame = getattr(case, table)
        for column, kind in frame.dtypes:
            if column in IDENTITY and column != "file" and kind == "string":
                yield _named(frame, column, F.col(column))
            elif kind == "map<string,string>" and column != "properties":
                wanted = F.map_filter(column, lambda key, value: _is_sought(key, value))
                yield frame.select(F.explode(wanted).alias("key", "value")).where("length(value) > 0")
            elif kind.startswith("struct<"):
                for field in frame.schema[column].dataType:
                    if field.name in IDENTITY and field.dataType.simpleString() == "string":
                        yield _named(frame, field.name, F.col(column)[field.name])


def _named(frame: DataFrame, name: str, value: Column) -> DataFrame:
    return frame.select(F.lit(name).alias("key"), value.alias("value")).where("length(value) > 0")


def _is_sought(key: Column, value: Column) -> Column:
    """Whether a value among keys of any name is one to look for in texts: of an insert only where it looks like one."""
    plain = F.regexp_replace(key, r"^.*\.|\[\d+\]$", "")
    return plain.isin(*IDENTITY) | plain.rlike(EVENT_NAME) | (plain.rlike(INSERT) & value.rlike(NAME_LIKE))
