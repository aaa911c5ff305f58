"""A case of evidence files as the pure walk sees it, without Spark."""

import json
from functools import lru_cache

import pyarrow as pa

from mqforensics import formats, source
from mqforensics.case.given import of_case_json
from mqforensics.case.settings import settings, walks_asked
from mqforensics.formats.file_slice import FileSlice
from tests.questions.plain_rows import walk_rows

TABLES = ("objects", "messages", "log", "calls")
NO_EVIDENCE = ("case.json", "TRUTH.md")


def rows_of(name, data):
    """(table, rows) of one file."""
    found = formats.identify(data[: formats.HEAD])
    if not found:
        return None, []
    module = formats.format_module(found)
    rows = []
    for row in source.rows(module, FileSlice(data, name)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return module.TABLE, rows


_read = lru_cache(maxsize=512)(rows_of)


def gather(files):
    """The walks of a case given as {file name: bytes}; `case.json` is its settings."""
    tables = {name: [] for name in TABLES}
    for name, data in files.items():
        if name not in NO_EVIDENCE:
            table, rows = _read(name, data)
            tables.setdefault(table, []).extend(rows)
    data = files.get("case.json", b"{}")
    told, _ = settings(data)
    own, _ = of_case_json(json.loads(data), data, "case.json")
    return walk_rows(*(tables[name] for name in TABLES), walks_asked(told), tables.get("rules", ()), own)
