"""What the dumps of a case tell of their messages: a question that they leave nothing to asks Spark no more."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics import open_case
from mqforensics.objects.case_evidence import Dump, dumps
from mqforensics.objects.dead_letters import letters_of
from mqforensics.questions.poison.outcome import AT_LEAST
from mqforensics.questions.poison.poison_messages import states
from mqforensics.questions.poison.view import case_view, may_show
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES, dlh


@pytest.mark.parametrize("name", ["dlq_mixed", "poison_loop", "handler_mixed", "browse_priority_delay"])
def test_what_no_dump_tells_of_no_question_finds(spark, name):
    with open_case(spark, SAMPLES / name) as case:
        shown, letters = dumps(case), letters_of(case)
        assert any(one.meant for one in shown) == (letters.count() > 0)
        assert sum(one.refused for one in shown) == letters.where("reason = 2035").count()
        view = case_view(case, AT_LEAST)
        assert may_show(case, view) or states(case.messages, view.places).count() == 0
        assert may_show(case, view) == (name == "poison_loop")


@pytest.mark.parametrize(
    ("hours", "zone", "dated"), [(1, "UTC", True), (-1, "UTC", False), (-1, None, True), (-14, None, False)]
)
def test_a_date_from_before_a_message_was_put_is_none_of_its_dump(hours, zone, dated):
    put = datetime(2026, 3, 1, 8, tzinfo=UTC)
    one = Dump("a.txt", "Q", "QM1", put.replace(tzinfo=None) + timedelta(hours=hours), zone, False, 1, False,
               put=int(put.timestamp() * 1e6))  # fmt: skip
    assert (one.row() is not None) == dated


@pytest.mark.parametrize(("program", "putter"), [
    ("MQ1ACHIN", "MQ1A"), ("MQ1ACHINCSQXRCTL", "MQ1A"), ("MQ1ACHIN STC", "MQ1A"), ("MQ1ACHINWATCH", None),
])  # fmt: skip
def test_the_job_of_a_channel_initiator_ends_where_its_name_does(spark, tmp_path, program, putter):
    header, _ = dlh(2053, "Q", "MQ1A", 546, 1208, "2026030107300000", appl=program)
    (tmp_path / "dlq.txt").write_text(dump([{"Format": "MQDEAD", "data": header + b"text"}], "DLQ"))
    with open_case(spark, tmp_path) as case:
        [one] = dumps(case)
        assert (one.putter, one.initiated) == (putter, int(putter is not None))
