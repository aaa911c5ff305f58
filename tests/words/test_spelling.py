"""Each word of a sentence is spelled as it is somewhere else in the kit."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import mqforensics.words
from mqforensics.objects import sentences
from tests.words.spelling import slips

ONLY_HERE = frozenset(("puttimes", "rises", "notices"))
"""Words that only sentences have."""
ROOMS = [import_module(f"mqforensics.words.{one.name}") for one in iter_modules(mqforensics.words.__path__)]


@pytest.mark.parametrize("module", [*ROOMS, sentences], ids=lambda one: one.__name__.removeprefix("mqforensics."))
def test_a_sentence_has_no_slip(module):
    assert slips(module, ONLY_HERE) == []


@pytest.mark.parametrize(("text", "slip"), [
    ("{queue} holds {number} mesages", "mesages"), ("It was got.x", "x"), ("{queue}x holds it", "x"), ("It has {number} message{s}s.", None),
    ("{queue} of {manager} (is it z/OS?).", None),
])  # fmt: skip
def test_what_is_a_slip(text, slip):
    made = ModuleType("made")
    made.SAID = {"one": ("", text)}
    assert slips(made) == ([("SAID", slip)] if slip else [])
