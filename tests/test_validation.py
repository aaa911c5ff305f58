"""The front door: what is given as it cannot be is refused, named after what was expected, before any work."""

from datetime import UTC, datetime, timedelta, timezone

import pandas as pd
import pytest

import mqforensics
from mqforensics import open_case, validation
from mqforensics.errors import MQForensicsError
from mqforensics.questions import walk as walking
from mqforensics.questions.handler.targets import FailingExpected
from mqforensics.questions.refused import OptionExpected
from mqforensics.validation import NameExpected
from tests.writers.refused_show import definitions, grant

MIXED = "sample_dumps/dlq_mixed"
OF_A_CASE = ("biography", "changes", "coverage", "findings", "poison", "refused", "timeline", "walk", "who_may")
OF_MESSAGES = ("dead_letters", "delivery", "dry_run", "propose_rules", "write_dmpmqmsg")
REST = {"biography": ["00" * 24], "who_may": ["A.B"], "dry_run": ["ACTION(IGNORE)\n"], "write_dmpmqmsg": ["/nowhere/x"]}


@pytest.fixture(scope="module")
def case(spark):
    return open_case(spark, MIXED)


@pytest.mark.parametrize("name", [*OF_A_CASE, *OF_MESSAGES, "browse_timeline"])
@pytest.mark.parametrize("kind", [str, dict, type(None), pd.DataFrame])
def test_each_function_wants_its_case_or_its_table(name, kind):
    with pytest.raises(MQForensicsError, match=r"^expected ") as raised:
        getattr(mqforensics, name)(kind() if kind is not str else MIXED, *REST.get(name, ()))
    assert type(raised.value).__name__ in ("CaseExpected", "TableExpected", "MessagesExpected")


@pytest.mark.parametrize("name", [*OF_A_CASE, *OF_MESSAGES, "browse_timeline"])
def test_a_table_of_something_else_is_refused_and_named(spark, name):
    if name == "delivery":  # it takes attempts of any columns
        return
    with pytest.raises(MQForensicsError, match=r"got (DataFrame\[id: bigint\]|one without)"):
        getattr(mqforensics, name)(spark.range(2), *REST.get(name, ()))


def test_a_case_is_no_table_of_messages(case):
    for name in ("delivery", "dry_run", "propose_rules", "browse_timeline"):
        with pytest.raises(validation.TableExpected, match="got <"):
            getattr(mqforensics, name)(case, *REST.get(name, ()))


@pytest.mark.parametrize(("given", "error"), [
    ({"groups": 5}, validation.TextExpected), ({"groups": [5]}, validation.TextExpected), ({"options": 16}, OptionExpected),
    ({"user": 5}, validation.TextExpected), ({"host": b"a"}, validation.TextExpected),
])  # fmt: skip
def test_what_who_may_cannot_take(case, given, error):
    with pytest.raises(error, match=f"as {next(iter(given))}, got "):
        mqforensics.who_may(case, "APP.SVRCONN", **given)


def test_one_group_is_a_group_and_not_its_letters(spark, tmp_path):
    grants = (grant("SELF", "orders", "QMGR", "CONNECT,INQ", entity_type="GROUP"),
              grant("ORDERS", "orders", words="PUT", entity_type="GROUP"))  # fmt: skip
    text = definitions(grants=grants, queues=[{"QUEUE": "ORDERS", "TYPE": "QLOCAL"}])
    (tmp_path / "definitions.txt").write_text(text)
    asked = {"address": "10.1.2.3", "user": "app", "queue": "ORDERS", "options": "put"}
    case = open_case(spark, tmp_path)
    both = [mqforensics.who_may(case, "APP.SVRCONN", groups=groups, **asked) for groups in ("orders", ["orders"])]
    assert both[0] == both[1] and both[0].allowed is True


