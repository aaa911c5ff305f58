"""Which change explains which symptom, and which does not."""

import pytest

from mqforensics.questions.causes import Change, Symptom, explaining, reasons_of

INHIBITED = Change("QM1", "QLOCAL", "Q", "PUT", "DISABLED", 100.0, "PUT went to DISABLED")
SYMPTOM = Symptom(2051, "Q", "QM1", 160.0)


def test_a_change_of_that_object_before_a_symptom_of_that_reason_explains_it():
    assert explaining(SYMPTOM, [INHIBITED]) == INHIBITED


@pytest.mark.parametrize("other", [
    {"object": "Q2"}, {"queue_manager": "QM2"}, {"after": "ENABLED"}, {"attribute": "DESCR"}, {"latest": 400.0}, {"latest": None},
    {"type": "QLOCAL", "attribute": "MAXDEPTH"},
])  # fmt: skip
def test_any_other_change_explains_nothing(other):
    assert explaining(SYMPTOM, [Change(**{**INHIBITED.__dict__, **other})]) is None


def test_of_two_at_one_time_none_is_named():
    assert explaining(SYMPTOM, [INHIBITED, Change(**{**INHIBITED.__dict__, "says": "another"})]) is None


def test_a_symptom_without_a_time_has_no_cause():
    assert explaining(Symptom(2051, "Q", "QM1", None), [INHIBITED]) is None


def test_a_queue_managers_own_attribute_bears_on_its_objects_alone():
    change = Change("QM1", "QMGR", "QM1", "CHLAUTH", "ENABLED", 1.0, "CHLAUTH was switched on")
    assert explaining(Symptom(2035, "APP.SVRCONN", "QM1", 2.0), [change]) == change
    assert explaining(Symptom(2035, "APP.SVRCONN", "QM2", 2.0), [change]) is None


def test_every_reason_of_the_table_is_one_of_mq():
    from mqforensics.codes import reason_name
    from mqforensics.questions.causes import _reasons

    assert all(reason_name(code) for rows in _reasons().values() for _, reasons in rows for code in reasons)
    assert reasons_of(INHIBITED) == {2051}
