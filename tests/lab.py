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
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ROOT = Path(__file__).parent.parent
QUIET = """--no-sandbox --disable-gpu --disable-background-networking --disable-component-update
    --disable-sync"""


def _change_theme(page: Page, theme: str) -> None:
    """Change JupyterLab's theme once the splash screen of the last change has faded away.

    JupyterLab removes the splash 200 ms after a change, and fails on its own page if another
    change began meanwhile.
    """
    gone = "!document.getElementById('jupyterlab-splash')"
    page.wait_for_function(gone)
    page.evaluate(
        "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})",
        f"JupyterLab {theme}",
    )
    light = "true" if theme == "Light" else "false"
    page.wait_for_function(f"document.body.dataset.jpThemeLight === '{light}'")
    page.wait_for_function(gone)


def go_light(page: Page) -> None:
    """Makes JupyterLab light; another test may have left it dark."""
    _change_theme(page, "Light")


def go_dark(page: Page, selector: str) -> None:
    """Changes JupyterLab from light to dark, and waits until the words of an element follow."""
    go_light(page)
    colour = f"getComputedStyle(document.querySelector('{selector}')).color"
    light = page.evaluate(colour)
    _change_theme(page, "Dark")
    page.wait_for_function(f"before => {colour} !== before", arg=light)


class Lab:
    """A running server."""

    def __init__(self, folder: Path, address: str, token: str) -> None:
        self.folder = folder
        self.address = address
        self.token = token

    def ask(self, path: str, method: str = "GET") -> bytes:
        """What the server's own interface answers; nothing while it does not."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.address + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.read()
        except OSError:
            return b""

    def sessions(self) -> list[dict]:
        """The notebooks that have a kernel."""
        return json.loads(self.ask("/api/sessions") or "[]")

    def end_kernels(self) -> None:
        """End all kernels."""
        for session in self.sessions():
            self.ask(f"/api/sessions/{session['id']}", "DELETE")

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
        mine = [session for session in self.sessions() if session["name"] == notebook]
        states = [session["kernel"]["execution_state"] for session in mine]
        return states == ["idle"]

    def open(self, page: Page, notebook: str) -> None:
        """Open a notebook and wait for its kernel."""
        page.goto(f"{self.address}/lab/tree/{notebook}?reset&token={self.token}")
        page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden)", timeout=60_000)
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.ready")
        self.wait(lambda: self.kernel_is_idle(notebook), 60)

    def run(self, page: Page, notebook: str) -> None:
        """Open a notebook, run its cells, and wait until the kernel has done so."""
        self.open(page, notebook)
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        self.wait(lambda: self.kernel_is_idle(notebook), 90)


needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ,
    reason="Chromium is not installed; on Debian: apt-get install chromium",
)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on loopback and on an empty folder, with settings of its own."""
    folder = tmp_path_factory.mktemp("lab")
    settings = shutil.copytree(ROOT / ".jupyter", folder / ".jupyter")
    port, token = _free_port(), secrets.token_hex(16)
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", f"--port={port}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={token}", "--allow-root"]
    command += ["--ServerApp.port_retries=0", "--LabApp.expose_app_in_browser=True"]
    command += [f"--ServerApp.root_dir={folder}"]
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(settings)}
    with (folder / "lab.log").open("w") as log:
        server = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
        try:
            running = Lab(folder, f"http://127.0.0.1:{port}", token)
            running.wait(lambda: running.ask("/api/status"), 60)
            yield running
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser, lab: Lab) -> Iterator[Page]:
    """A page whose console stays free of errors."""
    page = browser.new_page(viewport={"width": 1250, "height": 1500})
    page.set_default_timeout(20_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: _note_error(message, complaints))
    yield page
    page.close()
    lab.end_kernels()
    unexpected = [text for text in complaints if not _is_of_a_restart(text)]
    assert not unexpected, "\n".join(unexpected)


def write_notebook(lab: Lab, name: str, cells: list[str]) -> str:
    """Write a notebook of these code cells into the server's folder; its file name."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in cells],
        metadata={"kernelspec": kernel},
    )
    nbformat.write(notebook, lab.folder / f"{name}.ipynb")
    return f"{name}.ipynb"


def run_cells(lab: Lab, page: Page, request: pytest.FixtureRequest, cells: list[str]) -> str:
    """Run these cells in a new notebook; its file name."""
    notebook = write_notebook(lab, request.node.name.partition("[")[0], cells)
    lab.run(page, notebook)
    return notebook


def press_letters(page: Page, widget: Locator, *parts: str) -> None:
    """Press on parts of a widget what would be JupyterLab's shortcuts: d d deletes a cell."""
    for part in parts:
        widget.locator(part).first.focus()
        for key in "ddab00":
            page.keyboard.press(key)
    assert page.locator(".jp-Dialog").count() == 0


def restart(lab: Lab, page: Page, notebook: str) -> None:
    """Restart the notebook's kernel, and wait for it."""
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    lab.wait(lambda: lab.kernel_is_idle(notebook), 60)


def _note_error(message: ConsoleMessage, complaints: list[str]) -> None:
    if message.type == "error":
        complaints.append(message.text)


def _is_of_a_restart(text: str) -> bool:
    """Whether it is what JupyterLab itself says when a kernel is restarted or ended."""
    return "restore the debugger state" in text or "Canceled future for" in text


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
