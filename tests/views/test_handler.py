"""The picture of a rules table at work, from the counts of a dry run."""

from itertools import pairwise

import pandas as pd
from matplotlib.patches import PathPatch, Rectangle

from mqforensics.views import style
from mqforensics.views.handler import headline, rules_flow

NAMES = ["reason", "rule_line", "action", "queue", "outcome", "count"]
ROWS = [
    (2053, 6, "FWD", "FULL", "FORWARDED", 6), (2051, 9, "RETRY", "CLAIMS", "RETRIED", 4),
    (2035, 10, "FWD", "GONE", "IGNORED", 3), (2030, 15, "DISCARD", None, "DISCARDED", 1),
    (2189, 18, "FWD", "DLQ", "FORWARDED", 1), (None, None, None, None, "NOT_A_DEAD_LETTER", 1),
    (2087, None, "IGNORE", None, "NO_RULE", 1),
]  # fmt: skip


def flow(rows=ROWS):
    return pd.DataFrame(rows, columns=NAMES)


def drawn(made, kind):
    return [patch for patch in made.axes[0].patches if isinstance(patch, kind)]


def labels(made):
    return {text.get_text() for text in made.axes[0].texts}


def test_headline_counts_what_leaves():
    assert headline(flow()) == "12 of 17 messages would leave the dead-letter queue; 5 would stay."
    assert headline(flow(), {"DLQ"}) == "11 of 17 messages would leave the dead-letter queue; 6 would stay."
    assert headline(flow([])) == "There are no messages to try the rules on."


def test_a_bar_for_each_reason_rule_and_end_and_two_ribbons_for_each_group():
    made = rules_flow(flow(), {"DLQ"})
    assert len(drawn(made, Rectangle)) == 7 + 6 + 5
    assert len(drawn(made, PathPatch)) == 2 * len(ROWS)
    assert {"2053 Q_FULL (6)", "line 6: FWD (6)", "to FULL (6)", "no rule (2)", "stays (5)", "deleted (1)"} <= labels(
        made
    )
    assert {"no valid MQDLH (1)", "comes back (1)", "here for", "taken by", "in the end"} <= labels(made)


def test_bars_of_a_column_do_not_overlap_and_stay_in_the_picture():
    made = rules_flow(flow([*ROWS, (2085, 20, "FWD", "BIG", "FORWARDED", 900_000)]))
    for left in (0, 0.5, 1):
        spans = sorted((p.get_y(), p.get_y() + p.get_height()) for p in drawn(made, Rectangle) if p.get_x() == left)
        assert all(above[1] < below[0] for above, below in pairwise(spans))
        assert spans[0][0] >= 0 and spans[-1][1] <= 1.0001


def test_words_tell_the_numbers():
    said = style.words(rules_flow(flow()))
    assert "2053 Q_FULL → line 6: FWD → to FULL: 6" in said
    assert "no valid MQDLH → no rule → stays: 1" in said


def test_title_states_the_finding():
    assert rules_flow(flow()).axes[0].get_title(loc="left").startswith("12 of 17 messages")


def test_many_reasons_share_a_bar():
    rows = [(65536 + n, n + 1, "FWD", f"Q{n}", "FORWARDED", n + 1) for n in range(30)]
    made = rules_flow(flow([*rows, (2035, None, "IGNORE", None, "NO_RULE", 1)]))
    assert len(drawn(made, Rectangle)) <= 3 * 10 + 1
    assert "other (232)" in labels(made)
    assert "stays (1)" in labels(made)


def test_nothing_to_draw():
    made = rules_flow(flow([]))
    assert drawn(made, Rectangle) == [] and "no messages" in made.axes[0].get_title(loc="left")
