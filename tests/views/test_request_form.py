"""The form on the desk that asks about a message."""

import pytest

from mqforensics import open_case
from mqforensics.case.settings import SETTINGS
from mqforensics.views.investigation import Investigation
from mqforensics.views.request_form import NEEDED, RequestForm
from tests.writers.cases import SAMPLES

STOPPED = SAMPLES / "walk_stopped_channel"


def test_the_form_has_all_that_a_walk_can_be_asked():
    assert {*RequestForm(print).fields} == {*SETTINGS["walk"]}


@pytest.mark.parametrize(("filled", "said"), [
    ({}, NEEDED), ({"queue": "Q", "msg_id": "zz"}, "48 hex digits"), ({"queue": "Q", "put_time": "<b>"}, "ISO 8601"),
    ({"queue": "Q", "persistence": "maybe"}, "Persistent is a number"), ({"queue": "Q", "expiry": "-5"}, "or -1, got -5"),
])  # fmt: skip
def test_what_cannot_be_a_request_is_a_sentence_and_asks_nothing(filled, said):
    asked = []
    form = RequestForm(asked.append)
    for name, value in filled.items():
        form.fields[name].value = value
    form.button.click()
    assert said in form.said.value and "<b>" not in form.said.value and not asked and form.value is None


def test_a_request_is_what_is_filled_in():
    asked = []
    form = RequestForm(asked.append)
    form.show({"queue": "Q", "persistence": 1})
    form.fields["queue_manager"].value, form.fields["expiry"].value = " QM1 ", "-1"
    form.button.click()
    assert asked == [form.value] == [{"queue": "Q", "queue_manager": "QM1", "persistence": 1, "expiry": -1}]


def test_a_case_is_asked_about_another_message_without_being_read_again(spark):
    with open_case(spark, STOPPED) as case:
        case.objects.count()
        other = case.asking(walk={"queue": "NO.SUCH", "queue_manager": "QMLON01"})
        assert other.objects is case.objects and other.settings["walk"]["queue"] == "NO.SUCH" != case.settings["walk"]
        assert other.whole is other and case.whole is case


def test_another_message_is_followed_on_the_desk(spark, tmp_path):
    desk = Investigation(spark, SAMPLES, case=str(STOPPED), output=str(tmp_path))
    tab = desk.answers["walk"]
    desk.tabs.selected_index = 2 + list(desk.answers).index("walk")
    desk.wait()
    first = tab.form.value
    assert first["queue"] in tab.form.fields["queue"].options and "CHANNEL_NOT_RUNNING" in tab.page.value
    assert not desk.bar.problem and "possible" in tab.places.shown.value
    tab.form.fields["queue"].value = "NO.SUCH.QUEUE"
    tab.form.button.click()
    desk.wait()
    assert "NO.SUCH.QUEUE" in tab.page.value and tab.form.value == {**first, "queue": "NO.SUCH.QUEUE"}
    assert not desk.bar.problem
    tab.say_whole(True)
    assert tab.rests.value and tab.rests in tab.children, "what a range of time says of this tab is seen"
    assert desk.case.settings["walk"] is not tab.case.settings["walk"], "the case on the other tabs stays as it was"
