"""The desk in a real JupyterLab: clicks that filter, a quote in its file, export, two cases, three widths, both themes."""

import json
import re

import pyarrow.parquet as pq
import pytest

from tests.browser.conftest import choose

pytestmark = pytest.mark.slow

WIDTHS = (1280, 1500, 1900)
CONTROLS = "button, select, input, textarea, a[href], [role=tab], [role=gridcell], summary, .noUi-handle"
HIDDEN = f"""desk => [...desk.querySelectorAll('{CONTROLS}, table, pre, p, img')].filter(e => {{
    if (!e.checkVisibility({{visibilityProperty: true}}) || e.closest('.widget-upload') && e.tagName === 'INPUT') return false;
    if (e.closest('.wide, .scroll, pre.hex, pre.body, .bars.upright') || e.closest('details:not([open])') && e.tagName !== 'SUMMARY') return false;
    const box = e.getBoundingClientRect(), frame = desk.getBoundingClientRect();
    return box.width < 4 || box.height < 4 || box.left < frame.left - 1 || box.right > Math.min(frame.right, innerWidth) + 1;
}}).map(e => e.tagName + ' ' + (e.textContent || e.placeholder || e.alt || '').slice(0, 60))"""
"""What cannot be seen whole: too small to be hit, or beyond the edge of the desk."""
COVERED = f"""desk => [...desk.querySelectorAll('{CONTROLS}')].filter(e => {{
    if (!e.checkVisibility({{visibilityProperty: true}}) || e.disabled || e.closest('.widget-upload, details:not([open]) > :not(summary)')) return false;
    e.scrollIntoView({{block: 'center', inline: 'nearest'}});
    const box = e.getBoundingClientRect(), hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !(hit && (e === hit || e.contains(hit) || hit.contains(e)));
}}).map(e => e.tagName + ' ' + (e.textContent || e.placeholder || '').slice(0, 60))"""
"""What a click in its middle does not hit."""
TABS = (
    "Overview", "Dead letters", "Walk", "Refused", "Poison", "Browse", "Rules", "Delivery", "Changes", "Errors",
    "Timeline", "Tables",
)  # fmt: skip


PLANTED = """<body style='margin:0'><div id=desk style='width:400px; position:relative'><button>seen</button>
<button style='height:0; padding:0; border:0; overflow:hidden; display:block'>flat</button>
<div style='position:relative'><button>under</button><div style='position:absolute; inset:0'>over</div></div>
<button style='margin-left:380px; width:90px'>wide</button></div>"""


def test_what_is_hidden_or_covered_is_found(browser):
    page = browser.new_page(viewport={"width": 500, "height": 400})
    page.set_content(PLANTED)
    desk = page.locator("#desk")
    assert desk.evaluate(HIDDEN) == ["BUTTON flat", "BUTTON wide"]
    assert desk.evaluate(COVERED) == ["BUTTON flat", "BUTTON under"]
    page.close()


def _tab(desk, name):
    desk.get_by_role("tab", name=re.compile(f"^{name}")).click()


def _rest(desk):
    desk.page.wait_for_timeout(600)
    desk.get_by_text("Ready.", exact=True).wait_for()


def test_it_runs_by_itself_and_opens_on_the_overview(desk, artefacts):
    assert desk.get_by_role("tab", name="Overview").get_attribute("aria-selected") == "true"
    desk.get_by_role("tab", name=re.compile(r"Dead letters \(\d+\)")).wait_for()
    assert (
        desk.locator("section.answer .command").count() and not desk.page.locator("text=from mqforensics").is_visible()
    )
    desk.page.screenshot(path=artefacts / "desk_overview.png")


def test_a_quote_opens_its_file_at_its_line_beside_the_answer(desk, artefacts):
    link = desk.locator("a[href^='#quote-']").first
    link.click()
    line = desk.locator(".quote .cited").first
    line.wait_for()
    assert "444C 4820" in line.inner_text() and line.bounding_box()["x"] > link.bounding_box()["x"]
    desk.page.screenshot(path=artefacts / "desk_source.png")
    desk.get_by_role("button", name="Close").click()


def test_another_case_is_shown_beside_it(desk, artefacts):
    choose(desk, "Beside it", "walk_no_dlq")
    desk.page.wait_for_function("() => document.querySelectorAll('section.answer').length > 1")
    first, second = (desk.locator("section.answer").nth(nth).bounding_box() for nth in (0, 1))
    assert first["x"] + first["width"] <= second["x"] and abs(first["y"] - second["y"]) < 200
    desk.page.screenshot(path=artefacts / "desk_two.png")
    choose(desk, "Beside it", "no other case")


def test_a_click_on_a_bar_filters_and_a_second_one_shows_all(desk, page):
    _tab(desk, "Dead letters")
    page.wait_for_selector("text=1–12 of 300")
    desk.locator(".bars button", has_text="MQRC_PUT_INHIBITED").click()
    page.wait_for_selector("text=1–12 of 38")
    desk.locator(".bars button.chosen").click()
    page.wait_for_selector("text=1–12 of 300")


def test_a_step_of_time_filters(desk, page):
    steps = desk.locator(".bars.upright button").all()
    step = max(steps, key=lambda one: int(one.get_attribute("aria-label").rpartition(": ")[2]))
    count = step.get_attribute("aria-label").rpartition(": ")[2]
    step.click()
    page.wait_for_selector(f"text=1–12 of {count}")
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


