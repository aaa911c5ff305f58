"""The number of one thing is one number, whoever tells it: over a case in which every queue was dumped twice."""

import html
import re

import pytest

from mqforensics import dead_letters, findings, open_case, timeline
from mqforensics.questions import ask
from mqforensics.views.page import Page
from tests.writers.cases import SAMPLES


@pytest.fixture(scope="module")
def twice(spark, tmp_path_factory):
    folder = tmp_path_factory.mktemp("twice")
    for sample in ("dlq_put_inhibited", "dlq_unknown_object", "walk_full_queue"):
        text = (SAMPLES / sample / ("dlq.txt")).read_text()
        for name, end in (("first", ""), ("second", "\n")):
            (folder / f"{sample}.{name}.txt").write_text(text + end)
    return open_case(spark, folder)


def test_the_number_of_dead_letters_is_one_number(spark, twice):
    one, text = twice, dead_letters(twice).persist()
    number = text.count()
    assert number > 2 and all(len(row.captures) == 2 for row in text.collect()), "every queue was dumped twice"
    # The function, as the README counts it, and the figure.
    by_function = {row.reason_name: row["count"] for row in text.groupBy("reason_name").count().collect()}
    answer = ask(one, "dead_letters")
    assert {row["reason_name"]: row["messages"] for row in answer.figures["by_reason"]} == by_function
    assert dead_letters(one.messages).count() == number == answer.tables["Message by message"].count()
    # The headline, the findings, the page.
    assert f"In all, {number} messages were dead-lettered" in answer.headline
    said = [
        row.statement for row in findings(one).where("question = 'dead_letters' and code = 'DEAD_LETTER'").collect()
    ]
    assert sum(int(re.match(r"(\d+) message", statement)[1]) for statement in said) == number
    page = html.unescape(re.sub(r"<[^>]+>", "", Page(one).findings().data))
    assert all(statement.split(". ")[0] in page for statement in said)
    # The time line.
    rows = timeline(one)
    assert rows.where("kind = 'dead letter'").count() == text.where("dlq_time is not null").count()
    assert rows.where("kind = 'put'").count() == text.where("put_time is not null").count()
