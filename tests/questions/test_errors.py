"""The errors of logs and events, counted whether or not a question judges them."""

import pytest

from mqforensics import open_case
from mqforensics.questions import answers
from mqforensics.questions.errors import answer, errors
from mqforensics.views.page import NOTHING, Page
from tests.writers.cases import SAMPLES


def told(spark, name):
    with open_case(spark, SAMPLES / name) as case:
        return answer(case), {row.message: row["count"] for row in errors(case).collect()}


def test_events_of_trouble_are_errors_and_those_of_commands_and_numbers_are_not(spark):
    found, counted = told(spark, "events_put_inhibited")
    assert counted == {"PUT_INHIBITED": 2, "CHANNEL_STOPPED": 2, "Q_FULL": 2}  # in JSON and as text
    assert found.headline.startswith("The events report 6 errors of 3 kinds; ")
    (one,) = found.findings
    assert one.queue_manager == "QMPORT" and {at.file for at in one.evidence} == {"amqsevt.json"}
    assert {at.line for at in one.evidence} == {88, 116, 142}


def test_a_failure_report_is_an_error_though_its_severity_is_a_number(spark):
    found, counted = told(spark, "fdc_disk_full")
    assert counted == {"AMQ6119": 2, "JMSCMQ0001": 1}
    assert found.headline == "The logs report 3 errors of 2 kinds; AMQ6119 leads with 2."


WELL = {"Put Inhibited": "Queue Mgr Active", "2051": "2222", "Queue Full": "Channel Started", "2053": "2282",
        "Channel Stopped Error": "Channel Stopped Ok"}  # fmt: skip


def test_what_went_well_is_no_error(spark, tmp_path):
    text = (SAMPLES / "events_put_inhibited" / "amqsevt.json").read_text()
    for trouble, well in WELL.items():
        assert trouble in text
        text = text.replace(trouble, well)
    (tmp_path / "e.json").write_text(text)
    with open_case(spark, tmp_path) as case:
        assert case.events.where("event in ('Q_MGR_ACTIVE', 'CHANNEL_STARTED', 'CHANNEL_STOPPED')").count() == 3
        assert errors(case).count() == 0 and answer(case).headline == "The events report no error."


def test_a_page_with_trouble_in_its_events_gives_no_all_clear(spark):
    with open_case(spark, SAMPLES / "events_put_inhibited") as case:
        page = Page(case)
        said = page.answer().data
        assert NOTHING not in said and "errors of 3 kinds" in said


def test_a_page_that_found_nothing_says_so_and_what_each_question_says(spark):
    with open_case(spark, SAMPLES / "config_channels") as case:
        said = Page(case).answer().data
        headlines = [one.headline for one in answers(case).values() if one.headline]
        assert said.index(NOTHING) < said.index(headlines[0])


@pytest.mark.parametrize(("name", "drawn"), [("walk_full_queue", "Route of"), ("handler_forward", "happenings")])
def test_the_route_stands_on_top_where_there_is_one(spark, name, drawn):
    from mqforensics.views.style import words

    with open_case(spark, SAMPLES / name) as case:
        picture = Page(case).picture()
        assert drawn in words(picture) or drawn in picture.axes[0].get_title(loc="left")
