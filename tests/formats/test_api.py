"""What a format is: each has the names that it must have, and no name that is a misspelt one of those it may have."""

from dataclasses import fields
from difflib import get_close_matches
from types import ModuleType, SimpleNamespace

import pytest

from mqforensics.formats import NAMES, format_module
from mqforensics.formats.api import Format, Traits, traits
from mqforensics.formats.tables import SCHEMAS

OPTIONAL = [one.name for one in fields(Traits)]


def misspelt(module) -> list[str]:
    """Names of a module that are nearly one that a format may have."""
    own = [name for name, value in vars(module).items() if not isinstance(value, ModuleType)]
    return [
        name for name in own if name not in OPTIONAL and name[0] != "_" and get_close_matches(name, OPTIONAL, 1, 0.79)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_format_has_its_names(name):
    module = format_module(name)
    assert (module.NAME, module.TABLE in SCHEMAS) == (name, True)
    assert traits(module) != Traits() and not misspelt(module)


def test_a_module_that_lacks_a_name_is_no_format():
    whole = {"NAME": "x", "TABLE": "log", "sniff": len, "read": iter}
    assert isinstance(SimpleNamespace(**whole), Format)
    for name in whole:
        assert not isinstance(SimpleNamespace(**{key: one for key, one in whole.items() if key != name}), Format)


def test_a_misspelt_name_is_found():
    assert misspelt(SimpleNamespace(START=None, STRAT=None, context_after=None)) == ["STRAT"]
    assert misspelt(SimpleNamespace(LOOK_AHEAD=1)) == ["LOOK_AHEAD"]