def test_only_this_and_not_this_on_a_cell(desk, page, artefacts):
    cell = desk.locator("table.grid tbody tr").first.locator("td").nth(2)
    reason, grid = cell.inner_text(), "[...document.querySelectorAll('table.grid td:nth-child(3)')].map(td => td.title)"
    whole = cell.get_attribute("title")
    assert whole.startswith(reason.rstrip("…"))
    cell.click(button="right")
    page.screenshot(path=artefacts / "desk_only.png")
    page.get_by_role("menuitem", name="Only this").click()
    page.wait_for_function(f"one => {grid}.every(td => td === one)", arg=whole)
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")
    desk.locator("table.grid tbody tr").first.locator("td").nth(2).click(button="right")
    page.get_by_role("menuitem", name="Not this").click()
    page.wait_for_function(f"one => {grid}.every(td => td !== one)", arg=whole)
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


def test_a_stretch_of_steps_filters(desk, page):
    steps = desk.locator(".bars.upright:visible button")
    ends = [steps.nth(nth).bounding_box() for nth in (1, 4)]
    count = sum(int(steps.nth(nth).get_attribute("aria-label").rpartition(": ")[2]) for nth in range(1, 5))
    for end, act in zip(ends, (page.mouse.down, page.mouse.up), strict=True):
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
        act()
    page.wait_for_selector(f"text=/^1–\\d+ of {count}$/")
    assert desk.locator(".bars.upright:visible button.chosen").count() == 4
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


def test_stars_tags_and_a_view_are_kept_with_the_notes(desk, page, lab, artefacts):
    row = desk.locator("table.grid:visible tbody tr").nth(4)
    number = int(row.locator("td").first.inner_text())
    row.locator("td").last.click()
    row.get_by_text("★", exact=True).wait_for()
    row.locator("td").last.click(button="right")
    page.get_by_placeholder("tag, Enter").fill("ask payroll")
    page.screenshot(path=artefacts / "desk_tag.png")
    page.get_by_placeholder("tag, Enter").press("Enter")
    row.get_by_text("★ ask payroll").wait_for()
    choose(desk, "Marked", "ask payroll")
    page.wait_for_selector("text=1–1 of 1")
    desk.get_by_placeholder("a name for this view").first.fill("payroll")
    desk.get_by_role("button", name="Keep", exact=True).first.click()
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")
    choose(desk, "View", "none")
    choose(desk, "View", "payroll")
    page.wait_for_selector("text=1–1 of 1")
    page.screenshot(path=artefacts / "desk_marks.png")
    kept = json.loads((lab.folder / "dlq_mixed.notes.json").read_text(encoding="utf-8"))
    assert [(one["number"], one["star"], one["tags"]) for one in kept["marks"]] == [(number, True, ["ask payroll"])]
    assert kept["views"]["dead_letters"]["payroll"]["marked"] == "ask payroll"
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")


def test_a_stretch_of_the_timeline_filters_the_lists(desk, page, artefacts):
    _tab(desk, "Timeline")
    desk.locator(".bars.upright:visible button").first.wait_for()
    steps = desk.locator(".bars.upright:visible button").all()
    fullest = max(steps, key=lambda one: int(one.get_attribute("aria-label").rpartition(": ")[2]))
    fullest.click()
    desk.get_by_text("are of this range alone").wait_for()
    page.screenshot(path=artefacts / "desk_stretch.png")
    _tab(desk, "Dead letters")
    page.wait_for_function(
        "() => !document.body.innerText.includes('1–12 of 300') && /1–12 of [0-9]+/.test(document.body.innerText)"
    )
    _tab(desk, "Timeline")
    desk.get_by_role("button", name="Whole case").click()
    _tab(desk, "Dead letters")
    page.wait_for_selector("text=1–12 of 300")


@pytest.mark.parametrize("format", ["csv", "parquet", "xlsx"])
def test_a_table_is_saved(desk, lab, format):
    choose(desk, "Save the table as", format)
    desk.get_by_role("button", name=re.compile(r"\bSave$")).first.click()
    saved = lab.folder / f"dlq_mixed.dead_letters.{format}"
    desk.get_by_text(saved.name).wait_for()
    if format == "csv":
        assert saved.read_text(encoding="utf-8").count("\ndlq.txt") == 300
    elif format == "parquet":
        assert pq.read_metadata(saved).num_rows == 300
    else:
        assert saved.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_control_can_be_seen_and_clicked(desk, page, artefacts, width, theme):
    page.set_viewport_size({"width": width, "height": 1400})
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Theme", exact=True).hover()
    page.get_by_text(theme, exact=True).click()
    page.wait_for_function("is_light => document.body.dataset.jpThemeLight === String(is_light)", arg="Light" in theme)
    wrong = {}
    for tab in TABS:
        _tab(desk, tab)
        _rest(desk)
        if tab == "Dead letters" and not desk.get_by_role("button", name="Follow this message").is_visible():
            desk.locator("table.grid tbody tr").first.click()
            desk.get_by_role("button", name="Follow this message").wait_for()
        name = f"desk_{tab.split()[0].lower()}_{width}_{theme.split()[1].lower()}.png"
        desk.evaluate("desk => desk.scrollIntoView()")
        page.screenshot(path=artefacts / name)
        wrong[tab] = desk.evaluate(HIDDEN) + desk.evaluate(COVERED)
    assert not any(wrong.values()), wrong


def test_a_message_is_followed(desk, page, artefacts):
    _tab(desk, "Dead letters")
    button = desk.get_by_role("button", name="Follow this message")
    assert button.bounding_box()["height"] >= 28
    button.click()
    desk.get_by_text("Every place where this message").wait_for()
    page.screenshot(path=artefacts / "desk_followed.png")


def test_no_error_stands_in_the_console(page):
    assert page.complaints == []
