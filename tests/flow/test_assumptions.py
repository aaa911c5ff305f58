"""The closed list of assumptions: each key has a sentence in plain words and, where it can, a command that settles it."""

from datetime import timedelta

import pytest

from mqforensics.flow.assumptions import COLUMNS, assumption, class_of, in_order, rules
from mqforensics.objects.commands import LOOKING, LOOKS, clock, for_platform

KEYS = {
    "PUT_OK", "COMMITTED", "NO_DOUBT", "NOT_LOST", "NO_EXIT", "NO_AMS", "NO_REPORT_OPTIONS", "NOT_SWITCHED", "FITS",
    "AUTHORISED", "SAME_ESTATE", "OPENED_SINCE", "NOT_RESOLVED", "NO_RESTORE", "NOT_ADMIN", "NO_EXPIRY", "AFTER",
    "SETTLED", "CLOCKS", "ROOM", "UNALTERED", "IDENTITY", "OWNER", "PUT_TIME", "FIFO", "DEFAULT", "ZONE", "WHEN",
    "STANDS", "NO_RESTART", "NOT_CLEARED", "NOT_MOVED", "NOTHING_SINCE", "NOT_XMITQ", "CAME_BEFORE",
    "NOT_THERE",
}  # fmt: skip


def test_the_list_is_closed_and_each_row_is_whole():
    assert set(rules()) >= KEYS
    for key, rule in rules().items():
        assert key == rule.key and all(rule) and rule.on in ("queue_manager", "case"), key
        assert rule.class_rule in ("A", "B", "C", "age", "message", "zones", "state"), key
        assert len(rule.sentence.split()) <= 25 and rule.sentence.endswith("."), key


@pytest.mark.parametrize("key", sorted(KEYS))
def test_each_has_a_sentence_and_a_command_that_only_looks(key):
    made = assumption(key, "QM1", "PAY.IN", "USEDLQ", "orders")
    assert made.text.endswith(".") and "{" not in made.text and "[" not in made.text
    assert not any(word in made.text.lower() for word in ("taken that", "is shown", "is told"))
    inner = made.command.removeprefix('echo "')
    assert inner.startswith(LOOKING) and "{" not in inner
    assert made.on == (None if rules()[key].on == "case" else "QM1")
    assert list(made.as_dict()) == list(COLUMNS)


def test_a_part_without_its_value_is_left_out():
    assert assumption("NO_EXIT", object="QM1.QM2").text == "No exit of channel QM1.QM2 removed or changed the message."
    assert (
        assumption("STANDS", "QM1", "A.B", "STATUS", "STOPPED").text
        == "STATUS(STOPPED) of A.B on QM1 has not changed since the put."
    )
    assert assumption("STANDS", "QM1", "A.B").text == "A.B on QM1 has not changed since the put."


@pytest.mark.parametrize("name", ["PAY'IN", 'PAY"; rm -rf ~', "PAY(IN)", "", "$(id)"])
def test_a_name_that_mq_does_not_allow_is_in_no_command(name):
    assert assumption("ROOM", "QM1", name).command is None
    assert assumption("ROOM", name, "PAY.IN").command is None or not name
    assert assumption("NOT_ADMIN", "QM1", value=name).command is None
    assert assumption("DEFAULT", "QM1", "A.B", name).command is None


def test_the_class_follows_the_age_of_the_answer():
    ages = [timedelta(minutes=59), timedelta(hours=1), timedelta(days=1), None]
    assert [class_of("NO_RESTART", age=age) for age in ages] == ["A", "B", "C", "C"]
    assert [class_of("NO_EXPIRY", is_request=one) for one in (False, True)] == ["A", "B"]
    assert [class_of("ZONE", zones_agree=one) for one in (False, True)] == ["C", "B"]
    assert [class_of("STANDS", age=ages[0], is_definition=one) for one in (False, True)] == ["C", "A"]
    with pytest.raises(KeyError):
        class_of("WHOLE")


def test_the_most_doubtful_come_first():
    made = [assumption(key, "QM1", "Q") for key in ("PUT_OK", "AFTER", "WHEN", "PUT_OK")]
    assert [one.key for one in in_order(made)] == ["WHEN", "AFTER", "PUT_OK"]


@pytest.mark.parametrize(
    ("platform", "word"), [("", "date"), ("zos", "D T"), ("windows", "Get-Date"), ("ibmi", "QUTCOFFSET")]
)
def test_the_clock_of_a_host_is_asked_in_its_own_words(platform, word):
    [made] = for_platform(clock("QM1"), lambda on: platform)
    assert word in made.command and made.effect == LOOKS
