"""The report in a real browser whose network is cut off: whole, without script, every picture with its words."""

import re

import pytest

from mqforensics.__main__ import main
from tests.writers.cases import SAMPLES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("offline")
    assert main(["report", str(SAMPLES / "dlq_mixed"), "-o", str(folder)]) == 0
    context = browser.new_context(viewport={"width": 1250, "height": 1700}, offline=True)
    page = context.new_page()
    page.asked, page.failed, page.complaints = [], [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("requestfailed", lambda request: page.failed.append(request.url))
    page.on("console", lambda message: page.complaints.append(message.text))
    page.goto((folder / "report.html").as_uri())
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def test_nothing_is_asked_of_the_network(page):
    assert page.failed == [] and page.complaints == []
    assert [url for url in page.asked if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in page.asked if url.startswith("file:")]) == 1


def test_there_is_no_script(page):
    assert page.locator("script").count() == 0
    handlers = "n => [...n.attributes].some(a => a.name.startsWith('on') || /^\\s*javascript:/i.test(a.value))"
    assert not page.evaluate(f"[...document.querySelectorAll('*')].some({handlers})")


def test_every_picture_is_there_and_in_words(page, artefacts):
    pictures = page.locator("img").all()
    assert pictures
    for picture in pictures:
        assert len(picture.get_attribute("alt")) > 20
        assert picture.evaluate("img => img.complete && img.naturalWidth > 0")
    page.screenshot(path=artefacts / "report.png")


def test_the_first_screen_has_the_answer(page):
    answer = page.get_by_text(re.compile("299 .*for 8 reasons")).first
    assert answer.bounding_box()["y"] < 400


def test_nothing_is_wider_than_the_page(page):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
