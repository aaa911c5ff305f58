"""Messages read without an engine are what an engine reads."""

import json

import pytest

from mqforensics import open_case
from mqforensics.__main__ import main
from mqforensics.case.plain_rows import json_line, message_rows, redacted_row
from mqforensics.privacy.redaction import Redaction
from mqforensics.views.export import json_lines
from tests.writers.cases import SAMPLES

CASES = ("dlq_mixed", "dmpmqmsg_export", "everything", "raw_messages", "walk_full_queue")


@pytest.mark.parametrize("mode", ["", "payload"])
@pytest.mark.parametrize("name", CASES)
def test_rows_are_those_of_the_engine(spark, name, mode):
    hidden = Redaction(mode, b"k" * 32)
    rows = message_rows(open_case(None, SAMPLES / name))
    plain = [json.loads(json_line(redacted_row(row, row["headers"] or [], hidden))) for row in rows]
    engine = open_case(spark, SAMPLES / name).messages.orderBy("file", "offset")
    assert plain == list(map(json.loads, json_lines(engine, hidden)))


def test_decode_starts_no_engine(monkeypatch, capsys):
    def started(*_, **__):
        raise AssertionError("an engine was started")

    monkeypatch.setattr("mqforensics.session", started)
    assert main(["decode", str(SAMPLES / "dlq_mixed"), "--number", "52"]) == 0
    assert json.loads(capsys.readouterr().out)["number"] == 52
