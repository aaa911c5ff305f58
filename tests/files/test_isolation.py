"""What is started or imported aside."""

import importlib
import sys

import pytest

from mqforensics.files.isolation import without


def test_a_module_can_be_left_out_for_a_while(monkeypatch):
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with without("colorsys"), pytest.raises(ImportError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hsv
    with without("colorsys"):  # what is loaded stays
        assert importlib.import_module("colorsys").rgb_to_hsv
