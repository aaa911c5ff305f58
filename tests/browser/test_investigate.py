"""The desk in a real JupyterLab: pick a case, filter by a reason, open a message, keep a note, ask another question."""

import re

import pytest

from tests.browser.conftest import choose

pytestmark = pytest.mark.slow


def keep(desk, path):
    desk.scroll_into_view_if_needed()
    desk.screenshot(path=path)


def test_the_first_screen(desk, page, artefacts):
    page.set_viewport_size({"width": 1900, "height": 1700})
    desk.get_by_role("tab", name=re.compile("Dead letters")).click()
    page.wait_for_selector("text=1–12 of 300")
    assert desk.get_by_text("dlq.txt").count() and desk.get_by_role("tab", name="Browse").count()
    desk.get_by_text("Pictures of what is chosen").click()
    desk.locator("img[alt^='Arrivals over time']").wait_for()
    keep(desk, artefacts / "desk.png")
    desk.get_by_text("Pictures of what is chosen").click()


def test_a_case_is_picked_a_reason_chosen_and_a_message_opened(desk, page, artefacts):
    choose(desk, "Case", "dlq_put_inhibited (")
    page.wait_for_selector("text=/1 message for Q6 was dead-lettered/")
    choose(desk, "Case", "dlq_mixed (")
    page.wait_for_selector("text=1–12 of 300")
    choose(desk, "Reason", "MQRC_PUT_INHIBITED (")
    page.wait_for_selector("text=1–12 of 38")
    assert set(desk.locator("table.grid td:nth-child(2)").all_inner_texts()) == {"2051"}
    desk.get_by_role("button", name="preview: Activate to sort").first.focus()
    for key in ("Tab", "ArrowDown", "Enter"):  # by keyboard alone
        page.keyboard.press(key)
    said = desk.get_by_text(re.compile(r"^Message \d+ of dlq\.txt: 2051 MQRC_PUT_INHIBITED"))
    said.wait_for()
    dump = desk.locator("pre.hex")
    assert re.search(r"(444C 4820|C4D3 C840)", dump.inner_text()) and "CLAI" in dump.inner_text()
    field = dump.locator("span[title^='MQDLH.Reason = 2051 (MQRC_PUT_INHIBITED']").first
    assert re.fullmatch(r"0308 0000|0000 0803", field.inner_text().strip())
    assert desk.get_by_text("MQMD in words").count() and desk.get_by_text("no report; to the dead-letter queue").count()
    opened, listed = said.bounding_box(), desk.locator("table.grid").first.bounding_box()
    assert opened["x"] > listed["x"] and opened["y"] < listed["y"] + listed["height"]  # beside the list
    keep(desk, artefacts / "message.png")


def test_a_page_is_turned_and_sorted_by_keyboard_and_a_row_opened_by_the_mouse(desk, page):
    desk.locator("table.grid tr.chosen").first.focus()
    page.keyboard.press("PageDown")
    page.wait_for_selector("text=13–24 of 38")
    assert desk.locator("table.grid tbody tr").first.evaluate("row => row === document.activeElement")
    last = int(desk.locator("table.grid tbody tr:last-child td").first.inner_text())
    desk.get_by_role("button", name="#: Activate").first.press("Enter")
    page.wait_for_selector("text=1–12 of 38")  # the other way round, and of all rows, not of the page
    assert int(desk.locator("table.grid tbody td").first.inner_text()) > last
    assert desk.locator("table.grid th").first.get_attribute("aria-sort") == "descending"
    number = desk.locator("table.grid tbody tr:nth-child(3) td").first.inner_text()
    desk.locator("table.grid tbody tr:nth-child(3)").first.click()
    desk.get_by_text(re.compile(f"^Message {number} of dlq\\.txt: 2051")).wait_for()


def test_axe_core_finds_no_fault_in_the_grid(desk, page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page, context="table.grid", options={"resultTypes": ["violations"]})
    assert [(one["id"], node["html"][:120]) for one in found.response["violations"] for node in one["nodes"]] == []


def test_a_note_is_kept(desk, page, artefacts):
    desk.get_by_placeholder("What does it show?").fill("Somebody has switched CLAIMS.IN off.")
    choose(desk, "Keep", "The message that is open")
    desk.get_by_role("button", name="Add to the report").click()
    page.wait_for_selector("text=1 note in dlq_mixed.notes.json")
    assert desk.locator(".note").get_by_text("Somebody has switched CLAIMS.IN off.").count()
    keep(desk.locator(".note"), artefacts / "note.png")


def test_a_condition_is_completed_while_it_is_typed_and_a_wrong_one_is_said(desk, page, artefacts):
    field = desk.get_by_placeholder("a condition in Spark SQL").first
    field.press_sequentially("destination = 'CL", delay=60)
    desk.locator("datalist option[value*=CLAIMS]").first.wait_for(state="attached")
    field.fill("destination = 'CLAIMS.IN' and number < 100")
    field.press("Enter")
    page.wait_for_selector("text=/1–12 of (1[3-9]|2\\d)$/")
    field.fill("destinaton = 1")
    field.press("Enter")
    desk.get_by_text("There is no column destinaton; some that there are: destination").wait_for()
    keep(desk, artefacts / "condition.png")
    desk.get_by_role("button", name="Clear").first.click()
    page.wait_for_selector("text=1–12 of 300")
    assert field.input_value() == ""


def test_the_other_tabs_answer(desk, page, artefacts):
    choose(desk, "Case", "walk_no_dlq (")
    desk.get_by_role("tab", name="Walk").click()
    desk.locator("img[alt^='Route of']").first.wait_for()
    keep(desk, artefacts / "walk.png")
    field = desk.get_by_placeholder("the queue that the application puts to")
    assert field.input_value()
    field.fill("NO.SUCH.QUEUE")
    desk.get_by_role("button", name="Where is it?").click()
    desk.get_by_text("NO.SUCH.QUEUE").first.wait_for()
    keep(desk, artefacts / "asked.png")


def test_a_range_of_time_bounds_the_other_tabs(desk, page, artefacts):
    desk.get_by_role("tab", name="Dead letters").click()
    choose(desk, "Case", "everything (")
    page.wait_for_selector("text=1–3 of 3")
    desk.get_by_role("tab", name="Timeline").click()
    desk.locator("img[alt^='Time line']").first.wait_for()
    first = desk.locator(".noUi-handle-lower").first
    first.focus()
    for _ in range(3):
        first.press("PageUp")
    desk.get_by_role("button", name="Show", exact=True).click()
    desk.get_by_text("are of this range alone").wait_for()
    keep(desk, artefacts / "timeline.png")
    desk.get_by_role("tab", name="Walk").click()
    desk.get_by_text("rests on all the evidence").first.wait_for()
    desk.get_by_role("tab", name="Timeline").click()
    desk.get_by_role("button", name="Whole case").click()
    page.wait_for_function("() => !document.body.innerText.includes('are of this range alone')")
