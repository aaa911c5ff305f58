"""Pictures of dead letters: what their titles say."""

import pandas as pd
import pytest

from mqforensics.views.dead_letters import reasons_figure


@pytest.mark.parametrize(("counts", "title"), [
    ((3, 2), "2035 MQRC_NOT_AUTHORIZED leads with 3"), ((2, 2), "2 reasons are the most frequent, with 2 each"),
])  # fmt: skip
def test_of_reasons_that_are_as_frequent_none_leads(counts, title):
    names = {"reason": (2035, 2053), "reason_name": ("MQRC_NOT_AUTHORIZED", "MQRC_Q_FULL")}
    made = reasons_figure(pd.DataFrame({**names, "messages": counts}))
    assert title in {axes.get_title(loc=at) for axes in made.axes for at in ("left", "center")} | {made.get_suptitle()}


def test_messages_without_a_header_have_no_reason_that_leads():
    rows = {"reason": (None, 2053), "reason_name": ("no valid MQDLH", "MQRC_Q_FULL"), "messages": (9, 3)}
    [axes] = reasons_figure(pd.DataFrame(rows)).axes
    assert axes.get_title(loc="left") == "2053 MQRC_Q_FULL leads with 3"
    assert [one.get_text() for one in axes.get_yticklabels()][-1] == "no valid MQDLH"
