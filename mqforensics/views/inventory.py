"""What a case holds: each file, what it is, and which questions it can answer."""

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML

from mqforensics import formats
from mqforensics.privacy.redaction import current
from mqforensics.spark_compat import rows_of
from mqforensics.views.table import cell
from mqforensics.views.templates import on_desk

KINDS = {
    "messages": "messages", "objects": "definitions and status", "log": "error log",
    "events": "events", "calls": "trace of calls", "rules": "rules table",
}  # fmt: skip
HEADS = ("file", "format", "what it is", "bytes", "records", "problems", "SHA-256")


def files_of(case) -> pd.DataFrame:
    """`file`, `format`, `kind` and `bytes` of every file of a case, known from its first bytes; costs no Spark job."""
    named = [(file, case.formats_of(file.name)) for file in case.files]
    rows = [(file.name, " + ".join(names) or None, _kind(names), file.size) for file, names in named]
    return pd.DataFrame(rows, columns=["file", "format", "kind", "bytes"])


def _kind(names: list[str]) -> str:
    kinds = dict.fromkeys(KINDS[formats.format_module(name).TABLE] for name in names)
    return ", ".join(kinds) or "no evidence that the kit reads"


def counted_files(case) -> pd.DataFrame:
    """`files_of` with `records`, `problems` and `sha256`: every file is read for it."""
    rows = [row.asDict() for row in rows_of(case.inventory.select("file", "records", "problems", "sha256"))]
    known = pd.DataFrame(rows, columns=["file", "records", "problems", "sha256"])
    return files_of(case).merge(known.astype(object), on="file", how="left")


def inventory(case, known: pd.DataFrame | None = None) -> HTML:
    """The files of a case as a table; without what `counted` gave, of their first bytes alone."""
    shown = (files_of(case) if known is None else known).reindex(
        columns=["file", "format", "kind", "bytes", "records", "problems", "sha256"]
    )
    told = current().frame(shown)
    each = told.astype(object).itertuples(index=False)
    rows = [[cell(None if pd.isna(value) else value) for value in row] for row in each]
    return on_desk("inventory", sentence=_sentence(shown), heads=HEADS, rows=rows)


def _sentence(shown: pd.DataFrame) -> str:
    known = shown["format"].notna()
    kinds = ", ".join(dict.fromkeys(shown["kind"][known])) or "no evidence"
    return f"{len(shown)} file{'s' * (len(shown) != 1)}: {kinds}."


class Inventory(widgets.HTML):
    """The inventory of a case, at once by the first bytes of its files; `count` adds what reading them shows."""

    def show(self, case, known: pd.DataFrame | None = None) -> None:
        """Show a case, with what `counted` gave when it is there."""
        self.value = inventory(case, known).data
