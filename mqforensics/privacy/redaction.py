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
from math import isnan
from numbers import Real
from typing import TYPE_CHECKING, Any

from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.errors import MQForensicsError
from mqforensics.privacy import MODES
from mqforensics.privacy.identity_columns import IDENTITY, MAPS, PLACES, WRITTEN, is_name, plain
from mqforensics.privacy.mask import MAYBE_HEX_ROW, STARS, masked
from mqforensics.privacy.public_names import is_not_identifying, is_own, is_word
from mqforensics.privacy.secrets import is_secret

if TYPE_CHECKING:
    import pandas as pd

MODE, KEY, PREVIEWS = "MQFORENSICS_REDACT", "MQFORENSICS_REDACT_KEY", "MQFORENSICS_PREVIEWS"
DIGEST_KEY = "MQFORENSICS_DIGEST_KEY"
"""How the processes of one report know of it: in their environment."""
SHOWN, LEFT_OUT = "shown", "left out"
PAYLOAD = frozenset((
    "preview", "body", "body_text", "data", "properties", "fields", "ApplOriginData", "payload", "text_of_body",
    "NameValueData", "NameValueString",
))  # fmt: skip
DIGESTS = ("sha256", "bytes")
"""What is known of a whole file: of a small one it can be found by trying what it may hold."""
BYTES = ("body", "data")
"""Of those, what is bytes: names stand in them in code pages and hexadecimal that no text is searched in."""
PREVIEW = "preview"
"""The column that quotes the beginning of a message."""
SAID = ("properties",)
"""Of those, what holds values of any name."""
OWN_WORDS = {"next": ("command",), "assumes": ("text", "command"), "possible": ("text", "settles")}
"""What the kit says and suggests, by the column: its own words, with names in them; any other is somebody's."""
ACTIONS = frozenset(("DISCARD", "FWD", "IGNORE", "RETRY"))
"""What `action` is in a rules table; in a log it is what the entry advises."""

MADE = "414D51|435351|C1D4D8|C3E2D8"
"""How an identifier begins that a queue manager made, AMQ or CSQ in ASCII or EBCDIC: its name follows."""
IDENTIFIER = re.compile(
    rf"(?<![0-9A-F])(?:{MADE})[0-9A-F]{{4,}}"
    r"|(?<![0-9A-F])(?:41 4D 51|43 53 51|C1 D4 D8|C3 E2 D8)(?:[ \t][0-9A-F]{2}){2,}(?![0-9A-F])"
    r"|(?<![0-9A-F])(?:414D 51|4353 51|C1D4 D8|C3E2 D8)[0-9A-F]{2}(?:[ \t][0-9A-F]{4})+(?![0-9A-F])"
    rf"|(?<![0-9A-F])(?:{MADE})[0-9A-F]{{2}}(?:[ \t][0-9A-F]{{8}})+(?![0-9A-F])",
    re.I,
)
DIGITS = re.compile(r"[0-9A-Fa-f]{8,}")
READ_IN = (ASCII, EBCDIC)
"""What a name stands in inside of an identifier in hexadecimal."""
INSIDE = re.compile(r"[A-Za-z0-9._/%]+")
PRODUCT = re.compile("(?:AMQ|CSQ)[ C!]")
ADDRESS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
COLONS = re.compile(r"(?<![\w.])[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,60}(?!\w)")
"""What may be an address of IPv6, or of a network card."""
CARD = re.compile(r"(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}")
WORD = re.compile(r"\w[\w\u0300-\u036f._/%$#@-]*(?:['’]\w[\w\u0300-\u036f._/%$#@-]*)*")
UNSPACED = "\u0e00"
"""From this letter on are the scripts that set no blanks between words."""
TAG = re.compile(r"<[^<>]*>")
SPOKEN = re.compile(r"""(\s(?:alt|title|aria-label)=)("[^"]*"|'[^']*')""")


class ModeExpected(MQForensicsError, ValueError):
    """What is to be redacted: `payload`, `identity` or `all`."""


