"""A real JupyterLab and a real Chromium; pictures of what they show are kept in `artefacts/`."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
START = 120
"""Seconds that JupyterLab may take to answer."""
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},  # every cell stays in the page, in view or not
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


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
    """Address of a JupyterLab whose folder holds the notebooks and the sample cases, without any output."""
    pytest.importorskip("jupyterlab")
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", root / "notebooks", ignore=shutil.ignore_patterns(".*", "investigation"))
    (root / "sample_dumps").symlink_to(ROOT / "sample_dumps")
    port = _free_port()
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={root}",
    ]  # fmt: skip
    own = {f"JUPYTER_{name}_DIR": str(root / ".jupyter" / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    for name, chosen in SETTINGS.items():
        path = root / ".jupyter" / "config" / "lab" / "user-settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(chosen))
    with open(root / "lab.log", "wb") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        _wait_for(f"http://127.0.0.1:{port}/api", server, root / "lab.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    until = time.time() + START
    while time.time() < until and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise RuntimeError(f"JupyterLab did not answer at {address}: {log.read_text()[-2000:]}")
