from bisect import insort

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.questions.browse import Queue


def reply(answer):
    return answer.message.msg_id if answer.message else answer.reason


@pytest.fixture
def example():
    """The queue of seed 5: A and B with priority 4, C with priority 3, and a browser on A."""
    queue = Queue()
    for name, priority in (("A", 4), ("B", 4), ("C", 3)):
        queue.put(name, priority)
    cursor = queue.open()
    assert reply(cursor.browse_first()) == "A"
    return queue, cursor


def ids(queue):
    return [message.msg_id for message in queue]


def test_seed_5_step_by_step(example):
    queue, cursor = example
    assert ids(queue) == ["A", "B", "C"]  # a browse removes nothing
    late = queue.put("D", 5)
    assert ids(queue) == ["D", "A", "B", "C"] and cursor.has_passed(late)
    assert [reply(cursor.browse_next()) for _ in range(3)] == ["B", "C", 2033]
    assert cursor.has_passed(late)
    assert reply(cursor.browse_first()) == "D"
    assert not cursor.has_passed(late)


def test_on_a_fifo_queue_the_same_message_comes_in_order():
    queue = Queue(msgdlvsq="FIFO")
    for name, priority in (("A", 4), ("B", 4), ("C", 3)):
        queue.put(name, priority)
    cursor = queue.open()
    cursor.browse_first()
    queue.put("D", 5)
    assert [reply(cursor.browse_next()) for _ in range(4)] == ["B", "C", "D", 2033]


def test_a_getter_is_given_the_head_of_the_queue(example):
    queue, _ = example
    queue.put("D", 5)
    assert [reply(queue.get()) for _ in range(5)] == ["D", "A", "B", "C", 2033]


def test_an_opened_queue_begins_before_its_first_message(example):
    queue, _ = example
    assert reply(queue.open().browse_next()) == "A"


def test_every_handle_has_a_cursor_of_its_own(example):
    queue, first = example
    second = queue.open()
    assert [reply(first.browse_next()), reply(second.browse_next())] == ["B", "A"]


def test_an_uncommitted_put_has_its_place_and_is_not_seen(example):
    queue, cursor = example
    late = queue.put("E", 4, committed=False)
    queue.put("F", 4)
    assert [reply(cursor.browse_next()) for _ in range(2)] == ["B", "F"]
    queue.commit(late)
    assert ids(queue) == ["A", "B", "E", "F", "C"] and cursor.has_passed(late)
    assert [reply(cursor.browse_next()) for _ in range(2)] == ["C", 2033]


def test_a_late_commit_is_passed_over_on_a_fifo_queue_too():
    queue = Queue(msgdlvsq="FIFO")
    late = queue.put("old", committed=False)
    queue.put("new")
    cursor = queue.open()
    assert reply(cursor.browse_first()) == "new"
    queue.commit(late)
    assert reply(cursor.browse_next()) == 2033
    assert reply(cursor.browse_first()) == "old"


def test_a_put_that_is_backed_out_is_gone(example):
    queue, _ = example
    queue.back(queue.put("E", 9, committed=False))
    assert ids(queue) == ["A", "B", "C"]


def test_a_backed_out_get_stands_at_its_old_place(example):
    queue, cursor = example
    taken = queue.get("A", syncpoint=True).message
    assert [reply(cursor.browse_next()), reply(queue.open().browse_first())] == ["B", "B"]
    queue.back(taken)
    assert ids(queue) == ["A", "B", "C"] and taken.backout_count == 1
    assert reply(cursor.browse_next()) == "C"


def test_a_cursor_keeps_the_place_of_a_message_that_was_removed(example):
    queue, cursor = example
    queue.get("A")
    assert reply(cursor.browse_next()) == "B"
    assert reply(queue.get("B")) == "B"
    assert reply(cursor.browse_under()) == 2034
    assert reply(cursor.browse_next()) == "C"


def test_there_is_nothing_under_a_cursor_before_the_first_browse(example):
    queue, _ = example
    assert reply(queue.open().browse_under()) == 2034


