"""Answers wait behind a line to click on."""

import base64
import re
import subprocess
import sys
from pathlib import Path

import nbformat
from matplotlib.figure import Figure

from c4lib import Connect4
from c4lib.view import plots
from c4lib.view.folds import LABEL, folded, html_of

ROOT = Path(__file__).parents[2]
IMPORTS = "from c4lib.view import plots\nfrom c4lib.view.folds import folded"
KEPT = folded(plots.bars({"a": 3}, x="nodes"))
STORED = nbformat.v4.new_output(
    "execute_result", {"text/html": KEPT._repr_html_(), "text/plain": repr(KEPT)}, execution_count=1
)


def test_text_is_folded_away_and_escaped_and_without_a_page_printed():
    html = folded("<b> & 238")._repr_html_()
    start = f"<details><summary>{LABEL}</summary>"
    text = '<pre style="font-family: monospace">&lt;b&gt; &amp; 238</pre>'
    assert html == start + text + "</details>"
    assert repr(folded([1, 7, 49])) == "[1, 7, 49]"


def test_pictures_and_plots_are_folded_away_as_pictures_with_their_own_alternative_text():
    state = Connect4.from_moves("44")
    assert state._repr_html_() in folded(state)._repr_html_()
    plot = plots.counts({"<b>": [1, 7], "b": [1, 5]}, x="plies", y="how\nmany", title="Growth")
    html = folded(plot)._repr_html_()
    alt = "Numbers that grow fast, .*. Growth; how many by plies; &lt;b&gt;: 1 to 7; b: 1 to 5."
    assert (found := re.search(f'<img alt="{alt}" src="data:image/png;base64,(.*)">', html))
    assert base64.b64decode(found[1]).startswith(b"\x89PNG")
    assert 'alt="Two lines that rise"' in folded(plot, alt="Two lines that rise")._repr_html_()
    assert 'alt="Plot without titles"' in folded(Figure())._repr_html_()


def test_a_notebooks_test_compares_what_a_plot_says_and_not_its_pixels(tmp_path):
    cells = [
        nbformat.v4.new_code_cell(f"folded({source})", execution_count=1, outputs=[STORED])
        for source in (
            "plots.bars({'a': 3}, x='nodes')",
            "plots.bars({'a': 3}, x='nodes', log=False)",  # another picture
            "plots.bars({'a': 3}, x='games')",  # another text
        )
    ]
    first = nbformat.v4.new_code_cell(IMPORTS, execution_count=1)
    nbformat.write(nbformat.v4.new_notebook(cells=[first, *cells]), tmp_path / "stored.ipynb")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--nbval", "-rA"]
    command += ["-c", "pyproject.toml", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    outcomes = re.findall(r"^(PASSED|FAILED) .*::Cell (\d)", run.stdout, re.MULTILINE)
    assert {cell: outcome for outcome, cell in outcomes} == {
        **dict.fromkeys("012", "PASSED"),
        "3": "FAILED",
    }


def test_a_plot_is_whole_also_when_it_is_shown_for_the_first_time():
    figure = plots.counts({"nodes": [1, 8, 57, 400]}, "depth", "nodes")
    pictures = [re.search('base64,([^"]*)', html_of(figure))[1] for _ in range(2)]
    first, second = (base64.b64decode(picture)[16:24] for picture in pictures)  # width and height
    assert first == second
    assert abs(int.from_bytes(first[:4], "big") - 700) < 40