@pytest.mark.parametrize("given", ["fifo", "LIFO", {"PAYMENTS.IN": "fifo"}, {"FIFO": 4}, 5, [("Q", "FIFO")]])
def test_another_order_of_a_queue_is_none(spark, given):
    calls = open_case(spark, "sample_dumps/browse_priority_delay").calls
    with pytest.raises(validation.ChoiceExpected, match="expected PRIORITY or FIFO"):
        mqforensics.browse_timeline(calls, msgdlvsq=given)


@pytest.mark.parametrize(("given", "error"), [
    ({"failing": {"Q": "x"}}, FailingExpected), ({"failing": {"Q": (2053, 3, 4)}}, FailingExpected),
    ({"failing": {"Q": (2053, -3)}}, FailingExpected), ({"failing": 2053}, FailingExpected),
    ({"retry_rounds": -1}, validation.NumberExpected), ({"retry_rounds": "x"}, validation.NumberExpected),
    ({"user": 5}, validation.TextExpected), ({"objects": [{"a": 1}]}, validation.TableExpected),
])  # fmt: skip
def test_what_a_dry_run_cannot_take(case, given, error):
    with pytest.raises(error, match=f"as {next(iter(given))}, got "):
        mqforensics.dry_run(case.messages, "ACTION(IGNORE)\n", **given)


@pytest.mark.parametrize(("given", "error"), [
    ({"queue": 5}, NameExpected), ({"queue": "A B"}, NameExpected), ({"queue": "Q" * 61}, NameExpected),
    ({"queue_manager": "A;B"}, NameExpected), ({"object_queue_manager": 7}, NameExpected),
    ({"queue": "Q", "expiry": -5}, walking.ExpiryExpected), ({"queue": "Q", "put_time": 5}, walking.PutTimeExpected),
    ({"msg_id": "AB" * 24}, NameExpected), ({"persistence": 0}, NameExpected),
])  # fmt: skip
def test_what_a_walk_cannot_take(case, given, error):
    with pytest.raises(error, match=r"^expected "):
        mqforensics.walk(case, **given)


def test_what_is_known_of_the_message_refines_the_one_request_of_the_case(case):
    asked = case.asking(walk=[{"queue": "PAY.REQ", "queue_manager": "QM.APP1", "persistence": 1}])
    of = {name: mqforensics.walk(asked, **given).where("step = 10") for name, given in {
        "known": {}, "other": {"msg_id": "AB" * 24}, "refined": {"expiry": 600}}.items()}  # fmt: skip
    assert {name: rows.count() for name, rows in of.items()} == {"known": 1, "other": 1, "refined": 1}
    assert {rows.first().route for rows in of.values()} == {"PAY.REQ at QM.APP1"}


def test_messages_are_no_definitions(case):
    with pytest.raises(validation.TableExpected, match="as objects"):
        mqforensics.dry_run(case.messages, "ACTION(IGNORE)\n", objects=case.messages)


def test_one_queue_that_fails_is_a_queue_and_not_its_letters(case):
    rules = "REASON(2053) ACTION(RETRY) RETRY(2)\nACTION(IGNORE)\n"
    told = [mqforensics.dry_run(case.messages, rules, failing=given).groupBy("outcome").count().collect()
            for given in ("ORDERS.IN", ["ORDERS.IN"], None)]  # fmt: skip
    assert sorted(told[0]) == sorted(told[1]) != sorted(told[2])


def test_times_with_a_zone_are_instants(case):
    times = sorted(row.put_time for row in case.messages.select("put_time").where("put_time is not null").collect())
    since, until = (at.replace(tzinfo=UTC) for at in (times[0], times[len(times) // 2]))
    count = case.between(since, until).messages.count()
    assert count
    east = timezone(timedelta(hours=9))
    assert case.between(since.astimezone(east), until.astimezone(east)).messages.count() == count
    assert case.between(since.isoformat(), until.replace(tzinfo=None)).messages.count() == count
    for wrong in ("yesterday", 5, None, datetime):
        with pytest.raises(validation.TimeExpected, match="as until, got"):
            case.between(since, wrong)