def test_browsing_under_the_cursor_does_not_move_it(example):
    _, cursor = example
    assert [reply(cursor.browse_under()), reply(cursor.browse_next())] == ["A", "B"]


def test_the_marks_of_one_handle_do_not_run_out(example):
    queue, _ = example
    cursor, other = queue.open(), queue.open()
    told = [reply(cursor.browse_first(time, unmarked=True, mark=True)) for time in (0, 10**9, 10**9, 10**9)]
    assert told == ["A", "B", "C", 2033]
    assert reply(other.browse_first(0, unmarked=True)) == "A"


@pytest.mark.parametrize(("markint", "later", "seen"), [(5000, 4999, "B"), (5000, 5000, "A"), (-1, 10**9, "B")])
def test_the_marks_of_a_co_operating_set_hold_for_markint(markint, later, seen):
    queue = Queue(markint=markint)
    queue.put("A", 4)
    queue.put("B", 4)
    first, second = queue.open(co_op=True), queue.open(co_op=True)
    assert reply(first.browse_first(0, unmarked=True, mark=True)) == "A"
    assert reply(second.browse_first(later, unmarked=True, mark=True)) == seen


def test_altering_a_queue_leaves_its_messages_where_they_are():
    queue = Queue(defprty=4)
    queue.put("low", 0)
    queue.put("high", 9)
    queue.alter("FIFO")
    queue.put("new", 9)
    assert ids(queue) == ["high", "new", "low"]


def test_a_priority_that_is_not_given_is_the_queues_own():
    queue = Queue(defprty=3)
    assert queue.put("A").priority == 3


def test_an_unknown_sequence_is_refused():
    with pytest.raises(ValueError, match="PRIORITY or FIFO"):
        Queue(msgdlvsq="LIFO")


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put later", "commit", "get", "take", "back", "first", "next", "under", "alter"]),
        st.integers(0, 9),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(ACTIONS)
def test_any_course_of_events_against_a_list_that_is_searched_from_the_front(actions):
    queue, cursor = Queue(defprty=4), None
    cursor = queue.open()
    slow, fifo, at, under = [], False, None, None  # slow: [place, id, committed, taken], kept in order
    made = {}
    for number, (action, value) in enumerate(actions):
        open_, taken = [row for row in slow if not row[2]], [row for row in slow if row[3]]
        visible = [row for row in slow if row[2] and not row[3]]
        if action in ("put", "put later"):
            made[number] = queue.put(number, value, committed=action == "put")
            insort(slow, [(-4 if fifo else -value, number), number, action == "put", False])
        elif action == "commit" and open_:
            queue.commit(made[open_[0][1]])
            open_[0][2] = True
        elif action == "back" and taken:
            queue.back(made[taken[0][1]])
            taken[0][3] = False
        elif action in ("get", "take"):
            assert reply(queue.get(syncpoint=action == "take")) == (visible[0][1] if visible else 2033)
            if visible and action == "get":
                slow.remove(visible[0])
            elif visible:
                visible[0][3] = True
        elif action in ("first", "next"):
            at = None if action == "first" else at
            under = None if action == "first" else under
            ahead = [row for row in visible if at is None or row[0] > at]
            got = reply(cursor.browse_first() if action == "first" else cursor.browse_next())
            assert got == (ahead[0][1] if ahead else 2033)
            at, under = (ahead[0][0], ahead[0][1]) if ahead else (at, under)
        elif action == "under":
            still = [row for row in visible if row[1] == under]
            assert reply(cursor.browse_under()) == (under if still else 2034)
        elif action == "alter":
            fifo = value > 4
            queue.alter("FIFO" if fifo else "PRIORITY")
        assert ids(queue) == [row[1] for row in slow]


def test_priority_minus_one_is_that_of_the_queue():
    queue = Queue(defprty=5)
    assert queue.put("as the queue", -1).place < queue.put("low", 4).place
    assert queue.put("also", None).priority == queue.put("again", -1).priority == 5