class Redaction:
    """What one report hides: `mode` is one of `MODES`, or empty for passwords alone; without `key` a random one.

    `previews`: whether a table has the columns that quote the beginning of messages. `digest_key`: what `all` keys the
    digests and sizes of files with; anyone who has it can tell whether a file is the one, by trying. `places`:
    names of folders and files, each of which is one name whatever signs are in it.
    """

    def __init__(
        self, mode: str = "", key: bytes | None = None, known: Iterable[str] = (), previews: bool = True,
        digest_key: bytes | None = None, places: Iterable[str] = (),
    ):  # fmt: skip
        if mode and mode not in MODES:
            raise ModeExpected(f"expected one of {', '.join(MODES)}, got {mode!r}")
        self.mode, self.key, self.previews = mode, key or secrets.token_bytes(16), previews
        self.digest_key = digest_key or secrets.token_bytes(32)
        self.places = _phrases(places)
        self.known = {word for value in (*known, *places) for word in _words(unicodedata.normalize("NFC", value))}
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

    def digest(self, value: object) -> str:
        """What stands for the SHA-256 or the size of a file: as many digits as the digest itself has."""
        return hmac.new(self.digest_key, str(value).encode(), hashlib.sha256).hexdigest()

    @property
    def digest_mark(self) -> str:
        """What tells this key of digests from another one, and nothing else of it."""
        return self.digest("digest key")[:16]

    def text(self, text: str) -> str:
        """A text with its passwords masked; a token for each row of a hex dump where anything else is hidden, and for
        each known name and address where names are."""
        text = masked(text)
        if self.mode:
            text = MAYBE_HEX_ROW.sub(lambda found: found[1] + self.token(found[2]), text)
        if not self.identity:
            return text
        text = self.places.sub(lambda found: self.token(found[0]), text) if self.places else text
        text = IDENTIFIER.sub(lambda found: self.token(found[0].upper()), text)
        text = DIGITS.sub(self._digits, text)
        text = COLONS.sub(self._address, text)
        text = ADDRESS.sub(lambda found: self.token(found[0]), text)
        return WORD.sub(lambda found: self._word(found[0]), text)

    def _digits(self, found: re.Match) -> str:
        """Digits in hexadecimal; a token where a known name stands in them, or what a queue manager made begins."""
        data = [bytes.fromhex(found[0][at:][: (len(found[0]) - at) & ~1]) for at in (0, 1)]
        return self.token(found[0].upper()) if any(map(self._holds, data)) else found[0]

    def _holds(self, data: bytes) -> bool:
        texts = [data.decode(codec) for codec in READ_IN]
        words = (word for text in texts for word in INSIDE.findall(text) if len(word) > 3)
        return any(map(PRODUCT.search, texts)) or any(map(self._is_known, words))

    def _address(self, found: re.Match) -> str:
        bare = found[0].rstrip(".")
        bare = bare if bare.endswith("::") else bare.rstrip(":")
        return self.token(bare) + found[0][len(bare) :] if CARD.fullmatch(bare) or _is_ipv6(bare) else found[0]

    def _is_known(self, word: str) -> bool:
        return word in self.known or (word.casefold() in self.any_case and not is_word(word))

    def _word(self, word: str) -> str:
        composed = word if word.isascii() else unicodedata.normalize("NFC", word)
        bare = composed.rstrip(".-")  # a name at the end of a sentence
        for whole in (composed, bare):
            if self._is_known(whole):
                return self.token(whole) + composed[len(whole) :]
        if is_own(bare):
            return word
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
            told = {key: self.value(one, name if hides and not is_secret(key) else key) for key, one in value.items()}
            own = [key for key in OWN_WORDS.get(name, ()) if isinstance(value.get(key), str)]
            told |= {key: self.text(value[key]) for key in own}
            return {key: self._of_map(value[key], one, key) for key, one in told.items()} if name in MAPS else told
        if isinstance(value, list | tuple):
            return [self.value(one, name) for one in value]
        if self.mode == "all" and name in DIGESTS and isinstance(value, str | int) and value != "":
            return self.digest(value)
        if value is None or isinstance(value, bool | int | float):
            return None if value is not None and self.payload and name in PAYLOAD else value
        if isinstance(value, str) and is_secret(name):
            return STARS if value else value
        if self._is_hidden(name):
            return self.token(value) if not self._is_nobody(value, name) else value
        return self.text(value) if isinstance(value, str) else value

    def _of_map(self, value: Any, told: Any, key: str) -> Any:
        """What is known of a value among keys of any name."""
        is_shown = not isinstance(value, str) or not self.identity or told == STARS
        if is_shown or self._is_hidden(key) or not is_name(key, value) or self._is_nobody(value, key):
            return told
        return self.token(value)

    def _is_nobody(self, value: str | bytes | bytearray, name: str) -> bool:
        if isinstance(value, str):
            is_ours = value in ACTIONS if name == "action" else is_own(value)
            return not value.strip("0* ") or (is_ours and plain(name) not in PLACES)
        return not any(value)

    def _is_hidden(self, name: str) -> bool:
        name = plain(name)
        return (
            (self.payload and name in PAYLOAD)
            or (self.identity and (name in IDENTITY or name in BYTES))
            or (self.mode == "all" and name in WRITTEN)
        )

    def frame(self, frame: "pd.DataFrame") -> "pd.DataFrame":
        """A table with every value redacted by the name of its column."""
        if not self.previews:
            frame = frame[[name for name in frame.columns if name != PREVIEW]]
        if frame.empty:
            return frame
        import pandas as pd

        return pd.DataFrame({
            name: [self._cell(value, str(name)) for value in frame[name].astype(object)] for name in frame.columns
        }, index=frame.index, columns=frame.columns)  # fmt: skip

    def _cell(self, value: Any, name: str) -> Any:
        if name in DIGESTS and isinstance(value, Real) and not isnan(value):
            value = int(value)  # pandas has made a float of it where one is missing
        is_told = isinstance(value, str | bytes | bytearray | Mapping | list | tuple) or name in DIGESTS
        return self.value(value, name) if is_told and value is not None and value == value else value

    def environment(self) -> dict[str, str]:
        """What another process needs to redact alike."""
        previews = SHOWN if self.previews else LEFT_OUT
        return {MODE: self.mode, KEY: self.key.hex(), PREVIEWS: previews, DIGEST_KEY: self.digest_key.hex()}


