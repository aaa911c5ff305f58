from datetime import UTC, datetime

import pandas as pd
import pytest

from mqforensics.questions.browse import Story, remedies, steps, traffic
from mqforensics.views import browse, style

BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)


def at(seconds):
    return pd.Timestamp(BEGIN) + pd.Timedelta(seconds=seconds) if seconds is not None else pd.NaT


def message(name, priority, put, first, got, reason=None):
    return {
        "queue_manager": "QM1", "queue": "Q1", "msg_id": name, "priority": priority, "effective_priority": priority,
        "put_time": at(put), "visible_time": at(put), "first_time": at(first), "get_time": at(got), "first_by": "BROWSE_FIRST",
        "delay": first - put, "total": got - put if got else float("nan"), "reason": reason,
        "why": "It was <passed>." if reason else None, "found_by": "agent",
    }  # fmt: skip


def call(verb, end, found=None, waits=False):
    return {"call": verb, "start": at(end - (2 if waits else 0)), "end": at(end), "waits": waits, "msg_id": found,
            "priority": None, "reason": 0 if found else 2033, "number": end}  # fmt: skip


@pytest.fixture(scope="module")
def story():
    messages = pd.DataFrame([
        message(b"\x0d", 5, 2, 9, 9.1, "CURSOR_SKIP"), message(b"\x0a", 4, 0, 1, 1.5), message(b"\x0b", 4, 0.1, 3, None),
        message(b"\x0c", 3, 0.2, 4, None),
    ])  # fmt: skip
    calls = pd.DataFrame([
        call("BROWSE_FIRST", 1, b"\x0a"), call("BROWSE_NEXT", 3, b"\x0b"), call("BROWSE_NEXT", 4, b"\x0c"),
        call("BROWSE_NEXT", 7, None, waits=True), call("BROWSE_FIRST", 9, b"\x0d"),
    ])  # fmt: skip
    return Story(messages.iloc[0], messages, calls)


def test_the_step_table_is_drawn_as_seed_5_draws_it(story):
    assert browse.step_table(steps(story)).split("\n\n") == [
        "08:00:01.000000  BROWSE_FIRST: message 0A\n"
        "  0A  priority 4  <-- browse cursor\n  0B  priority 4\n  0C  priority 3",
        "08:00:02.000000  0D (priority 5) becomes visible\n"
        "  0D  priority 5  (the late one)\n  0A  priority 4  <-- browse cursor\n  0B  priority 4\n  0C  priority 3",
        "08:00:03.000000  BROWSE_NEXT: message 0B\n"
        "  0D  priority 5  (the late one)\n  0B  priority 4  <-- browse cursor\n  0C  priority 3",
        "08:00:04.000000  BROWSE_NEXT: message 0C\n"
        "  0D  priority 5  (the late one)\n  0B  priority 4\n  0C  priority 3  <-- browse cursor",
        "08:00:07.000000  BROWSE_NEXT + WAIT: 2033, no message available\n"
        "  0D  priority 5  (the late one)\n  0B  priority 4\n  0C  priority 3  <-- browse cursor",
        "08:00:09.000000  BROWSE_FIRST: message 0D\n"
        "  0D  priority 5  (the late one)  <-- browse cursor\n  0B  priority 4\n  0C  priority 3",
    ]


def test_long_stories_and_long_queues_are_shortened_and_say_so(story):
    told = steps(story)
    assert "... 3 more steps ..." in browse.step_table(told, at_most=3)
    assert "  ... 1 more" in browse.step_table(told, rows=1)
    assert [step if isinstance(step, int) else "" for step in browse.elided_steps(told, 4)] == ["", "", 2, "", ""]


def test_the_html_table_says_the_same(story):
    text = browse.step_html(steps(story)).data
    assert text.count("<tr>") == 1 + 6 and text.count("browse cursor") == 6 and "<b>0D  priority 5" in text


def test_the_cursors_figure(story):
    made = browse.cursor_figure(story)
    axes = made.axes[0]
    assert axes.get_title("left") == "Q1: 7.00 s from put to first sight, CURSOR_SKIP"
    path = next(line for line in axes.get_lines() if line.get_label() == "cursor")
    assert list(path.get_ydata()) == [browse.HEAD, browse.HEAD, 1, 1, 2, 2, 3, 3, 3, 3, browse.HEAD, browse.HEAD, 0]
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["priority 5", "priority 4", "priority 3", "cursor", "BROWSE_FIRST", "BROWSE_NEXT", "2033"]
    assert len({patch.get_hatch() for patch in axes.patches if patch.get_fill()}) == 3  # colour is not alone
    assert "7.00 s" in [text.get_text() for text in axes.texts]
    words = style.words(made)
    assert "4 messages and 5 browse calls on Q1. Message 0D, priority 5, was put at 08:00:02" in words
    assert len(style.png(made)) > 5000


def test_a_story_without_any_browse_is_drawn_too(story):
    no_calls = pd.DataFrame(columns=story.calls.columns)
    never = story.messages.assign(get_time=pd.NaT)
    for told in (story._replace(calls=no_calls), Story(never.iloc[0], never, no_calls)):
        assert len(style.png(browse.cursor_figure(told))) > 5000


def test_with_many_messages_only_the_late_one_is_named(story):
    more = [message(bytes([n, 0]), 1, 0.3, 8, None) for n in range(40)]
    many = story._replace(messages=pd.concat([story.messages, pd.DataFrame(more)], ignore_index=True))
    labels = [text.get_text() for text in browse.cursor_figure(many).axes[0].get_yticklabels()]
    assert len(labels) == 1 and labels[0].endswith("priority 5")


def test_the_headline(story):
    assert browse.headline(story.late) == "The longest: 7.10 s on Q1, CURSOR_SKIP. It was <passed>."
    assert browse.headline(None) == "No message in this trace was late."
    assert browse.headline(None, "4142") == "No call of this trace found the message 4142."


def test_the_remedies_figure():
    made = browse.remedies_figure(remedies(traffic(every=1500), eoq_timeouts=(1000,)))
    assert made.axes[0].get_title("left") == "30.20 s as it is, 0.00 s with MSGDLVSQ(FIFO)"
    assert "eoqTimeout 1000: 0.00 s" in style.words(made)
