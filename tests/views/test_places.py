"""The table of places: what struck a place out stands beside it, and without an assumption its places open."""

import re

import pandas as pd
import pytest

from mqforensics.questions.finding import as_dict
from mqforensics.views.places import PlacesOfMessage, place_values, table
from mqforensics.views.request_form import WalkTab
from mqforensics.views.templates import render
from mqforensics.views.webpage import clean
from tests.questions.walk_cases import CASES
from tests.questions.walked import walked

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def stopped():
    return as_dict(walked(CASES["stopped"]).finding)


def page_of(one):
    made = {**one, **place_values(one), "about": "", "quotes": [], "more": 0, "rest": ""}
    return clean(render("findings", groups=[{"title": "Walk", "findings": [made]}]).data)


def test_the_usual_stands_in_one_line_and_each_doubtful_assumption_has_its_command(stopped):
    page = page_of(stopped)
    [usual] = re.findall("Taken as usual: (.*?)</p>", page)
    assert (
        "committed" in usual
        and "no expiry" in usual
        and usual.count(",") == len([one for one in stopped["assumes"] if one["class"] == "A"]) - 1
    )
    [doubted] = [one for one in stopped["assumes"] if one["class"] != "A"]
    keyed = '<code class="quiet">{}</code>'
    assert all(keyed.format(one["key"]) in usual for one in stopped["assumes"] if one["class"] == "A")
    after = page.partition(f"Assumption: {doubted['text']}")[2]
    assert after.startswith(f" {keyed.format(doubted['key'])}")
    assert (
        after.index("Check (read-only), on QM.A:") < after.index("LPUTTIME") < after.index("This would contradict it:")
    )
    assert all(said in page for said in stopped["against"])


def test_each_place_is_possible_or_struck_out_by_a_line_or_an_assumption(stopped):
    page = page_of(stopped)
    rows = re.findall(r'<tr class="(open|struck)">(.*?)</tr>', page, re.S)
    assert [kind == "open" for kind, _ in rows] == [one["open"] for one in stopped["possible"]]
    for (_, row), one in zip(rows, stopped["possible"], strict=True):
        assert one["text"] in row and ("line" in row or "Assumption: " in row)
        rests = [stopped["assumes"][number] for number in one["rests_on"] or ()]
        assert all(f'{at["text"]} <code class="quiet">{at["key"]}</code>' in row for at in rests)


def test_an_assumption_that_is_switched_off_opens_what_it_struck_out(stopped):
    board = PlacesOfMessage()
    board.show(stopped)
    assert "1 place is possible." in board.shown.value
    number = [one["key"] for one in stopped["assumes"]].index("NO_EXPIRY")
    assert board.switches[number].description.startswith("NO_EXPIRY: ")
    board.switches[number].value = False
    # What a channel could not send may have expired on a dead-letter queue; another assumption strikes that out as well.
    said = "Without NO_EXPIRY 2 places are possible, or one that this evidence does not show."
    assert board.value == [number] and said in board.shown.value
    assert re.search(r'class="open"><td[^>]*>possible</td><td[^>]*>It expired', board.shown.value)
    board.switches[number].value = True
    assert "1 place is possible." in board.shown.value
    board.show(None)
    assert board.shown.value == "" and not board.switches


def test_the_tab_of_the_walk_shows_them_beside_its_answer(stopped):
    tab = WalkTab(lambda *work: None)
    tab._names = ((), ())
    tab._show((pd.DataFrame([stopped]), []))
    assert "1 place is possible." in tab.places.shown.value and len(tab.places.switches) == len(stopped["assumes"])
    tab._show((None, []))
    assert tab.places.shown.value == ""


def test_a_stranger_s_name_is_text_there(stopped):
    row = {**stopped["possible"][0], "text": HOSTILE, "settles": HOSTILE, "open": True}
    told = {**stopped, "possible": [row], "assumes": [{**stopped["assumes"][0], "text": HOSTILE}], "against": [HOSTILE]}
    row["rests_on"] = [0]
    for page in (page_of(told), table(told).data):
        assert "<img" not in page and "&lt;img" in page


def test_a_fix_is_called_one_and_stands_last(stopped):
    page = page_of(stopped)
    assert (
        page.index("Check (read-only), on QM.A:")
        < page.index("Fix (changes something), on QM.A:")
        < page.index("START CHANNEL")
    )
