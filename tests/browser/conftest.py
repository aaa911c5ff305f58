"""A real JupyterLab and a real Chromium; pictures of what they show are kept in `artefacts/`."""

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
START = 120
"""Seconds that the desk may take to open."""
SLOW, QUICK = 240_000, 60_000
"""Milliseconds that the first answer may take on a small machine, where Spark has to start, and any other."""


@pytest.fixture(scope="session")
def browser():
    """Chromium, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def artefacts():
    """Where pictures are kept."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of the desk that `mqforensics lab` opens for a case; `lab.begun` is when the command was given."""
    pytest.importorskip("jupyterlab")
    root, port = tmp_path_factory.mktemp("lab"), _free_port()
    command = [
        sys.executable, "-m", "mqforensics", "lab", str(ROOT / "sample_dumps" / "dlq_mixed"), "-o", str(root / "desk"),
        "--", "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0",
    ]  # fmt: skip
    own = {f"JUPYTER_{name}_DIR": str(root / ".jupyter" / name.lower()) for name in ("CONFIG", "DATA")}
    with open(root / "lab.log", "wb") as log:
        begun = time.time()
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        yield Lab(_address(server, root / "lab.log"), begun, root / "desk", server.pid)
    finally:
        server.terminate()
        server.wait(60)


class Lab(NamedTuple):
    """The desk's address, when its command was given, the folder of its notes and saved tables, and its process."""

    address: str
    begun: float
    folder: Path
    process: int

    def took(self) -> str:
        """How long it is since the command: by the clock, and in seconds of the processor, the browser's own beside."""
        own = psutil.Process(self.process)
        browsers = [one for one in psutil.Process().children(recursive=True) if "chrom" in one.name()]
        kit, browser = (sum(map(_seconds, those)) for those in ([own, *own.children(recursive=True)], browsers))
        return (
            f"{time.time() - self.begun:.1f} s after the command ({kit:.1f} s of the processor, browser {browser:.1f})"
        )


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.Error):
        return sum(process.cpu_times()[:2])
    return 0


@pytest.fixture(scope="module")
def page(browser, lab):
    """The desk as the browser opens it, before anything was clicked; `complaints` are the errors of its console."""
    page = browser.new_page(viewport={"width": 1500, "height": 1400})
    page.set_default_timeout(QUICK)
    page.complaints = []
    page.on("console", lambda said: said.type == "error" and page.complaints.append(said.text))
    page.on("pageerror", lambda problem: page.complaints.append(str(problem)))
    page.goto(lab.address)
    yield page
    page.close()


@pytest.fixture(scope="module")
def desk(page, lab, artefacts):
    """The desk's own part of the page, with its first answer."""
    try:
        page.get_by_text("dlq.txt").first.wait_for(timeout=SLOW)
        print(f"\nthe first content {lab.took()}")
        page.locator("section.answer", has_text=re.compile("299 .*for 8 reasons")).first.wait_for(timeout=SLOW)
    except Exception:
        page.screenshot(path=artefacts / "failed_desk.png")
        raise
    print(f"the overview {lab.took()}")
    return page.locator(".jp-OutputArea-output", has=page.get_by_text("Inventory")).first


def choose(desk, label, begins):
    """Choose from the list with this label what begins so; a list has its blanks unbreakable."""
    field = (
        desk.locator(".widget-dropdown").filter(has=desk.page.get_by_text(label, exact=True)).locator("select").first
    )
    option = field.locator("option").filter(has_text=re.compile("^" + r"\s".join(map(re.escape, begins.split()))))
    option.wait_for(state="attached")
    field.select_option(label=option.text_content())


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _address(server: subprocess.Popen, log: Path) -> str:
    until = time.time() + START
    while time.time() < until and server.poll() is None:
        if found := re.search(r"The desk is open at (\S+)", log.read_text()):
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"the desk did not open: {log.read_text()[-2000:]}")
