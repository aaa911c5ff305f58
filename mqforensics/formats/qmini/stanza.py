"""One stanza or channel of a configuration file in the making."""

from dataclasses import dataclass, field

from mqforensics.codes import code_pages


@dataclass
class Stanza:
    """`at` is where it begins in the text of the file."""

    at: int
    line: int
    name: str | None
    type: str | None = None
    queue_manager: str | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    """Each key as it stands first, by its lower case."""
    errors: list[str] = field(default_factory=list)

    def add(self, key: str, value: str, line: int) -> None:
        """Take a key of a line; a second, different value is reported, not taken."""
        key, value = code_pages.of_bytes(key), code_pages.of_bytes(value)
        same = self.known.setdefault(key.lower(), key)
        self.lines.setdefault(same, line)
        if self.attributes.setdefault(same, value) != value:
            quoted = value.replace("'", "''")
            self.errors.append(f"{same} stands again on line {line}: {same}='{quoted}'")

    def row(self) -> dict:
        """The columns but for its place."""
        return {
            "line": self.line, "queue_manager": self.queue_manager, "type": self.type, "name": self.name,
            "attributes": self.attributes or None, "lines": self.lines or None, "whole": False,
            "error": "; ".join(self.errors[:20]) or None,
        }  # fmt: skip
