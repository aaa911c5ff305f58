"""How the simulated incidents ask the kit: files in, verdicts out, without Spark.

The one place that knows the kit: `ask` has what the walk says, `shadow` what the engine of `mqforensics.flow` says. Files are read once each (by name and content), so that a case of which one file has
changed costs the reading of that file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa

from mqforensics import formats, source
from mqforensics.case.given import of_case_json
from mqforensics.case.settings import settings
from mqforensics.formats.file_slice import FileSlice
from tests.questions.plain_rows import walk_rows

UNKNOWN = "UNKNOWN"
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
    on: tuple = ()
    """Where each is to be run."""
    degree: str | None = None
    assumes: tuple = ()
    """Each assumption as a dictionary by the columns of findings."""
    possible: tuple = ()
    """(code, queue manager, object, whether it is open, kind of place, what strikes it out rests on) of each place."""


@lru_cache(maxsize=256)
def rows_of(name: str, data: bytes) -> tuple[str | None, list]:
    """(table, rows) of one file. As long as the format that a name had is as sure of it as before, it has it still."""
    head = data[: formats.HEAD]
    before = _formats.get(name)
    if not before or formats.format_module(before[0]).sniff(head) != before[1]:
        each = ((one, formats.format_module(one).sniff(head)) for one in COMMON)
        before = next((one for one in each if one[1] >= SURE), None)
        if not before:
            found = formats.identify(head)
            if not found:
                return None, []
            before = found, formats.format_module(found).sniff(head)
        _formats[name] = before
    module, rows = formats.format_module(before[0]), []
    for row in source.rows(module, FileSlice(data, name)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return module.TABLE, rows


_formats: dict[str, tuple[str, int]] = {}


def ask(files: dict[str, bytes]) -> list[Said]:
    """What the kit says of each request of `case.json`."""
    given, asked = tables_of(files)
    said, problems = of_case_json(json.loads(files[SETTINGS]), files[SETTINGS], SETTINGS)
    assert not problems, problems
    return [
        Said(one.code, one.queue_manager, one.object, one.statement, *steps(one.next), *weighed(one))
        for one in (walk.finding for walk in walk_rows(*given, asked, given=said))
    ]  # fmt: skip


def shadow(files: dict[str, bytes]) -> list[Said]:
    """What the engine of worlds says of the same requests, while it stands beside the walk."""
    from tests.flow.shadow import answers

    return [
        Said(one.code, one.queue_manager, one.object, "", *steps(one.next), *weighed(one)) for one in answers(files)
    ]  # fmt: skip


def steps(commands: Iterable | str | None) -> tuple[tuple, tuple]:
    """What is suggested, and where it is to be run."""
    commands = () if isinstance(commands, str | None) else tuple(commands)
    return tuple((one.command, one.effect == "looks") for one in commands), tuple(one.on for one in commands)


def weighed(said: object) -> tuple:
    """Degree, assumptions and places of an answer."""
    degree, assumes, possible = said.degree, said.assumes, said.possible
    columns = ("code", "queue_manager", "object", "open", "place")
    assumes = tuple(one if isinstance(one, dict) else one.as_dict() for one in assumes or ())
    places = [
        one if isinstance(one, dict) else {c: getattr(one, c, None) for c in (*columns, "rests_on", "rests")}
        for one in possible or ()
    ]
    return degree, assumes, tuple((*(one[c] for c in columns), _rests(one, assumes)) for one in places)


def _rests(place: dict, assumes: tuple) -> tuple:
    """The assumptions by which a place is struck out: positions in `assumes`, or they themselves."""
    about = ("key", "queue_manager", "object", "attribute", "value")
    told = [assumes[position] for position in place.get("rests_on") or ()]
    return (*told, *(dict(zip(about, one, strict=False)) for one in place.get("rests") or ()))


def read(files: dict[str, bytes]) -> tuple[dict[str, list], dict]:
    """The rows of the files by their table, and what `case.json` asks."""
    tables: dict[str, list] = {}
    for name, data in files.items():
        if name != SETTINGS:
            table, rows = rows_of(name, data)
            tables.setdefault(table, []).extend(rows)
    told, problem = settings(files[SETTINGS])
    assert not problem, problem
    return tables, told


def tables_of(files: dict[str, bytes]) -> tuple[list[list], list]:
    """Rows of objects, messages, log and calls, and what is asked."""
    tables, told = read(files)
    asked = told.get("walk", [])
    given = [tables.get(table, []) for table in ("objects", "messages", "log", "calls")]
    return given, [asked] if isinstance(asked, dict) else asked


def forget() -> None:
    """Another case: its files may have the names of this one's."""
    _formats.clear()
    rows_of.cache_clear()
