"""The pages of the manual that the code makes: every column, every question, every finding code, the notebooks."""

import argparse
import inspect
import re
import shutil
from pathlib import Path

import pyarrow as pa

import mqforensics
from mqforensics import formats, questions
from mqforensics.__main__ import _parser
from mqforensics.flow.assumptions import rules
from mqforensics.formats import tables
from mqforensics.formats.column_meanings import column
from mqforensics.questions.finding import SCHEMA as FINDING
from mqforensics.questions.meanings import EVERY, meanings

ASSUMED = (
    "What a verdict takes as given where no line shows it. Class A is nearly always true, B usually, C only while the "
    "incident lasts. Settle one with its command, or say what you know: `--assume KEY=shown`.\n\n"
)
CLASSES = {
    "message": "A, for requests and replies B", "zones": "B or C", "age": "A, B or C by the age of the message",
    "state": "C, of definitions by age",
}  # fmt: skip
"""How the class of an assumption is said where it depends on the case."""
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
    (folder / "formats.md").write_text(read(), encoding="utf-8")
    (folder / "columns.md").write_text(columns(), encoding="utf-8")
    (folder / "questions.md").write_text(asked(), encoding="utf-8")
    (folder / "codes.md").write_text(codes(), encoding="utf-8")
    (folder / "assumptions.md").write_text(assumptions(), encoding="utf-8")
    (folder / "functions.md").write_text(functions(), encoding="utf-8")
    (folder / "commands.md").write_text(commands(), encoding="utf-8")
    (folder / "notebooks").mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        if path.name not in TEMPLATES:
            shutil.copyfile(path, folder / "notebooks" / path.name)


def read() -> str:
    """Every format, its table, and what its module says first of itself; a part of a page."""
    rows = []
    for name in formats.NAMES:
        what = inspect.cleandoc(formats.format_module(name).__doc__ or "").partition("\n\n")[0]
        rows.append(f"| `{name}` | `{formats.table_of(name)}` | {_cell(what)} |\n")
    return "".join(["| format | table | what |\n|---|---|---|\n", *rows])


def columns() -> str:
    """Every table, its formats, its columns and their types."""
    parts = ["# Every column\n"]
    for name, schema in tables.SCHEMAS.items():
        of = ", ".join(f"`{one}`" for one in formats.NAMES if formats.table_of(one) == name)
        parts.append(f"\n## {name}\n\n{WORDS[name]} Formats: {of}.\n\n{HEAD}")
        parts += [_row(name, field.name, field) for field in schema]
    finding = [part.strip().split(" ", 1) for part in re.split(r",\s*(?![^<]*>)", FINDING)]
    parts.append("\n## findings\n\nWhat `findings(case)` and `findings.json` hold.\n\n| column | type |\n|---|---|\n")
    return "".join([*parts, *(f"| `{name}` | `{kind}` |\n" for name, kind in finding)])


HEAD = "| column | type | meaning | unit | hidden by |\n|---|---|---|---|---|\n"


def _row(table: str, path: str, field: pa.Field) -> str:
    """A column, and below it the fields that are in it."""
    known = column(table, path)
    hides = {"public": "", "identity": "`identity`, `all`", "payload": "`payload`, `all`"}[known.redaction]
    said = f"| `{path}` | {_type(field.type)} | {_cell(known.comment)} | {known.unit or ''} | {hides} |\n"
    inside = field.type.value_type if pa.types.is_list(field.type) else field.type
    fields = list(inside) if pa.types.is_struct(inside) else []
    return said + "".join(_row(table, f"{path}.{one.name}", one) for one in fields)


def _type(kind: pa.DataType) -> str:
    if pa.types.is_struct(kind):
        return "struct"
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
        parts.append(f"\n## {one.title}\n\n{one.asks}\n\nTo collect:\n\n```text\n{one.collect}\n```\n")
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


def assumptions() -> str:
    """The closed list of assumptions: key, class, sentence, what settles it, and the fact of MQ behind it."""
    head = "| key | class | assumption | command that settles it | source |\n|---|---|---|---|---|\n"
    rows = []
    for one in rules().values():
        kind, told = CLASSES.get(one.class_rule, one.class_rule), map(_cell, (one.sentence, one.command, one.source))
        rows.append("| `{}` | {} | {} | `{}` | {} |\n".format(one.key, kind, *told))
    return "".join(["# Assumptions\n\n", ASSUMED, head, *rows])


def functions() -> str:
    """Every name of the front door, with its arguments and what its docstring says."""
    parts = ["# Every function\n"]
    for name in mqforensics.__all__:
        value = getattr(mqforensics, name)
        head = f"{name}{inspect.signature(value)}"
        said = inspect.cleandoc(value.__doc__ or "")
        parts.append(f"\n## {name}\n\n```text\n{head}\n```\n\n```text\n{said}\n```\n")
    return "".join(parts)


def commands() -> str:
    """The help of every verb."""
    parts = ["# The command line\n"]
    for name, verb in sorted(_verbs(_parser()).items()):
        parts.append(f"\n## {name}\n\n```text\n{verb.format_help()}\n```\n")
    return "".join(parts)


def _verbs(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    own = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return {verb.prog: verb for one in own for verb in one.choices.values()}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
