"""A progress bar, where there is a person to see it: in a terminal or an interactive notebook."""

import sys
from typing import Any, TextIO


def progress_bar(progress: bool = True, **options: Any) -> Any:
    """A progress bar, if there is a screen to show it on; it is removed at the end.

    Use it in a `with` block, so that one that was stopped does not linger.
    """
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    watched = screen() if progress else None
    # A fixed position: otherwise a bar that is still alive somewhere moves this one down a line.
    return tqdm(**options, leave=False, file=watched, disable=watched is None, position=0)


class NotebookLine:
    """A line in a cell's output that a progress bar is written to; once empty, it takes no room."""

    encoding = "utf-8"
    _shown: Any = None

    def write(self, text: str) -> None:
        """Show the text in place of the last one."""
        from IPython.display import display

        data = {"text/plain": text.strip()} if text.strip() else {}
        if self._shown is not None:
            self._shown.update(data, raw=True)
        elif data:
            self._shown = display(data, raw=True, display_id=True)  # type: ignore[no-untyped-call]

    def flush(self) -> None:
        """Nothing: what is written is shown at once."""


def screen() -> TextIO | NotebookLine | None:
    """Where a progress bar is seen: a terminal's stderr, or an interactive notebook; or None."""
    if sys.stderr.isatty():
        return sys.stderr
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython and ipython.get_ipython(), "kernel", None)
    return NotebookLine() if getattr(kernel, "_allow_stdin", False) else None
