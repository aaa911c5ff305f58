"""Two reports of one incident: which findings are new, which are gone, which changed, which are the same."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mqforensics.errors import MQForensicsError
from mqforensics.questions.finding import Finding, as_dict

FINDINGS = "findings.json"
SAID = ("severity", "statement", "degree", "as_of")
"""What may differ in a finding that is the same one by its `id`."""


class ReportExpected(MQForensicsError, ValueError):
    """A folder of a report, or its findings.json."""


class Comparison(NamedTuple):
    """Findings as findings.json has them; of `changed` the old one and the new one."""

    new: Sequence[Mapping]
    gone: Sequence[Mapping]
    changed: Sequence[tuple[Mapping, Mapping]]
    same: Sequence[Mapping]

    def lines(self) -> list[str]:
        """The comparison as lines of plain text."""
        told = [
            *(f"new      {_line(one)}" for one in self.new), *(f"gone     {_line(one)}" for one in self.gone),
            *(f"changed  {_line(now)} (before: {before['statement']})" for before, now in self.changed),
        ]  # fmt: skip
        counts = f"{len(self.new)} new, {len(self.gone)} gone, {len(self.changed)} changed, {len(self.same)} same."
        return [*told, counts]


def compare(old: str | os.PathLike, new: str | os.PathLike) -> Comparison:
    """The findings of the report in `new` against those in `old`, matched by `id`. Raises `ReportExpected`."""
    return _compared(_findings(old), _findings(new))


def since(old: str | os.PathLike, found: Iterable[Finding]) -> Comparison:
    """These findings against those of the report in `old`, its folder or its findings.json. Raises `ReportExpected`."""
    return _compared(_findings(old), {one.id: as_dict(one) for one in found})


def _compared(before: Mapping[str, Mapping], now: Mapping[str, Mapping]) -> Comparison:
    both = [(before[key], now[key]) for key in now if key in before]
    return Comparison(
        [one for key, one in now.items() if key not in before], [one for key, one in before.items() if key not in now],
        [pair for pair in both if _differ(*pair)], [pair[1] for pair in both if not _differ(*pair)],
    )  # fmt: skip


def _findings(report: str | os.PathLike) -> dict[str, Mapping]:
    path = Path(report)
    path = path / FINDINGS if path.is_dir() else path
    try:
        found = json.loads(path.read_bytes())["findings"]
        return {one["id"]: one for one in found if one["statement"] is not None}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise ReportExpected(f"{report} is not the folder of a report that this version can compare.") from None


def _differ(before: Mapping, now: Mapping) -> bool:
    return any(before.get(name) != now.get(name) for name in SAID)


def _line(one: Mapping) -> str:
    about = " ".join(filter(None, (one.get("queue_manager"), one.get("object"))))
    return f"{one['severity']}: {one['statement']}" + (f" [{about}]" if about else "")
