"""What an error message of MQ says: in plain words, where to look first, and what not to do."""

import re
from dataclasses import dataclass
from functools import cache

from mqforensics.codes.families import rows

NUMBER = re.compile(r"(AMQ|CSQX)([0-9]{3,4})[A-Z]?", re.I)


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


@cache
def _texts() -> dict[str, dict[str, str]]:
    found = rows("amq")
    return {row["zos"]: row for row in found if row["zos"]} | {row["code"]: row for row in found}


def explain(code: str) -> Message:
    """The message with this number: `AMQ9202`, `AMQ9202E`, `csqx202e`, or a line that has one in it."""
    found = NUMBER.search(code)
    number = f"{found[1]}{found[2]}".upper() if found else code.strip()
    row = _texts().get(number)
    return Message(number, row["title"], row["meaning"], row["look"], row["avoid"] or None) if row else Message(number)
