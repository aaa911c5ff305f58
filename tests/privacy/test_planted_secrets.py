"""Planted secrets: none of what stands under a secret's name is left at the default level, wherever it is shown."""

import json
from types import SimpleNamespace

import pyarrow as pa
import pytest

from mqforensics import findings, open_case, source
from mqforensics.__main__ import main
from mqforensics.files import files
from mqforensics.formats import format_module, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import SCHEMAS
from mqforensics.objects.quotes import quoted_lines
from mqforensics.privacy.mask import masked
from mqforensics.spark_compat import each_row_of, pandas_of, rows_of
from mqforensics.tools.explain import explain
from mqforensics.views.case_tables import readable
from mqforensics.views.export import export
from mqforensics.views.inventory import counted_files, inventory
from mqforensics.views.message import find
from tests.writers import secret_case

OF_A_BODY = ("body", "data", "body_text")
"""What the tables of a session have of a message as it is: `write_dmpmqmsg` needs it."""


def left(secrets, said: str) -> list[str]:
    """The secrets in a text, also in hexadecimal, ASCII or EBCDIC, with the kind of each and where it stands."""
    forms = lambda one: (one, one.encode().hex().upper(), one.encode("cp500").hex().upper())  # noqa: E731
    return [f"{kind}: …{said[max(said.index(form) - 60, 0) :][:90]!r}" for one, kind in secrets.of.items()
            for form in forms(one) if form in said]  # fmt: skip


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secrets") / "case"
    return folder, secret_case.write(folder)


def test_there_are_enough_secrets_in_enough_kinds(case):
    _, secrets = case
    assert len(set(secrets.of)) >= 90 and len(set(secrets.of.values())) >= 20


def test_no_text_of_any_kind_keeps_one():
    secrets = secret_case.Secrets()
    for kind, text in secret_case.texts(secrets).items():
        assert not left(secrets, masked(text)), kind
        assert masked(masked(text)) == masked(text), kind
    assert len(secrets.of) >= 90


def test_no_row_of_any_reader_and_no_explanation_has_one(case):
    folder, secrets = case
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        assert not left(secrets, str(explain(data))), file.name
        name = identify(data[: 1 << 16])
        if name is None:
            continue
        for row in source.rows(format_module(name), FileSlice(data, file.name)):
            for one in row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]:
                assert not left(secrets, str({key: value for key, value in one.items() if key not in OF_A_BODY})), (
                    file.name
                )


def test_no_line_that_may_be_quoted_has_one(case):
    folder, secrets = case
    opened = SimpleNamespace(made={}, files=list(files(str(folder))), tables_of=lambda _: ())
    for file in opened.files:
        text = (folder / file.name).read_bytes()
        if file.name in ("browsed.txt", "unloaded.dmp"):  # hexadecimal is no line that anything cites
            continue
        places = [(file.name, at, None) for at in range(1, text.count(b"\n") + 2)]
        assert not left(secrets, "\n".join(quoted_lines(opened, places).values())), file.name
        for place in places:
            assert not left(secrets, "".join(quoted_lines(opened, [place]).values())), place


@pytest.fixture(scope="module")
def opened(spark, case):
    return open_case(spark, case[0])


@pytest.mark.slow
def test_no_table_and_no_finding_has_one(opened, case):
    secrets = case[1]
    for table in SCHEMAS:
        for row in rows_of(getattr(opened, table)):
            said = row.asDict(recursive=True)
            assert not left(secrets, str({key: value for key, value in said.items() if key not in OF_A_BODY})), (
                table,
                row.file,
            )
    for row in rows_of(findings(opened)):
        assert not left(secrets, str(row)), row.code
    assert not left(secrets, str(pandas_of(opened.inventory).to_dict()))


@pytest.mark.slow
def test_nothing_that_leaves_or_is_on_the_desk_has_one(opened, case, tmp_path, capsys):
    folder, secrets = case
    assert main(["decode", str(folder)]) == 0
    assert not left(secrets, capsys.readouterr().out)
    for table in SCHEMAS:
        for kind in ("csv", "json"):
            assert not left(secrets, export(getattr(opened, table), tmp_path / f"{table}.{kind}").read_text()), table
        assert not left(secrets, pandas_of(readable(opened, table).drop(*OF_A_BODY)).to_json(default_handler=str)), (
            table
        )
    assert not left(secrets, inventory(opened, counted_files(opened)).data)
    from mqforensics.views.hexdump import hexdump
    from mqforensics.views.payload import payload

    for row in each_row_of(opened.messages.select("file", "number")):
        if row.number is not None:
            one = find(opened, row.file, row.number)
            bare = "".join(hexdump(one).data.split("title=")).replace(" ", "")
            assert not left(secrets, payload(one).data) and not left(secrets, bare), row


@pytest.mark.slow
def test_no_report_has_one_and_it_is_the_same_under_any_zone(case, tmp_path):
    import os
    import subprocess
    import sys

    folder, secrets = case
    made = []
    for zone in ("UTC", "Asia/Kolkata", "America/St_Johns"):
        out = tmp_path / zone.replace("/", "_") / "out"
        environment = {**os.environ, "TZ": zone, "LC_ALL": "C" if zone != "UTC" else "C.UTF-8"}
        subprocess.run([sys.executable, "-P", "-m", "mqforensics", "report", str(folder), "-o", str(out)], env=environment,
                       check=True, cwd=tmp_path)  # fmt: skip
        made.append({path.name: path.read_bytes() for path in sorted(out.iterdir())})
    for name, data in made[0].items():
        assert not left(secrets, data.decode()), name
    assert json.loads(made[0]["findings.json"])["findings"] and made[0] == made[1] == made[2]
