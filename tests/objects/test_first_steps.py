"""What to run first where a reason, or what the system said, is all that is known."""

import pytest

from mqforensics.objects.commands import LOOKS, collect, shell
from mqforensics.objects.first_steps import _system_errors, system_error


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("No space left on device", "df -h"),
        ("write: no space left on device (28)", "df -h"),
        ("Too many open files", "mqconfig"),
        ("xecF_E_UNEXPECTED_SYSTEM_RC", None),
        ("", None),
        (None, None),
    ],
)
def test_an_error_of_the_system_is_known_by_its_text(said, command):
    known = system_error(said)
    assert (known and known.command) == command


def test_every_first_step_only_looks():
    assert [shell(one.command)[0].effect for one in _system_errors()] == [LOOKS] * len(_system_errors())
    assert collect()[0].effect == LOOKS
