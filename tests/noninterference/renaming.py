"""Give everything in a case another name, so that nothing else changes.

One letter becomes one other letter in all names alike, and one digit one other digit, in their order: so lengths, order,
case and names inside names stay. Names of the product (SYSTEM., AMQ.) stay as they are, but for the name of a channel
behind SYSTEM.CLUSTER.TRANSMIT. A dump shows bytes: there the names are changed in the bytes, and their text anew.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from string import ascii_uppercase, digits

import mqforensics
from tests.grammar import words

PRODUCT = ("SYSTEM.", "AMQ.")
OF_CHANNEL = "SYSTEM.CLUSTER.TRANSMIT."
NAME = re.compile(r"[A-Za-z0-9._/%]+")
IDENTIFIER = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{48}(?![0-9A-Fa-f])")
IN_BYTES = re.compile(rf"(?P<made>AMQ |CSQ )(?P<by>.{{12}})|{NAME.pattern}", re.DOTALL)
HEX_LINE = re.compile(
    r"(?P<head>^(?:.{0,80}?\s)?\s*[0-9A-Fa-f]{4,8}:\s+)(?P<hex>(?:[0-9A-Fa-f]{4} ?){1,8})(?P<gap>\s*')(?P<text>.*)(?P<tail>'\s*)$"
)
TRUNCATED = 8
"""So many characters of a name are known to be the beginning of it."""
NAMES_IN = ("RNAME", "RQMNAME", "XMITQ", "DEADQ", "TARGET", "CLUSTER", "TRIGDATA", "DEFXMITQ", "CLUSQMGR", "BOQNAME", "REPOS", "STREAMQ",
            "CHANNEL", "QSGNAME")  # fmt: skip
"""Attributes whose value is a name."""
TEXTS = ("cp500", "latin-1")


class Renaming:
    """One renaming of the names of a case, forwards and back."""

    def __init__(self, names: Iterable[str], seed: int, files: Iterable[str] = ()):
        self.names = {name for name in names if _own(name)}
        dice = random.Random(f"names {seed}")
        used = "".join(self.names).upper()
        self._all = self.names | {name.lower() for name in self.names}
        self._beginnings = {name[:n] for name in self._all for n in range(TRUNCATED, len(name))}
        beside = ENGLISH | {Path(name).stem.lower() for name in files}
        for _ in range(DRAWS):  # a queue called FOR could not be told from the words of an answer, nor from a file
            self.to = {**_in_order(dice, used, ascii_uppercase), **_in_order(dice, used, digits)}
            self.to |= {one.lower(): other.lower() for one, other in self.to.items()}
            self._new = {self._turned(name, self.to) for name in self._all | self._beginnings}
            if not self._new & beside:
                break
        self.back = {other: one for one, other in self.to.items()}

    @staticmethod
    def _turned(name: str, letters: dict[str, str]) -> str:
        return "".join(letters.get(one, one) for one in name)

    def name(self, token: str) -> str:
        """A name as it is called now; what is no name of the case stays."""
        return self._one(token, self.to, self._all | self._beginnings)

    def old(self, token: str) -> str:
        """A name as it was called before."""
        return self._one(token, self.back, self._new)

    def _one(self, token: str, letters: dict[str, str], known: set[str]) -> str:
        bare = token.strip(".")
        if not bare:
            return token
        at = token.index(bare)
        if bare.startswith(OF_CHANNEL):
            at, bare = at + len(OF_CHANNEL), bare[len(OF_CHANNEL) :]
        for part in (bare, *(bare[:-n] for n in (4, 5) if bare[-n:] in (".txt", ".dmp", ".log"))):
            if part in known:
                return token[:at] + self._turned(part, letters) + token[at + len(part) :]
        if "/" in bare:
            return "/".join(self._one(part, letters, known) for part in token.split("/"))
        return self._within(token, letters, known) if "_" in bare else token

    def _within(self, token: str, letters: dict[str, str], known: set[str]) -> str:
        """A file called QM_1_rest.txt has the name of a queue manager, which may have a `_` too: the longest counts."""
        parts, out = token.split("_"), []
        while parts:
            joined = (("_".join(parts[:number]), number) for number in range(len(parts), 0, -1))
            name, number = next(((name, n) for name, n in joined if name in known), (parts[0], 1))
            out.append(self._turned(name, letters) if name in known else name)
            parts = parts[number:]
        return "_".join(out)

    def text(self, text: str) -> str:
        """A text with the new names, in identifiers and dumps too."""
        return self._through(text, self.name)

    def text_back(self, text: str) -> str:
        """A text with the old names again."""
        return self._through(text, self.old)

    def _through(self, text: str, one: Callable[[str], str]) -> str:
        lines, block = [], []
        for line in text.split("\n"):
            if found := HEX_LINE.match(line):
                block.append(found)
                continue
            lines += _dumped(block, one)
            block = []
            line = IDENTIFIER.sub(lambda found: _bytes(bytes.fromhex(found[0]), one).hex().upper(), line)
            lines.append(NAME.sub(lambda found: self._named(found, one), line))
        return "\n".join(lines + _dumped(block, one))

    def _named(self, found: re.Match, one: Callable[[str], str]) -> str:
        """A name, or what stands before a `*`: the beginning of names."""
        token = found[0]
        if not found.string.startswith("*", found.end()):
            return one(token)
        known, letters = (self._all, self.to) if one == self.name else (self._new, self.back)
        return self._turned(token, letters) if any(name.startswith(token) for name in known) else one(token)

    def files(self, files: dict[str, bytes]) -> dict[str, bytes]:
        """A case under other names, its files too."""
        return {self.text(name): self.text(data.decode("latin-1")).encode("latin-1") for name, data in files.items()}


def _own(name: str) -> bool:
    return (
        len(name) > 1
        and NAME.fullmatch(name) is not None
        and not name.startswith(PRODUCT)
        and name.upper() not in KEYWORDS
    )


KEYWORDS = {
    str(word).upper() for listed in vars(words).values() if isinstance(listed, list | set | dict) for word in listed
} | {"STATUS", "NORMAL", "YES", "NO", "ALL", "TO", "OPEN", "LOCAL"}  # fmt: skip
"""Words of displays: a queue that has one as its name stays as it is."""


DRAWS = 50
ENGLISH = {
    word.lower() for path in (*Path(mqforensics.__file__).parent.rglob("*.csv"), *Path(mqforensics.__file__).parent.rglob("*.py"))
    for word in re.findall(r"[A-Za-z]{2,12}", path.read_text(encoding="utf-8"))
}  # fmt: skip
"""Words that the kit may say."""


def _in_order(dice: random.Random, used: str, every: str) -> dict[str, str]:
    """The used characters, each to another in the same order."""
    ours = sorted(set(used) & set(every))
    return dict(zip(ours, sorted(dice.sample(every, len(ours))), strict=True))


def _bytes(data: bytes, one: Callable[[str], str]) -> bytes:
    """Bytes with other names in them, in ASCII and in EBCDIC; an identifier has the name of its queue manager."""
    for code in TEXTS:
        text = data.decode(code)
        new = IN_BYTES.sub(
            lambda found: found["made"] + _padded(found["by"], one) if found["made"] else one(found[0]), text
        )
        data = new.encode(code) if len(new) == len(text) else data
    return data


def _padded(name: str, one: Callable[[str], str]) -> str:
    bare = name.rstrip(" ")
    return one(bare) + name[len(bare) :] if NAME.fullmatch(bare) else name


def _dumped(block: list[re.Match], one: Callable[[str], str]) -> list[str]:
    """Lines of a dump whose bytes have other names; the text beside them where a name is in it."""
    if not block:
        return []
    shown = [re.sub(r"\s", "", found["hex"]) for found in block]
    data = bytes.fromhex("".join(shown)) if all(len(part) % 2 == 0 for part in shown) else b""
    new, at, lines = _bytes(data, one), 0, []
    for found, part in zip(block, shown, strict=True):
        mine = new[at : at + len(part) // 2] if data else bytes.fromhex("")
        if not data or mine == data[at : at + len(part) // 2]:
            lines.append(found.string)
        else:
            digit = iter(mine.hex().upper() if part.upper() == part else mine.hex())
            text = "".join(map(_shown, data[at : at + len(mine)], mine, found["text"])) + found["text"][len(mine) :]  # fmt: skip
            hexed = re.sub(r"[0-9A-Fa-f]", lambda _, digit=digit: next(digit), found["hex"])
            lines.append(found["head"] + hexed + found["gap"] + text + found["tail"])
        at += len(part) // 2
    return lines


def _shown(old: int, new: int, letter: str) -> str:
    """The letter beside a byte that is another one now, in ASCII or as a host of EBCDIC prints it."""
    if old == new:
        return letter
    if letter == bytes([old]).decode("cp500"):
        return bytes([new]).decode("cp500")
    return chr(new) if 32 <= new < 127 else letter


def names_of(tables: dict[str, list], asked: Iterable[dict]) -> set[str]:
    """The names of a case: of objects, in their attributes, in what is asked."""
    found = set()
    for row in tables.get("objects", ()):
        told = dict(row.get("attributes") or {})
        found |= {row.get("queue_manager"), row.get("name"), *(told.get(key) for key in NAMES_IN)}
    for row in asked:
        found |= {row.get(key) for key in ("queue", "queue_manager", "object_queue_manager")}
    return {name for name in found if name}
