"""The rows of one file of evidence, without Spark."""

import pyarrow as pa

from mqforensics import formats, source
from mqforensics.formats.stretch import Stretch


def rows_of(name, data):
    """(table, rows) of one file."""
    found = formats.identify(data[: formats.HEAD])
    if not found:
        return None, []
    module = formats.named(found)
    rows = []
    for row in source.rows(module, Stretch(data, name)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return module.TABLE, rows
