"""The picture of a report in README, `docs/report.png`: the first screen of the executed incident report.

`python -m tests.browser.picture` makes it anew from `notebooks/incident_report.ipynb`; a test says whether it is stale.
"""

import hashlib
import io
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mqforensics.views.webpage import html
from tests.browser.conftest import ARGUMENTS, CHROMIUM, ROOT

NOTEBOOK, PICTURE = ROOT / "notebooks" / "incident_report.ipynb", ROOT / "docs" / "report.png"
MARK = "mqforensics-page"
SIZE = {"width": 1250, "height": 860}


def first_screen(browser) -> tuple[bytes, str]:
    """The first screen of the page as a picture, and the digest of what the answer on it says."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(html(NOTEBOOK), encoding="utf-8")
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(path.as_uri())
        said = page.locator("section.answer").inner_text()
        picture = page.screenshot()
        page.close()
    return picture, hashlib.sha256(said.encode()).hexdigest()


def mark_of(path: Path) -> str | None:
    """The digest that a picture carries of the answer it shows."""
    with Image.open(path) as picture:
        return picture.text.get(MARK)


def main() -> None:
    """Make the picture anew."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        picture, digest = first_screen(browser)
        browser.close()
    known = PngInfo()
    known.add_text(MARK, digest)
    with Image.open(io.BytesIO(picture)) as shown:
        shown.quantize(128).save(PICTURE, pnginfo=known, optimize=True)


if __name__ == "__main__":
    main()
