"""The page on paper, on a phone and for who sees badly: no column cut, the answer first, contrast by axe-core."""

import re

import pytest

from mqforensics.views.webpage import html
from tests.browser import picture
from tests.browser.conftest import ROOT

NOTEBOOK = ROOT / "notebooks" / "incident_report.ipynb"
WIDTHS = (390, 820, 1400)
A4 = 794
"""CSS pixels across a sheet of A4."""
CUT = """[...document.querySelectorAll('td, th, pre, code, img, p, li')]
    .filter(e => !e.closest('.picture') && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(e => e.tagName + ' ' + e.textContent.slice(0, 60))"""
INNER = """[...document.querySelectorAll('*')].filter(e => e.scrollHeight > e.clientHeight + 2
    && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e !== document.documentElement && e !== document.body)
    .map(e => e.tagName + '.' + e.className)"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html(NOTEBOOK), encoding="utf-8")
    return path


def shown(browser, file, **how):
    page = browser.new_page(**how)
    page.goto(file.as_uri())
    return page


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_at_any_width(browser, file, artefacts, width):
    page = shown(browser, file, viewport={"width": width, "height": 844})
    page.screenshot(path=artefacts / f"page_{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width + 1
    assert page.evaluate(CUT) == [] and page.evaluate(INNER) == []
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_answer_and_its_command_are_on_the_first_screen(browser, file, width):
    page = shown(browser, file, viewport={"width": width, "height": 844})
    answer = page.get_by_text(re.compile("299 .*for 8 reasons")).first.bounding_box()
    command = page.locator("pre, code").first.bounding_box()
    assert answer["y"] < 500 and command["y"] < 844 and command["x"] + command["width"] <= width + 1
    page.close()


def test_no_column_is_cut_on_paper(browser, file, artefacts):
    page = shown(browser, file, viewport={"width": A4, "height": 1123})
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == [] and page.evaluate("document.documentElement.scrollWidth") <= A4 + 1
    page.pdf(path=artefacts / "page.pdf", format="A4")
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_core_finds_no_fault(browser, file, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = shown(browser, file, viewport={"width": 1400, "height": 1000}, color_scheme=scheme)
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
    told = [(one["id"], node["html"][:120]) for one in found.response["violations"] for node in one["nodes"]]
    assert told == []
    page.close()


@pytest.mark.slow
def test_the_picture_in_the_readme_shows_what_the_page_says(browser):
    _, digest = picture.first_screen(browser)
    assert picture.mark_of(picture.PICTURE) == digest, "make it anew: python -m tests.browser.picture"


def test_a_case_of_300_messages_is_eight_screens_at_most(browser, file):
    page = shown(browser, file, viewport={"width": 1280, "height": 1000})
    assert page.evaluate("document.documentElement.scrollHeight") <= 8000
    page.close()
