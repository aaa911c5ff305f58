"""Pictures follow the dark theme of the page, and every light area that the kit draws has a dark one for it."""

import re

from mqforensics.views import refused, style
from tests.views.test_refused import gates

LIGHT = re.compile(r"fill: #([0-9a-f]{6})")


def test_a_picture_has_a_style_for_dark_pages_and_no_paper_of_its_own():
    made, axes = style.figure(2, 1)
    axes.plot([1, 2])
    drawn = style.svg(made)
    assert drawn.count("prefers-color-scheme: dark") == 1 and drawn.rstrip().endswith("</svg>")
    assert 'id="patch_1"' not in drawn or "fill: none" in drawn


def test_no_light_area_is_left_under_light_letters():
    drawn, dark = style.svg(refused.gates_figure(gates(CHLAUTH=7, NETWORK=2))).split("<style>@media")
    light = {one for one in LIGHT.findall(drawn) if all(int(one[at : at + 2], 16) > 0xC0 for at in (0, 2, 4))}
    assert light and all(f"fill: #{one}" in dark for one in light)
