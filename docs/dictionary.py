"""The pages of the manual that the code makes: every column, every question, every finding code, the notebooks."""

import re
import shutil
from pathlib import Path

import pyarrow as pa

from mqforensics import formats, questions
from mqforensics.formats import tables
from mqforensics.questions.finding import SCHEMA as FINDING
from mqforensics.questions.meanings import EVERY, meanings

ROOT = Path(__file__).parents[1]
TEMPLATES = ("incident_report.ipynb",)
"""What a report is made of, which shows nothing by itself."""
WORDS = {
    "messages": "One row a message, or a stretch of a file that holds none.",
    "objects": (
        "One row an object of a display, definition or configuration file, or a command: of type ERROR where it "
        "failed, DONE where it was carried out and changes something."
    ),
    "log": "One row an entry of an error log, an error of a client, or a record of an FDC.",
    "events": "One row an instrumentation event.",
    "calls": "One row an MQI call.",
    "rules": "One row a logical line of a rules table.",
}


def write(folder: Path) -> None:
    """Write all generated pages into `folder`, anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "columns.md").write_text(columns(), encoding="utf-8")
    (folder / "questions.md").write_text(asked(), encoding="utf-8")
    (folder / "codes.md").write_text(codes(), encoding="utf-8")
    (folder / "notebooks").mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        if path.name not in TEMPLATES:
            shutil.copyfile(path, folder / "notebooks" / path.name)


def columns() -> str:
    """Every table, its formats, its columns and their types."""
    parts = ["# Every column\n"]
    for name, schema in tables.SCHEMAS.items():
        of = ", ".join(f"`{one}`" for one in formats.NAMES if formats.table_of(one) == name)
        parts.append(f"\n## {name}\n\n{WORDS[name]} Formats: {of}.\n\n| column | type |\n|---|---|\n")
        parts += [f"| `{field.name}` | {_type(field.type)} |\n" for field in schema]
    finding = [part.strip().split(" ", 1) for part in re.split(r",\s*(?![^<]*>)", FINDING)]
    parts.append("\n## findings\n\nWhat `findings(case)` and `findings.json` hold.\n\n| column | type |\n|---|---|\n")
    return "".join([*parts, *(f"| `{name}` | `{kind}` |\n" for name, kind in finding)])


def _type(kind: pa.DataType) -> str:
    if pa.types.is_struct(kind):
        return "struct of " + ", ".join(f"`{field.name}`" for field in kind)
    if pa.types.is_list(kind):
        return f"array of {_type(kind.value_type)}"
    if pa.types.is_timestamp(kind):
        return "time, UTC" if kind.tz else "time by the clock of the host"
    return "map of text" if pa.types.is_map(kind) and pa.types.is_string(kind.item_type) else f"`{kind}`"


def asked() -> str:
    """Every question, and what to collect for it."""
    parts = ["# Every question\n"]
    for name in questions.NAMES:
        one = questions.question(name)
        parts.append(f"\n## {one.title}\n\n{one.asks}\n\nTo collect: {one.collect}\n")
    return "".join(parts)


def codes() -> str:
    """Every code of a finding, by its question: how grave it is, what it says, what to do first."""
    parts = ["# Every finding code\n\n`mqforensics explain CODE` says the same.\n"]
    head = "| code | severity | what it says | what to do first |\n|---|---|---|---|\n"
    for name in (*questions.NAMES, EVERY):
        own = [one for one in meanings() if one.question == name]
        parts.append(f"\n## {own[0].title}\n\n{head}")
        parts += [f"| `{one.code}` | {one.severity} | {one.says} | {one.then} |\n" for one in own]
    return "".join(parts)
