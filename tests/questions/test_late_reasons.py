"""Every sentence that the rooms say of the sample cases: short, plain, with commands that look before they change."""

import re
from pathlib import Path

import pytest

import mqforensics
from mqforensics import open_case
from mqforensics.flow.delivery.citations import SOURCES
from mqforensics.questions import browse, dead_letters, delivery, handler, poison
from mqforensics.questions.finding import sentence
from tests.plain import faults, faults_of, texts_of, too_long
from tests.writers.cases import SAMPLES

ASKED = {
    "handler_mixed": (handler, dead_letters), "delivery_channels": (delivery,), "poison_loop": (poison,),
    "browse_priority_delay": (browse,), "everything": (handler, dead_letters, poison, delivery),
}  # fmt: skip
DELETES = re.compile(r"\b(?:DELETE|CLEAR|DESTROY|PURGE)\b|>>|/work|sample_dumps|\* on ")
ROOT = Path(mqforensics.__file__).parent
SAID = sorted([*ROOT.rglob("*.py"), *ROOT.rglob("*.csv"), *(ROOT.parent / "notebooks").glob("*.ipynb")])


def test_all_that_is_written_is_short_and_plain():
    read = [(path, place, text) for path in SAID for place, text in texts_of(path)]
    assert len(read) > 3000, "the texts are there"
    assert [(path, place, found) for path, place, text in read if (found := faults(text))] == []


def test_what_is_too_long_or_quaint_is_found():
    long = " ".join(["word"] * 26) + "."
    assert too_long(long) and too_long(f"Short. {long}") and not too_long(f"'{long}' is quoted.")
    assert faults("It waits in vain.") == ["in vain"] and too_long(long.replace("word word", "word; word", 1))


@pytest.mark.parametrize("name", ASKED)
def test_findings_are_short_plain_and_safe(spark, name):
    case = open_case(spark, SAMPLES / name)
    for room in ASKED[name]:
        told = room.answer(case)
        assert told.headline.endswith(".") and faults_of([told]) == []
        for found in told.findings:
            assert not any(DELETES.search(one.command) for one in found.next), found.next
            effects = [one[-1] for one in found.row[-1]]
            assert effects == sorted(effects, key=["looks", "changes"].index)


def test_no_text_speaks_of_numbered_seeds():
    assert not any(re.search(r"\bseed \d", text) for text in SOURCES.values())


def test_every_room_says_how_it_is_asked():
    for room in (handler, dead_letters, poison, browse, delivery):
        question = room.QUESTION
        assert question.asks.endswith("?") and question.collect and question.answer is room.answer


def test_a_name_that_begins_a_sentence_stays_as_it_is_written():
    assert sentence("orders.in is full") == "orders.in is full." and sentence("nothing waits") == "Nothing waits."
    assert sentence("") == "."
