"""What tells nobody anything: the names that the product gives itself, and the keys of what is not a name.

`public_names.csv` has the objects and programs of the documentation ("System and default objects", "IBM MQ control
commands reference", "IBM MQ processes"), the keys whose values are numbers, times or words that the product prints, and
words: those of MQSC in capitals, those of the kit's sentences in small letters.
"""

import re
from functools import cache, lru_cache

from mqforensics import csv_tables
from mqforensics.codes import families

FILE = re.compile(r"AMQERR0[1-9]\.(?:LOG|json)|AMQ\d{1,12}(?:\.\d{1,5}){1,2}\.FDC|AMQ\d{4}[A-Z]?")
"""Files that the product names, and its messages."""
PLAIN = re.compile(
    r"[+-]?\d{1,20}(?:\.\d{1,9})?|\d{4}[-/.]\d\d[-/.]\d\d(?:[ T]\d\d[:.]\d\d[:.]\d\d(?:[.,]\d{1,9})?Z?)?"
    r"|\d\d[:.]\d\d[:.]\d\d(?:[.,]\d{1,9})?Z?|0x[0-9A-Fa-f]{1,8}"
)
"""A number, a date, a time."""
SPOKEN = frozenset(("YES", "NO", "TRUE", "FALSE", "ENABLED", "DISABLED", "ALL", "NONE"))


@cache
def _names(*kinds: str) -> frozenset[str]:
    return frozenset(row["name"] for row in csv_tables.rows(__package__, "public_names.csv") if row["kind"] in kinds)


@lru_cache(maxsize=4096)
def is_own(name: str) -> bool:
    """Whether the product itself has an object, program, protocol, file or message of just this name."""
    name = name.strip().removesuffix(".exe")
    return name in _names("object", "program", "protocol") or FILE.fullmatch(name) is not None


def is_not_identifying(value: str) -> bool:
    """Whether a value is nobody's name whatever it is of: a number, a time, yes or no, a constant as `MQRC_NONE`."""
    value = value.strip()
    is_constant = value.startswith("MQ") and "_" in value and families.code(value) is not None
    return is_constant or value.upper() in SPOKEN or PLAIN.fullmatch(value) is not None


def is_word(word: str) -> bool:
    """Whether it is a word of MQSC, or one that the kit's own sentences are made of."""
    return word in _names("word") or (word.istitle() and word.lower() in _names("word"))


def harmless_keys() -> frozenset[str]:
    """The keys of what is not a name."""
    return _names("key")


def is_harmless(key: str) -> bool:
    """Whether what has this key is not a name: a number, a time, or words that the product prints."""
    last = key.partition("[")[0].rpartition(".")[2]
    return last in harmless_keys() or last.startswith("MQIA")
