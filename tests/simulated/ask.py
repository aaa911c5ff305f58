"""How the simulated incidents ask the kit: files in, verdicts out, without Spark.

The one place that knows the kit. Files are read once each (by name and content), so that a case of which one file has
changed costs the reading of that file.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa

from mqforensics import formats, source
from mqforensics.case.settings import settings
from mqforensics.formats.stretch import Stretch
from mqforensics.questions.walk.rows import walk_rows

SETTINGS = "case.json"
COMMON, SURE = ("mqsc", "amqsbcg", "amqerr"), 95
"""What most files are, and so sure that no other format is asked."""


class Said(NamedTuple):
    """A verdict of the kit."""

    code: str
    queue_manager: str | None
    object: str | None
    statement: str
    next: tuple = ()
    """(command, whether it is said to look) of each step that is suggested."""


@lru_cache(maxsize=256)
def rows_of(name: str, data: bytes) -> tuple[str | None, list]:
    """(table, rows) of one file. As long as the format that a name had is as sure of it as before, it has it still."""
    head = data[: formats.HEAD]
    before = _formats.get(name)
    if not before or formats.named(before[0]).sniff(head) != before[1]:
        found = next((one for one in COMMON if formats.named(one).sniff(head) >= SURE), None) or formats.identify(head)
        if not found:
            return None, []
        before = _formats[name] = found, formats.named(found).sniff(head)
    module, rows = formats.named(before[0]), []
    for row in source.rows(module, Stretch(data, name)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return module.TABLE, rows


_formats: dict[str, tuple[str, int]] = {}


def ask(files: dict[str, bytes]) -> list[Said]:
    """What the kit says of each request of `case.json`."""
    tables: dict[str, list] = {}
    for name, data in files.items():
        if name != SETTINGS:
            table, rows = rows_of(name, data)
            tables.setdefault(table, []).extend(rows)
    told, problem = settings(files[SETTINGS])
    assert not problem, problem
    asked = told.get("walk", [])
    given = [tables.get(table, []) for table in ("objects", "messages", "log", "calls")]
    made = walk_rows(*given, [asked] if isinstance(asked, dict) else asked)
    return [
        Said(one.verdict.code, *one.verdict.at, one.verdict.statement,
             tuple((step.command, step.effect == "looks") for step in one.verdict.next))
        for one in made
    ]  # fmt: skip


def forget() -> None:
    """Another case: its files may have the names of this one's."""
    _formats.clear()
    rows_of.cache_clear()
