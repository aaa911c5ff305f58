"""Slips of the pen in sentences: words that the kit has nowhere else, and letters that stand behind a blank or a stop."""

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = (ROOT / "mqforensics" / "words", ROOT / "mqforensics" / "objects" / "sentences.py", Path(__file__).parent)
READ = ("*.md", "docs/*.md", "mqforensics/**/*.csv", "mqforensics/**/*.py", "tests/**/*.py")
WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
LOOSE = re.compile(r"(?<=[.?!:,;)}])(?!s\b)[A-Za-z]\b")
"""A single letter right behind a stop or a blank that is filled, but for the plural of that."""


@cache
def elsewhere() -> frozenset[str]:
    """The words of the manual, the tables, the code and its tests, but for those of the sentences themselves."""
    files = {path for pattern in READ for path in ROOT.glob(pattern)}
    files = {path for path in files if not {path, *path.parents} & {*SENTENCES}}
    return frozenset(
        word.lower() for path in files for word in WORD.findall(path.read_text(encoding="utf-8", errors="replace"))
    )


def texts(value: object) -> Iterator[str]:
    """The texts in a constant."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from texts(one)


def slips(module: ModuleType, only_here: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """What is spelled in the constants of a module as nowhere else, but for words that are known to be `only_here`."""
    found = []
    for name, value in vars(module).items():
        for text in texts(value) if name.isupper() else ():
            plain = "".join(said + "}" * (blank is not None) for said, blank, *_ in string.Formatter().parse(text))
            plain = plain.replace("%s", "}")
            odd = [
                word
                for word in WORD.findall(plain)
                if word.lower() not in only_here and word.lower() not in elsewhere()
            ]
            found += [(name, one) for one in (*odd, *LOOSE.findall(plain))]
    return found
