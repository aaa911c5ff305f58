"""Every sentence that the rooms say of the sample cases: short, plain, with commands that look before they change."""

import re

import pytest

from mqforensics import open_case
from mqforensics.questions import browse, dead_letters, delivery, handler, poison
from mqforensics.questions.browse import findings as of_browse
from mqforensics.questions.browse import sentences
from mqforensics.questions.delivery.ams_table import AMS_STAGES
from mqforensics.questions.delivery.sources import SOURCES
from mqforensics.questions.delivery.table import STAGES
from mqforensics.questions.handler import targets
from tests.writers.cases import SAMPLES

ASKED = {
    "handler_mixed": (handler, dead_letters), "delivery_channels": (delivery,), "poison_loop": (poison,),
    "browse_priority_delay": (browse,), "everything": (handler, dead_letters, poison, delivery),
}  # fmt: skip
LONGEST = 25
QUAINT = re.compile(r"\b(?:in vain|what becomes of|for ever|went by|besides|does what)\b")
DELETES = re.compile(r"\b(?:DELETE|CLEAR|DESTROY|PURGE)\b|>>|/work|sample_dumps|\* on ")


def clauses(text):
    """Sentences and their parts, without what is quoted or named."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"", "X", text)
    return re.split(r"(?<=[.!?:;])\s", plain)


def too_long(text):
    return [one for one in clauses(text) if len(one.split()) > LONGEST]


@pytest.mark.parametrize("name", ASKED)
def test_findings_are_short_plain_and_safe(spark, name):
    case = open_case(spark, SAMPLES / name)
    for room in ASKED[name]:
        told = room.answer(case)
        assert told.headline.endswith(".") and not too_long(told.headline), told.headline
        for found in told.findings:
            assert not too_long(found.statement), found.statement
            assert not QUAINT.search(found.statement), found.statement
            assert not any(DELETES.search(one.command) for one in found.next), found.next
            effects = [one[-1] for one in found.row[-1]]
            assert effects == sorted(effects, key=["looks", "changes"].index)


def test_fixed_texts_are_short_and_plain():
    rows = [row for stages in (STAGES, AMS_STAGES) for stage in stages.values() for row in stage]
    texts = [row.because for row in rows] + [step.detail for row in rows for step in row.steps]
    texts += [*of_browse.SAID.values(), of_browse.CONTEXT.statement, of_browse.TRACE_IT]
    texts += [value for name, value in vars(sentences).items() if name.isupper() and isinstance(value, str)]
    texts += [value for name, value in vars(targets).items() if name.isupper() and isinstance(value, str)]
    for text in texts:
        assert not too_long(text), text
        assert not QUAINT.search(text), text


def test_no_text_speaks_of_numbered_seeds():
    assert not any(re.search(r"\bseed \d", text) for text in SOURCES.values())


def test_every_room_says_how_it_is_asked():
    for room in (handler, dead_letters, poison, browse, delivery):
        question = room.QUESTION
        assert question.asks.endswith("?") and question.collect and question.answer is room.answer