@cache
def _of_environment(mode: str, key: str, previews: str, digest_key: str) -> Redaction:
    own, of_digests = bytes.fromhex(key) or None, bytes.fromhex(digest_key) or None
    return Redaction(mode, key=own, digest_key=of_digests, previews=previews != LEFT_OUT)


def current() -> Redaction:
    """The redaction that this process was started with; without one, passwords alone are hidden."""
    return _of_environment(*(os.environ.get(name, "") for name in (MODE, KEY, PREVIEWS, DIGEST_KEY)))


def _phrases(names: Iterable[str]) -> re.Pattern | None:
    """What finds the names that are not a single word, the longest first; None without one."""
    found = {name for name in names if re.search(r"\w", name) and not WORD.fullmatch(name)}
    longest = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{longest})(?!\w)") if found else None


def _is_ipv6(text: str) -> bool:
    try:
        return ipaddress.IPv6Address(text).packed.strip(b"\0") != b""
    except ValueError:
        return False


def _is_apart(text: str, begin: int, end: int) -> bool:
    """Whether a piece of a text is not a part of a word in letters that are set with blanks between words."""
    joints = ((text[at - 1], text[at]) for at in (begin, end) if 0 < at < len(text))
    return all(max(pair) >= UNSPACED for pair in joints)


def _words(value: str) -> Iterator[str]:
    for word in WORD.findall(value):
        word = word.rstrip(".-")
        is_said = is_word(word) or is_not_identifying(word) or (word != value and is_own(word))
        if len(word) > 1 and not is_said:
            yield word
