"""JupyterLab on loopback and a browser to drive it, for the browser tests."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ROOT = Path(__file__).parent.parent
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update"


@contextmanager
def jupyterlab(folder: Path) -> Iterator["Lab"]:
    """A JupyterLab server on the notebooks in `folder`, with settings of its own."""
    settings = shutil.copytree(ROOT / ".jupyter", folder / ".jupyter")
    port, token = _free_port(), secrets.token_hex(16)
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", f"--port={port}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={token}", "--allow-root"]
    command += ["--ServerApp.port_retries=0", "--LabApp.expose_app_in_browser=True"]
    command += [f"--ServerApp.root_dir={folder}"]
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(settings)}
    log = (folder / "lab.log").open("w")
    server = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
    try:
        lab = Lab(f"http://127.0.0.1:{port}", token)
        lab.wait(lambda: lab.get("/api/status"), 60)
        yield lab
    finally:
        server.terminate()
        server.wait(20)
        log.close()


class Lab:
    """A running server."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token

    def get(self, path: str) -> object:
        """What the server's own interface answers; None while it does not."""
        request = urllib.request.Request(
            self.address + path, headers={"Authorization": f"token {self.token}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)
        except OSError:
            return None

    def wait(self, condition, seconds: float) -> object:
        """Poll until `condition` gives something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.1)
        raise TimeoutError(f"nothing after {seconds} s")

    def kernel_is_idle(self, notebook: str) -> bool:
        """Whether the notebook's kernel has started and has nothing to do."""
        sessions = self.get("/api/sessions") or []
        states = [s["kernel"]["execution_state"] for s in sessions if s["name"] == notebook]
        return states == ["idle"]

    def open(self, page: Page, notebook: str) -> None:
        """Open a notebook and wait for its kernel."""
        page.goto(f"{self.address}/lab/tree/{notebook}?reset&token={self.token}")
        page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden)", timeout=60_000)
        self.wait(lambda: self.kernel_is_idle(notebook), 60)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*QUIET.split(), "--disable-sync"]
        )
        yield browser
        browser.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
