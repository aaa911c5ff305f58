"""A support archive as a case: every file is evidence, context or unknown, and none is without a line."""

import io
import random
import zipfile

import pytest

from mqforensics import open_case
from tests.files.test_context_kinds import CORE
from tests.writers.cases import SAMPLES

FILES = 300
EVIDENCE = (
    "walk_full_queue",
    "walk_no_dlq",
    "log_mixed",
    "fdc_disk_full",
    "config_channels",
    "events_put_inhibited",
    "client_errors",
)


def members():
    """What a collecting program packs of a host: a few captures, many logs, failures and traces, and what nobody reads."""
    dice, made = random.Random(17), {}
    for case in EVIDENCE:
        for path in sorted((SAMPLES / case).rglob("*")):
            if path.is_file() and path.suffix != ".md" and path.name != "case.json":
                made[f"mq/{path.relative_to(SAMPLES)}"] = path.read_bytes()
    log = (SAMPLES / "everything" / "AMQERR01.LOG").read_bytes()
    failure = (SAMPLES / "everything" / "AMQ611.0.FDC").read_bytes()
    for number in range((FILES - len(made) - 3) // 5):
        made[f"qmgrs/QM{number}/errors/AMQERR01.LOG"] = log.replace(b"QMFERRY", b"QM%05d" % number)
        made[f"errors/AMQ{number + 700}.0.FDC"] = failure
        made[f"trace/AMQ{number + 700}.0.TRC"] = b"\0" + dice.randbytes(3000)
        made[f"host/command{number}.out"] = b"Filesystem 1K-blocks Used Available\n/dev/sda1 %d %d\n" % (
            number,
            2 * number,
        )
        made[f"qmgrs/QM{number}/binary"] = b"\0" + dice.randbytes(500)
    made |= {"core.4711": CORE, "log/S0000001.LOG": bytes(9000), "ssl/key.kdb": b"\0" + dice.randbytes(90)}
    number = 0
    while len(made) < FILES:
        number += 1
        made[f"host/more{number}.txt"] = b""
    return made


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "runmqras.zip"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members().items():
            out.writestr(name, data)
    path.write_bytes(packed.getvalue())
    return path


def test_every_file_of_a_support_archive_has_its_line(spark, archive):
    rows = {row.file.partition("!/")[2]: row for row in open_case(spark, archive).inventory.collect()}
    assert set(rows) == set(members()) and len(rows) == FILES
    for name, row in rows.items():
        assert (row.format and row.records and not row.problem) or row.problem.startswith("not read: "), row
        assert name.endswith((".txt", ".out", "binary", ".TRC", "core.4711", "S0000001.LOG", ".kdb")) or row.format, row
    assert "core dump" in rows["core.4711"].problem and "dmpmqlog" in rows["log/S0000001.LOG"].problem
    assert "dspmqtrc" in rows["trace/AMQ700.0.TRC"].problem and "unknown" in rows["host/command0.out"].problem
    assert sum(row.format == "fdc" for row in rows.values()) > 40
