"""The desk in a real JupyterLab: filters by click, a quote in its file, two cases, three widths, both themes."""

import re
import time

import pytest

pytestmark = pytest.mark.slow

SLOW = 240_000
"""Milliseconds that the first answer may take on a small machine: Spark has to start."""
QUICK = 120_000
WIDTHS = (1280, 1500, 1900)
CLIPPED = """desk => [...desk.querySelectorAll('button, select, input, table, pre, p, img')]
    .filter(e => e.offsetParent && (e.getBoundingClientRect().width < 4 || e.getBoundingClientRect().height < 4
        || e.getBoundingClientRect().right > document.documentElement.clientWidth + 1))
    .filter(e => !e.closest('.wide, .scroll, pre.hex, .bars, .jp-Toolbar') && !e.closest('details:not([open])'))
    .map(e => e.tagName + ' ' + (e.textContent || e.placeholder || '').slice(0, 40))"""


@pytest.fixture(scope="module")
def page(browser, lab):
    page = browser.new_page(viewport={"width": 1500, "height": 1400})
    page.set_default_timeout(QUICK)
    page.complaints = []
    page.on("console", lambda said: said.type == "error" and page.complaints.append(said.text))
    page.goto(f"{lab}/lab/tree/notebooks/investigate.ipynb?reset")
    page.wait_for_selector("text=Python 3 (ipykernel) | Idle", timeout=SLOW)
    page.begun = time.time()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    yield page
    page.close()


@pytest.fixture(scope="module")
def desk(page, artefacts):
    try:
        page.wait_for_selector("text=/299 .*for 8 reasons/", timeout=SLOW)
    except Exception:
        page.screenshot(path=artefacts / "failed_desk.png")
        raise
    print(f"overview {time.time() - page.begun:.0f} s after Run All")
    return page.locator(".jp-OutputArea-output", has=page.get_by_text("Inventory")).first


def test_a_quote_opens_its_file_at_its_line_beside_the_answer(desk, page, artefacts):
    link = desk.locator("a[href^='#quote-']").first
    link.click()
    file = desk.locator(".quote .cited").first
    file.wait_for()
    assert "444C 4820" in file.inner_text()
    assert file.bounding_box()["x"] > link.bounding_box()["x"]
    desk.screenshot(path=artefacts / "desk_source.png")


def test_a_click_on_a_bar_filters_and_a_second_one_shows_all(desk, page):
    desk.get_by_role("tab", name=re.compile("Dead letters")).click()
    bar = desk.locator(".bars button", has_text="MQRC_PUT_INHIBITED")
    bar.click()
    page.wait_for_selector("text=1–12 of 38")
    desk.locator(".bars button.chosen").click()
    page.wait_for_selector("text=1–12 of 300")


def test_a_step_of_time_filters(desk, page):
    step = desk.locator(".bars.upright button").first
    count = step.get_attribute("aria-label").rpartition(": ")[2]
    step.click()
    page.wait_for_selector(f"text=/of {count}$/")
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


def test_only_this_and_not_this_on_a_cell(desk, page, artefacts):
    cell = desk.locator("table.grid tbody tr").first.locator("td").nth(2)
    reason = cell.inner_text()
    cell.click(button="right")
    desk.screenshot(path=artefacts / "desk_only.png")
    page.get_by_role("menuitem", name="Only this").click()
    desk.get_by_text("Choosing").first.wait_for(state="hidden")
    page.wait_for_function("name => [...document.querySelectorAll('table.grid td:nth-child(3)')].every(td => td.textContent === name)", arg=reason)  # fmt: skip
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_clipped(desk, page, artefacts, width, theme):
    page.set_viewport_size({"width": width, "height": 1400})
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Theme", exact=True).hover()
    page.get_by_text(theme, exact=True).click()
    for tab in ("Overview", "Dead letters"):
        desk.get_by_role("tab", name=re.compile(tab)).click()
        page.wait_for_timeout(700)
        desk.screenshot(path=artefacts / f"desk_{tab.split()[0].lower()}_{width}_{theme.split()[1].lower()}.png")
        assert desk.evaluate(CLIPPED) == []


def test_no_error_stands_in_the_console(page):
    assert [one for one in page.complaints if "favicon" not in one] == []
