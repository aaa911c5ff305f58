"""What an error message of MQ says: in plain words, where to look first, and what not to do."""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables

NUMBER = re.compile(r"(AMQ|CSQ[A-Z]|JMS[WC]MQ|MQJMS|MQJE|BIP|ICH)([0-9]{3,4})[A-Z]?", re.I)


@dataclass(frozen=True)
class Message:
    """One message by its number; the texts are ours, and None where the kit has none for it."""

    code: str
    title: str | None = None
    meaning: str | None = None
    look: str | None = None
    """Where to look first."""
    avoid: str | None = None
    """What not to do."""

    def __str__(self) -> str:
        if self.title is None:
            return f"{self.code}: the kit has no words for it"
        parts = [f"{self.code} {self.title}.", self.meaning, f"Look first: {self.look}", self.avoid]
        return "\n".join(part for part in parts if part)


class OfChannel(NamedTuple):
    """What a message tells of a channel that does not run.

    `text`: why, with `{own}` for the end that wrote it and `{other}` for the other one; `rank`: "symptom" where only
    the log of the other end has the cause, "consequence" of what only follows from another message, else blank; `end`:
    which of them to look at, `own`, `other` or `both`; `display`: what of it, with `{}` for the channel or the queue;
    both blank where nothing else than the definitions of both tells more.
    """

    text: str
    rank: str
    end: str
    display: str

    def why(self, own: str | None = None, other: str | None = None) -> str:
        """The text with the names of both ends, as far as they are known."""
        return self.text.format(own=own or "this end", other=other or "the other end")


SYMPTOM, CONSEQUENCE, OWN, OTHER, BOTH = "symptom", "consequence", "own", "other", "both"
"""Words of the columns `rank` and `end`."""
EXITS = "CHANNEL({}) SCYEXIT SENDEXIT RCVEXIT MSGEXIT"


@cache
def _of_channels() -> dict[str, OfChannel]:
    named = {"EXITS": EXITS}
    found = [(row, OfChannel(row["why"], row["rank"], row["end"], named.get(row["display"], row["display"])))
             for row in csv_tables.rows(__package__, "amq.csv") if row["why"]]  # fmt: skip
    return {row["zos"]: one for row, one in found if row["zos"]} | {row["code"]: one for row, one in found}


def of_channel(message: str | None) -> OfChannel | None:
    """Why a channel does not run that wrote this message; None for one that tells no such thing.

    The numbers of z/OS have a message of the other platforms with the same last three digits, where they have no own.
    """
    known, name = _of_channels(), (message or "")[:7]
    return known.get(name) or (known.get(f"AMQ9{name[4:]}") if name.startswith("CSQX") else None)


@cache
def _texts() -> dict[str, dict[str, str]]:
    found = csv_tables.rows(__package__, "amq.csv")
    return {row["zos"]: row for row in found if row["zos"]} | {row["code"]: row for row in found}


def explain(code: str) -> Message:
    """The message with this number: `AMQ9202`, `AMQ9202E`, `csqx202e`, or a line that has one in it."""
    found = NUMBER.search(code)
    number = f"{found[1]}{found[2]}".upper() if found else code.strip()
    row = _texts().get(number)
    return Message(number, row["title"], row["meaning"], row["look"], row["avoid"] or None) if row else Message(number)
