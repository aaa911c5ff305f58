"""What headers hold after their fixed part."""

from dataclasses import dataclass, field


@dataclass
class Extra:
    """Findings of a header's variable part."""

    fields: dict[str, str | None] = field(default_factory=dict)
    properties: dict[str, str | None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


EXTRAS = {}
